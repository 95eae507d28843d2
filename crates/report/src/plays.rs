//! `games.csv`: a row per play, written as the plays are done and never held in memory.

use std::fmt::Write as _;
use std::io::{self, Write};

use csv::Writer;

use super::csv::writer;
use super::rows::RowsOf;
use ludometer_model::{SHARE_UNITS, Seat};
use ludometer_run::Played;

/// Writes `games.csv`.
pub struct PlaysWriter<W: Write> {
    csv: Writer<W>,
    of: RowsOf,
    field: String,
}

impl<W: Write> PlaysWriter<W> {
    /// Returns a writer that has written the header.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(out: W, of: &RowsOf) -> io::Result<Self> {
        let mut rows = Self::go_on(out, of);
        let csv = &mut rows.csv;
        let first = [
            "game",
            "seed",
            "turns",
            "rounds",
            "decisions",
            "winner_seats",
            "winner_strategies",
            "unfinished",
        ];
        for column in first {
            csv.write_field(column)?;
        }
        for seat in 0..of.seats {
            for column in ["strategy", "score", "rank"] {
                csv.write_field(format!("{column}_{seat}"))?;
            }
        }
        for column in &of.own {
            csv.write_field(column)?;
        }
        csv.write_record(None::<&[u8]>)?;
        Ok(rows)
    }

    /// Returns a writer that goes on with a table: it writes no header.
    pub fn go_on(out: W, of: &RowsOf) -> Self {
        Self { csv: writer(out), of: of.clone(), field: String::new() }
    }

    /// Returns the output.
    pub fn output(&self) -> &W {
        self.csv.get_ref()
    }

    /// Hands all rows to the output and lets it be looked at.
    ///
    /// # Errors
    /// Those of the output.
    pub fn flushed(&mut self) -> io::Result<&W> {
        self.csv.flush()?;
        Ok(self.csv.get_ref())
    }

    /// Writes the row of one play, with the numbers of the game's own statistics.
    ///
    /// # Errors
    /// Those of the output.
    pub fn row(&mut self, play: u64, played: &Played, own: &[i64]) -> io::Result<()> {
        let Self { csv, of, field } = self;
        let outcome = &played.outcome;
        let name = |seat: Seat| of.names[usize::from(played.bots[seat])].as_str();
        let mut put = |arguments: std::fmt::Arguments<'_>| {
            field.clear();
            field.write_fmt(arguments).map_err(io::Error::other)?;
            csv.write_field(field.as_bytes()).map_err(io::Error::from)
        };
        put(format_args!("{play}"))?;
        put(format_args!("{}", of.seed))?;
        put(format_args!("{}", outcome.turns))?;
        put(format_args!("{}", outcome.round_units as f64 / SHARE_UNITS as f64))?;
        put(format_args!("{}", played.decisions))?;
        put(format_args!("{}", Joined(|| of.winners(played))))?;
        put(format_args!("{}", Joined(|| of.winners(played).map(name))))?;
        put(format_args!("{}", outcome.unfinished))?;
        for seat in Seat::all(of.seats) {
            put(format_args!("{}", name(seat)))?;
            put(format_args!("{}", outcome.scores[seat]))?;
            match outcome.ranks[seat] {
                0 => put(format_args!(""))?,
                rank => put(format_args!("{rank}"))?,
            }
        }
        for number in own {
            put(format_args!("{number}"))?;
        }
        csv.write_record(None::<&[u8]>)?;
        Ok(())
    }

    /// Hands all rows to the output and gives it back.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(self) -> io::Result<W> {
        self.csv.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

/// Several things in one field, with `;` between them.
struct Joined<F>(F);

impl<F, I> std::fmt::Display for Joined<F>
where
    F: Fn() -> I,
    I: Iterator<Item: std::fmt::Display>,
{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, item) in (self.0)().enumerate() {
            if i > 0 {
                f.write_str(";")?;
            }
            write!(f, "{item}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::{BySeat, Outcome};

    #[test]
    fn a_row_by_hand() {
        let scores = BySeat::from_fn(|seat| [7, 9, 9][seat.index().min(2)]);
        let outcome = Outcome::ranked(3, scores, 7, Outcome::rounds_of_turns(7, 3), false, |a, b| a > b);
        let bots = BySeat::from_fn(|seat| u8::from(seat.index() == 1));
        let played = Played { outcome, bots, decisions: 31, forced: 4 };
        let names = vec!["greedy".to_owned(), "mcts:iterations=9,length=2".to_owned()];
        let own = vec!["own_toll".to_owned(), "own_gain_seat_0".to_owned()];
        let of = RowsOf { seats: 3, seed: 42, names, own, are_won: true };
        let mut rows = PlaysWriter::new(Vec::new(), &of).unwrap();
        rows.row(5, &played, &[12, -3]).unwrap();
        // Where games only end with a score, nobody is called a winner.
        let mut scored = PlaysWriter::go_on(Vec::new(), &RowsOf { are_won: false, ..of });
        scored.row(5, &played, &[]).unwrap();
        let scored = String::from_utf8(scored.finish().unwrap()).unwrap();
        assert!(scored.starts_with("5,42,7,2.3333333333333335,31,,,false,greedy,7,3,"), "{scored}");
        let text = String::from_utf8(rows.finish().unwrap()).unwrap();
        let (header, row) = text.split_once("\r\n").unwrap();
        assert_eq!(
            header,
            "game,seed,turns,rounds,decisions,winner_seats,winner_strategies,unfinished,\
             strategy_0,score_0,rank_0,strategy_1,score_1,rank_1,strategy_2,score_2,rank_2,own_toll,own_gain_seat_0"
        );
        assert_eq!(
            row,
            "5,42,7,2.3333333333333335,31,1;2,\"mcts:iterations=9,length=2;greedy\",false,\
             greedy,7,3,\"mcts:iterations=9,length=2\",9,1,greedy,9,1,12,-3\r\n"
        );
    }
}
