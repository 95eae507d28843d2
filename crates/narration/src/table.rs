//! The contents of the table, read off the view of a player.

use serde::Serialize;
use serde_json::Value as Json;

use super::words::{letter, value};
use ludometer_model::{Area, Names, capital, readable};

/// Fields of a view that a table does not show: they are said beside it.
const ELSEWHERE: [&str; 8] = ["turn", "turn_no", "phase", "step", "mover", "seat", "viewer", "seat_to_move"];

/// The contents of an area.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Contents {
    /// Cards that can be seen, in words, each with its number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<(String, u64)>,
    /// Cards that lie face down.
    #[serde(skip_serializing_if = "is_none")]
    pub down: u64,
    /// Contents that are no cards: a number, a state.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_none(number: &u64) -> bool {
    *number == 0
}

impl Contents {
    /// Returns true if there is nothing to show.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the contents as one line.
    pub fn line(&self) -> String {
        let card = |(name, count): &(String, u64)| match count {
            1 => name.clone(),
            _ => format!("{count} x {name}"),
        };
        let mut parts: Vec<String> = self.cards.iter().map(card).collect();
        if self.down > 0 {
            let what = if self.cards.is_empty() { "face down" } else { "more face down" };
            parts.push(format!("{} {what}", self.down));
        }
        if !self.text.is_empty() {
            parts.push(self.text.clone());
        }
        parts.join(", ")
    }
}

/// An area of the table as it is there: one for each player, or one for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name that people have for it.
    pub label: String,
    /// Whose it is, if it is a player's.
    pub owner: Option<usize>,
    /// The width of a board, in cells; 0 if it is none.
    pub columns: usize,
    area: usize,
}

/// The table of a game design.
#[derive(Clone, Debug)]
pub struct Layout {
    names: Names,
    areas: Vec<Area>,
    places: Vec<Place>,
}

impl Layout {
    /// Returns the table of a design for so many seats; where its names tell no areas, what a view has.
    pub fn new(names: &Names, seats: usize, view: &Json) -> Self {
        let mut areas = if names.areas.is_empty() { derived(seats, view) } else { names.areas.clone() };
        for area in areas.iter_mut().filter(|area| area.columns == 0 && !is_of_players(area)) {
            area.columns = find(view, &area.path, 0).map_or(0, |json| board(&json));
        }
        let mut places = Vec::new();
        for (i, area) in areas.iter().enumerate() {
            let place = |owner| Place { label: area.label.clone(), owner, columns: area.columns, area: i };
            if is_of_players(area) {
                places.extend((0..seats).map(|seat| place(Some(seat))));
            } else {
                places.push(place(None));
            }
        }
        Self { names: names.clone(), areas, places }
    }

    /// Returns what there is room for on the table.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Returns what lies in each place, as the viewer knows it whose view this is.
    pub fn read(&self, view: &Json, viewer: usize) -> Vec<Contents> {
        let read = |place: &Place| {
            let area = &self.areas[place.area];
            let seat = place.owner.unwrap_or(viewer);
            if place.owner == Some(viewer) && !area.own.is_empty() {
                return find(view, &area.own, seat).map(|json| self.contents(&json)).unwrap_or_default();
            }
            let at = |path: &str| if path.is_empty() { None } else { find(view, path, seat) };
            let mut contents = at(&area.path).map(|json| self.contents(&json)).unwrap_or_default();
            if let Some(player) = at(&area.player).and_then(|json| usize::try_from(json.as_u64()?).ok()) {
                contents.text = letter(player);
            }
            if let Some(size) = at(&area.size).and_then(|json| json.as_u64()) {
                let known: u64 = contents.cards.iter().map(|(_, count)| count).sum();
                contents.down = size.saturating_sub(known);
            }
            for (part, other) in &area.replace {
                contents.text = contents.text.replace(part, other);
            }
            let sign = if contents.text.starts_with('\u{2212}') { '\u{2212}'.len_utf8() } else { 0 };
            if contents.text[sign..].starts_with(|letter: char| letter.is_ascii_digit()) {
                contents.text.insert_str(sign, &area.sign);
            }
            // Of one's own cards one has been told more than one sees.
            if let Some(json) = at(&area.path).filter(|_| place.owner == Some(viewer)) {
                contents.text += &self.told(&json);
            }
            contents
        };
        self.places.iter().map(read).collect()
    }

