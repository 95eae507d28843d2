//! One seat's knowledge, and states determinized from it (spec, section 4).
//!
//! Every certainty of the viewer holds in a determinized state: known cards are placed first, then the
//! cards that the other players hold together, in hidden places drawn by lot, then the rest,
//! uniformly. What other seats privately know is determinized as follows: of the viewer's own hand they
//! know exactly what they really know (the viewer saw how they came by it); of all else, what
//! everybody knows. A thief who is just being shown a hand knows that hand.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::card::{Face, MAX_GENRES, MAX_KINDS, NO_CARD, Names};
use super::hand::{Hand, Held};
use super::knowledge::{Counts, EVERYONE};
use super::params::Params;
use super::state::{Board, MAX_PLAYERS, Meld, Phase, State};
use ludometer_model::{FeatureSink, KindSet, Pile, Places, Rng, Seat, deal_hidden};

/// The knowledge of one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The open board.
    pub board: Board,
    /// Whose view it is.
    pub seat: Seat,
    /// The own hand.
    pub hand: Hand,
    /// The contents of the own hand.
    pub(super) held: Held,
    /// The own cards selected for a defect.
    pub(super) given: u32,
    /// The cards that each seat holds for certain.
    pub known: [Hand; MAX_PLAYERS],
    /// The cards of the own hand that each seat knows.
    pub known_of_mine: [Hand; MAX_PLAYERS],
    /// The cards of each hand that everybody knows.
    pub open: [Hand; MAX_PLAYERS],
    /// The cards that the stock holds for certain.
    pub stock_known: Counts,
    /// The cards of the stock that everybody knows.
    pub stock_open: Counts,
    /// The cards that the other players hold together, for certain.
    pub outside: Counts,
    names: Names,
}

impl View {
    #[inline]
    pub(super) fn of(state: &State, seat: Seat) -> Self {
        let knowledge = &state.knowledge;
        let i = seat.index();
        let selecting = matches!(state.board.phase, Phase::DefectSelect { target, .. } if target == seat);
        Self {
            board: state.board.clone(),
            seat,
            hand: state.hands[i],
            held: state.held[i],
            given: if selecting { state.given } else { 0 },
            known: knowledge.of(i),
            known_of_mine: std::array::from_fn(|o| *knowledge.known(o, i)),
            open: knowledge.of(EVERYONE),
            stock_known: knowledge.stock[i].now(),
            stock_open: knowledge.stock[EVERYONE].now(),
            outside: knowledge.outside[i],
            names: state.names,
        }
    }

    /// Returns the cards whose place the viewer can't see or doesn't know for certain, by kind: the deck
    /// less what lies open and the own hand.
    fn hidden(&self, params: &Params) -> Counts {
        let mut left = params.copies;
        let board = &self.board;
        for &kind in self.hand.iter().chain(board.pile.iter()) {
            left[usize::from(kind)] -= 1;
        }
        for i in 0..params.seats {
            if board.pending[i] != NO_CARD {
                left[usize::from(board.pending[i])] -= 1;
            }
            let meld = &board.melds[i];
            let Some(genre) = meld.genre() else { continue };
            for c in (0..params.categories as u32).filter(|c| meld.basics >> c & 1 == 0) {
                left[usize::from(params.basic(genre, c))] -= 1;
            }
            for x in (0..params.extras as u32).filter(|x| meld.extras >> x & 1 == 1) {
                left[usize::from(params.extra(genre, x))] -= 1;
            }
            left[usize::from(params.joker())] -= meld.all_jokers() as u8;
        }
        left
    }

