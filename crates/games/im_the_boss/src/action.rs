//! Actions in the words of the spec, and which of them are legal in each phase.
//!
//! Legal choices are bits: each question has a place for every action it can ever allow, in the order
//! in which the spec names them.

use std::fmt;
use std::hint::select_unpredictable;

use serde::{Serialize, Serializer};

use super::ImTheBoss;
use super::card::{Card, Cards, Colour, FACES, MAX_COLOURS, TYPES, face, nonzero};
use super::event::Status;
use super::params::{Mode, PLAYERS};
use super::state::{Phase, Promise, Public, State};
use super::talk::{Held, can_fulfil, faces, of_class};
use ludometer_model::{MenuReader, Seat};

/// Which cards a promised discard may be (section 6, `discard:k`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Reverse cards.
    Reverse,
    /// Minus cards.
    Minus,
    /// Move cards.
    Move,
}

/// The promise for a token (section 6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Nothing.
    Plain,
    /// To play a plus card worth so much or more.
    Raise(u8),
    /// To play a minus card.
    Lower,
    /// To play a piece of the action in front of the Boss.
    PotaBoss,
    /// To play a Reverse in front of this seat.
    ReverseOn(Seat),
    /// To play a Move card whose first move discards a minus card.
    ClearNegative,
    /// To play a Move card whose first move takes a Reverse off the Boss.
    ClearReverse,
    /// To discard such a card as the turn's action.
    Discard(Class),
    /// To turn all disks that are left.
    PassOut,
    /// Neither to play nor to move a Reverse onto the Boss.
    NoReverse,
    /// Neither to play a minus card nor to discard a plus card from the centre.
    NoNegative,
    /// To play no Move card.
    NoMove,
}

/// The number of kinds that are counted apart: values, targets and classes together.
pub(super) const KIND_GROUPS: usize = 12;

/// Names of the kinds that are counted apart, in the order of the spec's table.
pub(super) const KIND_NAMES: [&str; KIND_GROUPS] = [
    "plain",
    "raise",
    "lower",
    "pota_boss",
    "reverse_on",
    "clear_negative",
    "clear_reverse",
    "discard",
    "pass_out",
    "no_reverse",
    "no_negative",
    "no_move",
];

impl Kind {
    /// Returns the place in `KIND_NAMES`.
    pub const fn group(self) -> usize {
        match self {
            Self::Plain => 0,
            Self::Raise(_) => 1,
            Self::Lower => 2,
            Self::PotaBoss => 3,
            Self::ReverseOn(_) => 4,
            Self::ClearNegative => 5,
            Self::ClearReverse => 6,
            Self::Discard(_) => 7,
            Self::PassOut => 8,
            Self::NoReverse => 9,
            Self::NoNegative => 10,
            Self::NoMove => 11,
        }
    }

    /// Returns true if it is due at the promiser's next turn.
    #[inline]
    pub const fn is_due_next_turn(self) -> bool {
        !matches!(self, Self::Plain | Self::NoReverse | Self::NoNegative | Self::NoMove)
    }

