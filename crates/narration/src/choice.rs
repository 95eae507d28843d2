//! Actions described as things to do.

use std::cmp::Reverse;

use serde_json::{Map, Value as Json};

use super::template::{Template, TemplateError};
use ludometer_model::{Names, readable};

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
        let words = words(action);
        let reported = match self.templates.iter().find(|(key, _)| begins(&words, key)) {
            Some((key, template)) => {
                let n = key.len();
                let any = key.iter().zip(&words).filter(|(key, _)| *key == ANY).map(|(_, word)| word);
                let mut fields: Map<String, Json> = any
                    .chain(&words[n..])
                    .enumerate()
                    .map(|(i, word)| {
                        (
                            (i + 1).to_string(),
                            word.parse::<i64>().map_or(Json::from(word.as_str()), Json::from),
                        )
                    })
                    .collect();
                // All that follows, for cards whose ids have marks in them.
                let rest = action.trim_end_matches(')').splitn(n + 1, MARKS).nth(n).unwrap_or_default();
                fields.insert("rest".to_owned(), rest.into());
                template
                    .fill(&fields, None, &self.names)
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

    fn word(&self, word: &str) -> String {
        if word.parse::<i64>().is_ok() {
            return word.to_owned();
        }
        self.names.cards.get(word).cloned().unwrap_or_else(|| readable(word))
    }
}

/// Marks between the words of an action.
const MARKS: [char; 5] = [' ', '(', ')', ':', ','];

/// Stands in a template's key for any word.
const ANY: &str = "*";

/// Returns whether the words begin with those of a template's key.
fn begins(words: &[String], key: &[String]) -> bool {
    key.len() <= words.len() && key.iter().zip(words).all(|(key, word)| key == ANY || key == word)
}

fn words(action: &str) -> Vec<String> {
    action.split(MARKS).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
