//! The results of the steps of a study, as figures with names and types.

use super::sizes::Ladder;
use ludometer_stats::{Estimate, Notability, widening};

/// The answers of a study, about as many as it has.
const ANSWERS: usize = 20;

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The figure.
    pub value: f64,
    /// Its lower bound.
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
    /// The games that it rests on.
    pub games: u64,
}

impl Measured {
    /// Returns an estimate, or nothing of one without an interval.
    pub fn of(estimate: Estimate) -> Option<Self> {
        let (value, (low, high)) = estimate.value.zip(estimate.interval)?;
        Some(Self { value, low, high, games: estimate.games })
    }

    /// Returns the interval as it is where a difference of any size is said to be one, of so many that are looked at
    /// together: in all answers of a study, of which one in twenty would be wrong otherwise wherever there is no difference.
    #[must_use]
    pub fn among_answers(self, looks: usize) -> Self {
        self.among(looks * ANSWERS)
    }

    /// Returns it with the interval cut to what a share can be.
    #[must_use]
    pub fn of_share(self) -> Self {
        self.within(0.0, 1.0)
    }

    /// Returns it with the interval cut to what the figure can be.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Self {
        Self { low: self.low.max(least), high: self.high.min(most), ..self }
    }

    /// Returns the interval as it is if it is one of so many that are looked at together (Bonferroni).
    #[must_use]
    pub fn among(self, looks: usize) -> Self {
        let wide = widening(looks);
        let Self { value, low, high, games } = self;
        Self { value, low: value - (value - low) * wide, high: value + (high - value) * wide, games }
    }

    /// Returns it less a number.
    #[must_use]
    pub fn less(self, by: f64) -> Self {
        let Self { value, low, high, games } = self;
        Self { value: value - by, low: low - by, high: high - by, games }
    }

    /// Returns the share of what this one leaves.
    #[must_use]
    pub fn complement(self) -> Self {
        let Self { value, low, high, games } = self;
        Self { value: 1.0 - value, low: 1.0 - high, high: 1.0 - low, games }
    }

    /// Returns it so many times.
    #[must_use]
    pub fn times(self, by: f64) -> Self {
        let Self { value, low, high, games } = self;
        Self { value: value * by, low: low * by, high: high * by, games }
    }

    /// Returns how many times as many games it takes until half the interval is this wide, at least 2. An interval is half
    /// as wide with four times the games.
    pub fn times_to(self, half: f64) -> f64 {
        ((self.high - self.low) / 2.0 / half).powi(2).max(2.0).ceil()
    }

    /// Returns how many times as many games would probably tell on which side of a limit it lies, if this isn't known.
    pub fn times_to_tell(self, limit: f64) -> Option<f64> {
        let is_open = self.low <= limit && limit < self.high;
        // Nobody wants to know a figure so close to the limit.
        is_open.then(|| self.times_to((self.value - limit).abs().max(0.01)))
    }

    /// Returns the largest distance from 0 that the interval allows.
    pub fn at_most(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }
}

/// A table of some size: how long games are and how the seats fare.
#[derive(Clone, Debug, PartialEq)]
pub struct Size {
    /// The number of players.
    pub seats: usize,
    /// 5 %, 50 % and 95 % quantile of the number of turns.
    pub turns: [u32; 3],
    /// The shortest and the longest game, and the share of the games that are as long as half of them at most.
    pub lengths: Option<([u32; 2], f64)>,
    /// The mean number of turns.
    pub mean: Option<Measured>,
    /// Each seat's share of the win.
    pub shares: Vec<Measured>,
    /// The share of the games that are won, where the players win or lose together or one plays alone.
    pub together: Option<Measured>,
}

impl Size {
    /// Returns each seat's win share less the fair one, as one of all seats; none where players win or lose together.
    pub fn bias(&self) -> Vec<Measured> {
        if self.together.is_some() {
            return Vec::new();
        }
        // An even part of the games that somebody won.
        let fair = self.shares.iter().map(|share| share.value).sum::<f64>() / self.seats.max(1) as f64;
        self.shares.iter().map(|share| share.less(fair).among(self.shares.len())).collect()
    }

    /// Returns the seat that is certainly farthest from its fair share, if one is by more than this.
    pub fn favoured(&self, by: f64) -> Option<(usize, Measured)> {
        let bias = self.bias().into_iter().enumerate();
        let sure = bias.filter(|(_, bias)| bias.low > by || bias.high < -by);
        sure.max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()))
    }

    /// Returns by how much a seat may be off its fair share at most.
    pub fn bias_at_most(&self) -> f64 {
        self.bias().into_iter().map(Measured::at_most).fold(0.0, f64::max)
    }
}

