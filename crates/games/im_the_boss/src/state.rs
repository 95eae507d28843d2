//! The state of a play: what all can see, and what is hidden; how traces show it; its invariants (section 11).

use serde::{Serialize, Serializer};

use super::ImTheBoss;
use super::action::{Kind, Source};
use super::card::{Card, Cards, Colour, Face, TYPES, Valued, face};
use super::event::Status;
use super::params::{MAX_CARDS, MAX_DROPS, MAX_STOCK_X, Mode};
use ludometer_model::small_table::BySeat;
use ludometer_model::{Pile, Seat};

/// The decision that comes next (section 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// The Boss leads or names a colour.
    Lead,
    /// A seat may make the Boss an offer.
    TalkOffer(Seat),
    /// The Boss answers the offers.
    TalkBoss,
    /// The Boss says what he asks this seat for.
    TalkAsk(Seat),
    /// A seat answers what it was asked for.
    TalkReply(Seat, Kind),
    /// A seat plays a card or turns disks.
    Turn(Seat),
    /// A seat says in front of whom the card goes.
    Target(Seat),
    /// A seat picks a card to move.
    MoveFrom(Seat),
    /// A seat says where it goes.
    MoveTo(Seat, Source),
    /// A seat puts a card away, or stops.
    Drop(Seat),
    /// The play is over.
    #[default]
    Over,
}

ludometer_model::phases! {
    Phase;
    "LEAD" => Self::Lead,
    "TALK_OFFER" => Self::TalkOffer(_),
    "TALK_BOSS" => Self::TalkBoss,
    "TALK_ASK" => Self::TalkAsk(_),
    "TALK_REPLY" => Self::TalkReply(..),
    "TURN" => Self::Turn(_),
    "TARGET" => Self::Target(_),
    "MOVE" => Self::MoveFrom(_) | Self::MoveTo(..),
    "DROP" => Self::Drop(_),
    ; "END" => Self::Over,
}

/// The cards in front of a seat, all of the round's colour or wild (V5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Front {
    /// Coloured pieces of the action.
    pub pota: u8,
    /// Wild ones.
    pub pota_wild: u8,
    /// Reverse cards.
    pub reverse: u8,
}

impl Front {
    /// Pieces of the action of both kinds.
    #[inline(always)]
    pub const fn potas(self) -> u8 {
        self.pota + self.pota_wild
    }

    /// Returns all cards.
    #[inline(always)]
    pub const fn cards(self) -> u8 {
        self.pota + self.pota_wild + self.reverse
    }

    /// Adds a card; it is a piece of the action or a Reverse.
    #[inline]
    pub fn add(&mut self, card: Card) {
        let one = Self::of(card);
        self.pota += one.pota;
        self.pota_wild += one.pota_wild;
        self.reverse += one.reverse;
    }

    /// Takes a card away; it must be there.
    #[inline]
    pub fn take(&mut self, card: Card) {
        let one = Self::of(card);
        self.pota -= one.pota;
        self.pota_wild -= one.pota_wild;
        self.reverse -= one.reverse;
    }

    /// Returns this card alone. Which it is is for chance to say: three sums are cheaper than a branch.
    #[inline(always)]
    fn of(card: Card) -> Self {
        let (wild, pota) = (card == Card::WILD, card.face() == Some(face::POTA));
        Self { pota: pota.into(), pota_wild: wild.into(), reverse: u8::from(!wild & !pota) }
    }
}

/// A promise that was made for a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Promise {
    /// The promise itself.
    pub kind: Kind,
    /// Its status.
    pub status: Status,
}

/// The rest of one half of the stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Half {
    /// Cards that are not X cards.
    pub cards: u16,
    /// X cards.
    pub x_cards: u8,
}

impl Half {
    /// Returns all its cards.
    #[inline]
    pub const fn size(self) -> u16 {
        self.cards + self.x_cards as u16
    }
}

