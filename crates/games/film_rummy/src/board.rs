//! The open parts of a play: the phase, the table, the pile.

use serde::ser::SerializeMap;

use super::aimed::Aimed;
use super::card::{Card, MAX_CARDS, NO_CARD};
use super::hand::Hand;
use super::legal::Openings;
use super::meld::Meld;
use super::names::Names;
use super::params::Params;
use ludometer_model::{Pile, Seat};

/// The most seats.
pub const MAX_PLAYERS: usize = 6;

/// A row of cards that may be as long as the deck.
pub type Cards = Pile<u8, MAX_CARDS>;

/// A slot in which nothing happened yet.
pub(super) const NEVER: u32 = u32::MAX;

/// The phases of section 5 in which something is decided, with what all see of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// MISSED.
    Missed,
    /// INTERRUPT: a seat may play an interaction card before another's turn.
    Interrupt,
    /// DRAW.
    Draw,
    /// ACT.
    Act,
    /// `MELD_FILL`: the film is laid out, the real card wherever it is held, and the place `at` may
    /// get a joker instead.
    MeldFill {
        /// The genre.
        genre: u8,
        /// Places that hold the real card as it is laid out so far.
        naturals: u16,
        /// The place to decide.
        at: u8,
    },
    /// `HIT_TARGET` with this card.
    HitTarget(u8),
    /// `EXCHANGE_TARGET` with this card.
    ExchangeTarget(u8),
    /// `NEGATIVE_TARGET` with this card.
    NegativeTarget(u8),
    /// `INTERACTION_TARGET` with this card.
    InteractionTarget(u8),
    /// THEFT from this seat.
    Theft(Seat),
    /// `THIEF_DISCARD`.
    ThiefDiscard,
    /// `DEFECT_SELECT`.
    DefectSelect {
        /// The seat that selects.
        target: Seat,
        /// How many cards must go.
        due: u8,
        /// How many are selected.
        done: u8,
    },
    /// The play is over.
    Over,
}

ludometer_model::phases! {
    Phase;
    "missed" => Self::Missed,
    "draw" => Self::Draw,
    "act" => Self::Act,
    "meld_fill" => Self::MeldFill { .. },
    "hit_target" => Self::HitTarget(_),
    "exchange_target" => Self::ExchangeTarget(_),
    "negative_target" => Self::NegativeTarget(_),
    "interaction_target" => Self::InteractionTarget(_),
    "theft" => Self::Theft(_),
    "thief_discard" => Self::ThiefDiscard,
    "defect_select" => Self::DefectSelect { .. },
    "interrupt" => Self::Interrupt,
    ; "over" => Self::Over,
}

/// All that lies open (spec, section 4, "Public").
#[derive(PartialEq, Debug)]
pub struct Board {
    /// The phase.
    pub phase: Phase,
    /// Whose slot it is.
    pub active: Seat,
    /// The seat that acts: the active seat, or one that is asked before another's turn.
    pub actor: Seat,
    /// The dealer.
    pub dealer: Seat,
    /// True in a turn that a positive card earned.
    pub extra_turn: bool,
    /// The card taken from the pile in this turn, or `NO_CARD`.
    pub taken: u8,
    /// Jokers exchanged in this turn.
    pub jokers_taken: u8,
    /// Jokers laid down in this turn.
    pub jokers_placed: u8,
    /// The deal's number, from 1.
    pub deal: u16,
    /// Turns begun in this deal.
    pub turn: u32,
    /// The number of the slot, from 0.
    pub slot: u32,
    /// Turns of earlier deals.
    pub earlier_turns: u32,
    /// Slots of earlier deals.
    pub earlier_slots: u32,
    /// The winner of the deal, once it is over and was finished.
    pub winner: Option<Seat>,
    /// Points of the last deal that is over.
    pub points: [u32; MAX_PLAYERS],
    /// Points of all deals that are over.
    pub totals: [u32; MAX_PLAYERS],
    /// Cards in each hand.
    pub sizes: [u8; MAX_PLAYERS],
    /// Cards that each seat laid into melds in this deal (exchanges apart).
    pub laid: [u8; MAX_PLAYERS],
    /// Each seat's meld.
    pub melds: [Meld; MAX_PLAYERS],
    /// The cards that the melds admit.
    pub open: Openings,
    /// The negative card in front of each seat, or `NO_CARD`.
    pub pending: [u8; MAX_PLAYERS],
    /// The slot of the last negative card on each seat, or `NEVER`.
    pub last_negative: [u32; MAX_PLAYERS],
    /// The interaction cards that each seat played last, and on whom.
    pub aimed: [Aimed; MAX_PLAYERS],
    /// Cards in the stock.
    pub stock: u16,
    /// The pile since the last refill, top last.
    pub pile: Cards,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self { pile: self.pile.clone(), ..*self }
    }

    /// Copies only the cards that are there.
    fn clone_from(&mut self, source: &Self) {
        self.pile.clone_from(&source.pile);
        // The rest is small and has no parts of its own to reuse.
        let pile = std::mem::take(&mut self.pile);
        *self = Self { pile, ..*source };
    }
}

