//! Events that the rules of a script announce.

use ludometer_model::{CardMove, Event, Interaction, Seat};

use crate::ScriptAction;
use crate::layout::{Layout, Zone, i32_at};

/// The kind of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// A card went from zone to zone.
    Move,
    /// Cards were put together or mixed.
    Shuffle,
    /// A seat, or all, saw what lies in a zone.
    Show,
    /// A seat, or all, saw that a card lies in a zone.
    Reveal,
    /// Two hands changed places.
    Swap,
    /// A hand went to another place, one of several at once.
    Rotate,
    /// A die fell.
    Roll,
    /// Dice fell in a cup.
    Shake,
    /// Something that the script gives a name.
    Note,
    /// A figure of the designer's own.
    Metric,
    /// A choice that had been sealed is carried out.
    Choose,
    /// A number changed.
    Number,
    /// A cell changed.
    Cell,
    /// A turn begins.
    Turn,
    /// Everybody can tell that a zone holds no card of a kind.
    Lacks,
    /// A seat acts against another, as the script says.
    Interaction,
    /// A seat took a card, as the script says.
    Took,
    /// Everybody can tell that a zone holds so many cards of some kinds.
    Holds,
    /// A seat's own card tells it which cards lie before another.
    Sees,
    /// A kind of those that the next announcement is about.
    Among,
    /// Everybody can tell that a zone holds no other kinds of cards.
    Only,
    /// A secret number changed, went to another seat or was shown.
    Secret,
}

/// Flags of a move: nobody chose it; everybody knows it, though it is hidden at both ends.
const FORCED: u8 = 1;
const OPEN: u8 = 2;
/// It went into a stack at a depth that one seat knows, or nobody: that seat stands in the bits above.
const DEEP: u8 = 4;
/// The flag of what is shown to a seat while no other notices it.
pub(crate) const UNNOTICED: i32 = 1;
/// Flags of [`What::Shuffle`]: all cards of a deck went there; those of a pile did.
pub(crate) const FILL: i32 = 1;
pub(crate) const RESHUFFLE: i32 = 2;

/// The events that a script can announce.
pub(crate) struct Announced<'a> {
    /// Those that are no notes and figures.
    pub(crate) kinds: &'a [What],
    /// The number of notes.
    pub(crate) notes: usize,
    /// True if the script says itself which seat acts against which.
    pub(crate) says_interactions: bool,
    /// True if the script says itself who takes cards.
    pub(crate) says_taken: bool,
}

/// One consequence of a choice or of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScriptEvent {
    pub(crate) what: What,
    /// Numbers of what it concerns: cards, zones, seats, amounts, by `what`.
    pub(crate) numbers: [i32; 4],
    /// The numbers given with a note; how a secret number changed.
    pub(crate) given: u8,
    /// The choice that is carried out.
    pub(crate) choice: Option<ScriptAction>,
    /// True if nobody chose the move.
    pub(crate) forced: bool,
    pub(crate) card: Option<CardMove>,
    pub(crate) interaction: Option<Interaction>,
    /// Its index in the list of kinds of events.
    pub(crate) kind: Option<usize>,
}

/// The tag of a turn's beginning, with what the numbers are then.
pub(crate) const TURN: u8 = 11;

/// The tag of a setup's beginning, with what the numbers are before it. It is no event of the game.
pub(crate) const START: u8 = 14;

/// The tags of events that have eight more bytes behind them.
pub(crate) const NOTE: u8 = 8;
pub(crate) const CHOOSE: u8 = 9;
pub(crate) const SECRET_NUMBER: u8 = 19;

