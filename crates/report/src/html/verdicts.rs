//! Who wins more in which pair: one reading for the page and the terminal.

use super::sections::show::listed;
use super::words::{Unit, capital};
use ludometer_rating::Verdict;

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

/// True if it is certain that the first bot of two wins more.
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

/// `a, b or c`.
fn one_of(words: &[String]) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => words.concat(),
    }
}

/// Tells in a sentence what is certain of these pairs, each told once, and which are open.
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
    fn words_are_read_back() {
        for (verdict, word) in WORDS {
            assert_eq!((verdict_word(verdict), verdict_of(word)), (word, Some(verdict)));
        }
        assert_eq!(verdict_of(""), None);
    }
}
