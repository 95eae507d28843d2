//! The contract that every game must keep, checked in random plays: registered games are tested by
//! it before their author writes a test.
//!
//! Here is the loop; `blind.rs` plays the same play without views, `coupled.rs` with coupled draws, `events.rs`, `figures.rs` and
//! `determinized.rs` look at what is announced, at figures, and at views and the states determinized from them.

mod blind;
mod coupled;
mod events;
mod figures;
mod determinized;
#[cfg(test)]
mod tests;

use std::any::Any;
use std::cell::Cell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use thiserror::Error;

use self::blind::Blind;
use self::coupled::Coupling;
use self::determinized::{check_imagined_play, check_view};
use self::events::check_events;
use self::figures::{check_judgement, check_names, check_outcome};
use super::any::GameInfo;
use ludometer_model::{BySeat, Program, Schema, Seat, Silent, Streams, shell_word};
use ludometer_playable::{CardKind, Compiled, Design, Playable};
use ludometer_stats::Statistic;

/// A broken promise of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContractViolation {
    /// In the game as a whole.
    #[error("{0}")]
    Game(String),
    /// In a random play.
    #[error("game {play}, decision {decision}: {what}; `{trace}` shows the game, with the same rule set")]
    Play {
        /// The play.
        play: u64,
        /// The decision in it.
        decision: u32,
        /// The broken promise.
        what: String,
        /// The command that shows the play, once the game is in the registry.
        trace: String,
    },
}

/// How many decisions of a play are looked at closely (all get the cheap checks).
const CLOSE: u32 = 7;

/// Decisions after which a play is taken for one that never ends. The games' own limits lie far below, at 2000
/// turns or 20,000 decisions; settings can raise them to a million, which random plays come nowhere near.
const ENDLESS: u32 = 1_000_000;

/// In fewer plays all may be known by an odd rule set,
const FEW_PLAYS: u64 = 5;
/// and with fewer determinized states by chance: in a game of three cards every other one is the true one.
const FEW_WORLDS: u64 = 30;

/// Plays `plays` random plays and checks the contract of [`Game`](ludometer_model::Game) and [`Playable`] in each:
/// those of a batch with this seed in which `random` sits in all seats.
///
/// # Errors
/// The first [`ContractViolation`] found.
pub fn check<G: Compiled>(game: &G, plays: u64, seed: u64) -> Result<(), ContractViolation> {
    check_schema(G::definition(), &G::schema()).map_err(ContractViolation::Game)?;
    check_names::<G, G::Stats>(game, &game.design().tables).map_err(ContractViolation::Game)?;
    let coupling = check_up_to(game, plays, seed, ENDLESS)?;
    let fault = coupling.fault(game).filter(|_| plays >= FEW_PLAYS);
    fault.map_or(Ok(()), |what| Err(ContractViolation::Game(what)))
}

/// Checks as [`check`] does a game design that is a value, as those of scripts are; its draws need not be coupled.
///
/// # Errors
/// The first [`ContractViolation`] found.
pub fn check_playable<G: Playable>(game: &G, plays: u64, seed: u64) -> Result<(), ContractViolation> {
    check_names::<G, G::Stats>(game, &game.design().tables).map_err(ContractViolation::Game)?;
    check_up_to(game, plays, seed, ENDLESS).map(drop)
}

/// Checks a game with its rule set and what is counted in it, as [`check_playable`] does.
///
/// # Errors
/// As [`check`].
pub(super) fn check_loaded<G: Playable, S: Statistic<G>>(
    game: &G,
    info: &GameInfo,
    plays: u64,
    seed: u64,
) -> Result<(), ContractViolation> {
    check_schema(&info.design, info.rules.schema()).map_err(ContractViolation::Game)?;
    check_names::<G, S>(game, &info.design.tables).map_err(ContractViolation::Game)?;
    check_up_to(game, plays, seed, ENDLESS).map(drop)
}

/// Checks that a design and its schema have one id: rule files and records name the schema's, commands the design's.
fn check_schema(design: &Design, schema: &Schema) -> Result<(), String> {
    if schema.game == design.id {
        return Ok(());
    }
    Err(format!("the design's id is `{}`, but `rules.toml` says `game = \"{}\"`", design.id, schema.game))
}

