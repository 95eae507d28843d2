//! The workbench: who is let in, and that the window does what the command line does.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::{files, json, prints, temporary_folder};

/// A workbench in a folder, and the way in.
struct Bench {
    process: Child,
    port: u16,
    token: String,
}

/// An answer: the status, the head, the body.
struct Answer(u16, String, String);

impl Bench {
    fn open(folder: &Path, arguments: &[&str]) -> Self {
        let mut process = Command::new(assert_cmd::cargo::cargo_bin!("ludometer"))
            .current_dir(folder)
            .args([&["workbench"], arguments].concat())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://127.0.0.1:").unwrap();
        let (port, token) = address.trim_end_matches('/').split_once('/').unwrap();
        let port = port.parse().unwrap();
        Self { process, port, token: token.to_owned() }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// Sends a request as it is, but for the end of its head.
    fn send(&self, head: &str, body: &str) -> Answer {
        let mut stream = self.connect();
        let length = body.len();
        let head = format!("{head}Content-Length: {length}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        // A body that is refused need not be read.
        let _ = stream.write_all(body.as_bytes());
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        let text = String::from_utf8(text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).unwrap_or_default().parse().unwrap_or_default();
        Answer(status, head.to_owned(), body.to_owned())
    }

    fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }

    fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET /{}{path} HTTP/1.1\r\n{}", self.token, self.host()), "")
    }

    fn post(&self, path: &str, body: &Json) -> Answer {
        self.send(&format!("POST /{}{path} HTTP/1.1\r\n{}", self.token, self.host()), &body.to_string())
    }

    /// Takes a version in hand, to be compared with the printed one.
    fn hand(&self, settings: &Json) -> Json {
        self.hand_against(settings, &Json::Null)
    }

    /// Takes a version in hand, to be compared with a kept one.
    fn hand_against(&self, settings: &Json, against: &Json) -> Json {
        let mut hand = json!({ "players": 2, "bots": "random", "seconds": 30, "precision": 0.05 });
        (hand["settings"], hand["against"]) = (settings.clone(), against.clone());
        let Answer(status, _, body) = self.post("/hand", &hand);
        assert_eq!(status, 200, "{body}");
        json(&body)
    }

    /// Listens until this is known.
    fn until(&self, is_so: impl Fn(&Json) -> bool) -> Json {
        self.heard("/events", is_so)
    }

    /// Returns what the screen at which people play shows, once it shows something after this message that waits for them.
    fn screen(&self, after: u64) -> Json {
        let waits = ["asked", "covered", "over"];
        let is_so = |shown: &Json| {
            shown["number"].as_u64().unwrap() != after && waits.contains(&shown["state"].as_str().unwrap())
        };
        self.heard("/play/events", is_so)
    }

    /// Answers a message of the screen, and returns the next one.
    fn say(&self, shown: &Json, mut answer: Json) -> Json {
        answer["number"] = shown["number"].clone();
        let Answer(status, _, body) = self.post("/play/say", &answer);
        assert_eq!(status, 200, "{body}");
        self.screen(shown["number"].as_u64().unwrap())
    }

    /// Begins a game, and returns the first message of its screen.
    fn sit(&self, wanted: &Json) -> Json {
        let Answer(status, _, body) = self.post("/play", wanted);
        assert_eq!(status, 200, "{body}");
        self.screen(0)
    }

    /// Listens on a stream until this is known.
    fn heard(&self, path: &str, is_so: impl Fn(&Json) -> bool) -> Json {
        let mut stream = self.connect();
        write!(stream, "GET /{}{path} HTTP/1.1\r\n{}\r\n", self.token, self.host()).unwrap();
        let begun = Instant::now();
        for line in BufReader::new(stream).lines() {
            let line = line.unwrap();
            let Some(known) = line.strip_prefix("data: ").map(json) else { continue };
            if is_so(&known) {
                return known;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "{known}");
        }
        panic!("the stream has ended")
    }

