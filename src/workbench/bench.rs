//! The state of the workbench: the opened game, the version in hand, the work that waits, and what is known.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use maud::Markup;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::grid::grid;
use super::page;
use super::parameters::{self, Fault};
use super::play::{self, Room};
use super::start;
use super::targets::{self, Movable, Proposal, Wanted};
use super::versions::{self, VERSIONS, Version};
use super::work::{proposal_folder, spec};
use crate::cli::{
    CliError, ExecuteInto as _, InputError, Means, Stamp, find_game, read_by, rules_text, scripts_in,
    scripts_nearby, settings, stamp_of, watched,
};
use crate::registry::{Entry, Games};
use ludometer_model::{MAX_WRITTEN, RuleError, RuleSet, read_text};
use ludometer_report::lock::Lock;
use ludometer_report::write_file;
use ludometer_run::AnyGame;
use ludometer_spec::{CompareSpec, Spec as _, StudySpec, TuneSpec};

/// What is said where there is nothing to compare.
const NOTHING: &str = "Change a number: its comparison begins at once.";
const IMPOSSIBLE: &str = "A value is out of its range, which stands beside it.";

const MISTAKE: &str = "The script has a mistake: what is wrong stands above the rules.";

/// What is said of a study or a search that a change has ended.
const ENDED: &str = "Ended, as the rules in hand were changed. Ask again for these.";

/// The most minutes of a study: a day.
const MOST_MINUTES: f64 = 1440.0;

/// The part of the page that tells the mistakes of a script.
const MISTAKES: &str = "mistakes";

/// The part of the page that says how the sheet of a new game was read.
const BEGUN: &str = "begun";

/// The version in hand: all that the window can change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hand {
    pub(super) players: usize,
    /// The bots in all seats.
    pub(super) bots: String,
    /// Seconds that people take for a turn.
    pub(super) seconds: f64,
    /// The difference that matters, as `compare` takes it.
    pub(super) precision: f64,
    /// The kept version that it is compared with; none for the printed rules.
    pub(super) against: Option<String>,
    /// What is set, by key, as it was typed.
    pub(super) settings: BTreeMap<String, String>,
}

/// The opened game.
pub(super) struct Opened {
    pub(super) entry: Entry,
    /// The folder of all that is left of it.
    pub(super) folder: PathBuf,
    pub(super) hand: Hand,
    /// The versions that are kept, by their names.
    pub(super) versions: Vec<Version>,
    /// The files of the script as they were before it was read.
    stamps: Stamps,
    /// Keeps other workbenches out of the folder, from the first file on that this one writes there.
    lock: Option<Lock>,
}

/// Returns the name of the folder of a game: of a script by its whole path, as scripts of one name may lie in two folders.
fn folder_name(entry: &Entry) -> String {
    if !is_script(entry.id()) {
        return entry.file_name().to_owned();
    }
    let names = Path::new(entry.id()).components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    });
    names.collect::<Vec<_>>().join("-").trim_end_matches(".luau").to_owned()
}

/// The version in hand, in the folder of the workbench: it outlives the window and the process.
const HAND: &str = "hand.json";

/// Returns the version that was in hand last, of this game.
fn hand_of(entry: &Entry, folder: &Path, versions: &[Version]) -> Option<Hand> {
    let InHand { game, mut hand } =
        serde_json::from_str(&read_text(&folder.join(HAND), MAX_WRITTEN).ok()?).ok()?;
    if game != entry.file_name() || page::check(&hand).is_err() {
        return None;
    }
    hand.against = hand.against.filter(|name| versions.iter().any(|version| version.name == *name));
    // A number of players that the game no longer has, or a parameter.
    parameters::printed(entry, Some(hand.players)).ok()?;
    hand.settings.retain(|key, _| entry.schema().find(key).is_some());
    Some(hand)
}

/// The version in hand as it is written.
#[derive(Serialize, Deserialize)]
struct InHand {
    /// The game, as files are named after it.
    game: String,
    hand: Hand,
}

