//! Calls: of the script's functions, of the engine and of Luau's library.

use super::expressions::is_quiet;
use super::{Body, Form, Kind, Label, Lower, Place, Taken, Val};
use crate::constants::{Constant, Object};
use crate::declared::Written;
use crate::infer::Finding;
use crate::program::{
    Bits, Compare, Function, FunctionId, LISTED, NIL, Op, Real, Reg, Rounding, SECRET, ZERO,
};
use crate::syntax::{Expr, ExprKind};
use crate::types::{Thing, Type, Words};

use ludometer_zones::announce::part;
use ludometer_zones::moves::FORCED;

/// A method of one of more things than these would be too much code.
const MOST_PLACES: usize = 24;

const ZONE: Form = Form { kind: Kind::Zone, nil: false };
const LIST: Form = Form { kind: Kind::List, nil: false };
const REAL: Form = Form { kind: Kind::Real, nil: false };
const MAYBE: Form = Form { kind: Kind::Whole, nil: true };

impl Lower<'_, '_> {
    /// Returns a function of the program that does what one of the engine does, for those that are values.
    pub(super) fn stub(&mut self, path: &str, line: usize) -> Taken<FunctionId> {
        if let Some(&known) = self.stubs.get(path) {
            return Ok(known);
        }
        let number = self.program.functions.len() as FunctionId;
        let op = match path.split_once('.') {
            Some(("may", act)) => {
                let Some(act) = position(&self.places.acts, act) else {
                    return Err(Finding { line, what: format!("there is no act.{act}") });
                };
                Op::May { act: act as u16, a: 0, b: 1, c: 2 }
            }
            Some(("go", step)) => {
                let Some(step) = position(&self.places.steps, step) else {
                    return Err(Finding { line, what: format!("there is no step.{step}") });
                };
                Op::Go { step: step as u8, seat: 0 }
            }
            _ => return Err(Finding { line, what: format!("`{path}` as a value") }),
        };
        // Its code comes when no other function is being lowered.
        self.open_stubs.push((number, op));
        // What is not given is nothing: a caller clears these.
        self.program.functions.push(Function { name: path.to_owned(), entry: usize::MAX, parameters: 3 });
        self.stubs.insert(path.to_owned(), number);
        Ok(number)
    }

    /// Holds that these are all lists.
    pub(super) fn only_lists(&self, found: &Type, line: usize) -> Taken<()> {
        for thing in &found.things {
            let what = match thing {
                Thing::Made(_) if self.has_names(thing) => "a table with names",
                Thing::Object(object) => match &self.constants.objects[*object] {
                    Object::Table { entries, .. } if !is_list(entries) => {
                        "a table with other keys than places"
                    }
                    _ => continue,
                },
                _ => continue,
            };
            return Err(Finding { line, what: what.to_owned() });
        }
        Ok(())
    }

    /// Returns the one table of the top level that this is, if it has other keys than places.
    pub(super) fn table_of(&self, found: &Type) -> Option<usize> {
        let [Thing::Object(object)] = found.things.iter().collect::<Vec<_>>()[..] else { return None };
        match &self.constants.objects[*object] {
            Object::Table { entries, .. } if !is_list(entries) && !entries.is_empty() => Some(*object),
            _ => None,
        }
    }

    /// Returns the rows of cells, or the secret numbers, that this can be, if there are several and few.
    fn several(&self, found: &Type) -> Option<Vec<Place>> {
        let place = |thing: &Thing| match thing {
            Thing::Object(object) => self.places.objects.get(*object).copied().unwrap_or_default(),
            _ => Place::None,
        };
        let places: Vec<Place> = found.things.iter().map(place).collect();
        let are_alike = places.iter().all(|place| matches!(place, Place::Cells(_)))
            || places.iter().all(|place| matches!(place, Place::Secrets(_)));
        (are_alike && (2..=MOST_PLACES).contains(&places.len())).then_some(places)
    }

    /// Returns true for a table with names that a function makes.
    fn has_names(&self, thing: &Thing) -> bool {
        let Thing::Made(id) = thing else { return false };
        let made = self.inference.made.get(id);
        made.is_some_and(|made| !made.fields.is_empty() || !made.other.is_never())
    }

    /// Returns true if a list of the program has the entries of this table under such keys.
    pub(super) fn is_read_by_place(&self, thing: &Thing, key: &Type) -> bool {
        let Thing::Object(object) = thing else { return key.words.is_some() || !self.has_names(thing) };
        let Object::Table { entries, .. } = &self.constants.objects[*object] else { return true };
        key.words.is_none()
            && entries.iter().all(|(key, _)| match key {
                Constant::Number(n) => is_place(*n),
                _ => true,
            })
    }
}

/// Returns true for a number that can be a place in a list of the top level.
pub(super) fn is_place(n: f64) -> bool {
    n >= 1.0 && n.fract() == 0.0 && n < 65_536.0
}

/// Returns true for a table whose keys are places, without an empty one.
pub(super) fn is_list(entries: &[(Constant, Constant)]) -> bool {
    let mut places = (1_u32..).map(|place| Constant::Number(f64::from(place)));
    entries.iter().all(|(key, _)| places.next().as_ref() == Some(key))
}

/// Returns the place of a name, from 1.
fn position(names: &[String], name: &str) -> Option<usize> {
    names.iter().position(|other| other == name).map(|place| place + 1)
}

