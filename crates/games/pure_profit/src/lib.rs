//! Pure Profit (Foley Games, 2013): a race to bank a rising row of value cards, for 2 to 6 seats.
//!
//! A seat draws to six cards from the stock or the open pile and then banks or discards exactly one
//! card; Bankrupts cost it value cards, Steals take cards from other hands, and a seat that holds
//! every value its bank still lacks may lay them all down and win.
//!
//! # Readings taken where the spec is silent
//! - The row K6 of the spec's certain knowledge and the row K4 meet when an unseen card is taken
//!   from a seat known to hold Bankrupts: the sum "at least k" falls by one, whichever of them were
//!   known one by one.
//! - K5 to K7 are forgotten at the seat's next draw from either pile, as the spec's last column
//!   says, though a draw from the open pile would leave them true.
//! - What one seat privately knows of another's hand is known to neither of the rest. In determinized
//!   states such seats know what an onlooker of the whole play would know; what others know of the
//!   viewer's own hand the viewer knows exactly, and so do determinized states.
//! - With `bankrupt.no_values = wait` a seat without value cards is announced by `hold` alone; `relief`
//!   is what it does otherwise.
//! - Of a match's earlier games the view shows each seat's bank tops added up, and its games won.
//! - A match of several games is never unfinished itself; its unfinished games are counted in
//!   `pp_unfinished_games`.
//!
//! # A designer's question
//! "Is lowest or highest the crueller Bankrupt?" Trade one kind for the other, four `greedy`:
//! ```text
//! $ ludometer run pure-profit --set deck.bankrupt_lowest=12 --set deck.bankrupt_highest=4 --out low
//! $ ludometer run pure-profit --set deck.bankrupt_lowest=4 --set deck.bankrupt_highest=12 --out high
//! ```
//! | `summary.csv`, 100,000 plays each | 12 lowest, 4 highest | 4 lowest, 12 highest |
//! |---|---|---|
//! | `turns` | 54.39 (54.27 to 54.51) | 54.04 (53.92 to 54.15) |
//! | `pp_bankrupt_needed_lowest` | 0.784 (0.783 to 0.785) | 0.752 (0.751 to 0.754) |
//! | `pp_bankrupt_needed_highest` | 0.869 (0.868 to 0.871) | 0.876 (0.876 to 0.877) |
//! | `pp_win_after_lowest` | 0.227 (0.226 to 0.227) | 0.206 (0.205 to 0.208) |
//! | `pp_win_after_highest` | 0.233 (0.232 to 0.234) | 0.238 (0.237 to 0.238) |
//!
//! The highest card is needed more often, yet a seat hit by the lowest kind wins less: low values are
//! the ones that are needed next. The length hardly cares.

mod card;
mod action;
mod params;
mod knowledge;
mod state;
mod rules;
mod view;
mod event;
mod heuristic;
mod stats;
#[cfg(test)]
mod tests;

pub use action::{Action, Source};
pub use card::{Card, Counts, KINDS};
pub use event::{Cause, PlayEvent};
pub use knowledge::Facts;
pub use params::Params;
pub use state::{Bank, Hand, Phase, State};
pub use stats::ProfitStats;
pub use view::View;

use std::sync::{Arc, LazyLock};

use ludometer_model::{
    BySeat, EventSink, FeatureSink, Game, LazySchema, MenuReader, Outcome, Rng, RuleError, RuleSet, Schema,
    Seat, described_by_its_types,
};
use ludometer_playable::{
    CardKind, Compiled, Design, Playable, Scores, bot_defaults, defined_by_its_type, names,
};
use ludometer_run::Entry;
use rules::Engine;

/// Returns the game as a list of games holds it.
pub fn entry() -> Entry {
    Entry::of::<PureProfit>()
}

static SCHEMA: LazySchema = LazySchema::new(include_str!("rules.toml"));

/// The rules of Pure Profit with one rule set at one table size.
#[derive(Clone, Debug)]
pub struct PureProfit {
    params: Params,
}

impl PureProfit {
    /// Returns the rule set in force.
    pub const fn params(&self) -> &Params {
        &self.params
    }
}

