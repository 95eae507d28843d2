//! The parameters of the spec's section 3: their defaults and ranges, rule files of them, what each kind of
//! card does with other numbers, rule sets that are refused, and those that are only odd.

use super::*;

/// Key, default, range and another value: the spec's first table.
const TABLE: &[(&str, &str, &str, &str)] = &[
    ("players.count", "4", "2..8", "5"),
    ("setup.hand_size", "5", "0..8", "3"),
    ("setup.jewels", "10", "1..60", "12"),
    ("setup.shoes", "1", "0..2", "0"),
    ("setup.first_player", "\"random\"", "random or 0..7", "3"),
    ("money.jewel_value", "100", "100..100", "100"),
    ("vault.jewels_total", "170", "20..2000", "150"),
    ("shoes.total", "8", "0..16", "9"),
    ("shoes.unpicked", "\"box\"", "box, vault", "\"vault\""),
    ("shoe.price", "500", "100..2000", "600"),
    ("die.faces", "[1, 2, 3, 4, 5, 6]", "a list of 1 to 20 whole numbers from 1", "[7, 8]"),
    ("hand.limit", "7", "0..20", "6"),
    ("get_paid.max_per_turn", "1", "0..5", "2"),
    ("quickie.max_per_turn", "1", "0..5", "2"),
    ("corner.price", "500", "100..2000", "600"),
    ("service.max_bonus", "1", "1..3", "2"),
    ("service.counters", "\"strict\"", "strict, ranked", "\"ranked\""),
    ("service.declined_by", "\"others\"", "others, anyone", "\"anyone\""),
    ("second_service.max", "1", "0..3", "2"),
    ("second_service.min_price", "100", "0..500", "200"),
    ("second_service.allow_bonus", "false", "true, false", "true"),
    ("auction.opening", "500", "100..5000", "600"),
    ("auction.increment", "100", "100..1000", "200"),
    ("auction.raise_steps", "[1]", "a list of 1 to 3 different numbers from 1 to 10", "[2, 3]"),
    ("auction.seller_may_bid", "false", "true, false", "true"),
    ("auction.unsold", "\"stay\"", "stay, reoffer", "\"reoffer\""),
    ("auction.funding", "\"jewels\"", "jewels, sales", "\"sales\""),
    ("burn.timing", "\"after_window\"", "after_window, at_once", "\"at_once\""),
    (
        "pld.windows",
        "[\"turn_start\", \"after_draw\"]",
        "a list of different words of: turn_start, after_draw, turn_end",
        "[\"turn_end\"]",
    ),
    ("pld.shield", "\"full_turn\"", "full_turn, current_turn", "\"current_turn\""),
    ("sales.window", "\"own_turn\"", "own_turn, every_turn", "\"every_turn\""),
    ("elimination.rule", "\"zero\"", "zero, insolvent, jewels", "\"insolvent\""),
    ("win.shoes", "3", "0..8", "4"),
    ("clothing.enabled", "false", "true, false", "true"),
    ("clothing.items", "4", "0..12", "5"),
    ("clothing.price", "500", "100..2000", "600"),
    ("stake.amount", "0", "0..1000000", "5"),
    ("limits.max_turns", "2000", "1..1000000", "1000"),
];

/// Kind, copies and printed amount: the spec's tables of both decks.
const CARDS: [(&str, u8, Option<u32>); KINDS] = [
    ("get_paid_100", 6, Some(100)),
    ("get_paid_200", 6, Some(200)),
    ("get_paid_300", 4, Some(300)),
    ("get_paid_400", 2, Some(400)),
    ("get_paid_500", 2, Some(500)),
    ("quickie_200", 5, Some(200)),
    ("quickie_300", 5, Some(300)),
    ("quickie_400", 2, Some(400)),
    ("service_declined", 14, None),
    ("discount_200", 5, Some(200)),
    ("discount_300", 4, Some(300)),
    ("discount_free", 3, None),
    ("discount_reverse", 2, Some(200)),
    ("service_bonus_100", 5, Some(100)),
    ("service_bonus_200", 5, Some(200)),
    ("service_bonus_300", 3, Some(300)),
    ("service_bonus_500", 1, Some(500)),
    ("second_service_less_200", 5, Some(200)),
    ("second_service_less_300", 3, Some(300)),
    ("nothing", 8, None),
    ("corner", 24, None),
    ("burn_100", 7, Some(100)),
    ("burn_200", 8, Some(200)),
    ("burn_300", 5, Some(300)),
    ("burn_500", 2, Some(500)),
    ("burn_left", 2, Some(200)),
    ("burn_each", 2, Some(100)),
    ("burn_300_clothing", 2, Some(300)),
    ("pld_vault_200", 4, Some(200)),
    ("pld_vault_300", 3, Some(300)),
    ("pld_vault_500", 1, Some(500)),
    ("pld_player_200", 4, Some(200)),
    ("pld_player_300", 2, Some(300)),
    ("pld_special_enforce", 3, None),
    ("pld_special_void", 3, None),
];

/// Returns the key of a kind's copies.
fn copies_key(name: &str) -> String {
    let deck = if card(name).deck() == Deck::Even { "even" } else { "odd" };
    format!("deck.{deck}.{name}")
}

