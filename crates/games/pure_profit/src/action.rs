//! Actions, and which of them are legal in each phase (spec, section 5).

use std::fmt;

use serde::Serialize;

use super::card::{Card, KINDS, Kinds};
use super::params::Params;
use super::rules::may_finish;
use super::state::{Hand, Phase, State};
use ludometer_model::small_table::MAX_SEATS;
use ludometer_model::{MenuReader, Seat};

/// Where a card is drawn from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The face-down stock.
    Stock,
    /// The top of the discard pile.
    Discard,
}

/// One choice (spec, section 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// P1: draw one card.
    Draw(Source),
    /// P1: no further card (toggles `draw.may_stop`, `draw.at_limit`).
    Stop,
    /// P2a: a `bankrupt_lowest` takes the lowest value card.
    ResolveLowest,
    /// P2a: a `bankrupt_highest` takes the highest value card.
    ResolveHighest,
    /// P2b, P3: put one card on the discard pile.
    Discard(Card),
    /// P2b: put one Bankrupt on the discard pile, alone.
    Dump(Card),
    /// P2b: wait (toggle `bankrupt.no_values`).
    Hold,
    /// P3: put the value card on the own bank.
    Bank(u8),
    /// P3: the finishing move.
    Finish,
    /// P3: nothing, with an empty hand.
    Pass,
    /// P4: take from this seat's hand.
    StealFrom(Seat),
    /// P4: take no further card.
    StealStop,
    /// P4: take this card from the hand that is shown.
    Take(Card),
}

ludometer_model::action_kinds! {
    Action;
    "draw" => Self::Draw(_) | Self::Stop,
    "resolve" => Self::ResolveLowest | Self::ResolveHighest,
    "discard" => Self::Discard(_),
    "dump" => Self::Dump(_),
    "hold" => Self::Hold,
    "bank" => Self::Bank(_),
    "finish" => Self::Finish,
    "pass" => Self::Pass,
    "steal" => Self::StealFrom(_) | Self::StealStop,
    "take" => Self::Take(_),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw(Source::Stock) => f.write_str("draw stock"),
            Self::Draw(Source::Discard) => f.write_str("draw discard"),
            Self::Stop => f.write_str("draw stop"),
            Self::ResolveLowest => f.write_str("resolve lowest"),
            Self::ResolveHighest => f.write_str("resolve highest"),
            Self::Discard(card) => write!(f, "discard {card}"),
            Self::Dump(card) => write!(f, "dump {card}"),
            Self::Hold => f.write_str("hold"),
            Self::Bank(value) => write!(f, "bank {value}"),
            Self::Finish => f.write_str("finish"),
            Self::Pass => f.write_str("pass"),
            Self::StealFrom(seat) => write!(f, "steal from {seat}"),
            Self::StealStop => f.write_str("steal stop"),
            Self::Take(card) => write!(f, "take {card}"),
        }
    }
}

/// Describes the legal actions of the seat to move, in a fixed order.
#[inline(always)]
pub(super) fn menu<R: MenuReader<Action>>(params: &Params, state: &State, reader: R) -> R::Out {
    let hand = state.hand();
    match state.phase {
        Phase::Draw => {
            const DRAWS: [Action; 4] =
                [Action::Draw(Source::Stock), Action::Draw(Source::Discard), Action::Stop, Action::Stop];
            let open = u8::from(!state.stock.is_empty() || refill(params, state))
                | u8::from(state.top().is_some_and(Card::is_value)) << 1
                | u8::from(may_stop(params, hand)) << 2;
            reader.slots(open, |slot| DRAWS[slot & 3])
        }
        Phase::Bankrupt => {
            let open = u8::from(hand.count(Card::BANKRUPT_LOWEST) > 0)
                | u8::from(hand.count(Card::BANKRUPT_HIGHEST) > 0) << 1;
            reader.slots(open, |slot| if slot == 0 { Action::ResolveLowest } else { Action::ResolveHighest })
        }
        Phase::Relief if params.wait => reader.slots(0..1, |_| Action::Hold),
        Phase::Relief => {
            let steals = hand.present.and(Kinds::STEALS);
            let open = if steals.is_empty() { hand.present } else { steals };
            reader.slots(open.bits(), |slot| {
                let card = Card::new(slot);
                if steals.is_empty() { Action::Dump(card) } else { Action::Discard(card) }
            })
        }
        Phase::Play => {
            let top = state.banks[state.active].top;
            reader.slots(plays(params, hand, top), |slot| match slot {
                BANK_TOP | BANK_NEXT => Action::Bank(top + slot as u8),
                _ => PLAYS[slot % PLAYS.len()],
            })
        }
        Phase::Steal => reader.slots(victims(params, state) | 1 << params.seats, |slot| {
            if slot == params.seats { Action::StealStop } else { Action::StealFrom(Seat::new(slot)) }
        }),
        Phase::Take => {
            reader.slots(state.hands[state.victim].present.bits(), |slot| Action::Take(Card::new(slot)))
        }
        Phase::Over => reader.slots(0..0, |_| Action::Pass),
    }
}

/// Returns true if the seat may decline the draw that it is asked for: a full hand is asked for none by default.
#[inline]
const fn may_stop(params: &Params, hand: &Hand) -> bool {
    params.may_stop || hand.size >= params.limit
}

/// Returns the seats that may be stolen from, as bits: places without a seat hold no cards.
#[inline]
fn victims(params: &Params, state: &State) -> u16 {
    let safe = params.protected;
    let all = Seat::all(MAX_SEATS)
        .fold(0, |bits, seat| bits | u16::from(state.hands[seat].size > safe) << seat.index());
    all & !(1 << state.active.index())
}

/// The slots of [`Phase::Play`]: the two ways to bank, a discard of each kind, the finishing move, a pass.
const BANK_TOP: usize = 0;

const BANK_NEXT: usize = 1;

const DISCARD: usize = 2;

const FINISH: usize = DISCARD + KINDS;

const PASS: usize = FINISH + 1;

/// The action in each of them; banking depends on the bank.
static PLAYS: [Action; 32] = {
    let mut plays = [Action::Pass; 32];
    let mut kind = 0;
    while kind < KINDS {
        plays[DISCARD + kind] = Action::Discard(Card::new(kind));
        kind += 1;
    }
    plays[FINISH] = Action::Finish;
    plays
};

/// Returns the open slots of [`Phase::Play`] (P3).
#[inline]
fn plays(params: &Params, hand: &Hand, top: u8) -> u32 {
    let present = u32::from(hand.present.bits());
    // Bit v for value v: a bank can grow by its top (if it has one) or by the next value.
    let values = present << 1 & !1;
    let ways = if top < params.goal { 1 << BANK_TOP | 1 << BANK_NEXT } else { 1 << BANK_TOP };
    let open =
        (values >> top & ways) | present << DISCARD | u32::from(may_finish(params, hand, top)) << FINISH;
    if open == 0 { 1 << PASS } else { open }
}

/// Returns true if a reshuffle would bring at least one card into the stock.
#[inline]
pub(super) fn refill(params: &Params, state: &State) -> bool {
    let Some((_, below)) = state.discard.split_last() else { return false };
    if params.remove_steals {
        below.iter().any(|&kind| Card::of_kind(kind).steal_amount().is_none())
    } else {
        !below.is_empty()
    }
}
