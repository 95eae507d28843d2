//! The bounds that a designer asks of figures, read from a file and checked before anything is played.

use serde::Deserialize;
use thiserror::Error;

use super::metric::{Catalog, Metric, MetricError};
use ludometer_model::{key_in_line, line_of};

/// A file of bounds that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoundError {
    /// No such file, or no such text, as TOML has it.
    #[error("{file}, line {line}: {message}")]
    Toml {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The fault.
        message: String,
    },
    /// An unknown figure.
    #[error("{file}, {place}: {source}")]
    Metric {
        /// The file.
        file: String,
        /// Which bound.
        place: String,
        /// The error.
        source: MetricError,
    },
    /// Bounds that can't be met, or can't be shown to be met.
    #[error("{file}, {place}: {message}")]
    Bound {
        /// The file.
        file: String,
        /// Which bound.
        place: String,
        /// The fault and what would be right.
        message: String,
    },
}

/// One bound as it stands in a file: `[[gate]]` or `[[target]]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) metric: String,
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
    pub(super) weight: Option<f64>,
}

/// A gates file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GatesFile {
    confidence: Option<f64>,
    #[serde(alias = "max_games", alias = "budget")]
    games: Option<u64>,
    #[serde(default)]
    gate: Vec<Entry>,
}

/// A figure and the range that it has to lie in.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The figure.
    pub metric: Metric,
    /// The least allowed.
    pub min: Option<f64>,
    /// The most allowed.
    pub max: Option<f64>,
    /// The weight of a miss, beside others: 1 if nothing is said.
    pub weight: f64,
}

impl Bound {
    /// Returns the distance to the nearer bound; 0 within the range, and where only rounding is out of it.
    pub fn miss(&self, x: f64) -> f64 {
        const ROUNDING: f64 = 1e-9;
        let below = self.min.map_or(0.0, |min| min - x);
        let above = self.max.map_or(0.0, |max| x - max);
        let miss = below.max(above);
        if miss > ROUNDING * x.abs().max(1.0) { miss } else { 0.0 }
    }

    /// Returns the range in words.
    pub fn range_text(&self) -> String {
        match (self.min, self.max) {
            (Some(min), Some(max)) => format!("{min} to {max}"),
            (Some(min), None) => format!("at least {min}"),
            (None, Some(max)) => format!("at most {max}"),
            (None, None) => "anything".to_owned(),
        }
    }
}

/// A gates file, read and checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Gates {
    /// The gates, one a figure (`*` stands for several).
    pub gates: Vec<Bound>,
    /// The confidence it asks for.
    pub confidence: Option<f64>,
    /// The most plays it allows.
    pub max_games: Option<u64>,
}

impl Gates {
    /// Reads a gates file for a game with these figures. `file` is its name, for messages.
    ///
    /// # Errors
    /// [`BoundError`].
    pub fn read(text: &str, file: &str, catalog: &Catalog) -> Result<Self, BoundError> {
        let read: GatesFile = parse(text, file)?;
        if let Some(entry) = read.gate.iter().find(|gate| gate.weight.is_some()) {
            let message = "a gate has no weight: it is passed or not".to_owned();
            return Err(BoundError::Bound { file: file.to_owned(), place: entry.metric.clone(), message });
        }
        let gates = bounds(&read.gate, "gate", file, catalog)?;
        Ok(Self { gates, confidence: read.confidence, max_games: read.games })
    }
}

/// The names of numbers in the messages of the reader, and for people.
const KINDS: [(&str, &str); 4] = [
    ("f64", "a number such as 35 or 0.05"),
    ("u64", "a whole number from 0, such as 1_000_000"),
    ("i64", "a whole number such as 8"),
    ("data did not match any variant of untagged enum CardsEntry", "a number of cards or two in brackets"),
];

