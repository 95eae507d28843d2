//! The game with its rule set: what is legal, what seats know, what `greedy` plays.

use std::array::from_fn;
use std::sync::{Arc, LazyLock};

use ludometer::prelude::*;

use crate::rules::Turn;
use crate::table::{Action, Card, KINDS, PlayEvent, SEATS, State, View};

static SCHEMA: LazySchema = LazySchema::new(include_str!("../rules.toml"));

/// The rules of Love Letter with one rule set at one table size.
#[derive(Clone, Debug)]
pub(crate) struct LoveLetter {
    pub seats: usize,
    /// Copies of each kind (LL-1).
    pub deck: [u8; KINDS],
    /// The cards that a Guard can name (LL-7).
    pub named: Vec<Option<Card>>,
    /// Cards that lie open (LL-3).
    pub open: usize,
    /// Tokens that win (LL-18).
    pub goal: u8,
}

impl LoveLetter {
    /// Returns the number of cards of each kind in a state, or of those that a view shows.
    fn count(state: &State) -> [u8; KINDS] {
        let mut cards = *state.stock.copies();
        let held = state.hands.iter().chain([&state.drawn]).flatten();
        let open = state.discards.iter().chain([&state.open]).flat_map(|pile| pile.iter());
        held.chain(open).for_each(|&card| cards[card as usize] += 1);
        cards
    }

    // LL-4, LL-6, LL-13.
    fn append_legal(&self, state: &State, into: &mut Vec<Action>) {
        let mover = state.mover;
        let (Some(kept), Some(drawn)) = (state.hands[mover.index()], state.drawn) else { return };
        let has = |card| kept == card || drawn == card;
        let bound = has(Card::Countess) && (has(Card::King) || has(Card::Prince));
        let free = |seat: &Seat| !state.out[seat.index()] && !state.protected[seat.index()];
        let cards = [kept, drawn].into_iter().take(if kept == drawn { 1 } else { 2 });
        for card in cards.filter(|&card| !bound || card == Card::Countess) {
            let before = into.len();
            let named: &[_] = if card == Card::Guard { &self.named } else { &[None] };
            let aimed = !matches!(card, Card::Handmaid | Card::Countess | Card::Princess);
            let own = usize::from(card != Card::Prince);
            let targets = mover.around(self.seats).skip(own).filter(|seat| aimed && free(seat));
            for target in targets.map(Some) {
                into.extend(named.iter().map(|&guess| Action { card, target, guess }));
            }
            if into.len() == before {
                into.push(Action { card, target: None, guess: None });
            }
        }
    }
}

impl Game for LoveLetter {
    type State = State;
    type Action = Action;
    type View = View;
    type Event = PlayEvent;

    fn seats(&self) -> usize {
        self.seats
    }

    fn new_state(&self) -> State {
        State::default()
    }

    fn deal<L: EventSink<PlayEvent>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        *state = State::default();
        Turn { game: self, state, rng, log }.begin_round();
    }

    fn to_move(&self, state: &State) -> Option<Seat> {
        (!state.over).then_some(state.mover)
    }

    fn menu<R: MenuReader<Action>>(&self, state: &State, reader: R) -> R::Out {
        reader.list(|into| self.append_legal(state, into))
    }

    fn apply<L: EventSink<PlayEvent>>(&self, state: &mut State, action: Action, rng: &mut Rng, log: &mut L) {
        Turn { game: self, state, rng, log }.play(action);
    }

    fn outcome(&self, state: &State) -> Outcome {
        let rounds = u64::from(state.round) * SHARE_UNITS;
        Outcome::ranked(self.seats, self.progress(state), state.turn, rounds, false, |a, b| a > b)
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        let (me, mut shown) = (seat.index(), state.clone());
        for other in (0..SEATS).filter(|&other| other != me) {
            let known = state.known[other][me];
            shown.hands[other] = state.hands[other].filter(|_| known);
            shown.known[other] = from_fn(|watcher| watcher == me && known);
        }
        shown.drawn = state.drawn.filter(|_| state.mover == seat);
        shown.stock = Stock::default();
        View { seat, cards_left: state.stock.len(), shown }
    }

    // Deals the unseen cards to the hands, within what they can be, and to the stock.
    fn determinize(&self, view: &View, rng: &mut Rng, into: &mut State) {
        let shown = &view.shown;
        into.clone_from(shown);
        // One place a hand that is hidden, within what it can be; the last one is the mover's drawn card, which can be any.
        let places: [Places; SEATS + 1] = from_fn(|place| {
            let (hidden, excluded) = match shown.hands.get(place) {
                Some(hand) => (hand.is_none() && !shown.out[place], &shown.excluded[place][..]),
                None => (shown.drawn.is_none() && !shown.over, &[][..]),
            };
            let excluded = excluded.iter().fold(KindSet::NONE, |set, &card| set.with(card as usize));
            Places { count: hidden.into(), allowed: excluded.complement() }
        });
        let State { hands, drawn, stock, .. } = into;
        *stock = Stock::new(self.deck).without(&Self::count(shown));
        // The true cards fit all that is known, so there always is a deal.
        let _ = stock
            .deal(&places, rng, |place, card| *hands.get_mut(place).unwrap_or(drawn) = Some(Card::ALL[card]));
    }

    described_by_its_types!();
}

const fn weight(name: &'static str, about: &'static str, default: f64) -> Setting {
    Setting::new(name, about, Choices::Real(0.0, 10.0), default)
}

