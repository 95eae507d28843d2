//! Gates, targets and moves as options instead of a file: `--gate turns=35..60`, `--target turns=35..45`,
//! `--move deck.steal_one=2..8`. They become the text of the file that says the same, so that there is one reader.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::super::input::InputError;
use ludometer_experiment::{Bound, Move};
use ludometer_model::{MAX_WRITTEN, range_ends, read_text};
use ludometer_report::number;

/// A file of gates or targets, or the options that stand for it.
pub(super) struct Wanted {
    /// Its text.
    pub(super) text: String,
    /// The name of the file or of the options, for messages.
    pub(super) name: String,
}

impl Wanted {
    /// Reads the file with this path.
    pub(super) fn file(path: &str) -> Result<Self, InputError> {
        let failed =
            |source| InputError::new(format!("reading {} failed: {source}", PathBuf::from(path).display()));
        Ok(Self { text: read_text(Path::new(path), MAX_WRITTEN).map_err(failed)?, name: path.to_owned() })
    }

    /// Returns the file that says what these options of `--gate` say.
    pub(super) fn gates(options: &[String]) -> Result<Self, InputError> {
        let mut text = "# By --gate on the command line.\n".to_owned();
        for option in options {
            text += &bound("gate", option, false).ok_or_else(|| {
                InputError::not_allowed(
                    "--gate",
                    option,
                    "METRIC=MIN..MAX, such as turns=35..60, turns=..60 or turns=35..",
                )
            })?;
        }
        Ok(Self { text, name: "--gate".to_owned() })
    }

    /// Returns the file that says what these options of `--target`, `--move` and `--cards` say; or the file that the
    /// only `--target` names.
    pub(super) fn targets(
        targets: &[String],
        moves: &[String],
        cards: Option<&str>,
    ) -> Result<Self, InputError> {
        let mut text = "# By --target and --move on the command line.\n".to_owned();
        for option in targets {
            let Some(target) = bound("target", option, true) else {
                if let Some((metric, value)) = single(option) {
                    let half = if value == 0.0 { 0.05 } else { 0.05 * value.abs() };
                    let end = |end: f64| number((end * 1e4).round() / 1e4);
                    let allowed =
                        format!("a range, such as {metric}={}..{}", end(value - half), end(value + half));
                    return Err(InputError::not_allowed("--target", option, &allowed));
                }
                if targets.len() > 1 || !moves.is_empty() || cards.is_some() {
                    return Err(InputError::not_allowed(
                        "--target",
                        option,
                        "METRIC=MIN..MAX, such as turns=35..45, beside other --target, --move or --cards; \
                                  a file stands alone",
                    ));
                }
                return Self::file(option);
            };
            text += &target;
        }
        for option in moves {
            text += &moved(option).ok_or_else(|| {
                InputError::not_allowed(
                    "--move",
                    option,
                    "KEY=MIN..MAX or KEY=MIN..MAX:STEP in whole numbers, such as deck.steal_one=2..8",
                )
            })?;
        }
        if let Some(cards) = cards {
            let range = range_ends(cards).unwrap_or((cards, cards));
            let whole = |text: &str| text.parse::<u64>().ok();
            let (low, high) = whole(range.0).zip(whole(range.1)).ok_or_else(|| {
                InputError::not_allowed(
                    "--cards",
                    cards,
                    "a number of cards or a range, as in --cards 108 or --cards 100..112",
                )
            })?;
            // In front: what follows [[move]] would belong to it.
            text.insert_str(0, &format!("cards = [{low}, {high}]\n"));
        }
        Ok(Self { text, name: "--target".to_owned() })
    }
}

/// Returns the metric and the number of `METRIC=NUMBER`, which is no range.
fn single(option: &str) -> Option<(&str, f64)> {
    let (metric, value) = option.rsplit_once('=')?;
    Some((metric, value.trim().parse().ok().filter(|value: &f64| value.is_finite())?))
}

