//! A seat's knowledge, and states dealt anew from it.

use ludometer_model::{Contradiction, PlacesOf, Rng, Seat, SeatSet, deal_hidden, player};

use crate::batches::{Found, Labels};
use crate::secret_numbers::Draw;
use crate::worlds::{Dealer, Limit, Puzzle};

use crate::layout::{
    BEFORE, FULL, Kinds, LACKS, Layout, MAX_KINDS, MORE, SECRET, Visible, Zone, ZoneKind, card_at, cards_at,
    head, set_card, u16_at,
};

/// The most hidden zones that cards are dealt to.
const MAX_PLACES: usize = 64;

/// The most limits to numbers of cards in them that worlds keep to.
const MAX_LIMITS: usize = 64;

/// The bounds of a zone that are kept.
const BOUNDS: usize = 4;

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
    labels: Labels,
    /// Secret numbers that are drawn.
    draw: Draw,
    /// Places of copies that the seat knows, but not of which batch they are: the zone and the kind.
    placed: Vec<(usize, usize)>,
    /// After these, for bags of which a part may be of batches, or came after what was said of the rest: the place of the rest.
    mixed: Vec<usize>,
}

impl Pool {
    /// Returns true if a hand has more room than the cards of all other kinds than one can fill.
    fn fills_a_hand(&self, layout: &Layout) -> bool {
        let hands = self.zones.iter().filter(|(_, number, _)| layout.zones[*number].owner.is_some());
        let room = hands.map(|(_, _, places)| usize::from(places.count)).max().unwrap_or(0);
        let copies = self.cards.chunk_by(|one, other| one == other).map(<[u16]>::len).max().unwrap_or(0);
        room + copies > self.cards.len()
    }

    /// Makes a puzzle of the cards, where they may lie and how many of them, and parts the cards by its classes. To be dealt by
    /// their weights, bags are `parted` that hold cards of batches beside others.
    fn set_puzzle(&mut self, layout: &Layout, bytes: &[u8], parted: bool) {
        let Self { cards, zones, puzzle, fitting, mixed, .. } = self;
        puzzle.clear();
        puzzle.rooms.extend(zones.iter().map(|(_, _, places)| places.count));
        fitting.iter_mut().for_each(Vec::clear);
        // What `holds` said, with the cards that are known.
        let mut bounds = Vec::new();
        mixed.clear();
        let are_batches = layout.batches.are_there(bytes);
        for (place, &(_, number, places)) in zones.iter().enumerate() {
            let zone = &layout.zones[number];
            let said: Vec<Bound> = layout.bounds(bytes, zone).collect();
            // What was said before cards came is of the others alone. Who knows more of them than all do may know which came.
            let mut since: Vec<u16> = said.iter().map(|bound| bound.since).collect();
            since.retain(|since| (1..places.count).contains(since));
            since.sort_unstable_by(|a, b| b.cmp(a));
            since.dedup();
            let is_apart = parted
                && !are_batches
                && zone.size(bytes) == usize::from(places.count + u16_at(bytes, layout.row_of(zone, None)))
                && puzzle.rooms.len() + since.len() <= MAX_PLACES;
            if !is_apart {
                since.clear();
            }
            let first = puzzle.rooms.len();
            for (at, &since_then) in since.iter().enumerate() {
                part(puzzle, mixed, place, since_then - since.get(at + 1).unwrap_or(&0));
            }
            for bound in said {
                let is_of_some = since.contains(&bound.since);
                let parts =
                    since.iter().enumerate().filter(|(_, since)| !is_of_some || **since > bound.since);
                let there = parts.map(|(at, _)| 1 << (first + at)).sum::<u64>() | 1 << place;
                let (room, most) = if is_of_some {
                    (places.count - bound.since, bound.most)
                } else {
                    (places.count, bound.most.saturating_add(bound.since))
                };
                let (least, most) = (bound.least, most.min(room));
                if (least > 0 || most < room) && puzzle.limits.len() < MAX_LIMITS {
                    bounds.push((puzzle.limits.len(), bound.kinds, bound.apart));
                    puzzle.limits.push(Limit { places: there, least, most });
                }
            }
        }
        if are_batches {
            self.add_batches(layout, &bounds, parted);
            return;
        }
        for copies in cards.chunk_by(|one, other| one == other) {
            let kind = usize::from(copies[0]);
            let fits = fitting_places(zones, kind);
            let places = fits | parts_of(mixed, fits, zones.len());
            let class = puzzle.add(copies.len() as u16, places, limits_of(&bounds, kind, 0));
            if fitting.len() <= class {
                fitting.resize(class + 1, Vec::new());
            }
            fitting[class].extend_from_slice(copies);
        }
    }

