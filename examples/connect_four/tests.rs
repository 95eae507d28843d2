//! Counts, lines and search, against published numbers and exhaustive search.

use ludometer::bots::{Bot, BotSpec, Strategy, build};
use ludometer::model::{Decision, Silent};
use ludometer::run::{audit, check};

use super::*;

fn legal(board: &Board) -> Vec<Drop> {
    let mut legal = Vec::new();
    ConnectFour.legal(board, &mut legal);
    legal
}

fn after(board: &Board, drop: Drop) -> Board {
    let mut next = *board;
    ConnectFour.apply(&mut next, drop, &mut Rng::from_words([0; 3]), &mut Silent);
    next
}

/// Returns the board after these columns, counted from 1.
fn board(columns: &str) -> Board {
    let drops = columns.bytes().map(|column| Drop(column - b'1'));
    drops.fold(Board::EMPTY, |board, drop| {
        assert!(legal(&board).contains(&drop), "column {} in {columns}", drop.0 + 1);
        after(&board, drop)
    })
}

fn bot(text: &str) -> Bot<ConnectFour> {
    build(&BotSpec::parse(text, ConnectFour::definition()).unwrap(), &ConnectFour)
}

fn choose(bot: &mut Bot<ConnectFour>, board: &Board, seed: u64) -> Drop {
    let legal = legal(board);
    let seat = ConnectFour.to_move(board).unwrap();
    let mut rng = Rng::from_words([seed, board.stones[0], board.stones[1]]);
    legal[bot.decide(&Decision::new(&ConnectFour, board, seat, &legal), &mut rng).unwrap()]
}

fn is_over(board: &Board) -> bool {
    ConnectFour.to_move(board).is_none()
}

/// Returns true if the mover can make a line with at most this many stones of both seats, whatever the
/// other does: by trying everything.
fn wins_within(board: &Board, stones: u32) -> bool {
    stones > 0
        && !is_over(board)
        && legal(board).into_iter().any(|drop| {
            let next = after(board, drop);
            next.winner().is_some() || (!next.is_full() && loses_within(&next, stones - 1))
        })
}

fn loses_within(board: &Board, stones: u32) -> bool {
    stones > 0
        && legal(board).into_iter().all(|drop| {
            let next = after(board, drop);
            next.winner().is_none() && wins_within(&next, stones - 1)
        })
}

#[test]
fn the_contract_is_kept() {
    check(&ConnectFour, 500, 1).unwrap();
}

#[test]
fn no_bot_peeks() {
    for text in ["random", "greedy", "mcts:iterations=50", "mcts:iterations=20,rollout=greedy"] {
        let spec = BotSpec::parse(text, ConnectFour::definition()).unwrap();
        let found = audit(
            &Loaded::with(ConnectFour, RuleSet::defaults(ConnectFour::schema())),
            &[spec.clone(), spec],
            300,
            5,
            Hooks::none(),
        )
        .unwrap();
        // Nothing is hidden, so nothing differs.
        assert_eq!((found.positions, found.different), (300, 0));
    }
}

/// The numbers of plays of n stones, as the literature counts them: a play ends with a line.
#[test]
fn plays_of_each_length_are_counted_as_published() {
    fn count(board: &Board, stones: u32) -> u64 {
        if stones == 0 {
            return 1;
        }
        if ConnectFour.to_move(board).is_none() {
            return 0;
        }
        legal(board).into_iter().map(|drop| count(&after(board, drop), stones - 1)).sum()
    }
    let published = [1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234];
    for (stones, plays) in published.into_iter().enumerate() {
        assert_eq!(count(&Board::EMPTY, stones as u32), plays, "{stones} stones");
    }
}

/// Every line of four on the board, square by square, and every three of its squares.
#[test]
fn all_69_lines_are_lines_and_nothing_shorter_is() {
    let bit = |column: i32, row: i32| 1_u64 << (7 * column + row);
    let inside = |column: i32, row: i32| (0..7).contains(&column) && (0..6).contains(&row);
    let mut lines = 0;
    for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row))) {
            if inside(column + 3 * right, row + 3 * up) {
                let squares: Vec<u64> = (0..4).map(|i| bit(column + i * right, row + i * up)).collect();
                assert!(has_line(squares.iter().sum()));
                for without in 0..4 {
                    let three = squares.iter().enumerate().filter(|(i, _)| *i != without);
                    assert!(!has_line(three.map(|(_, square)| square).sum()));
                }
                lines += 1;
            }
        }
    }
    assert_eq!(lines, 69);
}

