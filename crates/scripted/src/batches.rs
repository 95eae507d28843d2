//! Batches: cards that all knew to lie in one zone until one of them left it unseen, and where they may lie now.
//!
//! The script's part (`batches.luau`) keeps them, as everybody can tell them. A seat that knows more takes from the
//! batches what it can place.

use crate::layout::{Layout, Zone, ZoneKind, card_at, u16_at};

/// The mark of a room of a batch: any card of the zone may be of the batch.
const MIXED: u16 = 1 << 15;

/// The places of the batches in a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batches {
    /// Where they begin; 0 where there are none.
    at: usize,
    /// The numbers of the zones that not all see, as the rooms of a batch stand.
    zones: Vec<usize>,
    /// The bytes of a batch.
    size: usize,
    size_of_card: usize,
}

/// What a seat can tell of the batches: the cards of each that it can't place, and how many may lie in each zone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labels {
    /// The numbers of the batches in the state, from 1.
    numbers: Vec<usize>,
    /// By batch, from 1, then by kind from 0.
    copies: Vec<Vec<u16>>,
    /// By batch, 0 for the cards of none, then by hidden zone.
    rooms: Vec<Vec<u16>>,
    /// By hidden zone: any of its cards may be of a batch, not only those that came since it began.
    mixed: Vec<bool>,
    /// Cards of no batch by kind.
    strangers: Vec<i32>,
    /// Copies of a kind that the seat can place, but not say of which batch they are: the zone, the kind and how many.
    placed: Vec<(usize, usize, u16)>,
}

/// Copies of a kind in a zone.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    /// Those that the seat knows to lie there, in a stack with their places,
    pub(crate) own: usize,
    /// which all lay there before any card of a batch came;
    pub(crate) are_before: bool,
    /// of these the ones that it knows to be of some batch;
    pub(crate) of_batch: usize,
    /// those that all know;
    pub(crate) all: usize,
    /// those that the seat knows to lie in a stack without their places: they are of no batch.
    pub(crate) apart: usize,
}

impl Batches {
    pub(crate) fn new(at: usize, zones: &[Zone], width: usize, size_of_card: usize) -> Self {
        let is_hidden = |zone: &Zone| !zone.fresh && (zone.know > 0 || zone.kind == ZoneKind::Stack);
        let zones: Vec<usize> = (0..zones.len()).filter(|&zone| is_hidden(&zones[zone])).collect();
        let size = 2 + 2 * zones.len() + size_of_card * width;
        Self { at, zones, size, size_of_card }
    }

    /// Returns true if there is a batch in this state.
    pub(crate) fn are_there(&self, bytes: &[u8]) -> bool {
        self.at > 0 && u16_at(bytes, self.at) > 0
    }

    fn batch(&self, number: usize) -> usize {
        self.at + 2 + 2 * self.zones.len() + (number - 1) * self.size
    }

    fn room(&self, bytes: &[u8], batch: usize, hidden: usize) -> u16 {
        self.marked_room(bytes, batch, hidden) & !MIXED
    }

    /// Returns a room with its mark.
    fn marked_room(&self, bytes: &[u8], batch: usize, hidden: usize) -> u16 {
        let rooms = if batch == 0 { self.at } else { self.batch(batch) } + 2;
        u16_at(bytes, rooms + 2 * hidden)
    }

    fn copies(&self, bytes: &[u8], batch: usize, kind: usize) -> usize {
        let copies = self.batch(batch) + 2 + 2 * self.zones.len();
        card_at(bytes, copies + self.size_of_card * kind, self.size_of_card)
    }

    /// Returns the numbers of the batches in use.
    fn used(&self, bytes: &[u8]) -> impl Iterator<Item = usize> {
        (1..=self.zones.len() + 1).filter(move |&batch| u16_at(bytes, self.batch(batch)) > 0)
    }

