//! Statements: which values variables have where.

use std::collections::BTreeMap;

use super::Inference;
use crate::syntax::{Binary, Expr, ExprKind, LocalId, Statement, StatementKind};
use crate::types::{Role, Type};

/// No `go`, `end_turn` and so on has led on yet.
pub(super) const NOT_LED: u8 = 1;
/// One has.
pub(super) const LED: u8 = 2;

/// What is known at a place of a function.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    locals: BTreeMap<LocalId, Type>,
    pub(super) leads: u8,
    /// True if no way leads here.
    pub(super) is_dead: bool,
}

impl State {
    pub(super) fn new() -> Self {
        Self { locals: BTreeMap::new(), leads: NOT_LED, is_dead: false }
    }

    /// Adds another way that leads here; returns true if it brings something new.
    pub(super) fn join(&mut self, other: &Self) -> bool {
        if other.is_dead {
            return false;
        }
        if self.is_dead {
            *self = other.clone();
            return true;
        }
        let mut is_new = self.leads | other.leads != self.leads;
        self.leads |= other.leads;
        for (local, value) in &other.locals {
            is_new |= self.locals.entry(*local).or_default().add(value);
        }
        is_new
    }
}

/// Where a loop is left, and where its next pass begins.
#[derive(Debug)]
pub(super) struct Exits {
    breaks: State,
    continues: State,
}

impl Exits {
    fn new() -> Self {
        let dead = State { is_dead: true, ..State::new() };
        Self { breaks: dead.clone(), continues: dead }
    }
}

