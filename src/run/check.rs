//! The contract that every game must keep, checked in random plays: registered games are tested by
//! it before their author writes a test.

use std::collections::HashSet;

use thiserror::Error;

use crate::games::Playable;
use crate::model::{BySeat, CardMove, Decision, Event, Game, Rng, Seat, Silent, Streams, Unviewed};

/// A broken promise of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("play {play}, decision {decision}: {what}")]
pub struct Flaw {
    /// The play.
    pub play: u64,
    /// The decision in it.
    pub decision: u32,
    /// What is broken.
    pub what: String,
}

/// How many decisions of a play are looked at closely (all get the cheap checks).
const CLOSE: u32 = 7;

/// Plays `plays` random plays and checks the contract of [`Game`] and [`Playable`] in each.
///
/// # Errors
/// The first [`Flaw`] found.
pub fn check<G: Playable>(game: &G, plays: u64, seed: u64) -> Result<(), Flaw> {
    let cards = game.cards();
    if cards.len() > 256 {
        return Err(Flaw { play: 0, decision: 0, what: "more than 256 kinds of cards".to_owned() });
    }
    let mut state = game.blank();
    let mut again = game.blank();
    let mut world = game.blank();
    let mut before = game.blank();
    for play in 0..plays {
        let streams = Streams::new(seed, play);
        let mut chance = streams.chance();
        let mut rng = streams.seat(Seat::new(0));
        let mut aside = streams.aside(0);
        let mut events: Vec<G::Event> = Vec::new();
        game.deal(&mut state, &mut chance, &mut events);
        game.deal(&mut again, &mut streams.chance(), &mut Silent);
        let mut blind = Blind::deal(game, &streams);
        let mut decision = 0;
        let flaw = |decision, what: String| Flaw { play, decision, what };
        if state != again {
            return Err(flaw(0, "the same seed deals two different states".to_owned()));
        }
        let mut legal = Vec::new();
        loop {
            check_events(&events, &cards).map_err(|what| flaw(decision, what))?;
            events.clear();
            game.audit(&state).map_err(|what| flaw(decision, what))?;
            let Some(seat) = game.to_move(&state) else { break };
            legal.clear();
            game.legal(&state, &mut legal);
            check_legal::<G>(&legal).map_err(|what| flaw(decision, what))?;
            let phase = game.phase(&state);
            if !G::PHASES.is_empty() && !G::PHASES.contains(&phase) {
                return Err(flaw(decision, format!("phase {phase} is not among the game's phases")));
            }
            blind.check(game, &state, &legal).map_err(|what| flaw(decision, what))?;
            if decision % CLOSE == (play % u64::from(CLOSE)) as u32 {
                for viewer in Seat::all(game.seats()) {
                    check_view(game, &state, viewer, &legal, &mut world, &mut aside)
                        .map_err(|what| flaw(decision, format!("{what} (viewed from seat {viewer})")))?;
                }
                check_judgement(game, &state, seat, &legal).map_err(|what| flaw(decision, what))?;
            }
            let action = legal[rng.index(legal.len())];
            let mut chance_again = chance.clone();
            again.clone_from(&state);
            if G::PERFECT_INFORMATION {
                before.clone_from(&state);
            }
            game.apply(&mut state, action, &mut chance, &mut events);
            game.apply(&mut again, action, &mut chance_again, &mut Silent);
            if state != again {
                return Err(flaw(decision, format!("`{action}` gives another state when nobody listens")));
            }
            if G::PERFECT_INFORMATION {
                game.apply(&mut before, action, &mut aside, &mut Silent);
                if state != before {
                    return Err(flaw(decision, format!("`{action}` leads to one state or another")));
                }
            }
            blind.apply(game, action);
            if blind.chance != chance {
                return Err(flaw(
                    decision,
                    format!("`{action}` draws other numbers when nobody looks at views"),
                ));
            }
            decision += 1;
        }
        if game.to_move(&blind.state).is_some() || game.outcome(&blind.state) != game.outcome(&state) {
            return Err(flaw(decision, "the play ends otherwise when nobody looks at views".to_owned()));
        }
        check_outcome(game, &state).map_err(|what| flaw(decision, what))?;
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
        let (mut state, mut chance) = (game.blank(), streams.chance());
        game.deal(&mut state, &mut chance, &mut Unviewed(Silent));
        Self { state, chance, list: Vec::new() }
    }

    fn apply(&mut self, game: &G, action: G::Action) {
        game.apply(&mut self.state, action, &mut self.chance, &mut Unviewed(Silent));
    }

    /// Checks that the same actions are legal, and that each can be picked by its place.
    fn check(&mut self, game: &G, state: &G::State, legal: &[G::Action]) -> Result<(), String> {
        let Self { state: blind, list, .. } = self;
        if game.to_move(blind) != game.to_move(state) || game.turn(blind) != game.turn(state) {
            return Err("mover or turn differ when nobody looks at views".to_owned());
        }
        for (place, action) in legal.iter().enumerate() {
            let mut told = 0;
            let picked = game.pick(blind, list, |choices| {
                told = choices;
                place
            });
            if picked != (*action, legal.len()) || told != legal.len() {
                return Err(format!(
                    "`{}` of {} is picked in place {place}, where `{action}` of {} is legal",
                    picked.0,
                    picked.1,
                    legal.len()
                ));
            }
        }
        Ok(())
    }
}

