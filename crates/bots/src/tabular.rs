//! A strategy as a table: how likely each action is, for each view.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use thiserror::Error;

use super::strategy::{Forfeit, Strategy};
use ludometer_model::{Decision, Game, MAX_SEATS, Rng, Seat};

/// The parts that a probability is written in: whole numbers, so that all machines draw the same.
const PARTS: u32 = 10_000;

/// The most actions of a line.
const MAX_ACTIONS: usize = 1000;

/// Returns a number for a view of this seat: a hash of the view as JSON, since each view has that.
pub fn view_key<G: Game>(game: &G, view: &G::View, seat: Seat) -> u64 {
    let mut digest = Sha256::new();
    digest.update([seat.index() as u8]);
    digest.update(game.view_json(view).to_string().as_bytes());
    let hash = digest.finalize();
    u64::from_be_bytes(std::array::from_fn(|i| hash[i]))
}

/// The views and choices of a seat at its own decisions in a game, as a number. A view need not tell how
/// things came about: the bids before the last one, say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recall {
    before: u64,
    /// The decision in hand, by its view, and the number with it.
    now: Option<(u64, u64)>,
}

impl Recall {
    /// Returns the number of a decision with this view. To be asked twice in a row for the same view counts once.
    pub fn at(&mut self, view: u64) -> u64 {
        match self.now {
            Some((same, key)) if same == view => key,
            _ => {
                let key = if self.before == 0 { view } else { mixed(self.before, view) };
                self.now = Some((view, key));
                key
            }
        }
    }

    /// Takes note of the choice in the last decision, by its place among the legal actions.
    pub fn chose(&mut self, place: usize) {
        if let Some((_, key)) = self.now {
            self.before = mixed(key, place as u64);
        }
    }
}

/// Mixes two numbers (`SplitMix64`'s finaliser).
fn mixed(a: u64, b: u64) -> u64 {
    let mut z = a.rotate_left(23) ^ b.wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xD134_2543_DE82_EF95);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// How likely each legal action is: for what a seat remembers ([`Recall`]), and for views alone, for those who are asked in
/// the middle of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PolicyTable {
    /// The parts of each action: [`PARTS`] in all.
    lines: HashMap<u64, Box<[u16]>>,
}

/// A line of a table that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "line {line} of the choices is no line of a table: 16 digits of a view, then a number of ten-thousandths for each action"
)]
pub struct PolicyTableError {
    /// The line, from 1.
    pub line: usize,
}

impl PolicyTable {
    /// Takes note of the probabilities of the actions, by the number of what is remembered or of a view.
    pub fn insert(&mut self, key: u64, probabilities: &[f64]) {
        // Rounded down, and the parts that are left go to the largest remainders, so that all lines have as many.
        let exact: Vec<f64> =
            probabilities.iter().map(|probability| probability * f64::from(PARTS)).collect();
        let mut parts: Vec<u16> = exact.iter().map(|parts| parts.floor() as u16).collect();
        let mut order: Vec<usize> = (0..parts.len()).collect();
        let rest = |i: usize| exact[i] - exact[i].floor();
        order.sort_by(|&a, &b| rest(b).total_cmp(&rest(a)).then(a.cmp(&b)));
        let given: u32 = parts.iter().map(|&parts| u32::from(parts)).sum();
        for &i in order.iter().take(PARTS.saturating_sub(given) as usize) {
            parts[i] += 1;
        }
        self.lines.insert(key, parts.into());
    }

    /// Returns the number of its lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns true if it has no line.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the probabilities of so many legal actions, by what is remembered, or else by the view alone; all are alike
    /// where it knows neither.
    pub fn probabilities(&self, remembered: u64, view: u64, actions: usize) -> Vec<f64> {
        match self.known(remembered, actions).or_else(|| self.known(view, actions)) {
            Some(parts) => parts.iter().map(|&parts| f64::from(parts) / f64::from(PARTS)).collect(),
            None => vec![1.0 / actions as f64; actions],
        }
    }

    pub(super) fn known(&self, key: u64, actions: usize) -> Option<&[u16]> {
        self.lines.get(&key).map(|parts| &**parts).filter(|parts| parts.len() == actions)
    }

    /// Returns the table as text.
    pub fn to_text(&self) -> String {
        let mut keys: Vec<&u64> = self.lines.keys().collect();
        keys.sort_unstable();
        let mut text = String::new();
        for key in keys {
            let _ = write!(text, "{key:016x}");
            for parts in &self.lines[key] {
                let _ = write!(text, " {parts}");
            }
            text.push('\n');
        }
        text
    }

    /// Reads what [`to_text`](PolicyTable::to_text) wrote.
    ///
    /// # Errors
    /// [`PolicyTableError`].
    pub fn from_text(text: &str) -> Result<Self, PolicyTableError> {
        let mut lines = HashMap::new();
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let (key, parts) = read_line(line).ok_or(PolicyTableError { line: i + 1 })?;
            if lines.insert(key, parts).is_some() {
                return Err(PolicyTableError { line: i + 1 });
            }
        }
        Ok(Self { lines })
    }
}

