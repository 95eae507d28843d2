//! An experiment with bots that have not learned all of its rule sets: how one network learns them alike.

use crate::cli::command_line::CommandLine;
use crate::cli::plan::TablePlan;
use ludometer_bots::{BotKind, BotSpec};
use ludometer_model::{RuleSet, Value};

/// Returns the advice to let one network learn these rule sets, if a learned bot of the table does not know one of them.
/// All sides then play by the same network, which learned each of them as well as the others.
pub(super) fn offer(table: &TablePlan, bots: &[BotSpec], sets: &[&RuleSet]) -> Option<String> {
    let learned = |bot: &&BotSpec| bot.kind != BotKind::Tabular;
    let seats = table.game.seats();
    let unknown = |bot: &&BotSpec| sets.iter().any(|rules| bot.warning(rules, seats).is_some());
    let bot = bots.iter().filter(learned).find(unknown)?;
    let (base, others) = sets.split_first()?;
    let mut line = CommandLine::new("train", table.entry.id())
        .option("--method", "value")
        .option("--players", seats)
        .rules("--set", base);
    let mut varied = false;
    for (key, value) in base.entries() {
        let mut values = vec![value];
        values.extend(others.iter().filter_map(|rules| rules.get(key)));
        if values.iter().all(|other| *other == value) || base.schema().seats_key.as_deref() == Some(key) {
            continue;
        }
        varied = true;
        line = line.option("--vary", format!("{key}={}", written(&values)));
    }
    let command = line.option("-o", "FILE.toml").finish();
    varied.then(|| {
        format!(
            "{} has not learned all of these rule sets, so what it makes of them may say more of the bot than of the game; \
             one network can learn them all alike: `{command}`, then name FILE.toml in place of {0}",
            bot.name
        )
    })
}

/// Writes values of a key as `--vary` reads them: from the least to the greatest, or one after another.
fn written(values: &[&Value]) -> String {
    let whole = |value: &&Value| match value {
        Value::Int(number) => Some(*number),
        Value::Real(_) | Value::Bool(_) | Value::Text(_) | Value::List(_) => None,
    };
    let numbers: Option<Vec<i64>> = values.iter().map(whole).collect();
    if let Some((low, high)) = numbers.and_then(|all| Some((*all.iter().min()?, *all.iter().max()?))) {
        return format!("{low}..{high}");
    }
    let mut texts: Vec<String> = Vec::new();
    for value in values {
        let text = value.to_string().trim_matches('"').to_owned();
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.join(",")
}
