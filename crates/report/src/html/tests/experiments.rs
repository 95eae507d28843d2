//! Pages of experiments: comparisons, gates, sweeps, searches.

use super::{HOSTILE, Page, folder, page_of, without_script};

const COMPARE: &str = r#"{
  "experiment": "compare", "game": "snatch", "players": 2, "seed": 7, "confidence": 0.95, "games": 4096, "complete": true,
  "command": "ludometer compare snatch --set-b deck.bomb=3", "subjects": null,
  "a": {"rules_hash": "a", "rules": {"deck.bomb": 2, "deck.dud": 4}, "bots": ["greedy", "greedy"], "strategy_files": [], "seed": 7},
  "b": {"rules_hash": "b", "rules": {"deck.bomb": 3, "deck.dud": 4}, "bots": ["greedy", "greedy"], "strategy_files": [], "seed": 7}
}"#;

const COMPARED: &str = "metric,a,b,difference,ci_low,ci_high,precision,verdict,games,settled_at,correlation,fixed_games,fixed_games_for_found\n\
     turns,40,44,4,3,5,0.4,larger,4096,2048,0.1,9000,90\nleader_gap,6,5.5,-0.5,-0.9,-0.1,0.06,smaller,4096,2048,0.1,9000,90\n\
     seat_spread,0.1,0.101,0.001,-0.002,0.004,0.01,no difference,4096,2048,0.1,9000,90\n\
     shared_wins,0.5,0.51,0.01,-0.1,0.12,0.01,too few games,4096,,0.1,9000,90\n";

fn page(files: &[(&str, &str)]) -> Page {
    let page = page_of(folder(files).path()).unwrap();
    let shown = without_script(&page.html).replace("http://www.w3.org/2000/svg", "");
    for word in ["NaN", "inf<", ">-0", "http://", "https://", "src="] {
        assert!(!shown.contains(word), "{word}");
    }
    assert_eq!(page.html.matches("<svg").count(), 2 * page.plots.len());
    page
}

fn names(page: &Page) -> Vec<&str> {
    page.plots.iter().map(|(name, _)| name.as_str()).collect()
}

fn says(page: &Page, texts: &[&str]) {
    for text in texts {
        assert!(page.html.contains(text), "{text}\n{}", without_script(&page.html));
    }
}

#[test]
fn a_comparison_is_drawn_before_and_after() {
    let page = page(&[("compare.json", COMPARE), ("compare.csv", COMPARED)]);
    assert_eq!(names(&page), ["before-and-after"]);
    says(
        &page,
        &[
            "Comparison report",
            "Side A: Bomb 2. Side B: Bomb 3.",
            "Larger on side B: turns +4.00 (+3.00 to +5.00). Smaller on side B: leader gap \u{2212}0.50 (\u{2212}0.90 to \
             \u{2212}0.10). No difference that matters: seat spread. Too few games to tell: shared wins.",
            "<dt>Games on each side</dt><dd>4,096</dd>",
            "The intervals hold all at once in 95 % of such experiments.",
            "turns: 40 \u{2192} 44 (43 to 45)",
            "10.0 % \u{2192} 10.1 %",
        ],
    );
    assert_eq!(
        page.html.matches("Larger on side B").count(),
        3,
        "in words once, and for those who don't see the plot in either drawing, of which one is shown"
    );
    let svg = &page.plots[0].1;
    assert!(svg.contains(">+0.1 points (\u{2212}0.2 to +0.4)</text>"), "{svg}");
    assert_eq!(svg.matches("class=\"zone\"").count(), 4);
    let classes =
        |svg: &str, names: [&str; 3]| names.map(|name| svg.matches(&format!("<g class=\"{name}\">")).count());
    assert_eq!(classes(svg, ["plain", "near", "far"]), [4, 0, 0], "more is neither good nor bad");
    let targets = r#""targets": [{"metric": "turns", "weight": 1, "distance": "nearer"}, {"metric": "leader_gap", "weight": 1, "distance": "farther"},
        {"metric": "seat_spread", "weight": 1, "distance": "met"}], "subjects""#;
    let record = COMPARE.replace("\"subjects\"", targets);
    let svg = self::page(&[("compare.json", &record), ("compare.csv", COMPARED)]).plots.remove(0).1;
    assert_eq!(classes(&svg, ["plain", "near", "far"]), [2, 1, 1]);
}

