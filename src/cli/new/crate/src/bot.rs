//! A bot of the game's own. It sees what its seat knows, and nothing else: `{{NAME}} audit {{NAME}} --bots keeper` holds it to that.

use ludometer::prelude::*;

use crate::game::MyGame;

/// Discards its lowest card, unless that is a good one: then any.
struct Keeper {
    good: u8,
}

impl Strategy<MyGame> for Keeper {
    fn decide(&mut self, decision: &Decision<'_, MyGame>, rng: &mut Rng) -> Result<usize, Forfeit> {
        let legal = decision.legal();
        // Legal actions come from the lowest card to the highest. Cards are numbered from 0.
        let lowest = legal.first().map_or(0, |action| action.0 + 1);
        Ok(if lowest < self.good { 0 } else { rng.index(legal.len()) })
    }
}

/// Returns the bot as `--bots keeper` or `--bots keeper:good=6` names it.
pub(crate) fn keeper() -> CustomBot {
    let good = Setting::new("good", "from which card on any may go", Choices::Whole(1, 9), 9.0);
    custom_bot("keeper", "keeps its highest card", vec![good], |_: &MyGame, values| Keeper {
        good: values[0] as u8,
    })
}
