//! The page of the workbench and its pieces, as the server sends them: all texts of games are escaped.

use std::time::Duration;

use maud::{DOCTYPE, Markup, html};

use super::bench::{Asked, Hand, Opened, is_script};
use super::grid::grid;
use super::parameters::{Row, Rows, Values, rows};
use super::targets;
use super::work::Progress;
use crate::cli::{InputError, Look, Outcome};
use ludometer_model::{Program, capital, counted, player, shell_word};
use ludometer_report::{AnswerRecord, CompareRecord, CompareRow, change_plot, minutes_of, number, thousands};
use ludometer_run::AnyGame;
use ludometer_spec::{CompareSpec, Spec as _, StudySpec};

/// The style of the workbench, behind that of all pages, and its script.
pub(super) const STYLE: &str = include_str!("workbench.css");
pub(super) const SCRIPT: &str = include_str!("workbench.js");
/// The scripts of a page on which rules are changed.
pub(super) const SCRIPTS: [&str; 2] = ["script.js", "targets.js"];
/// The script of the page on which people play.
pub(super) const PLAY: &str = include_str!("play.js");

/// The bots that can be chosen, in words; the second is the usual one, and the last plays only where it has learned the game.
pub(super) const LEVELS: [(&str, &str); 4] = [
    ("random", "choose at random"),
    ("greedy", "play by rules of thumb"),
    ("mcts:iterations=100", "think ahead (slow)"),
    (LEARNED, "a trained network (slow)"),
];
const LEARNED: &str = "learned";

/// The differences that matter, as `--precision` takes them, in words.
const PRECISIONS: [(f64, &str); 3] = [(0.05, "5 % (quick)"), (0.02, "2 %"), (0.01, "1 % (thorough)")];

/// The first deals of a comparison, to be watched.
const DEALS: u64 = 3;

/// The pieces of the page that tell of a study.
pub(super) const OF_STUDY: [&str; 3] = ["study-status", "study-command", "study-page"];

/// Refuses bots that the page doesn't offer.
pub(super) fn check_bot(bot: &str) -> Result<(), InputError> {
    if LEVELS.iter().any(|(known, _)| *known == bot) {
        return Ok(());
    }
    Err(InputError::new(format!(
        "there are no bots `{}` in the list",
        bot.chars().take(80).collect::<String>()
    )))
}

/// Refuses what no field of the page offers.
pub(super) fn check(hand: &Hand) -> Result<(), InputError> {
    check_bot(&hand.bots)?;
    if !PRECISIONS.iter().any(|(precision, _)| *precision == hand.precision) {
        return Err(InputError::new(format!("there is no precision {} in the list", hand.precision)));
    }
    if !(hand.seconds > 0.0 && hand.seconds <= 3600.0) {
        let text = format!("a turn takes more than 0 and at most 3600 seconds, not {}", hand.seconds);
        return Err(InputError::new(text));
    }
    Ok(())
}

pub(super) fn frame(title: &str, scripts: &[&str], head: &Markup, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) ": workbench" }
                link rel="icon" href="data:,";
                link rel="stylesheet" href="style.css";
                @for script in scripts { script src=(script) defer {} }
            }
            body class="workbench" {
                header { p class="kind" { "Workbench" } h1 { (title) } (head) }
                (body)
            }
        }
    }
}

/// The page of a script that can't be read: its mistake comes with what is known, and the game when it is mended.
pub(super) fn broken(script: &str) -> Markup {
    let body = html! { main { section { h2 { "The rules" } div id="mistakes" role="alert" {} p { a class="button" href="games" { "Other games" } } } } div id="said" class="unseen" role="status" {} };
    frame(script, &SCRIPTS, &html! {}, &body)
}

