//! Negotiation (section 6): who may talk when, what may be offered, what a promise forbids, when it is
//! kept, and what becomes of those that are not.
//!
//! Offers prove something of hands (I4): in mode binding, who offers or agrees to something that needs a card
//! holds a card that fits. A proof is one bit; the bits of a seat are the proofs that still hold. In each
//! colour there are ten: a plus card worth at least 1, 2, 3, 4; a minus card; a piece of the action, wild or
//! not; a Reverse; a Move card that moves at most 1, 2, 3.

use std::ops::Range;

use super::ImTheBoss;
use super::action::{Action, Class, Kind};
use super::card::{Card, Cards, Colour, FACE_TABLE, FACES, MAX_COLOURS, TYPES, face};
use super::event::{Event, Status};
use super::params::Mode;
use super::rules::Engine;
use super::state::{Phase, Promise, Public};
use ludometer_model::small_table::BySeat;
use ludometer_model::{EventSink, KindSet, Seat};

impl ImTheBoss {
    /// Returns true if the seat turned all its disks.
    #[inline(always)]
    pub(super) fn is_eliminated(&self, public: &Public, seat: Seat) -> bool {
        public.passes[seat] >= self.params.disks
    }

    /// Returns true if nothing before this seat may change any more (IB-40).
    #[inline(always)]
    pub(super) fn is_protected(&self, public: &Public, seat: Seat) -> bool {
        self.is_eliminated(public, seat) && !self.params.nasty
    }

    /// Returns the seats that are still in, a bit each.
    #[inline(always)]
    pub(super) fn live(&self, public: &Public) -> u8 {
        debug_assert_eq!(public.live, self.table & !public.passes.at_least(self.params.disks).bits() as u8);
        public.live
    }

    /// Returns the seats of which one must be in for the play to go on, a bit each (IB-25, IB-95).
    #[inline(always)]
    pub(super) fn players_on(&self, public: &Public) -> u8 {
        self.table & !(u8::from(self.params.boss_stops) << public.boss.index())
    }

    /// Returns the seats before which things can change, a bit each.
    #[inline(always)]
    pub(super) fn open(&self, public: &Public) -> u8 {
        if self.params.nasty { self.table } else { self.live(public) }
    }

    /// Returns all seats that a token could go to, a bit each.
    #[inline(always)]
    pub(super) fn eligible(&self, public: &Public) -> u8 {
        let mut seats = self.table & !(1 << public.boss.index()) & !public.cousin.holding().bits() as u8;
        if self.params.talks.mode == Mode::Reputation {
            seats &= !self.barred(public);
        }
        seats
    }

    /// Returns the seats that broke their word too often, a bit each.
    #[inline(never)]
    fn barred(&self, public: &Public) -> u8 {
        let barred = |seat: &Seat| public.strikes[*seat] >= self.params.talks.strikes;
        Seat::all(self.params.seats).filter(barred).fold(0, |seats, seat| seats | 1 << seat.index())
    }

    /// Returns the next eligible seat behind `after`, up to the one before the Boss.
    #[inline(always)]
    fn next_eligible(&self, public: &Public, after: Seat) -> Option<Seat> {
        let left = public.boss.next(self.params.seats);
        let eligible = self.turned(self.eligible(public), left);
        // Those up to `after`, none if that is the Boss.
        let asked = self.turned(1 << after.index(), left) << 1 & u32::from(self.table);
        let next = eligible & asked.max(1).wrapping_neg();
        (next != 0).then(|| self.seat_at(left, next.trailing_zeros() as usize))
    }

    /// Returns 0 if no window is due when the turn leaves the Boss's seat. A product, because the compiler makes a
    /// branch of each of several conditions.
    #[inline(always)]
    pub(super) fn windows_due(&self, public: &Public) -> u32 {
        let talks = &self.params.talks;
        let others = self.live(public) & !(1 << public.boss.index());
        let windows = talks.windows.saturating_sub(public.windows);
        let open = u32::from(talks.enabled) * u32::from(windows) * u32::from(!public.talks_ended);
        open.min(1) * u32::from(public.tokens_left) * u32::from(others) * u32::from(self.eligible(public))
    }

