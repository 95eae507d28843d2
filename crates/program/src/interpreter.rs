//! Runs programs.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ludometer_zones::announce::part;
use ludometer_zones::bytes::i32_at;
use ludometer_zones::flow::Next;
use ludometer_zones::layout::head;
use ludometer_zones::play::{Contest, Rules};
use ludometer_zones::table::{Fault, MOST_ACTIONS, Outcome, Running, Table};

use crate::program::{
    Bits, Compare, Function, FunctionId, LISTED, MOST_WHOLE, NIL, Op, Program, REGISTERS, Real, Reg,
    Rounding, SECRET, ZERO,
};

/// The most calls of functions within each other.
const MOST_FRAMES: usize = 4_000;

/// A call of a function that has not ended.
#[derive(Clone, Copy, Debug)]
struct Frame {
    pc: usize,
    base: usize,
}

/// What a program needs beside its code on one thread: kept from call to call, so that nothing is allocated.
#[derive(Debug, Default)]
pub struct Memory {
    registers: Vec<i64>,
    /// Lists of the program, then those of the call.
    lists: Vec<Vec<i64>>,
    /// How many are in use.
    used: usize,
    /// How many of them, the first, nothing may write to.
    fixed: usize,
    /// What appeals share in the decision; [`NIL`] where there is no such thing.
    outlook: i64,
    frames: Vec<Frame>,
    captured: Vec<i64>,
    /// Where the registers of the next call from outside begin.
    top: usize,
    /// Steps that are left for what runs.
    left: u32,
    /// The weights of appeals.
    pub weights: Vec<f64>,
    /// The instruction that failed, if one did.
    failed: usize,
    /// What was carried out, where it is counted.
    counts: Option<Box<Counts>>,
}

/// What was carried out of a program.
#[derive(Debug)]
struct Counts {
    /// By instruction.
    instructions: Vec<u64>,
    /// By function that is called from outside: how often, and the time with all that it calls.
    calls: Vec<(u64, Duration)>,
}

impl Memory {
    /// Returns memory for a program.
    pub fn new(program: &Program, weights: Vec<f64>) -> Self {
        Self {
            registers: vec![0; 4 * REGISTERS],
            lists: program.lists.clone(),
            used: program.lists.len(),
            frames: Vec::with_capacity(64),
            captured: vec![NIL; program.captured],
            weights,
            ..Self::default()
        }
    }

    /// Counts what is carried out from here on.
    pub fn begin_counting(&mut self, program: &Program) {
        self.counts = Some(Box::new(Counts {
            instructions: vec![0; program.code.len()],
            calls: vec![(0, Duration::ZERO); program.functions.len()],
        }));
    }

    /// Returns the functions that were called from outside: their names, how often, and the time with all that they call.
    pub fn calls<'p>(&self, program: &'p Program) -> Vec<(&'p str, u64, Duration)> {
        let calls = self.counts.iter().flat_map(|counts| counts.calls.iter().zip(&program.functions));
        let of_function =
            |(&(calls, time), function): (&(u64, Duration), &'p Function)| (&*function.name, calls, time);
        calls.map(of_function).filter(|(_, calls, _)| *calls > 0).collect()
    }

    /// Returns how many instructions of each line were carried out, by line.
    pub fn lines(&self, program: &Program) -> BTreeMap<usize, u64> {
        let mut lines = BTreeMap::new();
        for (&line, &times) in
            program.lines.iter().zip(self.counts.iter().flat_map(|counts| &counts.instructions))
        {
            *lines.entry(line as usize).or_default() += times;
        }
        lines
    }
}

/// What runs a program.
#[derive(Debug)]
pub struct Interpreter<'p> {
    program: &'p Program,
    contest: &'p Contest,
    memory: &'p mut Memory,
}

/// So many entries of a list that are gone through, moved or made at once take a step: it bounds the memory of lists as well.
const ENTRIES_A_STEP: usize = 4;

/// A new list takes so many: it has room of its own.
const STEPS_A_LIST: u32 = 4;

/// The steps of one decision.
pub const MOST_STEPS: u32 = 2_000_000;

impl<'p> Interpreter<'p> {
    /// Returns an interpreter that begins: it has all its steps and no lists.
    pub fn new(program: &'p Program, contest: &'p Contest, memory: &'p mut Memory) -> Self {
        memory.left = MOST_STEPS;
        memory.used = program.lists.len();
        memory.fixed = memory.used;
        memory.outlook = NIL;
        memory.failed = usize::MAX;
        memory.top = 0;
        memory.frames.clear();
        Self { program, contest, memory }
    }

    /// Returns true if what failed last had taken all its steps.
    pub fn is_spent(&self) -> bool {
        self.memory.left == 0
    }

    /// Returns the line of the instruction that failed, if it was one.
    pub fn line(&self) -> Option<usize> {
        self.program.lines.get(self.memory.failed).map(|&line| line as usize)
    }

    /// Calls a function with arguments, and returns its result.
    fn call(&mut self, table: &mut Table<'_>, id: FunctionId, args: &[i64]) -> Outcome<i64> {
        let top = self.memory.top;
        let wanted = top + 2 * REGISTERS;
        if self.memory.registers.len() < wanted {
            self.memory.registers.resize(wanted, 0);
        }
        self.memory.registers[top..top + args.len()].copy_from_slice(args);
        let function = &self.program.functions[usize::from(id)];
        // What is not given is nothing.
        self.memory.registers[top + args.len()..(top + function.parameters).max(top + args.len())].fill(0);
        let result = if self.memory.counts.is_some() {
            let begun = Instant::now();
            let result = self.run::<true>(table, function.entry, top);
            // What is called from within a call is part of it.
            if let Some(counts) = self.memory.counts.as_mut().filter(|_| top == 0) {
                let (calls, time) = &mut counts.calls[usize::from(id)];
                (*calls, *time) = (*calls + 1, *time + begun.elapsed());
            }
            result
        } else {
            self.run::<false>(table, function.entry, top)
        };
        self.memory.top = top;
        result
    }

