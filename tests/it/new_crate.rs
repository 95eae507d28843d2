//! The crate that `ludometer new --rust` writes, as it stands in the program: its own tests, the contract of all games, and
//! its bot and its metric, played and reported.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

#[path = "../../src/cli/new/crate/src/bot.rs"]
mod bot;
#[path = "../../src/cli/new/crate/src/game.rs"]
pub(crate) mod game;
#[path = "../../src/cli/new/crate/src/metric.rs"]
mod metric;

use std::env;
use std::fs;
use std::process::{Command, ExitCode};

use bot::keeper;
use game::MyGame;
use ludometer::prelude::*;
use metric::Wasted;

fn entry() -> Entry {
    Entry::with_metric::<MyGame, Wasted>().with_bot(keeper())
}

fn loaded() -> Box<dyn AnyGame> {
    let entry = entry();
    entry.load(3, RuleSet::defaults(entry.schema())).unwrap()
}

fn played(bots: [&str; 3]) -> Batch {
    let game = loaded();
    let bots = bots.map(|bot| game.bot(bot).unwrap());
    let plan =
        Plan { plays: 0..3000, seed: 5, threads: 2, seating: Seating::Rotate, timing: false, stall: None };
    game.simulate(&bots, &plan, Hooks::none(), None).unwrap()
}

#[test]
fn no_bot_peeks_in_it() {
    let game = loaded();
    for bot in ["greedy", "mcts:iterations=20", "keeper"] {
        let found = audit(&*game, &vec![game.bot(bot).unwrap(); 3], 60, 1, Hooks::none()).unwrap();
        assert!(found.different > 30, "{found:?}");
    }
}

#[test]
fn it_is_named_once() {
    let entry = entry();
    assert_eq!(entry.id(), entry.schema().game);
    entry.check_bots().unwrap();
    loaded().check(50, 1).unwrap();
}

#[test]
fn its_bot_plays_by_its_settings_and_its_metric_is_reported() {
    let wasted = |batch: &Batch| batch.report.named("wasted").unwrap().value.unwrap();
    let careful = played(["keeper"; 3]);
    let careless = played(["keeper:good=1"; 3]);
    let random = played(["random"; 3]);
    assert!(wasted(&careful) < 0.5 * wasted(&careless), "{} {}", wasted(&careful), wasted(&careless));
    assert!((wasted(&careless) - wasted(&random)).abs() < 0.1, "from card 1 on any may go");
    let wins = played(["keeper", "random", "random"]);
    let table = wins.report.table("strategies").unwrap();
    assert_eq!(table.cell(0, "strategy").unwrap().to_string(), "keeper");
    assert!(table.cell(0, "win_rate").unwrap().number().unwrap() > 0.5, "{table}");
}

#[test]
fn its_settings_are_refused_as_those_of_other_bots() {
    let game = loaded();
    let refused = |text: &str| game.bot(text).unwrap_err().to_string();
    assert!(
        refused("keeper:god=3").contains("no setting `god` (did you mean `good`?)"),
        "{}",
        refused("keeper:god=3")
    );
    assert!(refused("keeper:good=0").contains("must be a whole number from 1 to 9"));
    assert!(refused("keper").contains("(did you mean `keeper`?)"), "{}", refused("keper"));
    assert_eq!(game.bot("keeper:good=9").unwrap().name, "keeper");
    assert_eq!(game.bot("keeper:good=3").unwrap().name, "keeper:good=3");
}

/// A bot for all games: takes the action that looks worst by the game's own rules of thumb.
struct Contrary;

impl AnyStrategy for Contrary {
    fn decide(&mut self, decision: &dyn AnyDecision, _: &mut Rng) -> Result<usize, Forfeit> {
        let mut scores = Vec::new();
        decision.scores(&mut scores);
        let worst = (0..scores.len()).min_by(|&a, &b| scores[a].total_cmp(&scores[b]));
        worst.ok_or_else(|| Forfeit::new("nothing to choose"))
    }
}

fn contrary(name: &str) -> CustomBot {
    custom_bot_for_all(name, "the action that looks worst", Vec::new(), |_| Contrary)
}

/// The variable with the arguments of the program.
const ARGUMENTS: &str = "ARGUMENTS_OF_MINE";

/// The program with all of this, where it is asked for: a process of its own, since there is one program in a process.
#[test]
fn the_program() {
    let Ok(arguments) = env::var(ARGUMENTS) else { return };
    let program = Program { name: "mine", version: "1.0.0" };
    let app = App::new(program).game(entry()).game(ludometer::games::pure_profit::entry());
    let arguments = ["mine"].into_iter().chain(arguments.split(' ')).map(Into::into);
    assert_eq!(app.bot(contrary("contrary")).run(arguments), ExitCode::SUCCESS);
}

#[test]
fn its_program_has_all_commands_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let game = entry().id().to_owned();
    let run = |arguments: &str| {
        let mut program = Command::new(env::current_exe().unwrap());
        program.args(["--exact", "new_crate::the_program"]).current_dir(folder.path());
        let output = program.env(ARGUMENTS, arguments.replace("GAME", &game)).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    for arguments in [
        "strategies GAME",
        "run GAME --bots keeper contrary random --games 600 --quiet --out run --analyze",
        "report run",
        "tournament GAME --bots keeper:good=4 contrary greedy --games 600 --quiet --out t",
        "sweep GAME --bots keeper --vary hand.swaps=3,4 --games 600 --quiet --out s",
        "check GAME --bots contrary --gate wasted=0..9 --games 2000 --quiet",
        "audit GAME --bots contrary --positions 40",
        "trace GAME --bots keeper --game 1 -o trace.txt",
        "run pure-profit --bots contrary greedy --games 60 --quiet --out p",
    ] {
        let (success, text) = run(arguments);
        assert!(success, "{arguments}: {text}");
    }
    assert!(read("run/summary.csv").contains("\r\nwasted,"), "{}", read("run/summary.csv"));
    assert!(read("run/run.json").contains("mine run") && read("run/strategies.csv").contains("\ncontrary,"));
    assert!(read("run/report.html").contains("keeper"));
    assert!(read("t/ratings.csv").contains("keeper:good=4"));
    assert!(read("s/sweep.csv").lines().next().unwrap().contains("wasted"), "{}", read("s/sweep.csv"));
    // One game's bot is none of another's.
    assert!(!run("run pure-profit --bots keeper --games 5 --quiet --out q").0);
}

#[test]
fn a_bot_that_can_t_be_named_or_plays_another_game_is_refused() {
    let refused = |entry: Entry| entry.check_bots().unwrap_err().to_string();
    let game = entry().id().to_owned();
    assert_eq!(refused(entry().with_bot(keeper())), format!("two bots of {game} are called `keeper`"));
    assert_eq!(
        refused(ludometer::games::pure_profit::entry().with_bot(keeper())),
        "the bot `keeper` is for another game than pure-profit"
    );
    assert!(refused(entry().with_bot(contrary("greedy"))).contains("there is a built-in bot `greedy`"));
    assert!(refused(entry().with_bot(contrary("a b"))).contains("no spaces"));
    let setting = Setting::new("n", "", Choices::Whole(1, 3), 7.0);
    let bot = custom_bot_for_all("x", "", vec![setting], |_| Contrary);
    assert_eq!(
        refused(entry().with_bot(bot)),
        "the setting `n` of the bot `x` has a default that isn't allowed"
    );
}
