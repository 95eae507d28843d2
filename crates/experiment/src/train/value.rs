//! Learning what positions are worth, by self-play: the course of lessons and exams, and the levels of strength.
//!
//! The first fifth of the budget watches another bot, `greedy` unless one is named, who chooses at random now and then, and
//! learns what positions of its games are worth. From then on the learner plays: all seats are learners, or some are the other
//! bot or a former state of the network, so that it neither forgets how to beat them nor goes round in circles. What a position is worth is the end of its
//! game mixed with what the learner expected at its next choice (TD(lambda)). At the end the learner's caution is set by
//! an exam against each of the bots to be beaten, and the strength of the network is measured in games that were used for nothing else.

use std::ops::Range;
use std::sync::Arc;

use crate::series::{from_bytes, to_bytes};
use ludometer_bots::LEVELS;
use ludometer_learn::{Network, Samples, Trainer};
use ludometer_run::{Company, RunError};
use ludometer_stats::Estimate;
use serde::{Deserialize, Serialize};

/// The share of the budget that watches the other bot.
const WATCHED: f64 = 0.2;

/// Games of a round: the weights are the same in all of them. The first lessons are quick, so there are more.
const WATCHED_ROUND: u64 = 512;
const ROUND: u64 = 128;

/// Rounds between two former states that are kept to play against, and how many are.
const KEPT_EVERY: u64 = 20;
const KEPT: usize = 10;

/// How far weights move at first; from the half of the budget on it falls to a fiftieth.
const RATE: f32 = 0.001;

/// Exams in the course of the lessons.
const EXAMS: u32 = 12;

/// How many times as many games as an exam in the course of the lessons has the one that sets the caution, and the proof at
/// the end, at the first table and at each of the others.
const CAUTION_EXAM: u64 = 2;
const PROOF: u64 = 6;
const PROOF_ELSEWHERE: u64 = 2;

/// How much better than greedy's an action must be to be preferred: what is tried.
const MARGINS: [f64; 7] = [0.0, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16];

/// The caution of learners, and in exams between lessons.
const USUAL_MARGIN: f64 = 0.01;

/// The share of choices that are made at random in games that are watched, and in those of learners.
const EXPLORATION: [f64; 2] = [0.1, 0.03];

/// Where a network learns and is examined.
pub trait School {
    /// The errors that may occur.
    type Error;

    /// Returns the share of the budget that so many games use up, at most 1.
    fn used(&self, games: u64) -> f64;

    /// Returns the games of an exam in the course of the lessons, at least 1.
    fn exam_games(&self) -> u64;

    /// Plays games of these numbers; `None` if it was interrupted. `margin` is the learner's caution.
    ///
    /// # Errors
    /// The error of the school.
    fn lessons(
        &mut self,
        network: &Arc<Network>,
        past: &[Arc<Network>],
        lesson: &Lesson,
    ) -> Result<Option<Samples>, Self::Error>;

    /// Returns the number of tables at which exams can be held, at least 1; the first is that of the course.
    fn tables(&self) -> usize;

    /// Returns the tables that are as the first one, but with another of the bots to be beaten in the other seats.
    fn rivals(&self) -> Range<usize>;

    /// Lets a player play these games of the exam at a table in one seat, which changes, with one bot in all others,
    /// and returns its share of the wins; `None` if it was interrupted.
    ///
    /// # Errors
    /// The error of the school.
    fn exam(
        &mut self,
        player: &Player<'_>,
        table: usize,
        games: Range<u64>,
    ) -> Result<Option<Estimate>, Self::Error>;

    /// Reports an exam that was held between lessons.
    fn examined(&mut self, point: &CurvePoint);

    /// Keeps how far it has come, after an exam, when the lessons are over or when it is interrupted.
    ///
    /// # Errors
    /// Why it can't be kept.
    fn keep(&mut self, course: &Course) -> Result<(), Self::Error>;

