//! Every metric against a play computed by hand.

use crate::games::pure_profit::PureProfit;
use crate::games::pure_profit::card::{Action, Source};
use crate::games::pure_profit::event::{Cause, Ending, Place, PlayEvent};
use crate::games::pure_profit::stats::ProfitStats;
use crate::model::{BySeat, Outcome, Seat};
use crate::stats::{Counted, Finish, Observer, Report, Statistic, Step};

use super::scene::{card, rules_with};
use crate::games::Playable;

/// Feeds the statistics with a play written down event by event.
struct Teller {
    stats: ProfitStats,
    counted: Counted,
}

impl Teller {
    fn new(seats: usize) -> Self {
        let game = rules_with(seats, &[]);
        let cards = game.cards().into_iter().map(|c| (c.name, c.copies)).collect();
        let counted = Counted { seats, words: Vec::new(), cards, bots: vec!["random".to_owned()] };
        Self { stats: ProfitStats::new(&counted), counted }
    }

    #[expect(clippy::needless_pass_by_value, reason = "events are told as they are written down")]
    fn say(&mut self, event: PlayEvent) -> &mut Self {
        self.stats.event(&event);
        self
    }

    fn turn(&mut self, turn: u32, seat: usize) -> &mut Self {
        self.say(PlayEvent::Turn { turn, seat: Seat::new(seat) })
    }

    fn deal(&mut self, seat: usize, cards: &str) -> &mut Self {
        for word in cards.split_whitespace() {
            self.say(PlayEvent::Deal { seat: Seat::new(seat), card: card(word) });
        }
        self
    }

    fn draw(&mut self, seat: usize, word: &str, from: Source, pile_open: bool) -> &mut Self {
        self.say(PlayEvent::Draw { seat: Seat::new(seat), from, card: card(word), pile_open })
    }

    fn moves(&mut self, seat: usize, word: &str, cause: Cause) -> &mut Self {
        let to = if matches!(cause, Cause::Bank | Cause::Finish) { Place::Bank } else { Place::Discard };
        let needed = cause == Cause::Lost && word == "2";
        self.say(PlayEvent::MoveCard { seat: Seat::new(seat), card: card(word), to, cause, needed })
    }

    fn step(&mut self, seat: usize, action: Action) -> &mut Self {
        self.stats.step(&Step::<PureProfit> { seat: Seat::new(seat), action, word: 0, choices: 2 });
        self
    }

    fn end(&mut self, ending: Ending, winner: Option<usize>, missing: u8, turns: u32) -> &mut Self {
        self.say(PlayEvent::GameEnd { game: 0, ending, winner: winner.map(Seat::new), missing, turns })
    }

    fn finish(&mut self, outcome: &Outcome) {
        let bots = BySeat::all(0);
        self.stats.finish(&Finish { outcome, bots: &bots, decisions: 9, forced: 0 });
    }

    fn metric(&self, name: &str) -> Option<f64> {
        let mut report = Report::default();
        self.stats.report(&self.counted, &mut report);
        let row = report.metrics.iter().find(|m| m.name == format!("pp_{name}"));
        row.unwrap_or_else(|| panic!("no metric pp_{name}")).estimate.value
    }
}

