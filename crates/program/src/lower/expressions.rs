//! Expressions.

use super::calls::is_list;
use super::{Body, Form, Kind, Label, Place, Taken, Val};
use crate::constants::Object;
use crate::program::{Compare, NIL, Op, Real, Reg, ZERO};
use crate::syntax::{Binary, Expr, ExprKind, Item};
use crate::types::{Thing, Type, Words};

impl Body<'_, '_, '_> {
    /// Returns true or false if a condition is always that, and nothing happens where it is looked at.
    pub(super) fn known_truth(&self, expr: &Expr) -> Option<bool> {
        let known = match &expr.kind {
            ExprKind::One(inner) => return self.known_truth(inner),
            ExprKind::Not(inner) => return self.known_truth(inner).map(|yes| !yes),
            ExprKind::And(left, right) => {
                return match self.known_truth(left) {
                    Some(true) => self.known_truth(right),
                    known => known,
                };
            }
            ExprKind::Or(left, right) => {
                return match self.known_truth(left) {
                    Some(false) => self.known_truth(right),
                    known => known,
                };
            }
            _ if !is_quiet(expr) => return None,
            _ => self.type_of(expr),
        };
        if known.is_never() {
            return None;
        }
        match known.outcomes() {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }

    /// Jumps to a label if a condition is so, or isn't; goes on otherwise.
    pub(super) fn branch(&mut self, expr: &Expr, wanted: bool, label: &mut Label) -> Taken<()> {
        if let Some(known) = self.known_truth(expr) {
            if known == wanted {
                self.jump(Op::Jump { to: 0 }, label)?;
            }
            return Ok(());
        }
        let next = self.next;
        match &expr.kind {
            ExprKind::One(inner) => self.branch(inner, wanted, label)?,
            ExprKind::Not(inner) => self.branch(inner, !wanted, label)?,
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                let is_and = matches!(expr.kind, ExprKind::And(..));
                // Where the left side decides nothing, the right one does.
                if self.known_truth(left) == Some(is_and) {
                    return self.branch(right, wanted, label);
                }
                if is_and == wanted {
                    let mut out = Label::default();
                    self.branch(left, !wanted, &mut out)?;
                    self.branch(right, wanted, label)?;
                    self.bind(&mut out)?;
                } else {
                    // Either of them decides.
                    self.branch(left, wanted, label)?;
                    self.branch(right, wanted, label)?;
                }
            }
            ExprKind::Binary(sign, left, right) if is_comparison(*sign) => {
                self.compare(*sign, left, right, wanted, label)?;
            }
            _ => {
                let value = self.expr(expr, None)?;
                self.branch_on(&value, wanted, label)?;
            }
        }
        self.next = next;
        Ok(())
    }

    fn branch_on(&mut self, value: &Val, wanted: bool, label: &mut Label) -> Taken<()> {
        match *value {
            Val::Reg(a, form) => match (form.kind, form.nil, wanted) {
                (Kind::Truth, false, true) => self.jump(Op::If { a, to: 0 }, label),
                (Kind::Truth, false, false) => self.jump(Op::Unless { a, to: 0 }, label),
                (Kind::Truth, true, true) => {
                    let mut out = Label::default();
                    self.jump(Op::IfNil { a, to: 0 }, &mut out)?;
                    self.jump(Op::If { a, to: 0 }, label)?;
                    self.bind(&mut out)
                }
                (Kind::Truth, true, false) => {
                    self.jump(Op::IfNil { a, to: 0 }, label)?;
                    self.jump(Op::Unless { a, to: 0 }, label)
                }
                (_, true, true) => self.jump(Op::UnlessNil { a, to: 0 }, label),
                (_, true, false) => self.jump(Op::IfNil { a, to: 0 }, label),
                (_, false, true) => self.jump(Op::Jump { to: 0 }, label),
                (_, false, false) => Ok(()),
            },
            ref fixed => {
                let yes = !matches!(fixed, Val::Nil | Val::Truth(false));
                if yes == wanted { self.jump(Op::Jump { to: 0 }, label) } else { Ok(()) }
            }
        }
    }

    /// Jumps to a label if a comparison holds, or doesn't.
    fn compare(
        &mut self,
        sign: Binary,
        left: &Expr,
        right: &Expr,
        wanted: bool,
        label: &mut Label,
    ) -> Taken<()> {
        // `a > b` is `b < a`; both sides are computed in their order.
        let (mut a, b) = (self.expr(left, None)?, self.expr(right, None)?);
        // A variable that the right side has changed.
        if let (Val::Reg(reg, form), false) = (&a, is_quiet(right))
            && self.locals.values().any(|(local, _)| local == reg)
        {
            a = Val::Reg(*reg, *form);
        }
        let (sign, a, b) = match sign {
            Binary::Above => (Binary::Below, b, a),
            Binary::AtLeast => (Binary::AtMost, b, a),
            sign => (sign, a, b),
        };
        if matches!(sign, Binary::Equal | Binary::Differs) {
            return self.equal(&a, &b, wanted == (sign == Binary::Equal), label);
        }
        let is_word = |value: &Val| match value {
            Val::Reg(_, form) => form.kind == Kind::Word,
            Val::Word(_) => true,
            _ => false,
        };
        if is_word(&a) || is_word(&b) {
            return self.refuse("words are compared by their order");
        }
        let is_real = |value: &Val| match value {
            Val::Reg(_, form) => form.kind == Kind::Real,
            Val::Number(n) => n.fract() != 0.0,
            _ => false,
        };
        if is_real(&a) || is_real(&b) {
            let form = Form { kind: Kind::Real, nil: false };
            let (a, b) = (self.put(&a, form, None)?, self.put(&b, form, None)?);
            let which = if sign == Binary::Below { Compare::Less } else { Compare::AtMost };
            return self.jump(Op::IfReal { a, b, which, holds: wanted, to: 0 }, label);
        }
        // Whole numbers: with a small number that is known.
        let small = |value: &Val| match value {
            Val::Number(n) if n.abs() < 30_000.0 => Some(*n as i16),
            _ => None,
        };
        if let (Some(value), None) = (small(&b), small(&a)) {
            let a = self.put(&a, Form::WHOLE, None)?;
            return match (sign, wanted) {
                // a < n; not a < n is a > n - 1.
                (Binary::Below, true) => self.jump(Op::IfLessInt { a, value, to: 0 }, label),
                (Binary::Below, false) => self.jump(Op::IfMoreInt { a, value: value - 1, to: 0 }, label),
                (_, true) => self.jump(Op::IfLessInt { a, value: value + 1, to: 0 }, label),
                (_, false) => self.jump(Op::IfMoreInt { a, value, to: 0 }, label),
            };
        }
        if let (Some(value), None) = (small(&a), small(&b)) {
            let a = self.put(&b, Form::WHOLE, None)?;
            return match (sign, wanted) {
                // n < a
                (Binary::Below, true) => self.jump(Op::IfMoreInt { a, value, to: 0 }, label),
                (Binary::Below, false) => self.jump(Op::IfLessInt { a, value: value + 1, to: 0 }, label),
                (_, true) => self.jump(Op::IfMoreInt { a, value: value - 1, to: 0 }, label),
                (_, false) => self.jump(Op::IfLessInt { a, value, to: 0 }, label),
            };
        }
        let (a, b) = (self.put(&a, Form::WHOLE, None)?, self.put(&b, Form::WHOLE, None)?);
        match (sign, wanted) {
            (Binary::Below, true) => self.jump(Op::IfLess { a, b, to: 0 }, label),
            (Binary::Below, false) => self.jump(Op::IfAtMost { a: b, b: a, to: 0 }, label),
            (_, true) => self.jump(Op::IfAtMost { a, b, to: 0 }, label),
            (_, false) => self.jump(Op::IfLess { a: b, b: a, to: 0 }, label),
        }
    }

    fn equal(&mut self, a: &Val, b: &Val, wanted: bool, label: &mut Label) -> Taken<()> {
        let (a, b) = if matches!(a, Val::Reg(..)) { (a, b) } else { (b, a) };
        let &Val::Reg(reg, form) = a else {
            // Both are known.
            return if (a == b) == wanted { self.jump(Op::Jump { to: 0 }, label) } else { Ok(()) };
        };
        match b {
            Val::Nil => {
                if !form.nil {
                    return if wanted { Ok(()) } else { self.jump(Op::Jump { to: 0 }, label) };
                }
                let op = if wanted { Op::IfNil { a: reg, to: 0 } } else { Op::UnlessNil { a: reg, to: 0 } };
                return self.jump(op, label);
            }
            Val::Number(n) if form.kind == Kind::Whole && n.fract() == 0.0 && n.abs() < 30_000.0 => {
                let value = *n as i16;
                let op = if wanted {
                    Op::IfEqualInt { a: reg, value, to: 0 }
                } else {
                    Op::IfDifferInt { a: reg, value, to: 0 }
                };
                return self.jump(op, label);
            }
            _ => {}
        }
        let other = match b {
            Val::Reg(_, form) => *form,
            Val::Number(n) if n.fract() == 0.0 && form.kind == Kind::Whole => Form::WHOLE,
            Val::Number(_) => Form { kind: Kind::Real, nil: false },
            Val::Truth(_) => Form::TRUTH,
            Val::Word(_) => Form { kind: Kind::Word, nil: false },
            Val::Thing(_) => Form { nil: false, ..form },
            Val::Nil => form,
        };
        let nil = form.nil || other.nil;
        let kind = match (form.kind, other.kind) {
            (x, y) if x == y => x,
            (Kind::Whole, Kind::Real) | (Kind::Real, Kind::Whole) => Kind::Real,
            // Never the same.
            _ => return if wanted { Ok(()) } else { self.jump(Op::Jump { to: 0 }, label) },
        };
        let both = Form { kind, nil };
        let (x, y) = (self.put(a, both, None)?, self.put(b, both, None)?);
        if kind == Kind::Real && nil {
            return self.refuse("a number that is not whole, or nothing, is compared");
        }
        if kind == Kind::Real {
            let op = Op::IfReal { a: x, b: y, which: Compare::Equal, holds: wanted, to: 0 };
            return self.jump(op, label);
        }
        if kind == Kind::List {
            return self.refuse("two lists are compared");
        }
        let op = if wanted { Op::IfEqual { a: x, b: y, to: 0 } } else { Op::IfDiffer { a: x, b: y, to: 0 } };
        self.jump(op, label)
    }

    /// Puts the value of an expression into a register.
    pub(super) fn into(&mut self, expr: &Expr, form: Form, d: Reg) -> Taken<()> {
        let next = self.next;
        let value = self.expr(expr, Some(d))?;
        self.put(&value, form, Some(d))?;
        self.next = next;
        Ok(())
    }

    /// Returns the value of an expression; where it needs a register, that one if it can be.
    pub(super) fn expr(&mut self, expr: &Expr, hint: Option<Reg>) -> Taken<Val> {
        let found = self.type_of(expr);
        if is_quiet(expr)
            && let Some(fixed) = super::Lower::fixed(&found)
        {
            return Ok(fixed);
        }
        match &expr.kind {
            ExprKind::Nil => Ok(Val::Nil),
            ExprKind::Truth(yes) => Ok(Val::Truth(*yes)),
            ExprKind::Number(n) => Ok(Val::Number(*n)),
            ExprKind::Word(word) => Ok(Val::Word(word.clone())),
            ExprKind::One(inner) => self.expr(inner, hint),
            ExprKind::Local(local) if self.is_captured(*local) => {
                let form = self.form_of_local(*local)?;
                let slot = self.slot(*local);
                let d = self.reg()?;
                self.emit(Op::Captured { d, slot });
                Ok(Val::Reg(d, Form { nil: form.nil && found.nil, ..form }))
            }
            ExprKind::Local(local) => match self.locals.get(local) {
                Some(&(reg, form)) => {
                    // Where it is known not to be nothing, it is that.
                    let nil = form.nil && found.nil;
                    Ok(Val::Reg(reg, Form { nil, ..form }))
                }
                None if self.lower.script.locals[*local].function != 0 => self.refuse(format!(
                    "the function uses `{}` of a function around it: give it as an argument",
                    self.lower.script.locals[*local].name
                )),
                None => self.refuse(format!(
                    "`{}` of the top level is not known as one value",
                    self.lower.script.locals[*local].name
                )),
            },
            ExprKind::Global(name) => self.refuse(format!("`{name}` as a value")),
            ExprKind::Function(_) => self.refuse("a function as a value here"),
            ExprKind::More => match self.more.first() {
                Some(&(reg, form)) => Ok(Val::Reg(reg, form)),
                None => Ok(Val::Nil),
            },
            ExprKind::Text(_) => self.refuse("a text that is made while the game runs"),
            ExprKind::Index(of, key) => self.index(expr, of, key, hint),
            ExprKind::Call(..) | ExprKind::Method(..) => {
                let value = self.call(expr, 1, hint)?;
                Ok(super::Lower::fixed(&found).unwrap_or(value))
            }
            ExprKind::Minus(inner) => {
                let value = self.expr(inner, None)?;
                let d = self.target(hint)?;
                match value {
                    Val::Number(n) => Ok(Val::Number(-n)),
                    Val::Reg(a, form) if form.kind == Kind::Real => {
                        self.emit(Op::Real { d, a, b: ZERO, which: Real::Neg });
                        Ok(Val::Reg(d, Form { nil: false, ..form }))
                    }
                    value => {
                        let a = self.put(&value, Form::WHOLE, None)?;
                        self.emit(Op::Neg { d, a });
                        Ok(Val::Reg(d, Form::WHOLE))
                    }
                }
            }
            ExprKind::Length(inner) => {
                let value = self.expr(inner, None)?;
                if let Val::Thing(Thing::Object(object)) = &value
                    && matches!(self.lower.constants.objects[*object], Object::Numbers)
                {
                    return Ok(Val::Number(self.lower.constants.seats as f64));
                }
                self.lower.only_lists(&self.type_of(inner), self.line)?;
                let a = self.put(&value, Form { kind: Kind::List, nil: false }, None)?;
                let d = self.target(hint)?;
                self.emit(Op::Length { d, a });
                Ok(Val::Reg(d, Form::WHOLE))
            }
            ExprKind::Binary(sign, left, right) if !is_comparison(*sign) => {
                if *sign == Binary::Join {
                    return self.refuse("a text that is made while the game runs");
                }
                let (a, b) = (self.expr(left, None)?, self.expr(right, None)?);
                let form = self.form_of(expr)?;
                self.arithmetic(*sign, &a, &b, hint.map(|d| (d, form)))
            }
            ExprKind::Binary(..) | ExprKind::Not(_) => self.truth(expr, None),
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                let is_and = matches!(expr.kind, ExprKind::And(..));
                // Of a part of a condition only counts whether it is so.
                if found.is_never() {
                    return self.truth(expr, None);
                }
                let form = self.form_of(expr)?;
                // Of a part of a condition is only known that it is so or isn't.
                let left_type = match self.type_of(left) {
                    unknown if unknown.is_never() => Type::truth(true, true),
                    known => known,
                };
                // Conditions alone are jumps.
                if form.kind == Kind::Truth && !form.nil && self.is_truth(left) && self.is_truth(right) {
                    return self.truth(expr, None);
                }
                let d = self.reg()?;
                let mut end = Label::default();
                if !is_and && is_connected(left) {
                    let mut other = Label::default();
                    self.value_or_jump(left, (d, form), &mut other)?;
                    if self.known_truth(left) != Some(true) {
                        self.jump(Op::Jump { to: 0 }, &mut end)?;
                        self.bind(&mut other)?;
                        if !self.type_of(right).is_never() {
                            let value = self.expr(right, Some(d))?;
                            self.put(&value, form, Some(d))?;
                        }
                    }
                    self.bind(&mut end)?;
                    return Ok(Val::Reg(d, form));
                }
                let value = self.expr(left, None)?;
                // What comes out of the left side is that which decides.
                let out = left_type.that_are(!is_and);
                match self.known_truth(left) {
                    Some(yes) if yes != is_and => {
                        self.put(&value, form, Some(d))?;
                        return Ok(Val::Reg(d, form));
                    }
                    Some(_) => {}
                    None => {
                        let mut on = Label::default();
                        self.branch_on(&value, is_and, &mut on)?;
                        if !out.is_never() {
                            let value = self.narrowed(value, &out)?;
                            self.put(&value, form, Some(d))?;
                        }
                        self.jump(Op::Jump { to: 0 }, &mut end)?;
                        self.bind(&mut on)?;
                    }
                }
                if !self.type_of(right).is_never() {
                    let value = self.expr(right, Some(d))?;
                    self.put(&value, form, Some(d))?;
                }
                self.bind(&mut end)?;
                Ok(Val::Reg(d, form))
            }
            ExprKind::If(condition, yes, no) => {
                match self.known_truth(condition) {
                    Some(true) => return self.expr(yes, hint),
                    Some(false) => return self.expr(no, hint),
                    None => {}
                }
                let form = self.form_of(expr)?;
                let d = self.reg()?;
                let (mut other, mut end) = (Label::default(), Label::default());
                self.branch(condition, false, &mut other)?;
                self.into(yes, form, d)?;
                self.jump(Op::Jump { to: 0 }, &mut end)?;
                self.bind(&mut other)?;
                self.into(no, form, d)?;
                self.bind(&mut end)?;
                Ok(Val::Reg(d, form))
            }
            ExprKind::Table(items) => self.table(expr, items),
        }
    }

    fn is_truth(&self, expr: &Expr) -> bool {
        let found = self.type_of(expr);
        let only = Type { truth: found.truth, ..Type::default() };
        found == only
    }

    /// Puts the value of a part of an `or` into a register, where it is so, and jumps to a label otherwise: of `a and b` that of
    /// `b`, whatever kind the condition `a` is of.
    fn value_or_jump(&mut self, expr: &Expr, (d, form): (Reg, Form), other: &mut Label) -> Taken<()> {
        if self.known_truth(expr) == Some(false) {
            return self.jump(Op::Jump { to: 0 }, other);
        }
        match &expr.kind {
            ExprKind::One(inner) => self.value_or_jump(inner, (d, form), other),
            ExprKind::And(left, right) => {
                self.branch(left, false, other)?;
                self.value_or_jump(right, (d, form), other)
            }
            ExprKind::Or(left, right) => {
                let (mut next, mut end) = (Label::default(), Label::default());
                self.value_or_jump(left, (d, form), &mut next)?;
                self.jump(Op::Jump { to: 0 }, &mut end)?;
                self.bind(&mut next)?;
                self.value_or_jump(right, (d, form), other)?;
                self.bind(&mut end)
            }
            ExprKind::Not(_) => {
                self.branch(expr, false, other)?;
                self.put(&Val::Truth(true), form, Some(d)).map(drop)
            }
            _ => {
                let known = self.type_of(expr);
                if known.is_never() {
                    return self.jump(Op::Jump { to: 0 }, other);
                }
                let value = self.expr(expr, None)?;
                self.branch_on(&value, false, other)?;
                let value = self.narrowed(value, &known.that_are(true))?;
                self.put(&value, form, Some(d)).map(drop)
            }
        }
    }

    /// Returns a value that is known to be of this type, which is a part of its own.
    fn narrowed(&self, value: Val, known: &Type) -> Taken<Val> {
        let form = self.lower.form(known, self.line)?;
        Ok(match (value, super::Lower::fixed(known)) {
            (_, Some(fixed)) => fixed,
            (Val::Reg(reg, from), None) => Val::Reg(reg, Form { kind: from.kind, nil: from.nil && form.nil }),
            (value, None) => value,
        })
    }

    /// Returns a condition as a value.
    fn truth(&mut self, expr: &Expr, hint: Option<Reg>) -> Taken<Val> {
        let d = self.target(hint)?;
        let mut no = Label::default();
        let mut end = Label::default();
        self.branch(expr, false, &mut no)?;
        self.emit(Op::Int { d, value: 1 });
        self.jump(Op::Jump { to: 0 }, &mut end)?;
        self.bind(&mut no)?;
        self.emit(Op::Int { d, value: 0 });
        self.bind(&mut end)?;
        Ok(Val::Reg(d, Form::TRUTH))
    }

    pub(super) fn target(&mut self, hint: Option<Reg>) -> Taken<Reg> {
        match hint {
            Some(d) => Ok(d),
            None => self.reg(),
        }
    }

    /// Returns the result of arithmetic on two numbers; `into` says where to put it, if it has that form.
    pub(super) fn arithmetic(
        &mut self,
        sign: Binary,
        a: &Val,
        b: &Val,
        into: Option<(Reg, Form)>,
    ) -> Taken<Val> {
        let is_real = |value: &Val| match value {
            Val::Reg(_, form) => form.kind == Kind::Real,
            Val::Number(n) => n.fract() != 0.0 || n.abs() > 9e15,
            _ => false,
        };
        if matches!(sign, Binary::Divide | Binary::Power) || is_real(a) || is_real(b) {
            let form = Form { kind: Kind::Real, nil: false };
            let x = self.put(a, form, None)?;
            let hint = into.filter(|(_, form)| form.kind == Kind::Real).map(|(d, _)| d);
            // Luau computes these powers by themselves, which gives other last digits.
            if sign == Binary::Power
                && let Val::Number(power) = b
                && (*power == 2.0 || *power == 3.0 || *power == 0.5)
            {
                if *power == 0.5 {
                    let d = self.target(hint)?;
                    self.emit(Op::Real { d, a: x, b: ZERO, which: Real::Sqrt });
                    return Ok(Val::Reg(d, form));
                }
                let mut product = x;
                for _ in 1..*power as u32 {
                    let d = self.reg()?;
                    self.emit(Op::Real { d, a: product, b: x, which: Real::Mul });
                    product = d;
                }
                return Ok(Val::Reg(product, form));
            }
            let y = self.put(b, form, None)?;
            let d = self.target(hint)?;
            let which = match sign {
                Binary::Add => Real::Add,
                Binary::Subtract => Real::Sub,
                Binary::Multiply => Real::Mul,
                Binary::Divide => Real::Div,
                Binary::Whole => Real::Floor,
                Binary::Rest => Real::Mod,
                _ => Real::Pow,
            };
            self.emit(Op::Real { d, a: x, b: y, which });
            return Ok(Val::Reg(d, form));
        }
        let small = |value: &Val| match value {
            Val::Number(n) if n.abs() < 30_000.0 => Some(*n as i16),
            _ => None,
        };
        let d = into.filter(|(_, form)| form.kind == Kind::Whole).map(|(d, _)| d);
        match (sign, small(a), small(b)) {
            (Binary::Add, None, Some(value)) | (Binary::Add, Some(value), None) => {
                let a = self.put(if small(a).is_some() { b } else { a }, Form::WHOLE, None)?;
                let d = self.target(d)?;
                self.emit(Op::AddInt { d, a, value });
                return Ok(Val::Reg(d, Form::WHOLE));
            }
            (Binary::Subtract, None, Some(value)) => {
                let a = self.put(a, Form::WHOLE, None)?;
                let d = self.target(d)?;
                self.emit(Op::AddInt { d, a, value: -value });
                return Ok(Val::Reg(d, Form::WHOLE));
            }
            (Binary::Multiply, None, Some(value)) | (Binary::Multiply, Some(value), None) => {
                let a = self.put(if small(a).is_some() { b } else { a }, Form::WHOLE, None)?;
                let d = self.target(d)?;
                self.emit(Op::MulInt { d, a, value });
                return Ok(Val::Reg(d, Form::WHOLE));
            }
            (Binary::Whole | Binary::Rest, None, Some(value)) if value > 0 => {
                let a = self.put(a, Form::WHOLE, None)?;
                let d = self.target(d)?;
                let is_whole = sign == Binary::Whole;
                self.emit(if is_whole { Op::DivInt { d, a, value } } else { Op::ModInt { d, a, value } });
                return Ok(Val::Reg(d, Form::WHOLE));
            }
            _ => {}
        }
        let (x, y) = (self.put(a, Form::WHOLE, None)?, self.put(b, Form::WHOLE, None)?);
        let d = self.target(d)?;
        self.emit(match sign {
            Binary::Add => Op::Add { d, a: x, b: y },
            Binary::Subtract => Op::Sub { d, a: x, b: y },
            Binary::Multiply => Op::Mul { d, a: x, b: y },
            Binary::Whole => Op::Div { d, a: x, b: y },
            _ => Op::Mod { d, a: x, b: y },
        });
        Ok(Val::Reg(d, Form::WHOLE))
    }

    /// Returns the place of a number of the state, if this is one that there is once.
    pub(super) fn number_place(&self, expr: &Expr) -> Option<u16> {
        let ExprKind::Index(of, key) = &expr.kind else { return None };
        let ExprKind::Word(word) = &key.kind else { return None };
        if !matches!(&of.kind, ExprKind::Global(name) if name == "v") {
            return None;
        }
        u16::try_from(*self.lower.places.numbers.get(word)?).ok()
    }

    fn index(&mut self, expr: &Expr, of: &Expr, key: &Expr, hint: Option<Reg>) -> Taken<Val> {
        if let Some(at) = self.number_place(expr) {
            let d = self.target(hint)?;
            self.emit(Op::Number { d, at });
            return Ok(Val::Reg(d, Form::WHOLE));
        }
        if let (ExprKind::Global(name), ExprKind::Word(word)) = (&of.kind, &key.kind)
            && name == "w"
        {
            let Some(place) = self.lower.places.weights.iter().position(|other| other == word) else {
                return self.refuse(format!("there is no weight `{word}`"));
            };
            let d = self.target(hint)?;
            self.emit(Op::Weight { d, place: place as u16 });
            return Ok(Val::Reg(d, Form { kind: Kind::Real, nil: false }));
        }
        let found = self.type_of(of);
        let form = self.form_of(expr)?;
        if let [Thing::Object(object)] = found.things.iter().collect::<Vec<_>>()[..] {
            let object = *object;
            match self.lower.places.objects.get(object).copied().unwrap_or_default() {
                Place::Numbers(at) => {
                    let value = self.expr(key, None)?;
                    let seat = self.put(&value, Form::WHOLE, None)?;
                    let d = self.target(hint)?;
                    self.emit(Op::NumberOf { d, seat, at: at as u16 });
                    return Ok(Val::Reg(d, Form::WHOLE));
                }
                Place::Cells(_) | Place::Secrets(_) | Place::Zone(_) => {
                    return self.refuse("a field of a thing of the engine that is not known");
                }
                Place::None => {}
            }
            if let Object::Table { entries, by_seat } = &self.lower.constants.objects[object] {
                let first = entries.first().and_then(|(_, value)| self.zone_of(value));
                if *by_seat && let Some(first) = first {
                    let value = self.expr(key, None)?;
                    let seat = self.put(&value, Form::WHOLE, None)?;
                    let d = self.target(hint)?;
                    self.emit(Op::ZoneOf { d, seat, first: first as u16 });
                    return Ok(Val::Reg(d, Form { kind: Kind::Zone, nil: false }));
                }
                if !is_list(entries) {
                    let by_word = self.type_of(key).words.is_some();
                    let table = self.lower.map(object, by_word, self.line)?;
                    let value = self.expr(key, None)?;
                    let a = match &value {
                        Val::Reg(_, form) => self.put(&value.clone(), *form, None)?,
                        Val::Word(_) => self.put(&value, Form { kind: Kind::Word, nil: false }, None)?,
                        Val::Truth(_) => self.put(&value, Form::TRUTH, None)?,
                        _ => self.put(&value, Form::WHOLE, None)?,
                    };
                    let d = self.target(hint)?;
                    self.emit(Op::MapAt { d, a, table });
                    if !form.nil {
                        self.emit(Op::Some { a: d });
                    }
                    return Ok(Val::Reg(d, form));
                }
            }
        }
        let is_known = found.things.iter().all(|thing| matches!(thing, Thing::Object(_)));
        if is_known && let Some(word) = self.type_of(key).one_word().map(str::to_owned) {
            let table = self.lower.field(&found, &word, form.kind, self.line)?;
            let value = self.expr(of, None)?;
            let a = self.put(&value, Form { kind: Kind::List, nil: false }, None)?;
            let d = self.target(hint)?;
            self.emit(Op::MapAt { d, a, table });
            if !form.nil {
                self.emit(Op::Some { a: d });
            }
            return Ok(Val::Reg(d, form));
        }
        // One of several lists, or one that was made.
        if !found.things.iter().all(|thing| self.lower.is_read_by_place(thing, &self.type_of(key))) {
            return self.refuse("tables with names, or other keys than places, in one place with lists");
        }
        let entries = self.form_under(&found, key)?;
        let list = self.expr(of, None)?;
        let a = self.put(&list, Form { kind: Kind::List, nil: false }, None)?;
        let b = self.key(key)?;
        let d = self.target(hint)?;
        self.emit(Op::ListAt { d, a, b });
        if !form.nil {
            self.emit(Op::Some { a: d });
        }
        Ok(Val::Reg(d, Form { kind: entries.kind, nil: form.nil }))
    }

    /// Returns a register with a place in a list. The entries of a table that a function makes lie under the numbers of words.
    fn key(&mut self, key: &Expr) -> Taken<Reg> {
        let found = self.type_of(key);
        if let Some(Words::These(words)) = &found.words
            && words.iter().any(|word| word.len() > 1 && word.starts_with('_'))
        {
            return self.refuse("names that begin with `_` are the engine's");
        }
        if found.number.is_some_and(|number| !number.is_whole) {
            return self.refuse("a number that is not whole as a place in a list");
        }
        let value = self.expr(key, None)?;
        let kind = if found.words.is_some() { Kind::Word } else { Kind::Whole };
        self.put(&value, Form { kind, nil: false }, None)
    }

    fn zone_of(&self, value: &crate::constants::Constant) -> Option<usize> {
        let crate::constants::Constant::Object(object) = value else { return None };
        match self.lower.places.objects.get(*object)? {
            Place::Zone(zone) => Some(*zone),
            _ => None,
        }
    }

    /// Returns the form of what these tables have under a key.
    fn form_under(&self, tables: &Type, key: &Expr) -> Taken<Form> {
        match self.lower.field_form(tables, &self.type_of(key), self.line)? {
            Some(form) => Ok(form),
            None => self.lower.entry_form(tables, self.line),
        }
    }

    fn table(&mut self, expr: &Expr, items: &[Item]) -> Taken<Val> {
        let made = Type::thing(Thing::Made(expr.id));
        if let Some(Item::Value(last)) = items.last() {
            self.gives_one(Some(last))?;
        }
        // What it is made of may stand in the register that it is for, so that it gets its own.
        let d = self.reg()?;
        self.emit(Op::NewList { d });
        let mut may_end_empty = false;
        for item in items {
            let next = self.next;
            match item {
                Item::Value(value) => {
                    let form = self.lower.entry_form(&made, self.line)?;
                    let value = self.expr(value, None)?;
                    let b = self.put(&value, form, None)?;
                    self.emit(Op::Push { a: d, b });
                    may_end_empty = form.nil;
                }
                Item::Field(key, value) => {
                    if !self.type_of(key).is_words() {
                        return self.refuse("a table with keys that are no names, made while the game runs");
                    }
                    let form = self.form_under(&made, key)?;
                    let b = self.key(key)?;
                    let value = self.expr(value, None)?;
                    let c = self.put(&value, Form { nil: true, ..form }, None)?;
                    self.emit(Op::SetAt { a: d, b, c });
                }
            }
            self.next = next;
        }
        if may_end_empty {
            self.emit(Op::Trim { a: d });
        }
        Ok(Val::Reg(d, Form { kind: Kind::List, nil: false }))
    }

    /// Returns a register with what a seat's number of the state gets.
    fn number(&mut self, value: &Val) -> Taken<Reg> {
        if *value == Val::Nil {
            return self.refuse("nothing for a number");
        }
        self.put(value, Form::WHOLE, None)
    }

    /// Assigns a value.
    pub(super) fn assign(&mut self, target: &Expr, value: &Val) -> Taken<()> {
        if let Some(at) = self.number_place(target) {
            let a = if *value == Val::Nil {
                // The instruction says of which number it is.
                let d = self.reg()?;
                self.constant(d, NIL)?;
                d
            } else {
                self.put(value, Form::WHOLE, None)?
            };
            self.emit(Op::SetNumber { a, at });
            return Ok(());
        }
        match &target.kind {
            ExprKind::Local(local) if self.is_captured(*local) => {
                let form = self.form_of_local(*local)?;
                let a = self.put(value, form, None)?;
                self.keep(*local, a);
                Ok(())
            }
            ExprKind::Local(local) => match self.locals.get(local) {
                Some(&(reg, form)) => {
                    self.put(value, form, Some(reg))?;
                    Ok(())
                }
                None => self.refuse("a variable of the top level is assigned"),
            },
            ExprKind::Index(of, key) => {
                let found = self.type_of(of);
                if let [Thing::Object(object)] = found.things.iter().collect::<Vec<_>>()[..]
                    && let Some(Place::Numbers(at)) = self.lower.places.objects.get(*object).copied()
                {
                    let seat = self.expr(key, None)?;
                    let seat = self.put(&seat, Form::WHOLE, None)?;
                    let a = self.number(value)?;
                    self.emit(Op::SetNumberOf { a, seat, at: at as u16 });
                    return Ok(());
                }
                let entries = self.form_under(&found, key)?;
                let list = self.expr(of, None)?;
                let a = self.put(&list, Form { kind: Kind::List, nil: false }, None)?;
                let b = self.key(key)?;
                let c = self.put(value, Form { nil: true, ..entries }, None)?;
                self.emit(Op::SetAt { a, b, c });
                Ok(())
            }
            _ => self.refuse("a value is assigned to this"),
        }
    }
}

pub(super) fn is_comparison(sign: Binary) -> bool {
    matches!(
        sign,
        Binary::Equal | Binary::Differs | Binary::Below | Binary::AtMost | Binary::Above | Binary::AtLeast
    )
}

/// Returns true if nothing happens where an expression is computed, and it can't fail.
/// Returns true for `and` and `or`: as parts of an `or` only what comes of them is known.
fn is_connected(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::One(inner) => is_connected(inner),
        kind => matches!(kind, ExprKind::And(..) | ExprKind::Or(..)),
    }
}

pub(super) fn is_quiet(expr: &Expr) -> bool {
    let mut quiet = !matches!(expr.kind, ExprKind::Call(..) | ExprKind::Method(..));
    expr.parts(&mut |part| quiet = quiet && is_quiet(part));
    quiet
}
