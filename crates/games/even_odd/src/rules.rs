//! The engine: what an action does, the loop that goes on to the next decision, the steps of a turn
//! (sections 5, P1 to P7, P10, P11, of the spec), and the decks.

use std::hint::select_unpredictable;

use super::EvenOdd;
use super::action::Action;
use super::cards::{Card, Counts, Deck, EVEN_KINDS, Hand, KINDS, Kinds, total};
use super::event::{Cause, Event, From, Why, Win};
use super::state::{
    Asked, Auction, Creditor, Ending, Group, Holders, NOBODY, Payment, Phase, Public, Question, Service,
    Stage, State,
};
use ludometer_model::small_table::{BySeat, MAX_SEATS};
use ludometer_model::{EventSink, Rng, Seat, SeatSet};

impl EvenOdd {
    /// Returns jewels in dollars.
    #[inline(always)]
    pub(super) const fn dollars(&self, jewels: u16) -> u32 {
        jewels as u32 * self.params.jewel_value
    }

    /// Returns what the pot gives or takes, in real money.
    pub fn payoff(&self, ending: Ending, seat: Seat) -> i64 {
        match ending {
            Ending::Shoes(winner) | Ending::Last(winner) if winner == seat => {
                self.params.stake * (self.params.seats as i64 - 1)
            }
            Ending::Shoes(_) | Ending::Last(_) => -self.params.stake,
            Ending::None | Ending::Limit => 0,
        }
    }

    /// Returns the next of the other players, clockwise from the active one's left, who has something to sell.
    fn sales_window(&self, state: &mut State) -> Option<Seat> {
        let t = &mut state.table;
        let mut sellers = SeatSet::EMPTY;
        for seat in t.alive.iter() {
            if self.can_sell_shoe(t, seat) || self.can_sell_clothing(t, seat) {
                sellers.insert(seat);
            }
        }
        self.next_asked(t, sellers)
    }

    /// Returns the next of these players who is not active, clockwise from the active one's left.
    #[inline(never)]
    fn next_asked(&self, table: &mut Public, askable: SeatSet) -> Option<Seat> {
        let next = askable.next(table.active, table.cursor.max(1), self.params.seats);
        table.cursor = next.unwrap_or(0);
        next.map(|offset| self.offset(table.active, offset))
    }

    /// Returns the seat so many places to the left.
    #[inline(always)]
    pub(super) const fn offset(&self, seat: Seat, offset: u8) -> Seat {
        let i = seat.index() + offset as usize;
        Seat::new(if i >= self.params.seats { i - self.params.seats } else { i })
    }

    /// Asks the next of the other players who may play a `PoorLifeDecision`, if this window is open; else
    /// the next phase begins.
    #[inline]
    fn window(&self, state: &mut State, open: bool, next: Phase) -> Option<Seat> {
        // Mostly nobody else holds one.
        let others = state.table.alive.without(SeatSet::one(state.table.active));
        let holders = state.holders.of(Group::Pld) & others;
        if open && !holders.is_empty() {
            let askable = state.aimers();
            if let Some(seat) = self.next_asked(&mut state.table, askable) {
                return Some(seat);
            }
        }
        state.table.cursor = 0;
        state.table.phase = next;
        None
    }

    /// Returns the next alive player clockwise.
    fn next_alive(table: &Public, seat: Seat) -> Seat {
        table.alive.without(SeatSet::one(seat)).first_from(seat).unwrap_or(seat)
    }
}

/// The rules at work on one state.
pub(super) struct Engine<'a, L> {
    pub(super) game: &'a EvenOdd,
    pub(super) state: &'a mut State,
    pub(super) rng: &'a mut Rng,
    pub(super) log: &'a mut L,
}

