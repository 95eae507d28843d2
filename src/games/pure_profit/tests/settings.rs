//! Invalid settings with their messages, warnings, and the rule set's description.

use crate::games::Playable;
use crate::games::pure_profit::PureProfit;
use crate::model::RuleSet;

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
    assert_eq!(refusal(1, &[]), "1 seats: allowed are 2..6");
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
    assert!(warnings(&["deck.steal_one=6"])[0].contains("110 cards"));
}

#[test]
fn every_parameter_of_the_spec_is_there_and_written_out() {
    let rules = RuleSet::defaults(PureProfit::schema());
    assert_eq!(rules.entries().len(), 33);
    let text = rules.to_toml();
    let mut again = RuleSet::defaults(PureProfit::schema());
    again.set_text("deck.value_1=3").unwrap();
    again.read_toml(&text, "rules.toml").unwrap();
    assert_eq!(again.hash(), rules.hash());
}
