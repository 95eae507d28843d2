//! A game that is played in the window: people in some seats, at one screen, and bots in the others.
//!
//! A thread plays it and waits for answers. Each message says all that the screen shows; it is made of what the seat is asked
//! (`seat.rs`), and of nothing of the game while the screen goes from hand to hand. The trace is written before each question:
//! whatever happens, the game can be gone on with.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use maud::{Markup, html};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use tokio::sync::watch;

use super::bench::Hand;
use super::seat::{self, Mat, Part};
use super::{page, parameters};
use crate::cli::{CliError, InputError, Words, line_up, rule_set, taken, trace_text, watch_choices, written};
use crate::registry::Entry;
use ludometer_model::{MAX_RECORD, Outcome, RuleSet, Seat, capital, counted, player, read_text};
use ludometer_narration::Choices;
use ludometer_report::write_file;
use ludometer_run::{
    Advice, Answer, AnyGame, InteractiveOptions, Person, Question, Reasons, Taken, VisibleMove,
    play_interactive,
};

/// The folder of the games that were played, in that of the workbench.
pub(super) const FOLDER: &str = "play";

/// The name of a person in a trace.
const PERSON: &str = "person";

/// The most games that the page lists, the newest first.
const LISTED: usize = 20;

/// A game to be played.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// The seats of the people at the screen.
    people: Vec<usize>,
    /// A game that is gone on with, by its name.
    saved: Option<String>,
    /// The turn from which that one is played anew, the first one is 1.
    from: Option<u64>,
}

/// An answer of the people at the screen.
#[derive(Debug, Deserialize)]
pub(super) struct Spoken {
    /// The number of the message that it answers.
    number: u64,
    #[serde(flatten)]
    said: Said,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(tag = "say", rename_all = "lowercase")]
enum Said {
    /// The screen is in the right hands.
    Ready,
    Take {
        choice: usize,
    },
    Hint,
    Why {
        choice: Option<usize>,
    },
    Undo,
    Leave,
}

/// All that the screen shows.
#[derive(Clone, Default, Serialize)]
struct Shown {
    /// Answers name it: what was said to another message counts for nothing. Nobody can know it before.
    number: u64,
    state: State,
    can_undo: bool,
    /// What hides the screen until the right one has it, where it comes anew and several people play: the same pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    cover: Option<BTreeMap<&'static str, String>>,
    /// Pieces of the page, by the ids of the elements that they stand in.
    parts: BTreeMap<&'static str, String>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// No game is under way.
    #[default]
    Empty,
    Asked,
    /// The screen goes from hand to hand.
    Covered,
    /// The others choose.
    Waiting,
    Over,
}

/// A game that is under way.
struct Sitting {
    answers: Sender<Spoken>,
    stop: Arc<AtomicBool>,
}

/// Where games are played, one at a time.
pub(super) struct Room {
    sitting: Mutex<Option<Sitting>>,
    feed: watch::Sender<Arc<str>>,
}

/// A game as it begins.
pub(super) struct Table {
    game: Box<dyn AnyGame>,
    people: Vec<Seat>,
    /// The bot of all other seats, or one a seat.
    bots: Vec<String>,
    seed: u64,
    earlier: Vec<Taken>,
    /// How the game began that this one goes on with.
    start: Option<Json>,
    path: PathBuf,
}

impl Room {
    pub(super) fn new() -> Self {
        let feed = watch::Sender::new(text_of(&Shown::default()));
        Self { sitting: Mutex::default(), feed }
    }

    /// Ends the game that is played: it is kept as it was at its last question.
    pub(super) fn leave(&self) {
        if let Some(before) = self.sitting().take() {
            before.stop.store(true, Ordering::Relaxed);
        }
        self.feed.send_replace(text_of(&Shown::default()));
    }

    fn sitting(&self) -> MutexGuard<'_, Option<Sitting>> {
        self.sitting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the feed of what the screen shows.
    pub(super) fn listen(&self) -> watch::Receiver<Arc<str>> {
        self.feed.subscribe()
    }

    /// Begins a game. The game before ends as it is.
    pub(super) fn begin(self: &Arc<Self>, table: Table) {
        let (answers, heard) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let mut sitting = self.sitting();
        if let Some(before) = sitting.replace(Sitting { answers, stop: Arc::clone(&stop) }) {
            before.stop.store(true, Ordering::Relaxed);
        }
        let waiting = Shown { number: new_number(), state: State::Waiting, ..Shown::default() };
        self.feed.send_replace(text_of(&waiting));
        drop(sitting);
        let room = Arc::clone(self);
        thread::spawn(move || room.play(&table, heard, &stop));
    }

