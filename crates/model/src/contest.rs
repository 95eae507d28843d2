//! How a game is won: each for itself, all together, alone, or in sides.

use serde::{Deserialize, Serialize};

use super::{BySeat, Outcome, SHARE_UNITS, Seat, SeatSet};

/// How a game is won, as its design declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Kind {
    /// Each seat plays for itself.
    #[default]
    Competitive,
    /// All seats win or lose together.
    Cooperative,
    /// One seat plays alone.
    Solo,
    /// The seats of a side win or lose as one.
    Teams,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Competitive, Self::Cooperative, Self::Solo, Self::Teams];

    /// Returns its name in scripts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Competitive => "competitive",
            Self::Cooperative => "cooperative",
            Self::Solo => "solo",
            Self::Teams => "teams",
        }
    }
}

/// What tells how seats stand while a game runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Standing {
    /// The score so far.
    #[default]
    Score,
    /// A figure of its own, such as money or pieces.
    Own,
    /// An estimate of the chances alone.
    Chances,
    /// Nothing: no seat is seen to lead.
    Nothing,
}

impl Standing {
    /// Returns true if seats have a figure that grows or shrinks.
    pub const fn is_counted(self) -> bool {
        matches!(self, Self::Score | Self::Own)
    }
}

/// What the end of a game tells beside its places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Ends {
    /// True if games are won or lost; false where players who win together only score.
    pub are_won: bool,
    /// True if the rules count a score; without one the score of an outcome is 0 and means nothing.
    pub have_scores: bool,
    /// True if the score at the end counts for players who win together.
    pub are_scored: bool,
    /// True if the rules name losers.
    pub have_losers: bool,
    /// True if who loses is all that counts: whoever doesn't has won.
    pub are_lost_alone: bool,
    /// True if the rules name several winners at once, each for itself: all of them win the game whole.
    #[serde(default)]
    pub are_joint: bool,
    /// True if a lower score, or standing, is a better one.
    pub fewest_win: bool,
}

impl Default for Ends {
    fn default() -> Self {
        Self {
            are_won: true,
            have_scores: true,
            are_scored: false,
            have_losers: false,
            are_lost_alone: false,
            are_joint: false,
            fewest_win: false,
        }
    }
}

/// Whose wins a seat's share of the wins is a part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sharing {
    /// Its own: a share of 1/4 says that it wins a quarter of the games, but for ties.
    #[default]
    Own,
    /// Those of its side.
    Side,
    /// Those of all who win with it: it wins more games than these.
    Joint,
}

impl Sharing {
    /// Returns what one does who has such a share, and what the share is of: `wins`, `of the games`.
    pub const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Own => ["wins", "of the games"],
            Self::Side => ["has", "of the wins, which it shares with its side"],
            Self::Joint => ["has", "of the wins"],
        }
    }

    /// Returns a share in words, after its owner: `wins 25 % of the games`.
    pub fn says(self, share: &str) -> String {
        let [has, of] = self.words();
        format!("{has} {share} {of}")
    }
}

/// Who wins against whom at a table: the parties, each of seats that win and lose as one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Contest {
    /// The kind of game at this table: a table of one is solo, whatever the design.
    pub kind: Kind,
    /// The parties: each seat alone, the sides that are fixed, or all seats together.
    pub parties: Vec<SeatSet>,
    /// The names of sides that are drawn in each game; [`Outcome::sides`](crate::Outcome::sides) counts them from 1.
    pub drawn: Vec<String>,
    /// What the end of a game tells.
    pub ends: Ends,
    /// What tells how seats stand before.
    pub standing: Standing,
}

impl Contest {
    /// Returns the contest of a game of this kind without fixed sides, at a table of so many seats.
    pub fn new(kind: Kind, seats: usize) -> Self {
        let kind = if seats == 1 { Kind::Solo } else { kind };
        let parties = match kind {
            Kind::Cooperative | Kind::Solo => vec![SeatSet::of_table(seats)],
            Kind::Competitive | Kind::Teams => {
                Seat::all(seats).map(|seat| [seat].into_iter().collect()).collect()
            }
        };
        Self { kind, parties, ..Self::default() }
    }

    /// Returns a contest of these sides.
    pub fn of_sides(sides: Vec<SeatSet>) -> Self {
        Self { kind: Kind::Teams, parties: sides, ..Self::default() }
    }

    /// Returns true if parties play against each other, so that a share of the wins may be a fair one.
    pub const fn is_contest(&self) -> bool {
        self.parties.len() > 1
    }

    /// Returns true if sides are fixed, so that one bot plays all seats of a side.
    pub fn has_sides(&self) -> bool {
        self.is_contest() && self.parties.iter().any(|party| party.len() > 1)
    }

    /// Returns whose wins the share of a seat is a part of, in games of which this share were won jointly, as far as is known.
    pub fn sharing(&self, joint: Option<f64>) -> Sharing {
        if !self.drawn.is_empty() {
            Sharing::Side
        } else if joint.map_or(self.ends.are_joint, |joint| joint > 0.0) {
            Sharing::Joint
        } else {
            Sharing::Own
        }
    }

    /// Returns the number of the party that a seat belongs to.
    pub fn party_of(&self, seat: Seat) -> usize {
        self.parties.iter().position(|party| party.contains(seat)).unwrap_or(0)
    }

