//! The results of the steps of a study, as figures with names and types, read off their tables.

use crate::study::answers::{LUCK, SEAT};
use crate::study::{Done, LOWER_LEVELS, Step, Study, Subject};
use crate::wording::{of_hundred, range, rest_of_hundred};
use ludometer_bots::Rule;
use ludometer_model::{Contest, Sharing, Value, player};
use ludometer_run::{
    AnyGame, CardEffect, CardHoldingRow, CardValueRow, RestrictedKind, RestrictedRow, VarianceRow,
};
use ludometer_stats::{
    Bounded, CardRow, CardUseRow, CoverageKind, CoverageRow, Estimate, Figure, LengthRow, LossRow,
    MatchupRow, MetricRow, Notability, NotableRow, SeatRow, SideRow, StrategyRow, SummaryRow, TurnTime,
    catalogue, decided, score_quantiles, widening, wilson,
};

/// The answers of a study, about as many as it has.
const ANSWERS: usize = 20;

/// The rows of a table of cards or restrictions, at least.
const ROWS: usize = 10;

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

    /// Returns the interval as it is where a difference of any size is said to be one, or something is accused, of so many
    /// that are looked at together: in all answers of a study, of which one in twenty would be wrong otherwise wherever there is no difference.
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

    /// Returns the interval, which allows for all rows of its table, as one of all answers as well.
    #[must_use]
    pub fn row_among_answers(self) -> Self {
        let wide = widening(ROWS * ANSWERS) / widening(ROWS);
        let Self { value, low, high, games } = self;
        Self { value, low: value - (value - low) * wide, high: value + (high - value) * wide, games }
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

    /// Returns it less a figure of games that were played apart.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        let value = self.value - other.value;
        let half = |m: Self| (m.high - m.low) / 2.0;
        let half = half(self).hypot(half(other));
        Self { value, low: value - half, high: value + half, games: self.games.min(other.games) }
    }

    /// Returns it with the other sign.
    #[must_use]
    pub fn negative(self) -> Self {
        let Self { value, low, high, games } = self;
        Self { value: -value, low: -high, high: -low, games }
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

    /// Returns the interval of its size, whichever way it goes: of a difference that is not 0.
    pub fn size(self) -> (f64, f64) {
        (self.low.abs().min(self.high.abs()), self.at_most())
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
    /// The mean number of minutes at the pace of the study.
    pub minutes: Option<Measured>,
    /// What is shared: of seats or sides, wins or losses.
    pub parties: Parties,
    /// Who begins, and how that goes with winning.
    pub order: Order,
    /// Each seat's or side's share of it.
    pub shares: Vec<Measured>,
    /// How often each side wins that is drawn in each game.
    pub drawn: Vec<(String, Measured)>,
    /// The share of the games that are won, where the players win or lose together or one plays alone.
    pub together: Option<Measured>,
    /// The score of the table, where they play for one.
    pub score: Option<TableScore>,
    /// Figures of its games that depend on the number of players.
    pub course: Course,
}

/// The course of the games of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Course {
    /// The share of the games in which several tie for the win.
    pub ties: Option<Measured>,
    /// The share of the games that several win jointly.
    pub joint: Option<Measured>,
    /// The share of the wins of whoever moves first, less the fair one.
    pub first: Option<Measured>,
    /// The share of the turns in which a player has nothing to decide, as the mean of all.
    pub waiting: Option<f64>,
    /// How close the two best chances are, from 0 to 1.
    pub tension: Option<f64>,
    /// The share of who wins that the deal, draws and dice explain among equal players.
    pub luck: Option<Measured>,
}

impl Course {
    fn of(done: &Done) -> Self {
        let rows: Vec<MetricRow> = done.rows();
        let of = |figure: &Figure| {
            let of = rows.iter().filter(|row| row.metric == figure.id);
            of.filter_map(|row| Measured::of(row.value.of(row.games))).collect::<Vec<_>>()
        };
        let mean = |figure: &Figure| {
            let all = of(figure);
            (!all.is_empty()).then(|| all.iter().map(|one| one.value).sum::<f64>() / all.len() as f64)
        };
        Self {
            ties: metric(done, catalogue::SHARED_WINS.id),
            joint: metric(done, catalogue::JOINT_WINS.id),
            first: of(&catalogue::FIRST_MOVER_ADVANTAGE).first().copied(),
            waiting: mean(&catalogue::WAITING),
            tension: mean(&catalogue::TENSION),
            // It is found in games of its own.
            luck: None,
        }
    }
}

