//! Views, and the states that are determinized from them.

use std::fmt::Debug;

use super::check_legal;
use ludometer_model::{Rng, Seat, Silent};
use ludometer_playable::Playable;

/// Decisions of a determinized play.
const IMAGINED: usize = 40;

/// Imagines a state from the viewer's view and holds it against the true one.
pub(super) fn check_view<G: Playable>(
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
pub(super) fn check_imagined_play<G: Playable>(
    game: &G,
    world: &mut G::State,
    rng: &mut Rng,
) -> Result<(), String> {
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
pub(super) fn difference(first: &impl Debug, second: &impl Debug) -> String {
    let (first, second) = (format!("{first:?}"), format!("{second:?}"));
    let same = first.chars().zip(second.chars()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| text.chars().skip(same.saturating_sub(60)).take(100).collect::<String>();
    format!("`{}` became `{}`", part(&first), part(&second))
}
