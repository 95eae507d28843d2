//! What rules announce beside moves: notes, figures of the designer's own, who acts against whom.

use crate::bytes::set_i32;
use crate::moves::tag;
use crate::table::{Fault, Outcome, Table};

/// The parts of a figure of the designer's own.
pub mod part {
    /// Of the game.
    pub const GAME: u8 = 0;
    /// Of a seat, or of the game for 0.
    pub const SEAT: u8 = 1;
    /// Of a kind of card.
    pub const CARD: u8 = 2;
    /// The first number of a ratio.
    pub const RATIO: u8 = 3;
    /// The number that it is a part of.
    pub const WHOLE: u8 = 4;
    /// The first number of a ratio of a kind of card.
    pub const CARD_RATIO: u8 = 5;
    /// The number that this is a part of.
    pub const CARD_WHOLE: u8 = 6;
}

impl Table<'_> {
    /// Announces a note, by its number from 1, with up to three numbers.
    pub fn note(&mut self, note: usize, given: u8, numbers: [i64; 3]) -> Outcome<()> {
        self.may_change()?;
        if !self.run.listens {
            return Ok(());
        }
        let mut whole = [0; 3];
        for (place, x) in numbers.into_iter().enumerate() {
            let Ok(number) = i32::try_from(x) else {
                return Err(Fault::new(format!(
                    "note takes up to three whole numbers below 2^31, not {}",
                    crate::said(x)
                )));
            };
            whole[place] = number;
        }
        // The first number stands with the event, the others behind it.
        self.announce(tag::NOTE, note as u8, [usize::from(given), 0, 0])?;
        self.announce(0, 0, [0; 3])?;
        let at = self.run.events.len() - 2;
        set_i32(&mut self.run.events[at], 4, whole[0]);
        set_i32(&mut self.run.events[at + 1], 0, whole[1]);
        set_i32(&mut self.run.events[at + 1], 4, whole[2]);
        Ok(())
    }

    /// Adds to a figure of the designer's own, by its number from 1; `of` is a seat or a kind of card, see [`part`].
    pub fn measure(&mut self, metric: usize, x: i64, of: i64, which: u8) -> Outcome<()> {
        self.may_change()?;
        let of = match which {
            part::GAME | part::RATIO => 0,
            part::WHOLE => 1,
            part::SEAT if of == 0 => 0,
            part::SEAT => self.seat(of)?,
            _ => {
                let kinds = self.layout.card_names.len() as i64;
                if of < 1 || of > kinds {
                    return Err(Fault::new(format!("{of} is no kind of card")));
                }
                of as usize + if which == part::CARD_WHOLE { 4_096 } else { 0 }
            }
        };
        let least = if matches!(which, part::WHOLE | part::CARD_WHOLE) { 0 } else { -1_000_000_000 };
        if x < least || x > 1_000_000_000 {
            return Err(Fault::new(format!(
                "a figure takes whole numbers from {least} to 1000000000, not {x}"
            )));
        }
        if self.run.listens {
            let bits = x as u32 as usize;
            self.announce(tag::METRIC, metric as u8, [of, bits % 65_536, bits / 65_536])?;
        }
        Ok(())
    }

    /// A seat acts against another in a way with this number, from 1.
    pub fn interaction(&mut self, which: usize, actor: i64, target: i64) -> Outcome<()> {
        self.may_change()?;
        let (actor, target) = (self.seat(actor)?, self.seat(target)?);
        if self.run.listens {
            self.announce(tag::INTERACTION, which as u8, [actor, target, 0])?;
        }
        Ok(())
    }

    /// A seat took a card of a kind.
    pub fn took(&mut self, kind: i64, seat: i64) -> Outcome<()> {
        self.may_change()?;
        let seat = self.seat(seat)?;
        if kind < 1 || kind > self.layout.card_names.len() as i64 {
            return Err(Fault::new(format!("took: {kind} is no kind of card")));
        }
        if self.run.listens {
            self.announce(tag::TOOK, 0, [kind as usize, seat, 0])?;
        }
        Ok(())
    }
}
