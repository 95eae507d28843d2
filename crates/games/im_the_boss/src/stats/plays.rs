//! What cards do to a deal, who has the last word, and how long rounds take.

use std::hint::select_unpredictable;

use serde::{Deserialize, Serialize};

use super::super::card::{FACE_TABLE, FACES, face};
use super::super::event::{Event, Place, Reason};
use super::table::Table;
use super::tally::Average;
use ludometer_model::{BySeat, MAX_SEATS, Seat};
use ludometer_stats::{Cell, GameEnd, Mean, Merge, Report, Table as CsvTable};

/// Types of cards whose effect is measured: those of a colour, and the wild one.
const TYPES: usize = FACES + 1;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Plays {
    /// Change of the player's aim by the type played, in dollars times (seats - 1).
    aims: [Average; TYPES],
    /// Of the Move cards held at a turn, the share that could not be played for want of cards.
    stuck: [Average; 3],
    moves_played: [Mean; 3],
    cards_moved: Mean,
    flips: Average,
    flip_swing: Average,
    reverses_drawn_winners: Average,
    reverses_drawn_others: Average,
    alone: Average,
    /// Pay in the round by order of going out.
    out_order: Vec<Average>,
    bonus_pay: Average,
    swing_after_out: Average,
    double_passes: Average,
    turns: Average,
    laps: Average,
    played_of_hand: Average,
    seats: u64,
    #[serde(skip)]
    now: Now,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Now {
    /// Who plays which type, and the aim before it.
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

impl Merge for Plays {
    fn merge(&mut self, other: Self) {
        let Self {
            aims,
            stuck,
            moves_played,
            cards_moved,
            flips,
            flip_swing,
            reverses_drawn_winners,
            reverses_drawn_others,
            alone,
            out_order,
            bonus_pay,
            swing_after_out,
            double_passes,
            turns,
            laps,
            played_of_hand,
            seats: _,
            now: _,
        } = other;
        self.aims.iter_mut().zip(aims).for_each(|(mine, theirs)| mine.merge(theirs));
        self.stuck.iter_mut().zip(stuck).for_each(|(mine, theirs)| mine.merge(theirs));
        self.moves_played.iter_mut().zip(moves_played).for_each(|(mine, theirs)| mine.merge(theirs));
        self.cards_moved.merge(cards_moved);
        self.flips.merge(flips);
        self.flip_swing.merge(flip_swing);
        self.reverses_drawn_winners.merge(reverses_drawn_winners);
        self.reverses_drawn_others.merge(reverses_drawn_others);
        self.alone.merge(alone);
        self.out_order.merge(out_order);
        self.bonus_pay.merge(bonus_pay);
        self.swing_after_out.merge(swing_after_out);
        self.double_passes.merge(double_passes);
        self.turns.merge(turns);
        self.laps.merge(laps);
        self.played_of_hand.merge(played_of_hand);
    }
}

impl Plays {
    pub(super) fn new(seats: usize) -> Self {
        Self { out_order: vec![Average::default(); seats], seats: seats as u64, ..Self::default() }
    }

    /// Before the table takes note of the event.
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
            Event::Cut { .. }
            | Event::Colour { .. }
            | Event::ShowX { .. }
            | Event::DrawLost { .. }
            | Event::Shuffle { .. }
            | Event::MoveCard { .. }
            | Event::Dropped { .. }
            | Event::Window { .. }
            | Event::Offered { .. }
            | Event::Asked { .. }
            | Event::Token { .. }
            | Event::TalksEnded
            | Event::Promise { .. }
            | Event::Strike { .. }
            | Event::Pay { .. } => {}
        }
    }

    /// When the table has taken note of the event: a card that was played out has lain down. What did it
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

    pub(super) fn report(&self, out: &mut Report) {
        let metrics = &mut out.metrics;
        metrics.push(self.turns.metric("ib_turns_per_round"));
        metrics.push(self.laps.metric("ib_laps_per_round"));
        metrics.push(self.played_of_hand.share_metric("ib_played_of_hand"));
        metrics.push(self.double_passes.share_metric("ib_double_pass_share"));
        metrics.push(self.alone.share_metric("ib_plays_alone"));
        metrics.push(self.swing_after_out.metric("ib_swing_after_first_out"));
        metrics.push(self.bonus_pay.metric("ib_pay_bonus_seat"));
        metrics.push(self.flips.metric("ib_flips_per_round"));
        metrics.push(self.flip_swing.metric("ib_flip_swing"));
        metrics.push(self.reverses_drawn_winners.metric("ib_reverses_drawn_winners"));
        metrics.push(self.reverses_drawn_others.metric("ib_reverses_drawn_others"));
        for (n, mean) in (1..).zip(&self.moves_played) {
            metrics.push(super::deals::named(&format!("ib_move_{n}_played"), mean.estimate()));
        }
        for (n, stuck) in (1..).zip(&self.stuck) {
            metrics.push(stuck.share_metric(&format!("ib_move_{n}_unplayable")));
        }
        metrics.push(super::deals::named("ib_cards_moved", self.cards_moved.estimate()));
        out.tables.push(self.aims_table());
        let mut table = CsvTable::new("ib_out_order", &["out_order", "rounds", "pay", "ci_low", "ci_high"]);
        for (order, pay) in (1_u64..).zip(&self.out_order) {
            let estimate = pay.estimate();
            let [low, high] = estimate.bounds();
            table.row(vec![order.into(), pay.count().into(), estimate.value.into(), low, high]);
        }
        out.tables.push(table);
    }

    /// What each type of card changed for who played it: its pay less the others' mean, if the
    /// deal had been settled before and after.
    fn aims_table(&self) -> CsvTable {
        let mut table = CsvTable::new("ib_plays", &["card", "plays", "aim_change", "ci_low", "ci_high"]);
        let unit = 1.0 / (self.seats.clamp(2, MAX_SEATS as u64) - 1) as f64;
        let names = FACE_TABLE.iter().map(|f| f.0).chain(["pota_wild"]);
        for (name, aim) in names.zip(&self.aims) {
            let estimate = aim.estimate();
            let scaled = |x: f64| x * unit;
            table.row(vec![
                Cell::from(name),
                aim.count().into(),
                estimate.value.map(scaled).into(),
                estimate.interval.map(|i| scaled(i.0)).into(),
                estimate.interval.map(|i| scaled(i.1)).into(),
            ]);
        }
        table
    }
}
