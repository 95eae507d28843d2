//! The effect of a card, caused and observed.
//!
//! - `one_more`, `one_less`: the deck with one copy more or less, play against play with the same
//!   seed and coupled draws, as in a comparison: the copy disturbs as little as it can. The effect is
//!   the mean difference of the plays' turns (`on` = `turns`) and of the lead of the first over the
//!   second (`on` = `final_gap`). Plays are added until half the interval of the turns is `precision`
//!   wide or the budget is spent, which `stopped` tells ([`allot`]); the lead
//!   is reported from the same plays.
//! - `blank`: one copy replaced by a card that does nothing, in games that have one.
//! - `dealt`: the win share of a seat that is dealt the card less that of one that isn't (`on` =
//!   `win_share`). The deal is chance, as in a controlled trial, so nothing else makes the difference.
//!
//! Beside them stands what is merely observed: seats that drew the card in the course of the play
//! against seats that did not. It differs because who is in the play longer draws more, and because
//! what one draws depends on how one plays.
//!
//! `adjusted` intervals hold for all rows at once with 95 % (Bonferroni); the verdict in `reading`
//! is theirs.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::analysis::Work;
use crate::batch::{Hooks, Plan, RunError};
use crate::play::{self, PlayError, SplitChance};
use crate::threads::{in_order, pool};
use ludometer_bots::BotSpec;
use ludometer_model::{Origin, RuleSet, Streams, Value};
use ludometer_playable::Playable;
use ludometer_stats::{
    Bounded, CardDealRow, CardRow, Evidence, Report, Row, Table, normal_quantile, off_by_one, row_words,
    widening,
};
use rayon::ThreadPool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How narrow the intervals of the turns should become: half their width, in hundredths of a percent of a play's
/// mean length. In files it is a text, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct CardPrecision(u32);

impl TryFrom<String> for CardPrecision {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<CardPrecision> for String {
    fn from(precision: CardPrecision) -> Self {
        precision.to_string()
    }
}

impl CardPrecision {
    /// Narrow enough for what a designer would notice, and within reach of a budget of some thousand plays a deck.
    pub const DEFAULT: Self = Self(50);

    /// Returns it as a part of the mean length.
    fn part(self) -> f64 {
        f64::from(self.0) / 10_000.0
    }
}

/// In percent.
impl fmt::Display for CardPrecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / 100.0)
    }
}

impl FromStr for CardPrecision {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let percent = text.strip_suffix('%').unwrap_or(text).trim().parse::<f64>();
        match percent {
            Ok(percent) if (0.1..=50.0).contains(&percent) => Ok(Self((percent * 100.0).round() as u32)),
            _ => Err("allowed are 0.1 to 50 percent of a game's mean length".to_owned()),
        }
    }
}

/// Plays of a deck a round.
const PART: u64 = 200;

/// Plays that there are for a deck on average, where no bot thinks: a fifth of the batch, or at least so many.
const QUICK: (u64, u64) = (5, 12_000);

/// The same where a bot thinks.
const THINKING: (u64, u64) = (10, 200);

/// A change of the deck, or of the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardChange {
    /// One copy more.
    OneMore,
    /// One copy less.
    OneLess,
    /// One copy replaced by a card that does nothing.
    Blank,
    /// Deal of the card, a controlled trial.
    Dealt,
    /// Deal of the card, observed only.
    DealtObserved,
}

row_words!(CardChange {
    OneMore => "one_more", OneLess => "one_less", Blank => "blank", Dealt => "dealt",
    DealtObserved => "dealt_observed",
});

/// A figure that a change of a card has an effect on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardEffect {
    /// Length in turns.
    Turns,
    /// Lead of the first score over the second.
    FinalGap,
    /// Win share of a seat.
    WinShare,
}

row_words!(CardEffect { Turns => "turns", FinalGap => "final_gap", WinShare => "win_share" });