    /// Returns its place among [`KINDS`]: a jump that nothing foresees where kinds come one after the other.
    #[inline]
    pub(super) const fn place(self) -> usize {
        match self {
            Self::Plain => 0,
            Self::Raise(value) => kinds::RAISE_AT - 1 + value as usize,
            Self::Lower => kinds::LOWER_AT,
            Self::PotaBoss => kinds::POTA_BOSS_AT,
            Self::ReverseOn(seat) => kinds::REVERSE_AT + seat.index(),
            Self::ClearNegative => kinds::CLEAR_AT,
            Self::ClearReverse => kinds::CLEAR_REVERSE_AT,
            Self::Discard(class) => kinds::DISCARD_AT + class as usize,
            Self::PassOut => kinds::PASS_OUT_AT,
            Self::NoReverse => kinds::NO_REVERSE_AT,
            Self::NoNegative => kinds::NO_NEGATIVE_AT,
            Self::NoMove => kinds::NO_MOVE_AT,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(KIND_NAMES[self.group()])?;
        match self {
            Self::Raise(value) => write!(f, ":{value}"),
            Self::ReverseOn(seat) => write!(f, ":{seat}"),
            Self::Discard(Class::Reverse) => f.write_str(":reverse"),
            Self::Discard(Class::Minus) => f.write_str(":minus"),
            Self::Discard(Class::Move) => f.write_str(":move"),
            Self::Plain
            | Self::Lower
            | Self::PotaBoss
            | Self::ClearNegative
            | Self::ClearReverse
            | Self::PassOut
            | Self::NoReverse
            | Self::NoNegative
            | Self::NoMove => Ok(()),
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Which card a Move card takes (phase MOVE).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A plus or minus card in the centre.
    Centre(Card),
    /// A piece of the action in front of a seat: a coloured one first.
    Pota(Seat),
    /// A Reverse in front of a seat.
    Reverse(Seat),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centre(card) => write!(f, "centre:{card}"),
            Self::Pota(seat) => write!(f, "front:{seat}:pota"),
            Self::Reverse(seat) => write!(f, "front:{seat}:reverse"),
        }
    }
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// The Boss leads a plus or minus card.
    Lead(Card),
    /// The Boss, holding none, names the round's colour.
    Name(Colour),
    /// Play a card.
    Play(Card),
    /// Turn one disk.
    Pass,
    /// Turn all disks that are left.
    DoublePass,
    /// Discard a card as promised.
    Discard(Card),
    /// Put the card that is being played in front of this seat.
    Target(Seat),
    /// Take this card off its place.
    MoveFrom(Source),
    /// Put the card that was taken in front of this seat, or, with `None`, on the discard pile.
    MoveTo(Option<Seat>),
    /// Offer nothing.
    OfferNone,
    /// Offer this promise for a token.
    Offer(Kind),
    /// Keep the offer that was held over.
    OfferKeep,
    /// The Boss accepts this seat's offer.
    Accept(Seat),
    /// The Boss asks this seat for a promise.
    AskSeat(Seat),
    /// The Boss ends the window; offers lapse.
    Close,
    /// The Boss ends the window; offers are held over.
    Hold,
    /// The Boss ends the talks of the round.
    End,
    /// The promise that the Boss asks for.
    Ask(Kind),
    /// The answer to an ask.
    Reply(bool),
    /// Put a card away before the refill.
    Drop(Card),
    /// Put no more cards away.
    DropStop,
}

ludometer_model::action_kinds! {
    Action;
    "lead" => Self::Lead(_),
    "name" => Self::Name(_),
    "play" => Self::Play(_),
    "pass" => Self::Pass,
    "double_pass" => Self::DoublePass,
    "discard" => Self::Discard(_),
    "target" => Self::Target(_),
    "move_from" => Self::MoveFrom(_),
    "move_to" => Self::MoveTo(_),
    "offer" => Self::OfferNone | Self::Offer(_) | Self::OfferKeep,
    "boss" => Self::Accept(_) | Self::AskSeat(_) | Self::Close | Self::Hold | Self::End,
    "ask" => Self::Ask(_),
    "reply" => Self::Reply(_),
    "drop" => Self::Drop(_) | Self::DropStop,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lead(card) => write!(f, "lead:{card}"),
            Self::Name(colour) => write!(f, "name:{colour}"),
            Self::Play(card) => write!(f, "play:{card}"),
            Self::Pass => f.write_str("pass"),
            Self::DoublePass => f.write_str("double_pass"),
            Self::Discard(card) => write!(f, "discard:{card}"),
            Self::Target(seat) => write!(f, "target:{seat}"),
            Self::MoveFrom(source) => write!(f, "move_from:{source}"),
            Self::MoveTo(Some(seat)) => write!(f, "move_to:{seat}"),
            Self::MoveTo(None) => f.write_str("move_to:discard"),
            Self::OfferNone => f.write_str("offer:none"),
            Self::Offer(kind) => write!(f, "offer:{kind}"),
            Self::OfferKeep => f.write_str("offer:keep"),
            Self::Accept(seat) => write!(f, "boss:accept:{seat}"),
            Self::AskSeat(seat) => write!(f, "boss:ask:{seat}"),
            Self::Close => f.write_str("boss:close"),
            Self::Hold => f.write_str("boss:hold"),
            Self::End => f.write_str("boss:end"),
            Self::Ask(kind) => write!(f, "ask:{kind}"),
            Self::Reply(true) => f.write_str("reply:yes"),
            Self::Reply(false) => f.write_str("reply:no"),
            Self::Drop(card) => write!(f, "drop:{card}"),
            Self::DropStop => f.write_str("drop:stop"),
        }
    }
}

