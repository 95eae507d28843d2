//! Pages of hand-made folders.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::terms::as_read;
use super::{Page, Results, ResultsError, page};

/// A name that breaks whatever takes it for markup.
const HOSTILE: &str = "<script>alert(\"1\")</script>&'";

mod experiments;
mod figures;

const RUN: &str = r#"{
  "version": "0.1.0",
  "command": "ludometer run snatch --players 2 --bots greedy mcts --games 1000 --seed 7 --set 'name=\"it'\\''s\"'",
  "game": "snatch", "players": 2, "rules_hash": "abc", "bots": ["greedy", "mcts:iterations=9"], "settings": ["name=\"it's\""],
  "seating": "fixed", "seed": 7, "games": 1000, "games_done": 1000, "complete": true
}"#;

/// All files that a page draws, with few rows.
const FILES: &[(&str, &str)] = &[
    ("run.json", RUN),
    (
        "seats.csv",
        "seat,games,wins,win_rate,ci_low,ci_high,mean_rank,mean_score\n\
         0,1000,600,0.6,0.57,0.63,1.4,12\n1,1000,400,0.4,0.37,0.43,1.6,9\n",
    ),
    (
        "strategies.csv",
        "strategy,games,wins,win_rate,ci_low,ci_high,expected_rate,mean_rank,mean_score,decisions,mean_decision_us\n\
         greedy,1000,350,0.35,0.32,0.38,0.5,1.65,9,5000,\nmcts:iterations=9,1000,650,0.65,0.62,0.68,0.5,1.35,13,5000,\n",
    ),
    (
        "matchups.csv",
        "strategy,opponent,games,better,equal,worse,rate,ci_low,ci_high,ahead,ahead_low,ahead_high\n\
         greedy,mcts:iterations=9,1000,300,100,600,0.35,0.32,0.38,0.3,0.27,0.33\n\
         mcts:iterations=9,greedy,1000,600,100,300,0.65,0.62,0.68,0.6,0.57,0.63\n",
    ),
    (
        "skill.csv",
        "step,strategy,opponent,players,games,rate,fair,ci_low,ci_high,rating_gap\n1,greedy,random,2,500,0.9,0.5,0.87,0.92,380\n",
    ),
    (
        "variance.csv",
        "among,source,share,ci_low,ci_high,deals,bots\nladder,bot,0.3,0.2,0.4,9,a b\nladder,ties,0.7,0.6,0.8,9,a b\n\
         a among b,bot,0.5,0.4,0.6,9,a b\na among c,bot,0.1,0,0.2,9,a c\nthis run,deal,0.1,0,0.2,9,a\nthis run,ties,0.9,0.8,1,9,a\n",
    ),
    ("lengths.csv", "turns,games\n8,50\n9,450\n10,450\n15,50\n"),
    ("histograms.csv", "histogram,x,games\nlead_changes,0,400\nlead_changes,1,600\nturns,8,1000\n"),
    (
        "curves.csv",
        "curve,series,x,value,ci_low,ci_high,games\n\
         score_by_rank,1,0,0,,,1000\nscore_by_rank,1,10,12,11,13,1000\nscore_by_rank,2,0,0,,,1000\nscore_by_rank,2,10,9,8,10,1000\n\
         tension,,0,0.9,0.8,1,1000\ntension,,10,0,0,0,1000\nown_curve,a,1,5,4,6,10\nown_curve,a,2,6,5,7,10\n",
    ),
    (
        "calibration.csv",
        "bin,predicted,observed,ci_low,ci_high,positions\n0-0.5,0.25,0.3,0.2,0.4,99\n0.5-1,0.75,0.7,0.6,0.8,99\n",
    ),
    (
        "cards.csv",
        "card,copies,games,drawn_per_game,played_per_game,win_rate_drawn,win_rate_not_drawn,delta,ci_low,ci_high\n\
         bomb,2,1000,1.5,1.2,0.6,0.4,0.2,0.15,0.25\ndud,2,1000,1.5,0,0.5,0.5,0.001,-0.04,0.04\nghost,1,1000,0,0,,,,,\n",
    ),
    (
        "card_values.csv",
        "card,change,effect,ci_low,ci_high,adjusted_low,adjusted_high,deals,observed_delta,observed_low,observed_high,reading,on\n\
         bomb,one_less,2.5,2,3,1.5,3.5,500,0.2,0.15,0.25,longer,turns\n\
         bomb,one_more,0.05,0.03,0.07,0.02,0.08,500,0.2,0.15,0.25,stronger,win_share\n\
         dud,one_more,0.01,0.005,0.015,-0.01,0.03,500,0,0,0,nothing,win_share\n",
    ),
    (
        "card_use.csv",
        "card,games,drawn,dead_share,dead_share_low,dead_share_high,played,used,held,dead\nbomb,1000,1.5,0.2,0.1,0.3,1,1,,9\ndud,1000,1.5,1,0.99,1,1,1,,9\n",
    ),
    (
        "summary.csv",
        "metric,value,ci_low,ci_high,games\nturns,9.7,9.6,9.8,1000\nunfinished,0.002,0.001,0.005,1000\n\
         action_draw,7.5,7.4,7.6,1000\naction_resign,0,0,0,1000\n",
    ),
    (
        "interaction.csv",
        "actor,target,kind,per_game,ci_low,ci_high,games\n0,1,steal,1.5,1.4,1.6,1000\n1,0,steal,0.5,0.4,0.6,1000\n",
    ),
    (
        "coverage.csv",
        "kind,item,plays,count,first_game,shortest_game,shortest_turns\naction,draw,1000,7500,0,3,8\nending,deck empty,2,2,77,77,15\n\
         action,resign,0,0,,,\n",
    ),
    (
        "notable.csv",
        "what,metric,value,game\nlongest,turns,15,77\nmedian,turns,9,4\nclosest,tension,0.99,12\n",
    ),
    (
        "metrics.csv",
        "metric,group,value,ci_low,ci_high,unit,games,reading\ndrama,,0.2,0.1,0.3,,1000,the winner was often behind\n",
    ),
    (
        "findings.csv",
        "rank,topic,severity,holds_for,text,value,ci_low,ci_high,fair,games,trace_game\n\
         1,seats,serious,greedy;mcts,Seat 0 wins 60 % of the games.,0.6,0.57,0.63,0.5,1000,12\n2,length,note,greedy,Plays are short.,9.7,,,,1000,\n",
    ),
    (
        "ratings.csv",
        "players,strategy,deals,rating,rating_low,rating_high,games,seats,win_rate,expected_rate,mean_rank\nall,mcts,99,1200,1150,1250,99,99,0.5,0.5,2\nall,greedy,99,1130,1100,1160,99,99,0.5,0.5,2\n\
         all,random,99,670,600,740,99,99,0.5,0.5,2\n4,mcts,99,1,0,2,99,99,0.5,0.5,2\n",
    ),
    (
        "payoff.csv",
        "players,strategy,opponent,plays,payoff,ci_low,ci_high\nall,mcts,greedy,99,0.55,0.49,0.61\nall,greedy,mcts,99,0.45,0.39,0.51\n\
         all,mcts,random,99,0.9,0.8,0.95\n4,mcts,random,9,0.1,0,0.2\n",
    ),
    ("workers.csv", "worker,hired,unknown\nabby,0.5,x\nbella,1234.5678,y\n"),
];

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn page_of(folder: &Path) -> Result<Page, ResultsError> {
    let page = page(&Results::read(folder)?, None)?;
    // Texts are compared as they read, whatever keeps their lines together.
    Ok(Page { html: as_read(&page.html).replace('\u{a0}', " "), ..page })
}

