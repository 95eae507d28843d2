//! Statements.

use super::expressions::is_quiet;
use super::{Body, Form, Kind, Label, Loop, Place, Taken, Val};
use crate::program::{Op, Reg, Rounding, ZERO};
use crate::syntax::{Binary, Expr, ExprKind, LocalId, Statement, StatementKind};
use crate::types::{Role, Thing, Type};

impl Body<'_, '_, '_> {
    pub(super) fn add_type(&mut self, local: LocalId, found: &Type) {
        self.types.entry(local).or_default().add(found);
    }

    /// Finds the types of all values that local variables are given.
    pub(super) fn find_types(&mut self, block: &[Statement]) {
        for statement in block {
            match &statement.kind {
                StatementKind::Local(locals, values) => self.add_types(locals, values),
                StatementKind::Assign(targets, values) => {
                    let all: Vec<Type> = self.types_of(values, targets.len());
                    for (target, found) in targets.iter().zip(&all) {
                        if let ExprKind::Local(local) = target.kind {
                            self.add_type(local, found);
                        }
                    }
                }
                StatementKind::Change(operation) => {
                    if let ExprKind::Binary(sign, target, value) = &operation.kind
                        && let ExprKind::Local(local) = target.kind
                    {
                        let is_whole = |found: &Type| found.number.is_none_or(|number| number.is_whole);
                        let whole = is_whole(&self.type_of(target))
                            && is_whole(&self.type_of(value))
                            && !matches!(sign, Binary::Divide | Binary::Power);
                        self.add_type(local, &Type::number(whole, Role::Plain));
                    }
                }
                StatementKind::Do(block)
                | StatementKind::While(_, block)
                | StatementKind::Repeat(block, _) => {
                    self.find_types(block);
                }
                StatementKind::If(branches, otherwise) => {
                    for (_, block) in branches {
                        self.find_types(block);
                    }
                    self.find_types(otherwise);
                }
                StatementKind::Count(local, bounds, block) => {
                    let whole = [0, 2].iter().all(|&place| {
                        bounds.get(place).is_none_or(|bound| {
                            self.type_of(bound).number.is_none_or(|number| number.is_whole)
                        })
                    });
                    self.add_type(*local, &Type::number(whole, Role::Plain));
                    self.find_types(block);
                }
                StatementKind::Each(locals, values, block) => {
                    if let Some(list) = values.first() {
                        let (list, by_place) = list.walked();
                        let found = self.type_of(list);
                        let [keys, entries] = match self.lower.table_of(&found).filter(|_| !by_place) {
                            Some(object) => self.lower.column_types(object),
                            None => [Type::number(true, Role::Plain), self.lower.inference.items_of(&found)],
                        };
                        if let [key, rest @ ..] = locals.as_slice() {
                            self.add_type(*key, &keys);
                            if let [entry, ..] = rest {
                                self.add_type(*entry, &entries);
                            }
                        }
                    }
                    self.find_types(block);
                }
                StatementKind::Call(_)
                | StatementKind::Return(_)
                | StatementKind::Break
                | StatementKind::Continue => {}
            }
        }
    }

    fn add_types(&mut self, locals: &[LocalId], values: &[Expr]) {
        let all = self.types_of(values, locals.len());
        for (local, found) in locals.iter().zip(&all) {
            self.add_type(*local, found);
        }
    }

    /// Returns the types of so many values, the last of which can give several.
    fn types_of(&self, values: &[Expr], count: usize) -> Vec<Type> {
        let mut all: Vec<Type> = values.iter().map(|value| self.type_of(value)).collect();
        if let Some(last) = values.last()
            && values.len() < count
            && let Some(results) = self.results_of(last)
        {
            all.pop();
            all.extend(results);
        }
        all.resize(count, Type::nil());
        all
    }

    pub(super) fn block(&mut self, block: &[Statement]) -> Taken<()> {
        let next = self.next;
        for statement in block {
            self.line = statement.line;
            let is_local = matches!(statement.kind, StatementKind::Local(..))
                || matches!(&statement.kind, StatementKind::Assign(targets, _) if targets.len() == 1);
            let before = self.next;
            self.statement(statement)?;
            // What a statement needed is free again, but for the variables that it declares.
            if !is_local {
                self.next = before;
            }
        }
        self.next = next;
        Ok(())
    }

    /// Declares a local variable with a register of its own.
    fn declare(&mut self, local: LocalId) -> Taken<(Reg, Form)> {
        let form = self.form_of_local(local)?;
        let reg = self.reg()?;
        self.locals.insert(local, (reg, form));
        Ok((reg, form))
    }

    fn statement(&mut self, statement: &Statement) -> Taken<()> {
        if !self.lower.inference.instances[self.instance].reached.contains(&statement.id) {
            self.fail("a statement runs that no way leads to");
            return Ok(());
        }
        self.is_in_order(&statement.kind)?;
        match &statement.kind {
            StatementKind::Local(locals, values) => self.local(locals, values),
            StatementKind::Assign(targets, values) => self.assign_all(targets, values),
            StatementKind::Change(operation) => match &operation.kind {
                ExprKind::Binary(sign, target, value) => self.change(target, *sign, value),
                _ => self.refuse("an operation is expected here"),
            },
            StatementKind::Call(call) => {
                self.call(call, 0, None)?;
                Ok(())
            }
            StatementKind::Do(block) => self.block(block),
            StatementKind::While(condition, block) => {
                let (mut again, mut end) = (Label::default(), Label::default());
                self.bind(&mut again)?;
                self.branch(condition, false, &mut end)?;
                let begin = self.emit(Op::Charge(1));
                self.loops.push(Loop::default());
                self.block(block)?;
                let mut open = self.loops.pop().unwrap_or_default();
                self.bind(&mut open.continues)?;
                self.jump(Op::Jump { to: 0 }, &mut again)?;
                self.charge(begin);
                self.bind(&mut end)?;
                self.bind(&mut open.breaks)
            }
            StatementKind::Repeat(block, condition) => {
                let mut again = Label::default();
                self.bind(&mut again)?;
                let begin = self.emit(Op::Charge(1));
                self.loops.push(Loop::default());
                let next = self.next;
                for statement in block {
                    self.line = statement.line;
                    self.statement(statement)?;
                }
                let mut open = self.loops.pop().unwrap_or_default();
                self.bind(&mut open.continues)?;
                self.branch(condition, false, &mut again)?;
                self.charge(begin);
                self.next = next;
                self.bind(&mut open.breaks)
            }
            StatementKind::If(branches, otherwise) => {
                let mut end = Label::default();
                for (place, (condition, block)) in branches.iter().enumerate() {
                    match self.known_truth(condition) {
                        Some(false) => continue,
                        Some(true) => {
                            self.block(block)?;
                            return self.bind(&mut end);
                        }
                        None => {}
                    }
                    let mut next = Label::default();
                    let before = self.next;
                    self.line = condition.line;
                    self.branch(condition, false, &mut next)?;
                    self.next = before;
                    self.block(block)?;
                    if place + 1 < branches.len() || !otherwise.is_empty() {
                        self.jump(Op::Jump { to: 0 }, &mut end)?;
                    }
                    self.bind(&mut next)?;
                }
                self.block(otherwise)?;
                self.bind(&mut end)
            }
            StatementKind::Count(local, bounds, block) => self.count(*local, bounds, block),
            StatementKind::Each(locals, values, block) => self.each(locals, values, block),
            StatementKind::Return(values) => self.returns(values),
            StatementKind::Break => match self.loops.pop() {
                Some(mut open) => {
                    self.jump(Op::Jump { to: 0 }, &mut open.breaks)?;
                    self.loops.push(open);
                    Ok(())
                }
                None => self.refuse("`break` outside of a loop"),
            },
            StatementKind::Continue => match self.loops.pop() {
                Some(mut open) => {
                    self.jump(Op::Jump { to: 0 }, &mut open.continues)?;
                    self.loops.push(open);
                    Ok(())
                }
                None => self.refuse("`continue` outside of a loop"),
            },
        }
    }

    /// Refuses a variable that stands beside a call which may change it: Luau reads some of them before and some behind it.
    fn is_in_order(&self, statement: &StatementKind) -> Taken<()> {
        match statement {
            StatementKind::Local(_, values)
            | StatementKind::Return(values)
            | StatementKind::Count(_, values, _)
            | StatementKind::Each(_, values, _) => self.are_in_order(values.iter()),
            StatementKind::Assign(targets, values) => {
                // A variable gets its value behind all calls.
                let computed = targets.iter().filter(|target| !matches!(target.kind, ExprKind::Local(_)));
                self.are_in_order(computed.chain(values))
            }
            StatementKind::Call(expr)
            | StatementKind::Change(expr)
            | StatementKind::While(expr, _)
            | StatementKind::Repeat(_, expr) => self.are_in_order([expr]),
            StatementKind::If(branches, _) => {
                branches.iter().try_for_each(|(condition, _)| self.are_in_order([condition]))
            }
            StatementKind::Do(_) | StatementKind::Break | StatementKind::Continue => Ok(()),
        }
    }

    fn are_in_order<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Taken<()> {
        // How often such variables stand there, and the fewest times in the arguments of one call.
        let (mut all, mut within) = (0, usize::MAX);
        for expr in exprs {
            let (read, fewest) = self.read_beside_calls(expr);
            all += read;
            within = within.min(fewest);
        }
        if all > within {
            return self.refuse(
                "a variable stands beside a call that may change it: call it in a statement of its own",
            );
        }
        Ok(())
    }

    /// Returns how often variables that functions within this one change stand in an expression, and how often at least in
    /// the arguments of a call of such a function.
    fn read_beside_calls(&self, expr: &Expr) -> (usize, usize) {
        if let ExprKind::Local(local) = expr.kind {
            let own = self.lower.inference.instances[self.instance].function;
            let is_one =
                self.lower.script.locals[local].function == own && self.lower.changed_within.contains(&local);
            return (usize::from(is_one), usize::MAX);
        }
        let (mut all, mut within) = (0, usize::MAX);
        expr.parts(&mut |part| {
            let (read, fewest) = self.read_beside_calls(part);
            all += read;
            within = within.min(fewest);
        });
        if let ExprKind::Call(callee, _) = &expr.kind
            && self.type_of(callee).things.iter().any(|thing| matches!(thing, Thing::Function(_)))
        {
            within = within.min(all);
        }
        (all, within)
    }

    fn local(&mut self, locals: &[LocalId], values: &[Expr]) -> Taken<()> {
        // A function that is called and never changed needs no register.
        if let ([local], [value]) = (locals, values) {
            let (reg, form) = self.declare(*local)?;
            let before = self.next;
            self.into(value, form, reg)?;
            self.next = before;
            self.keep(*local, reg);
            return Ok(());
        }
        // The variables are not known in their values.
        let mut places = Vec::new();
        for local in locals {
            let form = self.form_of_local(*local)?;
            places.push((*local, self.reg()?, form));
        }
        let before = self.next;
        let given = self.values(values, locals.len())?;
        for ((_, reg, form), value) in places.iter().zip(&given) {
            self.put(value, *form, Some(*reg))?;
        }
        self.next = before;
        for (local, reg, form) in places {
            self.locals.insert(local, (reg, form));
            self.keep(local, reg);
        }
        Ok(())
    }

    fn assign_all(&mut self, targets: &[Expr], values: &[Expr]) -> Taken<()> {
        if let ([target], [value]) = (targets, values) {
            // A function with a name of its own.
            if let ExprKind::Local(local) = target.kind
                && !self.locals.contains_key(&local)
                && self.lower.script.locals[local].function != 0
            {
                self.declare(local)?;
            }
            if let ExprKind::Local(local) = target.kind
                && !self.is_captured(local)
                && let Some(&(reg, form)) = self.locals.get(&local)
            {
                return self.into(value, form, reg);
            }
            let value = self.expr(value, None)?;
            return self.assign(target, &value);
        }
        let mut given = self.values(values, targets.len())?;
        // A variable that is read before another is written keeps what it held.
        for value in &mut given {
            if let Val::Reg(a, form) = *value
                && self.locals.values().any(|(reg, _)| *reg == a)
            {
                let d = self.reg()?;
                self.emit(Op::Move { d, a });
                *value = Val::Reg(d, form);
            }
        }
        // Places are found before anything is assigned.
        let is_fixed = |key: &Expr| match key.kind {
            ExprKind::Local(local) => {
                !targets.iter().any(|target| matches!(target.kind, ExprKind::Local(other) if other == local))
            }
            ExprKind::Number(_) | ExprKind::Word(_) | ExprKind::Global(_) => true,
            _ => {
                let place = self.number_place(key);
                place.is_some() && targets.iter().all(|target| self.number_place(target) != place)
            }
        };
        let is_found = |target: &Expr| match &target.kind {
            ExprKind::Index(of, key) => is_fixed(of) && is_fixed(key),
            _ => true,
        };
        if !targets.iter().all(is_found) {
            return self
                .refuse("several values are assigned at once, one of them to a place that is computed");
        }
        for (target, value) in targets.iter().zip(&given) {
            self.assign(target, value)?;
        }
        Ok(())
    }

    fn change(&mut self, target: &Expr, sign: Binary, value: &Expr) -> Taken<()> {
        if let ExprKind::Local(local) = target.kind
            && !self.is_captured(local)
            && let Some(&(reg, form)) = self.locals.get(&local)
        {
            let with = self.expr(value, None)?;
            let result = self.arithmetic(sign, &Val::Reg(reg, form), &with, Some((reg, form)))?;
            self.put(&result, form, Some(reg))?;
            return Ok(());
        }
        // What is added may change the number, which is read first.
        if sign == Binary::Add
            && is_quiet(value)
            && let Some(at) = self.number_place(target)
        {
            let with = self.expr(value, None)?;
            let a = self.put(&with, Form::WHOLE, None)?;
            self.emit(Op::AddNumber { a, at });
            return Ok(());
        }
        if let ExprKind::Index(of, key) = &target.kind
            && self.number_place(target).is_none()
        {
            if let Some(at) = self.numbers_place(of) {
                let seat = self.expr(key, None)?;
                let seat = self.put(&seat, Form::WHOLE, None)?;
                let d = self.reg()?;
                self.emit(Op::NumberOf { d, seat, at });
                let with = self.expr(value, None)?;
                let result = self.arithmetic(sign, &Val::Reg(d, Form::WHOLE), &with, None)?;
                let a = self.put(&result, Form::WHOLE, None)?;
                self.emit(Op::SetNumberOf { a, seat, at });
                return Ok(());
            }
            // The place is computed once to read and once to write.
            let is_simple = matches!(key.kind, ExprKind::Local(_) | ExprKind::Number(_) | ExprKind::Word(_));
            if !is_quiet(of) || !is_quiet(key) || !(is_simple || is_quiet(value)) {
                return self.refuse("a change in a place that a call names, or may change");
            }
        }
        let before = self.expr(target, None)?;
        let with = self.expr(value, None)?;
        let result = self.arithmetic(sign, &before, &with, None)?;
        self.assign(target, &result)
    }

    /// Returns where the numbers of seats stand that this expression names.
    fn numbers_place(&self, of: &Expr) -> Option<u16> {
        let found = self.type_of(of);
        let mut things = found.things.iter();
        let (Some(Thing::Object(object)), None) = (things.next(), things.next()) else { return None };
        match self.lower.places.objects.get(*object) {
            Some(Place::Numbers(at)) => Some(*at as u16),
            _ => None,
        }
    }

    fn count(&mut self, local: LocalId, bounds: &[Expr], block: &[Statement]) -> Taken<()> {
        let form = self.form_of_local(local)?;
        if form.kind != Kind::Whole {
            return self.refuse("`for` counts by whole numbers");
        }
        let (next, line) = (self.next, self.line);
        let counter = self.reg()?;
        let last = self.reg()?;
        self.into(&bounds[0], Form::WHOLE, counter)?;
        let limit = self.expr(&bounds[1], None)?;
        let step = match bounds.get(2) {
            None => Some(1),
            Some(step) => self.type_of(step).constant().map(|n| n as i64),
        };
        if let Val::Reg(a, Form { kind: Kind::Real, .. }) = limit {
            let is_down = step.is_some_and(|step| step < 0);
            let how = if is_down { Rounding::Ceil } else { Rounding::Floor };
            self.emit(Op::ToWhole { d: last, a, how });
        } else {
            self.put(&limit, Form::WHOLE, Some(last))?;
        }
        let by = match step {
            Some(1) => ZERO,
            Some(n) => {
                let by = self.reg()?;
                self.constant(by, n)?;
                by
            }
            None => {
                let by = self.reg()?;
                self.into(&bounds[2], Form::WHOLE, by)?;
                by
            }
        };
        let (mut again, mut end) = (Label::default(), Label::default());
        match step {
            Some(n) if n > 0 => self.jump(Op::IfLess { a: last, b: counter, to: 0 }, &mut end)?,
            Some(_) => self.jump(Op::IfLess { a: counter, b: last, to: 0 }, &mut end)?,
            None => return self.refuse("`for` counts by a number that is known when the game is loaded"),
        }
        self.emit(Op::Charge(1));
        self.bind(&mut again)?;
        // A counter that is written in the loop is a copy.
        let own = if assigns(block, local) {
            let own = self.reg()?;
            self.emit(Op::Move { d: own, a: counter });
            own
        } else {
            counter
        };
        self.locals.insert(local, (own, form));
        self.keep(local, own);
        self.loops.push(Loop::default());
        self.block(block)?;
        let mut open = self.loops.pop().unwrap_or_default();
        self.bind(&mut open.continues)?;
        self.line = line;
        let op = if by == ZERO {
            Op::Count { d: counter, a: last, to: 0 }
        } else {
            Op::CountBy { d: counter, a: last, b: by, to: 0 }
        };
        self.jump(op, &mut again)?;
        self.bind(&mut end)?;
        self.bind(&mut open.breaks)?;
        self.next = next;
        Ok(())
    }

    fn each(&mut self, locals: &[LocalId], values: &[Expr], block: &[Statement]) -> Taken<()> {
        let [list] = values else { return self.refuse("a loop walks over one list") };
        let (list, by_place) = list.walked();
        let found = self.type_of(list);
        if by_place && found.things.iter().any(|thing| matches!(thing, crate::types::Thing::Made(_))) {
            return self
                .refuse("`ipairs` of a list that a function makes: go through it by `for _, x in list do`");
        }
        // Nothing to go through.
        if found.is_never() {
            self.expr(list, None)?;
            return Ok(());
        }
        let columns = match self.lower.table_of(&found).filter(|_| !by_place) {
            Some(object) => Some(self.lower.columns(object, list.line)?),
            None => None,
        };
        let entries = match columns {
            Some(columns) => columns.entries.1,
            None => self.lower.entry_form(&found, list.line)?,
        };
        let (next, line) = (self.next, self.line);
        let place = self.reg()?;
        let entry = self.reg()?;
        let walked = self.expr(list, None)?;
        let mut keys = None;
        let walked = if let Some(columns) = columns {
            let [of_keys, walked] = [self.reg()?, self.reg()?];
            self.constant(of_keys, columns.keys.0)?;
            self.constant(walked, columns.entries.0)?;
            keys = Some((of_keys, columns.keys.1));
            walked
        } else {
            self.lower.only_lists(&found, list.line)?;
            let walked = self.put(&walked, Form { kind: Kind::List, nil: false }, None)?;
            // A variable that gets another list in the loop.
            if self.locals.iter().any(|(&local, &(reg, _))| reg == walked && assigns(block, local)) {
                let own = self.reg()?;
                self.emit(Op::Move { d: own, a: walked });
                own
            } else {
                walked
            }
        };
        self.emit(Op::Int { d: place, value: 0 });
        let (mut again, mut end) = (Label::default(), Label::default());
        self.jump(Op::Each { d: place, a: walked, to: 0 }, &mut end)?;
        self.emit(Op::Charge(1));
        self.bind(&mut again)?;
        if let (Some(&key), Some((of_keys, form))) = (locals.first(), keys) {
            let mut own = self.reg()?;
            self.emit(Op::ListAt { d: own, a: of_keys, b: place });
            let local = self.form_of_local(key)?;
            if local.kind != form.kind {
                let other = self.reg()?;
                own = self.put(&Val::Reg(own, form), local, Some(other))?;
            }
            self.locals.insert(key, (own, local));
            self.keep(key, own);
        } else if let Some(&key) = locals.first() {
            let own = if assigns(block, key) {
                let own = self.reg()?;
                self.emit(Op::Move { d: own, a: place });
                own
            } else {
                place
            };
            self.locals.insert(key, (own, Form::WHOLE));
            self.keep(key, own);
        }
        if let Some(&local) = locals.get(1) {
            let form = self.form_of_local(local)?;
            let own = if assigns(block, local) || form.kind != entries.kind {
                let own = self.reg()?;
                self.put(&Val::Reg(entry, Form { nil: false, ..entries }), form, Some(own))?;
                own
            } else {
                entry
            };
            self.locals.insert(local, (own, form));
            self.keep(local, own);
        }
        self.loops.push(Loop::default());
        self.block(block)?;
        let mut open = self.loops.pop().unwrap_or_default();
        self.bind(&mut open.continues)?;
        self.line = line;
        self.jump(Op::Next { d: place, a: walked, to: 0 }, &mut again)?;
        self.bind(&mut end)?;
        self.bind(&mut open.breaks)?;
        self.next = next;
        Ok(())
    }

    fn returns(&mut self, values: &[Expr]) -> Taken<()> {
        let count = self.results.max(usize::from(!values.is_empty()));
        if count <= 1 {
            let Some(value) = values.first() else {
                self.emit(Op::End);
                return Ok(());
            };
            let form = self.lower.result_form(self.instance, 0)?;
            let found = self.expr(value, None)?;
            if self.lower.inference.instances[self.instance].result.is_none() {
                self.emit(Op::End);
                return Ok(());
            }
            let a = self.put(&found, form, None)?;
            self.emit(Op::Return { a });
            return Ok(());
        }
        let given = self.values(values, count)?;
        let mut placed = Vec::new();
        for (place, value) in given.iter().enumerate() {
            let form = self.lower.result_form(self.instance, place)?;
            let d = self.reg()?;
            placed.push(self.put(value, form, Some(d))?);
        }
        for (place, a) in placed.into_iter().enumerate() {
            self.emit(Op::Move { d: place as Reg, a });
        }
        self.emit(Op::Leave);
        Ok(())
    }
}

/// Returns true if a block assigns to a variable.
fn assigns(block: &[Statement], local: LocalId) -> bool {
    let mut found = false;
    targets(block, &mut |target| {
        found |= matches!(target.kind, ExprKind::Local(other) if other == local);
    });
    found
}

/// Looks at all that a block assigns to.
pub(super) fn targets(block: &[Statement], look: &mut impl FnMut(&Expr)) {
    for statement in block {
        match &statement.kind {
            StatementKind::Assign(targets, _) => targets.iter().for_each(&mut *look),
            StatementKind::Change(operation) => {
                if let ExprKind::Binary(_, target, _) = &operation.kind {
                    look(target);
                }
            }
            StatementKind::Do(block)
            | StatementKind::While(_, block)
            | StatementKind::Repeat(block, _)
            | StatementKind::Count(_, _, block)
            | StatementKind::Each(_, _, block) => targets(block, look),
            StatementKind::If(branches, otherwise) => {
                for (_, block) in branches {
                    targets(block, look);
                }
                targets(otherwise, look);
            }
            StatementKind::Local(..)
            | StatementKind::Call(_)
            | StatementKind::Return(_)
            | StatementKind::Break
            | StatementKind::Continue => {}
        }
    }
}