/// Plays and checks, and returns how cards were drawn. No play may have more decisions than this.
fn check_up_to<G: Playable>(
    game: &G,
    plays: u64,
    seed: u64,
    most: u32,
) -> Result<Coupling, ContractViolation> {
    let mut check = Check::new(game, most);
    for play in 0..plays {
        let at = Place::default();
        let played = catch_unwind(AssertUnwindSafe(|| check.play(seed, play, &at)));
        let what = match played {
            Ok(Ok(())) => continue,
            Ok(Err(what)) => what,
            Err(panic) => format!("{}the rules panic: {}", at.world(), message(&*panic)),
        };
        let (program, id, seats) = (Program::current().name, shell_word(&game.design().id), game.seats());
        let trace =
            format!("{program} trace {id} --players {seats} --bots random --seed {seed} --game {play}");
        return Err(ContractViolation::Play { play, decision: at.decision.get(), what, trace });
    }
    let worlds = check.worlds;
    if game.has_hidden_information() && plays >= FEW_PLAYS && worlds >= FEW_WORLDS && check.different == 0 {
        return Err(ContractViolation::Game(format!(
            "of {worlds} imagined states none differs from the true one: the view holds what its seat can't \
             know, or nothing is hidden, which `has_hidden_information` should say"
        )));
    }
    Ok(check.coupling)
}

/// How far the check of a play has come.
#[derive(Default)]
struct Place {
    decision: Cell<u32>,
    /// Whose view a state is determinized from, while one is.
    viewer: Cell<Option<Seat>>,
}

impl Place {
    /// Returns where something is wrong, if it is not in the true play.
    fn world(&self) -> String {
        self.viewer
            .get()
            .map_or_else(String::new, |seat| format!("in a state imagined from seat {seat}'s view, "))
    }
}

/// Returns what a panic says.
fn message(payload: &dyn Any) -> &str {
    match payload.downcast_ref::<String>() {
        Some(text) => text,
        None => payload.downcast_ref::<&str>().copied().unwrap_or("no message"),
    }
}

/// A game with the buffers for its plays.
struct Check<'a, G: Playable> {
    game: &'a G,
    cards: Vec<CardKind>,
    /// The most decisions that a play may have.
    most: u32,
    state: G::State,
    again: G::State,
    world: G::State,
    /// States determinized, and how many of them differed from the true one.
    worlds: u64,
    different: u64,
    coupling: Coupling,
    /// The names of the features of the first view.
    features: Option<Vec<String>>,
}

impl<'a, G: Playable> Check<'a, G> {
    fn new(game: &'a G, most: u32) -> Self {
        let [state, again, world] = [0; 3].map(|_| game.new_state());
        let (cards, coupling) = (game.cards(), Coupling::default());
        Self { game, cards, most, state, again, world, worlds: 0, different: 0, coupling, features: None }
    }

    /// Checks that a view has the same features as all others, and numbers in them.
    fn check_features(&mut self, viewer: Seat) -> Result<(), String> {
        let view = self.game.view(&self.state, viewer);
        let (mut names, mut row): (Vec<String>, Vec<f32>) = Default::default();
        self.game.observe(&view, &mut names);
        self.game.observe(&view, &mut row);
        if let Some(at) = row.iter().position(|number| !number.is_finite()) {
            return Err(format!("the feature `{}` of a view is no number", names[at]));
        }
        let first = self.features.get_or_insert_with(|| names.clone());
        if *first == names {
            return Ok(());
        }
        let at = first.iter().zip(&names).position(|(a, b)| a != b).unwrap_or(first.len().min(names.len()));
        let named = |names: &[String]| names.get(at).map_or("none".to_owned(), |name| format!("`{name}`"));
        let (there, here) = (named(first), named(&names));
        Err(format!("views differ in their features: number {at} is {there} in one and {here} in another"))
    }

