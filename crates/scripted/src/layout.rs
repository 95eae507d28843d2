//! The layout of a state in bytes, as a script that was loaded declares it.

use mlua::{Function, Table};

use crate::batches::Batches;

use ludometer_model::{Contest, Ends, Kind, KindBits, MAX_SEATS, Seat, SeatSet, Standing, counted};
pub(crate) use ludometer_zones::bytes::{card_at, i32_at, set_card, u16_at};
use ludometer_zones::layout::{OF_BATCH, WAS_MIXED};

/// Kinds of cards that a script can declare.
pub(crate) const MAX_KINDS: usize = 2047;

/// A set of kinds, from 0.
pub(crate) type Kinds = KindBits<{ MAX_KINDS.div_ceil(64) }>;

/// Places in the head.
pub(crate) mod head {
    pub(crate) const MOVER: usize = 0;
    pub(crate) const STEP: usize = 1;
    pub(crate) const FLAGS: usize = 3;
    pub(crate) const BEGUN: usize = 4;
    pub(crate) const FAULT: usize = 8;
    pub(crate) const NOBODY_WINS: usize = 10;
    /// The step that choices in secret began with, 0 where there are none.
    pub(crate) const ROOT: usize = 11;
    /// Sets of seats: who has yet to choose of several at once, who was asked, who is out.
    pub(crate) const PENDING: usize = 12;
    pub(crate) const ASKED: usize = 14;
    pub(crate) const GONE: usize = 20;
    /// Who loses by name, when the game is over.
    pub(crate) const LOSERS: usize = 22;
    /// Each seat's place in the low four bits, and above them the side that it was, where sides are drawn.
    pub(crate) const PLACES: usize = 24;
    pub(crate) const SCORES: usize = 36;
    /// Rounds that the script counts.
    pub(crate) const ROUNDS: usize = 84;
    /// Sealed choices, eight bytes a seat, where the script has any.
    pub(crate) const SEALS: usize = 88;
    /// Flags: the game is over; it was not finished.
    pub(crate) const OVER: u8 = 1;
    pub(crate) const UNFINISHED: u8 = 2;
}

/// A place and a side share a byte.
const _: () = assert!(MAX_SEATS < 16);

/// How the cards of a zone are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ZoneKind {
    /// Copies of each kind.
    Bag,
    /// Cards in order, face up.
    List,
    /// Cards in order, face down: for each, who knows it.
    Stack,
    /// Slots.
    Row,
}

/// The seats that see the contents of a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Visible {
    /// All seats.
    All,
    /// The seat it belongs to.
    Owner,
    /// Nobody.
    Nobody,
    /// All but the seat it belongs to.
    Others,
}

/// One zone.
#[derive(Clone, Debug)]
pub(crate) struct Zone {
    pub(crate) name: String,
    pub(crate) kind: ZoneKind,
    pub(crate) visible: Visible,
    /// The seat it belongs to.
    pub(crate) owner: Option<Seat>,
    /// Its place in the state, with the number of cards (u16) in front.
    pub(crate) off: usize,
    /// The seats' knowledge of it: a row for an onlooker, then one a seat; 0 where all see it.
    pub(crate) know: usize,
    /// The kinds that can lie there count to this.
    pub(crate) width: usize,
    /// The places of a list or row.
    pub(crate) cap: usize,
    /// Dice, which come from nowhere and are independent of each other.
    pub(crate) fresh: bool,
    /// How far behind the seats that know a card of a stack those stand of whom all can tell; 0 where all can tell of all.
    pub(crate) open: usize,
    /// Where in a stack, counted from its place, it stands who knows a card to lie there, but not where: first all of these seats,
    /// then those of each card, with a mark on those that were mixed. In a view: how many cards the viewer knows so, then their
    /// kinds from 1, and behind them those that follow from batches; the marks stay. 0: nobody can, as no stack of the script is
    /// ever mixed.
    pub(crate) apart: usize,
    /// The bytes of a card, and of a number of copies: 1, or 2 in large games.
    pub(crate) size_of_card: usize,
    /// The kinds of the deck that it belongs to.
    pub(crate) kinds: Kinds,
    /// The number of that deck, 0 where all cards may lie.
    pub(crate) deck: usize,
}

