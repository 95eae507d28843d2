use super::*;

#[test]
fn below_is_uniform() {
    let mut rng = Rng::from_words([1, 2, 3]);
    let mut counts = [0_u32; 6];
    for _ in 0..600_000 {
        counts[rng.index(6)] += 1;
    }
    // Standard deviation 289: six of them.
    assert!(counts.iter().all(|&c| c.abs_diff(100_000) < 1750), "{counts:?}");
}

#[test]
fn a_race_is_uniform_over_the_copies_and_keeps_its_winner() {
    let mut rng = Rng::from_words([3, 1, 2]).coupled();
    let supply = [0_u64, 0, 0, 7, 7, 9];
    let (mut counts, mut changed) = ([0_u32; 6], 0);
    for _ in 0..60_000 {
        let mut same = rng.clone();
        let place = rng.race(supply.iter().copied());
        counts[place] += 1;
        // One more of another kind: it wins one time in seven, and else nothing changes.
        let longer = [0_u64, 0, 0, 5, 7, 7, 9];
        let other = longer[same.race(longer.iter().copied())];
        changed += u32::from(other != supply[place]);
        assert!(other == 5 || other == supply[place]);
    }
    assert!(counts.iter().all(|&c| c.abs_diff(10_000) < 600), "{counts:?}");
    assert!(changed.abs_diff(8571) < 600, "{changed}");
}

#[test]
fn every_way_is_met_first_by_its_own_number() {
    // A die, and where it is 2 two coins: 1 : 1 : 1/4 : 1/4 : 1/4 : 1/4.
    let throw = |way| {
        let mut rng = Rng::counted(way);
        let die = rng.below(3);
        let coins = if die == 2 { [rng.below(2), rng.below(2)] } else { [0; 2] };
        (die, coins, rng.ways().unwrap())
    };
    let first: Vec<_> =
        (0..12).map(throw).enumerate().filter(|(way, (_, _, n))| (*way as u32) < *n).collect();
    let met: Vec<_> = first.iter().map(|(_, (die, coins, n))| (*die, *coins, *n)).collect();
    let two = |a, b| (2, [a, b], 12);
    assert_eq!(met, [(0, [0; 2], 3), (1, [0; 2], 3), two(0, 0), two(1, 0), two(0, 1), two(1, 1)]);
}

#[test]
fn what_can_not_be_counted_is_reported() {
    let mut rng = Rng::counted(5);
    let mut real = rng.clone();
    real.unit();
    assert_eq!((rng.ways(), real.ways(), Rng::from_words([1; 3]).ways()), (Some(1), None, None));
    rng.below(u32::MAX);
    assert_eq!(rng.ways(), Some(u32::MAX));
    rng.below(2);
    assert_eq!(rng.ways(), None);
    assert_eq!(Rng::counted(5).fork().ways(), None);
}

#[test]
fn streams_differ_and_repeat() {
    let streams = Streams::new(7, 9);
    assert_eq!(streams.chance(), Streams::new(7, 9).chance());
    assert_ne!(streams.chance(), streams.seat(Seat::new(0)));
    assert_ne!(streams.chance(), Streams::new(9, 7).chance());
    assert_ne!(streams.chance(), Streams::new(7, 10).chance());
}

#[test]
fn forks_differ_and_leave_the_rest_alone() {
    let mut rng = Rng::from_words([4, 4, 4]);
    let mut same = rng.clone();
    let (mut first, mut second) = (rng.fork(), rng.fork());
    assert_ne!(first, second);
    let _ = (same.fork().below(10), same.fork().below(10), first.below(10), second.unit());
    assert_eq!(rng, same);
    assert!(!rng.fork().is_coupled() && rng.coupled().fork().is_coupled());
}

/// Cards come anew, each as likely as before, and all other numbers stay as they were.
#[test]
fn cards_are_drawn_anew_alone() {
    let mut drawn = [[0_u32; 4]; 4];
    for n in 0..8000 {
        let mut rng = Rng::from_words([5, 6, n]).coupled();
        let mut anew = rng.clone().with_cards_anew(n as u32);
        assert_eq!(rng.below(6), anew.below(6));
        let (first, second) = (rng.race(0..4), anew.race(0..4));
        drawn[first][second] += 1;
        assert_eq!((rng.below(6), rng.unit(), rng.races()), (anew.below(6), anew.unit(), anew.races()));
        assert_eq!(rng.races(), 1);
    }
    // Independent: 500 of each pair.
    assert!(drawn.iter().flatten().all(|&pairs| pairs.abs_diff(500) < 110), "{drawn:?}");
}

#[test]
fn shuffle_gives_every_order_equally_often() {
    let mut rng = Rng::from_words([0, 0, 0]);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..60_000 {
        let mut list = [0, 1, 2];
        rng.shuffle(&mut list);
        *seen.entry(list).or_insert(0_u32) += 1;
    }
    assert_eq!(seen.len(), 6);
    assert!(seen.values().all(|&c| c.abs_diff(10_000) < 600), "{seen:?}");
}

#[test]
fn a_shuffle_has_every_order_once() {
    let shuffled = |rng: &mut Rng| {
        let mut list = [0, 1, 2, 3];
        rng.shuffle(&mut list);
        list
    };
    let found = each_chance(1000, shuffled).unwrap();
    let orders: std::collections::BTreeSet<_> = found.iter().map(|(_, list)| *list).collect();
    assert_eq!((found.len(), orders.len()), (24, 24));
    assert!(found.iter().all(|(probability, _)| (probability - 1.0 / 24.0).abs() < 1e-12));
    assert_eq!(each_chance(23, shuffled), Err(ChanceError::TooMany(23)));
}

#[test]
fn draws_that_depend_on_draws_have_their_own_probabilities() {
    // Red with a half, and else one of three.
    let step = |rng: &mut Rng| if rng.below(2) == 0 { 0 } else { 1 + rng.below(3) };
    let found = each_chance(100, step).unwrap();
    assert_eq!(found, [(0.5, 0), (1.0 / 6.0, 1), (1.0 / 6.0, 2), (1.0 / 6.0, 3)]);
    assert_eq!(each_chance(100, Rng::unit), Err(ChanceError::Uncountable));
    assert_eq!(each_chance(100, |_| 7), Ok(vec![(1.0, 7)]));
}
