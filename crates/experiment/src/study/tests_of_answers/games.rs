//! The games that show an answer.

use super::super::Step;
use super::{Question, sound, to};

#[test]
fn each_answer_has_games_that_show_it() {
    let facts = sound();
    let games = |question| {
        let list = to(question, &facts).examples.into_iter();
        list.map(|example| (example.game, example.what)).collect::<Vec<_>>()
    };
    let these = |list: &[(u64, &str)]| {
        list.iter().map(|(game, what)| (*game, (*what).to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(games(Question::Length), these(&[(6, "shortest"), (8, "median"), (5, "longest")]));
    assert_eq!(games(Question::Loops), these(&[(5, "longest")]));
    assert_eq!(games(Question::Strongest)[0], (3, "the first in which Ace is drawn".to_owned()));
    // Only what the answer speaks of.
    assert_eq!(games(Question::Dead), these(&[(3, "the first in which Two is drawn")]));
    assert!(
        games(Question::Actions)
            .contains(&(7, "the first in which \u{201c}play\u{201d} is chosen".to_owned()))
    );
    assert_eq!(games(Question::Players), these(&[(0, "2 players")]));
    assert_eq!(to(Question::Best, &facts).examples[0].step, Step::SearchDuel);
}
