//! "Find counts": the targets that the window offers, the search that they and what may move ask for, and what came of it.

use std::collections::BTreeMap;
use std::time::Duration;

use maud::{Markup, html};
use serde::Deserialize;

use super::bench::{Hand, Opened};
use super::page::{command, minutes_and_seconds};
use super::parameters::{Rows, Values, load, printed, rows};
use super::work::Progress;
use crate::cli::{InputError, Outcome, figures_of};
use ludometer_model::{Value, capital};
use ludometer_report::{ConfirmedRecord, ProvenRow, TuneRecord, number, thousands};
use ludometer_run::AnyGame;
use ludometer_spec::{Spec as _, TuneSpec};
use ludometer_stats::{EstimateKind, Figure, catalogue};

/// The script of the section.
pub(super) const SCRIPT: &str = include_str!("targets.js");

/// The pieces of the page that tell of a search.
pub(super) const OF_SEARCH: [&str; 3] = ["find-status", "find-command", "found"];

/// The figures that targets are offered for, in words.
const FIGURES: [(&Figure, &str); 6] = [
    (&catalogue::TURNS, "length in turns"),
    (&catalogue::MINUTES, "length in minutes"),
    (&catalogue::FIRST_MOVER_ADVANTAGE, "the advantage of whoever moves first"),
    (&catalogue::SEAT_SPREAD, "gap between the best and the worst seat"),
    (&catalogue::LEADER_GAP, "lead of the first over the second"),
    (&catalogue::SHARED_WINS, "games in which several tie for the win"),
];
/// The cards of the whole deck, which are no figure of games.
const CARDS: (&str, &str) = ("cards", "cards in the deck");

/// The most proposals.
const PROPOSALS: usize = 3;

/// Games in all where no other number is typed.
const GAMES: u64 = 200_000;

/// What the window asks for: ranges as they were typed, by figure and by key, of which an end may be empty.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    targets: BTreeMap<String, [String; 2]>,
    moves: BTreeMap<String, [String; 2]>,
    games: String,
}

/// A count or a number that can move.
#[derive(Clone)]
pub(super) struct Movable {
    pub(super) key: String,
    /// Its name in the table of parameters.
    title: String,
    is_card: bool,
    /// The value in the printed rules.
    printed: String,
    step: i64,
    /// The least and the greatest value, unless others are typed: from half to one and a half of the value in hand.
    pub(super) range: [i64; 2],
}

impl Movable {
    /// Returns its name in a sentence: cards have one, other keys are called as they are.
    fn name(&self) -> &str {
        if self.is_card { &self.title } else { &self.key }
    }
}

/// Returns what can move in the version in hand, cards first.
pub(super) fn movable(opened: &Opened, game: &dyn AnyGame) -> Vec<Movable> {
    let Ok(printed) = printed(&opened.entry, Some(opened.hand.players)) else { return Vec::new() };
    let Rows { cards, numbers, .. } = rows(&opened.entry, &*printed);
    let rows = cards.into_iter().map(|row| (row, true)).chain(numbers.into_iter().map(|row| (row, false)));
    let movable = rows.filter_map(|(row, is_card)| {
        let Some(Value::Int(start)) = game.rules().get(&row.key) else { return None };
        let schema = opened.entry.schema();
        let param = schema.find(&row.key).filter(|_| matches!(row.values, Values::Whole))?;
        let [low, high] = param.range?;
        let step = param.step.unwrap_or(1).max(1);
        let by = (start.saturating_abs() / 2 / step).max(1) * step;
        let range = [start.saturating_sub(by).max(low), start.saturating_add(by).min(high)];
        Some(Movable { key: row.key, title: row.name, is_card, printed: row.printed, step, range })
    });
    movable.collect()
}

/// Returns the name of a figure in commands.
fn metric(figure: &Figure, hand: &Hand) -> String {
    if *figure == catalogue::MINUTES { format!("minutes[{}]", hand.seconds) } else { figure.id.to_owned() }
}

/// Returns how many of what is typed make one of the figure, and its unit: shares are typed in per cent.
fn scale(figure: &Figure) -> (f64, &'static str) {
    if figure.kind == EstimateKind::Share { (100.0, " %") } else { (1.0, "") }
}

