//! Bots that a program adds to the built-in ones: for one game design, or for all.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

use super::estimator::encoded_rules;
use super::file::{NameError, bot_name};
use super::kind::BotKind;
use super::kind::kind_settings;
use super::spec::BotSpec;
use super::strategy::{Forfeit, Strategy};
use ludometer_model::{Decision, Json, Outcome, Rng, Seat};
use ludometer_playable::{CustomBot, Design, Playable, Scores, Setting, Settings};

/// A decision of any game design, as a bot that plays all of them sees it.
pub trait AnyDecision {
    /// Returns the names and lists of the game design.
    fn design(&self) -> &Design;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns the seat that chooses.
    fn seat(&self) -> Seat;

    /// Returns the number of the turn in progress.
    fn turn(&self) -> u32;

    /// Returns the name of the phase.
    fn phase(&self) -> &str;

    /// Returns the number of legal actions, at least 1.
    fn choices(&self) -> usize;

    /// Returns a legal action as text, by its index; nothing where there is none.
    fn action_text(&self, index: usize) -> String;

    /// Returns what the mover knows.
    fn view_json(&self) -> Json;

    /// Appends what the mover knows as numbers, then the rule set and the size of the table, as networks and environments
    /// have them; nothing if the game tells no features.
    fn observe(&self, into: &mut Vec<f32>);

    /// Appends how good each legal action looks by the design's own rules of thumb, as `greedy` with its defaults has
    /// it: see [`Playable::score_actions`].
    fn scores(&self, into: &mut Vec<f64>);

    /// Returns true if nobody waits for the choice any more.
    fn called_off(&self) -> bool;
}

/// A decision under a rule set, which is shown to networks as these numbers.
struct Erased<'a, 'd, G: Playable> {
    decision: &'a Decision<'d, G>,
    rules: &'a [f32],
}

impl<G: Playable> AnyDecision for Erased<'_, '_, G> {
    fn design(&self) -> &Design {
        self.decision.game().design()
    }

    fn seats(&self) -> usize {
        self.decision.game().seats()
    }

    fn seat(&self) -> Seat {
        self.decision.seat()
    }

    fn turn(&self) -> u32 {
        self.decision.turn()
    }

    fn phase(&self) -> &str {
        self.decision.game().phase_name(self.decision.phase())
    }

    fn choices(&self) -> usize {
        self.decision.legal().len()
    }

    fn action_text(&self, index: usize) -> String {
        let action = self.decision.legal().get(index);
        action.map_or_else(String::new, |&action| self.decision.game().action_text(action))
    }

    fn view_json(&self) -> Json {
        self.decision.game().view_json(&self.decision.view())
    }

    fn observe(&self, into: &mut Vec<f32>) {
        let before = into.len();
        self.decision.game().observe(&self.decision.view(), into);
        if into.len() > before {
            into.extend_from_slice(self.rules);
        }
    }

    fn scores(&self, into: &mut Vec<f64>) {
        let game = self.decision.game();
        let settings = kind_settings(BotKind::Greedy, game.design());
        let weights: Vec<f64> = settings.iter().map(|setting| setting.default).collect();
        let mut scores = Scores::of_all();
        let weights = Settings::from_values(&weights);
        game.score_actions(&self.decision.view(), self.decision.legal(), &weights, &mut scores);
        into.append(&mut scores.values);
    }

    fn called_off(&self) -> bool {
        self.decision.called_off()
    }
}

/// Chooses one of the legal actions, in any game design.
pub trait AnyStrategy: Send {
    /// Returns the index of the chosen action. As [`Strategy::decide`].
    ///
    /// # Errors
    /// [`Forfeit`] if it can't choose.
    fn decide(&mut self, decision: &dyn AnyDecision, rng: &mut Rng) -> Result<usize, Forfeit>;

    /// Begins a new game: forget the last.
    fn begin(&mut self) {}

    /// Ends the game. Nothing of it may be carried over to the next.
    fn end(&mut self, _outcome: &Outcome) {}
}

/// A bot for all game designs at a table of one.
struct ForAll {
    bot: Box<dyn AnyStrategy>,
    /// The rule set as numbers.
    rules: Vec<f32>,
}

impl<G: Playable> Strategy<G> for ForAll {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        self.bot.decide(&Erased { decision, rules: &self.rules }, rng)
    }

    fn begin(&mut self) {
        self.bot.begin();
    }

    fn end(&mut self, outcome: &Outcome) {
        self.bot.end(outcome);
    }
}

/// A bot of another game design, where it was given to one that can't have it.
struct Foreign(String);

impl<G: Playable> Strategy<G> for Foreign {
    fn decide(&mut self, decision: &Decision<'_, G>, _: &mut Rng) -> Result<usize, Forfeit> {
        let (bot, game) = (&self.0, &decision.game().design().id);
        Err(Forfeit::new(format!("`{bot}` is a bot of another game than {game}")))
    }
}

type Make<G> = dyn Fn(&G, &[f64]) -> Box<dyn Strategy<G>> + Send + Sync;
type MakeForAll = dyn Fn(&[f64]) -> Box<dyn AnyStrategy> + Send + Sync;

