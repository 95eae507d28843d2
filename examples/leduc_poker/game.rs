//! The rules: cards, states, views and events.

use ludometer::model::{
    BySeat, CardMove, Event, EventSink, Game, MenuReader, Outcome, Rng, Seat, described_by_its_types,
};
use serde::Serialize;

use crate::course::{Action, Course, RAISES, Stage};

/// One of the six cards: two of each rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Card(u8);

pub(crate) const DECK: [Card; 6] = [Card(0), Card(1), Card(2), Card(3), Card(4), Card(5)];

impl Card {
    /// 0 for a jack, 1 for a queen, 2 for a king.
    #[inline]
    pub(crate) const fn rank(self) -> u8 {
        self.0 >> 1
    }
}

/// All there is to know, hidden cards included. The cards that nobody has seen are not in it: the
/// public card is drawn when it is turned up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct State {
    pub(crate) cards: [Card; 2],
    pub(crate) public: Option<Card>,
    pub(crate) course: Course,
}

impl State {
    /// Returns a play at its first decision.
    pub(crate) const fn dealt(cards: [Card; 2]) -> Self {
        Self { cards, public: None, course: Course::START }
    }

    /// Returns how much better seat 0 stands than seat 1 if the play ends here.
    #[inline]
    fn lead(&self) -> i16 {
        // A pair ranks above all ranks.
        let pairs = |card: Card| self.public.is_some_and(|public| public.rank() == card.rank());
        let strength = |card: Card| i16::from(card.rank()) + 3 * i16::from(pairs(card));
        // More than cards can be apart, in place of a branch that nothing foresees.
        10 * i16::from(self.course.entry().folded) + strength(self.cards[0]) - strength(self.cards[1])
    }
}

/// The knowledge of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct View {
    pub(crate) viewer: Seat,
    pub(crate) own: Card,
    /// The other's card, once it was shown.
    pub(crate) other: Option<Card>,
    pub(crate) public: Option<Card>,
    course: Course,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum Happening {
    Draw { seat: Seat, card: Card },
    TurnUp { card: Card },
    Pay { seat: Seat, chips: u16 },
    Show { seat: Seat, card: Card },
    Win { seat: Seat, chips: u16 },
}

impl Event for Happening {
    fn card(&self) -> Option<CardMove> {
        match *self {
            Self::Draw { seat, card } => Some(CardMove::Drawn { seat, kind: usize::from(card.rank()) }),
            Self::TurnUp { .. } | Self::Pay { .. } | Self::Show { .. } | Self::Win { .. } => None,
        }
    }
}

/// The rules with their stakes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeducPoker {
    pub(crate) ante: u16,
    /// Chips of a raise in the first and in the second round.
    raises: [u16; 2],
    /// One over twice the most that can be lost.
    per_chip: f64,
}

impl Default for LeducPoker {
    fn default() -> Self {
        Self::with(1, [2, 4])
    }
}

impl LeducPoker {
    pub(crate) fn with(ante: u16, raises: [u16; 2]) -> Self {
        let mut game = Self { ante, raises, per_chip: 0.0 };
        game.per_chip = 1.0 / (2.0 * f64::from(game.most()));
        game
    }

    /// Returns the most that can be lost.
    pub(crate) const fn most(&self) -> u16 {
        self.ante + RAISES as u16 * (self.raises[0] + self.raises[1])
    }

    /// Chips that each seat has put into the pot.
    #[inline]
    pub(crate) fn paid(&self, course: Course) -> [u16; 2] {
        let [first, second] = course.entry().paid;
        let chips = |seat: usize| {
            self.ante + u16::from(first[seat]) * self.raises[0] + u16::from(second[seat]) * self.raises[1]
        };
        [chips(0), chips(1)]
    }

    /// Returns what each seat won or lost if the play ended as it stands.
    #[inline]
    pub(crate) fn chips(&self, state: &State) -> [i64; 2] {
        // What a seat wins are the chips that the other has put in.
        let lead = state.lead();
        let loser = usize::from(lead > 0);
        let chips = i64::from(lead.signum()) * i64::from(self.paid(state.course)[loser]);
        [chips, -chips]
    }

    #[inline]
    pub(crate) fn reward_of(&self, chips: [i64; 2]) -> BySeat<f64> {
        let most = i64::from(self.most());
        let mut reward = BySeat::all(0.0);
        for (seat, chips) in chips.into_iter().enumerate() {
            reward[Seat::new(seat)] = (chips + most) as f64 * self.per_chip;
        }
        reward
    }
}