fn check_events<E: Event>(events: &[E], cards: &[crate::games::CardKind]) -> Result<(), String> {
    for event in events {
        if let Some(CardMove::Drawn { kind, .. } | CardMove::Played { kind, .. }) = event.card()
            && kind >= cards.len()
        {
            return Err(format!("{event:?} names card kind {kind} of {}", cards.len()));
        }
        let json = serde_json::to_value(event).map_err(|e| format!("{event:?} has no JSON: {e}"))?;
        let Some(name) = json.get("event").and_then(serde_json::Value::as_str) else {
            return Err(format!("{event:?} has no field `event` in its JSON"));
        };
        if let Some(place) = event.happening() {
            let listed = E::HAPPENINGS.get(place).and_then(|h| h.name.split(' ').next());
            if listed != Some(name) {
                return Err(format!("{event:?} is counted as {listed:?}"));
            }
        }
        if event.harm().is_some_and(|harm| harm.kind >= E::HARMS.len() || harm.actor == Some(harm.target)) {
            return Err(format!("{event:?} is an impossible act against a seat"));
        }
    }
    Ok(())
}

fn check_legal<G: Playable>(legal: &[G::Action]) -> Result<(), String> {
    if legal.is_empty() {
        return Err("no legal action".to_owned());
    }
    let mut seen = HashSet::new();
    let mut texts = HashSet::new();
    for action in legal {
        let text = action.to_string();
        if !seen.insert(*action) || !texts.insert(text.clone()) {
            return Err(format!("`{text}` is legal twice"));
        }
        let word = G::WORDS.get(G::word(*action)).copied().unwrap_or("(none)");
        let first = text.split([' ', ':', '(']).next().unwrap_or_default();
        if word != first {
            return Err(format!("`{text}` is counted as `{word}`"));
        }
    }
    Ok(())
}

fn check_view<G: Playable>(
    game: &G,
    state: &G::State,
    viewer: Seat,
    legal: &[G::Action],
    world: &mut G::State,
    rng: &mut Rng,
) -> Result<(), String> {
    let view = game.view(state, viewer);
    game.redeal(&view, rng, world);
    game.audit(world).map_err(|e| format!("the imagined state is no possible one: {e}"))?;
    if G::PERFECT_INFORMATION && world != state {
        return Err("the imagined state is another one, though nothing is hidden".to_owned());
    }
    let again = game.view(world, viewer);
    if again != view {
        return Err(format!("the imagined state looks different: {view:?} became {again:?}"));
    }
    let mover = game.to_move(state);
    if game.to_move(world) != mover {
        return Err("another seat is to move in the imagined state".to_owned());
    }
    if game.turn(world) != game.turn(state) || game.phase(world) != game.phase(state) {
        return Err("turn or phase differ in the imagined state".to_owned());
    }
    if mover == Some(viewer) {
        let mut imagined = Vec::new();
        game.legal(world, &mut imagined);
        if imagined != legal {
            return Err("the mover's legal actions depend on what it can't see".to_owned());
        }
    }
    // An imagined play goes on like a real one.
    let mut actions = Vec::new();
    for _ in 0..40 {
        if game.to_move(world).is_none() {
            break;
        }
        actions.clear();
        game.legal(world, &mut actions);
        check_legal::<G>(&actions)?;
        let action = actions[rng.index(actions.len())];
        game.apply(world, action, rng, &mut Silent);
        game.audit(world).map_err(|e| format!("after `{action}` in an imagined play: {e}"))?;
    }
    Ok(())
}

fn check_judgement<G: Playable>(
    game: &G,
    state: &G::State,
    seat: Seat,
    legal: &[G::Action],
) -> Result<(), String> {
    let decision = Decision::new(game, state, seat, legal);
    let weights: Vec<f64> = G::GREEDY.iter().map(|s| s.default).collect();
    let mut scores = Vec::new();
    game.appeal(&decision.view(), legal, &weights, &mut scores);
    if scores.len() != legal.len() || scores.iter().any(|s| s.is_nan()) {
        return Err(format!("the appeal of {} actions is {scores:?}", legal.len()));
    }
    check_shares(&game.evaluate(state), game.seats(), "estimate")
}

fn check_shares(shares: &BySeat<f64>, seats: usize, what: &str) -> Result<(), String> {
    let shares = shares.first(seats);
    let sum: f64 = shares.iter().sum();
    if shares.iter().any(|s| !(-1e-9..=1.0 + 1e-9).contains(s)) || !(sum - 1.0).abs().le(&1e-6) {
        return Err(format!("the {what} of the win shares is {shares:?}"));
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
    serde_json::to_value(state).map(|_| ()).map_err(|e| format!("the final state has no JSON: {e}"))
}
