//! A script as a program does the same to the byte as Luau: states, events, actions, appeals, figures.

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use ludometer_model::{Game, Rng, Streams};
use ludometer_playable::{Playable, Scores};

use super::{calls, gallery_path, hostile, secret, secret_numbers, supplies, watched};
use crate::entry::TEMPLATES;
use crate::{ScriptAction, ScriptFile, ScriptGame, ScriptState};

/// Says where two ways of running a script differ.
pub(super) struct Differ {
    program: ScriptGame,
    luau: ScriptGame,
}

impl Differ {
    pub(super) fn new(file: &Arc<ScriptFile>, seats: usize) -> Result<Self, String> {
        let program = ScriptGame::load(file, seats, &[]).map_err(|error| error.to_string())?;
        if let Err(why) = &program.shared.compiled {
            return Err(format!("no program: {why}"));
        }
        let luau = program.in_luau().map_err(|error| error.to_string())?;
        Ok(Self { program, luau })
    }

    /// Plays a game of random choices in both ways, and returns its decisions, or what differs first.
    pub(super) fn play(&self, game: u64) -> Result<u64, String> {
        let (program, luau) = (&self.program, &self.luau);
        let mut choices = Rng::from_words([1, game, 2]);
        let chance = || Streams::new(5, game).chance();
        let (mut one, mut two) = (chance(), chance());
        let (mut a, mut b) = (program.new_state(), luau.new_state());
        let (mut events_a, mut events_b) = (Vec::new(), Vec::new());
        let (mut legal_a, mut legal_b) = (Vec::new(), Vec::new());
        program.deal(&mut a, &mut one, &mut events_a);
        luau.deal(&mut b, &mut two, &mut events_b);
        for decision in 0.. {
            let place = |what: &str, x: &dyn Debug, y: &dyn Debug| {
                format!("game {game}, decision {decision}: {what} {x:?}, in Luau {y:?}")
            };
            let faults = (program.fault_of(&a), luau.fault_of(&b));
            if faults.0.is_some() || faults.1.is_some() {
                return if faults.0 == faults.1 {
                    Ok(decision)
                } else {
                    Err(place("fault", &faults.0, &faults.1))
                };
            }
            if let Some(at) = (0..a.bytes.len()).find(|&at| a.bytes[at] != b.bytes[at]) {
                return Err(place(&format!("byte {at}"), &a.bytes[at], &b.bytes[at]));
            }
            let most = events_a.len().max(events_b.len());
            if let Some(at) = (0..most).find(|&at| events_a.get(at) != events_b.get(at)) {
                return Err(place(&format!("event {at}"), &events_a.get(at), &events_b.get(at)));
            }
            let Some(seat) = luau.to_move(&b) else { return Ok(decision) };
            legal_a.clear();
            legal_b.clear();
            program.legal(&a, &mut legal_a);
            luau.legal(&b, &mut legal_b);
            if legal_a != legal_b {
                let texts = |list: &[ScriptAction]| -> Vec<String> {
                    list.iter().map(|&action| luau.action_text(action)).collect()
                };
                let fault = Playable::fault(program, &a, &legal_a);
                return Err(place(&format!("actions ({fault:?})"), &texts(&legal_a), &texts(&legal_b)));
            }
            let weights: Vec<f64> =
                luau.shared.file.facts.weights.iter().map(|weight| weight.default).collect();
            let appeals = |of: &ScriptGame, state: &ScriptState| {
                let mut scores = Scores::of_all();
                of.score_actions(&of.view(state, seat), &legal_b, &weights, &mut scores);
                scores.values
            };
            let (x, y) = (appeals(program, &a), appeals(luau, &b));
            if x != y {
                return Err(place("appeals", &x, &y));
            }
            if luau.has_progress() || luau.shared.declared.has_estimate {
                let (x, y) = (format!("{:?}", program.evaluate(&a)), format!("{:?}", luau.evaluate(&b)));
                if x != y {
                    return Err(place("figures", &x, &y));
                }
            }
            let action = legal_b[choices.index(legal_b.len())];
            program.apply(&mut a, action, &mut one, &mut events_a);
            luau.apply(&mut b, action, &mut two, &mut events_b);
        }
        unreachable!("a game ends")
    }
}

/// Returns the scripts of a folder.
fn scripts_in(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    // Scenes and declarations have two dots in their names.
    paths.retain(|path| {
        path.extension().is_some_and(|end| end == "luau")
            && !path.file_stem().is_some_and(|stem| stem.to_string_lossy().contains('.'))
    });
    paths.sort();
    paths
}

/// Returns all scripts that come with the program, and the texts of rulebooks.
fn all_scripts() -> Vec<Arc<ScriptFile>> {
    let texts = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/texts");
    let paths = [gallery_path("").as_str(), texts].map(scripts_in).concat();
    let of_paths = paths.iter().map(|path| ScriptFile::open(path).unwrap());
    let templates = TEMPLATES.iter();
    let of_templates =
        templates.map(|template| ScriptFile::from_text(template.name, &template.script("Mine")).unwrap());
    of_paths.chain(of_templates).map(Arc::new).collect()
}

