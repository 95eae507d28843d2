//! Snapshots of what the program prints: results, lists and errors, kept with `insta`.

use std::path::Path;

use tempfile::TempDir;

/// Returns what the program prints on both streams, with times and speeds out.
fn printed(folder: &Path, arguments: &str) -> String {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("ludometer");
    let output =
        command.current_dir(folder).args(arguments.split_whitespace()).output().expect("the program starts");
    let both = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&both).into_owned();
    let lines =
        text.lines().filter(|line| !line.starts_with("speed")).map(|line| match line.rsplit_once(" in ") {
            Some((before, time)) if time.ends_with(" s") => format!("{before} in [time]"),
            _ => line.to_owned(),
        });
    lines.collect::<Vec<_>>().join("\n")
}

/// A test for each command: its name and arguments.
macro_rules! snapshots {
    ($($name:ident: $arguments:literal;)*) => {
        $(
            #[test]
            fn $name() {
                let folder = TempDir::new().expect("a temporary folder");
                insta::assert_snapshot!(stringify!($name), printed(folder.path(), $arguments), $arguments);
            }
        )*
    };
}

snapshots! {
    nothing_asked: "";
    games: "games";
    strategies_of_pure_profit: "strategies pure-profit";
    run_three_bots: "run pure-profit --bots random greedy greedy --games 300 --quiet --out x";
    compare_two_goals: "compare pure-profit --set-a bank.goal=3 --set-b bank.goal=6 --max-games 2048 --quiet --out x";
    sweep_three_goals: "sweep pure-profit --vary bank.goal=3..5 --games 64 --quiet --out x";
    tournament_of_two: "tournament pure-profit --bots random greedy --players 2 --deals 40 --quiet --out x";
    audit_of_greedy: "audit pure-profit --positions 50 --quiet";
    wrong_game: "run pure-proft";
    wrong_key: "run pure-profit --set deck.steal_on=6";
    wrong_range: "run pure-profit --set bank.goal=99";
    wrong_bot: "run pure-profit --bots gredy";
    wrong_option: "run pure-profit --game 10";
}
