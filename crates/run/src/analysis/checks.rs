//! The questions that every analysis asks, each with a p-value: is this figure beyond what a designer
//! would tolerate?
//!
//! The null hypothesis of a check is always that the figure lies within its tolerance. Figures with
//! an interval are tested by their distance from the tolerance in standard errors (the interval is
//! normal or nearly so at the least number of plays); rare events by the exact tail of the Poisson
//! distribution.

use ludometer_model::{Contest, Kind, Names, Sharing, player, thousands};
use ludometer_stats::{
    Bounded, CardDealRow, CardRow, CardUseRow, CoverageKind, CoverageRow, Estimate, Evidence, Figure, Limit,
    LossRow, Member, Notability, NotableRow, Report, SideRow, Tolerance, catalogue, mover, normal_below,
    normal_quantile, row_words,
};

/// Fewer plays than this give no verdict on anything.
pub(super) const LEAST_PLAYS: u64 = 100;

/// How much it matters, by size and not by certainty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Severe defect.
    Serious,
    /// Clear defect.
    Moderate,
    /// Small deviation.
    Slight,
    /// Fact, no defect.
    Note,
    /// Deviation that too few games show.
    Unclear,
}

row_words!(Severity {
    Serious => "serious", Moderate => "moderate", Slight => "slight", Note => "note", Unclear => "unclear",
});

impl Severity {
    fn of(excess: f64, [moderate, serious]: [f64; 2]) -> Self {
        if excess >= serious {
            Self::Serious
        } else if excess >= moderate {
            Self::Moderate
        } else {
            Self::Slight
        }
    }
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Check {
    pub topic: &'static str,
    /// The subject within the topic.
    pub item: String,
    pub severity: Severity,
    pub value: f64,
    pub interval: Option<(f64, f64)>,
    /// The ideal value of the figure, or the bound that it should keep.
    pub fair: f64,
    /// 1 above the tolerance, -1 below it, 0 within.
    pub side: i8,
    /// The chance of a figure at least this far out if it were within its tolerance.
    pub p: f64,
    pub games: u64,
    pub text: String,
    /// A play to look at.
    pub trace: Option<u64>,
}

impl Check {
    /// Does this figure lie outside `low` to `high`?
    fn of(
        (topic, item): (&'static str, String),
        figure: &Measured,
        (low, high): (f64, f64),
        fair: f64,
        severity: Severity,
        text: String,
    ) -> Self {
        let (side, p) = figure.outside(low, high);
        let Measured { value, low, high, games } = *figure;
        let interval = Some((low, high));
        Self { topic, item, severity, value, interval, fair, side, p, games, text, trace: None }
    }
}

/// A figure with a tolerance in the catalogue, as a question.
struct Question {
    figure: &'static Figure,
    topic: &'static str,
    trace: Option<Notability>,
    text: fn(&Member, &Measured) -> String,
}

const fn ask(
    figure: &'static Figure,
    topic: &'static str,
    text: fn(&Member, &Measured) -> String,
) -> Question {
    Question { figure, topic, trace: None, text }
}

impl Question {
    /// Returns the question with a game that shows what is wrong.
    const fn traced_by(self, game: Notability) -> Self {
        Self { trace: Some(game), ..self }
    }
}

const QUESTIONS: &[Question] = &[
    ask(&catalogue::WON, "no winner", |_, f| {
        let nobody = Measured { value: 1.0 - f.value, low: 1.0 - f.high, high: 1.0 - f.low, ..*f };
        format!("nobody wins {} of the games", shown(&nobody))
    }),
    ask(&catalogue::SHARED_WINS, "shared wins", |_, f| {
        format!("several tie for the win in {} of the games: no tiebreak parts them", shown(f))
    }),
    ask(&catalogue::HALF_TIME_LEADER_WINS, "runaway", |_, f| {
        format!("whoever leads at half time wins {} of the games that somebody leads", shown(f))
    })
    .traced_by(Notability::BiggestRunaway),
    ask(&catalogue::DECIDED_AT, "decided early", |_, f| {
        format!("the winner takes the lead for good after only {} of the game, on average", shown(f))
    })
    .traced_by(Notability::BiggestRunaway),
    ask(&catalogue::WITHIN_TARGET_LENGTH, "target length", |wanted, f| {
        let wanted = if let Member::Length(target) = wanted { target.spoken() } else { String::new() };
        format!("only {} of the games last the wanted {wanted}", shown(f))
    }),
    ask(&catalogue::ELIMINATED, "elimination", |who, f| {
        format!("{} is out of the game and waits in {} of the turns", who.who(), shown(f))
    }),
    ask(&catalogue::HOPELESS, "hopeless", |who, f| {
        format!("{} has less than a fifth of its fair chance in {} of the turns", who.who(), shown(f))
    })
    .traced_by(Notability::BiggestRunaway),
    ask(&catalogue::KINGMAKING, "kingmaking", |_, f| {
        let share = shown(f);
        format!(
            "in {share} of the games the winner takes the lead for good in the turn of a player without hope"
        )
    }),
    ask(&catalogue::FORCED_SHARE, "forced decisions", |_, f| {
        format!("{} of the decisions leave no choice", shown(f))
    }),
    ask(&catalogue::INTERACTION_RATE, "interaction", |kind, f| {
        let half = (f.high - f.low) / 2.0;
        format!("between seats {:.2} ± {half:.2} times a turn: {kind}", f.value)
    }),
];

/// The facts about a game that the questions need.
#[derive(Clone, Copy)]
pub(super) struct About<'a> {
    pub seats: usize,
    /// Who wins against whom.
    pub contest: &'a Contest,
    /// True if a tie is one of what counts in the game: not where a payoff does.
    pub has_ties: bool,
    /// The kinds of cards that are not meant to be played.
    pub idle: &'a [&'a str],
    pub names: &'a Names,
}