    /// Finds what the appeals to a seat share in a decision; none of them may change it.
    ///
    /// # Errors
    /// A mistake of the rules.
    pub fn look(&mut self, table: &mut Table<'_>, seat: usize) -> Outcome<()> {
        if let Some(outlook) = self.program.outlook {
            self.memory.outlook = self.call(table, outlook, &[seat as i64])?;
            self.memory.fixed = self.memory.used;
        }
        Ok(())
    }

    /// Returns the appeal of an action to a seat, behind [`Interpreter::look`].
    ///
    /// # Errors
    /// A mistake of the rules.
    pub fn appeal(&mut self, table: &mut Table<'_>, seat: usize, action: u64) -> Outcome<f64> {
        let act = (action >> 48) as usize - 1;
        let Some(appeal) = self.program.appeals[act] else { return Ok(0.0) };
        let argument = |bits: u32| i64::from((action >> bits) as u16);
        let mut args = [seat as i64, argument(32), argument(16), argument(0), NIL];
        let mut given = 4;
        if self.program.outlook.is_some() {
            // It stands behind the arguments of the act.
            let place = self.program.arities[act] + 1;
            args[place] = self.memory.outlook;
            given = given.max(place + 1);
        }
        let value = self.call(table, appeal, &args[..given])?;
        let wrong = |x: &str| {
            Err(Fault::new(format!("appeal.{} gives {x}, which is no number", table.layout.acts[act])))
        };
        if value == NIL {
            return wrong("nil");
        }
        let x = if self.program.real_appeals[act] { f64::from_bits(value as u64) } else { value as f64 };
        if x.is_nan() {
            return wrong("nan");
        }
        Ok(x)
    }

    /// Returns the estimate, or the standing or score, of a seat.
    ///
    /// # Errors
    /// A mistake of the rules.
    pub fn figure(&mut self, table: &mut Table<'_>, seat: usize, estimate: bool) -> Outcome<f64> {
        let score = self.program.score.map(|score| (score, false));
        let of = if estimate { self.program.estimate } else { self.program.standing.or(score) };
        let Some((function, is_real)) = of else { return Ok(0.0) };
        // An estimate depends on who is to move.
        let args = [seat as i64, table.mover() as i64];
        let value = self.call(table, function, if estimate { &args } else { &args[..1] })?;
        if value == NIL {
            return Err(Fault::new("a figure is nil, which is no number"));
        }
        Ok(if is_real { f64::from_bits(value as u64) } else { value as f64 })
    }

    /// Returns true if a seat could do something in a step, both from 1.
    fn has_choice(&mut self, table: &mut Table<'_>, step: usize, seat: usize) -> Outcome<bool> {
        let (before, running) = (table.run.actions.len(), table.run.running);
        let asked = std::mem::replace(&mut table.bytes[head::STEP], step as u8);
        table.run.running = Running::Step;
        let listed = self.step(table, step, seat);
        table.run.running = running;
        table.bytes[head::STEP] = asked;
        let any = table.run.actions.len() > before;
        table.run.actions.truncate(before);
        listed.map(|()| any)
    }

    fn new_list(lists: &mut Vec<Vec<i64>>, used: &mut usize) -> usize {
        if *used == lists.len() {
            lists.push(Vec::new());
        } else {
            lists[*used].clear();
        }
        *used += 1;
        *used - 1
    }

