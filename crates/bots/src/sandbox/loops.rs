//! Hands what a script's `for ... in` loops walk over to the library.
//!
//! Luau walks a table that stands right behind `in` by itself, in an order that for keys such as tables depends on
//! addresses in memory. So `in list do` is compiled as `in __iterate(list) do`: that function of the library refuses
//! tables without an order and gives back all else as it is. Lines stay where they are.

use super::ParseError;
use ludometer_program::lexer::{Kind, Token, tokens};

/// The library's function that looks at what a loop walks over.
const ITERATE: &str = "__iterate";

/// Returns the script's text, which is [`plain`](ludometer_program::lexer::plain), with a call of the library in each `for ... in`
/// loop. The function is taken into a local variable before the script begins, so that no global can stand in its place.
///
/// # Errors
/// A function within the expression that a loop walks over, where its end could not be found without a parser; and
/// a name that begins as the library's own function does.
pub(super) fn with_checked_loops(text: &str) -> Result<String, ParseError> {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    out.push_str(&format!("local {ITERATE} = {ITERATE} "));
    let mut copied = 0;
    let mut depth = 0_usize;
    // How many brackets were open at each `in` whose `do` has not come yet.
    let mut waiting: Vec<usize> = Vec::new();
    for Token { kind, text: word, end, line } in tokens(text) {
        match (kind, word) {
            (Kind::Symbol, "(" | "[" | "{") => depth += 1,
            (Kind::Symbol, ")" | "]" | "}") => depth = depth.saturating_sub(1),
            (Kind::Name, "in") => {
                waiting.push(depth);
                out.push_str(&text[copied..end]);
                out.push_str(&format!(" {ITERATE}("));
                copied = end;
            }
            (Kind::Name, "do") if waiting.last() == Some(&depth) => {
                waiting.pop();
                let begin = end - word.len();
                out.push_str(&text[copied..begin]);
                out.push_str(") ");
                copied = begin;
            }
            (Kind::Name, "function") if !waiting.is_empty() => {
                let message = "a function can't stand between `in` and `do`: give it a name before the loop";
                return Err(ParseError::new(line, message.to_owned()));
            }
            (Kind::Name, ITERATE) => {
                return Err(ParseError::new(line, format!("the name `{ITERATE}` is taken by the library")));
            }
            _ => {}
        }
    }
    out.push_str(&text[copied..]);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::with_checked_loops;

    fn checked(text: &str) -> String {
        let code = with_checked_loops(text).unwrap_or_else(|error| panic!("{error:?}"));
        code.strip_prefix("local __iterate = __iterate ").unwrap().to_owned()
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