    /// Adds the cards of each batch and those of none. Copies that the seat can place, but that may be of several batches, are
    /// dealt as well, each kind to a place of its own.
    fn add_batches(&mut self, layout: &Layout, bounds: &[(usize, Kinds, u32)], parted: bool) {
        let Self { cards, zones, puzzle, fitting, labels, placed, mixed, .. } = self;
        placed.clear();
        mixed.clear();
        for &(zone, kind, copies) in labels.placed() {
            if zones.len() + placed.len() < MAX_PLACES {
                placed.push((zone, kind));
                puzzle.rooms.push(copies);
                cards.extend(std::iter::repeat_n(kind as u16, usize::from(copies)));
            }
        }
        cards.sort_unstable();
        // Where a card of a batch may have come to a bag that has lost none since, only as many are in question as came.
        for (place, &(_, zone, _)) in zones.iter().enumerate().filter(|_| parted) {
            let new = puzzle.rooms.len();
            let in_question = labels.came(layout, zone);
            let is_part = (1..puzzle.rooms[place]).contains(&in_question);
            if is_part && layout.zones[zone].kind == ZoneKind::Bag && new < MAX_PLACES {
                part(puzzle, mixed, place, in_question);
                let of_place = puzzle.limits.iter_mut().filter(|limit| limit.places == 1 << place);
                of_place.for_each(|limit| limit.places |= 1 << new);
            }
        }
        let others = zones.len() + placed.len();
        let base = |place: usize| if place < others { place } else { mixed[place - others] };
        let place_of = |place: usize| {
            zones.get(base(place)).map_or_else(|| placed[place - zones.len()].0, |place| place.1)
        };
        let pure: u64 = mixed.iter().map(|place| 1 << place).sum();
        let all = puzzle.rooms.len();
        for batch in 0..labels.batches() {
            let (mut rooms, mut limits) = (0_u64, 0_u64);
            for place in 0..all {
                let zone = place_of(place);
                let most = labels.room(layout, batch, zone);
                let is_pure = batch > 0 && pure >> place & 1 != 0;
                rooms |= u64::from(most > 0 && !is_pure) << place;
                let same: u64 =
                    (0..all).filter(|&other| place_of(other) == zone).map(|other| 1 << other).sum();
                let is_first = same.trailing_zeros() as usize == place;
                let room: u16 =
                    (0..all).filter(|other| same >> other & 1 != 0).map(|other| puzzle.rooms[other]).sum();
                if is_first && most > 0 && most < room && puzzle.limits.len() < MAX_LIMITS {
                    limits |= 1 << puzzle.limits.len();
                    puzzle.limits.push(Limit { places: same, least: 0, most });
                }
            }
            for copies in cards.chunk_by(|one, other| one == other) {
                let kind = usize::from(copies[0]);
                let count = if batch == 0 { labels.strangers(kind) } else { labels.copies(batch, kind) };
                if count == 0 {
                    continue;
                }
                let own = placed.iter().enumerate().filter(|(_, placed)| placed.1 == kind);
                let own: u64 = own.map(|(place, _)| 1 << (zones.len() + place)).sum();
                let fits = fitting_places(zones, kind);
                let places = (fits | parts_of(mixed, fits, others) | own) & rooms;
                let class = puzzle.add(count, places, limits_of(bounds, kind, labels.number(batch)) | limits);
                if fitting.len() <= class {
                    fitting.resize(class + 1, Vec::new());
                }
                fitting[class].extend(std::iter::repeat_n(kind as u16, usize::from(count)));
            }
        }
    }
}

