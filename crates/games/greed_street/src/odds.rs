//! Chances of rolls of two dice, worked out once per rule set.

/// The most that two dice can show.
const MOST: usize = 40;

/// Chances of two dice with the rule set's number of sides.
#[derive(Clone, Debug)]
pub struct Odds {
    /// Chance of at least this total.
    at_least: [f64; MOST + 2],
    /// Chance to win a fight with this lead in points (index: lead + [`MOST`]), ties replayed.
    lead: [f64; 2 * MOST + 1],
}

impl Odds {
    /// Returns the chances of dice with this many sides.
    pub(super) fn new(sides: usize) -> Self {
        let mut ways = [0_f64; MOST + 2];
        for a in 1..=sides {
            for b in 1..=sides {
                ways[a + b] += 1.0;
            }
        }
        let all: f64 = ways.iter().sum();
        let mut at_least = [0.0; MOST + 2];
        let mut sum = 0.0;
        for total in (0..MOST + 2).rev() {
            sum += ways[total];
            at_least[total] = sum / all;
        }
        let lead = std::array::from_fn(|i| {
            let lead = i as i64 - MOST as i64;
            let (mut won, mut lost) = (0.0, 0.0);
            for (mine, my_ways) in ways.iter().enumerate() {
                for (theirs, their_ways) in ways.iter().enumerate() {
                    match (mine as i64 + lead).cmp(&(theirs as i64)) {
                        std::cmp::Ordering::Greater => won += my_ways * their_ways,
                        std::cmp::Ordering::Less => lost += my_ways * their_ways,
                        std::cmp::Ordering::Equal => {}
                    }
                }
            }
            won / (won + lost)
        });
        Self { at_least, lead }
    }

    /// Returns the chance that two dice show at least this total.
    #[inline]
    pub fn at_least(&self, total: i64) -> f64 {
        if total > MOST as i64 { 0.0 } else { self.at_least[total.max(0) as usize] }
    }

    /// Returns the chance to win a fight with this lead in points, tied rounds fought again.
    #[inline]
    pub fn lead(&self, lead: i64) -> f64 {
        let most = MOST as i64;
        self.lead[(lead.clamp(-most, most) + most) as usize]
    }
}
