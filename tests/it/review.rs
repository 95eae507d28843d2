//! Values of reviews against exact ones, by enumeration of all worlds and all continuations.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

use std::sync::atomic::AtomicBool;

use ludometer::bots::{BotSpec, Rollout};
use ludometer::model::{Rng, RuleSet, Seat, Streams};
use ludometer::registry::GAMES;
use ludometer::run::{
    AnyGame, Loss, Mark, Position, ReviewPlan, SecondLook, Valuation, Which, marks, second_look,
};

static NEVER: AtomicBool = AtomicBool::new(false);

fn script(name: &str) -> Box<dyn AnyGame> {
    let path = format!("{}/games/{name}.luau", env!("CARGO_MANIFEST_DIR"));
    let entry = ludometer_scripted::entry(&path).unwrap();
    entry.load(2, RuleSet::defaults(entry.schema())).unwrap()
}

/// This seat's expected reward if all choose at random from here on and nothing but choices is left to chance.
fn exact(at: &dyn Position, seat: Seat) -> f64 {
    if at.to_move().is_none() {
        return at.reward(seat);
    }
    let value = |choice: usize| after(at, choice, seat);
    (0..at.choices()).map(value).sum::<f64>() / at.choices() as f64
}

fn after(at: &dyn Position, choice: usize, seat: Seat) -> f64 {
    let mut next = at.copy();
    next.apply_silently(choice, &mut Rng::from_words([0; 3]));
    exact(&*next, seat)
}

/// Returns all worlds that a seat can't tell from this one. Each is equally likely in the games here.
fn worlds(at: &dyn Position, seat: Seat) -> Vec<Box<dyn Position>> {
    let mut rng = Rng::from_words([1, 2, 3]);
    let mut all: Vec<Box<dyn Position>> = Vec::new();
    for _ in 0..300 {
        let world = at.determinized(seat, &mut rng);
        if all.iter().all(|other| !other.is_same(&*world)) {
            all.push(world);
        }
    }
    all
}

/// Returns the mean value of each choice over all worlds that the mover can't tell apart.
fn by_worlds(at: &dyn Position, seat: Seat) -> Vec<f64> {
    let worlds = worlds(at, seat);
    let mean = |choice: usize| {
        worlds.iter().map(|world| after(&**world, choice, seat)).sum::<f64>() / worlds.len() as f64
    };
    (0..at.choices()).map(mean).collect()
}

/// Compares the values of all decisions of random games, from the decision of this number on, with exact ones.
fn compare(
    game: &dyn AnyGame,
    games: u64,
    first: usize,
    exact: fn(&dyn Position, Seat) -> Vec<f64>,
) -> usize {
    let plan = Valuation { worlds: 4_000, policy: Rollout::Random, against: None };
    let mut compared = 0;
    for number in 0..games {
        let streams = Streams::new(2, number);
        let (mut chance, mut choices) = (streams.chance(), streams.seat(Seat::new(0)));
        let mut at = game.position();
        at.deal(&mut chance);
        let mut decision = 0;
        while let Some(seat) = at.to_move() {
            let chosen = choices.index(at.choices());
            if decision >= first && at.choices() > 1 {
                let valued =
                    at.valued(chosen, plan, &mut Rng::from_words([3, number, decision as u64]), &NEVER);
                let value = exact(&*at, seat);
                for (choice, action) in valued.actions.iter().enumerate().filter(|(i, _)| *i != chosen) {
                    let (gain, half) = action.gain(1).unwrap();
                    let exact = value[choice] - value[chosen];
                    // The interval of 95 % doubled: some 2,000 comparisons with these seeds, none outside.
                    assert!(
                        (gain - exact).abs() <= 2.2 * half + 1e-9,
                        "{gain} {half} {exact}, game {number}"
                    );
                    compared += 1;
                }
            }
            at.apply_silently(chosen, &mut chance);
            decision += 1;
        }
    }
    compared
}

/// Each action rolls dice of its own, and the last die alone says who wins: no choice is worse than another.
const NOTHING_MATTERS: &str = r#"
game.title, game.seats = "Nothing matters", { 2, 2 }
function game.setup() start(1) end
function game.turn(me) go.pick(me) end
function step.pick() may.one() may.two() may.three() end
local function ends(dice)
  for _ = 2, dice do roll(6) end
  win(roll(2))