/// A row of `card_values.csv`: a card, a change and a figure.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "card_values")]
pub struct CardValueRow {
    /// Id of the card.
    pub card: String,
    /// Change.
    pub change: CardChange,
    /// Effect of the change on the figure.
    #[row("effect", "ci_low", "ci_high")]
    pub effect: Bounded,
    /// Interval that holds for all rows together (Bonferroni).
    #[row("adjusted_low", "adjusted_high")]
    pub adjusted: Option<(f64, f64)>,
    /// Deals.
    pub deals: u64,
    /// Win rate of the seats that drew the card less that of the others: observed, not caused.
    #[row("observed_delta", "observed_low", "observed_high")]
    pub observed: Bounded,
    /// Effect in words.
    pub reading: String,
    /// Figure.
    pub on: CardEffect,
    /// Half the width of the interval that was wanted.
    #[row(optional)]
    pub precision: Option<f64>,
    /// Reason to add no more games: `precision` or `budget`; empty where none was wanted.
    #[row(optional)]
    pub stopped: String,
}

/// An effect with its 95 % interval.
struct Effect {
    card: String,
    change: CardChange,
    on: CardEffect,
    value: f64,
    low: f64,
    high: f64,
    plays: u64,
    /// Half the width that was wanted, if one was.
    wanted: Option<f64>,
}

fn play<G: Playable>(
    game: &G,
    bots: &[BotSpec],
    plan: &Plan,
    plays: Range<u64>,
    pool: &ThreadPool,
    hooks: Hooks<'_>,
) -> Result<Lengths, RunError> {
    let one = |table: &mut play::Table<'_, G>, play: u64| {
        let chance = SplitChance::new(Streams::new(plan.seed, play), true);
        let played = table.play_with(play, &mut (), hooks.stop, None, chance)?;
        (hooks.progress)(1);
        // Without places, or after a forfeit, nobody leads.
        Ok::<_, PlayError>([i64::from(played.outcome.turns), played.outcome.leader_gap().unwrap_or(0)])
    };
    let table = || play::Table::new(game, bots, plan.seating, plan.seed);
    Ok(in_order(pool, plays, table, one)?)
}

/// A deck that differs by one copy.
struct Variant<G> {
    card: String,
    change: CardChange,
    game: G,
    rules: RuleSet,
}

/// Returns all decks that differ from the game's by one copy of a card and can be played.
fn variants<G: Playable>(game: &G, rules: &RuleSet) -> Vec<Variant<G>> {
    let cards = game.cards();
    let blank = cards
        .iter()
        .find(|card| card.is_blank)
        .and_then(|card| Some((card.name.as_str(), game.copies_key(&card.name)?, card.copies)));
    let part = |key: &str| key.rsplit_once('.').map(|(part, _)| part.to_owned());
    let mut variants = Vec::new();
    for card in &cards {
        let Some(key) = game.copies_key(&card.name) else { continue };
        // A blank stands in for cards of its own deck only.
        let filler =
            blank.as_ref().filter(|(name, other, _)| *name != card.name && part(other) == part(&key));
        let changes = [
            (CardChange::OneMore, 1, None),
            (CardChange::OneLess, -1, None),
            (CardChange::Blank, -1, filler.map(|(_, key, copies)| (key.as_str(), *copies))),
        ];
        for (change, by, filler) in changes {
            if (by < 0 && card.copies == 0) || (change == CardChange::Blank && filler.is_none()) {
                continue;
            }
            // A deck that can't be played has no effect to measure.
            let Some(rules) = with_copies(rules, &key, card.copies, by, filler) else { continue };
            if let Ok(game) = game.with_rules(&rules) {
                variants.push(Variant { card: card.name.clone(), change, game, rules });
            }
        }
    }
    variants
}

