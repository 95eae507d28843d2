//! Against plays written by hand: each figure is worked out in the comment beside it.

use serde::Serialize;

use super::*;
use ludometer_figures::{Cell, Metric};
use ludometer_model::{Contest, EventClass, EventKind, Interaction, Kind, Outcome, SeatSet};

#[derive(Clone, Copy, Debug, Serialize)]
enum News {
    Drawn(usize),
    Played(usize),
    Robbed(usize, usize),
    Shuffled,
}

impl Event for News {
    fn card(&self) -> Option<CardMove> {
        let seat = Seat::new(0);
        match *self {
            Self::Drawn(kind) => Some(CardMove::Drawn { seat, kind }),
            Self::Played(kind) => Some(CardMove::Played { seat, kind }),
            Self::Robbed(..) | Self::Shuffled => None,
        }
    }

    fn interaction(&self) -> Option<Interaction> {
        let Self::Robbed(actor, target) = *self else { return None };
        Some(Interaction { actor: Some(Seat::new(actor)), target: Seat::new(target), kind: 0 })
    }

    fn is_reshuffle(&self) -> bool {
        matches!(self, Self::Shuffled)
    }

    fn event_kind(&self) -> Option<usize> {
        match self {
            Self::Robbed(..) => Some(0),
            Self::Shuffled => Some(1),
            Self::Drawn(_) | Self::Played(_) => None,
        }
    }
}

fn counted(seats: usize) -> TallyLayout {
    TallyLayout {
        words: vec!["go".to_owned(), "stay".to_owned()],
        cards: vec![("ace".to_owned(), 4), ("two".to_owned(), 2)],
        bots: vec!["a".to_owned()],
        event_kinds: vec![
            EventKind::new(EventClass::Event, "robbery", "X-1"),
            EventKind::new(EventClass::Event, "shuffle", "X-2"),
            EventKind::new(EventClass::Guard, "never", ""),
        ],
        interactions: vec!["robbery".to_owned()],
        ..TallyLayout::of_seats(seats)
    }
}

fn empty(seats: usize) -> Analysis {
    with_target(seats, None)
}

fn with_target(seats: usize, target: Option<TargetLength>) -> Analysis {
    let phases = vec!["day".to_owned(), "night".to_owned()];
    let subject = Subject {
        phases,
        standing: "coins".to_owned(),
        curve: None,
        target,
        decision_limit: None,
        pilot: false,
    };
    let counted = counted(seats);
    Analysis::new(&counted, &subject)
}

fn by_seat<T: Copy + Default>(values: &[T]) -> BySeat<T> {
    BySeat::from_fn(|seat| values.get(seat.index()).copied().unwrap_or_default())
}

/// A turn: per cent chances, standings, who decides with how many choices (the first moves).
type Turn<'a> = (&'a [u32], &'a [i64], &'a [(usize, usize)]);

