//! The answers of a study, and what only a study has: numbers of players beside each other, restricted play.

use maud::{Markup, html};

use super::cards::TOPICS;
use super::show::{Named, against, clearest, ends, listed, plain};
use crate::experiments::{AnswerGameRow, AnswerRow, DuelRow, LevelRow, RulesRow, SizeRow};
use crate::html::chance::{Verdict, verdict};
use crate::html::figure::{Figure, Section, Top};
use crate::html::page::draw as draw_figure;
use crate::html::plot::Intervals;
use crate::html::results::{Results, ResultsError};
use crate::html::words::{Unit, figure, sentence, thousands, unbroken};
use crate::text::minutes_of;
use ludometer_model::{Sharing, counted};
use ludometer_run::{RestrictedKind, RestrictedRow};
use ludometer_stats::Row;

/// The plot of an answer: of these the first that the page has and no answer above shows.
const PLOTS: &[(&str, &[&str])] = &[
    ("who_plays", &["One bot among others"]),
    ("seats", &["Wins by order of play", "Wins by side", "Losses by seat", "Wins by seat"]),
    ("sides", &["Wins by side"]),
    ("won", &["How often the table wins", "How often the player wins"]),
    ("score", &["Score of the table", "Score of the player"]),
    ("length", &["Length in turns"]),
    ("skill", &["Where outcomes come from, with this run's bots"]),
    ("strongest_card", &["Worth of a card that is drawn", "Being dealt the card: effect on the win rate"]),
    ("dead_card", &["Cards left in hands", "How often cards are drawn and played"]),
    (
        "actions",
        &["If a player never does it", "If a player never plays a card", "If a player always does it"],
    ),
    ("leader", &["Does the leader go on to win?", "The leader's lead over time", "Scores over time"]),
    ("players", &["Turns by number of players"]),
    ("levels", &["Turns by level"]),
    ("changed_rules", &["Turns by rules"]),
    ("what_to_try", &["Turns by rules"]),
];

const PLAYERS: &str = "Does the number of players matter?";
const LEVELS: &str = "Does it play differently for beginners?";
const RULES: &str = "What do other rules do?";
const DUELS: &str = "Which bot plays best?";
const ACTIONS: &str = "Which actions matter?";

/// Returns the answers, problems first, each with its plot, which its section has no longer.
pub(in crate::html) fn top(
    results: &Results,
    sections: &mut Vec<Section>,
) -> Option<Result<Top, ResultsError>> {
    results.sheets.get(AnswerRow::TABLE)?;
    let answers = answers(results, sections);
    sections.retain(|section| !section.is_empty());
    Some(answers)
}

/// Takes the first figure with one of these titles from its section.
fn taken(sections: &mut [Section], titles: &[&str]) -> Option<Figure> {
    titles.iter().find_map(|title| {
        sections.iter_mut().find_map(|section| {
            let at = section.figures.iter().position(|figure| figure.title == *title)?;
            Some(section.figures.remove(at))
        })
    })
}