    /// Reports that the lessons are over, and how many games of exams follow.
    fn proving(&mut self, games: u64);
}

/// The player that sits an exam.
#[derive(Clone, Copy, Debug)]
pub struct Player<'a> {
    /// The network.
    pub network: &'a Network,
    /// Its caution.
    pub margin: f64,
    /// How much it errs: see [`Level`].
    pub temperature: f64,
}

impl<'a> Player<'a> {
    /// Returns who plays the best by this network.
    const fn best(network: &'a Network, margin: f64) -> Self {
        Self { network, margin, temperature: 0.0 }
    }
}

/// One round of games from which a network learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// The company at the tables.
    pub company: Company,
    /// The share of choices that are made at random.
    pub exploration: f64,
    /// The learner's caution.
    pub margin: f64,
}

/// How far learning had come at one exam.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Games played in lessons until then.
    pub games: u64,
    /// Positions learned from until then.
    pub positions: u64,
    /// The mean log loss in the last round, in nats.
    pub loss: f64,
    /// The share of wins of the network in one seat, with the other bot in all others.
    pub win_rate: Estimate,
}

/// The results of learning.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedNetwork {
    /// The network, as it stands in a file.
    pub network: Network,
    /// The caution that did best.
    pub margin: f64,
    /// The exams.
    pub curve: Vec<CurvePoint>,
    /// Games of lessons.
    pub games: u64,
    /// Positions learned from.
    pub positions: u64,
    /// Its share of wins in games used for nothing else, table by table; fewer if it was interrupted before.
    pub proofs: Vec<Estimate>,
    /// Its levels at the first table, the weakest first; none if it was interrupted before.
    pub levels: Vec<Level>,
    /// True if it was stopped before its end.
    pub interrupted: bool,
}

impl LearnedNetwork {
    /// Returns true if it wins more than its share against the other bot at the first table, for so many players, by the
    /// interval of the proof.
    pub fn is_better(&self, players: usize) -> bool {
        let interval = self.proofs.first().and_then(|proof| proof.interval);
        interval.is_some_and(|(low, _)| low > 1.0 / players as f64)
    }
}

/// Learns by self-play from where a course stands; the same school and course learn the same, however often it was
/// interrupted and gone on with.
///
/// # Errors
/// The error of the school.
pub fn learn_values<S: School>(school: &mut S, mut course: Course) -> Result<LearnedNetwork, S::Error> {
    let complete = course.lessons(school)?.is_some();
    school.keep(&course)?;
    let network = course.trainer.network().rounded();
    let mut learned = LearnedNetwork {
        network,
        margin: USUAL_MARGIN,
        curve: course.curve,
        games: course.games,
        positions: course.positions,
        proofs: Vec::new(),
        levels: Vec::new(),
        interrupted: !complete,
    };
    if complete {
        learned.interrupted = prove(school, &mut learned)?.is_none();
    }
    Ok(learned)
}

/// Sets the caution and measures the strength. `None` if it was interrupted.
fn prove<S: School>(school: &mut S, learned: &mut LearnedNetwork) -> Result<Option<()>, S::Error> {
    let exam = school.exam_games();
    let rivals = school.rivals();
    let margins = (MARGINS.len() * (1 + rivals.len())) as u64 * CAUTION_EXAM;
    let proofs = PROOF + PROOF_ELSEWHERE * (school.tables() as u64 - 1);
    school.proving(exam * (margins + proofs) + levels_games(exam));
    // Games of the course are not used again.
    let proof = exam * (1 + CAUTION_EXAM);
    let mut best = f64::NEG_INFINITY;
    for margin in MARGINS {
        let player = Player::best(&learned.network, margin);
        let mut share = 0.0;
        for table in std::iter::once(0).chain(rivals.clone()) {
            let Some(found) = school.exam(&player, table, exam..proof)? else { return Ok(None) };
            share += found.value.unwrap_or_default();
        }
        if share > best {
            (best, learned.margin) = (share, margin);
        }
    }
    for table in 0..school.tables() {
        let games = exam * if table == 0 { PROOF } else { PROOF_ELSEWHERE };
        let player = Player::best(&learned.network, learned.margin);
        let found = school.exam(&player, table, proof..proof + games)?;
        let Some(found) = found else { return Ok(None) };
        learned.proofs.push(found);
    }
    grade(school, learned, proof + PROOF * exam)
}

