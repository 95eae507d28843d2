//! The fate of cards: dealt, drawn, held, played, dead in a hand at the end.

use ludometer_figures::{Bounded, Mean, Merge, Ratio, Row, Table, TallyLayout, normal, row_words};
use ludometer_model::{BySeat, Outcome, SHARE_UNITS, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// A row of `card_use.csv`: a kind of card. All but the last are numbers of copies, means per game.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "card_use")]
pub struct CardUseRow {
    /// Id of the card.
    pub card: String,
    /// Games.
    pub games: u64,
    /// Copies drawn.
    #[row("drawn", "drawn_low", "drawn_high")]
    pub drawn: Bounded,
    /// Copies that their holder chose to let go.
    #[row("played", "played_low", "played_high")]
    pub played: Bounded,
    /// Copies put to use, not merely thrown away.
    #[row("used", "used_low", "used_high")]
    pub used: Bounded,
    /// Copies in hands, mean over sampled turns.
    #[row("held", "held_low", "held_high")]
    pub held: Bounded,
    /// Copies in hands at the end.
    #[row("dead", "dead_low", "dead_high")]
    pub dead: Bounded,
    /// `dead` / `drawn`.
    #[row("dead_share", "dead_share_low", "dead_share_high")]
    pub dead_share: Bounded,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Use {
    drawn: Mean,
    played: Mean,
    /// Put to use, not merely thrown away.
    used: Mean,
    /// Copies in hands a sampled turn.
    held: Ratio,
    dead: Mean,
    /// Of the copies drawn, those in a hand at the end.
    dead_share: Ratio,
    /// This play: drawn, played, held over the sampled turns, held at the end, used.
    #[serde(skip)]
    #[merge(skip)]
    now: [u32; 5],
}

/// By card kind.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Hands {
    uses: Vec<Use>,
    /// Turns of this play at which hands were reported.
    #[serde(skip)]
    #[merge(skip)]
    samples: u32,
    #[serde(skip)]
    #[merge(skip)]
    over: bool,
}

impl Hands {
    pub(super) fn new(cards: usize) -> Self {
        Self { uses: vec![Use::default(); cards], samples: 0, over: false }
    }

    pub(super) const fn scene(&mut self, sampled: bool, over: bool) {
        self.samples += (sampled && !over) as u32;
        self.over = over;
    }

    #[inline]
    pub(super) fn drawn(&mut self, kind: usize) {
        self.uses[kind].now[0] += 1;
    }

    #[inline]
    pub(super) fn played(&mut self, kind: usize) {
        self.uses[kind].now[1] += 1;
    }

    #[inline]
    pub(super) fn used(&mut self, kind: usize) {
        self.uses[kind].now[4] += 1;
    }

    #[inline]
    pub(super) fn held(&mut self, kind: usize, copies: u32) {
        if let Some(kind) = self.uses.get_mut(kind) {
            kind.now[if self.over { 3 } else { 2 }] += copies;
        }
    }

    pub(super) fn finish(&mut self) {
        for kind in &mut self.uses {
            let [drawn, played, held, dead, used] = std::mem::take(&mut kind.now).map(u64::from);
            kind.drawn.add(drawn as i64);
            kind.played.add(played as i64);
            kind.used.add(used as i64);
            kind.held.add(held, u64::from(self.samples));
            kind.dead.add(dead as i64);
            kind.dead_share.add(dead, drawn);
        }
        self.samples = 0;
        self.over = false;
    }

    pub(super) fn report(&self, counted: &TallyLayout) -> Table {
        let row = |((name, _), kind): (&(String, u64), &Use)| CardUseRow {
            card: name.clone(),
            games: kind.drawn.plays(),
            drawn: kind.drawn.estimate().into(),
            played: kind.played.estimate().into(),
            used: kind.used.estimate().into(),
            held: kind.held.estimate().into(),
            dead: kind.dead.estimate().into(),
            dead_share: kind.dead_share.share().into(),
        };
        Table::of(counted.cards.iter().zip(&self.uses).map(row))
    }
}

/// Evidence for the effect of being dealt a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Controlled trial: chance alone tells the games apart.
    Trial,
    /// Observation: the number of cards dealt changes, and may decide the game as well.
    Observed,
    /// Role: sides are drawn, and all that were dealt the card were on the same one. The difference is that of the sides.
    Side,
}

