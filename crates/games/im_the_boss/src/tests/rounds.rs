//! The deck and the set-up; leads, plays, passes, targets and moves; settlement, hand-over, putting cards away
//! and refilling.

use super::{Scene, game, scene};
use crate::card::{Card, Colour, FACES, TYPES};
use crate::rules::Engine;
use crate::{Event, Public, Purse};
use ludometer_model::{Game, Notice, Rng, SHARE_UNITS, Seat, Silent};
use ludometer_playable::Playable;

/// Returns a play that is set up, with its events.
fn dealt(seats: usize, settings: &[&str], luck: u64) -> (crate::State, Vec<Event>) {
    let game = game(seats, settings);
    let mut state = game.new_state();
    let mut events = Vec::new();
    game.deal(&mut state, &mut Rng::from_words([11, 12, luck]), &mut events);
    (state, events)
}

#[test]
fn ib_4_ib_5_ib_6_the_deck_by_type() {
    let game = game(4, &[]);
    let counts = [2, 3, 3, 2, 1, 1, 1, 1, 7, 4, 3, 2, 2];
    for colour in Colour::all(3) {
        assert_eq!(*game.params.deck.of_colour(colour), counts);
    }
    assert_eq!(game.params.deck.count(Card::WILD), 6);
    assert_eq!((game.params.deck.len(), game.params.x_cards()), (102, 3));
    let kinds = game.cards();
    assert_eq!((kinds.len(), kinds.iter().map(|k| k.copies).sum::<u64>()), (2 + 3 * FACES, 105));
    assert_eq!((kinds[0].name.as_str(), kinds[1].name.as_str()), ("pota_wild", "x_card"));
    assert_eq!(kinds[2].name, "plus_1:blue");
}

#[test]
fn ib_4_ib_6_colours_and_counts_are_data() {
    let types =
        "plus_1 plus_2 plus_3 plus_4 minus_2 minus_3 minus_4 minus_5 pota reverse move_1 move_2 move_3";
    let counts = (0..).zip(types.split(' ')).map(|(n, name)| format!("deck.per_color.{name}={n}"));
    let counts: Vec<String> = counts.collect();
    let mut settings =
        vec!["deck.colors=4", "deck.yellow.plus_4=9", "deck.purple.plus_1=20", "deck.wild_pota=13"];
    settings.extend(counts.iter().map(String::as_str));
    let deck = game(4, &settings).params.deck;
    for (colour, plus_4) in Colour::all(4).zip([3, 3, 3, 9]) {
        assert_eq!(*deck.of_colour(colour), [0, 1, 2, plus_4, 4, 5, 6, 7, 8, 9, 10, 11, 12], "{colour}");
    }
    // 0 to 12 make 78; yellow has 6 more.
    assert_eq!((deck.count(Card::WILD), deck.len()), (13, 4 * 78 + 6 + 13));
}

#[test]
fn ib_7_ib_14_ib_51_tokens_at_the_first_lead() {
    for (seats, tokens) in [(3, 1), (4, 2), (5, 2), (6, 2)] {
        let (state, _) = dealt(seats, &[], 1);
        assert_eq!(state.public.tokens_left, tokens);
        assert!(state.public.cousin.first(seats).iter().all(|c| !c));
    }
}

#[test]
fn ib_9_ib_11_ib_19_ib_89_state_after_setup() {
    let (state, _) = dealt(4, &[], 2);
    let public = &state.public;
    assert_eq!(public.money.first(4), [50; 4]);
    assert_eq!(public.passes.first(4), [0; 4]);
    assert_eq!((public.x_under, public.x_shown, public.round_multiplier), (1, 0, 2));
    assert_eq!((public.round_no, public.turn, public.phase.name()), (1, 1, "LEAD"));
    assert_eq!(public.to_move(), Some(public.boss));
}

#[test]
fn ib_12_every_seat_is_first_boss_equally_often() {
    let mut counts = [0_u32; 5];
    for luck in 0..5000 {
        counts[dealt(5, &[], luck).0.public.first_boss.index()] += 1;
    }
    assert!(counts.iter().all(|c| c.abs_diff(1000) < 170), "{counts:?}");
}

