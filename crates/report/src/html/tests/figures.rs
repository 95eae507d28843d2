//! The text of a run's page on single figures, and where its plots go.

use std::path::Path;

use super::super::plots_folder;
use super::{folder, page_of, with, without_script};

#[test]
fn few_positions_are_no_error_of_the_estimates() {
    let table = |row: &str| {
        format!(
            "bin,predicted,observed,ci_low,ci_high,positions\n0-0.5,0.25,0.26,0.24,0.28,9000\n{row},12\n0.9-1,,,,,0\n"
        )
    };
    let says = |row: &str, text: &str| {
        let html = page_of(folder(&with("calibration.csv", &table(row))).path()).unwrap().html;
        assert!(html.contains(text), "{text}\n{}", without_script(&html));
    };
    says(
        "0.85-0.9,0.878,1,0.72,1",
        "On average the estimate is off by 1.0 points. Nowhere is it clearly off.",
    );
    says("0.85-0.9,0.878,1,1,1", "Nowhere is it clearly off.");
    let empty = "bin,predicted,observed,ci_low,ci_high,positions\n0-0.5,,,,,0\n";
    let html = page_of(folder(&with("calibration.csv", empty)).path()).unwrap().html;
    assert!(
        html.contains("No game came to an end that could tell.") && !without_script(&html).contains("NaN")
    );
    says("0.85-0.9,0.878,0.5,0.4,0.6", "most so, where it says 87.8 %: 50.0 % of these positions were won.");
}

#[test]
fn an_estimate_is_off_only_where_the_pilot_batch_does_not_explain_it() {
    let says = |open: &str, text: &str| {
        let head = "bin,predicted,observed,ci_low,ci_high,positions,predicted_low,predicted_high";
        let table = format!("{head}\n0-0.5,0.25,0.3,0.28,0.32,9000,{open}\n0.9-1,,,,,0,,\n");
        let html = page_of(folder(&with("calibration.csv", &table)).path()).unwrap().html;
        assert!(html.contains(text), "{text}\n{}", without_script(&html));
    };
    says("0.24,0.26", "It is clearly off");
    says("0.2,0.3", "Nowhere is it clearly off.");
    says(",", "It is clearly off");
}

#[test]
fn who_moves_first_is_reported_where_that_is_no_seat() {
    let rows = "win_share_by_order,order 1,0.44,0.43,0.45,share of games,1000,a\n\
                win_share_by_order,order 2,0.56,0.55,0.57,share of games,1000,b\n";
    let metrics = format!("metric,group,value,ci_low,ci_high,unit,games,reading\n{rows}");
    let page = page_of(folder(&with("metrics.csv", &metrics)).path()).unwrap();
    let text = "Whoever moves last wins 56.0 % of the games (95 %: 55.0 to 57.0 %), clearly more than the fair 50 %; whoever \
                moves first wins clearly less: 44.0 %.";
    assert!(page.html.contains(text), "{}", without_script(&page.html));
    assert!(page.html.contains("whether it is good to go first, the next plot tells"));
    // Where seat 0 always begins, the seats tell it.
    let same = metrics.replace("0.44,0.43,0.45", "0.6,0.57,0.63").replace("0.56,0.55,0.57", "0.4,0.37,0.43");
    let page = page_of(folder(&with("metrics.csv", &same)).path()).unwrap();
    assert!(!page.html.contains("order of play") && !page.html.contains("go first"));
}

#[test]
fn the_length_that_is_wanted_is_said_and_shaded() {
    let metrics = "metric,group,value,ci_low,ci_high,unit,games,reading\n\
                   within_target_length,turns=20..40,0,0,0.01,share of games,1000,none of the games last 20 to 40 turns\n";
    let page = page_of(folder(&with("metrics.csv", metrics)).path()).unwrap();
    assert!(page.html.contains("<p class=\"lead\">None of the games last 20 to 40 turns.</p>"));
    let (_, svg) = page.plots.iter().find(|(name, _)| name == "length-in-turns").unwrap();
    assert!(svg.contains("class=\"zone\"") && svg.contains("wanted: 20 to 40"), "{svg}");
    let shaded = page.plots.iter().filter(|(_, svg)| svg.contains("class=\"zone\"")).count();
    assert_eq!(shaded, 1, "no other length");
}

