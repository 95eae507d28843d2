//! ACT: what may be done, as sets of kinds.

use super::action::Action;
use super::board::Board;
use super::card::{ACTIONS, Face, MAX_GENRES, MAX_KINDS, NO_CARD};
use super::hand::Hand;
use super::held::Held;
use super::kinds::KindBits;
use super::legal::{admits_negative, may_place_joker};
use super::params::Params;
use ludometer_model::{Seat, Slots};

/// The positive and the negative cards among the action cards, bit i for the i-th.
const POSITIVE: u16 = 0x003F;
const NEGATIVE: u16 = 0x0FC0;
/// The interaction cards.
const INTERACTION: u16 = 0x7000;

/// The actions that may be done in ACT, in their order.
#[derive(Clone, Copy)]
pub(super) struct Menu {
    /// Genres of which a film can be published, the high bit of byte g for genre g.
    melds: u64,
    hits: KindBits,
    swaps: KindBits,
    discards: KindBits,
    /// The number of discards.
    throws: u8,
    /// Melds, hits and swaps together: rarely any.
    rare: u8,
    /// Action cards that can be played, bit i for the i-th.
    plays: u16,
}

impl Menu {
    #[inline]
    pub(super) fn of(params: &Params, board: &Board, hand: &Hand, held: &Held) -> Self {
        let toggles = &params.toggles;
        let h = hand.len();
        let published = board.open.has_meld(board.active);
        let needs = usize::from(toggles.go_out_needs_discard);
        let Held { kinds, distinct, .. } = *held;
        let none = KindBits::default();
        let mut menu = Self {
            melds: 0,
            hits: none,
            swaps: none,
            discards: kinds,
            throws: distinct,
            rare: 0,
            plays: if h >= 2 { playable(params, board, kinds) } else { 0 },
        };
        if !published && h >= params.categories + needs {
            menu.melds = held.publishable(params);
        }
        if published && h > needs {
            menu.hits = kinds.and(board.open.hits);
        }
        if published || !toggles.exchange_needs_own_meld {
            menu.swaps = kinds.and(board.open.swaps);
            if toggles.exchanged_joker_must_be_placed {
                menu.swaps.each(|kind| {
                    if !may_place_after(params, board, hand, kind) {
                        menu.swaps = menu.swaps.without(kind);
                    }
                });
            }
        }
        if menu.melds != 0 || !menu.hits.is_empty() || !menu.swaps.is_empty() {
            menu.rare = (menu.melds.count_ones() as usize + menu.hits.len() + menu.swaps.len()) as u8;
        }
        // RD-24: a card taken from the pile may be barred from it.
        let taken = board.taken;
        if !toggles.may_rediscard_taken_card && taken != NO_CARD && h > 1 && hand.copies(taken) == 1 {
            menu.discards = kinds.without(taken);
            menu.throws -= 1;
        }
        let compulsory = || {
            let mut extra = false;
            menu.swaps.each(|kind| extra |= matches!(params.face(kind), Face::Extra { .. }));
            published && extra
        };
        let held_back = (toggles.extra_exchange_compulsory && compulsory())
            || (toggles.exchanged_joker_must_be_placed
                && board.jokers_taken > board.jokers_placed
                && may_place_joker(params, board, hand));
        if held_back {
            // Nothing that would end the turn.
            menu.discards = none;
            menu.throws = 0;
            menu.plays &= if toggles.free_interaction { INTERACTION } else { 0 };
        }
        menu
    }
}

/// Where the slots of each group of actions begin: melds by genre, then hits, exchanges and discards by kind, then plays.
const HITS: usize = MAX_GENRES;
const SWAPS: usize = HITS + MAX_KINDS;
const DISCARDS: usize = SWAPS + MAX_KINDS;
const PLAYS: usize = DISCARDS + MAX_KINDS;

impl Slots for Menu {
    #[inline(always)]
    fn count(&self) -> usize {
        usize::from(self.rare) + usize::from(self.throws) + self.plays.count_ones() as usize
    }

    #[inline(always)]
    fn nth(&self, rank: usize) -> usize {
        let rare = usize::from(self.rare);
        if rank < rare {
            return self.nth_rare(rank);
        }
        let (rank, throws) = (rank - rare, usize::from(self.throws));
        if rank < throws {
            return DISCARDS + usize::from(self.discards.nth(rank));
        }
        PLAYS + u64::from(self.plays).nth(rank - throws)
    }

    #[inline(always)]
    fn each(&self, mut each: impl FnMut(usize)) {
        if self.rare != 0 {
            self.melds.each(|mark| each(mark / 8));
            self.hits.each(|kind| each(HITS + usize::from(kind)));
            self.swaps.each(|kind| each(SWAPS + usize::from(kind)));
        }
        self.discards.each(|kind| each(DISCARDS + usize::from(kind)));
        u64::from(self.plays).each(|card| each(PLAYS + card));
    }
}

impl Menu {
    #[cold]
    fn nth_rare(&self, rank: usize) -> usize {
        let (melds, hits) = (self.melds.count(), self.hits.len());
        if rank < melds {
            self.melds.nth(rank) / 8
        } else if rank < melds + hits {
            HITS + usize::from(self.hits.nth(rank - melds))
        } else {
            SWAPS + usize::from(self.swaps.nth(rank - melds - hits))
        }
    }
}

/// Returns the action in this slot.
#[inline(always)]
pub(super) fn action(params: &Params, slot: usize) -> Action {
    let card = |first: usize| params.naming.card((slot - first) as u8);
    match slot {
        PLAYS.. => play(params, (slot - PLAYS) as u8),
        DISCARDS.. => Action::Discard(card(DISCARDS)),
        SWAPS.. => Action::Exchange(card(SWAPS)),
        HITS.. => Action::Hit(card(HITS)),
        genre => Action::Meld(params.naming.genre(genre as u8)),
    }
}

/// Returns the play of an action card.
#[inline]
const fn play(params: &Params, place: u8) -> Action {
    let card = params.naming.card(params.joker() + 1 + place);
    match 1_u16 << place {
        bit if bit & POSITIVE != 0 => Action::PlayPositive(card),
        bit if bit & NEGATIVE != 0 => Action::PlayNegative(card),
        _ => Action::PlayInteraction(card),
    }
}

/// Returns the action cards among these kinds whose play has an effect.
#[inline]
fn playable(params: &Params, board: &Board, kinds: KindBits) -> u16 {
    let held = kinds.window(usize::from(params.joker()) + 1) & ((1 << ACTIONS.len()) - 1);
    let mut plays = held & INTERACTION;
    if held & !INTERACTION != 0 && board.open.any_meld() {
        if let Some(genre) = board.meld(board.active).genre() {
            plays |= held & POSITIVE & params.fits[usize::from(genre)];
        }
        if held & NEGATIVE != 0 {
            for seat in Seat::all(params.seats).filter(|&seat| seat != board.active) {
                if let Some(genre) = board.meld(seat).genre()
                    && admits_negative(params, board, seat.index())
                {
                    plays |= held & NEGATIVE & params.fits[usize::from(genre)];
                }
            }
        }
    }
    plays
}

/// Returns true if the joker that an exchange of `kind` brings could be laid down at once.
fn may_place_after(params: &Params, board: &Board, hand: &Hand, kind: u8) -> bool {
    let mut after = *hand;
    after.remove(kind);
    after.add(params.joker());
    may_place_joker(params, board, &after)
}
