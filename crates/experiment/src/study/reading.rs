//! Reads figures off the tables that the steps of a study left.

use super::facts::{Action, Card, Change, Decks, Duel, Facts, Measured, Restricted, Size, Source};
use super::{Done, LOWER_LEVELS, Step, Study, Subject};
use ludometer_bots::Rule;
use ludometer_run::{
    CardChange, CardEffect, CardHoldingRow, CardValueRow, RestrictedKind, RestrictedRow, VarianceRow,
};
use ludometer_stats::{
    Bounded, CardRow, CardUseRow, CoverageKind, CoverageRow, Figure, LengthRow, MatchupRow, MetricRow,
    NotableRow, SeatRow, StrategyRow, SummaryRow, catalogue, wilson,
};

impl Facts {
    /// Reads the facts off the steps of a study.
    pub fn of(subject: &Subject<'_>, study: &Study) -> Self {
        let report = |step: Step| study.get(&step);
        let seats = subject.game.seats();
        let is_together = |seats| seats == 1 || subject.game.design().cooperative;
        let size = |step: Step, seats| size(study, &step, seats, is_together(seats));
        let mut facts = Self {
            is_together: is_together(seats),
            copies: report(Step::Main).and_then(|main| Some((main.distinct?, main.games))),
            main: size(Step::Main, seats),
            printed: size(Step::Printed, seats),
            searching: size(Step::SearchTable, seats),
            learned: size(Step::LearnedTable, seats),
            duel: report(Step::Duel).and_then(duel),
            search_duel: report(Step::SearchDuel).and_then(duel),
            learned_duel: report(Step::LearnedDuel).and_then(duel),
            greedy_is_random: subject.game.design().greedy_is_random,
            ..Self::default()
        };
        for (at, game) in subject.sizes.iter().enumerate() {
            facts.sizes.extend(size(Step::Size(at), game.seats()));
        }
        for (at, level) in LOWER_LEVELS.enumerate() {
            facts.lower.extend(size(Step::LevelTable(at), seats).map(|size| (level, size)));
        }
        if let Some(main) = report(Step::Main) {
            let metrics: Vec<MetricRow> = main.rows();
            let metric = |figure: &Figure| {
                let row = metrics.iter().find(|row| row.metric == figure.id)?;
                Measured::of(row.value.of(row.games))
            };
            facts.finished = metric(&catalogue::FINISHED);
            facts.won = metric(&catalogue::WON);
            facts.half_level = metric(&catalogue::HALF_TIME_LEVEL);
            facts.half_time = metric(&catalogue::HALF_TIME_LEADER_WINS);
            facts.decided_at = metric(&catalogue::DECIDED_AT);
            facts.notable = main.rows().into_iter().map(|row: NotableRow| (row.what, row.game)).collect();
            let names = subject.game.names();
            for CoverageRow { kind, item, games, .. } in main.rows() {
                match kind {
                    CoverageKind::Guard if games > 0 => facts.guards.push((item, games)),
                    CoverageKind::Loop => facts.circle.push(names.of("action", &item)),
                    _ => {}
                }
            }
            // Of a win together each player has a part only.
            let is_together = facts.main.as_ref().is_some_and(|main| main.together.is_some());
            let parts = if is_together { seats as f64 } else { 1.0 };
            let costs = restricted(report(Step::Restricted), parts);
            facts.cards = cards(subject, main, report(Step::Holding), &costs, parts);
            facts.actions = actions(subject, main, &costs);
        }
        for (at, game) in subject.sizes.iter().enumerate() {
            facts.held_at.extend(report(Step::HoldingAt(at)).map(|done| (game.seats(), held(subject, done))));
        }
        facts.ladder = study.sizes.ladder(subject.has_levels());
        facts.is_searched = study.sizes.search > 0;
        facts.decks = decks(subject, study);
        for longer in [false, true] {
            facts.changes.extend(change(subject, study, longer));
        }
        if let Some(variance) = report(Step::Variance) {
            let ladder = variance.rows().into_iter().filter(|row: &VarianceRow| row.among == "ladder");
            let source = |row: VarianceRow| {
                Some(Source { share: Measured::of(row.share.of(row.deals))?, name: row.source })
            };
            facts.sources = ladder.filter_map(source).collect();
        }
        facts
    }
}

