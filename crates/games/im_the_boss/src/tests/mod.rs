//! Tests of the rules, by clause; of the bots' judgement; of what views show. Positions are written down as
//! the spec writes them, and played by the words of the actions.

mod random_play;
mod examples;
mod rounds;
mod talks;
mod settings;
mod knowledge;
mod metrics;

use super::card::{Card, Cards, Colour, face};
use super::rules::Engine;
use super::state::{Half, Phase, State, View};
use super::{Action, Event, ImTheBoss, Status, *};
use ludometer_model::{Game, Rng, Seat};
use ludometer_playable::Playable;

/// All toggles away from their defaults at once.
const ALL_TOGGLES: &[&str] = &[
    "variant.nasty=true",
    "negotiation.mode=reputation",
    "negotiation.forced_gift=true",
    "move.shortfall=as_many",
    "x.midround=next",
    "pass.bonus_on_double=false",
    "pass.boss_stops=true",
    "bank.limit=cards",
    "information.money=hidden",
    "x.half_jitter=3",
];

fn rules(settings: &[&str]) -> RuleSet {
    let mut rules = RuleSet::defaults(ImTheBoss::schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    rules
}

fn game(seats: usize, settings: &[&str]) -> ImTheBoss {
    ImTheBoss::new(seats, &rules(settings)).unwrap()
}

/// A position with the events since it was set up.
struct Scene {
    game: ImTheBoss,
    state: State,
    events: Vec<Event>,
    rng: Rng,
}

fn colour(word: &str) -> Colour {
    let place = super::card::COLOURS.iter().position(|&c| c == word);
    Colour(place.unwrap_or_else(|| panic!("no colour {word}")) as u8)
}

/// Returns a position of `seats`, described by `key: values` with semicolons between. Types stand without
/// their colour where it is the round's. Cards that are not named lie in the stock, or, if
/// `stock` names some, face up in the discard pile.
fn scene(seats: usize, settings: &[&str], text: &str) -> Scene {
    let game = game(seats, settings);
    let mut state = game.new_state();
    let mut rng = Rng::from_words([7, 7, 7]);
    game.deal(&mut state, &mut rng, &mut ludometer_model::Silent);
    let public = &mut state.public;
    public.boss = Seat::new(0);
    public.first_boss = public.boss;
    state.hands = ludometer_model::small_table::BySeat::default();
    state.stock.clear();
    let mut left = game.params.deck;
    let mut stock = None;
    let mut phase = "lead".to_owned();
    let mut halves = None;
    for line in text.split(';').map(str::trim).filter(|line| !line.is_empty()) {
        let (key, value) = line.split_once(':').unwrap_or_else(|| panic!("no `key: value`: {line}"));
        let (key, number) = match key.trim().split_once(' ') {
            Some((key, number)) => (key, Some(Seat::new(number.parse().unwrap()))),
            None => (key.trim(), None),
        };
        let words: Vec<&str> = value.split_whitespace().collect();
        let numbers = || words.iter().map(|w| w.parse::<i64>().unwrap()).collect::<Vec<_>>();
        let public = &mut state.public;
        let round = public.colour;
        let mut cards = || -> Vec<Card> {
            let cards = words.iter().map(|word| {
                let full = Card::parse(word).or_else(|| Card::parse(&format!("{word}:{}", round?)));
                full.unwrap_or_else(|| panic!("no card {word}"))
            });
            let cards: Vec<Card> = cards.collect();
            for &card in &cards {
                left.take(card);
            }
            cards
        };
        match key {
            "boss" => public.boss = Seat::new(numbers()[0] as usize),
            "round" => public.round_no = numbers()[0] as u16,
            "colour" => public.colour = Some(colour(words[0])),
            "x_shown" => public.x_shown = numbers()[0] as u8,
            "tokens" => public.tokens_left = numbers()[0] as u8,
            "centre" => cards().iter().for_each(|card| public.centre[card.face().unwrap()] += 1),
            "front" => cards().iter().for_each(|&card| public.front[number.unwrap()].add(card)),
            "hand" => cards().iter().for_each(|&card| state.hands[number.unwrap()].add(card)),
            "face_up" => cards().iter().for_each(|&card| public.face_up.add(card)),
            "stock" => stock = Some(cards()),
            "halves" => {
                let half = |word: &str| {
                    let (cards, x_cards) = word.split_once('+').unwrap();
                    Half { cards: cards.parse().unwrap(), x_cards: x_cards.parse().unwrap() }
                };
                halves = Some([half(words[0]), half(words[1])]);
            }
            "cousin" => {
                for i in numbers() {
                    public.cousin[Seat::new(i as usize)] = true;
                    public.tokens_left -= 1;
                }
            }
            "passes" => {
                for (i, n) in numbers().into_iter().enumerate() {
                    public.passes[Seat::new(i)] = n as u8;
                }
            }
            "money" => {
                for (i, n) in numbers().into_iter().enumerate() {
                    public.money[Seat::new(i)] = n as i32;
                }
            }
            "phase" => phase = value.trim().to_owned(),
            _ => panic!("no key {key}"),
        }
    }
    let public = &mut state.public;
    match stock {
        Some(stock) => {
            state.stock.extend_from_slice(&stock);
            left.iter().for_each(|card| public.face_up.add(card));
        }
        None => left.iter().for_each(|card| state.stock.push(card)),
    }
    let params = &game.params;
    public.live &= !public.passes.at_least(params.disks).bits() as u8;
    public.movable = public.centre.iter().sum();
    for seat in Seat::all(seats) {
        public.movable += if game.is_protected(public, seat) { 0 } else { public.front[seat].cards() };
    }
    let x_left = params.x_cards() - public.x_shown;
    public.x_under = params.x_under.min(x_left);
    let x_cards = x_left - public.x_under;
    state.halves = halves.unwrap_or([Half { cards: state.stock.len() as u16, x_cards }, Half::default()]);
    public.stock = state.halves.iter().map(|half| half.size()).sum();
    public.round_multiplier = params.base + public.x_shown;
    let money: i64 = public.money.first(seats).iter().map(|&m| i64::from(m)).sum();
    state.bank_paid = money - seats as i64 * i64::from(params.start_money);
    for seat in Seat::all(seats) {
        public.hands[seat] = state.hands[seat].len() as u16;
    }
    let mut events = Vec::new();
    match phase.split_once(' ') {
        Some(("turn", seat)) => {
            Engine { game: &game, state: &mut state, rng: &mut rng, log: &mut events }
                .begin_turn(Seat::new(seat.parse().unwrap()));
        }
        Some(("drop", seat)) => state.public.phase = Phase::Drop(Seat::new(seat.parse().unwrap())),
        _ => state.public.phase = Phase::Lead,
    }
    let scene = Scene { game, state, events, rng };
    scene.game.audit(&scene.state).unwrap();
    scene
}

impl Scene {
    /// Begins the turn of this seat.
    fn begin_turn(&mut self, seat: Seat) {
        let Self { game, state, events, rng } = self;
        Engine { game, state, rng, log: events }.begin_turn(seat);
    }

    fn actions(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        legal
    }

    /// Without the colour of the round.
    fn short(&self, action: Action) -> String {
        let text = action.to_string();
        match self.state.public.colour {
            Some(colour) => text.replace(&format!(":{colour}"), ""),
            None => text,
        }
    }

    /// Returns the legal actions, the round's colour left out.
    fn legal(&self) -> Vec<String> {
        self.actions().into_iter().map(|action| self.short(action)).collect()
    }

    fn is_legal(&self, words: &str) -> bool {
        self.legal().iter().any(|legal| legal == words)
    }

    /// Carries out the action with these words.
    fn act(&mut self, words: &str) -> &mut Self {
        let action = self.actions().into_iter().find(|&a| a.to_string() == words || self.short(a) == words);
        let action = action.unwrap_or_else(|| panic!("`{words}` is not among {:?}", self.legal()));
        self.game.apply(&mut self.state, action, &mut self.rng, &mut self.events);
        self.game.audit(&self.state).unwrap();
        self
    }

    /// Answers all talk with nothing.
    fn quiet(&mut self) -> &mut Self {
        loop {
            match self.state.public.phase {
                Phase::TalkOffer(_) => self.act("offer:none"),
                Phase::TalkBoss => self.act("boss:close"),
                _ => return self,
            };
        }
    }

    /// Plays `seat action` steps with semicolons between; talk that isn't written is silence.
    fn play(&mut self, script: &str) -> &mut Self {
        for step in script.split(';').map(str::trim).filter(|step| !step.is_empty()) {
            let (seat, words) = step.split_once(' ').unwrap();
            let talk = ["offer", "boss", "ask", "reply"].iter().any(|word| words.starts_with(word));
            if !talk {
                self.quiet();
            }
            assert_eq!(self.to_move(), Some(seat.parse().unwrap()), "before `{step}`");
            self.act(words);
        }
        self
    }

    /// Everybody turns all disks, whatever they had promised before.
    fn all_out(&mut self) -> &mut Self {
        while matches!(self.quiet().state.public.phase, Phase::Turn(_)) {
            let all = if self.is_legal("double_pass") { "double_pass" } else { "pass" };
            self.act(all);
        }
        self
    }

    fn to_move(&self) -> Option<usize> {
        self.game.to_move(&self.state).map(Seat::index)
    }

    fn phase(&self) -> &str {
        self.state.public.phase.name()
    }

    fn money(&self) -> Vec<i32> {
        self.state.public.money.first(self.game.params.seats).to_vec()
    }

    fn hand_sizes(&self) -> Vec<u16> {
        self.state.public.hands.first(self.game.params.seats).to_vec()
    }

    fn front(&self, seat: usize) -> (u8, u8) {
        let front = self.state.public.front[Seat::new(seat)];
        (front.potas(), front.reverse)
    }

    /// Counts of the centre, `plus_1` to `minus_5`.
    const fn centre(&self) -> [u8; face::POTA] {
        self.state.public.centre
    }

    /// Returns the value of a share at the last settlement.
    fn deal_value(&self) -> i64 {
        let value = self.events.iter().rev().find_map(|event| match event {
            Event::Settle { value, .. } => Some(*value),
            _ => None,
        });
        value.expect("a round was settled")
    }

    /// Returns the promises judged so far: seat, kind, what became of them.
    fn judged(&self) -> Vec<(usize, String, Status)> {
        let judged = self.events.iter().filter_map(|event| match event {
            Event::Promise { seat, kind, status } => Some((seat.index(), kind.to_string(), *status)),
            _ => None,
        });
        judged.collect()
    }

    /// Cards drawn since the position was set up: seat and card.
    fn drawn(&self) -> Vec<(usize, Card)> {
        let drawn = self.events.iter().filter_map(|event| match event {
            Event::Draw { seat, card, .. } => Some((seat.index(), *card)),
            _ => None,
        });
        drawn.collect()
    }

    fn view(&self, seat: usize) -> View {
        self.game.view(&self.state, Seat::new(seat))
    }

    /// Returns a state determinized from a seat's view.
    fn determinize(&self, seat: usize, luck: u64) -> State {
        let mut world = self.game.new_state();
        self.game.determinize(&self.view(seat), &mut Rng::from_words([3, 3, luck]), &mut world);
        self.game.audit(&world).unwrap();
        assert_eq!(self.game.view(&world, Seat::new(seat)), self.view(seat));
        world
    }
}

/// These cards, counted.
fn cards(words: &str) -> Cards {
    let mut cards = Cards::default();
    words.split_whitespace().for_each(|word| cards.add(Card::parse(word).unwrap()));
    cards
}

impl Scene {
    /// Chance goes on from here.
    fn rng_of(&mut self, luck: u64) {
        self.rng = Rng::from_words([9, 9, luck]);
    }
}
