//! A script played at random at every table size: what it says, what of it was never used, and what is wrong with it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use ludometer_model::{CardMove, Event as _, Game as _, Seat, Silent, Streams};
use ludometer_playable::Playable as _;

use crate::error::ScriptError;
use crate::event::What;
use crate::file::ScriptFile;
use crate::{ScriptGame, ScriptState, layout::head};

/// Every so many decisions, states are dealt anew from what each seat knows.
const EVERY: u32 = 5;

/// What was found at one table size.
#[derive(Clone, Debug, PartialEq)]
pub struct TableFound {
    /// The number of seats.
    pub seats: usize,
    /// Games played.
    pub games: u64,
    /// Games that a limit of turns or decisions ended.
    pub unfinished: u64,
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
    /// What is wrong, with its line where it is known.
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

/// What was found of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Validation {
    /// The game's title.
    pub title: String,
    /// What the script says, in sentences.
    pub summary: Vec<String>,
    /// What was found, by number of seats.
    pub tables: Vec<TableFound>,
    /// What was never used in any game.
    pub unused: Vec<String>,
    /// The first mistake of each kind.
    pub mistakes: Vec<Mistake>,
}

/// What was used in games.
#[derive(Default)]
struct Used {
    /// By step, the actions that were offered.
    offered: BTreeMap<String, BTreeSet<usize>>,
    chosen: BTreeSet<usize>,
    drawn: BTreeSet<usize>,
    played: BTreeSet<usize>,
    notes: BTreeSet<usize>,
}

/// Plays so many random games of a script at every table size that it allows, or at this one, and holds every view, list
/// of actions and determinized state against each other.
///
/// # Errors
/// What is wrong with the script as it stands, before any game.
pub fn validate(path: &str, seats: Option<usize>, games: u64, seed: u64) -> Result<Validation, ScriptError> {
    let file = Arc::new(ScriptFile::open(Path::new(path))?);
    let (low, high, usual) = file.facts.seats;
    if let Some(seats) = seats.filter(|seats| !(low..=high).contains(seats)) {
        return Err(ScriptError::new(
            &file.name,
            None,
            format!("{seats} seats: allowed are {low} to {high}"),
        ));
    }
    let sizes: Vec<usize> = seats.map_or_else(|| (low..=high).collect(), |seats| vec![seats]);
    let (mut tables, mut mistakes, mut used) = (Vec::new(), Vec::new(), Used::default());
    let mut shown = None;
    for seats in sizes {
        let game = ScriptGame::load(&file, seats, &[])?.checked()?;
        let found = play(&game, games, seed, &mut used, &mut mistakes);
        tables.push(found);
        if mistakes.is_empty() {
            contract(&game, games, seed, &mut mistakes);
        }
        if shown.is_none() || seats == usual {
            shown = Some(game);
        }
    }
    let Some(game) = shown else {
        return Err(ScriptError::new(&file.name, None, "allows no number of seats"));
    };
    Ok(Validation {
        title: file.facts.title.clone(),
        summary: summary(&game, &used),
        tables,
        unused: unused(&game, &used),
        mistakes,
    })
}

/// Plays random games at one table.
fn play(
    game: &ScriptGame,
    games: u64,
    seed: u64,
    used: &mut Used,
    mistakes: &mut Vec<Mistake>,
) -> TableFound {
    let seats = game.seats();
    let mut found = TableFound { seats, games: 0, unfinished: 0, turns: 0, decisions: 0, determinized: 0 };
    let (mut state, mut world) = (game.new_state(), game.new_state());
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    for number in 0..games {
        let streams = Streams::new(seed, number);
        let (mut chance, mut side) = (streams.chance(), streams.side_stream(0));
        let mut choices = streams.seat(Seat::new(0));
        let mut decision = 0;
        game.deal(&mut state, &mut chance, &mut events);
        used.events(game, &mut events);
        let mut wrong = None;
        while let Some(mover) = game.to_move(&state) {
            legal.clear();
            game.legal(&state, &mut legal);
            let step = used.offered.entry(game.phase_name(game.phase(&state)).to_owned()).or_default();
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
            game.apply(&mut state, action, &mut chance, &mut events);
            used.events(game, &mut events);
            decision += 1;
        }
        found.games += 1;
        found.decisions += u64::from(decision);
        found.turns += u64::from(game.turn(&state));
        let wrong = wrong.or_else(|| game.fault_of(&state).map(|error| error.to_string()));
        if let Some(what) = wrong {
            let line = line_of(&what, &game.shared.file.name);
            if mistakes.iter().all(|known| line_of(&known.what, &game.shared.file.name) != line) {
                mistakes.push(Mistake { what, seats, seed, game: number, decision });
            }
        } else if state.bytes[head::FLAGS] & head::UNFINISHED != 0 {
            found.unfinished += 1;
        }
    }
    found
}

/// The most games against which the contract of all games is held: it looks at many imagined states of each.
const MOST_CHECKED: u64 = 10;

/// Plays the first game twice, the second time after all others, and holds the contract of all games.
fn contract(game: &ScriptGame, games: u64, seed: u64, mistakes: &mut Vec<Mistake>) {
    let mut wrong = |what: String| {
        mistakes.push(Mistake { what, seats: game.seats(), seed, game: 0, decision: 0 });
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
    } else if let Err(violation) = ludometer_run::check(game, games.min(MOST_CHECKED), seed) {
        wrong(format!("{}: {violation}", game.shared.file.name));
    }
}

/// Returns the line of the script that a mistake names, or the whole text where it names none.
fn line_of<'a>(what: &'a str, file: &str) -> &'a str {
    let named = what.find(file).map(|at| &what[at..]);
    named.and_then(|rest| rest.split(": ").next()).unwrap_or(what)
}