/// Returns all questions that this report answers, in a fixed order.
pub(super) fn checks(report: &Report, about: About<'_>) -> Vec<Check> {
    let mut checks = Vec::new();
    if about.contest.has_sides() {
        side_checks(report, &mut checks);
    } else if about.contest.ends.are_lost_alone {
        loss_checks(report, &mut checks);
    } else if about.contest.is_contest() {
        seat_checks(report, about, &mut checks);
    }
    let is_contest = about.contest.is_contest();
    rare_checks(report, about.names, &mut checks);
    for question in QUESTIONS {
        let is_asked = match question.figure {
            // Games without an end have a finding of their own.
            figure if *figure == catalogue::WON => is_contest && nobody_wins_some(report),
            figure if *figure == catalogue::SHARED_WINS => is_contest && about.has_ties,
            // Whoever leads wins as others do where several win at once, or all but one.
            figure if *figure == catalogue::HALF_TIME_LEADER_WINS => {
                joint(report) <= JOINT && !about.contest.ends.are_lost_alone
            }
            _ => true,
        };
        if let Some(tolerance) = question.figure.tolerance.filter(|_| is_asked) {
            tolerance_checks(report, question, tolerance, &mut checks);
        }
    }
    card_checks(report, about, &mut checks);
    checks
}

/// More games than this that are won jointly are many.
const JOINT: f64 = 0.05;

/// Returns the share of the games that several win jointly.
fn joint(report: &Report) -> f64 {
    report.metric(&catalogue::JOINT_WINS).and_then(|joint| joint.value).unwrap_or(0.0)
}

/// Returns true if there are games that came to their end and nobody won.
fn nobody_wins_some(report: &Report) -> bool {
    let share = |figure| analysed(report, figure).first().map(|(_, measured)| measured.value);
    let [finished, won] = [&catalogue::FINISHED, &catalogue::WON].map(share);
    finished.zip(won).is_some_and(|(finished, won)| won < finished - 1e-9)
}

