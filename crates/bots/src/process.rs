//! Bots that are programs of their own, in any language: one JSON object a line on standard input and output. The README
//! describes the protocol.
//!
//! A process serves one place at the table, play after play. It is started at the first choice it has to make, and again in
//! the play after one in which it failed.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value as Json, json};

#[cfg(unix)]
use super::child::{Child, kill_all};
use super::error::ParseError;
use super::file::{Content, StrategyFile};
use super::spec::BotSpec;
use super::strategy::{Forfeit, Strategy, named, no_such_action};
use ludometer_model::{Decision, MAX_RESULTS, Outcome, Program, Rng, RuleSet, is_hidden, read_file};
use ludometer_playable::{Choices, Playable, Setting};

/// The version of the protocol.
const PROTOCOL: u32 = 1;

/// Kills the processes of all bots: for an end without clean-up.
pub fn kill_processes() {
    #[cfg(unix)]
    kill_all();
}

/// A bot that a process plays.
pub struct Process {
    file: Option<Arc<StrategyFile>>,
    values: Vec<f64>,
    rules: Option<Json>,
    confined: bool,
    #[cfg(unix)]
    child: Option<Child>,
    /// True if the process was informed of this play.
    playing: bool,
    decisions: u32,
}

/// A choice to make, as the process reads it.
#[derive(Serialize)]
struct Decide<'a> {
    r#type: &'static str,
    decision: u32,
    seat: usize,
    turn: u32,
    phase: &'a str,
    seed: u64,
    legal: &'a [String],
    view: &'a Json,
}

impl Process {
    /// Returns the bot of a specification that comes from a strategy file with a command.
    pub(super) fn new(spec: &BotSpec) -> Self {
        Self {
            file: spec.file.clone(),
            values: spec.values.clone(),
            rules: spec.rules.as_deref().map(RuleSet::to_json),
            confined: spec.confined,
            #[cfg(unix)]
            child: None,
            playing: false,
            decisions: 0,
        }
    }
}

#[cfg(unix)]
impl Process {
    fn ask<G: Playable>(&mut self, decision: &Decision<'_, G>, seed: u64) -> Result<usize, String> {
        let file = self.file.clone();
        let Some((path, Content::Process(program))) = file.as_ref().map(|file| (&file.path, &file.content))
        else {
            return Err("it has no command".to_owned());
        };
        let mut lines = Vec::new();
        if !self.playing {
            self.start(program, folder_of(path), decision)?;
            if let Some(child) = &mut self.child {
                child.forget_words();
            }
            let seat = decision.seat().index();
            let begin = json!({ "type": "begin", "seat": seat, "players": decision.game().seats() });
            lines.extend_from_slice(begin.to_string().as_bytes());
            lines.push(b'\n');
            (self.playing, self.decisions) = (true, 0);
        }
        let legal: Vec<String> =
            decision.legal().iter().map(|&action| decision.game().action_text(action)).collect();
        let question = Decide {
            r#type: "decide",
            decision: self.decisions,
            seat: decision.seat().index(),
            turn: decision.turn(),
            phase: decision.game().phase_name(decision.phase()),
            seed,
            legal: &legal,
            view: &decision.game().view_json(&decision.view()),
        };
        serde_json::to_writer(&mut lines, &question)
            .map_err(|e| format!("the view can't be shown to it: {e}"))?;
        lines.push(b'\n');
        let answer = self.exchange(&lines, Duration::from_secs_f64(program.seconds), decision)?;
        self.decisions += 1;
        place(&answer, &legal)
    }

    /// Makes sure that there is a process that is ready.
    fn start<G: Playable>(
        &mut self,
        program: &ProcessFile,
        folder: &Path,
        decision: &Decision<'_, G>,
    ) -> Result<(), String> {
        if self.child.as_mut().is_some_and(Child::is_running) {
            return Ok(());
        }
        self.child = None;
        self.child = Some(Child::start(&program.command, folder, self.confined)?);
        let settings = program.settings.iter().zip(&self.values);
        let settings: Map<String, Json> = settings.map(|(k, v)| (k.name.to_string(), shown(k, *v))).collect();
        let mut hello = json!({
            "type": "hello",
            "protocol": PROTOCOL,
            "version": Program::release(),
            "game": decision.game().design().id,
            "players": decision.game().seats(),
            "settings": settings,
            "rules": self.rules,
        })
        .to_string();
        hello.push('\n');
        let limit = Duration::from_secs_f64(program.start_seconds);
        let answer = self
            .exchange(hello.as_bytes(), limit, decision)
            .map_err(|reason| format!("{reason} (at its start)"))?;
        let ready = serde_json::from_str::<Json>(&answer).is_ok_and(|json| json["ready"] == true);
        if ready {
            return Ok(());
        }
        let shown = short(&answer);
        Err(format!(
            "answered `{shown}` to the greeting, instead of {{\"ready\": true}}{}",
            self.last_words()
        ))
    }

