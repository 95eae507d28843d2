//! Writes actions as text, with the names that the script gives to words, cards and seats; and what these names may be.

use std::fmt::Write as _;

use ludometer_model::is_hidden;

use crate::layout::{Zone, ZoneKind};
use crate::source::Argument;
use crate::{ScriptAction, ScriptGame, ScriptState};

/// Characters of a name at most, and of a title or a sentence.
const MAX_NAME: usize = 80;
const MAX_SENTENCE: usize = 500;

/// Returns true for a text that can name a thing: one line, of characters that all can be seen.
pub(crate) fn is_name(text: &str) -> bool {
    !text.chars().any(is_hidden) && text.chars().count() <= MAX_NAME
}

/// Returns a title, a display name or a sentence of the script as one line: what separates words is a space, and characters
/// that steer a terminal, turn the direction of text or can't be seen are left out.
pub(crate) fn cleaned(text: &str) -> String {
    let spaced = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let seen: String = spaced.filter(|&c| !is_hidden(c)).take(MAX_SENTENCE).collect();
    seen.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

impl ScriptGame {
    /// Returns the action's word and arguments: cards by name, seats by number from 0.
    pub(crate) fn text(&self, action: ScriptAction) -> String {
        if action.as_fault().is_some() {
            return "fault".to_owned();
        }
        let Some(act) = self.shared.file.scan.acts.get(action.word()) else { return String::new() };
        let mut text = act.name.clone();
        for (argument, number) in act.arguments.iter().zip(action.arguments()) {
            let _ = match argument {
                Argument::Number | Argument::Slot(_) => write!(text, " {number}"),
                Argument::Card | Argument::Seat if number == 0 => Ok(()),
                Argument::Card => {
                    let card = self.shared.declared.cards.get(usize::from(number) - 1);
                    write!(text, " {}", card.map_or("?", |card| &card.name))
                }
                Argument::Seat => write!(text, " {}", number - 1),
            };
        }
        text
    }

    /// Returns the same with the cards in brackets that lie in the slots that it names.
    pub(crate) fn label(&self, state: &ScriptState, action: ScriptAction) -> String {
        let text = self.text(action);
        let act = self.shared.file.scan.acts.get(action.word()).filter(|_| action.as_fault().is_none());
        let arguments = act.into_iter().flat_map(|act| act.arguments.iter().zip(action.arguments()));
        let cards: Vec<String> = arguments
            .filter_map(|(argument, number)| {
                let Argument::Slot(name) = argument else { return None };
                self.card_in(self.row_meant(name)?, number, state)
            })
            .collect();
        if cards.is_empty() { text } else { format!("{text} ({})", cards.join(", ")) }
    }

    /// Returns the row whose slots an argument of this name counts: the only one, or that whose name the argument's begins
    /// with.
    fn row_meant(&self, argument: &str) -> Option<&Zone> {
        let rows = || self.layout().zones.iter().filter(|zone| zone.kind == ZoneKind::Row);
        let named =
            rows().filter(|zone| argument.starts_with(&*zone.name)).max_by_key(|zone| zone.name.len());
        named.or_else(|| rows().next().filter(|_| rows().count() == 1))
    }

    /// Returns the name of the card in this slot, counted from 1, of a row.
    fn card_in(&self, row: &Zone, slot: u16, state: &ScriptState) -> Option<String> {
        let place = usize::from(slot).checked_sub(1).filter(|&place| place < row.cap)?;
        let kind = usize::from(state.bytes[row.cards() + place]).checked_sub(1)?;
        self.shared.declared.cards.get(kind).map(|card| card.name.clone())
    }
}
