//! The worth of holding a card: games that go on with the card that was drawn, and with another one in its place.
//!
//! A game is played, and one of the actions that brought a seat a card from hidden chance is picked at random. The game
//! is played again up to that action, which then draws anew: another card comes, drawn from what could have come. All else
//! that is left to chance is the same in both games, in that action (dice) and afterwards (coupled draws, the bots' own
//! numbers). The seat's share of the win in one less its share in the other is what the one card was worth beside the
//! other. The two cards are exchangeable, so each pair of games tells of both.
//!
//! Nothing but chance decides which card came, so what is found is caused by the card, unlike the win rate of seats
//! that drew it, in which long games count for more. Where an action draws several cards, all of them are drawn anew.
//!
//! That takes draws that can be told from other chance: each card that the action brings to hands was drawn by a race
//! ([`Rng::race`](ludometer_model::Rng::race)), and no other card was (one that is turned over, from an event deck, to refill
//! a market). Other draws are left out: of cards whose place was settled before, as in a pile that was shuffled, and of cards
//! that are chosen, as from a market. These come again whatever is drawn anew, so an action that never brought another card
//! is left out too.

use std::ops::Range;

use super::super::batch::{Hooks, Plan, RunError};
use super::super::play::{self, PlayError};
use super::super::threads::{pool, summed};
use super::Work;
use crate::play::SplitChance;
use ludometer_bots::BotSpec;
use ludometer_model::{CardMove, Contest, Event as _, SHARE_UNITS, Seat, Streams};
use ludometer_playable::Playable;
use ludometer_stats::{Bounded, Merge, Observer, Row, Step, Table, normal_quantile, widening};
use rayon::ThreadPool;

/// Half the width that the widest interval should have, as a share of the win.
const PRECISION: f64 = 0.01;

/// Pairs of games a kind of card at most: where no bot thinks, and where one does.
const PAIRS: (u64, u64) = (6000, 60);

/// The random numbers that pick draws and turn them, beside those of the batch.
const ANEW: u64 = 0x61_6e_65_77;

/// The cards that the actions of a game brought to hands.
#[derive(Default)]
struct Draws {
    /// The number of actions so far.
    actions: u32,
    /// The action's number from 0, whose hand, and which kind of card.
    list: Vec<(u32, Seat, usize)>,
    /// For each action its kind, how many cards it brought to hands, and how many cards it drew by races.
    made: Vec<(usize, u32, u32)>,
}

impl<G: Playable> Observer<G> for Draws {
    const WANTS_RACES: bool = true;

    fn start(&mut self) {
        self.actions = 0;
        self.list.clear();
        self.made.clear();
    }

    fn step(&mut self, step: &Step<G>) {
        self.actions += 1;
        self.made.push((step.word, 0, 0));
    }

    fn event(&mut self, event: &G::Event) {
        // What the deal brings is no draw.
        if let (Some(CardMove::Drawn { seat, kind }), Some(action)) =
            (event.card(), self.actions.checked_sub(1))
        {
            self.list.push((action, seat, kind));
            if let Some((_, cards, _)) = self.made.last_mut() {
                *cards += 1;
            }
        }
    }

    fn raced(&mut self, races: u32) {
        if let Some((.., raced)) = self.made.last_mut() {
            *raced = races;
        }
    }
}

impl Draws {
    /// Returns true if the cards of this action, and no others, were drawn by races.
    fn is_draw(&self, action: u32) -> bool {
        self.made.get(action as usize).is_some_and(|&(_, cards, races)| cards == races && cards > 0)
    }

    /// Returns the kind of an action.
    fn word(&self, action: u32) -> usize {
        self.made.get(action as usize).map_or(0, |made| made.0)
    }

