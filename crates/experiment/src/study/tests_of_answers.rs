//! Answers to facts that are made up, each with one thing wrong.

use crate::study::Step;
use crate::study::answers::answers;
use crate::study::facts::{
    Accused, Action, Card, Change, Course, Decks, Duel, Facts, Gainer, Measured, Order, Parties, Restricted,
    Size, Source, TableScore, luck,
};
use crate::study::question::{Answer, Question, State};
use ludometer_model::Sharing;
use ludometer_stats::Notability;

fn measured(value: f64, half: f64) -> Measured {
    Measured { value, low: value - half, high: value + half, games: 1000 }
}

fn size(seats: usize, shares: &[f64], half: f64) -> Size {
    let shares = shares.iter().map(|&share| measured(share, half)).collect();
    let lengths = Some(([10, 90], 0.05));
    Size {
        seats,
        turns: [20, 40, 60],
        lengths,
        mean: Some(measured(41.0, 0.5)),
        minutes: None,
        parties: Parties::default(),
        order: Order::Unknown,
        shares,
        drawn: Vec::new(),
        together: None,
        score: None,
        course: Course::default(),
    }
}

fn card(name: &str, holding: f64, dead: f64) -> Card {
    Card {
        name: name.to_owned(),
        holding: Some(measured(holding, 0.005)),
        is_left_out: false,
        delta: Some(measured(holding, 0.01)),
        dead: Some(measured(dead, 0.01)),
        used: 1.0 - dead,
        is_played: true,
        drawn: 5.0,
        is_valued: true,
        is_blank: false,
        restricted: Restricted::default(),
        first_drawn: Some(3),
    }
}

/// Returns a duel in which no places are equal.
fn duel(share: Measured, ahead: Measured) -> Duel {
    Duel { share, ahead, equal: 0.0, rate: ahead, fair: Some(0.25) }
}

fn action(name: &str, used: f64, loss: f64) -> Action {
    let without = Some(measured(loss, 0.004));
    let restricted = Restricted { without, ..Restricted::default() };
    Action { id: name.to_owned(), name: name.to_owned(), used, restricted, first_chosen: Some(7) }
}

/// Returns a game in which nothing is wrong.
fn sound() -> Facts {
    Facts {
        main: Some(size(4, &[0.25; 4], 0.004)),
        sizes: vec![size(2, &[0.5; 2], 0.004)],
        notable: vec![
            (Notability::Longest, 5),
            (Notability::Shortest, 6),
            (Notability::Median, 8),
            (Notability::BiggestRunaway, 9),
        ],
        finished: Some(measured(1.0, 0.0)),
        half_level: Some(measured(0.0, 0.0)),
        half_time: Some(measured(0.5, 0.01)),
        decided_at: Some(measured(0.7, 0.01)),
        cards: vec![card("Ace", 0.02, 0.1), card("Two", -0.02, 0.3)],
        actions: vec![action("draw", 5.0, 0.05), action("play", 4.0, 0.1)],
        duel: Some(duel(measured(0.6, 0.01), measured(0.8, 0.01))),
        search_duel: Some(duel(measured(0.4, 0.05), measured(0.7, 0.03))),
        ..Facts::default()
    }
}

fn to(question: Question, facts: &Facts) -> Answer {
    answers(facts).into_iter().find(|answer| answer.question == question).expect("it is answered")
}

#[test]
fn all_is_well_and_it_is_said_in_words() {
    let facts = sound();
    let all = answers(&facts);
    assert!(
        all.iter().all(|answer| answer.state != State::Problem && answer.state != State::Open),
        "{all:?}"
    );
    let short = |question| to(question, &facts).short;
    let questions = [
        (Question::Seats, "Yes, within 0.5 points"),
        (Question::Length, "typically 40 turns; 9 of 10 games take 20 to 60"),
        (Question::Who, "Greedy beats random in 80 of 100, a search beats greedy in 70"),
        (Question::Skill, "Skill: a search beats greedy in 70 of 100"),
        (Question::Strongest, "Ace: whoever draws it wins 2.0 points more often"),
        (Question::Actions, "No: every action is used"),
        (Question::Dead, "No"),
        (Question::Leader, "No: whoever leads at half time wins 50 of 100"),
        (Question::Loops, "Yes, all of 1,000 games"),
        (Question::Players, "Median 40 turns with 2 to 4 players"),
        (Question::Best, "The search: 40 of 100 beside greedy"),
    ];
    for (question, said) in questions {
        assert_eq!(short(question), said);
    }
    let text = |question| to(question, &facts).text;
    assert_eq!(
        text(Question::Seats),
        "The seats are fair within 0.5 points: each wins about 25.0 % of 1,000 games."
    );
    assert_eq!(
        text(Question::Length),
        "A game takes 20 to 60 turns (nine of ten games), half of them at most 40."
    );
    assert!(text(Question::Strongest).starts_with(
        "Ace is the strongest card to draw: in place of another one drawing Ace adds 2.0 points"
    ));
    assert!(text(Question::Dead).starts_with("No card is dead. Used least is Two: 30.0 %"));
    let mut facts = facts.clone();
    facts.cards.push(Card { holding: Some(measured(0.016, 0.005)), ..card("Three", 0.0, 0.1) });
    let text = to(Question::Strongest, &facts).text;
    let says = "Ace or Three is the strongest card to draw: in place of another one drawing Ace adds 2.0 points of win chance (1.5 to \
                2.5); drawing Two costs 2.0 points of win chance (1.5 to 2.5).";
    assert!(text.starts_with(says), "{text}");
    let short = to(Question::Strongest, &facts).short;
    assert_eq!(short, "Ace: whoever draws it wins 2.0 points more often; or Three");
    facts.cards.extend(["Four", "Five", "Six"].map(|name| card(name, 0.016, 0.1)));
    let open = to(Question::Strongest, &facts);
    let says =
        "Not known yet which card is strongest to draw: in place of another one drawing Ace adds 2.0 points";
    assert!(open.text.starts_with(says) && open.text.contains("Three, Four, Five or Six"), "{}", open.text);
    assert_eq!((open.state, open.times), (State::Open, Some(4.0)));
    facts.decks = Decks::Known(measured(0.1, 0.2));
    let text = |question| to(question, &facts).text;
    assert_eq!(
        text(Question::Try),
        "One copy more or less of any card changes the length by at most 0.3 turns, in 1,000 deals with each."
    );
    assert_eq!(text(Question::Loops), "Every one of 1,000 games came to its end.");
}

#[test]
fn restrictions_are_reported_in_words() {
    let mut facts = sound();
    facts.actions[1].restricted.always = Some(measured(-0.03, 0.004));
    let answer = to(Question::Actions, &facts);
    let says = "Who always chooses “play” where possible wins 3.0 points more than greedy players (2.6 to 3.4): it is too \
                strong, or they choose it too seldom. Doing without “play” costs most: 10.0 points";
    assert!(answer.text.starts_with(says) && answer.state == State::Problem, "{}", answer.text);
    let mut facts = sound();
    facts.cards[0].restricted.without = Some(measured(0.05, 0.01));
    facts.cards[1].restricted.without = Some(measured(0.0, 0.004));
    let text = to(Question::Actions, &facts).text;
    assert!(
        text.ends_with("Of all cards, never choosing Ace costs most: 5.0 points (4.0 to 6.0)."),
        "{text}"
    );
    let answer = to(Question::Dead, &facts);
    assert!(
        answer
            .text
            .ends_with("A player who never chooses Two loses at most 1.0 point by it, in 1,000 games."),
        "{}",
        answer.text
    );
    assert_eq!(answer.state, State::Fine);
    facts.cards[1].restricted.without = Some(measured(-0.04, 0.01));
    let answer = to(Question::Dead, &facts);
    let says = "A greedy player who never chooses Two wins 4.0 points more (3.0 to 5.0).";
    assert!(answer.text.ends_with(says) && answer.state == State::Problem, "{}", answer.text);
    assert_eq!(answer.short, "Worse than dead: players who never choose Two win more");
    // All of which it is known are named, the costliest first.
    facts.cards[0].restricted.without = Some(measured(-0.09, 0.01));
    let answer = to(Question::Dead, &facts);
    let says = "A greedy player who never chooses Ace wins 9.0 points more (8.0 to 10.0); so it is with Two.";
    assert!(answer.text.ends_with(says), "{}", answer.text);
    facts.cards[0].restricted.always = Some(measured(-0.03, 0.004));
    facts.actions[1].restricted.always = Some(measured(-0.05, 0.004));
    let text = to(Question::Actions, &facts).text;
    let says = "it is too strong, or they choose it too seldom; so it is with Ace. ";
    assert!(text.starts_with("Who always chooses “play”") && text.contains(says), "{text}");
}

/// What the rules in force never offer is no action that nobody uses.
#[test]
fn actions_that_never_come_up_are_not_called_unused() {
    let mut facts = sound();
    facts.actions.push(action("rob", 0.0, 0.0));
    facts.actions[2].restricted = Restricted { offered: Some(true), ..Restricted::default() };
    let answer = to(Question::Actions, &facts);
    assert_eq!(answer.short, "\u{201c}rob\u{201d} never used");
    assert!(answer.text.contains("Greedy players never choose \u{201c}rob\u{201d}"), "{}", answer.text);
    facts.actions[2].restricted.offered = Some(false);
    let answer = to(Question::Actions, &facts);
    assert_eq!(answer.short, "No: every action that comes up is used");
    let says = "\u{201c}rob\u{201d} never comes up with these rules";
    assert!(answer.text.contains(says) && !answer.text.contains("never choose"), "{}", answer.text);
}

