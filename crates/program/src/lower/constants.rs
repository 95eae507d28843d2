//! Values of the top level as lists and tables of the program.

use std::collections::BTreeMap;

use super::calls::is_place;
use super::{Body, Form, Kind, Lower, Place, Taken};
use crate::constants::{Constant, Object};
use crate::infer::Finding;
use crate::program::{Map, NIL};
use crate::types::{Role, Thing, Type};

/// A table of the top level as two lists, each with its number and the form of what is in it.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    pub(super) keys: (i64, Form),
    pub(super) entries: (i64, Form),
}

/// Keys above this are no whole numbers for certain.
const MOST_KEY: f64 = 9e15;

impl Lower<'_, '_> {
    /// Returns the type of the entries of a table of the top level that stand under numbers.
    pub(super) fn entries_type(&self, object: usize) -> Type {
        let mut all = Type::default();
        if let Object::Table { entries, .. } = &self.constants.objects[object] {
            for (_, value) in entries.iter().filter(|(key, _)| matches!(key, Constant::Number(_))) {
                all.add(&self.inference.of_constant(value, Role::Plain));
            }
        }
        all
    }

    /// Returns a value of the top level as a register holds it.
    fn number(&mut self, value: &Constant, kind: Kind, line: usize) -> Taken<i64> {
        Ok(match value {
            Constant::Nil => NIL,
            Constant::Truth(yes) => i64::from(*yes),
            Constant::Number(n) if kind == Kind::Whole => *n as i64,
            Constant::Number(n) => n.to_bits() as i64,
            Constant::Word(word) => self.word(word),
            Constant::Object(_) => {
                let found = self.inference.of_constant(value, Role::Plain);
                let Some(thing) = found.things.first() else {
                    return Err(Finding { line, what: "a value of which nothing is known".to_owned() });
                };
                self.thing_number(thing, line)?
            }
        })
    }

    /// Returns the number of a zone, list or function.
    pub(super) fn thing_number(&mut self, thing: &Thing, line: usize) -> Taken<i64> {
        match thing {
            Thing::Object(object) => {
                match (self.places.objects.get(*object), &self.constants.objects[*object]) {
                    (Some(Place::Zone(number) | Place::Cells(number) | Place::Secrets(number)), _) => {
                        Ok(*number as i64)
                    }
                    (_, Object::Table { .. }) => self.list(*object, line),
                    _ => Err(Finding { line, what: "a thing of the engine as a value".to_owned() }),
                }
            }
            Thing::Function(function) => Ok(*function as i64),
            Thing::Given(path) => Ok(i64::from(self.stub(path, line)?) | 1 << 32),
            Thing::Made(_) => Err(Finding { line, what: "a list whose making is not known".to_owned() }),
        }
    }

    /// Returns the number of a list of the top level.
    pub(super) fn list(&mut self, object: usize, line: usize) -> Taken<i64> {
        if let Some(&known) = self.lists.get(&object) {
            return Ok(known);
        }
        let constants = self.constants;
        let Object::Table { entries, .. } = &constants.objects[object] else {
            return Err(Finding { line, what: "a list is expected here".to_owned() });
        };
        let mut places = Vec::new();
        for (key, value) in entries {
            match key {
                Constant::Number(n) if is_place(*n) => places.push((*n as usize, value)),
                // Words have their own tables.
                _ => {}
            }
        }
        places.sort_by_key(|(place, _)| *place);
        let mut all = Type::default();
        for (_, value) in &places {
            all.add(&self.inference.of_constant(value, Role::Plain));
        }
        let number = self.program.lists.len();
        self.program.lists.push(Vec::new());
        self.lists.insert(object, number as i64);
        // A table of this and that is known by its number alone: its places are read where they are known.
        let Ok(Form { kind, .. }) = self.form(&all, line) else { return Ok(number as i64) };
        let mut list = Vec::new();
        for (place, value) in places {
            list.resize(place - 1, NIL);
            list.push(self.number(value, kind, line)?);
        }
        self.program.lists[number] = list;
        Ok(number as i64)
    }

    /// Returns the types of all keys of a table of the top level, and of all that stands there.
    pub(super) fn column_types(&self, object: usize) -> [Type; 2] {
        let (mut keys, mut there) = (Type::default(), Type::default());
        if let Object::Table { entries, .. } = &self.constants.objects[object] {
            for (key, value) in entries {
                keys.add(&self.inference.of_constant(key, Role::Plain));
                there.add(&self.inference.of_constant(value, Role::Plain));
            }
        }
        [keys, there]
    }

