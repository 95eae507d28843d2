//! Film Rummy: a rummy of film sets, jokers and action cards, for 2 to 4 seats (rule sets up to 6).
//!
//! A seat draws one card, may publish one film (a basic card of each category of one genre, jokers
//! filling gaps) and then gets rid of cards by adding extras and jokers to films on the table. It
//! ends its turn with a discard or an action card; the last discard wins.
//!
//! # Readings taken where the spec is silent
//! - An announced card (`hit`, `exchange`, a played action card) is open while its target is chosen and
//!   leaves the hand with the choice. A film is laid out with the real card wherever it is held;
//!   `MELD_FILL` then asks for the places that a spare joker may take instead. The others see the film
//!   that stays on the table: a view names the layout while it is asked for, since determinized states need
//!   the same question, but bots see views of their own decisions only, and a person is not informed of it.
//! - `may_rediscard_taken_card` bars the kind by the copies in hand when the discard is chosen.
//! - An unfinished single deal has no places, and counts neither in win rates nor in mean ranks. A match
//!   is never unfinished.
//! - Genres are named by their first letter, with their number where genres share it; ids of genres,
//!   categories and extras must differ, and a category and an extra can't share one.
//! - A round is n slots, so extra turns don't lengthen it.
//! - A deal ended by the turn limit is a dead position if all have published and neither a joker (also
//!   one that an exchange could free) nor a fitting extra is left for any open place. With freely
//!   played interaction cards hands can always shrink, and no position is dead.
//! - What other seats privately know is determinized as the module of the views tells.
//!
//! # A designer's question
//! "How many jokers keep it tense?" Half as many and half as many again, four `greedy`:
//! ```text
//! $ ludometer run film-rummy --games 20000 --set deck.jokers=5 --out few
//! $ ludometer run film-rummy --games 20000 --set deck.jokers=15 --out many
//! ```
//! | `summary.csv` | 5 jokers | 15 jokers |
//! |---|---|---|
//! | `fr_turns_per_deal` | 63.01 (62.73 to 63.28) | 32.83 (32.68 to 32.98) |
//! | `fr_first_meld_turn` | 32.80 (32.58 to 33.02) | 13.31 (13.19 to 13.44) |
//! | `fr_deals_with_all_melded` | 0.058 (0.055 to 0.061) | 0.202 (0.196 to 0.207) |
//! | `fr_jokers_in_winning_meld` | 1.38 (1.37 to 1.40) | 2.60 (2.58 to 2.61) |
//! | `fr_points_left` | 39.04 (38.84 to 39.24) | 35.64 (35.39 to 35.89) |
//!
//! Jokers halve the length and the wait for the first film; losers are left with a tenth less.

mod card;
mod event;
mod hand;
mod params;
mod action;
mod knowledge;
mod state;
mod rules;
mod view;
mod heuristic;
mod stats;
#[cfg(test)]
mod tests;

pub use action::{Action, Openings};
pub use card::{
    ACTIONS, Card, Face, Genre, MAX_CARDS, MAX_CATEGORIES, MAX_EXTRAS, MAX_GENRES, MAX_KINDS, Names, Naming,
};
pub use event::{FilmEvent, Spot, TurnKind, Use};
pub use hand::{Hand, Held, KindBits, MAX_HAND};
pub use knowledge::Counts;
pub use params::{FirstDealer, MatchMode, Params, Toggles};
pub use state::{Aimed, Board, Cards, MAX_PLAYERS, Meld, Phase, State};
pub use stats::{FilmStats, HandSizeRow};
pub use view::View;

use std::sync::{Arc, LazyLock};

use ludometer_model::{
    BySeat, EventSink, FeatureSink, Game, LazySchema, MenuReader, Notice, Outcome, Rng, RuleError, RuleSet,
    Schema, Seat, described_by_its_types,
};
use ludometer_playable::{
    CardKind, Compiled, Design, Playable, Scores, bot_defaults, defined_by_its_type, names,
};
use ludometer_run::Entry;
use rules::Engine;

/// Returns the game as a list of games holds it.
pub fn entry() -> Entry {
    Entry::of::<FilmRummy>()
}

static SCHEMA: LazySchema = LazySchema::new(include_str!("rules.toml"));

/// The rules of Film Rummy with one rule set at one table size.
#[derive(Clone, Debug)]
pub struct FilmRummy {
    params: Params,
}

impl FilmRummy {
    /// Returns the rule set in force.
    pub const fn params(&self) -> &Params {
        &self.params
    }
}

impl Game for FilmRummy {
    type State = State;
    type Action = Action;
    type View = View;
    type Event = FilmEvent;

    fn seats(&self) -> usize {
        self.params.seats
    }

    fn new_state(&self) -> State {
        State::new(&self.params)
    }

