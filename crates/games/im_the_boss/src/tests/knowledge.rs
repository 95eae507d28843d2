//! Certain knowledge (section 4), fact by fact: the view shows it, determinized states respect it.

use std::collections::BTreeSet;

use super::{ALL_TOGGLES, Scene, cards, game, scene};
use crate::card::{Card, Cards, Colour};
use crate::rules::Engine;
use crate::{Class, Kind, talk};
use ludometer_bots::BotSpec;
use ludometer_model::{Game, Seat};
use ludometer_playable::Compiled;
use ludometer_run::{Hooks, Loaded, audit};

const HANDS: &str = "hand 0: plus_2:green plus_1:red; hand 1: plus_4:green reverse:green pota:red;
    hand 2: move_1:green minus_2:blue; hand 3: pota_wild plus_3:red";

#[test]
fn v10_ib_80_a_view_is_the_same_whatever_others_hold() {
    let one = scene(4, &[], HANDS);
    let other = scene(
        4,
        &[],
        "hand 0: plus_2:green plus_1:red; hand 1: minus_5:red reverse:blue move_3:red;
         hand 2: pota:green pota:blue; hand 3: plus_1:blue plus_1:green",
    );
    assert_eq!(one.view(0), other.view(0));
    assert_ne!(one.view(1), other.view(1));
    let json = serde_json::to_string(&one.view(0)).unwrap();
    assert!(json.contains("plus_1:red") && !json.contains("move_1:green"), "{json}");
}

#[test]
fn i1_unknown_cards_fill_hands_discards_and_stock() {
    let mut s = scene(4, &[], &format!("face_up: plus_1:green plus_1:green; {HANDS}"));
    s.act("lead:plus_2:green").quiet();
    let mut held = BTreeSet::new();
    for luck in 0..400 {
        let world = s.determinize(0, luck);
        assert_eq!(world.hands[Seat::new(0)], cards("plus_1:red"));
        assert_eq!(world.hands[Seat::new(1)].len(), 3);
        let gone = Card::parse("plus_1:green").unwrap();
        assert!(!world.hands[Seat::new(1)].has(gone) && !world.stock.contains(&gone), "both were seen to go");
        held.extend(world.hands[Seat::new(1)].iter().map(Card::number));
    }
    assert!(held.len() > 35, "any other card may be there: {} types", held.len());
}

#[test]
fn i1_own_drops_are_known_until_the_next_shuffle() {
    let mut s =
        scene(3, &[], "hand 0: pota:red pota:red; hand 1: pota:blue; hand 2: pota:green; phase: drop 0");
    s.act("drop:pota:red").act("drop:pota:red").act("drop:stop").act("drop:stop");
    let red = Card::parse("pota:red").unwrap();
    assert_eq!(s.view(0).dropped.count(red), 2);
    assert_eq!(s.view(1).dropped, Cards::default());
    for luck in 0..200 {
        let world = s.determinize(0, luck);
        assert_eq!(world.dropped[Seat::new(0)], s.view(0).dropped);
        let others: u8 = [1, 2].iter().map(|&i| world.hands[Seat::new(i)].count(red)).sum();
        assert!(others <= 5);
    }
    // Another seat determinizes any two cards there.
    let determinized: BTreeSet<_> = (0..100)
        .map(|luck| s.determinize(1, luck).dropped[Seat::new(0)].iter().map(Card::number).collect::<Vec<_>>())
        .collect();
    assert!(determinized.len() > 50);
}

#[test]
fn i2_x_cards_stay_in_their_halves() {
    let s = scene(4, &[], HANDS);
    for luck in 0..50 {
        let world = s.determinize(2, luck);
        assert_eq!(world.halves, s.state.halves, "with exact halves all follows from what was seen");
        assert!(world.hands.first(4).iter().all(|hand| !hand.has(Card::X)));
    }
}

