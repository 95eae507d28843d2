//! Declarations of names: `local`, `for`, functions; and types, which are skipped.

use ludometer_program::lexer::{Kind, Token};

use super::blocks::Frame;
use super::names::ZONES;
use super::scan::{MAKER, Reader, TICK};
use super::{Argument, Meaning, Routine};
use crate::error::ScriptError;

impl<'a> Reader<'a> {
    /// Reads `for a, b in ...` and `for i = ...`.
    pub(super) fn for_loop(&mut self) {
        self.at += 1;
        let mut names = Vec::new();
        while !matches!(self.peek(0), "in" | "=" | "") {
            match self.peek(0) {
                ":" => {
                    if let Some(annotation) = self.annotation() {
                        self.blank(annotation);
                    }
                }
                "," => self.at += 1,
                name => {
                    names.push(name);
                    self.at += 1;
                }
            }
        }
        self.blocks.open_waiting(Frame::Loop, names);
        self.step(1, true, false);
    }

    pub(super) fn local(&mut self, token: Token<'a>) -> Result<(), ScriptError> {
        if self.peek(1) == "function" {
            self.at += 1;
            return self.function(token, true);
        }
        self.at += 1;
        let (mut names, mut annotations) = (Vec::new(), Vec::new());
        let begins = token.end - token.text.len();
        loop {
            let name = self.peek(0);
            names.push(name);
            if self.blocks.is_own(name) && self.blocks.depth == 0 {
                self.keep(begins, &[name]);
            }
            self.at += 1;
            if self.peek(0) == ":" {
                annotations.extend(self.annotation());
            }
            if self.peek(0) != "," {
                break;
            }
            self.at += 1;
        }
        for annotation in annotations {
            self.blank(annotation);
        }
        let assigns = self.peek(0) == "=";
        if assigns {
            if self.blocks.depth == 0 {
                self.name_zones(&names);
            }
            self.at += 1;
            self.blocks.open_waiting(Frame::Values, names);
        } else {
            for name in names {
                self.blocks.declare(name);
            }
        }
        self.step(0, assigns, !assigns);
        Ok(())
    }

    /// Notes which of the values behind this `=` are zones, or tables that hold some, by the line of the function that makes
    /// them.
    fn name_zones(&mut self, names: &[&str]) {
        let mut at = self.at + 1;
        for name in names {
            let Some(token) = self.tokens.get(at) else { return };
            if ZONES.contains(&token.text) {
                self.scan.zones.entry(token.line).or_default().push((*name).to_owned());
                self.scan.makers.insert((*name).to_owned(), token.text.to_owned());
            }
            at = self.value(at, (token.text == "{").then_some(*name));
        }
    }

    /// Notes what zones are assigned to by this `=` without `local`: names, and tables such as that of `deck[s] = stock()`.
    pub(super) fn name_assigned(&mut self) {
        let mut names = Vec::new();
        let mut at = self.at;
        let text = |at: usize| self.tokens.get(at).map_or("", |token| token.text);
        // Backwards from target to target.
        while let Some(last) = at.checked_sub(1) {
            at = last;
            let end = at;
            let mut open = 0_i32;
            loop {
                match text(at) {
                    "]" => open += 1,
                    "[" => open -= 1,
                    _ if open == 0 && text(at.wrapping_sub(1)) == "." => at -= 1,
                    _ if open == 0 => break,
                    _ => {}
                }
                match at.checked_sub(1) {
                    Some(before) => at = before,
                    None => break,
                }
            }
            names.push((text(at), at < end));
            match at.checked_sub(1) {
                Some(before) if text(before) == "," => at = before,
                _ => break,
            }
        }
        let mut at = self.at + 1;
        for (name, is_table) in names.into_iter().rev() {
            let Some(token) = self.tokens.get(at) else { return };
            if !is_table && ZONES.contains(&token.text) {
                self.scan.zones.entry(token.line).or_default().push(name.to_owned());
            }
            at = self.value(at, is_table.then_some(name));
        }
    }

