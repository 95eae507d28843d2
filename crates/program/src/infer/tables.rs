//! Tables: those of the top level, those that functions make, and the engine's numbers.

use ludometer_model::{did_you_mean, nearest};

use super::expressions::role_alone;
use super::flow::State;
use super::{Aspect, Inference, Made};
use crate::constants::{Constant, Object};
use crate::syntax::Expr;
use crate::types::{Role, Thing, Type, Words};

impl Made {
    /// Adds a value under a key.
    pub(super) fn put(&mut self, key: &Type, value: &Type) {
        if key.number.is_some() || key.unknown {
            self.items.add(value);
        }
        match (&key.words, key.one_word()) {
            (_, Some(word)) => {
                self.fields.entry(word.to_owned()).or_default().add(value);
            }
            (Some(_), None) => {
                self.other.add(value);
            }
            _ => {}
        }
    }

    /// Adds what another one holds; returns true if something was new.
    pub(super) fn add(&mut self, other: &Self) -> bool {
        let mut is_new = self.items.add(&other.items) | self.other.add(&other.other);
        for (field, value) in &other.fields {
            is_new |= self.fields.entry(field.clone()).or_default().add(value);
        }
        is_new
    }

    /// Returns the value under a key; no type where the table tells nothing of it.
    fn get(&self, key: &Type) -> Type {
        let mut value = Type::default();
        if key.number.is_some() {
            value.add(&self.items);
            // A list that gets no entry tells nothing; one that does can have none there.
            value.nil |= !self.items.is_never();
        }
        if let Some(Words::These(words)) = &key.words {
            value.nil = true;
            for word in words {
                value.add(self.fields.get(word).unwrap_or(&Type::default()));
            }
            value.add(&self.other);
        } else if key.words.is_some() {
            value.nil = true;
            for field in self.fields.values() {
                value.add(field);
            }
            value.add(&self.other);
        }
        value
    }
}

/// Returns the name in a table that this one, which it doesn't have, is nearest to.
fn misspelt<'a>(word: &str, entries: &'a [(Constant, Constant)]) -> Option<&'a str> {
    let names = || {
        entries.iter().filter_map(|(key, _)| match key {
            Constant::Word(name) => Some(name.as_str()),
            _ => None,
        })
    };
    if names().any(|name| name == word) { None } else { nearest(word, names()) }
}

/// Returns the length of a table, as `#` gives it; none where that is not sure, as a place in between is empty.
pub(super) fn length(entries: &[(Constant, Constant)]) -> Option<usize> {
    let mut keys: Vec<f64> = entries
        .iter()
        .filter_map(|(key, _)| match key {
            Constant::Number(n) if *n >= 1.0 => Some(*n),
            _ => None,
        })
        .collect();
    keys.sort_by(f64::total_cmp);
    let is_sure = keys.iter().zip(1_u32..).all(|(key, place)| *key == f64::from(place));
    is_sure.then_some(keys.len())
}