impl Zone {
    /// Returns true if this seat sees the cards.
    pub(crate) fn is_seen_by(&self, seat: Seat) -> bool {
        match self.visible {
            Visible::All => true,
            Visible::Owner => self.owner == Some(seat),
            Visible::Nobody => false,
            Visible::Others => self.owner != Some(seat),
        }
    }

    /// Returns the number of cards.
    pub(crate) fn size(&self, bytes: &[u8]) -> usize {
        usize::from(u16_at(bytes, self.off))
    }

    /// Returns where the copies of kinds 1, 2, ... of a bag stand.
    pub(crate) const fn counts(&self) -> usize {
        self.off + 2 + self.size_of_card
    }

    /// Returns the copies of a kind, from 0, in a bag.
    pub(crate) fn copies(&self, bytes: &[u8], kind: usize) -> usize {
        card_at(bytes, self.counts() + self.size_of_card * kind, self.size_of_card)
    }

    /// Returns the copies of each kind in a bag.
    pub(crate) fn all_copies<'a>(&self, bytes: &'a [u8]) -> impl Iterator<Item = usize> + Clone + use<'a> {
        cards_at(bytes, self.counts(), self.width, self.size_of_card)
    }

    /// Adds cards of a kind, from 0, to a bag whose size counts them already.
    pub(crate) fn add_copy(&self, bytes: &mut [u8], kind: usize) {
        let copies = self.copies(bytes, kind) + 1;
        set_card(bytes, self.counts() + self.size_of_card * kind, self.size_of_card, copies);
    }

    /// Returns the card in a place, from 0, of a list, stack or row: its kind, from 1; 0 where none is known or lies there.
    pub(crate) fn card(&self, bytes: &[u8], place: usize) -> usize {
        card_at(bytes, self.off + 2 + self.size_of_card * place, self.size_of_card)
    }

    /// Returns the cards in the first places of a list, stack or row.
    pub(crate) fn cards<'a>(
        &self,
        bytes: &'a [u8],
        places: usize,
    ) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + Clone + use<'a> {
        cards_at(bytes, self.off + 2, places, self.size_of_card)
    }

    /// Writes which card is in a place of a list, stack or row.
    pub(crate) fn set_card(&self, bytes: &mut [u8], place: usize, card: usize) {
        set_card(bytes, self.off + 2 + self.size_of_card * place, self.size_of_card, card);
    }

    /// Puts a card, its kind from 0, into a zone whose size counts it already: into the first place of a stack where none stands.
    pub(crate) fn put(&self, bytes: &mut [u8], kind: usize) {
        if self.kind == ZoneKind::Bag {
            self.add_copy(bytes, kind);
        } else if let Some(place) = (0..self.cap).find(|&place| self.card(bytes, place) == 0) {
            self.set_card(bytes, place, kind + 1);
        }
    }

    /// Returns the seats that know the card at this place of a stack.
    pub(crate) fn knowing(&self, bytes: &[u8], place: usize) -> SeatSet {
        SeatSet::from_bits(u16_at(bytes, self.knowers(place)) & !OF_BATCH)
    }

    /// Returns true if the seat that knows the depth of what was inserted last into a stack knows of the card at this place that
    /// all knew it to lie there before.
    pub(crate) fn is_of_batch(&self, bytes: &[u8], place: usize) -> bool {
        u16_at(bytes, self.knowers(place)) & OF_BATCH != 0
    }

    /// Returns the seats of which all can tell that they know the card at this place of a stack.
    pub(crate) fn openly_knowing(&self, bytes: &[u8], place: usize) -> SeatSet {
        seats_at(bytes, self.knowers(place) + self.open)
    }

    /// Writes which seats know the card at this place of a stack, and if one can tell that it is of a batch.
    pub(crate) fn set_knowing(&self, bytes: &mut [u8], place: usize, seats: SeatSet, is_of_batch: bool) {
        let mark = if is_of_batch { OF_BATCH } else { 0 };
        set_card(bytes, self.knowers(place), 2, usize::from(seats.bits() | mark));
    }

    /// Returns the seats that may know where cards of a stack lie, and others don't.
    pub(crate) fn secretly_knowing(&self, bytes: &[u8]) -> SeatSet {
        seats_at(bytes, self.knowers(self.cap) + self.open)
    }

    /// Returns true if, in a state, some seat may know a card of a stack to lie there, but not where.
    pub(crate) fn is_any_apart(&self, bytes: &[u8]) -> bool {
        u16_at(bytes, self.off + self.apart) > 0
    }

    /// Returns the seats that, in a state, know the card at this place of a stack to lie there, but not where.
    pub(crate) fn knowing_apart(&self, bytes: &[u8], place: usize) -> SeatSet {
        SeatSet::from_bits(u16_at(bytes, self.off + self.apart + 2 + 2 * place) & !WAS_MIXED)
    }

    /// Lets a seat, in a state, know the card at this place of a stack to lie there, but not where.
    pub(crate) fn set_knowing_apart(&self, bytes: &mut [u8], place: usize, seat: Seat) {
        let seat = SeatSet::one(seat);
        self.set_apart(bytes, place, self.knowing_apart(bytes, place).or(seat).bits());
        let at = self.off + self.apart;
        set_card(bytes, at, 2, usize::from(seats_at(bytes, at).or(seat).bits()));
    }

    /// Returns the cards of a stack that a seat knows to lie there, but not where, as a view lists them: kinds from 1.
    pub(crate) fn listed_apart<'a>(&self, bytes: &'a [u8]) -> impl Iterator<Item = usize> + Clone + use<'a> {
        let from = self.off + self.apart + 2;
        let places = if self.apart > 0 { self.cap } else { 0 };
        let kinds = bytes[from..from + 2 * places].chunks_exact(2).map(|kind| u16_at(kind, 0) & !WAS_MIXED);
        kinds.map(usize::from).take_while(|&kind| kind > 0)
    }

    /// Lists in a view the cards of a stack that a seat knows to lie there, but not where: the first `own` of them by itself.
    pub(crate) fn list_apart(&self, bytes: &mut [u8], own: usize, kinds: impl IntoIterator<Item = usize>) {
        let at = self.off + self.apart;
        set_card(bytes, at, 2, own);
        let mut kinds = kinds.into_iter();
        for place in 0..self.cap {
            let kind = kinds.next().unwrap_or(0) as u16;
            self.set_apart(bytes, place, kind);
        }
    }

    /// Writes what stands beside the mark at this place of a stack.
    fn set_apart(&self, bytes: &mut [u8], place: usize, what: u16) {
        let at = self.off + self.apart + 2 + 2 * place;
        let mark = u16_at(bytes, at) & WAS_MIXED;
        set_card(bytes, at, 2, usize::from(mark | what));
    }

    /// Returns true if the card at this place of a stack lay there when it was mixed last.
    pub(crate) fn was_mixed(&self, bytes: &[u8], place: usize) -> bool {
        u16_at(bytes, self.off + self.apart + 2 + 2 * place) & WAS_MIXED != 0
    }

    /// Returns how many of the cards that a view lists so the seat knows by itself; the others follow from batches.
    pub(crate) fn own_apart(&self, bytes: &[u8]) -> usize {
        if self.apart > 0 { usize::from(u16_at(bytes, self.off + self.apart)) } else { 0 }
    }

    const fn knowers(&self, place: usize) -> usize {
        self.off + 2 + self.size_of_card * self.cap + 2 * place
    }

    /// Says what lies in the zone and who sees it.
    pub(crate) fn sentence(&self) -> String {
        let name = &self.name;
        let what = match (self.kind, self.fresh) {
            (ZoneKind::Bag, true) => "dice",
            (ZoneKind::Bag, false) => "cards in no order",
            (ZoneKind::List, _) => "a pile of cards in order",
            (ZoneKind::Stack, _) => "a stack of cards in an order of its own",
            (ZoneKind::Row, _) => {
                return format!("`{name}` is an open row of {}.", counted(self.cap as u64, "slot"));
            }
        };
        let (each, owner) =
            if self.owner.is_some() { ("each player has ", "their own") } else { ("", "its owner's") };
        match self.visible {
            Visible::All => format!("`{name}`: {each}{what}, seen by everybody."),
            Visible::Owner => format!("`{name}`: {each}{what}, and sees only {owner}."),
            Visible::Others => format!("`{name}`: {each}{what}, which all others see, but not its holder."),
            Visible::Nobody => format!("`{name}`: {each}{what}, face down: nobody sees what is in it."),
        }
    }

    /// Returns true for a zone that cards are taken from: a market's row or tableau of nobody, a stock or a stack.
    pub(crate) fn is_supply(&self) -> bool {
        let is_market = self.kind == ZoneKind::Bag && self.visible == Visible::All && self.owner.is_none();
        self.kind == ZoneKind::Row || is_market || self.is_face_down()
    }

    /// Returns true for a stock or stack.
    pub(crate) fn is_face_down(&self) -> bool {
        self.visible == Visible::Nobody
    }

    /// Returns true for a seat's hand.
    pub(crate) fn is_hand(&self) -> bool {
        self.kind == ZoneKind::Bag && !self.fresh && matches!(self.visible, Visible::Owner | Visible::Others)
    }
}

