//! Programs out of typed scripts.
//!
//! Each function is lowered anew for each kind of arguments (`Instance`). What is known when the script is read costs nothing:
//! values of the top level are numbers in instructions, conditions on them choose a branch, a zone or function that is one alone
//! is named where it is used. All other values have a register and one `Form`.

mod calls;
mod constants;
mod expressions;
mod statements;

use std::collections::{HashMap, HashSet};

use self::constants::Columns;
use crate::constants::{Constants, Object};
use crate::infer::{Finding, Inference};
use crate::program::{Cells, Function, FunctionId, NIL, Op, Program, Reg};
use crate::syntax::{Expr, ExprKind, LocalId, Script};
use crate::types::{Role, Thing, Type, Words};

/// Where the things of a script are in a state, and the numbers of its names.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// By object: where it is; nothing for tables and functions.
    pub objects: Vec<Place>,
    /// Where each number behind `v` stands.
    pub numbers: HashMap<String, usize>,
    /// The rows and grids of numbers.
    pub cells: Vec<Cells>,
    /// The names of acts; as all names here in the order of their numbers.
    pub acts: Vec<String>,
    /// The names of steps.
    pub steps: Vec<String>,
    /// The names of what `later` can name beside steps.
    pub resumes: Vec<String>,
    /// The words of notes.
    pub notes: Vec<String>,
    /// The words of figures of the designer's own.
    pub metrics: Vec<String>,
    /// The words for how a seat acts against another.
    pub interactions: Vec<String>,
    /// The names of weights.
    pub weights: Vec<String>,
    /// The names of decks.
    pub decks: Vec<String>,
    /// Names of sides that are drawn.
    pub sides: Vec<String>,
    /// A game can be merely over: by its score, or as a draw.
    pub is_over: bool,
    /// Copies of each kind, from 1.
    pub copies: Vec<usize>,
    /// True if seats are shown something in secret.
    pub shows_secretly: bool,
}

/// Where an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// Not in the state: a table or function.
    #[default]
    None,
    /// A zone, by number from 0.
    Zone(usize),
    /// Numbers, one a seat: where the first stands.
    Numbers(usize),
    /// Secret numbers, by number from 0.
    Secrets(usize),
    /// A row or grid of numbers, by number from 0.
    Cells(usize),
}

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Whole,
    Real,
    Truth,
    Word,
    Zone,
    List,
    Function,
    /// A row or grid of numbers, or secret numbers, by number.
    Cells,
    Secrets,
}

/// What a register holds, and whether it can hold nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Form {
    pub(super) kind: Kind,
    pub(super) nil: bool,
}

impl Form {
    const WHOLE: Self = Self { kind: Kind::Whole, nil: false };
    const TRUTH: Self = Self { kind: Kind::Truth, nil: false };
}

/// A value while a function is lowered.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Val {
    Reg(Reg, Form),
    Number(f64),
    Truth(bool),
    Word(String),
    Nil,
    Thing(Thing),
}

/// What comes out, or what can't be taken.
pub(super) type Taken<T> = Result<T, Finding>;

pub(super) struct Lower<'a, 'b> {
    inference: &'a Inference<'b>,
    script: &'b Script,
    constants: &'b Constants,
    places: &'a Places,
    program: Program,
    words: HashMap<String, i64>,
    /// Lists of the top level, by object.
    lists: HashMap<usize, i64>,
    /// By table of the top level, the lists of its keys and of what stands there.
    columns: HashMap<usize, Columns>,
    maps: HashMap<(usize, bool), u16>,
    /// Functions of the program by instance.
    functions: HashMap<usize, FunctionId>,
    /// Instances that are still to be lowered.
    waiting: Vec<usize>,
    /// Functions that do a call of the engine, by path.
    stubs: HashMap<String, FunctionId>,
    /// Those whose code is still missing.
    open_stubs: Vec<(FunctionId, Op)>,
    /// Variables that functions within their own one use, each with a place for all calls.
    slots: HashMap<LocalId, u16>,
    /// The functions with such variables, which may not call themselves.
    with_slots: Vec<(FunctionId, usize)>,
    /// Variables that functions within their own one change.
    changed_within: HashSet<LocalId>,
}