    fn run<const COUNTS: bool>(&mut self, table: &mut Table<'_>, entry: usize, base: usize) -> Outcome<i64> {
        let program = self.program;
        let code = &program.code[..];
        let bottom = self.memory.frames.len();
        let mut base = base;
        let mut pc = entry;
        let mut r: &mut [i64; REGISTERS] = window(&mut self.memory.registers, base);
        r[usize::from(ZERO)] = 0;
        macro_rules! r {
            ($x:expr) => {
                r[usize::from($x)]
            };
        }
        macro_rules! real {
            ($x:expr) => {
                f64::from_bits(r[usize::from($x)] as u64)
            };
        }
        macro_rules! fail {
            ($text:expr) => {{
                self.memory.failed = pc - 1;
                self.memory.frames.truncate(bottom);
                return Err(Fault::new($text));
            }};
        }
        macro_rules! ok {
            ($outcome:expr) => {
                match $outcome {
                    Ok(value) => value,
                    Err(fault) => {
                        self.memory.failed = pc - 1;
                        self.memory.frames.truncate(bottom);
                        return Err(fault);
                    }
                }
            };
        }
        macro_rules! charge {
            ($steps:expr) => {
                match self.memory.left.checked_sub($steps) {
                    Some(left) => self.memory.left = left,
                    None => {
                        self.memory.left = 0;
                        fail!(format!("took more than {MOST_STEPS} steps"));
                    }
                }
            };
        }
        // The work with so many entries of a list at once.
        macro_rules! charge_entries {
            ($entries:expr) => {
                charge!(u32::try_from($entries / ENTRIES_A_STEP).unwrap_or(u32::MAX))
            };
        }
        // A list that may be written to.
        macro_rules! list {
            ($x:expr) => {{
                let list = r[usize::from($x)] as usize;
                if list < self.memory.fixed {
                    fail!("attempt to modify a readonly table");
                }
                &mut self.memory.lists[list]
            }};
        }
        // The seat of an entry of a list of numbers.
        macro_rules! number_seat {
            ($x:expr) => {
                match table.seat(r!($x)) {
                    Ok(seat) => seat,
                    Err(_) => fail!(format!("there is no seat `{}`", r!($x))),
                }
            };
        }
        // The number of entries of a list. What Luau takes for the end of a list with an empty place is not certain.
        macro_rules! length {
            ($list:expr) => {{
                let list = &self.memory.lists[$list as usize];
                if list.contains(&NIL) {
                    fail!("a list has an empty place before its end, so that its length is not certain");
                }
                list.len()
            }};
        }
        macro_rules! whole {
            ($d:expr, $value:expr) => {{
                let value: i64 = $value;
                if value.unsigned_abs() > MOST_WHOLE as u64 {
                    fail!("a whole number is larger than 2^53");
                }
                r!($d) = value;
            }};
        }
        macro_rules! enter {
            ($function:expr, $at:expr) => {{
                let function = &program.functions[usize::from($function)];
                if self.memory.frames.len() >= MOST_FRAMES {
                    fail!("stack overflow");
                }
                self.memory.frames.push(Frame { pc, base });
                base += usize::from($at);
                pc = function.entry;
                if self.memory.registers.len() < base + REGISTERS {
                    self.memory.registers.resize(base + 4 * REGISTERS, 0);
                }
                r = window(&mut self.memory.registers, base);
                r[usize::from(ZERO)] = 0;
            }};
        }
        // The next entry of a list; places without one are passed over.
        macro_rules! each {
            ($d:expr, $list:expr) => {{
                let list = &self.memory.lists[r!($list) as usize][..];
                let mut place = r!($d) as usize;
                while list.get(place) == Some(&NIL) {
                    place += 1;
                }
                match list.get(place) {
                    Some(&entry) => {
                        r!($d) = place as i64 + 1;
                        r!($d.wrapping_add(1)) = entry;
                        true
                    }
                    None => false,
                }
            }};
        }
        macro_rules! go_on {
            ($next:expr, $at:expr) => {{
                let at: Reg = $at;
                match ok!($next) {
                    Next::Done => {}
                    Next::Turn(seat) => {
                        let Some(turn) = program.turn else {
                            fail!("there is no game.turn, which says what a turn begins with")
                        };
                        r!(at) = seat as i64;
                        enter!(turn, at);
                    }
                    Next::Resume(resume, seat) => {
                        r!(at) = seat as i64;
                        enter!(program.resumes[resume - 1], at);
                    }
                    Next::ResumeStep(step, seat) => {
                        if let Some(resume) = program.step_resumes[step - 1] {
                            r!(at) = seat as i64;
                            enter!(resume, at);
                        }
                    }
                    Next::After(step) => {
                        if let Some(after) = program.afters[step - 1] {
                            enter!(after, at);
                        }
                    }
                }
            }};
        }
        macro_rules! ask_from {
            ($seat:expr, $at:expr) => {{
                self.memory.top = base + REGISTERS;
                let next = table.ask_from($seat, |table, step, seat| self.has_choice(table, step, seat));
                r = window(&mut self.memory.registers, base);
                go_on!(next, $at);
            }};
        }
        loop {
            let op = code[pc];
            if COUNTS && let Some(counts) = &mut self.memory.counts {
                counts.instructions[pc] += 1;
            }
            pc += 1;
            match op {
                Op::Charge(steps) => charge!(u32::from(steps)),
                Op::Move { d, a } => r!(d) = r!(a),
                Op::Int { d, value } => r!(d) = i64::from(value),
                Op::Const { d, place } => r!(d) = program.constants[usize::from(place)],
                Op::Add { d, a, b } => whole!(d, r!(a).wrapping_add(r!(b))),
                Op::AddInt { d, a, value } => whole!(d, r!(a).wrapping_add(i64::from(value))),
                Op::Sub { d, a, b } => whole!(d, r!(a).wrapping_sub(r!(b))),
                Op::Mul { d, a, b } => {
                    if let Some(value) = r!(a).checked_mul(r!(b)) {
                        whole!(d, value);
                    } else {
                        fail!("a whole number is larger than 2^53")
                    }
                }
                Op::Div { d, a, b } => {
                    let (a, b) = (r!(a), r!(b));
                    if b == 0 {
                        fail!("a whole number is divided by 0");
                    }
                    r!(d) = a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0);
                }
                Op::Mod { d, a, b } => {
                    let (a, b) = (r!(a), r!(b));
                    if b == 0 {
                        fail!("a whole number is divided by 0");
                    }
                    let rest = a % b;
                    r!(d) = if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest };
                }
                Op::MulInt { d, a, value } => {
                    if let Some(value) = r!(a).checked_mul(i64::from(value)) {
                        whole!(d, value);
                    } else {
                        fail!("a whole number is larger than 2^53")
                    }
                }
                Op::DivInt { d, a, value } => r!(d) = r!(a).div_euclid(i64::from(value)),
                Op::ModInt { d, a, value } => r!(d) = r!(a).rem_euclid(i64::from(value)),
                Op::Neg { d, a } => r!(d) = -r!(a),
                Op::Min { d, a, b } => r!(d) = r!(a).min(r!(b)),
                Op::Max { d, a, b } => r!(d) = r!(a).max(r!(b)),
                Op::Abs { d, a } => r!(d) = r!(a).abs(),
                Op::Bits { which: Bits::Extract, b, .. } if !(0..32).contains(&r!(b)) => {
                    fail!("trying to access non-existent bits")
                }
                Op::Bits { d, a, b, which } => r!(d) = bits(which, r!(a) as u32, r!(b)),
                Op::ToReal { d, a } => r!(d) = (r!(a) as f64).to_bits() as i64,
                Op::ToWhole { d, a, how } => {
                    let x = real!(a);
                    let whole = match how {
                        Rounding::Floor => x.floor(),
                        Rounding::Ceil => x.ceil(),
                        // Halves away from 0, as math.round.
                        Rounding::Round => x.round(),
                        Rounding::None if x.fract() != 0.0 => {
                            // It was to become a number of the game, mostly.
                            let at = match code.get(pc) {
                                Some(&Op::SetNumber { at, .. }) => Some(usize::from(at)),
                                Some(&Op::SetNumberOf { seat, at, .. }) => {
                                    Some(usize::from(at) + 4 * ok!(table.seat(r!(seat))) - 4)
                                }
                                _ => None,
                            };
                            fail!(match at {
                                Some(at) => {
                                    let name = table.layout.number_name(at);
                                    format!("{name} is {x}: numbers of the game are whole numbers below 2^31")
                                }
                                None => format!("{x} is no whole number"),
                            })
                        }
                        Rounding::None => x,
                    };
                    if whole.is_nan() || whole.abs() > MOST_WHOLE as f64 {
                        fail!(format!("{x} is no whole number up to 2^53"));
                    }
                    r!(d) = whole as i64;
                }
                Op::Real { d, a, b, which } => {
                    r!(d) = real(which, real!(a), real!(b)).to_bits() as i64;
                }
                Op::Jump { to } => pc = usize::from(to),
                Op::If { a, to } => {
                    if r!(a) != 0 {
                        pc = usize::from(to);
                    }
                }
                Op::Unless { a, to } => {
                    if r!(a) == 0 {
                        pc = usize::from(to);
                    }
                }
                Op::IfNil { a, to } => {
                    if r!(a) == NIL {
                        pc = usize::from(to);
                    }
                }
                Op::UnlessNil { a, to } => {
                    if r!(a) != NIL {
                        pc = usize::from(to);
                    }
                }
                Op::IfEqual { a, b, to } => {
                    if r!(a) == r!(b) {
                        pc = usize::from(to);
                    }
                }
                Op::IfDiffer { a, b, to } => {
                    if r!(a) != r!(b) {
                        pc = usize::from(to);
                    }
                }
                Op::IfLess { a, b, to } => {
                    if r!(a) < r!(b) {
                        pc = usize::from(to);
                    }
                }
                Op::IfAtMost { a, b, to } => {
                    if r!(a) <= r!(b) {
                        pc = usize::from(to);
                    }
                }
                Op::IfEqualInt { a, value, to } => {
                    if r!(a) == i64::from(value) {
                        pc = usize::from(to);
                    }
                }
                Op::IfDifferInt { a, value, to } => {
                    if r!(a) != i64::from(value) {
                        pc = usize::from(to);
                    }
                }
                Op::IfLessInt { a, value, to } => {
                    if r!(a) < i64::from(value) {
                        pc = usize::from(to);
                    }
                }
                Op::IfMoreInt { a, value, to } => {
                    if r!(a) > i64::from(value) {
                        pc = usize::from(to);
                    }
                }
                Op::IfReal { a, b, which, holds, to } => {
                    let (a, b) = (real!(a), real!(b));
                    let does = match which {
                        Compare::Equal => a == b,
                        Compare::Less => a < b,
                        Compare::AtMost => a <= b,
                    };
                    if does == holds {
                        pc = usize::from(to);
                    }
                }
                Op::Count { d, a, to } => {
                    r!(d) += 1;
                    if r!(d) <= r!(a) {
                        charge!(steps_of(pc - usize::from(to)));
                        pc = usize::from(to);
                    }
                }
                Op::CountBy { d, a, b, to } => {
                    let step = r!(b);
                    r!(d) += step;
                    if (step > 0 && r!(d) <= r!(a)) || (step < 0 && r!(d) >= r!(a)) {
                        charge!(steps_of(pc - usize::from(to)));
                        pc = usize::from(to);
                    }
                }
                Op::Each { d, a, to } => {
                    if !each!(d, a) {
                        pc = usize::from(to);
                    }
                }
                Op::Next { d, a, to } => {
                    if each!(d, a) {
                        charge!(steps_of(pc - usize::from(to)));
                        pc = usize::from(to);
                    }
                }
                Op::Call { function, base: at } => enter!(function, at),
                Op::Return { .. } | Op::End | Op::Leave => {
                    let result = match op {
                        Op::Return { a } => r!(a),
                        Op::End => NIL,
                        _ => r[0],
                    };
                    r[0] = result;
                    if self.memory.frames.len() == bottom {
                        return Ok(result);
                    }
                    let frame = self.memory.frames.pop().expect("there are more");
                    (pc, base) = (frame.pc, frame.base);
                    r = window(&mut self.memory.registers, base);
                    // Calls within calls reach there.
                    r[usize::from(ZERO)] = 0;
                }
                Op::Some { a } => {
                    if r!(a) == NIL {
                        fail!("there is nothing where a value is needed");
                    }
                }
                Op::EntryAt { d, a, table } => {
                    let value = program.maps[usize::from(table)].get(r!(a));
                    if value == NIL {
                        fail!("there is nothing where a value is needed");
                    }
                    r!(d) = value;
                }
                Op::Fail { text } => fail!(program.texts[usize::from(text)].clone()),
                Op::NewList { d } => {
                    charge!(STEPS_A_LIST);
                    r!(d) = Self::new_list(&mut self.memory.lists, &mut self.memory.used) as i64;
                }
                Op::Push { a, b } => {
                    charge!(1);
                    list!(a).push(r!(b));
                }
                Op::Append { a, b } => {
                    charge!(1);
                    length!(r!(a));
                    if r!(b) != NIL {
                        list!(a).push(r!(b));
                    }
                }
                Op::Trim { a } => trim(list!(a)),
                Op::ListAt { d, a, b } => {
                    let place = r!(b).wrapping_sub(1) as usize;
                    r!(d) = self.memory.lists[r!(a) as usize].get(place).copied().unwrap_or(NIL);
                }
                Op::SetAt { a, b, c } => {
                    let place = r!(b).wrapping_sub(1) as usize;
                    let list = list!(a);
                    if let Some(entry) = list.get_mut(place) {
                        *entry = r!(c);
                        if r!(c) == NIL {
                            trim(list);
                        }
                    } else if r!(c) == NIL {
                        // Nothing is there, and stays so.
                    } else {
                        if r!(b) < 1 {
                            fail!(format!("a list has no place {}: its places count from 1", r!(b)));
                        }
                        charge_entries!(place - list.len());
                        let list = list!(a);
                        list.resize(place, NIL);
                        list.push(r!(c));
                    }
                }
                Op::Length { d, a } => r!(d) = length!(r!(a)) as i64,
                Op::Find { d, a, b } => {
                    let wanted = r!(b);
                    charge_entries!(self.memory.lists[r!(a) as usize].len());
                    // Behind an empty place nothing is looked for.
                    let mut entries =
                        self.memory.lists[r!(a) as usize].iter().take_while(|entry| **entry != NIL);
                    let place = entries.position(|&entry| entry == wanted);
                    r!(d) = place.map_or(NIL, |place| place as i64 + 1);
                }
                Op::Insert { a, b, c } => {
                    let place = r!(b).wrapping_sub(1) as usize;
                    charge_entries!(length!(r!(a)));
                    let list = list!(a);
                    if place > list.len() {
                        fail!("table.insert: the place is behind the end of the list");
                    }
                    list.insert(place, r!(c));
                    if r!(c) == NIL {
                        trim(list);
                    }
                }
                Op::Remove { d, a, b } => {
                    // The last is taken without moving others.
                    let entries = length!(r!(a));
                    if b != ZERO {
                        charge_entries!(entries);
                    }
                    let list = list!(a);
                    let place =
                        if b == ZERO { list.len().wrapping_sub(1) } else { r!(b).wrapping_sub(1) as usize };
                    r!(d) = if place < list.len() { list.remove(place) } else { NIL };
                }
                Op::CopyList { d, a } => {
                    charge!(STEPS_A_LIST);
                    let list = Self::new_list(&mut self.memory.lists, &mut self.memory.used);
                    let from = r!(a) as usize;
                    charge_entries!(self.memory.lists[from].len());
                    let mut copy = std::mem::take(&mut self.memory.lists[list]);
                    copy.extend_from_slice(&self.memory.lists[from]);
                    self.memory.lists[list] = copy;
                    r!(d) = list as i64;
                }
                Op::FillList { d, a, b } => {
                    let (count, value) = (r!(a), r!(b));
                    if count < 0 {
                        fail!("a list can't have fewer entries than 0");
                    }
                    charge_entries!(count as usize);
                    charge!(STEPS_A_LIST);
                    let list = Self::new_list(&mut self.memory.lists, &mut self.memory.used);
                    if value != NIL {
                        self.memory.lists[list].resize(count as usize, value);
                    }
                    r!(d) = list as i64;
                }
                Op::PushAll { a, b } => {
                    let (to, from) = (r!(a) as usize, r!(b) as usize);
                    charge_entries!(self.memory.lists[from].len());
                    let mut list = std::mem::take(&mut self.memory.lists[to]);
                    list.extend_from_slice(&self.memory.lists[from]);
                    self.memory.lists[to] = list;
                }
                Op::ClearList { a } => list!(a).clear(),
                Op::Sort { a } => {
                    charge_entries!(self.memory.lists[r!(a) as usize].len());
                    list!(a).sort_unstable();
                }
                Op::MapAt { d, a, table } => {
                    r!(d) = program.maps[usize::from(table)].get(r!(a));
                }
                Op::Captured { d, slot } => r!(d) = self.memory.captured[usize::from(slot)],
                Op::SetCaptured { a, slot } => self.memory.captured[usize::from(slot)] = r!(a),
                Op::Number { d, at } => r!(d) = i64::from(i32_at(table.bytes, usize::from(at))),
                Op::SetNumber { a, at } => ok!(table.set_number(usize::from(at), r!(a))),
                Op::AddNumber { a, at } => {
                    let sum = i64::from(i32_at(table.bytes, usize::from(at))) + r!(a);
                    ok!(table.set_number(usize::from(at), sum));
                }
                Op::NumberOf { d, seat, at } => {
                    let seat = number_seat!(seat);
                    r!(d) = i64::from(i32_at(table.bytes, usize::from(at) + 4 * (seat - 1)));
                }
                Op::SetNumberOf { a, seat, at } => {
                    let seat = number_seat!(seat);
                    ok!(table.set_number(usize::from(at) + 4 * (seat - 1), r!(a)));
                }
                Op::Secret { d, seat, secret } => {
                    r!(d) = ok!(table.secret(usize::from(secret), r!(seat)));
                }
                Op::SetSecret { a, seat, least, most, secret } => {
                    let limits = (given(least, r!(least)), given(most, r!(most)));
                    ok!(table.set_secret(usize::from(secret), r!(seat), r!(a), limits));
                }
                Op::AddSecret { a, seat, least, most, secret } => {
                    let limits = (given(least, r!(least)), given(most, r!(most)));
                    ok!(table.add_secret(usize::from(secret), r!(seat), r!(a), limits));
                }
                Op::PaySecret { from, to, a, secret } => {
                    ok!(table.pay_secret(usize::from(secret), r!(from), r!(to), r!(a)));
                }
                Op::ShowSecret { seat, to, secret } => {
                    let to = given(to, r!(to));
                    ok!(table.show_secret(usize::from(secret), r!(seat), to));
                }
                Op::SecretLimit { d, seat, secret, most } => {
                    r!(d) = ok!(table.secret_limit(usize::from(secret), r!(seat), most));
                }
                Op::Cell { d, a, cells } => {
                    let cells = &program.cells[usize::from(cells)];
                    let place = r!(a);
                    if place < 1 || place > cells.count as i64 {
                        fail!(format!("{} has no cell {place}", cells.name));
                    }
                    r!(d) = cell(table.bytes, cells.at, place as usize - 1);
                }
                Op::SetCell { a, b, cells } => {
                    ok!(table.may_change());
                    let cells = &program.cells[usize::from(cells)];
                    let (place, x) = (r!(a), r!(b));
                    if place < 1 || place > cells.count as i64 {
                        fail!(format!("{} has no cell {place}", cells.name));
                    }
                    let Ok(value) = i16::try_from(x) else {
                        fail!(format!("a cell of {} can't be {x}", cells.name))
                    };
                    let at = cells.at + 2 * (place as usize - 1);
                    table.bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
                }
                Op::CountCells { d, a, cells } => {
                    let (cells, x) = (&program.cells[usize::from(cells)], r!(a));
                    let same = (0..cells.count).filter(|&place| cell(table.bytes, cells.at, place) == x);
                    r!(d) = same.count() as i64;
                }
                Op::CellAt { d, a, b, cells } => {
                    let cells = &program.cells[usize::from(cells)];
                    let (x, y, width) = (r!(a), r!(b), cells.width as i64);
                    let is_in = x >= 1 && x <= width && y >= 1 && y <= cells.count as i64 / width;
                    r!(d) = if is_in { (y - 1) * width + x } else { 0 };
                }
                Op::ClearCells { cells } => {
                    ok!(table.may_change());
                    let cells = &program.cells[usize::from(cells)];
                    for place in 0..cells.count {
                        let at = cells.at + 2 * place;
                        table.bytes[at..at + 2].copy_from_slice(&(cells.start as i16).to_le_bytes());
                    }
                }
                Op::Weight { d, place } => r!(d) = self.memory.weights[usize::from(place)].to_bits() as i64,
                Op::ZoneOf { d, seat, first } => {
                    let seat = r!(seat);
                    if seat < 1 || seat > table.layout.seats as i64 {
                        let (name, seats) =
                            (&table.layout.zones[usize::from(first)].name, table.layout.seats);
                        fail!(format!("there is no {name}[{seat}]: seats are 1 to {seats}"));
                    }
                    r!(d) = i64::from(first) + seat - 1;
                }
                Op::Size { d, zone } => r!(d) = table.size(r!(zone) as usize) as i64,
                Op::Copies { d, zone, card } => {
                    r!(d) = ok!(table.count(r!(zone) as usize, kind(r!(card)))) as i64;
                }
                Op::Has { d, zone, card } => {
                    r!(d) = i64::from(ok!(table.has(r!(zone) as usize, kind(r!(card)))));
                }
                Op::CopiesOf { d, zone, card } => {
                    r!(d) = ok!(table.count(r!(zone) as usize, usize::from(card))) as i64;
                }
                Op::HasKind { d, zone, card } => {
                    r!(d) = i64::from(ok!(table.has(r!(zone) as usize, usize::from(card))));
                }
                Op::Top { d, zone } => r!(d) = ok!(table.top(r!(zone) as usize)) as i64,
                Op::At { d, zone, place } => r!(d) = ok!(table.at(r!(zone) as usize, r!(place))) as i64,
                Op::FindCard { d, zone, card } => {
                    r!(d) = ok!(table.find(r!(zone) as usize, kind(r!(card)))) as i64;
                }
                Op::Any { d, zone } => r!(d) = ok!(table.any(r!(zone) as usize)) as i64,
                Op::Slots { d, zone } => {
                    r!(d) = table.slots(table.zone(r!(zone) as usize)) as i64;
                }
                Op::Kinds { d, zone } => {
                    let list = Self::new_list(&mut self.memory.lists, &mut self.memory.used);
                    ok!(table.kinds(r!(zone) as usize, &mut self.memory.lists[list]));
                    r!(d) = list as i64;
                }
                Op::MoveCard { card, from, to, place, flags } => {
                    let place = (place != ZERO && r!(place) != NIL).then(|| r!(place));
                    let (from, to) = (r!(from) as usize, r!(to) as usize);
                    ok!(table.move_card(kind(r!(card)), from, to, place, flags));
                }
                Op::Place { card, from, to, slot } => {
                    let (from, to) = (r!(from) as usize, r!(to) as usize);
                    ok!(table.place_card(kind(r!(card)), from, to, r!(slot)));
                }
                Op::Under { card, from, to } => {
                    ok!(table.under(kind(r!(card)), r!(from) as usize, r!(to) as usize));
                }
                Op::InsertCard { card, from, to, depth, seat } => {
                    let (from, to, seat) = (r!(from) as usize, r!(to) as usize, given(seat, r!(seat)));
                    ok!(table.insert(kind(r!(card)), from, to, r!(depth), seat));
                }
                Op::MoveAs { list, card, from, to, place } => {
                    let (from, to, place) = (r!(from) as usize, r!(to) as usize, given(place, r!(place)));
                    let kinds = &self.memory.lists[r!(list) as usize];
                    ok!(table.move_as(kinds, kind(r!(card)), from, to, place));
                }
                Op::Draw { d, from, to } => {
                    r!(d) = ok!(table.draw(r!(from) as usize, r!(to) as usize)) as i64;
                }
                Op::RandomCard { d, zone } => r!(d) = ok!(table.random_card(r!(zone) as usize)) as i64,
                Op::MoveAll { from, to, flags } => {
                    ok!(table.move_all(r!(from) as usize, r!(to) as usize, flags));
                }
                Op::Fill { zone, deck } => {
                    let deck = (deck != u16::MAX).then_some(usize::from(deck));
                    ok!(table.fill(r!(zone) as usize, deck));
                }
                Op::Reshuffle { from, to, keep } => {
                    let keep = if keep == ZERO || r!(keep) == NIL { 1 } else { r!(keep) };
                    ok!(table.reshuffle(r!(from) as usize, r!(to) as usize, keep));
                }
                Op::Shuffle { zone } => ok!(table.shuffle(r!(zone) as usize)),
                Op::Swap { a, b } => ok!(table.swap(r!(a) as usize, r!(b) as usize)),
                Op::Rotate { a, b } => {
                    let steps = if b == ZERO || r!(b) == NIL { 1 } else { r!(b) };
                    let mut hands = [0; 64];
                    let list = &self.memory.lists[r!(a) as usize];
                    if list.len() > hands.len() {
                        fail!("rotate is given more than 64 hands");
                    }
                    for (hand, &zone) in hands.iter_mut().zip(list) {
                        *hand = zone as usize;
                    }
                    ok!(table.rotate(&hands[..list.len()], steps));
                }
                Op::Roll { d, a } => r!(d) = ok!(table.roll(r!(a))) as i64,
                Op::Shake { zone, a } => ok!(table.shake(r!(zone) as usize, r!(a))),
                Op::Below { d, a } => {
                    ok!(table.may_change());
                    r!(d) = ok!(table.below(r!(a))) as i64;
                }
                Op::Show { zone, seats, how } => {
                    let to = given(seats, r!(seats));
                    let to = ok!(shown_to(table, &self.memory.lists, to, how));
                    ok!(table.show(r!(zone) as usize, to, how & SECRET != 0));
                }
                Op::Reveal { card, zone, seats, how } => {
                    let to = given(seats, r!(seats));
                    let to = ok!(shown_to(table, &self.memory.lists, to, how));
                    ok!(table.reveal(kind(r!(card)), r!(zone) as usize, to, how & SECRET != 0));
                }
                Op::Lacks { zone, list } => {
                    ok!(table.lacks_all(r!(zone) as usize, &self.memory.lists[r!(list) as usize]));
                }
                Op::Holds { zone, list, least, most } => {
                    let least = given(least, r!(least)).unwrap_or(1);
                    let most = given(most, r!(most));
                    ok!(table.holds(r!(zone) as usize, &self.memory.lists[r!(list) as usize], least, most));
                }
                Op::Peek { zone, seats, cards, how } => {
                    let cards = given(cards, r!(cards)).unwrap_or(1);
                    let to = ok!(shown_to(table, &self.memory.lists, Some(r!(seats)), how));
                    ok!(table.peek(r!(zone) as usize, to.unwrap_or(0), cards, how & SECRET != 0));
                }
                Op::Only { zone, list } => {
                    ok!(table.only(r!(zone) as usize, &self.memory.lists[r!(list) as usize]));
                }
                Op::Known { d, zone, card } => {
                    r!(d) = ok!(table.known(r!(zone) as usize, kind(r!(card)))) as i64;
                }
                Op::Unseen { d, card } => r!(d) = ok!(table.unseen(kind(r!(card)))),
                Op::Possible { d, zone, card } => {
                    r!(d) = i64::from(ok!(table.possible(r!(zone) as usize, kind(r!(card)))));
                }
                Op::May { act, a, b, c } => {
                    if table.run.running != Running::Step {
                        fail!("may belongs into a step");
                    }
                    if table.run.actions.len() >= MOST_ACTIONS {
                        fail!(format!("more than {MOST_ACTIONS} actions in one decision"));
                    }
                    let mut action = u64::from(act);
                    for x in [r!(a), r!(b), r!(c)] {
                        let x = if x == NIL { 0 } else { x };
                        if x & 0xFFFF != x {
                            fail!(format!("{x} can't be part of an action: whole numbers from 0 to 65535"));
                        }
                        action = action << 16 | x as u64;
                    }
                    table.run.actions.push(action);
                }
                Op::Go { step, seat } => ok!(table.go(usize::from(step), r!(seat))),
                Op::Together { step, list } | Op::Secretly { step, list } => {
                    let seats = match given(list, r!(list)) {
                        None => None,
                        Some(list) => Some(ok!(seat_bits(table, &self.memory.lists[list as usize]))),
                    };
                    let step = usize::from(step);
                    ok!(if matches!(op, Op::Secretly { .. }) {
                        table.secretly(step, seats)
                    } else {
                        table.together(step, seats)
                    });
                }
                Op::Around { step, seat, base: at } => {
                    let first = ok!(table.seat(r!(seat)));
                    let first = ok!(table.around(usize::from(step), first, None));
                    ask_from!(first, at);
                }
                Op::AroundList { step, list, base: at } => {
                    let list = &self.memory.lists[r!(list) as usize];
                    let seats = ok!(seat_bits(table, list));
                    let first = list.first().map_or(0, |&seat| seat as usize);
                    let first = ok!(table.around(usize::from(step), first, Some(seats)));
                    ask_from!(first, at);
                }
                Op::CallStep { step, seat } => ok!(table.call(usize::from(step), r!(seat))),
                Op::Interrupt => ok!(table.interrupt(|_| "interrupt".to_owned())),
                Op::LaterStep { step, seat } => ok!(table.later_step(usize::from(step), r!(seat))),
                Op::LaterResume { resume, seat } => {
                    ok!(table.later_resume(usize::from(resume), r!(seat)));
                }
                Op::Back { base: at } => {
                    let next = table.back(|step| program.step_resumes[step - 1].is_some());
                    go_on!(next, at);
                }
                Op::AskNext { a, base: at } => {
                    let next = ok!(table.ask_next(r!(a) != 0 && r!(a) != NIL));
                    ask_from!(next, at);
                }
                Op::StopAsking => ok!(table.stop_asking()),
                Op::Asked { d, step } => r!(d) = i64::from(table.asked(usize::from(step))),
                Op::Start { seat, base: at } => go_on!(table.start(r!(seat)), at),
                Op::EndTurn { seat, base: at } => {
                    let to = given(seat, r!(seat));
                    go_on!(table.end_turn(to), at);
                }
                Op::NextSeat { d, seat } => {
                    let seat = ok!(table.seat(r!(seat)));
                    r!(d) = table.next_seat(seat) as i64;
                }
                Op::Eliminate { seat } => ok!(table.eliminate(r!(seat))),
                Op::IsOut { d, seat } => {
                    let seat = ok!(table.seat(r!(seat)));
                    r!(d) = i64::from(table.is_out(seat));
                }
                Op::Round => ok!(table.round()),
                Op::Party { d, seat } => {
                    let seat = ok!(table.seat(r!(seat)));
                    self.memory.top = base + REGISTERS;
                    let contest = self.contest;
                    let party = contest.party(self, table, seat);
                    r = window(&mut self.memory.registers, base);
                    r!(d) |= i64::from(ok!(party));
                }
                Op::SideSeats { d, side } => {
                    let side = r!(side) as usize;
                    self.memory.top = base + REGISTERS;
                    let contest = self.contest;
                    let seats = contest.side_seats(self, table, side);
                    r = window(&mut self.memory.registers, base);
                    r!(d) |= i64::from(ok!(seats));
                }
                Op::Win { seats } => ok!(table.win(r!(seats) as u16)),
                Op::Lose { seats } => ok!(table.lose(r!(seats) as u16)),
                Op::GameOver => ok!(table.game_over()),
                Op::EveryoneWins => ok!(table.everyone_wins()),
                Op::EveryoneLoses => ok!(table.everyone_loses()),
                Op::Note { note, base: at, given } => {
                    let numbers = [0, 1, 2].map(|i| if i < given { r!(at + i) } else { 0 });
                    ok!(table.note(usize::from(note), given, numbers));
                }
                Op::Metric { metric, a, of, part } => {
                    let of = match given(of, r!(of)) {
                        Some(seat) if part == part::SEAT => ok!(table.seat(seat)) as i64,
                        of => of.unwrap_or(0),
                    };
                    ok!(table.measure(usize::from(metric), r!(a), of, part));
                }
                Op::Interaction { which, a, b } => {
                    ok!(table.interaction(usize::from(which), r!(a), r!(b)));
                }
                Op::Took { card, seat } => ok!(table.took(r!(card), r!(seat))),
            }
        }
    }
}

