//! Cards that move, and what else changes zones.

use crate::bytes::{card_at, set_card, set_u16, u16_at};
use crate::layout::{DICE, OF_BATCH, WAS_MIXED, Zone, ZoneKind};
use crate::table::{Fault, Outcome, Running, Table, no_kind};

/// Flags of a move: nobody chose it; everybody knows it, though it is hidden at both ends.
pub const FORCED: u8 = 1;
const OPEN: u8 = 2;
/// It goes to a depth that one seat alone knows, which stands above this bit.
const DEEP: u8 = 4;

/// Tags of events.
pub mod tag {
    /// A card went from zone to zone.
    pub const MOVE: u8 = 1;
    /// Cards were put together or mixed.
    pub const SHUFFLE: u8 = 2;
    /// A seat, or all, saw what lies in a zone.
    pub const SHOW: u8 = 3;
    /// A seat, or all, saw that a card lies in a zone.
    pub const REVEAL: u8 = 4;
    /// Two hands changed places.
    pub const SWAP: u8 = 5;
    /// A die fell.
    pub const ROLL: u8 = 6;
    /// Dice fell in a cup.
    pub const SHAKE: u8 = 7;
    /// Something that the rules give a name; eight more bytes stand behind it.
    pub const NOTE: u8 = 8;
    /// A sealed choice is carried out; it stands behind it.
    pub const CHOOSE: u8 = 9;
    /// A figure of the designer's own.
    pub const METRIC: u8 = 10;
    /// A turn begins; the numbers stand behind it.
    pub const TURN: u8 = 11;
    /// Everybody can tell that a zone holds no card of a kind.
    pub const LACKS: u8 = 12;
    /// A hand went to another place, one of several at once.
    pub const ROTATE: u8 = 13;
    /// A setup begins; the numbers stand behind it.
    pub const START: u8 = 14;
    /// A seat acts against another.
    pub const INTERACTION: u8 = 15;
    /// A seat took a card.
    pub const TOOK: u8 = 16;
    /// Everybody can tell that a zone holds so many cards of some kinds.
    pub const HOLDS: u8 = 17;
    /// A card told a seat what lies in another hand.
    pub const SEES: u8 = 18;
    /// A secret number changed, or was shown; it stands behind it.
    pub const SECRET: u8 = 19;
    /// One of the kinds that the next event is about.
    pub const AMONG: u8 = 20;
    /// Everybody can tell that a zone holds no other kinds.
    pub const ONLY: u8 = 21;
}