fn read_line(line: &str) -> Option<(u64, Box<[u16]>)> {
    let (key, parts) = line.trim().split_once(' ')?;
    let is_key = key.len() == 16 && key.bytes().all(|digit| digit.is_ascii_hexdigit());
    let key = is_key.then(|| u64::from_str_radix(key, 16).ok())??;
    let parts: Box<[u16]> = parts.split(' ').map(|parts| parts.parse().ok()).collect::<Option<_>>()?;
    let sum: u32 = parts.iter().map(|&parts| u32::from(parts)).sum();
    (sum == PARTS && parts.len() <= MAX_ACTIONS).then_some((key, parts))
}

/// The bot that plays by a table, and at random where that has no line.
pub struct Tabular {
    table: Arc<PolicyTable>,
    /// By seat, since it may sit in several.
    recalls: [Recall; MAX_SEATS],
}

impl Tabular {
    /// Returns the bot that plays by this table.
    pub fn new(table: Arc<PolicyTable>) -> Self {
        Self { table, recalls: [Recall::default(); MAX_SEATS] }
    }

    /// Draws the place of one of so many actions.
    fn draw(&self, remembered: u64, view: u64, actions: usize, rng: &mut Rng) -> usize {
        if actions == 1 {
            return 0;
        }
        let known = self.table.known(remembered, actions).or_else(|| self.table.known(view, actions));
        let Some(parts) = known else { return rng.index(actions) };
        let mut left = rng.below(PARTS);
        let drawn = parts.iter().position(|&parts| match left.checked_sub(u32::from(parts)) {
            Some(more) => {
                left = more;
                false
            }
            None => true,
        });
        drawn.unwrap_or(0)
    }
}

impl<G: Game> Strategy<G> for Tabular {
    fn decide(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<usize, Forfeit> {
        let seat = decision.seat();
        let view = view_key(decision.game(), &decision.view(), seat);
        let remembered = self.recalls[seat.index()].at(view);
        let place = self.draw(remembered, view, decision.legal().len(), rng);
        self.recalls[seat.index()].chose(place);
        Ok(place)
    }

    fn begin(&mut self) {
        self.recalls = [Recall::default(); MAX_SEATS];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_reads_what_it_wrote() {
        let mut table = PolicyTable::default();
        table.insert(7, &[1.0 / 3.0; 3]);
        table.insert(u64::MAX, &[0.0, 1.0]);
        let text = table.to_text();
        assert_eq!(text, "0000000000000007 3334 3333 3333\nffffffffffffffff 0 10000\n");
        assert_eq!(PolicyTable::from_text(&text), Ok(table.clone()));
        assert_eq!(table.probabilities(u64::MAX, 7, 2), [0.0, 1.0]);
        // By the view alone, and where neither is known with so many actions.
        assert_eq!(table.probabilities(1, u64::MAX, 2), [0.0, 1.0]);
        assert_eq!(
            (table.probabilities(1, 2, 2), table.probabilities(7, 7, 2)),
            (vec![0.5; 2], vec![0.5; 2])
        );
    }

    #[test]
    fn what_was_shown_and_chosen_before_is_remembered() {
        let after = |views: &[u64], chosen: &[usize]| {
            let mut recall = Recall::default();
            for (&view, &place) in views.iter().zip(chosen) {
                recall.at(view);
                recall.chose(place);
            }
            recall.at(9)
        };
        assert_eq!(after(&[], &[]), 9);
        assert_eq!(after(&[1, 2], &[0, 1]), after(&[1, 2], &[0, 1]));
        let others =
            [after(&[1, 2], &[0, 0]), after(&[2, 1], &[0, 1]), after(&[2], &[1]), after(&[1], &[0]), 9];
        for (i, other) in others.iter().enumerate() {
            assert!(*other != after(&[1, 2], &[0, 1]) && !others[..i].contains(other));
        }
        // Asked again in the same decision, with another choice.
        let mut recall = Recall::default();
        recall.at(1);
        recall.chose(1);
        assert_eq!(
            (recall.at(1), {
                recall.chose(0);
                recall.at(9)
            }),
            (1, after(&[1], &[0]))
        );
    }

    #[test]
    fn wrong_lines_are_named() {
        let fault = |text: &str| PolicyTable::from_text(text).map_err(|error| error.line);
        assert_eq!(
            fault("0000000000000007 5000 5000\n\n"),
            Ok(PolicyTable::from_text("0000000000000007 5000 5000").unwrap())
        );
        for line in [
            "7 10000",
            "0000000000000007",
            "0000000000000007 5000 4000",
            "0000000000000007 -1 10001",
            "+000000000000007 x",
        ] {
            assert_eq!(fault(&format!("0000000000000006 10000\n{line}")), Err(2), "{line}");
        }
        assert_eq!(fault("0000000000000006 10000\n0000000000000006 10000"), Err(2));
    }
}