/// Returns the name of a figure beside its fields.
fn label(figure: &Figure, words: &str) -> String {
    let words = capital(words);
    match scale(figure).1 {
        "" if *figure == catalogue::MINUTES => format!("{words}, at the seconds a turn above"),
        "" => words,
        unit => format!("{words}, in{unit}"),
    }
}

/// Returns the figures that this game has, each with the range of its values as they are typed.
fn offered(game: &dyn AnyGame, hand: &Hand) -> Vec<(&'static Figure, &'static str, (f64, f64))> {
    let Some(known) = figures_of(game) else { return Vec::new() };
    let offer = |(figure, words): (&'static Figure, &'static str)| {
        let found = known.find(&metric(figure, hand)).ok()?;
        let (low, high) = found.first()?.within_range((f64::NEG_INFINITY, f64::INFINITY));
        let (by, _) = scale(figure);
        Some((figure, words, (low * by, high * by)))
    };
    FIGURES.into_iter().filter_map(offer).collect()
}

/// Returns an end of a target as commands have it; empty where none is typed.
fn end(figure: &Figure, words: &str, (low, high): (f64, f64), typed: &str) -> Result<String, InputError> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(String::new());
    }
    let value = typed.parse::<f64>().ok().filter(|value| value.is_finite() && (low..=high).contains(value));
    let value = value.ok_or_else(|| {
        let range = match (low.is_finite(), high.is_finite()) {
            (true, true) => format!(" from {low} to {high}"),
            (true, false) => format!(" from {low} on"),
            _ => String::new(),
        };
        InputError::new(format!("{words}: {typed} must be a number{range}"))
    })?;
    // Without the noise of the division.
    Ok(number((value / scale(figure).0 * 1e8).round() / 1e8))
}

/// Returns the words that the search adds to those of its table.
pub(super) fn words(
    opened: &Opened,
    game: &dyn AnyGame,
    wanted: &Wanted,
) -> Result<(Vec<String>, Vec<Movable>), InputError> {
    let mut words = Vec::new();
    let offered = offered(game, &opened.hand);
    let is_offered = |id: &str| id == CARDS.0 || offered.iter().any(|(figure, ..)| figure.id == id);
    if let Some(id) = wanted.targets.keys().find(|id| !is_offered(id)) {
        return Err(InputError::new(format!("there is no target `{id}` in the list")));
    }
    for (figure, name, range) in &offered {
        let Some([from, to]) = wanted.targets.get(figure.id) else { continue };
        let [from, to] = [end(figure, name, *range, from)?, end(figure, name, *range, to)?];
        if !(from.is_empty() && to.is_empty()) {
            words.extend(["--target".to_owned(), format!("{}={from}..{to}", metric(figure, &opened.hand))]);
        }
    }
    if words.is_empty() {
        return Err(InputError::new("type a range for a figure: what should it be, at least or at most?"));
    }
    if wanted.moves.is_empty() {
        return Err(InputError::new("nothing may move: tick a card or a number that may"));
    }
    let all = movable(opened, game);
    let mut moving = Vec::new();
    for (key, [from, to]) in &wanted.moves {
        let Some(movable) = all.iter().find(|movable| movable.key == *key) else {
            return Err(InputError::new(format!("`{key}` is no whole number that can move")));
        };
        let end = |typed: &str, usual: i64| match typed.trim() {
            "" => usual.to_string(),
            typed => typed.to_owned(),
        };
        let [low, high] = movable.range;
        let step = if movable.step == 1 { String::new() } else { format!(":{}", movable.step) };
        words.extend(["--move".to_owned(), format!("{key}={}..{}{step}", end(from, low), end(to, high))]);
        moving.push(movable.clone());
    }
    if let Some([from, to]) = wanted.targets.get(CARDS.0) {
        match (from.trim(), to.trim()) {
            ("", "") => {}
            (cards, "") | ("", cards) => words.extend(["--cards".to_owned(), cards.to_owned()]),
            (from, to) => words.extend(["--cards".to_owned(), format!("{from}..{to}")]),
        }
    }
    words.extend(["--games".to_owned(), wanted.games.trim().to_owned()]);
    Ok((words, moving))
}

/// What taking a proposal would do to all else, beside the version that the search began with.
#[derive(Clone)]
pub(super) struct Cost {
    pub(super) sentence: String,
    /// The command that compared them, if that came to its end.
    pub(super) command: Option<String>,
}

