//! The statements of a search, in plain sentences: the verdict first.

use super::{Measurement, Move, PassedOver, Tried, Tuned};
use crate::bounds::Bound;
use crate::check::Answer;
use crate::compare::{Statement, wanted};
use crate::study::{State, WON_BY_ALL};
use crate::wording::{Count, all, capital, figure, games, list, of_hundred, rounded};
use ludometer_model::Names;
use ludometer_stats::{Report, catalogue};

/// The subject of a search, and what is known beside it.
pub struct TuneAbout<'a> {
    /// Names for people.
    pub names: Names,
    /// True if players win against each other.
    pub are_rivals: bool,
    /// The targets.
    pub targets: &'a [Bound],
    /// The settings that may move.
    pub moves: &'a [Move],
    /// Names a key of the rules.
    pub key: &'a dyn Fn(&str) -> String,
    /// The warnings of the game design about these settings.
    pub warnings: &'a dyn Fn(&[i64]) -> Vec<String>,
    /// The confidence of a confirmation, in per cent.
    pub confidence: String,
    /// Another bot in all seats, and the targets' figures among such bots with the settings that were found.
    pub other: Option<(String, Vec<Measurement>)>,
}

/// The most alternatives that the text lists.
const ALTERNATIVES: usize = 3;

/// States what a search found: what to change, what was tried, why nothing smaller, what else would do, and whether it
/// holds for other players.
pub fn tune_statements(tuned: &Tuned, about: &TuneAbout<'_>) -> Vec<Statement> {
    if tuned.tried.is_empty() {
        return Vec::new();
    }
    let statements =
        [Some(verdict(tuned, about)), other(about), smaller(tuned, about), alternatives(tuned, about)];
    let mut statements: Vec<Statement> = statements.into_iter().flatten().collect();
    statements.push(tried(tuned, about));
    statements
}

/// Returns the settings in words: `6 copies of Steal One instead of 4 and 3 instead of 2 for hand.limit`.
fn edits(tried: &Tried, about: &TuneAbout<'_>) -> String {
    let moved = about.moves.iter().zip(&tried.point).filter(|(m, x)| m.start != **x);
    let words: Vec<String> = moved
        .map(|(m, x)| {
            let name = (about.key)(&m.key);
            // A card has a name of its own, other keys are called as they are: no word to begin a sentence with.
            if name == m.key {
                format!("{x} instead of {} for {name}", m.start)
            } else {
                format!("{x} copies of {name} instead of {}", m.start)
            }
        })
        .collect();
    if words.is_empty() { "the rules as they are".to_owned() } else { all(&words) }
}

fn steps(edit: u64) -> String {
    if edit == 1 { "1 step".to_owned() } else { format!("{edit} steps") }
}

/// Returns a figure beside its target: `the number of turns (70.2, wanted 50 to 60)`.
fn beside(about: &TuneAbout<'_>, target: &Bound, value: f64, interval: (f64, f64)) -> String {
    let (name, count) = figure(&about.names, target.metric.name());
    let (by, unit) = if count == Count::Share { (100.0, " %") } else { (1.0, "") };
    let value = rounded(value * by, (interval.0 * by, interval.1 * by));
    format!("{name} ({value}{unit}, wanted {}{unit})", wanted(target, by))
}

/// Returns the targets that figures miss; with `is_sure` those that their intervals leave no doubt of.
fn missed(about: &TuneAbout<'_>, figures: &[Measurement], is_sure: bool) -> Vec<String> {
    let miss = |(target, figure): (&Bound, &Measurement)| {
        let (value, half) = (*figure)?;
        let is_missed = if is_sure { target.miss(value) > half } else { target.miss(value) > 0.0 };
        is_missed.then(|| beside(about, target, value, (value - half, value + half)))
    };
    about.targets.iter().zip(figures).filter_map(miss).collect()
}

