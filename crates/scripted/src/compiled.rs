//! A script as a program that runs without Luau.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mlua::{Function, Lua, Table};

use ludometer_bots::luau::too_many_steps;
use ludometer_program::infer;
use ludometer_program::interpreter::{Interpreter, MOST_STEPS, Memory};
use ludometer_program::lower::{self, Place, Places};
use ludometer_program::parse::parse;
use ludometer_program::program::{Cells, Program};
use ludometer_zones::chance::{Chance, Draws};
use ludometer_zones::layout as zones;
use ludometer_zones::play::{self, Contest, Points, Sides};
use ludometer_zones::secretly;
use ludometer_zones::table::{Outcome as Played, Run, Running, Table as Board};

use ludometer_model::{MAX_SEATS, Rng, Value};

use crate::error::ScriptError;
use crate::file::ScriptFile;
use crate::layout::{Declarations, Visible, ZoneKind};
use crate::machine::Keep;
use crate::profile::{LineCount, RoutineTime};
use crate::typed;

/// A program with the layout of its states.
#[derive(Debug)]
pub(crate) struct Compiled {
    program: Program,
    contest: Contest,
    layout: zones::Layout,
    /// A state before anything was set up.
    blank: Vec<u8>,
    /// The bytes in front of what seats know.
    plain: usize,
    /// The defaults of weights.
    weights: Vec<f64>,
}

/// The programs that a script was compiled to last: it is loaded several times with the same values.
#[derive(Debug, Default)]
pub(crate) struct Programs(Mutex<VecDeque<Known>>);

#[derive(Debug)]
struct Known {
    seats: usize,
    values: Vec<(String, Value)>,
    program: Result<Arc<Compiled>, ScriptError>,
}

impl Clone for Programs {
    /// Returns none: a copy of a script may be changed.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Programs {
    const MOST: usize = 8;

    /// Returns the program for a table with these values, or compiles it.
    pub(crate) fn get(
        &self,
        seats: usize,
        values: &[(String, Value)],
        compile: impl FnOnce() -> Result<Compiled, ScriptError>,
    ) -> Result<Arc<Compiled>, ScriptError> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().iter().find(|known| known.seats == seats && known.values == values) {
            return found.program.clone();
        }
        let program = compile().map(Arc::new);
        let mut known = known();
        known.truncate(Self::MOST - 1);
        known.push_front(Known { seats, values: values.to_vec(), program: program.clone() });
        program
    }
}

/// What runs a program on one thread.
#[derive(Debug)]
pub(crate) struct Runner {
    compiled: Arc<Compiled>,
    memory: Memory,
    run: Run,
    /// A copy of the state that is asked about: nothing writes there but the engine's own marks.
    asked: Vec<u8>,
}

impl Compiled {
    /// Returns the instructions in words.
    pub(crate) fn listing(&self) -> String {
        self.program.listing()
    }

    /// Compiles a script that was loaded; none, with the reason, where it has something that no program says.
    pub(crate) fn of(
        lua: &Lua,
        host: &Table,
        file: &ScriptFile,
        seats: usize,
        declared: &Declarations,
    ) -> Result<Self, ScriptError> {
        let of_luau = |error: mlua::Error| ScriptError::of_luau(&file.name, &error);
        #[cfg(test)]
        if crate::prelude::PLANTED.get().is_some() {
            return Err(ScriptError::new(&file.name, None, "a fault is planted in Luau".to_owned()));
        }
        let script =
            parse(&file.text).map_err(|unread| ScriptError::new(&file.name, unread.line, unread.message))?;
        let constants = typed::constants(lua, host, file, seats).map_err(of_luau)?;
        let inference = infer::typed(&script, &constants, typed::declarations());
        let places = places(host, file, declared).map_err(of_luau)?;
        let program = lower::lower(&inference, &places)
            .map_err(|found| ScriptError::new(&file.name, Some(found.line), found.what))?;
        let begin: Function = host.get("blank_state").map_err(of_luau)?;
        begin.call::<()>(()).map_err(of_luau)?;
        let buffer: mlua::Buffer = host.get("buffer").map_err(of_luau)?;
        let mut blank = buffer.to_vec();
        blank.truncate(declared.layout.bytes);
        Ok(Self {
            program,
            contest: contest(host, declared).map_err(of_luau)?,
            layout: layout(host, file, declared).map_err(of_luau)?,
            blank,
            plain: declared.layout.plain,
            weights: file.facts.weights.iter().map(|weight| weight.default).collect(),
        })
    }
}

