//! Restricted play: any bot that never chooses one kind of action, or always does where it can.
//!
//! What a player loses by it tells what the kind of action is worth (A. Jaffe, A. Miller, E. Andersen, Y.-E. Liu,
//! A. Karlin and Z. Popović, "Evaluating competitive game balance with restricted play", *AIIDE* 2012). The bot thinks as it
//! always does, of itself and of others, and chooses among the actions that are left. Where none would be left it
//! chooses among all.

use super::strategy::{Forfeit, Strategy};
use ludometer_model::{Decision, Outcome, Rng};
use ludometer_playable::Playable;

/// What a restricted bot does with a kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// It never chooses it, unless nothing else is legal.
    Never,
    /// It chooses it whenever it is legal.
    Always,
}

impl Rule {
    /// The rules with the words that ask for them in `bot:word=kind`.
    pub(super) const WORDS: [(&'static str, Self); 2] = [("without", Self::Never), ("always", Self::Always)];

    pub(super) fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, rule)| *rule == self).map_or("", |(word, _)| word)
    }
}

/// A kind of action, by its index in [`Design::action_kinds`](ludometer_playable::Design), and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// What the bot does with it.
    pub rule: Rule,
    /// The kind.
    pub kind: usize,
}

/// A bot under restrictions.
pub struct Restricted<B, A> {
    bot: B,
    restrictions: Vec<Restriction>,
    /// The actions that are left, and their places among all legal ones.
    left: Vec<A>,
    places: Vec<usize>,
}

impl<B, A> Restricted<B, A> {
    pub(super) const fn new(bot: B, restrictions: Vec<Restriction>) -> Self {
        Self { bot, restrictions, left: Vec::new(), places: Vec::new() }
    }

    pub(super) fn map(self, change: impl FnOnce(B) -> B) -> Self {
        Self { bot: change(self.bot), ..self }
    }
}

impl<B: Strategy<G>, G: Playable> Strategy<G> for Restricted<B, G::Action> {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        let (game, legal) = (decision.game(), decision.legal());
        self.places.clear();
        self.places.extend(0..legal.len());
        for restriction in &self.restrictions {
            let is_of_kind = |place: &usize| game.action_kind(legal[*place]) == restriction.kind;
            let wanted = |place: &usize| is_of_kind(place) == (restriction.rule == Rule::Always);
            if self.places.iter().any(wanted) {
                self.places.retain(wanted);
            }
        }
        self.left.clear();
        self.left.extend(self.places.iter().map(|&place| legal[place]));
        let chosen = self.bot.decide(&decision.among(&self.left), rng)?;
        // A bot of a file may answer anything: what is no place of what is left is none of all either.
        Ok(self.places.get(chosen).copied().unwrap_or(legal.len()))
    }

    fn begin(&mut self) {
        self.bot.begin();
    }

    fn end(&mut self, outcome: &Outcome) {
        self.bot.end(outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::super::spec::BotSpec;
    use super::*;
    use ludometer_playable::{Design, names};

    fn design() -> Design {
        Design {
            id: "toy".to_owned(),
            title: "Toy".to_owned(),
            action_kinds: names(&["keep", "swap"]),
            ..Design::default()
        }
    }

    #[test]
    fn restrictions_stand_among_the_settings() {
        let read = |text: &str| BotSpec::parse(text, &design());
        let spec = read("mcts:iterations=50,without=swap").unwrap();
        assert_eq!(spec.name, "mcts:iterations=50,without=swap");
        assert_eq!(spec.restrictions, [Restriction { rule: Rule::Never, kind: 1 }]);
        // Wherever it stands among them, it is the same bot.
        assert_eq!(read("mcts:without=swap,iterations=50").unwrap(), spec);
        assert_eq!(read("random:always=keep").unwrap().name, "random:always=keep");
        assert_eq!(read("random").unwrap().without(0, &design()).name, "random:without=keep");
        let error = read("random:without=swop").unwrap_err().to_string();
        assert!(error.contains("did you mean `swap`?"), "{error}");
        let error = read("random:with=swap").unwrap_err().to_string();
        assert!(error.contains("no setting `with`"), "{error}");
    }
}
