//! Leads, plays, passes, targets and moves.

use super::super::Event;
use super::scene::{Scene, scene};
use ludometer_model::{Game, SHARE_UNITS, Seat};

#[test]
fn ib_32_the_boss_must_lead_a_valued_card() {
    let s = scene(
        4,
        &[],
        "hand 0: minus_5:red pota:red pota:red pota:red pota:red pota:blue pota:blue pota:blue",
    );
    assert_eq!(s.legal(), ["lead:minus_5:red"]);
    let s = scene(4, &[], "hand 0: minus_2:blue plus_1:red plus_1:blue plus_4:green pota_wild");
    assert_eq!(
        s.legal(),
        ["lead:plus_1:blue", "lead:plus_1:red", "lead:plus_4:green", "lead:minus_2:blue"],
        "by type first, then by colour; no pass, no wild card"
    );
}

#[test]
fn ib_33_a_deck_of_five_colours_offers_five_names() {
    let s = scene(4, &["deck.colors=5"], "hand 0: pota:purple");
    assert_eq!(s.legal(), ["name:blue", "name:green", "name:red", "name:yellow", "name:purple"]);
}

#[test]
fn ib_24_ib_34_ib_35_one_colour_and_wild_cards() {
    let mut s = scene(
        4,
        &[],
        "hand 0: plus_2:green; hand 1: plus_1:green plus_1:red pota:blue pota_wild reverse:green move_1:green move_2:green",
    );
    s.act("lead:plus_2:green").quiet();
    assert_eq!(
        s.legal(),
        ["play:plus_1", "play:reverse", "play:move_1", "play:pota_wild", "pass", "double_pass"]
    );
}

#[test]
fn ib_37_ib_60_one_may_pass_with_playable_cards_and_not_just_discard() {
    let s = scene(4, &[], "colour: red; hand 1: plus_1 minus_2; phase: turn 1");
    assert_eq!(s.legal(), ["play:plus_1", "play:minus_2", "pass", "double_pass"]);
    let s = scene(4, &[], "colour: red; passes: 0 1 0 0; phase: turn 1");
    assert_eq!(s.legal(), ["pass"], "an empty hand, one disk left");
}

#[test]
fn ib_8_more_disks_than_two() {
    let mut s = scene(3, &["pass.disks=3"], "colour: red; passes: 1 1 0; hand 2: plus_1; phase: turn 2");
    s.act("pass").quiet();
    assert_eq!((s.state.public.passes[Seat::new(2)], s.to_move()), (1, Some(0)));
    assert!(s.is_legal("double_pass"), "two are left");
    s.act("double_pass").quiet();
    assert_eq!(s.state.public.passes[Seat::new(0)], 3);
    let mut s = scene(3, &["pass.disks=1"], "colour: red; passes: 1 1 0; hand 2: plus_1; phase: turn 2");
    assert_eq!(s.legal(), ["play:plus_1", "pass"]);
    s.act("pass");
    assert_eq!(s.phase(), "DROP");
}

/// Bonus cards drawn when seat 2 is the last to turn a first disk; seat 1 is still in.
fn bonus(settings: &[&str], action: &str) -> usize {
    let mut s = scene(3, settings, "colour: red; passes: 2 1 0; hand 2: plus_1; phase: turn 2");
    s.act(action);
    s.drawn().len()
}

#[test]
fn ib_39_who_draws_the_bonus() {
    assert_eq!(bonus(&[], "pass"), 1);
    assert_eq!(bonus(&[], "double_pass"), 1);
    assert_eq!(bonus(&["pass.bonus_on_double=false"], "pass"), 1);
    assert_eq!(bonus(&["pass.bonus_on_double=false"], "double_pass"), 0);
    assert_eq!(bonus(&["pass.bonus_cards=3"], "pass"), 3);
    assert_eq!(bonus(&["pass.bonus_cards=0"], "pass"), 0);
    // Not while another seat has no disk turned, and not at one's second disk.
    let mut s = scene(3, &[], "colour: red; passes: 0 1 0; hand 2: plus_1; phase: turn 2");
    s.act("pass");
    assert_eq!(s.drawn().len(), 0);
    let mut s = scene(3, &[], "colour: red; passes: 1 1 1; hand 2: plus_1; phase: turn 2");
    s.act("pass");
    assert_eq!(s.drawn().len(), 0);
}

#[test]
fn ib_43_plus_and_minus_cards_go_to_the_centre() {
    let mut s = scene(4, &[], "colour: red; hand 1: plus_3 minus_4; passes: 2 0 2 2; phase: turn 1");
    s.play("1 play:plus_3; 1 play:minus_4");
    assert_eq!(s.centre(), [0, 0, 1, 0, 0, 0, 1, 0]);
}

fn with_targets(settings: &[&str]) -> Scene {
    let text = "colour: red; hand 2: pota reverse pota_wild; passes: 0 2 0 0; phase: turn 2";
    scene(4, settings, text)
}

#[test]
fn ib_64_ib_68_targets_are_own_seat_first_and_nobody_who_is_out() {
    for card in ["pota", "reverse", "pota_wild"] {
        let mut s = with_targets(&[]);
        s.act(&format!("play:{card}"));
        assert_eq!(s.legal(), ["target:2", "target:3", "target:0"]);
        let mut s = with_targets(&["variant.nasty=true"]);
        s.act(&format!("play:{card}"));
        assert_eq!(s.legal(), ["target:2", "target:3", "target:0", "target:1"]);
    }
    let mut s = with_targets(&[]);
    s.act("play:pota_wild").act("target:0");
    assert_eq!((s.front(0), s.state.public.front[Seat::new(0)].pota_wild), ((1, 0), 1));
}

