//! Invariants of every script, those of the gallery with the default rules and with others: views, determinized states, the
//! same results in every way of playing.

use std::fs;
use std::sync::Arc;

use ludometer_model::{EventSink, Game, Rng, Seat, SeatSet, Silent, Streams, Value};
use ludometer_playable::Playable;
use ludometer_stats::{OwnCardRow, OwnValueRow};

use super::game;
use crate::layout::head;
use crate::{ScriptFile, ScriptGame, ScriptState, validate};

/// Plays random games and holds views, determinized states and lists of actions against each other; returns the states
/// determinized, and how many of them differed from the true one.
pub(in crate::tests) fn holds(game: &ScriptGame, plays: u64) -> (u32, u32) {
    let game = game.checked().unwrap();
    let (mut worlds, mut different) = (0, 0);
    let mut world = game.new_state();
    for play in 0..plays {
        let streams = Streams::new(5, play);
        let (mut chance, mut choices, mut side) =
            (streams.chance(), Rng::from_words([5, play, 1]), streams.side_stream(0));
        let mut state = game.new_state();
        let mut log = Vec::new();
        game.deal(&mut state, &mut chance, &mut log);
        let (mut legal, mut imagined) = (Vec::new(), Vec::new());
        let mut decision = 0;
        while let Some(mover) = game.to_move(&state) {
            legal.clear();
            game.legal(&state, &mut legal);
            if decision % 3 == 0 {
                game.audit(&state).unwrap();
                for seat in Seat::all(game.seats()) {
                    let view = game.view(&state, seat);
                    game.determinize(&view, &mut side, &mut world);
                    assert_eq!(
                        game.fault_of(&world).map(|fault| fault.to_string()),
                        None,
                        "game {play}, decision {decision}"
                    );
                    let again = game.view(&world, seat);
                    let at = view.bytes.iter().zip(&again.bytes).position(|(a, b)| a != b);
                    assert_eq!(at, None, "game {play}, decision {decision}, seat {seat}");
                    game.audit(&world).unwrap();
                    worlds += 1;
                    different += u32::from(world != state);
                    imagined.clear();
                    game.legal(&world, &mut imagined);
                    if seat == mover {
                        assert_eq!(imagined, legal);
                    }
                    game.apply(&mut world, imagined[0], &mut side, &mut Silent);
                    assert_eq!(
                        game.fault_of(&world).map(|fault| fault.to_string()),
                        None,
                        "game {play}, decision {decision}"
                    );
                }
            }
            game.apply(&mut state, legal[choices.index(legal.len())], &mut chance, &mut log);
            decision += 1;
        }
        if let Some(fault) = game.fault_of(&state) {
            panic!("game {play}: {fault}");
        }
    }
    (worlds, different)
}

/// Returns the bytes of states along some random games.
fn course<L: EventSink<crate::ScriptEvent> + Default>(game: &ScriptGame, plays: u64) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let plain = game.layout().plain;
    for play in 0..plays {
        let (mut chance, mut choices) = (Streams::new(1, play).chance(), Rng::from_words([1, play, 5]));
        let (mut state, mut log, mut legal) = (game.new_state(), L::default(), Vec::new());
        game.deal(&mut state, &mut chance, &mut log);
        while game.to_move(&state).is_some() {
            all.push(state.bytes[..plain].to_vec());
            legal.clear();
            game.legal(&state, &mut legal);
            // A copy whose stamp is forgotten is copied into the machine.
            let mut copy = ScriptState { bytes: state.bytes.clone(), stamp: 0 };
            game.apply(&mut copy, legal[0], &mut chance.clone(), &mut Silent);
            game.apply(&mut state, legal[choices.index(legal.len())], &mut chance, &mut log);
        }
        assert_eq!(state.bytes[head::FAULT], 0, "{:?}", game.fault_of(&state));
        all.push(state.bytes[..plain].to_vec());
    }
    all
}

#[test]
fn all_ways_of_playing_give_the_same_bytes() {
    for seats in [2, 4] {
        let game = game("pure_profit.luau", seats, &[]);
        let native = course::<Vec<_>>(&game.native_from(1).unwrap(), 6);
        // Without native code; with it from the middle of a play on.
        for call in [0, 300] {
            assert_eq!(native, course::<Vec<_>>(&game.native_from(call).unwrap(), 6));
        }
        assert_eq!(native, course::<Vec<_>>(&game.checked().unwrap(), 6));
        assert_eq!(native, course::<ludometer_model::WithoutKnowledge<Vec<_>>>(&game, 6));
        let other = std::thread::spawn(move || course::<Vec<_>>(&game, 6));
        assert_eq!(native, other.join().unwrap());
    }
}

