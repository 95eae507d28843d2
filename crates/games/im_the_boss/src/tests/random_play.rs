//! The contract of all games, the invariants in random plays of random rule sets, also those of the events
//! (section 11), and figures of whole batches: lengths that the spec states, what the bots make of the talks.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::{ALL_TOGGLES, game, rules};
use crate::heuristic::Weights;
use crate::{Action, Event, ImTheBoss, Kind, Mode, Params, Place, Purse, Reason, State, Status};
use ludometer_model::small_table::BySeat;
use ludometer_model::{Game, Rng, Seat, Silent};
use ludometer_playable::{Compiled, Playable, Scores};
use ludometer_run::{AnyGame, Batch, Hooks, Loaded, Plan, Seating, check};
use ludometer_stats::StrategyRow;

/// Holds the contract with the printed rules and with all toggles at once.
fn the_contract_holds(plays: u64, seed: u64) {
    for seats in 3..=6 {
        check(&game(seats, &[]), plays, seed).unwrap();
        check(&game(seats, ALL_TOGGLES), plays, seed).unwrap();
    }
}

#[test]
fn contract_at_every_table_size() {
    the_contract_holds(12, 1);
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn contract_in_many_plays() {
    the_contract_holds(300, 2);
}

fn settings() -> impl Strategy<Value = Vec<String>> {
    let numbers = (
        (1..=15_u8, 0..=3_u8, 0..=5_u8, 0..=10_u8, 1..=5_u8, 1..=4_u8),
        (0..=3_u8, 0..=5_u8, 1..=12_u8, 0..=3_u8, 1..=5_u8, 0..=2_u8),
        (0..=7_u8, 0..=9_u8, 0..=6_u8, 0..=5_u8, 0..=6_u8),
        (0..=400_u16, 1..=100_u8, 1..=10_u8, 0..=300_u16),
    );
    let flags = proptest::collection::vec(any::<bool>(), 11);
    (numbers, flags, 0..3_usize).prop_map(|((a, b, c, d), flags, mode)| {
        let mut list = vec![
            format!("x.per_half={}", a.1),
            format!("x.under_disk={}", a.2),
            format!("x.half_jitter={}", a.3),
            format!("deck.colors={}", a.4),
            format!("pass.disks={}", a.5),
            format!("pass.bonus_cards={}", b.0),
            format!("refill.drop_max={}", b.1),
            format!("negotiation.windows_per_round={}", b.2),
            format!("negotiation.asks_per_window={}", b.3),
            format!("negotiation.reputation_strikes={}", b.4),
            format!("deck.per_color.pota={}", c.0),
            format!("deck.per_color.plus_4={}", c.1),
            format!("deck.per_color.reverse={}", c.2),
            format!("deck.per_color.move_3={}", c.3),
            format!("deck.wild_pota={}", c.4),
            format!("money.start={}", d.0),
            format!("deal.factor={}", d.1),
            format!("multiplier.base={}", d.2),
            format!("negotiation.mode={}", ["binding", "free", "reputation"][mode]),
            format!("variant.nasty={}", flags[0]),
            format!("negotiation.forced_gift={}", flags[1]),
            format!("move.shortfall={}", if flags[2] { "as_many" } else { "illegal" }),
            format!("x.midround={}", if flags[3] { "next" } else { "current" }),
            format!("pass.bonus_on_double={}", flags[4]),
            format!("pass.boss_stops={}", flags[10]),
            format!("bank.limit={}", if flags[5] { "cards" } else { "none" }),
            format!("money.cards.d500={}", if flags[5] { 0 } else { 15 }),
            format!("information.money={}", if flags[6] { "hidden" } else { "tracked" }),
            format!("negotiation.enabled={}", !flags[7] || flags[8]),
        ];
        for seats in 3..=6 {
            list.push(format!("chart.p{seats}.hand={}", a.0));
            list.push(format!("chart.p{seats}.limit={}", d.3));
            list.push(format!("chart.p{seats}.boss_rounds={}", 1 + usize::from(b.5)));
            list.push(format!("chart.p{seats}.cousins={}", if flags[9] { 1 } else { seats - 1 }));
        }
        list
    })
}

/// Holds of so many random rule sets that each that is accepted plays, keeps the invariants and hides what is hidden.
fn rule_sets_are_sound(cases: u32) {
    let tables = (settings(), 3..=6_usize, any::<u64>());
    let mut runner =
        TestRunner::new(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() });
    let sound = runner.run(&tables, |(list, seats, seed)| {
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        let game = ImTheBoss::new(seats, &rules(&list));
        prop_assume!(game.is_ok(), "not enough cards");
        let game = game.unwrap();
        check(&game, 1, seed).unwrap();
        random_plays(&game, 12, seed);
        Ok(())
    });
    sound.unwrap_or_else(|error| panic!("{error}"));
}

