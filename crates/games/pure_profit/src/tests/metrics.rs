//! Every metric against a play computed by hand.

use super::{card, rules_with, scene};
use crate::action::{Action, Source};
use crate::event::{Cause, Ending, Place, PlayEvent};
use crate::{ProfitStats, PureProfit};
use ludometer_model::{BySeat, CardMove, Event, Outcome, Seat};
use ludometer_playable::Playable;
use ludometer_stats::{GameEnd, Observer, Report, Statistic, Step, TallyLayout};

/// Feeds the statistics with a play written down event by event.
struct Teller {
    stats: ProfitStats,
    counted: TallyLayout,
}

impl Teller {
    fn new(seats: usize) -> Self {
        let game = rules_with(seats, &[]);
        let cards = game.cards().into_iter().map(|c| (c.name, c.copies)).collect();
        let counted = TallyLayout {
            words: Vec::new(),
            cards,
            bots: vec!["random".to_owned()],
            ..TallyLayout::of_seats(seats)
        };
        Self { stats: ProfitStats::new(&counted), counted }
    }

    #[expect(clippy::needless_pass_by_value, reason = "events are reported as they are written down")]
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
        self.say(PlayEvent::MoveCard { seat: Seat::new(seat), card: card(word), to, cause, needed: false })
    }

    /// A Bankrupt takes a value card.
    fn resolve(&mut self, seat: usize, bankrupt: &str, lost: &str, needed: bool) -> &mut Self {
        let (cause, to) = (Cause::Lost, Place::Discard);
        self.moves(seat, bankrupt, Cause::Resolve);
        self.say(PlayEvent::MoveCard { seat: Seat::new(seat), card: card(lost), to, cause, needed })
    }

    /// A Steal is played and takes these cards.
    fn steal(&mut self, seat: usize, word: &str, victim: usize, taken: &str) -> &mut Self {
        self.step(seat, Action::Discard(card(word))).moves(seat, word, Cause::Discard);
        for taken in taken.split_whitespace() {
            let (thief, victim) = (Seat::new(seat), Seat::new(victim));
            self.say(PlayEvent::Steal { thief, victim, card: card(taken) });
        }
        self
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
        self.stats.finish(&GameEnd { outcome, first: Seat::new(0), bots: &bots, decisions: 9, forced: 0 });
    }

    fn metric(&self, name: &str) -> Option<f64> {
        let mut report = Report::default();
        self.stats.report(&self.counted, &mut report);
        let row = report.metrics.iter().find(|m| m.name() == format!("pp_{name}"));
        row.unwrap_or_else(|| panic!("no metric pp_{name}")).estimate.value
    }
}

