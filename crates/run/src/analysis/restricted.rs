//! Restricted play: what a player loses who never chooses a kind of action or a card, or always does where possible.
//!
//! Each game is played once as it is and once for each restriction, with one player under it: the luck is the same
//! (coupled draws, the bots' own numbers), so games in which the restriction changes no choice cancel out. The player's
//! share of the win in the first game less that in the second is what the restriction costs. The idea is that of
//! A. Jaffe et al., "Evaluating competitive game balance with restricted play", *AIIDE* 2012.

use std::ops::Range;

use super::super::batch::{Hooks, Plan, RunError};
use super::super::play::{self, PlayError, Played, Seating};
use super::super::threads::{pool, summed};
use super::Work;
use crate::play::SplitChance;
use ludometer_bots::{BotSpec, Rule, Subject};
use ludometer_model::{Contest, SHARE_UNITS, Seat, Streams};
use ludometer_playable::Playable;
use ludometer_stats::{Bounded, Merge, Observer, Row, Step, Table, normal_quantile, row_words, widening};
use rayon::ThreadPool;

/// Half the width that the widest interval should have, as a share of the win.
const PRECISION: f64 = 0.005;

/// A restriction that changed nothing in so many games is not tried any longer.
const UNCHANGED: i64 = 512;

/// Games of the first round; each round has twice as many as the one before.
const FIRST: u64 = 64;

/// The subject of a restriction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestrictedKind {
    /// Kind of action.
    Action,
    /// Card.
    Card,
}

row_words!(RestrictedKind { Action => "action", Card => "card" });

/// A row of `restricted_play.csv`: a restriction.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "restricted_play")]
pub struct RestrictedRow {
    /// What the restriction is about.
    pub what: RestrictedKind,
    /// Id of the kind of action or of the card.
    pub id: String,
    /// Rule: `without` or `always`.
    pub rule: String,
    /// Games.
    pub games: u64,
    /// Share of the games in which the restriction changes a choice.
    pub changed: Option<f64>,
    /// Choices of it under the restriction, mean per game.
    pub chosen: Option<f64>,
    /// Choices of it without the restriction, mean per game.
    pub usual: Option<f64>,
    /// Cost of the restriction, a share of the win: of the player's, or of all who win with it.
    #[row("loss", "ci_low", "ci_high")]
    pub loss: Bounded,
    /// Interval that holds for all rows together (Bonferroni).
    #[row("adjusted_low", "adjusted_high")]
    pub adjusted: Option<(f64, f64)>,
}

/// A restriction, and what it is called.
struct Restricted {
    what: RestrictedKind,
    id: String,
    rule: Rule,
    subject: Subject,
    /// For each place of the line-up that is restricted in turn, the bots with that one under the restriction.
    bots: Vec<Vec<BotSpec>>,
}

/// The cost of a restriction, over games: y is the difference that it made, in units of the win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge)]
struct Sums {
    games: i64,
    /// Games in which somebody chose otherwise than without the restriction.
    changed: i64,
    /// How often the player chose what the restriction is about, under it and without it.
    chosen: i64,
    usual: i64,
    y: i64,
    yy: i128,
}

impl Sums {
    fn add(&mut self, is_changed: bool, difference: i64, (chosen, usual): (i64, i64)) {
        self.chosen += chosen;
        self.usual += usual;
        self.games += 1;
        self.changed += i64::from(is_changed);
        self.y += difference;
        self.yy += i128::from(difference) * i128::from(difference);
    }

    /// Returns the loss as a share of the win and half the width of its interval, `wide` times as wide as that of 95 %;
    /// none where the restriction changed nothing.
    fn loss(&self, wide: f64) -> Option<(f64, f64)> {
        if self.changed == 0 || self.games < 2 {
            return None;
        }
        let (games, unit) = (self.games as f64, SHARE_UNITS as f64);
        let mean = self.y as f64 / games;
        let variance = (self.yy as f64 - games * mean * mean).max(0.0) / (games - 1.0);
        let half = normal_quantile(0.975) * wide * (variance / games).sqrt() / unit;
        // What was not seen in so many games may still come in up to three of them.
        Some((mean / unit, half.max(3.0 / games)))
    }

    fn is_settled(&self, wide: f64) -> bool {
        match self.loss(wide) {
            Some((_, half)) => half <= PRECISION,
            None => self.games >= UNCHANGED,
        }
    }
}

