//! Games as environments: numbers of actions, rows, and the same games as in a run.

use ludometer_model::{RuleSet, Seat};
use ludometer_run::{AnyGame, EnvironmentError, Environments, StepRows};

use super::gallery_path;

fn load(name: &str, seats: usize) -> Box<dyn AnyGame> {
    let entry = crate::entry(&gallery_path(name)).unwrap();
    entry.load(seats, RuleSet::defaults(entry.schema())).unwrap()
}

/// Rows for all games.
struct Rows {
    observations: Vec<f32>,
    masks: Vec<i8>,
    movers: Vec<i8>,
    rewards: Vec<f32>,
    ended: Vec<i8>,
}

impl Rows {
    fn of(all: &dyn Environments) -> Self {
        let games = all.games();
        Self {
            // What is not written shows.
            observations: vec![f32::NAN; games * all.features().len()],
            masks: vec![0; games * all.actions()],
            movers: vec![0; games],
            rewards: vec![0.0; games * all.seats()],
            ended: vec![0; games],
        }
    }

    fn rows(&mut self) -> StepRows<'_> {
        StepRows {
            observations: &mut self.observations,
            masks: &mut self.masks,
            movers: &mut self.movers,
            rewards: &mut self.rewards,
            ended: &mut self.ended,
        }
    }
}

#[test]
fn games_side_by_side_are_the_games_one_by_one() {
    let game = load("leduc_poker.luau", 2);
    let (mut many, mut one) = (game.learning().environments(70), game.learning().environments(1));
    assert_eq!(many.action_names(), ["fold", "call", "raise"]);
    for place in 0..70 {
        many.deal(place, 5, place as u64).unwrap();
    }
    let mut rows = Rows::of(&*many);
    many.look_all(&mut rows.rows());
    let (actions, features) = (many.actions(), many.features().len());
    // The first legal action always, and in the game at this place the last one.
    let watched = 66;
    one.deal(0, 5, watched as u64).unwrap();
    let (mut ended, mut sums) = (0, [0.0; 2]);
    for _ in 0..40 {
        let mask = |place: usize| &rows.masks[place * actions..][..actions];
        let first = |place| mask(place).iter().position(|legal| *legal == 1).unwrap();
        let last = mask(watched).iter().rposition(|legal| *legal == 1).unwrap();
        let mut chosen: Vec<i64> = (0..70).map(|place| first(place) as i64).collect();
        chosen[watched] = last as i64;
        let seat = one.to_move(0).unwrap();
        assert_eq!(usize::from(rows.movers[watched] as u8), seat.index());
        let mut observed = Vec::new();
        one.observe(0, seat, &mut observed);
        assert_eq!(observed, rows.observations[watched * features..][..features]);
        many.step_all(&chosen, &mut rows.rows()).unwrap();
        one.step(0, last).unwrap();
        let own = &rows.rewards[2 * watched..][..2];
        if one.to_move(0).is_none() {
            assert_eq!(rows.ended[watched], 1);
            assert_eq!(own, [0, 1].map(|seat| one.reward(0, Seat::new(seat)) as f32));
            assert_eq!(own[0] + own[1], 0.0);
            sums.iter_mut().zip(own).for_each(|(sum, reward)| *sum += reward.abs());
            ended += 1;
            one.deal(0, 5, watched as u64 + 70 * ended).unwrap();
        } else {
            assert_eq!((rows.ended[watched], own), (0, &[0.0; 2][..]));
        }
    }
    assert!(ended >= 4 && sums[0] > 4.0, "{ended} {sums:?}");
}

#[test]
fn what_is_not_legal_is_refused() {
    let mut all = load("tic_tac_toe.luau", 2).learning().environments(2);
    assert_eq!(all.step(1, 0), Err(EnvironmentError::Over { game: 1 }));
    all.deal(1, 0, 0).unwrap();
    assert_eq!(all.legal(1), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    all.step(1, 4).unwrap();
    let legal = vec![0, 1, 2, 3, 5, 6, 7, 8];
    assert_eq!(all.step(1, 4), Err(EnvironmentError::Illegal { game: 1, action: 4, legal }));
    assert_eq!((all.action_text(1, 4), all.action_text(1, 5)), (None, Some(all.action_names()[5].clone())));
}

#[test]
fn every_script_is_an_environment_at_its_smallest_and_largest_table() {
    let files = std::fs::read_dir(gallery_path("")).unwrap().map(|file| file.unwrap().path());
    for path in files.filter(|path| path.extension().is_some_and(|ending| ending == "luau")) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.ends_with(".scenes.luau") {
            continue;
        }
        let (low, high, _) = super::gallery(&name).facts.seats;
        for seats in [low, high] {
            let mut all = load(&name, seats).learning().environments(1);
            all.deal(0, 1, 2).unwrap();
            let mut decisions = 0;
            while let Some(seat) = all.to_move(0) {
                let legal = all.legal(0);
                let (mut row, mut sorted) = (Vec::new(), legal.clone());
                all.observe(0, seat, &mut row);
                assert_eq!(row.len(), all.features().len(), "{name}");
                sorted.sort_unstable();
                sorted.dedup();
                assert!(
                    sorted.len() == legal.len() && sorted.last() < Some(&all.actions()),
                    "{name} {legal:?}"
                );
                all.step(0, legal[decisions % legal.len()]).unwrap();
                decisions += 1;
                if decisions > 400 {
                    break;
                }
            }
            assert!(decisions > 0, "{name}");
        }
    }
}