/// Returns where the things of a script are.
fn places(host: &Table, file: &ScriptFile, declared: &Declarations) -> mlua::Result<Places> {
    let layout = &declared.layout;
    let names = |routines: &[crate::source::Routine]| -> Vec<String> {
        routines.iter().map(|one| one.name.clone()).collect()
    };
    let vnames: Vec<String> = host.get("vnames")?;
    let first = layout.numbers.first().map_or(0, |number| number.off);
    // The order in which the things of the engine are handed over.
    let count = |key: &str| host.get::<Vec<Table>>(key).map(|list| list.len());
    let things = (0..count("zones")?)
        .map(Place::Zone)
        .chain(
            (0..count("seatv")?).map(|list| Place::Numbers(first + 4 * (vnames.len() + list * layout.seats))),
        )
        .chain((0..count("each")?).map(|_| Place::None))
        .chain((0..count("secrets")?).map(Place::Secrets))
        .chain((0..count("cells")?).map(Place::Cells));
    let mut widths = Vec::new();
    for entry in host.get::<Vec<Table>>("cells")? {
        let handle: Table = entry.get("handle")?;
        widths.push((entry.get::<i64>("start")?, handle.raw_get::<Option<usize>>("width")?.unwrap_or(0)));
    }
    Ok(Places {
        objects: things.collect(),
        numbers: vnames.iter().enumerate().map(|(place, name)| (name.clone(), first + 4 * place)).collect(),
        cells: layout
            .cells
            .iter()
            .zip(widths)
            .map(|(cells, (start, width))| Cells {
                name: cells.name.clone(),
                at: cells.off,
                count: cells.count,
                start,
                width,
                neighbors: None,
            })
            .collect(),
        acts: names(&file.scan.acts),
        steps: names(&file.scan.steps),
        resumes: file.scan.resumes.clone(),
        notes: file.scan.notes.clone(),
        metrics: file.scan.metrics.iter().map(|own| own.word.clone()).collect(),
        interactions: file.scan.interactions.clone(),
        weights: file.facts.weights.iter().map(|weight| weight.name.clone()).collect(),
        decks: deck_names(host, declared)?,
        sides: sides(host)?,
        is_over: declared.contest.ends.have_scores
            || ["win", "lose"].iter().any(|call| file.scan.calls.contains(*call)),
        copies: declared.cards.iter().map(|card| card.copies as usize).collect(),
        shows_secretly: file.scan.shows_secretly,
    })
}

/// Returns the names of sides that are drawn.
fn sides(host: &Table) -> mlua::Result<Vec<String>> {
    host.get::<Table>("contest")?.get("drawn")
}

/// Returns the names of decks by their numbers, from 1.
fn deck_names(host: &Table, declared: &Declarations) -> mlua::Result<Vec<String>> {
    let decks: Vec<String> = host.get("decks")?;
    let mut names = Vec::new();
    for (card, name) in declared.cards.iter().zip(decks) {
        if card.deck > 0 {
            if names.len() < card.deck {
                names.resize(card.deck, String::new());
            }
            names[card.deck - 1] = name;
        }
    }
    Ok(names)
}

fn contest(host: &Table, declared: &Declarations) -> mlua::Result<Contest> {
    let told: Table = host.get("contest")?;
    let kind: String = told.get("kind")?;
    let seats = declared.layout.seats;
    let fixed: Vec<u16> = told.get("sides")?;
    let party = |seat: usize| fixed.iter().copied().find(|side| side >> seat & 1 == 1).unwrap_or(1 << seat);
    let game: Table = host.get::<Table>("api")?.get("game")?;
    let fewest = game.raw_get::<Option<bool>>("fewest")?.unwrap_or(false);
    Ok(Contest {
        together: seats == 1 || kind == "cooperative",
        sides: if kind != "teams" {
            Sides::None
        } else if fixed.is_empty() && !sides(host)?.is_empty() {
            Sides::Drawn
        } else {
            Sides::Fixed((0..seats).map(party).collect())
        },
        target: game.raw_get("target")?,
        has_named_wins: told.get("has_named_wins")?,
        points: match (declared.contest.ends.have_scores, fewest) {
            (false, _) => Points::None,
            (true, false) => Points::Most,
            (true, true) => Points::Fewest,
        },
        has_tiebreak: game.raw_get::<Option<Function>>("tiebreak")?.is_some(),
    })
}