/// Most seats at a table.
const SEATS: usize = PLAYERS.1;

/// TURN: the types of the round's colour and the wild card to be played, disks, and the types that can be
/// discarded: minus cards, and those from the Reverse on.
pub(super) mod turn {
    use super::{FACES, face};

    pub(crate) const WILD: usize = FACES;
    pub(crate) const PASS: usize = WILD + 1;
    pub(crate) const DOUBLE_PASS: usize = PASS + 1;
    const DISCARD_MINUS: usize = DOUBLE_PASS + 1;
    const DISCARD_REVERSE: usize = DISCARD_MINUS + face::POTA - face::MINUS;

    /// Returns the places of discards of these types.
    #[inline]
    pub(crate) const fn discards(faces: u16) -> u32 {
        let minus = faces as u32 >> face::MINUS & 0xF;
        minus << DISCARD_MINUS | (faces as u32 >> face::REVERSE) << DISCARD_REVERSE
    }
}

/// The action in each place of TURN, by the round's colour.
static TURN: [[Action; 32]; 8] = {
    // More places than colours, so that none needs a check.
    let mut all = [[Action::Pass; 32]; 8];
    let mut colour = 0;
    while colour < MAX_COLOURS {
        let actions = &mut all[colour];
        let mut face = 0;
        while face < FACES {
            let card = Card::new(face, Colour(colour as u8));
            actions[face] = Action::Play(card);
            let discard = turn::discards(1 << face);
            if discard != 0 {
                actions[discard.trailing_zeros() as usize] = Action::Discard(card);
            }
            face += 1;
        }
        actions[turn::WILD] = Action::Play(Card::WILD);
        actions[turn::DOUBLE_PASS] = Action::DoublePass;
        colour += 1;
    }
    all
};

/// LEAD: the valued cards by their rank, or the colours.
const NAMES: usize = face::POTA * MAX_COLOURS;

/// DROP: cards by their rank, the last of them, the wild card and the end behind the 64 first.
pub(super) mod drop {
    pub(crate) const LAST_RANK: u64 = 1;
    pub(crate) const WILD: u64 = 2;
    pub(crate) const STOP: u64 = 4;
}

/// The action in each place of DROP.
static DROP: [Action; 72] = {
    let mut actions = [Action::DropStop; 72];
    let mut rank = 0;
    while rank < FACES * MAX_COLOURS {
        actions[rank] = Action::Drop(Card::from_rank(rank));
        rank += 1;
    }
    actions[64 + drop::WILD.trailing_zeros() as usize] = Action::Drop(Card::WILD);
    actions
};

/// The Boss's answer: seats from his left on, twice, and three ends.
pub(super) mod answer {
    use super::SEATS;

    pub(crate) const ASK: usize = SEATS;
    pub(crate) const CLOSE: usize = ASK + SEATS;
    pub(crate) const HOLD: usize = CLOSE + 1;
    pub(crate) const END: usize = HOLD + 1;
}