row_words!(Evidence { Trial => "trial", Observed => "observed", Side => "side" });

/// A row of `card_deals.csv`: a kind of card.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "card_deals")]
pub struct CardDealRow {
    /// Id of the card.
    pub card: String,
    /// Games with places.
    pub games: u64,
    /// Win rate of a seat that is dealt the card less that of the same seat without it.
    #[row("delta", "ci_low", "ci_high")]
    pub delta: Bounded,
    /// Evidence for the difference.
    pub evidence: Evidence,
}

/// Sums over games for one kind. In a game x is 1 for a seat that was dealt it and 0 otherwise, y are the units that a seat
/// won, and a the units that the seats with the card won between them.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Kind {
    x: Vec<u64>,
    /// Products of x and x, row by row.
    xx: Vec<u64>,
    /// Products of x and y, row by row.
    xy: Vec<u64>,
    a: u64,
    aa: u128,
    ax: Vec<u64>,
    ay: Vec<u64>,
    sides: Sides,
}

/// The drawn sides of the seats that were dealt a card, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Sides(u64);

impl Merge for Sides {
    fn merge(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Kind {
    fn new(seats: usize) -> Self {
        let (row, square) = (vec![0; seats], vec![0; seats * seats]);
        let sides = Sides::default();
        Self { x: row.clone(), xx: square.clone(), xy: square, a: 0, aa: 0, ax: row.clone(), ay: row, sides }
    }
}

/// How many cards a seat was dealt: fewest and most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Dealt(u32, u32);

impl Default for Dealt {
    fn default() -> Self {
        Self(u32::MAX, 0)
    }
}

impl Merge for Dealt {
    fn merge(&mut self, other: Self) {
        let Self(fewest, most) = other;
        self.0 = self.0.min(fewest);
        self.1 = self.1.max(most);
    }
}

/// Sums over games with places.
///
/// Chance deals the cards, but the rules say how many a seat gets, and seats differ. So a seat with the card is held
/// against the same seat without it: the difference is that of the regression of wins on "was dealt it" with a level for
/// each seat. Its interval takes games as the unit, as the seats of a game win at each other's cost.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Deals {
    games: u64,
    y: Vec<u64>,
    /// Products of y and y, row by row.
    yy: Vec<u64>,
    kinds: Vec<Kind>,
    dealt: Vec<Dealt>,
    /// The seats that were dealt each kind in this game, and how many cards each seat was dealt.
    #[serde(skip)]
    #[merge(skip)]
    now: (Vec<SeatSet>, BySeat<u32>),
}

impl Deals {
    pub(super) fn new(counted: &TallyLayout) -> Self {
        let seats = counted.seats;
        Self {
            games: 0,
            y: vec![0; seats],
            yy: vec![0; seats * seats],
            kinds: counted.cards.iter().map(|_| Kind::new(seats)).collect(),
            dealt: vec![Dealt::default(); seats],
            now: (Vec::new(), BySeat::all(0)),
        }
    }

    /// Counts a card that a seat is dealt.
    pub(super) fn drawn(&mut self, seat: Seat, kind: usize) {
        let (with, cards) = &mut self.now;
        with.resize(self.kinds.len(), SeatSet::EMPTY);
        with[kind].insert(seat);
        cards[seat] += 1;
    }