fn layout(host: &Table, file: &ScriptFile, declared: &Declarations) -> mlua::Result<zones::Layout> {
    let own = &declared.layout;
    let mut list = Vec::new();
    let mut hidden = Vec::new();
    let tables: Vec<Table> = host.get("zones")?;
    for (number, (zone, table)) in own.zones.iter().zip(&tables).enumerate() {
        let place = table.get::<usize>("hidden")?;
        if place > 0 {
            hidden.push(number);
        }
        list.push(zones::Zone {
            name: zone.name.clone(),
            kind: match zone.kind {
                ZoneKind::Bag => zones::ZoneKind::Bag,
                ZoneKind::List => zones::ZoneKind::List,
                ZoneKind::Stack => zones::ZoneKind::Stack,
                ZoneKind::Row => zones::ZoneKind::Row,
            },
            visible: match zone.visible {
                Visible::All => zones::Visible::All,
                Visible::Owner => zones::Visible::Owner,
                Visible::Nobody => zones::Visible::Nobody,
                Visible::Others => zones::Visible::Others,
            },
            owner: zone.owner.map_or(0, |seat| seat.index() + 1),
            off: zone.off,
            know: zone.know,
            bytes: table.get("bytes")?,
            width: zone.width,
            cap: zone.cap,
            open: zone.open,
            apart: zone.apart,
            fresh: zone.fresh,
            size_of_card: zone.size_of_card,
            deck: zone.deck,
            seen: table.get("seen")?,
            hidden: place,
            refill: None,
        });
        if let Some(source) = table.get::<Option<Table>>("from").ok().flatten() {
            let place = tables.iter().position(|other| other.to_pointer() == source.to_pointer());
            let keep = table.get("keep")?;
            list[number].refill = place.map(|place| (place, keep));
        }
    }
    let vnames: Vec<String> = host.get("vnames")?;
    let (public, records): (usize, usize) = host.get::<Function>("public")?.call(())?;
    let names = |routines: &[crate::source::Routine]| -> Vec<String> {
        routines.iter().map(|one| one.name.clone()).collect()
    };
    Ok(zones::Layout {
        bytes: own.bytes,
        seats: own.seats,
        zones: list,
        card_names: declared.cards.iter().map(|card| card.name.clone()).collect(),
        copies: declared.cards.iter().map(|card| card.copies as usize).collect(),
        decks: declared.cards.iter().map(|card| card.deck).collect(),
        deck_names: deck_names(host, declared)?,
        total: own.total,
        size_of_card: own.size_of_card,
        row: own.row,
        width: own.width,
        calls: own.calls.unwrap_or(0),
        secret: own.secret.unwrap_or(0),
        steps: names(&file.scan.steps),
        acts: names(&file.scan.acts),
        numbers: own
            .numbers
            .iter()
            .enumerate()
            .map(|(place, number)| {
                let name = match number.seat {
                    _ if place < vnames.len() => format!("v.{}", number.name),
                    Some(seat) => format!("{}[{}]", number.name, seat.index() + 1),
                    None => number.name.clone(),
                };
                (number.off, name)
            })
            .collect(),
        public,
        public_records: records,
        batches: host.get("batches")?,
        batch: 2 + 2 * hidden.len() + own.size_of_card * own.width,
        hidden,
        bound: own.bound,
        shows_secretly: file.scan.shows_secretly,
        secrets: secrets(host)?,
        roles: roles(host)?,
        most_turns: host.get::<Function>("turns")?.call(())?,
        most_decisions: declared.most_decisions,
    })
}

