//! From the plays of a tournament to its standings.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::long_run::{Blocks, LongRun};
use super::{Form, PlayedDeals, TablePlay};
use ludometer_model::{SHARE_UNITS, Seat};
use ludometer_rating::{Meeting, Rankings, Versus};
use ludometer_stats::{Estimate, Mean, Share};

/// How many drawn plays against a bot of average strength are added for each bot when ratings are
/// fitted: all ratings are then finite, as the order of the bots needs them. Where only these plays keep a rating from
/// being infinite, its interval has no end there.
const PRIOR: f64 = 1.0;

/// One bot among all.
#[derive(Clone, Debug, PartialEq)]
pub struct BotRow {
    /// Seats it held, over all plays with places.
    pub seats: u64,
    /// The share of these seats that won; a win shared by k seats counts 1/k.
    pub win_rate: Estimate,
    /// The share that equal bots would win: an even part of the games that somebody won.
    pub expected: f64,
    /// The mean of its places, from 1.
    pub mean_rank: f64,
    /// Its rating in Elo points, with its 95 % interval; an end is infinite where the games set none.
    pub rating: (f64, Option<(f64, f64)>),
    /// The seats in which it failed.
    pub forfeits: u64,
    /// Its share in the long run by alpha-rank.
    pub long_run: LongRun,
    /// The mean score of its tables, where bots play by themselves for a score.
    pub score: Estimate,
}

/// Standings at one number of players, or over all of them.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The number of players, or `None` for all.
    pub players: Option<usize>,
    /// The part of a table that a bot holds.
    pub form: Form,
    /// Deals, each played at every number of players of the scope.
    pub deals: u64,
    /// Plays.
    pub plays: u64,
    /// The bots.
    pub bots: Vec<BotRow>,
    /// Row against column.
    pub pairs: Vec<Vec<Versus>>,
    /// Of the pairs of seats in which row and column met, how many row ended ahead in; in those with equal places
    /// neither did.
    pub ahead: Vec<Vec<Share>>,
}

/// Tells deals that are copies of earlier ones, since nothing is left to chance in them: they are no evidence.
#[derive(Clone, Debug, Default)]
pub struct Copies(BTreeSet<Vec<u8>>);

impl Copies {
    /// Returns true if all games of the next deal were played before; `parts` has the number of players with each list.
    pub fn is_copy<'a>(&mut self, parts: impl IntoIterator<Item = (usize, &'a [TablePlay])>) -> bool {
        let mut is_copy = true;
        for (seats, plays) in parts {
            for play in plays {
                let parties = usize::from(play.parties).min(seats);
                is_copy &= play.is_fixed && !self.0.insert(play.bots.first(parties).to_vec());
            }
        }
        is_copy
    }

    /// Returns the games that differ.
    pub fn games(&self) -> u64 {
        self.0.len() as u64
    }
}

/// The standings of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The games that differ, where nothing was left to chance: all figures rest on the deals that have them.
    pub distinct: Option<u64>,
    /// Over all numbers of players (if there are several), then at each.
    pub scopes: Vec<Scope>,
    /// The numbers of the bots, from the highest rating to the lowest.
    pub order: Vec<usize>,
}

/// Returns what each pair of bots did in these plays of one deal: `[i][j]` for i < j. `plays` has the
/// number of players with each list.
pub fn meetings<'a>(
    bots: usize,
    plays: impl IntoIterator<Item = (usize, &'a [TablePlay])>,
) -> Vec<Vec<Meeting>> {
    let mut all = vec![vec![Meeting::default(); bots]; bots];
    let mut wins = vec![0; bots];
    let mut held = vec![0; bots];
    for (_, plays) in plays {
        for play in paired(plays).iter().filter(|play| play.has_places()) {
            wins.fill(0);
            held.fill(0);
            for seat in play.all() {
                let bot = usize::from(play.bots[seat]);
                wins[bot] += play.wins(seat);
                held[bot] += 1;
            }
            for i in (0..bots).filter(|&i| held[i] > 0) {
                for j in (i + 1..bots).filter(|&j| held[j] > 0) {
                    let meeting = &mut all[i][j];
                    // The number of seats divides the units.
                    meeting.first += wins[i] * (SHARE_UNITS / held[i]);
                    meeting.second += wins[j] * (SHARE_UNITS / held[j]);
                    meeting.plays += 1;
                }
            }
        }
    }
    all
}

/// Returns the plays in which bots met: where each had the deal to itself, a comparison of each pair.
fn paired(plays: &[TablePlay]) -> Cow<'_, [TablePlay]> {
    if plays.first().is_none_or(|play| !play.form.is_alone()) {
        return Cow::Borrowed(plays);
    }
    let pairs = plays.iter().enumerate().flat_map(|(number, first)| {
        plays[number + 1..].iter().map(move |second| TablePlay::between(first, second))
    });
    Cow::Owned(pairs.collect())
}

