use super::super::Distance;
use super::*;
use crate::metric::Catalog;
use crate::metric::tests::report;
use ludometer_stats::Report;

fn one(metric: &str, [a, b]: [f64; 2], interval: (f64, f64), verdict: Verdict) -> Compared {
    Compared {
        metric: metric.to_owned(),
        a: Some(a),
        b: Some(b),
        corrected: None,
        interval: Some(interval),
        precision: 0.01 * a.max(1.0),
        verdict,
        settled: None,
        correlation: None,
        fixed: None,
        fixed_for_found: None,
        relative: (a > 0.0).then(|| (interval.0 / a, interval.1 / a)),
        unseen: None,
        plain: None,
        needed: Some([41_234, 1_666]),
    }
}

fn found(metrics: Vec<Compared>, beside: Vec<Compared>) -> Comparison {
    let reports = [Report::default(), Report::default()];
    Comparison { metrics, beside, plays: 4096, unit: 32, reports, time_is_up: false, interrupted: false }
}

fn about() -> About<'static> {
    About { cards: vec![("steal_one".to_owned(), 4, 6)], seats: 2, precision: 0.01, ..About::default() }
}

fn says(found: &Comparison, about: &About<'_>, question: &str) -> String {
    let statement = statements(found, about).into_iter().find(|one| one.question == question);
    statement.map_or_else(|| "nothing".to_owned(), |one| one.text)
}

fn turns() -> Compared {
    one("turns", [54.19, 55.30], (0.892, 1.327), Verdict::Larger)
}

fn measured(value: f64) -> Measured {
    Measured { value, low: value - 0.01, high: value + 0.01, games: 4000 }
}

#[test]
fn the_verdict_is_one_sentence_in_plain_words() {
    let beside = vec![
        one("seat_win_rate[0]", [0.282, 0.283], (-0.003, 0.005), Verdict::Same),
        one("seat_win_rate[1]", [0.718, 0.717], (-0.005, 0.003), Verdict::Same),
        one("card_drawn[steal_one]", [2.5, 3.7], (1.15, 1.25), Verdict::Larger),
        one("card_played[steal_one]", [2.0, 2.9], (0.85, 0.95), Verdict::Larger),
    ];
    let all = found(vec![turns()], beside);
    let duel = ["greedy".to_owned(), "random".to_owned()];
    let about = About { strength: Some((duel, [measured(0.86), measured(0.83)])), ..about() };
    assert_eq!(
        says(&all, &about, "verdict"),
        "With two copies more of Steal one a game takes 1.1 turns longer (0.9 to 1.3); no seat gains or loses more than \
         0.5 points; Steal one is drawn 48 % more often and played 45 % more often; greedy finishes ahead of random in 83 \
         of 100 games instead of 86."
    );
    assert_eq!(
        says(&all, &about, "cards"),
        "Steal one is drawn 48 % more often (46 to 50) and played 45 % more often (42 to 48)."
    );
    assert_eq!(
        says(&all, &about, "seats"),
        "Player A wins 28.3 % instead of 28.2 %, the same within 0.5; Player B wins 71.7 % instead of 71.8 %, the same \
         within 0.5; 50.0 % would be fair."
    );
    let same =
        About { strength: Some((["a", "b"].map(str::to_owned), [measured(0.8), measured(0.81)])), ..about };
    assert_eq!(
        says(&all, &same, "strength"),
        "A finishes ahead of b in 81 of 100 games, and 80 before: \u{2212}0.4 to 2.4 more, which may be chance."
    );
}

#[test]
fn a_seat_that_gains_is_named_and_a_game_may_stay_as_long() {
    let seats = vec![one("seat_win_rate[1]", [0.50, 0.53], (0.02, 0.04), Verdict::Larger)];
    let all = found(vec![one("turns", [40.0, 40.1], (-0.11, 0.29), Verdict::Same)], seats);
    let settings = vec![["bank.goal", "8", "9"].map(str::to_owned)];
    let about = About { cards: Vec::new(), settings, ..about() };
    assert_eq!(
        says(&all, &about, "verdict"),
        "With bank.goal = 9 instead of 8 a game stays as long, within 0.3 turns; Player B wins 3.0 points more of the games."
    );
}

/// The same within the precision, and yet longer for certain: as in `compare --precision 0.1`, where 8 turns are a tenth.
#[test]
fn a_change_that_is_certain_and_within_the_precision_is_called_both() {
    let longer = Compared { precision: 8.0, ..one("turns", [80.0, 82.38], (0.63, 4.13), Verdict::Same) };
    let all = found(vec![longer], Vec::new());
    assert_eq!(
        says(&all, &about(), "verdict"),
        "With two copies more of Steal one a game takes 2.4 turns longer (0.6 to 4.1), less than the 8 asked about."
    );
    let wins = one("strategy_win_rate[subject]", [0.25, 0.258], (0.002, 0.014), Verdict::Same);
    let wins = Compared { precision: 0.05, ..wins };
    let bots = Some(["random", "greedy"].map(str::to_owned));
    let about = About { bots, cards: Vec::new(), ..about() };
    let text = says(&found(vec![wins], Vec::new()), &about, "verdict");
    assert!(text.contains("0.8 points more of the games (0.2 to 1.4)"), "{text}");
    assert!(text.contains(", less than the 5 asked about"), "{text}");
}

