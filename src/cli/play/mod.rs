//! `play`: a person in the terminal against bots.

mod answer;
mod resumed;
mod table;
mod words;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::args::PlayArgs;
use super::error::CliError;
use super::input::{InputError, find_game};
use super::output::{OutputError, warn};
use super::plan::{confine, line_up, load_with, warnings};
use super::stop::Stop;
use super::terminal::{Style, laid_out, width, wrapped};
use crate::registry::Games;
use answer::{Said, read};
use ludometer_model::{Outcome, Seat, counted, player};
use ludometer_narration::Choices;
use ludometer_report::{writable, write_file};
use ludometer_run::{
    Advice, Answer, InteractiveOptions, Person, Question, Reasons, VisibleMove, bot_names, play_interactive,
};
pub(crate) use resumed::trace_text;
use resumed::{Wanted, earlier};
#[cfg(feature = "workbench")]
pub(crate) use resumed::{taken, written};
use table::Table;
pub(crate) use words::{Words, ranked};

/// Choices that a hint tells, the best first.
const HINTS: usize = 6;

const HELP: &str = "\
Answer with the number of a choice, its words, or the first letters that only it has.
  hint    tell what the choices are worth, as far as can be known from your seat, and what the bots would do
  why     tell why the best choice is better than the next; `why 3` or `why bank 3` tells it of another
  view    show the whole table once more
  undo    take back your last choice, as long as nothing came of it that you didn't know
  quit    leave; what was played is kept in the trace
  help    this text
";

/// Lines of standard input, read on a thread of their own: an interruption needn't wait for one.
struct Lines(Receiver<String>);

impl Lines {
    fn read() -> Self {
        let (send, receive) = sync_channel(1);
        std::thread::spawn(move || {
            for line in io::stdin().lines() {
                // Text that is no text ends it as its end does.
                let Ok(line) = line else { return };
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Self(receive)
    }

    /// Returns the next line, or `None` at the end of the input or on an interruption.
    fn next(&self, stop: &Stop) -> Option<String> {
        loop {
            match self.0.recv_timeout(Duration::from_millis(50)) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) if !stop.asked() => {}
                Err(_) => return None,
            }
        }
    }
}

/// The person at the terminal.
struct Terminal<'a> {
    stop: &'a Stop,
    lines: Lines,
    words: Words<'a>,
    seats: usize,
    seat: Seat,
    /// The width of lines.
    width: usize,
    style: Style,
    /// The table that was shown last.
    table: Option<Table>,
    /// The choices that the last hint was asked for, in words.
    shown: Vec<String>,
    /// True if the input came to its end.
    ended: bool,
    /// The first failure to write.
    failed: Option<io::Error>,
}

impl Terminal<'_> {
    fn say(&mut self, text: &str) {
        let mut out = io::stdout().lock();
        let text = laid_out(text, self.width);
        if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            self.failed.get_or_insert(error);
        }
    }

    /// Tells what was chosen and what came of it, a paragraph for each seat's choices in a row.
    fn news(&mut self, news: &[VisibleMove]) {
        for row in news.chunk_by(|one, next| one.seat == next.seat) {
            let reported: Vec<String> = row.iter().map(|one| self.reported(one)).collect();
            self.say(&wrapped(&reported.join(" "), [2, 6], self.width));
        }
    }

    fn reported(&self, one: &VisibleMove) -> String {
        let reported = self.words.news(one);
        if one.forced { reported + " " + &self.style.dim("(The only choice.)") } else { reported }
    }

    /// Shows what lies on the table; a star marks what is new since it was shown last.
    fn view(&mut self, view: &Json, all: bool) {
        let (names, seat, width) = (self.words.names, (self.seats, self.seat), self.width);
        let text = self.table.get_or_insert_with(|| Table::new(names, seat, view, width)).tell(view, all);
        self.say(&text);
    }

    fn choices(&mut self, question: &Question, shown: &[String]) {
        let phase = self.words.names.phase(&question.phase);
        let asks = format!("Turn {}. You decide: {phase}", self.words.names.turn(question.turn));
        let mut text = self.style.bold(&asks) + "\n";
        let width = shown.iter().map(|action| action.chars().count()).max().unwrap_or(0) + 7;
        // Many short choices stand side by side.
        let columns = if shown.len() > 8 { (self.width / width).max(1) } else { 1 };
        for (i, action) in shown.iter().enumerate() {
            let entry = format!("{:>4}  {action}", i + 1);
            text += &format!("{entry:<width$}");
            if (i + 1) % columns == 0 || i + 1 == shown.len() {
                text.truncate(text.trim_end().len());
                text.push('\n');
            }
        }
        self.say(&text);
    }
}