impl TablePlay {
    /// Returns true if seats have places: a play without is rated by nothing.
    fn has_places(&self) -> bool {
        self.ranks[Seat::new(0)] != 0
    }

    /// Returns the parties.
    fn all(&self) -> impl Iterator<Item = Seat> {
        Seat::all(usize::from(self.parties))
    }

    /// Returns the party's part of the win, in units of 1/[`SHARE_UNITS`]. Tables that play by themselves don't share it.
    fn wins(&self, seat: Seat) -> u64 {
        if self.is_lost || self.ranks[seat] != 1 {
            return 0;
        }
        let winners = self.all().filter(|&s| self.ranks[s] == 1).count() as u64;
        if self.form.is_whole() { SHARE_UNITS } else { SHARE_UNITS / winners }
    }

    /// Returns the comparison of two bots that each had a deal to itself.
    fn between(first: &Self, second: &Self) -> Self {
        let points = |play: &Self| if play.form == Form::Fewest { -play.score } else { play.score };
        let worth = |play: &Self| (!play.is_lost, points(play));
        let mut both = Self { parties: 2, is_fixed: first.is_fixed && second.is_fixed, ..*first };
        for (seat, own, other) in [(0, first, second), (1, second, first)] {
            let seat = Seat::new(seat);
            both.bots[seat] = own.bots[Seat::new(0)];
            both.ranks[seat] = 1 + u8::from(worth(own) < worth(other));
            both.forfeited.set(seat, !own.forfeited.is_empty());
        }
        both.is_lost = first.is_lost && second.is_lost;
        both
    }
}

impl Standings {
    /// Returns the standings of so many bots. `played` has the deals at each number of players, the same
    /// number of deals at each. `anchor` has 1000 rating points; without one it is the mean.
    pub fn new(bots: usize, played: &[(usize, PlayedDeals)], anchor: Option<usize>) -> Self {
        let whole = played.iter().map(|(_, deals)| deals.len()).min().unwrap_or(0);
        let mut copies = Copies::default();
        let is_new =
            |&deal: &usize| !copies.is_copy(played.iter().map(|(seats, all)| (*seats, &all[deal][..])));
        let new: Vec<usize> = (0..whole).filter(is_new).collect();
        let deals = new.len();
        let distinct = (deals < whole).then(|| copies.games());
        let kept: Vec<(usize, PlayedDeals)>;
        let played = if deals < whole {
            let of = |all: &PlayedDeals| new.iter().map(|&deal| all[deal].clone()).collect();
            kept = played.iter().map(|(seats, all)| (*seats, of(all))).collect();
            &kept[..]
        } else {
            played
        };
        let mut scopes = Vec::new();
        if played.len() > 1 {
            scopes.push(scope(bots, None, deals, played, anchor));
        }
        for (i, (seats, _)) in played.iter().enumerate() {
            scopes.push(scope(bots, Some(*seats), deals, &played[i..=i], anchor));
        }
        let mut order: Vec<usize> = (0..bots).collect();
        if let Some(first) = scopes.first() {
            // Stable: equal ratings keep the order in which the bots were named.
            order.sort_by(|&a, &b| first.bots[b].rating.0.total_cmp(&first.bots[a].rating.0));
        }
        Self { distinct, scopes, order }
    }
}

