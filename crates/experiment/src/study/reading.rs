//! Reads figures off the tables that the steps of a study left.

use super::facts::{Action, Card, Change, Decks, Duel, Facts, Measured, Restricted, Size, Source};
use super::{Done, LOWER_LEVELS, Step, Study, Subject};
use ludometer_stats::{Cell, Table, wilson};

/// Reads rows of a table.
struct Rows<'a>(Option<&'a Table>);

impl<'a> Rows<'a> {
    fn of(done: &'a Done, name: &str) -> Self {
        Self(done.get(name))
    }

    fn count(&self) -> usize {
        self.0.map_or(0, |table| table.rows.len())
    }

    fn text(&self, row: usize, column: &str) -> &'a str {
        match self.0.and_then(|table| table.cell(row, column)) {
            Some(Cell::Text(text)) => text,
            _ => "",
        }
    }

    fn number(&self, row: usize, column: &str) -> Option<f64> {
        self.0?.cell(row, column)?.number()
    }

    fn measured(&self, row: usize, [value, low, high, games]: [&str; 4]) -> Option<Measured> {
        let number = |column| self.number(row, column);
        Some(Measured {
            value: number(value)?,
            low: number(low)?,
            high: number(high)?,
            games: number(games).unwrap_or(0.0) as u64,
        })
    }

    fn find(&self, column: &str, word: &str) -> Option<usize> {
        (0..self.count()).find(|&row| self.text(row, column) == word)
    }
}

const PLAIN: [&str; 4] = ["value", "ci_low", "ci_high", "games"];

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
            let metrics = Rows::of(main, "metrics");
            let metric = |name| metrics.measured(metrics.find("metric", name)?, PLAIN);
            facts.finished = metric("finished");
            facts.half_level = metric("half_time_level");
            facts.half_time = metric("half_time_leader_wins");
            facts.decided_at = metric("decided_at");
            let notable = Rows::of(main, "notable");
            let one = |row| Some((notable.text(row, "what").to_owned(), notable.number(row, "game")? as u64));
            facts.notable = (0..notable.count()).filter_map(one).collect();
            let coverage = Rows::of(main, "coverage");
            for row in (0..coverage.count()).filter(|&row| coverage.text(row, "kind") == "guard") {
                let games =
                    coverage.number(row, "plays").or_else(|| coverage.number(row, "games")).unwrap_or(0.0);
                if games > 0.0 {
                    facts.guards.push((coverage.text(row, "item").to_owned(), games as u64));
                }
            }
            let circle = (0..coverage.count()).filter(|&row| coverage.text(row, "kind") == "loop");
            let names = subject.game.names();
            facts.circle = circle.map(|row| names.of("action", coverage.text(row, "item"))).collect();
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
            let rows = Rows::of(variance, "variance");
            for row in (0..rows.count()).filter(|&row| rows.text(row, "among") == "ladder") {
                if let Some(share) = rows.measured(row, ["share", "ci_low", "ci_high", "deals"]) {
                    facts.sources.push(Source { name: rows.text(row, "source").to_owned(), share });
                }
            }
        }
        facts
    }
}

fn size(study: &Study, step: &Step, seats: usize, is_together: bool) -> Option<Size> {
    let done = study.get(step)?;
    let rows = Rows::of(done, "seats");
    let share = |row| rows.measured(row, ["win_rate", "ci_low", "ci_high", "games"]);
    let shares: Vec<Measured> = (0..rows.count()).filter_map(share).collect();
    let together = if is_together { together(&shares) } else { None };
    let (turns, mean) = (done.turns?, metric(done, "turns"));
    Some(Size { seats, turns, lengths: lengths(done, turns[1]), mean, shares, together })
}

