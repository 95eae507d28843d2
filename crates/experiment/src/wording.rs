//! Figures and names in sentences.

use crate::study::Measured;
use ludometer_figures::TurnTime;
use ludometer_model::Names;
pub(crate) use ludometer_model::{capital, player};

/// The kind of quantity that a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// A share, of which differences are points.
    Share,
    /// Anything else.
    Number,
}

/// Returns what a figure is in a sentence, and what it counts.
pub(crate) fn figure(names: &Names, metric: &str) -> (String, Count) {
    use Count::{Number, Share};
    let (stem, of) = match metric.strip_suffix(']').and_then(|metric| metric.split_once('[')) {
        Some((stem, of)) => (stem, of),
        None => (metric, ""),
    };
    let who = || player(of.parse().unwrap_or(usize::MAX));
    let (text, count) = match stem {
        "turns" | "rounds" | "decisions" => (format!("the number of {stem}"), Number),
        "minutes" => (minutes(of), Number),
        "forced_decisions" => ("the number of decisions without a choice".to_owned(), Number),
        "leader_gap" => ("the lead of the first over the second".to_owned(), Number),
        "seat_spread" => ("the gap between the best and the worst seat".to_owned(), Share),
        "first_mover_advantage" => ("the advantage of whoever moves first".to_owned(), Share),
        "won" => ("the share of games that are won".to_owned(), Share),
        "shared_wins" => ("the share of games in which several tie for the win".to_owned(), Share),
        "joint_wins" => ("the share of games that several win jointly".to_owned(), Share),
        "unfinished" => ("the share of games that don't end".to_owned(), Share),
        "seat_win_rate" => (format!("the share of games that {} wins", who()), Share),
        "table_score" => ("the score of the table".to_owned(), Number),
        "side_win_rate" => (format!("the share of games that side {of} wins"), Share),
        "seat_loss_rate" => (format!("the share of games that {} loses", who()), Share),
        "seat_bias" => (format!("what {} wins beside the fair share", who()), Share),
        "seat_mean_rank" => (format!("the mean place of {}", who()), Number),
        "seat_mean_score" => (format!("the mean score of {}", who()), Number),
        "strategy_win_rate" if of == "subject" => ("the share of games that the bot wins".to_owned(), Share),
        "strategy_win_rate" => (format!("the share of games that {of} wins"), Share),
        "card_drawn" => (format!("how often {} is drawn", names.card(of)), Number),
        "card_played" => (format!("how often {} is played", names.card(of)), Number),
        "card_played_share" => (format!("how much of {} drawn is played", names.card(of)), Share),
        "card_win_rate_drawn" => (format!("how often whoever draws {} wins", names.card(of)), Share),
        "card_delta" => (format!("how much more often whoever draws {} wins", names.card(of)), Share),
        _ => match stem.strip_prefix("action_").filter(|_| of.is_empty()) {
            Some(kind) => (format!("how often {} is chosen", quoted(&names.action(kind))), Number),
            None if of.is_empty() => (stem.replace(['_', '.'], " "), Number),
            None => (format!("{} of {}", stem.replace(['_', '.'], " "), of.replace('_', " ")), Number),
        },
    };
    (text, count)
}

/// Returns what minutes at a pace are in a sentence.
fn minutes(pace: &str) -> String {
    let pace: TurnTime = pace.parse().unwrap_or_default();
    format!("the number of minutes at {}", pace.spoken())
}

/// The most decimals.
const MOST: i32 = 4;

/// Returns the number of decimals that an interval of this half width allows: its first digit that is not 0, and one
/// more after a 1, which alone would be coarse.
fn decimals(half: f64) -> usize {
    if half <= 0.0 || !half.is_finite() {
        return 2;
    }
    // The slack keeps 0.1 from counting as a little less than 0.1.
    let power = (half.log10() + 1e-9).floor();
    let is_coarse = half / 10_f64.powf(power) < 1.95;
    (i32::from(is_coarse) - power as i32).clamp(0, MOST) as usize
}

fn with_sign(text: String) -> String {
    // A true minus sign, which no line breaks after; none before zero.
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        Some(rest) => format!("\u{2212}{rest}"),
        None => text,
    }
}

/// Returns a figure as far as its interval is known: `1.1` of 1.1096 if that may be 0.89 or 1.33.
pub(crate) fn rounded(value: f64, (low, high): (f64, f64)) -> String {
    with_sign(format!("{value:.0$}", decimals((high - low) / 2.0)))
}

/// Returns two figures whose difference is given beside them: with one decimal more than that difference where whoever
/// subtracts would come to another one, such as 52 less 49 of 51.6 and 49.4.
pub(crate) fn levels([a, b]: [f64; 2], interval: (f64, f64)) -> [String; 2] {
    let digits = decimals((interval.1 - interval.0) / 2.0);
    let scale = 10_f64.powi(digits as i32);
    let round = |x: f64| (x * scale).round();
    let agree = (round(b) - round(a) - round(b - a)).abs() < 0.5;
    let digits = if agree { digits } else { (digits + 1).min(MOST as usize) };
    [a, b].map(|x| with_sign(format!("{x:.digits$}")))
}

