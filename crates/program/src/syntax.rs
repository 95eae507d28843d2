//! The syntax of a script, with its names resolved: each use of a local variable says which declaration it means.

/// The number of a function; 0 is the text itself.
pub type FunctionId = usize;
/// The number of a local variable's declaration.
pub type LocalId = usize;
/// The number of an expression.
pub type ExprId = usize;
/// The number of a statement, which no expression has either.
pub type StatementId = usize;

/// A script's text, read.
#[derive(Debug)]
pub struct Script {
    /// All functions; the first one is the text itself.
    pub functions: Vec<Function>,
    /// All declarations of local variables.
    pub locals: Vec<Local>,
    /// The strings that stand in the text, but those that something is compared with.
    pub words: Vec<String>,
    /// How many expressions and statements there are.
    pub parts: usize,
}

/// A function of the text.
#[derive(Debug)]
pub struct Function {
    /// The line of its keyword.
    pub line: usize,
    /// The name that the text gives it, `step.play`; empty where it has none.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<LocalId>,
    /// True if it takes `...`.
    pub takes_more: bool,
    /// The function that it stands in.
    pub outer: FunctionId,
    /// Its statements.
    pub body: Vec<Statement>,
}

/// A declaration of a local variable.
#[derive(Debug)]
pub struct Local {
    /// Its name.
    pub name: String,
    /// Its line.
    pub line: usize,
    /// The function that declares it.
    pub function: FunctionId,
    /// The type that it is given, where that is one name, and whether `?` stands behind it.
    pub given: Option<(String, bool)>,
    /// True if a function inside of the declaring one uses it.
    pub is_captured: bool,
    /// The place where it stands, if that is in no function.
    pub place: Place,
    /// The words of a `choice` that it is declared with.
    pub choice: Vec<String>,
    /// True if it is declared as a card.
    pub is_card: bool,
}

/// Where a local variable of the top level stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In no block: it is known to the end of the text.
    Outermost,
    /// In a block.
    Block,
    /// In a loop, which makes it anew in each pass.
    Loop,
}

/// A statement, with its number and line.
#[derive(Debug)]
pub struct Statement {
    /// Its number.
    pub id: StatementId,
    /// The line.
    pub line: usize,
    /// The statement.
    pub kind: StatementKind,
}

/// The kinds of statements.
#[derive(Debug)]
pub enum StatementKind {
    /// `local a, b = ...`
    Local(Vec<LocalId>, Vec<Expr>),
    /// `a, b.c = ...`, also of functions with a name.
    Assign(Vec<Expr>, Vec<Expr>),
    /// `a += ...`, as the operation whose left side gets what it gives.
    Change(Expr),
    /// A call.
    Call(Expr),
    /// `do ... end`
    Do(Vec<Statement>),
    /// `while ... do ... end`
    While(Expr, Vec<Statement>),
    /// `repeat ... until ...`
    Repeat(Vec<Statement>, Expr),
    /// `if`, with the block behind `else`.
    If(Vec<(Expr, Vec<Statement>)>, Vec<Statement>),
    /// `for i = a, b, c do ... end`
    Count(LocalId, Vec<Expr>, Vec<Statement>),
    /// `for a, b in ... do ... end`
    Each(Vec<LocalId>, Vec<Expr>, Vec<Statement>),
    /// `return ...`
    Return(Vec<Expr>),
    /// `break`
    Break,
    /// `continue`
    Continue,
}

/// An expression, with its number and line.
#[derive(Debug)]
pub struct Expr {
    /// Its number.
    pub id: ExprId,
    /// Its line.
    pub line: usize,
    /// The expression.
    pub kind: ExprKind,
}

impl Expr {
    /// Returns what a loop over this goes through, and whether that ends at the first place without an entry: `pairs(t)` and
    /// `ipairs(t)` go through `t`.
    pub(crate) fn walked(&self) -> (&Self, bool) {
        if let ExprKind::Call(callee, arguments) = &self.kind
            && let (ExprKind::Global(name), [table]) = (&callee.kind, arguments.as_slice())
            && matches!(name.as_str(), "pairs" | "ipairs")
        {
            return (table, name == "ipairs");
        }
        (self, false)
    }

    /// Looks at all expressions that stand in this one, but not in those.
    pub(crate) fn parts<'e>(&'e self, look: &mut dyn FnMut(&'e Self)) {
        match &self.kind {
            ExprKind::Text(list) => list.iter().for_each(look),
            ExprKind::Call(callee, list) => {
                look(callee);
                list.iter().for_each(look);
            }
            ExprKind::Method(of, _, list) => {
                look(of);
                list.iter().for_each(look);
            }
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                look(a);
                look(b);
            }
            ExprKind::Not(inner)
            | ExprKind::Minus(inner)
            | ExprKind::Length(inner)
            | ExprKind::One(inner) => look(inner),
            ExprKind::If(condition, yes, no) => {
                look(condition);
                look(yes);
                look(no);
            }
            ExprKind::Table(items) => {
                for item in items {
                    match item {
                        Item::Value(value) => look(value),
                        Item::Field(key, value) => {
                            look(key);
                            look(value);
                        }
                    }
                }
            }
            ExprKind::Nil
            | ExprKind::Truth(_)
            | ExprKind::Number(_)
            | ExprKind::Word(_)
            | ExprKind::More
            | ExprKind::Function(_)
            | ExprKind::Local(_)
            | ExprKind::Global(_) => {}
        }
    }
}

/// The kinds of expressions.
#[derive(Debug)]
pub enum ExprKind {
    /// `nil`
    Nil,
    /// `true`, `false`
    Truth(bool),
    /// A number.
    Number(f64),
    /// A string.
    Word(String),
    /// A string with expressions in it.
    Text(Vec<Expr>),
    /// `...`
    More,
    /// A function without a name.
    Function(FunctionId),
    /// A local variable.
    Local(LocalId),
    /// A name of the engine, or a global variable.
    Global(String),
    /// `a.b`, `a[b]`
    Index(Box<Expr>, Box<Expr>),
    /// `f(...)`
    Call(Box<Expr>, Vec<Expr>),
    /// `a:f(...)`
    Method(Box<Expr>, String, Vec<Expr>),
    /// `not a`
    Not(Box<Expr>),
    /// `-a`
    Minus(Box<Expr>),
    /// `#a`
    Length(Box<Expr>),
    /// `a + b` and the like.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a and b`
    And(Box<Expr>, Box<Expr>),
    /// `a or b`
    Or(Box<Expr>, Box<Expr>),
    /// `if a then b else c`; of several conditions one stands in the other.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `{ ... }`
    Table(Vec<Item>),
    /// `(a)`, which is one value.
    One(Box<Expr>),
}

/// A part of a table as it is written.
#[derive(Debug)]
pub enum Item {
    /// `a`
    Value(Expr),
    /// `[a] = b`, `a = b`
    Field(Expr, Expr),
}

/// Operators between two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `//`
    Whole,
    /// `%`
    Rest,
    /// `^`
    Power,
    /// `..`
    Join,
    /// `==`
    Equal,
    /// `~=`
    Differs,
    /// `<`
    Below,
    /// `<=`
    AtMost,
    /// `>`
    Above,
    /// `>=`
    AtLeast,
}
