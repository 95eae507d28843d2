//! Single cards and their ways: whether two of them could be exchanged without a seat having noticed anything.
//!
//! What a seat knows holds in all histories that it can't tell from the true one. Where two cards lay together in no order, and
//! the seat has seen neither since, each may have gone the other's way; if what was said of zones would still have been true, this is
//! a history that the seat can't tell from the true one.

use std::iter::zip;

use ludometer_model::Seat;

use crate::layout::{Kinds, Layout, ZoneKind};

/// A card and its way.
#[derive(Clone, Debug)]
struct Card {
    /// Its kind, from 0.
    kind: usize,
    /// The zones where it lay, and since when.
    way: Vec<(usize, usize)>,
    /// By seat, when it was seen last: 0 if it never was.
    seen: Vec<usize>,
}

/// A number of cards of some kinds that was said to lie in a zone.
#[derive(Clone, Debug)]
struct Said {
    at: usize,
    cards: Vec<usize>,
    kinds: Kinds,
    least: usize,
    most: usize,
    /// The seat that was told, or all of them.
    seat: Option<usize>,
}

/// A stack that was mixed, or into which a card was laid at a secret depth.
#[derive(Clone, Copy, Debug)]
struct Mixed {
    at: usize,
    zone: usize,
    /// The seat that can tell how deep the card was laid.
    layer: Option<usize>,
}

/// Two cards that go each other's way from a time on.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    cards: [usize; 2],
    at: usize,
}

/// All cards of a game and what became of them, as time goes by: an announcement a tick.
pub(super) struct Cards<'a> {
    layout: &'a Layout,
    now: usize,
    all: Vec<Card>,
    /// The numbers of the cards that lie in each zone: in order where they have one.
    zones: Vec<Vec<usize>>,
    mixed: Vec<Mixed>,
    said: Vec<Said>,
}

impl<'a> Cards<'a> {
    /// Returns the cards of a game that has not begun: none.
    pub(super) fn new(layout: &'a Layout) -> Self {
        let zones = vec![Vec::new(); layout.zones.len()];
        Self { layout, now: 0, all: Vec::new(), zones, mixed: Vec::new(), said: Vec::new() }
    }

    /// Lets time go by: what follows is another announcement.
    pub(super) fn tick(&mut self) {
        self.now += 1;
    }

    fn add(&mut self, kind: usize, zone: usize) {
        let seen = vec![0; self.layout.seats];
        self.zones[zone].push(self.all.len());
        self.all.push(Card { kind, way: vec![(self.now, zone)], seen });
    }

    fn comes(&mut self, card: usize, zone: usize) {
        self.zones[zone].push(card);
        self.all[card].way.push((self.now, zone));
    }

    /// Takes out all cards of some kinds, and puts new ones of these kinds together into a zone.
    pub(super) fn fill(&mut self, zone: usize, kinds: &[usize], is_of: impl Fn(usize) -> bool) {
        let all = &self.all;
        self.zones.iter_mut().for_each(|zone| zone.retain(|&card| !is_of(all[card].kind)));
        for &kind in kinds {
            self.add(kind, zone);
        }
        self.mix(zone, None);
    }

    /// Lets a card go from one zone to another; the seats in the list see which it is.
    pub(super) fn move_one(
        &mut self,
        kind: usize,
        from: usize,
        to: usize,
        seen: impl Iterator<Item = usize>,
    ) {
        let of_kind = |&card: &usize| self.all[card].kind == kind;
        let Some(place) = self.zones[from].iter().rposition(of_kind) else { return };
        let card = self.zones[from].remove(place);
        self.comes(card, to);
        seen.for_each(|seat| self.all[card].seen[seat] = self.now);
    }

    /// Says of the card that came last to a zone that it is of these kinds.
    pub(super) fn is_one_of(&mut self, zone: usize, kinds: Kinds) {
        let card = self.zones[zone].last().copied();
        self.said.extend(card.map(|card| Said {
            at: self.now,
            cards: vec![card],
            kinds,
            least: 1,
            most: 1,
            seat: None,
        }));
    }

