//! Sheets of cards as the tools of designers write them: read unchanged, written back, and joined with figures.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{ludometer, prints};

/// A sheet of `tests/sheets`.
fn sheet(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sheets").join(name)
}

/// Returns a folder with a game that begins with this sheet.
fn game_of(name: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::copy(sheet(name), folder.path().join(name)).unwrap();
    prints(folder.path(), &["new", "forest.luau", "--sheet", name]);
    folder
}

/// Checks that the sheet has the deck that all of them have, and what its script says of it.
#[track_caller]
fn holds_the_deck(name: &str, checks: &str) {
    let folder = game_of(name);
    let path = folder.path().join("forest.luau");
    let text = fs::read_to_string(&path).unwrap();
    let line = "local HAND = param(";
    assert!(text.contains(line), "{text}");
    fs::write(&path, text.replace(line, &format!("{checks}\n{line}"))).unwrap();
    let rules = prints(folder.path(), &["rules", "forest.luau"]);
    for line in [
        "Fox = 6\n",
        "# copies of Beatrix, Queen of Ash\n",
        "Beatrix_Queen_of_Ash = 2\n",
        "# copies of Füchsin\n",
        "Fuchsin = 3\n",
    ] {
        assert!(rules.contains(line), "{name}: {line} in {rules}");
    }
    assert_eq!(rules.matches("# Allowed").count(), 4, "{name}: {rules}");
    let found = prints(folder.path(), &["validate", "forest.luau", "--games", "3"]);
    assert!(found.contains("11 cards of 3 kinds") && !found.contains("Mistakes:"), "{name}: {found}");
}

const COSTS: &str = "assert(t.cost[1] == 1 and t.cost[2] == 4 and t.cost[3] == 2)";
const TEXT: &str = "assert(t.text[1] == 'Draw a card, then discard one.' and t.text[2] == '')";

#[test]
fn nandeck() {
    let own = "assert(t.range[1] == '1-6' and t.image[3] == 'img\\\\füchsin.png' and t.text[3] == 'Steal 1.\\nThen rest.')";
    holds_the_deck("nandeck.csv", &format!("{COSTS} {TEXT} {own}"));
}

#[test]
fn dextrous() {
    let own = "assert(t.text[1] == 'Draw {card}, then discard one.' and t.layout[2] == 'Hero')";
    holds_the_deck(
        "dextrous.csv",
        &format!(
            "{COSTS} {}",
            own.replace("{card}", "{\"{\"}card{\"}\"}").replace("'Draw", "`Draw").replace("one.'", "one.`")
        ),
    );
}

#[test]
fn component_studio() {
    holds_the_deck(
        "component_studio.csv",
        &format!("{COSTS} assert(t.text[1] == 'Draw a card, then \"discard\" one.')"),
    );
}

#[test]
fn board_game_builder() {
    let own = "assert(t.id[3] == 103 and t.title_colour[1] == '#aa3300' and t.icon[2] == 'crown' and t.icon_2[2] == 'fire')";
    holds_the_deck("board_game_builder.csv", &format!("{COSTS} {TEXT} {own}"));
}

#[test]
fn google_sheets() {
    let own = "assert(t.attack[1] == 2500 and t.attack[2] == 12000 and t.attack[3] == 300)";
    holds_the_deck("google.csv", &format!("{COSTS} {TEXT} {own}"));
}

#[test]
fn excel_with_semicolons() {
    holds_the_deck(
        "excel.csv",
        &format!("{COSTS} assert(t.rate[1] == 0.5 and t.rate[3] == 0 and t.titel[2] == 'Königin')"),
    );
}

#[test]
fn excel_unicode_text() {
    holds_the_deck(
        "excel_unicode.txt",
        &format!("{COSTS} assert(t.text[1] == 'Draw a card, then \"discard\" one.')"),
    );
}

#[test]
fn excel_workbook() {
    holds_the_deck("excel.xlsx", &format!("{COSTS} {TEXT} assert(t.text[3] == 'Steal 1.')"));
    // By its name, too, and no other.
    let folder = game_of("excel.xlsx");
    let path = folder.path().join("forest.luau");
    let text = fs::read_to_string(&path).unwrap();
    let named =
        |name: &str| text.replace("file \"excel.xlsx\"", &format!("file(\"excel.xlsx\", \"{name}\")"));
    fs::write(&path, named("Deck A")).unwrap();
    assert!(prints(folder.path(), &["rules", "forest.luau"]).contains("Fox = 6"));
    fs::write(&path, named("Deck B")).unwrap();
    let output = ludometer(folder.path(), &["rules", "forest.luau"]).assert().code(2).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains(
            "forest.luau:6: excel.xlsx, sheet Deck B: there is no such sheet; there are: Notes, Deck A"
        ),
        "{said}"
    );
}

#[test]
fn libreoffice_workbook() {
    holds_the_deck(
        "libreoffice.ods",
        &format!("{COSTS} {TEXT} assert(t.text[3] == 'Steal 1.\\nThen rest.')"),
    );
}