/// The Boss's answer by place, with seats by their numbers instead of by steps from his left.
static ANSWERS: [Action; 16] = {
    let mut all = [Action::End; 16];
    let mut seat = 0;
    while seat < SEATS {
        all[seat] = Action::Accept(Seat::new(seat));
        all[answer::ASK + seat] = Action::AskSeat(Seat::new(seat));
        seat += 1;
    }
    all[answer::CLOSE] = Action::Close;
    all[answer::HOLD] = Action::Hold;
    all
};

/// Sets of kinds of promises: a bit for each, in the order of the spec's table.
pub(super) mod kinds {
    use super::SEATS;

    pub(crate) const PLAIN: u32 = 1;
    pub(crate) const RAISE_AT: usize = 1;
    pub(crate) const LOWER_AT: usize = 5;
    pub(crate) const LOWER: u32 = 1 << LOWER_AT;
    pub(crate) const POTA_BOSS_AT: usize = 6;
    pub(crate) const POTA_BOSS: u32 = 1 << POTA_BOSS_AT;
    pub(crate) const REVERSE_AT: usize = 7;
    pub(crate) const REVERSES: u32 = ((1 << SEATS) - 1) << REVERSE_AT;
    pub(crate) const CLEAR_AT: usize = REVERSE_AT + SEATS;
    pub(crate) const CLEAR_REVERSE_AT: usize = CLEAR_AT + 1;
    pub(crate) const CLEAR_NEGATIVE: u32 = 1 << CLEAR_AT;
    pub(crate) const CLEAR_REVERSE: u32 = CLEAR_NEGATIVE << 1;
    pub(crate) const DISCARD_AT: usize = CLEAR_AT + 2;
    pub(crate) const DISCARD_MINUS_AT: usize = DISCARD_AT + 1;
    pub(crate) const DISCARD_MOVE_AT: usize = DISCARD_AT + 2;
    pub(crate) const DISCARD_REVERSE: u32 = 1 << DISCARD_AT;
    pub(crate) const DISCARD_MINUS: u32 = DISCARD_REVERSE << 1;
    pub(crate) const DISCARD_MOVE: u32 = DISCARD_REVERSE << 2;
    /// Those for which no card is needed.
    pub(crate) const OF_NO_CARD: u32 = PLAIN | 0xF << PASS_OUT_AT;
    pub(crate) const PASS_OUT_AT: usize = DISCARD_AT + 3;
    pub(crate) const NO_REVERSE_AT: usize = PASS_OUT_AT + 1;
    pub(crate) const NO_NEGATIVE_AT: usize = PASS_OUT_AT + 2;
    pub(crate) const NO_MOVE_AT: usize = PASS_OUT_AT + 3;
    pub(crate) const ALL: u32 = (1 << (PASS_OUT_AT + 4)) - 1;
}

/// The places of a set of kinds, in order.
pub(super) struct Places(pub(super) u32);

impl Iterator for Places {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (place < KINDS.len()).then_some(place)
    }
}

/// The kind in each place.
pub(super) static KINDS: [Kind; 32] = {
    let mut all = [Kind::Plain; 32];
    let mut value = 0;
    while value < 4 {
        all[kinds::RAISE_AT + value] = Kind::Raise(value as u8 + 1);
        value += 1;
    }
    all[kinds::LOWER.trailing_zeros() as usize] = Kind::Lower;
    all[kinds::POTA_BOSS.trailing_zeros() as usize] = Kind::PotaBoss;
    let mut seat = 0;
    while seat < SEATS {
        all[kinds::REVERSE_AT + seat] = Kind::ReverseOn(Seat::new(seat));
        seat += 1;
    }
    all[kinds::CLEAR_AT] = Kind::ClearNegative;
    all[kinds::CLEAR_REVERSE_AT] = Kind::ClearReverse;
    all[kinds::DISCARD_AT] = Kind::Discard(Class::Reverse);
    all[kinds::DISCARD_MINUS_AT] = Kind::Discard(Class::Minus);
    all[kinds::DISCARD_MOVE_AT] = Kind::Discard(Class::Move);
    all[kinds::PASS_OUT_AT] = Kind::PassOut;
    all[kinds::NO_REVERSE_AT] = Kind::NoReverse;
    all[kinds::NO_NEGATIVE_AT] = Kind::NoNegative;
    all[kinds::NO_MOVE_AT] = Kind::NoMove;
    all
};

