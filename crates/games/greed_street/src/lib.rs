//! Greed Street: a race along one track, richest at the end wins.
//!
//! Two to six seats move pieces from Start to Finish. Squares hold Workers to be recruited by a
//! roll, who then earn their price from whoever lands on them, Score cards, and Action squares. A
//! payer may fight for the Worker. When the last piece arrives, money, Score cards and Workers
//! count.
//!
//! # Layout
//! `board.rs` reads the track's tokens, `checks.rs` refuses rule sets, `params.rs` types them;
//! `rules.rs`, `turn.rs`, `pay.rs`, `fight.rs` and `trade.rs` carry actions out, `legal.rs` lists
//! them; `view.rs` tells what a seat knows and determinizes the rest; `heuristic.rs`, `prospects.rs`,
//! `bargain.rs` and `answer.rs` judge choices.
//!
//! # Readings taken
//! - The placed cards of a roll turn up before the card that its doubles give is drawn. The spec
//!   leaves the order open; this one never mistakes a known card drawn now for a placed one.
//! - An offered kind becomes known when the proposer names it (`TradeGive`), not when the offer is
//!   complete: all of it is open talk.
//! - A default Worker's unchanged price may stand in a rule file whose board leaves her out, since
//!   files that are written out whole hold it.
//! - A board has at most 64 different Workers and 250 squares; the number in a money token is at most
//!   10,000, in `take_score` at most 100.
//! - A proposer who can do nothing but swap for the one kind that a window allows is known to have
//!   another kind as well; determinized states respect it.
//!
//! # How trades are priced
//! A card is worth its end value and what its use may still bring, which `prospects.rs` works out from board and
//! deck for each position: beside no other Bling a Ring is worth $281 at Start of the default board with four
//! seats, and its $50 on Finish. In a window a card is worth what it saves or wins at once, if that is more. A
//! trade is good for a seat if it gains more than the others by the partner's gain, shared out among them
//! (`bargain.rs`); whoever is offered one names the best price that is good for the proposer too (`answer.rs`).
//! Of a thousand plays of four `greedy`, each has 22 offers, 4.5 trades and 0.7 counter-offers.
//!
//! # A designer's question
//! "Is attacking right too often?" Allow fights to those only who have a Worker to lose, and compare:
//! ```text
//! $ ludometer run greed-street --games 20000 --seed 1 --out any
//! $ grep -E 'gs_(fights|fight_rate|instigator_win_rate|instigator_gain|instigator_loss),' any/summary.csv
//! gs_fights,1.6937,1.6756882361587422,1.7117117638412578,20000
//! gs_fight_rate,0.8375738693964345,0.8337677259716441,0.841380012821225,17321
//! gs_instigator_win_rate,0.53144004251048,0.5261015091934188,0.5367785758275413,16399
//! gs_instigator_gain,101.97142351065715,100.70269247567389,103.24015454564041,16399
//! gs_instigator_loss,39.73047174824349,38.78998601994927,40.67095747653771,16399
//! $ ludometer run greed-street --games 20000 --seed 1 --set fight.requires_own_worker=true --out own
//! $ grep -E 'gs_(fights|fight_rate|instigator_win_rate|instigator_gain|instigator_loss),' own/summary.csv
//! gs_fights,0.82845,0.8157808196335532,0.8411191803664468,20000
//! gs_fight_rate,0.41805015895443304,0.41301178603467664,0.42308853187418943,17132
//! gs_instigator_win_rate,0.5515118594966504,0.5438677016734699,0.5591560173198309,11241
//! gs_instigator_gain,125.45054016536906,123.36760355657873,127.5334767741594,11241
//! gs_instigator_loss,79.57571368217756,77.83971489538712,81.31171246896801,11241
//! ```
//! An attacker gains more than twice what it risks as long as it may have nothing to lose; with the toggle
//! fights halve, and gain and loss come near each other.

mod board;
mod cards;
mod action;
mod event;
mod state;
mod params;
mod prospects;
mod rules;
mod turn;
mod trade;
mod view;
mod heuristic;
mod bargain;
mod stats;
#[cfg(test)]
mod tests;

pub use action::{Action, Fraction};
pub use board::{Roster, Worker};
pub use cards::{Counts, Kind, Kinds};
pub use event::Event;
pub use params::{Params, Trade};
pub use prospects::{Odds, Prospects};
pub use state::{Phase, Public, State, Window};
pub use stats::{Tally, WorkerRow};
pub use view::View;

use std::sync::{Arc, LazyLock};

use ludometer_model::{
    BySeat, EventSink, FeatureSink, Game, LazySchema, MenuReader, Notice, Outcome, Rng, RuleError, RuleSet,
    Schema, Seat, described_by_its_types, small_table,
};
use ludometer_playable::{
    CardKind, Compiled, Design, Playable, Scores, bot_defaults, defined_by_its_type, names,
};
use ludometer_run::Entry;
use rules::Engine;

/// Returns the game as a list of games holds it.
pub fn entry() -> Entry {
    Entry::of::<GreedStreet>()
}

static SCHEMA: LazySchema = LazySchema::new(include_str!("rules.toml"));