    fn signal(mut self, name: &str) -> Option<i32> {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
        self.process.wait().unwrap().code()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn is_done(change: &Json) -> impl Fn(&Json) -> bool {
    move |known| known["compared"] == *change && known["is_busy"] == false
}

#[test]
fn nobody_gets_in_but_the_browser_of_the_user() {
    let folder = temporary_folder();
    let bench = Bench::open(folder.path(), &["pure-profit"]);
    let port = bench.port;
    let (host, word) = (bench.host(), &bench.token);
    let wrong = "0".repeat(word.len());
    for (head, why) in [
        (format!("GET / HTTP/1.1\r\n{host}"), "no word"),
        (format!("GET /events HTTP/1.1\r\n{host}"), "no word"),
        (format!("POST /hand HTTP/1.1\r\n{host}"), "no word"),
        (format!("POST /{wrong}/stop HTTP/1.1\r\n{host}"), "a wrong word"),
        (format!("GET /{}/ HTTP/1.1\r\n{host}", &word[1..]), "a part of it"),
        (format!("GET /study/{word}/ HTTP/1.1\r\n{host}"), "the word elsewhere"),
        (format!("GET /study?{word} HTTP/1.1\r\n{host}Cookie: {word}\r\n"), "the word elsewhere"),
        (format!("GET /{word}/ HTTP/1.1\r\nHost: games.example:{port}\r\n"), "a name that leads here"),
        (format!("GET /{word}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"), "another port"),
        (format!("GET /{word}/ HTTP/1.1\r\n"), "no host"),
        (format!("POST /{word}/stop HTTP/1.1\r\n{host}Origin: http://games.example\r\n"), "another site"),
        (format!("POST /{word}/stop HTTP/1.1\r\n{host}Origin: null\r\n"), "a page of nowhere"),
        (
            format!("POST /{word}/stop HTTP/1.1\r\n{host}Origin: http://127.0.0.1:1\r\n"),
            "another server here",
        ),
    ] {
        let Answer(status, answered, body) = bench.send(&head, "");
        assert_eq!(status, 403, "{why}: {body}");
        assert!(answered.contains("connection: close"), "{why}: {answered}");
    }
    let own = format!("GET /{word}/ HTTP/1.1\r\n{host}Origin: http://127.0.0.1:{port}\r\n");
    let Answer(status, head, body) = bench.send(&own, "");
    assert_eq!(status, 200);
    assert!(body.contains("<h1>Pure Profit</h1>"), "{body}");
    let policy = head.lines().find(|line| line.starts_with("content-security-policy: ")).unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert!(!body.contains("<style") && !body.contains("<script>") && !body.contains("onclick"), "{body}");
    // Nothing that a browser would send to another server of this machine holds the word.
    assert!(!head.contains("set-cookie") && head.contains("referrer-policy: no-referrer"), "{head}");
}

#[test]
fn no_path_and_no_body_leads_out_of_the_game() {
    let folder = temporary_folder();
    std::fs::write(folder.path().join("secret.txt"), "secret").unwrap();
    let bench = Bench::open(folder.path(), &["pure-profit", "--out", "out"]);
    for path in [
        "/secret.txt",
        "/../secret.txt",
        "/study/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/study/secret.txt",
    ] {
        let Answer(status, _, body) = bench.get(path);
        assert_eq!((status, body.as_str()), (404, ""), "{path}");
    }
    assert_eq!(bench.get("/study").0, 404, "no study yet");
    let huge = json!({ "settings": "9".repeat(1 << 20) });
    assert_eq!(bench.post("/hand", &huge).0, 413);
    assert_eq!(bench.post("/open", &json!({ "game": "../secret.txt" })).0, 400);
    assert_eq!(bench.post("/hand", &json!({ "players": 2 })).0, 400);
    let hand =
        json!({ "players": 2, "bots": "../bot.luau", "seconds": 30, "precision": 0.05, "settings": {} });
    assert_eq!(bench.post("/hand", &hand).0, 400, "bots of no list");
    assert!(!folder.path().join("out").exists(), "nothing is written before it is asked for");
}

#[test]
fn an_impossible_value_is_answered_with_the_range_beside_its_field() {
    let folder = temporary_folder();
    let bench = Bench::open(folder.path(), &["pure-profit"]);
    let changed = bench.hand(&json!({ "deck.steal_one": "-1", "match.games": "<b>often</b>" }));
    let of = |key: &str| {
        let faults = changed["faults"].as_array().unwrap();
        faults
            .iter()
            .find(|fault| fault["key"] == key)
            .map(|fault| fault["text"].as_str().unwrap().to_owned())
    };
    let typed = ["rules", "pure-profit", "--set", "deck.steal_one=-1"];
    let refused = crate::ludometer(folder.path(), &typed).assert().failure();
    let text = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    let said = of("deck.steal_one").unwrap();
    assert!(text.contains(&said) && said.contains(".."), "{said}; {text}");
    assert!(of("match.games").is_some());
    let known = bench.until(|known| known["change"] == changed["change"]);
    assert_eq!(known["is_busy"], false, "nothing is played by rules that can't be");
    let page = bench.get("/").2;
    assert!(page.contains("value=\"&lt;b&gt;often&lt;/b&gt;\"") && !page.contains("<b>often"), "{page}");
}

#[test]
fn the_window_and_the_command_line_leave_the_same_files() {
    let folder = temporary_folder();
    let bench = Bench::open(folder.path(), &["pure-profit", "--out", "bench", "--games", "256"]);
    let changed = bench.hand(&json!({ "deck.steal_one": "8" }));
    let known = bench.until(is_done(&changed["change"]));
    let parts = &known["parts"];
    assert!(parts["sentence"].as_str().unwrap().contains("four copies more of Steal One"), "{parts}");
    assert!(parts["minutes"].as_str().unwrap().contains("At 30 seconds a turn"), "{parts}");
    let left = same_files(folder.path(), &parts["command"], "bench/compare", "compare.json");
    assert!(left.contains(&"compare.csv".to_owned()) && left.contains(&"b.toml".to_owned()));
    // The games of the comparison, as it played them.
    for which in ["a-0", "b-2"] {
        assert!(parts["games"].as_str().unwrap().contains(&format!("href=\"game?{which}\"")), "{parts}");
        let Answer(status, _, page) = bench.get(&format!("/game?{which}"));
        assert!(status == 200 && page.contains("id=\"film\""), "{which}: {page}");
    }
    for which in ["c-0", "b-999999", "b", "b---run=/etc", ""] {
        assert_eq!(bench.get(&format!("/game?{which}")).0, 404, "{which}");
    }
}

/// Types the command that the window shows, and asserts that it leaves the same files as the window did, but for the time that
/// it took. Returns their names without the record's.
fn same_files(folder: &Path, shown: &Json, left: &str, record: &str) -> Vec<String> {
    let command = shown.as_str().unwrap();
    let command =
        command.split("<code class=\"command\">ludometer ").nth(1).unwrap().split('<').next().unwrap();
    let words = shlex::split(command).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).chain(["--out", "typed"]).collect();
    prints(folder, &words);
    let [mut window, mut typed] = [left, "typed"].map(|name| files(&folder.join(name)));
    let [of_window, of_typed] = [&mut window, &mut typed].map(|files| {
        let mut record = json(&String::from_utf8(files.remove(record).unwrap()).unwrap());
        // When it was, and how long it took.
        for key in ["finished", "wall_seconds"] {
            assert!(record.as_object_mut().unwrap().remove(key).is_some(), "{key}");
        }
        record
    });
    assert_eq!(of_window, of_typed);
    assert!(window == typed, "{:?}, {:?}", window.keys(), typed.keys());
    window.into_keys().collect()
}

#[test]
fn counts_are_found_as_by_tune_and_a_proposal_is_kept_with_its_comparison() {
    let folder = temporary_folder();
    let bench = Bench::open(folder.path(), &["pure-profit", "--out", "bench", "--games", "256"]);
    let changed = bench.hand(&json!({ "deck.steal_two": "5" }));
    bench.until(is_done(&changed["change"]));
    assert_eq!(changed["ranges"]["deck.steal_one"], json!([2, 6]), "from half to one and a half");
    assert_eq!(changed["ranges"]["bank.goal"], json!([5, 10]), "as far as the rules allow");
    let wanted = json!({
        "targets": { "turns": ["150", "255"], "first_mover_advantage": ["-40", "40"] },
        "moves": { "deck.steal_one": ["2", "12"], "bank.goal": ["6", ""] },
        "games": "10240",
    });
    let Answer(status, _, body) = bench.post("/find", &wanted);
    assert_eq!(status, 200, "{body}");
    let known = bench.until(|known| known["found"] == changed["change"] && known["is_busy"] == false);
    let parts = &known["parts"];
    let found = parts["found"].as_str().unwrap();
    assert!(found.contains("<strong>bank.goal: 8 instead of 10.</strong> Length in turns 2"), "{parts}");
    assert!(found.contains("wanted 150 to 255)") && found.contains("wanted \u{2212}40 to 40)"), "{found}");
    assert!(found.contains("With bank.goal = 8 instead of 10 a game"), "what it costs beside it: {found}");
    assert!(parts["find-status"].as_str().unwrap().contains("Done"), "{parts}");
    let left = same_files(folder.path(), &parts["find-command"], "bench/tune", "tune.json");
    assert!(left.contains(&"tune.csv".to_owned()) && left.contains(&"best.toml".to_owned()), "{left:?}");

    let hand = found.split("data-keep=\"").nth(1).unwrap().split('"').next().unwrap().replace("&quot;", "\"");
    assert_eq!(json(&hand)["settings"], json!({ "bank.goal": "8", "deck.steal_two": "5" }));
    let kept = json!({ "name": "Shorter", "note": "", "hand": json(&hand) });
    let Answer(status, _, list) = bench.post("/keep", &kept);
    assert_eq!(status, 200, "{list}");
    // The grid shows the figures and the sentence of the file, and what it was compared with.
    assert!(
        list.contains("deck.steal_two=5</td>") && list.contains("With bank.goal = 8 instead of 10 a game"),
        "{list}"
    );
    let compared = files(&folder.path().join("bench/versions/shorter/compare"));
    assert_eq!(
        compared.get("compare.csv"),
        files(&folder.path().join("bench/proposal-1")).get("compare.csv")
    );

    // What was found stays for other choices; a change of the table ends a search like other work.
    let newer = bench.hand(&json!({}));
    let known = bench.until(|known| known["change"] == newer["change"] && known["is_busy"] == false);
    assert_eq!((&known["found"], &known["parts"]["found"]), (&changed["change"], &parts["found"]));
    let endless = json!({ "targets": wanted["targets"], "moves": wanted["moves"], "games": "900000000" });
    assert_eq!(bench.post("/find", &endless).0, 200);
    let status = |known: &Json| known["parts"]["find-status"].as_str().unwrap_or_default().to_owned();
    bench.until(|known| status(known).starts_with("Searching"));
    let newest = bench.hand(&json!({ "deck.steal_two": "6" }));
    bench.until(is_done(&newest["change"]));
}

#[test]
fn targets_that_can_not_be_are_refused_with_their_ranges() {
    let folder = temporary_folder();
    let bench = Bench::open(folder.path(), &["pure-profit", "--out", "bench"]);
    let turns = json!({ "turns": ["30", "40"] });
    let goal = json!({ "bank.goal": ["", ""] });
    for (targets, moves, games, says) in [
        (json!({ "first_mover_advantage": ["-300", ""] }), &goal, "10240", "a number from -100 to 100"),
        (json!({ "turns": ["", "-1"] }), &goal, "10240", "a number from 0 on"),
        (json!({ "turns": ["40", "30"] }), &goal, "10240", "min 40 is above max 30"),
        (json!({ "turns": ["", ""] }), &goal, "10240", "type a range"),
        (json!({ "luck": ["1", "2"] }), &goal, "10240", "no target `luck`"),
        (turns.clone(), &json!({}), "10240", "tick a card"),
        (turns.clone(), &json!({ "bank.goal": ["1", "99"] }), "10240", "allowed are 2..10"),
        (turns.clone(), &json!({ "bank.goals": ["1", "9"] }), "10240", "`bank.goals`"),
        (turns, &goal, "many", "--games"),
    ] {
        let wanted = json!({ "targets": targets, "moves": moves, "games": games });
        let Answer(status, _, text) = bench.post("/find", &wanted);
        assert!(status == 400 && text.contains(says), "{wanted}: {text}");
    }
    assert_eq!(bench.until(|_| true)["is_busy"], false);
    assert!(!folder.path().join("bench").exists(), "nothing is written");
}

#[test]
fn a_newer_change_cancels_the_older_and_a_late_window_knows_all() {
    let folder = temporary_folder();
    let bench = Bench::open(folder.path(), &["pure-profit", "--out", "bench", "--threads", "1"]);
    let first = bench.hand(&json!({ "deck.steal_one": "5" }));
    bench.until(|known| known["compared"] == first["change"] && known["is_busy"] == true);
    let second = bench.hand(&json!({ "deck.steal_one": "6" }));
    assert!(second["change"].as_u64() > first["change"].as_u64());
    let known = bench.until(|known| known["compared"] == second["change"]);
    assert!(known["parts"]["command"].as_str().unwrap().contains("deck.steal_one=6"), "{known}");
    assert_eq!(bench.post("/stop", &Json::Null).0, 200);
    let stopped = bench.until(is_done(&second["change"]));
    let late = bench.until(|_| true);
    assert_eq!(late, stopped, "the first message says all that is known");
    assert!(!folder.path().join("bench/compare").exists(), "work that was stopped leaves no files");
    // The version that is in hand again is not played again.
    assert_eq!(bench.hand(&json!({ "deck.steal_one": "6" }))["change"], second["change"]);
    assert_eq!(bench.signal("-TERM"), Some(0), "it ends as with Ctrl-C");
}

#[test]
fn half_open_connections_keep_nobody_out_for_long() {
    let folder = temporary_folder();
    let bench = Bench::open(folder.path(), &["pure-profit"]);
    let half_open: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = bench.connect();
            stream.write_all(b"GET / HT").unwrap();
            stream
        })
        .collect();
    assert_eq!(bench.get("/").0, 200);
    drop(half_open);
}

