//! Scenes of a script: positions that it sets up, and what must follow from them by its rulebook.
//!
//! They stand in the script or in a file beside it, behind whose text they are read: so they know the script's own names. One
//! Luau state, the stage, runs them and holds the position; choices are carried out by the game as everywhere, on a copy.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use mlua::{Buffer, Function, Lua, Table};

use ludometer_model::{Game as _, Rng, RuleSet, Seat, Streams, Value, did_you_mean, nearest, read_text};
use ludometer_playable::Playable;

use crate::entry::schema;
use crate::error::ScriptError;
use crate::event::{ScriptEvent, What};
use crate::file::{MAX_BYTES, ScriptFile};
use crate::layout::{Zone, ZoneKind};
use crate::machine::Machine;
use crate::playable::values;
use crate::sandbox;
use crate::{ScriptAction, ScriptGame, ScriptState};

/// How often a scene is played that leaves something to chance: what it says must hold each time.
const PLAYS: u64 = 16;

/// The ending of a file of scenes, in place of a script's own.
pub(crate) const ENDING: &str = "scenes.luau";

/// A scene that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneFound {
    /// The words that it begins with: the clause that it stands for.
    pub clause: String,
    /// The name of its file.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// What is not as the scene says.
    pub failure: Option<ScriptError>,
}

/// Plays all scenes of the script with this path, in order; none where it has none.
///
/// # Errors
/// An error in the script or in its file of scenes, as they stand.
pub fn test(path: &str) -> Result<Vec<SceneFound>, ScriptError> {
    let path = script_of(Path::new(path));
    let read = |path: &Path| {
        let name = path.to_string_lossy().into_owned();
        read_text(path, MAX_BYTES).map_err(|error| ScriptError::new(&name, None, error.to_string()))
    };
    let beside = path.with_extension(ENDING);
    let text = read(&path)?;
    let scenes = if beside.exists() { Some(read(&beside)?) } else { None };
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let file = Arc::new(ScriptFile::open(&path)?);
    if scenes.is_none() && !file.scan.has_scenes {
        return Ok(Vec::new());
    }
    Scenes::new(&file, &path, &text, scenes.as_deref().map(|scenes| (name(&beside), scenes)))?.play()
}

/// Returns the script that a file of scenes stands beside, or the path of the script itself.
fn script_of(path: &Path) -> PathBuf {
    let text = path.to_string_lossy();
    text.strip_suffix(ENDING).map_or_else(|| path.to_owned(), |front| PathBuf::from(format!("{front}luau")))
}

/// The scenes of one script.
pub(crate) struct Scenes {
    /// The script as it is played.
    file: Arc<ScriptFile>,
    /// The script with its scenes behind it.
    staged: ScriptFile,
    /// The id of the game, for its rule sets.
    id: String,
    /// The lines of the script, and the name of the file whose lines follow.
    lines: usize,
    beside: String,
    stages: HashMap<(usize, Vec<(String, String)>), Stage>,
}

/// A scene as it is declared.
struct Declared {
    clause: String,
    line: usize,
    seats: usize,
    /// Settings, each key with its value.
    set: Vec<(String, String)>,
}

/// A Luau state with the scenes at one table by one rule set, and the game that they play.
struct Stage {
    host: Table,
    table: Arc<Mutex<Position>>,
    // Last, so that it outlives what it made.
    _lua: Lua,
}

/// The game at the table of a scene.
struct Position {
    game: ScriptGame,
    state: ScriptState,
    chance: Rng,
    /// The notes of the last choice, with their numbers.
    notes: Vec<String>,
    /// True if something was left to chance that the scene doesn't say.
    is_open: bool,
}

impl Scenes {
    /// Reads the scenes of a script: of its text, and of the text of a file beside it with this name.
    ///
    /// # Errors
    /// An error in the texts.
    pub(crate) fn new(
        file: &Arc<ScriptFile>,
        path: &Path,
        text: &str,
        beside: Option<(String, &str)>,
    ) -> Result<Self, ScriptError> {
        let lines = text.matches('\n').count() + 1;
        let (beside, scenes) = beside.unwrap_or_default();
        let placed = |error| placed(error, lines, &beside);
        let staged = ScriptFile::with_scenes(&file.name, &format!("{text}\n{scenes}"), path.parent());
        let staged = staged.map_err(placed)?;
        let file = Arc::clone(file);
        Ok(Self {
            file,
            staged,
            id: path.to_string_lossy().into_owned(),
            lines,
            beside,
            stages: HashMap::new(),
        })
    }

