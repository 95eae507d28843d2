//! The interface of a game beside its rules, by which it is simulated, searched and reported.

mod bots;
mod scores;

use std::borrow::Cow;
use std::sync::Arc;

use ludometer_model::{
    BySeat, Contest, EventKind, FeatureSink, Game, Kind, Names, RuleError, RuleSet, SHARE_UNITS, Schema,
    Seat, capital, readable, whole_number,
};
use ludometer_stats::Statistic;

// What `defined_by_its_type!` names.
#[doc(hidden)]
pub use ludometer_model as model;

pub use bots::{CustomBot, FromValue, Settings};
pub use scores::Scores;

/// A kind of card, for the card statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardKind {
    /// Its identifier, as the rules' glossary has it.
    pub name: String,
    /// The name that people have for it.
    pub title: String,
    /// Copies in the deck.
    pub copies: u64,
    /// True if the card does nothing: it can stand in for a copy of another to measure what that one is worth.
    pub is_blank: bool,
    /// True if a card waits in a hand to be played: one that merely lies before its owner, or scores while it is held, is no dead
    /// card there.
    pub is_played: bool,
}

impl CardKind {
    /// Returns a kind of card that does something when it is played.
    pub fn new(name: impl Into<String>, copies: u64) -> Self {
        let name = name.into();
        let title = capital(&readable(&name));
        Self { name, title, copies, is_blank: false, is_played: true }
    }

    /// Returns this kind of card under the name that people have for it.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }
}

/// The allowed values of a bot's setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choices {
    /// A whole number from .. to (both included).
    Whole(u32, u32),
    /// A real number from .. to (both included).
    Real(f64, f64),
    /// One of these words; the setting's value is the word's place in the list.
    Words(&'static [&'static str]),
}

impl Choices {
    /// Returns the allowed values, in words.
    pub fn allowed(&self) -> String {
        match self {
            Self::Whole(low, high) => format!("a whole number from {low} to {high}"),
            Self::Real(low, high) => format!("a number from {low} to {high}"),
            Self::Words(words) => words.join(" or "),
        }
    }

    /// Reads a value of this setting; `None` for what is not allowed.
    pub fn read(&self, text: &str) -> Option<f64> {
        match *self {
            Self::Whole(low, high) => {
                let n = whole_number(text)?;
                (u64::from(low) <= n && n <= u64::from(high)).then_some(n as f64)
            }
            Self::Real(low, high) => text.parse().ok().filter(|x| (low..=high).contains(x)),
            Self::Words(words) => words.iter().position(|w| *w == text).map(|i| i as f64),
        }
    }

    /// Returns a value of this setting as it is written.
    pub fn show(&self, value: f64) -> String {
        match self {
            Self::Words(words) => words.get(value as usize).map_or_else(String::new, |w| (*w).to_owned()),
            Self::Whole(..) | Self::Real(..) => format!("{value}"),
        }
    }

    /// Returns a value of this setting as a strategy file has it.
    pub fn to_toml(&self, value: f64) -> String {
        let shown = self.show(value);
        if matches!(self, Self::Words(_)) { format!("\"{shown}\"") } else { shown }
    }
}

/// One setting of a bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its name in `bot:name=value`.
    pub name: Cow<'static, str>,
    /// Its effect, in one line.
    pub about: Cow<'static, str>,
    /// Its allowed values.
    pub choices: Choices,
    /// The default.
    pub default: f64,
}

impl Setting {
    /// Returns a setting whose name and description are part of the program.
    pub const fn new(name: &'static str, about: &'static str, choices: Choices, default: f64) -> Self {
        Self { name: Cow::Borrowed(name), about: Cow::Borrowed(about), choices, default }
    }

    /// Returns a setting of a number within these bounds.
    pub const fn real(name: &'static str, about: &'static str, min: f64, max: f64, default: f64) -> Self {
        Self::new(name, about, Choices::Real(min, max), default)
    }
}

/// A default of a bot's setting that suits one game better than the general one.
#[derive(Clone, Debug, PartialEq)]
pub struct BotDefault {
    /// The bot.
    pub bot: Cow<'static, str>,
    /// The setting.
    pub setting: Cow<'static, str>,
    /// Its value.
    pub value: f64,
}

/// Holds the names and lists of a game design. They are the same for all rule sets and numbers of seats.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Design {
    /// Its id on the command line.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The first words of all actions, in the order of the reports.
    pub action_kinds: Vec<String>,
    /// The names of the phases that decisions can belong to; [`Game::phase`] returns an index here.
    pub phases: Vec<String>,
    /// All that the rules can announce, for their coverage; an event's kind is its index here.
    pub event_kinds: Vec<EventKind>,
    /// The ways in which one seat can act against another, in words.
    pub interactions: Vec<String>,
    /// The unit of [`Playable::progress`], in words ("dollars"), or nothing.
    pub progress_unit: String,
    /// The tables that the game's own statistics add to a run's files, by name: none that runs of all games
    /// have (`report::RUN_FILES`).
    pub tables: Vec<String>,
    /// The weights of [`Playable::score_actions`]: the settings of the bot `greedy` in this game.
    pub heuristic_weights: Vec<Setting>,
    /// True if the game has no heuristic, so that `greedy` chooses at random.
    pub greedy_is_random: bool,
    /// Defaults of the bots' settings that suit this game better than the general ones, each measured.
    pub bot_defaults: Vec<BotDefault>,
    /// The files that the game is read from beside its script: tables of cards.
    pub files: Vec<String>,
    /// How the game is won.
    pub kind: Kind,
    /// The text of the strategy file with the network by which `learned` plays, if the program has one.
    pub network: Option<Cow<'static, str>>,
    /// Bots that the program adds to the built-in ones in this game; the game itself names none.
    pub custom_bots: Vec<CustomBot>,
}