#[test]
fn a_study_of_the_version_in_hand_has_its_page_in_the_window() {
    let folder = temporary_folder();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted/gold.luau");
    let bench = Bench::open(folder.path(), &[script.to_str().unwrap(), "--out", "bench"]);
    let changed = bench.hand(&json!({}));
    assert_eq!(bench.post("/study", &json!({ "minutes": "nonsense" })).0, 400);
    let is_answered = |known: &Json| known["studied"] == changed["change"] && known["is_busy"] == false;
    assert_eq!(bench.post("/study", &json!({ "minutes": "0.01" })).0, 200);
    let known = bench.until(|known| is_answered(known) && known["parts"]["study-page"].is_string());
    assert!(
        known["parts"]["study-command"].as_str().unwrap().contains("gold.luau --players 2 --minutes 0.01"),
        "{known}"
    );
    let Answer(status, _, page) = bench.get("/study?1");
    assert_eq!(status, 200);
    assert!(page.contains("<p class=\"kind\">Study report</p>"), "{page}");
    let study = std::fs::read(folder.path().join("bench/study/study.json")).unwrap();
    let Answer(status, _, list) = bench.post("/keep", &json!({ "name": "Studied", "note": "" }));
    assert_eq!(status, 200, "{list}");
    assert_eq!(std::fs::read(folder.path().join("bench/versions/studied/study/study.json")).unwrap(), study);
    let study = json(&String::from_utf8(study).unwrap());
    for answer in study["answers"].as_array().unwrap() {
        let asked = answer["asked"].as_str().unwrap();
        assert!(list.contains(&format!("<th scope=\"col\">{asked}</th>")), "{asked}: {list}");
    }
    assert!(list.contains("not compared") && !list.contains("no study"), "{list}");
}