/// The scores of tables that play together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableScore {
    /// The mean.
    pub mean: Measured,
    /// The quantiles at 5, 50 and 95 %.
    pub quantiles: [f64; 3],
}

/// Who wins by what one player does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gainer {
    /// The player alone.
    #[default]
    Player,
    /// The player, who wins whenever another one loses.
    Spared,
    /// The whole side of the player.
    Side,
    /// All players.
    Table,
}

impl Gainer {
    /// Returns who gains where games are won in this way.
    fn of(contest: &Contest) -> Self {
        match () {
            () if contest.parties.iter().any(|party| party.len() > 1) && !contest.is_contest() => Self::Table,
            () if contest.has_sides() || !contest.drawn.is_empty() => Self::Side,
            () if contest.ends.are_lost_alone => Self::Spared,
            () => Self::Player,
        }
    }

    /// Says what is gained, `2 points` or nothing, where one player never chooses this.
    pub fn without(self, what: &str, gain: &str) -> String {
        let by = if gain.is_empty() { String::new() } else { format!(" {gain}") };
        match self {
            Self::Player => format!("A greedy player who never chooses {what} wins{by} more"),
            Self::Spared => format!("A greedy player who never chooses {what} loses{by} less often"),
            Self::Side => {
                format!("A side wins{by} more where one of its greedy players never chooses {what}")
            }
            Self::Table => format!("Greedy players win{by} more where one of them never chooses {what}"),
        }
    }

    /// Says what is gained, `2 points (1 to 3)`, where one player always chooses this.
    pub fn always(self, what: &str, [gain, range]: [&str; 2]) -> String {
        match self {
            Self::Player => {
                format!(
                    "Who always chooses {what} where possible wins {gain} more than greedy players ({range})"
                )
            }
            Self::Spared => format!(
                "Who always chooses {what} where possible loses {gain} less often than greedy players ({range})"
            ),
            Self::Side => {
                format!(
                    "A side wins {gain} more where one of its players always chooses {what} where possible ({range})"
                )
            }
            Self::Table => {
                format!(
                    "Players win {gain} more where one of them always chooses {what} where possible ({range})"
                )
            }
        }
    }

    /// Says how much more often those win who `get` a card than others do, or less often lose.
    pub fn who_gets(self, get: &str, by: &str) -> String {
        match self {
            Self::Player | Self::Side => format!("players who {get} win {by} more often"),
            Self::Spared => format!("players who {get} lose {by} less often"),
            Self::Table => format!("the tables of players who {get} win {by} more often"),
        }
    }

    /// Returns what follows, after `greedy players`.
    pub const fn gains(self) -> &'static str {
        match self {
            Self::Spared => "lose less often",
            Self::Player | Self::Side | Self::Table => "win more",
        }
    }
}

/// The order of play beside the seats.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Order {
    /// It wasn't counted, or the deal decides who begins, so that its shares are those of the cards.
    #[default]
    Unknown,
    /// It is that of the seats: the first one always begins.
    Seats,
    /// Not every game begins with the same seat: the win share of who moves first, second and so on.
    Apart(Vec<Measured>),
}

impl Order {
    /// Returns the shares of an order that is not that of the seats; none otherwise.
    pub fn apart(&self) -> &[Measured] {
        if let Self::Apart(shares) = self { shares } else { &[] }
    }
}

/// Returns the fair one of shares: an even part of all that is won, or lost.
pub(super) fn fair(shares: &[Measured]) -> f64 {
    shares.iter().map(|share| share.value).sum::<f64>() / shares.len().max(1) as f64
}

/// Returns each share less the fair one, as one of all.
pub(super) fn biases(shares: &[Measured]) -> impl Iterator<Item = Measured> {
    let fair = fair(shares);
    shares.iter().map(move |share| share.less(fair).among(shares.len()))
}

/// Returns the share that is certainly farthest from the fair one, if one is by more than this. It is accused of it, so the
/// interval is that of one among all answers.
pub(super) fn favoured(shares: &[Measured], by: f64) -> Option<(usize, Measured)> {
    let fair = fair(shares);
    let bias = shares.iter().map(|share| share.less(fair).among_answers(shares.len())).enumerate();
    let sure = bias.filter(|(_, bias)| bias.low > by || bias.high < -by);
    sure.max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()))
}

