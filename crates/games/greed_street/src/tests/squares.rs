//! Set-up, moves, squares and the end (GS-1 to GS-16, GS-29 to GS-37, GS-59 to GS-64).

use ludometer_model::{CardMove, Event as GameEvent, Game, Rng, Seat};

use super::super::board::{Act, Square};
use super::super::cards::Kind;
use super::super::event::{Event, Party, RollFor};
use super::scene::{drawn, game, scene, scene_of};

#[test]
fn gs_5_the_deck_is_shuffled() {
    let game = game(2, &[]);
    let first_draws: std::collections::BTreeSet<String> = (0..60)
        .map(|seed| {
            let (mut state, mut rng) = (game.new_state(), Rng::from_words([seed, 0, 0]));
            game.deal(&mut state, &mut rng, &mut ludometer_model::Silent);
            let mut events: Vec<Event> = Vec::new();
            let mut run = super::super::rules::Engine {
                params: game.params(),
                state: &mut state,
                rng: &mut rng,
                log: &mut events,
            };
            run.draw(Seat::new(0), super::super::event::DrawFor::Square);
            drawn(&events)[0].to_owned()
        })
        .collect();
    assert!(first_draws.len() > 8, "{first_draws:?}");
}

#[test]
fn gs_6_names_prices_and_owners_are_public() {
    let s = scene(&[], &["+donna", "+tina"]);
    let json = serde_json::to_value(s.view(0)).unwrap();
    assert_eq!(json["workers"]["donna"]["owner"], 0);
    assert_eq!(json["workers"]["tina"]["owner"], 1);
    assert_eq!(json["workers"]["delia"]["owner"], "open");
    assert_eq!(json["workers"].as_object().unwrap().len(), 28);
    let price = |id: &str| {
        let names = s.game.params().roster.names();
        s.game.params().prices[names.iter().position(|n| n == id).unwrap()]
    };
    assert_eq!((price("tina"), price("donna"), price("delia")), (50, 200, 600));
    assert_eq!(s.game.params().prices.iter().sum::<i64>(), 6190);
}

#[test]
fn gs_8_everybody_starts_with_the_same_money() {
    for (sets, money) in [(&[][..], 1000), (&["money.start=250"][..], 250)] {
        let game = game(5, sets);
        let mut state = game.new_state();
        game.deal(&mut state, &mut Rng::from_words([1, 1, 1]), &mut ludometer_model::Silent);
        assert_eq!(state.public.money.first(5), [money; 5]);
    }
}

#[test]
fn gs_9_the_highest_roll_starts_ties_roll_again() {
    let game = game(3, &["doubles.on_first_roll=false"]);
    let mut ties = 0;
    for seed in 0..500 {
        let mut state = game.new_state();
        let mut events: Vec<Event> = Vec::new();
        game.deal(&mut state, &mut Rng::from_words([seed, 3, 3]), &mut events);
        let rolls: Vec<(usize, u8)> = events
            .iter()
            .filter_map(|event| match event {
                Event::Roll { seat, dice, purpose: RollFor::First } => {
                    Some((seat.index(), dice[0] + dice[1]))
                }
                _ => None,
            })
            .collect();
        assert_eq!(rolls[..3].iter().map(|r| r.0).collect::<Vec<_>>(), [0, 1, 2]);
        // By hand: the tied highest roll again until one leads.
        let mut round: Vec<(usize, u8)> = rolls[..3].to_vec();
        let mut used = 3;
        let first = loop {
            let best = round.iter().map(|r| r.1).max().unwrap();
            let tied: Vec<usize> = round.iter().filter(|r| r.1 == best).map(|r| r.0).collect();
            if let [one] = tied[..] {
                break one;
            }
            ties += 1;
            round = rolls[used..used + tied.len()].to_vec();
            used += tied.len();
            assert_eq!(
                round.iter().map(|r| r.0).collect::<Vec<_>>(),
                tied,
                "only the tied ones, in seat order"
            );
        };
        assert_eq!(used, rolls.len());
        assert_eq!(state.public.active, Seat::new(first));
        // Then clockwise.
        assert_eq!(state.public.active.next(3).index(), (first + 1) % 3);
    }
    assert!(ties > 20, "{ties}");
}