#[test]
fn a_version_that_is_kept_outlives_the_process_and_is_compared_with() {
    let folder = temporary_folder();
    let arguments = ["pure-profit", "--out", "bench", "--games", "256"];
    let bench = Bench::open(folder.path(), &arguments);
    let changed = bench.hand(&json!({ "deck.steal_one": "8" }));
    bench.until(is_done(&changed["change"]));
    let name = "Many/../steals";
    let Answer(status, _, list) = bench.post("/keep", &json!({ "name": name, "note": "<i>why</i>" }));
    assert_eq!(status, 200, "{list}");
    assert!(list.contains("&lt;i&gt;why") && list.contains("deck.steal_one=8"), "{list}");
    let record = std::fs::read_to_string(folder.path().join("bench/compare/compare.json")).unwrap();
    let record = json(&record);
    let turns = record["metrics"].as_array().unwrap().iter().find(|row| row["metric"] == "turns").unwrap();
    for side in ["a", "b"] {
        let turns = turns[side].as_f64().unwrap();
        let cells = format!("<td class=\"n\">{turns:.1}</td><td class=\"n\">{:.1}</td>", turns * 0.5);
        assert!(list.contains(&cells), "{cells}: {list}");
    }
    assert!(list.contains("The printed rules") && list.contains("<td>the printed rules</td>"), "{list}");
    assert!(!list.contains("not compared") && !list.contains("no study"), "{list}");
    for (name, why) in [(name, "it is taken"), ("../..", "no letter"), ("", "none"), ("a\nb", "two lines")] {
        let Answer(status, _, text) = bench.post("/keep", &json!({ "name": name, "note": "" }));
        assert_eq!(status, 400, "{why}: {text}");
    }
    let rules = bench.get("/rules.toml").2;
    assert_eq!(bench.signal("-KILL"), None);

    let versions = folder.path().join("bench/versions");
    let kept: Vec<_> =
        std::fs::read_dir(&versions).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(kept, ["many----steals"]);
    let version = versions.join("many----steals");
    assert_eq!(std::fs::read_to_string(version.join("rules.toml")).unwrap(), rules);
    let file = version.join("rules.toml");
    let typed = ["rules", "pure-profit", "--rules", file.to_str().unwrap()];
    assert_eq!(prints(folder.path(), &typed), rules, "the rule set as `rules` writes it");
    let [compared, copied] =
        [folder.path().join("bench/compare"), version.join("compare")].map(|path| files(&path));
    let is_whole =
        |(name, bytes): (&String, &Vec<u8>)| name.starts_with('.') || copied.get(name) == Some(bytes);
    assert!(compared.iter().all(is_whole) && copied.contains_key("compare.json"), "{:?}", copied.keys());

    let bench = Bench::open(folder.path(), &arguments);
    assert!(bench.get("/").2.contains("data-version=\"Many/../steals\""));
    let changed = bench.hand_against(&json!({ "deck.steal_one": "6" }), &json!(name));
    let known = bench.until(is_done(&changed["change"]));
    let command = known["parts"]["command"].as_str().unwrap();
    assert!(command.contains("--set-a deck.steal_one=8 --set-b deck.steal_one=6"), "{command}");
    let sentence = known["parts"]["sentence"].as_str().unwrap();
    assert!(sentence.contains("two copies fewer of Steal One"), "{sentence}");
    // What is kept before its comparison has ended has none.
    bench.hand_against(&json!({ "deck.steal_one": "7" }), &json!(name));
    assert_eq!(bench.post("/stop", &Json::Null).0, 200);
    let hand = json!({ "players": 2, "bots": "random", "seconds": 30, "precision": 0.05, "settings": {}, "against": null });
    let Answer(status, _, list) =
        bench.post("/keep", &json!({ "name": "As it is", "note": "", "hand": hand }));
    assert_eq!((status, list.matches("not compared").count()), (200, 1), "{list}");
    let unknown = json!({ "players": 2, "bots": "random", "seconds": 30, "precision": 0.05, "settings": {}, "against": "none" });
    assert_eq!(bench.post("/hand", &unknown).0, 400, "no such version");
}