/// Everything that lies open or was said aloud.
#[allow(clippy::struct_excessive_bools, reason = "independent facts of the table")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Public {
    /// Seats at the table.
    pub seats: u8,
    /// The next phase, and whose decision it is.
    pub phase: Phase,
    /// The last round was settled.
    pub finished: bool,
    /// The round, from 1.
    pub round_no: u16,
    /// The Boss.
    pub boss: Seat,
    /// The first Boss of the play.
    pub first_boss: Seat,
    /// The round's colour, once it is fixed.
    pub colour: Option<Colour>,
    /// Times around the table in this round.
    pub lap: u16,
    /// Turns begun in the play.
    pub turn: u32,
    /// Decisions taken; those of DROP are added when all have answered.
    pub decisions: u32,
    /// Money, in dollars. In a view with hidden money: the mean of the others for each of them.
    pub money: BySeat<i32>,
    /// The centre, counted by type.
    pub centre: [u8; face::POTA],
    /// The cards in front of the seats.
    pub front: BySeat<Front>,
    /// The cards in the centre and in front of the seats, but for those before seats that are out and
    /// protected: what can be moved.
    pub movable: u8,
    /// Disks turned.
    pub passes: BySeat<u8>,
    /// The seats that have not turned all of them, a bit each.
    pub live: u8,
    /// True for the seats that hold a Cousin token.
    pub cousin: BySeat<bool>,
    /// Tokens with the Boss.
    pub tokens_left: u8,
    /// Offers that stand in this window.
    pub offers: BySeat<Option<Kind>>,
    /// Offers held over from the last window.
    pub held: BySeat<Option<Kind>>,
    /// Rounds settled.
    pub settled: u16,
    /// Promises of this round.
    pub promises: BySeat<Option<Promise>>,
    /// Windows held in this round.
    pub windows: u8,
    /// Asks made in this window.
    pub asks: u8,
    /// The Boss ended the talks of this round.
    pub talks_ended: bool,
    /// Broken promises, in mode reputation.
    pub strikes: BySeat<u8>,
    /// X cards shown.
    pub x_shown: u8,
    /// The multiplier of this round where new X cards count from the next one on.
    pub round_multiplier: u8,
    /// X cards still under the disk.
    pub x_under: u8,
    /// The stock ran out at least once.
    pub reshuffled: bool,
    /// Cards in the stock.
    pub stock: u16,
    /// Cards drawn off the first stock.
    pub drawn: u16,
    /// How many cards had been drawn off the first stock before each of its X cards; `u16::MAX`
    /// for those not seen.
    pub x_drawn_at: [u16; MAX_STOCK_X],
    /// Cards in hands; while cards are put away, as before.
    pub hands: BySeat<u16>,
    /// The discard pile's cards that were seen, since it last became the stock.
    pub face_up: Cards,
    /// Cards that each seat has face down in the discard pile.
    pub face_down: BySeat<u16>,
    /// Cards that each seat put away at the last refill.
    pub last_drops: BySeat<u8>,
    /// The card that is being carried out (TARGET, MOVE).
    pub playing: Option<Card>,
    /// Cards that the Move card has still to move.
    pub moves_left: u8,
    /// The Move card has moved none yet.
    pub first_move: bool,
    /// Cards in front of the seats that this Move card put there.
    pub moved: BySeat<Front>,
    /// This turn is the one at which the mover's promise is due.
    pub due: bool,
    /// The due promise has been fulfilled.
    pub fulfilled: bool,
    /// The allowance of the table when the due turn began: see `talk::table_allows`.
    pub due_table: u8,
    /// The seat named a colour and has drawn nothing since: no plus and no minus card (I3).
    pub no_valued: BySeat<bool>,
    /// Cards that seats have shown to hold by what they offered (I4): see `talk`.
    pub proofs: BySeat<u64>,
}

/// All there is to know.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Public knowledge.
    pub public: Public,
    /// The hands.
    pub hands: BySeat<Cards>,
    /// Cards that each seat has face down in the discard pile.
    pub dropped: BySeat<Cards>,
    /// Cards put away in this DROP phase.
    pub aside: BySeat<Pile<Card, MAX_DROPS>>,
    /// The stock without its X cards, in no order: it is shuffled as it is drawn.
    pub stock: Pile<Card, MAX_CARDS>,
    /// How many cards and X cards are left of each half.
    pub halves: [Half; 2],
    /// Paid by the bank less paid to the bank, in dollars.
    pub bank_paid: i64,
}

impl Public {
    /// Returns a play that has not begun.
    pub(super) fn new() -> Self {
        Self { round_no: 1, x_drawn_at: [u16::MAX; MAX_STOCK_X], ..Self::default() }
    }

    /// Returns the sum of the centre.
    #[inline]
    pub fn sum(&self) -> i32 {
        let valued = Valued::of(self.centre);
        valued.plus() as i32 - valued.minus() as i32
    }

    /// Returns the card of this type in the round's colour.
    #[inline]
    pub fn card(&self, face: Face) -> Card {
        Card::new(face, self.round_colour())
    }

