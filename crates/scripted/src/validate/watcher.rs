//! An onlooker of its own: it follows what the rules announce, and holds what each seat is said to know against it.
//!
//! A seat was shown a card that came from or went to a zone that it sees, a zone or a card that was shown to it, and
//! what lies in its own zones when an action is done. It has not seen what lay in its zone for a moment, between two swaps of
//! one action.

use std::iter::zip;

use ludometer_model::{Game as _, Seat, SeatSet, player};

use crate::event::{FILL, RESHUFFLE, What};
use crate::layout::{Kinds, MAX_KINDS, Zone, ZoneKind};
use crate::{ScriptEvent, ScriptGame, ScriptState};

use super::exchange::Cards;

/// The part of a zone that a seat was shown.
#[derive(Clone, Debug)]
struct Shown {
    /// Copies of each kind, from 0, that it can tell to lie there.
    copies: Vec<usize>,
    /// Cards beside these that it saw without the announcement saying which: the uppermost of a stack, or dice.
    others: usize,
    /// The kinds that may be among the cards that it can't tell.
    possible: Kinds,
}

/// A number of cards of some kinds that was said to lie in a zone.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    kinds: Kinds,
    least: usize,
    most: usize,
}

/// The contents of a zone, and the part of it that each seat was shown.
#[derive(Clone, Debug)]
struct Watched {
    bounds: Vec<Bounds>,
    /// Kinds from 0: in order where they have one.
    cards: Vec<usize>,
    shown: Vec<Shown>,
}

/// The announcements in one game, as each seat can see them.
pub(super) struct Watcher<'a> {
    game: &'a ScriptGame,
    zones: Vec<Watched>,
    cards: Cards<'a>,
    /// The kinds that the next announcement is about, if it says any.
    among: Option<Kinds>,
    /// Hands that change places at once, of which some are still to be announced.
    passed: Vec<(usize, usize)>,
}

impl Bounds {
    /// Takes in that a card of one of these kinds has come to the zone, or left it.
    fn follow(&mut self, among: Kinds, comes: bool) {
        let both = self.kinds.and(among);
        if both.is_empty() {
            return;
        }
        let is_sure = both == among;
        if comes {
            self.least += usize::from(is_sure);
            self.most = self.most.saturating_add(1);
        } else {
            self.least = self.least.saturating_sub(1);
            self.most = self.most.saturating_sub(usize::from(is_sure && self.most < usize::MAX));
        }
    }
}

impl Shown {
    /// Returns what a seat knows of cards that it has not seen, or of a zone without any.
    fn nothing(kinds: usize, is_empty: bool) -> Self {
        let possible = if is_empty { Kinds::NONE } else { Kinds::ALL };
        Self { copies: vec![0; kinds], others: 0, possible }
    }

    /// Returns what a seat knows that sees these cards.
    fn all(kinds: usize, cards: &[usize]) -> Self {
        let mut shown = Self { copies: vec![0; kinds], others: 0, possible: Kinds::NONE };
        for &card in cards {
            shown.copies[card] += 1;
        }
        shown
    }
}

impl<'a> Watcher<'a> {
    /// Returns a watcher of a game that has not begun.
    pub(super) fn new(game: &'a ScriptGame) -> Self {
        let zone = |zone: &Zone| Watched {
            bounds: Vec::new(),
            cards: Vec::new(),
            shown: vec![Shown::nothing(zone.width, true); game.seats()],
        };
        Self {
            game,
            zones: game.layout().zones.iter().map(zone).collect(),
            cards: Cards::new(game.layout()),
            among: None,
            passed: Vec::new(),
        }
    }

    /// Lets each seat know what its own cards tell it of those of others, by the contents of the zones.
    fn tell_roles(&mut self) {
        for role in &self.game.layout().roles {
            for (seat, &own) in role.zones.iter().enumerate() {
                if !self.zones[own].cards.iter().any(|&kind| role.holders.contains(kind)) {
                    continue;
                }
                for &zone in role.zones.iter().filter(|&&zone| zone != own) {
                    let watched = &mut self.zones[zone];
                    let shown = &mut watched.shown[seat];
                    let (seen, rest): (Vec<usize>, Vec<usize>) =
                        watched.cards.iter().partition(|&&kind| role.seen.contains(kind));
                    let is_one_kind = role.seen.len() == 1;
                    self.cards.say(zone, role.seen, (seen.len(), seen.len()), Some(seat));
                    for &kind in seen.iter().filter(|_| is_one_kind) {
                        shown.copies[kind] = seen.len();
                    }
                    if is_one_kind || seen.is_empty() {
                        shown.possible = shown.possible.and(role.seen.complement());
                    } else if rest.is_empty() {
                        shown.possible = shown.possible.and(role.seen);
                    }
                }
            }
        }
    }

