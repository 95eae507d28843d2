//! Expressions: what they give, and which values their parts must have for that.

use super::flow::State;
use super::sentences::sign_text;
use super::{Aspect, Inference, Made};
use crate::constants::Object;
use crate::syntax::{Binary, Expr, ExprKind, Item};
use crate::types::{Number, Role, Thing, Type, Words};

impl Inference<'_> {
    /// Returns the types of these expressions, the last of which can give several; so many of them as are asked for, unless
    /// that is all.
    pub(super) fn values(&mut self, state: &mut State, list: &[Expr], count: usize) -> Vec<Type> {
        let mut values = Vec::new();
        for (place, expr) in list.iter().enumerate() {
            if state.is_dead {
                return Vec::new();
            }
            let is_last = place + 1 == list.len();
            if is_last && matches!(expr.kind, ExprKind::Call(..) | ExprKind::Method(..)) {
                values.extend(self.results(state, expr));
            } else if is_last && matches!(expr.kind, ExprKind::More) {
                values.extend_from_slice(self.more());
            } else {
                values.push(self.value(state, expr));
            }
        }
        if count != usize::MAX && !state.is_dead {
            values.resize(count.max(values.len()), Type::nil());
        }
        values
    }

    /// Returns the types of what is given behind the parameters.
    fn more(&self) -> &[Type] {
        let takes = self.script.functions[self.current.function].parameters.len();
        self.current.arguments.get(takes..).unwrap_or_default()
    }

    /// Returns the type of one value, and notes it.
    pub(super) fn value(&mut self, state: &mut State, expr: &Expr) -> Type {
        if state.is_dead {
            return Type::default();
        }
        self.work += 1;
        let value = self.kind_of(state, expr);
        // What has no value is not left.
        if value.is_never() {
            state.is_dead = true;
        }
        self.current.types.insert(expr.id, value.clone());
        value
    }

    fn kind_of(&mut self, state: &mut State, expr: &Expr) -> Type {
        match &expr.kind {
            ExprKind::Nil => Type::nil(),
            ExprKind::Truth(yes) => Type::truth(*yes, !*yes),
            ExprKind::Number(n) => Type::value(*n, Role::Plain),
            ExprKind::Word(word) => Type::word(word),
            ExprKind::Text(parts) => {
                for part in parts {
                    self.value(state, part);
                }
                Type::any_word()
            }
            ExprKind::More => self.more().first().cloned().unwrap_or_else(Type::nil),
            ExprKind::Function(function) => Type::thing(Thing::Function(*function)),
            ExprKind::Local(local) => self.local(state, expr, *local),
            ExprKind::Global(name) => self.global(name),
            ExprKind::Index(of, key) => self.indexed(state, expr, of, key),
            ExprKind::Call(..) | ExprKind::Method(..) => {
                let results = self.results(state, expr);
                if state.is_dead {
                    Type::default()
                } else {
                    results.into_iter().next().unwrap_or_else(Type::nil)
                }
            }
            ExprKind::Not(..) => {
                let mut yes = state.clone();
                let no = self.branch(&mut yes, expr);
                let truth = Type::truth(!yes.is_dead, !no.is_dead);
                *state = no;
                state.join(&yes);
                truth
            }
            ExprKind::Minus(inner) => {
                let value = self.value(state, inner);
                self.needs_number(inner, &value, "`-` takes a number");
                let is_whole = value.number.is_none_or(|number| number.is_whole);
                match value.constant() {
                    Some(n) => Type::value(-n, Role::Plain),
                    None => Type::number(is_whole, Role::Plain),
                }
            }
            ExprKind::Length(inner) => {
                let value = self.value(state, inner);
                self.length(expr, inner, &value)
            }
            ExprKind::Binary(sign, left, right) => {
                let a = self.value(state, left);
                let b = self.value(state, right);
                if state.is_dead {
                    return Type::default();
                }
                self.binary(expr, *sign, (left, &a), (right, &b))
            }
            ExprKind::And(left, right) => {
                let mut yes = state.clone();
                let mut no = self.branch(&mut yes, left);
                let left = self.known(left);
                let mut value = if no.is_dead { Type::default() } else { left.that_are(false) };
                value.add(&self.value(&mut yes, right));
                no.join(&yes);
                *state = no;
                value
            }
            ExprKind::Or(left, right) => {
                let mut yes = state.clone();
                let mut no = self.branch(&mut yes, left);
                let mut value = if yes.is_dead { Type::default() } else { self.known_true(left) };
                value.add(&self.value(&mut no, right));
                no.join(&yes);
                *state = no;
                value
            }
            ExprKind::If(condition, then, otherwise) => {
                let mut yes = state.clone();
                let mut no = self.branch(&mut yes, condition);
                let mut value = self.value(&mut yes, then);
                value.add(&self.value(&mut no, otherwise));
                no.join(&yes);
                *state = no;
                value
            }
            ExprKind::Table(items) => self.table(state, expr, items),
            ExprKind::One(inner) => self.value(state, inner),
        }
    }

    /// Returns the type that was found for an expression as a condition.
    fn known(&self, expr: &Expr) -> Type {
        let known = self.current.types.get(&expr.id);
        match (&expr.kind, known) {
            (ExprKind::One(inner), None) => self.known(inner),
            (_, Some(known)) => known.clone(),
            // `and`, `or` and `not` as conditions: only whether they are so is known.
            _ => Type::truth(true, true),
        }
    }

    /// Returns the type of the values by which an expression was found to be so as a condition: of `a and b` those of `b`.
    fn known_true(&self, expr: &Expr) -> Type {
        match (&expr.kind, self.current.types.get(&expr.id)) {
            (_, Some(known)) => known.that_are(true),
            (ExprKind::One(inner) | ExprKind::And(_, inner), None) => self.known_true(inner),
            (ExprKind::Or(left, right), None) => {
                let mut value = self.known_true(left);
                value.add(&self.known_true(right));
                value
            }
            (ExprKind::Not(_), None) => Type::truth(true, false),
            // Nobody has come here.
            (_, None) => Type::default(),
        }
    }

    fn global(&mut self, name: &str) -> Type {
        if name == "seats" {
            return Type::value(self.constants.seats as f64, Role::Plain);
        }
        match self.constants.globals.get(name) {
            Some(value) => self.of_constant(&value.clone(), Role::Plain),
            None => Type::thing(Thing::Given(name.to_owned())),
        }
    }

    fn length(&mut self, expr: &Expr, inner: &Expr, value: &Type) -> Type {
        let tables = value.things.iter().filter(|thing| match thing {
            Thing::Made(_) => true,
            Thing::Object(object) => {
                matches!(self.constants.objects[*object], Object::Table { .. } | Object::Numbers)
            }
            _ => false,
        });
        let is_right = tables.count() > 0 || value.words.is_some() || value.unknown;
        let what = (!is_right).then(|| {
            format!("`#` counts the entries of a list, and {} is {}", self.show(inner), self.say(value))
        });
        self.judge(expr, Aspect::Itself, what);
        if let (Some(Thing::Object(object)), 1) = (value.things.first(), value.things.len())
            && let Object::Table { entries, .. } = &self.constants.objects[*object]
        {
            match super::tables::length(entries) {
                Some(length) => return Type::value(length as f64, Role::Plain),
                None => self
                    .refuse(expr, "the length of a table of the top of the script in which places are empty"),
            }
        }
        Type::number(true, Role::Plain)
    }

    /// Notes that this value must be a number.
    pub(super) fn needs_number(&mut self, expr: &Expr, value: &Type, why: &str) {
        let is_right = value.may_be_number() || value.is_never();
        let what = (!is_right).then(|| format!("{why}, and {} is {}", self.show(expr), self.say(value)));
        self.judge(expr, Aspect::Use, what);
    }

    fn binary(&mut self, expr: &Expr, sign: Binary, left: (&Expr, &Type), right: (&Expr, &Type)) -> Type {
        match sign {
            Binary::Equal | Binary::Differs => self.equal(expr, sign == Binary::Equal, left, right),
            Binary::Join => Type::any_word(),
            Binary::Below | Binary::AtMost | Binary::Above | Binary::AtLeast => {
                let sides = [left, right]
                    .map(|(_, value)| (value.may_be_number(), value.words.is_some() || value.unknown));
                let is_right = sides[0].0 && sides[1].0 || sides[0].1 && sides[1].1;
                let what = (!is_right).then(|| {
                    format!(
                        "`{}` compares two numbers, and {} is {}, {} {}",
                        sign_text(sign),
                        self.show(left.0),
                        self.say(left.1),
                        self.show(right.0),
                        self.say(right.1)
                    )
                });
                self.judge(expr, Aspect::Itself, what);
                match (left.1.constant(), right.1.constant()) {
                    (Some(a), Some(b)) => {
                        let yes = match sign {
                            Binary::Below => a < b,
                            Binary::AtMost => a <= b,
                            Binary::Above => a > b,
                            _ => a >= b,
                        };
                        Type::truth(yes, !yes)
                    }
                    _ => Type::truth(true, true),
                }
            }
            _ => self.arithmetic(expr, sign, left, right),
        }
    }

    fn arithmetic(&mut self, expr: &Expr, sign: Binary, left: (&Expr, &Type), right: (&Expr, &Type)) -> Type {
        let wrong = [left, right].into_iter().find(|(_, value)| !value.may_be_number());
        let what = wrong.map(|(side, value)| {
            format!("`{}` takes two numbers, and {} is {}", sign_text(sign), self.show(side), self.say(value))
        });
        self.judge(expr, Aspect::Itself, what);
        if let (Some(a), Some(b)) = (left.1.constant(), right.1.constant()) {
            let n = match sign {
                Binary::Add => a + b,
                Binary::Subtract => a - b,
                Binary::Multiply => a * b,
                Binary::Divide => a / b,
                Binary::Whole => (a / b).floor(),
                Binary::Rest => a - b * (a / b).floor(),
                _ => a.powf(b),
            };
            // Luau computes some powers when it reads the script, and others by products, which gives other last digits.
            if sign == Binary::Power && b == 3.0 && n != a * a * a {
                self.refuse(expr, "a third power of a number that is known: write the product");
                return Type::unknown();
            }
            return Type::value(n, Role::Plain);
        }
        let is_whole = |value: &Type| value.number.is_none_or(|number| number.is_whole);
        let is_whole =
            is_whole(left.1) && is_whole(right.1) && !matches!(sign, Binary::Divide | Binary::Power);
        Type::number(is_whole, Role::Plain)
    }

    fn equal(&mut self, expr: &Expr, yes: bool, left: (&Expr, &Type), right: (&Expr, &Type)) -> Type {
        let (a, b) = (left.1, right.1);
        let mistake = self.never_equal(left, right).or_else(|| self.never_equal(right, left));
        let mistake = mistake.or_else(|| match (role_alone(a), role_alone(b)) {
            (Some(Role::Card), Some(Role::Seat)) | (Some(Role::Seat), Some(Role::Card)) => Some(format!(
                "{} is {}, and {} is {}: they are never the same thing",
                self.show(left.0),
                self.say(a),
                self.show(right.0),
                self.say(b)
            )),
            _ => None,
        });
        self.judge(expr, Aspect::Meaning, mistake);
        let can_be = !are_apart(a, b);
        let cannot = !are_same(a, b);
        if yes { Type::truth(can_be, cannot) } else { Type::truth(cannot, can_be) }
    }

    /// Returns what is wrong with a comparison with this word, which nothing else in the script says, or of other kinds.
    fn never_equal(&self, (side, value): (&Expr, &Type), (other, with): (&Expr, &Type)) -> Option<String> {
        let of_kind = |value: &Type| {
            (value.kinds() == 1).then_some((
                value.number.is_some(),
                value.words.is_some(),
                value.truth != (false, false),
            ))
        };
        if let (Some(a), Some(b)) = (of_kind(value), of_kind(with))
            && a != b
            && !(value.nil && with.nil)
        {
            return Some(format!(
                "{} is {}, and {} is {}: they are never the same",
                self.show(side),
                self.say(value),
                self.show(other),
                self.say(with)
            ));
        }
        let ExprKind::Word(word) = &other.kind else { return None };
        let choice = match &side.kind {
            ExprKind::Local(local) => self.script.locals[*local].choice.clone(),
            _ => Vec::new(),
        };
        let known: Vec<&str> = match &value.words {
            _ if choice.contains(word) => return None,
            _ if !choice.is_empty() => choice.iter().map(String::as_str).collect(),
            Some(Words::These(words)) if !words.contains(word) && value.kinds() == 1 => {
                words.iter().map(String::as_str).collect()
            }
            _ => return None,
        };
        // A word that stands elsewhere can come from there with other rules.
        if choice.is_empty() && (self.script.words.contains(word) || self.says(word)) {
            return None;
        }
        let near = ludometer_model::did_you_mean(ludometer_model::nearest(word, known.iter().copied()));
        Some(format!("{} is never \"{word}\"{near}; it is one of: {}", self.show(side), known.join(", ")))
    }

    fn table(&mut self, state: &mut State, expr: &Expr, items: &[Item]) -> Type {
        let mut made = Made::default();
        for (place, item) in items.iter().enumerate() {
            match item {
                Item::Value(value) if place + 1 == items.len() => {
                    for value in self.values(state, std::slice::from_ref(value), 0) {
                        made.items.add(&value);
                    }
                }
                Item::Value(value) => {
                    made.items.add(&self.value(state, value));
                }
                Item::Field(key, value) => {
                    let key = self.value(state, key);
                    let value = self.value(state, value);
                    made.put(&key, &value);
                }
            }
        }
        if state.is_dead {
            return Type::default();
        }
        let known = self.made.entry(expr.id).or_default();
        self.changed |= known.add(&made);
        Type::thing(Thing::Made(expr.id))
    }

    pub(super) fn assign(&mut self, state: &mut State, target: &Expr, value: Type) {
        if state.is_dead {
            return;
        }
        match &target.kind {
            ExprKind::Local(local) if self.script.locals[*local].function != 0 => {
                self.set_local(state, *local, value);
            }
            ExprKind::Index(of, key) => {
                let of_type = self.value(state, of);
                let key_type = self.value(state, key);
                if !state.is_dead {
                    self.write(target, (of, &of_type), (key, &key_type), &value);
                }
            }
            // Refused before: names of the top level are not assigned in functions.
            _ => {}
        }
    }
}

