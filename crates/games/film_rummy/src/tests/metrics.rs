//! Each metric against plays computed by hand.

#![expect(clippy::manual_midpoint, reason = "means are written as they are counted by hand")]

use super::{Scene, scene};
use crate::stats::Fixed;
use crate::{FilmEvent, FilmRummy, FilmStats};
use ludometer_model::{BySeat, Seat};
use ludometer_playable::Playable;
use ludometer_stats::{Cell, GameEnd, Merge, Observer, Report, Statistic, TallyLayout};

fn counted(s: &Scene) -> TallyLayout {
    TallyLayout {
        words: Vec::new(),
        cards: s.game.cards().into_iter().map(|c| (c.name, c.copies)).collect(),
        bots: Vec::new(),
        ..TallyLayout::of_seats(s.game.params.seats)
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
                let from = crate::Spot::Stock;
                stats.event(&FilmEvent::Draw { seat, card, from, dealt: true });
            }
        }
        let (turn, slot) = (scene.state.board.turn, scene.state.board.slot);
        let kind = crate::TurnKind::Normal;
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

    /// Draws and discards for the last time: the limit ends the deal.
    fn broken_off(&mut self) -> &mut Self {
        self.scene.state.board.turn = 2000;
        self.act("draw_stock");
        let any = self.scene.legal().into_iter().find(|a| a.starts_with("discard(")).unwrap();
        self.act(&any)
    }

    fn finish(mut self) -> Values {
        let outcome = self.scene.outcome();
        let finish = GameEnd {
            outcome: &outcome,
            first: Seat::new(0),
            bots: &BySeat::all(0),
            decisions: 0,
            forced: 0,
        };
        self.stats.finish(&finish);
        let counted = counted(&self.scene);
        Values::of(&self.stats, &counted)
    }
}

struct Values(Report);

impl Values {
    fn of(stats: &FilmStats, counted: &TallyLayout) -> Self {
        let mut report = Report::default();
        Statistic::<FilmRummy>::report(stats, counted, &mut report);
        Self(report)
    }

    fn get(&self, name: &str) -> Option<f64> {
        let name = format!("fr_{name}");
        self.0.metrics.iter().find(|m| m.name() == name).unwrap_or_else(|| panic!("no {name}")).estimate.value
    }

