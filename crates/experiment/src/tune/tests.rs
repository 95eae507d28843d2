use super::super::check::{Answer, Checked};
use super::super::metric::Catalog;
use super::super::metric::tests::report;
use super::*;
use ludometer_model::Rng;
use ludometer_stats::Report;

/// A game whose length and bias answer to three counts in a known way: turns = 20 + 3a + b,
/// bias of the first seat = 0.02 (b - c); 100 cards and one for each of a and b.
struct Known {
    targets: Vec<Bound>,
    rng: Rng,
    plays: u64,
    /// More of the first count than this is warned of.
    feared: Option<i64>,
    /// True if fresh plays leave an interval, which must be within the bounds.
    is_uncertain: bool,
    /// True if fresh plays confirm nothing.
    is_hopeless: bool,
}

impl Known {
    fn new(targets: &[Bound]) -> Self {
        let rng = Rng::from_words([1, 2, 3]);
        Self {
            targets: targets.to_vec(),
            rng,
            plays: 0,
            feared: None,
            is_uncertain: false,
            is_hopeless: false,
        }
    }
}

impl Known {
    fn figures(point: &[i64]) -> [f64; 2] {
        let [a, b, c] = [point[0], point[1], point[2]].map(|x| x as f64);
        [20.0 + 3.0 * a + b, 0.02 * (b - c)]
    }
}

impl Objective for Known {
    fn unit(&self) -> u64 {
        10
    }

    fn cards(&self, point: &[i64]) -> Result<u64, String> {
        if point[0] == 5 {
            Err("five is never played".to_owned())
        } else {
            Ok((100 + point[0] + point[1]) as u64)
        }
    }

    fn hazard(&self, point: &[i64]) -> Option<String> {
        self.feared
            .filter(|&feared| point[0] > feared)
            .map(|feared| format!("more than {feared} of a starve hands"))
    }

    fn measure(&mut self, point: &[i64], plays: u64, _: u64) -> Result<Option<Vec<Measurement>>, RunError> {
        self.plays += plays;
        let half = 20.0 / (plays as f64).sqrt();
        let [turns, bias] = Self::figures(point);
        let mut noise = || (self.rng.unit() - 0.5) * half;
        Ok(Some(vec![Some((turns + noise(), half)), Some((bias + noise() / 50.0, half / 50.0))]))
    }

    fn confirm(&mut self, point: &[i64], _: f64, plays: u64) -> Result<Option<Check>, RunError> {
        let half = if self.is_uncertain { 20.0 / (plays as f64).sqrt() } else { 0.0 };
        let rows = self.targets.iter().zip(Self::figures(point)).map(|(gate, value)| Checked {
            gate: gate.clone(),
            value: Some(value),
            corrected: None,
            interval: Some((value - half, value + half)),
            answer: match (
                self.is_hopeless || gate.miss(value) > 0.0,
                gate.miss(value - half) + gate.miss(value + half) > 0.0,
            ) {
                (true, _) => Answer::Failed,
                (false, true) => Answer::Undecided,
                (false, false) => Answer::Passed,
            },
            unseen: None,
        });
        self.plays += plays;
        Ok(Some(Check { gates: rows.collect(), plays, report: Report::default(), interrupted: false }))
    }
}

pub(super) fn bound(name: &str, min: f64, max: f64) -> Bound {
    let metric = Catalog::of(&report(0.0, [0.0, 0.0])).find(name).unwrap().remove(0);
    Bound { metric, min: Some(min), max: Some(max), weight: 1.0 }
}

fn moves() -> Vec<Move> {
    let one = |key: &str, start| Move { key: key.to_owned(), start, min: 0, max: 12, step: 1 };
    vec![one("a", 2), one("b", 8), one("c", 8)]
}

fn search(targets: &[Bound], cards: Option<(u64, u64)>) -> (Tuned, u64) {
    let moves = moves();
    let search = Search { targets, moves: &moves, cards, budget: 1_000_000, alpha: 0.05, seed: 3 };
    let mut lab = Known::new(targets);
    let tuned = tune(&search, &mut lab).unwrap();
    (tuned, lab.plays)
}

