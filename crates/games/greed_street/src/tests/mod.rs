//! Tests by clause, worked examples, settings, knowledge, invariants, metrics and yardsticks; positions in a
//! compact notation, for scenarios.
//!
//! One line a seat, from seat 0, words in any order: `@6` position, `$1200` money, `+donna` a Worker
//! owned, `skip` a skip mark, a kind's id a card in hand. Positions 0, $1000 and nothing else are
//! understood.

mod examples;
mod turns;
mod trades;
mod toggles;
mod settings;
mod knowledge;
mod random_play;
mod metrics;

use super::board::Workers;
use super::cards::Kind;
use super::event::{Event, RollFor};
use super::rules::Engine;
use super::state::{Phase, State};
use super::{Action, GreedStreet, View};
use ludometer_model::{Game, Rng, RuleSet, Seat};
use ludometer_playable::{Compiled, Playable};

/// Returns the game with these settings.
fn game(seats: usize, settings: &[&str]) -> GreedStreet {
    GreedStreet::new(seats, &rules(settings)).unwrap()
}

/// Returns the rule set with these settings.
fn rules(settings: &[&str]) -> RuleSet {
    let mut rules = RuleSet::defaults(GreedStreet::schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    rules
}

/// A position that is played on with chosen dice.
struct Scene {
    game: GreedStreet,
    state: State,
    /// The consequences of the last action.
    events: Vec<Event>,
    tries: u64,
}

/// Returns the position, seat 0 to move.
fn scene(settings: &[&str], seats: &[&str]) -> Scene {
    scene_of(settings, seats, 0)
}

/// Returns the position, this seat to move.
fn scene_of(settings: &[&str], seats: &[&str], active: usize) -> Scene {
    let game = game(seats.len(), settings);
    let mut state = game.new_state();
    let mut rng = Rng::from_words([1, 2, 3]);
    let mut events = Vec::new();
    game.deal(&mut state, &mut rng, &mut events);
    let rules = game.params().clone();
    let mut public = super::Public::blank(seats.len());
    public.roster = rules.roster;
    public.open = Workers::range(0, rules.workers);
    public.active = Seat::new(active);
    let mut deck = rules.deck;
    for (number, text) in seats.iter().enumerate() {
        let seat = Seat::new(number);
        public.money[seat] = rules.start;
        state.hands[seat] = super::Counts::NONE;
        for word in text.split_whitespace() {
            if let Some(position) = word.strip_prefix('@') {
                public.position[seat] = position.parse().unwrap();
            } else if let Some(money) = word.strip_prefix('$') {
                public.money[seat] = money.parse().unwrap();
            } else if let Some(name) = word.strip_prefix('+') {
                let worker = rules.roster.names().iter().position(|n| n == name).unwrap();
                public.open.remove(worker);
                public.owned[seat].insert(worker);
                public.seen[seat].insert(worker);
            } else if word == "skip" {
                public.skip.insert(Seat::new(number));
            } else {
                let kind = Kind::named(word).unwrap_or_else(|| panic!("what is {word}?"));
                deck.take(kind);
                state.hands[seat].add(kind);
                public.hand[seat] += 1;
            }
        }
        if public.position[seat] == rules.finish() {
            public.retired.insert(Seat::new(number));
        }
    }
    public.bank = rules.start * seats.len() as i64 - public.money.first(seats.len()).iter().sum::<i64>();
    public.unknown = deck.total() as u16;
    state.unknown = deck;
    state.public = public;
    events.clear();
    Engine { params: &rules, state: &mut state, rng: &mut rng, log: &mut events }.start_turn();
    game.audit(&state).unwrap();
    Scene { game, state, events, tries: 0 }
}

impl Scene {
    /// The legal actions, as they are shown.
    fn legal(&self) -> Vec<String> {
        self.actions().iter().map(ToString::to_string).collect()
    }

    fn actions(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        legal
    }

    /// Passes the trade windows that stand before the next other decision.
    fn pass(&mut self) -> &mut Self {
        while self.state.public.phase == Phase::TradeKind {
            self.act_if("NoTrade", |_| true);
        }
        self
    }

    /// Takes this action, after passing trade windows that don't offer it.
    fn act(&mut self, text: &str) -> &mut Self {
        self.act_if(text, |_| true)
    }

    /// Takes these actions.
    fn acts(&mut self, texts: &[&str]) -> &mut Self {
        for text in texts {
            self.act(text);
        }
        self
    }

    /// Takes this action, with such luck that the events are as wanted.
    fn act_if(&mut self, text: &str, wanted: impl Fn(&[Event]) -> bool) -> &mut Self {
        if !self.legal().iter().any(|legal| legal == text) {
            self.pass();
        }
        let legal = self.actions();
        let action = legal.iter().find(|action| action.to_string() == text);
        let action =
            *action.unwrap_or_else(|| panic!("{text} is not among {:?} ({})", self.legal(), self.phase()));
        for _ in 0..20_000 {
            self.tries += 1;
            let mut state = self.state.clone();
            let mut events = Vec::new();
            let mut rng = Rng::from_words([7, self.tries, 7]);
            self.game.apply(&mut state, action, &mut rng, &mut events);
            if wanted(&events) {
                self.state = state;
                self.events = events;
                self.game.audit(&self.state).unwrap();
                return self;
            }
        }
        panic!("no luck with {text}");
    }

    /// Rolls these dice.
    fn roll(&mut self, a: u8, b: u8) -> &mut Self {
        self.act_if("Roll", |events| dice(events) == Some([a, b]))
    }

    /// Rolls these doubles and draws this card for them.
    fn roll_draw(&mut self, a: u8, card: &str) -> &mut Self {
        self.act_if("Roll", |events| dice(events) == Some([a, a]) && drawn(events).first() == Some(&card))
    }

    fn phase(&self) -> &'static str {
        self.state.public.phase.name()
    }

    fn mover(&self) -> usize {
        self.state.public.mover.index()
    }

    fn active(&self) -> usize {
        self.state.public.active.index()
    }

    fn money(&self, seat: usize) -> i64 {
        self.state.public.money[Seat::new(seat)]
    }

    fn at(&self, seat: usize) -> u8 {
        self.state.public.position[Seat::new(seat)]
    }

    /// Returns the Workers of a seat, in the order of the board.
    fn owned(&self, seat: usize) -> Vec<&'static str> {
        let names = self.state.public.roster.names().iter().enumerate();
        let owned = self.state.public.owned[Seat::new(seat)];
        names.filter(|(i, _)| owned.contains(*i)).map(|(_, name)| name.as_str()).collect()
    }

    /// Returns the seats that have seen a Worker's face.
    fn seen(&self, worker: &str) -> Vec<usize> {
        let number = self.number(worker);
        let seats = 0..self.game.seats();
        seats.filter(|&seat| self.state.public.seen[Seat::new(seat)].contains(number)).collect()
    }

    fn is_open(&self, worker: &str) -> bool {
        self.state.public.open.contains(self.number(worker))
    }

    fn number(&self, worker: &str) -> usize {
        self.state.public.roster.names().iter().position(|name| name == worker).unwrap()
    }

    fn hand(&self, seat: usize) -> Vec<&'static str> {
        self.state.hands[Seat::new(seat)].cards().map(Kind::name).collect()
    }

    fn known(&self, seat: usize) -> Vec<&'static str> {
        self.state.public.known[Seat::new(seat)].cards().map(Kind::name).collect()
    }

    fn bottom(&self) -> Vec<&'static str> {
        self.state.public.bottom.iter().map(|kind| kind.name()).collect()
    }

    fn view(&self, seat: usize) -> View {
        self.game.view(&self.state, Seat::new(seat))
    }

    /// States that this seat determinizes.
    fn determinized(&self, seat: usize) -> impl Iterator<Item = State> + '_ {
        let view = self.view(seat);
        (0..200).map(move |i| {
            let mut state = self.game.new_state();
            self.game.determinize(&view, &mut Rng::from_words([5, i, 5]), &mut state);
            self.game.audit(&state).unwrap();
            assert_eq!(self.game.view(&state, Seat::new(seat)), view, "seen again");
            state
        })
    }

    /// Returns the totals of the last fight round compared, and the final ranking.
    fn compared(&self) -> Option<(i64, i64)> {
        self.events.iter().rev().find_map(|event| match event {
            Event::Compare { instigator, defender, .. } => Some((*instigator, *defender)),
            _ => None,
        })
    }
}

/// Returns the first dice rolled.
fn dice(events: &[Event]) -> Option<[u8; 2]> {
    events.iter().find_map(|event| match event {
        Event::Roll { dice, purpose, .. } if *purpose != RollFor::First => Some(*dice),
        _ => None,
    })
}

/// Returns the cards drawn, in order.
fn drawn(events: &[Event]) -> Vec<&'static str> {
    let draws = events.iter().filter_map(|event| match event {
        Event::Draw { card, .. } => Some(card.name()),
        _ => None,
    });
    draws.collect()
}