/// Returns the page without its script, which has words that the page must not have.
fn without_script(html: &str) -> &str {
    html.split("<script>").next().unwrap_or_default()
}

/// Returns all files, one of them with other text.
fn with<'a>(name: &'a str, text: &'a str) -> Vec<(&'a str, &'a str)> {
    let others = FILES.iter().copied().filter(|(file, _)| *file != name);
    others.chain([(name, text)]).collect()
}

#[test]
fn every_file_has_its_place() {
    let Page { html, plots } = page_of(folder(FILES).path()).unwrap();
    let names: Vec<&str> = plots.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "ratings",
            "ratings-with-4-players",
            "who-beats-whom",
            "who-beats-whom-with-4-players",
            "wins-by-seat",
            "wins-by-bot",
            "who-ranks-ahead-of-whom",
            "where-outcomes-come-from-with-bots-of-all-levels",
            "where-outcomes-come-from-with-this-run-s-bots",
            "the-ladder-of-skill",
            "length-in-turns",
            "lead-changes",
            "scores-over-time",
            "tension-over-time",
            "own-curve",
            "can-the-estimated-chances-be-trusted",
            "one-copy-more-effect-on-the-win-rate",
            "one-copy-less-effect-on-the-length-of-a-game",
            "cards-drawn-and-games-won",
            "how-often-cards-are-drawn-and-played",
            "cards-left-in-hands",
            "actions-in-a-game",
            "between-players-steal",
        ]
    );
    let read = "The differences between outcomes come from: which bot plays 30.0 % and what the bots choose by chance 70.0 %. \
                Which bot plays, by line-up: a among b 50.0 % and a among c 10.0 %.";
    assert!(html.contains(read), "{html}");
    assert_eq!(html.matches("<svg").count(), 2 * plots.len(), "for wide screens and for phones");
    for (name, svg) in &plots {
        assert!(html.contains(&format!("<figure id=\"{name}\"")), "{name}");
        assert!(svg.starts_with("<?xml") && svg.ends_with("</svg>\n"), "{name}");
    }
    let said = [
        "mcts has the highest rating, 1,200.",
        "The colour tells who wins more.",
        "mcts has the highest rating with 4 players, 1.",
        "Player A wins 60.0 % of the games (95 %: 57.0 to 63.0 %), clearly more than the fair 50 %; Player B wins clearly less",
        "The most one-sided of the pairs that are clear: mcts:iterations=9 ranks ahead of greedy in 60.0 % of their meetings.",
        "mcts:iterations=9 wins 65.0 % of the games, clearly more than its fair share of 50 %.",
        "On average the estimate is off by 5.0 points. Nowhere is it clearly off.",
        "Half of the games have at most 9 turns; nine in ten have 8 to 10. 0.2 % were stopped before their end.",
        "Players who drew Bomb (+20.0 points) win clearly more often than those who did not.",
        "Never drawn into a hand: Ghost. Drawn, but never played: Dud.",
        "The largest clear effects of one copy more on the win rate: Bomb (+5.0 points).",
        "The largest clear effects of one copy less on the length of a game: Bomb (+2.50 turns).",
        "Never chosen: resign.",
        "The later winner's score begins at 0, is at 12 after 100 % of the game and ends at 12; place 2 ends at 9.",
        "Steal happens 2 times a game between two players, most from Player A to Player B: 1.50.",
        "The rarest thing that did happen: ending <strong>deck empty</strong>",
        "Seat 0 wins 60 % of the games.",
        "the winner was often behind",
        "bella",
        "<strong>Action</strong>: resign",
    ];
    for text in said {
        assert!(html.contains(text), "{text}");
    }
    let shown = without_script(&html).replace("http://www.w3.org/2000/svg", "");
    for word in ["NaN", "inf<", ">-0", "http://", "https://", "src="] {
        assert!(!shown.contains(word), "{word}");
    }
}

