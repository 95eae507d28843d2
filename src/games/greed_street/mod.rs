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
//! them; `view.rs` tells what a seat knows and imagines the rest.
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
//!   another kind as well; imagined states respect it.
//!
//! # A designer's question
//! "Is attacking right too often?" Allow fights to those only who have a Worker to lose, and compare:
//! ```text
//! $ ludometer run greed-street --games 20000 --seed 1 --out any
//! $ grep -E 'gs_(fights|fight_rate|instigator_win_rate|instigator_gain|instigator_loss),' any/summary.csv
//! gs_fights,1.785,1.7668031239620345,1.8031968760379653,20000
//! gs_fight_rate,0.8252617952333619,0.8215158663515529,0.8290077241151708,17721
//! gs_instigator_win_rate,0.5333053221288515,0.5281179916789548,0.5384926525787482,16772
//! gs_instigator_gain,97.4641456582633,96.27360634891069,98.65468496761592,16772
//! gs_instigator_loss,42.48739495798319,41.56588324826478,43.4089066677016,16772
//! $ ludometer run greed-street --games 20000 --seed 1 --set fight.requires_own_worker=true --out own
//! $ grep -E 'gs_(fights|fight_rate|instigator_win_rate|instigator_gain|instigator_loss),' own/summary.csv
//! gs_fights,0.89535,0.8823998278572452,0.9083001721427547,20000
//! gs_fight_rate,0.4187596464150414,0.41394129469303625,0.4235779981370465,17615
//! gs_instigator_win_rate,0.5574914837772939,0.5501280730787527,0.564854894475835,11948
//! gs_instigator_gain,117.81147037471379,115.8580078781102,119.76493287131738,11948
//! gs_instigator_loss,80.65170045233708,79.0040094071604,82.29939149751377,11948
//! ```
//! An attacker gains twice what it risks as long as it may have nothing to lose; with the toggle
//! fights halve, and gain and loss come near each other.

mod names;
mod cards;
mod board;
mod action;
mod coverage;
mod event;
mod phase;
mod state;
mod checks;
mod odds;
mod params;
mod rules;
mod turn;
mod pay;
mod fight;
mod trade;
mod legal;
mod view;
mod audit;
mod appeal;
mod bargain;
mod evaluate;
mod stats;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::model::{BySeat, Game, LazySchema, Log, Outcome, Rng, RuleError, RuleSet, Schema, Seat};

pub use self::action::{Action, Fraction};
pub use self::cards::{Counts, Kind, Kinds};
pub use self::event::Event;
pub use self::names::{Roster, Worker};
pub use self::odds::Odds;
pub use self::params::{Params, Trade};
pub use self::phase::{Phase, Window};
pub use self::state::{Public, State};
pub use self::stats::Tally;
pub use self::view::View;

use self::rules::Run;
use super::{CardKind, Playable, Setting};

static SCHEMA: LazySchema = LazySchema::new(include_str!("rules.toml"));

/// The game with one rule set at one table size.
#[derive(Clone, Debug)]
pub struct GreedStreet {
    rules: Arc<Params>,
}

impl GreedStreet {
    /// The rule set.
    pub fn rules(&self) -> &Params {
        &self.rules
    }
}

impl Game for GreedStreet {
    type State = State;
    type Action = Action;
    type View = View;
    type Event = Event;

    fn seats(&self) -> usize {
        self.rules.seats
    }

    fn blank(&self) -> State {
        State {
            public: Public::blank(self.rules.seats),
            hands: BySeat::all(Counts::NONE),
            unknown: Counts::NONE,
            down: [Counts::NONE; 2],
        }
    }

