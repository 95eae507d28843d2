//! Kuhn poker against what is known of it: numbers from enumeration and published values.

use ludometer::bots::{Bot, BotSpec, Strategy, build};
use ludometer::model::{Decision, Silent};
use ludometer::run::{audit, check};
use ludometer::stats::{CardRow, SeatRow};

use super::*;

const USUAL: KuhnPoker = KuhnPoker::with(1, 1);

fn spec(text: &str) -> BotSpec {
    BotSpec::parse(text, KuhnPoker::definition()).unwrap()
}

fn legal(state: &State) -> Vec<Action> {
    let mut legal = Vec::new();
    USUAL.legal(state, &mut legal);
    legal
}

fn after(state: &State, action: Action) -> State {
    let mut next = *state;
    USUAL.apply(&mut next, action, &mut Rng::from_words([0; 3]), &mut Silent);
    next
}

/// Returns the six deals, each equally likely.
fn deals() -> Vec<State> {
    let pairs = CARDS.into_iter().flat_map(|a| CARDS.into_iter().map(move |b| [a, b]));
    pairs.filter(|[a, b]| a != b).map(|cards| State { cards, history: History::Start }).collect()
}

/// Returns all states of unfinished plays.
fn states() -> Vec<State> {
    let mut found = deals();
    let mut next = 0;
    while next < found.len() {
        let state = found[next];
        next += 1;
        let after = legal(&state).into_iter().map(|action| after(&state, action));
        found.extend(after.filter(|state| USUAL.to_move(state).is_some()));
    }
    // Four points of decision a deal.
    assert_eq!(found.len(), 24);
    found
}

/// How likely a seat with this card bets (or calls), by the stage.
type Policy<'a> = &'a dyn Fn(Card, Stage) -> f64;