end
function act.one() ends(1) end
function act.two() ends(2) end
function act.three() ends(3) end
"#;

/// Where nothing can be lost, chance alone marks a choice in at most one game of 20.
#[test]
fn few_choices_are_marked_by_chance() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nothing_matters.luau");
    std::fs::write(&path, NOTHING_MATTERS).unwrap();
    let entry = ludometer_scripted::entry(path.to_str().unwrap()).unwrap();
    let game = entry.load(2, RuleSet::defaults(entry.schema())).unwrap();
    let random = game.bot("random").unwrap();
    let mut at = game.position();
    at.deal(&mut Streams::new(0, 0).chance());
    let mut doubtful = 0;
    // 30 choices, as those of a game.
    let mut is_marked = |number: u64| {
        let of = |choice: u64| looked_at(&*at, (choice % 3) as usize, (100, &random), [5, number, choice]);
        let looks: Vec<_> = (0..30).map(of).collect();
        doubtful += looks.iter().filter(|(_, second)| second.is_some()).count();
        marks(&looks).iter().any(|mark| *mark >= Mark::Mistake)
    };
    let marked = (0..200).filter(|&number| is_marked(number)).count();
    // At first sight a quarter of the choices looks like a mistake.
    assert!(doubtful > 1_000, "{doubtful} of 6000");
    // 10 of 200 are expected; 4 standard errors more. None at all would mean that nothing is noticed.
    assert!((1..=10 + 12).contains(&marked), "{marked} of 200");
}

#[test]
fn late_positions_of_tic_tac_toe_have_their_exact_values() {
    assert!(compare(&*script("tic_tac_toe"), 12, 4, by_worlds) > 50);
}

#[test]
fn every_position_of_kuhn_poker_has_its_exact_value() {
    assert!(compare(&*script("kuhn_poker"), 40, 0, by_worlds) > 50);
}

/// Leduc poker by its rules, apart from the engine: what is on the table, without the deck.
#[derive(Clone)]
struct Leduc {
    hands: [usize; 2],
    board: Option<usize>,
    stakes: [f64; 2],
    raises: u64,
    checks: u64,
}

impl Leduc {
    const CARDS: [&str; 3] = ["jack", "queen", "king"];

    /// Returns the number of cards of each rank that are in no place that is named.
    fn unseen(seen: &[usize]) -> [f64; 3] {
        let left = |rank: usize| 2.0 - seen.iter().filter(|&&card| card == rank).count() as f64;
        [left(0), left(1), left(2)]
    }

    fn fold(&self, mover: usize) -> [f64; 2] {
        let mut chips = [self.stakes[mover]; 2];
        chips[mover] = -self.stakes[mover];
        chips
    }

    fn shown(&self) -> [f64; 2] {
        let worth = |seat: usize| if self.board == Some(self.hands[seat]) { 10 } else { self.hands[seat] };
        match worth(0).cmp(&worth(1)) {
            std::cmp::Ordering::Equal => [0.0; 2],
            std::cmp::Ordering::Less => self.fold(0),
            std::cmp::Ordering::Greater => self.fold(1),
        }
    }

    fn round_over(&self) -> [f64; 2] {
        if self.board.is_some() {
            return self.shown();
        }
        let left = Self::unseen(&self.hands);
        let mut mean = [0.0; 2];
        for (rank, &count) in left.iter().enumerate().filter(|(_, count)| **count > 0.0) {
            let chips = Self { board: Some(rank), raises: 0, checks: 0, ..self.clone() }.at_random(0);
            mean = [0, 1].map(|seat: usize| mean[seat] + count / 4.0 * chips[seat]);
        }
        mean
    }

    /// Chips after each legal action, if all choose at random from then on: fold (if there is a raise), call, raise.
    fn actions(&self, mover: usize) -> Vec<[f64; 2]> {
        let other = 1 - mover;
        let mut all = Vec::new();
        let is_behind = self.stakes[mover] < self.stakes[other];
        if is_behind {
            all.push(self.fold(mover));
        }
        let mut next = self.clone();
        next.stakes[mover] = self.stakes[other];
        next.checks += u64::from(!is_behind);
        all.push(if is_behind || next.checks == 2 { next.round_over() } else { next.at_random(other) });
        if self.raises < 2 {
            let mut next = self.clone();
            next.stakes[mover] = self.stakes[other] + if self.board.is_some() { 4.0 } else { 2.0 };
            next.raises += 1;
            all.push(next.at_random(other));
        }
        all
    }