#[test]
fn i2_the_cut_is_imagined_where_it_is_not_known() {
    let game = game(4, &["x.half_jitter=3"]);
    let mut rng = ludometer_model::Rng::from_words([5, 6, 7]);
    let mut state = game.new_state();
    game.deal(&mut state, &mut rng, &mut ludometer_model::Silent);
    let mut worlds = BTreeSet::new();
    let mut world = game.new_state();
    let view = game.view(&state, Seat::new(0));
    assert!(view.halves.is_none());
    for _ in 0..300 {
        game.determinize(&view, &mut rng, &mut world);
        worlds.insert(world.halves[0].cards);
    }
    assert_eq!(worlds.into_iter().collect::<Vec<_>>(), (32..=38).collect::<Vec<_>>());
    // Later on only cuts that agree with the places of the X cards seen are determinized.
    while state.public.x_shown == 0 || state.public.drawn < 40 {
        Engine { game: &game, state: &mut state, rng: &mut rng, log: &mut ludometer_model::Silent }
            .draw(Seat::new(0), crate::Reason::Bonus);
    }
    let view = game.view(&state, Seat::new(0));
    for _ in 0..100 {
        game.determinize(&view, &mut rng, &mut world);
        let [upper, lower] = world.halves;
        assert_eq!(upper.size() + lower.size(), state.public.stock);
        assert!(upper.x_cards <= 1 && lower.x_cards <= 1);
        // The lower half has 33 to 39 cards, and nothing of it was drawn before the upper one's end.
        assert!((33..=39).contains(&lower.size()) || upper.size() == 0, "{upper:?} {lower:?}");
        assert_eq!(game.view(&world, Seat::new(0)), view);
    }
}

#[test]
fn i3_who_names_a_colour_holds_no_valued_card_until_he_draws() {
    let mut s = scene(
        3,
        &[],
        "hand 0: pota:red pota:red pota:red pota:blue reverse:red; hand 1: plus_1:red; hand 2: plus_1:red",
    );
    s.act("name:red").quiet();
    assert!(s.view(1).public.no_valued[Seat::new(0)]);
    for luck in 0..200 {
        assert!(!s.determinize(1, luck).hands[Seat::new(0)].has_valued(3));
    }
    // The bonus card ends it.
    s.play("1 double_pass; 2 double_pass; 0 pass");
    assert!(!s.view(1).public.no_valued[Seat::new(0)]);
    assert!((0..200).any(|luck| s.determinize(1, luck).hands[Seat::new(0)].has_valued(3)));
}

fn offered(settings: &[&str]) -> Scene {
    let mut s = scene(
        4,
        settings,
        "colour: green; hand 0: plus_2; hand 1: plus_4 reverse pota:red pota:blue; hand 2: move_1; hand 3: plus_1",
    );
    s.play("0 lead:plus_2; 1 offer:raise:4");
    s
}

#[test]
fn i4_a_binding_offer_proves_the_card() {
    let s = offered(&[]);
    let four = Card::parse("plus_4:green").unwrap();
    for luck in 0..100 {
        assert!(s.determinize(2, luck).hands[Seat::new(1)].has(four));
        assert!(s.determinize(0, luck).hands[Seat::new(1)].has(four));
    }
    let free = offered(&["negotiation.mode=free"]);
    assert!((0..100).any(|luck| !free.determinize(2, luck).hands[Seat::new(1)].has(four)));
}

#[test]
fn i4_a_yes_proves_the_card() {
    let mut s = scene(4, &[], "colour: green; hand 0: plus_2; hand 1: reverse pota:red; hand 2: plus_1");
    s.play("0 lead:plus_2; 1 offer:none; 2 offer:none; 3 offer:none; 0 boss:ask:1; 0 ask:discard:reverse; 1 reply:yes");
    let reverse = Card::parse("reverse:green").unwrap();
    assert!((0..100).all(|luck| s.determinize(2, luck).hands[Seat::new(1)].has(reverse)));
}

#[test]
fn i4_a_proof_holds_until_a_fitting_card_is_gone_or_cards_were_put_away() {
    let mut s = offered(&[]);
    s.play("2 offer:none; 3 offer:none; 0 boss:end");
    let proofs = |s: &Scene| s.state.public.proofs[Seat::new(1)];
    let proved = proofs(&s);
    assert_ne!(proved, 0);
    s.play("1 play:reverse; 1 target:2; 2 pass; 3 pass; 0 pass");
    assert_eq!(proofs(&s), proved, "a Reverse doesn't fit");
    let mut played = s;
    played.play("1 play:plus_4");
    assert_eq!(proofs(&played), 0);
    // Kept cards are proved on, over the end of the round, unless the seat puts some away.
    let next = |away: &str| {
        let mut s = offered(&[]);
        s.play("2 offer:none; 3 offer:none; 0 boss:end");
        s.all_out();
        s.play(&format!("1 {away}"));
        while s.phase() == "DROP" {
            s.act("drop:stop");
        }
        proofs(&s)
    };
    assert_eq!(next("drop:stop"), proved);
    assert_eq!(next("drop:pota:red"), 0);
}

