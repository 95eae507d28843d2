//! Each metric against plays computed by hand.

use super::scene::{Scene, scene};
use crate::games::Playable;
use crate::games::film_rummy::figures::{FIGURES, Figure};
use crate::games::film_rummy::{FilmEvent, FilmRummy, FilmStats};
use crate::model::{BySeat, Seat};
use crate::stats::{Counted, Finish, Merge, Observer, Report, Statistic};

fn counted(s: &Scene) -> Counted {
    Counted {
        seats: s.game.params.seats,
        words: Vec::new(),
        cards: s.game.cards().into_iter().map(|c| (c.name, c.copies)).collect(),
        bots: Vec::new(),
    }
}

/// Feeds the statistics a deal: the hands as they are, then what the acts announce.
struct Watched {
    scene: Scene,
    stats: FilmStats,
}

impl Watched {
    fn new(scene: Scene) -> Self {
        let mut stats = FilmStats::new(&counted(&scene));
        let dealer = scene.state.board.dealer;
        stats.event(&FilmEvent::Deal { deal: 1, dealer });
        for seat in Seat::all(scene.game.params.seats) {
            for &kind in scene.state.hands[seat.index()].iter() {
                let card = scene.game.params.naming.card(kind);
                let from = crate::games::film_rummy::Spot::Stock;
                stats.event(&FilmEvent::Draw { seat, card, from, dealt: true });
            }
        }
        let (turn, slot) = (scene.state.board.turn, scene.state.board.slot);
        let kind = crate::games::film_rummy::TurnKind::Normal;
        stats.event(&FilmEvent::Turn { seat: Seat::new(0), turn, slot, kind });
        Self { scene, stats }
    }

    fn act(&mut self, words: &str) -> &mut Self {
        self.scene.act(words);
        self.scene.events.iter().for_each(|e| self.stats.event(e));
        self
    }

    fn drawing(&mut self, words: &str, drawn: &str) -> &mut Self {
        self.scene.act_drawing(words, drawn);
        self.scene.events.iter().for_each(|e| self.stats.event(e));
        self
    }

    fn finish(mut self) -> Values {
        let outcome = self.scene.outcome();
        let finish = Finish { outcome: &outcome, bots: &BySeat::all(0), decisions: 0, forced: 0 };
        self.stats.finish(&finish);
        let counted = counted(&self.scene);
        Values::of(&self.stats, &counted)
    }
}

struct Values(Report);

impl Values {
    fn of(stats: &FilmStats, counted: &Counted) -> Self {
        let mut report = Report::default();
        Statistic::<FilmRummy>::report(stats, counted, &mut report);
        Self(report)
    }

    fn get(&self, name: &str) -> Option<f64> {
        let name = format!("fr_{name}");
        self.0.metrics.iter().find(|m| m.name == name).unwrap_or_else(|| panic!("no {name}")).estimate.value
    }

    fn all(&self, expected: &[(&str, f64)]) {
        for (name, value) in expected {
            let found = self.get(name).unwrap_or_else(|| panic!("{name} is empty"));
            assert!((found - value).abs() < 1e-9, "{name} is {found}, not {value}");
        }
    }
}

