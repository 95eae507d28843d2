//! How a script uses its zones, and what it says of its game: slips that Luau takes for something else.

use ludometer_model::{did_you_mean, nearest};

use super::names::{GAME, METHODS, TAKE_ZONES};
use super::scan::Reader;
use crate::error::ScriptError;
use crate::sheets::FileUse;
use ludometer_program::lexer::{Kind, Token};

impl<'a> Reader<'a> {
    /// Looks at a name where it is used; `depth` tells how many functions its declaration is inside of.
    pub(super) fn use_of(&mut self, token: Token<'a>, depth: Option<usize>) -> Result<(), ScriptError> {
        match depth {
            None if token.text == "game" && self.peek(1) == "." => self.game_field(self.peek(2), token.line),
            None if token.text == "file" => self.file(token.line),
            None if self.peek(1) == "(" && TAKE_ZONES.contains(&token.text) => self.call(token.text),
            // A local variable of a function can hide the zone.
            Some(0) => self.zone(token),
            None | Some(_) => Ok(()),
        }
    }

    /// Notes the file that is named here, and the sheet in it. Both are words in quotes, so that what a script reads is known
    /// before it runs.
    fn file(&mut self, line: usize) -> Result<(), ScriptError> {
        let first = if self.peek(1) == "(" { 2 } else { 1 };
        let name = self.quoted(first);
        let sheet = (first == 2 && self.peek(3) == ",").then(|| self.quoted(4));
        let ends = first == 1 || self.peek(if sheet.is_some() { 5 } else { 3 }) == ")";
        let (Some(name), Some(sheet), true) = (name, sheet.map_or(Some(None), |sheet| sheet.map(Some)), ends)
        else {
            let message = "file takes a name in quotes, and of a workbook a sheet's: file \"cards.csv\", file(\"game.xlsx\", \
                           \"Deck A\")";
            return self.error(line, message);
        };
        self.scan.files.push(FileUse { name, sheet, line });
        Ok(())
    }

    /// Returns the text in quotes that stands so far ahead, if there is one without escapes.
    fn quoted(&self, ahead: usize) -> Option<String> {
        let text = self.peek(ahead);
        let mark = text.chars().next().filter(|mark| matches!(mark, '"' | '\''))?;
        let inner = text.strip_prefix(mark)?.strip_suffix(mark)?;
        (!inner.contains('\\')).then(|| inner.to_owned())
    }

    /// Refuses a field of `game` that means nothing.
    pub(super) fn game_field(&self, field: &str, line: usize) -> Result<(), ScriptError> {
        if GAME.contains(&field) {
            return Ok(());
        }
        let near = did_you_mean(nearest(field, GAME.iter().copied()));
        self.error(line, format!("there is no `game.{field}`{near}; there are game.{}", GAME.join(", game.")))
    }

    /// Returns the function that made the zone with this name, if it holds cards or dice.
    fn maker(&self, name: &str) -> Option<&str> {
        let maker = self.scan.makers.get(name).map(String::as_str)?;
        let holds_cards = !matches!(maker, "board" | "cells" | "numbers" | "secret_numbers");
        holds_cards.then_some(maker)
    }

    /// Returns true for the zones of all seats together.
    fn is_each(&self, name: &str) -> bool {
        matches!(self.maker(name), Some("cups" | "hands" | "piles" | "stacks" | "stocks" | "tableaus"))
    }

    /// Looks at a zone where it is used.
    fn zone(&self, token: Token<'a>) -> Result<(), ScriptError> {
        let (name, line) = (token.text, token.line);
        if self.maker(name).is_none() {
            return Ok(());
        }
        let is_each = self.is_each(name);
        let one = if is_each { format!("{name}[me]") } else { name.to_owned() };
        // Behind `name` or `name[...]`.
        let behind = if self.peek(1) == "[" { self.behind_brackets(1) } else { 1 };
        let (sign, method) = (self.peek(behind), self.peek(behind + 1));
        if is_each && behind == 1 && matches!(sign, "." | ":") {
            return self.error(line, forgotten(name, &format!("{sign}{method}")));
        }
        if self.at > 0 && self.tokens[self.at - 1].text == "#" && !matches!(sign, "." | ":") {
            return self.error(line, format!("`#{name}` counts no cards: write `{one}:size()`"));
        }
        if sign == "." && METHODS.contains(&method) {
            let called = format!("`{one}:{method}()` with a colon and brackets");
            return self.error(line, format!("`{name}.{method}` is not called: write {called}"));
        }
        Ok(())
    }