/// Players who choose at random gain by each bad choice that is taken away: that is no fault of the rules.
#[test]
fn what_harms_players_at_random_accuses_no_rule() {
    let mut facts = sound();
    facts.actions[0].restricted.without = Some(measured(-0.1, 0.01));
    facts.actions[1].restricted.always = Some(measured(-0.1, 0.01));
    facts.cards[0].restricted.without = Some(measured(-0.1, 0.01));
    for question in [Question::Actions, Question::Dead] {
        assert_eq!(to(question, &facts).state, State::Problem);
    }
    facts.greedy_is_random = true;
    let actions = to(Question::Actions, &facts);
    assert_eq!(actions.short, "Can't be told: greedy players choose at random");
    assert!(
        actions.state != State::Problem && actions.text.contains("no sign of a fault"),
        "{}",
        actions.text
    );
    assert!(!actions.text.contains("too strong"), "{}", actions.text);
    let dead = to(Question::Dead, &facts);
    assert!(dead.state == State::Fine && dead.text.contains("no sign of a fault"), "{}", dead.text);
}

/// A card that seems to harm, and isn't known to, is not called in order.
#[test]
fn a_card_that_may_harm_is_open() {
    let mut facts = sound();
    facts.cards[1].restricted.without = Some(measured(-0.02, 0.03));
    let answer = to(Question::Dead, &facts);
    assert_eq!(answer.short, "Not known yet whether players win more without Two");
    assert!(answer.state == State::Open && answer.times.is_some_and(|times| times > 1.0), "{answer:?}");
    assert!(answer.text.starts_with("No card is dead. "), "{}", answer.text);
    facts.cards[1].restricted.without = Some(measured(0.02, 0.03));
    assert_eq!(to(Question::Dead, &facts).state, State::Fine);
}

/// A search that loses to greedy players is no proof that skill hardly matters.
#[test]
fn a_bot_that_loses_shows_nothing_of_skill() {
    let mut facts = sound();
    facts.search_duel = Some(duel(measured(0.24, 0.01), measured(0.48, 0.01)));
    let answer = to(Question::Skill, &facts);
    assert_eq!(answer.short, "Not known: none of these bots plays better than greedy");
    facts.search_duel = Some(duel(measured(0.25, 0.01), measured(0.495, 0.01)));
    let answer = to(Question::Skill, &facts);
    assert!(answer.short.starts_with("Hardly skill between good players"), "{}", answer.short);
}

#[test]
fn the_strongest_card_is_reported_by_number_of_players() {
    let mut facts = sound();
    let worth = |name: &str, value| (name.to_owned(), measured(value, 0.005));
    facts.held_at = vec![(2, vec![worth("Ace", 0.03), worth("Two", -0.03)])];
    let text = |facts: &Facts| to(Question::Players, facts).text;
    assert!(
        text(&facts).contains(". Ace is the strongest card to draw with 2 and 4 players."),
        "{}",
        text(&facts)
    );
    facts.held_at.push((3, vec![worth("Ace", 0.01), worth("Two", 0.03)]));
    let says = ". The strongest card to draw is Ace with 2 and 4 players and Two with 3 players.";
    assert!(text(&facts).contains(says), "{}", text(&facts));
    // One that may be as good is no rival that was beaten.
    facts.held_at.truncate(1);
    facts.held_at[0].1[1] = worth("Two", 0.029);
    assert!(!text(&facts).contains("strongest"), "{}", text(&facts));
}

#[test]
fn what_a_game_does_not_have_is_said() {
    let mut facts = sound();
    facts.cards.iter_mut().for_each(|card| card.drawn = 0.0);
    assert!(to(Question::Strongest, &facts).text.contains("no card is better to draw than another"));
    assert_eq!(to(Question::Dead, &facts).short, "None is drawn");
    assert!(to(Question::Try, &facts).text.starts_with("Nothing was tried"));
    // Nothing is said before games were looked at.
    let nothing = Facts::default();
    assert!(
        answers(&nothing)
            .iter()
            .all(|answer| ![Question::Strongest, Question::Dead].contains(&answer.question))
    );
}

/// Each defect is the first sentence after who plays.
#[test]
fn what_is_wrong_is_said_first() {
    type Defect = (Question, fn(&mut Facts));
    let defects: [Defect; 10] = [
        (Question::Seats, |facts| facts.main = Some(size(4, &[0.31, 0.23, 0.23, 0.23], 0.004))),
        (Question::Strongest, |facts| facts.cards[0] = card("Ace", 0.3, 0.1)),
        (Question::Strongest, |facts| facts.cards[1].delta = Some(measured(0.2, 0.01))),
        (Question::Dead, |facts| facts.cards[1] = card("Two", -0.02, 0.9)),
        (Question::Who, |facts| facts.greedy_is_random = true),
        (Question::Who, |facts| facts.duel = Some(duel(measured(0.25, 0.01), measured(0.5, 0.01)))),
        (Question::Seats, |facts| ordered(facts, &[0.30, 0.25, 0.24, 0.21], 0.004)),
        (Question::Actions, |facts| facts.actions[0] = action("draw", 5.0, -0.06)),
        (Question::Leader, |facts| facts.half_time = Some(measured(0.93, 0.01))),
        (Question::Loops, |facts| facts.finished = Some(measured(0.95, 0.01))),
    ];
    for (question, defect) in defects {
        let mut facts = sound();
        defect(&mut facts);
        let mut all = answers(&facts);
        let who = all.remove(0);
        let first = if question == Question::Who { who.clone() } else { all.swap_remove(0) };
        assert_eq!(who.question, Question::Who, "{}", who.text);
        assert_eq!((first.question, first.state), (question, State::Problem), "{}", first.text);
        // It fits a line, and says no less than that something is wrong.
        assert!(
            (8..80).contains(&first.short.len()) && !first.short.contains("Not known"),
            "{}",
            first.short
        );
    }
}

#[test]
fn a_card_of_the_wrong_sign_is_reported() {
    let mut facts = sound();
    facts.cards[1].delta = Some(measured(0.24, 0.01));
    let text = to(Question::Strongest, &facts).text;
    let says = "Do not trust win rates of Two: players who draw it win 24.0 points more often (23.0 to 25.0), yet drawing \
                it costs 2.0 points (1.5 to 2.5). Ace is the strongest card to draw";
    assert!(text.starts_with(says), "{text}");
    // One that costs more comes first.
    facts.cards.push(Card { delta: Some(measured(0.1, 0.01)), ..card("Three", -0.05, 0.1) });
    let text = to(Question::Strongest, &facts).text;
    assert!(
        text.starts_with("Do not trust win rates of Three") && text.contains("; so it is with Two."),
        "{text}"
    );
    // Both cost too little to matter.
    for card in &mut facts.cards[1..] {
        card.holding = Some(measured(-0.009, 0.005));
    }
    assert_eq!(to(Question::Strongest, &facts).state, State::Fact);
}

