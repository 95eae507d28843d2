//! Tests of the game, and the table that scenarios are played at.

mod parameters;
mod turn;
mod service;
mod examples;
mod money;
mod variants;
mod knowledge;
mod random_play;
mod metrics;

use super::cards::NAMES;
use super::{cards, show, *};
use ludometer_model::{Event as _, Streams, Value};

/// Returns the game with some settings (`key=value`).
fn game(seats: usize, settings: &[&str]) -> EvenOdd {
    read(seats, settings).unwrap()
}

/// Returns the game, or what is wrong with the settings.
fn read(seats: usize, settings: &[&str]) -> Result<EvenOdd, RuleError> {
    let mut rules = RuleSet::defaults(SCHEMA.get());
    let mut faults = Vec::new();
    let count = format!("players.count={seats}");
    for setting in settings.iter().copied().chain([count.as_str()]) {
        faults.extend(rules.set_text(setting).err());
    }
    if !faults.is_empty() {
        return Err(RuleError { faults });
    }
    EvenOdd::new(seats, &rules)
}

/// Returns a seat by its letter.
fn seat(letter: &str) -> Seat {
    Seat::new("ABCDEFGH".find(letter).unwrap())
}

/// Returns a kind by its name.
fn card(name: &str) -> Card {
    Card::new(NAMES.iter().position(|n| *n == name).unwrap())
}

/// A play in progress, with all that happened.
pub(super) struct Table {
    game: EvenOdd,
    state: State,
    log: Vec<Event>,
    rng: Rng,
}

/// Returns a table before the roll of player A, turn 1. One player after the other, parted by `;`: letter,
/// dollars, shoes, cards; or `D out`. The rest of the money is in the Vault, the rest of the shoes
/// in the box, the rest of the cards in the stocks.
fn table(players: &str, settings: &[&str]) -> Table {
    let players: Vec<Vec<&str>> = players.split(';').map(|p| p.split_whitespace().collect()).collect();
    let game = game(players.len(), settings);
    let p = game.params.clone();
    let mut state = State::new();
    let t = &mut state.table;
    t.turn = 1;
    t.phase = Phase::PreRoll;
    t.ask((Seat::new(0), Question::PreRoll));
    t.rebuilt = p.copies;
    state.stock = p.copies;
    t.vault = p.jewels_total;
    let mut shoes = p.shoes_total;
    for (i, player) in players.iter().enumerate() {
        let seat = Seat::new(i);
        let t = &mut state.table;
        assert_eq!(self::seat(player[0]), seat);
        t.clothing[seat] = p.clothing;
        if player[1] == "out" {
            t.outs += 1;
            t.out_order[seat] = t.outs;
            continue;
        }
        t.alive.insert(seat);
        t.jewels[seat] = player[1].parse::<u16>().unwrap() / 100;
        t.vault -= t.jewels[seat];
        t.shoes[seat] = player[2].parse().unwrap();
        shoes -= t.shoes[seat];
        for name in &player[3..] {
            let card = card(name);
            state.stock[card.index()] -= 1;
            state.give(seat, card);
            state.hands[seat].drew(card);
            let t = &mut state.table;
            t.backs[card.deck().index()][seat] += 1;
            t.draws[card.deck().index()][seat] += 1;
        }
    }
    let t = &mut state.table;
    if p.unpicked_in_vault {
        t.vault_shoes = shoes;
    } else {
        t.box_shoes = shoes;
    }
    for deck in [Deck::Even, Deck::Odd] {
        t.stock[deck.index()] = cards::total(&state.stock, deck);
    }
    let table = Table { game, state, log: Vec::new(), rng: Rng::from_words([4, 5, 6]) };
    table.sound();
    table
}

impl Table {
    /// The invariants hold; every seat's view can be determinized again, and hides the other hands.
    fn sound(&self) {
        self.game.audit(&self.state).unwrap();
        let mut world = self.game.new_state();
        for viewer in Seat::all(self.game.seats()) {
            let view = self.game.view(&self.state, viewer);
            let mut rng = Rng::from_words([1, 2, u64::from(self.state.table.turn)]);
            self.game.determinize(&view, &mut rng, &mut world);
            self.game.audit(&world).unwrap();
            assert_eq!(self.game.view(&world, viewer), view);
            assert_eq!(self.game.to_move(&world), self.game.to_move(&self.state));
        }
    }