/// Lowers all that a game can reach.
///
/// # Errors
/// What can't be taken, with its line.
pub fn lower(inference: &Inference<'_>, places: &Places) -> Result<Program, Finding> {
    // Of a part of the types nothing follows.
    if !inference.is_whole() {
        return Err(Finding::too_large());
    }
    let mut lower = Lower {
        inference,
        script: inference.script,
        constants: inference.constants,
        places,
        program: Program { cells: places.cells.clone(), ..Program::default() },
        words: HashMap::new(),
        lists: HashMap::new(),
        columns: HashMap::new(),
        maps: HashMap::new(),
        functions: HashMap::new(),
        waiting: Vec::new(),
        stubs: HashMap::new(),
        open_stubs: Vec::new(),
        slots: HashMap::new(),
        with_slots: Vec::new(),
        changed_within: changed_within(inference.script),
    };
    // What the engine names by a number comes first.
    for side in &places.sides {
        lower.word(side);
    }
    lower.roots()?;
    while let Some(instance) = lower.waiting.pop() {
        lower.function(instance)?;
    }
    for (number, op) in std::mem::take(&mut lower.open_stubs) {
        lower.program.functions[usize::from(number)].entry = lower.program.code.len();
        for op in [op, Op::End] {
            lower.program.code.push(op);
            lower.program.lines.push(0);
        }
    }
    lower.program.captured = lower.slots.len();
    lower.no_captured_recursion()?;
    Ok(lower.program)
}

impl Lower<'_, '_> {
    fn root(&mut self, path: &str) -> Option<(FunctionId, usize)> {
        let root = self.inference.roots.iter().find(|root| root.path == path)?;
        Some((self.of_instance(root.instance), root.instance))
    }

    fn roots(&mut self) -> Taken<()> {
        let lost = |path: &str| Finding { line: 0, what: format!("{path} is not typed") };
        // Luau tells of a function its line and its name.
        for (path, value) in &self.constants.routines {
            if self.inference.of_constant(value, Role::Plain).unknown {
                let what = format!("{path} stands in one line with another function of its name");
                return Err(Finding { line: 0, what });
            }
        }
        let Some((setup, _)) = self.root("game.setup") else { return Err(lost("game.setup")) };
        self.program.setup = setup;
        self.program.turn = self.root("game.turn").map(|(turn, _)| turn);
        let places = self.places;
        for act in &places.acts {
            let act_function = self.root(&format!("act.{act}")).map(|(function, _)| function);
            let function = act_function.unwrap_or_else(|| self.unreached());
            self.program.acts.push(function);
            let taken = self.inference.roots.iter().find(|root| root.path == format!("act.{act}"));
            let taken = taken.map_or(0, |root| {
                let function = self.inference.instances[root.instance].function;
                self.script.functions[function].parameters.len().saturating_sub(1)
            });
            self.program.arities.push(taken.min(3));
            let appeal = self.root(&format!("appeal.{act}"));
            let is_real = match appeal {
                Some((_, instance)) => self.result_form(instance, 0)?.kind == Kind::Real,
                None => false,
            };
            self.program.appeals.push(appeal.map(|(appeal, _)| appeal));
            self.program.real_appeals.push(is_real);
        }
        for step in &places.steps {
            let step_function = self.root(&format!("step.{step}")).map(|(function, _)| function);
            let function = step_function.unwrap_or_else(|| self.unreached());
            self.program.steps.push(function);
            let after = self.root(&format!("after.{step}"));
            self.program.afters.push(after.map(|(after, _)| after));
            let resume = self.root(&format!("resume.{step}"));
            self.program.step_resumes.push(resume.map(|(resume, _)| resume));
        }
        for resume in &places.resumes {
            let resume_function = self.root(&format!("resume.{resume}")).map(|(function, _)| function);
            let function = resume_function.unwrap_or_else(|| self.unreached());
            self.program.resumes.push(function);
        }
        let figure = |lower: &mut Self, name: &str| -> Taken<Option<(FunctionId, bool)>> {
            let Some((function, instance)) = lower.root(&format!("game.{name}")) else { return Ok(None) };
            Ok(Some((function, lower.result_form(instance, 0)?.kind == Kind::Real)))
        };
        self.program.standing = figure(self, "standing")?;
        self.program.estimate = figure(self, "estimate")?;
        self.program.tiebreak = figure(self, "tiebreak")?;
        self.program.score = match figure(self, "score")? {
            Some((_, true)) => {
                return Err(Finding {
                    line: 0,
                    what: "game.score may give a number that is not whole".to_owned(),
                });
            }
            score => score.map(|(score, _)| score),
        };
        self.program.side = self.root("game.side").map(|(side, _)| side);
        self.outlook()
    }

