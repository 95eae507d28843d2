//! States and views as they are written into traces, with cards and promises by their names.

use serde::{Serialize, Serializer};

use super::action::{Kind, Source};
use super::card::{Card, Colour};
use super::cards::Cards;
use super::state::{Front, Half, Phase, Promise, Public, State, View};
use ludometer_model::Seat;
use ludometer_model::small_table::BySeat;

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

impl Public {
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
