//! Reads a script's text, which Luau's compiler has accepted, as syntax.

use crate::lexer::{Kind, Token, tokens};
use crate::syntax::{
    Binary, Expr, ExprKind, Function, FunctionId, Item, Local, LocalId, Place, Script, Statement,
    StatementKind,
};

/// So deep expressions and blocks may stand in each other.
const MOST_DEPTH: usize = 150;

/// A text that is not read, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The line.
    pub line: usize,
    /// The reason.
    pub message: String,
}

type Read<T> = Result<T, Unread>;

/// Reads a script's text.
///
/// # Errors
/// The place where the text is no Luau, or nested too deeply.
pub fn parse(text: &str) -> Read<Script> {
    let tokens = tokens(text);
    let script = Script { functions: Vec::new(), locals: Vec::new(), words: Vec::new(), parts: 0 };
    let mut parser =
        Parser { tokens: &tokens, at: 0, script, scopes: Vec::new(), function: 0, loops: 0, depth: 0 };
    parser.script.functions.push(Function {
        line: 1,
        name: String::new(),
        parameters: Vec::new(),
        takes_more: true,
        outer: 0,
        body: Vec::new(),
    });
    let body = parser.block()?;
    if parser.at < tokens.len() {
        return parser.unread("a statement is expected here");
    }
    parser.script.functions[0].body = body;
    Ok(parser.script)
}