#[test]
fn a_deal_by_hand() {
    // Seat 0 publishes with a joker, hits two cards, plays a positive card and goes out at once.
    let s = scene(3, &[])
        .meld(1, "C 1 J 3 4 5 6;")
        .hand(0, "F.b1 F.b2 F.b3 F.b4 F.b5 J C.b2 F.x1 pos_any C.x1 R.b1")
        .hand(1, "P.b1 spy")
        .hand(2, "J neg_any")
        .start();
    let mut w = Watched::new(s);
    // Seat 1's film is one of this deal too.
    let genre = w.scene.game.params.naming.genre(1);
    w.stats.event(&FilmEvent::Publish { seat: Seat::new(1), genre, jokers: 1, left: 2 });
    w.act("meld(feminist)").act("exchange(C.b2)").act("target(1)");
    w.act("hit(F.x1)").act("target(0)").act("hit(J)").act("target(0)");
    w.act("play_positive(pos_any)").drawing("draw_stock", "F.x2");
    w.act("hit(F.x2)").act("target(0)").act("hit(C.x1)").act("target(1)").act("discard(R.b1)");
    let v = w.finish();
    v.all(&[
        ("deals", 1.0),
        ("turns_per_deal", 2.0),
        ("unfinished_deals", 0.0),
        ("dead_positions", 0.0),
        ("first_meld_turn", 1.0),
        ("deals_with_no_meld", 0.0),
        ("deals_with_one_meld", 0.0),
        ("deals_with_all_melded", 0.0),
        ("jokers_melded", 2.0),
        ("jokers_hit", 1.0),
        ("jokers_exchanged", 1.0),
        ("jokers_in_winning_meld", 2.0),
        ("refills", 0.0),
        ("turns_meld_to_out", 1.0),
        ("hits_per_player", 4.0 / 3.0),
        ("out_in_meld_turn", 0.0),
        ("actions_fizzled", 0.0),
        ("actions_fizzled_share", 0.0),
        ("extra_turns", 1.0),
        ("missed_turns", 0.0),
        ("longest_missed_run", 0.0),
        ("decided_by_action", 1.0),
        ("points_left", 22.5),
        ("cards_left", 2.0),
        ("loser_never_melded", 1.0),
        ("pile_draws", 0.0),
        ("first_player_advantage", 1.0 - 1.0 / 3.0),
        ("meld_turn_seat_0", 1.0),
        ("win_position_1", 1.0),
        ("win_position_2", 0.0),
        ("genre_share_F", 0.5),
        ("genre_share_C", 0.5),
        ("genre_win_C", 0.0),
        ("genre_win_F", 1.0),
        ("win_used_pos_any", 1.0),
        ("win_not_used_pos_any", 0.0),
        ("win_not_used_spy", 1.0 / 3.0),
    ]);
    assert_eq!((v.get("win_used_spy"), v.get("meld_turn_seat_2"), v.get("genre_win_P")), (None, None, None));
    // Seats 0 to 2 held 11, 2 and 2 cards at the start of the first round.
    let rows = &v.0.tables[0].rows;
    assert_eq!(rows.len(), 2);
}

#[test]
fn action_cards_by_hand() {
    let s = scene(2, &[])
        .meld(0, "F 1 2 3 4 5 6;")
        .meld(1, "C 1 2 3 4 5 6;")
        .pile("P.b2")
        .hand(0, "neg_any spy thief technical_defect pos_classic_parody R.b1 R.b2")
        .hand(1, "P.b1")
        .start();
    let mut w = Watched::new(s);
    w.act("play_negative(neg_any)").act("target(1)").act("discard_pending");
    w.drawing("draw_stock", "I.b1").act("play_interaction(spy)").act("target(1)");
    w.act("draw_stock");
    let keep = w.scene.cards(1).split(' ').next().unwrap().to_owned();
    w.act(&format!("discard({keep})"));
    w.act("draw_pile").act("discard(pos_classic_parody)");
    w.drawing("draw_stock", "I.b2");
    let away = w.scene.cards(1).split(' ').next().unwrap().to_owned();
    w.act(&format!("discard({away})"));
    w.drawing("draw_stock", "I.b3").act("play_interaction(technical_defect)").act("target(1)");
    let v = {
        // The limit ends the deal.
        w.scene.state.board.turn = 2000;
        w.act("draw_stock");
        let any = w.scene.legal().into_iter().find(|a| a.starts_with("discard(")).unwrap();
        w.act(&any);
        w.finish()
    };
    // The defect on one card fizzled, and the positive card was thrown away: 2 of 4.
    v.all(&[
        ("unfinished_deals", 1.0),
        ("actions_fizzled", 2.0),
        ("actions_fizzled_share", 0.5),
        ("spies", 1.0),
        ("thefts", 0.0),
        ("defects", 0.0),
        ("missed_turns", 1.0),
        ("longest_missed_run", 1.0),
        ("pile_draws", 1.0 / 6.0),
    ]);
    assert_eq!((v.get("decided_by_action"), v.get("win_position_1")), (None, None));
}

#[test]
fn a_fizzled_defect_leaves_earlier_ones_counted() {
    let s = scene(3, &["rules.interaction_timing=free"])
        .hand(0, "technical_defect technical_defect R.b2")
        .hand(1, "P.b1 P.b2")
        .hand(2, "P.b3")
        .start();
    let mut w = Watched::new(s);
    w.act("play_interaction(technical_defect)").act("target(1)").act("give(P.b1)");
    w.act("play_interaction(technical_defect)").act("target(2)").act("discard(R.b2)");
    let v = w.finish();
    v.all(&[
        ("defects", 1.0),
        ("actions_fizzled", 1.0),
        ("actions_fizzled_share", 0.5),
        ("decided_by_action", 1.0),
        ("win_used_technical_defect", 1.0),
        ("win_not_used_technical_defect", 0.0),
    ]);
}