fn tolerance_checks(report: &Report, question: &Question, tolerance: Tolerance, checks: &mut Vec<Check>) {
    let Tolerance { limit, moderate, serious } = tolerance;
    let (bound, sign) = match limit {
        Limit::AtMost(bound) => (bound, 1.0),
        Limit::AtLeast(bound) => (bound, -1.0),
    };
    let notable: Vec<NotableRow> = report.rows();
    let mut ask = |member: &Member, measured: &Measured, limit: f64| {
        let tolerated = if sign > 0.0 { (f64::MIN, limit) } else { (limit, f64::MAX) };
        let severity = Severity::of((measured.value - bound) * sign, [moderate, serious]);
        let (about, text) = ((question.topic, member.to_string()), (question.text)(member, measured));
        let trace =
            question.trace.and_then(|what| notable.iter().find(|row| row.what == what)).map(|row| row.game);
        let check = Check::of(about, measured, tolerated, bound, severity, text);
        checks.push(Check { trace, ..check });
    };
    // By phase, forced decisions are no fault.
    let asked = |member: &Member| *question.figure != catalogue::FORCED_SHARE || *member == Member::Whole;
    let (seats, others): (Vec<_>, Vec<_>) = analysed(report, question.figure)
        .into_iter()
        .filter(|(member, _)| asked(member))
        .partition(|(member, _)| matches!(member, Member::Seat(..)));
    for (member, measured) in &others {
        ask(member, measured, bound);
    }
    // What is so for all seats is one question. A seat has one of its own only about what sets it apart.
    let Some(all) = Measured::mean(seats.iter().map(|(_, measured)| measured)) else { return };
    ask(&Member::Whole, &all, bound);
    let apart = all.value + sign * moderate;
    let limit = if sign > 0.0 { bound.max(apart) } else { bound.min(apart) };
    for (member, measured) in &seats {
        ask(member, measured, limit);
    }
}

/// Part of the fair share that a seat's share may be away from it: a point at four seats.
const SEAT_TOLERANCE: f64 = 0.04;

fn seat_checks(report: &Report, About { seats, contest, .. }: About<'_>, checks: &mut Vec<Check>) {
    let by_seat = analysed(report, &catalogue::WIN_SHARE);
    // Of the games that somebody won: the seats share what was won.
    let fair = by_seat.iter().map(|(_, share)| share.value).sum::<f64>() / seats as f64;
    if fair <= 0.0 {
        return;
    }
    let sharing = contest.sharing(Some(joint(report)));
    let by_order = analysed(report, &catalogue::WIN_SHARE_BY_ORDER);
    // Where seat 0 always begins, both are the same figures.
    let same = by_seat.iter().zip(&by_order).all(|(a, b)| a.1.value.to_bits() == b.1.value.to_bits());
    let order = if same { &[][..] } else { &by_order[..] };
    for (topic, list) in [("seat balance", &by_seat[..]), ("order of play", order)] {
        for (member, figure) in list {
            let who = match member {
                Member::Order(place) => mover(*place, Some(seats)),
                _ => member.who(),
            };
            let share = shown(figure);
            let wins = sharing.says(&share);
            let comma = if sharing == Sharing::Side { "," } else { "" };
            let text = format!("{who} {wins}{comma} with {seats} players, fair is {:.1} %", fair * 100.0);
            fair_check((topic, member.to_string()), figure, fair, text, checks);
        }
    }
}

/// Asks whether sides win equally often.
fn side_checks(report: &Report, checks: &mut Vec<Check>) {
    for SideRow { side, games, win_rate, expected_rate, .. } in report.rows() {
        let (Some(figure), Some(fair)) = (Measured::of(&win_rate.of(games)), expected_rate) else { continue };
        let text =
            format!("the side of {side} wins {} of the games, fair is {:.1} %", shown(&figure), fair * 100.0);
        fair_check(("side balance", side), &figure, fair, text, checks);
    }
}

/// Asks whether seats lose equally often, where a game is decided by who loses.
fn loss_checks(report: &Report, checks: &mut Vec<Check>) {
    let rows: Vec<LossRow> = report.rows();
    let of = |row: &LossRow| Measured::of(&row.loss_rate.of(row.games));
    let fair = rows.iter().filter_map(of).map(|rate| rate.value).sum::<f64>() / rows.len().max(1) as f64;
    for row in &rows {
        let Some(figure) = of(row) else { continue };
        let who = player(row.seat as usize);
        let text = format!(
            "{who} loses {} of the games with {} players, fair is {:.1} %",
            shown(&figure),
            rows.len(),
            fair * 100.0
        );
        fair_check(("seat balance", format!("seat {}", row.seat)), &figure, fair, text, checks);
    }
}

