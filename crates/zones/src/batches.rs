//! Batches: cards that all knew to lie in one zone until one of them left it unseen, and where they may lie now.
//!
//! A batch is copies of each kind and, for each hidden zone (one that not all see), the most cards of the batch that may lie
//! there: its room. Its highest bit says that the cards of the batch may be any of the zone's: they were there when it began, or
//! the zone lost one unseen since; else they are among those that came. So the cards of a rebuilt stock are known to lie in it or
//! with those who drew since, no more of them with each than it drew; and the face-down cards of a seat among its own zones.
//! Batch 0 has the rooms of all cards of no batch. A card of which all find out where it lies, but not of which of several batches
//! it is, leaves an equal one behind in each of them but one: these are the last batch, and may lie wherever cards of one of those
//! may. The state holds the number of batches in use (2 bytes) and the rooms of batch
//! 0; then of each batch its number of cards, its rooms, and its copies from kind 1 on.

use crate::bytes::{set_card, set_u16, u16_at};
use crate::layout::{WAS_MIXED, Zone, ZoneKind};
use crate::rows::{BEFORE, FULL};
use crate::table::Table;

/// In a room: any card of the zone may be of the batch.
const MIXED: usize = 1 << 15;

/// Returns the bit of a batch in a set of some: the last bit is that of all further ones.
pub(crate) fn label(batch: usize) -> u32 {
    1 << batch.min(31)
}

/// The bits of single batches.
pub(crate) const LABELS: u32 = (1 << 31) - 1;