    /// Returns the round's colour; a fixed one is asked for after LEAD only.
    #[inline]
    pub fn round_colour(&self) -> Colour {
        self.colour.unwrap_or_default()
    }

    /// Shares of a seat: as the Boss, as a Cousin, by cards.
    #[inline]
    pub fn shares(&self, seat: Seat) -> u8 {
        u8::from(seat == self.boss) + u8::from(self.cousin[seat]) + self.front[seat].potas()
    }

    /// Returns the number of cards in the discard pile, those of DROP not counted.
    pub fn discard_size(&self, seats: usize) -> usize {
        self.face_up.len() + self.face_down.first(seats).iter().map(|&n| usize::from(n)).sum::<usize>()
    }

    /// Returns the seat to move, or `None` when the play is over.
    #[inline]
    pub const fn to_move(&self) -> Option<Seat> {
        match self.phase {
            Phase::Lead | Phase::TalkBoss | Phase::TalkAsk(_) => Some(self.boss),
            Phase::TalkOffer(seat)
            | Phase::TalkReply(seat, _)
            | Phase::Turn(seat)
            | Phase::Target(seat)
            | Phase::MoveFrom(seat)
            | Phase::MoveTo(seat, _)
            | Phase::Drop(seat) => Some(seat),
            Phase::Over => None,
        }
    }

    fn shown(&self, seats: usize) -> Listing {
        let centre = self.centre.iter().enumerate();
        let centre = centre.flat_map(|(f, &n)| std::iter::repeat_n(self.card(f), usize::from(n)));
        Listing {
            round_no: self.round_no,
            phase: self.phase.name(),
            to_move: self.to_move(),
            boss: self.boss,
            first_boss: self.first_boss,
            colour: self.colour,
            round_multiplier: self.round_multiplier,
            lap: self.lap,
            turn: self.turn,
            money: self.money.first(seats).iter().copied().map(Some).collect(),
            others_money_mean: None,
            centre: centre.collect(),
            front: table(&self.front, seats),
            passes: table(&self.passes, seats),
            cousin: table(&self.cousin, seats),
            tokens_left: self.tokens_left,
            offers: table(&self.offers, seats),
            held_over: table(&self.held, seats),
            promises: table(&self.promises, seats),
            asked: if let Phase::TalkAsk(seat) | Phase::TalkReply(seat, _) = self.phase {
                Some(seat)
            } else {
                None
            },
            asked_for: if let Phase::TalkReply(_, kind) = self.phase { Some(kind) } else { None },
            windows: self.windows,
            asks: self.asks,
            talks_ended: self.talks_ended,
            strikes: table(&self.strikes, seats),
            x_shown: self.x_shown,
            x_under_disk: self.x_under,
            stock_size: self.stock,
            hand_sizes: table(&self.hands, seats),
            discard_pile_size: self.discard_size(seats),
            discard_pile_face_up: self.face_up,
            face_down: table(&self.face_down, seats),
            last_drops: table(&self.last_drops, seats),
            playing: self.playing,
            moves_left: self.moves_left,
            taken_from: if let Phase::MoveTo(_, source) = self.phase { Some(source) } else { None },
            no_valued: table(&self.no_valued, seats),
        }
    }
}

impl State {
    /// Returns a state with nothing in it.
    pub(super) fn new() -> Self {
        Self {
            public: Public::new(),
            hands: BySeat::default(),
            dropped: BySeat::default(),
            aside: BySeat::from_fn(|_| Pile::new()),
            stock: Pile::new(),
            halves: [Half::default(); 2],
            bank_paid: 0,
        }
    }
}

/// The knowledge of one seat (section 4).
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// Public knowledge; where sums of money are hidden, each of the others has their mean here.
    pub public: Public,
    /// Sums of money are hidden (R22).
    pub money_hidden: bool,
    /// The seat's hand.
    pub hand: Cards,
    /// The cards it has face down in the discard pile.
    pub dropped: Cards,
    /// The cards it has put away in this DROP phase.
    pub aside: Pile<Card, MAX_DROPS>,
    /// The rest of the halves of the stock, where it follows from what was seen: always,
    /// unless the cut was off by an unknown number of cards.
    pub halves: Option<[Half; 2]>,
}