fn verdict(tuned: &Tuned, about: &TuneAbout<'_>) -> Statement {
    let (state, text) = if let Some((place, check)) = &tuned.confirmed {
        let tried = &tuned.tried[*place];
        let shown = format!(
            "in {} that were played afresh, with {} % confidence",
            games(check.plays),
            about.confidence
        );
        let text = if tried.edit == 0 {
            format!("The rules as they are meet all targets, {shown}.")
        } else {
            format!("Use {}: all targets are met, {shown}.", edits(tried, about))
        };
        let text = text + &without_winner(&check.report, about).unwrap_or_default();
        (State::Fine, text)
    } else {
        let tried = &tuned.tried[tuned.nearest];
        let misses = missed(about, &tried.figures, false);
        let of = if misses.is_empty() {
            "; its figures are on target, but fresh games did not show that they surely are".to_owned()
        } else {
            format!("; it misses {}", list(&misses))
        };
        let text = if tuned.start == Some(tuned.nearest) {
            format!(
                "Nothing that was tried surely meets all targets, and nothing comes nearer than the rules as they are{of}."
            )
        } else if tuned.is_nearer {
            format!(
                "Nothing that was tried surely meets all targets. The nearest is {}{of}.",
                edits(tried, about)
            )
        } else {
            format!(
                "Nothing that was tried surely meets all targets, and nothing is surely nearer than the rules as they are. \
                 By its figures the nearest is {}{of}.",
                edits(tried, about)
            )
        };
        (State::Problem, text)
    };
    Statement::new("verdict", "What should change?", state, text)
}

/// Returns how often nobody wins with what was found, where that is not next to never: a table without a winner is fair, too.
fn without_winner(report: &Report, about: &TuneAbout<'_>) -> Option<String> {
    let won = report.metric(&catalogue::WON)?.value.filter(|_| about.are_rivals)?;
    (won < WON_BY_ALL).then(|| format!(" Nobody wins in {} of 100 of these games.", of_hundred(1.0 - won)))
}

fn tried(tuned: &Tuned, about: &TuneAbout<'_>) -> Statement {
    let is_met = |place: usize| tuned.tried.get(place).is_some_and(|tried| tried.miss() <= 0.0);
    let met = (0..tuned.tried.len()).filter(|place| is_met(*place)).count();
    let fresh = tuned.refused.iter().chain(&tuned.larger).chain(&tuned.confirmed);
    let again = fresh.filter(|(place, _)| is_met(*place)).count();
    let counts: Vec<String> =
        about.moves.iter().map(|m| format!("{} {} to {}", (about.key)(&m.key), m.min, m.max)).collect();
    // Targets are met for sure only by what was confirmed.
    let met = match (met, again) {
        (0, _) => "None had all figures on target.".to_owned(),
        (1, 0) => "One had all figures on target, and was not played again.".to_owned(),
        (1, _) => "One had all figures on target, and was played again.".to_owned(),
        (_, 0) => format!("{met} had all figures on target; none of these was played again."),
        (_, 1) => format!("{met} had all figures on target; one of these was played again."),
        _ => format!("{met} had all figures on target; {again} of these were played again."),
    };
    let mut text =
        format!("{} rule sets in {}, with {}. {met}", tuned.tried.len(), games(tuned.plays), list(&counts));
    let reached = (0..about.targets.len()).filter_map(|target| reached(tuned, about, target));
    text.extend(reached.map(|range| format!(" {}.", capital(&range))));
    if tuned.left_out > 0 {
        text += &format!(" {} more were left out, because the game design warns of them.", tuned.left_out);
    }
    Statement::new("tried", "What was tried?", State::Fact, text)
}

/// Returns the range of a figure over all that was tried, where all of it surely lies on one side of its target.
fn reached(tuned: &Tuned, about: &TuneAbout<'_>, target: usize) -> Option<String> {
    let bound = &about.targets[target];
    let figures = tuned.tried.iter().map(|tried| tried.figures[target]).collect::<Option<Vec<_>>>()?;
    let is_below = |(value, half): &(f64, f64)| bound.min.is_some_and(|min| value + half < min);
    let is_above = |(value, half): &(f64, f64)| bound.max.is_some_and(|max| value - half > max);
    if figures.len() < 2 || !figures.iter().all(is_below) && !figures.iter().all(is_above) {
        return None;
    }
    let by_value = |a: &&(f64, f64), b: &&(f64, f64)| a.0.total_cmp(&b.0);
    let ends = [figures.iter().min_by(by_value)?, figures.iter().max_by(by_value)?];
    let (name, count) = figure(&about.names, bound.metric.name());
    let (by, unit) = if count == Count::Share { (100.0, " %") } else { (1.0, "") };
    let [low, high] =
        ends.map(|(value, half)| rounded(value * by, ((value - half) * by, (value + half) * by)));
    let range = if low == high { format!("{low}{unit}") } else { format!("{low} to {high}{unit}") };
    Some(format!("{name} was {range} in all of these rule sets, where {}{unit} is wanted", wanted(bound, by)))
}

