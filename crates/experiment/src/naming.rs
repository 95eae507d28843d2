//! Names figures in sentences.

use ludometer_model::{Names, player};

use super::study::words::quoted;

/// The kind of quantity that a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// A share, of which differences are points.
    Share,
    /// Anything else.
    Number,
}

/// Returns what a figure is in a sentence, and what it counts.
pub(crate) fn figure(names: &Names, metric: &str) -> (String, Count) {
    use Count::{Number, Share};
    let (stem, of) = match metric.strip_suffix(']').and_then(|metric| metric.split_once('[')) {
        Some((stem, of)) => (stem, of),
        None => (metric, ""),
    };
    let who = || player(of.parse().unwrap_or(usize::MAX));
    let (text, count) = match stem {
        "turns" | "rounds" | "decisions" => (format!("the number of {stem}"), Number),
        "forced_decisions" => ("the number of decisions without a choice".to_owned(), Number),
        "leader_gap" => ("the lead of the first over the second".to_owned(), Number),
        "seat_spread" => ("what the best seat wins more often than the worst".to_owned(), Share),
        "won" => ("the share of games that somebody wins".to_owned(), Share),
        "shared_wins" => ("the share of games in which several tie for the win".to_owned(), Share),
        "unfinished" => ("the share of games that don't end".to_owned(), Share),
        "seat_win_rate" => (format!("the share of games that {} wins", who()), Share),
        "seat_bias" => (format!("what {} wins beside the fair share", who()), Share),
        "seat_mean_rank" => (format!("the mean place of {}", who()), Number),
        "seat_mean_score" => (format!("the mean score of {}", who()), Number),
        "strategy_win_rate" if of == "subject" => ("the share of games that the bot wins".to_owned(), Share),
        "strategy_win_rate" => (format!("the share of games that {of} wins"), Share),
        "card_drawn" => (format!("how often {} is drawn", names.card(of)), Number),
        "card_played" => (format!("how often {} is played", names.card(of)), Number),
        "card_played_share" => (format!("how much of {} drawn is played", names.card(of)), Share),
        "card_win_rate_drawn" => (format!("how often who draws {} wins", names.card(of)), Share),
        "card_delta" => (format!("how much more often who draws {} wins", names.card(of)), Share),
        _ => match stem.strip_prefix("action_").filter(|_| of.is_empty()) {
            Some(kind) => (format!("how often {} is chosen", quoted(&names.action(kind))), Number),
            None if of.is_empty() => (stem.replace(['_', '.'], " "), Number),
            None => (format!("{} of {}", stem.replace(['_', '.'], " "), of.replace('_', " ")), Number),
        },
    };
    (text, count)
}
