//! The contract that every game must keep, checked in random plays: registered games are tested by
//! it before their author writes a test.

use std::any::Any;
use std::cell::Cell;
use std::collections::HashSet;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::any::GameInfo;
use crate::batch::counted_of;
use ludometer_model::{
    BySeat, CardMove, Decision, Event, Game, Json, Program, Rng, Schema, Seat, Silent, Streams,
    WithoutKnowledge, shell_word,
};
use ludometer_playable::{CardKind, Compiled, Design, Playable, Scores};
use ludometer_stats::{Metric, Report, Standard, Statistic};
use thiserror::Error;

/// A broken promise of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContractViolation {
    /// In the game as a whole.
    #[error("{0}")]
    Game(String),
    /// So many states were imagined, though something is hidden, and none differed from the true one.
    #[error(
        "of {0} imagined states none differs from the true one: the view holds what its seat can't know, or nothing is hidden, \
         which `has_hidden_information` should say"
    )]
    NothingHidden(u64),
    /// In a random play.
    #[error("game {play}, decision {decision}: {what}; `{trace}` shows the game, with the same rule set")]
    Play {
        /// The play.
        play: u64,
        /// The decision in it.
        decision: u32,
        /// The broken promise.
        what: String,
        /// The command that shows the play, once the game is in the registry.
        trace: String,
    },
}

/// So many names of features are held against those of the first view; of further views, only how many there are. A game of a
/// thousand kinds of cards has thousands.
const NAMED: usize = 1_000_000;

/// How many decisions of a play are looked at closely (all get the cheap checks).
const CLOSE: u32 = 7;

/// Decisions after which a play is taken for one that never ends. The games' own limits lie far below, at 2000
/// turns or 20,000 decisions; settings can raise them to a million, which random plays come nowhere near.
const ENDLESS: u32 = 1_000_000;

/// In fewer plays all may be known by an odd rule set,
const FEW_PLAYS: u64 = 5;
/// and with fewer determinized states by chance: in a game of three cards every other one is the true one.
const FEW_WORLDS: u64 = 30;

/// Plays `plays` random plays and checks the contract of [`Game`](ludometer_model::Game) and [`Playable`] in each:
/// those of a batch with this seed in which `random` sits in all seats.
///
/// # Errors
/// The first [`ContractViolation`] found.
pub fn check<G: Compiled>(game: &G, plays: u64, seed: u64) -> Result<(), ContractViolation> {
    check_schema(G::definition(), &G::schema()).map_err(ContractViolation::Game)?;
    check_names::<G, G::Stats>(game, &game.design().tables).map_err(ContractViolation::Game)?;
    let coupling = check_up_to(game, plays, seed, ENDLESS)?;
    let fault = coupling.fault(game).filter(|_| plays >= FEW_PLAYS);
    fault.map_or(Ok(()), |what| Err(ContractViolation::Game(what)))
}

/// Checks as [`check`] does a game design that is a value, as those of scripts are; its draws need not be coupled.
///
/// # Errors
/// The first [`ContractViolation`] found.
pub fn check_playable<G: Playable>(game: &G, plays: u64, seed: u64) -> Result<(), ContractViolation> {
    check_names::<G, G::Stats>(game, &game.design().tables).map_err(ContractViolation::Game)?;
    check_up_to(game, plays, seed, ENDLESS).map(drop)
}

/// Checks a game with its rule set and what is counted in it, as [`check_playable`] does.
///
/// # Errors
/// As [`check`].
pub(super) fn check_loaded<G: Playable, S: Statistic<G>>(
    game: &G,
    info: &GameInfo,
    plays: u64,
    seed: u64,
) -> Result<(), ContractViolation> {
    check_schema(&info.design, info.rules.schema()).map_err(ContractViolation::Game)?;
    check_names::<G, S>(game, &info.design.tables).map_err(ContractViolation::Game)?;
    check_up_to(game, plays, seed, ENDLESS).map(drop)
}

/// Checks that a design and its schema have one id: rule files and records name the schema's, commands the design's.
fn check_schema(design: &Design, schema: &Schema) -> Result<(), String> {
    if schema.game == design.id {
        return Ok(());
    }
    Err(format!("the design's id is `{}`, but `rules.toml` says `game = \"{}\"`", design.id, schema.game))
}

