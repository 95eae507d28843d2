//! Who wins more in which pair: one reading for the page and the terminal.

use super::sections::show::listed;
use super::words::capital;
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
    fn words_are_read_back() {
        for (verdict, word) in WORDS {
            assert_eq!((verdict_word(verdict), verdict_of(word)), (word, Some(verdict)));
        }
        assert_eq!(verdict_of(""), None);
    }
}