/// A number of the script that everybody sees.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) name: String,
    /// True unless it is bookkeeping that people are not shown.
    pub(crate) is_shown: bool,
    /// The seat it belongs to.
    pub(crate) seat: Option<Seat>,
    pub(crate) off: usize,
}

/// A number that each seat has and no other sees.
#[derive(Clone, Debug)]
pub(crate) struct Secret {
    pub(crate) name: String,
    pub(crate) off: usize,
    /// The place of what seats know of it: a row for an onlooker, then one a seat.
    pub(crate) know: usize,
    /// The least that it can be.
    pub(crate) low: i32,
}

/// Numbers in a row or grid, two bytes each.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    pub(crate) name: String,
    /// True unless they are bookkeeping that people are not shown.
    pub(crate) is_shown: bool,
    pub(crate) off: usize,
    pub(crate) count: usize,
}

/// The hands of all seats, of which holders of some kinds know how many cards of some kinds lie in each.
#[derive(Clone, Debug)]
pub(crate) struct Role {
    /// The numbers of the zones, by seat.
    pub(crate) zones: Vec<usize>,
    /// Kinds from 0: whose holders know it, and of which they know it.
    pub(crate) holders: Kinds,
    pub(crate) seen: Kinds,
}

/// The places of all things in a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// The bytes of a state.
    pub(crate) bytes: usize,
    /// Those in front of what seats know.
    pub(crate) plain: usize,
    /// The bytes of a card, and of a number of copies: 1, or 2 in large games.
    pub(crate) size_of_card: usize,
    /// The bytes of a row of what a seat knows: known cards (u16), flags, known copies of each kind from 0, bits of kinds
    /// that are surely not among the others.
    pub(crate) row: usize,
    /// The kinds of a row count to this.
    pub(crate) width: usize,
    /// Kinds of cards.
    pub(crate) kinds: usize,
    /// Where the copies of kinds 1, 2, ... that are in the game stand.
    pub(crate) total: usize,
    pub(crate) seats: usize,
    pub(crate) sealed: bool,
    /// Where choices in secret stand, if the script has any; see `secret.luau`.
    pub(crate) secret: Option<usize>,
    /// Where calls that wait stand, if the script has any; see `calls.luau`.
    pub(crate) calls: Option<usize>,
    pub(crate) zones: Vec<Zone>,
    /// The batches of cards that are known to lie in some zones together.
    pub(crate) batches: Batches,
    /// The bytes of a bound that `holds` gives; 0 where the script says none.
    pub(crate) bound: usize,
    /// The hands whose cards tell their seat what lies in those of others.
    pub(crate) roles: Vec<Role>,
    /// True if a seat may know more of another's hand than that one can tell.
    pub(crate) has_secrets: bool,
    pub(crate) numbers: Vec<Number>,
    pub(crate) secrets: Vec<Secret>,
    pub(crate) cells: Vec<Cells>,
}

