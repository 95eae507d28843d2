//! Games whose answers are known by construction: the sentences of a study are held against them, not against another study.
//!
//! Each script of `tests/planted` says in its first lines what is true of it, `--@ QUESTION STATES ...`: the states that
//! the answer may have; a number that its figure must be near; `ahead N`, in how many games the first two bots named
//! finish ahead; `says "..." or "..."`, words that it must have; `not "..."`, words that it must not have. `findings` are the
//! findings of an analysed run. A bound of four standard errors is no bound that chance breaks: what is beyond it is
//! false.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{json, prints, rows};

/// What is true of a game, for one question.
#[derive(Debug, Default, PartialEq)]
struct Truth {
    question: String,
    states: Vec<String>,
    value: Option<f64>,
    ahead: Option<f64>,
    /// One of each list stands in the answer.
    says: Vec<Vec<String>>,
    /// None of these does.
    not: Vec<String>,
}

/// An answer of a study, or all findings of a run.
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

/// Reads what is true by the lines of a script.
fn truths(script: &str) -> Vec<Truth> {
    let lines = script.lines().filter_map(|line| line.strip_prefix("--@ "));
    let read = |line: &str| {
        let mut words = tokens(line).into_iter();
        let question = words.next().expect("a question");
        let states = words.next().expect("states").split(',').map(str::to_owned).collect();
        let mut truth = Truth { question, states, ..Truth::default() };
        let mut last = String::new();
        for word in words {
            match word.strip_prefix('"') {
                Some(text) if last == "not" => truth.not.push(text.to_owned()),
                Some(text) if last == "or" => truth.says.last_mut().expect("says").push(text.to_owned()),
                Some(text) => truth.says.push(vec![text.to_owned()]),
                None if last == "ahead" => truth.ahead = Some(word.parse().expect("a share")),
                None if word.parse::<f64>().is_ok() => truth.value = word.parse().ok(),
                None => assert!(["says", "or", "not", "ahead"].contains(&word.as_str()), "{line}"),
            }
            last = word;
        }
        truth
    };
    lines.map(read).collect()
}