impl Table<'_> {
    /// Returns the number of batches that are kept, which is also that of the last one: of cards that may be of several.
    fn batches_kept(&self) -> usize {
        self.layout.hidden.len() + 1
    }

    fn batch_at(&self, batch: usize) -> usize {
        self.layout.batches + 2 + 2 * self.layout.hidden.len() + (batch - 1) * self.layout.batch
    }

    fn room_at(&self, batch: usize, zone: &Zone) -> usize {
        2 * zone.hidden + if batch == 0 { self.layout.batches } else { self.batch_at(batch) }
    }

    fn batch_copies_at(&self, batch: usize, kind: usize) -> usize {
        self.batch_at(batch) + 2 + 2 * self.layout.hidden.len() + self.layout.size_of_card * (kind - 1)
    }

    fn batch_copies(&self, batch: usize, kind: usize) -> usize {
        self.copies_at(self.batch_copies_at(batch, kind), 0)
    }

    fn set_batch_copies(&mut self, batch: usize, kind: usize, copies: usize) {
        let (at, size) = (self.batch_copies_at(batch, kind), self.layout.size_of_card);
        set_card(self.bytes, at, size, copies);
    }

    fn batch_cards(&self, batch: usize) -> usize {
        self.number_at(self.batch_at(batch))
    }

    fn room(&self, batch: usize, zone: &Zone) -> usize {
        self.number_at(self.room_at(batch, zone)) & !MIXED
    }

    fn set_room(&mut self, batch: usize, zone: &Zone, room: usize) {
        let at = self.room_at(batch, zone);
        let mixed = if room > 0 && self.room(batch, zone) > 0 { self.number_at(at) & MIXED } else { 0 };
        set_u16(self.bytes, at, (room | mixed) as u16);
    }

    fn add_room(&mut self, batch: usize, zone: &Zone, n: isize) {
        self.set_room(batch, zone, self.room(batch, zone).saturating_add_signed(n));
    }

    /// A card of a zone has left that may have been any: cards of batches may be any of those left.
    fn mix_rooms(&mut self, zone: &Zone) {
        for batch in 1..=self.batches_kept() {
            if self.batch_cards(batch) > 0 && self.room(batch, zone) > 0 {
                let at = self.room_at(batch, zone);
                set_u16(self.bytes, at, (self.number_at(at) | MIXED) as u16);
            }
        }
    }

    /// Returns true if there are batches now.
    fn are_batches(&self) -> bool {
        self.layout.batches > 0 && u16_at(self.bytes, self.layout.batches) > 0
    }

    pub(crate) fn known_to_all(&self, zone: &Zone, place: usize) -> bool {
        zone.openly_knowing(self.bytes, place) == (1 << self.layout.seats) - 1
    }

    /// The first batch begins: all that is not known is of batch 0. `from` has lost a card to `to`.
    fn begin_batches(&mut self, moved: Option<(usize, usize)>) {
        let layout = self.layout;
        for &number in &layout.hidden {
            let zone = &layout.zones[number];
            let size = zone.size(self.bytes);
            let known = if zone.kind == ZoneKind::Bag {
                self.number_at(zone.know)
            } else {
                (0..size).filter(|&place| self.known_to_all(zone, place)).count()
            };
            let change = match moved {
                Some((from, _)) if from == number => 1,
                Some((_, to)) if to == number => -1,
                _ => 0,
            };
            let room = (size as isize - known as isize + change) as u16;
            set_u16(self.bytes, self.room_at(0, zone), room);
        }
    }

    /// Opens a batch of cards that all know to lie in the zone, and returns its number, or 0 if there is no place for one more.
    fn open_batch(&mut self, zone: &Zone, cards: usize) -> usize {
        let layout = self.layout;
        for batch in 1..self.batches_kept() {
            if self.batch_cards(batch) == 0 {
                self.bounds_begin(batch);
                let at = self.batch_at(batch);
                self.bytes[at..at + layout.batch].fill(0);
                set_u16(self.bytes, at, cards as u16);
                set_u16(self.bytes, self.room_at(batch, zone), (cards | MIXED) as u16);
                self.add_at(layout.batches, 1);
                return batch;
            }
        }
        self.add_room(0, zone, cards as isize);
        self.forget_bounds(label(0), zone);
        0
    }

    /// A batch of which all cards lie in one bag is known there; one without cards is none. Comes last, when the rows say what
    /// else is known.
    pub(crate) fn tidy_batches(&mut self) {
        if !self.are_batches() {
            return;
        }
        let (layout, mut used) = (self.layout, 0);
        for batch in 1..=self.batches_kept() {
            if self.batch_cards(batch) == 0 {
                continue;
            }
            let (mut places, mut last) = (0, None);
            for &number in &layout.hidden {
                if self.room(batch, &layout.zones[number]) > 0 {
                    places += 1;
                    last = Some(&layout.zones[number]);
                }
            }
            if places > 1 || last.is_some_and(|zone| zone.kind == ZoneKind::Stack) {
                used += 1;
                continue;
            }
            if let Some(zone) = last {
                self.place_batch(batch, zone);
            }
            set_u16(self.bytes, self.batch_at(batch), 0);
        }
        set_u16(self.bytes, layout.batches, used);
        if used == 0 {
            let bytes = 2 + 2 * layout.hidden.len() + layout.batch * self.batches_kept();
            self.bytes[layout.batches..layout.batches + bytes].fill(0);
        }
    }

    /// All cards of a batch are known to lie in a bag.
    fn place_batch(&mut self, batch: usize, zone: &Zone) {
        for kind in 1..=zone.width {
            let mut copies = self.batch_copies(batch, kind);
            if copies == 0 {
                continue;
            }
            self.bounds_placed(batch, kind, copies, zone);
            let is_mixed = self.number_at(self.room_at(batch, zone)) & MIXED != 0;
            let own = copies;
            copies += self.known_copies(zone.know, kind);
            for who in 0..=self.layout.seats {
                let row = self.row(zone, who);
                let known = self.known_copies(row, kind);
                // What a seat knew before these came is none of them.
                let is_other = self.bytes[row + 2] & BEFORE != 0 && !is_mixed;
                let copies = if is_other { known + own } else { copies };
                if !Self::sees(zone, who) && copies > known {
                    self.set_known_copies(row, kind, copies);
                    self.add_at(row, (copies - known) as isize);
                }
            }
        }
    }

    /// No more cards of a batch lie in a zone than it holds, or than the batch has.
    fn fit(&mut self, zone: &Zone) {
        let size = zone.size(self.bytes);
        for batch in 0..=self.batches_kept() {
            let most = if batch == 0 { size } else { size.min(self.batch_cards(batch)) };
            if self.room(batch, zone) > most {
                self.set_room(batch, zone, most);
            }
        }
    }

    fn fit_all(&mut self) {
        let layout = self.layout;
        layout.hidden.iter().for_each(|&zone| self.fit(&layout.zones[zone]));
    }

    /// Returns the copies of a kind that not all can place and that are of no batch.
    fn strangers(&self, kind: usize) -> isize {
        let layout = self.layout;
        let mut left = self.copies_at(layout.total, kind) as isize;
        for zone in &layout.zones {
            if zone.fresh || (zone.kind == ZoneKind::Bag && kind > zone.width) {
                continue;
            }
            let placed = match zone.kind {
                ZoneKind::Bag if zone.hidden == 0 => zone.copies(self.bytes, kind - 1),
                ZoneKind::Bag => self.known_copies(zone.know, kind),
                _ => {
                    let is_placed = |&place: &usize| zone.hidden == 0 || self.known_to_all(zone, place);
                    let places = (0..self.slots(zone)).filter(is_placed);
                    places.filter(|&place| zone.card(self.bytes, place) == kind).count()
                }
            };
            left -= placed as isize;
        }
        for batch in 1..=self.batches_kept() {
            if self.batch_cards(batch) > 0 {
                left -= self.batch_copies(batch, kind) as isize;
            }
        }
        left
    }

    /// All find out that a card lies in a zone, or has just left it to a zone that all see (`gone` is 1).
    pub(crate) fn batch_found(&mut self, kind: usize, zone: usize, gone: isize) {
        let layout = self.layout;
        let zone = &layout.zones[zone];
        if !self.are_batches() || zone.hidden == 0 {
            self.run.labels = label(0);
            return;
        }
        let may_be = |&batch: &usize| {
            let is_there = batch == 0 || self.batch_cards(batch) > 0 && self.batch_copies(batch, kind) > 0;
            is_there && self.room(batch, zone) > 0 && !self.bounds_bar(batch, kind, zone)
        };
        let mut of: Vec<usize> = (1..=self.batches_kept()).filter(may_be).collect();
        if of.is_empty() {
            self.run.labels = label(0);
            return self.add_room(0, zone, -1);
        }
        if may_be(&0) && self.strangers(kind) + gone > 0 {
            of.push(0);
        }
        self.run.labels = of.iter().fold(0, |labels, &batch| labels | label(batch));
        let (last, over) = (self.batches_kept(), of.len() - 1);
        let reach = |zone: &Zone| of.iter().any(|&batch| self.room(batch, zone) > 0);
        let reached: Vec<usize> =
            layout.hidden.iter().copied().filter(|&place| reach(&layout.zones[place])).collect();
        for &batch in of.iter().filter(|&&batch| batch > 0) {
            self.set_batch_copies(batch, kind, self.batch_copies(batch, kind) - 1);
            self.add_at(self.batch_at(batch), -1);
        }
        if over == 0 {
            self.add_room(of[0], zone, -1);
        } else {
            // Where it may be of several, a copy of each but one goes over to the last batch.
            if self.batch_cards(last) == 0 {
                self.bounds_begin(last);
                let at = self.batch_at(last);
                self.bytes[at..at + layout.batch].fill(0);
            }
            self.set_batch_copies(last, kind, self.batch_copies(last, kind) + over);
            self.add_at(self.batch_at(last), over as isize);
            for place in reached {
                let place = &layout.zones[place];
                let room = self.room(last, place) + over;
                set_u16(self.bytes, self.room_at(last, place), (room | MIXED) as u16);
                self.bounds_blur(last, kind, over, place);
            }
        }
        self.fit_all();
    }

    /// A card has left a zone, and all know it; `stacked`: they knew its place.
    pub(crate) fn batch_leaves(&mut self, kind: usize, from: usize, to: usize, stacked: bool) {
        let layout = self.layout;
        let zone = &layout.zones[from];
        let known = stacked || (zone.kind == ZoneKind::Bag && self.known_copies(zone.know, kind) > 0);
        if !known {
            self.batch_found(kind, from, isize::from(layout.zones[to].hidden == 0));
        }
        if self.are_batches() {
            if !known {
                self.mix_rooms(zone);
            }
            self.fit(zone);
        }
    }

    /// A card has left a zone that not all see for another one. Returns true if it was one that all knew there: then it is of a
    /// batch now, as are all others of these, also for those who know where it went.
    /// To `barred` come the kinds that no card which may have gone is of.
    pub(crate) fn batch_leaves_unseen(
        &mut self,
        kind: usize,
        from: usize,
        to: usize,
        barred: &mut Vec<usize>,
    ) -> bool {
        let layout = self.layout;
        let (zone, target) = (&layout.zones[from], &layout.zones[to]);
        let mut cards = if zone.know > 0 { self.number_at(zone.know) } else { 0 };
        let was_known = cards > 0 && self.known_copies(zone.know, kind) > 0;
        let claims = !self.run.claim.is_empty();
        if cards > 0 && claims {
            let others = (1..=zone.width).filter(|&kind| !self.is_claimed(kind));
            let others: usize = others.map(|kind| self.known_copies(zone.know, kind)).sum();
            cards = cards.saturating_sub(others);
        }
        if cards > 0 {
            if !self.are_batches() {
                self.begin_batches(Some((from, to)));
            }
            let batch = self.open_batch(zone, cards);
            if batch > 0 {
                let size = layout.size_of_card;
                let known = Self::known_base(zone.know) + size;
                let copies = self.batch_copies_at(batch, 1);
                self.bytes.copy_within(known..known + size * zone.width, copies);
                if claims {
                    for kind in (1..=zone.width).filter(|kind| !self.run.claim.contains(kind)) {
                        set_card(self.bytes, copies + size * (kind - 1), size, 0);
                    }
                }
            }
            self.forget_what_all_know(zone);
        }
        if !self.are_batches() {
            self.run.labels = label(0);
            return was_known;
        }
        let mut of = Vec::new();
        for batch in 0..=self.batches_kept() {
            if batch > 0 && (self.batch_cards(batch) == 0 || !self.may_be_claimed(batch)) {
                continue;
            }
            if self.room(batch, zone) > 0 {
                self.run.labels |= label(batch);
                if self.room(batch, target) == 0 {
                    self.run.fresh |= label(batch) & LABELS;
                }
                of.push(batch);
            }
        }
        self.run.is_first = (1..=self.batches_kept()).all(|batch| self.room(batch, target) == 0);
        for &batch in &of {
            self.add_room(batch, target, 1);
        }
        if target.know > 0 && self.run.labels & label(0) == 0 {
            let is_there = |kind: usize| of.iter().any(|&batch| self.batch_copies(batch, kind) > 0);
            barred.extend((1..=zone.width).filter(|&kind| !is_there(kind)));
        }
        self.mix_rooms(zone);
        self.fit(zone);
        self.fit(target);
        was_known
    }

    /// Returns true if a card that moves, of which all can tell what it is one of, may be of this batch.
    fn may_be_claimed(&self, batch: usize) -> bool {
        let claim = &self.run.claim;
        claim.is_empty() || claim.iter().any(|&kind| self.batch_copies(batch, kind) > 0)
    }

    /// What all knew of a bag is known of a batch now: who saw more than all keeps that. The onlooker's row is the last one.
    fn forget_what_all_know(&mut self, zone: &Zone) {
        for who in (0..=self.layout.seats).rev() {
            if Self::sees(zone, who) {
                continue;
            }
            let row = self.row(zone, who);
            for kind in 1..=zone.width {
                let own = self.known_copies(row, kind);
                let copies = self.known_copies(zone.know, kind).min(own);
                if copies > 0 && self.is_claimed(kind) {
                    self.set_known_copies(row, kind, own - copies);
                    self.add_at(row, -(copies as isize));
                    if self.is_lacked(row, kind) {
                        self.set_lacked(row, kind, false);
                    }
                }
            }
            self.bytes[row + 2] &= !FULL;
        }
    }

    /// All can tell that there are other kinds than these in a bag: no more cards of a batch lie there than are of the rest.
    pub(crate) fn narrow_batches(&mut self, zone: usize) {
        let layout = self.layout;
        let zone = &layout.zones[zone];
        if zone.hidden == 0 || !self.are_batches() {
            return;
        }
        for batch in 1..=self.batches_kept() {
            let room = self.room(batch, zone);
            if self.batch_cards(batch) == 0 || room == 0 {
                continue;
            }
            let kinds = (1..=zone.width).filter(|&kind| !self.is_lacked(zone.know, kind));
            let most: usize = kinds.map(|kind| self.batch_copies(batch, kind)).sum();
            self.set_room(batch, zone, room.min(most));
        }
        self.tidy_batches();
    }

    /// All see what lies in a zone.
    pub(crate) fn batch_shown(&mut self, zone: usize) {
        let layout = self.layout;
        let shown = &layout.zones[zone];
        if shown.kind != ZoneKind::Bag || shown.know == 0 {
            return;
        }
        self.forget_bounds(u32::MAX, shown);
        if !self.are_batches() {
            return;
        }
        for kind in 1..=shown.width {
            let (known, there) = (self.known_copies(shown.know, kind), shown.copies(self.bytes, kind - 1));
            // Those found before are not known yet.
            for before in 0..there.saturating_sub(known) {
                self.batch_found(kind, zone, -(before as isize));
            }
        }
        for batch in 0..=self.batches_kept() {
            set_u16(self.bytes, self.room_at(batch, shown), 0);
        }
    }

    /// A stack is mixed, but for what these seats (bits) know: what all knew to lie there is a batch, and what some knew, these
    /// know to lie there somewhere. Returns the number of the batch, or 0.
    pub(crate) fn batch_mixed(&mut self, zone: usize, own: u16) -> usize {
        let layout = self.layout;
        let zone = &layout.zones[zone];
        let places = 0..zone.size(self.bytes);
        let cards = places.clone().filter(|&place| self.known_to_all(zone, place)).count();
        let mut batch = 0;
        if layout.batches > 0 && cards > 0 {
            if !self.are_batches() {
                self.begin_batches(None);
            }
            batch = self.open_batch(zone, cards);
        }
        for place in places {
            let kind = zone.card(self.bytes, place);
            if batch > 0 && self.known_to_all(zone, place) {
                let copies = self.batch_copies(batch, kind);
                self.set_batch_copies(batch, kind, copies + 1);
                continue;
            }
            let forgotten = zone.knowing(self.bytes, place) & !own;
            if zone.apart > 0 && forgotten > 0 && !self.may_be_of_batch(kind, zone, batch) {
                for at in [zone.off + zone.apart, zone.knowing_apart(place)] {
                    set_u16(self.bytes, at, u16_at(self.bytes, at) | forgotten);
                }
            }
        }
        for place in 0..if zone.apart > 0 { zone.size(self.bytes) } else { 0 } {
            let at = zone.knowing_apart(place);
            set_u16(self.bytes, at, u16_at(self.bytes, at) | WAS_MIXED);
        }
        batch
    }

    /// Returns true if a card of a stack may be of a batch other than this one, as all can tell: then it counts there.
    fn may_be_of_batch(&self, kind: usize, zone: &Zone, but: usize) -> bool {
        let batches = if self.are_batches() { self.batches_kept() } else { 0 };
        (1..=batches)
            .filter(|&batch| batch != but && self.batch_cards(batch) > 0)
            .any(|batch| self.batch_copies(batch, kind) > 0 && self.room(batch, zone) > 0)
    }

    /// Seats (bits) find out where a card of a stack lies: it counts as one of its kind that they knew to lie there somewhere.
    pub(crate) fn apart_found(&mut self, zone: &Zone, place: usize, seats: u16) {
        if zone.apart == 0 || seats & u16_at(self.bytes, zone.off + zone.apart) == 0 {
            return;
        }
        let kind = zone.card(self.bytes, place);
        let mut left = seats;
        for other in std::iter::once(place).chain(0..zone.size(self.bytes)) {
            if zone.card(self.bytes, other) == kind {
                let at = zone.knowing_apart(other);
                let knowing = u16_at(self.bytes, at);
                set_u16(self.bytes, at, knowing & !left);
                left &= !knowing;
            }
        }
    }

    /// A card has left a stack. Of seats (bits), `seen` knew its place, `apart` that it lay there somewhere, and `knowing` know it
    /// now: these know one card of its kind less, the others one of each kind that it may have been.
    pub(crate) fn apart_leaves(&mut self, kind: usize, zone: &Zone, (seen, apart): (u16, u16), knowing: u16) {
        let seats = u16_at(self.bytes, zone.off + zone.apart) & !seen;
        let mut gone = std::mem::take(&mut self.run.still);
        for seat in (0..self.layout.seats).map(|seat| 1 << seat).filter(|seat| seats & seat != 0) {
            gone.clear();
            if apart & seat != 0 {
                gone.push(kind);
            }
            for place in 0..zone.size(self.bytes) {
                let (other, at) = (zone.card(self.bytes, place), zone.knowing_apart(place));
                let marks = u16_at(self.bytes, at);
                let may_be = if knowing & seat != 0 { other == kind } else { self.is_claimed(other) };
                if marks & seat != 0 && may_be && !gone.contains(&other) {
                    set_u16(self.bytes, at, marks & !seat);
                    gone.push(other);
                }
            }
        }
        self.run.still = gone;
        if zone.size(self.bytes) == 0 {
            set_u16(self.bytes, zone.off + zone.apart, 0);
        }
    }

    /// Hands have changed places: what was in one is now `steps` further in the list.
    pub(crate) fn batch_turned(&mut self, hands: &[usize], steps: usize) {
        let layout = self.layout;
        if !self.are_batches() || layout.zones[hands[0]].hidden == 0 {
            return;
        }
        for batch in 0..=self.batches_kept() {
            let mut rooms = [0; 32];
            for (room, &hand) in rooms.iter_mut().zip(hands) {
                *room = self.number_at(self.room_at(batch, &layout.zones[hand]));
            }
            for (place, &room) in rooms.iter().enumerate().take(hands.len()) {
                let to = &layout.zones[hands[(place + steps) % hands.len()]];
                set_u16(self.bytes, self.room_at(batch, to), room as u16);
            }
        }
    }

    /// All cards of a deck, or of all decks, lie in a zone, and nobody knows in what order or with whom they were.
    pub(crate) fn batch_filled(&mut self, zone: usize, deck: Option<usize>) {
        if !self.are_batches() {
            return;
        }
        let layout = self.layout;
        for batch in 1..=self.batches_kept() {
            if self.batch_cards(batch) == 0 {
                continue;
            }
            let mut cards = 0;
            for kind in 1..=layout.copies.len() {
                if deck.is_none_or(|deck| layout.decks[kind - 1] == deck) {
                    self.set_batch_copies(batch, kind, 0);
                }
                cards += self.batch_copies(batch, kind);
            }
            set_u16(self.bytes, self.batch_at(batch), cards as u16);
        }
        self.fit_all();
        let zone = &layout.zones[zone];
        if zone.hidden > 0 {
            let size = zone.size(self.bytes);
            set_u16(self.bytes, self.room_at(0, zone), size as u16);
        }
        self.tidy_batches();
    }

    /// All know the uppermost card of a stack.
    pub(crate) fn all_know_top(&mut self, zone: &Zone) {
        let at = zone.knowers(zone.size(self.bytes) - 1);
        let all = (1 << self.layout.seats) - 1;
        set_u16(self.bytes, at, all);
        set_u16(self.bytes, at + zone.open, all);
    }
}
