//! Which bots sit at the tables of a deal.

use ludometer_model::Rng;

/// The most line-ups of a deal that are all played.
const ALL: usize = 100;

/// The tables of a tournament: how the bots of each deal are chosen and seated. Where sides play, a side is a seat here; where all
/// play together or one plays alone, a table has one seat here, and every bot has each deal to itself.
///
/// With at least as many bots as seats, every set of bots that fills the table plays every deal, so
/// that every pair meets equally often. Where there are more than 100 such sets, each deal puts the
/// bots in a random circle, and each run of neighbours in it is a table: every bot sits at the same
/// number of tables in each deal, and every pair meets equally often on average. With fewer bots
/// than seats, each bot holds several seats; where they can't be shared out evenly, every set of
/// bots has its turn to hold one more.
///
/// At each table the bots sit in an order drawn anew for each deal, and the deal is played once for
/// each rotation of it: each bot sits everywhere with the same cards. All circular orders are equally
/// likely, so over the deals every bot sits behind every other equally often on average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Design {
    bots: usize,
    seats: usize,
}

impl Design {
    /// Returns the design for so many bots (2 to 64) at tables of so many seats.
    pub const fn new(bots: usize, seats: usize) -> Self {
        Self { bots, seats }
    }

    /// Returns the number of seats that one bot can hold at a table.
    pub const fn copies(&self) -> usize {
        self.seats.div_ceil(self.bots)
    }

    /// Returns the tables of each deal.
    pub fn tables(&self) -> usize {
        let sets = sets(self.bots, self.chosen());
        if self.every_set() { sets } else { self.bots }
    }

    /// Returns the plays of each deal: one for each rotation of each table.
    pub fn plays(&self) -> u64 {
        (self.tables() * self.seats) as u64
    }

    /// Returns the number of bots of which all sets have their turn.
    const fn chosen(&self) -> usize {
        if self.bots >= self.seats { self.seats } else { self.seats % self.bots }
    }

    fn every_set(&self) -> bool {
        sets(self.bots, self.chosen()) <= ALL
    }

    /// Returns the bots of table number `table`, seat by seat, a bot's copies distinguished: entry b + c x
    /// (number of bots) is copy c of bot b. `whole` is the deal's stream, the same for all its
    /// tables; `own` is the table's.
    pub fn seated(&self, table: usize, whole: &mut Rng, own: &mut Rng) -> Vec<u8> {
        let mut seated: Vec<u8> = if self.every_set() {
            let full = if self.bots >= self.seats { 0 } else { self.seats / self.bots };
            let all = (0..full).flat_map(|copy| (0..self.bots).map(move |bot| bot + copy * self.bots));
            let more = set(self.bots, self.chosen(), table).into_iter().map(|bot| bot + full * self.bots);
            all.chain(more).map(|entry| entry as u8).collect()
        } else {
            let mut circle: Vec<u8> = (0..self.bots as u8).collect();
            whole.shuffle(&mut circle);
            (0..self.seats).map(|i| circle[(table + i) % self.bots]).collect()
        };
        own.shuffle(&mut seated);
        seated
    }
}

/// Returns the number of sets of `k` out of `n`, or more than [`ALL`] if it is above that.
fn sets(n: usize, k: usize) -> usize {
    let mut count = 1;
    for i in 0..k.min(n - k) {
        count = count * (n - i) / (i + 1);
        // The counts on the way never fall.
        if count > ALL * 64 {
            return count;
        }
    }
    count
}

