//! Tables of cards as people have them: pasted into a script, and in files beside it.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use ludometer_playable::Playable;

use crate::{ScriptError, ScriptFile, ScriptGame};

/// A script of these declarations in which every card is drawn.
fn script(declarations: &str) -> String {
    format!(
        "game.title, game.seats = 'Sheet', {{ 1, 2 }}
{declarations}
local deck, hand, heap = stock(), hands(), pile()
function game.setup() fill(deck); start(1) end
function game.turn(me) draw(deck, hand[me]) go.play(me) end
function step.play(me) for _, c in hand[me]:kinds() do may.play(c) end end
function act.play(me, c: card) move(c, hand[me], heap); if deck:size() == 0 then game_over() else end_turn() end end
function game.score(seat) return 0 end
"
    )
}

/// Returns the cards of a script with this table: id, name, copies.
fn cards(table: &str, checks: &str) -> Result<Vec<(String, String, u64)>, ScriptError> {
    let text = script(&format!("local t = cards([==[\n{table}\n]==])\n{checks}"));
    let file = Arc::new(ScriptFile::from_text("game.luau", &text)?);
    let game = ScriptGame::load(&file, 2, &[])?;
    Ok(game.cards().into_iter().map(|card| (card.name, card.title, card.copies)).collect())
}

#[track_caller]
fn read(table: &str, checks: &str, expected: &[(&str, &str, u64)]) {
    let found = cards(table, checks).unwrap_or_else(|error| panic!("{table}: {error}"));
    let found: Vec<_> =
        found.iter().map(|(id, name, copies)| (id.as_str(), name.as_str(), *copies)).collect();
    assert_eq!(found, expected, "{table}");
}

#[track_caller]
fn refused(table: &str, words: &str) {
    let error = cards(table, "").unwrap_err().to_string();
    assert_eq!(error, format!("game.luau:2: the table of cards, {words}"), "{table}");
}

const FOX: (&str, &str, u64) = ("Fox", "Fox", 6);

/// The list of the first of eighteen reports, row by row.
#[test]
fn a_list_is_read_as_spreadsheets_write_it() {
    let said = "assert(t.text[1] == 'Draw a card, then discard one.')";
    read("name,copies,text\nFox,6,\"Draw a card, then discard one.\"", said, &[FOX]);
    read("name\tcopies\ttext\nFox\t6\tDraw a card, then discard one.", said, &[FOX]);
    read(
        "name,copies,cost\n\"Beatrix, Queen of Ash\",6,2",
        "assert(t.name['Beatrix, Queen of Ash'] == 1 and t.name.Beatrix_Queen_of_Ash == 1)",
        &[("Beatrix_Queen_of_Ash", "Beatrix, Queen of Ash", 6)],
    );
    read("Fox;6;0,5\n".replace("Fox", "name;copies;cost\nFox").as_str(), "assert(t.cost[1] == 0.5)", &[FOX]);
    for head in ["Name,Qty,Cost", "Name,copies,Cost", "name,Copies,Cost", "name,quantity,cost"] {
        read(&format!("{head}\nFox,6,2"), "assert(t.cost[1] == 2 and t.copies[1] == 6)", &[FOX]);
    }
    read(
        "Name,Qty,Card Text\nFox,6,x",
        "assert(t['Card Text'][1] == 'x' and t.card_text == t['Card Text'])",
        &[FOX],
    );
    read("name,copies\nFox,6x", "", &[FOX]);
    read("name,copies,text\nFox,6,\"a\nb\"", "assert(t.text[1] == 'a\\nb')", &[FOX]);
    read("\u{feff}name,copies\nFox,6\n,", "", &[FOX]);
    refused(
        "name,copies,cost\nOwl,,3",
        "row 2, column copies: is empty: write how many copies there are, 0 for none",
    );
    for (name, id) in [
        ("Fire Bolt", "Fire_Bolt"),
        ("Owl-Bear", "Owl_Bear"),
        ("Thief's Gambit!", "Thiefs_Gambit"),
        ("Füchsin", "Fuchsin"),
        ("森の賢者", "u68ee_u306e_u8ce2_u8005"),
    ] {
        read(&format!("name,copies\n{name},6"), "", &[(id, name, 6)]);
    }
    read("name,copies,cost\nFox,6,1\nFox,2,3", "", &[FOX, ("Fox_2", "Fox (2)", 2)]);
    read("name,copies\nFox,6\nFox,2", "", &[("Fox", "Fox", 8)]);
    read("name,copies\nFox,6\nOwl,6\nTotal,12", "", &[FOX, ("Owl", "Owl", 6)]);
    read(
        "name,copies,cost\nFox,6,\nOwl,6,2",
        "assert(t.cost[1] + t.cost[2] == 2)",
        &[FOX, ("Owl", "Owl", 6)],
    );
}

#[test]
fn what_is_wrong_in_a_list_has_its_row() {
    refused(
        "name,copies\nFox,6\n\"Owl,2",
        "row 3: a quote does not end: a quote inside of a cell is written twice",
    );
    refused("name,copies\nFox,30000", "row 2, column copies: 0 to 5000 copies, not 30000");
    let text = script("local t = cards('name,copies,cost\\nFox,6,1')\nlocal x = t.cots[1]");
    let error = ScriptFile::from_text("game.luau", &text).unwrap_err().to_string();
    assert_eq!(error, "game.luau:3: the table of cards has no column `cots` (did you mean `cost`?)");
}