#[test]
fn as_many_bots_are_suggested_as_there_are_seats() {
    let bots = "strategy,games,wins,win_rate,ci_low,ci_high,expected_rate,decisions,mean_rank,mean_score,mean_decision_us\ngreedy,9,9,1,0.5,1,1,99,,,\n";
    let record = r#"{"game":"x","players":6,"bots":["greedy","greedy","greedy","greedy","greedy","greedy"]}"#;
    let seats = "seat,games,wins,win_rate,ci_low,ci_high,mean_rank,mean_score\n0,9,9,0.2,0.1,0.3,,\n";
    let files = [("run.json", record), ("strategies.csv", bots), ("seats.csv", seats)];
    let html = page_of(folder(&files).path()).unwrap().html;
    assert!(html.contains("<code>--bots greedy random random random random random</code>."), "{html}");
}

/// Nobody can be held against others where all win or lose together, be it a bot or who drew a card.
#[test]
fn who_win_together_are_not_held_against_each_other() {
    let of = |expected: &str| {
        let head = "strategy,games,wins,win_rate,ci_low,ci_high,expected_rate,decisions,mean_rank,mean_score,mean_decision_us";
        let bots = format!("{head}\ngreedy,9,9,1,0.5,1,{expected},99,,,\n");
        let record = r#"{"game":"x","players":2,"bots":["greedy","greedy"]}"#;
        let cards = "card,copies,games,drawn_per_game,played_per_game,win_rate_drawn,win_rate_not_drawn,delta,ci_low,ci_high\n\
                     bomb,2,1000,1.5,1.2,0.6,0.4,0.2,0.15,0.25\n";
        let files = [("run.json", record), ("strategies.csv", &bots), ("cards.csv", cards)];
        page_of(folder(&files).path()).unwrap().html
    };
    let (rivals, together) = (of("1"), of(""));
    for said in
        ["run it again with several bots", "Players who drew Bomb (+20.0 points) win clearly more often"]
    {
        assert!(rivals.contains(said) && !together.contains(said), "{said}: {together}");
    }
    assert!(together.contains("Drawing Bomb (+20.0 points) goes clearly with winning."), "{together}");
}

#[test]
fn a_part_of_the_wins_of_a_drawn_side_is_called_so() {
    let sides = |expected: &str| {
        format!(
            "side,games,wins,win_rate,ci_low,ci_high,expected_rate\nwolves,1000,600,0.6,0.57,0.63,{expected}\n\
             village,1000,400,0.4,0.37,0.43,{expected}\n"
        )
    };
    let html = |sides: &str| page_of(folder(&with("sides.csv", sides)).path()).unwrap().html;
    let part = "Player A has 60.0 % of the wins, which it shares with its side (95 %: 57.0 to 63.0 %), clearly more than the fair 50 %";
    assert!(html(&sides("")).contains(part), "{}", html(&sides("")));
    assert!(!html(&sides("0.5")).contains("which it shares"));
}

#[test]
fn a_game_that_shows_several_things_is_listed_once() {
    let of = |longest: u64| {
        let head = "question,state,asked,short,text,value,ci_low,ci_high,games,players,holds_for,times";
        let answers = format!(
            "{head}\nlength,fact,How long is a game?,16 turns,A game takes 16 turns.,,,,,2,greedy,\n"
        );
        let row = |what: &str, game: u64| format!("0,length,{what},{game},ludometer watch x --game {game}\n");
        let rows = [row("shortest", 0), row("median", 0), row("longest", longest)].concat();
        let games = format!("answer,question,what,game,command\n{rows}");
        let mut files = with("answers.csv", &answers);
        files.extend([("answers.csv", answers.as_str()), ("answer_games.csv", &games)]);
        page_of(folder(&files).path()).unwrap().html
    };
    assert!(of(0).contains("Shortest, median and longest, game 0: "), "{}", of(0));
    assert!(of(7).contains("Shortest and median, game 0: ") && of(7).contains("Longest, game 7: "));
}

#[test]
fn tables_have_the_names_of_cards_and_seats() {
    let mut files = with("names.csv", "kind,id,name\ncard,bomb,The Bomb\n");
    files.push(("names.csv", "kind,id,name\ncard,bomb,The Bomb\n"));
    let html = page_of(folder(&files).path()).unwrap().html;
    assert!(html.contains("<td>The Bomb</td>") && !html.contains("<td>bomb</td>"), "{html}");
    assert!(html.contains("<td>Player A</td>"), "{html}");
}

#[test]
fn of_drawn_sides_that_may_be_level_none_wins_most() {
    let says = |wolves: &str, village: &str| {
        let head = "side,games,wins,win_rate,ci_low,ci_high,expected_rate";
        let sides = format!("{head}\nwolves,1000,1,{wolves},\nvillage,1000,1,{village},\n");
        page_of(folder(&with("sides.csv", &sides)).path()).unwrap().html
    };
    let (clear, coin) =
        (says("0.6,0.57,0.63", "0.4,0.37,0.43"), says("0.521,0.49,0.552", "0.479,0.448,0.51"));
    let (most, none) = ("Wolves wins most, 60.0 % of the games.", "No side clearly wins more than another");
    assert!(clear.contains(most) && !clear.contains(none), "{clear}");
    assert!(coin.contains(none) && !coin.contains("wins most"), "{coin}");
}

