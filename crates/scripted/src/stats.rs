//! Counts of a script for its designer: how often each note is made in a game, and the figures of its own.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use ludometer_model::{MAX_SEATS, Seat};
use ludometer_stats::{
    Estimate, EstimateKind, Figure, GameEnd, Mean, Member, Merge, Metric, Observer, OwnCardRow, OwnValueRow,
    Ratio, Report, Row as _, Share, Statistic, Table, TallyLayout,
};

use crate::event::{ScriptEvent, What};
use crate::source::{OwnFigure, OwnMeasure};
use crate::{ScriptGame, playable};

/// How often a note is made.
const NOTE: Figure =
    Figure::new("note_*", "per game", EstimateKind::Mean, "How often the script makes this note.");

/// The sum of a metric of the script.
const OWN: Figure =
    Figure::new("own_*", "per game", EstimateKind::Mean, "What the script adds to this metric.");

/// The ratio of two sums of the script.
const RATIO: Figure =
    Figure::new("own_*", "ratio", EstimateKind::Ratio, "The ratio of the two sums that the script adds up.");

/// The games in which a metric of the script was counted, and its mean in them.
const GAMES: Figure = Figure::new(
    "own_*_games",
    "share of games",
    EstimateKind::Share,
    "The games in which the script adds to this metric.",
);
const WHEN: Figure = Figure::new(
    "own_*_when",
    "per game",
    EstimateKind::Mean,
    "What the script adds to this metric, among the games in which it adds to it at all.",
);

/// What nine, five and one of ten games, or seats of games, reach.
const QUANTILES: [(f64, Figure); 3] = [
    (
        0.1,
        quantile(
            "own_*_p10",
            "The value of this metric that one game, or seat of a game, in ten does not exceed.",
        ),
    ),
    (0.5, quantile("own_*_p50", "The median of this metric over games, or over the seats of games.")),
    (
        0.9,
        quantile(
            "own_*_p90",
            "The value of this metric that nine games, or seats of games, in ten do not exceed.",
        ),
    ),
];

const fn quantile(id: &'static str, definition: &'static str) -> Figure {
    Figure::new(id, "per game", EstimateKind::Mean, definition)
}

/// A metric of seats: of each, of those that win and of the others.
const OF_SEAT: Figure =
    Figure::new("own_*", "per game", EstimateKind::Mean, "What the script adds to this metric of a seat.");
const OF_WINNERS: Figure = Figure::new(
    "own_*_winners",
    "per seat",
    EstimateKind::Ratio,
    "What the script adds to this metric of a seat that wins.",
);
const OF_OTHERS: Figure = Figure::new(
    "own_*_others",
    "per seat",
    EstimateKind::Ratio,
    "What the script adds to this metric of a seat that doesn't win.",
);

/// Returns the tables that these figures have.
pub(crate) fn tables(figures: &[OwnFigure]) -> Vec<String> {
    let has = |wanted: fn(OwnMeasure) -> bool| figures.iter().any(|figure| wanted(figure.measure));
    let values = has(|measure| !measure.is_ratio()).then(|| OwnValueRow::TABLE.to_owned());
    let cards = has(|measure| matches!(measure, OwnMeasure::Card | OwnMeasure::CardRatio))
        .then(|| OwnCardRow::TABLE.to_owned());
    values.into_iter().chain(cards).collect()
}

/// What is added to a card's number where its event is one of the lower sum of a ratio.
pub(crate) const WHOLE: i32 = 4096;

/// How often values occurred.
type Values = BTreeMap<i64, u64>;

/// What is counted of a figure of the script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct OwnTally {
    /// The sum of each game.
    sum: Mean,
    /// Games in which something was added.
    games: Share,
    when: Mean,
    /// The values of games, or of seats where it is counted for each.
    values: Values,
    /// Of each seat; none where it is not counted for each.
    seats: Vec<Mean>,
    winners: Ratio,
    others: Ratio,
    winner_values: Values,
    /// Of each kind of card; none where it is not counted for each.
    cards: Vec<Mean>,
    card_ratios: Vec<Ratio>,
    ratio: Ratio,
    /// Games in which an upper sum exceeded its lower one.
    exceeding: Share,
}

/// A figure of the script in the game that is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Own {
    /// True if something was added.
    touched: bool,
    /// The sum; of a ratio the upper one.
    sum: i64,
    /// The lower sum of a ratio.
    whole: u64,
    seats: [i64; MAX_SEATS],
    cards: Vec<i64>,
    /// The lower sums of ratios of cards.
    wholes: Vec<u64>,
}