#[test]
fn tabletop_simulator() {
    holds_the_deck(
        "tabletop_simulator.json",
        "assert(t.description[2] == 'cost 4' and t.deck[1] == 'Forest')",
    );
    let folder = game_of("tabletop_simulator.json");
    let list = prints(folder.path(), &["import", "tabletop_simulator.json"]);
    assert_eq!(
        list,
        "Name,Copies,Deck,Description\nFox,6,Forest,cost 1\n\"Beatrix, Queen of Ash\",2,Forest,cost 4\nFüchsin,3,Forest,cost 2\n"
    );
    let counts = ["--set", "deck.Fox=1", "--set", "deck.Fuchsin=5"];
    let export = ["export", "forest.luau", "--save", "tabletop_simulator.json", "-o", "new.json"];
    prints(folder.path(), &[&export[..], &counts].concat());
    let list = prints(folder.path(), &["import", "new.json", "--sheet", "Forest"]);
    assert!(
        list.contains("Fox,1,") && list.contains("Queen of Ash\",2,") && list.contains("Füchsin,5,"),
        "{list}"
    );
}

#[test]
fn a_rule_set_is_written_in_the_rows_of_its_sheet() {
    let folder = game_of("google.csv");
    let text = fs::read_to_string(sheet("google.csv")).unwrap().replace("\r\n", "\n");
    let rules = |file: &str, more: &[&str]| {
        prints(folder.path(), &[&["rules", "forest.luau", "--sheet", file][..], more].concat())
    };
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    assert_eq!(rules("same.csv", &[]), "same.csv: 11 cards of 3 kinds\n");
    // Quotes stand where they must.
    assert_eq!(read("same.csv"), text);
    rules("other.csv", &["--set", "deck.Fox=9"]);
    assert_eq!(read("other.csv"), text.replace("Fox,1,6,", "Fox,1,9,").replace("Total,,11,", "Total,,14,"));
    rules("other.xlsx", &["--set", "deck.Fox=9"]);
    let list = prints(folder.path(), &["import", "other.xlsx"]);
    assert!(list.contains("Fox,1,9,\"2,500\",") && list.starts_with("Forest cards,"), "{list}");
    // What a spreadsheet keeps beside the cells is not overwritten.
    let output = ludometer(folder.path(), &["rules", "forest.luau", "--sheet", "other.xlsx"])
        .assert()
        .code(2)
        .get_output()
        .clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("other.xlsx is there already"));
    // What can be read, but not written, is refused with what can.
    let rules = ["rules", "forest.luau", "--sheet", "new.ods"];
    let output = ludometer(folder.path(), &rules).assert().code(2).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("`.ods` can't be written: name a file with .csv, .tsv or .xlsx"), "{said}");
    assert!(!folder.path().join("new.ods").exists());
    // A game without a sheet has a list.
    prints(folder.path(), &["rules", "pure-profit", "--sheet", "list.csv"]);
    assert!(read("list.csv").starts_with("Name,Copies,Id\nValue 1,8,value_1\n"));
}

#[test]
fn figures_of_cards_stand_behind_the_columns_of_their_sheet() {
    let folder = game_of("google.csv");
    prints(folder.path(), &["run", "forest.luau", "--games", "200", "--analyze", "--out", "first"]);
    // The numbers of the sheet stand beside the figures of the page.
    let names = fs::read_to_string(folder.path().join("first/names.csv")).unwrap();
    assert!(names.contains("card: Attack,Fox,2500\r\n") && names.contains("card: Cost,Fox,1\r\n"), "{names}");
    prints(folder.path(), &["report", "first"]);
    assert!(fs::read_to_string(folder.path().join("first/report.html")).unwrap().contains("Attack</"));
    let said = prints(folder.path(), &["report", "first", "--sheet", "worth.csv"]);
    assert!(said.starts_with("worth.csv: 3 cards with "), "{said}");
    let text = fs::read_to_string(folder.path().join("worth.csv")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // All rows are as long as the one of titles, or the sheet could not be read back.
    let titles = lines[1].split(',').count();
    assert_eq!(lines[0], format!("Forest cards{}", ",".repeat(titles - 1)));
    assert!(lines[1].starts_with("Card Name,Cost,Qty.,Attack,Text,,games,drawn_per_game,"), "{text}");
    assert!(lines[1].contains(",dealt delta,"), "{text}");
    assert!(lines[2].starts_with("Fox,1,6,\"2,500\",\"Draw a card, then discard one.\",,200,6,"), "{text}");
    assert!(text.contains(&format!("\nTotal,,11,,,{}\n", ",".repeat(titles - 6))), "{text}");
    // Figures of other cards are not joined to these.
    let path = folder.path().join("google.csv");
    let other = fs::read_to_string(&path)
        .unwrap()
        .replace("Fox", "Ox")
        .replace("Beatrix", "Bea")
        .replace("Füchsin", "Ä");
    fs::write(&path, other).unwrap();
    let output = ludometer(folder.path(), &["report", "first", "--sheet", "none.csv"])
        .assert()
        .code(2)
        .get_output()
        .clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("has no figures of these cards"));
}