    fn exchange<G: Playable>(
        &mut self,
        lines: &[u8],
        limit: Duration,
        decision: &Decision<'_, G>,
    ) -> Result<String, String> {
        let Some(child) = &mut self.child else { return Err("its process is gone".to_owned()) };
        let answer = child.exchange(lines, true, limit, || decision.called_off());
        answer.map_err(|reason| format!("{reason}{}", child.last_words()))
    }

    fn last_words(&mut self) -> String {
        self.child.as_mut().map(Child::last_words).unwrap_or_default()
    }

    /// Drops a process that failed: it is not asked again.
    fn drop_child(&mut self) {
        self.child = None;
    }

    fn tell_end(&mut self, outcome: &Outcome) {
        let seats = outcome.seats;
        let mut line = json!({
            "type": "end",
            "turns": outcome.turns,
            "ranks": outcome.places().collect::<Vec<_>>(),
            "scores": outcome.scores.first(seats),
            "winners": outcome.winners().collect::<Vec<_>>(),
            "unfinished": outcome.unfinished,
        })
        .to_string();
        line.push('\n');
        if let Some(child) = &mut self.child {
            // A process that doesn't listen to this harms nobody, or fails at its next choice.
            let _ = child.exchange(line.as_bytes(), false, Duration::from_secs(1), || false);
        }
    }
}

#[cfg(not(unix))]
impl Process {
    #[expect(clippy::unused_self, reason = "as where there are processes")]
    fn ask<G: Playable>(&mut self, _: &Decision<'_, G>, _: u64) -> Result<usize, String> {
        let _ = (PROTOCOL, &self.values, &self.rules, self.confined, self.decisions, shown, short, place);
        Err("process bots need a Unix system".to_owned())
    }

    const fn drop_child(&mut self) {}

    const fn tell_end(&mut self, _: &Outcome) {}
}

/// Returns a setting's value as JSON.
fn shown(knob: &Setting, value: f64) -> Json {
    match knob.choices {
        Choices::Whole(..) => (value as u64).into(),
        Choices::Real(..) => value.into(),
        Choices::Words(_) => knob.choices.show(value).into(),
    }
}

fn short(answer: &str) -> String {
    answer.chars().filter(|c| !is_hidden(*c)).take(80).collect()
}

/// Returns the index of the legal action that a program's answer, a line of its output, names.
///
/// # Errors
/// The error in the answer, to follow the name of the bot.
pub fn place(answer: &str, legal: &[String]) -> Result<usize, String> {
    let right = "{\"choose\": an index from 0, or the text of a legal action}";
    let wrong = || format!("answered `{}` instead of {right}", short(answer));
    let json: Json = serde_json::from_str(answer).map_err(|_| wrong())?;
    match json.get("choose") {
        Some(Json::Number(number)) => {
            let index = number.as_u64().map(|n| n as usize).filter(|&i| i < legal.len());
            index.ok_or_else(|| no_such_action(number, legal.len()))
        }
        Some(Json::String(text)) => named(text, legal),
        _ => Err(wrong()),
    }
}

impl<G: Playable> Strategy<G> for Process {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        // There is nothing to choose: it isn't asked.
        if decision.legal().len() == 1 {
            return Ok(0);
        }
        // Every language reads whole numbers up to this exactly.
        let seed = u64::from(rng.below(1 << 26)) << 26 | u64::from(rng.below(1 << 26));
        self.ask(decision, seed).map_err(|reason| {
            self.drop_child();
            Forfeit { reason }
        })
    }

    fn begin(&mut self) {
        self.playing = false;
    }

    fn end(&mut self, outcome: &Outcome) {
        if self.playing {
            self.tell_end(outcome);
        }
    }
}

#[cfg(unix)]
impl Drop for Process {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            child.close();
        }
    }
}

/// How a program is started and what it is allowed, as its strategy file tells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProcessFile {
    pub(super) command: Vec<String>,
    /// The line of the command.
    pub(super) line: usize,
    /// Seconds for a choice.
    pub(super) seconds: f64,
    /// Seconds to get ready.
    pub(super) start_seconds: f64,
    pub(super) settings: Vec<Setting>,
}

