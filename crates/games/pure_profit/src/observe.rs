//! A seat's knowledge as numbers.

use super::card::{Card, KINDS, VALUES};
use super::finish::lacking;
use super::params::Params;
use super::state::Phase;
use super::view::View;
use ludometer_model::{FeatureSink, OBSERVED_SEATS};

/// The most seats at a table.
const SEATS: usize = OBSERVED_SEATS;

/// Tells the features of a view.
pub(super) fn observe(params: &Params, view: &View, sink: &mut impl FeatureSink) {
    let (table, me) = (&view.table, view.seat);
    let top = table.banks[me].top;
    let missing = lacking(params, &view.hand, top);
    sink.one_of("seats", view.seats.checked_sub(2), SEATS - 1);
    sink.one_of("phase", Some(table.phase.index()), Phase::NAMES.len());
    sink.seat("active", Some(table.active), me, view.seats, SEATS);
    sink.amount("takes_left", table.takes_left, 3.0);
    sink.amount("stock", view.stock, 100.0);
    sink.amount("turn", table.turn, 100.0);
    sink.amount("hand", view.hand.size, 6.0);
    sink.flag("hand.full", view.hand.size >= params.limit);
    for kind in 0..KINDS {
        sink.count(format_args!("hand.{kind}"), view.hand.counts[kind], 3.0);
    }
    for value in 1..=VALUES {
        sink.flag(format_args!("missing.{value}"), missing >> value & 1 != 0);
    }
    sink.amount("missing", missing.count_ones(), 10.0);
    sink.flag("missing.none", missing == 0);
    sink.flag("missing.next", missing >> (top + 1) & 1 != 0);
    sink.amount("goal", params.goal, 10.0);
    let discard = view.discard.iter().next_back().map(|&kind| usize::from(kind));
    sink.one_of("discard.top", discard, KINDS);
    let wanted = discard.and_then(|kind| Card::new(kind).as_value());
    sink.flag("discard.missing", wanted.is_some_and(|value| missing >> value & 1 != 0));
    let mut piled = [0_u8; KINDS];
    view.discard.iter().for_each(|&kind| piled[usize::from(kind)] += 1);
    for (kind, piled) in piled.into_iter().enumerate() {
        let seen = u16::from(table.open[kind]) + u16::from(view.hand.counts[kind]);
        let unseen = u16::from(params.deck[kind]).saturating_sub(seen);
        sink.amount(format_args!("unseen.{kind}"), unseen, 8.0);
        sink.amount(format_args!("discard.{kind}"), piled, 8.0);
    }
    let mut others = me.others(view.seats);
    for place in 0..SEATS {
        let seat = if place == 0 { Some(me) } else { others.next() };
        let bank = seat.map_or(0, |seat| table.banks[seat].top);
        sink.one_of(format_args!("bank.{place}"), seat.map(|_| usize::from(bank)), VALUES + 1);
        sink.amount(format_args!("bank.{place}.top"), bank, 10.0);
        if place == 0 {
            continue;
        }
        let hidden = seat.map(|seat| (view.sizes[seat], &view.facts[seat], view.bounds[seat]));
        sink.amount(format_args!("cards.{place}"), hidden.map_or(0, |h| h.0), 6.0);
        for kind in 0..KINDS {
            let known = hidden.map_or(0, |h| h.1.known[kind]);
            sink.amount(format_args!("known.{place}.{kind}"), known, 2.0);
        }
        sink.amount(format_args!("bankrupts.{place}"), hidden.map_or(0, |h| h.1.min_bankrupts), 2.0);
        sink.flag(format_args!("no_bankrupt.{place}"), hidden.is_some_and(|h| h.1.max_bankrupts == 0));
        sink.amount(format_args!("lowest.{place}"), hidden.map_or(0, |h| h.2.0), 10.0);
        sink.amount(format_args!("highest.{place}"), hidden.map_or(0, |h| h.2.1), 10.0);
    }
}