    /// Takes in what an action led to.
    ///
    /// # Errors
    /// Knowledge of a seat in the state that followed although nothing has shown it.
    pub(super) fn see(&mut self, events: &[ScriptEvent], state: &ScriptState) -> Result<(), String> {
        for event in events {
            self.follow(event);
        }
        self.tell_roles();
        self.compare(state).map_err(|what| {
            let changed = events.iter().filter(|event| event.what == What::Swap).count();
            let hint = if changed > 1 {
                ": hands changed places one after the other, so that they lay before other seats in between; `rotate` passes \
                 them on at once"
            } else {
                ""
            };
            format!("{what}{hint}")
        })?;
        self.look(state);
        Ok(())
    }

    fn zone_at(&self, number: i32) -> Option<usize> {
        usize::try_from(number - 1).ok().filter(|&zone| zone < self.zones.len())
    }

    fn follow(&mut self, event: &ScriptEvent) {
        let [a, b, c, flags] = event.numbers;
        self.cards.tick();
        if event.what == What::Among {
            let kind = usize::try_from(a - 1).unwrap_or(usize::MAX);
            self.among.get_or_insert(Kinds::NONE).insert(kind.min(MAX_KINDS - 1));
            return;
        }
        let among = self.among.take();
        match event.what {
            What::Move => self.moved(event, among.as_ref()),
            What::Shuffle => {
                let Some(zone) = self.zone_at(a) else { return };
                match (flags, self.zone_at(b)) {
                    (FILL, _) => self.fill(zone, usize::try_from(b).unwrap_or_default()),
                    (RESHUFFLE, Some(from)) => {
                        self.reshuffle(from, zone, usize::try_from(c).unwrap_or_default());
                    }
                    _ => {}
                }
                if self.game.layout().zones[zone].kind == ZoneKind::Stack {
                    self.cards.mix(zone, None);
                    self.forget(zone);
                }
            }
            What::Show => {
                let Some(zone) = self.zone_at(a) else { return };
                self.show(zone, b, usize::try_from(c).unwrap_or_default());
            }
            What::Reveal => {
                let Some(zone) = self.zone_at(b) else { return };
                let Ok(kind) = usize::try_from(a - 1) else { return };
                for seat in self.lookers(c) {
                    let copies = &mut self.zones[zone].shown[seat].copies[kind];
                    *copies = (*copies).max(1);
                    self.cards.say(zone, Kinds::NONE.with(kind), (1, usize::MAX), Some(seat));
                }
            }
            What::Lacks => {
                let Some(zone) = self.zone_at(b) else { return };
                let Ok(kind) = usize::try_from(a - 1) else { return };
                self.rule_out(zone, Kinds::NONE.with(kind));
            }
            What::Swap => {
                if let (Some(one), Some(other)) = (self.zone_at(a), self.zone_at(b)) {
                    self.zones.swap(one, other);
                    self.cards.pass(&[(one, other), (other, one)]);
                }
            }
            What::Rotate => {
                self.passed.extend(self.zone_at(a).zip(self.zone_at(b)));
                if c == 0 {
                    let passed = std::mem::take(&mut self.passed);
                    let before: Vec<Watched> =
                        passed.iter().map(|&(from, _)| self.zones[from].clone()).collect();
                    self.cards.pass(&passed);
                    zip(passed, before).for_each(|((_, to), watched)| self.zones[to] = watched);
                }
            }
            What::Turn => self.tell_roles(),
            What::Shake => {
                let Some(cup) = self.zone_at(a) else { return };
                let width = self.game.layout().zones[cup].width;
                self.zones[cup].shown.fill(Shown::nothing(width, false));
            }
            What::Only => {
                let Some((zone, kinds)) = self.zone_at(a).zip(among) else { return };
                self.rule_out(zone, kinds.complement());
            }
            What::Holds => {
                let Some((zone, kinds)) = self.zone_at(a).zip(among) else { return };
                let least = usize::try_from(b).unwrap_or_default();
                let most = usize::try_from(c - 1).unwrap_or(usize::MAX);
                self.zones[zone].bounds.push(Bounds { kinds, least, most });
                self.cards.say(zone, kinds, (least, most), None);
            }
            What::Among
            | What::Roll
            | What::Note
            | What::Metric
            | What::Choose
            | What::Number
            | What::Cell
            | What::Interaction
            | What::Took
            // What roles tell follows from the cards.
            | What::Sees
            // What seats know of numbers is held against the numbers.
            | What::Secret => {}
        }
    }

