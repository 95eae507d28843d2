//! Services: the Provider, the Client and the ranks.

use super::*;

#[test]
fn eo_17_the_provider_picks_any_other_alive_player() {
    let mut t = table("A 1000 1; B 1000 1; C out; D 100 0; E 100 1", &[]);
    t.draw("corner");
    assert_eq!(t.phase(), "ChooseClient");
    t.asks("A", &["Client(1)", "Client(3)", "Client(4)"]);
    // One Client is asked for all the same.
    let mut t = table("A 1000 1; B 1000 1", &[]);
    t.draw("corner");
    t.asks("A", &["Client(1)"]);
}

#[test]
fn eo_18_the_base_price_of_a_corner_is_500() {
    let mut t = table("A 1000 1; B 1000 1", &[]);
    t.draw("corner");
    assert_eq!(t.game.dollars(t.state.table.service.base), 500);
    let mut t = table("A 1000 1; B 1000 1", &["corner.price=200"]);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert_eq!(t.money(), [1200, 800]);
}

#[test]
fn eo_19_without_cards_the_price_is_collected() {
    let mut t = table("A 1000 1; B 1000 1; C 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(2)");
    assert_eq!((t.money(), t.vault()), (vec![1500, 1000, 500], 14_000));
    assert_eq!((t.mover(), t.phase()), ("A", "Main"));
}

#[test]
fn eo_20_and_eo_62_the_questions_follow_the_ranks() {
    let mut t = table(
        "A 1000 1 service_bonus_100 second_service_less_200; \
         B 1000 1 discount_200 service_declined pld_special_void; C 1000 1 service_declined",
        &[],
    );
    t.draw("corner");
    t.play("A", "Client(1)");
    let mut asked = Vec::new();
    while t.phase() != "Main" {
        asked.push((t.mover(), t.phase()));
        let last = t.legal(t.mover()).last().cloned().unwrap();
        t.play(t.mover(), if t.phase() == "Bonus" { &last } else { "Pass" });
    }
    let expected = [
        ("B", "Special"),
        ("B", "Declined"),
        ("C", "Declined"),
        ("B", "Discount"),
        ("A", "Bonus"),
        ("A", "SecondService"),
    ];
    assert_eq!(asked, expected);
}