    /// Takes what appeals share: a table of numbers, truth values and lists of such, by name.
    fn outlook(&mut self) -> Taken<()> {
        let Some((outlook, instance)) = self.root("game.outlook") else { return Ok(()) };
        let typed = &self.inference.instances[instance];
        let line = self.script.functions[typed.function].line;
        let refused = |what: &str| Err(Finding { line, what: what.to_owned() });
        let is_plain = |found: &Type| found.words.is_none() && found.things.is_empty() && !found.unknown;
        let found = typed.result.as_ref().and_then(|results| results.first()).cloned().unwrap_or_default();
        if found.things.is_empty() || found.nil {
            return refused("game.outlook gives no table in some way");
        }
        for thing in &found.things {
            let made = match thing {
                Thing::Made(id) => self.inference.made.get(id),
                _ => return refused("game.outlook gives a table that it doesn't make"),
            };
            let Some(made) = made else { continue };
            let is_taken = |value: &Type| {
                let items = self.inference.items_of(value);
                // What has no items may be a zone.
                is_plain(value)
                    || !value.unknown && !items.is_never() && is_plain(&items) && value.words.is_none()
            };
            if !made.items.is_never() || !made.other.is_never() || !made.fields.values().all(is_taken) {
                return refused("game.outlook gives more than numbers, and lists of numbers, by name");
            }
        }
        self.program.outlook = Some(outlook);
        Ok(())
    }

    /// Returns a function that stands for an act or step that no way of the script leads to.
    fn unreached(&mut self) -> FunctionId {
        const PATH: &str = "unreached";
        if let Some(&known) = self.stubs.get(PATH) {
            return known;
        }
        let number = self.program.functions.len() as FunctionId;
        let entry = self.program.code.len();
        self.program.functions.push(Function { name: PATH.to_owned(), entry, parameters: 0 });
        self.program.texts.push("a routine runs that no way leads to".to_owned());
        self.program.code.push(Op::Fail { text: self.program.texts.len() as u16 - 1 });
        self.program.lines.push(0);
        self.stubs.insert(PATH.to_owned(), number);
        number
    }