    fn deal<L: Log<Event>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        Run { rules: &self.rules, state, rng, log }.deal();
    }

    #[inline]
    fn to_move(&self, state: &State) -> Option<Seat> {
        (state.public.phase != Phase::Over).then_some(state.public.mover)
    }

    #[inline]
    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        legal::legal(&self.rules, state, into);
    }

    #[inline]
    fn apply<L: Log<Event>>(&self, state: &mut State, action: Action, rng: &mut Rng, log: &mut L) {
        Run { rules: &self.rules, state, rng, log }.apply(action);
    }

    fn outcome(&self, state: &State) -> Outcome {
        let seats = self.rules.seats;
        let total = |seat: Seat| rules::total_parts(&self.rules, state, seat).iter().sum();
        let scores = BySeat::from_fn(|seat| if seat.index() < seats { total(seat) } else { 0 });
        let turns = state.public.turn;
        let all_in = state.public.retired.count_ones() as usize == seats;
        let rounds = Outcome::rounds_of_turns(turns, seats);
        Outcome::ranked(seats, scores, turns, rounds, !all_in, |a, b| a > b)
    }

    fn turn(&self, state: &State) -> u32 {
        state.public.turn
    }

    fn phase(&self, state: &State) -> &'static str {
        state.public.phase.name()
    }

    #[inline]
    fn view(&self, state: &State, seat: Seat) -> View {
        view::view(state, seat)
    }

    #[inline]
    fn redeal(&self, view: &View, rng: &mut Rng, into: &mut State) {
        view::redeal(&self.rules, view, rng, into);
    }

    /// Cards are placed face down.
    fn hides(&self, action: Action, _watcher: Seat) -> bool {
        matches!(action, Action::Place(_))
    }
}

impl Playable for GreedStreet {
    const ID: &'static str = "greed-street";
    const TITLE: &'static str = "Greed Street";
    const WORDS: &'static [&'static str] = action::WORDS;
    const TABLES: &'static [&'static str] = &["workers", "players"];
    const PHASES: &'static [&'static str] = &[
        "TheftTarget",
        "TheftWhat",
        "TheftWorker",
        "TradeKind",
        "TradePartner",
        "TradeGive",
        "TradeGet",
        "TradeCash",
        "TradeAnswer",
        "TradeReply",
        "MoveRoll",
        "RetireRoll",
        "ProximityChoice",
        "CopChoice",
        "ActionEffect",
        "LoseWorkerChoice",
        "LoseScoreChoice",
        "RecruitCards",
        "RecruitRoll",
        "SilenceChoice",
        "BribeChoice",
        "BribeAnswer",
        "PayChoice",
        "HaggleOffer",
        "HaggleAnswer",
        "HaggleReply",
        "FightChoice",
        "WeaponCards",
        "FightRoll",
        "LootChoice",
    ];
    const STANDING: &'static str = "dollars in all";
    const GREEDY: &'static [Setting] = appeal::WEIGHTS;
    const TUNED: &'static [(&'static str, &'static str, f64)] = &[
        // One searching seat against three greedy ones at equal time a decision
        // (`reports/search-settings.csv`): nothing comes out above the fair share, long playouts and
        // plain `uct` below it.
        ("mcts", "select", 1.0),
        ("mcts", "rollout", 1.0),
        ("mcts", "length", 4.0),
        ("mcts", "exploration", 0.3),
        ("flat-mc", "rollout", 1.0),
        ("flat-mc", "noise", 0.0),
        ("flat-mc", "length", 4.0),
        ("lookahead", "length", 1.0),
    ];
    type Stats = Tally;

    fn schema() -> &'static Schema {
        SCHEMA.get()
    }

    fn seats_allowed(_: &RuleSet) -> (usize, usize) {
        (2, 6)
    }

    fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        Ok(Self { rules: Arc::new(Params::new(seats, rules)?) })
    }

    fn cards(&self) -> Vec<CardKind> {
        let kinds = cards::NAMES.iter().enumerate();
        kinds
            .map(|(i, name)| CardKind {
                name: (*name).to_owned(),
                copies: u64::from(self.rules.deck[Kind::new(i)]),
            })
            .collect()
    }

    #[inline]
    fn word(action: Action) -> usize {
        action.word()
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        audit::audit(&self.rules, state)
    }

    fn appeal(&self, view: &View, legal: &[Action], weights: &[f64], scores: &mut Vec<f64>) {
        appeal::appeal(&self.rules, view, legal, weights, scores);
    }

    fn evaluate(&self, state: &State) -> BySeat<f64> {
        evaluate::evaluate(&self.rules, state)
    }

    /// Money, cards and Workers at their end values: the score if the play ended now.
    fn standing(&self, state: &State) -> BySeat<i64> {
        BySeat::from_fn(|seat| {
            let there = seat.index() < self.rules.seats;
            if there { rules::total_parts(&self.rules, state, seat).iter().sum() } else { 0 }
        })
    }

    fn held(&self, state: &State, seat: Seat, tell: &mut impl FnMut(usize, u32)) {
        let hand = &state.hands[seat];
        for kind in hand.kinds() {
            tell(kind.index(), u32::from(hand[kind]));
        }
    }

    fn copies_key(card: &str) -> Option<String> {
        Some(format!("deck.{card}"))
    }
}