#[test]
fn a_small_edit_that_meets_all_targets_is_found() {
    // From (2, 8, 8) with 34 turns and no bias: one more of a and one more of b would be 38 with a
    // bias of 0.02; two more of a are 40 with none. Edits of 2 are the smallest.
    let (tuned, plays) = search(&[bound("turns", 39.5, 44.5), bound("seat_bias[0]", -0.01, 0.01)], None);
    let (best, check) = tuned.confirmed.expect("there is one");
    let best = &tuned.tried[best];
    assert_eq!(check.answer(), Answer::Passed);
    assert_eq!(best.edit, 2, "{best:?}");
    let [turns, bias] = Known::figures(&best.point);
    assert!((39.5..=44.5).contains(&turns) && bias.abs() <= 0.01, "{best:?}");
    assert!(plays <= 1_000_000 && tuned.plays == plays, "{plays} plays");
    assert!(tuned.tried.iter().all(|t| t.point[0] != 5), "what can't be played isn't");
}

#[test]
fn what_is_left_of_the_budget_goes_to_smaller_edits() {
    // The rules as they are have 34 turns, near to the bound: a third of what the search leaves will probably not show it,
    // and confirms a larger edit. All that is left then will.
    let targets = [bound("turns", 33.77, 44.5)];
    let moves = moves();
    let search =
        Search { targets: &targets, moves: &moves, cards: None, budget: 400_000, alpha: 0.05, seed: 3 };
    let mut lab = Known { is_uncertain: true, ..Known::new(&targets) };
    let tuned = tune(&search, &mut lab).unwrap();
    let (best, check) = tuned.confirmed.expect("there is one");
    assert_eq!(tuned.tried[best].edit, 0, "{:?}", tuned.tried[best]);
    assert!(check.plays > 50_000, "{}", check.plays);
    assert!(tuned.larger.iter().all(|(place, _)| tuned.tried[*place].edit > 0) && tuned.larger.len() == 1);
    assert!(lab.plays <= search.budget && tuned.plays == lab.plays, "{} plays", lab.plays);
}

#[test]
fn what_is_never_confirmed_is_held_six_times_at_most() {
    let targets = [bound("turns", 30.0, 44.5)];
    let moves = moves();
    let search =
        Search { targets: &targets, moves: &moves, cards: None, budget: 400_000, alpha: 0.05, seed: 3 };
    let mut lab = Known { is_hopeless: true, ..Known::new(&targets) };
    let tuned = tune(&search, &mut lab).unwrap();
    assert!(tuned.confirmed.is_none() && tuned.refused.len() == 6, "{}", tuned.refused.len());
}

#[test]
fn where_the_present_counts_may_not_stay_nothing_is_called_as_it_is() {
    let targets = [bound("turns", 39.5, 44.5)];
    let mut moves = moves();
    (moves[0].min, moves[0].max) = (3, 12);
    let search =
        Search { targets: &targets, moves: &moves, cards: None, budget: 300_000, alpha: 0.05, seed: 3 };
    let tuned = tune(&search, &mut Known::new(&targets)).unwrap();
    assert!(moves[0].start < 3 && tuned.start.is_none(), "{:?}", tuned.start);
}

/// Where no count moves a figure, no rule set is nearer to its target than the one there is.
#[test]
fn of_equals_the_present_counts_are_the_nearest() {
    let targets = [bound("seat_bias[0]", 0.5, 0.6)];
    let mut moves = moves();
    moves[1..].iter_mut().for_each(|fixed| (fixed.min, fixed.max) = (8, 8));
    let search =
        Search { targets: &targets, moves: &moves, cards: None, budget: 100_000, alpha: 0.05, seed: 3 };
    let tuned = tune(&search, &mut Known::new(&targets)).unwrap();
    let (nearest, start) = (&tuned.tried[tuned.nearest], &tuned.tried[tuned.start.unwrap()]);
    assert!(nearest.miss() < start.miss() || nearest.point == start.point, "{nearest:?}, {start:?}");
}

