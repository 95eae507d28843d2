//! What seats learn and know.

use crate::bytes::{set_u16, u16_at};
use crate::layout::{OF_BATCH, WAS_MIXED, Zone, ZoneKind};
use crate::moves::tag;
use crate::rows::{BEFORE, FULL, LACKS, MORE};
use crate::table::{Fault, Outcome, Table, no_kind};

impl Table<'_> {
    fn everybody(&self) -> u16 {
        (1 << (self.layout.seats + 1)) - 1
    }

    /// A card went from one zone to another; `seen` are the seats (bits) that knew the card of a stack, `open` those of whom all
    /// can tell, `apart` those that knew it to lie there, but not where. Returns those that know it, those of whom all can tell,
    /// and those that may know in secret where cards came from.
    pub(crate) fn learn_move(
        &mut self,
        kind: usize,
        (from, to): (usize, usize),
        (seen, open, apart): (u16, u16, u16),
        is_open: bool,
    ) -> (u16, u16, u16) {
        let layout = self.layout;
        let (source, target) = (&layout.zones[from], &layout.zones[to]);
        let (hidden_from, hidden_to) = (source.know > 0, target.know > 0);
        let everybody = self.everybody();
        (self.run.labels, self.run.fresh, self.run.is_first) = (0, 0, false);
        let mut knowing = source.seen | target.seen | (2 * open) | self.run.whole;
        // Who knew the only card there knows where it goes, and all can tell, unless it was shown in secret.
        if hidden_from && source.size(self.bytes) == 0 {
            let informed = knowing;
            for who in (1..=layout.seats).filter(|who| informed >> who & 1 == 0) {
                let knew = self.known_copies(self.row(source, who), kind) == 1 && self.is_told(source, who);
                knowing |= u16::from(knew) << who;
            }
        }
        // All cards there were of one kind, and everybody knew.
        let all_alike = hidden_from && self.known_copies(source.know, kind) == source.size(self.bytes) + 1;
        // What all seats know, an onlooker can be told.
        if all_alike || is_open || knowing >= everybody - 1 {
            knowing = everybody;
        }
        // Kinds of which all can tell that no card of them was there.
        let mut barred = std::mem::take(&mut self.run.barred);
        barred.clear();
        if hidden_from && hidden_to && knowing & 1 == 0 && self.bytes[source.know + 2] & LACKS != 0 {
            let is_barred = |kind: &usize| {
                self.is_lacked(source.know, *kind) && self.known_copies(source.know, *kind) == 0
            };
            barred.extend((1..=source.width).filter(is_barred));
        }
        let mut of_batch = false;
        if layout.batches > 0 {
            if knowing & 1 == 0 {
                of_batch = self.batch_leaves_unseen(kind, from, to, &mut barred);
            } else if source.hidden > 0 {
                self.batch_leaves(kind, from, to, open == everybody / 2);
            }
        }
        if layout.bound > 0 {
            if hidden_from {
                self.bounds_leave(kind, source, knowing & 1 != 0, &barred);
            }
            if hidden_to {
                self.bounds_come(kind, target, knowing & 1 != 0, &barred);
            }
        }
        let open = knowing;
        let mut secret = 0;
        if source.open > 0 {
            secret = u16_at(self.bytes, source.secretly_knowing());
            // Who knows it in secret still does.
            if secret > 0 || layout.shows_secretly {
                knowing |= 2 * seen;
            }
        }
        if source.apart > 0 && self.number_at(source.off + source.apart) > 0 {
            // Whether a seat knew the last one, it alone can tell.
            if source.size(self.bytes) == 0 {
                knowing |= 2 * apart;
            }
            self.apart_leaves(kind, source, (seen, apart), knowing / 2);
        }
        for who in 0..=layout.seats {
            let bit = 1 << who;
            let known = knowing & bit != 0;
            if hidden_from && source.seen & bit == 0 {
                let row = self.row(source, who);
                // Rows in which nothing stands change by nothing.
                if self.number_at(row) > 0 {
                    if !known {
                        self.row_leaves_unseen(row, source.width);
                    } else if !of_batch {
                        self.row_leaves(row, kind);
                    }
                }
            }
            if hidden_to && target.seen & bit == 0 {
                let row = self.row(target, who);
                if known {
                    self.row_gains(row, kind);
                    if open & 1 == 0 {
                        self.bytes[row + 2] &= !BEFORE;
                    }
                    if layout.shows_secretly && open & bit != 0 && target.size(self.bytes) == 1 {
                        self.bytes[row + 2] |= FULL;
                    }
                    // Who knows all that lies there can tell as much, and still can when one of them has gone unseen.
                    if target.size(self.bytes) == self.number_at(row) {
                        for &kind in &barred {
                            self.set_lacked(row, kind, true);
                        }
                    }
                } else if self.bytes[row + 2] > 0 || !barred.is_empty() {
                    self.row_gains_unseen(row, target, &barred);
                }
                if !known && self.run.is_first {
                    self.bytes[row + 2] |= BEFORE;
                }
                if !self.run.claim.is_empty() {
                    self.lacks_unclaimed(target, row, usize::from(!known));
                }
                // Whether it knows this card, only the seat itself can tell.
                if ((2 * secret) | (knowing & !open)) & bit != 0 {
                    self.bytes[row + 2] = self.bytes[row + 2] & !FULL | MORE;
                }
            }
        }
        if source.size(self.bytes) == 0 {
            if hidden_from {
                self.forget(source);
            }
            if secret > 0 {
                set_u16(self.bytes, source.secretly_knowing(), 0);
            }
        }
        self.run.barred = barred;
        self.tidy_batches();
        (knowing >> 1, open >> 1, secret)
    }

    /// Returns true if all can tell that a seat knows what it knows of a zone.
    fn is_told(&self, zone: &Zone, who: usize) -> bool {
        !self.layout.shows_secretly || self.bytes[self.row(zone, who) + 2] & FULL != 0
    }

    /// Returns true if a seat knows all cards of a bag that not all see, and all can tell that it does.
    pub(crate) fn knows_all(&self, zone: &Zone, who: usize) -> bool {
        let known = self.number_at(self.row(zone, who));
        !Self::sees(zone, who) && known == zone.size(self.bytes) && self.is_told(zone, who)
    }

    /// The card that came, of which all can tell what it is one of, may be the only one there that a seat doesn't know. Who does
    /// know it (`unknown` is 0) can tell as much, and still can when the card may be another one.
    fn lacks_unclaimed(&mut self, zone: &Zone, row: usize, unknown: usize) {
        if zone.size(self.bytes) == self.number_at(row) + unknown {
            for kind in 1..=zone.width {
                if !self.is_claimed(kind) {
                    self.set_lacked(row, kind, true);
                }
            }
        }
    }

    /// A card was put where all know that it lies.
    pub(crate) fn learn_put(&mut self, zone: usize, kind: usize) {
        let layout = self.layout;
        let zone = &layout.zones[zone];
        if zone.know > 0 {
            for who in (0..=layout.seats).filter(|&who| !Self::sees(zone, who)) {
                self.row_gains(self.row(zone, who), kind);
            }
            if layout.bound > 0 {
                self.bounds_come(kind, zone, true, &[]);
            }
        } else if zone.kind == ZoneKind::Stack {
            self.all_know_top(zone);
        }
    }

    /// Calls for each of these seats (bits), or without a seat for all: all of several see the same together, unless in secret.
    fn for_each(
        &mut self,
        seats: Option<u16>,
        secret: bool,
        mut work: impl FnMut(&mut Self, Option<usize>) -> Outcome<()>,
    ) -> Outcome<()> {
        let all = self.everybody() / 2;
        match seats {
            Some(seats) if secret || seats != all || self.layout.seats == 1 => (1..=self.layout.seats)
                .filter(|seat| seats >> (seat - 1) & 1 == 1)
                .try_for_each(|seat| work(self, Some(seat))),
            _ => work(self, None),
        }
    }

    /// Seats (bits), or all, see what lies in a zone; in secret the others don't notice.
    pub fn show(&mut self, zone: usize, seats: Option<u16>, secret: bool) -> Outcome<()> {
        self.may_change()?;
        self.for_each(seats, secret, |table, seat| table.show_one(zone, seat, secret))
    }

    fn show_one(&mut self, zone: usize, seat: Option<usize>, secret: bool) -> Outcome<()> {
        let layout = self.layout;
        if layout.zones[zone].kind == ZoneKind::Stack {
            self.look(zone, layout.zones[zone].size(self.bytes), seat, secret);
        } else if self.run.tracks {
            let shown = &layout.zones[zone];
            if let Some(seat) = seat {
                let full = if shown.know > 0 { self.bytes[self.row(shown, seat) + 2] & FULL } else { 0 };
                self.learn_all(shown, seat);
                if secret && shown.know > 0 && !Self::sees(shown, seat) {
                    // No more than what all could tell before of what it can.
                    let row = self.row(shown, seat);
                    self.bytes[row + 2] = LACKS + full;
                }
            } else {
                self.batch_shown(zone);
                (0..=layout.seats).for_each(|who| self.learn_all(shown, who));
                self.tidy_batches();
            }
        }
        if self.run.listens {
            self.announce(tag::SHOW, u8::from(secret), [zone + 1, seat.unwrap_or(0), 0])?;
        }
        Ok(())
    }

    /// Seats (bits), or all, see that a zone holds a kind, from 1; in secret the others don't notice.
    pub fn reveal(&mut self, kind: usize, zone: usize, seats: Option<u16>, secret: bool) -> Outcome<()> {
        self.may_change()?;
        self.for_each(seats, secret, |table, seat| table.reveal_one(kind, zone, seat, secret))
    }

    fn reveal_one(&mut self, kind: usize, zone: usize, seat: Option<usize>, secret: bool) -> Outcome<()> {
        let layout = self.layout;
        let shown = &layout.zones[zone];
        Self::check_kind(shown, kind)?;
        if shown.kind != ZoneKind::Bag || shown.copies(self.bytes, kind - 1) == 0 {
            let (card, name) = (self.card_name(kind), shown.title());
            return Err(Fault::new(format!("reveal: there is no {card} in {name}")));
        }
        if self.run.tracks && shown.know > 0 {
            if seat.is_none() && self.known_copies(shown.know, kind) == 0 {
                self.run.labels = 0;
                self.batch_found(kind, zone, 0);
                if layout.bound > 0 {
                    self.bounds_found(kind, shown);
                }
            }
            for who in 0..=layout.seats {
                let row = self.row(shown, who);
                let learns = seat.is_none_or(|seat| seat == who) && !Self::sees(shown, who);
                if learns && self.known_copies(row, kind) == 0 {
                    self.row_gains(row, kind);
                    if seat.is_some() {
                        self.bytes[row + 2] &= !BEFORE;
                    }
                    if layout.shows_secretly && !secret && shown.size(self.bytes) == 1 {
                        self.bytes[row + 2] |= FULL;
                    }
                }
            }
            if seat.is_none() {
                self.tidy_batches();
            }
        }
        if self.run.listens {
            self.announce(tag::REVEAL, u8::from(secret), [kind, zone + 1, seat.unwrap_or(0)])?;
        }
        Ok(())
    }

    pub(crate) fn check_kind(zone: &Zone, kind: usize) -> Outcome<()> {
        if kind >= 1 && kind <= zone.width { Ok(()) } else { Err(no_kind(kind, zone)) }
    }

    /// Everybody can tell that a zone holds none of these kinds, from 1.
    pub fn lacks_all(&mut self, zone: usize, kinds: &[i64]) -> Outcome<()> {
        self.may_change()?;
        for &kind in kinds {
            self.lacks(zone, usize::try_from(kind).unwrap_or(usize::MAX >> 8))?;
        }
        let layout = self.layout;
        let told = &layout.zones[zone];
        if self.run.tracks && told.know > 0 {
            if layout.bound > 0 {
                self.set_lacking(told, kinds);
            }
            self.narrow_batches(zone);
        }
        Ok(())
    }

    /// Everybody can tell that a zone holds none of a kind, from 1.
    fn lacks(&mut self, zone: usize, kind: usize) -> Outcome<()> {
        self.may_change()?;
        let layout = self.layout;
        let told = &layout.zones[zone];
        Self::check_kind(told, kind)?;
        let name = || told.title();
        if told.kind != ZoneKind::Bag {
            return Err(Fault::new(format!("lacks is for hands and stocks, not for {}", name())));
        }
        if told.copies(self.bytes, kind - 1) > 0 {
            let card = self.card_name(kind);
            return Err(Fault::new(format!("lacks says that {} holds no {card}, but it does", name())));
        }
        if self.run.tracks && told.know > 0 {
            for who in (0..=layout.seats).filter(|&who| !Self::sees(told, who)) {
                self.set_lacked(self.row(told, who), kind, true);
            }
        }
        if self.run.listens {
            self.announce(tag::LACKS, 0, [kind, zone + 1, 0])?;
        }
        Ok(())
    }

    /// Everybody can tell that a zone holds so many cards of these kinds, from 1: at least, and at most.
    pub fn holds(&mut self, zone: usize, kinds: &[i64], least: i64, most: Option<i64>) -> Outcome<()> {
        self.may_change()?;
        let layout = self.layout;
        let told = &layout.zones[zone];
        if told.kind != ZoneKind::Bag || told.fresh {
            return Err(Fault::new(format!("holds is for hands and stocks, not for {}", told.title())));
        }
        if !(0..=65_535).contains(&least) || most.is_some_and(|most| most < least || most > 65_534) {
            let text = "holds(zone, kinds, at_least, at_most): whole numbers, the second not below the first";
            return Err(Fault::new(text));
        }
        let mut there = 0;
        for (place, &kind) in kinds.iter().enumerate() {
            Self::check_kind(told, kind as usize)?;
            if !kinds[..place].contains(&kind) {
                there += told.copies(self.bytes, kind as usize - 1) as i64;
            }
        }
        if there < least || most.is_some_and(|most| there > most) {
            let to = most.map_or("or more".to_owned(), |most| format!("to {most}"));
            return Err(Fault::new(format!(
                "holds says that {} holds {least} {to} cards of these kinds, but it holds {there}",
                told.title()
            )));
        }
        if self.run.tracks && told.know > 0 {
            self.set_bound(told, kinds, least as usize, most.map(|most| most as usize));
            // All cards, or none: then it is certain of each of them.
            let (is_all, is_none) = (least as usize == told.size(self.bytes), most == Some(0));
            if is_all || is_none {
                let is_told = |kind: usize| kinds.contains(&(kind as i64));
                self.rule_out(told, |kind| if is_none { is_told(kind) } else { !is_told(kind) });
                self.narrow_batches(zone);
            }
        }
        self.among(kinds)?;
        if self.run.listens {
            // A single kind has its number in what is left of the bytes of the zone and of the flags.
            let one = if let &[kind] = kinds { kind as usize } else { 0 };
            let most = most.map_or(0, |most| most as usize + 1);
            self.announce(tag::HOLDS, one as u8, [zone + 1 + 256 * (one / 256), least as usize, most])?;
        }
        Ok(())
    }

    /// Nobody who doesn't see a zone takes cards of these kinds to lie there.
    fn rule_out(&mut self, zone: &Zone, is_out: impl Fn(usize) -> bool) {
        for kind in (1..=zone.width).filter(|&kind| is_out(kind)) {
            for who in (0..=self.layout.seats).filter(|&who| !Self::sees(zone, who)) {
                self.set_lacked(self.row(zone, who), kind, true);
            }
        }
    }

    /// Everybody can tell that a zone holds no other kinds than these, from 1.
    pub fn only(&mut self, zone: usize, kinds: &[i64]) -> Outcome<()> {
        self.may_change()?;
        let layout = self.layout;
        let told = &layout.zones[zone];
        if told.kind != ZoneKind::Bag || told.fresh {
            return Err(Fault::new(format!("only is for hands and stocks, not for {}", told.title())));
        }
        for &kind in kinds {
            Self::check_kind(told, usize::try_from(kind).unwrap_or(0))?;
        }
        let tracks = self.run.tracks && told.know > 0;
        for kind in (1..=told.width).filter(|&kind| !kinds.contains(&(kind as i64))) {
            if told.copies(self.bytes, kind - 1) > 0 {
                let (name, card) = (told.title(), self.card_name(kind));
                return Err(Fault::new(format!(
                    "only says that {name} holds no other kinds of cards, but it holds {card}"
                )));
            }
        }
        if tracks {
            self.rule_out(told, |kind| !kinds.contains(&(kind as i64)));
            if layout.bound > 0 {
                let others = (1..=told.width as i64).filter(|kind| !kinds.contains(kind));
                self.set_lacking(told, &others.collect::<Vec<i64>>());
            }
            self.narrow_batches(zone);
        }
        self.among(kinds)?;
        if self.run.listens {
            let one = if let &[kind] = kinds { kind as usize } else { 0 };
            self.announce(tag::ONLY, u8::from(one > 0), [zone + 1, one, 0])?;
        }
        Ok(())
    }

    /// Seats (bits) look at the uppermost cards of a stack; in secret the others don't notice.
    pub fn peek(&mut self, zone: usize, seats: u16, cards: i64, secret: bool) -> Outcome<()> {
        self.may_change()?;
        let layout = self.layout;
        let stack = &layout.zones[zone];
        if stack.kind != ZoneKind::Stack {
            let name = stack.title();
            return Err(Fault::new(format!("peek looks at a stack; {name} is none: use show")));
        }
        if !(0..=65_535).contains(&cards) {
            return Err(Fault::new(format!("peek(stack, seat, n): n is a whole number, not {cards}")));
        }
        let cards = (cards as usize).min(stack.size(self.bytes));
        self.for_each(Some(seats), secret, |table, seat| {
            table.look(zone, cards, seat, secret);
            if table.run.listens {
                table.announce(tag::SHOW, u8::from(secret), [zone + 1, seat.unwrap_or(0), cards])?;
            }
            Ok(())
        })
    }

    /// A seat, or all, see the uppermost cards of a stack.
    fn look(&mut self, zone: usize, cards: usize, seat: Option<usize>, secret: bool) {
        let layout = self.layout;
        let stack = &layout.zones[zone];
        let size = stack.size(self.bytes);
        let all = self.everybody() / 2;
        let bits = seat.map_or(all, |seat| 1 << (seat - 1));
        for place in size.saturating_sub(cards)..size {
            let before = stack.openly_knowing(self.bytes, place);
            let knowing = stack.knowing(self.bytes, place);
            self.apart_found(stack, place, bits & !knowing);
            let of_batch = u16_at(self.bytes, stack.knowers(place)) & OF_BATCH;
            set_u16(self.bytes, stack.knowers(place), knowing | bits | of_batch);
            if secret {
                continue;
            }
            set_u16(self.bytes, stack.knowers(place) + stack.open, before | bits);
            if self.run.tracks && before != all && before | bits == all {
                self.batch_found(stack.card(self.bytes, place), zone, 1);
                self.tidy_batches();
            }
        }
    }

    /// Announces the kinds that what follows is about.
    pub(crate) fn among(&mut self, kinds: &[i64]) -> Outcome<()> {
        if self.run.listens {
            for &kind in kinds {
                self.announce(tag::AMONG, 0, [kind as usize, usize::from(kinds.len() == 1), 0])?;
            }
        }
        Ok(())
    }

    fn known_in(&self, zone: &Zone, kind: usize) -> usize {
        let who = self.run.guard;
        if zone.kind == ZoneKind::Bag {
            // Of a bag that it doesn't see, what it knows to lie there.
            return if kind > zone.width { 0 } else { zone.copies(self.bytes, kind - 1) };
        }
        let knows = |place: usize| {
            zone.kind != ZoneKind::Stack || zone.knowing(self.bytes, place) & 1 << (who - 1) != 0
        };
        let places = (0..self.slots(zone)).filter(|&place| knows(place));
        let apart = self.listed_apart(zone).filter(|&listed| listed == kind).count();
        apart + places.filter(|&place| zone.card(self.bytes, place) == kind).count()
    }

    /// Returns the cards of a stack, in what a seat knows, that it knows to lie there, but not where: these stand in the place of
    /// who else knows them.
    fn listed_apart<'a>(&'a self, zone: &'a Zone) -> impl Iterator<Item = usize> + 'a {
        let places = if zone.apart > 0 { zone.cap } else { 0 };
        let kinds = (0..places).map(|place| u16_at(self.bytes, zone.knowing_apart(place)) & !WAS_MIXED);
        kinds.map(usize::from).take_while(|&kind| kind > 0)
    }

    fn only_for_appeals(&self) -> Outcome<()> {
        if self.is_appeal() {
            return Ok(());
        }
        Err(Fault::new("known and unseen are for appeals: rules follow from what happens"))
    }

    /// Returns the copies of a kind, from 1, that the seat knows to lie in a zone. In appeals only.
    pub fn known(&self, zone: usize, kind: usize) -> Outcome<usize> {
        Self::check_kind(self.zone(zone), kind)?;
        self.only_for_appeals()?;
        Ok(self.known_in(self.zone(zone), kind))
    }

    /// Returns the copies of a kind, from 1, that the seat has not seen. In appeals only.
    pub fn unseen(&self, kind: usize) -> Outcome<i64> {
        if kind < 1 || kind > self.layout.card_names.len() {
            return Err(Fault::new(format!("{kind} is no kind of card")));
        }
        self.only_for_appeals()?;
        let mut left = self.copies_at(self.layout.total, kind) as i64;
        for zone in self.layout.zones.iter().filter(|zone| !zone.fresh) {
            left -= self.known_in(zone, kind) as i64;
        }
        Ok(left)
    }

    /// Returns true if the seat can't rule out that a card of a kind, from 1, lies in a zone. In appeals only.
    pub fn possible(&self, zone: usize, kind: usize) -> Outcome<bool> {
        let asked = self.zone(zone);
        Self::check_kind(asked, kind)?;
        self.only_for_appeals()?;
        if self.known_in(asked, kind) > 0 {
            return Ok(true);
        }
        let mut left = asked.size(self.bytes);
        match asked.kind {
            ZoneKind::Bag => {
                let who = self.run.guard;
                if Self::sees(asked, who) || self.is_lacked(self.row(asked, who), kind) {
                    return Ok(false);
                }
                left -= asked.all_copies(self.bytes).sum::<usize>();
                if asked.fresh {
                    return Ok(left > 0);
                }
            }
            ZoneKind::Stack => {
                let size = asked.size(self.bytes);
                left -= (0..size).filter(|&place| asked.card(self.bytes, place) > 0).count();
                left -= self.listed_apart(asked).count();
            }
            ZoneKind::List | ZoneKind::Row => return Ok(false),
        }
        let fits = asked.deck == 0 || self.layout.decks[kind - 1] == asked.deck;
        Ok(left > 0 && fits && self.unseen(kind)? > 0)
    }

    /// Holds that two hands can change places.
    fn check_alike(one: &Zone, other: &Zone, call: &str) -> Outcome<()> {
        let are_bags = one.kind == ZoneKind::Bag && other.kind == ZoneKind::Bag;
        if !are_bags || one.width != other.width || one.deck != other.deck {
            return Err(Fault::new(format!(
                "{call} changes hands: {} and {} don't hold the same kinds of cards in no order",
                one.title(),
                other.title()
            )));
        }
        if (one.know == 0) != (other.know == 0) {
            let (open, hidden) = if one.know == 0 { (one, other) } else { (other, one) };
            return Err(Fault::new(format!(
                "{call} changes hands: all see {}, and not {}; move the cards one by one",
                open.title(),
                hidden.title()
            )));
        }
        Ok(())
    }

    /// Hands change places: what lies in each goes `steps` further in the list. Who saw the cards where they lay still knows
    /// them.
    fn turn_hands(&mut self, hands: &[usize], steps: usize) {
        let layout = self.layout;
        let first = &layout.zones[hands[0]];
        let (bytes, known) = (first.bytes, layout.bytes_of_knowledge());
        let knows = self.run.tracks && first.know > 0;
        let mut held = std::mem::take(&mut self.run.held);
        held.clear();
        for &hand in hands {
            let zone = &layout.zones[hand];
            held.extend_from_slice(&self.bytes[zone.off..zone.off + bytes]);
            if knows {
                held.extend_from_slice(&self.bytes[zone.know..zone.know + known]);
            }
        }
        let each = held.len() / hands.len();
        for (place, content) in held.chunks_exact(each).enumerate() {
            let from = &layout.zones[hands[place]];
            let to = &layout.zones[hands[(place + steps) % hands.len()]];
            self.bytes[to.off..to.off + bytes].copy_from_slice(&content[..bytes]);
            if !knows {
                continue;
            }
            self.bytes[to.know..to.know + known].copy_from_slice(&content[bytes..]);
            for who in 0..=layout.seats {
                let row = self.row(to, who);
                if Self::sees(to, who) {
                    self.bytes[row..row + layout.row].fill(0);
                } else if Self::sees(from, who) {
                    self.learn_all(to, who);
                } else if who > 0 {
                    // What it knew of them, their new owner can't tell.
                    self.bytes[row + 2] |= MORE;
                }
            }
        }
        self.run.held = held;
        if self.run.tracks {
            self.batch_turned(hands, steps);
        }
    }

    /// Two hands change places.
    pub fn swap(&mut self, one: usize, other: usize) -> Outcome<()> {
        self.may_change()?;
        Self::check_alike(self.zone(one), self.zone(other), "swap")?;
        if one == other {
            return Ok(());
        }
        self.turn_hands(&[one, other], 1);
        if self.run.listens {
            self.announce(tag::SWAP, 0, [one + 1, other + 1, 0])?;
        }
        Ok(())
    }

    /// Passes hands on by a number of places, all at once.
    pub fn rotate(&mut self, hands: &[usize], steps: i64) -> Outcome<()> {
        self.may_change()?;
        if !(-255..=255).contains(&steps) {
            let text = format!("rotate passes hands on by a whole number of places, not by {steps}");
            return Err(Fault::new(text));
        }
        for (place, &hand) in hands.iter().enumerate() {
            Self::check_alike(self.zone(hands[0]), self.zone(hand), "rotate")?;
            if hands[..place].contains(&hand) {
                let name = self.zone(hand).title();
                return Err(Fault::new(format!("rotate is given {name} twice")));
            }
        }
        if hands.len() < 2 || steps % hands.len() as i64 == 0 {
            return Ok(());
        }
        let by = steps.rem_euclid(hands.len() as i64) as usize;
        self.turn_hands(hands, by);
        if self.run.listens {
            for (place, &hand) in hands.iter().enumerate() {
                let to = hands[(place + by) % hands.len()];
                self.announce(tag::ROTATE, 0, [hand + 1, to + 1, hands.len() - 1 - place])?;
            }
        }
        Ok(())
    }
}