/// Each toggle is on in half of the rule sets.
#[test]
fn random_rule_sets_keep_the_contract() {
    rule_sets_are_sound(50);
}

#[test]
#[ignore = "long: cargo xtask nightly long-tests"]
fn thousands_of_random_rule_sets_keep_the_contract() {
    rule_sets_are_sound(2000);
}

/// Follows a play by its events alone.
struct Watch<'a> {
    params: &'a Params,
    x_shown: u8,
    money: BySeat<i64>,
    broken: u32,
    strikes: u32,
    round: Round,
}

#[derive(Default)]
struct Round {
    boss: Option<Seat>,
    /// At its LEAD.
    multiplier: u8,
    passes: BySeat<u8>,
    cousin: BySeat<bool>,
    /// Promises that are still to be judged.
    open: BySeat<bool>,
    bonuses: u8,
    /// The seat that is to draw the bonus, and cards that are still to be drawn.
    bonus: Option<Seat>,
    draws: u8,
}

impl<'a> Watch<'a> {
    fn new(params: &'a Params) -> Self {
        let money = BySeat::all(0);
        Self { params, x_shown: 0, money, broken: 0, strikes: 0, round: Round::default() }
    }

    /// Returns what the disk and the X cards show, those of this round left out if so set.
    fn multiplier(&self) -> u8 {
        let p = self.params;
        if p.x_next_round { self.round.multiplier } else { p.base + self.x_shown }
    }

    fn event(&mut self, event: &Event) {
        let (p, round) = (self.params, &mut self.round);
        let out = |passes: &BySeat<u8>, seat: Seat| passes[seat] == p.disks;
        match *event {
            Event::FirstBoss { money, .. } => self.money.first_mut(p.seats).fill(money),
            Event::Round { boss, multiplier, .. } => {
                assert_eq!(multiplier, p.base + self.x_shown, "V3");
                *round = Round { boss: Some(boss), multiplier, ..Round::default() };
            }
            Event::ShowX { x_shown, last, .. } => {
                self.x_shown += 1;
                assert_eq!((x_shown, last), (self.x_shown, self.x_shown == p.x_cards()), "V3");
            }
            Event::Turn { seat, .. } => {
                assert!(!out(&round.passes, seat), "V6: a turn of {seat}, who is out");
            }
            Event::MoveCard { from, to, .. } if !p.nasty => {
                let fixed = |place| matches!(place, Place::Front(seat) if out(&round.passes, seat));
                assert!(!fixed(from) && !fixed(to), "V6: {event:?} before a seat that is out");
            }
            Event::Disks { seat, turned, passes, out } => {
                let first = round.passes[seat] == 0;
                assert!(turned > 0 && passes == round.passes[seat] + turned, "V6: {event:?}");
                assert_eq!(out, passes == p.disks);
                round.passes[seat] = passes;
                let last = first && round.passes.first(p.seats).iter().all(|&passes| passes > 0);
                if last && (turned == 1 || p.bonus_on_double) {
                    round.bonus = Some(seat);
                }
            }
            Event::Bonus { seat, cards } => {
                assert_eq!((round.bonus.take(), cards), (Some(seat), p.bonus_cards), "V7");
                round.bonuses += 1;
                round.draws = cards;
            }
            Event::Draw { reason: Reason::Bonus, .. } => round.draws -= 1,
            // Lost are those of the refill too.
            Event::DrawLost { .. } => round.draws = round.draws.saturating_sub(1),
            Event::Token { from, to, kind, left, .. } => {
                assert!(from != to && !round.cousin[to], "V4: {event:?}");
                round.cousin[to] = true;
                round.open[to] = kind != Kind::Plain;
                let given = round.cousin.holding().len();
                assert_eq!(given + u32::from(left), u32::from(p.cousins), "V4");
            }
            Event::Promise { seat, status, .. } => {
                assert!(std::mem::take(&mut round.open[seat]), "V9: {event:?} of no open promise");
                assert!(status != Status::Broken || p.talks.mode != Mode::Binding, "V8");
                self.broken += u32::from(status == Status::Broken);
            }
            Event::Strike { .. } => self.strikes += 1,
            Event::Settle { multiplier, .. } => {
                assert_eq!(multiplier, self.multiplier(), "V3");
                let round = std::mem::take(&mut self.round);
                let stopped = |seat| p.boss_stops && round.boss == Some(seat);
                let out = |seat: Seat| stopped(seat) || round.passes[seat] == p.disks;
                assert!(Seat::all(p.seats).all(out), "all are out");
                assert_eq!((round.bonus, round.draws), (None, 0), "V7");
                let unturned = round.passes.first(p.seats).contains(&0);
                assert!(round.bonuses == 1 || round.bonuses == 0 && (unturned || !p.bonus_on_double), "V7");
                assert!(round.open.holding().is_empty(), "V9");
                let reputation = p.talks.mode == Mode::Reputation;
                assert_eq!(self.strikes, if reputation { self.broken } else { 0 });
            }
            Event::Pay { from, to, amount } => {
                for (purse, change) in [(from, -amount), (to, amount)] {
                    if let Purse::Seat(seat) = purse {
                        self.money[seat] += change;
                    }
                }
            }
            Event::Due { seat, money, .. } => {
                assert!(money >= 0 && money == self.money[seat], "V2: {event:?}");
                let all: i64 = self.money.first(p.seats).iter().sum();
                assert!(p.bank.is_none_or(|worth| all <= worth), "V2: the bank paid more than it had");
                let fives = [i64::from(p.start_money), p.factor, p.limit.unwrap_or(0)];
                assert!(money % 5 == 0 || fives.iter().any(|sum| sum % 5 != 0), "V2: {event:?}");
            }
            _ => {}
        }
    }
}

