//! Every script of the gallery keeps the contract, with the default rules and with others.

use super::contract::holds;
use super::game;

/// Numbers of seats, with settings.
type Tables = &'static [(usize, &'static [&'static str])];

/// Each script with the seats and settings that it is played with; `true` where something is hidden.
const GALLERY: &[(&str, bool, Tables)] = &[
    ("connect_four.luau", false, &[(2, &[]), (2, &["board.width=5", "board.line=3"])]),
    ("oh_hell.luau", true, &[(3, &[]), (4, &["bid.last=hook"]), (6, &["round.most=10"])]),
    ("ember_market.luau", true, &[(2, &[]), (5, &["market.stalls=6"])]),
    ("tea_garden.luau", true, &[(2, &[]), (4, &[]), (5, &["hand.deal=10"])]),
    ("sealed_auction.luau", true, &[(4, &[]), (5, &["auction.pay=second"])]),
    ("sealed_auction.luau", false, &[(4, &["auction.kind=open"])]),
    ("the_mole.luau", true, &[(4, &[]), (5, &[]), (6, &["deck.mole=2", "job.crew=3"])]),
    ("lighthouse.luau", false, &[(1, &[])]),
    ("lighthouse.luau", true, &[(3, &[]), (4, &["storm.dice=4"])]),
    ("workshop.luau", true, &[(2, &[]), (4, &["deck.toy=4"])]),
    ("river_race.luau", false, &[(2, &[]), (5, &["dice.bust=3"])]),
];

#[test]
fn every_script_keeps_the_contract() {
    for &(name, hides, tables) in GALLERY {
        for &(seats, settings) in tables {
            println!("{name}, {seats} seats, {settings:?}");
            let (worlds, different) = holds(&game(name, seats, settings), 4);
            assert!(worlds > 0, "{name}: no position was looked at");
            assert_eq!(different > 0, hides, "{name}: {different} of {worlds} determinized states differ");
        }
    }
}
