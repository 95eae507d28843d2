//! Tests of the module above.

use super::*;
use ludometer_stats::{Metric, Table};

fn about<'a>(seats: usize, idle: &'a [&'a str], names: &'a Names) -> About<'a> {
    About { seats, is_contest: true, has_ties: true, idle, names }
}

/// Returns the row of a card that changes the win share by 30 ± 2 points.
fn dealt(evidence: Evidence) -> CardDealRow {
    let delta = Bounded { value: Some(0.3), interval: Some((0.28, 0.32)) };
    CardDealRow { card: "ace".to_owned(), games: 2000, delta, evidence }
}

fn row(figure: &'static Figure, member: Member, (value, low, high): (f64, f64, f64)) -> Metric {
    let estimate = Estimate { value: Some(value), interval: Some((low, high)), games: 2000 };
    Metric::of(figure, member, estimate)
}

#[test]
fn the_first_draw_of_a_card_is_no_play_in_which_it_was_dealt() {
    let seen = CoverageRow {
        kind: CoverageKind::Card,
        item: "ace drawn".to_owned(),
        games: 9,
        count: 9,
        first_game: Some(4),
        shortest_game: Some(4),
        shortest_turns: Some(1),
    };
    let drawn = CardRow {
        card: "ace".to_owned(),
        copies: 1,
        games: 2000,
        drawn_per_game: None,
        played_per_game: None,
        win_rate_drawn: None,
        win_rate_not_drawn: None,
        delta: dealt(Evidence::Trial).delta,
    };
    let tables = vec![Table::of([dealt(Evidence::Trial)]), Table::of([drawn]), Table::of([seen])];
    let checks = checks(&Report { tables, ..Report::default() }, about(4, &[], &Names::default()));
    let traces: Vec<_> = checks.iter().map(|check| (check.topic, check.trace)).collect();
    assert_eq!(traces, [("strong cards", None), ("strong cards (observed)", Some(4))]);
}

/// An outcome that goes with a card is not said to come of it.
#[test]
fn a_deal_that_is_no_trial_is_called_observed() {
    let of = |evidence| {
        let tables = vec![Table::of([dealt(evidence)])];
        let checks = checks(&Report { tables, ..Report::default() }, about(4, &[], &Names::default()));
        (checks[0].topic, checks[0].text.clone())
    };
    let says = "players win 30.0 ± 2.0 points more after being dealt Ace";
    assert_eq!(of(Evidence::Trial), ("strong cards", says.to_owned()));
    assert_eq!(
        of(Evidence::Observed),
        ("dealt cards (observed)", format!("{says}, which need not come of the card"))
    );
}

#[test]
fn a_length_that_is_seldom_the_wanted_one_is_found() {
    let target = Member::Length("turns=20..40".parse().unwrap());
    let with = |share, low, high| {
        let row = row(&catalogue::WITHIN_TARGET_LENGTH, target.clone(), (share, low, high));
        checks(&Report { analysis: vec![row], ..Report::default() }, about(4, &[], &Names::default()))
    };
    let [check] = &with(0.02, 0.01, 0.03)[..] else { panic!("one figure, one check") };
    assert_eq!((check.topic, check.side, check.severity), ("target length", -1, Severity::Serious));
    assert_eq!(check.text, "only 2.0 % ± 1.0 of the games last the wanted 20 to 40 turns");
    assert_eq!(with(0.8, 0.78, 0.82)[0].side, 0, "most have it");
}

#[test]
fn what_is_so_for_all_seats_is_one_question() {
    let with = |shares: &[(f64, f64, f64)]| {
        let rows = shares.iter().enumerate();
        let rows = rows.map(|(seat, &share)| row(&catalogue::ELIMINATED, Member::Seat(seat), share));
        let checks = checks(
            &Report { analysis: rows.collect(), ..Report::default() },
            about(2, &[], &Names::default()),
        );
        checks
            .into_iter()
            .filter(|check| check.side != 0)
            .map(|c| (c.item, c.severity, c.value))
            .collect::<Vec<_>>()
    };
    // Both by about the same, though one is a degree worse by its own figure.
    let alike = with(&[(0.35, 0.33, 0.37), (0.37, 0.35, 0.39)]);
    assert_eq!(alike, [(String::new(), Severity::Moderate, 0.36)]);
    // A defect of one seat alone is one finding, of that seat.
    let one = with(&[(0.6, 0.58, 0.62), (0.05, 0.04, 0.06), (0.05, 0.04, 0.06)]);
    assert_eq!(one, [("seat 0".to_owned(), Severity::Serious, 0.6)]);
    assert_eq!(with(&[(0.2, 0.18, 0.22), (0.21, 0.19, 0.23)]), []);
}

#[test]
fn a_card_that_is_not_meant_to_be_played_is_no_dead_card() {
    let mean = |value| Bounded { value: Some(value), interval: None };
    let goal = || CardUseRow {
        card: "goal".to_owned(),
        games: 1000,
        drawn: mean(2.0),
        played: mean(0.0),
        used: mean(0.0),
        held: mean(1.0),
        dead: mean(2.0),
        dead_share: mean(1.0),
    };
    let tables = || vec![Table::of([goal()])];
    let topics = |idle: &[&str]| -> Vec<_> {
        let checks =
            checks(&Report { tables: tables(), ..Report::default() }, about(4, idle, &Names::default()));
        checks.iter().map(|check| (check.topic, check.side)).collect()
    };
    assert_eq!(topics(&[]), [("dead cards", -1)]);
    assert_eq!(topics(&["goal"]), []);
}

#[test]
fn games_that_nobody_wins_are_found_in_a_contest() {
    let with = |is_contest, finished| {
        let analysis = vec![
            row(&catalogue::FINISHED, Member::Whole, (finished, finished, finished)),
            row(&catalogue::WON, Member::Whole, (0.5, 0.48, 0.52)),
        ];
        let names = Names::default();
        checks(&Report { analysis, ..Report::default() }, About { is_contest, ..about(4, &[], &names) })
    };
    let [check] = &with(true, 1.0)[..] else { panic!("one figure, one check") };
    assert_eq!((check.topic, check.side, check.severity), ("no winner", -1, Severity::Serious));
    assert_eq!(check.text, "nobody wins 50.0 % ± 2.0 of the games");
    assert!(with(true, 0.5).is_empty(), "games without an end are a finding of their own");
    assert!(with(false, 1.0).is_empty(), "where all win or lose together, that is the game");
}
