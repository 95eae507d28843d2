//! The pack, the deal and the first card (PP-1, PP-2, PP-10 to PP-15).

use std::collections::BTreeSet;

use super::scene::rules_with;
use crate::card::Card;
use crate::event::PlayEvent;
use crate::{PureProfit, State};
use ludometer_model::{Game, Seat, Silent, Streams};
use ludometer_playable::Playable;

fn dealt(game: &PureProfit, play: u64) -> (State, Vec<PlayEvent>) {
    let mut state = game.new_state();
    let mut events = Vec::new();
    game.deal(&mut state, &mut Streams::new(3, play).chance(), &mut events);
    (state, events)
}

#[test]
fn pp_1_pp_2_the_pack_has_108_cards_of_ten_values_two_bankrupts_three_steals() {
    let cards = rules_with(4, &[]).cards();
    assert_eq!(cards.iter().map(|c| c.copies).sum::<u64>(), 108);
    let names: Vec<&str> = cards.iter().map(|c| c.name.as_str()).collect();
    let values = ["value_1", "value_2", "value_3", "value_4", "value_5"];
    assert_eq!(names[..5], values);
    assert_eq!(
        names[9..],
        ["value_10", "bankrupt_lowest", "bankrupt_highest", "steal_one", "steal_two", "steal_three"]
    );
    let copies: Vec<u64> = cards.iter().map(|c| c.copies).collect();
    assert_eq!(copies, [8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 4, 4, 4]);
}

#[test]
fn pp_11_pp_12_five_cards_each_or_as_many_as_set_and_one_turned_up() {
    let default = (2..=6).map(|seats| (seats, 5, None));
    for (seats, cards, set) in default.chain([(4, 3, Some("hand.deal=3")), (2, 8, Some("hand.deal=8"))]) {
        let game = rules_with(seats, set.as_slice());
        let (state, events) = dealt(&game, 0);
        for seat in Seat::all(seats) {
            assert_eq!(usize::from(state.hands[seat].size), cards);
        }
        assert_eq!(state.discard.len(), 1);
        assert_eq!(state.stock.len(), 108 - cards * seats - 1);
        let deals: Vec<Seat> = events
            .iter()
            .filter_map(|e| if let PlayEvent::Deal { seat, .. } = e { Some(*seat) } else { None })
            .collect();
        // One at a time, from the first seat on.
        let expected: Vec<Seat> = (0..cards * seats).map(|i| Seat::new(i % seats)).collect();
        assert_eq!(deals, expected);
    }
}

#[test]
fn pp_13_a_special_card_turned_up_first_is_ignored() {
    let game = rules_with(4, &[]);
    let specials = (0..300).filter(|&play| {
        let (state, _) = dealt(&game, play);
        let special = !state.top().unwrap().is_value();
        if special {
            assert_eq!(state.discard.len(), 1);
            assert_eq!(game.to_move(&state), Some(Seat::new(0)));
            let mut legal = Vec::new();
            game.legal(&state, &mut legal);
            assert_eq!(legal.iter().map(ToString::to_string).collect::<Vec<_>>(), ["draw stock"]);
        }
        special
    });
    // 28 of 108 cards are special: 78 of 300 expected, standard deviation 7.6.
    assert!((40..116).contains(&specials.count()));
}

#[test]
fn pp_13_with_replace_cards_are_turned_up_until_a_value_shows() {
    let game = rules_with(4, &["setup.first_special=replace"]);
    let mut covered = 0;
    for play in 0..300 {
        let (state, _) = dealt(&game, play);
        assert!(state.top().unwrap().is_value());
        let below = &state.discard[..state.discard.len() - 1];
        assert!(below.iter().all(|&kind| !Card::of_kind(kind).is_value()));
        covered += below.len();
        assert_eq!(state.stock.len() + state.discard.len(), 88);
    }
    assert!(covered > 40, "{covered}");
}

#[test]
fn pp_10_pp_15_the_first_seat_acts_first_and_play_goes_around() {
    for first in 0..3 {
        let game = rules_with(3, &[&format!("setup.first_seat={first}")]);
        let (mut state, _) = dealt(&game, 1);
        let mut movers = vec![game.to_move(&state).unwrap()];
        let mut rng = Streams::new(3, 1).side_stream(0);
        while movers.len() < 7 {
            let mut legal = Vec::new();
            game.legal(&state, &mut legal);
            game.apply(&mut state, legal[0], &mut rng, &mut Silent);
            let mover = game.to_move(&state).unwrap();
            if mover != *movers.last().unwrap() {
                movers.push(mover);
            }
        }
        let expected: Vec<Seat> = (0..7).map(|i| Seat::new((first + i) % 3)).collect();
        assert_eq!(movers, expected);
    }
}

#[test]
fn every_seed_deals_another_play_and_the_same_seed_the_same() {
    let game = rules_with(4, &[]);
    let hands: BTreeSet<String> = (0..50).map(|play| format!("{:?}", dealt(&game, play).0.hands)).collect();
    assert_eq!(hands.len(), 50);
    assert_eq!(dealt(&game, 9).0, dealt(&game, 9).0);
}
