//! How a play ended.

use super::{BySeat, Seat, SeatSet};

/// One play's win, in whole units that divide evenly among 1 to 12 joint winners (their least
/// common multiple). Rounds are counted in the same units.
pub const SHARE_UNITS: u64 = 27_720;

/// How a play ended: places, scores and length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The number of seats.
    pub seats: usize,
    /// Places from 1; equal seats share one (1, 2, 2, 4). 0 for all seats where the rules give none.
    pub ranks: BySeat<u8>,
    /// Scores, in the game's own unit.
    pub scores: BySeat<i64>,
    /// Turns begun.
    pub turns: u32,
    /// Rounds, in units of 1/[`SHARE_UNITS`].
    pub round_units: u64,
    /// True where the engine's limit ended the play: then nobody wins.
    pub unfinished: bool,
    /// True where all lose, as in a game that they play together: all seats share a place, and nobody wins.
    pub nobody_wins: bool,
    /// True where the rules let several seats win as one, a side or all together: several winners are then no tie.
    pub is_joint_win: bool,
    /// The seats whose bots failed in the play: they win nothing.
    pub forfeited: SeatSet,
    /// The seats that the rules name as losers; those that merely don't win are none.
    pub losers: SeatSet,
    /// Each seat's side from 1, where sides are drawn in each game; 0 where they aren't.
    pub sides: BySeat<u8>,
}

impl Outcome {
    /// Returns an outcome with places by score: `better(a, b)` tells whether score a beats score b.
    pub fn ranked(
        seats: usize,
        scores: BySeat<i64>,
        turns: u32,
        round_units: u64,
        unfinished: bool,
        better: impl Fn(i64, i64) -> bool,
    ) -> Self {
        let placed = Self::placed(seats, |a, b| better(scores[a], scores[b]));
        Self { scores, turns, round_units, unfinished, ..placed }
    }

    /// Returns an outcome with places by any comparison: `better(a, b)` tells whether seat a is before seat b, be it by a
    /// tie-break. Seats of which neither is before the other share a place. Scores and length are 0:
    ///
    /// ```
    /// use ludometer_model::{BySeat, Outcome, Seat};
    ///
    /// // Most points win, of equal ones the fewer cards.
    /// let (points, cards) = ([7, 9, 9], [2, 4, 3]);
    /// let strength = |seat: Seat| (points[seat.index()], -cards[seat.index()]);
    /// let scores = BySeat::from_fn(|seat| points.get(seat.index()).copied().unwrap_or(0));
    /// let outcome = Outcome::placed(3, |a, b| strength(a) > strength(b)).with_scores(scores).after(12);
    /// assert_eq!(outcome.ranks.first(3), [3, 2, 1]);
    /// ```
    pub fn placed(seats: usize, better: impl Fn(Seat, Seat) -> bool) -> Self {
        let ranks = BySeat::from_fn(|seat| {
            if seat.index() >= seats {
                return 0;
            }
            1 + Seat::all(seats).filter(|&other| better(other, seat)).count() as u8
        });
        let (scores, unfinished, nobody_wins, is_joint_win) = (BySeat::all(0), false, false, false);
        Self {
            seats,
            ranks,
            scores,
            turns: 0,
            round_units: 0,
            unfinished,
            nobody_wins,
            is_joint_win,
            forfeited: SeatSet::EMPTY,
            losers: SeatSet::EMPTY,
            sides: BySeat::all(0),
        }
    }

    /// Returns an outcome of teams, which win and lose as one: `team` gives a seat's, `better(a, b)` tells whether team a
    /// is before team b. The seats of a team share its place, and those of the first one the win.
    pub fn of_teams(
        seats: usize,
        team: impl Fn(Seat) -> usize,
        better: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let placed = Self::placed(seats, |a, b| team(a) != team(b) && better(team(a), team(b)));
        let mut first = placed.winners().map(&team);
        let side = first.next();
        let is_joint_win = first.all(|team| Some(team) == side);
        Self { is_joint_win, ..placed }
    }

    /// Returns an outcome of all seats together, be it one: all won or all lost.
    pub fn together(seats: usize, won: bool) -> Self {
        Self { nobody_wins: !won, is_joint_win: won, ..Self::placed(seats, |_, _| false) }
    }

    /// Returns this outcome with these scores, which leave places as they are.
    #[must_use]
    pub const fn with_scores(self, scores: BySeat<i64>) -> Self {
        Self { scores, ..self }
    }

    /// Returns this outcome after so many turns, each a part of a round.
    #[must_use]
    pub const fn after(self, turns: u32) -> Self {
        Self { turns, round_units: Self::rounds_of_turns(turns, self.seats), ..self }
    }

