//! Types of all that a script's functions compute, by running them on types in place of values until nothing new comes.
//!
//! A function is typed anew for each kind of arguments that it is called with (`Instance`): so a helper that is given now
//! one zone and now another, or a function, is resolved for each. What a table or list holds that a function makes is kept
//! once for all its uses (`Made`). A mistake is named only where no value that can come there is right.

mod calls;
mod expressions;
mod flow;
mod report;
mod sentences;
mod tables;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::constants::{Constant, Constants, Object};
use crate::declared::Declarations;
use crate::syntax::{Expr, ExprId, FunctionId, LocalId, Place, Script, StatementId};
use crate::types::{Role, Thing, Type};
use flow::{Exits, State};
pub use report::{Finding, Report};

/// So many functions, each for its kinds of arguments, are typed at most.
const MOST_INSTANCES: usize = 5000;
/// So many expressions are looked at: fifteen times what the largest texts take.
const MOST_WORK: u64 = 1_000_000;

/// Returns the types of all that a game can reach of a script.
pub fn typed<'a>(
    script: &'a Script,
    constants: &'a Constants,
    declarations: &'a Declarations,
) -> Inference<'a> {
    let mut inference = Inference::new(script, constants, declarations);
    inference.run();
    inference
}

/// Types what a game can reach of a script.
pub fn infer(script: &Script, constants: &Constants, declarations: &Declarations) -> Report {
    let mut inference = Inference::new(script, constants, declarations);
    inference.run();
    inference.report()
}

/// A function for one kind of arguments.
#[derive(Debug, Default)]
pub(crate) struct Instance {
    pub(crate) function: FunctionId,
    pub(crate) arguments: Vec<Type>,
    /// The results; none while no way is known on which it returns.
    pub(crate) result: Option<Vec<Type>>,
    effects: Effects,
    /// The types of its expressions.
    pub(crate) types: HashMap<ExprId, Type>,
    /// The statements that some way leads to.
    pub(crate) reached: HashSet<StatementId>,
    /// What is wrong, by expression.
    wrong: BTreeMap<(ExprId, Aspect), Finding>,
    /// What a typed program can't take, by expression.
    untaken: BTreeMap<ExprId, Finding>,
}

/// What is wrong with an expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Aspect {
    /// It fails.
    Itself,
    /// What it stands in fails.
    Use,
    /// It can be carried out, and seems to be a slip.
    Meaning,
}

/// What a function does beside giving results.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Effects {
    /// Whether it leads on: [`flow::NOT_LED`], [`flow::LED`].
    leads: u8,
    /// The acts that it offers.
    offers: BTreeSet<String>,
    /// The first thing that it changes, and the line.
    changes: Option<(usize, String)>,
}

/// A table that a function makes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Made {
    /// Values under numbers.
    pub(crate) items: Type,
    /// Values under words.
    pub(crate) fields: BTreeMap<String, Type>,
    /// Values under words that are not known.
    pub(crate) other: Type,
}

/// A routine that the engine calls.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) path: String,
    pub(crate) instance: usize,
}

/// The types of a script.
pub struct Inference<'a> {
    pub(crate) script: &'a Script,
    pub(crate) constants: &'a Constants,
    pub(crate) declarations: &'a Declarations,
    pub(crate) instances: Vec<Instance>,
    pub(crate) by_arguments: HashMap<(FunctionId, Vec<Type>), usize>,
    pub(crate) roots: Vec<Root>,
    pub(crate) made: BTreeMap<ExprId, Made>,
    /// Values of local variables that inner functions use.
    pub(crate) captured: HashMap<LocalId, Type>,
    /// The functions of the script's top level, by object.
    functions: HashMap<usize, FunctionId>,
    /// The values of locals of the top level.
    top: HashMap<LocalId, Type>,
    /// Paths of the engine that are called.
    called: BTreeSet<String>,
    /// The types of all entries of tables under numbers, or under words.
    columns: RefCell<HashMap<(usize, bool), Type>>,
    changed: bool,
    work: u64,
    // Of the instance that is being typed:
    current: Instance,
    exits: Vec<Exits>,
}