/// Plays and checks, and returns how cards were drawn. No play may have more decisions than this.
fn check_up_to<G: Playable>(
    game: &G,
    plays: u64,
    seed: u64,
    most: u32,
) -> Result<Coupling, ContractViolation> {
    let mut check = Check::new(game, most);
    for play in 0..plays {
        let at = Place::default();
        let played = catch_unwind(AssertUnwindSafe(|| check.play(seed, play, &at)));
        let what = match played {
            Ok(Ok(())) => continue,
            Ok(Err(what)) => what,
            Err(panic) => format!("{}the rules panic: {}", at.world(), message(&*panic)),
        };
        let (program, id, seats) = (Program::current().name, shell_word(&game.design().id), game.seats());
        let trace =
            format!("{program} trace {id} --players {seats} --bots random --seed {seed} --game {play}");
        return Err(ContractViolation::Play { play, decision: at.decision.get(), what, trace });
    }
    let worlds = check.worlds;
    if game.has_hidden_information() && plays >= FEW_PLAYS && worlds >= FEW_WORLDS && check.different == 0 {
        return Err(ContractViolation::NothingHidden(worlds));
    }
    Ok(check.coupling)
}

/// How far the check of a play has come.
#[derive(Default)]
struct Place {
    decision: Cell<u32>,
    /// Whose view a state is determinized from, while one is.
    viewer: Cell<Option<Seat>>,
}

impl Place {
    /// Returns where something is wrong, if it is not in the true play.
    fn world(&self) -> String {
        self.viewer
            .get()
            .map_or_else(String::new, |seat| format!("in a state imagined from seat {seat}'s view, "))
    }
}

/// Returns what a panic says.
fn message(payload: &dyn Any) -> &str {
    match payload.downcast_ref::<String>() {
        Some(text) => text,
        None => payload.downcast_ref::<&str>().copied().unwrap_or("no message"),
    }
}

/// A game with the buffers for its plays.
struct Check<'a, G: Playable> {
    game: &'a G,
    cards: Vec<CardKind>,
    /// The most decisions that a play may have.
    most: u32,
    state: G::State,
    again: G::State,
    world: G::State,
    /// States determinized, and how many of them differed from the true one.
    worlds: u64,
    different: u64,
    coupling: Coupling,
    /// The names of the features of the first view.
    features: Option<Vec<String>>,
    /// How many names of other views were held against them.
    named: usize,
}

impl<'a, G: Playable> Check<'a, G> {
    fn new(game: &'a G, most: u32) -> Self {
        let [state, again, world] = [0; 3].map(|_| game.new_state());
        let (cards, coupling) = (game.cards(), Coupling::default());
        Self {
            game,
            cards,
            most,
            state,
            again,
            world,
            worlds: 0,
            different: 0,
            coupling,
            features: None,
            named: 0,
        }
    }

    /// Checks that a view has the same features as all others, and numbers in them.
    fn check_features(&mut self, viewer: Seat) -> Result<(), String> {
        let view = self.game.view(&self.state, viewer);
        let (mut names, mut row): (Vec<String>, Vec<f32>) = Default::default();
        self.game.observe(&view, &mut row);
        let wrong = row.iter().position(|number| !number.is_finite());
        let is_known = self.features.as_ref().is_some_and(|first| first.len() == row.len());
        if is_known && wrong.is_none() && self.named > NAMED {
            return Ok(());
        }
        self.game.observe(&view, &mut names);
        self.named += names.len();
        if let Some(at) = wrong {
            return Err(format!("the feature `{}` of a view is no number", names[at]));
        }
        let first = self.features.get_or_insert_with(|| names.clone());
        if *first == names {
            return Ok(());
        }
        let at = first.iter().zip(&names).position(|(a, b)| a != b).unwrap_or(first.len().min(names.len()));
        let named = |names: &[String]| names.get(at).map_or("none".to_owned(), |name| format!("`{name}`"));
        let (there, here) = (named(first), named(&names));
        Err(format!("views differ in their features: number {at} is {there} in one and {here} in another"))
    }