    /// Goes to the value behind this one. Zones that it makes are in this table.
    fn value(&mut self, mut at: usize, table: Option<&str>) -> usize {
        let (begins, mut open) = (at, 0_i32);
        while let Some(token) = self.tokens.get(at) {
            let is_field = at > 0 && [".", ":"].contains(&self.tokens[at - 1].text);
            let is_called = self
                .tokens
                .get(at + 1)
                .is_some_and(|next| ["(", "{"].contains(&next.text) || next.kind == Kind::Text);
            let makes_zone = ZONES.contains(&token.text) && !is_field && is_called;
            // A zone without a name of its own stands between those that have one.
            if makes_zone && (at > begins || table.is_some()) {
                self.scan.zones.entry(token.line).or_default().push(String::new());
            }
            if let Some(table) = table.filter(|_| makes_zone) {
                self.scan.tables_of_zones.entry(token.line).or_default().push(table.to_owned());
                // `deck = stock()` in a table: the zone has the name of its key.
                let key = at.checked_sub(2).and_then(|key| self.tokens.get(key)).filter(|_| open > 0);
                let is_key = key.is_some_and(|key| key.kind == Kind::Name) && self.tokens[at - 1].text == "=";
                let key = key.filter(|_| is_key).map(|key| key.text.to_owned());
                self.scan.keys_of_zones.entry(token.line).or_default().push(key.unwrap_or_default());
            }
            match token.text {
                "(" | "{" | "[" => open += 1,
                ")" | "}" | "]" => open -= 1,
                // The value ends where the next statement begins, too.
                "=" if open == 0 => break,
                _ => {}
            }
            at += 1;
            if token.text == "," && open == 0 {
                break;
            }
        }
        at
    }

