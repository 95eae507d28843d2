//! What typing a script has found.

use std::collections::BTreeSet;

use super::flow::NOT_LED;
use super::{Aspect, Inference, Instance};
use crate::constants::Object;
use crate::syntax::{Expr, ExprKind, Item, Statement, StatementKind};
use crate::types::{Thing, Type};

/// A place in the script, and what is to be said of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Finding {
    /// The line.
    pub line: usize,
    /// The sentence.
    pub what: String,
}

impl Finding {
    /// Returns what is to be said of a script that was not typed to its end.
    pub(crate) fn too_large() -> Self {
        Self { line: 1, what: "the script is too large to be typed".to_owned() }
    }
}

/// What typing a script has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Mistakes, by line: what fails whenever a game comes there.
    pub mistakes: Vec<Finding>,
    /// What can be carried out and seems to be a slip, by line.
    pub slips: Vec<Finding>,
    /// What a typed program can't take, by line, with how to write it.
    pub untaken: Vec<Finding>,
    /// How many functions a game can reach, each counted for each kind of arguments.
    pub functions: usize,
    /// How many of them a typed program takes whole.
    pub taken: usize,
}

impl Inference<'_> {
    pub(super) fn report(mut self) -> Report {
        let (mut mistakes, mut slips) = (BTreeSet::new(), BTreeSet::new());
        let mut untaken = BTreeSet::new();
        let mut taken = 0;
        if !self.is_whole() {
            return Report { untaken: vec![Finding::too_large()], ..Report::default() };
        }
        for instance in std::mem::take(&mut self.instances) {
            let found = self.untaken(&instance);
            taken += usize::from(found.is_empty());
            untaken.extend(found);
            for ((_, aspect), finding) in &instance.wrong {
                let list = if *aspect == Aspect::Meaning { &mut slips } else { &mut mistakes };
                list.insert(finding.clone());
            }
            self.instances.push(instance);
        }
        mistakes.extend(self.of_roots());
        Report {
            mistakes: mistakes.into_iter().collect(),
            slips: slips.into_iter().collect(),
            untaken: untaken.into_iter().collect(),
            functions: self.instances.len(),
            taken,
        }
    }

    /// Returns what is wrong with routines as a whole.
    fn of_roots(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        for root in &self.roots {
            let instance = &self.instances[root.instance];
            let function = &self.script.functions[instance.function];
            let (line, path) = (function.line, &root.path);
            let (table, name) = path.split_once('.').unwrap_or((path, ""));
            let mut say = |line: usize, what: String| found.push(Finding { line, what });
            let reads = matches!(table, "step" | "appeal" | "always")
                || table == "game" && !matches!(name, "setup" | "turn");
            if let Some((line, what)) = instance.effects.changes.as_ref().filter(|_| reads) {
                say(*line, format!("`{path}` may only read, but it changes the game here: {what}"));
            }
            if let Some(act) = instance.effects.offers.first().filter(|_| table != "step") {
                say(line, format!("`{path}` offers `may.{act}`, which belongs into a step"));
            }
            if instance.result.is_none() {
                continue;
            }
            if table == "step" && instance.effects.offers.is_empty() {
                say(line, format!("`{path}` allows nothing: a step offers actions with `may.NAME(...)`"));
            }
            let leads_on = match table {
                // Who has chosen in secret leads nowhere.
                "act" => {
                    !self.called.iter().any(|path| path.starts_with("secretly.")) && self.is_asked_alone(name)
                }
                "after" | "resume" => true,
                "game" => matches!(name, "setup" | "turn"),
                _ => false,
            };
            if leads_on && instance.effects.leads == NOT_LED {
                say(
                    line,
                    format!(
                        "`{path}` has no way on: it ends with `go.NAME(seat)`, `end_turn()` or an end of the game"
                    ),
                );
            }
            if table == "appeal"
                || table == "game" && matches!(name, "score" | "standing" | "tiebreak" | "estimate")
            {
                let value = instance
                    .result
                    .as_ref()
                    .and_then(|result| result.first().cloned())
                    .unwrap_or_else(Type::nil);
                if !value.may_be_number() {
                    say(line, format!("`{path}` gives a number, and here it is {}", self.say(&value)));
                }
            }
        }
        found
    }

    /// Returns true if this act is offered in some step and in none that several seats choose in at once.
    fn is_asked_alone(&self, act: &str) -> bool {
        let mut steps = self.roots.iter().filter(|root| {
            root.path.starts_with("step.") && self.instances[root.instance].effects.offers.contains(act)
        });
        let is_together =
            |path: &str| self.constants.together.iter().any(|step| path == format!("step.{step}"));
        let mut count = 0;
        steps.all(|root| {
            count += 1;
            !is_together(&root.path)
        }) && count > 0
    }

    /// Returns what a typed program can't take of a function.
    fn untaken(&self, instance: &Instance) -> Vec<Finding> {
        let mut found: Vec<Finding> = instance.untaken.values().cloned().collect();
        let mut walk = Walk { inference: self, instance, found: &mut found };
        walk.block(&self.script.functions[instance.function].body);
        found
    }

    /// Returns the one kind of things that these are, if they are of one.
    fn is_of_one_kind(&self, value: &Type) -> bool {
        let kinds: BTreeSet<u8> = value
            .things
            .iter()
            .map(|thing| match thing {
                Thing::Made(_) => 0,
                Thing::Function(_) | Thing::Given(_) => 1,
                Thing::Object(object) => match self.constants.objects[*object] {
                    Object::Zone { .. } => 2,
                    Object::Numbers => 3,
                    Object::Secrets => 4,
                    Object::Cells { .. } => 5,
                    Object::Table { by_seat: true, .. } => 6,
                    Object::Table { .. } | Object::Function { .. } | Object::Given(_) => 0,
                },
            })
            .collect();
        kinds.len() <= 1
    }
}

