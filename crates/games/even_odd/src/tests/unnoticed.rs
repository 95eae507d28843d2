//! Knowledge of who was asked and passed is kept from the others (section 4), also from a person at the table.

use std::sync::atomic::AtomicBool;

use serde_json::Value as Json;

use super::*;
use crate::entry;
use ludometer_model::Notice;
use ludometer_run::{Answer, InteractiveOptions, Person, Question, VisibleMove, play_interactive};

/// Returns what the next player notices of this action.
fn notice(t: &Table, action: Action) -> Notice {
    let mover = t.game.to_move(&t.state).unwrap();
    t.game.notice(&t.state, action, mover.next(t.game.seats()))
}

/// The player may pass (or pay) and nobody notices.
fn passes_unnoticed(t: &Table, player: &str, pass: Action) -> bool {
    assert!(t.legal(player).contains(&pass.to_string()), "{:?}", t.legal(player));
    notice(t, pass) == Notice::Nothing
}

#[test]
fn a_pass_is_noticed_where_all_can_see_that_there_is_a_question() {
    let pass = Action::Pass;
    // All ranks of a service; a played card is seen.
    let mut t = table(
        "A 1000 1 service_bonus_100 second_service_less_200; B 1000 1 discount_200 service_declined pld_special_void; \
         C 1000 1",
        &[],
    );
    t.draw("corner");
    t.play("A", "Client(1)");
    for player in ["B", "B", "B", "A", "A"] {
        assert!(passes_unnoticed(&t, player, pass), "{}", t.phase());
        assert_eq!(notice(&t, Action::PlayDeclined), Notice::Action);
        t.play(player, "Pass");
    }
    assert_eq!(t.phase(), "Main");
    let mut t = table("A 1000 1; B 1000 1 pld_vault_200", &[]);
    t.draw("burn_100");
    assert!(passes_unnoticed(&t, "B", pass));
    // A debt that only a GetPaid could help with; that a shoe or clothing could be sold is seen.
    for (player, settings, unnoticed) in [
        ("A 100 0 get_paid_100", &[][..], true),
        ("A 200 1 get_paid_100", &[], false),
        ("A 100 0 get_paid_100", &["clothing.enabled=true"], false),
    ] {
        let mut t = table(&format!("{player}; B 1000 1"), settings);
        t.draw("burn_200");
        assert_eq!(passes_unnoticed(&t, "A", Action::Pay), unnoticed, "{player} {settings:?}");
    }
    // C has the 500 of the first bid. A has not, and is asked for the GetPaid.
    let mut t = table("A 200 1 get_paid_300; B 300 1; C 600 1", &[]);
    t.draw("corner");
    t.play("A", "Client(1)");
    t.play("B", "SellShoe");
    assert!(!passes_unnoticed(&t, "C", pass));
    t.play("C", "Pass");
    assert!(passes_unnoticed(&t, "A", pass));
    // Who owns a shoe is seen.
    let mut t = table("A 1000 1; B 1000 1", &["sales.window=every_turn"]);
    t.draw("nothing");
    t.play("A", "EndTurn");
    assert!(!passes_unnoticed(&t, "A", pass));
}

const ME: Seat = Seat::new(0);

/// Takes the first choice and keeps what it was shown.
#[derive(Default)]
struct Listener(Vec<VisibleMove>);

impl Person for Listener {
    fn choose(&mut self, question: &Question) -> Answer {
        if question.no_undo == Some("another seat has chosen since") {
            let reported = question.news.iter().any(|news| news.seat != ME);
            assert!(reported, "a choice without news: {:?}", question.news);
        }
        self.0.extend(question.news.iter().cloned());
        Answer::Take(0)
    }

    fn over(&mut self, _: &Outcome, news: &[VisibleMove], _: &Json) {
        self.0.extend(news.iter().cloned());
    }
}

/// Returns whether a decision of a trace is another seat's that only its cards gave a choice.
fn for_cards_only(decision: &Json) -> bool {
    let chosen = decision["chosen"].as_str().unwrap();
    let mut others = decision["legal"].as_array().unwrap().iter().filter(|&action| *action != *chosen);
    decision["seat"] != ME.index()
        && ["Pass", "Pay"].contains(&chosen)
        && others.all(|action| action.as_str().unwrap().starts_with("Play"))
}

#[test]
fn a_person_does_not_learn_who_was_asked_and_passed() {
    let game = entry().load(4, RuleSet::defaults(entry().schema())).unwrap();
    let bots = vec![game.bot("random").unwrap(); 4];
    let stop = AtomicBool::new(false);
    let mut kept = 0;
    for seed in 0..8 {
        let mut listener = Listener::default();
        let sat = play_interactive(
            &*game,
            &bots,
            InteractiveOptions { seat: ME, seed, play: 0, stop: &stop },
            &mut listener,
        );
        assert!(sat.over, "seed {seed}");
        let decisions: Vec<&Json> = sat.trace.iter().filter(|line| line["event"] == "decision").collect();
        let seen: Vec<&Json> = decisions.iter().copied().filter(|line| !for_cards_only(line)).collect();
        kept += decisions.len() - seen.len();
        assert_eq!(listener.0.len(), seen.len(), "seed {seed}");
        for (VisibleMove { seat, action, .. }, line) in listener.0.iter().zip(seen) {
            assert_eq!(line["seat"], seat.index(), "seed {seed}");
            let reported = action.as_deref().unwrap_or("...");
            assert!(reported.ends_with("...") || line["chosen"] == reported, "{reported}: {line}");
        }
    }
    assert!(kept > 20, "{kept} choices are too few to tell");
}
