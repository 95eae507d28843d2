//! Figures by name: those of `summary.csv`, and single fields of the other tables.

use thiserror::Error;

use ludometer_model::{Contest, Seat, did_you_mean, nearest};
use ludometer_stats::{Cell, EstimateKind, Figure, Member, Report, TurnTime, action_figure, catalogue};

/// Short names of fields that are asked for often: name, table, column.
const ALIASES: &[(&str, &str, &str)] = &[
    ("seat_win_rate", "seats", "win_rate"),
    ("seat_loss_rate", "losses", "loss_rate"),
    ("side_win_rate", "sides", "win_rate"),
    ("seat_mean_rank", "seats", "mean_rank"),
    ("seat_mean_score", "seats", "mean_score"),
    ("strategy_win_rate", "strategies", "win_rate"),
    ("strategy_mean_rank", "strategies", "mean_rank"),
    ("strategy_mean_score", "strategies", "mean_score"),
    ("card_drawn", "cards", "drawn_per_game"),
    ("card_played", "cards", "played_per_game"),
    ("card_played_share", "cards_played", "share"),
    ("card_win_rate_drawn", "cards", "win_rate_drawn"),
    ("card_delta", "cards", "delta"),
];

/// Returns the short names of fields that are asked for often.
pub fn short_names() -> impl Iterator<Item = &'static str> {
    ALIASES.iter().map(|(name, ..)| *name).chain(["seat_bias"])
}

/// Words that people have for figures, and the figures.
const MEANT: &[(&str, &str)] = &[
    ("length", "turns"),
    ("duration", "minutes"),
    ("time", "minutes"),
    ("fairness", "seat_spread"),
    ("lead", "leader_gap"),
    ("ties", "shared_wins"),
    ("win_rate", "seat_win_rate[*]"),
    ("first_player", "first_mover_advantage"),
];

/// Tables whose rows have no name of their own, or that count no figures.
const NOT_BY_NAME: &[&str] = &["matchups", "lengths", "scores"];

/// The seat win rates, which two figures are made of.
const SEATS: (&str, &str) = ("seats", "win_rate");

/// The table of sides, where sides play.
const SIDES: &str = "sides";

/// Why a figure's name means nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MetricError {
    /// No such figure in this game.
    #[error(
        "there is no metric `{name}`{hint}; there are those of summary.csv (turns, rounds, decisions, seat_spread, \
         first_mover_advantage, leader_gap, unfinished ...), minutes[SECONDS A TURN], and fields by row: seat_win_rate[0], seat_bias[0], side_win_rate[SIDE], strategy_win_rate[greedy], \
         card_played[CARD], card_played_share[CARD], `*` standing for every row"
    )]
    Unknown {
        /// As it was written.
        name: String,
        /// ` (did you mean ...?)` or nothing.
        hint: String,
    },
    /// A figure that takes an analysis of whole games.
    #[error(
        "`{name}` is a figure of an analysis: `run --analyze` and `study` have it, with its interval; here are those of summary.csv \
             (turns, seat_spread ...) and fields by row such as seat_bias[0]"
    )]
    Analysed {
        /// As it was written.
        name: String,
    },
    /// No pace, or one of actions that the game doesn't have.
    #[error("`{name}`: {why}")]
    Pace {
        /// As it was written.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// A figure that no number of games can give, as the game is won in another way.
    #[error("`{name}` can't be told of this game: {why}; it has {instead}")]
    Meaningless {
        /// As it was written.
        name: String,
        /// How the game is won.
        why: &'static str,
        /// Figures that it has.
        instead: String,
    },
}

#[derive(Clone, Debug, PartialEq)]
enum Source {
    Summary(&'static Figure, Member),
    Field {
        table: String,
        column: String,
        row: String,
    },
    /// A seat's win rate less the fair share: all parties win equally often, and the seats of one share its win.
    Bias(String),
    /// Largest minus smallest win rate of a seat or side: no mean of its units, but a difference of two.
    Spread,
    /// Minutes at a pace.
    Minutes(TurnTime),
}

/// How far one game's figure can lie from the mean at most. Such a game may be too rare to be in the sample, so an
/// interval allows for one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reach {
    /// Below the mean and above it.
    pub(super) by: [f64; 2],
    /// False where nothing bounds the figure: then `by` is only what a count can be off by at least.
    pub(super) is_known: bool,
}