    /// Looks at what a function of the engine is given, and notes what moves by choice and what is filled.
    fn call(&mut self, function: &str) -> Result<(), ScriptError> {
        let arguments = self.arguments();
        let each = arguments.iter().find_map(|argument| match argument {
            [only] if self.blocks.depth_of(only.text) == Some(0) && self.is_each(only.text) => Some(only),
            _ => None,
        });
        if let Some(each) = each {
            return self.error(each.line, forgotten(each.text, ""));
        }
        // A card that is drawn out of a hand into another was not chosen.
        let zone = |place: usize| arguments.get(place).and_then(|zone| zone.first());
        let is_blind =
            function == "draw" && zone(0).zip(zone(1)).is_some_and(|(from, to)| from.text == to.text);
        if let ("show" | "reveal" | "peek", Some([how])) = (function, arguments.last()) {
            let is_secret = how.kind == Kind::Text && how.text.trim_matches(['"', '\'']) == "secret";
            self.scan.shows_secretly |= is_secret;
        }
        let from = match function {
            _ if is_blind => None,
            "draw" | "move_all" => arguments.first(),
            "insert" | "move" | "place" | "under" => arguments.get(1),
            "move_as" => arguments.get(2),
            _ => None,
        };
        if let Some((from, name)) = from.and_then(|from| Some((from, from.first()?.text))) {
            // `piles.left` of a table of zones is the zone `left`.
            let key = from.get(2).filter(|_| from[1].text == ".");
            let is_global = self.blocks.depth_of(name) == Some(0);
            let is_zone = is_global && self.maker(name).is_some();
            let is_table =
                is_global && self.scan.tables_of_zones.values().flatten().any(|table| table == name);
            self.scan.played.insert(match (is_zone, is_table) {
                (true, _) => name.to_owned(),
                (false, true) => key.map_or_else(|| in_table(name), |key| key.text.to_owned()),
                (false, false) => String::new(),
            });
        }
        if let ("fill", Some([deck])) = (function, arguments.get(1))
            && deck.kind == Kind::Text
        {
            self.scan.fills.push((deck.text.trim_matches(['"', '\'']).to_owned(), deck.line));
        }
        Ok(())
    }

    /// Returns the tokens of each argument of the call of this name.
    pub(super) fn arguments(&self) -> Vec<&'a [Token<'a>]> {
        let first = self.at + 2;
        let (mut all, mut begin) = (Vec::new(), first);
        let end = self.at + self.behind_brackets(1) - 1;
        let mut open = 0_usize;
        for at in first..end.min(self.tokens.len()) {
            match self.tokens[at].text {
                "(" | "{" | "[" => open += 1,
                ")" | "}" | "]" => open = open.saturating_sub(1),
                "," if open == 0 => {
                    all.push(&self.tokens[begin..at]);
                    begin = at + 1;
                }
                _ => {}
            }
        }
        all.push(self.tokens.get(begin..end).unwrap_or_default());
        all
    }

    /// Returns how far ahead the token stands that follows the brackets which open so far ahead.
    pub(super) fn behind_brackets(&self, ahead: usize) -> usize {
        let mut open = 0_usize;
        for (passed, token) in self.tokens.iter().skip(self.at + ahead).enumerate() {
            match token.text {
                "(" | "{" | "[" => open += 1,
                ")" | "}" | "]" => open = open.saturating_sub(1),
                _ => {}
            }
            if open == 0 {
                return ahead + passed + 1;
            }
        }
        self.tokens.len() - self.at
    }
}

/// Says that the zones of all seats stand where one is meant.
fn forgotten(name: &str, rest: &str) -> String {
    format!("`{name}` is one zone for each seat: write `{name}[me]{rest}`, or another seat in the brackets")
}

/// Names the zones that lie in a table of the script's own, among those that cards are played from.
pub(crate) fn in_table(table: &str) -> String {
    format!("{table}[]")
}