    /// Lets so many of the first cards of a pile go to another zone, of which all see which they are.
    pub(super) fn move_first(&mut self, from: usize, to: usize, cards: usize) {
        let cards = cards.min(self.zones[from].len());
        let gone: Vec<usize> = self.zones[from].drain(..cards).collect();
        for card in gone {
            self.comes(card, to);
            self.all[card].seen.fill(self.now);
        }
        self.mix(to, None);
    }

    /// Lets what lies in each of some zones go to another one, all at once.
    pub(super) fn pass(&mut self, ways: &[(usize, usize)]) {
        let before: Vec<Vec<usize>> =
            ways.iter().map(|&(from, _)| std::mem::take(&mut self.zones[from])).collect();
        for (&(_, to), cards) in zip(ways, before) {
            for card in cards {
                self.comes(card, to);
            }
        }
    }

    /// Mixes a stack; of a card that was laid into it at a secret depth one seat may know where it lies.
    pub(super) fn mix(&mut self, zone: usize, layer: Option<usize>) {
        if self.layout.zones[zone].kind == ZoneKind::Stack {
            self.mixed.push(Mixed { at: self.now, zone, layer });
        }
    }

    /// Shows a seat the uppermost cards of a zone, or all.
    pub(super) fn show(&mut self, zone: usize, seat: usize, cards: usize) {
        for &card in self.zones[zone].iter().rev().take(cards) {
            self.all[card].seen[seat] = self.now;
        }
    }

    /// Says to a seat, or to all, that so many cards of these kinds lie in a zone.
    pub(super) fn say(
        &mut self,
        zone: usize,
        kinds: Kinds,
        (least, most): (usize, usize),
        seat: Option<usize>,
    ) {
        let cards = self.zones[zone].clone();
        let is_said = |said: &Said| {
            said.seat == seat
                && (said.least, said.most) == (least, most)
                && said.kinds == kinds
                && said.cards == cards
        };
        if let Some(said) = self.said.iter_mut().rev().take(64).find(|said| is_said(said)) {
            // What is said again holds for longer.
            said.at = self.now;
        } else {
            self.said.push(Said { at: self.now, cards, kinds, least, most, seat });
        }
    }

    /// Puts the cards of a zone in this order, kinds from 0. Dice come and go.
    pub(super) fn order(&mut self, zone: usize, kinds: &[usize]) {
        let there = &self.zones[zone];
        if there.len() == kinds.len() && zip(there, kinds).all(|(&card, &kind)| self.all[card].kind == kind) {
            return;
        }
        let mut before = std::mem::take(&mut self.zones[zone]);
        for &kind in kinds {
            match before.iter().position(|&card| self.all[card].kind == kind) {
                Some(place) => self.zones[zone].push(before.remove(place)),
                None => self.add(kind, zone),
            }
        }
    }

    /// Returns true if, in a history that a seat can't tell from the true one, a zone holds fewer than so many cards of a
    /// kind.
    pub(super) fn may_be_fewer(&self, seat: Seat, zone: usize, kind: usize, copies: usize) -> bool {
        let of_kind = |&&card: &&usize| self.all[card].kind == kind;
        let there = self.zones[zone].iter().filter(of_kind).count();
        self.can_exchange(
            seat,
            zone,
            (there + 1).saturating_sub(copies),
            |here| here == kind,
            |other| other != kind,
        )
    }

    /// Returns true if, in a history that a seat can't tell from the true one, a zone holds more cards of a kind than it
    /// does.
    pub(super) fn may_be_more(&self, seat: Seat, zone: usize, kind: usize) -> bool {
        self.can_exchange(seat, zone, 1, |here| here != kind, |other| other == kind)
    }

    /// Returns true if, in a history that a seat can't tell from the true one, a zone holds fewer or more cards of these kinds
    /// than it is said to hold.
    pub(super) fn may_exceed(
        &self,
        seat: Seat,
        zone: usize,
        kinds: Kinds,
        (least, most): (usize, usize),
    ) -> bool {
        let is_one = |kind: usize| kinds.contains(kind);
        let is_other = |kind: usize| !is_one(kind);
        let cards = &self.zones[zone];
        let there = cards.iter().filter(|&&card| is_one(self.all[card].kind)).count();
        let beyond = |from: usize, to: usize| (from + 1).saturating_sub(to);
        least > 0 && self.can_exchange(seat, zone, beyond(there, least), is_one, is_other)
            || most < cards.len() && self.can_exchange(seat, zone, beyond(most, there), is_other, is_one)
    }

