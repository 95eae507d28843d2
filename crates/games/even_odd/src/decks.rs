//! The decks: the deal, drawing, discarding, rebuilding a stock.

use std::hint::select_unpredictable;

use super::cards::{Card, Counts, Deck, EVEN_KINDS, Hand, KINDS, total};
use super::event::Event;
use super::holders::Holders;
use super::reason::{Cause, From};
use super::rules::Engine;
use super::state::Public;
use ludometer_model::SeatSet;
use ludometer_model::small_table::BySeat;
use ludometer_model::{EventSink, Rng, Seat};

/// Takes one card out of the counts of a deck, each copy equally likely.
#[inline(always)]
pub(super) fn pick(stock: &mut Counts, deck: Deck, size: u16, rng: &mut Rng) -> Card {
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

impl<L: EventSink<Event>> Engine<'_, L> {
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
    pub(super) fn rebuild(&mut self, deck: Deck) {
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
