//! A batch counted by hand, the same by another way of computing, and every split of it.

use serde::Serialize;

use super::*;
use ludometer_model::{
    BySeat, CardMove, Contest, Event, EventSink, Game, Kind, MenuReader, Outcome, Rng, SHARE_UNITS, Seat,
};

/// A game that is never played: it only gives its types.
#[derive(Clone, Copy)]
struct Unplayed;

#[derive(Clone, Copy, Debug, Serialize)]
struct Moved {
    #[serde(skip)]
    card: CardMove,
}

impl Event for Moved {
    fn card(&self) -> Option<CardMove> {
        Some(self.card)
    }
}

impl Game for Unplayed {
    type State = ();
    type Action = u8;
    type View = ();
    type Event = Moved;

    fn seats(&self) -> usize {
        3
    }
    fn new_state(&self) {}
    fn deal<L: EventSink<Moved>>(&self, (): &mut (), _: &mut Rng, _: &mut L) {}
    fn to_move(&self, (): &()) -> Option<Seat> {
        None
    }
    fn menu<R: MenuReader<u8>>(&self, (): &(), reader: R) -> R::Out {
        reader.slots(0..0, |_| 0)
    }
    fn apply<L: EventSink<Moved>>(&self, (): &mut (), _: u8, _: &mut Rng, _: &mut L) {}
    fn outcome(&self, (): &()) -> Outcome {
        outcome([0; 3], 0, false)
    }
    fn turn(&self, (): &()) -> u32 {
        0
    }
    fn view(&self, (): &(), _: Seat) {}
    fn determinize(&self, (): &(), _: &mut Rng, (): &mut ()) {}

    ludometer_model::described_by_its_types!();
}

fn outcome(scores: [i64; 3], turns: u32, unfinished: bool) -> Outcome {
    let scores = BySeat::from_fn(|seat| scores.get(seat.index()).copied().unwrap_or(0));
    Outcome::ranked(3, scores, turns, Outcome::rounds_of_turns(turns, 3), unfinished, |a, b| a > b)
}

/// One play: scores, turns, whether it was cut off, the bots in the seats, (seat, kind) drawn.
#[derive(Clone)]
struct Play {
    scores: [i64; 3],
    turns: u32,
    unfinished: bool,
    bots: [u8; 3],
    drawn: Vec<(usize, usize)>,
    placed: bool,
}

/// Bot 0 is `a` and holds two seats, bot 1 is `b`.
fn plays() -> Vec<Play> {
    let play = |scores, turns, unfinished, bots, drawn: &[(usize, usize)]| Play {
        scores,
        turns,
        unfinished,
        bots,
        drawn: drawn.to_vec(),
        placed: true,
    };
    vec![
        play([9, 4, 4], 6, false, [0, 0, 1], &[(0, 0), (0, 0), (1, 1)]),
        play([5, 5, 1], 9, false, [0, 1, 0], &[(2, 0), (1, 1)]),
        play([0, 0, 7], 6, false, [1, 0, 0], &[(2, 0), (0, 0)]),
        play([3, 2, 1], 5000, true, [0, 0, 1], &[(0, 1)]),
        play([1, 8, 2], 7, false, [0, 1, 0], &[]),
    ]
}

pub(super) fn counted() -> TallyLayout {
    TallyLayout {
        words: vec!["pass".to_owned()],
        cards: vec![("ace".to_owned(), 4), ("two".to_owned(), 2), ("joker".to_owned(), 1)],
        bots: vec!["a".to_owned(), "b".to_owned()],
        ..TallyLayout::of_seats(3)
    }
}

type All = Standard<()>;

fn empty() -> All {
    <All as Statistic<Unplayed>>::new(&counted())
}

fn count(plays: &[Play]) -> All {
    let mut all = empty();
    for play in plays {
        Observer::<Unplayed>::start(&mut all);
        for &(seat, kind) in &play.drawn {
            let seat = Seat::new(seat);
            Observer::<Unplayed>::event(&mut all, &Moved { card: CardMove::Drawn { seat, kind } });
        }
        let (seat, kind) = (Seat::new(0), 1);
        Observer::<Unplayed>::event(&mut all, &Moved { card: CardMove::Played { seat, kind } });
        for seat in Seat::all(3) {
            let step = Step::<Unplayed> { seat, action: 0, word: 0, choices: 2 };
            Observer::<Unplayed>::step(&mut all, &step);
        }
        let mut outcome = outcome(play.scores, play.turns, play.unfinished);
        if !play.placed {
            outcome = outcome.without_places();
        }
        let bots = BySeat::from_fn(|seat| play.bots.get(seat.index()).copied().unwrap_or(0));
        let finish = GameEnd { outcome: &outcome, first: Seat::new(1), bots: &bots, decisions: 3, forced: 1 };
        Observer::<Unplayed>::finish(&mut all, &finish);
    }
    all
}

