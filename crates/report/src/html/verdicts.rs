//! Who wins more in which pair: one reading for the page and the terminal.

use std::collections::BTreeSet;

use super::sections::show::listed;
use super::words::{Unit, capital};
use ludometer_rating::Verdict;
use ludometer_stats::normal_quantile;

/// Words of the verdicts in `pairs.csv`.
const WORDS: [(Verdict, &str); 4] = [
    (Verdict::Better, "better"),
    (Verdict::Worse, "worse"),
    (Verdict::Equal, "equal"),
    (Verdict::Open, "open"),
];

/// Names a verdict as `pairs.csv` does.
pub(crate) fn verdict_word(verdict: Verdict) -> &'static str {
    WORDS.iter().find(|(known, _)| *known == verdict).map_or("open", |(_, word)| word)
}

/// Reads a verdict as `pairs.csv` names it.
pub(super) fn verdict_of(word: &str) -> Option<Verdict> {
    WORDS.iter().find(|(_, known)| *known == word).map(|(verdict, _)| *verdict)
}

/// A bot in the order of the ratings: what it wins of the games in which a seat of it plays, and what would be even.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<'a> {
    pub(crate) name: &'a str,
    pub(crate) win_rate: Option<f64>,
    pub(crate) interval: Option<(f64, f64)>,
    pub(crate) expected: f64,
}

/// Returns true if it is certain that the first bot of two wins more.
fn beats(pairs: &[(&str, &str, Verdict)], winner: &str, loser: &str) -> bool {
    pairs.iter().any(|&(first, second, verdict)| match verdict {
        Verdict::Better => (first, second) == (winner, loser),
        Verdict::Worse => (second, first) == (winner, loser),
        Verdict::Equal | Verdict::Open => false,
    })
}

/// Tells in a sentence who won a tournament: which bot certainly beats all others, which comes second, and which bots
/// beat each other in a circle.
pub(crate) fn tournament_reading(
    bots: &[Ranked<'_>],
    pairs: &[(&str, &str, Verdict)],
    cycles: &[Vec<String>],
) -> Option<String> {
    let beats_all = |one: &Ranked<'_>, among: &[Ranked<'_>]| {
        among.iter().all(|other| other.name == one.name || beats(pairs, one.name, other.name))
    };
    if bots.len() < 2 {
        return None;
    }
    let mut parts = Vec::new();
    if let Some(best) = bots.iter().find(|one| beats_all(one, bots)) {
        let rate = best.win_rate.map_or_else(String::new, |rate| {
            let range = best.interval.map_or_else(String::new, |i| format!(" ({})", Unit::Share.range(i)));
            let even = Unit::Share.exact(best.expected);
            format!(
                ": a seat of it wins {} of the games{range}, where {even} would be even",
                Unit::Share.text(rate)
            )
        });
        parts.push(format!("{} is the best bot{rate}", best.name));
        let rest: Vec<Ranked<'_>> = bots.iter().filter(|one| one.name != best.name).copied().collect();
        match rest.iter().find(|one| rest.len() > 1 && beats_all(one, &rest)) {
            Some(second) => parts.push(format!("{} is second", second.name)),
            None if rest.len() > 1 => parts.push("who is second is not certain".to_owned()),
            None => {}
        }
    } else {
        // Who loses to nobody for certain may be the best.
        let may_be = bots.iter().filter(|one| bots.iter().all(|other| !beats(pairs, other.name, one.name)));
        let may_be: Vec<String> = may_be.map(|one| one.name.to_owned()).collect();
        parts.push(match &may_be[..] {
            [] => "No bot is the best: each loses to another".to_owned(),
            [one] => format!("{one} may be the best bot, but it is not certain that it beats all others"),
            _ if may_be.len() == bots.len() => "Which bot is the best is not known yet".to_owned(),
            some => format!("Which bot is the best is not known yet: it may be {}", one_of(some)),
        });
    }
    if cycles.is_empty() && bots.len() > 2 {
        parts.push("no bots beat each other in a circle".to_owned());
    }
    for cycle in cycles {
        let circle: Vec<&str> = cycle.iter().chain(cycle.first()).map(String::as_str).collect();
        parts.push(format!("there is a circle: {}", circle.join(" beats ")));
    }
    Some(parts.join("; ") + ".")
}

/// What is known of the bots at one number of players.
#[derive(Clone, Debug)]
pub(crate) struct AtSize<'a> {
    /// The number of players.
    pub(crate) players: String,
    /// Each pair, reported once or both ways: the wins a game of the first less those of the second, with the 95 % interval.
    pub(crate) differences: Vec<(&'a str, &'a str, f64, (f64, f64))>,
}