/// The open parts of a play, as they are written into traces. Only the seats of the table are shown.
#[derive(Serialize)]
struct Listing {
    round_no: u16,
    phase: &'static str,
    to_move: Option<Seat>,
    boss: Seat,
    first_boss: Seat,
    colour: Option<Colour>,
    round_multiplier: u8,
    lap: u16,
    turn: u32,
    money: Vec<Option<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    others_money_mean: Option<i32>,
    centre: Vec<Card>,
    front: Vec<Front>,
    passes: Vec<u8>,
    cousin: Vec<bool>,
    tokens_left: u8,
    offers: Vec<Option<Kind>>,
    held_over: Vec<Option<Kind>>,
    promises: Vec<Option<Promise>>,
    asked: Option<Seat>,
    asked_for: Option<Kind>,
    windows: u8,
    asks: u8,
    talks_ended: bool,
    strikes: Vec<u8>,
    x_shown: u8,
    x_under_disk: u8,
    stock_size: u16,
    hand_sizes: Vec<u16>,
    discard_pile_size: usize,
    discard_pile_face_up: Cards,
    face_down: Vec<u16>,
    last_drops: Vec<u8>,
    playing: Option<Card>,
    moves_left: u8,
    taken_from: Option<Source>,
    no_valued: Vec<bool>,
}

/// Returns the values of the seats that the table has.
fn table<T: Copy>(by_seat: &BySeat<T>, seats: usize) -> Vec<T> {
    by_seat.first(seats).to_vec()
}

#[derive(Serialize)]
struct ShownState {
    #[serde(flatten)]
    public: Listing,
    hands: Vec<Cards>,
    face_down_cards: Vec<Cards>,
    aside: Vec<Vec<Card>>,
    stock_cards: Vec<Card>,
    stock_halves: [Half; 2],
    bank_paid: i64,
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seats = usize::from(self.public.seats);
        let mut stock = self.stock.to_vec();
        stock.sort_by_key(|card| card.rank());
        ShownState {
            public: self.public.shown(seats),
            hands: table(&self.hands, seats),
            face_down_cards: table(&self.dropped, seats),
            aside: self.aside.first(seats).iter().map(|pile| pile.to_vec()).collect(),
            stock_cards: stock,
            stock_halves: self.halves,
            bank_paid: self.bank_paid,
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct ShownView {
    seat: Seat,
    #[serde(flatten)]
    public: Listing,
    hand: Cards,
    own_face_down_cards: Cards,
    own_aside: Vec<Card>,
    stock_halves: Option<[Half; 2]>,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut public = self.public.shown(usize::from(self.public.seats));
        if self.money_hidden {
            // The view holds one number for all the others: none of them is known to have it.
            for seat in self.seat.others(public.money.len()) {
                public.others_money_mean = public.money[seat.index()].take();
            }
        }
        ShownView {
            seat: self.seat,
            public,
            hand: self.hand,
            own_face_down_cards: self.dropped,
            own_aside: self.aside.to_vec(),
            stock_halves: self.halves,
        }
        .serialize(serializer)
    }
}

/// Checks V1 to V6 and V8, which hold in any one state; V7 and V9 are matters of a whole round and of the events.
pub(super) fn audit(game: &ImTheBoss, state: &State) -> Result<(), String> {
    game.check_cards(state)?;
    game.check_money(state)?;
    game.check_table(state)?;
    game.check_sizes(state)
}

impl ImTheBoss {
    /// Checks V1: every card is somewhere, once.
    fn check_cards(&self, state: &State) -> Result<(), String> {
        let public = &state.public;
        let mut all = Cards::default();
        let seats = || Seat::all(self.params.seats);
        for seat in seats() {
            state.hands[seat].iter().for_each(|card| all.add(card));
            state.dropped[seat].iter().for_each(|card| all.add(card));
            state.aside[seat].iter().for_each(|&card| all.add(card));
            all.add_many(public.card(face::POTA), public.front[seat].pota);
            all.add_many(Card::WILD, public.front[seat].pota_wild);
            all.add_many(public.card(face::REVERSE), public.front[seat].reverse);
            if !state.hands[seat].is_sound() || !state.dropped[seat].is_sound() {
                return Err(format!("V1: cards of seat {seat} are counted wrongly"));
            }
        }
        if !public.face_up.is_sound() {
            return Err("V1: discarded cards are counted wrongly".to_owned());
        }
        for (face, &n) in public.centre.iter().enumerate() {
            all.add_many(public.card(face), n);
        }
        state.stock.iter().for_each(|&card| all.add(card));
        public.face_up.iter().for_each(|card| all.add(card));
        if let Some(card) = public.playing {
            all.add(card);
        }
        if all != self.params.deck {
            let wrong =
                (0..TYPES).map(Card::from_number).find(|&c| all.count(c) != self.params.deck.count(c));
            return Err(format!("V1: the deck's cards are not all there: {wrong:?}"));
        }
        let in_stock: u8 = state.halves.iter().map(|half| half.x_cards).sum();
        if in_stock + public.x_shown + public.x_under != self.params.x_cards() {
            return Err("V1: an X card is missing".to_owned());
        }
        Ok(())
    }

