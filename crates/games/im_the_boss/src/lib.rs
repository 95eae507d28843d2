//! I'm the Boss: The Card Game, a game of deals for 3 to 6 players.
//!
//! Each round one seat is the Boss and leads a card whose colour binds the round; all play cards
//! that raise, lower, share or turn the deal until everybody has turned all pass disks. The Boss
//! trades tokens, each worth a share, for promises.
//!
//! # Readings taken where the spec leaves room
//! - `raise:v` is on the menu for v = 1 to 4 "whatever the deck holds": whether or not the deck has
//!   such cards (a bluff in mode free; in mode binding the hand decides).
//! - Seats in `boss:accept` and `boss:ask` come clockwise from the Boss's left, as they are asked for
//!   offers; move sources in front of seats come as targets do, the mover's own seat first.
//! - Promises of the next turn are judged when that turn is over, in every mode. In mode binding a
//!   promise that nothing can fulfil frees the turn and is void at its end.
//! - The forbidden sources of `no_negative` are plus cards in the centre. A reverse may be taken by a
//!   seat that promised `no_reverse`, only not be put before the Boss.
//! - A lap begins whenever the turn leaves the Boss's seat, so that the turns right behind the lead
//!   are lap 1.
//! - Decisions of DROP count towards `limits.decisions` when all have answered: a count that grew
//!   with every answer would tell how many cards were put away.
//! - After a reshuffle all cards that are not in sight are unknown alike (I1, I5), though somebody
//!   with a perfect memory of the discard pile would know more.
//! - The limited bank holds its money cards less the starting sums; what it can't pay is lost.
//! - A proof (I4) of a Move card covers those that could be played when the offer was made.
//!
//! # A designer's question
//! "Do tokens get traded, and for what: free against reputation?" One seat in four breaks its word
//! whenever it pays to (`honesty=0`), the others never do:
//! ```text
//! $ ludometer run im-the-boss --players 4 --bots greedy:honesty=0 greedy greedy greedy \
//!       --games 20000 --set negotiation.mode=free --out free
//! greedy:honesty=0   28.56 %  27.94 to 29.19 %   25.00 %      2.366     550.583
//! greedy             71.44 %  70.81 to 72.06 %   75.00 %      2.515     505.109
//! $ ludometer run im-the-boss --players 4 --bots greedy:honesty=0 greedy greedy greedy \
//!       --games 20000 --set negotiation.mode=reputation --out reputation
//! greedy:honesty=0   21.64 %  21.08 to 22.22 %   25.00 %      2.584     476.112
//! greedy             78.36 %  77.78 to 78.92 %   75.00 %      2.443     520.226
//! ```
//! Lying pays where nothing comes of it, and costs more than it brings where one strike bars a seat
//! for the rest of the play. `summary.csv` has 1.67 tokens a round and 3.77 of 13.36 promises broken
//! in the first run, 1.58 tokens and 0.96 of 12.58 in the second; `ib_promises.csv` lists them by
//! kind and bot.

mod card;
mod params;
mod action;
mod event;
mod state;
mod talk;
mod rules;
mod view;
mod heuristic;
mod stats;

pub use action::{Action, Class, Kind, Source};
pub use card::{Card, Cards, Colour};
pub use event::{Event, Place, Purse, Reason, Status};
pub use params::{Mode, Params, Talks};
pub use state::{Front, Half, Phase, Promise, Public, State, View};
pub use stats::{BossOrderRow, CardAimRow, DealValueRow, OutOrderRow, PromiseRow, RoundRow, Stats};

use std::sync::{Arc, LazyLock};

use ludometer_model::{
    BySeat, EventSink, FeatureSink, Game, LazySchema, MenuReader, Notice, Outcome, Rng, RuleError, RuleSet,
    SHARE_UNITS, Schema, Seat, described_by_its_types,
};
use ludometer_playable::{
    CardKind, Compiled, Design, Playable, Scores, bot_defaults, defined_by_its_type, names,
};
use ludometer_run::Entry;
use params::PLAYERS;
use rules::Engine;

/// Returns the game as a list of games holds it.
pub fn entry() -> Entry {
    Entry::of::<ImTheBoss>()
}

static SCHEMA: LazySchema = LazySchema::new(include_str!("rules.toml"));

/// The rules with one rule set at one table size.
#[derive(Clone, Debug)]
pub struct ImTheBoss {
    params: Params,
    /// The seats of the table, a bit each.
    table: u8,
}

impl ImTheBoss {
    /// Returns the parameters in force.
    pub const fn params(&self) -> &Params {
        &self.params
    }
}

impl Game for ImTheBoss {
    type State = State;
    type Action = Action;
    type View = View;
    type Event = Event;

    fn seats(&self) -> usize {
        self.params.seats
    }

    fn new_state(&self) -> State {
        State::new()
    }