    /// Returns the seats that are shown something, all of them for 0.
    fn lookers(&self, seat: i32) -> std::ops::Range<usize> {
        match usize::try_from(seat - 1) {
            Ok(seat) => seat..seat + 1,
            Err(_) => 0..self.game.seats(),
        }
    }

    /// Follows a card; of one that a seat doesn't know it can tell that it is among these kinds.
    fn moved(&mut self, event: &ScriptEvent, among: Option<&Kinds>) {
        let [card, from, to, _] = event.numbers;
        let Some((kind, (from, to))) =
            usize::try_from(card - 1).ok().zip(self.zone_at(from).zip(self.zone_at(to)))
        else {
            return;
        };
        let layout = self.game.layout();
        let stacked = layout.zones[from].kind == ZoneKind::Stack;
        let before = self.zones[from].cards.len();
        if let Some(place) = self.zones[from].cards.iter().rposition(|&other| other == kind) {
            self.zones[from].cards.remove(place);
        }
        self.zones[to].cards.push(kind);
        let left = self.zones[from].cards.clone();
        let among = among.copied().unwrap_or(Kinds::ALL);
        let (mut known_to_all, mut seen) = (true, SeatSet::default());
        let left_of = |kind: usize| left.iter().filter(|&&other| other == kind).count();
        for seat in Seat::all(layout.seats) {
            let shown = &self.zones[from].shown[seat.index()];
            let sure = shown.copies[kind] == before;
            let lifted = stacked && (shown.copies[kind] > 0 || shown.others > 0);
            let sees = [from, to].iter().any(|&zone| layout.zones[zone].is_seen_by(seat));
            let knows = event.is_open() || sees || sure || lifted;
            known_to_all &= knows;
            if knows {
                seen.insert(seat);
            } else if !stacked {
                self.lose(seat.index(), from, among);
            }
            let shown = &mut self.zones[from].shown[seat.index()];
            if stacked {
                // Any of the cards that it knows may be the one that is left.
                for (kind, copies) in shown.copies.iter_mut().enumerate() {
                    *copies = (*copies).min(left_of(kind));
                }
                shown.others = shown.others.min(left.len());
            } else if knows {
                shown.copies[kind] = shown.copies[kind].saturating_sub(1);
            }
            let shown = &mut self.zones[to].shown[seat.index()];
            if knows {
                shown.copies[kind] += 1;
            } else {
                shown.possible = shown.possible.or(among);
            }
        }
        self.cards.move_one(kind, from, to, seen.iter().map(Seat::index));
        if among != Kinds::ALL {
            self.cards.is_one_of(to, among);
        }
        let is_one = if known_to_all { Kinds::NONE.with(kind) } else { among };
        for (zone, comes) in [(from, false), (to, true)] {
            self.zones[zone].bounds.iter_mut().for_each(|bounds| bounds.follow(is_one, comes));
        }
        if left.is_empty() {
            self.forget(from);
        }
        // Where the cards of a stack lie now, only the seat can tell that laid one of them at a secret depth.
        if event.is_laid_deep() {
            let others = Seat::all(layout.seats).filter(|&seat| Some(seat) != event.layer());
            others.for_each(|seat| self.lose(seat.index(), to, Kinds::ALL));
            self.cards.mix(to, event.layer().map(Seat::index));
        }
    }

    /// Lets a seat be sure no more of the cards of these kinds that it knew in a zone.
    fn lose(&mut self, seat: usize, zone: usize, among: Kinds) {
        let shown = &mut self.zones[zone].shown[seat];
        for (kind, copies) in shown.copies.iter_mut().enumerate() {
            if *copies > 0 && among.contains(kind) {
                *copies = 0;
                shown.possible.insert(kind);
            }
        }
    }

    /// Takes kinds away from those that may be among the cards of a zone that a seat can't tell.
    fn rule_out(&mut self, zone: usize, kinds: Kinds) {
        let rest = kinds.complement();
        self.cards.say(zone, kinds, (0, 0), None);
        self.zones[zone].shown.iter_mut().for_each(|shown| shown.possible = shown.possible.and(rest));
    }