#[test]
fn a_deck_keeps_its_size() {
    // 110 cards: a and b change places; 40 turns need a = 5, which can't be played, or near it.
    let (tuned, _) = search(&[bound("turns", 41.5, 46.5)], Some((110, 110)));
    assert!(tuned.tried.iter().all(|t| t.point[0] + t.point[1] == 10), "{:?}", tuned.tried);
    let (best, _) = tuned.confirmed.expect("there is one");
    assert_eq!(tuned.tried[best].point[..2], [6, 4]);
}

#[test]
fn what_can_not_be_met_has_a_nearest() {
    let (tuned, _) = search(&[bound("turns", 90.0, 95.0)], None);
    assert!(tuned.confirmed.is_none());
    assert_eq!(tuned.tried[tuned.nearest].point[..2], [12, 12], "the longest there is");
    assert!(tuned.is_nearer, "46 turns are nearer than 34");
}

#[test]
fn of_targets_that_exclude_each_other_the_one_of_more_weight_is_come_nearer_to() {
    // One more of b is a turn more, 1.5 hundredths of the bound, and 0.02 more bias, 2 hundredths.
    let most_of_b = |weight| {
        let long = Bound { weight, ..bound("turns", 66.0, 68.0) };
        let (tuned, _) = search(&[long, bound("seat_bias[0]", -0.24, -0.22)], None);
        assert!(tuned.confirmed.is_none());
        tuned.tried[tuned.nearest].point[1]
    };
    let (equal, heavy) = (most_of_b(1.0), most_of_b(3.0));
    assert!(equal <= 3 && heavy >= 9, "{equal} and {heavy} of b");
}

#[test]
fn what_changes_nothing_is_not_nearer_than_the_present_rules() {
    // The bias hangs on b and c alone, which are fixed: whatever comes nearest does so by luck.
    let targets = [bound("turns", 0.0, 1000.0), bound("seat_bias[0]", 0.5, 0.6)];
    let mut moves = moves();
    for fixed in &mut moves[1..] {
        (fixed.min, fixed.max) = (8, 8);
    }
    let search =
        Search { targets: &targets, moves: &moves, cards: None, budget: 300_000, alpha: 0.05, seed: 3 };
    let mut lab = Known::new(&targets);
    let tuned = tune(&search, &mut lab).unwrap();
    assert!(tuned.confirmed.is_none() && !tuned.is_nearer);
    // The present rules were played with what exploring left over.
    let start = &tuned.tried[tuned.start.unwrap()];
    assert_eq!(start.point, [2, 8, 8]);
    assert!(start.plays > 30_000 && tuned.plays > 290_000, "{start:?}, {} plays", tuned.plays);
}

#[test]
fn nobody_of_the_pareto_set_is_beaten() {
    let (tuned, _) = search(&[bound("turns", 50.0, 55.0), bound("seat_bias[0]", -0.01, 0.01)], None);
    assert!(!tuned.pareto.is_empty());
    for &i in &tuned.pareto {
        let one = &tuned.tried[i];
        assert!(!tuned.tried.iter().any(|other| {
            other.edit <= one.edit
                && other.misses.iter().zip(&one.misses).all(|(a, b)| a <= b)
                && (other.edit < one.edit || other.misses != one.misses)
        }));
    }
}

/// Returns why nothing can be played with so many cards, before anything is.
fn why(moves: &[Move], cards: (u64, u64)) -> Option<String> {
    let targets = [bound("turns", 1.0, 2.0)];
    let lab = Known::new(&targets);
    let search = Search { targets: &targets, moves, cards: Some(cards), budget: 1, alpha: 0.05, seed: 0 };
    unplayable(&search, &lab)
}

#[test]
fn a_deck_out_of_reach_is_reported_before_anything_is_played() {
    let reached = |cards| why(&moves(), cards);
    assert_eq!(
        reached((125, 130)).unwrap(),
        "a deck of 125 to 130 cards can't be reached: what may move makes 100 to 124"
    );
    assert_eq!(reached((124, 130)), None);
    let mut even = moves();
    even[0].step = 2;
    even[1] = Move { step: 4, ..even[1].clone() };
    assert_eq!(
        why(&even, (107, 107)).unwrap(),
        "a deck of 107 cards can't be reached: what may move makes 106 or 108, and nothing between"
    );
    assert_eq!(why(&even, (107, 108)), None);
}