/// Returns `METRIC=MIN..MAX`, for a target also `METRIC=MIN..MAX:WEIGHT`, as it stands in a file.
fn bound(word: &str, option: &str, weighted: bool) -> Option<String> {
    let (metric, range) = option.rsplit_once('=')?;
    let (span, weight) = range.split_once(':').map_or((range, None), |(span, weight)| (span, Some(weight)));
    let (low, high) = range_ends(span)?;
    let name = toml_edit::Value::from(metric.trim());
    let mut text = format!("\n[[{word}]]\nmetric = {name}\n");
    for (key, value) in [("min", Some(low)), ("max", Some(high)), ("weight", weight)] {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            if key == "weight" && !weighted {
                return None;
            }
            let value = value.trim().parse().ok().filter(|x: &f64| x.is_finite())?;
            let _ = writeln!(text, "{key} = {}", number(value));
        }
    }
    Some(text)
}

/// Returns `KEY=MIN..MAX` or `KEY=MIN..MAX:STEP`, as it stands in a file.
fn moved(option: &str) -> Option<String> {
    let (key, range) = option.split_once('=')?;
    let (span, step) = range.split_once(':').map_or((range, None), |(span, step)| (span, Some(step)));
    let (low, high) = range_ends(span)?;
    let whole = |text: &str| text.trim().parse::<i64>().ok();
    let (low, high) = (whole(low)?, whole(high)?);
    let key = toml_edit::Value::from(key.trim());
    let mut text = format!("\n[[move]]\nkey = {key}\nmin = {low}\nmax = {high}\n");
    if let Some(step) = step {
        let _ = writeln!(text, "step = {}", whole(step)?);
    }
    Some(text)
}

/// Returns the values of options that say what a file of bounds says.
pub(super) fn bound_options(bounds: &[Bound]) -> Vec<String> {
    let end = |bound: Option<f64>| bound.map_or_else(String::new, number);
    let option = |bound: &Bound| {
        let weight = if bound.weight == 1.0 { String::new() } else { format!(":{}", number(bound.weight)) };
        format!("{}={}..{}{weight}", bound.metric.name(), end(bound.min), end(bound.max))
    };
    bounds.iter().map(option).collect()
}

/// Returns the values of options that say what may move.
pub(super) fn move_options(moves: &[Move]) -> Vec<String> {
    let option = |m: &Move| {
        let step = if m.step == 1 { String::new() } else { format!(":{}", m.step) };
        format!("{}={}..{}{step}", m.key, m.min, m.max)
    };
    moves.iter().map(option).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(targets: &[&str], moves: &[&str], cards: Option<&str>) -> Result<String, String> {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let wanted = Wanted::targets(&owned(targets), &owned(moves), cards);
        wanted.map(|wanted| wanted.text).map_err(|error| error.to_string())
    }

    #[test]
    fn options_say_what_a_file_says() {
        let reported =
            text(&["turns=35..45:2", "seat_bias[*]=..0.05"], &["deck.a=2-8", "deck.b=0..9:3"], Some("108"));
        assert_eq!(
            reported.unwrap(),
            "cards = [108, 108]\n# By --target and --move on the command line.\n\n[[target]]\nmetric = \"turns\"\n\
             min = 35\nmax = 45\nweight = 2\n\n[[target]]\nmetric = \"seat_bias[*]\"\nmax = 0.05\n\n[[move]]\n\
             key = \"deck.a\"\nmin = 2\nmax = 8\n\n[[move]]\nkey = \"deck.b\"\nmin = 0\nmax = 9\nstep = 3\n"
        );
    }

    #[test]
    fn what_they_can_not_say_is_refused_with_what_they_can() {
        for (targets, moves, cards, word) in [
            (&["turns=35..x"][..], &["a=1..2"][..], None, "METRIC=MIN..MAX"),
            (&["file.toml", "turns=1..2"], &[], None, "a file stands alone"),
            (&["turns=60"], &[], None, "a range, such as turns=57..63"),
            (&["turns=60"], &["a=1..2"], None, "a range, such as turns=57..63"),
            (&["leader_gap=-0.5"], &[], None, "a range, such as leader_gap=-0.525..-0.475"),
            (&["turns=1..2"], &["a=1..b"], None, "KEY=MIN..MAX"),
            (&["turns=1..2"], &["a"], None, "KEY=MIN..MAX"),
            (&["turns=1..2"], &["a=1..2"], Some("many"), "--cards 108"),
            (&["no-such-file.toml"], &[], None, "no-such-file.toml"),
        ] {
            let error = text(targets, moves, cards).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
        assert!(Wanted::gates(&["turns=1..2:3".to_owned()]).is_err(), "a gate has no weight");
    }
}
