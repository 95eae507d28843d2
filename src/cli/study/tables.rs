//! The tables that only a study has.

use ludometer_bots::LEVELS;
use ludometer_experiment::study::{Answer, Example, Facts, Size};
use ludometer_stats::{Cell, Table};

pub(super) fn answers_table(answers: &[Answer], seats: usize) -> Table {
    let columns = [
        "question",
        "state",
        "asked",
        "short",
        "text",
        "value",
        "ci_low",
        "ci_high",
        "games",
        "players",
        "holds_for",
        "times",
    ];
    let mut table = Table::new("answers", &columns);
    for answer in answers {
        let figure = answer.figure;
        table.row(vec![
            answer.question.id().into(),
            answer.state.id().into(),
            answer.question.text().into(),
            Cell::Text(answer.short.clone()),
            Cell::Text(answer.text.clone()),
            figure.map(|figure| figure.value).into(),
            figure.map(|figure| figure.low).into(),
            figure.map(|figure| figure.high).into(),
            figure.map_or(Cell::Empty, |figure| figure.games.into()),
            (seats as u64).into(),
            answer.holds_for.into(),
            answer.times.into(),
        ]);
    }
    table
}

/// Returns the games that show the answers; `watch` returns the command that shows one, if there is any.
pub(super) fn examples_table(answers: &[Answer], watch: impl Fn(&Example) -> Option<String>) -> Table {
    let mut table = Table::new("answer_games", &["answer", "question", "what", "game", "command"]);
    for (row, answer) in answers.iter().enumerate() {
        for example in &answer.examples {
            let Some(command) = watch(example) else { continue };
            table.row(vec![
                (row as u64).into(),
                answer.question.id().into(),
                Cell::Text(example.what.clone()),
                example.game.into(),
                Cell::Text(command),
            ]);
        }
    }
    table
}

/// Returns one better player among others: what it wins, and how often it finishes ahead of one of them.
pub(super) fn duels_table(facts: &Facts, seats: usize) -> Table {
    let columns = [
        "bot",
        "among",
        "players",
        "games",
        "win_share",
        "ci_low",
        "ci_high",
        "fair",
        "ahead",
        "ahead_low",
        "ahead_high",
        "equal",
        "behind",
        "rate",
        "rate_low",
        "rate_high",
    ];
    let mut table = Table::new("duels", &columns);
    let is_together = facts.main.as_ref().is_some_and(|main| main.together.is_some());
    let duels = [
        ("greedy", "random", &facts.duel),
        ("search", "greedy", &facts.search_duel),
        ("learned", "greedy", &facts.learned_duel),
    ];
    for (bot, among, duel) in duels {
        // Where all win or lose together, nobody has a share of its own.
        let Some(duel) = duel.as_ref().filter(|_| !is_together) else { continue };
        table.row(vec![
            bot.into(),
            among.into(),
            (seats as u64).into(),
            duel.share.games.into(),
            Cell::Real(duel.share.value),
            Cell::Real(duel.share.low),
            Cell::Real(duel.share.high),
            Cell::Real(1.0 / seats as f64),
            Cell::Real(duel.ahead.value),
            Cell::Real(duel.ahead.low),
            Cell::Real(duel.ahead.high),
            Cell::Real(duel.equal),
            Cell::Real((1.0 - duel.ahead.value - duel.equal).max(0.0)),
            Cell::Real(duel.rate.value),
            Cell::Real(duel.rate.low),
            Cell::Real(duel.rate.high),
        ]);
    }
    table
}

/// Describes a table: its length, and the seat farthest from its fair share.
const SIZE: [&str; 12] = [
    "players",
    "games",
    "turns_low",
    "turns_half",
    "turns_high",
    "turns",
    "ci_low",
    "ci_high",
    "seat_bias",
    "seat_bias_low",
    "seat_bias_high",
    "seat",
];

fn size_cells(size: &Size) -> Vec<Cell> {
    let worst =
        size.bias().into_iter().enumerate().max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()));
    let bias = worst.map(|(_, bias)| bias);
    vec![
        (size.seats as u64).into(),
        bias.map_or(Cell::Empty, |bias| bias.games.into()),
        u64::from(size.turns[0]).into(),
        u64::from(size.turns[1]).into(),
        u64::from(size.turns[2]).into(),
        size.mean.map(|mean| mean.value).into(),
        size.mean.map(|mean| mean.low).into(),
        size.mean.map(|mean| mean.high).into(),
        bias.map(|bias| bias.value).into(),
        bias.map(|bias| bias.low).into(),
        bias.map(|bias| bias.high).into(),
        worst.map_or(Cell::Empty, |(seat, _)| (seat as u64).into()),
    ]
}

/// Returns the tables of all sizes beside each other.
pub(super) fn sizes_table(facts: &Facts) -> Table {
    let mut table = Table::new("table_sizes", &SIZE);
    let mut sizes: Vec<_> = facts.sizes.iter().chain(&facts.main).collect();
    sizes.sort_by_key(|size| size.seats);
    for size in sizes {
        table.row(size_cells(size));
    }
    table
}

/// Returns the usual table with other rules beside that of the study: the printed ones, and the changed decks that it
/// advises.
pub(super) fn rules_table(facts: &Facts) -> Table {
    let columns: Vec<&'static str> = ["rules"].into_iter().chain(SIZE).collect();
    let mut table = Table::new("rule_sets", &columns);
    let changes = facts.changes.iter().filter_map(|change| Some((change.what(), change.size.as_ref()?)));
    let others: Vec<(String, &Size)> =
        facts.printed.iter().map(|size| ("the printed rules".to_owned(), size)).chain(changes).collect();
    let own = facts.main.iter().map(|size| ("these rules".to_owned(), size));
    for (rules, size) in own.filter(|_| !others.is_empty()).chain(others.clone()) {
        table.row([Cell::Text(rules)].into_iter().chain(size_cells(size)).collect());
    }
    table
}

/// Returns the usual table with the learned bot at each of its levels.
pub(super) fn levels_table(facts: &Facts) -> Table {
    let columns: Vec<&'static str> = ["level"].into_iter().chain(SIZE).collect();
    let mut table = Table::new("levels", &columns);
    let lower = facts.lower.iter().map(|(level, size)| (*level, size));
    let best = facts.learned.iter().map(|size| (LEVELS, size)).filter(|_| !facts.lower.is_empty());
    for (level, size) in lower.chain(best) {
        table.row([Cell::from(level as u64)].into_iter().chain(size_cells(size)).collect());
    }
    table
}

/// Tables of the same columns for several numbers of players, as one with this name.
pub(super) fn by_players(name: &'static str, tables: &[(usize, &Table)]) -> Option<Table> {
    let (_, first) = tables.first()?;
    let columns: Vec<&'static str> = ["players"].into_iter().chain(first.columns.iter().copied()).collect();
    let mut table = Table::new(name, &columns);
    for (players, of_size) in tables {
        for row in &of_size.rows {
            table.row([Cell::from(*players as u64)].into_iter().chain(row.iter().cloned()).collect());
        }
    }
    Some(table)
}
