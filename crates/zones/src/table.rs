//! The table of a game under way: its state, what there is to read, and single changes of zones.

use std::fmt;

use crate::bytes::{card_at, set_card, set_i32, set_u16, u16_at};
use crate::chance::Chance;
use crate::layout::{Layout, Visible, Zone, ZoneKind, head};

/// A mistake of the rules, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault(Box<str>);

impl Fault {
    /// Returns a mistake with this text.
    #[cold]
    pub fn new(text: impl Into<Box<str>>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

/// What a call gives, or the mistake that it found.
pub type Outcome<T> = Result<T, Fault>;

/// What runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Running {
    /// A setup, an act or what follows one: it may change the state.
    #[default]
    Act,
    /// A step, which only lists what may be done.
    Step,
    /// The appeal of actions.
    Appeal,
    /// A figure of each seat: `score`, `estimate` and their like.
    Figure(&'static str),
}

/// How a game ends, once it does.
#[derive(Clone, Copy, Debug, Default)]
pub struct End {
    /// Who wins by name, as bits.
    pub winners: u16,
    /// Who loses by name, as bits.
    pub losers: u16,
    /// All lose.
    pub nobody_wins: bool,
    /// The score decides.
    pub by_score: bool,
}

/// What calls of the rules keep and lead to, beside the state.
#[derive(Debug, Default)]
pub struct Run {
    /// Where chance comes from.
    pub chance: Chance,
    /// What runs.
    pub running: Running,
    /// What seats know is kept.
    pub tracks: bool,
    /// Events are kept.
    pub listens: bool,
    /// The seat, from 1, whose view what runs must keep to; 0 for none.
    pub guard: usize,
    /// Eight bytes for each event.
    pub events: Vec<[u8; 8]>,
    /// The actions of a decision.
    pub actions: Vec<u64>,
    /// Hands while they change places.
    pub held: Vec<u8>,
    /// The state, while choices in secret are carried out that are taken back.
    pub kept: Vec<u8>,
    /// The question that is being answered: its step and its seat, both from 1.
    pub answered: (u8, u8),
    /// How the game ends.
    pub end: End,
    /// The kinds, from 1, of which all can tell that a card which moves is one; none of them: it may be any.
    pub claim: Vec<usize>,
    /// Room for kinds that a card which moves unseen can't be, and for those that its new zone still lacks.
    pub(crate) barred: Vec<usize>,
    pub(crate) still: Vec<usize>,
    /// The batches (bits, 0 among them) that a card which moves, or is found, may be of, where it counts among their cards;
    pub(crate) labels: u32,
    /// of these the ones of which no card can have lain at its new zone before.
    pub(crate) fresh: u32,
    /// No card of a batch can have come to its new zone before.
    pub(crate) is_first: bool,
    /// The seats (bits, an onlooker lowest) that know all cards of a zone from which all go to another one.
    pub(crate) whole: u16,
}

/// The most events of one action.
pub const MOST_EVENTS: usize = 8_192;
/// The most actions of one decision.
pub const MOST_ACTIONS: usize = 8_192;

/// A state of a game with the layout of its bytes, and what a call of its rules leads to.
#[derive(Debug)]
pub struct Table<'a> {
    /// Where everything stands.
    pub layout: &'a Layout,
    /// The state.
    pub bytes: &'a mut [u8],
    /// What a call keeps and leads to.
    pub run: &'a mut Run,
}

impl Table<'_> {
    /// Returns the zone with this number, from 0.
    #[inline]
    pub fn zone(&self, zone: usize) -> &Zone {
        &self.layout.zones[zone]
    }

    /// Writes an event of three numbers.
    #[inline]
    pub fn announce(&mut self, tag: u8, flags: u8, numbers: [usize; 3]) -> Outcome<()> {
        if self.run.events.len() >= MOST_EVENTS {
            return Err(Fault::new(format!("more than {MOST_EVENTS} events in one action")));
        }
        let mut event = [tag, flags, 0, 0, 0, 0, 0, 0];
        for (place, number) in numbers.into_iter().enumerate() {
            set_u16(&mut event, 2 + 2 * place, number as u16);
        }
        self.run.events.push(event);
        Ok(())
    }

    /// Refuses a change where what runs may change nothing.
    #[inline]
    pub fn may_change(&self) -> Outcome<()> {
        if self.run.running == Running::Act { Ok(()) } else { Err(no_change()) }
    }

