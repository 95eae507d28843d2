//! A seat's knowledge as numbers: everything that the script declares, in order, seats clockwise from the viewer.

use ludometer_model::{FeatureSink, OBSERVED_SEATS, Seat};

use crate::layout::{Layout, Zone, ZoneKind, head, i32_at, seats_at, u16_at};
use crate::state::ScriptView;

/// The number of steps of a turn that have a feature each.
const STEPS: usize = 24;

/// The number of cards on top of a pile that have features of their own.
const TOPS: usize = 2;

impl Layout {
    /// Tells the features of a view.
    pub(crate) fn observe(&self, view: &ScriptView, sink: &mut impl FeatureSink) {
        let (bytes, me, seats) = (&view.bytes, view.seat, self.seats);
        let mover = usize::from(bytes[head::MOVER]).checked_sub(1).map(Seat::new);
        let step = usize::from(bytes[head::STEP]).checked_sub(1);
        sink.one_of("seats", seats.checked_sub(1), OBSERVED_SEATS);
        sink.one_of("step", step, STEPS);
        sink.seat("mover", mover, me, seats, OBSERVED_SEATS);
        let mut around = me.around(seats);
        for place in 0..OBSERVED_SEATS {
            let seat = around.next();
            let flag = |at: usize| seat.is_some_and(|seat| seats_at(bytes, at).contains(seat));
            sink.flag(format_args!("gone.{place}"), flag(head::GONE));
            sink.flag(format_args!("chooses.{place}"), flag(head::PENDING));
        }
        self.observe_numbers(bytes, me, sink);
        for cells in &self.cells {
            for i in 0..cells.count {
                let number = u16_at(bytes, cells.off + 2 * i) as i16;
                let name = &cells.name;
                sink.amount(format_args!("{name}.{i}"), number, 8.0);
                // On a board numbers often are players, from 1.
                let player = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
                let player = player.filter(|&player| player < seats).map(Seat::new);
                sink.flag(format_args!("{name}.{i}.own"), player == Some(me));
                sink.flag(format_args!("{name}.{i}.other"), player.is_some_and(|seat| seat != me));
            }
        }
        for (at, zone) in self.zones.iter().enumerate() {
            let same = |other: &&Zone| other.name == zone.name;
            if self.zones[..at].iter().any(|other| same(&other)) {
                continue;
            }
            if zone.owner.is_none() {
                self.observe_zone(bytes, (zone, Some(zone)), zone.name.as_str(), sink);
                continue;
            }
            let mut around = me.around(seats);
            for place in 0..OBSERVED_SEATS {
                let owner = around.next();
                let there =
                    owner.and_then(|_| self.zones.iter().filter(same).find(|zone| zone.owner == owner));
                self.observe_zone(bytes, (zone, there), format_args!("{}.{place}", zone.name), sink);
            }
        }
    }

    fn observe_numbers(&self, bytes: &[u8], me: Seat, sink: &mut impl FeatureSink) {
        for (at, number) in self.numbers.iter().enumerate() {
            let same = |other: &&crate::layout::Number| other.name == number.name;
            if self.numbers[..at].iter().any(|other| same(&other)) {
                continue;
            }
            if number.seat.is_none() {
                amount(format_args!("{}", number.name), i32_at(bytes, number.off), sink);
                continue;
            }
            let mut around = me.around(self.seats);
            for place in 0..OBSERVED_SEATS {
                let seat = around.next();
                let there =
                    seat.and_then(|_| self.numbers.iter().filter(same).find(|there| there.seat == seat));
                let value = there.map_or(0, |there| i32_at(bytes, there.off));
                amount(format_args!("{}.{place}", number.name), value, sink);
            }
        }
        for secret in &self.secrets {
            amount(format_args!("{}", secret.name), i32_at(bytes, secret.off + 4 * me.index()), sink);
        }
    }

    /// Tells what the viewer knows of a zone; of one that this table hasn't got, zeros like those of the other.
    fn observe_zone(
        &self,
        bytes: &[u8],
        (like, there): (&Zone, Option<&Zone>),
        name: impl std::fmt::Display,
        sink: &mut impl FeatureSink,
    ) {
        sink.amount(format_args!("{name}.cards"), there.map_or(0, |zone| zone.size(bytes)) as u32, 8.0);
        match like.kind {
            ZoneKind::Bag => {
                for kind in 0..like.width {
                    // A bag that the viewer doesn't see shows the cards that it surely holds.
                    let count = there.map_or(0, |zone| zone.copies(bytes, kind));
                    sink.amount(format_args!("{name}.{kind}"), count as u32, 3.0);
                    sink.flag(format_args!("{name}.{kind}.any"), count > 0);
                }
            }
            ZoneKind::Row => {
                for slot in 0..like.cap {
                    let card = there.and_then(|zone| zone.card(bytes, slot).checked_sub(1));
                    sink.one_of(format_args!("{name}.slot.{slot}"), card, self.kinds);
                }
            }
            ZoneKind::List | ZoneKind::Stack => {
                let cards = || there.into_iter().flat_map(|zone| zone.cards(bytes, zone.size(bytes)));
                for top in 0..TOPS {
                    let card = cards().rev().nth(top).and_then(|card| card.checked_sub(1));
                    sink.one_of(format_args!("{name}.top.{top}"), card, self.kinds);
                }
                for kind in 0..self.kinds {
                    let apart = there.into_iter().flat_map(|zone| zone.listed_apart(bytes));
                    let count = cards().chain(apart).filter(|&card| card == kind + 1).count();
                    sink.amount(format_args!("{name}.{kind}"), count as u32, 3.0);
                }
            }
        }
    }
}

/// Tells a number whose size nobody knows beforehand: small ones nearly as they are, large ones by their logarithm.
fn amount(name: std::fmt::Arguments<'_>, value: i32, sink: &mut impl FeatureSink) {
    let size = (f64::from(value).abs() + 1.0).ln() / 3.0;
    sink.amount(name, if value < 0 { -size } else { size }, 1.0);
    sink.amount(format_args!("{name}.linear"), f64::from(value).clamp(-40.0, 40.0), 20.0);
    sink.flag(format_args!("{name}.any"), value != 0);
}
