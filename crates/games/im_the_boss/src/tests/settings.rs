//! The keys of the spec's section 3, and settings that can't be played, in its words.

use crate::ImTheBoss;
use ludometer_model::RuleSet;
use ludometer_playable::Compiled;

/// The faults of these settings, whether found when they are set or when the game is made.
fn fault(seats: usize, settings: &[&str]) -> String {
    let mut rules = RuleSet::defaults(ImTheBoss::schema());
    for setting in settings {
        if let Err(fault) = rules.set_text(setting) {
            return fault.message;
        }
    }
    let error = ImTheBoss::new(seats, &rules).expect_err("these settings can't be played");
    let messages: Vec<&str> = error.faults.iter().map(|fault| fault.message.as_str()).collect();
    messages.join("; ")
}

#[test]
fn ib_8_players_outside_the_chart() {
    for players in [2, 7, -1] {
        assert_eq!(
            fault(4, &[&format!("players={players}")]),
            format!("players = {players}: the chart has rows for 3 to 6 only")
        );
    }
    assert_eq!(fault(7, &[]), "players = 7: the chart has rows for 3 to 6 only");
}

#[test]
fn messages_word_for_word() {
    let cases: [(&[&str], &str); 17] = [
        (
            &["chart.p4.hand=15", "deck.colors=1"],
            "deck too small: 4 players x 15 cards, 38 cards in the deck",
        ),
        (
            &[
                "deck.per_color.plus_1=0",
                "deck.per_color.plus_2=0",
                "deck.per_color.plus_3=0",
                "deck.per_color.plus_4=0",
                "deck.per_color.minus_2=0",
                "deck.per_color.minus_3=0",
                "deck.per_color.minus_4=0",
                "deck.per_color.minus_5=0",
            ],
            "no valued Deal card: every round would be worth 0",
        ),
        (&["pass.disks=0"], "a round could never end"),
        (&["chart.p4.boss_rounds=0"], "the game would have no round"),
        (&["chart.p6.boss_rounds=0"], "the game would have no round"),
        (&["chart.p4.cousins=4"], "chart.p4.cousins = 4: only 3 players can hold one"),
        (&["chart.p3.cousins=9"], "chart.p3.cousins = 9: only 2 players can hold one"),
        (&["bank.limit=cards", "money.start=1000", "money.cards.d500=0"], {
            "bank cannot pay the starting money"
        }),
        (&["bank.money=5"], "unknown key bank.money; did you mean `bank.limit`?"),
        (&["deck.blue.plus_5=2"], "unknown key deck.blue.plus_5"),
        (&["negotiation.mode=sworn"], {
            "unknown word sworn for negotiation.mode; allowed are binding, free, reputation"
        }),
        (&["negotiation.mode=Bindin"], {
            "unknown word Bindin for negotiation.mode; allowed are binding, free, reputation; \
             did you mean `binding`?"
        }),
        (&["variant.nasty=maybe"], "unknown word maybe for variant.nasty; allowed are true, false"),
        (&["variant.nasty=ture"], {
            "unknown word ture for variant.nasty; allowed are true, false; did you mean `true`?"
        }),
        (&["money.start=1001"], "money.start = 1001: out of range 0–1000"),
        (&["pass.disks=5"], "pass.disks = 5: out of range 1–4"),
        (&["limits.decisions=999"], "limits.decisions = 999: out of range 1000–10^6"),
    ];
    for (settings, message) in cases {
        assert_eq!(fault(4, settings), message);
    }
}

#[test]
fn several_faults_come_in_the_order_of_the_spec() {
    assert_eq!(
        fault(4, &["chart.p5.cousins=5", "pass.disks=0", "chart.p3.boss_rounds=0"]),
        "a round could never end; the game would have no round; \
         chart.p5.cousins = 5: only 4 players can hold one"
    );
}

