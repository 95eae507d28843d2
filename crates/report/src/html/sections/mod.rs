//! The sections of a page: a file each, and a line in the list.

mod actions;
mod bots;
pub(super) mod cards;
mod chance;
pub(super) mod check;
pub(super) mod compare;
mod course;
mod coverage;
mod effects;
pub(super) mod findings;
mod interaction;
mod length;
mod metrics;
mod own;
mod parties;
pub(super) mod seats;
pub(super) mod show;
mod study;
pub(super) mod sweep;
mod weights;
pub(super) mod tables;
pub(super) mod tournament;
mod tune;
mod watch;

use super::figure::Section;
use super::results::{Results, ResultsError};

/// A section and the tables that it shows.
pub(super) struct Part {
    /// Names of files without `.csv`.
    pub(super) tables: &'static [&'static str],
    /// Makes the section; none if its tables are missing.
    pub(super) draw: fn(&Results) -> Result<Option<Section>, ResultsError>,
}

/// All sections, in the order of the page.
pub(super) const SECTIONS: &[Part] = &[
    Part { tables: &[], draw: cards::all },
    Part { tables: &["compare"], draw: compare::draw },
    Part { tables: &["sweep", "effects", "elasticities"], draw: sweep::draw },
    Part { tables: &["tune"], draw: tune::draw },
    Part { tables: &["check"], draw: check::draw },
    Part { tables: &["ratings", "payoff"], draw: tournament::draw },
    Part { tables: &["seats"], draw: seats::draw },
    Part { tables: &["scores", "sides", "losses"], draw: parties::draw },
    Part { tables: &["strategies", "matchups"], draw: bots::draw },
    Part { tables: &["duels"], draw: study::draw_duels },
    Part { tables: &["skill", "variance"], draw: chance::draw },
    Part { tables: &["lengths", "histograms"], draw: length::draw },
    Part { tables: &["answers", "table_sizes"], draw: study::draw },
    Part { tables: &["curves", "calibration"], draw: course::draw },
    Part {
        tables: &["cards", "card_holding", "card_holding_by_players", "card_values", "card_use"],
        draw: cards::draw,
    },
    Part { tables: &["own_values", "own_cards"], draw: own::draw },
    Part { tables: &["levels"], draw: study::draw_levels },
    Part { tables: &["rule_sets"], draw: study::draw_rules },
    Part { tables: &["restricted_play"], draw: study::draw_actions },
    Part { tables: &[], draw: actions::draw },
    Part { tables: &["interaction"], draw: interaction::draw },
    Part { tables: &["coverage"], draw: coverage::draw },
    Part { tables: &["notable"], draw: watch::draw },
    Part { tables: &["metrics", "summary"], draw: metrics::draw },
];