    /// Returns the rows of `hand_sizes`: round, hand, seats, win rate and its bounds.
    fn rows(&self) -> Vec<String> {
        let row = |row: &Vec<Cell>| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        self.0.tables[0].rows.iter().map(row).collect()
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
    // Seats 0 to 2 held 11, 2 and 2 cards at the start of the only round. Bounds of 0 of n wins: 0 and
    // z^2 / (n + z^2), z^2 = 3.8415; of n of n: 1 less these.
    assert_eq!(v.rows(), ["1 2 2 0.0000 0.0000 0.6576", "1 11 1 1.0000 0.2065 1.0000"]);
}

#[test]
fn a_match_of_two_deals_by_hand() {
    // R.b1 goes from hand to hand. Seats 1 and 2 publish, then seat 0 does and goes out in one turn.
    let s = scene(3, &["match.mode=deals", "match.deals=2"])
        .pile("R.b1")
        .hand(0, "F.b1 F.b2 F.b3 F.b4 F.b5 F.b6 F.x1")
        .hand(1, "C.b1 C.b2 C.b3 C.b4 C.b5 J R.b3 R.b4")
        .hand(2, "P.b1 P.b2 P.b3 P.b4 P.b5 P.b6 R.b2");
    let mut w = Watched::new(s.start().before_draw());
    w.act("draw_pile").act("discard(R.b1)");
    w.act("draw_pile").act("meld(classic)").act("discard(R.b1)");
    w.act("draw_pile").act("meld(parody)").act("discard(R.b1)");
    w.act("draw_pile").act("meld(feminist)").act("hit(F.x1)").act("target(0)").act("discard(R.b1)");
    // The second deal comes from chance and ends with its first turn, without a film.
    assert_eq!((w.scene.state.board.deal, w.scene.mover()), (2, Some(1)));
    w.broken_off();
    let outcome = w.scene.outcome();
    assert!(w.scene.mover().is_none() && !outcome.unfinished);
    let points: i64 = outcome.scores.first(3).iter().sum();
    let v = w.finish();
    v.all(&[
        ("deals", 2.0),
        ("turns_per_deal", (4.0 + 1.0) / 2.0),
        ("unfinished_deals", 0.5),
        ("dead_positions", 0.0),
        ("first_meld_turn", 2.0),
        ("deals_with_no_meld", 0.5),
        ("deals_with_one_meld", 0.0),
        ("deals_with_all_melded", 0.5),
        ("jokers_melded", 0.5),
        ("jokers_in_winning_meld", 0.0),
        ("turns_meld_to_out", 0.0),
        ("hits_per_player", 1.0 / 6.0),
        ("out_in_meld_turn", 1.0),
        ("decided_by_action", 0.0),
        // Seats 1 and 2, then all seats of the deal that nobody won: all points there are.
        ("points_left", points as f64 / 5.0),
        ("cards_left", (2.0 + 1.0 + 30.0) / 5.0),
        ("loser_never_melded", 0.0),
        ("pile_draws", 4.0 / 5.0),
        ("first_player_advantage", 1.0 - 1.0 / 3.0),
        ("meld_turn_seat_0", 4.0),
        ("meld_turn_seat_1", 2.0),
        ("meld_turn_seat_2", 3.0),
        ("genre_share_P", 1.0 / 3.0),
        ("genre_share_R", 0.0),
        ("genre_win_F", 1.0),
        ("genre_win_P", 0.0),
    ]);
    // Of the first deal alone: hands of 7, 8, 7, then 7, 2, 1. One of two: 0.5 -+ 0.4055.
    assert_eq!(
        v.rows(),
        [
            "1 7 2 0.5000 0.0945 0.9055",
            "1 8 1 0.0000 0.0000 0.7935",
            "2 1 1 0.0000 0.0000 0.7935",
            "2 2 1 0.0000 0.0000 0.7935",
            "2 7 1 1.0000 0.2065 1.0000",
        ]
    );
}

#[test]
fn action_cards_by_hand() {
    // Both films are full: nobody can get rid of cards.
    let s = scene(2, &[])
        .meld(0, "F 1 2 3 4 5 6; 1 2 3 4 5 6 7")
        .meld(1, "C 1 2 3 4 5 6; 1 2 3 4 5 6 7")
        .hand(0, "neg_any neg_any neg_classic_parody spy thief technical_defect pos_classic_parody R.b1")
        .hand(1, "P.b1")
        .start();
    let mut w = Watched::new(s);
    // Seat 1 misses two turns in a row, has one, and misses another.
    w.act("play_negative(neg_any)").act("target(1)").act("discard_pending");
    w.drawing("draw_stock", "I.b1").act("play_negative(neg_any)").act("target(1)").act("discard_pending");
    w.drawing("draw_stock", "I.b2").act("play_interaction(spy)").act("target(1)");
    w.drawing("draw_stock", "I.b3").act("discard(P.b1)");
    w.act("draw_pile").act("play_negative(neg_classic_parody)").act("target(1)").act("discard_pending");
    w.drawing("draw_stock", "I.b4").act("discard(pos_classic_parody)");
    w.drawing("draw_stock", "I.b5").act("discard(I.b5)");
    // Seat 1's one card is too few for a defect, but may be stolen.
    w.act("draw_pile").act("play_interaction(technical_defect)").act("target(1)");
    w.drawing("draw_stock", "I.b6").act("discard(I.b6)");
    w.act("draw_pile").act("play_interaction(thief)").drawing("target(1)", "R.b5").act("discard(R.b1)");
    w.broken_off();
    let v = w.finish();
    // The defect fizzled, and the positive card was thrown away: 2 of 7. Of 11 draws, 3 were from the pile.
    v.all(&[
        ("turns_per_deal", 14.0),
        ("unfinished_deals", 1.0),
        ("dead_positions", 1.0),
        ("actions_fizzled", 2.0),
        ("actions_fizzled_share", 2.0 / 7.0),
        ("spies", 1.0),
        ("thefts", 1.0),
        ("defects", 0.0),
        ("missed_turns", 3.0),
        ("longest_missed_run", 2.0),
        ("pile_draws", 3.0 / 11.0),
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
    let film = "technical_defect C.b1 C.b2 C.b3 C.b4 C.b5 C.b6 R.b2";
    let s = scene(3, &[]).hand(0, film).hand(1, "F.b1 F.b2").stock(1);
    let mut w = Watched::new(s.start().before_draw());
    w.stats.event(&FilmEvent::ShuffleDeck { cards: 125 });
    w.act("draw_stock").act("meld(classic)");
    // The limit ends the deal.
    w.scene.state.board.turn = 2000;
    w.act("play_interaction(technical_defect)").act("target(1)").act("give(F.b1)");
    let v = w.finish();
    v.all(&[("unfinished_deals", 1.0), ("dead_positions", 0.0), ("defects", 1.0), ("refills", 1.0)]);
    v.all(&[("deals_with_one_meld", 1.0), ("deals_with_no_meld", 0.0), ("hits_per_player", 0.0)]);
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
    let finish =
        GameEnd { outcome: &outcome, first: Seat::new(0), bots: &BySeat::all(0), decisions: 0, forced: 0 };
    // Who sits left of the dealer wins a round that began with no cards.
    let play = |stats: &mut FilmStats, winner: usize| {
        stats.event(&FilmEvent::Deal { deal: 1, dealer: Seat::new(1 - winner) });
        let kind = crate::TurnKind::Normal;
        stats.event(&FilmEvent::Turn { seat: Seat::new(winner), turn: 1, slot: 0, kind });
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
    let v = Values::of(&stored, &c);
    v.all(&[("deals", 1.0), ("win_position_1", 1.0), ("first_player_advantage", 0.5)]);
    assert_eq!(v.0.tables[0].cell(0, "seats").and_then(Cell::number), Some(4.0));
}

#[test]
fn figures_stand_in_the_order_of_their_names() {
    assert_eq!(Fixed::FIGURES[Fixed::Deals as usize].id, "fr_deals");
    assert_eq!(Fixed::FIGURES[Fixed::FirstPlayer as usize].id, "fr_first_player_advantage");
    assert_eq!(Fixed::FIGURES.len(), Fixed::FirstPlayer as usize + 1);
}
