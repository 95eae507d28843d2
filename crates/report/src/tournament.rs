//! The results of a tournament: its tables, its record, and what it prints.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::files::TOURNAMENT_FILES;
use super::html::{AtSize, KnownTournament, Pair, Ranked, TournamentResults, pairs_reading, verdict_word};
use super::summary::{copies, rows};
use super::text::{TextTable, early_stop, percent};
use ludometer_model::thousands;
use ludometer_rating::{Order, Verdict};
use ludometer_run::{Form, Scope, Standings};
use ludometer_spec::TournamentSpec;
use ludometer_stats::{Cell, Estimate, Row, Table};

/// The contents of `tournament.json`. Times differ, so it is the one file that may differ between equal
/// tournaments.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TournamentRecord {
    /// The program's version.
    pub version: String,
    /// A command that repeats the tournament.
    pub command: String,
    /// What was asked for.
    pub spec: TournamentSpec,
    /// The game's id.
    pub game: String,
    /// The numbers of players.
    pub players: Vec<usize>,
    /// The hash of the rule set at each number of players.
    pub rules_hash: Vec<String>,
    /// The rule set, all keys, at the first number of players.
    pub rules: Json,
    /// The settings of it that are not the defaults, as `key=value`.
    pub settings: Vec<String>,
    /// The bots, as they were named.
    pub bots: Vec<String>,
    /// The bot that has 1000 rating points; all on average if nobody.
    pub anchor: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The hash of all options that decide what the CSV files hold.
    pub options_hash: String,
    /// The part of a table that a bot holds; seats where nothing is said.
    #[serde(default, skip_serializing_if = "Form::is_seats")]
    pub form: Form,
    /// Deals asked for at each number of players (with `until`: the most).
    pub deals: u64,
    /// The budget in time, if there was one: the deals are then those that there was time for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
    /// Deals done: those with the first numbers.
    pub deals_done: u64,
    /// Games of a deal at each number of players.
    pub games_per_deal: Vec<u64>,
    /// Games done.
    pub games_done: u64,
    /// The condition until which it went on.
    pub until: Option<Until>,
    /// True if no pair is open by the intervals that hold at every look.
    pub settled: bool,
    /// Circles of bots each of which certainly is better than the next, as the sentences have it.
    pub cycles: Vec<Vec<String>>,
    /// The games that differ, where nothing was left to chance: all others are copies of these, and no evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct_games: Option<u64>,
    /// How often each bot failed and forfeited, once for each seat in each game; those that did.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub forfeits: BTreeMap<String, u64>,
    /// True if it was not interrupted.
    pub complete: bool,
    /// How long it took.
    pub wall_seconds: f64,
    /// Games a second.
    pub games_per_second: f64,
    /// When it was finished, in UTC: written with the files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<String>,
}

/// When a tournament may end before its last deal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Until {
    /// The error probability over all pairs.
    pub alpha: f64,
    /// Bots that differ by no more than this many wins a play count as equal.
    pub margin: f64,
}

/// A bot's standing, over all numbers of players or at one.
#[derive(Clone, Debug, Row)]
#[row(table = "ratings")]
pub struct RatingRow {
    /// The number of players, or `all`.
    pub players: Cell,
    /// The bot.
    pub strategy: String,
    /// Deals, each played at every number of players of the row.
    pub deals: Option<u64>,
    /// Games.
    pub games: Option<u64>,
    /// Seats that the bot held in games with places.
    pub seats: Option<u64>,
    /// The share of the win a seat of it has.
    pub win_rate: Option<f64>,
    /// Its 95 % interval.
    #[row("ci_low", "ci_high")]
    pub interval: Option<(f64, f64)>,
    /// What would be even.
    pub expected_rate: Option<f64>,
    /// The mean of its places.
    pub mean_rank: Option<f64>,
    /// Plackett-Luce rating on the scale of Elo.
    pub rating: Option<f64>,
    /// The lower end of its 95 % interval; empty where the games set none.
    pub rating_low: Option<f64>,
    /// The upper end.
    pub rating_high: Option<f64>,
    /// Its share of a population by alpha-rank, where deals drawn anew agree on it.
    #[row(optional)]
    pub alpha_rank: Option<f64>,
    /// The least and the greatest share of deals drawn anew.
    #[row("alpha_rank_low", "alpha_rank_high")]
    pub alpha_rank_range: Option<(f64, f64)>,
    /// Seats in which it failed and lost.
    #[row(optional)]
    pub forfeits: Option<u64>,
}

