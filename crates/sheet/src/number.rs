//! Numbers in cells, and the signs that a table writes them with.

/// A number that the text of a cell can be read as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Read {
    Empty,
    Text,
    Number(f64),
    /// A number if the column is one of numbers: 1,200 where commas part thousands, 1.200 where points do.
    Thousands(f64),
    /// One of two numbers: 1,200 where a comma can be that of decimals, 1.200 where a point can part thousands.
    Either(f64, f64),
}

/// The meaning that a sign has in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Decimals,
    Thousands,
    /// One of both: what has three digits behind it can be either.
    Either,
}

/// The meanings of commas and points in the numbers of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signs {
    comma: Meaning,
    point: Meaning,
    /// True if the table writes decimals with commas, as far as can be told.
    pub(crate) has_decimal_commas: bool,
}

impl Signs {
    /// Finds the meanings of the signs in these cells, which this sign parts; none does in workbooks, which keep numbers as
    /// programs do. One cell such as `0,5` tells what all commas and points mean. Where none does and semicolons part the cells,
    /// as where commas are those of decimals, a point can part thousands.
    pub(crate) fn of<'a>(mark: Option<char>, cells: impl Iterator<Item = &'a str>) -> Self {
        let Some(mark) = mark else {
            return Self { comma: Meaning::Either, point: Meaning::Decimals, has_decimal_commas: false };
        };
        if mark == ',' {
            return Self { comma: Meaning::Thousands, point: Meaning::Decimals, has_decimal_commas: false };
        }
        let (mut commas, mut points) = (false, false);
        for cell in cells {
            commas |= decimal(cell, ',').is_some() && thousands(cell, ',').is_none();
            points |= cell.contains('.') && plain_number(cell).is_some() && thousands(cell, '.').is_none();
        }
        let comma = if commas && !points { Meaning::Decimals } else { Meaning::Either };
        let point = match (commas, points) {
            (true, false) => Meaning::Thousands,
            (true, true) => Meaning::Either,
            (false, false) if mark == ';' => Meaning::Either,
            (false, _) => Meaning::Decimals,
        };
        Self { comma, point, has_decimal_commas: point != Meaning::Decimals }
    }

    /// Returns a cell of a program as the table writes numbers.
    pub(crate) fn written(self, cell: &str) -> String {
        match plain_number(cell).filter(|_| self.has_decimal_commas && cell.contains('.')) {
            Some(number) => number.to_string().replace('.', ","),
            None => cell.to_owned(),
        }
    }
}

/// Spaces and apostrophes that part thousands.
const APART: [char; 6] = ['\u{a0}', '\u{202f}', '\u{2009}', '\'', '\u{2019}', ' '];