#[test]
fn a_script_that_is_broken_at_the_start_is_shown_with_its_mistake_and_opens_when_it_is_mended() {
    let folder = temporary_folder();
    let path = folder.path().join("mine.luau");
    let gold = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted/gold.luau");
    let gold = std::fs::read_to_string(gold).unwrap();
    std::fs::write(&path, gold.clone() + "\nlocal x = = 3\n").unwrap();
    let bench = Bench::open(folder.path(), &["mine.luau", "--games", "256"]);
    let page = bench.get("/").2;
    assert!(page.contains("id=\"mistakes\"") && !page.contains("id=\"parameters\""), "{page}");
    let mistakes = |known: &Json| known["parts"]["mistakes"].as_str().unwrap_or_default().to_owned();
    let known = bench.until(|_| true);
    let line = gold.lines().count() + 2;
    assert!(mistakes(&known).contains(&format!("mine.luau:{line}:")), "{known}");
    let hand = json!({ "players": 2, "bots": "random", "seconds": 30, "precision": 0.05, "settings": {}, "against": null });
    assert_eq!(bench.post("/hand", &hand).0, 400, "there is no game yet");

    std::fs::write(&path, gold.clone() + "\n\n\nlocal x = = 4\n").unwrap();
    let other = format!("mine.luau:{}:", line + 2);
    let known = bench.until(|known| mistakes(known).contains(&other));
    std::fs::write(&path, &gold).unwrap();
    let mended = bench.until(|mended| mended["read"].as_u64() > known["read"].as_u64());
    assert_eq!(mistakes(&mended), "");
    assert!(bench.get("/").2.contains("id=\"parameters\""));
    let Answer(status, _, body) = bench.post("/hand", &hand);
    assert_eq!(status, 200, "{body}");
}

#[test]
fn the_scripts_of_a_folder_are_listed_and_no_other_game_is_opened() {
    let folder = temporary_folder();
    let scripts = folder.path().join("prototypes");
    std::fs::create_dir(&scripts).unwrap();
    let bench = Bench::open(folder.path(), &["prototypes"]);
    let empty = bench.get("/").2;
    assert!(empty.contains("There is no game script") && !empty.contains("data-open"), "{empty}");
    let gold = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted/gold.luau");
    std::fs::copy(gold, scripts.join("gold.luau")).unwrap();
    std::fs::write(scripts.join("bot.luau"), "-- no game\n").unwrap();
    let page = bench.get("/").2;
    assert_eq!(page.matches("data-open").count(), 1, "{page}");
    assert_eq!(bench.post("/open", &json!({ "game": "pure-profit" })).0, 400);
    assert_eq!(bench.post("/open", &json!({ "game": "prototypes/gold.luau" })).0, 200);
    assert!(bench.get("/").2.contains("id=\"parameters\""));
}

