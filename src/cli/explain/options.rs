//! Commands and options, as their help has them.

use super::Thing;

/// The kind of an option.
pub(super) const OPTION: &str = "option";

/// Returns all commands and options of the program.
pub(super) fn things(program: &clap::Command) -> Vec<Thing> {
    let mut things: Vec<Thing> = Vec::new();
    for command in program.get_subcommands() {
        let name = command.get_name();
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        things.push(thing("command", vec![name.to_owned()], about, example(command, name)));
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let Some(long) = arg.get_long() else { continue };
            let aliases = arg.get_all_aliases().unwrap_or_default();
            let names = std::iter::once(long).chain(aliases).map(|name| format!("--{name}")).collect();
            let help = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string);
            let mut new =
                thing(OPTION, names, help.unwrap_or_default(), example(command, &format!("--{long}")));
            let default: Vec<_> =
                arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
            if !default.is_empty() {
                new.says.push(("default".to_owned(), default.join(", ")));
            }
            new.says.push((OF.to_owned(), name.to_owned()));
            add(&mut things, new);
        }
    }
    things
}

/// The text that names the commands that an option is of.
const OF: &str = "of";

fn thing(kind: &str, names: Vec<String>, about: String, example: Option<String>) -> Thing {
    let mut says = vec![(String::new(), about)];
    says.extend(example.map(|example| ("example".to_owned(), example)));
    let page = "docs/reference/commands.md".to_owned();
    Thing { kind: kind.to_owned(), names, game: None, says, page }
}

/// Returns the first example in the help of a command that has this word.
fn example(command: &clap::Command, word: &str) -> Option<String> {
    let help = command.get_after_help()?.to_string();
    let has =
        |line: &&str| line.starts_with("  ludometer ") && line.split_whitespace().any(|part| part == word);
    help.lines().find(has).map(|line| line.trim().to_owned())
}

/// Adds an option; the same one of several commands is one.
fn add(things: &mut Vec<Thing>, new: Thing) {
    let about = |thing: &Thing| thing.says.first().cloned();
    let same = |known: &&mut Thing| {
        known.kind == OPTION && known.names[0] == new.names[0] && about(known) == about(&new)
    };
    let Some(known) = things.iter_mut().find(same) else {
        things.push(new);
        return;
    };
    for (what, text) in new.says {
        match known.says.iter_mut().find(|(known, _)| *known == what) {
            Some((_, commands)) if what == OF => *commands += &format!(", {text}"),
            Some(_) => {}
            None => known.says.push((what, text)),
        }
    }
}
