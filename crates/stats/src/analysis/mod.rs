//! The analysis of a batch: what kind of game it is, counted beside the standard statistics when it
//! is asked for.
//!
//! It rests on the table as each turn begins ([`TurnSnapshot`]): estimated chances, put through a fitted
//! [`Curve`], and standings. The definition, formula, unit and source of every metric stand where it
//! is counted:
//!
//! | file | metrics |
//! |---|---|
//! | `outcomes.rs` | win shares by seat and order of play, lengths, ends, lengths against one that is wanted |
//! | `course.rs` | lead changes, drama, comebacks, decision, tension, runaway, kingmaking; standings, gaps, chances over the tenths of a play |
//! | `involvement.rs` | actions to choose from, forced decisions, by phase; time without a decision, without hope, out of the play; who acts against whom |
//! | `hands.rs` | cards drawn, held, played, dead at the end; the effect of being dealt a card |
//! | `coverage.rs` | what happened, and what never did |
//! | `calibration.rs` | whether estimated chances come true |
//! | `notable.rs` | typical and extreme plays |
//!
//! Files: `metrics.csv` (`metric,group,value,ci_low,ci_high,unit,games,reading`), `curves.csv`
//! (x in tenths of the play), `histograms.csv` (`histogram,x,games`: the plays with exactly the value x;
//! with `decided_at_tenth`, those decided after x - 1 tenths and at the latest after x), `notable.csv`, `coverage.csv`, `interaction.csv`,
//! `calibration.csv`, `card_use.csv`, `card_deals.csv` (the effect of being dealt a card).

mod involvement;
mod calibration;
mod coverage;
mod course;
mod hands;
mod notable;
mod outcomes;
mod sides;
mod figure_table;
#[cfg(test)]
mod tests;

use self::calibration::{Calibration, to_one};
pub use self::calibration::{CalibrationRow, Curve};
use self::course::{Curves, Drama, Row, Story, leader};
use self::coverage::{Coverage, Layout, items};
pub use self::coverage::{CoverageKind, CoverageRow};
use self::figure_table::FigureTable;
pub use self::figure_table::{CurveRow, HistogramRow};
pub use self::hands::{CardDealRow, CardUseRow, Evidence};
use self::hands::{Deals, Hands};
pub use self::involvement::InteractionRow;
use self::involvement::{Branching, InteractionTally, Waiting};
use self::notable::Notable;
pub use self::notable::{Notability, NotableRow};
use self::outcomes::{Shares, Starters, Target};
use crate::observer::{GameEnd, HANDS_EVERY, MILLION, Observer, Statistic, Step, TurnSnapshot};
use crate::standard::Standard;
use ludometer_figures::{Merge, Report, Table, TallyLayout, TargetLength};
use ludometer_model::{BySeat, CardMove, Contest, Event, Game, Outcome, SHARE_UNITS, Seat, Standing};
use serde::{Deserialize, Serialize};

/// Turns without any change of standing, in rounds of the table (a turn of each seat), that count as a standstill.
const STANDSTILL_ROUNDS: usize = 20;

/// The last actions of a game that are looked at for what goes round and round.
const RECENT: usize = 32;

/// More kinds of actions than this in a row are no circle that words can name.
const MOST_IN_A_CIRCLE: usize = 4;

/// Shuffles of a stock in one play that count as a loop.
const MANY_SHUFFLES: u32 = 20;

/// The facts about a game that an analysis must know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The phases of decisions.
    pub phases: Vec<String>,
    /// The unit of standings, or nothing in a game without.
    pub standing: String,
    /// The curve that estimates go through, if one was fitted.
    pub curve: Option<Curve>,
    /// The length that plays should have, if one is wanted.
    pub target: Option<TargetLength>,
    /// After so many decisions a game is broken off, if there is such a limit.
    pub decision_limit: Option<u32>,
    /// Count nothing but what a curve is fitted on: the plays are those of a pilot batch.
    pub pilot: bool,
}

