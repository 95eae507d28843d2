//! The parts of a game: states, actions, views, events and the rules that tie them together.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

pub use serde_json::Value as Json;

use super::menu::{List, MenuReader, Pick};
use super::seat::written_at;
use super::{Outcome, Rng, Seat};

/// Where a game's rules announce what happens. Statistics and traces read nothing else.
///
/// The sink is a type parameter of the rules: [`Silent`] compiles to nothing in playouts.
pub trait EventSink<E> {
    /// False where nobody will ask for a view of the state before it is dealt or determinized anew: there a
    /// game need not keep what each seat can know. A constant, so that nothing of it is compiled in.
    const TRACK_KNOWLEDGE: bool = true;

    /// False where what is announced goes nowhere: there a game need not put events together that cost it something.
    const LISTENS: bool = true;

    /// Takes note of one event.
    fn emit(&mut self, event: E);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<E> EventSink<E> for Silent {
    const LISTENS: bool = false;

    #[inline(always)]
    fn emit(&mut self, _: E) {}
}

impl<E> EventSink<E> for Vec<E> {
    #[inline]
    fn emit(&mut self, event: E) {
        self.push(event);
    }
}

/// The same log, for plays in which nobody looks at views: see [`EventSink::TRACK_KNOWLEDGE`].
#[derive(Clone, Copy, Debug, Default)]
pub struct WithoutKnowledge<L>(pub L);

impl<E, L: EventSink<E>> EventSink<E> for WithoutKnowledge<L> {
    const TRACK_KNOWLEDGE: bool = false;
    const LISTENS: bool = L::LISTENS;

    #[inline(always)]
    fn emit(&mut self, event: E) {
        self.0.emit(event);
    }
}

/// How much another seat notices of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The action, as far as views show what came of it.
    Action,
    /// That there was something to choose, but not what was chosen. Of such choices in a row, it is not reported how many
    /// there were either.
    Choice,
    /// Nothing: to be asked would show a hidden card already.
    Nothing,
}

/// A card that came into a hand or left one, for the card statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardMove {
    /// Came into the seat's hand by the deal, or from a stock or pile (not from another hand).
    Drawn {
        /// Whose hand.
        seat: Seat,
        /// The card's number in the game's list of card kinds.
        kind: usize,
    },
    /// Left the seat's hand by its holder's choice.
    Played {
        /// Whose hand.
        seat: Seat,
        /// The card's number in the game's list of card kinds.
        kind: usize,
    },
}

/// One seat acted against another: stole from it, made it pay, blocked it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interaction {
    /// The seat that did it; `None` for the seat that decided last.
    pub actor: Option<Seat>,
    /// To whom.
    pub target: Seat,
    /// The interaction, by its index in the game's list of interactions.
    pub kind: usize,
}

/// The class of an [`EventKind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventClass {
    /// A consequence of the rules or of chance.
    Event,
    /// A way in which a play can end.
    Ending,
    /// A limit of the engine: it should never be needed.
    Guard,
}

/// Something that can happen, for the coverage of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventKind {
    /// Its class.
    pub kind: EventClass,
    /// The event's name in traces; after a space, what tells it from others of that name.
    pub name: Cow<'static, str>,
    /// The clause of the rules that it carries out, or nothing.
    pub clause: Cow<'static, str>,
}

impl EventKind {
    /// Returns this kind of event.
    pub const fn new(kind: EventClass, name: &'static str, clause: &'static str) -> Self {
        Self { kind, name: Cow::Borrowed(name), clause: Cow::Borrowed(clause) }
    }
}

/// One chance outcome or rule consequence, complete enough to be replayed by hand.
///
/// In JSON ([`Game::event_json`]) it is an object whose `event` field names it: use
/// `#[serde(tag = "event", rename_all = "snake_case")]` on an enum. The names `start`, `decision`, `end`,
/// `branch` and `forfeit` are taken: they are the program's own lines in traces.
pub trait Event: Clone + Debug + Send {
    /// Returns the card that was drawn or played by this event, if any.
    fn card(&self) -> Option<CardMove>;

