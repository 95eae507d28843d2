//! Reads Luau text as a list of tokens, with their lines: what bots and games as scripts need to know of a text before
//! it runs. What runs is written anew from these tokens ([`plain`]), so that no text can say one thing here and another
//! to Luau.

use std::fmt;

/// The kind of a token.
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

/// Where the reader stands: in code, with so many open braces, or behind an expression in a string.
#[derive(Clone, Copy)]
enum Place {
    Code { braces: usize },
    Interpolated,
}

/// A character in Luau code that is not read: where it could mean one thing to this reader and another to Luau.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ControlCharacter {
    /// Its line, from 1.
    pub line: usize,
    /// The character.
    pub character: char,
}

impl fmt::Display for ControlCharacter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = u32::from(self.character);
        write!(
            f,
            "the control character U+{code:04X} stands in the text: write it as `\\{code}` in a string, or remove it"
        )
    }
}

/// Returns a text, which Luau accepts, as what these tokens are: without comments, with one way to write each thing, with
/// each token in its line. A machine that is given this runs what this module's callers have read and nothing else.
///
/// # Errors
/// The first control character but tabs and line ends.
pub fn plain(text: &str) -> Result<String, ControlCharacter> {
    let text = text.replace("\r\n", "\n");
    let is_control = |c: char| c.is_ascii_control() && !matches!(c, '\t' | '\n');
    if let Some((at, character)) = text.char_indices().find(|(_, c)| is_control(*c)) {
        return Err(ControlCharacter { line: 1 + text[..at].matches('\n').count(), character });
    }
    let mut out = String::with_capacity(text.len());
    let (mut line, mut glued) = (1, false);
    for token in tokens(&text) {
        let source = text.get(token.end - token.text.len()..token.end).unwrap_or_default();
        // The brace of an expression in a string follows the string's part at once, and the next part the other brace.
        let is_brace = source != token.text;
        if !(glued || is_brace && source == "{") {
            while line < token.line {
                out.push('\n');
                line += 1;
            }
            out.push(' ');
        }
        glued = is_brace && source == "}";
        if token.kind == Kind::Text && !source.starts_with('[') {
            unescape(source, &mut out);
        } else {
            line += source.matches('\n').count();
            out.push_str(source);
        }
    }
    // What runs to the end of the text ends in the same line.
    out.extend(std::iter::repeat_n('\n', (1 + text.matches('\n').count()).saturating_sub(line)));
    Ok(out)
}

/// Adds a string, or a part of one, in one line.
fn unescape(source: &str, out: &mut String) {
    let mut rest = source;
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        let escaped = behind.chars().next();
        rest = behind.get(escaped.map_or(0, char::len_utf8)..).unwrap_or_default();
        match escaped {
            // It stays, as it parts `\6\z5`.
            Some('z') => {
                rest = rest.trim_start_matches([' ', '\t', '\n']);
                out.push_str("\\z");
            }
            Some('\n') => out.push_str("\\n"),
            Some(c) => out.extend(['\\', c]),
            None => {}
        }
    }
    out.push_str(rest);
}

/// Returns the tokens of a text. A text that is no valid Luau gives some tokens or other; the compiler refuses it.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut places = vec![Place::Code { braces: 0 }];
    let (mut at, mut line, mut counted) = (0, 1, 0);
    while at < bytes.len() {
        line += newlines(bytes.get(counted..at).unwrap_or_default());
        counted = at;
        let from = at;
        let mut add = |kind, end: usize| {
            let end = end.min(bytes.len());
            tokens.push(Token { kind, text: text.get(from..end).unwrap_or_default(), end, line });
            end
        };
        if matches!(places.last(), Some(Place::Interpolated)) {
            // A part of a string: up to its end or the next expression.
            let part = end_of_part(bytes, at);
            if part > at {
                add(Kind::Text, part);
            }
            at = part;
            match bytes.get(at) {
                Some(b'{') => {
                    places.push(Place::Code { braces: 0 });
                    line += newlines(&bytes[counted..at]);
                    counted = at;
                    tokens.push(Token { kind: Kind::Symbol, text: "(", end: at + 1, line });
                    at += 1;
                }
                _ => {
                    places.pop();
                }
            }
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
                let part = end_of_part(bytes, at + 1);
                at = add(Kind::Text, part);
                if bytes.get(at) == Some(&b'{') {
                    places.push(Place::Interpolated);
                }
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
            byte if is_part(byte) => {
                let length = bytes[at..].iter().take_while(|byte| is_part(**byte)).count();
                at = add(Kind::Name, at + length);
            }
            // An attribute of a function, such as `@native`.
            b'@' => {
                let name = bytes[at + 1..].iter().take_while(|byte| is_part(**byte)).count();
                let bracket = usize::from(bytes.get(at + 1) == Some(&b'['));
                at = add(Kind::Symbol, at + 1 + name + bracket);
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

const fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn newlines(bytes: &[u8]) -> usize {
    bytes.split(|byte| *byte == b'\n').count() - 1
}

/// Returns where this part of a string with `{expressions}` ends: behind its closing quote, or before a brace.
fn end_of_part(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if bytes[at..].starts_with(b"\\u{") => at += 3,
            b'\\' => at = behind_backslash(bytes, at),
            b'`' => return at + 1,
            b'{' | b'\n' => return at,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Returns the place behind what a backslash in a string stands for. `\z` skips the white space that follows, line ends too.
fn behind_backslash(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at + 1) {
        Some(b'z') => {
            let rest = bytes.get(at + 2..).unwrap_or_default();
            at + 2 + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
        }
        _ => at + 2,
    }
}

/// Returns the end of the number that begins here, as Luau looks for it: what is no number is refused after that.
fn end_of_number(bytes: &[u8], from: usize) -> usize {
    let run = |at: usize, is: fn(u8) -> bool| {
        at + bytes.get(at..).unwrap_or_default().iter().take_while(|byte| is(**byte)).count()
    };
    let mut at = run(from, |byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'_'));
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
    }
    run(at, is_part)
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
            b'\\' => at = behind_backslash(bytes, at),
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
        assert_eq!(texts("0xe+a 1e+5 1..2"), ["0xe", "+", "a", "1e+5", "1..2"]);
        assert_eq!(texts("[[ x ]] t[1] [=[ ]] ]=]"), ["[[ x ]]", "t", "[", "1", "]", "[=[ ]] ]=]"]);
        assert_eq!(texts("`a{b + {}.c}d`"), ["`a", "(", "b", "+", "{", "}", ".", "c", ")", "d`"]);
        assert_eq!(texts(r"`\u{e9}\{x\`{`{1}`}`"), [r"`\u{e9}\{x\`", "(", "`", "(", "1", ")", "`", ")", "`"]);
        assert_eq!(
            texts("@native function f() 0b1e+2"),
            ["@native", "function", "f", "(", ")", "0b1e", "+", "2"]
        );
    }

    #[test]
    fn tokens_know_their_lines() {
        let lines: Vec<_> = tokens("a\n--[[\n]]b\n'c\\\nd' e").iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 3, 4, 5]);
    }
}
