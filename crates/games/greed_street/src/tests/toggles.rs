//! Every toggle both ways, where no other test does, and the alternate rules (GS-76 to GS-84, spec 8).

use super::{Scene, scene, scene_of};
use crate::Window;
use crate::event::Event;

#[test]
fn doubles_score_card() {
    for (on, cards) in [("true", 1), ("false", 0)] {
        let mut s = scene(&[&format!("doubles.score_card={on}")], &["@1", ""]);
        s.act_if("Roll", |events| super::dice(events) == Some([3, 3]));
        assert_eq!((s.at(0), s.hand(0).len()), (7, cards));
    }
}

#[test]
fn doubles_on_first_roll() {
    use ludometer_model::{Game, Rng};
    for on in [true, false] {
        let game = super::game(4, &[&format!("doubles.on_first_roll={on}")]);
        let drawn: usize = (0..100)
            .map(|seed| {
                let mut state = game.new_state();
                game.deal(&mut state, &mut Rng::from_words([seed, 1, 1]), &mut ludometer_model::Silent);
                state.public.hand.first(4).iter().map(|&n| usize::from(n)).sum::<usize>()
            })
            .sum();
        assert_eq!(drawn > 0, on);
    }
}

#[test]
fn recruit_cash_bonus() {
    for (on, money) in [("true", 1050), ("false", 1000)] {
        let mut s = scene(&[&format!("recruit.cash_bonus={on}")], &["", ""]);
        s.roll(2, 4).act("Done").roll(3, 4);
        assert_eq!((s.money(0), s.owned(0)), (money, vec!["tina"]));
    }
}

#[test]
fn recruit_min() {
    let mut s = scene(&["recruit.min=9"], &["", ""]);
    s.roll(2, 4).act("Done").roll(3, 5);
    assert!(s.is_open("tina"));
}

#[test]
fn bling_reusable() {
    let mut s = scene(&["bling.reusable=false"], &["gift_1 bling_1", ""]);
    s.roll(2, 4).acts(&["Place(gift_1)", "Place(bling_1)", "Done"]).roll(3, 4);
    assert_eq!((s.hand(0).len(), s.bottom(), s.known(0).len()), (0, vec!["gift_1", "bling_1"], 0));
}

#[test]
fn fight_needs_full_payment() {
    let sets = ["fight.needs_full_payment=false", "variant.price_bartering=true"];
    let mut s = scene_of(&sets, &["+tina", "$30"], 1);
    s.roll(2, 4).act("PayAllAndStiff");
    assert_eq!(s.legal(), ["EndTurn", "Fight"]);
    let mut s = scene_of(&sets, &["+tina", ""], 1);
    s.roll(2, 4).acts(&["Haggle", "HaggleOffer(0.5)", "Accept"]);
    assert_eq!(s.legal(), ["EndTurn", "Fight"]);
    let mut s = scene_of(&sets, &["+tina", "free_pass"], 1);
    s.roll(2, 4).act("PlayFreePass");
    assert_eq!(s.active(), 0, "never after a free pass");
}

#[test]
fn fight_reveal_after_both() {
    let sets = ["fight.reveal=after_both", "trade.enabled=false"];
    let mut s = scene_of(&sets, &["+tina weapon_1", "weapon_4"], 1);
    s.roll(2, 4).acts(&["PayFull", "Fight", "Place(weapon_4)", "Done"]).roll(1, 2);
    assert_eq!((s.mover(), s.view(0).public.down, s.view(0).public.fight.up[0].len()), (0, [1, 0], 0));
    for state in s.determinized(0) {
        assert!(
            state.down[0].cards().all(|k| k.name().starts_with("weapon")),
            "a hidden card must be a Weapon"
        );
    }
    s.acts(&["Place(weapon_1)", "Done"]).roll(2, 6);
    assert_eq!((s.compared(), s.bottom()), (Some((7, 9)), vec!["weapon_4", "weapon_1"]));
}

