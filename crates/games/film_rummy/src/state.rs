//! The state of a play: what lies open ([`Board`]), what is hidden, and the invariants (spec, section 11).

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::action::Openings;
use super::card::{Card, Face, MAX_CARDS, NO_CARD, Names, Naming};
use super::hand::{Hand, Held};
use super::knowledge::Knowledge;
use super::params::Params;
use ludometer_model::{Pile, Seat};

/// All there is to know about a play.
#[derive(PartialEq, Debug)]
pub struct State {
    /// The open board.
    pub board: Board,
    /// The hands.
    pub hands: [Hand; MAX_PLAYERS],
    /// The contents of each hand, renewed card by card: legal actions are read off them.
    pub(super) held: [Held; MAX_PLAYERS],
    /// The places in the hand of who selects for a defect that are selected, bit i for the i-th
    /// card in card order.
    pub(super) given: u32,
    /// The stock, in no order: it is shuffled as it is drawn.
    pub stock: Cards,
    pub(super) knowledge: Knowledge,
    pub(super) names: Names,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            board: self.board.clone(),
            stock: self.stock.clone(),
            hands: self.hands,
            held: self.held,
            given: self.given,
            knowledge: self.knowledge,
            names: self.names,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { board, stock, hands, held, given, knowledge, names } = source;
        self.board.clone_from(board);
        self.stock.clone_from(stock);
        self.hands = *hands;
        self.held = *held;
        self.given = *given;
        self.knowledge = *knowledge;
        self.names = *names;
    }
}

impl State {
    pub(super) fn new(params: &Params) -> Self {
        Self {
            board: Board::new(),
            hands: [Hand::NONE; MAX_PLAYERS],
            held: [Held::default(); MAX_PLAYERS],
            given: 0,
            stock: Cards::new(),
            knowledge: Knowledge::NONE,
            names: Names::of(params),
        }
    }

    /// Adds a card to a hand.
    #[inline]
    pub(super) fn receive(&mut self, params: &Params, seat: Seat, kind: u8) {
        self.hands[seat.index()].add(kind);
        self.held[seat.index()].add(params, kind);
        self.board.sizes[seat.index()] += 1;
    }

    /// Finds what each hand holds anew.
    pub(super) fn count_held(&mut self, params: &Params) {
        self.held = std::array::from_fn(|seat| Held::of(params, &self.hands[seat]));
    }

    /// Takes a card that a legal action names from a hand.
    #[inline]
    pub(super) fn part_with(&mut self, params: &Params, seat: Seat, kind: u8) {
        let more = self.hands[seat.index()].remove(kind);
        debug_assert!(more.is_some(), "legal actions name cards that are held");
        self.held[seat.index()].remove(params, kind, more == Some(false));
        self.board.sizes[seat.index()] -= 1;
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.names;
        let mut map = serializer.serialize_map(None)?;
        self.board.serialize_into(names, &mut map)?;
        map.serialize_entry("hands", &names.hands(&self.hands))?;
        if let Phase::DefectSelect { target, .. } = self.board.phase {
            let hand = &self.hands[target.index()];
            let given: Vec<u8> =
                (0..hand.len()).filter(|i| self.given >> i & 1 == 1).map(|i| hand[i]).collect();
            map.serialize_entry("selected", &names.cards(&given))?;
        }
        map.serialize_entry("stock_in_no_order", &{
            let mut cards = names.cards(&self.stock);
            cards.sort_unstable();
            cards
        })?;
        for seat in 0..names.seats {
            let known = &self.knowledge.of(seat);
            map.serialize_entry(&format!("known_to_{seat}"), &names.hands(known))?;
            let stock = self.knowledge.stock[seat].now();
            map.serialize_entry(&format!("stock_known_to_{seat}"), &names.counted(&stock))?;
            let outside = &self.knowledge.outside[seat];
            map.serialize_entry(&format!("outside_known_to_{seat}"), &names.counted(outside))?;
        }
        map.end()
    }
}

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
    fn new() -> Self {
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

/// A film on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meld {
    /// Number of its genre, `NO_CARD` where there is no meld.
    genre: u8,
    /// Extras that are jokers.
    pub jokers: u8,
    /// Categories that hold a joker, bit c for category c.
    pub basics: u16,
    /// Real extras, bit x for extra x.
    pub extras: u16,
}

