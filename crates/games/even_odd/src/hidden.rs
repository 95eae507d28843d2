//! Dealing the hidden cards of one deck to the hands and the stock, by all that is certain of them.

use super::cards::{Card, Deck, EVEN_KINDS, KINDS, Kinds};
use super::earlier::EARLIER;
use super::state::{Public, State};
use ludometer_model::small_table::BySeat;
use ludometer_model::{Contradiction, KindSet, Pile, Places, Rng, Seat, deal_hidden};

/// Room for all hidden cards of a deck: 60 copies of 20 kinds.
pub(super) const POOL: usize = 1200;

/// Cards stand in the pool under their kind and a heading that says where they can be. This one: not in a hand
/// since before the stock was rebuilt.
pub(super) const AFTER: usize = 0;

/// The headings of cards that can be in a hand since before the stock was rebuilt, by age: 0 if they can be
/// there since before the oldest rebuild that is kept, and so on.
pub(super) mod heading {
    use super::EARLIER;

    /// Returns the heading of cards that certainly are in a hand since before the stock was rebuilt.
    pub(in super::super) const fn before(age: usize) -> usize {
        1 + age
    }

    /// Returns the heading of cards of which it is not known.
    pub(in super::super) const fn either(age: usize) -> usize {
        2 + EARLIER + age
    }
}

/// Kinds that a deck has at most.
const STRIDE: usize = EVEN_KINDS;

const _: () = assert!(KINDS - EVEN_KINDS <= STRIDE && STRIDE * heading::either(EARLIER + 1) <= 256);

/// Returns how a card of a kind stands in the pool.
pub(super) const fn code(kind: usize, heading: usize) -> u8 {
    (kind % EVEN_KINDS + STRIDE * heading) as u8
}

/// Returns the kind and the heading of a card in the pool.
const fn read(code: u8, deck: Deck) -> (Card, usize) {
    (Card::new(deck.kinds().start + code as usize % STRIDE), code as usize / STRIDE)
}

/// Returns these kinds under these headings.
fn allowed(kinds: Kinds, headings: impl Iterator<Item = usize>) -> KindSet {
    let mut allowed = KindSet::NONE;
    for heading in headings {
        for card in kinds.iter() {
            allowed.insert(usize::from(code(card.index(), heading)));
        }
    }
    allowed
}

/// Returns the headings of cards that can be in a hand since before some rebuild: ages up to this one.
fn old(age: usize) -> impl Iterator<Item = usize> {
    (0..=age).flat_map(|age| [heading::before(age), heading::either(age)])
}

/// Sets of kinds of which a player certainly holds one each: at most five `GetPaid` cards, or one answer.
pub(super) type Forced = Pile<Kinds, 5>;

/// Most groups of places: the forced cards, the cards of each age of seven hands, the stock, the rest of the hands.
const GROUPS: usize = 5 + 7 * (EARLIER + 1) + 1 + 7;

/// The data by which the hidden cards of one deck are dealt.
pub(super) struct Deal<'a> {
    /// The hidden cards.
    pub(super) pool: &'a mut [u8],
    pub(super) table: &'a Public,
    pub(super) viewer: Seat,
    pub(super) deck: Deck,
    pub(super) seats: usize,
    /// The stock was rebuilt.
    pub(super) rebuilt: bool,
}

/// Groups of places: whose hand (or nobody's: the stock), and whether since before the stock was rebuilt.
struct Groups {
    len: usize,
    places: [Places; GROUPS],
    hands: [(Option<Seat>, bool); GROUPS],
}

impl Groups {
    const fn new() -> Self {
        let nothing = Places { count: 0, allowed: KindSet::NONE };
        Self { len: 0, places: [nothing; GROUPS], hands: [(None, false); GROUPS] }
    }

    fn push(&mut self, seat: Option<Seat>, before: bool, count: u16, allowed: KindSet) {
        self.places[self.len] = Places { count, allowed };
        self.hands[self.len] = (seat, before);
        self.len += 1;
    }
}