/// The page of a game.
pub(super) fn of_game(opened: &Opened) -> Markup {
    let printed = super::parameters::printed(&opened.entry, Some(opened.hand.players));
    let hand = &opened.hand;
    let body = html! {
        nav aria-label="Table" { (controls(opened)) }
        main {
            section id="rules" aria-labelledby="rules-title" {
                h2 id="rules-title" { "The rules" }
                @if is_script(opened.entry.id()) {
                    p class="note" { "They are those of " code { (opened.entry.id()) } ": open it in your editor. Whenever you save it, or a sheet that it reads, this window reads it again." }
                }
                div id="begun" {}
                div id="mistakes" role="alert" {}
                div id="notes" {}
                div id="parameters" { @match &printed {
                    Ok(printed) => (parameters(opened, &**printed)),
                    Err(error) => p class="warning" { (error) },
                } }
                p class="fault" id="fault" hidden {}
            }
            div class="answers" {
                section id="answer" aria-labelledby="answer-title" {
                    h2 id="answer-title" { "What does the change do?" }
                    p id="status" {}
                    p id="sentence" class="verdict" {}
                    p id="minutes" {}
                    div class="drawing" tabindex="0" role="group" aria-label="Plot: before and after" { figure id="plot" {} }
                    details { summary { "All answers" } div id="others" {} }
                    p id="games" {}
                    p { button type="button" id="stop" disabled { "Stop" } }
                    p id="command" {}
                }
                (targets::section(opened))
                section id="kept" aria-labelledby="kept-title" {
                    h2 id="kept-title" { "Versions" }
                    p { "Keep the version in hand with a name, go back to one, or compare with it: " code { (opened.folder.join("versions").display()) } "." }
                    p class="keep" {
                        label { "Name " input id="name" type="text" maxlength="60" autocomplete="off"; }
                        label { "Note " input id="note" type="text" maxlength="2000" autocomplete="off"; }
                        button type="button" id="keep" { "Keep" }
                    }
                    p class="fault" id="keep-fault" hidden {}
                    div id="versions" { (grid(opened)) }
                    p { a href="rules.toml" download={ (opened.entry.file_name()) ".toml" } { "Save the rule set in hand as TOML" } }
                }
                section id="study" aria-labelledby="study-title" {
                    h2 id="study-title" { "All twelve questions" }
                    p { "Is it fair, how long is it, luck or skill, which card is strongest: a study of the version in hand." }
                    p {
                        label { "Minutes " input id="study-minutes" type="number" min="0.1" max="60" step="any" value="1"; }
                        " " button type="button" id="ask" { "Ask all twelve questions" }
                    }
                    p id="study-status" {}
                    p id="study-command" {}
                    div id="study-page" {}
                }
            }
        }
        div id="said" class="unseen" role="status" {}
    };
    let title = opened.entry.title();
    let head = html! { p class="note" { "Each change is compared in the same deals, played by " span id="who" { (words_of(&hand.bots)) } "." } };
    frame(title, &SCRIPTS, &head, &body)
}

/// The page on which people play the version in hand; `saved` lists the games that were kept.
pub(super) fn of_play(opened: &Opened, saved: &Markup) -> Markup {
    let hand = &opened.hand;
    let body = html! {
        nav aria-label="Game" {
            a href="./" { "Back to the rules" }
            span class="tools" {
                button type="button" id="undo" disabled { "Take back" }
                button type="button" id="hint" disabled { "Hint" }
                button type="button" id="why" disabled { "Why?" }
                button type="button" id="leave" disabled { "Leave" }
            }
            span id="undo-why" class="note" {}
        }
        main {
            section id="game" hidden aria-labelledby="asks" {
                h2 id="asks" tabindex="-1" {}
                p id="unwritten" class="fault" {}
                div id="choices" {}
                p class="fault" id="fault" hidden {}
                div id="advice" {}
                div id="news" {}
                div id="mat" {}
            }
            section id="table" aria-labelledby="table-title" {
                h2 id="table-title" { "A new game" }
                p { "It is played by the rules in hand (" (in_words(hand)) "), with " (words_of(&hand.bots)) " in the seats that nobody sits in." }
                fieldset { legend { "Who sits at this screen?" }
                    @for seat in 0..hand.players { label {
                        input type="checkbox" name="people" value=(seat) checked[seat == 0]; " " (player(seat))
                    } " " }
                }
                p class="note" { "Several people hand the screen over: nothing of the game is shown meanwhile." }
                p { button type="button" id="start" { "Start" } }
                p class="fault" id="start-fault" hidden {}
                h3 { "Games that were kept" }
                p { "In " code { (opened.folder.join("play").display()) } ", as " code { "play" } " keeps them." }
                div id="saved" { (saved) }
            }
        }
        div id="said" class="unseen" role="status" {}
    };
    frame(opened.entry.title(), &["play.js"], &html! {}, &body)
}