/// Describes the legal actions in the order in which the spec names them; cards in canonical order, seats
/// clockwise.
#[inline(always)]
pub(super) fn menu<R: MenuReader<Action>>(game: &ImTheBoss, state: &State, reader: R) -> R::Out {
    let public = &state.public;
    match public.phase {
        Phase::Lead => game.read_leads(state, reader),
        Phase::TalkOffer(seat) => game.read_offers(state, seat, reader),
        Phase::TalkBoss => game.read_answers(public, reader),
        Phase::TalkAsk(seat) => {
            reader.slots(game.kinds_allowed(public, seat), |place| Action::Ask(KINDS[place & 31]))
        }
        Phase::TalkReply(seat, kind) => game.read_replies(state, seat, kind, reader),
        Phase::Turn(seat) => {
            let actions = &TURN[public.round_colour().index() % TURN.len()];
            reader.slots(game.turn_menu(state, seat), |place| actions[place & 31])
        }
        Phase::Target(seat) => {
            let open = game.turned(game.targets(public, seat), seat);
            reader.slots(open, |steps| Action::Target(game.seat_at(seat, steps)))
        }
        Phase::MoveFrom(seat) => game.read_sources(public, seat, reader),
        Phase::MoveTo(seat, source) => {
            let open = game.turned(game.destinations(public, seat, source), seat);
            reader.slots(open << 1 | 1, |place| {
                Action::MoveTo(place.checked_sub(1).map(|steps| game.seat_at(seat, steps)))
            })
        }
        Phase::Drop(seat) => ImTheBoss::read_drops(state, seat, reader),
        Phase::Over => reader.slots(0..0, |_| Action::Pass),
    }
}

impl ImTheBoss {
    #[inline(always)]
    fn read_leads<R: MenuReader<Action>>(&self, state: &State, reader: R) -> R::Out {
        let valued = state.hands[state.public.boss].ranks() & ((1 << NAMES) - 1);
        let names = ((1 << self.params.colours) - 1) << NAMES;
        reader.slots(if valued == 0 { names } else { valued }, |place| {
            if place < NAMES {
                Action::Lead(Card::from_rank(place))
            } else {
                Action::Name(Colour((place - NAMES) as u8))
            }
        })
    }

    #[inline(always)]
    fn turn_menu(&self, state: &State, seat: Seat) -> u32 {
        let public = &state.public;
        let held = Held::of(&state.hands[seat], public.round_colour());
        let double = self.params.disks - public.passes[seat] >= 2;
        let passes = 1 << turn::PASS | u32::from(double) << turn::DOUBLE_PASS;
        let wild = u32::from(held.wild) << turn::WILD;
        // As a rule there is no promise to keep.
        if let Some(Promise { kind, status: Status::Open }) = public.promises[seat] {
            return self.promised_turn_menu(public, seat, held, kind);
        }
        let most = self.most_moves(Self::movable(public, false));
        u32::from(held.faces & faces(face::PLUS..face::MOVE + most)) | wild | passes
    }