/// Returns the settings that change a card's number by `by`, and by what it is replaced.
fn with_copies(
    rules: &RuleSet,
    key: &str,
    copies: u64,
    by: i64,
    filler: Option<(&str, u64)>,
) -> Option<RuleSet> {
    let mut changed = rules.clone();
    let mut set = |key: &str, copies: i64| {
        changed.set(key, &Value::Int(copies), Origin::Option("the card values".to_owned())).is_ok()
    };
    let first = set(key, copies as i64 + by);
    let second = filler.is_none_or(|(key, copies)| set(key, copies as i64 - by));
    (first && second).then_some(changed)
}

/// Returns how many games a changed deck has on average beside a batch.
pub(super) fn games_a_deck(bots: &[BotSpec], plan: &Plan) -> u64 {
    let (share, least) = if bots.iter().any(BotSpec::is_search) { THINKING } else { QUICK };
    (plan.plays.end / share).max(least).min(plan.plays.end)
}

/// Returns the table `card_values`. `report` is that of the batch, with its analysis; a changed deck has so many games
/// on average.
///
/// # Errors
/// As for a batch.
pub(crate) fn card_values<G: Playable>(
    game: &G,
    rules: &RuleSet,
    bots: &[BotSpec],
    plan: &Plan,
    work: Work<'_>,
    (precision, report, average): (CardPrecision, &Report, u64),
) -> Result<Table, RunError> {
    let variants = variants(game, rules);
    let reported: Vec<_> = variants.iter().map(|variant| BotSpec::for_rules(bots, &variant.rules)).collect();
    // The deck as it is counts for three.
    let budget = Budget { part: PART.min(average), plays: average * (variants.len() as u64 + 3) };
    let hooks = work.begin("card values", budget.plays, "games");
    let pool = pool(plan.threads)?;
    let known = allot(variants.len(), precision.part(), budget, |deck, plays| match deck {
        None => play(game, bots, plan, plays, &pool, hooks),
        Some(deck) => play(&variants[deck].game, &reported[deck], plan, plays, &pool, hooks),
    })?;
    let mut effects = Vec::new();
    for card in game.cards() {
        let own = variants.iter().enumerate().filter(|(_, variant)| variant.card == card.name);
        for (deck, variant) in own {
            effects.extend(caused(&known, deck, variant, precision));
        }
        effects.extend(dealt(report, &card.name).filter(|_| game.copies_key(&card.name).is_some()));
    }
    Ok(table(&effects, report))
}

/// Returns what a changed deck does to the figures.
fn caused<'a, G>(
    known: &'a Known,
    deck: usize,
    variant: &'a Variant<G>,
    precision: CardPrecision,
) -> impl Iterator<Item = Effect> + 'a {
    ON.into_iter().enumerate().filter_map(move |(at, on)| {
        let found = known.difference(deck, at)?;
        // In a game whose scores only tell who won, the lead never changes.
        if on != CardEffect::Turns && found.value == 0.0 && found.half == 0.0 {
            return None;
        }
        let wanted = (on == CardEffect::Turns).then(|| precision.part() * known.mean(at));
        let (card, change) = (variant.card.clone(), variant.change);
        let (value, (low, high)) = (found.value, found.interval());
        Some(Effect { card, change, on, value, low, high, plays: found.plays, wanted })
    })
}

fn dealt(report: &Report, card: &str) -> Option<Effect> {
    let row = report
        .rows::<CardDealRow>()
        .into_iter()
        .find(|row| row.card == card && row.evidence != Evidence::Side)?;
    let (low, high) = row.delta.interval?;
    Some(Effect {
        card: row.card,
        change: if row.evidence == Evidence::Trial { CardChange::Dealt } else { CardChange::DealtObserved },
        on: CardEffect::WinShare,
        value: row.delta.value?,
        low,
        high,
        plays: row.games,
        wanted: None,
    })
}