fn report(all: &All) -> Report {
    let mut report = Report::default();
    Statistic::<Unplayed>::report(all, &counted(), &mut report);
    report
}

fn figure(report: &Report, table: &str, row: usize, column: &str) -> Option<f64> {
    report.table(table).unwrap().cell(row, column).unwrap().number()
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

#[test]
fn seats_by_hand() {
    let report = report(&count(&plays()));
    // Seat 0 won play 0 and half of play 1; the play that was cut off has no winner.
    // Shared wins vary less than whole ones: squares 1 + 1/4 and 1.
    for (seat, (wins, squares)) in [(1.5, 1.25), (1.5, 1.25), (1.0, 1.0)].into_iter().enumerate() {
        close(figure(&report, "seats", seat, "wins").unwrap(), wins);
        close(figure(&report, "seats", seat, "win_rate").unwrap(), wins / 5.0);
        let rate: f64 = wins / 5.0;
        let (low, high) = ludometer_figures::wilson_of(rate, 5, squares / 5.0 - rate * rate).unwrap();
        close(figure(&report, "seats", seat, "ci_low").unwrap(), low);
        close(figure(&report, "seats", seat, "ci_high").unwrap(), high);
    }
    // Places of seat 0: 1, 1, 2, 1, 3. Scores 9, 5, 0, 3, 1.
    close(figure(&report, "seats", 0, "mean_rank").unwrap(), 8.0 / 5.0);
    close(figure(&report, "seats", 0, "mean_score").unwrap(), 18.0 / 5.0);
    close(report.named("seat_spread").unwrap().value.unwrap(), 0.1);
    // Seat 1 began all five plays, of which four were won by somebody.
    close(report.named("first_mover_advantage").unwrap().value.unwrap(), 0.3 - 0.8 / 3.0);
    close(report.named("won").unwrap().value.unwrap(), 0.8);
    close(report.named("shared_wins").unwrap().value.unwrap(), 0.2);
    close(report.named("unfinished").unwrap().value.unwrap(), 0.2);
    // Leads: 5, 0, 7, 1, 6.
    close(report.named("leader_gap").unwrap().value.unwrap(), 19.0 / 5.0);
    close(report.named("action_pass").unwrap().value.unwrap(), 3.0);
    close(report.named("forced_decisions").unwrap().value.unwrap(), 1.0);
}

#[test]
fn where_nobody_competes_no_share_is_fair() {
    let tally = count(&plays());
    for contest in [Contest::new(Kind::Cooperative, 3), Contest::new(Kind::Solo, 1)] {
        let counted = TallyLayout { contest, ..counted() };
        let mut report = Report::default();
        Statistic::<Unplayed>::report(&tally, &counted, &mut report);
        assert_eq!(figure(&report, "strategies", 0, "expected_rate"), None);
        let spread = report.named("seat_spread").unwrap();
        assert!(spread.value.is_none() && spread.interval.is_none());
        let first = report.named("first_mover_advantage").unwrap();
        assert!(first.value.is_none() && first.interval.is_none());
        assert!(figure(&report, "strategies", 0, "win_rate").is_some());
    }
}

#[test]
fn strategies_by_hand() {
    let report = report(&count(&plays()));
    // `a` won plays 0 and 2 and half of 1; `b` half of 1 and all of 4.
    // Four of the five plays were won by somebody.
    for (row, wins, expected, decisions) in [(0, 2.5, 8.0 / 15.0, 10.0), (1, 1.5, 4.0 / 15.0, 5.0)] {
        close(figure(&report, "strategies", row, "games").unwrap(), 5.0);
        close(figure(&report, "strategies", row, "wins").unwrap(), wins);
        close(figure(&report, "strategies", row, "win_rate").unwrap(), wins / 5.0);
        close(figure(&report, "strategies", row, "expected_rate").unwrap(), expected);
        close(figure(&report, "strategies", row, "decisions").unwrap(), decisions);
        assert_eq!(figure(&report, "strategies", row, "mean_decision_us"), None);
    }
    // Places of `b`: 2, 1, 2, 3, 1; scores 4, 5, 0, 1, 8.
    close(figure(&report, "strategies", 1, "mean_rank").unwrap(), 9.0 / 5.0);
    close(figure(&report, "strategies", 1, "mean_score").unwrap(), 18.0 / 5.0);
}

/// Of four the three that don't lose win, so that a bot in all seats wins three games of four: no part of a unit is lost.
#[test]
fn what_is_fair_where_one_loses_is_exact() {
    let mut contest = Contest::new(Kind::Competitive, 4);
    contest.ends.are_lost_alone = true;
    let counted = TallyLayout { contest, bots: vec!["a".to_owned()], ..TallyLayout::of_seats(4) };
    let mut all = <All as Statistic<Unplayed>>::new(&counted);
    let outcome = Outcome { is_joint_win: true, ..Outcome::placed(4, |_, seat| seat == Seat::new(2)) };
    let finish =
        GameEnd { outcome: &outcome, first: Seat::new(0), bots: &BySeat::all(0), decisions: 1, forced: 0 };
    Observer::<Unplayed>::start(&mut all);
    Observer::<Unplayed>::finish(&mut all, &finish);
    let mut report = Report::default();
    Statistic::<Unplayed>::report(&all, &counted, &mut report);
    assert_eq!(figure(&report, "strategies", 0, "expected_rate"), Some(0.75));
    assert_eq!(figure(&report, "strategies", 0, "win_rate"), Some(0.75));
}

#[test]
fn matchups_by_hand() {
    let report = report(&count(&plays()));
    // `a` against `b`, two pairs a play: ahead and equal 1+1, 0+1, 1+1, 2+0, 0+0.
    close(figure(&report, "matchups", 0, "games").unwrap(), 10.0);
    close(figure(&report, "matchups", 0, "better").unwrap(), 4.0);
    close(figure(&report, "matchups", 0, "equal").unwrap(), 3.0);
    close(figure(&report, "matchups", 0, "rate").unwrap(), 0.55);
    close(figure(&report, "matchups", 0, "worse").unwrap(), 3.0);
    // Equal places are neither ahead nor behind.
    close(figure(&report, "matchups", 0, "ahead").unwrap(), 0.4);
    close(figure(&report, "matchups", 1, "ahead").unwrap(), 0.3);
    close(figure(&report, "matchups", 1, "better").unwrap(), 3.0);
    close(figure(&report, "matchups", 1, "rate").unwrap(), 0.45);
    // A play's points of two: 1.5, 0.5, 1.5, 2, 0; as every play has two pairs, the interval is that
    // of their mean's half.
    // Halves off 0.55 by 0.2, -0.3, 0.2, 0.45, -0.55: squares 0.675.
    let (_, high) = ludometer_figures::wilson_of(0.55, 5, 0.675 / 5.0).unwrap();
    close(figure(&report, "matchups", 0, "ci_high").unwrap(), high);
    // Ahead in 1, 0, 1, 2 and 0 of two: halves off 0.4 by 0.1, -0.4, 0.1, 0.6, -0.4, squares 0.7. These vary less than wins
    // and losses would, but two wins in five plays are too few to go by that. The ends are the roots of
    // (0.4 - x)^2 = 1.96^2 x (1 - x) / 5.
    close(figure(&report, "matchups", 0, "ahead_low").unwrap(), 0.117_620_774_233);
    close(figure(&report, "matchups", 0, "ahead_high").unwrap(), 0.769_275_718_724);
}

/// The share ahead is a share of the games like any other, where all pairs of a game are alike.
#[test]
fn the_share_of_games_that_ended_ahead_has_the_interval_of_a_share() {
    let play = |scores| Play { scores, ..plays()[0].clone() };
    // `a` has both seats ahead of `b` in some games, and both behind it in the rest.
    let bounds = |ahead: usize, behind: usize| {
        let plays = [vec![play([9, 8, 1]); ahead], vec![play([1, 2, 9]); behind]].concat();
        let report = report(&count(&plays));
        ["ahead_low", "ahead_high"].map(|column| figure(&report, "matchups", 0, column).unwrap())
    };
    // The roots of (p - x)^2 = 1.96^2 x (1 - x) / n.
    for (ahead, behind, roots) in [(22, 3, [0.700_442, 0.958_332]), (3, 29, [0.032_402, 0.242_182])] {
        let found = bounds(ahead, behind);
        assert!(found.iter().zip(roots).all(|(found, root)| (found - root).abs() < 1e-6), "{found:?}");
    }
}

#[test]
fn a_bot_and_a_seat_that_always_win_are_not_certain_to() {
    let mut plays = vec![plays()[0].clone(); 4];
    for play in &mut plays {
        play.bots = [0, 1, 1];
    }
    let all = report(&count(&plays));
    let (won, lost) = (wilson(1.0, 4).unwrap(), wilson(0.0, 4).unwrap());
    for (row, rate, (low, high)) in [(0, 1.0, won), (1, 0.0, lost)] {
        close(figure(&all, "matchups", row, "rate").unwrap(), rate);
        close(figure(&all, "matchups", row, "ci_low").unwrap(), low);
        close(figure(&all, "matchups", row, "ci_high").unwrap(), high);
    }
    let spread = all.named("seat_spread").unwrap();
    assert_eq!((spread.value, spread.interval), (Some(1.0), Some((won.0 - lost.1, 1.0))));
    let one = report(&count(&plays[..1]));
    assert_eq!(one.named("seat_spread").unwrap().interval, Some((0.0, 1.0)));
}

/// Returns the difference of the win rates and its interval, play by play from the influence of each and of
/// four seats more: one that won and one that lost on each side.
fn delta_directly(plays: &[Play], kind: usize) -> (f64, [f64; 2]) {
    let rows: Vec<[f64; 4]> = plays
        .iter()
        .map(|play| {
            let units = outcome(play.scores, play.turns, play.unfinished).win_units();
            let mut row = [0.0; 4];
            for seat in Seat::all(3) {
                let drew = play.drawn.contains(&(seat.index(), kind));
                let at = if drew { 0 } else { 2 };
                row[at] += 1.0;
                row[at + 1] += units[seat] as f64 / SHARE_UNITS as f64;
            }
            row
        })
        .collect();
    let sum = |i: usize| rows.iter().map(|row| row[i]).sum::<f64>();
    let delta = sum(1) / sum(0) - sum(3) / sum(2);
    let (seats, others) = (sum(0) + 2.0, sum(2) + 2.0);
    let (with, without) = ((sum(1) + 1.0) / seats, (sum(3) + 1.0) / others);
    let more = [[1.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.0]];
    let squares = rows
        .iter()
        .chain(&more)
        .map(|[x1, y1, x0, y0]| ((y1 - with * x1) / seats - (y0 - without * x0) / others).powi(2));
    let n = rows.len() as f64;
    let half = 1.959_963_984_540_054 * (squares.sum::<f64>() * n / (n - 1.0)).sqrt();
    (delta, [with - without - half, with - without + half])
}

#[test]
fn cards_by_hand() {
    let plays = plays();
    let report = report(&count(&plays));
    // Aces: seat 0 in play 0 (two copies, won), 2 in play 1 (lost), 2 and 0 in play 2 (won, lost).
    close(figure(&report, "cards", 0, "drawn_per_game").unwrap(), 1.0);
    close(figure(&report, "cards", 0, "played_per_game").unwrap(), 0.0);
    close(figure(&report, "cards", 1, "played_per_game").unwrap(), 1.0);
    close(figure(&report, "cards", 0, "win_rate_drawn").unwrap(), 0.5);
    close(figure(&report, "cards", 0, "win_rate_not_drawn").unwrap(), 2.0 / 11.0);
    for kind in [0, 1] {
        let (delta, [low, high]) = delta_directly(&plays, kind);
        close(figure(&report, "cards", kind, "delta").unwrap(), delta);
        close(figure(&report, "cards", kind, "ci_low").unwrap(), low);
        close(figure(&report, "cards", kind, "ci_high").unwrap(), high);
    }
    // Nobody drew the joker.
    assert_eq!(figure(&report, "cards", 2, "win_rate_drawn"), None);
    assert_eq!(figure(&report, "cards", 2, "delta"), None);
    close(figure(&report, "cards", 2, "win_rate_not_drawn").unwrap(), 4.0 / 15.0);
}

#[test]
fn lengths_by_hand() {
    let all = count(&plays());
    let counts: Vec<_> = all.lengths().counts().collect();
    assert_eq!(counts, [(6, 2), (7, 1), (9, 1), (5000, 1)]);
    for (share, turns) in
        [(0.0, 6), (0.05, 6), (0.4, 6), (0.41, 7), (0.5, 7), (0.6, 7), (0.8, 9), (0.95, 5000)]
    {
        assert_eq!(all.lengths().quantile(share), Some(turns), "{share}");
    }
    assert_eq!(empty().lengths().quantile(0.5), None);
    close(report(&all).named("turns").unwrap().value.unwrap(), 5028.0 / 5.0);
    close(report(&all).named("rounds").unwrap().value.unwrap(), 5028.0 / 15.0);
}

#[test]
fn a_play_without_places_is_in_no_rate() {
    let mut plays = plays();
    let before = report(&count(&plays));
    plays.push(Play {
        scores: [6, 0, 0],
        turns: 9,
        unfinished: true,
        bots: [0, 0, 1],
        drawn: vec![(0, 0), (1, 2)],
        placed: false,
    });
    let after = report(&count(&plays));
    let rates = [
        ("seats", &["games", "wins", "win_rate", "ci_low", "mean_rank"][..]),
        ("strategies", &["games", "wins", "win_rate", "expected_rate", "mean_rank"]),
        ("matchups", &["games", "better", "equal", "worse", "rate", "ahead"]),
        ("cards", &["win_rate_drawn", "win_rate_not_drawn", "delta", "ci_low", "ci_high"]),
    ];
    for (table, columns) in rates {
        for column in columns {
            for row in 0..2 {
                let figure = |report| figure(report, table, row, column);
                assert_eq!(figure(&after), figure(&before), "{table} {row} {column}");
            }
        }
    }
    for metric in ["seat_spread", "leader_gap"] {
        assert_eq!(after.named(metric).unwrap().value, before.named(metric).unwrap().value);
    }
    // Scores, lengths and cards drawn are of all plays.
    close(figure(&after, "seats", 0, "mean_score").unwrap(), 24.0 / 6.0);
    close(figure(&after, "strategies", 0, "decisions").unwrap(), 12.0);
    close(figure(&after, "cards", 0, "drawn_per_game").unwrap(), 6.0 / 6.0);
    close(figure(&after, "cards", 2, "drawn_per_game").unwrap(), 1.0 / 6.0);
    close(after.named("unfinished").unwrap().value.unwrap(), 2.0 / 6.0);
}

#[test]
fn every_split_merges_to_one_observer() {
    let plays = plays();
    let whole = count(&plays);
    let bits = |all: &All| serde_json::to_string(all).unwrap();
    let mut asked = 0;
    // Each play goes to one of three observers; these merge in any order.
    for split in 0..3_usize.pow(plays.len() as u32) {
        let part = |wanted: usize| {
            let at = |i: usize| split / 3_usize.pow(i as u32) % 3;
            let mine = plays.iter().enumerate().filter(|(i, _)| at(*i) == wanted);
            count(&mine.map(|(_, play)| play.clone()).collect::<Vec<_>>())
        };
        for order in [[0, 1, 2], [2, 0, 1]] {
            let mut merged = empty();
            for i in order {
                merged.merge(part(i));
            }
            assert_eq!(bits(&merged), bits(&whole));
            assert_eq!(report(&merged), report(&whole));
            asked += 1;
        }
    }
    assert_eq!(asked, 2 * 243);
}

#[test]
fn stored_counts_are_read_back() {
    let whole = count(&plays());
    let text = serde_json::to_string(&whole).unwrap();
    let again: All = serde_json::from_str(&text).unwrap();
    assert_eq!(report(&again), report(&whole));
}

#[test]
fn a_table_is_aligned_for_people() {
    let mut table = Table::new("t", &["name", "n", "rate"]);
    table.row(vec!["a".into(), 5_u64.into(), Some(0.25).into()]);
    table.row(vec!["longer".into(), 12_u64.into(), None.into()]);
    assert_eq!(table.to_string(), "name     n    rate\na        5  0.2500\nlonger  12       -\n");
    assert_eq!(table.cell(1, "n"), Some(&Cell::Count(12)));
    assert_eq!((table.cell(1, "m"), table.cell(2, "n")), (None, None));
}