/// Means over games, of notes and figures of its own in the order of the script.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub struct ScriptStats {
    notes: Vec<Mean>,
    own: Vec<OwnTally>,
    #[merge(skip)]
    seats: usize,
    /// The numbers that the figures count, in order.
    #[merge(skip)]
    #[serde(skip)]
    measures: Vec<OwnMeasure>,
    /// Those of the game that is played.
    #[merge(skip)]
    #[serde(skip)]
    now: (Vec<i64>, Vec<Own>),
}

/// Returns a value as it is kept: exactly below 2,048, else with its eleven highest binary digits, towards 0.
fn kept(value: i64) -> i64 {
    let spare = (64 - value.unsigned_abs().leading_zeros()).saturating_sub(11);
    let size = i64::try_from(value.unsigned_abs() >> spare << spare).unwrap_or(i64::MAX);
    if value < 0 { -size } else { size }
}

/// Returns the least value that at least the share `q` did not exceed, with the values whose ranks the interval of the
/// share allows for.
fn quantile_of(values: &Values, q: f64, games: u64) -> Estimate {
    let all: u64 = values.values().sum();
    if all == 0 {
        return Estimate::default();
    }
    let at = |rank: f64| {
        let need = rank.ceil().clamp(1.0, all as f64) as u64;
        let mut seen = 0;
        values.iter().find(|(_, count)| {
            seen += *count;
            seen >= need
        })
    };
    let (n, spread) = (all as f64, 1.96 * (all as f64 * q * (1.0 - q)).sqrt());
    let [value, low, high] =
        [q * n, q * n - spread, q * n + spread].map(|rank| at(rank).map(|(value, _)| *value as f64));
    let interval = if games > 1 { low.zip(high) } else { None };
    Estimate { value, interval, games }
}

impl Observer<ScriptGame> for ScriptStats {
    fn start(&mut self) {
        let (notes, own) = &mut self.now;
        notes.clear();
        notes.resize(self.notes.len(), 0);
        own.resize(self.own.len(), Own::default());
        for (own, tally) in own.iter_mut().zip(&self.own) {
            let (mut cards, mut wholes) = (std::mem::take(&mut own.cards), std::mem::take(&mut own.wholes));
            cards.clear();
            cards.resize(tally.cards.len().max(tally.card_ratios.len()), 0);
            wholes.clear();
            wholes.resize(tally.card_ratios.len(), 0);
            *own = Own { cards, wholes, ..Own::default() };
        }
    }

    fn event(&mut self, event: &ScriptEvent) {
        let place = usize::try_from(event.numbers[0] - 1).unwrap_or(usize::MAX);
        match event.what {
            What::Note => self.now.0.get_mut(place).into_iter().for_each(|count| *count += 1),
            What::Metric => {
                let (Some(own), Some(measure)) = (self.now.1.get_mut(place), self.measures.get(place)) else {
                    return;
                };
                let (value, of) = (i64::from(event.numbers[1]), event.numbers[2]);
                own.touched = true;
                if *measure == OwnMeasure::Ratio && of > 0 || *measure == OwnMeasure::CardRatio && of > WHOLE
                {
                    own.whole += value.unsigned_abs();
                    let card = usize::try_from(of - WHOLE - 1).unwrap_or(usize::MAX);
                    own.wholes.get_mut(card).into_iter().for_each(|sum| *sum += value.unsigned_abs());
                    return;
                }
                own.sum += value;
                let of = usize::try_from(of - 1).unwrap_or(usize::MAX);
                match measure {
                    OwnMeasure::Seat => own.seats.get_mut(of).into_iter().for_each(|sum| *sum += value),
                    OwnMeasure::Card | OwnMeasure::CardRatio => {
                        own.cards.get_mut(of).into_iter().for_each(|sum| *sum += value);
                    }
                    OwnMeasure::Game | OwnMeasure::Ratio => {}
                }
            }
            _ => {}
        }
    }

