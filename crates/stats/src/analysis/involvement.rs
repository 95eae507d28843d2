//! The part of players in a game: actions to choose from, time without a decision or hope, and who acts against whom.

use super::figure_table::FigureTable;
use crate::analysis::course::{Story, hopeless_below};
use ludometer_figures::{Estimate, Mean, Member, Merge, Ratio, Row, Table, catalogue};
use ludometer_model::{Interaction, Seat, SeatSet};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Choices {
    legal: Ratio,
    forced: Ratio,
    most: u64,
    /// This play: decisions, actions, decisions with one action.
    #[serde(skip)]
    now: [u64; 3],
}

impl Choices {
    #[inline]
    const fn add(&mut self, choices: u64) {
        self.now[0] += 1;
        self.now[1] += choices;
        self.now[2] += (choices == 1) as u64;
        if choices > self.most {
            self.most = choices;
        }
    }

    /// Ends the play; returns the decisions in it.
    fn finish(&mut self) -> u64 {
        let [decisions, choices, forced] = std::mem::take(&mut self.now);
        self.legal.add(choices, decisions);
        self.forced.add(forced, decisions);
        decisions
    }
}

impl Merge for Choices {
    fn merge(&mut self, other: Self) {
        let Self { legal, forced, most, now: _ } = other;
        self.legal.merge(legal);
        self.forced.merge(forced);
        self.most = self.most.max(most);
    }
}

/// Choices by phase, and of all phases together, which are added up as a play ends.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Branching {
    all: Choices,
    by_phase: Vec<Choices>,
}

impl Branching {
    pub(super) fn new(phases: usize) -> Self {
        // All decisions of a game that names no phases belong to one.
        Self { all: Choices::default(), by_phase: vec![Choices::default(); phases.max(1)] }
    }

    #[inline]
    pub(super) fn step(&mut self, choices: usize, phase: usize) {
        if let Some(here) = self.by_phase.get_mut(phase) {
            here.add(choices as u64);
        }
    }

