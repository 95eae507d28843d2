//! Turns and their decisions (spec, section 5).

use super::card::{Action, Card, Source};
use super::event::{Cause, Ending, Place, PlayEvent};
use super::finish;
use super::knowledge::stolen;
use super::legal::refill;
use super::params::Params;
use super::state::{Hand, Phase, State};
use ludometer_model::{EventSink, Rng, Seat};

#[inline(always)]
pub(super) fn begin_turn<L: EventSink<PlayEvent>>(
    params: &Params,
    state: &mut State,
    seat: Seat,
    log: &mut L,
) {
    state.active = seat;
    log.emit(PlayEvent::Turn { turn: state.turn, seat });
    go_on_drawing(params, state, params.at_limit, log);
}

/// P5: the turn is over.
#[inline(always)]
fn end_turn<L: EventSink<PlayEvent>>(params: &Params, state: &mut State, rng: &mut Rng, log: &mut L) {
    state.turn += 1;
    if state.turn >= params.max_turns {
        finish::end_game(params, state, Ending::Unfinished, 0, rng, log);
    } else {
        let next = state.active.next(params.seats);
        begin_turn(params, state, next, log);
    }
}

/// Puts a card that left a hand or the stock on the discard pile.
#[inline(always)]
pub(super) fn put_down(state: &mut State, card: Card) {
    state.discard.push(card.kind());
    state.open[card.index()] += 1;
}

/// A card leaves the active hand, face up.
#[inline(always)]
fn leave<L: EventSink<PlayEvent>>(params: &Params, state: &mut State, card: Card) {
    let seat = state.active;
    state.hands[seat].remove(card);
    if L::TRACK_KNOWLEDGE {
        state.known[seat].leaves(params.seats, card);
    }
}

/// A card goes from the active hand onto the discard pile.
#[inline(always)]
fn discard<L: EventSink<PlayEvent>>(
    params: &Params,
    state: &mut State,
    card: Card,
    cause: Cause,
    log: &mut L,
) {
    leave::<L>(params, state, card);
    put_down(state, card);
    let seat = state.active;
    log.emit(PlayEvent::MoveCard { seat, card, to: Place::Discard, cause, needed: false });
}

/// P1 goes on with a draw, or the next phase begins. With `beyond` a full hand may draw as well.
#[inline(always)]
fn go_on_drawing<L: EventSink<PlayEvent>>(params: &Params, state: &mut State, beyond: bool, log: &mut L) {
    let hand = state.hand();
    let full = hand.size >= params.limit && !beyond;
    let struck = params.at_once && hand.has_bankrupts() && hand.values() >= hand.bankrupts();
    if !full && !struck {
        // The stock first, which hardly ever is empty: what the pile shows is for chance to say.
        if !state.stock.is_empty() || state.top().is_some_and(Card::is_value) || refill(params, state) {
            state.phase = Phase::Draw;
            return;
        }
    }
    after_drawing(params, state, log);
}

#[inline(always)]
fn after_drawing<L: EventSink<PlayEvent>>(params: &Params, state: &mut State, log: &mut L) {
    let seat = state.active;
    let hand = state.hand();
    state.phase = if !hand.has_bankrupts() {
        // Whoever plays a card holds no Bankrupt (K5).
        if L::TRACK_KNOWLEDGE {
            state.known[seat].no_bankrupts();
        }
        Phase::Play
    } else if hand.has_values() {
        Phase::Bankrupt
    } else {
        let bankrupts = hand.bankrupts();
        if !params.wait {
            log.emit(PlayEvent::Relief { seat, bankrupts });
        }
        if L::TRACK_KNOWLEDGE {
            state.known[seat].only_bankrupts(params.seats, bankrupts);
        }
        Phase::Relief
    };
}

/// With two seats and no stock every card that a seat can't see is in the other hand (K8).
#[cold]
pub(super) fn see_each_other(state: &mut State) {
    for seat in Seat::all(2) {
        let hand = state.hands[seat];
        state.known[seat].seen_by(seat.next(2), &hand);
    }
}

