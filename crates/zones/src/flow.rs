//! Turns, questions and ends of games.

use crate::bytes::{i32_at, set_i32, set_u16, u16_at};
use crate::layout::head;
use crate::moves::tag;
use crate::table::{Fault, Outcome, Running, Table};

/// The most calls that wait for an answer.
pub const MOST_CALLS: usize = 16;

/// What follows a call of the flow: the rules begin a turn, or go on where a question was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Nothing more runs in this call.
    Done,
    /// The turn of this seat, from 1, begins with `game.turn`.
    Turn(usize),
    /// `resume` with this number, from 1, goes on for this seat.
    Resume(usize, usize),
    /// `resume` of the step with this number, from 1.
    ResumeStep(usize, usize),
    /// `after` of the step with this number, from 1.
    After(usize),
}

/// What waits for an answer.
const ASKED: u8 = 1;
const RESUMED: u8 = 2;
const ROUND: u8 = 3;

impl Table<'_> {
    /// Returns this seat if it is one, from 1.
    pub fn seat(&self, seat: i64) -> Outcome<usize> {
        let seats = self.layout.seats;
        if (1..=seats as i64).contains(&seat) {
            return Ok(seat as usize);
        }
        Err(Fault::new(format!("{seat} is no seat: seats are 1 to {seats}")))
    }

    fn all_seats(&self) -> u16 {
        (1 << self.layout.seats) - 1
    }

    fn gone(&self) -> u16 {
        u16_at(self.bytes, head::GONE)
    }

    /// An act, a setup and the begin of a turn lead on once: of two ways, one would be lost.
    #[inline]
    pub fn leads_once(&self, call: impl FnOnce() -> String) -> Outcome<()> {
        if self.bytes[head::MOVER] == 0 && self.bytes[head::FLAGS] == 0 {
            return Ok(());
        }
        self.led_before(&call())
    }

    #[cold]
    fn led_before(&self, call: &str) -> Outcome<()> {
        let is_over = self.bytes[head::FLAGS] & head::OVER != 0;
        if !is_over && self.bytes[head::MOVER] == 0 {
            return Ok(());
        }
        let step = usize::from(self.bytes[head::STEP]).checked_sub(1);
        let name = step.and_then(|step| self.layout.steps.get(step)).map_or("?", String::as_str);
        let first = if is_over {
            "the end of the game".to_owned()
        } else if u16_at(self.bytes, head::ASKED) != 0 {
            format!("together.{name}")
        } else {
            format!("go.{name}")
        };
        Err(Fault::new(format!(
            "{call} follows {first} in the same act, which leads on once: is a `return` missing?"
        )))
    }

    /// Asks a seat in a step, from 1.
    #[inline]
    pub fn go(&mut self, step: usize, seat: i64) -> Outcome<()> {
        self.may_change()?;
        let seat = self.seat(seat)?;
        self.leads_once(|| format!("go.{}", self.layout.steps[step - 1]))?;
        self.bytes[head::STEP] = step as u8;
        self.bytes[head::MOVER] = seat as u8;
        Ok(())
    }

    /// Asks several seats, as bits, or all for 0, to choose without seeing each other's choices.
    pub fn together(&mut self, step: usize, seats: Option<u16>) -> Outcome<()> {
        self.ask_all("together", step, seats)
    }

    /// Asks as `together` does, by a call of this name.
    pub(crate) fn ask_all(&mut self, name: &str, step: usize, seats: Option<u16>) -> Outcome<()> {
        self.may_change()?;
        let call = |table: &Self| format!("{name}.{}", table.layout.steps[step - 1]);
        self.leads_once(|| call(self))?;
        let mask = seats.unwrap_or(self.all_seats() & !self.gone());
        if mask == 0 {
            return Err(Fault::new(format!("{}: nobody is there to choose", call(self))));
        }
        self.bytes[head::STEP] = step as u8;
        set_u16(self.bytes, head::ASKED, mask);
        set_u16(self.bytes, head::PENDING, mask);
        self.bytes[head::MOVER] = mask.trailing_zeros() as u8 + 1;
        Ok(())
    }

    /// Returns the next seat in the game.
    pub fn next_seat(&self, seat: usize) -> usize {
        let (seats, gone) = (self.layout.seats, self.gone());
        let mut next = seat;
        for _ in 0..seats {
            next = next % seats + 1;
            if gone & 1 << (next - 1) == 0 {
                return next;
            }
        }
        0
    }

    /// Ends the game, with flags that say how.
    pub(crate) fn stop(&mut self, flags: u8) {
        self.bytes[head::FLAGS] |= head::OVER | flags;
        self.bytes[head::MOVER] = 0;
        set_u16(self.bytes, head::PENDING, 0);
        set_u16(self.bytes, head::ASKED, 0);
    }

    /// Announces an event, with what the numbers are now behind it if they are not too many.
    pub fn announce_numbers(&mut self, tag: u8, numbers: [usize; 3]) -> Outcome<()> {
        let records = self.layout.public_records;
        self.announce(tag, records as u8, numbers)?;
        let from = self.layout.public;
        for record in 0..records {
            let at = from + 8 * record;
            let mut bytes = [0; 8];
            // Behind the numbers anything may stand, or nothing.
            let end = self.bytes.len().min(at + 8);
            bytes[..end - at].copy_from_slice(&self.bytes[at..end]);
            self.run.events.push(bytes);
        }
        Ok(())
    }

    /// Begins a turn.
    fn begin_turn(&mut self, seat: usize, call: &str) -> Outcome<Next> {
        self.leads_once(|| call.to_owned())?;
        let begun = i32_at(self.bytes, head::BEGUN) as u32;
        if begun >= self.layout.most_turns {
            self.stop(head::UNFINISHED);
            return Ok(Next::Done);
        }
        set_i32(self.bytes, head::BEGUN, begun as i32 + 1);
        self.bytes[head::ACTIVE] = seat as u8;
        self.run.answered = (0, 0);
        if self.layout.calls > 0 {
            self.bytes[self.layout.calls..self.layout.calls + 4 + 8 * MOST_CALLS].fill(0);
        }
        if !self.layout.roles.is_empty() {
            self.tell_roles()?;
        }
        if self.run.listens {
            self.announce_numbers(tag::TURN, [seat, begun as usize % 65_536, begun as usize / 65_536])?;
        }
        Ok(Next::Turn(seat))
    }

    /// Begins the turn of a seat.
    pub fn start(&mut self, seat: i64) -> Outcome<Next> {
        self.may_change()?;
        let seat = self.seat(seat)?;
        self.begin_turn(seat, "start")
    }

    /// Ends the turn: that of a seat, or of the next one, begins.
    pub fn end_turn(&mut self, to: Option<i64>) -> Outcome<Next> {
        self.may_change()?;
        let seat = match to {
            Some(seat) => self.seat(seat)?,
            None => self.next_seat(usize::from(self.bytes[head::ACTIVE])),
        };
        if seat == 0 {
            return Err(Fault::new("end_turn: all seats are out, so none comes next: end the game"));
        }
        self.begin_turn(seat, "end_turn")
    }

    /// Puts a seat out of the game.
    pub fn eliminate(&mut self, seat: i64) -> Outcome<()> {
        self.may_change()?;
        let seat = self.seat(seat)?;
        let gone = self.gone() | 1 << (seat - 1);
        set_u16(self.bytes, head::GONE, gone);
        Ok(())
    }

    /// Returns true if a seat is out of the game.
    pub fn is_out(&self, seat: usize) -> bool {
        self.gone() & 1 << (seat - 1) != 0
    }

    /// Begins a round of the rulebook.
    pub fn round(&mut self) -> Outcome<()> {
        self.may_change()?;
        let rounds = i32_at(self.bytes, head::ROUNDS);
        set_i32(self.bytes, head::ROUNDS, rounds.wrapping_add(1));
        Ok(())
    }

    fn finish(&mut self, call: &str) -> Outcome<()> {
        self.may_change()?;
        self.leads_once(|| call.to_owned())?;
        self.stop(0);
        Ok(())
    }

    /// Ends the game: these seats win, as bits; nobody, where no seat is of a side that wins.
    pub fn win(&mut self, seats: u16) -> Outcome<()> {
        self.finish("win")?;
        self.run.end.winners = seats;
        self.run.end.nobody_wins = seats == 0;
        Ok(())
    }

    /// Ends the game: these seats lose, as bits.
    pub fn lose(&mut self, seats: u16) -> Outcome<()> {
        self.finish("lose")?;
        self.run.end.losers = seats;
        Ok(())
    }

    /// Ends the game by the score.
    pub fn game_over(&mut self) -> Outcome<()> {
        self.finish("game_over")?;
        self.run.end.by_score = true;
        Ok(())
    }

    /// Ends the game: all win.
    pub fn everyone_wins(&mut self) -> Outcome<()> {
        self.finish("everyone_wins")?;
        self.run.end.winners = self.all_seats();
        Ok(())
    }

    /// Ends the game: nobody wins.
    pub fn everyone_loses(&mut self) -> Outcome<()> {
        self.finish("everyone_loses")?;
        self.run.end.nobody_wins = true;
        Ok(())
    }

    // What waits: how many calls there are, then eight bytes for each, the latest last: what it is, the step or resume, the
    // seat, and of a round of questions the seats that are still in it and those that stayed in it when they were asked.

    fn top_call(&self) -> usize {
        self.layout.calls + 8 * self.number_at(self.layout.calls) - 4
    }

    fn push_call(&mut self, kind: u8, id: usize, seat: usize, circle: u16) -> Outcome<()> {
        let calls = self.number_at(self.layout.calls);
        if calls == MOST_CALLS {
            return Err(Fault::new(format!("more than {MOST_CALLS} calls wait for back()")));
        }
        set_u16(self.bytes, self.layout.calls, calls as u16 + 1);
        let at = self.top_call();
        (self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]) = (kind, id as u8, seat as u8);
        set_u16(self.bytes, at + 4, circle);
        Ok(())
    }

    fn pop_call(&mut self) {
        let at = self.top_call();
        self.bytes[at..at + 8].fill(0);
        let calls = self.number_at(self.layout.calls) as u16 - 1;
        set_u16(self.bytes, self.layout.calls, calls);
    }

    /// Returns the next seat of a round of questions; 0 where only this one is left.
    fn next_in(&self, circle: u16, seat: usize) -> usize {
        let (seats, circle) = (self.layout.seats, circle & !self.gone());
        let mut next = seat;
        for _ in 1..seats {
            next = next % seats + 1;
            if circle & 1 << (next - 1) != 0 {
                return next;
            }
        }
        0
    }

    /// Keeps the question that is being answered, so that `back` asks it again.
    pub fn interrupt(&mut self, call: impl Fn(&Self) -> String) -> Outcome<()> {
        self.may_change()?;
        self.leads_once(|| call(self))?;
        let (step, seat) = self.run.answered;
        if seat == 0 {
            return Err(Fault::new(format!(
                "{}: no question is being answered here that back() could return to; write later.NAME(seat) in its place",
                call(self)
            )));
        }
        self.push_call(ASKED, usize::from(step), usize::from(seat), 0)
    }

    /// Returns how many questions wait to go on; none where the rules keep none.
    fn waiting(&self) -> usize {
        if self.layout.calls > 0 { self.number_at(self.layout.calls) } else { 0 }
    }

    /// Asks a seat in a step, from 1, and keeps the question that is being answered.
    pub fn call(&mut self, step: usize, seat: i64) -> Outcome<()> {
        self.interrupt(|table| format!("call.{}", table.layout.steps[step - 1]))?;
        self.go(step, seat)
    }

    /// Keeps a question of a step, from 1, for later.
    pub fn later_step(&mut self, step: usize, seat: i64) -> Outcome<()> {
        self.may_change()?;
        let seat = self.seat(seat)?;
        self.push_call(ASKED, step, seat, 0)
    }

    /// Keeps a `resume`, from 1, for later.
    pub fn later_resume(&mut self, resume: usize, seat: i64) -> Outcome<()> {
        self.may_change()?;
        let seat = self.seat(seat)?;
        self.push_call(RESUMED, resume, seat, 0)
    }

    /// Begins a round of questions to seats, as bits, or all, beginning with `first`, from 1 or 0 for none of them. Returns the
    /// seat to go on with: see [`Table::ask_from`].
    pub fn around(&mut self, step: usize, first: usize, circle: Option<u16>) -> Outcome<usize> {
        self.may_change()?;
        let call = |table: &Self| format!("around.{}", table.layout.steps[step - 1]);
        self.leads_once(|| call(self))?;
        let circle = circle.unwrap_or(self.all_seats()) & !self.gone();
        if circle == 0 {
            return Err(Fault::new(format!("{}: nobody is there to be asked", call(self))));
        }
        let is_in = first > 0 && circle & 1 << (first - 1) != 0;
        let first = if is_in { first } else { self.next_in(circle, first) };
        self.push_call(ROUND, step, first, circle)?;
        Ok(first)
    }

    /// Goes on with the round of questions on top: asks the next seat that could do something, from this one on. The others leave
    /// the round, and after the last one comes what follows. `has_choice` says whether a seat could do something in a step.
    pub fn ask_from(
        &mut self,
        seat: usize,
        mut has_choice: impl FnMut(&mut Self, usize, usize) -> Outcome<bool>,
    ) -> Outcome<Next> {
        let at = self.top_call();
        let step = usize::from(self.bytes[at + 1]);
        let (mut circle, stayed) = (u16_at(self.bytes, at + 4), u16_at(self.bytes, at + 6));
        let mut to = seat;
        // Who stays alone is not asked again.
        while to > 0 && !(stayed & 1 << (to - 1) != 0 && self.next_in(circle, to) == 0) {
            if has_choice(self, step, to)? {
                self.bytes[at + 2] = to as u8;
                set_u16(self.bytes, at + 4, circle);
                self.go(step, to as i64)?;
                return Ok(Next::Done);
            }
            circle &= !(1 << (to - 1));
            to = self.next_in(circle, to);
        }
        self.pop_call();
        self.run.answered = (0, 0);
        Ok(Next::After(step))
    }

    /// Returns true if the question under way is of this step, from 1.
    pub fn asked(&self, step: usize) -> bool {
        let under_way = match self.run.running {
            Running::Act => self.run.answered.0,
            _ => self.bytes[head::STEP],
        };
        usize::from(under_way) == step
    }

    /// Returns to what was interrupted or kept; `resumed` says of a step, from 1, whether it has a `resume` of its name.
    pub fn back(&mut self, resumed: impl Fn(usize) -> bool) -> Outcome<Next> {
        self.may_change()?;
        self.leads_once(|| "back".to_owned())?;
        if self.waiting() == 0 {
            return Err(Fault::new(
                "back() returns to nothing: neither call.NAME nor later.NAME came before it in this turn",
            ));
        }
        let at = self.top_call();
        let [kind, id, seat] = [self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]];
        if kind == ROUND {
            let name = &self.layout.steps[usize::from(id) - 1];
            return Err(Fault::new(format!(
                "back() in the questions of around.{name}: ask_next() asks the next seat, and stop_asking() ends them"
            )));
        }
        self.pop_call();
        let (id, to) = (usize::from(id), usize::from(seat));
        if kind == RESUMED {
            self.run.answered = (0, 0);
            return Ok(Next::Resume(id, to));
        }
        if resumed(id) {
            self.run.answered = (id as u8, seat);
            return Ok(Next::ResumeStep(id, to));
        }
        self.go(id, i64::from(seat))?;
        Ok(Next::Done)
    }

    fn in_round(&self, call: &str) -> Outcome<usize> {
        let at = if self.waiting() > 0 { self.top_call() } else { 0 };
        if at == 0 || self.bytes[at] != ROUND {
            return Err(Fault::new(format!(
                "{call} is for the questions of around.NAME, and none are under way"
            )));
        }
        Ok(at)
    }

    /// The seat that was asked leaves the round of questions, or stays in it. Returns the seat to go on with: see
    /// [`Table::ask_from`].
    pub fn ask_next(&mut self, stays: bool) -> Outcome<usize> {
        self.may_change()?;
        self.leads_once(|| "ask_next".to_owned())?;
        let at = self.in_round("ask_next")?;
        let seat = usize::from(self.bytes[at + 2]);
        let (mut circle, mut stayed) = (u16_at(self.bytes, at + 4), u16_at(self.bytes, at + 6));
        let bit = 1 << (seat - 1);
        if stays {
            stayed |= bit;
        } else {
            circle &= !bit;
        }
        set_u16(self.bytes, at + 4, circle);
        set_u16(self.bytes, at + 6, stayed);
        Ok(self.next_in(circle, seat))
    }

    /// Ends a round of questions.
    pub fn stop_asking(&mut self) -> Outcome<()> {
        self.may_change()?;
        self.in_round("stop_asking")?;
        self.pop_call();
        Ok(())
    }
}