    /// Picks one of the actions that drew, and one of the seats that it drew for.
    fn pick(&self, rng: &mut ludometer_model::Rng) -> Option<(u32, Seat)> {
        let places = self.list.iter().filter(|place| self.is_draw(place.0));
        let mut places: Vec<(u32, Seat)> = places.map(|&(action, seat, _)| (action, seat)).collect();
        places.sort_unstable();
        places.dedup();
        let mut actions: Vec<u32> = places.iter().map(|place| place.0).collect();
        actions.dedup();
        if actions.is_empty() {
            return None;
        }
        let action = actions[rng.index(actions.len())];
        places.retain(|place| place.0 == action);
        Some(places[rng.index(places.len())])
    }

    /// Tells for each kind whether this seat drew it by this action. Returns false if it drew nothing, or not by a draw.
    fn kinds(&self, (action, seat): (u32, Seat), into: &mut [bool]) -> bool {
        into.fill(false);
        for &(at, whose, kind) in &self.list {
            if (at, whose) == (action, seat) {
                into[kind] = true;
            }
        }
        self.is_draw(action) && into.contains(&true)
    }
}

/// Sums over pairs of games for one kind of card: x is how many of the two games drew it (0 to 2), y the difference
/// that it made, in units of the win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge)]
struct Sums {
    pairs: i64,
    /// Draws that are left out.
    left_out: i64,
    x: i64,
    y: i64,
    xx: i64,
    xy: i64,
    yy: i128,
}

impl Sums {
    fn add(&mut self, first: bool, second: bool, difference: i64) {
        let (x, y) =
            (i64::from(first) + i64::from(second), (i64::from(first) - i64::from(second)) * difference);
        self.pairs += i64::from(x > 0);
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.xy += x * y;
        self.yy += i128::from(y) * i128::from(y);
    }

    /// Returns true if in some pair one of the two games drew the card alone.
    const fn is_exchanged(&self) -> bool {
        2 * self.pairs > self.x
    }

    /// Returns the value as a share of the win and half the width of its 95 % interval; none from fewer than two pairs.
    fn value(&self) -> Option<(f64, f64)> {
        if self.pairs < 2 {
            return None;
        }
        let (x, unit) = (self.x as f64, SHARE_UNITS as f64);
        let value = self.y as f64 / x;
        // A ratio of two sums over pairs, linearised.
        let rest = self.yy as f64 - 2.0 * value * self.xy as f64 + value * value * self.xx as f64;
        let half = normal_quantile(0.975) * rest.max(0.0).sqrt() / x / unit;
        // Where no pair differs, or all by as much, still up to three of them may be otherwise: what was not seen is not
        // impossible. Residuals as small as rounding errors mean that all pairs are alike.
        let half = if rest <= 1e-12 * self.yy as f64 { (3.0 / x).min(1.0) } else { half };
        Some((value / unit, half))
    }
}

/// The table of one player and the buffers of a pair of games.
struct Pair<'a, G: Playable> {
    contest: Contest,
    table: play::Table<'a, G>,
    draws: Draws,
    kinds: [Vec<bool>; 2],
}

