//! Display names: what people call the things that files know by an id; and the names by which files know games.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::SeatSet;

/// Holds the display names of a game design by id. Where a name is missing, the id is written as words ([`readable`]).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Names {
    /// Cards.
    pub cards: BTreeMap<String, String>,
    /// Numbers that are printed on cards, such as their cost, by the title of their column and the id of the card.
    pub printed: BTreeMap<String, BTreeMap<String, String>>,
    /// Kinds of actions, as a thing to do: "play a Get Paid card".
    pub actions: BTreeMap<String, String>,
    /// Phases, as a thing to decide: "which shoe to sell".
    pub phases: BTreeMap<String, String>,
    /// Zones of the table: "draw pile".
    pub zones: BTreeMap<String, String>,
    /// Numbers that a game keeps.
    pub numbers: BTreeMap<String, String>,
    /// Display words of actions and notes, where they differ from the ids.
    pub words: BTreeMap<String, String>,
    /// Clauses of the rules, by what they are about.
    pub clauses: BTreeMap<String, String>,
    /// Events, as templates of sentences (`ludometer_narration` says how they are written). Traces tell by them; they
    /// are no names, so [`Names::rows`] leaves them out.
    pub events: BTreeMap<String, String>,
    /// Actions, as templates of things to do, by the words that their text begins with: `client` = "choose {@1} as
    /// Client" for `client(2)`. Where there is none, the words of the action are reported as they stand.
    pub choices: BTreeMap<String, String>,
    /// True where no event says what was chosen, so that traces do.
    pub tells_choices: bool,
    /// The number that the game gives its first turn: people count turns from 1 ([`Names::turn`]).
    pub first_turn: u32,
    /// The areas of the table, in the order in which people are shown them. Where there is none, all of a view is shown.
    pub areas: Vec<Area>,
}

/// An area of the table: a hand, a pile, a score. Paths name where it is in the JSON of a view: keys with dots between
/// them; `@` is the seat, `[owner=@]` what has the seat as its `owner`. An area with `@` or `own` is there for each player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Area {
    /// The name that people have for it.
    pub label: String,
    /// Where its contents are; of a hand, those cards that others know too.
    pub path: String,
    /// Where the viewer's own is, if it is elsewhere.
    pub own: String,
    /// Where the number of its cards is; what is not known of them lies face down.
    pub size: String,
    /// Where the seat of a player is, of an area that tells one.
    pub player: String,
    /// The width of a board, in cells; 0 if it is none.
    pub columns: usize,
    /// Parts of its text that people read otherwise, in this order: each with what stands in its place.
    pub replace: Vec<(String, String)>,
    /// The sign that stands before its number, such as `$`.
    pub sign: String,
}

/// What stands before the title of a column of numbers on cards, as a kind of [`Names::rows`].
const PRINTED: &str = "card: ";

impl Names {
    /// Returns the display name of a card.
    pub fn card(&self, id: &str) -> String {
        self.cards.get(id).cloned().unwrap_or_else(|| capital(&readable(id)))
    }

    /// Returns the display name of a kind of action.
    pub fn action(&self, id: &str) -> String {
        self.actions.get(id).cloned().unwrap_or_else(|| readable(id))
    }

    /// Returns the display name of a phase.
    pub fn phase(&self, id: &str) -> String {
        self.phases.get(id).cloned().unwrap_or_else(|| readable(id))
    }

    /// Returns the display name of a zone.
    pub fn zone(&self, id: &str) -> String {
        self.zones.get(id).cloned().unwrap_or_else(|| readable(id))
    }

    /// Returns the display name of a number.
    pub fn number(&self, id: &str) -> String {
        self.numbers.get(id).cloned().unwrap_or_else(|| readable(id))
    }

    /// Returns what a clause is about, followed by its id; the id alone if no name is known.
    pub fn clause(&self, id: &str) -> String {
        self.clauses.get(id).map_or_else(|| id.to_owned(), |name| format!("{name} ({id})"))
    }

    /// Returns the display name of what a table calls this, of a kind that [`Names::rows`] knows; a text of another
    /// kind stays as it is.
    pub fn of(&self, kind: &str, id: &str) -> String {
        match kind {
            "card" => self.card(id),
            "action" => self.action(id),
            "phase" => self.phase(id),
            "zone" => self.zone(id),
            "number" => self.number(id),
            "clause" => self.clause(id),
            _ => id.to_owned(),
        }
    }

    /// Returns the number that people give a turn: the first one is turn 1.
    pub fn turn(&self, turn: u32) -> u32 {
        turn.saturating_add(1).saturating_sub(self.first_turn)
    }

    /// Returns the number that the game gives the turn that people call this.
    pub fn turn_called(&self, turn: u32) -> u32 {
        turn.saturating_add(self.first_turn).saturating_sub(1)
    }

