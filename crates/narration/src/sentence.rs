//! Sentences about events and choices.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::template::{Piece, Template, TemplateError, Words};
use crate::words::{letter, list, place, value};
use ludometer_model::{Names, capital, readable};
use serde_json::{Map, Value as Json};

/// Tells events, as one seat may know them or to whoever sees everything.
#[derive(Clone, Debug)]
pub struct Narrator {
    templates: BTreeMap<String, Vec<Template>>,
    choices: Choices,
    names: Names,
    viewer: Option<usize>,
}

/// A sentence about one event, or about several that differ in one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    pieces: Vec<Piece>,
    /// The piece in which events that were put together differ, and what stands there.
    many: Option<(usize, Vec<String>)>,
    /// How often all of it happened.
    times: usize,
}

impl Narrator {
    /// Returns a narrator with the sentences of these names. With a viewer it tells what that seat may know, and
    /// nothing of events without a sentence.
    ///
    /// # Errors
    /// The first template that can't be read.
    pub fn new(names: &Names, viewer: Option<usize>) -> Result<Self, TemplateError> {
        let mut templates: BTreeMap<String, Vec<Template>> = BTreeMap::new();
        for (key, text) in &names.events {
            let (event, template) = Template::parse(key, text)?;
            templates.entry(event).or_default().push(template);
        }
        Ok(Self { templates, choices: Choices::new(names)?, names: names.clone(), viewer })
    }

    /// Returns the display words of actions.
    pub(crate) const fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Returns the viewer's seat, if it tells what one seat may know.
    pub const fn viewer(&self) -> Option<usize> {
        self.viewer
    }

    /// Returns the display names.
    pub const fn names(&self) -> &Names {
        &self.names
    }

    /// Tells an event, unless its template is empty or the viewer notices nothing of it.
    pub fn tell(&self, event: &Json) -> Option<Sentence> {
        let fields = event.as_object()?;
        let name = fields.get("event").and_then(Json::as_str)?;
        let pieces = match self.template(name, fields) {
            Some(template) => {
                let words = Words { names: &self.names, choices: Some(&self.choices) };
                template.fill(fields, self.viewer, words)
            }
            // Without a template nobody knows who may see the event.
            None if self.viewer.is_some() => return None,
            None => self.plain(name, fields),
        };
        let reported = pieces.iter().any(|piece| !piece.text().trim().is_empty());
        reported.then_some(Sentence { pieces, many: None, times: 1 })
    }

    /// Returns true if a template tells of this event.
    pub fn has_template(&self, event: &Json) -> bool {
        let fields = event.as_object();
        fields
            .and_then(|fields| Some((fields.get("event")?.as_str()?, fields)))
            .is_some_and(|(name, fields)| self.template(name, fields).is_some())
    }

    /// Returns the fields that the template of this event asks for and the event does not have.
    pub fn missing_fields(&self, event: &Json) -> Vec<String> {
        let Some(fields) = event.as_object() else { return Vec::new() };
        let Some(name) = fields.get("event").and_then(Json::as_str) else { return Vec::new() };
        let asked = self.template(name, fields).map(Template::fields).unwrap_or_default();
        asked.into_iter().filter(|field| !fields.contains_key(*field)).map(str::to_owned).collect()
    }

    /// Returns the template that fits with the most conditions.
    fn template(&self, name: &str, fields: &Map<String, Json>) -> Option<&Template> {
        let fitting = self.templates.get(name)?.iter();
        let fitting = fitting.filter_map(|template| Some((template.fits(fields)?, template)));
        fitting.max_by_key(|(conditions, _)| *conditions).map(|(_, template)| template)
    }

    /// Returns a readable line for an event without a template.
    fn plain(&self, name: &str, fields: &Map<String, Json>) -> Vec<Piece> {
        let mut pieces = vec![Piece::Fixed(capital(&readable(name)))];
        let rest = fields.iter().filter(|(key, json)| *key != "event" && !json.is_null());
        for (i, (key, json)) in rest.enumerate() {
            pieces.push(Piece::Fixed(if i == 0 { ": ".to_owned() } else { ", ".to_owned() }));
            if ["seat", "player", "target", "victim", "thief", "owner"].contains(&key.as_str()) {
                pieces.push(Piece::Player(place(json, &self.names)));
            } else {
                pieces.push(Piece::Fixed(format!("{} ", readable(key))));
                pieces.push(Piece::Filled(value(json, &self.names)));
            }
        }
        pieces.push(Piece::Fixed(".".to_owned()));
        pieces
    }
}

