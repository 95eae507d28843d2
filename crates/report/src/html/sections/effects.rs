//! The effects of cards: from plays with a changed deck, and from the deal.

use super::cards::TOPICS;
use super::show::{Named, against, clearest, ends, listed};
use crate::html::chance::Verdict;
use crate::html::figure::Figure;
use crate::html::plot::Intervals;
use crate::html::results::ResultsError;
use crate::html::sheet::CsvTable;
use crate::html::words::{Unit, figure as number, sentence};
use ludometer_model::Names;
use ludometer_run::{CardChange, CardEffect, CardValueRow};

/// The figure on which an effect is measured.
struct On {
    figure: CardEffect,
    unit: Unit,
    axis: &'static str,
    /// In titles and sentences.
    what: &'static str,
    /// After a figure.
    unit_word: &'static str,
}

/// In the order of the page.
const ON: &[On] = &[
    On {
        figure: CardEffect::WinShare,
        unit: Unit::Points,
        axis: "change of the win rate, in percentage points",
        what: "the win rate",
        unit_word: " points",
    },
    On {
        figure: CardEffect::Turns,
        unit: Unit::Change,
        axis: "change of the length of a game, in turns",
        what: "the length of a game",
        unit_word: " turns",
    },
    On {
        figure: CardEffect::FinalGap,
        unit: Unit::Change,
        axis: "change of the lead of the first over the second at the end",
        what: "the winner's lead",
        unit_word: "",
    },
];

/// Returns a change in words.
const fn words(change: CardChange) -> &'static str {
    match change {
        CardChange::OneMore => "one copy more",
        CardChange::OneLess => "one copy less",
        CardChange::Blank => "a blank in place of one copy",
        CardChange::Dealt | CardChange::DealtObserved => "being dealt the card",
    }
}

/// Returns a figure for each change and what it is measured on.
///
/// `confirmed`: beside these stand answers from games played afresh.
pub(super) fn effects(sheet: &CsvTable, names: &Names, confirmed: bool) -> Result<Vec<Figure>, ResultsError> {
    let rows: Vec<CardValueRow> = sheet.typed()?;
    let mut figures = Vec::new();
    for on in ON {
        let mut changes: Vec<CardChange> = Vec::new();
        // What only goes with a card is no effect of it.
        for row in rows.iter().filter(|row| row.on == on.figure && row.change != CardChange::DealtObserved) {
            if !changes.contains(&row.change) {
                changes.push(row.change);
            }
        }
        for change in changes {
            let is_own = |row: &CardValueRow| row.on == on.figure && row.change == change;
            let own: Vec<&CardValueRow> = rows.iter().filter(|row| is_own(row)).collect();
            let figure = figure(&own, names, on, change, confirmed);
            figures.extend(figure.map(|figure| figure.with_table(&sheet.filtered(|row| is_own(&rows[row])))));
        }
    }
    Ok(figures)
}

/// Returns how exact the effects were to become, and which are not.
fn exactness(rows: &[&CardValueRow]) -> String {
    let Some(wanted) = rows.iter().find_map(|row| row.precision) else { return String::new() };
    let (all, spent) = (rows.len(), rows.iter().filter(|row| row.stopped == "budget").count());
    let wanted = number(wanted);
    let missed = match spent {
        0 => format!("{wanted} turns"),
        _ if spent == all => {
            return format!(" The games were not enough to know any effect to within {wanted} turns.");
        }
        _ => format!("{wanted} turns, or for {spent} of {all} until there were no more games to play"),
    };
    format!(" Games were added until each effect was known to within {missed}.")
}

fn figure(
    rows: &[&CardValueRow],
    names: &Names,
    on: &On,
    change: CardChange,
    confirmed: bool,
) -> Option<Figure> {
    let named = |row: &&CardValueRow| {
        // The adjusted intervals allow for the number of cards already.
        let interval = row.adjusted.or(row.effect.interval);
        Some(Named { name: names.card(&row.card), value: row.effect.value?, interval })
    };
    let list: Vec<Named> = rows.iter().filter_map(named).collect();
    if list.is_empty() {
        return None;
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
    let how = if change == CardChange::Dealt {
        "Players who are dealt the card against those who aren't, seat by seat. The deal is chance, so nothing else makes the difference. \
         What the card is worth when it is drawn later is another question, with another answer."
            .to_owned()
    } else {
        format!("The same games, with the same luck, once with the deck as it is and once with {words}.")
    };
    let chosen = if confirmed && change != CardChange::Dealt {
        " The largest of many effects looks larger than it is: the answer on what could be tried rests on games played afresh."
    } else {
        ""
    };
    let how = how + chosen + &exactness(rows);
    let definition = format!(
        "What the card causes. {how} A bar that crosses the line \u{201c}no effect\u{201d} may be luck; the bars allow for looking at \
         all cards at once.{left_out}"
    );
    let title = format!("{}: effect on {what}", sentence(words));
    Some(Figure::new(&title, reading, &definition, plot.draw()).with_topics(TOPICS))
}
