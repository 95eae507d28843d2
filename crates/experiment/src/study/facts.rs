//! What the steps of a study found, as figures with names and types.

use super::{Done, Step, Study, Subject};
use ludometer_stats::{Cell, Table, normal_quantile};

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
    /// Returns the interval as it is if it is one of so many that are looked at together (Bonferroni).
    #[must_use]
    pub fn among(self, looks: usize) -> Self {
        let wide = normal_quantile(1.0 - 0.025 / looks.max(1) as f64) / normal_quantile(0.975);
        let Self { value, low, high, games } = self;
        Self { value, low: value - (value - low) * wide, high: value + (high - value) * wide, games }
    }

    /// Returns it less a number.
    #[must_use]
    pub fn less(self, by: f64) -> Self {
        let Self { value, low, high, games } = self;
        Self { value: value - by, low: low - by, high: high - by, games }
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
    /// The mean number of turns.
    pub mean: Option<Measured>,
    /// Each seat's share of the win.
    pub shares: Vec<Measured>,
}

impl Size {
    /// Returns each seat's win share less the fair one, as one of all seats.
    pub fn bias(&self) -> Vec<Measured> {
        let fair = 1.0 / self.seats.max(1) as f64;
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
pub struct Card {
    /// Its display name.
    pub name: String,
    /// What it is worth to who draws it, as a share of the win; the interval allows for all cards.
    pub holding: Option<Measured>,
    /// How much more often seats that drew it win than seats that did not; the interval allows for all cards.
    pub delta: Option<Measured>,
    /// The share of the cards drawn that find no use.
    pub dead: Option<Measured>,
    /// Copies drawn a game.
    pub drawn: f64,
    /// True if what it is worth to who draws it was looked at.
    pub is_valued: bool,
    /// True for a card that is meant to do nothing.
    pub is_blank: bool,
}

/// A bot in one seat against others of a weaker level.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    /// The share of the win of the stronger one.
    pub share: Measured,
    /// How often it comes out ahead of one of the others.
    pub ahead: Measured,
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
    /// What a player loses who never chooses it, as a share of the win; none where it can't be done without.
    pub loss: Option<Measured>,
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

/// What is known of decks that differ by one copy of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Decks {
    /// There are none.
    #[default]
    None,
    /// They have too few games; so many times as many would be enough.
    Few(f64),
    /// What the one that may change the turns most does to them; the interval allows for all cards.
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
    /// The share of games that come to an end.
    pub finished: Option<Measured>,
    /// Guards of the rules that stopped games, and in how many games.
    pub guards: Vec<(String, u64)>,
    /// The share of games that the leader at half time wins.
    pub half_time: Option<Measured>,
    /// When the winner takes the lead for good, as a share of the game.
    pub decided_at: Option<Measured>,
    /// The cards.
    pub cards: Vec<Card>,
    /// The kinds of actions.
    pub actions: Vec<Action>,
    /// `greedy` among `random`.
    pub duel: Option<Duel>,
    /// A search among `greedy`.
    pub search_duel: Option<Duel>,
    /// The learned bot among `greedy`.
    pub learned_duel: Option<Duel>,
    /// What makes games shorter, and what makes them longer.
    pub changes: Vec<Change>,
    /// The decks that these are from.
    pub decks: Decks,
    /// False if there was no time for a search.
    pub is_searched: bool,
    /// What the outcome comes from among bots of different levels.
    pub sources: Vec<Source>,
}

/// Reads rows of a table.
struct Rows<'a>(Option<&'a Table>);

impl<'a> Rows<'a> {
    fn of(done: &'a Done, name: &str) -> Self {
        Self(done.get(name))
    }

    fn count(&self) -> usize {
        self.0.map_or(0, |table| table.rows.len())
    }

