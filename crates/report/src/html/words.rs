//! Numbers and names as people read them.

pub(super) use ludometer_model::capital;
use ludometer_model::player;

/// Returns a count of plays with commas.
pub(super) fn thousands(count: f64) -> String {
    ludometer_model::thousands(count.round().max(0.0) as u64)
}

/// The unit that a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// A share: shown in per cent.
    Share,
    /// A difference of shares: shown in percentage points, with its sign.
    Points,
    /// A difference of anything else: shown with its sign.
    Change,
    /// Anything else.
    Plain,
}

impl Unit {
    /// Returns a number with its unit.
    pub(super) fn text(self, x: f64) -> String {
        match self {
            Self::Share => format!("{} %", decimals(x * 100.0, 1)),
            Self::Points => format!("{}{}", if x > 0.0 { "+" } else { "" }, decimals(x * 100.0, 1)),
            Self::Change => format!("{}{}", if x > 0.0 { "+" } else { "" }, decimals(x, 2)),
            Self::Plain => figure(x),
        }
    }

    /// Returns a number as a sentence has it, and a plot whose axis does not name the unit.
    pub(super) fn said(self, x: f64) -> String {
        match self {
            Self::Points => format!("{} points", self.text(x)),
            Self::Share | Self::Change | Self::Plain => self.text(x),
        }
    }

    /// Returns a number that is known and not measured: without decimals that tell nothing.
    pub(super) fn exact(self, x: f64) -> String {
        self.text(x).replacen(".0 %", " %", 1)
    }

    /// Returns an interval with its unit.
    pub(super) fn range(self, (low, high): (f64, f64)) -> String {
        match self {
            Self::Share => format!("{} to {} %", decimals(low * 100.0, 1), decimals(high * 100.0, 1)),
            Self::Points | Self::Change | Self::Plain => format!("{} to {}", self.text(low), self.text(high)),
        }
    }

    /// Returns the label of a tick of an axis whose ticks are `step` apart.
    pub(super) fn tick(self, x: f64, step: f64) -> String {
        let (x, step, end) = match self {
            Self::Share => (x * 100.0, step * 100.0, " %"),
            Self::Points => (x * 100.0, step * 100.0, ""),
            Self::Change | Self::Plain => (x, step, ""),
        };
        // The slack keeps a step such as 0.1 * 100 from asking for one digit too many.
        let digits = (-(step.log10() + 1e-9).floor()).clamp(0.0, 9.0) as usize;
        let signed = matches!(self, Self::Points | Self::Change);
        let sign = if signed && x > step / 2.0 { "+" } else { "" };
        format!("{sign}{}{end}", decimals(x, digits))
    }
}

/// Returns a number with this many decimals and commas between thousands; zero has no sign.
fn decimals(x: f64, digits: usize) -> String {
    // Of nothing there is no mean.
    if !x.is_finite() {
        return "\u{2013}".to_owned();
    }
    let shown = format!("{:.digits$}", x.abs());
    let (whole, rest) = shown.split_at(shown.find('.').unwrap_or(shown.len()));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), ludometer_model::thousands);
    let zero = shown.chars().all(|c| c == '0' || c == '.');
    format!("{}{whole}{rest}", if x < 0.0 && !zero { "\u{2212}" } else { "" })
}

/// Returns a number with about three significant digits, very small ones with one; whole numbers stay whole.
pub(super) fn figure(x: f64) -> String {
    let size = x.abs();
    let digits = match size {
        _ if x.fract() == 0.0 && size < 1e15 => 0,
        _ if size >= 1000.0 => 0,
        _ if size >= 10.0 => 1,
        _ if size >= 1.0 => 2,
        _ if size >= 0.1 => 3,
        _ if size >= 0.001 => 4,
        // What is that rare is still not never.
        _ if size >= 1e-6 => -size.log10().floor() as usize,
        _ => 4,
    };
    decimals(x, digits)
}

