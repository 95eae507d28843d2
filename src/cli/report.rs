//! `report`: the page of a folder of results, the index of a folder of such folders, or the sheet of cards with their figures.

mod index;

use std::fs;
use std::path::{Path, PathBuf};

use super::args::ReportArgs;
use super::error::CliError;
use super::input::{InputError, find_game};
use super::output::print;
use super::sheet;
use super::watch::films;
use crate::registry::{Entry, Games};
use ludometer_report::{FileError, INDEX, PAGE, Results, no_link, page, plots_folder, writable, write_file};

pub(super) fn report(games: &Games, args: &ReportArgs) -> Result<(), CliError> {
    if let Some(path) = &args.sheet {
        return sheet::write_figures(games, &args.folder, path);
    }
    let inner = index::inner(&args.folder)?;
    let name = if inner.is_some() { INDEX } else { PAGE };
    let path = args.out.clone().unwrap_or_else(|| args.folder.join(name));
    let text = match inner {
        Some(inner) => index::make(games, &args.folder, &inner, &path)?,
        None => make(games, &args.folder, &path)?,
    };
    print(&text)?;
    if args.open { open(&path) } else { Ok(()) }
}

/// Writes the page of a folder into it, and shows it if it is wanted.
pub(super) fn write(games: &Games, folder: &Path, is_to_open: bool) -> Result<(), CliError> {
    let path = write_page(games, folder)?;
    if is_to_open { open(&path) } else { Ok(()) }
}

/// Writes the page of a folder into it.
pub(crate) fn write_page(games: &Games, folder: &Path) -> Result<PathBuf, CliError> {
    let path = folder.join(PAGE);
    make(games, folder, &path)?;
    Ok(path)
}

/// Shows a page in the browser.
pub(super) fn open(path: &Path) -> Result<(), CliError> {
    open::that(path).map_err(|error| {
        let text =
            format!("the page {} was written, but no browser could be started: {error}", path.display());
        CliError::Usage(text)
    })
}

/// Writes the page of a folder to this path; returns what is to be said of it.
fn make(games: &Games, from: &Path, path: &Path) -> Result<String, CliError> {
    let results = Results::read(from).map_err(InputError::from)?;
    let films = films(games, &results)?;
    let results = results.with_films(films);
    let entry = find_game(games, results.game()).ok();
    let title = entry.as_ref().map(Entry::title);
    let folder = plots_folder(path);
    // Everything is drawn before anything is written.
    let page = page(&results, title).map_err(InputError::from)?;
    let beside = beside(path)?;
    let plots = beside.join(folder);
    let shown = path.display();
    let output = |source| InputError::output(&source, "-o");
    writable(path).map_err(output)?;
    if path.exists() && !path.is_file() {
        // A pipe or a device: there is no place beside it, and it may be standard output.
        write_file(path, page.html.as_bytes())?;
        return Ok(String::new());
    }
    no_link(&plots).map_err(output)?;
    if let Some((name, _)) = page.plots.first().filter(|_| plots.exists()) {
        writable(&plots.join(format!("{name}.svg"))).map_err(output)?;
    }
    fs::create_dir_all(&plots).map_err(|source| FileError { path: plots.clone(), source })?;
    for (name, svg) in &page.plots {
        write_file(&plots.join(format!("{name}.svg")), svg.as_bytes())?;
    }
    // Last: the page links to the plots.
    write_file(path, page.html.as_bytes())?;
    let count = match page.plots.len() {
        1 => "1 plot, also as an SVG file".to_owned(),
        count => format!("{count} plots, also as SVG files"),
    };
    Ok(format!("{shown}: {count} in {}\n", plots.display()))
}

/// Returns the folder of a file that is to be written.
fn beside(path: &Path) -> Result<&Path, CliError> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if folder.is_dir() {
        return Ok(folder);
    }
    Err(InputError::new(format!(
        "{} can't be written: there is no folder {}; choose another file with -o",
        path.display(),
        folder.display()
    ))
    .into())
}
