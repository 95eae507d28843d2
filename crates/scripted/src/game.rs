//! A script with one rule set at one table size, as a [`Game`].

use std::sync::atomic::Ordering;

use ludometer_model::{
    BySeat, EventSink, Game, Json, MenuReader, Notice, Outcome, Rng, SHARE_UNITS, Seat, SeatSet, player,
};

use crate::error::ScriptError;
use crate::event::{CHOOSE, NOTE, SECRET_NUMBER, START, ScriptEvent, TURN, What};
use crate::layout::{SECRET, chosen, head, i32_at, seats_at};
use crate::machine::{Machine, new_stamp};
use crate::source::Routine;
use crate::source::in_table;
use crate::{ScriptAction, ScriptGame, ScriptState, ScriptView};

/// How often hidden cards are dealt anew where the seat to move could do nothing with what it got.
const MAX_DEALS: usize = 100;

impl Game for ScriptGame {
    type State = ScriptState;
    type Action = ScriptAction;
    type View = ScriptView;
    type Event = ScriptEvent;

    #[inline]
    fn seats(&self) -> usize {
        self.shared.seats
    }

    fn has_hidden_information(&self) -> bool {
        self.layout().hides()
    }

    fn new_state(&self) -> ScriptState {
        ScriptState { bytes: vec![0; self.layout().bytes], stamp: 0 }
    }

    fn deal<L: EventSink<ScriptEvent>>(&self, state: &mut ScriptState, rng: &mut Rng, log: &mut L) {
        let keep = self.keep::<L>();
        state.bytes.fill(0);
        if self.shared.broken.load(Ordering::Relaxed) {
            return Self::fail(state, 1);
        }
        let dealt = self.with_machine(|machine| {
            let events = machine.deal(&mut state.bytes, &mut state.stamp, rng, keep)?;
            if keep.events {
                let mut before = std::mem::take(&mut machine.before);
                before.clear();
                self.announce(machine, events, None, &mut before, log);
                // Empty where there are too many numbers to tell what they were.
                if !before.is_empty() {
                    self.announce_numbers(&before, &state.bytes[self.layout().public_span()], log);
                }
                machine.before = before;
            }
            Ok(())
        });
        if let Err(error) = dealt {
            let number = self.fault(&error);
            Self::fail(state, number);
        }
    }

    #[inline]
    fn to_move(&self, state: &ScriptState) -> Option<Seat> {
        usize::from(state.bytes[head::MOVER]).checked_sub(1).map(Seat::new)
    }

    fn menu<R: MenuReader<ScriptAction>>(&self, state: &ScriptState, reader: R) -> R::Out {
        reader.list(|into| {
            let Some(seat) = self.to_move(state) else { return };
            let listed = self.with_machine(|machine| {
                self.some_actions(machine, state, seat)?;
                into.extend_from_slice(&machine.scratch);
                Ok(())
            });
            if let Err(error) = listed {
                into.push(ScriptAction::fault(self.fault(&error)));
            }
        })
    }

    fn apply<L: EventSink<ScriptEvent>>(
        &self,
        state: &mut ScriptState,
        action: ScriptAction,
        rng: &mut Rng,
        log: &mut L,
    ) {
        if let Some(number) = action.as_fault() {
            return Self::fail(state, number);
        }
        if self.shared.broken.load(Ordering::Relaxed) {
            return Self::fail(state, 1);
        }
        let keep = self.keep::<L>();
        let (actor, plain) = (self.to_move(state), self.layout().plain);
        let applied = self.with_machine(|machine| {
            let span = self.layout().public_span();
            if keep.events {
                machine.before.clear();
                machine.before.extend_from_slice(&state.bytes[span.clone()]);
            }
            let events =
                machine.apply(&mut state.bytes, &mut state.stamp, plain, action.bits(), rng, keep)?;
            if keep.events {
                let mut before = std::mem::take(&mut machine.before);
                self.announce(machine, events, actor, &mut before, log);
                self.announce_numbers(&before, &state.bytes[span], log);
                machine.before = before;
            }
            Ok(())
        });
        if let Err(mut error) = applied {
            // What is found out at the end of an act has no line of its own.
            error.line =
                error.line.or_else(|| self.shared.file.scan.acts.get(action.word()).map(|act| act.line));
            let number = self.fault(&error);
            Self::fail(state, number);
        }
    }