impl<'a> AtSize<'a> {
    /// Returns the bots, each once.
    fn bots(&self) -> BTreeSet<&'a str> {
        self.differences.iter().flat_map(|&(first, second, ..)| [first, second]).collect()
    }
}

/// The probability that any of the bests of [`sizes_reading`] is none.
const SIZES_ALPHA: f64 = 0.05;

/// Tells in a sentence which bot is the best at each number of players, and whether that changes with it; nothing where it is
/// known at none. All pairs at all
/// numbers of players are looked at, and their intervals widened for that (Bonferroni).
pub(crate) fn sizes_reading(sizes: &[AtSize<'_>]) -> Option<String> {
    if sizes.len() < 2 {
        return None;
    }
    let looks: usize =
        sizes.iter().map(|size| size.bots().len()).map(|bots| bots * bots.saturating_sub(1) / 2).sum();
    let wider = normal_quantile(1.0 - SIZES_ALPHA / (2.0 * looks.max(1) as f64)) / normal_quantile(0.975);
    let mut known: Vec<(&str, Vec<String>)> = Vec::new();
    let mut open: Vec<String> = Vec::new();
    for size in sizes {
        let AtSize { players, differences } = size;
        let wins = |winner: &str, loser: &str| {
            differences.iter().any(|&(first, second, value, (low, high))| {
                let certain = |bound: f64| value.abs() > wider * (value - bound).abs();
                (first, second) == (winner, loser) && value > 0.0 && certain(low)
                    || (second, first) == (winner, loser) && value < 0.0 && certain(high)
            })
        };
        let bots = size.bots();
        match bots.iter().find(|one| bots.iter().all(|other| other == *one || wins(one, other))) {
            None => open.push(players.clone()),
            Some(best) => match known.iter_mut().find(|(bot, _)| bot == best) {
                Some((_, at)) => at.push(players.clone()),
                None => known.push((best, vec![players.clone()])),
            },
        }
    }
    let number = |at: &[String]| format!("{} players", listed(at));
    let each: Vec<String> = known.iter().map(|(bot, at)| format!("{bot} with {}", number(at))).collect();
    Some(match (&known[..], &open[..]) {
        ([], _) => return None,
        ([(bot, _)], []) => format!("{bot} is the best at each number of players."),
        (_, []) => format!("Which bot is the best changes with the number of players: {}.", each.join(", ")),
        ([(bot, at)], open) => {
            format!("{bot} is the best with {}; with {} it is not certain yet.", number(at), number(open))
        }
        (_, open) => format!(
            "Which bot is the best changes with the number of players: {}; with {} it is not certain yet.",
            each.join(", "),
            number(open)
        ),
    })
}

/// Returns `a, b or c`.
fn one_of(words: &[String]) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => words.concat(),
    }
}

/// Tells in a sentence what is certain of these pairs, each reported once, and which are open.
pub(crate) fn pairs_reading(pairs: &[(&str, &str, Verdict)]) -> String {
    let mut winners: Vec<(&str, Vec<String>)> = Vec::new();
    let (mut equal, mut open) = (Vec::new(), Vec::new());
    for &(first, second, verdict) in pairs {
        let (winner, loser) = match verdict {
            Verdict::Better => (first, second),
            Verdict::Worse => (second, first),
            Verdict::Equal => {
                equal.push(format!("{first} and {second}"));
                continue;
            }
            Verdict::Open => {
                open.push(format!("{first} and {second}"));
                continue;
            }
        };
        match winners.iter_mut().find(|(known, _)| *known == winner) {
            Some((_, losers)) => losers.push(loser.to_owned()),
            None => winners.push((winner, vec![loser.to_owned()])),
        }
    }
    if open.len() == pairs.len() {
        return "It is open in every pair who wins more.".to_owned();
    }
    let mut parts: Vec<String> = winners
        .iter()
        .map(|(winner, losers)| format!("{winner} wins more than {}", listed(losers)))
        .collect();
    if !equal.is_empty() {
        parts.push(format!("no more than the margin lies between {}", in_a_row(&equal)));
    }
    if !open.is_empty() {
        parts.push(format!("it is open between {}", in_a_row(&open)));
    }
    let sentence = parts.join("; ") + ".";
    // A bot's name stays as it is.
    if winners.is_empty() { capital(&sentence) } else { sentence }
}

