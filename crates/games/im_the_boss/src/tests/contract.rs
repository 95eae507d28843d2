//! The contract of all games, and the invariants in random plays of random rule sets.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::watch::random_plays;
use super::{ALL_TOGGLES, ImTheBoss, game, rules};
use ludometer_playable::Compiled;
use ludometer_run::check;

/// Holds the contract with the printed rules and with all toggles at once.
fn the_contract_holds(plays: u64, seed: u64) {
    for seats in 3..=6 {
        check(&game(seats, &[]), plays, seed).unwrap();
        check(&game(seats, ALL_TOGGLES), plays, seed).unwrap();
    }
}

#[test]
fn contract_at_every_table_size() {
    the_contract_holds(12, 1);
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn contract_in_many_plays() {
    the_contract_holds(300, 2);
}

fn settings() -> impl Strategy<Value = Vec<String>> {
    let numbers = (
        (1..=15_u8, 0..=3_u8, 0..=5_u8, 0..=10_u8, 1..=5_u8, 1..=4_u8),
        (0..=3_u8, 0..=5_u8, 1..=12_u8, 0..=3_u8, 1..=5_u8, 0..=2_u8),
        (0..=7_u8, 0..=9_u8, 0..=6_u8, 0..=5_u8, 0..=6_u8),
        (0..=400_u16, 1..=100_u8, 1..=10_u8, 0..=300_u16),
    );
    let flags = proptest::collection::vec(any::<bool>(), 11);
    (numbers, flags, 0..3_usize).prop_map(|((a, b, c, d), flags, mode)| {
        let mut list = vec![
            format!("x.per_half={}", a.1),
            format!("x.under_disk={}", a.2),
            format!("x.half_jitter={}", a.3),
            format!("deck.colors={}", a.4),
            format!("pass.disks={}", a.5),
            format!("pass.bonus_cards={}", b.0),
            format!("refill.drop_max={}", b.1),
            format!("negotiation.windows_per_round={}", b.2),
            format!("negotiation.asks_per_window={}", b.3),
            format!("negotiation.reputation_strikes={}", b.4),
            format!("deck.per_color.pota={}", c.0),
            format!("deck.per_color.plus_4={}", c.1),
            format!("deck.per_color.reverse={}", c.2),
            format!("deck.per_color.move_3={}", c.3),
            format!("deck.wild_pota={}", c.4),
            format!("money.start={}", d.0),
            format!("deal.factor={}", d.1),
            format!("multiplier.base={}", d.2),
            format!("negotiation.mode={}", ["binding", "free", "reputation"][mode]),
            format!("variant.nasty={}", flags[0]),
            format!("negotiation.forced_gift={}", flags[1]),
            format!("move.shortfall={}", if flags[2] { "as_many" } else { "illegal" }),
            format!("x.midround={}", if flags[3] { "next" } else { "current" }),
            format!("pass.bonus_on_double={}", flags[4]),
            format!("pass.boss_stops={}", flags[10]),
            format!("bank.limit={}", if flags[5] { "cards" } else { "none" }),
            format!("money.cards.d500={}", if flags[5] { 0 } else { 15 }),
            format!("information.money={}", if flags[6] { "hidden" } else { "tracked" }),
            format!("negotiation.enabled={}", !flags[7] || flags[8]),
        ];
        for seats in 3..=6 {
            list.push(format!("chart.p{seats}.hand={}", a.0));
            list.push(format!("chart.p{seats}.limit={}", d.3));
            list.push(format!("chart.p{seats}.boss_rounds={}", 1 + usize::from(b.5)));
            list.push(format!("chart.p{seats}.cousins={}", if flags[9] { 1 } else { seats - 1 }));
        }
        list
    })
}

/// Holds of so many random rule sets that each that is accepted plays, keeps the invariants and hides what is hidden.
fn rule_sets_are_sound(cases: u32) {
    let tables = (settings(), 3..=6_usize, any::<u64>());
    let mut runner =
        TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() });
    let sound = runner.run(&tables, |(list, seats, seed)| {
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        let game = ImTheBoss::new(seats, &rules(&list));
        prop_assume!(game.is_ok(), "not enough cards");
        let game = game.unwrap();
        check(&game, 1, seed).unwrap();
        random_plays(&game, 12, seed);
        Ok(())
    });
    sound.unwrap_or_else(|error| panic!("{error}"));
}

/// Each toggle is on in half of the rule sets.
#[test]
fn random_rule_sets_keep_the_contract() {
    rule_sets_are_sound(50);
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn thousands_of_random_rule_sets_keep_the_contract() {
    rule_sets_are_sound(2000);
}