/// Section 3: keys, what replaces the star in them, the defaults, and what is allowed: from and to, or words.
const SPEC: [[&str; 4]; 39] = [
    ["players", "", "4", "3 6"],
    ["chart.p*.hand", "3 4 5 6", "10 8 8 8", "1 15"],
    ["chart.p*.boss_rounds", "3 4 5 6", "3 2 1 1", "1 10"],
    ["chart.p*.limit", "3 4 5 6", "150 200 250 250", "0 10000"],
    ["chart.p3.cousins", "", "1", "0 2"],
    ["chart.p4.cousins", "", "2", "0 3"],
    ["chart.p5.cousins", "", "2", "0 4"],
    ["chart.p6.cousins", "", "2", "0 5"],
    ["money.start", "", "50", "0 1000"],
    ["deal.factor", "", "5", "1 100"],
    ["multiplier.base", "", "2", "1 10"],
    ["x.per_half", "", "1", "0 3"],
    ["x.under_disk", "", "1", "0 5"],
    ["x.half_jitter", "", "0", "0 10"],
    ["deck.colors", "", "3", "1 5"],
    ["deck.per_color.plus_*", "1 2 3 4", "2 3 3 2", "0 20"],
    ["deck.per_color.minus_*", "2 3 4 5", "1 1 1 1", "0 20"],
    ["deck.per_color.*", "pota reverse", "7 4", "0 20"],
    ["deck.per_color.move_*", "1 2 3", "3 2 2", "0 20"],
    ["deck.wild_pota", "", "6", "0 30"],
    ["pass.disks", "", "2", "1 4"],
    ["pass.bonus_cards", "", "1", "0 3"],
    ["pass.bonus_on_double", "", "true", "true false"],
    ["pass.boss_stops", "", "false", "false true"],
    ["refill.drop_max", "", "2", "0 5"],
    ["move.shortfall", "", "illegal", "illegal as_many"],
    ["x.midround", "", "current", "current next"],
    ["bank.limit", "", "none", "none cards"],
    ["money.cards.d*", "5 10 20 50 100 500", "15 15 15 15 15 15", "0 60"],
    ["information.money", "", "tracked", "tracked hidden"],
    ["negotiation.enabled", "", "true", "true false"],
    ["negotiation.mode", "", "binding", "binding free reputation"],
    ["negotiation.windows_per_round", "", "5", "1 12"],
    ["negotiation.asks_per_window", "", "1", "0 3"],
    ["negotiation.reputation_strikes", "", "1", "1 5"],
    ["negotiation.forced_gift", "", "false", "false true"],
    ["variant.nasty", "", "false", "false true"],
    ["limits.decisions", "", "20000", "1000 1000000"],
    // One of those that are unset: what the others of its colour are.
    ["deck.*.plus_1", "blue green red yellow purple", "- - - - -", "0 20"],
];

/// Returns each key with its default and what is allowed, one by one.
fn keys() -> Vec<(String, &'static str, Vec<&'static str>)> {
    let mut keys = Vec::new();
    for [key, names, defaults, allowed] in SPEC {
        let names = if names.is_empty() { vec![""] } else { names.split(' ').collect() };
        for (name, default) in names.into_iter().zip(defaults.split(' ')) {
            keys.push((key.replace('*', name), default, allowed.split(' ').collect()));
        }
    }
    keys
}

#[test]
fn every_key_of_the_spec_has_its_default() {
    let rules = RuleSet::defaults(ImTheBoss::schema());
    let found = rules.entries().into_iter().map(|(key, value)| format!("{key}={value}").replace('"', ""));
    let listed = keys().into_iter().filter(|(_, default, _)| *default != "-");
    let expected: Vec<String> = listed.map(|(key, default, _)| format!("{key}={default}")).collect();
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn every_key_of_the_spec_has_its_range() {
    let plays = |key: &str, value: &dyn std::fmt::Display| {
        let mut rules = RuleSet::defaults(ImTheBoss::schema());
        rules.set_text(&format!("{key}={value}")).is_ok() && ImTheBoss::new(4, &rules).is_ok()
    };
    for (key, _, allowed) in keys() {
        assert!(allowed.iter().all(|value| plays(&key, value)), "{key}: {allowed:?}");
        match allowed[0].parse::<i64>() {
            Ok(low) => {
                let high: i64 = allowed[1].parse().unwrap();
                assert!(!plays(&key, &(low - 1)) && !plays(&key, &(high + 1)), "{key}: {allowed:?}");
            }
            Err(_) => assert!(!plays(&key, &"maybe") && !plays(&key, &1), "{key}"),
        }
    }
}

#[test]
fn what_is_written_can_be_read() {
    let mut rules = RuleSet::defaults(ImTheBoss::schema());
    for (key, default, allowed) in keys() {
        let other = allowed.iter().rfind(|value| **value != default).unwrap();
        rules.set_text(&format!("{key}={other}")).unwrap();
    }
    let mut again = RuleSet::defaults(ImTheBoss::schema());
    for (key, value) in again.entries() {
        assert_ne!(rules.get(key), Some(value), "{key} is away from its default");
    }
    again.read_toml(&rules.to_toml(), "rules.toml").unwrap();
    assert_eq!(again.entries(), rules.entries());
    assert_eq!(again.hash(), rules.hash());
}

#[test]
fn single_colours_can_be_set_in_a_file() {
    let mut rules = RuleSet::defaults(ImTheBoss::schema());
    rules.read_toml("[deck.blue]\npota = 0\n[deck.purple]\npota = 3\n", "f").unwrap();
    let game = ImTheBoss::new(4, &rules).unwrap();
    assert_eq!(game.params.deck.len(), 102 - 7);
}
