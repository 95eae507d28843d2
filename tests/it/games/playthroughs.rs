//! A whole game of each design as a text to follow with the rulebook, held byte by byte.
//!
//! The choices stand in the text (`> action`) and are made again, so a bot that changes its mind changes no file. With
//! `UPDATE=1` all files are written anew: from the first choice that is missing or no longer legal, `greedy` chooses.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use ludometer::model::{Outcome, Seat, Streams};
use ludometer::run::Position;
use ludometer_narration::{Narrator, letter};

use super::*;

/// What is played: the design or its script, the seats, the number of the game under seed 0, and the seat whose views are
/// shown. Chosen for games that are short and rich in events; `tests/it/review.rs` reviews two of them.
const GAMES_PLAYED: [(&str, usize, u64, usize); 29] = [
    ("pure-profit", 4, 0, 1),
    ("even-odd", 2, 49, 0),
    ("greed-street", 2, 3, 1),
    ("film-rummy", 2, 41, 0),
    ("im-the-boss", 3, 8, 0),
    ("caravan.luau", 2, 0, 0),
    ("connect_four.luau", 2, 17, 0),
    ("crazy_eights.luau", 3, 52, 0),
    ("ember_market.luau", 2, 0, 0),
    ("ferry_lines.luau", 2, 0, 0),
    ("fireflies.luau", 2, 0, 0),
    ("gin_rummy.luau", 2, 0, 0),
    ("kuhn_poker.luau", 2, 1, 0),
    ("leduc_poker.luau", 2, 6, 0),
    ("liars_dice.luau", 2, 2, 0),
    ("lighthouse.luau", 2, 6, 0),
    ("love_letter.luau", 2, 7, 0),
    ("masks.luau", 3, 0, 0),
    ("moths.luau", 3, 0, 0),
    ("oh_hell.luau", 3, 0, 0),
    ("pure_profit.luau", 2, 4, 0),
    ("river_race.luau", 2, 8, 0),
    ("sealed_auction.luau", 3, 0, 0),
    ("tea_garden.luau", 2, 0, 0),
    ("the_mole.luau", 5, 0, 0),
    ("thorn_path.luau", 3, 0, 0),
    ("tic_tac_toe.luau", 2, 0, 0),
    ("windmills.luau", 2, 0, 0),
    ("workshop.luau", 2, 10, 0),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn file_of(name: &str) -> PathBuf {
    root().join(format!("tests/playthroughs/{name}.txt"))
}

/// Returns the design of this name, or of the script in `games/` that is called so.
fn design(name: &str) -> Entry {
    if let Some(entry) = GAMES.iter().find(|entry| entry.id() == name) {
        return entry.clone();
    }
    let path = root().join("games").join(name);
    ludometer_scripted::entry(path.to_str().unwrap()).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// A game that is written down as it is played.
struct Playthrough {
    text: String,
    /// Tells all.
    narrator: Narrator,
    /// Tells what the viewer notices.
    for_viewer: Narrator,
    viewer: Seat,
    /// The view as it was written last.
    view: Json,
}

impl Playthrough {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "{}", line.trim_end()).unwrap();
    }

    /// Writes each event in a sentence, then as it is; where the viewer is told something else, that too.
    fn events(&mut self, events: &[Json]) {
        for event in events {
            let [all, seen] =
                [&self.narrator, &self.for_viewer].map(|by| by.tell(event).map(|told| told.text()));
            let sentence = all.as_ref().map(|sentence| format!("{sentence}  ")).unwrap_or_default();
            self.line(&format!("  {sentence}{event}"));
            if seen != all {
                let viewer = letter(self.viewer.index());
                let seen = seen.unwrap_or_else(|| "nothing".to_owned());
                self.line(&format!("    {viewer} sees: {seen}"));
            }
        }
    }

    /// Writes what is new in the view, field by field.
    fn view(&mut self, at: &dyn Position) {
        let view = at.view(self.viewer);
        let mut new = Vec::new();
        changes("", &self.view, &view, &mut new);
        self.view = view;
        if !new.is_empty() {
            self.line(&format!("  view of {}", letter(self.viewer.index())));
            for change in new {
                self.line(&format!("    {change}"));
            }
        }
    }

    fn outcome(&mut self, outcome: &Outcome, seats: usize) {
        self.line("\nThe end");
        let places: Vec<_> = outcome.places().collect();
        self.line(&format!("  turns: {}", outcome.turns));
        self.line(&format!("  scores: {}", Json::from(outcome.scores.first(seats).to_vec())));
        self.line(&format!("  places: {}", serde_json::to_value(places).unwrap()));
        let winners: Vec<String> = outcome.winners().map(|seat| letter(seat.index())).collect();
        self.line(&format!("  winners: {}", winners.join(", ")));
        if outcome.unfinished {
            self.line("  unfinished");
        }
    }
}

/// Lists what differs, each with the way to it: `hand = ["7"]`, `others[2].cards = 5`.
fn changes(path: &str, before: &Json, now: &Json, into: &mut Vec<String>) {
    let name = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (before, now) {
        _ if before == now => {}
        (Json::Object(before), Json::Object(now)) => {
            for (key, value) in now {
                changes(&name(key), before.get(key).unwrap_or(&Json::Null), value, into);
            }
            for key in before.keys().filter(|key| !now.contains_key(*key)) {
                into.push(format!("{} is gone", name(key)));
            }
        }
        (Json::Null, Json::Object(now)) if path.is_empty() => {
            now.iter().for_each(|(key, value)| into.push(format!("{key} = {value}")));
        }
        // Lists of cards and the like are shown whole, lists with a part for each seat part by part.
        (Json::Array(before), Json::Array(now))
            if before.len() == now.len() && now.iter().any(|item| item.is_object() || item.is_array()) =>
        {
            for (i, (before, now)) in before.iter().zip(now).enumerate() {
                changes(&format!("{path}[{i}]"), before, now, into);
            }
        }
        _ => into.push(format!("{path} = {now}")),
    }
}

