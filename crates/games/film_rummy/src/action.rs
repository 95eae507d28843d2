//! Actions, and which of them are legal (spec, section 5): from the open board and the mover's own cards alone.

use std::fmt;

use super::card::{ACTIONS, Card, Face, Genre, MAX_GENRES, MAX_KINDS, NO_CARD};
use super::hand::{Hand, Held, KindBits};
use super::params::Params;
use super::state::{Board, Meld, NEVER, Phase, State};
use ludometer_model::{MenuReader, Seat, Slots};

/// One choice (spec, section 5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// MISSED: put the negative card in front onto the pile.
    DiscardPending,
    /// DRAW: the top of the stock.
    DrawStock,
    /// DRAW: the top of the pile.
    DrawPile,
    /// ACT: publish a film of this genre.
    Meld(Genre),
    /// ACT: add this card to a meld as an extra.
    Hit(Card),
    /// ACT: put this card in a joker's place.
    Exchange(Card),
    /// ACT, `THIEF_DISCARD`: put this card onto the pile, without effect.
    Discard(Card),
    /// ACT: an extra turn.
    PlayPositive(Card),
    /// ACT: a missed turn for someone.
    PlayNegative(Card),
    /// ACT, INTERRUPT: spy, thief or defect.
    PlayInteraction(Card),
    /// A target phase: this seat.
    Target(Seat),
    /// `MELD_FILL`: the real card.
    Natural,
    /// `MELD_FILL`: a joker.
    Joker,
    /// THEFT: this card.
    Steal(Card),
    /// `DEFECT_SELECT`: this card goes.
    Give(Card),
    /// INTERRUPT: no card.
    Pass,
}

ludometer_model::action_kinds! {
    Action;
    "discard_pending" => Self::DiscardPending,
    "draw_stock" => Self::DrawStock,
    "draw_pile" => Self::DrawPile,
    "meld" => Self::Meld(_),
    "hit" => Self::Hit(_),
    "exchange" => Self::Exchange(_),
    "discard" => Self::Discard(_),
    "play_positive" => Self::PlayPositive(_),
    "play_negative" => Self::PlayNegative(_),
    "play_interaction" => Self::PlayInteraction(_),
    "target" => Self::Target(_),
    "natural" => Self::Natural,
    "joker" => Self::Joker,
    "steal" => Self::Steal(_),
    "give" => Self::Give(_),
    "pass" => Self::Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.kind_name();
        match self {
            Self::DiscardPending
            | Self::DrawStock
            | Self::DrawPile
            | Self::Natural
            | Self::Joker
            | Self::Pass => f.write_str(word),
            Self::Meld(genre) => write!(f, "{word}({genre})"),
            Self::Hit(card)
            | Self::Exchange(card)
            | Self::Discard(card)
            | Self::PlayPositive(card)
            | Self::PlayNegative(card)
            | Self::PlayInteraction(card)
            | Self::Steal(card)
            | Self::Give(card) => write!(f, "{word}({card})"),
            Self::Target(seat) => write!(f, "{word}({seat})"),
        }
    }
}

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
    const fn any_meld(&self) -> bool {
        self.melds != 0
    }

    /// Returns true if the seat has a meld.
    #[inline(always)]
    const fn has_meld(&self, seat: Seat) -> bool {
        self.melds >> seat.index() & 1 != 0
    }
}

/// Returns true if this card can be added to this meld.
#[inline]
fn admits_hit(params: &Params, meld: Meld, face: Face) -> bool {
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
fn admits_exchange(params: &Params, meld: Meld, face: Face) -> bool {
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
fn may_target(params: &Params, board: &Board, genres: u8, seat: usize) -> bool {
    let Some(genre) = board.melds[seat].genre() else { return false };
    genres >> genre & 1 == 1 && admits_negative(params, board, seat)
}

/// Returns true if the limit of negative cards lets one be laid in front of this seat.
#[inline]
fn admits_negative(params: &Params, board: &Board, seat: usize) -> bool {
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
const fn publishable(params: &Params, held: u16, jokers: u32) -> bool {
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
fn may_draw_pile(params: &Params, board: &Board) -> bool {
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
            reader.slots(menu, |slot| action(params, slot))
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

/// The positive and the negative cards among the action cards, bit i for the i-th.
const POSITIVE: u16 = 0x003F;

const NEGATIVE: u16 = 0x0FC0;

/// The interaction cards.
const INTERACTION: u16 = 0x7000;

/// The actions that may be done in ACT, in their order.
#[derive(Clone, Copy)]
struct Menu {
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
fn action(params: &Params, slot: usize) -> Action {
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