    /// Returns a table of the top level as lists of its keys and of what stands there, in the order in which Luau goes through it.
    pub(super) fn columns(&mut self, object: usize, line: usize) -> Taken<Columns> {
        if let Some(&known) = self.columns.get(&object) {
            return Ok(known);
        }
        let constants = self.constants;
        let Object::Table { entries, .. } = &constants.objects[object] else {
            return Err(Finding { line, what: "a table is expected here".to_owned() });
        };
        let is_odd =
            |key: &Constant| matches!(key, Constant::Number(n) if n.fract() != 0.0 || n.abs() > MOST_KEY);
        if entries.iter().any(|(key, _)| is_odd(key)) {
            return Err(Finding { line, what: "a table with keys that are not whole".to_owned() });
        }
        let types = self.column_types(object);
        let keys = entries.iter().map(|(key, _)| key).collect::<Vec<_>>();
        let there = entries.iter().map(|(_, value)| value).collect::<Vec<_>>();
        let mut columns = [(0, Form::WHOLE); 2];
        for ((column, values), found) in columns.iter_mut().zip([keys, there]).zip(types) {
            let form = self.form(&found, line)?;
            let list = values.into_iter().map(|value| self.number(value, form.kind, line));
            let list = list.collect::<Taken<Vec<_>>>()?;
            *column = (self.program.lists.len() as i64, form);
            self.program.lists.push(list);
        }
        let columns = Columns { keys: columns[0], entries: columns[1] };
        self.columns.insert(object, columns);
        Ok(columns)
    }

    /// Returns the number of the table that has, for each of these tables of the top level, its entry under a word.
    pub(super) fn field(&mut self, tables: &Type, word: &str, kind: Kind, line: usize) -> Taken<u16> {
        let constants = self.constants;
        let mut map = BTreeMap::new();
        for thing in &tables.things {
            let Thing::Object(object) = thing else {
                return Err(Finding {
                    line,
                    what: "a table with names that is made while the game runs".to_owned(),
                });
            };
            let Object::Table { entries, .. } = &constants.objects[*object] else {
                return Err(Finding { line, what: "a table is expected here".to_owned() });
            };
            let key = self.list(*object, line)?;
            let found = entries.iter().find(|(key, _)| matches!(key, Constant::Word(other) if other == word));
            if let Some((_, value)) = found {
                let value = self.number(value, kind, line)?;
                map.insert(key, value);
            }
        }
        self.add_map(map, line)
    }

    /// Returns the number of the table of the top level's entries by their keys.
    pub(super) fn map(&mut self, object: usize, by_word: bool, line: usize) -> Taken<u16> {
        if let Some(&known) = self.maps.get(&(object, by_word)) {
            return Ok(known);
        }
        let constants = self.constants;
        let Object::Table { entries, .. } = &constants.objects[object] else {
            return Err(Finding { line, what: "a table is expected here".to_owned() });
        };
        let is_one = |key: &Constant| matches!(key, Constant::Word(_)) == by_word;
        let mut all = Type::default();
        for (_, value) in entries.iter().filter(|(key, _)| is_one(key)) {
            all.add(&self.inference.of_constant(value, Role::Plain));
        }
        let kind = self.form(&all, line)?.kind;
        let mut map = BTreeMap::new();
        for (key, value) in entries.iter().filter(|(key, _)| is_one(key)) {
            let key = match key {
                Constant::Number(n) if n.fract() == 0.0 => *n as i64,
                Constant::Word(word) => self.word(word),
                Constant::Truth(yes) => i64::from(*yes),
                _ => continue,
            };
            let value = self.number(value, kind, line)?;
            map.insert(key, value);
        }
        let number = self.add_map(map, line)?;
        self.maps.insert((object, by_word), number);
        Ok(number)
    }

    fn add_map(&mut self, map: BTreeMap<i64, i64>, line: usize) -> Taken<u16> {
        let Ok(number) = u16::try_from(self.program.maps.len()) else {
            return Err(Finding { line, what: "more than 65,535 tables".to_owned() });
        };
        self.program.maps.push(Map::new(map));
        Ok(number)
    }
}

impl Body<'_, '_, '_> {
    /// Returns a thing of this kind as a register holds it.
    pub(super) fn thing(&mut self, thing: &Thing, kind: Kind) -> Taken<i64> {
        if self.lower.kind_of_thing(thing) != Some(kind) {
            return self.refuse("a thing of another kind than its place");
        }
        self.lower.thing_number(thing, self.line)
    }
}