impl Board {
    pub(super) fn new() -> Self {
        Self {
            phase: Phase::Over,
            active: Seat::new(0),
            actor: Seat::new(0),
            dealer: Seat::new(0),
            extra_turn: false,
            taken: NO_CARD,
            jokers_taken: 0,
            jokers_placed: 0,
            deal: 0,
            turn: 0,
            slot: 0,
            earlier_turns: 0,
            earlier_slots: 0,
            winner: None,
            points: [0; MAX_PLAYERS],
            totals: [0; MAX_PLAYERS],
            sizes: [0; MAX_PLAYERS],
            laid: [0; MAX_PLAYERS],
            melds: [Meld::NONE; MAX_PLAYERS],
            open: Openings::default(),
            pending: [NO_CARD; MAX_PLAYERS],
            last_negative: [NEVER; MAX_PLAYERS],
            aimed: [Aimed::NONE; MAX_PLAYERS],
            stock: 0,
            pile: Cards::new(),
        }
    }

    /// Returns the seat to move.
    #[inline(always)]
    pub fn to_move(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over => None,
            Phase::DefectSelect { target, .. } => Some(target),
            _ => Some(self.actor),
        }
    }

    /// Returns true while a seat acts that is not the active one (a defect's target, who selects, apart).
    #[inline(always)]
    pub fn is_interrupted(&self) -> bool {
        self.actor != self.active
    }

    /// Returns the meld of a seat.
    #[inline(always)]
    pub fn meld(&self, seat: Seat) -> Meld {
        self.melds[seat.index()]
    }

    /// Renews what follows from the melds: it is called after every change of one.
    pub(super) fn melds_changed(&mut self, params: &Params) {
        self.open = Openings::of(params, &self.melds);
    }

    /// Returns the cards that the mover has announced and must hold until the phase is over.
    pub(super) fn announced(&self, params: &Params) -> Hand {
        let mut shown = Hand::NONE;
        match self.phase {
            Phase::HitTarget(kind)
            | Phase::ExchangeTarget(kind)
            | Phase::NegativeTarget(kind)
            | Phase::InteractionTarget(kind) => shown.add(kind),
            Phase::MeldFill { genre, naturals, .. } => {
                for c in 0..params.categories as u32 {
                    shown.add(if naturals >> c & 1 == 1 { params.basic(genre, c) } else { params.joker() });
                }
                // Without a joker to spare there would be nothing to decide.
                shown.add(params.joker());
            }
            Phase::Missed
            | Phase::Interrupt
            | Phase::Draw
            | Phase::Act
            | Phase::Theft(_)
            | Phase::ThiefDiscard
            | Phase::DefectSelect { .. }
            | Phase::Over => {}
        }
        shown
    }

    /// Writes the open part of a state or view.
    pub(super) fn serialize_into<M: SerializeMap>(&self, names: Names, map: &mut M) -> Result<(), M::Error> {
        let seats = names.seats;
        map.serialize_entry("phase", self.phase.name())?;
        match self.phase {
            Phase::MeldFill { genre, naturals, at } => {
                map.serialize_entry("filling", &names.naming.genre(genre))?;
                map.serialize_entry("filling_naturals", &naturals)?;
                map.serialize_entry("filling_place", &(at + 1))?;
            }
            Phase::HitTarget(kind)
            | Phase::ExchangeTarget(kind)
            | Phase::NegativeTarget(kind)
            | Phase::InteractionTarget(kind) => map.serialize_entry("announced", &names.card(kind))?,
            Phase::Theft(target) => map.serialize_entry("target", &target)?,
            Phase::DefectSelect { target, due, done } => {
                map.serialize_entry("target", &target)?;
                map.serialize_entry("due", &due)?;
                map.serialize_entry("done", &done)?;
            }
            Phase::Missed
            | Phase::Interrupt
            | Phase::Draw
            | Phase::Act
            | Phase::ThiefDiscard
            | Phase::Over => {}
        }
        if self.is_interrupted() {
            map.serialize_entry("interrupting", &self.actor)?;
        }
        map.serialize_entry("deal", &self.deal)?;
        map.serialize_entry("dealer", &self.dealer)?;
        map.serialize_entry("active", &self.active)?;
        map.serialize_entry("turn_no", &self.turn)?;
        map.serialize_entry("slot_no", &self.slot)?;
        map.serialize_entry("extra_turn", &self.extra_turn)?;
        map.serialize_entry("taken", &names.card(self.taken))?;
        map.serialize_entry("jokers_taken", &self.jokers_taken)?;
        map.serialize_entry("jokers_placed", &self.jokers_placed)?;
        map.serialize_entry("earlier_turns", &self.earlier_turns)?;
        map.serialize_entry("earlier_slots", &self.earlier_slots)?;
        map.serialize_entry("winner", &self.winner)?;
        map.serialize_entry("points", &self.points[..seats])?;
        map.serialize_entry("totals", &self.totals[..seats])?;
        map.serialize_entry("hand_sizes", &self.sizes[..seats])?;
        let melds: Vec<Option<String>> = self.melds[..seats]
            .iter()
            .map(|m| m.text(names.naming, names.categories, names.extras))
            .collect();
        map.serialize_entry("melds", &melds)?;
        let pending: Vec<Option<Card>> = self.pending[..seats].iter().map(|&k| names.card(k)).collect();
        map.serialize_entry("pending", &pending)?;
        let slots: Vec<Option<u32>> =
            self.last_negative[..seats].iter().map(|&s| (s != NEVER).then_some(s)).collect();
        map.serialize_entry("last_negative_slot", &slots)?;
        map.serialize_entry("interactions", &self.aimed[..seats])?;
        map.serialize_entry("stock_size", &self.stock)?;
        map.serialize_entry("pile", &names.cards(&self.pile))
    }
}