    fn text(&self, row: usize, column: &str) -> &'a str {
        match self.0.and_then(|table| table.cell(row, column)) {
            Some(Cell::Text(text)) => text,
            _ => "",
        }
    }

    fn number(&self, row: usize, column: &str) -> Option<f64> {
        self.0?.cell(row, column)?.number()
    }

    fn measured(&self, row: usize, [value, low, high, games]: [&str; 4]) -> Option<Measured> {
        let number = |column| self.number(row, column);
        Some(Measured {
            value: number(value)?,
            low: number(low)?,
            high: number(high)?,
            games: number(games).unwrap_or(0.0) as u64,
        })
    }

    fn find(&self, column: &str, word: &str) -> Option<usize> {
        (0..self.count()).find(|&row| self.text(row, column) == word)
    }
}

const PLAIN: [&str; 4] = ["value", "ci_low", "ci_high", "games"];

impl Facts {
    /// Reads the facts off the steps of a study.
    pub fn of(subject: &Subject<'_>, study: &Study) -> Self {
        let report = |step: Step| study.get(&step);
        let seats = subject.game.seats();
        let size = |step: Step, seats| size(study, &step, seats);
        let mut facts = Self {
            main: size(Step::Main, seats),
            printed: size(Step::Printed, seats),
            searching: size(Step::SearchTable, seats),
            learned: size(Step::LearnedTable, seats),
            duel: report(Step::Duel).and_then(duel),
            search_duel: report(Step::SearchDuel).and_then(duel),
            learned_duel: report(Step::LearnedDuel).and_then(duel),
            ..Self::default()
        };
        for (at, game) in subject.sizes.iter().enumerate() {
            facts.sizes.extend(size(Step::Size(at), game.seats()));
        }
        if let Some(main) = report(Step::Main) {
            let metrics = Rows::of(main, "metrics");
            let metric = |name| metrics.measured(metrics.find("metric", name)?, PLAIN);
            facts.finished = metric("finished");
            facts.half_time = metric("half_time_leader_wins");
            facts.decided_at = metric("decided_at");
            let coverage = Rows::of(main, "coverage");
            for row in (0..coverage.count()).filter(|&row| coverage.text(row, "kind") == "guard") {
                let games =
                    coverage.number(row, "plays").or_else(|| coverage.number(row, "games")).unwrap_or(0.0);
                if games > 0.0 {
                    facts.guards.push((coverage.text(row, "item").to_owned(), games as u64));
                }
            }
            facts.cards = cards(subject, main, report(Step::Holding));
            facts.actions = actions(subject, main, study);
        }
        facts.is_searched = study.sizes.search > 0;
        facts.decks = decks(subject, study);
        for longer in [false, true] {
            facts.changes.extend(change(subject, study, longer));
        }
        if let Some(variance) = report(Step::Variance) {
            let rows = Rows::of(variance, "variance");
            for row in (0..rows.count()).filter(|&row| rows.text(row, "among") == "ladder") {
                if let Some(share) = rows.measured(row, ["share", "ci_low", "ci_high", "deals"]) {
                    facts.sources.push(Source { name: rows.text(row, "source").to_owned(), share });
                }
            }
        }
        facts
    }
}

fn size(study: &Study, step: &Step, seats: usize) -> Option<Size> {
    let done = study.get(step)?;
    let rows = Rows::of(done, "seats");
    let share = |row| rows.measured(row, ["win_rate", "ci_low", "ci_high", "games"]);
    let shares: Vec<Measured> = (0..rows.count()).filter_map(share).collect();
    Some(Size { seats, turns: done.turns?, mean: metric(done, "turns"), shares })
}

/// The figure that has this name in `summary.csv`.
fn metric(done: &Done, name: &str) -> Option<Measured> {
    let rows = Rows::of(done, "summary");
    rows.measured(rows.find("metric", name)?, PLAIN)
}

/// The first bot of a line-up against the others.
fn duel(report: &Done) -> Option<Duel> {
    let (strategies, pairs) = (Rows::of(report, "strategies"), Rows::of(report, "matchups"));
    let share = strategies.measured(0, ["win_rate", "ci_low", "ci_high", "games"])?;
    let ahead = pairs.measured(0, ["rate", "ci_low", "ci_high", "games"])?;
    Some(Duel { share, ahead })
}

/// With fewer pairs of games nothing is said of a card: its interval would hold too seldom.
const PAIRS: u64 = 30;