/// Returns the n-th of the cards in neither hand.
#[inline]
fn unseen(hands: [Card; 2], n: usize) -> Card {
    let (low, high) = (hands[0].0.min(hands[1].0), hands[0].0.max(hands[1].0));
    let n = n as u8 + u8::from(n as u8 >= low);
    Card(n + u8::from(n >= high))
}

impl Game for LeducPoker {
    type State = State;
    type Action = Action;
    type View = View;
    type Event = Happening;

    fn seats(&self) -> usize {
        2
    }

    fn new_state(&self) -> State {
        State::dealt([DECK[0], DECK[1]])
    }

    fn deal<L: EventSink<Happening>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        let first = rng.index(6) as u8;
        let second = rng.index(5) as u8;
        let second = second + u8::from(second >= first);
        *state = State::dealt([Card(first), Card(second)]);
        for seat in Seat::all(2) {
            log.emit(Happening::Pay { seat, chips: self.ante });
            log.emit(Happening::Draw { seat, card: state.cards[seat.index()] });
        }
    }

    #[inline]
    fn to_move(&self, state: &State) -> Option<Seat> {
        (!state.course.is_over()).then(|| Seat::new(usize::from(state.course.entry().mover)))
    }

    #[inline]
    fn menu<R: MenuReader<Action>>(&self, state: &State, reader: R) -> R::Out {
        let entry = state.course.entry();
        let first = if entry.stage == Stage::Open { Action::Raise } else { Action::Fold };
        // Not read from a list in the entry, which every decision would wait for: they are in order.
        reader.slots(0..usize::from(entry.choices), |slot| match (first as usize + slot) % 4 {
            0 => Action::Fold,
            1 => Action::Call,
            2 => Action::Raise,
            _ => Action::Check,
        })
    }

    #[inline]
    fn apply<L: EventSink<Happening>>(&self, state: &mut State, action: Action, rng: &mut Rng, log: &mut L) {
        let before = state.course;
        state.course = before.after(action);
        let after = state.course.entry();
        if let Action::Call | Action::Raise = action {
            let mover = usize::from(before.entry().mover);
            let chips = self.paid(state.course)[mover] - self.paid(before)[mover];
            log.emit(Happening::Pay { seat: Seat::new(mover), chips });
        }
        if after.turns_up {
            let card = unseen(state.cards, rng.index(4));
            state.public = Some(card);
            log.emit(Happening::TurnUp { card });
        }
        if after.stage == Stage::Showdown {
            for seat in Seat::all(2) {
                log.emit(Happening::Show { seat, card: state.cards[seat.index()] });
            }
        }
        if state.course.is_over() {
            for (seat, chips) in Seat::all(2).zip(self.chips(state)) {
                if chips > 0 {
                    log.emit(Happening::Win { seat, chips: chips as u16 });
                }
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        let chips = self.chips(state);
        let scores = BySeat::from_fn(|seat| chips.get(seat.index()).copied().unwrap_or(0));
        let turns = self.turn(state) - 1;
        Outcome::ranked(2, scores, turns, Outcome::rounds_of_turns(turns, 2), false, |a, b| a > b)
    }

    fn turn(&self, state: &State) -> u32 {
        1 + u32::from(state.course.entry().actions)
    }

    fn phase(&self, state: &State) -> usize {
        usize::from(state.public.is_some())
    }

    #[inline]
    fn view(&self, state: &State, viewer: Seat) -> View {
        let State { cards, public, course } = *state;
        let shown = course.entry().stage == Stage::Showdown;
        let other = shown.then_some(cards[1 - viewer.index()]);
        View { viewer, own: cards[viewer.index()], other, public, course }
    }

    // Every card that the viewer has not seen is equally likely the other's.
    #[inline]
    fn determinize(&self, view: &View, rng: &mut Rng, into: &mut State) {
        let View { viewer, own, other, public, course } = *view;
        let unknown = |rng: &mut Rng| {
            let Some(public) = public else {
                let n = rng.index(5) as u8;
                return Card(n + u8::from(n >= own.0));
            };
            unseen([own, public], rng.index(4))
        };
        let other = other.unwrap_or_else(|| unknown(rng));
        let mut cards = [own; 2];
        cards[1 - viewer.index()] = other;
        *into = State { cards, public, course };
    }

    described_by_its_types!();
}