/// The game with one rule set at one table size.
#[derive(Clone, Debug)]
pub struct GreedStreet {
    params: Arc<Params>,
}

impl GreedStreet {
    /// Returns the rule set.
    pub fn params(&self) -> &Params {
        &self.params
    }
}

impl Game for GreedStreet {
    type State = State;
    type Action = Action;
    type View = View;
    type Event = Event;

    fn seats(&self) -> usize {
        self.params.seats
    }

    fn new_state(&self) -> State {
        State {
            public: Public::blank(self.params.seats),
            hands: small_table::BySeat::all(Counts::NONE),
            unknown: Counts::NONE,
            down: [Counts::NONE; 2],
        }
    }

    fn deal<L: EventSink<Event>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        Engine { params: &self.params, state, rng, log }.deal();
    }

    #[inline]
    fn to_move(&self, state: &State) -> Option<Seat> {
        (state.public.phase != Phase::Over).then_some(state.public.mover)
    }

    #[inline]
    fn menu<R: MenuReader<Action>>(&self, state: &State, reader: R) -> R::Out {
        reader.list(|into| action::legal(&self.params, state, into))
    }

    #[inline]
    fn apply<L: EventSink<Event>>(&self, state: &mut State, action: Action, rng: &mut Rng, log: &mut L) {
        Engine { params: &self.params, state, rng, log }.apply(action);
    }

    fn outcome(&self, state: &State) -> Outcome {
        let seats = self.params.seats;
        let total = |seat: Seat| rules::total_parts(&self.params, state, seat).iter().sum();
        let scores = BySeat::of_table(seats, total);
        let turns = state.public.turn;
        let all_in = state.public.retired.len() as usize == seats;
        let rounds = Outcome::rounds_of_turns(turns, seats);
        Outcome::ranked(seats, scores, turns, rounds, !all_in, |a, b| a > b)
    }

    fn turn(&self, state: &State) -> u32 {
        state.public.turn
    }

    fn phase(&self, state: &State) -> usize {
        state.public.phase.index()
    }

    #[inline]
    fn view(&self, state: &State, seat: Seat) -> View {
        View::of(state, seat)
    }

    #[inline]
    fn determinize(&self, view: &View, rng: &mut Rng, into: &mut State) {
        view.determinize(&self.params, rng, into);
    }

    /// Returns what others see of an action: cards are placed face down.
    fn notice(&self, _: &State, action: Action, _: Seat) -> Notice {
        if matches!(action, Action::Place(_)) { Notice::Choice } else { Notice::Action }
    }

    described_by_its_types!();
}

impl Compiled for GreedStreet {
    fn definition() -> &'static Design {
        static DESIGN: LazyLock<Design> = LazyLock::new(|| Design {
            id: "greed-street".to_owned(),
            title: "Greed Street".to_owned(),
            action_kinds: names(Action::KINDS),
            phases: names(Phase::NAMES),
            event_kinds: event::EVENT_KINDS.to_vec(),
            interactions: names(event::INTERACTIONS),
            progress_unit: "dollars in all".to_owned(),
            tables: names(&["workers", "players"]),
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
        (2, 6)
    }

    fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        Ok(Self { params: Arc::new(Params::new(seats, rules)?) })
    }
}

impl Playable for GreedStreet {
    type Stats = Tally;
    type Weights = heuristic::Weights;

    defined_by_its_type!();

    fn most_turns(&self) -> Option<u64> {
        Some(self.params.max_turns.into())
    }

    fn cards(&self) -> Vec<CardKind> {
        let names = &SCHEMA.get().names;
        let kind = |(i, name): (usize, &&str)| CardKind {
            // In a hand at the end it scores.
            is_played: self.params.values[i] == 0,
            ..CardKind::new(*name, self.params.deck[Kind::new(i)].into()).titled(names.card(name))
        };
        cards::NAMES.iter().enumerate().map(kind).collect()
    }

    #[inline]
    fn action_kind(&self, action: Action) -> usize {
        action.kind_index()
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        state::audit(&self.params, state)
    }

    fn score_actions(
        &self,
        view: &View,
        legal: &[Action],
        weights: &Self::Weights,
        scores: &mut Scores<Action>,
    ) {
        heuristic::score_actions(&self.params, view, legal, weights, scores);
    }

    fn observe(&self, view: &View, sink: &mut impl FeatureSink) {
        view::observe(&self.params, view, sink);
    }

    fn evaluate(&self, state: &State) -> BySeat<f64> {
        heuristic::evaluate(&self.params, state)
    }

    /// Returns money, cards and Workers at their end values: the score if the play ended now.
    fn progress(&self, state: &State) -> BySeat<i64> {
        BySeat::of_table(self.params.seats, |seat| rules::total_parts(&self.params, state, seat).iter().sum())
    }

    fn hand_contents(&self, state: &State, seat: Seat, tell: &mut impl FnMut(usize, u32)) {
        let hand = &state.hands[seat];
        for kind in hand.kinds() {
            tell(kind.index(), u32::from(hand[kind]));
        }
    }

    fn copies_key(&self, card: &str) -> Option<String> {
        Some(format!("deck.{card}"))
    }
}