fn answers(results: &Results, sections: &mut [Section]) -> Result<Top, ResultsError> {
    let (answers, games) = (results.rows::<AnswerRow>()?, results.rows::<AnswerGameRow>()?);
    let sizes = results.rows::<SizeRow>()?;
    let problem = |answer: &AnswerRow| (answer.state == "problem").then_some("strong");
    let problems = answers.iter().filter_map(problem).count();
    let is_gauge = |answer: &AnswerRow| answer.question == "who_plays";
    let mut drawn = |is_shown: &dyn Fn(&AnswerRow) -> bool| {
        html! {
            @for (row, answer) in answers.iter().enumerate().filter(|(_, answer)| is_shown(answer)) {
                details id={ "answer-" (row) } class={ "answer " (problem(answer).unwrap_or_default()) } {
                    summary {
                        h3 { (answer.asked) } " "
                        // Folders of earlier versions have no short answers.
                        strong { (unbroken(answer.short.as_deref().unwrap_or(&answer.state))) }
                    }
                    p { (unbroken(&answer.text)) @if let Some(times) = answer.times { " " (more(results, times)) } }
                    p class="note" {
                        "Holds for " (answer.holds_for)
                        @if let Some(games) = answer.games { "; rests on " (thousands(games as f64)) " games" }
                        "."
                    }
                    @if answer.question == "players" { (by_players(&sizes)) }
                    @let titles = PLOTS.iter().find(|(question, _)| *question == answer.question).map(|(_, titles)| *titles);
                    @if let Some(figure) = titles.and_then(|titles| taken(sections, titles)) { (draw_figure(results, &figure, (false, false))) }
                    (examples(results, games.iter().filter(|game| game.answer == row as u64)))
                }
            }
        }
    };
    // How strong the players are bears on all that follows.
    let gauge = drawn(&is_gauge);
    let content = html! {
        (gauge)
        p class="lead" {
            @match problems {
                0 => "Nothing is clearly wrong.",
                1 => "1 problem, listed first.",
                _ => { (problems) " problems, listed first." }
            }
            @if !results.record.is_solo() { " Players A, B, C\u{2026} sit in this order." }
        }
        (drawn(&|answer| !is_gauge(answer)))
    };
    Ok(Top { title: "The answers".to_owned(), content })
}

/// Returns the table of all numbers of players.
fn by_players(rows: &[SizeRow]) -> Markup {
    let points = |value: Option<f64>| value.map(|value| Unit::Points.text(value)).unwrap_or_default();
    let share = |value: Option<f64>| value.map(|value| Unit::Share.text(value)).unwrap_or_default();
    let has_minutes = rows.iter().any(|row| row.minutes.is_some());
    let has_won = rows.iter().any(|row| row.won.is_some());
    let has_luck = rows.iter().any(|row| row.luck.is_some());
    html! {
        div class="scroll" tabindex="0" role="region" aria-label="By number of players" {
            table {
                thead { tr {
                    th scope="col" { "Players" }
                    th scope="col" { "Turns, median" }
                    @if has_minutes { th scope="col" { "Minutes, mean" } }
                    th scope="col" { "Turns, nine of ten games" }
                    @if has_won { th scope="col" { "Games won" } }
                    th scope="col" { "Turns without a decision" }
                    th scope="col" { "First to move, points above fair" }
                    th scope="col" { "Tension" }
                    th scope="col" { "Tied" }
                    @if has_luck { th scope="col" { "Deal, draws and dice" } }
                } }
                tbody { @for row in rows {
                    tr {
                        td { (row.players) }
                        td { (row.turns_half) }
                        @if has_minutes { td { (row.minutes.map(|minutes| figure(minutes.round())).unwrap_or_default()) } }
                        td { (row.turns_low) " to " (row.turns_high) }
                        @if has_won { td { (share(row.won)) } }
                        td { (share(row.waiting)) }
                        td {
                            (points(row.first_mover))
                            @if let Some(interval) = row.first_mover_interval { " (" (Unit::Points.range(interval)) ")" }
                        }
                        td { (row.tension.map(figure).unwrap_or_default()) }
                        td { (share(row.shared_wins)) }
                        @if has_luck { td {
                            (share(row.luck))
                            @if let Some(interval) = row.luck_interval { " (" (Unit::Share.range(interval)) ")" }
                        } }
                    }
                } }
            }
        }
    }
}

/// Returns the games that show an answer.
fn examples<'a>(results: &Results, games: impl Iterator<Item = &'a AnswerGameRow>) -> Markup {
    let games = results.shown(games.collect(), |game| &game.command);
    // Where all games are as long, one is the shortest and the longest.
    let mut shown: Vec<(&AnswerGameRow, Vec<String>)> = Vec::new();
    for game in games {
        match shown.iter_mut().find(|(one, _)| one.command == game.command) {
            Some((_, what)) => what.push(game.what.clone()),
            None => shown.push((game, vec![game.what.clone()])),
        }
    }
    html! {
        @if !shown.is_empty() {
            details class="replay" {
                summary { "Games to watch" }
                ul { @for (game, what) in shown {
                    li {
                        (sentence(&listed(&what))) ", game " (thousands(game.game as f64)) ": " (results.game_of(&game.command))
                    }
                } }
            }
        }
    }
}