#[test]
fn fight_requires_own_worker() {
    for (on, legal) in [("true", vec!["EndTurn"]), ("false", vec!["EndTurn", "Fight"])] {
        let mut s = scene(&[&format!("fight.requires_own_worker={on}")], &["", "+tina"]);
        s.roll(2, 4).act("PayFull");
        assert_eq!(s.legal(), legal);
    }
    let mut s = scene(&["fight.requires_own_worker=true"], &["+donna", "+tina"]);
    s.roll(2, 4).act("PayFull");
    assert_eq!(s.legal(), ["EndTurn", "Fight"]);
}

#[test]
fn fight_no_worker_penalty() {
    for (money, left) in [("$500", 400), ("$70", 0)] {
        let sets = ["fight.no_worker_penalty=pay_price_again"];
        let mut s = scene_of(&sets, &["+tina", money], 1);
        s.roll(2, 4).acts(&["PayFull", "Fight", "Done"]).roll(1, 2).act("Done").roll(6, 5);
        assert_eq!(
            (s.money(1), s.owned(0), s.active()),
            (left, vec!["tina"], 0),
            "once more, as far as it goes"
        );
    }
}

#[test]
fn finish_exact() {
    let mut s = scene(&["finish.exact=true"], &["@58", ""]);
    s.roll(2, 3);
    assert_eq!((s.at(0), s.state.public.retired.bits()), (59, 0), "two beyond Finish, counted back");
    let mut s = scene(&["finish.exact=true"], &["@58", ""]);
    s.roll(1, 2);
    assert_eq!((s.at(0), s.state.public.retired.bits()), (61, 1));
    let mut s = scene(&["finish.exact=true"], &["@45", ""]);
    s.roll(2, 3).roll(6, 6);
    assert_eq!(s.at(0), 60, "a forward roll as well");
    let board = format!("board.squares=[{}'worker:tina']", "'blank', ".repeat(11));
    let mut s = scene(&[&board, "finish.exact=true", "dice.sides=20"], &["@12", ""]);
    s.roll(20, 19);
    assert_eq!(s.at(0), 0, "not below Start");
}

#[test]
fn land_after_direction() {
    let mut s = scene(&["land.after_direction=false"], &["@3", ""]);
    s.roll(3, 4).roll(2, 4);
    assert_eq!((s.at(0), s.money(0), s.active()), (16, 1000, 1));
    let mut s = scene(&["land.after_direction=false"], &["@43", ""]);
    s.roll(3, 4).act_if("Roll", |events| matches!(super::dice(events), Some([5, 6])));
    assert_eq!((s.at(0), s.state.public.retired.bits()), (61, 1), "Finish always retires");
}

#[test]
fn land_chain_max() {
    for (max, money) in [(1, 1000), (2, 1100)] {
        let mut s = scene(&[&format!("land.chain_max={max}")], &["@3", ""]);
        s.roll(3, 4).roll(2, 4);
        assert_eq!((s.at(0), s.money(0)), (16, money), "the square of the last move is not obeyed");
    }
    let sets = ["land.chain_max=1", "variant.proximity_fighting=true", "proximity.in_finish=true"];
    let mut s = scene(&sets, &["@43", "@61", "@61", ""]);
    s.roll(3, 4).roll(5, 6);
    assert_eq!((s.at(0), s.active()), (61, 1), "nothing is asked on a square that isn't obeyed");
}

#[test]
fn lose_worker_chooser() {
    let mut lost = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let mut s = scene(&["lose_worker.chooser=random"], &["@13 +tina +donna", ""]);
        s.roll(3, 4);
        assert_eq!((s.active(), s.owned(0).len()), (1, 1), "nothing is asked");
        lost.extend(s.owned(0));
        s = scene(&["lose_worker.chooser=random"], &["@13 +tina +donna", ""]);
        s.act_if("Roll", |events| {
            super::dice(events) == Some([4, 3])
                && events
                    .iter()
                    .any(|e| matches!(e, super::Event::MoveWorker { worker, .. } if worker.name() == "tina"))
        });
        lost.extend(s.owned(0));
    }
    assert!(lost.contains("donna"), "{lost:?}");
}