#[test]
fn a_script_is_read_again_when_it_changes_and_its_mistakes_are_shown_with_their_lines() {
    let folder = temporary_folder();
    let path = folder.path().join("mine.luau");
    let gold = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted/gold.luau");
    let gold = std::fs::read_to_string(gold).unwrap();
    let text = |copies: u32| {
        let count =
            format!("local N = param(\"water.gold\", {copies}, 1, 30, \"assumed: gold cards\")\nlocal GOLD,");
        gold.replace("local GOLD,", &count).replace("card(\"gold\", 12)", "card(\"gold\", N)")
    };
    std::fs::write(&path, text(12)).unwrap();
    let bench = Bench::open(folder.path(), &["mine.luau", "--games", "256"]);
    let printed = |copies: u32| format!("data-printed=\"{copies}\"");
    assert!(bench.get("/").2.contains(&printed(12)));
    let first = bench.until(|_| true);

    // A mistake in the text, and then one that only a game meets.
    std::fs::write(&path, text(12) + "\nlocal x = = 3\n").unwrap();
    let mistakes = |known: &Json| known["parts"]["mistakes"].as_str().unwrap_or_default().to_owned();
    let line = text(12).lines().count() + 2;
    let known = bench.until(|known| mistakes(known).contains(&format!("mine.luau:{line}:")));
    assert_eq!(known["read"], first["read"], "the rules of before stay");
    assert!(bench.get("/").2.contains(&printed(12)));
    std::fs::write(&path, text(12).replace("win(1 + below(2))", "win(if below(3) == 0 then 7 else 1)"))
        .unwrap();
    let known = bench.until(|known| mistakes(known).contains("7 is no seat"));
    assert!(known["read"].as_u64() > first["read"].as_u64());

    std::fs::write(&path, text(14)).unwrap();
    let mended = bench.until(|mended| mended["read"].as_u64() > known["read"].as_u64());
    assert_eq!(mistakes(&mended), "");
    assert!(bench.get("/").2.contains(&printed(14)));
    let changed = bench.hand(&json!({ "water.gold": "20" }));
    let known = bench.until(is_done(&changed["change"]));
    assert!(known["parts"]["command"].as_str().unwrap().contains("compare mine.luau"), "{known}");
}

/// Returns the number of choices that a screen offers.
fn choices(shown: &Json) -> usize {
    shown["parts"]["choices"].as_str().unwrap().matches("data-choice").count()
}

/// Plays on with these people until this many choices are made, or to the end; returns what the screen shows then.
fn play_on(bench: &Bench, mut shown: Json, most: usize) -> Json {
    let mut made = 0;
    while made < most && shown["state"] != "over" {
        shown = if shown["state"] == "covered" {
            bench.say(&shown, json!({ "say": "ready" }))
        } else {
            made += 1;
            let choice = made * 5 % choices(&shown);
            bench.say(&shown, json!({ "say": "take", "choice": choice }))
        };
    }
    shown
}

#[test]
fn people_at_one_screen_play_to_the_end_and_see_nothing_while_it_is_handed_over() {
    let folder = temporary_folder();
    let bench = Bench::open(folder.path(), &["even-odd", "--out", "bench"]);
    bench.hand(&json!({}));
    let mut shown = bench.sit(&json!({ "people": [1, 0] }));
    let (mut covered, mut asked) = (0, [0, 0]);
    while shown["state"] != "over" {
        let parts = shown["parts"].as_object().unwrap();
        let asks = parts["asks"].as_str().unwrap();
        if shown["state"] == "covered" {
            covered += 1;
            assert_eq!(parts.keys().collect::<Vec<_>>(), ["asks", "choices"], "{shown}");
            assert!(asks.starts_with("Hand the screen to Player "), "{asks}");
            shown = bench.say(&shown, json!({ "say": "ready" }));
            continue;
        }
        let seat = usize::from(asks.contains("Player B, you decide"));
        assert!(seat == 1 || asks.contains("Player A, you decide"), "{asks}");
        let own = format!("You ({})", ["A", "B"][seat]);
        assert!(parts["mat"].as_str().unwrap().contains(&own), "{own}: {shown}");
        asked[seat] += 1;
        let choice = asked[seat] % choices(&shown);
        shown = bench.say(&shown, json!({ "say": "take", "choice": choice }));
    }
    assert!(covered > 2 && asked.iter().all(|asked| *asked > 2), "{covered}, {asked:?}");
    let film = shown["parts"]["advice"].as_str().unwrap().split("href=\"").nth(1).unwrap();
    let Answer(status, head, page) = bench.get(&format!("/{}", film.split('"').next().unwrap()));
    assert_eq!(status, 200);
    assert!(head.contains("frame-ancestors") && page.contains("id=\"film\""), "{head}");
}

