//! Rule sets that are refused, with the spec's messages, and those that are only odd.

use super::*;

/// Returns all messages, in order.
fn faults(seats: usize, settings: &[&str]) -> Vec<String> {
    let error = read(seats, settings).expect_err("the settings are refused");
    error.faults.into_iter().map(|f| f.message).collect()
}

#[test]
fn players_outside_two_to_eight() {
    assert_eq!(faults(1, &[]), ["players.count must be 2 to 8"]);
    assert_eq!(faults(9, &[]), ["players.count must be 2 to 8"]);
    // The number of seats is checked too where no setting tells it.
    let error = EvenOdd::new(1, &RuleSet::defaults(SCHEMA.get())).expect_err("one seat is no table");
    assert_eq!(error.faults[0].message, "players.count must be 2 to 8");
}

#[test]
fn too_few_shoes_jewels_or_cards() {
    assert_eq!(faults(5, &["setup.shoes=2"]), ["not enough shoes for 5 players"]);
    assert_eq!(faults(3, &["setup.jewels=60"]), ["the Vault cannot pay the starting jewels"]);
    let mut none: Vec<String> = Deck::Even.kinds().map(|k| format!("deck.even.{}=0", NAMES[k])).collect();
    none[19] = "deck.even.nothing=20".to_owned();
    let none: Vec<&str> = none.iter().map(String::as_str).collect();
    assert_eq!(faults(4, &none), ["even deck too small: has 20, needs 21"]);
    assert!(read(3, &none).is_ok());
    let none: Vec<String> = Deck::Odd.kinds().map(|k| format!("deck.odd.{}=0", NAMES[k])).collect();
    let none: Vec<&str> = none.iter().map(String::as_str).collect();
    assert_eq!(faults(4, &none), ["odd deck is empty"]);
}

#[test]
fn amounts_are_multiples_of_a_jewel() {
    assert_eq!(faults(4, &["corner.price=550"]), ["corner.price must be a multiple of 100"]);
    assert_eq!(faults(4, &["shoe.price=-100"]), ["shoe.price must be a multiple of 100"]);
    assert_eq!(faults(4, &["card.burn_200.amount=1"]), ["card.burn_200.amount must be a multiple of 100"]);
    assert!(read(4, &["stake.amount=7"]).is_ok());
}

#[test]
fn a_win_needs_more_shoes_than_the_start() {
    let message = ["win.shoes must be 0 or more than setup.shoes"];
    assert_eq!(faults(4, &["win.shoes=1"]), message);
    assert_eq!(faults(4, &["setup.shoes=2", "win.shoes=2"]), message);
    assert!(read(4, &["setup.shoes=2", "win.shoes=3"]).is_ok());
    assert!(read(4, &["setup.shoes=2", "win.shoes=0"]).is_ok());
}

#[test]
fn some_card_must_take_money() {
    let message = ["no card can take money from a player; the game could not end"];
    // Only even faces: then Quickies are all there is.
    assert_eq!(faults(4, &["die.faces=[2]", "quickie.max_per_turn=0"]), message);
    assert!(read(4, &["die.faces=[2]"]).is_ok());
    assert!(read(4, &["die.faces=[2, 3]", "quickie.max_per_turn=0"]).is_ok());
    let free: Vec<String> = ["quickie_200", "quickie_300", "quickie_400"]
        .iter()
        .map(|name| format!("card.{name}.amount=0"))
        .collect();
    let mut free: Vec<&str> = free.iter().map(String::as_str).collect();
    free.push("die.faces=[2]");
    assert_eq!(faults(4, &free), message);
}

#[test]
fn the_die_needs_faces() {
    assert_eq!(faults(4, &["die.faces=[]"]), ["die.faces is empty"]);
    // Without Quickies nothing could take money either: all faults are reported.
    assert_eq!(
        faults(4, &["die.faces=[]", "quickie.max_per_turn=0"]),
        ["no card can take money from a player; the game could not end", "die.faces is empty"]
    );
}