fn tell(into: &mut Analysis, play: u64, turns: &[Turn<'_>], scores: &[i64], events: &[News]) {
    tell_to(into, play, turns, scores, events, false);
}

/// `unfinished` says that the game is broken off.
fn tell_to(
    into: &mut Analysis,
    play: u64,
    turns: &[Turn<'_>],
    scores: &[i64],
    events: &[News],
    unfinished: bool,
) {
    let seats = scores.len();
    into.now.play = play;
    let mut decisions = 0;
    for &(chances, standing, deciders) in turns {
        let chances: Vec<u32> = chances.iter().map(|c| c * 10_000).collect();
        let mover = deciders.first().map(|&(seat, _)| Seat::new(seat));
        into.scene(&TurnSnapshot {
            mover,
            chances: by_seat(&chances),
            standing: by_seat(standing),
            out: SeatSet::EMPTY,
        });
        for &(seat, choices) in deciders {
            into.now.phase = usize::from(choices > 2);
            into.step(Seat::new(seat), 0, choices);
            decisions += 1;
        }
    }
    for event in events {
        into.event(event);
    }
    let standing = by_seat(scores);
    into.scene(&TurnSnapshot { mover: None, chances: BySeat::all(0), standing, out: SeatSet::EMPTY });
    into.hands.held(0, 1);
    let first = turns.first().and_then(|(_, _, deciders)| deciders.first()).map_or(0, |&(seat, _)| seat);
    let turns = turns.len() as u32;
    let rounds = Outcome::rounds_of_turns(turns, seats);
    let outcome = Outcome::ranked(seats, standing, turns, rounds, unfinished, |a, b| a > b);
    into.finish(&GameEnd {
        outcome: &outcome,
        first: Seat::new(first),
        bots: &BySeat::all(0),
        decisions,
        forced: 0,
    });
}

/// Seat 1 wins after having had 8 %.
const COMEBACK: &[Turn<'_>] = &[
    (&[50, 50], &[0, 0], &[(0, 2)]),
    (&[60, 40], &[2, 0], &[(1, 1)]),
    (&[92, 8], &[4, 0], &[(0, 3), (1, 2)]),
    (&[40, 60], &[4, 6], &[(1, 2)]),
    (&[20, 80], &[4, 8], &[(0, 1)]),
];

fn comeback() -> Analysis {
    let mut analysis = empty(2);
    let events =
        [News::Drawn(0), News::Drawn(0), News::Drawn(1), News::Played(0), News::Robbed(1, 0), News::Shuffled];
    tell(&mut analysis, 7, COMEBACK, &[4, 10], &events);
    analysis
}

fn report(analysis: &Analysis) -> Report {
    let mut report = Report::default();
    analysis.report(&counted(analysis.seats), &mut report);
    report
}

/// Returns the cell of `column` in the row whose first cells are `key`.
fn cell(report: &Report, table: &str, key: &[&str], column: &str) -> Cell {
    let table = report.table(table).unwrap();
    let begins = |row: &&Vec<Cell>| row.iter().zip(key).all(|(cell, key)| cell.to_string() == *key);
    let row = table.rows.iter().find(begins).unwrap_or_else(|| panic!("{key:?} in {}", table.name));
    row[table.columns.iter().position(|c| *c == column).unwrap()].clone()
}

fn figure(report: &Report, table: &str, key: &[&str], column: &str) -> f64 {
    cell(report, table, key, column).number().unwrap_or(f64::NAN)
}

/// Returns a figure of the analysis by its id and group.
fn analysed<'a>(report: &'a Report, id: &str, group: &str) -> &'a Metric {
    let found = report.analysis.iter().find(|row| row.figure.id == id && row.member.to_string() == group);
    found.unwrap_or_else(|| panic!("{id} of `{group}`"))
}

fn value(report: &Report, id: &str, group: &str) -> f64 {
    analysed(report, id, group).estimate.value.unwrap_or(f64::NAN)
}

#[track_caller]
fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found} is not {expected}");
}

#[test]
fn a_comeback_by_hand() {
    let report = report(&comeback());
    let metric = |name: &str, group: &str| value(&report, name, group);
    // Leaders: nobody, 0, 0, 1, 1, 1.
    close(metric("lead_changes", ""), 1.0, 0.0);
    close(metric("standing_lead_changes", ""), 1.0, 0.0);
    // Behind in turns 2 and 3 of 5, by 20 and 84 points.
    close(metric("behind_share", ""), 0.4, 1e-12);
    close(metric("drama", ""), f64::midpoint(0.2_f64.sqrt(), 0.84_f64.sqrt()), 5.1e-4);
    close(metric("drama_peak", ""), 0.84_f64.sqrt(), 5.1e-4);
    close(metric("winner_lowest_chance", ""), 0.08, 1e-9);
    close(metric("comeback_share", ""), 1.0, 0.0);
    // The lead is final as turn 4 begins: 3 of 5 turns are played.
    close(metric("decided_at", ""), 0.6, 1e-9);
    close(metric("half_time_leader_wins", ""), 0.0, 0.0);
    // 1, 0.8, 0.16, 0.8, 0.4.
    close(metric("tension", ""), 0.632, 1e-6);
    close(metric("kingmaking", ""), 0.0, 0.0);
    // Seat 0's lead at the tenths, in thousandths of the largest: 0 0 333 333 666 666 -333 -333 -666
    // -666 -1000. Sum of x y: 333² - 666·999 + 333² + 666·334 = -221,112; of x²: 2,217,780.
    close(metric("runaway_slope", ""), -221_112.0 / 2_217_780.0, 1e-9);
    close(metric("win_share", "seat 1"), 1.0, 0.0);
    // Seat 0 moved first and lost.
    close(metric("first_mover_advantage", ""), -0.5, 0.0);
    let reading = analysed(&report, "first_mover_advantage", "").reading(&Contest::default());
    assert_eq!(reading, "whoever moves first is 50.0 points below a fair share of the wins");
    close(metric("final_gap", ""), 6.0, 0.0);
}