/// Returns a short game of two seats with a goal of 4, written by hand:
/// turn 0, seat 0 draws from the open pile and banks its 1;
/// turn 1, seat 1 resolves a lowest Bankrupt that takes its only 2, and holds another Bankrupt;
/// turn 2, seat 0 plays Steal Two and takes two cards;
/// turn 3, seat 1 dumps a Bankrupt in relief after a reshuffle, drawing from a closed pile;
/// turn 4, seat 0 finishes with 2, 3, 4.
fn reported() -> Teller {
    let mut t = Teller::new(2);
    t.stats.start();
    t.say(PlayEvent::Game { game: 0, goal: 4 }).deal(0, "1 2 S2 9").deal(1, "2 BL BL 3 4");
    t.turn(0, 0).draw(0, "9", Source::Discard, true).moves(0, "1", Cause::Bank);
    t.turn(1, 1).resolve(1, "BL", "2", true);
    t.say(PlayEvent::Hold { seat: Seat::new(1), bankrupts: 1 });
    t.turn(2, 0).steal(0, "S2", 1, "3 4");
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
fn the_metrics_of_a_play_by_hand() {
    let t = reported();
    let expected = [
        ("reshuffles", 1.0),
        ("unfinished_games", 0.0),
        // Turns 1 and 3 of 5.
        ("bankrupt_turns", 0.4),
        ("bankrupt_cards_lost", 1.0),
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

/// Returns a longer game of three seats with a goal of 10; turns not reported change nothing.
/// Seat 0 lays the value k + 1 after 3k turns at each top k, up to its 9 in turn 108;
/// seat 2 lays a 1 in turn 2 and all others in turn 134, the last; seat 1 never begins a bank.
fn reported_climb() -> Teller {
    let mut t = Teller::new(3);
    t.stats.start();
    t.say(PlayEvent::Game { game: 0, goal: 10 });
    t.deal(0, "1 1 2 3 4 5 6 7 8 9 BL S1 S3").deal(1, "4 9 9 BL BH S3");
    t.deal(2, "1 1 2 3 4 5 6 7 8 9 BL BH S1 S1 S3");
    t.turn(0, 0).moves(0, "1", Cause::Bank);
    // All but the 10: seat 2 is one short, until its 9 goes in turn 5.
    t.turn(2, 2).moves(2, "1", Cause::Bank);
    t.turn(3, 0).moves(0, "2", Cause::Bank);
    t.turn(4, 1).resolve(1, "BL", "4", true).resolve(1, "BH", "9", false);
    t.turn(5, 2).resolve(2, "BH", "9", true).resolve(2, "BL", "1", false);
    t.turn(6, 0).resolve(0, "BL", "1", false);
    // Again one short, from here on.
    t.turn(8, 2).steal(2, "S1", 1, "9");
    t.turn(9, 0).moves(0, "3", Cause::Bank);
    t.turn(10, 1).steal(1, "S3", 0, "");
    t.turn(11, 2).steal(2, "S1", 1, "").turn(12, 0).steal(0, "S1", 1, "");
    t.turn(14, 2).steal(2, "S3", 1, "").turn(15, 0).steal(0, "S3", 1, "");
    for (turn, word) in [(18, "4"), (30, "5"), (45, "6"), (63, "7"), (84, "8"), (108, "9")] {
        t.turn(turn, 0).moves(0, word, Cause::Bank);
    }
    t.turn(134, 2).draw(2, "10", Source::Discard, true);
    for word in ["2", "3", "4", "5", "6", "7", "8", "9", "10"] {
        t.moves(2, word, Cause::Finish);
    }
    t.end(Ending::Finish, Some(2), 9, 135);
    let scores = BySeat::from_fn(|seat| [9, 0, 10].get(seat.index()).copied().unwrap_or(0));
    t.finish(&Outcome::ranked(3, scores, 135, Outcome::rounds_of_turns(135, 3), false, |a, b| a > b));
    t
}

#[test]
fn the_metrics_of_a_longer_play_by_hand() {
    let t = reported_climb();
    let expected = [
        // Turns 4, 5 and 6.
        ("bankrupt_turns", 3.0 / 135.0),
        ("bankrupt_cards_lost", 5.0),
        ("bankrupt_needed", 2.0 / 5.0),
        ("bankrupt_needed_lowest", 1.0 / 3.0),
        ("bankrupt_needed_highest", 1.0 / 2.0),
        // The lowest kind struck all three, the highest one seats 1 and 2.
        ("win_after_lowest", 1.0 / 3.0),
        ("win_after_highest", 1.0 / 2.0),
        // Seat 2 played two Steal Ones, seat 0 one.
        ("win_played_steal_one", 1.0 / 2.0),
        ("win_not_played_steal_one", 0.0),
        ("win_not_played_steal_two", 1.0 / 3.0),
        ("win_played_steal_three", 1.0 / 3.0),
        ("cards_stolen", 1.0),
        ("cards_per_steal", 1.0 / 6.0),
        ("finish_missing", 9.0),
        // Between turn 8 and turn 134.
        ("one_short_turns", 125.0),
        // Seat 0 led, until seat 2 passed it in the last turn.
        ("half_leader_wins", 0.0),
        ("lead_changes", 1.0),
        // Tops 9 and 0.
        ("losers_empty_bank", 1.0 / 2.0),
        ("loser_top", 4.5),
        // No turns of seat 0, all of seat 1, two of seat 2; then 3 and 132.
        ("turns_at_top_0", 137.0),
        ("turns_at_top_1", 135.0),
        ("turns_at_top_2", 6.0),
        ("turns_at_top_3", 9.0),
        ("turns_at_top_4", 12.0),
        ("turns_at_top_5", 15.0),
        ("turns_at_top_6", 18.0),
        ("turns_at_top_7", 21.0),
        ("turns_at_top_8", 24.0),
        ("turns_at_top_9", 27.0),
    ];
    for (name, value) in expected {
        assert_eq!(t.metric(name), Some(value), "pp_{name}");
    }
    for nothing in ["win_played_steal_two", "win_not_played_steal_three"] {
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
    // After turn 3 both stand at 2: nobody leads at half time.
    assert_eq!(t.metric("half_leader_wins"), None);
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
    // Winners of the games, totals of the seats, and whether the match winner won fewer than another.
    for (winners, totals, fewer) in [
        ([Some(0), Some(1), Some(1)], [8, 7], 1.0),
        ([Some(0), Some(1), Some(1)], [7, 8], 0.0),
        ([Some(1), Some(0), None], [7, 8], 0.0),
        ([None, Some(0), None], [5, 6], 1.0),
    ] {
        let mut t = Teller::new(2);
        t.stats.start();
        for winner in winners {
            let ending = if winner.is_some() { Ending::Single } else { Ending::Unfinished };
            t.say(PlayEvent::Game { game: 0, goal: 4 }).turn(0, 0).end(ending, winner, 1, 1);
        }
        let scores = BySeat::from_fn(|seat| totals.get(seat.index()).copied().unwrap_or(0));
        t.finish(&Outcome::ranked(2, scores, 3, 0, false, |a, b| a > b));
        assert_eq!(t.metric("match_winner_not_most_games"), Some(fewer), "{winners:?}, {totals:?}");
    }
}

#[test]
fn cards_that_left_a_hand_by_choice_were_played_and_some_were_put_to_use() {
    let moved = |word, cause| {
        let (seat, to) = (Seat::new(0), Place::Discard);
        let event = PlayEvent::MoveCard { seat, card: card(word), to, cause, needed: false };
        (matches!(event.card(), Some(CardMove::Played { .. })), event.used().is_some())
    };
    for cause in [Cause::Bank, Cause::Finish] {
        assert_eq!(moved("7", cause), (true, true));
    }
    // A value card is thrown away, a Steal takes cards.
    assert_eq!((moved("7", Cause::Discard), moved("S2", Cause::Discard)), ((true, false), (true, true)));
    assert_eq!((moved("BL", Cause::Resolve), moved("BL", Cause::Dump)), ((true, true), (true, false)));
    assert_eq!((moved("7", Cause::Lost), moved("7", Cause::Leftover)), ((false, false), (true, false)));
}

#[test]
fn every_event_counts_under_its_own_name_and_detail() {
    let mut s = scene(2, &[]).hand(0, "2 3 4 9").hand(1, "1 10 10 10 10 10").discard("7").start();
    s.act("draw discard")
        .draw("BL")
        .act("resolve lowest")
        .act("bank 1")
        .draw("S1")
        .draw("5")
        .act("discard 5");
    let mut finish = scene(2, &[]).hand(0, "8 9 10 4 5 6").bank(0, "1 2 3 4 5 6 7").start();
    finish.act("finish");
    let mut dump = scene(2, &["limits.max_turns=10"]).hand(0, "BL BL BL BH BH BH").start();
    dump.state.turn = 9;
    dump.act("dump bankrupt_lowest");
    let mut single = scene(2, &[]).hand(0, "10 9 9 9 9 9").bank(0, "1 2 3 4 5 6 7 8 9").start();
    single.act("bank 10");
    let mut seen = std::collections::BTreeSet::new();
    for event in [s.events, finish.events, dump.events, single.events].iter().flatten() {
        let json = serde_json::to_value(event).unwrap();
        let detail = ["from", "cause", "ending"].iter().find_map(|key| json[key].as_str());
        let words: Vec<&str> = json["event"].as_str().into_iter().chain(detail).collect();
        assert_eq!(crate::event::EVENT_KINDS[event.event_kind().unwrap()].name, words.join(" "));
        seen.insert(words.join(" "));
    }
    assert_eq!(seen.iter().filter(|name| name.contains(' ')).count(), 12, "{seen:?}");
}
