//! The deal, the components and what a turn consists of at its borders.

use super::*;
use ludometer_model::{EventSink, Silent};

fn dealt(seats: usize, settings: &[&str], play: u64) -> (EvenOdd, State) {
    let game = game(seats, settings);
    let mut state = game.new_state();
    game.deal(&mut state, &mut Streams::new(3, play).chance(), &mut Silent);
    (game, state)
}

#[test]
fn eo_1_five_even_cards_are_dealt() {
    for seats in 2..=8 {
        let (_, state) = dealt(seats, &[], 0);
        for seat in Seat::all(seats) {
            assert_eq!((state.table.backs[0][seat], state.table.backs[1][seat]), (5, 0));
        }
        assert_eq!(state.table.stock, [90 - 5 * seats as u16, 72]);
    }
    assert_eq!(dealt(4, &["setup.hand_size=0"], 0).1.table.stock, [90, 72]);
    let (_, state) = dealt(4, &["setup.hand_size=3"], 0);
    assert_eq!((state.table.backs[0].first(4), state.table.stock), (&[3; 4][..], [78, 72]));
}

#[test]
fn eo_2_each_player_takes_a_shoe() {
    for seats in 2..=8 {
        let (_, state) = dealt(seats, &[], 0);
        assert_eq!(state.table.shoes.first(seats), vec![1; seats]);
        assert_eq!((state.table.box_shoes, state.table.vault_shoes), (8 - seats as u8, 0));
    }
    let (_, state) = dealt(4, &["shoes.unpicked=vault"], 0);
    assert_eq!((state.table.box_shoes, state.table.vault_shoes), (0, 4));
    let (_, state) = dealt(4, &["setup.shoes=2", "shoes.total=10"], 0);
    assert_eq!((state.table.shoes.first(4), state.table.box_shoes), (&[2; 4][..], 2));
}

#[test]
fn eo_3_ten_jewels_each_are_a_thousand_dollars() {
    for seats in 2..=8 {
        let (game, state) = dealt(seats, &[], 0);
        for seat in Seat::all(seats) {
            assert_eq!(game.dollars(state.table.jewels[seat]), 1000);
        }
        assert_eq!(game.dollars(state.table.vault), 17_000 - 1000 * seats as u32);
    }
}

#[test]
fn eo_4_each_seat_starts_equally_often() {
    let mut starts = [0_u32; 4];
    for play in 0..4000 {
        starts[dealt(4, &[], play).1.table.first.index()] += 1;
    }
    // Standard deviation 27: five of them.
    assert!(starts.iter().all(|n| n.abs_diff(1000) < 137), "{starts:?}");
    let (_, state) = dealt(4, &["setup.first_player=2"], 0);
    assert_eq!((state.table.first, state.table.active), (Seat::new(2), Seat::new(2)));
}

#[test]
fn eo_32_all_jewels_are_in_the_vault_or_with_players() {
    let (_, state) = dealt(5, &["vault.jewels_total=60", "setup.jewels=12"], 0);
    assert_eq!(state.table.vault, 0);
    assert_eq!(state.table.jewels.first(5), [12; 5]);
}

