//! Games whose answers are known by construction: the sentences of the program are held against them, not against another run.
//!
//! Each script of `tests/planted` says in its first lines what is true of it, `--@ QUESTION STATES ...`: the states that
//! the answer may have, with `_` for a space; a number that its figure must be near; `ahead N`, in how many games the first two
//! bots named finish ahead; `says "..." or "..."`, words that it must have, where `*` stands for any within a clause;
//! `not "..."`, words that it must not have; `near "..." N`, a number that the first interval after these words must hold,
//! where they stand in it. `findings` are the findings of an analysed run. A bound of four standard errors is no bound that
//! chance breaks: what is beyond it is false.
//!
//! What stands before the first line `--$ COMMAND OPTIONS` is asked of a study, what stands below it of this command on the
//! script. Questions are those of its record, and these: `figure:METRIC` of a comparison, `gate:METRIC` of a check,
//! `slope:METRIC/KEY` of a sweep, `pair:BOT/BOT` of a tournament, and `reading` of these and of a run: all that they print.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use tempfile::TempDir;

use super::{json, ludometer, rows};

/// What is true of a game, for one question.
#[derive(Clone, Debug, Default)]
struct Truth {
    question: String,
    states: Vec<String>,
    value: Option<f64>,
    /// What the first interval after these words holds.
    near: Vec<(String, f64)>,
    /// One of each list stands in the answer.
    says: Vec<Vec<String>>,
    /// None of these does.
    not: Vec<String>,
}

/// A command on a script, and what is true of its answers.
#[derive(Debug, Default)]
struct Block {
    /// Nothing for a study or a run of as many games as are asked for.
    command: Vec<String>,
    truths: Vec<Truth>,
}

impl Block {
    /// Names the kind of sentence for which a question stands: `gate` for `gate:turns`.
    fn kind(&self, question: &str) -> String {
        let kind = question.split(':').next().unwrap_or(question);
        match self.command.first().map(String::as_str) {
            None | Some("study") => kind.to_owned(),
            Some(command) => format!("{command} {kind}"),
        }
    }
}

/// An answer, or all findings of a run.
#[derive(Clone, Debug, Default)]
struct Said {
    state: String,
    text: String,
    /// Value, lower and upper bound.
    figure: Option<[f64; 3]>,
}