/// Returns the mean of `figure` over all plays that end, with these two policies.
fn expected(policies: [Policy<'_>; 2], figure: &dyn Fn(&State) -> f64) -> f64 {
    fn from(state: &State, policies: [Policy<'_>; 2], figure: &dyn Fn(&State) -> f64) -> f64 {
        let Some(seat) = USUAL.to_move(state) else { return figure(state) };
        let seat = seat.index();
        let bold = policies[seat](state.cards[seat], stage(state.history));
        let mean = legal(state).into_iter().map(|action| {
            let share = if matches!(action, Action::Bet | Action::Call) { bold } else { 1.0 - bold };
            share * from(&after(state, action), policies, figure)
        });
        mean.sum()
    }
    deals().iter().map(|deal| from(deal, policies, figure) / 6.0).sum()
}

fn chips_of_seat_0(state: &State) -> f64 {
    USUAL.chips(state)[0] as f64
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

#[test]
fn the_contract_is_kept() {
    check(&USUAL, 2000, 1).unwrap();
    check(&KuhnPoker::with(3, 5), 500, 1).unwrap();
}

#[test]
fn stakes_are_settings() {
    let mut rules = RuleSet::defaults(KuhnPoker::schema());
    rules.set_text("bet=4").unwrap();
    let game = KuhnPoker::new(2, &rules).unwrap();
    assert_eq!((game.ante, game.bet, game.most()), (1, 4, 5));
    let fault = rules.set_text("bet=0").unwrap_err();
    assert_eq!(fault.message, "`bet` is 0, but must be 1..1000");
    assert!(rules.set_text("bets=2").unwrap_err().message.ends_with("did you mean `bet`?"));
    assert!(KuhnPoker::new(3, &rules).is_err());
}

#[test]
fn chips_are_rewards_between_0_and_1() {
    let ends = [([-2, 2], [0.0, 1.0]), ([-1, 1], [0.25, 0.75]), ([1, -1], [0.75, 0.25])];
    for (chips, reward) in ends {
        assert_eq!(USUAL.reward_of(chips), reward);
    }
}

/// Known: the value of the game for seat 0 is -1/18 chip. Kuhn's optimal strategies get it
/// against each other, and neither loses more against any pure strategy.
#[test]
fn optimal_play_has_the_published_value() {
    let second = |card: Card, stage: Stage| match (card, stage) {
        (Card::King, _) => 1.0,
        (Card::Jack, Stage::Open(_)) | (Card::Queen, Stage::Facing(_)) => 1.0 / 3.0,
        _ => 0.0,
    };
    for alpha in [0.0, 1.0 / 6.0, 1.0 / 3.0] {
        let first = |card: Card, stage: Stage| match (card, stage) {
            (Card::King, Stage::Facing(_)) => 1.0,
            (Card::King, _) => 3.0 * alpha,
            (Card::Jack, Stage::Open(_)) => alpha,
            (Card::Queen, Stage::Facing(_)) => alpha + 1.0 / 3.0,
            _ => 0.0,
        };
        close(expected([&first, &second], &chips_of_seat_0), -1.0 / 18.0);
        // A pure strategy is a bit for each card and stage.
        for bits in 0..64_u32 {
            let pure = |card: Card, stage: Stage| {
                let place = 2 * card as u32 + u32::from(matches!(stage, Stage::Facing(_)));
                f64::from(bits >> place & 1)
            };
            assert!(expected([&first, &pure], &chips_of_seat_0) > -1.0 / 18.0 - 1e-12);
            assert!(expected([&pure, &second], &chips_of_seat_0) < -1.0 / 18.0 + 1e-12);
        }
    }
}

/// By hand: showdowns cancel out, seat 1 folds to a bet in 1/4 of the plays, seat 0 in 1/8.
#[test]
fn a_random_batch_agrees_with_the_exact_values() {
    let random = |_: Card, _: Stage| 0.5;
    let mean = expected([&random, &random], &chips_of_seat_0);
    close(mean, 1.0 / 8.0);
    let won = expected([&random, &random], &|state| f64::from(chips_of_seat_0(state) > 0.0));
    close(won, 9.0 / 16.0);
    let squares = expected([&random, &random], &|state| chips_of_seat_0(state).powi(2));

    let plays = 200_000;
    let batch = batch(["random", "random"], plays, 20_26).unwrap();
    let error = |variance: f64| 5.0 * (variance / plays as f64).sqrt();
    let seats: Vec<SeatRow> = batch.report.rows();
    for (seat, (sign, won)) in seats.iter().zip([(1.0, won), (-1.0, 1.0 - won)]) {
        let (score, rate) = (seat.mean_score.unwrap(), seat.win_rate.value.unwrap());
        assert!((score - sign * mean).abs() < error(squares - mean * mean), "{score}");
        assert!((rate - won).abs() < error(won * (1.0 - won)), "{rate}");
    }
    // Every card is dealt to two seats in three; the king wins all showdowns, the jack none.
    let cards: Vec<CardRow> = batch.report.rows();
    for row in &cards {
        let drawn = row.drawn_per_game.unwrap();
        assert!((drawn - 2.0 / 3.0).abs() < error(2.0 / 9.0), "{drawn}");
    }
    let exactly = |card: Card| {
        let wins = |state: &State| {
            let holder = state.cards.iter().position(|c| *c == card);
            holder.map_or(0.0, |seat| f64::from(USUAL.chips(state)[seat] > 0))
        };
        expected([&random, &random], &wins) / (2.0 / 3.0)
    };
    for (row, card) in cards.iter().zip(CARDS) {
        let rate = row.win_rate_drawn.unwrap();
        let share = exactly(card);
        let bound = error(share * (1.0 - share) * 1.5);
        assert!((rate - share).abs() < bound, "{card:?}: {rate} is not {share}");
    }
    assert_eq!(batch.report.named("shared_wins").unwrap().value, Some(0.0));
}

#[test]
fn no_bot_peeks() {
    let bots =
        ["random", "greedy", "lookahead", "flat-mc:iterations=100", "mcts:iterations=100,rollout=greedy"];
    let searches = SETTINGS.iter().map(|settings| format!("mcts:{settings}").replace("=1000", "=100"));
    for text in bots.iter().map(|text| (*text).to_owned()).chain(searches) {
        let text = text.as_str();
        let found = audit(
            &Loaded::with(USUAL, RuleSet::defaults(KuhnPoker::schema())),
            &[spec(text), spec(text)],
            500,
            5,
            Hooks::none(),
        )
        .unwrap();
        assert_eq!(found.positions, 500);
        // The other card is re-dealt as the same one half of the time.
        assert!((190..310).contains(&found.different), "{found:?}");
    }
}

fn choose(bot: &mut Bot<KuhnPoker>, state: &State, seed: u64) -> Action {
    let legal = legal(state);
    let seat = USUAL.to_move(state).unwrap();
    let mut rng = Rng::from_words([seed, 1, 2]);
    legal[bot.decide(&Decision::new(&USUAL, state, seat, &legal), &mut rng).unwrap()]
}

/// Returns the same state with the third card in the hand of the other seat.
fn twin(state: &State, viewer: usize) -> State {
    let third = CARDS.into_iter().find(|card| !state.cards.contains(card)).unwrap();
    let mut twin = *state;
    twin.cards[1 - viewer] = third;
    twin
}

#[test]
fn states_that_differ_in_the_hidden_card_look_the_same() {
    for state in states() {
        for viewer in Seat::all(2) {
            let twin = twin(&state, viewer.index());
            assert_ne!(state, twin);
            assert_eq!(USUAL.view(&state, viewer), USUAL.view(&twin, viewer));
        }
    }
}

#[test]
fn a_shown_card_is_known() {
    let history = History::BetCall;
    let state = State { cards: [Card::King, Card::Jack], history };
    assert_eq!(USUAL.view(&state, Seat::new(0)).other, Some(Card::Jack));
    let history = History::BetFold;
    assert_eq!(USUAL.view(&State { history, ..state }, Seat::new(0)).other, None);
}

#[test]
fn no_bot_tells_apart_what_it_cannot_see_apart() {
    for text in ["random", "greedy", "mcts:iterations=200"] {
        let mut bot = build(&spec(text), &USUAL);
        for state in states() {
            let twin = twin(&state, USUAL.to_move(&state).unwrap().index());
            for seed in 0..20 {
                let choice = choose(&mut bot, &state, seed);
                assert_eq!(choice, choose(&mut bot, &twin, seed), "{text} in {state:?}");
            }
        }
    }
}

/// Every setting of the search, away from its default.
const SETTINGS: &[&str] = &[
    "iterations=1000",
    "iterations=100",
    "exploration=0.3",
    "exploration=2",
    "rollout=greedy",
    "rollout=greedy,noise=0",
    "length=1",
    "select=puct",
    "select=puct,exploration=1.4",
    "bias=1",
    "leaf=estimate",
    "determinizations=20",
    "tree=self",
    "reuse=yes",
    "tree=self,reuse=yes",
    "determinizations=20,reuse=yes",
];

/// Folding the king loses what it would win; calling with the jack loses more than folding.
#[test]
fn mcts_makes_no_dominated_answer() {
    for settings in SETTINGS {
        let mut mcts = build(&spec(&format!("mcts:{settings}")), &USUAL);
        assert_eq!(answers(&mut mcts, settings), [4, 4]);
    }
    // One step is enough to see it: the answer ends the play.
    for text in ["flat-mc", "flat-mc:iterations=200,rollout=greedy", "lookahead"] {
        assert_eq!(answers(&mut build(&spec(text), &USUAL), text), [4, 4]);
    }
}

/// Asks for all answers to a bet with the king and the jack; how many for each seat.
fn answers(bot: &mut Bot<KuhnPoker>, name: &str) -> [u32; 2] {
    let mut asked = [0; 2];
    for state in states() {
        let Stage::Facing(seat) = stage(state.history) else { continue };
        let right = match state.cards[seat] {
            Card::King => Action::Call,
            Card::Jack => Action::Fold,
            Card::Queen => continue,
        };
        asked[seat] += 1;
        for seed in 0..20 {
            assert_eq!(choose(bot, &state, seed), right, "{name}: {state:?}, seed {seed}");
        }
    }
    asked
}

#[test]
fn greedy_gets_its_exact_value_from_random_play() {
    let random = |_: Card, _: Stage| 0.5;
    let greedy = |card: Card, stage: Stage| match (card, stage) {
        (Card::King, _) | (Card::Queen, Stage::Facing(_)) => 1.0,
        _ => 0.0,
    };
    let mean = expected([&greedy, &random], &chips_of_seat_0);
    let squares = expected([&greedy, &random], &|state| chips_of_seat_0(state).powi(2));
    let batch = batch(["greedy", "random"], 50_000, 3).unwrap();
    let score = batch.report.rows::<SeatRow>()[0].mean_score.unwrap();
    assert!((score - mean).abs() < 5.0 * ((squares - mean * mean) / 50_000.0).sqrt(), "{score}, {mean}");
}

#[test]
fn mcts_gets_much_of_what_can_be_got_from_random_play() {
    let random = |_: Card, _: Stage| 0.5;
    let pure = |bits: u32| {
        let policy = move |card: Card, stage: Stage| {
            let place = 2 * card as u32 + u32::from(matches!(stage, Stage::Facing(_)));
            f64::from(bits >> place & 1)
        };
        -expected([&random, &policy], &chips_of_seat_0)
    };
    let best = (0..64).map(pure).fold(f64::MIN, f64::max);
    let batch = batch(["random", "mcts:iterations=300"], 10_000, 3).unwrap();
    let score = batch.report.rows::<SeatRow>()[1].mean_score.unwrap();
    // A chip squared is at most 4, so the standard error is at most 2 / 100.
    assert!(score < best + 5.0 * 0.02 && score > 0.6 * best, "{score} of {best}");
    eprintln!("{score} of {best}");
}