/// Keeps what was chosen in a game.
struct Choices<G: Playable> {
    made: Vec<(Seat, G::Action)>,
}

impl<G: Playable> Observer<G> for Choices<G> {
    fn start(&mut self) {
        self.made.clear();
    }

    fn step(&mut self, step: &Step<G>) {
        self.made.push((step.seat, step.action));
    }
}

impl<G: Playable> Choices<G> {
    /// Returns how often the player in this seat chose what the restriction is about.
    fn of(&self, game: &G, restricted: &Restricted, player: Seat) -> i64 {
        let own = self.made.iter().filter(|(seat, _)| *seat == player);
        own.filter(|(_, action)| restricted.subject.holds(game, *action)).count() as i64
    }
}

/// Returns how many places of the line-up are put under a restriction in turn: the first alone, as bots change seats from game to
/// game; or all, where they don't, as sides are of unequal size, and they are the same bot.
fn places(contest: &Contest, bots: &[BotSpec], seating: Seating) -> usize {
    let seats = bots.len();
    let first = |play| Seat::all(seats).find(|&seat| seating.seated(play, seats, contest)[seat] == 0);
    let is_still = seating == Seating::Rotate && (1..seats as u64).all(|play| first(play) == first(0));
    if is_still && bots.iter().all(|bot| bot.is_same(&bots[0])) { seats } else { 1 }
}

/// Returns all restrictions of a line-up, of which the first bots are put under them, so many in turn.
fn restrictions<G: Playable>(game: &G, bots: &[BotSpec], places: usize) -> Vec<Restricted> {
    let kinds = game.action_kinds().iter().enumerate();
    let kinds = kinds.map(|(kind, id)| (RestrictedKind::Action, id.clone(), Subject::Kind(kind)));
    let cards = game
        .cards()
        .into_iter()
        .map(|card| (RestrictedKind::Card, card.name.clone(), Subject::Card(card.name)));
    let mut all = Vec::new();
    for (what, id, subject) in kinds.chain(cards) {
        for rule in [Rule::Never, Rule::Always] {
            let under = |place: usize| {
                let mut bots = bots.to_vec();
                if let Some(bot) = bots.get_mut(place) {
                    *bot = bot.restricted(rule, subject.clone(), &id);
                }
                bots
            };
            let bots = (0..places).map(under).collect();
            all.push(Restricted { what, id: id.clone(), rule, subject: subject.clone(), bots });
        }
    }
    all
}

/// A table for each restriction and place, made when it is first needed, and one for the games as they are.
struct Tables<'a, G: Playable> {
    plain: play::Table<'a, G>,
    restricted: Vec<Vec<Option<play::Table<'a, G>>>>,
    usual: Choices<G>,
    choices: Choices<G>,
}

/// The setup of a trial: the game, the restrictions, the plan.
struct Trial<'a, G> {
    game: &'a G,
    bots: &'a [BotSpec],
    all: &'a [Restricted],
    places: usize,
    plan: &'a Plan,
    hooks: Hooks<'a>,
}

impl<'a, G: Playable> Trial<'a, G> {
    fn tables(&self) -> Tables<'a, G> {
        Tables {
            plain: play::Table::new(self.game, self.bots, self.plan.seating, self.plan.seed),
            restricted: self.all.iter().map(|_| (0..self.places).map(|_| None).collect()).collect(),
            usual: Choices { made: Vec::new() },
            choices: Choices { made: Vec::new() },
        }
    }

    /// Plays a game as it is and under each of the open restrictions.
    fn play(
        &self,
        tables: &mut Tables<'a, G>,
        game: u64,
        open: &[usize],
        sums: &mut [Sums],
    ) -> Result<(), PlayError> {
        let (plan, stop) = (self.plan, self.hooks.stop);
        let chance = || SplitChance::new(Streams::new(plan.seed, game), true);
        let contest = self.game.contest();
        let seated = plan.seating.seated(game, self.game.seats(), &contest);
        let place = (game % self.places as u64) as usize;
        let is_restricted = |seat: &Seat| usize::from(seated[*seat]) == place;
        let player = Seat::all(self.game.seats()).find(is_restricted).unwrap_or(Seat::new(0));
        let plain = tables.plain.play_with(game, &mut tables.usual, stop, None, chance())?;
        for &at in open {
            let restricted = &self.all[at];
            let new = || play::Table::new(self.game, &restricted.bots[place], plan.seating, plan.seed);
            let table = tables.restricted[at][place].get_or_insert_with(new);
            let played = table.play_with(game, &mut tables.choices, stop, None, chance())?;
            let of = |choices: &Choices<G>| choices.of(self.game, restricted, player);
            let times = (of(&tables.choices), of(&tables.usual));
            let lost = lost(&contest, [&plain, &played], player);
            sums[at].add(tables.choices.made != tables.usual.made, lost, times);
        }
        (self.hooks.progress)(1 + open.len() as u64);
        Ok(())
    }

    fn round(&self, games: Range<u64>, open: &[usize], pool: &ThreadPool) -> Result<Vec<Sums>, RunError> {
        let none = || vec![Sums::default(); self.all.len()];
        let play =
            |tables: &mut Tables<'a, G>, game, sums: &mut Vec<Sums>| self.play(tables, game, open, sums);
        Ok(summed(pool, games, || self.tables(), none, play)?)
    }
}

