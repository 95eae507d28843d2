//! A script played at random at every table size: what it says, what of it was never used, and what is wrong with it.

mod exchange;
mod positions;
mod summary;
mod warnings;
mod watcher;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use ludometer_bots::luau::too_late;
use ludometer_model::{Game as _, Rng, Seat, Silent, Streams, player};
use ludometer_playable::Playable as _;
use ludometer_run::ContractViolation;

use crate::error::ScriptError;
use crate::file::ScriptFile;
use crate::layout::{head, seats_at, u16_at};
use crate::playable::design;
use crate::scenes::{self, SceneFound};
use crate::typed;
use crate::{ScriptAction, ScriptGame, ScriptState};
use positions::{Asked, Look, Question};
use summary::Used;
use warnings::Starts;
use watcher::Watcher;

/// Of so many games one has a decision, or the game has none.
const SOME: u64 = 10;

/// After so many games that end by mistakes known before, no more are played: each may take all the work that one decision is allowed.
const ENOUGH: u32 = 20;

/// After so many decisions at one table size no further game begins, counted as if states had this many bytes: what is checked
/// after a decision goes through all places and kinds of cards, and in a game of a thousand kinds takes a hundred times as long.
const LONG: u64 = 1_000_000;
const USUAL_STATE: u64 = 500;

/// Every so many decisions, states are dealt anew from what each seat knows.
const EVERY: u32 = 5;

/// Findings at one table size.
#[derive(Clone, Debug, PartialEq)]
pub struct TableFound {
    /// The number of seats.
    pub seats: usize,
    /// Games played: fewer than asked for where they are so long that all took more than a million decisions.
    pub games: u64,
    /// Games that a limit of turns or decisions ended.
    pub unfinished: u64,
    /// Games that a mistake broke off.
    pub broken_off: u64,
    /// Turns of all games.
    pub turns: u64,
    /// Decisions of all games.
    pub decisions: u64,
    /// States dealt anew from what a seat knows, all of which that seat could not tell from the true one.
    pub determinized: u64,
}

/// A mistake, and the game in which it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The error, with its line where it is known.
    pub what: String,
    /// The number of seats.
    pub seats: usize,
    /// The seed.
    pub seed: u64,
    /// The number of the game.
    pub game: u64,
    /// The number of the decision in it.
    pub decision: u32,
}

/// Findings about a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Validation {
    /// The game's title.
    pub title: String,
    /// The contents of the script, in sentences.
    pub summary: Vec<String>,
    /// Findings by number of seats; games end early, and tables are left out, where mistakes come again and again.
    pub tables: Vec<TableFound>,
    /// Parts that were never used in any game; none where a mistake broke games off.
    pub unused: Vec<String>,
    /// Code that is allowed, but seems to be a slip.
    pub warnings: Vec<String>,
    /// Mistakes that the text shows, whether a game came there or not; none in lines that broke a game off.
    pub in_text: Vec<String>,
    /// The first mistake of each kind.
    pub mistakes: Vec<Mistake>,
    /// The scenes of the script.
    pub scenes: Vec<SceneFound>,
}

impl Validation {
    /// Returns how many mistakes there are: those of games and of the text, and scenes that fail.
    pub fn mistakes(&self) -> usize {
        self.mistakes.len()
            + self.in_text.len()
            + self.scenes.iter().filter(|scene| scene.failure.is_some()).count()
    }
}