#[test]
fn i4_the_tightest_proofs_imply_the_others() {
    let green = Colour(1);
    let raise = |v| talk::of_offer(Kind::Raise(v), green, 0);
    assert_eq!(talk::tightest(raise(1) | raise(3) | raise(4)), raise(4));
    assert_eq!(talk::tightest(raise(2)), raise(2));
    let clear = |n| talk::of_offer(Kind::ClearNegative, green, n);
    assert_eq!(talk::tightest(clear(3) | clear(1)), clear(1));
    assert_eq!(clear(3), talk::of_offer(Kind::Discard(Class::Move), green, 0));
    let card = |name: &str| Card::parse(name).unwrap();
    assert_eq!(talk::without(raise(1) | raise(4), card("plus_3:green")), raise(4));
    assert_eq!(talk::without(raise(4), card("plus_4:blue")), raise(4));
    let pota = talk::of_offer(Kind::PotaBoss, green, 0);
    assert_eq!(talk::without(pota, Card::WILD), 0);
    assert_eq!(talk::of_offer(Kind::NoReverse, green, 0), 0);
}

#[test]
fn i4_one_wild_card_may_prove_two_colours() {
    // One card, proved to be a piece of the action in green and in red: it is wild.
    let mut s = scene(3, &[], "hand 0: plus_2:green; hand 1: pota_wild; hand 2: plus_1:red");
    for colour in [1, 2] {
        s.state.public.proofs[Seat::new(1)] |= talk::of_offer(Kind::PotaBoss, Colour(colour), 0);
    }
    for luck in 0..50 {
        assert!(s.determinize(0, luck).hands[Seat::new(1)].has(Card::WILD));
    }
}

#[test]
fn i6_passing_proves_nothing() {
    let mut s = scene(4, &[], HANDS);
    s.act("lead:plus_2:green").quiet();
    let before = s.view(3).public;
    s.play("1 pass");
    let after = s.view(3).public;
    assert_eq!((before.proofs, before.no_valued), (after.proofs, after.no_valued));
}

#[test]
fn i7_ib_80_money_tracked_or_hidden() {
    let text = "money: 50 120 75 0";
    let s = scene(4, &[], text);
    assert_eq!(s.view(0).public.money.first(4), [50, 120, 75, 0]);
    let s = scene(4, &["information.money=hidden"], text);
    // The mean of 120, 75 and 0 is 65.
    assert_eq!(s.view(0).public.money.first(4), [50, 65, 65, 65]);
    assert_eq!(s.view(3).public.money.first(4), [80, 80, 80, 0]);
    assert_eq!(s.determinize(0, 1).public.money.first(4), [50, 65, 65, 65]);
}

#[test]
fn i7_ib_80_a_mean_is_not_shown_as_a_seats_sum() {
    let text = "money: 50 120 75 0";
    let shown = |settings: &[&str], field: &str| {
        let json = serde_json::to_value(scene(4, settings, text).view(1)).unwrap();
        json.get(field).map(ToString::to_string)
    };
    assert_eq!(shown(&[], "money").as_deref(), Some("[50,120,75,0]"));
    assert_eq!(shown(&[], "others_money_mean"), None);
    let hidden = &["information.money=hidden"];
    assert_eq!(shown(hidden, "money").as_deref(), Some("[null,120,null,null]"));
    // The mean of 50, 75 and 0 is 41 and two thirds.
    assert_eq!(shown(hidden, "others_money_mean").as_deref(), Some("40"));
}

#[test]
fn bots_do_not_peek() {
    for settings in [&[][..], ALL_TOGGLES] {
        for (bot, positions) in
            [("random", 600), ("greedy", 600), ("greedy:honesty=0", 300), ("mcts:iterations=30", 150)]
        {
            let game = game(4, settings);
            let bots = vec![BotSpec::parse(bot, <crate::ImTheBoss>::definition()).unwrap(); 4];
            let game = Loaded::with(game, ludometer_model::RuleSet::defaults(crate::ImTheBoss::schema()));
            let found = audit(&game, &bots, positions, 3, Hooks::none()).unwrap();
            assert_eq!(found.positions, positions);
            assert!(found.different * 10 > found.positions * 9, "{found:?}");
        }
    }
}