/// Returns the secret numbers.
fn secrets(host: &Table) -> mlua::Result<Vec<zones::SecretNumbers>> {
    let read = |entry: Table| {
        Ok(zones::SecretNumbers {
            name: entry.get("name")?,
            off: entry.get("_off")?,
            know: entry.get("_know")?,
            low: entry.get("low")?,
            high: entry.get("high")?,
        })
    };
    host.get::<Vec<Table>>("secrets")?.into_iter().map(read).collect()
}

/// Returns what cards tell of other hands.
fn roles(host: &Table) -> mlua::Result<Vec<zones::Role>> {
    let read = |rule: Table| {
        let numbers: mlua::Result<_> =
            rule.get::<Vec<Table>>("zones")?.iter().map(|zone| Ok(zone.get::<usize>("_id")? - 1)).collect();
        Ok(zones::Role { zones: numbers?, holders: rule.get("holders")?, seen: rule.get("seen")? })
    };
    host.get::<Vec<Table>>("roles")?.into_iter().map(read).collect()
}

impl Runner {
    pub(crate) fn new(compiled: Arc<Compiled>) -> Self {
        let memory = Memory::new(&compiled.program, compiled.weights.clone());
        let asked = compiled.blank.clone();
        Self { compiled, memory, run: Run::default(), asked }
    }

    /// Runs work with an interpreter on a state, and says where it failed.
    fn with<T>(
        &mut self,
        file: &str,
        bytes: &mut [u8],
        work: impl FnOnce(&mut Interpreter<'_>, &Contest, &mut Board<'_>) -> Played<T>,
    ) -> Result<T, ScriptError> {
        let compiled = &*self.compiled;
        let mut board = Board { layout: &compiled.layout, bytes, run: &mut self.run };
        let mut interpreter = Interpreter::new(&compiled.program, &compiled.contest, &mut self.memory);
        work(&mut interpreter, &compiled.contest, &mut board).map_err(|fault| {
            let text = if interpreter.is_spent() { too_many_steps(MOST_STEPS) } else { fault.to_string() };
            ScriptError::new(file, interpreter.line(), text)
        })
    }

    /// Counts what is carried out from here on.
    pub(crate) fn begin_counting(&mut self) {
        self.memory.begin_counting(&self.compiled.program);
    }

