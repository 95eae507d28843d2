//! Snapshots of what users see: for every command what it prints when all goes well, and what it says to mistakes. Its help
//! is the page `docs/reference/commands.md`.
//!
//! A case is a line: its name, which begins with the command, and the command line. What is run before it to prepare
//! (`run ... && report x`) is not shown. Files in `games/`, `strategies/` and `tests/` lie in the folder if they are named. After
//! reading the difference, `just accept` accepts what is printed now.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{ludometer, temporary_folder};

/// The width of a terminal that nobody has changed.
const COLUMNS: &str = "80";

/// The folders of the repository whose files a case may name.
const FOLDERS: [&str; 3] = ["games", "strategies", "tests"];

/// Puts the files of the repository that the words name where they name them.
fn copy_named(words: &[String], folder: &Path) {
    let is_named = |word: &&String| FOLDERS.iter().any(|folder| word.starts_with(&format!("{folder}/")));
    for word in words.iter().filter(is_named) {
        let (from, to) = (Path::new(env!("CARGO_MANIFEST_DIR")).join(word), folder.join(word));
        if from.is_file() {
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(from, to).unwrap();
        }
    }
}

/// Runs the commands of a line and returns how the last one ended and what it printed.
fn seen(line: &str) -> String {
    let folder = temporary_folder();
    let folder = folder.path();
    let (before, last) = line.rsplit_once(" && ").map_or((None, line), |(before, last)| (Some(before), last));
    let run = |line: &str| {
        let words = shlex::split(line).expect("quotes in pairs");
        copy_named(&words, folder);
        let mut command = ludometer(folder, &[]);
        command.args(words).env("COLUMNS", COLUMNS).output().unwrap()
    };
    for line in before.into_iter().flat_map(|before| before.split(" && ")) {
        let output = run(line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let entries = || fs::read_dir(folder).unwrap().count();
    let prepared = entries();
    let output = run(last);
    let [mut stdout, stderr] =
        [output.stdout, output.stderr].map(|text| plain(&String::from_utf8(text).unwrap(), folder));
    if last.starts_with("bench ") {
        stdout = without_numbers(&stdout);
    }
    let status = output.status.code().expect("it ends by itself");
    if status == 2 {
        // Bad input: one paragraph that helps, nothing played or written.
        assert!(stdout.is_empty() && stderr.starts_with("ludometer: "), "{line}: {stdout}{stderr}");
        assert!(
            stderr.ends_with('\n') && stderr.lines().all(|line| !line.is_empty()),
            "{line} is no one paragraph: {stderr}"
        );
        let named = FOLDERS.iter().filter(|name| folder.join(name).exists()).count();
        assert!(entries() <= prepared.max(named), "{line} wrote something");
    }
    format!("$ ludometer {line}\nexit status: {status}\n--- stdout\n{stdout}--- stderr\n{stderr}")
}

/// Replaces what differs from run to run and from version to version: times, speeds, folders, versions.
fn plain(text: &str, folder: &Path) -> String {
    let text = text.replace(&folder.display().to_string(), "[folder]");
    let text = text.replace(env!("CARGO_PKG_VERSION"), "[version]");
    let mut plain = String::new();
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(whole) = lines.next() {
        let line = whole.trim_end();
        // Where an estimate is broken between lines, its length decides where.
        let both = lines.peek().map(|next| format!("{line} {}", next.trim()));
        let is_broken = |both: &&String| {
            without_estimate(both) != **both
                && without_estimate(line) == line
                && lines.peek().is_some_and(|next| without_estimate(next) == **next)
        };
        if let Some(both) = both.as_ref().filter(is_broken) {
            plain.push_str(&without_estimate(both));
            plain.push('\n');
            lines.next();
            continue;
        }
        plain.push_str(&without_estimate(&without_time(line)));
        plain.push_str(&whole[line.len()..]);
    }
    plain
}

/// Returns the line without the time or the speed that it tells, if it tells one.
fn without_time(line: &str) -> String {
    let is_number = |word: &str| word.trim_end_matches(',').parse::<f64>().is_ok();
    if line.starts_with("speed ") {
        return "speed        [speed]".to_owned();
    }
    // The commit, which optimized builds name.
    if line.starts_with("ludometer [version] (") {
        return "ludometer [version]".to_owned();
    }
    if let Some((key, value)) = line.split_once("\": ") {
        let is_time = key.ends_with("seconds") || key.ends_with("per_second");
        // What the program was built with, and from which commit.
        let is_build = ["commit", "changed", "rustc", "target"]
            .iter()
            .any(|name| key.trim_start() == format!("\"{name}"));
        return match () {
            () if is_time && is_number(value) => format!("{key}\": [time],"),
            () if is_build => format!("{key}\": [build],"),
            () => line.to_owned(),
        };
    }
    match line.strip_suffix(" s").and_then(|line| line.rsplit_once(' ')) {
        Some((before, time)) if is_number(time) => format!("{before} [time]"),
        _ => line.to_owned(),
    }
}

/// Replaces how long it would take to know more, which the speed of the machine decides: `about 3 hours more`.
fn without_estimate(line: &str) -> String {
    let mut parts = line.split("bout ");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str("bout ");
        let estimate = part.split_once(" more").filter(|(time, _)| {
            time.split(' ').count() == 2
                && ["minute", "hour", "second"].iter().any(|unit| time.contains(unit))
        });
        match estimate {
            Some((_, rest)) => plain.push_str(&format!("[time] more{rest}")),
            None => plain.push_str(part),
        }
    }
    plain
}

/// Replaces all that is measured: each word with a digit, and the width of columns.
fn without_numbers(text: &str) -> String {
    let word = |word: &str| {
        if word.contains(|c: char| c.is_ascii_digit()) { "#".to_owned() } else { word.to_owned() }
    };
    let line = |line: &str| line.split_whitespace().map(word).collect::<Vec<_>>().join(" ") + "\n";
    text.lines().map(line).collect()
}

/// A test for each case, and the names of all.
macro_rules! snapshots {
    ($($name:ident: $line:literal;)*) => {
        const CASES: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            fn $name() {
                insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
                    insta::assert_snapshot!(stringify!($name), seen($line));
                });
            }
        )*
    };
}