/// Who has shares of what.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parties {
    /// The names of sides; none where each seat has its own share.
    pub sides: Vec<String>,
    /// True if losses are shared, which are all that counts.
    pub lose: bool,
    /// Whose wins a share is a part of.
    pub sharing: Sharing,
}

impl Parties {
    /// Returns the name of a seat or side.
    pub fn name(&self, at: usize) -> String {
        self.sides.get(at).map_or_else(|| player(at), |side| format!("the side of {side}"))
    }

    /// Returns what they are called together.
    pub const fn noun(&self) -> &'static str {
        if self.sides.is_empty() { "seats" } else { "sides" }
    }

    /// Returns what each does as often as is fair.
    pub const fn verb(&self) -> &'static str {
        if self.lose { "loses" } else { self.sharing.words()[0] }
    }

    /// Returns what a share is of, in a sentence, after the share.
    pub const fn whole(&self) -> &'static str {
        self.sharing.words()[1]
    }

    /// Returns true if a share is one of the wins, of which others have a part in each.
    pub fn are_shared(&self) -> bool {
        self.sharing != Sharing::Own
    }

    /// Says that one has a share that is too large, or too small: `wins too often`. `by` is by how much, in words, or nothing.
    pub fn too(&self, is_large: bool, by: &str) -> String {
        let verb = [self.verb(), by].join(" ");
        match (self.are_shared(), is_large) {
            (true, true) => format!("{} too many of the wins", verb.trim()),
            (true, false) => format!("{} too few of the wins", verb.trim()),
            (_, true) => format!("{} too often", verb.trim()),
            (_, false) => format!("{} too seldom", verb.trim()),
        }
    }
}

impl Size {
    /// Returns what each seat or side is expected to win; nothing where players win or lose together.
    pub fn contested(&self) -> &[Measured] {
        if self.together.is_some() { &[] } else { &self.shares }
    }

    /// Returns each share less the fair one, as one of all; none where players win or lose together.
    pub fn bias(&self) -> Vec<Measured> {
        biases(self.contested()).collect()
    }

    /// Returns the seat that is certainly farthest from its fair share, if one is by more than this.
    pub fn favoured(&self, by: f64) -> Option<(usize, Measured)> {
        favoured(self.contested(), by)
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
    /// Whether it was ever legal for a player who always chooses it then, in [`OFFERED`] games or more.
    pub offered: Option<bool>,
}

/// In fewer games it isn't said that something never comes up.
const OFFERED: u64 = 64;

/// Level in more than this part of the games, who is ahead in few is no worse for it.
const LEVEL: f64 = 0.1;

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

impl Duel {
    /// Returns how often it is ahead where they are not level: at 1/2 it is as strong as the others.
    pub fn decided(&self) -> Measured {
        let of = |rate| decided(rate, self.equal);
        let Measured { value, low, high, games } = self.rate;
        Measured { value: of(value), low: of(low), high: of(high), games }
    }

    /// Returns how it went, with who `finishes` and whom: `a search finishes ahead of them in 54 of 100 games (50.9 to 57.1),
    /// level in 3 and behind in 43`.
    pub fn says(&self, finishes: &str, whom: &str) -> String {
        let ahead = format!(
            "{finishes} ahead of {whom} in {} of 100 games ({})",
            of_hundred(self.ahead.value),
            range(self.ahead)
        );
        if self.equal == 0.0 {
            return ahead;
        }
        let [level, behind] = self.rest();
        format!("{ahead}, level in {level} and behind in {behind}")
    }

    /// Returns of how many of 100 games it is level, and of how many behind.
    fn rest(&self) -> [String; 2] {
        let behind = (1.0 - self.ahead.value - self.equal).max(0.0);
        rest_of_hundred(self.ahead.value, [self.equal, behind])
    }