    /// Ends the play; returns the decisions of each phase in it.
    pub(super) fn finish(&mut self) -> impl Iterator<Item = u64> + '_ {
        for phase in &self.by_phase {
            for (all, here) in self.all.now.iter_mut().zip(phase.now) {
                *all += here;
            }
            self.all.most = self.all.most.max(phase.most);
        }
        self.all.finish();
        self.by_phase.iter_mut().map(Choices::finish)
    }

    pub(super) fn report(&self, phases: &[String], sheet: &mut FigureTable) {
        let groups = self.by_phase.iter().zip(phases).filter(|(choices, _)| choices.most > 0);
        let groups = groups.map(|(choices, phase)| (choices, Member::Named(phase.clone())));
        for (choices, member) in std::iter::once((&self.all, Member::Whole)).chain(groups) {
            let legal = choices.legal.estimate();
            let most = Estimate { value: Some(choices.most as f64), interval: None, games: legal.games };
            sheet.add_of(&catalogue::BRANCHING_MEAN, member.clone(), legal);
            sheet.add_of(&catalogue::BRANCHING_MAX, member.clone(), most);
            sheet.add_of(&catalogue::FORCED_SHARE, member, choices.forced.share());
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct Time {
    idle: Ratio,
    longest: Mean,
    hopeless: Ratio,
    out: Ratio,
}

/// By seat.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub(super) struct Waiting(Vec<Time>);

impl Waiting {
    pub(super) fn new(seats: usize) -> Self {
        Self(vec![Time::default(); seats])
    }

    pub(super) fn add(&mut self, story: &Story<'_>) {
        let turns = story.turns();
        let reported = &story.rows[..turns];
        let bound = hopeless_below(story.seats);
        for (time, seat) in self.0.iter_mut().zip(Seat::all(story.seats)) {
            let has = |seats: SeatSet| seats.contains(seat);
            let (mut idle, mut run, mut longest, mut hopeless, mut out) = (0, 0, 0, 0, 0);
            for row in reported {
                run = if has(row.acted) { 0 } else { run + 1 };
                idle += u64::from(run > 0);
                longest = longest.max(run);
                out += u64::from(has(row.out));
                hopeless += u64::from(!has(row.out) && row.chances[seat] < bound);
            }
            let turns = turns as u64;
            time.idle.add(idle, turns);
            time.longest.add(longest);
            time.hopeless.add(hopeless, turns);
            time.out.add(out, turns);
        }
    }

    /// Reports the times; where nobody competes, a chance is nobody's own.
    pub(super) fn report(&self, is_contest: bool, sheet: &mut FigureTable) {
        for (seat, time) in self.0.iter().enumerate() {
            let rows = [
                (&catalogue::WAITING, time.idle.share()),
                (&catalogue::LONGEST_WAIT, time.longest.estimate()),
                (&catalogue::HOPELESS, time.hopeless.share()),
                (&catalogue::ELIMINATED, time.out.share()),
            ];
            let told = rows.into_iter().filter(|(figure, _)| is_contest || **figure != catalogue::HOPELESS);
            for (figure, estimate) in told {
                sheet.add_of(figure, Member::Seat(seat), estimate);
            }
        }
    }
}

/// A row of `interaction.csv`: an actor, a target and a kind of interaction.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "interaction")]
pub struct InteractionRow {
    /// Seat that acts, from 0.
    pub actor: u64,
    /// Seat that is acted against.
    pub target: u64,
    /// Kind of interaction, in words.
    pub kind: String,
    /// Acts, mean per game.
    #[row("per_game", "ci_low", "ci_high", "games")]
    pub per_game: Estimate,
}

/// Counts by kind, actor and target, in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct InteractionTally {
    seats: usize,
    pairs: Vec<Mean>,
    all: Mean,
    /// By kind: how often in how many turns.
    rates: Vec<Ratio>,
    #[serde(skip)]
    now: Vec<u32>,
}

impl InteractionTally {
    pub(super) fn new(seats: usize, kinds: usize) -> Self {
        let cells = seats * seats * kinds;
        Self {
            seats,
            pairs: vec![Mean::default(); cells],
            all: Mean::default(),
            rates: vec![Ratio::default(); kinds],
            now: vec![0; cells],
        }
    }

    #[inline]
    pub(super) fn add(&mut self, interaction: Interaction, actor: Seat) {
        let at = (interaction.kind * self.seats + actor.index()) * self.seats + interaction.target.index();
        if let Some(count) = self.now.get_mut(at) {
            *count += 1;
        }
    }

    /// Counts the end of a play of so many turns.
    pub(super) fn finish(&mut self, turns: u32) {
        for (rate, pairs) in self.rates.iter_mut().zip(self.now.chunks(self.seats * self.seats)) {
            rate.add(pairs.iter().map(|&n| u64::from(n)).sum(), turns.into());
        }
        self.all.add(self.now.iter().map(|&n| i64::from(n)).sum());
        for (mean, count) in self.pairs.iter_mut().zip(&mut self.now) {
            mean.add(i64::from(std::mem::take(count)));
        }
    }

    pub(super) fn report(&self, kinds: &[String], sheet: &mut FigureTable) -> Table {
        let row = |(at, mean): (usize, &Mean)| InteractionRow {
            actor: (at / self.seats % self.seats) as u64,
            target: (at % self.seats) as u64,
            kind: kinds.get(at / self.seats / self.seats).cloned().unwrap_or_default(),
            per_game: mean.estimate(),
        };
        let rows = self.pairs.iter().enumerate().map(row).filter(|row| row.actor != row.target);
        // Who is alone acts against nobody.
        let kinds = if self.seats > 1 { kinds } else { &[] };
        if !kinds.is_empty() {
            sheet.add(&catalogue::INTERACTION, self.all.estimate());
        }
        for (kind, rate) in kinds.iter().zip(&self.rates) {
            sheet.add_of(&catalogue::INTERACTION_RATE, Member::Named(kind.clone()), rate.estimate());
        }
        Table::of(rows)
    }
}

impl Merge for InteractionTally {
    fn merge(&mut self, other: Self) {
        let Self { seats: _, pairs, all, rates, now: _ } = other;
        if self.now.len() < self.pairs.len() {
            self.now.resize(self.pairs.len(), 0);
        }
        self.pairs.merge(pairs);
        self.all.merge(all);
        self.rates.merge(rates);
    }
}