/// Row against column: of the games that one of two bots won, the share that the first won.
#[derive(Clone, Debug, Row)]
#[row(table = "payoff")]
pub struct PayoffRow {
    /// The number of players, or `all`.
    pub players: Cell,
    /// The bot.
    pub strategy: String,
    /// The other one.
    pub opponent: String,
    /// Games in which both played.
    pub games: Option<u64>,
    /// The share.
    pub payoff: Option<f64>,
    /// Its 95 % interval.
    #[row("ci_low", "ci_high")]
    pub interval: Option<(f64, f64)>,
}

/// Two bots, each pair both ways.
#[derive(Clone, Debug, Row)]
#[row(table = "pairs")]
pub struct PairRow {
    /// The number of players, or `all`.
    pub players: Cell,
    /// The bot.
    pub strategy: String,
    /// The other one.
    pub opponent: String,
    /// Deals in which both played.
    pub deals: Option<u64>,
    /// Games in which both played.
    pub games: Option<u64>,
    /// Wins a game of a seat of the bot.
    #[row(optional)]
    pub win_share: Option<f64>,
    /// Wins a game of a seat of the other one.
    #[row(optional)]
    pub opponent_win_share: Option<f64>,
    /// The first less the second.
    pub difference: Option<f64>,
    /// Its 95 % interval.
    #[row("ci_low", "ci_high")]
    pub interval: Option<(f64, f64)>,
    /// The probability that the bot wins more.
    pub superiority: Option<f64>,
    /// Of the pairs of seats in which both met, the share in which the bot ended ahead.
    pub ahead: Option<f64>,
    /// The interval of the difference that holds at every look; in the first rows only.
    #[row("anytime_low", "anytime_high")]
    pub anytime: Option<(f64, f64)>,
    /// Who wins more, as the sentences have it: `better`, `worse`, `equal` or `open`; in the first rows only.
    pub verdict: Option<String>,
}