    /// Plays all of them, in order.
    ///
    /// # Errors
    /// An error in the script or its scenes before any is played.
    pub(crate) fn play(mut self) -> Result<Vec<SceneFound>, ScriptError> {
        let usual = self.file.facts.seats.2;
        let declared = self.declared(usual)?;
        let mut found = Vec::new();
        for (place, scene) in declared.iter().enumerate() {
            let failure = self.play_one(scene, place).err().map(|error| self.placed(error));
            let at = self.placed(ScriptError::new(&self.file.name, scene.line, ""));
            let line = at.line.unwrap_or_default();
            found.push(SceneFound { clause: scene.clause.clone(), file: at.file, line, failure });
        }
        Ok(found)
    }

    fn placed(&self, error: ScriptError) -> ScriptError {
        placed(error, self.lines, &self.beside)
    }

    /// Returns the scenes that are declared at a table of this size.
    fn declared(&mut self, seats: usize) -> Result<Vec<Declared>, ScriptError> {
        let (name, lines, beside) = (self.file.name.clone(), self.lines, self.beside.clone());
        let stage = self.stage(seats, &[]).map_err(|error| placed(error, lines, &beside))?;
        let read = |entry: mlua::Result<Table>| {
            let entry = entry?;
            let mut set = Vec::new();
            for pair in entry.get::<Table>("set")?.pairs::<String, mlua::Value>() {
                let (key, value) = pair?;
                set.push((key, value.to_string()?));
            }
            set.sort();
            let seats_of: usize = entry.get("seats")?;
            let seats = if seats_of == 0 { seats } else { seats_of };
            Ok(Declared { clause: entry.get("clause")?, line: entry.get("line")?, seats, set })
        };
        let list = || -> mlua::Result<Vec<Declared>> {
            stage.host.get::<Table>("scenes")?.sequence_values::<Table>().map(read).collect()
        };
        list().map_err(|error| ScriptError::of_luau(&name, &error))
    }

    /// Plays a scene, again and again if it leaves something to chance.
    fn play_one(&mut self, scene: &Declared, place: usize) -> Result<(), ScriptError> {
        let (name, line) = (self.file.name.clone(), scene.line);
        let stage = self.stage(scene.seats, &scene.set).map_err(|error| match error.line {
            Some(_) => error,
            None => ScriptError::new(&name, line, error.message),
        })?;
        // What is found when a scene is over has no line of its own.
        let luau = |error: &mlua::Error| {
            let error = ScriptError::of_luau(&name, error);
            ScriptError { line: error.line.or(Some(line)), ..error }
        };
        let scenes: Table = stage.host.get("scenes").map_err(|error| luau(&error))?;
        let same = |entry: &Table| {
            Ok::<_, mlua::Error>(
                entry.get::<usize>("line")? == line && entry.get::<String>("clause")? == scene.clause,
            )
        };
        let is_there = scenes.get::<Option<Table>>(place + 1).map_err(|error| luau(&error))?;
        if !is_there.as_ref().map_or(Ok(false), same).map_err(|error| luau(&error))? {
            let what =
                "the scenes of a script are the same at every table and by all settings: this one is not";
            return Err(ScriptError::new(&name, line, what));
        }
        let functions: Table = stage.host.get("functions").map_err(|error| luau(&error))?;
        let play: Function = functions.get("play_scene").map_err(|error| luau(&error))?;
        for number in 0..PLAYS {
            let mut chance = Streams::new(0, number).chance();
            let words: [u32; 3] = std::array::from_fn(|_| chance.below(u32::MAX));
            {
                let mut table = stage.table.lock().unwrap_or_else(PoisonError::into_inner);
                table.chance = chance;
                table.notes.clear();
                table.is_open = false;
            }
            play.call::<()>((place + 1, words[0], words[1], words[2])).map_err(|error| luau(&error))?;
            if !stage.table.lock().unwrap_or_else(PoisonError::into_inner).is_open {
                break;
            }
        }
        Ok(())
    }

    /// Returns the stage of a table with these settings.
    fn stage(&mut self, seats: usize, set: &[(String, String)]) -> Result<&Stage, ScriptError> {
        let key = (seats, set.to_vec());
        if !self.stages.contains_key(&key) {
            let stage = self.new_stage(seats, set)?;
            self.stages.insert(key.clone(), stage);
        }
        self.stages.get(&key).ok_or_else(|| ScriptError::new(&self.file.name, None, "has no stage"))
    }