    /// Plays one play and checks it; `at` is left where it was broken.
    fn play(&mut self, seed: u64, play: u64, at: &Place) -> Result<(), String> {
        let game = self.game;
        let streams = Streams::new(seed, play);
        let mut chance = streams.chance();
        // As in a batch, so that `trace` can show the play.
        let mut rngs = BySeat::from_fn(|seat| streams.seat(seat));
        let mut side_stream = streams.side_stream(0);
        let mut events: Vec<G::Event> = Vec::new();
        game.deal(&mut self.state, &mut chance, &mut events);
        game.deal(&mut self.again, &mut streams.chance(), &mut Silent);
        let mut blind = Blind::deal(game, &streams);
        if self.state != self.again {
            return Err("the same seed deals two different states".to_owned());
        }
        self.coupling.deal(game, streams.chance(), (&self.state, &events), &mut self.world);
        let mut legal = Vec::new();
        let mut turn = 0;
        loop {
            let decision = at.decision.get();
            check_events(game, &events, &self.cards)?;
            events.clear();
            if let Some(fault) = game.fault(&self.state, &[]) {
                return Err(fault);
            }
            game.audit(&self.state)?;
            let Some(seat) = game.to_move(&self.state) else { break };
            if decision == self.most {
                return Err(format!("the game goes on after {decision} decisions"));
            }
            let last = std::mem::replace(&mut turn, game.turn(&self.state));
            if turn < last {
                return Err(format!("turn {turn} comes after turn {last}"));
            }
            legal.clear();
            game.legal(&self.state, &mut legal);
            if let Some(fault) = game.fault(&self.state, &legal) {
                return Err(fault);
            }
            check_legal(game, &legal)?;
            let (phase, phases) = (game.phase(&self.state), game.phases().len());
            if phase >= phases.max(1) {
                return Err(format!("phase {phase} is not among the {phases} phases of the game"));
            }
            blind.check(game, &self.state, &legal)?;
            if decision % CLOSE == (play % u64::from(CLOSE)) as u32 {
                for viewer in Seat::all(game.seats()) {
                    at.viewer.set(Some(viewer));
                    self.check_features(viewer)?;
                    check_view(game, &self.state, viewer, &legal, &mut self.world, &mut side_stream)
                        .map_err(|what| format!("{what} (viewed from seat {viewer})"))?;
                    self.worlds += 1;
                    self.different += u64::from(self.world != self.state);
                    check_imagined_play(game, &mut self.world, &mut side_stream)
                        .map_err(|what| format!("{}{what}", at.world()))?;
                }
                at.viewer.set(None);
                check_judgement(game, &self.state, seat, &legal)?;
            }
            let action = legal[rngs[seat].index(legal.len())];
            let (before, mut chance_again) = ((chance.clone(), self.state.clone()), chance.clone());
            self.again.clone_from(&self.state);
            game.apply(&mut self.state, action, &mut chance, &mut events);
            game.apply(&mut self.again, action, &mut chance_again, &mut Silent);
            if self.state != self.again {
                return Err(format!(
                    "`{}` gives another state when nobody listens",
                    game.action_text(action)
                ));
            }
            let (chance_before, before) = before;
            if chance_before != chance {
                let after = (&self.state, &events[..]);
                self.coupling.apply(game, (&before, action, chance_before), after, &mut self.world);
            }
            blind.apply(game, action);
            if blind.chance != chance {
                return Err(format!(
                    "`{}` draws other numbers when nobody looks at views",
                    game.action_text(action)
                ));
            }
            at.decision.set(decision + 1);
        }
        if game.to_move(&blind.state).is_some() || game.outcome(&blind.state) != game.outcome(&self.state) {
            return Err("the game ends differently when nobody looks at views".to_owned());
        }
        check_outcome(game, &self.state)
    }
}

fn check_legal<G: Playable>(game: &G, legal: &[G::Action]) -> Result<(), String> {
    if legal.is_empty() {
        return Err("no legal action".to_owned());
    }
    let mut seen = HashSet::new();
    let mut texts = HashSet::new();
    for action in legal {
        let text = game.action_text(*action);
        if !seen.insert(*action) || !texts.insert(text.clone()) {
            return Err(format!("`{text}` is legal twice"));
        }
        let word = game.action_kinds().get(game.action_kind(*action)).map_or("(none)", String::as_str);
        let first = text.split([' ', ':', '(']).next().unwrap_or_default();
        if word != first {
            return Err(format!("`{text}` is counted as `{word}`"));
        }
    }
    Ok(())
}
