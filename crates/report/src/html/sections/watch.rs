//! The plays worth watching, each with the command that replays it.

use maud::html;

use crate::html::figure::{Section, command};
use crate::html::results::{Results, ResultsError};

#[expect(clippy::unnecessary_wraps, reason = "all sections have this shape")]
pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let Some(first) = results.trace(0) else { return Ok(None) };
    let plays = &results.plays;
    let mut section = Section::new("Games worth watching", Vec::new());
    let example = plays.first().and_then(|play| results.trace(play.play)).unwrap_or_else(|| first.clone());
    let branch = example.replacen(" --bots ", " --run-bots ", 1) + " --from 5 --bots mcts";
    let mut numbers: Vec<u64> = Vec::new();
    for play in plays {
        if !numbers.contains(&play.play) {
            numbers.push(play.play);
        }
    }
    let others = numbers.iter().skip(1).fold(String::new(), |text, number| format!("{text} {number}"));
    let also = if others.is_empty() { String::new() } else { format!(" --also{others}") };
    let on_page = example.replacen(" trace ", " watch ", 1) + &also + " --open";
    section.lead = html! {
        @if plays.is_empty() {
            p class="lead" {
                "Each game can be watched event by event, such as the first one. This section names typical, long and close games \
                 for runs with " code { "--per-game" } " or " code { "--analyze" } "."
            }
            ul class="plays" { li { "The first game: " (command(&first)) } }
        } @else {
            p class="lead" { "Typical and extreme games of this run, to follow with the rulebook in hand:" }
            ul class="plays" {
                @for play in plays {
                    @if let Some(trace) = results.trace(play.play) { li { (play.text()) ": " (results.game_of(&trace)) } }
                }
            }
        }
        p {
            (if numbers.len() > 1 { "To see them on a page, step by step: " } else { "To see a game on a page, step by step: " })
            (command(&on_page))
        }
        p { "What would another bot have done? From turn 5 on: " (command(&branch)) }
    };
    Ok(Some(section))
}