/// The settings of a version, and its number of players.
fn in_words(hand: &Hand) -> Markup {
    html! {
        @match hand.settings.len() {
            0 => "as printed",
            _ => @for (i, (key, value)) in hand.settings.iter().enumerate() { @if i > 0 { ", " } (key) "=" (value) },
        } "; " (counted(hand.players as u64, "player"))
    }
}

fn words_of(bots: &str) -> String {
    let words = LEVELS.iter().find(|(bot, _)| *bot == bots).map_or("", |(_, words)| words);
    if bots == LEARNED { words.to_owned() } else { format!("bots that {words}") }
}

/// Who plays, and how exact the answer is to be.
fn controls(opened: &Opened) -> Markup {
    let Opened { entry, hand, .. } = opened;
    let defaults = ludometer_model::RuleSet::defaults(entry.schema());
    let (low, high) = entry.seats_allowed(&defaults);
    let printed = super::parameters::printed(entry, Some(hand.players)).ok();
    let has = |bot: &str| printed.as_ref().is_some_and(|game| game.bot(bot).is_ok());
    html! {
        div class="tools" {
            button type="button" id="undo" disabled { "Undo" }
            button type="button" id="redo" disabled { "Redo" }
            button type="button" id="reset" disabled { "Reset all" }
            a class="button" href="play" { "Play it yourself" }
            a class="button" href="games" { "Other games" }
        }
        label { "Players " select id="players" { @for players in low..=high {
            option value=(players) selected[players == hand.players] { (players) }
        } } }
        label { "Bots that " select id="bots" { @for (bot, words) in LEVELS.iter().filter(|(bot, _)| has(bot)) {
            option value=(bot) selected[*bot == hand.bots] { (words) }
        } } }
        label { "What matters " select id="precision" { @for (precision, words) in PRECISIONS {
            option value=(precision) selected[precision == hand.precision] { (words) }
        } } }
        label { "Compare with " select id="against" {
            option value="" selected[hand.against.is_none()] { "the printed rules" }
            @for version in &opened.versions { option value=(version.name) selected[hand.against.as_ref() == Some(&version.name)] { (version.name) } }
        } }
        label { "Seconds a turn " input id="seconds" type="number" min="1" max="3600" step="any" value=(hand.seconds); }
    }
}

/// The parameters, with their printed values and those in hand.
pub(super) fn parameters(opened: &Opened, printed: &dyn AnyGame) -> Markup {
    let Rows { cards, numbers, choices } = rows(&opened.entry, printed);
    let groups = [("Cards", "Copies", &cards), ("Choices", "Now", &choices), ("Numbers", "Now", &numbers)];
    let before = |group: usize| groups[..group].iter().map(|(.., rows)| rows.len()).sum::<usize>();
    html! {
    @if groups.iter().all(|(.., rows)| rows.is_empty()) {
        p { "Nothing can be changed here: a script says by " code { "param" } " and by its tables of cards what may be." }
    }
    @for (at, (title, now, rows)) in groups.iter().enumerate() {
        @if !rows.is_empty() {
            table class={ "parameters " (title.to_lowercase()) } {
                caption { (title) }
                thead { tr {
                    th scope="col" { (if *title == "Cards" { "Card" } else { "Rule" }) }
                    th scope="col" class="n" { "Printed" }
                    th scope="col" class="n" { (now) }
                    th scope="col" { span class="unseen" { "Reset" } }
                } }
                tbody { @for (i, row) in rows.iter().enumerate() { (line(row, before(at) + i, &opened.hand)) } }
            }
        }
    } }
}

