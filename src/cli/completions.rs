//! `completions`: what a shell needs to complete our commands, and what it is then offered: commands and options,
//! games, bots with their settings, keys of the rules with their values.
//!
//! The script that a shell reads only asks this program, which knows more than a script could: which keys there are
//! depends on the game on the line.

use std::env;
use std::ffi::{OsStr, OsString};

use clap::Arg;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _};
use clap_complete::env::Shells;

use super::args::{self, CompletionsArgs};
use super::error::CliError;
use super::output::print_as_it_is;
use crate::registry::{Entry, Games};
use ludometer_model::Program;

/// The variable by which a shell asks for completions: its own name is the value.
const ASKED: &str = "LUDOMETER_COMPLETE";

pub(super) fn completions(args: &CompletionsArgs) -> Result<(), CliError> {
    let mut text = Vec::new();
    if let Some(shell) = Shells::builtins().completer(&args.shell.to_string()) {
        let name = Program::current().name;
        shell.write_registration(ASKED, name, name, name, &mut text).map_err(CliError::Output)?;
    }
    Ok(print_as_it_is(&String::from_utf8_lossy(&text))?)
}

/// Answers a shell that asks for completions of the words after `--`; false if none does.
pub(super) fn complete(games: &Games, arguments: &[OsString]) -> Result<bool, CliError> {
    let asks = env::var(ASKED).unwrap_or_default();
    let shells = Shells::builtins();
    let Some(shell) = shells.completer(&asks) else { return Ok(false) };
    let words: Vec<OsString> = arguments.iter().skip_while(|word| *word != "--").skip(1).cloned().collect();
    if words.is_empty() {
        return Ok(false);
    }
    let here = env::current_dir().ok();
    let mut command = command(games, &words);
    command.build();
    let mut text = Vec::new();
    shell.write_complete(&mut command, words, here.as_deref(), &mut text).map_err(CliError::Output)?;
    print_as_it_is(&String::from_utf8_lossy(&text))?;
    Ok(true)
}

/// Returns the command line with what its arguments may be, where these words have been typed.
fn command(of_all: &Games, words: &[OsString]) -> clap::Command {
    let game = words.iter().find_map(|word| of_all.all().iter().find(|entry| word == entry.id())).cloned();
    let all = of_all.clone();
    let first = all.all().first().cloned();
    let offers = move |arg: Arg, command: &str| {
        let (game, all, any) = (game.clone(), all.clone(), game.clone().or_else(|| first.clone()));
        match (arg.get_id().as_str(), arg.is_positional()) {
            ("game" | "games", true) | ("of", false) => {
                arg.add(ArgValueCompleter::new(move |typed: &OsStr| games(typed, &all)))
            }
            ("bots" | "run_bots" | "anchor" | "a" | "b", false) => offer_bots(arg, any),
            ("from", false) if command == "train" => offer_bots(arg, any),
            ("settings" | "set_a" | "set_b" | "vary" | "moves", false) => {
                let varied = arg.get_id() == "vary";
                arg.add(ArgValueCompleter::new(move |typed: &OsStr| settings(typed, game.as_ref(), varied)))
            }
            ("words", true) => arg.add(ArgValueCompleter::new(move |typed: &OsStr| {
                beginning(&typed.to_string_lossy(), super::explain::names(&all))
            })),
            ("gates" | "target", false) => arg.add(ArgValueCompleter::new(PathCompleter::file())),
            _ => arg,
        }
    };
    args::command(of_all).mut_subcommands(|subcommand| {
        let name = subcommand.get_name().to_owned();
        subcommand.mut_args(|arg| offers(arg, &name))
    })
}

/// Returns those of these texts that go on from what is typed.
fn beginning(typed: &str, texts: impl IntoIterator<Item = String>) -> Vec<CompletionCandidate> {
    texts.into_iter().filter(|text| text.starts_with(typed)).map(CompletionCandidate::new).collect()
}

