//! The table as a person at the terminal sees it: a line for each player, and one for what belongs to all.

use serde_json::Value as Json;

use crate::cli::terminal::wrapped;
use ludometer_model::{Names, Seat};
use ludometer_narration::{Contents, Layout, Place, letter};

/// Of a pile that is longer, only so many cards are shown, the last ones.
const PILE: usize = 12;

/// The table, and what was shown of it last.
pub(super) struct Table {
    layout: Layout,
    seats: usize,
    you: Seat,
    /// A line is broken where it would become longer than so many columns.
    width: usize,
    shown: Vec<String>,
}

impl Table {
    /// Returns the table of a design for so many seats, as this seat sees it, in lines of this width.
    pub(super) fn new(names: &Names, (seats, you): (usize, Seat), view: &Json, width: usize) -> Self {
        Self { layout: Layout::new(names, seats, view), seats, you, width, shown: Vec::new() }
    }

    /// Returns what lies on the table, or only the lines that are new since they were shown last; a star marks these.
    pub(super) fn tell(&mut self, view: &Json, all: bool) -> String {
        let contents = self.layout.read(view, self.you.index());
        // The own line first, then in turn from there.
        let order = (0..self.seats).map(|i| Some((self.you.index() + i) % self.seats)).chain([None]);
        let lines: Vec<String> = order.map(|owner| self.line(&contents, owner)).collect();
        let mut text = String::new();
        for (i, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
            let is_new = !self.shown.is_empty() && self.shown.get(i) != Some(line);
            if all || is_new || self.shown.is_empty() {
                text += &format!("{} {line}\n", if is_new { '*' } else { ' ' });
            }
        }
        self.shown = lines;
        text
    }

    /// Returns what one player has, or all have together.
    fn line(&self, contents: &[Contents], owner: Option<usize>) -> String {
        let idle = |text: &str| text.is_empty() || text == "0" || text == "no";
        let of_owner = self.layout.places().iter().zip(contents).filter(|(place, _)| place.owner == owner);
        let reported = of_owner.map(|(place, contents)| (&place.label, shown(place, contents)));
        let reported: Vec<String> = reported
            .filter(|(_, line)| !idle(line))
            .map(|(label, line)| format!("{label}: {line}"))
            .collect();
        if reported.is_empty() {
            return String::new();
        }
        let mut text = match owner {
            Some(seat) if seat == self.you.index() => format!("You ({})", letter(seat)),
            Some(seat) => format!("Player {}", letter(seat)),
            None => "All".to_owned(),
        };
        let mut width = text.chars().count();
        for part in reported {
            let more = part.chars().count() + 3;
            if width + more > self.width {
                text.push('\n');
                text += wrapped(&part, [8, 10], self.width).trim_end();
                width = text.lines().last().map_or(0, |line| line.chars().count());
            } else {
                text += &format!("   {part}");
                width += more;
            }
        }
        text
    }
}

/// Returns the contents as one line; of a long pile the last cards.
fn shown(place: &Place, contents: &Contents) -> String {
    let more = contents.cards.len().saturating_sub(PILE);
    if place.owner.is_some() || place.columns > 0 || more == 0 {
        return contents.line();
    }
    let last = Contents { cards: contents.cards[more..].to_vec(), ..contents.clone() };
    format!("... {}", last.line())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_is_new_is_shown_again() {
        let view = |bank: u32| json!({ "hand": [{ "king": 1 }, { "size": 2, "known": {} }], "money": [bank, 0], "stock": 5 });
        let mut table = Table::new(&Names::default(), (2, Seat::new(0)), &view(3), 100);
        assert_eq!(
            table.tell(&view(3), true),
            "  You (A)   Hand: King   Money: 3\n  Player B   Hand: 2 face down\n  All   Stock: 5\n"
        );
        assert_eq!(table.tell(&view(3), false), "");
        assert_eq!(table.tell(&view(4), false), "* You (A)   Hand: King   Money: 4\n");
        assert_eq!(table.tell(&view(4), true).lines().count(), 3);
    }
}
