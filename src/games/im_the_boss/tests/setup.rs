//! The deck and the set-up.

use super::super::cards::{Card, Colour, FACES};
use super::super::{Event, Public};
use super::game;
use crate::games::Playable;
use crate::model::{Game, Rng, Seat, Silent};

/// A play that is set up, with its events.
fn dealt(seats: usize, settings: &[&str], luck: u64) -> (super::super::State, Vec<Event>) {
    let game = game(seats, settings);
    let mut state = game.blank();
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
fn ib_4_colours_and_counts_are_data() {
    let game = game(4, &["deck.colors=4", "deck.yellow.plus_4=9", "deck.purple.plus_1=20"]);
    assert_eq!(game.params.deck.len(), 4 * 32 + 6 + 7);
    assert_eq!(game.params.deck.count(Card::new(3, Colour(3))), 9);
    assert_eq!(game.params.deck.count(Card::new(3, Colour(0))), 2);
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

/// How many cards come off the stock before its first and its second X card.
fn x_places(seats: usize, luck: u64) -> [usize; 2] {
    let game = game(seats, &[]);
    let mut state = game.blank();
    let mut rng = Rng::from_words([21, 22, luck]);
    game.deal(&mut state, &mut rng, &mut Silent);
    // Draw the stock card by card: every seat refills from an empty hand, nobody plays.
    let mut places = Vec::new();
    while places.len() < 2 {
        let before: Public = state.public;
        game.draw(&mut state, Seat::new(0), super::super::Reason::Bonus, &mut rng, &mut Silent);
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
    // Blue plus_4: 2 of 102 cards, so 2/102 * 8 of a hand.
    let card = Card::new(3, Colour(0));
    let mut held = 0_u32;
    for luck in 0..4000 {
        let (state, _) = dealt(4, &[], luck);
        held += state.hands.first(4).iter().map(|hand| u32::from(hand.count(card))).sum::<u32>();
    }
    let expected = 4000.0 * 4.0 * 8.0 * 2.0 / 102.0;
    assert!((f64::from(held) / expected - 1.0).abs() < 0.05, "{held} of {expected}");
}

#[test]
fn ib_31_ib_29_rounds_and_bosses_in_order() {
    for (seats, rounds) in [(3, 9), (4, 8), (5, 5), (6, 6)] {
        let game = game(seats, &[]);
        let mut state = game.blank();
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
        assert_eq!(outcome.round_units, 840 * rounds as u64);
        // The last round is followed by no refill (R21).
        let settles = events.iter().filter(|e| matches!(e, Event::Settle { .. })).count();
        let drops = events.iter().filter(|e| matches!(e, Event::Dropped { .. })).count();
        assert_eq!((settles, drops), (rounds, (rounds - 1) * seats));
    }
}