    /// Returns the number of cards that a Move card may take now, those of a forbidden source left out. Asked for while none
    /// is being carried out: nothing has been moved yet.
    #[inline(always)]
    pub(super) fn movable(public: &Public, no_negative: bool) -> u8 {
        if no_negative {
            return public.movable - public.centre[face::PLUS..face::MINUS].iter().sum::<u8>();
        }
        public.movable
    }

    /// Returns true if there is a minus card in the centre.
    #[inline(always)]
    pub(super) fn any_minus(public: &Public) -> bool {
        public.centre[face::MINUS..].iter().fold(0, |some, n| some | n) != 0
    }

    /// Returns the largest Move card that can be played with `movable` cards on the table (R5).
    #[inline(always)]
    pub(super) fn most_moves(&self, movable: u8) -> usize {
        let all = 3 * u8::from(self.params.move_as_many & (movable > 0));
        usize::from(movable.min(3).max(all))
    }

    /// Returns what the table allows of a promise, whatever the hand: 0 nothing, else how many cards the
    /// largest playable Move card moves, where the promise needs one, or 1.
    pub(super) fn table_allows(&self, public: &Public, kind: Kind) -> u8 {
        let allowed = match kind {
            Kind::PotaBoss => !self.is_protected(public, public.boss),
            Kind::ReverseOn(target) => !self.is_protected(public, target),
            Kind::ClearNegative => Self::any_minus(public),
            Kind::ClearReverse => {
                !self.is_protected(public, public.boss) && public.front[public.boss].reverse > 0
            }
            Kind::Plain
            | Kind::Raise(_)
            | Kind::Lower
            | Kind::Discard(_)
            | Kind::PassOut
            | Kind::NoReverse
            | Kind::NoNegative
            | Kind::NoMove => true,
        };
        match kind {
            _ if !allowed => 0,
            Kind::ClearNegative | Kind::ClearReverse => self.most_moves(Self::movable(public, false)) as u8,
            _ => 1,
        }
    }

    /// Returns true if this hand and the table together allow the promise.
    #[inline]
    pub(super) fn can_promise(&self, public: &Public, hand: &Cards, kind: Kind) -> bool {
        can_fulfil(Held::of(hand, public.round_colour()), kind, self.table_allows(public, kind))
    }

    /// Returns the promise that the mover must keep in this turn, if it has one that is still open.
    #[inline]
    pub(super) fn due_promise(public: &Public, seat: Seat) -> Option<Kind> {
        if !public.due {
            return None;
        }
        let promise = public.promises[seat]?;
        (promise.status == Status::Open).then_some(promise.kind)
    }

    /// Returns the rest-of-round promise that binds this seat, if one does.
    #[inline]
    pub(super) fn forbidden(&self, public: &Public, seat: Seat) -> Option<Kind> {
        match public.promises[seat] {
            Some(Promise {
                kind: kind @ (Kind::NoReverse | Kind::NoNegative | Kind::NoMove),
                status: Status::Open,
            }) if self.params.talks.mode == Mode::Binding => Some(kind),
            _ => None,
        }
    }

