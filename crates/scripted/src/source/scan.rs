//! One pass over a script's tokens.

use std::collections::HashSet;

use ludometer_model::{did_you_mean, nearest};

use ludometer_program::lexer::{Kind, Token, tokens};

use super::blocks::{Blocks, Frame};
use super::names::{KNOWN, MATH, OF_SCENES, refusal};
use super::{OwnFigure, OwnMeasure, Scan};
use crate::error::ScriptError;

/// Reads a script's text, which the compiler has accepted and which is [`plain`](ludometer_program::lexer::plain). Its
/// scenes are left out of the code, unless it is `staged` for them.
///
/// # Errors
/// A forbidden construct in the script, with its line.
pub(crate) fn scan(file: &str, text: &str, staged: bool) -> Result<Scan, ScriptError> {
    let tokens = tokens(text);
    for token in tokens.iter().filter(|token| token.kind == Kind::Name) {
        let message = if token.text.len() > MAX_NAME {
            format!("a name of {} bytes: names have at most {MAX_NAME}", token.text.len())
        } else if token.text.starts_with("__") {
            // As a function's name, a loop's variable or a parameter it would hide the engine's.
            format!("`{}`: names that begin with `__` are the engine's", token.text)
        } else {
            continue;
        };
        return Err(ScriptError::new(file, token.line, message));
    }
    let mut reader = Reader::new(file, text, &tokens, staged, HashSet::new());
    reader.read()?;
    // Only behind a function is known whether others stand in it.
    if !reader.outer.is_empty() {
        let outer = std::mem::take(&mut reader.outer);
        reader = Reader::new(file, text, &tokens, staged, outer);
        reader.read()?;
    }
    reader.finish()
}

/// The text in front of a script: the words for arguments, which Luau would else take for types without numbers and not
/// run natively, and the engine's count of steps, as local names for native code. `buffer` is there until `__ready` is called.
const HEAD: &str = "type card = number type seat = number type slot = number type amount = number \
    local __steps, __get, __set = __steps, buffer.readf64, buffer.writef64 __ready() ";
/// Counts one step, up to [`CLOCK_STEPS`](crate::sandbox::CLOCK_STEPS). In a buffer: a variable would take three times as
/// long to count up.
pub(super) const TICK: &str =
    " do local __n = __get(__steps, 0) + 1 __set(__steps, 0, __n) if __n > 1024 then __endless() end end ";
/// Stands in a function that makes functions. One that was made while the script is loaded could keep what no other
/// function and no state shows.
pub(super) const MAKER: &str = " __maker() ";

/// The bytes of a name at most, so that every message can name it.
const MAX_NAME: usize = 200;

/// The words of notes, and of figures: their events number them in a byte.
const MOST_WORDS: usize = 255;

/// The unknown names for which a near miss is looked for: only the first that stays unknown is reported.
const MAX_UNKNOWN: usize = 100;

pub(super) struct Reader<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token<'a>],
    pub(super) at: usize,
    pub(super) blocks: Blocks<'a>,
    /// True where a value must come next, so that `if` begins an expression.
    pub(super) wants_value: bool,
    /// True where a statement may begin.
    pub(super) at_start: bool,
    pub(super) scan: Scan,
    /// How much of the text stands in `scan.code`.
    pub(super) written: usize,
    /// `may.NAME`, `go.NAME`, `together.NAME` with their lines.
    pub(super) uses: Vec<(&'a str, &'a str, usize)>,
    /// Globals that the script itself makes.
    pub(super) globals: Vec<&'a str>,
    /// Names that were not known where they stand, with what is like them.
    pub(super) unknown: Vec<(&'a str, usize, Option<String>)>,
    /// The places of the brackets that end keys which are handed to the engine.
    keys: Vec<usize>,
    /// The functions that are open, by the place of their keyword.
    pub(super) functions: Vec<usize>,
    /// Those in which others stand.
    pub(super) outer: HashSet<usize>,
    /// `act.bid` of `act.bid = function ...`, whose arguments follow.
    pub(super) assigned_routine: Option<(&'a str, &'a str)>,
}

