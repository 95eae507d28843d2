//! Trading (spec 6.1), and how `greedy` trades: what it offers, accepts and names in return (spec 13), and
//! what it takes cards for.

use std::sync::atomic::AtomicBool;

use super::{Scene, game, scene, scene_of};
use crate::cards::{Kind, Kinds, NAMES};
use crate::event::Event;
use crate::heuristic::Weights;
use crate::{Action, GreedStreet};
use ludometer_bots::BotSpec;
use ludometer_model::{Game, Rng, Silent};
use ludometer_playable::{Compiled, Playable, Scores};
use ludometer_run::{Seating, Table};
use ludometer_stats::{Observer, Step};

#[test]
fn gs_28_buying_tells_nothing_of_those_who_refuse() {
    let mut s = scene(&[], &["", "donuts", "gift_1"]);
    assert_eq!(s.legal(), ["NoTrade", "Buy"], "nothing to sell or swap");
    s.acts(&["Buy", "TradePartner(1)"]);
    assert_eq!(s.legal().len(), 12, "any kind of the deck");
    s.acts(&["TradeGet(gift_1)", "TradeCash(50)"]);
    assert_eq!((s.mover(), s.legal()), (1, vec!["Refuse".to_owned()]), "without the card only a refusal");
    s.act("Refuse");
    assert_eq!((s.known(1).len(), s.money(0), s.phase()), (0, 1000, "MoveRoll"));
}

#[test]
fn gs_28_a_purchase() {
    let mut s = scene(&[], &["", "donuts", "gift_1"]);
    s.acts(&["Buy", "TradePartner(1)", "TradeGet(donuts)", "TradeCash(50)", "Accept"]);
    assert_eq!((s.hand(0), s.hand(1).len(), s.known(0)), (vec!["donuts"], 0, vec!["donuts"]));
    assert_eq!((s.money(0), s.money(1)), (950, 1050));
}

#[test]
fn gs_28_a_swap_with_cash_from_the_partner() {
    let mut s = scene(&[], &["bling_3", "donuts $60"]);
    s.acts(&["Swap", "TradePartner(1)", "TradeGive(bling_3)"]);
    assert!(!s.legal().contains(&"TradeGet(bling_3)".to_owned()), "two kinds that differ");
    assert_eq!(s.known(0), ["bling_3"], "an offered card is known");
    s.act("TradeGet(donuts)");
    let cash = ["0", "20", "-20", "50", "-50", "100"].map(|c| format!("TradeCash({c})"));
    assert_eq!(s.legal(), cash, "the partner hasn't got 100");
    s.acts(&["TradeCash(-20)", "Counter(0)"]);
    assert_eq!(s.known(1), ["donuts"], "whoever names other cash has the card");
    s.act("Accept");
    assert_eq!(
        (s.hand(0), s.hand(1), s.known(0), s.known(1)),
        (vec!["donuts"], vec!["bling_3"], vec!["donuts"], vec!["bling_3"])
    );
    assert_eq!(s.money(0), 1000);
    let mut s = scene(&[], &["bling_3", "donuts $60"]);
    s.acts(&[
        "Swap",
        "TradePartner(1)",
        "TradeGive(bling_3)",
        "TradeGet(donuts)",
        "TradeCash(-20)",
        "Accept",
    ]);
    assert_eq!((s.money(0), s.money(1)), (1020, 40));
}

#[test]
fn gs_28_a_refused_counter_offer_changes_nothing() {
    let mut s = scene(&[], &["gift_1", ""]);
    s.acts(&["Sell", "TradePartner(1)", "TradeGive(gift_1)", "TradeCash(50)", "Counter(20)", "Refuse"]);
    assert_eq!((s.hand(0), s.money(0), s.known(0)), (vec!["gift_1"], 1000, vec!["gift_1"]));
}