/// A kind of card.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Card {
    /// Its display name.
    pub name: String,
    /// Its worth to who draws it, as a share of the win; the interval allows for all cards.
    pub holding: Option<Measured>,
    /// True if that can't be told, as other chance always decides with the draw.
    pub is_left_out: bool,
    /// How much more often seats that drew it win than seats that did not; the interval allows for all cards.
    pub delta: Option<Measured>,
    /// The share of the copies drawn that lie in a hand at the end.
    pub dead: Option<Measured>,
    /// Copies put to use for each one drawn.
    pub used: f64,
    /// False for a card that no action plays, which does its work where it lies.
    pub is_played: bool,
    /// Copies drawn a game.
    pub drawn: f64,
    /// True if what it is worth to who draws it was looked at.
    pub is_valued: bool,
    /// True for a card that is meant to do nothing.
    pub is_blank: bool,
    /// The cost of restrictions that name it.
    pub restricted: Restricted,
    /// The first game of the main batch in which it is drawn.
    pub first_drawn: Option<u64>,
}

/// The cost to a player of being restricted, as a share of the win; the intervals allow for all restrictions. None where
/// it changed nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Restricted {
    /// Never to choose it where something else is legal.
    pub without: Option<Measured>,
    /// Always to choose it where it is legal.
    pub always: Option<Measured>,
}

/// A bot in one seat against others of a weaker level.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    /// The share of the win of the stronger one.
    pub share: Measured,
    /// How often it comes out ahead of one of the others.
    pub ahead: Measured,
    /// How often both come out equal.
    pub equal: f64,
    /// Ahead and half of equal: at 1/2 it is as strong as the others.
    pub rate: Measured,
    /// A fair share: an even part of the games that somebody won; none where all win together.
    pub fair: Option<f64>,
}

/// A kind of action.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Its id.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// How often it is chosen in a game, by all players together.
    pub used: f64,
    /// The cost of restrictions that name it.
    pub restricted: Restricted,
    /// The first game of the main batch in which it is chosen.
    pub first_chosen: Option<u64>,
}

/// A changed deck.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The card.
    pub card: String,
    /// One copy more, or one less.
    pub more: bool,
    /// By how much it changes the turns of a game; the interval allows for all cards.
    pub turns: Measured,
    /// The table with the changed deck.
    pub size: Option<Size>,
}

impl Change {
    /// Returns the change in words: `one Ace more`.
    pub fn what(&self) -> String {
        format!("one {} {}", self.card, if self.more { "more" } else { "less" })
    }
}

/// The knowledge of decks that differ by one copy of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Decks {
    /// There are none.
    #[default]
    None,
    /// They have too few games; so many times as many would be enough.
    Few(f64),
    /// The effect on the turns of the one that may change them most; the interval allows for all cards.
    Known(Measured),
}

/// A part of the outcome and how much of it is explained.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// `bot`, `seat`, `deal`, `draws`, `interplay` or `ties`.
    pub name: String,
    /// Its share of the variance.
    pub share: Measured,
}

/// All that is known. What is missing was not measured, or can't be.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// True if the players win or lose together by the design, or one plays alone.
    pub is_together: bool,
    /// The games of the usual table that differ and all of them, where all others are copies.
    pub copies: Option<(u64, u64)>,
    /// The usual table.
    pub main: Option<Size>,
    /// The other tables, in rising order.
    pub sizes: Vec<Size>,
    /// The usual table with the printed rules.
    pub printed: Option<Size>,
    /// The usual table with searches in all seats.
    pub searching: Option<Size>,
    /// The usual table with the learned bot in all seats.
    pub learned: Option<Size>,
    /// The same at its lower levels, each with its level, weakest first.
    pub lower: Vec<(usize, Size)>,
    /// Games of the main batch that are typical or extreme: what they are, and their numbers.
    pub notable: Vec<(Notability, u64)>,
    /// The share of games that come to an end.
    pub finished: Option<Measured>,
    /// The share of the games that somebody wins.
    pub won: Option<Measured>,
    /// Guards of the rules that stopped games, and in how many games.
    pub guards: Vec<(String, u64)>,
    /// The actions that go round and round in one turn where games are broken off for their number of decisions.
    pub circle: Vec<String>,
    /// The share of games that nobody leads at half time.
    pub half_level: Option<Measured>,
    /// The share of the others that the leader at half time wins; none if nobody ever leads.
    pub half_time: Option<Measured>,
    /// When the winner takes the lead for good, as a share of the game.
    pub decided_at: Option<Measured>,
    /// The cards.
    pub cards: Vec<Card>,
    /// The worth of cards to who draws them at the other tables, as far as it is known: the number of players, each
    /// card's display name and its worth; the intervals allow for all cards.
    pub held_at: Vec<(usize, Vec<(String, Measured)>)>,
    /// The kinds of actions.
    pub actions: Vec<Action>,
    /// `greedy` among `random`.
    pub duel: Option<Duel>,
    /// A search among `greedy`.
    pub search_duel: Option<Duel>,
    /// The learned bot among `greedy`.
    pub learned_duel: Option<Duel>,
    /// The changes that make games shorter, and those that make them longer.
    pub changes: Vec<Change>,
    /// The decks that these are from.
    pub decks: Decks,
    /// False if no search was played.
    pub is_searched: bool,
    /// The sources of the outcome among bots of different levels.
    pub sources: Vec<Source>,
    /// Which bots these were.
    pub ladder: Ladder,
    /// True if the game has no heuristic: `greedy` is another `random` then.
    pub greedy_is_random: bool,
}
