//! Tests of Film Rummy: each is named for its clause, worked example or reading. Positions are written down
//! as the spec writes them, and played by the words of the actions.

mod clauses;
mod examples;
mod knowledge;
mod metrics;
mod random_play;
mod settings;
mod toggles;

use super::card::NO_CARD;
use super::{Action, FilmEvent, FilmRummy, Meld, Phase, State, View, state};
use ludometer_model::{Game, Outcome, Rng, RuleSet, Seat};
use ludometer_playable::Compiled;

/// Returns the rules with some settings changed.
fn rules_with(seats: usize, settings: &[&str]) -> FilmRummy {
    let mut rules = RuleSet::defaults(FilmRummy::schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    FilmRummy::new(seats, &rules).unwrap()
}

/// Returns the state and events of a play's beginning.
fn dealt(seats: usize, settings: &[&str], seed: u64) -> (State, Vec<FilmEvent>) {
    let game = rules_with(seats, settings);
    let mut state = game.new_state();
    let mut events = Vec::new();
    game.deal(&mut state, &mut Rng::from_words([seed, 0, 0]), &mut events);
    (state, events)
}

/// A position.
#[derive(Clone)]
struct Scene {
    game: FilmRummy,
    state: State,
    events: Vec<FilmEvent>,
    named: u8,
    stock: Option<usize>,
}

/// Seat 0 in ACT, slot 0, with nothing laid out yet.
fn scene(seats: usize, settings: &[&str]) -> Scene {
    let game = rules_with(seats, settings);
    let mut state = game.new_state();
    state.board.phase = Phase::Act;
    state.board.dealer = Seat::new(seats - 1);
    state.board.deal = 1;
    state.board.turn = 1;
    Scene { game, state, events: Vec::new(), named: 0, stock: None }
}

impl Scene {
    fn kind(&self, word: &str) -> u8 {
        self.game.params.naming.find(word).unwrap_or_else(|| panic!("no card {word}"))
    }

    fn kinds(&self, words: &str) -> Vec<u8> {
        words.split_whitespace().map(|word| self.kind(word)).collect()
    }

    /// Exactly these cards.
    fn hand(mut self, seat: usize, words: &str) -> Self {
        for kind in self.kinds(words) {
            self.state.receive(self.game.params(), Seat::new(seat), kind);
        }
        self.named |= 1 << seat;
        self
    }

    /// `F 1 J 3 4 5 6; 1 2 J`: genre, basic places, extras.
    fn meld(mut self, seat: usize, text: &str) -> Self {
        let (head, extras) = text.split_once(';').unwrap();
        let mut head = head.split_whitespace();
        let label = head.next().unwrap();
        let genre = (0..5).find(|g| self.game.params.naming.label(*g) == label).unwrap();
        let basics = head.enumerate().filter(|(_, word)| *word == "J").map(|(c, _)| 1 << c).sum();
        let mut meld = Meld::new(genre, basics);
        for word in extras.split_whitespace() {
            match word.parse::<u16>() {
                Ok(x) => meld.extras |= 1 << (x - 1),
                Err(_) => meld.jokers += 1,
            }
        }
        self.state.board.melds[seat] = meld;
        self.state.board.laid[seat] = 6;
        self
    }

    fn pile(mut self, words: &str) -> Self {
        for kind in self.kinds(words) {
            self.state.board.pile.push(kind);
        }
        self
    }

    /// Puts a negative card in front of the seat since slot 0.
    fn pending(mut self, seat: usize, word: &str) -> Self {
        self.state.board.pending[seat] = self.kind(word);
        self.state.board.last_negative[seat] = 0;
        self
    }

    /// The stock has this many cards; the surplus lies in the pile under the named ones.
    fn stock(mut self, cards: usize) -> Self {
        self.stock = Some(cards);
        self
    }

    fn totals(mut self, totals: &[u32]) -> Self {
        self.state.board.totals[..totals.len()].copy_from_slice(totals);
        self
    }

    /// Puts what is nowhere else into the stock; hands not named get five set cards that don't matter.
    fn start(mut self) -> Self {
        let params = self.game.params.clone();
        let mut left = params.copies;
        let board = &self.state.board;
        for &kind in self.state.hands.iter().flat_map(|h| h.iter()).chain(board.pile.iter()) {
            left[usize::from(kind)] -= 1;
        }
        for seat in 0..params.seats {
            if board.pending[seat] != NO_CARD {
                left[usize::from(board.pending[seat])] -= 1;
            }
            let meld = board.melds[seat];
            let Some(genre) = meld.genre() else { continue };
            for c in (0..params.categories as u32).filter(|c| meld.basics >> c & 1 == 0) {
                left[usize::from(params.basic(genre, c))] -= 1;
            }
            for x in (0..params.extras as u32).filter(|x| meld.extras >> x & 1 == 1) {
                left[usize::from(params.extra(genre, x))] -= 1;
            }
            left[usize::from(params.joker())] -= meld.all_jokers() as u8;
        }
        for seat in 0..params.seats {
            for _ in 0..if self.named >> seat & 1 == 1 { 0 } else { 5 } {
                let kind = (0..params.joker()).rev().max_by_key(|k| left[usize::from(*k)]).unwrap();
                left[usize::from(kind)] -= 1;
                self.state.receive(&params, Seat::new(seat), kind);
            }
        }
        let mut rest: Vec<u8> = Vec::new();
        for (kind, count) in left.iter().enumerate() {
            rest.extend((0..*count).map(|_| kind as u8));
        }
        let surplus = self.stock.map_or(0, |stock| rest.len() - stock);
        let named = self.state.board.pile.to_vec();
        self.state.board.pile.clear();
        // Set cards go under the pile first: the named ones stay on top.
        self.state.board.pile.extend_from_slice(&rest[..surplus]);
        self.state.board.pile.extend_from_slice(&named);
        self.state.stock.extend_from_slice(&rest[surplus..]);
        self.state.board.stock = self.state.stock.len() as u16;
        if self.state.board.pile.is_empty() {
            let kind = self.kind("R.b1");
            let place = self.state.stock.iter().position(|k| *k == kind).unwrap();
            let last = self.state.stock.len() - 1;
            self.state.stock.swap(place, last);
            self.state.stock.pop();
            self.state.board.pile.push(kind);
            self.state.board.stock -= 1;
        }
        self.state.board.melds_changed(&params);
        self.check();
        self
    }

    /// Seat 0 has yet to draw.
    fn before_draw(mut self) -> Self {
        self.state.board.phase = Phase::Draw;
        self
    }

    fn check(&self) {
        state::check_cards(&self.game.params, &self.state).unwrap();
    }

    fn actions(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        legal
    }

    fn legal(&self) -> Vec<String> {
        self.actions().iter().map(ToString::to_string).collect()
    }

    fn may(&self, words: &str) -> bool {
        self.legal().iter().any(|w| w == words)
    }

    /// Carries out the action with these words.
    fn act(&mut self, words: &str) -> &mut Self {
        self.act_with(words, 1)
    }

    fn act_with(&mut self, words: &str, seed: u64) -> &mut Self {
        let action = self.actions().into_iter().find(|a| a.to_string() == words);
        let action = action.unwrap_or_else(|| panic!("`{words}` is not among {:?}", self.legal()));
        self.events.clear();
        let mut rng = Rng::from_words([seed, 7, 7]);
        self.game.apply(&mut self.state, action, &mut rng, &mut self.events);
        self.check();
        self
    }

    /// Carries out the action, chance being such that what follows satisfies `wanted`.
    fn act_until(&mut self, words: &str, wanted: impl Fn(&Self) -> bool) -> &mut Self {
        for seed in 0..20_000 {
            let mut next = self.clone();
            next.act_with(words, seed);
            if wanted(&next) {
                *self = next;
                return self;
            }
        }
        panic!("chance never gives that after `{words}`");
    }

    /// Carries out the action; the cards then drawn are these.
    fn act_drawing(&mut self, words: &str, drawn: &str) -> &mut Self {
        let drawn: Vec<String> = drawn.split_whitespace().map(str::to_owned).collect();
        self.act_until(words, |next| {
            let cards = next.events.iter().filter_map(|e| match e {
                FilmEvent::Draw { card, .. } => Some(card.to_string()),
                _ => None,
            });
            cards.eq(drawn.iter().cloned())
        })
    }

    /// Returns the hand of a seat, in card order.
    fn cards(&self, seat: usize) -> String {
        self.names(&self.state.hands[seat])
    }

    fn names(&self, kinds: &[u8]) -> String {
        let names: Vec<&str> = kinds.iter().map(|k| self.game.params.naming.name(*k)).collect();
        names.join(" ")
    }

    /// Returns the meld of a seat as the state shows it.
    fn film(&self, seat: usize) -> String {
        let json = serde_json::to_value(&self.state).unwrap();
        json["melds"][seat].as_str().unwrap_or("none").to_owned()
    }

    fn top(&self) -> String {
        self.state.board.pile.top().map_or_else(|| "none".to_owned(), |k| self.names(&[k]))
    }

    fn known(&self, observer: usize, holder: usize) -> String {
        self.names(&self.view(observer).known[holder])
    }

    fn view(&self, seat: usize) -> View {
        self.game.view(&self.state, Seat::new(seat))
    }

    fn mover(&self) -> Option<usize> {
        self.game.to_move(&self.state).map(Seat::index)
    }

    fn outcome(&self) -> Outcome {
        self.game.outcome(&self.state)
    }
}
