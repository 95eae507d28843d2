//! Answers to which bot plays best, and what else decides.

use super::*;

#[test]
fn what_decides_beside_the_bot_is_reported_and_among_whom() {
    let mut facts = sound();
    let parts = [("bot", 0.6), ("deal", 0.1), ("draws", 0.2)];
    facts.sources =
        parts.map(|(name, share)| Source { name: name.to_owned(), share: measured(share, 0.01) }).to_vec();
    let says = "Among random and greedy the bot explains 60.0 % of who wins, the deal 10.0 %, draws and dice 20.0 %.";
    let text = to(Question::Skill, &facts).text;
    assert!(text.ends_with(says), "{text}");
    let others = [
        (Ladder::Search, "random, greedy and search"),
        (Ladder::Learned, "learned players of level 1 (at random), 3 and 5 (the best)"),
    ];
    for (ladder, among) in others {
        facts.ladder = ladder;
        let text = to(Question::Skill, &facts).text;
        assert!(text.contains(&format!("Among {among} the bot explains")), "{text}");
    }
}

#[test]
fn the_best_bot_is_named_with_its_rivals() {
    let duel = |value, half| Some(super::duel(measured(value, half), measured(0.6, 0.03)));
    let says = |search, learned| {
        let facts = Facts { search_duel: search, learned_duel: learned, is_searched: true, ..sound() };
        let answer = to(Question::Best, &facts);
        (answer.state, answer.text)
    };
    let even = "where 25.0 % would be even";
    let cases = [
        (
            duel(0.4, 0.05),
            None,
            State::Fact,
            format!(
                "The search plays best: in one seat among greedy players it wins 40.0 % of the games (32.3 to 47.7) {even}."
            ),
        ),
        (
            duel(0.3, 0.02),
            duel(0.4, 0.01),
            State::Fact,
            format!(
                "The learned bot plays best: in one seat among greedy players it wins 40.0 % of the games (38.4 to 41.6) {even}; the search wins 30.0 % of the games (26.7 to 33.3)."
            ),
        ),
        (
            duel(0.395, 0.01),
            duel(0.4, 0.01),
            State::Fact,
            format!(
                "The learned bot and the search play best, alike within 2.8 points in 1,000 games: in one seat among greedy players they win 40.0 % of the games (38.4 to 41.6) and 39.5 % of the games (37.9 to 41.1) {even}."
            ),
        ),
        // A search of few games is not shown to be as good, nor to be worse.
        (
            duel(0.39, 0.05),
            duel(0.4, 0.01),
            State::Open,
            format!(
                "The learned bot beats greedy, but not known yet whether it plays better than the search: in one seat among greedy players they win 40.0 % of the games (38.4 to 41.6) and 39.0 % of the games (30.8 to 47.2) {even}."
            ),
        ),
        // Pure Profit, two minutes: the search may be no better than greedy, and may be the best.
        (
            duel(0.293, 0.04),
            duel(0.3, 0.02),
            State::Open,
            format!(
                "The learned bot beats greedy, but not known yet whether it plays better than the search: in one seat among greedy players they win 30.0 % of the games (26.7 to 33.3) and 29.3 % of the games (22.7 to 35.9) {even}."
            ),
        ),
        (
            duel(0.26, 0.05),
            duel(0.2, 0.01),
            State::Open,
            format!(
                "Not known yet whether the search beats greedy: it wins 26.0 % of the games (17.8 to 34.2) {even}."
            ),
        ),
        (
            None,
            duel(0.2, 0.01),
            State::Fact,
            format!(
                "Greedy plays best: in one seat among greedy players the learned bot wins 20.0 % of the games (18.5 to 21.5) {even}."
            ),
        ),
    ];
    for (search, learned, state, text) in cases {
        assert_eq!(says(search, learned), (state, text));
    }
}

/// A share is held against an even part of the games that somebody wins; where nobody wins, nobody plays best.
#[test]
fn where_few_games_are_won_a_small_share_is_even() {
    let with = |value, half, fair| {
        let search = super::duel(measured(value, half), measured(0.1, 0.03));
        let search_duel = Some(Duel { fair: Some(fair), ..search });
        let facts = Facts { search_duel, learned_duel: None, is_searched: true, ..sound() };
        answers(&facts).into_iter().find(|answer| answer.question == Question::Best)
    };
    let even = with(0.096, 0.05, 0.1).unwrap();
    assert!(even.state == State::Open && even.text.ends_with("where 10.0 % would be even."), "{}", even.text);
    assert_eq!(with(0.3, 0.05, 0.1).unwrap().state, State::Fact);
    assert_eq!(with(0.0, 0.1, 0.0), None);
}

#[test]
fn what_learned_players_do_is_said_beside_it() {
    let mut facts = sound();
    facts.learned = Some(Size { turns: [20, 44, 60], ..size(4, &[0.3, 0.24, 0.23, 0.23], 0.01) });
    assert!(
        to(Question::Length, &facts).text.ends_with(" Among learned players half of them take at most 44.")
    );
    facts.main = Some(size(4, &[0.31, 0.23, 0.23, 0.23], 0.004));
    facts.searching = Some(size(4, &[0.28, 0.24, 0.24, 0.24], 0.05));
    let text = to(Question::Seats, &facts).text;
    assert!(text.ends_with(". Among learned players it is 30.0 % (29.0 to 31.0)."), "{text}");
    facts.learned = None;
    let text = to(Question::Seats, &facts).text;
    assert!(
        text.ends_with(". Among searching players it is 28.0 % (23.0 to 33.0), which may be fair."),
        "{text}"
    );
}