/// Asks whether a share is the fair one.
fn fair_check(
    about: (&'static str, String),
    figure: &Measured,
    fair: f64,
    text: String,
    checks: &mut Vec<Check>,
) {
    if fair > 0.0 {
        let slack = SEAT_TOLERANCE * fair;
        let severity = Severity::of((figure.value - fair).abs() / fair, [0.12, 0.30]);
        checks.push(Check::of(about, figure, (fair - slack, fair + slack), fair, severity, text));
    }
}

/// The share of plays in which something that should not happen may happen.
const RARE: f64 = 0.001;

/// Says which actions go round and round in games that were broken off, if they are known, and how often in a game.
fn circle(report: &Report, coverage: &[CoverageRow], names: &Names) -> String {
    let loops = coverage.iter().filter(|row| row.kind == CoverageKind::Loop);
    let action = |row: &CoverageRow| {
        let name = names.of("action", &row.item);
        let times = report.named(&format!("action_{}", row.item)).and_then(|times| times.value);
        let times = times.map(|times| format!(" ({} times a game)", thousands(times.round() as u64)));
        format!("\u{201c}{name}\u{201d}{}", times.unwrap_or_default())
    };
    let mut actions: Vec<String> = loops.map(action).collect();
    match (actions.pop(), &actions[..]) {
        (None, _) => String::new(),
        (Some(one), []) => format!(", in which {one} follows itself in one turn"),
        (Some(last), most) => {
            format!(", in which {} and {last} go round and round in one turn", most.join(", "))
        }
    }
}

fn rare_checks(report: &Report, names: &Names, checks: &mut Vec<Check>) {
    let coverage: Vec<CoverageRow> = report.rows();
    let games = report.analysed(&catalogue::FINISHED).next().map_or(0, |row| row.estimate.games);
    for row in coverage.iter().filter(|row| row.kind == CoverageKind::Guard) {
        let share = row.games as f64 / games.max(1) as f64;
        let (topic, what) = match row.item.as_str() {
            "turn limit" => ("unfinished games", "run into the limit of turns".to_owned()),
            "decision limit" => (
                "loops",
                format!("are broken off for their number of decisions{}", circle(report, &coverage, names)),
            ),
            "standstill" => {
                ("loops", "stand still: for 20 turns of each seat no score or standing changes".to_owned())
            }
            "many shuffles" => {
                ("loops", "shuffle a stock anew 20 times or more: the deck goes round and round".to_owned())
            }
            other => ("engine guards", format!("need the guard `{other}`")),
        };
        checks.push(Check {
            topic,
            item: row.item.clone(),
            severity: Severity::of(share, [0.01, 0.05]),
            value: share,
            interval: ludometer_stats::wilson(share, games),
            fair: 0.0,
            side: i8::from(share > RARE),
            p: poisson_tail(row.games, RARE * games as f64),
            games,
            text: format!("{:.1} % of the games {what}", share * 100.0),
            trace: row.shortest_game,
        });
    }
}

/// How far a card may change the win share of the seat that is dealt it.
const DEALT_TOLERANCE: f64 = 0.10;

/// How far the win rates with and without a card may lie apart by mere observation: who lasts longer
/// draws more.
const DRAWN_TOLERANCE: f64 = 0.35;

/// Of the copies drawn, at least this share should be put to use.
const USED: f64 = 0.02;

fn card_checks(report: &Report, about: About<'_>, checks: &mut Vec<Check>) {
    let About { idle, names, contest, .. } = about;
    let coverage: Vec<CoverageRow> = report.rows();
    let first_play = |card: &str| {
        let item = format!("{card} drawn");
        coverage.iter().find(|row| row.kind == CoverageKind::Card && row.item == item)?.first_game
    };
    // A card that lies in the hands of those who win may win by that.
    let wins_held: Vec<String> = report
        .rows()
        .into_iter()
        .filter(|row: &CardRow| Measured::of(&row.delta.of(row.games)).is_none_or(|delta| delta.low > 0.0))
        .map(|row| row.card)
        .collect();
    for CardUseRow { card, games, drawn, used, .. } in report.rows() {
        let copies = |mean: Bounded| (mean.value.unwrap_or(0.0) * games as f64).round();
        let (drawn, used) = (copies(drawn), copies(used));
        if drawn > 0.0 && !idle.contains(&card.as_str()) && !wins_held.contains(&card) {
            checks.push(Check {
                topic: "dead cards",
                severity: Severity::Serious,
                value: used / drawn,
                interval: None,
                fair: USED,
                side: -i8::from(used == 0.0),
                // No use in so many draws, if each were used with the least probability.
                p: if used > 0.0 { 1.0 } else { (1.0 - USED).powf(drawn) },
                games,
                text: format!("{} was drawn {drawn} times and never put to use", names.card(&card)),
                trace: first_play(&card),
                item: card,
            });
        }
    }
    let mut power =
        |card: String, (topic, how, tolerance): (_, &str, f64), delta: Estimate, is_caused: bool, trace| {
            let Some(figure) = Measured::of(&delta) else { return };
            let is_lost_alone = contest.ends.are_lost_alone;
            let (who, verb) = match contest.kind {
                Kind::Solo => ("the player", if is_lost_alone { "loses" } else { "wins" }),
                _ => ("players", if is_lost_alone { "lose" } else { "win" }),
            };
            // Whoever does not lose wins.
            let way = if (figure.value > 0.0) == is_lost_alone { "less" } else { "more" };
            let (size, half) = (figure.value.abs(), (figure.high - figure.low) * 50.0);
            let name = names.card(&card);
            let mut text =
                format!("{who} {verb} {:.1} ± {half:.1} points {way} after {how} {name}", size * 100.0);
            if !is_caused {
                text += ", which need not come of the card";
            }
            let severity = Severity::of(size - tolerance, [0.05, 0.15]);
            let check = Check::of((topic, card), &figure, (-tolerance, tolerance), 0.0, severity, text);
            checks.push(Check { trace, ..check });
        };
    let deals: Vec<CardDealRow> = report.rows();
    let roles: Vec<String> =
        deals.iter().filter(|row| row.evidence == Evidence::Side).map(|row| row.card.clone()).collect();
    for CardDealRow { card, games, delta, evidence } in deals {
        // How the sides fare is a question of its own.
        if evidence == Evidence::Side {
            continue;
        }
        // A deal that is no trial shows what goes with a card, as all that is drawn later does.
        let is_caused = evidence == Evidence::Trial;
        let topic = if is_caused { "strong cards" } else { "dealt cards (observed)" };
        power(card, (topic, "being dealt", DEALT_TOLERANCE), delta.of(games), is_caused, None);
    }
    for CardRow { card, games, delta, .. } in report.rows() {
        if roles.contains(&card) {
            continue;
        }
        // A first draw may come long after the deal.
        let trace = first_play(&card);
        power(
            card,
            ("strong cards (observed)", "having drawn", DRAWN_TOLERANCE),
            delta.of(games),
            false,
            trace,
        );
    }
}

/// Returns what never happened, by kind, in words.
pub(super) fn never(report: &Report) -> Vec<(CoverageKind, Vec<String>)> {
    let mut found: Vec<(CoverageKind, Vec<String>)> = Vec::new();
    for row in report.rows::<CoverageRow>() {
        // Guards should never be needed, and cards have checks of their own.
        // That somebody wins every game is as it should be.
        let is_good = ["no winner", "no side wins"].contains(&row.item.as_str());
        let is_left_out = matches!(row.kind, CoverageKind::Guard | CoverageKind::Loop | CoverageKind::Card);
        if row.count > 0 || is_good || is_left_out {
            continue;
        }
        match found.iter_mut().find(|(known, _)| *known == row.kind) {
            Some((_, items)) => items.push(row.item),
            None => found.push((row.kind, vec![row.item])),
        }
    }
    found
}

/// Returns the chance that a Poisson number with this mean is at least `count`.
fn poisson_tail(count: u64, mean: f64) -> f64 {
    if count == 0 {
        return 1.0;
    }
    if mean <= 0.0 {
        return 0.0;
    }
    // From the first term on: exact where it is small, and never below 0 by cancellation.
    let mut term = (count as f64 * mean.ln() - mean - libm::lgamma(count as f64 + 1.0)).exp();
    let mut sum = 0.0;
    let mut k = count as f64;
    while term > sum * 1e-15 && k < count as f64 + 10_000.0 {
        sum += term;
        k += 1.0;
        term *= mean / k;
    }
    sum.min(1.0)
}

/// A figure with its interval, as tables hold it.
#[derive(Clone, Copy)]
pub(super) struct Measured {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    pub games: u64,
}

impl Measured {
    /// Returns an estimate, or nothing of one without an interval.
    pub(super) fn of(estimate: &Estimate) -> Option<Self> {
        let Estimate { value, interval, games } = *estimate;
        let (value, (low, high)) = value.zip(interval)?;
        Some(Self { value, low, high, games })
    }

    /// Returns the mean of several figures of the same plays, or none of none. Its interval is as wide as theirs on
    /// average, which is enough however they depend on each other.
    pub(super) fn mean<'a>(figures: impl ExactSizeIterator<Item = &'a Self>) -> Option<Self> {
        let n = figures.len() as f64;
        let mut sum = Self { value: 0.0, low: 0.0, high: 0.0, games: 0 };
        for Self { value, low, high, games } in figures {
            sum.value += value / n;
            sum.low += low / n;
            sum.high += high / n;
            sum.games = sum.games.max(*games);
        }
        (n > 0.0).then_some(sum)
    }

    /// Returns in which direction and how surely it lies outside `low` to `high`.
    fn outside(&self, low: f64, high: f64) -> (i8, f64) {
        // Of a skewed figure the arms differ: the one that reaches back to the tolerance counts.
        let arm = if self.value > high {
            self.value - self.low
        } else if self.value < low {
            self.high - self.value
        } else {
            (self.high - self.low) / 2.0
        };
        let error = (arm / normal_quantile(0.975)).max(1e-12);
        let beyond = (self.value - high).max(low - self.value);
        let side = if self.value > high {
            1
        } else if self.value < low {
            -1
        } else {
            0
        };
        // Two tails: it could have been out on either side.
        (side, (2.0 * normal_below(-beyond / error)).min(1.0))
    }
}

