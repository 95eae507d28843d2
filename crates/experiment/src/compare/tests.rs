use super::super::memory::tests::{Fake as Numbered, Last};
use super::super::metric::Catalog;
use super::super::metric::tests::report;
use super::*;
use ludometer_model::Rng;
use ludometer_run::{Hooks, Measured, Reader};

/// Units whose turns are uniform around a mean and whose first seat wins with some chance.
struct Fake {
    mean: f64,
    win: f64,
    rng: Rng,
    units: u64,
    /// The sums over all units.
    sums: [f64; 2],
}

impl Fake {
    fn boxed(mean: f64, win: f64, seed: u64) -> Box<dyn Meter> {
        Box::new(Self { mean, win, rng: Rng::from_words([seed, 0, 0]), units: 0, sums: [0.0; 2] })
    }
}

impl Meter for Fake {
    fn unit(&self) -> u64 {
        10
    }

    fn extend(&mut self, units: u64, _: Hooks<'_>, read: Reader<'_>) -> Result<Measured, RunError> {
        let mut rows = Vec::new();
        for _ in 0..units {
            let turns = self.mean + self.rng.unit() - 0.5;
            let wins = f64::from((0..10).map(|_| u32::from(self.rng.chance(self.win))).sum::<u32>()) / 10.0;
            self.sums[0] += turns;
            self.sums[1] += wins;
            rows.push(read(&report(turns, [wins, 1.0 - wins])));
        }
        self.units += units;
        Ok(Measured { units: rows, interrupted: false })
    }

    fn report(&self) -> Report {
        let [turns, wins] = self.sums.map(|sum| sum / self.units.max(1) as f64);
        report(turns, [wins, 1.0 - wins])
    }

    fn tallies(&self) -> Result<Vec<u8>, RunError> {
        Ok(Vec::new())
    }

    fn restore(&mut self, _: u64, _: &[u8]) -> Result<(), RunError> {
        Ok(())
    }
}

fn compared(sides: [Box<dyn Meter>; 2], names: &[&str], limits: (f64, u64)) -> Comparison {
    let catalog = Catalog::of(&report(0.0, [0.0, 0.0]));
    let metrics: Vec<Metric> = names.iter().flat_map(|name| catalog.find(name).unwrap()).collect();
    let (precision, max_plays) = limits;
    let limits = limits_of(precision, max_plays, metrics.len());
    compare(sides, &metrics, &[], &limits, Control::new(Hooks::none(), &mut ())).unwrap()
}

fn limits_of(precision: f64, max_plays: u64, metrics: usize) -> CompareLimits {
    let own = vec![None; metrics];
    CompareLimits { precision, own, alpha: 0.05, max_plays, deadline: None, stride: u64::MAX }
}

#[test]
fn a_deadline_stops_both_sides_at_the_same_plays_and_these_tell_the_same_without_one() {
    let metrics = Catalog::of(&report(0.0, [0.0, 0.0])).find("turns").unwrap();
    let sides = || [Fake::boxed(40.0, 0.5, 1), Fake::boxed(40.01, 0.5, 2)];
    let over = CompareLimits { deadline: Some(Instant::now()), stride: 70, ..limits_of(0.001, 1_000_000, 1) };
    let stopped = compare(sides(), &metrics, &[], &over, Control::new(Hooks::none(), &mut ())).unwrap();
    assert!(stopped.time_is_up && !stopped.interrupted);
    let plain = limits_of(0.001, stopped.plays, 1);
    let again = compare(sides(), &metrics, &[], &plain, Control::new(Hooks::none(), &mut ())).unwrap();
    assert_eq!((&stopped.metrics, &stopped.reports), (&again.metrics, &again.reports));
    // Without a deadline the stride makes no difference.
    let strides = CompareLimits { stride: 3, ..limits_of(0.001, 100_000, 1) };
    let one = compare(sides(), &metrics, &[], &strides, Control::new(Hooks::none(), &mut ())).unwrap();
    let plain = limits_of(0.001, 100_000, 1);
    assert_eq!(one, compare(sides(), &metrics, &[], &plain, Control::new(Hooks::none(), &mut ())).unwrap());
}