    /// Counts the end of a game.
    pub(super) fn end(&mut self, outcome: &Outcome) {
        let (with, cards) = &mut self.now;
        let cards = std::mem::replace(cards, BySeat::all(0));
        let seats = self.y.len();
        // Kinds that nobody was dealt add nothing, and most games have one winner.
        if outcome.has_places() {
            let units = outcome.own_units();
            self.games += 1;
            for (dealt, seat) in self.dealt.iter_mut().zip(Seat::all(seats)) {
                dealt.merge(Dealt(cards[seat], cards[seat]));
            }
            let won: SeatSet = Seat::all(seats).filter(|&seat| units[seat] > 0).collect();
            for s in won.iter() {
                self.y[s.index()] += units[s];
                for t in won.iter() {
                    self.yy[s.index() * seats + t.index()] += units[s] * units[t];
                }
            }
            for (kind, &with) in self.kinds.iter_mut().zip(&*with).filter(|(_, with)| !with.is_empty()) {
                let a: u64 = with.iter().map(|seat| units[seat]).sum();
                kind.a += a;
                kind.aa += u128::from(a) * u128::from(a);
                for s in with.iter() {
                    kind.x[s.index()] += 1;
                    kind.ax[s.index()] += a;
                    // 0 is no side.
                    kind.sides.0 |= (1_u64 << outcome.sides[s]) & !1;
                    for t in with.iter() {
                        kind.xx[s.index() * seats + t.index()] += 1;
                    }
                    for t in won.iter() {
                        kind.xy[s.index() * seats + t.index()] += units[t];
                    }
                }
                for t in won.iter() {
                    kind.ay[t.index()] += a * units[t];
                }
            }
        }
        with.fill(SeatSet::EMPTY);
    }

    /// Returns true if each seat was dealt as many cards in all games: nothing but chance told its games apart then. Where
    /// something else says how many (a role, a roll), it may decide the game as well.
    fn is_trial(&self) -> bool {
        self.dealt.iter().all(|Dealt(fewest, most)| fewest >= most)
    }

    /// Returns the difference, a share of the win, and its interval.
    fn delta(&self, kind: &Kind) -> Bounded {
        let (seats, n) = (self.y.len(), self.games as f64);
        let all: u64 = kind.x.iter().sum();
        let (drew, other) = (all as f64, n * seats as f64 - all as f64);
        let had: Vec<f64> = kind.x.iter().map(|&x| x as f64 / n).collect();
        // The sum of the squares of x about its means.
        let weight: f64 = had.iter().map(|p| n * p * (1.0 - p)).sum();
        if self.games < 2 || weight <= 0.0 {
            return Bounded::default();
        }
        let mean: Vec<f64> = self.y.iter().map(|&y| y as f64 / n).collect();
        let sum: f64 = kind.a as f64 - had.iter().zip(&self.y).map(|(p, &y)| p * y as f64).sum::<f64>();
        let delta = sum / weight;
        // Each game moves it by e = a - sum of c x - sum of p y + d, over the weight.
        let c: Vec<f64> = had.iter().zip(&mean).map(|(p, mean)| mean + delta * (1.0 - 2.0 * p)).collect();
        let d: f64 = had.iter().zip(&mean).map(|(p, mean)| p * mean - delta * p * p).sum();
        let mut squares = kind.aa as f64 + 2.0 * d * kind.a as f64 + n * d * d;
        for s in 0..seats {
            squares -= 2.0 * (c[s] * kind.ax[s] as f64 + had[s] * kind.ay[s] as f64);
            squares -= 2.0 * d * (c[s] * kind.x[s] as f64 + had[s] * self.y[s] as f64);
            for t in 0..seats {
                let at = s * seats + t;
                squares += c[s] * c[t] * kind.xx[at] as f64
                    + 2.0 * c[s] * had[t] * kind.xy[at] as f64
                    + had[s] * had[t] * self.yy[at] as f64;
            }
        }
        let unit = SHARE_UNITS as f64;
        // One win and one loss more on either side, as in `Cards`.
        let (won, all_won) = (kind.a as f64, self.y.iter().sum::<u64>() as f64);
        let added = |won: f64, seats: f64| {
            let rate = (won + unit) / (seats + 2.0);
            ((unit - rate).powi(2) + rate.powi(2)) / (seats + 2.0).powi(2)
        };
        let squares = squares.max(0.0) / (weight * weight) + added(won, drew) + added(all_won - won, other);
        let interval = normal(delta / unit, squares * n / (n - 1.0) / (unit * unit));
        Bounded { value: Some(delta / unit), interval: Some(interval) }
    }