fn table(effects: &[Effect], report: &Report) -> Table {
    // The two-sided point of the normal distribution at 5 % divided by the number of rows.
    let wide = widening(effects.len());
    let cards: Vec<CardRow> = report.rows();
    let row = |effect: &Effect| {
        let half = (effect.high - effect.low) / 2.0 * wide;
        let (low, high) = (effect.value - half, effect.value + half);
        let observed =
            cards.iter().find(|row| row.card == effect.card).map(|row| row.delta).unwrap_or_default();
        CardValueRow {
            card: effect.card.clone(),
            change: effect.change,
            effect: Bounded { value: Some(effect.value), interval: Some((effect.low, effect.high)) },
            adjusted: Some((low, high)),
            deals: effect.plays,
            observed,
            reading: reading(effect, low, high, observed.value),
            on: effect.on,
            precision: effect.wanted,
            stopped: effect.stopped().to_owned(),
        }
    };
    Table::of(effects.iter().map(row))
}

impl Effect {
    /// Returns why no more plays were added: the interval was as narrow as was wanted, or the budget was spent.
    fn stopped(&self) -> &'static str {
        match self.wanted {
            None => "",
            Some(wanted) if (self.high - self.low) / 2.0 <= wanted => "precision",
            Some(_) => "budget",
        }
    }
}

fn reading(effect: &Effect, low: f64, high: f64, observed: Option<f64>) -> String {
    let what = match effect.change {
        CardChange::OneMore => "one copy more in the deck",
        CardChange::OneLess => "one copy less in the deck",
        CardChange::Blank => "a blank in place of one copy",
        CardChange::Dealt => "being dealt it",
        CardChange::DealtObserved => "having been dealt it",
    };
    if low <= 0.0 && high >= 0.0 {
        let within = match effect.on {
            CardEffect::Turns => format!("{low:+.2} to {high:+.2} turns"),
            CardEffect::FinalGap => format!("{low:+.2} to {high:+.2}"),
            CardEffect::WinShare => {
                format!("{:+.1} to {:+.1} points of win share", low * 100.0, high * 100.0)
            }
        };
        return format!("{what} shows no certain effect: {within}");
    }
    let size = effect.value.abs();
    let less = effect.value < 0.0;
    match effect.on {
        CardEffect::Turns => {
            format!("{what} makes a game {size:.2} turns {}", if less { "shorter" } else { "longer" })
        }
        CardEffect::FinalGap => {
            format!("{what} makes the winner's lead {size:.2} {}", if less { "smaller" } else { "larger" })
        }
        CardEffect::WinShare => {
            let way = match (effect.change, less) {
                (CardChange::Dealt, true) => "costs",
                (CardChange::Dealt, false) => "brings",
                // Who gets more cards may win more for another reason.
                (_, true) => "goes with losing",
                (_, false) => "goes with winning",
            };
            let mut text = format!("{what} {way} {:.1} points of win share", size * 100.0);
            if let Some(observed) = observed {
                text += &format!(
                    "; seats that drew it won {:+.1} points, which also counts that long games draw more",
                    observed * 100.0
                );
            }
            text
        }
    }
}

/// The figures compared play by play: turns, and the lead of the first over the second.
const ON: [CardEffect; 2] = [CardEffect::Turns, CardEffect::FinalGap];

/// The figures of some plays.
type Lengths = Vec<[i64; ON.len()]>;

/// Plays of the deck as it is for each of the deck that has most.
const AHEAD: u64 = 3;

/// How many plays there are to give.
#[derive(Clone, Copy, Debug)]
struct Budget {
    /// Plays of one deck a round.
    pub part: u64,
    /// All plays of all decks.
    pub plays: u64,
}

/// Sums over the plays of two decks on the same deals: `y` of the changed one, `x` of the one as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pairs {
    n: i128,
    y: i128,
    x: i128,
    yy: i128,
    xx: i128,
    xy: i128,
}

impl Pairs {
    fn add(&mut self, y: i64, x: i64) {
        let (y, x) = (i128::from(y), i128::from(x));
        self.n += 1;
        self.y += y;
        self.x += x;
        self.yy += y * y;
        self.xx += x * x;
        self.xy += x * y;
    }

