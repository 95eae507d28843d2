//! The printed summary of a run when it is done, as text or as JSON.

use serde_json::{Map, Value as Json, json};

use super::manifest::RunRecord;
use super::text::{TextTable, percent};
use ludometer_model::{counted, player, thousands};
use ludometer_run::{Batch, CardValueRow};
use ludometer_stats::{
    Bounded, Cell, Estimate, Figure, LengthRow, LossRow, Metric, Row, SeatRow, SideRow, StrategyRow, Table,
    catalogue, score_quantiles,
};

fn or_dash(number: Option<f64>, show: impl Fn(f64) -> String) -> String {
    number.map_or_else(|| "-".to_owned(), show)
}

/// Returns a rate with its interval in words: `57.30 % (55.10 to 59.40)`.
fn rate_text(rate: &Estimate) -> String {
    let interval = rate.interval.map(|(low, high)| format!(" ({:.2} to {:.2})", low * 100.0, high * 100.0));
    or_dash(rate.value, percent) + &interval.unwrap_or_default()
}

/// Returns one line a side or loser: rate, interval, and what would be fair.
fn rates(rows: impl Iterator<Item = (String, Bounded, Option<f64>)>, [first, rate]: [&str; 2]) -> TextTable {
    let mut text = TextTable::new(1, &[first, rate, "95 % interval", "expected"]);
    for (name, figure, fair) in rows {
        let interval = figure.interval.map(|(low, high)| format!("{:.2} to {}", low * 100.0, percent(high)));
        let interval = interval.unwrap_or_else(|| "-".to_owned());
        text.row(vec![name, or_dash(figure.value, percent), interval, or_dash(fair, percent)]);
    }
    text
}