    /// Takes an answer.
    pub(super) fn hear(&self, spoken: Spoken) -> Result<(), InputError> {
        let heard = self.sitting().as_ref().map(|sitting| sitting.answers.send(spoken));
        match heard {
            Some(Ok(())) => Ok(()),
            _ => Err(InputError::new("no game is under way")),
        }
    }

    /// Plays a game to its end, or until the people leave.
    fn play(&self, table: &Table, heard: Receiver<Spoken>, stop: &AtomicBool) {
        let played = catch_unwind(AssertUnwindSafe(|| self.played(table, heard, stop)));
        let failed = match played {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.paragraph().unwrap_or_default(),
            Err(_) => "this is a bug: the game ended in a panic".to_owned(),
        };
        let parts = [
            ("asks", html! { "The game can't go on." }),
            ("choices", html! { p class="fault" { (capital(&failed)) } }),
        ];
        self.show(
            stop,
            &Shown {
                number: new_number(),
                state: State::Over,
                parts: texts(parts.into()),
                ..Shown::default()
            },
        );
    }

    fn played(&self, table: &Table, heard: Receiver<Spoken>, stop: &AtomicBool) -> Result<(), CliError> {
        let Table { game, people, bots, seed, earlier, path, .. } = table;
        let words =
            Words { choices: Choices::new(game.names())?, names: game.names(), contest: game.contest() };
        let bots = line_up(&**game, bots)?;
        let mut screen = Screen {
            room: self,
            heard,
            stop,
            words,
            table,
            mats: BTreeMap::new(),
            in_front: if let [seat] = people[..] { Some(seat) } else { None },
            shown: Shown::default(),
            question: None,
            advice: html! {},
            end: Vec::new(),
            unwritten: None,
            is_other: false,
        };
        let options = InteractiveOptions { seats: people, earlier, seed: *seed, play: 0, stop };
        let sat = play_interactive(&**game, &bots, options, &mut screen);
        if sat.is_other || screen.is_other {
            let text = "this game was played by other rules, or by another version of the program: it can't be gone on with";
            return Err(InputError::new(text).into());
        }
        if stop.load(Ordering::Relaxed) {
            // Another game has begun, perhaps this one again: it is kept as it was at its last question.
            return Ok(());
        }
        screen.kept(&sat.trace);
        let name = name_of(path);
        if sat.over {
            let mut parts = std::mem::take(&mut screen.end);
            parts.push(("advice", html! {
                p { a href={ "film?" (name) } target="_blank" rel="noopener" { "Watch the game again" } ", with all hands open." }
            }));
            screen.send(State::Over, parts);
        } else if let Some(failure) = sat.failure {
            return Err(CliError::BotFailed(failure.to_string()));
        } else {
            let left = html! { "The game is kept: go on with it whenever you like." };
            screen.send(State::Over, vec![("asks", left)]);
        }
        Ok(())
    }

    /// Shows this, unless another game has begun.
    fn show(&self, stop: &AtomicBool, shown: &Shown) {
        let sitting = self.sitting();
        if !stop.load(Ordering::Relaxed) {
            self.feed.send_replace(text_of(shown));
        }
        drop(sitting);
    }
}

/// The people at the screen.
struct Screen<'a> {
    room: &'a Room,
    heard: Receiver<Spoken>,
    stop: &'a AtomicBool,
    words: Words<'a>,
    table: &'a Table,
    /// The table as each of them saw it last.
    mats: BTreeMap<usize, Mat>,
    /// The one who sits in front of the screen.
    in_front: Option<Seat>,
    shown: Shown,
    /// The question that stands, and what was advised about it.
    question: Option<Question>,
    advice: Markup,
    end: Vec<Part>,
    /// Why the trace could not be written.
    unwritten: Option<String>,
    /// True if the game that is gone on with began otherwise.
    is_other: bool,
}

