//! Invariants of the events of random plays (section 11), in any rule set.

use super::super::{Event, ImTheBoss, Kind, Mode, Params, Place, Purse, Reason, Status};
use super::{ALL_TOGGLES, game};
use ludometer_model::small_table::BySeat;
use ludometer_model::{Game, Rng, Seat};
use ludometer_playable::Playable;

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
pub(super) fn random_plays(game: &ImTheBoss, plays: u64, luck: u64) -> u32 {
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