/// Returns how long it would take to settle what is open.
pub(super) fn more(results: &Results, times: f64) -> String {
    let seconds = results.record.wall_seconds * (times - 1.0);
    format!("About {} more would tell.", minutes_of(seconds))
}

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new(PLAYERS, Vec::new());
    let rows = results.rows::<SizeRow>()?;
    if let Some(sheet) = results.sheet(SizeRow::TABLE).filter(|_| rows.len() > 1) {
        let tables = rows.iter().map(|row| (players(row), row));
        section.figures.push(lengths(tables, "Turns by number of players", GREEDY).with_table(sheet));
        section.figures.extend(biases(&rows, results.is_lost_alone()?));
    }
    Ok(section.if_any())
}

pub(super) fn draw_duels(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new(DUELS, Vec::new());
    if let Some(sheet) = results.sheet(DuelRow::TABLE) {
        let has_sides = results.fixed_sides()? > 0;
        section.figures.extend(
            duels(&results.rows()?, has_sides, results.sharing()?).map(|figure| figure.with_table(sheet)),
        );
    }
    Ok(section.if_any())
}

/// Returns what one better player wins among others.
fn duels(rows: &[DuelRow], has_sides: bool, sharing: Sharing) -> Option<Figure> {
    let one = if has_sides { "one side of" } else { "one" };
    let duel = |row: &DuelRow| {
        let name = format!("{one} {} among {}", row.bot, row.among);
        Some((Named { name, value: row.win_share?, interval: row.interval }, row.fair?))
    };
    let (list, fairs): (Vec<Named>, Vec<f64>) = rows.iter().filter_map(duel).unzip();
    let looks = list.len();
    // Tables of others may be won more often, or less: what is even is so at a table.
    let clear = list
        .iter()
        .zip(&fairs)
        .filter(|(one, fair)| verdict(one.value, one.interval, **fair, looks) == Verdict::Above);
    let above = |(one, fair): &(&Named, &f64)| one.value - **fair;
    let reading = match clear.max_by(|a, b| above(a).total_cmp(&above(b))) {
        Some((best, &fair)) => format!(
            "{} {} where {} would be even.",
            sentence(&best.name),
            sharing.says(&Unit::Share.text(best.value)),
            Unit::Share.text(fair)
        ),
        None => "No bot clearly wins more than those around it.".to_owned(),
    };
    let first = *fairs.first()?;
    let is_one = fairs.iter().all(|fair| (fair - first).abs() < 5e-4);
    let (rows, axis, reference) = if is_one {
        (against(&list, first, looks), "win share of the one", (first, "even"))
    } else {
        let less = |(one, fair): (&Named, &f64)| Named {
            name: format!("{} ({} even)", one.name, Unit::Share.text(*fair)),
            value: one.value - fair,
            interval: one.interval.map(|(low, high)| (low - fair, high - fair)),
        };
        let list: Vec<Named> = list.iter().zip(&fairs).map(less).collect();
        (against(&list, 0.0, looks), "win share of the one above an even one", (0.0, "even"))
    };
    let plot = Intervals {
        rows,
        unit: if is_one { Unit::Share } else { Unit::Points },
        axis: axis.to_owned(),
        reference: Some((reference.0, reference.1.to_owned())),
    };
    let definition = if has_sides {
        "One bot plays a side at a table of another kind and changes its side from game to game."
    } else {
        "One bot sits at a table of another kind and changes its seat from game to game."
    };
    Some(Figure::new("One bot among others", reading, definition, plot.draw()))
}

pub(super) fn draw_actions(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new(ACTIONS, Vec::new());
    if let Some(sheet) = results.sheet(RestrictedRow::TABLE) {
        let rows: Vec<RestrictedRow> = sheet.typed()?;
        // One alone has no others beside it.
        let is_together = results.is_together()? && !results.record.is_solo();
        for restriction in &RESTRICTIONS {
            let figure = losses(&rows, results, restriction, is_together);
            section.figures.extend(figure.map(|figure| figure.with_table(sheet)));
        }
    }
    Ok(section.if_any())
}

