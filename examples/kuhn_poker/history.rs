//! The actions of a game so far, and what follows from them alone.

use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    Check,
    Bet,
    Call,
    Fold,
}

/// The actions done so far. A play has so few courses that each has a name, and that all the rules are
/// looked up by it: random play has no branch in it but the end. Those that go on come first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum History {
    Start,
    Check,
    Bet,
    CheckBet,
    CheckCheck,
    BetCall,
    BetFold,
    CheckBetCall,
    CheckBetFold,
}

impl History {
    /// Returns true if nobody has a choice any more.
    pub(crate) const fn is_over(self) -> bool {
        self as usize > Self::CheckBet as usize
    }

    /// Returns its row of the table.
    pub(crate) const fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }
}

pub(crate) struct Entry {
    pub(crate) stage: Stage,
    /// Actions done, and how many of them put in a bet.
    pub(crate) actions: u8,
    pub(crate) bets: u8,
    /// The seat that takes the pot, if seat 0 has the higher card or if seat 1 has it.
    pub(crate) winner: [u8; 2],
    /// The history after each of the mover's actions, in order; in a play that is over, anything.
    pub(crate) next: [History; 2],
}

/// In the order of [`History`].
static ENTRIES: [Entry; 9] = {
    use History as To;
    const OVER: [History; 2] = [History::Start; 2];
    const fn entry(stage: Stage, [actions, bets]: [u8; 2], next: [History; 2]) -> Entry {
        let winner = match stage {
            Stage::Folded(seat) => [1 - seat as u8; 2],
            Stage::Showdown { .. } | Stage::Open(_) | Stage::Facing(_) => [0, 1],
        };
        Entry { stage, actions, bets, winner, next }
    }
    [
        entry(Stage::Open(0), [0, 0], [To::Check, To::Bet]),
        entry(Stage::Open(1), [1, 0], [To::CheckCheck, To::CheckBet]),
        entry(Stage::Facing(1), [1, 1], [To::BetCall, To::BetFold]),
        entry(Stage::Facing(0), [2, 1], [To::CheckBetCall, To::CheckBetFold]),
        entry(Stage::Showdown { called: false }, [2, 0], OVER),
        entry(Stage::Showdown { called: true }, [2, 2], OVER),
        entry(Stage::Folded(1), [2, 1], OVER),
        entry(Stage::Showdown { called: true }, [3, 2], OVER),
        entry(Stage::Folded(0), [3, 1], OVER),
    ]
};

/// How far a play is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// A seat may check or bet.
    Open(usize),
    /// A seat must call or fold.
    Facing(usize),
    /// This seat folded.
    Folded(usize),
    /// The cards are compared; was there a bet that was called?
    Showdown { called: bool },
}

pub(crate) fn stage(history: History) -> Stage {
    history.entry().stage
}