/// Returns the tables of a tournament: `ratings`, `payoff` and `pairs`, each first over all numbers of
/// players (if there are several), then for each, and bots from the highest rating to the lowest.
pub fn tournament_tables(
    standings: &Standings,
    names: &[String],
    order: &Order,
    until: Option<Until>,
) -> Vec<Table> {
    let known = known(standings, names, order, until);
    let (mut ratings, mut payoff, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    for (number, scope) in standings.scopes.iter().enumerate() {
        let players = || scope.players.map_or_else(|| "all".into(), |players| (players as u64).into());
        for &i in &standings.order {
            let row = &scope.bots[i];
            let rated = row.rating.1;
            // Shares far below any that counts would fill lines with zeros.
            let short = |share: f64| (share * 1e9).round() / 1e9;
            let (low, high) = row.long_run.range;
            ratings.push(RatingRow {
                players: players(),
                strategy: names[i].clone(),
                deals: Some(scope.deals),
                games: Some(scope.plays),
                seats: Some(row.seats),
                win_rate: row.win_rate.value,
                interval: row.win_rate.interval,
                expected_rate: Some(row.expected),
                mean_rank: Some(row.mean_rank),
                rating: Some(row.rating.0),
                rating_low: rated.map(|r| r.0),
                rating_high: rated.map(|r| r.1),
                alpha_rank: row.long_run.agreed().map(short),
                alpha_rank_range: Some((short(low), short(high))),
                forfeits: Some(row.forfeits),
            });
            for &j in standings.order.iter().filter(|&&j| j != i) {
                let versus = &scope.pairs[i][j];
                let share = versus.payoff();
                payoff.push(PayoffRow {
                    players: players(),
                    strategy: names[i].clone(),
                    opponent: names[j].clone(),
                    games: Some(versus.plays()),
                    payoff: share.value,
                    interval: share.interval,
                });
                let (difference, wins) = (versus.difference(), versus.wins());
                // Only what all numbers of players say together is watched at all times.
                let is_watched = number == 0;
                let verdict = known.as_ref().and_then(|known| known.verdict(&names[i], &names[j]));
                let verdict = verdict.unwrap_or_else(|| pair_verdict(scope, order, until, (i, j)));
                pairs.push(PairRow {
                    players: players(),
                    strategy: names[i].clone(),
                    opponent: names[j].clone(),
                    deals: Some(versus.deals()),
                    games: Some(versus.plays()),
                    win_share: wins.map(|w| w.0),
                    opponent_win_share: wins.map(|w| w.1),
                    difference: difference.value,
                    interval: difference.interval,
                    superiority: versus.superiority(),
                    ahead: scope.ahead[i][j].estimate().value,
                    anytime: is_watched.then(|| order.interval(i, j)),
                    verdict: is_watched.then(|| verdict_word(verdict).to_owned()),
                });
            }
        }
    }
    vec![Table::of(ratings), Table::of(payoff), Table::of(pairs)]
}

/// Returns an estimate in words: `61.50 % (58.10 to 64.90)`.
fn shown(estimate: &Estimate) -> String {
    match (estimate.value, estimate.interval) {
        (Some(value), Some((low, high))) => {
            format!("{} ({:.2} to {:.2})", percent(value), low * 100.0, high * 100.0)
        }
        (Some(value), None) => percent(value),
        (None, _) => "-".to_owned(),
    }
}

/// Returns the interval of a rating; where the games set no end, it is open.
fn rating_range((low, high): (f64, f64)) -> String {
    match (low.is_finite(), high.is_finite()) {
        // Ends that are as good as one are still two.
        (true, true) if low.round() == high.round() => format!("{low:.1} to {high:.1}"),
        (true, true) => format!("{low:.0} to {high:.0}"),
        (true, false) => format!("above {low:.0}"),
        (false, true) => format!("below {high:.0}"),
        (false, false) => "open".to_owned(),
    }
}

/// Returns a mean score in words: `18.11 (17.77 to 18.46)`.
fn shown_score(score: &Estimate) -> String {
    let interval = score.interval.map(|(low, high)| format!(" ({low:.2} to {high:.2})")).unwrap_or_default();
    score.value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}{interval}"))
}

/// Returns the head of the column of what a bot won.
const fn wins_of(form: Form) -> &'static str {
    match form {
        Form::Seats | Form::Spared => "wins a seat (95 %)",
        Form::Sides => "wins a side (95 %)",
        Form::Won => "games won (95 %)",
        Form::Scored | Form::Fewest => "score (95 %)",
    }
}

fn ratings_text(scope: &Scope, order: &[usize], names: &[String]) -> TextTable {
    let mut header = vec!["strategy", "rating", "95 % interval", wins_of(scope.form)];
    // Bots that play by themselves have no even share and no place.
    let is_alone = scope.form.is_alone();
    if !is_alone {
        header.extend(["expected", "mean rank"]);
    }
    header.push("alpha-rank (95 %)");
    let mut text = TextTable::new(1, &header);
    for &i in order {
        let row = &scope.bots[i];
        let (value, interval) = row.rating;
        let wins = if scope.form.is_scored() { shown_score(&row.score) } else { shown(&row.win_rate) };
        let mut cells = vec![
            names[i].clone(),
            format!("{value:.0}"),
            interval.map_or_else(|| "-".to_owned(), rating_range),
            wins,
        ];
        if !is_alone {
            cells.extend([percent(row.expected), format!("{:.3}", row.mean_rank)]);
        }
        cells.push(row.long_run.agreed().map_or_else(|| "-".to_owned(), percent));
        text.row(cells);
    }
    text
}

/// Returns why bots have no share by alpha-rank, if some have none.
fn left_out_text(scope: &Scope, order: &[usize], names: &[String]) -> String {
    let left_out = |i: &&usize| scope.bots[**i].long_run.agreed().is_none();
    let bots: Vec<usize> = order.iter().filter(left_out).copied().collect();
    if bots.is_empty() {
        return String::new();
    }
    let text = bots.iter().map(|&i| {
        let (low, high) = scope.bots[i].long_run.range;
        format!("{} ({:.1} to {:.1} %)", names[i], low * 100.0, high * 100.0)
    });
    format!(
        "no alpha-rank: {}: deals drawn anew don't agree on it: in some the other one of a pair {}\n\n",
        text.collect::<Vec<_>>().join(", "),
        scope.form.excels()
    )
}