impl Body<'_, '_, '_> {
    /// Returns the types of all results of a call of one function of the script.
    pub(super) fn results_of(&self, expr: &Expr) -> Option<Vec<Type>> {
        if matches!(expr.kind, ExprKind::More) {
            let typed = &self.lower.inference.instances[self.instance];
            let named = self.lower.script.functions[typed.function].parameters.len();
            return Some(typed.arguments.get(named..).unwrap_or_default().to_vec());
        }
        let ExprKind::Call(callee, arguments) = &expr.kind else { return None };
        let found = self.type_of(callee);
        let mut all: Option<Vec<Type>> = None;
        for thing in &found.things {
            let Thing::Function(function) = thing else { return None };
            let instance = self.instance_of(*function, arguments)?;
            let results = self.lower.inference.instances[instance].result.clone()?;
            all = Some(match all {
                None => results,
                Some(mut known) => {
                    known.resize(known.len().max(results.len()), Type::nil());
                    for (place, known) in known.iter_mut().enumerate() {
                        known.add(results.get(place).unwrap_or(&Type::nil()));
                    }
                    known
                }
            });
        }
        all
    }

    /// Returns the instance that a call of a function leads to.
    fn instance_of(&self, function: usize, arguments: &[Expr]) -> Option<usize> {
        let called = &self.lower.script.functions[function];
        let takes = called.parameters.len();
        let mut types: Vec<Type> = arguments.iter().map(|argument| self.type_of(argument)).collect();
        if let Some(last) = arguments.last()
            && (types.len() < takes || called.takes_more || matches!(last.kind, ExprKind::More))
            && let Some(results) = self.results_of(last)
        {
            types.pop();
            types.extend(results);
        }
        if !called.takes_more || types.len() < takes {
            types.resize(takes, Type::nil());
        }
        for found in &mut types {
            *found = found.without_values();
        }
        self.lower.inference.by_arguments.get(&(function, types)).copied()
    }

    /// Returns the values of expressions, the last of which can give several.
    pub(super) fn values(&mut self, list: &[Expr], count: usize) -> Taken<Vec<Val>> {
        let mut values = Vec::new();
        for (place, expr) in list.iter().enumerate() {
            let is_last = place + 1 == list.len();
            if is_last && matches!(expr.kind, ExprKind::More) {
                let more = self.more.clone();
                values.extend(more.into_iter().map(|(reg, form)| Val::Reg(reg, form)));
                continue;
            }
            if is_last
                && place + 1 < count
                && let Some(results) = self.results_of(expr).filter(|results| results.len() > 1)
            {
                let Val::Reg(base, _) = self.call(expr, count - place, None)? else {
                    return self.refuse("a call of nothing");
                };
                self.next = usize::from(base) + results.len();
                for (offset, found) in results.iter().enumerate() {
                    let form = self.lower.form(found, expr.line)?;
                    values.push(Val::Reg(base + offset as Reg, form));
                }
                continue;
            }
            values.push(self.expr(expr, None)?);
        }
        values.resize(count.max(values.len()), Val::Nil);
        Ok(values)
    }

    /// Calls what an expression calls. The results of a function of the script stand from the first free register on.
    pub(super) fn call(&mut self, expr: &Expr, count: usize, hint: Option<Reg>) -> Taken<Val> {
        let _ = count;
        match &expr.kind {
            ExprKind::Call(callee, arguments) => {
                let found = self.type_of(callee);
                let things: Vec<Thing> = found.things.iter().cloned().collect();
                match &things[..] {
                    [Thing::Function(function)] => self.script_call(expr, *function, arguments, hint),
                    [Thing::Given(path)] => {
                        let path = path.clone();
                        self.engine_call(expr, &path, arguments, hint)
                    }
                    [] => self.refuse("a call of nothing"),
                    _ => self.any_call(expr, callee, &things, arguments),
                }
            }
            ExprKind::Method(of, name, arguments) => self.method(expr, of, name, arguments, hint),
            _ => self.expr(expr, hint),
        }
    }

    /// Puts arguments where a function that begins at this register finds them.
    fn give(&mut self, base: usize, forms: &[Form], arguments: &[Expr]) -> Taken<()> {
        let values = self.values(arguments, forms.len())?;
        // They come into their places when all of them are known.
        let free = self.next.max(base + forms.len());
        self.next = free;
        let mut moves = Vec::new();
        for (place, form) in forms.iter().enumerate() {
            let value = values.get(place).cloned().unwrap_or(Val::Nil);
            let to = (base + place) as Reg;
            match value {
                // Standing further on than it goes, it can be overwritten by one that comes before it.
                Val::Reg(a, _) if usize::from(a) >= base && usize::from(a) != base + place => {
                    let d = self.reg()?;
                    let a = self.put(&value, *form, Some(d))?;
                    moves.push((to, a));
                }
                _ => {
                    let d = self.reg()?;
                    let a = self.put(&value, *form, Some(d))?;
                    moves.push((to, a));
                }
            }
        }
        for (d, a) in moves {
            if d != a {
                self.emit(Op::Move { d, a });
            }
        }
        Ok(())
    }

    fn script_call(
        &mut self,
        expr: &Expr,
        function: usize,
        arguments: &[Expr],
        hint: Option<Reg>,
    ) -> Taken<Val> {
        let Some(instance) = self.instance_of(function, arguments) else {
            return self.refuse("a function is called with arguments of which too little is known");
        };
        let typed = &self.lower.inference.instances[instance];
        let types = typed.arguments.clone();
        let results = typed.result.as_ref().map_or(0, Vec::len);
        let mut forms = Vec::new();
        for found in &types {
            forms.push(self.lower.form(found, expr.line)?);
        }
        let base = self.next;
        self.simple_give(base, &forms, arguments)?;
        let number = self.lower.of_instance(instance);
        self.next = base + results.max(1);
        if self.next >= 240 {
            return self.refuse("a function with more than 240 values at once");
        }
        self.emit(Op::Call { function: number, base: base as Reg });
        let form = self.lower.result_form(instance, 0)?;
        let _ = hint;
        Ok(Val::Reg(base as Reg, form))
    }

    /// Puts arguments where a function that begins at this register finds them: one after the other, where each needs no more
    /// than its place and what comes behind.
    fn simple_give(&mut self, base: usize, forms: &[Form], arguments: &[Expr]) -> Taken<()> {
        let is_more = |last: &Expr| matches!(last.kind, ExprKind::More);
        let gives_more = arguments.last().is_some_and(is_more)
            || arguments.len() < forms.len()
                && arguments
                    .last()
                    .is_some_and(|last| self.results_of(last).is_some_and(|results| results.len() > 1));
        if gives_more {
            return self.give(base, forms, arguments);
        }
        for place in 0..forms.len().max(arguments.len()) {
            if place >= forms.len() {
                // It is computed for what it does.
                self.expr(&arguments[place], None)?;
                continue;
            }
            self.next = base + place + 1;
            if self.next >= 240 {
                return self.refuse("a function with more than 240 values at once");
            }
            let d = (base + place) as Reg;
            match arguments.get(place) {
                Some(argument) => self.into(argument, forms[place], d)?,
                None => {
                    self.put(&Val::Nil, Form { nil: true, ..forms[place] }, Some(d))?;
                }
            }
        }
        Ok(())
    }

    /// Calls one of several functions.
    fn any_call(&mut self, expr: &Expr, callee: &Expr, things: &[Thing], arguments: &[Expr]) -> Taken<Val> {
        let form = if self.type_of(expr).is_never() { Form::WHOLE } else { self.form_of(expr)? };
        let results = self.results_of(expr).unwrap_or_default();
        let found = self.expr(callee, None)?;
        let which = self.put(&found, Form { kind: Kind::Function, nil: false }, None)?;
        let base = self.next;
        let mut end = Label::default();
        for (place, thing) in things.iter().enumerate() {
            self.next = base;
            let mut other = Label::default();
            if place + 1 < things.len() {
                let next = self.next;
                let value = self.lower.thing_number(thing, expr.line)?;
                let b = self.reg()?;
                self.constant(b, value)?;
                self.jump(Op::IfDiffer { a: which, b, to: 0 }, &mut other)?;
                self.next = next;
            }
            let value = match thing {
                Thing::Function(function) => self.script_call(expr, *function, arguments, None)?,
                Thing::Given(path) => self.engine_call(expr, &path.clone(), arguments, None)?,
                _ => return self.refuse("a call of something that is no function"),
            };
            if !matches!(value, Val::Nil) {
                self.put(&value, form, Some(base as Reg))?;
            } else if form.nil {
                self.put(&Val::Nil, form, Some(base as Reg))?;
            }
            // All of them give as many results, of one form each.
            for (offset, result) in results.iter().enumerate().skip(1) {
                let form = self.lower.form(result, expr.line)?;
                let given = match thing {
                    Thing::Function(function) => self.result_of(*function, arguments, offset)?,
                    _ => None,
                };
                let d = (base + offset) as Reg;
                self.next = self.next.max(base + offset + 1);
                match given {
                    Some(from) => self.put(&Val::Reg(d, from), form, Some(d))?,
                    None => self.put(&Val::Nil, form, Some(d))?,
                };
            }
            self.jump(Op::Jump { to: 0 }, &mut end)?;
            self.bind(&mut other)?;
        }
        self.bind(&mut end)?;
        self.next = base + results.len().max(1);
        Ok(Val::Reg(base as Reg, form))
    }

    /// Returns the form of a later result of a function of the script that is called with these arguments, if it gives one.
    fn result_of(&self, function: usize, arguments: &[Expr], place: usize) -> Taken<Option<Form>> {
        let Some(instance) = self.instance_of(function, arguments) else { return Ok(None) };
        let typed = &self.lower.inference.instances[instance];
        if typed.result.as_ref().is_none_or(|results| place >= results.len()) {
            return Ok(None);
        }
        self.lower.result_form(instance, place).map(Some)
    }

    /// Refuses a last argument or entry that gives not exactly one value: only functions of the script take several.
    pub(super) fn gives_one(&self, last: Option<&Expr>) -> Taken<()> {
        let count = match last {
            Some(last) if matches!(last.kind, ExprKind::More) => self.more.len(),
            Some(last) => self.results_of(last).map_or(1, |results| results.len()),
            None => 1,
        };
        if count == 1 {
            return Ok(());
        }
        self.refuse("all results of a function, or `...`, for a call of the engine or in a table")
    }

    /// Returns a register with an argument; [`ZERO`] where it is not given.
    fn arg(&mut self, arguments: &[Expr], place: usize, form: Form) -> Taken<Reg> {
        let Some(argument) = arguments.get(place) else { return Ok(ZERO) };
        let value = self.expr(argument, None)?;
        if value == Val::Nil {
            return Ok(ZERO);
        }
        self.put(&value, form, None)
    }

    /// Returns a register with an argument that must be given.
    fn needed(&mut self, arguments: &[Expr], place: usize, form: Form) -> Taken<Reg> {
        match self.arg(arguments, place, form)? {
            ZERO => self.refuse("an argument is missing"),
            reg => Ok(reg),
        }
    }

    fn whole(&mut self, arguments: &[Expr], place: usize) -> Taken<Reg> {
        self.needed(arguments, place, Form::WHOLE)
    }

    fn maybe(&mut self, arguments: &[Expr], place: usize) -> Taken<Reg> {
        self.arg(arguments, place, MAYBE)
    }

    fn zone(&mut self, arguments: &[Expr], place: usize) -> Taken<Reg> {
        self.needed(arguments, place, ZONE)
    }

    /// Returns a list of what is given: a list, or one number.
    fn list(&mut self, arguments: &[Expr], place: usize) -> Taken<Reg> {
        if let Some(argument) = arguments.get(place)
            && self.type_of(argument).number.is_some()
        {
            let value = self.expr(argument, None)?;
            let b = self.put(&value, Form::WHOLE, None)?;
            let d = self.reg()?;
            self.emit(Op::NewList { d });
            self.emit(Op::Push { a: d, b });
            return Ok(d);
        }
        self.holds(arguments, place, Kind::Whole)?;
        self.needed(arguments, place, LIST)
    }

    /// Holds that a list has entries of this kind.
    fn holds(&self, arguments: &[Expr], place: usize, kind: Kind) -> Taken<()> {
        let found = arguments.get(place).map(|list| self.type_of(list)).unwrap_or_default();
        self.lower.only_lists(&found, self.line)?;
        if found.things.is_empty() || self.lower.entry_form(&found, self.line)?.kind == kind {
            return Ok(());
        }
        self.refuse("a list of other things than are needed here")
    }

    /// Returns a list of seats, or that all are meant.
    fn seats(&mut self, arguments: &[Expr], place: usize) -> Taken<Reg> {
        self.holds(arguments, place, Kind::Whole)?;
        self.arg(arguments, place, Form { nil: true, ..LIST })
    }

    /// Returns the word that an argument is.
    fn word_of(&self, arguments: &[Expr], place: usize) -> Taken<String> {
        let found = arguments.get(place).map(|argument| self.type_of(argument)).unwrap_or_default();
        match found.one_word() {
            Some(word) if arguments.get(place).is_some_and(is_quiet) => Ok(word.to_owned()),
            _ => self.refuse("a word that is not known when the game is loaded"),
        }
    }

    fn number_in(&self, names: &[String], name: &str, what: &str) -> Taken<usize> {
        match position(names, name) {
            Some(place) => Ok(place),
            None => self.refuse(format!("there is no {what} \"{name}\"")),
        }
    }

    /// Refuses arguments that a function doesn't look at.
    fn takes(&self, path: &str, signature: Option<&Written>, own: usize, args: &[Expr]) -> Taken<()> {
        let most = match signature {
            Some(Written::Function(signature)) if signature.more.is_some() => usize::MAX,
            Some(Written::Function(signature)) => signature.parameters.len() - own,
            _ => match path {
                "math.floor" | "math.ceil" | "math.round" | "math.abs" | "math.sqrt" | "math.exp"
                | "math.log" | "bit32.bnot" | "bit32.countlz" | "bit32.countrz" | "table.clone"
                | "table.clear" | "table.sort" | "error" => 1,
                "bit32.lshift" | "bit32.rshift" | "bit32.btest" | "bit32.extract" | "table.find"
                | "table.remove" | "table.create" | "assert" => 2,
                "math.clamp" | "table.insert" => 3,
                "table.move" => 5,
                _ => usize::MAX,
            },
        };
        if args.len() > most {
            return self.refuse(format!("an argument of `{path}` that no program reads"));
        }
        Ok(())
    }

    fn engine_call(&mut self, expr: &Expr, path: &str, args: &[Expr], hint: Option<Reg>) -> Taken<Val> {
        self.gives_one(args.last())?;
        self.takes(path, self.lower.inference.declarations.of(path), 0, args)?;
        let places = self.lower.places;
        let (table, name) = path.split_once('.').unwrap_or(("", path));
        match table {
            "math" => return self.math(expr, name, args, hint),
            "bit32" => return self.bits(name, args, hint),
            "table" => return self.table_call(expr, name, args, hint),
            "may" => {
                let act = self.number_in(&places.acts, name, "act")? as u16;
                let (a, b, c) = (self.maybe(args, 0)?, self.maybe(args, 1)?, self.maybe(args, 2)?);
                self.emit(Op::May { act, a, b, c });
                return Ok(Val::Nil);
            }
            "asked" => {
                let step = self.number_in(&places.steps, name, "step")? as u8;
                let d = self.target(hint)?;
                self.emit(Op::Asked { d, step });
                return Ok(Val::Reg(d, Form::TRUTH));
            }
            "later" => {
                let seat = self.whole(args, 0)?;
                if let Some(resume) = position(&places.resumes, name) {
                    self.emit(Op::LaterResume { resume: resume as u8, seat });
                } else {
                    let step = self.number_in(&places.steps, name, "step")? as u8;
                    self.emit(Op::LaterStep { step, seat });
                }
                return Ok(Val::Nil);
            }
            "go" | "call" | "together" | "secretly" | "around" => {
                let step = self.number_in(&places.steps, name, "step")? as u8;
                let op = match table {
                    "go" => Op::Go { step, seat: self.whole(args, 0)? },
                    "call" => Op::CallStep { step, seat: self.whole(args, 0)? },
                    "together" => Op::Together { step, list: self.seats(args, 0)? },
                    "secretly" => Op::Secretly { step, list: self.seats(args, 0)? },
                    _ if args.first().is_some_and(|seats| self.type_of(seats).number.is_some()) => {
                        Op::Around { step, seat: self.whole(args, 0)?, base: self.next as Reg }
                    }
                    _ => Op::AroundList { step, list: self.list(args, 0)?, base: self.next as Reg },
                };
                self.emit(op);
                return Ok(Val::Nil);
            }
            "" => {}
            _ => return self.refuse(format!("`{path}`")),
        }
        self.engine_function(expr, name, args, hint)
    }

    fn engine_function(&mut self, expr: &Expr, name: &str, args: &[Expr], hint: Option<Reg>) -> Taken<Val> {
        let places = self.lower.places;
        let base = |body: &Self| body.next as Reg;
        let op = match name {
            "move" | "force" => {
                let (card, from, to) = (self.whole(args, 0)?, self.zone(args, 1)?, self.zone(args, 2)?);
                let flags = if name == "force" { FORCED } else { 0 };
                Op::MoveCard { card, from, to, place: self.maybe(args, 3)?, flags }
            }
            "place" => Op::Place {
                card: self.whole(args, 0)?,
                from: self.zone(args, 1)?,
                to: self.zone(args, 2)?,
                slot: self.whole(args, 3)?,
            },
            "under" => {
                Op::Under { card: self.whole(args, 0)?, from: self.zone(args, 1)?, to: self.zone(args, 2)? }
            }
            "insert" => Op::InsertCard {
                card: self.whole(args, 0)?,
                from: self.zone(args, 1)?,
                to: self.zone(args, 2)?,
                depth: self.whole(args, 3)?,
                seat: self.maybe(args, 4)?,
            },
            "move_as" => Op::MoveAs {
                list: self.list(args, 0)?,
                card: self.whole(args, 1)?,
                from: self.zone(args, 2)?,
                to: self.zone(args, 3)?,
                place: self.maybe(args, 4)?,
            },
            "move_all" => Op::MoveAll { from: self.zone(args, 0)?, to: self.zone(args, 1)?, flags: 0 },
            "force_all" => Op::MoveAll { from: self.zone(args, 0)?, to: self.zone(args, 1)?, flags: FORCED },
            "fill" => {
                let zone = self.zone(args, 0)?;
                let deck = match args.get(1).map(|deck| self.type_of(deck)) {
                    None => u16::MAX,
                    Some(deck) if deck == Type::nil() && args.get(1).is_some_and(is_quiet) => u16::MAX,
                    Some(_) => {
                        let deck = self.word_of(args, 1)?;
                        if deck.is_empty() { 0 } else { self.number_in(&places.decks, &deck, "deck")? as u16 }
                    }
                };
                Op::Fill { zone, deck }
            }
            "reshuffle" => Op::Reshuffle {
                from: self.zone(args, 0)?,
                to: self.zone(args, 1)?,
                keep: self.maybe(args, 2)?,
            },
            "shuffle" => Op::Shuffle { zone: self.zone(args, 0)? },
            "swap" => Op::Swap { a: self.zone(args, 0)?, b: self.zone(args, 1)? },
            "rotate" => {
                self.holds(args, 0, Kind::Zone)?;
                Op::Rotate { a: self.needed(args, 0, LIST)?, b: self.maybe(args, 1)? }
            }
            "shake" => Op::Shake { zone: self.zone(args, 0)?, a: self.whole(args, 1)? },
            "show" => {
                let zone = self.zone(args, 0)?;
                let (seats, how) = self.shown_to(args, 1, 2)?;
                Op::Show { zone, seats, how }
            }
            "reveal" => {
                let (card, zone) = (self.whole(args, 0)?, self.zone(args, 1)?);
                let (seats, how) = self.shown_to(args, 2, 3)?;
                Op::Reveal { card, zone, seats, how }
            }
            "lacks" => {
                let zone = self.zone(args, 0)?;
                let list = self.reg()?;
                self.emit(Op::NewList { d: list });
                for (place, argument) in args.iter().enumerate().skip(1) {
                    if self.type_of(argument).things.is_empty() {
                        let b = self.whole(args, place)?;
                        self.emit(Op::Push { a: list, b });
                    } else {
                        let b = self.list(args, place)?;
                        self.emit(Op::PushAll { a: list, b });
                    }
                }
                Op::Lacks { zone, list }
            }
            "holds" => Op::Holds {
                zone: self.zone(args, 0)?,
                list: self.list(args, 1)?,
                least: self.maybe(args, 2)?,
                most: self.maybe(args, 3)?,
            },
            "peek" => {
                let (zone, cards) = (self.zone(args, 0)?, self.maybe(args, 2)?);
                let (seats, how) = self.shown_to(args, 1, 3)?;
                if seats == ZERO {
                    return self.refuse("`peek` for no seat");
                }
                Op::Peek { zone, seats, cards, how }
            }
            "only" => Op::Only { zone: self.zone(args, 0)?, list: self.list(args, 1)? },
            "start" => Op::Start { seat: self.whole(args, 0)?, base: base(self) },
            "end_turn" => Op::EndTurn { seat: self.maybe(args, 0)?, base: base(self) },
            "back" => Op::Back { base: base(self) },
            "ask_next" => {
                let a = self.arg(args, 0, Form { kind: Kind::Truth, nil: true })?;
                Op::AskNext { a, base: base(self) }
            }
            "stop_asking" => Op::StopAsking,
            "interrupt" => Op::Interrupt,
            "eliminate" => Op::Eliminate { seat: self.whole(args, 0)? },
            "round" => Op::Round,
            "game_over" if !self.lower.places.is_over => {
                return self.refuse("game_over without a score, a win or a loss in the game");
            }
            "game_over" => Op::GameOver,
            "everyone_wins" => Op::EveryoneWins,
            "everyone_loses" => Op::EveryoneLoses,
            "win" | "lose" if args.is_empty() => return self.refuse(format!("`{name}()` for no seat")),
            "win" | "lose" => {
                let d = self.reg()?;
                self.emit(Op::Int { d, value: 0 });
                for (place, argument) in args.iter().enumerate() {
                    let found = self.type_of(argument);
                    if let Some(words) = &found.words {
                        let is_side = |word: &String| places.sides.contains(word);
                        if !matches!(words, Words::These(words) if words.iter().all(is_side)) {
                            return self.refuse("a word that names no side");
                        }
                        let side = self.arg(args, place, Form { kind: Kind::Word, nil: false })?;
                        self.emit(Op::SideSeats { d, side });
                    } else {
                        let seat = self.whole(args, place)?;
                        self.emit(Op::Party { d, seat });
                    }
                }
                if name == "win" { Op::Win { seats: d } } else { Op::Lose { seats: d } }
            }
            "note" if args.len() > 4 => return self.refuse("`note` with more than three numbers"),
            "note" => {
                let note = self.word_of(args, 0)?;
                let note = self.number_in(&places.notes, &note, "note")? as u8;
                let first = self.next;
                let mut given = 0;
                for (place, number) in args.iter().skip(1).take(3).enumerate() {
                    self.next = first + place + 1;
                    self.into(number, MAYBE, (first + place) as Reg)?;
                    given += 1;
                }
                Op::Note { note, base: first as Reg, given }
            }
            "metric" => {
                let metric = self.metric(args)?;
                let a = self.whole(args, 1)?;
                Op::Metric { metric, a, of: self.maybe(args, 2)?, part: part::SEAT }
            }
            "metric_by" => {
                let metric = self.metric(args)?;
                let of = self.whole(args, 1)?;
                let a = if args.len() > 2 { self.whole(args, 2)? } else { self.known(1)? };
                Op::Metric { metric, a, of, part: part::CARD }
            }
            "ratio" => {
                let metric = self.metric(args)?;
                let (a, b) = (self.whole(args, 1)?, self.whole(args, 2)?);
                self.emit(Op::Metric { metric, a, of: ZERO, part: part::RATIO });
                Op::Metric { metric, a: b, of: ZERO, part: part::WHOLE }
            }
            "ratio_by" => {
                let metric = self.metric(args)?;
                let (of, a, b) = (self.whole(args, 1)?, self.whole(args, 2)?, self.whole(args, 3)?);
                self.emit(Op::Metric { metric, a, of, part: part::CARD_RATIO });
                Op::Metric { metric, a: b, of, part: part::CARD_WHOLE }
            }
            "interaction" => {
                let which = self.word_of(args, 0)?;
                let which = self.number_in(&places.interactions, &which, "interaction")? as u8;
                Op::Interaction { which, a: self.whole(args, 1)?, b: self.whole(args, 2)? }
            }
            "took" => Op::Took { card: self.whole(args, 0)?, seat: self.whole(args, 1)? },
            "set" => {
                let made = Type::thing(Thing::Made(expr.id));
                let form = self.lower.entry_form(&made, self.line)?;
                let d = self.reg()?;
                self.emit(Op::NewList { d });
                for argument in args {
                    let value = self.expr(argument, None)?;
                    let b = self.put(&value, form, None)?;
                    self.emit(Op::Push { a: d, b });
                }
                return Ok(Val::Reg(d, LIST));
            }
            "copies" => {
                let list = self.copies_list();
                let b = self.whole(args, 0)?;
                let a = self.known(list)?;
                let d = self.target(hint)?;
                self.emit(Op::ListAt { d, a, b });
                return Ok(Val::Reg(d, Form::WHOLE));
            }
            "draw" | "random_card" | "roll" | "below" | "known" | "unseen" | "possible" | "next_seat"
            | "is_out" => {
                return self.engine_value(name, args, hint);
            }
            "assert" => {
                let mut fine = Label::default();
                let Some(condition) = args.first() else { return self.refuse("assert of nothing") };
                self.branch(condition, true, &mut fine)?;
                let text = self.message(args.get(1), "assertion failed!")?;
                self.emit(Op::Fail { text });
                self.bind(&mut fine)?;
                return Ok(Val::Nil);
            }
            "error" => {
                let text = self.message(args.first(), "nil")?;
                Op::Fail { text }
            }
            _ => return self.refuse(format!("`{name}` in a function")),
        };
        self.emit(op);
        Ok(Val::Nil)
    }

    /// Returns a register with the seat or the list of seats that something is shown to, and how.
    fn shown_to(&mut self, args: &[Expr], seats: usize, how: usize) -> Taken<(Reg, u8)> {
        let word = args.get(how).map_or_else(Type::nil, |how| self.type_of(how));
        let is_secret = word.one_word() == Some("secret") && self.lower.places.shows_secretly;
        if !is_secret && word != Type::nil() || args.get(how).is_some_and(|how| !is_quiet(how)) {
            return self.refuse("how something is shown, where that is not the word \"secret\"");
        }
        let in_list = args.get(seats).is_some_and(|seats| !self.type_of(seats).things.is_empty());
        let kind = if in_list { Kind::List } else { Kind::Whole };
        if in_list {
            self.holds(args, seats, Kind::Whole)?;
        }
        let reg = self.arg(args, seats, Form { kind, nil: true })?;
        Ok((reg, if in_list { LISTED } else { 0 } + if is_secret { SECRET } else { 0 }))
    }

    fn message(&mut self, text: Option<&Expr>, otherwise: &str) -> Taken<u16> {
        let text = match text {
            None => otherwise.to_owned(),
            Some(text) => match self.type_of(text).one_word() {
                Some(word) if is_quiet(text) => word.to_owned(),
                _ => return self.refuse("a message that is made while the game runs"),
            },
        };
        Ok(self.text(&text))
    }

    /// Returns the number of a message.
    fn text(&mut self, text: &str) -> u16 {
        let texts = &mut self.lower.program.texts;
        let known = texts.iter().position(|other| other == text);
        known.unwrap_or_else(|| {
            texts.push(text.to_owned());
            texts.len() - 1
        }) as u16
    }

    /// Ends the game with a message.
    pub(super) fn fail(&mut self, text: &str) {
        let text = self.text(text);
        self.emit(Op::Fail { text });
    }

    fn metric(&self, args: &[Expr]) -> Taken<u8> {
        let word = self.word_of(args, 0)?;
        Ok(self.number_in(&self.lower.places.metrics, &word, "figure")? as u8)
    }

    /// Returns a register with a number that is known.
    fn known(&mut self, value: i64) -> Taken<Reg> {
        let d = self.reg()?;
        self.constant(d, value)?;
        Ok(d)
    }

    /// Returns the list of copies of each kind.
    fn copies_list(&mut self) -> i64 {
        let copies: Vec<i64> = self.lower.places.copies.iter().map(|&copies| copies as i64).collect();
        let lists = &mut self.lower.program.lists;
        if let Some(known) = lists.iter().position(|list| *list == copies) {
            return known as i64;
        }
        lists.push(copies);
        lists.len() as i64 - 1
    }

    fn engine_value(&mut self, name: &str, args: &[Expr], hint: Option<Reg>) -> Taken<Val> {
        let mut form = Form::WHOLE;
        let op = match name {
            "draw" => {
                let (from, to) = (self.zone(args, 0)?, self.zone(args, 1)?);
                Op::Draw { d: self.target(hint)?, from, to }
            }
            "random_card" => {
                let zone = self.zone(args, 0)?;
                Op::RandomCard { d: self.target(hint)?, zone }
            }
            "roll" => {
                let a = self.whole(args, 0)?;
                Op::Roll { d: self.target(hint)?, a }
            }
            "below" => {
                let a = self.whole(args, 0)?;
                Op::Below { d: self.target(hint)?, a }
            }
            "known" => {
                let (zone, card) = (self.zone(args, 0)?, self.whole(args, 1)?);
                Op::Known { d: self.target(hint)?, zone, card }
            }
            "possible" => {
                let (zone, card) = (self.zone(args, 0)?, self.whole(args, 1)?);
                form = Form::TRUTH;
                Op::Possible { d: self.target(hint)?, zone, card }
            }
            "unseen" => {
                let card = self.whole(args, 0)?;
                Op::Unseen { d: self.target(hint)?, card }
            }
            "next_seat" => {
                let seat = self.whole(args, 0)?;
                Op::NextSeat { d: self.target(hint)?, seat }
            }
            _ => {
                let seat = self.whole(args, 0)?;
                form = Form::TRUTH;
                Op::IsOut { d: self.target(hint)?, seat }
            }
        };
        self.emit(op);
        Ok(Val::Reg(written(op), form))
    }

    fn method(&mut self, expr: &Expr, of: &Expr, name: &str, args: &[Expr], hint: Option<Reg>) -> Taken<Val> {
        self.gives_one(args.last())?;
        let found = self.type_of(of);
        for thing in &found.things {
            let declarations = self.lower.inference.declarations;
            let methods = declarations.methods(self.lower.inference.methods_of(thing));
            let Some((_, signature)) = methods.iter().find(|(other, _)| other == name) else {
                return self.refuse(format!("`:{name}`"));
            };
            self.takes(name, Some(signature), 1, args)?;
        }
        if let [Thing::Object(object)] = found.things.iter().collect::<Vec<_>>()[..] {
            match self.lower.places.objects.get(*object).copied().unwrap_or_default() {
                Place::Secrets(secret) => {
                    return self.secret(secret as u8, name, args, hint);
                }
                Place::Cells(cells) => return self.cells(cells, name, args, hint),
                Place::Zone(_) | Place::Numbers(_) | Place::None => {}
            }
        }
        if let Some(places) = self.lower.several(&found) {
            return self.one_of(of, &places, name, args);
        }
        let value = self.expr(of, None)?;
        let zone = self.put(&value, ZONE, None)?;
        let takes = matches!(name, "count" | "has" | "find" | "at");
        let card = match args.first().filter(|_| takes) {
            Some(argument) => self.expr(argument, None)?,
            None => Val::Nil,
        };
        if takes && card == Val::Nil {
            return self.refuse("an argument is missing");
        }
        // A kind that is known when the game is loaded stands in the instruction.
        if let (Val::Number(n), "count" | "has") = (&card, name)
            && f64::from(*n as u16) == *n
        {
            let (d, card) = (self.target(hint)?, *n as u16);
            let (op, form) = match name {
                "count" => (Op::CopiesOf { d, zone, card }, Form::WHOLE),
                _ => (Op::HasKind { d, zone, card }, Form::TRUTH),
            };
            self.emit(op);
            return Ok(Val::Reg(d, form));
        }
        let card = if takes { self.put(&card, Form::WHOLE, None)? } else { ZERO };
        let d = self.target(hint)?;
        let (op, form) = match name {
            "size" => (Op::Size { d, zone }, Form::WHOLE),
            "count" => (Op::Copies { d, zone, card }, Form::WHOLE),
            "has" => (Op::Has { d, zone, card }, Form::TRUTH),
            "find" => (Op::FindCard { d, zone, card }, Form::WHOLE),
            "at" => (Op::At { d, zone, place: card }, Form::WHOLE),
            "top" => (Op::Top { d, zone }, Form::WHOLE),
            "any" => (Op::Any { d, zone }, Form::WHOLE),
            "slots" => (Op::Slots { d, zone }, Form::WHOLE),
            "kinds" => (Op::Kinds { d, zone }, LIST),
            _ => return self.refuse(format!("`:{name}`")),
        };
        let _ = expr;
        self.emit(op);
        Ok(Val::Reg(d, form))
    }

    /// Calls a method of one of several rows of cells, or of secret numbers: of that which the game comes to.
    fn one_of(&mut self, of: &Expr, places: &[Place], name: &str, args: &[Expr]) -> Taken<Val> {
        let value = self.expr(of, None)?;
        let kind = if matches!(places[0], Place::Cells(_)) { Kind::Cells } else { Kind::Secrets };
        let which = self.put(&value, Form { kind, nil: false }, None)?;
        let d = self.reg()?;
        let (next, mut end, mut result) = (self.next, Label::default(), Val::Nil);
        for place in places {
            let (Place::Cells(number) | Place::Secrets(number)) = *place else { continue };
            let mut other = Label::default();
            self.jump(Op::IfDifferInt { a: which, value: number as i16, to: 0 }, &mut other)?;
            let found = match kind {
                Kind::Cells => self.cells(number, name, args, None)?,
                _ => self.secret(number as u8, name, args, None)?,
            };
            if let Val::Reg(_, form) = found {
                self.put(&found, form, Some(d))?;
                result = Val::Reg(d, form);
            }
            self.next = next;
            self.jump(Op::Jump { to: 0 }, &mut end)?;
            self.bind(&mut other)?;
        }
        self.bind(&mut end)?;
        Ok(result)
    }

    fn secret(&mut self, secret: u8, name: &str, args: &[Expr], hint: Option<Reg>) -> Taken<Val> {
        let seat = self.whole(args, 0)?;
        let op = match name {
            "set" | "add" => {
                let a = self.whole(args, 1)?;
                let (least, most) = (self.maybe(args, 2)?, self.maybe(args, 3)?);
                if name == "set" {
                    Op::SetSecret { a, seat, least, most, secret }
                } else {
                    Op::AddSecret { a, seat, least, most, secret }
                }
            }
            "pay" => Op::PaySecret { from: seat, to: self.whole(args, 1)?, a: self.whole(args, 2)?, secret },
            "show" => Op::ShowSecret { seat, to: self.maybe(args, 1)?, secret },
            _ => {
                let d = self.target(hint)?;
                self.emit(match name {
                    "get" => Op::Secret { d, seat, secret },
                    _ => Op::SecretLimit { d, seat, secret, most: name == "most" },
                });
                return Ok(Val::Reg(d, Form::WHOLE));
            }
        };
        self.emit(op);
        Ok(Val::Nil)
    }

    fn cells(&mut self, number: usize, name: &str, args: &[Expr], hint: Option<Reg>) -> Taken<Val> {
        let cells = number as u8;
        let width = self.lower.program.cells[number].width as i64;
        let count = self.lower.program.cells[number].count as i64;
        let op = match name {
            "at" => {
                let a = self.whole(args, 0)?;
                Op::Cell { d: self.target(hint)?, a, cells }
            }
            "set" => {
                let (a, b) = (self.whole(args, 0)?, self.whole(args, 1)?);
                self.emit(Op::SetCell { a, b, cells });
                return Ok(Val::Nil);
            }
            "count" => {
                let a = self.whole(args, 0)?;
                Op::CountCells { d: self.target(hint)?, a, cells }
            }
            "clear" => {
                self.emit(Op::ClearCells { cells });
                return Ok(Val::Nil);
            }
            "cell" if width > 0 => {
                let (a, b) = (self.whole(args, 0)?, self.whole(args, 1)?);
                Op::CellAt { d: self.target(hint)?, a, b, cells }
            }
            "x" | "y" if width > 0 => {
                let a = self.whole(args, 0)?;
                let d = self.target(hint)?;
                self.emit(Op::AddInt { d, a, value: -1 });
                let b = self.known(width)?;
                self.emit(if name == "x" { Op::Mod { d, a: d, b } } else { Op::Div { d, a: d, b } });
                Op::AddInt { d, a: d, value: 1 }
            }
            "neighbors" if width > 0 => {
                let list = self.neighbors(number, width, count);
                let b = self.whole(args, 0)?;
                let a = self.known(list)?;
                // Fails off the board.
                let there = self.reg()?;
                self.emit(Op::Cell { d: there, a: b, cells });
                let d = self.target(hint)?;
                self.emit(Op::ListAt { d, a, b });
                return Ok(Val::Reg(d, Form { kind: Kind::List, nil: false }));
            }
            _ => return self.refuse(format!("`:{name}` of cells")),
        };
        self.emit(op);
        Ok(Val::Reg(written(op), Form::WHOLE))
    }

    /// Returns the list of the lists of neighbors of each cell of a board.
    fn neighbors(&mut self, number: usize, width: i64, count: i64) -> i64 {
        if let Some(known) = self.lower.program.cells[number].neighbors {
            return known;
        }
        let height = count / width;
        let mut all = Vec::new();
        for cell in 0..count {
            let (x, y) = (cell % width, cell / width);
            let mut near = Vec::new();
            for (dx, dy) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
                let (x, y) = (x + dx, y + dy);
                if (0..width).contains(&x) && (0..height).contains(&y) {
                    near.push(y * width + x + 1);
                }
            }
            self.lower.program.lists.push(near);
            all.push(self.lower.program.lists.len() as i64 - 1);
        }
        self.lower.program.lists.push(all);
        let list = self.lower.program.lists.len() as i64 - 1;
        self.lower.program.cells[number].neighbors = Some(list);
        list
    }

    fn math(&mut self, expr: &Expr, name: &str, args: &[Expr], hint: Option<Reg>) -> Taken<Val> {
        let form = self.form_of(expr)?;
        // What is known beforehand may be whole, though one of the numbers is not.
        let is_real = (0..args.len()).any(|place| self.number_form(args, place).kind == Kind::Real);
        let kind = Form { kind: if is_real { Kind::Real } else { form.kind }, nil: false };
        match name {
            "floor" | "ceil" | "round" => {
                let value = self.needed(args, 0, self.number_form(args, 0))?;
                if self.number_form(args, 0).kind == Kind::Whole {
                    return Ok(Val::Reg(value, Form::WHOLE));
                }
                let how = match name {
                    "floor" => Rounding::Floor,
                    "ceil" => Rounding::Ceil,
                    _ => Rounding::Round,
                };
                let d = self.target(hint)?;
                self.emit(Op::ToWhole { d, a: value, how });
                Ok(Val::Reg(d, Form::WHOLE))
            }
            "min" | "max" => {
                let mut a = self.needed(args, 0, kind)?;
                for place in 1..args.len() {
                    let b = self.needed(args, place, kind)?;
                    let d = self.reg()?;
                    self.emit(match (name, kind.kind) {
                        ("min", Kind::Whole) => Op::Min { d, a, b },
                        ("max", Kind::Whole) => Op::Max { d, a, b },
                        ("min", _) => Op::Real { d, a, b, which: Real::Min },
                        _ => Op::Real { d, a, b, which: Real::Max },
                    });
                    a = d;
                }
                Ok(Val::Reg(a, kind))
            }
            "clamp" => {
                let (x, low, high) =
                    (self.needed(args, 0, kind)?, self.needed(args, 1, kind)?, self.needed(args, 2, kind)?);
                let d = self.reg()?;
                let mut fine = Label::default();
                self.jump(
                    if kind.kind == Kind::Whole {
                        Op::IfAtMost { a: low, b: high, to: 0 }
                    } else {
                        Op::IfReal { a: low, b: high, which: Compare::AtMost, holds: true, to: 0 }
                    },
                    &mut fine,
                )?;
                self.fail("invalid argument #3 to 'clamp' (max must be greater than or equal to min)");
                self.bind(&mut fine)?;
                if kind.kind == Kind::Whole {
                    self.emit(Op::Max { d, a: x, b: low });
                    self.emit(Op::Min { d, a: d, b: high });
                } else {
                    self.emit(Op::Real { d, a: x, b: low, which: Real::Max });
                    self.emit(Op::Real { d, a: d, b: high, which: Real::Min });
                }
                Ok(Val::Reg(d, kind))
            }
            "abs" => {
                let a = self.needed(args, 0, kind)?;
                let d = self.target(hint)?;
                self.emit(if kind.kind == Kind::Whole {
                    Op::Abs { d, a }
                } else {
                    Op::Real { d, a, b: ZERO, which: Real::Abs }
                });
                Ok(Val::Reg(d, kind))
            }
            "sqrt" | "exp" | "log" if args.len() == 1 => {
                let a = self.needed(args, 0, REAL)?;
                let d = self.target(hint)?;
                let which = match name {
                    "sqrt" => Real::Sqrt,
                    "exp" => Real::Exp,
                    _ => Real::Log,
                };
                self.emit(Op::Real { d, a, b: ZERO, which });
                Ok(Val::Reg(d, REAL))
            }
            _ => self.refuse(format!("`math.{name}`")),
        }
    }

    fn number_form(&self, args: &[Expr], place: usize) -> Form {
        let found = args.get(place).map(|argument| self.type_of(argument)).unwrap_or_default();
        let whole = found.number.is_none_or(|number| number.is_whole);
        Form { kind: if whole { Kind::Whole } else { Kind::Real }, nil: false }
    }

    fn bits(&mut self, name: &str, args: &[Expr], hint: Option<Reg>) -> Taken<Val> {
        let which = match name {
            "band" => Bits::And,
            "bor" => Bits::Or,
            "bxor" => Bits::Xor,
            "bnot" => Bits::Not,
            "lshift" => Bits::Left,
            "rshift" => Bits::Right,
            "btest" => Bits::Test,
            "countrz" => Bits::CountLowZeros,
            "countlz" => Bits::CountHighZeros,
            "extract" if args.len() == 2 => Bits::Extract,
            _ => return self.refuse(format!("`bit32.{name}`")),
        };
        let mut a = self.whole(args, 0)?;
        if args.len() < 2 && !matches!(which, Bits::Not | Bits::CountLowZeros | Bits::CountHighZeros) {
            return self.refuse(format!("`bit32.{name}` of one number"));
        }
        if args.len() < 2 {
            let d = self.target(hint)?;
            self.emit(Op::Bits { d, a, b: ZERO, which });
            return Ok(Val::Reg(d, Form::WHOLE));
        }
        for place in 1..args.len() {
            let b = self.whole(args, place)?;
            let d = self.reg()?;
            self.emit(Op::Bits { d, a, b, which });
            a = d;
        }
        let form = if which == Bits::Test { Form::TRUTH } else { Form::WHOLE };
        Ok(Val::Reg(a, form))
    }

    /// Refuses that entries of one list come into another one that holds its numbers otherwise.
    fn are_alike(&self, from: &Type, to: &Type) -> Taken<()> {
        let all = from.clone().or(to);
        self.lower.entry_form(&all, self.line)?;
        Ok(())
    }

    fn table_call(&mut self, expr: &Expr, name: &str, args: &[Expr], hint: Option<Reg>) -> Taken<Val> {
        let of = args.first().map(|list| self.type_of(list)).unwrap_or_default();
        let entries = || self.lower.entry_form(&of, expr.line);
        match name {
            "insert" if args.len() == 2 => {
                let form = entries()?;
                let a = self.needed(args, 0, LIST)?;
                let b = self.arg(args, 1, Form { nil: true, ..form })?;
                if b != ZERO {
                    self.emit(Op::Append { a, b });
                }
                Ok(Val::Nil)
            }
            "insert" => {
                let form = entries()?;
                let a = self.needed(args, 0, LIST)?;
                let b = self.whole(args, 1)?;
                let c = self.needed(args, 2, form)?;
                self.emit(Op::Insert { a, b, c });
                Ok(Val::Nil)
            }
            "remove" => {
                let form = entries()?;
                let a = self.needed(args, 0, LIST)?;
                let b = self.arg(args, 1, Form::WHOLE)?;
                let d = self.target(hint)?;
                self.emit(Op::Remove { d, a, b });
                Ok(Val::Reg(d, Form { nil: true, ..form }))
            }
            "find" => {
                let form = entries()?;
                self.lower.only_lists(&of, expr.line)?;
                let a = self.needed(args, 0, LIST)?;
                let b = self.arg(args, 1, Form { nil: true, ..form })?;
                let d = self.target(hint)?;
                self.emit(Op::Find { d, a, b });
                Ok(Val::Reg(d, MAYBE))
            }
            "sort" if args.len() == 1 => {
                if entries()?.kind != Kind::Whole {
                    return self.refuse("a list of other things than whole numbers is sorted");
                }
                let a = self.needed(args, 0, LIST)?;
                self.emit(Op::Sort { a });
                Ok(Val::Nil)
            }
            "clone" => {
                self.lower.only_lists(&of, expr.line)?;
                self.are_alike(&of, &Type::thing(Thing::Made(expr.id)))?;
                let b = self.needed(args, 0, LIST)?;
                let d = self.target(hint)?;
                self.emit(Op::CopyList { d, a: b });
                Ok(Val::Reg(d, LIST))
            }
            "create" => {
                let n = self.whole(args, 0)?;
                let made = Type::thing(Thing::Made(expr.id));
                let form = self.lower.entry_form(&made, expr.line)?;
                let value = if args.len() > 1 { self.arg(args, 1, form)? } else { self.known(NIL)? };
                let d = self.reg()?;
                self.emit(Op::FillList { d, a: n, b: value });
                Ok(Val::Reg(d, LIST))
            }
            "move" if args.len() == 5 => {
                self.lower.only_lists(&of, expr.line)?;
                self.are_alike(&of, &self.type_of(&args[4]))?;
                let a = self.needed(args, 0, LIST)?;
                let d = self.reg()?;
                let (first, last) = (self.whole(args, 1)?, self.whole(args, 2)?);
                self.emit(Op::Move { d, a: first });
                let to = self.reg()?;
                let place = self.whole(args, 3)?;
                self.emit(Op::Move { d: to, a: place });
                let into = self.needed(args, 4, LIST)?;
                let entry = self.reg()?;
                let (mut again, mut end) = (Label::default(), Label::default());
                self.bind(&mut again)?;
                self.jump(Op::IfLess { a: last, b: d, to: 0 }, &mut end)?;
                self.emit(Op::Charge(1));
                self.emit(Op::ListAt { d: entry, a, b: d });
                self.emit(Op::SetAt { a: into, b: to, c: entry });
                self.emit(Op::AddInt { d, a: d, value: 1 });
                self.emit(Op::AddInt { d: to, a: to, value: 1 });
                self.jump(Op::Jump { to: 0 }, &mut again)?;
                self.bind(&mut end)?;
                Ok(Val::Reg(into, LIST))
            }
            "clear" => {
                let a = self.needed(args, 0, LIST)?;
                self.emit(Op::ClearList { a });
                Ok(Val::Nil)
            }
            _ => self.refuse(format!("`table.{name}`")),
        }
    }
}

/// Returns the register that an instruction for a value writes.
fn written(op: Op) -> Reg {
    match op {
        Op::Draw { d, .. }
        | Op::RandomCard { d, .. }
        | Op::Roll { d, .. }
        | Op::Below { d, .. }
        | Op::Known { d, .. }
        | Op::Possible { d, .. }
        | Op::Unseen { d, .. }
        | Op::NextSeat { d, .. }
        | Op::IsOut { d, .. }
        | Op::Cell { d, .. }
        | Op::CellAt { d, .. }
        | Op::CountCells { d, .. }
        | Op::AddInt { d, .. } => d,
        _ => ZERO,
    }
}
