//! The statistics as they are reported: metrics, and the table of hand sizes.

use super::super::FilmRummy;
use super::super::card::ACTIONS;
use super::super::figures::{Family, Fixed};
use super::{Deal, FIXED, FilmStats, ROUNDS, SIZES};
use ludometer_stats::{
    Bounded, EstimateKind, Figure, Member, Metric, Ratio, Report, Row, Statistic, Table, TallyLayout, wilson,
};
use std::fmt::Display;

/// A row of `hand_sizes.csv`: a round and a hand size.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "hand_sizes")]
pub struct HandSizeRow {
    /// Round, from 1.
    pub round: u64,
    /// Cards in the hand.
    pub hand: u64,
    /// Seats that have so many cards in this round, in all deals.
    pub seats: u64,
    /// Win rate of these seats.
    #[row("win_rate", "ci_low", "ci_high")]
    pub win_rate: Bounded,
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
        let row = |(place, &[seats, wins]): (usize, &[u64; 2])| {
            let rate = wins as f64 / seats as f64;
            HandSizeRow {
                round: (place / SIZES) as u64 + 1,
                hand: (place % SIZES) as u64,
                seats,
                win_rate: Bounded { value: Some(rate), interval: wilson(rate, seats) },
            }
        };
        let sizes = self.hand_sizes.iter().enumerate().filter(|(_, counts)| counts[0] > 0);
        out.tables.push(Table::of(sizes.map(row)));
    }
}