    /// Returns n times the sum of the products about the means, of these sums.
    fn about(&self, products: i128, a: i128, b: i128) -> f64 {
        (self.n * products - a * b) as f64
    }
}

/// A mean difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Difference {
    pub value: f64,
    /// Half the width of its 95 % interval.
    pub half: f64,
    /// Plays of the changed deck.
    pub plays: u64,
}

impl Difference {
    /// Returns the interval. Where all plays differ by as much, some that were not seen may differ by one more or less.
    pub(super) fn interval(&self) -> (f64, f64) {
        let half = if self.half > 0.0 { self.half } else { off_by_one(self.plays) };
        (self.value - half, self.value + half)
    }
}

/// Returns the difference that a changed deck makes, given its plays and all those of the deck as it is (as pairs with
/// themselves).
fn difference(pairs: &Pairs, all: &Pairs) -> Option<Difference> {
    let (n, m) = (pairs.n as f64, all.n as f64);
    if pairs.n < 3 {
        return None;
    }
    let own = pairs.about(pairs.xx, pairs.x, pairs.x);
    let slope = if own > 0.0 { pairs.about(pairs.xy, pairs.x, pairs.y) / own } else { 0.0 };
    let (mean_y, mean_x, mean_all) = (pairs.y as f64 / n, pairs.x as f64 / n, all.x as f64 / m);
    let value = mean_y - mean_all - slope * (mean_x - mean_all);
    let rest = pairs.about(pairs.yy, pairs.y, pairs.y) - slope * slope * own;
    let of_plays = rest.max(0.0) / n / (n - 2.0) / n;
    let of_all = (1.0 - slope).powi(2) * all.about(all.xx, all.x, all.x) / m / (m - 1.0) / m;
    let half = normal_quantile(0.975) * (of_plays + of_all).sqrt();
    Some(Difference { value, half, plays: pairs.n as u64 })
}

/// The plays so far, and what they tell.
struct Known {
    base: Lengths,
    all: [Pairs; ON.len()],
    decks: Vec<[Pairs; ON.len()]>,
}

impl Known {
    /// Returns what the deck of this number makes of one of the figures.
    pub(super) fn difference(&self, deck: usize, on: usize) -> Option<Difference> {
        difference(&self.decks[deck][on], &self.all[on])
    }

    /// Returns the mean of a figure with the deck as it is.
    pub(super) fn mean(&self, on: usize) -> f64 {
        self.all[on].x as f64 / (self.all[on].n.max(1)) as f64
    }

    /// Returns all plays of all decks.
    fn spent(&self) -> u64 {
        let plays = |deck: &[Pairs; ON.len()]| deck[0].n as u64;
        self.base.len() as u64 + self.decks.iter().map(plays).sum::<u64>()
    }

    /// Returns how many times wider than is wanted the interval of a deck's turns is; `wanted` is half a width, in
    /// parts of their mean.
    fn excess(&self, deck: usize, wanted: f64) -> f64 {
        self.difference(deck, 0).map_or(f64::INFINITY, |found| found.half / (wanted * self.mean(0)))
    }
}