impl Table<'_> {
    /// Moves a card; `place` is where it lies in a list, stack or row, from 1.
    #[inline]
    fn moved(
        &mut self,
        kind: usize,
        from: usize,
        to: usize,
        slot: Option<i64>,
        flags: u8,
        place: Option<usize>,
    ) -> Outcome<()> {
        let layout = self.layout;
        let (source, target) = (&layout.zones[from], &layout.zones[to]);
        if target.deck != source.deck {
            self.check_deck(kind, source, target)?;
        }
        if kind > target.width {
            return Err(no_kind(kind, target));
        }
        let (seen, open, apart) = match (source.kind, place) {
            (ZoneKind::Stack, Some(place)) => {
                let apart =
                    if source.apart > 0 { self.number_at(source.knowing_apart(place - 1)) } else { 0 };
                (
                    source.knowing(self.bytes, place - 1),
                    source.openly_knowing(self.bytes, place - 1),
                    apart as u16 & !WAS_MIXED,
                )
            }
            _ => (0, 0, 0),
        };
        self.take(from, kind, place)?;
        self.put(to, kind, slot)?;
        // What a setup does before anything is left to chance is the same in every game, and everybody knows it.
        let flags = if self.run.chance.is_fixed() { flags | OPEN } else { flags };
        if self.run.tracks {
            let (knowing, open, secret) =
                self.learn_move(kind, (from, to), (seen, open, apart), flags & OPEN != 0);
            if target.kind == ZoneKind::Stack {
                let top = target.knowers(target.size(self.bytes) - 1);
                set_u16(self.bytes, top, knowing);
                if target.open > 0 {
                    set_u16(self.bytes, top + target.open, open);
                    let at = target.secretly_knowing();
                    let before = u16_at(self.bytes, at);
                    set_u16(self.bytes, at, before | secret);
                }
            }
        }
        if self.run.listens {
            self.announce(tag::MOVE, flags, [kind, from + 1, to + 1])?;
        }
        Ok(())
    }

    fn check_move(&self, kind: usize, from: usize, to: usize) -> Outcome<()> {
        self.may_change()?;
        let source = self.zone(from);
        if kind < 1 || kind > source.width {
            return Err(no_kind(kind, source));
        }
        if from == to {
            return Err(Fault::new(format!("a card can't move from {0} to itself", source.title())));
        }
        Ok(())
    }

    fn check_deck(&self, kind: usize, from: &Zone, to: &Zone) -> Outcome<()> {
        if from.deck == DICE {
            let text = format!("dice of {} can't be moved: they are shaken anew", from.title());
            return Err(Fault::new(text));
        }
        let own = self.layout.decks.get(kind - 1).copied().unwrap_or(0);
        if to.deck == 0 || own == to.deck && to.deck != DICE {
            return Ok(());
        }
        let card = self.card_name(kind);
        if to.deck == DICE {
            return Err(Fault::new(format!("{card} can't lie in {}, which holds dice", to.title())));
        }
        let name = |deck: usize| self.layout.deck_names.get(deck - 1).map_or("", String::as_str);
        let of = if own == 0 { "no deck".to_owned() } else { format!("the deck \"{}\"", name(own)) };
        Err(Fault::new(format!(
            "{card} belongs to {of} and can't lie in {}, which holds the deck \"{}\"",
            to.title(),
            name(to.deck)
        )))
    }

    /// Moves a card of a kind, from 1: the uppermost copy, or that in a place, from 1.
    #[inline]
    pub fn move_card(
        &mut self,
        kind: usize,
        from: usize,
        to: usize,
        place: Option<i64>,
        flags: u8,
    ) -> Outcome<()> {
        self.check_move(kind, from, to)?;
        let place = match place {
            None if self.zone(from).kind == ZoneKind::Bag => None,
            None => self.uppermost(from, kind),
            Some(place) => Some(self.named_place(kind, from, place)?),
        };
        self.moved(kind, from, to, None, flags, place)
    }

    fn named_place(&self, kind: usize, from: usize, place: i64) -> Outcome<usize> {
        let zone = self.zone(from);
        let is_there = zone.kind != ZoneKind::Bag
            && place >= 1
            && place <= self.slots(zone) as i64
            && zone.card(self.bytes, place as usize - 1) == kind;
        if is_there {
            return Ok(place as usize);
        }
        let (card, zone) = (self.card_name(kind), zone.title());
        Err(Fault::new(format!("there is no {card} in place {place} of {zone}")))
    }

    /// Lays a card into a slot, from 1, of a row.
    pub fn place_card(&mut self, kind: usize, from: usize, to: usize, slot: i64) -> Outcome<()> {
        self.check_move(kind, from, to)?;
        if self.zone(to).kind != ZoneKind::Row {
            let name = self.zone(to).title();
            let text = format!("place lays cards into the slots of a row; {name} is none");
            return Err(Fault::new(text));
        }
        let place = self.uppermost(from, kind).filter(|&place| place > 0);
        self.moved(kind, from, to, Some(slot), 0, place)
    }

    /// Moves a card as [`Table::move_card`] does, and everybody can tell that it is one of these kinds, from 1.
    pub fn move_as(
        &mut self,
        kinds: &[i64],
        kind: usize,
        from: usize,
        to: usize,
        place: Option<i64>,
    ) -> Outcome<()> {
        self.check_move(kind, from, to)?;
        let source = self.zone(from);
        for &claimed in kinds {
            if claimed < 1 || claimed > source.width as i64 {
                return Err(no_kind(usize::try_from(claimed).unwrap_or(0), source));
            }
        }
        if !kinds.contains(&(kind as i64)) {
            let card = self.card_name(kind);
            return Err(Fault::new(format!("move_as says of {card} that it is one of other kinds")));
        }
        let place = match place {
            None if source.kind == ZoneKind::Bag => None,
            None => self.uppermost(from, kind),
            Some(place) => Some(self.named_place(kind, from, place)?),
        };
        // Of one kind alone all know which card it is.
        if kinds.iter().all(|&claimed| claimed == kind as i64) {
            return self.moved(kind, from, to, None, OPEN, place);
        }
        self.among(kinds)?;
        self.run.claim.clear();
        self.run.claim.extend(kinds.iter().map(|&claimed| claimed as usize));
        let moved = self.moved(kind, from, to, None, 0, place);
        self.run.claim.clear();
        moved
    }

    /// Lays a card into a stack, so many cards deep: only the seat that lays it there knows how deep, the one that is answering
    /// if none is named. The others can't tell any longer what lies where; what they knew to lie there, they know to lie there
    /// somewhere. In an empty stack all know where it lies.
    pub fn insert(
        &mut self,
        kind: usize,
        from: usize,
        to: usize,
        depth: i64,
        seat: Option<i64>,
    ) -> Outcome<()> {
        self.check_move(kind, from, to)?;
        let layout = self.layout;
        let target = &layout.zones[to];
        if target.kind != ZoneKind::Stack {
            let text = format!("insert lays a card into a stack; {} is none", target.title());
            return Err(Fault::new(text));
        }
        let size = target.size(self.bytes) + 1;
        let Some(depth) = usize::try_from(depth).ok().filter(|&depth| depth < size) else {
            return Err(Fault::new(format!(
                "insert: {} has {1} cards, so a card lies 0 to {1} deep, not {depth}",
                target.title(),
                size - 1
            )));
        };
        let seat = match (seat, self.run.answered) {
            (None, (1.., 0)) => {
                return Err(Fault::new(
                    "insert: several seats have chosen here, so say which one knows the depth: insert(c, from, stack, depth, me)",
                ));
            }
            (None, (_, seat)) => usize::from(seat),
            (Some(0), _) => 0,
            (Some(seat), _) => self.seat(seat)?,
        };
        let place = self.uppermost(from, kind).filter(|&place| place > 0);
        self.moved(kind, from, to, None, DEEP + 8 * seat as u8, place)?;
        if size == 1 {
            return Ok(());
        }
        if self.run.tracks {
            let own = if seat > 0 { 1 << (seat - 1) } else { 0 };
            let batch = self.batch_mixed(to, own);
            let is_same = own > 0 && u16_at(self.bytes, target.secretly_knowing()) == own;
            for place in 0..size {
                let at = target.knowers(place);
                let is_of_batch = batch > 0 && self.known_to_all(target, place);
                let before = if is_same { u16_at(self.bytes, at) & OF_BATCH } else { 0 };
                let of_batch = if is_of_batch && own > 0 { OF_BATCH } else { before };
                set_u16(self.bytes, at, target.knowing(self.bytes, place) & own | of_batch);
                set_u16(self.bytes, at + target.open, 0);
            }
            set_u16(self.bytes, target.secretly_knowing(), own);
            self.tidy_batches();
        }
        let (at, first, card) = (size - 1 - depth, target.off + 2, target.size_of_card);
        self.bytes.copy_within(first + card * at..first + card * (size - 1), first + card * (at + 1));
        target.set_card(self.bytes, at, kind);
        self.last_first(target.knowers(at), depth + 1);
        self.last_first(target.knowing_apart(at), depth + 1);
        Ok(())
    }

    /// Lays a card under a pile or stack: who knew where the others lie still does.
    pub fn under(&mut self, kind: usize, from: usize, to: usize) -> Outcome<()> {
        self.check_move(kind, from, to)?;
        let layout = self.layout;
        let target = &layout.zones[to];
        if !matches!(target.kind, ZoneKind::List | ZoneKind::Stack) {
            let text = format!("under lays a card below a pile or stack; {} is none", target.title());
            return Err(Fault::new(text));
        }
        let place = self.uppermost(from, kind).filter(|&place| place > 0);
        self.moved(kind, from, to, None, 0, place)?;
        let (size, card, first) = (target.size(self.bytes), target.size_of_card, target.off + 2);
        self.bytes.copy_within(first..first + card * (size - 1), first + card);
        target.set_card(self.bytes, 0, kind);
        if target.kind == ZoneKind::Stack {
            self.last_first(target.knowers(0), size);
            if target.open > 0 {
                self.last_first(target.knowers(0) + target.open, size);
            }
            if target.apart > 0 {
                self.last_first(target.knowing_apart(0), size);
            }
        }
        Ok(())
    }

    /// Puts the last of `size` numbers of two bytes in front of the others.
    fn last_first(&mut self, row: usize, size: usize) {
        let last = u16_at(self.bytes, row + 2 * (size - 1));
        self.bytes.copy_within(row..row + 2 * (size - 1), row + 2);
        set_u16(self.bytes, row, last);
    }

    /// Returns a card of a bag, each copy equally likely.
    fn any_of(&mut self, zone: usize) -> Outcome<usize> {
        let layout = self.layout;
        let zone = &layout.zones[zone];
        if self.run.chance.is_coupled() {
            return Ok(self.run.chance.race(zone.all_copies(self.bytes)));
        }
        let mut left = self.below(zone.size(self.bytes) as i64)?;
        for (kind, copies) in zone.all_copies(self.bytes).enumerate() {
            if left < copies {
                return Ok(kind + 1);
            }
            left -= copies;
        }
        Ok(0)
    }

    /// Mixes what comes back to an empty supply, if anything does, and returns the number of its cards.
    fn refill(&mut self, zone: usize) -> Outcome<usize> {
        if let Some((source, keep)) = self.layout.zones[zone].refill
            && self.size(source) > keep
        {
            self.reshuffle(source, zone, keep as i64)?;
        }
        Ok(self.size(zone))
    }

    /// Draws the next card: any of a stock or hand, the uppermost of a pile or stack. 0: there is none.
    pub fn draw(&mut self, from: usize, to: usize) -> Outcome<usize> {
        self.may_change()?;
        let layout = self.layout;
        let source = &layout.zones[from];
        let mut size = source.size(self.bytes);
        if size == 0 {
            size = self.refill(from)?;
        }
        if size == 0 {
            return Ok(0);
        }
        if from == to {
            return Err(Fault::new(format!("a card can't be drawn from {} to itself", source.title())));
        }
        let (kind, place) = if source.kind == ZoneKind::Bag {
            (self.any_of(from)?, None)
        } else {
            let mut place = if source.kind == ZoneKind::Row { source.cap } else { size };
            while place > 1 && source.card(self.bytes, place - 1) == 0 {
                place -= 1;
            }
            (source.card(self.bytes, place - 1), Some(place))
        };
        self.moved(kind, from, to, None, 0, place)?;
        Ok(kind)
    }

    /// Returns a card of a hand or stock at random; 0 where there is none.
    pub fn random_card(&mut self, zone: usize) -> Outcome<usize> {
        self.may_change()?;
        if self.zone(zone).kind != ZoneKind::Bag {
            let name = self.zone(zone).title();
            return Err(Fault::new(format!("random_card is for hands and stocks, not for {name}")));
        }
        if self.size(zone) == 0 && self.refill(zone)? == 0 { Ok(0) } else { self.any_of(zone) }
    }

    /// Moves all cards of a zone, in its order; of a bag kind by kind.
    pub fn move_all(&mut self, from: usize, to: usize, flags: u8) -> Outcome<()> {
        self.may_change()?;
        let layout = self.layout;
        let source = &layout.zones[from];
        if from == to {
            return Err(Fault::new(format!("cards can't move from {} to itself", source.title())));
        }
        if source.kind == ZoneKind::Bag {
            // Who knew all of them knows where each goes.
            if self.run.tracks && source.know > 0 {
                let knows = |who: &usize| self.knows_all(source, *who);
                self.run.whole = (1..=layout.seats).filter(knows).map(|who| 1 << who).sum();
            }
            let moved = self.move_bag(source, (from, to), flags);
            self.run.whole = 0;
            return moved;
        }
        // The uppermost last, so that the order stays.
        let mut place = 1;
        while place <= self.slots(source) {
            let kind = source.card(self.bytes, place - 1);
            if kind > 0 {
                self.moved(kind, from, to, None, flags, Some(place))?;
            }
            if kind == 0 || source.kind == ZoneKind::Row {
                place += 1;
            }
        }
        Ok(())
    }

    fn move_bag(&mut self, source: &Zone, (from, to): (usize, usize), flags: u8) -> Outcome<()> {
        for kind in 1..=source.width {
            for _ in 0..source.copies(self.bytes, kind - 1) {
                self.moved(kind, from, to, None, flags, None)?;
            }
        }
        Ok(())
    }

    /// Puts a stack into random order: nobody knows any longer what lies where.
    pub fn shuffle(&mut self, zone: usize) -> Outcome<()> {
        self.may_change()?;
        let is_stack = self.layout.zones[zone].kind == ZoneKind::Stack;
        if self.run.listens && is_stack {
            self.announce(tag::SHUFFLE, 0, [zone + 1, 0, 0])?;
        }
        self.mix(zone)
    }

    /// Puts the cards of a zone into random order, if it has one, as a part of what was announced.
    fn mix(&mut self, zone: usize) -> Outcome<()> {
        let layout = self.layout;
        let target = &layout.zones[zone];
        let size = target.size(self.bytes);
        if target.kind != ZoneKind::Stack || size < 2 {
            return Ok(());
        }
        if self.run.tracks {
            self.batch_mixed(zone, 0);
        }
        let is_apart = target.apart > 0 && self.number_at(target.off + target.apart) > 0;
        for place in (2..=size).rev() {
            let other = self.below(place as i64)?;
            let (one, two) = (target.card(self.bytes, place - 1), target.card(self.bytes, other));
            target.set_card(self.bytes, place - 1, two);
            target.set_card(self.bytes, other, one);
            if is_apart {
                let (here, there) = (target.knowing_apart(place - 1), target.knowing_apart(other));
                let (one, two) = (u16_at(self.bytes, here), u16_at(self.bytes, there));
                set_u16(self.bytes, here, two);
                set_u16(self.bytes, there, one);
            }
        }
        let knowers = target.knowers(0);
        let bytes = if target.open > 0 { 2 * target.cap + target.open + 2 } else { 2 * target.cap };
        self.bytes[knowers..knowers + bytes].fill(0);
        Ok(())
    }

    /// Mixes all cards of a pile but its uppermost `keep`, or of a bag, into another zone.
    ///
    /// # Errors
    /// A fault if `keep` is no number of cards, or `from` has places of its own.
    pub fn reshuffle(&mut self, from: usize, to: usize, keep: i64) -> Outcome<()> {
        self.may_change()?;
        let Some(keep) = usize::try_from(keep).ok().filter(|keep| *keep <= 65_535) else {
            let keep = crate::said(keep);
            return Err(Fault::new(format!("reshuffle keeps a number of cards, not {keep}")));
        };
        let layout = self.layout;
        let (source, target) = (&layout.zones[from], &layout.zones[to]);
        let mut kept = keep;
        match source.kind {
            ZoneKind::Bag => self.move_all(from, to, FORCED)?,
            ZoneKind::List => {
                let size = source.size(self.bytes);
                kept = keep.min(size);
                for place in 0..size - kept {
                    let kind = source.card(self.bytes, place);
                    if target.deck != source.deck {
                        self.check_deck(kind, source, target)?;
                    }
                    self.put_known(to, kind)?;
                }
                let (first, card) = (source.off + 2, source.size_of_card);
                self.bytes.copy_within(first + card * (size - kept)..first + card * size, first);
                self.bytes[first + card * kept..first + card * size].fill(0);
                set_u16(self.bytes, source.off, kept as u16);
            }
            _ => {
                let text = format!("reshuffle takes the cards of a pile or a bag, not of {}", source.title());
                return Err(Fault::new(text));
            }
        }
        if self.run.listens {
            match source.kind {
                ZoneKind::List => self.announce(tag::SHUFFLE, 2, [to + 1, from + 1, kept])?,
                _ => self.announce(tag::SHUFFLE, 0, [to + 1, 0, 0])?,
            }
        }
        self.mix(to)
    }

    /// Puts a card where all know that it lies.
    fn put_known(&mut self, zone: usize, kind: usize) -> Outcome<()> {
        self.put(zone, kind, None)?;
        if self.run.tracks {
            self.learn_put(zone, kind);
        }
        Ok(())
    }

    fn clear(&mut self, zone: usize) {
        let layout = self.layout;
        let zone = &layout.zones[zone];
        self.bytes[zone.off..zone.off + zone.bytes].fill(0);
        self.forget(zone);
    }

    /// Puts all cards of a deck, or of all decks, into a zone; nobody knows anything of them any more.
    pub fn fill(&mut self, zone: usize, deck: Option<usize>) -> Outcome<()> {
        self.may_change()?;
        let layout = self.layout;
        let target = &layout.zones[zone];
        let wanted = deck.unwrap_or(if target.deck == DICE { 0 } else { target.deck });
        if target.deck == DICE {
            let text = format!("fill puts cards into {}, which holds dice", target.title());
            return Err(Fault::new(text));
        }
        if target.deck != 0 && target.deck != wanted {
            let name = layout.deck_names.get(target.deck - 1).map_or("", String::as_str);
            let text =
                format!("fill puts other cards into {}, which holds the deck \"{name}\"", target.title());
            return Err(Fault::new(text));
        }
        let all = wanted == 0;
        for other in 0..layout.zones.len() {
            let fresh = layout.zones[other].fresh;
            if !fresh && (all || layout.zones[other].deck == wanted || other == zone) {
                self.clear(other);
            }
        }
        for kind in 1..=layout.copies.len() {
            if !all && layout.decks[kind - 1] != wanted {
                continue;
            }
            for other in 0..layout.zones.len() {
                if layout.zones[other].fresh || other == zone || all {
                    continue;
                }
                while layout.zones[other].size(self.bytes) > 0 && self.lies_in(other, kind) {
                    let place = self.uppermost(other, kind).filter(|&place| place > 0);
                    self.take(other, kind, place)?;
                    if self.run.tracks && layout.zones[other].know > 0 {
                        self.rows_leave(other, kind);
                    }
                }
            }
            let size = layout.size_of_card;
            set_card(self.bytes, layout.total + size * kind, size, layout.copies[kind - 1]);
            if target.kind == ZoneKind::Bag {
                self.put_copies(zone, kind, layout.copies[kind - 1])?;
            } else {
                for _ in 0..layout.copies[kind - 1] {
                    self.put(zone, kind, None)?;
                }
            }
        }
        if self.run.tracks {
            self.batch_filled(zone, (!all).then_some(wanted));
        }
        if self.run.listens {
            self.announce(tag::SHUFFLE, 1, [zone + 1, if all { 0 } else { wanted }, 0])?;
        }
        self.mix(zone)
    }

    /// Returns true if a card of a kind lies in a zone, whoever may see it.
    fn lies_in(&self, zone: usize, kind: usize) -> bool {
        let zone = self.zone(zone);
        match zone.kind {
            ZoneKind::Bag => kind <= zone.width && zone.copies(self.bytes, kind - 1) > 0,
            _ => (0..self.slots(zone)).any(|place| zone.card(self.bytes, place) == kind),
        }
    }

    /// Rolls a die that all see.
    pub fn roll(&mut self, sides: i64) -> Outcome<usize> {
        self.may_change()?;
        let shown = 1 + self.below(sides)?;
        if self.run.listens {
            self.announce(tag::ROLL, 0, [shown, sides as usize, 0])?;
        }
        Ok(shown)
    }

    /// Shakes dice in a cup, which its seat alone sees.
    pub fn shake(&mut self, cup: usize, dice: i64) -> Outcome<()> {
        self.may_change()?;
        let zone = self.zone(cup);
        if !zone.fresh {
            return Err(Fault::new(format!("shake is for cups; {} is none", zone.title())));
        }
        if !(0..=255).contains(&dice) {
            return Err(Fault::new(format!("{dice} is no number of dice")));
        }
        let sides = zone.width as i64;
        self.clear(cup);
        for _ in 0..dice {
            let shown = 1 + self.below(sides)?;
            self.put(cup, shown, None)?;
        }
        if self.run.listens {
            self.announce(tag::SHAKE, 0, [cup + 1, dice as usize, 0])?;
        }
        Ok(())
    }

    /// Returns true while an appeal runs.
    pub(crate) fn is_appeal(&self) -> bool {
        self.run.running == Running::Appeal
    }

    /// Reads how many copies of a kind, from 1, stand behind this place.
    #[inline]
    pub(crate) fn copies_at(&self, base: usize, kind: usize) -> usize {
        card_at(self.bytes, base + self.layout.size_of_card * kind, self.layout.size_of_card)
    }

    /// Reads a number of two bytes.
    #[inline]
    pub(crate) fn number_at(&self, at: usize) -> usize {
        usize::from(u16_at(self.bytes, at))
    }
}