    fn outcome(&self, state: &ScriptState) -> Outcome {
        let (seats, bytes) = (self.shared.seats, &state.bytes);
        let turns = i32_at(bytes, head::BEGUN) as u32;
        let unfinished = bytes[head::FLAGS] & head::UNFINISHED != 0;
        let ranks = BySeat::of_table(seats, |seat| bytes[head::PLACES + seat.index()] & 15);
        let sides = BySeat::of_table(seats, |seat| bytes[head::PLACES + seat.index()] >> 4);
        let scores =
            BySeat::of_table(seats, |seat| i64::from(i32_at(bytes, head::SCORES + 4 * seat.index())));
        let round_units = if self.shared.counts_rounds {
            u64::from(i32_at(bytes, head::ROUNDS) as u32) * SHARE_UNITS
        } else {
            Outcome::rounds_of_turns(turns, seats)
        };
        let [nobody_wins, is_joint_win] = [1, 2].map(|flag| bytes[head::NOBODY_WINS] & flag != 0);
        let outcome = Outcome {
            seats,
            ranks,
            scores,
            turns,
            round_units,
            unfinished,
            nobody_wins,
            is_joint_win,
            forfeited: SeatSet::EMPTY,
            losers: seats_at(bytes, head::LOSERS),
            sides,
        };
        // As in the compiled games: who is ahead where a game is broken off has won nothing.
        if unfinished { outcome.without_places() } else { outcome }
    }

    fn turn(&self, state: &ScriptState) -> u32 {
        (i32_at(&state.bytes, head::BEGUN) as u32).saturating_sub(1)
    }

    fn phase(&self, state: &ScriptState) -> usize {
        // All choices in secret are of the phase that they began with: which one comes next is nobody else's business.
        let root = state.bytes[head::ROOT];
        let step = if root == 0 { state.bytes[head::STEP] } else { root };
        // Behind the list of steps where there is none.
        usize::from(step).wrapping_sub(1)
    }

    fn view(&self, state: &ScriptState, seat: Seat) -> ScriptView {
        let mut bytes = state.bytes.clone();
        self.layout().blot(&mut bytes, seat);
        ScriptView { seat, bytes }
    }

    fn determinize(&self, view: &ScriptView, rng: &mut Rng, into: &mut ScriptState) {
        let dealt = self.with_machine(|machine| {
            for _ in 0..MAX_DEALS {
                into.bytes.clone_from(&view.bytes);
                into.stamp = new_stamp();
                let dealt = self.layout().deal(&mut into.bytes, view.seat, &mut machine.pool, rng);
                dealt.map_err(|error| ScriptError::new(&self.shared.file.name, None, error.to_string()))?;
                self.seal(machine, view.seat, rng, into)?;
                if self.leaves_a_choice(machine, view.seat, into)? {
                    break;
                }
            }
            Ok(())
        });
        if let Err(error) = dealt {
            let number = self.fault(&error);
            Self::fail(into, number);
        }
    }

    fn notice(&self, _: &ScriptState, action: ScriptAction, _: Seat) -> Notice {
        if action.is_sealed() { Notice::Choice } else { Notice::Action }
    }

    fn action_text(&self, action: ScriptAction) -> String {
        self.text(action)
    }

    fn action_label(&self, state: &ScriptState, action: ScriptAction) -> String {
        self.label(state, action)
    }

    fn state_json(&self, state: &ScriptState) -> Json {
        self.bytes_json(&state.bytes, None)
    }

    fn view_json(&self, view: &ScriptView) -> Json {
        self.bytes_json(&view.bytes, Some(view.seat))
    }

    fn event_json(&self, event: &ScriptEvent) -> Json {
        self.event_object(event)
    }
}