#[test]
fn stopped_anywhere_on_either_side_it_ends_as_one_that_is_not() {
    let metrics = Catalog::of(&report(0.0, [0.0, 0.0])).find("turns").unwrap();
    let limits = limits_of(0.006, 100_000, 1);
    // Both sides' units until the user stops it, part after part.
    let in_legs = |ends: &[[u64; 2]]| {
        let mut start: Option<Vec<u8>> = None;
        for [a, b] in ends.iter().chain([&[u64::MAX; 2]]) {
            let mut last = Last::default();
            let control = Control { start: start.as_deref(), ..Control::new(Hooks::none(), &mut last) };
            let sides = [Numbered::boxed(7919, *a), Numbered::boxed(104_729, *b)];
            let result = compare(sides, &metrics, &[], &limits, control).unwrap();
            if !result.interrupted {
                return result;
            }
            start = last.0.or(start);
        }
        panic!("it came to no end");
    };
    let whole = in_legs(&[]);
    assert!(whole.settled() && whole.plays > 2000 && whole.plays < 100_000, "{whole:?}");
    let same = u64::MAX;
    for ends in [
        &[[0, same], [1, same], [64, same], [65, same]][..],
        &[[same, 0], [same, 63], [same, 64], [same, 70], [same, 128]],
        &[[200, same], [same, 150], [201, same]],
        &[[same, 1], [64, 64], [129, 128]],
    ] {
        assert_eq!(in_legs(ends), whole, "{ends:?}");
    }
}

#[test]
fn a_state_of_other_figures_is_refused() {
    let metrics = Catalog::of(&report(0.0, [0.0, 0.0])).find("seat_win_rate[*]").unwrap();
    let mut last = Last::default();
    let sides = || [Numbered::boxed(7919, 100), Numbered::boxed(104_729, 100)];
    let limits = limits_of(0.0001, 100_000, 2);
    compare(sides(), &metrics, &[], &limits, Control::new(Hooks::none(), &mut last)).unwrap();
    let state = last.0.unwrap();
    for start in [&state[..], &state[..state.len() - 1], &[state.clone(), vec![0]].concat()] {
        let mut nobody = ();
        let control = Control { start: Some(start), ..Control::new(Hooks::none(), &mut nobody) };
        let error = compare(sides(), &metrics[..1], &[], &limits, control).unwrap_err().to_string();
        assert!(error.contains("tallies can't be read"), "{error}");
    }
}

#[test]
fn the_likely_end_comes_nearer_to_the_end() {
    let metrics = Catalog::of(&report(0.0, [0.0, 0.0])).find("turns").unwrap();
    let sides = [Fake::boxed(40.0, 0.5, 1), Fake::boxed(40.0, 0.5, 2)];
    let reported = std::cell::RefCell::new(Vec::new());
    let expect = |plays| reported.borrow_mut().push(plays);
    let limits = CompareLimits { own: vec![Some(0.01)], ..limits_of(1.0, 10_000_000, 1) };
    let mut nobody = ();
    let control = Control { expect: &expect, ..Control::new(Hooks::none(), &mut nobody) };
    let result = compare(sides, &metrics, &[], &limits, control).unwrap();
    let reported = reported.into_inner();
    assert!(result.settled() && reported.len() > 3, "{reported:?}");
    // Never behind the plays that are done, never at the limit; near what it took in the end.
    assert!(reported.iter().all(|&plays| (640..1_000_000).contains(&plays)), "{reported:?}");
    let last = *reported.last().unwrap() as f64 / result.plays as f64;
    assert!((0.7..1.5).contains(&last), "{reported:?}, {}", result.plays);
}

#[test]
fn a_difference_is_found_and_has_its_sign() {
    let found =
        |a, b| compared([Fake::boxed(a, 0.5, 1), Fake::boxed(b, 0.5, 2)], &["turns"], (0.001, 100_000));
    let larger = found(40.0, 40.5);
    assert_eq!(larger.metrics[0].verdict, Verdict::Larger);
    let (low, high) = larger.metrics[0].interval.unwrap();
    assert!(low <= 0.5 && 0.5 <= high, "{low} to {high}");
    assert!(larger.plays < 2000 && larger.settled(), "{}", larger.plays);
    assert_eq!(found(40.5, 40.0).metrics[0].verdict, Verdict::Smaller);
}