/// Returns these defaults, (bot, setting, value) each, as a list of a [`Design`].
pub fn bot_defaults(list: &[(&'static str, &'static str, f64)]) -> Vec<BotDefault> {
    let default = |&(bot, setting, value)| BotDefault {
        bot: Cow::Borrowed(bot),
        setting: Cow::Borrowed(setting),
        value,
    };
    list.iter().map(default).collect()
}

/// Returns these names as a list of a [`Design`].
pub fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// A game that is part of a program: it can be made of a rule set by its type alone.
pub trait Compiled: Playable {
    /// Returns its names and lists.
    fn definition() -> &'static Design;

    /// Returns the parameters, from the game's embedded `rules.toml`.
    fn schema() -> Arc<Schema>;

    /// Returns the fewest and most seats that this rule set allows.
    fn seats_allowed(rules: &RuleSet) -> (usize, usize);

    /// Returns the game with this rule set and number of seats.
    ///
    /// # Errors
    /// Settings that don't go together or can't be played, worded as the rules word them.
    fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError>;
}

/// Writes the methods of [`Playable`] that follow from what a [`Compiled`] game says of its type: its names and lists, other
/// rule sets and the display names in its `rules.toml`.
#[macro_export]
macro_rules! defined_by_its_type {
    () => {
        fn design(&self) -> &$crate::Design {
            <Self as $crate::Compiled>::definition()
        }

        fn with_rules(&self, rules: &$crate::model::RuleSet) -> Result<Self, $crate::model::RuleError> {
            <Self as $crate::Compiled>::new($crate::model::Game::seats(self), rules)
        }

        fn given_names(&self) -> $crate::model::Names {
            <Self as $crate::Compiled>::schema().names.clone()
        }
    };
}

/// A game that can be simulated: its rules and what bots and reports need beside them.
pub trait Playable: Game {
    /// The game's own statistics, or `()`.
    type Stats: Statistic<Self> + Sync;
    /// The weights of [`Playable::score_actions`], declared by [`settings!`](crate::settings!), or `()`.
    type Weights: Settings;

    /// Returns the names and lists of the game design.
    fn design(&self) -> &Design;

    /// Returns this game design with another rule set, for as many seats.
    ///
    /// # Errors
    /// Settings that don't go together or can't be played, worded as the rules word them.
    fn with_rules(&self, rules: &RuleSet) -> Result<Self, RuleError>;

    /// Returns the kinds of actions that this rule set knows: those of the design, or its first ones.
    fn action_kinds(&self) -> &[String] {
        &self.design().action_kinds
    }

    /// Returns the phases that this rule set knows, likewise.
    fn phases(&self) -> &[String] {
        &self.design().phases
    }

    /// Returns the name of the phase with this index, or nothing if there is no such phase.
    fn phase_name(&self, phase: usize) -> &str {
        self.phases().get(phase).map_or("", String::as_str)
    }

    /// Returns who wins against whom at this table.
    fn contest(&self) -> Contest {
        Contest::new(self.design().kind, self.seats())
    }

    /// Returns the warnings about this rule set, which can be played all the same.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns this rule set, which the game was made from, with the defaults that follow from its other settings.
    fn settled(&self, rules: RuleSet) -> RuleSet {
        rules
    }

    /// Returns those of its warnings that tell of trouble in play, not only of a deck that is not the printed one: a
    /// search for better rules keeps away from them.
    fn hazards(&self) -> Vec<String> {
        self.warnings()
    }

    /// Returns the number of turns at which a game is broken off as unfinished, if there is one: no sample of games can
    /// exclude that a game in many lasts as long.
    fn most_turns(&self) -> Option<u64> {
        None
    }

    /// Returns the kinds of cards, in the order of the reports. Events name them by their place here
    /// (at most 2048).
    fn cards(&self) -> Vec<CardKind> {
        Vec::new()
    }

    /// Returns the display names of kinds of actions, phases and clauses; [`CardKind::title`] has those of cards.
    fn given_names(&self) -> Names {
        Names::default()
    }

    /// Returns the display names of the cards, actions, phases and clauses of this rule set.
    fn names(&self) -> Names {
        let cards = self.cards().into_iter().map(|card| (card.name, card.title)).collect();
        Names { cards, ..self.given_names() }
    }

    /// Returns the index of the action's first word in [`Playable::action_kinds`].
    fn action_kind(&self, action: Self::Action) -> usize;

