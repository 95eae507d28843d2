//! The rows of section 4's table one by one: the view shows them, determinized states respect them.

use super::{Scene, rules_with, scene};
use crate::knowledge::{EVERYONE, Knowledge};
use crate::{FilmRummy, State, state};
use ludometer_bots::BotSpec;
use ludometer_model::{Game, Rng, Seat};
use ludometer_playable::Compiled;
use ludometer_run::{Hooks, Loaded, audit};

/// Determinized states of every seat: all possible, alike to the viewer, its certainties true.
fn determinize(s: &Scene) -> Vec<Vec<State>> {
    let n = s.game.seats();
    let mut rng = Rng::from_words([5, 6, 7]);
    (0..n)
        .map(|seat| {
            let view = s.view(seat);
            (0..60)
                .map(|_| {
                    let mut world = s.game.new_state();
                    s.game.determinize(&view, &mut rng, &mut world);
                    state::check_cards(&s.game.params, &world).unwrap();
                    assert_eq!(s.game.view(&world, Seat::new(seat)), view);
                    world
                })
                .collect()
        })
        .collect()
}

fn counted(s: &Scene, counts: &[u8]) -> String {
    let kinds: Vec<u8> =
        counts.iter().enumerate().flat_map(|(k, &n)| std::iter::repeat_n(k as u8, n.into())).collect();
    s.names(&kinds)
}

#[test]
fn a_taken_card_is_known_until_it_is_shown_again() {
    let mut s = scene(3, &[]).pile("F.b1").hand(0, "C.b1 F.b1").start().before_draw();
    s.act("draw_pile");
    assert_eq!((s.known(1, 0), s.known(2, 0)), ("F.b1".to_owned(), "F.b1".to_owned()));
    for worlds in &determinize(&s)[1..] {
        assert!(worlds.iter().all(|w| w.hands[0].contains(&s.kind("F.b1"))));
        assert!(worlds.iter().any(|w| !w.hands[0].contains(&s.kind("C.b1"))));
    }
    s.act("discard(F.b1)");
    assert_eq!(s.known(1, 0), "");
}

#[test]
fn an_exchanged_joker_is_known() {
    let mut s = scene(3, &[]).meld(1, "F 1 J 3 4 5 6;").hand(0, "F.b2 C.b1 C.b2").start();
    s.act("exchange(F.b2)");
    // The announced card is certain for all while the target is chosen.
    for worlds in &determinize(&s)[1..] {
        assert!(worlds.iter().all(|w| w.hands[0].contains(&s.kind("F.b2"))));
    }
    s.act("target(1)");
    assert_eq!(s.known(2, 0), "J");
    determinize(&s);
}

#[test]
fn a_spied_hand_is_known_whole() {
    let mut s = scene(3, &[]).hand(0, "spy C.b1").hand(1, "F.b1 J").start();
    s.act("play_interaction(spy)").act("target(1)").act("draw_stock").act("discard(J)");
    assert_eq!((s.known(0, 1).as_str(), s.known(2, 1).as_str()), ("F.b1", ""));
    let worlds = determinize(&s);
    assert!(worlds[0].iter().all(|w| w.hands[1].contains(&s.kind("F.b1"))));
    // Seat 1 knows what seat 0 knows of it, and determinizes it so.
    assert!(worlds[1].iter().all(|w| w.knowledge.known(0, 1) == s.state.knowledge.known(0, 1)));
}