#[test]
fn ib_15_ib_20_ib_21_ib_22_hands_rounds_and_limits_by_the_chart() {
    let chart = [(3, 10, 9, 150), (4, 8, 8, 200), (5, 8, 5, 250), (6, 8, 6, 250)];
    for (seats, hand, rounds, limit) in chart {
        let (state, events) = dealt(seats, &[], 3);
        assert_eq!(state.public.hands.first(seats), vec![hand; seats]);
        assert_eq!(state.hands.first(seats).iter().map(crate::Cards::len).sum::<usize>(), {
            usize::from(hand) * seats
        });
        assert_eq!(events.iter().filter(|e| matches!(e, Event::Draw { .. })).count(), {
            usize::from(hand) * seats
        });
        let params = &game(seats, &[]).params;
        assert_eq!((params.rounds, params.limit), (rounds, Some(limit)));
    }
}

#[test]
fn ib_20_ib_21_ib_22_each_table_size_has_its_own_row_of_the_chart() {
    let mut chart = Vec::new();
    for seats in 3..=6 {
        let row =
            [("hand", seats + 1), ("boss_rounds", seats - 1), ("limit", 10 * seats), ("cousins", seats - 3)];
        chart.extend(row.map(|(name, value)| format!("chart.p{seats}.{name}={value}")));
    }
    let chart: Vec<&str> = chart.iter().map(String::as_str).collect();
    for seats in 3..=6 {
        let (state, events) = dealt(seats, &chart, 4);
        assert!(state.hands.first(seats).iter().all(|hand| hand.len() == seats + 1));
        assert_eq!(usize::from(state.public.tokens_left), seats - 3);
        let limit = |event: &Event| if let Event::Round { limit, .. } = event { *limit } else { None };
        assert_eq!(events.iter().find_map(limit), Some(10 * seats as i64));
        assert_eq!(last_deal(seats, &chart, (seats - 1) * seats), 10 * seats as i64);
    }
}

/// Returns the value of a deal of 10 * 5 * 2 in this round, which must be the last one.
fn last_deal(seats: usize, settings: &[&str], round: usize) -> i64 {
    let out = vec!["2"; seats - 1].join(" ");
    let text = format!("round: {round}; colour: red; centre: plus_4 plus_4 plus_2; passes: 1 {out}");
    let mut s = scene(seats, settings, &format!("{text}; phase: turn 0"));
    s.act("pass");
    assert_eq!(s.phase(), "END");
    s.deal_value()
}

#[test]
fn ib_5_ib_11_ib_16_ib_19_ib_90_money_and_x_cards_are_settings() {
    let settings = ["money.start=75", "x.per_half=2", "x.under_disk=3"];
    let (state, _) = dealt(4, &settings, 5);
    assert_eq!(state.public.money.first(4), [75; 4]);
    assert_eq!(game(4, &settings).cards()[1].copies, 7);
    // 70 cards are left, 35 for each half.
    let halves = state.halves.map(|half| (half.cards, half.x_cards));
    assert_eq!((halves, state.public.x_under, state.public.stock), ([(35, 2); 2], 3, 74));
    // The bonus finds no stock: those under the disk join the discard pile, where all other cards lie.
    let mut s = scene(3, &settings, "x_shown: 4; colour: red; stock: ; passes: 2 2 0; phase: turn 2");
    s.act("double_pass");
    let shuffle = Event::Shuffle { cards: 102 + 3, x_cards: 3 };
    assert!(s.events.contains(&shuffle), "{:?}", s.events);
}

/// Returns how many cards come off the stock before its first and its second X card.
fn x_places(seats: usize, luck: u64) -> [usize; 2] {
    let game = game(seats, &[]);
    let mut state = game.new_state();
    let mut rng = Rng::from_words([21, 22, luck]);
    game.deal(&mut state, &mut rng, &mut Silent);
    // Draw the stock card by card: every seat refills from an empty hand, nobody plays.
    let mut places = Vec::new();
    while places.len() < 2 {
        let before: Public = state.public;
        Engine { game: &game, state: &mut state, rng: &mut rng, log: &mut Silent }
            .draw(Seat::new(0), crate::Reason::Bonus);
        let shown = usize::from(state.public.x_shown - before.x_shown);
        let drawn = usize::from(before.drawn);
        places.extend((0..shown).map(|i| drawn + i));
        state.public.hands[Seat::new(0)] -= 1;
    }
    [places[0], places[1]]
}

