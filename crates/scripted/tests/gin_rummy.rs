//! Scenes of `games/gin_rummy.luau`: hands laid out as the rules' cases need them.

#![allow(clippy::unwrap_used)] // a panic is how a test fails

use std::sync::Arc;

use ludometer_model::{Game, Rng, Seat, Silent, Streams};
use ludometer_scripted::{ScriptFile, ScriptGame, ScriptState};

const DEAL: &str = "	for s = 1, 2 do for _ = 1, DEAL do draw(deck, hand[s]) end end
	draw(deck, discard)
";

/// Returns the kind of a card such as `10c`: 13 a suit, in the order of the script.
fn kind(name: &str) -> usize {
    let (rank, suit) = name.split_at(name.len() - 1);
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let rank = ranks.iter().position(|&other| other == rank).unwrap();
    13 * "scdh".find(suit).unwrap() + rank + 1
}

/// A game in which these hands are dealt, with this card face up.
struct Table {
    game: ScriptGame,
    state: ScriptState,
    chance: Rng,
}

impl Table {
    fn dealt(hands: [&str; 2], up: &str) -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/gin_rummy.luau");
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains(DEAL));
        let kinds =
            |hand: &str| hand.split(' ').map(|card| kind(card).to_string()).collect::<Vec<_>>().join(", ");
        let [first, second] = hands.map(kinds);
        let laid_out = format!(
            "	for s, list in {{ {{ {first} }}, {{ {second} }} }} do for _, c in list do force(c, deck, hand[s]) end end
	force({}, deck, discard)
",
            kind(up)
        );
        let file = ScriptFile::from_text("gin_rummy.luau", &text.replace(DEAL, &laid_out)).unwrap();
        let game = ScriptGame::load(&Arc::new(file), 2, &[]).unwrap().checked().unwrap();
        let (mut state, mut chance) = (game.new_state(), Streams::new(1, 0).chance());
        game.deal(&mut state, &mut chance, &mut Silent);
        Self { game, state, chance }
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        let mut texts: Vec<_> = legal.into_iter().map(|action| self.game.action_text(action)).collect();
        texts.sort();
        texts
    }

    /// Carries out these actions, which must be allowed.
    fn play(&mut self, actions: &[&str]) {
        for action in actions {
            let mut legal = Vec::new();
            self.game.legal(&self.state, &mut legal);
            let chosen = legal.into_iter().find(|&other| self.game.action_text(other) == *action);
            let chosen = chosen.unwrap_or_else(|| panic!("{action} is not among {:?}", self.legal()));
            self.game.apply(&mut self.state, chosen, &mut self.chance, &mut Silent);
        }
    }

    /// Returns what each seat won; the hand must be over.
    fn chips(&self) -> [i64; 2] {
        assert_eq!(self.game.to_move(&self.state), None);
        assert_eq!(self.game.fault_of(&self.state), None);
        let outcome = self.game.outcome(&self.state);
        [0, 1].map(|seat| outcome.scores[Seat::new(seat)])
    }
}

/// Three melds and a card that costs ten.
const NEARLY_GIN: &str = "As 2s 3s 5c 5d 5h 9c 10c Jc Kd";

#[test]
fn gin_brings_a_bonus_and_allows_no_cards_to_be_laid_off() {
    let mut table = Table::dealt(["As 2s 3s 4s 5c 5d 5h 9c 10c Jc", "5s 6s 8s 8d 10d Jd Qh Kh Qc Qs"], "Ks");
    table.play(&["take", "knock"]);
    assert_eq!(table.legal(), ["discard 4_spades", "discard A_spades", "discard K_spades"]);
    table.play(&["discard K_spades", "run A_spades 4_spades", "group 5_clubs 5_diamonds 5_hearts"]);
    table.play(&["run 9_clubs J_clubs", "done"]);
    // 5s and 6s fit the run, but may only be melded now.
    assert_eq!(table.legal(), ["done", "group Q_spades Q_clubs Q_hearts"]);
    table.play(&["group Q_spades Q_clubs Q_hearts", "done"]);
    assert_eq!(table.chips(), [25 + 5 + 6 + 8 + 8 + 10 + 10 + 10, -82]);
}

#[test]
fn cards_laid_off_undercut_a_knock() {
    let mut table = Table::dealt([NEARLY_GIN, "4s 5s 6s Ad 7c 7d 7h 8c 8d 8h"], "2h");
    table.play(&["take", "knock", "discard 2_hearts", "run A_spades 3_spades"]);
    table.play(&["group 5_clubs 5_diamonds 5_hearts", "run 9_clubs J_clubs"]);
    table.play(&["done"]);
    // The run grows card by card; 5s would fit the group as well, 8c the other run.
    assert_eq!(table.legal(), ["keep", "lay_off 4_spades", "lay_off 5_spades", "lay_off 8_clubs"]);
    table.play(&["lay_off 4_spades", "lay_off 5_spades", "lay_off 6_spades", "keep"]);
    table.play(&["group 7_clubs 7_diamonds 7_hearts", "group 8_clubs 8_diamonds 8_hearts", "done"]);
    assert_eq!(table.chips(), [1 - 10 - 25, 34]);
}

#[test]
fn a_knock_needs_few_points_and_keeps_them_few() {
    let mut table = Table::dealt([NEARLY_GIN, "4h 6d 6s 7d 8c 8h 9d 9s Qh Qs"], "Kh");
    table.play(&["take"]);
    assert!(table.legal().contains(&"knock".to_owned()), "a king goes, a king stays: ten points");
    table.play(&["knock"]);
    assert_eq!(table.legal(), ["discard K_diamonds", "discard K_hearts"]);
    table.play(&["discard K_hearts"]);
    assert!(!table.legal().contains(&"done".to_owned()), "nothing is melded yet");

    let mut table = Table::dealt(["As 2s 3s 5c 5d 5h 9c 10c Qc Kd", "4h 6d 6s 7d 8c 8h 9d 9s Qh Qs"], "Kh");
    table.play(&["take"]);
    assert!(!table.legal().contains(&"knock".to_owned()), "two melds leave 39 points");
}

#[test]
fn the_first_card_is_offered_to_both_and_then_the_stock() {
    let mut table = Table::dealt([NEARLY_GIN, "4h 6d 6s 7d 8c 8h 9d 9s Qh Qs"], "Kh");
    table.play(&["pass"]);
    assert_eq!(table.legal(), ["pass", "take"]);
    table.play(&["pass"]);
    assert_eq!(table.legal(), ["draw"]);
    assert_eq!(table.game.to_move(&table.state), Some(Seat::new(0)));
}

#[test]
fn two_seats_that_give_back_what_they_take_end_the_hand() {
    let mut table = Table::dealt([NEARLY_GIN, "4h 6d 6s 7d 8c 8h 9d 9s Qh Qs"], "Kh");
    table.play(&["take", "discard K_hearts", "take", "discard K_hearts"]);
    assert_eq!(table.chips(), [0, 0]);
}
