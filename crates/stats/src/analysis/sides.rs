//! The course of a play between parties: sides, or all players together, as if each was one seat.

use super::course::Row;
use ludometer_model::{BySeat, Contest, Outcome, Seat, SeatSet};

/// Returns true if a party of this contest has several seats.
pub(super) fn are_several(contest: &Contest) -> bool {
    contest.parties.iter().any(|party| party.len() > 1)
}

/// Returns the first seat of a party, whose place and standing are those of all.
fn first(party: SeatSet) -> Seat {
    party.iter().next().unwrap_or_default()
}

/// Returns a turn with each party in one seat: its chance is that of its seats together.
pub(super) fn row_of(contest: &Contest, row: &Row) -> Row {
    let party_of = |seat: Seat| Seat::new(contest.party_of(seat));
    let any = |seats: SeatSet| seats.iter().map(party_of).collect();
    let all = |seats: SeatSet| {
        let is_all = |party: &(usize, &SeatSet)| party.1.iter().all(|seat| seats.contains(seat));
        contest.parties.iter().enumerate().filter(is_all).map(|(party, _)| Seat::new(party)).collect()
    };
    Row {
        mover: row.mover.map(party_of),
        chances: by_party(contest, |party| party.iter().map(|seat| row.chances[seat]).sum()),
        standing: by_party(contest, |party| row.standing[first(party)]),
        out: all(row.out),
        acted: any(row.acted),
        free: any(row.free),
    }
}

/// Returns the outcome with each party in one seat.
pub(super) fn outcome_of(contest: &Contest, outcome: &Outcome) -> Outcome {
    let ranks: BySeat<u8> = by_party(contest, |party| outcome.ranks[first(party)]);
    let parties = contest.parties.len();
    // A party's place counts the parties ahead of it, not their seats.
    let place = |seat: Seat| 1 + Seat::all(parties).filter(|&other| ranks[other] < ranks[seat]).count() as u8;
    Outcome {
        seats: parties,
        ranks: BySeat::of_table(parties, |seat| if ranks[seat] == 0 { 0 } else { place(seat) }),
        scores: by_party(contest, |party| outcome.scores[first(party)]),
        forfeited: SeatSet::EMPTY,
        losers: SeatSet::EMPTY,
        sides: BySeat::all(0),
        ..*outcome
    }
}

fn by_party<T: Copy + Default>(contest: &Contest, of: impl Fn(SeatSet) -> T) -> BySeat<T> {
    BySeat::of_table(contest.parties.len(), |seat| of(contest.parties[seat.index()]))
}