    fn finish(&mut self, end: &GameEnd<'_>) {
        self.notes.iter_mut().zip(&self.now.0).for_each(|(mean, &count)| mean.add(count));
        for ((tally, own), measure) in self.own.iter_mut().zip(&self.now.1).zip(&self.measures) {
            if measure.is_ratio() {
                tally.ratio.add_signed(own.sum, own.whole);
                let exceeds = |part: i64, whole: u64| u64::try_from(part).is_ok_and(|part| part > whole);
                let of_cards =
                    || own.cards.iter().zip(&own.wholes).any(|(&part, &whole)| exceeds(part, whole));
                tally.exceeding.add(exceeds(own.sum, own.whole) || of_cards());
                let sums = own.cards.iter().zip(&own.wholes);
                let ratios = tally.card_ratios.iter_mut().zip(sums);
                ratios.for_each(|(ratio, (&part, &whole))| ratio.add_signed(part, whole));
                continue;
            }
            tally.sum.add(own.sum);
            tally.games.add(own.touched);
            if own.touched {
                tally.when.add(own.sum);
            }
            tally.cards.iter_mut().zip(&own.cards).for_each(|(mean, &sum)| mean.add(sum));
            if *measure != OwnMeasure::Seat {
                *tally.values.entry(kept(own.sum)).or_default() += 1;
                continue;
            }
            let (mut won, mut winners, mut lost, mut others) = (0, 0, 0, 0);
            for ((seat, mean), &sum) in Seat::all(self.seats).zip(&mut tally.seats).zip(&own.seats) {
                mean.add(sum);
                *tally.values.entry(kept(sum)).or_default() += 1;
                if end.outcome.winners().any(|winner| winner == seat) {
                    *tally.winner_values.entry(kept(sum)).or_default() += 1;
                    (won, winners) = (won + sum, winners + 1);
                } else {
                    (lost, others) = (lost + sum, others + 1);
                }
            }
            tally.winners.add_signed(won, winners);
            tally.others.add_signed(lost, others);
        }
    }
}

/// Returns the words of notes, in order.
fn notes(counted: &TallyLayout) -> impl Iterator<Item = &str> {
    counted.event_kinds.iter().filter_map(|kind| kind.name.strip_prefix(playable::NOTE))
}

/// Returns the figures of the script's own, in order: what they count, and their words.
fn figures(counted: &TallyLayout) -> impl Iterator<Item = (OwnMeasure, &str)> {
    let figure = |name| {
        // `metric by seat x` begins with `metric `, too.
        let named = OwnMeasure::NAMES.iter().rev();
        named
            .filter_map(move |(measure, first)| Some((*measure, str::strip_prefix(name, *first)?)))
            .find(|(_, word)| !word.contains(' '))
    };
    counted.event_kinds.iter().filter_map(move |kind| figure(kind.name.as_ref()))
}

impl Statistic<ScriptGame> for ScriptStats {
    fn new(counted: &TallyLayout) -> Self {
        let tally = |(measure, _)| OwnTally {
            seats: vec![Mean::default(); if measure == OwnMeasure::Seat { counted.seats } else { 0 }],
            cards: vec![Mean::default(); if measure == OwnMeasure::Card { counted.cards.len() } else { 0 }],
            card_ratios: vec![
                Ratio::default();
                if measure == OwnMeasure::CardRatio { counted.cards.len() } else { 0 }
            ],
            ..OwnTally::default()
        };
        Self {
            notes: notes(counted).map(|_| Mean::default()).collect(),
            own: figures(counted).map(tally).collect(),
            seats: counted.seats,
            measures: figures(counted).map(|(measure, _)| measure).collect(),
            now: Default::default(),
        }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        let note =
            |(word, mean): (&str, &Mean)| Metric::of(&NOTE, Member::Named(word.to_owned()), mean.estimate());
        out.metrics.extend(notes(counted).zip(&self.notes).map(note));
        let mut values = Vec::new();
        let mut cards = Vec::new();
        for ((measure, word), tally) in figures(counted).zip(&self.own) {
            tally.report(measure, word, out);
            let of_cards = tally.cards.iter().map(Mean::estimate);
            let of_cards = of_cards.chain(tally.card_ratios.iter().map(|ratio| tally.bounded(ratio)));
            for ((card, _), Estimate { value, interval, games }) in counted.cards.iter().zip(of_cards) {
                cards.push(OwnCardRow {
                    metric: word.to_owned(),
                    card: card.clone(),
                    games,
                    value,
                    interval,
                });
            }
            if measure.is_ratio() {
                continue;
            }
            let of = if measure == OwnMeasure::Seat { "seats" } else { "games" };
            for (of, counts) in [(of, &tally.values), ("winners", &tally.winner_values)] {
                values.extend(counts.iter().map(|(&value, &count)| OwnValueRow {
                    metric: word.to_owned(),
                    of: of.to_owned(),
                    value: value as f64,
                    count,
                }));
            }
        }
        if !values.is_empty() {
            out.tables.push(Table::of(values));
        }
        if !cards.is_empty() {
            out.tables.push(Table::of(cards));
        }
    }