    /// Changes a number of the rules, where it stands.
    #[inline]
    pub fn set_number(&mut self, at: usize, x: i64) -> Outcome<()> {
        if let Ok(value) = i32::try_from(x)
            && self.run.running == Running::Act
        {
            set_i32(self.bytes, at, value);
            return Ok(());
        }
        Err(self.no_number(at, x))
    }

    #[cold]
    fn no_number(&self, at: usize, x: i64) -> Fault {
        let name = self.layout.number_name(at);
        // That of the whole list, where nothing may change.
        let list = name.split('[').next().unwrap_or(name);
        let step = || usize::from(self.bytes[head::STEP]);
        Fault::new(match self.run.running {
            Running::Act => {
                format!("{name} is {}: numbers of the game are whole numbers below 2^31", crate::said(x))
            }
            Running::Step => {
                let step = step().checked_sub(1).and_then(|step| self.layout.steps.get(step));
                let step = step.map_or("NAME", String::as_str);
                format!("step.{step} changes {list}: a step may change nothing")
            }
            Running::Appeal => format!("an appeal changes {list}: it may change nothing"),
            Running::Figure(figure) => format!("game.{figure} changes {list}: it may change nothing"),
        })
    }

    /// Returns a number of chance from 0 to n - 1.
    #[inline]
    pub fn below(&mut self, n: i64) -> Outcome<usize> {
        if self.run.running != Running::Act {
            return Err(Fault::new("nothing is left to chance in a step or an appeal"));
        }
        if !(1..=i64::from(crate::chance::MOST_BELOW)).contains(&n) {
            return Err(Fault::new(format!("there is no chance number below {n}")));
        }
        Ok(self.run.chance.below(n as u32) as usize)
    }

    /// Holds that the seat whose view what runs must keep to sees this zone, or knows all of it; of one kind of a bag, from 1, or
    /// of all for 0.
    #[inline]
    pub fn guard(&self, zone: &Zone, kind: usize) -> Outcome<()> {
        let seat = self.run.guard;
        if seat == 0 || zone.seen & 1 << seat != 0 {
            return Ok(());
        }
        if zone.kind == ZoneKind::Bag {
            let row = self.row(zone, seat);
            let is_known = || kind > 0 && kind <= zone.width && self.is_lacked(row, kind);
            if u16_at(self.bytes, row) == u16_at(self.bytes, zone.off) || is_known() {
                return Ok(());
            }
        }
        Err(Fault::new(format!(
            "seat {seat} can't see {}, so what it may do or likes to do can't follow from it",
            zone.title()
        )))
    }

    /// Returns the number of cards in a zone.
    #[inline]
    pub fn size(&self, zone: usize) -> usize {
        self.zone(zone).size(self.bytes)
    }

    /// Returns the copies of a kind, from 1.
    pub fn count(&self, zone: usize, kind: usize) -> Outcome<usize> {
        let zone = self.zone(zone);
        if zone.kind == ZoneKind::Bag {
            self.guard(zone, kind)?;
            if kind > zone.width {
                return Err(no_kind(kind, zone));
            }
            Ok(card_at(self.bytes, zone.off + 2 + zone.size_of_card * kind, zone.size_of_card))
        } else {
            let mut copies = 0;
            for place in 0..self.slots(zone) {
                copies += usize::from(self.read(zone, place)? == kind);
            }
            Ok(copies)
        }
    }

    /// Returns true if a card of this kind, from 1, lies there.
    pub fn has(&self, zone: usize, kind: usize) -> Outcome<bool> {
        if self.zone(zone).kind == ZoneKind::Bag {
            return Ok(self.count(zone, kind)? > 0);
        }
        Ok(self.find(zone, kind)? > 0)
    }

    /// Returns the first place, from 1, with a card of this kind, or 0.
    pub fn find(&self, zone: usize, kind: usize) -> Outcome<usize> {
        let zone = self.zone(zone);
        for place in 0..self.slots(zone) {
            if self.read(zone, place)? == kind {
                return Ok(place + 1);
            }
        }
        Ok(0)
    }

    /// Returns the places of a list, stack or row that can hold a card now.
    #[inline]
    pub fn slots(&self, zone: &Zone) -> usize {
        if zone.kind == ZoneKind::Row { zone.cap } else { zone.size(self.bytes) }
    }