/// The tallies of an analysis.
#[derive(Clone, Debug, Merge, Serialize, Deserialize)]
pub struct Analysis {
    #[merge(skip)]
    seats: usize,
    #[merge(skip)]
    contest: Contest,
    #[merge(skip)]
    phases: Vec<String>,
    #[merge(skip)]
    has_standing: bool,
    #[merge(skip)]
    curve: Option<Curve>,
    #[merge(skip)]
    pilot: bool,
    #[merge(skip)]
    decision_limit: Option<u32>,
    #[merge(skip)]
    layout: Layout,
    shares: Shares,
    starters: Starters,
    target: Option<Target>,
    drama: Drama,
    curves: Curves,
    branching: Branching,
    waiting: Waiting,
    hands: Hands,
    /// Cards dealt before the first decision.
    dealt: Deals,
    interaction: InteractionTally,
    coverage: Coverage,
    calibration: Calibration,
    notable: Notable,
    #[serde(skip)]
    #[merge(skip)]
    now: Now,
}

/// The play at hand.
#[derive(Clone, Debug, Default)]
struct Now {
    play: u64,
    rows: Vec<Row>,
    /// The game's own estimates, a row a turn.
    estimates: Vec<BySeat<u32>>,
    leaders: Vec<Option<Seat>>,
    phase: usize,
    shuffles: u32,
    /// The seat that decided last.
    last: Seat,
    /// The last actions, in a ring, and how many there were.
    recent: ([u16; RECENT], usize),
}

impl Analysis {
    /// Returns tallies of nothing.
    pub fn new(counted: &TallyLayout, subject: &Subject) -> Self {
        let Subject { phases, standing, curve, target, decision_limit, pilot } = subject;
        let (names, layout) = items(counted, phases, decision_limit.is_some());
        let seats = counted.seats;
        Self {
            seats,
            contest: counted.contest.clone(),
            phases: phases.clone(),
            has_standing: !standing.is_empty() && counted.contest.standing.is_counted(),
            curve: curve.clone(),
            pilot: *pilot,
            decision_limit: *decision_limit,
            layout,
            shares: Shares::new(seats),
            starters: Starters::new(counted.cards.len()),
            target: target.map(Target::new),
            drama: Drama::default(),
            curves: Curves::new(counted.contest.parties.len()),
            branching: Branching::new(phases.len()),
            waiting: Waiting::new(seats),
            hands: Hands::new(counted.cards.len()),
            dealt: Deals::new(counted),
            interaction: InteractionTally::new(seats, counted.interactions.len()),
            coverage: Coverage::new(names),
            calibration: Calibration::new(),
            notable: Notable::default(),
            now: Now::default(),
        }
    }

    /// Returns the curve that fits the game's estimates in the plays counted, or none if they are too few.
    pub fn fit(&self) -> Option<Curve> {
        self.calibration.fit()
    }

    fn scene(&mut self, scene: &TurnSnapshot) {
        let mut row = Row::of(scene);
        if scene.mover.is_some() {
            self.now.estimates.push(scene.chances);
            match &self.curve {
                Some(curve) => row.chances = curve.apply(&scene.chances, self.seats),
                None => to_one(&mut row.chances, self.seats),
            }
        }
        self.hands.scene(
            row.mover.is_some() && self.now.rows.len().is_multiple_of(HANDS_EVERY),
            row.mover.is_none(),
        );
        self.now.rows.push(row);
    }

    #[inline]
    fn step(&mut self, seat: Seat, word: usize, choices: usize) {
        self.branching.step(choices, self.now.phase);
        self.coverage.add(word);
        self.now.last = seat;
        let (ring, count) = &mut self.now.recent;
        ring[*count % RECENT] = word as u16;
        *count += 1;
        if let Some(row) = self.now.rows.last_mut() {
            row.acted.insert(seat);
            if choices > 1 {
                row.free.insert(seat);
            }
        }
    }

    #[inline(always)]
    fn event<E: Event>(&mut self, event: &E) {
        match event.card() {
            Some(CardMove::Drawn { seat, kind }) => {
                self.hands.drawn(kind);
                if self.now.rows.is_empty() {
                    self.dealt.drawn(seat, kind);
                    self.starters.dealt(seat, kind);
                }
                self.coverage.add(self.layout.cards + 2 * kind);
            }
            Some(CardMove::Played { kind, .. }) => {
                self.hands.played(kind);
                self.coverage.add(self.layout.cards + 2 * kind + 1);
            }
            None => {}
        }
        if let Some(kind) = event.used() {
            self.hands.used(kind);
        }
        if let Some(interaction) = event.interaction() {
            self.interaction.add(interaction, interaction.actor.unwrap_or(self.now.last));
        }
        if let Some(kind) = event.event_kind() {
            self.coverage.add(self.layout.event_kinds + kind);
            if let Some(Some(clause)) = self.layout.clauses.get(kind) {
                self.coverage.add(*clause);
            }
        }
        self.now.shuffles += u32::from(event.is_reshuffle());
    }

