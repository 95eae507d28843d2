//! `games.parquet`: the columns of `games.csv` with their types, for dataframes. Rows are written and
//! read in groups, so that memory doesn't grow with the number of plays.

use std::io::{self, Write};
use std::iter::zip;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::column::reader::ColumnReader;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use super::rows::RowsOf;
use ludometer_model::{BySeat, Outcome, SHARE_UNITS, Seat, SeatSet, open_file};
use ludometer_run::Played;

/// Rows a group. Fixed, so that equal tables have equal bytes. A file has at most 2^15 groups.
const GROUP: usize = 1 << 17;

/// The most plays that a file can hold.
pub const PARQUET_PLAYS: u64 = (GROUP as u64) << 15;

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(source) => *source,
            Err(source) => io::Error::other(source),
        },
        other => io::Error::other(other),
    }
}

fn column(name: &str, physical: Physical, logical: Option<LogicalType>) -> Result<TypePtr, ParquetError> {
    let column = Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(logical);
    Ok(Arc::new(column.build()?))
}

fn schema(seats: usize, own: &[String]) -> Result<TypePtr, ParquetError> {
    let unsigned = |bit_width| Some(LogicalType::integer(bit_width, false));
    // What people subtract is signed: the first place less the second is -1, and not 255.
    let signed = |bit_width| Some(LogicalType::integer(bit_width, true));
    let mut fields = vec![
        column("game", Physical::INT64, unsigned(64))?,
        column("seed", Physical::INT64, unsigned(64))?,
        column("turns", Physical::INT32, signed(32))?,
        column("rounds", Physical::DOUBLE, None)?,
        column("decisions", Physical::INT32, signed(32))?,
        column("winner_seats", Physical::BYTE_ARRAY, Some(LogicalType::String))?,
        column("winner_strategies", Physical::BYTE_ARRAY, Some(LogicalType::String))?,
        column("unfinished", Physical::BOOLEAN, None)?,
    ];
    for seat in 0..seats {
        fields.push(column(&format!("strategy_{seat}"), Physical::BYTE_ARRAY, Some(LogicalType::String))?);
        fields.push(column(&format!("score_{seat}"), Physical::INT64, None)?);
        fields.push(column(&format!("rank_{seat}"), Physical::INT32, signed(8))?);
    }
    for name in own {
        fields.push(column(name, Physical::INT64, None)?);
    }
    Ok(Arc::new(Type::group_type_builder("games").with_fields(fields).build()?))
}

/// Writes `games.parquet`.
pub struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    of: RowsOf,
    /// The number of the first play in `rows`.
    first: u64,
    rows: Vec<Played>,
    /// The numbers of the game's own statistics of these, one play after another.
    own: Vec<i64>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Returns a table that begins with this play.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(out: W, of: RowsOf, first: u64) -> io::Result<Self> {
        let by = format!("ludometer {}", env!("CARGO_PKG_VERSION"));
        let properties = Arc::new(WriterProperties::builder().set_created_by(by).build());
        let schema = schema(of.seats, &of.own).map_err(failed)?;
        let file = SerializedFileWriter::new(out, schema, properties).map_err(failed)?;
        Ok(Self { file, of, first, rows: Vec::new(), own: Vec::new() })
    }

    /// Writes the row of the next play, with the numbers of the game's own statistics.
    ///
    /// # Errors
    /// Those of the output.
    pub fn row(&mut self, played: &Played, own: &[i64]) -> io::Result<()> {
        self.rows.push(*played);
        self.own.extend(own);
        if self.rows.len() == GROUP { self.group().map_err(failed) } else { Ok(()) }
    }

    fn group(&mut self) -> Result<(), ParquetError> {
        let Self { file, of, first, rows, own } = self;
        let names: Vec<ByteArray> = of.names.iter().map(|name| ByteArray::from(name.as_str())).collect();
        let name = |played: &Played, seat: Seat| usize::from(played.bots[seat]);
        let joined = |parts: &mut dyn Iterator<Item = String>| {
            ByteArray::from(parts.collect::<Vec<_>>().join(";").into_bytes())
        };
        let mut group = file.next_row_group()?;
        let numbers = *first..*first + rows.len() as u64;
        put::<Int64Type, _>(&mut group, numbers.map(|play| play as i64))?;
        put::<Int64Type, _>(&mut group, std::iter::repeat_n(of.seed as i64, rows.len()))?;
        let each = rows.iter();
        put::<Int32Type, _>(&mut group, each.clone().map(|p| p.outcome.turns as i32))?;
        let rounds = |p: &Played| p.outcome.round_units as f64 / SHARE_UNITS as f64;
        put::<DoubleType, _>(&mut group, each.clone().map(rounds))?;
        put::<Int32Type, _>(&mut group, each.clone().map(|p| p.decisions as i32))?;
        let seats = |p: &Played| joined(&mut of.winners(p).map(|seat| seat.to_string()));
        put::<ByteArrayType, _>(&mut group, each.clone().map(seats))?;
        let bots = |p: &Played| joined(&mut of.winners(p).map(|seat| of.names[name(p, seat)].clone()));
        put::<ByteArrayType, _>(&mut group, each.clone().map(bots))?;
        put::<BoolType, _>(&mut group, each.clone().map(|p| p.outcome.unfinished))?;
        for seat in Seat::all(of.seats) {
            let bots = each.clone().map(|p| names[name(p, seat)].clone());
            put::<ByteArrayType, _>(&mut group, bots)?;
            put::<Int64Type, _>(&mut group, each.clone().map(|p| p.outcome.scores[seat]))?;
            put::<Int32Type, _>(&mut group, each.clone().map(|p| i32::from(p.outcome.ranks[seat])))?;
        }
        for column in 0..of.own.len() {
            put::<Int64Type, _>(&mut group, own.iter().copied().skip(column).step_by(of.own.len()))?;
        }
        group.close()?;
        *first += rows.len() as u64;
        rows.clear();
        own.clear();
        Ok(())
    }

    /// Writes what is left and the end of the file, and gives the output back.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<W> {
        if !self.rows.is_empty() {
            self.group().map_err(failed)?;
        }
        self.file.into_inner().map_err(failed)
    }
}