impl ScriptGame {
    /// Returns false if another seat than the viewer is to move and could do nothing: a deal that can't be.
    fn leaves_a_choice(
        &self,
        machine: &mut Machine,
        viewer: Seat,
        state: &ScriptState,
    ) -> Result<bool, ScriptError> {
        let Some(mover) = self.to_move(state).filter(|&mover| mover != viewer) else { return Ok(true) };
        self.actions(machine, state, mover)?;
        let is_dead_end = machine.scratch.is_empty();
        if is_dead_end {
            self.count_dead_end(self.phase(state));
        }
        Ok(!is_dead_end)
    }

    /// Draws the sealed choices of the other seats, each from what that seat may choose in the state.
    fn seal(
        &self,
        machine: &mut Machine,
        viewer: Seat,
        rng: &mut Rng,
        state: &mut ScriptState,
    ) -> Result<(), ScriptError> {
        let chosen = chosen(&state.bytes);
        for seat in Seat::all(self.shared.seats).filter(|&seat| seat != viewer && chosen.contains(seat)) {
            if let Some(at) = self.layout().secret_of(&state.bytes, seat) {
                self.choose_in_secret(machine, (seat, at), rng, state)?;
                continue;
            }
            self.some_actions(machine, state, seat)?;
            let action = machine.scratch[rng.index(machine.scratch.len())];
            let at = head::SEALS + 8 * seat.index();
            state.bytes[at..at + 8].copy_from_slice(&action.bits().to_le_bytes());
            state.stamp = new_stamp();
        }
        Ok(())
    }

    /// Draws all that a seat, whose choices stand at this place, has chosen in secret: each from what it may choose after the
    /// last one.
    fn choose_in_secret(
        &self,
        machine: &mut Machine,
        (seat, at): (Seat, usize),
        rng: &mut Rng,
        state: &mut ScriptState,
    ) -> Result<(), ScriptError> {
        state.bytes[at..at + SECRET].fill(0);
        for place in 1..SECRET / 8 {
            state.stamp = new_stamp();
            self.some_actions(machine, state, seat)?;
            let action = machine.scratch[rng.index(machine.scratch.len())];
            state.bytes[at] = place as u8;
            state.bytes[at + 8 * place..at + 8 * place + 8].copy_from_slice(&action.bits().to_le_bytes());
            state.stamp = new_stamp();
            let leads_to = machine.lead_on(&state.bytes, state.stamp, seat.index())?;
            state.bytes[at + 1] = leads_to;
            if leads_to == 0 {
                break;
            }
        }
        state.stamp = new_stamp();
        Ok(())
    }
}

impl ScriptGame {
    /// Returns the actions of a seat in a state, sorted.
    fn actions(&self, machine: &mut Machine, state: &ScriptState, seat: Seat) -> Result<(), ScriptError> {
        let sealed = [head::PENDING, head::ASKED].iter().any(|&at| !seats_at(&state.bytes, at).is_empty());
        let who = (seat.index(), self.to_move(state) == Some(seat));
        let mut list = std::mem::take(&mut machine.scratch);
        list.clear();
        let listed = machine.list(&state.bytes, state.stamp, who, self.shared.ways.checked, |bits| {
            list.push(ScriptAction::new(bits, sealed));
        });
        let mut twice = None;
        if !list.is_sorted_by(|a, b| a < b) {
            list.sort_unstable();
            twice = list.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        }
        machine.scratch = list;
        listed?;
        let list = std::mem::take(&mut machine.scratch);
        let same = self.witnessed(machine, "list of actions", |witness| {
            let mut told = std::mem::take(&mut witness.scratch);
            told.clear();
            let checked = self.shared.ways.checked;
            witness.list(&state.bytes, 0, who, checked, |bits| told.push(ScriptAction::new(bits, sealed)))?;
            told.sort_unstable();
            let same = told == list;
            witness.scratch = told;
            Ok(same)
        });
        machine.scratch = list;
        same?;
        twice.map_or(Ok(()), |action| {
            Err(self.step_error(state, &format!("offers `{}` twice", self.text(action))))
        })
    }

    /// Lists the actions, where a seat without any is a mistake.
    fn some_actions(
        &self,
        machine: &mut Machine,
        state: &ScriptState,
        seat: Seat,
    ) -> Result<(), ScriptError> {
        self.actions(machine, state, seat)?;
        if machine.scratch.is_empty() {
            return Err(self.step_error(state, &format!("leaves {} nothing to do", player(seat.index()))));
        }
        Ok(())
    }