#[test]
fn eo_35_each_player_plays_both_roles() {
    let mut t = table("A 1000 1; B 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.end();
    t.draw("corner");
    t.play("B", "Client(0)");
    assert_eq!(t.money(), [1000, 1000]);
}

#[test]
fn eo_41_a_quickie_is_a_service_at_its_printed_price() {
    let mut t = table("A 1000 1 quickie_400; B 1000 1", &[]);
    t.draw("nothing");
    t.plays("A", "PlayQuickie(quickie_400) Client(1)");
    assert_eq!((t.money(), t.discarded("quickie_400")), (vec![1400, 600], 1));
}

#[test]
fn eo_42_no_quickie_in_the_turn_of_a_corner() {
    let mut t = table("A 1000 0 quickie_200; B 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.asks("A", &["EndTurn"]);
}

#[test]
fn eo_43_declined_denies_the_provider() {
    let mut t = table("A 1000 1; B 1000 1 service_declined; C 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.asks("B", &["Pass", "PlayDeclined"]);
    t.play("B", "PlayDeclined");
    t.asks("A", &["Client(2)"]);
    assert_eq!(t.money(), [1000; 3]);
}

#[test]
fn eo_44_declined_only_once_a_client_is_chosen() {
    let mut t = table("A 1000 0 service_declined; B 1000 1 service_declined", &[]);
    t.asks("A", &["Roll"]);
    t.draw("nothing");
    t.asks("A", &["EndTurn"]);
}

#[test]
fn eo_45_others_decline_for_the_client_but_not_the_provider() {
    let mut t = table("A 1000 1 service_declined; B 1000 1; C 1000 1; D 1000 1 service_declined", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.asks("D", &["Pass", "PlayDeclined"]);
    t.play("D", "PlayDeclined");
    // The Client is barred, not the player of the card.
    t.asks("A", &["Client(2)", "Client(3)"]);
    // From the Client clockwise, the Client first.
    let mut t = table("A 1000 1; B 1000 1 service_declined; C 1000 1 service_declined; D 900 1", &[]);
    t.draw("corner");
    t.play("A", "Client(2)");
    t.play("C", "Pass");
    t.play("B", "Pass");
    assert_eq!(t.money(), [1500, 1000, 500, 900]);
}

#[test]
fn eo_46_and_eo_47_only_the_player_just_chosen_is_barred() {
    let mut t = table("A 1000 1; B 1000 1 service_declined; C 1000 1 service_declined; D 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlayDeclined");
    t.play("A", "Client(2)");
    t.play("C", "PlayDeclined");
    t.asks("A", &["Client(1)", "Client(3)"]);
}

#[test]
fn eo_48_it_repeats_while_declined_cards_come() {
    let declined = "service_declined service_declined service_declined";
    let mut t = table(&format!("A 1000 1; B 1000 1 {declined}; C 1000 1 {declined}"), &[]);
    t.draw("corner");
    for _ in 0..3 {
        t.play("A", "Client(1)");
        t.play("B", "PlayDeclined");
        t.play("A", "Client(2)");
        t.play("C", "PlayDeclined");
    }
    t.play("A", "Client(1)");
    assert_eq!((t.money(), t.discarded("service_declined")), (vec![1500, 500, 1000], 6));
}

#[test]
fn eo_49_a_discount_lowers_the_price_or_turns_it_round() {
    for (discount, money) in [
        ("discount_200", [1300, 700]),
        ("discount_300", [1200, 800]),
        ("discount_free", [1000, 1000]),
        ("discount_reverse", [800, 1200]),
    ] {
        let mut t = table(&format!("A 1000 1; B 1000 1 {discount}"), &[]);
        t.draw("corner");
        t.play("A", "Client(1)");
        t.play("B", &format!("PlayDiscount({discount})"));
        assert_eq!(t.money(), money, "{discount}");
    }
    // The price does not fall below 0.
    let mut t = table("A 1000 1 quickie_200; B 1000 1 discount_300", &[]);
    t.draw("nothing");
    t.plays("A", "PlayQuickie(quickie_200) Client(1)");
    t.play("B", "PlayDiscount(discount_300)");
    assert_eq!(t.money(), [1000, 1000]);
}

#[test]
fn eo_50_only_the_client_discounts() {
    let mut t = table("A 1000 1 discount_200; B 1000 1; C 1000 1 discount_200", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert_eq!(t.money(), [1500, 500, 1000]);
}

#[test]
fn eo_51_a_bonus_raises_the_pay() {
    let mut t = table("A 1000 1 service_bonus_300 service_bonus_100; B 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.asks("A", &["Pass", "PlayBonus(service_bonus_100)", "PlayBonus(service_bonus_300)"]);
    t.play("A", "PlayBonus(service_bonus_300)");
    assert_eq!(t.money(), [1800, 200]);
}

#[test]
fn eo_52_a_bonus_only_when_about_to_collect() {
    // Not after a special, a decline or a Discount.
    let mut t = table("A 1000 1 service_bonus_300; B 1000 1; C 1000 1 pld_special_enforce", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("C", "PlaySpecial(pld_special_enforce)");
    assert_eq!((t.phase(), t.money()), ("Main", vec![1500, 500, 1000]));
    let mut t = table("A 1000 1 service_bonus_300; B 1000 1 service_declined; C 900 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlayDeclined");
    assert_eq!(t.phase(), "ChooseClient");
    let mut t = table("A 1000 1 service_bonus_300; B 1000 1 discount_200", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlayDiscount(discount_200)");
    assert_eq!((t.phase(), t.money()), ("Main", vec![1300, 700]));
}

#[test]
fn eo_53_a_second_service_only_after_serving() {
    let mut t = table("A 1000 1 second_service_less_200; B 1000 1; C 1000 1 pld_special_void", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("C", "PlaySpecial(pld_special_void)");
    assert_eq!((t.phase(), t.money()), ("Main", vec![1000; 3]));
    // After a price of 0 the Client was served all the same.
    let mut t = table("A 1000 1 second_service_less_200; B 1000 1 discount_free; C 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlayDiscount(discount_free)");
    t.asks("A", &["Pass", "PlaySecond(second_service_less_200)"]);
}

#[test]
fn eo_54_another_client_at_a_lower_price() {
    let mut t = table("A 1000 1 second_service_less_300; B 1000 1; C 1000 1", &[]);
    t.draw("corner");
    t.plays("A", "Client(1) PlaySecond(second_service_less_300)");
    t.asks("A", &["Client(2)"]);
    t.play("A", "Client(2)");
    assert_eq!(t.money(), [1700, 500, 800]);
    // With nobody else to serve it is not asked; the price never falls below the minimum.
    let mut t = table("A 1000 1 second_service_less_300; B 1000 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    assert_eq!(t.phase(), "Main");
    let mut t = table("A 1000 1 quickie_200 second_service_less_300; B 1000 1; C 1000 1", &[]);
    t.draw("nothing");
    t.plays("A", "PlayQuickie(quickie_200) Client(1) PlaySecond(second_service_less_300) Client(2)");
    assert_eq!(t.money(), [1300, 800, 900]);
}

#[test]
fn eo_63_a_higher_rank_cannot_answer_a_lower_one() {
    // The special is laid: Declined, Discount, Bonus and SecondService are shut.
    let mut t = table(
        "A 1000 1 service_bonus_100 second_service_less_200; B 1000 1 service_declined discount_free; \
         C 1000 1 pld_special_enforce",
        &[],
    );
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("C", "PlaySpecial(pld_special_enforce)");
    assert_eq!((t.phase(), t.money()), ("Main", vec![1500, 500, 1000]));
}

#[test]
fn eo_64_one_type_of_card_at_a_time() {
    let mut t = table("A 1000 1; B 1000 1 service_declined discount_free pld_special_void", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.asks("B", &["Pass", "PlaySpecial(pld_special_void)"]);
    t.play("B", "Pass");
    t.asks("B", &["Pass", "PlayDeclined"]);
    t.play("B", "Pass");
    t.asks("B", &["Pass", "PlayDiscount(discount_free)"]);
}

#[test]
fn eo_66_a_special_stops_everything_below() {
    let mut t = table("A 1000 1 service_bonus_100; B 1000 1 service_declined pld_special_void; C 900 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlaySpecial(pld_special_void)");
    assert_eq!((t.phase(), t.money()), ("Main", vec![1000, 1000, 900]));
    assert!(t.shielded("A") && !t.shielded("B"));
}

#[test]
fn specials_need_a_target_without_a_shield() {
    let all = "pld_special_enforce pld_special_void";
    let start = |shielded: &[&str]| {
        let mut t = table(&format!("A 1000 1 {all}; B 1000 1 {all}; C 1000 1 {all}"), &[]);
        for player in shielded {
            t.state.table.set_shield(seat(player), 2);
        }
        t.draw("corner");
        t.play("A", "Client(1)");
        t
    };
    // The target of a special never plays it.
    let mut t = start(&[]);
    t.asks("B", &["Pass", "PlaySpecial(pld_special_void)"]);
    t.play("B", "Pass");
    t.asks("C", &["Pass", "PlaySpecial(pld_special_enforce)", "PlaySpecial(pld_special_void)"]);
    t.play("C", "Pass");
    t.asks("A", &["Pass", "PlaySpecial(pld_special_enforce)"]);
    let mut t = start(&["A"]);
    t.asks("C", &["Pass", "PlaySpecial(pld_special_enforce)"]);
    t.play("C", "Pass");
    assert_eq!(t.mover(), "A");
    let mut t = start(&["B"]);
    t.play("B", "Pass");
    t.asks("C", &["Pass", "PlaySpecial(pld_special_void)"]);
    t.play("C", "Pass");
    assert_eq!(t.phase(), "Main");
    assert_eq!(start(&["A", "B"]).phase(), "Main");
}

#[test]
fn eo_67_after_a_decline_the_order_starts_over() {
    let mut t = table("A 1000 1; B 1000 1 service_declined; C 1000 1 pld_special_void discount_free", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("C", "Pass");
    t.play("B", "PlayDeclined");
    t.play("A", "Client(2)");
    assert_eq!((t.mover(), t.phase()), ("C", "Special"));
}

#[test]
fn eo_68_a_discount_is_never_answered() {
    for counters in ["strict", "ranked"] {
        let setting = format!("service.counters={counters}");
        let players = "A 1000 1 service_bonus_100 pld_special_enforce; B 1000 1 discount_200; \
                       C 1000 1 pld_special_void service_declined";
        let mut t = table(players, &[&setting]);
        t.draw("corner");
        t.play("A", "Client(1)");
        for (player, phase) in [("C", "Special"), ("A", "Special"), ("C", "Declined")] {
            assert_eq!((t.mover(), t.phase()), (player, phase));
            t.play(player, "Pass");
        }
        t.play("B", "PlayDiscount(discount_200)");
        assert_eq!((t.phase(), t.money()), ("Main", vec![1300, 700, 1000]), "{counters}");
    }
}

#[test]
fn eo_69_and_eo_70_a_discount_shuts_the_bonus_out() {
    let mut t = table("A 1000 1 service_bonus_300; B 1000 1 discount_200", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "PlayDiscount(discount_200)");
    assert_eq!((t.phase(), t.holds("A", "service_bonus_300")), ("Main", 1));
    // Without a Discount it raises the pay.
    let mut t = table("A 1000 1 service_bonus_300; B 1000 1 discount_200", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "Pass");
    t.play("A", "PlayBonus(service_bonus_300)");
    assert_eq!(t.money(), [1800, 200]);
}

#[test]
fn eo_71_and_eo_73_a_bonus_stays_in_place_for_the_second_service() {
    let mut t = table("A 1000 1 service_bonus_200 second_service_less_200; B 1000 1; C 1000 1", &[]);
    t.draw("corner");
    t.plays("A", "Client(1) PlayBonus(service_bonus_200) PlaySecond(second_service_less_200) Client(2)");
    assert_eq!(t.money(), [2200, 300, 500]);
}

#[test]
fn eo_72_the_second_service_is_the_last_card() {
    let two = "second_service_less_200 second_service_less_300";
    let mut t = table(&format!("A 1000 1 {two}; B 1000 1; C 1000 1; D 1000 1"), &[]);
    t.draw("corner");
    t.plays("A", "Client(1) PlaySecond(second_service_less_200) Client(2)");
    assert_eq!(t.phase(), "Main");
}

#[test]
fn eo_74_and_eo_75_in_the_second_leg_the_order_starts_over() {
    let mut t = table(
        "A 1000 1 second_service_less_200; B 1000 1; \
         C 1000 1 pld_special_void service_declined discount_200; D 1000 1",
        &[],
    );
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("C", "Pass");
    t.play("C", "Pass");
    t.plays("A", "PlaySecond(second_service_less_200) Client(2)");
    assert_eq!((t.mover(), t.phase()), ("C", "Special"));
    t.play("C", "Pass");
    assert_eq!((t.mover(), t.phase()), ("C", "Declined"));
    t.play("C", "Pass");
    t.play("C", "PlayDiscount(discount_200)");
    assert_eq!(t.money(), [1600, 500, 900, 1000]);
}