/// In random stones on the whole board a line is found just where one of the 69 is.
#[test]
fn lines_do_not_wrap_around_the_edges() {
    let mut rng = Rng::from_words([1, 2, 3]);
    let mut found = 0;
    for _ in 0..20_000 {
        let mut stones = [[false; ROWS]; COLUMNS];
        let mut bits = 0;
        for (column, squares) in stones.iter_mut().enumerate() {
            for (row, square) in squares.iter_mut().enumerate() {
                *square = rng.chance(0.4);
                bits |= u64::from(*square) << (7 * column + row);
            }
        }
        let at = |column: usize, row: usize| stones.get(column).is_some_and(|c| c.get(row) == Some(&true));
        let any = (0..COLUMNS).any(|c| {
            (0..ROWS).any(|r| {
                (0..4).all(|i| at(c + i, r))
                    || (0..4).all(|i| at(c, r + i))
                    || (0..4).all(|i| at(c + i, r + i))
                    || (r >= 3 && (0..4).all(|i| at(c + i, r - i)))
            })
        });
        assert_eq!(has_line(bits), any, "{stones:?}");
        found += u32::from(any);
    }
    assert!((2000..18_000).contains(&found), "{found}");
}

#[test]
fn a_line_wins_and_a_full_board_is_shared() {
    let won = board("4455667");
    assert!(won.winner() == Some(0) && is_over(&won));
    assert_eq!(ConnectFour.outcome(&won).ranks.first(2), [1, 2]);
    assert_eq!(ConnectFour.reward(&won).first(2), [1.0, 0.0]);
    let full = board("121212212121343434434343565656656565777777");
    assert!(legal(&full).is_empty() && full.winner().is_none() && is_over(&full));
    assert_eq!(ConnectFour.outcome(&full).ranks.first(2), [1, 1]);
    assert_eq!(ConnectFour.reward(&full).first(2), [0.5, 0.5]);
}

/// Boards of random plays in which something holds that is seldom.
fn boards(count: usize, holds: impl Fn(&Board) -> bool) -> Vec<Board> {
    let mut rng = Rng::from_words([7, 8, 9]);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Board::EMPTY;
        let stones = 6 + rng.below(20);
        for _ in 0..stones {
            let legal = legal(&board);
            board = after(&board, legal[rng.index(legal.len())]);
            if is_over(&board) {
                break;
            }
        }
        if !is_over(&board) && holds(&board) {
            found.push(board);
        }
    }
    found
}

/// A search by win shares may take a sure win later for one at once: what it must not do is let go
/// of the win.
#[test]
fn the_search_keeps_forced_wins() {
    let mut mcts = bot("mcts:iterations=5000");
    let mut at_once = 0;
    for board in boards(100, |board| wins_within(board, 1)) {
        let next = after(&board, choose(&mut mcts, &board, 1));
        at_once += u32::from(next.winner().is_some());
        assert!(next.winner().is_some() || loses_within(&next, 6), "{board:?}");
    }
    assert!(at_once > 90, "{at_once}");
    for board in boards(60, |board| !wins_within(board, 1) && wins_within(board, 3)) {
        let next = after(&board, choose(&mut mcts, &board, 2));
        assert!(loses_within(&next, 8), "{board:?}");
    }
}

#[test]
fn the_search_blocks_what_would_lose() {
    let mut mcts = bot("mcts:iterations=5000");
    // One choice alone does not lose to the next stone, and the play goes on after it for a while.
    let saves = |board: &Board| -> Vec<Drop> {
        let drops = legal(board).into_iter();
        drops.filter(|drop| !wins_within(&after(board, *drop), 1)).collect()
    };
    let blockable = |board: &Board| match saves(board)[..] {
        [only] => !wins_within(board, 1) && !wins_within(&after(board, only), 5) && legal(board).len() > 2,
        _ => false,
    };
    for board in boards(100, blockable) {
        assert_eq!(choose(&mut mcts, &board, 3), saves(&board)[0], "{board:?}");
    }
}

/// Known: the first seat wins, and only in the middle column.
#[test]
fn the_search_opens_in_the_middle() {
    let mut mcts = bot("mcts:iterations=20_000");
    for seed in 0..5 {
        assert_eq!(choose(&mut mcts, &Board::EMPTY, seed), Drop(3));
    }
}