/// Of one against two, each side's fair half is that of the one alone, and of each of the two the half of it.
#[test]
fn who_moves_first_is_held_against_the_part_of_its_side() {
    let advantage = |first: &[usize]| {
        let side = |seats: &[usize]| seats.iter().map(|&seat| Seat::new(seat)).collect();
        let contest = Contest::of_sides(vec![side(&[0]), side(&[1, 2])]);
        let counted = TallyLayout { contest, ..counted(3) };
        let phases = vec!["day".to_owned(), "night".to_owned()];
        let standing = "coins".to_owned();
        let subject =
            Subject { phases, standing, curve: None, target: None, decision_limit: None, pilot: false };
        let mut analysis = Analysis::new(&counted, &subject);
        for (play, &seat) in first.iter().enumerate() {
            // Seat 0 wins each game.
            tell(&mut analysis, play as u64, &[(&[40, 30, 30], &[0, 0, 0], &[(seat, 2)])], &[9, 1, 1], &[]);
        }
        let mut report = Report::default();
        analysis.report(&counted, &mut report);
        value(&report, "first_mover_advantage", "")
    };
    close(advantage(&[0, 0]), 0.5, 1e-12);
    close(advantage(&[1, 1]), -0.25, 1e-12);
    close(advantage(&[0, 1]), 0.5 - f64::midpoint(0.5, 0.25), 1e-12);
}

/// A game that nobody leads at half time is none that its leader lost.
#[test]
fn a_level_game_is_no_lead_that_was_lost() {
    let mut analysis = empty(2);
    let level: Turn<'_> = (&[50, 50], &[0, 0], &[(0, 2)]);
    let led: Turn<'_> = (&[90, 10], &[5, 0], &[(1, 2)]);
    for play in 0..3 {
        tell(&mut analysis, play, &[level, level, level], &[0, 5], &[]);
    }
    tell(&mut analysis, 3, &[level, led, led], &[5, 0], &[]);
    let report = report(&analysis);
    close(value(&report, "half_time_leader_wins", ""), 1.0, 0.0);
    assert_eq!(analysed(&report, "half_time_leader_wins", "").estimate.games, 1);
    close(value(&report, "half_time_level", ""), 0.75, 0.0);
    // As a game begins nobody leads: that tenth of the curve has nothing to tell.
    assert_eq!(cell(&report, "curves", &["leader_wins", "", "0"], "value"), Cell::Empty);
    close(figure(&report, "curves", &["leader_wins", "", "5"], "value"), 1.0, 0.0);
}

/// Who led once and is level now does not lead, and the leader of a game that nobody wins does not win it.
#[test]
fn a_leader_is_strictly_ahead_and_may_win_nothing() {
    let mut analysis = empty(2);
    let level: Turn<'_> = (&[50, 50], &[0, 0], &[(0, 2)]);
    let led: Turn<'_> = (&[90, 10], &[5, 0], &[(1, 2)]);
    tell(&mut analysis, 0, &[led, level, level], &[5, 0], &[]);
    tell(&mut analysis, 1, &[led, led, led], &[5, 0], &[]);
    tell_to(&mut analysis, 2, &[led, led, led], &[5, 0], &[], true);
    let report = report(&analysis);
    close(value(&report, "half_time_level", ""), 1.0 / 3.0, 1e-12);
    close(value(&report, "half_time_leader_wins", ""), 0.5, 0.0);
}

/// One alone has nobody to lead.
#[test]
fn who_is_alone_leads_nobody() {
    let mut analysis = empty(1);
    let turn: Turn<'_> = (&[80], &[1], &[(0, 2)]);
    tell(&mut analysis, 0, &[turn, turn], &[5], &[]);
    let report = report(&analysis);
    for figure in ["half_time_level", "half_time_leader_wins", "decided_at", "tension", "lead_changes"] {
        assert!(report.analysis.iter().all(|row| row.figure.id != figure), "{figure}");
    }
}

/// A game that nobody wins has no first whose score could stand for a winner's.
#[test]
fn a_game_without_a_winner_has_no_first() {
    let mut analysis = empty(2);
    let level: Turn<'_> = (&[50, 50], &[0, 0], &[(0, 2)]);
    tell(&mut analysis, 0, &[level, level], &[0, 5], &[]);
    tell_to(&mut analysis, 1, &[level, level], &[9, 7], &[], true);
    let report = report(&analysis);
    close(figure(&report, "curves", &["score_by_rank", "1", "10"], "value"), 5.0, 0.0);
    assert_eq!(cell(&report, "curves", &["score_by_rank", "2", "10"], "games"), Cell::Count(1));
    assert_eq!(cell(&report, "curves", &["leader_gap", "", "10"], "games"), Cell::Count(2));
}

