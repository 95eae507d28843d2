//! A game in progress with its types erased, for all that goes decision by decision: traces, audits, people.
//!
//! Code written against [`Position`] is compiled once for all games. Batches don't use it: their loop is generic.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludometer_bots::{Bot, BotSpec, Strategy, build};
use ludometer_model::{Decision, Json, Notice, Outcome, Rng, Seat, Silent};
use ludometer_playable::Playable;

use super::play::checked;
use super::review::{Valuation, Valued, chance_of, value_actions, whole};

/// A game in progress. A legal action is named by its index, as the bots name it.
pub trait Position: Send {
    /// Returns false if a view holds the whole state, as on an open board.
    fn has_hidden_information(&self) -> bool;

    /// Returns the seat to move, or `None` when the game is over.
    fn to_move(&self) -> Option<Seat>;

    /// Returns the number of the turn in progress.
    fn turn(&self) -> u32;

    /// Returns the name of the phase.
    fn phase(&self) -> &str;

    /// Returns the number of legal actions of the seat to move; 0 when the game is over.
    fn choices(&self) -> usize;

    /// Returns a legal action in words.
    fn action_text(&self, choice: usize) -> String;

    /// Returns a legal action as people are shown it: see [`Game::action_label`](ludometer_model::Game::action_label).
    fn action_label(&self, choice: usize) -> String;

    /// Returns the first word of a legal action.
    fn action_kind(&self, choice: usize) -> &str;

    /// Returns how much `watcher` notices of this legal action: see [`Game::notice`](ludometer_model::Game::notice).
    fn notice(&self, choice: usize, watcher: Seat) -> Notice;

    /// Returns what the seat knows, as JSON.
    fn view(&self, seat: Seat) -> Json;

    /// Returns the whole state, as JSON.
    fn state(&self) -> Json;

    /// Returns places, scores and length. Only meaningful when the game is over.
    fn outcome(&self) -> Outcome;

    /// Returns the seat's reward, 0 to 1: its share of the win, that of its whole side. Only meaningful when the game is over.
    fn reward(&self, seat: Seat) -> f64;

    /// Returns the mistake in the rules, if they failed: see [`Playable::fault`].
    fn fault(&self) -> Option<String>;

    /// Sets up a game and returns what the rules announce.
    fn deal(&mut self, rng: &mut Rng) -> Vec<Json>;

    /// Carries out a legal action and returns what the rules announce.
    fn apply(&mut self, choice: usize, rng: &mut Rng) -> Vec<Json>;

    /// Carries out a legal action without a word.
    fn apply_silently(&mut self, choice: usize, rng: &mut Rng);

    /// Returns a position that the seat can't tell from this one: hidden cards are dealt anew.
    fn determinized(&self, seat: Seat, rng: &mut Rng) -> Box<dyn Position>;

    /// Returns true if the seat knows the same in both positions, which are of the same game.
    fn looks_like(&self, other: &dyn Position, seat: Seat) -> bool;

    /// Returns true if both are the same state.
    fn is_same(&self, other: &dyn Position) -> bool;

    /// Returns true if the legal actions are the same.
    fn offers_the_same(&self, other: &dyn Position) -> bool;

    /// Returns the same position once more.
    fn copy(&self) -> Box<dyn Position>;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Values the legal actions by what the seat to move knows: see [`review`](crate::review).
    fn valued(&self, chosen: usize, plan: Valuation, rng: &mut Rng, stop: &AtomicBool) -> Valued;

    /// Returns this seat's share of the win, 0 to 1, by what it knows: the mean over the worlds of the plan.
    fn chance(&self, seat: Seat, plan: Valuation, rng: &mut Rng) -> f64;

    /// Returns the bot that this specification describes. With `shifted`, what a script makes lies elsewhere in memory,
    /// which must change no choice.
    fn seat_bot(&self, spec: &BotSpec, shifted: bool) -> Box<dyn SeatedBot>;

    /// Returns the position as the type it is.
    fn as_any(&self) -> &dyn Any;
}

/// A bot with its game's types erased.
pub trait SeatedBot: Send {
    /// Begins a new game.
    fn begin(&mut self);

    /// Ends the game.
    fn end(&mut self, outcome: &Outcome);

    /// Returns the index of the action that the bot chooses for the seat to move. It gives up when `stop` is set.
    ///
    /// # Errors
    /// Why the bot failed, or what is wrong with its choice.
    fn decide(&mut self, at: &dyn Position, rng: &mut Rng, stop: &AtomicBool) -> Result<usize, String>;
}

/// A position of a game of this type.
pub(super) struct At<G: Playable> {
    game: Arc<G>,
    state: G::State,
    legal: Vec<G::Action>,
}

impl<G: Playable> At<G> {
    pub(super) fn new(game: Arc<G>) -> Self {
        let state = game.new_state();
        Self { game, state, legal: Vec::new() }
    }

    /// Lists the legal actions, where somebody is to move.
    fn list(&mut self) {
        self.legal.clear();
        if self.game.to_move(&self.state).is_some() {
            self.game.legal(&self.state, &mut self.legal);
        }
    }

    fn decision<'a>(&'a self, seat: Seat, stop: &'a AtomicBool) -> Decision<'a, G> {
        Decision::new(&*self.game, &self.state, seat, &self.legal).with_stop(stop)
    }
}