impl Person for Terminal<'_> {
    fn choose(&mut self, question: &Question) -> Answer {
        self.news(&question.news);
        self.view(&question.view, false);
        let shown = self.words.shown(&question.legal);
        self.choices(question, &shown);
        loop {
            self.say("> ");
            if self.failed.is_some() {
                return Answer::Quit;
            }
            let Some(line) = self.lines.next(self.stop) else {
                self.ended = true;
                return Answer::Quit;
            };
            match read(&line, &shown, &question.legal) {
                Said::Take(i) => return Answer::Take(i),
                Said::Quit => return Answer::Quit,
                Said::Help => self.say(HELP),
                Said::Hint => {
                    self.shown = shown;
                    return Answer::Hint;
                }
                Said::Why(choice) => {
                    self.shown = shown;
                    return Answer::Why(choice);
                }
                Said::View => {
                    self.view(&question.view, true);
                    self.choices(question, &shown);
                }
                Said::Undo => match question.no_undo {
                    None => {
                        self.say("taken back\n");
                        return Answer::Undo;
                    }
                    Some(reason) => self.say(&format!("Can't undo: {reason}.\n")),
                },
                Said::Unclear(text) => self.say(&format!("{text}\n")),
            }
        }
    }

    fn hinted(&mut self, advice: &Advice) {
        let words = |i: usize| self.shown.get(i).map_or("", String::as_str);
        let mut text = self.words.aim() + "\n";
        for (value, i) in ranked(advice).iter().take(HINTS) {
            text += &format!("  {:>3.0} %  {}\n", value * 100.0, words(*i));
        }
        for (bot, choice) in &advice.bots {
            text += &format!("  {bot} would {}\n", words(*choice));
        }
        self.say(&text);
    }

    fn explained(&mut self, reasons: Option<&Reasons>) {
        let text = self.words.reasons(reasons, &self.shown);
        self.say(&if reasons.is_some() { wrapped(&text, [2, 2], self.width) } else { text + "\n" });
    }

    fn over(&mut self, outcome: &Outcome, _: Seat, news: &[VisibleMove], view: &Json) {
        self.news(news);
        self.view(view, false);
        let mut text = format!("the game is over after {}\n", counted(u64::from(outcome.turns), "turn"));
        for line in self.words.places(outcome, &[self.seat]) {
            text += &format!("  {line}\n");
        }
        self.say(&(text + &self.words.result(outcome, Some(self.seat)) + "\n"));
    }
}

/// Returns the file of a trace that has no place of its own: the first of `GAME-SEED.jsonl`, `GAME-SEED-2.jsonl` ... that
/// isn't there yet, or the very first if it may be replaced.
fn usual_trace(game: &str, seed: u64, replace: bool) -> PathBuf {
    let first = PathBuf::from(format!("{game}-{seed}.jsonl"));
    if replace || !first.exists() {
        return first;
    }
    let mut more = (2..u64::MAX).map(|n| PathBuf::from(format!("{game}-{seed}-{n}.jsonl")));
    more.find(|path| !path.exists()).unwrap_or(first)
}