fn players(row: &SizeRow) -> String {
    counted(row.players, "player")
}

/// The players of most tables of a study.
const GREEDY: &str = "greedy players";

/// Returns how long games are at each table, which has this name on the page.
fn lengths<'a>(tables: impl Iterator<Item = (String, &'a SizeRow)>, title: &str, among: &str) -> Figure {
    let length =
        |(name, row): (String, &SizeRow)| Some(Named { name, value: row.turns?, interval: row.interval });
    let list: Vec<Named> = tables.filter_map(length).collect();
    let first = list.first();
    let off = |row: &&Named| first.map_or(0.0, |first| (row.value - first.value).abs());
    let reading = match (first, list.iter().max_by(|a, b| off(a).total_cmp(&off(b)))) {
        (Some(first), Some(other)) => format!(
            "With {} a game takes {} turns on average, with {} it takes {}.",
            first.name,
            figure(first.value),
            other.name,
            figure(other.value)
        ),
        _ => String::new(),
    };
    let plot =
        Intervals { rows: plain(&list), unit: Unit::Plain, axis: "turns a game".to_owned(), reference: None };
    let definition = format!("The mean number of turns of all players together, among {among}.");
    Figure::new(title, reading, &definition, plot.draw())
}

pub(super) fn draw_rules(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new(RULES, Vec::new());
    let rows = results.rows::<RulesRow>()?;
    if let Some(sheet) = results.sheet(RulesRow::TABLE).filter(|_| rows.len() > 1) {
        let tables = rows.iter().map(|row| (row.rules.clone(), &row.size));
        section.figures.push(lengths(tables, "Turns by rules", GREEDY).with_table(sheet));
    }
    Ok(section.if_any())
}

pub(super) fn draw_levels(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new(LEVELS, Vec::new());
    let rows = results.rows::<LevelRow>()?;
    if let Some(sheet) = results.sheet(LevelRow::TABLE).filter(|_| rows.len() > 1) {
        let tables = rows.iter().map(|row| (format!("players of level {}", row.level), &row.size));
        let among = "players who are all learned bots of one level: 2 are beginners, 5 experts";
        section.figures.push(lengths(tables, "Turns by level", among).with_table(sheet));
    }
    Ok(section.if_any())
}

fn biases(rows: &[SizeRow], is_lost: bool) -> Option<Figure> {
    let bias = |row: &SizeRow| {
        Some(Named { name: players(row), value: row.seat_bias?, interval: row.bias_interval })
    };
    let list: Vec<Named> = rows.iter().filter_map(bias).collect();
    // Where players win or lose together, no seat has a share of its own.
    if list.is_empty() {
        return None;
    }
    // Whether that is too much, the answer says.
    let most = list.iter().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()))?;
    let sides = if most.value < 0.0 { (-1.0, "fewer") } else { (1.0, "more") };
    let points = |x: f64| Unit::Points.text(x).trim_start_matches('+').to_owned();
    let range = most.interval.map_or_else(String::new, |(low, high)| {
        let (low, high) = if sides.0 < 0.0 { (-high, -low) } else { (low, high) };
        format!(" ({} to {})", points(low), points(high))
    });
    let reading = format!(
        "A seat is farthest off with {}: it {} {} points {} of the games than is fair{range}.",
        most.name,
        if is_lost { "loses" } else { "wins" },
        points(most.value.abs()),
        sides.1
    );
    let plot = Intervals {
        rows: against(&list, 0.0, 1),
        unit: Unit::Points,
        axis: format!(
            "{} share less the fair one of the seat farthest off, in percentage points",
            if is_lost { "loss" } else { "win" }
        ),
        reference: Some((0.0, "fair".to_owned())),
    };
    let definition = "At each table the seat whose share is farthest from the fair one. The intervals allow for all seats.";
    let figure = Figure::new("Seats by number of players", reading, definition, plot.draw());
    Some(figure.with_topics(&["seat"]))
}