/// Carries out one action.
#[inline]
pub(super) fn apply<L: EventSink<PlayEvent>>(
    params: &Params,
    state: &mut State,
    action: Action,
    rng: &mut Rng,
    log: &mut L,
) {
    if carry_out(params, state, action, rng, log) {
        end_turn(params, state, rng, log);
    }
}

/// Carries out one action. True if the turn is over.
#[inline(always)]
fn carry_out<L: EventSink<PlayEvent>>(
    params: &Params,
    state: &mut State,
    action: Action,
    rng: &mut Rng,
    log: &mut L,
) -> bool {
    let seat = state.active;
    match action {
        Action::Draw(from) => {
            draw(params, state, from, rng, log);
            false
        }
        Action::Stop => {
            let pile_open = state.top().is_some_and(Card::is_value);
            log.emit(PlayEvent::Stop { seat, pile_open });
            after_drawing(params, state, log);
            false
        }
        Action::ResolveLowest => resolve(params, state, Card::BANKRUPT_LOWEST, log),
        Action::ResolveHighest => resolve(params, state, Card::BANKRUPT_HIGHEST, log),
        Action::Discard(card) => {
            discard(params, state, card, Cause::Discard, log);
            match card.steal_amount() {
                Some(amount) => {
                    state.phase = Phase::Steal;
                    state.takes_left = amount;
                    false
                }
                None => true,
            }
        }
        Action::Dump(card) => {
            discard(params, state, card, Cause::Dump, log);
            true
        }
        Action::Hold => {
            let bankrupts = state.hand().bankrupts();
            log.emit(PlayEvent::Hold { seat, bankrupts });
            true
        }
        Action::Bank(value) => {
            let top = state.banks[seat].top;
            bank(params, state, value, Cause::Bank, log);
            if value == params.goal {
                let missing = params.goal - top;
                finish::end_game(params, state, Ending::Single, missing, rng, log);
            }
            value != params.goal
        }
        Action::Finish => {
            finish::finish(params, state, rng, log);
            false
        }
        Action::StealFrom(victim) => {
            if params.blind {
                let card = random_card(&state.hands[victim], rng);
                take(params, state, victim, card, log)
            } else {
                // The thief sees the hand before it chooses (K3).
                if L::TRACK_KNOWLEDGE {
                    let hand = state.hands[victim];
                    state.known[victim].seen_by(seat, &hand);
                }
                state.victim = victim;
                state.phase = Phase::Take;
                false
            }
        }
        Action::StealStop => {
            state.takes_left = 0;
            true
        }
        Action::Pass => true,
        Action::Take(card) => take(params, state, state.victim, card, log),
    }
}

#[inline]
fn draw<L: EventSink<PlayEvent>>(
    params: &Params,
    state: &mut State,
    from: Source,
    rng: &mut Rng,
    log: &mut L,
) {
    let seat = state.active;
    if L::TRACK_KNOWLEDGE {
        state.known[seat].draws();
    }
    let (card, pile_open) = match from {
        Source::Stock => {
            let pile_open = state.top().is_some_and(Card::is_value);
            if state.stock.is_empty() {
                reshuffle(params, state, log);
            }
            let kind = state.stock.draw(rng).expect("legal only while a reshuffle would refill the stock");
            (Card::of_kind(kind), pile_open)
        }
        Source::Discard => {
            let kind = state.discard.pop().expect("legal only while the pile shows a value card");
            let card = Card::of_kind(kind);
            state.open[usize::from(kind & 15)] -= 1;
            if L::TRACK_KNOWLEDGE {
                state.known[seat].gains(params.seats, card);
            }
            (card, true)
        }
    };
    state.hands[seat].add(card);
    log.emit(PlayEvent::Draw { seat, from, card, pile_open });
    if L::TRACK_KNOWLEDGE && from == Source::Stock && params.seats == 2 && state.stock.is_empty() {
        see_each_other(state);
    }
    go_on_drawing(params, state, false, log);
}

