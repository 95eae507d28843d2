//! What the rules announce.

use ludometer_model::{CardMove, Event};
use ludometer_playable::CardKind;

/// Names of the lines in a trace that are the program's own (see [`trace`](super::super::trace)).
const TAKEN: [&str; 5] = ["start", "decision", "end", "branch", "forfeit"];

pub(super) fn check_events<E: Event>(events: &[E], cards: &[CardKind]) -> Result<(), String> {
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
        if TAKEN.contains(&name) {
            return Err(format!("{event:?} is called `{name}`, as the program's own lines in traces are"));
        }
        if let Some(place) = event.event_kind() {
            let listed = E::EVENT_KINDS.get(place).and_then(|h| h.name.split(' ').next());
            if listed != Some(name) {
                return Err(format!("{event:?} is counted as {listed:?}"));
            }
        }
        if event.interaction().is_some_and(|interaction| {
            interaction.kind >= E::INTERACTIONS.len() || interaction.actor == Some(interaction.target)
        }) {
            return Err(format!("{event:?} is an impossible act against a seat"));
        }
    }
    Ok(())
}
