//! The statistics as they are reported: metrics, and the table of hand sizes.

use super::super::FilmRummy;
use super::super::card::ACTIONS;
use super::super::figures::{Family, Fixed};
use super::{Deal, FIXED, FilmStats, ROUNDS, SIZES};
use ludometer_stats::{
    Cell, EstimateKind, Figure, Member, Metric, Ratio, Report, Statistic, Table, TallyLayout, wilson,
};
use std::fmt::Display;

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
            hand_sizes: vec![[0, 0]; ROUNDS * SIZES],
            now: vec![(0, 0); figures],
            deal: Deal::default(),
        }
    }

    fn report(&self, _: &TallyLayout, out: &mut Report) {
        let estimate = |figure: &Figure, ratio: &Ratio| {
            if figure.kind == EstimateKind::Share { ratio.share() } else { ratio.estimate() }
        };
        for (place, (figure, ratio)) in Fixed::FIGURES.iter().zip(&self.figures).enumerate() {
            let fair = if place == Fixed::FirstPlayer as usize { 1.0 / self.seats as f64 } else { 0.0 };
            out.metrics.push(Metric::new(figure, estimate(figure, ratio).less(fair)));
        }
        let mut metric = |family: Family, member: &dyn Display, place: usize| {
            let figure = &Family::FIGURES[family as usize];
            let member = Member::Named(member.to_string());
            out.metrics.push(Metric::of(figure, member, estimate(figure, &self.figures[place])));
        };
        for seat in 0..self.seats {
            metric(Family::MeldTurn, &seat, Self::by_seat(seat));
        }
        for position in 0..self.seats {
            metric(Family::WinPosition, &(position + 1), self.by_position(position));
        }
        for (genre, label) in self.genres.iter().enumerate() {
            metric(Family::GenreShare, label, self.by_genre(genre, false));
            metric(Family::GenreWin, label, self.by_genre(genre, true));
        }
        for (action, id) in ACTIONS.iter().enumerate() {
            metric(Family::WinUsed, id, self.by_action(action, false));
            metric(Family::WinNotUsed, id, self.by_action(action, true));
        }
        let columns = ["round", "hand", "seats", "win_rate", "ci_low", "ci_high"];
        let mut table = Table::new("hand_sizes", &columns);
        for (place, &[seats, wins]) in self.hand_sizes.iter().enumerate().filter(|(_, c)| c[0] > 0) {
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