/// A card whose worth is not known may be worth more than one that is clearly worth something.
#[test]
fn the_card_that_is_clearly_good_is_not_called_the_best() {
    let says = |rows: &str| {
        let head = "card,pairs,value,ci_low,ci_high,adjusted_low,adjusted_high,reading,left_out";
        let table = format!("{head}\n{rows}");
        let mut files = with("card_holding.csv", &table);
        files.push(("card_holding.csv", &table));
        page_of(folder(&files).path()).unwrap().html
    };
    let open = "dud,9,0.2,-0.1,0.5,-0.2,0.6,x,0\n";
    let html = says(&format!("bomb,99,0.066,0.05,0.08,0.04,0.09,x,0\n{open}"));
    assert!(html.contains("Clearly good to draw: Bomb (+6.6 points)."), "{html}");
    let html = says(&format!(
        "bomb,99,0.066,0.05,0.08,0.04,0.09,x,0\nghost,99,-0.03,-0.04,-0.02,-0.05,-0.01,x,0\n{open}"
    ));
    assert!(
        html.contains("Clearly good to draw: Bomb (+6.6 points); clearly bad: Ghost (\u{2212}3.0 points).")
    );
    let html = says("bomb,99,0.066,0.05,0.08,0.04,0.09,x,0\ndud,99,0.04,0.03,0.05,0.02,0.06,x,0\n");
    assert!(html.contains("Clearly good to draw: Bomb (+6.6 points) and 1 more."));
    assert!(says(open).contains("No card is clearly worth more than another"));
}

/// A page that says in one place that a card is used least says of no other that most of it is left.
#[test]
fn the_card_that_is_left_most_is_the_one_of_the_answer() {
    let of = |answer: &str| {
        let head = "question,state,asked,short,text,value,ci_low,ci_high,games,players,holds_for,times";
        let answers = format!("{head}\ndead_card,fine,Is a card dead?,No,{answer},,,,,2,greedy,\n");
        let mut files = with("answers.csv", &answers);
        files.push(("answers.csv", &answers));
        page_of(folder(&files).path()).unwrap().html
    };
    let most = "Of the copies of Dud that are drawn, 100.0 % are still in a hand when the game ends, more than of any other card.";
    assert!(of("Used least is Dud.").contains(most), "{}", of("Used least is Dud."));
    assert!(!of("Used least is Bomb.").contains(most));
}

#[test]
fn a_shard_says_that_it_is_one() {
    let record = r#"{"game":"x","players":2,"bots":["a","b"],"shard":"1/2","complete":true}"#;
    let html = page_of(folder(&[("run.json", record)]).path()).unwrap().html;
    assert!(html.contains("This is shard 1/2 of a run"), "{html}");
}

#[test]
fn each_page_has_plots_of_its_own() {
    let of = |file: &str| plots_folder(Path::new(file)).into_string().unwrap();
    assert_eq!(
        ["report.html", "x/report.html", "x/a.html", "b", "a.b.html"].map(of),
        ["plots", "plots", "a-plots", "b-plots", "a.b-plots"]
    );
}

/// Where no game has a winner the first series is another one, and a single point is no course.
#[test]
fn a_course_is_told_of_what_is_there() {
    let rows = "win_estimate,seat 0,0,0.5,,,9\nwin_estimate,seat 0,10,0.4,,,9\nwin_estimate,seat 1,0,0.5,,,9\n\
                win_estimate,seat 1,10,0.6,,,9\nleader_wins,,10,1,,,9\ntension,,5,0.9,,,9\ntension,,10,0.1,,,9\n";
    let html = |rows: &str| {
        let curves = format!("curve,series,x,value,ci_low,ci_high,games\n{rows}");
        page_of(folder(&with("curves.csv", &curves)).path()).unwrap().html
    };
    let without = html(rows);
    assert!(!without.contains("later winner") && !without.contains("that the leader of that time wins"));
    assert!(without.contains("Player A begins at 50.0 %, is at 40.0 % after 100 % of the game"), "{without}");
    assert!(without.contains("Tension is at 90.0 % after 50 % of the game, is at"), "{without}");
    let won = html(&format!("win_estimate,winner,0,0.5,,,9\nwin_estimate,winner,10,1,,,9\n{rows}"));
    assert!(won.contains("The later winner's estimated chance begins at 50.0 %"), "{won}");
}
