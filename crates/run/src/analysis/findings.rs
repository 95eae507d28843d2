//! The findings of an analysis: a short ranked list in words.
//!
//! All checks of a batch are one family. A finding is a check whose p-value is significant after
//! Holm's step-down correction (S. Holm, *Scandinavian Journal of Statistics* 6, 1979) at the level
//! [`FAMILYWISE`]: where every figure is within its tolerance, at most one analysis in twenty says
//! anything at all. A figure that is out by a moderate amount without being significant is listed as
//! `unclear`: too few plays. What never happened is a fact about the batch and is not tested.

use std::fmt::Write as _;

use super::checks::{About, Check, LEAST_PLAYS, Severity, checks, never};
use ludometer_model::thousands;
use ludometer_stats::{Bounded, Report, Row, Table, holm};

/// The chance that an analysis has any false finding.
const FAMILYWISE: f64 = 0.05;

/// A batch played by other bots, to see for whom a finding holds.
pub(super) struct Level {
    pub name: String,
    /// How many plays it has.
    pub plays: u64,
    pub report: Report,
}

/// The agreement of a check's answer with that of another batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holds {
    Yes,
    No,
    TooFew,
}

fn holds(check: &Check, others: &[Check]) -> Holds {
    let same = |other: &&Check| other.topic == check.topic && other.item == check.item;
    let Some(other) = others.iter().find(same) else { return Holds::No };
    if other.side == check.side && other.p < FAMILYWISE && other.games >= LEAST_PLAYS {
        return Holds::Yes;
    }
    // Plainly within the tolerance, or out on the other side.
    let opposite = other.side == -check.side && other.p < FAMILYWISE;
    let inside = other.side == 0 && other.games >= LEAST_PLAYS && {
        let beyond = |x: f64| {
            if check.side > 0 { x >= check.value.min(check.fair) } else { x <= check.value.max(check.fair) }
        };
        other.interval.is_some_and(|(low, high)| !beyond(if check.side > 0 { high } else { low }))
    };
    if opposite || inside { Holds::No } else { Holds::TooFew }
}

/// A row of `findings.csv`: a finding.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "findings")]
pub struct FindingRow {
    /// Rank, from 1.
    pub rank: u64,
    /// Topic.
    pub topic: String,
    /// Severity.
    pub severity: Severity,
    /// Bots whose games show it.
    #[row(optional)]
    pub holds_for: String,
    /// Finding in words.
    pub text: String,
    /// Value of the figure.
    #[row("value", "ci_low", "ci_high")]
    pub value: Bounded,
    /// Ideal value of the figure, or the bound that it should keep.
    pub fair: Option<f64>,
    /// Games.
    pub games: u64,
    /// Number of a game that shows it.
    pub trace_game: Option<u64>,
    /// p-value, adjusted for all checks of the run (Holm); no less than 10⁻¹².
    #[row(optional)]
    pub p_adjusted: Option<f64>,
}

/// A finding with what it is sorted by.
type Ranked = ((u8, Severity), FindingRow);

/// Topics of games that do not end.
const ENDLESS: [&str; 2] = ["loops", "unfinished games"];

/// The plays: who played them, and how often.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    /// The bots, as they are named together.
    pub bots: &'a str,
    /// The bots that failed, with how often. Someone else played on for them, so that nothing is found in these games.
    pub failed: &'a [(&'a str, u64)],
    /// The games that differ, where all others are copies of these.
    pub distinct: Option<u64>,
    pub games: u64,
}

/// Returns the table of findings of a report on such plays, held against other batches.
pub(super) fn findings(report: &Report, subject: Subject<'_>, levels: &[Level], about: About<'_>) -> Table {
    let Subject { bots, failed, distinct, games } = subject;
    let mut list = Vec::new();
    let note = |topic: &str, severity, order, text| {
        let row = FindingRow {
            rank: 0,
            topic: topic.to_owned(),
            severity,
            holds_for: bots.to_owned(),
            text,
            value: Bounded::default(),
            fair: None,
            games,
            trace_game: None,
            p_adjusted: None,
        };
        (order, row)
    };
    for (bot, times) in failed {
        let text = format!(
            "{bot} failed {} in {} games and lost them: someone who chooses at random played on for it, so that nothing is found \
             in these games",
            if *times == 1 { "once".to_owned() } else { format!("{} times", thousands(*times)) },
            thousands(games)
        );
        list.push(note("forfeits", Severity::Serious, (0, Severity::Serious), text));
    }
    if let Some(distinct) = distinct {
        let text = format!(
            "all {} games are copies of {}: neither the game nor these bots leave anything to chance, so that no share and no \
             difference is judged",
            thousands(games),
            thousands(distinct)
        );
        list.push(note("copies", Severity::Serious, (0, Severity::Serious), text));
    }
    let tells = failed.is_empty() && distinct.is_none();
    // Neither tolerances nor what never happened. That copies of a game, or few games, have no end is so all the same.
    if failed.is_empty() && (!tells || games < LEAST_PLAYS) {
        let mut all = Vec::new();
        judge(report, bots, levels, about, &mut all);
        list.extend(all.into_iter().filter(|found| ENDLESS.contains(&found.1.topic.as_str())));
    }
    if tells && games < LEAST_PLAYS {
        let text = format!("too few games for any verdict: {games}, at least {LEAST_PLAYS} are needed");
        list.push(note("games", Severity::Unclear, (1, Severity::Note), text));
    } else if tells {
        judge(report, bots, levels, about, &mut list);
    }
    for (kind, mut items) in never(report).into_iter().filter(|_| tells) {
        let kind = kind.word();
        items.sort_unstable();
        let names: Vec<String> = items.iter().map(|item| about.names.of(kind, item)).collect();
        let names = names.join(", ");
        let these =
            if items.len() == 1 { format!("this {kind}") } else { format!("these {} {kind}s", items.len()) };
        let text = format!("{these} never happened in {} games: {names}", thousands(games));
        list.push(note("coverage", Severity::Note, (2, Severity::Note), text));
    }
    list.sort_by_key(|(order, _)| *order);
    Table::of((1..).zip(list).map(|(rank, (_, row))| FindingRow { rank, ..row }))
}