/// Returns the games in which one temperature is measured: there are many, and they may be off a little.
const fn measured(exam: u64) -> u64 {
    exam.div_ceil(2)
}

/// Returns the games that finding the levels takes.
const fn levels_games(exam: u64) -> u64 {
    measured(exam) * MEASURED + exam * LEVELS as u64
}

/// Finds the levels, in games from this one on. `None` if it was interrupted.
fn grade<S: School>(school: &mut S, learned: &mut LearnedNetwork, from: u64) -> Result<Option<()>, S::Error> {
    let (network, margin) = (&learned.network, learned.margin);
    let games = measured(school.exam_games());
    let measure = |temperature| {
        let found = school.exam(&Player { network, margin, temperature }, 0, from..from + games)?;
        Ok(found.map(|found| (found.value.unwrap_or_default() * games as f64, games)))
    };
    let Some(temperatures) = temperatures(measure)? else { return Ok(None) };
    let fresh = from + games..from + games + school.exam_games();
    for temperature in temperatures {
        let found = school.exam(&Player { network, margin, temperature }, 0, fresh.clone())?;
        let Some(win_rate) = found else { return Ok(None) };
        learned.levels.push(Level { temperature, win_rate });
    }
    Ok(Some(()))
}

/// How far learning has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Course {
    trainer: Trainer,
    past: Vec<Arc<Network>>,
    curve: Vec<CurvePoint>,
    games: u64,
    positions: u64,
    rounds: u64,
}

impl Course {
    /// Returns the beginning of a course with a network of so many inputs.
    pub fn new(inputs: usize, seed: u64) -> Self {
        Self {
            trainer: Trainer::new(Network::new(inputs, seed)),
            past: Vec::new(),
            curve: Vec::new(),
            games: 0,
            positions: 0,
            rounds: 0,
        }
    }

    /// Returns the games of lessons until now.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the course as bytes.
    ///
    /// # Errors
    /// Why there are none.
    pub fn to_bytes(&self) -> Result<Vec<u8>, RunError> {
        to_bytes(self)
    }

    /// Reads a course of networks with so many inputs; none if it is of others.
    ///
    /// # Errors
    /// The fault in the bytes.
    pub fn from_bytes(bytes: &[u8], inputs: usize) -> Result<Option<Self>, RunError> {
        let course: Self = from_bytes(bytes)?;
        Ok(course.is_of(inputs).then_some(course))
    }

    fn is_of(&self, inputs: usize) -> bool {
        self.trainer.is_of(inputs) && self.past.iter().all(|network| network.is_of(inputs))
    }

