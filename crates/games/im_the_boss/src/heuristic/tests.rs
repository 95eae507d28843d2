//! What is worked out for four trials at once is what each by itself comes to.

use super::super::state::Phase;
use super::super::{ImTheBoss, View};
use super::four::{Four, Leader, only, only_seats};
use super::outlook::Put;
use super::{EQUAL, Judge, Weights};
use ludometer_model::{Game, Rng, RuleSet, Seat, Silent};
use ludometer_playable::Compiled;

/// Calls with views of seats about to act, and with what they see, in random plays at a table of `N`.
fn each_view<const N: usize>(mut look: impl FnMut(&Judge<'_, N>)) {
    let game = ImTheBoss::new(N, &RuleSet::defaults(ImTheBoss::schema())).unwrap();
    let weights = Weights::from_values(&[]);
    let (mut state, mut legal) = (game.new_state(), Vec::new());
    for play in 0..6 {
        let mut rng = Rng::from_words([8, N as u64, play]);
        game.deal(&mut state, &mut rng, &mut Silent);
        while let Some(seat) = game.to_move(&state) {
            let view: View = game.view(&state, seat);
            if matches!(view.public.phase, Phase::Turn(_)) {
                let (game, view, weights) = (&game, &view, &weights);
                look(&Judge { game, view, weights, me: seat, rounds_left: 1.0, best_only: true });
            }
            legal.clear();
            game.legal(&state, &mut legal);
            let action = legal[rng.index(legal.len())];
            game.apply(&mut state, action, &mut rng, &mut Silent);
        }
    }
}

fn agree<const N: usize>() {
    let mut looked = 0;
    let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-3 * a.abs().max(1.0), "{a} and {b}");
    each_view::<N>(|judge| {
        let outlook = judge.own_outlook();
        let trial = outlook.trial();
        let seats = [0b10_1011, outlook.open(), u8::MAX, 0][looked % 4];
        for put in [Put::Shares(1.0), Put::Shares(-1.0), Put::Turned] {
            for (i, aim) in outlook.aims_put(&trial, put, seats).into_iter().enumerate() {
                let alone = if seats >> i & 1 != 0 { outlook.after(trial, i, put) } else { trial };
                near(aim, outlook.aim_in(&alone));
            }
        }
        let points = [1.0, -4.5, 0.0, 3.2];
        for (points, aim) in points.into_iter().zip(outlook.aims_raised(&trial, points)) {
            near(aim, outlook.aim_in(&trial.raised(points)));
        }
        looked += 1;
    });
    assert!(looked > 300, "{looked}");
}

#[test]
fn four_at_once_agree_with_each_alone() {
    agree::<3>();
    agree::<4>();
    agree::<5>();
    agree::<6>();
}

#[test]
fn the_leader_is_the_first_of_the_best() {
    let mut rng = Rng::from_words([8, 8, 8]);
    for _ in 0..2000 {
        let aims: [f32; 8] = std::array::from_fn(|_| rng.index(6) as f32 * 0.5);
        let fours = [
            Four::from([aims[0], aims[1], aims[2], aims[3]]),
            Four::from([aims[4], aims[5], aims[6], aims[7]]),
        ];
        let leader = Leader::of(&fours);
        let best = aims.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let places: Vec<usize> = (0..8).filter(|&i| aims[i] == best).collect();
        assert_eq!((leader.aim, leader.first()), (best, places[0]));
        assert_eq!(leader.alone(), (places.len() == 1).then_some(places[0]));
        let preferred = leader.prefer(5).first();
        assert_eq!(preferred, if places.contains(&5) { 5 } else { places[0] });
    }
    // What is hardly worse is as good, and no place of its own.
    let close = Leader::of(&[Four::from([1.0, 1.0 + 0.5 * EQUAL, 0.0, 0.0])]);
    assert_eq!((close.first(), close.alone()), (1, None));
    // Only some of them count.
    let row = [4.0_f32, 3.0, 2.0, 1.0, 9.0];
    for seats in 1..1_u8 << 5 {
        let best = (0..5).filter(|i| seats >> i & 1 != 0).max_by(|&a, &b| row[a].total_cmp(&row[b])).unwrap();
        assert_eq!(Leader::of(&only_seats(&row, seats)).seat(), Seat::new(best));
    }
    assert_eq!(Leader::of(&[only(Four::from([4.0, 3.0, 2.0, 1.0]), 0b1100)]).first(), 2);
}
