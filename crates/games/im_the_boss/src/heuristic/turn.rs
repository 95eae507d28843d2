//! The worth of plays, and of cards in the hand: what is led, what is put away, what a play costs.

use super::Judge;
use super::outlook::{Leader, NONE, Outlook, Put, Row, Trial, Unseen};
use crate::action::{Action, Kind, Source};
use crate::card::{Card, Cards, Colour, FACE_TABLE, FACES, Face, MAX_COLOURS, face, few_bits, nonzero};
use crate::event::Status;
use crate::params::{MAX_DROPS, Mode};
use crate::state::Front;
use crate::talk::faces;
use crate::{ImTheBoss, Phase};
use ludometer_model::Seat;
use ludometer_model::small_table::{BySeat, MAX_SEATS};
use ludometer_playable::Scores;

/// A card that a Move card takes.
#[derive(Clone, Copy)]
enum Taken {
    Centre(Face),
    Pota(Seat),
    Reverse(Seat),
}

/// Cards on the table that a Move card has not moved yet.
struct Left {
    centre: [u8; face::POTA],
    front: BySeat<Front>,
}

impl Left {
    fn take(&mut self, taken: Taken) {
        match taken {
            Taken::Centre(face) => self.centre[face] -= 1,
            Taken::Reverse(seat) => self.front[seat].reverse -= 1,
            Taken::Pota(seat) if self.front[seat].pota > 0 => self.front[seat].pota -= 1,
            Taken::Pota(seat) => self.front[seat].pota_wild -= 1,
        }
    }
}

/// One move: the card taken, and the seat that it is put before.
#[derive(Clone, Copy)]
struct Move {
    taken: Taken,
    to: Option<Seat>,
}

/// Returns the change of a card put before a seat, or taken from there (`shares` is 1 or -1).
const fn put(reverse: bool, shares: f32) -> Put {
    if reverse { Put::Turned } else { Put::Shares(shares) }
}