    fn at_random(&self, mover: usize) -> [f64; 2] {
        let all = self.actions(mover);
        [0, 1].map(|seat: usize| all.iter().map(|chips| chips[seat]).sum::<f64>() / all.len() as f64)
    }
}

/// Returns the mean value of each choice of Leduc poker over the cards that the other player may have.
fn by_hands(at: &dyn Position, seat: Seat) -> Vec<f64> {
    let (view, me) = (at.view(seat), seat.index());
    let rank = |name: &str| Leduc::CARDS.iter().position(|card| *card == name);
    let own = view["hand"][me].as_object().unwrap().keys().find_map(|name| rank(name)).unwrap();
    let board = view["board"][0].as_str().and_then(rank);
    let number = |name: &str| view[name].as_u64().unwrap();
    let stakes = [0, 1].map(|seat: usize| view["stake"][seat].as_f64().unwrap());
    let seen: Vec<usize> = [Some(own), board].into_iter().flatten().collect();
    let left = Leduc::unseen(&seen);
    let mut mean = vec![0.0; at.choices()];
    for (rank, &count) in left.iter().enumerate().filter(|(_, count)| **count > 0.0) {
        let mut hands = [own; 2];
        hands[1 - me] = rank;
        let all =
            Leduc { hands, board, stakes, raises: number("raises"), checks: number("checks") }.actions(me);
        assert_eq!(all.len(), at.choices());
        for (mean, chips) in mean.iter_mut().zip(all) {
            // 13 chips at most are won or lost: 0 to 1.
            *mean += count / left.iter().sum::<f64>() * (chips[me] + 13.0) / 26.0;
        }
    }
    mean
}

#[test]
fn every_position_of_leduc_poker_has_its_exact_value() {
    assert!(compare(&*script("leduc_poker"), 40, 0, by_hands) > 150);
}

/// What players like the policy are predicted is what they get: random players among random players.
#[test]
fn predicted_chances_come_true() {
    let entry = GAMES.iter().find(|entry| entry.id() == "pure-profit").unwrap();
    let mut rules = RuleSet::defaults(entry.schema());
    if let Some(key) = &entry.schema().seats_key {
        rules.set_text(&format!("{key}=3")).unwrap();
    }
    let game = entry.load(3, rules).unwrap();
    let plan = Valuation { worlds: 40, policy: Rollout::Random, against: None };
    // One decision a game, so that they are independent: predicted chances in thirds of the scale, and wins.
    let mut classes = [(0.0_f64, 0.0, 0.0); 4];
    for number in 0..1_200 {
        let streams = Streams::new(5, number);
        let (mut chance, mut choices) = (streams.chance(), streams.seat(Seat::new(0)));
        let mut at = game.position();
        at.deal(&mut chance);
        let mut predicted = None;
        let mut decision = 0;
        while let Some(seat) = at.to_move() {
            if decision == 10 + number % 60 {
                let chance = at.chance(seat, plan, &mut Rng::from_words([4, number, 0]));
                predicted = Some((seat, chance));
            }
            let chosen = choices.index(at.choices());
            at.apply_silently(chosen, &mut chance);
            decision += 1;
        }
        if let Some((seat, chance)) = predicted {
            let class = &mut classes[((chance * 8.0) as usize).min(3)];
            *class = (class.0 + 1.0, class.1 + chance, class.2 + at.reward(seat));
        }
    }
    let mut seen = 0;
    for (games, predicted, won) in classes {
        // Predictions of 40 worlds are regressed to the mean by chance, some points at the ends; 4 standard errors.
        let slack = 0.02 * games + 4.0 * (0.25 * games).sqrt();
        assert!((predicted - won).abs() <= slack, "{games} games, {predicted} predicted, {won} won");
        seen += usize::from(games > 100.0);
    }
    assert!(seen >= 3, "{classes:?}");
}