/// Returns the folder that the file with this path stands in.
pub(super) fn folder_of(path: &str) -> &Path {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

impl ProcessFile {
    /// Refuses a program that isn't there. `folder` is that of the file, where it would be started.
    pub(super) fn look_for_program(&self, folder: &Path) -> Result<(), ParseError> {
        let Some(program) = self.command.first() else { return Ok(()) };
        let why = if program.contains('/') {
            let there = folder.join(program).is_file();
            (!there).then_some("there is no such file; a path is taken from the folder of this file")
        } else {
            // Without a PATH the system has one of its own.
            let places = env::var_os("PATH");
            let there = places.is_none_or(|places| {
                env::split_paths(&places).any(|place| folder.join(place).join(program).is_file())
            });
            (!there).then_some("there is no such program on PATH; one in the folder of this file is `./name`")
        };
        why.map_or(Ok(()), |why| {
            Err(ParseError::new(self.line, format!("`{program}` can't be started: {why}")))
        })
    }

    /// Returns what stands in the files that the command names, from the folder of the strategy file: part of
    /// the bot. An absolute path counts too, be it that of an interpreter: another one may play otherwise.
    pub(super) fn parts(&self, folder: &Path) -> Result<Vec<Vec<u8>>, ParseError> {
        let files = self.command.iter().map(|word| folder.join(word)).filter(|path| path.is_file());
        let read = |path: PathBuf| {
            read_file(&path, MAX_RESULTS).map_err(|error| {
                let message = format!("`{}` can't be read: {error}; it is a part of the bot", path.display());
                ParseError::new(self.line, message)
            })
        };
        files.map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_an_index_or_a_text() {
        let legal = ["draw stock".to_owned(), "bank 3".to_owned()];
        assert_eq!(place("{\"choose\": 1}\n", &legal), Ok(1));
        assert_eq!(place("{\"choose\":\"bank 3\",\"why\":\"so\"}", &legal), Ok(1));
        for wrong in ["", "1", "{}", "{\"choose\": null}", "[", "{\"choose\": [1]}"] {
            assert!(place(wrong, &legal).unwrap_err().contains("instead of"), "{wrong}");
        }
        assert!(place("{\"choose\": 2}", &legal).unwrap_err().contains("action 2 of 2"));
        assert!(place("{\"choose\": -1}", &legal).unwrap_err().contains("action -1 of 2"));
        assert!(place("{\"choose\": \"bank 4\"}", &legal).unwrap_err().contains("`bank 4`"));
    }

    /// Returns the program that is started so.
    fn started(command: &[&str]) -> ProcessFile {
        let command = command.iter().map(|&word| word.to_owned()).collect();
        ProcessFile { command, line: 2, seconds: 5.0, start_seconds: 10.0, settings: Vec::new() }
    }

    #[test]
    fn a_program_must_be_there() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("here"), "").unwrap();
        let look = |program: &str| started(&[program, "b"]).look_for_program(folder.path());
        for there in ["./here", "/bin/sh", "sh"] {
            assert_eq!(look(there), Ok(()), "{there}");
        }
        for (missing, why) in
            [("./none", "folder of this file"), ("/none/x", "no such file"), ("no-such", "PATH")]
        {
            let fault = look(missing).unwrap_err();
            assert_eq!(fault.line, Some(2));
            assert!(fault.message.contains(missing) && fault.message.contains(why), "{}", fault.message);
        }
    }

    #[test]
    fn the_files_that_a_command_names_are_a_part_of_the_bot() {
        let folder = tempfile::tempdir().unwrap();
        let (beside, elsewhere) = (folder.path().join("bot.py"), folder.path().join("absolute"));
        std::fs::write(&beside, "one").unwrap();
        std::fs::write(&elsewhere, "two").unwrap();
        let file = |program: &str| started(&[program, "bot.py", "-u", "none.py"]);
        let parts = |program: &str| file(program).parts(folder.path()).unwrap();
        assert_eq!(parts("python3"), [b"one"]);
        assert_eq!(parts(elsewhere.to_str().unwrap()), [b"two", b"one"]);
        if cfg!(target_os = "linux") {
            // A file that nobody can read, whatever his rights: there is nothing at its beginning.
            let fault = file("/proc/self/mem").parts(folder.path()).unwrap_err();
            assert_eq!(fault.line, Some(2));
            assert!(fault.message.starts_with("`/proc/self/mem` can't be read: "), "{}", fault.message);
        }
    }
}