/// Flags of a row of what a seat knows: kinds are lacking; it may know more than the bag's owner can tell; it knows all
/// cards, and everybody knows that.
pub(crate) const LACKS: u8 = 1;
pub(crate) const MORE: u8 = 2;
pub(crate) const FULL: u8 = 4;
pub(crate) const BEFORE: u8 = 8;

/// The bytes of what one seat chooses in secret: how many choices, the step that it is asked in, and from the ninth byte on
/// the choices.
pub(crate) const SECRET: usize = 8 + 8 * 16;

impl Layout {
    /// Returns where the choices of a seat in secret stand, while there are any.
    pub(crate) fn secret_of(&self, bytes: &[u8], seat: Seat) -> Option<usize> {
        self.secret.filter(|_| bytes[head::ROOT] != 0).map(|at| at + SECRET * seat.index())
    }

    /// Returns where the row begins of what a seat knows of a zone; of an onlooker for no seat.
    pub(crate) fn row_of(&self, zone: &Zone, seat: Option<Seat>) -> usize {
        zone.know + self.row * seat.map_or(0, |seat| seat.index() + 1)
    }

    /// Returns where in a row the known copies of kinds 1, 2, ... stand.
    pub(crate) const fn known(&self, row: usize) -> usize {
        row + 3 + self.size_of_card
    }