/// Returns the set of `k` out of 0..`n` with this number, in lexicographic order.
fn set(n: usize, k: usize, mut number: usize) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(k);
    let mut next = 0;
    while chosen.len() < k {
        let with_next = sets(n - next - 1, k - chosen.len() - 1);
        if number < with_next {
            chosen.push(next);
        } else {
            number -= with_next;
        }
        next += 1;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(design: Design, deal: u64) -> Vec<Vec<u8>> {
        let table = |number| {
            let mut whole = Rng::from_words([1, deal, 0]);
            let mut own = Rng::from_words([1, deal, 1 + number as u64]);
            design.seated(number, &mut whole, &mut own)
        };
        (0..design.tables()).map(table).collect()
    }

    /// Returns how often each pair of bots meets.
    fn meetings(design: Design, tables: &[Vec<u8>]) -> Vec<usize> {
        let bots = design.bots;
        let holds = |table: &Vec<u8>, bot: usize| table.iter().any(|&e| usize::from(e) % bots == bot);
        let pairs = (0..bots).flat_map(|i| (i + 1..bots).map(move |j| (i, j)));
        pairs.map(|(i, j)| tables.iter().filter(|t| holds(t, i) && holds(t, j)).count()).collect()
    }

    #[test]
    fn every_pair_meets_equally_often_and_every_entry_sits_once() {
        for bots in 2..=9 {
            for seats in 2..=8 {
                let design = Design::new(bots, seats);
                if !design.every_set() {
                    continue;
                }
                let all = tables(design, 0);
                let met = meetings(design, &all);
                assert!(met[0] > 0 && met.iter().all(|&m| m == met[0]), "{bots} {seats}: {met:?}");
                for table in &all {
                    assert_eq!(table.len(), seats);
                    let mut entries = table.clone();
                    entries.sort_unstable();
                    entries.dedup();
                    assert_eq!(entries.len(), seats, "{table:?}");
                    assert!(entries.iter().all(|&e| usize::from(e) < bots * design.copies()));
                }
                let total =
                    |bot: usize| all.iter().flatten().filter(|&&e| usize::from(e) % bots == bot).count();
                assert!((1..bots).all(|bot| total(bot) == total(0)), "{bots} {seats}");
            }
        }
    }

    #[test]
    fn the_designs_by_hand() {
        let bots_at = |bots: usize, seats: usize| {
            let mut all: Vec<Vec<usize>> = tables(Design::new(bots, seats), 7)
                .iter()
                .map(|t| t.iter().map(|&e| usize::from(e) % bots).collect())
                .collect();
            for table in &mut all {
                table.sort_unstable();
            }
            all
        };
        assert_eq!(bots_at(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(bots_at(4, 4), [[0, 1, 2, 3]]);
        assert_eq!(bots_at(2, 3), [[0, 0, 1], [0, 1, 1]]);
        assert_eq!(bots_at(2, 4), [[0, 0, 1, 1]]);
        assert_eq!(bots_at(3, 4), [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2]]);
        assert_eq!(Design::new(3, 4).plays(), 12);
    }

    #[test]
    fn all_circular_orders_are_equally_likely() {
        let design = Design::new(4, 4);
        let mut counts = std::collections::BTreeMap::new();
        for deal in 0..6000 {
            let mut order = tables(design, deal).remove(0);
            let first = order.iter().position(|&bot| bot == 0).unwrap();
            order.rotate_left(first);
            *counts.entry(order).or_insert(0) += 1;
        }
        // 1000 each, standard deviation 29.
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn many_bots_meet_equally_often_on_average() {
        let design = Design::new(20, 4);
        assert_eq!((design.tables(), design.plays()), (20, 80));
        let mut sum = vec![0; 190];
        for deal in 0..2000 {
            let all = tables(design, deal);
            let sits = |bot: u8| all.iter().filter(|t| t.contains(&bot)).count();
            assert!((0..20).all(|bot| sits(bot) == 4));
            for (sum, met) in sum.iter_mut().zip(meetings(design, &all)) {
                *sum += met;
            }
        }
        // 20 tables with 6 pairs each, over 190 pairs: 0.632 a deal. Standard deviation of the sum
        // about 48 (a pair meets at 0 to 3 tables of a deal).
        assert!(sum.iter().all(|&s| (1000..1530).contains(&s)), "{sum:?}");
    }
}
