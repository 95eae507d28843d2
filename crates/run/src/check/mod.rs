//! The contract that every game must keep, checked in random plays: registered games are tested by
//! it before their author writes a test.
//!
//! Here is the loop; `blind.rs` plays the same play without views, `events.rs`, `figures.rs` and
//! `determinized.rs` look at what is announced, at figures, and at views and the states determinized from them.

mod blind;
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
use self::determinized::{check_imagined_play, check_view};
use self::events::check_events;
use self::figures::{check_judgement, check_names, check_outcome};
use ludometer_model::{BySeat, Program, Seat, Silent, Streams};
use ludometer_playable::{CardKind, Playable};

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
        /// What is broken.
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
pub fn check<G: Playable>(game: &G, plays: u64, seed: u64) -> Result<(), ContractViolation> {
    check_up_to(game, plays, seed, ENDLESS)
}

/// As [`check`], where no play may have more decisions than this.
fn check_up_to<G: Playable>(game: &G, plays: u64, seed: u64, most: u32) -> Result<(), ContractViolation> {
    check_names(game).map_err(ContractViolation::Game)?;
    let mut check = Check::new(game, most);
    for play in 0..plays {
        let at = Place::default();
        let played = catch_unwind(AssertUnwindSafe(|| check.play(seed, play, &at)));
        let what = match played {
            Ok(Ok(())) => continue,
            Ok(Err(what)) => what,
            Err(panic) => format!("{}the rules panic: {}", at.world(), message(&*panic)),
        };
        let (program, id, seats) = (Program::current().name, &game.design().id, game.seats());
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
    Ok(())
}

/// How far the check of a play has come.
#[derive(Default)]
struct Place {
    decision: Cell<u32>,
    /// Whose view a state is determinized from, while one is.
    viewer: Cell<Option<Seat>>,
}

impl Place {
    /// Where something is wrong, if it is not in the true play.
    fn world(&self) -> String {
        self.viewer
            .get()
            .map_or_else(String::new, |seat| format!("in a state imagined from seat {seat}'s view, "))
    }
}

/// What a panic says.
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
}

impl<'a, G: Playable> Check<'a, G> {
    fn new(game: &'a G, most: u32) -> Self {
        let [state, again, world] = [0; 3].map(|_| game.new_state());
        Self { game, cards: game.cards(), most, state, again, world, worlds: 0, different: 0 }
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
            let mut chance_again = chance.clone();
            self.again.clone_from(&self.state);
            game.apply(&mut self.state, action, &mut chance, &mut events);
            game.apply(&mut self.again, action, &mut chance_again, &mut Silent);
            if self.state != self.again {
                return Err(format!(
                    "`{}` gives another state when nobody listens",
                    game.action_text(action)
                ));
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
