//! `PoorLifeDecisions`, their windows and shields.

use super::*;

#[test]
fn eo_15_its_player_names_an_alive_unshielded_other() {
    let mut t = table("A 1000 1 pld_vault_200 pld_vault_300; B 1000 1; C out; D 1000 1", &[]);
    t.play("A", "PlayPld(pld_vault_200)");
    t.asks("A", &["Target(1)", "Target(3)"]);
    assert_eq!(t.phase(), "ChoosePldTarget");
    t.play("A", "Target(1)");
    assert_eq!(t.money(), [1000, 800, 0, 1000]);
    t.play("A", "PlayPld(pld_vault_300)");
    // One legal target is asked for all the same.
    t.asks("A", &["Target(3)"]);
    t.play("A", "Target(3)");
    assert_eq!(t.vault(), 17_000 - 1000 - 800 - 700);
}

#[test]
fn a_pld_to_its_player_pays_that_player() {
    let mut t = table("A 1000 1; B 1000 1 pld_player_300; C 1000 1", &[]);
    t.draw("nothing");
    t.plays("B", "PlayPld(pld_player_300) Target(2)");
    assert_eq!(t.money(), [1000, 1300, 700]);
}

#[test]
fn eo_58_a_pld_is_played_in_anothers_turn() {
    let mut t =
        table("A 1000 1; B 1000 1; C 1000 1 pld_vault_200 pld_vault_300; D 1000 1 pld_vault_500", &[]);
    t.draw("nothing");
    // Clockwise from the active player's left; after a play the same player is asked again.
    assert_eq!(t.phase(), "PldWindow(after_draw)");
    t.asks("C", &["Pass", "PlayPld(pld_vault_200)", "PlayPld(pld_vault_300)"]);
    t.plays("C", "PlayPld(pld_vault_200) Target(0)");
    t.asks("C", &["Pass", "PlayPld(pld_vault_300)"]);
    t.play("C", "Pass");
    t.asks("D", &["Pass", "PlayPld(pld_vault_500)"]);
    t.play("D", "Pass");
    assert_eq!((t.mover(), t.phase()), ("A", "Main"));
    t.play("A", "EndTurn");
    // As the next turn starts, too.
    assert_eq!((t.mover(), t.phase()), ("C", "PldWindow(turn_start)"));
}

#[test]
fn who_has_no_legal_target_is_not_asked() {
    let mut t = table("A 1000 1 pld_vault_200; B 1000 1 pld_vault_200; C out", &[]);
    t.state.table.set_shield(seat("A"), 2);
    t.state.table.set_shield(seat("B"), 2);
    t.asks("A", &["SellShoe", "Roll"]);
    t.draw("nothing");
    t.asks("A", &["SellShoe", "EndTurn"]);
}

#[test]
fn eo_59_one_pld_for_a_target_until_its_shield_lapses() {
    let mut t = table("A 1000 1 pld_vault_200 pld_player_200; B 1000 1; C 1000 1", &[]);
    t.plays("A", "PlayPld(pld_vault_200) Target(1)");
    assert!(t.shielded("B"));
    assert!(t.log.contains(&Event::Shield { seat: seat("B"), until: 2 }));
    t.play("A", "PlayPld(pld_player_200)");
    t.asks("A", &["Target(2)"]);
}

/// Player B is hit in A's turn 1; the turns until B can be hit again.
fn shield_lasts(settings: &[&str]) -> u32 {
    let mut t = table("A 1000 1 pld_vault_200; B 1000 1; C 1000 1", settings);
    t.plays("A", "PlayPld(pld_vault_200) Target(1)");
    while t.shielded("B") {
        t.end();
    }
    assert!(t.log.contains(&Event::ShieldLapse { seat: seat("B") }));
    t.state.table.turn - 1
}

#[test]
fn eo_60_a_shield_lasts_until_a_turn_was_started_and_completed() {
    assert_eq!(shield_lasts(&[]), 2);
    assert_eq!(shield_lasts(&["pld.shield=current_turn"]), 1);
}

#[test]
fn eo_61_specials_are_no_ordinary_plds() {
    let special = "pld_special_enforce pld_special_void";
    let mut t = table(&format!("A 1000 1 {special}; B 1000 1 {special}"), &[]);
    t.asks("A", &["SellShoe", "Roll"]);
    t.draw("nothing");
    t.asks("A", &["SellShoe", "EndTurn"]);
    t.play("A", "EndTurn");
    assert_eq!((t.mover(), t.phase()), ("B", "PreRoll"));
}

#[test]
fn windows_can_be_closed_and_opened_one_by_one() {
    let windows = |setting: &str| -> Vec<&'static str> {
        let mut t = table("A 1000 1; B 1000 1 pld_vault_200; C 1000 1", &[&format!("pld.windows={setting}")]);
        let mut seen = Vec::new();
        t.draw("nothing");
        loop {
            if t.mover() == "B" && t.phase() == "PreRoll" {
                return seen;
            }
            if t.phase().starts_with("PldWindow") {
                seen.push(t.phase());
            }
            t.play(t.mover(), if t.phase() == "Main" { "EndTurn" } else { "Pass" });
        }
    };
    assert_eq!(windows("[]"), [""; 0]);
    assert_eq!(windows("[\"after_draw\"]"), ["PldWindow(after_draw)"]);
    assert_eq!(windows("[\"turn_end\"]"), ["PldWindow(turn_end)"]);
    // The window as B's own turn starts is not B's.
    assert_eq!(windows("[\"turn_start\", \"turn_end\"]"), ["PldWindow(turn_end)"]);
}

#[test]
fn a_burn_waits_for_the_window_and_lapses_with_its_drawer() {
    let mut t = table("A 200 0; B 1000 1 pld_vault_200; C 1000 1", &[]);
    t.draw("burn_500");
    assert_eq!(t.money()[0], 200);
    // The only way for A would be a GetPaid: with none, A pays and is out; the window ends.
    t.plays("B", "PlayPld(pld_vault_200) Target(0)");
    assert!(!t.alive("A"));
    assert_eq!((t.mover(), t.phase(), t.vault()), ("B", "PreRoll", 15_000));
    assert!(!t.log.iter().any(|e| matches!(e, Event::Debt { why: Why::Burn, .. })));
}

#[test]
fn the_window_ends_when_the_active_player_goes_out() {
    let mut t = table("A 200 0; B 1000 1 pld_vault_200 pld_vault_300; C 1000 1 pld_vault_500", &[]);
    t.draw("nothing");
    t.plays("B", "PlayPld(pld_vault_200) Target(0)");
    assert_eq!((t.mover(), t.phase(), t.state.table.turn), ("C", "PldWindow(turn_start)", 2));
}

#[test]
fn a_target_that_goes_out_does_not_end_the_window() {
    let mut t = table("A 1000 1; B 1000 1 pld_vault_200 pld_vault_300; C 200 0; D 900 1", &[]);
    t.draw("nothing");
    t.plays("B", "PlayPld(pld_vault_200) Target(2)");
    assert!(!t.alive("C"));
    t.asks("B", &["Pass", "PlayPld(pld_vault_300)"]);
}
