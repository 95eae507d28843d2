//! Reads what the tests need of a Markdown page: fenced blocks, links, headings.

/// A fenced block of a page.
pub(super) struct Block {
    /// The first word after the fence: `sh`, `console`, `toml` and so on.
    pub(super) language: String,
    /// The value of `file=` after it, if there is one.
    pub(super) file: Option<String>,
    /// Whether the text goes on with that file: `more=` in place of `file=`.
    pub(super) goes_on: bool,
    /// The lines between the fences.
    pub(super) text: String,
    /// The line of the opening fence, from 1.
    pub(super) line: usize,
}

/// Returns the fenced blocks of a page, in order.
pub(super) fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let mut words = info.split_whitespace();
                let language = words.next().unwrap_or_default().to_owned();
                let value =
                    |key: &str| words.clone().find_map(|word| word.strip_prefix(key)).map(str::to_owned);
                let more = value("more=");
                open = Some(Block {
                    language,
                    goes_on: more.is_some(),
                    file: more.or_else(|| value("file=")),
                    text: String::new(),
                    line: number + 1,
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// Returns the text outside fenced blocks.
pub(super) fn prose(page: &str) -> String {
    let mut inside = false;
    let outside = page.lines().filter(|line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !inside && !fence
    });
    outside.collect::<Vec<_>>().join("\n")
}

/// Returns the targets of all links and pictures of a page: `[text](target)`, `[label]: target`, `src="target"`.
pub(super) fn links(page: &str) -> Vec<String> {
    let prose = prose(page);
    let mut links = Vec::new();
    for (before, end) in [("](", ')'), ("src=\"", '"'), ("srcset=\"", '"'), ("href=\"", '"')] {
        for part in prose.split(before).skip(1) {
            links.extend(part.split_once(end).map(|(target, _)| target.to_owned()));
        }
    }
    let labels = prose.lines().filter(|line| line.starts_with('['));
    links
        .extend(labels.filter_map(|line| line.split_once("]: ")).map(|(_, target)| target.trim().to_owned()));
    links
}

/// Returns the anchors of a page's headings, as mdBook and code hosts make them.
pub(super) fn anchors(page: &str) -> Vec<String> {
    let prose = prose(page);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn blocks_links_and_anchors_by_hand() {
    let page = "# One two!\n[a](b.md#c) and ![d](e.png)\n```toml file=x.toml\nkey = 1\n```\n[f]: g\n";
    let found = blocks(page);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].language.as_str(), found[0].file.as_deref()), ("toml", Some("x.toml")));
    assert_eq!((found[0].text.as_str(), found[0].line), ("key = 1\n", 3));
    assert_eq!(links(page), ["b.md#c", "e.png", "g"]);
    assert_eq!(anchors(page), ["one-two"]);
}
