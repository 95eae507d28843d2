//! A stock in an order that nobody knows.

use std::iter::repeat_n;

use serde::{Serialize, Serializer};

use super::deal_hidden::deal_hidden;
use super::{Contradiction, Places, Rng};

/// Cards face down whose order nobody knows, as the number of copies of each kind. Cards are drawn from any of them, which is
/// the same as shuffling them before; and a card that lies aside unseen may as well stay in the stock.
///
/// As JSON it is the list of the copies.
///
/// ```
/// use ludometer_model::{KindSet, Places, Rng, Stock};
///
/// let mut rng = Rng::from_words([1, 2, 3]);
/// let mut stock = Stock::new([3, 3, 1]);
/// let card = stock.draw(&mut rng);
/// assert!(card.is_some() && stock.len() == 6);
///
/// // What a seat that sees one card of kind 0 and two of kind 1 can't tell apart: another seat's two cards, of which it
/// // knows that they are none of kind 2, and the stock.
/// let mut unseen = Stock::new([3, 3, 1]).without(&[1, 2, 0]);
/// let mut hand = [0; 3];
/// let places = [Places { count: 2, allowed: KindSet::range(0, 2) }];
/// unseen.deal(&places, &mut rng, |_, kind| hand[kind] += 1).unwrap();
/// assert!(hand[2] == 0 && unseen.len() == 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stock<const KINDS: usize>([u8; KINDS]);

impl<const KINDS: usize> Default for Stock<KINDS> {
    fn default() -> Self {
        Self([0; KINDS])
    }
}

impl<const KINDS: usize> Serialize for Stock<KINDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0)
    }
}

impl<const KINDS: usize> Stock<KINDS> {
    /// The most cards that [`Stock::deal`] deals from.
    pub const MOST: usize = 1024;

    /// Returns a stock with so many copies of each kind.
    pub const fn new(copies: [u8; KINDS]) -> Self {
        Self(copies)
    }

    /// Returns the number of copies of each kind.
    pub const fn copies(&self) -> &[u8; KINDS] {
        &self.0
    }

    /// Returns the number of cards.
    pub fn len(&self) -> usize {
        self.0.iter().map(|&copies| usize::from(copies)).sum()
    }

    /// Returns true if there is no card.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns this stock without these cards, which lie elsewhere: so many copies of each kind, if there are so many.
    #[must_use]
    pub fn without(mut self, copies: &[u8; KINDS]) -> Self {
        for (here, elsewhere) in self.0.iter_mut().zip(copies) {
            *here = here.saturating_sub(*elsewhere);
        }
        self
    }

    /// Puts a card of this kind under the others.
    pub fn add(&mut self, kind: usize) {
        if let Some(copies) = self.0.get_mut(kind) {
            *copies += 1;
        }
    }

    /// Takes any card away, each copy equally likely, and returns its kind; nothing if there is none. Where random numbers
    /// are coupled ([`Rng::race`]), so is the draw.
    pub fn draw(&mut self, rng: &mut Rng) -> Option<usize> {
        let all = self.len();
        if all == 0 {
            return None;
        }
        let place = if rng.is_coupled() { self.race(rng) } else { rng.index(all) };
        let mut end = 0;
        let kind = self.0.iter().position(|&copies| {
            end += usize::from(copies);
            place < end
        })?;
        self.0[kind] -= 1;
        Some(kind)
    }

    #[cold]
    #[inline(never)]
    fn race(&self, rng: &mut Rng) -> usize {
        rng.race(self.0.iter().zip(0_u64..).flat_map(|(&copies, kind)| repeat_n(kind, copies.into())))
    }