#[test]
fn where_nothing_can_be_played_it_says_why() {
    let mut fixed = moves();
    fixed[0] = Move { start: 5, min: 5, max: 5, ..fixed[0].clone() };
    let why = why(&fixed, (0, 1000)).unwrap();
    assert!(why.starts_with("none of ") && why.ends_with("of the last: five is never played"), "{why}");
}

#[test]
fn what_must_move_is_never_left_as_it_is() {
    // Three turns more than now at the least, and the present rules would do.
    let targets = [bound("turns", 30.0, 44.5)];
    let mut moves = moves();
    moves[0].min = 3;
    let search =
        Search { targets: &targets, moves: &moves, cards: None, budget: 300_000, alpha: 0.05, seed: 3 };
    let mut lab = Known::new(&targets);
    let tuned = tune(&search, &mut lab).unwrap();
    assert!(tuned.tried.iter().all(|t| t.point[0] >= 3));
    let (best, _) = tuned.confirmed.expect("there is one");
    assert_eq!(tuned.tried[best].point, [3, 8, 8]);
}

#[test]
fn what_is_warned_of_is_left_out_and_counted() {
    let targets = [bound("turns", 39.5, 44.5)];
    let moves = moves();
    let search =
        Search { targets: &targets, moves: &moves, cards: None, budget: 300_000, alpha: 0.05, seed: 3 };
    let mut lab = Known { feared: Some(3), ..Known::new(&targets) };
    let tuned = tune(&search, &mut lab).unwrap();
    assert!(tuned.left_out > 0 && tuned.tried.iter().all(|t| t.point[0] <= 3), "{tuned:?}");
    assert!(tuned.confirmed.is_some(), "b can be raised instead");
    // Where all is warned of, it says so before anything is played.
    let lab = Known { feared: Some(-1), ..Known::new(&targets) };
    let mut moves = moves.clone();
    moves[0].max = 4;
    let search = Search { moves: &moves, ..search };
    let why = unplayable(&search, &lab).unwrap();
    assert!(why.ends_with("more than -1 of a starve hands"), "{why}");
}

#[test]
fn a_smaller_edit_that_was_passed_over_says_why() {
    let targets = [bound("turns", 39.5, 44.5)];
    let check = |answer, value: f64| {
        let row = Checked {
            gate: targets[0].clone(),
            value: Some(value),
            corrected: None,
            interval: Some((value - 0.5, value + 0.5)),
            answer,
            unseen: None,
        };
        Check { gates: vec![row], plays: 500, report: Report::default(), interrupted: false }
    };
    let tried = |edit: i64, figure: (f64, f64), miss: f64| Tried {
        point: vec![edit, 0, 0],
        plays: 1000,
        figures: vec![Some(figure)],
        misses: vec![miss],
        edit: edit as u64,
        visits: 1,
    };
    let tuned = Tuned {
        tried: vec![
            tried(0, (34.0, 0.1), 5.0),
            tried(1, (39.6, 0.5), 0.0),
            tried(2, (39.7, 0.2), 0.0),
            tried(3, (42.0, 0.1), 0.0),
            tried(4, (42.0, 0.1), 0.0),
        ],
        pareto: vec![0, 1],
        confirmed: Some((3, check(Answer::Passed, 42.0))),
        refused: vec![(2, check(Answer::Undecided, 39.6))],
        larger: Vec::new(),
        left_out: 0,
        nearest: 3,
        start: Some(0),
        is_nearer: true,
        plays: 0,
        interrupted: false,
    };
    let why = |place| tuned.passed_over(place, &targets);
    assert_eq!(why(0), None, "it misses its target");
    assert_eq!(why(1), Some(PassedOver::Unlikely { target: 0, figure: (39.6, 0.5), plays: 1000 }));
    assert!(matches!(why(2), Some(PassedOver::Refused(row, 500)) if row.answer == Answer::Undecided));
    assert_eq!((why(3), why(4)), (None, None), "no smaller edits");
    let none = Tuned { confirmed: None, ..tuned.clone() };
    assert!(none.passed_over(4, &targets).is_some(), "where none was confirmed, each that looks good");
}