/// Reads text as TOML of this shape.
pub(super) fn parse<T: serde::de::DeserializeOwned>(text: &str, file: &str) -> Result<T, BoundError> {
    toml_edit::de::from_str(text).map_err(|error| {
        let line = line_of(text, error.span());
        let mut message = error.message().trim_end().replace('\n', ", ");
        for (of_code, meant) in KINDS {
            message = message.replace(&format!("expected {of_code}"), &format!("expected {meant}"));
        }
        if message.starts_with("invalid")
            && let Some(key) = key_in_line(text, line)
        {
            message = format!("`{key}`: {message}");
        }
        BoundError::Toml { file: file.to_owned(), line, message }
    })
}

/// Returns all bounds, one a figure; bounds on the same figure are joined.
pub(super) fn bounds(
    entries: &[Entry],
    word: &str,
    file: &str,
    catalog: &Catalog,
) -> Result<Vec<Bound>, BoundError> {
    let fail = |place: String, message: String| BoundError::Bound { file: file.to_owned(), place, message };
    if entries.is_empty() {
        let message = format!("there is none: write [[{word}]] with metric = \"turns\" and min or max");
        return Err(fail(word.to_owned(), message));
    }
    let mut bounds: Vec<Bound> = Vec::new();
    for (i, entry) in entries.iter().enumerate() {
        let place = format!("{word} {} (`{}`)", i + 1, entry.metric);
        let found = catalog.find(&entry.metric).map_err(|source| BoundError::Metric {
            file: file.to_owned(),
            place: format!("{word} {}", i + 1),
            source,
        })?;
        let numbers = [entry.min, entry.max, entry.weight];
        if numbers.iter().flatten().any(|x| !x.is_finite()) {
            return Err(fail(place, "min, max and weight must be finite numbers".to_owned()));
        }
        let weight = entry.weight.unwrap_or(1.0);
        if weight <= 0.0 {
            return Err(fail(place, format!("weight is {weight}, but must be above 0")));
        }
        if entry.min.is_none() && entry.max.is_none() {
            return Err(fail(place, "it has neither min nor max".to_owned()));
        }
        for metric in found {
            let place = format!("{word} {} (`{}`)", i + 1, metric.name());
            let bound = Bound { metric, min: entry.min, max: entry.max, weight };
            if let Some(known) = bounds.iter_mut().find(|known| known.metric == bound.metric) {
                known.min = known.min.into_iter().chain(bound.min).reduce(f64::max);
                known.max = known.max.into_iter().chain(bound.max).reduce(f64::min);
                known.weight = known.weight.max(bound.weight);
                possible(known)
                    .map_err(|message| fail(place, format!("with the others on it, {message}")))?;
            } else {
                possible(&bound).map_err(|message| fail(place, message))?;
                bounds.push(bound);
            }
        }
    }
    let seats = catalog.find("seat_win_rate[*]").map_or(0, |found| found.len());
    together(&bounds)
        .and_then(|()| seats_together(&bounds, seats))
        .map_err(|message| fail(format!("all {word}s together"), message))?;
    Ok(bounds)
}

/// Says why a bound can never be met, or never be shown to be.
fn possible(bound: &Bound) -> Result<(), String> {
    if let (Some(min), Some(max)) = (bound.min, bound.max) {
        if min > max {
            return Err(format!("min {min} is above max {max}"));
        }
        if min >= max {
            return Err(format!(
                "min and max are both {min}, but what is measured has an interval: leave a range"
            ));
        }
    }
    let (low, high) = bound.metric.range();
    if let Some(min) = bound.min.filter(|&min| min >= high) {
        return Err(format!("min {min} can't be reached or can't be shown: the figure is at most {high}"));
    }
    if let Some(max) = bound.max.filter(|&max| max <= low) {
        let hint = if max < low { "it can't be reached" } else { "no number of games can show it" };
        return Err(format!("max {max}: {hint}, as the figure is at least {low}; allow a little more"));
    }
    Ok(())
}

