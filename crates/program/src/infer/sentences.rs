//! Values and expressions in sentences.

use std::collections::BTreeSet;

use super::Inference;
use crate::constants::Object;
use crate::syntax::{Binary, Expr, ExprKind};
use crate::types::{Role, Thing, Type, Words};

/// So many characters of an expression are shown.
const MOST_SHOWN: usize = 60;

impl Inference<'_> {
    /// Returns an expression in a sentence.
    pub(super) fn show(&self, expr: &Expr) -> String {
        let text = self.spelled(expr);
        if text.chars().count() > MOST_SHOWN { "this value".to_owned() } else { format!("`{text}`") }
    }

    /// Returns an expression as it is written, or nearly so.
    fn spelled(&self, expr: &Expr) -> String {
        let list = |list: &[Expr]| list.iter().map(|expr| self.spelled(expr)).collect::<Vec<_>>().join(", ");
        match &expr.kind {
            ExprKind::Nil => "nil".to_owned(),
            ExprKind::Truth(yes) => yes.to_string(),
            ExprKind::Number(n) => n.to_string(),
            ExprKind::Word(word) => format!("\"{word}\""),
            ExprKind::Text(_) => "a text".to_owned(),
            ExprKind::More => "...".to_owned(),
            ExprKind::Function(_) => "function".to_owned(),
            ExprKind::Local(local) => self.script.locals[*local].name.clone(),
            ExprKind::Global(name) => name.clone(),
            ExprKind::Index(of, key) => match &key.kind {
                ExprKind::Word(word) => format!("{}.{word}", self.spelled(of)),
                _ => format!("{}[{}]", self.spelled(of), self.spelled(key)),
            },
            ExprKind::Call(of, arguments) => format!("{}({})", self.spelled(of), list(arguments)),
            ExprKind::Method(of, name, arguments) => {
                format!("{}:{name}({})", self.spelled(of), list(arguments))
            }
            ExprKind::Not(inner) => format!("not {}", self.spelled(inner)),
            ExprKind::Minus(inner) => format!("-{}", self.spelled(inner)),
            ExprKind::Length(inner) => format!("#{}", self.spelled(inner)),
            ExprKind::Binary(sign, left, right) => {
                format!("{} {} {}", self.spelled(left), sign_text(*sign), self.spelled(right))
            }
            ExprKind::And(left, right) => format!("{} and {}", self.spelled(left), self.spelled(right)),
            ExprKind::Or(left, right) => format!("{} or {}", self.spelled(left), self.spelled(right)),
            ExprKind::If(..) => "if ... then ... else ...".to_owned(),
            ExprKind::Table(_) => "{ ... }".to_owned(),
            ExprKind::One(inner) => format!("({})", self.spelled(inner)),
        }
    }

    /// Returns what a value is, for sentences.
    pub(super) fn say(&self, value: &Type) -> String {
        let mut parts = Vec::new();
        if let Some(number) = value.number {
            parts.push(match (number.role, number.value()) {
                (Role::Card, _) => "a card".to_owned(),
                (Role::Seat, _) => "a seat".to_owned(),
                (Role::Plain, Some(n)) => format!("the number {n}"),
                (Role::Plain, None) => "a number".to_owned(),
            });
        }
        match &value.words {
            Some(Words::These(words)) if words.len() == 1 => {
                parts.extend(words.iter().map(|word| format!("the word \"{word}\"")));
            }
            Some(_) => parts.push("a word".to_owned()),
            None => {}
        }
        match value.truth {
            (true, true) => parts.push("true or false".to_owned()),
            (true, false) => parts.push("true".to_owned()),
            (false, true) => parts.push("false".to_owned()),
            (false, false) => {}
        }
        let things: BTreeSet<&str> = value.things.iter().map(|thing| self.say_thing(thing)).collect();
        parts.extend(things.into_iter().map(str::to_owned));
        if value.nil {
            parts.push("nothing".to_owned());
        }
        if value.unknown || parts.is_empty() {
            parts.push("something unknown".to_owned());
        }
        parts.join(" or ")
    }

    pub(super) fn say_thing(&self, thing: &Thing) -> &'static str {
        match thing {
            Thing::Made(_) => "a list",
            Thing::Function(_) => "a function",
            Thing::Given(path) if super::calls::TABLES.contains(&path.as_str()) => "a table of the engine",
            Thing::Given(_) => "a function of the engine",
            Thing::Object(object) => match &self.constants.objects[*object] {
                Object::Zone { .. } => "a zone",
                Object::Numbers => "a list of numbers by seat",
                Object::Secrets => "a list of secret numbers",
                Object::Cells { .. } => "a row of cells",
                Object::Table { by_seat: true, .. } => "a list of zones by seat",
                Object::Table { .. } | Object::Function { .. } | Object::Given(_) => "a table",
            },
        }
    }
}

/// Returns a sign as it is written.
pub(super) fn sign_text(sign: Binary) -> &'static str {
    match sign {
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Whole => "//",
        Binary::Rest => "%",
        Binary::Power => "^",
        Binary::Join => "..",
        Binary::Equal => "==",
        Binary::Differs => "~=",
        Binary::Below => "<",
        Binary::AtMost => "<=",
        Binary::Above => ">",
        Binary::AtLeast => ">=",
    }
}
