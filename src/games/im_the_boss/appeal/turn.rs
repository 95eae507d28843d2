//! What plays, targets, moves and passes are worth.

use super::super::action::{Action, Kind, Source};
use super::super::cards::{Card, Face, face};
use super::super::event::Status;
use super::super::params::Mode;
use super::super::state::Front;
use super::Judge;
use super::outlook::Outlook;
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

/// One move with what comes of it.
#[derive(Clone, Copy)]
struct BestMove {
    aim: f64,
    after: Outlook,
    taken: Taken,
}

impl Judge<'_> {
    pub(super) fn turns(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let outlook = self.own_outlook();
        let me = self.me.index();
        let now = outlook.aim(me);
        for action in legal {
            let score = match *action {
                Action::Play(card) => self.play(&outlook, now, card),
                Action::Pass => self.pass(&outlook, now, false, legal.len()),
                Action::DoublePass => self.pass(&outlook, now, true, legal.len()),
                Action::Discard(card) => -self.cost(card),
                _ => 0.0,
            };
            scores.push(score + self.conscience(*action));
        }
    }

    /// What passing changes: a first disk waits, the last one leaves.
    fn pass(&self, outlook: &Outlook, now: f64, double: bool, choices: usize) -> f64 {
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
        let gone = outlook.without(self.me.index(), self.nasty()).aim(self.me.index());
        gone - now - options + bonus
    }

    /// What a card played now is worth.
    fn play(&self, outlook: &Outlook, now: f64, card: Card) -> f64 {
        let me = self.me.index();
        let cost = self.cost(card);
        let gain = match card.face() {
            Some(f) if face::is_valued(f) => outlook.plus(f64::from(card.value())).aim(me) - now,
            Some(f) if face::is_move(f) => self.moves(outlook, now, card.moves()),
            _ => {
                let reverse = !card.is_pota();
                let open = |seat: &Seat| !outlook.party[seat.index()].safe;
                let targets = self.me.around(outlook.seats).filter(open);
                targets
                    .map(|seat| self.placed(outlook, seat, reverse) - now)
                    .fold(f64::NEG_INFINITY, f64::max)
            }
        };
        gain - cost
    }

    /// The aim with a card put in front of a seat.
    fn placed(&self, outlook: &Outlook, seat: Seat, reverse: bool) -> f64 {
        let placed =
            if reverse { outlook.turned(seat.index()) } else { outlook.with_shares(seat.index(), 1.0) };
        placed.aim(self.me.index())
    }

    /// The gain of the best `count` moves, one after another. All of them must be made.
    fn moves(&self, outlook: &Outlook, now: f64, count: u8) -> f64 {
        let mut table = *outlook;
        let mut left = Left { centre: self.view.public.centre, front: self.view.public.front };
        let mut reached = now;
        for _ in 0..count {
            let Some(best) = self.best_move(&table, &left) else { break };
            (reached, table) = (best.aim, best.after);
            left.take(best.taken);
        }
        reached - now
    }

    /// The best single move of the cards that are left.
    fn best_move(&self, table: &Outlook, left: &Left) -> Option<BestMove> {
        let me = self.me.index();
        let mut best: Option<BestMove> = None;
        let mut consider = |after: Outlook, taken: Taken| {
            let aim = after.aim(me);
            if best.is_none_or(|b| aim > b.aim) {
                best = Some(BestMove { aim, after, taken });
            }
        };
        for f in (0..face::POTA).filter(|&f| left.centre[f] > 0) {
            consider(table.plus(-f64::from(self.view.public.card(f).value())), Taken::Centre(f));
        }
        for seat in Seat::all(table.seats).filter(|seat| !table.party[seat.index()].safe) {
            let i = seat.index();
            if left.front[seat].potas() > 0 {
                let off = table.with_shares(i, -1.0);
                consider(off, Taken::Pota(seat));
                if i != me {
                    consider(off.with_shares(me, 1.0), Taken::Pota(seat));
                }
            }
            if left.front[seat].reverse > 0 {
                let off = table.turned(i);
                consider(off, Taken::Reverse(seat));
                for to in (0..table.seats).filter(|&to| to != i && !table.party[to].safe) {
                    consider(off.turned(to), Taken::Reverse(seat));
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
                Action::Target(seat) => self.placed(&outlook, seat, reverse),
                _ => 0.0,
            };
            scores.push(score + self.conscience(*action));
        }
    }

    pub(super) fn sources(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let outlook = self.own_outlook();
        let me = self.me.index();
        for action in legal {
            let score = match *action {
                Action::MoveFrom(Source::Centre(card)) => outlook.plus(-f64::from(card.value())).aim(me),
                Action::MoveFrom(source) => {
                    let seats = Seat::all(outlook.seats).map(Some).chain([None]);
                    seats.filter_map(|to| self.moved(&outlook, source, to)).fold(f64::NEG_INFINITY, f64::max)
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
                Action::MoveTo(to) => self.moved(&outlook, source, to).unwrap_or(0.0),
                _ => 0.0,
            };
            scores.push(score + self.conscience(*action));
        }
    }

    /// The aim with a card moved, if it can go there.
    fn moved(&self, outlook: &Outlook, source: Source, to: Option<Seat>) -> Option<f64> {
        let me = self.me.index();
        let (from, reverse) = match source {
            Source::Centre(card) => return Some(outlook.plus(-f64::from(card.value())).aim(me)),
            Source::Pota(from) => (from, false),
            Source::Reverse(from) => (from, true),
        };
        let put = |table: Outlook, seat: Seat, shares: f64| {
            if reverse { table.turned(seat.index()) } else { table.with_shares(seat.index(), shares) }
        };
        let off = put(*outlook, from, -1.0);
        match to {
            None => Some(off.aim(me)),
            Some(to) if to == from || outlook.party[to.index()].safe => None,
            Some(to) => Some(put(off, to, 1.0).aim(me)),
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