/// Says why bounds that make sense one by one contradict each other.
fn together(bounds: &[Bound]) -> Result<(), String> {
    let of = |stem: &str| {
        let prefix = format!("{stem}[");
        bounds.iter().filter(move |b| b.metric.name().starts_with(&prefix)).collect::<Vec<_>>()
    };
    let least: f64 = of("seat_win_rate").iter().filter_map(|b| b.min).sum();
    if least > 1.0 + 1e-9 {
        return Err(format!(
            "the seats' least win rates add up to {least}, but all win 1 between them at most"
        ));
    }
    let least: f64 = of("seat_bias").iter().filter_map(|b| b.min).sum();
    if least > 1e-9 {
        return Err(format!("the seats' least biases add up to {least}, but all biases add up to 0 at most"));
    }
    Ok(())
}

/// Says why bounds on win rates, biases and the spread of one table contradict each other.
fn seats_together(bounds: &[Bound], seats: usize) -> Result<(), String> {
    let of = |name: &str| bounds.iter().find(|b| b.metric.name() == name);
    let fair = 1.0 / seats as f64;
    let range = |name: &str| -> Vec<(Option<f64>, Option<f64>)> {
        let bound = |seat: usize| of(&format!("{name}[{seat}]")).map_or((None, None), |b| (b.min, b.max));
        (0..seats).map(bound).collect()
    };
    let (of_rate, of_bias) = (range("seat_win_rate"), range("seat_bias"));
    // A bias is a win rate less an even part of what is won, which is at most all and at least what the seats have to win.
    let mut low: Vec<f64> = of_rate.iter().map(|rate| rate.0.unwrap_or(0.0)).collect();
    for _ in 0..100 {
        let even = low.iter().sum::<f64>() * fair;
        for (low, bias) in low.iter_mut().zip(&of_bias) {
            *low = low.max(bias.0.map_or(0.0, |min| min + even));
        }
    }
    let high = of_rate
        .iter()
        .zip(&of_bias)
        .map(|(rate, bias)| rate.1.unwrap_or(1.0).min(bias.1.map_or(1.0, |max| max + fair)));
    let rates: Vec<(f64, f64)> = low.into_iter().zip(high).collect();
    if let Some((seat, (low, high))) = rates.iter().enumerate().find(|(_, (low, high))| *low > high + 1e-9) {
        return Err(format!(
            "seat {seat} has to win at least {low:.4} and at most {high:.4} of the games, as its bias is its win rate less an even \
             part of the games that somebody wins"
        ));
    }
    let least: f64 = rates.iter().map(|rate| rate.0).sum();
    if least > 1.0 + 1e-9 {
        return Err(format!("the seats have to win at least {least:.4} between them, but all win 1 at most"));
    }
    let Some(spread) = of("seat_spread") else { return Ok(()) };
    // The spread is the same of win rates and of biases.
    let biases: Vec<(f64, f64)> =
        of_bias.iter().map(|bias| (bias.0.unwrap_or(-1.0), bias.1.unwrap_or(1.0))).collect();
    let apart = |ranges: &[(f64, f64)]| {
        let most = |of: fn(&(f64, f64)) -> f64| ranges.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let least = |of: fn(&(f64, f64)) -> f64| ranges.iter().map(of).fold(f64::INFINITY, f64::min);
        (most(|r| r.0) - least(|r| r.1), most(|r| r.1) - least(|r| r.0))
    };
    let (of_rates, of_biases) = (apart(&rates), apart(&biases));
    let (narrowest, widest) = (of_rates.0.max(of_biases.0), of_rates.1.min(of_biases.1));
    if let Some(max) = spread.max.filter(|max| narrowest > max + 1e-9) {
        return Err(format!(
            "seat_spread is at most {max}, but the seats' own bounds make it at least {narrowest:.4}"
        ));
    }
    if let Some(min) = spread.min.filter(|min| widest < min - 1e-9) {
        return Err(format!(
            "seat_spread is at least {min}, but the seats' own bounds make it at most {widest:.4}"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::metric::tests::report;
    use super::*;

    fn read(text: &str) -> Result<Gates, BoundError> {
        Gates::read(text, "g.toml", &Catalog::of(&report(0.0, [0.0, 0.0])))
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn gates_are_read_one_a_figure() {
        let text = "confidence = 0.9\n[[gate]]\nmetric = \"turns\"\nmin = 35\nmax = 60.5\n\
                    [[gate]]\nmetric = \"seat_bias[*]\"\nmax = 0.01\n";
        let gates = read(text).unwrap();
        assert_eq!((gates.confidence, gates.max_games), (Some(0.9), None));
        let shown: Vec<String> =
            gates.gates.iter().map(|g| format!("{} {}", g.metric.name(), g.range_text())).collect();
        assert_eq!(shown, ["turns 35 to 60.5", "seat_bias[0] at most 0.01", "seat_bias[1] at most 0.01"]);
        assert_eq!([30.0, 40.0, 61.5].map(|x| gates.gates[0].miss(x)), [5.0, 0.0, 1.0]);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let gate = |body: &str| error(&format!("[[gate]]\n{body}\n"));
        assert!(
            gate("metric = \"turn\"\nmax = 5")
                .contains("gate 1: there is no metric `turn` (did you mean `turns`?)")
        );
        assert!(gate("metric = \"turns\"").contains("neither min nor max"));
        assert!(gate("metric = \"turns\"\nmin = 5\nmax = 4").contains("min 5 is above max 4"));
        assert!(gate("metric = \"turns\"\nmin = 5\nmax = 5").contains("leave a range"));
        assert!(gate("metric = \"seat_win_rate[0]\"\nmin = 1.5").contains("at most 1"));
        assert!(gate("metric = \"seat_spread\"\nmax = 0").contains("no number of games can show it"));
        assert!(gate("metric = \"seat_win_rate[*]\"\nmin = 0.6").contains("add up to 1.2"));
        let both =
            |one: &str, two: &str| error(&format!("[[gate]]\nmetric = {one}\n[[gate]]\nmetric = {two}\n"));
        assert!(
            both("\"seat_win_rate[0]\"\nmin = 0.6", "\"seat_bias[0]\"\nmax = 0.05")
                .contains("seat 0 has to win at least 0.6000 and at most 0.5500")
        );
        assert!(
            both("\"seat_win_rate[0]\"\nmin = 0.6", "\"seat_bias[1]\"\nmin = -0.05")
                .contains("at least 1.1000 between them")
        );
        let far = "\"seat_win_rate[0]\"\nmin = 0.6\n[[gate]]\nmetric = \"seat_win_rate[1]\"\nmax = 0.4";
        assert!(both(far, "\"seat_spread\"\nmax = 0.1").contains("make it at least 0.2000"));
        assert!(
            both("\"seat_bias[*]\"\nmin = -0.1\nmax = 0.1", "\"seat_spread\"\nmin = 0.3")
                .contains("make it at most 0.2000")
        );
        assert!(gate("metric = \"turns\"\nmax = 5\nweight = 2").contains("no weight"));
        assert!(gate("metric = \"turns\"\nmx = 5").starts_with("g.toml, line 3: unknown field `mx`"));
        assert!(error("").contains("there is none"));
        assert!(error("gate = 1").starts_with("g.toml, line 1"));
        assert_eq!(
            gate("metric = \"turns\"\nmin = \"x\""),
            "g.toml, line 3: `gate.min`: invalid type: string \"x\", expected a number such as 35 or 0.05"
        );
        assert_eq!(
            error("games = -5"),
            "g.toml, line 1: `games`: invalid value: integer `-5`, expected a whole number from 0, such as 1_000_000"
        );
        let two = "[[gate]]\nmetric = \"turns\"\nmin = 5\n[[gate]]\nmetric = \"turns\"\nmax = 4\n";
        assert!(error(two).contains("gate 2 (`turns`): with the others on it, min 5 is above max 4"));
    }
}