/// A cube of cards, each once, with its limit of kinds.
#[test]
fn a_list_of_two_thousand_cards_is_read() {
    let row = |number: usize| {
        format!("\nA card with a name so long that no line of a page can hold it number {number},1")
    };
    let list: String = (1..=2000).map(row).collect();
    let found = cards(&format!("name,copies{list}"), "").unwrap();
    assert_eq!((found.len(), found[1999].1.ends_with("number 2000")), (2000, true));
}

#[test]
fn the_names_of_a_script_count_more_than_those_of_its_table() {
    read(
        "name,copies\nFire Bolt,6",
        "game.names = { cards = { Fire_Bolt = 'Bolt' } }",
        &[("Fire_Bolt", "Bolt", 6)],
    );
}

/// A folder that is there as long as a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ludometer-sheets-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("game/decks")).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn open(&self, declarations: &str) -> Result<ScriptFile, ScriptError> {
        self.write("game/game.luau", &script(declarations));
        ScriptFile::open(&self.0.join("game/game.luau"))
    }

    #[track_caller]
    fn refused(&self, declarations: &str) -> String {
        self.open(declarations).unwrap_err().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_file_beside_the_script_is_part_of_it() {
    let folder = Folder::new("part");
    folder.write("game/cards.csv", "Name,Qty\nFire Bolt,6\n");
    folder.write("game/decks/b.csv", "Name;Qty\nOwl;2\n");
    let both = "local a = cards(file 'cards.csv')\nlocal b = cards(file(\"decks/b.csv\"), 'b')";
    let first = folder.open(both).unwrap();
    assert_eq!(
        first.facts.params.iter().map(|param| param.key.as_str()).collect::<Vec<_>>(),
        ["deck.Fire_Bolt", "deck.Owl"]
    );
    // The same cells are the same deck, however they are written.
    folder.write("game/decks/b.csv", "\u{feff}Name,Qty\r\n\"Owl\",2\r\n");
    assert_eq!(folder.open(both).unwrap().hash, first.hash);
    folder.write("game/decks/b.csv", "Name,Qty\nOwl,3\n");
    assert_ne!(folder.open(both).unwrap().hash, first.hash);
    assert_eq!(
        {
            folder.write("game/decks/b.csv", "Name,Qty\nOwl,\n");
            folder.refused(both)
        },
        "game.luau:3: decks/b.csv, row 2, column Qty: is empty: write how many copies there are, 0 for none"
    );
}

#[test]
fn a_script_reads_no_file_elsewhere() {
    let folder = Folder::new("elsewhere");
    folder.write("secret.csv", "Name,Qty\nFox,6\n");
    let outside = folder.0.join("secret.csv");
    for name in ["../secret.csv", outside.to_str().unwrap(), "decks/../../secret.csv", "", "./../secret.csv"]
    {
        let error = folder.refused(&format!("local t = cards(file \"{name}\")"));
        assert!(
            error.starts_with(&format!("game.luau:2: `{name}`: a script reads files beside it")),
            "{error}"
        );
    }
    #[cfg(unix)]
    for (link, target) in [("game/link.csv", "../secret.csv"), ("game/up", "..")] {
        std::os::unix::fs::symlink(target, folder.0.join(link)).unwrap();
    }
    #[cfg(unix)]
    for name in ["link.csv", "up/secret.csv"] {
        let error = folder.refused(&format!("local t = cards(file \"{name}\")"));
        assert_eq!(
            error,
            format!(
                "game.luau:2: `{name}` is a link that leads out of the script's folder: put the file itself there"
            )
        );
    }
    let missing = folder.refused("local t = cards(file 'none.csv')");
    assert!(missing.starts_with("game.luau:2: none.csv: can't be read: "), "{missing}");
    let is_folder = folder.refused("local t = cards(file 'decks')");
    assert!(is_folder.contains("it is a folder"), "{is_folder}");
    let text = script("local t = cards(file 'cards.csv')");
    let error = ScriptFile::from_text("game.luau", &text).unwrap_err().to_string();
    assert_eq!(error, "game.luau:2: `cards.csv`: this script lies in no folder");
}

#[test]
fn the_name_of_a_file_is_known_before_the_script_runs() {
    let folder = Folder::new("known");
    folder.write("game/cards.csv", "Name,Qty\nFox,6\n");
    let quotes = "file takes a name in quotes, and of a workbook a sheet's: file \"cards.csv\", file(\"game.xlsx\", \"Deck A\")";
    for call in [
        "file(name)",
        "file('cards' .. '.csv')",
        "file[[cards.csv]]",
        "file('a\\\\b')",
        "file",
        "file('a', name)",
    ] {
        let error = folder.refused(&format!("local name = 'cards.csv' local t = cards({call})"));
        assert_eq!(error, format!("game.luau:2: {quotes}"), "{call}");
    }
    let error = folder.refused("local t = cards({ file = 'cards.csv' })");
    assert_eq!(error, "game.luau:2: cards takes a table in a text, or a file: cards(file \"cards.csv\")");
    // A name of the script's own hides it.
    folder.open("local t = cards(file 'cards.csv') for file = 1, 2 do local x = file end").unwrap();
}
