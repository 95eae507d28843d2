//! The rules: cards, states, views and events.

use ludometer::model::{BySeat, CardMove, Event, Game, Log, Outcome, Rng, Seat};
use serde::Serialize;

/// The most raises in a round.
const RAISES: u8 = 2;

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

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    Fold,
    Call,
    Check,
    Raise,
}

/// The actions of a play so far, in order: three bits each (1 for the first action), the last
/// lowest. At most eight actions (check, raise, raise, call in both rounds) make 24 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct History(u32);

impl History {
    #[inline]
    const fn with(self, action: Action) -> Self {
        Self(self.0 << 3 | (action as u32 + 1))
    }

    const fn len(self) -> u32 {
        (32 - self.0.leading_zeros()).div_ceil(3)
    }
}

/// What the seats have to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// The mover may check or raise. After a check of seat 0, a check ends the round.
    Open,
    /// The mover must answer a raise.
    Facing,
    /// The mover has folded.
    Folded,
    /// The cards are compared.
    Showdown,
}

/// All there is to know, hidden cards included. The cards that nobody has seen are not in it: the
/// public card is drawn when it is turned up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct State {
    pub(crate) cards: [Card; 2],
    pub(crate) public: Option<Card>,
    /// Chips that each seat has put into the pot.
    pub(crate) paid: [u16; 2],
    pub(crate) mover: u8,
    pub(crate) stage: Stage,
    /// Raises in this round.
    pub(crate) raises: u8,
    pub(crate) history: History,
}

impl State {
    /// A play at its first decision.
    pub(crate) const fn dealt(cards: [Card; 2], ante: u16) -> Self {
        Self {
            cards,
            public: None,
            paid: [ante; 2],
            mover: 0,
            stage: Stage::Open,
            raises: 0,
            history: History(0),
        }
    }

    /// What each seat won or lost if the play ended as it stands.
    #[inline]
    pub(crate) fn chips(&self) -> [i64; 2] {
        // What a seat wins are the chips that the other has put in.
        let [first, second] = self.paid.map(i64::from);
        let lead = if self.stage == Stage::Folded {
            i16::from(self.mover) * 2 - 1
        } else {
            // A pair ranks above all ranks.
            let pairs = |card: Card| self.public.is_some_and(|public| public.rank() == card.rank());
            let strength = |card: Card| i16::from(card.rank()) + 3 * i16::from(pairs(card));
            strength(self.cards[0]) - strength(self.cards[1])
        };
        match lead {
            1.. => [second, -second],
            0 => [0, 0],
            _ => [-first, first],
        }
    }
}

