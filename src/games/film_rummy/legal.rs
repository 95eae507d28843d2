//! Which actions are legal (spec, section 5): from the open board and the mover's own cards alone.

use super::action::Action;
use super::card::{Face, NO_CARD};
use super::hand::Hand;
use super::kinds::KindBits;
use super::meld::Meld;
use super::params::Params;
use super::state::{Board, NEVER, Phase};
use crate::model::Seat;

/// What the melds on the table admit. Kept with the board and renewed when a meld changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Openings {
    /// Cards that can be added to some meld.
    pub(super) hits: KindBits,
    /// Cards that can be exchanged for some joker.
    pub(super) swaps: KindBits,
}

impl Openings {
    pub(super) fn of(params: &Params, melds: &[Meld]) -> Self {
        let mut open = Self::default();
        for meld in &melds[..params.seats] {
            let Some(genre) = meld.genre() else { continue };
            let room = meld.size() < params.extras;
            if room {
                open.hits.insert(params.joker());
            }
            for c in (0..params.categories as u32).filter(|c| meld.basics >> c & 1 == 1) {
                open.swaps.insert(params.basic(genre, c));
            }
            for x in (0..params.extras as u32).filter(|x| meld.extras >> x & 1 == 0) {
                if room {
                    open.hits.insert(params.extra(genre, x));
                } else if meld.jokers > 0 {
                    open.swaps.insert(params.extra(genre, x));
                }
            }
        }
        open
    }
}

/// True if this card can be added to this meld.
#[inline]
pub(super) fn admits_hit(params: &Params, meld: Meld, face: Face) -> bool {
    meld.exists()
        && meld.size() < params.extras
        && match face {
            Face::Extra { genre, extra } => meld.genre() == Some(genre) && meld.extras >> extra & 1 == 0,
            Face::Joker => true,
            _ => false,
        }
}

/// True if this card can take the place of a joker in this meld.
#[inline]
pub(super) fn admits_exchange(params: &Params, meld: Meld, face: Face) -> bool {
    match face {
        Face::Basic { genre, category } => meld.genre() == Some(genre) && meld.basics >> category & 1 == 1,
        Face::Extra { genre, extra } => {
            meld.genre() == Some(genre)
                && meld.size() == params.extras
                && meld.jokers > 0
                && meld.extras >> extra & 1 == 0
        }
        _ => false,
    }
}

/// True if a negative card with these genres may be laid in front of this seat.
#[inline]
pub(super) fn may_target(params: &Params, board: &Board, genres: u8, seat: usize) -> bool {
    let Some(genre) = board.melds[seat].genre() else { return false };
    let last = board.last_negative[seat];
    let n = params.seats as u32;
    genres >> genre & 1 == 1
        && if params.toggles.fixed_round {
            board.pending[seat] == NO_CARD && (last == NEVER || last / n != board.slot / n)
        } else {
            last == NEVER || board.slot - last >= n
        }
}

/// The categories of a genre that the hand has real cards for.
#[inline(always)]
pub(super) fn held_basics(params: &Params, kinds: KindBits, genre: usize) -> u16 {
    kinds.window(genre * params.per_genre()) & params.all_categories()
}

/// True if a film with these categories and jokers can be published.
///
/// Each joker fills one missing place; bits are not counted, which takes long on older processors.
#[inline(always)]
pub(super) const fn publishable(params: &Params, held: u16, jokers: u32) -> bool {
    let mut missing = params.all_categories() & !held;
    let mut joker = 0;
    while joker < jokers {
        missing &= missing.wrapping_sub(1);
        joker += 1;
    }
    missing == 0 && held.count_ones() >= params.min_natural
}

/// Appends the legal actions of the seat to move, whose hand this is, with its kinds. `given` are the cards it has
/// selected for a defect. `shown` is the hand that a thief was shown.
pub(super) fn legal(
    params: &Params,
    board: &Board,
    (hand, kinds): (&Hand, KindBits),
    given: u32,
    shown: impl FnOnce(Seat) -> Hand,
    into: &mut Vec<Action>,
) {
    let card = |kind: u8| params.naming.card(kind);
    let seats = Seat::all(params.seats);
    match board.phase {
        Phase::Missed => into.push(Action::DiscardPending),
        Phase::Draw => {
            into.push(Action::DrawStock);
            if !board.extra_turn
                && let Some(top) = board.pile.top()
                && !params.face(top).is_action()
            {
                into.push(Action::DrawPile);
            }
        }
        Phase::Act => act(params, board, hand, kinds, into),
        Phase::MeldFill { .. } => into.extend([Action::Natural, Action::Joker]),
        Phase::HitTarget(kind) => {
            let face = params.face(kind);
            let fits = |s: &Seat| admits_hit(params, board.meld(*s), face);
            into.extend(seats.filter(fits).map(Action::Target));
        }
        Phase::ExchangeTarget(kind) => {
            let face = params.face(kind);
            let fits = |s: &Seat| admits_exchange(params, board.meld(*s), face);
            into.extend(seats.filter(fits).map(Action::Target));
        }
        Phase::NegativeTarget(kind) => {
            let Face::Negative(genres) = params.face(kind) else { return };
            let fits = |s: &Seat| *s != board.active && may_target(params, board, genres, s.index());
            into.extend(seats.filter(fits).map(Action::Target));
        }
        Phase::InteractionTarget(kind) => {
            let own = params.toggles.defect_self_target && params.face(kind) == Face::Defect;
            into.extend(seats.filter(|s| own || *s != board.active).map(Action::Target));
        }
        Phase::Theft(target) => {
            into.extend(shown(target).distinct().map(|(_, kind)| Action::Steal(card(kind))));
        }
        Phase::ThiefDiscard => {
            for (_, kind) in hand.distinct() {
                if may_discard(params, board, hand, kind) {
                    into.push(Action::Discard(card(kind)));
                }
            }
        }
        Phase::DefectSelect { due, done, .. } => {
            let from = (32 - given.leading_zeros()) as usize;
            let last = hand.len() - usize::from(due - done);
            let mut before = NO_CARD;
            for (i, &kind) in hand.iter().enumerate().take(last + 1).skip(from) {
                if i == from || kind != before {
                    into.push(Action::Give(card(kind)));
                }
                before = kind;
            }
        }
        Phase::Over => {}
    }
}