#[test]
fn gs_11_gs_15_doubles_draw_a_card_in_every_kind_of_roll() {
    // Move, recruit, direction, retirement, fight of either side.
    let mut s = scene(&[], &["@2", ""]);
    s.roll_draw(2, "donuts");
    assert_eq!((s.at(0), s.hand(0)), (6, vec!["donuts"]));
    s.act("Done").roll_draw(1, "bling_1");
    assert_eq!(s.hand(0), ["bling_1", "donuts"]);
    let mut s = scene(&[], &["@3", ""]);
    s.roll(3, 4).roll_draw(5, "gift_1");
    assert_eq!((s.at(0), s.hand(0)), (20, vec!["gift_1"]));
    let mut s = scene(&[], &["@61", ""]);
    s.roll_draw(6, "gift_1");
    assert_eq!(s.hand(0), ["gift_1"]);
    let mut s = scene(&[], &["", "+tina"]);
    s.roll(2, 4)
        .acts(&["PayFull", "Fight", "Done"])
        .roll_draw(1, "weapon_1")
        .pass()
        .act("Done")
        .roll_draw(2, "donuts");
    assert_eq!((s.hand(0), s.hand(1)), (vec!["weapon_1"], vec!["donuts"]));
}

#[test]
fn gs_12_the_piece_moves_by_the_total_and_stops_at_finish() {
    let mut s = scene(&[], &["@55", "@3"]);
    s.roll(6, 5);
    assert_eq!((s.at(0), s.state.public.retired.bits()), (61, 1));
    s.roll(6, 4);
    assert_eq!(s.at(1), 13);
}

#[test]
fn gs_16_the_deck_has_four_types() {
    let deck = game(2, &[]).params().deck;
    let of =
        |names: &[&str]| -> u8 { names.iter().map(|n| deck[super::super::Kind::named(n).unwrap()]).sum() };
    assert_eq!(of(&["gift_1", "gift_2", "gift_3"]), 14);
    assert_eq!(of(&["weapon_1", "weapon_2", "weapon_3", "weapon_4"]), 16);
    assert_eq!(of(&["bling_1", "bling_2", "bling_3"]), 10);
    assert_eq!(of(&["donuts", "free_pass"]), 8);
    assert_eq!(deck.weigh(&game(2, &[]).params().values), 2940);
}

#[test]
fn gs_29_gs_37_the_board_has_three_kinds_of_squares() {
    let game = game(2, &[]);
    let squares = &game.params().squares;
    let workers = squares.iter().filter(|s| matches!(s, Square::Worker(_))).count();
    let scores = squares.iter().filter(|s| matches!(s, Square::Score)).count();
    let cops: Vec<usize> =
        (1..=60).filter(|&i| matches!(squares[i - 1], Square::Action { cop: true, .. })).collect();
    assert_eq!((squares.len(), workers, scores), (60, 28, 10));
    assert_eq!(cops, [13, 31, 39, 46, 52, 56]);
    let money = |act: &Act| match act {
        Act::Pay(n) => (*n, 0),
        Act::Gain(n) => (0, *n),
        _ => (0, 0),
    };
    let sums = squares.iter().fold((0, 0), |sum, square| match square {
        Square::Action { act, .. } => (sum.0 + money(act).0, sum.1 + money(act).1),
        _ => sum,
    });
    assert_eq!(sums, (1500, 600));
}

/// Returns a board of this square on every place but the last, which needs a Worker.
fn board(token: &str) -> String {
    format!("board.squares=[{}'worker:tina']", format!("'{token}', ").repeat(15))
}

#[test]
fn gs_35_every_action_token_does_what_it_says() {
    let cases: [(&str, &str, &str, [i64; 3]); 10] = [
        ("pay:300", "$200", "", [0, 1000, 1000]),
        ("gain:70", "", "", [1070, 1000, 1000]),
        ("collect_each:50", "", "$30", [1080, 950, 0]),
        ("pay_each:80", "$100", "", [0, 1080, 1020]),
        ("blank", "", "", [1000, 1000, 1000]),
        ("gain_per_worker:30", "+abby +tina", "", [1060, 1000, 1000]),
        ("pay_per_worker:30", "+abby +tina $50", "", [0, 1000, 1000]),
        ("lose_worker", "", "", [1000, 1000, 1000]),
        ("lose_score", "", "", [1000, 1000, 1000]),
        ("cop/gain:20", "", "", [1020, 1000, 1000]),
    ];
    for (token, mine, third, money) in cases {
        let workers = "['worker:abby', 'worker:tina', ";
        let board = format!("board.squares={workers}{}]", format!("'{token}', ").repeat(15));
        let mut s = scene(&[board.as_str()], &[mine, "", third]);
        s.roll(2, 4);
        if token.starts_with("cop/") {
            s.act("Comply");
        }
        assert_eq!([s.money(0), s.money(1), s.money(2)], money, "{token}");
        assert_eq!(s.active(), 1, "{token}");
    }
}