/// Plays so many random games of a script at every table size that it allows, or at this one, and holds every view, list
/// of actions and determinized state against each other.
///
/// Calls `progress` with the number of games that were played and of all games; the second one may fall.
///
/// # Errors
/// An error in the script as it stands, before any game.
pub fn validate(
    path: &str,
    seats: Option<usize>,
    games: u64,
    seed: u64,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Validation, ScriptError> {
    let file = Arc::new(ScriptFile::open(Path::new(path))?);
    let (low, high, usual) = file.facts.seats;
    if let Some(seats) = seats.filter(|seats| !(low..=high).contains(seats)) {
        return Err(ScriptError::new(
            &file.name,
            None,
            format!("{seats} {}: allowed are {low} to {high}", if seats == 1 { "seat" } else { "seats" }),
        ));
    }
    let sizes: Vec<usize> = seats.map_or_else(|| (low..=high).collect(), |seats| vec![seats]);
    let (mut tables, mut mistakes, mut used) = (Vec::new(), Mistakes::default(), Used::default());
    let (mut shown, mut starts, mut asked) = (None, Vec::new(), Vec::new());
    let mut dead_ends: BTreeMap<String, u64> = BTreeMap::new();
    // What the script warns of, with the tables at which it does.
    let mut warned: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let text = typed::shown(&file, &sizes);
    // Commands in messages name the script by its path.
    let design = Arc::new(design(&file, path));
    let (mut done, mut all) = (0, games * sizes.len() as u64);
    for seats in sizes {
        let game = ScriptGame::with_design(&file, &design, seats, &[])?.checked()?;
        let (mut start, mut questions) = (Starts::new(seats), Asked::default());
        let found =
            play(&game, games, seed, (&mut used, &mut start, &mut questions), &mut mistakes, &mut |played| {
                progress(done + played, all);
            });
        done += found.games;
        all -= games - found.games;
        let checked = affordable(&game, &found);
        asked.push(questions);
        for (step, times) in game.dead_ends() {
            *dead_ends.entry(step).or_default() += times;
        }
        for warning in &game.shared.declared.warned {
            warned.entry(warning.clone()).or_default().push(seats);
        }
        tables.push(found);
        starts.push(start);
        if mistakes.first.is_empty() {
            contract(&game, checked, seed, &mut mistakes);
        }
        if shown.is_none() || seats == usual {
            shown = Some(game);
        }
        if mistakes.are_enough() {
            break;
        }
    }
    let mut mistakes = mistakes.first;
    // Where the text shows what broke a game off, that says how to write it; Luau's words don't.
    let is_luaus =
        |what: &str| ["attempt to ", "invalid argument #"].iter().any(|words| what.contains(words));
    for mistake in mistakes.iter_mut().filter(|mistake| is_luaus(&mistake.what)) {
        let of_line = |shown: &&ScriptError| {
            line_of(&shown.to_string(), &file.name) == line_of(&mistake.what, &file.name)
        };
        if let Some(shown) = text.mistakes.iter().find(of_line) {
            mistake.what = shown.to_string();
        }
    }
    let tables_played = tables.len();
    let Some(game) = shown else {
        return Err(ScriptError::new(&file.name, None, "allows no number of seats"));
    };
    let broken: Vec<&str> = mistakes.iter().map(|mistake| line_of(&mistake.what, &file.name)).collect();
    let in_text = text.mistakes.iter().map(ToString::to_string);
    let in_text = in_text.filter(|what| !broken.contains(&line_of(what, &file.name))).collect();
    Ok(Validation {
        in_text,
        title: file.facts.title.clone(),
        summary: summary::summary(&game, &used),
        tables,
        unused: if mistakes.is_empty() { summary::unused(&game, &used) } else { Vec::new() },
        warnings: warnings::warnings(&game, &starts)?
            .into_iter()
            .chain(warned.into_iter().map(|(what, at)| warnings::of_script(&what, &at, tables_played)))
            .chain(positions::leaks(&game, &asked))
            .chain(dead_ends.into_iter().map(|(step, times)| warnings::of_dead_end(&step, times)))
            .chain(text.slips.iter().map(ToString::to_string))
            .collect(),
        mistakes,
        scenes: scenes::test(path)?,
    })
}

/// The mistakes of games.
#[derive(Default)]
struct Mistakes {
    /// The first of each kind.
    first: Vec<Mistake>,
    /// Games that ended by one of them again.
    again: u32,
}

impl Mistakes {
    /// Returns true if no more games are worth their time.
    fn are_enough(&self) -> bool {
        self.again >= ENOUGH || self.first.iter().any(|mistake| mistake.what.contains(&too_late()))
    }

    /// Notes the mistake of a game of the script in this file.
    fn note(&mut self, mistake: Mistake, file: &str) {
        let line = line_of(&mistake.what, file);
        if self.first.iter().any(|known| line_of(&known.what, file) == line) {
            self.again += 1;
        } else {
            self.first.push(mistake);
        }
    }
}

/// Plays random games at one table.
fn play(
    game: &ScriptGame,
    games: u64,
    seed: u64,
    (used, start, asked): (&mut Used, &mut Starts, &mut Asked),
    mistakes: &mut Mistakes,
    progress: &mut dyn FnMut(u64),
) -> TableFound {
    let seats = game.seats();
    let mut found =
        TableFound { seats, games: 0, unfinished: 0, broken_off: 0, turns: 0, decisions: 0, determinized: 0 };
    let (mut state, mut world) = (game.new_state(), game.new_state());
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    for number in 0..games {
        if cost(game, found.decisions) > LONG {
            break;
        }
        progress(number);
        let streams = Streams::new(seed, number);
        let (mut chance, mut side) = (streams.chance(), streams.side_stream(0));
        let mut choices = streams.seat(Seat::new(0));
        let mut decision = 0;
        game.deal(&mut state, &mut chance, &mut events);
        let mut watcher = game.layout().hides().then(|| Watcher::new(game));
        let mut wrong = watched(game, &mut watcher, &events, &state, None);
        wrong = wrong.or_else(|| Some(format!("after the setup: {}", game.hold(&state).err()?)));
        used.events(game, &mut events);
        start.see(game, &state);
        while let (Some(mover), None) = (game.to_move(&state), &wrong) {
            legal.clear();
            game.legal(&state, &mut legal);
            let step = used.offered.entry(game.step_name(&state).to_owned()).or_default();
            step.extend(legal.iter().map(|&action| game.action_kind(action)));
            if decision % EVERY == 0 && legal.iter().all(|action| action.as_fault().is_none()) {
                let look = Look { state: &state, mover, legal: &legal };
                wrong = look.holds(game, &mut world, &mut side, &mut found.determinized).err();
                if wrong.is_some() {
                    break;
                }
            }
            let action = legal[choices.index(legal.len())];
            used.chosen.insert(game.action_kind(action));
            let (before, drawn) = (state.clone(), chance.clone());
            game.apply(&mut state, action, &mut chance, &mut events);
            wrong = unsealed(game, (&before, &drawn), (action, &legal), (&state, &events));
            if wrong.is_some() {
                break;
            }
            if game.layout().hides() && game.fault_of(&state).is_none() {
                asked.see(
                    game,
                    &Question { before: &before, action, chance: &drawn, after: &state },
                    &mut side,
                );
            }
            wrong = watched(game, &mut watcher, &events, &state, Some((&before, action)));
            wrong = wrong.or_else(|| {
                let error = game.hold(&state).err()?;
                Some(format!("after `{}`: {error}", game.action_text(action)))
            });
            used.events(game, &mut events);
            decision += 1;
        }
        found.games += 1;
        found.decisions += u64::from(decision);
        found.turns += u64::from(game.outcome(&state).turns);
        let wrong = wrong.or_else(|| game.fault_of(&state).map(|error| error.to_string()));
        if let Some(what) = wrong {
            found.broken_off += 1;
            mistakes.note(Mistake { what, seats, seed, game: number, decision }, &game.shared.file.name);
            if mistakes.are_enough() {
                break;
            }
        } else if state.bytes[head::FLAGS] & head::UNFINISHED != 0 {
            found.unfinished += 1;
        }
    }
    if found.decisions == 0 && found.games >= SOME && mistakes.first.is_empty() {
        let what = game.without_decisions(found.games).to_string();
        mistakes.first.push(Mistake { what, seats, seed, game: 0, decision: 0 });
    }
    found
}

/// Lets the watcher see what was announced, and returns what a seat knows that nothing has shown it.
fn watched(
    game: &ScriptGame,
    watcher: &mut Option<Watcher<'_>>,
    events: &[crate::ScriptEvent],
    state: &ScriptState,
    chosen: Option<(&ScriptState, ScriptAction)>,
) -> Option<String> {
    if game.fault_of(state).is_some() {
        return None;
    }
    let what = watcher.as_mut()?.see(events, state).err()?;
    Some(ScriptError::new(&game.shared.file.name, led_here(game, state, chosen), what).to_string())
}

/// Returns what is wrong if others can tell which of several choices a seat has sealed, before it is carried out: it is held against
/// the next of the choices that the seat had.
fn unsealed(
    game: &ScriptGame,
    (before, chance): (&ScriptState, &Rng),
    (action, legal): (ScriptAction, &[ScriptAction]),
    (state, events): (&ScriptState, &[crate::ScriptEvent]),
) -> Option<String> {
    let mover = game.to_move(before)?;
    // After the last choice all are carried out. Choices in secret can be of several lengths.
    let others_choose = u16_at(&before.bytes, head::PENDING).count_ones() > 1;
    let is_sealed = action.is_sealed() && others_choose && before.bytes[head::ROOT] == 0;
    let place = legal.iter().position(|&other| other == action)?;
    let other = legal[(place + 1) % legal.len()];
    if !is_sealed || other == action || game.fault_of(state).is_some() {
        return None;
    }
    let (mut instead, mut told) = (before.clone(), Vec::new());
    game.apply(&mut instead, other, &mut chance.clone(), &mut told);
    let view = |state: &ScriptState, seat| game.view(state, seat).bytes;
    let mut others = Seat::all(game.seats()).filter(|&seat| seat != mover);
    let knows = others.find(|&seat| told != events || view(state, seat) != view(&instead, seat))?;
    let what = format!(
        "{} can tell `{}` from `{}` of {} before all have chosen",
        player(knows.index()),
        game.action_text(action),
        game.action_text(other),
        player(mover.index())
    );
    Some(
        ScriptError::new(&game.shared.file.name, led_here(game, state, Some((before, action))), what)
            .to_string(),
    )
}

/// Plays random games, in which the watcher alone looks on, and returns what it found first.
#[cfg(test)]
pub(crate) fn watch(game: &ScriptGame, games: u64, seed: u64) -> Option<String> {
    for number in 0..games {
        let streams = Streams::new(seed, number);
        let (mut chance, mut choices) = (streams.chance(), streams.seat(Seat::new(0)));
        let (mut state, mut legal, mut events) = (game.new_state(), Vec::new(), Vec::new());
        game.deal(&mut state, &mut chance, &mut events);
        let mut watcher = game.layout().hides().then(|| Watcher::new(game));
        let mut wrong = watched(game, &mut watcher, &events, &state, None);
        while let (Some(_), None) = (game.to_move(&state), &wrong) {
            legal.clear();
            events.clear();
            game.legal(&state, &mut legal);
            let action = legal[choices.index(legal.len())];
            let before = state.clone();
            game.apply(&mut state, action, &mut chance, &mut events);
            wrong = watched(game, &mut watcher, &events, &state, Some((&before, action)));
        }
        let wrong = wrong.or_else(|| game.fault_of(&state).map(|error| error.to_string()));
        if let Some(what) = wrong {
            return Some(format!("game {number} with {} seats: {what}", game.seats()));
        }
    }
    None
}

/// Returns the line of what led to this state: the act that was chosen, what follows several choices, or `game.setup`.
fn led_here(
    game: &ScriptGame,
    state: &ScriptState,
    chosen: Option<(&ScriptState, ScriptAction)>,
) -> Option<usize> {
    let scan = &game.shared.file.scan;
    let Some((before, action)) = chosen else { return Some(game.shared.declared.setup_line) };
    if action.is_sealed() && seats_at(&state.bytes, head::ASKED) != seats_at(&before.bytes, head::ASKED) {
        let step = game.phase_name(game.phase(before));
        return scan.after.iter().find(|(name, _)| name == step).map(|(_, line)| *line);
    }
    scan.acts.get(action.word()).map(|act| act.line)
}

/// The most games against which the contract of all games is held, and what they may cost together: it looks at many
/// imagined states of each.
const MOST_CHECKED: u64 = 10;
const CHECKED: u64 = LONG / 10;

/// Returns how many decisions in games of the usual size take as long to check as these.
fn cost(game: &ScriptGame, decisions: u64) -> u64 {
    decisions * (game.new_state().bytes.len() as u64).max(USUAL_STATE) / USUAL_STATE
}

/// Returns against how many of the games that were played the contract can be held.
fn affordable(game: &ScriptGame, found: &TableFound) -> u64 {
    let each = cost(game, found.decisions) / found.games.max(1);
    (CHECKED / each.max(1)).clamp(1, MOST_CHECKED).min(found.games)
}

/// Plays the first game twice, the second time after all others, and holds the contract of all games.
fn contract(game: &ScriptGame, games: u64, seed: u64, mistakes: &mut Mistakes) {
    let mut wrong = |what: String| {
        mistakes.first.push(Mistake { what, seats: game.seats(), seed, game: 0, decision: 0 });
    };
    let end = |game: &ScriptGame| {
        let streams = Streams::new(seed, 0);
        let (mut chance, mut choices) = (streams.chance(), streams.seat(Seat::new(0)));
        let (mut state, mut legal) = (game.new_state(), Vec::new());
        game.deal(&mut state, &mut chance, &mut Silent);
        while game.to_move(&state).is_some() {
            legal.clear();
            game.legal(&state, &mut legal);
            game.apply(&mut state, legal[choices.index(legal.len())], &mut chance, &mut Silent);
        }
        state
    };
    // A machine of its own has seen no other game.
    if game.checked().is_ok_and(|fresh| end(&fresh) != end(game)) {
        let what = "a game goes another way after other games: the script keeps something outside of its zones and numbers";
        wrong(format!("{}: {what}", game.shared.file.name));
    } else if let Err(violation) = ludometer_run::check_playable(game, games, seed) {
        let what = match violation {
            // What is drawn from at random lies in stocks, though all know it, and nothing else is hidden.
            ContractViolation::NothingHidden(_) if game.layout().hides_stocks_alone() => return,
            ContractViolation::NothingHidden(worlds) => format!(
                "{worlds} times hidden cards and numbers were dealt again, and each time they were the true ones: all that is \
                 declared as hidden can be told at any time; declare it as seen by all"
            ),
            other => other.to_string(),
        };
        wrong(format!("{}: {what}", game.shared.file.name));
    }
}

/// Returns the line of the script that a mistake names, or the whole text where it names none.
fn line_of<'a>(what: &'a str, file: &str) -> &'a str {
    let named = what.find(file).map(|at| &what[at..]);
    named.and_then(|rest| rest.split(": ").next()).unwrap_or(what)
}