    pub(super) fn report(&self, counted: &TallyLayout) -> Table {
        // Where games only end with a score, nobody wins by a card.
        let are_won = counted.contest.ends.are_won;
        let evidence = if self.is_trial() { Evidence::Trial } else { Evidence::Observed };
        let row = |((name, _), kind): (&(String, u64), &Kind)| CardDealRow {
            card: name.clone(),
            games: self.games,
            delta: if are_won { self.delta(kind) } else { Bounded::default() },
            evidence: if kind.sides.0.is_power_of_two() { Evidence::Side } else { evidence },
        };
        Table::of(counted.cards.iter().zip(&self.kinds).map(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(cards: usize) -> TallyLayout {
        let cards = (0..cards).map(|card| (card.to_string(), 4)).collect();
        TallyLayout { cards, ..TallyLayout::of_seats(2) }
    }

    fn outcome(winner: usize) -> Outcome {
        let scores = BySeat::from_fn(|seat| i64::from(seat.index() == winner));
        Outcome::ranked(2, scores, 1, 1, false, |a, b| a > b)
    }

    /// Plays games of (cards of seat 0, cards of seat 1, winner).
    fn deals(games: &[(&[usize], &[usize], usize)]) -> Deals {
        let mut deals = Deals::new(&layout(2));
        for (first, second, winner) in games {
            for (seat, cards) in [first, second].into_iter().enumerate() {
                cards.iter().for_each(|&kind| deals.drawn(Seat::new(seat), kind));
            }
            deals.end(&outcome(*winner));
        }
        deals
    }

    fn rows(deals: &Deals) -> Vec<CardDealRow> {
        deals.report(&layout(2)).rows().unwrap()
    }

    /// Seat 0 wins three games of four and mostly has card 0, seat 1 seldom: each wins as often with it as without.
    #[test]
    fn a_seat_is_held_against_itself() {
        let mut games: Vec<(&[usize], &[usize], usize)> = Vec::new();
        // Seat 0 has it in four of five games, seat 1 in one of five.
        for (first, second, times) in [(0, 1, 16), (0, 0, 4), (1, 1, 4), (1, 0, 1)] {
            for _ in 0..times {
                games.extend([0, 0, 0, 1].map(|winner| {
                    let one = |kind: usize| if kind == 0 { &[0_usize, 1][..] } else { &[1, 1][..] };
                    (one(first), one(second), winner)
                }));
            }
        }
        let deals = deals(&games);
        let Bounded { value, interval } = rows(&deals)[0].delta;
        assert!(value.unwrap().abs() < 1e-12, "{value:?}");
        assert!(interval.unwrap().0 < -0.05 && interval.unwrap().1 > 0.05);
        assert!(deals.is_trial());
    }

    /// The regression, residual by residual.
    #[test]
    fn the_interval_is_that_of_the_residuals() {
        let games: [(&[usize], &[usize], usize); 6] = [
            (&[0, 0], &[1, 1], 0),
            (&[0, 1], &[1, 0], 0),
            (&[1, 1], &[0, 1], 1),
            (&[1, 0], &[1, 1], 0),
            (&[1, 1], &[0, 0], 0),
            (&[1, 1], &[1, 1], 1),
        ];
        let deals = deals(&games);
        let x: Vec<[f64; 2]> = games
            .iter()
            .map(|(a, b, _)| [a, b].map(|cards| f64::from(u8::from(cards.contains(&0)))))
            .collect();
        let y: Vec<[f64; 2]> = games
            .iter()
            .map(|&(.., winner)| [0, 1].map(|seat| f64::from(u8::from(seat == winner))))
            .collect();
        let mean = |of: &[[f64; 2]], seat: usize| of.iter().map(|row| row[seat]).sum::<f64>() / 6.0;
        let off = |of: &[[f64; 2]], game: usize, seat: usize| of[game][seat] - mean(of, seat);
        let (mut weight, mut sum) = (0.0, 0.0);
        for game in 0..6 {
            for seat in 0..2 {
                weight += off(&x, game, seat).powi(2);
                sum += off(&x, game, seat) * off(&y, game, seat);
            }
        }
        let delta: f64 = sum / weight;
        let Bounded { value, interval } = rows(&deals)[0].delta;
        assert!((value.unwrap() - delta).abs() < 1e-12);
        let squares: f64 = (0..6)
            .map(|game| {
                let moved = |seat| off(&x, game, seat) * (off(&y, game, seat) - delta * off(&x, game, seat));
                (moved(0) + moved(1)).powi(2)
            })
            .sum();
        // One win and one loss more on either side.
        let with: f64 = x.iter().flatten().sum();
        let won: f64 = x.iter().zip(&y).map(|(x, y)| x[0] * y[0] + x[1] * y[1]).sum();
        let added = |won: f64, seats: f64| {
            let rate = (won + 1.0) / (seats + 2.0);
            ((1.0 - rate).powi(2) + rate.powi(2)) / (seats + 2.0).powi(2)
        };
        let variance = squares / weight.powi(2) + added(won, with) + added(6.0 - won, 12.0 - with);
        let half = 1.959_963_984_540_054 * (variance * 6.0 / 5.0).sqrt();
        assert!((interval.unwrap().1 - delta - half).abs() < 1e-9);
    }

    /// Where something says how many cards a seat is dealt, it may decide the game as well.
    #[test]
    fn a_deal_of_changing_size_is_no_trial() {
        let same: (&[usize], &[usize], usize) = (&[0, 1], &[1, 1], 0);
        let more: (&[usize], &[usize], usize) = (&[0, 1, 1], &[1, 1], 0);
        assert!(deals(&[same, same]).is_trial());
        let both = deals(&[same, more]);
        assert_eq!(rows(&both)[0].evidence, Evidence::Observed);
        let mut parts = deals(&[same]);
        parts.merge(deals(&[more]));
        assert_eq!(parts.report(&layout(2)), both.report(&layout(2)));
    }

    /// A wolf's card wins as often as the wolves do, which is a matter of the sides; the other cards come to both.
    #[test]
    fn a_card_that_decides_the_side_is_a_role() {
        let play = |games: &[(usize, u8)]| {
            let mut deals = Deals::new(&layout(2));
            for &(wolf, side_of_first) in games {
                deals.drawn(Seat::new(wolf), 0);
                Seat::all(2).for_each(|seat| deals.drawn(seat, 1));
                let sides =
                    BySeat::from_fn(|seat| if seat.index() == 0 { side_of_first } else { 3 - side_of_first });
                deals.end(&Outcome { sides, ..outcome(0) });
            }
            deals
        };
        let evidence = |deals: &Deals| rows(deals).iter().map(|row| row.evidence).collect::<Vec<_>>();
        let roles = play(&[(0, 1), (1, 2), (0, 1)]);
        assert_eq!(evidence(&roles)[0], Evidence::Side);
        assert_ne!(evidence(&roles)[1], Evidence::Side);
        // In one game the wolf is on the other side.
        let mut parts = roles;
        parts.merge(play(&[(0, 2)]));
        assert_ne!(evidence(&parts)[0], Evidence::Side);
    }

    #[test]
    fn what_all_or_nobody_has_tells_nothing() {
        let all = deals(&[(&[0], &[0], 0), (&[0], &[0], 1)]);
        assert!(rows(&all).iter().all(|row| row.delta == Bounded::default()));
    }
}