/// Returns what the player in this seat won less under a restriction, with all who win with it, in units of the win.
fn lost(contest: &Contest, [plain, restricted]: [&Played; 2], player: Seat) -> i64 {
    // Without places there is nothing to win.
    if !plain.outcome.has_places() || !restricted.outcome.has_places() {
        return 0;
    }
    let won = |played: &Played| contest.party_units(&played.outcome, player) as i64;
    won(plain) - won(restricted)
}

/// Plays at most this many games, until the cost of every restriction is known well enough, of the first bot or of each in turn;
/// the table `restricted_play`.
///
/// # Errors
/// As for a batch.
pub(crate) fn restricted<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    work: Work<'_>,
    most: u64,
) -> Result<Table, RunError> {
    let places = places(&game.contest(), bots, plan.seating);
    let all = restrictions(game, bots, places);
    let pool = pool(plan.threads)?;
    let hooks = work.begin("restricted play", most, "games");
    let trial = Trial { game, bots, all: &all, places, plan, hooks };
    let mut sums = vec![Sums::default(); all.len()];
    let mut open: Vec<usize> = (0..all.len()).collect();
    let (mut done, mut left, mut round) = (0, most, FIRST);
    while !open.is_empty() {
        let cost = 1 + open.len() as u64;
        let games = round.min(left / cost);
        if games == 0 {
            break;
        }
        sums.merge(trial.round(done..done + games, &open, &pool)?);
        done += games;
        left -= games * cost;
        round = done;
        let wide = widening(looks(&sums));
        open.retain(|&at| !sums[at].is_settled(wide));
    }
    Ok(table(&all, &sums))
}

/// Returns how many restrictions changed something.
fn looks(sums: &[Sums]) -> usize {
    sums.iter().filter(|sums| sums.changed > 0).count()
}

fn table(all: &[Restricted], sums: &[Sums]) -> Table {
    let wide = widening(looks(sums));
    let row = |(restricted, sums): (&Restricted, &Sums)| {
        let ends =
            |wide: f64| sums.loss(wide).map(|(loss, half)| ((loss - half).max(-1.0), (loss + half).min(1.0)));
        let mean = |count: i64| (sums.games > 0).then(|| count as f64 / sums.games as f64);
        RestrictedRow {
            what: restricted.what,
            id: restricted.id.clone(),
            rule: restricted.rule.word().to_owned(),
            games: sums.games as u64,
            changed: mean(sums.changed),
            chosen: mean(sums.chosen),
            usual: mean(sums.usual),
            loss: Bounded { value: sums.loss(1.0).map(|(loss, _)| loss), interval: ends(1.0) },
            adjusted: ends(wide),
        }
    };
    Table::of(all.iter().zip(sums).map(row))
}

#[cfg(test)]
mod tests {
    use super::super::super::play::Seating;
    use super::super::super::test_game::{Mistake, Toy};
    use super::*;

    fn found(threads: usize, most: u64) -> Vec<RestrictedRow> {
        let game = Toy(Mistake::None);
        let bots = vec![BotSpec::parse("greedy", game.design()).unwrap(); 2];
        let plan =
            Plan { plays: 0..1, seating: Seating::Rotate, seed: 5, threads, timing: false, stall: None };
        restricted(&game, &bots, &plan, Work::unwatched(), most).unwrap().rows().unwrap()
    }

