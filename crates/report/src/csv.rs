//! Tables as CSV files: RFC 4180, UTF-8, a header, dot decimals.

use std::borrow::Cow;
use std::io::{self, Write};

use csv::{Terminator, Writer, WriterBuilder};

use ludometer_model::Names;
use ludometer_stats::{Cell, MetricRow, Report, Row, SummaryRow, Table};

/// Returns a CSV writer as all our files have it.
pub(super) fn writer<W: Write>(out: W) -> Writer<W> {
    WriterBuilder::new().terminator(Terminator::CRLF).buffer_capacity(1 << 16).from_writer(out)
}

/// Returns a real number: the shortest text that reads back as the same number, without an exponent.
pub fn number(x: f64) -> String {
    // Adding zero turns -0 into 0.
    format!("{}", x + 0.0)
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => plain(text),
        Cell::Count(count) => count.to_string(),
        Cell::Real(x) => number(*x),
        Cell::Empty => String::new(),
    }
}

/// Returns a text that no spreadsheet takes for a formula: one that begins like it has an apostrophe before it.
/// Numbers are none, whatever their sign.
fn plain(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
    if formula { format!("'{text}") } else { text.to_owned() }
}

/// Writes a table with its header.
///
/// # Errors
/// Those of `out`.
pub fn write_table(table: &Table, out: impl Write) -> io::Result<()> {
    let mut writer = writer(out);
    writer.write_record(&table.columns)?;
    for row in &table.rows {
        writer.write_record(row.iter().map(cell))?;
    }
    writer.flush()
}

/// Writes rows under a header that only the results tell.
///
/// # Errors
/// Those of `out`.
pub fn write_records(header: &[String], rows: &[Vec<Cell>], out: impl Write) -> io::Result<()> {
    let mut writer = writer(out);
    writer.write_record(header)?;
    for row in rows {
        writer.write_record(row.iter().map(cell))?;
    }
    writer.flush()
}

/// Returns all tables of a run, the summary first: one file each.
pub fn run_tables(report: &Report) -> Vec<Table> {
    let mut tables = vec![Table::of(report.metrics.iter().map(SummaryRow::from))];
    if !report.analysis.is_empty() {
        tables.push(Table::of(report.analysis.iter().map(|metric| MetricRow::of(metric, &report.contest))));
    }
    tables.extend(report.tables.iter().cloned());
    tables
}

/// A row of `names.csv`: what people call a thing.
#[derive(Clone, Debug, Row)]
#[row(table = "names")]
pub struct NameRow {
    /// Kind of the thing: a card, an action, a phase, a clause; or `card: TITLE` of what a sheet has of a card in this column.
    pub kind: String,
    /// Id of the thing in the other tables.
    pub id: String,
    /// Name for people, or the number in the sheet.
    pub name: String,
}

/// Returns the table of what people call cards, actions, phases and clauses, by the ids that the other tables have.
pub fn names_table(names: &Names) -> Table {
    let row = |(kind, id, name): (Cow<'_, str>, &str, &str)| NameRow {
        kind: kind.into_owned(),
        id: id.to_owned(),
        name: name.to_owned(),
    };
    Table::of(names.rows().map(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(table: &Table) -> String {
        let mut out = Vec::new();
        write_table(table, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn fields_are_quoted_only_where_they_must_be() {
        let mut table = Table::new("t", &["name", "n", "x"]);
        table.row(vec!["mcts:iterations=5,length=0".into(), 3_u64.into(), Some(0.5).into()]);
        table.row(vec!["say \"hi\"".into(), 0_u64.into(), Cell::Empty]);
        assert_eq!(
            text(&table),
            "name,n,x\r\n\"mcts:iterations=5,length=0\",3,0.5\r\n\"say \"\"hi\"\"\",0,\r\n"
        );
    }

    #[test]
    fn no_text_is_a_formula() {
        let mut table = Table::new("t", &["x"]);
        for cell in ["=1+1", "+x", "-x", "@x", "-2.5", "+3", "a=b"] {
            table.row(vec![cell.into()]);
        }
        table.row(vec![Some(-4.0).into()]);
        assert_eq!(text(&table), "x\r\n'=1+1\r\n'+x\r\n'-x\r\n'@x\r\n-2.5\r\n+3\r\na=b\r\n-4\r\n");
    }

    #[test]
    fn numbers_read_back_and_have_no_exponent() {
        for x in [0.1 + 0.2, 1.0 / 3.0, 12.0, 12.5, 1e-7, 123_456_789_012.25, -4.75] {
            let text = number(x);
            assert_eq!(text.parse::<f64>().unwrap(), x);
            assert!(!text.contains(['e', 'E']), "{text}");
        }
        assert_eq!(number(12.0), "12");
        assert_eq!(number(-0.0), "0");
    }
}
