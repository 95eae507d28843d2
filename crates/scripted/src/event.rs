//! Events that the rules of a script announce.

use ludometer_model::{CardMove, Event, Interaction, Seat};

use crate::ScriptAction;
use crate::file::ScriptFile;
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

/// What an event's numbers mean in one script: computed once, as events are read in every action.
#[derive(Debug)]
pub(crate) struct EventReader {
    /// By [`What`], the index in the list of kinds of events; none for those that are not in it.
    kinds: [Option<usize>; What::COUNT],
    /// Where notes begin in that list, and behind them the figures of the designer's own.
    notes: usize,
    metrics: usize,
    zones: Vec<EventZone>,
    /// True if the script says itself which seat acts against which.
    says_interactions: bool,
    /// True if the script says itself who takes cards.
    says_taken: bool,
}

/// What the events of a zone depend on.
#[derive(Clone, Copy, Debug)]
struct EventZone {
    owner: Option<Seat>,
    is_hand: bool,
    is_supply: bool,
    is_face_down: bool,
}

impl EventReader {
    /// Returns the reader of a script; `kinds` are its kinds of events that are no notes and figures.
    pub(crate) fn new(kinds: &[What], file: &ScriptFile, layout: &Layout) -> Self {
        let mut places = [None; What::COUNT];
        for (place, &kind) in kinds.iter().enumerate() {
            places[kind as usize] = Some(place);
        }
        let zone = |zone: &Zone| EventZone {
            owner: zone.owner,
            is_hand: zone.is_hand(),
            is_supply: zone.is_supply(),
            is_face_down: zone.is_face_down(),
        };
        Self {
            kinds: places,
            notes: kinds.len(),
            metrics: kinds.len() + file.scan.notes.len(),
            zones: layout.zones.iter().map(zone).collect(),
            says_interactions: !file.scan.interactions.is_empty(),
            says_taken: file.scan.calls.contains("took"),
        }
    }

    /// Returns the number of kinds of events that are no notes and figures.
    pub(crate) const fn engine_kinds(&self) -> usize {
        self.notes
    }

    /// Returns a zone by its number, from 1.
    #[inline]
    fn zone(&self, number: i32) -> Option<&EventZone> {
        self.zones.get((number as usize).wrapping_sub(1))
    }

    /// Returns the seat that a zone belongs to, by its number, from 1.
    #[inline]
    fn owner(&self, number: i32) -> Option<Seat> {
        self.zone(number)?.owner
    }

    /// Returns an event that is no move of a card, no act against a seat and no note.
    #[inline]
    pub(crate) fn plain(&self, what: What, numbers: [i32; 4]) -> ScriptEvent {
        let kind = self.kinds[what as usize];
        ScriptEvent {
            what,
            numbers,
            given: 0,
            choice: None,
            forced: false,
            card: None,
            interaction: None,
            is_reshuffle: false,
            kind,
        }
    }

