//! The results that `--force` replaces: all that stand in the folder, whichever command they are of. A report of
//! the folder would tell of them beside the new ones.

use std::path::Path;

use crate::registry::Games;
use ludometer_model::{MAX_RECORD, read_text};
use ludometer_report::{COMMAND_FILES, PAGE, RUN_FILES, STUDY_FILES, is_link, plots_of};

/// Returns the names of all that goes when a command publishes its files: `own`, which it may leave itself, and what
/// other commands left whose record stands there. Their TOML files stay: a user may have gone on to write in
/// them. The page of the former results goes with its plots.
pub(super) fn replaced(games: &Games, folder: &Path, own: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = own.iter().map(|&name| name.to_owned()).collect();
    for files in COMMAND_FILES {
        let its_own = files == own;
        let stands = files.last().is_some_and(|record| folder.join(record).exists());
        if stands && !its_own {
            let is_toml = |name: &str| Path::new(name).extension().is_some_and(|end| end == "toml");
            names.extend(files.iter().filter(|name| !is_toml(name)).map(|&name| name.to_owned()));
        }
        // The former run may have been another game's.
        if [RUN_FILES, STUDY_FILES].contains(&files) && (its_own || stands) {
            names.extend(
                games.all().iter().flat_map(|game| &game.design().tables).map(|table| format!("{table}.csv")),
            );
        }
    }
    let page = read_text(&folder.join(PAGE), MAX_RECORD).ok();
    if let Some(plots) = page.and_then(|html| plots_of(&html)) {
        let linked =
            |plot: &String| Path::new(plot).parent().is_some_and(|inner| is_link(&folder.join(inner)));
        names.extend(plots.into_iter().filter(|plot| folder.join(plot).is_file() && !linked(plot)));
        names.push(PAGE.to_owned());
    }
    names
}

#[cfg(test)]
mod tests {
    use std::fs;

    use ludometer_report::{TOURNAMENT_FILES, TUNE_FILES};

    use super::*;

    #[test]
    fn the_results_of_other_commands_go_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let goes = |own: &[&str], name: &str| {
            replaced(&Games::default(), folder.path(), own).iter().any(|known| known == name)
        };
        assert!(goes(RUN_FILES, "summary.csv") && goes(RUN_FILES, "ib_rounds.csv"), "another game's");
        assert!(!goes(TOURNAMENT_FILES, "summary.csv"), "no run's record stands there");
        assert!(!goes(RUN_FILES, "ratings.csv"), "no tournament's");
        fs::write(folder.path().join("run.json"), "").unwrap();
        fs::write(folder.path().join("tune.json"), "").unwrap();
        for name in ["ratings.csv", "summary.csv", "ib_rounds.csv", "run.json", "tune.csv", "tune.json"] {
            assert!(goes(TOURNAMENT_FILES, name), "{name}");
        }
        for name in ["best.toml", "targets.toml", "notes.txt", "report.html", "check.csv"] {
            assert!(!goes(TOURNAMENT_FILES, name), "{name}");
        }
        assert!(goes(TUNE_FILES, "best.toml"), "its own");
    }

    #[test]
    fn the_page_of_the_former_results_goes_with_its_plots() {
        let folder = tempfile::tempdir().unwrap();
        let goes = |name: &str| {
            replaced(&Games::default(), folder.path(), RUN_FILES).iter().any(|known| known == name)
        };
        fs::create_dir(folder.path().join("plots")).unwrap();
        for name in ["plots/wins-by-seat.svg", "plots/mine.svg", "mine.svg"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert!(!goes(PAGE) && !goes("plots/wins-by-seat.svg"), "there is no page");
        let plots =
            ["wins-by-seat", "gone", "../mine"].map(|name| format!("<figure id=\"{name}\"></figure>"));
        let page =
            |head: &str| fs::write(folder.path().join(PAGE), head.to_owned() + &plots.concat()).unwrap();
        page("<meta name=\"generator\" content=\"ludometer 0.1.0\">");
        assert!(goes(PAGE) && goes("plots/wins-by-seat.svg"));
        for name in ["plots/mine.svg", "plots/gone.svg", "plots/../mine.svg", "mine.svg"] {
            assert!(!goes(name), "{name}");
        }
        page("");
        assert!(!goes(PAGE) && !goes("plots/wins-by-seat.svg"), "no page of ours");
    }

    #[test]
    fn each_list_ends_with_a_record_of_its_own() {
        let records: Vec<&str> = COMMAND_FILES.iter().filter_map(|files| files.last().copied()).collect();
        for (i, record) in records.iter().enumerate() {
            let is_json = Path::new(record).extension().is_some_and(|end| end == "json");
            assert!(is_json && !records[..i].contains(record), "{record}");
        }
    }
}