/// Returns the table of row against column: of the plays that one of the two won, the share that row won.
fn payoff_text(scope: &Scope, order: &[usize], names: &[String]) -> TextTable {
    let labels: Vec<String> = (1..=order.len()).map(|n| format!("({n})")).collect();
    let corner = match scope.form {
        Form::Scored => "row scored more",
        Form::Fewest => "row scored less",
        Form::Seats | Form::Sides | Form::Won | Form::Spared => "row won, of both",
    };
    let mut header = vec![corner];
    header.extend(labels.iter().map(String::as_str));
    let mut text = TextTable::new(1, &header);
    for (number, &i) in order.iter().enumerate() {
        let mut cells = vec![format!("({}) {}", number + 1, names[i])];
        for &j in order {
            let share = scope.pairs[i][j].payoff();
            cells.push(match (share.value, share.interval) {
                _ if i == j => String::new(),
                (Some(value), Some((low, high))) => {
                    format!("{:.1} ({:.1} to {:.1})", value * 100.0, low * 100.0, high * 100.0)
                }
                (Some(value), None) => format!("{:.1}", value * 100.0),
                (None, _) => "-".to_owned(),
            });
        }
        text.row(cells);
    }
    text
}

fn pairs_text(
    scope: &Scope,
    standings: &Standings,
    names: &[String],
    (watched, until): (&Order, Option<Until>),
    known: Option<&KnownTournament<'_>>,
) -> TextTable {
    let difference = match scope.form {
        Form::Seats | Form::Spared => "wins a seat, first less second (95 %)",
        Form::Sides => "wins a side, first less second (95 %)",
        Form::Won => "games won, first less second (95 %)",
        Form::Scored => "deals with the higher score, first less second (95 %)",
        Form::Fewest => "deals with the lower score, first less second (95 %)",
    };
    let header = ["pair", difference, "first is better", "known"];
    let mut text = TextTable::new(1, &header);
    let order = &standings.order;
    for (number, &i) in order.iter().enumerate() {
        for &j in &order[number + 1..] {
            let versus = &scope.pairs[i][j];
            let verdict = known.and_then(|known| known.verdict(&names[i], &names[j]));
            let verdict = verdict.unwrap_or_else(|| pair_verdict(scope, watched, until, (i, j)));
            text.row(vec![
                format!("{} : {}", names[i], names[j]),
                shown(&versus.difference()),
                versus.superiority().map_or_else(|| "-".to_owned(), percent),
                verdict_word(verdict).to_owned(),
            ]);
        }
    }
    text
}

/// Returns true if the interval of a pair that is open leaves 0 out.
fn looks_known(known: &KnownTournament<'_>, scope: &Scope, names: &[String]) -> bool {
    let place = |bot: &str| names.iter().position(|name| name == bot);
    known.pairs.iter().filter(|pair| pair.2 == Verdict::Open).any(|(first, second, _)| {
        let difference = |(i, j): (usize, usize)| scope.pairs[i][j].difference().interval;
        let interval = place(first).zip(place(second)).and_then(difference);
        interval.is_some_and(|(low, high)| low > 0.0 || high < 0.0)
    })
}

/// The probability that anything is said of a pair that is not so, where all games are looked at once.
const ALPHA: f64 = 0.05;

/// Returns what these games tell of a pair of bots. Where the tournament ends by what is seen, it is what holds at every
/// look; where the number of deals was settled before the first, one look at all of them tells more. Either allows for all
/// pairs together.
fn pair_verdict(scope: &Scope, watched: &Order, until: Option<Until>, (i, j): (usize, usize)) -> Verdict {
    if until.is_some() {
        return watched.verdict(i, j);
    }
    let (bots, versus) = (scope.pairs.len(), &scope.pairs[i][j]);
    let error = ALPHA / (bots * bots.saturating_sub(1) / 2).max(1) as f64;
    // Chance alone gives one bot all of so few deals more often than that.
    let can_tell = 0.5_f64.powi(i32::try_from(versus.deals()).unwrap_or(i32::MAX) - 1) <= error;
    match versus.superiority().filter(|_| can_tell) {
        Some(first) if 1.0 - first < error / 2.0 => Verdict::Better,
        Some(first) if first < error / 2.0 => Verdict::Worse,
        _ => Verdict::Open,
    }
}