/// Returns an interval, with one decimal more where the end nearer to 0 would look as if it were 0.
pub(crate) fn rounded_range((low, high): (f64, f64)) -> String {
    let mut digits = decimals((high - low) / 2.0);
    let near = if low.abs() < high.abs() { low } else { high };
    let is_zero = |digits: usize| near != 0.0 && (near.abs() * 10_f64.powi(digits as i32)) < 0.5;
    if low * high > 0.0 && is_zero(digits) && digits < MOST as usize {
        digits += 1;
    }
    format!("{} to {}", with_sign(format!("{low:.digits$}")), with_sign(format!("{high:.digits$}")))
}

/// Returns the size of a change that is certain: `1.1` and `0.9 to 1.3`, whichever way it goes.
pub(crate) fn size_of((low, high): (f64, f64), value: f64) -> (String, String) {
    let interval = if high < 0.0 { (-high, -low) } else { (low, high) };
    (rounded(value.abs(), interval), rounded_range(interval))
}

/// Returns the largest change that an interval allows, rounded up: `0.6` of −0.52 to 0.31.
pub(crate) fn at_most((low, high): (f64, f64)) -> String {
    let most = low.abs().max(high.abs());
    let digits = decimals(most);
    let scale = 10_f64.powi(digits as i32);
    format!("{:.digits$}", (most * scale - 1e-9).ceil() / scale)
}

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

/// Returns the two parts of what is left of a hundred beside a first one, as [`of_hundred`]; where all three are whole numbers,
/// so that they add up to 100.
pub(crate) fn rest_of_hundred(first: f64, parts: [f64; 2]) -> [String; 2] {
    let [first, one, other] = [first, parts[0], parts[1]].map(|share| share * 100.0);
    if [first, one, other].iter().any(|x| !(1.0..99.0).contains(x)) {
        return parts.map(of_hundred);
    }
    let rest = 100.0 - first.round();
    let off = |whole: f64| (one - whole).abs() + (other - (rest - whole)).abs();
    let (low, high) = (one.floor(), one.ceil());
    let whole = if off(low) < off(high) { low } else { high };
    [whole, rest - whole].map(|x| format!("{x:.0}"))
}

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
    fn figures_have_the_digits_that_their_intervals_allow() {
        let turns = (0.892, 1.327);
        assert_eq!(
            (rounded(1.1096, turns), rounded_range(turns)),
            ("1.1".to_owned(), "0.9 to 1.3".to_owned())
        );
        let wide = (-32.0, 8.0);
        assert_eq!(
            (rounded(-12.4, wide), rounded_range(wide)),
            ("\u{2212}12".to_owned(), "\u{2212}32 to 8".to_owned())
        );
        let gap = (-0.0626, -0.0081);
        assert_eq!(size_of(gap, -0.0353), ("0.04".to_owned(), "0.01 to 0.06".to_owned()));
        assert_eq!(rounded(-0.001, (-0.3, 0.3)), "0.0", "zero has no sign");
        assert_eq!(rounded(3.0, (3.0, 3.0)), "3.00", "nothing varied");
    }

    #[test]
    fn parts_of_a_hundred_add_up() {
        let says = |first: f64, one: f64| {
            let rest = rest_of_hundred(first, [one, 1.0 - first - one]);
            format!("{} {}", of_hundred(first), rest.join(" "))
        };
        assert_eq!(says(0.446, 0.036), "45 3 52", "45, 4 and 52 would be 101");
        assert_eq!(says(0.444, 0.034), "44 4 52", "44, 3 and 52 would be 99");
        assert_eq!(says(0.25, 0.5), "25 50 25");
        assert_eq!(says(0.351, 0.003), "35 0.3 65");
    }

    #[test]
    fn a_certain_change_never_looks_like_none() {
        assert_eq!(rounded_range((0.002, 0.03)), "0.002 to 0.030");
        assert_eq!(rounded_range((-0.04, 0.002)), "\u{2212}0.04 to 0.00", "this one may be none");
    }

    #[test]
    fn levels_agree_with_their_difference() {
        let texts = |a, b, half: f64| levels([a, b], (b - a - half, b - a + half));
        // 2 points more of 52 and 49 would be 3.
        assert_eq!(texts(49.4, 51.6, 2.0), ["49.4", "51.6"]);
        assert_eq!(texts(49.1, 51.2, 2.0), ["49", "51"]);
        assert_eq!(texts(25.0, 31.0, 1.0), ["25.0", "31.0"]);
    }

    #[test]
    fn bounds_are_rounded_up() {
        assert_eq!(
            [at_most((-0.52, 0.31)), at_most((-0.1, 0.94)), at_most((0.0, 1.2))],
            ["0.6", "1.0", "1.2"]
        );
        assert_eq!(at_most((-0.000_036, 0.000_036)), "0.0001");
    }

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