    /// Refuses functions that call themselves while functions within them use their variables: there is one place for each.
    fn no_captured_recursion(&self) -> Taken<()> {
        let program = &self.program;
        let mut order: Vec<usize> = (0..program.functions.len()).collect();
        order.sort_by_key(|&function| program.functions[function].entry);
        let calls = |function: usize| {
            let entry = program.functions[function].entry;
            let next = order.iter().map(|&other| program.functions[other].entry).find(|&other| other > entry);
            let code = &program.code[entry..next.unwrap_or(program.code.len())];
            code.iter().filter_map(|op| match op {
                Op::Call { function, .. } => Some(usize::from(*function)),
                _ => None,
            })
        };
        for &(function, line) in &self.with_slots {
            let (mut seen, mut open) = (vec![false; program.functions.len()], vec![usize::from(function)]);
            while let Some(at) = open.pop() {
                for called in calls(at) {
                    if called == usize::from(function) {
                        let what =
                            "a function that calls itself, with functions in it that use its variables";
                        return Err(Finding { line, what: what.to_owned() });
                    }
                    if !std::mem::replace(&mut seen[called], true) {
                        open.push(called);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the number of a function in the program.
    fn of_instance(&mut self, instance: usize) -> FunctionId {
        if let Some(&known) = self.functions.get(&instance) {
            return known;
        }
        let function = &self.script.functions[self.inference.instances[instance].function];
        let number = self.program.functions.len() as FunctionId;
        self.program.functions.push(Function {
            name: function.name.clone(),
            entry: usize::MAX,
            parameters: function.parameters.len(),
        });
        self.functions.insert(instance, number);
        self.waiting.push(instance);
        number
    }

    /// Returns what a function gives at this place.
    fn result_form(&self, instance: usize, place: usize) -> Taken<Form> {
        let typed = &self.inference.instances[instance];
        let line = self.script.functions[typed.function].line;
        let result = typed.result.as_ref().and_then(|results| results.get(place));
        self.form(result.unwrap_or(&Type::nil()), line)
    }

    /// Returns the number of a word.
    fn word(&mut self, word: &str) -> i64 {
        let next = self.words.len() as i64 + 1;
        *self.words.entry(word.to_owned()).or_insert(next)
    }

    /// Returns what a register holds for values of this type.
    pub(super) fn form(&self, found: &Type, line: usize) -> Taken<Form> {
        let refused = |what: &str| Finding { line, what: what.to_owned() };
        if found.unknown {
            return Err(refused("a value of which nothing is known"));
        }
        if found.kinds() > 1 {
            return Err(refused("a value that is now of one kind and now of another"));
        }
        let kind = if let Some(number) = found.number {
            if number.is_whole { Kind::Whole } else { Kind::Real }
        } else if found.truth.0 || found.truth.1 {
            Kind::Truth
        } else if found.words.is_some() {
            Kind::Word
        } else if let Some(first) = found.things.first() {
            let kind =
                self.kind_of_thing(first).ok_or_else(|| refused("a table of the engine as a value"))?;
            if found.things.iter().any(|other| self.kind_of_thing(other) != Some(kind)) {
                return Err(refused("a value that is now of one kind and now of another"));
            }
            kind
        } else {
            Kind::Whole
        };
        let is_nothing = found.kinds() == 0;
        Ok(Form { kind, nil: found.nil || is_nothing })
    }

    fn kind_of_thing(&self, thing: &Thing) -> Option<Kind> {
        match thing {
            Thing::Made(_) => Some(Kind::List),
            Thing::Function(_) => Some(Kind::Function),
            Thing::Given(path) => {
                matches!(path.split_once('.'), Some(("may" | "go", _))).then_some(Kind::Function)
            }
            Thing::Object(object) => match &self.constants.objects[*object] {
                Object::Zone { .. } => Some(Kind::Zone),
                Object::Table { .. } => Some(Kind::List),
                Object::Function { .. } => Some(Kind::Function),
                Object::Cells { .. } => Some(Kind::Cells),
                Object::Secrets => Some(Kind::Secrets),
                _ => None,
            },
        }
    }

    /// Returns the form of the entries of all these lists.
    fn entry_form(&self, lists: &Type, line: usize) -> Taken<Form> {
        let mut each = Vec::new();
        let (mut names, mut places) = (false, false);
        for thing in &lists.things {
            let mut entries = Type::default();
            match thing {
                Thing::Made(id) => {
                    if let Some(made) = self.inference.made.get(id) {
                        names |= !made.fields.is_empty() || !made.other.is_never();
                        places |= !made.items.is_never();
                        entries = made.items.clone().or(&made.other);
                        for field in made.fields.values() {
                            entries.add(field);
                        }
                    }
                }
                Thing::Object(object) => {
                    entries = self.entries_type(*object);
                    places |= !entries.is_never();
                }
                _ => {}
            }
            each.push(entries);
        }
        let refused = |what: &str| Err(Finding { line, what: what.to_owned() });
        if names && places {
            return refused("a table with places and names that is made while the game runs");
        }
        let all = each.iter().fold(Type::default(), Type::or);
        let form = self.form(&all, line)?;
        // Each list holds its numbers as they are: whole ones, or all real.
        for entries in each.iter().filter(|entries| entries.kinds() > 0) {
            if self.form(entries, line)?.kind != form.kind {
                return refused("lists of whole numbers and of others in one place");
            }
        }
        Ok(form)
    }

    /// Returns the form of what these tables, which functions make, have under a name; none for other tables, or where the name is
    /// not known.
    fn field_form(&self, tables: &Type, key: &Type, line: usize) -> Taken<Option<Form>> {
        let Some(word) = key.one_word() else { return Ok(None) };
        let mut all = Type::default();
        for thing in &tables.things {
            let Thing::Made(id) = thing else { return Ok(None) };
            let Some(made) = self.inference.made.get(id) else { continue };
            if !made.items.is_never() || !made.other.is_never() {
                return Ok(None);
            }
            all.add(made.fields.get(word).unwrap_or(&Type::default()));
        }
        let form = self.form(&all, line)?;
        for thing in &tables.things {
            if let Thing::Made(id) = thing
                && let Some(field) = self.inference.made.get(id).and_then(|made| made.fields.get(word))
                && *field != Type::nil()
                && self.form(field, line)?.kind != form.kind
            {
                let what = format!("`{word}` is a whole number in one table and none in another");
                return Err(Finding { line, what });
            }
        }
        Ok(Some(form))
    }

    /// Returns the value if a type has one alone.
    fn fixed(found: &Type) -> Option<Val> {
        if let Some(n) = found.constant() {
            return Some(Val::Number(n));
        }
        if found.unknown || found.kinds() > 1 || (found.kinds() == 1 && found.nil) {
            return None;
        }
        if found.kinds() == 0 {
            return found.nil.then_some(Val::Nil);
        }
        if let Some(word) = found.one_word() {
            return Some(Val::Word(word.to_owned()));
        }
        match found.truth {
            (true, false) => return Some(Val::Truth(true)),
            (false, true) => return Some(Val::Truth(false)),
            _ => {}
        }
        if found.things.len() == 1
            && let Some(thing) = found.things.first()
            && !matches!(thing, Thing::Made(_))
        {
            return Some(Val::Thing(thing.clone()));
        }
        let _ = Words::Any;
        None
    }
}

/// Returns the variables that functions within their own one change.
fn changed_within(script: &Script) -> HashSet<LocalId> {
    let mut found = HashSet::new();
    for (function, declared) in script.functions.iter().enumerate() {
        statements::targets(&declared.body, &mut |target| {
            if let ExprKind::Local(local) = target.kind
                && script.locals[local].function != function
            {
                found.insert(local);
            }
        });
    }
    found
}

/// A place in the code that jumps wait for.
#[derive(Debug, Default)]
pub(super) struct Label {
    at: Option<usize>,
    jumps: Vec<usize>,
}

/// A loop that is open.
#[derive(Debug, Default)]
pub(super) struct Loop {
    breaks: Label,
    continues: Label,
}

/// A function while it is lowered.
pub(super) struct Body<'l, 'a, 'b> {
    pub(super) lower: &'l mut Lower<'a, 'b>,
    pub(super) instance: usize,
    pub(super) locals: HashMap<LocalId, (Reg, Form)>,
    /// The types of locals, of all values that they are given.
    pub(super) types: HashMap<LocalId, Type>,
    pub(super) next: usize,
    pub(super) line: usize,
    pub(super) loops: Vec<Loop>,
    pub(super) results: usize,
    /// What stands behind the parameters that have a name.
    pub(super) more: Vec<(Reg, Form)>,
    /// The registers that surely hold something.
    there: Vec<Reg>,
    /// The last place where a label was set.
    bound: usize,
}

impl Lower<'_, '_> {
    fn function(&mut self, instance: usize) -> Taken<()> {
        let number = self.functions[&instance];
        self.program.functions[usize::from(number)].entry = self.program.code.len();
        let script = self.script;
        let typed = &self.inference.instances[instance];
        let function = &script.functions[typed.function];
        let arguments = typed.arguments.clone();
        let results = typed.result.as_ref().map_or(0, Vec::len);
        let mut body = Body {
            lower: self,
            instance,
            locals: HashMap::new(),
            types: HashMap::new(),
            next: arguments.len(),
            line: function.line,
            loops: Vec::new(),
            results,
            more: Vec::new(),
            there: Vec::new(),
            bound: 0,
        };
        for (place, argument) in arguments.iter().enumerate().skip(function.parameters.len()) {
            let form = body.lower.form(argument, function.line)?;
            body.more.push((place as Reg, form));
        }
        for (local, argument) in function.parameters.iter().zip(&arguments) {
            body.add_type(*local, argument);
        }
        body.find_types(&function.body);
        for (place, (local, argument)) in function.parameters.iter().zip(&arguments).enumerate() {
            let form = body.form_of_local(*local)?;
            let given = body.lower.form(argument, function.line)?;
            body.locals.insert(*local, (place as Reg, form));
            if given.kind == Kind::Whole && form.kind == Kind::Real {
                body.as_real(place as Reg, place as Reg, form.nil);
            }
            body.keep(*local, place as Reg);
        }
        let begin = body.emit(Op::Charge(1));
        body.block(&function.body)?;
        body.emit(Op::End);
        body.charge(begin);
        Ok(())
    }
}

impl Body<'_, '_, '_> {
    /// Returns true for a variable that functions within its own one use.
    pub(super) fn is_captured(&self, local: LocalId) -> bool {
        let local = &self.lower.script.locals[local];
        local.is_captured && local.function != 0
    }

    /// Returns the place of a variable that functions within its own one use.
    pub(super) fn slot(&mut self, local: LocalId) -> u16 {
        let next = self.lower.slots.len() as u16;
        *self.lower.slots.entry(local).or_insert(next)
    }

    /// Keeps the value of a variable where functions within its own one find it.
    pub(super) fn keep(&mut self, local: LocalId, a: Reg) {
        if self.is_captured(local) {
            let slot = self.slot(local);
            self.emit(Op::SetCaptured { a, slot });
            let function = self.lower.functions[&self.instance];
            if !self.lower.with_slots.iter().any(|(other, _)| *other == function) {
                self.lower.with_slots.push((function, self.line));
            }
        }
    }

    pub(super) fn emit(&mut self, op: Op) -> usize {
        let here = self.here();
        match op {
            Op::Some { a } if self.there.contains(&a) => return here,
            Op::Some { a } => {
                self.there.push(a);
                if self.bound != here
                    && let Some(last) = self.lower.program.code.last_mut()
                    && let Op::MapAt { d, a: key, table } = *last
                    && d == a
                {
                    *last = Op::EntryAt { d, a: key, table };
                    return here;
                }
            }
            // Nothing but jumps.
            Op::IfEqual { .. }
            | Op::IfDiffer { .. }
            | Op::IfLess { .. }
            | Op::IfAtMost { .. }
            | Op::IfEqualInt { .. }
            | Op::IfDifferInt { .. }
            | Op::IfLessInt { .. }
            | Op::IfMoreInt { .. }
            | Op::If { .. }
            | Op::Unless { .. }
            | Op::Charge(_)
            | Op::May { .. } => {}
            Op::Move { d, .. }
            | Op::Int { d, .. }
            | Op::Add { d, .. }
            | Op::AddInt { d, .. }
            | Op::Sub { d, .. }
            | Op::MapAt { d, .. }
            | Op::ZoneOf { d, .. }
            | Op::Size { d, .. }
            | Op::Number { d, .. } => self.there.retain(|&known| known != d),
            _ => self.there.clear(),
        }
        self.lower.program.code.push(op);
        self.lower.program.lines.push(self.line as u32);
        self.lower.program.code.len() - 1
    }

    /// Has the instruction at this place charge for all from there on.
    pub(super) fn charge(&mut self, at: usize) {
        let steps = crate::interpreter::steps_of(self.here() - at);
        self.lower.program.code[at] = Op::Charge(u16::try_from(steps).unwrap_or(u16::MAX));
    }

    pub(super) fn here(&self) -> usize {
        self.lower.program.code.len()
    }

    pub(super) fn refuse<T>(&self, what: impl Into<String>) -> Taken<T> {
        Err(Finding { line: self.line, what: what.into() })
    }

    /// Returns a new register.
    pub(super) fn reg(&mut self) -> Taken<Reg> {
        if self.next >= 240 {
            return self.refuse("a function with more than 240 values at once");
        }
        self.next += 1;
        Ok((self.next - 1) as Reg)
    }

    /// Returns the type of an expression; nothing where no way leads to it.
    pub(super) fn type_of(&self, expr: &Expr) -> Type {
        let typed = &self.lower.inference.instances[self.instance];
        typed.types.get(&expr.id).cloned().unwrap_or_default()
    }

    pub(super) fn form_of(&self, expr: &Expr) -> Taken<Form> {
        self.lower.form(&self.type_of(expr), expr.line)
    }

    pub(super) fn form_of_local(&self, local: LocalId) -> Taken<Form> {
        if let (true, Some(found)) = (self.is_captured(local), self.lower.inference.captured.get(&local)) {
            return self.lower.form(found, self.lower.script.locals[local].line);
        }
        let found = self.types.get(&local).cloned().unwrap_or_default();
        self.lower.form(&found, self.lower.script.locals[local].line)
    }

    /// Sets where a jump goes.
    fn patch(&mut self, at: usize, target: usize) -> Taken<()> {
        let Ok(target) = u16::try_from(target) else {
            return self.refuse("a script of more than 65536 instructions");
        };
        match &mut self.lower.program.code[at] {
            Op::Jump { to }
            | Op::If { to, .. }
            | Op::Unless { to, .. }
            | Op::IfNil { to, .. }
            | Op::UnlessNil { to, .. }
            | Op::IfEqual { to, .. }
            | Op::IfDiffer { to, .. }
            | Op::IfLess { to, .. }
            | Op::IfAtMost { to, .. }
            | Op::IfEqualInt { to, .. }
            | Op::IfDifferInt { to, .. }
            | Op::IfLessInt { to, .. }
            | Op::IfMoreInt { to, .. }
            | Op::IfReal { to, .. }
            | Op::Count { to, .. }
            | Op::CountBy { to, .. }
            | Op::Each { to, .. }
            | Op::Next { to, .. } => *to = target,
            _ => {}
        }
        Ok(())
    }

    /// Emits a jump to a label.
    pub(super) fn jump(&mut self, op: Op, label: &mut Label) -> Taken<()> {
        let at = self.emit(op);
        if let Some(target) = label.at {
            self.patch(at, target)
        } else {
            label.jumps.push(at);
            Ok(())
        }
    }

    /// Sets a label here.
    pub(super) fn bind(&mut self, label: &mut Label) -> Taken<()> {
        let last = self.here() - 1;
        // A jump to where it stands is none.
        if self.bound != last + 1
            && label.jumps.contains(&last)
            && matches!(self.lower.program.code[last], Op::Jump { .. })
        {
            label.jumps.retain(|&at| at != last);
            self.lower.program.code.pop();
            self.lower.program.lines.pop();
        }
        let here = self.here();
        self.bound = here;
        self.there.clear();
        label.at = Some(here);
        for at in std::mem::take(&mut label.jumps) {
            self.patch(at, here)?;
        }
        Ok(())
    }

    /// Makes a real number of a whole one, unless it is nothing.
    pub(super) fn as_real(&mut self, d: Reg, a: Reg, nil: bool) {
        if nil {
            if d != a {
                self.emit(Op::Move { d, a });
            }
            let to = (self.here() + 2) as u16;
            self.emit(Op::IfNil { a, to });
        }
        self.emit(Op::ToReal { d, a });
    }

    /// Puts a value into a register of this form.
    pub(super) fn put(&mut self, value: &Val, form: Form, hint: Option<Reg>) -> Taken<Reg> {
        if let Val::Reg(a, from) = *value {
            return self.convert(a, from, form, hint);
        }
        let d = match hint {
            Some(d) => d,
            None => self.reg()?,
        };
        match (value, form.kind) {
            (Val::Nil, _) => {
                self.constant(d, NIL)?;
                if !form.nil {
                    self.emit(Op::Some { a: d });
                }
            }
            (Val::Number(n), Kind::Whole) if n.fract() == 0.0 && n.abs() <= 9e15 => {
                self.constant(d, *n as i64)?;
            }
            (Val::Number(n), Kind::Real) => self.constant(d, n.to_bits() as i64)?,
            (Val::Truth(yes), Kind::Truth) => self.constant(d, i64::from(*yes))?,
            (Val::Word(word), Kind::Word) => {
                let word = self.lower.word(word);
                self.constant(d, word)?;
            }
            (Val::Thing(thing), _) => {
                let value = self.thing(thing, form.kind)?;
                self.constant(d, value)?;
            }
            _ => {
                return self.refuse("a value of another kind than its place");
            }
        }
        Ok(d)
    }

    /// Returns a register with the value of another one in another form.
    fn convert(&mut self, a: Reg, from: Form, to: Form, hint: Option<Reg>) -> Taken<Reg> {
        let result = match (from.kind, to.kind) {
            (x, y) if x == y => {
                if let Some(d) = hint
                    && d != a
                {
                    self.emit(Op::Move { d, a });
                }
                hint.unwrap_or(a)
            }
            (Kind::Whole, Kind::Real) => {
                let d = match hint {
                    Some(d) => d,
                    None => self.reg()?,
                };
                self.as_real(d, a, from.nil);
                d
            }
            (Kind::Real, Kind::Whole) => {
                let d = match hint {
                    Some(d) => d,
                    None => self.reg()?,
                };
                self.emit(Op::ToWhole { d, a, how: crate::program::Rounding::None });
                d
            }
            // A value that is never there.
            _ if from.nil => {
                let d = match hint {
                    Some(d) => d,
                    None => self.reg()?,
                };
                self.constant(d, NIL)?;
                d
            }
            _ => return self.refuse("a value of another kind than its place"),
        };
        if from.nil && !to.nil {
            self.emit(Op::Some { a: result });
        }
        Ok(result)
    }

    /// Puts a number into a register.
    pub(super) fn constant(&mut self, d: Reg, value: i64) -> Taken<()> {
        if let Ok(value) = i32::try_from(value) {
            self.emit(Op::Int { d, value });
            return Ok(());
        }
        let constants = &mut self.lower.program.constants;
        let place = constants.iter().position(|&other| other == value).unwrap_or_else(|| {
            constants.push(value);
            constants.len() - 1
        });
        let Ok(place) = u16::try_from(place) else { return self.refuse("more than 65536 constants") };
        self.emit(Op::Const { d, place });
        Ok(())
    }
}
