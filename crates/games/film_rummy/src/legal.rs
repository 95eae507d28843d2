//! Which actions are legal (spec, section 5): from the open board and the mover's own cards alone.

use super::action::Action;
use super::board::{Board, NEVER, Phase};
use super::card::{Face, NO_CARD};
use super::hand::Hand;
use super::kinds::KindBits;
use super::meld::Meld;
use super::menu::{self, Menu};
use super::params::Params;
use super::state::State;
use ludometer_model::{MenuReader, Seat};

/// The cards that the melds on the table admit. Kept with the board and renewed when a meld changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Openings {
    /// Cards that can be added to some meld.
    pub(super) hits: KindBits,
    /// Cards that can be exchanged for some joker.
    pub(super) swaps: KindBits,
    /// The seats that have a meld, a bit each.
    melds: u8,
}

impl Openings {
    pub(super) fn of(params: &Params, melds: &[Meld]) -> Self {
        let mut open = Self::default();
        for (seat, meld) in melds[..params.seats].iter().enumerate() {
            let Some(genre) = meld.genre() else { continue };
            open.melds |= 1 << seat;
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

    /// Returns true if there is any meld.
    #[inline(always)]
    pub(super) const fn any_meld(&self) -> bool {
        self.melds != 0
    }

    /// Returns true if the seat has a meld.
    #[inline(always)]
    pub(super) const fn has_meld(&self, seat: Seat) -> bool {
        self.melds >> seat.index() & 1 != 0
    }
}

/// Returns true if this card can be added to this meld.
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

/// Returns true if this card can take the place of a joker in this meld.
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

/// Returns true if a negative card with these genres may be laid in front of this seat.
#[inline]
pub(super) fn may_target(params: &Params, board: &Board, genres: u8, seat: usize) -> bool {
    let Some(genre) = board.melds[seat].genre() else { return false };
    genres >> genre & 1 == 1 && admits_negative(params, board, seat)
}

/// Returns true if the limit of negative cards lets one be laid in front of this seat.
#[inline]
pub(super) fn admits_negative(params: &Params, board: &Board, seat: usize) -> bool {
    let last = board.last_negative[seat];
    let n = params.seats as u32;
    if params.toggles.fixed_round {
        board.pending[seat] == NO_CARD && (last == NEVER || last / n != board.slot / n)
    } else {
        last == NEVER || board.slot - last >= n
    }
}

/// Returns the categories of a genre that the hand has real cards for.
#[inline(always)]
pub(super) fn held_basics(params: &Params, kinds: KindBits, genre: usize) -> u16 {
    kinds.window(genre * params.per_genre()) & params.all_categories()
}

/// Returns true if a film with these categories and jokers can be published.
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

/// Returns true if the top of the pile may be drawn.
#[inline]
pub(super) fn may_draw_pile(params: &Params, board: &Board) -> bool {
    !board.extra_turn && board.pile.top().is_some_and(|top| !params.face(top).is_action())
}

/// Describes the legal actions of the seat to move. Nearly all decisions belong to the two phases that need no list.
#[inline(always)]
pub(super) fn menu<R: MenuReader<Action>>(params: &Params, state: &State, reader: R) -> R::Out {
    let board = &state.board;
    match board.phase {
        Phase::Draw => reader.slots(0..1 + usize::from(may_draw_pile(params, board)), |slot| {
            if slot == 0 { Action::DrawStock } else { Action::DrawPile }
        }),
        Phase::Act => {
            let mover = board.active.index();
            let menu = Menu::of(params, board, &state.hands[mover], &state.held[mover]);
            reader.slots(menu, |slot| menu::action(params, slot))
        }
        _ => reader.list(|into| rare_actions(params, state, into)),
    }
}

/// Appends the legal actions of the other phases.
fn rare_actions(params: &Params, state: &State, into: &mut Vec<Action>) {
    let board = &state.board;
    let Some(mover) = board.to_move() else { return };
    let hand = &state.hands[mover.index()];
    let card = |kind: u8| params.naming.card(kind);
    let seats = Seat::all(params.seats);
    match board.phase {
        Phase::Missed => into.push(Action::DiscardPending),
        Phase::Interrupt => {
            into.push(Action::Pass);
            let plays = hand.distinct().filter(|&(_, kind)| params.face(kind).is_interaction());
            into.extend(
                plays.filter(|_| hand.len() >= 2).map(|(_, kind)| Action::PlayInteraction(card(kind))),
            );
        }
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
            into.extend(seats.filter(|s| own || *s != board.actor).map(Action::Target));
        }
        Phase::Theft(target) => {
            into.extend(state.hands[target.index()].distinct().map(|(_, kind)| Action::Steal(card(kind))));
        }
        Phase::ThiefDiscard => {
            for (_, kind) in hand.distinct() {
                if may_discard(params, board, hand, kind) {
                    into.push(Action::Discard(card(kind)));
                }
            }
        }
        Phase::DefectSelect { due, done, .. } => {
            let from = (32 - state.given.leading_zeros()) as usize;
            let last = hand.len() - usize::from(due - done);
            let mut before = NO_CARD;
            for (i, &kind) in hand.iter().enumerate().take(last + 1).skip(from) {
                if i == from || kind != before {
                    into.push(Action::Give(card(kind)));
                }
                before = kind;
            }
        }
        Phase::Draw | Phase::Act | Phase::Over => {}
    }
}

/// Returns true if the card may be discarded (RD-24): one taken from the pile may be barred from it.
#[inline]
fn may_discard(params: &Params, board: &Board, hand: &Hand, kind: u8) -> bool {
    params.toggles.may_rediscard_taken_card || kind != board.taken || hand.len() == 1 || hand.copies(kind) > 1
}

/// Returns true if a joker of this hand can be hit, or laid down in a film.
pub(super) fn may_place_joker(params: &Params, board: &Board, hand: &Hand) -> bool {
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
