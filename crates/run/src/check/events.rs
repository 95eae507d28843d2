//! The events that the rules announce.

use ludometer_model::{CardMove, Event, Json};
use ludometer_playable::{CardKind, Playable};

/// Names of the lines in a trace that are the program's own (see [`trace`](super::super::trace)).
const TAKEN: [&str; 5] = ["start", "decision", "end", "branch", "forfeit"];

pub(super) fn check_events<G: Playable>(
    game: &G,
    events: &[G::Event],
    cards: &[CardKind],
) -> Result<(), String> {
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
