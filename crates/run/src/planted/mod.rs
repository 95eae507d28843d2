//! Planted defects are found, and a sound game is left alone.

mod coins;

use crate::{
    AnalysisPlan, AnyGame, CardChange, CardEffect, CardPrecision, CardValueRow, Depth, FindingRow, Loaded,
    Plan, Seating, Severity, SkillRow, VarianceRow, Work,
};
use coins::{Coins, SEATS};
use ludometer_model::RuleSet;
use ludometer_playable::Compiled;
use ludometer_stats::Row;

/// The further plays beside the batch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Further {
    Nothing,
    Skill,
    CardValues,
}

/// Returns the rows of a table of an analysed batch of greedy play.
fn analysed<R: Row>(settings: &[&str], plays: u64, seed: u64, further: Further) -> Vec<R> {
    let mut rules = RuleSet::defaults(Coins::schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    let game = Loaded::<Coins>::new(SEATS, rules).unwrap();
    let bots = vec![game.bot("greedy").unwrap(); SEATS];
    let plan =
        Plan { seed, plays: 0..plays, seating: Seating::Rotate, threads: 2, timing: false, stall: None };
    let skill = further == Further::Skill;
    let card_values = (further == Further::CardValues).then(|| "1".parse::<CardPrecision>().unwrap());
    let analysis = AnalysisPlan { depth: Depth::Basic, skill, card_values, target: None };
    let batch = game.analyse(&bots, &plan, Work::unwatched(), None, analysis).unwrap();
    batch.report.rows()
}

/// Returns the findings that are more than notes and doubts: topic, text, bots that they hold for.
fn found(settings: &[&str], plays: u64, seed: u64) -> Vec<(String, String, String)> {
    let rows = analysed::<FindingRow>(settings, plays, seed, Further::Nothing);
    let sure = rows.into_iter().filter(|row| row.severity < Severity::Note);
    sure.map(|row| (row.topic, row.text, row.holds_for)).collect()
}

fn has(found: &[(String, String, String)], topic: &str, words: &str) -> bool {
    found.iter().any(|(t, text, _)| t == topic && text.contains(words))
}

#[test]
fn the_toy_keeps_the_contract() {
    let game = Coins::new(SEATS, &RuleSet::defaults(Coins::schema())).unwrap();
    crate::check(&game, 100, 1).unwrap();
}

#[test]
fn a_seat_that_starts_richer_is_found() {
    let found = found(&["head_start=5"], 2000, 1);
    assert!(has(&found, "seat balance", "Player A wins"), "{found:?}");
    let seat = found.iter().find(|f| f.1.starts_with("Player A")).unwrap();
    assert!(seat.2.contains("greedy") && seat.2.contains("random"), "{seat:?}");
}

#[test]
fn a_card_that_always_wins_is_found() {
    let found = found(&["deck.crown=1"], 2000, 1);
    assert!(has(&found, "strong cards", "being dealt Crown"), "{found:?}");
    assert!(has(&found, "strong cards (observed)", "having drawn Crown"), "{found:?}");
}

#[test]
fn a_card_that_can_never_be_played_is_found() {
    let found = found(&["deck.stone=6"], 1000, 1);
    assert!(has(&found, "dead cards", "Stone was drawn"), "{found:?}");
}

#[test]
fn a_deck_that_loops_is_found() {
    let found = found(&["deck.penny=0", "deck.shilling=0", "deck.stone=12"], 300, 1);
    assert!(has(&found, "loops", "the deck goes round and round"), "{found:?}");
    assert!(has(&found, "unfinished games", "limit of turns"), "{found:?}");
    assert!(has(&found, "loops", "no seat gets on"), "{found:?}");
}

#[test]
fn a_sound_game_is_left_alone() {
    // What is true of the game in the long run is no false alarm. Stated: at most one analysis in
    // twenty says anything else. Four or more of twenty would be a chance of 1.6 %.
    let about = |(topic, text, _): &(String, String, String)| {
        let words: Vec<&str> = text.split(' ').take(2).collect();
        (topic.clone(), words.join(" "))
    };
    let truth: Vec<_> = found(&[], 40_000, 1).iter().map(about).collect();
    assert!(!truth.iter().any(|(topic, _)| topic == "seat balance" || topic == "dead cards"), "{truth:?}");
    let false_alarm = |seed: &u64| found(&[], 1000, 100 + seed).iter().any(|f| !truth.contains(&about(f)));
    let alarms: Vec<u64> = (0..20).filter(false_alarm).collect();
    assert!(alarms.len() < 4, "{alarms:?} besides {truth:?}");
}

#[test]
fn few_plays_earn_no_verdict() {
    let rows = analysed::<FindingRow>(&["head_start=5"], 60, 1, Further::Nothing);
    assert_eq!(rows[0].severity, Severity::Unclear);
    assert!(found(&["head_start=5"], 60, 1).is_empty());
}

#[test]
fn one_crown_more_shortens_play_and_pays_who_is_dealt_it() {
    let rows = analysed::<CardValueRow>(&["deck.crown=1"], 4000, 1, Further::CardValues);
    let row = |change, on| {
        let is = |row: &&CardValueRow| row.card == "crown" && row.change == change && row.on == on;
        rows.iter().find(is).unwrap()
    };
    let adjusted = |change, on| row(change, on).adjusted.unwrap();
    assert!(adjusted(CardChange::OneMore, CardEffect::Turns).1 < 0.0);
    assert!(adjusted(CardChange::OneLess, CardEffect::Turns).0 > 0.0);
    // Each deck is known as exactly as was wanted, and has as many plays as that took.
    for change in [CardChange::OneMore, CardChange::OneLess] {
        let row = row(change, CardEffect::Turns);
        let (low, high) = row.effect.interval.unwrap();
        assert_eq!(row.stopped, "precision", "{change:?}");
        assert!((high - low) / 2.0 <= row.precision.unwrap(), "{change:?}");
    }
    // Who is dealt it plays it at once and wins. In 35 of 41 plays nobody is, and one of the seats
    // without it wins: 35/41 among 3 - 6/41 such seats. The effect is 1 - 0.299.
    let (low, high) = adjusted(CardChange::Dealt, CardEffect::WinShare);
    let expected = 1.0 - (35.0 / 41.0) / (3.0 - 6.0 / 41.0);
    assert!(low < expected && expected < high);
    assert!(low > 0.6);
}

#[test]
fn the_ladder_of_skill_is_reported() {
    let skill = analysed::<SkillRow>(&[], 1000, 1, Further::Skill);
    let rate = skill[0].interval.unwrap().0;
    assert!(rate > 1.0 / 3.0, "greedy beats random: {rate}");
}

/// Returns the share of a source in the variance, and its interval.
fn explained(rows: &[VarianceRow], among: &str, source: &str) -> [f64; 3] {
    let row = rows.iter().find(|row| row.among == among && row.source == source).unwrap();
    let (low, high) = row.share.interval.unwrap();
    [row.share.value.unwrap(), low, high]
}

#[test]
fn bots_explain_nothing_of_a_lottery() {
    let table = analysed(&["lot=1", "deck.shilling=0"], 300, 1, Further::Skill);
    let [bot, low, high] = explained(&table, "ladder", "bot");
    assert!(bot < 0.02 && low == 0.0 && high < 0.06, "{bot} {low} {high}");
    assert!(explained(&table, "ladder", "deal")[0] > 0.9, "a lot drawn with the deal");
    assert!(explained(&table, "this run", "deal")[0] > 0.99);
    let table = analysed(&["lot=2", "deck.shilling=0"], 300, 1, Further::Skill);
    assert!(explained(&table, "ladder", "bot")[0] < 0.02);
    // Greedy plays of the same deal are of the same length: the same lot is drawn in them.
    assert!(explained(&table, "this run", "draws")[0] > 0.9, "a lot drawn at the end");
    let sum: f64 = table[..6].iter().map(|row| row.share.value.unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn the_bot_explains_all_of_a_game_that_it_decides() {
    // Pennies alone: who plays one each turn is first, and random bots pass half of their turns.
    let table = analysed(&["deck.shilling=0"], 300, 1, Further::Skill);
    let [bot, low, _] = explained(&table, "greedy among random", "bot");
    assert!(bot > 0.98 && low > 0.95, "{bot} from {low}");
}