    /// Returns where in a row the bits of kinds begin that are surely not among the other cards.
    pub(crate) const fn lacks(&self, row: usize) -> usize {
        self.known(row) + self.size_of_card * self.width
    }

    /// Returns the copies of a kind, from 0, that are in the game.
    pub(crate) fn in_game(&self, bytes: &[u8], kind: usize) -> usize {
        card_at(bytes, self.total + self.size_of_card * (kind + 1), self.size_of_card)
    }

    /// Returns the kinds, from 0, that are surely not among the cards of the zone that the seat doesn't know.
    pub(crate) fn lacking(&self, bytes: &[u8], row: usize) -> Kinds {
        let mut lacking = Kinds::NONE;
        if bytes[row + 2] & LACKS != 0 {
            let bits = &bytes[self.lacks(row)..row + self.row];
            for kind in 1..=self.width {
                if bits[kind / 8] >> (kind % 8) & 1 == 1 {
                    lacking.insert(kind - 1);
                }
            }
        }
        lacking
    }

    /// Returns where the public numbers and cells stand, first the numbers; secret numbers may lie between.
    pub(crate) fn public_span(&self) -> std::ops::Range<usize> {
        let first =
            self.numbers.first().map(|number| number.off).or(self.cells.first().map(|cells| cells.off));
        let first = first.unwrap_or(0);
        let numbers = first + 4 * self.numbers.len();
        first..self.cells.last().map_or(numbers, |cells| cells.off + 2 * cells.count)
    }