    /// Returns the menu of TURN for a seat with an open promise.
    #[inline(never)]
    fn promised_turn_menu(&self, public: &Public, seat: Seat, held: Held, kind: Kind) -> u32 {
        let binding = self.params.talks.mode == Mode::Binding;
        let wild = u32::from(held.wild) << turn::WILD;
        let double = self.params.disks - public.passes[seat] >= 2;
        if public.due && binding && can_fulfil(held, kind, public.due_table) {
            let play = |range| u32::from(held.faces & faces(range));
            // The actions that fulfil a binding promise.
            return match kind {
                Kind::Raise(value) => play(face::PLUS + usize::from(value) - 1..face::MINUS),
                Kind::Lower => play(face::MINUS..face::POTA),
                Kind::PotaBoss => play(face::POTA..face::REVERSE) | wild,
                Kind::ReverseOn(_) => play(face::REVERSE..face::MOVE),
                Kind::ClearNegative | Kind::ClearReverse => {
                    play(face::MOVE..face::MOVE + usize::from(public.due_table))
                }
                Kind::Discard(class) => turn::discards(held.faces & of_class(class)),
                Kind::PassOut => 1 << if double { turn::DOUBLE_PASS } else { turn::PASS },
                // Not due at a turn: they forbid instead.
                Kind::Plain | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => 0,
            };
        }
        let forbidden = if binding { Some(kind) } else { None };
        let no_negative = forbidden == Some(Kind::NoNegative);
        let mut playable = held.faces;
        if no_negative {
            playable &= !faces(face::MINUS..face::POTA);
        }
        let most = self.most_moves(Self::movable(public, no_negative));
        let most = if forbidden == Some(Kind::NoMove) { 0 } else { most };
        playable &= faces(face::PLUS..face::MOVE + most);
        let mut menu = u32::from(playable) | wild | 1 << turn::PASS | u32::from(double) << turn::DOUBLE_PASS;
        if public.due
            && !binding
            && let Kind::Discard(class) = kind
        {
            menu |= turn::discards(held.faces & of_class(class));
        }
        menu
    }

    #[inline(always)]
    fn read_offers<R: MenuReader<Action>>(&self, state: &State, seat: Seat, reader: R) -> R::Out {
        let public = &state.public;
        let open = self.kinds_offered(public, &state.hands[seat], seat);
        let kept = public.held[seat];
        reader.slots(open << 1 | 1, |place| {
            let Some(place) = place.checked_sub(1) else { return Action::OfferNone };
            let kind = KINDS[place & 31];
            if kept == Some(kind) { Action::OfferKeep } else { Action::Offer(kind) }
        })
    }

    #[inline(always)]
    fn read_answers<R: MenuReader<Action>>(&self, public: &Public, reader: R) -> R::Out {
        let left = public.boss.next(self.params.seats);
        let offering = Seat::all(PLAYERS.1)
            .fold(0, |seats, seat| seats | u8::from(public.offers[seat].is_some()) << seat.index());
        let mut open = self.turned(offering, left) | 1 << answer::CLOSE | 1 << answer::END;
        open |= u32::from(offering != 0) << answer::HOLD;
        if public.asks < self.params.talks.asks {
            open |= self.turned(self.eligible(public), left) << answer::ASK;
        }
        // Which answer it is is for chance to say: its place in a table instead of a branch.
        reader.slots(open, |place| {
            let first = if place < answer::ASK { 0 } else { answer::ASK };
            let seated = first + self.seat_at(left, (place - first) % SEATS).index();
            ANSWERS[select_unpredictable(place < answer::CLOSE, seated, place) & 15]
        })
    }

    #[inline(always)]
    fn read_replies<R: MenuReader<Action>>(
        &self,
        state: &State,
        seat: Seat,
        kind: Kind,
        reader: R,
    ) -> R::Out {
        let binding = self.params.talks.mode == Mode::Binding;
        let yes = !binding || self.can_promise(&state.public, &state.hands[seat], kind);
        reader.slots(u8::from(yes) | 2, |place| Action::Reply(place == 0))
    }