/// A short game of two seats with a goal of 4, told by hand:
/// turn 0, seat 0 draws from the open pile and banks its 1;
/// turn 1, seat 1 resolves a lowest Bankrupt that takes its only 2, and holds another Bankrupt;
/// turn 2, seat 0 plays Steal Two and takes two cards;
/// turn 3, seat 1 dumps a Bankrupt in relief after a reshuffle, drawing from a closed pile;
/// turn 4, seat 0 finishes with 2, 3, 4.
fn told() -> Teller {
    let mut t = Teller::new(2);
    t.stats.start();
    t.say(PlayEvent::Game { game: 0, goal: 4 }).deal(0, "1 2 S2 9").deal(1, "2 BL BL 3 4");
    t.turn(0, 0).draw(0, "9", Source::Discard, true).moves(0, "1", Cause::Bank);
    t.turn(1, 1).moves(1, "BL", Cause::Resolve).moves(1, "2", Cause::Lost);
    t.say(PlayEvent::Hold { seat: Seat::new(1), bankrupts: 1 });
    t.turn(2, 0).step(0, Action::Discard(card("S2"))).moves(0, "S2", Cause::Discard);
    for word in ["3", "4"] {
        t.say(PlayEvent::Steal { thief: Seat::new(0), victim: Seat::new(1), card: card(word) });
    }
    t.turn(3, 1).say(PlayEvent::Shuffle { cards: 3, removed: 0 }).draw(1, "BH", Source::Stock, false);
    t.say(PlayEvent::Relief { seat: Seat::new(1), bankrupts: 2 }).moves(1, "BL", Cause::Dump);
    t.turn(4, 0);
    for word in ["2", "3", "4"] {
        t.moves(0, word, Cause::Finish);
    }
    t.moves(0, "9", Cause::Leftover).end(Ending::Finish, Some(0), 3, 5);
    let scores = BySeat::from_fn(|seat| if seat.index() == 0 { 4 } else { 0 });
    t.finish(&Outcome::ranked(2, scores, 5, Outcome::rounds_of_turns(5, 2), false, |a, b| a > b));
    t
}

#[test]
fn the_metrics_of_a_play_told_by_hand() {
    let t = told();
    let expected = [
        ("reshuffles", 1.0),
        ("unfinished_games", 0.0),
        // Turns 1 and 3 of 5.
        ("bankrupt_turns", 0.4),
        ("bankrupt_cards_lost", 1.0),
        ("bankrupt_needed", 1.0),
        ("bankrupt_needed_lowest", 1.0),
        // The hold of turn 1; in turn 3 two Bankrupts meet no value card, which is a shortage too.
        ("shortages", 2.0),
        ("reliefs", 1.0),
        // Seat 1 was hit and lost; seat 0 played Steal Two and won.
        ("win_after_lowest", 0.0),
        ("win_played_steal_two", 1.0),
        ("win_not_played_steal_two", 0.0),
        ("win_not_played_steal_one", 0.5),
        ("cards_stolen", 2.0),
        ("cards_per_steal", 2.0),
        ("pile_draws", 0.5),
        ("pile_closed", 0.5),
        ("won_by_finish", 1.0),
        ("finish_missing", 3.0),
        // After turn 2 seat 0 lacks nothing; it wins in turn 4.
        ("one_short_turns", 1.0),
        ("half_leader_wins", 1.0),
        ("lead_changes", 0.0),
        ("losers_empty_bank", 1.0),
        ("loser_top", 0.0),
        ("shut_out_seats", 0.0),
        // Seat 0 banks in turn 0; seat 1 waits at 0 for all five turns.
        ("turns_at_top_0", 5.0),
        ("turns_at_top_1", 4.0),
    ];
    for (name, value) in expected {
        assert_eq!(t.metric(name), Some(value), "pp_{name}");
    }
    for nothing in ["bankrupt_needed_highest", "win_after_highest", "match_winner_not_most_games"] {
        assert_eq!(t.metric(nothing), None, "pp_{nothing}");
    }
}

#[test]
fn a_decision_to_stop_counts_by_the_state_of_the_pile() {
    let mut t = Teller::new(2);
    t.stats.start();
    let stop = |seat, pile_open| PlayEvent::Stop { seat: Seat::new(seat), pile_open };
    t.say(PlayEvent::Game { game: 0, goal: 4 }).deal(0, "1 2").deal(1, "1 2");
    t.turn(0, 0).draw(0, "3", Source::Discard, true).say(stop(0, false)).moves(0, "1", Cause::Bank);
    t.turn(1, 1).draw(1, "3", Source::Stock, false).say(stop(1, false)).moves(1, "3", Cause::Discard);
    t.turn(2, 0).say(stop(0, true)).end(Ending::Unfinished, None, 0, 10);
    let scores = BySeat::from_fn(|seat| i64::from(seat.index() == 0));
    t.finish(&Outcome::ranked(2, scores, 10, Outcome::rounds_of_turns(10, 2), true, |a, b| a > b));
    // Two draws and three stops; one draw and two stops met a closed pile. One of the draws was from it.
    assert_eq!((t.metric("pile_closed"), t.metric("pile_draws")), (Some(0.6), Some(0.5)));
    assert_eq!(t.metric("losers_empty_bank"), None, "nobody won");
}