impl<L: EventSink<Event>> Engine<'_, L> {
    /// Goes on until somebody has to decide or the play is over: the topmost open layer says what
    /// is next.
    ///
    /// The steps are calls: inlined, all that any of them reads of the rules is read ahead of the loop,
    /// 60 to 80 instructions at every decision for the few that one step needs.
    #[inline(always)]
    fn run(&mut self) {
        loop {
            let t = &mut self.state.table;
            if t.phase == Phase::Over {
                t.mover = NOBODY;
                t.question = Question::Nothing;
                return;
            }
            let asked = if t.auction.seller != NOBODY {
                self.auction_step()
            } else if t.payment.debtor != NOBODY {
                self.payment_step()
            } else if t.pld != NOBODY {
                Some((t.pld_by, Question::Target))
            } else if t.service.stage != Stage::None {
                self.service_step()
            } else if t.phase == Phase::Main {
                Some((t.active, Question::Main))
            } else {
                self.turn_step()
            };
            if let Some(asked) = asked {
                self.state.table.ask(asked);
                return;
            }
        }
    }

    /// Ends the play: whatever is pending is dropped.
    pub(super) fn finish(&mut self, ending: Ending) {
        let t = &mut self.state.table;
        t.phase = Phase::Over;
        t.mover = NOBODY;
        t.question = Question::Nothing;
        t.ending = ending;
        t.cursor = 0;
        t.pld = NOBODY;
        t.burn = NOBODY;
        t.service = Service::NONE;
        t.payment = Payment::NONE;
        t.auction = Auction::NONE;
        match ending {
            Ending::Shoes(seat) => self.log.emit(Event::Won { seat, how: Win::Shoes }),
            Ending::Last(seat) => self.log.emit(Event::Won { seat, how: Win::LastStanding }),
            Ending::None | Ending::Limit => {}
        }
        if self.game.params.stake > 0 {
            for seat in Seat::all(self.game.params.seats) {
                self.log.emit(Event::Payoff { seat, amount: self.game.payoff(ending, seat) });
            }
        }
    }

    pub(super) fn carry_out(&mut self, action: Action) {
        let Some(mover) = self.state.table.mover() else { return };
        match action {
            // Half of all actions roll or end the turn: who is asked next is mostly clear then.
            Action::Roll => {
                if let Some(asked) = self.roll() {
                    self.state.table.ask(asked);
                    return;
                }
            }
            Action::EndTurn => {
                if let Some(asked) = self.leave_turn() {
                    self.state.table.ask(asked);
                    return;
                }
            }
            Action::Pass => self.pass(mover),
            Action::PlayGetPaid(card) => self.get_paid(mover, card),
            Action::PlayQuickie(card) => {
                self.discard(mover, card, Cause::Played);
                self.state.table.quickies += 1;
                self.start_service(card, self.game.params.amount(card));
            }
            Action::PlayPld(card) => {
                self.discard(mover, card, Cause::Played);
                self.state.table.pld = card.index() as u8;
                self.state.table.pld_by = mover;
            }
            Action::Target(target) => self.hit(target),
            Action::Client(client) => self.choose_client(client),
            Action::PlaySpecial(card) => self.special(mover, card),
            Action::PlayDeclined => self.declined(mover),
            Action::PlayDiscount(card) => self.discount(mover, card),
            Action::PlayBonus(card) => self.bonus(mover, card),
            Action::PlaySecond(card) => self.second(mover, card),
            Action::SellShoe if self.state.table.question == Question::Bid => {
                self.sell_shoe_for_bid(mover);
            }
            Action::SellShoe => self.sell_shoe(mover),
            Action::SellClothing => self.sell_clothing(mover, self.game.params.clothing_price),
            Action::SellClothingCard => {
                self.state.table.payment.clothing_card = false;
                self.sell_clothing(mover, self.game.params.clothing_card_price);
            }
            Action::Pay => self.settle(),
            Action::Bid(steps) => self.bid(mover, steps),
            Action::Discard(card) => self.discard(mover, card, Cause::OverLimit),
        }
        self.run();
    }

    fn pass(&mut self, mover: Seat) {
        let t = &mut self.state.table;
        match t.question {
            Question::Bid => t.auction.bidders.remove(mover),
            Question::Window | Question::Sales => t.cursor += 1,
            _ => self.pass_in_service(),
        }
    }

    #[inline(always)]
    fn start_turn(&mut self, seat: Seat) {
        let t = &mut self.state.table;
        t.turn += 1;
        t.active = seat;
        t.die = 0;
        t.get_paid = 0;
        t.quickies = 0;
        t.drawn = false;
        t.corner = false;
        t.cursor = 0;
        t.bought_back = SeatSet::EMPTY;
        t.sold_for_bid = SeatSet::EMPTY;
        t.phase = if self.game.params.sales_every_turn { Phase::Sales } else { Phase::StartWindow };
        self.log.emit(Event::Turn { turn: t.turn, seat });
    }

    /// Goes on with the turn from the phase it is in, which is not the main one.
    #[inline(never)]
    fn turn_step(&mut self) -> Asked {
        self.turn_steps()
    }

    /// Ends the turn, up to the next question: steps of its own, which nothing has to be looked up for.
    #[inline(never)]
    fn leave_turn(&mut self) -> Asked {
        self.state.table.phase = Phase::EndWindow;
        self.turn_steps()
    }

    /// Returns the next steps of the turn, in their order, up to who is asked or to one that opens a layer above.
    #[inline(always)]
    fn turn_steps(&mut self) -> Asked {
        let windows = self.game.params.windows;
        if self.state.table.phase == Phase::PreRoll {
            return Some((self.state.table.active, Question::PreRoll));
        }
        if self.state.table.phase == Phase::DrawWindow {
            let next = if self.state.table.burn == NOBODY { Phase::Main } else { Phase::Burn };
            if let Some(seat) = self.game.window(self.state, windows.after_draw, next) {
                return Some((seat, Question::Window));
            }
            if next == Phase::Main {
                return Some((self.state.table.active, Question::Main));
            }
        }
        if self.state.table.phase == Phase::Burn {
            self.burn();
            return None;
        }
        if self.state.table.phase == Phase::EndWindow
            && let Some(seat) = self.game.window(self.state, windows.turn_end, Phase::Discard)
        {
            return Some((seat, Question::Window));
        }
        if self.state.table.phase == Phase::Discard {
            let active = self.state.table.active;
            if self.state.table.backs[0][active] + self.state.table.backs[1][active]
                > self.game.params.hand_limit
            {
                return Some((active, Question::Discard));
            }
            self.state.table.phase = Phase::TurnEnd;
        }
        if self.state.table.phase == Phase::TurnEnd {
            self.end_turn();
        }
        if self.state.table.phase == Phase::Sales {
            if let Some(seat) = self.game.sales_window(self.state) {
                return Some((seat, Question::Sales));
            }
            self.state.table.phase = Phase::StartWindow;
        }
        if self.state.table.phase == Phase::StartWindow
            && let Some(seat) = self.game.window(self.state, windows.turn_start, Phase::PreRoll)
        {
            return Some((seat, Question::Window));
        }
        if self.state.table.phase == Phase::Over {
            None
        } else {
            Some((self.state.table.active, Question::PreRoll))
        }
    }

    /// Rolls the die and draws from the deck of its parity. Gives who is asked next, if that is clear.
    fn roll(&mut self) -> Asked {
        let faces = &self.game.params.faces;
        let seat = self.state.table.active;
        let dice = faces[if faces.len() == 1 { 0 } else { self.rng.index(faces.len()) }];
        self.state.table.die = dice;
        self.log.emit(Event::Roll { seat, dice });
        let deck = if dice % 2 == 0 { Deck::Even } else { Deck::Odd };
        self.state.table.phase = Phase::Main;
        if self.state.table.stock[deck.index()] == 0 {
            self.rebuild(deck);
        }
        let t = &mut self.state.table;
        let size = t.stock[deck.index()];
        if size == 0 {
            self.log.emit(Event::NoCard { seat, from: deck });
            return Some((seat, Question::Main));
        }
        let card = pick(&mut self.state.stock, deck, size, self.rng);
        t.stock[deck.index()] -= 1;
        t.drawn = true;
        self.log.emit(Event::Draw { seat, card, from: deck });
        if card.is(Kinds::HAND) {
            t.backs[deck.index()][seat] += 1;
            if L::TRACK_KNOWLEDGE {
                let draws = &mut t.draws[deck.index()][seat];
                *draws = draws.saturating_add(1);
                t.earlier[deck.index()].drew(seat);
                self.state.hands[seat].drew(card);
            }
            t.phase = Phase::DrawWindow;
            self.state.give(seat, card);
            // Straight on: no other layer can be open.
            return match self.game.window(self.state, self.game.params.windows.after_draw, Phase::Main) {
                Some(other) => Some((other, Question::Window)),
                None => Some((seat, Question::Main)),
            };
        }
        t.discard[card.index()] += 1;
        self.log.emit(Event::MoveCard { seat, card, from: From::Stock, to: deck, cause: Cause::Shown });
        if card == Card::CORNER {
            t.corner = true;
            let price = self.game.params.amount(card);
            self.start_service(card, price);
        } else {
            t.burn = card.index() as u8;
            t.phase = if self.game.params.burn_at_once { Phase::Burn } else { Phase::DrawWindow };
        }
        None
    }

    fn burn(&mut self) {
        let t = &mut self.state.table;
        let seat = t.active;
        // The window of the draw is over, or comes now.
        t.phase = if self.game.params.burn_at_once { Phase::DrawWindow } else { Phase::Main };
        let Some(card) = t.burn() else { return };
        t.burn = NOBODY;
        let to = match card {
            Card::BURN_LEFT => Creditor::Player(EvenOdd::next_alive(t, seat)),
            Card::BURN_EACH => Creditor::Each,
            _ => Creditor::Vault,
        };
        self.owe(seat, to, self.game.params.amount(card), Why::Burn);
        self.state.table.payment.clothing_card = card == Card::BURN_CLOTHING;
    }

    /// Sets a shield on a player that a `PoorLifeDecision` is played on.
    pub(super) fn shield(&mut self, seat: Seat) {
        let table = &mut self.state.table;
        table.set_shield(seat, self.game.params.shield_turns);
        let until = table.turn + u32::from(self.game.params.shield_turns) - 1;
        self.log.emit(Event::Shield { seat, until });
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        let t = &mut self.state.table;
        let lapsed = t.wear_shields();
        // Over all seats, so that nothing is left of it where nobody listens.
        for seat in Seat::all(MAX_SEATS) {
            if lapsed.contains(seat) {
                self.log.emit(Event::ShieldLapse { seat });
            }
        }
        self.log.emit(Event::TurnEnd { turn: t.turn, seat: t.active });
        if t.turn == self.game.params.max_turns {
            let turn = t.turn;
            self.finish(Ending::Limit);
            self.log.emit(Event::Unfinished { turn });
            return;
        }
        let next = EvenOdd::next_alive(t, t.active);
        self.start_turn(next);
    }

    /// Lets a `PoorLifeDecision` hit its target.
    fn hit(&mut self, target: Seat) {
        let t = &mut self.state.table;
        let Some(card) = t.pld() else { return };
        let by = t.pld_by;
        t.pld = NOBODY;
        self.log.emit(Event::Hit { by, card, target });
        self.shield(target);
        let to = if card.is(Kinds::PLD_TO_PLAYER) { Creditor::Player(by) } else { Creditor::Vault };
        self.owe(target, to, self.game.params.amount(card), Why::PoorLifeDecision);
    }

    pub(super) fn set_up(&mut self) {
        let p = &self.game.params;
        let seats = p.seats;
        self.state.table = Public::BLANK;
        self.state.hands = BySeat::all(Hand::EMPTY);
        self.state.holders = Holders::NONE;
        self.state.stock = p.copies;
        let t = &mut self.state.table;
        t.rebuilt = p.copies;
        t.stock = [total(&p.copies, Deck::Even), total(&p.copies, Deck::Odd)];
        t.alive = SeatSet::of_table(seats);
        t.vault = p.jewels_total - p.jewels * seats as u16;
        let spare = p.shoes_total - p.shoes * seats as u8;
        if p.unpicked_in_vault {
            t.vault_shoes = spare;
        } else {
            t.box_shoes = spare;
        }
        for seat in Seat::all(seats) {
            t.jewels[seat] = p.jewels;
            t.shoes[seat] = p.shoes;
            t.clothing[seat] = p.clothing;
        }
        t.first = Seat::new(p.first.unwrap_or_else(|| self.rng.index(seats)));
        self.log.emit(Event::Setup {
            first: t.first,
            seats: seats as u8,
            money: self.game.dollars(p.jewels),
            vault: self.game.dollars(t.vault),
            shoes: p.shoes,
            vault_shoes: t.vault_shoes,
        });
        self.log.emit(Event::Shuffle { deck: Deck::Even, cards: t.stock[0] });
        self.log.emit(Event::Shuffle { deck: Deck::Odd, cards: t.stock[1] });
        for _ in 0..p.hand_size {
            for seat in self.state.table.first.around(seats) {
                let t = &mut self.state.table;
                let card = pick(&mut self.state.stock, Deck::Even, t.stock[0], self.rng);
                t.stock[0] -= 1;
                t.backs[0][seat] += 1;
                t.draws[0][seat] += 1;
                self.state.give(seat, card);
                self.state.hands[seat].drew(card);
                self.log.emit(Event::Deal { seat, card });
            }
        }
        let first = self.state.table.first;
        self.start_turn(first);
        self.run();
    }

    /// Makes the discard pile of an empty stock its new stock. Rare: inlined, what its loops need is made
    /// ready at every decision.
    #[cold]
    #[inline(never)]
    fn rebuild(&mut self, deck: Deck) {
        let cards = total(&self.state.table.discard, deck);
        if cards == 0 {
            return;
        }
        if L::TRACK_KNOWLEDGE {
            self.state.keep_rebuild(deck, &self.game.params.copies, self.game.params.seats);
        }
        let t = &mut self.state.table;
        for kind in deck.kinds() {
            self.state.stock[kind] = t.discard[kind];
            t.rebuilt[kind] = t.discard[kind];
            t.discard[kind] = 0;
            t.old_gone[kind] = 0;
            for hand in self.state.hands.first_mut(self.game.params.seats) {
                hand.was[kind] = hand.counts[kind];
                hand.got[kind] = 0;
            }
        }
        t.stock[deck.index()] = cards;
        t.reshuffled[deck.index()] = true;
        t.draws[deck.index()] = BySeat::all(0);
        self.log.emit(Event::Shuffle { deck, cards });
    }

    /// Puts a card of a hand on the discard pile of its deck.
    pub(super) fn discard(&mut self, seat: Seat, card: Card, cause: Cause) {
        let deck = card.deck();
        self.state.take(seat, card);
        let t = &mut self.state.table;
        t.backs[deck.index()][seat] -= 1;
        t.discard[card.index()] += 1;
        // What all can tell: it was held before the stock was rebuilt if its holder drew nothing
        // since, or if the stock held no such card.
        if L::TRACK_KNOWLEDGE
            && t.reshuffled[deck.index()]
            && (t.draws[deck.index()][seat] == 0 || t.rebuilt[card.index()] == 0)
        {
            t.old_gone[card.index()] += 1;
            let was = &mut self.state.hands[seat].was[card.index()];
            *was = was.saturating_sub(1);
        }
        if L::TRACK_KNOWLEDGE {
            self.state.left(seat, card);
        }
        self.log.emit(Event::MoveCard { seat, card, from: From::Hand, to: deck, cause });
    }
}