snapshots! {
    nothing_asked: "";
    help_by_word: "help games";
    help_by_letter: "games -h";
    version: "--version";
    version_json: "--version --json";
    json_of_nothing: "--json";
    json_before_the_command: "--json games";
    wrong_command: "rnu";
    wrong_command_with_another_end: "strategy";
    wrong_command_of_other_programs: "simulate";
    wrong_command_for_an_option: "anlyze pure-profit";
    wrong_command_spelt_the_british_way: "analyse pure-profit";
    wrong_command_for_resuming: "resume";

    games: "games";
    games_json: "games --json";
    games_wrong_option: "games --jsno";

    rules_of_a_script: "rules games/kuhn_poker.luau";
    rules_to_a_file: "rules pure-profit --set bank.goal=8 -o short.toml";
    rules_wrong_game: "rules pure-prfit";
    rules_wrong_key: "rules pure-profit --set deck.valu_7=3";
    rules_no_game_could_be_won: "rules pure-profit --set deck.value_7=0";
    rules_nowhere_to_write: "rules pure-profit -o none/rules.toml";

    strategies: "strategies pure-profit";
    strategies_of_a_script: "strategies games/kuhn_poker.luau";
    strategies_wrong_game: "strategies pure-prfit";

    explain_a_clause: "explain PP-17";
    explain_a_card: "explain Steal Three";
    explain_a_column: "explain ci_low --json";
    explain_a_figure: "explain seat_spread";
    explain_a_figure_of_a_script: "explain note_gin --of games/gin_rummy.luau";
    explain_a_figure_of_another_game: "explain gs_square_workers --of pure-profit";
    explain_of_one_game: "explain draw --of film-rummy";
    explain_of_a_script: "explain take --of games/tea_garden.luau";
    explain_wrong_word: "explain seat_spraed";

    run: "run pure-profit --bots random greedy greedy --games 300 --out x";
    run_a_script: "run games/kuhn_poker.luau --games 300 --out x";
    run_json: "run pure-profit --games 50 --players 2 --json --quiet --out x";
    run_analyzed: "run games/river_race.luau --games 200 --analyze --players 2 --quiet --out x";
    run_to_the_usual_folder: "run pure-profit --bots greedy random --games 40";
    run_with_a_warning: "run pure-profit --games 20 --set deck.value_3=3 --out x";
    run_a_shard: "run pure-profit --games 40 --shard 1/2 --out x";
    run_again: "run pure-profit --games 40 --quiet --out x && run pure-profit --games 40 --quiet --out x";
    run_resumed_when_done: "run pure-profit --games 40 --quiet --out x && run pure-profit --games 40 --quiet --out x --resume";
    run_wrong_game: "run Pure_Profit";
    run_no_such_game: "run chess";
    run_wrong_option: "run pure-profit --gmaes 5";
    run_an_option_of_trace: "run pure-profit --game 10";
    run_wrong_key: "run pure-profit --set deck.steal_on=6";
    run_key_without_its_section: "run pure-profit --set value_7=3";
    run_wrong_keys: "run pure-profit --set bank.goal=99 --set hand.limt=3";
    run_wrong_type: "run pure-profit --set deck.value_7=many";
    run_wrong_range: "run pure-profit --set bank.goal=99";
    run_wrong_flag: "run pure-profit --set finish.allowed=perhaps";
    run_wrong_choice: "run pure-profit --set match.tiebreak=shard";
    run_no_setting: "run pure-profit --set bank.goal";
    run_two_settings_at_once: "run pure-profit --set bank.goal=8 hand.limit=6";
    run_no_game_could_be_won: "run pure-profit --set deck.value_7=0";
    run_no_such_rule_file: "run pure-profit --rules none.toml";
    run_too_many_seats: "run pure-profit --players 9";
    run_seats_in_words: "run pure-profit --players two";
    run_too_many_bots: "run pure-profit --bots r r r r r r r r r";
    run_too_few_bots: "run pure-profit --players 3 --bots greedy random";
    run_wrong_bot: "run pure-profit --bots gredy";
    run_wrong_setting_of_a_bot: "run pure-profit --bots mcts:iteration=5";
    run_setting_of_a_bot_out_of_range: "run pure-profit --bots mcts:iterations=0";
    run_bots_with_commas: "run pure-profit --bots greedy,random";
    run_bots_with_settings_and_commas: "run pure-profit --bots mcts:iterations=5,mcts:iterations=9";
    run_game_after_bots: "run --bots greedy pure-profit";
    run_no_games: "run pure-profit --games 0";
    run_games_below_none: "run pure-profit --games -5";
    run_half_a_game: "run pure-profit --games 1.5";
    run_games_in_x: "run pure-profit --games 10x";
    run_too_many_games: "run pure-profit --games 1e30";
    run_seed_too_large: "run pure-profit --seed 18446744073709551616";
    run_no_threads: "run pure-profit --threads 0";
    run_no_folder: "run pure-profit --out ''";
    run_no_minutes: "run pure-profit --minutes 0";
    run_minutes_with_analysis: "run pure-profit --minutes 1 --skill";
    run_wrong_target_length: "run pure-profit --target-length long";
    run_too_many_games_for_parquet: "run pure-profit --format parquet --games 1e12";

    study: "study games/tic_tac_toe.luau --games 128 --search-games 0 --quiet --out x";
    study_too_few_games: "study pure-profit --games 10";
    study_wrong_game: "study pure-proft";

    report: "run pure-profit --games 40 --quiet --out x && report x";
    report_no_folder: "report nowhere";

    merge: "run pure-profit --games 40 --shard 1/2 --quiet --out a && run pure-profit --games 40 --shard 2/2 --quiet --out b && merge a b --out x";
    merge_too_few: "run pure-profit --games 40 --shard 1/2 --quiet --out a && merge a --out x";
    merge_nowhere: "merge a b --out x";

    trace: "trace games/kuhn_poker.luau --game 0";
    trace_as_a_player: "trace games/kuhn_poker.luau --game 0 --seat B";
    trace_in_full: "trace games/kuhn_poker.luau --game 0 --full";
    trace_with_views: "trace games/kuhn_poker.luau --game 0 --check-view";
    trace_lines: "trace games/kuhn_poker.luau --game 0 --jsonl";
    trace_part: "trace pure-profit --game 0 --from 3 --to 5";
    trace_branch: "trace games/river_race.luau --players 2 --game 0 --from 3 --bots random --run-bots greedy";
    trace_of_a_run: "run games/kuhn_poker.luau --games 9 --bots random greedy --quiet --out x && trace --run x --game 8";
    trace_wrong_game: "trace --game 0 pure-prfit";
    trace_wrong_seat: "trace pure-profit --game 0 --seat E";
    trace_wrong_option: "trace pure-profit --game 1 --json-lines";
    trace_a_game_of_another_run: "trace pure-profit --game 3 --games 3";
    trace_a_turn_too_late: "trace pure-profit --game 0 --from 500 --bots random";
    trace_no_such_run: "trace --run nowhere --game 0";
    trace_bots_of_a_run: "run pure-profit --games 9 --quiet --out x && trace --run x --game 0 --bots mcts";

    watch: "watch games/kuhn_poker.luau --game 0 --worlds 20 -o x.html";
    watch_wrong_seat: "watch pure-profit --game 0 --seat 7 -o x.html";
    watch_nothing: "watch";

    review: "review games/kuhn_poker.luau --game 1 --worlds 100";
    review_a_decision: "review games/leduc_poker.luau --game 1 --decision 2 --worlds 100";
    review_games: "review games/kuhn_poker.luau --games 8 --worlds 40 --quiet --out x";
    review_wrong_policy: "review pure-profit --game 0 --policy nobody";
    review_no_games: "review pure-profit --game 0 --games 0";

    compare: "compare pure-profit --set-a bank.goal=3 --set-b bank.goal=6 --max-games 2048 --quiet --out x";
    compare_bots: "compare games/kuhn_poker.luau --a random --b greedy --max-games 2048 --quiet --out x";
    compare_the_same: "compare pure-profit --set bank.goal=8";
    compare_wrong_metric: "compare pure-profit --set-b bank.goal=8 --metrics turn";

    sweep: "sweep pure-profit --vary bank.goal=3..5 --games 64 --quiet --out x";
    sweep_json: "sweep games/river_race.luau --vary players=2..3 --games 64 --quiet --out x --json";
    sweep_wrong_values: "sweep pure-profit --vary bank.goal=8-5";
    sweep_nothing: "sweep pure-profit";

    tune: "tune pure-profit --target turns=40..60 --move bank.goal=2..6 --bots random --players 2 --games 82k --quiet --out x";
    tune_nothing_may_move: "tune pure-profit --target turns=1..2";
    tune_no_target: "tune pure-profit";
    tune_no_such_file: "tune pure-profit --target none.toml";

    train: "train games/kuhn_poker.luau --method regret --rounds 50 --quiet -o x.toml";
    train_no_file: "train pure-profit";
    train_rounds_of_another_method: "train games/kuhn_poker.luau --rounds 5 -o x.toml";
    train_regret_in_a_large_game: "train pure-profit --method regret -o x.toml";

    exploit: "exploit games/kuhn_poker.luau --games 1000 --quiet";
    exploit_exact: "exploit games/kuhn_poker.luau --against random --exact --quiet";
    exploit_exact_in_a_large_game: "exploit pure-profit --exact";
    exploit_times_without_exact: "exploit games/kuhn_poker.luau --times 5";

    check_passed: "check games/river_race.luau --gate turns=1..200 --players 2 --quiet";
    check_failed: "check games/river_race.luau --gate turns=1..2 --players 2 --quiet";
    check_no_gate: "check pure-profit";
    check_wrong_gate: "check pure-profit --gate turns";
    check_no_such_file: "check pure-profit --gates none.toml";

    play_and_leave: "play games/kuhn_poker.luau";
    play_wrong_seat: "play pure-profit --seat 9";
    play_nothing_to_resume: "play pure-profit --resume none.jsonl";

    tournament: "tournament pure-profit --bots random greedy --players 2 --deals 40 --quiet --out x";
    tournament_json: "tournament games/kuhn_poker.luau --bots random greedy --deals 20 --quiet --json --out x";
    tournament_of_one: "tournament pure-profit --bots greedy";
    tournament_wrong_end: "tournament pure-profit --bots random greedy --until settled:alpa=0.01";

    audit: "audit pure-profit --positions 50 --quiet";
    audit_a_script: "audit games/kuhn_poker.luau --bots random --positions 20 --quiet";
    audit_wrong_bot: "audit pure-profit --bots nobody";
    audit_no_positions: "audit pure-profit --positions 0";

    bench: "bench pure-profit --bots random --time 0.01 --threads 1";
    bench_json: "bench pure-profit --bots random --time 0.01 --threads 1 --json";
    bench_wrong_game: "bench pure-prfit";
    bench_no_time: "bench --time 0";
    bench_split_without_search: "bench --split --bots random greedy";
    bench_game_after_bots: "bench --bots random pure-profit";

    new: "new first.luau";
    new_from_a_template: "new first.luau --template cards";
    new_crate: "new first --rust";
    new_again: "new first.luau && new first.luau";
    new_no_script: "new first.txt";
    new_wrong_template: "new first.luau --template card";

    import: "import tests/sheets/tabletop_simulator.json";
    import_wrong_sheet: "import tests/sheets/excel.xlsx --sheet Deck";

    export: "new forest.luau --sheet tests/sheets/tabletop_simulator.json && export forest.luau --save tests/sheets/tabletop_simulator.json -o new.json";
    export_other_cards: "export pure-profit --save tests/sheets/tabletop_simulator.json -o new.json";

    validate: "validate games/kuhn_poker.luau --games 200";
    validate_a_new_one: "new first.luau && validate first.luau --games 50";
    validate_json: "validate games/kuhn_poker.luau --games 50 --json";
    validate_no_file: "validate nowhere.luau";
    validate_no_script: "validate pure-profit";

    test: "new first.luau && test first.luau";
    test_json: "new first.luau --template dice && test first.luau --only stay --json";
    test_no_scenes: "test games/kuhn_poker.luau";
    test_no_file: "test nowhere.luau";

    workbench_no_game: "workbench pure-profi";
    workbench_wrong_port: "workbench pure-profit --port 70000";
    completions: "completions fish";
    completions_wrong_shell: "completions cmd";
}