impl<G: Playable> Pair<'_, G> {
    /// Plays a game twice and counts what the drawn cards made of it.
    ///
    /// `sums` has a row of kinds for each kind of action.
    fn play(&mut self, plan: &Plan, game: u64, hooks: Hooks<'_>, sums: &mut [Sums]) -> Result<(), PlayError> {
        let streams = Streams::new(plan.seed, game);
        let anew = Streams::new(plan.seed ^ ANEW, game);
        let stop = hooks.stop;
        let chance = SplitChance::new(streams, true);
        let first = self.table.play_with(game, &mut self.draws, stop, None, chance)?;
        let mut rng = anew.chance();
        let place = self.draws.pick(&mut rng);
        (hooks.progress)(1);
        let kinds = self.kinds[0].len();
        for &(action, _, kind) in self.draws.list.iter().filter(|draw| !self.draws.is_draw(draw.0)) {
            sums[self.draws.word(action) * kinds + kind].left_out += 1;
        }
        let Some(place) = place else { return Ok(()) };
        let drew = self.draws.kinds(place, &mut self.kinds[0]);
        let chance = SplitChance::with_cards_anew(streams, place.0, rng.below(u32::MAX));
        let second = self.table.play_with(game, &mut self.draws, stop, None, chance)?;
        // Where only one of them drew, what they drew can't be exchanged. Without places there is nothing to win.
        let both = drew && self.draws.kinds(place, &mut self.kinds[1]);
        if !both || !first.outcome.has_places() || !second.outcome.has_places() {
            return Ok(());
        }
        let won = |played: &play::Played| self.contest.party_units(&played.outcome, place.1) as i64;
        let difference = won(&first) - won(&second);
        let row = self.draws.word(place.0) * kinds;
        for (kind, sums) in sums[row..row + kinds].iter_mut().enumerate() {
            sums.add(self.kinds[0][kind], self.kinds[1][kind], difference);
        }
        Ok(())
    }
}

/// Returns how many pairs of games there are at most beside a batch.
pub(super) fn pairs_at_most<G: Playable>(game: &G, bots: &[BotSpec]) -> u64 {
    let thinks = bots.iter().any(BotSpec::is_search);
    (if thinks { PAIRS.1 } else { PAIRS.0 }) * game.cards().len() as u64
}

/// Plays pairs of games until every card is known well enough or the budget is spent; the table `card_holding`, or none
/// for a game in which no action draws a card.
///
/// # Errors
/// As for a batch.
pub(crate) fn holding<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    work: Work<'_>,
    most: u64,
) -> Result<Option<Table>, RunError> {
    let cards = game.cards();
    if cards.is_empty() || most == 0 {
        return Ok(None);
    }
    let pool = pool(plan.threads)?;
    let hooks = work.begin("holding cards", most, "pairs of games");
    let mut all = none(game);
    let mut sums = Vec::new();
    let mut done = 0;
    // Rounds double, so that looking at the widths costs little; only widths are looked at (Chow and Robbins 1965).
    let mut next = (most / 16).max(1);
    while done < most {
        let more = play_pairs(game, bots, plan, done..next, hooks, &pool)?;
        all.merge(more);
        sums = by_kind(&all, cards.len());
        done = next;
        next = (2 * next).min(most);
        let widest = sums.iter().filter_map(Sums::value).map(|(_, half)| half).fold(0.0, f64::max);
        if sums.iter().all(|sums| sums.pairs == 0) || widest <= PRECISION && widest > 0.0 {
            break;
        }
    }
    Ok(sums.iter().any(|sums| sums.pairs > 0 || sums.left_out > 0).then(|| table(&cards, &sums)))
}

/// Returns sums of nothing: a row of kinds of cards for each kind of action.
fn none<G: Playable>(game: &G) -> Vec<Sums> {
    vec![Sums::default(); game.cards().len() * game.design().action_kinds.len()]
}

/// Returns the sums over the kinds of actions; those that never brought another card are left out.
fn by_kind(all: &[Sums], kinds: usize) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); kinds];
    for row in all.chunks(kinds) {
        let is_draw = row.iter().any(Sums::is_exchanged);
        for (sums, &one) in sums.iter_mut().zip(row) {
            let left_out = Sums { left_out: one.left_out + one.pairs, ..Sums::default() };
            sums.merge(if is_draw { one } else { left_out });
        }
    }
    sums
}

fn play_pairs<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    games: Range<u64>,
    hooks: Hooks<'_>,
    pool: &ThreadPool,
) -> Result<Vec<Sums>, RunError> {
    let kinds = game.cards().len();
    let begin = || {
        let table = play::Table::new(game, bots, plan.seating, plan.seed);
        let kinds = [vec![false; kinds], vec![false; kinds]];
        Pair { contest: game.contest(), table, draws: Draws::default(), kinds }
    };
    Ok(summed(pool, games, begin, || none(game), |pair, game, sums| pair.play(plan, game, hooks, sums))?)
}