fn judge(report: &Report, bots: &str, levels: &[Level], about: About<'_>, list: &mut Vec<Ranked>) {
    let main = checks(report, about);
    let adjusted = holm(&main.iter().map(|check| check.p).collect::<Vec<_>>());
    let others: Vec<(&Level, Vec<Check>)> =
        levels.iter().map(|level| (level, checks(&level.report, about))).collect();
    for (check, adjusted) in main.into_iter().zip(adjusted) {
        let sure = adjusted < FAMILYWISE && check.side != 0;
        let suspect = check.side != 0 && check.severity <= Severity::Moderate;
        if !sure && !suspect {
            continue;
        }
        let mut holds_for = vec![bots];
        let (mut not, mut open) = (Vec::new(), Vec::new());
        for (level, others) in &others {
            let name = level.name.as_str();
            match holds(&check, others) {
                Holds::Yes => holds_for.push(name),
                Holds::No => not.push(name),
                Holds::TooFew => open.push(format!("{name} after {} games", thousands(level.plays))),
            }
        }
        let mut text = check.text.clone();
        if sure {
            // Bots that differ are a line-up, whose names make no list of those for whom it holds.
            let mut said = holds_for.clone();
            if bots.contains(' ') {
                said[0] = "this line-up";
            }
            let _ = write!(text, "; holds for {}", all(&said));
            if !not.is_empty() {
                let _ = write!(text, "; not for {}", all(&not));
            }
            if !open.is_empty() {
                let open: Vec<&str> = open.iter().map(String::as_str).collect();
                let _ = write!(text, "; not known yet for {}", all(&open));
            }
        } else {
            text += "; too few games to be sure";
        }
        let row = FindingRow {
            rank: 0,
            topic: check.topic.to_owned(),
            severity: if sure { check.severity } else { Severity::Unclear },
            holds_for: if sure { holds_for.join(" ") } else { String::new() },
            text,
            value: Bounded { value: Some(check.value), interval: check.interval },
            fair: Some(check.fair),
            games: check.games,
            trace_game: check.trace,
            // More digits than four tell nothing, nor do smaller numbers.
            p_adjusted: Some(format!("{:.3e}", adjusted.max(1e-12)).parse().unwrap_or(adjusted)),
        };
        list.push(((u8::from(!sure), check.severity), row));
    }
}

/// Returns `a, b and c`.
fn all(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::{Contest, Kind};

    #[test]
    fn few_plays_earn_no_verdict() {
        let about = About {
            seats: 4,
            contest: Box::leak(Box::new(Contest::new(Kind::Competitive, 4))),
            has_ties: true,
            idle: &[],
            names: &ludometer_model::Names::default(),
        };
        let played = |failed| Subject { bots: "greedy", failed, distinct: None, games: 60 };
        let found =
            |failed| findings(&Report::default(), played(failed), &[], about).rows::<FindingRow>().unwrap();
        let [row] = &found(&[])[..] else { panic!("one finding") };
        assert_eq!(row.severity, Severity::Unclear);
        // Nor do games that a bot lost by failing.
        let [row] = &found(&[("greedy", 41)])[..] else { panic!("one finding") };
        assert_eq!(row.severity, Severity::Serious);
        assert!(row.text.starts_with("greedy failed 41 times in 60 games and lost them:"), "{}", row.text);
    }

    #[test]
    fn lists_read_like_sentences() {
        assert_eq!([all(&[]), all(&["a"]), all(&["a", "b", "c"])], ["", "a", "a, b and c"]);
    }
}