    /// `greedy` swaps a number below 2.5 in each of six turns: it ends with one in p = 1/128 of the games. Who never swaps,
    /// or swaps each turn, ends with any of the numbers 0 to 5: a low one wins p/2 against `greedy`, a high one
    /// p + (1 - p)/2, together 1/4 + p/2 instead of 1/2. No action names a number.
    #[test]
    fn restrictions_cost_what_a_calculation_by_hand_says() {
        let found = found(2, 200_000);
        let exact = 0.25 - 1.0 / 256.0;
        for (at, rule) in [(0, "without"), (1, "always"), (2, "without"), (3, "always")] {
            let row = &found[at];
            assert_eq!(row.rule, rule);
            let (loss, (low, high)) = (row.loss.value.unwrap(), row.loss.interval.unwrap());
            let half = loss - low;
            // Twice the interval is four standard errors.
            assert!((loss - exact).abs() < 2.0 * half, "{at}: {loss} ± {half}, exactly {exact}");
            // Six turns; `greedy` swaps a low number, until it is high or its turns are over: 1/2 + 1/4 + ... + 1/64 times.
            let swaps = 63.0 / 64.0;
            let (chosen, usual) = [(0.0, 6.0 - swaps), (6.0, 6.0 - swaps), (0.0, swaps), (6.0, swaps)][at];
            assert!((row.chosen.unwrap() - chosen).abs() < 1e-9, "{row:?}");
            assert!((row.usual.unwrap() - usual).abs() < 0.1, "{row:?}");
            assert!(half < PRECISION && row.adjusted.unwrap().1 > high, "{row:?}");
        }
        for row in &found[4..] {
            assert_eq!((row.changed, row.loss.value, row.games), (Some(0.0), None, UNCHANGED as u64));
        }
    }

    #[test]
    fn threads_change_nothing_and_the_budget_holds() {
        assert_eq!(found(1, 5000), found(3, 5000));
        // Five games as they are and under each of 16 restrictions are 85; another one would make 102.
        assert_eq!(found(1, 100).iter().map(|row| row.games).sum::<u64>(), 80);
    }

    /// One against two sit still, so that what only the others do would never be restricted.
    #[test]
    fn each_of_equal_bots_that_sit_still_is_restricted_in_turn() {
        let game = Toy(Mistake::None);
        let [greedy, random] = ["greedy", "random"].map(|bot| BotSpec::parse(bot, game.design()).unwrap());
        let side = |seats: &[usize]| seats.iter().map(|&seat| Seat::new(seat)).collect();
        let uneven = Contest::of_sides(vec![side(&[0]), side(&[1, 2])]);
        let three = vec![greedy.clone(); 3];
        assert_eq!(places(&uneven, &three, Seating::Rotate), 3);
        assert_eq!(places(&uneven, &three, Seating::Fixed), 1, "as it was asked for");
        assert_eq!(places(&uneven, &[greedy.clone(), random.clone(), random], Seating::Rotate), 1);
        let each = Contest::new(ludometer_model::Kind::Competitive, 3);
        assert_eq!(places(&each, &three, Seating::Rotate), 1, "the first goes round");
        let all = restrictions(&game, &three[..2], 2);
        let under =
            |place: usize| all[0].bots[place].iter().map(|bot| bot.is_same(&greedy)).collect::<Vec<_>>();
        assert_eq!([under(0), under(1)], [[false, true], [true, false]]);
    }

    #[test]
    fn losses_by_hand() {
        let mut sums = Sums::default();
        let unit = SHARE_UNITS as i64;
        for difference in [unit, -unit, unit, 0] {
            sums.add(difference != 0, difference, (1, 2));
        }
        let (loss, half) = sums.loss(1.0).unwrap();
        // The deviations from 1/4 are 3/4, -5/4, 3/4 and -1/4: their squares add up to 11/4.
        assert!((loss - 0.25).abs() < 1e-12);
        assert!((half - 1.959_963_985 * (11.0_f64 / 4.0 / 3.0 / 4.0).sqrt()).abs() < 1e-9);
        let mut rare = Sums::default();
        (0..300).for_each(|_| rare.add(false, 0, (0, 0)));
        assert_eq!(rare.loss(1.0), None);
        rare.add(true, 0, (0, 1));
        assert_eq!(rare.loss(1.0), Some((0.0, 3.0 / 301.0)));
    }
}