impl<'a> Reader<'a> {
    fn new(
        file: &'a str,
        text: &'a str,
        tokens: &'a [Token<'a>],
        staged: bool,
        outer: HashSet<usize>,
    ) -> Self {
        Self {
            file,
            text,
            tokens,
            at: 0,
            blocks: Blocks::new(),
            wants_value: false,
            at_start: true,
            scan: Scan { staged, ..Scan::default() },
            written: 0,
            uses: Vec::new(),
            globals: Vec::new(),
            unknown: Vec::new(),
            keys: Vec::new(),
            functions: Vec::new(),
            outer,
            assigned_routine: None,
        }
    }

    fn read(&mut self) -> Result<(), ScriptError> {
        self.insert(0, HEAD);
        while self.at < self.tokens.len() {
            self.token()?;
        }
        Ok(())
    }

    /// Takes what stands here out of the code; lines stay.
    pub(super) fn blank(&mut self, (begin, end): (usize, usize)) {
        let lines = self.text[begin..end].matches('\n').count();
        self.insert(begin, &"\n".repeat(lines));
        self.written = end;
    }

    pub(super) fn error<T>(&self, line: usize, message: impl Into<String>) -> Result<T, ScriptError> {
        Err(ScriptError::new(self.file, line, message))
    }

    /// Puts code into the text at this place.
    pub(super) fn insert(&mut self, place: usize, code: &str) {
        self.scan.code.push_str(&self.text[self.written..place]);
        self.scan.code.push_str(code);
        self.written = place;
    }

    pub(super) fn peek(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.text)
    }

    /// Returns true if the call that begins here is given several values: by a comma, or as `...` or `unpack` of a list.
    fn has_several(&self) -> bool {
        let mut depth = 0_usize;
        for ahead in 1.. {
            match self.peek(ahead) {
                "" => return false,
                "(" | "[" | "{" => depth += 1,
                ")" if depth == 1 => return false,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                "," | "..." | "unpack" if depth == 1 => return true,
                _ if depth == 0 => return false,
                _ => {}
            }
        }
        false
    }

    pub(super) fn kind(&self, ahead: usize) -> Option<Kind> {
        self.tokens.get(self.at + ahead).map(|token| token.kind)
    }

    fn before(&self) -> &'a str {
        self.at.checked_sub(1).map_or("", |at| self.tokens[at].text)
    }

    /// Goes on behind this token; `wants_value` and `at_start` are of what follows.
    pub(super) fn step(&mut self, count: usize, wants_value: bool, at_start: bool) {
        self.at += count;
        self.wants_value = wants_value;
        self.at_start = at_start;
    }

    fn token(&mut self) -> Result<(), ScriptError> {
        let token = self.tokens[self.at];
        let begins_statement = token.kind == Kind::Name && !matches!(token.text, "and" | "or");
        if self.at_start && (begins_statement || token.text == ";") {
            while self.end_of_statement() {}
        }
        match token.kind {
            Kind::Number => self.step(1, false, true),
            Kind::Text => {
                self.scan.texts.push(token.text.trim_matches(['"', '\'']).to_owned());
                self.step(1, false, true);
            }
            Kind::Symbol => self.symbol(token)?,
            Kind::Name => self.word(token)?,
        }
        Ok(())
    }

    /// Ends a condition behind `until` or a local statement, where one is open innermost.
    fn end_of_statement(&mut self) -> bool {
        if let Some(names) = self.blocks.close_waiting(Frame::Values) {
            for name in names {
                self.blocks.declare(name);
            }
            return true;
        }
        self.blocks.close_if(Frame::Until)
    }

    fn symbol(&mut self, token: Token<'a>) -> Result<(), ScriptError> {
        match token.text {
            "{" => self.blocks.open(Frame::Brace),
            "(" => self.blocks.open(Frame::Bracket),
            "[" => {
                let is_statement = !matches!(self.blocks.top(), Some(Frame::Brace | Frame::Bracket));
                self.blocks.open(Frame::Bracket);
                // The key of a field that may be written: `t[k] = ...`, `t[k], x = ...`, `{ [k] = ... }`.
                let end = self.behind_brackets(0) - 1;
                let behind = self.peek(end + 1);
                if is_assignment(behind) || is_statement && behind == "," {
                    self.insert(token.end, "__key(");
                    self.keys.push(self.at + end);
                }
            }
            "}" | ")" | "]" => {
                if self.keys.last() == Some(&self.at) {
                    self.keys.pop();
                    self.insert(token.end - 1, ")");
                }
                self.blocks.close_choices();
                if matches!(self.blocks.top(), Some(Frame::Brace | Frame::Bracket)) {
                    self.blocks.close();
                }
                self.step(1, false, true);
                return Ok(());
            }
            sign if is_assignment(sign) => {
                let is_field = matches!(self.blocks.top(), Some(Frame::Brace | Frame::Bracket));
                if !is_field && token.text == "=" {
                    self.name_assigned();
                }
                if is_field { Ok(()) } else { self.assigned(token.line) }?;
            }
            ";" | "..." => {
                self.step(1, false, true);
                return Ok(());
            }
            "::" => {
                if let Some(annotation) = self.annotation() {
                    self.blank(annotation);
                }
                self.step(0, false, true);
                return Ok(());
            }
            "," => self.blocks.close_choices(),
            _ => {}
        }
        self.step(1, true, false);
        Ok(())
    }

    fn word(&mut self, token: Token<'a>) -> Result<(), ScriptError> {
        let field = matches!(self.before(), "." | ":");
        if field {
            if token.text.starts_with('_') {
                return self.error(
                    token.line,
                    format!("`{}`: names that begin with `_` are the engine's", token.text),
                );
            }
            self.step(1, false, true);
            return Ok(());
        }
        match token.text {
            "local" => return self.local(token),
            "function" => return self.function(token, false),
            "type" if self.at_start && self.peek(1) == "function" => {
                return self.error(token.line, "a game has no functions of types: write the types out");
            }
            "type" if self.at_start && self.kind(1) == Some(Kind::Name) && !is_keyword(self.peek(1)) => {
                let begin = token.end - token.text.len();
                self.at += 2;
                if self.peek(0) == "<" {
                    self.skip_brackets();
                }
                self.at += 1;
                self.skip_type();
                self.blank((begin, self.tokens[(self.at - 1).min(self.tokens.len() - 1)].end));
                self.step(0, false, true);
            }
            "if" => {
                let frame = if self.wants_value { Frame::Choice } else { Frame::Condition };
                self.blocks.open(frame);
                self.step(1, true, false);
            }
            "then" => {
                let choice = self.blocks.top() == Some(Frame::Choice);
                self.blocks.close();
                if choice {
                    self.blocks.open(Frame::Alternative);
                } else {
                    self.blocks.open_block(Frame::Block, Vec::new());
                }
                self.step(1, choice, !choice);
            }
            "elseif" => {
                let choice = self.blocks.top() == Some(Frame::Alternative);
                self.end_of_block(token);
                self.blocks.open(if choice { Frame::Choice } else { Frame::Condition });
                self.step(1, true, false);
            }
            "else" => {
                let choice = self.blocks.top() == Some(Frame::Alternative);
                self.end_of_block(token);
                if !choice {
                    self.blocks.open_block(Frame::Block, Vec::new());
                }
                self.step(1, choice, !choice);
            }
            "while" => {
                self.blocks.open_waiting(Frame::Loop, Vec::new());
                self.step(1, true, false);
            }
            "for" => self.for_loop(),
            "do" => {
                let names = self.blocks.close_waiting(Frame::Loop).unwrap_or_default();
                self.blocks.open_block(Frame::Block, names);
                // Each one, be it a loop's or not: then no loop goes without.
                self.insert(token.end, TICK);
                self.step(1, false, true);
            }
            "repeat" => {
                self.blocks.open_block(Frame::Repeat, Vec::new());
                self.insert(token.end, TICK);
                self.step(1, false, true);
            }
            "until" => {
                let names = self.end_of_block(token);
                self.blocks.open_block(Frame::Until, names);
                self.step(1, true, false);
            }
            "end" => {
                self.end_of_block(token);
                self.step(1, false, true);
            }
            "return" => {
                if self.blocks.depth == 0 {
                    return self
                        .error(token.line, "a script returns nothing: `return` belongs into a function");
                }
                self.step(1, true, false);
            }
            "and" | "or" | "not" | "in" => self.step(1, true, false),
            "break" | "continue" => {
                if self.blocks.depth == 0 && self.at_start {
                    // The blocks' ends are not reached.
                    let names: Vec<_> = self.blocks.names().collect();
                    self.keep(token.end - token.text.len(), &names);
                }
                self.step(1, false, true);
            }
            "nil" | "true" | "false" => self.step(1, false, true),
            _ => self.name(token)?,
        }
        Ok(())
    }

    /// Ends the innermost block, and hands what the outermost level declared in it to the engine. Returns its names.
    fn end_of_block(&mut self, token: Token<'a>) -> Vec<&'a str> {
        let leaves = matches!(self.before(), "break" | "continue");
        let Some(scope) = self.blocks.close() else { return Vec::new() };
        if scope.depth == 0 && !leaves {
            self.keep(token.end - token.text.len(), &scope.names);
        }
        scope.names
    }

    pub(super) fn keep(&mut self, place: usize, names: &[&str]) {
        for name in names {
            self.insert(place, &format!(" __keep({name}, \"{name}\") "));
        }
    }

    fn name(&mut self, token: Token<'a>) -> Result<(), ScriptError> {
        let (name, line) = (token.text, token.line);
        let is_key = self.blocks.top() == Some(Frame::Brace) && self.peek(1) == "=";
        let depth = self.blocks.depth_of(name);
        let declared = depth.is_some();
        if is_key && name.len() > 1 && name.starts_with('_') {
            return self.error(line, format!("`{name}`: names that begin with `_` are the engine's"));
        }
        if !is_key {
            self.use_of(token, depth)?;
        }
        if !declared && !is_key {
            if let Some(why) = refusal(name) {
                return self.error(line, format!("`{name}` can't be used in a game: {why}"));
            }
            if name == "scene" && self.peek(1) == "(" {
                if self.blocks.depth > 0 {
                    return self
                        .error(line, "scene(...) stands at the top of a script, or of its file of scenes");
                }
                self.scan.has_scenes = true;
                if !self.scan.staged {
                    self.leave_out_call();
                    return Ok(());
                }
            }
            if matches!(name, "may" | "go" | "together" | "secretly" | "call" | "later" | "around" | "asked")
                && self.peek(1) == "."
            {
                self.uses.push((name, self.peek(2), line));
            }
            if self.blocks.depth == 0 && self.peek(1) == "." && self.peek(3) == "=" {
                self.routine_assigned(name, line)?;
            }
            if name == "math" && self.peek(1) == "." && !MATH.contains(&self.peek(2)) {
                return self.error(line, format!("there is no `math.{}` here", self.peek(2)));
            }
            if matches!(name, "note" | "metric" | "metric_by" | "ratio" | "ratio_by" | "interaction")
                && self.peek(1) == "("
            {
                self.note(name, line)?;
            }
            if self.scan.staged && OF_SCENES.contains(&name) {
                self.step(1, false, true);
                return Ok(());
            }
            if KNOWN.contains(&name) {
                self.scan.calls.insert(name.to_owned());
                self.scan.wins_jointly |= name == "win" && self.has_several();
            } else {
                let is_named = self.unknown.len() < MAX_UNKNOWN;
                let like = is_named
                    .then(|| nearest(name, self.blocks.names().chain(KNOWN.iter().copied())))
                    .flatten();
                self.unknown.push((name, line, like.map(str::to_owned)));
            }
        }
        self.step(1, false, true);
        Ok(())
    }

    /// Takes the call that begins here out of the code.
    fn leave_out_call(&mut self) {
        let token = self.tokens[self.at];
        let behind = self.at + self.behind_brackets(1);
        self.blank((token.end - token.text.len(), self.tokens[behind - 1].end));
        self.at = behind;
        self.step(0, false, true);
    }

    fn note(&mut self, name: &str, line: usize) -> Result<(), ScriptError> {
        let word = self.peek(2).trim_matches(['"', '\'']);
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if self.kind(2) != Some(Kind::Text) || word.is_empty() || !word.chars().all(plain) {
            let example = match name {
                "metric_by" => "\"played\", c",
                "ratio" => "\"rounds_won\", won, rounds",
                "ratio_by" => "\"picked\", c, 1, 1",
                "interaction" => "\"robs\", me, s",
                _ => "\"round\", 1",
            };
            let message =
                format!("{name} begins with a word in quotes, of letters, digits and `_`: {name}({example})");
            return self.error(line, message);
        }
        let measure = match name {
            "note" | "interaction" => {
                let list = if name == "note" { &mut self.scan.notes } else { &mut self.scan.interactions };
                if list.iter().any(|other| other == word) {
                    return Ok(());
                }
                if list.len() == MOST_WORDS {
                    return self.error(line, format!("more than {MOST_WORDS} different words of {name}"));
                }
                list.push(word.to_owned());
                return Ok(());
            }
            "metric" if self.arguments().len() > 2 => OwnMeasure::Seat,
            "metric" => OwnMeasure::Game,
            "metric_by" => OwnMeasure::Card,
            "ratio_by" => OwnMeasure::CardRatio,
            _ => OwnMeasure::Ratio,
        };
        match self.scan.metrics.iter().find(|other| other.word == word) {
            Some(other) if other.measure != measure => self.error(
                line,
                format!("`{word}` is counted in two ways: a figure is a metric of the game, one of seats, one by cards, or a ratio"),
            ),
            Some(_) => Ok(()),
            None if self.scan.metrics.len() == MOST_WORDS => {
                self.error(line, format!("more than {MOST_WORDS} figures of its own"))
            }
            None => {
                self.scan.metrics.push(OwnFigure { word: word.to_owned(), measure });
                Ok(())
            }
        }
    }

    /// Looks back from an assignment's operator at all that stands in front of it.
    fn assigned(&mut self, line: usize) -> Result<(), ScriptError> {
        let mut end = self.at;
        loop {
            let begin = self.begin_of_target(end);
            let first = self.tokens[begin];
            if begin + 1 == end && first.kind == Kind::Name {
                self.assigned_name(first.text, line)?;
            }
            if begin == 0 || self.tokens[begin - 1].text != "," {
                return Ok(());
            }
            end = begin - 1;
        }
    }

    /// Returns where the variable or field begins that ends in front of this token.
    fn begin_of_target(&self, end: usize) -> usize {
        let mut begin = end;
        loop {
            begin = begin.saturating_sub(1);
            let mut open = 0_usize;
            // Back to the bracket that opens here.
            loop {
                match self.tokens[begin].text {
                    ")" | "]" | "}" => open += 1,
                    "(" | "[" | "{" => open = open.saturating_sub(1),
                    _ => {}
                }
                if open == 0 || begin == 0 {
                    break;
                }
                begin -= 1;
            }
            let Some(before) = begin.checked_sub(1).map(|at| self.tokens[at]) else { return begin };
            let is_suffix = self.tokens[begin].kind != Kind::Name;
            let is_value = before.kind == Kind::Text
                || matches!(before.text, ")" | "]" | "}")
                || before.kind == Kind::Name && !is_reserved(before.text);
            match before.text {
                "." | ":" => begin -= 1,
                _ if is_suffix && is_value => {}
                _ => return begin,
            }
        }
    }

    pub(super) fn assigned_name(&mut self, name: &'a str, line: usize) -> Result<(), ScriptError> {
        match self.blocks.depth_of(name) {
            Some(0) if self.blocks.depth > 0 => self.error(
                line,
                format!(
                    "`{name}` is a variable outside of this function and must not change: what lasts from decision to \
                     decision is a number (`number(\"{name}\", 0)`, then `v.{name}`) or lies in a zone"
                ),
            ),
            Some(_) => Ok(()),
            None if self.blocks.depth > 0 => self.error(
                line,
                format!("`{name}` is no variable here: write `local {name}`, or `number(\"{name}\", 0)` and `v.{name}`"),
            ),
            None if KNOWN.contains(&name) => self.error(line, format!("`{name}` is the engine's and can't be replaced")),
            None => {
                self.globals.push(name);
                Ok(())
            }
        }
    }

    fn finish(mut self) -> Result<Scan, ScriptError> {
        while self.end_of_statement() {}
        let mut names = self.blocks.outermost().to_vec();
        names.sort_unstable();
        names.dedup();
        self.insert(self.text.len(), " ");
        self.keep(self.text.len(), &names);
        let globals: HashSet<&str> = self.globals.iter().copied().collect();
        for &(name, line, ref like) in &self.unknown {
            if !globals.contains(name) {
                return self.error(line, format!("`{name}` is no name here{}", hint(name, like.as_deref())));
            }
        }
        for &(table, name, line) in &self.uses {
            let (list, what) = if matches!(table, "may" | "appeal") {
                (&self.scan.acts, "act")
            } else {
                (&self.scan.steps, "step")
            };
            let is_resume = table == "later" && self.scan.resumes.iter().any(|other| other == name);
            if !is_resume && !list.iter().any(|routine| routine.name == name) {
                let resumes = self.scan.resumes.iter().filter(|_| table == "later").map(String::as_str);
                let near = nearest(name, list.iter().map(|routine| routine.name.as_str()).chain(resumes));
                let what = if table == "later" { "resume" } else { what };
                return self.error(
                    line,
                    format!("`{table}.{name}`: there is no `{what}.{name}`{}", did_you_mean(near)),
                );
            }
            let several = match table {
                "together" => &mut self.scan.together,
                "secretly" => &mut self.scan.secretly,
                "around" => &mut self.scan.around,
                _ => continue,
            };
            if !several.iter().any(|other| other == name) {
                several.push(name.to_owned());
            }
        }
        let alone = |table: &str| matches!(table, "go" | "call" | "later" | "around");
        if let Some(&(table, name, line)) = self
            .uses
            .iter()
            .find(|(table, name, _)| alone(table) && self.scan.together.iter().any(|n| n == name))
        {
            return self.error(
                line,
                format!("`step.{name}` is chosen in by several seats at once (together.{name}), so `{table}.{name}` can't lead there"),
            );
        }
        Ok(self.scan)
    }
}

/// Returns where a name can stand that can't stand here, or which one is like it.
fn hint(name: &str, like: Option<&str>) -> String {
    if OF_SCENES.contains(&name) {
        return ": it is for scenes, inside of scene(...) or in the script's file of scenes".to_owned();
    }
    did_you_mean(like)
}

/// Returns true for the signs that write to what stands in front of them.
fn is_assignment(sign: &str) -> bool {
    matches!(sign, "=" | "+=" | "-=" | "*=" | "/=" | "//=" | "%=" | "^=" | "..=")
}

/// Returns true for the words that can be no name.
fn is_reserved(word: &str) -> bool {
    is_keyword(word)
        || matches!(
            word,
            "break"
                | "false"
                | "for"
                | "function"
                | "if"
                | "local"
                | "nil"
                | "repeat"
                | "return"
                | "true"
                | "while"
        )
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "and" | "or" | "then" | "do" | "end" | "in" | "else" | "elseif" | "until" | "not")
}