fn put<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: impl Iterator<Item = T::T>,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("the schema has too few columns".to_owned());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    let values: Vec<T::T> = values.collect();
    column.typed::<T>().write_batch(&values, None, None)?;
    column.close()
}

/// Reads the plays of a `games.parquet` of ours, group by group, and hands each to `each` with the numbers of the game's own
/// statistics that are asked for. Returns how many they were.
///
/// # Errors
/// A file that isn't such a table, or an error of `each`.
pub fn read_parquet(
    path: &Path,
    of: &RowsOf,
    each: &mut dyn FnMut(&Played, &[i64]) -> io::Result<()>,
) -> io::Result<u64> {
    let file = SerializedFileReader::new(open_file(path)?).map_err(failed)?;
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let expected = schema(of.seats, &of.own).map_err(failed)?;
    let fields = file.metadata().file_metadata().schema().get_fields();
    // Who asks for less leaves columns out at the end.
    if !fields.starts_with(expected.get_fields()) {
        return Err(wrong("it has other columns"));
    }
    let mut plays = 0;
    for i in 0..file.num_row_groups() {
        let group = file.get_row_group(i).map_err(failed)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        if rows > GROUP {
            return Err(wrong("it has too large groups"));
        }
        let read = |at: usize| group.get_column_reader(at);
        let turns = get::<Int32Type>(read(2), rows).map_err(failed)?;
        let rounds = get::<DoubleType>(read(3), rows).map_err(failed)?;
        let decisions = get::<Int32Type>(read(4), rows).map_err(failed)?;
        let winners = get::<ByteArrayType>(read(5), rows).map_err(failed)?;
        let unfinished = get::<BoolType>(read(7), rows).map_err(failed)?;
        let mut by_seat = Vec::new();
        for seat in 0..of.seats {
            let at = 8 + 3 * seat;
            let names = get::<ByteArrayType>(read(at), rows).map_err(failed)?;
            let scores = get::<Int64Type>(read(at + 1), rows).map_err(failed)?;
            let ranks = get::<Int32Type>(read(at + 2), rows).map_err(failed)?;
            by_seat.push((names, scores, ranks));
        }
        let own = (0..of.own.len()).map(|column| get::<Int64Type>(read(8 + 3 * of.seats + column), rows));
        let own = own.collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let mut of_play = vec![0; own.len()];
        for row in 0..rows {
            zip(&mut of_play, &own).for_each(|(number, column)| *number = column[row]);
            let (mut bots, mut ranks, mut scores) = (BySeat::all(0), BySeat::all(0), BySeat::all(0));
            for (seat, (names, all_scores, all_ranks)) in Seat::all(of.seats).zip(&by_seat) {
                let bot = of.names.iter().position(|name| name.as_bytes() == names[row].data());
                bots[seat] = bot.ok_or_else(|| wrong("it has other bots"))? as u8;
                ranks[seat] = all_ranks[row] as u8;
                scores[seat] = all_scores[row];
            }
            let outcome = Outcome {
                seats: of.seats,
                ranks,
                scores,
                turns: turns[row] as u32,
                round_units: (rounds[row] * SHARE_UNITS as f64).round() as u64,
                unfinished: unfinished[row],
                // Whoever gave up is no winner, which ranks tell unless all gave up.
                // A game that all lost has no winners either: both are read as if all gave up.
                forfeited: if winners[row].is_empty() && !unfinished[row] {
                    SeatSet::of_table(of.seats)
                } else {
                    SeatSet::EMPTY
                },
                nobody_wins: false,
                // Not in the file, and asked by no one who reads it.
                is_joint_win: false,
                losers: SeatSet::EMPTY,
                sides: BySeat::all(0),
            };
            each(&Played { outcome, bots, decisions: decisions[row] as u32, forced: 0 }, &of_play)?;
        }
        plays += rows as u64;
    }
    Ok(plays)
}