/// Reads a cell as a number.
pub(crate) fn number(text: &str, signs: Signs) -> Read {
    if text.is_empty() {
        return Read::Empty;
    }
    // A share is a fraction, as workbooks keep it.
    if let Some(share) = text.strip_suffix('%').filter(|share| !share.ends_with('%')) {
        return match number(share.trim_end(), signs) {
            Read::Number(number) => Read::Number(number / 100.0),
            _ => Read::Text,
        };
    }
    // In French and Swiss numbers thousands are parted by what can mean nothing else: 1 200 and 1'200.
    let whole = text.split([',', '.']).next().unwrap_or(text);
    if let Some(sign) = APART.into_iter().find(|sign| thousands(whole, *sign).is_some()) {
        return match number(&text.replace(sign, ""), signs) {
            Read::Number(number) if sign == ' ' => Read::Thousands(number),
            read => read,
        };
    }
    if let Some(number) = plain_number(text) {
        return match (thousands(text, '.'), signs.point) {
            (Some(thousands), Meaning::Thousands) => Read::Thousands(thousands),
            (Some(thousands), Meaning::Either) => Read::Either(number, thousands),
            _ => Read::Number(number),
        };
    }
    // Points of thousands, several or with decimals behind them: 1.000.000 and 1.000,5.
    if signs.point != Meaning::Decimals && text.contains('.') {
        let (whole, parts) = text.split_once(',').map_or((text, None), |(whole, parts)| (whole, Some(parts)));
        let joined = whole.replace('.', "");
        let number = match parts {
            Some(parts) => decimal(&format!("{joined},{parts}"), ','),
            None => plain_number(&joined),
        };
        return number.filter(|_| thousands(whole, '.').is_some()).map_or(Read::Text, Read::Number);
    }
    let decimal = decimal(text, ',').filter(|_| signs.comma != Meaning::Thousands);
    let thousands = thousands(text, ',').filter(|_| signs.comma != Meaning::Decimals);
    match (decimal, thousands) {
        (Some(decimal), Some(thousands)) => Read::Either(decimal, thousands),
        (Some(decimal), None) => Read::Number(decimal),
        (None, Some(thousands)) => Read::Thousands(thousands),
        (None, None) => Read::Text,
    }
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the number of a text with decimals behind this sign.
fn decimal(text: &str, sign: char) -> Option<f64> {
    let (whole, parts) = text.split_once(sign)?;
    plain_number(&format!("{whole}.{parts}")).filter(|_| are_digits(parts))
}

/// Returns the number of a text whose thousands this sign parts.
fn thousands(text: &str, sign: char) -> Option<f64> {
    let (whole, parts) = text.split_once(sign)?;
    let unsigned = whole.strip_prefix(['-', '+', '−']).unwrap_or(whole);
    let are_thousands = are_digits(unsigned)
        && unsigned.len() <= 3
        // 0.500 is half of one.
        && (sign == ',' || !unsigned.starts_with('0'))
        && parts.split(sign).all(|part| part.len() == 3 && are_digits(part));
    plain_number(&text.replace(sign, "")).filter(|_| are_thousands)
}

/// Returns the number that a cell is, as programs write numbers.
pub(crate) fn plain_number(text: &str) -> Option<f64> {
    let text = text.strip_prefix(['+', '−']).map_or_else(
        || text.to_owned(),
        |rest| if text.starts_with('+') { rest.to_owned() } else { format!("-{rest}") },
    );
    let digits = text.strip_prefix('-').unwrap_or(&text);
    let looks_so = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-'));
    looks_so.then(|| text.parse::<f64>().ok()).flatten().filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(mark: char, cells: &[&str], text: &str) -> Read {
        number(text, Signs::of(Some(mark), cells.iter().copied()))
    }

    #[test]
    fn one_cell_tells_what_the_signs_of_all_mean() {
        let german = ["Fuchs", "0,5", "1.000"];
        assert_eq!(read(';', &german, "1.000"), Read::Thousands(1000.0));
        assert_eq!(read(';', &german, "-1.000.000"), Read::Number(-1e6));
        assert_eq!(read(';', &german, "1.000,25"), Read::Number(1000.25));
        assert_eq!(read(';', &german, "0,125"), Read::Number(0.125));
        assert_eq!(read('\t', &german, "2,500"), Read::Number(2.5));
        assert_eq!(read(';', &["1.25"], "1.000"), Read::Number(1.0));
        assert_eq!(read(';', &["1.25", "0,5"], "1.000"), Read::Either(1.0, 1000.0));
        // Where nothing tells, semicolons make both possible.
        assert_eq!(read(';', &["2.500"], "2.500"), Read::Either(2.5, 2500.0));
        assert_eq!(read(';', &[], "0.500"), Read::Number(0.5));
        assert_eq!(read('\t', &["2.500"], "2.500"), Read::Number(2.5));
        assert_eq!(read(',', &[], "2,500"), Read::Thousands(2500.0));
        // Spaces and apostrophes can mean nothing else, but a plain space may part two numbers.
        for (text, number) in [
            ("1\u{a0}200", Read::Number(1200.0)),
            ("-1\u{202f}200\u{202f}000,5", Read::Number(-1_200_000.5)),
            ("1'200.5", Read::Number(1200.5)),
            ("1 200", Read::Thousands(1200.0)),
            ("1 20", Read::Text),
            ("1 200 gold", Read::Text),
            ("25%", Read::Number(0.25)),
            ("7,5 %", Read::Number(0.075)),
            ("%", Read::Text),
            ("25%%", Read::Text),
        ] {
            assert_eq!(read('\t', &[], text), number, "{text}");
        }
        assert_eq!(read(';', &german, "29.11.2026"), Read::Text);
    }

    #[test]
    fn numbers_are_written_as_the_table_writes_them() {
        let signs = Signs::of(Some(';'), ["0,5"].into_iter());
        let written = ["0.25", "-1.5e-3", "300", "greedy", ""].map(|cell| signs.written(cell));
        assert_eq!(written, ["0,25", "-0,0015", "300", "greedy", ""]);
        assert_eq!(Signs::of(Some(';'), ["0.5"].into_iter()).written("0.25"), "0.25");
        assert_eq!(Signs::of(None, ["0,5"].into_iter()).written("0.25"), "0.25");
    }
}