/// A row of `card_holding.csv`: a kind of card.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "card_holding")]
pub struct CardHoldingRow {
    /// Id of the card.
    pub card: String,
    /// Pairs of games in which one of the two draws the card.
    pub pairs: u64,
    /// Win share of who draws the card less that with another card drawn.
    #[row("value", "ci_low", "ci_high")]
    pub value: Bounded,
    /// Interval that holds for all rows together (Bonferroni).
    #[row("adjusted_low", "adjusted_high")]
    pub adjusted: Option<(f64, f64)>,
    /// Value in words.
    pub reading: String,
    /// Draws of the card that can't be drawn anew.
    pub left_out: u64,
}

fn table(cards: &[ludometer_playable::CardKind], sums: &[Sums]) -> Table {
    let looks = sums.iter().filter(|sums| sums.value().is_some()).count().max(1);
    // All cards at once (Bonferroni).
    let wide = widening(looks);
    let row = |(card, sums): (&ludometer_playable::CardKind, &Sums)| {
        let found = sums.value();
        let ends = |wide: f64| found.map(|(value, half)| (value - half * wide, value + half * wide));
        let (interval, adjusted) = (ends(1.0), ends(wide));
        CardHoldingRow {
            card: card.name.clone(),
            pairs: sums.pairs as u64,
            value: Bounded { value: found.map(|(value, _)| value), interval },
            adjusted,
            reading: reading(sums, found, adjusted),
            left_out: sums.left_out as u64,
        }
    };
    Table::of(cards.iter().zip(sums).map(row))
}