#[test]
fn eo_33_eight_shoes_one_die_two_decks() {
    let game = game(4, &[]);
    assert_eq!(game.params.shoes_total, 8);
    assert_eq!(game.params.faces, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn eo_36_ninety_even_and_seventy_two_odd_cards() {
    let game = game(4, &[]);
    let copies = game.params.copies;
    assert_eq!((cards::total(&copies, Deck::Even), cards::total(&copies, Deck::Odd)), (90, 72));
    let listed: u64 = game.cards().iter().map(|c| c.copies).sum();
    assert_eq!(listed, 162);
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
}

#[test]
fn eo_37_seven_even_types_and_three_odd_types() {
    let game = game(4, &[]);
    let copies = |set: Kinds| -> u32 { set.iter().map(|c| u32::from(game.params.copies[c.index()])).sum() };
    let even =
        [Kinds::GET_PAID, Kinds::QUICKIE, Kinds::DECLINED, Kinds::DISCOUNT, Kinds::BONUS, Kinds::SECOND];
    assert_eq!(even.map(copies), [20, 12, 14, 14, 14, 8]);
    assert_eq!(copies(Kinds::one(Card::NOTHING)), 8);
    assert_eq!([Kinds::BURN, Kinds::PLD, Kinds::SPECIAL].map(copies), [28, 14, 6]);
    assert_eq!(copies(Kinds::one(Card::CORNER)), 24);
    let all = even.iter().fold(Kinds::BURN.or(Kinds::PLD).or(Kinds::SPECIAL), |a, b| a.or(*b));
    assert_eq!(all.iter().count() + 2, KINDS);
}

#[test]
fn eo_6_the_parity_of_the_roll_picks_the_deck() {
    let mut seen = [0; 7];
    for attempt in 0..300 {
        let mut t = table("A 1000 1; B 1000 1", &[]);
        t.rng = Streams::new(attempt, 1).chance();
        t.play("A", "Roll");
        let Some(Event::Roll { dice, .. }) = t.log.first().copied() else { panic!("{:?}", t.log) };
        let Some(Event::Draw { from, card, .. }) = t.log.get(1).copied() else { panic!("{:?}", t.log) };
        assert_eq!(from == Deck::Even, dice % 2 == 0);
        assert_eq!(card.deck(), from);
        seen[dice as usize] += 1;
    }
    // Each face comes 50 times, standard deviation 6.5.
    assert!(seen[1..].iter().all(|n| (20..80).contains(n)), "{seen:?}");
    let t = table("A 1000 1; B 1000 1", &["die.faces=[7]"]);
    let mut log: Vec<Event> = Vec::new();
    let mut state = t.state.clone();
    t.game.apply(&mut state, Action::Roll, &mut Rng::from_words([1, 1, 1]), &mut log);
    assert!(matches!(log[0], Event::Roll { dice: 7, .. }));
    assert!(matches!(log[1], Event::Draw { from: Deck::Odd, .. }));
}

#[test]
fn an_empty_stock_is_rebuilt_from_its_discard_pile() {
    let mut t = table("A 1000 1; B 1000 1", &["die.faces=[2]"]);
    // All Even cards but one lie on the discard pile.
    let mut left = 1;
    for kind in Deck::Even.kinds() {
        let keep = t.state.stock[kind].min(left);
        left -= keep;
        t.state.table.discard[kind] = t.state.stock[kind] - keep;
        t.state.stock[kind] = keep;
    }
    t.state.table.stock[0] = 1;
    t.play("A", "Roll");
    t.end();
    t.play("B", "Roll");
    assert!(t.log.iter().any(|e| matches!(e, Event::Shuffle { deck: Deck::Even, cards: 89 })));
    assert_eq!(t.state.table.stock[0], 88);
    assert_eq!(t.state.table.backs[0].first(2), [1, 1]);
}

#[test]
fn with_both_piles_empty_nothing_is_drawn_and_no_quickie_played() {
    let settings = ["die.faces=[2]", "setup.hand_size=0"];
    let mut t = table("A 1000 1 quickie_200; B 1000 1", &settings);
    // The other Even cards are all in B's hand, as far as this test goes.
    for kind in Deck::Even.kinds() {
        let n = t.state.stock[kind].min(60);
        t.game.params.copies[kind] -= n;
        t.state.stock[kind] = 0;
        t.state.table.rebuilt[kind] = t.game.params.copies[kind];
    }
    t.state.table.stock[0] = 0;
    t.play("A", "Roll");
    assert!(t.log.contains(&Event::NoCard { seat: seat("A"), from: Deck::Even }));
    t.asks("A", &["SellShoe", "EndTurn"]);
}

#[test]
fn eo_34_backs_are_public_and_faces_are_not() {
    let a = table("A 1000 1; B 1000 1 quickie_200 pld_vault_200 nothing; C 1000 1", &[]);
    let b = table("A 1000 1; B 1000 1 get_paid_500 pld_special_void quickie_300; C 1000 1", &[]);
    for player in ["A", "C"] {
        let view = a.game.view(&a.state, seat(player));
        assert_eq!(view, b.game.view(&b.state, seat(player)));
        assert_eq!((view.table.backs[0][seat("B")], view.table.backs[1][seat("B")]), (2, 1));
    }
    assert_ne!(a.game.view(&a.state, seat("B")), b.game.view(&b.state, seat("B")));
}

#[test]
fn standings_are_dollars_of_money_and_shoes() {
    // Two shoes at 500 each; clothing is no part of the net worth (section 10).
    let t = table("A 700 2; B 300 0; C out", &["clothing.enabled=true"]);
    assert_eq!(t.game.progress(&t.state).first(4), [1700, 300, 0, 0]);
    let t = table("A 700 2; B 300 0; C out", &["shoe.price=900"]);
    assert_eq!(t.game.progress(&t.state).first(3), [2500, 300, 0]);
}

/// A log that only counts.
#[derive(Default)]
struct Counter(usize);

impl EventSink<Event> for Counter {
    fn emit(&mut self, event: Event) {
        self.0 += usize::from(event.card().is_some());
    }
}

#[test]
fn the_deal_announces_every_card() {
    let game = game(6, &[]);
    let mut counter = Counter::default();
    game.deal(&mut game.new_state(), &mut Streams::new(1, 1).chance(), &mut counter);
    assert_eq!(counter.0, 30);
}

#[test]
fn actions_and_states_stay_small() {
    assert!(size_of::<Action>() <= 2);
    assert!(size_of::<Event>() <= 24, "{}", size_of::<Event>());
    assert!(size_of::<State>() <= 1800, "{}", size_of::<State>());
}