    /// Returns what the player may choose, who must be the one to move.
    fn legal(&self, player: &str) -> Vec<String> {
        assert_eq!(self.mover(), player);
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        legal.iter().map(ToString::to_string).collect()
    }

    /// Asserts who is to move and the legal actions.
    fn asks(&self, player: &str, actions: &[&str]) {
        assert_eq!(self.legal(player), actions);
    }

    /// Returns the letter of who is to move, or nothing.
    fn mover(&self) -> &'static str {
        self.game.to_move(&self.state).map_or("", |seat| &"ABCDEFGH"[seat.index()..=seat.index()])
    }

    /// The player takes this action.
    fn play(&mut self, player: &str, action: &str) {
        let shown = self.legal(player);
        let i = shown.iter().position(|a| a == action);
        let i = i.unwrap_or_else(|| panic!("{action} is not among {shown:?}"));
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        self.game.apply(&mut self.state, legal[i], &mut self.rng, &mut self.log);
        self.sound();
    }

    /// Several actions of one player, parted by spaces.
    fn plays(&mut self, player: &str, actions: &str) {
        for action in actions.split_whitespace() {
            self.play(player, action);
        }
    }

    /// The active player rolls and draws this card.
    fn draw(&mut self, name: &str) {
        let wanted = card(name);
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        assert!(legal.contains(&Action::Roll), "{legal:?}");
        for attempt in 0..100_000 {
            let mut rng = Streams::new(attempt, 0).chance();
            let mut state = self.state.clone();
            let mut log = Vec::new();
            self.game.apply(&mut state, Action::Roll, &mut rng, &mut log);
            if log.iter().any(|e| matches!(e, Event::Draw { card, .. } if *card == wanted)) {
                self.state = state;
                self.log.extend(log);
                self.sound();
                return;
            }
        }
        panic!("{name} is never drawn");
    }

    /// The active player ends the turn and all others pass until the next roll.
    fn end(&mut self) {
        let turn = self.state.table.turn;
        while self.state.table.turn == turn || self.state.table.phase != Phase::PreRoll {
            let mut legal = Vec::new();
            self.game.legal(&self.state, &mut legal);
            let pass = [Action::EndTurn, Action::Pass, Action::Roll].into_iter().find(|a| legal.contains(a));
            let action = pass.unwrap_or(legal[0]);
            self.game.apply(&mut self.state, action, &mut self.rng, &mut self.log);
            self.sound();
        }
    }

    /// Dollars of each player.
    fn money(&self) -> Vec<u32> {
        Seat::all(self.game.seats()).map(|s| self.game.dollars(self.state.table.jewels[s])).collect()
    }

    /// Dollars of the Vault.
    fn vault(&self) -> u32 {
        self.game.dollars(self.state.table.vault)
    }

    /// Shoes of each player.
    fn shoes(&self) -> Vec<u8> {
        self.state.table.shoes.first(self.game.seats()).to_vec()
    }

    /// Copies of a kind in the discard piles.
    fn discarded(&self, name: &str) -> u8 {
        self.state.table.discard[card(name).index()]
    }

    /// Copies of a kind that a player holds.
    fn holds(&self, player: &str, name: &str) -> u8 {
        self.state.hands[seat(player)].counts[card(name).index()]
    }

    /// Returns whether a player carries a shield.
    fn shielded(&self, player: &str) -> bool {
        self.state.table.shields[seat(player)] > 0
    }

    /// Returns whether a player is still in.
    fn alive(&self, player: &str) -> bool {
        self.state.table.alive.contains(seat(player))
    }

    /// Returns the name of the question that is asked.
    fn phase(&self) -> &'static str {
        show::Asked::of(&self.state.table).name()
    }

    /// The winner's letter, once the play is over.
    fn winner(&self) -> Option<&'static str> {
        assert_eq!(self.game.to_move(&self.state), None, "the play goes on");
        let outcome = self.game.outcome(&self.state);
        outcome.winners().next().map(|s| &"ABCDEFGH"[s.index()..=s.index()])
    }

    /// This player has the first turn instead.
    fn begun_by(mut self, player: &str) -> Self {
        let t = &mut self.state.table;
        (t.first, t.active) = (seat(player), seat(player));
        t.ask((t.active, Question::PreRoll));
        self.sound();
        self
    }

    /// The active player draws something without consequences and ends the turn; who is next?
    fn end_of(&mut self, player: &str, next: &str) {
        assert_eq!(self.mover(), player);
        self.draw("nothing");
        self.play(player, "EndTurn");
        assert_eq!(self.mover(), next);
    }
}