#[test]
fn an_action_is_carried_out_even_if_the_next_step_fails() {
    let text = "game.title, game.seats = 'Late', { 2, 2 }
        number('left', 3)
        local points = numbers(0)
        function game.setup() start(1) end
        function game.turn(me) go.act(me) end
        function step.act(me) if v.left == 1 then error('too late') end may.act() end
        function act.act(me) v.left -= 1; note('acted'); if v.left == 0 then points[me] = nil end end_turn() end";
    let file = Arc::new(ScriptFile::from_text("late.luau", text).unwrap_or_else(|error| panic!("{error}")));
    let game = ScriptGame::load(&file, 2, &[]).unwrap();
    // The second time, too: a mistake leaves nothing behind.
    for _ in 0..2 {
        let (mut state, mut chance, mut log) = (game.new_state(), Streams::new(1, 1).chance(), Vec::new());
        game.deal(&mut state, &mut chance, &mut log);
        for turn in 2..4 {
            let mut legal = Vec::new();
            game.legal(&state, &mut legal);
            log.clear();
            game.apply(&mut state, legal[0], &mut chance, &mut log);
            // The note, the number that changed, and the next turn's beginning.
            assert_eq!((game.fault_of(&state), game.turn(&state), log.len()), (None, turn - 1, 3));
        }
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut chance, &mut log);
        let fault = game.fault_of(&state).unwrap();
        assert_eq!((fault.line, fault.message.contains("too late")), (Some(6), true), "{fault}");
    }
}

#[test]
fn pure_profit_keeps_the_contract() {
    for (seats, settings) in [(2, &["steal.cards=blind"][..]), (3, &[]), (6, &["steal.reshuffle=removed"])] {
        let (worlds, different) = holds(&game("pure_profit.luau", seats, settings), 8);
        assert!(worlds > 500 && different * 10 > worlds * 8, "{different} of {worlds}");
    }
}

#[test]
fn every_move_keeps_the_contract_and_all_that_seats_know_is_true() {
    let file = ScriptFile::from_text("every_move.luau", include_str!("every_move.luau"));
    let file = Arc::new(file.unwrap_or_else(|error| panic!("{error}")));
    let usual: &[(&str, i64)] = &[];
    let many = &[("red.each", 16), ("blue.each", 8)];
    for (seats, settings, games) in
        [(2, usual, 20), (3, usual, 20), (4, usual, 20), (9, many, 6), (12, many, 6)]
    {
        let settings: Vec<(String, Value)> =
            settings.iter().map(|&(key, copies)| (key.to_owned(), Value::Int(copies))).collect();
        let game = ScriptGame::load(&file, seats, &settings).unwrap();
        let (worlds, different) = holds(&game, games);
        assert!(worlds > 300 && different * 10 > worlds * 9, "{seats} seats: {different} of {worlds}");
        ludometer_run::check_playable(&game.checked().unwrap(), games, 2)
            .unwrap_or_else(|violation| panic!("{seats} seats: {violation}"));
    }
}