    fn new_stage(&self, seats: usize, set: &[(String, String)]) -> Result<Stage, ScriptError> {
        let name = &self.file.name;
        let (low, high, _) = self.file.facts.seats;
        if !(low..=high).contains(&seats) {
            let what = format!("a scene with {seats} seats: the game has {low} to {high}");
            return Err(ScriptError::new(name, None, what));
        }
        let mut rules = RuleSet::defaults(Arc::new(schema(&self.file, &self.id)?));
        for (key, value) in set {
            let set = rules.set_text(&format!("{key}={value}"));
            set.map_err(|error| ScriptError::new(name, None, error.message))?;
        }
        let values: Vec<(String, Value)> = values(&self.file, &rules);
        let game = ScriptGame::load(&self.file, seats, &values)?.staged()?;
        let luau = |error: mlua::Error| ScriptError::of_luau(name, &error);
        let (lua, host) =
            sandbox::load(&self.staged.loaded_with(seats, Some(&values), false)).map_err(luau)?;
        if host.get::<usize>("bytes").map_err(luau)? != game.layout().bytes {
            let what = "scenes declare no cards, zones or numbers of their own";
            return Err(ScriptError::new(name, None, what));
        }
        let named =
            |kinds: Vec<String>| kinds.iter().map(|id| self.file.facts.names.card(id)).collect::<Vec<_>>();
        let named = host.get("kinds").map(named).map_err(luau)?;
        host.set("card_names", named).map_err(luau)?;
        let state = game.new_state();
        let chance = Streams::new(0, 0).chance();
        let table = Arc::new(Mutex::new(Position { game, state, chance, notes: Vec::new(), is_open: false }));
        host.set("stage", functions(&lua, &table).map_err(luau)?).map_err(luau)?;
        Ok(Stage { host, table, _lua: lua })
    }
}

/// Names the file and line of an error in the texts of a script and of its scenes, whose lines follow each other.
fn placed(error: ScriptError, lines: usize, beside: &str) -> ScriptError {
    match error.line {
        Some(line) if line > lines => {
            ScriptError { file: beside.to_owned(), line: Some(line - lines), ..error }
        }
        _ => error,
    }
}

/// Returns what the stage asks of the game. Each function is given the stage's bytes first.
fn functions(lua: &Lua, table: &Arc<Mutex<Position>>) -> mlua::Result<Table> {
    let functions = lua.create_table()?;
    functions.set("play", of_table(lua, table, Position::play)?)?;
    functions.set("legal", of_table(lua, table, |table, _, ()| table.legal())?)?;
    let unknown_act = |table: &mut Position, _: &Buffer, words: String| Ok(table.unknown_act(&words));
    functions.set("unknown_act", of_table(lua, table, unknown_act)?)?;
    functions.set("notes", of_table(lua, table, |table, _, ()| Ok(table.notes.clone()))?)?;
    functions.set("known", of_table(lua, table, |table, _, (seat, zone)| Ok(table.known(seat, zone)))?)?;
    let ruled_out = |table: &mut Position, _: &Buffer, (seat, zone)| Ok(table.ruled_out(seat, zone));
    functions.set("ruled_out", of_table(lua, table, ruled_out)?)?;
    let outcome = of_table(lua, table, |table, _, ()| Ok(table.outcome()))?;
    let outcome = lua.create_function(move |lua, buffer: Buffer| {
        let (winners, places, scores) = outcome.call::<(Table, Table, Table)>(buffer)?;
        let all = lua.create_table()?;
        all.set("winners", winners)?;
        all.set("places", places)?;
        all.set("scores", scores)?;
        Ok(all)
    })?;
    functions.set("outcome", outcome)?;
    Ok(functions)
}

/// Returns a function that works on the game at the table, whose state is that of the stage.
fn of_table<A, R>(
    lua: &Lua,
    table: &Arc<Mutex<Position>>,
    work: impl Fn(&mut Position, &Buffer, A) -> Result<R, String> + Send + 'static,
) -> mlua::Result<Function>
where
    A: mlua::FromLuaMulti,
    R: mlua::IntoLuaMulti,
{
    let table = Arc::clone(table);
    lua.create_function(move |lua, mut given: mlua::MultiValue| {
        let buffer: Buffer = lua.unpack(given.pop_front().unwrap_or(mlua::Value::Nil))?;
        let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
        table.enter(&buffer).map_err(mlua::Error::runtime)?;
        work(&mut table, &buffer, A::from_lua_multi(given, lua)?).map_err(mlua::Error::runtime)
    })
}

impl Position {
    /// Takes over the stage's position.
    fn enter(&mut self, buffer: &Buffer) -> Result<(), String> {
        let bytes = self.state.bytes.len();
        self.state.bytes.clear();
        self.state.bytes.extend_from_slice(&buffer.to_vec()[..bytes]);
        self.state.stamp = 0;
        self.game.audit(&self.state)
    }

    /// Returns the words of the actions that the seat which is asked may choose.
    fn legal(&self) -> Result<Vec<String>, String> {
        Ok(self.actions()?.into_iter().map(|action| self.words(action)).collect())
    }