impl ScriptEvent {
    /// Returns the event of these eight bytes and those behind them, if it is one that is announced; `actor` is the seat that
    /// acts, `kinds` the events that the script can announce, its notes left out, of which there are so many.
    pub(crate) fn read(
        bytes: [u8; 8],
        behind: [u8; 8],
        layout: &Layout,
        announced: &Announced<'_>,
        actor: Option<Seat>,
    ) -> Option<Self> {
        let &Announced { kinds, notes, says_interactions, says_taken } = announced;
        let [tag, flags, ..] = bytes;
        let [_, a, b, c] =
            std::array::from_fn(|i| i32::from(u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]])));
        let what = match tag {
            1 => What::Move,
            2 => What::Shuffle,
            3 => What::Show,
            4 => What::Reveal,
            5 => What::Swap,
            6 => What::Roll,
            7 => What::Shake,
            NOTE => What::Note,
            CHOOSE => What::Choose,
            10 => What::Metric,
            TURN => What::Turn,
            12 => What::Lacks,
            13 => What::Rotate,
            15 => What::Interaction,
            16 => What::Took,
            17 => What::Holds,
            18 => What::Sees,
            20 => What::Among,
            21 => What::Only,
            SECRET_NUMBER => What::Secret,
            _ => return None,
        };
        if what == What::Note {
            let numbers = [i32::from(flags), i32_at(&bytes, 4), i32_at(&behind, 0), i32_at(&behind, 4)];
            return Some(Self { given: bytes[2], ..Self::plain(what, numbers, kinds) });
        }
        if what == What::Secret {
            // Its list, its seat and another one; how it changed; by how much, or what it is.
            let event = Self::plain(what, [a, b, c, i32_at(&behind, 0)], kinds);
            return Some(Self { given: flags, ..event });
        }
        if what == What::Choose {
            let choice = Some(ScriptAction::new(u64::from_le_bytes(behind), false));
            return Some(Self { choice, ..Self::plain(what, [a, 0, 0, 0], kinds) });
        }
        if what == What::Metric {
            let event = Self::plain(what, [i32::from(flags), b | c << 16, a, 0], kinds);
            let place = usize::from(flags).checked_sub(1)?;
            return Some(Self { kind: Some(kinds.len() + notes + place), ..event });
        }
        if what == What::Holds {
            let card = i32::from(flags) + 256 * (a >> 8);
            return Some(Self::plain(what, [a & 255, b, c, card], kinds));
        }
        let mut event = Self::plain(what, [a, b, c, i32::from(flags)], kinds);
        event.forced = what == What::Move && flags & FORCED != 0;
        let owner = |number: i32| layout.zones.get(usize::try_from(number - 1).ok()?)?.owner;
        let against = match what {
            What::Move => {
                let drawn = |card: &CardMove| matches!(card, CardMove::Drawn { .. });
                let card = card_move(a, b, c, event.forced, layout, actor);
                event.card = card.filter(|card| !(says_taken && drawn(card)));
                let hand =
                    layout.zones.get(usize::try_from(b - 1).unwrap_or(usize::MAX)).is_some_and(Zone::is_hand);
                if hand { owner(b).map(|target| (actor, target, 0)) } else { None }
            }
            What::Show => {
                let looker = usize::try_from(b - 1).ok().map(Seat::new);
                looker.and_then(|looker| Some((Some(looker), owner(a)?, 1)))
            }
            What::Swap if owner(a) == actor => owner(b).map(|target| (actor, target, 2)),
            What::Swap => owner(a).map(|target| (actor, target, 2)),
            _ => None,
        };
        let seat = |number: i32| usize::try_from(number - 1).ok().map(Seat::new);
        let against = match what {
            What::Interaction => seat(a)
                .zip(seat(b))
                .map(|(actor, target)| (Some(actor), target, usize::from(flags).saturating_sub(1))),
            // What the script says itself isn't guessed.
            _ if says_interactions => None,
            _ => against,
        };
        if what == What::Took {
            let kind = usize::try_from(a - 1).ok();
            event.card = seat(b).zip(kind).map(|(seat, kind)| CardMove::Drawn { seat, kind });
        }
        event.interaction = against
            .filter(|&(actor, target, _)| actor.is_some_and(|actor| actor != target))
            .map(|(actor, target, kind)| Interaction { actor, target, kind });
        Some(event)
    }

    /// Returns true for a move that everybody knows, as it is the same in every game.
    pub(crate) fn is_open(&self) -> bool {
        self.what == What::Move && self.numbers[3] & i32::from(OPEN) != 0
    }

    /// Returns true for the move of a card to a secret depth of a stack.
    pub(crate) fn is_laid_deep(&self) -> bool {
        self.what == What::Move && self.numbers[3] & i32::from(DEEP) != 0
    }

    /// Returns the seat that alone knows how deep a card lies, if any does, where it was laid at a secret depth.
    pub(crate) fn layer(&self) -> Option<Seat> {
        usize::try_from((self.numbers[3] >> 3) - 1).ok().map(Seat::new)
    }

    /// Returns an event that is no move of a card and no act against a seat.
    pub(crate) fn plain(what: What, numbers: [i32; 4], kinds: &[What]) -> Self {
        let kind = if what == What::Note {
            usize::try_from(numbers[0] - 1).ok().map(|note| kinds.len() + note)
        } else {
            kinds.iter().position(|&other| other == what)
        };
        Self { what, numbers, given: 0, choice: None, forced: false, card: None, interaction: None, kind }
    }
}

/// Returns what the move of a card from one zone to another is to the card statistics.
fn card_move(
    card: i32,
    from: i32,
    to: i32,
    forced: bool,
    layout: &Layout,
    actor: Option<Seat>,
) -> Option<CardMove> {
    let zone = |number: i32| layout.zones.get(usize::try_from(number - 1).ok()?);
    let (from, to, kind) = (zone(from)?, zone(to)?, usize::try_from(card - 1).ok()?);
    match (from.is_hand(), to.is_hand()) {
        // What comes back from before a seat, or is traded over an open zone, was drawn before. A set-up deals from open zones, too.
        (false, true) if forced && (from.owner.is_some() || actor.is_some() && !from.is_face_down()) => None,
        (false, true) => Some(CardMove::Drawn { seat: to.owner?, kind }),
        // Taken from a market, or turned over from a stock, to lie before its new owner.
        (false, false) if !forced && from.is_supply() => Some(CardMove::Drawn { seat: to.owner?, kind }),
        (true, _) if !forced && from.owner == actor => Some(CardMove::Played { seat: from.owner?, kind }),
        _ => None,
    }
}

impl Event for ScriptEvent {
    #[inline]
    fn card(&self) -> Option<CardMove> {
        self.card
    }

    #[inline]
    fn interaction(&self) -> Option<Interaction> {
        self.interaction
    }

    #[inline]
    fn event_kind(&self) -> Option<usize> {
        self.kind
    }
}