impl<const N: usize> Judge<'_, N> {
    pub(super) fn turns(&self, legal: &[Action], scores: &mut Scores<Action>) {
        let outlook = self.own_outlook();
        let trial = outlook.trial();
        let now = outlook.aim_in(&trial);
        let moves = self.moves(&outlook, now, self.most_moves());
        // Pieces of the action of both kinds are worth the same on the table.
        let mut pota = None;
        let is_free = self.is_free();
        let Scores { values, plans, .. } = scores;
        if self.best_only && is_free {
            plans.resize(legal.len(), None);
        }
        values.extend(legal.iter().enumerate().map(|(i, action)| {
            let mut plan = |best: &Leader| {
                if let Some(plan) = plans.get_mut(i) {
                    *plan = best.alone().map(|seat| Action::Target(Seat::new(seat)));
                }
            };
            let score = match *action {
                Action::Play(card) if card.moves() > 0 => {
                    moves[usize::from(card.moves()) - 1] - self.cost(card)
                }
                Action::Play(card) if card.is_pota() => {
                    let best = pota.get_or_insert_with(|| Self::place(&outlook, &trial, false));
                    plan(best);
                    best.aim - now - self.cost(card)
                }
                Action::Play(card) if card.face().is_some_and(face::is_valued) => {
                    outlook.aim_with(card.value() as f32) - now - self.cost(card)
                }
                Action::Play(card) => {
                    let best = Self::place(&outlook, &trial, true);
                    plan(&best);
                    best.aim - now - self.cost(card)
                }
                Action::Pass => self.pass(&outlook, now, false, legal.len()),
                Action::DoublePass => self.pass(&outlook, now, true, legal.len()),
                Action::Discard(card) => -self.cost(card),
                _ => 0.0,
            };
            f64::from(score) + if is_free { 0.0 } else { f64::from(self.conscience(*action)) }
        }));
    }

    /// Returns the number that the largest Move card moves which can be played, if no promise stands against it.
    fn most_moves(&self) -> u8 {
        let public = &self.view.public;
        let playable = self.game.most_moves(ImTheBoss::movable(public, false));
        let held = self.view.hand.faces(public.round_colour()) & faces(face::MOVE..face::MOVE + playable);
        // As many as the place of the highest bit is from the first Move card's.
        (u16::BITS - (held >> face::MOVE).leading_zeros()) as u8
    }

    /// Returns true if no promise of this seat's makes actions worth more or less: plans are made by aims alone.
    fn is_free(&self) -> bool {
        let promise = self.view.public.promises[self.me];
        self.game.params.talks.mode == Mode::Binding || promise.is_none_or(|p| p.status != Status::Open)
    }

    /// Returns what passing changes: a first disk waits, the last one leaves.
    fn pass(&self, outlook: &Outlook<N>, now: f32, double: bool, choices: usize) -> f32 {
        let public = &self.view.public;
        let params = &self.game.params;
        let before = public.passes[self.me];
        let others = || self.me.others(params.seats);
        let last_first = before == 0 && others().all(|seat| public.passes[seat] > 0);
        let draws = last_first && (!double || params.bonus_on_double);
        let bonus = if draws && self.rounds_left >= 1.0 { f32::from(params.bonus_cards) * 3.0 } else { 0.0 };
        if !double && before + 1 < params.disks {
            return bonus;
        }
        // Worth staying for only while there are cards to play and somebody to answer to.
        let options = if choices > 2 { self.weights.stay } else { 0.0 };
        let rest = self.game.live(public) & !(1 << self.me.index()) & self.game.players_on(public);
        let gone = if params.boss_stops && rest == 0 {
            // The Boss has no turn any more either.
            outlook.aim_at_end(&outlook.trial())
        } else {
            outlook.aim_without(&outlook.trial(), self.me.index(), self.nasty())
        };
        gone - now - options + bonus
    }

    /// Returns the best seat to put a card before.
    fn place(outlook: &Outlook<N>, trial: &Trial<N>, reverse: bool) -> Leader {
        let open = outlook.open();
        Leader::among(&outlook.aims_put(trial, put(reverse, 1.0), open), open)
    }

    /// Returns the gains of the best one, two, up to `count` moves, one after another. All of them must be
    /// made.
    fn moves(&self, outlook: &Outlook<N>, now: f32, count: u8) -> [f32; 3] {
        let mut gains = [0.0; 3];
        if count == 0 {
            return gains;
        }
        let mut table = *outlook;
        let mut left = Left { centre: self.view.public.centre, front: self.view.public.front };
        let mut reached = now;
        let mut best = self.best_move(&table, &left);
        for (made, gain) in (1..=count).zip(&mut gains) {
            if let Some((aim, found)) = best {
                reached = aim;
                if made < count {
                    self.make(&mut table, found);
                    left.take(found.taken);
                    best = self.best_move(&table, &left);
                }
            }
            *gain = reached - now;
        }
        gains
    }

    /// Makes a move.
    fn make(&self, table: &mut Outlook<N>, Move { taken, to }: Move) {
        let (from, reverse) = match taken {
            Taken::Centre(face) => {
                return table.raise(-self.view.public.card(face).value() as f32);
            }
            Taken::Pota(from) => (from, false),
            Taken::Reverse(from) => (from, true),
        };
        table.put(from.index(), put(reverse, -1.0));
        if let Some(to) = to {
            table.put(to.index(), put(reverse, 1.0));
        }
    }

    /// Returns the best single move of the cards that are left, and its aim.
    fn best_move(&self, table: &Outlook<N>, left: &Left) -> Option<(f32, Move)> {
        // By place: a card of the centre; one taken from before a seat; one put before this seat; a Reverse from
        // before a seat, to the best place for it.
        let mut aims = [NONE; 4 * MAX_SEATS];
        let trial = table.trial();
        for face in few_bits(nonzero(u64::from_le_bytes(left.centre))) {
            aims[face] = table.aim_in(&trial.raised(-FACE_TABLE[face].1 as f32));
        }
        let open = table.open();
        let mine = table.after(trial, self.me.index(), Put::Shares(1.0));
        let mut places = [self.me; MAX_SEATS];
        for from in Seat::all(N).filter(|from| open >> from.index() & 1 != 0) {
            let (i, front) = (from.index(), &left.front[from]);
            if front.potas() > 0 {
                let off = |trial| table.aim_in(&table.after(trial, i, Put::Shares(-1.0)));
                aims[MAX_SEATS + i] = off(trial);
                // One of its own stays where it is.
                if from != self.me {
                    aims[2 * MAX_SEATS + i] = off(mine);
                }
            }
            if front.reverse > 0 {
                let found = moved(table, trial, from, true);
                (aims[3 * MAX_SEATS + i], places[i]) = (found.aim, found.seat());
            }
        }
        let best = Leader::of(&aims);
        let seat = best.seat();
        let found = match best.first() / MAX_SEATS {
            0 => Move { taken: Taken::Centre(best.first()), to: None },
            1 => Move { taken: Taken::Pota(seat), to: None },
            2 => Move { taken: Taken::Pota(seat), to: Some(self.me) },
            _ => Move { taken: Taken::Reverse(seat), to: elsewhere(seat, places[seat.index()]) },
        };
        (best.aim > NONE).then_some((best.aim, found))
    }

    pub(super) fn targets(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let outlook = self.own_outlook();
        let reverse = self.view.public.playing.is_some_and(|card| !card.is_pota());
        let aims = outlook.aims_put(&outlook.trial(), put(reverse, 1.0), outlook.open());
        for action in legal {
            let score = match *action {
                Action::Target(seat) => aims[seat.index() % N],
                _ => 0.0,
            };
            scores.push(f64::from(score) + f64::from(self.conscience(*action)));
        }
    }

    pub(super) fn sources(&self, legal: &[Action], scores: &mut Scores<Action>) {
        let outlook = self.own_outlook();
        let trial = outlook.trial();
        let plans = self.best_only && self.is_free();
        for action in legal {
            let mut destination = None;
            let score = match *action {
                Action::MoveFrom(source) => match seat_of(source) {
                    Err(card) => outlook.aim_with(-card.value() as f32),
                    Ok((from, reverse)) => {
                        let best = moved(&outlook, trial, from, reverse);
                        destination = best.alone().map(|to| elsewhere(from, Seat::new(to)));
                        best.aim
                    }
                },
                _ => 0.0,
            };
            scores.push(f64::from(score) + f64::from(self.conscience(*action)));
            if plans {
                scores.plans.push(destination.map(Action::MoveTo));
            }
        }
    }

    pub(super) fn destinations(&self, source: Source, legal: &[Action], scores: &mut Vec<f64>) {
        let outlook = self.own_outlook();
        let (from, reverse) = match seat_of(source) {
            Ok(taken) => taken,
            Err(card) => {
                let aim = outlook.aim_with(-card.value() as f32);
                return scores
                    .extend(legal.iter().map(|action| f64::from(aim) + f64::from(self.conscience(*action))));
            }
        };
        let aims = aims_moved(&outlook, outlook.trial(), from, reverse);
        for action in legal {
            let score = match *action {
                Action::MoveTo(to) => aims[to.unwrap_or(from).index() % N],
                _ => 0.0,
            };
            scores.push(f64::from(score) + f64::from(self.conscience(*action)));
        }
    }

    /// Returns what keeping one's word adds to an action, and breaking it takes off. Nothing where
    /// promises bind: only actions that keep them are legal.
    fn conscience(&self, action: Action) -> f32 {
        let public = &self.view.public;
        if self.game.params.talks.mode == Mode::Binding {
            return 0.0;
        }
        let Some(promise) = public.promises[self.me].filter(|p| p.status == Status::Open) else { return 0.0 };
        let breach = self.breach();
        if promise.kind.is_due_next_turn() {
            let keeps = public.due && !public.fulfilled && self.could_keep(promise.kind, action);
            return if keeps { breach } else { 0.0 };
        }
        let reverse = public.playing.is_some_and(|card| card.face() == Some(face::REVERSE));
        let moving = matches!(public.phase, crate::Phase::MoveTo(_, Source::Reverse(_)));
        let breaks = match (promise.kind, action) {
            (Kind::NoReverse, Action::Target(seat)) => reverse && seat == public.boss,
            (Kind::NoReverse, Action::MoveTo(Some(seat))) => moving && seat == public.boss,
            (Kind::NoNegative, Action::Play(card)) => card.value() < 0,
            (Kind::NoNegative, Action::MoveFrom(Source::Centre(card))) => card.value() > 0,
            (Kind::NoMove, Action::Play(card)) => card.moves() > 0,
            _ => false,
        };
        if breaks { -breach } else { 0.0 }
    }

    /// Dollars that a broken promise costs: one's honesty, and where it is remembered the tokens
    /// of the rounds to come.
    pub(super) fn breach(&self) -> f32 {
        let strike =
            if self.game.params.talks.mode == Mode::Reputation { 6.0 * self.rounds_left } else { 0.0 };
        self.weights.breach() + strike
    }

    /// Returns true if the action keeps the promise or is a step towards it.
    fn could_keep(&self, kind: Kind, action: Action) -> bool {
        let public = &self.view.public;
        let table = public.due_table > 0;
        match (kind, action) {
            (Kind::Raise(least), Action::Play(card)) => card.value() >= i32::from(least),
            (Kind::Lower, Action::Play(card))
            | (Kind::ClearNegative, Action::MoveFrom(Source::Centre(card))) => card.value() < 0,
            (Kind::PotaBoss, Action::Play(card)) => table && card.is_pota(),
            (Kind::PotaBoss, Action::Target(seat))
            | (Kind::ClearReverse, Action::MoveFrom(Source::Reverse(seat))) => seat == public.boss,
            (Kind::ReverseOn(_), Action::Play(card)) => table && card.face() == Some(face::REVERSE),
            (Kind::ReverseOn(target), Action::Target(seat)) => seat == target,
            (Kind::ClearNegative | Kind::ClearReverse, Action::Play(card)) => table && card.moves() > 0,
            (Kind::Discard(_), Action::Discard(_)) | (Kind::PassOut, Action::DoublePass) => true,
            (Kind::PassOut, Action::Pass) => public.passes[self.me] + 1 == self.game.params.disks,
            _ => false,
        }
    }

    /// Returns the cost of playing this card: its worth in the hand less that of the card that replaces it. In the
    /// last round nothing.
    pub(super) fn cost(&self, card: Card) -> f32 {
        if self.rounds_left < 1.0 { 0.0 } else { self.weights.thrift * (worth(card) - AVERAGE) }
    }

    pub(super) fn leads(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let hand = &self.view.hand;
        // The cards of a colour come one by one, between those of others.
        let mut deals = [const { None }; MAX_COLOURS];
        for action in legal {
            scores.push(f64::from(match *action {
                Action::Lead(card) => self.lead(hand, card, &mut deals),
                Action::Name(colour) => control(hand, colour),
                _ => 0.0,
            }));
        }
    }

    /// Returns what leading this card promises: to keep the deal positive with the plus cards of the
    /// colour, or to turn a negative one round with a Reverse.
    fn lead(&self, hand: &Cards, card: Card, deals: &mut [Option<Outlook<N>>; MAX_COLOURS]) -> f32 {
        let (Some(colour), Some(lead)) = (card.colour(), card.face()) else { return 0.0 };
        let outlook = deals[colour.index()].get_or_insert_with(|| {
            let unseen = Unseen::of::<N>(self.game, self.view, colour);
            self.table(&unseen).outlook(self.me)
        });
        let own = hand.of_colour(colour);
        let points = |range: std::ops::Range<usize>| -> f32 {
            let left = |f: usize| own[f] - u8::from(f == lead);
            range.map(|f| f32::from(left(f)) * Card::new(f, colour).value() as f32).sum()
        };
        let boss = self.me.index();
        let potas = f32::from((own[face::POTA] + hand.count(Card::WILD)).min(2));
        let value = card.value() as f32;
        let with = outlook.with_shares(boss, 0.7 * potas);
        let gain = |range| value + 0.7 * points(range);
        let mut best = with.aim_with(gain(face::PLUS..face::MINUS));
        if own[face::REVERSE] > 0 {
            let down = with.trial().raised(gain(face::MINUS..face::POTA));
            let down = with.aim_in(&with.after(down, boss, Put::Turned));
            best = best.max(down);
        }
        best + control(hand, colour) - self.cost(card)
    }

    pub(super) fn drops(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let away = self.view.aside.len();
        let allowed = usize::from(self.game.params.drop_max).saturating_sub(away);
        // The cards that are worst to keep, as many as may go: gains in half dollars, which they are whole numbers
        // of, with the card's rank behind them, so that each is put in its place without a branch.
        let mut worst = [0; MAX_DROPS];
        let worst = &mut worst[..allowed.min(MAX_DROPS)];
        let start = scores.len();
        for action in legal {
            let Action::Drop(card) = *action else {
                scores.push(0.0);
                continue;
            };
            let gain = AVERAGE - self.keep(card);
            scores.push(f64::from(gain));
            let entry = (2.0 * gain) as i32 * (LAST + 1) + LAST - card.rank() as i32;
            for copy in 0..worst.len() {
                let mut entry = if copy < usize::from(self.view.hand.count(card)) { entry } else { 0 };
                for slot in &mut *worst {
                    (*slot, entry) = ((*slot).max(entry), (*slot).min(entry));
                }
            }
        }
        // Of those that are worth it the first in canonical order: later ones can follow it.
        let first = worst.iter().filter(|&&slot| slot > LAST).map(|slot| LAST - slot % (LAST + 1)).min();
        for (action, score) in legal.iter().zip(&mut scores[start..]) {
            if let Action::Drop(card) = *action {
                let chosen = first == Some(card.rank() as i32);
                *score = if chosen { f64::from(CERTAIN) } else { *score - f64::from(CERTAIN) };
            }
        }
    }

    /// Returns what a card is worth in the hand for the next rounds.
    fn keep(&self, card: Card) -> f32 {
        let hand = &self.view.hand;
        let Some(colour) = card.colour() else { return WORTH_WILD };
        let valued = card.face().is_some_and(face::is_valued);
        let own = hand.of_colour(colour);
        let others = f32::from(own.iter().sum::<u8>()) - 1.0;
        let boss_now = self.view.public.boss == self.me && matches!(self.view.public.phase, Phase::Drop(_));
        worth(card) + 0.5 * (others - 2.0) + if valued && boss_now { 2.0 } else { 0.0 }
    }
}