    /// Gives lesson after lesson until the budget is used up. `None` if it was interrupted.
    fn lessons<S: School>(&mut self, school: &mut S) -> Result<Option<()>, S::Error> {
        loop {
            let used = school.used(self.games);
            if used >= 1.0 {
                return Ok(Some(()));
            }
            let watching = used < WATCHED;
            let (round, company, exploration) = if watching {
                (WATCHED_ROUND, Company::Watched, EXPLORATION[0])
            } else {
                (ROUND, Company::Mixed, EXPLORATION[1])
            };
            let network = Arc::new(self.trainer.network());
            let games = self.games..self.games + round;
            let lesson = Lesson { games, company, exploration, margin: USUAL_MARGIN };
            let Some(samples) = school.lessons(&network, &self.past, &lesson)? else { return Ok(None) };
            let falling = (2.0 * (1.0 - used)).clamp(0.02, 1.0) as f32;
            let loss = self.trainer.learn(&samples, RATE * falling);
            self.games += round;
            self.rounds += 1;
            self.positions += samples.count() as u64;
            if !watching && self.rounds.is_multiple_of(KEPT_EVERY) {
                self.past.push(network);
                if self.past.len() > KEPT {
                    self.past.remove(0);
                }
            }
            let due = 1.0 + f64::from(EXAMS) * school.used(self.games);
            if due as usize > self.curve.len() + 1 && self.curve.len() < EXAMS as usize {
                let network = self.trainer.network();
                let Some(win_rate) =
                    school.exam(&Player::best(&network, USUAL_MARGIN), 0, 0..school.exam_games())?
                else {
                    return Ok(None);
                };
                let (games, positions) = (self.games, self.positions);
                let point = CurvePoint { games, positions, loss: f64::from(loss), win_rate };
                school.examined(&point);
                self.curve.push(point);
                school.keep(self)?;
            }
        }
    }
}

/// A level.
///
/// A level draws its action with a chance that falls with what it is worth less than the best (a softmax with a temperature),
/// so it errs where the differences are small. The temperatures are such that the levels are evenly spaced from random
/// choices to the best, in the log odds of winning against `greedy`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The temperature, in shares of the win: infinite for random choices, 0 for the best.
    pub temperature: f64,
    /// Its share of wins in one seat, with `greedy` in all others.
    pub win_rate: Estimate,
}

/// The temperatures that are tried, the first one where hardly any difference counts, each half the one before.
const HIGHEST: f64 = 0.8;
const TRIED: i32 = 12;

/// How many temperatures are measured: also the infinite one and 0.
const MEASURED: u64 = TRIED as u64 + 2;

/// Returns the temperatures of the levels, from infinite to 0. `measure` tells how many games of how many a temperature
/// wins; `None` if it was interrupted.
///
/// # Errors
/// The error of `measure`.
fn temperatures<E>(
    mut measure: impl FnMut(f64) -> Result<Option<(f64, u64)>, E>,
) -> Result<Option<[f64; LEVELS]>, E> {
    // Half a game more of each kind, so that the odds of no wins at all are finite.
    let log_odds = |(won, games): (f64, u64)| ((won + 0.5) / (games as f64 - won + 0.5)).ln();
    let mut tried = Vec::new();
    let middle = (0..TRIED).map(|halved| HIGHEST * 0.5_f64.powi(halved));
    for temperature in std::iter::once(f64::INFINITY).chain(middle).chain([0.0]) {
        let Some(found) = measure(temperature)? else { return Ok(None) };
        tried.push((temperature, log_odds(found)));
    }
    // Colder is stronger; where a measurement says otherwise it is noise.
    let mut best = f64::NEG_INFINITY;
    for (_, strength) in &mut tried {
        best = best.max(*strength);
        *strength = best;
    }
    let (weakest, strongest) = (tried[0].1, best);
    let mut found = [f64::INFINITY; LEVELS];
    for (level, found) in found.iter_mut().enumerate().skip(1) {
        let wanted = weakest + (strongest - weakest) * level as f64 / (LEVELS - 1) as f64;
        *found = between(&tried, wanted);
    }
    found[LEVELS - 1] = 0.0;
    Ok(Some(found))
}

