//! Pure Profit as a script beside the compiled game: what random play and rules of thumb come to.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use ludometer_model::RuleSet;
use ludometer_run::{Batch, Entry, Hooks, Plan, Seating};

use super::{gallery_path, game};

/// Returns a batch with these settings.
fn batch(entry: &Entry, seats: usize, settings: &[&str], bot: &str, plays: u64) -> Batch {
    let mut rules = RuleSet::defaults(entry.schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    let game = entry.load(seats, rules).unwrap();
    let bots: Vec<_> = (0..seats).map(|_| game.bot(bot).unwrap()).collect();
    let plan =
        Plan { seed: 7, plays: 0..plays, seating: Seating::Rotate, threads: 2, timing: false, stall: None };
    let hooks = Hooks { stop: &AtomicBool::new(false), progress: &|_| {} };
    game.simulate(&bots, &plan, hooks, None).unwrap()
}

/// Returns the estimates of a batch by name: mean and half the width of its interval. The compiled game's names of
/// actions are those of the script.
fn estimates(batch: &Batch) -> BTreeMap<String, (f64, f64)> {
    let mut all = BTreeMap::new();
    for metric in &batch.report.metrics {
        if let (Some(value), Some((low, high))) = (metric.estimate.value, metric.estimate.interval) {
            all.insert(metric.name(), (value, (high - low) / 2.0));
        }
    }
    all
}

/// Holds the script against the compiled game: all common means differ by no more than four times what chance explains.
fn alike(seats: usize, settings: &[&str], bot: &str, plays: u64) {
    let script = crate::entry(&gallery_path("pure_profit.luau")).unwrap();
    let ours = estimates(&batch(&script, seats, settings, bot, plays));
    let theirs = estimates(&batch(&ludometer_pure_profit::entry(), seats, settings, bot, 4 * plays));
    // The script has a word for each way to draw, resolve and steal; all grow with the length of the game, so their
    // widths add up.
    let sum = |words: &[&str]| {
        let found = words.iter().filter_map(|word| ours.get(&format!("action_{word}")));
        found.fold((0.0, 0.0), |sum: (f64, f64), one| (sum.0 + one.0, sum.1 + one.1))
    };
    let mut compared = 0;
    let mut check = |name: &str, (mine, my_width): (f64, f64)| {
        let (other, width) = theirs[name];
        let spread = my_width.hypot(width).max(1e-9) / 1.96;
        assert!(
            (mine - other).abs() < 4.0 * spread + 1e-9,
            "{seats} seats, {settings:?}: {name} is {mine} in the script and {other} compiled, spread {spread}"
        );
        compared += 1;
    };
    for name in ["turns", "decisions", "forced_decisions", "leader_gap"] {
        check(name, ours[name]);
    }
    for (word, parts) in [
        ("draw", &["draw_stock", "draw_discard", "draw_stop"][..]),
        ("resolve", &["resolve_lowest", "resolve_highest"]),
        ("steal", &["steal_from", "steal_stop"]),
        ("discard", &["discard"]),
        ("dump", &["dump"]),
        ("bank", &["bank"]),
        ("hold", &["hold"]),
        ("take", &["take"]),
    ] {
        if theirs.contains_key(&format!("action_{word}")) {
            check(&format!("action_{word}"), sum(parts));
        }
    }
    assert!(compared >= 8);
}

/// Holds the script against the compiled game in so many plays, at every table and with every toggle.
fn random_play_is_alike(at_every_table: u64, with_every_toggle: u64) {
    for seats in 2..=6 {
        alike(seats, &[], "random", at_every_table);
    }
    for setting in [
        "setup.first_special=replace",
        "draw.may_stop=true",
        "draw.at_limit=true",
        "bankrupt.timing=at_once",
        "bankrupt.no_values=wait",
        "steal.cards=blind",
        "steal.protected_cards=3",
        "steal.reshuffle=removed",
        "finish.allowed=false",
        "finish.leftover=at_most_one",
        "finish.leftover=exactly_one",
        "match.games=2",
        "hand.deal=3",
        "hand.limit=8",
        "bank.goal=6",
        "deck.steal_three=12",
    ] {
        alike(4, &[setting], "random", with_every_toggle);
    }
}

#[test]
fn random_play_is_that_of_the_compiled_game() {
    random_play_is_alike(100, 60);
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn random_play_is_that_of_the_compiled_game_in_many_plays() {
    random_play_is_alike(2000, 1000);
}

#[test]
fn rules_of_thumb_win_in_about_as_many_turns() {
    let script = crate::entry(&gallery_path("pure_profit.luau")).unwrap();
    for (seats, turns) in [(2, 38.7), (4, 52.9), (6, 71.0)] {
        let (mean, _) = estimates(&batch(&script, seats, &[], "greedy", 150))["turns"];
        assert!((0.7..1.3).contains(&(mean / turns)), "{seats} seats: {mean} turns, not about {turns}");
    }
}

#[test]
fn the_contract_holds() {
    // Short games.
    for (seats, settings) in [
        (2, &["bank.goal=3"][..]),
        (3, &["bank.goal=3", "steal.cards=blind"]),
        (6, &["bank.goal=3", "draw.at_limit=true"]),
    ] {
        let game = game("pure_profit.luau", seats, settings).checked().unwrap();
        ludometer_run::check_playable(&game, 12, 1).unwrap_or_else(|violation| panic!("{violation}"));
    }
}