    fn contents(&self, json: &Json) -> Contents {
        let mut contents = Contents::default();
        match json {
            Json::Null => {}
            Json::Array(items) => items.iter().for_each(|item| self.add(&mut contents.cards, item)),
            Json::Object(fields) if fields.contains_key("size") => {
                let known = fields.get("known").map(|known| self.contents(known)).unwrap_or_default();
                let count: u64 = known.cards.iter().map(|(_, count)| count).sum();
                let size = fields.get("size").and_then(Json::as_u64).unwrap_or(count);
                return Contents { down: size.saturating_sub(count), ..known };
            }
            Json::Object(fields) if fields.values().all(Json::is_u64) => {
                let counts = fields.iter().filter_map(|(card, count)| Some((card, count.as_u64()?)));
                let some = counts.filter(|(_, count)| *count > 0);
                contents.cards = some.map(|(card, count)| (self.names.card(card), count)).collect();
            }
            Json::Object(fields) => {
                let of = |(key, item): (&String, &Json)| format!("{} {}", readable(key), self.word(item));
                let some = fields.iter().filter(|(_, item)| !item.is_null());
                contents.text = some.map(of).collect::<Vec<_>>().join(", ");
            }
            other => contents.text = self.word(other),
        }
        contents
    }

    /// Returns the bounds that hold for cards of a hand that its owner does not see, in words.
    fn told(&self, json: &Json) -> String {
        let list = |json: &Json| {
            let cards = json.as_array().into_iter().flatten().filter_map(Json::as_str);
            cards.map(|card| self.names.card(card)).collect::<Vec<_>>().join(", ")
        };
        let bound = |bound: &Json| {
            let number = |key: &str| bound.get(key).and_then(Json::as_u64);
            let least = number("least").unwrap_or(0);
            let count = match number("most") {
                Some(most) if most == least => format!("{least}"),
                Some(most) => format!("{least} to {most}"),
                None => format!("{least} or more"),
            };
            format!("{count} of ({})", list(&bound["of"]))
        };
        let bounds = json.get("told").and_then(Json::as_array).into_iter().flatten().map(bound);
        let none = json.get("none_of").map(list).filter(|none| !none.is_empty());
        bounds.chain(none.map(|none| format!("none of ({none})"))).collect::<Vec<_>>().join(", ")
    }

    /// Adds what an element of a list is; equal neighbours are one with a number.
    fn add(&self, cards: &mut Vec<(String, u64)>, item: &Json) {
        let word = match item {
            Json::Null => "-".to_owned(),
            Json::Number(number) => {
                let id = number.to_string();
                self.names.cards.get(&id).cloned().unwrap_or(id)
            }
            Json::Array(items) if items.is_empty() => "-".to_owned(),
            other => self.word(other),
        };
        match cards.last_mut().filter(|(last, _)| *last == word) {
            Some((_, count)) => *count += 1,
            None => cards.push((word, 1)),
        }
    }

    fn word(&self, json: &Json) -> String {
        match json {
            Json::String(id) => match self.names.cards.get(id) {
                Some(name) => name.clone(),
                // A text of several words is no id.
                None if id.contains(|letter: char| !letter.is_alphanumeric() && letter != '_') => id.clone(),
                None => capital(&readable(id)),
            },
            other => value(other, &self.names),
        }
    }
}

fn is_of_players(area: &Area) -> bool {
    !area.own.is_empty() || [&area.path, &area.size].iter().any(|path| path.contains('@'))
}

/// Returns what a path leads to; `@` is the seat.
fn find(view: &Json, path: &str, seat: usize) -> Option<Json> {
    let mut at = view.clone();
    for step in path.split('.') {
        let owner = step.strip_prefix('[').and_then(|step| step.strip_suffix("=@]"));
        let owned = |item: &Json| {
            owner.and_then(|key| item.get(key)).and_then(Json::as_u64) == u64::try_from(seat).ok()
        };
        at = match (&at, owner) {
            (Json::Array(items), Some(_)) => items.iter().find(|item| owned(item)).cloned()?,
            (Json::Object(fields), Some(_)) => {
                fields.iter().filter(|(_, item)| owned(item)).map(|(key, _)| key.clone()).collect()
            }
            (Json::Array(items), None) => {
                items.get(if step == "@" { seat } else { step.parse().ok()? }).cloned()?
            }
            (Json::Object(fields), None) => fields.get(step).cloned()?,
            _ => return None,
        };
    }
    Some(at)
}

/// Returns the areas of a view that no one has described: a list with an element for each seat is the players'.
fn derived(seats: usize, view: &Json) -> Vec<Area> {
    let fields = view.as_object().into_iter().flatten();
    let fields = fields.filter(|(key, _)| !ELSEWHERE.contains(&key.as_str()));
    let area = |(key, item): (&String, &Json)| {
        let of_players = item.as_array().is_some_and(|items| items.len() == seats);
        Area {
            label: capital(&readable(key)),
            path: if of_players { format!("{key}.@") } else { key.clone() },
            ..Area::default()
        }
    };
    fields.map(area).collect()
}