    /// Notes that the seat did what its due promise says, if the promise is of this kind.
    #[inline]
    pub(super) fn fulfil(public: &mut Public, seat: Seat, fits: impl FnOnce(Kind) -> bool) {
        if let Some(kind) = Self::due_promise(public, seat)
            && fits(kind)
        {
            public.fulfilled = true;
        }
    }
}

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Holds a window, which must be due.
    #[inline]
    pub(super) fn open_window(&mut self) {
        let public = &mut self.state.public;
        let Some(first) = self.game.next_eligible(public, public.boss) else { return };
        public.windows += 1;
        public.asks = 0;
        public.phase = Phase::TalkOffer(first);
        self.log.emit(Event::Window { window: public.windows, lap: public.lap });
    }

    pub(super) fn offer(&mut self, seat: Seat, action: Action) {
        let public = &mut self.state.public;
        let held = public.held[seat].take();
        let kind = match action {
            Action::Offer(kind) => Some(kind),
            Action::OfferKeep => held,
            _ => None,
        };
        public.offers[seat] = kind;
        if let Some(kind) = kind {
            self.log.emit(Event::Offered { seat, kind, kept: matches!(action, Action::OfferKeep) });
            self.prove(seat, kind);
        }
        let public = &mut self.state.public;
        public.phase = match self.game.next_eligible(public, seat) {
            Some(next) => Phase::TalkOffer(next),
            None => Phase::TalkBoss,
        };
    }

    /// Remembers what an offer shows about the hand (I4).
    fn prove(&mut self, seat: Seat, kind: Kind) {
        let public = &mut self.state.public;
        if L::TRACK_KNOWLEDGE && self.game.params.talks.mode == Mode::Binding {
            let movable = self.game.table_allows(public, kind);
            public.proofs[seat] |= of_offer(kind, public.round_colour(), movable);
        }
    }

    pub(super) fn boss(&mut self, action: Action) {
        let public = &mut self.state.public;
        match action {
            Action::Accept(seat) => {
                if let Some(kind) = public.offers[seat] {
                    self.give_token(seat, kind, false);
                }
                return;
            }
            Action::AskSeat(seat) => {
                public.asks += 1;
                public.phase = Phase::TalkAsk(seat);
                return;
            }
            Action::Hold => public.held = public.offers,
            Action::End => {
                public.talks_ended = true;
                self.log.emit(Event::TalksEnded);
            }
            _ => {}
        }
        self.close_window();
    }

    pub(super) fn ask(&mut self, seat: Seat, kind: Kind) {
        self.log.emit(Event::Asked { seat, kind });
        if kind == Kind::Plain && self.game.params.talks.forced_gift {
            self.give_token(seat, kind, true);
        } else {
            self.state.public.phase = Phase::TalkReply(seat, kind);
        }
    }

    pub(super) fn reply(&mut self, (seat, kind): (Seat, Kind), yes: bool) {
        if yes {
            self.prove(seat, kind);
            self.give_token(seat, kind, true);
        } else {
            self.state.public.phase = Phase::TalkBoss;
        }
    }

    fn give_token(&mut self, seat: Seat, kind: Kind, asked: bool) {
        let public = &mut self.state.public;
        public.cousin[seat] = true;
        public.tokens_left -= 1;
        public.offers[seat] = None;
        if kind != Kind::Plain {
            public.promises[seat] = Some(Promise { kind, status: Status::Open });
        }
        let (from, left) = (public.boss, public.tokens_left);
        self.log.emit(Event::Token { from, to: seat, kind, asked, left });
        if left > 0 && self.game.next_eligible(public, public.boss).is_some() {
            public.phase = Phase::TalkBoss;
        } else {
            self.close_window();
        }
    }

    fn close_window(&mut self) {
        self.state.public.offers = BySeat::default();
        let boss = self.state.public.boss;
        self.go_on_from(boss);
    }

    /// Judges, if `did`, that the seat did what `kind` forbids: that promise is broken, if it was made. Whether it was is
    /// asked first: mostly there is none, while what was done is for chance to say.
    #[inline(always)]
    pub(super) fn violate(&mut self, seat: Seat, kind: Kind, did: bool) {
        let public = &mut self.state.public;
        if let Some(Promise { kind: promised, status: Status::Open }) = public.promises[seat]
            && promised == kind
            && did
        {
            self.judge(seat, Status::Broken);
        }
    }

    /// Judges the due promise when its turn is over. `used` is the card that left the hand.
    #[inline(always)]
    pub(super) fn judge_turn(&mut self, seat: Seat, used: Option<Card>) {
        if self.state.public.due {
            self.judge_due(seat, used);
        }
    }

    #[inline(never)]
    fn judge_due(&mut self, seat: Seat, used: Option<Card>) {
        if let Some(kind) = ImTheBoss::due_promise(&self.state.public, seat) {
            let public = &self.state.public;
            let mut held = Held::of(&self.state.hands[seat], public.round_colour());
            match used.map(|card| (card, card.face())) {
                Some((card, Some(face))) if card.colour() == public.colour => held.faces |= 1 << face,
                Some((Card::WILD, _)) => held.wild = true,
                _ => {}
            }
            let status = if public.fulfilled {
                Status::Kept
            } else if has_kind_needed(held, kind) && !can_fulfil(held, kind, public.due_table) {
                Status::Void
            } else {
                Status::Broken
            };
            self.judge(seat, status);
        }
        self.state.public.due = false;
        self.state.public.fulfilled = false;
        self.state.public.due_table = 0;
    }

    /// Judges the rest-of-round promises that nobody broke: they are kept at SETTLE.
    pub(super) fn judge_round(&mut self) {
        for seat in Seat::all(self.game.params.seats) {
            if matches!(self.state.public.promises[seat], Some(Promise { status: Status::Open, .. })) {
                self.judge(seat, Status::Kept);
            }
        }
    }

    #[inline(never)]
    fn judge(&mut self, seat: Seat, status: Status) {
        let public = &mut self.state.public;
        if let Some(promise) = &mut public.promises[seat] {
            promise.status = status;
            self.log.emit(Event::Promise { seat, kind: promise.kind, status });
        }
        if status == Status::Broken && self.game.params.talks.mode == Mode::Reputation {
            public.strikes[seat] = public.strikes[seat].saturating_add(1);
            self.log.emit(Event::Strike { seat, strikes: public.strikes[seat] });
        }
    }
}

