//! Hands what a script's `for ... in` loops walk over to the library.
//!
//! Luau walks a table that stands right behind `in` by itself, in an order that for keys such as tables depends on
//! addresses in memory. So `in list do` is compiled as `in __iterate(list) do`: that function of the library refuses
//! tables without an order and gives back all else as it is. Lines stay where they are.

use super::ParseError;

/// The library's function that looks at what a loop walks over.
const ITERATE: &str = "__iterate";

/// Where the reader stands: in code, with so many open braces, or in a string with `{expressions}`.
#[derive(Clone, Copy)]
enum Place {
    Code { braces: usize },
    Interpolated,
}

/// Returns the script's text with a call of the library in each `for ... in` loop.
///
/// # Errors
/// A function within the expression that a loop walks over, where its end could not be found without a parser; and
/// a name that begins as the library's own function does.
pub(super) fn with_checked_loops(text: &str) -> Result<String, ParseError> {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut places = vec![Place::Code { braces: 0 }];
    // How many places were open at each `in` whose `do` has not come yet.
    let mut waiting: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let from = at;
        if matches!(places.last(), Some(Place::Interpolated)) {
            match bytes[at] {
                b'\\' => at += 2,
                b'`' => {
                    places.pop();
                    at += 1;
                }
                b'{' => {
                    places.push(Place::Code { braces: 0 });
                    at += 1;
                }
                _ => at += 1,
            }
            at = boundary(text, at);
            out.push_str(&text[from..at]);
            continue;
        }
        match bytes[at] {
            b'-' if bytes.get(at + 1) == Some(&b'-') => {
                let long = long_bracket(bytes, at + 2);
                at = long.unwrap_or_else(|| end_of_line(bytes, at));
            }
            b'[' => at = long_bracket(bytes, at).unwrap_or(at + 1),
            quote @ (b'"' | b'\'') => at = end_of_string(bytes, at + 1, quote),
            b'`' => {
                places.push(Place::Interpolated);
                at += 1;
            }
            b'{' | b'}' => {
                let closes = bytes[at] == b'}';
                let nested = places.len() > 1;
                match places.last_mut() {
                    Some(Place::Code { braces: 0 }) if closes && nested => {
                        places.pop();
                    }
                    Some(Place::Code { braces }) if closes => *braces = braces.saturating_sub(1),
                    Some(Place::Code { braces }) => *braces += 1,
                    Some(Place::Interpolated) | None => {}
                }
                at += 1;
            }
            byte if byte.is_ascii_alphanumeric() || byte == b'_' => {
                let part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                at += bytes[at..].iter().take_while(|byte| part(byte)).count();
                let word = &text[from..at];
                match word {
                    "in" => {
                        waiting.push(places.len());
                        out.push_str("in ");
                        out.push_str(ITERATE);
                        out.push('(');
                        continue;
                    }
                    "do" if waiting.last() == Some(&places.len()) => {
                        waiting.pop();
                        out.push_str(") do");
                        continue;
                    }
                    "function" if !waiting.is_empty() => {
                        return Err(ParseError::new(
                            line_of(text, from),
                            "a function can't stand between `in` and `do`: give it a name before the loop"
                                .to_owned(),
                        ));
                    }
                    ITERATE => {
                        let message = format!("the name `{ITERATE}` is taken by the library");
                        return Err(ParseError::new(line_of(text, from), message));
                    }
                    _ => {}
                }
            }
            _ => at += 1,
        }
        at = boundary(text, at);
        out.push_str(&text[from..at]);
    }
    Ok(out)
}

/// Returns the next place at or behind this one where a character begins, or the end.
fn boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// Returns the end of the line in which this place is.
fn end_of_line(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length)
}

/// Returns the end of the long string or comment (`[[...]]`, `[==[...]==]`) that begins here, if one does.
fn long_bracket(bytes: &[u8], at: usize) -> Option<usize> {
    let level = bytes.get(at + 1..)?.iter().take_while(|byte| **byte == b'=').count();
    if bytes.get(at) != Some(&b'[') || bytes.get(at + 1 + level) != Some(&b'[') {
        return None;
    }
    let close = [&b"]"[..], &b"=".repeat(level), &b"]"[..]].concat();
    let inside = at + 2 + level;
    let length = bytes[inside..].windows(close.len()).position(|window| window == close);
    Some(length.map_or(bytes.len(), |length| inside + length + close.len()))
}

/// Returns the end of a quoted string whose text begins here. One that isn't closed ends with its line.
fn end_of_string(bytes: &[u8], from: usize, quote: u8) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            // `\z` skips the white space that follows, line ends too.
            b'\\' if bytes.get(at + 1) == Some(&b'z') => {
                at += 2;
                at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            }
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].matches('\n').count()
}

#[cfg(test)]
mod tests {
    use super::with_checked_loops;

    fn checked(text: &str) -> String {
        with_checked_loops(text).unwrap_or_else(|error| panic!("{error:?}"))
    }

    #[test]
    fn what_a_loop_walks_over_is_handed_to_the_library() {
        assert_eq!(checked("for k, v in t do f(k) end"), "for k, v in __iterate( t ) do f(k) end");
        assert_eq!(
            checked("for a in b do for c in d do end end"),
            "for a in __iterate( b ) do for c in __iterate( d ) do end end"
        );
        assert_eq!(checked("for i = 1, 3 do end while x do end"), "for i = 1, 3 do end while x do end");
        assert_eq!(checked("for k in{ 1, x = 2 }do end"), "for k in __iterate({ 1, x = 2 }) do end");
        assert_eq!(checked("x = `{(1)} in {2}` do end"), "x = `{(1)} in {2}` do end");
        assert_eq!(
            checked("x = `a{f({}, `{2}`)}b` for k in t do end"),
            "x = `a{f({}, `{2}`)}b` for k in __iterate( t ) do end"
        );
    }

    #[test]
    fn strings_and_comments_are_no_loops() {
        for text in [
            "x = 'for k in t do'",
            "x = \"for k in \\\" t do\"",
            "-- for k in t do\nx = 1",
            "--[[ for k in t\n do ]] x = 1",
            "--[==[ for ]] k in t do ]==] x = 1",
            "x = [[ in t do ]]",
            "x = 'a\\z \n in t do'",
            "inner, doing = into, undo",
            "x = 'ä in ö do'",
            "x = 'not closed in t do\n",
        ] {
            assert_eq!(checked(text), text);
        }
    }

    #[test]
    fn what_would_need_a_parser_is_refused_with_its_line() {
        for text in ["\nfor k in (function() return next, t end)() do end", "\nlocal __iterate = 1"] {
            let error = format!("{:?}", with_checked_loops(text).unwrap_err());
            assert!(error.contains('2'), "{error}");
        }
    }
}