/// The files of a script, each with its state; none of a game of the program.
pub(super) type Stamps = Vec<(PathBuf, Stamp)>;

fn stamps(name: &str) -> Stamps {
    if !is_script(name) {
        return Stamps::new();
    }
    let script = Path::new(name);
    let files = std::iter::once(script.to_owned()).chain(read_by(script));
    files.map(|path| (path.clone(), stamp_of(&path))).collect()
}

/// Returns true if a game is named by the path of a script.
pub(super) fn is_script(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "luau")
}

/// Work that is asked for.
#[derive(Clone)]
pub(super) enum Asked {
    Compare,
    /// Of so many minutes.
    Study(String),
    /// A search for counts, among these that may move.
    Find(Vec<Movable>),
}

impl Asked {
    /// Returns the part of the page that says how the work is.
    pub(super) const fn status(&self) -> &'static str {
        match self {
            Self::Compare => "status",
            Self::Study(_) => "study-status",
            Self::Find(_) => "find-status",
        }
    }
}

/// Work that waits or goes on.
#[derive(Clone)]
pub(super) struct Task {
    /// The change that it belongs to: what was in hand then.
    pub(super) change: u64,
    /// Its command, word by word behind the program and the command itself.
    pub(super) words: Vec<String>,
    pub(super) asked: Asked,
    pub(super) hand: Hand,
    pub(super) folder: PathBuf,
    pub(super) cancel: Arc<AtomicBool>,
}