/// Returns why settings were passed over.
fn why(about: &TuneAbout<'_>, passed: &PassedOver<'_>) -> String {
    match passed {
        PassedOver::Refused(checked, plays) => {
            let value = checked.value.unwrap_or(f64::NAN);
            let of = beside(about, &checked.gate, value, checked.interval.unwrap_or((value, value)));
            let what = if checked.answer == Answer::Failed {
                "misses its target"
            } else {
                "is not shown to meet its target"
            };
            format!("{of} {what} in {}", games(*plays))
        }
        PassedOver::Unlikely { target, figure: (value, half), .. } => {
            let of = beside(about, &about.targets[*target], *value, (value - half, value + half));
            format!("{of} is too near to its bound to be shown")
        }
    }
}

fn smaller(tuned: &Tuned, about: &TuneAbout<'_>) -> Option<Statement> {
    const MOST: usize = 2;
    let (place, _) = tuned.confirmed.as_ref().filter(|(place, _)| tuned.tried[*place].edit > 0)?;
    let smaller = tuned
        .tried
        .iter()
        .enumerate()
        .filter(|(_, tried)| (1..tuned.tried[*place].edit).contains(&tried.edit));
    let mut passed: Vec<(u64, String)> = Vec::new();
    let mut count = 0;
    for (at, tried) in smaller {
        count += 1;
        if let Some(reason) = tuned.passed_over(at, about.targets) {
            passed.push((tried.edit, format!("{}: {}", edits(tried, about), why(about, &reason))));
        }
    }
    passed.sort();
    let missing = count - passed.len();
    let mut text = match (count, missing) {
        (0, _) => "No smaller edit was tried.".to_owned(),
        (1, 1) => "The only smaller edit that was tried misses a target.".to_owned(),
        _ if missing == count => format!("All {count} smaller edits that were tried miss a target."),
        _ => format!("Of {count} smaller edits that were tried, {missing} miss a target."),
    };
    for (_, reason) in passed.iter().take(MOST) {
        text += &format!(" {}.", capital(reason));
    }
    if passed.len() > MOST {
        text += &format!(" {} more were passed over for such reasons.", passed.len() - MOST);
    }
    Some(Statement::new("smaller", "Why not a smaller edit?", State::Fact, text))
}

/// Returns the best of the others: few misses first, then few warnings, then the smaller edit; one for each set of
/// counts that it moves.
fn alternatives(tuned: &Tuned, about: &TuneAbout<'_>) -> Option<Statement> {
    let chosen = tuned.confirmed.as_ref().map_or(tuned.nearest, |(place, _)| *place);
    let moved = |tried: &Tried| -> Vec<bool> {
        tried.point.iter().zip(about.moves).map(|(x, m)| *x != m.start).collect()
    };
    // What is no nearer to the targets than the rules as they are is no alternative.
    let present = tuned.start.map_or(f64::INFINITY, |start| tuned.tried[start].miss());
    let mut others: Vec<(&Tried, usize)> = (tuned.tried.iter().enumerate())
        .filter(|(place, tried)| *place != chosen && tried.edit > 0)
        .filter(|(_, tried)| tried.miss() <= 0.0 || tried.miss() < present)
        .filter(|(place, _)| tuned.refused.iter().all(|(refused, _)| refused != place))
        .map(|(_, tried)| (tried, missed(about, &tried.figures, false).len()))
        .collect();
    others.sort_by(|(a, x), (b, y)| {
        x.cmp(y).then(a.miss().total_cmp(&b.miss())).then(a.edit.cmp(&b.edit)).then(a.point.cmp(&b.point))
    });
    let mut seen = vec![moved(&tuned.tried[chosen])];
    let mut parts = Vec::new();
    for (tried, _) in others {
        if parts.len() == ALTERNATIVES || seen.contains(&moved(tried)) {
            continue;
        }
        seen.push(moved(tried));
        let misses = missed(about, &tried.figures, false);
        let misses = if misses.is_empty() {
            "no target missed".to_owned()
        } else {
            format!("misses {}", list(&misses))
        };
        let warnings = match (about.warnings)(&tried.point).len() {
            0 => "no warning".to_owned(),
            1 => "1 warning".to_owned(),
            some => format!("{some} warnings"),
        };
        parts.push(format!(
            "{} ({}, {misses} in {}, {warnings})",
            capital(&edits(tried, about)),
            steps(tried.edit),
            games(tried.plays)
        ));
    }
    (!parts.is_empty()).then(|| {
        let of = tuned.tried[chosen].edit;
        let chosen = match &tuned.confirmed {
            Some(_) => "What is recommended",
            None => "The nearest",
        };
        let text = match of {
            0 => format!("{}.", parts.join("; ")),
            _ => format!("{}. {chosen} takes {}.", parts.join("; "), steps(of)),
        };
        Statement::new("alternatives", "What else comes near?", State::Fact, text)
    })
}

