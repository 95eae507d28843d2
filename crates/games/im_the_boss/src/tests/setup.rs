//! The deck and the set-up.

use super::super::card::{Card, Colour, FACES, TYPES};
use super::super::{Event, Public};
use super::game;
use super::scene::scene;
use crate::rules::Engine;
use ludometer_model::{Game, Rng, SHARE_UNITS, Seat, Silent};
use ludometer_playable::Playable;

/// Returns a play that is set up, with its events.
fn dealt(seats: usize, settings: &[&str], luck: u64) -> (super::super::State, Vec<Event>) {
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
        assert_eq!(state.hands.first(seats).iter().map(super::super::Cards::len).sum::<usize>(), {
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
            .draw(Seat::new(0), super::super::Reason::Bonus);
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