/// Returns the results of each pair.
fn pairs<'a>(
    standings: &Standings,
    names: &'a [String],
    watched: &Order,
    until: Option<Until>,
) -> Vec<Pair<'a>> {
    let (order, scope) = (&standings.order, standings.scopes.first());
    let pairs = order.iter().enumerate().flat_map(|(number, &i)| {
        let verdict =
            move |j| scope.map_or(Verdict::Open, |scope| pair_verdict(scope, watched, until, (i, j)));
        let pair = move |&j: &usize| (names[i].as_str(), names[j].as_str(), verdict(j));
        order[number + 1..].iter().map(pair)
    });
    pairs.collect()
}

/// Returns what is known of the bots.
fn known<'a>(
    standings: &Standings,
    names: &'a [String],
    watched: &Order,
    until: Option<Until>,
) -> Option<KnownTournament<'a>> {
    let scope = standings.scopes.first()?;
    let ranked = |&i: &usize| {
        let row = &scope.bots[i];
        let (win_rate, interval) = (row.win_rate.value, row.win_rate.interval);
        Ranked { name: &names[i], win_rate, interval, expected: row.expected, forfeits: row.forfeits }
    };
    let bots: Vec<Ranked<'_>> = standings.order.iter().map(ranked).collect();
    let pairs = pairs(standings, names, watched, until);
    // Intervals of one look at all games don't hold where the games ended because of what was seen.
    let sizes = if until.is_none() { sizes(standings, names) } else { Vec::new() };
    let margin = until.map_or(0.0, |until| until.margin);
    let distinct = standings.distinct;
    Some(KnownTournament::of(TournamentResults { bots, pairs, sizes, margin, distinct, form: scope.form }))
}

/// Returns the bots that certainly beat each other in circles, each beating the next.
pub fn tournament_cycles(
    standings: &Standings,
    names: &[String],
    watched: &Order,
    until: Option<Until>,
) -> Vec<Vec<String>> {
    let circles = known(standings, names, watched, until).map_or_else(Vec::new, |known| known.circles());
    circles.into_iter().map(|circle| circle.into_iter().map(str::to_owned).collect()).collect()
}

/// Returns what is known of each pair at each number of players.
fn sizes<'a>(standings: &Standings, names: &'a [String]) -> Vec<AtSize<'a>> {
    let at_size = |scope: &Scope| {
        let players = scope.players?.to_string();
        let pairs = (0..names.len()).flat_map(|i| (i + 1..names.len()).map(move |j| (i, j)));
        let difference = |(i, j): (usize, usize)| {
            let found = scope.pairs[i][j].difference();
            Some((names[i].as_str(), names[j].as_str(), found.value?, found.interval?))
        };
        Some(AtSize { players, differences: pairs.filter_map(difference).collect() })
    };
    standings.scopes.iter().filter_map(at_size).collect()
}