impl Inference<'_> {
    pub(super) fn block(&mut self, state: &mut State, block: &[Statement]) {
        for statement in block {
            if state.is_dead {
                return;
            }
            self.statement(state, statement);
        }
    }

    fn statement(&mut self, state: &mut State, statement: &Statement) {
        self.current.reached.insert(statement.id);
        match &statement.kind {
            StatementKind::Local(locals, values) => {
                let values = self.values(state, values, locals.len());
                for (local, value) in locals.iter().zip(values) {
                    self.set_local(state, *local, value);
                }
            }
            StatementKind::Assign(targets, values) => {
                let values = self.values(state, values, targets.len());
                for (target, value) in targets.iter().zip(values) {
                    self.assign(state, target, value);
                }
            }
            StatementKind::Change(operation) => {
                let value = self.value(state, operation);
                if let ExprKind::Binary(_, target, _) = &operation.kind {
                    self.assign(state, target, value);
                }
            }
            StatementKind::Call(call) => {
                self.results(state, call);
            }
            StatementKind::Do(block) => self.block(state, block),
            StatementKind::While(condition, block) => {
                self.repeated(state, |inference, state| {
                    let left = inference.branch(state, condition);
                    inference.block(state, block);
                    left
                });
            }
            StatementKind::Repeat(block, condition) => {
                self.repeated(state, |inference, state| {
                    inference.block(state, block);
                    if let Some(exits) = inference.exits.last_mut() {
                        let next = std::mem::replace(&mut exits.continues, Exits::new().continues);
                        state.join(&next);
                    }
                    if state.is_dead {
                        return state.clone();
                    }
                    let mut left = state.clone();
                    let again = inference.branch(&mut left, condition);
                    *state = again;
                    left
                });
            }
            StatementKind::If(branches, otherwise) => {
                let mut after = State { is_dead: true, ..State::new() };
                for (condition, block) in branches {
                    if state.is_dead {
                        break;
                    }
                    let mut inside = state.clone();
                    *state = self.branch(&mut inside, condition);
                    self.block(&mut inside, block);
                    after.join(&inside);
                }
                self.block(state, otherwise);
                after.join(state);
                *state = after;
            }
            StatementKind::Count(local, bounds, block) => self.count(state, *local, bounds, block),
            StatementKind::Each(locals, values, block) => self.each(state, locals, values, block),
            StatementKind::Return(values) => {
                let values = self.values(state, values, usize::MAX);
                if !state.is_dead {
                    self.returns(state, &values);
                    state.is_dead = true;
                }
            }
            StatementKind::Break => {
                if let Some(exits) = self.exits.last_mut() {
                    exits.breaks.join(state);
                }
                state.is_dead = true;
            }
            StatementKind::Continue => {
                if let Some(exits) = self.exits.last_mut() {
                    exits.continues.join(state);
                }
                state.is_dead = true;
            }
        }
    }

    /// Runs passes of a loop until they bring nothing new. A pass gives the state in which the loop ends there.
    fn repeated(&mut self, state: &mut State, mut pass: impl FnMut(&mut Self, &mut State) -> State) {
        let mut after;
        loop {
            let mut inside = state.clone();
            self.exits.push(Exits::new());
            after = pass(self, &mut inside);
            if let Some(exits) = self.exits.pop() {
                after.join(&exits.breaks);
                inside.join(&exits.continues);
            }
            if !state.join(&inside) || !self.is_whole() {
                break;
            }
        }
        *state = after;
    }

    /// Splits a state by a condition: it becomes the one in which this is true, and the other is given.
    pub(super) fn branch(&mut self, state: &mut State, condition: &Expr) -> State {
        match &condition.kind {
            ExprKind::One(inner) => self.branch(state, inner),
            ExprKind::Not(inner) => {
                let mut other = state.clone();
                *state = self.branch(&mut other, inner);
                other
            }
            ExprKind::And(left, right) => {
                let mut no = self.branch(state, left);
                if !state.is_dead {
                    no.join(&self.branch(state, right));
                }
                no
            }
            ExprKind::Or(left, right) => {
                let mut no = self.branch(state, left);
                if no.is_dead {
                    return no;
                }
                let other = self.branch(&mut no, right);
                state.join(&no);
                other
            }
            _ => {
                let value = self.value(state, condition);
                let mut no = state.clone();
                if !state.is_dead {
                    let (can_be, cannot) = value.outcomes();
                    state.is_dead = !can_be;
                    no.is_dead = !cannot;
                    narrow(state, condition, true);
                    narrow(&mut no, condition, false);
                }
                no
            }
        }
    }

    fn count(&mut self, state: &mut State, local: LocalId, bounds: &[Expr], block: &[Statement]) {
        let mut types = Vec::new();
        for bound in bounds {
            let value = self.value(state, bound);
            if state.is_dead {
                return;
            }
            self.needs_number(bound, &value, "`for` counts from a number to a number");
            types.push(value);
        }
        let step = types.get(2).map_or(Some(1.0), Type::constant);
        let first = types.first().and_then(Type::constant);
        let last = types.get(1).and_then(Type::constant);
        if let (Some(first), Some(last), Some(step)) = (first, last, step)
            && if step > 0.0 { first > last } else { first < last }
        {
            return;
        }
        let is_whole = |place: usize| {
            types.get(place).is_none_or(|value| value.number.is_some_and(|number| number.is_whole))
        };
        let counter = Type::number(is_whole(0) && is_whole(2), Role::Plain);
        self.repeated(state, |inference, state| {
            let left = state.clone();
            inference.set_local(state, local, counter.clone());
            inference.block(state, block);
            left
        });
    }

    fn each(&mut self, state: &mut State, locals: &[LocalId], values: &[Expr], block: &[Statement]) {
        let Some((keys, items)) = self.walked(state, values) else { return };
        // Nothing to go through: no pass.
        if keys.is_never() {
            return;
        }
        self.repeated(state, |inference, state| {
            let left = state.clone();
            for (local, value) in locals.iter().zip([&keys, &items]) {
                inference.set_local(state, *local, value.clone());
            }
            inference.block(state, block);
            left
        });
    }

    /// Notes what the function gives back on this way.
    pub(super) fn returns(&mut self, state: &State, values: &[Type]) {
        self.current.effects.leads |= state.leads;
        match &mut self.current.result {
            None => self.current.result = Some(values.to_vec()),
            Some(known) => {
                let count = known.len().max(values.len());
                known.resize(count, Type::nil());
                for (place, known) in known.iter_mut().enumerate() {
                    known.add(values.get(place).unwrap_or(&Type::nil()));
                }
            }
        }
    }

    pub(super) fn set_local(&mut self, state: &mut State, local: LocalId, value: Type) {
        if self.script.locals[local].is_captured {
            self.changed |= self.captured.entry(local).or_default().add(&value);
        }
        state.locals.insert(local, value);
    }

    /// Returns the type of a local variable.
    pub(super) fn local(&mut self, state: &State, expr: &Expr, local: LocalId) -> Type {
        let declared = &self.script.locals[local];
        if declared.function == 0 {
            if let Some(value) = self.top.get(&local) {
                return value.clone();
            }
            let what = format!(
                "`{0}` is declared several times at the top of the script, or in a loop there, so its value here is not known: \
                 give it a name of its own, and what a loop makes a place in a table",
                declared.name
            );
            self.refuse(expr, &what);
            return Type::unknown();
        }
        if declared.is_captured {
            return self.captured.get(&local).cloned().unwrap_or_default();
        }
        state.locals.get(&local).cloned().unwrap_or_else(Type::nil)
    }
}

/// Takes from a variable the values with which a condition is not so.
fn narrow(state: &mut State, condition: &Expr, yes: bool) {
    if state.is_dead {
        return;
    }
    match &condition.kind {
        ExprKind::Local(local) => {
            if let Some(value) = state.locals.get_mut(local) {
                *value = value.that_are(yes);
            }
        }
        ExprKind::Binary(sign @ (Binary::Equal | Binary::Differs), left, right) => {
            let ExprKind::Local(local) = left.kind else { return };
            let Some(value) = state.locals.get_mut(&local) else { return };
            match (&right.kind, yes == (*sign == Binary::Equal)) {
                (ExprKind::Nil, true) => {
                    *value = Type { nil: value.nil, unknown: value.unknown, ..Type::default() }
                }
                (ExprKind::Nil, false) => value.nil = false,
                (ExprKind::Word(word), true) => *value = Type::word(word),
                _ => {}
            }
        }
        _ => {}
    }
}