/// Where no pair of games made a difference, the interval is no single point: up to three in so many may have made one.
fn at_least_seen(held: Measured) -> Measured {
    let half = if held.low == held.high { 3.0 / held.games as f64 } else { 0.0 };
    Measured { low: held.low - half, high: held.high + half, ..held }
}

fn cards(subject: &Subject<'_>, main: &Done, holding: Option<&Done>) -> Vec<Card> {
    let (uses, held) = (Rows::of(main, "card_use"), Rows(holding.and_then(|done| done.get("card_holding"))));
    let observed = Rows::of(main, "cards");
    let delta =
        |card: &str| observed.measured(observed.find("card", card)?, ["delta", "ci_low", "ci_high", "games"]);
    let card = |card: &ludometer_playable::CardKind| {
        let used = uses.find("card", &card.name);
        let held = held
            .find("card", &card.name)
            .map(|row| held.measured(row, ["value", "adjusted_low", "adjusted_high", "pairs"]))
            .map(|held| held.filter(|held| held.games >= PAIRS).map(at_least_seen));
        Card {
            name: card.title.clone(),
            is_valued: held.is_some(),
            holding: held.flatten(),
            delta: delta(&card.name).map(|delta| delta.among(subject.game.cards().len())),
            dead: used.and_then(|row| {
                uses.measured(row, ["dead_share", "dead_share_low", "dead_share_high", "games"])
            }),
            drawn: used.and_then(|row| uses.number(row, "drawn")).unwrap_or(0.0),
            is_blank: card.is_blank,
        }
    };
    subject.game.cards().iter().map(card).collect()
}

fn actions(subject: &Subject<'_>, main: &Done, study: &Study) -> Vec<Action> {
    let seats = subject.game.seats() as f64;
    let kinds = &subject.game.design().action_kinds;
    let action = |(kind, name): (usize, &String)| {
        let figure = format!("action_{name}");
        let used = metric(main, &figure).map_or(0.0, |mean| mean.value);
        let without = study.get(&Step::Without(kind));
        let loss = without.and_then(|report| {
            // One of the players does without it: then all together choose it less often by about a player's part.
            let left = metric(report, &figure)?.value;
            let avoided = used > 0.0 && left < used * (1.0 - 0.5 / seats);
            let strategies = Rows::of(report, "strategies");
            let share = strategies.measured(0, ["win_rate", "ci_low", "ci_high", "games"])?;
            let Measured { value, low, high, games } = share.less(1.0 / seats).among(kinds.len());
            avoided.then_some(Measured { value: -value, low: -high, high: -low, games })
        });
        Action { id: name.clone(), name: subject.game.names().action(name), used, loss }
    };
    kinds.iter().enumerate().map(action).collect()
}

fn decks(subject: &Subject<'_>, study: &Study) -> Decks {
    let Some(done) = study.get(&Step::Deck) else { return Decks::None };
    let rows = Rows::of(done, "card_values");
    let turns = (0..rows.count()).filter(|&row| rows.text(row, "on") == "turns");
    let known = turns
        .filter_map(|row| rows.measured(row, ["effect", "adjusted_low", "adjusted_high", "deals"]))
        .max_by(|a, b| a.at_most().total_cmp(&b.at_most()));
    known.map_or_else(|| Decks::Few(study.sizes.times_to_decks(subject.counts())), Decks::Known)
}

fn change(subject: &Subject<'_>, study: &Study, longer: bool) -> Option<Change> {
    let (card, more) = Subject::changed_card(study, longer)?;
    let rows = Rows::of(study.get(&Step::Deck)?, "card_values");
    let word = if more { "one_more" } else { "one_less" };
    let is_row = |row: &usize| {
        rows.text(*row, "card") == card
            && rows.text(*row, "change") == word
            && rows.text(*row, "on") == "turns"
    };
    let row = (0..rows.count()).find(is_row)?;
    let turns = rows.measured(row, ["effect", "adjusted_low", "adjusted_high", "deals"])?;
    let size = size(study, &Step::Change(longer), subject.game.seats());
    Some(Change { card: subject.game.names().card(&card), more, turns, size })
}