impl Screen<'_> {
    fn send(&mut self, state: State, mut parts: Vec<Part>) {
        if let Some(why) = &self.unwritten {
            parts.push(("unwritten", html! { "The game can't be kept: " (why) }));
        }
        let several = self.table.people.len() > 1 && state == State::Asked;
        let cover = self.in_front.filter(|_| several).map(|seat| texts(seat::covered(seat)));
        self.shown = Shown { number: new_number(), state, can_undo: false, cover, parts: texts(parts) };
        self.room.show(self.stop, &self.shown);
    }

    /// Says that the others choose; what the seat saw stays in sight.
    fn wait(&mut self) {
        self.shown.number = new_number();
        self.shown.state = State::Waiting;
        self.shown.can_undo = false;
        self.room.show(self.stop, &self.shown);
    }

    /// Returns the next answer to the message that is shown; none if nobody answers any more.
    fn hear(&self) -> Said {
        loop {
            match self.heard.recv() {
                Ok(Spoken { number, said }) if number == self.shown.number => return said,
                Ok(_) => {}
                Err(_) => return Said::Leave,
            }
        }
    }

    /// Returns the words of the game, and the table of this seat.
    fn mat(&mut self, seat: Seat, view: &Json) -> (&Words<'_>, &mut Mat) {
        let (words, seats) = (&self.words, self.table.game.seats());
        (words, self.mats.entry(seat.index()).or_insert_with(|| Mat::new(words, seats, seat, view)))
    }

    /// Waits until this seat is in front of the screen; false if the people leave.
    fn hand_over(&mut self, seat: Seat) -> bool {
        if self.in_front == Some(seat) {
            return true;
        }
        self.send(State::Covered, seat::covered(seat));
        loop {
            match self.hear() {
                Said::Ready => break,
                Said::Leave => return false,
                _ => {}
            }
        }
        self.in_front = Some(seat);
        true
    }
}

impl Person for Screen<'_> {
    fn kept(&mut self, trace: &[Json]) {
        let start = self.table.start.as_ref();
        self.is_other |=
            start.is_some_and(|start| trace.first().is_none_or(|own| !is_same_start(start, own)));
        if self.is_other {
            return;
        }
        let text = trace_text(trace);
        let path = &self.table.path;
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder
            .map_err(|error| error.to_string())
            .and_then(|()| write_file(path, text.as_bytes()).map_err(|error| error.to_string()));
        self.unwritten = written.err();
    }

    fn choose(&mut self, question: &Question) -> Answer {
        if self.is_other || !self.hand_over(question.seat) {
            return Answer::Quit;
        }
        // After a hint the same question is asked again, and the news stay in sight.
        let again = self.question.as_ref();
        let again = again.filter(|before| question.news.is_empty() && before.view == question.view);
        let (is_again, news) = (again.is_some(), again.map_or(&question.news, |before| &before.news).clone());
        let question = Question { news, ..question.clone() };
        let advice = std::mem::take(&mut self.advice);
        let (words, mat) = self.mat(question.seat, &question.view);
        if !is_again {
            mat.turn();
        }
        let parts = seat::asked(words, mat, &question, advice);
        self.send(State::Asked, parts);
        self.shown.can_undo = question.no_undo.is_none();
        self.room.show(self.stop, &self.shown);
        self.question = Some(question);
        let said = self.hear();
        self.wait();
        match said {
            Said::Take { choice } => Answer::Take(choice),
            Said::Hint => Answer::Hint,
            Said::Why { choice } => Answer::Why(choice),
            Said::Undo => Answer::Undo,
            Said::Leave => Answer::Quit,
            // It is in the right hands: asked again.
            Said::Ready => Answer::Take(usize::MAX),
        }
    }

    fn hinted(&mut self, advice: &Advice) {
        if let Some(question) = &self.question {
            self.advice = seat::hinted(&self.words, advice, question);
        }
    }

    fn explained(&mut self, reasons: Option<&Reasons>) {
        if let Some(question) = &self.question {
            self.advice = seat::explained(&self.words, reasons, question);
        }
    }

    fn over(&mut self, outcome: &Outcome, seat: Seat, news: &[VisibleMove], view: &Json) {
        // The one in front of the screen, or the first of them.
        if self.end.is_empty() && self.in_front.is_none_or(|front| front == seat) {
            let people = &self.table.people;
            let (words, mat) = self.mat(seat, view);
            mat.turn();
            self.end = seat::ended(words, (mat, view), news, (outcome, people));
        }
    }
}

/// Returns the seats of these people, each once and in order.
fn seats_of(people: &[usize], seats: usize) -> Result<Vec<Seat>, InputError> {
    let mut all = people.to_vec();
    all.sort_unstable();
    all.dedup();
    if let Some(other) = all.iter().find(|seat| **seat >= seats) {
        return Err(InputError::no_such_seat(*other as u64, seats));
    }
    if all.is_empty() {
        return Err(InputError::new("somebody has to sit at the screen: choose a seat"));
    }
    Ok(all.into_iter().map(Seat::new).collect())
}