    /// Puts all cards of a deck, or of all decks with 0, into a zone.
    fn fill(&mut self, zone: usize, deck: usize) {
        let (layout, cards) = (self.game.layout(), &self.game.shared.declared.cards);
        let is_of = |kind: usize| deck == 0 || cards.get(kind).is_some_and(|card| card.deck == deck);
        let others = layout.zones.iter().enumerate().filter(|(_, other)| !other.fresh);
        for (number, other) in others {
            let watched = &mut self.zones[number];
            if deck == 0 || other.deck == deck || number == zone {
                watched.cards.clear();
                watched.bounds.clear();
                watched.shown.fill(Shown::nothing(other.width, number != zone));
                continue;
            }
            watched.cards.retain(|&kind| !is_of(kind));
            for shown in &mut watched.shown {
                let gone = shown.copies.iter_mut().enumerate().filter(|(kind, _)| is_of(*kind));
                gone.for_each(|(_, copies)| *copies = 0);
            }
        }
        let filled = cards.iter().enumerate().filter(|(kind, _)| is_of(*kind));
        let filled = filled.flat_map(|(kind, card)| std::iter::repeat_n(kind, card.copies as usize));
        let filled: Vec<usize> = filled.collect();
        self.cards.fill(zone, &filled, is_of);
        self.zones[zone].cards.extend(filled);
    }

    /// Puts all cards of a pile but the uppermost into another zone: everybody knows them.
    fn reshuffle(&mut self, from: usize, to: usize, keep: usize) {
        let kept = self.zones[from].cards.len().saturating_sub(keep);
        let gone: Vec<usize> = self.zones[from].cards.drain(..kept).collect();
        self.cards.move_first(from, to, kept);
        for &kind in &gone {
            let bounds = self.zones[to].bounds.iter_mut();
            bounds.for_each(|bounds| bounds.follow(Kinds::NONE.with(kind), true));
        }
        for shown in &mut self.zones[to].shown {
            for &kind in &gone {
                shown.copies[kind] += 1;
            }
        }
        self.zones[to].cards.extend(gone);
    }

    /// Shows a zone, or the uppermost cards of a stack, to a seat, or with 0 to all.
    fn show(&mut self, zone: usize, seat: i32, cards: usize) {
        let (kind, fresh) = (self.game.layout().zones[zone].kind, self.game.layout().zones[zone].fresh);
        let lookers = self.lookers(seat);
        for seat in lookers.clone() {
            let all = kind != ZoneKind::Stack || cards == 0;
            self.cards.show(zone, seat, if all { usize::MAX } else { cards });
        }
        let watched = &mut self.zones[zone];
        for shown in &mut watched.shown[lookers] {
            if kind == ZoneKind::Stack {
                let more = if cards == 0 { watched.cards.len() } else { cards };
                shown.others = (shown.others + more).min(watched.cards.len());
            } else {
                *shown = Shown::all(shown.copies.len(), &watched.cards);
                // Dice are announced by their number alone.
                shown.others = if fresh { usize::MAX } else { 0 };
            }
        }
    }

    fn forget(&mut self, zone: usize) {
        let (width, is_empty) = (self.game.layout().zones[zone].width, self.zones[zone].cards.is_empty());
        self.zones[zone].shown.fill(Shown::nothing(width, is_empty));
        self.zones[zone].bounds.clear();
    }