/// The contents of a hand in the round's colour: the types, a bit each, and wild cards.
#[derive(Clone, Copy)]
pub(super) struct Held {
    pub(super) faces: u16,
    pub(super) wild: bool,
}

impl Held {
    #[inline]
    pub(super) fn of(hand: &Cards, colour: Colour) -> Self {
        Self { faces: hand.faces(colour), wild: hand.has(Card::WILD) }
    }
}

/// Returns the bits of some types.
#[inline(always)]
pub(super) const fn faces(range: Range<usize>) -> u16 {
    ((1_u32 << range.end) - (1 << range.start)) as u16
}

/// Returns the types of a class of promised discards.
pub(super) const fn of_class(class: Class) -> u16 {
    match class {
        Class::Reverse => faces(face::REVERSE..face::MOVE),
        Class::Minus => faces(face::MINUS..face::POTA),
        Class::Move => faces(face::MOVE..FACES),
    }
}

/// Returns true if the hand holds a card of the kind needed, playable or not.
fn has_kind_needed(held: Held, kind: Kind) -> bool {
    can_fulfil(held, kind, 3)
}

/// Returns true if the hand allows the promise where the table allows `table` (see
/// [`ImTheBoss::table_allows`]).
#[inline(always)]
pub(super) const fn can_fulfil(held: Held, kind: Kind, table: u8) -> bool {
    let fitting = match kind {
        Kind::Raise(value) => faces(face::PLUS + value as usize - 1..face::MINUS),
        Kind::Lower => faces(face::MINUS..face::POTA),
        Kind::PotaBoss if held.wild => return table > 0,
        Kind::PotaBoss => faces(face::POTA..face::REVERSE),
        Kind::ReverseOn(_) => faces(face::REVERSE..face::MOVE),
        Kind::ClearNegative | Kind::ClearReverse => faces(face::MOVE..face::MOVE + table as usize),
        Kind::Discard(class) => of_class(class),
        Kind::Plain | Kind::PassOut | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => return table > 0,
    };
    table > 0 && held.faces & fitting != 0
}

/// Proofs in each colour.
const IN_COLOUR: usize = 10;

const MINUS: usize = 4;

const POTA: usize = 5;

const REVERSE: usize = 6;

const MOVE: usize = 7;

/// All proofs, and behind them one that only `determinize` uses: a wild card.
pub(super) const PROOFS: usize = MAX_COLOURS * IN_COLOUR + 1;

/// The place of the proof of a wild card.
const WILD: usize = PROOFS - 1;

/// For each proof, the cards that fit it.
pub(super) static FITS: [KindSet; PROOFS] = fits();

/// For each type of card, the proofs that it fits.
static FITTED: [u64; TYPES] = fitted();

/// The proofs from the tightest to the loosest, by the number of types that fit.
pub(super) static BY_TIGHTNESS: [u8; PROOFS] = by_tightness();

const fn fits_face(proof: usize, face: usize) -> bool {
    match proof {
        0..MINUS => face::is_plus(face) && FACE_TABLE[face].1 > proof as i32,
        MINUS => face::is_minus(face),
        POTA => face == face::POTA,
        REVERSE => face == face::REVERSE,
        _ => face::is_move(face) && face - face::MOVE <= proof - MOVE,
    }
}