#[test]
fn windows_ask_for_what_matters_there() {
    let phase_and_gets = |s: &mut super::Scene| {
        s.acts(&["Buy", "TradePartner(1)"]);
        s.legal()
    };
    let mut s = scene(&[], &["@7", "weapon_1"]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["NoTrade", "Buy"]);
    assert_eq!(phase_and_gets(&mut s), ["TradeGet(donuts)"]);
    let mut s = scene(&[], &["", "weapon_1"]);
    s.roll(2, 4);
    assert_eq!(phase_and_gets(&mut s).len(), 6);
    let mut s = scene(&[], &["", "weapon_1 +tina"]);
    s.roll(2, 4);
    assert_eq!(phase_and_gets(&mut s), ["TradeGet(free_pass)"]);
    let mut s = scene(&[], &["", "weapon_1 +tina"]);
    s.roll(2, 4).acts(&["PayFull", "Fight"]);
    assert_eq!(s.legal(), ["NoTrade", "Buy"], "the partner may be the opponent");
    assert_eq!(phase_and_gets(&mut s).len(), 4);
}

#[test]
fn a_bought_wild_card_helps_at_once() {
    let mut s = scene(&[], &["", "free_pass +tina"]);
    s.roll(2, 4).acts(&["Buy", "TradePartner(1)", "TradeGet(free_pass)", "TradeCash(20)", "Accept"]);
    assert_eq!((s.phase(), s.legal()), ("PayChoice", vec!["PayFull".to_owned(), "PlayFreePass".to_owned()]));
}

#[test]
fn a_window_without_an_offer_is_not_opened() {
    let s = scene(&[], &["", ""]);
    assert_eq!(s.phase(), "MoveRoll");
    let s = scene(&[], &["gift_1", "$0"]);
    assert_eq!(s.phase(), "MoveRoll", "nobody can pay");
    let s = scene(&[], &["$0", "gift_1"]);
    assert_eq!(s.phase(), "MoveRoll");
    let s = scene(&[], &["$0 gift_2", "gift_1 $0"]);
    assert_eq!(s.legal(), ["NoTrade", "Swap"]);
    // A swap for the only kind that may be asked for needs another kind to give.
    let mut s = scene(&[], &["@7 $0 donuts", "gift_1 $0"]);
    s.roll(2, 4);
    assert_eq!(s.phase(), "CopChoice");
}

#[test]
fn several_offers_in_a_window() {
    let mut s = scene(&["trade.offers_per_window=2"], &["gift_1", "donuts"]);
    s.acts(&["Buy", "TradePartner(1)", "TradeGet(gift_2)", "TradeCash(10)", "Refuse"]);
    assert_eq!(s.phase(), "TradeKind");
    s.acts(&["Buy", "TradePartner(1)", "TradeGet(gift_2)", "TradeCash(10)", "Refuse"]);
    assert_eq!(s.phase(), "MoveRoll");
    let s = scene(&["trade.offers_per_window=0"], &["gift_1", "donuts"]);
    assert_eq!(s.phase(), "MoveRoll");
}

#[test]
fn every_seat_may_propose_with_all_initiators() {
    let mut s = scene_of(&["trade.initiators=all"], &["gift_1", "donuts", "donuts"], 1);
    let mut order = Vec::new();
    while s.phase() == "TradeKind" {
        order.push(s.mover());
        s.act("NoTrade");
    }
    assert_eq!((order, s.mover(), s.phase()), (vec![1, 2, 0], 1, "MoveRoll"));
    let mut s = scene_of(&[], &["gift_1", "donuts", "donuts"], 1);
    s.act("NoTrade");
    assert_eq!(s.phase(), "MoveRoll", "default: the active seat alone");
}

#[test]
fn retired_players_trade_at_their_turns() {
    let mut s = scene(&[], &["@61 gift_1", ""]);
    assert_eq!(s.legal(), ["NoTrade", "Sell"]);
    s.acts(&["Sell", "TradePartner(1)", "TradeGive(gift_1)", "TradeCash(20)", "Accept"]);
    assert_eq!((s.hand(1), s.phase()), (vec!["gift_1"], "RetireRoll"));
}