/// All cards of the discard pile but its top become the stock. The order is drawn card by card
/// later, which is a shuffle all the same.
#[cold]
fn reshuffle<L: EventSink<PlayEvent>>(params: &Params, state: &mut State, log: &mut L) {
    let Some(top) = state.discard.pop() else { return };
    let mut removed = 0;
    for i in 0..state.discard.len() {
        let kind = state.discard[i];
        let card = Card::of_kind(kind);
        match card.steal_amount() {
            Some(amount) if params.remove_steals => {
                state.removed[usize::from(amount) - 1] += 1;
                removed += 1;
            }
            _ => {
                state.open[usize::from(kind & 15)] -= 1;
                state.stock.push(kind);
            }
        }
    }
    state.discard.clear();
    state.discard.push(top);
    log.emit(PlayEvent::Shuffle { cards: state.stock.len() as u16, removed });
}

/// A Bankrupt takes a value card. True if the turn is over.
fn resolve<L: EventSink<PlayEvent>>(params: &Params, state: &mut State, bankrupt: Card, log: &mut L) -> bool {
    let seat = state.active;
    discard(params, state, bankrupt, Cause::Resolve, log);
    let lowest = bankrupt == Card::BANKRUPT_LOWEST;
    let hand = state.hand();
    let lost = if lowest { hand.lowest() } else { hand.highest() };
    let card = lost.expect("legal only while the hand holds a value card");
    let value = card.as_value().unwrap_or(0);
    let needed = value > state.banks[seat].top && value <= params.goal && state.hand().count(card) == 1;
    leave::<L>(params, state, card);
    put_down(state, card);
    log.emit(PlayEvent::MoveCard { seat, card, to: Place::Discard, cause: Cause::Lost, needed });
    if L::TRACK_KNOWLEDGE && lowest {
        state.known[seat].lost_lowest(value);
    } else if L::TRACK_KNOWLEDGE {
        state.known[seat].lost_highest(value);
    }
    let hand = state.hand();
    if !hand.has_bankrupts() {
        if L::TRACK_KNOWLEDGE {
            state.known[seat].no_bankrupts();
        }
        return true;
    }
    let short = !hand.has_values();
    if short {
        hold(params, state, log);
    }
    short
}

/// Bankrupts are kept for lack of value cards; their number is announced.
fn hold<L: EventSink<PlayEvent>>(params: &Params, state: &mut State, log: &mut L) {
    let seat = state.active;
    let bankrupts = state.hand().bankrupts();
    if L::TRACK_KNOWLEDGE {
        state.known[seat].only_bankrupts(params.seats, bankrupts);
    }
    log.emit(PlayEvent::Hold { seat, bankrupts });
}

/// A value card goes from the active hand onto its bank.
#[inline(always)]
pub(super) fn bank<L: EventSink<PlayEvent>>(
    params: &Params,
    state: &mut State,
    value: u8,
    cause: Cause,
    log: &mut L,
) {
    let (seat, card) = (state.active, Card::value(value));
    leave::<L>(params, state, card);
    state.banks[seat].lay(value);
    state.open[card.index()] += 1;
    log.emit(PlayEvent::MoveCard { seat, card, to: Place::Bank, cause, needed: false });
}

/// Returns one of the hand's cards, each copy equally likely.
fn random_card(hand: &Hand, rng: &mut Rng) -> Card {
    let mut nth = rng.below(u32::from(hand.size));
    for card in hand.kinds() {
        let copies = u32::from(hand.count(card));
        if nth < copies {
            return card;
        }
        nth -= copies;
    }
    unreachable!("the copies add up to the size of the hand")
}

/// A card goes from the victim's hand to the thief's. True if the turn is over.
fn take<L: EventSink<PlayEvent>>(
    params: &Params,
    state: &mut State,
    victim: Seat,
    card: Card,
    log: &mut L,
) -> bool {
    let thief = state.active;
    if L::TRACK_KNOWLEDGE {
        stolen(&mut state.known, params.seats, thief, victim, card);
    }
    state.hands[victim].remove(card);
    state.hands[thief].add(card);
    log.emit(PlayEvent::Steal { thief, victim, card });
    state.takes_left -= 1;
    state.phase = Phase::Steal;
    state.takes_left == 0
}