/// Returns the members of a figure of the analysis that have an interval.
pub(super) fn analysed<'a>(report: &'a Report, figure: &'static Figure) -> Vec<(&'a Member, Measured)> {
    let rows = report.analysed(figure);
    rows.filter_map(|row| Some((&row.member, Measured::of(&row.estimate)?))).collect()
}

/// Returns a share in words: `27.3 % ± 0.1`, near its ends `99.9 % (99.5 to 100.0)`.
pub(super) fn shown(figure: &Measured) -> String {
    let [value, low, high] = [figure.value, figure.low, figure.high].map(|share| share * 100.0);
    let half = (high - low) / 2.0;
    if value - half < 0.0 || value + half > 100.0 {
        return format!("{value:.1} % ({low:.1} to {high:.1})");
    }
    format!("{value:.1} % ± {half:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::Kind;
    use ludometer_stats::{Metric, Table};

    /// Returns a contest that lasts as long as the tests.
    fn contest(kind: Kind, seats: usize) -> &'static Contest {
        Box::leak(Box::new(Contest::new(kind, seats)))
    }

    fn about<'a>(seats: usize, idle: &'a [&'a str], names: &'a Names) -> About<'a> {
        About { seats, contest: contest(Kind::Competitive, seats), has_ties: true, idle, names }
    }

    /// Returns the row of a card that changes the win share by 30 ± 2 points.
    fn dealt(evidence: Evidence) -> CardDealRow {
        let delta = Bounded { value: Some(0.3), interval: Some((0.28, 0.32)) };
        CardDealRow { card: "ace".to_owned(), games: 2000, delta, evidence }
    }

    fn row(figure: &'static Figure, member: Member, (value, low, high): (f64, f64, f64)) -> Metric {
        let estimate = Estimate { value: Some(value), interval: Some((low, high)), games: 2000 };
        Metric::of(figure, member, estimate)
    }

    #[test]
    fn the_first_draw_of_a_card_is_no_play_in_which_it_was_dealt() {
        let seen = CoverageRow {
            kind: CoverageKind::Card,
            item: "ace drawn".to_owned(),
            games: 9,
            count: 9,
            first_game: Some(4),
            shortest_game: Some(4),
            shortest_turns: Some(1),
        };
        let drawn = CardRow {
            card: "ace".to_owned(),
            copies: 1,
            games: 2000,
            drawn_per_game: None,
            played_per_game: None,
            win_rate_drawn: None,
            win_rate_not_drawn: None,
            delta: dealt(Evidence::Trial).delta,
        };
        let tables = vec![Table::of([dealt(Evidence::Trial)]), Table::of([drawn]), Table::of([seen])];
        let checks = checks(&Report { tables, ..Report::default() }, about(4, &[], &Names::default()));
        let traces: Vec<_> = checks.iter().map(|check| (check.topic, check.trace)).collect();
        assert_eq!(traces, [("strong cards", None), ("strong cards (observed)", Some(4))]);
    }

    #[test]
    fn a_card_that_decides_the_side_is_not_called_strong() {
        let tables = vec![Table::of([dealt(Evidence::Side)])];
        let checks = checks(&Report { tables, ..Report::default() }, about(4, &[], &Names::default()));
        assert_eq!(checks.iter().map(|check| check.topic).collect::<Vec<_>>(), Vec::<&str>::new());
    }

    /// Whoever does not lose wins, where losing is all that counts: then a strong card is one whose holder loses less.
    #[test]
    fn a_card_is_said_to_do_what_the_game_counts() {
        let of = |are_lost_alone| {
            let mut contest = Contest::new(Kind::Competitive, 4);
            contest.ends.are_lost_alone = are_lost_alone;
            let names = Names::default();
            let about = About { contest: &contest, ..about(4, &[], &names) };
            let tables = vec![Table::of([dealt(Evidence::Trial)])];
            checks(&Report { tables, ..Report::default() }, about).remove(0).text
        };
        assert_eq!(of(true), "players lose 30.0 ± 2.0 points less after being dealt Ace");
        assert_eq!(of(false), "players win 30.0 ± 2.0 points more after being dealt Ace");
    }

    /// Where one of six loses, five in six are ahead of the loser anyway.
    #[test]
    fn a_loser_alone_leaves_no_leader_who_runs_away() {
        let of = |are_lost_alone| {
            let mut contest = Contest::new(Kind::Competitive, 6);
            contest.ends.are_lost_alone = are_lost_alone;
            let names = Names::default();
            let about = About { contest: &contest, ..about(6, &[], &names) };
            let analysis = vec![row(&catalogue::HALF_TIME_LEADER_WINS, Member::Whole, (0.99, 0.98, 1.0))];
            checks(&Report { analysis, ..Report::default() }, about).len()
        };
        assert_eq!([of(false), of(true)], [1, 0]);
    }

    /// Of sides that are drawn a seat has a part of the wins, and wins more games than these.
    #[test]
    fn a_seat_of_a_drawn_side_has_a_part_of_its_wins() {
        let of = |drawn: &[&str]| {
            let mut contest = Contest::new(Kind::Competitive, 2);
            contest.drawn = drawn.iter().map(|side| (*side).to_owned()).collect();
            let seat = |seat, share| row(&catalogue::WIN_SHARE, Member::Seat(seat), share);
            let analysis = vec![seat(0, (0.4, 0.38, 0.42)), seat(1, (0.2, 0.18, 0.22))];
            let names = Names::default();
            let about = About { contest: &contest, ..about(2, &[], &names) };
            checks(&Report { analysis, ..Report::default() }, about).remove(0).text
        };
        assert_eq!(
            of(&["wolves", "village"]),
            "Player A has 40.0 % ± 2.0 of the wins, which it shares with its side, with 2 players, fair is 30.0 %"
        );
        assert_eq!(of(&[]), "Player A wins 40.0 % ± 2.0 of the games with 2 players, fair is 30.0 %");
    }

    /// An outcome that goes with a card is not said to come of it.
    #[test]
    fn a_deal_that_is_no_trial_is_called_observed() {
        let of = |evidence| {
            let tables = vec![Table::of([dealt(evidence)])];
            let checks = checks(&Report { tables, ..Report::default() }, about(4, &[], &Names::default()));
            (checks[0].topic, checks[0].text.clone())
        };
        let says = "players win 30.0 ± 2.0 points more after being dealt Ace";
        assert_eq!(of(Evidence::Trial), ("strong cards", says.to_owned()));
        assert_eq!(
            of(Evidence::Observed),
            ("dealt cards (observed)", format!("{says}, which need not come of the card"))
        );
    }

    #[test]
    fn a_length_that_is_seldom_the_wanted_one_is_found() {
        let target = Member::Length("turns=20..40".parse().unwrap());
        let with = |share, low, high| {
            let row = row(&catalogue::WITHIN_TARGET_LENGTH, target.clone(), (share, low, high));
            checks(&Report { analysis: vec![row], ..Report::default() }, about(4, &[], &Names::default()))
        };
        let [check] = &with(0.02, 0.01, 0.03)[..] else { panic!("one figure, one check") };
        assert_eq!((check.topic, check.side, check.severity), ("target length", -1, Severity::Serious));
        assert_eq!(check.text, "only 2.0 % ± 1.0 of the games last the wanted 20 to 40 turns");
        assert_eq!(with(0.8, 0.78, 0.82)[0].side, 0, "most have it");
    }

    #[test]
    fn what_is_so_for_all_seats_is_one_question() {
        let with = |shares: &[(f64, f64, f64)]| {
            let rows = shares.iter().enumerate();
            let rows = rows.map(|(seat, &share)| row(&catalogue::ELIMINATED, Member::Seat(seat), share));
            let checks = checks(
                &Report { analysis: rows.collect(), ..Report::default() },
                about(2, &[], &Names::default()),
            );
            checks
                .into_iter()
                .filter(|check| check.side != 0)
                .map(|c| (c.item, c.severity, c.value))
                .collect::<Vec<_>>()
        };
        // Both by about the same, though one is a degree worse by its own figure.
        let alike = with(&[(0.35, 0.33, 0.37), (0.37, 0.35, 0.39)]);
        assert_eq!(alike, [(String::new(), Severity::Moderate, 0.36)]);
        // A defect of one seat alone is one finding, of that seat.
        let one = with(&[(0.6, 0.58, 0.62), (0.05, 0.04, 0.06), (0.05, 0.04, 0.06)]);
        assert_eq!(one, [("seat 0".to_owned(), Severity::Serious, 0.6)]);
        assert_eq!(with(&[(0.2, 0.18, 0.22), (0.21, 0.19, 0.23)]), []);
    }

    #[test]
    fn a_card_that_is_not_meant_to_be_played_is_no_dead_card() {
        let mean = |value| Bounded { value: Some(value), interval: None };
        let goal = || CardUseRow {
            card: "goal".to_owned(),
            games: 1000,
            drawn: mean(2.0),
            played: mean(0.0),
            used: mean(0.0),
            held: mean(1.0),
            dead: mean(2.0),
            dead_share: mean(1.0),
        };
        let tables = || vec![Table::of([goal()])];
        let topics = |idle: &[&str]| -> Vec<_> {
            let checks =
                checks(&Report { tables: tables(), ..Report::default() }, about(4, idle, &Names::default()));
            checks.iter().map(|check| (check.topic, check.side)).collect()
        };
        assert_eq!(topics(&[]), [("dead cards", -1)]);
        assert_eq!(topics(&["goal"]), []);
    }

    #[test]
    fn games_that_nobody_wins_are_found_in_a_contest() {
        let with = |kind, finished| {
            let contest = contest(kind, 4);
            let analysis = vec![
                row(&catalogue::FINISHED, Member::Whole, (finished, finished, finished)),
                row(&catalogue::WON, Member::Whole, (0.5, 0.48, 0.52)),
            ];
            let names = Names::default();
            checks(&Report { analysis, ..Report::default() }, About { contest, ..about(4, &[], &names) })
        };
        let [check] = &with(Kind::Competitive, 1.0)[..] else { panic!("one figure, one check") };
        assert_eq!((check.topic, check.side, check.severity), ("no winner", -1, Severity::Serious));
        assert_eq!(check.text, "nobody wins 50.0 % ± 2.0 of the games");
        assert!(with(Kind::Competitive, 0.5).is_empty(), "games without an end are a finding of their own");
        assert!(with(Kind::Cooperative, 1.0).is_empty(), "where all win or lose together, that is the game");
    }

    #[test]
    fn tails_are_those_of_the_tables() {
        // Abramowitz and Stegun, table 26.1; the Poisson ones by hand.
        for (z, tail) in [(0.0, 0.5), (1.0, 0.158_655_253_9), (1.959_963_985, 0.025), (4.0, 3.167_124_183e-5)]
        {
            assert!((normal_below(-z) - tail).abs() < 1e-9, "{z}");
        }
        assert!((poisson_tail(1, 2.0) - (1.0 - (-2.0_f64).exp())).abs() < 1e-12);
        assert!((poisson_tail(3, 1.0) - (1.0 - 2.5 * (-1.0_f64).exp())).abs() < 1e-12);
        assert_eq!((poisson_tail(0, 3.0), poisson_tail(4, 0.0)), (1.0, 0.0));
    }

    #[test]
    fn within_the_tolerance_nothing_is_out() {
        let figure = Measured { value: 0.26, low: 0.255, high: 0.265, games: 1000 };
        assert_eq!(figure.outside(0.24, 0.265).0, 0);
        let (side, p) = figure.outside(0.20, 0.25);
        // A hundredth beyond, with a standard error of 0.00255: 3.92 of them.
        assert_eq!(side, 1);
        assert!((p - 2.0 * normal_below(-0.01 / 0.002_551_067)).abs() < 1e-6, "{p}");
    }
}
