//! Set-up, moves, squares and the end, recruiting and the card types, payments, claims and bribes, fights
//! (GS-1 to GS-19, GS-29 to GS-75).

use super::{drawn, game, scene, scene_of};
use crate::board::{Act, Square};
use crate::cards::Kind;
use crate::event::{Event, Party, RollFor};
use ludometer_model::{CardMove, Event as GameEvent, Game, Rng, Seat};

#[test]
fn gs_5_the_deck_is_shuffled() {
    let game = game(2, &[]);
    let first_draws: std::collections::BTreeSet<String> = (0..60)
        .map(|seed| {
            let (mut state, mut rng) = (game.new_state(), Rng::from_words([seed, 0, 0]));
            game.deal(&mut state, &mut rng, &mut ludometer_model::Silent);
            let mut events: Vec<Event> = Vec::new();
            let mut run = crate::rules::Engine {
                params: game.params(),
                state: &mut state,
                rng: &mut rng,
                log: &mut events,
            };
            run.draw(Seat::new(0), crate::event::DrawFor::Square);
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
    let of = |names: &[&str]| -> u8 { names.iter().map(|n| deck[crate::Kind::named(n).unwrap()]).sum() };
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
    let none: Vec<String> = crate::cards::NAMES[1..].iter().map(|n| format!("deck.{n}=0")).collect();
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
    let s = s.act_if("Roll", |events| super::dice(events) == Some([2, 2]));
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

#[test]
fn gs_13_gs_42_seven_or_better_wins_her() {
    for (dice, won) in [((3, 4), true), ((2, 4), false), ((6, 5), true)] {
        let mut s = scene(&[], &["", ""]);
        s.roll(2, 4).act("Done").roll(dice.0, dice.1);
        assert_eq!(!s.is_open("tina"), won, "{dice:?}");
        assert_eq!(s.money(0), if won { 1050 } else { 1000 });
        assert_eq!(s.active(), 1);
    }
}

#[test]
fn gs_17_gs_18_each_type_has_its_place() {
    let hand = "gift_1 bling_1 weapon_1 donuts free_pass";
    let mut s = scene(&["trade.enabled=false"], &[hand, ""]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["Place(gift_1)", "Place(bling_1)", "Done"]);
    let mut s = scene(&["trade.enabled=false"], &[hand, "+tina gift_1 weapon_4 weapon_2"]);
    s.roll(2, 4).acts(&["PayFull", "Fight"]);
    assert_eq!(s.legal(), ["Place(weapon_1)", "Done"]);
    s.act("Done").roll(3, 4);
    assert_eq!(s.legal(), ["Place(weapon_2)", "Place(weapon_4)", "Done"]);
}

#[test]
fn gs_19_gs_24_wild_cards_only_at_their_squares() {
    let mut s = scene(&["trade.enabled=false"], &["donuts free_pass +tina", ""]);
    assert_eq!(s.legal(), ["Roll"]);
    s.roll(2, 4);
    assert_eq!(s.active(), 1, "one's own Worker asks for nothing (R13)");
    let mut s = scene(&["trade.enabled=false"], &["donuts free_pass", ""]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["Done"], "no free pass for an open Worker");
    let mut s = scene(&["trade.enabled=false"], &["donuts free_pass", "+tina"]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["PayFull", "PlayFreePass"]);
}

#[test]
fn gs_38_the_recruit_roll_is_compulsory() {
    let mut s = scene(&[], &["", ""]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["Done"]);
    s.act("Done");
    assert_eq!(s.legal(), ["Roll"]);
}

#[test]
fn gs_39_cards_are_placed_in_kind_order_and_add_up() {
    let mut s = scene(&["trade.enabled=false"], &["gift_1 gift_3 bling_2", ""]);
    s.roll(2, 4).act("Place(gift_3)");
    assert_eq!(s.legal(), ["Place(bling_2)", "Done"], "kinds never fall");
    s.acts(&["Place(bling_2)", "Done"]).roll(1, 1);
    assert!(s.events.iter().any(|e| matches!(e, super::Event::Recruit { total: 7, won: true, .. })));
}

#[test]
fn gs_40_a_gift_works_once_win_or_lose() {
    for dice in [(5, 6), (1, 2)] {
        let mut s = scene(&[], &["gift_1", ""]);
        s.roll(2, 4).acts(&["Place(gift_1)", "Done"]).roll(dice.0, dice.1);
        assert_eq!((s.hand(0).len(), s.bottom()), (0, vec!["gift_1"]));
    }
}

#[test]
fn gs_43_her_price_comes_from_the_bank() {
    let mut s = scene(&[], &["@51", ""]);
    let before = s.state.public.bank;
    s.roll(3, 4).act("Done").roll(3, 4);
    assert_eq!((s.money(0), s.state.public.bank - before), (1600, -600));
}

#[test]
fn gs_44_gs_47_the_face_is_seen_by_owners_and_payers() {
    let mut s = scene(&[], &["", ""]);
    assert_eq!(s.seen("tina"), Vec::<usize>::new());
    s.roll(2, 4).act("Done").roll(3, 4);
    assert_eq!(s.seen("tina"), [0]);
    s.roll(2, 4).act("PayFull");
    assert_eq!(s.seen("tina"), [0, 1]);
}

#[test]
fn gs_45_below_seven_the_turn_is_over() {
    let mut s = scene_of(&[], &["", ""], 1);
    s.roll(2, 4).act("Done").roll(1, 5);
    assert_eq!((s.active(), s.phase()), (0, "MoveRoll"));
    assert!(s.is_open("tina"));
}

#[test]
fn gs_46_gs_67_a_noticed_claim_is_paid_in_full() {
    let mut s = scene(&[], &["", "+tina"]);
    for _ in 0..50 {
        let start = s.state.clone();
        s.roll(2, 4);
        assert_eq!((s.phase(), s.legal()), ("PayChoice", vec!["PayFull".to_owned()]), "always noticed");
        s.state = start.clone();
    }
    s.roll(2, 4).act("PayFull");
    assert_eq!((s.money(0), s.money(1)), (950, 1050));
}

#[test]
fn gs_48_gs_71_a_fight_only_after_the_payment_and_only_if_wanted() {
    let mut s = scene(&[], &["", "+tina"]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["PayFull"], "no fight instead of paying");
    s.act("PayFull");
    assert_eq!(s.legal(), ["EndTurn", "Fight"]);
    s.act("EndTurn");
    assert_eq!(s.active(), 1);
}

#[test]
fn gs_65_gs_66_a_missed_claim_is_gone_with_the_next_roll() {
    let mut s = scene(&["attention.notice_prob=0"], &["", "+tina", ""]);
    s.roll(2, 4);
    assert_eq!(s.phase(), "SilenceChoice");
    s.act("StaySilent");
    assert_eq!(
        (s.active(), s.money(0), s.money(1)),
        (1, 1000, 1000),
        "no bribe when nothing can be claimed late"
    );
    assert!(s.events.iter().any(|e| matches!(e, super::Event::Missed { price: 50, .. })));
}

#[test]
fn gs_66_a_late_claim_is_paid() {
    let sets = ["attention.notice_prob=0", "attention.late_prob=1", "bribe.enabled=false"];
    let mut s = scene(&sets, &["", "+tina", ""]);
    s.roll(2, 4).act("StaySilent");
    assert_eq!(s.legal(), ["PayFull"]);
    s.acts(&["PayFull", "Fight"]);
    assert_eq!(s.phase(), "WeaponCards");
}

#[test]
fn gs_68_nobody_to_bribe_but_the_owner() {
    // The next roller is the owner, or everybody between skips.
    let sets = ["attention.notice_prob=0", "attention.late_prob=0.5"];
    let mut s = scene(&sets, &["", "+tina", ""]);
    s.roll(2, 4).act("StaySilent");
    assert_ne!(s.phase(), "BribeChoice");
    let mut s = scene(&sets, &["", "skip", "+tina"]);
    s.roll(2, 4).act("StaySilent");
    assert_ne!(s.phase(), "BribeChoice");
    let mut s = scene(&sets, &["", "skip", "", "+tina"]);
    s.roll(2, 4).act("StaySilent");
    assert_eq!(s.legal(), ["Bribe", "NoBribe"]);
    s.act("Bribe");
    assert_eq!(s.mover(), 2, "the first seat that doesn't skip");
    s.act("Refuse");
    assert_eq!((s.money(0) + s.money(3), s.money(2)), (2000, 1000));
    let mut s = scene(&sets, &["$10", "", "+tina"]);
    s.roll(2, 4).act("StaySilent");
    assert_ne!(s.phase(), "BribeChoice", "no money for a bribe");
}

#[test]
fn gs_68_an_accepted_bribe_lowers_the_chance_of_a_late_claim() {
    for (factor, claimed) in [("0", false), ("1", true)] {
        let factor = format!("bribe.late_factor={factor}");
        let sets = ["attention.notice_prob=0", "attention.late_prob=1", &factor];
        let mut s = scene(&sets, &["", "", "+tina"]);
        s.roll(2, 4).acts(&["StaySilent", "Bribe", "Accept"]);
        assert_eq!(s.phase() == "PayChoice", claimed, "{factor}");
        assert_eq!((s.money(0), s.money(1)), (980, 1020));
    }
}

#[test]
fn attention_is_the_owners() {
    let sets = ["attention.notice_prob=[0, 1, 0]"];
    let mut s = scene(&sets, &["", "+tina", "+donna"]);
    s.roll(2, 4);
    assert_eq!(s.phase(), "PayChoice");
    let mut s = scene(&sets, &["", "+donna", "+tina"]);
    s.roll(2, 4);
    assert_eq!(s.phase(), "SilenceChoice");
}

#[test]
fn gs_73_no_fight_after_a_part_payment() {
    let mut s = scene_of(&[], &["+tina", "$30 +donna"], 1);
    s.roll(2, 4).act("PayAllAndStiff");
    assert_eq!((s.active(), s.money(1), s.money(0)), (0, 0, 1030));
}

#[test]
fn gs_74_gs_75_without_money_nothing_is_owed_and_nothing_sold() {
    let mut s = scene_of(&["trade.enabled=false"], &["+tina", "$0 +donna gift_1"], 1);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["PayAllAndStiff"]);
    s.act("PayAllAndStiff");
    assert_eq!((s.money(1), s.money(0), s.owned(1), s.hand(1)), (0, 1000, vec!["donna"], vec!["gift_1"]));
    assert!(s.events.iter().any(|e| matches!(e, super::Event::Forgiven { amount: 50, .. })));
}

#[test]
fn gs_50_gs_56_weapons_add_points_over_all_rounds() {
    let mut s = scene_of(&["trade.enabled=false"], &["+tina", "weapon_1 weapon_2 weapon_2"], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Place(weapon_2)"]);
    assert_eq!(s.legal(), ["Place(weapon_2)", "Done"], "kind order within the round");
    s.act("Done").roll(1, 2).act("Done").roll(1, 4);
    assert_eq!(s.compared(), Some((5, 5)));
    assert_eq!(s.legal(), ["Place(weapon_1)", "Place(weapon_2)", "Done"], "the order starts anew");
    s.acts(&["Place(weapon_1)", "Done"]).roll(1, 2).act("Done").roll(1, 4);
    assert_eq!(s.compared(), Some((6, 5)));
    assert_eq!(s.owned(1), ["tina"]);
    assert_eq!(s.bottom(), ["weapon_2", "weapon_1"], "R8: as placed");
}

#[test]
fn gs_51_weapons_of_both_go_under_the_deck() {
    let mut s = scene_of(&["trade.enabled=false"], &["+tina weapon_3", "weapon_4"], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Place(weapon_4)", "Done"]).roll(1, 2);
    s.acts(&["Place(weapon_3)", "Done"]).roll(4, 6);
    assert_eq!((s.compared(), s.bottom()), (Some((7, 13)), vec!["weapon_4", "weapon_3"]));
    assert_eq!((s.hand(0).len(), s.hand(1).len(), s.owned(0)), (0, 0, vec!["tina"]));
}

#[test]
fn gs_52_the_winner_takes_the_worker_paid_for_without_a_refund() {
    let mut s = scene_of(&[], &["+tina +delia", ""], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Done"]).roll(6, 5).act("Done").roll(1, 2);
    assert_eq!((s.owned(1), s.owned(0), s.money(1)), (vec!["tina"], vec!["delia"], 950));
}

#[test]
fn a_beaten_instigator_without_workers_loses_nothing() {
    let mut s = scene_of(&[], &["+tina", ""], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Done"]).roll(1, 2).act("Done").roll(6, 5);
    assert_eq!((s.owned(0), s.money(1), s.active()), (vec!["tina"], 950, 0));
}

#[test]
fn a_fight_ends_without_a_winner_after_the_last_round() {
    let mut s = scene_of(&["fight.max_rounds=1"], &["+tina weapon_1", "+donna"], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Done"]).roll(2, 4).acts(&["Place(weapon_1)", "Done"]).roll(2, 3);
    assert_eq!((s.compared(), s.owned(0), s.owned(1)), (Some((6, 6)), vec!["tina"], vec!["donna"]));
    assert_eq!((s.active(), s.bottom()), (0, vec!["weapon_1"]));
}

#[test]
fn weapons_turn_up_after_the_owners_roll() {
    let mut s = scene_of(&["trade.enabled=false"], &["+tina weapon_1", "weapon_4"], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Place(weapon_4)"]);
    assert_eq!((s.view(0).public.down, s.view(0).public.fight.up[0].len()), ([1, 0], 0));
    s.act("Done").roll(1, 2);
    assert_eq!((s.view(0).public.down, s.view(0).public.fight.up[0].len()), ([0, 0], 1));
}

#[test]
fn gs_49_gs_55_a_view_shows_the_dice_of_this_round_only() {
    let mut s = scene_of(&["trade.enabled=false"], &["+tina +delia", ""], 1);
    let dice = |s: &super::Scene| s.view(0).public.fight.dice;
    s.roll(2, 4).acts(&["PayFull", "Fight", "Done"]);
    assert_eq!(dice(&s), [0, 0]);
    s.roll(2, 4);
    assert_eq!(dice(&s), [6, 0]);
    // A tie: nobody has rolled in the next round.
    s.act("Done").roll(1, 5);
    assert_eq!((s.phase(), dice(&s)), ("WeaponCards", [0, 0]));
    s.act("Done").roll(1, 2);
    assert_eq!(dice(&s), [3, 0]);
}

#[test]
fn no_window_in_later_rounds() {
    let mut s = scene(&[], &["weapon_1", "+tina weapon_1"]);
    s.roll(2, 4).acts(&["PayFull", "Fight"]);
    assert_eq!((s.phase(), s.mover()), ("TradeKind", 0));
    s.act("Done").roll(2, 4);
    assert_eq!((s.phase(), s.mover()), ("TradeKind", 1));
    s.act("Done").roll(1, 5);
    assert_eq!((s.phase(), s.mover()), ("WeaponCards", 0));
}