/// Returns the temperature of this strength, on a straight line between two that were tried, by their logarithms.
fn between(tried: &[(f64, f64)], wanted: f64) -> f64 {
    let Some(at) = tried.iter().position(|&(_, strength)| strength >= wanted) else { return 0.0 };
    let (colder, above) = tried[at];
    let Some(&(warmer, below)) = at.checked_sub(1).and_then(|before| tried.get(before)) else {
        return colder;
    };
    let share = if above > below { (wanted - below) / (above - below) } else { 1.0 };
    // Beyond both ends of what was tried a halving is as far as the next.
    let (warmer, colder) = match (warmer.is_finite(), colder > 0.0) {
        (true, true) => (warmer, colder),
        (false, _) => (2.0 * colder, colder),
        (true, false) => (warmer, warmer / 2.0),
    };
    // A few digits say it: it was measured no closer.
    let exact = warmer * (colder / warmer).powf(share);
    format!("{exact:.2e}").parse().unwrap_or(exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_evenly_spaced_in_log_odds() {
        // Log odds of -4 at random, rising to 1 with each halving of the temperature.
        let strength = |temperature: f64| {
            let halved = (HIGHEST / temperature).log2();
            (-4.0 + 5.0 * (halved + 1.0) / f64::from(TRIED + 1)).clamp(-4.0, 1.0)
        };
        let games = 1_000_000_u64;
        let share = |temperature: f64| 1.0 / (1.0 + (-strength(temperature)).exp());
        let found = temperatures(|temperature| Ok::<_, ()>(Some((share(temperature) * games as f64, games))));
        let found = found.unwrap().unwrap();
        assert_eq!((found[0], found[4]), (f64::INFINITY, 0.0));
        for (level, temperature) in found.iter().enumerate().take(4).skip(1) {
            let wanted = -4.0 + 5.0 * level as f64 / 4.0;
            assert!((strength(*temperature) - wanted).abs() < 0.05, "level {level}: {temperature}");
        }
        assert!(found.windows(2).all(|pair| pair[0] > pair[1]), "{found:?}");
    }

    #[test]
    fn where_nothing_differs_all_levels_are_alike() {
        let found = temperatures(|_| Ok::<_, ()>(Some((25.0, 100)))).unwrap().unwrap();
        assert_eq!((found[0], found[4]), (f64::INFINITY, 0.0));
        assert_eq!(temperatures(|_| Ok::<_, ()>(None)), Ok(None));
    }

    /// A school in which positions with the first number set are won, and exams ask for just that.
    struct Simple {
        budget: u64,
        lessons: Vec<Lesson>,
        reported: usize,
        /// Games of exams that were announced and not played.
        left: u64,
        kept: Vec<Course>,
        /// It is interrupted in the lesson with this game.
        stop_at: u64,
        /// Other bots to be beaten.
        rivals: usize,
    }

    impl School for Simple {
        type Error = ();

        fn used(&self, games: u64) -> f64 {
            (games as f64 / self.budget as f64).min(1.0)
        }

        fn exam_games(&self) -> u64 {
            1000
        }

        fn lessons(
            &mut self,
            _: &Arc<Network>,
            past: &[Arc<Network>],
            lesson: &Lesson,
        ) -> Result<Option<Samples>, ()> {
            assert!(past.len() <= KEPT);
            if lesson.games.contains(&self.stop_at) {
                return Ok(None);
            }
            self.lessons.push(lesson.clone());
            let bits = lesson.games.clone().map(|game| (game % 2) as f32);
            let rows = bits.clone().flat_map(|bit| [bit, 1.0 - bit, 1.0]).collect();
            Ok(Some(Samples { rows, targets: bits.collect() }))
        }

        fn tables(&self) -> usize {
            2 + self.rivals
        }

        fn rivals(&self) -> Range<usize> {
            2..2 + self.rivals
        }

        fn exam(
            &mut self,
            player: &Player<'_>,
            table: usize,
            games: Range<u64>,
        ) -> Result<Option<Estimate>, ()> {
            // Those between lessons are not announced.
            self.left = self.left.saturating_sub(games.end - games.start);
            let value = |row: &[f32]| {
                f64::from(player.network.value(row, &mut ludometer_learn::Workspace::default()))
            };
            let apart = value(&[1.0, 0.0, 1.0]) - value(&[0.0, 1.0, 1.0]);
            // Rivals are beaten by more caution.
            let caution = if table < 2 { 0.005 } else { 0.04 };
            let best =
                (0.5 + apart / 2.0) - (player.margin - caution).abs() * if table < 2 { 1.0 } else { 2.0 };
            let share = if player.temperature.is_finite() { best / (1.0 + player.temperature) } else { 0.1 };
            let interval = Some((share - 0.02, share + 0.02));
            Ok(Some(Estimate { value: Some(share), interval, games: games.end - games.start }))
        }

        fn examined(&mut self, _: &CurvePoint) {
            self.reported += 1;
        }

        fn keep(&mut self, course: &Course) -> Result<(), ()> {
            self.kept.push(course.clone());
            Ok(())
        }

        fn proving(&mut self, games: u64) {
            self.left = games;
        }
    }

    /// Returns a school with room for so many games.
    fn simple(budget: u64) -> Simple {
        Simple {
            budget,
            lessons: Vec::new(),
            reported: 0,
            left: 0,
            kept: Vec::new(),
            stop_at: u64::MAX,
            rivals: 0,
        }
    }

    #[test]
    fn lessons_are_learned_and_examined() {
        let mut school = simple(80_000);
        let learned = learn_values(&mut school, Course::new(3, 1)).unwrap();
        assert!(!learned.interrupted && learned.is_better(2), "{:?}", learned.proofs);
        assert!(learned.proofs[0].value.unwrap() > 0.9);
        assert_eq!(learned.proofs.iter().map(|proof| proof.games).collect::<Vec<_>>(), [6000, 2000]);
        let levels: Vec<f64> = learned.levels.iter().map(|level| level.temperature).collect();
        assert_eq!(school.left, 0);
        assert_eq!((levels.len(), levels[0], levels[4]), (5, f64::INFINITY, 0.0));
        assert_eq!((learned.margin, learned.curve.len(), school.reported), (0.005, 12, 12));
        assert!(learned.curve.windows(2).all(|pair| pair[0].games < pair[1].games));
        // A fifth is watched, and no game is played twice.
        let watched = school.lessons.iter().take_while(|lesson| lesson.company == Company::Watched).count();
        assert_eq!(watched as u64, (80_000_u64 / 5).div_ceil(WATCHED_ROUND));
        assert!(school.lessons.windows(2).all(|pair| pair[0].games.end == pair[1].games.start));
        assert_eq!(learned, learn_values(&mut simple(80_000), Course::new(3, 1)).unwrap());
    }

    #[test]
    fn caution_is_set_against_all_who_are_to_be_beaten() {
        let mut school = Simple { rivals: 1, ..simple(30_000) };
        let learned = learn_values(&mut school, Course::new(3, 1)).unwrap();
        assert_eq!((learned.margin, school.left), (0.04, 0));
        assert_eq!(learned.proofs.iter().map(|proof| proof.games).collect::<Vec<_>>(), [6000, 2000, 2000]);
    }

    #[test]
    fn what_was_kept_goes_on_to_the_same_end() {
        let whole = learn_values(&mut simple(30_000), Course::new(3, 2)).unwrap();
        let mut stopped = Simple { stop_at: 20_001, ..simple(30_000) };
        let part = learn_values(&mut stopped, Course::new(3, 2)).unwrap();
        assert!(part.interrupted && part.games < 20_001 && part.proofs.is_empty());
        let kept = stopped.kept.pop().unwrap();
        assert_eq!(kept.games(), part.games);
        let bytes = kept.to_bytes().unwrap();
        let back = Course::from_bytes(&bytes, 3).unwrap().unwrap();
        assert!(
            Course::from_bytes(&bytes, 4).unwrap().is_none() && Course::from_bytes(&bytes[1..], 3).is_err()
        );
        assert_eq!(back, kept);
        assert_eq!(learn_values(&mut simple(30_000), back).unwrap(), whole);
        // After each exam, at the end of the lessons, and that is all.
        let mut all = simple(30_000);
        learn_values(&mut all, Course::new(3, 2)).unwrap();
        assert_eq!(all.kept.len(), EXAMS as usize + 1);
    }
}