fn size(study: &Study, step: &Step, seats: usize, is_together: bool) -> Option<Size> {
    let done = study.get(step)?;
    let share = |row: SeatRow| Measured::of(row.win_rate.of(row.games));
    let shares: Vec<Measured> = done.rows().into_iter().filter_map(share).collect();
    let together = if is_together { together(&shares) } else { None };
    let (turns, mean) = (done.turns?, metric(done, catalogue::TURNS.id));
    Some(Size { seats, turns, lengths: lengths(done, turns[1]), mean, shares, together })
}

/// Returns the shortest and the longest game, and the share of those of this length.
fn lengths(done: &Done, usual: u32) -> Option<([u32; 2], f64)> {
    let rows: Vec<LengthRow> = done.rows();
    let all: u64 = rows.iter().map(|row| row.games).sum();
    let as_long: u64 = rows.iter().filter(|row| row.turns == u64::from(usual)).map(|row| row.games).sum();
    let turns = || rows.iter().map(|row| row.turns as u32);
    Some(([turns().min()?, turns().max()?], as_long as f64 / all as f64))
}

/// Returns the share of the games that are won, where all win or lose together.
fn together(shares: &[Measured]) -> Option<Measured> {
    let games = shares.first()?.games;
    let value: f64 = shares.iter().map(|share| share.value).sum();
    let (low, high) = wilson(value.min(1.0), games)?;
    Some(Measured { value, low, high, games })
}

/// Returns the figure that has this name in `summary.csv`.
fn metric(done: &Done, name: &str) -> Option<Measured> {
    let row = done.rows().into_iter().find(|row: &SummaryRow| row.metric == name)?;
    Measured::of(row.value)
}

/// Returns the first bot of a line-up against the others.
fn duel(report: &Done) -> Option<Duel> {
    let (first, pair) = (report.rows::<StrategyRow>(), report.rows::<MatchupRow>());
    let (first, pair) = (first.first()?, pair.first()?);
    let of_pair = |figure: Bounded| Measured::of(figure.of(pair.games));
    Some(Duel {
        share: Measured::of(first.win_rate.of(first.games))?,
        ahead: of_pair(pair.ahead)?,
        equal: pair.equal as f64 / pair.games as f64,
        rate: of_pair(pair.rate)?,
        fair: first.expected_rate,
    })
}

/// Returns the first game in which something came up.
fn first_game(coverage: &[CoverageRow], kind: CoverageKind, item: &str) -> Option<u64> {
    coverage.iter().find(|row| row.kind == kind && row.item == item)?.first_game
}

/// Returns a figure with the interval that holds for all rows of its table together.
fn adjusted(figure: Bounded, interval: Option<(f64, f64)>, games: u64) -> Option<Measured> {
    Measured::of(Bounded { interval, ..figure }.of(games))
}

/// With fewer pairs of games nothing is said of a card: its interval would hold too seldom.
const PAIRS: u64 = 30;

/// Returns the figure with an interval that is no single point where no pair of games made a difference: up to three
/// in so many may have made one.
fn at_least_seen(held: Measured) -> Measured {
    let half = if held.low == held.high { 3.0 / held.games as f64 } else { 0.0 };
    Measured { low: held.low - half, high: held.high + half, ..held }
}

/// The costs of restrictions: what they are about, its id, the cost.
type Costs = Vec<((RestrictedKind, String), Restricted)>;

fn restricted(done: Option<&Done>, parts: f64) -> Costs {
    let mut costs = Costs::new();
    for row in done.map(Done::rows::<RestrictedRow>).unwrap_or_default() {
        let loss =
            adjusted(row.loss, row.adjusted, row.games).map(|loss| loss.times(parts).within(-1.0, 1.0));
        let subject = (row.what, row.id);
        if costs.last().is_none_or(|(last, _)| *last != subject) {
            costs.push((subject, Restricted::default()));
        }
        if let Some((_, cost)) = costs.last_mut() {
            if row.rule == Rule::Always.word() {
                cost.always = loss;
            } else {
                // Who can't avoid most of it does not do without.
                let is_avoided = row.chosen.unwrap_or(0.0) < row.usual.unwrap_or(0.0) / 2.0;
                cost.without = loss.filter(|_| is_avoided);
            }
        }
    }
    costs
}