    /// Returns how many cards of these batches (bits, 0 among them) lie in a hidden zone at most.
    pub(crate) fn cards_of(&self, bytes: &[u8], labels: u32, zone: usize) -> usize {
        if !self.are_there(bytes) {
            return if labels & 1 == 0 { 0 } else { usize::MAX };
        }
        let hidden = self.zones.iter().position(|&other| other == zone).unwrap_or_default();
        let batches =
            std::iter::once(0).chain(self.used(bytes)).filter(|batch| labels >> batch.min(&31) & 1 != 0);
        batches.map(|batch| usize::from(self.room(bytes, batch, hidden))).sum()
    }

    /// Returns true if the other zones have no room for all cards of some batch, so that a bag holds some of them.
    pub(crate) fn must_hold(&self, bytes: &[u8], zone: usize) -> bool {
        self.used(bytes).any(|batch| {
            let rooms = self.zones.iter().enumerate().filter(|&(_, &other)| other != zone);
            let room: usize = rooms.map(|(hidden, _)| usize::from(self.room(bytes, batch, hidden))).sum();
            room < usize::from(u16_at(bytes, self.batch(batch)))
        })
    }

    /// Returns how many copies of a kind, from 0, a bag holds for certain, as no other zone has room for all of them.
    pub(crate) fn held(&self, bytes: &[u8], zone: usize, kind: usize) -> usize {
        let others = |batch| {
            let rooms = self.zones.iter().enumerate().filter(|&(_, &other)| other != zone);
            rooms.map(|(hidden, _)| usize::from(self.room(bytes, batch, hidden))).sum::<usize>()
        };
        let surely = |batch| match self.copies(bytes, batch, kind) {
            0 => 0,
            copies => copies.saturating_sub(others(batch)),
        };
        self.used(bytes).map(surely).sum()
    }
}

impl Labels {
    /// Returns the number of batches, 0 among them.
    pub(crate) const fn batches(&self) -> usize {
        self.rooms.len()
    }

    /// Returns the number of a batch in the state.
    pub(crate) fn number(&self, batch: usize) -> usize {
        if batch == 0 { 0 } else { self.numbers[batch - 1] }
    }

    /// Returns how many copies of a kind are of a batch, but for 0.
    pub(crate) fn copies(&self, batch: usize, kind: usize) -> u16 {
        self.copies[batch - 1].get(kind).copied().unwrap_or(0)
    }

    /// Returns how many cards of a kind are of no batch.
    pub(crate) fn strangers(&self, kind: usize) -> u16 {
        self.strangers[kind].try_into().unwrap_or(0)
    }

    /// Returns the copies that can be placed, but may be of several batches: of each zone and kind how many.
    pub(crate) fn placed(&self) -> &[(usize, usize, u16)] {
        &self.placed
    }

    /// Returns how many cards of a batch may lie among the unknown ones of a zone; any number in zones of no batch.
    pub(crate) fn room(&self, layout: &Layout, batch: usize, zone: usize) -> u16 {
        let hidden = layout.batches.zones.iter().position(|&other| other == zone);
        hidden.map_or(u16::MAX, |hidden| self.rooms[batch][hidden])
    }

    /// Returns how many cards of batches came to a zone at most, of which any may be one; 0 where any card there may be one.
    pub(crate) fn came(&self, layout: &Layout, zone: usize) -> u16 {
        let hidden = layout.batches.zones.iter().position(|&other| other == zone);
        hidden.filter(|&hidden| !self.mixed[hidden]).map_or(0, |hidden| {
            let rooms = self.rooms.iter().skip(1).map(|rooms| u32::from(rooms[hidden]));
            u16::try_from(rooms.sum::<u32>()).unwrap_or(u16::MAX)
        })
    }