#[test]
fn lead_changes_and_the_leader_at_half_time() {
    let mut t = Teller::new(2);
    t.stats.start();
    t.say(PlayEvent::Game { game: 0, goal: 4 }).deal(0, "1 2").deal(1, "1 2 3 4");
    t.turn(0, 0).moves(0, "1", Cause::Bank);
    t.turn(1, 1).moves(1, "1", Cause::Bank);
    t.turn(2, 0).moves(0, "2", Cause::Bank);
    t.turn(3, 1).moves(1, "2", Cause::Bank);
    t.turn(4, 0);
    t.turn(5, 1).moves(1, "3", Cause::Bank);
    t.turn(6, 0);
    t.turn(7, 1).moves(1, "4", Cause::Bank).end(Ending::Single, Some(1), 1, 8);
    let scores = BySeat::from_fn(|seat| [2, 4].get(seat.index()).copied().unwrap_or(0));
    t.finish(&Outcome::ranked(2, scores, 8, Outcome::rounds_of_turns(8, 2), false, |a, b| a > b));
    // Seat 0 led alone, both drew level twice, then seat 1 led: one change.
    assert_eq!(t.metric("lead_changes"), Some(1.0));
    // After turn 3 both stand at 2.
    assert_eq!(t.metric("half_leader_wins"), Some(1.0));
    assert_eq!((t.metric("won_by_finish"), t.metric("finish_missing")), (Some(0.0), None));
    assert_eq!(t.metric("loser_top"), Some(2.0));
}

#[test]
fn a_seat_without_reach_of_a_value_is_shut_out() {
    let mut t = Teller::new(2);
    t.counted.cards[1].1 = 2;
    t.stats = ProfitStats::new(&t.counted);
    t.stats.start();
    t.say(PlayEvent::Game { game: 0, goal: 4 }).deal(0, "1 2 2").deal(1, "1 3 3");
    t.turn(0, 0).moves(0, "1", Cause::Bank).turn(1, 1).moves(1, "1", Cause::Bank);
    t.turn(2, 0).moves(0, "2", Cause::Bank).turn(3, 1).turn(4, 0).moves(0, "2", Cause::Bank);
    t.end(Ending::Unfinished, None, 0, 10);
    let scores = BySeat::from_fn(|seat| [2, 1].get(seat.index()).copied().unwrap_or(0));
    t.finish(&Outcome::ranked(2, scores, 10, Outcome::rounds_of_turns(10, 2), true, |a, b| a > b));
    // Both 2s lie in the bank of seat 0; seat 1 stands at 1.
    assert_eq!(t.metric("shut_out_seats"), Some(1.0));
    assert_eq!(t.metric("unfinished_games"), Some(1.0));
}

#[test]
fn the_winner_of_a_match_may_have_won_fewer_games() {
    let mut t = Teller::new(2);
    t.stats.start();
    for winner in [0, 1, 1] {
        t.say(PlayEvent::Game { game: 0, goal: 4 }).turn(0, 0).end(Ending::Single, Some(winner), 1, 1);
    }
    let scores = BySeat::from_fn(|seat| [8, 7].get(seat.index()).copied().unwrap_or(0));
    t.finish(&Outcome::ranked(2, scores, 3, 0, false, |a, b| a > b));
    assert_eq!(t.metric("match_winner_not_most_games"), Some(1.0));
}