#[test]
fn plays_are_counted_by_their_exact_length() {
    let report = report(&comeback());
    for (histogram, x) in [("turns", "5"), ("decisions", "6")] {
        assert_eq!(cell(&report, "histograms", &[histogram, x], "games"), Cell::Count(1), "{histogram}");
    }
}

#[test]
fn choices_and_waiting_by_hand() {
    let report = report(&comeback());
    let metric = |name: &str, group: &str| value(&report, name, group);
    // 2, 1, 3, 2, 2, 1 actions.
    close(metric("branching_mean", ""), 11.0 / 6.0, 1e-12);
    close(metric("branching_max", ""), 3.0, 0.0);
    close(metric("forced_share", ""), 2.0 / 6.0, 1e-12);
    close(metric("branching_mean", "night"), 3.0, 0.0);
    close(metric("forced_share", "day"), 2.0 / 5.0, 1e-12);
    // Seat 0 decides nothing in turns 2 and 4, seat 1 in 1 and 5; 8 % is less than a fifth of a half.
    close(metric("waiting", "seat 0"), 0.4, 1e-12);
    close(metric("longest_wait", "seat 1"), 1.0, 0.0);
    close(metric("hopeless", "seat 1"), 0.2, 1e-12);
    close(metric("hopeless", "seat 0"), 0.0, 0.0);
    close(metric("eliminated", "seat 0"), 0.0, 0.0);
}

#[test]
fn curves_cards_coverage_and_harm_by_hand() {
    let report = report(&comeback());
    // Tenth 4 is turn 3 of 5.
    close(figure(&report, "curves", &["win_estimate", "winner", "4"], "value"), 0.08, 1e-9);
    close(figure(&report, "curves", &["score_by_rank", "1", "10"], "value"), 10.0, 0.0);
    close(figure(&report, "curves", &["score_by_rank", "2", "4"], "value"), 4.0, 0.0);
    close(figure(&report, "curves", &["leader_gap", "", "8"], "value"), 4.0, 0.0);
    close(figure(&report, "curves", &["leader_wins", "", "4"], "value"), 0.0, 0.0);
    // Two aces drawn, one played, one in hand at the end.
    let ace = |column: &str| figure(&report, "card_use", &["ace"], column);
    assert_eq!((ace("drawn"), ace("played"), ace("dead"), ace("dead_share")), (2.0, 1.0, 1.0, 0.5));
    close(figure(&report, "interaction", &["1", "0", "robbery"], "per_game"), 1.0, 0.0);
    close(figure(&report, "interaction", &["0", "1", "robbery"], "per_game"), 0.0, 0.0);
    // Once in five turns.
    close(value(&report, "interaction_rate", "robbery"), 0.2, 1e-12);
    let covered = |kind: &str, item: &str, column: &str| cell(&report, "coverage", &[kind, item], column);
    assert_eq!(covered("action", "go", "count"), Cell::Count(6));
    assert_eq!(covered("action", "stay", "count"), Cell::Count(0));
    assert_eq!(covered("action", "stay", "first_game"), Cell::Empty);
    assert_eq!(covered("card", "ace drawn", "count"), Cell::Count(2));
    assert_eq!(covered("card", "two played", "games"), Cell::Count(0));
    assert_eq!(covered("clause", "X-1", "shortest_game"), Cell::Count(7));
    assert_eq!(covered("event", "shuffle", "shortest_turns"), Cell::Count(5));
    assert_eq!(covered("guard", "never", "count"), Cell::Count(0));
    assert_eq!(covered("ending", "one winner", "games"), Cell::Count(1));
    assert_eq!(covered("phase", "night", "count"), Cell::Count(1));
}

#[test]
fn kingmaking_is_a_free_choice_of_a_seat_without_hope() {
    let turns = |choices| vec![([50, 45, 5], (2, choices)), ([30, 65, 5], (0, 2))];
    for (choices, expected) in [(2, 1.0), (1, 0.0)] {
        let mut analysis = empty(3);
        let turns = turns(choices);
        let turns: Vec<Turn<'_>> = turns
            .iter()
            .map(|(chances, decider)| (&chances[..], &[0_i64, 0, 0][..], std::slice::from_ref(decider)))
            .collect();
        tell(&mut analysis, 0, &turns, &[0, 1, 0], &[]);
        close(value(&report(&analysis), "kingmaking", ""), expected, 0.0);
    }
}