/// Parts a line into words and what stands in quotes, which begins with a quotation mark here.
fn tokens(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (place, part) in line.split('"').enumerate() {
        if place % 2 == 1 {
            found.push(format!("\"{part}"));
        } else {
            found.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    found
}

/// Reads what is true by a line of a script.
fn truth(line: &str) -> Truth {
    const AHEAD: &str = "finishes ahead of a random one in ";
    let mut words = tokens(line).into_iter();
    let question = words.next().expect("a question");
    let states = words.next().expect("states").split(',').map(|state| state.replace('_', " ")).collect();
    let mut truth = Truth { question, states, ..Truth::default() };
    let mut last = String::new();
    for word in words {
        let number = word.parse::<f64>().ok();
        match (word.strip_prefix('"'), last.as_str(), number) {
            (Some(text), "not", _) => truth.not.push(text.to_owned()),
            (Some(text), "or", _) => truth.says.last_mut().expect("says").push(text.to_owned()),
            (Some(text), "near", _) => truth.near.push((text.to_owned(), f64::NAN)),
            (Some(text), "says", _) => truth.says.push(vec![text.to_owned()]),
            (None, "ahead", Some(number)) => truth.near.push((AHEAD.to_owned(), 100.0 * number)),
            (None, _, Some(number)) if last.starts_with('"') => {
                truth.near.last_mut().expect("near").1 = number;
            }
            (None, _, Some(number)) => truth.value = Some(number),
            _ => assert!(["says", "or", "not", "near", "ahead"].contains(&word.as_str()), "{line}"),
        }
        last = word;
    }
    assert!(truth.near.iter().all(|(_, number)| number.is_finite()), "{line}");
    truth
}

/// Reads the commands of a script and what is true of their answers.
fn blocks(script: &str) -> Vec<Block> {
    let mut found = vec![Block::default()];
    for line in script.lines() {
        if let Some(command) = line.strip_prefix("--$ ") {
            let command = command.split_whitespace().map(str::to_owned).collect();
            found.push(Block { command, truths: Vec::new() });
        } else if let Some(line) = line.strip_prefix("--@ ") {
            found.last_mut().expect("the first").truths.push(truth(line));
        }
    }
    found
}

/// Returns the first interval after these words: `(1.2 to 3.4)`, or what follows where they end with `within`.
fn interval_after(text: &str, words: &str) -> Option<[f64; 3]> {
    let number = |text: &str| {
        let text = text.replace('\u{2212}', "-");
        let end = text.find(|c: char| !c.is_ascii_digit() && !"+-.".contains(c)).unwrap_or(text.len());
        text[..end].parse::<f64>().ok()
    };
    let rest = &text[text.find(words)? + words.len()..];
    if words.ends_with("within ") {
        return number(rest).map(|most| [0.0, -most, most]);
    }
    let interval = |part: &str| {
        let (low, high) = part.split_once(" to ")?;
        Some((number(low)?, number(high)?))
    };
    let (low, high) = rest.split('(').skip(1).find_map(interval)?;
    Some([f64::midpoint(low, high), low, high])
}

/// An interval of 95 % as one that chance leaves in one of many thousand cases.
const WIDE: f64 = 4.0 / 1.96;

fn is_near(truth: f64, [value, low, high]: [f64; 3]) -> bool {
    // Printed figures are rounded.
    let room = 1e-3;
    truth >= value - (value - low) * WIDE - room && truth <= value + (high - value) * WIDE + room
}

/// Returns true if a text has these words, where `*` stands for anything within a clause.
fn has(text: &str, words: &str) -> bool {
    let (first, rest) = words.split_once('*').map_or((words, None), |(first, rest)| (first, Some(rest)));
    let mut after = text.match_indices(first).map(|(at, _)| &text[at + first.len()..]);
    after.any(|after| {
        rest.is_none_or(|rest| {
            let clause = after.split([';', '\n']).next().unwrap_or_default();
            has(clause, rest)
        })
    })
}

fn is_open(state: &str) -> bool {
    ["open", "undecided", "too few games"].contains(&state)
}

/// Returns what is false in an answer.
fn falsehood(truth: &Truth, said: &Said) -> Option<String> {
    let Said { state, text, figure } = said;
    if !truth.states.iter().any(|allowed| allowed == state || allowed == "any") {
        return Some(format!("{state}: {text}"));
    }
    let is_open = is_open(state);
    if let Some(words) = truth.not.iter().find(|words| has(text, words) && !is_open) {
        return Some(format!("says \u{201c}{words}\u{201d}: {text}"));
    }
    if let Some(one_of) = truth.says.iter().find(|one_of| !one_of.iter().any(|words| has(text, words)))
        && !is_open
    {
        return Some(format!("does not say \u{201c}{}\u{201d}: {text}", one_of[0]));
    }
    if let (Some(value), Some(figure)) = (truth.value, figure)
        && !is_near(value, *figure)
    {
        return Some(format!("{figure:?} and not {value}: {text}"));
    }
    let is_far = |(words, number): &&(String, f64)| {
        interval_after(text, words).is_some_and(|interval| !is_near(*number, interval))
    };
    let (words, number) = truth.near.iter().find(is_far)?;
    Some(format!("{number} is true after \u{201c}{words}\u{201d}: {text}"))
}

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted");
    let mut found: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

fn name(script: &Path) -> String {
    script.file_stem().unwrap().to_string_lossy().into_owned()
}

/// What a command has to say, by the question.
type Answers = BTreeMap<String, Vec<Said>>;

fn figure(of: &Json, keys: [&str; 3]) -> Option<[f64; 3]> {
    // Rows of tables are texts.
    let number = |key: &str| of[key].as_f64().or_else(|| of[key].as_str()?.parse().ok());
    let [value, low, high] = keys.map(number);
    Some([value?, low.or(value)?, high.or(value)?])
}

/// Returns the answers of a command that left its files in this folder.
fn answers(command: &str, folder: &Path, printed: &str) -> Answers {
    const KEYS: [&str; 3] = ["value", "ci_low", "ci_high"];
    let mut found = Answers::new();
    let mut add = |question: String, state: &Json, text: &str, figure| {
        let state = state.as_str().unwrap_or_default().to_owned();
        found.entry(question).or_default().push(Said { state, text: text.to_owned(), figure });
    };
    let table = |name: &str| {
        rows(&folder.join(name))
            .into_iter()
            .map(|row| serde_json::to_value(row).unwrap())
            .collect::<Vec<Json>>()
    };
    let word = |of: &Json, key: &str| of[key].as_str().unwrap_or_default().to_owned();
    let record = folder.join(format!("{command}.json"));
    let record = json(&fs::read_to_string(record).unwrap());
    let list = |key: &str| record[key].as_array().cloned().unwrap_or_default();
    for answer in list("answers") {
        add(word(&answer, "question"), &answer["state"], &word(&answer, "text"), figure(&answer, KEYS));
    }
    for metric in list("metrics") {
        let difference = figure(&metric, ["difference", "ci_low", "ci_high"]);
        add(format!("figure:{}", word(&metric, "metric")), &metric["verdict"], printed, difference);
    }
    for gate in list("gates") {
        add(format!("gate:{}", word(&gate, "metric")), &gate["result"], printed, figure(&gate, KEYS));
    }
    match command {
        "sweep" => {
            for row in table("elasticities.csv") {
                let question = format!("slope:{}/{}", word(&row, "metric"), word(&row, "parameter"));
                add(question, &Json::Null, printed, figure(&row, ["slope", "ci_low", "ci_high"]));
            }
            add("reading".to_owned(), &Json::Null, printed, None);
        }
        "tournament" => {
            for row in table("pairs.csv") {
                let question = format!("pair:{}/{}", word(&row, "strategy"), word(&row, "opponent"));
                add(question, &row["verdict"], printed, figure(&row, ["difference", "ci_low", "ci_high"]));
            }
            add("reading".to_owned(), &Json::Null, printed, None);
        }
        "run" => {
            add("reading".to_owned(), &Json::Null, printed, None);
            if folder.join("findings.csv").exists() {
                let texts: Vec<String> = table("findings.csv").iter().map(|row| word(row, "text")).collect();
                add("findings".to_owned(), &Json::Null, &texts.join("; "), None);
            }
        }
        _ => {}
    }
    found
}

/// Asks all that a script says the truth about, and returns each kind of sentence with what is true and what was said: nothing
/// where the question wasn't answered.
fn ask(script: &Path, games: u64, search: u64, seed: u64) -> Vec<(String, Truth, Vec<Said>)> {
    let folder = TempDir::new().unwrap();
    let path = script.to_str().unwrap();
    let (games, search, seed) = (games.to_string(), search.to_string(), seed.to_string());
    let study = ["study", "--games", &games, "--search-games", &search];
    let run = ["run", "--games", &games, "--analyze", "--bots", "greedy"];
    let mut all = Vec::new();
    for (number, block) in blocks(&fs::read_to_string(script).unwrap()).into_iter().enumerate() {
        let typed: Vec<&str> = block.command.iter().map(String::as_str).collect();
        let is_study = |truth: &Truth| truth.question != "findings";
        let commands: Vec<Vec<&str>> = match &typed[..] {
            [] => {
                let mut both = Vec::new();
                both.extend(block.truths.iter().any(is_study).then(|| study.to_vec()));
                both.extend((!block.truths.iter().all(is_study)).then(|| run.to_vec()));
                both
            }
            ["study", options @ ..] if !options.contains(&"--games") => vec![[&study[..], options].concat()],
            other => vec![other.to_vec()],
        };
        let mut said = Answers::new();
        for line in commands {
            let (command, options) = line.split_first().unwrap();
            // What is trained is a file, for the commands after it.
            let out =
                if *command == "train" { "network.toml".to_owned() } else { format!("{command}{number}") };
            let common = [command, path, "--seed", &seed, "--quiet", "--out", &out];
            let done = ludometer(folder.path(), &[&common, options].concat()).output().unwrap();
            // Gates that fail or stay undecided end with 3 and 4.
            assert!(matches!(done.status.code(), Some(0 | 3 | 4)), "{line:?}: {done:?}");
            if *command != "train" {
                let printed = String::from_utf8(done.stdout).unwrap();
                said.extend(answers(command, &folder.path().join(out), &printed));
            }
        }
        for truth in &block.truths {
            let said = said.get(&truth.question).cloned().unwrap_or_default();
            all.push((block.kind(&truth.question), truth.clone(), said));
        }
    }
    all
}

/// Games of all kinds of sentence of studies, right and wrong, few enough for each change.
const STUDIED: &[&str] = &[
    "lead_always_kept",
    "nobody_leads",
    "pure_chance",
    "hand_size",
    "known_order",
    "unequal_deal",
    "kept_treasure",
    "mostly_six",
    "greedy_is_random",
    "skill_alone",
    "skill_together",
    "bad_action",
    "often_endless",
    "weather",
    "beginners_stumble",
];

/// The same of other commands.
const ASKED: &[&str] = &["known_settings", "signs"];

fn all_is_true(names: &[&str]) {
    for script in scripts().iter().filter(|script| names.contains(&name(script).as_str())) {
        for (kind, truth, said) in ask(script, 1024, 0, 1) {
            let question = format!("{}: {kind}, {}", name(script), truth.question);
            assert!(!said.is_empty() || truth.says.is_empty(), "{question} is open");
            for said in said {
                assert_eq!(falsehood(&truth, &said), None, "{question}");
            }
        }
    }
}

#[test]
fn sentences_of_studies_are_true_of_games_that_are_known() {
    all_is_true(STUDIED);
}

#[test]
fn sentences_of_other_commands_are_true_of_games_that_are_known() {
    all_is_true(ASKED);
}

#[test]
fn every_planted_game_says_what_is_true_of_it() {
    let scripts = scripts();
    assert!(scripts.len() >= 37);
    let few = STUDIED.iter().chain(ASKED);
    assert!(few.into_iter().all(|few| scripts.iter().any(|script| name(script) == *few)));
    for script in scripts {
        let blocks = blocks(&fs::read_to_string(&script).unwrap());
        assert!(blocks.iter().any(|block| !block.truths.is_empty()), "{}", name(&script));
    }
}

/// All games, ten seeds each: `cargo xtask nightly planted`.
#[test]
#[ignore = "takes minutes"]
fn sentences_are_true_of_all_planted_games() {
    let mut kinds: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    let mut wrong: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for script in scripts() {
        for seed in 1..=10 {
            for (kind, truth, said) in ask(&script, 2048, 16, seed) {
                for said in said {
                    let count = kinds.entry(kind.clone()).or_default();
                    count[0] += 1;
                    count[1] += u32::from(is_open(&said.state));
                    if let Some(why) = falsehood(&truth, &said) {
                        count[2] += 1;
                        let key = (name(&script), format!("{kind}, {}", truth.question));
                        wrong.entry(key).or_default().push(format!("seed {seed}: {why}"));
                    }
                }
            }
        }
    }
    println!("{:<16} {:>7} {:>6} {:>6}", "sentence", "answers", "open", "false");
    for (kind, [answers, open, false_ones]) in &kinds {
        println!("{kind:<16} {answers:>7} {open:>6} {false_ones:>6}");
    }
    for ((script, question), why) in &wrong {
        println!("\n{script}, {question}: {} false\n  {}", why.len(), why.join("\n  "));
    }
    let sum = |at: usize| kinds.values().map(|count| count[at]).sum::<u32>();
    println!("\n{} answers, {} open, {} false", sum(0), sum(1), sum(2));
    assert!(f64::from(sum(2)) <= 0.02 * f64::from(sum(0)), "more than 2 % are false");
    assert!(kinds.values().all(|[.., false_ones]| *false_ones < 2), "a kind of sentence is false twice");
}

/// The oracle finds each kind of falsehood.
#[test]
fn false_sentences_are_found() {
    let said =
        |state: &str, text: &str, figure| Said { state: state.to_owned(), text: text.to_owned(), figure };
    let lead = truth("leader problem,open 1.0 says \"runs away\" or \"is lost\" not \"level\"");
    assert_eq!((lead.states.len(), lead.says[0].len(), lead.value), (2, 2, Some(1.0)));
    let is_false = |truth: &Truth, said: &Said| falsehood(truth, said).is_some();
    let right = said("problem", "The leader runs away", Some([0.99, 0.98, 1.0]));
    assert!(!is_false(&lead, &right));
    assert!(is_false(&lead, &Said { state: "fine".to_owned(), ..right.clone() }));
    assert!(is_false(&lead, &Said { text: "A lead can be lost".to_owned(), ..right.clone() }));
    assert!(is_false(&lead, &Said { text: "The leader runs away, level".to_owned(), ..right.clone() }));
    assert!(is_false(&lead, &Said { figure: Some([0.4, 0.38, 0.42]), ..right }));
    // What is open need not say it.
    assert!(!is_false(&lead, &said("open", "Not known yet", Some([0.9, 0.7, 1.0]))));
    let skill = truth("skill any ahead 0.25");
    let text = |range: &str| {
        said("fact", &format!("a greedy player finishes ahead of a random one in {range}, level in 40"), None)
    };
    assert!(!is_false(&skill, &text("26 of 100 games (24.0 to 28.0)")));
    assert!(is_false(&skill, &text("50 of 100 games (48.0 to 52.0)")));

    // Sentences of other commands: directions, intervals, claims of equality, words apart from each other.
    let longer = truth("verdict fact says \"more turns\" near \"more turns \" 2 near \"as long, within \" 2");
    let verdict = |text: &str| said("fact", text, None);
    assert!(!is_false(&longer, &verdict("With len = 12 a game takes 2.1 more turns (1.9 to 2.2)")));
    assert!(is_false(&longer, &verdict("With len = 12 a game takes 2.1 fewer turns (1.9 to 2.2)")));
    assert!(is_false(&longer, &verdict("With len = 12 a game takes 1.1 more turns (0.9 to 1.2)")));
    let same = "; some say more turns (\u{2212}3.5 to 3 turns)";
    assert!(is_false(&longer, &verdict(&format!("a game stays as long, within 0.5 turns{same}"))));
    assert!(!is_false(&longer, &verdict(&format!("a game stays as long, within 2.5 turns{same}"))));
    let seat = truth("seats any says \"Player A wins * more\" not \"Player A wins * less\"");
    let seats = |a: &str, b: &str| said("fact", &format!("Player A wins {a}; Player B wins {b}"), None);
    assert!(!is_false(&seat, &seats("60 %, 10 points more", "40 %, 10 points less")));
    assert!(is_false(&seat, &seats("40 %, 10 points less", "60 %, 10 points more")));
    let gate = truth("gate:turns passed,undecided 11");
    assert!(!is_false(&gate, &said("undecided", "", Some([11.2, 10.0, 12.0]))));
    assert!(is_false(&gate, &said("failed", "", Some([11.2, 10.0, 12.0]))));
    let change = truth("figure:turns no_difference,too_few_games 0");
    assert!(!is_false(&change, &said("no difference", "", Some([0.01, -0.02, 0.04]))));
    assert!(is_false(&change, &said("larger", "", Some([0.01, -0.02, 0.04]))));
    assert!(is_false(&change, &said("too few games", "", Some([3.0, 2.0, 4.0]))));
    let circle = truth("reading any says \"a beats b beats c beats a\" not \"best bot\"");
    assert!(is_false(&circle, &said("", "a is the best bot", None)));
    assert!(is_false(&circle, &said("", "Which bot is the best is not known yet", None)));
}

/// What a block asks of a command is read back, with the kind of its sentences.
#[test]
fn commands_stand_above_their_truths() {
    let found =
        blocks("--@ length fact 2\n--$ check --gate turns=..3\n--@ gate:turns passed 2\n--@ reading any\n");
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].truths.len(), found[1].truths.len()), (1, 2));
    assert_eq!(found[1].command, ["check", "--gate", "turns=..3"]);
    assert_eq!(found[0].kind("length"), "length");
    assert_eq!(found[1].kind("gate:turns"), "check gate");
}