    /// Returns true if all that not every seat sees are stocks, which cards are drawn from at random.
    pub(crate) fn hides_stocks_alone(&self) -> bool {
        let is_stock = |zone: &Zone| zone.kind == ZoneKind::Bag && zone.visible == Visible::Nobody;
        let is_open = |zone: &Zone| zone.visible == Visible::All || is_stock(zone);
        !self.sealed && self.secret.is_none() && self.secrets.is_empty() && self.zones.iter().all(is_open)
    }

    /// Returns true if a view can leave something of the state open. The cards of a single bag that a seat doesn't see
    /// follow from all the others.
    pub(crate) fn hides(&self) -> bool {
        let alone = self.seats == 1;
        let stacked = |zone: &Zone| zone.kind == ZoneKind::Stack;
        let unseen = |seat: Seat| self.zones.iter().filter(move |zone| !zone.is_seen_by(seat));
        self.sealed
            || self.secret.is_some()
            || (!self.secrets.is_empty() && !alone)
            || Seat::all(self.seats)
                .any(|seat| unseen(seat).count() > 1 || unseen(seat).any(|zone| zone.fresh || stacked(zone)))
    }
}

/// Reads cards, or numbers of copies, one behind the other.
pub(crate) fn cards_at(
    bytes: &[u8],
    at: usize,
    count: usize,
    size: usize,
) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + Clone + use<'_> {
    bytes[at..at + size * count].chunks_exact(size).map(move |card| card_at(card, 0, size))
}

/// Reads a set of seats, which takes two bytes.
pub(crate) fn seats_at(bytes: &[u8], at: usize) -> SeatSet {
    SeatSet::from_bits(u16_at(bytes, at))
}

/// Returns the seats that have sealed their choices.
pub(crate) fn chosen(bytes: &[u8]) -> SeatSet {
    seats_at(bytes, head::ASKED).without(seats_at(bytes, head::PENDING))
}

/// A kind of card.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Card {
    pub(crate) name: String,
    pub(crate) copies: u64,
    pub(crate) is_blank: bool,
    /// The number of its deck; 0 where it belongs to none.
    pub(crate) deck: usize,
}

/// The declarations of a script beside its parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declarations {
    pub(crate) layout: Layout,
    pub(crate) cards: Vec<Card>,
    /// The line of `game.setup`.
    pub(crate) setup_line: usize,
    /// True if there is a `game.estimate`.
    pub(crate) has_estimate: bool,
    /// Who wins against whom.
    pub(crate) contest: Contest,
    /// Sentences of the script about this rule set that may not be meant.
    pub(crate) warned: Vec<String>,
    /// The number of facts that the script says to hold in every state.
    pub(crate) invariants: usize,
    /// After so many decisions a game is broken off.
    pub(crate) most_decisions: u32,
    /// The turns at which a game is broken off, by the script's limit or by the engine's of decisions.
    pub(crate) most_turns: u64,
    /// The least and the most that a seat can score, where searches play for the score and not for the win.
    pub(crate) payoff: Option<(f64, f64)>,
}

/// True if there are scores; standings; estimates; where numbers and cards stand; a row's bytes and kinds; the most turns.
pub(crate) type Figures = (bool, bool, bool, usize, usize, usize, usize, u64);