fn cost_of(costs: &Costs, kind: RestrictedKind, id: &str) -> Restricted {
    let found = costs.iter().find(|((what, name), _)| *what == kind && name == id);
    found.map_or_else(Restricted::default, |(_, cost)| *cost)
}

/// Returns what a card is worth, if that is known.
fn worth(row: &CardHoldingRow) -> Option<Measured> {
    let worth = adjusted(row.value, row.adjusted, row.pairs)?;
    (worth.games >= PAIRS).then(|| at_least_seen(worth))
}

/// Returns the cards whose worth is known, with it.
fn held(subject: &Subject<'_>, done: &Done) -> Vec<(String, Measured)> {
    let known = |row: CardHoldingRow| Some((subject.game.names().card(&row.card), worth(&row)?));
    done.rows().into_iter().filter_map(known).collect()
}

fn cards(subject: &Subject<'_>, main: &Done, holding: Option<&Done>, costs: &Costs, parts: f64) -> Vec<Card> {
    let (uses, observed, coverage) = (main.rows::<CardUseRow>(), main.rows::<CardRow>(), main.rows());
    let held = holding.map(Done::rows::<CardHoldingRow>).unwrap_or_default();
    let card = |card: &ludometer_playable::CardKind| {
        let used = uses.iter().find(|row| row.card == card.name);
        let mean = |figure: fn(&CardUseRow) -> Bounded| used.and_then(|row| figure(row).value).unwrap_or(0.0);
        let drawn = mean(|row| row.drawn);
        let held = held.iter().find(|row| row.card == card.name);
        let delta = observed.iter().find(|row| row.card == card.name);
        let delta = delta.and_then(|row| Measured::of(row.delta.of(row.games)));
        Card {
            name: card.title.clone(),
            is_valued: held.is_some(),
            holding: held.and_then(worth).map(|worth| worth.times(parts)),
            is_left_out: held.is_some_and(|row| row.pairs == 0 && row.left_out > 0),
            delta: delta.map(|delta| delta.among(subject.game.cards().len())),
            dead: used.and_then(|row| Measured::of(row.dead_share.of(row.games))),
            used: if drawn > 0.0 { mean(|row| row.used) / drawn } else { 0.0 },
            drawn,
            is_blank: card.is_blank,
            is_played: card.is_played,
            restricted: cost_of(costs, RestrictedKind::Card, &card.name),
            first_drawn: first_game(&coverage, CoverageKind::Card, &format!("{} drawn", card.name)),
        }
    };
    subject.game.cards().iter().map(card).collect()
}

fn actions(subject: &Subject<'_>, main: &Done, costs: &Costs) -> Vec<Action> {
    let coverage: Vec<CoverageRow> = main.rows();
    let action = |name: &String| Action {
        id: name.clone(),
        name: subject.game.names().action(name),
        used: metric(main, &catalogue::ACTION.id.replace('*', name)).map_or(0.0, |mean| mean.value),
        restricted: cost_of(costs, RestrictedKind::Action, name),
        first_chosen: first_game(&coverage, CoverageKind::Action, name),
    };
    subject.game.design().action_kinds.iter().map(action).collect()
}

fn decks(subject: &Subject<'_>, study: &Study) -> Decks {
    let Some(done) = study.get(&Step::Deck) else { return Decks::None };
    let turns = done.rows().into_iter().filter(|row: &CardValueRow| row.on == CardEffect::Turns);
    let known = turns
        .filter_map(|row| adjusted(row.effect, row.adjusted, row.deals))
        .max_by(|a, b| a.at_most().total_cmp(&b.at_most()));
    known.map_or_else(|| Decks::Few(study.sizes.times_to_decks(subject.counts())), Decks::Known)
}

fn change(subject: &Subject<'_>, study: &Study, longer: bool) -> Option<Change> {
    let (card, more) = Subject::changed_card(study, longer)?;
    let change = if more { CardChange::OneMore } else { CardChange::OneLess };
    let is_row = |row: &CardValueRow| row.card == card && row.change == change && row.on == CardEffect::Turns;
    let row = study.get(&Step::Deck)?.rows().into_iter().find(is_row)?;
    let turns = adjusted(row.effect, row.adjusted, row.deals)?;
    let seats = subject.game.seats();
    let is_together = seats == 1 || subject.game.design().cooperative;
    let size = size(study, &Step::Change(longer), seats, is_together);
    Some(Change { card: subject.game.names().card(&card), more, turns, size })
}