    /// Returns the one seat that a binding promise leaves for the card that is being played.
    #[inline(always)]
    fn promised_target(&self, public: &Public, seat: Seat) -> Option<Seat> {
        if self.params.talks.mode != Mode::Binding {
            return None;
        }
        let card = public.playing?;
        match Self::due_promise(public, seat)? {
            Kind::PotaBoss if card.is_pota() => Some(public.boss),
            Kind::ReverseOn(target) if card.face() == Some(face::REVERSE) => Some(target),
            _ => None,
        }
        .filter(|&target| !self.is_protected(public, target))
    }

    #[inline(always)]
    fn targets(&self, public: &Public, seat: Seat) -> u8 {
        if let Some(target) = self.promised_target(public, seat) {
            return 1 << target.index();
        }
        let reverse = public.playing.is_some_and(|card| card.face() == Some(face::REVERSE));
        let spared = reverse && self.forbidden(public, seat) == Some(Kind::NoReverse);
        self.open(public) & !(u8::from(spared) << public.boss.index())
    }

    #[inline(always)]
    fn read_sources<R: MenuReader<Action>>(&self, public: &Public, seat: Seat, reader: R) -> R::Out {
        // Two places for each seat behind the centre's.
        const FRONT: usize = face::POTA;
        let binding = self.params.talks.mode == Mode::Binding;
        let promised = if binding && public.first_move { Self::due_promise(public, seat) } else { None };
        let centre = u32::from(nonzero(u64::from_le_bytes(public.centre)));
        let no_negative = self.forbidden(public, seat) == Some(Kind::NoNegative);
        let mut open = if no_negative { centre & !u32::from(faces(face::PLUS..face::MINUS)) } else { centre };
        let steps_of = |of: Seat| self.turned(1 << of.index(), seat).trailing_zeros() as usize;
        let mut left = self.turned(self.open(public), seat);
        while left != 0 {
            let steps = left.trailing_zeros() as usize;
            let target = self.seat_at(seat, steps);
            let (front, moved) = (public.front[target], public.moved[target]);
            let some =
                u32::from(front.potas() > moved.potas()) | u32::from(front.reverse > moved.reverse) << 1;
            open |= some << (FRONT + 2 * steps);
            left &= left - 1;
        }
        match promised {
            Some(Kind::ClearNegative) => {
                let minus = centre & u32::from(faces(face::MINUS..face::POTA));
                open = if minus != 0 { minus } else { open };
            }
            Some(Kind::ClearReverse)
                if public.front[public.boss].reverse > 0 && !self.is_protected(public, public.boss) =>
            {
                open = 2 << (FRONT + 2 * steps_of(public.boss));
            }
            _ => {}
        }
        reader.slots(open, |place| {
            Action::MoveFrom(if place < FRONT {
                Source::Centre(public.card(place))
            } else {
                let of = self.seat_at(seat, (place - FRONT) / 2);
                if place % 2 == FRONT % 2 { Source::Pota(of) } else { Source::Reverse(of) }
            })
        })
    }

    #[inline(always)]
    fn destinations(&self, public: &Public, seat: Seat, source: Source) -> u8 {
        let (from, reverse) = match source {
            Source::Centre(_) => return 0,
            Source::Pota(from) => (from, false),
            Source::Reverse(from) => (from, true),
        };
        let spared = reverse && self.forbidden(public, seat) == Some(Kind::NoReverse);
        self.open(public) & !(1 << from.index()) & !(u8::from(spared) << public.boss.index())
    }

    #[inline(always)]
    fn read_drops<R: MenuReader<Action>>(state: &State, seat: Seat, reader: R) -> R::Out {
        let hand = &state.hands[seat];
        let from = state.aside[seat].top().map_or(0, Card::rank);
        // Behind a wild card nothing but another one follows.
        let open = if from < 64 { hand.ranks() & u64::MAX << from } else { 0 };
        let more = drop::STOP
            | if hand.has(Card::WILD) { drop::WILD } else { 0 }
            | if hand.has(Cards::LAST) && from < TYPES { drop::LAST_RANK } else { 0 };
        reader.slots([open, more], |place| DROP[place % DROP.len()])
    }
}