/// The bot that no game is designed for.
const RANDOM: &str = "random";

fn other(about: &TuneAbout<'_>) -> Option<Statement> {
    let (bot, figures) = about.other.as_ref()?;
    let sure = missed(about, figures, true);
    let is_open = |(target, figure): (&Bound, &Measurement)| {
        figure.is_none_or(|(value, half)| {
            target.miss(value) <= half && target.miss(value - half).max(target.miss(value + half)) > 0.0
        })
    };
    let open = about.targets.iter().zip(figures).filter(|both| is_open(*both)).count();
    let (state, text) = match (sure.is_empty(), open) {
        // Nobody designs for random players: where only they miss a target, that is no alarm.
        (false, _) if bot == RANDOM => (
            State::Fact,
            format!("Not among random players, who miss {}; better ones weren't tried.", list(&sure)),
        ),
        (false, _) => (State::Problem, format!("No: among {bot} players it misses {}.", list(&sure))),
        (true, 0) => (State::Fine, format!("Yes: among {bot} players all targets are met, too.")),
        (true, _) => (
            State::Open,
            format!("Not known: among {bot} players too few games tell whether all targets are met."),
        ),
    };
    Some(Statement::new("other_players", "Does it hold for other players?", state, text))
}

#[cfg(test)]
mod tests {
    use super::super::tests::bound;
    use super::*;
    use crate::check::{Check, Checked};

    fn one(point: [i64; 2], turns: f64, target: &Bound) -> Tried {
        let edit = point[0].abs_diff(4) + point[1].abs_diff(8);
        let misses = vec![target.miss(turns)];
        Tried {
            point: point.to_vec(),
            plays: 3200,
            figures: vec![Some((turns, 0.5))],
            misses,
            edit,
            visits: 1,
        }
    }

    fn texts(tuned: &Tuned, target: &Bound, other: Option<(&str, f64)>) -> Vec<(&'static str, String)> {
        let one = |key: &str, start| Move { key: key.to_owned(), start, min: 0, max: 12, step: 1 };
        let moves = [one("steal_one", 4), one("goal", 8)];
        let about = TuneAbout {
            names: Names::default(),
            are_rivals: true,
            targets: std::slice::from_ref(target),
            moves: &moves,
            key: &|key| if key == "goal" { key.to_owned() } else { Names::default().card(key) },
            warnings: &|point| if point[1] > 9 { vec!["too long".to_owned()] } else { Vec::new() },
            confidence: "95".to_owned(),
            other: other.map(|(bot, turns)| (bot.to_owned(), vec![Some((turns, 1.0))])),
        };
        tune_statements(tuned, &about).into_iter().map(|one| (one.question, one.text)).collect()
    }

    fn tuned(target: &Bound) -> Tuned {
        let check = |turns: f64, answer| Check {
            gates: vec![Checked {
                gate: target.clone(),
                value: Some(turns),
                corrected: None,
                interval: Some((turns - 0.6, turns + 0.6)),
                answer,
                unseen: None,
            }],
            plays: 20_000,
            report: Report::default(),
            interrupted: false,
        };
        let tried =
            [([4, 8], 54.0), ([4, 9], 60.2), ([6, 8], 58.0), ([7, 8], 61.0), ([6, 9], 62.0), ([4, 10], 66.0)];
        Tuned {
            tried: tried.map(|(point, turns)| one(point, turns, target)).to_vec(),
            pareto: Vec::new(),
            confirmed: Some((4, check(62.1, Answer::Passed))),
            refused: vec![(1, check(59.9, Answer::Undecided))],
            larger: Vec::new(),
            left_out: 2,
            nearest: 4,
            start: Some(0),
            is_nearer: true,
            plays: 100_000,
            interrupted: false,
        }
    }