/// A rule set that meets all targets in fresh games.
#[derive(Clone)]
pub(super) struct Proposal {
    pub(super) hand: Hand,
    /// Its settings, as commands have them.
    pub(super) settings: Vec<String>,
    /// True if it is the version that the search began with.
    pub(super) is_same: bool,
    /// The name that is proposed for it.
    name: String,
    changes: String,
    reached: String,
    games: u64,
    warnings: Vec<String>,
    pub(super) cost: Option<Cost>,
}

/// Returns up to three rule sets that a search confirmed, the smallest change first.
pub(super) fn proposals(record: &TuneRecord, moving: &[Movable], hand: &Hand) -> Vec<Proposal> {
    let confirmed = record.confirmed.iter().chain(record.larger_confirmed.iter().rev());
    confirmed.take(PROPOSALS).map(|found| proposal(record, found, moving, hand)).collect()
}

fn proposal(record: &TuneRecord, found: &ConfirmedRecord, moving: &[Movable], hand: &Hand) -> Proposal {
    let mut hand = hand.clone();
    let mut settings = record.head.spec.table.rules.settings.clone();
    let (mut changes, mut names) = (Vec::new(), Vec::new());
    for m in &record.moves {
        let Some(value) = found.tried.settings.get(&m.key) else { continue };
        let Some(movable) = moving.iter().find(|movable| movable.key == m.key) else { continue };
        let value = value.to_string();
        settings.retain(|setting| setting.split_once('=').is_none_or(|(key, _)| key != m.key));
        hand.settings.remove(&m.key);
        if value != movable.printed {
            settings.push(format!("{}={value}", m.key));
            hand.settings.insert(m.key.clone(), value.clone());
        }
        if value != m.start.to_string() {
            changes.push(format!("{}: {value} instead of {}", movable.name(), m.start));
            names.push(format!("{}: {value}", movable.name()));
        }
    }
    Proposal {
        hand,
        settings,
        is_same: changes.is_empty(),
        name: names.join(", ").chars().take(super::versions::LONGEST.0).collect(),
        changes: changes.join(", "),
        reached: found.targets.0.iter().map(reached).collect::<Vec<_>>().join("; "),
        games: found.fresh_games,
        warnings: found.tried.warnings.clone(),
        cost: None,
    }
}

/// Returns a figure with its interval and what was wanted of it.
fn reached(row: &ProvenRow) -> String {
    let id = row.metric.split('[').next().unwrap_or_default();
    let known = FIGURES.iter().find(|(figure, _)| figure.id == id);
    let (words, (by, unit)) =
        known.map_or((&*row.metric, (1.0, "")), |(figure, words)| (words, scale(figure)));
    let shown = |value: f64| format!("{:.1}", value * by).replace('-', "\u{2212}");
    let typed = |value: f64| number((value * by * 1e6).round() / 1e6).replace('-', "\u{2212}");
    let wanted = match (row.min, row.max) {
        (Some(min), Some(max)) => format!("{} to {}", typed(min), typed(max)),
        (Some(min), None) => format!("at least {}", typed(min)),
        (None, max) => format!("at most {}", max.map_or_else(String::new, typed)),
    };
    let value = row.value.map_or_else(|| "not known".to_owned(), |value| shown(value) + unit);
    let interval = row.interval.map(|(low, high)| format!("{} to {}, ", shown(low), shown(high)));
    format!("{words} {value} ({}wanted {wanted})", interval.unwrap_or_default())
}