fn line(row: &Row, number: usize, hand: &Hand) -> Markup {
    let Row { key, name, printed, values } = row;
    let now = hand.settings.get(key).unwrap_or(printed);
    let (id, fault) = (format!("field-{number}"), format!("fault-{number}"));
    html! {
        tr {
            th scope="row" { label for=(id) { (capital(name)) } " " code { (key) } }
            td class="n" { (if printed.is_empty() { "unset" } else { printed }) }
            td class="n" {
                @match values {
                    Values::Choice(words) if words.iter().eq(["false", "true"]) => {
                        input type="checkbox" role="switch" id=(id) data-key=(key) data-printed=(printed) checked[now == "true"] aria-describedby=(fault);
                    }
                    Values::Choice(words) => select id=(id) data-key=(key) data-printed=(printed) aria-describedby=(fault) {
                        @if printed.is_empty() { option value="" { "unset" } }
                        @for word in words { option value=(word) selected[word == now] { (word) } }
                    },
                    Values::Whole => input type="number" step="1" id=(id) data-key=(key) data-printed=(printed) value=(now) aria-describedby=(fault);,
                    Values::Real => input type="number" step="any" id=(id) data-key=(key) data-printed=(printed) value=(now) aria-describedby=(fault);,
                    Values::Text => input type="text" autocomplete="off" spellcheck="false" id=(id) data-key=(key) data-printed=(printed) value=(now) aria-describedby=(fault);,
                }
                p class="fault" id=(fault) hidden {}
            }
            td { button type="button" class="reset" data-reset=(id) hidden aria-label={ "Reset " (name) } { "\u{21ba}" } }
        }
    }
}

/// How the sheet of a new game was read.
pub(super) fn begun(notes: &[String]) -> Markup {
    html! { p { "The sheet was read; what may not be meant so:" } ul { @for note in notes { li { (capital(note)) } } } }
}

/// The mistakes of a script, each with its line.
pub(super) fn mistakes(mistakes: &[String]) -> Markup {
    html! { div class="warning" {
        p { strong { "The script has " (if mistakes.len() == 1 { "a mistake" } else { "mistakes" }) } ": save it again when it is mended." }
        @for mistake in mistakes { pre class="fault" { (mistake) } }
    } }
}

/// The number of cards, and what the game warns of.
pub(super) fn notes(game: &dyn AnyGame, printed: &dyn AnyGame) -> Markup {
    let [now, before] = [game, printed].map(|game| game.cards().iter().map(|card| card.copies).sum::<u64>());
    html! {
        @if now + before > 0 { p class="note" { "The deck has " (counted(now, "card")) "; printed: " (before) "." } }
        @for warning in game.warnings() { p class="warning" { (capital(warning)) "." } }
    }
}

/// A command to copy.
pub(super) fn command(name: &str, words: &[String]) -> Markup {
    let words: Vec<_> = words.iter().map(|word| shell_word(word)).collect();
    html! {
        "The same on the command line: "
        code class="command" { (Program::current().name) " " (name) " " (words.join(" ")) }
        button type="button" class="copy" { "Copy" }
    }
}

/// Returns how long work took, in words.
pub(super) fn minutes_and_seconds(time: Duration) -> String {
    if time.as_secs() < 60 { format!("{:.1} s", time.as_secs_f64()) } else { minutes_of(time.as_secs_f64()) }
}

/// What is known of a comparison that goes on.
pub(super) fn comparing(known: &Progress, words: &[String], hand: &Hand) -> Vec<(&'static str, Markup)> {
    let status = html! {
        "Playing: " (thousands(known.done / 2)) " games on each side"
        @if known.expected > known.done { " of about " (thousands(known.expected / 2)) }
        "."
    };
    let mut parts = vec![("status", status), ("command", command(CompareSpec::COMMAND, words))];
    match &known.look {
        Some(look) => parts.extend(found(look, "So far: ", hand)),
        None => parts.extend(["sentence", "minutes", "plot", "others"].map(|part| (part, html! {}))),
    }
    parts.push(("games", html! {}));
    parts
}

/// What came of a comparison.
pub(super) fn compared(
    outcome: &Outcome<CompareRecord>,
    hand: &Hand,
    took: Duration,
) -> Vec<(&'static str, Markup)> {
    let record = &outcome.record;
    let look = Look {
        games: record.games,
        answers: record.answers.clone(),
        metrics: record.metrics.0.clone(),
        beside: record.beside.0.clone(),
    };
    let what = match (outcome.complete, record.settled) {
        // The games end for nothing else than that all is known, the limit, or a person.
        (true, true) => "Settled",
        (true, false) => "Not all is settled",
        (false, _) => "Stopped",
    };
    // The game's own warnings stand below the rules.
    let is_new =
        |warning: &&String| [&record.a, &record.b].iter().all(|side| !side.warnings.contains(warning));
    let status = html! {
        strong { (what) }
        " after " (thousands(record.games)) " games on each side in " (format!("{:.1} s", took.as_secs_f64())) "."
        @for warning in outcome.warnings.iter().filter(is_new) { " " (capital(warning)) "." }
    };
    let before = if outcome.complete && record.settled { "" } else { "So far: " };
    // The files of what was stopped are gone.
    let games = html! { @if outcome.complete {
        "Watch the same deal before and after the change: "
        @for game in 0..record.games.min(DEALS) {
            @if game > 0 { "; " }
            "game " (game) " "
            @for (side, word) in [("a", "before"), ("b", "after")] {
                a href={ "game?" (side) "-" (game) } target="_blank" rel="noopener" aria-label={ "Game " (game) " " (word) " the change" } { (word) }
                @if side == "a" { ", " }
            }
        }
        "."
    } };
    [vec![("status", status), ("games", games)], found(&look, before, hand)].concat()
}