    /// Reads a place, from 0, of a list, stack or row.
    #[inline]
    fn read(&self, zone: &Zone, place: usize) -> Outcome<usize> {
        if zone.kind == ZoneKind::Stack
            && self.run.guard != 0
            && zone.knowing(self.bytes, place) & 1 << (self.run.guard - 1) == 0
        {
            self.guard(zone, 0)?;
        }
        Ok(zone.card(self.bytes, place))
    }

    /// Returns the card at a place, from 1, of a list, stack or row; 0 where there is none.
    #[inline]
    pub fn at(&self, zone: usize, place: i64) -> Outcome<usize> {
        let zone = self.zone(zone);
        if place < 1 || place > self.slots(zone) as i64 {
            return Ok(0);
        }
        self.read(zone, place as usize - 1)
    }

    /// Returns the uppermost card of a list, stack or row; 0 where there is none.
    #[inline]
    pub fn top(&self, zone: usize) -> Outcome<usize> {
        let zone = self.zone(zone);
        match self.slots(zone) {
            0 => Ok(0),
            slots => self.read(zone, slots - 1),
        }
    }

    /// Returns the lowest kind in a bag, or 0.
    pub fn any(&self, zone: usize) -> Outcome<usize> {
        let zone = self.zone(zone);
        self.guard(zone, 0)?;
        if zone.size(self.bytes) == 0 {
            return Ok(0);
        }
        let mut copies = zone.all_copies(self.bytes);
        Ok(copies.position(|copies| copies > 0).map_or(0, |kind| kind + 1))
    }

    /// Appends the kinds that lie in a zone, from 1 and in order, each once.
    pub fn kinds(&self, zone: usize, into: &mut Vec<i64>) -> Outcome<()> {
        let zone = self.zone(zone);
        if zone.kind == ZoneKind::Bag {
            self.guard(zone, 0)?;
            let mut left = zone.size(self.bytes);
            for (kind, copies) in zone.all_copies(self.bytes).enumerate() {
                if left == 0 {
                    break;
                }
                if copies > 0 {
                    into.push(kind as i64 + 1);
                    left -= copies;
                }
            }
            return Ok(());
        }
        let first = into.len();
        for place in 0..self.slots(zone) {
            let card = self.read(zone, place)? as i64;
            if card > 0 && !into[first..].contains(&card) {
                into.push(card);
            }
        }
        into[first..].sort_unstable();
        Ok(())
    }

    /// Puts a card into a zone, without what is known of it; `slot` is that of a row, from 1, or any.
    #[inline]
    pub(crate) fn put(&mut self, zone: usize, kind: usize, slot: Option<i64>) -> Outcome<()> {
        if self.zone(zone).kind == ZoneKind::Bag {
            self.put_copies(zone, kind, 1)
        } else {
            self.put_in_order(zone, kind, slot)
        }
    }

    /// Puts copies of a kind into a bag.
    #[inline]
    pub(crate) fn put_copies(&mut self, zone: usize, kind: usize, copies: usize) -> Outcome<()> {
        let zone = &self.layout.zones[zone];
        let most = if zone.size_of_card == 1 { 255 } else { 65_535 };
        let at = zone.copies_base() + zone.size_of_card * kind;
        let sum = card_at(self.bytes, at, zone.size_of_card) + copies;
        if sum > most {
            return Err(too_many(most, zone));
        }
        set_card(self.bytes, at, zone.size_of_card, sum);
        let size = zone.size(self.bytes) + copies;
        set_u16(self.bytes, zone.off, size as u16);
        Ok(())
    }

    fn put_in_order(&mut self, zone: usize, kind: usize, slot: Option<i64>) -> Outcome<()> {
        let (layout, bytes) = (self.layout, &mut *self.bytes);
        let zone = &layout.zones[zone];
        let size = zone.size(bytes);
        if zone.kind == ZoneKind::Row {
            let free = || {
                let place = (0..zone.cap).find(|&place| zone.card(bytes, place) == 0);
                place.map_or(0, |place| place as i64 + 1)
            };
            let at = slot.unwrap_or_else(free);
            if at < 1 || at > zone.cap as i64 {
                let slot = slot.map_or("free slot".to_owned(), |slot| format!("slot {}", crate::said(slot)));
                return Err(Fault::new(format!("{} has no {slot}", zone.title())));
            }
            if zone.card(bytes, at as usize - 1) != 0 {
                return Err(Fault::new(format!("slot {at} of {} isn't free", zone.title())));
            }
            zone.set_card(bytes, at as usize - 1, kind);
        } else {
            if size >= zone.cap {
                return Err(Fault::new(format!("{} is full", zone.title())));
            }
            zone.set_card(bytes, size, kind);
        }
        set_u16(bytes, zone.off, size as u16 + 1);
        Ok(())
    }