#[test]
fn claim_volunteer() {
    let mut s = scene(&["attention.notice_prob=0"], &["", "+tina"]);
    s.roll(2, 4).act("Volunteer");
    assert_eq!(
        (s.money(0), s.money(1), s.legal()),
        (950, 1050, vec!["EndTurn".to_owned(), "Fight".to_owned()])
    );
    let mut s = scene(&["attention.notice_prob=0", "claim.volunteer=false"], &["", "+tina"]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["StaySilent"]);
    let mut s = scene(&["attention.notice_prob=0"], &["$40", "+tina"]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["StaySilent"], "only the full price is paid unasked");
}

#[test]
fn trade_enabled_windows_and_counter() {
    let s = scene(&["trade.enabled=false"], &["gift_1", "gift_1"]);
    assert_eq!(s.phase(), "MoveRoll");
    // Where each window opens, by how the turn goes on: it opens if it is on, whatever the others are.
    let turns: [(Window, [&str; 2], &[&str]); 5] = [
        (Window::TurnStart, ["gift_1", ""], &[]),
        (Window::BeforeCop, ["@7", "weapon_1"], &["Roll"]),
        (Window::BeforeRecruit, ["", "weapon_1"], &["Roll"]),
        (Window::BeforePay, ["", "weapon_1 +tina"], &["Roll"]),
        (Window::BeforeFight, ["", "weapon_1 +tina"], &["Roll", "PayFull", "Fight"]),
    ];
    for on in Window::ALL {
        for (window, seats, actions) in turns {
            let mut s = scene(&[&format!("trade.windows=['{}']", on.name())], &seats);
            for action in actions {
                s.act_if(action, |events| *action != "Roll" || super::dice(events) == Some([2, 4]));
            }
            assert_eq!(s.phase() == "TradeKind", on == window, "{} with {}", window.name(), on.name());
        }
    }
    let mut s = scene(&["trade.counter=false"], &["gift_1", ""]);
    s.acts(&["Sell", "TradePartner(1)", "TradeGive(gift_1)", "TradeCash(50)"]);
    assert_eq!(s.legal(), ["Refuse", "Accept"]);
}

#[test]
fn a_worker_may_have_several_squares() {
    let blanks = |n: usize| "'blank', ".repeat(n);
    let board = format!("board.squares=[{}'worker:tina', {}'worker:tina', 'score']", blanks(5), blanks(6));
    let mut s = scene(&[&board], &["", "@7"]);
    s.roll(2, 4).act("Done").roll(3, 4);
    assert_eq!((s.at(0), s.owned(0)), (6, vec!["tina"]));
    s.roll(2, 4).act("PayFull");
    assert_eq!((s.at(1), s.money(1), s.money(0)), (13, 950, 1100), "her owner is paid on the other one too");
}

#[test]
fn another_board_of_another_length() {
    let rules = "money.unit = 5\n[board]\nsquares = ['worker:ann', 'score', 'worker:bea', 'gain:15', 'worker:ann', 'blank',\n\
        'cop/skip_turn', 'worker:cleo', 'score', 'forward', 'pay_each:35', 'take_score:2', 'worker:bea', 'score']\n\
        [worker]\nann = 55\nbea = 75\ncleo = 105\n";
    let mut set = super::rules(&[]);
    set.read_toml(rules, "short.toml").unwrap();
    let game = <crate::GreedStreet as ludometer_playable::Compiled>::new(3, &set).unwrap();
    assert_eq!((game.params().finish(), game.params().workers), (15, 3));
    ludometer_run::check_playable(&game, 200, 5).unwrap();
    // The whole rule set written out and read again is the same.
    let mut again = super::rules(&[]);
    again.read_toml(&set.to_toml(), "again.toml").unwrap();
    assert_eq!(again.hash(), set.hash());
    let wrong = rules.replace("'blank'", "'blnk'");
    let mut set = super::rules(&[]);
    set.read_toml(&wrong, "wrong.toml").unwrap();
    let error = <crate::GreedStreet as ludometer_playable::Compiled>::new(3, &set).unwrap_err();
    assert_eq!(error.faults[0].message, "board.squares[6]: unknown token \"blnk\"");
}

