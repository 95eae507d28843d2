//! The statistics as they are merged and reported: metrics by name, and the table of hand sizes.

use super::super::FilmRummy;
use super::super::card::ACTIONS;
use super::super::figures::{FIGURES, Figure};
use super::{Deal, FIXED, FilmStats, ROUNDS, SIZES};
use ludometer_stats::{Cell, Estimate, Merge, Metric, Ratio, Report, Statistic, Table, TallyLayout, wilson};

impl Merge for FilmStats {
    fn merge(&mut self, other: Self) {
        let Self { seats: _, joker: _, genres: _, figures, hand_sizes, now: _, deal: _ } = other;
        self.figures.merge(figures);
        for (mine, theirs) in self.hand_sizes.iter_mut().zip(hand_sizes) {
            mine.0 += theirs.0;
            mine.1 += theirs.1;
        }
    }
}

impl Statistic<FilmRummy> for FilmStats {
    fn new(counted: &TallyLayout) -> Self {
        let joker = counted.cards.len() - ACTIONS.len() - 1;
        let mut genres: Vec<String> = Vec::new();
        for (name, _) in &counted.cards[..joker] {
            let label = name.split('.').next().unwrap_or_default();
            if genres.last().is_none_or(|last| last != label) {
                genres.push(label.to_owned());
            }
        }
        let figures = FIXED + 2 * counted.seats + 2 * genres.len() + 2 * ACTIONS.len();
        Self {
            seats: counted.seats,
            joker: joker as u8,
            genres,
            figures: vec![Ratio::default(); figures],
            hand_sizes: vec![(0, 0); ROUNDS * SIZES],
            now: vec![(0, 0); figures],
            deal: Deal::default(),
        }
    }

    fn report(&self, _: &TallyLayout, out: &mut Report) {
        let mut metric = |name: String, estimate: Estimate| {
            out.metrics.push(Metric::new(format!("fr_{name}"), estimate));
        };
        for (place, (name, share)) in FIGURES.iter().enumerate() {
            let ratio = &self.figures[place];
            let mut estimate = if *share { ratio.share() } else { ratio.estimate() };
            if place == Figure::FirstPlayer as usize {
                let fair = 1.0 / self.seats as f64;
                estimate.value = estimate.value.map(|v| v - fair);
                estimate.interval = estimate.interval.map(|(low, high)| (low - fair, high - fair));
            }
            metric((*name).to_owned(), estimate);
        }
        for seat in 0..self.seats {
            metric(format!("meld_turn_seat_{seat}"), self.figures[Self::by_seat(seat)].estimate());
        }
        for position in 0..self.seats {
            let ratio = &self.figures[self.by_position(position)];
            metric(format!("win_position_{}", position + 1), ratio.share());
        }
        for (genre, label) in self.genres.iter().enumerate() {
            metric(format!("genre_share_{label}"), self.figures[self.by_genre(genre, false)].share());
            metric(format!("genre_win_{label}"), self.figures[self.by_genre(genre, true)].share());
        }
        for (action, id) in ACTIONS.iter().enumerate() {
            metric(format!("win_used_{id}"), self.figures[self.by_action(action, false)].share());
            metric(format!("win_not_used_{id}"), self.figures[self.by_action(action, true)].share());
        }
        let columns = ["round", "hand", "seats", "win_rate", "ci_low", "ci_high"];
        let mut table = Table::new("hand_sizes", &columns);
        for (place, &(seats, wins)) in self.hand_sizes.iter().enumerate().filter(|(_, c)| c.0 > 0) {
            let rate = wins as f64 / seats as f64;
            let bounds = wilson(rate, seats);
            table.row(vec![
                ((place / SIZES) as u64 + 1).into(),
                ((place % SIZES) as u64).into(),
                Cell::Count(seats),
                Some(rate).into(),
                bounds.map(|b| b.0).into(),
                bounds.map(|b| b.1).into(),
            ]);
        }
        out.tables.push(table);
    }
}
