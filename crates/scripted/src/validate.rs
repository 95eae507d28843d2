//! What a designer wants to know of a script before anything else: whether it can be played, what never happened, and
//! what it says of who sees what.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use ludometer_model::{CardMove, Game, Rng, Seat, Streams};

use crate::error::ScriptError;
use crate::file::ScriptFile;
use crate::layout::{Visible, Zone, ZoneKind};
use crate::{ScriptEvent, ScriptGame, ScriptState};

/// What random games of a script came to.
#[derive(Clone, Debug, Default)]
struct Counts {
    games: u64,
    unfinished: u64,
    turns: u64,
    decisions: u64,
    /// How often each act was chosen, each step asked, each card drawn or played, each note made.
    acts: Vec<u64>,
    steps: Vec<u64>,
    cards: Vec<u64>,
    notes: Vec<u64>,
}

/// Plays games of a script at random at each table size, and tells what it says and what happened.
///
/// # Errors
/// What is wrong with the script, with its line, or with the game in which it shows.
pub fn validate(path: &str, games: u64, seed: u64) -> Result<String, ScriptError> {
    let file = Arc::new(ScriptFile::open(Path::new(path))?);
    let (low, high, usual) = file.facts.seats;
    let mut text = String::new();
    let mut all = Counts::default();
    let mut tables = String::new();
    for seats in low..=high {
        let game = ScriptGame::load(&file, seats, &[])?.checked()?;
        if seats == usual {
            describe(&game, &mut text);
        }
        let counts = play(&game, games, seed)?;
        let mean = |sum: u64| sum as f64 / games.max(1) as f64;
        let _ = writeln!(
            tables,
            "  {seats} seats: {:.1} turns, {:.1} decisions{}",
            mean(counts.turns),
            mean(counts.decisions),
            match counts.unfinished {
                0 => String::new(),
                some => format!(", {some} of {games} games unfinished"),
            }
        );
        add(&mut all, &counts);
    }
    let _ = write!(text, "\nRandom play, {games} games at each table, without a fault:\n{tables}");
    never(&file, &all, &mut text);
    Ok(text)
}

/// Plays random games, the first one again at the end, and holds the contract of games against some of them.
fn play(game: &ScriptGame, games: u64, seed: u64) -> Result<Counts, ScriptError> {
    let fault = |message: String| ScriptError::new(&game.shared.file.name, None, message);
    let scan = &game.shared.file.scan;
    let mut counts = Counts {
        acts: vec![0; scan.acts.len()],
        steps: vec![0; scan.steps.len()],
        cards: vec![0; game.shared.declared.cards.len()],
        notes: vec![0; scan.notes.len()],
        ..Counts::default()
    };
    let mut first = None;
    for play in 0..games {
        let state = play_one(game, seed, play, &mut counts)?;
        first.get_or_insert(state);
    }
    let again = play_one(game, seed, 0, &mut counts.clone())?;
    if first.is_some_and(|first| first != again) {
        let message = "the first game went another way when it was played again: the script keeps something outside of its \
                       zones and numbers";
        return Err(fault(message.to_owned()));
    }
    ludometer_run::check(game, games.min(MOST_CHECKED), seed)
        .map_err(|violation| fault(violation.to_string()))?;
    Ok(counts)
}

/// The most games against which the contract is held: it looks at many imagined states of each.
const MOST_CHECKED: u64 = 20;

fn play_one(
    game: &ScriptGame,
    seed: u64,
    play: u64,
    counts: &mut Counts,
) -> Result<ScriptState, ScriptError> {
    let mut chance = Streams::new(seed, play).chance();
    let mut choices = Rng::from_words([seed, play, 77]);
    let (mut state, mut legal) = (game.new_state(), Vec::new());
    let mut log: Vec<ScriptEvent> = Vec::new();
    game.deal(&mut state, &mut chance, &mut log);
    while game.to_move(&state).is_some() {
        legal.clear();
        game.legal(&state, &mut legal);
        let action = legal[choices.index(legal.len())];
        if action.as_fault().is_none() {
            counts.acts[action.word()] += 1;
            counts.steps[usize::from(state.bytes[crate::layout::head::STEP]).saturating_sub(1)] += 1;
        }
        counts.decisions += 1;
        game.apply(&mut state, action, &mut chance, &mut log);
    }
    if let Some(error) = game.fault_of(&state) {
        let message = format!("{} (seed {seed}, game {play}, {} seats)", error.message, game.seats());
        return Err(ScriptError { message, ..error });
    }
    for event in &log {
        if let Some(CardMove::Drawn { kind, .. } | CardMove::Played { kind, .. }) = event.card {
            counts.cards[kind] += 1;
        }
        if event.what == crate::event::What::Note
            && let Some(note) =
                usize::try_from(event.numbers[0] - 1).ok().and_then(|note| counts.notes.get_mut(note))
        {
            *note += 1;
        }
    }
    let outcome = game.outcome(&state);
    counts.games += 1;
    counts.turns += u64::from(outcome.turns);
    counts.unfinished += u64::from(outcome.unfinished);
    Ok(state)
}