/// Returns the name of a figure of an experiment in words, and which of a kind it is of: `seat_bias[0]` is the seat
/// bias of `Player A`, `card_delta[last_word]` the card delta of `last_word`.
pub(super) fn parts(metric: &str) -> (String, Option<String>) {
    let Some((stem, of)) = metric.strip_suffix(']').and_then(|metric| metric.split_once('[')) else {
        return (metric.replace('_', " "), None);
    };
    let seat = stem.starts_with("seat_");
    (
        stem.replace('_', " "),
        Some(if let (true, Ok(seat)) = (seat, of.parse()) { player(seat) } else { of.to_owned() }),
    )
}

/// Returns the name of a figure in a sentence.
pub(super) fn spoken(metric: &str) -> String {
    match parts(metric) {
        (name, Some(of)) => format!("{name} of {of}"),
        (name, None) => name,
    }
}

/// Returns a text in which no line ends between a number and its per cent sign.
pub(super) fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// Returns a name as the files have it, in words: `lead_changes` becomes `Lead changes`.
pub(super) fn sentence(name: &str) -> String {
    capital(&name.replace('_', " "))
}

/// Returns the header of a column, in words.
pub(super) fn heading(column: &str) -> String {
    match column {
        "ci_low" => "95 % from".to_owned(),
        "ci_high" => "95 % to".to_owned(),
        _ => column.replace('_', " "),
    }
}

/// Returns a name for files and links: lower-case letters, digits and hyphens.
pub(super) fn slug(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let text: String = name.chars().map(plain).collect();
    let parts: Vec<&str> = text.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "x".to_owned() } else { parts.join("-") }
}

/// Returns a text of at most `most` characters; what is left out, in the middle, is an ellipsis.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() <= most {
        return text.to_owned();
    }
    let kept = most.saturating_sub(1);
    let (head, tail) = (kept.div_ceil(2), kept / 2);
    let tail = &chars[chars.len() - tail..];
    chars[..head].iter().chain(&['\u{2026}']).chain(tail).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_read_them() {
        assert_eq!([0.0, 3.0, 1234.0, 12_345.6, 42.616].map(figure), ["0", "3", "1,234", "12,346", "42.6"]);
        assert_eq!(
            [-0.000_01, -1.237, 0.5, 0.034].map(figure),
            ["\u{2212}0.00001", "\u{2212}1.24", "0.500", "0.0340"]
        );
        assert_eq!(
            [0.000_02, 0.000_56, 0.001_2, 1e-17].map(figure),
            ["0.00002", "0.0006", "0.0012", "0.0000"]
        );
        assert_eq!(Unit::Share.text(0.2617), "26.2 %");
        assert_eq!([0.012, -0.03, 0.0].map(|x| Unit::Points.text(x)), ["+1.2", "\u{2212}3.0", "0.0"]);
        assert_eq!([1.25, -42.61, 0.0].map(|x| Unit::Change.text(x)), ["+1.25", "\u{2212}42.61", "0.00"]);
        assert_eq!(Unit::Share.range((0.2467, 0.2782)), "24.7 to 27.8 %");
        assert_eq!([Unit::Points, Unit::Share].map(|unit| unit.said(0.033)), ["+3.3 points", "3.3 %"]);
    }

    #[test]
    fn ticks_have_the_decimals_of_their_step() {
        assert_eq!(Unit::Share.tick(0.25, 0.05), "25 %");
        assert_eq!(Unit::Share.tick(0.255, 0.005), "25.5 %");
        assert_eq!(Unit::Points.tick(0.1, 0.1), "+10");
        assert_eq!(Unit::Plain.tick(1500.0, 500.0), "1,500");
        assert_eq!(Unit::Plain.tick(0.75, 0.25), "0.8", "quarters are no step of ours");
        assert_eq!(Unit::Plain.tick(0.2, 0.1), "0.2");
    }

    #[test]
    fn names() {
        assert_eq!(sentence("lead_changes"), "Lead changes");
        assert_eq!(
            ["leader_gap", "seat_bias[0]", "card_played_share[get_paid]"].map(spoken),
            ["leader gap", "seat bias of Player A", "card played share of get_paid"],
        );
        assert_eq!([slug("Win rate: seats"), slug("\u{e9}/..")], ["win-rate-seats", "x"]);
        assert_eq!(shortened("abcdefghij", 5), "ab\u{2026}ij");
        assert_eq!(shortened("abc", 5), "abc");
    }
}