/// Returns the width of a board if this is one: many numbers in a list.
fn board(json: &Json) -> usize {
    let cells = json.as_array().filter(|items| items.len() > 8 && items.iter().all(Json::is_number));
    cells.map_or(0, |cells| width(cells.len()))
}

/// Returns the width of a board of so many cells: as square as it can be, and rather wide than high; 0 if it would be
/// no board.
fn width(cells: usize) -> usize {
    let least = cells.isqrt();
    (least..=2 * least).find(|width| width * width >= cells && cells.is_multiple_of(*width)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lines(layout: &Layout, view: &Json, viewer: usize) -> Vec<(String, Option<usize>, String)> {
        let contents = layout.read(view, viewer);
        let all = layout.places().iter().zip(&contents);
        all.map(|(place, contents)| (place.label.clone(), place.owner, contents.line())).collect()
    }

    #[test]
    fn areas_are_read_by_their_paths() {
        let mut names = Names::default();
        names.insert("card", "2", "Two");
        let area = |label: &str, path: &str, own: &str, size: &str| Area {
            label: label.to_owned(),
            path: path.to_owned(),
            own: own.to_owned(),
            size: size.to_owned(),
            ..Area::default()
        };
        names.areas = vec![
            area("Hand", "others.[seat=@].known", "hand", "others.[seat=@].cards"),
            area("Staff", "staff.[owner=@]", "", ""),
            area("Stock", "", "", "stock"),
            area("Pile", "pile", "", ""),
            Area { sign: "$".to_owned(), ..area("Debt", "debt", "", "") },
            Area { sign: "$".to_owned(), ..area("Money", "money.@", "", "") },
            Area {
                replace: vec![("F{".to_owned(), "Film ".to_owned()), ("}".to_owned(), String::new())],
                ..area("Laid out", "laid", "", "")
            },
        ];
        let view = json!({
            "hand": [2, 2, 3],
            "others": [{ "seat": 1, "cards": 4, "known": ["2"] }],
            "staff": { "abby": { "owner": 1 }, "bella": { "owner": "open" }, "carla": { "owner": 1 } },
            "stock": 12,
            "pile": { "2": 0, "steal_one": 3 },
            "money": [12_500, null],
            "debt": -20,
            "laid": "F{1 2}",
        });
        let layout = Layout::new(&names, 2, &view);
        let reported: Vec<String> = lines(&layout, &view, 0).into_iter().map(|(_, _, line)| line).collect();
        let wanted = [
            "2 x Two, 3",
            "Two, 3 more face down",
            "",
            "Abby, Carla",
            "12 face down",
            "3 x Steal one",
            "\u{2212}$20",
            "$12,500",
            "",
            "Film 1 2",
        ];
        assert_eq!(reported, wanted);
    }

    #[test]
    fn what_was_told_of_ones_own_cards_is_shown() {
        let hand = json!({
            "size": 3, "known": { "red_1": 1 }, "none_of": ["blue_1", "blue_2"],
            "told": [{ "least": 2, "most": 2, "of": ["red_1", "red_2"] }, { "least": 1, "most": null, "of": ["green"] }],
        });
        let view = json!({ "hand": [hand, { "size": 2, "known": {}, "none_of": ["red_1"] }] });
        let layout = Layout::new(&Names::default(), 2, &view);
        let reported: Vec<String> = lines(&layout, &view, 0).into_iter().map(|(_, _, line)| line).collect();
        let own =
            "Red 1, 2 more face down, 2 of (Red 1, Red 2), 1 or more of (Green), none of (Blue 1, Blue 2)";
        assert_eq!(reported, [own, "2 face down"]);
    }

    #[test]
    fn a_view_without_areas_is_shown_whole() {
        let view = json!({
            "turn": 3, "mover": 1, "at": [4, 0], "deck": { "size": 3, "known": { "king": 1 }, "none_of": [] },
            "board": [0, 1, 2, 0, 0, 0, 0, 0, 0], "is_open": true, "sealed": [null, null],
        });
        let layout = Layout::new(&Names::default(), 2, &view);
        let reported = lines(&layout, &view, 0);
        let line = |label: &str, owner| {
            reported
                .iter()
                .find(|(of, seat, _)| of == label && *seat == owner)
                .map(|(_, _, line)| line.as_str())
        };
        assert_eq!([line("At", Some(0)), line("At", Some(1))], [Some("4"), Some("0")]);
        assert_eq!(line("Deck", None), Some("King, 2 more face down"));
        assert_eq!([line("Is open", None), line("Sealed", Some(1))], [Some("yes"), Some("")]);
        assert_eq!([line("Turn", None), line("Mover", None)], [None, None]);
        let board = layout.places().iter().find(|place| place.label == "Board");
        assert_eq!(board.map(|board| board.columns), Some(3));
        assert_eq!([9, 42, 64, 24, 13].map(width), [3, 7, 8, 6, 0]);
    }
}
