//! Choices in secret, one after another, which nobody else sees before all have finished.
//!
//! A seat goes on choosing as long as its acts lead on. What it has chosen stands in the state: for each seat how many choices (1
//! byte) and the step that it is asked in (1 byte), and from the ninth byte on eight bytes for each. The rest of the state
//! stays what it was: before the seat is asked again its choices are carried out on a copy, which is thrown away; when all have
//! finished they are carried out for good, by seat.

use crate::bytes::{i32_at, set_u16, u16_at};
use crate::layout::head;
use crate::play::{Rules, act_name, announce_choice, carry_out};
use crate::table::{Fault, Outcome, Running, Table};

/// The most choices of a seat.
const MOST: usize = 16;
/// The bytes of what a seat chooses.
const SIZE: usize = 8 + 8 * MOST;

/// What choices in secret began with: the step, from 1, and the turns so far.
#[derive(Clone, Copy)]
struct Root {
    step: u8,
    begun: i32,
}

impl Root {
    fn of(table: &Table<'_>) -> Self {
        Self { step: table.bytes[head::ROOT], begun: i32_at(table.bytes, head::BEGUN) }
    }
}

impl Table<'_> {
    /// Returns true while seats choose in secret.
    #[inline]
    pub fn is_in_secret(&self) -> bool {
        self.bytes[head::ROOT] != 0
    }

    /// Asks several seats, as bits, or all for 0, to choose in secret as long as their acts lead on.
    pub fn secretly(&mut self, step: usize, seats: Option<u16>) -> Outcome<()> {
        self.ask_all("secretly", step, seats)?;
        self.bytes[head::ROOT] = step as u8;
        Ok(())
    }

    fn choices_at(&self, seat: usize) -> usize {
        self.layout.secret + SIZE * (seat - 1)
    }
}

/// Carries out one of the seat's choices, from 1, and returns the step that it leads to, 0 for none.
fn carry_on(
    rules: &mut impl Rules,
    table: &mut Table<'_>,
    seat: usize,
    place: usize,
    root: Root,
) -> Outcome<u8> {
    let at = table.choices_at(seat) + 8 * place;
    let mut choice = [0; 8];
    choice.copy_from_slice(&table.bytes[at..at + 8]);
    let action = u64::from_le_bytes(choice);
    carry_out(rules, table, seat, action)?;
    let (to, mover) = (table.bytes[head::STEP], table.mover());
    if table.bytes[head::FLAGS] != 0
        || u16_at(table.bytes, head::ASKED) != 0
        || i32_at(table.bytes, head::BEGUN) != root.begun
        || (mover != 0 && mover != seat)
    {
        return Err(Fault::new(format!(
            "{} is chosen in secret: it goes on with go.NAME({seat}), for the same seat, or not at all; what follows all choices \
             stands in after.{}",
            act_name(table.layout, action),
            table.layout.steps[usize::from(root.step) - 1]
        )));
    }
    table.bytes[head::MOVER] = 0;
    table.run.answered = (to, seat as u8);
    Ok(if mover == 0 { 0 } else { to })
}

/// Carries out what a seat has chosen so far, and returns the step that it is asked in now, from 1; 0 where it has finished.
/// [`leave`] takes that back.
///
/// # Errors
/// A mistake of the rules.
pub fn enter(rules: &mut impl Rules, table: &mut Table<'_>, seat: usize) -> Outcome<u8> {
    table.run.kept.clear();
    table.run.kept.extend_from_slice(table.bytes);
    let root = Root::of(table);
    let count = table.bytes[table.choices_at(seat)];
    let listens = std::mem::replace(&mut table.run.listens, false);
    let drawn = table.run.chance.marks();
    table.run.running = Running::Act;
    table.bytes[head::ROOT] = 0;
    set_u16(table.bytes, head::ASKED, 0);
    set_u16(table.bytes, head::PENDING, 0);
    table.bytes[head::MOVER] = 0;
    table.bytes[head::STEP] = root.step;
    table.run.answered = (root.step, seat as u8);
    let mut to = Ok(root.step);
    for place in 1..=usize::from(count) {
        to = carry_on(rules, table, seat, place, root);
        if to.is_err() {
            break;
        }
    }
    table.run.listens = listens;
    if to.is_ok() && table.run.chance.marks() != drawn {
        return Err(Fault::new(format!(
            "nothing is left to chance while seat {seat} chooses in secret: after.{} can do that",
            table.layout.steps[usize::from(root.step) - 1]
        )));
    }
    to
}

/// Takes the state back to what it was before [`enter`].
pub fn leave(table: &mut Table<'_>) {
    let kept = std::mem::take(&mut table.run.kept);
    table.bytes.copy_from_slice(&kept);
    table.run.kept = kept;
}

/// Notes the step that a seat is asked in next, and returns it, from 1: 0 where it has finished.
///
/// # Errors
/// A mistake of the rules.
pub fn lead_on(rules: &mut impl Rules, table: &mut Table<'_>, seat: usize) -> Outcome<u8> {
    let to = enter(rules, table, seat)?;
    leave(table);
    let at = table.choices_at(seat);
    table.bytes[at + 1] = to;
    Ok(to)
}

/// Adds a choice of a seat, and returns the step that it is asked in next; 0 where it has finished.
pub(crate) fn add(rules: &mut impl Rules, table: &mut Table<'_>, seat: usize, action: u64) -> Outcome<u8> {
    let at = table.choices_at(seat);
    let count = usize::from(table.bytes[at]) + 1;
    if count > MOST {
        return Err(Fault::new(format!("seat {seat} makes more than {MOST} choices in secret")));
    }
    table.bytes[at] = count as u8;
    table.bytes[at + 8 * count..at + 8 * count + 8].copy_from_slice(&action.to_le_bytes());
    lead_on(rules, table, seat)
}

/// Carries out what all have chosen, and returns the step that they chose in.
pub(crate) fn carry_out_all(rules: &mut impl Rules, table: &mut Table<'_>) -> Outcome<usize> {
    let (asked, root) = (u16_at(table.bytes, head::ASKED), Root::of(table));
    table.bytes[head::ROOT] = 0;
    set_u16(table.bytes, head::ASKED, 0);
    table.bytes[head::MOVER] = 0;
    for seat in (1..=table.layout.seats).filter(|seat| asked >> (seat - 1) & 1 == 1) {
        table.bytes[head::STEP] = root.step;
        table.run.answered = (root.step, seat as u8);
        let at = table.choices_at(seat);
        for place in 1..=usize::from(table.bytes[at]) {
            let mut choice = [0; 8];
            choice.copy_from_slice(&table.bytes[at + 8 * place..at + 8 * place + 8]);
            announce_choice(table, seat, choice)?;
            carry_on(rules, table, seat, place, root)?;
        }
    }
    let all = table.layout.secret..table.layout.secret + SIZE * table.layout.seats;
    table.bytes[all].fill(0);
    table.run.answered = (root.step, 0);
    Ok(usize::from(root.step))
}