#[test]
fn notes_and_metrics_are_figures_of_a_run() {
    let text = "game.title, game.seats = 'Counts', { 2, 2 }
        card('owl', 1)
        card('fox', 1)
        number('left', 10)
        function game.setup() start(1) end
        function game.turn(me) v.left -= 1; if v.left == 0 then game_over() else go.act(me) end end
        function step.act(me) may.act() end
        function act.act(me)
            note('acted', me); metric('gain', 3); metric('loss', -70000 * me)
            metric('paid', 10 * me, me); metric_by('sold', me, 5); metric_by('sold', 1)
            ratio('late', if v.left < 4 then 1 else 0, 1)
            for c = 1, 2 do ratio_by('picked', c, if c == me then 1 else 0, c) end
            if me > 2 then metric('never', 1) end
            end_turn()
        end
        function game.score() return 0 end";
    let file = Arc::new(ScriptFile::from_text("counts.luau", text).unwrap_or_else(|error| panic!("{error}")));
    let game = ScriptGame::load(&file, 2, &[]).unwrap();
    ludometer_run::check_playable(&game, 5, 1).unwrap_or_else(|violation| panic!("{violation}"));
    let rules = ludometer_model::RuleSet::defaults(Arc::new(
        ludometer_model::Schema::parse("game = 'counts'\nusual_seats = 2").unwrap(),
    ));
    let loaded = ludometer_run::Loaded::with(game, rules);
    let game: &dyn ludometer_run::AnyGame = &loaded;
    let bots = [game.bot("random").unwrap(), game.bot("random").unwrap()];
    let seating = ludometer_run::Seating::Rotate;
    let plan = ludometer_run::Plan { seed: 1, plays: 0..10, seating, threads: 2, timing: false, stall: None };
    let batch = game.simulate(&bots, &plan, ludometer_run::Hooks::none(), None).unwrap();
    let value = |name: &str| batch.report.named(name).unwrap().value.unwrap();
    // Nine acts, five of them by the first seat.
    assert_eq!((value("note_acted"), value("own_gain"), value("own_loss")), (9.0, 27.0, -70_000.0 * 13.0));
    let games =
        ["own_gain_p10", "own_gain_p90", "own_gain_when", "own_gain_games", "own_never", "own_never_games"];
    assert_eq!(games.map(value), [27.0, 27.0, 27.0, 1.0, 0.0, 0.0]);
    assert_eq!(batch.report.named("own_never_when").unwrap().value, None, "it never happened");
    // From 2,048 on a value keeps eleven binary digits.
    assert_eq!(value("own_loss_p50"), -909_824.0);
    let seats =
        ["own_paid", "own_paid_seat_0", "own_paid_seat_1", "own_paid_p10", "own_paid_p50", "own_paid_p90"];
    assert_eq!(seats.map(value), [130.0, 50.0, 80.0, 50.0, 50.0, 80.0]);
    // Both win.
    assert_eq!((value("own_paid_winners"), value("own_late")), (65.0, 3.0 / 9.0));
    let cards: Vec<OwnCardRow> = batch.report.rows();
    let cards: Vec<_> = cards.iter().map(|row| (&*row.metric, &*row.card, row.value)).collect();
    let picked = [("picked", "owl", Some(5.0 / 9.0)), ("picked", "fox", Some(4.0 / 18.0))];
    assert_eq!(cards, [&[("sold", "owl", Some(34.0)), ("sold", "fox", Some(20.0))], &picked[..]].concat());
    assert_eq!(value("own_picked"), 9.0 / 27.0);
    let values: Vec<OwnValueRow> = batch.report.rows();
    let values: Vec<_> = values.iter().filter(|row| row.metric == "paid").collect();
    let values: Vec<_> = values.iter().map(|row| (&*row.of, row.value, row.count)).collect();
    assert_eq!(
        values,
        [("seats", 50.0, 10), ("seats", 80.0, 10), ("winners", 50.0, 10), ("winners", 80.0, 10)]
    );
}

#[test]
fn invariants_and_warnings_of_a_script_are_found_by_validate() {
    let text = "game.title, game.seats = 'Bank', { 2, 3 }
        warn(seats > 2, 'two players are few')
        warn(false, 'assumed counts')
        number('bank', 3)
        always('the bank never falls below zero', function() return v.bank >= 0 end)
        function game.setup() start(1) end
        function game.turn(me) if v.bank < -1 then game_over() else go.act(me) end end
        function step.act(me) may.pay() end
        function act.pay() v.bank -= 1; end_turn() end
        function game.score() return 0 end";
    let found = |text: &str| super::validate::validated("bank", text);
    let all = found(text);
    let what = &all.mistakes[0].what;
    let expected = "-bank.luau:5: it doesn't always hold that the bank never falls below zero";
    assert!(what.starts_with("after `pay`: ") && what.ends_with(expected), "{what}");
    assert_eq!(all.mistakes[0].decision, 4);
    for warning in ["assumed counts", "with 2 players: two players are few"] {
        assert!(all.warnings.iter().any(|found| found == warning), "{warning}: {:?}", all.warnings);
    }
    assert_eq!(found(&text.replace("v.bank >= 0", "v.bank >= -2")).mistakes, []);
    // An invariant changes nothing.
    let changes = text.replace("return v.bank >= 0", "v.bank = 5; return true");
    assert!(found(&changes).mistakes[0].what.contains("changes v.bank"));
}

