//! What a seat notices of a choice, found out by trying it in states that it can't tell apart.

use ludometer_model::{Rng, Seat, Silent};
use ludometer_playable::Playable;

/// Determinized states in which an action is tried out, to find out whether it shows anything new.
const WORLDS: usize = 32;

/// True if the action can lead to another view than it did, by all that its chooser knew.
pub(super) fn shows<G: Playable>(
    game: &G,
    before: &G::View,
    action: G::Action,
    seat: Seat,
    after: &G::State,
    rng: &mut Rng,
) -> bool {
    let seen = game.view(after, seat);
    let mut world = game.new_state();
    (0..WORLDS).any(|_| {
        game.determinize(before, rng, &mut world);
        game.apply(&mut world, action, rng, &mut Silent);
        game.view(&world, seat) != seen
    })
}

/// As much of another seat's choice as the watcher can know.
///
/// In determinized states that agree with all that the watcher knew, every choice of the mover is tried
/// out, with the same chance. If another one leads to what the watcher sees now, it can't tell them
/// apart.
pub(super) fn seen<G: Playable>(
    game: &G,
    before: &G::View,
    (mover, action): (Seat, G::Action),
    watcher: Seat,
    after: &G::State,
    chance: &Rng,
    rng: &mut Rng,
) -> Option<String> {
    if game.is_concealed_from(action, watcher) {
        return None;
    }
    let sees = game.view(after, watcher);
    let text = game.action_text(action);
    let (mut world, mut there, mut legal) = (game.new_state(), game.new_state(), Vec::new());
    let mut known = true;
    for _ in 0..WORLDS {
        game.determinize(before, rng, &mut world);
        if game.to_move(&world) != Some(mover) {
            continue;
        }
        legal.clear();
        game.legal(&world, &mut legal);
        for &other in legal.iter().filter(|other| game.action_text(**other) != text) {
            there.clone_from(&world);
            game.apply(&mut there, other, &mut chance.clone(), &mut Silent);
            if game.view(&there, watcher) != sees {
                continue;
            }
            if game.action_kind(other) != game.action_kind(action) {
                return None;
            }
            known = false;
        }
    }
    if known {
        Some(text)
    } else {
        Some(format!("{} ...", game.action_kinds().get(game.action_kind(action))?))
    }
}
