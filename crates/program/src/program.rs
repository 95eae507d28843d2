//! A typed program: what the rules of a game are once their script is read and its constants are known.
//!
//! A program is functions of instructions over registers. A register holds 64 bits: a whole number, the bits of a real one, 1 or
//! 0 for true and false, a card, a seat, the number of a zone from 0, of a word, of a list or of a function; `NIL` for nothing.
//! Which of these it is, the types say before the program is made: no instruction looks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A register of a function.
pub(crate) type Reg = u8;

/// Nothing.
pub(crate) const NIL: i64 = ludometer_zones::NOTHING;

/// The register that stands for an argument that is not given. It holds 0, or [`NIL`] where nothing differs from 0.
pub(crate) const ZERO: Reg = 255;

/// The registers of a function, and the most that it may use.
pub(crate) const REGISTERS: usize = 256;

/// Whole numbers are exact up to here, as those of Luau.
pub(crate) const MOST_WHOLE: i64 = 1 << 53;

/// How something is shown: a list holds the seats; the others don't notice.
pub(crate) const LISTED: u8 = 1;
pub(crate) const SECRET: u8 = 2;

/// An instruction: `d` is the register it writes, `a`, `b`, `c` are those it reads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Op {
    /// Takes this many steps.
    Charge(u16),
    Move {
        d: Reg,
        a: Reg,
    },
    Int {
        d: Reg,
        value: i32,
    },
    Const {
        d: Reg,
        place: u16,
    },
    // Whole numbers.
    Add {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AddInt {
        d: Reg,
        a: Reg,
        value: i16,
    },
    Sub {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Mul {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Div {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Mod {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    MulInt {
        d: Reg,
        a: Reg,
        value: i16,
    },
    /// By a number above 0.
    DivInt {
        d: Reg,
        a: Reg,
        value: i16,
    },
    /// By a number above 0.
    ModInt {
        d: Reg,
        a: Reg,
        value: i16,
    },
    Neg {
        d: Reg,
        a: Reg,
    },
    Min {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Max {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Abs {
        d: Reg,
        a: Reg,
    },
    Bits {
        d: Reg,
        a: Reg,
        b: Reg,
        which: Bits,
    },
    // Reals.
    ToReal {
        d: Reg,
        a: Reg,
    },
    /// A real that must be whole: the next lower, the next higher, or the nearest whole number; or itself.
    ToWhole {
        d: Reg,
        a: Reg,
        how: Rounding,
    },
    Real {
        d: Reg,
        a: Reg,
        b: Reg,
        which: Real,
    },
    // Jumps.
    Jump {
        to: u16,
    },
    If {
        a: Reg,
        to: u16,
    },
    Unless {
        a: Reg,
        to: u16,
    },
    IfNil {
        a: Reg,
        to: u16,
    },
    UnlessNil {
        a: Reg,
        to: u16,
    },
    IfEqual {
        a: Reg,
        b: Reg,
        to: u16,
    },
    IfDiffer {
        a: Reg,
        b: Reg,
        to: u16,
    },
    IfLess {
        a: Reg,
        b: Reg,
        to: u16,
    },
    IfAtMost {
        a: Reg,
        b: Reg,
        to: u16,
    },
    IfEqualInt {
        a: Reg,
        value: i16,
        to: u16,
    },
    IfDifferInt {
        a: Reg,
        value: i16,
        to: u16,
    },
    IfLessInt {
        a: Reg,
        value: i16,
        to: u16,
    },
    IfMoreInt {
        a: Reg,
        value: i16,
        to: u16,
    },
    /// Of reals: jumps where the comparison holds, or where it doesn't.
    IfReal {
        a: Reg,
        b: Reg,
        which: Compare,
        holds: bool,
        to: u16,
    },
    /// `d` counts on by 1 up to `a`: takes a step and jumps back as long as it has not passed it.
    Count {
        d: Reg,
        a: Reg,
        to: u16,
    },
    /// The same by `b`, up to or down to `a`.
    CountBy {
        d: Reg,
        a: Reg,
        b: Reg,
        to: u16,
    },
    /// The next entry of the list `a`, whose place is counted in `d`, goes to `d + 1`; jumps where there is none.
    Each {
        d: Reg,
        a: Reg,
        to: u16,
    },
    /// The same, but takes a step and jumps where there is one: back to the loop's beginning.
    Next {
        d: Reg,
        a: Reg,
        to: u16,
    },
    // Functions.
    /// Calls a function with what stands from `base` on; its result comes there.
    Call {
        function: u16,
        base: Reg,
    },
    Return {
        a: Reg,
    },
    /// Ends a function that gives nothing.
    End,
    /// Ends a function whose results stand from register 0 on.
    Leave,
    /// Fails where there is nothing.
    Some {
        a: Reg,
    },
    /// Fails with a message.
    Fail {
        text: u16,
    },
    // Lists; those that the top level left are the first ones.
    NewList {
        d: Reg,
    },
    Push {
        a: Reg,
        b: Reg,
    },
    /// The same behind the last entry that is something; nothing is not pushed.
    Append {
        a: Reg,
        b: Reg,
    },
    /// Ends a list behind its last entry that is something.
    Trim {
        a: Reg,
    },
    ListAt {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SetAt {
        a: Reg,
        b: Reg,
        c: Reg,
    },
    Length {
        d: Reg,
        a: Reg,
    },
    Find {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Insert {
        a: Reg,
        b: Reg,
        c: Reg,
    },
    Remove {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Sort {
        a: Reg,
    },
    CopyList {
        d: Reg,
        a: Reg,
    },
    /// A list of `a` times `b`.
    FillList {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    ClearList {
        a: Reg,
    },
    /// Adds the entries of the list `b`.
    PushAll {
        a: Reg,
        b: Reg,
    },
    /// The entry with a key of a table of the top level.
    MapAt {
        d: Reg,
        a: Reg,
        table: u16,
    },
    /// The same, and fails where there is none.
    EntryAt {
        d: Reg,
        a: Reg,
        table: u16,
    },
    /// A variable that functions within its own one use.
    Captured {
        d: Reg,
        slot: u16,
    },
    SetCaptured {
        a: Reg,
        slot: u16,
    },
    // Numbers of the state.
    Number {
        d: Reg,
        at: u16,
    },
    SetNumber {
        a: Reg,
        at: u16,
    },
    AddNumber {
        a: Reg,
        at: u16,
    },
    NumberOf {
        d: Reg,
        seat: Reg,
        at: u16,
    },
    SetNumberOf {
        a: Reg,
        seat: Reg,
        at: u16,
    },
    Secret {
        d: Reg,
        seat: Reg,
        secret: u8,
    },
    /// `least` and `most` are what all can tell of it, or [`ZERO`].
    SetSecret {
        a: Reg,
        seat: Reg,
        least: Reg,
        most: Reg,
        secret: u8,
    },
    AddSecret {
        a: Reg,
        seat: Reg,
        least: Reg,
        most: Reg,
        secret: u8,
    },
    PaySecret {
        from: Reg,
        to: Reg,
        a: Reg,
        secret: u8,
    },
    /// To all for [`ZERO`].
    ShowSecret {
        seat: Reg,
        to: Reg,
        secret: u8,
    },
    /// The least, or the most, that a seat can tell of it.
    SecretLimit {
        d: Reg,
        seat: Reg,
        secret: u8,
        most: bool,
    },
    Cell {
        d: Reg,
        a: Reg,
        cells: u8,
    },
    SetCell {
        a: Reg,
        b: Reg,
        cells: u8,
    },
    CountCells {
        d: Reg,
        a: Reg,
        cells: u8,
    },
    /// The cell of a column and a row; 0 outside.
    CellAt {
        d: Reg,
        a: Reg,
        b: Reg,
        cells: u8,
    },
    ClearCells {
        cells: u8,
    },
    Weight {
        d: Reg,
        place: u16,
    },
    // Zones.
    /// The zone of a seat, the first of which is this one.
    ZoneOf {
        d: Reg,
        seat: Reg,
        first: u16,
    },
    Size {
        d: Reg,
        zone: Reg,
    },
    Copies {
        d: Reg,
        zone: Reg,
        card: Reg,
    },
    Has {
        d: Reg,
        zone: Reg,
        card: Reg,
    },
    /// Of one kind.
    CopiesOf {
        d: Reg,
        zone: Reg,
        card: u16,
    },
    HasKind {
        d: Reg,
        zone: Reg,
        card: u16,
    },
    Top {
        d: Reg,
        zone: Reg,
    },
    At {
        d: Reg,
        zone: Reg,
        place: Reg,
    },
    FindCard {
        d: Reg,
        zone: Reg,
        card: Reg,
    },
    Any {
        d: Reg,
        zone: Reg,
    },
    Slots {
        d: Reg,
        zone: Reg,
    },
    Kinds {
        d: Reg,
        zone: Reg,
    },
    /// `flags` are those of a move; a place of [`ZERO`] is none.
    MoveCard {
        card: Reg,
        from: Reg,
        to: Reg,
        place: Reg,
        flags: u8,
    },
    Place {
        card: Reg,
        from: Reg,
        to: Reg,
        slot: Reg,
    },
    Under {
        card: Reg,
        from: Reg,
        to: Reg,
    },
    /// Into a stack, so deep as `seat` alone knows, or who answers for [`ZERO`].
    InsertCard {
        card: Reg,
        from: Reg,
        to: Reg,
        depth: Reg,
        seat: Reg,
    },
    /// Moves a card that all know to be one of the kinds in `list`.
    MoveAs {
        list: Reg,
        card: Reg,
        from: Reg,
        to: Reg,
        place: Reg,
    },
    Draw {
        d: Reg,
        from: Reg,
        to: Reg,
    },
    RandomCard {
        d: Reg,
        zone: Reg,
    },
    MoveAll {
        from: Reg,
        to: Reg,
        flags: u8,
    },
    Fill {
        zone: Reg,
        deck: u16,
    },
    Reshuffle {
        from: Reg,
        to: Reg,
        keep: Reg,
    },
    Shuffle {
        zone: Reg,
    },
    Swap {
        a: Reg,
        b: Reg,
    },
    Rotate {
        a: Reg,
        b: Reg,
    },
    Roll {
        d: Reg,
        a: Reg,
    },
    Shake {
        zone: Reg,
        a: Reg,
    },
    Below {
        d: Reg,
        a: Reg,
    },
    /// Shows a zone to a seat, to those of a list, or to all for [`ZERO`]; `how` holds [`LISTED`] and [`SECRET`].
    Show {
        zone: Reg,
        seats: Reg,
        how: u8,
    },
    Reveal {
        card: Reg,
        zone: Reg,
        seats: Reg,
        how: u8,
    },
    Lacks {
        zone: Reg,
        list: Reg,
    },
    Holds {
        zone: Reg,
        list: Reg,
        least: Reg,
        most: Reg,
    },
    Peek {
        zone: Reg,
        seats: Reg,
        cards: Reg,
        how: u8,
    },
    Only {
        zone: Reg,
        list: Reg,
    },
    Known {
        d: Reg,
        zone: Reg,
        card: Reg,
    },
    Unseen {
        d: Reg,
        card: Reg,
    },
    Possible {
        d: Reg,
        zone: Reg,
        card: Reg,
    },
    // Choices and the flow.
    May {
        act: u16,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    Go {
        step: u8,
        seat: Reg,
    },
    /// Asks all for a list of [`ZERO`].
    Together {
        step: u8,
        list: Reg,
    },
    /// As `Together`, and each goes on choosing in secret.
    Secretly {
        step: u8,
        list: Reg,
    },
    Around {
        step: u8,
        seat: Reg,
        base: Reg,
    },
    AroundList {
        step: u8,
        list: Reg,
        base: Reg,
    },
    CallStep {
        step: u8,
        seat: Reg,
    },
    Interrupt,
    LaterStep {
        step: u8,
        seat: Reg,
    },
    LaterResume {
        resume: u8,
        seat: Reg,
    },
    Back {
        base: Reg,
    },
    AskNext {
        a: Reg,
        base: Reg,
    },
    StopAsking,
    Asked {
        d: Reg,
        step: u8,
    },
    Start {
        seat: Reg,
        base: Reg,
    },
    /// The turn of the next seat for [`ZERO`].
    EndTurn {
        seat: Reg,
        base: Reg,
    },
    NextSeat {
        d: Reg,
        seat: Reg,
    },
    Eliminate {
        seat: Reg,
    },
    IsOut {
        d: Reg,
        seat: Reg,
    },
    Round,
    /// Adds the seats that win and lose with this one to the seats in `d`.
    Party {
        d: Reg,
        seat: Reg,
    },
    /// Adds the seats of a drawn side, a word, to the seats in `d`.
    SideSeats {
        d: Reg,
        side: Reg,
    },
    Win {
        seats: Reg,
    },
    Lose {
        seats: Reg,
    },
    GameOver,
    EveryoneWins,
    EveryoneLoses,
    /// Announces a note with so many numbers from `base` on.
    Note {
        note: u8,
        base: Reg,
        given: u8,
    },
    Metric {
        metric: u8,
        a: Reg,
        of: Reg,
        part: u8,
    },
    Interaction {
        which: u8,
        a: Reg,
        b: Reg,
    },
    Took {
        card: Reg,
        seat: Reg,
    },
}

const _: () = assert!(size_of::<Op>() == 8, "an instruction takes 8 bytes");

/// Functions of bits, as those of `bit32`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bits {
    And,
    Or,
    Xor,
    Not,
    Left,
    Right,
    /// 1 where both have a bit in common, or else 0.
    Test,
    CountLowZeros,
    CountHighZeros,
    /// The bit at a place.
    Extract,
}

/// Functions of reals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Real {
    Add,
    Sub,
    Mul,
    Div,
    Floor,
    Mod,
    Pow,
    Neg,
    Min,
    Max,
    Abs,
    Sqrt,
    Exp,
    Log,
}

/// Comparisons of reals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compare {
    Equal,
    Less,
    AtMost,
}

/// How a real becomes a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rounding {
    Floor,
    Ceil,
    Round,
    /// It must be whole.
    None,
}

/// A function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Function {
    /// Its name, for people.
    pub(crate) name: String,
    /// Its first instruction.
    pub(crate) entry: usize,
    /// Its parameters, which come in the registers from 0 on.
    pub(crate) parameters: usize,
}

/// The number of a function.
pub(crate) type FunctionId = u16;

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The instructions.
    pub(crate) code: Vec<Op>,
    /// The line of each.
    pub(crate) lines: Vec<u32>,
    pub(crate) functions: Vec<Function>,
    /// Numbers that stand in no instruction.
    pub(crate) constants: Vec<i64>,
    /// Lists of the top level.
    pub(crate) lists: Vec<Vec<i64>>,
    /// Tables of the top level by their keys.
    pub(crate) maps: Vec<Map>,
    /// How many variables functions within their own one use.
    pub(crate) captured: usize,
    /// Messages.
    pub(crate) texts: Vec<String>,
    pub(crate) cells: Vec<Cells>,
    pub(crate) setup: FunctionId,
    pub(crate) turn: Option<FunctionId>,
    /// By number from 0.
    pub(crate) steps: Vec<FunctionId>,
    pub(crate) acts: Vec<FunctionId>,
    pub(crate) afters: Vec<Option<FunctionId>>,
    pub(crate) resumes: Vec<FunctionId>,
    /// Of each step the `resume` of its name.
    pub(crate) step_resumes: Vec<Option<FunctionId>>,
    pub(crate) appeals: Vec<Option<FunctionId>>,
    /// True for an appeal that gives a real number.
    pub(crate) real_appeals: Vec<bool>,
    /// What appeals share in a decision.
    pub(crate) outlook: Option<FunctionId>,
    /// How many arguments each act takes behind its seat: the outlook stands behind these.
    pub(crate) arities: Vec<usize>,
    pub(crate) score: Option<FunctionId>,
    pub(crate) standing: Option<(FunctionId, bool)>,
    pub(crate) estimate: Option<(FunctionId, bool)>,
    pub(crate) tiebreak: Option<(FunctionId, bool)>,
    pub(crate) side: Option<FunctionId>,
}

/// A table of the top level: values by whole numbers, words or lists. Keys that lie close together stand for places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map {
    first: i64,
    dense: Vec<i64>,
    sparse: BTreeMap<i64, i64>,
}

impl Map {
    /// The most places of keys that lie close together.
    const MOST_DENSE: i64 = 4_096;

    /// Returns a table of these keys and values.
    pub(crate) fn new(entries: BTreeMap<i64, i64>) -> Self {
        let (Some((&first, _)), Some((&last, _))) = (entries.first_key_value(), entries.last_key_value())
        else {
            return Self::default();
        };
        if last.saturating_sub(first) >= Self::MOST_DENSE {
            return Self { sparse: entries, ..Self::default() };
        }
        let dense = (first..=last).map(|key| entries.get(&key).copied().unwrap_or(NIL)).collect();
        Self { first, dense, sparse: BTreeMap::new() }
    }

    /// Returns the value of a key, or [`NIL`].
    #[inline]
    pub(crate) fn get(&self, key: i64) -> i64 {
        let place = usize::try_from(key.wrapping_sub(self.first));
        match place.ok().and_then(|place| self.dense.get(place)) {
            Some(&value) => value,
            None if self.sparse.is_empty() => NIL,
            None => self.sparse.get(&key).copied().unwrap_or(NIL),
        }
    }
}

/// Numbers in a row or grid.
#[derive(Clone, Debug)]
pub struct Cells {
    /// Their name in messages.
    pub name: String,
    /// Where the first one stands.
    pub at: usize,
    /// How many there are.
    pub count: usize,
    /// What each begins with.
    pub start: i64,
    /// The width of a grid; 0 for a row.
    pub width: usize,
    /// The list of the lists of each cell's neighbors, once it is asked for.
    pub neighbors: Option<i64>,
}

impl Program {
    /// Returns the instructions of all functions in words, with the line of each.
    pub fn listing(&self) -> String {
        let mut functions: Vec<&Function> = self.functions.iter().collect();
        functions.sort_by_key(|function| function.entry);
        let mut text = String::new();
        for (place, function) in functions.iter().enumerate() {
            let end = functions.get(place + 1).map_or(self.code.len(), |next| next.entry);
            let _ = writeln!(text, "{}", function.name);
            for at in function.entry..end {
                let _ = writeln!(text, "{at:6} line {:<5} {:?}", self.lines[at], self.code[at]);
            }
        }
        text
    }
}
