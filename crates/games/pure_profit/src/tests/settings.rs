//! Invalid settings with their messages, warnings, and the rule set's description.

use crate::PureProfit;
use ludometer_model::RuleSet;
use ludometer_playable::{Compiled, Playable};

fn refusal(seats: usize, settings: &[&str]) -> String {
    let mut rules = RuleSet::defaults(PureProfit::schema());
    for setting in settings {
        if let Err(fault) = rules.set_text(setting) {
            return fault.message;
        }
    }
    let error = PureProfit::new(seats, &rules).unwrap_err();
    error.faults.iter().map(|f| f.message.clone()).collect::<Vec<_>>().join("; ")
}

#[test]
fn unknown_keys_come_with_the_nearest_known_one() {
    assert_eq!(
        refusal(4, &["deck.steel_one=4"]),
        "deck.steel_one: unknown key; did you mean `deck.steal_one`?"
    );
    assert_eq!(refusal(4, &["xyzzy=4"]), "xyzzy: unknown key; `ludometer rules pure-profit` lists all keys");
}

#[test]
fn wrong_types_and_values_out_of_range_name_what_is_allowed() {
    assert_eq!(refusal(4, &["deck.value_3=41"]), "deck.value_3 = 41: allowed are 0..40");
    assert_eq!(refusal(4, &["deck.value_3=many"]), "deck.value_3 = many: allowed are 0..40");
    assert_eq!(refusal(4, &["deck.value_3=2.5"]), "deck.value_3 = 2.5: allowed are 0..40");
    assert_eq!(refusal(4, &["steal.cards=shut"]), "steal.cards = shut: allowed are open, blind");
    assert_eq!(refusal(4, &["draw.may_stop=1"]), "draw.may_stop = 1: allowed are true, false");
    assert_eq!(refusal(4, &["bank.goal=1"]), "bank.goal = 1: allowed are 2..10");
    assert_eq!(refusal(4, &["limits.max_turns=9"]), "limits.max_turns = 9: allowed are 10..1000000");
}

#[test]
fn a_value_that_every_bank_needs_must_be_in_the_deck() {
    assert_eq!(
        refusal(4, &["deck.value_7=0"]),
        "deck.value_7 = 0: no bank can pass 6, so no game could be won"
    );
    let mut rules = RuleSet::defaults(PureProfit::schema());
    rules.set_text("deck.value_7=0").unwrap();
    rules.set_text("bank.goal=6").unwrap();
    assert!(PureProfit::new(4, &rules).is_ok());
}

#[test]
fn decks_must_be_large_enough_and_seats_within_range() {
    let small: Vec<String> = (1..=10).map(|v| format!("deck.value_{v}=1")).collect();
    let mut settings: Vec<&str> = small.iter().map(String::as_str).collect();
    settings.extend(["deck.bankrupt_lowest=0", "deck.bankrupt_highest=0"]);
    settings.extend(["deck.steal_one=0", "deck.steal_two=0", "deck.steal_three=0"]);
    assert_eq!(refusal(4, &settings), "deck has 10 cards; 4 seats need 21");
    assert_eq!(refusal(9, &[]), "9 seats: allowed are 2..6");
    assert_eq!(refusal(1, &[]), "1 seat: allowed are 2..6");
    assert_eq!(refusal(4, &["players.min=5"]), "4 seats: allowed are 5..6");
    assert_eq!(
        refusal(4, &["players.min=5", "players.max=3"]),
        "4 seats: allowed are 5..3; players.min is above players.max"
    );
    assert_eq!(refusal(3, &["setup.first_seat=3"]), "setup.first_seat = 3: seats are 0..2");
    assert_eq!(refusal(4, &["setup.first_seat=9"]), "setup.first_seat = 9: seats are 0..3");
}

