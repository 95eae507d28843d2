//! What searches stand or fall by: the games' own estimates of who will win, against who does win, and
//! comparisons of actions that chance does not decide.

use ludometer::bots::{Flat, Greedy, Strategy};
use ludometer::games::Compiled;
use ludometer::games::even_odd::EvenOdd;
use ludometer::games::film_rummy::FilmRummy;
use ludometer::games::greed_street::GreedStreet;
use ludometer::games::im_the_boss::ImTheBoss;
use ludometer::games::pure_profit::PureProfit;
use ludometer::model::{Decision, Game, Rng, RuleSet, Seat, Silent};

/// Returns the mean log loss of the estimates at the beginning of all turns of greedy plays: what they say of
/// the winner, as minus its logarithm. And that of equal shares of who is still in, the logarithm of their number.
fn log_losses<G: Compiled>(seats: usize, plays: u64) -> [f64; 2] {
    let game = G::new(seats, &RuleSet::defaults(G::schema())).expect("the default rules can be played");
    let mut greedy = Greedy::usual(&game);
    let mut legal = Vec::new();
    let (mut loss, mut equal) = (0.0, 0.0);
    let mut turns = 0;
    for play in 0..plays {
        let mut rng = Rng::from_words([7, play, seats as u64]);
        let mut state = game.new_state();
        game.deal(&mut state, &mut rng, &mut Silent);
        let mut estimates = Vec::new();
        let mut turn = None;
        while let Some(seat) = game.to_move(&state) {
            if turn != Some(game.turn(&state)) {
                turn = Some(game.turn(&state));
                estimates.push(game.evaluate(&state));
                let left = Seat::all(seats).filter(|&seat| !game.is_eliminated(&state, seat)).count();
                equal += (left as f64).ln();
            }
            legal.clear();
            game.legal(&state, &mut legal);
            let decision = Decision::new(&game, &state, seat, &legal);
            let chosen = greedy.decide(&decision, &mut rng).expect("greedy always decides");
            game.apply(&mut state, legal[chosen], &mut rng, &mut Silent);
        }
        let reward = game.reward(&state);
        turns += estimates.len();
        for estimate in estimates {
            loss -= Seat::all(seats).map(|s| reward[s] * estimate[s].max(1e-9).ln()).sum::<f64>();
        }
    }
    [loss, equal].map(|sum| sum / turns as f64)
}

fn informs<G: Compiled>(seats: &[usize], plays: u64) {
    for &seats in seats {
        let [loss, left] = log_losses::<G>(seats, plays);
        let all = (seats as f64).ln();
        println!(
            "{} {seats} seats: {loss:.3}, equal shares {all:.3}, of who is left {left:.3}",
            G::definition().id
        );
        assert!(
            loss < 0.95 * all && loss < 0.99 * left,
            "{} at {seats} seats: the estimate's log loss is {loss}, that of equal shares {all}, of equal shares \
             of who is left {left}",
            G::definition().id
        );
    }
}

#[test]
fn estimates_tell_more_than_equal_shares() {
    informs::<PureProfit>(&[2, 4, 6], 300);
    informs::<EvenOdd>(&[2, 4, 8], 300);
    informs::<GreedStreet>(&[2, 4, 6], 300);
    informs::<FilmRummy>(&[2, 3, 4], 500);
    informs::<ImTheBoss>(&[3, 4, 6], 100);
}

/// Returns the first decision of a play of four with more than two legal actions.
fn decision(game: &PureProfit) -> (<PureProfit as Game>::View, Vec<<PureProfit as Game>::Action>) {
    let mut rng = Rng::from_words([5, 8, 1]);
    let mut state = game.new_state();
    game.deal(&mut state, &mut rng, &mut Silent);
    let mut legal = Vec::new();
    loop {
        let seat = game.to_move(&state).expect("the play goes on");
        legal.clear();
        game.legal(&state, &mut legal);
        if legal.len() > 2 {
            return (game.view(&state, seat), legal);
        }
        game.apply(&mut state, legal[0], &mut rng, &mut Silent);
    }
}

/// Mean and standard deviation.
fn spread(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0)).sqrt())
}

#[test]
fn actions_are_compared_under_the_same_luck() {
    let game = PureProfit::new(4, &RuleSet::defaults(PureProfit::schema()))
        .expect("the default rules can be played");
    let (view, legal) = decision(&game);
    // 30 rounds of the first and the last action.
    let pair = [legal[0], legal[legal.len() - 1]];
    let mut flat = Flat::monte_carlo(&game, &[60.0, 1.0, 4.0, 0.0], None);
    let mut alone = Flat::monte_carlo(&game, &[30.0, 1.0, 4.0, 0.0], None);
    let (mut together, mut apart) = (Vec::new(), Vec::new());
    for search in 0..200 {
        let mut rng = Rng::from_words([2, 3, search]);
        let values = flat.values(&game, &view, &pair, &mut rng);
        together.push(values[0] - values[1]);
        let mut value = |action| alone.values(&game, &view, &[action], &mut rng)[0];
        apart.push(value(pair[0]) - value(pair[1]));
    }
    let ((mean, deviation), (mean_apart, deviation_apart)) = (spread(&together), spread(&apart));
    println!("together {mean:.4} +- {deviation:.4}, apart {mean_apart:.4} +- {deviation_apart:.4}");
    assert!(deviation < 0.7 * deviation_apart, "{deviation}, apart {deviation_apart}");
    // Both are right in the mean: five standard errors of their difference.
    let error = deviation.hypot(deviation_apart) / 200.0_f64.sqrt();
    assert!((mean - mean_apart).abs() < 5.0 * error, "{mean}, apart {mean_apart}, {error}");
}