/// A constructor of bots for one game design.
struct Maker<G>(Box<Make<G>>);

/// A constructor of bots for all game designs.
struct MakerForAll(Box<MakeForAll>);

/// Returns a bot for one game design, which its entry in the list of games lists beside the built-in
/// ones. `make` makes it from the game and the values of the settings, in their order, once for each seat and thread.
///
/// ```
/// use ludometer_bots::{Forfeit, Strategy, custom_bot};
/// use ludometer_model::{Decision, Rng};
/// use ludometer_playable::{Choices, CustomBot, Playable, Setting};
///
/// /// Takes one of the first legal actions.
/// struct Hasty {
///     of_first: usize,
/// }
///
/// impl<G: Playable> Strategy<G> for Hasty {
///     fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
///         Ok(rng.index(decision.legal().len().min(self.of_first)))
///     }
/// }
///
/// fn hasty<G: Playable>() -> CustomBot {
///     let settings = vec![Setting::new("of", "how many actions it looks at", Choices::Whole(1, 9), 2.0)];
///     custom_bot("hasty", "one of the first actions", settings, |_: &G, values| Hasty { of_first: values[0] as usize })
/// }
/// ```
pub fn custom_bot<G: Playable, S: Strategy<G> + 'static>(
    name: &str,
    about: &str,
    settings: Vec<Setting>,
    make: impl Fn(&G, &[f64]) -> S + Send + Sync + 'static,
) -> CustomBot {
    let maker = Maker::<G>(Box::new(move |game, values| Box::new(make(game, values))));
    CustomBot::new(name, about, settings, Arc::new(maker))
}

/// Returns a bot for all game designs. `make` makes it from the values of the settings, in their order.
pub fn custom_bot_for_all<S: AnyStrategy + 'static>(
    name: &str,
    about: &str,
    settings: Vec<Setting>,
    make: impl Fn(&[f64]) -> S + Send + Sync + 'static,
) -> CustomBot {
    let maker = MakerForAll(Box::new(move |values| Box::new(make(values))));
    CustomBot::new(name, about, settings, Arc::new(maker))
}

/// Makes the bot of a specification that names one of the program's own.
pub(super) fn make<G: Playable>(spec: &BotSpec, game: &G) -> Box<dyn Strategy<G>> {
    if let Some(bot) = &spec.custom {
        if let Some(Maker(make)) = bot.maker::<Maker<G>>() {
            return make(game, &spec.values);
        }
        if let Some(MakerForAll(make)) = bot.maker() {
            let rules = spec.rules.as_ref().map_or_else(Vec::new, |rules| encoded_rules(game, rules));
            return Box::new(ForAll { bot: make(&spec.values), rules });
        }
    }
    Box::new(Foreign(spec.name.clone()))
}

/// An error of a bot that a program adds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CustomBotError {
    /// No bot can be called so.
    #[error("the bot `{bot}` of {game}: {source}")]
    Name {
        /// The bot.
        bot: String,
        /// The game design.
        game: String,
        /// Why.
        source: NameError,
    },
    /// Two bots of a game design have one name.
    #[error("two bots of {game} are called `{bot}`")]
    Twice {
        /// Their name.
        bot: String,
        /// The game design.
        game: String,
    },
    /// The bot plays another game design.
    #[error("the bot `{bot}` is for another game than {game}")]
    OtherGame {
        /// The bot.
        bot: String,
        /// The game design.
        game: String,
    },
    /// A setting can't be named or has a default that isn't allowed.
    #[error("the setting `{setting}` of the bot `{bot}` {what}")]
    Setting {
        /// The bot.
        bot: String,
        /// The setting.
        setting: String,
        /// The error in it.
        what: &'static str,
    },
}

/// Checks the bots that a program adds to this game design.
///
/// # Errors
/// The first [`CustomBotError`].
pub fn check_custom_bots<G: Playable>(design: &Design) -> Result<(), CustomBotError> {
    let mut names = HashSet::new();
    for custom in &design.custom_bots {
        let (bot, game) = (custom.name().to_owned(), design.id.clone());
        match bot_name(Path::new(&bot)) {
            Ok(name) if name == bot => {}
            Ok(_) => return Err(CustomBotError::Name { bot, game, source: NameError::Characters }),
            Err(source) => return Err(CustomBotError::Name { bot, game, source }),
        }
        if !names.insert(custom.name()) {
            return Err(CustomBotError::Twice { bot, game });
        }
        if custom.maker::<Maker<G>>().is_none() && custom.maker::<MakerForAll>().is_none() {
            return Err(CustomBotError::OtherGame { bot, game });
        }
        let mut keys = HashSet::new();
        for setting in custom.settings() {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let choices = &setting.choices;
            let what = if setting.name.is_empty() || !setting.name.chars().all(plain) {
                "must be named by letters, digits and underscores"
            } else if !keys.insert(&setting.name) {
                "is there twice"
            } else if choices.read(&choices.show(setting.default)) != Some(setting.default) {
                "has a default that isn't allowed"
            } else {
                continue;
            };
            return Err(CustomBotError::Setting { bot, setting: setting.name.to_string(), what });
        }
    }
    Ok(())
}