/// Random plays, the invariants checked at every state and event. Gives the number of broken promises.
fn random_plays(game: &ImTheBoss, plays: u64, luck: u64) -> u32 {
    let (mut state, mut legal, mut events) = (game.new_state(), Vec::new(), Vec::new());
    let mut broken = 0;
    for play in 0..plays {
        let mut rng = Rng::from_words([41, luck, play]);
        let mut watch = Watch::new(&game.params);
        game.deal(&mut state, &mut rng, &mut events);
        loop {
            events.drain(..).for_each(|event| watch.event(&event));
            game.audit(&state).unwrap();
            if game.to_move(&state).is_none() {
                break;
            }
            legal.clear();
            game.legal(&state, &mut legal);
            let action = legal[rng.index(legal.len())];
            game.apply(&mut state, action, &mut rng, &mut events);
        }
        broken += watch.broken;
    }
    broken
}

#[test]
fn ib_39_ib_40_ib_46_invariants_in_random_play() {
    for seats in 3..=6 {
        assert_eq!(random_plays(&game(seats, &[]), 150, 42), 0, "V8");
        assert!(random_plays(&game(seats, ALL_TOGGLES), 300, 43) > 100, "strikes are counted");
    }
    let free = ["negotiation.mode=free", "pass.disks=3", "pass.bonus_cards=2", "x.per_half=3"];
    assert!(random_plays(&game(4, &free), 200, 44) > 100, "promises are judged in every mode");
}

fn batch(seats: usize, settings: &[&str], bots: &[&str], plays: u64) -> Batch {
    let game: Loaded<ImTheBoss> = Loaded::new(seats, rules(settings)).unwrap();
    let bots: Vec<_> = (0..seats).map(|i| game.bot(bots[i.min(bots.len() - 1)]).unwrap()).collect();
    let plan =
        Plan { seed: 17, plays: 0..plays, seating: Seating::Rotate, threads: 2, timing: false, stall: None };
    let hooks = Hooks { stop: &AtomicBool::new(false), progress: &|_| {} };
    game.simulate(&bots, &plan, hooks, None).unwrap()
}

fn metric(batch: &Batch, name: &str) -> f64 {
    let metric = batch.report.metrics.iter().find(|m| m.name() == name);
    metric.unwrap_or_else(|| panic!("no metric {name}")).estimate.value.unwrap()
}

