//! Restricted play: any bot that never chooses one kind of action or names one card, or always does where it can.
//!
//! A player's loss by it tells what the kind of action is worth (A. Jaffe, A. Miller, E. Andersen, Y.-E. Liu,
//! A. Karlin and Z. Popović, "Evaluating competitive game balance with restricted play", *AIIDE* 2012). The bot thinks as it
//! always does, of itself and of others, and chooses among the actions that are left. Where none would be left it
//! chooses among all.

use super::strategy::{Forfeit, Strategy};
use ludometer_model::{Decision, Outcome, Rng};
use ludometer_playable::Playable;

/// A restricted bot's rule for a kind of action.
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

    /// Returns the word that asks for it, as in `greedy:without=steal`.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, rule)| *rule == self).map_or("", |(word, _)| word)
    }
}

/// The subject of a restriction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A kind of action, by its index in [`Design::action_kinds`](ludometer_playable::Design).
    Kind(usize),
    /// A card, by its id: all actions whose text names it.
    Card(String),
}

impl Subject {
    /// Returns true if a restriction is about this action.
    pub fn holds<G: Playable>(&self, game: &G, action: G::Action) -> bool {
        match self {
            Self::Kind(kind) => game.action_kind(action) == *kind,
            Self::Card(card) => {
                let text = game.action_text(action);
                text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == card)
            }
        }
    }
}

/// Actions, and what becomes of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The bot's rule for them.
    pub rule: Rule,
    /// Which ones.
    pub subject: Subject,
}

/// Takes the restrictions (`without=kind`, `always=card`) off a bot's text, whatever bot it is.
pub(super) fn split_restrictions(text: &str) -> (String, Vec<(&'static str, Rule, &str)>) {
    let restriction = |part: &'_ str| {
        let (key, _) = part.split_once('=')?;
        Rule::WORDS.into_iter().find(|(word, _)| *word == key.trim())
    };
    let (mut left, mut found) = (String::new(), Vec::new());
    // The first part ends with the bot's name and a colon.
    for (i, part) in text.split(',').enumerate() {
        let (before, own) = match part.rsplit_once(':').filter(|_| i == 0) {
            Some((name, own)) => (&part[..=name.len()], own),
            None => ("", part),
        };
        if let Some((word, rule)) = restriction(own) {
            let value = own.split_once('=').map_or("", |(_, value)| value.trim());
            found.push((word, rule, value));
            left += before;
        } else {
            if i > 0 && !left.ends_with(':') {
                left.push(',');
            }
            left += part;
        }
    }
    (left.trim_end_matches(':').to_owned(), found)
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
            let wanted = |place: &usize| {
                restriction.subject.holds(game, legal[*place]) == (restriction.rule == Rule::Always)
            };
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
        let cards = || vec!["crown".to_owned(), "swan".to_owned()];
        let read = |text: &str| BotSpec::parse_with(text, &design(), &cards);
        let spec = read("mcts:iterations=50,without=swap").unwrap();
        assert_eq!(spec.name, "mcts:iterations=50,without=swap");
        assert_eq!(spec.restrictions, [Restriction { rule: Rule::Never, subject: Subject::Kind(1) }]);
        // Wherever it stands among them, it is the same bot.
        assert_eq!(read("mcts:without=swap,iterations=50").unwrap(), spec);
        assert_eq!(read("random:always=keep").unwrap().name, "random:always=keep");
        assert_eq!(read("random").unwrap().without(0, &design()).name, "random:without=keep");
        let error = read("random:without=swop").unwrap_err().to_string();
        assert!(error.contains("did you mean `swap`?"), "{error}");
        let crown = read("greedy:always=crown").unwrap();
        assert_eq!(crown.name, "greedy:always=crown");
        assert_eq!(crown.restrictions[0].subject, Subject::Card("crown".to_owned()));
        let error = read("greedy:without=crwn").unwrap_err().to_string();
        assert!(
            error.contains("did you mean `crown`?") && error.contains("keep, swap, crown, swan"),
            "{error}"
        );
        let error = read("random:with=swap").unwrap_err().to_string();
        assert!(error.contains("no setting `with`"), "{error}");
    }
}