    fn finish(&mut self, finish: &GameEnd<'_>) {
        let outcome = finish.outcome;
        let mut rows = std::mem::take(&mut self.now.rows);
        // A play without a decision has no course.
        if rows.len() > 1 {
            let units = outcome.win_units();
            if let Some(end) = rows.last_mut() {
                end.chances = BySeat::from_fn(|seat| (units[seat] * u64::from(MILLION) / SHARE_UNITS) as u32);
            }
            self.tell(&rows, finish);
        }
        let first = rows.first().and_then(|row| row.mover).unwrap_or_default();
        self.starters.end(first, self.seats);
        rows.clear();
        let now = &mut self.now;
        now.rows = rows;
        now.estimates.clear();
        now.shuffles = 0;
        now.recent.1 = 0;
        for (phase, decisions) in self.branching.finish().enumerate() {
            if phase < self.phases.len() {
                self.coverage.add_many(self.layout.phases + phase, decisions);
            }
        }
        self.hands.finish();
        self.dealt.end(outcome);
        self.interaction.finish(outcome.turns);
        self.coverage.finish(self.now.play, outcome.turns);
    }

    fn tell(&mut self, rows: &[Row], finish: &GameEnd<'_>) {
        let outcome = finish.outcome;
        let (seats, play) = (self.seats, self.now.play);
        let party = Story {
            play,
            rows,
            leaders: &[],
            seats,
            outcome,
            winner: None,
            fewest_win: self.contest.ends.fewest_win,
        };
        if self.pilot {
            self.calibration.add(&party, &self.now.estimates);
            return;
        }
        self.shares.add(&self.contest, &party, finish);
        self.waiting.add(&party);
        self.calibration.add(&party, &self.now.estimates);
        if let Some(target) = &mut self.target {
            target.add(finish);
        }
        if !outcome.unfinished {
            self.coverage.add(self.layout.endings + coverage::ending(&self.contest, outcome));
        }
        // From here on each party is one seat.
        let joined: Vec<Row>;
        let of_parties: Outcome;
        let (rows, outcome, seats) = if sides::are_several(&self.contest) {
            joined = rows.iter().map(|row| sides::row_of(&self.contest, row)).collect();
            of_parties = sides::outcome_of(&self.contest, outcome);
            (&joined[..], &of_parties, self.contest.parties.len())
        } else {
            (rows, outcome, seats)
        };
        let mut leaders = std::mem::take(&mut self.now.leaders);
        leaders.clear();
        let mut before = None;
        for row in rows {
            before = leader(&row.chances, seats, before);
            leaders.push(before);
        }
        let mut winners = outcome.winners();
        let winner = winners.next().filter(|_| winners.next().is_none());
        let fewest_win = self.contest.ends.fewest_win;
        let story = Story { play, rows, leaders: &leaders, seats, outcome, winner, fewest_win };
        let shown = self.drama.add(&story, self.has_standing);
        self.curves.add(&story, self.has_standing);
        self.notable.add(&story, &shown);
        let Layout { guards, .. } = self.layout;
        let is_limited =
            self.decision_limit.is_some_and(|most| outcome.unfinished && finish.decisions >= most);
        let found = [
            outcome.unfinished && !is_limited,
            self.has_standing && standstill(&story, self.seats),
            self.now.shuffles >= MANY_SHUFFLES,
            is_limited,
        ];
        for word in self.now.circle().filter(|_| is_limited) {
            self.coverage.add(self.layout.loops + word);
        }
        for (guard, _) in found.iter().enumerate().filter(|(_, found)| **found) {
            self.coverage.add(guards + guard);
        }
        self.now.leaders = leaders;
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        let mut sheet = FigureTable::default();
        self.shares.report(&counted.contest, !self.starters.are_dealt(), &mut sheet);
        if let Some(target) = &self.target {
            target.report(&mut sheet.metrics);
        }
        // Where nothing tells who leads, all are level to the end.
        let are_seen = counted.is_contest() && counted.contest.standing != Standing::Nothing;
        if are_seen {
            self.drama.report(self.has_standing, &mut sheet);
        }
        self.branching.report(&self.phases, &mut sheet);
        self.waiting.report(are_seen, &mut sheet);
        self.curves.report(&counted.contest, self.has_standing, &mut sheet);
        let interaction = self.interaction.report(&counted.interactions, &mut sheet);
        let calibration = if are_seen {
            self.calibration.report(self.curve.as_ref(), &mut sheet)
        } else {
            // Chances that always add up to the whole win say nothing.
            Table::of(Vec::<CalibrationRow>::new())
        };
        let FigureTable { metrics, curves, histograms } = sheet;
        out.analysis.extend(metrics);
        let tables = [
            Table::of(curves),
            Table::of(histograms),
            self.notable.report(are_seen),
            self.coverage.report(),
            interaction,
            calibration,
            self.hands.report(counted),
            self.dealt.report(counted),
        ];
        out.tables.extend(tables);
    }
}

