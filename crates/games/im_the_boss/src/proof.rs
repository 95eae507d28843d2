//! Proofs about hands by offers (I4): in mode binding, who offers or agrees to something that
//! needs a card holds a card that fits.
//!
//! A proof is one bit; the bits of a seat are the proofs that still hold. In each colour there are
//! ten: a plus card worth at least 1, 2, 3, 4; a minus card; a piece of the action, wild or not; a
//! Reverse; a Move card that moves at most 1, 2, 3.

use super::action::{Class, Kind};
use super::card::{Card, Colour, FACE_TABLE, FACES, MAX_COLOURS, TYPES, face};
use ludometer_model::KindSet;

/// Proofs in each colour.
const IN_COLOUR: usize = 10;

const MINUS: usize = 4;
const POTA: usize = 5;
const REVERSE: usize = 6;
const MOVE: usize = 7;

/// All proofs, and behind them one that only `determinize` uses: a wild card.
pub(super) const PROOFS: usize = MAX_COLOURS * IN_COLOUR + 1;

/// The place of the proof of a wild card.
const WILD: usize = PROOFS - 1;

/// For each proof, the cards that fit it.
pub(super) static FITS: [KindSet; PROOFS] = fits();

/// For each type of card, the proofs that it fits.
static FITTED: [u64; TYPES] = fitted();

/// The proofs from the tightest to the loosest, by the number of types that fit.
pub(super) static BY_TIGHTNESS: [u8; PROOFS] = by_tightness();

const fn fits_face(proof: usize, face: usize) -> bool {
    match proof {
        0..MINUS => face::is_plus(face) && FACE_TABLE[face].1 > proof as i32,
        MINUS => face::is_minus(face),
        POTA => face == face::POTA,
        REVERSE => face == face::REVERSE,
        _ => face::is_move(face) && face - face::MOVE <= proof - MOVE,
    }
}

const fn fits() -> [KindSet; PROOFS] {
    let mut all = [KindSet::NONE; PROOFS];
    let mut proof = 0;
    while proof < WILD {
        let mut face = 0;
        while face < FACES {
            if fits_face(proof % IN_COLOUR, face) {
                let card = Card::new(face, Colour((proof / IN_COLOUR) as u8));
                all[proof] = all[proof].with(card.number());
            }
            face += 1;
        }
        if proof % IN_COLOUR == POTA {
            all[proof] = all[proof].with(Card::WILD.number());
        }
        proof += 1;
    }
    all[WILD] = KindSet::NONE.with(Card::WILD.number());
    all
}

const fn fitted() -> [u64; TYPES] {
    let fits = fits();
    let mut all = [0; TYPES];
    let mut card = 0;
    while card < TYPES {
        let mut proof = 0;
        while proof < WILD {
            if fits[proof].contains(card) {
                all[card] |= 1 << proof;
            }
            proof += 1;
        }
        card += 1;
    }
    all
}

const fn by_tightness() -> [u8; PROOFS] {
    let fits = fits();
    let mut order = [0; PROOFS];
    let mut next = 0;
    let mut size = 1;
    while next < PROOFS {
        let mut proof = 0;
        while proof < PROOFS {
            let (mut types, mut card) = (0, 0);
            while card < TYPES {
                types += fits[proof].contains(card) as usize;
                card += 1;
            }
            if types == size {
                order[next] = proof as u8;
                next += 1;
            }
            proof += 1;
        }
        size += 1;
    }
    order
}

/// Returns what the offer of `kind` in a round of this colour proves; 0: nothing. Move cards that move up
/// to `movable` cards can be played now (for the kinds that need one).
pub(super) fn of_offer(kind: Kind, colour: Colour, movable: u8) -> u64 {
    let proof = match kind {
        Kind::Raise(value) => usize::from(value) - 1,
        Kind::Lower | Kind::Discard(Class::Minus) => MINUS,
        Kind::PotaBoss => POTA,
        Kind::ReverseOn(_) | Kind::Discard(Class::Reverse) => REVERSE,
        Kind::ClearNegative | Kind::ClearReverse => MOVE + usize::from(movable.clamp(1, 3)) - 1,
        Kind::Discard(Class::Move) => MOVE + 2,
        Kind::Plain | Kind::PassOut | Kind::NoReverse | Kind::NoNegative | Kind::NoMove => return 0,
    };
    1 << (colour.index() * IN_COLOUR + proof)
}

/// Returns the proofs that still hold when this card has left the hand, seen by all.
#[inline]
pub(super) fn without(proofs: u64, card: Card) -> u64 {
    proofs & !FITTED[card.number()]
}

/// Returns the proofs that imply all others of the set: the tightest of each chain.
pub(super) fn tightest(proofs: u64) -> u64 {
    const PLUS_4: u64 = repeated(1 << 3);
    const PLUS_3: u64 = repeated(1 << 2);
    const PLUS_2: u64 = repeated(1 << 1);
    const MOVE_1: u64 = repeated(1 << MOVE);
    const MOVE_2: u64 = repeated(1 << (MOVE + 1));
    let four = proofs & PLUS_4;
    let three = (proofs & PLUS_3) | four >> 1;
    let two = (proofs & PLUS_2) | three >> 1;
    let one = proofs & MOVE_1;
    let up_to_two = (proofs & MOVE_2) | one << 1;
    proofs & !(four >> 1 | three >> 1 | two >> 1 | one << 1 | up_to_two << 1)
}

/// The proofs of a piece of the action, in any colour.
pub(super) const POTAS: u64 = repeated(1 << POTA);

/// The proof of a wild card, which `determinize` puts in place of several pieces of the action.
pub(super) const WILD_CARD: u64 = 1 << WILD;

const fn repeated(bits: u64) -> u64 {
    let mut all = 0;
    let mut colour = 0;
    while colour < MAX_COLOURS {
        all |= bits << (colour * IN_COLOUR);
        colour += 1;
    }
    all
}