/// Returns the number that follows these words.
fn number_after(text: &str, words: &str) -> Option<f64> {
    let rest = &text[text.find(words)? + words.len()..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// An interval of 95 % as one that chance leaves in one of many thousand cases.
const WIDE: f64 = 4.0 / 1.96;

fn is_near(truth: f64, [value, low, high]: [f64; 3]) -> bool {
    // Printed figures are rounded.
    let room = 1e-3;
    truth >= value - (value - low) * WIDE - room && truth <= value + (high - value) * WIDE + room
}

/// Returns what is false in an answer.
fn falsehood(truth: &Truth, said: &Said) -> Option<String> {
    let Said { state, text, figure } = said;
    if !truth.states.iter().any(|allowed| allowed == state || allowed == "any") {
        return Some(format!("{state}: {text}"));
    }
    let is_open = state == "open";
    if let Some(words) = truth.not.iter().find(|words| text.contains(*words) && !is_open) {
        return Some(format!("says \u{201c}{words}\u{201d}: {text}"));
    }
    if let Some(one_of) = truth.says.iter().find(|one_of| !one_of.iter().any(|words| text.contains(words)))
        && !is_open
    {
        return Some(format!("does not say \u{201c}{}\u{201d}: {text}", one_of[0]));
    }
    if let (Some(value), Some(figure)) = (truth.value, figure)
        && !is_near(value, *figure)
    {
        return Some(format!("{figure:?} and not {value}: {text}"));
    }
    let ahead = truth.ahead?;
    let share = |words| number_after(text, words).map(|number| number / 100.0);
    let value = share("finishes ahead of a random one in ")?;
    let bounds = text.split("of 100 games (").nth(1)?;
    let low = number_after(&format!("({bounds}"), "(")? / 100.0;
    let high = number_after(bounds, " to ")? / 100.0;
    (!is_near(ahead, [value.clamp(low, high), low, high])).then(|| format!("{ahead} is true: {text}"))
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

/// Studies a script, or runs it where its findings are asked for, and returns each truth with what was said: nothing where
/// the question wasn't answered.
fn ask(script: &Path, games: u64, search: u64, seed: u64) -> Vec<(Truth, Vec<Said>)> {
    let folder = TempDir::new().unwrap();
    let (path, games) = (script.to_str().unwrap(), games.to_string());
    let (search, seed) = (search.to_string(), seed.to_string());
    let truths = truths(&fs::read_to_string(script).unwrap());
    let few = ["--games", &games, "--seed", &seed, "--quiet", "--out", "s"];
    let is_study = |truth: &Truth| truth.question != "findings";
    let mut said: BTreeMap<String, Vec<Said>> = BTreeMap::new();
    if truths.iter().any(is_study) {
        prints(folder.path(), &[&["study", path, "--search-games", &search][..], &few].concat());
        let record = json(&fs::read_to_string(folder.path().join("s/study.json")).unwrap());
        for answer in record["answers"].as_array().unwrap() {
            let text = |key: &str| answer[key].as_str().unwrap_or_default().to_owned();
            let number = |key: &str| answer[key].as_f64();
            let figure = [number("value"), number("ci_low"), number("ci_high")];
            let figure = if let [Some(a), Some(b), Some(c)] = figure { Some([a, b, c]) } else { None };
            let one = Said { state: text("state"), text: text("text"), figure };
            said.entry(text("question")).or_default().push(one);
        }
    }
    if !truths.iter().all(is_study) {
        let few = ["--force", "--analyze", "--bots", "greedy"];
        let line = ["run", path, "--games", &games, "--seed", &seed, "--quiet", "--out", "r"];
        prints(folder.path(), &[&line[..], &few].concat());
        let texts: Vec<String> =
            rows(&folder.path().join("r/findings.csv")).iter().map(|row| row["text"].clone()).collect();
        said.insert("findings".to_owned(), vec![Said { text: texts.join("; "), ..Said::default() }]);
    }
    let found = |truth: Truth| {
        let answers = said.get(&truth.question).cloned().unwrap_or_default();
        (truth, answers)
    };
    truths.into_iter().map(found).collect()
}

/// Games of all kinds of sentence, right and wrong, few enough for each change.
const FEW: &[&str] = &[
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
];

#[test]
fn sentences_are_true_of_games_that_are_known() {
    for script in scripts().iter().filter(|script| FEW.contains(&name(script).as_str())) {
        for (truth, said) in ask(script, 1024, 0, 1) {
            assert!(
                !said.is_empty() || truth.says.is_empty(),
                "{}: {} is open",
                name(script),
                truth.question
            );
            for said in said {
                assert_eq!(falsehood(&truth, &said), None, "{}, {}", name(script), truth.question);
            }
        }
    }
}

#[test]
fn every_planted_game_says_what_is_true_of_it() {
    let scripts = scripts();
    assert!(scripts.len() >= 24);
    assert!(FEW.iter().all(|few| scripts.iter().any(|script| name(script) == *few)));
    for script in scripts {
        assert!(!truths(&fs::read_to_string(&script).unwrap()).is_empty(), "{}", name(&script));
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
            for (truth, said) in ask(&script, 2048, 16, seed) {
                for said in said {
                    let count = kinds.entry(truth.question.clone()).or_default();
                    count[0] += 1;
                    count[1] += u32::from(said.state == "open");
                    if let Some(why) = falsehood(&truth, &said) {
                        count[2] += 1;
                        let key = (name(&script), truth.question.clone());
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
    assert!(wrong.values().all(|why| why.len() < 2), "a sentence is false twice in ten seeds");
}

/// The oracle finds each kind of falsehood.
#[test]
fn false_sentences_are_found() {
    let truth = |line: &str| truths(line).remove(0);
    let said =
        |state: &str, text: &str, figure| Said { state: state.to_owned(), text: text.to_owned(), figure };
    let lead = truth("--@ leader problem,open 1.0 says \"runs away\" or \"is lost\" not \"level\"");
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
    let skill = truth("--@ skill any ahead 0.25");
    let text = |range: &str| {
        said("fact", &format!("a greedy player finishes ahead of a random one in {range}, level in 40"), None)
    };
    assert!(!is_false(&skill, &text("26 of 100 games (24.0 to 28.0)")));
    assert!(is_false(&skill, &text("50 of 100 games (48.0 to 52.0)")));
}