    fn deal<L: EventSink<Event>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        Engine { game: self, state, rng, log }.set_up();
    }

    #[inline]
    fn to_move(&self, state: &State) -> Option<Seat> {
        state.public.to_move()
    }

    #[inline(always)]
    fn menu<R: MenuReader<Action>>(&self, state: &State, reader: R) -> R::Out {
        action::menu(self, state, reader)
    }

    #[inline]
    fn apply<L: EventSink<Event>>(&self, state: &mut State, action: Action, rng: &mut Rng, log: &mut L) {
        Engine { game: self, state, rng, log }.carry_out(action);
    }

    fn outcome(&self, state: &State) -> Outcome {
        let public = &state.public;
        Outcome::ranked(
            self.params.seats,
            BySeat::of_table(self.params.seats, |seat| i64::from(public.money[seat])),
            public.turn,
            u64::from(public.settled) * SHARE_UNITS,
            !public.finished,
            |a, b| a > b,
        )
    }

    fn turn(&self, state: &State) -> u32 {
        state.public.turn
    }

    fn phase(&self, state: &State) -> usize {
        state.public.phase.index()
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        View::of(self, state, seat)
    }

    fn determinize(&self, view: &View, rng: &mut Rng, into: &mut State) {
        view.determinize(self, rng, into);
    }

    /// Returns what the others see of an action: what is put away before the refill only when all have answered (IB-85).
    fn notice(&self, _: &State, action: Action, _: Seat) -> Notice {
        if matches!(action, Action::Drop(_) | Action::DropStop) { Notice::Choice } else { Notice::Action }
    }

    described_by_its_types!();
}

impl Compiled for ImTheBoss {
    fn definition() -> &'static Design {
        static DESIGN: LazyLock<Design> = LazyLock::new(|| Design {
            id: "im-the-boss".to_owned(),
            title: "I'm the Boss: The Card Game".to_owned(),
            action_kinds: names(Action::KINDS),
            phases: names(Phase::NAMES),
            event_kinds: event::EVENT_KINDS.to_vec(),
            interactions: names(event::INTERACTIONS),
            progress_unit: "dollars".to_owned(),
            tables: names(&[
                "ib_rounds",
                "ib_deal_values",
                "ib_boss_order",
                "ib_out_order",
                "ib_plays",
                "ib_promises",
                "ib_seat_promises",
            ]),
            heuristic_weights: heuristic::Weights::LIST.to_vec(),
            bot_defaults: bot_defaults(heuristic::BOT_DEFAULTS),
            ..Design::default()
        });
        &DESIGN
    }

    fn schema() -> Arc<Schema> {
        SCHEMA.get()
    }

    fn seats_allowed(_: &RuleSet) -> (usize, usize) {
        PLAYERS
    }

    fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        Ok(Self { params: Params::new(seats, rules)?, table: ((1_u16 << seats) - 1) as u8 })
    }
}

impl Playable for ImTheBoss {
    type Stats = Stats;
    type Weights = heuristic::Weights;

    defined_by_its_type!();

    fn cards(&self) -> Vec<CardKind> {
        let deck = self.params.deck.counts();
        let types = 2 + self.params.colours * card::FACES;
        let copies = |card: Card| {
            if card == Card::X { u64::from(self.params.x_cards()) } else { u64::from(deck[card.number()]) }
        };
        let names = &SCHEMA.get().names;
        let title = |id: &str| match id.split_once(':') {
            Some((face, colour)) => format!("{} {colour}", names.card(face)),
            None => names.card(id),
        };
        let kind = |card: Card| {
            let id = card.to_string();
            let title = title(&id);
            CardKind::new(id, copies(card)).titled(title)
        };
        (0..types).map(Card::from_number).map(kind).collect()
    }

    #[inline]
    fn action_kind(&self, action: Action) -> usize {
        action.kind_index()
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        state::audit(self, state)
    }

    fn score_actions(
        &self,
        view: &View,
        legal: &[Action],
        weights: &Self::Weights,
        scores: &mut Scores<Action>,
    ) {
        heuristic::score_actions(self, view, legal, weights, scores);
    }

    fn observe(&self, view: &View, sink: &mut impl FeatureSink) {
        view::observe(self, view, sink);
    }

    fn evaluate(&self, state: &State) -> BySeat<f64> {
        heuristic::evaluate(self, state)
    }

    fn progress(&self, state: &State) -> BySeat<i64> {
        BySeat::of_table(self.params.seats, |seat| i64::from(state.public.money[seat]))
    }

    fn hand_contents(&self, state: &State, seat: Seat, tell: &mut impl FnMut(usize, u32)) {
        for (kind, &copies) in state.hands[seat].counts().iter().enumerate().filter(|(_, n)| **n > 0) {
            tell(kind, u32::from(copies));
        }
    }

    fn copies_key(&self, card: &str) -> Option<String> {
        match card.split_once(':') {
            Some((face, colour)) => Some(format!("deck.{colour}.{face}")),
            None => (card == "pota_wild").then(|| "deck.wild_pota".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests;