fn get<T: DataType>(
    reader: Result<ColumnReader, ParquetError>,
    rows: usize,
) -> Result<Vec<T::T>, ParquetError> {
    let mut reader = get_typed_column_reader::<T>(reader?);
    let mut values = Vec::with_capacity(rows);
    while values.len() < rows {
        let (_, read, _) = reader.read_records(rows - values.len(), None, None, &mut values)?;
        if read == 0 {
            return Err(ParquetError::General("a column is too short".to_owned()));
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_model::MAX_SEATS;

    fn plays(seats: usize, count: usize) -> Vec<Played> {
        let play = |i: usize| {
            let scores = BySeat::from_fn(|seat| ((i * 7 + seat.index() * 5) % 11) as i64 - 3);
            let turns = (i % 97) as u32;
            let rounds = Outcome::rounds_of_turns(turns, seats);
            let mut outcome = Outcome::ranked(seats, scores, turns, rounds, i % 50 == 49, |a, b| a > b);
            for seat in Seat::all(MAX_SEATS).skip(seats) {
                outcome.scores[seat] = 0;
            }
            if i % 50 == 7 {
                outcome = outcome.with_forfeits(SeatSet::of_table(seats));
            }
            let bots = BySeat::from_fn(|seat| u8::from(seat.index() < seats && (seat.index() + i) % 2 == 1));
            Played { outcome, bots, decisions: i as u32, forced: 0 }
        };
        (0..count).map(play).collect()
    }

    #[test]
    fn plays_are_read_back_group_by_group() {
        let own = vec!["own_toll".to_owned(), "own_gain_seat_0".to_owned()];
        let names = vec!["greedy".into(), "mcts:a=1,b=2".into()];
        let of = RowsOf { seats: 3, seed: u64::MAX, names, own, are_won: true };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.parquet");
        // Two full groups and a bit.
        let plays = plays(3, 2 * GROUP + 5);
        let mut writer = ParquetWriter::new(std::fs::File::create(&path).unwrap(), of.clone(), 100).unwrap();
        for played in &plays {
            writer.row(played, &[i64::from(played.decisions), -2]).unwrap();
        }
        writer.finish().unwrap();
        let mut again = Vec::new();
        let mut each = |played: &Played, own: &[i64]| {
            assert_eq!(own, [i64::from(played.decisions), -2]);
            again.push(*played);
            Ok(())
        };
        assert_eq!(read_parquet(&path, &of, &mut each).unwrap(), plays.len() as u64);
        assert!(again == plays);
        let fewer = RowsOf { own: Vec::new(), ..of.clone() };
        assert!(
            read_parquet(&path, &fewer, &mut |_, own| {
                assert!(own.is_empty());
                Ok(())
            })
            .is_ok()
        );
        let other = RowsOf { seats: 4, ..of.clone() };
        assert!(read_parquet(&path, &other, &mut |_, _| Ok(())).is_err());
        let other = RowsOf { names: vec!["greedy".into(), "random".into()], ..of };
        assert!(read_parquet(&path, &other, &mut |_, _| Ok(())).is_err());
    }

    #[test]
    fn what_people_subtract_is_signed() {
        let schema = schema(2, &[]).unwrap();
        for (name, bits) in [("turns", 32), ("decisions", 32), ("rank_0", 8), ("rank_1", 8)] {
            let field = schema.get_fields().iter().find(|field| field.name() == name).unwrap();
            let kind = field.get_basic_info().logical_type_ref();
            assert_eq!(kind, Some(&LogicalType::integer(bits, true)), "{name}");
        }
    }

    #[test]
    fn what_is_no_table_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.parquet");
        let of = RowsOf { seats: 2, seed: 1, names: vec!["greedy".into()], own: Vec::new(), are_won: true };
        for bytes in [&b""[..], b"PAR1", b"PAR1PAR1", b"game,seed\r\n", &[0xff; 500]] {
            std::fs::write(&path, bytes).unwrap();
            assert!(read_parquet(&path, &of, &mut |_, _| Ok(())).is_err());
        }
    }
}