/// Plays the choices of a playthrough (`tests/it/games/playthroughs.rs`): what bots would choose by now doesn't matter.
/// Returns each position with the choice.
fn recorded(game: &dyn AnyGame, number: u64, playthrough: &str) -> Vec<(Box<dyn Position>, usize)> {
    let mut chance = Streams::new(0, number).chance();
    let mut at = game.position();
    at.deal(&mut chance);
    let mut all = Vec::new();
    for text in playthrough.lines().filter_map(|line| line.strip_prefix("> ")) {
        let chosen = (0..at.choices()).position(|choice| at.action_text(choice) == text).unwrap();
        all.push((at.copy(), chosen));
        at.apply_silently(chosen, &mut chance);
    }
    all
}

/// Returns a choice as a review looks at it: by itself, then once more if it looks like a mistake.
fn looked_at(
    at: &dyn Position,
    chosen: usize,
    (worlds, policy): (u32, &BotSpec),
    words: [u64; 3],
) -> (Option<Loss>, Option<SecondLook>) {
    let plan = ReviewPlan { worlds, policy, which: Which::All, asked: &[] };
    let mut rng = Rng::from_words(words);
    let valued = plan.value(at, chosen, None, &mut rng, &NEVER);
    (valued.loss(), second_look(at, &valued, plan, &mut rng, &NEVER))
}

/// A game with its recorded positions and choices.
type Recorded = (Box<dyn AnyGame>, Vec<(Box<dyn Position>, usize)>);

fn playthrough(id: &str, (seats, number): (usize, u64), text: &str) -> Recorded {
    let entry = GAMES.iter().find(|entry| entry.id() == id).unwrap();
    let mut rules = RuleSet::defaults(entry.schema());
    if let Some(key) = &entry.schema().seats_key {
        rules.set_text(&format!("{key}={seats}")).unwrap();
    }
    let game = entry.load(seats, rules).unwrap();
    let all = recorded(&*game, number, text);
    (game, all)
}

/// Returns the marks of recorded choices, by their numbers.
fn marks_of((game, all): &Recorded, decisions: &[usize]) -> Vec<Mark> {
    let greedy = game.bot("greedy").unwrap();
    let look = |&decision: &usize| {
        let (at, chosen) = &all[decision];
        looked_at(&**at, *chosen, (6_000, &greedy), [7, 8, 9])
    };
    marks(&decisions.iter().map(look).collect::<Vec<_>>())
}

/// Player B steals 4 and 9 from A, where the lower values that its bank needs next were to be had from others.
#[test]
fn stealing_the_wrong_values_is_a_mistake() {
    let text = include_str!("../playthroughs/pure-profit.txt");
    let found = marks_of(&playthrough("pure-profit", (4, 0), text), &[44, 45, 46, 47]);
    assert!(found.iter().all(|mark| *mark >= Mark::Mistake), "{found:?}");
}

/// Player B asks for 300 what A offers less for, and A refuses each time. Where A offers 150 for a Free Pass that costs
/// about 2 points of win chance. The other three times nothing is lost for certain.
#[test]
fn asking_too_much_is_a_mistake() {
    let text = include_str!("../playthroughs/greed-street.txt");
    let found = marks_of(&playthrough("greed-street", (2, 3), text), &[25, 35, 42, 67]);
    assert_eq!(found, [Mark::Best, Mark::Mistake, Mark::Best, Mark::Fine]);
}

/// Selling Bling for 100 at turn 6 would cost B 14 points of win chance, and any counter-offer that A may accept costs
/// some: to ask for 300 is to refuse. So it is where all play on with cards worth twice as much to them, too.
#[test]
fn asking_too_much_may_be_best() {
    let (game, all) = playthrough("greed-street", (2, 3), include_str!("../playthroughs/greed-street.txt"));
    let (at, chosen) = &all[25];
    for (policy, worlds) in [("greedy", 2_000), ("greedy:use=2", 1_000)] {
        let bot = game.bot(policy).unwrap();
        let plan = ReviewPlan { worlds, policy: &bot, which: Which::All, asked: &[] };
        let valued = plan.value(&**at, *chosen, None, &mut Rng::from_words([7, 8, 9]), &NEVER);
        for (i, action) in valued.actions.iter().enumerate().filter(|(i, _)| i != chosen) {
            let (label, (gain, half)) = (at.action_label(i), action.gain(valued.actions.len() - 1).unwrap());
            // What surely gains less than 0.2 points is tried no further.
            let is_worse = gain < 0.0 && gain + half < 0.002;
            assert!(is_worse || label == "Refuse", "{policy}, {label}: {gain} with {half}");
        }
    }
}