impl Reach {
    /// That of a share, or of what can be off by one.
    pub(super) const ONE: Self = Self { by: [1.0, 1.0], is_known: true };

    /// Returns that of the difference to another figure.
    pub(super) fn of_difference(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.by, other.by);
        Self { by: [a.max(d), b.max(c)], is_known: self.is_known && other.is_known }
    }
}

/// A figure, found by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    name: String,
    source: Source,
}

fn key(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Text(text) => Some(text.clone()),
        Cell::Count(count) => Some(count.to_string()),
        Cell::Real(_) | Cell::Empty => None,
    }
}

fn field(report: &Report, table: &str, column: &str, row: &str) -> Option<f64> {
    let table = report.table(table)?;
    let at = (0..table.rows.len()).find(|&i| key(&table.rows[i][0]).as_deref() == Some(row))?;
    table.cell(at, column)?.number()
}

impl Metric {
    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns true for the one figure that is a difference of two means chosen by their size.
    pub(super) fn is_spread(&self) -> bool {
        self.source == Source::Spread
    }

    /// Returns true for a seat's win rate less the fair share.
    pub(super) const fn is_bias(&self) -> bool {
        matches!(self.source, Source::Bias(_))
    }

    /// Returns this interval, cut to the values that the figure can have.
    pub fn within_range(&self, (low, high): (f64, f64)) -> (f64, f64) {
        let (least, most) = self.range();
        (low.max(least), high.min(most))
    }