/// Plays the game by these choices, and writes it down. Where a choice is missing or isn't legal, `greedy` chooses if it
/// may; all that follow are its own, then.
fn played(
    (name, seats, number, viewer): (&str, usize, u64, usize),
    choices: &[&str],
    may_choose: bool,
) -> Result<String, String> {
    let entry = design(name);
    let mut rules = rules(&entry);
    if let Some(key) = &entry.schema().seats_key {
        rules.set_text(&format!("{key}={seats}")).unwrap();
    }
    let hash = rules.hash();
    let game = entry.load(seats, rules).unwrap_or_else(|e| panic!("{name}: {e}"));
    let viewer = Seat::new(viewer);
    let mut written = Playthrough {
        text: String::new(),
        narrator: Narrator::new(game.names(), None).unwrap(),
        for_viewer: Narrator::new(game.names(), Some(viewer.index())).unwrap(),
        viewer,
        view: Json::Null,
    };
    written.line(&format!("{}, {seats} players, game {number} of seed 0", entry.title()));
    written.line(&format!("Rule set: {hash}, the defaults"));
    written.line(&format!("Views: player {}; after the first, what is new", letter(viewer.index())));
    written.line("\nSet-up");
    let streams = Streams::new(0, number);
    let (mut chance, mut thoughts) = (streams.chance(), streams.seat(Seat::new(0)));
    let mut at = game.position();
    written.events(&at.deal(&mut chance));
    let mut bot = at.seat_bot(&game.bot("greedy").unwrap(), false);
    let mut choices = choices.iter();
    let mut decision = 0;
    while let Some(seat) = at.to_move() {
        decision += 1;
        written.line(&format!(
            "\n{decision}. Turn {}, player {}, {}",
            game.names().turn(at.turn()),
            letter(seat.index()),
            at.phase()
        ));
        written.view(&*at);
        let legal: Vec<String> = (0..at.choices()).map(|choice| at.action_text(choice)).collect();
        written.line(&format!("  legal: {}", legal.join(", ")));
        let recorded = choices.next();
        let chosen = match recorded.and_then(|choice| legal.iter().position(|text| text == choice)) {
            Some(chosen) => chosen,
            None if may_choose => {
                choices = [].iter();
                bot.decide(&*at, &mut thoughts, &AtomicBool::new(false))?
            }
            None => {
                let legal = legal.join(", ");
                return Err(match recorded {
                    Some(choice) => {
                        format!("choice {decision}, `{choice}`, is not legal; legal are {legal}")
                    }
                    None => {
                        format!("the game goes on after the last choice; legal are {legal}")
                    }
                });
            }
        };
        written.line(&format!("> {}", legal[chosen]));
        let events = at.apply(chosen, &mut chance);
        written.events(&events);
    }
    if let Some(fault) = at.fault() {
        return Err(fault);
    }
    written.outcome(&at.outcome(), seats);
    written.view(&*at);
    Ok(written.text)
}

/// Returns the first line in which the texts differ, by its number, and what stands there.
fn first_difference(stored: &str, now: &str) -> Option<String> {
    let (mut stored, mut now) = (stored.lines(), now.lines());
    for number in 1.. {
        match (stored.next(), now.next()) {
            (None, None) => break,
            (stored, now) if stored != now => {
                let [stored, now] = [stored, now].map(|line| line.unwrap_or("(the end of the file)"));
                return Some(format!("line {number}\n  in the file: {stored}\n  as played:   {now}"));
            }
            _ => {}
        }
    }
    None
}

#[test]
fn every_game_goes_as_it_is_written() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for game in GAMES_PLAYED {
        let path = file_of(game.0);
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        let choices: Vec<&str> = stored.lines().filter_map(|line| line.strip_prefix("> ")).collect();
        let differs = match played(game, &choices, update) {
            Ok(now) if update => {
                std::fs::write(&path, now).unwrap();
                None
            }
            Ok(now) => first_difference(&stored, &now),
            Err(error) => Some(error),
        };
        wrong.extend(differs.map(|what| format!("tests/playthroughs/{}.txt: {what}", game.0)));
    }
    assert!(
        wrong.is_empty(),
        "{}\n(after reading the difference: UPDATE=1 cargo test --test it playthroughs)",
        wrong.join("\n")
    );

    // A design without a line in the table, and a text without a design.
    let named = |folder: &str| {
        let files = std::fs::read_dir(root().join(folder)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        // Scenes belong to the script beside them.
        names.filter(|name| !name.ends_with(".scenes.luau")).collect::<BTreeSet<String>>()
    };
    let mut designs = named("games");
    designs.extend(GAMES.iter().map(|entry| entry.id().to_owned()));
    let played: BTreeSet<String> = GAMES_PLAYED.iter().map(|game| game.0.to_owned()).collect();
    assert_eq!(played, designs);
    let files: BTreeSet<String> = named("tests/playthroughs");
    assert_eq!(files, designs.iter().map(|name| format!("{name}.txt")).collect());
}

#[test]
fn the_first_line_that_differs_is_named() {
    assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
    assert_eq!(first_difference("a\nb\n", "a\nc\n").unwrap(), "line 2\n  in the file: b\n  as played:   c");
    assert!(first_difference("a\n", "a\nb\n").unwrap().contains("line 2\n  in the file: (the end"));
}