/// Returns the summary for the terminal.
pub fn tournament_text(
    record: &TournamentRecord,
    title: &str,
    standings: &Standings,
    names: &[String],
    watched: &Order,
    files: &str,
) -> String {
    let seats: Vec<String> = record.players.iter().map(ToString::to_string).collect();
    let mut out = format!(
        "{title}, {}, seed {}: {} deals, {} games in {:.2} s\n\n",
        if seats == ["1"] { "1 player".to_owned() } else { format!("{} players", seats.join(" and ")) },
        record.seed,
        thousands(record.deals_done),
        thousands(record.games_done),
        record.wall_seconds
    );
    let known = known(standings, names, watched, record.until);
    if let Some(winner) = known.as_ref().and_then(KnownTournament::reading) {
        out += &format!("{winner}\n\n");
    }
    for scope in &standings.scopes {
        if standings.scopes.len() > 1 {
            match scope.players {
                Some(players) => out += &format!("{players} players\n"),
                None => out += "all together\n",
            }
        }
        out += &format!("{}\n", ratings_text(scope, &standings.order, names));
        out += &left_out_text(scope, &standings.order, names);
        out += &format!("{}\n", payoff_text(scope, &standings.order, names));
    }
    if let Some(scope) = standings.scopes.first() {
        out += &format!("{}\n", pairs_text(scope, standings, names, (watched, record.until), known.as_ref()));
        if let Some(known) = known.filter(|known| !known.pairs.is_empty()) {
            out += &format!("pairs: {}\n", pairs_reading(&known.pairs, record.form));
            if looks_known(&known, scope, names) {
                let looks = if record.until.is_some() { " and at every look" } else { "" };
                out += &format!(
                    "intervals: each is that of one pair alone, looked at once; what is known holds for all pairs together{looks}, \
                     which takes more games\n"
                );
            }
        }
    }
    if let Some(distinct) = record.distinct_games {
        out += &format!("distinct games: {}\n", copies(distinct, record.games_done));
    }
    for (bot, times) in &record.forfeits {
        out += &format!("forfeits: {} by {bot}\n", thousands(*times));
    }
    if let Some(Until { alpha, margin }) = record.until {
        let state = if record.settled { "settled" } else { "not settled" };
        let equal = if margin > 0.0 {
            format!(" (bots within {} of each other count as equal)", percent(margin))
        } else {
            String::new()
        };
        out += &format!(
            "order: {state} after {} deals, at an error of {} over all pairs{equal}\n",
            thousands(record.deals_done),
            percent(alpha)
        );
        if record.settled && record.deals_done < record.deals {
            out += &format!("{}\n", early_stop(&[]));
        }
    }
    out + &format!("files  {files}\n")
}

/// Returns the same as [`tournament_text`], as one JSON object.
pub fn tournament_json(record: &TournamentRecord, tables: &[Table], folder: &str) -> Json {
    let mut json = json!(record);
    for table in tables {
        json[table.name] = rows(table);
    }
    json["folder"] = folder.into();
    json["files"] = json!(TOURNAMENT_FILES);
    json
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_rating::{Meeting, Versus};

    /// Returns the standings of bots of which the first wins so many of the deals against the second, one game each.
    fn met(bots: usize, won: u64, deals: u64) -> (Scope, Order) {
        let (mut versus, mut back, mut order) =
            (Versus::default(), Versus::default(), Order::new(bots, 0.05, 0.0));
        for deal in 0..deals {
            // Evenly spread over the deals.
            let first = if deal * won % deals < won { Meeting::UNIT } else { 0 };
            let meeting = Meeting { first, second: Meeting::UNIT - first, plays: 1 };
            versus.add(meeting);
            back.add(Meeting { first: meeting.second, second: first, plays: 1 });
            order.add(|i, j| if (i, j) == (0, 1) { meeting } else { Meeting::default() });
        }
        let mut pairs = vec![vec![Versus::default(); bots]; bots];
        (pairs[0][1], pairs[1][0]) = (versus, back);
        let form = Form::Seats;
        let (bots, ahead) = (Vec::new(), Vec::new());
        (Scope { players: Some(2), form, deals, plays: deals, bots, pairs, ahead }, order)
    }

    /// A number of deals that was settled before the first is looked at once, which tells more than a look after each.
    #[test]
    fn one_look_at_all_deals_tells_more_than_one_after_each() {
        let until = Some(Until { alpha: 0.05, margin: 0.0 });
        let of = |bots, won, deals, until| {
            let (scope, order) = met(bots, won, deals);
            [(0, 1), (1, 0)].map(|pair| pair_verdict(&scope, &order, until, pair))
        };
        let (known, open) = ([Verdict::Better, Verdict::Worse], [Verdict::Open; 2]);
        assert_eq!(of(2, 250, 450, None), known, "56 % of 450 deals");
        assert_eq!(of(2, 250, 450, until), open);
        // Of many pairs one stands out so by chance; so does a bot that wins each of a few deals.
        assert_eq!(of(12, 250, 450, None), open);
        assert_eq!([of(2, 5, 5, None), of(2, 9, 9, None)], [open, known]);
        assert_eq!(of(12, 9, 9, None), open);
        assert_eq!(of(2, 230, 450, None), open);
    }
}