impl Meld {
    /// No meld.
    pub const NONE: Self = Self { genre: NO_CARD, jokers: 0, basics: 0, extras: 0 };

    /// Returns a new meld with jokers in these categories.
    pub const fn new(genre: u8, basics: u16) -> Self {
        Self { genre, jokers: 0, basics, extras: 0 }
    }

    /// Returns true if there is a meld.
    #[inline(always)]
    pub const fn exists(self) -> bool {
        self.genre != NO_CARD
    }

    /// Returns its genre, if there is a meld.
    #[inline(always)]
    pub const fn genre(self) -> Option<u8> {
        if self.exists() { Some(self.genre) } else { None }
    }

    /// Extras of either sort.
    #[inline(always)]
    pub const fn size(self) -> usize {
        self.extras.count_ones() as usize + self.jokers as usize
    }

    /// Jokers in all its places.
    pub const fn all_jokers(self) -> u32 {
        self.basics.count_ones() + self.jokers as u32
    }

    /// Returns the meld in words: `F{b: 1 J 3 4 5 6; x: 1 2 J}`.
    fn text(self, naming: &Naming, categories: usize, extras: usize) -> Option<String> {
        let mut text = format!("{}{{b:", naming.label(self.genre()?));
        for c in 0..categories {
            if self.basics >> c & 1 == 1 {
                text.push_str(" J");
            } else {
                text.push_str(&format!(" {}", c + 1));
            }
        }
        text.push_str("; x:");
        for x in (0..extras).filter(|x| self.extras >> x & 1 == 1) {
            text.push_str(&format!(" {}", x + 1));
        }
        (0..self.jokers).for_each(|_| text.push_str(" J"));
        text.push('}');
        Some(text)
    }
}

/// The interaction cards that a seat played in its last slot with any, and their targets: the choice of a
/// target is public (FR-60 to FR-64).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aimed {
    /// The slot, or `NEVER`.
    slot: u32,
    /// The targets of each of [`Aimed::CARDS`], a bit for each seat.
    targets: [u8; 3],
}

impl Aimed {
    /// No interaction card yet.
    pub(super) const NONE: Self = Self { slot: NEVER, targets: [0; 3] };

    /// The cards, by their names in rule files.
    const CARDS: [&'static str; 3] = ["spy", "thief", "technical_defect"];

    /// Counts that this card was played in this slot.
    pub(super) const fn add(&mut self, slot: u32, face: Face, target: Seat) {
        if self.slot != slot {
            *self = Self { slot, targets: [0; 3] };
        }
        let card = match face {
            Face::Thief => 1,
            Face::Defect => 2,
            _ => 0,
        };
        self.targets[card] |= 1 << target.index();
    }
}

impl Serialize for Aimed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.slot == NEVER {
            return serializer.serialize_none();
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("slot_no", &self.slot)?;
        for (card, targets) in Self::CARDS.iter().zip(self.targets).filter(|(_, targets)| *targets != 0) {
            let seats: Vec<Seat> = Seat::all(MAX_PLAYERS).filter(|s| targets >> s.index() & 1 != 0).collect();
            map.serialize_entry(card, &seats)?;
        }
        map.end()
    }
}

/// Checks all that is true of every state from the deal on.
pub(super) fn audit(params: &Params, state: &State) -> Result<(), String> {
    check_cards(params, state)?;
    check_course(params, state)
}