impl Inference<'_> {
    /// Returns the type of `of[key]`.
    pub(super) fn indexed(&mut self, state: &mut State, expr: &Expr, of: &Expr, key: &Expr) -> Type {
        let of_type = self.value(state, of);
        let key_type = self.value(state, key);
        if state.is_dead {
            return Type::default();
        }
        let mut value = Type { unknown: of_type.unknown, ..Type::default() };
        let mut wrong = None;
        for thing in &of_type.things {
            match self.entry(thing, of, (key, &key_type)) {
                Ok(found) => {
                    value.add(&found);
                }
                Err(what) => wrong = Some(what),
            }
        }
        if of_type.things.is_empty() && !of_type.unknown {
            wrong = Some(format!("{} is {}, which has no entries", self.show(of), self.say(&of_type)));
        }
        // Of several tables one can be right.
        let is_wrong = value.is_never();
        self.judge(expr, Aspect::Itself, wrong.filter(|_| is_wrong));
        if is_wrong { Type::unknown() } else { value }
    }

    /// Returns what an entry of this table is, or why it has none.
    fn entry(&mut self, thing: &Thing, of: &Expr, (key, key_type): (&Expr, &Type)) -> Result<Type, String> {
        let constants = self.constants;
        match thing {
            Thing::Made(made) => Ok(self.made.get(made).map_or_else(Type::nil, |made| made.get(key_type))),
            Thing::Function(_) => Err(format!("{} is a function, which has no entries", self.show(of))),
            Thing::Given(table) => self.field_of_engine(table, key_type),
            Thing::Object(object) => match &constants.objects[*object] {
                Object::Table { entries, by_seat } => {
                    let entry = self.read(*object, entries.as_slice(), key_type);
                    if !by_seat {
                        if let Some(word) = key_type.one_word() {
                            let slip = misspelt(word, entries).map(|near| {
                                format!("{} has no `{word}` (did you mean `{near}`?)", self.show(of))
                            });
                            self.judge(key, Aspect::Meaning, slip);
                        }
                        return Ok(entry);
                    }
                    self.is_seat(of, (key, key_type))?;
                    // A number that is no seat ends the game.
                    Ok(entry.that_are(true))
                }
                Object::Numbers => {
                    self.is_seat(of, (key, key_type))?;
                    Ok(Type::number(true, Role::Plain))
                }
                Object::Cells { is_board: true }
                    if matches!(key_type.one_word(), Some("width" | "height")) =>
                {
                    Ok(Type::number(true, Role::Plain))
                }
                _ => Err(format!(
                    "{} is {}, which is read with methods, as in `z:size()`",
                    self.show(of),
                    self.say_thing(thing)
                )),
            },
        }
    }

    /// Holds that a key is a seat, as far as is known.
    fn is_seat(&mut self, of: &Expr, (key, key_type): (&Expr, &Type)) -> Result<(), String> {
        let wrong = |what: &str| {
            format!("{} has an entry for each seat, and {} is {what}", self.show(of), self.show(key))
        };
        let slip = (role_alone(key_type) == Some(Role::Card)).then(|| wrong("a card"));
        let is_right = key_type.may_be_number();
        let what = wrong(&self.say(key_type));
        self.judge(key, Aspect::Meaning, slip);
        if is_right { Ok(()) } else { Err(what) }
    }

    /// Returns an entry of a table of the top level; no type where the table tells nothing of it.
    fn read(&self, object: usize, entries: &[(Constant, Constant)], key: &Type) -> Type {
        let exact = match (key.constant(), key.one_word()) {
            (Some(n), _) => Some(Constant::Number(n)),
            (_, Some(word)) => Some(Constant::Word(word.to_owned())),
            _ => None,
        };
        if let Some(exact) = exact {
            let found = entries.iter().find(|(key, _)| *key == exact);
            return found.map_or_else(Type::nil, |(_, value)| self.of_constant(value, Role::Plain));
        }
        let mut value = Type::default();
        if key.number.is_some() || key.unknown {
            value.add(&self.column(object, entries, true));
        }
        if key.words.is_some() || key.unknown {
            value.add(&self.column(object, entries, false));
        }
        // A table without such entries tells nothing: it may have some with other rules.
        value.nil |= !value.is_never();
        value
    }

    /// Returns the type of all entries under numbers, or under words.
    fn column(&self, object: usize, entries: &[(Constant, Constant)], numbers: bool) -> Type {
        if let Some(known) = self.columns.borrow().get(&(object, numbers)) {
            return known.clone();
        }
        let mut value = Type::default();
        for (key, entry) in entries {
            if matches!(key, Constant::Number(_)) == numbers {
                value.add(&self.of_constant(entry, Role::Plain));
            }
        }
        self.columns.borrow_mut().insert((object, numbers), value.clone());
        value
    }

    /// Returns a field of a table of the engine.
    fn field_of_engine(&mut self, table: &str, key: &Type) -> Result<Type, String> {
        let Some(word) = key.one_word() else {
            return match table {
                "v" => Ok(Type::number(true, Role::Plain)),
                "w" => Ok(Type::number(false, Role::Plain)),
                _ => Ok(Type::unknown()),
            };
        };
        let constants = self.constants;
        let among = |what: &str, names: &[String]| {
            if names.iter().any(|name| name == word) {
                return Ok(());
            }
            let near = did_you_mean(nearest(word, names.iter().map(String::as_str)));
            Err(format!("there is no {what} `{word}`{near}"))
        };
        match table {
            "v" => among("number", &constants.numbers).map(|()| Type::number(true, Role::Plain)),
            "w" => among("weight", &constants.weights).map(|()| Type::number(false, Role::Plain)),
            "may" => among("act", &constants.acts).map(|()| Type::thing(Thing::Given(format!("may.{word}")))),
            "go" | "together" | "secretly" | "around" | "call" | "asked" => {
                among("step", &constants.steps).map(|()| Type::thing(Thing::Given(format!("{table}.{word}"))))
            }
            "later" => Ok(Type::thing(Thing::Given(format!("later.{word}")))),
            "game" | "act" | "step" | "after" | "appeal" | "resume" => {
                let path = format!("{table}.{word}");
                let routine = constants.routines.iter().find(|(other, _)| *other == path);
                Ok(routine.map_or_else(Type::unknown, |(_, value)| self.of_constant(value, Role::Plain)))
            }
            "math" if matches!(word, "pi" | "huge") => Ok(Type::number(false, Role::Plain)),
            "math" | "bit32" | "table" => Ok(Type::thing(Thing::Given(format!("{table}.{word}")))),
            _ => Err(format!("`{table}` is a function of the engine, which has no entries")),
        }
    }

    /// Notes what is written to `of[key]`.
    pub(super) fn write(
        &mut self,
        target: &Expr,
        (of, of_type): (&Expr, &Type),
        (key, key_type): (&Expr, &Type),
        value: &Type,
    ) {
        let mut wrong = None;
        for thing in of_type.things.clone() {
            let found = self.write_to(&thing, target, of, (key, key_type), value);
            wrong = wrong.or(found);
        }
        if of_type.things.is_empty() && !of_type.unknown {
            wrong = Some(format!("{} is {}, which has no entries", self.show(of), self.say(of_type)));
        }
        let wrong = wrong.filter(|_| of_type.things.len() <= 1);
        self.judge(target, Aspect::Itself, wrong);
    }

    /// Notes what is written to this table, and returns what is wrong with that.
    fn write_to(
        &mut self,
        thing: &Thing,
        target: &Expr,
        of: &Expr,
        (key, key_type): (&Expr, &Type),
        value: &Type,
    ) -> Option<String> {
        match thing {
            Thing::Made(made) => {
                let mut entry = Made::default();
                entry.put(key_type, value);
                self.changed |= self.made.entry(*made).or_default().add(&entry);
                None
            }
            Thing::Given(table) if table == "v" => {
                self.changes(target.line, &self.show(target));
                if let Err(what) = self.field_of_engine("v", key_type) {
                    return Some(what);
                }
                self.keeps(target, value)
            }
            Thing::Object(object) => match &self.constants.objects[*object] {
                Object::Numbers => {
                    self.changes(target.line, &self.show(target));
                    match self.is_seat(of, (key, key_type)) {
                        Err(what) => Some(what),
                        Ok(()) => self.keeps(target, value),
                    }
                }
                Object::Table { .. } => Some(format!(
                    "{} is a table of the top of the script, which nothing can write to while a game is played: what changes is a \
                     number or lies in a zone",
                    self.show(of)
                )),
                _ => Some(format!(
                    "{} is {}, which is not written to in this way",
                    self.show(of),
                    self.say_thing(thing)
                )),
            },
            Thing::Given(_) | Thing::Function(_) => {
                Some(format!("{} is {}, which can't be written to", self.show(of), self.say_thing(thing)))
            }
        }
    }

    /// Returns what is wrong with a value that a number of the game gets.
    fn keeps(&self, target: &Expr, value: &Type) -> Option<String> {
        let is_right = value.may_be_number() && value.constant().is_none_or(|n| n.fract() == 0.0);
        (!is_right).then(|| {
            format!("{} is a whole number of the game, and gets {}", self.show(target), self.say(value))
        })
    }

    /// Returns the keys and entries that a loop goes through; none where it is not reached, or a mistake.
    pub(super) fn walked(&mut self, state: &mut State, values: &[Expr]) -> Option<(Type, Type)> {
        let (over, _) = values.first()?.walked();
        let value = self.value(state, over);
        if state.is_dead {
            return None;
        }
        let (mut keys, mut items) = (Type::default(), Type::default());
        let mut wrong = None;
        for thing in value.things.clone() {
            match &thing {
                Thing::Made(made) => {
                    let made = self.made.get(made).cloned().unwrap_or_default();
                    if !made.items.is_never() {
                        keys.add(&Type::number(true, Role::Plain));
                    }
                    for word in made.fields.keys() {
                        keys.add(&Type::word(word));
                    }
                    if !made.other.is_never() {
                        keys.add(&Type::any_word());
                    }
                    items.add(&made.items);
                    items.add(&made.other);
                    made.fields.values().for_each(|field| {
                        items.add(field);
                    });
                }
                Thing::Object(object) => match &self.constants.objects[*object] {
                    Object::Table { entries, .. } => {
                        for (key, _) in entries {
                            keys.add(&match key {
                                Constant::Word(word) => Type::word(word),
                                Constant::Truth(yes) => Type::truth(*yes, !*yes),
                                _ => Type::number(true, Role::Plain),
                            });
                        }
                        items.add(&self.column(*object, entries, true));
                        items.add(&self.column(*object, entries, false));
                    }
                    Object::Numbers => {
                        keys.add(&Type::number(true, Role::Seat));
                        items.add(&Type::number(true, Role::Plain));
                    }
                    Object::Zone { .. } => {
                        wrong = Some(format!(
                            "`for` goes through a list, and {0} is a zone: write `{1}:kinds()`",
                            self.show(over),
                            self.show(over).trim_matches('`')
                        ));
                    }
                    _ => {
                        wrong = Some(format!(
                            "`for` goes through a list, and {} is {}",
                            self.show(over),
                            self.say(&value)
                        ));
                    }
                },
                Thing::Function(_) | Thing::Given(_) => {
                    wrong = Some(format!(
                        "`for` goes through a list, and {} is {}",
                        self.show(over),
                        self.say(&value)
                    ));
                }
            }
        }
        if value.things.is_empty() && !value.unknown {
            wrong =
                Some(format!("`for` goes through a list, and {} is {}", self.show(over), self.say(&value)));
        }
        if value.unknown {
            keys.add(&Type::unknown());
            items.add(&Type::unknown());
        }
        let wrong = wrong.filter(|_| keys.is_never());
        self.judge(over, Aspect::Use, wrong);
        Some((keys, items))
    }

    /// Returns true if a table of the top level says this word.
    pub(super) fn says(&self, word: &str) -> bool {
        let is = |constant: &Constant| matches!(constant, Constant::Word(other) if other == word);
        self.constants.objects.iter().any(|object| match object {
            Object::Table { entries, .. } => entries.iter().any(|(key, value)| is(key) || is(value)),
            _ => false,
        })
    }
}