/// A play of one turn in which seat 0 is given so many percent.
fn one_turn(analysis: &mut Analysis, play: u64, percent: u32, seat_0_wins: bool) {
    let chances = [percent, 100 - percent];
    let turn: Turn<'_> = (&chances, &[0, 0], &[(0, 2)]);
    tell(analysis, play, &[turn], &[i64::from(seat_0_wins), i64::from(!seat_0_wins)], &[]);
}

/// Plays of one turn in which seat 0 is given 80 % and wins 6 of 10.
fn overrated(plays: std::ops::Range<u64>) -> Analysis {
    let mut analysis = empty(2);
    for play in plays {
        one_turn(&mut analysis, play, 80, play % 10 < 6);
    }
    analysis
}

/// Returns the chance of seat 0 of two by this curve.
fn chance(curve: &Curve, estimate: u32) -> f64 {
    let chances = curve.apply(&by_seat(&[estimate, MILLION - estimate]), 2);
    f64::from(*chances.first(2).first().unwrap()) / f64::from(MILLION)
}

#[test]
fn the_curve_turns_estimates_into_chances() {
    assert_eq!(overrated(0..190).fit(), None, "too few plays");
    let analysis = overrated(0..200);
    let curve = analysis.fit().unwrap();
    // Neighbouring knots are drawn together: 200 plays outweigh that nearly.
    close(chance(&curve, 800_000), 0.6, 0.005);
    close(chance(&overrated(0..20_000).fit().unwrap(), 800_000), 0.6, 5e-4);
    let report = report(&analysis);
    close(value(&report, "calibration_error", "raw"), 0.2, 1e-9);
    close(figure(&report, "calibration", &["0.80-0.85"], "observed"), 0.6, 1e-9);
    close(figure(&report, "calibration", &["0.20-0.25"], "predicted"), 0.2, 1e-9);
}

#[test]
fn small_chances_are_mended_and_good_estimates_left() {
    // One play in two is even; in the others seat 0 is given 1 % and wins so many of a hundred.
    let of = |wins: u64| {
        let mut analysis = empty(2);
        for play in 0..2000 {
            let seat_0_wins = if play % 2 == 0 { play % 4 == 0 } else { play / 2 % 100 < wins };
            one_turn(&mut analysis, play, if play % 2 == 0 { 50 } else { 1 }, seat_0_wins);
        }
        analysis.fit().unwrap()
    };
    for (wins, within) in [(1, 1e-5), (2, 1e-3), (3, 1e-3), (5, 1e-3)] {
        close(chance(&of(wins), 10_000), wins as f64 / 100.0, within);
        close(chance(&of(wins), 990_000), 1.0 - wins as f64 / 100.0, within);
        close(chance(&of(wins), 500_000), 0.5, 1e-5);
    }
    let curve = of(3);
    assert_eq!([0, MILLION].map(|estimate| chance(&curve, estimate)), [0.0, 1.0], "certain is certain");
    let chances: Vec<f64> = (0..=1000).map(|k| chance(&curve, k * 1000)).collect();
    assert!(chances.is_sorted(), "a larger estimate is no smaller chance");
}

#[test]
fn typical_and_extreme_plays_are_found() {
    let mut analysis = overrated(0..6);
    tell(&mut analysis, 6, COMEBACK, &[4, 10], &[]);
    let report = report(&analysis);
    for (what, play) in [("longest", 6), ("shortest", 0), ("median", 0), ("greatest comeback", 6)] {
        assert_eq!(cell(&report, "notable", &[what], "game"), Cell::Count(play), "{what}");
    }
}

#[test]
fn a_target_length_by_hand() {
    // The comeback has 5 turns, 2 1/2 rounds and 6 decisions; the plays beside it one turn each, half
    // a round, one decision: of 4 plays.
    for (target, within, distance) in [
        ("1..4", 0.75, 0.25),
        ("5..5", 0.25, 3.0),
        ("6..9", 0.0, (1.0 + 3.0 * 5.0) / 4.0),
        ("rounds=1..2", 0.0, 0.5),
        ("rounds=2..3", 0.25, 3.0 * 1.5 / 4.0),
        ("decisions=2..4", 0.0, (2.0 + 3.0) / 4.0),
    ] {
        let wanted: TargetLength = target.parse().unwrap();
        let mut analysis = with_target(2, Some(wanted));
        tell(&mut analysis, 0, COMEBACK, &[4, 10], &[]);
        let mut others = with_target(2, Some(wanted));
        for play in 1..4 {
            tell(&mut others, play, &[(&[80, 20], &[0, 0], &[(0, 2)])], &[1, 0], &[]);
        }
        analysis.merge(others);
        let report = report(&analysis);
        let group = wanted.to_string();
        let metric = |name: &str| value(&report, name, &group);
        close(metric("within_target_length"), within, 1e-12);
        close(metric("target_length_distance"), distance, 1e-12);
    }
}

