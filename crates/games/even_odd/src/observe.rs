//! A player's knowledge as numbers.

use super::EvenOdd;
use super::cards::{Card, EVEN_KINDS, KINDS, Kinds};
use super::layers::Creditor;
use super::state::NOBODY;
use super::view::View;
use ludometer_model::{FeatureSink, OBSERVED_SEATS, Seat};

/// The most players at a table.
const SEATS: usize = OBSERVED_SEATS;

/// Questions, stages of a service and steps of a turn that there are.
const QUESTIONS: usize = 15;
const STAGES: usize = 9;
const STEPS: usize = 10;

/// Tells the features of a view.
pub(super) fn observe(game: &EvenOdd, view: &View, sink: &mut impl FeatureSink) {
    let (table, me) = (&view.table, view.viewer);
    let seats = game.params.seats;
    let named = |number: u8| (number != NOBODY).then(|| Seat::new(usize::from(number)));
    let money = |jewels: u16| (f64::from(jewels) + 1.0).ln();
    sink.one_of("seats", seats.checked_sub(2), SEATS - 1);
    sink.one_of("question", Some(table.question as usize), QUESTIONS);
    sink.one_of("step", Some(table.phase as usize), STEPS);
    sink.seat("mover", table.mover(), me, seats, SEATS);
    sink.seat("active", Some(table.active), me, seats, SEATS);
    sink.amount("alive", table.alive.len(), 6.0);
    sink.amount("turn", table.turn, 200.0);
    sink.amount("vault", money(table.vault), 5.0);
    sink.amount("vault_shoes", table.vault_shoes, 4.0);
    sink.flag("drawn", table.drawn);
    sink.flag("corner", table.corner);
    sink.amount("get_paid", table.get_paid, 2.0);
    sink.amount("quickies", table.quickies, 2.0);
    for kind in (0..KINDS).filter(|&kind| Kinds::HAND.contains(Card::new(kind))) {
        sink.amount(format_args!("hand.{kind}"), view.hand.counts[kind], 2.0);
        sink.flag(format_args!("hand.{kind}.any"), view.hand.counts[kind] > 0);
    }
    let held = |kinds: Kinds| -> u8 { kinds.iter().map(|card| view.hand.counts[card.index()]).sum() };
    sink.amount("hand.even", table.backs[0][me], 6.0);
    sink.amount("hand.paid", held(Kinds::GET_PAID), 3.0);
    sink.count("hand.declined", held(Kinds::DECLINED), 2.0);
    sink.count("hand.discounts", held(Kinds::DISCOUNT), 2.0);
    sink.count("hand.decisions", held(Kinds::PLD), 2.0);
    let odd = |card: u8| Some(usize::from(card)).filter(|_| card != NOBODY).map(|kind| kind - EVEN_KINDS);
    sink.one_of("burn", odd(table.burn), KINDS - EVEN_KINDS);
    sink.one_of("decision", odd(table.pld), KINDS - EVEN_KINDS);
    let service = &table.service;
    sink.one_of("service", Some(service.stage as usize), STAGES);
    sink.seat("client", named(service.client), me, seats, SEATS);
    sink.amount("service.leg", service.leg, 2.0);
    sink.amount("service.base", service.base, 10.0);
    sink.amount("service.carried", service.carried + service.bonus_sum, 10.0);
    sink.amount("service.price", service.price, 10.0);
    sink.flag("service.discounted", service.discounted);
    let payment = &table.payment;
    sink.seat("debtor", named(payment.debtor), me, seats, SEATS);
    let creditor = match payment.to {
        Creditor::Player(seat) if payment.debtor != NOBODY => Some(seat),
        Creditor::Player(_) | Creditor::Vault | Creditor::Each => None,
    };
    sink.seat("creditor", creditor, me, seats, SEATS);
    sink.amount("payment", payment.amount, 10.0);
    let auction = &table.auction;
    sink.seat("seller", named(auction.seller), me, seats, SEATS);
    sink.seat("leader", named(auction.leader), me, seats, SEATS);
    sink.amount("bid", auction.bid, 20.0);
    let richest = me.others(seats).map(|seat| table.jewels[seat]).max().unwrap_or(0);
    sink.amount("lead", money(table.jewels[me]) - money(richest), 3.0);
    let mut around = me.around(seats);
    for place in 0..SEATS {
        let seat = around.next();
        let amount = |of: &dyn Fn(Seat) -> f64| seat.map_or(0.0, of);
        let alive = seat.is_some_and(|seat| table.alive.contains(seat));
        sink.flag(format_args!("alive.{place}"), alive);
        sink.amount(format_args!("money.{place}"), amount(&|seat| money(table.jewels[seat])), 5.0);
        sink.amount(format_args!("jewels.{place}"), amount(&|seat| table.jewels[seat].into()), 50.0);
        sink.flag(format_args!("poor.{place}"), alive && seat.is_some_and(|seat| table.jewels[seat] < 5));
        let shoes = seat.filter(|_| alive).map(|seat| usize::from(table.shoes[seat]).min(3));
        sink.one_of(format_args!("shoes.{place}"), shoes, 4);
        sink.amount(format_args!("clothing.{place}"), amount(&|seat| table.clothing[seat].into()), 4.0);
        sink.flag(format_args!("shield.{place}"), seat.is_some_and(|seat| table.shields[seat] > 0));
        sink.amount(format_args!("even.{place}"), amount(&|seat| table.backs[0][seat].into()), 5.0);
        sink.amount(format_args!("odd.{place}"), amount(&|seat| table.backs[1][seat].into()), 3.0);
        sink.flag(format_args!("bidder.{place}"), seat.is_some_and(|seat| auction.bidders.contains(seat)));
    }
}