    fn actions(&self) -> Result<Vec<ScriptAction>, String> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        match Playable::fault(&self.game, &self.state, &legal) {
            Some(fault) => Err(format!("what is legal can't be told: {fault}")),
            None => Ok(legal),
        }
    }

    /// Returns what is wrong with the words of an action if they name no act.
    fn unknown_act(&self, words: &str) -> Option<String> {
        let acts = || self.game.shared.file.scan.acts.iter().map(|act| act.name.as_str());
        let name = words.split(' ').next().unwrap_or_default();
        (!acts().any(|act| act == name))
            .then(|| format!("there is no act `{name}`{}", did_you_mean(nearest(name, acts()))))
    }

    /// Returns the words of an action: cards by name, seats as scripts count them.
    fn words(&self, action: ScriptAction) -> String {
        self.game.text_from(action, 1)
    }

    /// Carries out a choice, or sets the game up where there is none, with what the scene says of chance. Returns how many
    /// of those cards and numbers were drawn.
    fn play(
        &mut self,
        buffer: &Buffer,
        (chosen, cards, numbers): (Option<String>, Vec<u32>, Vec<u32>),
    ) -> Result<(usize, usize), String> {
        let words = chosen.as_deref().unwrap_or("setup");
        let action = match &chosen {
            None => None,
            Some(chosen) => self.actions()?.into_iter().find(|&action| self.words(action) == *chosen),
        };
        let game = self.game.clone();
        let told = |error: ScriptError| error.to_string();
        game.with_machine(|machine| machine.say(&cards, &numbers)).map_err(told)?;
        let mut events: Vec<ScriptEvent> = Vec::new();
        match action {
            Some(action) => game.apply(&mut self.state, action, &mut self.chance, &mut events),
            None => game.deal(&mut self.state, &mut self.chance, &mut events),
        }
        if let Some(fault) = game.fault_of(&self.state) {
            return Err(format!("`{words}`: {fault}"));
        }
        let (drawn, rolled, is_open) = game.with_machine(Machine::said).map_err(told)?;
        self.is_open |= is_open;
        let notes = events.iter().filter(|event| event.what == What::Note);
        self.notes = notes.filter_map(|event| self.note(event)).collect();
        game.audit(&self.state).map_err(|what| format!("after `{words}`: {what}"))?;
        game.hold(&self.state).map_err(|error| format!("after `{words}`: {error}"))?;
        buffer.write_bytes(0, &self.state.bytes);
        Ok((drawn, rolled))
    }

    /// Returns a note's word and numbers.
    fn note(&self, event: &ScriptEvent) -> Option<String> {
        let [place, numbers @ ..] = event.numbers;
        let word = self.game.shared.file.scan.notes.get(usize::try_from(place - 1).ok()?)?;
        let given = numbers.iter().take(usize::from(event.given));
        Some(given.fold(word.clone(), |text, number| format!("{text} {number}")))
    }

    fn zone(&self, number: usize) -> Option<&Zone> {
        self.game.layout().zones.get(number.checked_sub(1)?)
    }

    /// Returns the cards, by kinds from 1, that a seat surely knows to lie in a zone.
    fn known(&self, seat: usize, zone: usize) -> Vec<usize> {
        let Some(zone) = self.zone(zone) else { return Vec::new() };
        let view = self.game.view(&self.state, Seat::new(seat - 1));
        if zone.kind == ZoneKind::Bag {
            let copies = |(kind, copies)| std::iter::repeat_n(kind + 1, copies);
            return zone.all_copies(&view.bytes).enumerate().flat_map(copies).collect();
        }
        let placed = zone.cards(&view.bytes, zone.cap).filter(|&card| card > 0);
        placed.chain(zone.listed_apart(&view.bytes)).collect()
    }

    /// Returns the kinds, from 1, that a seat surely knows not to be among the other cards of a zone.
    fn ruled_out(&self, seat: usize, zone: usize) -> Vec<usize> {
        let Some(zone) = self.zone(zone) else { return Vec::new() };
        let (layout, seat) = (self.game.layout(), Seat::new(seat - 1));
        if zone.is_seen_by(seat) || zone.kind != ZoneKind::Bag {
            return (1..=zone.width).collect();
        }
        let lacking = layout.lacking(&self.state.bytes, layout.row_of(zone, Some(seat)));
        (1..=zone.width).filter(|kind| lacking.contains(kind - 1)).collect()
    }

    /// Returns the winners, and the place and score of each seat.
    fn outcome(&self) -> (Vec<usize>, Vec<u8>, Vec<i64>) {
        let outcome = self.game.outcome(&self.state);
        let winners = outcome.winners().map(|seat| seat.index() + 1).collect();
        let (seats, scores) = (self.game.seats(), &outcome.scores);
        (winners, outcome.ranks.first(seats).to_vec(), Seat::all(seats).map(|seat| scores[seat]).collect())
    }
}