#[test]
fn gs_76_the_alternate_rules_are_off_by_default() {
    let mut s = scene(&[], &["@12", "@18 +tina donuts"]);
    s.pass();
    assert_eq!(s.phase(), "MoveRoll", "no theft");
    s.roll(2, 4);
    assert_eq!((s.at(0), s.hand(0).len(), s.active()), (18, 1, 1), "a card, no fight over the square");
    let mut s = scene(&[], &["", "+tina @6"]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["PayFull"], "no haggling, no fight over the square");
}

#[test]
fn gs_77_workers_and_cards_may_be_stolen() {
    let sets = ["variant.legal_theft=true", "theft.notice_prob=0", "trade.enabled=false"];
    let mut s = scene(&sets, &["", "+tina +donna gift_1 $250", "$0"]);
    assert_eq!(s.legal(), ["NoTheft", "Target(1)"], "seat 2 has nothing");
    s.act("Target(1)");
    assert_eq!(s.legal(), ["Worker", "ScoreCard", "Cash"]);
    let start = s.state.clone();
    s.act("Worker");
    assert_eq!(s.legal(), ["TheftWorker(tina)", "TheftWorker(donna)"]);
    s.act("TheftWorker(donna)");
    assert_eq!((s.owned(0), s.owned(1), s.phase()), (vec!["donna"], vec!["tina"], "MoveRoll"));
    s.state = start.clone();
    s.act("ScoreCard");
    assert_eq!((s.hand(0), s.known(0), s.hand(1).len()), (vec!["gift_1"], vec!["gift_1"], 0));
    s.state = start.clone();
    s.act("Cash");
    assert_eq!((s.money(0), s.money(1)), (1100, 150), "at most theft.cash_max");
}

#[test]
fn gs_77_attempts_and_skipped_turns() {
    let sets = ["variant.legal_theft=true", "theft.notice_prob=1", "theft.attempts_per_turn=2"];
    let mut s = scene(&sets, &["", "$50"]);
    s.acts(&["Target(1)", "Cash"]);
    assert_eq!(
        (s.phase(), s.money(1)),
        ("TheftTarget", 50),
        "noticed: nothing is taken, one attempt is left"
    );
    s.acts(&["Target(1)", "Cash"]);
    assert_eq!(s.phase(), "MoveRoll");
    let mut s = scene(&sets, &["$0", "$0"]);
    assert_eq!(s.legal(), ["NoTheft"], "asked even if there is nothing");
    s.act("NoTheft");
    assert_eq!(s.phase(), "MoveRoll");
    let mut s = scene(&["variant.legal_theft=true"], &["@61", "skip", ""]);
    assert_eq!(s.phase(), "TheftTarget", "retired players may steal");
    s.acts(&["NoTheft", "Pass"]);
    assert_eq!((s.active(), s.phase()), (2, "TheftTarget"), "not when skipped");
    let s = scene(&["variant.legal_theft=true"], &["", "@61"]);
    assert_eq!(s.legal(), ["NoTheft", "Target(1)"], "and be robbed");
}

/// Returns what a view shows of the part of the price that is offered: the part, and its place in the list.
fn haggled(s: &Scene) -> (f64, u64) {
    let json = serde_json::to_value(s.view(0)).unwrap();
    (json["haggle_fraction"].as_f64().unwrap(), json["haggle_place"].as_u64().unwrap())
}

#[test]
fn gs_80_gs_81_every_payment_may_be_bargained() {
    let mut s = scene_of(&["variant.price_bartering=true"], &["+uma", "@34 +donna"], 1);
    s.roll(3, 4);
    assert_eq!(s.legal(), ["PayFull", "Haggle"]);
    s.act("Haggle");
    assert_eq!(s.legal(), ["HaggleOffer(0.25)", "HaggleOffer(0.5)", "HaggleOffer(0.75)"]);
    s.act("HaggleOffer(0.25)");
    assert_eq!(s.legal(), ["Accept", "Refuse", "Counter(0.5)", "Counter(0.75)"]);
    assert_eq!(haggled(&s), (0.25, 0));
    let start = s.state.clone();
    s.act("Counter(0.75)");
    assert_eq!((s.mover(), s.legal()), (1, vec!["Accept".to_owned(), "Refuse".to_owned()]));
    assert_eq!(haggled(&s), (0.75, 2));
    s.act("Accept");
    assert_eq!((s.money(1), s.money(0), s.active()), (780, 1220, 0), "GS-81: no fight");
    assert_eq!(s.seen("uma"), [0, 1]);
    s.state = start.clone();
    s.act("Refuse");
    assert_eq!(s.legal(), ["PayFull"], "once per landing");
    s.act("PayFull");
    assert_eq!(s.legal(), ["EndTurn", "Fight"], "paying in full still opens the fight");
}