/// Returns the bits of the zones that a kind fits.
fn fitting_places(zones: &[(usize, usize, Places)], kind: usize) -> u64 {
    let fits = |place: &usize| zones[*place].2.allowed.contains(kind);
    (0..zones.len()).filter(fits).map(|place| 1 << place).sum()
}

/// Parts so many cards of a place from its others.
fn part(puzzle: &mut Puzzle, mixed: &mut Vec<usize>, place: usize, cards: u16) {
    mixed.push(place);
    puzzle.rooms[place] -= cards;
    puzzle.rooms.push(cards);
}

/// Returns the bits of the parts of bags that a kind fits; they stand behind the `others`.
fn parts_of(mixed: &[usize], fits: u64, others: usize) -> u64 {
    let parts = mixed.iter().enumerate().filter(|(_, place)| fits >> **place & 1 != 0);
    parts.map(|(at, _)| 1 << (others + at)).sum()
}

/// Returns the bits of the limits that a kind counts for among the cards of a batch.
fn limits_of(bounds: &[(usize, Kinds, u32)], kind: usize, batch: usize) -> u64 {
    let counts = |bound: &&(usize, Kinds, u32)| bound.1.contains(kind) && bound.2 >> batch.min(31) & 1 == 0;
    bounds.iter().filter(counts).map(|(limit, ..)| 1 << limit).sum()
}

/// A number of cards of some kinds that lie among those of a zone that a seat doesn't know.
struct Bound {
    kinds: Kinds,
    least: u16,
    most: u16,
    /// Cards that came since, of which it says nothing.
    since: u16,
    /// The batches (bits) of which it says nothing, as all their cards there came since.
    apart: u32,
}

/// What was said of a bag.
struct Told {
    kinds: Kinds,
    least: usize,
    most: usize,
    since: usize,
    apart: u32,
}

impl Layout {
    /// Turns the bytes of a state into what this seat knows: where it doesn't see the cards of a zone, those that it knows to
    /// be there stand in their place; of what others know of a zone, what it can tell.
    pub(crate) fn blot(&self, bytes: &mut [u8], seat: Seat) {
        for (number, zone) in self.zones.iter().enumerate() {
            match zone.kind {
                ZoneKind::Bag if zone.visible != Visible::All => self.blot_bag(bytes, zone, seat),
                ZoneKind::Stack => self.blot_stack(bytes, number, seat),
                ZoneKind::Bag | ZoneKind::List | ZoneKind::Row => {}
            }
        }
        self.blot_secrets(bytes, seat);
        if self.sealed {
            for other in self.others(seat) {
                let at = head::SEALS + 8 * other.index();
                bytes[at..at + 8].fill(0);
            }
        }
        // Of choices in secret others know who has finished.
        for other in self.others(seat) {
            if let Some(at) = self.secret_of(bytes, other) {
                bytes[at..at + SECRET].fill(0);
                if usize::from(bytes[head::MOVER]) == other.index() + 1 {
                    bytes[head::STEP] = bytes[head::ROOT];
                }
            }
        }
    }

    fn blot_stack(&self, bytes: &mut [u8], number: usize, seat: Seat) {
        let zone = &self.zones[number];
        if zone.apart > 0 {
            let everybody = SeatSet::of_table(self.seats);
            let places = 0..if zone.is_any_apart(bytes) { zone.size(bytes) } else { 0 };
            let places = places.filter(|&place| zone.knowing_apart(bytes, place).contains(seat));
            let mut listed: Vec<usize> = places.map(|place| zone.card(bytes, place)).collect();
            listed.sort_unstable();
            let own = listed.len();
            let holds = self.batches.are_there(bytes) && self.batches.must_hold(bytes, number);
            for kind in (1..=zone.width).filter(|_| holds) {
                let held = self.batches.held(bytes, number, kind - 1);
                if held == 0 {
                    continue;
                }
                let places = (0..zone.size(bytes)).filter(|&place| zone.card(bytes, place) == kind);
                let (mut known, mut open) = (0, 0);
                for place in places {
                    known += usize::from(zone.knowing(bytes, place).contains(seat));
                    open += usize::from(zone.openly_knowing(bytes, place) == everybody);
                }
                listed.extend(std::iter::repeat_n(kind, (held + open).saturating_sub(known)));
            }
            zone.list_apart(bytes, own, listed);
        }
        // Of what is marked as of a batch nobody but the seat that knows the depth can tell.
        let is_layer = zone.open > 0 && zone.secretly_knowing(bytes) == SeatSet::one(seat);
        for place in 0..zone.cap {
            let is_known = zone.knowing(bytes, place).contains(seat);
            if !is_known {
                zone.set_card(bytes, place, 0);
            }
            if zone.open > 0 {
                let is_of_batch = is_layer && is_known && zone.is_of_batch(bytes, place);
                // Whether others know more, it can't tell.
                let mut knowing = zone.openly_knowing(bytes, place);
                if is_known {
                    knowing.insert(seat);
                }
                zone.set_knowing(bytes, place, knowing, is_of_batch);
            }
        }
    }