    /// Returns the event of these eight bytes and those behind them, if it is one that is announced; `actor` is the seat that
    /// acts.
    #[inline]
    pub(crate) fn read(&self, bytes: [u8; 8], behind: [u8; 8], actor: Option<Seat>) -> Option<ScriptEvent> {
        let [tag, flags, ..] = bytes;
        let [a, b, c] = [2, 4, 6].map(|at| i32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]])));
        let what = What::of_tag(tag)?;
        let seat = |number: i32| usize::try_from(number - 1).ok().map(Seat::new);
        let mut event = self.plain(what, [a, b, c, i32::from(flags)]);
        let mut against = None;
        match what {
            What::Move => {
                event.forced = flags & FORCED != 0;
                let drawn = |card: &CardMove| matches!(card, CardMove::Drawn { .. });
                let card = self.card_move(a, b, c, event.forced, actor);
                event.card = card.filter(|card| !(self.says_taken && drawn(card)));
                if let Some(zone) = self.zone(b).filter(|zone| zone.is_hand) {
                    against = zone.owner.map(|target| (actor, target, 0));
                }
            }
            What::Shuffle => event.is_reshuffle = i32::from(flags) != FILL && self.owner(a).is_none(),
            What::Note => {
                let place = usize::from(flags).checked_sub(1);
                event.kind = place.map(|note| self.notes + note);
                event.numbers = [i32::from(flags), i32_at(&bytes, 4), i32_at(&behind, 0), i32_at(&behind, 4)];
                event.given = bytes[2];
            }
            // Its list, its seat and another one; how it changed; by how much, or what it is.
            What::Secret => (event.numbers[3], event.given) = (i32_at(&behind, 0), flags),
            What::Choose => {
                event.numbers = [a, 0, 0, 0];
                event.choice = Some(ScriptAction::new(u64::from_le_bytes(behind), false));
            }
            What::Metric => {
                event.numbers = [i32::from(flags), b | c << 16, a, 0];
                event.kind = Some(self.metrics + usize::from(flags).checked_sub(1)?);
            }
            What::Holds => event.numbers = [a & 255, b, c, i32::from(flags) + 256 * (a >> 8)],
            What::Show => {
                against = seat(b).and_then(|looker| Some((Some(looker), self.owner(a)?, 1)));
            }
            What::Swap => {
                let other = if self.owner(a) == actor { b } else { a };
                against = self.owner(other).map(|target| (actor, target, 2));
            }
            What::Took => {
                let kind = usize::try_from(a - 1).ok();
                event.card = seat(b).zip(kind).map(|(seat, kind)| CardMove::Drawn { seat, kind });
            }
            _ => {}
        }
        if what == What::Interaction {
            let way = usize::from(flags).saturating_sub(1);
            against = seat(a).zip(seat(b)).map(|(actor, target)| (Some(actor), target, way));
        } else if self.says_interactions {
            // What the script says itself isn't guessed.
            against = None;
        }
        event.interaction = against
            .filter(|&(actor, target, _)| actor.is_some_and(|actor| actor != target))
            .map(|(actor, target, kind)| Interaction { actor, target, kind });
        Some(event)
    }

    /// Returns what the move of a card from one zone to another is to the card statistics.
    #[inline]
    fn card_move(
        &self,
        card: i32,
        from: i32,
        to: i32,
        forced: bool,
        actor: Option<Seat>,
    ) -> Option<CardMove> {
        let (from, to, kind) = (self.zone(from)?, self.zone(to)?, usize::try_from(card - 1).ok()?);
        match (from.is_hand, to.is_hand) {
            // What comes back from before a seat, or is traded over an open zone, was drawn before. A set-up deals from open
            // zones, too.
            (false, true) if forced && (from.owner.is_some() || actor.is_some() && !from.is_face_down) => {
                None
            }
            (false, true) => Some(CardMove::Drawn { seat: to.owner?, kind }),
            // Taken from a market, or turned over from a stock, to lie before its new owner.
            (false, false) if !forced && from.is_supply => Some(CardMove::Drawn { seat: to.owner?, kind }),
            (true, _) if !forced && from.owner == actor => Some(CardMove::Played { seat: from.owner?, kind }),
            _ => None,
        }
    }
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
    /// True if a stock of all seats is mixed anew; in a game with decks of one's own that is as it should be.
    pub(crate) is_reshuffle: bool,
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

impl What {
    /// The number of kinds.
    const COUNT: usize = Self::Secret as usize + 1;

    /// Returns what the engine announces with this tag.
    #[inline]
    const fn of_tag(tag: u8) -> Option<Self> {
        Some(match tag {
            1 => Self::Move,
            2 => Self::Shuffle,
            3 => Self::Show,
            4 => Self::Reveal,
            5 => Self::Swap,
            6 => Self::Roll,
            7 => Self::Shake,
            NOTE => Self::Note,
            CHOOSE => Self::Choose,
            10 => Self::Metric,
            TURN => Self::Turn,
            12 => Self::Lacks,
            13 => Self::Rotate,
            15 => Self::Interaction,
            16 => Self::Took,
            17 => Self::Holds,
            18 => Self::Sees,
            20 => Self::Among,
            21 => Self::Only,
            SECRET_NUMBER => Self::Secret,
            _ => return None,
        })
    }
}

impl ScriptEvent {
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
    fn is_reshuffle(&self) -> bool {
        self.is_reshuffle
    }

    #[inline]
    fn event_kind(&self) -> Option<usize> {
        self.kind
    }
}