    /// Returns all names as (kind, id, name), in the order of the kinds and ids, and then what is printed on cards.
    pub fn rows(&self) -> impl Iterator<Item = (Cow<'static, str>, &str, &str)> {
        let kinds = [
            ("card", &self.cards),
            ("action", &self.actions),
            ("phase", &self.phases),
            ("zone", &self.zones),
            ("number", &self.numbers),
            ("clause", &self.clauses),
        ];
        let names = kinds.into_iter().map(|(kind, map)| (Cow::from(kind), map));
        let printed = self.printed.iter().map(|(title, map)| (Cow::from(format!("{PRINTED}{title}")), map));
        names.chain(printed).flat_map(|(kind, map)| {
            map.iter().map(move |(id, name)| (kind.clone(), id.as_str(), name.as_str()))
        })
    }

    /// Adds a row as [`Names::rows`] gives it; returns false for a kind that is not known.
    pub fn insert(&mut self, kind: &str, id: &str, name: &str) -> bool {
        let map = match kind {
            "card" => &mut self.cards,
            "action" => &mut self.actions,
            "phase" => &mut self.phases,
            "zone" => &mut self.zones,
            "number" => &mut self.numbers,
            "clause" => &mut self.clauses,
            _ => match kind.strip_prefix(PRINTED) {
                Some(title) => self.printed.entry(title.to_owned()).or_default(),
                None => return false,
            },
        };
        map.insert(id.to_owned(), name.to_owned());
        true
    }
}

/// Returns what people call the player in this seat: `Player A` sits in seat 0.
pub fn player(seat: usize) -> String {
    match u8::try_from(seat).ok().filter(|seat| *seat < 26) {
        Some(seat) => format!("Player {}", char::from(b'A' + seat)),
        None => format!("Player {}", seat.saturating_add(1)),
    }
}

/// Returns what people call the players in these seats, without the word: `A and C` sit in seats 0 and 2.
pub fn side_name(seats: SeatSet) -> String {
    let mut names: Vec<String> =
        seats.iter().map(|seat| player(seat.index()).split_off("Player ".len())).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
}

/// Returns an id in words: `steal_three` and `StealThree` are `steal three`.
pub fn readable(id: &str) -> String {
    let mut words = String::new();
    for letter in id.chars() {
        if letter.is_uppercase() && words.ends_with(char::is_lowercase) {
            words.push(' ');
        }
        if "_-".contains(letter) {
            words.push(' ');
        } else {
            words.extend(letter.to_lowercase());
        }
    }
    // `table_`, as the name without its sign is taken.
    words.trim().to_owned()
}

/// Returns a text with a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The ending of the names of scripts, of games and of bots.
pub const SCRIPT_ENDING: &str = ".luau";

/// Returns the name by which files know a game: its id; of a game script the name of its file without the folder, so that
/// both can move.
pub fn game_name(id: &str) -> &str {
    if id.ends_with(SCRIPT_ENDING) { id.rsplit(['/', '\\']).next().unwrap_or(id) } else { id }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_words() {
        let ids = ["steal_three", "PlayGetPaid", "double-pass", "draw", "bet 2"];
        assert_eq!(ids.map(readable), ["steal three", "play get paid", "double pass", "draw", "bet 2"]);
        assert_eq!([0, 2, 25, 26].map(player), ["Player A", "Player C", "Player Z", "Player 27"]);
    }

    #[test]
    fn a_name_goes_before_the_id() {
        let mut names = Names::default();
        assert_eq!(names.of("card", "steal_three"), "Steal three");
        assert!(names.insert("card", "steal_three", "Steal Three"));
        assert!(names.insert("clause", "PP-17", "A Steal is countered"));
        assert!(!names.insert("event", "deal", "The deal"));
        assert_eq!(names.of("card", "steal_three"), "Steal Three");
        assert_eq!(names.clause("PP-17"), "A Steal is countered (PP-17)");
        assert_eq!([names.clause("PP-1"), names.of("event", "deal")], ["PP-1", "deal"]);
        assert!(names.insert("card: Cost", "steal_three", "4"));
        let rows: Vec<_> = names.rows().map(|(kind, id, name)| format!("{kind} {id} {name}")).collect();
        assert_eq!(
            rows,
            ["card steal_three Steal Three", "clause PP-17 A Steal is countered", "card: Cost steal_three 4"]
        );
    }

    #[test]
    fn a_game_script_is_known_by_its_files_name() {
        assert_eq!(game_name("games/one/tea.luau"), "tea.luau");
        assert_eq!(game_name("C:\\games\\tea.luau"), "tea.luau");
        assert_eq!(game_name("tea.luau"), "tea.luau");
        assert_eq!(game_name("pure-profit"), "pure-profit");
    }
}