#[test]
fn any_split_counts_the_same() {
    let whole = {
        let mut all = overrated(0..30);
        tell(&mut all, 30, COMEBACK, &[4, 10], &[News::Robbed(0, 1)]);
        all
    };
    let last = {
        let mut last = empty(2);
        tell(&mut last, 30, COMEBACK, &[4, 10], &[News::Robbed(0, 1)]);
        last
    };
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let parts = [overrated(0..11), overrated(11..30), last.clone()];
        let mut merged = empty(2);
        for part in order {
            merged.merge(parts[part].clone());
        }
        assert_eq!(serde_json::to_string(&merged).unwrap(), serde_json::to_string(&whole).unwrap());
    }
}

/// In a game with a single point at its end the standing never changes before: it counts only if the game was broken off.
#[test]
fn a_game_stands_still_if_its_standing_could_change() {
    let turn = |first: i64| -> (Vec<u32>, Vec<i64>) { (vec![50, 50], vec![first, 0]) };
    let still: Vec<_> = (0..50).map(|_| turn(0)).collect();
    let after_one: Vec<_> = (0..50).map(|at| turn(i64::from(at > 0))).collect();
    let stands = |turns: &[(Vec<u32>, Vec<i64>)], last: i64, unfinished| {
        let turns: Vec<Turn<'_>> = turns.iter().map(|(a, b)| (&a[..], &b[..], &[(0, 2)][..])).collect();
        let mut analysis = empty(2);
        tell_to(&mut analysis, 0, &turns, &[last, 0], &[], unfinished);
        cell(&report(&analysis), "coverage", &["guard", "standstill"], "games")
    };
    assert_eq!(stands(&still, 0, false), Cell::Count(0));
    assert_eq!(stands(&still, 0, true), Cell::Count(1));
    assert_eq!(stands(&after_one, 1, false), Cell::Count(1));
    assert_eq!(stands(&still[..30], 0, true), Cell::Count(0));
}

/// A round is a turn of each seat, though all of a cooperative game are one party.
#[test]
fn who_play_together_take_a_turn_each_in_a_round() {
    let stands = |turns: usize, scored: usize| {
        let mut told = empty(3);
        told.contest = Contest::new(Kind::Cooperative, 3);
        let standings: Vec<[i64; 3]> = (0..turns).map(|at| [i64::from(at >= scored); 3]).collect();
        let turns: Vec<Turn<'_>> =
            standings.iter().map(|row| (&[34_u32, 33, 33][..], &row[..], &[(0, 2)][..])).collect();
        tell(&mut told, 0, &turns, &[4, 4, 4], &[]);
        cell(&report(&told), "coverage", &["guard", "standstill"], "games")
    };
    assert_eq!(stands(50, 1), Cell::Count(0));
    assert_eq!(stands(70, 1), Cell::Count(1));
    // The score comes at the end alone.
    assert_eq!(stands(70, 70), Cell::Count(0));
}

#[test]
fn a_supply_that_is_mixed_again_and_again_is_counted() {
    let mixed = |times: usize| {
        let mut analysis = empty(2);
        tell(&mut analysis, 0, COMEBACK, &[4, 10], &vec![News::Shuffled; times]);
        cell(&report(&analysis), "coverage", &["guard", "many shuffles"], "games")
    };
    assert_eq!((mixed(19), mixed(20)), (Cell::Count(0), Cell::Count(1)));
}

#[test]
fn a_game_for_one_has_no_several_winners() {
    let endings = |seats| {
        let table = report(&empty(seats)).table("coverage").unwrap().clone();
        let kind = |row: &&Vec<Cell>| row[0].to_string() == "ending";
        table.rows.iter().filter(kind).map(|row| row[1].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(endings(1), ["all win", "all lose"]);
    assert_eq!(endings(2), ["one winner", "several winners", "no winner"]);
}