/// Checks that every card is in exactly one place and that the melds are sound.
pub(super) fn check_cards(params: &Params, state: &State) -> Result<(), String> {
    let n = params.seats;
    let board = &state.board;
    let mut counts = [0_usize; super::card::MAX_KINDS];
    let all = state.hands[..n].iter().flat_map(|h| h.iter());
    let all = all.chain(state.stock.iter()).chain(board.pile.iter());
    for &kind in all.chain(board.pending[..n].iter().filter(|k| **k != NO_CARD)) {
        counts[usize::from(kind)] += 1;
    }
    for (seat, meld) in board.melds[..n].iter().enumerate() {
        let Some(genre) = meld.genre() else { continue };
        if meld.size() > params.extras {
            return Err(format!("the meld of seat {seat} has {} extras", meld.size()));
        }
        let naturals = params.categories as u32 - meld.basics.count_ones();
        if naturals < params.min_natural {
            return Err(format!("the meld of seat {seat} has {naturals} real basic cards"));
        }
        for c in (0..params.categories as u32).filter(|c| meld.basics >> c & 1 == 0) {
            counts[usize::from(params.basic(genre, c))] += 1;
        }
        for x in (0..params.extras as u32).filter(|x| meld.extras >> x & 1 == 1) {
            counts[usize::from(params.extra(genre, x))] += 1;
        }
        counts[usize::from(params.joker())] += meld.all_jokers() as usize;
    }
    for (kind, (&found, &copies)) in counts.iter().zip(&params.copies).enumerate() {
        if found != usize::from(copies) {
            let name = params.naming.name(kind as u8);
            return Err(format!("{found} copies of {name}, not {copies}"));
        }
    }
    for seat in 0..n {
        if usize::from(board.sizes[seat]) != state.hands[seat].size() {
            return Err(format!("the size of the hand of seat {seat} is wrong"));
        }
        if !state.hands[seat].is_sorted() {
            return Err(format!("the hand of seat {seat} is out of order"));
        }
    }
    for (hand, held) in state.hands.iter().zip(&state.held).take(n) {
        if *held != Held::of(params, hand) {
            return Err("what a hand holds is out of date".to_owned());
        }
    }
    if board.open != super::action::Openings::of(params, &board.melds) {
        return Err("what the melds admit is out of date".to_owned());
    }
    if usize::from(board.stock) != state.stock.len() {
        return Err("the size of the stock is wrong".to_owned());
    }
    state.knowledge.audit(params, &state.stock, &state.hands)
}

/// Checks hand sizes, hits and slots, which hold from the deal on.
fn check_course(params: &Params, state: &State) -> Result<(), String> {
    let n = params.seats;
    let board = &state.board;
    for seat in Seat::all(n) {
        let i = seat.index();
        let laid = usize::from(board.laid[i]);
        if laid > 0 && !board.melds[i].exists() {
            return Err(format!("seat {seat} hit without a meld"));
        }
        if board.phase == Phase::Over {
            continue;
        }
        let drawn = seat == board.active
            && !board.is_interrupted()
            && !matches!(
                board.phase,
                Phase::Missed | Phase::Draw | Phase::Theft(_) | Phase::DefectSelect { .. }
            );
        let most = params.hand_size + usize::from(drawn);
        let sum = state.hands[i].size() + laid;
        // Interaction cards played freely, or before others' turns, are one card less each.
        let fits = if params.toggles.interactions_shrink() { sum <= most } else { sum == most };
        if !fits || state.hands[i].is_empty() {
            return Err(format!("seat {seat} holds and laid {sum} cards, not {most}"));
        }
    }
    if board.phase == Phase::Over {
        return Ok(());
    }
    let first = board.dealer.index() + 1;
    if board.active.index() != (first + board.slot as usize) % n {
        return Err(format!("slot {} belongs to another seat than {}", board.slot, board.active));
    }
    if !(1..=params.max_turns).contains(&board.turn) || board.slot >= board.turn {
        return Err(format!("turn {} in slot {}", board.turn, board.slot));
    }
    if board.phase == Phase::Draw {
        let cards = state.stock.len() + board.pile.len();
        if cards + n * params.hand_size + n < params.cards + 1 || cards < 2 {
            return Err(format!("only {cards} cards to draw from"));
        }
    }
    Ok(())
}