    #[test]
    fn what_was_found_is_said_with_its_reasons_and_its_costs() {
        let target = bound("turns", 60.0, 65.0);
        let found = tuned(&target);
        let says = texts(&found, &target, Some(("random", 62.0)));
        let expected = [
            (
                "verdict",
                "Use 6 copies of Steal one instead of 4 and 9 instead of 8 for goal: all targets are met, in 20,000 games that were \
                 played afresh, with 95 % confidence.",
            ),
            ("other_players", "Yes: among random players all targets are met, too."),
            (
                "smaller",
                "Of 3 smaller edits that were tried, 2 miss a target. 9 instead of 8 for goal: the number of turns (59.9, wanted \
                 60 to 65) is not shown to meet its target in 20,000 games.",
            ),
            (
                "alternatives",
                "7 copies of Steal one instead of 4 (3 steps, no target missed in 3,200 games, no warning); 10 instead of 8 for goal \
                 (2 steps, misses the number of turns (66.0, wanted 60 to 65) in 3,200 games, 1 warning). What is \
                 recommended takes 3 steps.",
            ),
            (
                "tried",
                "6 rule sets in 100,000 games, with Steal one 0 to 12 and goal 0 to 12. 3 had all figures on \
                 target; 2 of these were played again. 2 more were left out, because the game design warns of them.",
            ),
        ];
        let expected: Vec<(&str, String)> = expected.map(|(id, text)| (id, text.to_owned())).to_vec();
        assert_eq!(says, expected);
    }

    #[test]
    fn other_players_may_miss_or_leave_it_open() {
        let target = bound("turns", 60.0, 65.0);
        let by = |bot, turns| texts(&tuned(&target), &target, Some((bot, turns))).remove(1).1;
        let says = |turns| by("random", turns);
        assert_eq!(
            by("learned", 90.0),
            "No: among learned players it misses the number of turns (90.0, wanted 60 to 65)."
        );
        assert_eq!(
            says(90.0),
            "Not among random players, who miss the number of turns (90.0, wanted 60 to 65); better ones weren't tried."
        );
        assert!(says(64.5).starts_with("Not known: among random players"));
        assert!(says(65.5).starts_with("Not known: among random players"));
    }

    #[test]
    fn where_nothing_was_confirmed_it_says_so_and_what_comes_nearest() {
        let target = bound("turns", 70.0, 75.0);
        let nothing = Tuned { confirmed: None, refused: Vec::new(), nearest: 5, ..tuned(&target) };
        let first = |tuned: &Tuned| texts(tuned, &target, None).remove(0).1;
        let of = "10 instead of 8 for goal; it misses the number of turns (66.0, wanted 70 to 75).";
        assert_eq!(
            first(&nothing),
            format!("Nothing that was tried surely meets all targets. The nearest is {of}")
        );
        let unsure = Tuned { is_nearer: false, ..nothing.clone() };
        assert!(first(&unsure).contains("nothing is surely nearer than the rules as they are"));
        let start = Tuned { nearest: 0, ..nothing.clone() };
        assert!(first(&start).contains("nothing comes nearer than the rules as they are; it misses"));
        let others = |tuned: &Tuned| {
            texts(tuned, &target, None).into_iter().find(|(question, _)| *question == "alternatives")
        };
        let text = others(&nothing).unwrap().1;
        assert!(text.ends_with("The nearest takes 2 steps."), "nothing is recommended: {text}");
        // The rules as they are have 54 turns: of what has 50, nothing is said.
        let worse = [([4, 8], 54.0), ([4, 10], 66.0), ([6, 8], 50.0)];
        let tried = worse.map(|(point, turns)| one(point, turns, &target)).to_vec();
        assert_eq!(others(&Tuned { tried, nearest: 1, ..nothing.clone() }), None);
        let better = [([4, 8], 54.0), ([4, 10], 66.0), ([6, 8], 55.0)];
        let tried = better.map(|(point, turns)| one(point, turns, &target)).to_vec();
        assert!(others(&Tuned { tried, nearest: 1, ..nothing }).is_some());
    }

    #[test]
    fn what_all_that_was_tried_reached_is_said_where_it_is_surely_beside_a_target() {
        let says = |min, max, turns: &[f64]| {
            let target = bound("turns", min, max);
            let tried = turns.iter().enumerate().map(|(i, turns)| one([4, 8 + i as i64], *turns, &target));
            let tuned = Tuned {
                tried: tried.collect(),
                confirmed: None,
                refused: Vec::new(),
                nearest: 0,
                ..tuned(&target)
            };
            texts(&tuned, &target, None).pop().unwrap().1
        };
        let below = says(58.0, 62.0, &[23.9, 34.1, 32.0]);
        assert!(
            below.contains(
                " The number of turns was 23.9 to 34.1 in all of these rule sets, where 58 to 62 is wanted."
            ),
            "{below}"
        );
        assert!(says(10.0, 20.0, &[23.9, 34.1]).contains("23.9 to 34.1 in all of these rule sets, where 10"));
        // One may reach it by its interval (0.5), one lies beyond, one on target.
        for near in [57.6, 70.0, 60.0] {
            let text = says(58.0, 62.0, &[23.9, near]);
            assert!(!text.contains("in all of these"), "{text}");
        }
    }
}
