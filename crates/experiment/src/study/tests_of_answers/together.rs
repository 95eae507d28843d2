//! Answers to games in which the players win or lose together.

use super::*;

/// Three players who win 60 of 100 games together, and 45 with one of them among random ones.
#[test]
fn players_who_win_together_have_answers_of_their_own() {
    let mut facts = sound();
    let together = |seats: usize, won: f64| Size {
        together: Some(measured(won, 0.02)),
        ..size(seats, &vec![won / seats as f64; seats], 0.004)
    };
    (facts.main, facts.sizes) = (Some(together(3, 0.6)), vec![together(1, 0.2)]);
    let even = |won: f64| super::duel(measured(won / 3.0, 0.01), measured(0.5, 0.01));
    (facts.duel, facts.search_duel) = (Some(even(0.45)), Some(even(0.75)));
    let all = answers(&facts);
    assert!(all.iter().all(|answer| ![Question::Seats, Question::Leader].contains(&answer.question)));
    let won = to(Question::Together, &facts);
    let says = "The players win or lose together: greedy players win 60.0 % of the games (58.0 to 62.0).";
    assert_eq!((won.text.as_str(), won.state), (says, State::Fact));
    let skill = to(Question::Skill, &facts).text;
    assert!(skill.starts_with("Skill matters: greedy players win 60.0 % of the games"), "{skill}");
    assert!(skill.contains("one of them among random ones 45.0 % of the games (41."), "{skill}");
    let best = to(Question::Best, &facts).text;
    assert!(best.starts_with("A search plays better: with one the players win 75.0 %"), "{best}");
    let players = to(Question::Players, &facts).text;
    assert!(players.contains("at most 40 and 40 turns, and 20.0 and 60.0 % of them are won"), "{players}");
    facts.main = Some(Size { together: Some(measured(0.997, 0.002)), ..together(3, 1.0) });
    let first = answers(&facts).swap_remove(0);
    assert_eq!((first.question, first.state), (Question::Together, State::Problem), "{}", first.text);
    // Random players who do as well leave nothing to skill.
    (facts.main, facts.duel) = (Some(together(3, 0.6)), Some(even(0.6)));
    facts.duel.as_mut().unwrap().share.games = 100_000;
    let first = answers(&facts).swap_remove(0);
    assert_eq!((first.question, first.state), (Question::Skill, State::Problem), "{}", first.text);
}