#[test]
fn haggling_is_offered_only_where_it_can_lead_somewhere() {
    // A quarter of 50 is 10 after rounding down; with $0 no part can be paid.
    let mut s = scene_of(&["variant.price_bartering=true"], &["+tina", "$0"], 1);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["PayAllAndStiff"]);
    let mut s = scene_of(&["barter.when_short=true"], &["+tina", "$60"], 1);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["PayFull"], "not short");
}

#[test]
fn gs_82_on_every_landing_of_the_turn() {
    let sets = ["variant.proximity_fighting=true", "trade.enabled=false"];
    let mut s = scene(&sets, &["@3", "@10", "@16"]);
    s.roll(3, 4);
    assert_eq!(s.legal(), ["Ignore", "Challenge(1)"]);
    s.act("Ignore");
    assert_eq!((s.phase(), s.at(0)), ("ActionEffect", 10));
    s.roll(2, 4);
    assert_eq!((s.at(0), s.legal()), (16, vec!["Ignore".to_owned(), "Challenge(2)".to_owned()]));
    s.act("Ignore");
    assert_eq!(s.money(0), 1100);
}

#[test]
fn gs_84_a_loser_without_workers_loses_nothing() {
    let sets = ["variant.proximity_fighting=true", "fight.no_worker_penalty=pay_price_again"];
    let mut s = scene(&sets, &["@11", "@18 +tina"]);
    s.roll(3, 4).acts(&["Challenge(1)", "Done"]).roll(1, 2).act("Done").roll(2, 3);
    assert_eq!((s.owned(1), s.money(0), s.active()), (vec!["tina"], 1000, 1));
    let mut s = scene(&sets, &["@11 +donna", "@18 +tina"]);
    s.roll(3, 4).acts(&["Challenge(1)", "Done"]).roll(1, 2).act("Done").roll(2, 3);
    assert_eq!((s.mover(), s.legal()), (1, vec!["LootChoice(donna)".to_owned()]), "either side may win");
    assert!(s.events.iter().any(|e| matches!(e, Event::FightEnd { winner: Some(w), .. } if w.index() == 1)));
}

#[test]
fn proximity_needs_a_worker_where_fights_do() {
    let sets = ["variant.proximity_fighting=true", "fight.requires_own_worker=true"];
    let mut s = scene(&sets, &["@11", "@18 +tina"]);
    s.roll(3, 4);
    assert_eq!(s.legal(), ["Ignore"]);
    let mut s = scene(&sets, &["@11 +donna", "@18 +tina"]);
    s.roll(3, 4);
    assert_eq!(s.legal(), ["Ignore", "Challenge(1)"]);
}

#[test]
fn proximity_on_circles() {
    let on = ["variant.proximity_fighting=true", "proximity.in_finish=true"];
    let mut s = scene(&on, &["@58", "@61 +tina", ""]);
    s.roll(2, 4);
    assert_eq!(s.legal(), ["Ignore", "Challenge(1)"]);
    s.acts(&["Challenge(1)", "Done"]).roll(6, 5).act("Done").roll(1, 2);
    s.act("LootChoice(tina)");
    assert_eq!((s.owned(0), s.active()), (vec!["tina"], 1));
    let mut s = scene(&on, &["@58", "@61 +tina"]);
    s.roll(2, 4);
    assert_eq!(s.phase(), "Over", "never for the last to arrive");
    let mut s = scene(&on[..1], &["@58", "@61 +tina", ""]);
    s.roll(2, 4);
    assert_eq!((s.active(), s.at(0)), (1, 61), "off by default");
}
