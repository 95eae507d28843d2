//! The tables that only a study has.

use ludometer_bots::LEVELS;
use ludometer_experiment::study::{Answer, Example, Facts, Measured, Size};
use ludometer_report::{AnswerGameRow, AnswerRow, DuelRow, LevelRow, RulesRow, SizeRow};
use ludometer_stats::Table;

/// Returns the answers, at a table of so many seats.
pub(super) fn answer_rows(answers: &[Answer], seats: usize) -> impl Iterator<Item = AnswerRow> {
    answers.iter().map(move |answer| AnswerRow {
        question: answer.question.id().to_owned(),
        state: answer.state.id().to_owned(),
        asked: answer.asked.to_owned(),
        short: Some(answer.short.clone()),
        text: answer.text.clone(),
        value: answer.figure.map(|figure| figure.value),
        interval: answer.figure.map(interval),
        games: answer.figure.map(|figure| figure.games),
        players: seats as u64,
        holds_for: answer.holds_for.to_owned(),
        times: answer.times,
    })
}

const fn interval(measured: Measured) -> (f64, f64) {
    (measured.low, measured.high)
}

/// Returns the games that show the answers; `watch` returns the command that shows one, if there is any.
pub(super) fn examples_table(answers: &[Answer], watch: impl Fn(&Example) -> Option<String>) -> Table {
    let games = answers.iter().enumerate().flat_map(|(row, answer)| {
        let game = move |example| (row, answer, example);
        answer.examples.iter().map(game)
    });
    Table::of(games.filter_map(|(row, answer, example)| {
        Some(AnswerGameRow {
            answer: row as u64,
            question: answer.question.id().to_owned(),
            what: example.what.clone(),
            game: example.game,
            command: watch(example)?,
        })
    }))
}

/// Returns one better player among others: what it wins, and how often it finishes ahead of one of them.
pub(super) fn duels_table(facts: &Facts, seats: usize) -> Table {
    let is_together = facts.is_together;
    let duels = [
        ("greedy", "random", &facts.duel),
        ("search", "greedy", &facts.search_duel),
        ("learned", "greedy", &facts.learned_duel),
    ];
    Table::of(duels.into_iter().filter_map(|(bot, among, duel)| {
        // Where all win or lose together, nobody has a share of its own.
        let duel = duel.as_ref().filter(|_| !is_together)?;
        Some(DuelRow {
            bot: bot.to_owned(),
            among: among.to_owned(),
            players: seats as u64,
            games: duel.share.games,
            win_share: Some(duel.share.value),
            interval: Some(interval(duel.share)),
            fair: duel.fair,
            ahead: Some(duel.ahead.value),
            ahead_interval: Some(interval(duel.ahead)),
            equal: Some(duel.equal),
            behind: Some((1.0 - duel.ahead.value - duel.equal).max(0.0)),
            rate: Some(duel.rate.value),
            rate_interval: Some(interval(duel.rate)),
        })
    }))
}

fn size_row(size: &Size) -> SizeRow {
    let course = &size.course;
    let worst =
        size.bias().into_iter().enumerate().max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()));
    let bias = worst.map(|(_, bias)| bias);
    let [turns_low, turns_half, turns_high] = size.turns.map(u64::from);
    SizeRow {
        players: size.seats as u64,
        games: bias.map(|bias| bias.games),
        turns_low,
        turns_half,
        turns_high,
        turns: size.mean.map(|mean| mean.value),
        interval: size.mean.map(interval),
        seat_bias: bias.map(|bias| bias.value),
        bias_interval: bias.map(interval),
        seat: worst.map(|(seat, _)| seat as u64),
        minutes: size.minutes.map(|minutes| minutes.value),
        first_mover: course.first.map(|first| first.value),
        first_mover_interval: course.first.map(interval),
        won: size.together.map(|won| won.value),
        waiting: course.waiting,
        tension: course.tension,
        shared_wins: course.ties.map(|ties| ties.value),
        luck: course.luck.map(|luck| luck.value),
        luck_interval: course.luck.map(interval),
    }
}

/// Returns the tables of all sizes beside each other.
pub(super) fn sizes_table(facts: &Facts) -> Table {
    let mut sizes: Vec<_> = facts.sizes.iter().chain(&facts.main).collect();
    sizes.sort_by_key(|size| size.seats);
    Table::of(sizes.into_iter().map(size_row))
}

/// Returns the usual table with other rules beside that of the study: the printed ones, and the changed decks that it
/// advises.
pub(super) fn rules_table(facts: &Facts) -> Table {
    let setting = facts.settings.iter().filter_map(|(_, change)| change.as_ref());
    let changes = facts.changes.iter().chain(setting).map(|change| (change.what.clone(), &change.new));
    let others: Vec<(String, &Size)> =
        facts.printed.iter().map(|size| ("the printed rules".to_owned(), size)).chain(changes).collect();
    // A change is seen beside games played afresh with the rules as they are.
    let afresh =
        facts.changes.first().or_else(|| facts.settings.as_ref()?.1.as_ref()).map(|change| &change.old);
    let own: Vec<(String, &Size)> = match (&facts.printed, afresh) {
        (None, Some(afresh)) => vec![("these rules".to_owned(), afresh)],
        (_, afresh) => {
            let main = facts.main.iter().map(|size| ("these rules".to_owned(), size));
            main.chain(afresh.map(|size| ("these rules, afresh".to_owned(), size))).collect()
        }
    };
    let all = own.into_iter().filter(|_| !others.is_empty()).chain(others.iter().cloned());
    Table::of(all.map(|(rules, size)| RulesRow { rules, size: size_row(size) }))
}

/// Returns the usual table with the learned bot at each of its levels.
pub(super) fn levels_table(facts: &Facts) -> Table {
    let lower = facts.lower.iter().map(|(level, size)| (*level, size));
    let best = facts.learned.iter().map(|size| (LEVELS, size)).filter(|_| !facts.lower.is_empty());
    Table::of(lower.chain(best).map(|(level, size)| LevelRow { level: level as u64, size: size_row(size) }))
}