    /// Returns what each seat won, in units of 1/[`SHARE_UNITS`]: its share of the win, and all of it for whoever does not lose
    /// where losing is all that counts.
    pub fn seat_units(&self, outcome: &Outcome) -> BySeat<u64> {
        if self.ends.are_lost_alone { outcome.own_units() } else { outcome.win_units() }
    }

    /// Returns what the party of a seat won, in units of 1/[`SHARE_UNITS`]: its side, be it fixed or drawn, all together, or
    /// all who don't lose.
    pub fn party_units(&self, outcome: &Outcome, seat: Seat) -> u64 {
        let units = self.seat_units(outcome);
        if self.ends.are_lost_alone {
            return units[seat];
        }
        let is_own = |other: &Seat| match outcome.sides[seat] {
            0 => self.party_of(seat) == self.party_of(*other),
            side => outcome.sides[*other] == side,
        };
        Seat::all(outcome.seats).filter(is_own).map(|other| units[other]).sum()
    }

    /// Returns into how many fair parts a game that somebody wins is divided for this seat: all parties win equally often, and
    /// the seats of one share its win. Nothing where no parties are named.
    pub fn parts(&self, seat: Seat) -> Option<usize> {
        let party = self.parties.get(self.party_of(seat))?;
        Some(self.parties.len() * party.len() as usize)
    }

    /// Returns the seat's fair part of a game that somebody wins, in units of 1/[`SHARE_UNITS`].
    pub fn fair_units(&self) -> BySeat<u64> {
        BySeat::from_fn(|seat| self.parts(seat).map_or(0, |parts| SHARE_UNITS / parts as u64))
    }

    /// Returns a seat's part of the win as that of its whole party, whose seats win as one.
    pub fn whole_share(&self, seat: Seat, share: f64) -> f64 {
        let seats = self.parties.get(self.party_of(seat)).map_or(1, |party| party.len());
        share * f64::from(seats)
    }

    /// Returns true if a higher score is worth more than a lower one that wins as well, so that no win says what a game was
    /// worth.
    pub const fn is_worth(&self) -> bool {
        !self.is_contest() && self.ends.are_scored
    }

    /// Returns what choices are weighed by, in words: of one, and of several.
    pub const fn aim(&self) -> [&'static str; 2] {
        if self.is_worth() {
            ["worth of the score"; 2]
        } else if self.drawn.is_empty() && !self.ends.have_losers {
            ["win chance", "win chances"]
        } else {
            // The seats of a side that is drawn, and those that don't lose, share one win.
            ["share of the win", "shares of the win"]
        }
    }

    /// Returns a line-up in which one bot plays a side, or one seat where there are no sides, and another bot all others.
    pub fn one_among<T: Clone>(&self, one: T, others: &T, seats: usize) -> Vec<T> {
        let own = if self.has_sides() { self.parties[0] } else { SeatSet::one(Seat::new(0)) };
        let bot = |seat| if own.contains(seat) { one.clone() } else { others.clone() };
        Seat::all(seats).map(bot).collect()
    }

    /// Returns a score, or standing, so that more is better.
    pub const fn upwards(&self, score: i64) -> i64 {
        if self.ends.fewest_win { score.saturating_neg() } else { score }
    }

    /// Returns the first party whose seats this line-up gives to different bots, if it mixes sides.
    pub fn mixed<T: PartialEq>(&self, line_up: &[T]) -> Option<usize> {
        let at = |seat: Seat| line_up.get(seat.index());
        let is_mixed = |party: &SeatSet| {
            let mut seats = party.iter();
            let first = seats.next();
            seats.any(|seat| first.is_some_and(|first| at(first) != at(seat)))
        };
        self.has_sides().then(|| self.parties.iter().position(is_mixed))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(list: &[usize]) -> SeatSet {
        list.iter().map(|&seat| Seat::new(seat)).collect()
    }

    #[test]
    fn parties_follow_from_the_kind() {
        let competitive = Contest::new(Kind::Competitive, 4);
        assert!(competitive.is_contest() && !competitive.has_sides());
        assert_eq!(competitive.fair_units().first(4), [SHARE_UNITS / 4; 4]);
        let together = Contest::new(Kind::Cooperative, 3);
        assert!(!together.is_contest() && together.parties == [seats(&[0, 1, 2])]);
        for kind in Kind::ALL {
            assert_eq!(Contest::new(kind, 1).kind, Kind::Solo, "{}", kind.word());
        }
    }

    #[test]
    fn sides_share_what_is_won_and_bots_may_mix_them() {
        let one_against_two = Contest::of_sides(vec![seats(&[0]), seats(&[1, 2])]);
        let [half, quarter] = [2, 4].map(|parts| SHARE_UNITS / parts);
        assert_eq!(one_against_two.fair_units().first(3), [half, quarter, quarter]);
        assert_eq!([0, 1, 2].map(|seat| one_against_two.party_of(Seat::new(seat))), [0, 1, 1]);
        assert_eq!(one_against_two.mixed(&["a", "b", "b"]), None);
        assert_eq!(one_against_two.mixed(&["a", "a", "b"]), Some(1));
        assert_eq!(Contest::new(Kind::Competitive, 3).mixed(&["a", "a", "b"]), None);
    }
}
