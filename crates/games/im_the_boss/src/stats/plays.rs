//! The effect of cards on a deal, who has the last word, and how long rounds take.

use std::hint::select_unpredictable;

use serde::{Deserialize, Serialize};

use super::Average;
use super::deals::Table;
use crate::card::{FACE_TABLE, FACES, face};
use crate::event::{Event, Place, Reason};
use ludometer_model::Seat;
use ludometer_model::small_table::{BySeat, MAX_SEATS};
use ludometer_stats::{Bounded, Figures, GameEnd, Mean, Measure, Merge, Report, Row, Table as CsvTable};

/// Types of cards whose effect is measured: those of a colour, and the wild one.
const TYPES: usize = FACES + 1;

/// A row of `ib_out_order.csv`: a place in the order of leaving a round.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "ib_out_order")]
pub struct OutOrderRow {
    /// Place, from 1.
    pub out_order: u64,
    /// Seats in this place, in all rounds.
    pub rounds: u64,
    /// Mean pay in the round in dollars.
    #[row("pay", "ci_low", "ci_high")]
    pub pay: Bounded,
}

/// A row of `ib_plays.csv`: a type of card.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "ib_plays")]
pub struct CardAimRow {
    /// Id of the type of card.
    pub card: String,
    /// Plays with a settled deal before and after.
    pub plays: u64,
    /// Mean change of the player's pay less that of the others, in dollars.
    #[row("aim_change", "ci_low", "ci_high")]
    pub aim_change: Bounded,
}

#[derive(Clone, Debug, Default, PartialEq, Figures, Merge, Serialize, Deserialize)]
pub(super) struct Plays {
    /// Turns.
    #[figure("ib_turns_per_round", "per round")]
    turns: Average,
    /// Laps.
    #[figure("ib_laps_per_round", "per round")]
    laps: Average,
    /// Cards played from a hand before it is refilled / cards in hand.
    #[figure("ib_played_of_hand", "share of cards", share)]
    played_of_hand: Average,
    /// Passes that were double / passes.
    #[figure("ib_double_pass_share", "share of passes", share)]
    double_passes: Average,
    /// Cards played as the only active seat / cards played.
    #[figure("ib_plays_alone", "share of cards", share)]
    alone: Average,
    /// Change of the deal's value after the first seat went out.
    #[figure("ib_swing_after_first_out", "dollars")]
    swing_after_out: Average,
    /// Pay of the seat with the bonus card.
    #[figure("ib_pay_bonus_seat", "dollars")]
    bonus_pay: Average,
    /// Changes of sign by Reverses.
    #[figure("ib_flips_per_round", "per round")]
    flips: Average,
    /// What each change of sign changed.
    #[figure("ib_flip_swing", "dollars")]
    flip_swing: Average,
    /// Reverses drawn by winners.
    #[figure("ib_reverses_drawn_winners", "per seat")]
    reverses_drawn_winners: Average,
    /// Reverses drawn by the others.
    #[figure("ib_reverses_drawn_others", "per seat")]
    reverses_drawn_others: Average,
    /// Move cards of this size played.
    #[figure("ib_move_*_played", "per game", each = 1..)]
    moves_played: [Mean; 3],
    /// Of the Move cards of this size that were held at a turn, those that could not be played for want of cards.
    #[figure("ib_move_*_unplayable", "share of cards", share, each = 1..)]
    stuck: [Average; 3],
    /// Cards moved.
    #[figure("ib_cards_moved", "per game")]
    cards_moved: Mean,
    /// Change of the player's aim by the type played, in dollars times (seats - 1).
    aims: [Average; TYPES],
    /// Pay in the round by order of going out.
    out_order: Vec<Average>,
    #[merge(skip)]
    seats: u64,
    #[serde(skip)]
    #[merge(skip)]
    now: Now,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Now {
    /// The seat that plays, the type of its card, and the aim before it.
    play: Option<(Seat, usize, i64)>,
    moves: [i64; 3],
    moved: i64,
    reverses_drawn: BySeat<i64>,
    alone: bool,
    /// Order of going out, from 1.
    out: BySeat<u8>,
    outs: u8,
    value_at_first_out: i64,
    bonus: Option<Seat>,
    turns: i64,
    laps: i64,
    hands: i64,
    hands_at_start: i64,
    played: i64,
    value: i64,
}

impl Plays {
    pub(super) fn new(seats: usize) -> Self {
        Self { out_order: vec![Average::default(); seats], seats: seats as u64, ..Self::default() }
    }

