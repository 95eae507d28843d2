//! Pages of the manual.

use std::fs;
use std::io;
use std::path::Path;

use clap_mangen::Man;

/// Writes the pages to a folder and returns their number.
pub(super) fn write(folder: &Path) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    let mut command = ludometer::cli::command();
    command.build();
    let name = command.get_name().to_owned();
    let mut pages = vec![(name.clone(), command.clone())];
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        let full = format!("{name}-{}", subcommand.get_name());
        // For clap the name must live as long as the program.
        let leaked: &'static str = full.clone().leak();
        pages.push((full, subcommand.clone().name(leaked)));
    }
    for (name, command) in &pages {
        let mut page = Vec::new();
        Man::new(command.clone()).render(&mut page)?;
        fs::write(folder.join(format!("{name}.1")), page)?;
    }
    Ok(pages.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_has_a_page_with_its_examples() {
        let folder = std::env::temp_dir().join(format!("ludometer-man-{}", std::process::id()));
        let count = write(&folder).unwrap();
        let commands = ludometer::cli::command().get_subcommands().count();
        assert!(count == commands + 1 && commands > 20, "{count}");
        let run = fs::read_to_string(folder.join("ludometer-run.1")).unwrap();
        assert!(run.contains(".SH OPTIONS") && run.contains("Examples:") && run.contains("\\-\\-games"));
        fs::remove_dir_all(folder).unwrap();
    }
}
