//! Settings that can't be played, in the spec's words.

use super::super::ImTheBoss;
use crate::games::Playable;
use crate::model::RuleSet;

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
    let cases: [(&[&str], &str); 14] = [
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
        (&["negotiation.mode=sworn"], "unknown word sworn for negotiation.mode"),
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

#[test]
fn every_key_of_the_spec_has_its_default() {
    let rules = RuleSet::defaults(ImTheBoss::schema());
    assert_eq!(rules.entries().len(), 1 + 16 + 3 + 3 + 1 + 13 + 1 + 3 + 1 + 1 + 1 + 1 + 6 + 1 + 6 + 1 + 1);
    assert_eq!(rules.int("limits.decisions"), 20_000);
    let again = {
        let mut again = RuleSet::defaults(ImTheBoss::schema());
        again.read_toml(&rules.to_toml(), "rules.toml").unwrap();
        again
    };
    assert_eq!(again.hash(), rules.hash(), "what is written can be read");
}

#[test]
fn single_colours_can_be_set_in_a_file() {
    let mut rules = RuleSet::defaults(ImTheBoss::schema());
    rules.read_toml("[deck.blue]\npota = 0\n[deck.purple]\npota = 3\n", "f").unwrap();
    let game = ImTheBoss::new(4, &rules).unwrap();
    assert_eq!(game.params.deck.len(), 102 - 7);
}