/// Reads what the script declared.
pub(crate) fn read(host: &Table, seats: usize) -> mlua::Result<Declarations> {
    let figures: Function = host.get::<Table>("functions")?.get("figures")?;
    let (has_score, has_standing, has_estimate, numbers, total, row, width, most_turns): Figures =
        figures.call(())?;
    let names: Vec<String> = host.get("kinds")?;
    let copies: Vec<u64> = host.get("copies")?;
    let decks: Vec<String> = host.get("decks")?;
    let blank: Vec<bool> = host.get("blank")?;
    let numbered: Vec<usize> = host.get("deck_of")?;
    let cards = names.into_iter().zip(copies).zip(blank).zip(numbered);
    let card = |(((name, copies), is_blank), deck)| Card { name, copies, is_blank, deck };
    let cards: Vec<Card> = cards.map(card).collect();
    let size_of_card = if host.get("large")? { 2 } else { 1 };
    let mut zones = Vec::new();
    for zone in host.get::<Table>("zones")?.sequence_values::<Table>() {
        zones.push(read_zone(&zone?, &decks, size_of_card)?);
    }
    let (numbers, end) = read_numbers(host, numbers, seats)?;
    debug_assert!(end <= total, "numbers stand in front of the cards");
    let layout = Layout {
        bytes: host.get("bytes")?,
        plain: host.get("plain_bytes")?,
        size_of_card,
        row,
        width,
        kinds: cards.len(),
        total,
        seats,
        sealed: host.get("sealed")?,
        secret: Some(host.get("secret_at")?).filter(|&at| at > 0),
        calls: Some(host.get("calls_at")?).filter(|&at| at > 0),
        batches: Batches::new(host.get("batches")?, &zones, width, size_of_card),
        bound: host.get("bound_size")?,
        roles: read_roles(host)?,
        has_secrets: host.get::<bool>("shows_secretly")? || !host.get::<Table>("roles")?.is_empty(),
        zones,
        numbers,
        secrets: read_secrets(host)?,
        cells: read_cells(host)?,
    };
    let payoff = read_payoff(host)?;
    let standing = match (has_standing, has_score, has_estimate) {
        (true, ..) => Standing::Own,
        (false, true, _) => Standing::Score,
        (false, false, true) => Standing::Chances,
        (false, false, false) => Standing::Nothing,
    };
    let most_decisions = host.get("most_decisions")?;
    if payoff.is_some() && !has_score {
        return Err(mlua::Error::runtime("game.payoff is for games with game.score"));
    }
    let setup_line = host.get("setup_line")?;
    let invariants: Function = host.get::<Table>("functions")?.get("invariants")?;
    Ok(Declarations {
        warned: host.get("warned")?,
        invariants: invariants.call(())?,
        layout,
        cards,
        setup_line,
        has_estimate,
        contest: Contest { standing, ..read_contest(host, seats, has_score)? },
        most_decisions,
        most_turns,
        payoff,
    })
}

/// Reads how the game is won.
pub(crate) fn read_kind(host: &Table) -> mlua::Result<Kind> {
    let word: String = host.get::<Table>("contest")?.get("kind")?;
    Ok(Kind::ALL.into_iter().find(|kind| kind.word() == word).unwrap_or_default())
}

fn read_contest(host: &Table, seats: usize, have_scores: bool) -> mlua::Result<Contest> {
    let told: Table = host.get("contest")?;
    let kind = read_kind(host)?;
    let sides: Vec<u16> = told.get("sides")?;
    let ends = Ends {
        are_won: told.get("are_won")?,
        have_scores,
        are_scored: told.get("are_scored")?,
        have_losers: told.get("have_losers")?,
        are_lost_alone: told.get("are_lost_alone")?,
        are_joint: told.get("are_joint")?,
        fewest_win: told.get("fewest_win")?,
    };
    let contest = if sides.is_empty() {
        Contest::new(kind, seats)
    } else {
        Contest::of_sides(sides.into_iter().map(SeatSet::from_bits).collect())
    };
    Ok(Contest { drawn: told.get("drawn")?, ends, ..contest })
}

fn read_payoff(host: &Table) -> mlua::Result<Option<(f64, f64)>> {
    let payoff: Option<Table> = host.get::<Table>("api")?.get::<Table>("game")?.get("payoff")?;
    let Some(payoff) = payoff else { return Ok(None) };
    match (payoff.get(1)?, payoff.get(2)?) {
        (Some(low), Some(high)) if low < high => Ok(Some((low, high))),
        _ => {
            let what = "`game.payoff = { least, most }` needs two numbers, the least and the most that a seat can score";
            Err(mlua::Error::runtime(what))
        }
    }
}