impl Sentence {
    /// Takes the other sentence in, if both say the same but for one word: `B is dealt 2` and `B is dealt 5` become
    /// `B is dealt 2 and 5`. Returns false, and changes nothing, if they don't.
    pub fn merge(&mut self, other: &Self) -> bool {
        if self.pieces.len() != other.pieces.len() || other.many.is_some() {
            return false;
        }
        let differing: Vec<usize> =
            (0..self.pieces.len()).filter(|&i| self.pieces[i] != other.pieces[i]).collect();
        let place = match (&self.many, &differing[..]) {
            (None, []) => {
                self.times += 1;
                return true;
            }
            (None, &[place]) => place,
            (Some((many, _)), &[place]) if *many == place => place,
            // The word of the first event once more.
            (Some((many, _)), []) => *many,
            _ => return false,
        };
        // Sentences about different players stay apart.
        let (Piece::Filled(first), Piece::Filled(word)) = (&self.pieces[place], &other.pieces[place]) else {
            return false;
        };
        // A list of lists can't be read.
        if [first, word].iter().any(|word| word.contains(" and ")) {
            return false;
        }
        let (first, times) = (first.clone(), std::mem::replace(&mut self.times, 1));
        let (_, words) = self.many.get_or_insert_with(|| (place, vec![first; times]));
        words.push(word.clone());
        true
    }

    /// Returns the sentence as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (i, piece) in self.pieces.iter().enumerate() {
            match (&self.many, piece) {
                (Some((place, words)), _) if *place == i => text.push_str(&list(words)),
                (_, piece) => text.push_str(piece.text()),
            }
        }
        let text = text.trim();
        let (body, end) = text.strip_suffix('.').map_or((text, ""), |body| (body, "."));
        match self.times {
            1 => capital(text),
            2 => capital(&format!("{body} (twice){end}")),
            times => capital(&format!("{body} ({times} times){end}")),
        }
    }
}

/// Tells actions by their text: its first words say what is done, the others are what with, `{1}`, `{2}` and so on. A `*`
/// among the first words stands for any one, which comes before the others.
#[derive(Clone, Debug)]
pub struct Choices {
    /// By their words, most words first.
    templates: Vec<(Vec<String>, Template)>,
    names: Names,
}

impl Choices {
    /// Returns the templates of these names.
    ///
    /// # Errors
    /// The first template that can't be read.
    pub fn new(names: &Names) -> Result<Self, TemplateError> {
        let read = |(key, text): (&String, &String)| {
            let words: Vec<String> = key.split_whitespace().map(str::to_owned).collect();
            Ok((words, Template::parse("choice", text)?.1))
        };
        let mut templates = names.choices.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        templates.sort_by_key(|(words, _)| Reverse(words.len()));
        Ok(Self { templates, names: names.clone() })
    }

    /// Returns an action in words: by the template for most of its words, by the name of its kind if it is one word,
    /// or as its text stands, cards by name.
    pub fn tell(&self, action: &str) -> String {
        let (action, what) = action.split_once(" (").unwrap_or((action, ""));
        // As much of it as the reader can know.
        if let Some(kind) =
            action.strip_suffix(" ...").filter(|_| self.names.tells_choices && what.is_empty())
        {
            let told = self.names.actions.get(kind).cloned().unwrap_or_else(|| self.word(kind));
            return if told.contains("...") { told } else { told + " ..." };
        }
        let words = words(action);
        let reported = match self.templates.iter().find(|(key, _)| begins(&words, key)) {
            Some((key, template)) => {
                let n = key.len();
                let any = key.iter().zip(&words).filter(|(key, _)| *key == ANY).map(|(_, word)| word);
                let mut fields: Map<String, Json> = any
                    .chain(&words[n..])
                    .enumerate()
                    .map(|(i, word)| ((i + 1).to_string(), self.field(word)))
                    .collect();
                // All that follows, for cards whose ids have marks in them.
                let rest = action.trim_end_matches(')').splitn(n + 1, MARKS).nth(n).unwrap_or_default();
                fields.insert("rest".to_owned(), rest.into());
                template
                    .fill(&fields, None, Words { names: &self.names, choices: None })
                    .iter()
                    .map(|piece| piece.text().to_owned())
                    .collect()
            }
            None if words.len() == 1 => {
                self.names.actions.get(&words[0]).cloned().unwrap_or_else(|| self.word(&words[0]))
            }
            None => words.iter().map(|word| self.word(word)).collect::<Vec<_>>().join(" "),
        };
        if what.is_empty() {
            reported
        } else {
            format!("{reported} ({}", self.word(what.trim_end_matches(')')) + ")")
        }
    }

