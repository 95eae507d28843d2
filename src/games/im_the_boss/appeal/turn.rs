//! What plays, targets, moves and passes are worth.

use super::super::action::{Action, Kind, Source};
use super::super::cards::{Card, Face, face};
use super::super::event::Status;
use super::super::params::Mode;
use super::super::state::Front;
use super::outlook::{Outlook, Put};
use super::{Judge, ROUNDING};
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
    aim: f64,
    taken: Taken,
    to: Option<Seat>,
}

/// A card put before a seat, or taken from there (`shares` is 1 or -1).
const fn put(reverse: bool, shares: f64) -> Put {
    if reverse { Put::Turned } else { Put::Shares(shares) }
}

impl<const N: usize> Judge<'_, N> {
    pub(super) fn turns(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let outlook = self.own_outlook();
        let now = outlook.aim();
        let most = legal.iter().map(|action| if let Action::Play(card) = action { card.moves() } else { 0 });
        let moves = self.moves(&outlook, now, most.max().unwrap_or(0));
        for action in legal {
            let score = match *action {
                Action::Play(card) if card.moves() > 0 => {
                    moves[usize::from(card.moves()) - 1] - self.cost(card)
                }
                Action::Play(card) => self.play(&outlook, card) - now - self.cost(card),
                Action::Pass => self.pass(&outlook, now, false, legal.len()),
                Action::DoublePass => self.pass(&outlook, now, true, legal.len()),
                Action::Discard(card) => -self.cost(card),
                _ => 0.0,
            };
            scores.push(score + self.conscience(*action));
        }
    }

    /// What passing changes: a first disk waits, the last one leaves.
    fn pass(&self, outlook: &Outlook<N>, now: f64, double: bool, choices: usize) -> f64 {
        let public = &self.view.public;
        let params = &self.game.params;
        let before = public.passes[self.me];
        let others = || self.me.others(params.seats);
        let last_first = before == 0 && others().all(|seat| public.passes[seat] > 0);
        let draws = last_first && (!double || params.bonus_on_double);
        let bonus = if draws && self.rounds_left >= 1.0 { f64::from(params.bonus_cards) * 3.0 } else { 0.0 };
        if !double && before + 1 < params.disks {
            return bonus;
        }
        // Worth staying for only while there are cards to play and somebody to answer to.
        let options = if choices > 2 { self.weights.stay } else { 0.0 };
        let gone = outlook.pays_without(&outlook.trial(), self.me.index(), self.nasty());
        let gone = outlook.aim_of(&gone);
        gone - now - options + bonus
    }

    /// The aim with a card played now that is no Move card.
    fn play(&self, outlook: &Outlook<N>, card: Card) -> f64 {
        if card.face().is_some_and(face::is_valued) {
            return outlook.aim_with(f64::from(card.value()));
        }
        let reverse = !card.is_pota();
        let mut best = f64::NEG_INFINITY;
        for seat in self.me.around(N) {
            if !outlook.is_safe(seat.index()) {
                best = best.max(placed(outlook, seat, reverse));
            }
        }
        best
    }

    /// The gains of the best one, two, up to `count` moves, one after another. All of them must be
    /// made.
    fn moves(&self, outlook: &Outlook<N>, now: f64, count: u8) -> [f64; 3] {
        let mut gains = [0.0; 3];
        if count == 0 {
            return gains;
        }
        let mut table = *outlook;
        let mut left = Left { centre: self.view.public.centre, front: self.view.public.front };
        let mut reached = now;
        for gain in &mut gains[..usize::from(count)] {
            if let Some(best) = self.best_move(&table, &left) {
                reached = best.aim;
                self.make(&mut table, best);
                left.take(best.taken);
            }
            *gain = reached - now;
        }
        gains
    }

    /// Makes a move.
    fn make(&self, table: &mut Outlook<N>, BestMove { taken, to, .. }: BestMove) {
        let (from, reverse) = match taken {
            Taken::Centre(face) => {
                return table.raise(-f64::from(self.view.public.card(face).value()));
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
    fn best_move(&self, table: &Outlook<N>, left: &Left) -> Option<BestMove> {
        let mut best: Option<BestMove> = None;
        let mut consider = |aim: f64, taken: Taken, to: Option<Seat>| {
            if best.is_none_or(|b| aim > b.aim + ROUNDING) {
                best = Some(BestMove { aim, taken, to });
            }
        };
        for f in (0..face::POTA).filter(|&f| left.centre[f] > 0) {
            let aim = table.aim_with(-f64::from(self.view.public.card(f).value()));
            consider(aim, Taken::Centre(f), None);
        }
        for seat in Seat::all(N) {
            if table.is_safe(seat.index()) {
                continue;
            }
            if left.front[seat].potas() > 0 {
                let taken = Taken::Pota(seat);
                let off = table.after(table.trial(), seat.index(), Put::Shares(-1.0));
                consider(table.aim_in(&off), taken, None);
                if seat != self.me {
                    let moved = table.after(off, self.me.index(), Put::Shares(1.0));
                    consider(table.aim_in(&moved), taken, Some(self.me));
                }
            }
            if left.front[seat].reverse > 0 {
                let taken = Taken::Reverse(seat);
                let off = table.after(table.trial(), seat.index(), Put::Turned);
                consider(table.aim_in(&off), taken, None);
                for to in Seat::all(N).filter(|&to| to != seat) {
                    if !table.is_safe(to.index()) {
                        let moved = table.after(off, to.index(), Put::Turned);
                        consider(table.aim_in(&moved), taken, Some(to));
                    }
                }
            }
        }
        best
    }

    pub(super) fn targets(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let outlook = self.own_outlook();
        let reverse = self.view.public.playing.is_some_and(|card| !card.is_pota());
        for action in legal {
            let score = match *action {
                Action::Target(seat) => placed(&outlook, seat, reverse),
                _ => 0.0,
            };
            scores.push(score + self.conscience(*action));
        }
    }

    pub(super) fn sources(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let outlook = self.own_outlook();
        for action in legal {
            let score = match *action {
                Action::MoveFrom(source @ Source::Centre(_)) => moved(&outlook, source, None).unwrap_or(0.0),
                Action::MoveFrom(source) => {
                    let seats = Seat::all(N).map(Some).chain([None]);
                    seats.filter_map(|to| moved(&outlook, source, to)).fold(f64::NEG_INFINITY, f64::max)
                }
                _ => 0.0,
            };
            scores.push(score + self.conscience(*action));
        }
    }

    pub(super) fn destinations(&self, source: Source, legal: &[Action], scores: &mut Vec<f64>) {
        let outlook = self.own_outlook();
        for action in legal {
            let score = match *action {
                Action::MoveTo(to) => moved(&outlook, source, to).unwrap_or(0.0),
                _ => 0.0,
            };
            scores.push(score + self.conscience(*action));
        }
    }

    /// What keeping one's word adds to an action, and breaking it takes off. Nothing where
    /// promises bind: only actions that keep them are legal.
    fn conscience(&self, action: Action) -> f64 {
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
    pub(super) fn breach(&self) -> f64 {
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
fn placed<const N: usize>(outlook: &Outlook<N>, seat: Seat, reverse: bool) -> f64 {
    outlook.aim_after(seat.index(), put(reverse, 1.0))
}

/// The aim with a card moved, if it can go there.
fn moved<const N: usize>(outlook: &Outlook<N>, source: Source, to: Option<Seat>) -> Option<f64> {
    let (from, reverse) = match source {
        Source::Centre(card) => return Some(outlook.aim_with(-f64::from(card.value()))),
        Source::Pota(from) => (from, false),
        Source::Reverse(from) => (from, true),
    };
    let off = outlook.after(outlook.trial(), from.index(), put(reverse, -1.0));
    match to {
        None => Some(outlook.aim_in(&off)),
        Some(to) if to == from || outlook.is_safe(to.index()) => None,
        Some(to) => Some(outlook.aim_in(&outlook.after(off, to.index(), put(reverse, 1.0)))),
    }
}