    /// Fills a state with one that the viewer can't tell from the true one.
    pub(super) fn determinize(&self, params: &Params, rng: &mut Rng, into: &mut State) {
        let n = params.seats;
        let State { board, hands, given, stock, knowledge, names, held: _ } = &mut *into;
        board.clone_from(&self.board);
        *names = self.names;
        *given = self.given;
        *hands = [Hand::NONE; MAX_PLAYERS];
        let viewer = self.seat.index();
        hands[viewer] = self.hand;

        // Certain cards first; what the mover has announced is certain too.
        let mut left = self.hidden(params);
        let mut outside = self.outside;
        for p in (0..n).filter(|p| *p != viewer) {
            hands[p] = self.known[p];
            if board.actor.index() == p {
                hands[p].raise_to(&board.announced(params));
            }
            for &kind in hands[p].iter() {
                left[usize::from(kind)] -= 1;
                let more = &mut outside[usize::from(kind)];
                *more = more.saturating_sub(1);
            }
        }

        // Cards that are in some other hand go to hidden places drawn by lot.
        let mut spare: [u8; MAX_PLAYERS] = [0; MAX_PLAYERS];
        for p in (0..n).filter(|p| *p != viewer) {
            spare[p] = board.sizes[p] - hands[p].size() as u8;
        }
        let mut spots: Pile<u8, 128> = Pile::new();
        for kind in 0..params.kinds() {
            for _ in 0..outside[kind] {
                if spots.is_empty() {
                    for (p, &count) in spare.iter().enumerate().take(n) {
                        (0..count).for_each(|_| spots.push(p as u8));
                    }
                }
                let p = usize::from(spots.draw(rng).expect("hands have room for what they hold"));
                hands[p].add(kind as u8);
                spare[p] -= 1;
                left[kind] -= 1;
            }
        }

        // The rest, uniformly; what no hand gets is the stock.
        stock.clear();
        for (kind, (&known, &left)) in self.stock_known.iter().zip(&left).enumerate().take(params.kinds()) {
            for _ in known..left {
                stock.push(kind as u8);
            }
        }
        let places: [Places; MAX_PLAYERS] =
            std::array::from_fn(|p| Places { count: u16::from(spare[p]), allowed: KindSet::ALL });
        let mut end = stock.len();
        let free =
            deal_hidden(stock, &places[..n], rng).expect("there is a hidden card for every hidden place");
        for p in 0..n {
            let start = end - usize::from(spare[p]);
            for &kind in &stock[start..end] {
                hands[p].add(kind);
            }
            end = start;
        }
        stock.truncate(free);
        for (kind, &known) in self.stock_known.iter().enumerate().take(params.kinds()) {
            for _ in 0..known {
                stock.push(kind as u8);
            }
        }

        if let Phase::DefectSelect { target, due, done } = board.phase
            && target != self.seat
        {
            *given = imagine_picks(hands[target.index()].size(), due, done, rng);
        }
        knowledge.set_open(&self.open);
        for o in (0..n).filter(|&o| o != viewer) {
            knowledge.set(viewer, o, &self.known[o]);
            knowledge.set(o, viewer, &self.known_of_mine[o]);
        }
        for o in (0..n).chain([EVERYONE]) {
            knowledge.stock[o].set(if o == viewer { &self.stock_known } else { &self.stock_open });
            if o != EVERYONE {
                knowledge.outside[o] = if o == viewer { self.outside } else { [0; MAX_KINDS] };
            }
        }
        if let Phase::Theft(target) = board.phase {
            knowledge.set(board.actor.index(), target.index(), &hands[target.index()]);
        }
        into.count_held(params);
    }
}

/// Returns the places of the first `done` of `due` cards selected by lot from a hand.
fn imagine_picks(size: usize, due: u8, done: u8, rng: &mut Rng) -> u32 {
    let (mut picks, mut need) = (0_u32, usize::from(due));
    for place in 0..size {
        if picks.count_ones() >= u32::from(done) {
            break;
        }
        if rng.index(size - place) < need {
            picks |= 1 << place;
            need -= 1;
        }
    }
    picks
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.names;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("seat", &self.seat)?;
        map.serialize_entry("hand", &names.cards(&self.hand))?;
        self.board.serialize_into(names, &mut map)?;
        let given: Vec<u8> =
            (0..self.hand.len()).filter(|i| self.given >> i & 1 == 1).map(|i| self.hand[i]).collect();
        map.serialize_entry("selected", &names.cards(&given))?;
        map.serialize_entry("known", &names.hands(&self.known))?;
        map.serialize_entry("known_of_mine", &names.hands(&self.known_of_mine))?;
        map.serialize_entry("known_to_all", &names.hands(&self.open))?;
        map.serialize_entry("stock_known", &names.counted(&self.stock_known))?;
        map.serialize_entry("stock_known_to_all", &names.counted(&self.stock_open))?;
        map.serialize_entry("outside", &names.counted(&self.outside))?;
        map.end()
    }
}

/// Sorts of cards: basic, extra, joker, positive, negative, spy, thief, defect.
const SORTS: usize = 8;

/// The numbers of basic cards that have a feature each; more count as the last.
const PLACES: usize = 9;

const fn sort(face: Face) -> usize {
    match face {
        Face::Basic { .. } => 0,
        Face::Extra { .. } => 1,
        Face::Joker => 2,
        Face::Positive(_) => 3,
        Face::Negative(_) => 4,
        Face::Spy => 5,
        Face::Thief => 6,
        Face::Defect => 7,
    }
}