    /// Checks V2: money comes from the bank and goes there.
    fn check_money(&self, state: &State) -> Result<(), String> {
        let money = state.public.money.first(self.params.seats);
        let sum: i64 = money.iter().map(|&m| i64::from(m)).sum();
        let start = self.params.seats as i64 * i64::from(self.params.start_money);
        if money.iter().any(|&m| m < 0) || sum != start + state.bank_paid {
            return Err(format!("V2: money is {money:?} after {} paid by the bank", state.bank_paid));
        }
        Ok(())
    }

    /// Checks V3 to V6 and V8.
    fn check_table(&self, state: &State) -> Result<(), String> {
        let public = &state.public;
        let params = &self.params;
        let most = params.base + params.x_cards();
        let multiplier = self.multiplier(public);
        if !(params.base..=most).contains(&multiplier) {
            return Err(format!("V3: the multiplier is {multiplier}"));
        }
        if Seat::all(params.seats).any(|seat| state.hands[seat].has(Card::X)) {
            return Err("V3: an X card in a hand".to_owned());
        }
        let cousins = public.cousin.first(params.seats).iter().filter(|&&c| c).count();
        if cousins + usize::from(public.tokens_left) != usize::from(params.cousins)
            || public.cousin[public.boss]
        {
            return Err(format!("V4: {cousins} Cousins, {} tokens left", public.tokens_left));
        }
        let table = public.centre.iter().any(|&n| n > 0)
            || public.front.first(params.seats).iter().any(|front| front.cards() > 0);
        if table && public.colour.is_none() {
            return Err("V5: cards on the table of no colour".to_owned());
        }
        let open = Seat::all(params.seats).filter(|&seat| !self.is_protected(public, seat));
        let laid = open.map(|seat| public.front[seat].cards()).chain(public.centre).sum::<u8>();
        if laid != public.movable {
            return Err(format!("V5: {laid} cards can be moved, {} are counted", public.movable));
        }
        let live = Seat::all(params.seats).filter(|&seat| !self.is_eliminated(public, seat));
        if live.fold(0, |live, seat| live | 1 << seat.index()) != public.live {
            return Err(format!("V6: the seats that are in are counted as {:b}", public.live));
        }
        for seat in Seat::all(params.seats) {
            if public.passes[seat] > params.disks {
                return Err(format!("V6: {seat} turned {} disks", public.passes[seat]));
            }
            if let Some(promise) = public.promises[seat] {
                if promise.status == Status::Broken && params.talks.mode == Mode::Binding {
                    return Err(format!("V8: {seat} broke {} though it binds", promise.kind));
                }
                if !public.cousin[seat] {
                    return Err(format!("V4: {seat} promised without a token"));
                }
            }
        }
        let acts = matches!(
            public.phase,
            Phase::Turn(_) | Phase::Target(_) | Phase::MoveFrom(_) | Phase::MoveTo(..)
        );
        if acts && public.to_move().is_some_and(|seat| self.is_eliminated(public, seat)) {
            return Err("V6: a seat that is out has a turn".to_owned());
        }
        Ok(())
    }

    /// Checks that what lies open agrees with what is hidden.
    fn check_sizes(&self, state: &State) -> Result<(), String> {
        let public = &state.public;
        for seat in Seat::all(self.params.seats) {
            let held = state.hands[seat].len() + state.aside[seat].len();
            if held != usize::from(public.hands[seat]) {
                return Err(format!("{seat} holds {held} cards, not {}", public.hands[seat]));
            }
            if state.dropped[seat].len() != usize::from(public.face_down[seat]) {
                return Err(format!("{seat} has other cards face down than was seen"));
            }
        }
        let [upper, lower] = state.halves;
        if usize::from(upper.cards + lower.cards) != state.stock.len()
            || upper.size() + lower.size() != public.stock
        {
            return Err("the halves don't count the stock".to_owned());
        }
        Ok(())
    }
}