/// What one seat knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct View {
    pub(crate) viewer: Seat,
    pub(crate) own: Card,
    /// The other's card, once it was shown.
    pub(crate) other: Option<Card>,
    pub(crate) public: Option<Card>,
    paid: [u16; 2],
    mover: u8,
    stage: Stage,
    raises: u8,
    history: History,
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

    /// The most that can be lost.
    pub(crate) const fn most(&self) -> u16 {
        self.ante + RAISES as u16 * (self.raises[0] + self.raises[1])
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

/// Both seats have paid the same: the card is turned up, or the cards are shown.
#[inline]
fn end_round<L: Log<Happening>>(state: &mut State, rng: &mut Rng, log: &mut L) {
    if state.public.is_none() {
        let card = unseen(state.cards, rng.index(4));
        *state = State { public: Some(card), mover: 0, raises: 0, stage: Stage::Open, ..*state };
        log.note(Happening::TurnUp { card });
        return;
    }
    state.stage = Stage::Showdown;
    for seat in Seat::all(2) {
        log.note(Happening::Show { seat, card: state.cards[seat.index()] });
    }
    note_win(state, log);
}

fn note_win<L: Log<Happening>>(state: &State, log: &mut L) {
    for seat in Seat::all(2) {
        if let chips @ 1.. = state.chips()[seat.index()] {
            log.note(Happening::Win { seat, chips: chips as u16 });
        }
    }
}

/// The n-th of the cards in neither hand.
#[inline]
fn unseen(hands: [Card; 2], n: usize) -> Card {
    let (low, high) = (hands[0].0.min(hands[1].0), hands[0].0.max(hands[1].0));
    let n = n as u8 + u8::from(n as u8 >= low);
    Card(n + u8::from(n >= high))
}

/// The legal actions in front of a row, and how many of the row they are.
#[inline]
fn choices(state: &State) -> (&'static [Action; 3], usize) {
    const CHECKED: [Action; 3] = [Action::Check, Action::Raise, Action::Raise];
    const FACING: [Action; 3] = [Action::Fold, Action::Call, Action::Raise];
    let facing = usize::from(state.stage == Stage::Facing);
    (&[CHECKED, FACING][facing], facing + 1 + usize::from(state.raises < RAISES))
}

impl Game for LeducPoker {
    type State = State;
    type Action = Action;
    type View = View;
    type Event = Happening;

    fn seats(&self) -> usize {
        2
    }

    fn blank(&self) -> State {
        State::dealt([DECK[0], DECK[1]], self.ante)
    }

    fn deal<L: Log<Happening>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        let first = rng.index(6) as u8;
        let second = rng.index(5) as u8;
        let second = second + u8::from(second >= first);
        *state = State::dealt([Card(first), Card(second)], self.ante);
        for seat in Seat::all(2) {
            log.note(Happening::Pay { seat, chips: self.ante });
            log.note(Happening::Draw { seat, card: state.cards[seat.index()] });
        }
    }

    #[inline]
    fn to_move(&self, state: &State) -> Option<Seat> {
        let over = matches!(state.stage, Stage::Folded | Stage::Showdown);
        (!over).then(|| Seat::new(usize::from(state.mover)))
    }

    #[inline]
    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        // Copied whole and cut: no branch hangs on the state, and none that did could be foreseen.
        let (actions, choices) = choices(state);
        let length = into.len() + choices;
        into.extend_from_slice(actions);
        into.truncate(length);
    }

    #[inline]
    fn pick(
        &self,
        state: &State,
        _: &mut Vec<Action>,
        place: impl FnOnce(usize) -> usize,
    ) -> (Action, usize) {
        let (actions, choices) = choices(state);
        (actions[place(choices)], choices)
    }

    #[inline]
    fn apply<L: Log<Happening>>(&self, state: &mut State, action: Action, rng: &mut Rng, log: &mut L) {
        let mover = usize::from(state.mover) & 1;
        state.history = state.history.with(action);
        match action {
            Action::Fold => {
                state.stage = Stage::Folded;
                note_win(state, log);
            }
            Action::Call => {
                let chips = state.paid[1 - mover] - state.paid[mover];
                state.paid[mover] += chips;
                log.note(Happening::Pay { seat: Seat::new(mover), chips });
                end_round(state, rng, log);
            }
            Action::Check if mover == 1 => end_round(state, rng, log),
            Action::Check => state.mover = 1,
            Action::Raise => {
                let raise = self.raises[usize::from(state.public.is_some())];
                let chips = state.paid[1 - mover] + raise - state.paid[mover];
                state.paid[mover] += chips;
                state.raises += 1;
                state.stage = Stage::Facing;
                state.mover ^= 1;
                log.note(Happening::Pay { seat: Seat::new(mover), chips });
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        let chips = state.chips();
        let scores = BySeat::from_fn(|seat| chips.get(seat.index()).copied().unwrap_or(0));
        let turns = self.turn(state) - 1;
        Outcome::ranked(2, scores, turns, Outcome::rounds_of_turns(turns, 2), false, |a, b| a > b)
    }

    fn turn(&self, state: &State) -> u32 {
        1 + state.history.len()
    }

    fn phase(&self, state: &State) -> &'static str {
        if state.public.is_some() { "second" } else { "first" }
    }

    #[inline]
    fn view(&self, state: &State, viewer: Seat) -> View {
        let State { cards, public, paid, mover, stage, raises, history } = *state;
        let shown = stage == Stage::Showdown;
        let other = shown.then_some(cards[1 - viewer.index()]);
        View { viewer, own: cards[viewer.index()], other, public, paid, mover, stage, raises, history }
    }

    // Every card that the viewer has not seen is equally likely the other's.
    #[inline]
    fn redeal(&self, view: &View, rng: &mut Rng, into: &mut State) {
        let View { viewer, own, other, public, paid, mover, stage, raises, history } = *view;
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
        *into = State { cards, public, paid, mover, stage, raises, history };
    }
}