    /// Plays one play and checks it; `at` is left where it was broken.
    fn play(&mut self, seed: u64, play: u64, at: &Place) -> Result<(), String> {
        let game = self.game;
        let streams = Streams::new(seed, play);
        let mut chance = streams.chance();
        // As in a batch, so that `trace` can show the play.
        let mut rngs = BySeat::from_fn(|seat| streams.seat(seat));
        let mut side_stream = streams.side_stream(0);
        let mut events: Vec<G::Event> = Vec::new();
        game.deal(&mut self.state, &mut chance, &mut events);
        game.deal(&mut self.again, &mut streams.chance(), &mut Silent);
        let mut blind = Blind::deal(game, &streams);
        if self.state != self.again {
            return Err("the same seed deals two different states".to_owned());
        }
        self.coupling.deal(game, streams.chance(), (&self.state, &events), &mut self.world);
        let mut legal = Vec::new();
        let mut turn = 0;
        loop {
            let decision = at.decision.get();
            check_events(game, &events, &self.cards)?;
            events.clear();
            if let Some(fault) = game.fault(&self.state, &[]) {
                return Err(fault);
            }
            game.audit(&self.state)?;
            let Some(seat) = game.to_move(&self.state) else { break };
            if decision == self.most {
                return Err(format!("the game goes on after {decision} decisions"));
            }
            let last = std::mem::replace(&mut turn, game.turn(&self.state));
            if turn < last {
                return Err(format!("turn {turn} comes after turn {last}"));
            }
            legal.clear();
            game.legal(&self.state, &mut legal);
            if let Some(fault) = game.fault(&self.state, &legal) {
                return Err(fault);
            }
            check_legal(game, &legal)?;
            let (phase, phases) = (game.phase(&self.state), game.phases().len());
            if phase >= phases.max(1) {
                return Err(format!("phase {phase} is not among the {phases} phases of the game"));
            }
            blind.check(game, &self.state, &legal)?;
            if decision % CLOSE == (play % u64::from(CLOSE)) as u32 {
                for viewer in Seat::all(game.seats()) {
                    at.viewer.set(Some(viewer));
                    self.check_features(viewer)?;
                    check_view(game, &self.state, viewer, &legal, &mut self.world, &mut side_stream)
                        .map_err(|what| format!("{what} (viewed from seat {viewer})"))?;
                    self.worlds += 1;
                    self.different += u64::from(self.world != self.state);
                    check_imagined_play(game, &mut self.world, &mut side_stream)
                        .map_err(|what| format!("{}{what}", at.world()))?;
                }
                at.viewer.set(None);
                check_judgement(game, &self.state, seat, &legal)?;
            }
            let action = legal[rngs[seat].index(legal.len())];
            let (before, mut chance_again) = ((chance.clone(), self.state.clone()), chance.clone());
            self.again.clone_from(&self.state);
            game.apply(&mut self.state, action, &mut chance, &mut events);
            game.apply(&mut self.again, action, &mut chance_again, &mut Silent);
            if self.state != self.again {
                return Err(format!(
                    "`{}` gives another state when nobody listens",
                    game.action_text(action)
                ));
            }
            let (chance_before, before) = before;
            if chance_before != chance {
                let after = (&self.state, &events[..]);
                self.coupling.apply(game, (&before, action, chance_before), after, &mut self.world);
            }
            blind.apply(game, action);
            if blind.chance != chance {
                return Err(format!(
                    "`{}` draws other numbers when nobody looks at views",
                    game.action_text(action)
                ));
            }
            at.decision.set(decision + 1);
        }
        if game.to_move(&blind.state).is_some() || game.outcome(&blind.state) != game.outcome(&self.state) {
            return Err("the game ends differently when nobody looks at views".to_owned());
        }
        check_outcome(game, &self.state)
    }
}

fn check_legal<G: Playable>(game: &G, legal: &[G::Action]) -> Result<(), String> {
    if legal.is_empty() {
        return Err("no legal action".to_owned());
    }
    let mut seen = HashSet::new();
    let mut texts = HashSet::new();
    for action in legal {
        let text = game.action_text(*action);
        if !seen.insert(*action) || !texts.insert(text.clone()) {
            return Err(format!("`{text}` is legal twice"));
        }
        let word = game.action_kinds().get(game.action_kind(*action)).map_or("(none)", String::as_str);
        let first = text.split([' ', ':', '(']).next().unwrap_or_default();
        if word != first {
            return Err(format!("`{text}` is counted as `{word}`"));
        }
    }
    Ok(())
}

/// The same play, of which nobody wants views.
struct Blind<G: Game> {
    state: G::State,
    chance: Rng,
    list: Vec<G::Action>,
}

impl<G: Game> Blind<G> {
    fn deal(game: &G, streams: &Streams) -> Self {
        let (mut state, mut chance) = (game.new_state(), streams.chance());
        game.deal(&mut state, &mut chance, &mut WithoutKnowledge(Silent));
        Self { state, chance, list: Vec::new() }
    }

