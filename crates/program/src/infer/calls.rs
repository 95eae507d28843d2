//! Calls: of the script's functions, of the engine and of Luau's library.

use ludometer_model::{did_you_mean, nearest};

use super::expressions::role_alone;
use super::flow::{LED, NOT_LED, State};
use super::{Aspect, Inference, Made};
use crate::constants::Object;
use crate::declared::{Signature, Written};
use crate::syntax::{Expr, ExprKind};
use crate::types::{Role, Thing, Type};

/// Tables of the engine and of Luau.
pub(super) const TABLES: &[&str] = &[
    "v", "w", "may", "go", "together", "secretly", "around", "call", "later", "asked", "game", "act", "step",
    "after", "appeal", "resume", "math", "bit32", "table",
];
/// Functions that lead on from an act.
const LEADS: &[&str] =
    &["start", "end_turn", "win", "lose", "game_over", "everyone_wins", "everyone_loses", "ask_next", "back"];
/// Functions that declare something.
const DECLARES: &[&str] = &[
    "param",
    "steps",
    "sees",
    "choice",
    "check",
    "warn",
    "always",
    "turn_limit",
    "decision_limit",
    "card",
    "cards",
    "file",
    "number",
    "numbers",
    "secret_numbers",
    "cells",
    "board",
    "weight",
    "words",
    "stock",
    "stocks",
    "stack",
    "stacks",
    "pile",
    "piles",
    "tableau",
    "tableaus",
    "row",
    "hands",
    "cups",
];
/// Functions of the engine that change nothing.
const READS: &[&str] = &["copies", "known", "possible", "unseen", "next_seat", "is_out", "set"];
/// Functions of Luau.
const LIBRARY: &[&str] =
    &["assert", "error", "ipairs", "next", "pairs", "select", "tonumber", "type", "unpack"];

