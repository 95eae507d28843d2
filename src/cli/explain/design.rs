//! The things that a game design knows of itself: cards, actions, phases, keys of the rules, and the bots that play it.

use super::Thing;
use ludometer_model::{RuleSet, SCRIPT_ENDING, Value, shell_word};
use ludometer_run::{Entry, MeterPlan, Seating, pool};
use ludometer_stats::{Figure, catalogue};

/// Returns all that the game design of this entry explains, under its usual rules.
pub(super) fn things(entry: &Entry) -> Vec<Thing> {
    let (schema, design) = (entry.schema(), entry.design());
    let thing = |kind: &str, names: Vec<String>, says: Vec<(&str, String)>, page: String| Thing {
        kind: kind.to_owned(),
        names,
        game: Some(entry.title().to_owned()),
        says: says.into_iter().map(|(what, text)| (what.to_owned(), text)).collect(),
        page,
    };
    let rules = RuleSet::defaults(schema.clone());
    let mut things = Vec::new();
    for param in &schema.params {
        let default = rules.get(&param.key).map_or_else(|| "unset".to_owned(), Value::to_string);
        let says = vec![
            ("", param.about.clone()),
            ("default", format!("{default}, from: {}", param.from)),
            ("allowed", param.range_text()),
        ];
        let page = format!("`ludometer rules {}`", shell_word(entry.id()));
        things.push(thing("key", vec![param.key.clone()], says, page));
    }
    let Ok(game) = entry.load(schema.usual_seats, rules) else { return things };
    for card in game.cards() {
        let mut says = vec![("", format!("{} copies in the deck of the defaults", card.copies))];
        says.extend(game.probes().copies_key(&card.name).map(|key| ("key", key)));
        if card.is_blank {
            says.push(("", "it does nothing".to_owned()));
        }
        things.push(thing("card", vec![card.name.clone(), card.title.clone()], says, String::new()));
    }
    if let Ok(bot) = game.bot("random") {
        let bots = vec![bot; game.seats()];
        if let Ok(pool) = pool(1) {
            let plan =
                MeterPlan { seed: 0, seating: Seating::Rotate, unit: 1, split: false, pool: pool.into() };
            // The report of no games has all figures; those of all designs are in the catalogue.
            let mut own: Vec<&Figure> =
                game.meter(&bots, plan).report().metrics.iter().map(|metric| metric.figure).collect();
            own.retain(|figure| !is_common(figure));
            own.dedup_by_key(|figure| figure.id);
            let title = Some(entry.title().to_owned());
            // The page of a script is the script.
            let is_script = entry.id().ends_with(SCRIPT_ENDING);
            let page = if is_script { "" } else { "docs/reference/game-metrics.md" };
            things.extend(own.into_iter().map(|own| figure(own, title.clone(), page.to_owned())));
        }
    }
    let names = game.names();
    for action in &design.action_kinds {
        let says = vec![("", names.action(action)), ("counted as", format!("action_{action}"))];
        things.push(thing("action", vec![action.clone()], says, String::new()));
    }
    for phase in &design.phases {
        let says = vec![("", format!("decides {}", names.phase(phase)))];
        things.push(thing("phase", vec![phase.clone()], says, String::new()));
    }
    for bot in entry.bots() {
        for setting in &bot.settings {
            let says = vec![
                ("", setting.about.to_string()),
                ("default", setting.choices.show(setting.default)),
                ("allowed", setting.choices.allowed()),
            ];
            let name = format!("{}:{}", bot.name, setting.name);
            things.push(thing("setting", vec![name, setting.name.to_string()], says, String::new()));
        }
        let settings: Vec<&str> = bot.settings.iter().map(|setting| &*setting.name).collect();
        let mut says = vec![("", bot.about.clone())];
        if !settings.is_empty() {
            says.push(("settings", settings.join(", ")));
        }
        things.push(thing(
            "bot",
            vec![bot.name.clone()],
            says,
            format!("`ludometer strategies {}`", shell_word(entry.id())),
        ));
    }
    things
}

/// Returns the figures of all game designs.
pub(super) fn common_figures() -> impl Iterator<Item = Thing> {
    catalogue::CHAPTERS.iter().flat_map(|(_, list)| {
        list.iter().map(|common| figure(common, None, "docs/reference/metrics.md".to_owned()))
    })
}

fn is_common(figure: &Figure) -> bool {
    catalogue::CHAPTERS.iter().flat_map(|(_, list)| list.iter()).any(|common| common.id == figure.id)
}

/// Returns what the catalogue knows of a figure.
fn figure(figure: &Figure, game: Option<String>, page: String) -> Thing {
    let unit = if figure.unit.is_empty() { "as the target" } else { figure.unit };
    let says = [("", figure.definition), ("unit", unit), ("kind", figure.kind.name())];
    Thing {
        kind: "figure".to_owned(),
        names: vec![figure.id.to_owned()],
        game,
        says: says.map(|(what, text)| (what.to_owned(), text.replace('`', ""))).to_vec(),
        page,
    }
}
