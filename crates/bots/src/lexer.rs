//! Reads Luau text as a list of tokens, with their lines: what bots and games as scripts need to know of a text before
//! it runs.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An identifier or a keyword.
    Name,
    /// A number.
    Number,
    /// A string, or a part of one with `{expressions}`.
    Text,
    /// An operator or a bracket. The braces of an expression in a string come as parentheses.
    Symbol,
}

/// One token of a text.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// Its kind.
    pub kind: Kind,
    /// Its characters as they stand.
    pub text: &'a str,
    /// Where it ends, in bytes.
    pub end: usize,
    /// Its line, from 1.
    pub line: usize,
}

/// Symbols of more than one character, the longest first.
const LONG: &[&str] = &[
    "...", "..=", "//=", "..", "==", "~=", "<=", ">=", "->", "::", "+=", "-=", "*=", "/=", "%=", "^=", "//",
];

/// Where the reader stands: in code, with so many open braces, or in a string with `{expressions}`.
#[derive(Clone, Copy)]
enum Place {
    Code { braces: usize },
    Interpolated,
}

/// Returns the tokens of a text. A text that is no valid Luau gives some tokens or other; the compiler refuses it.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut places = vec![Place::Code { braces: 0 }];
    let (mut at, mut line, mut counted) = (0, 1, 0);
    while at < bytes.len() {
        line += text.get(counted..at).unwrap_or_default().matches('\n').count();
        counted = at;
        let from = at;
        let mut add = |kind, end: usize| {
            tokens.push(Token { kind, text: text.get(from..end).unwrap_or_default(), end, line });
            end
        };
        if matches!(places.last(), Some(Place::Interpolated)) {
            at = match bytes[at] {
                b'\\' => at + 2,
                b'`' => {
                    places.pop();
                    add(Kind::Text, at + 1)
                }
                b'{' => {
                    places.push(Place::Code { braces: 0 });
                    tokens.push(Token { kind: Kind::Symbol, text: "(", end: at + 1, line });
                    at + 1
                }
                _ => at + 1,
            };
            continue;
        }
        match bytes[at] {
            b'-' if bytes.get(at + 1) == Some(&b'-') => {
                at = long_bracket(bytes, at + 2).unwrap_or_else(|| end_of_line(bytes, at));
            }
            b'[' if long_bracket(bytes, at).is_some() => {
                at = add(Kind::Text, long_bracket(bytes, at).unwrap_or(at + 1));
            }
            quote @ (b'"' | b'\'') => at = add(Kind::Text, end_of_string(bytes, at + 1, quote)),
            b'`' => {
                places.push(Place::Interpolated);
                at += 1;
            }
            b'}' if places.len() > 1 && matches!(places.last(), Some(Place::Code { braces: 0 })) => {
                places.pop();
                tokens.push(Token { kind: Kind::Symbol, text: ")", end: at + 1, line });
                at += 1;
            }
            byte @ (b'{' | b'}') => {
                if let Some(Place::Code { braces }) = places.last_mut() {
                    *braces = if byte == b'{' { *braces + 1 } else { braces.saturating_sub(1) };
                }
                at = add(Kind::Symbol, at + 1);
            }
            byte if byte.is_ascii_digit()
                || byte == b'.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) =>
            {
                at = add(Kind::Number, end_of_number(bytes, at));
            }
            byte if byte.is_ascii_alphanumeric() || byte == b'_' => {
                let part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                let length = bytes[at..].iter().take_while(part).count();
                at = add(Kind::Name, at + length);
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            byte if byte.is_ascii() => {
                let long = LONG.iter().find(|long| bytes[from..].starts_with(long.as_bytes()));
                at = add(Kind::Symbol, at + long.map_or(1, |long| long.len()));
            }
            _ => at += 1,
        }
    }
    tokens
}

/// Returns the end of the number that begins here.
fn end_of_number(bytes: &[u8], from: usize) -> usize {
    // There `e` is a digit.
    let is_hexadecimal = matches!(bytes.get(from + 1), Some(b'x' | b'X'));
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        let after_exponent = !is_hexadecimal
            && at > from
            && matches!(bytes[at - 1], b'e' | b'E')
            && matches!(byte, b'+' | b'-');
        // `1..2` joins two numbers.
        let dot = byte == b'.' && bytes.get(at + 1) != Some(&b'.');
        if !(byte.is_ascii_alphanumeric() || byte == b'_' || dot || after_exponent) {
            break;
        }
        at += 1;
    }
    at
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
                at +=
                    bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            }
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::tokens;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|token| token.text).collect()
    }

    #[test]
    fn code_comments_and_strings_are_distinguished() {
        assert_eq!(
            texts("a.b += 1.5e-3 -- c\n--[[ d\n]] e..'f'"),
            ["a", ".", "b", "+=", "1.5e-3", "e", "..", "'f'"]
        );
        assert_eq!(texts("0xe+a 1e+5 1..2"), ["0xe", "+", "a", "1e+5", "1", "..", "2"]);
        assert_eq!(texts("[[ x ]] t[1] [=[ ]] ]=]"), ["[[ x ]]", "t", "[", "1", "]", "[=[ ]] ]=]"]);
        assert_eq!(texts("`a{b + {}.c}d`"), ["(", "b", "+", "{", "}", ".", "c", ")", "`"]);
    }

    #[test]
    fn tokens_know_their_lines() {
        let lines: Vec<_> = tokens("a\n--[[\n]]b\n'c\\\nd' e").iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 3, 4, 5]);
    }
}
