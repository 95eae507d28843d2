//! A seat's knowledge, and states dealt anew from it.

use ludometer_model::{Contradiction, PlacesOf, Rng, Seat, deal_hidden, player};

use crate::worlds::{Dealer, Puzzle};

use crate::layout::{FULL, Kinds, LACKS, Layout, MAX_KINDS, MORE, Visible, Zone, ZoneKind, cards_at, head};

/// The most hidden zones that cards are dealt to.
const MAX_PLACES: usize = 64;

/// Hidden places that admit the same kinds.
type Places = PlacesOf<{ MAX_KINDS.div_ceil(64) }>;

/// The room that a deal of hidden cards takes.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    /// Kinds, from 0.
    cards: Vec<u16>,
    /// By kind from 0, the copies that the viewer has not seen.
    left: Vec<i32>,
    /// The zones with unknown cards, by how few cards fit them: the number of cards that fit, of the zone, and its places.
    zones: Vec<(usize, usize, Places)>,
    places: Vec<Places>,
    puzzle: Puzzle,
    dealer: Dealer,
    /// The cards of each class of the puzzle.
    fitting: Vec<Vec<u16>>,
}

impl Pool {
    /// Makes a puzzle of the cards and where they may lie, and parts the cards by its classes.
    fn set_puzzle(&mut self) {
        self.puzzle.clear();
        self.puzzle.rooms.extend(self.zones.iter().map(|(_, _, places)| places.count));
        self.fitting.iter_mut().for_each(Vec::clear);
        for cards in self.cards.chunk_by(|one, other| one == other) {
            let fits = |place: &usize| self.zones[*place].2.allowed.contains(usize::from(cards[0]));
            let places = (0..self.zones.len()).filter(fits).map(|place| 1 << place).sum();
            let class = self.puzzle.add(cards.len() as u16, places, 0);
            if self.fitting.len() <= class {
                self.fitting.resize(class + 1, Vec::new());
            }
            self.fitting[class].extend_from_slice(cards);
        }
    }
}

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
                            zone.set_card(bytes, place, 0);
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
            let known = self.known(row);
            bytes.copy_within(known..known + self.size_of_card * zone.width, zone.counts());
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
        let counts = zone.all_copies(bytes);
        let known = cards_at(bytes, self.known(row), zone.width, self.size_of_card);
        let total: usize = known.clone().sum();
        let pairs = || counts.clone().zip(known.clone());
        let possible = pairs().all(|(there, known)| known <= there);
        let lacked =
            pairs().enumerate().all(|(kind, (there, known))| !lacking.contains(kind) || there == known);
        if possible && lacked && total == usize::from(crate::layout::u16_at(bytes, row)) {
            return Ok(());
        }
        let who = seat.map_or_else(|| "an onlooker".to_owned(), |seat| player(seat.index()));
        let pairs: Vec<(usize, usize)> = pairs().collect();
        Err(format!(
            "what {who} knows of {} is not true: by kind, there are and it knows {pairs:?}",
            zone.name
        ))
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
        pool: &mut Pool,
        rng: &mut Rng,
    ) -> Result<(), Contradiction> {
        self.unknown_cards(bytes, pool);
        pool.zones.clear();
        let mut is_restricted = false;
        for (number, zone) in self.zones.iter().enumerate() {
            let Some((unknown, allowed)) = self.unknown(bytes, zone, seat) else { continue };
            if unknown == 0 || zone.fresh {
                if zone.fresh {
                    roll(bytes, zone, unknown, allowed, rng)?;
                }
                continue;
            }
            if pool.zones.len() == MAX_PLACES {
                return Err(Contradiction);
            }
            is_restricted |= allowed != zone.kinds;
            let fitting = pool.cards.iter().filter(|&&kind| allowed.contains(usize::from(kind))).count();
            pool.zones.push((fitting, number, Places { count: unknown as u16, allowed }));
        }
        if is_restricted {
            pool.set_puzzle();
        }
        if is_restricted && !pool.puzzle.is_nested() {
            let Pool { zones, puzzle, dealer, fitting, .. } = pool;
            for class in fitting.iter_mut() {
                rng.shuffle(class);
            }
            dealer.deal(puzzle, rng, |place, class| {
                if let Some(kind) = fitting[class].pop() {
                    self.zones[zones[place].1].put(bytes, usize::from(kind));
                }
            })?;
        } else {
            self.deal_in_turn(bytes, pool, rng)?;
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

    /// Deals to the tightest zones first, those that few of the cards fit, for the places that they have: right where of any
    /// two zones one takes all that the other takes, or nothing of it.
    fn deal_in_turn(&self, bytes: &mut [u8], pool: &mut Pool, rng: &mut Rng) -> Result<(), Contradiction> {
        pool.zones.sort_unstable_by_key(|&(fitting, number, _)| (fitting, number));
        pool.places.clear();
        pool.places.extend(pool.zones.iter().map(|&(_, _, places)| places));
        if deal_hidden(&mut pool.cards, &pool.places, rng)? != 0 {
            return Err(Contradiction);
        }
        let mut dealt = pool.cards.iter().rev().map(|&kind| usize::from(kind));
        for (_, number, places) in &pool.zones {
            let zone = &self.zones[*number];
            dealt.by_ref().take(usize::from(places.count)).for_each(|kind| zone.put(bytes, kind));
        }
        Ok(())
    }

    /// Lets a seat know all cards of a zone if everybody knows that it does.
    fn see_all(&self, bytes: &mut [u8], zone: &Zone, seat: Seat) {
        let row = self.row_of(zone, Some(seat));
        if bytes[row + 2] & FULL != 0 {
            bytes.copy_within(zone.off..zone.off + 2, row);
            bytes[row + 2] |= LACKS;
            bytes.copy_within(zone.counts()..zone.counts() + self.size_of_card * zone.width, self.known(row));
            bytes[self.lacks(row)..row + self.row].fill(255);
        }
    }

    /// Fills the pool with the cards of the game that stand nowhere in the bytes, by their kinds from 0.
    fn unknown_cards(&self, bytes: &[u8], pool: &mut Pool) {
        let Pool { cards: pool, left, .. } = pool;
        left.clear();
        left.extend((0..self.kinds).map(|kind| self.in_game(bytes, kind) as i32));
        for zone in self.zones.iter().filter(|zone| !zone.fresh) {
            if zone.kind == ZoneKind::Bag {
                for (left, copies) in left.iter_mut().zip(zone.all_copies(bytes)) {
                    *left -= copies as i32;
                }
            } else {
                for card in zone.cards(bytes, zone.cap).filter(|&card| card != 0) {
                    left[card - 1] -= 1;
                }
            }
        }
        pool.clear();
        for (kind, &copies) in left.iter().enumerate() {
            pool.extend(std::iter::repeat_n(kind as u16, copies.max(0) as usize));
        }
    }

    /// Returns how many cards of a zone the seat doesn't know, and what they can be; none where it sees them all.
    fn unknown(&self, bytes: &[u8], zone: &Zone, seat: Seat) -> Option<(usize, Kinds)> {
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
            ZoneKind::Stack => Some((zone.cards(bytes, size).filter(|&card| card == 0).count(), zone.kinds)),
        }
    }
}

/// Rolls dice that the seat doesn't know.
fn roll(
    bytes: &mut [u8],
    zone: &Zone,
    dice: usize,
    allowed: Kinds,
    rng: &mut Rng,
) -> Result<(), Contradiction> {
    let faces = (0..zone.width).filter(|&face| allowed.contains(face)).count();
    for _ in 0..dice {
        if faces == 0 {
            return Err(Contradiction);
        }
        let nth = rng.index(faces);
        let face = (0..zone.width).filter(|&face| allowed.contains(face)).nth(nth).ok_or(Contradiction)?;
        zone.add_copy(bytes, face);
    }
    Ok(())
}