#[test]
fn gs_35_take_score_and_lose_score_and_skip_turn() {
    let mut s = scene(&[&board("take_score:3")], &["", ""]);
    s.roll(2, 4);
    assert_eq!(
        (s.hand(0).len(), s.events.iter().filter(|e| matches!(e, Event::Draw { .. })).count()),
        (3, 3)
    );
    let mut s = scene(&[&board("lose_score")], &["donuts gift_1 gift_1", ""]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["LoseScoreChoice(gift_1)", "LoseScoreChoice(donuts)"]);
    s.act("LoseScoreChoice(gift_1)");
    assert_eq!((s.hand(0), s.bottom()), (vec!["gift_1", "donuts"], vec!["gift_1"]));
    let gone: Vec<CardMove> = s.events.iter().filter_map(GameEvent::card).collect();
    let kind = Kind::named("gift_1").unwrap().index();
    assert_eq!(gone, [CardMove::Played { seat: Seat::new(0), kind }], "given up by choice");
    let mut s = scene(&[&board("skip_turn")], &["", ""]);
    s.roll(2, 4);
    assert_eq!(s.state.public.skip.bits(), 1);
    s.roll(2, 3);
    assert_eq!(
        (s.active(), s.state.public.skip.bits()),
        (0, 0),
        "both skipped a turn, the marks are cleared"
    );
    assert_eq!(s.state.public.turn, 5, "skipped turns count");
}

#[test]
fn gs_33_a_back_roll_stops_at_start() {
    let blanks = "'blank', ".repeat(9);
    let squares = format!("board.squares=[{blanks}'back', 'blank', 'worker:tina']");
    let mut s = scene(&[&squares], &["@4", ""]);
    s.roll(2, 4);
    assert_eq!((s.at(0), s.phase()), (10, "ActionEffect"));
    s.roll(6, 5);
    assert_eq!((s.at(0), s.active()), (0, 1), "nothing happens on Start");
}

#[test]
fn gs_21_donuts_only_against_cop_squares() {
    let mut s = scene(&[], &["@1 donuts", ""]);
    s.roll(2, 4);
    assert_eq!((s.money(0), s.active()), (900, 1), "square 7 is no cop square: nothing is asked");
    let mut s = scene(&[], &["@7 donuts", ""]);
    s.roll(2, 4);
    assert_eq!((s.at(0), s.legal()), (13, vec!["Comply".to_owned(), "PlayDonuts".to_owned()]));
}

#[test]
fn gs_59_a_retired_player_is_not_asked_to_move() {
    let mut s = scene(&[], &["@61", "@10"]);
    assert_eq!((s.phase(), s.legal()), ("RetireRoll", vec!["Roll".to_owned(), "Pass".to_owned()]));
    s.act("Pass");
    assert_eq!((s.at(0), s.active(), s.phase()), (61, 1, "MoveRoll"));
}

#[test]
fn the_turn_limit_ends_a_play_without_a_winner() {
    let mut s = scene(&["limits.max_turns=30"], &["@61 $2000", "@20", ""]);
    s.state.public.turn = 30;
    s.act("Pass");
    let outcome = s.game.outcome(&s.state);
    assert_eq!((s.phase(), outcome.unfinished, outcome.turns), ("Over", true, 30));
    assert_eq!((outcome.scores[Seat::new(0)], outcome.winners().count()), (2000, 0));
}

#[test]
fn an_empty_deck_gives_nothing() {
    let none: Vec<String> = super::super::cards::NAMES[1..].iter().map(|n| format!("deck.{n}=0")).collect();
    let mut sets: Vec<&str> = none.iter().map(String::as_str).collect();
    sets.push("deck.gift_1=1");
    let mut s = scene(&sets, &["gift_1", ""]);
    s.roll(1, 3);
    assert!(s.events.iter().any(|e| matches!(e, Event::NoCard { .. })));
    assert_eq!(s.hand(0), ["gift_1"]);
    // R7: a card used in a roll comes back only after that roll's draw.
    let mut s = scene(&sets, &["gift_1", ""]);
    s.roll(2, 4).acts(&["Place(gift_1)", "Done"]).roll(1, 1);
    assert!(s.events.iter().any(|e| matches!(e, Event::NoCard { .. })));
    assert_eq!(s.bottom(), ["gift_1"]);
    let s = s.act_if("Roll", |events| super::scene::dice(events) == Some([2, 2]));
    assert_eq!((s.hand(1), s.known(1)), (vec!["gift_1"], vec!["gift_1"]), "all know what lay on top");
}

#[test]
fn money_moves_between_bank_and_seats_as_the_events_say() {
    let mut s = scene_of(&[], &["", "@1 $60"], 1);
    s.roll(2, 4);
    let paid = s.events.iter().find_map(|event| match event {
        Event::Pay { from, to, amount, .. } => Some((*from, *to, *amount)),
        _ => None,
    });
    assert_eq!(paid, Some((Party::Seat(Seat::new(1)), Party::Bank, 60)));
    assert!(s.events.iter().any(|e| matches!(e, Event::Forgiven { amount: 40, .. })));
}