    /// Checks what is true of every state, also of a determinized one: cards and money are conserved, no hand
    /// is above its limit, and so on.
    ///
    /// # Errors
    /// The invariant that is broken, and how.
    fn audit(&self, _state: &Self::State) -> Result<(), String> {
        Ok(())
    }

    /// Returns the mistake in the rules themselves, where they failed in this state or in listing these actions: the
    /// game is no game then. Rules that are part of the program never fail.
    fn fault(&self, _state: &Self::State, _legal: &[Self::Action]) -> Option<String> {
        None
    }

    /// Returns the weights by which `greedy` plays unless others are set.
    fn default_weights(&self) -> Self::Weights {
        let values: Vec<f64> = self.design().heuristic_weights.iter().map(|weight| weight.default).collect();
        Settings::from_values(&values)
    }

    /// Scores how good each legal action looks to the viewer, by the rules of thumb of a player who thinks no step
    /// ahead: one number for each, appended to `scores` in order.
    ///
    /// Without rules of thumb all actions look the same.
    fn score_actions(
        &self,
        _view: &Self::View,
        legal: &[Self::Action],
        _weights: &Self::Weights,
        scores: &mut Scores<Self::Action>,
    ) {
        scores.extend(legal.iter().map(|_| 0.0));
    }

    /// Returns each seat's estimated share of the win in a play that is not over (their sum about 1), to
    /// value the leaves of a search. The state is a determinized one. Without an estimate all shares are equal.
    fn evaluate(&self, _state: &Self::State) -> BySeat<f64> {
        let seats = self.seats();
        BySeat::of_table(seats, |_| 1.0 / seats as f64)
    }

    /// Returns each seat's chance to win in a play that is not over (their sum about 1), for figures over time. It is the estimate,
    /// unless that is of scores ([`Playable::payoff`]).
    fn chances(&self, state: &Self::State) -> BySeat<f64> {
        self.evaluate(state)
    }

    /// Tells what a view holds as numbers, feature by feature ([`FeatureSink`]): of every view of every rule set and size
    /// of table the same features in the same order, those of other seats clockwise from the viewer. A game that tells
    /// none can't be learned.
    fn observe(&self, _view: &Self::View, _sink: &mut impl FeatureSink) {}

    /// Returns the number of games of the pilot batch, from which an analysis learns how often seats win that are given
    /// a chance by [`Playable::chances`]. 16,000 know a chance of one in a hundred to a thirtieth of it. It must follow
    /// from the game design alone: figures of all batches but small ones rest on the same pilot.
    fn pilot_games(&self) -> u64 {
        16_000
    }

    /// Returns how many games a pilot has for each game of its batch, until it has all. The interval of a figure by
    /// estimated chances doesn't know how well these are known, so that a batch of some hundred games needs the whole pilot:
    /// of 200 games it held in 42 to 92 of 100 batches with one or eight.
    fn pilot_share(&self) -> u64 {
        80
    }

    /// Returns how far each seat is, for curves over time: its score so far, or what onlookers would judge
    /// its progress by, more being better unless the fewest points win ([`Ends::fewest_win`](ludometer_model::Ends)). It must be public: a change of the lead is one that the
    /// table sees. Games without such a figure leave it out.
    fn progress(&self, _state: &Self::State) -> BySeat<i64> {
        BySeat::all(0)
    }

    /// Returns true if the seat is out of the play and only waits for its end.
    fn is_eliminated(&self, _state: &Self::State, _seat: Seat) -> bool {
        false
    }

    /// Tells the cards in the seat's hand: (kind, copies), each kind at most once.
    fn hand_contents(&self, _state: &Self::State, _seat: Seat, _tell: &mut impl FnMut(usize, u32)) {}

    /// Returns the parameter that sets the number of copies of a card kind in the deck, if there is one.
    fn copies_key(&self, _card: &str) -> Option<String> {
        None
    }

    /// Returns the scores that a reward of 0 and of 1 stand for, in a game in which the score counts and not the win.
    fn payoff(&self) -> Option<(f64, f64)> {
        None
    }

    /// Returns the mistakes of the rules that were found since the game was loaded, each with how often: those of games that
    /// ended well were found in positions that bots imagined.
    fn faults(&self) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// Returns the number of decisions after which a game is broken off as unfinished, be it within one turn, if there is one.
    fn decision_limit(&self) -> Option<u32> {
        None
    }

    /// Returns each seat's reward when a play is over: its share of the win, or, in an unfinished play, the
    /// estimate.
    fn reward(&self, state: &Self::State) -> BySeat<f64> {
        let outcome = self.outcome(state);
        if outcome.unfinished {
            return self.evaluate(state);
        }
        let units = outcome.win_units();
        BySeat::from_fn(|seat: Seat| units[seat] as f64 / SHARE_UNITS as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::Choices;

    #[test]
    fn strategy_files_quote_words_and_no_numbers() {
        assert_eq!(Choices::Words(&["low", "high"]).to_toml(1.0), "\"high\"");
        assert_eq!(Choices::Whole(0, 9).to_toml(4.0), "4");
        assert_eq!(Choices::Real(0.0, 1.0).to_toml(0.25), "0.25");
    }
}
