//! A seat's knowledge, and states dealt anew from it.

use ludometer_model::{Contradiction, KindSet, Places, Rng, Seat, deal_hidden, player};

use crate::layout::{FULL, LACKS, Layout, MORE, Visible, Zone, ZoneKind, head};

/// The most hidden zones that cards are dealt to.
const MAX_PLACES: usize = 64;

impl Layout {
    /// Turns the bytes of a state into what this seat knows: where it doesn't see the cards of a zone, those that it knows to
    /// be there stand in their place; of what others know of a zone, what it can tell.
    pub(crate) fn blot(&self, bytes: &mut [u8], seat: Seat) {
        for zone in &self.zones {
            match zone.kind {
                ZoneKind::Bag if zone.visible != Visible::All => self.blot_bag(bytes, zone, seat),
                ZoneKind::Stack => {
                    for place in 0..zone.cap {
                        if !zone.knowing(bytes, place).contains(seat) {
                            bytes[zone.cards() + place] = 0;
                        }
                    }
                }
                ZoneKind::Bag | ZoneKind::List | ZoneKind::Row => {}
            }
        }
        for secret in &self.secrets {
            if !self.is_changed(bytes, secret) {
                continue;
            }
            for other in self.others(seat) {
                let at = secret.off + 4 * other.index();
                bytes[at..at + 4].copy_from_slice(&secret.low.to_le_bytes());
            }
        }
        if self.sealed {
            for other in self.others(seat) {
                let at = head::SEALS + 8 * other.index();
                bytes[at..at + 8].fill(0);
            }
        }
    }

    fn blot_bag(&self, bytes: &mut [u8], zone: &Zone, seat: Seat) {
        let seen = zone.is_seen_by(seat);
        if !seen {
            let row = self.row_of(zone, Some(seat));
            bytes.copy_within(row + 4..row + 4 + zone.width, zone.counts());
        }
        let onlooker = self.row_of(zone, None);
        for other in self.others(seat).filter(|other| !zone.is_seen_by(*other)) {
            let row = self.row_of(zone, Some(other));
            let (more, full) = (bytes[row + 2] & MORE, bytes[row + 2] & FULL);
            // Who sees the zone sees what others learn of it; of other zones only what all can tell.
            if !seen || more != 0 {
                bytes.copy_within(onlooker..onlooker + self.row, row);
                bytes[row + 2] = bytes[row + 2] & !FULL | more | full;
            }
        }
    }

    /// Checks that what a seat, or an onlooker, certainly knows of a bag is true of it.
    pub(crate) fn check_known(&self, bytes: &[u8], zone: &Zone, seat: Option<Seat>) -> Result<(), String> {
        let row = self.row_of(zone, seat);
        let lacking = self.lacking(bytes, row);
        let counts = &bytes[zone.counts()..zone.counts() + zone.width];
        let known = &bytes[row + 4..row + 4 + zone.width];
        let total: u16 = known.iter().map(|&copies| u16::from(copies)).sum();
        let possible = counts.iter().zip(known).all(|(there, known)| known <= there);
        let lacked = (0..zone.width).all(|kind| !lacking.contains(kind) || counts[kind] == known[kind]);
        if possible && lacked && total == crate::layout::u16_at(bytes, row) {
            return Ok(());
        }
        let who = seat.map_or_else(|| "an onlooker".to_owned(), |seat| player(seat.index()));
        Err(format!("what {who} knows of {} is not true: {known:?} of {counts:?}", zone.name))
    }

    fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.seats).filter(move |&other| other != seat)
    }

    /// Turns what a seat knows into a state that agrees with it: the cards that it doesn't know are dealt to where they may
    /// be, dice and secret numbers are drawn. Sealed choices are left out.
    ///
    /// # Errors
    /// [`Contradiction`] if no deal agrees with it.
    pub(crate) fn deal(
        &self,
        bytes: &mut [u8],
        seat: Seat,
        pool: &mut Vec<u8>,
        rng: &mut Rng,
    ) -> Result<(), Contradiction> {
        self.unknown_cards(bytes, pool);
        let mut places = [Places { count: 0, allowed: KindSet::NONE }; MAX_PLACES];
        let mut order = [(0_u32, 0_usize); MAX_PLACES];
        let mut count = 0;
        for (number, zone) in self.zones.iter().enumerate() {
            let Some((unknown, allowed)) = self.unknown(bytes, zone, seat) else { continue };
            if unknown == 0 || zone.fresh {
                if zone.fresh {
                    roll(bytes, zone, unknown, allowed, rng)?;
                }
                continue;
            }
            if count == MAX_PLACES {
                return Err(Contradiction);
            }
            let fitting = pool.iter().filter(|&&kind| allowed.contains(usize::from(kind))).count();
            // The tightest zones first: those that few of the cards fit, for the places that they have.
            order[count] = ((fitting as u32) << 8 | count as u32, number);
            places[count] = Places { count: unknown as u16, allowed };
            count += 1;
        }
        let order = &mut order[..count];
        order.sort_unstable();
        let by_tightness: [Places; MAX_PLACES] =
            std::array::from_fn(|i| order.get(i).map_or(places[0], |(key, _)| places[(key & 255) as usize]));
        let free = deal_hidden(pool, &by_tightness[..count], rng)?;
        if free != 0 {
            return Err(Contradiction);
        }
        let mut dealt = pool.iter().rev().copied();
        for (&(_, number), places) in order.iter().zip(&by_tightness) {
            let zone = &self.zones[number];
            let cards = dealt.by_ref().take(usize::from(places.count));
            if zone.kind == ZoneKind::Bag {
                cards.for_each(|kind| bytes[zone.counts() + usize::from(kind)] += 1);
            } else {
                let mut place = zone.cards();
                for kind in cards {
                    while bytes[place] != 0 {
                        place += 1;
                    }
                    bytes[place] = kind + 1;
                }
            }
        }
        for secret in &self.secrets {
            if !self.is_changed(bytes, secret) {
                continue;
            }
            for other in self.others(seat) {
                let span = (i64::from(secret.high) - i64::from(secret.low) + 1) as u32;
                let number = secret.low + rng.below(span) as i32;
                let at = secret.off + 4 * other.index();
                bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
            }
        }
        for zone in self.zones.iter().filter(|zone| zone.know > 0) {
            for other in self.others(seat).filter(|other| !zone.is_seen_by(*other)) {
                self.see_all(bytes, zone, other);
            }
        }
        Ok(())
    }

    /// Lets a seat know all cards of a zone if everybody knows that it does.
    fn see_all(&self, bytes: &mut [u8], zone: &Zone, seat: Seat) {
        let row = self.row_of(zone, Some(seat));
        if bytes[row + 2] & FULL != 0 {
            bytes.copy_within(zone.off..zone.off + 2, row);
            bytes[row + 2] |= LACKS;
            bytes.copy_within(zone.counts()..zone.counts() + zone.width, row + 4);
            bytes[row + 4 + self.width..row + self.row].fill(255);
        }
    }

    /// Fills the pool with the cards of the game that stand nowhere in the bytes, by their kinds from 0.
    fn unknown_cards(&self, bytes: &[u8], pool: &mut Vec<u8>) {
        let mut left = [0_i32; 256];
        for (kind, left) in left.iter_mut().take(self.kinds).enumerate() {
            *left = i32::from(bytes[self.total + 1 + kind]);
        }
        for zone in self.zones.iter().filter(|zone| !zone.fresh) {
            if zone.kind == ZoneKind::Bag {
                for (left, &copies) in left.iter_mut().zip(&bytes[zone.counts()..zone.counts() + zone.width])
                {
                    *left -= i32::from(copies);
                }
            } else {
                for &card in bytes[zone.cards()..zone.cards() + zone.cap].iter().filter(|&&card| card != 0) {
                    left[usize::from(card) - 1] -= 1;
                }
            }
        }
        pool.clear();
        for (kind, &copies) in left.iter().take(self.kinds).enumerate() {
            pool.extend(std::iter::repeat_n(kind as u8, copies.max(0) as usize));
        }
    }

    /// Returns how many cards of a zone the seat doesn't know, and what they can be; none where it sees them all.
    fn unknown(&self, bytes: &[u8], zone: &Zone, seat: Seat) -> Option<(usize, KindSet)> {
        let size = zone.size(bytes);
        match zone.kind {
            ZoneKind::List | ZoneKind::Row => None,
            ZoneKind::Bag if zone.is_seen_by(seat) => None,
            ZoneKind::Bag => {
                let row = self.row_of(zone, Some(seat));
                let known = usize::from(crate::layout::u16_at(bytes, row));
                let lacking = self.lacking(bytes, row);
                Some((size.saturating_sub(known), zone.kinds.and(lacking.complement())))
            }
            ZoneKind::Stack => {
                let cards = &bytes[zone.cards()..zone.cards() + size];
                Some((size - cards.iter().filter(|&&card| card != 0).count(), zone.kinds))
            }
        }
    }
}

/// Rolls dice that the seat doesn't know.
fn roll(
    bytes: &mut [u8],
    zone: &Zone,
    dice: usize,
    allowed: KindSet,
    rng: &mut Rng,
) -> Result<(), Contradiction> {
    let faces = (0..zone.width).filter(|&face| allowed.contains(face)).count();
    for _ in 0..dice {
        if faces == 0 {
            return Err(Contradiction);
        }
        let nth = rng.index(faces);
        let face = (0..zone.width).filter(|&face| allowed.contains(face)).nth(nth).ok_or(Contradiction)?;
        bytes[zone.counts() + face] += 1;
    }
    Ok(())
}