#[test]
fn a_defect_decides_up_to_the_winners_next_slot() {
    // Seat 0 plays a defect in slot 0 and goes out in slot 3 or 6.
    for (rounds, decided) in [(1, 1.0), (2, 0.0)] {
        let s = scene(3, &[])
            .meld(0, "F 1 2 3 4 5 6;")
            .hand(0, "technical_defect R.b2")
            .hand(1, "P.b1 P.b2")
            .hand(2, "P.b3")
            .start();
        let mut w = Watched::new(s);
        w.act("play_interaction(technical_defect)").act("target(1)").drawing("give(P.b1)", "C.b1");
        for round in 1..=rounds {
            w.drawing("draw_stock", "I.b1").act("discard(I.b1)");
            w.drawing("draw_stock", "I.b2").act("discard(I.b2)");
            if round < rounds {
                w.drawing("draw_stock", "I.b3").act("discard(I.b3)");
            }
        }
        w.drawing("draw_stock", "F.x1").act("hit(F.x1)").act("target(0)").act("discard(R.b2)");
        w.finish().all(&[("defects", 1.0), ("decided_by_action", decided)]);
    }
    // Out in the first slot, without any action card.
    let mut w = Watched::new(scene(3, &[]).hand(0, "R.b2").start());
    w.act("discard(R.b2)");
    w.finish().all(&[("defects", 0.0), ("decided_by_action", 0.0)]);
}

#[test]
fn only_the_pile_that_becomes_the_stock_is_a_refill() {
    let s = scene(3, &[]).hand(0, "technical_defect C.b1 C.b2").hand(1, "F.b1 F.b2").stock(1);
    let mut w = Watched::new(s.start().before_draw());
    w.stats.event(&FilmEvent::ShuffleDeck { cards: 125 });
    w.act("draw_stock");
    // The limit ends the deal.
    w.scene.state.board.turn = 2000;
    w.act("play_interaction(technical_defect)").act("target(1)").act("give(F.b1)");
    w.finish().all(&[("unfinished_deals", 1.0), ("defects", 1.0), ("refills", 1.0)]);
}

#[test]
fn lead_changes_by_hand() {
    // 3 cards against 2, then 3 against 4 after the two hits, then 2 against 4.
    let s = scene(2, &[])
        .meld(0, "F 1 2 3 4 5 6;")
        .hand(0, "F.x1 F.x2 R.b1 R.b2")
        .hand(1, "P.b1 P.b2 P.b3")
        .start();
    let mut w = Watched::new(s);
    w.act("hit(F.x1)").act("target(0)").act("hit(F.x2)").act("target(0)").act("discard(R.b1)");
    w.drawing("draw_stock", "P.b4").act("discard(P.b1)");
    w.drawing("draw_stock", "F.x3").act("hit(F.x3)").act("target(0)").act("discard(R.b2)");
    let v = w.finish();
    v.all(&[("lead_changes", 1.0), ("decided_by_action", 0.0), ("win_position_1", 1.0)]);
}

#[test]
fn merged_halves_equal_the_whole() {
    let s = scene(2, &[]).meld(0, "F 1 2 3 4 5 6;").hand(0, "R.b1").hand(1, "P.b1").start();
    let c = counted(&s);
    let outcome = s.outcome();
    let finish = Finish { outcome: &outcome, bots: &BySeat::all(0), decisions: 0, forced: 0 };
    let play = |stats: &mut FilmStats, winner: usize| {
        stats.event(&FilmEvent::Deal { deal: 1, dealer: Seat::new(1) });
        stats.event(&FilmEvent::DealEnd { winner: Some(Seat::new(winner)), dead: false });
        stats.finish(&finish);
    };
    let (mut whole, mut a, mut b) = (FilmStats::new(&c), FilmStats::new(&c), FilmStats::new(&c));
    play(&mut whole, 0);
    play(&mut whole, 1);
    play(&mut a, 0);
    play(&mut b, 1);
    b.merge(a);
    let stored: FilmStats = serde_json::from_value(serde_json::to_value(&b).unwrap()).unwrap();
    assert_eq!(Values::of(&stored, &c).0, Values::of(&whole, &c).0);
    assert_eq!(Values::of(&whole, &c).get("win_position_1"), Some(0.5));
}

#[test]
fn figures_stand_in_the_order_of_their_names() {
    assert_eq!(FIGURES[Figure::Deals as usize].0, "deals");
    assert_eq!(FIGURES[Figure::FirstPlayer as usize].0, "first_player_advantage");
    assert_eq!(FIGURES.len(), Figure::FirstPlayer as usize + 1);
}