    fn step_error(&self, state: &ScriptState, what: &str) -> ScriptError {
        let (name, line) = (self.step_name(state), self.step(state).map(|step| step.line));
        ScriptError::new(&self.shared.file.name, line, format!("step.{name} {what}"))
    }

    /// Returns the step that is asked.
    fn step(&self, state: &ScriptState) -> Option<&Routine> {
        let step = usize::from(state.bytes[head::STEP]).checked_sub(1)?;
        self.shared.file.scan.steps.get(step)
    }

    /// Returns the name of the step that is asked.
    pub(crate) fn step_name(&self, state: &ScriptState) -> &str {
        self.step(state).map_or("?", |step| step.name.as_str())
    }

    /// Returns true if an act may play this kind, from 0, out of a hand that it can lie in.
    pub(crate) fn is_played(&self, kind: usize) -> bool {
        let played = &self.shared.file.scan.played;
        // What lies in a table of zones is called by the table, with a number.
        let of_table =
            |name: &str| name.rsplit_once('_').is_some_and(|(table, _)| played.contains(&in_table(table)));
        let from = |name: &String| played.contains("") || played.contains(name) || of_table(name);
        self.layout().zones.iter().any(|zone| zone.is_hand() && zone.kinds.contains(kind) && from(&zone.name))
    }

    /// Gives the events of the script to the log. Where a turn begins, the numbers and cells that have changed come before it;
    /// `before` holds what they were, and then what they are at the last turn's beginning. A setup says itself what they
    /// were.
    fn announce<L: EventSink<ScriptEvent>>(
        &self,
        machine: &Machine,
        count: u32,
        mut actor: Option<Seat>,
        before: &mut Vec<u8>,
        log: &mut L,
    ) {
        let reader = &self.shared.events;
        let public = self.layout().public_span().len();
        let mut events = machine.events(count);
        while let Some((&bytes, mut rest)) = events.split_first() {
            let [tag, records, ..] = bytes;
            if matches!(tag, TURN | START) {
                let numbers;
                (numbers, rest) = rest.split_at(usize::from(records));
                if let Some(numbers) = numbers.as_flattened().get(..public).filter(|_| records > 0) {
                    if tag == TURN {
                        self.announce_numbers(before, numbers, log);
                    }
                    before.clear();
                    before.extend_from_slice(numbers);
                }
            }
            let mut behind = [0; 8];
            if matches!(tag, NOTE | CHOOSE | SECRET_NUMBER)
                && let Some((&next, after)) = rest.split_first()
            {
                (behind, rest) = (next, after);
            }
            if let Some(event) = reader.read(bytes, behind, actor) {
                if event.what == What::Choose {
                    actor = usize::try_from(event.numbers[0] - 1).ok().map(Seat::new);
                }
                log.emit(event);
            }
            events = rest;
        }
    }
}

impl ScriptGame {
    /// Gives an event to the log for each number and each cell that changed.
    fn announce_numbers<L: EventSink<ScriptEvent>>(&self, before: &[u8], after: &[u8], log: &mut L) {
        if before == after {
            return;
        }
        let first = self.layout().public_span().start;
        for place in 0..self.layout().numbers.len() {
            let (old, new) = (i32_at(before, 4 * place), i32_at(after, 4 * place));
            if old != new && self.layout().numbers[place].is_shown {
                log.emit(self.shared.events.plain(What::Number, [place as i32, old, new, 0]));
            }
        }
        for (number, cells) in self.layout().cells.iter().enumerate().filter(|(_, cells)| cells.is_shown) {
            let span = cells.off - first..cells.off - first + 2 * cells.count;
            let pairs = before[span.clone()].as_chunks::<2>().0.iter().zip(after[span].as_chunks::<2>().0);
            for (cell, (old, new)) in pairs.enumerate().filter(|(_, (old, new))| old != new) {
                let [old, new] = [*old, *new].map(|bytes| i32::from(i16::from_le_bytes(bytes)));
                let numbers = [number as i32, cell as i32 + 1, old, new];
                log.emit(self.shared.events.plain(What::Cell, numbers));
            }
        }
    }
}