/// Plays so many `decks` until half the interval of each one's turns is at most `wanted`, in parts of the mean of the
/// deck as it is, or the budget is spent. `play` plays a deck (none: the one as it is) from one number to another.
///
/// Each deck is played on the same deals as the deck as it is, with coupled draws. What they have in common is
/// taken off by regression (a control variate: S. S. Lavenberg and P. D. Welch, "A perspective on the use of control
/// variables to increase the efficiency of Monte Carlo simulations", *Management Science* 27, 1981): plays of the
/// two decks run apart after a while, and a plain difference of two plays would count both plays' chance in full.
/// The deck as it is has more plays than any other, since all are compared with it.
///
/// Plays are added in rounds of equal parts, to the decks whose interval is still too wide, the widest first, until
/// each is as narrow as is wanted or the budget is spent. It is the width alone that is looked at, never on which side
/// of 0 an interval lies, so that the intervals hold (Y. S. Chow and H. Robbins, "On the asymptotic theory of
/// fixed-width sequential confidence intervals for the mean", *Annals of Mathematical Statistics* 36, 1965). All
/// that is decided follows from whole numbers, the same on any number of threads.
///
/// # Errors
/// Those of `play`.
fn allot<E>(
    decks: usize,
    wanted: f64,
    budget: Budget,
    mut play: impl FnMut(Option<usize>, Range<u64>) -> Result<Lengths, E>,
) -> Result<Known, E> {
    let empty = [Pairs::default(); ON.len()];
    let mut known = Known { base: Vec::new(), all: empty, decks: vec![empty; decks] };
    loop {
        let mut open: Vec<(usize, f64)> =
            (0..decks).map(|deck| (deck, known.excess(deck, wanted))).filter(|(_, x)| *x > 1.0).collect();
        // A stable sort: of two that are as wide the first.
        open.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut played = false;
        for (deck, _) in open {
            let from = known.decks[deck][0].n as u64;
            let to = from + budget.part;
            let base = known.base.len() as u64..(AHEAD * to).max(known.base.len() as u64);
            if known.spent() + (base.end - base.start) + budget.part > budget.plays {
                continue;
            }
            if !base.is_empty() {
                for figures in play(None, base)? {
                    for (sums, x) in known.all.iter_mut().zip(figures) {
                        sums.add(x, x);
                    }
                    known.base.push(figures);
                }
            }
            let lengths = play(Some(deck), from..to)?;
            for (figures, base) in lengths.iter().zip(&known.base[from as usize..]) {
                for ((sums, y), x) in known.decks[deck].iter_mut().zip(figures).zip(base) {
                    sums.add(*y, *x);
                }
            }
            played = true;
        }
        if !played {
            return Ok(known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Rng;

    #[test]
    fn precisions_are_read_in_percent() {
        let read = |text: &str| text.parse::<CardPrecision>();
        assert_eq!((read("0.5"), read("1 %")), (Ok(CardPrecision::DEFAULT), Ok(CardPrecision(100))));
        assert_eq!(read("0.25").unwrap().to_string(), "0.25");
        for wrong in ["0", "51", "x", "-1", "nan"] {
            assert!(read(wrong).unwrap_err().contains("0.1 to 50 percent"), "{wrong}");
        }
    }

    #[test]
    fn adjusted_intervals_are_wider_and_decide() {
        let effect = |value: f64| Effect {
            card: "ace".to_owned(),
            change: CardChange::OneMore,
            on: CardEffect::Turns,
            value,
            low: value - 1.0,
            high: value + 1.0,
            plays: 100,
            wanted: Some(1.5),
        };
        // Ten rows: 2.807 instead of 1.960 standard errors, so 1.2 is not certain and 2 is.
        let effects: Vec<Effect> = (0..9).map(|_| effect(1.2)).chain([effect(2.0)]).collect();
        let rows: Vec<CardValueRow> = table(&effects, &Report::default()).rows().unwrap();
        let (low, _) = rows[0].adjusted.unwrap();
        assert!((low - (1.2 - 2.807_034 / 1.959_964)).abs() < 1e-5, "{low:?}");
        let uncertain = "one copy more in the deck shows no certain effect: -0.23 to +2.63 turns";
        assert_eq!((rows[0].reading.as_str(), rows[0].stopped.as_str()), (uncertain, "precision"));
        assert_eq!(rows[9].reading, "one copy more in the deck makes a game 2.00 turns longer");
    }

    #[test]
    fn a_difference_by_hand() {
        let (mut pairs, mut all) = (Pairs::default(), Pairs::default());
        for (y, x) in [(3, 1), (4, 2), (8, 3), (9, 4)] {
            pairs.add(y, x);
        }
        for x in [1, 2, 3, 4, 6, 8] {
            all.add(x, x);
        }
        // Means 6, 2.5 and 4. About the means: xx 5, xy 11, yy 26; slope 2.2. So 6 - 4 - 2.2 (2.5 - 4) = 5.3.
        // Residuals 26 - 2.2² 5 = 1.8; over (4 - 2) and 4: 0.225. All: 34 / 5 / 6 times 1.2²: 1.632.
        let found = difference(&pairs, &all).unwrap();
        assert!((found.value - 5.3).abs() < 1e-12, "{found:?}");
        assert!((found.half - 1.959_963_985 * 1.857_f64.sqrt()).abs() < 1e-8, "{found:?}");
        // A deck that plays as the one as it is makes no difference, and that is certain.
        let same = difference(&all, &all).unwrap();
        assert_eq!((same.value, same.half), (0.0, 0.0));
        // One that always takes two turns more is not certain to.
        let mut later = Pairs::default();
        for x in [1, 2, 3, 4, 6, 8] {
            later.add(x + 2, x);
        }
        let later = difference(&later, &all).unwrap();
        let off = ludometer_stats::wilson(0.0, 6).unwrap().1;
        assert_eq!((later.value, later.half, later.interval()), (2.0, 0.0, (2.0 - off, 2.0 + off)));
        assert_eq!(found.interval(), (found.value - found.half, found.value + found.half));
    }

    /// Returns a play of a deck: its deal's number and something of its own.
    fn lengths(deck: Option<usize>, plays: Range<u64>, shift: i64, noise: f64) -> Lengths {
        let of = |purpose, play| Rng::from_words([7, play, purpose]).unit();
        let one = |play| {
            let own = of(2 + deck.map_or(0, |deck| deck as u64 + 1), play);
            let turns = 1000.0 * (1.0 + of(1, play)) + noise * (own - 0.5);
            [turns as i64 + shift, 0]
        };
        plays.map(one).collect()
    }

    #[test]
    fn plays_go_where_the_interval_is_wide() {
        // Deck 0 differs by 30 with hardly any noise, deck 1 by -20 with much.
        let play = |deck: Option<usize>, plays| match deck {
            Some(0) => Ok::<_, ()>(lengths(deck, plays, 30, 10.0)),
            Some(_) => Ok(lengths(deck, plays, -20, 2000.0)),
            None => Ok(lengths(deck, plays, 0, 10.0)),
        };
        let known = allot(2, 0.01, Budget { part: 100, plays: 100_000 }, play).unwrap();
        let of = |deck| known.difference(deck, 0).unwrap();
        assert_eq!(of(0).plays, 100);
        assert!(of(1).plays > 4000 && of(1).half <= 0.01 * known.mean(0), "{:?}", of(1));
        assert!((of(0).value - 30.0).abs() < 1.5 && (of(1).value + 20.0).abs() < 20.0);
        // With too small a budget all of it is spent, and some intervals stay too wide.
        let known = allot(2, 0.01, Budget { part: 100, plays: 5000 }, play).unwrap();
        assert!(known.spent() <= 5000 && known.spent() > 4500, "{}", known.spent());
        assert!(known.difference(1, 0).unwrap().half > 0.01 * known.mean(0));
    }

    #[test]
    fn intervals_that_stop_at_a_width_hold() {
        // 300 times, with a true difference of 25: at 95 % at least 270 should hold it (5 standard deviations off).
        let held = |seed: &u64| {
            let first = seed * 1_000_000;
            let play = |deck: Option<usize>, plays: Range<u64>| {
                let shift = if deck.is_some() { 25 } else { 0 };
                Ok::<_, ()>(lengths(deck, first + plays.start..first + plays.end, shift, 1000.0))
            };
            let known = allot(1, 0.02, Budget { part: 50, plays: 100_000 }, play).unwrap();
            let found = known.difference(0, 0).unwrap();
            (found.value - 25.0).abs() <= found.half
        };
        let count = (0..300).filter(held).count();
        assert!(count >= 270, "{count}");
    }
}