fn scope(
    bots: usize,
    players: Option<usize>,
    deals: usize,
    played: &[(usize, PlayedDeals)],
    anchor: Option<usize>,
) -> Scope {
    let mut pairs = vec![vec![Versus::default(); bots]; bots];
    let mut ahead = vec![vec![Share::default(); bots]; bots];
    let mut rankings = Rankings::new(bots);
    let mut blocks = Blocks::new(bots, deals);
    // A bot's wins against the rest of its seats: its win rate with the interval of a pair.
    let mut own = vec![Versus::default(); bots];
    let (mut held, mut ranks, mut expected) = (vec![0; bots], vec![0; bots], vec![0.0; bots]);
    let mut forfeits = vec![0; bots];
    let mut plays = 0;
    let mut scores = vec![Mean::default(); bots];
    let form = played
        .iter()
        .flat_map(|(_, deals)| deals.iter().flatten())
        .next()
        .map_or(Form::Seats, |play| play.form);
    for deal in 0..deals {
        let parts = || played.iter().map(|(seats, deals)| (*seats, &deals[deal][..]));
        let met = meetings(bots, parts());
        blocks.add(deal, &met);
        for i in 0..bots {
            for j in i + 1..bots {
                let meeting = met[i][j];
                pairs[i][j].add(meeting);
                pairs[j][i].add(Meeting { first: meeting.second, second: meeting.first, ..meeting });
            }
        }
        rankings.next_deal();
        let mut won = vec![Meeting::default(); bots];
        for (_, part) in parts() {
            plays += part.len() as u64;
            for play in part {
                for seat in play.all().filter(|&seat| play.forfeited.contains(seat)) {
                    forfeits[usize::from(play.bots[seat])] += 1;
                }
                if play.form.is_scored() {
                    scores[usize::from(play.bots[Seat::new(0)])].add(play.score);
                }
            }
            for play in paired(part).iter().filter(|play| play.has_places()) {
                let place = |seat: Seat| if play.is_lost { 1 } else { play.ranks[seat] };
                let won_in_all = match play.all().filter(|&seat| play.wins(seat) > 0).count() {
                    // All who don't lose win a game each.
                    winners if play.form == Form::Spared => winners as f64,
                    winners => f64::from(winners > 0),
                };
                rankings.add(play.all().map(|seat| (play.bots[seat], place(seat))), 1);
                for seat in play.all() {
                    let bot = usize::from(play.bots[seat]);
                    let wins = play.wins(seat) * SHARE_UNITS;
                    won[bot].first += wins;
                    won[bot].second += Meeting::UNIT - wins;
                    won[bot].plays += 1;
                    held[bot] += 1;
                    ranks[bot] += u64::from(play.ranks[seat]);
                    expected[bot] += won_in_all / f64::from(play.parties);
                    for other in play.all().filter(|&s| play.bots[s] != play.bots[seat]) {
                        let rival = usize::from(play.bots[other]);
                        ahead[bot][rival].add(place(seat) < place(other));
                    }
                }
            }
        }
        for (all, deal) in own.iter_mut().zip(won) {
            all.add(deal);
        }
    }
    let long_run = blocks.shares();
    let ratings = rankings.fit(PRIOR).elo(anchor);
    let per_seat = |sum: f64, bot: usize| if held[bot] > 0 { sum / held[bot] as f64 } else { 0.0 };
    // A bot in several seats of a table can't win with all of them.
    let most = |held: u64| {
        if form.is_alone() || form.is_whole() { 1.0 } else { (plays as f64 / held.max(1) as f64).min(1.0) }
    };
    let rows = (0..bots).map(|bot| BotRow {
        seats: held[bot],
        win_rate: own[bot].payoff().within(0.0, most(held[bot])),
        expected: per_seat(expected[bot], bot),
        mean_rank: per_seat(ranks[bot] as f64, bot),
        rating: ratings[bot],
        forfeits: forfeits[bot],
        long_run: long_run[bot],
        score: scores[bot].estimate(),
    });
    let rows = rows.collect();
    Scope { players, form, deals: deals as u64, plays, bots: rows, pairs, ahead }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::{BySeat, SeatSet};

    fn play(bots: &[u8], ranks: &[u8]) -> TablePlay {
        let at = |list: &[u8], seat: Seat| list.get(seat.index()).copied().unwrap_or(0);
        TablePlay {
            form: Form::Seats,
            parties: bots.len() as u8,
            score: 0,
            bots: BySeat::from_fn(|seat| at(bots, seat)),
            ranks: BySeat::from_fn(|seat| at(ranks, seat)),
            is_lost: false,
            forfeited: SeatSet::EMPTY,
            is_fixed: false,
        }
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    }

    #[test]
    fn standings_by_hand() {
        // Two deals between three bots at tables of two; each pair sits both ways.
        let deal = |a: [[u8; 2]; 6]| -> Vec<TablePlay> {
            let tables = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
            tables.iter().zip(a).map(|(bots, ranks)| play(bots, &ranks)).collect()
        };
        // Deal 1: 0 beats 1 twice, 2 beats 0 twice, 1 beats 2 once and shares once.
        let first = deal([[1, 2], [2, 1], [2, 1], [1, 2], [1, 2], [1, 1]]);
        // Deal 2: 0 and 1, and 0 and 2, win one each; 1 beats 2 twice.
        let second = deal([[1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [2, 1]]);
        let all = Standings::new(3, &[(2, vec![first, second])], Some(0));
        assert_eq!(all.scopes.len(), 1);
        let scope = &all.scopes[0];
        assert_eq!((scope.players, scope.deals, scope.plays), (Some(2), 2, 12));
        // 0 against 1: wins 2 + 1 of 4. 0 against 2: 0 + 1. 1 against 2: 1.5 + 2.
        close(scope.pairs[0][1].payoff().value.unwrap(), 0.75);
        close(scope.pairs[1][0].payoff().value.unwrap(), 0.25);
        close(scope.pairs[0][2].payoff().value.unwrap(), 0.25);
        close(scope.pairs[1][2].payoff().value.unwrap(), 3.5 / 4.0);
        close(scope.pairs[1][2].difference().value.unwrap(), 0.75);
        assert_eq!(scope.pairs[0][1].deals(), 2);
        close(scope.bots[0].win_rate.value.unwrap(), 0.5);
        close(scope.bots[1].win_rate.value.unwrap(), 4.5 / 8.0);
        close(scope.bots[2].win_rate.value.unwrap(), 3.5 / 8.0);
        close(scope.bots[0].mean_rank, 1.5);
        // Bot 2 is first in four plays, one of them shared.
        close(scope.bots[2].mean_rank, (4.0 + 4.0 * 2.0) / 8.0);
        close(scope.bots[1].expected, 0.5);
        assert_eq!(scope.bots[0].rating.0, 1000.0);
        // In the shared play neither is ahead.
        assert_eq!(scope.ahead[1][2].estimate().games, 4);
        assert_eq!(scope.ahead[2][1].hits(), 0);
        assert_eq!(scope.ahead[1][2].hits(), 3);
        close(scope.bots.iter().map(|b| b.long_run.share).sum(), 1.0);
    }

    #[test]
    fn several_seats_of_a_bot_count_with_their_mean() {
        // 0 holds two of three seats and wins with one of them: half a win, against none of 1.
        let met = meetings(2, [(3, &[play(&[0, 1, 0], &[1, 2, 3])][..])]);
        assert_eq!(met[0][1], Meeting { first: Meeting::UNIT / 2, second: 0, plays: 1 });
        // A win shared by seats 1 and 2: a quarter of it for 0, half of it for 1.
        let met = meetings(2, [(3, &[play(&[0, 1, 0], &[3, 1, 1])][..])]);
        assert_eq!(met[0][1], Meeting { first: Meeting::UNIT / 4, second: Meeting::UNIT / 2, plays: 1 });
    }

    #[test]
    fn one_bot_that_wins_everything_and_a_circle() {
        // 0 beats 1 beats 2 beats 0, and 3 loses to all, in every deal and both seats.
        let mut deal = Vec::new();
        for (winner, loser) in [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)] {
            deal.push(play(&[winner, loser], &[1, 2]));
            deal.push(play(&[loser, winner], &[2, 1]));
        }
        let all = Standings::new(4, &[(2, vec![deal; 50])], None);
        let scope = &all.scopes[0];
        for bot in 0..3 {
            close(scope.bots[bot].long_run.agreed().unwrap(), 1.0 / 3.0);
        }
        assert!(scope.bots[3].long_run.agreed().unwrap() < 1e-9);
        assert_eq!(all.order[3], 3);
        let (rating, interval) = scope.bots[3].rating;
        assert!(
            rating.is_finite()
                && rating < 700.0
                && interval.is_some_and(|(low, high)| low < rating && rating < high)
        );
        assert!(scope.pairs[0][3].superiority().unwrap() > 0.999);
    }

    #[test]
    fn a_play_without_places_is_rated_by_nothing() {
        let placed = play(&[0, 1], &[1, 2]);
        let mut open = play(&[1, 0], &[0, 0]);
        open.is_lost = true;
        let with = Standings::new(2, &[(2, vec![vec![placed, open]; 3])], None);
        let without = Standings::new(2, &[(2, vec![vec![placed]; 3])], None);
        let [with, without] = [with, without].map(|mut all| all.scopes.remove(0));
        assert_eq!((with.plays, without.plays), (6, 3));
        assert_eq!(with.pairs, without.pairs);
        for (one, other) in with.bots.iter().zip(&without.bots) {
            assert_eq!((one.seats, one.win_rate, one.rating), (3, other.win_rate, other.rating));
            close(one.mean_rank, other.mean_rank);
            close(one.expected, 0.5);
        }
    }

    #[test]
    fn nobody_wins_an_unfinished_play() {
        let mut open = play(&[0, 1], &[1, 2]);
        open.is_lost = true;
        let all = Standings::new(2, &[(2, vec![vec![open; 2]; 3])], None);
        let scope = &all.scopes[0];
        assert_eq!(scope.pairs[0][1].payoff().value, None);
        close(scope.bots[0].rating.0, 1000.0);
        assert_eq!(scope.bots[0].long_run.agreed(), None);
        let none = Standings::new(2, &[(2, Vec::new()), (3, Vec::new())], None);
        assert_eq!((none.scopes.len(), none.scopes[0].plays), (3, 0));
        assert_eq!(none.order, [0, 1]);
    }
}
