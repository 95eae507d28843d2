//! A seat's knowledge as numbers.

use super::board::{MAX_PLAYERS, Phase};
use super::card::{Face, MAX_GENRES, NO_CARD};
use super::meld::Meld;
use super::params::Params;
use super::view::View;
use ludometer_model::{FeatureSink, Seat};

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
