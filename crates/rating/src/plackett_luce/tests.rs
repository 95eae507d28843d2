//! Tests of the module above.

use super::*;
use ludometer_model::Rng;

fn fit(players: usize, rankings: &[(&[Place], u32)], prior: f64) -> Strengths {
    let mut all = Rankings::new(players);
    for (ranking, times) in rankings {
        for _ in 0..*times {
            all.next_deal();
            all.add(ranking.iter().copied(), 1);
        }
    }
    all.fit(prior)
}

fn close(a: f64, b: f64, by: f64) {
    assert!((a - b).abs() < by, "{a} is not {b}");
}

#[test]
fn with_two_players_it_is_the_logarithm_of_the_odds() {
    let found = fit(2, &[(&[(0, 1), (1, 2)], 70), (&[(1, 1), (0, 2)], 20), (&[(0, 1), (1, 1)], 10)], 1e-9);
    // 70 wins and 10 draws against 20 wins and 10 draws.
    close(found.log[0] - found.log[1], (75.0_f64 / 25.0).ln(), 1e-6);
    // Known variance: that of a share of 3/4 in 100 plays with values 0, 1/2, 1 is
    // (70 + 2.5) / 100 - 9/16 = 0.1625, times 100/99; by the delta method / (n p²(1-p)²).
    let c = found.covariance.clone().unwrap();
    let variance = c[0][0] + c[1][1] - 2.0 * c[0][1];
    close(variance, 0.1625 * 100.0 / 99.0 / (100.0 * (0.75_f64 * 0.25).powi(2)), 1e-6);
    let elo = found.elo(Some(1));
    close(elo[0].0, 1000.0 + 400.0 * 3.0_f64.log10(), 1e-3);
    assert_eq!(elo[1], (1000.0, None), "what is set is not measured");
    let mean = found.elo(None);
    close(mean[0].0 + mean[1].0, 2000.0, 1e-9);
    let half = |r: (f64, Option<(f64, f64)>)| r.1.map(|(low, high)| (high - low) / 2.0).unwrap();
    close(half(mean[0]), half(elo[0]) / 2.0, 1e-6);
}

#[test]
fn probabilities_of_all_orders_give_back_the_strengths() {
    // Every order of three players as often as the model says (4 : 2 : 1, in 210ths): the
    // likelihood's maximum is then at these strengths exactly.
    let strength = [4.0, 2.0, 1.0];
    let mut all = Rankings::new(3);
    let mut total = 0;
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let rest = 7.0 - strength[order[0]];
        let p = strength[order[0]] / 7.0 * strength[order[1]] / rest;
        let times = (p * 210.0_f64).round() as u32;
        close(f64::from(times), p * 210.0, 1e-9);
        total += times;
        let places = order.iter().zip(1..).map(|(&player, place)| (player as u8, place));
        all.add(places, times);
    }
    assert_eq!(total, 210);
    let found = all.fit(1e-9);
    close(found.log[0] - found.log[1], 2.0_f64.ln(), 1e-6);
    close(found.log[1] - found.log[2], 2.0_f64.ln(), 1e-6);
    assert_eq!(found.covariance, None, "one deal");
}

/// Hunter's MM iteration, equation (30), written out: an independent way to the same maximum.
fn by_minorization(players: usize, orders: &[Vec<usize>]) -> Vec<f64> {
    let mut strength = vec![1.0; players];
    for _ in 0..20_000 {
        let mut wins = vec![0.0; players];
        let mut below = vec![0.0; players];
        for order in orders {
            for stage in 0..order.len() - 1 {
                wins[order[stage]] += 1.0;
                let sum: f64 = order[stage..].iter().map(|&p| strength[p]).sum();
                order[stage..].iter().for_each(|&p| below[p] += 1.0 / sum);
            }
        }
        for i in 0..players {
            strength[i] = wins[i] / below[i];
        }
    }
    strength
}

#[test]
fn it_finds_the_maximum_that_minorization_finds() {
    let mut rng = Rng::from_words([5, 5, 5]);
    let mut orders = Vec::new();
    let mut all = Rankings::new(5);
    for _ in 0..60 {
        let mut order = vec![0, 1, 2, 3, 4];
        rng.shuffle(&mut order);
        order.truncate(4);
        // Low numbers tend to the front.
        if rng.chance(0.5) {
            order.sort_unstable();
        }
        all.next_deal();
        all.add(order.iter().zip(0..).map(|(&p, place)| (p as u8, place)), 1);
        orders.push(order);
    }
    let expected = by_minorization(5, &orders);
    let found = all.fit(1e-9);
    for i in 1..5 {
        close(found.log[i] - found.log[0], (expected[i] / expected[0]).ln(), 1e-5);
    }
}