#[test]
fn every_command_is_seen_to_succeed_and_to_refuse() {
    let command = ludometer::cli::command();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/snapshots");
    let files = fs::read_dir(&folder).unwrap();
    let files: BTreeSet<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.ends_with(".snap.new"))
        .collect();
    let wanted: BTreeSet<String> = CASES.iter().map(|name| format!("{name}.snap")).collect();
    for name in CASES {
        let text = fs::read_to_string(folder.join(format!("{name}.snap"))).unwrap();
        let (head, shown) = text.split_once("--- stdout\n").unwrap();
        // What programs read is as wide as it is.
        if ["--json", "completions", " rules ", " import "].iter().any(|part| head.contains(part)) {
            continue;
        }
        // A word that is as long as a line is not broken.
        let can_fit = |line: &&str| line.split_whitespace().all(|word| word.chars().count() < 60);
        for line in shown.lines().filter(can_fit) {
            assert!(line.chars().count() <= 80, "{name} is wider than a terminal: {line}");
        }
    }
    let differ: Vec<_> = files.symmetric_difference(&wanted).collect();
    assert!(differ.is_empty(), "a snapshot without a case, or a case without a snapshot: {differ:?}");
    for command in command.get_subcommands().map(|command| command.get_name().to_owned()) {
        let of_command = CASES.iter().filter(|name| name.split('_').next() == Some(&command));
        let texts: Vec<String> =
            of_command.map(|name| fs::read_to_string(folder.join(format!("{name}.snap"))).unwrap()).collect();
        // A server ends when it is told to, which `workbench.rs` sees.
        let statuses = if command == "workbench" { &[2][..] } else { &[0, 2] };
        for status in statuses {
            let status = format!("\nexit status: {status}\n");
            assert!(texts.iter().any(|text| text.contains(&status)), "{command}: no case with {status}");
        }
    }
}