fn read_zone(zone: &Table, decks: &[String], size_of_card: usize) -> mlua::Result<Zone> {
    let deck: String = zone.get("deck")?;
    let owner: usize = zone.get("owner")?;
    let kinds = decks.iter().enumerate().filter(|(_, other)| deck.is_empty() || **other == deck);
    let fresh: bool = zone.get("fresh")?;
    Ok(Zone {
        name: zone.get("name")?,
        kind: match zone.get("kind")? {
            1 => ZoneKind::Bag,
            2 => ZoneKind::List,
            3 => ZoneKind::Stack,
            _ => ZoneKind::Row,
        },
        visible: match zone.get("vis")? {
            0 => Visible::All,
            1 => Visible::Owner,
            2 => Visible::Nobody,
            _ => Visible::Others,
        },
        owner: owner.checked_sub(1).map(Seat::new),
        off: zone.get("_off")?,
        know: zone.get("_know")?,
        width: zone.get("width")?,
        cap: zone.get("cap")?,
        open: zone.get("open")?,
        apart: zone.get("apart")?,
        fresh,
        deck: zone.get("only")?,
        size_of_card,
        kinds: if fresh { Kinds::ALL } else { kinds.fold(Kinds::NONE, |set, (kind, _)| set.with(kind)) },
    })
}

/// Returns the public numbers from this place on, and where they end.
fn read_numbers(host: &Table, from: usize, seats: usize) -> mlua::Result<(Vec<Number>, usize)> {
    let mut off = from;
    let mut numbers = Vec::new();
    let unshown: Vec<String> = host.get("unshown")?;
    let mut add = |name: String, seat| {
        numbers.push(Number { is_shown: !unshown.contains(&name), name, seat, off });
        off += 4;
    };
    for name in host.get::<Vec<String>>("vnames")? {
        add(name, None);
    }
    for entry in host.get::<Table>("seatv")?.sequence_values::<Table>() {
        let name: String = entry?.get("name")?;
        Seat::all(seats).for_each(|seat| add(name.clone(), Some(seat)));
    }
    Ok((numbers, off))
}

fn read_roles(host: &Table) -> mlua::Result<Vec<Role>> {
    let read = |rule: mlua::Result<Table>| {
        let rule = rule?;
        let kinds = |field: &str| -> mlua::Result<Kinds> {
            let kinds = rule.get::<Vec<usize>>(field)?;
            Ok(kinds.into_iter().fold(Kinds::NONE, |set, kind| set.with(kind - 1)))
        };
        let zones = rule.get::<Table>("zones")?;
        let number = |zone: mlua::Result<Table>| Ok(zone?.get::<usize>("_id")? - 1);
        Ok(Role {
            zones: zones.sequence_values::<Table>().map(number).collect::<mlua::Result<_>>()?,
            holders: kinds("holders")?,
            seen: kinds("seen")?,
        })
    };
    host.get::<Table>("roles")?.sequence_values().map(read).collect()
}

fn read_secrets(host: &Table) -> mlua::Result<Vec<Secret>> {
    let read = |entry: mlua::Result<Table>| {
        let entry = entry?;
        Ok(Secret {
            name: entry.get("name")?,
            off: entry.get("_off")?,
            know: entry.get("_know")?,
            low: entry.get("low")?,
        })
    };
    host.get::<Table>("secrets")?.sequence_values().map(read).collect()
}

fn read_cells(host: &Table) -> mlua::Result<Vec<Cells>> {
    let unshown: Vec<String> = host.get("unshown")?;
    let read = |entry: mlua::Result<Table>| {
        let entry = entry?;
        let name: String = entry.get("name")?;
        let is_shown = !unshown.contains(&name);
        Ok(Cells { name, is_shown, off: entry.get("_off")?, count: entry.get("n")? })
    };
    host.get::<Table>("cells")?.sequence_values().map(read).collect()
}