impl Deal<'_> {
    /// Returns all seats but the viewer's, from seat 0: in this order the hands are dealt.
    fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        let viewer = self.viewer;
        Seat::all(self.seats).filter(move |&seat| seat != viewer)
    }

    /// Returns the ages that cards of before can have: one for each rebuild that is kept, and the last one.
    fn ages(&self) -> usize {
        if self.rebuilt { self.table.earlier[self.deck.index()].draws().len() + 1 } else { 0 }
    }

    /// Returns how many cards a player certainly holds since before the rebuild of this age.
    fn held_since(&self, seat: Seat, age: usize) -> u16 {
        let d = self.deck.index();
        let draws = self.table.earlier[d].draws().get(age).unwrap_or(&self.table.draws[d]);
        self.table.held_since(self.deck, seat, *draws)
    }

    /// Deals; what the question shows is given up only where nothing else is possible.
    pub(super) fn run(mut self, forced: &Forced, rng: &mut Rng, into: &mut State) {
        let ages = self.ages();
        // On top of the cards of before, or as some of them: of the last rebuild first.
        let last = ages.checked_sub(1);
        let (first, then) = if rng.below(2) == 0 { (None, last) } else { (last, None) };
        let older = (0..ages.saturating_sub(1)).rev().map(Some);
        for age in [first, then].into_iter().chain(older) {
            if self.attempt(forced, age, rng, into).is_ok() {
                return;
            }
        }
        if self.attempt(&[], None, rng, into).is_ok() {
            return;
        }
        // The view of a real state can always be met; others get any cards of the right backs.
        rng.shuffle(self.pool);
        let mut next = self.pool.iter();
        for seat in self.others() {
            for &code in next.by_ref().take(usize::from(self.table.backs[self.deck.index()][seat])) {
                self.give(into, seat, code, false);
            }
        }
    }

    /// Deals by one way to group the hidden places. Forced cards are held since before the rebuild of this age, if any.
    fn attempt(
        &mut self,
        forced: &[Kinds],
        age: Option<usize>,
        rng: &mut Rng,
        into: &mut State,
    ) -> Result<(), Contradiction> {
        let mut groups = Groups::new();
        let ages = self.ages();
        let others = || self.others();
        let deck = if self.deck == Deck::Even { Kinds::EVEN } else { Kinds::ODD };
        let kinds = Kinds::HAND.and(deck);
        let held = |seat: Seat| u16::from(self.table.backs[self.deck.index()][seat]);
        let taken = |seat: Seat| if Some(seat) == self.table.mover() { forced.len() as u16 } else { 0 };

        // How many cards of each age there are in each hand.
        let mut counts = [BySeat::all(0_u16); EARLIER + 1];
        let counts = &mut counts[..ages];
        for seat in others() {
            let mut older = 0;
            for (age, count) in counts.iter_mut().enumerate() {
                let since = self.held_since(seat, age);
                count[seat] = since - older;
                older = since;
            }
        }
        let of_before = |counts: &[BySeat<u16>], seat| counts.iter().map(|count| count[seat]).sum::<u16>();
        if let Some(mover) = self.table.mover()
            && !forced.is_empty()
        {
            let room = held(mover).saturating_sub(of_before(counts, mover));
            // Where there is no room on top, they are among the cards of before.
            let age = if room < taken(mover) { age.or(ages.checked_sub(1)) } else { age };
            for &set in forced {
                let set = set.and(deck);
                let fits = match age {
                    Some(age) => allowed(set, old(age)),
                    None => allowed(set, old(ages.saturating_sub(1)).chain([AFTER])),
                };
                groups.push(Some(mover), age.is_some(), 1, fits);
            }
            if let Some(age) = age {
                let mut left = taken(mover);
                for age in (0..=age).rev().chain(age + 1..ages) {
                    let part = left.min(counts[age][mover]);
                    counts[age][mover] -= part;
                    left -= part;
                }
            }
        }
        for (age, count) in counts.iter().enumerate() {
            let fits = allowed(kinds, old(age));
            for seat in others().filter(|&seat| count[seat] > 0) {
                groups.push(Some(seat), true, count[seat], fits);
            }
        }
        if self.rebuilt {
            // Cards of before are not in the stock.
            let hidden: u16 = others().map(held).sum();
            let stock = (self.pool.len() as u16).checked_sub(hidden).ok_or(Contradiction)?;
            let fits = allowed(kinds, (0..ages).map(heading::either).chain([AFTER]));
            groups.push(None, false, stock, fits);
        }
        for seat in others() {
            let left = held(seat).checked_sub(taken(seat) + of_before(counts, seat));
            let count = left.ok_or(Contradiction)?;
            if count > 0 {
                groups.push(Some(seat), false, count, KindSet::ALL);
            }
        }
        let places = &groups.places[..groups.len];
        deal_hidden(self.pool, places, rng)?;
        let mut end = self.pool.len();
        for (place, &(seat, before)) in places.iter().zip(&groups.hands) {
            let start = end - usize::from(place.count);
            if let Some(seat) = seat {
                for &code in &self.pool[start..end] {
                    self.give(into, seat, code, before);
                }
            }
            end = start;
        }
        Ok(())
    }

    /// Gives a hidden card to a player.
    #[inline]
    fn give(&self, into: &mut State, seat: Seat, code: u8, before: bool) {
        let (card, heading) = read(code, self.deck);
        into.give(seat, card);
        let hand = &mut into.hands[seat];
        let certain = (heading::before(0)..heading::either(0)).contains(&heading);
        let past = if before || certain { &mut hand.was } else { &mut hand.got };
        past[card.index()] += 1;
        into.stock[card.index()] -= 1;
    }
}