impl Compiled for LoveLetter {
    fn definition() -> &'static Design {
        static DESIGN: LazyLock<Design> = LazyLock::new(|| Design {
            id: "love-letter".to_owned(),
            title: "Love Letter".to_owned(),
            action_kinds: names(&Card::NAMES),
            phases: names(&["play"]),
            interactions: names(&Card::NAMES),
            progress_unit: "tokens".to_owned(),
            heuristic_weights: Weights::LIST.to_vec(),
            ..Design::default()
        });
        &DESIGN
    }

    fn schema() -> Arc<Schema> {
        SCHEMA.get()
    }

    fn seats_allowed(_: &RuleSet) -> (usize, usize) {
        (2, SEATS)
    }

    fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        let goals = ["win.tokens_two", "win.tokens_three", "win.tokens_four"];
        let Some(goal) = goals.get(seats.wrapping_sub(2)) else {
            return Err(RuleError::new(format!("{seats} seats: allowed are 2..{SEATS}")));
        };
        let deck = Card::NAMES.map(|name| rules.int(&format!("deck.{name}")) as u8);
        let open = if seats == 2 { rules.count("setup.open_cards") } else { 0 };
        // One card for each seat, one aside, one to draw.
        let (cards, needed) = (deck.iter().sum::<u8>(), seats + open + 2);
        if usize::from(cards) < needed {
            return Err(RuleError::new(format!("the deck has {cards} cards; {seats} seats need {needed}")));
        }
        let named =
            Card::ALL[1..].iter().filter(|&&card| deck[card as usize] > 0).copied().map(Some).collect();
        Ok(Self { seats, deck, named, open, goal: rules.int(goal) as u8 })
    }
}

settings! {
    /// The weights of `greedy`.
    pub struct Weights {
        keep: f64 = weight("keep", "weight of keeping the higher of the two cards", 1.0);
        attack: f64 = weight("attack", "weight of putting another seat out, and of not being put out", 1.0);
        shelter: f64 = weight("shelter", "weight of a Handmaid", 0.3);
    }
}

impl Playable for LoveLetter {
    type Stats = ();
    type Weights = Weights;

    defined_by_its_type!();

    fn cards(&self) -> Vec<CardKind> {
        Card::NAMES.into_iter().zip(self.deck).map(|(name, n)| CardKind::new(name, n.into())).collect()
    }

    fn copies_key(&self, card: &str) -> Option<String> {
        Some(format!("deck.{card}"))
    }

    fn action_kind(&self, action: Action) -> usize {
        action.card as usize
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        let excluded = |seat: usize, card: Card| state.excluded[seat].contains(&card);
        let fits = |seat: usize| state.hands[seat].map_or(state.out[seat], |card| !excluded(seat, card));
        let sound = Self::count(state) == self.deck && (0..SEATS).all(fits);
        if sound { Ok(()) } else { Err(format!("cards don't add up: {state:?}")) }
    }

    // What the card does to others, and how high the card is that stays.
    fn score_actions(&self, view: &View, legal: &[Action], weights: &Weights, scores: &mut Scores<Action>) {
        let Weights { keep, attack, shelter } = *weights;
        let (Some(hand), Some(drawn)) = (view.shown.hands[view.seat.index()], view.shown.drawn) else {
            return;
        };
        let seen = Self::count(&view.shown);
        let unseen = |card: Card| f64::from(self.deck[card as usize] - seen[card as usize]);
        let value = |card: Card| f64::from(card as u8 + 1) / 8.0;
        for action in legal {
            let kept = if action.card == drawn { hand } else { drawn };
            // The mean of a figure over the cards that the target may hold.
            let mean = |figure: &dyn Fn(Card) -> f64| {
                let Some(target) = action.target.map(Seat::index) else { return 0.0 };
                if let Some(card) = view.shown.hands[target] {
                    return figure(card);
                }
                let possible =
                    Card::ALL.into_iter().filter(|card| !view.shown.excluded[target].contains(card));
                let copies = possible.map(|card| (unseen(card), figure(card)));
                let sums = copies.fold((0.0, 0.0), |sums, (n, x)| (sums.0 + n * x, sums.1 + n));
                sums.0 / sums.1
            };
            let effect = match action.card {
                Card::Guard => attack * mean(&|card| f64::from(action.guess == Some(card))),
                Card::Baron => attack * mean(&|card| f64::from(card < kept) - f64::from(card > kept)),
                Card::Handmaid => shelter,
                Card::Prince if action.target == Some(view.seat) && kept == Card::Princess => -attack,
                Card::Prince if action.target == Some(view.seat) => 0.5 - value(kept),
                Card::Prince => mean(&|card| attack * f64::from(card == Card::Princess) + value(card) - 0.5),
                Card::King => mean(&|card| value(card) - value(kept)),
                Card::Priest | Card::Countess => 0.0,
                Card::Princess => -10.0,
            };
            scores.push(effect + keep * (value(kept) - value(action.card)));
        }
    }

    // By tokens, and a little by being in the round.
    fn evaluate(&self, state: &State) -> BySeat<f64> {
        let strength = |seat: usize| f64::from(state.tokens[seat]) + if state.out[seat] { 1.0 } else { 1.5 };
        let sum: f64 = (0..self.seats).map(strength).sum();
        BySeat::of_table(self.seats, |seat| strength(seat.index()) / sum)
    }

    fn progress(&self, state: &State) -> BySeat<i64> {
        BySeat::from_fn(|seat| state.tokens.get(seat.index()).copied().unwrap_or(0).into())
    }
}
