//! Ids made from names as people write them: letters of ASCII, digits and `_`, the same on every machine and in every row.

/// The most bytes of an id: a parameter is called by it, with the word `deck` in front.
const MAX_ID: usize = 72;

/// Latin letters with marks, by the letters that stand for them.
const LATIN: &[(&str, &str)] = &[
    ("A", "ÀÁÂÃÄÅĀĂĄǍ"),
    ("AE", "Æ"),
    ("C", "ÇĆĈĊČ"),
    ("D", "ĎĐÐ"),
    ("E", "ÈÉÊËĒĔĖĘĚ"),
    ("G", "ĜĞĠĢ"),
    ("H", "ĤĦ"),
    ("I", "ÌÍÎÏĨĪĬĮİ"),
    ("J", "Ĵ"),
    ("K", "Ķ"),
    ("L", "ĹĻĽĿŁ"),
    ("N", "ÑŃŅŇŊ"),
    ("O", "ÒÓÔÕÖØŌŎŐ"),
    ("OE", "Œ"),
    ("R", "ŔŖŘ"),
    ("S", "ŚŜŞŠȘ"),
    ("SS", "ẞ"),
    ("T", "ŢŤŦȚ"),
    ("Th", "Þ"),
    ("U", "ÙÚÛÜŨŪŬŮŰŲ"),
    ("W", "Ŵ"),
    ("Y", "ÝŶŸ"),
    ("Z", "ŹŻŽ"),
    ("a", "àáâãäåāăąǎª"),
    ("ae", "æ"),
    ("c", "çćĉċč"),
    ("d", "ďđð"),
    ("e", "èéêëēĕėęě"),
    ("g", "ĝğġģ"),
    ("h", "ĥħ"),
    ("i", "ìíîïĩīĭįı"),
    ("j", "ĵ"),
    ("k", "ķĸ"),
    ("l", "ĺļľŀł"),
    ("n", "ñńņňŉŋ"),
    ("o", "òóôõöøōŏőº"),
    ("oe", "œ"),
    ("r", "ŕŗř"),
    ("s", "śŝşšșſ"),
    ("ss", "ß"),
    ("t", "ţťŧț"),
    ("th", "þ"),
    ("u", "ùúûüũūŭůűųµ"),
    ("w", "ŵ"),
    ("y", "ýŷÿ"),
    ("z", "źżž"),
    ("1", "¹"),
    ("2", "²"),
    ("3", "³"),
];

/// Returns the id of a name. A name of letters of ASCII, digits and `_` is its own id. Elsewhere marks leave their letters,
/// apostrophes vanish, `+`, `-` in front of a number, `&` and `%` become words, what separates words becomes `_`, and other
/// characters become their numbers: `Thief's Gambit!` is `Thiefs_Gambit`, `Füchsin` is `Fuchsin`, `+1` is `plus_1`, and `森`
/// is `u68ee`.
pub fn id(name: &str) -> String {
    let is_id = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !name.is_empty() && name.len() <= MAX_ID && name.chars().all(is_id) {
        return name.to_owned();
    }
    let mut words = Words::default();
    let mut letters = name.chars().peekable();
    let mut before = ' ';
    while let Some(c) = letters.next() {
        match c {
            _ if c.is_ascii_alphanumeric() => words.push(c.encode_utf8(&mut [0; 4])),
            // Apostrophes, and marks that combine with the letter in front of them.
            '\'' | '’' | '‘' | '`' | '´' | '\u{300}'..='\u{36f}' => {}
            '+' => words.word("plus"),
            '&' => words.word("and"),
            '%' => words.word("percent"),
            '-' | '−' if !before.is_alphanumeric() && letters.peek().is_some_and(char::is_ascii_digit) => {
                words.word("minus");
            }
            _ if c.is_ascii() || is_separator(c) => words.end(),
            _ => match LATIN.iter().find(|(_, marked)| marked.contains(c)) {
                Some((plain, _)) => words.push(plain),
                None => words.word(&format!("u{:x}", u32::from(c))),
            },
        }
        before = c;
    }
    if words.text.is_empty() {
        // Nothing but signs.
        for c in name.chars() {
            words.word(&format!("u{:x}", u32::from(c)));
        }
    }
    shortened(words.text, name)
}

/// Returns the id of a column's title in small letters: `Card Text` is `card_text`.
pub fn folded(title: &str) -> String {
    id(title).to_ascii_lowercase()
}

/// Returns true for what separates words and is no ASCII: spaces, dashes, quotes, stops.
fn is_separator(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{80}'..='\u{bf}' | '×' | '÷' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ff00}'..='\u{ff0f}')
}

/// Returns the id, where it is too long cut off with a mark of the whole name.
fn shortened(id: String, name: &str) -> String {
    if id.len() <= MAX_ID {
        return id;
    }
    // FNV-1a, which is the same everywhere.
    let mark = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{}_{mark:016x}", id[..MAX_ID - 17].trim_end_matches('_'))
}

/// Words that become one text with `_` between them.
#[derive(Default)]
struct Words {
    text: String,
    is_open: bool,
}

impl Words {
    fn push(&mut self, letters: &str) {
        if !self.is_open && !self.text.is_empty() {
            self.text.push('_');
        }
        self.is_open = true;
        self.text.push_str(letters);
    }

    fn end(&mut self) {
        self.is_open = false;
    }

    fn word(&mut self, word: &str) {
        self.end();
        self.push(word);
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_ID, folded, id};

    #[test]
    fn names_become_ids_that_stay() {
        for (name, expected) in [
            ("Fox", "Fox"),
            ("green_tea", "green_tea"),
            ("_a__b", "_a__b"),
            ("Fire Bolt", "Fire_Bolt"),
            ("Owl-Bear", "Owl_Bear"),
            ("Thief's Gambit!", "Thiefs_Gambit"),
            ("Thief’s  Gambit", "Thiefs_Gambit"),
            ("Beatrix, Queen of Ash", "Beatrix_Queen_of_Ash"),
            ("Füchsin", "Fuchsin"),
            ("Fu\u{308}chsin", "Fuchsin"),
            ("Straße Ærø", "Strasse_AEro"),
            ("森の賢者", "u68ee_u306e_u8ce2_u8005"),
            ("龍 Dragon", "u9f8d_Dragon"),
            ("+1", "plus_1"),
            ("-1", "minus_1"),
            ("Salt & Pepper", "Salt_and_Pepper"),
            ("50 %", "50_percent"),
            ("A-1", "A_1"),
            ("?", "u3f"),
            ("🔥", "u1f525"),
        ] {
            assert_eq!(id(name), expected, "{name}");
        }
        assert_eq!(folded("Card Text"), "card_text");
    }

    #[test]
    fn long_names_have_ids_that_differ() {
        let [one, other] = ["a", "b"].map(|last| id(&format!("{}{last}", "so long ".repeat(20))));
        assert!(one.len() <= MAX_ID && other.len() <= MAX_ID && one != other, "{one} {other}");
        assert!(one.starts_with("so_long_so_long"));
    }
}