    /// Counts an event before the table takes note of the event.
    #[inline(always)]
    pub(super) fn before(&mut self, event: &Event, table: &mut Table) {
        match *event {
            Event::MoveCard { card, from: Place::Hand(seat), to } => {
                self.now.hands -= 1;
                self.now.played += 1;
                if to != Place::Discard {
                    let kind = card.face().unwrap_or(FACES);
                    self.now.play = Some((seat, kind, table.aim(seat)));
                    self.alone.add(i64::from(self.now.alone));
                    if let Some(moves) = usize::from(card.moves()).checked_sub(1) {
                        self.now.moves[moves] += 1;
                    }
                }
            }
            Event::MoveCard { from: Place::Centre | Place::Front(_), .. } => {
                self.now.moved += i64::from(self.now.play.is_some());
            }
            Event::Turn { seat: _, alone, moves_held, moves_stuck, .. } => {
                self.now.alone = alone;
                self.now.turns += 1;
                // Half of the turns begin without a Move card: adding nothing is cheaper than to ask.
                for ((average, held), stuck) in self.stuck.iter_mut().zip(moves_held).zip(moves_stuck) {
                    average.add_many(i64::from(stuck > 0), u64::from(held > 0));
                }
            }
            Event::Lap { .. } => self.now.laps += 1,
            Event::Disks { seat, turned, out, .. } => {
                self.double_passes.add(i64::from(turned > 1));
                let now = &mut self.now;
                let first = out & (now.outs == 0);
                now.value_at_first_out = select_unpredictable(first, table.value(), now.value_at_first_out);
                now.outs += u8::from(out);
                // 0 until then.
                now.out[seat] = now.outs * u8::from(out);
            }
            Event::Bonus { seat, .. } => self.now.bonus = Some(seat),
            Event::Draw { seat, card, reason, .. } => {
                self.now.hands += 1;
                self.now.reverses_drawn[seat] += i64::from(card.face() == Some(face::REVERSE));
                self.now.hands_at_start += i64::from(reason == Reason::Bonus);
            }
            Event::PutAway { .. } => self.now.hands -= 1,
            Event::Settle { value, .. } => self.settle(value),
            Event::Due { seat, shares, reverses, amount, paid, .. } => {
                let flipped = (reverses % 2 == 1) & (shares > 0);
                self.flips.add_many(i64::from(flipped), u64::from(seat.index() == table.boss));
                let swings = flipped & (amount != 0);
                self.flip_swing.add_many(2 * amount.abs() * i64::from(swings), u64::from(swings));
                if let Some(order) = usize::from(self.now.out[seat]).checked_sub(1) {
                    self.out_order[order].add(paid);
                }
                let bonus = self.now.bonus == Some(seat);
                self.bonus_pay.add_many(paid * i64::from(bonus), u64::from(bonus));
            }
            Event::Round { .. } => {
                let now = &mut self.now;
                now.turns = 0;
                now.laps = 0;
                now.outs = 0;
                now.out = BySeat::default();
                now.bonus = None;
                now.hands_at_start = now.hands;
                now.played = 0;
                now.value_at_first_out = 0;
            }
            Event::FirstBoss { .. } => self.now = Now::default(),
            _ => {}
        }
    }

    /// Counts an event when the table has taken note of it: a card that was played out has lain down. What did it
    /// change?
    #[inline(always)]
    pub(super) fn after(&mut self, event: &Event, table: &mut Table) {
        if let Event::MoveCard { from: Place::Hand(_), to: Place::Centre, .. }
        | Event::MoveCard { from: Place::Playing, .. } = *event
            && let Some((seat, kind, before)) = self.now.play.take()
        {
            self.aims[kind].add(table.aim(seat) - before);
        }
    }

    fn settle(&mut self, value: i64) {
        let now = &mut self.now;
        now.value = value;
        self.swing_after_out.add((value - now.value_at_first_out).abs());
        self.turns.add(now.turns);
        self.laps.add(now.laps);
        self.played_of_hand.add_many(now.played, now.hands_at_start.max(0) as u64);
    }

    pub(super) fn finish(&mut self, finish: &GameEnd<'_>) {
        let units = finish.outcome.win_units();
        for seat in Seat::all(finish.outcome.seats) {
            let drawn = self.now.reverses_drawn[seat];
            let tally = if units[seat] > 0 {
                &mut self.reverses_drawn_winners
            } else {
                &mut self.reverses_drawn_others
            };
            tally.add(drawn);
        }
        for (mean, count) in self.moves_played.iter_mut().zip(self.now.moves) {
            mean.add(count);
        }
        self.cards_moved.add(self.now.moved);
        self.aims.iter_mut().for_each(Average::close);
        self.stuck.iter_mut().for_each(Average::close);
        self.out_order.iter_mut().for_each(Average::close);
        let rest = [
            &mut self.flips,
            &mut self.flip_swing,
            &mut self.reverses_drawn_winners,
            &mut self.reverses_drawn_others,
            &mut self.alone,
            &mut self.bonus_pay,
            &mut self.swing_after_out,
            &mut self.double_passes,
            &mut self.turns,
            &mut self.laps,
            &mut self.played_of_hand,
        ];
        rest.into_iter().for_each(Average::close);
    }

    pub(super) fn write_tables(&self, out: &mut Report) {
        out.tables.push(self.aims_table());
        let row = |(out_order, pay): (u64, &Average)| {
            let (rounds, pay) = (pay.count(), pay.estimate().into());
            OutOrderRow { out_order, rounds, pay }
        };
        out.tables.push(CsvTable::of((1..).zip(&self.out_order).map(row)));
    }

    /// Returns what each type of card changed for who played it: its pay less the others' mean, if the
    /// deal had been settled before and after.
    fn aims_table(&self) -> CsvTable {
        let unit = 1.0 / (self.seats.clamp(2, MAX_SEATS as u64) - 1) as f64;
        let names = FACE_TABLE.iter().map(|f| f.0).chain(["pota_wild"]);
        let row = |(name, aim): (&str, &Average)| CardAimRow {
            card: name.to_owned(),
            plays: aim.count(),
            aim_change: aim.estimate_in(unit).into(),
        };
        CsvTable::of(names.zip(&self.aims).map(row))
    }
}