    /// Returns this outcome if these seats gave up: all of them share the last place, and the others move up. Scores stay what
    /// they are.
    #[must_use]
    pub fn with_forfeits(mut self, forfeited: SeatSet) -> Self {
        self.forfeited = forfeited;
        if !self.has_places() {
            return self;
        }
        let gave_up = |seat: Seat| forfeited.contains(seat);
        let before = self.ranks;
        for seat in Seat::all(self.seats) {
            let ahead = |&other: &Seat| !gave_up(other) && (gave_up(seat) || before[other] < before[seat]);
            self.ranks[seat] = 1 + Seat::all(self.seats).filter(ahead).count() as u8;
        }
        self
    }

    /// Returns this outcome without places: an unfinished play that the rules leave out of win rates and mean ranks.
    #[must_use]
    pub fn without_places(mut self) -> Self {
        self.ranks = BySeat::all(0);
        self
    }

    /// Returns true if seats have places: then the play counts in win rates and mean ranks.
    #[inline]
    pub fn has_places(&self) -> bool {
        self.ranks[Seat::new(0)] != 0
    }

    /// Returns each seat's place, if there are places.
    pub fn places(&self) -> impl Iterator<Item = Option<u8>> + '_ {
        self.ranks.first(self.seats).iter().map(|&rank| (rank != 0).then_some(rank))
    }

    /// Returns `turns` full or partial turns at this table as rounds: turns / seats, not rounded.
    pub const fn rounds_of_turns(turns: u32, seats: usize) -> u64 {
        turns as u64 * (SHARE_UNITS / seats as u64)
    }

    /// Returns the winners: all seats of rank 1, or none in an unfinished play and where all lose.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        // Where all gave up, all share the first place, and nobody wins.
        let wins = |seat: Seat| self.ranks[seat] == 1 && !self.forfeited.contains(seat);
        Seat::all(self.seats).filter(move |&seat| !self.unfinished && !self.nobody_wins && wins(seat))
    }

    /// Returns true if somebody wins.
    pub fn is_won(&self) -> bool {
        self.winners().next().is_some()
    }

    /// Returns true if several win without being one side: nothing told them apart.
    pub fn is_tie(&self) -> bool {
        !self.is_joint_win && self.winners().nth(1).is_some()
    }

    /// Returns what each seat won, in units of 1/[`SHARE_UNITS`]: a joint win is the whole win of each of its seats, and what
    /// several tie for is shared.
    pub fn own_units(&self) -> BySeat<u64> {
        let mut units = self.win_units();
        if self.is_joint_win {
            for seat in self.winners() {
                units[seat] = SHARE_UNITS;
            }
        }
        units
    }

    /// Returns each seat's part of the win, in units of 1/[`SHARE_UNITS`].
    pub fn win_units(&self) -> BySeat<u64> {
        let winners = self.winners().count() as u64;
        let mut units = BySeat::all(0);
        for seat in self.winners() {
            units[seat] = SHARE_UNITS / winners;
        }
        units
    }

    /// Returns the score lead of the first place over the next seat in order of place (0 with a tie), of a side that wins
    /// over the best of another side; none without places, none where nobody is left to lead, and none where places are
    /// not those of the scores, because a seat gave up.
    pub fn leader_gap(&self) -> Option<i64> {
        if !self.has_places() || self.nobody_wins || !self.forfeited.is_empty() {
            return None;
        }
        let place = |seat: &Seat| (self.ranks[*seat], *seat);
        let first = Seat::all(self.seats).min_by_key(place);
        // Who wins together doesn't lead itself.
        let is_other = |seat: &Seat| Some(*seat) != first && !(self.is_joint_win && self.ranks[*seat] == 1);
        let next = Seat::all(self.seats).filter(is_other).min_by_key(place);
        first.zip(next).map(|(first, next)| (self.scores[first] - self.scores[next]).abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(scores: [i64; 4], unfinished: bool) -> Outcome {
        let by_seat = BySeat::from_fn(|seat| scores.get(seat.index()).copied().unwrap_or(0));
        Outcome::ranked(4, by_seat, 9, Outcome::rounds_of_turns(9, 4), unfinished, |a, b| a > b)
    }

    #[test]
    fn equal_scores_share_a_place() {
        let o = outcome([4, 10, 4, 0], false);
        assert_eq!(o.ranks.first(4), [2, 1, 2, 4]);
        assert_eq!(o.win_units().first(4), [0, SHARE_UNITS, 0, 0]);
        assert_eq!(o.leader_gap(), Some(6));
        assert_eq!(o.round_units as f64 / SHARE_UNITS as f64, 2.25);
    }

    #[test]
    fn who_gives_up_is_last_and_the_others_move_up() {
        let seats = |list: &[usize]| list.iter().map(|&seat| Seat::new(seat)).collect();
        // Places 2, 1, 2, 4.
        let o = outcome([4, 10, 4, 0], false);
        let winner_gone = o.with_forfeits(seats(&[1]));
        assert_eq!(winner_gone.ranks.first(4), [1, 4, 1, 3]);
        assert_eq!((o.leader_gap(), winner_gone.leader_gap()), (Some(6), None));
        assert_eq!(winner_gone.win_units().first(4), [SHARE_UNITS / 2, 0, SHARE_UNITS / 2, 0]);
        assert_eq!(winner_gone.scores, o.scores);
        let two_gone = o.with_forfeits(seats(&[0, 1]));
        assert_eq!(two_gone.ranks.first(4), [3, 3, 1, 2]);
        assert_eq!(two_gone.win_units().first(4), [0, 0, SHARE_UNITS, 0]);
        let last_gone = o.with_forfeits(seats(&[3]));
        assert_eq!(last_gone.ranks, o.ranks);
        let all_gone = o.with_forfeits(seats(&[0, 1, 2, 3]));
        assert_eq!(all_gone.ranks.first(4), [1; 4]);
        assert_eq!(all_gone.win_units().first(4), [0; 4]);
        assert_eq!(outcome([4, 10, 4, 0], true).with_forfeits(seats(&[1])).win_units().first(4), [0; 4]);
    }

    #[test]
    fn without_places_nobody_leads() {
        let o = outcome([4, 10, 4, 0], true).without_places();
        assert!(!o.has_places() && o.places().all(|place| place.is_none()));
        assert_eq!((o.leader_gap(), o.win_units().first(4)), (None, &[0; 4][..]));
        assert_eq!(o.scores.first(4), [4, 10, 4, 0]);
        let left = o.with_forfeits(SeatSet::of_table(1));
        assert_eq!((left.ranks.first(4), left.forfeited), (&[0; 4][..], SeatSet::of_table(1)));
    }

    #[test]
    fn where_all_lose_nobody_wins() {
        let lost = Outcome { nobody_wins: true, ..outcome([3; 4], false) };
        assert_eq!((lost.win_units().first(4), lost.leader_gap()), (&[0; 4][..], None));
        assert!(lost.has_places() && lost.winners().next().is_none());
    }

    #[test]
    fn teams_win_and_lose_as_one() {
        let points = [3, 8];
        let o = Outcome::of_teams(4, |seat| seat.index() % 2, |a, b| points[a] > points[b]).after(8);
        assert_eq!(o.ranks.first(4), [3, 1, 3, 1]);
        assert_eq!(o.win_units().first(4), [0, SHARE_UNITS / 2, 0, SHARE_UNITS / 2]);
        assert_eq!((o.turns, o.round_units), (8, 2 * SHARE_UNITS));
        assert!(o.is_joint_win && !o.is_tie());
        assert_eq!(o.own_units().first(4), [0, SHARE_UNITS, 0, SHARE_UNITS]);
        let scores = BySeat::from_fn(|seat| points[seat.index() % 2]);
        assert_eq!(o.with_scores(scores).leader_gap(), Some(5), "the second is no partner");
        assert_eq!(Outcome::together(3, true).leader_gap(), None);
        let level = Outcome::of_teams(4, |seat| seat.index() % 2, |_, _| false);
        assert!(level.is_tie() && !level.is_joint_win);
        assert_eq!(level.win_units().first(4), [SHARE_UNITS / 4; 4]);
    }

    #[test]
    fn all_win_or_lose_together() {
        let (won, lost) = (Outcome::together(3, true), Outcome::together(3, false));
        assert_eq!((won.ranks, lost.ranks), (lost.ranks, won.ranks));
        assert_eq!(won.win_units().first(3), [SHARE_UNITS / 3; 3]);
        assert_eq!(lost.win_units().first(3), [0; 3]);
        assert!(won.is_won() && !won.is_tie() && !lost.is_won());
        assert_eq!(Outcome::together(1, true).win_units().first(1), [SHARE_UNITS]);
    }

    #[test]
    fn joint_winners_share_the_win() {
        let o = outcome([10, 10, 4, 10], false);
        assert_eq!(o.win_units().first(4), [SHARE_UNITS / 3, SHARE_UNITS / 3, 0, SHARE_UNITS / 3]);
        assert_eq!(o.leader_gap(), Some(0));
        assert_eq!(outcome([10, 10, 4, 10], true).win_units().first(4), [0; 4]);
    }
}