    /// Returns how often the one is ahead, in a few words: `33 of 100`; and how often it is behind, where that is not what is left.
    pub fn in_short(&self) -> String {
        let ahead = format!("{} of 100", of_hundred(self.ahead.value));
        if self.equal <= LEVEL {
            return ahead;
        }
        let [_, behind] = self.rest();
        format!("{ahead} and is behind in {behind}")
    }
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

/// A change that could be tried, as it was seen in games other than those in which it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The change in words: `one Ace more in the deck`.
    pub what: String,
    /// The step that played it.
    pub step: Step,
    /// The table with it.
    pub new: Size,
    /// The table without it.
    pub old: Size,
}

impl Change {
    /// Returns by how much it changes the turns of a game, as one of all answers.
    pub fn turns(&self) -> Option<Measured> {
        Some(self.new.mean?.minus(self.old.mean?).among_answers(1))
    }
}

/// Who is surely off the fair share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accused {
    /// A seat or side.
    Seat(usize),
    /// A place in an order of play that is not that of the seats.
    Place(usize),
}

impl Accused {
    /// Returns what it is off by at a table, with the interval of one figure.
    pub fn bias(self, table: &Size) -> Option<Measured> {
        let (shares, at) = match self {
            Self::Seat(at) => (&table.shares[..], at),
            Self::Place(at) => (table.order.apart(), at),
        };
        Some(shares.get(at)?.less(fair(shares)))
    }
}