#[test]
fn another_sheet_is_another_game() {
    let folder = game_of("google.csv");
    prints(folder.path(), &["run", "forest.luau", "--games", "200", "--out", "first"]);
    let trace = || ludometer(folder.path(), &["trace", "--run", "first", "--game", "1"]).output().unwrap();
    assert!(!String::from_utf8(trace().stderr).unwrap().contains("has changed"));
    let path = folder.path().join("google.csv");
    let text = fs::read_to_string(&path).unwrap();
    // Not the copies, which the record has, but what a card costs.
    fs::write(&path, text.replace("Fox,1,6", "Fox,3,6")).unwrap();
    let said = String::from_utf8(trace().stderr).unwrap();
    assert!(said.contains("the script forest.luau, or the table of cards that it reads (google.csv), has changed since this run"), "{said}");
    fs::write(&path, text.replace("Fox,1,6", "Ox,1,6")).unwrap();
    let said = String::from_utf8(trace().stderr).unwrap();
    assert!(
        said.contains("there is no parameter `deck.Fox`")
            && said.contains("google.csv, which may have changed since the run"),
        "{said}"
    );
}

#[test]
fn a_game_begins_with_a_sheet_beside_it_only() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("game")).unwrap();
    fs::copy(sheet("google.csv"), folder.path().join("google.csv")).unwrap();
    let new = ["new", "game/forest.luau", "--sheet", "google.csv"];
    let output = ludometer(folder.path(), &new).assert().code(2).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("must lie beside the script, or in a folder below"), "{said}");
    fs::write(folder.path().join("bad.csv"), "Name,Qty\nFox,many\n").unwrap();
    let output = ludometer(folder.path(), &["new", "forest.luau", "--sheet", "bad.csv"])
        .assert()
        .code(2)
        .get_output()
        .clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("bad.csv, row 2, column Qty: `many` is no number of copies"), "{said}");
    assert!(!folder.path().join("forest.luau").exists());
}

#[test]
fn a_german_sheet_keeps_its_numbers_and_is_read_back() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "karten.csv",
        "\u{feff}Name;Anzahl;Kosten;Wert\nFuchs;8;1;0,5\nLöwe;5;3;1.000\nFüchsin;6;2;1\n;;;\nSumme;19;;\n",
    );
    prints(folder.path(), &["new", "wald.luau", "--sheet", "karten.csv"]);
    let path = folder.path().join("wald.luau");
    let text = fs::read_to_string(&path).unwrap();
    let line = "local HAND = param(";
    let checks = "assert(t.wert[1] == 0.5 and t.wert[2] == 1000)";
    fs::write(&path, text.replace(line, &format!("{checks}\n{line}"))).unwrap();
    prints(folder.path(), &["run", "wald.luau", "--games", "100", "--out", "first"]);
    for file in ["worth.csv", "worth.tsv", "worth.xlsx"] {
        prints(folder.path(), &["report", "first", "--sheet", file]);
    }
    let worth = fs::read_to_string(folder.path().join("worth.csv")).unwrap();
    let rows: Vec<Vec<&str>> = worth.lines().map(|line| line.split(';').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{worth}");
    let at = rows[0].iter().position(|title| *title == "win_rate_drawn").unwrap();
    assert!(rows[1][at].starts_with("0,") && !rows[1].iter().any(|cell| cell.contains('.')), "{worth}");
    // A workbook has numbers, which no spreadsheet takes for texts.
    let list = prints(folder.path(), &["import", "worth.xlsx"]);
    assert!(list.contains("Fuchs,8,1,0.5,100,8,") && list.contains("Löwe,5,3,1000,"), "{list}");
    // Each is a sheet again.
    for file in ["worth.csv", "worth.tsv", "worth.xlsx"] {
        let script = format!("{}.luau", file.replace('.', "_"));
        prints(folder.path(), &["new", &script, "--sheet", file]);
        let found = prints(folder.path(), &["validate", &script, "--games", "3"]);
        assert!(found.contains("19 cards of 3 kinds") && !found.contains("Mistakes:"), "{file}: {found}");
    }
    // What can be either is a mistake, and a sheet without copies says so.
    write("either.csv", "Name;Count;Wert\nFuchs;8;1.000\nLöwe;5;2.500\n");
    let new = |script: &str, sheet: &str| {
        let output = ludometer(folder.path(), &["new", script, "--sheet", sheet]).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let said = new("either.luau", "either.csv");
    assert!(said.contains("column Wert: `1.000` can be 1 or 1000: write it without a point"), "{said}");
    // What numbers the cards is not their worth.
    write("numbered.csv", "#;Name;Anzahl\n1;Fuchs;2\n2;Eule;3\n");
    new("numbered.luau", "numbered.csv");
    let script = fs::read_to_string(folder.path().join("numbered.luau")).unwrap();
    assert!(
        script.contains("a card is worth 1, as no column has") && script.contains("points[me] += 1"),
        "{script}"
    );
    write("cube.csv", "Name;Kosten\nFuchs;1\nEule;2\n");
    let said = new("cube.luau", "cube.csv");
    assert!(
        said.contains("cube.csv has no column of copies") && said.contains("each row is one card"),
        "{said}"
    );
}