const fn fits() -> [KindSet; PROOFS] {
    let mut all = [KindSet::NONE; PROOFS];
    let mut proof = 0;
    while proof < WILD {
        let mut face = 0;
        while face < FACES {
            if fits_face(proof % IN_COLOUR, face) {
                let card = Card::new(face, Colour((proof / IN_COLOUR) as u8));
                all[proof] = all[proof].with(card.number());
            }
            face += 1;
        }
        if proof % IN_COLOUR == POTA {
            all[proof] = all[proof].with(Card::WILD.number());
        }
        proof += 1;
    }
    all[WILD] = KindSet::NONE.with(Card::WILD.number());
    all
}

const fn fitted() -> [u64; TYPES] {
    let fits = fits();
    let mut all = [0; TYPES];
    let mut card = 0;
    while card < TYPES {
        let mut proof = 0;
        while proof < WILD {
            if fits[proof].contains(card) {
                all[card] |= 1 << proof;
            }
            proof += 1;
        }
        card += 1;
    }
    all
}

const fn by_tightness() -> [u8; PROOFS] {
    let fits = fits();
    let mut order = [0; PROOFS];
    let mut next = 0;
    let mut size = 1;
    while next < PROOFS {
        let mut proof = 0;
        while proof < PROOFS {
            let (mut types, mut card) = (0, 0);
            while card < TYPES {
                types += fits[proof].contains(card) as usize;
                card += 1;
            }
            if types == size {
                order[next] = proof as u8;
                next += 1;
            }
            proof += 1;
        }
        size += 1;
    }
    order
}

/// Returns what the offer of `kind` in a round of this colour proves; 0: nothing. Move cards that move up
/// to `movable` cards can be played now (for the kinds that need one).
pub(super) fn of_offer(kind: Kind, colour: Colour, movable: u8) -> u64 {
    let proof = match kind {
        Kind::Raise(value) => usize::from(value) - 1,
        Kind::Lower | Kind::Discard(Class::Minus) => MINUS,
        Kind::PotaBoss => POTA,
        Kind::ReverseOn(_) | Kind::Discard(Class::Reverse) => REVERSE,
        Kind::ClearNegative | Kind::ClearReverse => MOVE + usize::from(movable.clamp(1, 3)) - 1,
        Kind::Discard(Class::Move) => MOVE + 2,
        Kind::Plain | Kind::PassOut | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => return 0,
    };
    1 << (colour.index() * IN_COLOUR + proof)
}

/// Returns the proofs that still hold when this card has left the hand, seen by all.
#[inline]
pub(super) fn without(proofs: u64, card: Card) -> u64 {
    proofs & !FITTED[card.number()]
}

/// Returns the proofs that imply all others of the set: the tightest of each chain.
pub(super) fn tightest(proofs: u64) -> u64 {
    const PLUS_4: u64 = repeated(1 << 3);
    const PLUS_3: u64 = repeated(1 << 2);
    const PLUS_2: u64 = repeated(1 << 1);
    const MOVE_1: u64 = repeated(1 << MOVE);
    const MOVE_2: u64 = repeated(1 << (MOVE + 1));
    let four = proofs & PLUS_4;
    let three = (proofs & PLUS_3) | four >> 1;
    let two = (proofs & PLUS_2) | three >> 1;
    let one = proofs & MOVE_1;
    let up_to_two = (proofs & MOVE_2) | one << 1;
    proofs & !(four >> 1 | three >> 1 | two >> 1 | one << 1 | up_to_two << 1)
}

/// The proofs of a piece of the action, in any colour.
pub(super) const POTAS: u64 = repeated(1 << POTA);

/// The proof of a wild card, which `determinize` puts in place of several pieces of the action.
pub(super) const WILD_CARD: u64 = 1 << WILD;

const fn repeated(bits: u64) -> u64 {
    let mut all = 0;
    let mut colour = 0;
    while colour < MAX_COLOURS {
        all |= bits << (colour * IN_COLOUR);
        colour += 1;
    }
    all
}