#[test]
fn bots_are_compared_by_what_their_seat_wins() {
    let wins = one("strategy_win_rate[subject]", [0.25, 0.31], (0.05, 0.07), Verdict::Larger);
    let bots = Some(["random", "greedy"].map(str::to_owned));
    let about = About { bots, cards: Vec::new(), ..about() };
    assert_eq!(
        says(&found(vec![wins], Vec::new()), &about, "verdict"),
        "With greedy in place of random its seat wins 6.0 points more of the games (5.0 to 7.0), 31.0 % instead of 25.0 %."
    );
}

/// Who wins together wins whole games, of which each seat has a part.
#[test]
fn a_win_together_is_no_part_of_one() {
    let seats = vec![one("seat_win_rate[0]", [0.34, 0.25], (-0.1, -0.08), Verdict::Smaller)];
    let about = About { together: true, ..about() };
    let all = found(Vec::new(), seats);
    assert_eq!(
        says(&all, &about, "verdict"),
        "With two copies more of Steal one the players win 18 points fewer of the games (16 to 20), 50 % instead of 68 %."
    );
    assert_eq!(says(&all, &about, "seats"), "nothing", "no seat has a fair share");
    let wins = one("strategy_win_rate[subject]", [0.25, 0.05], (-0.21, -0.19), Verdict::Smaller);
    let bots = Some(["random", "greedy"].map(str::to_owned));
    let about = About { bots, cards: Vec::new(), ..about };
    let text = says(&found(vec![wins], Vec::new()), &about, "verdict");
    assert!(text.contains("its table wins 40 points fewer of the games"), "{text}");
}

#[test]
fn what_changes_and_what_does_not_has_its_bound_and_its_unit() {
    let metrics = vec![
        turns(),
        one("leader_gap", [5.41, 5.37], (-0.0626, -0.0081), Verdict::Smaller),
        one("seat_spread", [0.0592, 0.0586], (-0.0095, 0.0082), Verdict::Same),
        one("unfinished", [0.0, 0.02], (0.015, 0.025), Verdict::Larger),
    ];
    let all = found(metrics, Vec::new());
    assert_eq!(
        says(&all, &about(), "others"),
        "The share of games that don't end grows by 2.0 points (1.5 to 2.5). The lead of the first over the second falls \
         by 0.04 (0.01 to 0.06)."
    );
    assert_eq!(
        says(&all, &about(), "unchanged"),
        "What the best seat wins more often than the worst (within 1.0 points)."
    );
    assert_eq!(says(&all, &about(), "open"), "nothing");
}

#[test]
fn what_is_open_tells_how_many_games_would_do() {
    let open = one("turns", [40.0, 41.0], (-0.5, 2.5), Verdict::Open);
    let all = found(vec![open.clone()], Vec::new());
    let statement = statements(&all, &about()).into_iter().find(|one| one.question == "open").unwrap();
    assert_eq!(
        statement.text,
        "The number of turns (\u{2212}0.5 to 2.5). About 42,000 games on each side would tell; with --precision 0.05 about \
         1,700 games would do."
    );
    assert!((statement.times.unwrap() - 41_234.0 / 4096.0).abs() < 1e-9);
    let none = found(vec![Compared { interval: None, needed: None, ..open }], Vec::new());
    assert_eq!(
        says(&none, &about(), "verdict"),
        "Too few games to say what two copies more of Steal one does."
    );
    assert!(says(&none, &about(), "open").ends_with("too few games even to say how many it takes."));
}

#[test]
fn targets_get_nearer_or_farther_or_neither() {
    let metric = Catalog::of(&report(0.0, [0.0, 0.0])).find("turns").unwrap().remove(0);
    let target =
        |min: f64, max: f64| Bound { metric: metric.clone(), min: Some(min), max: Some(max), weight: 1.0 };
    let all = found(vec![turns()], Vec::new());
    for (min, max, expected) in [
        (60.0, 75.0, Distance::Nearer),
        (54.0, 56.0, Distance::Met),
        (50.0, 54.5, Distance::Farther),
        (40.0, 50.0, Distance::Farther),
        // From one side to the other: as far off as before, for all that is known.
        (54.7, 54.8, Distance::Open),
    ] {
        assert_eq!(Distance::of(&target(min, max), &all.metrics[0]), expected, "{min} to {max}");
    }
    let targets = [target(60.0, 75.0)];
    let about = About { targets: &targets, ..about() };
    let statement = statements(&all, &about).remove(1);
    assert_eq!(
        (statement.state, &statement.text[..]),
        (State::Fine, "Nearer to the target: the number of turns (55.3 instead of 54.2, wanted 60 to 75).")
    );
}