#[test]
fn who_wins_more_is_what_the_tournament_says() {
    let pairs = "players,strategy,opponent,deals,games,difference,superiority,ahead,verdict\nall,mcts,greedy,9,9,0.1,,,open\nall,mcts,random,9,9,0.8,,,better\n\
                 all,greedy,mcts,9,9,-0.1,,,open\nall,greedy,random,9,9,0.7,,,better\nall,random,mcts,9,9,-0.8,,,worse\n\
                 all,random,greedy,9,9,-0.7,,,worse\n4,mcts,random,9,9,-0.8,,,\n";
    let Page { html, .. } = page_of(folder(&with("pairs.csv", pairs)).path()).unwrap();
    let said = [
        "mcts has the highest rating, 1,200. Of its pairs: mcts wins more than random; it is open between mcts and greedy.",
        "mcts wins more than random; greedy wins more than random; it is open between mcts and greedy.",
        "Which bot of a pair is certainly better is known only for the games of all numbers of players together.",
    ];
    for text in said {
        assert!(html.contains(text), "{text}");
    }
}

#[test]
fn plays_come_with_the_command_that_replays_them() {
    let html = page_of(folder(FILES).path()).unwrap().html;
    let end = "--players 2 --bots greedy mcts:iterations=9 --seed 7 --seats fixed --set 'name=&quot;it'\\''s&quot;'";
    let command =
        |play: u32| format!("<code class=\"command\">ludometer trace snatch --game {play} {end}</code>");
    // The longest, that of a finding, that of the rarest ending.
    for play in [77, 12, 4] {
        assert!(html.contains(&command(play)), "{}\n{html}", command(play));
    }
    let lines = "game,turns,unfinished,score_0,rank_0,score_1,rank_1\n\
                 0,9,false,5,2,7,1\n1,8,false,9,1,1,2\n2,12,true,3,1,3,1\n3,9,false,5,2,6,1\n4,20,false,5,2,7,1\n";
    let mut files = vec![("run.json", RUN), ("games.csv", lines)];
    let html = page_of(folder(&files).path()).unwrap().html;
    let reported = [
        ("Median length (9 turns)", 0),
        ("Longest (20 turns)", 4),
        ("Shortest (8 turns)", 1),
        ("Closest finish (0 ahead)", 2),
        ("Clearest win (8 ahead)", 1),
        ("Unfinished (12 turns)", 2),
    ];
    for (what, play) in reported {
        assert!(html.contains(&format!("<li>{what}: {}</li>", command(play))), "{what}");
    }
    files[1] = FILES[1];
    let html = page_of(folder(&files).path()).unwrap().html;
    assert!(html.contains(&format!("The first game of the run: {}", command(0))), "always at least one");
}

