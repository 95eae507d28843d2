//! The effects of cards: from plays with a changed deck, and from the deal.

use super::cards::{TOPICS, cards};
use super::show::{Named, against, clearest, ends, listed, named};
use crate::html::chance::Verdict;
use crate::html::figure::Figure;
use crate::html::plot::Intervals;
use crate::html::results::ResultsError;
use crate::html::sheet::CsvTable;
use crate::html::words::{Unit, figure as number, sentence};
use ludometer_model::Names;

/// The figure on which an effect is measured.
struct On {
    /// As the file has it.
    name: &'static str,
    unit: Unit,
    axis: &'static str,
    /// In titles and sentences.
    what: &'static str,
    /// After a figure.
    unit_word: &'static str,
}

/// In the order of the page; the first is that of files that don't say.
const ON: &[On] = &[
    On {
        name: "win_share",
        unit: Unit::Points,
        axis: "change of the win rate, in percentage points",
        what: "the win rate",
        unit_word: " points",
    },
    On {
        name: "turns",
        unit: Unit::Change,
        axis: "change of the length of a game, in turns",
        what: "the length of a game",
        unit_word: " turns",
    },
    On {
        name: "final_gap",
        unit: Unit::Change,
        axis: "change of the lead of the first over the second at the end",
        what: "the winner's lead",
        unit_word: "",
    },
];

/// Returns a change in words.
fn words(change: &str) -> String {
    match change {
        "one_more" => "one copy more".to_owned(),
        "one_less" => "one copy less".to_owned(),
        "blank" => "a blank in place of one copy".to_owned(),
        "dealt" => "being dealt the card".to_owned(),
        other => other.replace('_', " "),
    }
}

/// Returns a figure for each change and what it is measured on.
pub(super) fn effects(sheet: &CsvTable, names: &Names) -> Result<Vec<Figure>, ResultsError> {
    let changes = sheet.texts("change")?;
    let on = if sheet.columns.iter().any(|column| column == "on") { sheet.texts("on")? } else { Vec::new() };
    let place = |row: usize| on.get(row).and_then(|on| ON.iter().position(|known| known.name == *on));
    let mut kinds: Vec<(usize, &str)> = Vec::new();
    for (row, change) in changes.iter().enumerate() {
        // What only goes with a card is no effect of it.
        if *change == "dealt_observed" {
            continue;
        }
        let kind = (place(row).unwrap_or(0), *change);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.sort_by_key(|(on, _)| *on);
    let mut figures = Vec::new();
    for (at, change) in kinds {
        let own = sheet.filtered(|row| changes[row] == change && place(row).unwrap_or(0) == at);
        figures.extend(figure(&own, names, &ON[at], change)?);
    }
    Ok(figures)
}

/// Returns how exact the effects were to become, and which are not.
fn exactness(sheet: &CsvTable) -> Result<String, ResultsError> {
    if sheet.find("stopped").is_none() {
        return Ok(String::new());
    }
    let stopped = sheet.texts("stopped")?;
    let Some(wanted) = sheet.numbers("precision")?.into_iter().flatten().next() else {
        return Ok(String::new());
    };
    let (all, spent) = (stopped.len(), stopped.iter().filter(|why| **why == "budget").count());
    let missed = match spent {
        0 => "all came to it".to_owned(),
        _ => format!("for {spent} of {all} the budget of games was spent before"),
    };
    let wanted = number(wanted);
    Ok(format!(
        " Games were added until each effect was known to within {wanted} turns, before allowing for all cards: {missed}."
    ))
}

fn figure(sheet: &CsvTable, names: &Names, on: &On, change: &str) -> Result<Option<Figure>, ResultsError> {
    let cards = cards(sheet, names)?;
    let values = sheet.numbers("effect")?;
    let plain = sheet.intervals("ci_low", "ci_high")?;
    let adjusted = sheet.intervals("adjusted_low", "adjusted_high")?;
    // The adjusted intervals allow for the number of cards already.
    let intervals: Vec<_> =
        adjusted.iter().zip(&plain).map(|(adjusted, plain)| adjusted.or(*plain)).collect();
    let list = named(cards, &values, &intervals);
    if list.is_empty() {
        return Ok(None);
    }
    let (words, what) = (words(change), on.what);
    let clear = [Verdict::Above, Verdict::Below].map(|side| clearest(&list, 0.0, 1, side));
    let says = |one: &Named| format!("{} ({}{})", one.name, on.unit.text(one.value), on.unit_word);
    let clear: Vec<String> = clear.into_iter().flatten().map(says).collect();
    let reading = if clear.is_empty() {
        format!("No card has a clear effect on {what} by {words}: all of it may be luck.")
    } else {
        format!("The largest clear effects of {words} on {what}: {}.", listed(&clear))
    };
    let (drawn, left_out) = ends(list);
    let plot = Intervals {
        rows: against(&drawn, 0.0, 1),
        unit: on.unit,
        axis: on.axis.to_owned(),
        reference: Some((0.0, "no effect".to_owned())),
    };
    let how = if change == "dealt" {
        "Players who are dealt the card against those who aren't, seat by seat. The deal is chance, so nothing else makes the difference."
            .to_owned()
    } else {
        format!("The same games, with the same luck, once with the deck as it is and once with {words}.")
    };
    let how = how + &exactness(sheet)?;
    let definition = format!(
        "What the card causes. {how} A bar that crosses the line \u{201c}no effect\u{201d} may be luck; the bars allow for looking at \
         all cards at once.{left_out}"
    );
    let title = format!("{}: effect on {what}", sentence(&words));
    Ok(Some(Figure::new(&title, reading, &definition, plot.draw()).with_table(sheet).with_topics(TOPICS)))
}