fn add(all: &mut Counts, counts: &Counts) {
    let sum = |all: &mut Vec<u64>, more: &[u64]| {
        all.resize(more.len(), 0);
        all.iter_mut().zip(more).for_each(|(sum, count)| *sum += count);
    };
    sum(&mut all.acts, &counts.acts);
    sum(&mut all.steps, &counts.steps);
    sum(&mut all.cards, &counts.cards);
    sum(&mut all.notes, &counts.notes);
}

/// Tells what never happened.
fn never(file: &ScriptFile, counts: &Counts, text: &mut String) {
    let mut line = |what: &str, names: &mut dyn Iterator<Item = String>| {
        let names: Vec<String> = names.collect();
        if !names.is_empty() {
            let _ = writeln!(text, "  never {what}: {}", names.join(", "));
        }
    };
    let unused = |list: &[crate::source::Routine], counts: &[u64]| {
        let pairs = list.iter().zip(counts).filter(|(_, count)| **count == 0);
        pairs.map(|(routine, _)| format!("{} (line {})", routine.name, routine.line)).collect::<Vec<_>>()
    };
    line("asked", &mut unused(&file.scan.steps, &counts.steps).into_iter());
    line("chosen", &mut unused(&file.scan.acts, &counts.acts).into_iter());
    let notes = file.scan.notes.iter().zip(&counts.notes).filter(|(_, count)| **count == 0);
    line("noted", &mut notes.map(|(note, _)| note.clone()));
}

/// Tells what the script says, as a rulebook would.
fn describe(game: &ScriptGame, text: &mut String) {
    let (facts, scan, layout) = (&game.shared.file.facts, &game.shared.file.scan, game.layout());
    let (low, high, usual) = facts.seats;
    let _ = writeln!(text, "{}: {low} to {high} players, usually {usual}", facts.title);
    let cards = &game.shared.declared.cards;
    if !cards.is_empty() {
        let copies: u64 = cards.iter().map(|card| card.copies).sum();
        let _ = writeln!(text, "  {copies} cards of {} kinds", cards.len());
    }
    let _ = writeln!(
        text,
        "  {} parameters; steps: {}",
        facts.params.len(),
        listed(scan.steps.iter().map(|step| &step.name))
    );
    for zone in layout.zones.iter().filter(|zone| zone.owner.is_none_or(|seat| seat == Seat::new(0))) {
        let _ = writeln!(text, "  {}: {}", zone.name, sight(zone));
    }
    for number in layout.numbers.iter().filter(|number| number.seat.is_none_or(|seat| seat == Seat::new(0))) {
        let each = if number.seat.is_some() { "a number for each player" } else { "a number" };
        let _ = writeln!(text, "  {}: {each}, seen by all", number.name);
    }
    for secret in &layout.secrets {
        let _ = writeln!(text, "  {}: a number for each player, seen by that player alone", secret.name);
    }
    for cells in &layout.cells {
        let _ = writeln!(text, "  {}: {} cells, seen by all", cells.name, cells.count);
    }
    for step in &scan.together {
        let _ = writeln!(
            text,
            "  {step}: chosen by several players at once; nobody sees a choice before all have chosen"
        );
    }
}

fn listed<'a>(names: impl Iterator<Item = &'a String>) -> String {
    names.cloned().collect::<Vec<_>>().join(", ")
}

/// Who sees a zone, in words.
fn sight(zone: &Zone) -> String {
    let what = match zone.kind {
        _ if zone.fresh => "dice under a cup",
        ZoneKind::Bag => "cards in no order",
        ZoneKind::List => "cards in order",
        ZoneKind::Stack => "cards in order, face down",
        ZoneKind::Row => "cards in slots",
    };
    let each = if zone.owner.is_some() { " for each player" } else { "" };
    let who = match zone.visible {
        Visible::All => "seen by all",
        Visible::Owner => "each player sees only their own",
        Visible::Nobody => "seen by nobody",
        Visible::Others => "each player sees all but their own",
    };
    format!("{what}{each}, {who}")
}
