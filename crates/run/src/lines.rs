//! The lines of a trace that all plays have in common, as JSON: the beginning, decisions and the end.

use serde_json::{Value as Json, json};

use ludometer_model::{Decision, Outcome, Program, RuleSet};
use ludometer_playable::Playable;

/// The first line: what is played by whom, and the state after the deal. `index` is the seed and the play's number.
pub(super) fn start<G: Playable>(
    game: &G,
    rules: &RuleSet,
    strategies: &[impl AsRef<str>],
    (seed, index): (u64, u64),
    state: &G::State,
) -> Json {
    json!({
        "event": "start",
        "game": game.design().id,
        "version": Program::release(),
        "rules": rules.to_json(),
        "players": game.seats(),
        "strategies": strategies.iter().map(AsRef::as_ref).collect::<Vec<_>>(),
        "seed": seed,
        "index": index,
        "state": game.state_json(state),
    })
}

/// A decision and what was chosen.
pub(super) fn decision<G: Playable>(decision: &Decision<'_, G>, chosen: G::Action) -> Json {
    json!({
        "event": "decision",
        "turn": decision.turn(),
        "phase": decision.phase(),
        "seat": decision.seat(),
        "legal": decision.legal().iter().map(|&action| decision.game().action_text(action)).collect::<Vec<_>>(),
        "chosen": decision.game().action_text(chosen),
    })
}

/// The last line.
pub(super) fn end<G: Playable>(game: &G, outcome: &Outcome, state: &G::State) -> Json {
    json!({
        "event": "end",
        "turns": outcome.turns,
        "ranks": outcome.places().collect::<Vec<_>>(),
        "scores": outcome.scores.first(game.seats()),
        "winners": outcome.winners().collect::<Vec<_>>(),
        "unfinished": outcome.unfinished,
        "state": game.state_json(state),
    })
}