#[test]
fn a_precision_is_absolute_up_to_1_and_relative_above() {
    let result = compared(
        [Fake::boxed(40.0, 0.5, 1), Fake::boxed(40.0, 0.5, 2)],
        &["turns", "seat_win_rate[*]"],
        (0.01, 640),
    );
    let precisions: Vec<(String, f64)> =
        result.metrics.iter().map(|m| (m.metric.clone(), m.precision)).collect();
    assert!((precisions[0].1 - 0.4).abs() < 0.01, "{precisions:?}");
    assert_eq!(precisions[1], ("seat_win_rate[0]".to_owned(), 0.01));
}

#[test]
fn equal_numbers_on_both_sides_cancel_out() {
    // The same seed: pairs are equal, and no difference is left but the one that was planted.
    let result = compared(
        [Fake::boxed(40.0, 0.3, 1), Fake::boxed(40.2, 0.3, 1)],
        &["turns", "seat_spread"],
        (0.01, 1280),
    );
    let [turns, spread] = &result.metrics[..] else { panic!("two metrics") };
    assert_eq!((turns.verdict, spread.verdict), (Verdict::Same, Verdict::Same), "0.2 of 40 is within 1 %");
    assert!((turns.correlation.unwrap() - 1.0).abs() < 1e-9);
    assert_eq!(result.plays, 1280);
}

#[test]
fn too_few_plays_are_called_so() {
    let result = compared([Fake::boxed(40.0, 0.5, 1), Fake::boxed(40.001, 0.5, 2)], &["turns"], (1e-6, 6400));
    assert_eq!((result.metrics[0].verdict, result.plays), (Verdict::Open, 6400));
    assert_eq!(result.metrics[0].settled, None);
}

#[test]
fn a_fixed_design_by_hand() {
    // Uniform on an interval of 1: variance 1/12 a side. At 5 % and nine of ten cases:
    // (1.959964 + 1.281552)^2 (2/12) / 0.4^2 = 10.945 units: 11 units of 10 plays, less or more by
    // the error of the variance.
    let result = compared([Fake::boxed(40.0, 0.5, 1), Fake::boxed(40.0, 0.5, 2)], &["turns"], (0.01, 6400));
    let fixed = result.metrics[0].fixed.unwrap();
    assert!((100..=130).contains(&fixed), "{fixed}");
}

#[test]
fn the_chance_of_an_error_is_shared_by_all_metrics() {
    let width = |names: &[&str]| {
        let sides = [Fake::boxed(40.0, 0.5, 1), Fake::boxed(40.0, 0.5, 2)];
        let result = compared(sides, names, (1e-9, 6400));
        assert_eq!(result.plays, 6400, "nothing is settled before");
        let (low, high) = result.metrics[0].interval.unwrap();
        high - low
    };
    let wider = width(&["turns", "seat_win_rate[0]"]) / width(&["turns"]);
    let half_as_often = half_width(640, 0.025) / half_width(640, 0.05);
    assert!((wider - half_as_often).abs() < 1e-9 && wider > 1.01, "{wider} instead of {half_as_often}");
}

#[test]
fn looking_on_at_equal_sides_finds_nothing_too_often() {
    // 200 comparisons of equals with numbers of their own, two metrics each: expected at most 10
    // with any difference; 3 standard deviations more would be 19.
    let alarms = (0..200).filter(|&seed| {
        let sides = [Fake::boxed(40.0, 0.5, 1000 + seed), Fake::boxed(40.0, 0.5, 5000 + seed)];
        let result = compared(sides, &["turns", "seat_win_rate[0]"], (1e-9, 20_000));
        result.metrics.iter().any(|m| matches!(m.verdict, Verdict::Larger | Verdict::Smaller))
    });
    let alarms = alarms.count();
    assert!(alarms <= 19, "{alarms} of 200");
}