/// Returns the seat that a card is taken from, and whether it is a Reverse; or the card in the centre.
const fn seat_of(source: Source) -> Result<(Seat, bool), Card> {
    match source {
        Source::Centre(card) => Err(card),
        Source::Pota(from) => Ok((from, false)),
        Source::Reverse(from) => Ok((from, true)),
    }
}

/// Returns the aims with a card taken from before a seat and put before each of the others; in its own place, with the
/// card on the discard pile.
fn aims_moved<const N: usize>(outlook: &Outlook<N>, trial: Trial<N>, from: Seat, reverse: bool) -> Row<N> {
    let off = outlook.after(trial, from.index(), put(reverse, -1.0));
    outlook.aims_put(&off, put(reverse, 1.0), outlook.open() & !(1 << from.index()))
}

/// Returns the best place for a card taken from before a seat: its own stands for the discard pile, which is chosen
/// among equals.
fn moved<const N: usize>(outlook: &Outlook<N>, trial: Trial<N>, from: Seat, reverse: bool) -> Leader {
    let aims = aims_moved(outlook, trial, from, reverse);
    Leader::among(&aims, outlook.open()).prefer(from.index())
}

/// Returns the seat that a card goes to which came from before `from`.
fn elsewhere(from: Seat, to: Seat) -> Option<Seat> {
    (to != from).then_some(to)
}

/// Dollars that a card off the stock is worth on average.
const AVERAGE: f32 = 5.5;

/// Dollars that the types of a colour are worth in the hand.
const WORTH: [f32; FACES] = [2.5, 3.5, 5.0, 6.5, 3.0, 4.0, 5.0, 6.0, 4.5, 9.0, 5.5, 7.0, 8.0];

/// The same of a wild card.
const WORTH_WILD: f32 = 9.0;

fn worth(card: Card) -> f32 {
    card.face().map_or(WORTH_WILD, |face| WORTH[face])
}

/// No card's rank is more.
const LAST: i32 = 255;

/// Beyond any dollar figure of a hand.
const CERTAIN: f32 = 100.0;

/// Returns what the cards of a colour other than its valued ones are worth to a Boss who picks it.
fn control(hand: &Cards, colour: Colour) -> f32 {
    let own = hand.of_colour(colour);
    let count = |f: usize| f32::from(own[f]);
    let moves: f32 = (face::MOVE..FACES).map(count).sum();
    2.5 * count(face::REVERSE).min(2.0) + 1.5 * moves.min(3.0) + count(face::POTA).min(3.0)
}