#[test]
fn ib_16_ib_17_one_x_card_in_each_half() {
    for (seats, stock) in [(3, 74), (4, 72), (5, 64), (6, 56)] {
        assert_eq!(dealt(seats, &[], 1).0.public.stock, stock);
    }
    // With 4 players the halves are places 1 to 36 and 37 to 72.
    let mut counts = [[0_u32; 36]; 2];
    let plays = 10_000;
    for luck in 0..plays {
        let [first, second] = x_places(4, luck);
        counts[0][first] += 1;
        counts[1][second.checked_sub(36).expect("the second X card is never in the upper half")] += 1;
    }
    // 278 each, standard deviation 16.
    assert!(counts.iter().flatten().all(|c| c.abs_diff(278) < 90), "{counts:?}");
}

#[test]
fn ib_16_the_cut_may_be_off() {
    let mut uppers = std::collections::BTreeSet::new();
    for luck in 0..300 {
        let (state, _) = dealt(4, &["x.half_jitter=2"], luck);
        let [upper, lower] = state.halves;
        assert_eq!((upper.cards + lower.cards, upper.x_cards, lower.x_cards), (70, 1, 1));
        uppers.insert(upper.cards);
    }
    assert_eq!(uppers.into_iter().collect::<Vec<_>>(), [33, 34, 35, 36, 37]);
}

#[test]
fn ib_13_ib_18_the_deal_is_uniform() {
    let game = game(4, &[]);
    let (mut state, mut held) = (game.new_state(), [[0_u32; TYPES]; 4]);
    let deals = 40_000;
    for luck in 0..deals {
        game.deal(&mut state, &mut Rng::from_words([13, 18, luck]), &mut Silent);
        for (held, hand) in held.iter_mut().zip(state.hands.first(4)) {
            hand.iter().for_each(|card| held[card.number()] += 1);
        }
    }
    for number in 0..TYPES {
        // Of n copies among 102 cards a hand of 8 holds a hypergeometric number; 6 standard deviations.
        let n = f64::from(game.params.deck.count(Card::from_number(number)));
        let mean = 8.0 * n / 102.0;
        let variance = mean * (1.0 - n / 102.0) * (102.0 - 8.0) / 101.0;
        let bound = 6.0 * (variance * deals as f64).sqrt();
        for (seat, held) in held.iter().enumerate() {
            let off = f64::from(held[number]) - mean * deals as f64;
            assert!(off.abs() <= bound, "seat {seat}, card {number}: {off}, more than {bound}");
        }
    }
}

#[test]
fn ib_31_ib_29_rounds_and_bosses_in_order() {
    for (seats, rounds) in [(3, 9), (4, 8), (5, 5), (6, 6)] {
        let game = game(seats, &[]);
        let mut state = game.new_state();
        let mut rng = Rng::from_words([31, 32, seats as u64]);
        let mut events = Vec::new();
        game.deal(&mut state, &mut rng, &mut events);
        let mut legal = Vec::new();
        while game.to_move(&state).is_some() {
            legal.clear();
            game.legal(&state, &mut legal);
            let action = legal[rng.index(legal.len())];
            game.apply(&mut state, action, &mut rng, &mut events);
        }
        let bosses: Vec<usize> = events
            .iter()
            .filter_map(|e| if let Event::Round { boss, .. } = e { Some(boss.index()) } else { None })
            .collect();
        assert_eq!(bosses.len(), rounds);
        assert!(bosses.windows(2).all(|pair| pair[1] == (pair[0] + 1) % seats), "{bosses:?}");
        assert_eq!(bosses[0], state.public.first_boss.index());
        let outcome = game.outcome(&state);
        assert!(!outcome.unfinished);
        assert_eq!(outcome.round_units, SHARE_UNITS * rounds as u64);
        // The last round is followed by no refill (R21).
        let settles = events.iter().filter(|e| matches!(e, Event::Settle { .. })).count();
        let drops = events.iter().filter(|e| matches!(e, Event::Dropped { .. })).count();
        assert_eq!((settles, drops), (rounds, (rounds - 1) * seats));
    }
}

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
    assert_eq!(s.state.public.face_up.count(crate::Card::WILD), 1);
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

fn last_pass(settings: &[&str], text: &str) -> Scene {
    let mut s = scene(4, settings, &format!("colour: green; {text}; passes: 1 2 2 2; phase: turn 0"));
    s.act("pass");
    s
}

#[test]
fn ib_46_the_multiplier_goes_from_2_to_5() {
    for (shown, value) in [(0, 20), (1, 30), (2, 40), (3, 50)] {
        let s = last_pass(&[], &format!("x_shown: {shown}; centre: plus_2"));
        assert_eq!(s.deal_value(), value);
    }
    let s = last_pass(&["multiplier.base=4", "deal.factor=7"], "x_shown: 1; centre: plus_1");
    assert_eq!(s.deal_value(), 35);
}