    fn apply(&mut self, game: &G, action: G::Action) {
        game.apply(&mut self.state, action, &mut self.chance, &mut WithoutKnowledge(Silent));
    }

    /// Checks that the same actions are legal, and that each can be picked by its place.
    fn check(&mut self, game: &G, state: &G::State, legal: &[G::Action]) -> Result<(), String> {
        let Self { state: blind, list, .. } = self;
        if game.to_move(blind) != game.to_move(state) || game.turn(blind) != game.turn(state) {
            return Err("mover or turn differ when nobody looks at views".to_owned());
        }
        for (place, action) in legal.iter().enumerate() {
            let mut reported = 0;
            let picked = game.pick(blind, list, |choices| {
                reported = choices;
                place
            });
            if picked != (*action, legal.len()) || reported != legal.len() {
                return Err(format!(
                    "`{}` of {} is picked in place {place}, where `{}` of {} is legal",
                    game.action_text(picked.0),
                    picked.1,
                    game.action_text(*action),
                    legal.len()
                ));
            }
        }
        Ok(())
    }
}

/// With fewer draws than this, two ways to draw may agree by chance.
const FEW_DRAWS: u32 = 30;

/// Finds out whether cards are drawn by [`Rng::race`](ludometer_model::Rng::race) where that is asked for. What a copy
/// more or less does to a game is measured beside the same game with the deck as it is: with draws that aren't
/// coupled all cards after the first would differ, and hide it.
#[derive(Default)]
struct Coupling {
    /// True once coupled numbers drew another card than plain ones.
    found: bool,
    draws: u32,
    kinds: HashSet<usize>,
}

impl Coupling {
    /// Takes note of a deal.
    fn deal<G: Playable>(
        &mut self,
        game: &G,
        rng: Rng,
        after: (&G::State, &[G::Event]),
        world: &mut G::State,
    ) {
        if !self.found {
            game.deal(world, &mut rng.coupled(), &mut Silent);
            self.note::<G>(after, world);
        }
    }

    /// Takes note of an action that used random numbers.
    fn apply<G: Playable>(
        &mut self,
        game: &G,
        (before, action, rng): (&G::State, G::Action, Rng),
        after: (&G::State, &[G::Event]),
        world: &mut G::State,
    ) {
        if !self.found {
            world.clone_from(before);
            game.apply(world, action, &mut rng.coupled(), &mut Silent);
            self.note::<G>(after, world);
        }
    }

    fn note<G: Playable>(&mut self, (state, events): (&G::State, &[G::Event]), world: &G::State) {
        self.found = state != world;
        for event in events {
            if let Some(CardMove::Drawn { kind, .. }) = event.card() {
                self.draws += 1;
                self.kinds.insert(kind);
            }
        }
    }

    /// Returns the fault that was found in all games: none where no number of copies can be changed.
    fn fault<G: Playable>(&self, game: &G) -> Option<String> {
        let can_change = || game.cards().iter().any(|card| game.copies_key(&card.name).is_some());
        let drawn = self.draws >= FEW_DRAWS && self.kinds.len() > 1;
        (!self.found && drawn && can_change()).then(|| {
            format!(
                "{} draws are the same with coupled random numbers as without: draw cards with `Stock::draw`, \
                 `Pile::draw` or `Rng::race`, so that one copy more of a card changes few other draws",
                self.draws
            )
        })
    }
}

/// Decisions of a determinized play.
const IMAGINED: usize = 40;