    fn blot_bag(&self, bytes: &mut [u8], zone: &Zone, seat: Seat) {
        let seen = zone.is_seen_by(seat);
        if !seen {
            let row = self.row_of(zone, Some(seat));
            let known = self.known(row);
            bytes.copy_within(known..known + self.size_of_card * zone.width, zone.counts());
            if self.batches.are_there(bytes) && !zone.fresh {
                self.add_held(bytes, zone);
            }
        }
        let onlooker = self.row_of(zone, None);
        for other in self.others(seat).filter(|other| !zone.is_seen_by(*other)) {
            let row = self.row_of(zone, Some(other));
            // Where cards are shown in secret, that flag would tell of it.
            let more = if self.has_secrets { 0 } else { bytes[row + 2] & MORE };
            let full = bytes[row + 2] & FULL;
            // Who sees the zone sees what others learn of it, unless they may in secret; of other zones only what all can tell.
            if !seen || more != 0 || self.has_secrets {
                bytes.copy_within(onlooker..onlooker + self.row, row);
                bytes[row + 2] = bytes[row + 2] & !FULL | more | full;
            }
        }
    }

    /// Adds the cards that all know to lie in a bag as there is no room for them elsewhere.
    fn add_held(&self, bytes: &mut [u8], zone: &Zone) {
        let number = self.zones.iter().position(|other| other.off == zone.off).unwrap_or_default();
        if !self.batches.must_hold(bytes, number) {
            return;
        }
        let known = self.known(self.row_of(zone, None));
        for kind in 0..zone.width {
            let held = self.batches.held(bytes, number, kind);
            let all = held + card_at(bytes, known + self.size_of_card * kind, self.size_of_card);
            if held > 0 && all > zone.copies(bytes, kind) {
                set_card(bytes, zone.counts() + self.size_of_card * kind, self.size_of_card, all);
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
        if possible && lacked && total == usize::from(u16_at(bytes, row)) {
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
        let is_restricted = self.find_unknown(bytes, seat, pool)?;
        for zone in self.zones.iter().filter(|zone| zone.fresh) {
            if let Some((unknown, allowed)) = self.unknown(bytes, zone, seat) {
                roll(bytes, zone, unknown, allowed, rng)?;
            }
        }
        if is_restricted {
            pool.set_puzzle(self, bytes, true);
        }
        if is_restricted && (self.batches.are_there(bytes) || !pool.puzzle.is_nested()) {
            let Pool { zones, puzzle, dealer, fitting, placed, mixed, .. } = pool;
            for class in fitting.iter_mut() {
                rng.shuffle(class);
            }
            let others = zones.len() + if self.batches.are_there(bytes) { placed.len() } else { 0 };
            dealer.deal(puzzle, rng, |place, class| {
                let kind = fitting[class].pop();
                let base = if place < others { place } else { mixed[place - others] };
                // Beyond the zones lie copies that stand there already.
                if let (Some(kind), Some((_, zone, _))) = (kind, zones.get(base)) {
                    self.zones[*zone].put(bytes, usize::from(kind));
                }
            })?;
        } else {
            self.deal_in_turn(bytes, pool, rng)?;
        }
        for zone in self.zones.iter().filter(|zone| zone.apart > 0) {
            lay_apart(bytes, zone, seat, rng);
        }
        self.draw_secrets(bytes, seat, &mut pool.draw, rng)?;
        for zone in self.zones.iter().filter(|zone| zone.know > 0) {
            for other in self.others(seat).filter(|other| !zone.is_seen_by(*other)) {
                self.see_all(bytes, zone, other);
            }
        }
        for other in self.others(seat) {
            self.tell_roles(bytes, other);
        }
        Ok(())
    }

    /// Lets a seat know what its own cards tell it of those of others.
    fn tell_roles(&self, bytes: &mut [u8], seat: Seat) {
        let count = |bytes: &[u8], zone: &Zone, kinds: Kinds| -> usize {
            let copies = zone.all_copies(bytes).enumerate();
            copies.filter(|(kind, _)| kinds.contains(*kind)).map(|(_, copies)| copies).sum()
        };
        for role in &self.roles {
            if count(bytes, &self.zones[role.zones[seat.index()]], role.holders) == 0 {
                continue;
            }
            for other in self.others(seat) {
                let zone = &self.zones[role.zones[other.index()]];
                let (row, size) = (self.row_of(zone, Some(seat)), zone.size(bytes));
                let known = usize::from(u16_at(bytes, row));
                if known == size {
                    continue;
                }
                let there = count(bytes, zone, role.seen);
                let mut lacking = role.seen;
                let first = (0..zone.width).find(|&kind| role.seen.contains(kind));
                if let (1, Some(kind)) = (role.seen.len(), first) {
                    let at = self.known(row) + self.size_of_card * kind;
                    let more = there - card_at(bytes, at, self.size_of_card);
                    set_card(bytes, at, self.size_of_card, there);
                    set_card(bytes, row, 2, known + more);
                } else if there > 0 {
                    lacking = lacking.complement();
                }
                bytes[row + 2] |= LACKS;
                for kind in (0..zone.width).filter(|&kind| lacking.contains(kind)) {
                    bytes[self.lacks(row) + (kind + 1) / 8] |= 1 << ((kind + 1) % 8);
                }
            }
        }
    }

    /// Finds the cards that a seat doesn't know, and the zones where they may lie. Returns true if these need not take all kinds
    /// of their decks, or as many as there is room for.
    fn find_unknown(&self, bytes: &mut [u8], seat: Seat, pool: &mut Pool) -> Result<bool, Contradiction> {
        let mut is_restricted = self.batches.are_there(bytes);
        if is_restricted {
            self.place_known(bytes, seat, pool);
        }
        self.unknown_cards(bytes, pool);
        pool.zones.clear();
        for (number, zone) in self.zones.iter().enumerate().filter(|(_, zone)| !zone.fresh) {
            let Some((unknown, allowed)) =
                self.unknown(bytes, zone, seat).filter(|(unknown, _)| *unknown > 0)
            else {
                continue;
            };
            if pool.zones.len() == MAX_PLACES {
                return Err(Contradiction);
            }
            is_restricted |= allowed != zone.kinds || self.bounds(bytes, zone).next().is_some();
            let fitting = pool.cards.iter().filter(|&&kind| allowed.contains(usize::from(kind))).count();
            pool.zones.push((fitting, number, Places { count: unknown as u16, allowed }));
        }
        Ok(is_restricted)
    }

    /// Lets the bytes of a view, in which stands what a seat knows, hold all that follows from it: copies that must lie in a bag
    /// count as known there, and kinds that can't lie there lack. Leaves them as they are where that is too long to count.
    pub(crate) fn deduce(&self, bytes: &mut Vec<u8>, seat: Seat, pool: &mut Pool) {
        let mut known = bytes.clone();
        let Ok(is_restricted) = self.find_unknown(&mut known, seat, pool) else { return };
        // What a stock must hold without anything that was said of it is for `unseen` to tell.
        if !is_restricted && !pool.fills_a_hand(self) {
            return;
        }
        pool.set_puzzle(self, &known, false);
        let kinds = self.kinds;
        let (mut least, mut most) = (vec![0; pool.zones.len() * kinds], vec![0; pool.zones.len() * kinds]);
        let Pool { zones, puzzle, dealer, fitting, .. } = pool;
        let all = dealer.ranges(puzzle, |place, class, (low, high)| {
            let cards = &fitting[class];
            for copies in cards.chunk_by(|one, other| one == other).filter(|_| place < zones.len()) {
                let others = cards.len() - copies.len();
                let at = place * kinds + usize::from(copies[0]);
                least[at] += usize::from(low).saturating_sub(others);
                most[at] += usize::from(high).min(copies.len());
            }
        });
        if !all {
            return;
        }
        for (place, &(_, number, _)) in zones.iter().enumerate() {
            let zone = &self.zones[number];
            if zone.apart > 0 {
                let surely = |kind: usize| std::iter::repeat_n(kind + 1, least[place * kinds + kind]);
                let own = zone.own_apart(&known);
                let listed: Vec<usize> =
                    zone.listed_apart(&known).take(own).chain((0..kinds).flat_map(surely)).collect();
                zone.list_apart(&mut known, own, listed);
            }
            if zone.kind != ZoneKind::Bag || !is_restricted && zone.owner.is_none() {
                continue;
            }
            let row = self.row_of(zone, Some(seat));
            for kind in 0..zone.width.min(kinds) {
                let at = place * kinds + kind;
                let copies = zone.copies(&known, kind) + least[at];
                set_card(&mut known, zone.counts() + self.size_of_card * kind, self.size_of_card, copies);
                if most[at] == 0 {
                    known[row + 2] |= LACKS;
                    known[self.lacks(row) + (kind + 1) / 8] |= 1 << ((kind + 1) % 8);
                }
            }
        }
        bytes.clone_from(&known);
    }

    /// Leaves in the bags that a seat doesn't see what it knows to lie there apart from what follows from batches, and reads
    /// these: all cards of a batch are dealt, so that each is as likely to lie elsewhere.
    fn place_known(&self, bytes: &mut [u8], seat: Seat, pool: &mut Pool) {
        for zone in self.zones.iter().filter(|zone| zone.know > 0 && !zone.fresh && !zone.is_seen_by(seat)) {
            let known = self.known(self.row_of(zone, Some(seat)));
            bytes.copy_within(known..known + self.size_of_card * zone.width, zone.counts());
        }
        for zone in self.zones.iter().filter(|zone| zone.apart > 0) {
            let own = zone.own_apart(bytes);
            let listed: Vec<usize> = zone.listed_apart(bytes).take(own).collect();
            zone.list_apart(bytes, own, listed);
        }
        let everybody = SeatSet::of_table(self.seats);
        pool.labels.read(self, bytes, |zone, kind| {
            let mut found = Found::default();
            if zone.kind == ZoneKind::Bag {
                let is_hidden = zone.know > 0 && !zone.is_seen_by(seat);
                found.are_before = is_hidden && bytes[self.row_of(zone, Some(seat)) + 2] & BEFORE != 0;
                found.own = if kind < zone.width { zone.copies(bytes, kind) } else { 0 };
                let known = |at| card_at(bytes, at + self.size_of_card * kind, self.size_of_card);
                found.all =
                    if zone.know == 0 { found.own } else { known(self.known(self.row_of(zone, None))) };
                return found;
            }
            for place in (0..zone.cap).filter(|&place| zone.card(bytes, place) == kind + 1) {
                let is_stack = zone.kind == ZoneKind::Stack;
                found.own += 1;
                found.all += usize::from(!is_stack || zone.openly_knowing(bytes, place) == everybody);
                found.of_batch += usize::from(is_stack && zone.is_of_batch(bytes, place));
            }
            found.apart = zone.listed_apart(bytes).filter(|&listed| listed == kind + 1).count();
            found
        });
    }

    /// Returns what `holds` said of a bag: kinds, and the fewest and the most cards of them.
    pub(crate) fn said<'a>(
        &'a self,
        bytes: &'a [u8],
        zone: &'a Zone,
    ) -> impl Iterator<Item = (Kinds, usize, usize)> + 'a {
        self.told(bytes, zone).map(|told| {
            let number = self.zones.iter().position(|other| other.off == zone.off).unwrap_or_default();
            let apart = self.batches.cards_of(bytes, told.apart, number);
            (told.kinds, told.least, told.most.saturating_add(told.since).saturating_add(apart))
        })
    }

    /// Returns what was said of a bag.
    fn told<'a>(&'a self, bytes: &'a [u8], zone: &'a Zone) -> impl Iterator<Item = Told> + 'a {
        let slots = if zone.know > 0 && self.bound > 0 { BOUNDS } else { 0 };
        let first = zone.know + self.row * (self.seats + 1);
        (0..slots).filter_map(move |slot| {
            let at = first + slot * self.bound;
            let (least, most) = (u16_at(bytes, at), u16_at(bytes, at + 2));
            if least == 0 && most == 0 {
                return None;
            }
            let is_of = |kind: &usize| bytes[at + 10 + (kind + 1) / 8] >> ((kind + 1) % 8) & 1 == 1;
            let kinds = (0..zone.width).filter(is_of).fold(Kinds::NONE, Kinds::with);
            let most = most.checked_sub(1).map_or(usize::MAX, usize::from);
            let apart = u32::from(u16_at(bytes, at + 6)) | u32::from(u16_at(bytes, at + 8)) << 16;
            let (least, since) = (usize::from(least), usize::from(u16_at(bytes, at + 4)));
            Some(Told { kinds, least, most, since, apart })
        })
    }

    /// Returns what was said of the cards of a bag, without those that stand there.
    fn bounds<'a>(&'a self, bytes: &'a [u8], zone: &'a Zone) -> impl Iterator<Item = Bound> + 'a {
        self.told(bytes, zone).map(move |Told { kinds, least, most, since, apart }| {
            let of = || (0..zone.width).filter(|&kind| kinds.contains(kind));
            let known: usize = of().map(|kind| zone.copies(bytes, kind)).sum();
            // What the seat alone knows of it may be among what it says nothing of.
            let row = self.known(self.row_of(zone, None));
            let at = |kind: usize| row + self.size_of_card * kind;
            let counted: usize = if apart == 0 {
                known
            } else {
                of().map(|kind| card_at(bytes, at(kind), self.size_of_card)).sum()
            };
            let rest = |n: usize, known: usize| u16::try_from(n.saturating_sub(known)).unwrap_or(u16::MAX);
            let most = if most == usize::MAX { u16::MAX } else { rest(most, counted) };
            Bound { kinds, least: rest(least, known), most, since: since as u16, apart }
        })
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
                let cards = zone.cards(bytes, zone.cap).filter(|&card| card != 0);
                for card in cards.chain(zone.listed_apart(bytes)) {
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
                let known = usize::from(u16_at(bytes, row));
                let lacking = self.lacking(bytes, row);
                Some((size.saturating_sub(known), zone.kinds.and(lacking.complement())))
            }
            ZoneKind::Stack => {
                let unknown = zone.cards(bytes, size).filter(|&card| card == 0).count();
                Some((unknown.saturating_sub(zone.listed_apart(bytes).count()), zone.kinds))
            }
        }
    }
}

/// Lays the cards that a seat knows to lie in a stack, but not where, among those that were mixed with them: the others there were
/// dealt. It goes on to know them.
fn lay_apart(bytes: &mut [u8], zone: &Zone, seat: Seat, rng: &mut Rng) {
    let listed: Vec<usize> = zone.listed_apart(bytes).collect();
    zone.list_apart(bytes, 0, []);
    if listed.is_empty() {
        return;
    }
    let hidden = (0..zone.size(bytes)).filter(|&place| !zone.knowing(bytes, place).contains(seat));
    let (mut mixed, mut others): (Vec<usize>, Vec<usize>) =
        hidden.partition(|&place| zone.was_mixed(bytes, place));
    let dealt = mixed.iter().chain(&others).map(|&place| zone.card(bytes, place)).filter(|&card| card > 0);
    let dealt: Vec<usize> = dealt.collect();
    rng.shuffle(&mut mixed);
    for kind in listed {
        if let Some(place) = mixed.pop().or_else(|| others.pop()) {
            zone.set_card(bytes, place, kind);
            zone.set_knowing_apart(bytes, place, seat);
        }
    }
    others.append(&mut mixed);
    for (place, kind) in others.into_iter().zip(dealt) {
        zone.set_card(bytes, place, kind);
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