/// Holds that programs and Luau play the same games of these scripts.
fn assert_same(files: &[Arc<ScriptFile>], games: u64) {
    let mut wrong = Vec::new();
    for file in files {
        let (low, high, usual) = file.facts.seats;
        let mut tables = vec![low, usual, high];
        tables.dedup();
        for seats in tables {
            let found = Differ::new(file, seats).and_then(|differ| {
                let decisions = (0..games).map(|game| differ.play(game)).sum::<Result<u64, String>>()?;
                if decisions == 0 { Err("no decision was made".to_owned()) } else { Ok(()) }
            });
            match found {
                Ok(()) => {}
                Err(why) => wrong.push(format!("{} at {seats}: {why}", file.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the scripts of other tests, which use what few scripts of the gallery do.
fn small_scripts() -> Vec<Arc<ScriptFile>> {
    let shoes = format!("{}{}", calls::SHOES, calls::CALLS);
    let texts = [
        ("outlook.luau", OUTLOOK),
        ("every_move.luau", include_str!("every_move.luau")),
        ("duel.luau", hostile::GAME),
        ("bomb.luau", supplies::BOMB),
        ("busy.luau", watched::BUSY),
        ("told.luau", watched::TOLD),
        ("discs.luau", watched::DISCS),
        ("look.luau", secret::LOOK),
        ("rows.luau", secret::ROWS),
        ("gold.luau", secret_numbers::GOLD),
        ("shoes.luau", &shoes),
        ("holders.luau", calls::HOLDERS),
        ("reactions.luau", calls::REACTIONS),
    ];
    texts.map(|(name, text)| Arc::new(ScriptFile::from_text(name, text).unwrap())).into()
}

/// Holds that a small script plays as a program as in Luau.
pub(super) fn assert_plays_as_in_luau(file: &Arc<ScriptFile>) {
    assert_same(std::slice::from_ref(file), 20);
}

/// Coins, appeals that share a look at them, and numbers that change in places that chance names.
const OUTLOOK: &str = "game.title, game.seats = 'Coins', { 2, 3 }
for n = 1, 4 do card(`coin_{n}`, 3) end
local deck, hand, heap = stock(), hands(), pile()
number('best', 0)
local points = numbers(0)
local function raise() v.best += 1 return v.best end
function game.setup() fill(deck) for s = 1, seats do for _ = 1, 4 do draw(deck, hand[s]) end end start(1) end
function game.turn(me) if hand[me]:size() == 0 then game_over() else go.pay(me) end end
function step.pay(me) for _, c in hand[me]:kinds() do may.pay(c, hand[me]:count(c)) may.keep(c) end may.pass() end
function act.pay(me, c: card, n: number) move(c, hand[me], heap) v.best = math.max(v.best, c) end_turn() end
function act.keep(me, c: card) move(c, hand[me], deck) end_turn() end
function act.pass(me)
    move(hand[me]:any(), hand[me], heap)
    points[1 + below(seats)] += 1
    points[raise() % seats + 1] -= raise()
    v.best += raise()
    end_turn()
end
function game.score(s) return hand[s]:size() end
function game.outlook(me)
    local many = {}
    for _, c in hand[me]:kinds() do table.insert(many, hand[me]:count(c)) end
    local look = { left = deck:size() / 3, many = many, rich = hand[me]:size() > 2, best = v.best }
    if me > 1 then look.late = me end
    return look
end
function appeal.pay(me, c, n, look)
    local sum = 0
    for _, n in look.many do sum += n end
    return (if look.rich then sum else look.left) + c * n - look.best
end
function appeal.keep(me, c, look) return look.left + #look.many end
function appeal.pass(me, look) return look.late or 0 end
";

/// Luau says of a function its line and its name, by which two of one line are not told apart.
#[test]
fn functions_of_one_name_in_one_line_run_in_luau() {
    let text = OUTLOOK.replace("pay", "keeps").replace("end\nfunction act.keeps", "end function act.keeps");
    let file = Arc::new(ScriptFile::from_text("line.luau", &text).unwrap());
    let game = ScriptGame::load(&file, 2, &[]).unwrap();
    let why = game.shared.compiled.as_ref().unwrap_err().to_string();
    assert!(why.contains("stands in one line with another function of its name"), "{why}");
}

#[test]
fn programs_play_as_luau_does() {
    assert_same(&all_scripts(), 5);
    assert_same(&small_scripts(), 40);
}

#[test]
#[ignore = "takes long: for nightly work"]
fn programs_play_many_games_as_luau_does() {
    assert_same(&all_scripts(), 10_000);
    assert_same(&small_scripts(), 10_000);
}