    /// Holds what each seat knows of what it doesn't see against what it was shown.
    fn compare(&self, state: &ScriptState) -> Result<(), String> {
        let layout = self.game.layout();
        for (number, (zone, watched)) in zip(&layout.zones, &self.zones).enumerate() {
            let is_said = |(kinds, least, most): (Kinds, usize, usize)| {
                let same = || watched.bounds.iter().filter(|bounds| bounds.kinds == kinds);
                let is_told = (least == 0 || same().any(|bounds| bounds.least >= least))
                    && (most >= zone.size(&state.bytes) || same().any(|bounds| bounds.most <= most));
                // A card that moved may have been known by what all else that was seen left open.
                is_told
                    || Seat::all(layout.seats)
                        .filter(|&seat| !zone.is_seen_by(seat))
                        .all(|seat| !self.cards.may_exceed(seat, number, kinds, (least, most)))
            };
            if let Some((_, least, most)) = layout.said(&state.bytes, zone).find(|&bounds| !is_said(bounds)) {
                let what = if most < zone.size(&state.bytes) {
                    format!("{least} to {most}")
                } else {
                    format!("at least {least}")
                };
                return Err(format!(
                    "all know that {} holds {what} cards of some kinds, which nothing has shown them",
                    called(zone)
                ));
            }
        }
        for seat in Seat::all(layout.seats) {
            let view = self.game.view(state, seat);
            for (number, (zone, watched)) in zip(&layout.zones, &self.zones).enumerate() {
                if zone.is_seen_by(seat) || !matches!(zone.kind, ZoneKind::Bag | ZoneKind::Stack) {
                    continue;
                }
                let shown = &watched.shown[seat.index()];
                let mut known = vec![0; zone.width];
                let size = zone.size(&view.bytes);
                if zone.kind == ZoneKind::Bag {
                    zip(&mut known, zone.all_copies(&view.bytes)).for_each(|(known, copies)| *known = copies);
                } else {
                    let cards = zone.cards(&view.bytes, size);
                    let cards = cards.filter(|&card| card > 0).chain(zone.listed_apart(&view.bytes));
                    cards.for_each(|card| known[card - 1] += 1);
                }
                let there = |kind: usize| {
                    if zone.kind == ZoneKind::Bag {
                        zone.copies(&state.bytes, kind)
                    } else {
                        zone.cards(&state.bytes, size).filter(|&card| card == kind + 1).count()
                    }
                };
                if let Some(kind) = (0..zone.width).find(|&kind| known[kind] > there(kind)) {
                    return Err(format!(
                        "{} takes {} to hold {}, and it does not",
                        player(seat.index()),
                        called(zone),
                        self.card(zone, kind)
                    ));
                }
                let excess = zip(&known, &shown.copies).map(|(known, shown)| known.saturating_sub(*shown));
                let is_open = |kind: usize| {
                    known[kind] > shown.copies[kind]
                        && self.cards.may_be_fewer(seat, number, kind, known[kind])
                };
                if excess.sum::<usize>() > shown.others
                    && let Some(kind) = (0..zone.width).find(|&kind| is_open(kind))
                {
                    return Err(format!(
                        "{} knows that {} holds {}, which nothing has shown it",
                        player(seat.index()),
                        called(zone),
                        self.card(zone, kind)
                    ));
                }
                if zone.kind == ZoneKind::Stack || known.iter().sum::<usize>() >= size || shown.others > 0 {
                    continue;
                }
                let lacking = layout.lacking(&view.bytes, layout.row_of(zone, Some(seat)));
                let possible = |&kind: &usize| {
                    lacking.contains(kind)
                        && shown.possible.contains(kind)
                        && self.cards.may_be_more(seat, number, kind)
                };
                if let Some(kind) = (0..zone.width).find(possible) {
                    return Err(format!(
                        "{} knows that {} holds no other {}, which nothing has shown it",
                        player(seat.index()),
                        called(zone),
                        self.card(zone, kind)
                    ));
                }
            }
        }
        Ok(())
    }

    /// Lets each seat see what lies before it now that an action is done.
    fn look(&mut self, state: &ScriptState) {
        let bytes = &state.bytes;
        let zones = self.game.layout().zones.iter().enumerate();
        for ((number, zone), watched) in zip(zones, &mut self.zones) {
            watched.cards.clear();
            if zone.kind == ZoneKind::Bag {
                let counts = zone.all_copies(bytes).enumerate();
                watched.cards.extend(counts.flat_map(|(kind, copies)| std::iter::repeat_n(kind, copies)));
            } else {
                watched.cards.extend(zone.cards(bytes, zone.cap).filter_map(|card| card.checked_sub(1)));
            }
            self.cards.order(number, &watched.cards);
            for (index, shown) in watched.shown.iter_mut().enumerate() {
                if zone.is_seen_by(Seat::new(index)) {
                    self.cards.show(number, index, usize::MAX);
                    *shown = Shown::all(shown.copies.len(), &watched.cards);
                }
            }
        }
    }

    fn card(&self, zone: &Zone, kind: usize) -> String {
        let card = self.game.shared.declared.cards.get(kind).filter(|_| !zone.fresh);
        card.map_or_else(|| format!("a {}", kind + 1), |card| card.name.clone())
    }
}

/// Returns a zone as the script calls it.
fn called(zone: &Zone) -> String {
    match zone.owner {
        Some(seat) => format!("{}[{}]", zone.name, seat.index() + 1),
        None => zone.name.clone(),
    }
}