    fn deal<L: EventSink<FilmEvent>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        Engine { params: &self.params, state, rng, log }.start();
    }

    #[inline]
    fn to_move(&self, state: &State) -> Option<Seat> {
        state.board.to_move()
    }

    #[inline(always)]
    fn menu<R: MenuReader<Action>>(&self, state: &State, reader: R) -> R::Out {
        action::menu(&self.params, state, reader)
    }

    #[inline]
    fn apply<L: EventSink<FilmEvent>>(&self, state: &mut State, action: Action, rng: &mut Rng, log: &mut L) {
        Engine { params: &self.params, state, rng, log }.apply(action);
    }

    fn outcome(&self, state: &State) -> Outcome {
        rules::outcome(&self.params, state)
    }

    fn turn(&self, state: &State) -> u32 {
        // When the play is over, its last deal is among the earlier ones.
        let board = &state.board;
        board.earlier_turns + if board.phase == Phase::Over { 0 } else { board.turn }
    }

    fn phase(&self, state: &State) -> usize {
        state.board.phase.index()
    }

    #[inline]
    fn view(&self, state: &State, seat: Seat) -> View {
        View::of(state, seat)
    }

    #[inline]
    fn determinize(&self, view: &View, rng: &mut Rng, into: &mut State) {
        view.determinize(&self.params, rng, into);
    }

    /// Returns what the others see of an action: no card that is selected for a defect or picked by a thief. Who lays
    /// a film down is asked for those places only for which both the real card and a spare joker are held: the
    /// others see the film.
    fn notice(&self, before: &State, action: Action, _: Seat) -> Notice {
        match action {
            Action::Give(_) | Action::Steal(_) => Notice::Choice,
            _ if matches!(before.board.phase, Phase::MeldFill { .. }) => Notice::Nothing,
            _ => Notice::Action,
        }
    }

    described_by_its_types!();
}

impl Compiled for FilmRummy {
    fn definition() -> &'static Design {
        static DESIGN: LazyLock<Design> = LazyLock::new(|| Design {
            id: "film-rummy".to_owned(),
            title: "Film Rummy".to_owned(),
            action_kinds: names(Action::KINDS),
            phases: names(Phase::NAMES),
            event_kinds: event::EVENT_KINDS.to_vec(),
            interactions: names(event::INTERACTIONS),
            progress_unit: "cards in hand, as a minus".to_owned(),
            tables: names(&["hand_sizes"]),
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

impl Playable for FilmRummy {
    type Stats = FilmStats;
    type Weights = heuristic::Weights;

    defined_by_its_type!();

    fn most_turns(&self) -> Option<u64> {
        Some(self.params.max_turns.into())
    }

    /// Returns who is asked before another's turn passes: the last kind, in the last phase.
    fn action_kinds(&self) -> &[String] {
        let kinds = &Self::definition().action_kinds;
        &kinds[..kinds.len() - usize::from(!self.params.toggles.any_turn_interaction)]
    }

    fn phases(&self) -> &[String] {
        let phases = &Self::definition().phases;
        &phases[..phases.len() - usize::from(!self.params.toggles.any_turn_interaction)]
    }

    fn cards(&self) -> Vec<CardKind> {
        let params = &self.params;
        let names = &SCHEMA.get().names;
        let kind = |kind: usize| {
            let (number, copies) = (kind as u8, params.copies[kind].into());
            let id = params.naming.name(number);
            CardKind::new(id, copies).titled(params.naming.title(number).unwrap_or_else(|| names.card(id)))
        };
        (0..params.kinds()).map(kind).collect()
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

    /// Minus the cards in hand: who has fewest is nearest to going out. In a match, minus the points
    /// so far as well.
    fn progress(&self, state: &State) -> BySeat<i64> {
        let board = &state.board;
        BySeat::of_table(self.params.seats, |seat| {
            let place = seat.index();
            let points =
                if self.params.mode == MatchMode::Single { 0 } else { i64::from(board.totals[place]) };
            -points - state.hands[place].len() as i64
        })
    }

    fn hand_contents(&self, state: &State, seat: Seat, tell: &mut impl FnMut(usize, u32)) {
        let hand = &state.hands[seat.index()];
        for (_, kind) in hand.distinct() {
            tell(usize::from(kind), hand.copies(kind) as u32);
        }
    }

    /// Returns the key of a card's copies: only jokers, blanks and action cards have numbers of their own.
    fn copies_key(&self, card: &str) -> Option<String> {
        match card {
            "J" => Some("deck.jokers".to_owned()),
            "blank" => Some("deck.blanks".to_owned()),
            _ => {
                let key = format!("deck.action.{card}");
                Self::schema().find(&key).map(|_| key)
            }
        }
    }
}