/// Returns the shortest and the longest game, and the share of those of this length.
fn lengths(done: &Done, usual: u32) -> Option<([u32; 2], f64)> {
    let rows = Rows::of(done, "lengths");
    let turns = |row| rows.number(row, "turns").map(|turns| turns as u32);
    let games = |row| rows.number(row, "games").unwrap_or(0.0);
    let all: f64 = (0..rows.count()).map(games).sum();
    let as_long: f64 = (0..rows.count()).filter(|&row| turns(row) == Some(usual)).map(games).sum();
    let played = || (0..rows.count()).filter(|&row| games(row) > 0.0).filter_map(turns);
    Some(([played().min()?, played().max()?], as_long / all))
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
    let rows = Rows::of(done, "summary");
    rows.measured(rows.find("metric", name)?, PLAIN)
}

/// Returns the first bot of a line-up against the others.
fn duel(report: &Done) -> Option<Duel> {
    let (strategies, pairs) = (Rows::of(report, "strategies"), Rows::of(report, "matchups"));
    let share = strategies.measured(0, ["win_rate", "ci_low", "ci_high", "games"])?;
    let ahead = pairs.measured(0, ["ahead", "ahead_low", "ahead_high", "games"])?;
    let rate = pairs.measured(0, ["rate", "ci_low", "ci_high", "games"])?;
    let equal = pairs.number(0, "equal")? / pairs.number(0, "games")?;
    Some(Duel { share, ahead, equal, rate })
}

/// Returns the first game in which something came up.
fn first_game(main: &Done, kind: &str, item: &str) -> Option<u64> {
    let rows = Rows::of(main, "coverage");
    let is_it = |row: &usize| rows.text(*row, "kind") == kind && rows.text(*row, "item") == item;
    Some(rows.number((0..rows.count()).find(is_it)?, "first_game")? as u64)
}

/// With fewer pairs of games nothing is said of a card: its interval would hold too seldom.
const PAIRS: u64 = 30;

/// Returns the figure with an interval that is no single point where no pair of games made a difference: up to three
/// in so many may have made one.
fn at_least_seen(held: Measured) -> Measured {
    let half = if held.low == held.high { 3.0 / held.games as f64 } else { 0.0 };
    Measured { low: held.low - half, high: held.high + half, ..held }
}

/// What restrictions cost: the kind of action (true) or card (false), its id, the cost.
type Costs = Vec<((bool, String), Restricted)>;

fn restricted(done: Option<&Done>, parts: f64) -> Costs {
    let rows = Rows(done.and_then(|done| done.get("restricted_play")));
    let mut costs = Costs::new();
    for row in 0..rows.count() {
        let subject = (rows.text(row, "what") == "action", rows.text(row, "id").to_owned());
        let loss = rows.measured(row, ["loss", "adjusted_low", "adjusted_high", "games"]);
        let loss = loss.map(|loss| loss.times(parts));
        if costs.last().is_none_or(|(last, _)| *last != subject) {
            costs.push((subject, Restricted::default()));
        }
        if let Some((_, cost)) = costs.last_mut() {
            let number = |column| rows.number(row, column).unwrap_or(0.0);
            if rows.text(row, "rule") == "always" {
                cost.always = loss;
            } else {
                // Who can't avoid most of it does not do without.
                cost.without = loss.filter(|_| number("chosen") < number("usual") / 2.0);
            }
        }
    }
    costs
}

fn cost_of(costs: &Costs, is_action: bool, id: &str) -> Restricted {
    let found = costs.iter().find(|((action, name), _)| *action == is_action && name == id);
    found.map_or_else(Restricted::default, |(_, cost)| *cost)
}

/// Returns the cards whose worth is known, with it.
fn held(subject: &Subject<'_>, done: &Done) -> Vec<(String, Measured)> {
    let rows = Rows::of(done, "card_holding");
    let known = (0..rows.count()).filter_map(|row| {
        let worth = rows.measured(row, ["value", "adjusted_low", "adjusted_high", "pairs"])?;
        let name = subject.game.names().card(rows.text(row, "card"));
        (worth.games >= PAIRS).then(|| (name, at_least_seen(worth)))
    });
    known.collect()
}