impl<G: Playable> Position for At<G> {
    fn has_hidden_information(&self) -> bool {
        self.game.has_hidden_information()
    }

    fn to_move(&self) -> Option<Seat> {
        self.game.to_move(&self.state)
    }

    fn turn(&self) -> u32 {
        self.game.turn(&self.state)
    }

    fn phase(&self) -> &str {
        self.game.phase_name(self.game.phase(&self.state))
    }

    fn choices(&self) -> usize {
        self.legal.len()
    }

    fn action_text(&self, choice: usize) -> String {
        self.legal.get(choice).map_or_else(|| format!("#{choice}"), |&action| self.game.action_text(action))
    }

    fn action_label(&self, choice: usize) -> String {
        let label = |&action| self.game.action_label(&self.state, action);
        self.legal.get(choice).map_or_else(|| self.action_text(choice), label)
    }

    fn action_kind(&self, choice: usize) -> &str {
        let kind = self.legal.get(choice).map(|&action| self.game.action_kind(action));
        kind.and_then(|kind| self.game.action_kinds().get(kind)).map_or("", String::as_str)
    }

    fn notice(&self, choice: usize, watcher: Seat) -> Notice {
        let action = self.legal.get(choice);
        action.map_or(Notice::Action, |&action| self.game.notice(&self.state, action, watcher))
    }

    fn view(&self, seat: Seat) -> Json {
        self.game.view_json(&self.game.view(&self.state, seat))
    }

    fn state(&self) -> Json {
        self.game.state_json(&self.state)
    }

    fn outcome(&self) -> Outcome {
        self.game.outcome(&self.state)
    }

    fn reward(&self, seat: Seat) -> f64 {
        self.game.reward(&self.state)[seat] * whole(&*self.game, seat)
    }

    fn deal(&mut self, rng: &mut Rng) -> Vec<Json> {
        let mut events: Vec<G::Event> = Vec::new();
        self.game.deal(&mut self.state, rng, &mut events);
        self.list();
        events.iter().map(|event| self.game.event_json(event)).collect()
    }

    fn fault(&self) -> Option<String> {
        self.game.fault(&self.state, &self.legal)
    }

    fn apply(&mut self, choice: usize, rng: &mut Rng) -> Vec<Json> {
        let mut events: Vec<G::Event> = Vec::new();
        if let Some(&action) = self.legal.get(choice) {
            self.game.apply(&mut self.state, action, rng, &mut events);
            self.list();
        }
        events.iter().map(|event| self.game.event_json(event)).collect()
    }

    fn apply_silently(&mut self, choice: usize, rng: &mut Rng) {
        if let Some(&action) = self.legal.get(choice) {
            self.game.apply(&mut self.state, action, rng, &mut Silent);
            self.list();
        }
    }

    fn determinized(&self, seat: Seat, rng: &mut Rng) -> Box<dyn Position> {
        let mut world = Self::new(Arc::clone(&self.game));
        self.game.determinize(&self.game.view(&self.state, seat), rng, &mut world.state);
        world.list();
        Box::new(world)
    }

    fn looks_like(&self, other: &dyn Position, seat: Seat) -> bool {
        let view = |at: &Self| self.game.view(&at.state, seat);
        other.as_any().downcast_ref::<Self>().is_some_and(|other| view(self) == view(other))
    }

    fn is_same(&self, other: &dyn Position) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.state == other.state)
    }

    fn offers_the_same(&self, other: &dyn Position) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.legal == other.legal)
    }

    fn copy(&self) -> Box<dyn Position> {
        let (game, state, legal) = (Arc::clone(&self.game), self.state.clone(), self.legal.clone());
        Box::new(Self { game, state, legal })
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn valued(&self, chosen: usize, plan: Valuation, rng: &mut Rng, stop: &AtomicBool) -> Valued {
        let seat = self.to_move().unwrap_or_default();
        let view = self.game.view(&self.state, seat);
        value_actions(&*self.game, &view, seat, (&self.legal, chosen), plan, rng, stop)
    }

    fn chance(&self, seat: Seat, plan: Valuation, rng: &mut Rng) -> f64 {
        chance_of(&*self.game, &self.game.view(&self.state, seat), seat, plan, rng)
    }

    fn seat_bot(&self, spec: &BotSpec, shifted: bool) -> Box<dyn SeatedBot> {
        let bot = build(spec, &*self.game);
        Box::new(Seated(if shifted { bot.shifted() } else { bot }))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A bot of a game of this type.
struct Seated<G: Playable>(Bot<G>);

impl<G: Playable> SeatedBot for Seated<G> {
    fn begin(&mut self) {
        self.0.begin();
    }

    fn end(&mut self, outcome: &Outcome) {
        self.0.end(outcome);
    }

    fn decide(&mut self, at: &dyn Position, rng: &mut Rng, stop: &AtomicBool) -> Result<usize, String> {
        let (Some(at), Some(seat)) = (at.as_any().downcast_ref::<At<G>>(), at.to_move()) else {
            return Err("is asked for a decision that is not one of its game".to_owned());
        };
        let chosen = self.0.decide(&at.decision(seat, stop), rng).map_err(|forfeit| forfeit.reason)?;
        checked(chosen, &at.legal).map(|_| chosen)
    }
}