#[test]
fn all_failures_of_checks_are_told_at_once() {
    let text = "game.title, game.seats = 'Checks', { 2, 2 }
        local DEAL = param('hand.deal', 3, 1, 9, 'assumed: cards')
        check(DEAL < 5, 'hand.deal must be below 5')
        check(DEAL ~= 7, 'hand.deal is 7')
        function game.setup() start(1) end
        function game.turn(me) go.act(me) end
        function step.act(me) may.act() end
        function act.act() game_over() end
        function game.score() return 0 end";
    let file = Arc::new(ScriptFile::from_text("checks.luau", text).unwrap_or_else(|error| panic!("{error}")));
    let load =
        |deal| ScriptGame::load(&file, 2, &[("hand.deal".to_owned(), ludometer_model::Value::Int(deal))]);
    assert!(load(4).is_ok());
    assert_eq!(load(7).unwrap_err().message, "with 2 players: hand.deal must be below 5; hand.deal is 7");
}

#[test]
fn a_script_sets_defaults_of_bots() {
    let text = |bots: &str| {
        format!(
            "game.title, game.seats = 'Bots', {{ 2, 2 }}
            game.bots = {bots}
            weight('calm', 1, 0, 5)
            function game.setup() start(1) end
            function game.turn(me) go.act(me) end
            function step.act(me) may.act() end
            function act.act() game_over() end
            function game.score() return 0 end"
        )
    };
    let file = |bots: &str| ScriptFile::from_text("bots.luau", &text(bots)).map(Arc::new);
    let set = file("{ mcts = { iterations = 77, select = 'puct' }, greedy = { calm = 2.5 } }").unwrap();
    let design = crate::playable::design(&set, "bots");
    let shown = |bot: &str| ludometer_bots::BotSpec::parse(bot, &design).unwrap().name;
    assert_eq!(
        (shown("mcts:iterations=77,select=puct"), shown("greedy:calm=2.5")),
        ("mcts".into(), "greedy".into())
    );
    assert!(shown("mcts:iterations=200").contains("iterations=200"));
    for (bots, message) in [
        ("{ mtcs = { iterations = 77 } }", "did you mean `mcts`?"),
        ("{ mcts = { iteration = 77 } }", "did you mean `iterations`?"),
        ("{ mcts = { iterations = 0 } }", "iterations"),
        ("{ mcts = 77 }", "for each bot a table of its settings"),
    ] {
        let error = file(bots).unwrap_err();
        assert!(error.message.contains("game.bots") && error.message.contains(message), "{error}");
    }
}

#[test]
fn coupled_draws_are_as_even_as_others_and_survive_a_change_of_the_deck() {
    let dealt = |settings: &[&str], coupled: bool| {
        let game = game("love_letter.luau", 4, settings);
        let hands: Vec<_> = game.layout().zones.iter().filter(|zone| zone.is_hand()).cloned().collect();
        let (mut state, mut all) = (game.new_state(), Vec::new());
        for play in 0..1500 {
            let rng = Streams::new(4, play).chance();
            let mut rng = if coupled { rng.coupled() } else { rng };
            game.deal(&mut state, &mut rng, &mut Silent);
            let kept = |zone: &crate::layout::Zone| {
                state.bytes[zone.counts()..zone.counts() + 8].iter().position(|&copies| copies > 0)
            };
            // The hand of whoever doesn't begin holds one card.
            let one = hands.iter().find(|zone| zone.size(&state.bytes) == 1).unwrap();
            all.push(kept(one).unwrap());
        }
        all
    };
    let (plain, coupled) = (dealt(&[], false), dealt(&[], true));
    let guards = |list: &[usize]| list.iter().filter(|&&kind| kind == 0).count();
    // Five cards of sixteen: 469 of 1500, standard deviation 18.
    assert!(guards(&plain).abs_diff(469) < 90 && guards(&coupled).abs_diff(469) < 90);
    // One card more changes few coupled draws, and most others.
    let changed = |coupled: bool| {
        let other = dealt(&["deck.princess=2"], coupled);
        dealt(&[], coupled).iter().zip(&other).filter(|(a, b)| a != b).count()
    };
    assert!(changed(true) * 3 < changed(false), "{} of {}", changed(true), changed(false));
}