/// Imagines a state from the viewer's view and holds it against the true one.
fn check_view<G: Playable>(
    game: &G,
    state: &G::State,
    viewer: Seat,
    legal: &[G::Action],
    world: &mut G::State,
    rng: &mut Rng,
) -> Result<(), String> {
    let view = game.view(state, viewer);
    game.determinize(&view, rng, world);
    if let Some(fault) = game.fault(world, &[]) {
        return Err(format!("in an imagined state: {fault}"));
    }
    game.audit(world).map_err(|e| format!("the imagined state is no possible one: {e}"))?;
    if !game.has_hidden_information() && world != state {
        let parts = difference(state, world);
        return Err(format!("the imagined state is another one, though nothing is hidden: {parts}"));
    }
    let again = game.view(world, viewer);
    if again != view {
        return Err(format!("the imagined state looks different: {}", difference(&view, &again)));
    }
    let mover = game.to_move(state);
    if game.to_move(world) != mover {
        return Err("another seat is to move in the imagined state".to_owned());
    }
    if game.turn(world) != game.turn(state) || game.phase(world) != game.phase(state) {
        return Err("turn or phase differ in the imagined state".to_owned());
    }
    if mover == Some(viewer) {
        let mut determinized = Vec::new();
        game.legal(world, &mut determinized);
        if determinized != legal {
            return Err("the mover's legal actions depend on what it can't see".to_owned());
        }
        if game.view_json(&game.view(state, viewer)) != game.view_json(&game.view(world, viewer)) {
            return Err("a person is asked something else in the imagined state".to_owned());
        }
    }
    Ok(())
}

/// Checks that a determinized play goes on like a real one.
fn check_imagined_play<G: Playable>(game: &G, world: &mut G::State, rng: &mut Rng) -> Result<(), String> {
    let mut actions = Vec::new();
    // What was done last.
    let mut after = String::new();
    for _ in 0..IMAGINED {
        if game.to_move(world).is_none() {
            break;
        }
        actions.clear();
        game.legal(world, &mut actions);
        if let Some(fault) = game.fault(world, &actions) {
            return Err(format!("{after}{fault}"));
        }
        check_legal(game, &actions).map_err(|what| format!("{after}{what}"))?;
        let action = actions[rng.index(actions.len())];
        game.apply(world, action, rng, &mut Silent);
        after = format!("after `{}`: ", game.action_text(action));
        game.audit(world).map_err(|what| format!("{after}{what}"))?;
    }
    Ok(())
}