/// Returns what `greedy` does here.
fn choice(s: &Scene) -> String {
    let legal = s.legal();
    let mut scores = Scores::of_all();
    s.game.score_actions(&s.view(s.mover()), &s.actions(), &Weights::default(), &mut scores);
    let scores = scores.values;
    let best = (0..legal.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
    legal[best].clone()
}

#[test]
fn gs_28_a_counter_offer_is_one_that_the_proposer_gains_by() {
    // A cop square that costs $400, and Donuts that save it: $300 is the most that may be asked.
    let mut s = scene(&[], &["@50 $900", "@55 donuts", "@10", "@10"]);
    s.roll(2, 4).acts(&["Buy", "TradePartner(1)", "TradeGet(donuts)", "TradeCash(100)"]);
    assert_eq!(choice(&s), "Counter(300)");
    s.act("Counter(300)");
    assert_eq!(choice(&s), "Accept");
    // One that costs $200: not $300 again.
    let mut s = scene(&[], &["@7 $900", "@55 donuts", "@10", "@10"]);
    s.roll(2, 4).acts(&["Buy", "TradePartner(1)", "TradeGet(donuts)", "TradeCash(100)"]);
    assert_eq!(choice(&s), "Counter(150)");
    s.act("Counter(150)");
    assert_eq!(choice(&s), "Accept");
}

#[test]
fn an_owner_does_not_sell_the_way_out_of_its_rent() {
    let mut s = scene(&[], &["@50 $900", "@55 free_pass +anya", "@10", "@10"]);
    s.roll(1, 2).acts(&["Buy", "TradePartner(1)", "TradeGet(free_pass)", "TradeCash(300)"]);
    assert_eq!(choice(&s), "Refuse");
    let mut s = scene(&[], &["@50 $900", "@55 free_pass", "@10 +anya", "@10"]);
    s.roll(1, 2).acts(&["Buy", "TradePartner(1)", "TradeGet(free_pass)", "TradeCash(200)"]);
    assert_ne!(choice(&s), "Refuse");
}

#[test]
fn at_two_seats_nothing_is_offered() {
    for window in [&["gift_3", "bling_3"][..], &["", "bling_3 gift_3 donuts"], &["bling_3", ""]] {
        assert_eq!(choice(&scene(&[], window)), "NoTrade", "{window:?}: what one gains the other loses");
    }
    let s = scene(&[], &["@58 bling_3", "", "", ""]);
    assert_eq!(choice(&s), "Sell", "with two squares to go a Watch is worth more to those behind");
}

#[test]
fn a_card_is_worth_what_board_and_deck_make_of_its_use() {
    let game = game(4, &[]);
    let prospects = &game.params().prospects;
    let near = |a: f64, b: f64| assert!((a - b).abs() < 0.01, "{a} and {b}");
    let kind = |name: &str| Kind::named(name).unwrap();
    // A piece meets one square in seven, and finds 1 - 3/2 x 1/7 x 21/36 = 7/8 of the Workers open. Recruited,
    // each brings 2.15 times her price, $6,190 in all; the first point adds 5 of 36 to a roll, the next 4.
    let rolls = 6190.0 * 2.15 / 7.0 * 0.875;
    near(prospects.got(0, 0, 1.0)[kind("bling_1")], 50.0 + rolls * 5.0 / 36.0);
    near(prospects.got(0, 1, 1.0)[kind("bling_1")], 50.0 + rolls * 4.0 / 36.0);
    near(prospects.held(0, 2, 1.0)[kind("bling_1")], 50.0 + rolls * 4.0 / 36.0);
    near(prospects.held(0, 2, 1.0)[kind("bling_2")], 100.0 + rolls * 9.0 / 36.0);
    near(prospects.got(0, 0, 2.0)[kind("bling_1")], 50.0 + 2.0 * rolls * 5.0 / 36.0);
    // Behind square 57 there is one Worker, of $600, met open by one piece in eight. A Gift used there counts no
    // longer: Champagne is worth its $60 all the same.
    near(prospects.got(57, 0, 1.0)[kind("gift_1")], 600.0 * 2.15 / 8.0 * 5.0 / 36.0);
    near(prospects.got(57, 0, 1.0)[kind("gift_3")], 60.0);
    // One cop square that costs money, $400, behind 46.
    near(prospects.got(46, 0, 1.0)[kind("donuts")], 50.0 + 350.0 / 7.0);
    // On Finish Weapons alone have a use.
    let finish = prospects.got(61, 0, 1.0);
    for (i, name) in NAMES.iter().enumerate() {
        let end = game.params().dollars[i];
        if name.starts_with("weapon") {
            assert!(finish[Kind::new(i)] > end, "{name}");
        } else {
            near(finish[Kind::new(i)], end);
        }
    }
}

#[test]
fn cards_got_and_held_are_worth_the_same_both_at_once_and_one_by_one() {
    let game = game(4, &["points.bling_1=2"]);
    let prospects = &game.params().prospects;
    for position in 0..=game.params().finish() {
        for bonus in 0..25 {
            let (got, held) = prospects.got_and_held(position, bonus, 1.5);
            for kind in Kinds::ALL {
                assert_eq!(got[kind], prospects.got(position, bonus, 1.5)[kind]);
                assert_eq!(held[kind], prospects.held(position, bonus, 1.5)[kind]);
            }
        }
    }
}

/// Plays on greedily, with one choice in five at random, and holds what was planned with a choice against what
/// looks best at the next decision. Gives how many partners and how much cash were planned.
fn plans_kept(settings: &[&str], seats: usize) -> [u32; 2] {
    let game = game(seats, settings);
    let mut rng = Rng::from_words([7, 7, 5]);
    let (mut state, mut legal) = (game.new_state(), Vec::new());
    let mut scores = Scores::of_best();
    let mut planned = None;
    let mut met = [0; 2];
    for _ in 0..100 {
        game.deal(&mut state, &mut rng, &mut Silent);
        while let Some(seat) = game.to_move(&state) {
            legal.clear();
            game.legal(&state, &mut legal);
            scores.clear();
            game.score_actions(&game.view(&state, seat), &legal, &Weights::default(), &mut scores);
            let Scores { values: scores, plans, .. } = &scores;
            let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let mut best = (0..legal.len()).filter(|&i| scores[i] == top);
            let first = best.next().unwrap();
            if let Some(action) = planned {
                assert_eq!((legal[first], best.next()), (action, None), "{seat}: {legal:?} {scores:?}");
                met[usize::from(matches!(action, Action::TradeCash(_)))] += 1;
            }
            let chosen = if rng.chance(0.2) { rng.index(legal.len()) } else { first };
            planned = plans.get(chosen).copied().flatten();
            game.apply(&mut state, legal[chosen], &mut rng, &mut Silent);
        }
    }
    met
}

#[test]
fn what_is_planned_is_what_a_fresh_look_finds_best() {
    for settings in [&[][..], &["trade.initiators=all", "trade.offers_per_window=3"]] {
        for seats in [3, 4, 6] {
            let [partners, cash] = plans_kept(settings, seats);
            assert!(partners > 200 && cash > 200, "{seats} seats: {partners} partners, {cash} times cash");
        }
    }
}

#[derive(Default)]
struct Talk {
    counters: u32,
    countered: bool,
    agreed: [u32; 2],
}

impl Observer<GreedStreet> for Talk {
    fn step(&mut self, _: &Step<GreedStreet>) {}
    fn event(&mut self, event: &Event) {
        match event {
            Event::Counter { .. } => {
                self.counters += 1;
                self.countered = true;
            }
            Event::Trade { agreed, .. } => {
                self.agreed[usize::from(self.countered)] += u32::from(*agreed);
                self.countered = false;
            }
            _ => {}
        }
    }
}

#[test]
fn counter_offers_are_accepted_more_often_than_not() {
    let game = game(4, &[]);
    let bots = vec![BotSpec::parse("greedy", GreedStreet::definition()).unwrap(); 4];
    let mut table = Table::new(&game, &bots, Seating::Fixed, 11);
    let mut talk = Talk::default();
    for play in 0..400 {
        table.play(play, &mut talk, &AtomicBool::new(false), None).unwrap();
    }
    // One in eight, when the highest price was named whatever the proposer gained.
    let Talk { counters, agreed: [at_once, after], .. } = talk;
    assert!(counters > 100 && after * 2 > counters, "{counters} counter-offers, {after} accepted");
    assert!(at_once > 100, "{at_once} accepted as they were");
}