#[test]
fn a_game_that_all_lose_is_won_by_nobody_and_lost_by_no_bots_fault() {
    let (alone, together) = ("competitive", "cooperative");
    for (kind, end, winners) in [
        (together, "everyone_loses()", 0),
        (together, "everyone_wins()", 3),
        (alone, "lose(2)", 2),
        (alone, "win(1, 3)", 2),
    ] {
        let text = format!(
            "game.title, game.seats, game.kind = 'All', {{ 3, 3 }}, '{kind}'
            function game.setup() start(1) end
            function game.turn(me) go.act(me) end
            function step.act(me) may.act() end
            function act.act(me) {end} end"
        );
        let file =
            Arc::new(ScriptFile::from_text("all.luau", &text).unwrap_or_else(|error| panic!("{error}")));
        let game = ScriptGame::load(&file, 3, &[]).unwrap();
        ludometer_run::check_playable(&game, 3, 1).unwrap_or_else(|violation| panic!("{violation}"));
        let (mut state, mut rng) = (game.new_state(), Streams::new(1, 1).chance());
        game.deal(&mut state, &mut rng, &mut Silent);
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        game.apply(&mut state, legal[0], &mut rng, &mut Silent);
        let outcome = game.outcome(&state);
        assert_eq!((outcome.winners().count(), outcome.forfeited), (winners, SeatSet::EMPTY), "{end}");
    }
}

/// Numbers of seats, with settings.
type Tables = &'static [(usize, &'static [&'static str])];

/// Each script with the seats and settings that it is played with; `true` where something is hidden.
const GALLERY: &[(&str, bool, Tables)] = &[
    ("connect_four.luau", false, &[(2, &[]), (2, &["board.width=5", "board.line=3"])]),
    ("oh_hell.luau", true, &[(3, &[]), (4, &["bid.last=hook"]), (6, &["round.most=10"])]),
    ("ember_market.luau", true, &[(2, &[]), (5, &["market.stalls=6"])]),
    ("tea_garden.luau", true, &[(2, &[]), (4, &[]), (5, &["hand.deal=10"])]),
    ("sealed_auction.luau", true, &[(4, &[]), (5, &["auction.pay=second"])]),
    ("sealed_auction.luau", false, &[(4, &["auction.kind=open"])]),
    ("the_mole.luau", true, &[(4, &[]), (5, &[]), (6, &["deck.mole=2", "job.crew=3"])]),
    ("lighthouse.luau", false, &[(1, &[])]),
    ("lighthouse.luau", true, &[(3, &[]), (4, &["storm.dice=4"])]),
    ("workshop.luau", true, &[(2, &[]), (4, &["deck.toy=4"])]),
    ("river_race.luau", false, &[(2, &[]), (5, &["dice.bust=3"])]),
    ("thorn_path.luau", false, &[(3, &["deck.away=0"])]),
    ("ferry_lines.luau", true, &[(2, &["hand.deal=6"]), (4, &["quay.full=3"])]),
    ("masks.luau", true, &[(2, &[]), (5, &["masks.each=3", "deck.copies=5"])]),
    ("fireflies.luau", true, &[(2, &[]), (4, &["burns.allowed=5"])]),
    ("moths.luau", true, &[(2, &[]), (4, &["discs.lanterns=2"])]),
    ("windmills.luau", false, &[(2, &[]), (4, &["row.slots=3"])]),
    ("caravan.luau", true, &[(2, &["supply.palaces=4"])]),
];

#[test]
fn every_script_keeps_the_contract() {
    for &(name, hides, tables) in GALLERY {
        for &(seats, settings) in tables {
            println!("{name}, {seats} seats, {settings:?}");
            let (worlds, different) = holds(&game(name, seats, settings), 4);
            assert!(worlds > 0, "{name}: no position was looked at");
            assert_eq!(different > 0, hides, "{name}: {different} of {worlds} determinized states differ");
        }
    }
}

/// None is forgotten.
#[test]
fn every_script_is_valid_at_every_table() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let is_game = |path: &std::path::PathBuf| {
        path.extension().is_some_and(|ending| ending == "luau")
            && !path.to_string_lossy().ends_with(".scenes.luau")
    };
    let scripts: Vec<_> = files.filter(is_game).collect();
    assert!(scripts.len() > 15);
    for path in scripts {
        let path = path.to_string_lossy();
        let found = validate(&path, None, 1, 1, &mut |_, _| {}).unwrap_or_else(|error| panic!("{error}"));
        assert!(found.mistakes.is_empty(), "{path}: {:?}", found.mistakes);
        assert!(found.tables.iter().all(|table| table.decisions > 0));
    }
}