#[test]
fn the_answers_of_a_record_stand_on_top() {
    let answers = r#""answers": [
        {"question": "verdict", "asked": "What does the change do?", "state": "fact", "text": "A game takes 4 turns longer."},
        {"question": "targets", "asked": "Nearer?", "state": "problem", "text": "Player A wins 30 %.", "times": 3}],
        "wall_seconds": 60, "subjects""#;
    let record = COMPARE.replace("\"subjects\"", answers);
    let table = "metric,a,b,difference,ci_low,ci_high,precision,verdict,games,settled_at,correlation,fixed_games,fixed_games_for_found\nturns,40,44,4,3,5,0.4,larger,9,,,,\n";
    let with = page(&[("compare.json", &record), ("compare.csv", table)]);
    says(
        &with,
        &[
            "<h2>What does the change do?</h2><p class=\"verdict\">A game takes 4 turns longer.</p>",
            "<li class=\"strong\"><p><strong>Nearer?</strong> Player A wins 30 %. About 2 minutes more would tell.</p>",
            "sit in this order",
        ],
    );
}

#[test]
fn of_many_figures_the_largest_differences_are_reported() {
    let row = |card: u32| {
        format!("card_played_share[last_{card}],0.5,0.6,0.{card},0.01,0.9,0.01,larger,9,9,0,9,9\n")
    };
    let rows: String = (1..8).map(row).collect();
    let table = format!("{}\n{rows}", COMPARED.lines().next().unwrap());
    let page = page(&[("compare.json", COMPARE), ("compare.csv", &table)]);
    let text =
        "Larger on side B: card played share of last_7 +70.0 points (+1.0 to +90.0), of last_6 +60.0 points";
    says(&page, &[text, "of last_3 +30.0 points (+1.0 to +90.0) and 2 more."]);
}