#[test]
fn fr_60_fr_61_fr_64_whom_an_interaction_card_was_played_on_is_in_every_view() {
    let shown = |s: &Scene| {
        let views =
            (0..3).map(|seat| serde_json::to_value(s.view(seat)).unwrap()["interactions"].to_string());
        let views: Vec<String> = views.collect();
        assert_eq!((&views[0], &views[0]), (&views[1], &views[2]));
        views[0].clone()
    };
    let mut s = scene(3, &[]).hand(0, "spy C.b1").hand(1, "thief F.b1 J").hand(2, "P.b1 P.b2").start();
    assert_eq!(shown(&s), "[null,null,null]");
    s.act("play_interaction(spy)").act("target(2)");
    assert_eq!(shown(&s), r#"[{"slot_no":0,"spy":[2]},null,null]"#);
    s.act("draw_stock").act("play_interaction(thief)").act("target(2)").act("discard(F.b1)");
    assert_eq!(shown(&s), r#"[{"slot_no":0,"spy":[2]},{"slot_no":1,"thief":[2]},null]"#);
    determinize(&s);
    // Of several in one slot all are shown.
    let free = &["rules.interaction_timing=free"];
    let mut s = scene(3, free).hand(0, "spy spy technical_defect C.b1").hand(2, "P.b1").start();
    for (card, target) in [("spy", 1), ("technical_defect", 2), ("spy", 2)] {
        s.act(&format!("play_interaction({card})")).act(&format!("target({target})"));
    }
    assert_eq!(shown(&s), r#"[{"slot_no":0,"spy":[1,2],"technical_defect":[2]},null,null]"#);
    determinize(&s);
}

/// Lets everybody know these cards of a hand.
fn all_know(s: &mut Scene, holder: usize, cards: &[u8]) {
    let mut open = s.state.knowledge.of(EVERYONE);
    open[holder] = cards.iter().copied().collect();
    s.state.knowledge.set_open(&open);
}

#[test]
fn a_theft_leaves_one_unseen_card_out() {
    let mut s = scene(3, &[]).hand(0, "thief C.b1").hand(1, "F.b1 F.b1 J J").start();
    let (f, j) = (s.kind("F.b1"), s.kind("J"));
    all_know(&mut s, 1, &[f, j, j]);
    s.act("play_interaction(thief)").act_until("target(1)", |n| n.cards(0).contains('J'));
    // The thief saw which; the third seat only that one card went.
    assert_eq!((s.known(0, 1).as_str(), s.known(2, 1).as_str()), ("F.b1 J", "J"));
    assert_eq!((s.known(1, 0).as_str(), s.known(2, 0).as_str()), ("J", ""));
    determinize(&s);
}

#[test]
fn rd_6_a_thief_who_is_shown_a_hand_knows_it_in_every_determinized_state() {
    let mut s = scene(3, &["rules.thief_sees_hand=true"]).hand(0, "thief C.b1").hand(1, "F.b1 J J").start();
    s.act("play_interaction(thief)").act("target(1)");
    // The third seat doesn't know which cards it is, but that the thief sees them.
    for worlds in determinize(&s) {
        assert!(worlds.iter().all(|w| *w.knowledge.known(0, 1) == w.hands[1]));
    }
}

#[test]
fn a_defect_is_known_to_its_target_alone() {
    let mut s = scene(3, &[]).hand(0, "technical_defect C.b1").hand(2, "F.b1 F.b1 J J").start();
    let (f, j) = (s.kind("F.b1"), s.kind("J"));
    all_know(&mut s, 2, &[f, j, j]);
    s.state.knowledge.outside[1][usize::from(j)] = 2;
    s.act("play_interaction(technical_defect)").act("target(2)").act("give(F.b1)");
    // What is selected is seen by its holder only, until it goes.
    assert_eq!(s.view(0), {
        let mut t = s.clone();
        t.state.given = 2;
        t.view(0)
    });
    determinize(&s);
    s.act_until("give(F.b1)", |n| !n.cards(2).contains('F'));
    assert_eq!((s.known(0, 2).as_str(), s.known(1, 2).as_str()), ("", ""));
    assert_eq!(counted(&s, &s.view(1).outside), "");
    assert_eq!(counted(&s, &s.view(2).stock_known), "F.b1 F.b1");
    assert_eq!(counted(&s, &s.view(0).stock_known), "");
    for world in &determinize(&s)[2] {
        assert_eq!(world.stock.iter().map(|k| usize::from(*k == f)).sum::<usize>(), 2);
    }
    // One unseen draw may have been any of them.
    s.act("draw_stock");
    assert_eq!(counted(&s, &s.view(2).stock_known), "F.b1");
    determinize(&s);
}

#[test]
fn cards_given_after_many_unseen_draws_stay_known() {
    let (mut known, giver, other) = (Knowledge::NONE, Seat::new(0), Seat::new(1));
    known.gave(3, giver, &[0].into_iter().collect());
    (0..30).for_each(|_| known.drew(3, other, 0));
    assert_eq!(known.stock[0].now()[0], 0);
    // Three copies given, each unseen draw takes one away at worst.
    known.gave(3, giver, &[1, 1, 1].into_iter().collect());
    for left in [2, 1, 0] {
        known.drew(3, other, 0);
        assert_eq!(known.stock[0].now()[1], left);
    }
    // Nothing overflows, however many rounds that goes on.
    for _ in 0..300 {
        known.gave(3, giver, &[2].into_iter().collect());
        known.drew(3, other, 0);
        assert_eq!(known.stock[0].now()[2], 0);
    }
}

#[test]
fn a_refill_shows_the_stock_and_all_hands_together() {
    let mut s = scene(3, &[]).hand(0, "C.b1 J").hand(1, "F.b1 F.b2").hand(2, "P.b1 J").start();
    // The last stock card is drawn; the rest of the deck lies in the pile.
    let last = s.state.stock[0];
    let pile: Vec<u8> = s.state.stock[1..].to_vec();
    s.state.stock.truncate(1);
    s.state.board.pile.extend_from_slice(&pile);
    s.state.board.stock = 1;
    let mut s = s.before_draw();
    s.act("draw_stock");
    let mut stock = s.state.stock.to_vec();
    stock.sort_unstable();
    for seat in 0..3 {
        assert_eq!(counted(&s, &s.view(seat).stock_known), s.names(&stock));
    }
    assert_eq!(counted(&s, &s.view(0).outside), "F.b1 F.b2 P.b1 J");
    assert!(counted(&s, &s.view(2).outside).contains(s.names(&[last]).as_str()));
    for world in &determinize(&s)[0] {
        let mut held: Vec<u8> = world.hands[1].iter().chain(world.hands[2].iter()).copied().collect();
        held.sort_unstable();
        assert_eq!(s.names(&held), "F.b1 F.b2 P.b1 J");
    }
    // Seen to leave a hand: not outside any more. An unseen draw: one of each kind less.
    let card = s.names(&[last]);
    s.act(&format!("discard({card})"));
    s.act("draw_stock").act("discard(F.b1)");
    assert_eq!(counted(&s, &s.view(0).outside), "F.b2 P.b1 J");
    let drawn = s.view(0).stock_known;
    for (kind, &count) in drawn.iter().enumerate() {
        let before = stock.iter().filter(|k| usize::from(**k) == kind).count();
        assert_eq!(usize::from(count), before.saturating_sub(1));
    }
    determinize(&s);
}

#[test]
fn a_film_being_laid_out_is_imagined_so() {
    let mut s = scene(3, &[]).hand(0, "F.b1 F.b2 F.b3 F.b4 F.b5 J J C.b1").start();
    s.act("meld(feminist)");
    for worlds in &determinize(&s)[1..] {
        assert!(worlds.iter().all(|w| w.hands[0].copies(s.kind("J")) >= 2));
    }
}

#[test]
fn imagined_hands_are_uniform_where_nothing_is_known() {
    let s = scene(3, &[]).hand(0, "C.b1").hand(1, "F.b1").hand(2, "J").start();
    let view = s.view(0);
    let mut rng = Rng::from_words([1, 2, 3]);
    let mut world = s.game.new_state();
    let joker = s.kind("J");
    let mut hits = 0;
    for _ in 0..20_000 {
        s.game.determinize(&view, &mut rng, &mut world);
        hits += u32::from(world.hands[1][0] == joker);
    }
    // 10 jokers among the 123 cards that seat 0 doesn't see.
    assert!(hits.abs_diff(1626) < 240, "{hits}");
}

#[test]
fn no_bot_peeks() {
    for (bot, positions) in [("random", 1500), ("greedy", 1500), ("mcts:iterations=6,length=2", 150)] {
        let spec = BotSpec::parse(bot, FilmRummy::definition()).unwrap();
        for settings in [&[][..], &["rules.thief_sees_hand=true", "rules.interaction_timing=free"][..]] {
            let game = rules_with(3, settings);
            let game = Loaded::with(game, ludometer_model::RuleSet::defaults(FilmRummy::schema()));
            let found = audit(&game, &vec![spec.clone(); 3], positions, 3, Hooks::none()).unwrap();
            assert!(found.different > positions / 2);
        }
    }
}
