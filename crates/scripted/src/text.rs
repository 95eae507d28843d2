//! Writes actions as text, with the names that the script gives to words, cards and seats.

use std::fmt::Write as _;

use crate::source::Argument;
use crate::{ScriptAction, ScriptGame};

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
                Argument::Number => write!(text, " {number}"),
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
}