impl Opened {
    /// Makes the folder this workbench's own: two in one folder would take each other's files for theirs.
    fn claim(&mut self) -> Result<(), InputError> {
        if self.lock.is_some() {
            return Ok(());
        }
        let folder = &self.folder;
        let failed = |error| InputError::new(format!("{}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(failed)?;
        self.lock = Lock::take(folder).map_err(failed)?;
        if self.lock.is_none() {
            let text = format!(
                "another workbench has {}: end it, or give this one a folder by --out",
                folder.display()
            );
            return Err(InputError::new(text));
        }
        for name in [VERSIONS, play::FOLDER] {
            versions::tidy(&folder.join(name));
        }
        Ok(())
    }

    /// Writes the version in hand, so that it outlives the process.
    fn write_hand(&mut self) -> Result<(), InputError> {
        self.claim()?;
        let written = InHand { game: self.entry.file_name().to_owned(), hand: self.hand.clone() };
        let text = serde_json::to_string_pretty(&written).unwrap_or_default() + "\n";
        let path = self.folder.join(HAND);
        write_file(&path, text.as_bytes()).map_err(|error| InputError::new(error.to_string()))
    }

    fn version(&self, name: &str) -> Option<&Version> {
        self.versions.iter().find(|version| version.name == name)
    }

    /// Returns the settings of the version that the one in hand is compared with.
    fn before(&self) -> Vec<String> {
        let Some(version) = self.hand.against.as_ref().and_then(|name| self.version(name)) else {
            return Vec::new();
        };
        match parameters::load(&self.entry, &Hand { players: self.hand.players, ..version.hand.clone() }) {
            Ok(game) => settings(game.rules()),
            Err(_) => version.hand.settings.iter().map(|(key, value)| format!("{key}={value}")).collect(),
        }
    }
}

#[derive(Default)]
struct State {
    opened: Option<Opened>,
    /// The script that was to be opened and can't be read, with its files as they were then.
    broken: Option<(String, Stamps)>,
    /// The number of changes so far: what is known of another one is stale.
    change: u64,
    next: Option<Task>,
    is_working: bool,
    /// The work that goes on, or went on last.
    working: Option<Asked>,
    /// Cancels the work that goes on.
    cancel: Arc<AtomicBool>,
    known: Known,
    /// The change whose comparison left the files in the folder, and its command.
    left: Option<(u64, String)>,
    /// The change whose study left the files in the folder.
    studied: Option<u64>,
    /// What the last search for counts proposes, each with its comparison in a folder of its number.
    proposals: Vec<Proposal>,
    is_over: bool,
}

/// All that the window shows of work.
#[derive(Clone, Default, Serialize)]
pub(super) struct Known {
    /// The last change.
    change: u64,
    /// True while work goes on.
    is_busy: bool,
    /// The change that the parts about a comparison tell of, and the one of those about a study.
    compared: u64,
    studied: u64,
    /// The change that the parts about a search for counts tell of.
    found: u64,
    /// How many times the script was read anew: the page of an earlier one is stale.
    read: u64,
    /// The version in hand: a window that shows another one takes it over.
    hand: Option<Hand>,
    /// Pieces of the page, by the ids of the elements that they stand in.
    parts: BTreeMap<&'static str, String>,
}

/// What comes of a change at once.
#[derive(Serialize)]
pub(super) struct Changed {
    change: u64,
    faults: Vec<Fault>,
    /// The cards of the deck, and what the game warns of.
    notes: String,
    /// How far counts and numbers may move, by key, where no other range is typed.
    ranges: BTreeMap<String, [i64; 2]>,
    /// The parameters anew, where their printed values may be others.
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<String>,
}

pub(super) struct Bench {
    pub(super) games: Games,
    pub(super) threads: usize,
    pub(super) limit: Option<u64>,
    out: Option<PathBuf>,
    /// The folder whose scripts can be chosen, in place of all games.
    scripts: Option<PathBuf>,
    state: Mutex<State>,
    asked: Condvar,
    feed: watch::Sender<Arc<str>>,
    /// Where people play.
    pub(super) room: Arc<Room>,
}

impl Bench {
    pub(super) fn new(
        games: Games,
        threads: usize,
        limit: Option<u64>,
        out: Option<PathBuf>,
        scripts: Option<PathBuf>,
    ) -> Self {
        let (feed, room) = (watch::Sender::new(text_of(&Known::default())), Arc::new(Room::new()));
        Self {
            games,
            threads,
            limit,
            out,
            scripts,
            state: Mutex::default(),
            asked: Condvar::new(),
            feed,
            room,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the feed of all that is known: its last value is the whole of it.
    pub(super) fn listen(&self) -> watch::Receiver<Arc<str>> {
        self.feed.subscribe()
    }

    /// Returns the games that can be opened: ids, and paths of scripts.
    fn openable(&self) -> Vec<(String, String)> {
        let games = self.games.all().iter().map(|entry| (entry.id().to_owned(), entry.title().to_owned()));
        let named = |path: String| {
            let path = path.strip_prefix("./").map(str::to_owned).unwrap_or(path);
            (path.clone(), path)
        };
        match &self.scripts {
            Some(folder) => scripts_in(folder).into_iter().map(named).collect(),
            None => games.chain(scripts_nearby().into_iter().map(named)).collect(),
        }
    }

    /// Opens one of the games that the page lists.
    pub(super) fn open_listed(&self, name: &str) -> Result<(), InputError> {
        if self.openable().iter().all(|(known, _)| known != name) {
            return Err(InputError::new(format!("`{name}` is none of the games of the list")));
        }
        self.open(name)
    }

    /// Returns the page on which another game is chosen.
    pub(super) fn start_page(&self) -> Markup {
        start::page(&self.openable(), self.scripts.as_deref())
    }

    /// Begins a new game, and opens it.
    pub(super) fn begin_game(&self, wanted: &start::Wanted) -> Result<(), InputError> {
        let (path, notes) = start::begin(wanted, self.scripts.as_deref())?;
        self.open(&path)?;
        if !notes.is_empty() {
            let mut state = self.state();
            state.known.parts.insert(BEGUN, page::begun(&notes).into_string());
            self.feed.send_replace(text_of(&state.known));
        }
        Ok(())
    }

    /// Opens a game by its id or path, as it is printed. A script that can't be read is shown with its mistake until it can.
    pub(super) fn open(&self, name: &str) -> Result<(), InputError> {
        let stamps = stamps(name);
        let found =
            find_game(&self.games, name).and_then(|entry| Ok((parameters::printed(&entry, None)?, entry)));
        let (game, entry) = match found {
            Err(error) if is_script(name) && Path::new(name).is_file() => {
                let mut state = self.state();
                (state.opened, state.broken) = (None, Some((name.to_owned(), stamps)));
                state.known.parts.clear();
                state.known.parts.insert(MISTAKES, page::mistakes(&[error.to_string()]).into_string());
                state.known.read += 1;
                self.begin(&mut state, Err(MISTAKE));
                return Ok(());
            }
            found => found?,
        };
        let usual = format!("{}-workbench", folder_name(&entry));
        let folder = self.out.clone().unwrap_or_else(|| Path::new("reports").join(usual));
        let versions = versions::read(&folder.join(VERSIONS), entry.file_name());
        let hand = Hand {
            players: game.seats(),
            bots: page::LEVELS[1].0.to_owned(),
            seconds: 30.0,
            precision: 0.05,
            against: None,
            settings: BTreeMap::new(),
        };
        // The one that was in hand last, or as printed.
        let hand = hand_of(&entry, &folder, &versions).unwrap_or(hand);
        let mut opened = Opened { entry, folder, hand, versions, stamps, lock: None };
        let task = self.comparison(&opened, parameters::load(&opened.entry, &opened.hand));
        let mut state = self.state();
        let same = state.opened.as_mut().filter(|before| before.folder == opened.folder);
        opened.lock = same.and_then(|before| before.lock.take());
        if opened.folder.exists() {
            opened.claim()?;
        }
        // People play one game at a time, the one that is open.
        self.room.leave();
        state.opened = Some(opened);
        state.broken = None;
        // What other windows show is no longer open, and nothing is known of this one.
        state.known = Known { read: state.known.read + 1, change: state.known.change, ..Known::default() };
        (state.left, state.studied) = (None, None);
        state.proposals.clear();
        self.begin(&mut state, task);
        Ok(())
    }

    /// Returns the whole page.
    pub(super) fn page(&self) -> Markup {
        let state = self.state();
        match (&state.opened, &state.broken) {
            (Some(opened), _) => page::of_game(opened),
            (None, Some((script, _))) => page::broken(script),
            (None, None) => start::page(&self.openable(), self.scripts.as_deref()),
        }
    }

    /// Returns the page on which people play.
    pub(super) fn play_page(&self) -> Option<Markup> {
        let state = self.state();
        let opened = state.opened.as_ref()?;
        Some(page::of_play(opened, &play::list(&opened.entry, &opened.folder)))
    }

    /// Begins a game of the version in hand with people, or goes on with one.
    pub(super) fn play(&self, wanted: &play::Wanted) -> Result<(), InputError> {
        let mut state = self.state();
        let opened = state.opened.as_mut().ok_or_else(nothing_opened)?;
        let table = play::table((&opened.entry, &opened.hand), &opened.folder, wanted)?;
        opened.claim()?;
        self.room.begin(table);
        Ok(())
    }

    /// Returns the page on which a game that people played is watched.
    pub(super) fn film(&self, name: &str) -> Result<String, CliError> {
        let (entry, folder) = {
            let state = self.state();
            let opened = state.opened.as_ref().ok_or_else(nothing_opened)?;
            (opened.entry.clone(), opened.folder.clone())
        };
        play::film(&entry, &folder, name)
    }

    /// Returns the page of a game of the last comparison that came to its end, by its side and number: `b-3`.
    pub(super) fn compared_game(&self, which: &str) -> Result<String, CliError> {
        // What another process left there may name bots that nobody chose here.
        let folder = {
            let state = self.state();
            state.opened.as_ref().filter(|_| state.left.is_some()).map(|opened| opened.folder.clone())
        };
        let folder = folder.ok_or_else(|| InputError::new("no comparison has come to its end"))?;
        let folder = folder.join(CompareSpec::COMMAND);
        let (side, number) = which.split_once('-').unwrap_or((which, ""));
        let words = ["--run", &folder.to_string_lossy(), "--side", side, "--game", number].map(str::to_owned);
        watched(&self.games, &words)
    }

    /// Returns the folder of the opened game.
    pub(super) fn folder(&self) -> Option<PathBuf> {
        self.state().opened.as_ref().map(|opened| opened.folder.clone())
    }

    /// Takes a version in hand. Work on the one before ends; if this one can be played and differs from the printed one, its
    /// comparison begins.
    pub(super) fn change(&self, hand: Hand) -> Result<Changed, InputError> {
        let mut state = self.state();
        let Some(opened) = &mut state.opened else { return Err(nothing_opened()) };
        page::check(&hand)?;
        if let Some(name) = hand.against.as_ref().filter(|name| opened.version(name).is_none()) {
            return Err(InputError::new(format!("there is no version `{name}`")));
        }
        let is_same_table = hand.players == opened.hand.players;
        let is_known = hand == opened.hand;
        let printed = parameters::printed(&opened.entry, Some(hand.players))?;
        opened.hand = hand;
        let anew = (!is_same_table).then(|| page::parameters(opened, &*printed).into_string());
        let game = parameters::load(&opened.entry, &opened.hand);
        let (notes, mut faults) = match &game {
            Ok(game) => (page::notes(&**game, &*printed).into_string(), Vec::new()),
            Err(error) => (String::new(), parameters::faults(error)),
        };
        let movable = game.as_ref().map_or_else(|_| Vec::new(), |game| targets::movable(opened, &**game));
        let ranges = movable.into_iter().map(|movable| (movable.key, movable.range)).collect();
        let task = self.comparison(opened, game);
        // A window that is opened again asks for what is in hand.
        if !is_known {
            if let Err(error) = opened.write_hand() {
                faults.push(Fault::of_none(error.to_string()));
            }
            self.begin(&mut state, task);
        }
        Ok(Changed { change: state.change, faults, notes, ranges, parameters: anew })
    }

    /// Returns the comparison of the version in hand, or why there is none.
    fn comparison(
        &self,
        opened: &Opened,
        game: Result<Box<dyn AnyGame>, RuleError>,
    ) -> Result<Task, &'static str> {
        let game = game.map_err(|_| IMPOSSIBLE)?;
        compare(opened, &*game, self.limit).ok_or(NOTHING)
    }

    /// Returns the files of the opened script as they are now.
    pub(super) fn stamps(&self) -> Stamps {
        let state = self.state();
        let broken = state.broken.as_ref().map(|(script, _)| script.clone());
        let name = state.opened.as_ref().map(|opened| opened.entry.id().to_owned()).or(broken);
        drop(state);
        name.map(|name| stamps(&name)).unwrap_or_default()
    }

    /// Takes the opened script as it stands in its files now, if these are others than were read. A mistake is shown, and the
    /// rules of before stay; without one this returns the script's path and how many times it was read, for
    /// [`Bench::validated`].
    pub(super) fn read_again(&self, now: Stamps) -> Option<(String, u64)> {
        let broken = {
            let mut state = self.state();
            let broken = state.broken.as_mut().filter(|(_, stamps)| *stamps != now);
            broken.map(|(script, stamps)| {
                stamps.clone_from(&now);
                script.clone()
            })
        };
        if let Some(script) = broken {
            self.open(&script).ok()?;
            let state = self.state();
            return state.opened.as_ref().map(|_| (script, state.known.read));
        }
        let name = {
            let mut state = self.state();
            let opened = state.opened.as_mut().filter(|opened| opened.stamps != now)?;
            opened.stamps = now;
            opened.entry.id().to_owned()
        };
        let found = find_game(&self.games, &name);
        let mut state = self.state();
        let State { opened: Some(opened), known, .. } = &mut *state else { return None };
        let entry = match found {
            Ok(entry) => entry,
            Err(error) => {
                known.parts.insert(MISTAKES, page::mistakes(&[error.to_string()]).into_string());
                self.begin(&mut state, Err(MISTAKE));
                return None;
            }
        };
        opened.entry = entry;
        known.read += 1;
        known.parts.remove(MISTAKES);
        let read = known.read;
        let (low, high) = opened.entry.seats_allowed(&RuleSet::defaults(opened.entry.schema()));
        opened.hand.players = opened.hand.players.clamp(low, high.max(low));
        let task = self.comparison(opened, parameters::load(&opened.entry, &opened.hand));
        self.begin(&mut state, task);
        Some((name, read))
    }

    /// Shows what `validate` finds in the script that was read for the n-th time.
    pub(super) fn validated(&self, read: u64, mistakes: &[String]) {
        let mut state = self.state();
        if state.known.read == read && !mistakes.is_empty() {
            state.known.parts.insert(MISTAKES, page::mistakes(mistakes).into_string());
            self.feed.send_replace(text_of(&state.known));
        }
    }

    /// Begins a study of the version in hand.
    pub(super) fn study(&self, minutes: &str) -> Result<(), InputError> {
        let mut state = self.state();
        let Some(opened) = &mut state.opened else { return Err(nothing_opened()) };
        let game = parameters::load(&opened.entry, &opened.hand)?;
        if !minutes.parse().is_ok_and(|minutes: f64| minutes > 0.0 && minutes <= MOST_MINUTES) {
            let text = format!(
                "a study takes a number of minutes above 0 and up to {MOST_MINUTES}, such as 0.5 or 10"
            );
            return Err(InputError::new(text));
        }
        opened.claim()?;
        let task = study(opened, &*game, minutes);
        // It is about the version in hand as it is: what is known of that stays.
        state.cancel.store(true, Ordering::Relaxed);
        self.put(&mut state, Some(task));
        Ok(())
    }

    /// Begins a search for counts from the version in hand, once all of it is checked.
    pub(super) fn find(&self, wanted: &Wanted) -> Result<(), InputError> {
        let mut state = self.state();
        let Some(opened) = &mut state.opened else { return Err(nothing_opened()) };
        let game = parameters::load(&opened.entry, &opened.hand)?;
        let (found, moving) = targets::words(opened, &*game, wanted)?;
        let mut words = table(opened.entry.id(), &opened.hand);
        words.extend(["--bots".to_owned(), opened.hand.bots.clone()]);
        words.extend(settings(game.rules()).into_iter().flat_map(|change| ["--set".to_owned(), change]));
        words.extend(found);
        let refused = |error: CliError| InputError::new(error.paragraph().unwrap_or_default());
        let spec: TuneSpec = spec(&words).map_err(refused)?;
        spec.check(&self.means()).map_err(refused)?;
        opened.claim()?;
        let task = task(opened, words, Asked::Find(moving));
        state.proposals.clear();
        state.known.parts.retain(|part, _| !targets::OF_SEARCH.contains(part));
        // It is about the version in hand as it is: what is known of that stays.
        state.cancel.store(true, Ordering::Relaxed);
        self.put(&mut state, Some(task));
        Ok(())
    }

    /// Offers what a search found, unless something else has been asked for since.
    pub(super) fn propose(&self, task: &Task, proposals: &[Proposal]) {
        let mut state = self.state();
        if state.change == task.change && !task.cancel.load(Ordering::Relaxed) {
            state.proposals = proposals.to_vec();
        }
    }

    /// Returns the means of all work.
    pub(super) fn means(&self) -> Means {
        Means { games: self.games.clone(), threads: self.threads, ..Means::all_cores() }
    }

    /// Keeps the version in hand or another one, with the files of its comparison if that came to its end. Returns the list
    /// of versions.
    pub(super) fn keep(&self, name: &str, note: &str, hand: Option<Hand>) -> Result<Markup, InputError> {
        let mut state = self.state();
        let change = state.change;
        let State { opened: Some(opened), left, studied, proposals, .. } = &mut *state else {
            return Err(nothing_opened());
        };
        opened.claim()?;
        let studied = hand.is_none() && *studied == Some(change);
        let studied = studied.then(|| opened.folder.join(StudySpec::COMMAND));
        let (hand, compared) = match hand {
            None => {
                let left = left.as_ref().filter(|(left, _)| *left == change);
                let command = left.map(|(_, command)| command.clone());
                (
                    opened.hand.clone(),
                    command.map(|command| (opened.folder.join(CompareSpec::COMMAND), command)),
                )
            }
            Some(hand) => {
                page::check(&hand)?;
                let number = proposals.iter().position(|proposal| proposal.hand == hand);
                let command = number
                    .and_then(|number| Some((number, proposals[number].cost.as_ref()?.command.clone()?)));
                (hand, command.map(|(number, command)| (proposal_folder(&opened.folder, number), command)))
            }
        };
        let game = parameters::load(&opened.entry, &hand)?;
        let (compared, command) = compared.unzip();
        let version = Version {
            game: opened.entry.file_name().to_owned(),
            name: name.trim().to_owned(),
            note: note.trim().to_owned(),
            hand,
            command,
        };
        let rules = rules_text(&opened.entry, &*game);
        versions::keep(
            &opened.folder.join(VERSIONS),
            &version,
            &rules,
            compared.as_deref(),
            studied.as_deref(),
        )?;
        opened.versions = versions::read(&opened.folder.join(VERSIONS), opened.entry.file_name());
        let grid = grid(opened);
        state.known.parts.insert(VERSIONS, grid.0.clone());
        Ok(grid)
    }

    /// Returns the rule set of the version in hand, as `rules` prints it.
    pub(super) fn rules(&self) -> Result<String, InputError> {
        let state = self.state();
        let Some(opened) = &state.opened else { return Err(nothing_opened()) };
        Ok(rules_text(&opened.entry, &*parameters::load(&opened.entry, &opened.hand)?))
    }

    /// Notes that the files in the folder are those of this task. A version that was kept before its comparison ended gets
    /// them, too.
    pub(super) fn left(&self, task: &Task, command: String) {
        let mut state = self.state();
        let State { opened: Some(opened), known, .. } = &mut *state else { return };
        let place = opened.folder.join(VERSIONS);
        let waits = |version: &&Version| version.command.is_none() && version.hand == task.hand;
        let mut is_any = false;
        for version in opened.versions.iter().filter(waits) {
            // Without them it stays as it was kept.
            let compared =
                versions::compare(&place, version, &task.folder.join(CompareSpec::COMMAND), &command);
            is_any |= compared.is_ok();
        }
        if is_any {
            opened.versions = versions::read(&place, opened.entry.file_name());
            known.parts.insert(VERSIONS, grid(opened).0);
        }
        state.left = Some((task.change, command));
    }

    /// Notes that the study in the folder is that of this task.
    pub(super) fn studied(&self, task: &Task) {
        self.state().studied = Some(task.change);
    }

    /// Ends the work that goes on or waits.
    pub(super) fn stop(&self) {
        let mut state = self.state();
        state.cancel.store(true, Ordering::Relaxed);
        self.put(&mut state, None);
    }

    /// Ends all work for good.
    pub(super) fn end(&self) {
        let mut state = self.state();
        state.cancel.store(true, Ordering::Relaxed);
        state.is_over = true;
        self.asked.notify_all();
    }

    /// Counts a change, ends the work that goes on and lets this begin.
    fn begin(&self, state: &mut State, task: Result<Task, &'static str>) {
        state.change += 1;
        state.cancel.store(true, Ordering::Relaxed);
        state.known.change = state.change;
        // Whoever asked for more than a comparison is told that it has ended.
        let under_way = state.working.clone().filter(|_| state.is_working);
        let waits = state.next.as_ref().map(|task| task.asked.clone());
        let longer =
            [under_way, waits].into_iter().flatten().filter(|asked| !matches!(asked, Asked::Compare));
        for asked in longer {
            state.known.parts.insert(asked.status(), ENDED.to_owned());
        }
        if let Err(why) = task {
            // Nothing that is shown of a comparison is about this version.
            let stays = [&page::OF_STUDY[..], &targets::OF_SEARCH, &[MISTAKES, BEGUN, VERSIONS]].concat();
            state.known.parts.retain(|part, _| stays.contains(part));
            state.known.parts.insert("status", why.to_owned());
            state.known.compared = state.change;
        }
        self.put(state, task.ok());
    }

    fn put(&self, state: &mut State, task: Option<Task>) {
        let change = state.change;
        state.next = task.map(|task| Task { change, ..task });
        state.known.hand = state.opened.as_ref().map(|opened| opened.hand.clone());
        state.known.is_busy = state.next.is_some() || state.is_working;
        self.feed.send_replace(text_of(&state.known));
        self.asked.notify_all();
    }

    /// Waits for work; none when all is over.
    pub(super) fn next(&self) -> Option<Task> {
        let mut state = self.state();
        state.is_working = false;
        loop {
            if state.is_over {
                return None;
            }
            if let Some(task) = state.next.take() {
                state.cancel = Arc::clone(&task.cancel);
                (state.is_working, state.working) = (true, Some(task.asked.clone()));
                return Some(task);
            }
            state.known.is_busy = false;
            self.feed.send_replace(text_of(&state.known));
            state = self.asked.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Shows what is known of a task, unless another one has been asked for since.
    pub(super) fn show(&self, task: &Task, parts: Vec<(&'static str, Markup)>) {
        let mut state = self.state();
        if state.change != task.change {
            return;
        }
        match task.asked {
            Asked::Compare => state.known.compared = task.change,
            Asked::Study(_) => state.known.studied = task.change,
            Asked::Find(_) => state.known.found = task.change,
        }
        state.known.parts.extend(parts.into_iter().map(|(part, html)| (part, html.into_string())));
        self.feed.send_replace(text_of(&state.known));
    }
}

fn nothing_opened() -> InputError {
    InputError::new("no game is opened")
}

fn text_of(known: &Known) -> Arc<str> {
    serde_json::to_string(known).unwrap_or_default().into()
}

/// Returns the words that a command on a game begins with.
fn table(game: &str, hand: &Hand) -> Vec<String> {
    vec![game.to_owned(), "--players".to_owned(), hand.players.to_string()]
}

fn task(opened: &Opened, words: Vec<String>, asked: Asked) -> Task {
    let (hand, folder) = (opened.hand.clone(), opened.folder.clone());
    Task { change: 0, words, asked, hand, folder, cancel: Arc::default() }
}

/// Returns the comparison of the version in hand with the one that it is compared with; none if they are the same.
fn compare(opened: &Opened, game: &dyn AnyGame, limit: Option<u64>) -> Option<Task> {
    let changes = settings(game.rules());
    // A version that can't be played any more is compared all the same, and the comparison says why.
    let before = opened.before();
    if changes == before {
        return None;
    }
    let words = compare_words(opened.entry.id(), &opened.hand, before, changes, limit);
    Some(task(opened, words, Asked::Compare))
}

/// Returns the words that compare these settings of a game with others at the table in hand.
pub(super) fn compare_words(
    game: &str,
    hand: &Hand,
    before: Vec<String>,
    changes: Vec<String>,
    limit: Option<u64>,
) -> Vec<String> {
    let mut words = table(game, hand);
    words.extend(["--bots".to_owned(), hand.bots.clone()]);
    words.extend(before.into_iter().flat_map(|change| ["--set-a".to_owned(), change]));
    words.extend(changes.into_iter().flat_map(|change| ["--set-b".to_owned(), change]));
    words.extend(["--precision".to_owned(), hand.precision.to_string()]);
    words.extend(limit.into_iter().flat_map(|games| ["--games".to_owned(), games.to_string()]));
    words
}

/// Returns the study of the version in hand.
fn study(opened: &Opened, game: &dyn AnyGame, minutes: &str) -> Task {
    let mut words = table(opened.entry.id(), &opened.hand);
    words.extend(settings(game.rules()).into_iter().flat_map(|change| ["--set".to_owned(), change]));
    words.extend(["--minutes".to_owned(), minutes.to_owned()]);
    words.extend(["--seconds-a-turn".to_owned(), opened.hand.seconds.to_string()]);
    task(opened, words, Asked::Study(minutes.to_owned()))
}
