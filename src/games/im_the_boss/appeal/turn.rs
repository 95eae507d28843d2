//! What plays, targets, moves and passes are worth.

use super::super::action::{Action, Kind, Source};
use super::super::cards::{Card, FACE_TABLE, Face, face};
use super::super::counts::{few_bits, nonzero};
use super::super::event::Status;
use super::super::params::Mode;
use super::super::state::Front;
use super::outlook::{Outlook, Put};
use super::pays::{Leader, Trial, Worked};
use super::{Judge, Plans, ROUNDING};
use crate::model::{BySeat, Seat};

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

/// One move with what comes of it: the card taken, and the seat that it is put before.
#[derive(Clone, Copy)]
struct BestMove {
    aim: f32,
    taken: Taken,
    to: Option<Seat>,
}

/// A card put before a seat, or taken from there (`shares` is 1 or -1).
const fn put(reverse: bool, shares: f32) -> Put {
    if reverse { Put::Turned } else { Put::Shares(shares) }
}

impl<const N: usize> Judge<'_, N> {
    pub(super) fn turns(&self, legal: &[Action], scores: &mut Vec<f64>, plans: Option<&mut Plans>) {
        let outlook = self.own_outlook();
        let worked = outlook.worked(outlook.trial());
        let now = worked.aim;
        let most = legal.iter().map(|action| if let Action::Play(card) = action { card.moves() } else { 0 });
        let moves = self.moves(&outlook, &worked, most.max().unwrap_or(0));
        // Pieces of the action of both kinds are worth the same on the table.
        let mut pota = None;
        let mut plans = plans.filter(|_| self.is_free());
        for action in legal {
            let mut target = None;
            let score = match *action {
                Action::Play(card) if card.moves() > 0 => {
                    moves[usize::from(card.moves()) - 1] - self.cost(card)
                }
                Action::Play(card) if card.is_pota() => {
                    let best = pota.get_or_insert_with(|| self.place(&outlook, &worked, false));
                    target = best.alone();
                    best.aim - now - self.cost(card)
                }
                Action::Play(card) if card.face().is_some_and(face::is_valued) => {
                    outlook.aim_with(card.value() as f32) - now - self.cost(card)
                }
                Action::Play(card) => {
                    let best = self.place(&outlook, &worked, true);
                    target = best.alone();
                    best.aim - now - self.cost(card)
                }
                Action::Pass => self.pass(&outlook, now, false, legal.len()),
                Action::DoublePass => self.pass(&outlook, now, true, legal.len()),
                Action::Discard(card) => -self.cost(card),
                _ => 0.0,
            };
            scores.push(f64::from(score) + f64::from(self.conscience(*action)));
            if let Some(plans) = &mut plans {
                plans.push(target.map(Action::Target));
            }
        }
    }

    /// True if no promise of this seat's makes actions worth more or less: plans are made by aims alone.
    fn is_free(&self) -> bool {
        let promise = self.view.public.promises[self.me];
        self.game.params.talks.mode == Mode::Binding || promise.is_none_or(|p| p.status != Status::Open)
    }

    /// What passing changes: a first disk waits, the last one leaves.
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
        let gone = outlook.aim_without(&outlook.trial(), self.me.index(), self.nasty());
        gone - now - options + bonus
    }

    /// The best seat to put a card before.
    fn place(&self, outlook: &Outlook<N>, now: &Worked<N>, reverse: bool) -> Leader<Seat> {
        let mut best = Leader::none(self.me);
        for seat in self.me.around(N) {
            if !outlook.is_safe(seat.index()) {
                best.consider(placed(outlook, now, seat, reverse), seat);
            }
        }
        best
    }

    /// The gains of the best one, two, up to `count` moves, one after another. All of them must be
    /// made.
    fn moves(&self, outlook: &Outlook<N>, now: &Worked<N>, count: u8) -> [f32; 3] {
        let mut gains = [0.0; 3];
        if count == 0 {
            return gains;
        }
        let mut table = *outlook;
        let mut left = Left { centre: self.view.public.centre, front: self.view.public.front };
        let mut reached = now.aim;
        let mut best = self.best_move(&table, now, &left);
        for (made, gain) in (1..=count).zip(&mut gains) {
            if let Some(made_now) = best {
                reached = made_now.aim;
                self.make(&mut table, made_now);
                left.take(made_now.taken);
                if made < count {
                    best = self.best_move(&table, &table.worked(table.trial()), &left);
                }
            }
            *gain = reached - now.aim;
        }
        gains
    }

    /// Makes a move.
    fn make(&self, table: &mut Outlook<N>, BestMove { taken, to, .. }: BestMove) {
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

    /// The best single move of the cards that are left.
    fn best_move(&self, table: &Outlook<N>, now: &Worked<N>, left: &Left) -> Option<BestMove> {
        let mut best: Option<BestMove> = None;
        let mut consider = |aim: f32, taken: Taken, to: Option<Seat>| {
            if best.is_none_or(|b| aim > b.aim + ROUNDING) {
                best = Some(BestMove { aim, taken, to });
            }
        };
        for f in few_bits(nonzero(u64::from_le_bytes(left.centre))) {
            let aim = table.aim_with(-FACE_TABLE[f].1 as f32);
            consider(aim, Taken::Centre(f), None);
        }
        for seat in Seat::all(N) {
            if table.is_safe(seat.index()) || left.front[seat].cards() == 0 {
                continue;
            }
            if left.front[seat].potas() > 0 {
                let taken = Taken::Pota(seat);
                consider(table.aim_after(now, seat.index(), Put::Shares(-1.0)), taken, None);
                if seat != self.me {
                    let off = table.after(now.trial, seat.index(), Put::Shares(-1.0));
                    let moved = table.after(off, self.me.index(), Put::Shares(1.0));
                    consider(table.aim_in(&moved), taken, Some(self.me));
                }
            }
            if left.front[seat].reverse > 0 {
                let taken = Taken::Reverse(seat);
                let off = taken_off(table, now.trial, seat, true);
                let off = off.as_ref().unwrap_or(now);
                consider(off.aim, taken, None);
                for to in Seat::all(N).filter(|&to| to != seat) {
                    if !table.is_safe(to.index()) {
                        consider(table.aim_after(off, to.index(), Put::Turned), taken, Some(to));
                    }
                }
            }
        }
        best
    }

    pub(super) fn targets(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let outlook = self.own_outlook();
        let now = outlook.worked(outlook.trial());
        let reverse = self.view.public.playing.is_some_and(|card| !card.is_pota());
        for action in legal {
            let score = match *action {
                Action::Target(seat) => placed(&outlook, &now, seat, reverse),
                _ => 0.0,
            };
            scores.push(f64::from(score) + f64::from(self.conscience(*action)));
        }
    }

    pub(super) fn sources(&self, legal: &[Action], scores: &mut Vec<f64>, plans: Option<&mut Plans>) {
        let outlook = self.own_outlook();
        let now = outlook.worked(outlook.trial());
        let mut plans = plans.filter(|_| self.is_free());
        for action in legal {
            let mut destination = None;
            let score = match *action {
                Action::MoveFrom(source) => match seat_of(source) {
                    Err(card) => outlook.aim_with(-card.value() as f32),
                    Ok((from, reverse)) => {
                        let off = taken_off(&outlook, now.trial, from, reverse);
                        let off = off.as_ref().unwrap_or(&now);
                        let mut best = Leader::none(None);
                        best.consider(off.aim, None);
                        for to in Seat::all(N).filter(|to| !outlook.is_safe(to.index()) && *to != from) {
                            best.consider(placed(&outlook, off, to, reverse), Some(to));
                        }
                        destination = best.alone();
                        best.aim
                    }
                },
                _ => 0.0,
            };
            scores.push(f64::from(score) + f64::from(self.conscience(*action)));
            if let Some(plans) = &mut plans {
                plans.push(destination.map(Action::MoveTo));
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
        let trial = outlook.trial();
        let off = taken_off(&outlook, trial, from, reverse).unwrap_or_else(|| outlook.worked(trial));
        for action in legal {
            let score = match *action {
                Action::MoveTo(None) => off.aim,
                Action::MoveTo(Some(to)) => placed(&outlook, &off, to, reverse),
                _ => 0.0,
            };
            scores.push(f64::from(score) + f64::from(self.conscience(*action)));
        }
    }

    /// What keeping one's word adds to an action, and breaking it takes off. Nothing where
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
        let moving = matches!(public.phase, super::super::Phase::MoveTo(_, Source::Reverse(_)));
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

    /// True if the action keeps the promise or is a step towards it.
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
}

/// The aim with a card put in front of a seat.
fn placed<const N: usize>(outlook: &Outlook<N>, now: &Worked<N>, seat: Seat, reverse: bool) -> f32 {
    outlook.aim_after(now, seat.index(), put(reverse, 1.0))
}

/// The seat that a card is taken from, and whether it is a Reverse; or the card in the centre.
const fn seat_of(source: Source) -> Result<(Seat, bool), Card> {
    match source {
        Source::Centre(card) => Err(card),
        Source::Pota(from) => Ok((from, false)),
        Source::Reverse(from) => Ok((from, true)),
    }
}

/// A trial with a card taken away from before a seat; `None` if nothing changes.
fn taken_off<const N: usize>(
    outlook: &Outlook<N>,
    trial: Trial<N>,
    from: Seat,
    reverse: bool,
) -> Option<Worked<N>> {
    let from = from.index();
    // The sign of nothing changes nothing.
    let changes = !reverse || trial.shares[from] != 0.0;
    changes.then(|| outlook.worked(outlook.after(trial, from, put(reverse, -1.0))))
}