#[test]
fn a_game_that_people_play_outlives_the_process_and_goes_on() {
    let folder = temporary_folder();
    let arguments = ["pure-profit", "--out", "bench"];
    let bench = Bench::open(folder.path(), &arguments);
    bench.hand(&json!({ "bank.goal": "9" }));
    let shown = play_on(&bench, bench.sit(&json!({ "people": [0] })), 6);
    let [asks, mat] = ["asks", "mat"].map(|part| shown["parts"][part].clone());
    let Answer(_, _, page) = bench.get("/play");
    let name = page.split("data-saved=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let watched = bench.get(&format!("/film?{name}"));
    assert!(watched.0 == 404 && watched.2.contains("not over"), "its hands are not open: {}", watched.2);
    assert_eq!(bench.signal("-KILL"), None);

    let bench = Bench::open(folder.path(), &arguments);
    let shown = bench.sit(&json!({ "people": [], "saved": name }));
    assert_eq!(shown["parts"]["asks"], asks);
    let plain = |mat: &Json| {
        mat.as_str()
            .unwrap()
            .replace(" class=\"new\"", "")
            .replace("<span class=\"unseen\"> (new)</span>", "")
    };
    assert_eq!(plain(&shown["parts"]["mat"]), plain(&mat));
    // What was said to another message, and what is no choice, counts for nothing.
    let old = json!({ "number": 0, "say": "take", "choice": 0 });
    assert_eq!(bench.post("/play/say", &old).0, 200);
    let again = bench.say(&shown, json!({ "say": "take", "choice": 99 }));
    assert_eq!(again["parts"]["asks"], asks);
    let hinted = bench.say(&again, json!({ "say": "hint" }));
    assert!(hinted["parts"]["advice"].as_str().unwrap().contains(" %"), "{hinted}");
    let told = bench.say(&hinted, json!({ "say": "why", "choice": null }));
    assert!(told["parts"]["advice"].as_str().unwrap().contains("rather than"), "{told}");
    let left = bench.say(&told, json!({ "say": "leave" }));
    assert_eq!(left["state"], "over");
    // The trace is that of `play`: it goes on there, too. Its name doesn't tell the seed.
    let file = format!("bench/play/{name}.jsonl");
    let trace = std::fs::read_to_string(folder.path().join(&file)).unwrap();
    let seed = json(trace.lines().next().unwrap())["seed"].to_string();
    assert!(!name.contains(&seed), "{name}");
    let typed = ["play", "pure-profit", "--players", "2", "--bots", "random", "--set", "bank.goal=9"];
    let typed = [&typed[..], &["--seed", &seed, "--resume", &file]].concat();
    let text = prints(folder.path(), &typed);
    assert!(text.contains("the trace of the game so far is in"), "{text}");
    // From another seat the hands of a game that goes on would be seen.
    let anew = json!({ "people": [1], "saved": name, "from": 0 });
    let Answer(status, _, why) = bench.post("/play", &anew);
    assert!(status == 400 && why.contains("not over"), "{why}");
    // Played anew from the first turn on, one that is over is another game beside it.
    play_on(&bench, bench.sit(&json!({ "people": [], "saved": name })), usize::MAX);
    let shown = bench.sit(&anew);
    assert!(shown["parts"]["asks"].as_str().unwrap().contains("Player B"), "{shown}");
    let numbered = name.strip_suffix("-1").unwrap();
    assert!(folder.path().join(format!("bench/play/{numbered}-2.jsonl")).exists());
}

/// A trace may come from anywhere: it seats no program, and a game whose rules have changed is not gone on with.
#[test]
fn a_trace_that_was_edited_or_belongs_to_other_rules_is_refused() {
    let folder = temporary_folder();
    let script = std::fs::read_to_string("games/kuhn_poker.luau").unwrap();
    std::fs::write(folder.path().join("k.luau"), &script).unwrap();
    let bench = Bench::open(folder.path(), &["k.luau", "--out", "bench"]);
    bench.hand(&json!({}));
    bench.sit(&json!({ "people": [0] }));
    let path = folder.path().join("bench/play/k-1.jsonl");
    let trace = std::fs::read_to_string(&path).unwrap();
    let Answer(_, _, page) = bench.get("/play");
    assert!(page.contains("data-saved=\"k-1\""), "{page}");
    // A bot that is a program of somebody else's.
    let evil = folder.path().join("evil.toml");
    std::fs::write(&evil, "command = [\"touch\", \"owned\"]\n").unwrap();
    std::fs::write(&path, trace.replacen("\"random\"", "\"evil.toml\"", 1)).unwrap();
    assert_ne!(std::fs::read_to_string(&path).unwrap(), trace);
    let goes_on = json!({ "people": [0], "saved": "k-1" });
    let Answer(status, _, why) = bench.post("/play", &goes_on);
    assert!(status == 400 && why.contains("there are no bots `evil.toml`"), "{why}");
    assert!(!folder.path().join("owned").exists());
    // The deck is another one: what the first line tells of the start doesn't come again.
    std::fs::write(&path, &trace).unwrap();
    let changed = script.replacen("\"king\", 1", "\"king\", 3", 1);
    assert_ne!(changed, script);
    std::fs::write(folder.path().join("k.luau"), changed).unwrap();
    bench.until(|known| known["read"].as_u64() > Some(1));
    let shown = bench.sit(&goes_on);
    assert_eq!(shown["state"], "over", "{shown}");
    assert!(shown["parts"]["choices"].as_str().unwrap().contains("other rules"), "{shown}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), trace, "it is kept as it was");
}

/// Several windows show one version in hand, which outlives the process; a second workbench keeps out of its folder.
#[test]
fn the_version_in_hand_is_one_and_belongs_to_one_workbench() {
    let folder = temporary_folder();
    let arguments = ["pure-profit", "--out", "bench", "--games", "256"];
    let bench = Bench::open(folder.path(), &arguments);
    let changed = bench.hand(&json!({ "deck.steal_one": "8" }));
    let known = bench.until(|known| known["change"] == changed["change"]);
    assert_eq!(known["hand"]["settings"], json!({ "deck.steal_one": "8" }), "other windows are told");
    let other = crate::ludometer(folder.path(), &[&["workbench"], &arguments[..]].concat()).assert().code(2);
    let why = String::from_utf8(other.get_output().stderr.clone()).unwrap();
    assert!(why.contains("another workbench"), "{why}");
    assert_eq!(bench.signal("-KILL"), None);
    let bench = Bench::open(folder.path(), &arguments);
    let known = bench.until(|known| known["hand"].is_object());
    assert_eq!(known["hand"]["settings"], json!({ "deck.steal_one": "8" }), "it is in hand again");
}

/// A version that is kept while its comparison goes on gets the comparison when that has come to its end; a study that a change
/// ends is said to have ended.
#[test]
fn what_is_kept_or_ended_in_the_middle_of_work_is_told() {
    let folder = temporary_folder();
    let bench = Bench::open(folder.path(), &["pure-profit", "--out", "bench", "--games", "20000"]);
    let changed = bench.hand(&json!({ "deck.steal_one": "5" }));
    assert_eq!(bench.post("/keep", &json!({ "name": "five", "note": "" })).0, 200);
    let known = bench.until(is_done(&changed["change"]));
    assert!(known["parts"]["command"].is_string(), "{known}");
    let record = std::fs::read_to_string(folder.path().join("bench/versions/five/version.json")).unwrap();
    assert!(json(&record)["command"].as_str().unwrap().contains("deck.steal_one=5"), "{record}");
    assert!(folder.path().join("bench/versions/five/compare/compare.csv").exists());
    // One that is damaged is named; what a killed process left is gone.
    std::fs::write(folder.path().join("bench/versions/five/version.json"), "{").unwrap();
    std::fs::create_dir(folder.path().join("bench/versions/.ludometer-x")).unwrap();
    drop(bench);
    let bench = Bench::open(folder.path(), &["pure-profit", "--out", "bench", "--games", "20000"]);
    assert!(bench.get("/").2.contains("is damaged: five."), "{}", bench.get("/").2);
    assert!(!folder.path().join("bench/versions/.ludometer-x").exists());
    let refused = bench.post("/study", &json!({ "minutes": "x" }));
    assert!(refused.0 == 400 && refused.2.contains("a number of minutes"), "{}", refused.2);
    assert_eq!(bench.post("/study", &json!({ "minutes": "5" })).0, 200);
    bench.until(|known| {
        known["parts"]["study-status"].as_str().is_some_and(|text| text.starts_with("Asking"))
    });
    bench.hand(&json!({ "deck.steal_one": "6" }));
    bench
        .until(|known| known["parts"]["study-status"].as_str().is_some_and(|text| text.starts_with("Ended")));
}

#[test]
fn a_game_for_people_is_refused_where_nobody_can_sit_or_no_such_game_is_kept() {
    let folder = temporary_folder();
    std::fs::write(folder.path().join("secret.jsonl"), "{\"event\": \"start\"}\n").unwrap();
    let bench = Bench::open(folder.path(), &["pure-profit", "--out", "bench"]);
    bench.hand(&json!({}));
    for (wanted, why) in [
        (json!({ "people": [] }), "somebody has to sit"),
        (json!({ "people": [2] }), "seat"),
        (json!({ "people": [0], "saved": "../../secret" }), "there is no game"),
        (json!({ "people": [0], "saved": "/etc/passwd", "from": 3 }), "there is no game"),
        (json!({ "people": "all" }), "this is no request"),
    ] {
        let Answer(status, _, text) = bench.post("/play", &wanted);
        assert_eq!(status, 400, "{why}: {text}");
        assert!(text.contains(why), "{why}: {text}");
    }
    assert_eq!(
        bench.post("/play/say", &json!({ "number": 1, "say": "ready" })).0,
        400,
        "no game is under way"
    );
    assert_eq!(bench.get("/film?../../secret").0, 404);
    assert!(!folder.path().join("bench/play").exists());
}

#[test]
fn a_new_game_begins_from_a_template_or_a_sheet_in_the_folder_and_nowhere_else() {
    let folder = temporary_folder();
    std::fs::write(folder.path().join("my cards.csv"), "Card;Qty;Power\nWolf;3;2\nBear;2;x\n").unwrap();
    std::fs::write(folder.path().join("taken.luau"), "mine").unwrap();
    let bench = Bench::open(folder.path(), &[]);
    let Answer(_, _, page) = bench.get("/");
    assert!(page.contains("the cards of my cards.csv") && page.contains("the template tricks"), "{page}");
    for (name, from, why) in [
        ("../out", "cards", "a path"),
        ("", "cards", "no name"),
        ("x.luau", "cards", "an ending"),
        ("<b>", "cards", "markup"),
        ("taken", "cards", "a file that is there"),
        ("fine", "../secret.csv", "a sheet elsewhere"),
    ] {
        let Answer(status, _, text) = bench.post("/new", &json!({ "name": name, "from": from }));
        assert_eq!(status, 400, "{why}: {text}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("taken.luau")).unwrap(), "mine");
    assert_eq!(bench.post("/new", &json!({ "name": "forest", "from": "my cards.csv" })).0, 200);
    let Answer(_, _, page) = bench.get("/");
    assert!(page.contains("<h1>Forest</h1>") && page.contains(">Wolf<"), "{page}");
    assert!(page.contains("open it in your editor"), "{page}");
    let typed = folder.path().join("typed");
    std::fs::create_dir(&typed).unwrap();
    std::fs::copy(folder.path().join("my cards.csv"), typed.join("my cards.csv")).unwrap();
    prints(&typed, &["new", "forest.luau", "--sheet", "my cards.csv"]);
    let [window, command] =
        [folder.path(), &typed].map(|path| std::fs::read(path.join("forest.luau")).unwrap());
    assert_eq!(window, command, "`new` writes the same script");
    assert_eq!(bench.post("/new", &json!({ "name": "tricks-2", "from": "tricks" })).0, 200);
    assert!(bench.get("/").2.contains("tricks-2.luau"));
    let Answer(_, _, page) = bench.get("/games");
    assert!(
        page.contains("data-open=\"forest.luau\"") && page.contains("data-open=\"pure-profit\""),
        "{page}"
    );
}