#[test]
fn odd_rule_sets_are_warned_of() {
    let warnings = |settings: &[&str]| {
        let mut rules = RuleSet::defaults(PureProfit::schema());
        for setting in settings {
            rules.set_text(setting).unwrap();
        }
        PureProfit::new(4, &rules).unwrap().warnings()
    };
    assert!(warnings(&[]).is_empty());
    assert_eq!(warnings(&["deck.value_2=3", "deck.value_3=13"]).len(), 1);
    assert!(warnings(&["deck.value_2=3", "deck.value_3=13"])[0].contains("deck.value_2"));
    assert!(warnings(&["deck.bankrupt_lowest=16", "deck.value_3=4", "deck.value_4=4"])[0].contains("fifth"));
    // A fifth of 108 is 21.6.
    assert!(warnings(&["deck.bankrupt_lowest=13", "deck.steal_one=0", "deck.steal_two=3"]).is_empty());
    assert_eq!(warnings(&["deck.bankrupt_lowest=14", "deck.steal_one=0", "deck.steal_two=2"]).len(), 1);
    assert!(warnings(&["deck.steal_one=6"])[0].contains("110 cards"));
}

/// The spec's section 3: keys, their default, what is allowed, and something else that is.
const KEYS: [(&str, &str, &str, &str); 23] = [
    ("players.min", "2", "2..8", "3"),
    ("players.max", "6", "2..8", "8"),
    ("deck.value_1 deck.value_2 deck.value_3 deck.value_4 deck.value_5", "8", "0..40", "11"),
    ("deck.value_6 deck.value_7 deck.value_8 deck.value_9 deck.value_10", "8", "0..40", "40"),
    ("deck.bankrupt_lowest deck.bankrupt_highest", "8", "0..40", "0"),
    ("deck.steal_one deck.steal_two deck.steal_three", "4", "0..40", "5"),
    ("hand.deal", "5", "1..12", "4"),
    ("hand.limit", "6", "1..12", "12"),
    ("bank.goal", "10", "2..10", "9"),
    ("setup.first_seat", "0", "0..seats-1", "2"),
    ("setup.first_special", "dead", "dead, replace", "replace"),
    ("draw.may_stop", "false", "true, false", "true"),
    ("draw.at_limit", "false", "true, false", "true"),
    ("bankrupt.timing", "after_draw", "after_draw, at_once", "at_once"),
    ("bankrupt.no_values", "relief", "relief, wait", "wait"),
    ("steal.cards", "open", "open, blind", "blind"),
    ("steal.protected_cards", "1", "0..6", "6"),
    ("steal.reshuffle", "returns", "returns, removed", "removed"),
    ("finish.allowed", "true", "true, false", "false"),
    ("finish.leftover", "any", "any, at_most_one, exactly_one", "exactly_one"),
    ("match.games", "1", "1..99", "3"),
    ("match.tiebreak", "shared", "shared, games_won", "games_won"),
    ("limits.max_turns", "2000", "10..1000000", "500"),
];

#[test]
fn every_key_of_the_spec_has_its_default_and_its_range_and_is_written_out() {
    let keys = || KEYS.iter().flat_map(|row| row.0.split_whitespace().map(move |key| (key, row)));
    let rules = RuleSet::defaults(PureProfit::schema());
    let written = |rules: &RuleSet| -> Vec<(String, String)> {
        let plain = |value: String| value.trim_matches('"').to_owned();
        rules.entries().into_iter().map(|(key, value)| (key.to_owned(), plain(value.to_string()))).collect()
    };
    let defaults: Vec<_> = keys().map(|(key, row)| (key.to_owned(), row.1.to_owned())).collect();
    assert_eq!(written(&rules), defaults);
    assert_eq!((PureProfit::seats_allowed(&rules), PureProfit::schema().usual_seats), ((2, 6), 4));
    let mut changed = rules.clone();
    for (key, &(_, default, allowed, other)) in keys() {
        assert_eq!(refusal(4, &[&format!("{key}=xyzzy")]), format!("{key} = xyzzy: allowed are {allowed}"));
        assert_ne!(default, other);
        changed.set_text(&format!("{key}={other}")).unwrap();
    }
    // Every key is written and read: each set becomes the other.
    for (from, into) in [(&rules, &changed), (&changed, &rules)] {
        let mut again = into.clone();
        again.read_toml(&from.to_toml(), "rules.toml").unwrap();
        assert_eq!(written(&again), written(from));
    }
}