/// Looks at all expressions of a function whose value counts.
struct Walk<'a> {
    inference: &'a Inference<'a>,
    instance: &'a Instance,
    found: &'a mut Vec<Finding>,
}

impl Walk<'_> {
    fn block(&mut self, block: &[Statement]) {
        for statement in block {
            match &statement.kind {
                StatementKind::Local(_, values) | StatementKind::Return(values) => self.list(values),
                StatementKind::Assign(targets, values) => {
                    self.list(targets);
                    self.list(values);
                }
                StatementKind::Call(call) | StatementKind::Change(call) => self.parts(call),
                StatementKind::Do(block) => self.block(block),
                StatementKind::While(condition, block) | StatementKind::Repeat(block, condition) => {
                    self.condition(condition);
                    self.block(block);
                }
                StatementKind::If(branches, otherwise) => {
                    for (condition, block) in branches {
                        self.condition(condition);
                        self.block(block);
                    }
                    self.block(otherwise);
                }
                StatementKind::Count(_, values, block) | StatementKind::Each(_, values, block) => {
                    self.list(values);
                    self.block(block);
                }
                StatementKind::Break | StatementKind::Continue => {}
            }
        }
    }

    fn list(&mut self, list: &[Expr]) {
        for expr in list {
            self.expr(expr);
        }
    }

    /// Looks at an expression of which only counts whether it is so.
    fn condition(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                self.condition(left);
                self.condition(right);
            }
            ExprKind::Not(inner) | ExprKind::One(inner) => self.condition(inner),
            _ => self.expr(expr),
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let Some(value) = self.instance.types.get(&expr.id) {
            let is_text = matches!(expr.kind, ExprKind::Text(_))
                || matches!(expr.kind, ExprKind::Binary(crate::syntax::Binary::Join, ..));
            let what = if is_text {
                "a text that is made while a game is played: words are those that stand in the script"
                    .to_owned()
            } else if value.unknown {
                format!("the type of {} is not known", self.inference.show(expr))
            } else if value.kinds() > 1 || !self.inference.is_of_one_kind(value) {
                format!(
                    "{} is {}: give each its own variable",
                    self.inference.show(expr),
                    self.inference.say(value)
                )
            } else {
                String::new()
            };
            // What is refused already says how to write it.
            if !what.is_empty() && !self.found.iter().any(|other| other.line == expr.line) {
                self.found.push(Finding { line: expr.line, what });
            }
        }
        self.parts(expr);
    }

    fn parts(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Text(list) => self.list(list),
            ExprKind::Index(of, key) => {
                self.expr(of);
                self.expr(key);
            }
            ExprKind::Call(callee, list) => {
                self.expr(callee);
                // A text that tells what is wrong ends the game.
                if !matches!(&callee.kind, ExprKind::Global(name) if name == "error" || name == "assert") {
                    self.list(list);
                }
            }
            ExprKind::Method(of, _, list) => {
                self.expr(of);
                self.list(list);
            }
            ExprKind::Not(inner) => self.condition(inner),
            ExprKind::Minus(inner) | ExprKind::Length(inner) | ExprKind::One(inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                self.condition(left);
                self.expr(right);
            }
            ExprKind::If(condition, then, otherwise) => {
                self.condition(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            ExprKind::Table(items) => {
                for item in items {
                    match item {
                        Item::Value(value) => self.expr(value),
                        Item::Field(key, value) => {
                            self.expr(key);
                            self.expr(value);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}
