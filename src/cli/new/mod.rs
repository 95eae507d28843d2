//! `new`: a small playable game to begin with, as a script or as a crate.

#[cfg(feature = "luau")]
mod script;

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use super::args::NewArgs;
use super::error::CliError;
use super::input::InputError;
use super::output::print;
#[cfg(feature = "workbench")]
pub(crate) use script::begin_script;
#[cfg(feature = "luau")]
use script::new_script;

/// The files of a crate, with their places in it. Words in double braces stand for what they say.
const CRATE: [(&str, &str); 6] = [
    ("Cargo.toml", include_str!("crate/Cargo.toml.txt")),
    ("rules.toml", include_str!("crate/rules.toml")),
    ("src/main.rs", include_str!("crate/src/main.rs.txt")),
    ("src/game.rs", include_str!("crate/src/game.rs")),
    ("src/bot.rs", include_str!("crate/src/bot.rs")),
    ("src/metric.rs", include_str!("crate/src/metric.rs")),
];

pub(super) fn new(args: &NewArgs) -> Result<(), CliError> {
    if args.rust { new_crate(args) } else { new_script(args) }
}

fn refused(path: &Path, why: impl Display) -> InputError {
    InputError::new(format!("`new {}`: {why}", path.display()))
}

#[cfg(not(feature = "luau"))]
fn new_script(args: &NewArgs) -> Result<(), CliError> {
    let why = "this program was built without scripts (the cargo feature `luau`); for a crate: --rust";
    Err(refused(&args.file, why).into())
}

fn new_crate(args: &NewArgs) -> Result<(), CliError> {
    let folder = &args.file;
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-');
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(plain) {
        return Err(refused(folder, "a crate's name has lower-case letters, digits, - and _").into());
    }
    let source = args.source.clone().unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    if !source.join("Cargo.toml").is_file() {
        let why = format!("Ludometer's source is not in {}: name its folder with --source", source.display());
        return Err(refused(folder, why).into());
    }
    let source = fs::canonicalize(&source).unwrap_or(source);
    for (file, text) in CRATE {
        let text = text.replace("{{NAME}}", &name).replace("{{TITLE}}", &title(&name));
        let source = source.to_string_lossy();
        let text = text.replace("{{VERSION}}", env!("CARGO_PKG_VERSION")).replace("{{SOURCE}}", &source);
        write(&folder.join(file), &text)?;
    }
    let shown = folder.display();
    print(&format!(
        "{shown} is a crate with a small game, a bot, a metric, a program with all commands, and tests. Try it:\n  \
         cd {shown} && cargo test\n  \
         cargo run --release -- run {name}\n"
    ))?;
    Ok(())
}

/// Returns the title that a name stands for: `my_game` is `My Game`.
fn title(name: &str) -> String {
    let words = name.split(['_', '-', ' ']).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    words.map(capital).collect::<Vec<_>>().join(" ")
}

/// Writes a file where none is.
fn write(path: &Path, text: &str) -> Result<(), InputError> {
    let failed = |error: std::io::Error| refused(path, error.to_string());
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut file = File::create_new(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => refused(path, "there is a file of this name already: take another name"),
        _ => failed(error),
    })?;
    file.write_all(text.as_bytes()).map_err(|error| {
        // Half a file would only keep its name from others.
        let _ = fs::remove_file(path);
        failed(error)
    })
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn a_title_has_capitals() {
        assert_eq!(title("river_race-2"), "River Race 2");
    }
}
