//! The files that each command leaves in its folder: whoever publishes new results knows which old ones go.

use super::checkpoint_header::SHARD;

/// Lists the tables of an analysed batch, and these files behind them.
macro_rules! analysed {
    ($($own:expr),* $(,)?) => {
        &[
            "summary.csv",
            "strategies.csv",
            "seats.csv",
            "matchups.csv",
            "cards.csv",
            "lengths.csv",
            "sides.csv",
            "losses.csv",
            "scores.csv",
            "metrics.csv",
            "curves.csv",
            "histograms.csv",
            "notable.csv",
            "coverage.csv",
            "interaction.csv",
            "calibration.csv",
            "card_use.csv",
            "card_deals.csv",
            "card_values.csv",
            "card_holding.csv",
            "variance.csv",
            "names.csv",
            $($own),*
        ]
    };
}

/// Lists the files that a run can leave in its folder, beside the tables that only one game has.
pub const RUN_FILES: &[&str] =
    analysed!["findings.csv", "skill.csv", "games.csv", "games.parquet", SHARD, "run.json"];

/// Lists the files of a study, beside the tables that only one game has.
pub const STUDY_FILES: &[&str] = analysed![
    "answers.csv",
    "answer_games.csv",
    "table_sizes.csv",
    "duels.csv",
    "rule_sets.csv",
    "levels.csv",
    "restricted_play.csv",
    "card_holding_by_players.csv",
    "rules.toml",
    "study.json",
];

/// Lists the files of a tournament.
pub const TOURNAMENT_FILES: &[&str] = &["ratings.csv", "payoff.csv", "pairs.csv", "tournament.json"];

/// Lists the files of a comparison.
pub const COMPARE_FILES: &[&str] = &["compare.csv", "names.csv", "a.toml", "b.toml", "compare.json"];

/// Lists the files of a sweep.
pub const SWEEP_FILES: &[&str] =
    &["sweep.csv", "effects.csv", "elasticities.csv", "names.csv", SHARD, "sweep.json"];

/// Lists the files of a search.
pub const TUNE_FILES: &[&str] =
    &["tune.csv", "names.csv", "best.toml", "nearest.toml", "targets.toml", "tune.json"];

/// Lists the files of a check.
pub const CHECK_FILES: &[&str] = &["check.csv", "names.csv", "rules.toml", "gates.toml", "check.json"];

/// Lists the files of each command, its record last.
pub const COMMAND_FILES: [&[&str]; 7] =
    [RUN_FILES, TOURNAMENT_FILES, COMPARE_FILES, SWEEP_FILES, TUNE_FILES, CHECK_FILES, STUDY_FILES];