/// What a comparison found: the sentence, the length in minutes, the plot, all other answers.
fn found(look: &Look, before: &str, hand: &Hand) -> Vec<(&'static str, Markup)> {
    let turns = look.metrics.iter().chain(&look.beside).find(|row| row.metric == "turns");
    let shown: Vec<CompareRow> = turns.into_iter().chain(&look.beside).cloned().collect();
    let rest: Vec<CompareRow> = look.metrics.iter().filter(|row| row.metric != "turns").cloned().collect();
    let verdict = look.answers.first().map_or("", |answer| &answer.text);
    let others: Vec<&AnswerRecord> = look.answers.iter().skip(1).collect();
    let others = html! {
        @for answer in others { h3 { (answer.asked) } p { (answer.text) } }
        @if !rest.is_empty() { div class="drawing" tabindex="0" role="group" aria-label="Plot: what else changes" { figure id="rest" { (change_plot(&rest)) } } }
    };
    vec![
        // A number keeps its sign.
        ("sentence", html! { (before) (verdict.replace(" %", "\u{a0}%")) }),
        ("minutes", html! { (turns.and_then(|row| minutes(row, hand.seconds)).unwrap_or_default()) }),
        ("plot", change_plot(&shown)),
        ("others", others),
    ]
}

/// Returns the length of games in minutes, for so many seconds a turn.
fn minutes(turns: &CompareRow, seconds: f64) -> Option<String> {
    let [a, b] = [turns.a?, turns.b?].map(|turns| format!("{:.1}", turns * seconds / 60.0));
    let seconds = number(seconds);
    Some(format!("At {seconds} seconds a turn a game takes {b} minutes on average instead of {a}."))
}

/// How far a study is.
pub(super) fn studying(
    known: &Progress,
    words: &[String],
    minutes: &str,
    took: Duration,
) -> Vec<(&'static str, Markup)> {
    let status = html! {
        "Asking: " (minutes_and_seconds(took)) " of about " (minutes) " min"
        @if let Some((stage, _)) = &known.stage { ": " (stage) }
        "."
    };
    vec![("study-status", status), ("study-command", command(StudySpec::COMMAND, words))]
}

/// Where the page of a study is.
pub(super) fn studied(is_complete: bool, change: u64) -> Vec<(&'static str, Markup)> {
    if !is_complete {
        return vec![("study-status", html! { "Stopped before all was asked." })];
    }
    let page = html! {
        p { a href={ "study?" (change) } target="_blank" rel="noopener" { "Open the page in a tab of its own" } ", or " a href="study" download="study.html" { "save it" } ": one file to hand over." }
        iframe class="viewer" title="The study" src={ "study?" (change) } {}
    };
    vec![("study-status", html! { strong { "Done." } }), ("study-page", page)]
}

/// Says of work that it ended before anything was known.
pub(super) fn stopped(asked: &Asked) -> Vec<(&'static str, Markup)> {
    vec![(asked.status(), html! { "Stopped before anything was known." })]
}

/// Why work ended badly.
pub(super) fn failed(asked: &Asked, text: &str) -> Vec<(&'static str, Markup)> {
    let text = html! { span class="fault" { (capital(text)) } };
    match asked {
        Asked::Compare => {
            let empty = ["sentence", "minutes", "plot", "others", "games"].map(|part| (part, html! {}));
            [vec![("status", text)], empty.into()].concat()
        }
        Asked::Study(_) | Asked::Find(_) => vec![(asked.status(), text)],
    }
}