#[test]
fn ib_49_limits_both_ways_and_none() {
    let up = "x_shown: 3; centre: plus_4 plus_4 plus_3";
    let down = "x_shown: 3; centre: minus_5 minus_4";
    assert_eq!(last_pass(&[], up).deal_value(), 200);
    assert_eq!(last_pass(&[], down).deal_value(), -200);
    assert_eq!(last_pass(&["chart.p4.limit=0"], up).deal_value(), 275);
    assert_eq!(last_pass(&["chart.p4.limit=90"], down).deal_value(), -90);
}

#[test]
fn ib_63_tokens_that_stay_with_the_boss_bring_nothing() {
    let s = last_pass(&[], "centre: plus_2");
    assert_eq!(s.money(), [70, 50, 50, 50]);
}

#[test]
fn ib_10_the_bank_pays_without_limit_or_what_it_has() {
    let worth = &[
        "bank.limit=cards",
        "money.cards.d5=0",
        "money.cards.d10=0",
        "money.cards.d20=0",
        "money.cards.d50=5",
        "money.cards.d100=0",
        "money.cards.d500=0",
    ];
    let text = "centre: plus_3; cousin: 2; front 3: pota";
    assert_eq!(last_pass(&[], text).money(), [80, 50, 80, 80]);
    // $250 of money cards less $200 paid out: the Boss is paid first, then clockwise.
    let s = last_pass(worth, text);
    assert_eq!(s.money(), [80, 50, 70, 50]);
    // What is paid in goes first: seat 1 pays 30, so that 80 can be paid.
    let s = last_pass(worth, "centre: plus_3; cousin: 2; front 3: pota; front 1: pota reverse");
    assert_eq!(s.money(), [80, 20, 80, 70]);
    let rules = super::rules(&[]);
    let kinds = [5, 10, 20, 50, 100, 500];
    let cards: i64 = kinds.iter().map(|d| rules.int(&format!("money.cards.d{d}"))).sum();
    assert_eq!(cards, 90);
    assert_eq!(super::game(4, &["bank.limit=cards"]).params.bank, Some(10_275));
}

#[test]
fn ib_28_ib_82_payments_are_announced() {
    let s = last_pass(&[], "centre: minus_4; cousin: 1; money: 10 50 50 50");
    let pays: Vec<_> = s
        .events
        .iter()
        .filter_map(
            |e| if let Event::Pay { from, to, amount } = e { Some((*from, *to, *amount)) } else { None },
        )
        .collect();
    let (zero, one) = (Purse::Seat(Seat::new(0)), Purse::Seat(Seat::new(1)));
    assert_eq!(pays, [(zero, Purse::Bank, 10), (one, Purse::Bank, 40)]);
}

#[test]
fn ib_83_ib_84_ib_89_hand_over() {
    let s = last_pass(
        &[],
        "boss: 0; centre: plus_2 minus_3; front 1: pota pota_wild; front 2: reverse; cousin: 1",
    );
    let public = &s.state.public;
    assert_eq!(public.face_up.len(), 5);
    assert_eq!((public.boss, public.tokens_left), (Seat::new(1), 2));
    assert!(public.cousin.first(4).iter().all(|c| !c));
    assert_eq!(public.passes.first(4), [0; 4]);
    assert_eq!((s.phase(), s.to_move()), ("DROP", Some(1)));
}

const HANDS: &str = "hand 0: plus_1:blue plus_1:red pota:red; hand 1: plus_1:green pota:blue pota:blue;

    hand 2: pota:green; phase: drop 0";

#[test]
fn ib_85_up_to_two_cards_in_canonical_order() {
    let mut s = scene(3, &[], HANDS);
    assert_eq!(s.legal(), ["drop:plus_1:blue", "drop:plus_1:red", "drop:pota:red", "drop:stop"]);
    s.act("drop:plus_1:red");
    assert_eq!(s.legal(), ["drop:pota:red", "drop:stop"], "none that comes before");
    s.act("drop:pota:red");
    assert_eq!(s.to_move(), Some(1), "after two nothing is asked");
    s.act("drop:pota:blue");
    assert_eq!(s.legal(), ["drop:pota:blue", "drop:stop"], "another copy");
    s.act("drop:stop").act("drop:pota:green");
    assert_eq!(s.legal(), ["drop:stop"], "nothing left");
    s.act("drop:stop");
    let public = &s.state.public;
    assert_eq!((s.phase(), public.last_drops.first(3)), ("LEAD", &[2, 1, 1][..]));
    assert_eq!(public.face_down.first(3), [2, 1, 1]);
    assert_eq!(public.hands.first(3), [10; 3]);
    assert_eq!(public.round_no, 2);
}