    /// Returns the place, from 1, of the uppermost copy in a list, stack or row; 0 for a bag.
    pub(crate) fn uppermost(&self, zone: usize, kind: usize) -> Option<usize> {
        let zone = self.zone(zone);
        if zone.kind == ZoneKind::Bag {
            return Some(0);
        }
        (0..self.slots(zone)).rev().find(|&place| zone.card(self.bytes, place) == kind).map(|place| place + 1)
    }

    /// Takes a card out of a zone, without what is known of it; `place` is that of a list, stack or row, from 1.
    pub(crate) fn take(&mut self, zone: usize, kind: usize, place: Option<usize>) -> Outcome<()> {
        let layout = self.layout;
        let zone = &layout.zones[zone];
        let size = zone.size(self.bytes);
        let missing =
            |table: &Self| Fault::new(format!("there is no {} in {}", table.card_name(kind), zone.title()));
        if zone.kind == ZoneKind::Bag {
            let at = zone.off + 2 + zone.size_of_card * kind;
            let copies = card_at(self.bytes, at, zone.size_of_card);
            if copies == 0 {
                return Err(missing(self));
            }
            set_card(self.bytes, at, zone.size_of_card, copies - 1);
        } else {
            let Some(place) = place else { return Err(missing(self)) };
            let place = place - 1;
            if zone.kind == ZoneKind::Row {
                zone.set_card(self.bytes, place, 0);
            } else {
                let (first, card) = (zone.off + 2, zone.size_of_card);
                self.bytes.copy_within(first + card * (place + 1)..first + card * size, first + card * place);
                zone.set_card(self.bytes, size - 1, 0);
                if zone.kind == ZoneKind::Stack {
                    self.close_gap(zone.knowers(0), place, size);
                    if zone.open > 0 {
                        self.close_gap(zone.knowers(0) + zone.open, place, size);
                    }
                    if zone.apart > 0 {
                        self.close_gap(zone.knowing_apart(0), place, size);
                    }
                }
            }
        }
        set_u16(self.bytes, zone.off, size as u16 - 1);
        Ok(())
    }

    /// Takes one of `size` numbers of two bytes out of a row of them.
    fn close_gap(&mut self, row: usize, place: usize, size: usize) {
        self.bytes.copy_within(row + 2 * (place + 1)..row + 2 * size, row + 2 * place);
        set_u16(self.bytes, row + 2 * (size - 1), 0);
    }

    /// Returns true if a card that moves may be of this kind, from 1, as all can tell.
    #[inline]
    pub(crate) fn is_claimed(&self, kind: usize) -> bool {
        self.run.claim.is_empty() || self.run.claim.contains(&kind)
    }

    /// Returns the name of a kind of card, or its number.
    pub(crate) fn card_name(&self, kind: usize) -> String {
        let name = kind.checked_sub(1).and_then(|kind| self.layout.card_names.get(kind));
        name.cloned().unwrap_or_else(|| kind.to_string())
    }

    /// Returns true if this seat, or an onlooker for 0, sees the cards of a zone.
    pub(crate) fn sees(zone: &Zone, who: usize) -> bool {
        zone.seen & 1 << who != 0
    }

    /// Returns the seat that is to move, from 1; 0 for none.
    pub fn mover(&self) -> usize {
        usize::from(self.bytes[head::MOVER])
    }
}

#[cold]
fn too_many(most: usize, zone: &Zone) -> Fault {
    Fault::new(format!("more than {most} cards of one kind in {}", zone.title()))
}

#[cold]
pub(crate) fn no_kind(kind: usize, zone: &Zone) -> Fault {
    Fault::new(format!("{kind} is no kind that can lie in {}", zone.title()))
}

#[cold]
fn no_change() -> Fault {
    Fault::new("a step, an appeal, a score or an estimate may change nothing")
}

/// The seats that see a zone as bits, an onlooker lowest.
pub fn seen_by(visible: Visible, owner: usize, seats: usize) -> u16 {
    let sees = |who: usize| match visible {
        Visible::All => true,
        Visible::Nobody => false,
        _ if who == 0 => false,
        Visible::Owner => owner == who,
        Visible::Others => owner != who,
    };
    (0..=seats).filter(|&who| sees(who)).fold(0, |mask, who| mask | 1 << who)
}