/// Returns all keys with their defaults, ranges and other values.
fn spec() -> Vec<[String; 4]> {
    let mut rows: Vec<[String; 4]> = TABLE.iter().map(|r| [r.0, r.1, r.2, r.3].map(str::to_owned)).collect();
    for (name, copies, _) in CARDS {
        rows.push([copies_key(name), copies.to_string(), "0..60".to_owned(), (copies + 1).to_string()]);
    }
    let mut amount = |key: String, amount: u32| {
        rows.push([key, amount.to_string(), "0..2000".to_owned(), (amount + 100).to_string()]);
    };
    for (name, _, printed) in CARDS {
        if let Some(printed) = printed {
            amount(format!("card.{name}.amount"), printed);
        }
        if name == "burn_300_clothing" {
            amount(format!("card.{name}.clothing"), 700);
        }
    }
    rows
}

#[test]
fn every_default_and_range_is_that_of_the_spec() {
    let schema = SCHEMA.get();
    assert_eq!((schema.usual_seats, schema.seats_key.as_deref()), (4, Some("players.count")));
    let spec = spec();
    assert_eq!((schema.params.len(), spec.len()), (103, 103));
    for (param, [key, default, range, _]) in schema.params.iter().zip(&spec) {
        let default = Value::from_text(default).unwrap();
        assert_eq!((&param.key, param.default(), &param.range_text()), (key, Some(&default), range));
    }
}

#[test]
fn a_written_rule_set_is_read_back() {
    let defaults = || RuleSet::defaults(SCHEMA.get());
    let spec = spec();
    let mut changed = defaults();
    for [key, _, _, other] in &spec {
        changed.set_text(&format!("{key}={other}")).unwrap();
    }
    // Each key on its own line in the place of the other value, and back.
    for (from, onto, column) in [(&changed, defaults(), 3), (&defaults(), changed.clone(), 1)] {
        let mut read = onto;
        read.read_toml(&from.to_toml(), "written.toml").unwrap();
        for row in &spec {
            let wanted = Value::from_text(&row[column]).unwrap();
            assert_eq!(read.get(&row[0]), Some(&wanted), "{}", row[0]);
        }
        assert_eq!(read.hash(), from.hash());
    }
    assert_ne!(changed.hash(), defaults().hash());
}

#[test]
fn eo_56_cards_do_what_is_printed_on_them() {
    // Each kind prints 700 and is played once by A or B, or drawn; a Corner costs 1,000.
    for (name, ..) in CARDS.iter().filter(|kind| kind.2.is_some()) {
        let kind = card(name);
        let (holder, drawn, actions, money) = match *name {
            _ if kind.is(Kinds::GET_PAID) => ("A", "nothing", "PlayGetPaid(@)", [2700, 2000, 2000]),
            _ if kind.is(Kinds::QUICKIE) => ("A", "nothing", "PlayQuickie(@) Client(1)", [2700, 1300, 2000]),
            // 1,000 less 700; or 700 from the Provider in place of the price.
            "discount_200" | "discount_300" => {
                ("B", "corner", "Client(1) PlayDiscount(@)", [2300, 1700, 2000])
            }
            "discount_reverse" => ("B", "corner", "Client(1) PlayDiscount(@)", [1300, 2700, 2000]),
            _ if kind.is(Kinds::BONUS) => ("A", "corner", "Client(1) PlayBonus(@)", [3700, 300, 2000]),
            // The second leg is 1,000 less 700.
            _ if kind.is(Kinds::SECOND) => {
                ("A", "corner", "Client(1) PlaySecond(@) Client(2)", [3300, 1000, 1700])
            }
            "burn_left" => ("", *name, "", [1300, 2700, 2000]),
            "burn_each" => ("", *name, "", [600, 2700, 2700]),
            _ if kind.is(Kinds::BURN) => ("", *name, "", [1300, 2000, 2000]),
            _ if kind.is(Kinds::PLD_TO_PLAYER) => {
                ("A", "nothing", "PlayPld(@) Target(1)", [2700, 1300, 2000])
            }
            _ => ("A", "nothing", "PlayPld(@) Target(1)", [2000, 1300, 2000]),
        };
        let hand = |player| if player == holder { name } else { "" };
        let players = format!("A 2000 1 {}; B 2000 1 {}; C 2000 1", hand("A"), hand("B"));
        let mut t = table(&players, &["corner.price=1000", &format!("card.{name}.amount=700")]);
        t.draw(drawn);
        for action in actions.replace('@', name).split_whitespace() {
            t.play(t.mover(), action);
        }
        assert_eq!((t.money(), t.vault()), (money.to_vec(), 17_000 - money.iter().sum::<u32>()), "{name}");
    }
}

#[test]
fn a_deck_consists_of_the_copies_that_are_set() {
    for (name, ..) in CARDS {
        // 30 copies of one kind make up its deck. Four hands are dealt, then an Odd card is drawn.
        let deck = card(name).deck();
        let mut settings: Vec<String> = deck.kinds().map(|k| format!("{}=0", copies_key(NAMES[k]))).collect();
        settings.extend([format!("{}=30", copies_key(name)), "die.faces=[1]".to_owned()]);
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        let game = game(4, &settings);
        let (mut state, mut rng) = (game.new_state(), Streams::new(3, 0).chance());
        let mut log: Vec<Event> = Vec::new();
        game.deal(&mut state, &mut rng, &mut log);
        game.apply(&mut state, Action::Roll, &mut rng, &mut log);
        assert!(log.contains(&Event::Shuffle { deck, cards: 30 }), "{name}");
        let drawn = log.iter().filter_map(|e| match *e {
            Event::Deal { card, .. } | Event::Draw { card, .. } => (card.deck() == deck).then(|| card.name()),
            _ => None,
        });
        let cards = if deck == Deck::Even { 20 } else { 1 };
        assert_eq!(drawn.collect::<Vec<_>>(), vec![name; cards]);
    }
}

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