fn cards(subject: &Subject<'_>, main: &Done, holding: Option<&Done>, costs: &Costs, parts: f64) -> Vec<Card> {
    let (uses, held) = (Rows::of(main, "card_use"), Rows(holding.and_then(|done| done.get("card_holding"))));
    let observed = Rows::of(main, "cards");
    let delta =
        |card: &str| observed.measured(observed.find("card", card)?, ["delta", "ci_low", "ci_high", "games"]);
    let is_left_out = |card: &str| {
        let row = held.find("card", card);
        let number = |column| row.and_then(|row| held.number(row, column)).unwrap_or(0.0);
        number("pairs") == 0.0 && number("left_out") > 0.0
    };
    let card = |card: &ludometer_playable::CardKind| {
        let used = uses.find("card", &card.name);
        let number = |column| used.and_then(|row| uses.number(row, column)).unwrap_or(0.0);
        let held = held
            .find("card", &card.name)
            .map(|row| held.measured(row, ["value", "adjusted_low", "adjusted_high", "pairs"]))
            .map(|held| held.filter(|held| held.games >= PAIRS).map(|held| at_least_seen(held).times(parts)));
        Card {
            name: card.title.clone(),
            is_valued: held.is_some(),
            holding: held.flatten(),
            is_left_out: is_left_out(&card.name),
            delta: delta(&card.name).map(|delta| delta.among(subject.game.cards().len())),
            dead: used.and_then(|row| {
                uses.measured(row, ["dead_share", "dead_share_low", "dead_share_high", "games"])
            }),
            used: match [number("used"), number("drawn")] {
                [used, drawn] if drawn > 0.0 => used / drawn,
                _ => 0.0,
            },
            drawn: number("drawn"),
            is_blank: card.is_blank,
            is_played: card.is_played,
            restricted: cost_of(costs, false, &card.name),
            first_drawn: first_game(main, "card", &format!("{} drawn", card.name)),
        }
    };
    subject.game.cards().iter().map(card).collect()
}

fn actions(subject: &Subject<'_>, main: &Done, costs: &Costs) -> Vec<Action> {
    let action = |name: &String| Action {
        id: name.clone(),
        name: subject.game.names().action(name),
        used: metric(main, &format!("action_{name}")).map_or(0.0, |mean| mean.value),
        restricted: cost_of(costs, true, name),
        first_chosen: first_game(main, "action", name),
    };
    subject.game.design().action_kinds.iter().map(action).collect()
}

fn decks(subject: &Subject<'_>, study: &Study) -> Decks {
    let Some(done) = study.get(&Step::Deck) else { return Decks::None };
    let rows = Rows::of(done, "card_values");
    let turns = (0..rows.count()).filter(|&row| rows.text(row, "on") == "turns");
    let known = turns
        .filter_map(|row| rows.measured(row, ["effect", "adjusted_low", "adjusted_high", "deals"]))
        .max_by(|a, b| a.at_most().total_cmp(&b.at_most()));
    known.map_or_else(|| Decks::Few(study.sizes.times_to_decks(subject.counts())), Decks::Known)
}

fn change(subject: &Subject<'_>, study: &Study, longer: bool) -> Option<Change> {
    let (card, more) = Subject::changed_card(study, longer)?;
    let rows = Rows::of(study.get(&Step::Deck)?, "card_values");
    let word = if more { "one_more" } else { "one_less" };
    let is_row = |row: &usize| {
        rows.text(*row, "card") == card
            && rows.text(*row, "change") == word
            && rows.text(*row, "on") == "turns"
    };
    let row = (0..rows.count()).find(is_row)?;
    let turns = rows.measured(row, ["effect", "adjusted_low", "adjusted_high", "deals"])?;
    let seats = subject.game.seats();
    let is_together = seats == 1 || subject.game.design().cooperative;
    let size = size(study, &Step::Change(longer), seats, is_together);
    Some(Change { card: subject.game.names().card(&card), more, turns, size })
}