    /// Deals cards to hidden places, for a determinized state: those that admit the fewest kinds first. `give` gets
    /// each card: the index of its group of places, and its kind. What is left is the stock.
    ///
    /// Every deal that the places allow can come out; without constraints all are equally likely, with them nearly so
    /// (see [`deal_hidden`]). There are at most 64 groups of places, and [`Stock::MOST`] cards of at most 256 kinds.
    ///
    /// # Errors
    /// [`Contradiction`] if no deal meets the places: then nothing is dealt.
    pub fn deal(
        &mut self,
        places: &[Places],
        rng: &mut Rng,
        mut give: impl FnMut(usize, usize),
    ) -> Result<(), Contradiction> {
        const GROUPS: usize = 64;
        let size = self.len();
        if size > Self::MOST || places.len() > GROUPS || KINDS > 256 {
            return Err(Contradiction);
        }
        let (mut pool, mut end) = ([0_u8; 1024], 0);
        for (&copies, kind) in self.0.iter().zip(0_u8..=255) {
            let start = end;
            end += usize::from(copies);
            pool[start..end].fill(kind);
        }
        let mut order: [usize; GROUPS] = std::array::from_fn(|group| group);
        let order = &mut order[..places.len()];
        order.sort_unstable_by_key(|&group| (places[group].allowed.len(), group));
        let mut tightest_first = [Places::any(0); GROUPS];
        for (place, &group) in tightest_first.iter_mut().zip(order.iter()) {
            *place = places[group];
        }
        let free = deal_hidden(&mut pool[..size], &tightest_first[..places.len()], rng)?;
        // The first group's cards stand last.
        let mut dealt = pool[free..size].iter().rev();
        for &group in order.iter() {
            for &kind in dealt.by_ref().take(places[group].count.into()) {
                self.0[usize::from(kind)] -= 1;
                give(group, kind.into());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KindSet;

    #[test]
    fn each_copy_is_drawn_equally_often_coupled_or_not() {
        for coupled in [false, true] {
            let rng = Rng::from_words([4, 5, 6]);
            let mut rng = if coupled { rng.coupled() } else { rng };
            let mut found = [0_u32; 3];
            for _ in 0..30_000 {
                let mut stock = Stock::new([1, 0, 3]);
                found[stock.draw(&mut rng).unwrap()] += 1;
                assert_eq!(stock.len(), 3);
            }
            assert!(found[0].abs_diff(7500) < 400 && found[1] == 0, "{found:?}");
        }
        assert_eq!(Stock::new([0; 4]).draw(&mut Rng::from_words([1, 1, 1])), None);
    }

    #[test]
    fn coupled_draws_survive_another_copy() {
        let (mut same, mut index) = (0, 0);
        for n in 0..2000 {
            let draws = |copies: [u8; 5], coupled: bool| {
                let rng = Rng::from_words([7, 8, n]);
                let mut rng = if coupled { rng.coupled() } else { rng };
                let mut stock = Stock::new(copies);
                [0; 6].map(|_| stock.draw(&mut rng))
            };
            same += u32::from(draws([5; 5], true) == draws([6, 5, 5, 5, 5], true));
            index += u32::from(draws([5; 5], false) == draws([6, 5, 5, 5, 5], false));
        }
        assert!(same > index + 150, "{same} {index}");
    }

    #[test]
    fn hidden_places_get_what_they_admit() {
        let mut rng = Rng::from_words([1, 9, 9]);
        for _ in 0..300 {
            let mut stock = Stock::new([1, 2, 1]);
            let places = [Places::any(1), Places { count: 1, allowed: KindSet::range(0, 1) }];
            let mut given = [None; 2];
            stock.deal(&places, &mut rng, |group, kind| given[group] = Some(kind)).unwrap();
            assert!(given[1] == Some(0) && matches!(given[0], Some(1 | 2)), "{given:?}");
            assert_eq!(stock.len(), 2);
        }
        let mut stock = Stock::new([1, 2, 1]);
        let none = Places { count: 2, allowed: KindSet::range(0, 1) };
        assert_eq!(stock.deal(&[none], &mut rng, |_, _| ()), Err(Contradiction));
        assert_eq!(stock, Stock::new([1, 2, 1]));
    }

    #[test]
    fn a_stock_is_its_copies_as_json() {
        assert_eq!(crate::to_json(&Stock::new([2, 0, 1])).to_string(), "[2,0,1]");
    }
}