/// RD-24: a card taken from the pile may be barred from it.
#[inline]
fn may_discard(params: &Params, board: &Board, hand: &Hand, kind: u8) -> bool {
    params.toggles.may_rediscard_taken_card || kind != board.taken || hand.len() == 1 || hand.copies(kind) > 1
}

/// ACT.
fn act(params: &Params, board: &Board, hand: &Hand, kinds: KindBits, into: &mut Vec<Action>) {
    let toggles = &params.toggles;
    let start = into.len();
    let h = hand.len();
    let published = board.meld(board.active).exists();
    let needs = usize::from(toggles.go_out_needs_discard);
    if !published && h >= params.categories + needs {
        let jokers = if kinds.has(params.joker()) { hand.copies(params.joker()) as u32 } else { 0 };
        for genre in 0..params.genres {
            if publishable(params, held_basics(params, kinds, genre), jokers) {
                into.push(Action::Meld(params.naming.genre(genre as u8)));
            }
        }
    }
    if published && h > needs {
        kinds.and(board.open.hits).each(|kind| into.push(Action::Hit(params.naming.card(kind))));
    }
    let mut compulsory = false;
    if published || !toggles.exchange_needs_own_meld {
        kinds.and(board.open.swaps).each(|kind| {
            if joker_has_place(params, board, hand, kind) {
                into.push(Action::Exchange(params.naming.card(kind)));
                compulsory |= published && matches!(params.face(kind), Face::Extra { .. });
            }
        });
    }
    if toggles.may_rediscard_taken_card {
        // Gathered first and appended at once. A second copy is overwritten by what follows it.
        let mut discards = [Action::DrawStock; 32];
        let mut count = 0;
        let mut last = NO_CARD;
        for &kind in hand.iter() {
            count += usize::from(last != NO_CARD && last != kind);
            discards[count & 31] = Action::Discard(params.naming.card(kind));
            last = kind;
        }
        into.extend_from_slice(&discards[..(count + 1).min(32)]);
    } else {
        kinds.each(|kind| {
            if may_discard(params, board, hand, kind) {
                into.push(Action::Discard(params.naming.card(kind)));
            }
        });
    }
    if h >= 2 {
        kinds.and(params.actions).each(|kind| play(params, board, kind, into));
    }
    let held_back = (toggles.extra_exchange_compulsory && compulsory)
        || (toggles.exchanged_joker_must_be_placed
            && board.jokers_taken > board.jokers_placed
            && may_place_joker(params, board, hand));
    if held_back {
        hold_back(into, start, toggles.free_interaction);
    }
}

/// The play of an action card, if it has an effect.
#[inline]
fn play(params: &Params, board: &Board, kind: u8, into: &mut Vec<Action>) {
    let card = params.naming.card(kind);
    match params.face(kind) {
        Face::Positive(genres) => {
            if board.meld(board.active).genre().is_some_and(|g| genres >> g & 1 == 1) {
                into.push(Action::PlayPositive(card));
            }
        }
        Face::Negative(genres) => {
            let active = board.active.index();
            if (0..params.seats).any(|s| s != active && may_target(params, board, genres, s)) {
                into.push(Action::PlayNegative(card));
            }
        }
        Face::Spy | Face::Thief | Face::Defect => into.push(Action::PlayInteraction(card)),
        Face::Basic { .. } | Face::Extra { .. } | Face::Joker => {}
    }
}

/// Removes what would end the turn from the list, from `start` on.
fn hold_back(into: &mut Vec<Action>, start: usize, free: bool) {
    let mut kept = start;
    for i in start..into.len() {
        let ends = match into[i] {
            Action::Discard(_) | Action::PlayPositive(_) | Action::PlayNegative(_) => true,
            Action::PlayInteraction(_) => !free,
            _ => false,
        };
        if !ends {
            into[kept] = into[i];
            kept += 1;
        }
    }
    into.truncate(kept);
}

/// True if the joker that an exchange of `kind` brings could be laid down at once, or need not be.
fn joker_has_place(params: &Params, board: &Board, hand: &Hand, kind: u8) -> bool {
    if !params.toggles.exchanged_joker_must_be_placed {
        return true;
    }
    let mut after = *hand;
    after.remove(kind);
    after.add(params.joker());
    may_place_joker(params, board, &after)
}

/// True if a joker of this hand can be hit, or laid down in a film.
fn may_place_joker(params: &Params, board: &Board, hand: &Hand) -> bool {
    let toggles = &params.toggles;
    let needs = usize::from(toggles.go_out_needs_discard);
    let kinds = KindBits::of(hand);
    let jokers = hand.copies(params.joker()) as u32;
    if jokers == 0 {
        return false;
    }
    if board.meld(board.active).exists() {
        return board.open.hits.has(params.joker()) && hand.len() > needs;
    }
    let c = params.categories;
    hand.len() >= c + needs
        && (0..params.genres).any(|genre| {
            let held = held_basics(params, kinds, genre);
            // A full row of real cards leaves a place for a joker only by choice.
            let full = held.count_ones() == c as u32;
            publishable(params, held, jokers)
                && (!full || (toggles.meld_joker_choice && params.min_natural < c as u32))
        })
}