/// A position that is looked at closely.
struct Look<'a> {
    state: &'a ScriptState,
    mover: Seat,
    legal: &'a [crate::ScriptAction],
}

impl Look<'_> {
    /// Deals the hidden cards anew for each seat: it must not notice, nor be offered anything else.
    fn holds(
        &self,
        game: &ScriptGame,
        world: &mut ScriptState,
        side: &mut ludometer_model::Rng,
        determinized: &mut u64,
    ) -> Result<(), String> {
        game.audit(self.state)?;
        let step = game.phase_name(game.phase(self.state)).to_owned();
        for seat in Seat::all(game.seats()) {
            let view = game.view(self.state, seat);
            game.determinize(&view, side, world);
            if let Some(error) = game.fault_of(world) {
                return Err(format!("hidden cards dealt anew for seat {seat} in step.{step}: {error}"));
            }
            if game.view(world, seat) != view {
                return Err(format!(
                    "seat {seat} can tell a state dealt anew in step.{step} from the true one"
                ));
            }
            game.audit(world)?;
            *determinized += 1;
            let mut imagined = Vec::new();
            game.legal(world, &mut imagined);
            if seat == self.mover && imagined != self.legal {
                return Err(format!("step.{step} offers what follows from cards that seat {seat} can't see"));
            }
            game.apply(world, imagined[0], side, &mut Silent);
            if let Some(error) = game.fault_of(world) {
                let action = game.action_text(imagined[0]);
                return Err(format!(
                    "`{action}` in a state that seat {seat} can't tell from the true one: {error}"
                ));
            }
        }
        Ok(())
    }
}

impl Used {
    /// Counts what was announced.
    fn events(&mut self, game: &ScriptGame, events: &mut Vec<crate::ScriptEvent>) {
        for event in events.drain(..) {
            match event.card() {
                Some(CardMove::Drawn { kind, .. }) => self.drawn.insert(kind),
                Some(CardMove::Played { kind, .. }) => self.played.insert(kind),
                None => false,
            };
            if event.what == What::Note {
                self.notes
                    .extend(event.event_kind().and_then(|kind| kind.checked_sub(game.shared.kinds.len())));
            }
        }
    }
}

/// Names what was never used.
fn unused(game: &ScriptGame, used: &Used) -> Vec<String> {
    let scan = &game.shared.file.scan;
    let mut names = Vec::new();
    names.extend(
        scan.steps
            .iter()
            .filter(|step| !used.offered.contains_key(&step.name))
            .map(|step| format!("step.{} (line {}): no seat came to it", step.name, step.line)),
    );
    let offered: BTreeSet<usize> = used.offered.values().flatten().copied().collect();
    for (kind, act) in scan.acts.iter().enumerate() {
        if !offered.contains(&kind) {
            names.push(format!("act.{} (line {}): never allowed", act.name, act.line));
        } else if !used.chosen.contains(&kind) {
            names.push(format!("act.{} (line {}): allowed, but never chosen", act.name, act.line));
        }
    }
    if game.layout().zones.iter().any(crate::layout::Zone::is_hand) {
        let cards = game.shared.declared.cards.iter().enumerate().filter(|(_, card)| card.copies > 0);
        names.extend(cards.filter_map(|(kind, card)| {
            let how = match (used.drawn.contains(&kind), used.played.contains(&kind)) {
                (_, true) => return None,
                (true, false) => "drawn, but never played",
                (false, false) => "never in a hand",
            };
            Some(format!("card {}: {how}", card.name))
        }));
    }
    let notes = scan.notes.iter().enumerate().filter(|(note, _)| !used.notes.contains(note));
    names.extend(notes.map(|(_, note)| format!("note \"{note}\": never announced")));
    names
}

/// Says what the script says, as a rulebook would.
fn summary(game: &ScriptGame, used: &Used) -> Vec<String> {
    let (file, layout) = (&game.shared.file, game.layout());
    let (low, high, usual) = file.facts.seats;
    let mut lines = vec![if low == high {
        format!("A game for {low} players.")
    } else {
        format!("A game for {low} to {high} players, usually {usual}.")
    }];
    let cards = &game.shared.declared.cards;
    if !cards.is_empty() {
        let copies: u64 = cards.iter().map(|card| card.copies).sum();
        lines.push(format!("{copies} cards of {} kinds.", cards.len()));
    }
    let mut last = "";
    for zone in &layout.zones {
        if zone.name != last {
            lines.push(zone.sentence());
            last = &zone.name;
        }
    }
    let public: BTreeSet<&str> = layout.numbers.iter().map(|number| number.name.as_str()).collect();
    if !public.is_empty() {
        lines.push(format!("Everybody sees these numbers: {}.", list(&public)));
    }
    let secret: BTreeSet<&str> = layout.secrets.iter().map(|secret| secret.name.as_str()).collect();
    if !secret.is_empty() {
        lines.push(format!("Each player sees only their own of these numbers: {}.", list(&secret)));
    }
    for step in &file.scan.steps {
        let Some(offered) = used.offered.get(&step.name) else { continue };
        let acts: BTreeSet<&str> =
            offered.iter().filter_map(|&act| Some(&*file.scan.acts.get(act)?.name)).collect();
        let who = if file.scan.together.contains(&step.name) {
            "all who are asked choose at once, and nobody sees the others' choices before"
        } else {
            "a player chooses"
        };
        lines.push(format!("In `{}` {who}: {}.", step.name, list(&acts)));
    }
    if !file.facts.params.is_empty() {
        lines.push(format!("{} parameters can be changed.", file.facts.params.len()));
    }
    lines
}

/// Joins names by commas.
fn list(names: &BTreeSet<&str>) -> String {
    names.iter().copied().collect::<Vec<_>>().join(", ")
}