    /// Returns the values that the figure can have at all.
    pub(super) fn range(&self) -> (f64, f64) {
        let stem = self.name.split('[').next().unwrap_or(&self.name);
        let is_share = if let Source::Summary(figure, _) = &self.source {
            figure.kind == EstimateKind::Share
        } else {
            let shares = [
                "seat_win_rate",
                "seat_loss_rate",
                "side_win_rate",
                "strategy_win_rate",
                "card_played_share",
                "card_win_rate_drawn",
            ];
            shares.contains(&stem) || self.is_spread()
        };
        let is_count = self.grows_with_turns() || stem == "leader_gap";
        match stem {
            "seat_bias" | "card_delta" | "first_mover_advantage" => (-1.0, 1.0),
            _ if is_share => (0.0, 1.0),
            _ if is_count => (0.0, f64::INFINITY),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// Returns true for what is counted along a game, so that a game of ten times the turns has about ten times as many.
    fn grows_with_turns(&self) -> bool {
        match &self.source {
            Source::Minutes(_) => true,
            Source::Summary(figure, _) => [
                &catalogue::TURNS,
                &catalogue::ROUNDS,
                &catalogue::DECISIONS,
                &catalogue::FORCED_DECISIONS,
                &catalogue::ACTION,
            ]
            .contains(figure),
            Source::Field { table, column, .. } => {
                table == "cards" && ["drawn_per_game", "played_per_game"].contains(&column.as_str())
            }
            Source::Bias(_) | Source::Spread => false,
        }
    }

    /// Returns how far one game can be from the mean in this report.
    ///
    /// A count along a game goes up to what a game would have that runs on to the limit of turns. Nothing bounds
    /// scores and a designer's own figures.
    pub(super) fn reach(&self, report: &Report) -> Reach {
        let (low, high) = self.range();
        if low.is_finite() && high.is_finite() {
            return Reach::ONE;
        }
        let unknown = Reach { is_known: false, ..Reach::ONE };
        if !self.grows_with_turns() {
            return unknown;
        }
        let turns =
            report.metric(&catalogue::TURNS).and_then(|turns| turns.value).filter(|turns| *turns > 0.0);
        let known = self.read(report).zip(turns).zip(report.most_turns);
        known.map_or(unknown, |((value, turns), most)| {
            let above = value * (most as f64 / turns - 1.0);
            Reach { by: [value.max(1.0), above.max(1.0)], is_known: true }
        })
    }

    /// Returns the figure in this report, if it can be given.
    pub fn read(&self, report: &Report) -> Option<f64> {
        match &self.source {
            Source::Summary(figure, member) => report.member(figure, member)?.value,
            Source::Minutes(pace) => pace.minutes(|name| report.named(name))?.value,
            Source::Field { table, column, row } => field(report, table, column, row),
            Source::Bias(row) => {
                let rates: Option<Vec<f64>> = seat_rates(report).into_iter().collect();
                let rates = rates?;
                let sum: f64 = rates.iter().sum();
                // Whole where each game is won, to the last bit.
                let won = if (sum - 1.0).abs() < 1e-9 { 1.0 } else { sum };
                let seat = Seat::new(row.parse().ok().filter(|seat| *seat < rates.len())?);
                let parts = report.contest.parts(seat).unwrap_or(rates.len());
                Some(field(report, SEATS.0, SEATS.1, row)? - won / parts as f64)
            }
            Source::Spread => {
                let table = if report.contest.has_sides() { SIDES } else { SEATS.0 };
                let rates = || rates_of(report, table).into_iter().flatten();
                Some(rates().reduce(f64::max)? - rates().reduce(f64::min)?)
            }
        }
    }
}

/// Returns the win rates of all seats, in order, where they can be given.
pub(super) fn seat_rates(report: &Report) -> Vec<Option<f64>> {
    rates_of(report, SEATS.0)
}

/// Returns the win rates of this table, in order.
fn rates_of(report: &Report, table: &str) -> Vec<Option<f64>> {
    let Some(table) = report.table(table) else { return Vec::new() };
    let rate = |row| table.cell(row, SEATS.1).and_then(Cell::number);
    (0..table.rows.len()).map(rate).collect()
}

/// Figures of players who win against each other.
const OF_RIVALS: &[&str] = &[
    "shared_wins",
    "joint_wins",
    "seat_spread",
    "first_mover_advantage",
    "leader_gap",
    "seat_win_rate",
    "seat_bias",
    "seat_mean_rank",
    "strategy_mean_rank",
];

/// Figures of games that are won or lost.
const OF_WINS: &[&str] = &["won", "strategy_win_rate", "card_win_rate_drawn", "card_delta"];

/// Figures of scores.
const OF_SCORES: &[&str] = &["leader_gap", "seat_mean_score", "strategy_mean_score"];

/// Returns why this figure means nothing where games are won in this way, if it doesn't.
fn meaningless(name: &str, contest: &Contest) -> Option<&'static str> {
    let stem = name.split('[').next().unwrap_or(name);
    match () {
        () if contest.parties.len() == 1 && OF_RIVALS.contains(&stem) => {
            Some("nobody in it wins against another player")
        }
        () if contest.ends.are_lost_alone && stem == "shared_wins" => {
            Some("whoever does not lose wins, which is no tie")
        }
        () if !contest.ends.have_scores && OF_SCORES.contains(&stem) => Some("its rules count no score"),
        () if !contest.ends.are_won && OF_WINS.contains(&stem) => {
            Some("it is neither won nor lost, its players only score")
        }
        () => None,
    }
}

/// All figures of a game at one table.
#[derive(Clone, Debug)]
pub struct Catalog {
    metrics: Vec<Metric>,
    contest: Contest,
}

impl Catalog {
    /// Returns the figures that such a report has. The report of no plays will do.
    pub fn of(report: &Report) -> Self {
        let mut metrics: Vec<Metric> = report
            .metrics
            .iter()
            .map(|m| {
                let spread = *m.figure == catalogue::SEAT_SPREAD;
                let source = || Source::Summary(m.figure, m.member.clone());
                Metric { name: m.name(), source: if spread { Source::Spread } else { source() } }
            })
            .collect();
        for table in report.tables.iter().filter(|t| !NOT_BY_NAME.contains(&t.name)) {
            let rows: Vec<String> = table.rows.iter().filter_map(|row| key(&row[0])).collect();
            let figures =
                table.columns.iter().skip(1).filter(|c| !["ci_low", "ci_high", "games"].contains(c));
            for &column in figures {
                let alias = ALIASES.iter().find(|(_, t, c)| *t == table.name && *c == column);
                let name = alias.map_or_else(|| format!("{}.{column}", table.name), |a| a.0.to_owned());
                for row in &rows {
                    let (table, column) = (table.name.to_owned(), column.to_owned());
                    let source = Source::Field { table, column, row: row.clone() };
                    metrics.push(Metric { name: format!("{name}[{row}]"), source });
                }
            }
            if table.name == SEATS.0 {
                let bias = |row: &String| Metric {
                    name: format!("seat_bias[{row}]"),
                    source: Source::Bias(row.clone()),
                };
                metrics.extend(rows.iter().map(bias));
            }
        }
        metrics.push(Metric {
            name: catalogue::MINUTES.id.to_owned(),
            source: Source::Minutes(TurnTime::default()),
        });
        let contest = report.contest.clone();
        metrics.retain(|metric| meaningless(&metric.name, &contest).is_none());
        Self { metrics, contest }
    }