    /// Returns what was counted: by function, and by line of this text.
    pub(crate) fn counted(&self, text: &str) -> (Vec<RoutineTime>, Vec<LineCount>) {
        let calls = self.memory.calls(&self.compiled.program).into_iter();
        let of_call = |(name, calls, time): (&str, u64, Duration)| RoutineTime {
            name: name.to_owned(),
            calls,
            ns: u64::try_from(time.as_nanos()).unwrap_or(u64::MAX),
        };
        let mut routines: Vec<RoutineTime> = calls.map(of_call).collect();
        routines.sort_by_key(|routine| std::cmp::Reverse(routine.ns));
        let counts = self.memory.lines(&self.compiled.program);
        let lines = (1..).zip(text.lines()).filter_map(|(line, text)| {
            let instructions = counts.get(&line).copied().filter(|&count| count > 0)?;
            Some(LineCount { line, text: text.trim().to_owned(), instructions })
        });
        let mut lines: Vec<LineCount> = lines.collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.instructions));
        (routines, lines)
    }

    /// Has what cards and numbers are drawn by.
    fn chance(&mut self, rng: &mut Rng, keep: Keep) {
        let seed = match rng.left() {
            Some(left) => [left, 0, 0],
            None => std::array::from_fn(|_| rng.below(u32::MAX)),
        };
        let draws = if rng.left().is_some() {
            Draws::Counted
        } else if rng.is_coupled() {
            Draws::Coupled
        } else {
            Draws::Free
        };
        self.run.chance = Chance::new(seed, draws, rng.turned_by());
        self.run.tracks = keep.knowledge;
        self.run.listens = keep.events;
    }

    /// Tells a generator what was drawn.
    fn count(&self, rng: &mut Rng) {
        if rng.left().is_some() {
            rng.drawn_elsewhere(self.run.chance.ways());
        } else if rng.is_coupled() {
            rng.raced_elsewhere(self.run.chance.ways());
        }
    }

    /// Sets up a game.
    pub(crate) fn deal(
        &mut self,
        file: &str,
        bytes: &mut [u8],
        rng: &mut Rng,
        keep: Keep,
    ) -> Result<u32, ScriptError> {
        self.chance(rng, keep);
        bytes.copy_from_slice(&self.compiled.blank);
        let dealt = self.with(file, bytes, |rules, contest, board| play::deal(rules, contest, board));
        self.count(rng);
        dealt?;
        Ok(self.run.events.len() as u32)
    }

    /// Carries out an action.
    pub(crate) fn apply(
        &mut self,
        file: &str,
        bytes: &mut [u8],
        action: u64,
        rng: &mut Rng,
        keep: Keep,
    ) -> Result<u32, ScriptError> {
        self.chance(rng, keep);
        let applied =
            self.with(file, bytes, |rules, contest, board| play::apply(rules, contest, board, action));
        self.count(rng);
        applied?;
        Ok(self.run.events.len() as u32)
    }

    /// Returns the events of the last action.
    pub(crate) fn events(&self) -> &[[u8; 8]] {
        &self.run.events
    }

    /// Gives each action that a seat may choose to `into`, in the order of the script.
    pub(crate) fn list(
        &mut self,
        file: &str,
        bytes: &[u8],
        seat: usize,
        checked: bool,
        into: impl FnMut(u64),
    ) -> Result<(), ScriptError> {
        // What seats know is read for appeals, and where a step is held against what its seat sees.
        let read = if checked { bytes.len() } else { self.compiled.plain };
        self.ask(&bytes[..read], |runner, asked| {
            runner.with(file, asked, |rules, _, board| play::list(rules, board, seat + 1, checked))
        })?;
        self.run.actions.iter().copied().for_each(into);
        Ok(())
    }

    /// Appends the appeal of these actions to a seat whose knowledge the bytes hold.
    pub(crate) fn score(
        &mut self,
        file: &str,
        bytes: &[u8],
        seat: usize,
        actions: impl Iterator<Item = u64>,
        weights: &[f64],
        scores: &mut Vec<f64>,
    ) -> Result<(), ScriptError> {
        self.memory.weights.clear();
        self.memory.weights.extend_from_slice(weights);
        self.ask(bytes, |runner, asked| {
            runner.with(file, asked, |rules, _, board| {
                board.run.guard = seat + 1;
                if board.is_in_secret() {
                    // Who chooses in secret sees what it has chosen.
                    board.run.tracks = true;
                    secretly::enter(rules, board, seat + 1)?;
                }
                board.run.running = Running::Appeal;
                rules.look(board, seat + 1)?;
                for action in actions {
                    scores.push(rules.appeal(board, seat + 1, action)?);
                }
                Ok(())
            })
        })
    }

    /// Returns the step, from 1, in which a seat that chooses in secret is asked after its last choice; 0 where it has finished.
    pub(crate) fn lead_on(&mut self, file: &str, bytes: &mut [u8], seat: usize) -> Result<u8, ScriptError> {
        self.with(file, bytes, |rules, _, board| {
            (board.run.guard, board.run.tracks) = (0, false);
            secretly::lead_on(rules, board, seat + 1)
        })
    }

    /// Returns a figure of each seat in a state.
    pub(crate) fn figures(
        &mut self,
        file: &str,
        bytes: &[u8],
        estimate: bool,
    ) -> Result<[f64; MAX_SEATS], ScriptError> {
        let seats = self.compiled.layout.seats;
        self.ask(bytes, |runner, asked| {
            runner.with(file, asked, |rules, _, board| {
                board.run.running = Running::Figure(if estimate { "estimate" } else { "score" });
                board.run.guard = 0;
                let mut figures = [0.0; MAX_SEATS];
                for (place, figure) in figures.iter_mut().enumerate().take(seats) {
                    *figure = rules.figure(board, place + 1, estimate)?;
                }
                Ok(figures)
            })
        })
    }

    /// Asks about a state, of which these bytes are read.
    fn ask<T>(
        &mut self,
        bytes: &[u8],
        work: impl FnOnce(&mut Self, &mut [u8]) -> Result<T, ScriptError>,
    ) -> Result<T, ScriptError> {
        let mut asked = std::mem::take(&mut self.asked);
        asked[..bytes.len()].copy_from_slice(bytes);
        let answer = work(self, &mut asked);
        self.asked = asked;
        answer
    }
}