#[test]
fn the_command_that_replays_a_play_deals_with_bots_as_the_run_did() {
    let run = RUN.replace(
        "\"seating\"",
        "\"on_bot_error\": \"forfeit\", \"strategy_files\": [{\"path\": \"a.toml\", \"hash\": \"1\", \"sandbox\": true}], \"seating\"",
    );
    let html = page_of(folder(&with("run.json", &run)).path()).unwrap().html;
    let options = "--seats fixed --on-bot-error forfeit --sandbox --set ";
    let commands = ["trace", "watch"].map(|command| html.matches(&format!("ludometer {command} ")).count());
    assert_eq!(commands[0] + commands[1], html.matches(options).count());
    assert_eq!(commands[1], 1);
    assert!(html.contains(options));
}

#[test]
fn texts_of_users_are_no_markup() {
    let record = serde_json::json!({
        "game": HOSTILE, "bots": [HOSTILE, "b"], "seed": 1, "players": 2, "games": 5, "complete": false,
        "command": format!("ludometer run x --set {HOSTILE}"), "rules_hash": HOSTILE,
        "settings": [HOSTILE],
    });
    let record = record.to_string();
    let quoted = format!("\"{}\"", HOSTILE.replace('"', "\"\""));
    let mut files: Vec<(&str, String)> = vec![("run.json", record)];
    for (name, text) in FILES.iter().skip(1) {
        let mut text = (*text).to_owned();
        for word in ["greedy", "bomb", "steal", "deck empty", "own_curve", "draw,", "abby", "worker,"] {
            let end = if word.ends_with(',') { "," } else { "" };
            text = text.replace(word, &format!("{quoted}{end}"));
        }
        files.push((*name, text.replace("Plays are short.", &quoted)));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let Page { html, plots } = page_of(folder(&files).path()).unwrap();
    assert!(html.matches("&lt;script&gt;").count() > 20, "it is shown");
    assert_eq!(html.matches("<script>").count(), 1, "the page's own");
    // Were it marked wrongly, it would not run.
    assert!(html.contains("script-src 'sha256-") && !html.contains("unsafe-inline"));
    assert!(!html.contains("alert(\"1\")"));
    for (name, svg) in plots {
        assert!(!svg.contains("<script") && !svg.contains("alert(\"1\")"), "{name}");
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{name} is a file's name");
    }
}

#[test]
fn the_same_results_give_the_same_bytes() {
    let reversed: Vec<(&str, &str)> = FILES.iter().rev().copied().collect();
    assert_eq!(page_of(folder(FILES).path()).unwrap(), page_of(folder(&reversed).path()).unwrap());
}

#[test]
fn little_is_enough() {
    let html = page_of(folder(&FILES[..1]).path()).unwrap().html;
    assert!(html.contains("<h1>Snatch</h1>"));
    // Tables without rows, and one play of one length.
    let empty = [
        ("run.json", r#"{"game":"x"}"#),
        ("matchups.csv", "a\n"),
        ("cards.csv", "b\n"),
        ("lengths.csv", "turns,games\n7,1\n"),
    ];
    let page = page_of(folder(&empty).path()).unwrap();
    assert_eq!(page.plots.len(), 1);
    assert!(!without_script(&page.html).contains("NaN"));
    // Figures that can't be given.
    let seats = "seat,games,wins,win_rate,ci_low,ci_high,mean_rank,mean_score\n0,1,1,1,,,,\n1,1,0,0,,,,\n";
    let html = page_of(folder(&with("seats.csv", seats)).path()).unwrap().html;
    assert!(html.contains("No player clearly wins more or less than its fair 50 %"));
    // Nothing was found.
    let header = "rank,topic,severity,holds_for,text,value,ci_low,ci_high,fair,games,trace_game\n";
    let html = page_of(folder(&with("findings.csv", header)).path()).unwrap().html;
    assert!(html.contains("Nothing stands out"));
}

#[test]
fn long_lists_are_cut_to_their_ends() {
    let mut cards = "card,copies,games,drawn_per_game,played_per_game,win_rate_drawn,win_rate_not_drawn,delta,ci_low,ci_high\n".to_owned();
    for card in 0..200 {
        cards +=
            &format!("card_with_quite_a_long_name_number_{card},1,9,1,1,,,{},,\n", f64::from(card) / 1000.0);
    }
    let page = page_of(folder(&with("cards.csv", &cards)).path()).unwrap();
    let (_, svg) = page.plots.iter().find(|(name, _)| name == "cards-drawn-and-games-won").unwrap();
    assert_eq!(svg.matches("<circle").count(), 24);
    assert!(svg.contains("number 199") && svg.contains("number 0:") && !svg.contains("number 100:"));
    assert!(page.html.contains("the 12 highest and the 12 lowest of 200"));
    assert!(page.html.contains("<td>Card with quite a long name number 100</td>"), "the table has all");
}

#[test]
fn what_is_wrong_is_reported_with_its_place() {
    let error = |files: &[(&str, &str)]| page_of(folder(files).path()).unwrap_err().to_string();
    let says = |files: &[(&str, &str)], text: &str| {
        let error = error(files);
        assert!(error.contains(text), "{error}");
    };
    says(&FILES[1..], "there is no run.json or tournament.json");
    says(&with("run.json", "{\n\"game\": "), "run.json, line 2: ");
    says(&with("run.json", "{}"), "run.json, line 1: there is no `game`");
    says(&with("run.json", "[1]"), "run.json, line 1: `[0]`: invalid type: integer `1`, expected a string");
    says(&with("run.json", "{\"game\": \"x\"} {"), "run.json, line 1: trailing characters");
    for (key, value, what) in [
        ("seed", "\"many\"", "`seed`: invalid type: string \"many\", expected u64"),
        ("settings", "[1]", "`settings[0]`: invalid type: integer `1`, expected a string"),
        ("players", "\"two\"", "`players`: must be a value of the right kind, or a list of them"),
        ("bots", "3", "`bots`: must be a list of names"),
        ("confirmed", "{\"edit\": 1}", "`confirmed`: missing field `fresh_games`"),
        ("targets", "[{\"min\": 1}]", "`targets[0]`: missing field `metric`"),
    ] {
        let record = format!("{{\n\"{key}\": {value},\n\"game\": \"x\"\n}}");
        says(&with("run.json", &record), &format!("run.json, line 2: {what}"));
    }
    says(
        &with("seats.csv", "seat,games,win_rate\n0,1\n"),
        "seats.csv, line 2: the row has 2 fields, the header 3",
    );
    says(&with("seats.csv", "seat,games,wins\n0,1,1\n"), "seats.csv, line 1: there is no column `win_rate`");
    let word = "turns,games\n8,50\n9,many\n";
    says(&with("lengths.csv", word), "lengths.csv, line 3: `games` is `many`, but must be a whole number");
    says(&with("lengths.csv", "turns,games\n8,inf\n"), "line 2: `games` is `inf`");
    says(&with("lengths.csv", ""), "lengths.csv, line 1: there is no header");
    let games = [("run.json", RUN), ("games.csv", "game,turns\n0,8\n1\n")];
    says(&games, "games.csv, line 3: the row has 1 fields, the header 2");
    says(&[("run.json", RUN), ("games.csv", "game,turns\n0,x\n")], "games.csv, line 2: `turns` is `x`");
    says(&[("run.json", RUN), ("games.csv", "a\n1\n")], "games.csv, line 1: there is no column `game`");
    let bytes = folder(FILES);
    fs::write(bytes.path().join("workers.csv"), b"a\n\xff\n").unwrap();
    let error = page_of(bytes.path()).unwrap_err().to_string();
    assert!(error.contains("workers.csv, line 2: it is not UTF-8 text"), "{error}");
    let error = page_of(Path::new("/nowhere/at all")).unwrap_err().to_string();
    assert!(error.starts_with("reading /nowhere/at all failed"), "{error}");
}
