//! Tables that other libraries read without a copy.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::{ArrowError, Field, Schema};
use ludometer_model::open_file;
use ludometer_report::write_records;
use ludometer_stats::{Cell, Table as Figures};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyKeyError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};

use crate::value_error;

/// A table: columns of text, whole numbers or real numbers. `pandas`, `polars`, `pyarrow` and `duckdb` read it without a
/// copy through `__arrow_c_stream__`.
#[pyclass(frozen, module = "ludometer")]
pub(crate) struct Table {
    /// The name: that of the CSV file that the command line writes, without its ending.
    #[pyo3(get)]
    name: String,
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
    batch: RecordBatch,
}

/// Returns a column of one type: whole numbers where all are, real numbers where some are, otherwise text.
fn column(rows: &[Vec<Cell>], at: usize) -> ArrayRef {
    let cells = || rows.iter().map(|row| &row[at]);
    if cells().any(|cell| matches!(cell, Cell::Text(_))) {
        let text = |cell: &Cell| match cell {
            Cell::Empty => None,
            other => Some(other.to_string()),
        };
        return Arc::new(cells().map(text).collect::<StringArray>());
    }
    if cells().any(|cell| matches!(cell, Cell::Real(_))) {
        return Arc::new(cells().map(Cell::number).collect::<Float64Array>());
    }
    let whole = |cell: &Cell| match cell {
        Cell::Count(count) => i64::try_from(*count).ok(),
        _ => None,
    };
    Arc::new(cells().map(whole).collect::<Int64Array>())
}

impl Table {
    pub(crate) fn new(name: &str, columns: Vec<String>, rows: Vec<Vec<Cell>>) -> PyResult<Self> {
        let arrays: Vec<ArrayRef> = (0..columns.len()).map(|at| column(&rows, at)).collect();
        let fields = columns.iter().zip(&arrays);
        let fields: Vec<Field> =
            fields.map(|(name, array)| Field::new(name, array.data_type().clone(), true)).collect();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(value_error)?;
        Ok(Self { name: name.to_owned(), columns, rows, batch })
    }

    pub(crate) fn of(table: &Figures) -> PyResult<Self> {
        let columns = table.columns.iter().map(|&name| name.to_owned()).collect();
        Self::new(table.name, columns, table.rows.clone())
    }

    pub(crate) fn file_name(&self) -> String {
        format!("{}.csv", self.name)
    }

    pub(crate) fn write_csv(&self, path: &Path) -> PyResult<()> {
        let failed = |error| PyOSError::new_err(format!("{} can't be written: {error}", path.display()));
        write_records(&self.columns, &self.rows, File::create(path).map_err(failed)?).map_err(failed)
    }

    fn cell<'py>(py: Python<'py>, cell: &Cell) -> PyResult<Bound<'py, PyAny>> {
        match cell {
            Cell::Text(text) => text.into_bound_py_any(py),
            Cell::Count(count) => count.into_bound_py_any(py),
            Cell::Real(number) => number.into_bound_py_any(py),
            Cell::Empty => Ok(py.None().into_bound(py)),
        }
    }

    fn shown(&self, at: usize) -> Vec<String> {
        self.rows[at].iter().map(Cell::to_string).collect()
    }
}

/// The most rows that are printed.
const SHOWN: usize = 40;

#[pymethods]
impl Table {
    /// Reads a CSV file that the command line wrote.
    #[staticmethod]
    fn read_csv(path: PathBuf) -> PyResult<Self> {
        let failed =
            |error: csv::Error| PyOSError::new_err(format!("{} can't be read: {error}", path.display()));
        let file = open_file(&path).map_err(|error| failed(error.into()))?;
        let mut reader = csv::ReaderBuilder::new().from_reader(file);
        let columns: Vec<String> = reader.headers().map_err(failed)?.iter().map(str::to_owned).collect();
        let cells = reader.records().map(|row| Ok(row.map_err(failed)?.iter().map(typed).collect()));
        let cells = cells.collect::<PyResult<Vec<Vec<Cell>>>>()?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self::new(&name, columns, cells)
    }

    /// Returns the names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// Returns a column as a list.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let Some(at) = self.columns.iter().position(|column| column == name) else {
            let known = self.columns.join(", ");
            return Err(PyKeyError::new_err(format!("there is no column `{name}`; there are: {known}")));
        };
        let cells = self.rows.iter().map(|row| Self::cell(py, &row[at]));
        PyList::new(py, cells.collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns the table as a dict of lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for column in &self.columns {
            dict.set_item(column, self.__getitem__(py, column)?)?;
        }
        Ok(dict)
    }

    /// Returns the rows as a list of dicts.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for row in &self.rows {
            let dict = PyDict::new(py);
            for (column, cell) in self.columns.iter().zip(row) {
                dict.set_item(column, Self::cell(py, cell)?)?;
            }
            list.append(dict)?;
        }
        Ok(list)
    }

    /// Writes the table as CSV, as the command line does.
    fn to_csv(&self, path: PathBuf) -> PyResult<()> {
        self.write_csv(&path)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Nothing is cast: the protocol leaves that to the reader.
        drop(requested_schema);
        let batches = vec![Ok::<_, ArrowError>(self.batch.clone())];
        let reader = RecordBatchIterator::new(batches, self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        let mut widths: Vec<usize> = self.columns.iter().map(|name| name.chars().count()).collect();
        let shown: Vec<Vec<String>> = (0..self.rows.len().min(SHOWN)).map(|at| self.shown(at)).collect();
        for row in &shown {
            widths.iter_mut().zip(row).for_each(|(width, text)| *width = (*width).max(text.chars().count()));
        }
        let line = |texts: &[String]| {
            let cells = texts.iter().zip(&widths).map(|(text, width)| format!("{text:<width$}"));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let mut lines = vec![line(&self.columns)];
        lines.extend(shown.iter().map(|row| line(row)));
        if self.rows.len() > SHOWN {
            lines.push(format!("... and {} more rows", self.rows.len() - SHOWN));
        }
        lines.join("\n")
    }

    fn _repr_html_(&self) -> String {
        let row = |tag: &str, texts: &[String]| {
            let cells = texts.iter().map(|text| format!("<{tag}>{}</{tag}>", escaped(text)));
            format!("<tr>{}</tr>", cells.collect::<String>())
        };
        let rows = (0..self.rows.len().min(SHOWN)).map(|at| row("td", &self.shown(at))).collect::<String>();
        format!("<table><thead>{}</thead><tbody>{rows}</tbody></table>", row("th", &self.columns))
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns a page as a part of a notebook, where it is shown by itself.
#[pyfunction]
pub(crate) fn frame(page: &str) -> String {
    format!("<iframe srcdoc=\"{}\" style=\"width: 100%; height: 40em; border: 0\"></iframe>", escaped(page))
}

/// Returns a field as what it is written as.
fn typed(text: &str) -> Cell {
    if text.is_empty() {
        return Cell::Empty;
    }
    if let Ok(count) = text.parse::<u64>() {
        return Cell::Count(count);
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Cell::Real(number),
        _ => Cell::Text(text.to_owned()),
    }
}
