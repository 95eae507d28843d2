//! The glossary of the book: the one home of what the words of pages, tables and messages mean.

/// A word of the glossary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// What it is called; all names mean the same.
    pub names: Vec<String>,
    /// True for a question that pages answer.
    pub is_question: bool,
    /// What it means.
    pub meaning: String,
    /// How it is used.
    pub example: Option<String>,
}

/// The mark of the example at the end of an entry.
const EXAMPLE: &str = "*Example:*";

/// Returns the words of the glossary in its order.
pub fn glossary() -> Vec<Word> {
    include_str!("../../../docs/glossary.md").split("\n\n").filter_map(word).collect()
}

/// Returns an entry: `**Word, other name.** What it means. *Example:* how it is used.`
fn word(entry: &str) -> Option<Word> {
    let (head, text) = entry.trim().strip_prefix("**")?.split_once("**")?;
    let is_question = head.ends_with('?');
    // What is set in bold elsewhere is no entry.
    let names = head.strip_suffix('.').or_else(|| is_question.then_some(head))?;
    // Questions and headings may have commas.
    let between = if is_question || head.contains(" / ") { " / " } else { ", " };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (meaning, example) = text.split_once(EXAMPLE).map_or((&*text, None), |(a, b)| (a, Some(b)));
    Some(Word {
        names: names.split(between).map(str::to_owned).collect(),
        is_question,
        meaning: without_markdown(meaning),
        example: example.map(without_markdown),
    })
}

/// Returns a text without the signs of Markdown: links by their words, code as it is.
pub fn without_markdown(text: &str) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some((before, link)) = rest.split_once('[') {
        match link.split_once("](") {
            Some((shown, after)) if !shown.contains('[') => {
                let (_, after) = after.split_once(')').unwrap_or(("", ""));
                out += before;
                out += shown;
                rest = after;
            }
            _ => {
                out += before;
                out.push('[');
                rest = link;
            }
        }
    }
    out += rest;
    out.replace(['`', '*'], "").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_have_names_a_meaning_and_an_example() {
        let words = glossary();
        let of = |name: &str| words.iter().find(|word| word.names.iter().any(|own| own == name)).unwrap();
        let interval = of("interval");
        assert_eq!(interval.names[0], "95 % interval");
        assert!(interval.meaning.starts_with("Games differ by luck") && interval.example.is_some());
        assert!(of("Does the seat matter?").is_question && !interval.is_question);
        assert_eq!(
            without_markdown("see [What intervals say](../x.md), and `a[0]`"),
            "see What intervals say, and a[0]"
        );
    }
}