/// Returns a game of the version in hand, or one that is gone on with.
pub(super) fn table(
    (entry, hand): (&Entry, &Hand),
    folder: &Path,
    wanted: &Wanted,
) -> Result<Table, InputError> {
    let folder = folder.join(FOLDER);
    match &wanted.saved {
        Some(name) => saved_table(entry, &folder, name, wanted),
        None => new_table(entry, hand, &folder, wanted),
    }
}

/// Returns a new game of the version in hand.
fn new_table(entry: &Entry, hand: &Hand, folder: &Path, wanted: &Wanted) -> Result<Table, InputError> {
    let game = parameters::load(entry, hand)?;
    let people = seats_of(&wanted.people, game.seats())?;
    let (bots, path) = (vec![hand.bots.clone()], free_path(entry, folder));
    Ok(Table { game, people, bots, seed: new_number(), earlier: Vec::new(), start: None, path })
}

/// Returns a number that nobody knows before, below 2^53, so that a browser reads it exactly: 0 only without random numbers,
/// without which no door opens.
fn new_number() -> u64 {
    let mut random = [0; 8];
    let drawn = getrandom::fill(&mut random);
    drawn.map_or(0, |()| u64::from_ne_bytes(random) >> 11)
}

/// Returns the place of a new game. Its name doesn't tell the seed, which would tell the cards.
fn free_path(entry: &Entry, folder: &Path) -> PathBuf {
    let mut paths = (1_u64..).map(|n| folder.join(format!("{}-{n}.jsonl", entry.file_name())));
    paths.find(|path| !path.exists()).unwrap_or_default()
}

/// Returns true if two games begin alike, whoever sits at the table.
fn is_same_start(one: &Json, other: &Json) -> bool {
    let of_the_game = |start: &Json| {
        let mut start = start.clone();
        start.as_object_mut().map(|start| start.remove("strategies"));
        start
    };
    of_the_game(one) == of_the_game(other)
}

/// A game that was kept.
struct Saved {
    path: PathBuf,
    lines: Vec<Json>,
}

impl Saved {
    /// Reads a game that was kept; none if it is none.
    fn read(path: PathBuf) -> Option<Self> {
        let lines = written(&read_text(&path, MAX_RECORD).ok()?)?;
        lines.first().filter(|line| line["event"] == "start")?;
        Some(Self { path, lines })
    }

    fn start(&self) -> &Json {
        &self.lines[0]
    }

    fn is_over(&self) -> bool {
        self.lines.last().is_some_and(|line| line["event"] == "end")
    }

    /// Returns who sits where: bots by their words.
    fn strategies(&self) -> Vec<&str> {
        let all = self.start()["strategies"].as_array().into_iter().flatten();
        all.map(|name| name.as_str().unwrap_or_default()).collect()
    }

    fn people(&self) -> Vec<usize> {
        let all = self.strategies();
        (0..all.len()).filter(|seat| all[*seat] == PERSON).collect()
    }

    fn turn(&self) -> u64 {
        self.lines.iter().rev().find_map(|line| line["turn"].as_u64()).unwrap_or(0)
    }

    /// Returns the game by the rules that it was played by.
    fn game(&self, entry: &Entry) -> Result<Box<dyn AnyGame>, InputError> {
        let none = Map::new();
        let rules = self.start()["rules"].as_object().unwrap_or(&none);
        let rules = rule_set(RuleSet::defaults(entry.schema()), rules, &self.path)?;
        Ok(entry.load(self.strategies().len(), rules)?)
    }
}

/// Returns the name of a game that was kept.
fn name_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns true if a trace is of this design, however the path of its script was typed.
fn is_of(entry: &Entry, saved: &Saved) -> bool {
    let Some(game) = saved.start()["game"].as_str() else { return false };
    let place = |path: &str| Path::new(path).canonicalize().ok();
    game == entry.id() || place(game).is_some_and(|found| Some(found) == place(entry.id()))
}

/// Returns the games of a design that were kept, the newest first.
fn all_saved(entry: &Entry, folder: &Path) -> Vec<Saved> {
    let Ok(files) = folder.join(FOLDER).read_dir() else { return Vec::new() };
    let mut files: Vec<_> = files
        .filter_map(|file| {
            let file = file.ok()?;
            let is_ours = file.path().extension().is_some_and(|ending| ending == "jsonl");
            is_ours.then_some((file.metadata().ok()?.modified().ok()?, file.path()))
        })
        .collect();
    files.sort();
    let all = files.into_iter().rev().filter_map(|(_, path)| Saved::read(path));
    all.filter(|saved| is_of(entry, saved)).collect()
}