/// Returns the tables of who won and lost, as the kind of game has them; where all play together, the table as a whole has
/// lines of its own.
fn parties(batch: &Batch) -> Vec<TextTable> {
    let (contest, report) = (&batch.counted.contest, &batch.report);
    if !contest.is_contest() {
        return Vec::new();
    }
    let fair = fair_share(batch);
    let of = |name: &str, first: &str| Some(results(report.table(name)?, first, fair));
    let (sides, losses) = (report.rows::<SideRow>(), report.rows::<LossRow>());
    let side = |row: SideRow| (row.side, row.win_rate, row.expected_rate);
    let lost = losses.iter().filter_map(|row| row.loss_rate.value).sum::<f64>() / losses.len().max(1) as f64;
    let loss = |row: LossRow| (player(row.seat as usize), row.loss_rate, Some(lost));
    let by_seat = !contest.has_sides() && !contest.ends.are_lost_alone;
    let seats = if by_seat { of("seats", "player") } else { None };
    let has_sides = !sides.is_empty();
    let has_losers = !losses.is_empty();
    [
        of("strategies", "strategy"),
        seats,
        has_sides.then(|| rates(sides.into_iter().map(side), ["side", "win rate"])),
        has_losers.then(|| rates(losses.into_iter().map(loss), ["player", "loss rate"])),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the score of a table that plays together in words.
fn score_text(batch: &Batch) -> Option<String> {
    let score = batch.report.metric(&catalogue::TABLE_SCORE)?;
    let interval = score.interval.map(|(low, high)| format!(" ({low:.2} to {high:.2})")).unwrap_or_default();
    let [low, half, high] = score_quantiles(&batch.report.rows())?;
    Some(format!(
        "{:.2}{interval} on average, median {half}; 9 of 10 games have {low} to {high}",
        score.value?
    ))
}

/// Returns one line a bot or seat: rate, interval, fair share where there is one, mean rank, and score where one is counted.
fn results(table: &Table, first: &str, fair: Option<f64>) -> TextTable {
    let mut header = vec![first, "win rate", "95 % interval", "expected", "mean rank"];
    let score = |row: usize| table.cell(row, "mean_score").and_then(Cell::number);
    // Where the rules count no score, nobody has one.
    let has_scores = (0..table.rows.len()).any(|row| score(row).is_some());
    header.extend(has_scores.then_some("mean score"));
    let mut text = TextTable::new(1, &header);
    for (i, row) in table.rows.iter().enumerate() {
        let value = |name: &str| table.cell(i, name)?.number();
        let name = match &row[0] {
            Cell::Text(name) => name.clone(),
            other => or_dash(other.number(), |n| player(n as usize)),
        };
        let interval = value("ci_low").zip(value("ci_high"));
        let mut cells = vec![
            name,
            or_dash(value("win_rate"), percent),
            interval.map_or_else(
                || "-".to_owned(),
                |(low, high)| format!("{:.2} to {}", low * 100.0, percent(high)),
            ),
            or_dash(value("expected_rate").or(fair), percent),
            or_dash(value("mean_rank"), |x| format!("{x:.3}")),
        ];
        cells.extend(has_scores.then(|| or_dash(score(i), |x| format!("{x:.3}"))));
        text.row(cells);
    }
    text
}

/// Says that games are copies of so many.
pub(super) fn copies(distinct: u64, games: u64) -> String {
    format!(
        "{} of {}: neither the game nor these bots leave anything to chance, so the others are copies and no evidence",
        thousands(distinct),
        thousands(games)
    )
}

/// Returns an even part of what all seats won; none where seats don't compete.
fn fair_share(batch: &Batch) -> Option<f64> {
    let seats = batch.report.rows::<SeatRow>();
    let rates: Option<Vec<f64>> = seats.iter().map(|row| row.win_rate.value).collect();
    let rates = rates.filter(|rates| batch.counted.is_contest() && !rates.is_empty())?;
    Some(rates.iter().sum::<f64>() / rates.len() as f64)
}

/// Returns the summary for the terminal; `files` says where the files are.
pub fn summary_text(record: &RunRecord, title: &str, batch: &Batch, files: &str) -> String {
    let done = if record.complete {
        thousands(record.games_done)
    } else {
        format!("{} of {}", thousands(record.games_done), thousands(record.spec.games.unwrap_or(0)))
    };
    let mut out = format!(
        "{title}, {}, rules {}, seed {}: {done} games in {:.2} s\n\n",
        counted(record.spec.table.players.unwrap_or(0), "player"),
        record.rules_hash,
        record.spec.table.seed,
        record.wall_seconds
    );
    // Before any figure: what the figures rest on.
    if let Some(distinct) = record.distinct_games {
        out += &format!("distinct games  {}\n\n", copies(distinct, record.games_done));
    }
    for table in parties(batch) {
        out += &format!("{table}\n");
    }
    let measured = |figure: &Figure| batch.report.metric(figure).and_then(|estimate| estimate.value);
    let mut lines = TextTable::bare(2);
    let mut line = |name: &str, text: String| lines.row(vec![name.to_owned(), text]);
    let contest = &batch.counted.contest;
    if !contest.is_contest() {
        line("bots", batch.counted.bots.join(", "));
        if contest.ends.are_won {
            line("won", rate_text(&batch.report.metric(&catalogue::WON).unwrap_or_default()));
        }
        if let Some(score) = score_text(batch) {
            line("score", score);
        }
    }
    if let Some(text) = batch.report.analysed(&catalogue::FIRST_MOVER_ADVANTAGE).next().and_then(first_mover)
    {
        line("first mover", text);
    }
    let turns = or_dash(measured(&catalogue::TURNS), |x| format!("{x:.1}"));
    let is_one = batch.report.rows::<LengthRow>().len() == 1;
    line("turns", turns + &batch.turns.map_or_else(String::new, |turns| spread(turns, is_one)));
    if let (Some(minutes), Some(pace)) = (measured(&catalogue::MINUTES), &record.spec.seconds_a_turn) {
        line("minutes", format!("{minutes:.1} on average at {}", pace.spoken()));
    }
    line("unfinished", or_dash(measured(&catalogue::UNFINISHED), percent));
    for (bot, count) in &record.forfeits {
        line("forfeits", format!("{} by {bot}", thousands(*count)));
    }
    let [won, unfinished] = [&catalogue::WON, &catalogue::UNFINISHED].map(measured);
    let nobody = won.zip(unfinished).map_or(0.0, |(won, unfinished)| 1.0 - won - unfinished);
    if contest.is_contest() && nobody > 1e-9 {
        line("nobody wins", percent(nobody));
    }
    if contest.is_contest() && !contest.ends.are_lost_alone {
        line("shared wins", or_dash(measured(&catalogue::SHARED_WINS), percent));
    }
    if let Some(joint) = measured(&catalogue::JOINT_WINS) {
        line("joint wins", percent(joint));
    }
    if let Some(text) = card_values(&batch.report.rows()) {
        line("card values", text);
    }
    let speed = |x: f64| thousands(x.round() as u64);
    line(
        "speed",
        format!(
            "{} games/s, {} decisions/s",
            speed(record.games_per_second),
            speed(record.decisions_per_second)
        ),
    );
    line("files", files.to_owned());
    out + &lines.to_string()
}

/// Returns where most games lie by their turns (5, 50 and 95 % of them take at most so many), behind the mean; `is_one` where
/// all take as many.
fn spread([low, half, high]: [u32; 3], is_one: bool) -> String {
    if is_one {
        " in all games".to_owned()
    } else if low == high {
        format!(" on average; 9 of 10 games or more take {half}")
    } else {
        format!(" on average, median {half}; 9 of 10 games take {low} to {high}")
    }
}

/// Returns how far whoever moves first is from a fair share.
fn first_mover(advantage: &Metric) -> Option<String> {
    let Estimate { value, interval, .. } = advantage.estimate;
    let (value, (low, high)) = (value?, interval?);
    let points = |share: f64| format!("{:+.1}", share * 100.0).replace('-', "\u{2212}");
    Some(format!("{} points from a fair share ({} to {})", points(value), points(low), points(high)))
}

/// Returns how exactly the effects of cards on the length of a play are known.
fn card_values(rows: &[CardValueRow]) -> Option<String> {
    let rows: Vec<&CardValueRow> = rows.iter().filter(|row| !row.stopped.is_empty()).collect();
    let wanted = rows.first()?.precision?;
    let known = rows.iter().filter(|row| row.stopped == "precision").count();
    let missed =
        if known < rows.len() { "; the budget of games was spent before the others were" } else { "" };
    Some(format!("{known} of {} changed decks are known to within {wanted:.2} turns{missed}", rows.len()))
}

/// Returns a table as an array of objects.
pub(super) fn rows(table: &Table) -> Json {
    let row = |cells: &Vec<Cell>| {
        let fields = table.columns.iter().zip(cells).map(|(column, cell)| {
            let value = match cell {
                Cell::Text(text) => text.as_str().into(),
                Cell::Count(n) => (*n).into(),
                Cell::Real(x) => (*x).into(),
                Cell::Empty => Json::Null,
            };
            ((*column).to_owned(), value)
        });
        Json::Object(fields.collect::<Map<_, _>>())
    };
    table.rows.iter().map(row).collect()
}

fn estimate(estimate: &Estimate) -> Json {
    json!({
        "value": estimate.value,
        "ci_low": estimate.interval.map(|i| i.0),
        "ci_high": estimate.interval.map(|i| i.1),
    })
}

/// Returns the same as [`summary_text`], as one JSON object.
pub fn summary_json(record: &RunRecord, batch: &Batch, folder: &str, files: &[String]) -> Json {
    let report = &batch.report;
    let metric = |figure: &Figure| estimate(&report.metric(figure).unwrap_or_default());
    let mut turns = metric(&catalogue::TURNS);
    for (name, i) in [("p5", 0), ("p50", 1), ("p95", 2)] {
        turns[name] = batch.turns.map(|t| t[i]).into();
    }
    json!({
        "game": record.spec.table.game,
        "players": record.spec.table.players,
        "rules_hash": record.rules_hash,
        "bots": record.spec.table.bots,
        "seating": record.spec.table.seating,
        "seed": record.spec.table.seed,
        "games": record.spec.games,
        "games_done": record.games_done,
        "complete": record.complete,
        "distinct_games": record.distinct_games,
        "forfeits": record.forfeits,
        "strategies": report.table(StrategyRow::TABLE).map(rows),
        "seats": report.table(SeatRow::TABLE).map(rows),
        "turns": turns,
        "minutes": report.metric(&catalogue::MINUTES).as_ref().map(estimate),
        "unfinished": metric(&catalogue::UNFINISHED),
        "won": metric(&catalogue::WON),
        "shared_wins": metric(&catalogue::SHARED_WINS),
        "table_score": metric(&catalogue::TABLE_SCORE),
        "sides": report.table(SideRow::TABLE).map(rows),
        "losses": report.table(LossRow::TABLE).map(rows),
        "wall_seconds": record.wall_seconds,
        "games_per_second": record.games_per_second,
        "decisions_per_second": record.decisions_per_second,
        "folder": folder,
        "files": files,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_one_length_no_range_is_said() {
        assert_eq!(spread([16; 3], true), " in all games");
        assert_eq!(spread([16; 3], false), " on average; 9 of 10 games or more take 16");
        assert_eq!(spread([15, 16, 16], false), " on average, median 16; 9 of 10 games take 15 to 16");
    }
}