    /// Exchanges so many cards of a zone for cards that lie elsewhere, of these kinds.
    fn can_exchange(
        &self,
        seat: Seat,
        zone: usize,
        number: usize,
        goes: impl Fn(usize) -> bool,
        comes: impl Fn(usize) -> bool,
    ) -> bool {
        let mut exchanged: Vec<Exchange> = Vec::new();
        let others = || self.zones.iter().enumerate().filter(|(other, _)| *other != zone);
        for &one in self.zones[zone].iter().filter(|&&card| goes(self.all[card].kind)) {
            if exchanged.len() >= number {
                break;
            }
            for &other in others().flat_map(|(_, cards)| cards).filter(|&&card| comes(self.all[card].kind)) {
                if exchanged.iter().any(|exchange| exchange.cards.contains(&other)) {
                    continue;
                }
                let Some(at) = self.last_together(seat, one, other) else { continue };
                exchanged.push(Exchange { cards: [one, other], at });
                if self.fits(one, other, at) && self.fits(other, one, at) && self.is_true(seat, &exchanged) {
                    break;
                }
                exchanged.pop();
            }
        }
        exchanged.len() >= number
    }

    /// Returns when two cards lay together last such that a seat could not tell one from the other, if it has seen neither since.
    fn last_together(&self, seat: Seat, one: usize, other: usize) -> Option<usize> {
        let [one, other] = [one, other].map(|card| &self.all[card]);
        let seen = one.seen[seat.index()].max(other.seen[seat.index()]);
        let (mut i, mut j) = (one.way.len(), other.way.len());
        let (mut one_ends, mut other_ends) = (self.now + 1, self.now + 1);
        while i > 0 && j > 0 {
            let ((one_since, zone), (other_since, place)) = (one.way[i - 1], other.way[j - 1]);
            let (since, until) = (one_since.max(other_since), one_ends.min(other_ends));
            if until <= seen {
                return None;
            }
            if zone == place && since < until {
                let at = match self.layout.zones[zone].kind {
                    ZoneKind::Bag => Some(until - 1),
                    ZoneKind::Stack => {
                        let hidden = |mixed: &&Mixed| mixed.zone == zone && mixed.layer != Some(seat.index());
                        let during = |mixed: &&Mixed| (since..until).contains(&mixed.at);
                        self.mixed
                            .iter()
                            .rev()
                            .find(|mixed| hidden(mixed) && during(mixed))
                            .map(|mixed| mixed.at)
                    }
                    ZoneKind::List | ZoneKind::Row => None,
                };
                if let Some(at) = at {
                    return (at >= seen).then_some(at);
                }
            }
            if one_since >= other_since {
                (i, one_ends) = (i - 1, one_since);
            } else {
                (j, other_ends) = (j - 1, other_since);
            }
        }
        None
    }

    /// Returns true if a card could have gone another one's way from a time on: its deck is not barred from any zone.
    fn fits(&self, card: usize, other: usize, at: usize) -> bool {
        let way = &self.all[other].way;
        let before = way.iter().rposition(|&(since, _)| since <= at).unwrap_or(0);
        way[before..].iter().all(|&(_, zone)| self.layout.zones[zone].kinds.contains(self.all[card].kind))
    }

    /// Returns true if all that a seat was told would be true with these exchanges.
    fn is_true(&self, seat: Seat, exchanged: &[Exchange]) -> bool {
        let concerns = |said: &&Said| {
            said.seat.is_none_or(|told| told == seat.index())
                && exchanged.iter().any(|exchange| {
                    said.at > exchange.at && exchange.cards.iter().any(|card| said.cards.contains(card))
                })
        };
        self.said.iter().filter(concerns).all(|said| {
            let kind = |card: usize| {
                let exchange = exchanged.iter().find(|exchange| exchange.cards.contains(&card));
                match exchange.filter(|exchange| said.at > exchange.at) {
                    Some(Exchange { cards: [one, other], .. }) => {
                        self.all[if *one == card { *other } else { *one }].kind
                    }
                    None => self.all[card].kind,
                }
            };
            let cards = said.cards.iter().filter(|&&card| said.kinds.contains(kind(card)));
            (said.least..=said.most).contains(&cards.count())
        })
    }
}