fn games(typed: &OsStr, all: &Games) -> Vec<CompletionCandidate> {
    beginning(&typed.to_string_lossy(), all.all().iter().map(|entry| entry.id().to_owned()))
}

fn offer_bots(arg: Arg, game: Option<Entry>) -> Arg {
    arg.add(ArgValueCompleter::new(move |typed: &OsStr| bots(typed, game.as_ref())))
}

/// Returns the bots of this game; after `name:` the settings; and strategy files.
fn bots(typed: &OsStr, game: Option<&Entry>) -> Vec<CompletionCandidate> {
    let text = typed.to_string_lossy();
    let known: Vec<_> = game.map(Entry::bots).unwrap_or_default();
    let Some((name, given)) = text.split_once(':') else {
        let mut found = beginning(&text, known.iter().map(|bot| bot.name.clone()));
        found.extend(PathCompleter::file().complete(typed));
        return found;
    };
    // What is given already stands before the last comma.
    let given = given.rsplit_once(',').map_or_else(String::new, |(given, _)| format!("{given},"));
    let of = known.iter().filter(|bot| bot.name == name).flat_map(|bot| &bot.settings);
    beginning(&text, of.map(|setting| format!("{name}:{given}{}=", setting.name)))
}

/// Keys of the game's rules, and after `key=` the words that the key may be.
fn settings(typed: &OsStr, game: Option<&Entry>, varied: bool) -> Vec<CompletionCandidate> {
    let Some(schema) = game.map(Entry::schema) else { return Vec::new() };
    let text = typed.to_string_lossy();
    let Some((key, _)) = text.split_once('=') else {
        let more = if varied { &["players=", "bots="][..] } else { &[] };
        let keys =
            schema.params.iter().filter(|param| !param.is_family()).map(|param| format!("{}=", param.key));
        return beginning(&text, keys.chain(more.iter().map(|&key| key.to_owned())));
    };
    let Some(param) = schema.find(key) else { return Vec::new() };
    let flags = if param.flag { &["true", "false"][..] } else { &[] };
    let words = param.words.iter().map(String::as_str).chain(flags.iter().copied());
    beginning(&text, words.map(|word| format!("{key}={word}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(words: &[&str]) -> Vec<String> {
        let words: Vec<OsString> = std::iter::once(&"ludometer").chain(words).map(OsString::from).collect();
        let mut command = command(&Games::default(), &words);
        command.build();
        let last = words.len() - 1;
        let found = clap_complete::engine::complete(&mut command, words, last, None).unwrap();
        found.iter().map(|one| one.get_value().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn games_bots_keys_and_their_values_are_offered() {
        for (words, wanted) in [
            (&["ru"][..], &["run", "rules"][..]),
            (&["run", "pure"], &["pure-profit"]),
            (&["bench", "even"], &["even-odd"]),
            (&["run", "pure-profit", "--bots", "gr"], &["greedy"]),
            (&["run", "pure-profit", "--bots", "random", "mcts:iter"], &["mcts:iterations="]),
            (
                &["run", "pure-profit", "--bots", "mcts:iterations=5,expl"],
                &["mcts:iterations=5,exploration="],
            ),
            (&["run", "pure-profit", "--set", "deck.steal_o"], &["deck.steal_one="]),
            (&["compare", "pure-profit", "--set-b", "deck.steal_tw"], &["deck.steal_two="]),
            (&["sweep", "pure-profit", "--vary", "pla"], &["players="]),
            (&["run", "pure-profit", "--set", "match.tiebreak=s"], &["match.tiebreak=shared"]),
            (&["run", "pure-profit", "--ga"], &["--games"]),
            (&["explain", "seat_sp"], &["seat_spread"]),
        ] {
            let found = offered(words);
            for wanted in wanted {
                assert!(found.iter().any(|one| one == wanted), "{words:?}: {found:?}");
            }
        }
        // Keys are those of the game that is named, and of none before it is.
        assert!(offered(&["run", "even-odd", "--set", "deck.steal"]).is_empty());
        assert!(offered(&["run", "--set", "deck.steal"]).is_empty());
    }
}