/// Rows of `restricted_play.csv` that are drawn together, and their words.
struct Restriction {
    what: RestrictedKind,
    rule: &'static str,
    title: &'static str,
    /// The words for what the player does, before the name.
    does: &'static str,
    none: &'static str,
    axis: &'static str,
    definition: &'static str,
}

const RESTRICTIONS: [Restriction; 3] = [
    Restriction {
        what: RestrictedKind::Action,
        rule: "without",
        title: "If a player never does it",
        does: "never chooses",
        none: "No kind of action is clearly worth anything to a greedy player.",
        axis: "loss of a player who never chooses it, in percentage points",
        definition: "One greedy player who never chooses this kind of action, wherever there is another one, among greedy players.",
    },
    Restriction {
        what: RestrictedKind::Action,
        rule: "always",
        title: "If a player always does it",
        does: "always chooses",
        none: "No kind of action clearly loses or wins for a player who always chooses it.",
        axis: "loss of a player who chooses it whenever possible, in percentage points",
        definition: "One greedy player who chooses this kind of action wherever it is legal, among greedy players. Below 0, that \
                     player wins more than by greedy choices.",
    },
    Restriction {
        what: RestrictedKind::Card,
        rule: "without",
        title: "If a player never plays a card",
        does: "never chooses",
        none: "No card is clearly worth choosing to a greedy player.",
        axis: "loss of a player who never chooses the card, in percentage points",
        definition: "One greedy player who chooses no action that names this card, wherever there is another one, among greedy \
                     players.",
    },
];

fn losses(
    rows: &[RestrictedRow],
    results: &Results,
    restriction: &Restriction,
    is_together: bool,
) -> Option<Figure> {
    let names = &results.names;
    let is_card = restriction.what == RestrictedKind::Card;
    // Who can't avoid most of it does not do without.
    let does = |row: &RestrictedRow| {
        row.rule != "without" || row.chosen.unwrap_or(0.0) < row.usual.unwrap_or(0.0) / 2.0
    };
    let rows = rows
        .iter()
        .filter(|row| row.what == restriction.what && row.rule == restriction.rule)
        .filter(|row| does(row));
    let name = |id: &str| if is_card { names.card(id) } else { names.action(id) };
    let one = |row: &RestrictedRow| {
        Some(Named { name: name(&row.id), value: row.loss.value?, interval: row.adjusted })
    };
    let list: Vec<Named> = rows.filter_map(one).collect();
    if list.is_empty() {
        return None;
    }
    let says = |one: &Named, way: &str| {
        let quoted =
            if is_card { one.name.clone() } else { format!("\u{201c}{}\u{201d}", sentence(&one.name)) };
        let points = figure((one.value.abs() * 1000.0).round() / 10.0);
        let does = restriction.does;
        if is_together {
            format!("Where one player {does} {quoted}, the table wins {points} points {way} of the games.")
        } else {
            format!("A player who {does} {quoted} wins {points} points {way} of the games.")
        }
    };
    let worst = clearest(&list, 0.0, 1, Verdict::Above).map(|one| says(one, "fewer"));
    let best = clearest(&list, 0.0, 1, Verdict::Below).map(|one| says(one, "more"));
    let reading: Vec<String> = best.into_iter().chain(worst).collect();
    let reading = if reading.is_empty() { restriction.none.to_owned() } else { reading.join(" ") };
    let (shown, left_out) = ends(list);
    let plot = Intervals {
        rows: against(&shown, 0.0, 1),
        unit: Unit::Points,
        axis: restriction.axis.to_owned(),
        reference: Some((0.0, "no loss".to_owned())),
    };
    let who = if results.record.is_solo() {
        restriction.definition.replace("One greedy", "A greedy").replace(", among greedy players", "")
    } else {
        restriction.definition.to_owned()
    };
    let definition = format!(
        "{who} Each game is played with and without the restriction, with the same luck. What changed no game, or can't be avoided half of the time, is left out. The \
         intervals allow for all restrictions.{left_out}"
    );
    let figure = Figure::new(restriction.title, reading, &definition, plot.draw());
    Some(figure.with_topics(TOPICS))
}