/// Pairs in a row: an `and` between them would be taken for one within them.
fn in_a_row(pairs: &[String]) -> String {
    const MOST: usize = 8;
    match pairs.len().saturating_sub(MOST) {
        0 => pairs.join(", "),
        more => format!("{}, and in {more} pairs more", pairs[..MOST].join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_by_hand() {
        use Verdict::{Better, Equal, Open, Worse};
        let open = [("a", "b", Open), ("a", "c", Open)];
        assert_eq!(pairs_reading(&open), "It is open in every pair who wins more.");
        let order = [("a", "b", Better), ("a", "c", Better), ("b", "c", Worse)];
        assert_eq!(pairs_reading(&order), "a wins more than b and c; c wins more than b.");
        let some = [("a", "b", Open), ("a", "c", Better), ("b", "c", Equal), ("b", "d", Open)];
        let expected = "a wins more than c; no more than the margin lies between b and c; \
                        it is open between a and b, b and d.";
        assert_eq!(pairs_reading(&some), expected);
        assert_eq!(pairs_reading(&[("a", "b", Equal)]), "No more than the margin lies between a and b.");
    }

    #[test]
    fn who_won_is_said_as_far_as_it_is_certain() {
        use Verdict::{Better, Open};
        let bots: Vec<Ranked<'_>> = [("mcts", 0.61), ("greedy", 0.3), ("random", 0.1)]
            .map(|(name, rate)| Ranked {
                name,
                win_rate: Some(rate),
                interval: Some((rate - 0.02, rate + 0.02)),
                expected: 0.25,
            })
            .to_vec();
        let order = [("mcts", "greedy", Better), ("mcts", "random", Better), ("greedy", "random", Better)];
        let best = "mcts is the best bot: a seat of it wins 61.0 % of the games (59.0 to 63.0 %), where 25 % would be even";
        assert_eq!(
            tournament_reading(&bots, &order, &[]).unwrap(),
            format!("{best}; greedy is second; no bots beat each other in a circle.")
        );
        let open = [("mcts", "greedy", Better), ("mcts", "random", Better), ("greedy", "random", Open)];
        let text = tournament_reading(&bots, &open, &[]).unwrap();
        assert!(text.contains("; who is second is not certain;"), "{text}");
        let two = [("mcts", "greedy", Open), ("mcts", "random", Better), ("greedy", "random", Better)];
        let text = tournament_reading(&bots, &two, &[]).unwrap();
        assert!(
            text.starts_with("Which bot is the best is not known yet: it may be mcts or greedy;"),
            "{text}"
        );
        let circle = [("mcts", "greedy", Better), ("random", "mcts", Better), ("greedy", "random", Better)];
        let names = vec!["mcts", "greedy", "random"].into_iter().map(str::to_owned).collect();
        assert_eq!(
            tournament_reading(&bots, &circle, &[names]).unwrap(),
            "No bot is the best: each loses to another; there is a circle: mcts beats greedy beats random beats mcts."
        );
        let pair = tournament_reading(&bots[1..], &order, &[]).unwrap();
        assert!(pair.starts_with("greedy is the best bot: ") && pair.ends_with(" would be even."), "{pair}");
        assert_eq!(tournament_reading(&bots[..1], &[], &[]), None);
    }

    #[test]
    fn what_is_best_at_each_number_of_players() {
        // Three bots: a beats both others beyond doubt, or b does, or only just by one interval.
        let size = |players: &str, best: &'static str, low: f64| {
            let others = ["a", "b", "c"].into_iter().filter(|bot| *bot != best);
            let mut differences: Vec<_> = others.map(|other| (best, other, 0.2, (low, 0.4 - low))).collect();
            // The first pair is reported the other way round.
            let (first, second, value, (low, high)) = differences[0];
            differences[0] = (second, first, -value, (-high, -low));
            AtSize { players: players.to_owned(), differences }
        };
        let said = |sizes: &[AtSize<'_>]| sizes_reading(sizes).unwrap();
        let clear = 0.15;
        assert_eq!(
            said(&[size("2", "a", clear), size("4", "a", clear)]),
            "a is the best at each number of players."
        );
        assert_eq!(
            said(&[size("2", "a", clear), size("3", "b", clear), size("4", "a", clear)]),
            "Which bot is the best changes with the number of players: a with 2 and 4 players, b with 3 players."
        );
        // One interval of 95 % is not enough where six pairs are looked at.
        assert_eq!(
            said(&[size("2", "a", clear), size("4", "b", 0.03)]),
            "a is the best with 2 players; with 4 players it is not certain yet."
        );
        assert_eq!(sizes_reading(&[size("2", "a", 0.03), size("4", "b", 0.03)]), None);
        assert_eq!(sizes_reading(&[size("2", "a", clear)]), None);
    }

    #[test]
    fn words_are_read_back() {
        for (verdict, word) in WORDS {
            assert_eq!((verdict_word(verdict), verdict_of(word)), (word, Some(verdict)));
        }
        assert_eq!(verdict_of(""), None);
    }
}