    /// Returns the kind of card that was put to use by this event, if any: not merely thrown away. Without
    /// more knowledge of the game, a card that was played.
    #[inline]
    fn used(&self) -> Option<usize> {
        match self.card() {
            Some(CardMove::Played { kind, .. }) => Some(kind),
            Some(CardMove::Drawn { .. }) | None => None,
        }
    }

    /// Returns who acted against whom by this event, if anyone did.
    #[inline]
    fn interaction(&self) -> Option<Interaction> {
        None
    }

    /// Returns true if a supply that all draw from is put together or mixed anew by this event: a game that ends by what it
    /// uses up may never end so. A new deal is none.
    #[inline]
    fn is_reshuffle(&self) -> bool {
        false
    }

    /// Returns the event's index in the game's list of event kinds, if it is listed there.
    #[inline]
    fn event_kind(&self) -> Option<usize> {
        None
    }
}

/// The rules of a game with one rule set at one table size: a value that is shared by all threads.
///
/// A state is all there is to know, hidden cards included, and never reaches a bot. A view is what
/// one seat knows. Decisions with a single legal action are asked like all others.
///
/// # Contract
/// Held by `run::check` for every registered game, in random plays:
/// - The [`menu`](Game::menu) follows from the mover's view alone.
/// - `view(determinize(view, rng), seat) == view` for every view, and the determinized state has the same
///   mover and legal actions whenever the viewer is to move.
/// - Where nothing is hidden ([`has_hidden_information`](Game::has_hidden_information)), the determinized state is the state; elsewhere it is another
///   one now and then.
/// - A play goes the same way whether or not its log is [`TRACK_KNOWLEDGE`](EventSink::TRACK_KNOWLEDGE).
/// - Plays end, [`turn`](Game::turn) never falls, and no method panics on a state that the game made itself.
///
/// Held by `tests/allocations.rs`, where the game has a line: no method allocates once its buffers are warm.
///
/// Held by nobody: that a view shows no more than its seat can know (see [`view`](Game::view)).
pub trait Game: Clone + Send + Sync + 'static {
    /// All there is to know. Buffers inside are reused from play to play.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// One choice.
    type Action: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// The knowledge of one seat; owns its data.
    type View: Clone + PartialEq + Debug + Send + Sync;
    /// An event that the rules announce.
    type Event: Event;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns false if a view holds the whole state, as on an open board. Where it returns true, checks and audits
    /// take it for a mistake if no determinized state ever differs from the true one.
    fn has_hidden_information(&self) -> bool {
        true
    }

    /// Returns a state with room for a play; its contents mean nothing until `deal` or `determinize` fills it.
    fn new_state(&self) -> Self::State;

    /// Sets up a play: shuffles, deals, fixes all that is fixed before the first decision.
    fn deal<L: EventSink<Self::Event>>(&self, state: &mut Self::State, rng: &mut Rng, log: &mut L);

    /// Returns the seat to move, or `None` when the play is over.
    fn to_move(&self, state: &Self::State) -> Option<Seat>;

    /// Describes the legal actions of the seat to move to a reader: at least one, in a stable order, without duplicates.
    ///
    /// `reader.list(|into| ...)` takes a list; `reader.slots(...)` takes a set of numbers and the action of each,
    /// and lists nothing where only one action is wanted.
    fn menu<R: MenuReader<Self::Action>>(&self, state: &Self::State, reader: R) -> R::Out;

    /// Appends the legal actions, in the order of the [`menu`](Game::menu).
    #[inline]
    fn legal(&self, state: &Self::State, into: &mut Vec<Self::Action>) {
        self.menu(state, List(into));
    }

    /// Returns the legal action at the index that `choose` returns for their number, at least 1, and that number. For
    /// those who choose without a look at the actions; `list` is a buffer for menus that are lists.
    #[inline(always)]
    fn pick(
        &self,
        state: &Self::State,
        list: &mut Vec<Self::Action>,
        choose: impl FnOnce(usize) -> usize,
    ) -> (Self::Action, usize) {
        self.menu(state, Pick { list, choose })
    }

    /// Carries out a legal action and all that follows up to the next decision or the end.
    fn apply<L: EventSink<Self::Event>>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        rng: &mut Rng,
        log: &mut L,
    );

    /// Returns places, scores and length. Only meaningful when the play is over.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// Returns the number of the turn in progress, as the rules count it; it never falls in a play.
    fn turn(&self, state: &Self::State) -> u32;

    /// Returns the index of the phase that the next decision belongs to, in the list of the game's phases.
    fn phase(&self, _state: &Self::State) -> usize {
        0
    }

    /// Returns what this seat knows: its own cards, what is public, what it can know for certain.
    ///
    /// No field may change by anything that the seat could not observe. No check can see to that: a view that
    /// also shows, say, what another seat drew is determinized with that card where it is, and passes.
    /// `trace GAME --check-view` prints what the mover sees at each decision: go through a play with the
    /// rulebook and ask of every field how the seat came to know it.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// Fills `into` with a full state that agrees with everything in `view`: hidden cards are dealt at
    /// random among the places where they may be, and viewed again by the same seat it gives `view`.
    ///
    /// Facts that the viewer knows that others know (its own cards that they saw, say) they know there too. What
    /// others privately know of each other is hidden from it as well: there they may know what a mere onlooker
    /// would.
    fn determinize(&self, view: &Self::View, rng: &mut Rng, into: &mut Self::State);

    /// Returns how much `watcher`, another seat than the mover, notices of this action when it is made in this state.
    fn notice(&self, _before: &Self::State, _action: Self::Action, _watcher: Seat) -> Notice {
        Notice::Action
    }

    /// Returns the action as text. Its first word is the name of its kind.
    fn action_text(&self, action: Self::Action) -> String;

    /// Returns the action as people are shown it in this state: its text, and behind it in brackets what everybody sees
    /// there, such as the card in a slot of a market.
    fn action_label(&self, _state: &Self::State, action: Self::Action) -> String {
        self.action_text(action)
    }

    /// Returns the whole state as JSON, for traces; null if JSON can't hold it.
    fn state_json(&self, state: &Self::State) -> Json;

    /// Returns a view as JSON, for traces, people and bots outside the program; null if JSON can't hold it.
    fn view_json(&self, view: &Self::View) -> Json;

    /// Returns an event as a JSON object, for traces: see [`Event`]. Null if JSON can't hold it.
    fn event_json(&self, event: &Self::Event) -> Json;
}

/// Writes the methods by which a [`Game`] describes its actions, states, views and events, for a game whose action is
/// `Display` and whose other types are `Serialize`.
#[macro_export]
macro_rules! described_by_its_types {
    () => {
        fn action_text(&self, action: Self::Action) -> String {
            action.to_string()
        }

        fn state_json(&self, state: &Self::State) -> $crate::Json {
            $crate::to_json_at($crate::Game::seats(self), state)
        }

        fn view_json(&self, view: &Self::View) -> $crate::Json {
            $crate::to_json_at($crate::Game::seats(self), view)
        }

        fn event_json(&self, event: &Self::Event) -> $crate::Json {
            $crate::to_json_at($crate::Game::seats(self), event)
        }
    };
}

/// Returns this value as JSON, as [`to_json`] does, with lists by seat for a table of so many seats.
pub fn to_json_at(seats: usize, value: &impl serde::Serialize) -> Json {
    written_at(seats, || to_json(value))
}

/// Returns this value as JSON, null if JSON can't hold it (a map whose keys are no texts, say).
pub fn to_json(value: &impl serde::Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_default()
}
