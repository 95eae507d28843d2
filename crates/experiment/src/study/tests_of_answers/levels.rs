//! Answers to what beginners and experts play.

use super::*;

/// Four players of a level: half of their games take at most so many turns, and the first seat wins this share.
fn level(turns: u32, first: f64) -> Size {
    let other = (1.0 - first) / 3.0;
    Size {
        turns: [turns / 2, turns, 2 * turns],
        mean: Some(measured(f64::from(turns), 1.0)),
        ..size(4, &[first, other, other, other], 0.01)
    }
}

#[test]
fn beginners_are_reported_beside_experts() {
    let mut facts = sound();
    assert!(answers(&facts).iter().all(|answer| answer.question != Question::Levels), "there is no network");
    facts.lower = vec![(2, level(90, 0.25)), (3, level(70, 0.25)), (4, level(50, 0.25))];
    facts.learned = Some(level(40, 0.25));
    let answer = to(Question::Levels, &facts);
    let among = "1,000 games and 1,000 were played. Among learned players of level 2 (beginners) to 5 (experts) half of the \
                 games take at most";
    let text =
        format!("Games of beginners are 50.0 turns longer (48.6 to 51.4); {among} 90, 70, 50 and 40 turns.");
    assert_eq!((answer.text, answer.state), (text, State::Fact));
    assert_eq!(answer.short, "Longer: half at most 90 turns, for experts 40");
    let games: Vec<&str> = answer.examples.iter().map(|example| example.what.as_str()).collect();
    assert_eq!(games, ["players of level 2", "players of level 3", "players of level 4", "the best players"]);

    // 90 turns and 91 are 1 apart, and each may be off by 1: less than a tenth of a game in any case.
    facts.learned = Some(level(91, 0.25));
    let text = to(Question::Levels, &facts).text;
    assert!(text.starts_with("Games of beginners are as long, within 2.4 turns; "), "{text}");
    facts.learned = Some(level(99, 0.25));
    let text = to(Question::Levels, &facts).text;
    assert!(text.starts_with("Games of beginners are 9.0 turns shorter (7.6 to 10.4); "), "{text}");
    // Even-Odd: 16 games of each, whose means differ by half a game and may differ by nothing.
    facts.learned.as_mut().unwrap().mean = Some(Measured { games: 16, ..measured(110.0, 30.0) });
    let answer = to(Question::Levels, &facts);
    let says = "Not known yet whether games of beginners are as long: they may be 50.0 turns shorter to 10.0 turns longer; \
                1,000 games and 16 were played.";
    assert!(answer.text.starts_with(says), "{}", answer.text);
    assert!(answer.state == State::Open && answer.times.is_some());
}

#[test]
fn a_seat_that_is_unfair_among_experts_alone_is_a_problem() {
    let mut facts = sound();
    facts.lower = vec![(2, level(90, 0.25)), (3, level(70, 0.25)), (4, level(50, 0.25))];
    // An interval of 1 point to either side is wider, as one of four seats at each of four levels.
    facts.learned = Some(level(40, 0.27));
    assert_eq!(to(Question::Levels, &facts).state, State::Fact);
    facts.learned = Some(level(40, 0.31));
    let answer = to(Question::Levels, &facts);
    let says = "; at level 5 Player A wins 6.0 points too often (4.4 to 7.6).";
    assert!(answer.text.ends_with(says), "{}", answer.text);
    assert_eq!(
        (answer.state, answer.short.as_str()),
        (State::Problem, "Yes: seats are unfair at some levels")
    );
    // The same among greedy players stands with the seats.
    facts.main = Some(size(4, &[0.31, 0.23, 0.23, 0.23], 0.004));
    assert_eq!(to(Question::Levels, &facts).state, State::Fact);
}
