//! The actions done in a play so far, and all that follows from them.
//!
//! There are so few courses that a play can take that each has a number, and what the rules say of it is looked
//! up by that. Rules that branch on what was done can't be foreseen where chance does it, and each branch that
//! wasn't costs as much as a decision.

use serde::Serialize;

/// The most raises in a round.
pub(crate) const RAISES: u8 = 2;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    Fold,
    Call,
    Raise,
    Check,
}

/// The task of the seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// The mover may check or raise. After a check of seat 0, a check ends the round.
    Open,
    /// The mover must answer a raise.
    Facing,
    /// The mover has folded.
    Folded,
    /// The cards are compared.
    Showdown,
}

/// The actions of a play so far, by their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Course(u8);

/// The consequences of a course.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Entry {
    pub(crate) stage: Stage,
    pub(crate) mover: u8,
    /// Actions done.
    pub(crate) actions: u8,
    /// 0 or 1.
    pub(crate) round: u8,
    /// True if the public card comes now.
    pub(crate) turns_up: bool,
    /// Raises in this round.
    raises: u8,
    /// 1 if seat 1 has folded, -1 if seat 0 has.
    pub(crate) folded: i8,
    /// How many raises each seat has paid, in each round.
    pub(crate) paid: [[u8; 2]; 2],
    /// The mover's actions in order, and how many these are.
    pub(crate) legal: [Action; 3],
    pub(crate) choices: u8,
    /// The course after each action that is legal.
    next: [Course; 4],
}

/// Courses in which somebody chooses: six in the first round, and as many after each of the five ways in which
/// it goes on to the second. They are numbered before those in which the play is over.
const CHOICES: usize = 6 + 5 * 6;

/// All courses: in each of those six rounds four end with a fold, and of the second ones five with a showdown.
const COURSES: usize = CHOICES + 6 * 4 + 5 * 5;

static ENTRIES: [Entry; COURSES] = {
    let mut entries = [Entry::START; COURSES];
    let (mut choices, mut ends) = (1, CHOICES);
    let mut at = 0;
    while at < choices {
        let mut nth = 0;
        while nth < entries[at].choices as usize {
            let action = entries[at].legal[nth];
            let after = entries[at].after(action);
            let place = if after.choices > 0 { &mut choices } else { &mut ends };
            entries[*place] = after;
            entries[at].next[action as usize] = Course(*place as u8);
            *place += 1;
            nth += 1;
        }
        at += 1;
    }
    assert!(choices == CHOICES && ends == COURSES);
    entries
};

impl Course {
    /// Nothing was done yet.
    pub(crate) const START: Self = Self(0);

    /// Returns true if nobody has a choice any more.
    #[inline]
    pub(crate) const fn is_over(self) -> bool {
        self.0 as usize >= CHOICES
    }

    #[inline]
    pub(crate) const fn entry(self) -> &'static Entry {
        &ENTRIES[self.0 as usize]
    }

    #[inline]
    pub(crate) const fn after(self, action: Action) -> Self {
        self.entry().next[action as usize]
    }
}

impl Entry {
    const START: Self = Self {
        stage: Stage::Open,
        mover: 0,
        actions: 0,
        round: 0,
        turns_up: false,
        raises: 0,
        folded: 0,
        paid: [[0; 2]; 2],
        legal: [Action::Raise, Action::Check, Action::Check],
        choices: 2,
        next: [Course::START; 4],
    };

    /// Returns what follows if the mover does this now: the rules of a round.
    const fn after(mut self, action: Action) -> Self {
        let mover = self.mover as usize;
        self.actions += 1;
        self.turns_up = false;
        match action {
            Action::Fold => {
                self.stage = Stage::Folded;
                self.folded = 2 * self.mover as i8 - 1;
            }
            Action::Check if mover == 0 => self.mover = 1,
            // Both seats have paid the same: the card is turned up, or the cards are shown.
            Action::Check | Action::Call => {
                self.paid[self.round as usize][mover] = self.raises;
                if self.round == 0 {
                    self = Self { stage: Stage::Open, mover: 0, round: 1, turns_up: true, raises: 0, ..self };
                } else {
                    self.stage = Stage::Showdown;
                }
            }
            Action::Raise => {
                self.raises += 1;
                self.paid[self.round as usize][mover] = self.raises;
                self.stage = Stage::Facing;
                self.mover ^= 1;
            }
        }
        (self.legal, self.choices) = match self.stage {
            Stage::Open => (Self::START.legal, 2),
            Stage::Facing => ([Action::Fold, Action::Call, Action::Raise], 2 + (self.raises < RAISES) as u8),
            Stage::Folded | Stage::Showdown => (Self::START.legal, 0),
        };
        self
    }
}