impl Game for PureProfit {
    type State = State;
    type Action = Action;
    type View = View;
    type Event = PlayEvent;

    fn seats(&self) -> usize {
        self.params.seats
    }

    fn new_state(&self) -> State {
        State::new(self.params.seats)
    }

    fn deal<L: EventSink<PlayEvent>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        Engine { params: &self.params, state, rng, log }.begin();
    }

    #[inline]
    fn to_move(&self, state: &State) -> Option<Seat> {
        (state.phase != Phase::Over).then_some(state.active)
    }

    #[inline(always)]
    fn menu<R: MenuReader<Action>>(&self, state: &State, reader: R) -> R::Out {
        action::menu(&self.params, state, reader)
    }

    #[inline]
    fn apply<L: EventSink<PlayEvent>>(&self, state: &mut State, action: Action, rng: &mut Rng, log: &mut L) {
        Engine { params: &self.params, state, rng, log }.apply(action);
    }

    fn outcome(&self, state: &State) -> Outcome {
        rules::outcome(&self.params, state)
    }

    #[inline]
    fn turn(&self, state: &State) -> u32 {
        state.turns_before + state.turn
    }

    fn phase(&self, state: &State) -> usize {
        state.phase.index()
    }

    #[inline]
    fn view(&self, state: &State, seat: Seat) -> View {
        View::of(state, seat)
    }

    #[inline]
    fn determinize(&self, view: &View, rng: &mut Rng, into: &mut State) {
        view.determinize(&self.params, rng, into);
    }

    described_by_its_types!();
}

impl Compiled for PureProfit {
    fn definition() -> &'static Design {
        static DESIGN: LazyLock<Design> = LazyLock::new(|| Design {
            id: "pure-profit".to_owned(),
            title: "Pure Profit".to_owned(),
            action_kinds: names(Action::KINDS),
            phases: names(Phase::NAMES),
            event_kinds: event::EVENT_KINDS.to_vec(),
            interactions: names(event::INTERACTIONS),
            progress_unit: "values banked".to_owned(),
            heuristic_weights: heuristic::Weights::LIST.to_vec(),
            bot_defaults: bot_defaults(heuristic::BOT_DEFAULTS),
            ..Design::default()
        });
        &DESIGN
    }

    fn schema() -> Arc<Schema> {
        SCHEMA.get()
    }

    fn seats_allowed(rules: &RuleSet) -> (usize, usize) {
        (rules.count("players.min"), rules.count("players.max"))
    }

    fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        Ok(Self { params: Params::new(seats, rules)? })
    }
}

impl Playable for PureProfit {
    type Stats = ProfitStats;
    type Weights = heuristic::Weights;

    defined_by_its_type!();

    fn most_turns(&self) -> Option<u64> {
        Some(self.params.max_turns.into())
    }

    fn warnings(&self) -> Vec<String> {
        self.params.warnings()
    }

    fn hazards(&self) -> Vec<String> {
        self.params.hazards()
    }

    fn cards(&self) -> Vec<CardKind> {
        let names = &SCHEMA.get().names;
        let kind = |card: Card| {
            let (name, copies) = (card.identifier(), self.params.deck[card.index()].into());
            let title = names.card(&name);
            CardKind::new(name, copies).titled(title)
        };
        Card::all().map(kind).collect()
    }

    #[inline]
    fn action_kind(&self, action: Action) -> usize {
        action.kind_index()
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        state.audit(&self.params)
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

    /// Returns the top of the bank, with the totals of earlier games of the match.
    fn progress(&self, state: &State) -> BySeat<i64> {
        let over = state.phase == Phase::Over;
        BySeat::of_table(self.params.seats, |seat| {
            let banked = if over { 0 } else { i64::from(state.banks[seat].top) };
            i64::from(state.totals[seat]) + banked
        })
    }

    fn hand_contents(&self, state: &State, seat: Seat, tell: &mut impl FnMut(usize, u32)) {
        for (kind, &copies) in state.hands[seat].counts.iter().enumerate().filter(|(_, n)| **n > 0) {
            tell(kind, u32::from(copies));
        }
    }

    fn copies_key(&self, card: &str) -> Option<String> {
        Some(format!("deck.{card}"))
    }
}