/// Returns a number's meaning, where the value can be nothing else.
pub(super) fn role_alone(value: &Type) -> Option<Role> {
    let alone = Type { number: value.number, ..Type::default() };
    value.number.filter(|_| *value == alone).map(|number: Number| number.role)
}

/// Returns true if no value is of both types.
fn are_apart(a: &Type, b: &Type) -> bool {
    if a.unknown || b.unknown || a.nil && b.nil {
        return false;
    }
    if a.truth.0 && b.truth.0 || a.truth.1 && b.truth.1 {
        return false;
    }
    let numbers = match (a.number, b.number) {
        (Some(a), Some(b)) => match (a.value(), b.value()) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        },
        _ => true,
    };
    let words = match (&a.words, &b.words) {
        (Some(Words::These(a)), Some(Words::These(b))) => a.is_disjoint(b),
        (Some(_), Some(_)) => false,
        _ => true,
    };
    numbers && words && a.things.is_disjoint(&b.things)
}

/// Returns true if both are the same one value.
fn are_same(a: &Type, b: &Type) -> bool {
    if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
        return a == b;
    }
    if let (Some(a), Some(b)) = (a.one_word(), b.one_word()) {
        return a == b;
    }
    *a == *b && (*a == Type::nil() || *a == Type::truth(true, false) || *a == Type::truth(false, true))
}