    /// Returns all names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.metrics.iter().map(Metric::name)
    }

    /// Returns the minutes at the pace in brackets, such as `minutes[20,buy=10]`; none if this is another name.
    fn minutes(&self, name: &str) -> Option<Result<Metric, MetricError>> {
        let pace = name.strip_prefix(catalogue::MINUTES.id)?.strip_prefix('[')?.strip_suffix(']')?;
        let wrong = |why| MetricError::Pace { name: name.to_owned(), why };
        let known = |pace: TurnTime| {
            let is_known = |action: &&str| self.names().any(|known| known == action_figure(action));
            let Some(unknown) = pace.actions().find(|action| !is_known(action)) else { return Ok(pace) };
            let actions = self.names().filter_map(|name| name.strip_prefix("action_"));
            let near = did_you_mean(nearest(unknown, actions));
            Err(wrong(format!("this game has no action `{unknown}`{near}")))
        };
        let pace = pace.parse().map_err(wrong).and_then(known);
        Some(pace.map(|pace| Metric { name: name.to_owned(), source: Source::Minutes(pace) }))
    }

    /// Returns the figures that this name means: one, or with `[*]` one for every row.
    ///
    /// # Errors
    /// [`MetricError`], with the nearest known name.
    pub fn find(&self, name: &str) -> Result<Vec<Metric>, MetricError> {
        if let Some(minutes) = self.minutes(name) {
            return Ok(vec![minutes?]);
        }
        let found: Vec<Metric> = match name.strip_suffix("[*]") {
            Some(stem) => {
                let member = |m: &&Metric| {
                    m.name.strip_prefix(stem).is_some_and(|rest| rest.starts_with('[') && rest.ends_with(']'))
                };
                self.metrics.iter().filter(member).cloned().collect()
            }
            None => self.metrics.iter().filter(|m| m.name == name).take(1).cloned().collect(),
        };
        if found.is_empty() {
            if let Some(why) = meaningless(name, &self.contest) {
                let known = ["won", "table_score", "turns"].map(|known| format!("`{known}`"));
                let has = |known: &String| self.names().any(|name| known.trim_matches('`') == name);
                let instead = known.into_iter().filter(has).collect::<Vec<_>>().join(", ");
                return Err(MetricError::Meaningless { name: name.to_owned(), why, instead });
            }
            let stem = name.split('[').next().unwrap_or(name);
            let mut analysed = catalogue::CHAPTERS.iter().skip(1).flat_map(|(_, figures)| *figures);
            if analysed.any(|figure| figure.id == stem) {
                return Err(MetricError::Analysed { name: name.to_owned() });
            }
            let meant = nearest(name, MEANT.iter().map(|(word, _)| *word))
                .and_then(|near| MEANT.iter().find(|(word, _)| *word == near))
                .map(|(_, figure)| *figure);
            let hint = did_you_mean(nearest(name, self.names()).or(meant));
            return Err(MetricError::Unknown { name: name.to_owned(), hint });
        }
        Ok(found)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use ludometer_stats::{Estimate, Metric as Row, Table};

    /// Returns a report with turns, seat spread and two seats.
    pub(crate) fn report(turns: f64, rates: [f64; 2]) -> Report {
        let estimate = |value| Estimate { value: Some(value), interval: None, games: 1 };
        let mut seats = Table::new("seats", &["seat", "win_rate", "ci_low"]);
        for (seat, rate) in rates.into_iter().enumerate() {
            seats.row(vec![(seat as u64).into(), Some(rate).into(), Cell::Empty]);
        }
        let mut own = Table::new("workers", &["worker", "pay"]);
        own.row(vec!["clerk".into(), Some(7.0).into()]);
        Report {
            metrics: vec![
                Row::new(&catalogue::TURNS, estimate(turns)),
                Row::new(&catalogue::SEAT_SPREAD, estimate(rates[0] - rates[1])),
            ],
            tables: vec![seats, own],
            most_turns: Some(60),
            ..Report::default()
        }
    }

    #[test]
    fn figures_are_found_by_name_and_read() {
        let report = report(40.0, [0.5, 0.25]);
        let catalog = Catalog::of(&report);
        let read =
            |name| catalog.find(name).unwrap().iter().map(|m| m.read(&report).unwrap()).collect::<Vec<_>>();
        assert_eq!(read("turns"), [40.0]);
        assert_eq!(read("seat_spread"), [0.25]);
        assert_eq!(read("seat_win_rate[*]"), [0.5, 0.25]);
        // Three games of four were won: a fair share is half of that.
        assert_eq!(read("seat_bias[1]"), [-0.125]);
        assert_eq!(read("seat_bias[*]"), [0.125, -0.125]);
        assert_eq!(read("workers.pay[clerk]"), [7.0]);
        assert!(catalog.names().all(|name| !name.contains("ci_low")));
    }

    #[test]
    fn minutes_are_found_at_any_pace() {
        let mut report = report(40.0, [0.5, 0.5]);
        let buys = Member::Named("buy".to_owned());
        let estimate = Estimate { value: Some(12.0), interval: None, games: 1 };
        report.metrics.push(Row { member: buys, ..Row::new(&catalogue::ACTION, estimate) });
        let catalog = Catalog::of(&report);
        let read = |name: &str| catalog.find(name).map(|found| found[0].read(&report).unwrap());
        assert_eq!(read("minutes"), Ok(20.0), "half a minute a turn");
        assert_eq!(read("minutes[45]"), Ok(30.0));
        assert_eq!(read("minutes[45,buy=10]"), Ok(32.0));
        let fails = |name: &str| read(name).unwrap_err().to_string();
        assert_eq!(
            fails("minutes[45,bay=10]"),
            "`minutes[45,bay=10]`: this game has no action `bay` (did you mean `buy`?)"
        );
        assert!(fails("minutes[]").starts_with("`minutes[]`: `` is no pace: seconds a turn from 1 to 3600"));
    }

    #[test]
    fn figures_of_an_analysis_are_told_from_unknown_ones() {
        let catalog = Catalog::of(&report(40.0, [0.5, 0.5]));
        let error = |name: &str| catalog.find(name).unwrap_err();
        for name in ["win_share_by_order[*]", "score_spread"] {
            assert_eq!(error(name), MetricError::Analysed { name: name.to_owned() });
        }
        assert!(matches!(error("table_score"), MetricError::Unknown { .. }), "it is one of other games");
    }

    #[test]
    fn what_no_number_of_games_can_tell_is_refused() {
        let mut report = report(40.0, [0.5, 0.5]);
        report.contest = Contest::new(ludometer_model::Kind::Cooperative, 2);
        let catalog = Catalog::of(&report);
        assert!(
            catalog.names().all(|name| !name.starts_with("seat_")),
            "{:?}",
            catalog.names().collect::<Vec<_>>()
        );
        for name in ["seat_spread", "seat_win_rate[1]", "seat_bias[*]"] {
            let error = catalog.find(name).unwrap_err().to_string();
            assert!(
                error.contains("nobody in it wins against another") && error.contains("`turns`"),
                "{error}"
            );
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let error = Catalog::of(&report(1.0, [0.0, 0.0])).find("seat_winrate[0]").unwrap_err();
        assert!(error.to_string().contains("did you mean `seat_win_rate[0]`?"), "{error}");
        assert!(Catalog::of(&report(1.0, [0.0, 0.0])).find("nonsense[*]").is_err());
    }
}
