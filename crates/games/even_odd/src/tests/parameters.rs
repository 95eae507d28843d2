//! The parameters of the spec's section 3: their defaults and ranges, rule files of them, and what
//! each kind of card does with other numbers.

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