impl Now {
    /// Returns the kinds of the last actions, if they are few, so that they go round and round.
    fn circle(&self) -> impl Iterator<Item = usize> {
        let (ring, count) = self.recent;
        let mut words = if count < RECENT { Vec::new() } else { ring.to_vec() };
        words.sort_unstable();
        words.dedup();
        if words.len() > MOST_IN_A_CIRCLE {
            words.clear();
        }
        words.into_iter().map(usize::from)
    }
}

/// Returns true if no party's standing changed for a long time at a table of so many seats. In a game that is counted at its
/// end the standing never changes before; such a game counts only if it was broken off. One whose rules count fewer rounds, as
/// deals that are scored at their ends, did not stand still either.
fn standstill(story: &Story<'_>, seats: usize) -> bool {
    if story.outcome.round_units < STANDSTILL_ROUNDS as u64 * SHARE_UNITS {
        return false;
    }
    let changed = |pair: &[Row]| pair[0].standing != pair[1].standing;
    // The last row is the end, not a turn.
    let turns = &story.rows[..story.rows.len() - 1];
    let mut run = 0;
    (turns.windows(2).any(changed) || story.outcome.unfinished)
        && story.rows.windows(2).any(|pair| {
            run = if changed(pair) { 0 } else { run + 1 };
            run >= STANDSTILL_ROUNDS * seats
        })
}

/// The standard statistics of a batch with an analysis beside them.
pub type Analysed<S> = (Standard<S>, Option<Analysis>);

impl<G: Game> Observer<G> for Option<Analysis> {
    const WANTS_TIMELINE: bool = true;

    fn begin(&mut self, play: u64) {
        if let Some(analysis) = self {
            analysis.now.play = play;
        }
    }

    fn scene(&mut self, scene: &TurnSnapshot) {
        if let Some(analysis) = self {
            analysis.scene(scene);
        }
    }

    #[inline]
    fn held(&mut self, _: Seat, kind: usize, copies: u32) {
        if let Some(analysis) = self {
            analysis.hands.held(kind, copies);
        }
    }

    #[inline]
    fn phase(&mut self, phase: usize) {
        if let Some(analysis) = self {
            analysis.now.phase = phase;
        }
    }

    #[inline(always)]
    fn step(&mut self, step: &Step<G>) {
        if let Some(analysis) = self {
            analysis.step(step.seat, step.word, step.choices);
        }
    }

    #[inline(always)]
    fn event(&mut self, event: &G::Event) {
        if let Some(analysis) = self {
            analysis.event(event);
        }
    }

    fn finish(&mut self, finish: &GameEnd<'_>) {
        if let Some(analysis) = self {
            analysis.finish(finish);
        }
    }
}

impl<G: Game> Statistic<G> for Option<Analysis> {
    /// Returns no analysis: that needs to know more of the game.
    fn new(_: &TallyLayout) -> Self {
        None
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        if let Some(analysis) = self {
            analysis.report(counted, out);
        }
    }
}