    /// Reads the batches of a state, and takes from them all that a seat can place. `known` gives the copies of a kind in a zone.
    pub(crate) fn read(&mut self, layout: &Layout, bytes: &[u8], known: impl Fn(&Zone, usize) -> Found) {
        let batches = &layout.batches;
        self.numbers.clear();
        self.numbers.extend(batches.used(bytes));
        let used = self.numbers.clone();
        self.copies.clear();
        self.rooms.clear();
        self.placed.clear();
        let rooms = |batch| (0..batches.zones.len()).map(move |hidden| batches.room(bytes, batch, hidden));
        self.rooms.push(rooms(0).collect());
        for &batch in &used {
            self.rooms.push(rooms(batch).collect());
            let copies = (0..layout.kinds).map(|kind| batches.copies(bytes, batch, kind) as u16);
            self.copies.push(copies.collect());
        }
        let is_mixed =
            |hidden| used.iter().any(|&batch| batches.marked_room(bytes, batch, hidden) & MIXED != 0);
        self.mixed.clear();
        self.mixed.extend((0..batches.zones.len()).map(is_mixed));
        self.strangers.clear();
        for kind in 0..layout.kinds {
            let placed = layout.zones.iter().filter(|zone| !zone.fresh).map(|zone| known(zone, kind).all);
            let of_batches = self.copies.iter().map(|copies| i32::from(copies[kind])).sum::<i32>();
            let placed: usize = placed.sum();
            self.strangers.push(layout.in_game(bytes, kind) as i32 - placed as i32 - of_batches);
        }
        for (hidden, &zone) in batches.zones.iter().enumerate() {
            for kind in 0..layout.kinds.min(layout.zones[zone].width) {
                let found = known(&layout.zones[zone], kind);
                for nth in 0..found.own.saturating_sub(found.all) {
                    if found.are_before && !self.mixed[hidden] {
                        self.place_stranger(kind, hidden);
                    } else {
                        self.place(kind, hidden, zone, nth < found.of_batch);
                    }
                }
                self.strangers[kind] -= found.apart as i32;
                self.rooms[0][hidden] = self.rooms[0][hidden].saturating_sub(found.apart as u16);
            }
        }
    }

    /// Takes out a copy of a kind that lies in a zone and is of no batch.
    fn place_stranger(&mut self, kind: usize, hidden: usize) {
        self.strangers[kind] -= 1;
        self.rooms[0][hidden] = self.rooms[0][hidden].saturating_sub(1);
    }

    /// Takes out a copy of a kind that lies in a zone, if it can be of one batch only; else it is noted. Of several that lie in the
    /// zone it is any.
    fn place(&mut self, kind: usize, hidden: usize, zone: usize, is_of_batch: bool) {
        let elsewhere = |batch: &usize| {
            let rooms = self.rooms[*batch].iter().enumerate().filter(|(other, _)| *other != hidden);
            rooms.map(|(_, &room)| usize::from(room)).sum::<usize>()
        };
        if is_of_batch {
            let may = |batch: &usize| self.copies[batch - 1][kind] > 0 && self.rooms[*batch][hidden] > 0;
            if let Some(batch) = (1..self.rooms.len()).filter(may).min_by_key(elsewhere) {
                self.copies[batch - 1][kind] -= 1;
                self.rooms[batch][hidden] -= 1;
                return;
            }
        }
        let is_stranger = self.rooms[0][hidden] > 0 && self.strangers[kind] > 0;
        let may = |batch: &usize| self.copies[batch - 1][kind] > 0 && self.rooms[*batch][hidden] > 0;
        let mut of = (1..self.rooms.len()).filter(may);
        match (of.next(), of.next().is_some() || is_stranger) {
            (None, _) => self.place_stranger(kind, hidden),
            (Some(batch), false) => {
                self.copies[batch - 1][kind] -= 1;
                self.rooms[batch][hidden] -= 1;
            }
            (Some(_), true) => {
                match self.placed.iter_mut().find(|place| (place.0, place.1) == (zone, kind)) {
                    Some(place) => place.2 += 1,
                    None => self.placed.push((zone, kind, 1)),
                }
            }
        }
    }
}