/// Tells the features of a view.
pub(super) fn observe(params: &Params, view: &View, sink: &mut impl FeatureSink) {
    let (board, me) = (&view.board, view.seat);
    let seats = params.seats;
    let face = |kind: u8| params.faces[usize::from(kind)];
    sink.one_of("seats", seats.checked_sub(2), MAX_PLAYERS - 1);
    sink.one_of("phase", Some(board.phase.index()), Phase::NAMES.len());
    sink.seat("mover", board.to_move(), me, seats, MAX_PLAYERS);
    sink.seat("active", Some(board.active), me, seats, MAX_PLAYERS);
    sink.flag("extra_turn", board.extra_turn);
    sink.flag("taken", board.taken != NO_CARD);
    sink.amount("jokers_taken", board.jokers_taken, 2.0);
    sink.amount("stock", board.stock, 60.0);
    sink.amount("pile", board.pile.len() as u32, 40.0);
    sink.amount("turn", board.turn, 60.0);

    // The hand: by sort of card, and what each genre has.
    let mut sorts = [0_u8; SORTS];
    let mut genres = [[0_u8; 3]; MAX_GENRES];
    for (_, kind) in view.hand.distinct() {
        let copies = view.hand.copies(kind) as u8;
        sorts[sort(face(kind))] += copies;
        match face(kind) {
            Face::Basic { genre, .. } => {
                genres[usize::from(genre)][0] += 1;
                genres[usize::from(genre)][2] += copies - 1;
            }
            Face::Extra { genre, .. } => genres[usize::from(genre)][1] += 1,
            _ => {}
        }
    }
    for (number, &count) in sorts.iter().enumerate() {
        sink.count(format_args!("hand.sort.{number}"), count, 5.0);
    }
    sink.amount("hand", view.hand.size() as u32, 12.0);
    // By how far their films are, the furthest first: which genre it is counts for little.
    let mut order: [usize; MAX_GENRES] = std::array::from_fn(|genre| genre);
    order.sort_unstable_by_key(|&genre| (u8::MAX - genres[genre][0], u8::MAX - genres[genre][1], genre));
    for place in 0..3 {
        let [basics, extras, doubles] = genres[order[place]];
        sink.one_of(format_args!("film.{place}"), Some(usize::from(basics).min(PLACES - 1)), PLACES);
        sink.amount(format_args!("film.{place}.extras"), extras, 4.0);
        sink.amount(format_args!("film.{place}.doubles"), doubles, 2.0);
        let lacking = params.categories.saturating_sub(usize::from(basics + sorts[2]));
        sink.amount(format_args!("film.{place}.lacking"), lacking as u32, 6.0);
        sink.flag(format_args!("film.{place}.ready"), lacking == 0);
        let taken =
            board.melds[..seats].iter().any(|meld| meld.genre().map(usize::from) == Some(order[place]));
        sink.flag(format_args!("film.{place}.taken"), taken);
    }
    let placed =
        |set: &dyn Fn(u8) -> bool| view.hand.distinct().filter(|&(_, kind)| set(kind)).count() as u32;
    sink.count("hits", placed(&|kind| board.open.hits.has(kind)), 4.0);
    sink.count("swaps", placed(&|kind| board.open.swaps.has(kind)), 2.0);

    let top = board.pile.last().copied();
    sink.one_of("top", top.map(|kind| sort(face(kind))), SORTS);
    sink.flag("top.hit", top.is_some_and(|kind| board.open.hits.has(kind)));
    let wanted = |kind: u8| match face(kind) {
        Face::Basic { genre, .. } => usize::from(genre) == order[0] && view.hand.copies(kind) == 0,
        _ => false,
    };
    sink.flag("top.wanted", top.is_some_and(wanted));
    sink.flag(
        "top.extra",
        top.is_some_and(
            |kind| matches!(face(kind), Face::Extra { genre, .. } if usize::from(genre) == order[0]),
        ),
    );

    let mut around = me.around(seats);
    for place in 0..MAX_PLAYERS {
        let seat = around.next();
        let amount = |of: &dyn Fn(Seat) -> f64| seat.map_or(0.0, of);
        let size = seat.map(|seat| usize::from(board.sizes[seat.index()]));
        sink.one_of(format_args!("few.{place}"), size.filter(|&size| size < 6), 6);
        sink.amount(format_args!("cards.{place}"), size.unwrap_or(0) as u32, 12.0);
        let meld = seat.map(|seat| board.meld(seat)).filter(|meld| meld.exists());
        sink.flag(format_args!("film_out.{place}"), meld.is_some());
        sink.amount(format_args!("film_size.{place}"), meld.map_or(0, Meld::size) as u32, 10.0);
        sink.amount(format_args!("film_jokers.{place}"), meld.map_or(0, Meld::all_jokers), 3.0);
        let pending = seat.is_some_and(|seat| board.pending[seat.index()] != NO_CARD);
        sink.flag(format_args!("negative.{place}"), pending);
        sink.amount(format_args!("total.{place}"), amount(&|seat| board.totals[seat.index()].into()), 200.0);
        let known = amount(&|seat| if seat == me { 0.0 } else { view.known[seat.index()].size() as f64 });
        sink.amount(format_args!("known.{place}"), known, 5.0);
    }
}