#[test]
fn ib_73_the_coloured_piece_is_moved_before_the_wild_one() {
    let text = "colour: red; front 1: pota pota_wild; hand 2: move_2; phase: turn 2";
    let mut s = scene(4, &[], text);
    s.act("play:move_2");
    assert_eq!(s.legal(), ["move_from:front:1:pota"]);
    s.act("move_from:front:1:pota").act("move_to:3");
    assert_eq!(s.state.public.front[Seat::new(3)].pota, 1);
    assert_eq!(s.legal(), ["move_from:front:1:pota"], "the wild one; the other was moved");
    s.act("move_from:front:1:pota").act("move_to:discard");
    assert_eq!((s.front(1), s.front(3)), ((0, 0), (1, 0)));
    assert_eq!(s.state.public.face_up.count(super::super::Card::WILD), 1);
}

#[test]
fn ib_75_a_move_needs_enough_cards() {
    let text = "colour: red; centre: plus_1; hand 2: move_1 move_2 move_3; phase: turn 2";
    assert_eq!(scene(4, &[], text).legal(), ["play:move_1", "pass", "double_pass"]);
    let s = scene(4, &["move.shortfall=as_many"], text);
    assert_eq!(s.legal(), ["play:move_1", "play:move_2", "play:move_3", "pass", "double_pass"]);
    let text = "colour: red; hand 2: move_1; phase: turn 2";
    assert_eq!(scene(4, &["move.shortfall=as_many"], text).legal(), ["pass", "double_pass"]);
}

#[test]
fn ib_76_the_move_card_is_discarded_and_no_source() {
    let text = "colour: red; centre: minus_2; hand 2: move_1 move_1; phase: turn 2";
    let mut s = scene(4, &[], text);
    s.act("play:move_1");
    assert_eq!(s.legal(), ["move_from:centre:minus_2"]);
    s.act("move_from:centre:minus_2").act("move_to:discard").quiet();
    assert_eq!(s.state.public.face_up.len(), 2);
}

#[test]
fn ib_1_ib_25_play_goes_on_until_all_are_out() {
    let mut s = scene(4, &[], "colour: red; hand 1: plus_1; passes: 2 1 2 1; phase: turn 1");
    s.act("play:plus_1").quiet();
    assert_eq!(s.to_move(), Some(3), "those who are out are skipped");
    s.act("pass").quiet();
    assert_eq!(s.to_move(), Some(1));
    s.act("pass");
    assert_eq!(s.phase(), "DROP");
}

#[test]
fn ib_95_ib_25_the_boss_stops_with_all_opponents_if_so_set() {
    let text = "colour: red; centre: plus_2; hand 0: plus_1; hand 3: plus_4; passes: 1 2 2 1; phase: turn 3";
    let end = |settings: &[&str]| {
        let mut s = scene(4, settings, text);
        s.act("play:plus_4").quiet();
        assert_eq!(s.to_move(), Some(0), "an opponent is in: the Boss has his turn");
        s.act("play:plus_1").quiet();
        s.act("pass");
        (s.phase().to_owned(), s.to_move())
    };
    assert_eq!(end(&[]), ("TURN".to_owned(), Some(0)), "the Boss alone plays on");
    assert_eq!(end(&["pass.boss_stops=true"]), ("DROP".to_owned(), Some(1)), "the new Boss drops first");
    // Opponents play on when the Boss is out.
    let text = "colour: red; hand 3: plus_4; passes: 2 2 2 1; phase: turn 3";
    let mut s = scene(4, &["pass.boss_stops=true"], text);
    s.act("play:plus_4").quiet();
    assert_eq!(s.to_move(), Some(3));
    // No bonus is drawn in a round in which the Boss turned no disk.
    let text = "colour: red; passes: 0 2 2 0; hand 3: plus_4; phase: turn 3";
    let mut s = scene(4, &["pass.boss_stops=true"], text);
    s.act("double_pass");
    assert_eq!((s.phase(), s.drawn().len()), ("DROP", 0));
}

#[test]
fn a_play_is_broken_off_at_the_limit() {
    let game = super::game(4, &["limits.decisions=1000", "chart.p4.boss_rounds=10"]);
    let mut state = game.new_state();
    let mut rng = ludometer_model::Rng::from_words([1, 1, 1]);
    game.deal(&mut state, &mut rng, &mut ludometer_model::Silent);
    let mut legal = Vec::new();
    let mut events = Vec::new();
    let mut decisions = 0;
    while game.to_move(&state).is_some() {
        legal.clear();
        game.legal(&state, &mut legal);
        let action = legal[rng.index(legal.len())];
        game.apply(&mut state, action, &mut rng, &mut events);
        decisions += 1;
    }
    let outcome = game.outcome(&state);
    assert!(outcome.unfinished && outcome.winners().count() == 0);
    let settled = events.iter().filter(|event| matches!(event, Event::Settle { .. })).count() as u64;
    assert_eq!(outcome.round_units, settled * SHARE_UNITS);
    assert!((1000..1000 + 12).contains(&decisions), "{decisions}");
}