impl<'a> Inference<'a> {
    fn new(script: &'a Script, constants: &'a Constants, declarations: &'a Declarations) -> Self {
        let mut by_place: HashMap<(usize, &str), Vec<FunctionId>> = HashMap::new();
        for (id, function) in script.functions.iter().enumerate().skip(1) {
            let name = function.name.rsplit('.').next().unwrap_or_default();
            by_place.entry((function.line, name)).or_default().push(id);
            if !name.is_empty() {
                by_place.entry((function.line, "")).or_default().push(id);
            }
        }
        let functions = constants.objects.iter().enumerate().filter_map(|(object, found)| {
            let Object::Function { line, name } = found else { return None };
            let known = by_place.get(&(*line, name.as_str())).or_else(|| by_place.get(&(*line, "")))?;
            (known.len() == 1).then(|| (object, known[0]))
        });
        let mut inference = Self {
            script,
            constants,
            declarations,
            functions: functions.collect(),
            instances: Vec::new(),
            by_arguments: HashMap::new(),
            roots: Vec::new(),
            made: BTreeMap::new(),
            captured: HashMap::new(),
            top: HashMap::new(),
            called: BTreeSet::new(),
            columns: RefCell::default(),
            changed: false,
            work: 0,
            current: Instance::default(),
            exits: Vec::new(),
        };
        inference.find_top();
        inference
    }

    /// Finds the values of the locals of the top level. Of several with a name the last one that stands in no block is known.
    fn find_top(&mut self) {
        let mut last: HashMap<&str, LocalId> = HashMap::new();
        let mut count: HashMap<&str, usize> = HashMap::new();
        let of_top = || self.script.locals.iter().enumerate().filter(|(_, local)| local.function == 0);
        for (id, local) in of_top() {
            *count.entry(&local.name).or_default() += 1;
            if local.place == Place::Outermost {
                last.insert(&local.name, id);
            }
        }
        let mut top = HashMap::new();
        for (id, local) in of_top() {
            let alone = count.get(local.name.as_str()) == Some(&1) && local.place != Place::Loop;
            if last.get(local.name.as_str()) == Some(&id) || alone {
                let value = self.constants.locals.get(&local.name).unwrap_or(&Constant::Nil);
                let role = if local.is_card { Role::Card } else { Role::Plain };
                top.insert(id, self.of_constant(value, role));
            }
        }
        self.top = top;
    }

    /// Returns the type of a value of the top level.
    pub(crate) fn of_constant(&self, constant: &Constant, role: Role) -> Type {
        match constant {
            Constant::Nil => Type::nil(),
            Constant::Truth(yes) => Type::truth(*yes, !*yes),
            Constant::Number(n) => Type::value(*n, role),
            Constant::Word(word) => Type::word(word),
            Constant::Object(object) => match &self.constants.objects[*object] {
                Object::Given(path) => Type::thing(Thing::Given(path.clone())),
                Object::Function { .. } => match self.functions.get(object) {
                    Some(function) => Type::thing(Thing::Function(*function)),
                    None => Type::unknown(),
                },
                _ => Type::thing(Thing::Object(*object)),
            },
        }
    }

    /// Types all routines that the engine calls, and what they call.
    fn run(&mut self) {
        loop {
            self.changed = false;
            self.reach();
            // Functions that are called come behind those that call them.
            for at in (0..self.instances.len()).rev() {
                self.type_instance(at);
                if !self.is_whole() {
                    return;
                }
            }
            if !self.changed {
                return;
            }
        }
    }

    /// Returns false for a script that was too large to be typed to its end.
    pub(crate) fn is_whole(&self) -> bool {
        self.work <= MOST_WORK
    }

    /// Adds the routines that a game can come to, as far as is known.
    fn reach(&mut self) {
        let constants = self.constants;
        for (path, value) in &constants.routines {
            if self.roots.iter().any(|root| root.path == *path) || !self.is_reached(path) {
                continue;
            }
            let Some(&Thing::Function(function)) = self.of_constant(value, Role::Plain).things.first() else {
                continue;
            };
            let arguments = self.arguments_of(path, function);
            if let Some(instance) = self.instance(function, arguments) {
                self.roots.push(Root { path: path.clone(), instance });
                self.changed = true;
            }
        }
    }

    /// Returns true if a game can come to a routine.
    fn is_reached(&self, path: &str) -> bool {
        let (table, name) = path.split_once('.').unwrap_or((path, ""));
        let calls =
            |tables: &[&str]| tables.iter().any(|table| self.called.contains(&format!("{table}.{name}")));
        match table {
            "step" => calls(&["go", "together", "secretly", "around", "call", "later"]),
            "after" => calls(&["together", "secretly", "around"]),
            // Also where the question of the step with this name was interrupted.
            "resume" => calls(&["later", "go", "together", "secretly", "around", "call"]),
            "appeal" if self.outlook().is_some_and(<[Type]>::is_empty) => false,
            "act" | "appeal" => self.instances.iter().any(|instance| instance.effects.offers.contains(name)),
            _ => true,
        }
    }