fn reading(sums: &Sums, found: Option<(f64, f64)>, adjusted: Option<(f64, f64)>) -> String {
    let (Some((value, _)), Some((low, high))) = (found, adjusted) else {
        return if sums.pairs == 0 && sums.left_out > 0 {
            "left out: what draws it can't draw another card while all other chance stays the same".to_owned()
        } else {
            "drawn too rarely to tell".to_owned()
        };
    };
    let points = |share: f64| format!("{:.1}", share.abs() * 100.0);
    if low <= 0.0 && high >= 0.0 {
        format!(
            "drawing it is worth what another card is, within {} points of win share",
            points(low.abs().max(high))
        )
    } else if value > 0.0 {
        format!("drawing it brings {} points of win share over another card", points(value))
    } else {
        format!("drawing it costs {} points of win share beside another card", points(value))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::play::Seating;
    use super::super::super::test_game::{Mistake, Toy};
    use super::*;

    /// Returns the plan of a batch of the test game.
    fn plan(threads: usize) -> Plan {
        Plan { plays: 0..1, seating: Seating::Rotate, seed: 5, threads, timing: false, stall: None }
    }

    fn values(threads: usize) -> Vec<(f64, f64)> {
        let game = Toy(Mistake::None);
        let bots = vec![BotSpec::parse("random", game.design()).unwrap(); 2];
        let pool = pool(threads).unwrap();
        let all = play_pairs(&game, &bots, &plan(threads), 0..20_000, Hooks::none(), &pool).unwrap();
        by_kind(&all, game.cards().len()).iter().map(|sums| sums.value().unwrap()).collect()
    }

    /// The worth of the numbers 0 to 5 of the test game, by hand. Each seat has six turns and swaps in each with chance
    /// 1/2, for a number from 0 to 5; the higher one wins, and equal ones share the win. A number drawn counts if its
    /// seat doesn't swap any more: of the D swaps of a game one is picked, and as many of them are the last of their seat
    /// as there are seats that swapped. Then number k wins (k + 1/2)/6 of the time, and a random one 1/2.
    #[test]
    fn drawn_numbers_are_worth_what_a_calculation_by_hand_says() {
        let choose = |n: u32, k: u32| (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
        let mut last = 0.0;
        let mut some = 0.0;
        for a in 0..=6_u32 {
            for b in 0..=6_u32 {
                let chance = choose(6, a) * choose(6, b) / 4096.0;
                if a + b > 0 {
                    some += chance;
                    last += chance * f64::from(u32::from(a > 0) + u32::from(b > 0)) / f64::from(a + b);
                }
            }
        }
        let last = last / some;
        for (number, (value, half)) in values(2).into_iter().enumerate() {
            let exact = last * ((number as f64 + 0.5) / 6.0 - 0.5);
            // Twice the interval is four standard errors.
            assert!((value - exact).abs() < 2.0 * half, "{number}: {value} ± {half}, exactly {exact}");
            assert!(half < 0.01, "{number}: {half}");
        }
    }

    #[test]
    fn threads_change_nothing() {
        assert_eq!(values(1), values(3));
    }

    /// Draws that aren't races can't be made anew without other chance.
    #[test]
    fn draws_that_cannot_be_told_from_other_chance_are_left_out() {
        let game = Toy(Mistake::Uncoupled);
        let bots = vec![BotSpec::parse("random", game.design()).unwrap(); 2];
        let table = holding(&game, &bots, &plan(1), Work::unwatched(), 100).unwrap().unwrap();
        let row = &table.rows::<CardHoldingRow>().unwrap()[0];
        assert!(row.pairs == 0 && row.left_out > 0, "{row:?}");
        assert!(row.reading.starts_with("left out: "));
    }

    /// An action that brings the same card whatever is drawn anew is no draw.
    #[test]
    fn actions_that_never_bring_another_card_are_left_out() {
        let mut all = vec![Sums::default(); 4];
        all[0].add(true, true, 420);
        all[2].add(true, false, 420);
        all[3].add(false, true, 420);
        let sums = by_kind(&all, 2);
        assert_eq!((sums[0].pairs, sums[0].left_out), (1, 1));
        assert_eq!((sums[1].pairs, sums[1].left_out), (1, 0));
    }

    #[test]
    fn sums_by_hand() {
        let mut sums = Sums::default();
        // Drawn first and won the other half, drawn second and lost a quarter by it, and in both games.
        sums.add(true, false, 420);
        sums.add(false, true, 210);
        sums.add(true, true, 0);
        sums.add(false, false, 840);
        let (value, half) = sums.value().unwrap();
        let unit = SHARE_UNITS as f64;
        assert!((value - (420.0 - 210.0) / 4.0 / unit).abs() < 1e-12);
        // Residuals 420 - 52.5, -210 - 52.5 and -105.
        let rest: f64 = 367.5_f64.powi(2) + 262.5_f64.powi(2) + 105.0_f64.powi(2);
        assert!((half - 1.959_963_985 * rest.sqrt() / 4.0 / unit).abs() < 1e-9);
    }

    #[test]
    fn where_no_pair_differs_the_value_is_not_certain() {
        let mut sums = Sums::default();
        (0..150).for_each(|_| sums.add(true, true, 0));
        assert_eq!(sums.value(), Some((0.0, 0.01)));
        // Nor where each draw won as much.
        let mut sums = Sums::default();
        let part = SHARE_UNITS as i64 / 4;
        (0..300).for_each(|i| sums.add(i % 2 == 0, i % 2 == 1, if i % 2 == 0 { part } else { -part }));
        assert_eq!(sums.value(), Some((0.25, 0.01)));
    }

    #[test]
    fn readings_say_what_is_certain() {
        assert_eq!(
            reading(&Sums::default(), Some((0.02, 0.0)), Some((0.01, 0.03))),
            "drawing it brings 2.0 points of win share over another card"
        );
        assert_eq!(
            reading(&Sums::default(), Some((0.0, 0.0)), Some((-0.004, 0.006))),
            "drawing it is worth what another card is, within 0.6 points of win share"
        );
    }
}