    /// Reads a function from its keyword to its body.
    pub(super) fn function(&mut self, token: Token<'a>, local: bool) -> Result<(), ScriptError> {
        let (line, keyword) = (token.line, self.at);
        self.functions.truncate(self.blocks.depth);
        if let Some(&outer) = self.functions.last() {
            self.outer.insert(outer);
        }
        self.functions.push(keyword);
        self.at += 1;
        let mut path = Vec::new();
        while self.peek(0) != "(" && self.peek(0) != "<" && self.at < self.tokens.len() {
            if self.kind(0) == Some(Kind::Name) {
                path.push(self.peek(0));
            }
            self.at += 1;
        }
        let is_value = path.is_empty();
        if let Some((table, name)) = self.assigned_routine.take_if(|_| is_value) {
            path = vec![table, name];
        }
        match path[..] {
            [name] if local => {
                self.blocks.declare(name);
            }
            [name] => self.assigned_name(name, line)?,
            _ => {}
        }
        while self.peek(0) != "(" && self.at < self.tokens.len() {
            self.at += 1;
        }
        self.at += 1;
        let (mut names, mut types) = (Vec::new(), Vec::new());
        while self.peek(0) != ")" && self.at < self.tokens.len() {
            match self.peek(0) {
                "," => self.at += 1,
                ":" => {
                    if let Some(last) = types.last_mut() {
                        *last = (self.peek(1), self.peek(2) == "?");
                    }
                    if let Some(annotation) = self.annotation() {
                        self.blank(annotation);
                    }
                }
                name => {
                    names.push(name);
                    types.push(("", false));
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        if self.peek(0) == ":"
            && let Some(annotation) = self.annotation()
        {
            self.blank(annotation);
        }
        if let [table, name] = path[..]
            && self.blocks.depth_of(table).is_none()
        {
            match table {
                "game" => self.game_field(name, line)?,
                "after" => {
                    self.uses.push(("after", name, line));
                    self.scan.after.push((name.to_owned(), line));
                }
                "appeal" => self.uses.push(("appeal", name, line)),
                "resume" => self.add_resume(name),
                _ => {}
            }
        }
        if let [table @ ("act" | "step"), name] = path[..]
            && self.blocks.depth_of(table).is_none()
        {
            let typed = names.iter().zip(&types).skip(1);
            let arguments = typed.map(|(name, (kind, may_lack))| Argument {
                name: (*name).to_owned(),
                meaning: Meaning::of(kind),
                may_lack: *may_lack,
            });
            let routine = Routine { name: name.to_owned(), line, arguments: arguments.collect() };
            self.add_routine(table, routine)?;
        }
        self.blocks.open_block(Frame::Function, names);
        let place = self.tokens[(self.at - 1).min(self.tokens.len() - 1)].end;
        self.insert(place, TICK);
        if self.outer.contains(&keyword) {
            self.insert(place, MAKER);
        }
        self.step(0, false, true);
        Ok(())
    }

    fn add_routine(&mut self, table: &str, routine: Routine) -> Result<(), ScriptError> {
        let (name, line) = (&routine.name, routine.line);
        let list = if table == "act" { &mut self.scan.acts } else { &mut self.scan.steps };
        if list.iter().any(|other| other.name == *name) {
            return self.error(line, format!("`{table}.{name}` is written twice"));
        }
        if table == "act" && routine.arguments.len() > 3 {
            return self.error(line, format!("`act.{name}` has more than three arguments behind the seat"));
        }
        list.push(routine);
        Ok(())
    }

    fn add_resume(&mut self, name: &str) {
        if !self.scan.resumes.iter().any(|other| other == name) {
            self.scan.resumes.push(name.to_owned());
        }
    }

    /// Reads `step.again = step.bid`: the same function by another name; and `act.bid = function(me, n) ... end`.
    pub(super) fn routine_assigned(&mut self, table: &'a str, line: usize) -> Result<(), ScriptError> {
        let name = self.peek(2);
        match table {
            "after" => {
                self.uses.push(("after", name, line));
                self.scan.after.push((name.to_owned(), line));
            }
            "appeal" => self.uses.push(("appeal", name, line)),
            "resume" => self.add_resume(name),
            "act" | "step" if self.peek(4) == "function" => self.assigned_routine = Some((table, name)),
            "act" | "step" => {
                let other = self.peek(6);
                let is_alias = self.peek(4) == table && self.peek(5) == ".";
                let list = if table == "act" { &self.scan.acts } else { &self.scan.steps };
                let same = list.iter().find(|routine| is_alias && routine.name == other);
                let arguments = same.map_or_else(Vec::new, |routine| routine.arguments.clone());
                self.add_routine(table, Routine { name: name.to_owned(), line, arguments })?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Skips a type with the sign in front of it. Returns its place if it is another than one of these words: no machine is
    /// given such. What is skipped here must not run, and what Luau doesn't know it would not run natively.
    pub(super) fn annotation(&mut self) -> Option<(usize, usize)> {
        let sign = self.tokens[self.at];
        self.at += 1;
        let first = self.at;
        self.skip_type();
        let end = self.tokens[(self.at - 1).min(self.tokens.len() - 1)].end;
        let is_known = self.at == first + 1
            && self.tokens.get(first).is_some_and(|only| {
                matches!(only.text, "number" | "boolean" | "string" | "card" | "seat" | "slot" | "amount")
            });
        (!is_known).then_some((sign.end - sign.text.len(), end))
    }

    /// Skips a type.
    pub(super) fn skip_type(&mut self) {
        // Of a function with types of its own: `<T>(T) -> T`.
        if self.peek(0) == "<" {
            self.skip_brackets();
        }
        // A union may begin with its sign.
        if matches!(self.peek(0), "|" | "&") {
            self.at += 1;
        }
        loop {
            let open = self.peek(0);
            if matches!(open, "(" | "{") {
                self.skip_brackets();
            } else {
                // The rest of what has several: `...number`.
                self.at += if open == "..." { 2 } else { 1 };
                while self.peek(0) == "." {
                    self.at += 2;
                }
                if open == "typeof" && self.peek(0) == "(" || self.peek(0) == "<" {
                    self.skip_brackets();
                } else if self.peek(0) == "..." {
                    self.at += 1;
                }
            }
            while self.peek(0) == "?" {
                self.at += 1;
            }
            if !matches!(self.peek(0), "|" | "&" | "->") {
                return;
            }
            self.at += 1;
        }
    }

    pub(super) fn skip_brackets(&mut self) {
        let mut open = 0;
        while self.at < self.tokens.len() {
            match self.peek(0) {
                "(" | "{" | "[" | "<" => open += 1,
                ")" | "}" | "]" | ">" => open -= 1,
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return;
            }
        }
    }
}
