//! Tests by clause, worked examples, invariants, knowledge, metrics and yardsticks; positions written
//! down as the spec writes them, played by the words of the actions.

mod turns;
mod matches;
mod knowledge;
mod settings;
mod random_play;
mod metrics;

use super::action::Action;
use super::card::{Card, KINDS};
use super::event::PlayEvent;
use super::rules::Engine;
use super::state::{Phase, State, Table};
use super::{PureProfit, View};
use ludometer_model::{Game, Outcome, Rng, RuleSet, Seat};
use ludometer_playable::{Compiled, Playable};

/// Returns the card written `7`, `BL`, `BH`, `S1`..`S3`.
fn card(word: &str) -> Card {
    match word {
        "BL" => Card::BANKRUPT_LOWEST,
        "BH" => Card::BANKRUPT_HIGHEST,
        "S1" => Card::steal(1),
        "S2" => Card::steal(2),
        "S3" => Card::steal(3),
        value => Card::value(value.parse().unwrap()),
    }
}

fn cards(words: &str) -> Vec<Card> {
    words.split_whitespace().map(card).collect()
}

/// Returns the rules with some settings changed.
fn rules_with(seats: usize, settings: &[&str]) -> PureProfit {
    let mut rules = RuleSet::defaults(PureProfit::schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    PureProfit::new(seats, &rules).unwrap()
}

/// A position.
struct Scene {
    game: PureProfit,
    state: State,
    events: Vec<PlayEvent>,
    described: u8,
}

/// Returns a table where nothing is laid out yet.
fn scene(seats: usize, settings: &[&str]) -> Scene {
    let game = rules_with(seats, settings);
    let mut state = game.new_state();
    state.table = Table::default();
    Scene { game, state, events: Vec::new(), described: 0 }
}

impl Scene {
    fn hand(mut self, seat: usize, words: &str) -> Self {
        for card in cards(words) {
            self.state.hands[Seat::new(seat)].add(card);
        }
        self.described |= 1 << seat;
        self
    }

    fn bank(mut self, seat: usize, words: &str) -> Self {
        for card in cards(words) {
            self.state.banks[Seat::new(seat)].lay(card.as_value().unwrap());
            self.state.open[card.index()] += 1;
        }
        self
    }

    fn discard(mut self, words: &str) -> Self {
        for card in cards(words) {
            self.state.discard.push(card.kind());
            self.state.open[card.index()] += 1;
        }
        self
    }

    fn used(&self) -> [u8; KINDS] {
        let mut used = [0; KINDS];
        for (kind, used) in used.iter_mut().enumerate() {
            let hands = self.state.hands.first(self.state.seats).iter().map(|h| h.counts[kind]);
            *used = self.state.open[kind] + hands.sum::<u8>();
        }
        used
    }

    /// Gives the stock all other cards of the deck; seats not described get five of them. Seat 0
    /// begins its turn.
    fn start(mut self) -> Self {
        self.state.stock.clear();
        for seat in Seat::all(self.state.seats) {
            if self.described >> seat.index() & 1 == 0 {
                for _ in 0..5 {
                    let used = self.used();
                    // Values, those with most copies left first.
                    let left = |k: &usize| self.game.params.deck[*k] - used[*k];
                    let kind = (0..10).max_by_key(left).unwrap();
                    self.state.hands[seat].add(Card::new(kind));
                }
            }
        }
        let used = self.used();
        for (kind, (&copies, &used)) in self.game.params.deck.iter().zip(&used).enumerate() {
            for _ in used..copies {
                self.state.stock.push(kind as u8);
            }
        }
        self.begin()
    }

    /// Gives the stock these cards, and the deck no others than those named.
    fn start_with_stock(mut self, words: &str) -> Self {
        self.state.stock.clear();
        self.game.params.deck = self.used();
        for card in cards(words) {
            self.state.stock.push(card.kind());
            self.game.params.deck[card.index()] += 1;
        }
        self.begin()
    }

    fn begin(mut self) -> Self {
        let (params, rng) = (&self.game.params, &mut Rng::from_words([1, 2, 3]));
        Engine { params, state: &mut self.state, rng, log: &mut self.events }.begin_turn(Seat::new(0));
        self.check();
        self
    }

    /// Every seat's certainties must hold.
    fn check(&self) {
        self.game.audit(&self.state).unwrap();
    }

    fn legal(&self) -> Vec<String> {
        self.actions().iter().map(ToString::to_string).collect()
    }

    fn actions(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        legal
    }

    fn find(&self, words: &str) -> Action {
        let action = self.actions().into_iter().find(|a| a.to_string() == words);
        action.unwrap_or_else(|| panic!("`{words}` is not among {:?}", self.legal()))
    }

    /// Carries out the action with these words.
    fn act(&mut self, words: &str) -> &mut Self {
        self.act_with(words, 0)
    }

    fn act_with(&mut self, words: &str, luck: u64) -> &mut Self {
        let action = self.find(words);
        let mut rng = Rng::from_words([1, 2, luck]);
        self.game.apply(&mut self.state, action, &mut rng, &mut self.events);
        self.check();
        self
    }

    /// Draws this very card from the stock: chance is tried until it obliges.
    fn draw(&mut self, word: &str) -> &mut Self {
        let wanted = card(word);
        let action = self.find("draw stock");
        for luck in 0..100_000 {
            let mut state = self.state.clone();
            let mut events = Vec::new();
            let mut rng = Rng::from_words([1, 2, luck]);
            self.game.apply(&mut state, action, &mut rng, &mut events);
            if events.iter().any(|e| matches!(e, PlayEvent::Draw { card, .. } if *card == wanted)) {
                return self.act_with("draw stock", luck);
            }
        }
        panic!("the stock gives no {word}");
    }

    fn hand_of(&self, seat: usize) -> String {
        words(self.state.hands[Seat::new(seat)].cards())
    }

    fn bank_of(&self, seat: usize) -> String {
        words(self.state.banks[Seat::new(seat)].values().map(Card::value))
    }

    fn pile(&self) -> String {
        words(self.state.discard.iter().map(|&kind| Card::of_kind(kind)))
    }

    fn to_move(&self) -> Option<usize> {
        self.game.to_move(&self.state).map(Seat::index)
    }

    fn over(&self) -> bool {
        self.state.phase == Phase::Over
    }

    fn outcome(&self) -> Outcome {
        self.game.outcome(&self.state)
    }

    fn view(&self, seat: usize) -> View {
        self.game.view(&self.state, Seat::new(seat))
    }

    /// Returns the last event that is no beginning of a turn.
    fn said(&self, event: &PlayEvent) -> bool {
        self.events.contains(event)
    }
}

fn words(cards: impl Iterator<Item = Card>) -> String {
    let word = |card: Card| match card.to_string().as_str() {
        "bankrupt_lowest" => "BL".to_owned(),
        "bankrupt_highest" => "BH".to_owned(),
        "steal_one" => "S1".to_owned(),
        "steal_two" => "S2".to_owned(),
        "steal_three" => "S3".to_owned(),
        value => value.to_owned(),
    };
    cards.map(word).collect::<Vec<_>>().join(" ")
}
