//! ACT: what may be done, as sets of kinds. The list of the actions and the one in a place of it are
//! both read off these.

use super::action::Action;
use super::board::Board;
use super::card::{ACTIONS, Face, NO_CARD};
use super::hand::Hand;
use super::held::Held;
use super::kinds::KindBits;
use super::legal::{admits_negative, may_place_joker};
use super::params::Params;
use ludometer_model::{Seat, count_few};

/// The positive and the negative cards among the action cards, bit i for the i-th.
const POSITIVE: u16 = 0x003F;
const NEGATIVE: u16 = 0x0FC0;
/// The interaction cards.
const INTERACTION: u16 = 0x7000;

/// What may be done in ACT, in the order of the actions.
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
    fn of(params: &Params, board: &Board, hand: &Hand, held: &Held) -> Self {
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

    /// The action in the place that `place` chooses when it is told their number.
    ///
    /// At most decisions there are discards and action cards and nothing else, and rules that bar some of
    /// them are not in force: that costs no more than to find this out.
    #[inline]
    pub(super) fn pick(
        params: &Params,
        board: &Board,
        (hand, held): (&Hand, &Held),
        place: impl FnOnce(usize) -> usize,
    ) -> (Action, usize) {
        let plain = params.plain && hand.len() >= 2 && {
            let published = board.open.has_meld(board.active);
            let needs = usize::from(params.toggles.go_out_needs_discard);
            let melds = !published && hand.len() >= params.categories + needs;
            let kinds = held.kinds;
            !(melds && held.publishable(params) != 0
                || published && !kinds.and(board.open.hits).is_empty()
                || !kinds.and(board.open.swaps).is_empty())
        };
        if plain {
            let plays = playable(params, board, held.kinds);
            let throws = usize::from(held.distinct);
            let choices = throws + count_few(plays.into());
            let place = place(choices);
            let action = if place < throws {
                Action::Discard(params.naming.card(held.kinds.nth(place)))
            } else {
                nth_play(params, plays, place - throws)
            };
            return (action, choices);
        }
        let menu = Self::of(params, board, hand, held);
        let choices = menu.len();
        (menu.nth(params, place(choices)), choices)
    }

    /// The number of actions.
    #[inline]
    const fn len(&self) -> usize {
        self.rare as usize + self.throws as usize + self.plays.count_ones() as usize
    }

    /// The action in this place of the list.
    #[inline]
    fn nth(&self, params: &Params, place: usize) -> Action {
        let rare = usize::from(self.rare);
        if place < rare {
            return self.nth_rare(params, place);
        }
        let (place, throws) = (place - rare, usize::from(self.throws));
        if place < throws {
            let kind = self.discards.nth(place);
            return Action::Discard(params.naming.card(kind));
        }
        nth_play(params, self.plays, place - throws)
    }

    #[cold]
    fn nth_rare(&self, params: &Params, place: usize) -> Action {
        let mut melds = self.melds;
        let count = melds.count_ones() as usize;
        if place < count {
            (0..place).for_each(|_| melds &= melds.wrapping_sub(1));
            return meld(params, melds);
        }
        let (place, hits) = (place - count, self.hits.len());
        if place < hits {
            Action::Hit(params.naming.card(self.hits.nth(place)))
        } else {
            Action::Exchange(params.naming.card(self.swaps.nth(place - hits)))
        }
    }

    /// Appends all actions.
    #[inline]
    fn list(&self, params: &Params, into: &mut Vec<Action>) {
        let card = |kind: u8| params.naming.card(kind);
        if self.rare != 0 {
            let mut melds = self.melds;
            while melds != 0 {
                into.push(meld(params, melds));
                melds &= melds - 1;
            }
            self.hits.each(|kind| into.push(Action::Hit(card(kind))));
            self.swaps.each(|kind| into.push(Action::Exchange(card(kind))));
        }
        // Gathered first and appended at once.
        let mut discards = [Action::DrawStock; 32];
        let mut count = 0;
        self.discards.each(|kind| {
            discards[count & 31] = Action::Discard(card(kind));
            count += 1;
        });
        into.extend_from_slice(&discards[..usize::from(self.throws).min(32)]);
        let mut plays = self.plays;
        while plays != 0 {
            into.push(play(params, plays.trailing_zeros() as u8));
            plays &= plays - 1;
        }
    }
}

/// Appends the actions of ACT.
#[inline]
pub(super) fn list(params: &Params, board: &Board, hand: &Hand, held: &Held, into: &mut Vec<Action>) {
    Menu::of(params, board, hand, held).list(params, into);
}

/// A film of the genre of the lowest mark.
const fn meld(params: &Params, marks: u64) -> Action {
    Action::Meld(params.naming.genre((marks.trailing_zeros() / 8) as u8))
}

/// The play in this place among these.
#[inline]
fn nth_play(params: &Params, mut plays: u16, place: usize) -> Action {
    (0..place).for_each(|_| plays &= plays.wrapping_sub(1));
    play(params, plays.trailing_zeros() as u8)
}

/// The play of an action card.
#[inline]
const fn play(params: &Params, place: u8) -> Action {
    let card = params.naming.card(params.joker() + 1 + place);
    match 1_u16 << place {
        bit if bit & POSITIVE != 0 => Action::PlayPositive(card),
        bit if bit & NEGATIVE != 0 => Action::PlayNegative(card),
        _ => Action::PlayInteraction(card),
    }
}

/// The action cards among these kinds whose play has an effect.
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

/// True if the joker that an exchange of `kind` brings could be laid down at once.
fn may_place_after(params: &Params, board: &Board, hand: &Hand, kind: u8) -> bool {
    let mut after = *hand;
    after.remove(kind);
    after.add(params.joker());
    may_place_joker(params, board, &after)
}