    /// Returns what `game.outlook` gives, if there is one: nothing until that is known.
    fn outlook(&self) -> Option<&[Type]> {
        let root = self.roots.iter().find(|root| root.path == "game.outlook")?;
        Some(self.instances[root.instance].result.as_deref().unwrap_or_default())
    }

    /// Returns what the engine gives a routine: seats, and what the act's parameters are said to be.
    fn arguments_of(&self, path: &str, function: FunctionId) -> Vec<Type> {
        let (table, name) = path.split_once('.').unwrap_or((path, ""));
        let seat = Type::number(true, Role::Seat);
        match table {
            "act" | "appeal" => {
                let act = self.constants.routines.iter().find(|(other, _)| *other == format!("act.{name}"));
                let act = act.map(|(_, value)| self.of_constant(value, Role::Plain));
                let act = act.and_then(|act| match act.things.first() {
                    Some(Thing::Function(function)) => Some(*function),
                    _ => None,
                });
                let named = &self.script.functions[act.unwrap_or(function)].parameters;
                let count = self.script.functions[function].parameters.len().max(1);
                let arguments = (1..count).map(|place| {
                    let given = named.get(place).and_then(|local| self.script.locals[*local].given.as_ref());
                    let role = match given.map(|(name, _)| name.as_str()) {
                        Some("card") => Role::Card,
                        Some("seat") => Role::Seat,
                        _ => Role::Plain,
                    };
                    Type::number(true, role)
                });
                let mut given: Vec<Type> = std::iter::once(seat).chain(arguments).collect();
                // Appeals have the outlook behind the arguments of the act.
                if table == "appeal"
                    && let Some(look) = self.outlook()
                    && let Some(last) = given.get_mut(named.len().max(1))
                {
                    *last = look.first().cloned().unwrap_or_else(Type::nil);
                }
                given
            }
            "after" => Vec::new(),
            "game" if name == "setup" => Vec::new(),
            // The seat that is valued, and the one that chooses.
            "game" if name == "estimate" => vec![seat.clone(), seat],
            _ => vec![seat],
        }
    }

    /// Returns the number of a function for these arguments; none if there are too many.
    fn instance(&mut self, function: FunctionId, mut arguments: Vec<Type>) -> Option<usize> {
        let takes = self.script.functions[function].parameters.len();
        if !self.script.functions[function].takes_more || arguments.len() < takes {
            arguments.resize(takes, Type::nil());
        }
        for argument in &mut arguments {
            *argument = argument.without_values();
        }
        if let Some(&known) = self.by_arguments.get(&(function, arguments.clone())) {
            return Some(known);
        }
        if self.instances.len() == MOST_INSTANCES {
            return None;
        }
        let number = self.instances.len();
        self.by_arguments.insert((function, arguments.clone()), number);
        self.instances.push(Instance { function, arguments, ..Instance::default() });
        self.changed = true;
        Some(number)
    }

    fn type_instance(&mut self, number: usize) {
        let instance = &self.instances[number];
        let script = self.script;
        let function = &script.functions[instance.function];
        let effects = Effects { leads: 0, ..instance.effects.clone() };
        self.current = Instance {
            function: instance.function,
            arguments: instance.arguments.clone(),
            result: instance.result.clone(),
            effects,
            ..Instance::default()
        };
        let mut state = State::new();
        for (local, argument) in function.parameters.iter().zip(instance.arguments.clone()) {
            self.set_local(&mut state, *local, argument);
        }
        self.exits.clear();
        self.block(&mut state, &function.body);
        if !state.is_dead {
            self.returns(&state, &[]);
        }
        let done = std::mem::take(&mut self.current);
        let known = &mut self.instances[number];
        self.changed |= done.result != known.result || done.effects != known.effects;
        *known = done;
    }

    /// Notes what is wrong with an expression, or that nothing is: what is found last is found with all values.
    fn judge(&mut self, expr: &Expr, aspect: Aspect, what: Option<String>) {
        match what {
            Some(what) => {
                self.current.wrong.insert((expr.id, aspect), Finding { line: expr.line, what });
            }
            None => {
                self.current.wrong.remove(&(expr.id, aspect));
            }
        }
    }

    /// Notes what a typed program can't take.
    fn refuse(&mut self, expr: &Expr, what: &str) {
        self.current.untaken.insert(expr.id, Finding { line: expr.line, what: what.to_owned() });
    }

    fn changes(&mut self, line: usize, what: &str) {
        if self.current.effects.changes.is_none() {
            self.current.effects.changes = Some((line, what.to_owned()));
        }
    }
}