/// Returns the steps that so many instructions of a function or of a pass of a loop take: one, and one for every sixteen.
pub(crate) const fn steps_of(instructions: usize) -> u32 {
    1 + instructions as u32 / 16
}

/// Ends a list behind its last entry that is something.
fn trim(list: &mut Vec<i64>) {
    while list.last() == Some(&NIL) {
        list.pop();
    }
}

/// Returns the registers of a function.
#[inline]
fn window(registers: &mut [i64], base: usize) -> &mut [i64; REGISTERS] {
    (&mut registers[base..base + REGISTERS]).try_into().expect("it has this length")
}

/// Returns a kind of card as a place that no zone has if it is none.
#[inline]
fn kind(card: i64) -> usize {
    usize::try_from(card).unwrap_or(usize::MAX >> 8)
}

/// Returns an argument if it is given.
#[inline]
fn given(register: Reg, value: i64) -> Option<i64> {
    (register != ZERO && value != NIL).then_some(value)
}

fn cell(bytes: &[u8], at: usize, place: usize) -> i64 {
    let at = at + 2 * place;
    i64::from(i16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

fn seat_bits(table: &Table<'_>, list: &[i64]) -> Outcome<u16> {
    let mut bits = 0;
    for &seat in list {
        bits |= 1 << (table.seat(seat)? - 1);
    }
    Ok(bits)
}

/// Returns the seats, as bits, that something is shown to; none for all.
fn shown_to(table: &Table<'_>, lists: &[Vec<i64>], to: Option<i64>, how: u8) -> Outcome<Option<u16>> {
    let bits = match to {
        None if how & SECRET != 0 => {
            let text = "what is shown in secret is shown to seats that are named before the word";
            return Err(Fault::new(text));
        }
        None => return Ok(None),
        Some(list) if how & LISTED != 0 => seat_bits(table, &lists[list as usize])?,
        Some(seat) => 1 << (table.seat(seat)? - 1),
    };
    Ok(Some(bits))
}

fn bits(which: Bits, a: u32, b: i64) -> i64 {
    let other = b as u32;
    // A shift by less than nothing goes the other way.
    let shifted = |left: bool| {
        let by = u32::try_from(b.unsigned_abs()).unwrap_or(32);
        let shifted = if left == (b >= 0) { a.checked_shl(by) } else { a.checked_shr(by) };
        shifted.unwrap_or(0)
    };
    i64::from(match which {
        Bits::And => a & other,
        Bits::Or => a | other,
        Bits::Xor => a ^ other,
        Bits::Not => !a,
        Bits::Left => shifted(true),
        Bits::Right => shifted(false),
        Bits::Test => u32::from(a & other != 0),
        Bits::CountLowZeros => a.trailing_zeros(),
        Bits::CountHighZeros => a.leading_zeros(),
        Bits::Extract => shifted(false) & 1,
    })
}

fn real(which: Real, a: f64, b: f64) -> f64 {
    match which {
        Real::Add => a + b,
        Real::Sub => a - b,
        Real::Mul => a * b,
        Real::Div => a / b,
        Real::Floor => (a / b).floor(),
        // As Luau's: a - floor(a / b) * b.
        Real::Mod => a - (a / b).floor() * b,
        Real::Pow => a.powf(b),
        Real::Neg => -a,
        Real::Min => {
            if b < a {
                b
            } else {
                a
            }
        }
        Real::Max => {
            if b > a {
                b
            } else {
                a
            }
        }
        Real::Abs => a.abs(),
        Real::Sqrt => a.sqrt(),
        Real::Exp => a.exp(),
        Real::Log => a.ln(),
    }
}

impl Rules for Interpreter<'_> {
    fn setup(&mut self, table: &mut Table<'_>) -> Outcome<()> {
        self.call(table, self.program.setup, &[]).map(drop)
    }

    fn turn(&mut self, table: &mut Table<'_>, seat: usize) -> Outcome<()> {
        match self.program.turn {
            Some(turn) => self.call(table, turn, &[seat as i64]).map(drop),
            None => Ok(()),
        }
    }

    fn step(&mut self, table: &mut Table<'_>, step: usize, seat: usize) -> Outcome<()> {
        self.call(table, self.program.steps[step - 1], &[seat as i64]).map(drop)
    }

    fn act(&mut self, table: &mut Table<'_>, act: usize, seat: usize, args: [u16; 3]) -> Outcome<()> {
        let [a, b, c] = args.map(i64::from);
        self.call(table, self.program.acts[act - 1], &[seat as i64, a, b, c]).map(drop)
    }

    fn after(&mut self, table: &mut Table<'_>, step: usize) -> Outcome<()> {
        match self.program.afters[step - 1] {
            Some(after) => self.call(table, after, &[]).map(drop),
            None => Ok(()),
        }
    }

    fn score(&mut self, table: &mut Table<'_>, seat: usize) -> Outcome<i64> {
        match self.program.score {
            Some(score) => self.call(table, score, &[seat as i64]),
            None => Ok(0),
        }
    }

    fn tiebreak(&mut self, table: &mut Table<'_>, seat: usize) -> Outcome<f64> {
        match self.program.tiebreak {
            Some((tiebreak, is_real)) => {
                let value = self.call(table, tiebreak, &[seat as i64])?;
                Ok(if is_real { f64::from_bits(value as u64) } else { value as f64 })
            }
            None => Ok(0.0),
        }
    }

    fn side(&mut self, table: &mut Table<'_>, seat: usize) -> Outcome<usize> {
        match self.program.side {
            Some(side) => Ok(self.call(table, side, &[seat as i64])? as usize),
            None => Ok(0),
        }
    }
}