    fn columns(counted: &TallyLayout) -> Vec<String> {
        let of = |(measure, word): (OwnMeasure, &str)| match measure {
            OwnMeasure::Game | OwnMeasure::Card => vec![format!("own_{word}")],
            OwnMeasure::Seat => (0..counted.seats).map(|seat| format!("own_{word}_seat_{seat}")).collect(),
            OwnMeasure::Ratio | OwnMeasure::CardRatio => {
                vec![format!("own_{word}_part"), format!("own_{word}_whole")]
            }
        };
        figures(counted).flat_map(of).collect()
    }

    fn of_last_game(&self, out: &mut Vec<i64>) {
        for (measure, own) in self.measures.iter().zip(&self.now.1) {
            match measure {
                OwnMeasure::Game | OwnMeasure::Card => out.push(own.sum),
                OwnMeasure::Seat => out.extend(&own.seats[..self.seats]),
                OwnMeasure::Ratio | OwnMeasure::CardRatio => {
                    out.extend([own.sum, i64::try_from(own.whole).unwrap_or(i64::MAX)]);
                }
            }
        }
    }
}

impl OwnTally {
    /// Returns a ratio with its interval, which goes beyond 1 only where a game did.
    fn bounded(&self, ratio: &Ratio) -> Estimate {
        let estimate = ratio.estimate();
        if self.exceeding.hits() > 0 { estimate } else { estimate.within(f64::NEG_INFINITY, 1.0) }
    }

    /// Adds the rows of the summary.
    fn report(&self, measure: OwnMeasure, word: &str, out: &mut Report) {
        let named = || Member::Named(word.to_owned());
        if measure.is_ratio() {
            return out.metrics.push(Metric::of(&RATIO, named(), self.bounded(&self.ratio)));
        }
        out.metrics.push(Metric::of(&OWN, named(), self.sum.estimate()));
        let games = self.sum.plays();
        for (q, figure) in &QUANTILES {
            out.metrics.push(Metric::of(figure, named(), quantile_of(&self.values, *q, games)));
        }
        out.metrics.push(Metric::of(&GAMES, named(), self.games.estimate()));
        out.metrics.push(Metric::of(&WHEN, named(), self.when.estimate()));
        for (seat, mean) in self.seats.iter().enumerate() {
            out.metrics.push(Metric::of(
                &OF_SEAT,
                Member::Named(format!("{word}_seat_{seat}")),
                mean.estimate(),
            ));
        }
        if measure == OwnMeasure::Seat {
            out.metrics.push(Metric::of(&OF_WINNERS, named(), self.winners.estimate()));
            out.metrics.push(Metric::of(&OF_OTHERS, named(), self.others.estimate()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_of_parts_within_their_wholes_is_at_most_1() {
        let ratio = |part: i64| {
            let mut tally = OwnTally::default();
            for _ in 0..300 {
                tally.ratio.add_signed(part, 3);
                tally.exceeding.add(part > 3);
            }
            tally.bounded(&tally.ratio).interval.unwrap()
        };
        assert!(ratio(3).1 == 1.0 && ratio(3).0 < 1.0, "{:?}", ratio(3));
        assert!(ratio(4).1 > 4.0 / 3.0, "{:?}", ratio(4));
    }

    #[test]
    fn quantiles_by_hand() {
        let values = Values::from([(-2, 1), (0, 3), (5, 5), (9, 1)]);
        let value = |q| quantile_of(&values, q, 10).value;
        assert_eq!([0.1, 0.11, 0.4, 0.5, 0.9, 0.91].map(value), [-2.0, 0.0, 0.0, 5.0, 5.0, 9.0].map(Some));
        // Ranks 5 less 3.1 and 6 more: the second and the ninth.
        assert_eq!(quantile_of(&values, 0.5, 10).interval, Some((0.0, 5.0)));
        assert_eq!(quantile_of(&Values::new(), 0.5, 0), Estimate::default());
    }

    #[test]
    fn large_values_keep_eleven_digits() {
        for (value, is) in [(2047, 2047), (2048, 2048), (2049, 2048), (-4099, -4096), (i64::MIN, -i64::MAX)] {
            assert_eq!(kept(value), is, "{value}");
        }
    }
}
