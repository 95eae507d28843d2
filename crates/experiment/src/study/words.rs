//! Figures and names as people say them.

use super::facts::Measured;

/// Returns a share in per cent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Returns a difference of shares in points, without its sign.
pub(crate) fn points(share: f64) -> String {
    match (share.abs() * 1000.0).round() / 10.0 {
        // One point is one, whatever it was rounded from.
        x if (x - 1.0).abs() < 1e-9 => "1.0 point".to_owned(),
        x => format!("{x:.1} points"),
    }
}

/// Returns the interval of a share, in per cent: `27.7 to 28.9`.
pub(crate) fn range(measured: Measured) -> String {
    format!("{:.1} to {:.1}", measured.low * 100.0, measured.high * 100.0)
}

/// Returns the interval of a gain in points, smallest first.
pub(crate) fn range_of_points(measured: Measured) -> String {
    // With a true minus sign, which no line breaks after.
    format!("{:.1} to {:.1}", measured.low * 100.0, measured.high * 100.0).replace('-', "\u{2212}")
}

/// Returns a number of times out of a hundred: what is neither never nor always is not said so.
pub(crate) fn of_hundred(share: f64) -> String {
    match share * 100.0 {
        x if x > 0.0 && x < 0.05 => "fewer than 0.1".to_owned(),
        x if x > 0.0 && x < 1.0 => format!("{x:.1}"),
        x if (99.95..100.0).contains(&x) => "more than 99.9".to_owned(),
        x if (99.0..100.0).contains(&x) => format!("{x:.1}"),
        x => format!("{x:.0}"),
    }
}

pub(crate) use ludometer_model::{capital, player};

/// Returns a name in quotation marks, where it would run into the sentence.
pub(crate) fn quoted(name: &str) -> String {
    format!("\u{201c}{name}\u{201d}")
}

/// Returns a number of games: `1 game`, `131,072 games`.
pub(crate) fn games(count: u64) -> String {
    ludometer_model::counted(count, "game")
}

/// Returns `a, b and c`; of many the first, and how many more there are.
pub(crate) fn list(words: &[String]) -> String {
    const MOST: usize = 6;
    match words.len().saturating_sub(MOST) {
        0 | 1 => all(words),
        more => format!("{} and {more} more", words[..MOST].join(", ")),
    }
}

/// Returns `a, b or c`; of many the first, and how many more there are.
pub(crate) fn either(words: &[String]) -> String {
    const MOST: usize = 3;
    match words {
        [] => String::new(),
        [one] => one.clone(),
        _ if words.len() > MOST + 1 => {
            format!("{} or one of {} more", words[..MOST].join(", "), words.len() - MOST)
        }
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// Returns `a, b and c`, however many there are.
pub(crate) fn all(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_names_and_figures() {
        assert_eq!(player(2), "Player C");
        assert_eq!([points(-0.0213), points(0.0102)], ["2.1 points", "1.0 point"]);
        assert_eq!([of_hundred(0.834), of_hundred(0.9987), of_hundred(1.0)], ["83", "99.9", "100"]);
        assert_eq!([0.0, 0.0004, 0.003, 0.0097].map(of_hundred), ["0", "fewer than 0.1", "0.3", "1.0"]);
        assert_eq!(quoted("steal"), "\u{201c}steal\u{201d}");
        assert_eq!([games(1), games(131_072)], ["1 game", "131,072 games"]);
        let words = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([list(&words[..1]), list(&words)], ["a", "a, b and c"]);
        let five = ["a", "b", "c", "d", "e"].map(str::to_owned);
        let said = ["a", "a or b", "a, b, c or d", "a, b, c or one of 2 more"];
        assert_eq!([1, 2, 4, 5].map(|many| either(&five[..many])), said);
    }
}