/// Returns a game that was kept, by its name.
fn saved(entry: &Entry, folder: &Path, name: &str) -> Result<Saved, InputError> {
    let path = folder.join(FOLDER).join(format!("{name}.jsonl"));
    let is_plain = path.file_stem().is_some_and(|stem| stem.to_string_lossy() == name);
    let found = Some(path).filter(|_| is_plain).and_then(Saved::read).filter(|saved| is_of(entry, saved));
    found.ok_or_else(|| InputError::new(format!("there is no game `{name}` of {} here", entry.title())))
}

/// Returns the game that is gone on with: the same one, or another one from a turn on.
fn saved_table(entry: &Entry, folder: &Path, name: &str, wanted: &Wanted) -> Result<Table, InputError> {
    let saved = saved(entry, folder.parent().unwrap_or(folder), name)?;
    let game = saved.game(entry)?;
    let damaged =
        || InputError::new(format!("{} is damaged: it can't be gone on with", saved.path.display()));
    let mut earlier = taken(&saved.lines).ok_or_else(damaged)?;
    let mut bots: Vec<String> = saved.strategies().into_iter().map(str::to_owned).collect();
    let usual = bots.iter().find(|name| *name != PERSON).cloned().unwrap_or_else(|| "random".to_owned());
    for bot in &mut bots {
        if bot == PERSON {
            bot.clone_from(&usual);
        }
        // A trace may come from anywhere, and a bot may be a program: only those that this window offers are seated.
        page::check_bot(bot)?;
    }
    let seed = saved.start()["seed"].as_u64().ok_or_else(damaged)?;
    let (people, path) = match wanted.from {
        // The hands of the others are not open before.
        Some(_) if !saved.is_over() => {
            return Err(InputError::new("that game is not over: go on with it, and play it anew then"));
        }
        Some(turn) => {
            let decisions = saved.lines.iter().filter(|line| line["event"] == "decision");
            let before =
                decisions.take_while(|line| line["turn"].as_u64().is_some_and(|at| at + 1 < turn)).count();
            earlier.truncate(before);
            (seats_of(&wanted.people, game.seats())?, free_path(entry, folder))
        }
        None if saved.is_over() => return Err(InputError::new("that game is over")),
        None => (seats_of(&saved.people(), game.seats())?, saved.path.clone()),
    };
    Ok(Table { game, people, bots, seed, earlier, start: Some(saved.start().clone()), path })
}

/// Returns the page on which a game that is over is watched.
pub(super) fn film(entry: &Entry, folder: &Path, name: &str) -> Result<String, CliError> {
    let saved = saved(entry, folder, name)?;
    if !saved.is_over() {
        return Err(InputError::new("that game is not over: its hands are not open yet").into());
    }
    let game = saved.game(entry)?;
    let choices =
        taken(&saved.lines).ok_or_else(|| InputError::new(format!("{} is damaged", saved.path.display())))?;
    let choices: Vec<usize> = choices.iter().map(|taken| taken.chosen).collect();
    let seed = saved.start()["seed"].as_u64().unwrap_or(0);
    watch_choices(entry, &*game, &saved.strategies(), (seed, 0), &choices, None)
}

/// Returns the list of the games that were kept.
pub(super) fn list(entry: &Entry, folder: &Path) -> Markup {
    let all = all_saved(entry, folder);
    html! { @if !all.is_empty() { ul { @for saved in all.iter().take(LISTED) {
        @let name = name_of(&saved.path);
        li {
            code { (name) } ": "
            @for (i, seat) in saved.people().iter().enumerate() { @if i > 0 { ", " } (player(*seat)) }
            " of " (saved.strategies().len()) "; "
            @if saved.is_over() { "over after " (counted(saved.turn() + 1, "turn")) " " } @else { "turn " (saved.turn() + 1) " " }
            @if saved.is_over() {
                a href={ "film?" (name) } target="_blank" rel="noopener" { "Watch it" }
                " " label { "Play it anew from turn " input type="number" min="1" step="1" value=(saved.turn() / 2 + 1) data-from=(name); }
                " " button type="button" data-anew=(name) aria-label={ "Play " (name) " anew from that turn" } { "Play" }
            } @else {
                button type="button" data-saved=(name) aria-label={ "Go on with " (name) } { "Go on" }
            }
        }
    } }
    @if all.len() > LISTED { p class="note" { "And " (all.len() - LISTED) " older ones in that folder." } }
    } }
}

fn texts(parts: Vec<Part>) -> BTreeMap<&'static str, String> {
    parts.into_iter().map(|(part, html)| (part, html.into_string())).collect()
}

fn text_of(shown: &Shown) -> Arc<str> {
    serde_json::to_string(shown).unwrap_or_default().into()
}