/// Whoever reads that two things are equal reads how many games that rests on: the fewest of all that it holds for.
#[test]
fn equal_is_said_with_the_number_of_games() {
    type Equal = (Question, fn(&mut Facts), &'static str);
    fn few(value: f64, half: f64) -> Measured {
        Measured { games: 300, ..measured(value, half) }
    }
    let cases: [Equal; 6] = [
        (
            Question::Strongest,
            |facts| {
                facts.cards[0].holding = Some(measured(0.0, 0.004));
                facts.cards[1].holding = Some(few(0.0, 0.016));
            },
            "No card is worth drawing more than another by over 1.6 points, each in 300 pairs of games or more.",
        ),
        (
            Question::Dead,
            |facts| {
                facts.cards[0].restricted.without = Some(measured(0.0, 0.004));
                facts.cards[1].restricted.without = Some(few(0.0, 0.004));
            },
            "A player who never chooses Ace and Two loses at most 1.0 point by it, in 300 games.",
        ),
        (
            Question::Actions,
            |facts| {
                facts.actions[0].restricted.without = Some(few(0.0, 0.004));
            },
            "Doing without \u{201c}draw\u{201d} costs at most 1.0 point, in 300 games.",
        ),
        (
            Question::Players,
            |facts| facts.sizes[0].shares.iter_mut().for_each(|share| share.games = 250),
            ", and no seat is clearly off its fair share in 250 games or more of each.",
        ),
        (
            Question::Changed,
            |facts| {
                let mut printed = size(4, &[0.25; 4], 0.004);
                printed.mean = Some(few(41.0, 0.5));
                facts.printed = Some(printed);
            },
            "games are as long, within 1.1 turns; no seat is seen to gain or lose in 1,000 games (at most 1.0 point); 300 games \
             were played with each.",
        ),
        (Question::Seats, |_| (), "fair within 0.5 points: each wins about 25.0 % of 1,000 games."),
    ];
    for (question, equal, says) in cases {
        let mut facts = sound();
        equal(&mut facts);
        let text = to(question, &facts).text;
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn what_is_not_known_is_not_claimed() {
    let mut facts = sound();
    facts.main = Some(size(4, &[0.27, 0.25, 0.24, 0.24], 0.05));
    let seats = to(Question::Seats, &facts);
    assert_eq!(seats.state, State::Open);
    assert!(seats.text.starts_with("Not known yet"), "{}", seats.text);
    // Half the interval of one of four seats is 0.0637. It may be off by 0.02: to tell whether it is by more than 0.01, or no more
    // than 0.02, that has to be 0.01, which takes 41 times the games.
    assert_eq!(seats.times, Some(41.0));
    facts.search_duel = Some(duel(measured(0.28, 0.06), measured(0.5, 0.05)));
    assert_eq!(to(Question::Best, &facts).state, State::Open);
}

/// Each question that few games leave open says so, and how many more would tell.
#[test]
fn what_few_games_leave_open_is_said() {
    type Lack = (Question, fn(&mut Facts), &'static str, f64);
    let lacks: [Lack; 7] = [
        // (0.06 / 0.02)²
        (
            Question::Players,
            |facts| facts.sizes[0] = size(2, &[0.5; 2], 0.06 / 1.143_58),
            "; not known yet whether the seats are fair with each number.",
            9.0,
        ),
        // (0.05 / 0.005)²
        (
            Question::Actions,
            |facts| facts.actions[0].restricted.without = Some(measured(0.02, 0.05)),
            "Not known yet what doing without \u{201c}draw\u{201d} costs.",
            100.0,
        ),
        (
            Question::Strongest,
            |facts| facts.cards.iter_mut().for_each(|card| card.holding = None),
            "to draw.",
            4.0,
        ),
        // (0.1 / 0.05)²; it is one of two cards.
        (
            Question::Dead,
            |facts| {
                facts.cards[1] = card("Two", -0.02, 0.55);
                facts.cards[1].dead = Some(measured(0.55, 0.1 / 1.143_58));
            },
            "Not known yet whether Two is dead: 55.0 % of the copies drawn find no use (45.0 to 65.0).",
            4.0,
        ),
        // Three quarters of the way from 25 to 100 % are 81.25 %.
        (
            Question::Leader,
            |facts| facts.half_time = Some(measured(0.7925, 0.04)),
            "Not known yet whether the leader runs away: whoever leads at half time wins 79 of 100 games (75.2 to 83.2)",
            4.0,
        ),
        (Question::Best, |facts| facts.search_duel = None, "no search was played.", 0.0),
        (
            Question::Try,
            |facts| facts.decks = Decks::Known(measured(0.3, 0.82)),
            "one copy may do so by 1.1 turns.",
            4.0,
        ),
    ];
    for (question, lack, says, times) in lacks {
        let mut facts = sound();
        lack(&mut facts);
        let answer = to(question, &facts);
        assert_eq!(answer.state, State::Open, "{}", answer.text);
        assert!(answer.short.contains("known"), "{}", answer.short);
        assert!(answer.text.contains(says), "{}", answer.text);
        assert!((answer.times.unwrap_or(0.0) - times).abs() <= 1.0, "{} {:?}", answer.text, answer.times);
    }
}

/// Games that nobody leads say nothing of a lead, and it is said how many there are.
#[test]
fn a_lead_is_judged_where_there_is_one() {
    let mut facts = sound();
    facts.half_level = Some(measured(0.6, 0.02));
    facts.half_time = Some(measured(0.98, 0.01));
    let leader = to(Question::Leader, &facts);
    let says = "The leader runs away: whoever leads at half time wins 98 of 100 games (97.0 to 99.0), and the winner leads for \
                good after 70.0 % of the game. Nobody leads at half time in 60 of 100 games (58.0 to 62.0), which count \
                neither way.";
    assert_eq!((leader.state, leader.text.as_str()), (State::Problem, says));
    facts.half_level = Some(measured(0.95, 0.01));
    let leader = to(Question::Leader, &facts);
    assert!(
        leader.state == State::Fact && leader.text.starts_with("Somebody leads too seldom to run away"),
        "{}",
        leader.text
    );
    (facts.half_level, facts.half_time) = (Some(measured(1.0, 0.0)), None);
    let leader = to(Question::Leader, &facts);
    let says = "Nobody leads at half time in any of 1,000 games, so there is no lead to lose.";
    assert_eq!((leader.state, leader.text.as_str()), (State::Fact, says));
}

/// A bot that is level is not ahead: the figure is how often a bot is, and the verdict rests on who is the stronger.
#[test]
fn equal_places_are_reported_beside_those_ahead() {
    let mut facts = sound();
    let level = |ahead: f64, equal: f64| {
        let (ahead, rate) = (measured(ahead, 0.01), measured(ahead + equal / 2.0, 0.01));
        Some(Duel { share: measured(0.25, 0.01), ahead, equal, rate, fair: Some(0.25) })
    };
    (facts.duel, facts.search_duel) = (level(0.26, 0.48), level(0.27, 0.48));
    let skill = to(Question::Skill, &facts);
    let says = "Luck decides in 1,000 games: a searching player finishes ahead of a greedy one in 27 of 100 games (26.0 to 28.0), \
                level in 48 and behind in 25.";
    assert_eq!((skill.state, skill.text.as_str()), (State::Problem, says));
    let says = "A greedy player finishes ahead of a random one in 26 of 100 games (25.0 to 27.0), level in 48 and behind in 26, so \
                it chooses no better than at random: whatever is said of greedy players is said of random ones; a searching \
                player finishes ahead of a greedy one in 27 of 100 games (26.0 to 28.0), level in 48 and behind in 25.";
    let who = to(Question::Who, &facts);
    assert_eq!((who.state, who.text.as_str()), (State::Problem, says));
    // Most games are won by nobody: who is ahead in the others tells, and they may be too few.
    (facts.duel, facts.search_duel) = (level(0.06, 0.91), level(0.05, 0.92));
    assert!(!facts.plays_at_random() && to(Question::Who, &facts).state == State::Fact);
    assert_eq!(to(Question::Skill, &facts).state, State::Open);
    // Three seats, one winner, the others level.
    facts.search_duel = level(0.6, 0.3);
    facts.duel = level(0.9, 0.1);
    assert!(to(Question::Skill, &facts).text.starts_with("Skill matters: a searching player finishes ahead"));
    // Ahead in few games, and behind in hardly any: the one without the other would mislead.
    facts.duel = level(0.32, 0.66);
    let short = to(Question::Who, &facts).short;
    assert!(short.starts_with("Greedy beats random in 32 of 100 and is behind in 2, "), "{short}");
    facts.duel = level(0.9, 0.1);
    // Who is behind more often is no better player, and no sign of luck either.
    facts.search_duel = level(0.2, 0.2);
    let skill = to(Question::Skill, &facts);
    let says = "Not known how much skill matters between good players, as none of these bots plays better than greedy: a";
    assert!(skill.state == State::Open && skill.text.starts_with(says), "{}", skill.text);
}

/// Where all win together, seats at one table are level whatever the skill: copies of one won game are no sign of luck.
#[test]
fn copies_of_a_game_that_is_won_together_are_no_contest() {
    let level = Duel { equal: 1.0, ..duel(measured(0.125, 0.02), measured(0.0, 0.01)) };
    let mut facts = Facts {
        main: Some(size(2, &[], 0.0)),
        copies: Some((1, 2048)),
        duel: Some(level),
        search_duel: None,
        ..sound()
    };
    let skill = |facts: &Facts| answers(facts).into_iter().find(|answer| answer.question == Question::Skill);
    assert!(skill(&facts).is_some());
    facts.is_together = true;
    assert!(skill(&facts).is_none());
}

/// A card that does its work in a hand is none that lies dead there.
#[test]
fn cards_that_work_in_a_hand_are_not_dead() {
    const HELD: &str = "Players play no cards from their hands, so none can lie dead there.";
    const COUNTS: &str = "No card is dead: each counts in a hand, whether it is played or not.";
    const WORKS: &str = "No card is dead: each that players draw does its work in a hand.";
    type Work = fn(&mut Card);
    let works: [(Work, &str); 4] = [
        // It counts where it lies, and is used as well.
        (|card| card.is_played = false, COUNTS),
        (|card| (card.is_played, card.used) = (false, 0.0), HELD),
        (|card| card.holding = Some(measured(0.084, 0.01)), WORKS),
        // It is back in the hand after each use.
        (|card| card.used = 0.4, WORKS),
    ];
    for (work, all_work) in works {
        let mut facts = sound();
        facts.cards[1] = card("Two", -0.02, 0.98);
        assert_eq!(to(Question::Dead, &facts).state, State::Problem);
        work(&mut facts.cards[1]);
        let dead = to(Question::Dead, &facts);
        // Those that lie in a hand for a purpose are no less used.
        let says = "No card is dead. Of the cards that must be played to do anything, Ace is used least: 10.0 % of the copies drawn find no use.";
        assert_eq!((dead.state, dead.text.as_str()), (State::Fine, says));
        facts.cards[1].dead = Some(measured(0.05, 0.01));
        let least = to(Question::Dead, &facts).text;
        assert!(least.contains(". Used least is Ace: 10.0 %"), "{least}");
        facts.cards[1].dead = Some(measured(0.98, 0.01));
        work(&mut facts.cards[0]);
        facts.cards[0].dead = Some(measured(0.7, 0.01));
        assert_eq!(to(Question::Dead, &facts).text, all_work);
    }
}

/// Where the quantiles are one number, it is said how many games have another length.
#[test]
fn a_usual_length_is_not_that_of_every_game() {
    let mut facts = sound();
    let mut with = |lengths| {
        let main = facts.main.as_mut().unwrap();
        (main.turns, main.lengths) = ([6; 3], Some(lengths));
        to(Question::Length, &facts).text
    };
    assert_eq!(with(([6, 6], 1.0)), "A game takes 6 turns in all of 1,000 games.");
    let says = "A game takes 6 turns in 92 of 100 games; the shortest takes 2, the longest 40.";
    assert_eq!(with(([2, 40], 0.92)), says);
    let says = "A game takes 6 turns in more than 99.9 of 100 games; the shortest takes 6, the longest 2000.";
    assert_eq!(with(([6, 2000], 0.9995)), says);
}

/// What there is to win is what somebody wins: of a lead that wins every game that is won, none is lost.
#[test]
fn a_lead_is_judged_by_what_there_is_to_win() {
    let mut facts = sound();
    facts.won = Some(measured(0.2, 0.01));
    facts.half_time = Some(measured(0.2, 0.01));
    assert_eq!(to(Question::Leader, &facts).state, State::Problem);
    facts.half_time = Some(measured(0.05, 0.01));
    assert_eq!(to(Question::Leader, &facts).state, State::Fine);
    let text = to(Question::Leader, &facts).text;
    assert!(text.contains(" wins 5 of 100 games (4.0 to 6.0), of which somebody wins 20"), "{text}");
    facts.won = Some(measured(1.0, 0.0));
    assert!(!to(Question::Leader, &facts).text.contains("somebody wins"));
    facts.won = Some(measured(0.0, 0.0));
    assert!(answers(&facts).iter().all(|answer| answer.question != Question::Leader));
}

/// The pair that shows skill is named, not one in which the weaker bot is ahead.
#[test]
fn skill_is_told_by_the_pair_that_shows_it() {
    let mut facts = sound();
    facts.search_duel = Some(duel(measured(0.2, 0.02), measured(0.3, 0.05)));
    facts.learned_duel = Some(duel(measured(0.4, 0.02), measured(0.7, 0.05)));
    let skill = to(Question::Skill, &facts);
    assert_eq!(skill.state, State::Fact);
    assert_eq!(skill.short, "Skill: the learned bot beats greedy in 70 of 100");
}

/// What happens in few games is not said to happen in none.
#[test]
fn what_is_rare_is_not_rounded_to_never() {
    let mut facts = sound();
    facts.half_level = Some(measured(0.003, 0.002));
    let says = "Nobody leads at half time in 0.3 of 100 games (0.1 to 0.5), which count neither way.";
    let leader = to(Question::Leader, &facts).text;
    assert!(leader.ends_with(says), "{leader}");
}

/// Games without a winner are an ending of their own, where players don't lose together by the design.
#[test]
fn games_that_nobody_wins_are_reported() {
    let mut facts = sound();
    facts.won = Some(measured(0.5, 0.02));
    let loops = to(Question::Loops, &facts).text;
    assert!(loops.ends_with(" Nobody wins 50.0 % of the games (48.0 to 52.0)."), "{loops}");
    for (won, is_together) in [(1.0, false), (0.5, true)] {
        facts.won = Some(measured(won, 0.0));
        facts.is_together = is_together;
        let all = answers(&facts);
        assert!(all.iter().all(|answer| !answer.text.contains("Nobody wins")), "{won}");
    }
}

/// One game in 2,048 without an end: how rare they are is as open as its interval.
#[test]
fn rare_games_without_an_end_have_an_interval() {
    let mut facts = sound();
    let (low, high) = ludometer_stats::wilson(2047.0 / 2048.0, 2048).unwrap();
    facts.finished = Some(Measured { value: 2047.0 / 2048.0, low, high, games: 2048 });
    // It stood still before the limit stopped it, and is one game.
    facts.guards = vec![("turn limit".to_owned(), 1), ("standstill".to_owned(), 1)];
    let loops = to(Question::Loops, &facts);
    let says = "0.049 % of 2,048 games do not end (0.009 to 0.276). Signs of a loop: \u{201c}turn limit\u{201d} \
                in 1 game.";
    assert_eq!((loops.state, loops.text.as_str()), (State::Open, says));
}

/// Where `greedy` is another `random`, who of the two is ahead says nothing of skill.
#[test]
fn greedy_players_without_a_heuristic_are_called_random() {
    let mut facts = sound();
    facts.greedy_is_random = true;
    facts.duel = Some(duel(measured(0.25, 0.01), measured(0.5, 0.01)));
    let all = answers(&facts);
    assert_eq!((all[0].question, all[0].state), (Question::Who, State::Problem));
    assert!(all[0].text.starts_with("Greedy players choose at random here"), "{}", all[0].text);
    // To beat them is to beat random players.
    let skill = to(Question::Skill, &facts);
    let says = "Not known yet how much skill matters between good players: greedy ones choose no better than at random, and a \
                searching player finishes ahead of a greedy one in 70 of 100 games (67.0 to 73.0).";
    assert_eq!((skill.state, skill.text.as_str()), (State::Open, says));
    facts.won_of_search = None;
    assert_eq!(to(Question::Skill, &facts).state, State::Open);
    // A learned bot that is level with greedy may be no better than it: that shows nothing of good players.
    facts.learned_duel = Some(duel(measured(0.27, 0.005), measured(0.52, 0.01)));
    assert_eq!(to(Question::Skill, &facts).state, State::Open);
    facts.learned_duel = None;
}

/// One player decides little of what a side wins that is drawn: that it finishes level shows neither luck nor weak choices.
#[test]
fn one_player_of_a_drawn_side_shows_no_skill_and_no_luck() {
    let level = |low, high| {
        let rate = Measured { value: f64::midpoint(low, high), low, high, games: 20_000 };
        Some(Duel {
            share: measured(0.25, 0.01),
            ahead: measured(0.19, 0.01),
            equal: 0.67,
            rate,
            fair: Some(0.25),
        })
    };
    let even = level(0.505, 0.512);
    let mut facts = Facts { duel: even.clone(), search_duel: even, learned_duel: None, ..sound() };
    assert!(facts.plays_at_random());
    let luck = to(Question::Skill, &facts);
    assert!(luck.text.starts_with("Luck decides"), "{}", luck.text);
    facts.are_sides_drawn = true;
    assert!(!facts.plays_at_random());
    let (who, skill) = (to(Question::Who, &facts), to(Question::Skill, &facts));
    assert_eq!((who.state, skill.state), (State::Fact, State::Open), "{} {}", who.text, skill.text);
    assert!(!who.text.contains("at random"), "{}", who.text);
    assert!(
        skill.text.starts_with("Not known how much skill matters, as one player decides little"),
        "{}",
        skill.text
    );
    // What one better bot does show is said.
    facts.search_duel = level(0.70, 0.72);
    assert_eq!(to(Question::Skill, &facts).state, State::Fact);
}

#[test]
fn changed_rules_are_reported_beside_the_printed_ones() {
    let mut facts = sound();
    let mut printed = size(4, &[0.29, 0.25, 0.23, 0.23], 0.002);
    printed.mean = Some(measured(50.0, 0.5));
    facts.printed = Some(printed);
    let text = to(Question::Changed, &facts).text;
    assert!(text.starts_with("Beside the printed rules games are 9.0 turns shorter (7.9 to 10.1)"), "{text}");
    assert!(
        text.ends_with(
            "; Player A wins 4.0 points fewer of the games (3.2 to 4.8); 1,000 games were played with each."
        ),
        "{text}"
    );
}

#[test]
fn what_decides_beside_the_bot_is_reported_and_among_whom() {
    let mut facts = sound();
    let parts = [("deal", 0.1), ("draws", 0.2), ("ties", 0.65)];
    facts.sources =
        parts.map(|(name, share)| Source { name: name.to_owned(), share: measured(share, 0.01) }).to_vec();
    let says = ". Among greedy players, who are equals, the deal explains 10.0 % of who wins, draws and dice 20.0 %, and what they \
                choose by chance 65.0 %.";
    let text = to(Question::Skill, &facts).text;
    assert!(text.ends_with(says), "{text}");
}

#[test]
fn luck_is_what_deal_and_draws_explain_together() {
    let of = |parts: &[(&str, f64)]| {
        let source =
            |&(name, share): &(&str, f64)| Source { name: name.to_owned(), share: measured(share, 0.05) };
        luck(&parts.iter().map(source).collect::<Vec<_>>()).map(|luck| [luck.value, luck.low, luck.high])
    };
    let close = |found: Option<[f64; 3]>, to: [f64; 3]| {
        found.is_some_and(|found| found.iter().zip(to).all(|(a, b)| (a - b).abs() < 1e-9))
    };
    assert!(close(of(&[("seat", 0.3), ("deal", 0.1), ("draws", 0.2), ("ties", 0.4)]), [0.3, 0.2, 0.4]));
    assert!(close(of(&[("deal", 0.6), ("draws", 0.38)]), [0.98, 0.88, 1.0]));
    assert_eq!(of(&[("seat", 0.3), ("ties", 0.4)]), None);
}

#[test]
fn the_best_bot_is_named_with_its_rivals() {
    let duel =
        |value, half| Some(crate::study::tests_of_answers::duel(measured(value, half), measured(0.6, 0.03)));
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
                "The learned bot wins more than its share, but not known yet whether it plays better than the search: in one seat among greedy players they win 40.0 % of the games (38.4 to 41.6) and 39.0 % of the games (30.8 to 47.2) {even}."
            ),
        ),
        // Pure Profit, two minutes: the search may be no better than greedy, and may be the best.
        (
            duel(0.293, 0.04),
            duel(0.3, 0.02),
            State::Open,
            format!(
                "The learned bot wins more than its share, but not known yet whether it plays better than the search: in one seat among greedy players they win 30.0 % of the games (26.7 to 33.3) and 29.3 % of the games (22.7 to 35.9) {even}."
            ),
        ),
        (
            duel(0.26, 0.05),
            duel(0.2, 0.01),
            State::Open,
            format!(
                "Not known yet whether the search wins more than its share beside greedy: it wins 26.0 % of the games (17.8 to 34.2) {even}."
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
        let search = crate::study::tests_of_answers::duel(measured(value, half), measured(0.1, 0.03));
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
    let among = "in 1,000 games of beginners and 1,000 of experts. Among learned players of level 2 (beginners) to 5 (experts) half \
                 of the games take at most";
    let text =
        format!("Games of beginners are 50.0 turns longer (47.8 to 52.2), {among} 90, 70, 50 and 40 turns.");
    assert_eq!((answer.text, answer.state), (text, State::Fact));
    assert_eq!(answer.short, "Longer: a median of 90 turns, for experts 40");
    let games: Vec<&str> = answer.examples.iter().map(|example| example.what.as_str()).collect();
    assert_eq!(games, ["players of level 2", "players of level 3", "players of level 4", "the best players"]);

    // 90 turns and 91 are 1 apart, and each may be off by 1: less than a tenth of a game in any case.
    facts.learned = Some(level(91, 0.25));
    let text = to(Question::Levels, &facts).text;
    assert!(text.starts_with("Games of beginners are as long, within 3.2 turns, "), "{text}");
    facts.learned = Some(level(99, 0.25));
    let text = to(Question::Levels, &facts).text;
    assert!(text.starts_with("Games of beginners are 9.0 turns shorter (6.8 to 11.2), "), "{text}");
    // Even-Odd: 16 games of each, whose means differ by half a game and may differ by nothing.
    facts.learned.as_mut().unwrap().mean = Some(Measured { games: 16, ..measured(110.0, 30.0) });
    let answer = to(Question::Levels, &facts);
    let says = "Not known yet whether games of beginners are as long: they may be anything from 66.3 turns shorter to 26.3 turns longer, \
                in 1,000 games of beginners and 16 of experts.";
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
    let says = "; at level 5 Player A wins 6.0 points too often (3.8 to 8.2).";
    assert!(answer.text.ends_with(says), "{}", answer.text);
    assert_eq!(
        (answer.state, answer.short.as_str()),
        (State::Problem, "Yes: seats are unfair at some levels")
    );
    // The same among greedy players stands with the seats.
    facts.main = Some(size(4, &[0.31, 0.23, 0.23, 0.23], 0.004));
    assert_eq!(to(Question::Levels, &facts).state, State::Fact);
}

/// Three players who win 60 of 100 games together, and 45 with one of them among random ones.
#[test]
fn players_who_win_together_have_answers_of_their_own() {
    let mut facts = sound();
    let together = |seats: usize, won: f64| Size {
        together: Some(measured(won, 0.02)),
        ..size(seats, &vec![won / seats as f64; seats], 0.004)
    };
    facts.is_together = true;
    (facts.main, facts.sizes) = (Some(together(3, 0.6)), vec![together(1, 0.2)]);
    let won_in = |won: f64, games: u64| {
        let (low, high) = ludometer_stats::wilson(won, games).unwrap();
        Some(Measured { value: won, low, high, games })
    };
    (facts.won_of_duel, facts.won_of_search) = (won_in(0.45, 1000), won_in(0.75, 1000));
    let all = answers(&facts);
    assert!(all.iter().all(|answer| ![Question::Seats, Question::Leader].contains(&answer.question)));
    let won = to(Question::Together, &facts);
    let says = "The players win or lose together: greedy players win 60.0 % of the games (58.0 to 62.0).";
    assert_eq!((won.text.as_str(), won.state), (says, State::Fact));
    let skill = to(Question::Skill, &facts).text;
    let says = "Skill matters: greedy players win 75.0 % of the games (72.2 to 77.6) with one searching player among them, \
                60.0 % of the games (58.0 to 62.0) without.";
    assert_eq!(skill, says);
    let best = to(Question::Best, &facts).text;
    assert!(best.starts_with("A search plays better: with one the players win 75.0 %"), "{best}");
    let players = to(Question::Players, &facts).text;
    assert!(players.contains("at most 40 turns, and 20.0 and 60.0 % of them are won"), "{players}");
    facts.main = Some(Size { together: Some(measured(0.997, 0.002)), ..together(3, 1.0) });
    let first = answers(&facts).swap_remove(0);
    assert_eq!((first.question, first.state), (Question::Together, State::Problem), "{}", first.text);
    // Where nearly all games are won anyway, wins tell nothing of who plays.
    facts.won_of_search = won_in(1.0, 88);
    for question in [Question::Skill, Question::Best] {
        let answer = to(question, &facts);
        assert_eq!((answer.state, &*answer.short), (State::Fact, "Can't be told by wins"), "{}", answer.text);
    }
    assert!(
        !to(Question::Actions, &facts).short.contains("useless"),
        "{}",
        to(Question::Actions, &facts).text
    );
    // The points do.
    let score = Some(TableScore { mean: measured(9.9, 0.2), quantiles: [7.0, 10.0, 14.0] });
    facts.main.as_mut().unwrap().score = score;
    (facts.score_of_duel, facts.score_of_search) = (Some(measured(5.1, 0.2)), Some(measured(12.0, 0.2)));
    assert!(
        to(Question::Skill, &facts)
            .text
            .starts_with("Skill matters: greedy players score 12.0 (11.8 to 12.2) with one")
    );
    assert!(
        to(Question::Best, &facts).text.starts_with("A search plays better: with one the table scores 12.0")
    );
    // As they do where it hardly ever wins, unless a search makes it win.
    facts.main.as_mut().unwrap().together = Some(measured(0.0, 0.001));
    (facts.won_of_duel, facts.won_of_search) = (won_in(0.0, 1000), won_in(0.0, 88));
    assert!(to(Question::Skill, &facts).text.starts_with("Skill matters: greedy players score 12.0"));
    facts.won_of_search = won_in(0.5, 88);
    assert!(to(Question::Skill, &facts).text.starts_with("Skill matters: greedy players win 50.0 %"));
    (facts.score_of_duel, facts.score_of_search) = (None, None);
    // Random players who do as well leave nothing to skill.
    facts.main = Some(together(3, 0.6));
    (facts.won_of_duel, facts.won_of_search) = (won_in(0.6, 100_000), won_in(0.6, 100_000));
    let best = to(Question::Best, &facts);
    assert!(
        best.state == State::Fact && best.text.starts_with("A search plays about as well as greedy"),
        "{}",
        best.text
    );
    let first = answers(&facts).swap_remove(0);
    assert_eq!((first.question, first.state), (Question::Skill, State::Problem), "{}", first.text);
    // Those who do worse leave it to bad players, and beating them tells nothing of good ones.
    facts.won_of_duel = won_in(0.3, 100_000);
    let skill = to(Question::Skill, &facts);
    assert!(
        skill.state == State::Fact
            && skill.text.starts_with("Skill hardly matters between good players, as "),
        "{}",
        skill.text
    );
    facts.won_of_search = None;
    assert_eq!(to(Question::Skill, &facts).state, State::Open);
    // A learned bot that is level with greedy may be no better than it: that shows nothing of good players.
    facts.learned_duel = Some(duel(measured(0.27, 0.005), measured(0.52, 0.01)));
    assert_eq!(to(Question::Skill, &facts).state, State::Open);
    facts.learned_duel = None;
}

/// Returns the sentence on a change of the deck, given what was measured before and after it.
fn said_of_change(old: Size, new: Size) -> String {
    let new = Size { mean: Some(measured(40.0, 0.1)), ..new };
    let old = Size { mean: Some(measured(41.0, 0.1)), ..old };
    let change = Change { what: "one Ace less in the deck".to_owned(), step: Step::Change(false), new, old };
    let main = Some(change.old.clone());
    let facts = Facts { main, changes: vec![change], decks: Decks::Known(measured(-1.0, 0.1)), ..sound() };
    to(Question::Try, &facts).text
}

#[test]
fn a_change_is_weighed_by_who_wins_together() {
    let won = won_together;
    let scored = |mean: f64| {
        let score = Some(TableScore { mean: measured(mean, 0.2), quantiles: [5.0, 8.0, 12.0] });
        Size { score, ..size(3, &[], 0.0) }
    };
    let drawn = |wolves: f64| {
        let sides = [("wolves", wolves), ("village", 1.0 - wolves)];
        let drawn = sides.map(|(side, won)| (side.to_owned(), measured(won, 0.01))).to_vec();
        Size { drawn, ..size(4, &[0.25; 4], 0.01) }
    };
    for (old, new, says) in [
        (won(0.6), won(0.5), "; the table wins 10.0 points fewer of the games ("),
        (won(0.6), won(0.6), "; the table is not seen to win more or less often in 1,000 games (at most "),
        (scored(8.0), scored(9.5), "; the table scores 1.5 more ("),
        (scored(8.0), scored(8.0), "; the table is not seen to score more or less in 1,000 games (at most "),
        (drawn(0.6), drawn(0.5), " wins 10.0 points "),
        (drawn(0.6), drawn(0.6), "; no side is seen to win more or less often in 1,000 games (at most "),
    ] {
        let said = said_of_change(old, new);
        assert!(said.contains(says) && !said.contains("Player"), "{says}: {said}");
    }
    // One alone is no table.
    let alone = |won: f64| Size { seats: 1, shares: Vec::new(), ..won_together(won) };
    let said = said_of_change(alone(0.6), alone(0.5));
    assert!(said.contains("; the player wins 10.0 points fewer of the games ("), "{said}");
}

fn won_together(won: f64) -> Size {
    Size { together: Some(measured(won, 0.01)), ..size(3, &[won / 3.0; 3], 0.004) }
}

/// What one wins, or scores, who plays worse than at random is no trait of the game.
#[test]
fn a_player_alone_who_is_worse_than_a_random_one_is_called_so() {
    let alone = |won: f64, score: f64| Size {
        together: Some(measured(won, 0.001)),
        score: Some(TableScore { mean: measured(score, 0.5), quantiles: [score; 3] }),
        ..size(1, &[won], 0.001)
    };
    let facts = |[won, score]: [f64; 2], [won_of_random, score_of_random]: [f64; 2]| Facts {
        is_together: true,
        main: Some(alone(won, score)),
        sizes: Vec::new(),
        won_of_duel: Some(measured(won_of_random, 0.001)),
        score_of_duel: Some(measured(score_of_random, 0.5)),
        duel: None,
        search_duel: None,
        ..sound()
    };
    let skill = |facts: &Facts| answers(facts).into_iter().find(|one| one.question == Question::Skill);
    let bad = facts([0.0, 0.0], [0.0, 31.0]);
    let answer = skill(&bad).expect("it scores less");
    let says = "The bots choose worse than weaker ones: a greedy player scores 0.0 (-0.5 to 0.5), a random one 31.0 (30.5 to 31.5).";
    assert_eq!((answer.state, answer.text.as_str()), (State::Problem, says));
    for question in [Question::Together, Question::Score] {
        let answer = to(question, &bad);
        assert!(answer.state == State::Fact && !answer.text.contains("hardly anything"), "{}", answer.text);
    }
    let worse = skill(&facts([0.2, 9.0], [0.3, 9.0])).expect("it wins less");
    assert!(worse.text.contains("a greedy player wins 20.0 % of the games"), "{}", worse.text);
    // Who wins more may score less, and who is no worse makes the verdict on the game.
    let asked = skill(&facts([0.3, 8.0], [0.2, 9.0])).expect("a search would tell");
    assert_eq!((asked.state, &*asked.short), (State::Open, "Not known yet"));
    let mut hard = facts([0.0, 9.0], [0.0, 2.0]);
    // Who plays alone has the same questions.
    hard.score_of_search = Some(measured(12.0, 0.5));
    assert_eq!(skill(&hard).expect("by score").short, "Skill: a search scores more");
    let says = "A search plays better: it scores 12.0 (11.5 to 12.5), a greedy player 9.0 (8.5 to 9.5).";
    assert_eq!(to(Question::Best, &hard).text, says);
    assert!(to(Question::Together, &hard).text.contains("hardly anything to win"));
}

/// A seat has a part of what its side wins, and its side wins more games than that.
#[test]
fn a_seat_of_a_drawn_side_does_not_win_its_part() {
    let drawn = vec![("cult".to_owned(), measured(0.28, 0.01)), ("guild".to_owned(), measured(0.3, 0.01))];
    let parties = Parties { sharing: Sharing::Side, ..Parties::default() };
    let table = |last: f64| Size {
        parties: parties.clone(),
        drawn: drawn.clone(),
        ..size(3, &[0.2, 0.2, last], 0.004)
    };
    let change = Change {
        what: "one Ace less in the deck".to_owned(),
        step: Step::Setting,
        new: Size { drawn: Vec::new(), ..table(0.16) },
        old: Size { drawn: Vec::new(), ..table(0.1) },
    };
    let facts = Facts {
        main: Some(table(0.1)),
        are_sides_drawn: true,
        accused: Some(Accused::Seat(2)),
        settings: Some((6, Some(change))),
        ..sound()
    };
    let seats = to(Question::Seats, &facts);
    let says =
        "Player C has 10.0 % of the wins, which it shares with its side (9.6 to 10.4); 16.7 % would be fair.";
    assert_eq!(seats.text, says);
    assert_eq!(seats.short, "No: Player C has 10.0 % of the wins where 16.7 % is fair");
    let best = to(Question::Best, &facts).text;
    assert!(best.contains("it has 40.0 % of the wins, which it shares with its side (3"), "{best}");
    let advice = to(Question::Try, &facts).text;
    assert!(advice.contains("Player C has 4.0 points more of the wins ("), "{advice}");
    let untried = to(Question::Try, &Facts { settings: None, ..facts });
    assert!(untried.text.contains("to mend that Player C has too few of the wins: a"), "{}", untried.text);
}

/// What seemed to make games shorter where it was found is no advice until fresh games have shown it.
#[test]
fn advice_is_what_fresh_games_have_shown() {
    let table = |turns: f64| Size { mean: Some(measured(turns, 0.5)), ..size(4, &[0.25; 4], 0.004) };
    let answers_to = |new: f64| {
        let (what, step) = ("one Ace less in the deck".to_owned(), Step::Change(false));
        let change = Change { what, step, new: table(new), old: table(41.0) };
        to(
            Question::Try,
            &Facts { changes: vec![change], decks: Decks::Known(measured(-2.0, 0.1)), ..sound() },
        )
    };
    let shown = answers_to(39.0);
    let says = "One Ace less in the deck makes a game 2.0 turns shorter (0.9 to 3.1), in 1,000 games played afresh; no seat is seen to gain or";
    assert!(shown.state == State::Fact && shown.text.starts_with(says), "{}", shown.text);
    let open = answers_to(40.5);
    assert!(
        open.state == State::Open && open.text.starts_with("Not known yet which card makes"),
        "{}",
        open.text
    );
}

/// What could be tried answers what was found to be unfair, and says so only where fresh games have shown it.
#[test]
fn advice_answers_what_is_unfair() {
    let table = |first: f64, half: f64| {
        let others = (1.0 - first) / 3.0;
        size(4, &[first, others, others, others], half)
    };
    let facts = |new: Option<(f64, f64)>| {
        let change = new.map(|(new, half)| Change {
            what: "7 instead of 6 for hand.limit".to_owned(),
            step: Step::Setting,
            new: table(new, half),
            old: table(0.31, half),
        });
        Facts {
            main: Some(table(0.31, 0.004)),
            accused: Some(Accused::Seat(0)),
            settings: Some((34, change)),
            ..sound()
        }
    };
    let helps = to(Question::Try, &facts(Some((0.27, 0.005))));
    let says = "7 instead of 6 for hand.limit: Player A wins 4.0 points less often (2.9 to 5.1), 27.0 % instead of 31.0 %, in 1,000 games \
                played afresh; games are as long, within 1.1 turns. Of 34 one-step changes to the rules it looked best.";
    assert_eq!((helps.state, helps.text.as_str()), (State::Fact, says));
    assert_eq!(helps.examples[0].step, Step::Setting);
    // It makes the first seat as weak as it was strong.
    let too_much = to(Question::Try, &facts(Some((0.18, 0.005))));
    let says = "No one-step change is seen to mend that Player A wins too often: of 34 one-step changes to the rules the best (7 \
                instead of 6 for hand.limit) does too much: 18.0 % instead of 31.0 % in 1,000 games played afresh.";
    assert_eq!((too_much.state, too_much.text.as_str()), (State::Fact, says));
    // It makes more games end without a winner, and what is left is no fairer.
    let mut nobody = facts(Some((0.27, 0.005)));
    let change = nobody.settings.as_mut().and_then(|(_, change)| change.as_mut()).unwrap();
    change.new = size(4, &[0.15, 0.11, 0.11, 0.11], 0.005);
    let nobody = to(Question::Try, &nobody);
    let says = "lets nobody win more often and is no fairer among the games that somebody wins: 31.2 % of these instead of 31.0 %";
    assert!(nobody.state == State::Fact && nobody.text.contains(says), "{}", nobody.text);
    let nothing = to(Question::Try, &facts(Some((0.312, 0.004))));
    let says = "No one-step change is seen to mend that Player A wins too often: of 34 one-step changes to the rules the best (7 \
                instead of 6 for hand.limit) helps by at most 0.7 points in 1,000 games played afresh.";
    assert_eq!((nothing.state, nothing.text.as_str()), (State::Fact, says));
    let open = to(Question::Try, &facts(Some((0.29, 0.02))));
    assert!(open.state == State::Open && open.times.is_some(), "{}", open.text);
    assert_eq!(to(Question::Try, &facts(None)).short, "Nothing: no number to change");
    let untried = to(Question::Try, &Facts { settings: None, ..facts(None) });
    assert!(
        untried.state == State::Open
            && untried
                .text
                .starts_with("Not known yet how to mend that Player A wins too often: a longer study"),
        "{}",
        untried.text
    );
}

#[test]
fn questions_are_asked_of_the_kind_of_table() {
    let asked = |main: Size, question| {
        let facts = Facts { main: Some(main), ..sound() };
        to(question, &facts).asked
    };
    let score = Some(TableScore { mean: measured(8.0, 0.2), quantiles: [5.0, 8.0, 12.0] });
    assert_eq!(asked(Size { score, ..size(1, &[], 0.0) }, Question::Score), "What is scored?");
    assert_eq!(asked(Size { score, ..size(3, &[], 0.0) }, Question::Score), "What is scored together?");
    let sides = Parties { sides: vec!["A and C".to_owned(), "B and D".to_owned()], ..Parties::default() };
    let of_sides = Size { parties: sides, ..size(4, &[0.5; 2], 0.004) };
    assert_eq!(asked(of_sides, Question::Seats), "Are the sides fair?");
    assert_eq!(asked(size(4, &[0.25; 4], 0.004), Question::Seats), "Are the seats fair?");
}

#[test]
fn drawn_sides_are_said_to_win_as_often_as_they_do() {
    let drawn =
        vec![("wolves".to_owned(), measured(0.91, 0.02)), ("village".to_owned(), measured(0.09, 0.02))];
    let facts = Facts { main: Some(Size { drawn, ..size(4, &[0.25; 4], 0.004) }), ..sound() };
    let answer = to(Question::Sides, &facts);
    assert_eq!(answer.short, "Wolves in 91.0 % of the games");
    let says = "The side \u{201c}wolves\u{201d} wins 91.0 % of the games (89.0 to 93.0) and the side \u{201c}village\u{201d} wins \
                9.0 % of the games (7.0 to 11.0).";
    assert_eq!(answer.text, says);
    // A coin favours nobody.
    let drawn = vec![("red".to_owned(), measured(0.503, 0.015)), ("blue".to_owned(), measured(0.497, 0.015))];
    let coin = Facts { main: Some(Size { drawn, ..size(4, &[0.25; 4], 0.004) }), ..sound() };
    assert_eq!(to(Question::Sides, &coin).short, "No side clearly more often than another");
}

#[test]
fn a_card_is_not_weighed_where_no_game_is_won() {
    let score = Some(TableScore { mean: measured(8.0, 0.2), quantiles: [5.0, 8.0, 12.0] });
    let facts = Facts { main: Some(Size { score, ..size(3, &[], 0.0) }), ..sound() };
    let answer = to(Question::Strongest, &facts);
    assert_eq!((answer.state, answer.times), (State::Fact, None));
    assert_eq!(answer.text, "Which card is best to draw is not measured, as no game is won or lost.");
}

/// Gives the usual table an order of play that is not that of the seats.
fn ordered(facts: &mut Facts, shares: &[f64], half: f64) {
    let shares = shares.iter().map(|&share| measured(share, half)).collect();
    facts.main.as_mut().unwrap().order = Order::Apart(shares);
}

/// Greed Street: who starts is drawn, so the seats are fair, and who moves first wins most.
#[test]
fn fair_seats_with_an_unfair_order_of_play_are_not_fair() {
    let mut facts = sound();
    let differs = " Not every game begins with the same seat, so these are two questions.";
    ordered(&mut facts, &[0.302, 0.26, 0.227, 0.211], 0.01);
    let unfair = to(Question::Seats, &facts);
    let says = "Whoever moves first wins 30.2 % of the games (29.2 to 31.2) and whoever moves last wins 21.1 % of the games (20.1 \
                to 22.1); 25.0 % would be fair. The seats are fair within 0.5 points: each wins about 25.0 % of 1,000 games.";
    assert_eq!((unfair.state, unfair.text), (State::Problem, format!("{says}{differs}")));
    assert_eq!(unfair.asked, "Are seats and order of play fair?");
    assert_eq!(unfair.short, "No: whoever moves first wins 30.2 % where 25.0 % is fair");
    // It is the last one alone that is surely off.
    ordered(&mut facts, &[0.27, 0.27, 0.27, 0.19], 0.01);
    assert_eq!(to(Question::Seats, &facts).short, "No: whoever moves last wins 19.0 % where 25.0 % is fair");
    // Not known of one is not known.
    ordered(&mut facts, &[0.27, 0.25, 0.24, 0.24], 0.05);
    let open = to(Question::Seats, &facts);
    let says = "Not known yet whether the order of play is fair: one place may be off by 8.4 points. The seats are fair within 0.5";
    assert!(open.state == State::Open && open.text.starts_with(says), "{}", open.text);
    assert_eq!((open.short.as_str(), open.times), ("Not known yet", Some(41.0)));
    // Surely off by some of it, but not by how much.
    ordered(&mut facts, &[0.2687, 0.25, 0.25, 0.2313], 0.008);
    let open = to(Question::Seats, &facts);
    let says = "Whoever moves last wins 1.9 points too seldom (0.5 to 3.3); not known yet whether by more than 1.0 point. The seats";
    assert!(open.state == State::Open && open.text.starts_with(says), "{}", open.text);
    ordered(&mut facts, &[0.252, 0.25, 0.25, 0.248], 0.004);
    let fair = to(Question::Seats, &facts);
    assert_eq!(
        (fair.state, fair.short.as_str()),
        (State::Fine, "Yes: seats and order of play, within 0.7 points")
    );
    // A seat that is off is named, whatever the order of play.
    let order = facts.main.as_ref().unwrap().order.clone();
    facts.main = Some(Size { order, ..size(4, &[0.31, 0.23, 0.23, 0.23], 0.004) });
    let text = to(Question::Seats, &facts).text;
    assert!(text.starts_with("Player A (in the first seat) wins 31.0 %"), "{text}");
    assert!(text.contains(" The order of play is fair within 0.7 points."), "{text}");
}

/// Where the first seat always begins, the seats are the order of play.
#[test]
fn seats_that_move_in_their_order_are_called_so() {
    let table = |first: f64| {
        let others = (1.0 - first) / 3.0;
        Size { order: Order::Seats, ..size(4, &[first, others, others, others], 0.004) }
    };
    let facts = Facts { main: Some(table(0.25)), ..sound() };
    let fair = to(Question::Seats, &facts);
    assert!(
        fair.text.starts_with("The seats, and so the order of play, are fair within 0.5 points"),
        "{}",
        fair.text
    );
    assert_eq!(fair.asked, "Are the seats fair?");
    let facts = Facts { main: Some(table(0.31)), ..sound() };
    let text = to(Question::Seats, &facts).text;
    assert!(text.starts_with("Player A (who moves first) wins 31.0 %"), "{text}");
}

/// Pure Profit, 1,024 games: of four seats Player C is seen at 20.3 %, and wins 23.8 %.
#[test]
fn a_short_run_accuses_no_seat_by_chance() {
    let table = |games: u64| {
        let share = |value: f64| {
            let (low, high) = ludometer_stats::wilson(value, games).unwrap();
            Measured { value, low, high, games }
        };
        let shares = [0.2764, 0.2647, 0.2031, 0.2558].map(share).to_vec();
        let facts = Facts { main: Some(Size { shares, ..size(4, &[], 0.0) }), ..sound() };
        to(Question::Seats, &facts)
    };
    assert_eq!((table(1024).state, table(1024).short.as_str()), (State::Open, "Not known yet"));
    assert_eq!(table(8192).state, State::Problem);
}

/// Better bots that win hardly more than greedy ones leave the game to luck, however greedy beats random players.
#[test]
fn skill_is_not_concluded_from_beating_random() {
    let mut facts = sound();
    facts.duel = Some(duel(measured(0.99, 0.001), measured(0.999, 0.001)));
    facts.search_duel = Some(duel(measured(0.27, 0.005), measured(0.52, 0.01)));
    let skill = to(Question::Skill, &facts);
    let says = "Skill hardly matters between good players in 1,000 games: a searching player finishes ahead of a greedy one in 52 of 100 \
                games (51.0 to 53.0).";
    assert_eq!((skill.state, skill.text.as_str()), (State::Fact, says));
    assert_eq!(skill.short, "Hardly skill between good players: a search beats greedy in 52 of 100");
    facts.search_duel = Some(duel(measured(0.27, 0.005), measured(0.51, 0.02)));
    let says = "Hardly skill between good players: a search is ahead of greedy in 51 of 100";
    assert_eq!(to(Question::Skill, &facts).short, says);
    let says = "Greedy beats random in 99.9 of 100, a search is no more than level with greedy";
    assert_eq!(to(Question::Who, &facts).short, says);
    // Greed Street, 32 games: ahead in 65 of 100 (50 to 77), which allowed for two answers may be less than half.
    facts.search_duel = Some(duel(measured(0.33, 0.16), measured(0.65, 0.16)));
    let says = "Greedy beats random in 99.9 of 100; not known yet whether a search beats greedy";
    assert_eq!(to(Question::Who, &facts).short, says);
    facts.search_duel = Some(duel(measured(0.2, 0.005), measured(0.4, 0.03)));
    let says = "Greedy beats random in 99.9 of 100, a search is worse than greedy";
    assert_eq!(to(Question::Who, &facts).short, says);
    facts.search_duel = Some(duel(measured(0.27, 0.005), measured(0.54, 0.03)));
    let skill = to(Question::Skill, &facts);
    assert!(skill.state == State::Open && skill.times.is_some(), "{}", skill.text);
    facts.won_of_search = None;
    assert_eq!(to(Question::Skill, &facts).state, State::Open);
    // A learned bot that is level with greedy may be no better than it: that shows nothing of good players.
    facts.learned_duel = Some(duel(measured(0.27, 0.005), measured(0.52, 0.01)));
    assert_eq!(to(Question::Skill, &facts).state, State::Open);
    facts.learned_duel = None;
    facts.search_duel = Some(duel(measured(0.4, 0.005), measured(0.7, 0.03)));
    assert!(to(Question::Skill, &facts).text.starts_with("Skill matters: a searching player"));
}

/// A card that lies unused is dead only where it surely wins nothing by that.
#[test]
fn an_unused_card_that_may_win_is_not_dead() {
    let mut facts = sound();
    let with = |facts: &mut Facts, change: fn(&mut Card)| {
        facts.cards[1] = card("Two", 0.0, 0.9);
        change(&mut facts.cards[1]);
        to(Question::Dead, facts)
    };
    assert_eq!(with(&mut facts, |_| ()).state, State::Problem);
    let open = with(&mut facts, |card| card.holding = Some(measured(0.01, 0.03)));
    let says = "Not known yet whether Two is dead: 90.0 % of the copies drawn find no use (88.9 to 91.1), but it may win by being \
                held.";
    assert_eq!((open.state, open.text.as_str()), (State::Open, says));
    // Its worth can't be told, and who gets it wins more, or no more.
    let wins = with(&mut facts, |card| {
        (card.holding, card.is_left_out, card.delta) = (None, true, Some(measured(0.05, 0.01)));
    });
    assert_eq!(wins.state, State::Fine, "{}", wins.text);
    let loses = with(&mut facts, |card| {
        (card.holding, card.is_left_out, card.delta) = (None, true, Some(measured(-0.05, 0.01)));
    });
    assert_eq!(loses.state, State::Problem, "{}", loses.text);
    let costs = with(&mut facts, |card| card.restricted.without = Some(measured(0.03, 0.01)));
    assert_eq!(costs.state, State::Fine, "{}", costs.text);
}

/// In an open market cards are chosen: nothing is said of their way out of the bag.
#[test]
fn a_card_of_a_market_is_judged_by_who_gets_it() {
    let mut facts = sound();
    facts.cards.push(card("Three", 0.0, 0.1));
    for (card, delta) in facts.cards.iter_mut().zip([0.05, 0.28, 0.02]) {
        (card.holding, card.is_left_out, card.delta) = (None, true, Some(measured(delta, 0.02)));
    }
    let answer = to(Question::Strongest, &facts);
    let says = "Which card is best to get can't be told: cards are chosen, or come with other chance. Players who get Two win 28.0 \
                points more often than those who don't (26.0 to 30.0): that may be the card's doing, or only that winners get it more \
                often.";
    assert_eq!((answer.state, answer.text.as_str()), (State::Fact, says));
    assert_eq!(answer.short, "Can't be told; whoever gets Two wins 28.0 points more often");
    // Another card that may go with winning as much is named beside it.
    facts.cards[0].delta = Some(measured(0.27, 0.02));
    let answer = to(Question::Strongest, &facts);
    assert!(answer.short.starts_with("Can't be told; whoever gets Two or "), "{}", answer.short);
    assert!(answer.text.ends_with(" may go with winning as much."), "{}", answer.text);
    // Where losing is all that counts, nobody is said to win.
    facts.gainer = Gainer::Spared;
    let answer = to(Question::Strongest, &facts);
    assert!(
        answer.text.contains("Players who get Two lose 28.0 points less often than those"),
        "{}",
        answer.text
    );
    assert_eq!(answer.short, "Can't be told; whoever gets Two or Ace loses least often");
    // All win or lose together, so that who gets a card wins no more than the others.
    facts.gainer = Gainer::Table;
    assert_eq!(to(Question::Strongest, &facts).short, "Can't be told");
    // Of cards that all go with winning as much none is named.
    facts.gainer = Gainer::Player;
    facts.cards[2].delta = Some(measured(0.29, 0.02));
    assert_eq!(to(Question::Strongest, &facts).short, "Can't be told");
    for card in &mut facts.cards {
        card.delta = Some(measured(0.01, 0.02));
    }
    assert_eq!(to(Question::Strongest, &facts).short, "Can't be told");
}

#[test]
fn the_numbers_of_players_that_a_game_suits_are_those_known_to_be_fair() {
    let mut facts = sound();
    let text = |facts: &Facts| to(Question::Players, facts).text;
    let suits =
        |facts: &Facts| text(facts).contains(" players suit it") || text(facts).contains("players suits it");
    assert!(text(&facts).ends_with(". Each of these numbers of players suits it."), "{}", text(&facts));
    let ties = |share| Course { ties: Some(measured(share, 0.01)), ..Course::default() };
    facts.sizes[0].course = ties(0.12);
    let says = ". 4 players suit it best; 12 of 100 games with 2 players are tied.";
    assert!(text(&facts).ends_with(says), "{}", text(&facts));
    // May be few, may be many.
    facts.sizes[0].course = ties(0.05);
    assert!(!suits(&facts), "{}", text(&facts));
    facts.sizes[0] = size(2, &[0.6, 0.4], 0.004);
    assert!(text(&facts).ends_with(". 4 players suit it best."), "{}", text(&facts));
    // Nor where one of the numbers is not known.
    facts.main = Some(size(4, &[0.25; 4], 0.05));
    assert!(!suits(&facts), "{}", text(&facts));
    // Whoever moves first may have more, whatever the seat.
    facts.main = Some(size(4, &[0.25; 4], 0.004));
    facts.main.as_mut().unwrap().course.first = Some(measured(0.05, 0.01));
    facts.sizes[0] = size(2, &[0.5; 2], 0.004);
    assert!(text(&facts).ends_with(". 2 players suit it best."), "{}", text(&facts));
    assert_eq!(to(Question::Players, &facts).state, State::Fact, "the seats' own question says it");
    facts.sizes[0].course.first = Some(measured(-0.05, 0.01));
    let says = "; with 4 players whoever moves first wins too often and with 2 players whoever moves first wins too seldom. No \
                number of players suits it well.";
    assert!(text(&facts).ends_with(says), "{}", text(&facts));
    facts.main.as_mut().unwrap().course.first = None;
    let other = to(Question::Players, &facts);
    assert_eq!(
        (other.state, &*other.short),
        (State::Problem, "Yes: with 2 players whoever moves first wins too seldom")
    );
    facts.sizes[0].course.first = None;
    facts.main.as_mut().unwrap().course.first = Some(measured(0.05, 0.045));
    assert!(!suits(&facts), "{}", text(&facts));
}

#[test]
fn minutes_are_given_with_the_pace_that_they_hold_for() {
    let mut facts = sound();
    assert!(!to(Question::Length, &facts).text.contains("minute"), "they are not known");
    facts.main.as_mut().unwrap().minutes = Some(measured(29.6, 0.2));
    facts.pace = "45".parse().unwrap();
    let answer = to(Question::Length, &facts);
    let says = " At 45 seconds a turn a game takes 30 minutes on average.";
    assert!(answer.text.ends_with(says), "{}", answer.text);
    assert!(answer.short.ends_with("; about 30 minutes"), "{}", answer.short);
    let players = |facts: &Facts| to(Question::Players, facts).text;
    assert!(!players(&facts).contains("minute"), "not known of all");
    facts.sizes[0].minutes = Some(measured(0.3, 0.01));
    let says = " turns (1 and 30 minutes on average at 45 seconds a turn)";
    assert!(players(&facts).contains(says), "{}", players(&facts));
}

/// Film Rummy: the learned bot wins 38 games of 100 beside three greedy ones, and finishes behind each more often than ahead.
#[test]
fn who_wins_most_need_not_be_ahead_of_each() {
    let mut facts = sound();
    facts.learned_duel = Some(duel(measured(0.377, 0.02), measured(0.453, 0.02)));
    facts.search_duel = Some(duel(measured(0.27, 0.02), measured(0.465, 0.02)));
    let skill = to(Question::Skill, &facts);
    let says = "Skill matters for who wins: the learned bot among greedy ones wins 37.7 % of the games (35.7 to 39.7) where 25.0 % \
                would be even; ";
    assert!(skill.state == State::Fact && skill.text.starts_with(says), "{}", skill.text);
    assert_eq!(skill.short, "Skill: the learned bot wins 38 of 100 (25 would be even) beside greedy");
    // Nor does the gauge of strength call it level without a word of its wins.
    facts.learned_duel = Some(duel(measured(0.377, 0.02), measured(0.49, 0.02)));
    let who = to(Question::Who, &facts);
    let says = ", the learned bot wins 38 of 100 (25 would be even) but finishes ahead of each no more often";
    assert!(who.short.ends_with(says), "{}", who.short);
    let says = ", yet the learned bot among greedy ones wins 37.7 % of the games (35.7 to 39.7) where 25.0 % would be even";
    assert!(who.text.contains(says), "{}", who.text);
    facts.learned_duel = Some(duel(measured(0.377, 0.02), measured(0.453, 0.02)));
    let best = to(Question::Best, &facts).text;
    assert!(
        best.contains(" would be even, though it finishes behind a greedy player more often than ahead"),
        "{best}"
    );
    // Hardly more than its share is none of that.
    facts.learned_duel = Some(duel(measured(0.28, 0.01), measured(0.48, 0.01)));
    assert!(!to(Question::Skill, &facts).text.contains("for who wins"));
}

#[test]
fn a_loser_alone_leaves_no_lead() {
    let mut facts = sound();
    facts.half_time = Some(measured(0.99, 0.004));
    assert_eq!(to(Question::Leader, &facts).state, State::Problem);
    facts.main.as_mut().unwrap().parties.lose = true;
    assert!(answers(&facts).iter().all(|answer| answer.question != Question::Leader));
}

#[test]
fn what_better_players_turn_round_is_said_in_short() {
    let mut facts = Facts { main: Some(size(2, &[0.4, 0.6], 0.004)), ..sound() };
    facts.searching = Some(size(2, &[0.97, 0.03], 0.02));
    let seats = to(Question::Seats, &facts);
    let says = "Among searching players it is 3.0 % (1.0 to 5.0), the other way round.";
    assert!(seats.state == State::Problem && seats.text.contains(says), "{}", seats.text);
    assert_eq!(seats.short, "It depends on the players: Player B wins 60.0 %, among searching ones 3.0 %");
    facts.searching = Some(size(2, &[0.3, 0.7], 0.02));
    assert_eq!(to(Question::Seats, &facts).short, "No: Player B wins 60.0 % where 50.0 % is fair");
}

#[test]
fn an_action_that_hardly_comes_up_is_not_useless() {
    let mut facts = sound();
    facts.actions = vec![action("draw", 5.0, 0.05), action("swap", 3.0, 0.0), action("beg", 0.04, 0.0)];
    let used = to(Question::Actions, &facts);
    assert_eq!(used.short, "\u{201c}swap\u{201d} useless, \u{201c}beg\u{201d} too rare to matter");
    // What is never chosen may still be known to be no good.
    facts.actions[1] = action("sweep", 0.0, 0.0);
    facts.actions[1].restricted = Restricted { always: Some(measured(0.314, 0.03)), ..Restricted::default() };
    let text = to(Question::Actions, &facts).text;
    let says = "Greedy players never choose \u{201c}sweep\u{201d}; always choosing it costs 31.4 points of win chance (28.4 to 34.4)";
    assert!(text.contains(says) && !text.contains("nothing can be said"), "{text}");
    // Two that are done in the same games cost the same.
    facts.actions = vec![action("draw", 5.0, 0.05), action("keep", 5.0, 0.05)];
    let text = to(Question::Actions, &facts).text;
    assert!(
        text.contains(
            "Doing without \u{201c}draw\u{201d} or \u{201c}keep\u{201d} costs most: each of them 5.0 points"
        ),
        "{text}"
    );
}
