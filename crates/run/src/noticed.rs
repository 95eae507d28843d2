//! The part of a choice that a seat notices, found out by trying it in positions that it can't tell apart.

use super::position::Position;
use ludometer_model::{Notice, Rng, Seat};

/// Determinized positions in which an action is tried out, to find out whether it shows anything new.
const WORLDS: usize = 32;

/// Returns true if the choice can lead to another view than it did, by all that its chooser knew.
pub(super) fn shows(
    before: &dyn Position,
    choice: usize,
    seat: Seat,
    after: &dyn Position,
    rng: &mut Rng,
) -> bool {
    (0..WORLDS).any(|_| {
        let mut world = before.determinized(seat, rng);
        world.apply_silently(choice, rng);
        !world.looks_like(after, seat)
    })
}

/// Returns as much of another seat's choice as the watcher can know.
///
/// In determinized positions that agree with all that the watcher knew, every choice of the mover is tried
/// out, with the same chance. If another one leads to what the watcher sees now, it can't tell them
/// apart.
pub(super) fn seen(
    before: &dyn Position,
    (mover, choice): (Seat, usize),
    watcher: Seat,
    after: &dyn Position,
    chance: &Rng,
    rng: &mut Rng,
) -> Option<String> {
    if before.notice(choice, watcher) == Notice::Choice {
        return None;
    }
    let (text, kind) = (before.action_text(choice), before.action_kind(choice));
    let mut known = true;
    for _ in 0..WORLDS {
        let world = before.determinized(watcher, rng);
        if world.to_move() != Some(mover) {
            continue;
        }
        for other in (0..world.choices()).filter(|&other| world.action_text(other) != text) {
            let mut there = world.copy();
            there.apply_silently(other, &mut chance.clone());
            if !there.looks_like(after, watcher) {
                continue;
            }
            if world.action_kind(other) != kind {
                return None;
            }
            known = false;
        }
    }
    Some(if known { before.action_label(choice) } else { format!("{kind} ...") })
}