    /// Returns a word of an action as a field of its template; `none` is nobody, or nothing.
    fn field(&self, word: &str) -> Json {
        match word.parse::<i64>() {
            Ok(number) => number.into(),
            Err(_) if word == NONE && !self.names.cards.contains_key(NONE) => Json::Null,
            Err(_) => word.into(),
        }
    }

    fn word(&self, word: &str) -> String {
        if word.parse::<i64>().is_ok() { word.to_owned() } else { value(&word.into(), &self.names) }
    }
}

/// Marks between the words of an action.
const MARKS: [char; 5] = [' ', '(', ')', ':', ','];

/// Stands in an action for no player and no card.
const NONE: &str = "none";

/// Stands in a template's key for any word.
const ANY: &str = "*";

/// Returns whether the words begin with those of a template's key.
fn begins(words: &[String], key: &[String]) -> bool {
    key.len() <= words.len() && key.iter().zip(words).all(|(key, word)| key == ANY || key == word)
}

fn words(action: &str) -> Vec<String> {
    action.split(MARKS).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns who plays by a line that names the bots: `A greedy, B random`.
pub fn players_and_bots(line: &Json) -> String {
    let bots = line["strategies"].as_array().into_iter().flatten().enumerate();
    let bots = bots.map(|(seat, bot)| format!("{} {}", letter(seat), bot.as_str().unwrap_or_default()));
    bots.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn names() -> Names {
        let mut names = Names::default();
        names.insert("card", "steal", "Steal One");
        let events = [
            ("draw", "{@seat} draws [seat: {card} | a card] from {@from}."),
            ("draw from=pile", "{@seat} takes {card} from the pile."),
            ("promise", "{@seat} promises {kind}."),
            ("promise kind=raise", "{@seat} promises {kind.2} or more."),
            ("promise kind=reverse", "{@seat} promises a Reverse before {@kind.2}."),
            ("turn", ""),
            ("due", "{@seat} is due ${amount}."),
            ("look", "[seat, target: {@seat} looks at {@target}'s hand. | ]"),
        ];
        names.events = events.map(|(key, text)| (key.to_owned(), text.to_owned())).into();
        names
    }

    fn reported(viewer: Option<usize>, event: &Json) -> Option<String> {
        Narrator::new(&names(), viewer).unwrap().tell(event).map(|sentence| sentence.text())
    }

    #[test]
    fn the_template_with_most_conditions_tells() {
        let draw = |from| json!({ "event": "draw", "seat": 1, "card": "steal", "from": from });
        assert_eq!(reported(None, &draw("stock")).unwrap(), "B draws Steal One from the stock.");
        assert_eq!(reported(None, &draw("pile")).unwrap(), "B takes Steal One from the pile.");
        assert_eq!(reported(None, &json!({ "event": "turn", "seat": 1 })), None);
    }

    #[test]
    fn a_sum_below_zero_has_its_sign_before_the_dollar() {
        let due = |amount| reported(None, &json!({ "event": "due", "seat": 1, "amount": amount })).unwrap();
        assert_eq!(due(-20), "B is due \u{2212}$20.");
        assert_eq!(due(20), "B is due $20.");
    }

    #[test]
    fn a_secret_is_for_those_who_know_it() {
        let draw = json!({ "event": "draw", "seat": 1, "card": "steal", "from": "stock" });
        assert_eq!(reported(Some(1), &draw).unwrap(), "B draws Steal One from the stock.");
        assert_eq!(reported(Some(0), &draw).unwrap(), "B draws a card from the stock.");
        let look = json!({ "event": "look", "seat": 0, "target": 2 });
        assert_eq!(reported(Some(2), &look).unwrap(), "A looks at C's hand.");
        assert_eq!(reported(Some(1), &look), None);
    }

    #[test]
    fn without_a_template_only_who_sees_everything_gets_a_sentence() {
        let event = json!({ "event": "odd_thing", "seat": 2, "amount": 50_000, "card": null });
        assert_eq!(reported(None, &event).unwrap(), "Odd thing: C, amount 50,000.");
        assert_eq!(reported(Some(2), &event), None);
    }

    #[test]
    fn sentences_that_differ_in_a_word_become_one() {
        let narrator = Narrator::new(&names(), None).unwrap();
        let draw = |seat, card| json!({ "event": "draw", "seat": seat, "card": card, "from": "stock" });
        let mut sentence = narrator.tell(&draw(0, "steal")).unwrap();
        assert!(sentence.merge(&narrator.tell(&draw(0, "value_2")).unwrap()));
        assert!(sentence.merge(&narrator.tell(&draw(0, "steal")).unwrap()));
        assert!(!sentence.merge(&narrator.tell(&draw(1, "steal")).unwrap()), "another player");
        assert_eq!(sentence.text(), "A draws Steal One, value 2 and Steal One from the stock.");
        let narrator = Narrator::new(&names(), Some(1)).unwrap();
        let mut sentence = narrator.tell(&draw(0, "steal")).unwrap();
        assert!(sentence.merge(&narrator.tell(&draw(0, "value_2")).unwrap()));
        assert_eq!(sentence.text(), "A draws a card from the stock (twice).");
    }

    #[test]
    fn a_word_of_a_field_is_reported_alone() {
        let promise = |kind| json!({ "event": "promise", "seat": 0, "kind": kind });
        assert_eq!(reported(None, &promise("raise:3")).unwrap(), "A promises 3 or more.");
        assert_eq!(reported(None, &promise("reverse:2")).unwrap(), "A promises a Reverse before C.");
        assert_eq!(reported(None, &promise("pass")).unwrap(), "A promises pass.");
    }

    #[test]
    fn what_is_wrong_with_a_template_is_said() {
        let wrong = [
            ("draw", "{@seat draws", "a bracket is not closed"),
            ("draw", "[seat {card}]", "a secret is written"),
            ("draw", "{}", "a field is written"),
            ("draw from", "x", "a condition is written"),
            ("", "x", "the key names no event"),
        ];
        for (key, text, what) in wrong {
            let mut names = Names::default();
            names.events.insert(key.to_owned(), text.to_owned());
            let error = Narrator::new(&names, None).unwrap_err();
            assert!(error.what.starts_with(what), "{key}: {error}");
        }
    }

    #[test]
    fn actions_are_things_to_do() {
        let mut names = Names::default();
        names.insert("card", "steal_one", "Steal One");
        names.insert("card", "plus_3:red", "Plus 3 red");
        let choices = [
            ("client", "choose {@1} as Client"),
            ("move_from front", "move {2} from before {@1}"),
            ("move_from front * reverse", "move the Reverse from before {@1}"),
            ("lead", "lead {rest}"),
        ];
        names.choices = choices.map(|(key, text)| (key.to_owned(), text.to_owned())).into();
        let choices = Choices::new(&names).unwrap();
        let reported = |action| choices.tell(action);
        assert_eq!(reported("client(2)"), "choose C as Client");
        assert_eq!(reported("move_from:front:1:pota"), "move pota from before B");
        assert_eq!(reported("move_from:front:1:reverse"), "move the Reverse from before B");
        assert_eq!(reported("lead:plus_3:red"), "lead Plus 3 red");
        assert_eq!(reported("discard steal_one"), "discard Steal One");
        assert_eq!(reported("take 3 (steal_one)"), "take 3 (Steal One)");
    }
}
