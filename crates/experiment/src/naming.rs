//! What people call what figures are of: the one place that the sentences of experiments take names from.

use ludometer_model::{Names, player};

use super::study::words::quoted;

/// What people call the cards, actions and players of a game.
#[derive(Clone, Debug, Default)]
pub struct Naming(pub Names);

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// A share, of which differences are points.
    Share,
    /// Anything else.
    Number,
}

impl Naming {
    /// Returns the name of a card.
    pub fn card(&self, id: &str) -> String {
        self.0.card(id)
    }

    /// Returns the name of a kind of action, in quotation marks.
    pub fn action(&self, id: &str) -> String {
        quoted(&self.0.action(id))
    }

    /// Returns the name of the player in this seat.
    pub fn player(&self, seat: usize) -> String {
        player(seat)
    }

    /// Returns what a figure is in a sentence, and what it counts.
    pub(crate) fn figure(&self, metric: &str) -> (String, Count) {
        use Count::{Number, Share};
        let (stem, of) = match metric.strip_suffix(']').and_then(|metric| metric.split_once('[')) {
            Some((stem, of)) => (stem, of),
            None => (metric, ""),
        };
        let player = || self.player(of.parse().unwrap_or(usize::MAX));
        let (text, count) = match stem {
            "turns" | "rounds" | "decisions" => (format!("the number of {stem}"), Number),
            "forced_decisions" => ("the number of decisions without a choice".to_owned(), Number),
            "leader_gap" => ("the lead of the first over the second".to_owned(), Number),
            "seat_spread" => ("what the best seat wins more often than the worst".to_owned(), Share),
            "shared_wins" => ("the share of games with several winners".to_owned(), Share),
            "unfinished" => ("the share of games that don't end".to_owned(), Share),
            "seat_win_rate" => (format!("the share of games that {} wins", player()), Share),
            "seat_bias" => (format!("what {} wins beside the fair share", player()), Share),
            "seat_mean_rank" => (format!("the mean place of {}", player()), Number),
            "seat_mean_score" => (format!("the mean score of {}", player()), Number),
            "strategy_win_rate" if of == "subject" => {
                ("the share of games that the bot wins".to_owned(), Share)
            }
            "strategy_win_rate" => (format!("the share of games that {of} wins"), Share),
            "card_drawn" => (format!("how often {} is drawn", self.card(of)), Number),
            "card_played" => (format!("how often {} is played", self.card(of)), Number),
            "card_played_share" => (format!("how much of {} drawn is played", self.card(of)), Share),
            "card_win_rate_drawn" => (format!("how often who draws {} wins", self.card(of)), Share),
            "card_delta" => (format!("how much more often who draws {} wins", self.card(of)), Share),
            _ => match stem.strip_prefix("action_").filter(|_| of.is_empty()) {
                Some(kind) => (format!("how often {} is chosen", self.action(kind)), Number),
                None if of.is_empty() => (stem.replace(['_', '.'], " "), Number),
                None => (format!("{} of {}", stem.replace(['_', '.'], " "), of.replace('_', " ")), Number),
            },
        };
        (text, count)
    }
}