#[test]
fn compared_bots_are_named() {
    let record = COMPARE.replace("null", r#"["greedy", "mcts"]"#);
    says(&page(&[("compare.json", &record), ("compare.csv", COMPARED)]), &["Side A: greedy. Side B: mcts."]);
}

#[test]
fn gates_are_drawn_with_what_is_allowed() {
    let header = "metric,value,ci_low,ci_high,min,max,result,games\n";
    let record = ("check.json", r#"{"game":"snatch","seed":1}"#);
    let of = |rows: &str| page(&[record, ("check.csv", &format!("{header}{rows}"))]);
    let all = of("turns,40,39,41,35,60,passed,2048\n");
    assert_eq!(names(&all), ["gates"]);
    says(&all, &["The gate is passed.", ">35 to 60</text>"]);
    let some = of("turns,70,69,71,35,60,failed,2048\nseat_bias[0],0.01,0,0.02,,0.015,undecided,2048\n");
    says(
        &some,
        &[
            "Failed: turns. Undecided, for too few games: seat bias of Player A.",
            ">+1.0 points</text>",
            ">at most +1.5</text>",
        ],
    );
    assert_eq!(some.plots[0].1.matches("<g class=\"above\">").count(), 1);
}

#[test]
fn a_page_of_games_that_stopped_early_says_so() {
    let checked =
        "metric,value,ci_low,ci_high,min,max,result,games,corrected\nturns,40,39,41,35,60,passed,2048,40.5\n";
    let compared = COMPARED
        .replace("fixed_games_for_found", "fixed_games_for_found,corrected")
        .replace(",90\n", ",90,3.25\n");
    for early in [true, false] {
        let record = format!(r#"{{"game":"snatch","seed":1,"stopped_early":{early}}}"#);
        let check = page(&[("check.json", &record), ("check.csv", checked)]);
        let record = COMPARE.replace("\"subjects\"", &format!("\"stopped_early\": {early}, \"subjects\""));
        let compare = page(&[("compare.json", &record), ("compare.csv", &compared)]);
        let record = BOT_DEFAULTS
            .replace("43.5,", "43.5, \"corrected\": 42.5,")
            .replace("\"fresh_games\"", &format!("\"stopped_early\": {early}, \"fresh_games\""));
        let tune = page(&[("tune.json", &record), ("tune.csv", TRIED)]);
        for (page, corrected) in [(check, "turns 40.5"), (compare, "turns +3.25"), (tune, "turns 42.5")] {
            assert_eq!(page.html.contains("The games stopped as soon as the answer was known."), early);
            assert_eq!(page.html.contains(&format!("Corrected for that: {corrected}")), early, "{corrected}");
        }
    }
}

/// `more` are further parts of the record, each with a comma behind it.
fn sweep(axes: &str, more: &str) -> String {
    format!(
        r#"{{"experiment":"sweep","game":"snatch","seed":1,"complete":true,{more}"axes":{axes},"command":"ludometer sweep snatch"}}"#
    )
}

const SWEPT: &str = "rule_set,deck.bomb,status,reason,rules_hash,games,turns,turns_ci_low,turns_ci_high,unfinished,unfinished_ci_low,\
     unfinished_ci_high,seat_win_rate[0],seat_win_rate[0]_ci_low,seat_win_rate[0]_ci_high,seat_win_rate[1],\
     seat_win_rate[1]_ci_low,seat_win_rate[1]_ci_high\n\
     0,2,played,,a,99,40,39,41,0,0,0.01,0.6,0.5,0.7,0.4,0.3,0.5\n1,3,played,,b,99,44,43,45,0,0,0.01,0.55,0.5,0.6,0.45,0.4,0.5\n\
     2,4,played,,c,99,47,46,48,0,0,0.01,0.7,0.6,0.8,0.3,0.2,0.4\n3,99,invalid,\"too many, by far\",,,,,,,,,,,,,,\n";

#[test]
fn a_sweep_of_one_setting_is_a_curve() {
    let record = sweep(r#"[{"name":"deck.bomb","values":["2","3","4","99"]}]"#, "");
    let page = page(&[("sweep.json", &record), ("sweep.csv", SWEPT)]);
    assert_eq!(
        names(&page),
        ["turns-by-copies-of-bomb", "wins-by-seat-and-setting"],
        "what never changes isn't drawn"
    );
    says(
        &page,
        &[
            "From Bomb 2 to 4, turns grow from 40 to 47.",
            "No setting clearly brings the seats closer together or further apart.",
            "1 of 4 rule sets can't be played; the first because: too many, by far",
            "Varied: copies of Bomb (2, 3, 4 and 99).",
        ],
    );
    assert!(page.plots[0].1.contains("class=\"band\""), "intervals");
    assert!(!page.plots[0].1.contains(">now</text>"), "folders of earlier versions don't tell");
    let now = record.replace("\"game\"", "\"present\":{\"deck.bomb\":\"3\"},\"game\"");
    let marked = self::page(&[("sweep.json", &now), ("sweep.csv", SWEPT)]);
    assert!(marked.plots.iter().all(|plot| plot.1.matches(">now</text>").count() == 1));
    says(&marked, &["<p class=\"verdict\">From Bomb 2 to 4, turns grow from 40 to 47.</p>"]);
    // What was asked for is drawn in any case, and first.
    let record =
        sweep(r#"[{"name":"deck.bomb","values":["2","3"]}]"#, r#""metrics":["unfinished","turns"],"#);
    let page = page_of(folder(&[("sweep.json", &record), ("sweep.csv", SWEPT)]).path()).unwrap();
    assert_eq!(names(&page)[..2], ["unfinished-by-copies-of-bomb", "turns-by-copies-of-bomb"]);
    says(&page, &["Unfinished shows no clear change: what was seen, 0.0 % to 0.0 %, can be luck."]);
}

#[test]
fn seats_are_compared_over_the_rule_sets_that_have_them() {
    let record = sweep(r#"[{"name":"players","values":["2","3","4"]}]"#, r#""players":2,"bots":["greedy"],"#);
    let header = "rule_set,players,status,reason,rules_hash,games,seat_spread,seat_spread_ci_low,seat_spread_ci_high,\
                  seat_win_rate[0],seat_win_rate[1],seat_win_rate[2],seat_win_rate[3]\n";
    let of = |ends: [&str; 3]| {
        let rates = ["0.505,0.495,,", "0.53,0.25,0.22,", "0.4,0.25,0.2,0.15"];
        let rows = (0..3).map(|i| format!("{i},{},played,,a,99,{},{}\n", i + 2, ends[i], rates[i]));
        page(&[("sweep.json", &record), ("sweep.csv", &(header.to_owned() + &rows.collect::<String>()))])
    };
    let clear = of(["0.01,0,0.02", "0.31,0.3,0.32", "0.25,0.24,0.26"]);
    says(
        &clear,
        &[
            "closest together at players 2: the best wins 1.0 % (0.0 to 2.0 %) of the games more than the worst. They are furthest apart at 3: \
             31.0 % (30.0 to 32.0 %).",
            "<dt>Seats</dt><dd>2, 3 and 4</dd>",
            "<dt>Bots</dt><dd>greedy</dd>",
        ],
    );
    // The same figures, less sure.
    let luck = of(["0.01,0,0.2", "0.31,0.15,0.5", "0.25,0.1,0.4"]);
    says(
        &luck,
        &[
            "No setting clearly brings the seats closer",
            "Seat spread shows no clear change: what was seen, 1.0 % to 31.0 %",
        ],
    );
    assert!(!luck.html.contains("closest together"));
}

#[test]
fn words_have_points_instead_of_a_curve() {
    let record = sweep(r#"[{"name":"bots","values":["random","greedy"]}]"#, "");
    let table = "rule_set,bots,status,reason,rules_hash,games,turns,turns_ci_low,turns_ci_high\n\
                 0,random,played,,a,99,90,89,91\n1,greedy,played,,a,99,40,39,41\n";
    let page = page(&[("sweep.json", &record), ("sweep.csv", table)]);
    assert_eq!(names(&page), ["turns-by-bots"]);
    says(&page, &["From random to greedy, turns fall from 90 to 40."]);
}

#[test]
fn a_sweep_of_two_settings_is_a_map() {
    let record = sweep(r#"[{"name":"x","values":["1","2"]},{"name":"y","values":["1","2"]}]"#, "");
    let table = "rule_set,x,y,status,reason,rules_hash,games,turns,turns_ci_low,turns_ci_high\n\
                 0,1,1,played,,a,9,10,9,11\n1,1,2,played,,b,9,20,19,21\n2,2,1,played,,c,9,15,14,16\n3,2,2,not played,,d,,,,\n";
    let page = page(&[("sweep.json", &record), ("sweep.csv", table)]);
    assert_eq!(names(&page), ["turns-by-two-settings"]);
    says(
        &page,
        &["Turns is lowest at x 1, y 1 (10) and highest at x 1, y 2 (20).", "x 2, y 1: 15 (95 %: 14 to 16)"],
    );
    let wide = table.replace("9,11", "5,25").replace("19,21", "5,25");
    let luck = page_of(folder(&[("sweep.json", &record), ("sweep.csv", &wide)]).path()).unwrap();
    says(&luck, &["Turns shows no clear change: what was seen, 10 to 20, can be luck.", "Without colour"]);
    assert_eq!(luck.plots[0].1.matches("fill-opacity=\"0.00\"").count(), 3);
    let svg = &page.plots[0].1;
    assert!(svg.contains(">14 to 16</text>"), "the interval stands below the figure");
    assert_eq!([svg.matches("class=\"cell none\"").count(), svg.matches("<title>").count()], [1, 4]);
    assert!(!svg.contains(">1  A<"), "numbers need no letters");
    let now = record.replace("\"game\"", "\"present\":{\"x\":\"2\",\"y\":\"1\"},\"game\"");
    let marked = self::page(&[("sweep.json", &now), ("sweep.csv", table)]);
    assert_eq!(marked.plots[0].1.matches("class=\"frame\"").count(), 1);
    says(
        &marked,
        &["x 2, y 1: 15 (95 %: 14 to 16), the present rules", "The frame marks the present rules."],
    );
}

#[test]
fn of_many_settings_it_tells_which_clearly_weighs() {
    let axes = r#"[{"name":"x","values":["1","2"]},{"name":"y","values":["1","2"]},{"name":"z","values":["1","2"]}]"#;
    let mut table =
        "rule_set,x,y,z,status,reason,rules_hash,games,turns,turns_ci_low,turns_ci_high\n".to_owned();
    for i in 0..8 {
        let [x, y, z] = [1 + i / 4, 1 + i / 2 % 2, 1 + i % 2];
        let turns = 10 * x + y;
        table += &format!("{i},{x},{y},{z},played,,a,9,{turns},{turns},{turns}\n");
    }
    let slopes = "parameter,metric,rule_sets,slope,ci_low,ci_high,elasticity,elasticity_low,elasticity_high\n\
                  x,turns,8,10,9,11,0.9,0.8,1\ny,turns,8,1,0,2,0.1,0,0.2\nz,turns,8,0,,,0,,\nx,other,8,1,0,2,9,8,10\n";
    let record = sweep(axes, "");
    let page = page(&[("sweep.json", &record), ("sweep.csv", &table), ("elasticities.csv", slopes)]);
    assert_eq!(
        names(&page),
        ["what-turns-depends-on", "turns-by-x-and-y", "turns-by-x-and-z", "turns-by-y-and-z"]
    );
    says(
        &page,
        &[
            "Turns clearly depends on x: one per cent more of it changes it by 0.900 %.",
            "x 1, y 1: 11",
            "y 2, z 1: 17",
        ],
    );
}

const BOT_DEFAULTS: &str = r#"{
  "experiment": "tune", "game": "snatch", "seed": 1, "complete": true, "found": true,
  "targets": [{"metric": "turns", "min": 41, "max": null, "weight": 1}, {"metric": "seat_bias[0]", "min": -0.02, "max": 0.02, "weight": 1}],
  "moves": [{"key": "deck.bomb", "start": 2, "min": 0, "max": 9, "step": 1}, {"key": "deck.dud", "start": 4, "min": 0, "max": 9, "step": 1}],
  "confirmed": {"settings": {"deck.bomb": 3, "deck.dud": 4}, "edit": 1, "miss": 0, "games": 900, "fresh_games": 20000, "targets": [
    {"metric": "turns", "value": 43.5, "min": 41, "max": null, "ci_low": 42.9, "ci_high": 44.1}, {"metric": "seat_bias[0]", "value": 0.004, "min": -0.02, "max": 0.02, "ci_low": -0.003, "ci_high": 0.011}]},
  "nearest": {"settings": {"deck.bomb": 3, "deck.dud": 4}, "edit": 1, "miss": 0, "games": 900}
}"#;

const TRIED: &str = "deck.bomb,deck.dud,edit,miss,pareto,result,games,turns,turns_ci_low,turns_ci_high,seat_bias[0],seat_bias[0]_ci_low,seat_bias[0]_ci_high\n\
     2,4,0,12,yes,,900,38,37,39,0.03,0.02,0.04\n3,4,1,0,yes,confirmed,900,44,43,45,0.01,0,0.02\n9,9,12,300,no,,900,90,80,99,0.2,0.1,0.3\n\
     4,4,2,1,no,,900,47,46,48,0.03,0.02,0.04\n";

#[test]
fn a_search_shows_its_targets_and_what_was_tried() {
    let page = page(&[("tune.json", BOT_DEFAULTS), ("tune.csv", TRIED)]);
    assert_eq!(names(&page), ["targets", "what-was-tried"]);
    says(
        &page,
        &[
            "The smallest edit that was confirmed to meet all targets: <strong>Bomb 3 instead of 2</strong>. It took 20,000 fresh games.",
            "Every figure lies in its target.",
            "turns: 38 \u{2192} 43.5 (42.9 to 44.1)",
            "Of 4 rule sets tried, 1 has all figures within the targets. 1 that miss by more are not drawn.",
            "Bomb 4, Dud 4: 2 steps, missed by 1; 900 games",
        ],
    );
    assert!(page.plots[1].1.contains(">confirmed</text>"));
}

#[test]
fn a_search_without_success_shows_the_nearest() {
    let mut record: serde_json::Value = serde_json::from_str(BOT_DEFAULTS).unwrap();
    record["found"] = false.into();
    record["confirmed"] = serde_json::Value::Null;
    let table = TRIED
        .replace("confirmed", "nearest")
        .replace("1,0,yes", "1,0.5,yes")
        .replace("44,43,45", "40.5,40,41");
    let page = page(&[("tune.json", &record.to_string()), ("tune.csv", &table)]);
    says(
        &page,
        &[
            "No rule set was found that meets all targets with the confidence asked for. The nearest: <strong>Bomb 3 instead of 2</strong>.",
            "Outside of their targets: turns.",
            "none has all figures within the targets",
        ],
    );
    assert!(page.plots[1].1.contains(">nearest</text>"));
}

#[test]
fn texts_of_users_are_no_markup() {
    let name = serde_json::Value::from(HOSTILE).to_string();
    let quoted = format!("\"{}\"", HOSTILE.replace('"', "\"\""));
    let with = |text: &str, word: &str| text.replace(&format!("\"{word}\""), &name);
    let table = |text: &str, word: &str| text.replace(&format!("{word},"), &format!("{quoted},"));
    let pages = [
        page(&[("compare.json", &with(COMPARE, "deck.bomb")), ("compare.csv", &table(COMPARED, "turns"))]),
        page(&[
            ("sweep.json", &with(&sweep(r#"[{"name":"deck.bomb","values":["2","3"]}]"#, ""), "deck.bomb")),
            ("sweep.csv", &table(SWEPT, "deck.bomb")),
        ]),
        page(&[("tune.json", &with(BOT_DEFAULTS, "deck.bomb")), ("tune.csv", &table(TRIED, "deck.bomb"))]),
    ];
    for page in pages {
        assert!(page.html.contains("&lt;script&gt;"), "it is shown");
        assert_eq!(page.html.matches("<script>").count(), 1, "the page's own");
        for (name, svg) in &page.plots {
            assert!(!svg.contains("<script"), "{name}");
        }
    }
}

#[test]
fn little_is_enough() {
    for (record, table, text) in [
        (
            "compare.json",
            "compare.csv",
            "metric,a,b,precision,verdict,difference,games,settled_at,correlation,fixed_games,fixed_games_for_found\nturns,,,,too few games,,9,,,,\n",
        ),
        ("sweep.json", "sweep.csv", "rule_set,status,reason\n0,invalid,so\n"),
        ("tune.json", "tune.csv", "edit,miss,pareto,result,games\n0,0,yes,nearest,9\n"),
        ("check.json", "check.csv", "metric,value,min,max,result,games\nturns,,,,undecided,9\n"),
    ] {
        page(&[(record, r#"{"game":"x"}"#), (table, text)]);
    }
    // A rule set alone has no curve, and a sweep that was stopped says so.
    let record = sweep(r#"[{"name":"deck.bomb","values":["2","3","4","99"]}]"#, "").replace("true", "false");
    let rows: Vec<&str> = SWEPT.lines().take(2).collect();
    let page = page(&[("sweep.json", &record), ("sweep.csv", &rows.join("\n"))]);
    assert!(page.plots.is_empty());
    says(&page, &["This sweep was interrupted"]);
}

/// As these versions wrote them, without what they did not have.
#[test]
fn records_of_earlier_versions_are_read() {
    let old = BOT_DEFAULTS
        .replace("\"found\"", "\"version\": \"0.1.0\", \"plays\": 21800, \"rule_sets\": 2, \"found\"")
        .replace("\"complete\": true", "\"complete\": false");
    says(
        &page(&[("tune.json", &old), ("tune.csv", TRIED)]),
        &[
            "<dt>Games</dt><dd>21,800</dd>",
            "It took 20,000 fresh games.",
            "This tune was interrupted",
            "results of version 0.1.0",
        ],
    );
    let study = r#"{"version": "0.2.0", "experiment": "study", "game": "snatch", "players": 2, "seed": 7, "settings": [],
        "bots": ["greedy", "greedy"], "levels": ["random", "greedy", "mcts:iterations=100"], "games": 500, "plays_done": 1200, "complete": true, "answers": [
        {"question": "length", "state": "fact", "short": "40 turns", "text": "A game takes 40 turns.", "value": 40.1, "games": 500,
        "holds_for": "greedy", "times": null}]}"#;
    let bots = "<dt>Bots</dt><dd>random, greedy, mcts:iterations=100</dd>";
    says(&page(&[("study.json", study)]), &["<dt>Games</dt><dd>1,200</dd>", "A game takes 40 turns.", bots]);
    let tournament = r#"{"version": "0.1.0", "game": "snatch", "players": [2, 3], "rules_hash": ["a", "b"], "bots": ["greedy", "mcts"],
        "deals_done": 50, "plays_done": 400, "until": null}"#;
    says(
        &page(&[("tournament.json", tournament)]),
        &["<dt>Games</dt><dd>400</dd>", "<dt>Deals</dt><dd>50</dd>", "<dt>Seats</dt><dd>2 and 3</dd>"],
    );
}
