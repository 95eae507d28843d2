//! The choices that other bots would have made, in words.

use serde_json::{Value as Json, json};

use super::text::mean_in;
use ludometer_model::{Contest, Names};
use ludometer_run::{Asked, Difference, Instead, ReviewedDecision, ReviewedGame};
use ludometer_stats::{Cell, Table};

/// The most differences that are listed, the costliest first.
const SHOWN: usize = 12;

/// Returns what each asked bot's choices would bring, and where they differ most; nothing if none was asked.
pub(super) fn reported(asked: &Asked, names: &Names, contest: &Contest) -> String {
    if asked.bots.is_empty() {
        return String::new();
    }
    let mut bots = Table::new("asked", &["asked", "choices", "the same", "brings more a choice"]);
    for (bot, all) in &asked.bots {
        let (mean, interval) = all.gain();
        let counts = [all.choices(), all.same].map(Cell::Count);
        bots.row([vec![bot.as_str().into()], counts.to_vec(), vec![mean_in(mean, interval)]].concat());
    }
    let [aim, _] = contest.aim();
    let mut text =
        format!("\nWhat others would have chosen at the same choices (in points of {aim})\n\n{bots}");
    let mut differences: Vec<(&Difference, &Instead)> = asked.differences.iter().collect();
    differences.sort_by(|a, b| b.1.total().abs().total_cmp(&a.1.total().abs()).then(a.0.cmp(b.0)));
    let columns = ["asked", "decides", "chosen by", "was", "instead", "choices", "brings more"];
    let mut table = Table::new("differences", &columns);
    for (of, all) in differences.iter().take(SHOWN) {
        let [was, instead] = [&of.kind, &of.instead].map(|kind| format!("to {}", names.action(kind)));
        let words = [of.asked.clone(), names.phase(&of.phase), of.strategy.clone(), was, instead];
        let figures = vec![all.choices().into(), Cell::Text(format!("{:+.1}", all.total()))];
        table.row([words.map(Cell::Text).to_vec(), figures].concat());
    }
    if !differences.is_empty() {
        text += &format!("\nWhere they differ most (all choices together, in points)\n\n{table}");
    }
    text
}

/// Returns the asked bots that would choose this action.
pub(super) fn choosers<'a>(
    reviewed: &'a ReviewedGame,
    decision: &'a ReviewedDecision,
    action: usize,
) -> impl Iterator<Item = &'a str> {
    let all = reviewed.asked.iter().zip(&decision.instead);
    all.filter(move |(_, instead)| **instead == Some(action)).map(|(bot, _)| bot.as_str())
}

/// Returns what [`reported`] tells of the bots, as JSON.
pub(super) fn bots_json(asked: &Asked) -> Json {
    let of = |(bot, all): &(String, Instead)| {
        let (mean, interval) = all.gain();
        json!({
            "bot": bot, "choices": all.choices(), "same": all.same, "mean_gain": mean,
            "interval": interval.map(|(low, high)| [low, high]),
        })
    };
    asked.bots.iter().map(of).collect()
}