/// Returns who is accused at a table, and by how much it is off: a seat before a place in the order of play.
pub(super) fn accused(table: &Size) -> Option<(Accused, Measured)> {
    let seat = favoured(table.contested(), SEAT).map(|(at, bias)| (Accused::Seat(at), bias));
    seat.or_else(|| favoured(table.order.apart(), SEAT).map(|(at, bias)| (Accused::Place(at), bias)))
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
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Facts {
    /// True if the players win or lose together by the design, or one plays alone.
    pub is_together: bool,
    /// The share of the games that are won with one `greedy` among `random`, where all win or lose together; that of a random
    /// player who plays alone.
    pub won_of_duel: Option<Measured>,
    /// The same with one search among `greedy`, or a search alone.
    pub won_of_search: Option<Measured>,
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
    /// Who wins by what one player does.
    pub gainer: Gainer,
    /// True if the fewest points win.
    pub fewest_win: bool,
    /// The score of a table with one `greedy` among `random`.
    pub score_of_duel: Option<Measured>,
    /// The score of a table with one search among `greedy`.
    pub score_of_search: Option<Measured>,
    /// A search among `greedy`.
    pub search_duel: Option<Duel>,
    /// The learned bot among `greedy`.
    pub learned_duel: Option<Duel>,
    /// Who is surely off the fair share at the usual table.
    pub accused: Option<Accused>,
    /// How many settings were tried to mend that, and the one that looked best.
    pub settings: Option<(u64, Option<Change>)>,
    /// The changes that seemed to make games shorter, and those that seemed to make them longer.
    pub changes: Vec<Change>,
    /// The decks that these are from.
    pub decks: Decks,
    /// False if no search was played.
    pub is_searched: bool,
    /// The sources of the outcome among greedy players, who are equals.
    pub sources: Vec<Source>,
    /// True if the game has no heuristic: `greedy` is another `random` then.
    pub greedy_is_random: bool,
    /// True if each game draws who belongs to which side: one player then decides little of what its side wins.
    pub are_sides_drawn: bool,
    /// The pace of people at the table.
    pub pace: TurnTime,
}

impl Facts {
    /// Returns true where no game is won or lost: the table only scores.
    pub fn is_only_scored(&self) -> bool {
        self.main.as_ref().is_some_and(|main| main.together.is_none() && main.score.is_some())
    }

    /// Returns true if greedy players choose no better than at random.
    pub fn plays_at_random(&self) -> bool {
        let is_no_better = |duel: &Duel| duel.decided().among_answers(1).high < LUCK;
        let can_tell = !self.is_together && !self.are_sides_drawn;
        self.greedy_is_random || can_tell && self.duel.as_ref().is_some_and(is_no_better)
    }

    /// Returns the duels of better bots with greedy ones, the one that is surely ahead most often first, and who these are:
    /// in a sentence, and in a few words.
    pub fn better(&self) -> Vec<([&'static str; 2], &Duel)> {
        let has_sides = self.main.as_ref().is_some_and(|main| !main.parties.sides.is_empty());
        let who = if has_sides {
            ["a searching side", "a learned side"]
        } else {
            ["a searching player", "a learned player"]
        };
        let who = who.into_iter().zip(["a search", "the learned bot"]).map(<[_; 2]>::from);
        let duels = who.zip([&self.search_duel, &self.learned_duel]);
        let mut duels: Vec<_> = duels.filter_map(|(who, duel)| Some((who, duel.as_ref()?))).collect();
        duels.sort_by(|(_, a), (_, b)| b.rate.low.total_cmp(&a.rate.low));
        duels
    }

    /// Reads the facts off the steps of a study.
    pub fn of(subject: &Subject<'_>, study: &Study) -> Self {
        let report = |step: Step| study.get(&step);
        let contest = subject.game.contest();
        let is_together = !contest.is_contest();
        let size = |step: Step| size(subject, study, &step, subject.game);
        let won_together = |step: Step| {
            report(step).filter(|_| is_together).and_then(|done| metric(done, catalogue::WON.id))
        };
        let mut facts = Self {
            is_together,
            copies: report(Step::Main).and_then(|main| Some((main.distinct?, main.games))),
            main: size(Step::Main),
            printed: size(Step::Printed),
            searching: size(Step::SearchTable),
            learned: size(Step::LearnedTable),
            duel: report(Step::Duel).and_then(duel),
            fewest_win: contest.ends.fewest_win,
            gainer: Gainer::of(contest),
            won_of_duel: won_together(Step::Duel),
            won_of_search: won_together(Step::SearchDuel),
            score_of_duel: report(Step::Duel).and_then(|done| metric(done, catalogue::TABLE_SCORE.id)),
            score_of_search: report(Step::SearchDuel)
                .and_then(|done| metric(done, catalogue::TABLE_SCORE.id)),
            search_duel: report(Step::SearchDuel).and_then(duel),
            learned_duel: report(Step::LearnedDuel).and_then(duel),
            greedy_is_random: subject.game.design().greedy_is_random,
            are_sides_drawn: !contest.drawn.is_empty(),
            pace: subject.pace.clone(),
            ..Self::default()
        };
        for (at, game) in subject.sizes.iter().enumerate() {
            let mut size = self::size(subject, study, &Step::Size(at), &**game);
            if let Some(size) = &mut size {
                size.course.luck = report(Step::VarianceAt(at)).and_then(|done| luck(&sources(done)));
            }
            facts.sizes.extend(size);
        }
        for (at, level) in LOWER_LEVELS.enumerate() {
            facts.lower.extend(size(Step::LevelTable(at)).map(|size| (level, size)));
        }
        if let Some(main) = report(Step::Main) {
            let metrics: Vec<MetricRow> = main.rows();
            let metric = |figure: &Figure| {
                let row = metrics.iter().find(|row| row.metric == figure.id)?;
                Measured::of(row.value.of(row.games))
            };
            facts.finished = metric(&catalogue::FINISHED);
            facts.won = metric(&catalogue::WON);
            facts.half_level = metric(&catalogue::HALF_TIME_LEVEL);
            facts.half_time = metric(&catalogue::HALF_TIME_LEADER_WINS);
            facts.decided_at = metric(&catalogue::DECIDED_AT);
            facts.notable = main.rows().into_iter().map(|row: NotableRow| (row.what, row.game)).collect();
            let names = subject.game.names();
            for CoverageRow { kind, item, games, .. } in main.rows() {
                match kind {
                    CoverageKind::Guard if games > 0 => facts.guards.push((item, games)),
                    CoverageKind::Loop => facts.circle.push(names.of("action", &item)),
                    _ => {}
                }
            }
            let costs = restricted(report(Step::Restricted));
            facts.cards = cards(subject, main, report(Step::Holding), &costs);
            facts.actions = actions(subject, main, &costs);
        }
        for (at, game) in subject.sizes.iter().enumerate() {
            facts.held_at.extend(report(Step::HoldingAt(at)).map(|done| (game.seats(), held(subject, done))));
        }
        facts.is_searched = study.sizes.search > 0;
        facts.decks = decks(subject, study);
        facts.accused = facts.main.as_ref().and_then(accused).map(|(accused, _)| accused);
        for longer in [false, true] {
            facts.changes.extend(change(subject, study, Step::Change(longer)));
        }
        let tried = report(Step::Settings).and_then(|done| done.tried.as_ref());
        facts.settings = tried.map(|(count, _)| (*count, change(subject, study, Step::Setting)));
        facts.sources = report(Step::Variance).map(sources).unwrap_or_default();
        if let Some(main) = &mut facts.main {
            main.course.luck = luck(&facts.sources);
        }
        facts
    }
}

/// Returns the sources of the outcome among greedy players, who are equals.
fn sources(variance: &Done) -> Vec<Source> {
    let equals = variance.rows().into_iter().filter(|row: &VarianceRow| row.among == VarianceRow::OWN);
    let source =
        |row: VarianceRow| Some(Source { share: Measured::of(row.share.of(row.deals))?, name: row.source });
    equals.filter_map(source).collect()
}

/// Returns the share of the deal, draws and dice. Its interval is that of both parts together, and so a little too wide.
pub(super) fn luck(sources: &[Source]) -> Option<Measured> {
    let part = |name: &str| sources.iter().find(|source| source.name == name).map(|source| source.share);
    let (deal, draws) = (part("deal")?, part("draws")?);
    let (low, high) = (deal.low + draws.low, (deal.high + draws.high).min(1.0));
    Some(Measured { value: deal.value + draws.value, low, high, games: deal.games })
}

fn size(subject: &Subject<'_>, study: &Study, step: &Step, game: &dyn AnyGame) -> Option<Size> {
    size_of(study.get(step)?, game, &subject.pace)
}

/// Returns the usual table of a study.
pub(super) fn main(subject: &Subject<'_>, study: &Study) -> Option<Size> {
    size(subject, study, &Step::Main, subject.game)
}

/// Returns the table that a batch played at.
pub(super) fn size_of(done: &Done, game: &dyn AnyGame, pace: &TurnTime) -> Option<Size> {
    let (seats, contest) = (game.seats(), game.contest());
    let (parties, shares) = shares(done, contest);
    let together = if contest.is_contest() { None } else { together(&shares) };
    let (turns, mean) = (done.turns?, metric(done, catalogue::TURNS.id));
    let summary: Vec<SummaryRow> = done.rows();
    let minutes = pace.minutes(|name| Some(summary.iter().find(|row| row.metric == name)?.value));
    let minutes = minutes.and_then(Measured::of);
    let score = metric(done, catalogue::TABLE_SCORE.id).zip(score_quantiles(&done.rows()));
    let score = score.map(|(mean, quantiles)| TableScore { mean, quantiles });
    let (lengths, drawn) = (lengths(done, turns[1]), drawn(done));
    let is_by_seat = contest.is_contest() && !parties.lose && parties.sides.is_empty();
    let order = if is_by_seat { order(done, &shares) } else { Order::Unknown };
    let course = Course::of(done);
    Some(Size {
        seats,
        turns,
        lengths,
        mean,
        minutes,
        parties,
        order,
        shares,
        drawn,
        together,
        score,
        course,
    })
}

/// Returns how often who moves first, second and so on wins, beside the shares of the seats.
fn order(done: &Done, seats: &[Measured]) -> Order {
    let rows =
        done.rows().into_iter().filter(|row: &MetricRow| row.metric == catalogue::WIN_SHARE_BY_ORDER.id);
    let shares: Vec<Measured> = rows.filter_map(|row| Measured::of(row.value.of(row.games))).collect();
    if shares.is_empty() || shares.len() != seats.len() {
        Order::Unknown
    } else if shares.iter().zip(seats).all(|(order, seat)| (order.value - seat.value).abs() < 1e-9) {
        Order::Seats
    } else {
        Order::Apart(shares)
    }
}

/// Returns how often each side wins that is drawn in each game: what is even among such sides, only the design knows.
fn drawn(done: &Done) -> Vec<(String, Measured)> {
    let sides = done.rows().into_iter().filter(|row: &SideRow| row.expected_rate.is_none());
    sides.filter_map(|row| Some((row.side, Measured::of(row.win_rate.of(row.games))?))).collect()
}

/// Returns who has which share: of the losses where these are all that counts, of the wins by fixed sides, or by seats.
fn shares(done: &Done, contest: &Contest) -> (Parties, Vec<Measured>) {
    let losses = done.rows().into_iter().map(|row: LossRow| Measured::of(row.loss_rate.of(row.games)));
    let losses: Vec<Measured> = losses.flatten().collect();
    if contest.ends.are_lost_alone {
        return (Parties { lose: true, ..Parties::default() }, losses);
    }
    let sides = done.rows().into_iter().filter(|row: &SideRow| row.expected_rate.is_some());
    let side = |row: SideRow| Some((row.side, Measured::of(row.win_rate.of(row.games))?));
    let (sides, shares): (Vec<String>, Vec<Measured>) = sides.filter_map(side).unzip();
    if !sides.is_empty() {
        return (Parties { sides, ..Parties::default() }, shares);
    }
    let share = |row: SeatRow| Measured::of(row.win_rate.of(row.games));
    let joint = metric(done, catalogue::JOINT_WINS.id).map(|joint| joint.value);
    let parties = Parties { sharing: contest.sharing(joint), ..Parties::default() };
    (parties, done.rows().into_iter().filter_map(share).collect())
}

/// Returns the shortest and the longest game, and the share of those of this length.
fn lengths(done: &Done, usual: u32) -> Option<([u32; 2], f64)> {
    let rows: Vec<LengthRow> = done.rows();
    let all: u64 = rows.iter().map(|row| row.games).sum();
    let as_long: u64 = rows.iter().filter(|row| row.turns == u64::from(usual)).map(|row| row.games).sum();
    let turns = || rows.iter().map(|row| row.turns as u32);
    Some(([turns().min()?, turns().max()?], as_long as f64 / all as f64))
}

/// Returns the share of the games that are won, where all win or lose together.
fn together(shares: &[Measured]) -> Option<Measured> {
    let games = shares.first()?.games;
    let value: f64 = shares.iter().map(|share| share.value).sum();
    let (low, high) = wilson(value.min(1.0), games)?;
    Some(Measured { value, low, high, games })
}

/// Returns the figure that has this name in `summary.csv`.
fn metric(done: &Done, name: &str) -> Option<Measured> {
    let row = done.rows().into_iter().find(|row: &SummaryRow| row.metric == name)?;
    Measured::of(row.value)
}

/// Returns the first bot of a line-up against the others.
fn duel(report: &Done) -> Option<Duel> {
    let (first, pair) = (report.rows::<StrategyRow>(), report.rows::<MatchupRow>());
    let (first, pair) = (first.first()?, pair.first()?);
    let of_pair = |figure: Bounded| Measured::of(figure.of(pair.games));
    Some(Duel {
        share: Measured::of(first.win_rate.of(first.games))?,
        ahead: of_pair(pair.ahead)?,
        equal: pair.level(),
        rate: of_pair(pair.rate)?,
        fair: first.expected_rate,
    })
}

/// Returns the first game in which something came up.
fn first_game(coverage: &[CoverageRow], kind: CoverageKind, item: &str) -> Option<u64> {
    coverage.iter().find(|row| row.kind == kind && row.item == item)?.first_game
}

/// Returns a figure with the interval that holds for all rows of its table together.
fn adjusted(figure: Bounded, interval: Option<(f64, f64)>, games: u64) -> Option<Measured> {
    Measured::of(Bounded { interval, ..figure }.of(games))
}

/// With fewer pairs of games nothing is said of a card: its interval would hold too seldom.
const PAIRS: u64 = 30;

/// Returns the figure with an interval that is no single point where no pair of games made a difference: up to three
/// in so many may have made one.
fn at_least_seen(held: Measured) -> Measured {
    let half = if held.low == held.high { 3.0 / held.games as f64 } else { 0.0 };
    Measured { low: held.low - half, high: held.high + half, ..held }
}

/// The costs of restrictions: what they are about, its id, the cost.
type Costs = Vec<((RestrictedKind, String), Restricted)>;

fn restricted(done: Option<&Done>) -> Costs {
    let mut costs = Costs::new();
    for row in done.map(Done::rows::<RestrictedRow>).unwrap_or_default() {
        let loss = adjusted(row.loss, row.adjusted, row.games).map(|loss| loss.within(-1.0, 1.0));
        let subject = (row.what, row.id);
        if costs.last().is_none_or(|(last, _)| *last != subject) {
            costs.push((subject, Restricted::default()));
        }
        if let Some((_, cost)) = costs.last_mut() {
            if row.rule == Rule::Always.word() {
                cost.always = loss;
                let times = row.chosen.filter(|&times| times > 0.0 || row.games >= OFFERED);
                cost.offered = times.map(|times| times > 0.0);
            } else {
                // Who can't avoid most of it does not do without.
                let is_avoided = row.chosen.unwrap_or(0.0) < row.usual.unwrap_or(0.0) / 2.0;
                cost.without = loss.filter(|_| is_avoided);
            }
        }
    }
    costs
}

fn cost_of(costs: &Costs, kind: RestrictedKind, id: &str) -> Restricted {
    let found = costs.iter().find(|((what, name), _)| *what == kind && name == id);
    found.map_or_else(Restricted::default, |(_, cost)| *cost)
}

/// Returns what a card is worth, if that is known.
fn worth(row: &CardHoldingRow) -> Option<Measured> {
    let worth = adjusted(row.value, row.adjusted, row.pairs)?;
    (worth.games >= PAIRS).then(|| at_least_seen(worth))
}

/// Returns the cards whose worth is known, with it.
fn held(subject: &Subject<'_>, done: &Done) -> Vec<(String, Measured)> {
    let known = |row: CardHoldingRow| Some((subject.game.names().card(&row.card), worth(&row)?));
    done.rows().into_iter().filter_map(known).collect()
}

fn cards(subject: &Subject<'_>, main: &Done, holding: Option<&Done>, costs: &Costs) -> Vec<Card> {
    let (uses, observed, coverage) = (main.rows::<CardUseRow>(), main.rows::<CardRow>(), main.rows());
    let held = holding.map(Done::rows::<CardHoldingRow>).unwrap_or_default();
    let card = |card: &ludometer_playable::CardKind| {
        let used = uses.iter().find(|row| row.card == card.name);
        let mean = |figure: fn(&CardUseRow) -> Bounded| used.and_then(|row| figure(row).value).unwrap_or(0.0);
        let drawn = mean(|row| row.drawn);
        let held = held.iter().find(|row| row.card == card.name);
        let delta = observed.iter().find(|row| row.card == card.name);
        let delta = delta.and_then(|row| Measured::of(row.delta.of(row.games)));
        Card {
            name: card.title.clone(),
            is_valued: held.is_some(),
            holding: held.and_then(worth),
            is_left_out: held.is_some_and(|row| row.pairs == 0 && row.left_out > 0),
            delta: delta.map(|delta| delta.among(subject.game.cards().len())),
            dead: used.and_then(|row| Measured::of(row.dead_share.of(row.games))),
            used: if drawn > 0.0 { mean(|row| row.used) / drawn } else { 0.0 },
            drawn,
            is_blank: card.is_blank,
            is_played: card.is_played,
            restricted: cost_of(costs, RestrictedKind::Card, &card.name),
            first_drawn: first_game(&coverage, CoverageKind::Card, &format!("{} drawn", card.name)),
        }
    };
    subject.game.cards().iter().map(card).collect()
}

fn actions(subject: &Subject<'_>, main: &Done, costs: &Costs) -> Vec<Action> {
    let coverage: Vec<CoverageRow> = main.rows();
    let action = |name: &String| Action {
        id: name.clone(),
        name: subject.game.names().action(name),
        used: metric(main, &catalogue::ACTION.id.replace('*', name)).map_or(0.0, |mean| mean.value),
        restricted: cost_of(costs, RestrictedKind::Action, name),
        first_chosen: first_game(&coverage, CoverageKind::Action, name),
    };
    subject.game.design().action_kinds.iter().map(action).collect()
}

fn decks(subject: &Subject<'_>, study: &Study) -> Decks {
    let Some(done) = study.get(&Step::Deck) else { return Decks::None };
    let turns = done.rows().into_iter().filter(|row: &CardValueRow| row.on == CardEffect::Turns);
    let known = turns
        .filter_map(|row| adjusted(row.effect, row.adjusted, row.deals))
        .max_by(|a, b| a.at_most().total_cmp(&b.at_most()));
    known.map_or_else(|| Decks::Few(study.sizes.times_to_decks(subject.counts())), Decks::Known)
}

fn change(subject: &Subject<'_>, study: &Study, step: Step) -> Option<Change> {
    let (key, by) = subject.change(study, &step)?;
    let game = subject.game;
    let table = |step: &Step| size(subject, study, step, game);
    let (new, old) = (table(&step)?, table(&Step::Fresh)?);
    let mut cards = game.cards().iter();
    let card = cards.find(|card| game.probes().copies_key(&card.name).as_deref() == Some(&key));
    let what = match (card, game.rules().get(&key)) {
        (Some(card), _) => format!("one {} {} in the deck", card.title, if by > 0 { "more" } else { "less" }),
        // A key is no word to begin a sentence with.
        (None, Some(Value::Int(now))) => format!("{} instead of {now} for {key}", now + by),
        (None, _) => return None,
    };
    Some(Change { what, step, new, old })
}