/// The section of the page in which counts are found.
pub(super) fn section(opened: &Opened) -> Markup {
    let Ok(game) = load(&opened.entry, &opened.hand).or_else(|_| printed(&opened.entry, None)) else {
        return html! {};
    };
    let movable = movable(opened, &*game);
    let has_cards = movable.iter().any(|movable| movable.is_card);
    let figures = offered(&*game, &opened.hand);
    let figures =
        figures.into_iter().map(|(figure, words, range)| (figure.id, label(figure, words), Some(range)));
    let targets = figures.chain(has_cards.then(|| (CARDS.0, capital(CARDS.1), None)));
    let bound = |bound: f64| bound.is_finite().then_some(bound);
    html! { @if !movable.is_empty() {
        section id="find" aria-labelledby="find-title" {
            h2 id="find-title" { "Find counts" }
            p { "Type what a figure should be, from, to or both. The search begins with the version in hand, and proposes changes of what may move that meet all targets in fresh games." }
            table class="parameters targets" {
                caption { "Targets" }
                thead { tr { th scope="col" { "Figure" } th scope="col" class="n" { "From" } th scope="col" class="n" { "To" } } }
                tbody { @for (id, words, range) in targets { tr {
                    th scope="row" { (words) }
                    @for end in ["from", "to"] { td class="n" {
                        input type="number" step="any" min=[range.and_then(|(low, _)| bound(low))] max=[range.and_then(|(_, high)| bound(high))]
                            data-target=(id) data-end=(end) aria-label={ (words) ", " (end) };
                    } }
                } } }
            }
            details id="moving" {
                summary { "What may move" }
                p class="note" { "Where no range is typed: from half to one and a half of the value in hand." }
                table class="parameters targets" {
                    thead { tr { th scope="col" { "Card or rule" } th scope="col" class="n" { "From" } th scope="col" class="n" { "To" } } }
                    tbody { @for Movable { key, title, is_card, range: [low, high], .. } in &movable { tr {
                        th scope="row" { label { input type="checkbox" data-move=(key) checked[*is_card || !has_cards]; " " (capital(title)) } }
                        @for (end, usual) in [("from", low), ("to", high)] { td class="n" {
                            input type="number" step="1" placeholder=(usual) data-range=(key) data-end=(end) aria-label={ (capital(title)) ", " (end) };
                        } }
                    } } }
                }
            }
            p {
                label { "Games " input id="find-games" type="number" min="1" step="1" value=(GAMES); }
                " " button type="button" id="find-counts" { "Find counts" }
                " " button type="button" id="find-stop" disabled { "Stop" }
            }
            p class="fault" id="find-fault" hidden {}
            p id="find-status" {}
            div id="found" {}
            p id="find-command" {}
        }
    } }
}

/// How far a search is.
pub(super) fn finding(known: &Progress, words: &[String], took: Duration) -> Vec<(&'static str, Markup)> {
    let stage = known.stage.as_ref().map_or("searching", |(stage, _)| stage);
    let status = html! {
        (capital(stage)) ": " (thousands(known.done))
        @if known.expected > known.done { " of about " (thousands(known.expected)) }
        " games, after " (minutes_and_seconds(took)) "."
    };
    vec![("find-status", status), ("find-command", command(TuneSpec::COMMAND, words))]
}

/// What came of a search, as far as it is known; what the proposals cost comes behind.
pub(super) fn found(
    outcome: &Outcome<TuneRecord>,
    proposals: &[Proposal],
    took: Option<Duration>,
) -> Vec<(&'static str, Markup)> {
    let record = &outcome.record;
    let status = html! { @if let Some(took) = took {
        strong { (if outcome.complete { "Done" } else { "Stopped" }) }
        " after " (minutes_and_seconds(took)) ": " (record.rule_sets) " rule sets, " (thousands(record.games)) " games."
    } };
    let (verdict, others) = match record.answers.split_first() {
        Some((verdict, others)) => (&*verdict.text, others),
        None => ("", &[][..]),
    };
    let found = html! {
        p class="verdict" { (verdict) }
        @if !proposals.is_empty() { ol class="proposals" { @for proposal in proposals { (proposed(proposal)) } } }
        @if !others.is_empty() { details {
            summary { "All answers" }
            @for answer in others { h3 { (answer.asked) } p { (answer.text) } }
        } }
    };
    let mut parts = vec![("found", found)];
    parts.extend(took.map(|_| ("find-status", status)));
    parts
}

fn proposed(proposal: &Proposal) -> Markup {
    let Proposal { hand, is_same, name, changes, reached, games, warnings, cost, .. } = proposal;
    let hand = serde_json::to_string(hand).unwrap_or_default();
    html! { li {
        p {
            strong { (if *is_same { "The version in hand as it was" } else { changes }) "." } " " (capital(reached)) ", in " (thousands(*games)) " fresh games."
            @for warning in warnings { " " (capital(warning)) "." }
        }
        @if let Some(Cost { sentence, .. }) = cost { p { (sentence) } }
        @if !is_same {
            p class="keep" {
                button type="button" data-hand=(hand) { "Take it in hand" }
                label { "Name " input type="text" maxlength="60" autocomplete="off" value=(name); }
                button type="button" data-keep=(hand) { "Keep as version" }
            }
            p class="fault" hidden {}
        }
    } }
}