#[test]
fn ib_85_how_many_may_go_is_a_setting() {
    let mut s = scene(3, &["refill.drop_max=1"], HANDS);
    s.act("drop:plus_1:blue");
    assert_eq!(s.to_move(), Some(1));
    let mut s =
        scene(3, &["refill.drop_max=0"], "colour: red; hand 0: pota:blue; passes: 1 2 2; phase: turn 0");
    s.act("pass");
    assert_eq!((s.phase(), s.hand_sizes()), ("LEAD", vec![10; 3]));
}

#[test]
fn ib_85_ib_80_answers_are_hidden_until_all_have_answered() {
    let drops = |first: &str, then: &str| {
        let mut s = scene(3, &[], HANDS);
        s.act(first).act(then);
        s
    };
    // Seat 1 is to move; what seat 0 put away, and how many cards, seats 1 and 2 can't tell.
    let two = drops("drop:plus_1:red", "drop:pota:red");
    let other = drops("drop:plus_1:blue", "drop:plus_1:red");
    let one = drops("drop:plus_1:blue", "drop:stop");
    let mut none = scene(3, &[], HANDS);
    none.act("drop:stop");
    for s in [&other, &one, &none] {
        for seat in [1, 2] {
            assert_eq!(s.view(seat), two.view(seat));
        }
        assert_ne!(s.view(0), two.view(0), "its own answer a seat knows");
        assert_eq!(s.to_move(), two.to_move());
    }
    assert_eq!(two.view(1).public.hands.first(3), [3, 3, 1], "no smaller hand is shown");
    let stop = crate::Action::DropStop;
    assert_eq!(two.game.notice(&two.state, stop, Seat::new(1)), Notice::Choice);
    assert_eq!(two.game.notice(&two.state, crate::Action::Pass, Seat::new(1)), Notice::Action);
    // Once all have answered the numbers are public, the cards are not.
    let finish = |mut s: Scene| {
        s.act("drop:stop").act("drop:stop");
        s
    };
    let (two, other, one) = (finish(two), finish(other), finish(one));
    assert_eq!(two.view(1).public.last_drops.first(3), [2, 0, 0]);
    assert_eq!(two.view(1).public.face_up, other.view(1).public.face_up);
    assert_ne!(two.view(1).public.last_drops, one.view(1).public.last_drops);
}

#[test]
fn ib_85_the_guard_on_decisions_does_not_tell_how_many_cards_were_put_away() {
    // At the limit but for one decision: where the play ends says nothing of the answers.
    for answers in [["drop:plus_1:red", "drop:pota:red"], ["drop:plus_1:red", "drop:stop"]] {
        let mut s = scene(3, &["limits.decisions=1000"], HANDS);
        s.state.public.decisions = 999;
        for answer in answers {
            s.act(answer);
        }
        assert_eq!((s.phase(), s.to_move()), ("DROP", Some(1)));
        s.act("drop:stop").act("drop:stop");
        assert_eq!((s.phase(), s.to_move(), s.state.public.decisions), ("END", None, 1003));
    }
}

#[test]
fn ib_85_imagined_answers_are_of_every_number() {
    let mut s = scene(3, &[], HANDS);
    s.act("drop:stop");
    let mut seen = std::collections::BTreeSet::new();
    for luck in 0..100 {
        let world = s.determinize(1, luck);
        seen.insert(world.aside[Seat::new(0)].len());
        assert_eq!(world.aside[Seat::new(2)].len(), 0, "seat 2 has not been asked");
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn ib_83_the_last_round_ends_the_play() {
    let s = last_pass(&[], "round: 8; centre: plus_1; money: 50 90 50 50");
    assert_eq!((s.phase(), s.to_move()), ("END", None));
    let outcome = s.game.outcome(&s.state);
    assert_eq!(outcome.ranks.first(4), [2, 1, 3, 3]);
    assert_eq!(outcome.round_units, 8 * SHARE_UNITS);
}