impl ImTheBoss {
    /// Returns these seats, clockwise from `first`: bit k for the one k steps on.
    #[inline(always)]
    pub(super) fn turned(&self, seats: u8, first: Seat) -> u32 {
        // Written down twice, a table's length apart: those of the second turn stand behind those of the first.
        let twice = u32::from(seats) | u32::from(seats) << self.params.seats;
        twice >> first.index() & u32::from(self.table)
    }

    /// Returns the seat so many steps clockwise from `first`, less than a turn.
    #[inline(always)]
    pub(super) fn seat_at(&self, first: Seat, steps: usize) -> Seat {
        let place = first.index() + steps;
        let seats = self.params.seats;
        Seat::new(if place >= seats { place - seats } else { place })
    }

    /// Returns the kinds of promises that this seat may offer.
    #[inline(always)]
    pub(super) fn kinds_offered(&self, public: &Public, hand: &Cards, seat: Seat) -> u32 {
        let allowed = self.kinds_allowed(public, seat);
        if self.params.talks.mode == Mode::Binding {
            let held = Held::of(hand, public.round_colour());
            return allowed & held.kinds(self.most_moves(Self::movable(public, false)));
        }
        allowed
    }

    /// Returns the kinds of promises that the table allows this seat.
    #[inline(always)]
    pub(super) fn kinds_allowed(&self, public: &Public, seat: Seat) -> u32 {
        if self.is_eliminated(public, seat) {
            return kinds::PLAIN;
        }
        // The last column of the spec's table. Whether a Move card can be played is a matter of
        // the hand.
        let open = u32::from(self.open(public));
        let boss = open >> public.boss.index() & 1 != 0;
        let targets = (open & !(1 << seat.index())) << kinds::REVERSE_AT;
        // What lies on the table is for chance to say: no branches.
        let unless = |some: bool, kinds: u32| kinds & u32::from(some).wrapping_sub(1);
        kinds::ALL
            & !kinds::REVERSES
            & !unless(Self::any_minus(public), kinds::CLEAR_NEGATIVE)
            & !unless(boss, kinds::POTA_BOSS | kinds::CLEAR_REVERSE)
            & !unless(public.front[public.boss].reverse > 0, kinds::CLEAR_REVERSE)
            | targets
    }
}

impl Held {
    /// Returns the kinds of promises that the hand allows, where Move cards that move up to `moves` cards can be
    /// played: [`can_fulfil`] for all of them at once.
    #[inline(always)]
    fn kinds(self, moves: usize) -> u32 {
        let held = u32::from(self.faces);
        let some = |range| held & u32::from(faces(range)) != 0;
        let if_any = |any: bool, kinds: u32| kinds & u32::from(any).wrapping_neg();
        // A plus card is worth all that is less.
        let plus = held & u32::from(faces(face::PLUS..face::MINUS));
        let raises = plus | plus >> 1;
        let raises = raises | raises >> 2;
        kinds::OF_NO_CARD
            | raises << kinds::RAISE_AT
            | if_any(some(face::MINUS..face::POTA), kinds::LOWER | kinds::DISCARD_MINUS)
            | if_any(self.wild || some(face::POTA..face::REVERSE), kinds::POTA_BOSS)
            | if_any(some(face::REVERSE..face::MOVE), kinds::REVERSES | kinds::DISCARD_REVERSE)
            | if_any(some(face::MOVE..FACES), kinds::DISCARD_MOVE)
            | if_any(some(face::MOVE..face::MOVE + moves), kinds::CLEAR_NEGATIVE | kinds::CLEAR_REVERSE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_stands_in_its_place() {
        let places: Vec<usize> = Places(kinds::ALL).collect();
        assert_eq!(places.len(), KINDS.iter().filter(|&&kind| kind != Kind::Plain).count() + 1);
        for place in places {
            assert_eq!(KINDS[place].place(), place, "{}", KINDS[place]);
        }
    }
}