pub(super) fn play(games: &Games, args: &PlayArgs) -> Result<(), CliError> {
    let entry = find_game(games, &args.game)?;
    let named = args.bots.len() as u64;
    // With several bots named, each has a seat beside the person's.
    let players = args.players.or((named > 1).then_some(named + 1));
    let game = load_with(&entry, &args.rules, players)?;
    let seats = game.seats();
    if args.seat >= seats as u64 {
        return Err(InputError::no_such_seat(args.seat, seats).into());
    }
    let seat = Seat::new(args.seat as usize);
    // The person's place in the line-up is filled as well, and not used.
    let mut all = args.bots.clone();
    if all.len() > 1 {
        if all.len() != seats - 1 {
            let value = all.join(" ");
            let allowed = "one bot for all other seats, or one for each of them";
            return Err(InputError::not_allowed("--bots", value, allowed).into());
        }
        all.insert(seat.index(), "random".to_owned());
    }
    let mut bots = line_up(&*game, &all)?;
    confine(&mut bots, args.sandbox)?;
    let earlier = args.resume.as_ref().map(|path| {
        let rules = game.rules().to_json();
        let start = json!({ "game": entry.id(), "players": seats, "seed": args.seed, "rules": rules });
        earlier(path, &Wanted { start, bots: &bot_names(&bots), seat: seat.index() })
    });
    let earlier = earlier.transpose()?;
    let path = args.trace.clone().or_else(|| args.resume.clone());
    let path = path.unwrap_or_else(|| usual_trace(entry.file_name(), args.seed, args.force));
    let is_own = args.resume.as_ref() == Some(&path);
    if path.exists() && !args.force && !is_own {
        return Err(InputError::not_allowed(
            "--trace",
            path.display(),
            "a file that is not there yet (or allow it to be replaced with --force)",
        )
        .into());
    }
    writable(&path).map_err(|source| InputError::output(&source, "--trace"))?;
    warn(&warnings(&*game, &bots));
    let stop = Stop::listen()?;
    let mut terminal = Terminal {
        stop: &stop,
        lines: Lines::read(),
        words: Words { choices: Choices::new(game.names())?, names: game.names(), contest: game.contest() },
        seats,
        seat,
        width: width(),
        style: Style::of_output(),
        table: None,
        shown: Vec::new(),
        ended: false,
        failed: None,
    };
    terminal.say(&format!(
        "{}, {}, seed {}; you are {}. `help` tells what you can say.\n",
        entry.title(),
        counted(seats as u64, "player"),
        args.seed,
        player(seat.index())
    ));
    let sitting = InteractiveOptions {
        seats: &[seat],
        earlier: &earlier.unwrap_or_default(),
        seed: args.seed,
        play: 0,
        stop: stop.flag(),
    };
    let sat = play_interactive(&*game, &bots, sitting, &mut terminal);
    if let (true, Some(path)) = (sat.is_other, &args.resume) {
        let what = "the game goes another way now: the bots or the program are not those of then";
        return Err(InputError::new(format!("{} can't be gone on with: {what}", path.display())).into());
    }
    write_file(&path, trace_text(&sat.trace).as_bytes())?;
    let so_far = if sat.over { "" } else { " so far" };
    let go_on = if sat.over { "" } else { "; --resume with this file goes on" };
    let kept = format!("the trace of the game{so_far} is in {}{go_on}", path.display());
    if stop.asked() {
        return Err(CliError::Interrupted(format!("interrupted; {kept}")));
    }
    if let Some(failure) = sat.failure {
        return Err(CliError::BotFailed(format!("{failure}; {kept}")));
    }
    if let Some(error) = terminal.failed.take() {
        return Err(OutputError(error).into());
    }
    // The prompt stands on the line where no answer came.
    let input = if terminal.ended { "\nthe input is at its end; " } else { "" };
    terminal.say(&format!("{input}{kept}\n"));
    terminal.failed.map_or(Ok(()), |error| Err(OutputError(error).into()))
}