fn win_rate(batch: &Batch, bot: &str) -> f64 {
    let row = batch.report.rows().into_iter().find(|row: &StrategyRow| row.strategy == bot).unwrap();
    row.win_rate.value.unwrap()
}

#[test]
fn random_play_is_as_long_as_the_spec_says() {
    for seats in 3..=6 {
        let batch = batch(seats, &[], &["random"], 1500);
        let laps = metric(&batch, "ib_laps_per_round");
        assert!((4.0..5.5).contains(&laps), "{seats} seats: {laps} laps a round");
        let decisions = metric(&batch, "decisions");
        assert!(decisions < 500.0, "{seats} seats: {decisions} decisions");
        assert_eq!(metric(&batch, "unfinished"), 0.0);
    }
}

#[test]
fn greedy_play_beats_random_play() {
    for seats in [3, 6] {
        let batch = batch(seats, &[], &["greedy", "random"], 400);
        let rate = win_rate(&batch, "greedy");
        assert!(rate > 0.6, "{seats} seats: greedy wins {rate}");
    }
}

#[test]
fn what_greedy_plans_is_what_a_second_look_finds() {
    let weights = Weights::default();
    let mut found = [0; 3];
    let tables: [(usize, &[&str]); 4] =
        [(3, &[]), (4, &["negotiation.mode=free"]), (5, ALL_TOGGLES), (6, &["variant.nasty=true"])];
    for (seats, settings) in tables {
        let game = game(seats, settings);
        let look = |state: &State, seat, legal: &[Action]| {
            let mut scores = Scores::of_best();
            game.score_actions(&game.view(state, seat), legal, &weights, &mut scores);
            scores
        };
        let mut rng = Rng::from_words([5, 5, seats as u64]);
        let (mut state, mut legal) = (game.new_state(), Vec::new());
        for _ in 0..15 {
            game.deal(&mut state, &mut rng, &mut Silent);
            while let Some(seat) = game.to_move(&state) {
                legal.clear();
                game.legal(&state, &mut legal);
                let Scores { plans, .. } = look(&state, seat, &legal);
                for (&action, plan) in legal.iter().zip(plans) {
                    let Some(plan) = plan else { continue };
                    let (mut next, mut answers) = (state.clone(), Vec::new());
                    game.apply(&mut next, action, &mut rng.clone(), &mut Silent);
                    assert_eq!(game.to_move(&next), Some(seat), "{action}, then {plan}");
                    game.legal(&next, &mut answers);
                    // What a promise forbids can't be followed.
                    let Some(place) = answers.iter().position(|&answer| answer == plan) else { continue };
                    let Scores { values: scores, tolerance, .. } = look(&next, seat, &answers);
                    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    assert!(scores[place] >= best - tolerance, "{action}, then {plan}: {scores:?}");
                    found[match plan {
                        Action::Target(_) => 0,
                        Action::MoveTo(_) => 1,
                        _ => 2,
                    }] += 1;
                }
                // Any action will do to come to positions of all kinds.
                let action = legal[rng.index(legal.len())];
                game.apply(&mut state, action, &mut rng, &mut Silent);
            }
        }
    }
    assert!(found[0] > 500 && found[1] > 500 && found[2] > 50, "{found:?}");
}

#[test]
fn binding_self_play_trades() {
    let batch = batch(4, &[], &["greedy"], 400);
    assert!(metric(&batch, "ib_tokens_per_round") > 1.2);
    assert!(metric(&batch, "ib_promises_made") > 8.0);
    assert_eq!(metric(&batch, "ib_promises_broken"), 0.0);
}

#[test]
fn a_liar_gains_where_promises_are_free_and_loses_where_they_are_remembered() {
    let liar = "greedy:honesty=0";
    let rate = |mode: &str| {
        let batch = batch(4, &[&format!("negotiation.mode={mode}")], &[liar, "greedy"], 4000);
        assert!(metric(&batch, "ib_promises_broken") > 0.0);
        win_rate(&batch, liar)
    };
    let (free, reputation) = (rate("free"), rate("reputation"));
    // Standard deviation 0.7 points.
    assert!(free > 0.265, "in free mode a liar among honest seats wins {free}");
    assert!(reputation < free - 0.03, "with reputation {reputation}, free {free}");
}