/// Takes one card out of the counts of a deck, each copy equally likely.
#[inline(always)]
fn pick(stock: &mut Counts, deck: Deck, size: u16, rng: &mut Rng) -> Card {
    if rng.is_coupled() {
        return race(stock, deck, rng);
    }
    let place = rng.below(u32::from(size)) as u16;
    let kind = if size < 128 { kind_at(stock, deck, place) } else { kind_at_any(stock, deck, place) };
    stock[kind] -= 1;
    Card::new(kind)
}

/// Finds a kind as [`kind_at`] does, for decks of any size.
#[cold]
#[inline(never)]
fn kind_at_any(stock: &Counts, deck: Deck, place: u16) -> usize {
    let mut left = place;
    for kind in deck.kinds() {
        let here = u16::from(stock[kind]);
        if left < here {
            return kind;
        }
        left -= here;
    }
    unreachable!("the stock has no place {place}")
}

/// Returns the kind of the card in this place of a deck that is sorted by kinds: how many kinds end before it,
/// eight of them side by side, without a branch on what chance decides. For decks below 128 cards.
#[inline]
fn kind_at(stock: &Counts, deck: Deck, place: u16) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * ONES;
    let word = |from: usize| {
        let bytes = stock.get(from..from + 8).and_then(|bytes| bytes.try_into().ok());
        u64::from_le_bytes(bytes.unwrap_or_default())
    };
    // The Even deck fills two words and half of a third; of the Odd deck's second the first byte is the
    // last of its first word. The die chose the deck: no branch.
    let odd = deck == Deck::Odd;
    let first = select_unpredictable(odd, EVEN_KINDS, 0);
    let second = select_unpredictable(odd, word(KINDS - 8) >> 8, word(8));
    let third = select_unpredictable(odd, 0, word(16) & 0xFFFF_FFFF);
    let words = [select_unpredictable(odd, word(EVEN_KINDS), word(0)), second, third];
    let place = (u64::from(place) * ONES) | HIGH;
    let (mut before, mut ended) = (0, 0);
    for eight in words {
        // In each byte the cards up to the end of its kind.
        let sums = eight.wrapping_mul(ONES) + before;
        before = (sums >> 56) * ONES;
        ended += ((place - sums) & HIGH) >> 7;
    }
    first + (ended.wrapping_mul(ONES) >> 56) as usize
}

/// Picks a card as [`pick`] does, by a race of the copies (see [`Rng::race`]).
#[cold]
fn race(stock: &mut Counts, deck: Deck, rng: &mut Rng) -> Card {
    let copies = || deck.kinds().flat_map(|kind| std::iter::repeat_n(kind, usize::from(stock[kind])));
    let place = rng.race(copies().map(|kind| kind as u64));
    let kind = copies().nth(place).expect("a card is drawn only where there is one");
    stock[kind] -= 1;
    Card::new(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_side_by_side_are_those_of_a_loop() {
        let mut rng = Rng::from_words([3, 5, 8]);
        for _ in 0..2000 {
            let mut stock = [0; KINDS];
            for copies in &mut stock {
                *copies = rng.index(7) as u8;
            }
            for deck in [Deck::Even, Deck::Odd] {
                let sorted =
                    deck.kinds().flat_map(|kind| std::iter::repeat_n(kind, usize::from(stock[kind])));
                for (place, kind) in sorted.enumerate() {
                    assert_eq!(kind_at(&stock, deck, place as u16), kind, "{stock:?}, place {place}");
                    assert_eq!(kind_at_any(&stock, deck, place as u16), kind, "{stock:?}, place {place}");
                }
            }
        }
    }
}