pub(crate) struct Parser<'a> {
    pub(crate) tokens: &'a [Token<'a>],
    pub(crate) at: usize,
    script: Script,
    /// The names of each open block, with their declarations.
    scopes: Vec<Vec<(&'a str, LocalId)>>,
    function: FunctionId,
    /// How many loops of the outermost level are open.
    loops: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    /// Returns a reader of types alone.
    pub(crate) fn of_types(tokens: &'a [Token<'a>]) -> Self {
        let script = Script { functions: Vec::new(), locals: Vec::new(), words: Vec::new(), parts: 0 };
        Self { tokens, at: 0, script, scopes: Vec::new(), function: 0, loops: 0, depth: 0 }
    }

    pub(crate) fn peek(&self) -> &'a str {
        self.ahead(0)
    }

    pub(crate) fn ahead(&self, ahead: usize) -> &'a str {
        self.tokens
            .get(self.at + ahead)
            .filter(|token| token.kind != Kind::Text)
            .map_or("", |token| token.text)
    }

    pub(crate) fn kind(&self) -> Option<Kind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    fn line(&self) -> usize {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |token| token.line)
    }

    pub(crate) fn unread<T>(&self, message: &str) -> Read<T> {
        Err(Unread { line: self.line(), message: message.to_owned() })
    }

    /// Takes this token if it comes next.
    pub(crate) fn take(&mut self, text: &str) -> bool {
        let is = self.peek() == text;
        self.at += usize::from(is);
        is
    }

    pub(crate) fn demand(&mut self, text: &str) -> Read<()> {
        if self.take(text) { Ok(()) } else { self.unread(&format!("`{text}` is expected here")) }
    }

    pub(crate) fn name(&mut self) -> Read<&'a str> {
        match self.tokens.get(self.at) {
            Some(token) if token.kind == Kind::Name => {
                self.at += 1;
                Ok(token.text)
            }
            _ => self.unread("a name is expected here"),
        }
    }

    /// Goes one level deeper, in which `read` reads.
    pub(crate) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let depth = self.depth;
        self.go_deeper()?;
        let read = read(self);
        self.depth = depth;
        read
    }

    fn go_deeper(&mut self) -> Read<()> {
        if self.depth == MOST_DEPTH {
            return self
                .unread("this is nested too deeply: write parts of it as functions or local variables");
        }
        self.depth += 1;
        Ok(())
    }

    fn declare(&mut self, name: &'a str, line: usize, given: Option<(String, bool)>) -> LocalId {
        let id = self.script.locals.len();
        self.script.locals.push(Local {
            name: name.to_owned(),
            line,
            function: self.function,
            given,
            is_captured: false,
            place: match self.scopes.len() {
                _ if self.loops > 0 => Place::Loop,
                1 => Place::Outermost,
                _ => Place::Block,
            },
            choice: Vec::new(),
            is_card: false,
        });
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name, id));
        }
        id
    }

    fn expr(&mut self, line: usize, kind: ExprKind) -> Expr {
        Expr { id: self.part(), line, kind }
    }

    /// Returns the number of a new expression or statement.
    fn part(&mut self) -> usize {
        self.script.parts += 1;
        self.script.parts - 1
    }

    // Statements ----------------------------------------------------------------------------------------

    fn block(&mut self) -> Read<Vec<Statement>> {
        self.block_with(Vec::new())
    }

    /// Reads a block in which these names are known.
    fn block_with(&mut self, names: Vec<(&'a str, LocalId)>) -> Read<Vec<Statement>> {
        self.scopes.push(names);
        let block = self.deeper(Self::statements);
        self.scopes.pop();
        block
    }

    fn statements(&mut self) -> Read<Vec<Statement>> {
        let mut block = Vec::new();
        while self.at < self.tokens.len() && !matches!(self.peek(), "end" | "else" | "elseif" | "until") {
            if self.take(";") {
                continue;
            }
            let line = self.line();
            if let Some(kind) = self.statement(line)? {
                block.push(Statement { id: self.part(), line, kind });
            }
        }
        Ok(block)
    }

    /// Reads a statement; declarations of types are none.
    fn statement(&mut self, line: usize) -> Read<Option<StatementKind>> {
        while self.peek().starts_with('@') {
            self.at += 1;
        }
        let kind = match self.peek() {
            "local" => {
                self.at += 1;
                self.local(line)?
            }
            "function" => {
                self.at += 1;
                self.named_function(line)?
            }
            "do" => {
                self.at += 1;
                let block = self.block()?;
                self.demand("end")?;
                StatementKind::Do(block)
            }
            "while" => {
                self.at += 1;
                let condition = self.expression()?;
                self.demand("do")?;
                let block = self.in_loop(Self::block)?;
                self.demand("end")?;
                StatementKind::While(condition, block)
            }
            "repeat" => {
                self.at += 1;
                // The names of the block are known behind `until`.
                self.scopes.push(Vec::new());
                let block = self.in_loop(|parser| parser.deeper(Self::statements));
                let condition = block.and_then(|block| {
                    self.demand("until")?;
                    Ok((block, self.expression()?))
                });
                self.scopes.pop();
                let (block, condition) = condition?;
                StatementKind::Repeat(block, condition)
            }
            "if" => {
                self.at += 1;
                self.choice()?
            }
            "for" => {
                self.at += 1;
                self.for_loop(line)?
            }
            "return" => {
                self.at += 1;
                let ends = matches!(self.peek(), "end" | "else" | "elseif" | "until" | ";")
                    || self.at == self.tokens.len();
                StatementKind::Return(if ends { Vec::new() } else { self.expressions()? })
            }
            "break" => {
                self.at += 1;
                StatementKind::Break
            }
            "continue" if !matches!(self.ahead(1), "=" | "(" | "." | "[" | ",") => {
                self.at += 1;
                StatementKind::Continue
            }
            "export" | "type" if self.is_type_declaration() => {
                self.take("export");
                self.at += 2;
                self.generics()?;
                self.demand("=")?;
                self.type_expression()?;
                return Ok(None);
            }
            _ => self.assignment_or_call()?,
        };
        Ok(Some(kind))
    }

    fn is_type_declaration(&self) -> bool {
        let first = usize::from(self.peek() == "export");
        self.ahead(first) == "type"
            && self.tokens.get(self.at + first + 1).is_some_and(|token| token.kind == Kind::Name)
    }

    fn in_loop<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.loops += usize::from(self.function == 0);
        let read = read(self);
        self.loops -= usize::from(self.function == 0);
        read
    }

    fn local(&mut self, line: usize) -> Read<StatementKind> {
        if self.take("function") {
            let name = self.name()?;
            let id = self.declare(name, line, None);
            let function = self.function_body(line, name.to_owned(), &[])?;
            let target = self.expr(line, ExprKind::Local(id));
            return Ok(StatementKind::Assign(vec![target], vec![function]));
        }
        let mut names = Vec::new();
        loop {
            let line = self.line();
            let name = self.name()?;
            let given = self.annotation()?;
            names.push((name, line, given));
            if !self.take(",") {
                break;
            }
        }
        let values = if self.take("=") { self.expressions()? } else { Vec::new() };
        let mut locals = Vec::new();
        for (place, (name, line, given)) in names.into_iter().enumerate() {
            let id = self.declare(name, line, given);
            locals.push(id);
            if self.function == 0
                && let Some(Expr { kind: ExprKind::Call(callee, arguments), .. }) = values.get(place)
                && let ExprKind::Global(callee) = &callee.kind
            {
                let local = &mut self.script.locals[id];
                local.is_card = callee == "card";
                if let ("choice", Some(Expr { kind: ExprKind::Table(items), .. })) =
                    (callee.as_str(), arguments.get(2))
                {
                    local.choice.extend(items.iter().filter_map(|item| match item {
                        Item::Value(Expr { kind: ExprKind::Word(word), .. }) => Some(word.clone()),
                        _ => None,
                    }));
                }
            }
        }
        Ok(StatementKind::Local(locals, values))
    }

    fn named_function(&mut self, line: usize) -> Read<StatementKind> {
        let first = self.name()?;
        let mut target = self.variable(first, line);
        let mut name = first.to_owned();
        let mut itself: &[&str] = &[];
        while matches!(self.peek(), "." | ":") {
            itself = if self.peek() == ":" { &["self"] } else { &[] };
            self.at += 1;
            let field = self.name()?;
            name = format!("{name}.{field}");
            target = self.field(target, field, line);
        }
        let function = self.function_body(line, name, itself)?;
        Ok(StatementKind::Assign(vec![target], vec![function]))
    }

    /// Reads a function from its parameters on.
    fn function_body(&mut self, line: usize, name: String, first: &[&'a str]) -> Read<Expr> {
        self.generics()?;
        self.demand("(")?;
        let outer = self.function;
        let id = self.script.functions.len();
        let function =
            Function { line, name, parameters: Vec::new(), takes_more: false, outer, body: Vec::new() };
        self.script.functions.push(function);
        self.function = id;
        self.scopes.push(Vec::new());
        let body = self.deeper(|parser| parser.parameters_and_body(id, first));
        self.scopes.pop();
        self.function = outer;
        self.script.functions[id].body = body?;
        Ok(self.expr(line, ExprKind::Function(id)))
    }

    fn parameters_and_body(&mut self, id: FunctionId, first: &[&'a str]) -> Read<Vec<Statement>> {
        let mut parameters = Vec::new();
        for name in first {
            parameters.push(self.declare(name, self.line(), None));
        }
        while !self.take(")") {
            if self.take("...") {
                self.script.functions[id].takes_more = true;
                self.annotation()?;
            } else {
                let line = self.line();
                let name = self.name()?;
                let given = self.annotation()?;
                parameters.push(self.declare(name, line, given));
            }
            if !self.take(",") && self.peek() != ")" {
                return self.unread("`)` is expected here");
            }
        }
        self.annotation()?;
        self.script.functions[id].parameters = parameters;
        let body = self.block()?;
        self.demand("end")?;
        Ok(body)
    }

    fn choice(&mut self) -> Read<StatementKind> {
        let mut branches = Vec::new();
        loop {
            let condition = self.expression()?;
            self.demand("then")?;
            branches.push((condition, self.block()?));
            if self.take("elseif") {
                continue;
            }
            let otherwise = if self.take("else") { self.block()? } else { Vec::new() };
            self.demand("end")?;
            return Ok(StatementKind::If(branches, otherwise));
        }
    }

    fn for_loop(&mut self, line: usize) -> Read<StatementKind> {
        let mut names = Vec::new();
        loop {
            let name = self.name()?;
            let given = self.annotation()?;
            names.push((name, given));
            if !self.take(",") {
                break;
            }
        }
        let counts = self.take("=");
        if !counts {
            self.demand("in")?;
        }
        let values = self.expressions()?;
        self.demand("do")?;
        let (locals, block) = self.in_loop(|parser| {
            parser.scopes.push(Vec::new());
            let locals: Vec<LocalId> =
                names.into_iter().map(|(name, given)| parser.declare(name, line, given)).collect();
            let names = parser.scopes.pop().unwrap_or_default();
            Ok((locals, parser.block_with(names)?))
        })?;
        self.demand("end")?;
        match locals[..] {
            [local] if counts => Ok(StatementKind::Count(local, values, block)),
            _ => Ok(StatementKind::Each(locals, values, block)),
        }
    }

    fn assignment_or_call(&mut self) -> Read<StatementKind> {
        let first = self.suffixed()?;
        let change = match self.peek() {
            "+=" => Some(Binary::Add),
            "-=" => Some(Binary::Subtract),
            "*=" => Some(Binary::Multiply),
            "/=" => Some(Binary::Divide),
            "//=" => Some(Binary::Whole),
            "%=" => Some(Binary::Rest),
            "^=" => Some(Binary::Power),
            "..=" => Some(Binary::Join),
            _ => None,
        };
        if let Some(binary) = change {
            self.at += 1;
            let (line, value) = (first.line, self.expression()?);
            let kind = ExprKind::Binary(binary, Box::new(first), Box::new(value));
            return Ok(StatementKind::Change(self.expr(line, kind)));
        }
        if matches!(self.peek(), "=" | ",") {
            let mut targets = vec![first];
            while self.take(",") {
                targets.push(self.suffixed()?);
            }
            self.demand("=")?;
            let values = self.expressions()?;
            return Ok(StatementKind::Assign(targets, values));
        }
        match first.kind {
            ExprKind::Call(..) | ExprKind::Method(..) => Ok(StatementKind::Call(first)),
            _ => self.unread("a statement is expected here"),
        }
    }

    // Expressions ---------------------------------------------------------------------------------------

    fn expressions(&mut self) -> Read<Vec<Expr>> {
        let mut list = vec![self.expression()?];
        while self.take(",") {
            list.push(self.expression()?);
        }
        Ok(list)
    }

    fn expression(&mut self) -> Read<Expr> {
        self.operation(0)
    }

    /// Reads operations that bind more than this.
    fn operation(&mut self, least: u8) -> Read<Expr> {
        self.deeper(|parser| {
            let line = parser.line();
            let mut left = match parser.peek() {
                "not" | "-" | "#" => {
                    let sign = parser.peek();
                    parser.at += 1;
                    let value = Box::new(parser.operation(12)?);
                    let kind = match (sign, &value.kind) {
                        ("not", _) => ExprKind::Not(value),
                        ("-", ExprKind::Number(n)) => ExprKind::Number(-n),
                        ("-", _) => ExprKind::Minus(value),
                        _ => ExprKind::Length(value),
                    };
                    parser.expr(line, kind)
                }
                _ => parser.simple()?,
            };
            let depth = parser.depth;
            while let Some((bind_left, bind_right, sign)) = binding(parser.peek())
                && bind_left > least
            {
                // Each operation holds those before it.
                parser.go_deeper()?;
                let line = parser.line();
                parser.at += 1;
                let right = parser.operation(bind_right)?;
                let kind = match sign {
                    Sign::And => ExprKind::And(Box::new(left), Box::new(right)),
                    Sign::Or => ExprKind::Or(Box::new(left), Box::new(right)),
                    Sign::Binary(binary) => {
                        if matches!(binary, Binary::Equal | Binary::Differs) {
                            parser.is_compared(&left);
                            parser.is_compared(&right);
                        }
                        ExprKind::Binary(binary, Box::new(left), Box::new(right))
                    }
                };
                left = parser.expr(line, kind);
            }
            parser.depth = depth;
            Ok(left)
        })
    }

    /// Takes back that this string is a word of the script.
    fn is_compared(&mut self, side: &Expr) {
        if let ExprKind::Word(word) = &side.kind
            && let Some(place) = self.script.words.iter().rposition(|other| other == word)
        {
            self.script.words.swap_remove(place);
        }
    }

    fn simple(&mut self) -> Read<Expr> {
        let line = self.line();
        let Some(token) = self.tokens.get(self.at).copied() else {
            return self.unread("the text ends within an expression");
        };
        let kind = match (token.kind, token.text) {
            (Kind::Number, text) => {
                self.at += 1;
                match number(text) {
                    Some(n) => ExprKind::Number(n),
                    None => return self.unread(&format!("`{text}` is no number")),
                }
            }
            (Kind::Text, text) if text.starts_with('`') => return self.interpolated(line),
            (Kind::Text, text) => {
                self.at += 1;
                ExprKind::Word(self.word(string(text)))
            }
            (_, "nil") => {
                self.at += 1;
                ExprKind::Nil
            }
            (_, "true" | "false") => {
                self.at += 1;
                ExprKind::Truth(token.text == "true")
            }
            (_, "...") => {
                self.at += 1;
                ExprKind::More
            }
            (_, "{") => return self.table(line),
            (_, "function") => {
                self.at += 1;
                return self.function_body(line, String::new(), &[]);
            }
            (_, "if") => {
                self.at += 1;
                return self.if_expression(line);
            }
            _ => return self.suffixed(),
        };
        let value = self.expr(line, kind);
        self.cast(value)
    }

    /// Reads what stands behind `::`, which changes no value.
    fn cast(&mut self, value: Expr) -> Read<Expr> {
        while self.take("::") {
            self.type_expression()?;
        }
        Ok(value)
    }

    fn word(&mut self, word: String) -> String {
        self.script.words.push(word.clone());
        word
    }

    fn if_expression(&mut self, line: usize) -> Read<Expr> {
        self.deeper(|parser| {
            let condition = Box::new(parser.expression()?);
            parser.demand("then")?;
            let value = Box::new(parser.expression()?);
            let next = parser.line();
            let otherwise = if parser.take("elseif") {
                parser.if_expression(next)?
            } else {
                parser.demand("else")?;
                parser.expression()?
            };
            Ok(parser.expr(line, ExprKind::If(condition, value, Box::new(otherwise))))
        })
    }

    /// Reads a string with expressions, which come in brackets.
    fn interpolated(&mut self, line: usize) -> Read<Expr> {
        let mut parts = Vec::new();
        let mut first = String::new();
        loop {
            if self.kind() == Some(Kind::Text) {
                let text = self.tokens[self.at].text;
                self.at += 1;
                if parts.is_empty() {
                    first = string(text);
                }
                let inner = text.strip_suffix('`').filter(|inner| !inner.is_empty() || !parts.is_empty());
                let escapes = |inner: &str| inner.bytes().rev().take_while(|byte| *byte == b'\\').count();
                if inner.is_some_and(|inner| escapes(inner) % 2 == 0) {
                    break;
                }
            }
            self.demand("(")?;
            parts.push(self.expression()?);
            self.demand(")")?;
        }
        let kind = if parts.is_empty() { ExprKind::Word(self.word(first)) } else { ExprKind::Text(parts) };
        Ok(self.expr(line, kind))
    }

    fn table(&mut self, line: usize) -> Read<Expr> {
        self.demand("{")?;
        let mut items = Vec::new();
        while !self.take("}") {
            let is_name = self.kind() == Some(Kind::Name) && self.ahead(1) == "=";
            if is_name {
                let line = self.line();
                let name = self.name()?.to_owned();
                self.at += 1;
                let name = self.word(name);
                let key = self.expr(line, ExprKind::Word(name));
                let value = self.expression()?;
                items.push(Item::Field(key, value));
            } else if self.take("[") {
                let key = self.expression()?;
                self.demand("]")?;
                self.demand("=")?;
                let value = self.expression()?;
                items.push(Item::Field(key, value));
            } else {
                items.push(Item::Value(self.expression()?));
            }
            if !self.take(",") && !self.take(";") && self.peek() != "}" {
                return self.unread("`}` is expected here");
            }
        }
        Ok(self.expr(line, ExprKind::Table(items)))
    }

    fn variable(&mut self, name: &'a str, line: usize) -> Expr {
        let found =
            self.scopes.iter().rev().find_map(|scope| scope.iter().rev().find(|(other, _)| *other == name));
        let kind = match found {
            Some(&(_, id)) => {
                let local = &mut self.script.locals[id];
                local.is_captured |= local.function != self.function;
                ExprKind::Local(id)
            }
            None => ExprKind::Global(name.to_owned()),
        };
        self.expr(line, kind)
    }

    fn field(&mut self, of: Expr, name: &str, line: usize) -> Expr {
        let key = self.expr(line, ExprKind::Word(name.to_owned()));
        self.expr(line, ExprKind::Index(Box::new(of), Box::new(key)))
    }

    /// Reads a variable or an expression in brackets, with all that is behind it.
    fn suffixed(&mut self) -> Read<Expr> {
        let line = self.line();
        let mut value = if self.take("(") {
            let inner = Box::new(self.expression()?);
            self.demand(")")?;
            self.expr(line, ExprKind::One(inner))
        } else {
            let name = self.name()?;
            self.variable(name, line)
        };
        let depth = self.depth;
        loop {
            let line = self.line();
            let is_text = self.kind() == Some(Kind::Text);
            match self.peek() {
                "." | "[" | ":" | "(" | "{" => self.go_deeper()?,
                _ => {}
            }
            match self.peek() {
                "." => {
                    self.at += 1;
                    let name = self.name()?;
                    value = self.field(value, name, line);
                }
                "[" => {
                    self.at += 1;
                    let key = Box::new(self.expression()?);
                    self.demand("]")?;
                    value = self.expr(line, ExprKind::Index(Box::new(value), key));
                }
                ":" => {
                    self.at += 1;
                    let name = self.name()?.to_owned();
                    let arguments = self.arguments()?;
                    value = self.expr(line, ExprKind::Method(Box::new(value), name, arguments));
                }
                "(" | "{" => {
                    let arguments = self.arguments()?;
                    value = self.expr(line, ExprKind::Call(Box::new(value), arguments));
                }
                _ if is_text => {
                    let arguments = self.arguments()?;
                    value = self.expr(line, ExprKind::Call(Box::new(value), arguments));
                }
                _ => {
                    self.depth = depth;
                    return self.cast(value);
                }
            }
        }
    }

    fn arguments(&mut self) -> Read<Vec<Expr>> {
        if self.kind() == Some(Kind::Text) || self.peek() == "{" {
            return Ok(vec![self.simple()?]);
        }
        self.demand("(")?;
        if self.take(")") {
            return Ok(Vec::new());
        }
        let arguments = self.expressions()?;
        self.demand(")")?;
        Ok(arguments)
    }

    fn annotation(&mut self) -> Read<Option<(String, bool)>> {
        if !self.take(":") {
            return Ok(None);
        }
        let is_name = self.kind() == Some(Kind::Name);
        let (name, begin) = (self.peek().to_owned(), self.at);
        self.type_expression()?;
        Ok(match self.at - begin {
            1 if is_name => Some((name, false)),
            2 if is_name && self.tokens[self.at - 1].text == "?" => Some((name, true)),
            _ => None,
        })
    }
}

/// A sign between two values.
#[derive(Clone, Copy)]
enum Sign {
    And,
    Or,
    Binary(Binary),
}

/// Returns how much a sign between two values binds to its left and right.
fn binding(sign: &str) -> Option<(u8, u8, Sign)> {
    let binary = |left, right, binary| Some((left, right, Sign::Binary(binary)));
    match sign {
        "or" => Some((1, 1, Sign::Or)),
        "and" => Some((2, 2, Sign::And)),
        "<" => binary(3, 3, Binary::Below),
        ">" => binary(3, 3, Binary::Above),
        "<=" => binary(3, 3, Binary::AtMost),
        ">=" => binary(3, 3, Binary::AtLeast),
        "~=" => binary(3, 3, Binary::Differs),
        "==" => binary(3, 3, Binary::Equal),
        ".." => binary(9, 8, Binary::Join),
        "+" => binary(10, 10, Binary::Add),
        "-" => binary(10, 10, Binary::Subtract),
        "*" => binary(11, 11, Binary::Multiply),
        "/" => binary(11, 11, Binary::Divide),
        "//" => binary(11, 11, Binary::Whole),
        "%" => binary(11, 11, Binary::Rest),
        "^" => binary(14, 13, Binary::Power),
        _ => None,
    }
}

/// Returns the value of a number as it is written.
fn number(text: &str) -> Option<f64> {
    let plain = text.replace('_', "").to_ascii_lowercase();
    let whole = |digits: &str, base| u64::from_str_radix(digits, base).ok().map(|n| n as f64);
    if let Some(digits) = plain.strip_prefix("0x") {
        whole(digits, 16)
    } else if let Some(digits) = plain.strip_prefix("0b") {
        whole(digits, 2)
    } else {
        plain.parse().ok()
    }
}

/// Returns the text that a string stands for: of one with expressions the part up to the first of these.
fn string(source: &str) -> String {
    if let Some(long) = source.strip_prefix('[') {
        let level = long.bytes().take_while(|byte| *byte == b'=').count();
        let inner = source.get(level + 2..source.len().saturating_sub(level + 2)).unwrap_or_default();
        return inner.strip_prefix('\n').unwrap_or(inner).to_owned();
    }
    let mut bytes = Vec::new();
    let mut rest = source.get(1..).unwrap_or_default().bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(b'r') => bytes.push(b'\r'),
            Some(b'a') => bytes.push(7),
            Some(b'b') => bytes.push(8),
            Some(b'f') => bytes.push(12),
            Some(b'v') => bytes.push(11),
            Some(b'z') => while rest.next_if(u8::is_ascii_whitespace).is_some() {},
            Some(b'x') => {
                let digits: String = (0..2).filter_map(|_| rest.next()).map(char::from).collect();
                bytes.push(u8::from_str_radix(&digits, 16).unwrap_or_default());
            }
            Some(b'u') => {
                let digits: String = rest.by_ref().take_while(|byte| *byte != b'}').map(char::from).collect();
                let code = u32::from_str_radix(digits.trim_start_matches('{'), 16).ok();
                let character = code.and_then(char::from_u32).unwrap_or_default();
                bytes.extend(character.encode_utf8(&mut [0; 4]).bytes());
            }
            Some(digit @ b'0'..=b'9') => {
                let mut value = u32::from(digit - b'0');
                for _ in 0..2 {
                    if let Some(digit) = rest.next_if(u8::is_ascii_digit) {
                        value = 10 * value + u32::from(digit - b'0');
                    }
                }
                bytes.push(u8::try_from(value).unwrap_or_default());
            }
            Some(other) => bytes.push(other),
            None => {}
        }
    }
    let quote = source.as_bytes().first().copied().unwrap_or_default();
    if bytes.last() == Some(&quote) {
        bytes.pop();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
