//! The stock: set-up, draws, reshuffles.

use super::event::{Event, Reason};
use super::params::{MAX_STOCK_X, Params};
use super::rules::Engine;
use super::state::{Half, Public};
use ludometer_model::small_table::BySeat;
use ludometer_model::{EventSink, Pile, Seat};

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Sets the game up (SETUP).
    pub(super) fn set_up(&mut self) {
        let params = &self.game.params;
        let seats = params.seats;
        self.state.public = Public::new();
        self.state.hands = BySeat::default();
        self.state.dropped = BySeat::default();
        self.state.aside = BySeat::from_fn(|_| Pile::new());
        self.state.stock.clone_from(&params.cards);
        self.state.bank_paid = 0;
        let public = &mut self.state.public;
        public.seats = seats as u8;
        public.x_under = params.x_under;
        public.live = self.game.table;
        public.tokens_left = params.cousins;
        Seat::all(seats).for_each(|seat| public.money[seat] = params.start_money);
        public.first_boss = Seat::new(self.rng.index(seats));
        public.boss = public.first_boss;
        self.log.emit(Event::FirstBoss { seat: public.boss, seats, money: i64::from(params.start_money) });
        for seat in public.boss.around(seats) {
            public.hands[seat] = params.hand as u16;
            for _ in 0..params.hand {
                let card = self.state.stock.draw(self.rng).expect("the deck was checked to be large enough");
                self.state.hands[seat].add(card);
                self.log.emit(Event::Draw { seat, card, from: "stock", reason: Reason::Deal });
            }
        }
        let n = self.state.stock.len();
        let shift = if params.jitter == 0 { 0 } else { self.rng.index(2 * params.jitter + 1) };
        self.state.halves = halves(params, n, shift);
        let [upper, lower] = self.state.halves.map(Half::size);
        public.stock = upper + lower;
        self.log.emit(Event::Cut { upper, lower, x_cards: params.x_per_half });
        self.begin_round();
    }

    /// Draws one card for this seat (DRAW); returns false if there is none.
    #[inline(always)]
    pub(super) fn draw(&mut self, seat: Seat, reason: Reason) -> bool {
        loop {
            if self.state.public.stock == 0 {
                self.reshuffle();
            }
            let public = &mut self.state.public;
            if public.stock == 0 {
                self.log.emit(Event::DrawLost { seat });
                return false;
            }
            let half = if self.state.halves[0].size() > 0 {
                &mut self.state.halves[0]
            } else {
                &mut self.state.halves[1]
            };
            let is_x =
                half.x_cards > 0 && self.rng.index(usize::from(half.size())) < usize::from(half.x_cards);
            public.stock -= 1;
            if is_x {
                half.x_cards -= 1;
                public.x_shown += 1;
                if !public.reshuffled {
                    public.x_drawn_at[usize::from(public.x_shown) - 1] = public.drawn;
                    public.drawn += 1;
                }
                let x_shown = public.x_shown;
                let counts = reason == Reason::Refill || !self.game.params.x_next_round;
                let multiplier =
                    if counts { self.game.params.base + x_shown } else { public.round_multiplier };
                let last = x_shown == self.game.params.x_cards();
                self.log.emit(Event::ShowX { seat, x_shown, multiplier, last });
                continue;
            }
            half.cards -= 1;
            if !public.reshuffled {
                public.drawn += 1;
            }
            let card = self.state.stock.draw(self.rng).expect("the halves count the cards of the stock");
            self.state.hands[seat].add(card);
            public.hands[seat] += 1;
            if L::TRACK_KNOWLEDGE {
                public.no_valued[seat] = false;
            }
            self.log.emit(Event::Draw { seat, card, from: "stock", reason });
            return true;
        }
    }

    /// Makes the discard pile the stock (IB-90, IB-91).
    #[cold]
    #[inline(never)]
    fn reshuffle(&mut self) {
        let public = &mut self.state.public;
        let x_cards = std::mem::take(&mut public.x_under);
        let discards = std::mem::take(&mut public.face_up);
        discards.each(|card, count| self.state.stock.push_many(card, count));
        for seat in Seat::all(self.game.params.seats) {
            let dropped = std::mem::take(&mut self.state.dropped[seat]);
            dropped.each(|card, count| self.state.stock.push_many(card, count));
        }
        public.face_down = BySeat::default();
        public.reshuffled = true;
        public.x_drawn_at = [u16::MAX; MAX_STOCK_X];
        public.drawn = 0;
        self.state.halves = [Half { cards: self.state.stock.len() as u16, x_cards }, Half::default()];
        public.stock = self.state.halves[0].size();
        if public.stock > 0 {
            self.log.emit(Event::Shuffle { cards: public.stock, x_cards });
        }
    }
}

/// Returns the halves of a stock of `n` cards, cut `shift` cards behind the earliest place (SETUP).
pub(super) fn halves(params: &Params, n: usize, shift: usize) -> [Half; 2] {
    let upper = (n.div_ceil(2) + shift).saturating_sub(params.jitter).min(n);
    let x_cards = params.x_per_half;
    [Half { cards: upper as u16, x_cards }, Half { cards: (n - upper) as u16, x_cards }]
}