/// Returns where two values begin to differ, with some text around it.
fn difference(first: &impl Debug, second: &impl Debug) -> String {
    let (first, second) = (format!("{first:?}"), format!("{second:?}"));
    let same = first.chars().zip(second.chars()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| text.chars().skip(same.saturating_sub(60)).take(100).collect::<String>();
    format!("`{}` became `{}`", part(&first), part(&second))
}

/// Names of the lines in a trace that are the program's own (see [`trace`](crate::trace)).
const TAKEN: [&str; 5] = ["start", "decision", "end", "branch", "forfeit"];

fn check_events<G: Playable>(game: &G, events: &[G::Event], cards: &[CardKind]) -> Result<(), String> {
    let design = game.design();
    for event in events {
        if let Some(CardMove::Drawn { kind, .. } | CardMove::Played { kind, .. }) = event.card()
            && kind >= cards.len()
        {
            return Err(format!("{event:?} names card kind {kind} of {}", cards.len()));
        }
        let json = game.event_json(event);
        let Some(name) = json.get("event").and_then(Json::as_str) else {
            return Err(format!("{event:?} has no field `event` in its JSON"));
        };
        if TAKEN.contains(&name) {
            return Err(format!("{event:?} is called `{name}`, as the program's own lines in traces are"));
        }
        if let Some(place) = event.event_kind() {
            let listed = design.event_kinds.get(place).and_then(|h| h.name.split(' ').next());
            if listed != Some(name) {
                return Err(format!("{event:?} is counted as {listed:?}"));
            }
        }
        if event.interaction().is_some_and(|interaction| {
            interaction.kind >= design.interactions.len() || interaction.actor == Some(interaction.target)
        }) {
            return Err(format!("{event:?} is an impossible act against a seat"));
        }
    }
    Ok(())
}

/// The most kinds of cards that a game can have.
const MOST_KINDS: usize = 2048;

/// Checks that cards, tables and metrics can be distinguished by number or name.
fn check_names<G: Playable, S: Statistic<G>>(game: &G, tables: &[String]) -> Result<(), String> {
    if game.cards().len() > MOST_KINDS {
        return Err(format!("more than {MOST_KINDS} kinds of cards"));
    }
    // The report of no plays has all names.
    let counted = counted_of(game, vec!["random".to_owned()]);
    let [mut own, mut all] = [Report::default(), Report::default()];
    S::new(&counted).report(&counted, &mut own);
    <Standard<S> as Statistic<G>>::new(&counted).report(&counted, &mut all);
    check_report(&own, &all, tables)
}

/// Checks the report of a game's own statistic, and of all: each table is a file, each metric a row.
fn check_report(own: &Report, all: &Report, named: &[String]) -> Result<(), String> {
    if let Some(table) = own.tables.iter().find(|table| !named.iter().any(|name| *name == table.name)) {
        return Err(format!("the table `{}` is not among the design's tables", table.name));
    }
    let mut seen = HashSet::new();
    if let Some(table) = all.tables.iter().find(|table| !seen.insert(table.name)) {
        return Err(format!("two tables are called `{}`", table.name));
    }
    let mut seen = HashSet::new();
    match all.metrics.iter().map(Metric::name).find(|name| !seen.insert(name.clone())) {
        Some(name) => Err(format!("two metrics are called `{name}`")),
        None => Ok(()),
    }
}

fn check_judgement<G: Playable>(
    game: &G,
    state: &G::State,
    seat: Seat,
    legal: &[G::Action],
) -> Result<(), String> {
    let decision = Decision::new(game, state, seat, legal);
    for mut scores in [Scores::of_all(), Scores::of_best()] {
        game.score_actions(&decision.view(), legal, &game.default_weights(), &mut scores);
        let Scores { values, plans, .. } = scores;
        if values.len() != legal.len() || values.iter().any(|s| s.is_nan()) {
            return Err(format!("the heuristic scores of {} actions are {values:?}", legal.len()));
        }
        if !plans.is_empty() && plans.len() != legal.len() {
            return Err(format!("the plans after {} actions are {plans:?}", legal.len()));
        }
    }
    // Who plays together may lose, and where scores count, estimates are of each seat's own.
    let (seats, are_parts) = (game.seats(), game.contest().is_contest());
    check_shares(&game.chances(state), seats, are_parts)?;
    check_shares(&game.evaluate(state), seats, are_parts && game.payoff().is_none())
}

fn check_shares(shares: &BySeat<f64>, seats: usize, are_parts: bool) -> Result<(), String> {
    let shares = shares.first(seats);
    let sum: f64 = shares.iter().sum();
    let is_whole = !are_parts || (sum - 1.0).abs().le(&1e-6);
    if shares.iter().any(|s| !(-1e-9..=1.0 + 1e-9).contains(s)) || !is_whole {
        return Err(format!("the estimate of the win shares is {shares:?}"));
    }
    Ok(())
}

fn check_outcome<G: Game>(game: &G, state: &G::State) -> Result<(), String> {
    let outcome = game.outcome(state);
    let seats = game.seats();
    let ranks = outcome.ranks.first(seats);
    // Standard competition ranking: a rank is one more than the number of better seats.
    let sound = ranks.iter().all(|&r| usize::from(r) == 1 + ranks.iter().filter(|&&other| other < r).count());
    let sound = sound || outcome.unfinished && !outcome.has_places();
    if outcome.seats != seats || !sound {
        return Err(format!("the places are {ranks:?} at {} seats", outcome.seats));
    }
    if game.state_json(state).is_null() { Err("the final state has no JSON".to_owned()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::super::test_game::{Mistake, Toy};
    use super::super::trace::trace;
    use super::*;
    use ludometer_playable::{Compiled, names};
    use ludometer_stats::{Estimate, Metric, Report, Table};

    /// Returns the message of the check for a game with this mistake.
    fn reported(mistake: Mistake) -> String {
        check_up_to(&Toy(mistake), 20, 3, 100).map(drop).unwrap_err().to_string()
    }

    fn tells(mistake: Mistake, words: &[&str]) {
        let text = reported(mistake);
        for word in words {
            assert!(text.contains(word), "{mistake:?}: {text}");
        }
    }

    #[test]
    fn a_sound_game_passes() {
        check(&Toy(Mistake::None), 20, 3).unwrap();
    }

    #[test]
    fn a_view_that_holds_the_whole_state_is_found() {
        tells(Mistake::HoldsAll, &["imagined states none differs", "`has_hidden_information` should say"]);
        // Too little was seen to say so.
        check(&Toy(Mistake::HoldsAll), FEW_PLAYS - 1, 3).unwrap();
    }

    #[test]
    fn a_view_that_is_not_kept_is_shown_where_it_differs() {
        tells(Mistake::Shows, &["looks different: `", "other: Some(", "(viewed from seat "]);
        let view = (0..50).collect::<Vec<u32>>();
        let other: Vec<u32> = view.iter().map(|&n| if n == 40 { 99 } else { n }).collect();
        let text = difference(&view, &other);
        assert!(text.contains("38, 39, 40, 41") && text.contains("38, 39, 99, 41"), "{text}");
        assert!(!text.contains(" 3, 4, 5"), "{text}");
    }

    #[test]
    fn legal_actions_that_tell_hidden_numbers_are_found() {
        tells(Mistake::Hints, &["legal actions depend on what it can't see"]);
    }

    #[test]
    fn draws_that_are_not_coupled_are_found() {
        let reported = check(&Toy(Mistake::Uncoupled), 20, 3).unwrap_err().to_string();
        assert!(
            reported.contains(" draws are the same with coupled random numbers as without"),
            "{reported}"
        );
        check_playable(&Toy(Mistake::Uncoupled), 20, 3).unwrap();
    }

    #[test]
    fn a_schema_with_another_id_is_found() {
        let reported = check_schema(&ludometer_playable::Design::default(), &Toy::schema()).unwrap_err();
        assert_eq!(reported, "the design's id is ``, but `rules.toml` says `game = \"toy\"`");
    }

    #[test]
    fn a_play_that_never_ends_is_found() {
        tells(Mistake::Endless, &["game 0, decision 100: the game goes on after 100 decisions"]);
    }

    #[test]
    fn a_turn_that_falls_is_found() {
        tells(Mistake::CountsDown, &["game 0, decision 1: turn 11 comes after turn 12"]);
    }

    #[test]
    fn a_name_of_the_program_is_refused_for_an_event() {
        tells(Mistake::TakesName, &["End is called `end`"]);
    }

    #[test]
    fn a_flaw_of_an_imagined_play_is_reported_as_one() {
        tells(
            Mistake::Imagined,
            &["in a state imagined from seat", "'s view, after `", "`: no legal action"],
        );
    }

    #[test]
    fn a_panic_is_reported_with_its_play() {
        let words = "game 0, decision 0: in a state imagined from seat 0's view, the rules panic: turn 3";
        tells(Mistake::Panics, &[words]);
    }

    #[test]
    fn the_command_that_shows_the_play_is_named() {
        tells(
            Mistake::Panics,
            &["`ludometer trace toy --players 2 --bots random --seed 3 --game 0` shows the game"],
        );
    }

    #[test]
    fn names_of_tables_and_metrics_must_differ_from_those_of_all_games() {
        let table = |name| Table::new(name, &["what", "much"]);
        let turns = || Metric::new(&ludometer_stats::catalogue::TURNS, Estimate::default());
        let general = Report { metrics: vec![turns()], tables: vec![table("seats")], ..Report::default() };
        let found = |own: Report| {
            let mut all = general.clone();
            all.metrics.extend(own.metrics.clone());
            all.tables.extend(own.tables.clone());
            check_report(&own, &all, &names(&["seats", "guesses"]))
        };
        let tables = |names: &[&'static str]| Report {
            tables: names.iter().copied().map(table).collect(),
            ..Report::default()
        };
        assert_eq!(found(tables(&["guesses"])), Ok(()));
        assert_eq!(found(tables(&["seats"])), Err("two tables are called `seats`".to_owned()));
        let unnamed = "the table `prices` is not among the design's tables";
        assert_eq!(found(tables(&["prices"])), Err(unnamed.to_owned()));
        let metrics = Report { metrics: vec![turns()], ..Report::default() };
        assert_eq!(found(metrics), Err("two metrics are called `turns`".to_owned()));
    }

    /// The plays are those of a batch in which `random` sits in all seats.
    #[test]
    fn a_trace_shows_the_play_that_was_checked() {
        use crate::{AnyGame as _, Loaded, Seating, TraceOptions};
        let game = Loaded::<Toy>::new(2, ludometer_model::RuleSet::defaults(Toy::schema())).unwrap();
        let bots = vec![game.bot("random").unwrap(); 2];
        let mut last = serde_json::Value::Null;
        let options = TraceOptions {
            seed: 3,
            play: 2,
            seating: Seating::Rotate,
            split: false,
            labels: false,
            views: false,
            branch: None,
        };
        let mut sink = |line: &serde_json::Value| {
            last = line.clone();
            Ok(())
        };
        trace(&game, &bots, options, &mut sink).unwrap();
        let test_game = Toy(Mistake::None);
        let mut check = Check::new(&test_game, 100);
        check.play(3, 2, &Place::default()).unwrap();
        assert_eq!(last["state"], test_game.state_json(&check.state));
    }
}