#[test]
fn a_tie_is_the_average_of_its_orders() {
    // 1 before 0 = 2, against both orders half as often each.
    let others: [(&[Place], u32); 2] = [(&[(0, 1), (1, 2), (2, 3)], 8), (&[(2, 1), (1, 2), (0, 3)], 6)];
    let tied = fit(3, &[(&[(1, 1), (0, 2), (2, 2)], 6), others[0], others[1]], 0.5);
    let apart =
        fit(3, &[(&[(1, 1), (0, 2), (2, 3)], 3), (&[(1, 1), (2, 2), (0, 3)], 3), others[0], others[1]], 0.5);
    for (a, b) in tied.log.iter().zip(&apart.log) {
        close(*a, *b, 1e-9);
    }
    // All equal says nothing.
    let equal = fit(3, &[(&[(0, 1), (1, 1), (2, 1)], 9)], 1.0);
    assert!(equal.log.iter().all(|x| x.abs() < 1e-9), "{equal:?}");
}

#[test]
fn who_wins_everything_has_a_rating_and_a_wide_interval() {
    let found = fit(3, &[(&[(0, 1), (1, 2), (2, 3)], 200)], 1.0);
    let elo = found.elo(None);
    assert!(elo[0].0 > elo[1].0 + 300.0 && elo[1].0 > elo[2].0 + 300.0, "{elo:?}");
    let ends = elo.iter().map(|(_, interval)| interval.unwrap()).collect::<Vec<_>>();
    assert!(elo.iter().all(|(value, _)| value.is_finite()));
    // 0 is above all, 2 below all, and how far 1 is from either nobody knows.
    assert!(
        ends[0].0 > elo[0].0 - 1500.0 && ends[0].0 < elo[0].0 - 100.0 && ends[0].1.is_infinite(),
        "{ends:?}"
    );
    assert!(ends[1].0.is_infinite() && ends[1].1.is_infinite(), "{ends:?}");
    assert!(ends[2].0.is_infinite() && ends[2].1.is_finite(), "{ends:?}");
    assert_eq!(Rankings::new(2).fit(1.0).log, [0.0, 0.0], "nothing was played");
    assert!(fit(2, &[(&[(0, 1), (0, 2), (1, 3)], 50)], 1.0).log[0] > 1.0, "two seats, one player");
}

#[test]
fn intervals_cover_the_true_difference_also_where_plays_of_a_deal_depend_on_each_other() {
    // Each deal is ranked by the model and then counted one to three times over.
    let strength = [1.0, 2.0, 0.5];
    let mut rng = Rng::from_words([6, 6, 6]);
    let mut misses = 0;
    for _ in 0..400 {
        let mut all = Rankings::new(3);
        for _ in 0..80 {
            let mut left = vec![0, 1, 2];
            let mut order = Vec::new();
            while !left.is_empty() {
                let total: f64 = left.iter().map(|&p| strength[p]).sum();
                let mut mark = rng.unit() * total;
                let at = left.iter().position(|&p| {
                    mark -= strength[p];
                    mark < 0.0
                });
                order.push(left.remove(at.unwrap_or(left.len() - 1)));
            }
            all.next_deal();
            let times = 1 + rng.below(3);
            all.add(order.iter().zip(0..).map(|(&p, place)| (p as u8, place)), times);
        }
        let (_, interval) = all.fit(1.0).elo(Some(0))[1];
        let truth = 1000.0 + 400.0 * 2.0_f64.log10();
        misses += u32::from(interval.is_none_or(|(low, high)| truth < low || high < truth));
    }
    // 20 expected; five standard deviations are 22. If plays were taken as independent it would be about 60.
    assert!((4..42).contains(&misses), "{misses} of 400");
}

#[test]
fn who_won_all_has_no_upper_end_and_who_lost_all_no_lower_one() {
    let ends = |found: &Strengths, anchor| -> Vec<(bool, bool)> {
        let finite = |(_, interval): (f64, Option<(f64, f64)>)| {
            // The anchor's is set.
            interval.map_or((true, true), |(low, high)| (low.is_finite(), high.is_finite()))
        };
        found.elo(anchor).into_iter().map(finite).collect()
    };
    // 0 wins all of 1, and 1 and 2 win some of each other.
    let games: &[(&[Place], u32)] =
        &[(&[(0, 1), (1, 2)], 50), (&[(1, 1), (2, 2)], 30), (&[(2, 1), (1, 2)], 20), (&[(0, 1), (2, 2)], 5)];
    let found = fit(3, games, 1.0);
    // Against the mean of all, those below who has no end have none either.
    assert_eq!(ends(&found, None), [(true, false), (false, true), (false, true)]);
    assert_eq!(ends(&found, Some(1)), [(true, false), (true, true), (true, true)]);
    // One game that ended level, and all have ends.
    let level = [games, &[(&[(0, 1), (2, 1)], 1)]].concat();
    assert_eq!(ends(&fit(3, &level, 1.0), None), [(true, true); 3]);
    // What 100 wins show of a player that loses one game in 1000 must hold: its rating is 1200 points above.
    let low = fit(2, &[(&[(0, 1), (1, 2)], 100)], 1.0).elo(Some(1))[0].1.unwrap().0;
    assert!(low > 1200.0 && low < 2200.0, "{low}");
}