#[test]
fn unknown_keys() {
    assert!(faults(4, &["deck.even.joker=1"])[0].starts_with("unknown key deck.even.joker"));
    assert!(faults(4, &["card.nothing.amount=100"])[0].starts_with("unknown key card.nothing.amount"));
    assert!(faults(4, &["colour=1"])[0].starts_with("unknown key colour"));
}

#[test]
fn the_first_player_must_exist() {
    assert_eq!(faults(4, &["setup.first_player=4"]), ["first player 4 does not exist"]);
    assert_eq!(faults(8, &["setup.first_player=12"]), ["first player 12 does not exist"]);
    assert!(read(4, &["setup.first_player=3"]).is_ok());
    assert!(read(4, &["setup.first_player=random"]).is_ok());
}

#[test]
fn values_outside_their_range() {
    for (setting, message) in [
        ("setup.hand_size=9", "setup.hand_size must be in 0..8"),
        ("setup.jewels=0", "setup.jewels must be in 1..60"),
        ("setup.first_player=-1", "setup.first_player must be in random or 0..7"),
        ("money.jewel_value=50", "money.jewel_value must be in 100..100"),
        ("shoes.unpicked=bin", "shoes.unpicked must be in box, vault"),
        ("shoe.price=0", "shoe.price must be in 100..2000"),
        ("shoe.price=2100", "shoe.price must be in 100..2000"),
        ("die.faces=[0]", "die.faces must be in a list of 1 to 20 whole numbers from 1"),
        ("get_paid.max_per_turn=6", "get_paid.max_per_turn must be in 0..5"),
        ("service.counters=soft", "service.counters must be in strict, ranked"),
        ("second_service.allow_bonus=2", "second_service.allow_bonus must be in true, false"),
        (
            "auction.raise_steps=[1, 1]",
            "auction.raise_steps must be in a list of 1 to 3 different numbers from 1 to 10",
        ),
        (
            "auction.raise_steps=[]",
            "auction.raise_steps must be in a list of 1 to 3 different numbers from 1 to 10",
        ),
        (
            "pld.windows=[\"always\"]",
            "pld.windows must be in a list of different words of: turn_start, after_draw, turn_end",
        ),
        (
            "pld.windows=[\"turn_end\", \"turn_end\"]",
            "pld.windows must be in a list of different words of: turn_start, after_draw, turn_end",
        ),
        ("deck.odd.corner=61", "deck.odd.corner must be in 0..60"),
        ("card.quickie_200.amount=2100", "card.quickie_200.amount must be in 0..2000"),
        ("limits.max_turns=0", "limits.max_turns must be in 1..1000000"),
    ] {
        assert_eq!(faults(4, &[setting]), [message]);
    }
}

#[test]
fn all_faults_are_reported_in_order() {
    let settings = ["setup.shoes=2", "setup.jewels=60", "win.shoes=2", "setup.first_player=5"];
    assert_eq!(
        faults(5, &settings),
        [
            "not enough shoes for 5 players",
            "the Vault cannot pay the starting jewels",
            "win.shoes must be 0 or more than setup.shoes",
            "first player 5 does not exist",
        ]
    );
    let settings = ["corner.price=1", "setup.hand_size=9"];
    assert_eq!(faults(4, &settings).len(), 2);
}

#[test]
fn odd_rule_sets_are_warned_of() {
    let warnings = |seats, settings: &[&str]| game(seats, settings).warnings();
    assert_eq!(warnings(4, &["deck.odd.corner=25"]), ["odd deck has 73 cards, printed 72"]);
    assert_eq!(warnings(4, &["deck.even.nothing=0"]), ["even deck has 82 cards, printed 90"]);
    assert_eq!(warnings(2, &[]), ["win.shoes is 3, but only 2 shoes can be in play"]);
    assert_eq!(warnings(2, &["shoes.unpicked=vault", "auction.unsold=reoffer"]), [""; 0]);
    assert_eq!(
        warnings(4, &["auction.opening=400"]),
        ["auction.opening is 400, less than shoe.price, which is 500"]
    );
}