impl Inference<'_> {
    /// Returns the results of a call.
    pub(super) fn results(&mut self, state: &mut State, expr: &Expr) -> Vec<Type> {
        self.work += 1;
        let results = match &expr.kind {
            ExprKind::Call(callee, arguments) => self.call(state, expr, callee, arguments),
            ExprKind::Method(of, name, arguments) => self.method(state, expr, of, name, arguments),
            _ => return vec![self.value(state, expr)],
        };
        match results {
            Some(results) if !state.is_dead => {
                if let Some(first) = results.first() {
                    self.current.types.insert(expr.id, first.clone());
                }
                results
            }
            _ => {
                state.is_dead = true;
                Vec::new()
            }
        }
    }

    fn call(&mut self, state: &mut State, expr: &Expr, callee: &Expr, list: &[Expr]) -> Option<Vec<Type>> {
        let target = self.value(state, callee);
        let arguments = self.values(state, list, 0);
        if state.is_dead {
            return None;
        }
        let mut results: Option<Vec<Type>> = None;
        let mut is_called = target.unknown;
        let mut leads = 0;
        let mut is_left = target.unknown || target.things.is_empty();
        for thing in target.things.clone() {
            let before = state.leads;
            let found = match &thing {
                Thing::Function(function) => {
                    is_called = true;
                    if list.last().is_some_and(|last| self.show(last).contains("unpack(")) {
                        self.refuse(expr, "`unpack` for a function of the script: give it the list itself");
                    }
                    self.script_call(state, expr, *function, arguments.clone())
                }
                Thing::Given(path) if !TABLES.contains(&path.as_str()) => {
                    is_called = true;
                    self.engine_call(state, expr, path, list, &arguments)
                }
                _ => continue,
            };
            if let Some(found) = found {
                leads |= state.leads;
                results = Some(joined(results, &found));
                is_left |= !state.is_dead;
            }
            state.leads = before;
            state.is_dead = false;
        }
        state.is_dead = results.is_some() && !is_left;
        if target.unknown {
            leads |= state.leads;
            results = Some(joined(results, &[Type::unknown()]));
        }
        let what = (!is_called)
            .then(|| format!("{} is {}, and can't be called", self.show(callee), self.say(&target)));
        let has_failed = what.is_some();
        if has_failed || target.things.iter().all(|thing| matches!(thing, Thing::Function(_))) {
            self.judge(expr, Aspect::Itself, what);
        }
        if leads != 0 {
            state.leads = leads;
        }
        if has_failed { Some(vec![Type::unknown()]) } else { results }
    }

    /// Calls a function of the script; none if it never returns, as far as is known.
    fn script_call(
        &mut self,
        state: &mut State,
        expr: &Expr,
        function: usize,
        arguments: Vec<Type>,
    ) -> Option<Vec<Type>> {
        let Some(instance) = self.instance(function, arguments) else {
            self.refuse(expr, "too many kinds of arguments come together in this script's functions");
            return Some(vec![Type::unknown()]);
        };
        let known = &self.instances[instance];
        let result = known.result.clone();
        let effects = known.effects.clone();
        if result.is_some() {
            let led = effects.leads;
            if state.leads & NOT_LED != 0 {
                state.leads = state.leads & !NOT_LED | led;
            }
        }
        self.current.effects.offers.extend(effects.offers);
        if let Some((line, what)) = effects.changes {
            self.changes(line, &what);
        }
        result
    }

    /// Calls a function of the engine or of Luau.
    fn engine_call(
        &mut self,
        state: &mut State,
        expr: &Expr,
        path: &str,
        list: &[Expr],
        arguments: &[Type],
    ) -> Option<Vec<Type>> {
        self.changed |= self.called.insert(path.to_owned());
        let (table, name) = path.split_once('.').unwrap_or(("", path));
        if matches!(table, "math" | "bit32" | "table") || LIBRARY.contains(&path) {
            return self.library_call(state, expr, path, list, arguments);
        }
        if DECLARES.contains(&path) {
            let what =
                format!("`{path}` declares something: it stands at the top of a script, not in a function");
            self.judge(expr, Aspect::Itself, Some(what));
            return Some(vec![Type::unknown()]);
        }
        let mut wrong = None;
        if table == "may" {
            self.current.effects.offers.insert(name.to_owned());
            let slip = self.act_arguments(name, list, arguments);
            self.judge(expr, Aspect::Meaning, slip);
        }
        let leads =
            LEADS.contains(&path) || matches!(table, "go" | "together" | "secretly" | "around" | "call");
        if leads || table == "later" || table.is_empty() && !READS.contains(&path) {
            self.changes(expr.line, &format!("`{path}`"));
        }
        if leads {
            if state.leads == LED {
                // The game ends there.
                state.is_dead = true;
                wrong = wrong.or_else(|| {
                    Some(format!("`{path}` comes when the act has led on already, which it does once: is a `return` missing?"))
                });
            }
            state.leads = LED;
        }
        let declarations = self.declarations;
        let Some(Written::Function(signature)) = declarations.of(path) else {
            self.judge(expr, Aspect::Itself, wrong);
            return Some(vec![Type::unknown()]);
        };
        let wrong = wrong.or_else(|| self.fits(path, signature, list, arguments));
        self.judge(expr, Aspect::Itself, wrong);
        if table != "may" {
            let slip = self.mixed_up(path, signature, list, arguments);
            self.judge(expr, Aspect::Meaning, slip);
        }
        Some(match &signature.result {
            None => Vec::new(),
            Some(written) => vec![self.given(expr, written)],
        })
    }

    /// Returns what seems to be a slip in what `may.NAME` gives its act.
    fn act_arguments(&self, name: &str, list: &[Expr], arguments: &[Type]) -> Option<String> {
        let act = self.constants.routines.iter().find(|(path, _)| *path == format!("act.{name}"))?;
        let Some(&Thing::Function(function)) = self.of_constant(&act.1, Role::Plain).things.first() else {
            return None;
        };
        let parameters = self.script.functions[function].parameters.get(1..).unwrap_or_default();
        if arguments.len() > parameters.len() {
            let extra = list.get(parameters.len())?;
            return Some(format!(
                "`may.{name}` gives {}, and `act.{name}` takes {} behind the seat",
                self.show(extra),
                match parameters.len() {
                    0 => "nothing".to_owned(),
                    1 => "one argument".to_owned(),
                    n => format!("{n} arguments"),
                }
            ));
        }
        for (place, (parameter, argument)) in parameters.iter().zip(arguments).enumerate() {
            let local = &self.script.locals[*parameter];
            let wanted = match local.given.as_ref().map(|(name, _)| name.as_str()) {
                Some("card") => Role::Card,
                Some("seat") => Role::Seat,
                _ => Role::Plain,
            };
            let shown = || list.get(place).map_or_else(|| "an argument".to_owned(), |expr| self.show(expr));
            if let (Role::Card, Some(Role::Seat)) | (Role::Seat, Some(Role::Card)) =
                (wanted, role_alone(argument))
            {
                let what = if wanted == Role::Card { "a card" } else { "a seat" };
                return Some(format!(
                    "`{}` of `act.{name}` is {what}, and {} is {}",
                    local.name,
                    shown(),
                    self.say(argument)
                ));
            }
        }
        None
    }

    /// Returns what is wrong with the arguments of a function of the engine.
    fn fits(&self, path: &str, signature: &Signature, list: &[Expr], arguments: &[Type]) -> Option<String> {
        let more = signature.more.iter().map(|written| (String::new(), written.clone()));
        let parameters = signature.parameters.iter().cloned();
        let wanted: Vec<(String, Written)> = match signature.more {
            Some(_) => parameters.chain(more.cycle().take(arguments.len())).collect(),
            None => parameters.collect(),
        };
        for (place, (name, written)) in wanted.iter().enumerate() {
            let missing = Type::nil();
            let argument = match arguments.get(place) {
                Some(argument) => argument,
                None if signature.more.is_some() && place >= signature.parameters.len() => return None,
                None => &missing,
            };
            let Err(wants) = self.accepts(written, argument) else { continue };
            let shown = match list.get(place) {
                Some(expr) => format!("{} is {}", self.show(expr), self.say(argument)),
                None => "it is missing".to_owned(),
            };
            let name = if name.is_empty() { format!("argument {}", place + 1) } else { format!("`{name}`") };
            return Some(format!("`{path}` takes {wants} as {name}, and {shown}"));
        }
        if arguments.len() > wanted.len()
            && let Some(extra) = list.get(wanted.len())
        {
            return Some(format!(
                "`{path}` takes {} arguments, and {} is one more",
                wanted.len(),
                self.show(extra)
            ));
        }
        None
    }

    /// Returns where a seat is given in the place of a card, or a card in that of a seat.
    fn mixed_up(
        &self,
        path: &str,
        signature: &Signature,
        list: &[Expr],
        arguments: &[Type],
    ) -> Option<String> {
        for (((_, written), argument), expr) in signature.parameters.iter().zip(arguments).zip(list) {
            let written = if let Written::Optional(inner) = written { inner } else { written };
            let Written::Name(name) = written else { continue };
            match (name.as_str(), role_alone(argument)) {
                ("card", Some(Role::Seat)) | ("seat", Some(Role::Card)) => {
                    return Some(format!(
                        "`{path}` takes a {name}, and {} is {}",
                        self.show(expr),
                        self.say(argument)
                    ));
                }
                _ => {}
            }
        }
        None
    }

    /// Returns what is wanted where no value of this type can be right.
    fn accepts(&self, written: &Written, value: &Type) -> Result<(), String> {
        if value.unknown {
            return Ok(());
        }
        let is_zone = |thing: &Thing| matches!(thing, Thing::Object(object) if matches!(self.constants.objects[*object], Object::Zone { .. }));
        let no = |wanted: &str| Err(wanted.to_owned());
        match written {
            Written::Optional(inner) if value.nil => {
                let _ = inner;
                Ok(())
            }
            Written::Optional(inner) => self.accepts(inner, value),
            Written::Either(list) => {
                let wants: Vec<String> =
                    list.iter().filter_map(|one| self.accepts(one, value).err()).collect();
                if wants.len() < list.len() { Ok(()) } else { Err(wants.join(" or ")) }
            }
            Written::Name(name) => match name.as_str() {
                "card" if value.number.is_none() => no("a card"),
                "seat" if value.number.is_none() => no("a seat"),
                "number" | "amount" | "slot" if value.number.is_none() => no("a number"),
                "string" if value.words.is_none() => no("a word"),
                "boolean" if value.number.is_some() || value.words.is_some() => no("true or false"),
                "Bag" | "List" | "Zone" if !value.things.iter().any(is_zone) => no("a zone"),
                _ => Ok(()),
            },
            Written::List(_) if value.things.is_empty() => no("a list"),
            Written::List(_) if value.things.iter().all(is_zone) => no("a list"),
            _ => Ok(()),
        }
    }

    /// Returns the type of what the engine gives in this place.
    fn given(&mut self, expr: &Expr, written: &Written) -> Type {
        match written {
            Written::Name(name) => match name.as_str() {
                "card" => Type::number(true, Role::Card),
                "seat" => Type::number(true, Role::Seat),
                "number" | "slot" | "amount" => Type::number(true, Role::Plain),
                "boolean" => Type::truth(true, true),
                "string" => Type::any_word(),
                _ => Type::unknown(),
            },
            Written::List(inner) => {
                let items = self.given(expr, inner);
                self.list_made(expr, items)
            }
            _ => Type::unknown(),
        }
    }

    /// Returns a list that this expression gives, with these entries.
    fn list_made(&mut self, expr: &Expr, items: Type) -> Type {
        let made = Made { items, ..Made::default() };
        self.changed |= self.made.entry(expr.id).or_default().add(&made);
        Type::thing(Thing::Made(expr.id))
    }

    /// Returns the name of the type whose methods a thing has; empty where it has none.
    pub(crate) fn methods_of(&self, thing: &Thing) -> &'static str {
        let Thing::Object(object) = thing else { return "" };
        match &self.constants.objects[*object] {
            Object::Zone { is_ordered: true, .. } => "List",
            Object::Zone { .. } => "Bag",
            Object::Secrets => "SecretNumbers",
            Object::Cells { is_board: true } => "Board",
            Object::Cells { .. } => "Cells",
            _ => "",
        }
    }

    fn method(
        &mut self,
        state: &mut State,
        expr: &Expr,
        of: &Expr,
        name: &str,
        list: &[Expr],
    ) -> Option<Vec<Type>> {
        let target = self.value(state, of);
        let arguments = self.values(state, list, 0);
        if state.is_dead {
            return None;
        }
        let mut results: Option<Vec<Type>> = None;
        let (mut is_called, mut wrong) = (target.unknown, None);
        for thing in target.things.clone() {
            let kind = self.methods_of(&thing);
            let declarations = self.declarations;
            let methods = declarations.methods(kind);
            let Some((_, Written::Function(signature))) = methods.iter().find(|(other, _)| other == name)
            else {
                let near = nearest(name, methods.iter().map(|(name, _)| name.as_str()));
                wrong = Some(if kind.is_empty() {
                    format!("{} is {}, which has no methods", self.show(of), self.say(&target))
                } else {
                    format!(
                        "{} is {}, which has no `{name}`{}",
                        self.show(of),
                        self.say(&target),
                        did_you_mean(near)
                    )
                });
                continue;
            };
            is_called = true;
            // What gives nothing is called for what it changes.
            if signature.result.is_none() {
                self.changes(expr.line, &self.show(of));
            }
            let signature = Signature {
                parameters: signature.parameters.get(1..).unwrap_or_default().to_vec(),
                ..(**signature).clone()
            };
            if let Some(what) = self.fits(name, &signature, list, &arguments) {
                wrong = Some(what);
            }
            let slip = self.mixed_up(name, &signature, list, &arguments);
            self.judge(expr, Aspect::Meaning, slip);
            let found = match &signature.result {
                None => Vec::new(),
                Some(written) => vec![self.given(expr, written)],
            };
            results = Some(joined(results, &found));
        }
        if target.things.is_empty() && !target.unknown {
            wrong = Some(format!("{} is {}, which has no `{name}`", self.show(of), self.say(&target)));
        }
        let is_sure = target.things.len() <= 1 || !is_called || wrong.as_ref().is_some_and(|_| is_called);
        self.judge(expr, Aspect::Itself, wrong.filter(|_| is_sure));
        Some(results.unwrap_or_else(|| vec![Type::unknown()]))
    }

    /// Calls a function of Luau's library.
    fn library_call(
        &mut self,
        state: &mut State,
        expr: &Expr,
        path: &str,
        list: &[Expr],
        arguments: &[Type],
    ) -> Option<Vec<Type>> {
        let first = arguments.first().cloned().unwrap_or_else(Type::nil);
        let all_whole = arguments.iter().all(|value| value.number.is_none_or(|number| number.is_whole));
        let number = |is_whole| Some(vec![Type::number(is_whole, Role::Plain)]);
        let (table, name) = path.split_once('.').unwrap_or(("", path));
        if matches!(table, "math" | "bit32") {
            let wrong = arguments.iter().zip(list).find(|(value, _)| !value.may_be_number());
            let what = wrong.map(|(value, expr)| {
                format!("`{path}` takes numbers, and {} is {}", self.show(expr), self.say(value))
            });
            let what = what.or_else(|| {
                arguments.is_empty().then(|| format!("`{path}` takes numbers, and there is none"))
            });
            self.judge(expr, Aspect::Itself, what);
            let values: Option<Vec<f64>> = arguments.iter().map(Type::constant).collect();
            let folded = values.and_then(|values| match (name, values.as_slice()) {
                ("max", list) => list.iter().copied().reduce(f64::max),
                ("min", list) => list.iter().copied().reduce(f64::min),
                ("floor", [n]) => Some(n.floor()),
                ("ceil", [n]) => Some(n.ceil()),
                ("abs", [n]) => Some(n.abs()),
                _ => None,
            });
            if let Some(n) = folded {
                return Some(vec![Type::value(n, Role::Plain)]);
            }
            return match name {
                "btest" => Some(vec![Type::truth(true, true)]),
                "sqrt" => number(false),
                "modf" => Some(vec![Type::number(true, Role::Plain), Type::number(false, Role::Plain)]),
                "floor" | "ceil" | "round" | "sign" => number(true),
                _ => number(table == "bit32" || all_whole),
            };
        }
        if table == "table" {
            return Some(self.table_call(expr, name, list, arguments));
        }
        match path {
            "error" => {
                state.is_dead = true;
                None
            }
            "assert" => {
                state.is_dead = !first.outcomes().0;
                Some(vec![first.that_are(true)])
            }
            "type" => {
                let kinds = [
                    (first.nil, "nil"),
                    (first.number.is_some(), "number"),
                    (first.words.is_some(), "string"),
                    (first.truth != (false, false), "boolean"),
                    (!first.things.is_empty(), "table"),
                    (!first.things.is_empty(), "function"),
                ];
                let mut value = Type { unknown: first.unknown, ..Type::default() };
                for (_, kind) in kinds.iter().filter(|(is, _)| *is) {
                    value.add(&Type::word(kind));
                }
                Some(vec![value])
            }
            "tonumber" => match first.one_word().map(str::parse::<f64>) {
                Some(Ok(n)) => Some(vec![Type::value(n, Role::Plain)]),
                Some(Err(_)) => Some(vec![Type::nil()]),
                None if first.words.is_none() => Some(vec![first]),
                None => Some(vec![Type::nil().or(&Type::number(false, Role::Plain))]),
            },
            "unpack" => Some(self.unpacked(&first)),
            _ => {
                let instead = match name {
                    "pairs" | "ipairs" | "next" => "go through a list by `for _, x in list do`",
                    _ => "give a parameter for each value",
                };
                self.refuse(expr, &format!("`{name}` in a function: {instead}"));
                Some(vec![Type::unknown(), Type::unknown(), Type::unknown()])
            }
        }
    }

    fn table_call(&mut self, expr: &Expr, name: &str, list: &[Expr], arguments: &[Type]) -> Vec<Type> {
        let first = arguments.first().cloned().unwrap_or_else(Type::nil);
        let is_list = |thing: &Thing| match thing {
            Thing::Made(_) => true,
            Thing::Object(object) => matches!(self.constants.objects[*object], Object::Table { .. }),
            _ => false,
        };
        let is_right = first.unknown || first.things.iter().any(is_list) || name == "create";
        let what = (!is_right).then(|| {
            let shown = list.first().map_or_else(|| "it".to_owned(), |expr| self.show(expr));
            format!("`table.{name}` takes a list, and {shown} is {}", self.say(&first))
        });
        let writes = matches!(name, "insert" | "remove" | "sort" | "clear");
        let is_top =
            first.things.len() == 1 && first.things.iter().all(|thing| matches!(thing, Thing::Object(_)));
        let what = what.or_else(|| {
            (writes && is_top).then(|| {
                let shown = list.first().map_or_else(|| "it".to_owned(), |expr| self.show(expr));
                format!("`table.{name}` changes {shown}, a table of the top of the script: take `table.clone` of it first")
            })
        });
        self.judge(expr, Aspect::Itself, what);
        let items = self.items_of(&first);
        match name {
            "insert" => {
                let value = arguments.get(1..).and_then(<[Type]>::last).cloned().unwrap_or_default();
                self.put_all(&first, &value);
                Vec::new()
            }
            "remove" => vec![items.or(&Type::nil())],
            "sort" | "clear" | "freeze" => Vec::new(),
            "find" => vec![Type::nil().or(&Type::number(true, Role::Plain))],
            "clone" => {
                let mut made = Made { items, ..Made::default() };
                for thing in &first.things {
                    if let Some(other) = self.made_of(thing) {
                        made.add(&other);
                    }
                }
                self.changed |= self.made.entry(expr.id).or_default().add(&made);
                vec![Type::thing(Thing::Made(expr.id))]
            }
            "create" => {
                let items = arguments.get(1).cloned().unwrap_or_default();
                vec![self.list_made(expr, items)]
            }
            "move" => {
                let to = arguments.get(4).cloned().unwrap_or(first);
                self.put_all(&to, &items);
                vec![to]
            }
            "maxn" => vec![Type::number(true, Role::Plain)],
            "concat" => vec![Type::any_word()],
            "unpack" => self.unpacked(&first),
            _ => {
                self.refuse(expr, &format!("`table.{name}` in a function: go through the list"));
                vec![Type::unknown(), Type::unknown(), Type::unknown()]
            }
        }
    }

    /// Returns the entries of a list as values, so many as are mostly looked at.
    fn unpacked(&self, list: &Type) -> Vec<Type> {
        vec![self.items_of(list); 8]
    }

    /// Returns what a table holds, as if it had been made here.
    fn made_of(&self, thing: &Thing) -> Option<Made> {
        match thing {
            Thing::Made(made) => self.made.get(made).cloned(),
            Thing::Object(object) => {
                let Object::Table { entries, .. } = &self.constants.objects[*object] else { return None };
                let mut made = Made::default();
                for (key, value) in entries {
                    let key = self.of_constant(key, Role::Plain);
                    made.put(&key, &self.of_constant(value, Role::Plain).without_values());
                }
                Some(made)
            }
            _ => None,
        }
    }

    /// Returns the type of the entries of a list.
    pub(crate) fn items_of(&self, list: &Type) -> Type {
        let mut items = Type { unknown: list.unknown, ..Type::default() };
        for thing in &list.things {
            if let Some(made) = self.made_of(thing) {
                items.add(&made.items);
            }
        }
        items
    }

    /// Notes that lists get these entries.
    fn put_all(&mut self, list: &Type, value: &Type) {
        for thing in &list.things {
            if let Thing::Made(made) = thing {
                let entry = Made { items: value.clone(), ..Made::default() };
                self.changed |= self.made.entry(*made).or_default().add(&entry);
            }
        }
    }
}

/// Returns results that are those of either call.
fn joined(known: Option<Vec<Type>>, found: &[Type]) -> Vec<Type> {
    let Some(mut known) = known else { return found.to_vec() };
    let count = known.len().max(found.len());
    known.resize(count, Type::nil());
    for (place, known) in known.iter_mut().enumerate() {
        known.add(found.get(place).unwrap_or(&Type::nil()));
    }
    known
}
