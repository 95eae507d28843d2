//! A seat's knowledge, and full states determinized from it (section 4).
//!
//! A view shows what lies open, the seat's own hand, the cards it has face down in the discard
//! pile, and those it is putting away. While cards are put away the others' answers are not shown,
//! nor the smaller hands (IB-85): a re-dealt state then determinizes for every other seat that has
//! answered, or is answering, a uniformly random number of cards put away, of those it is determinized
//! to hold. What other seats privately know of their own face-down discards is determinized with them.
//!
//! Certain knowledge that a re-dealt state respects: I1 by the pool of unknown cards; I2 by the
//! halves of the stock; I3 and I4 by the kinds that the places of a hand admit; I7 by the sums of
//! money. The order of the stock is never fixed, so nothing of it has to be determinized.

use super::action::Kind;
use super::card::{Card, Colour, FACES, MAX_COLOURS, TYPES, Valued, face};
use super::params::{MAX_CARDS, MAX_DROPS, PLAYERS};
use super::rules::halves;
use super::state::{Half, Phase, Public, State, View};
use super::{ImTheBoss, talk};
use ludometer_model::small_table::{BySeat, MAX_SEATS};
use ludometer_model::{FeatureSink, KindSet, Pile, Places, Rng, Seat, deal_hidden};

/// Groups of places: one for each proof, one for hands without valued cards, one for all else.
const GROUPS: usize = talk::PROOFS + 2;

/// All kinds but plus and minus cards.
const NOT_VALUED: KindSet = {
    let mut set = KindSet::NONE;
    let mut colour = 0;
    while colour < super::card::MAX_COLOURS {
        let mut face = 0;
        while face < FACES {
            if face::is_valued(face) {
                set = set.with(Card::new(face, Colour(colour as u8)).number());
            }
            face += 1;
        }
        colour += 1;
    }
    set.complement()
};

impl View {
    /// Returns what this seat knows.
    #[inline]
    pub(super) fn of(game: &ImTheBoss, state: &State, seat: Seat) -> Self {
        if game.params.money_hidden {
            return Self::masked(game, state, seat);
        }
        Self::open(game, state, seat)
    }

    /// Returns the view with sums of money as they are. Nothing is changed in it afterwards: so it is put together in
    /// its place, and what lies open is copied once instead of three times.
    #[inline(always)]
    fn open(game: &ImTheBoss, state: &State, seat: Seat) -> Self {
        let known = game.params.jitter == 0 || state.public.reshuffled;
        let halves = known.then_some(state.halves);
        let aside = state.aside[seat].clone();
        let (hand, dropped) = (state.hands[seat], state.dropped[seat]);
        Self { seat, public: state.public, money_hidden: false, hand, dropped, aside, halves }
    }

    #[cold]
    fn masked(game: &ImTheBoss, state: &State, seat: Seat) -> Self {
        let mut view = Self::open(game, state, seat);
        mask_money(&mut view.public.money, seat, game.params.seats);
        view.money_hidden = true;
        view
    }

    /// Fills `into` with a state that agrees with all the viewer knows.
    pub(super) fn determinize(&self, game: &ImTheBoss, rng: &mut Rng, into: &mut State) {
        let params = &game.params;
        let seats = params.seats;
        let public = &self.public;
        into.public = *public;
        into.hands = BySeat::default();
        into.dropped = BySeat::default();
        into.aside = BySeat::from_fn(|_| Pile::new());
        into.hands[self.seat] = self.hand;
        into.dropped[self.seat] = self.dropped;
        into.aside[self.seat].clone_from(&self.aside);
        into.halves = self.halves.unwrap_or_else(|| game.imagine_cut(public, rng));
        let money: i64 = public.money.first(seats).iter().map(|&m| i64::from(m)).sum();
        into.bank_paid = money - seats as i64 * i64::from(params.start_money);

        let mut pool = [0_u8; MAX_CARDS];
        let unknown = game.unknown_cards(self, &mut pool);
        let pool = &mut pool[..unknown];
        let dealt = game.deal_hands(self, pool, into, rng);
        into.stock.clear();
        for &card in &pool[..dealt] {
            into.stock.push(Card::from_number(usize::from(card)));
        }
        if let Phase::Drop(mover) = public.phase {
            game.imagine_drops(self.seat, mover, into, rng);
        }
    }
}

impl ImTheBoss {
    /// Fills the pool with all cards whose place the viewer doesn't know (I1).
    fn unknown_cards(&self, view: &View, pool: &mut [u8; MAX_CARDS]) -> usize {
        let public = &view.public;
        let deck = self.params.deck.counts();
        let (hand, dropped) = (view.hand.counts(), view.dropped.counts());
        let face_up = public.face_up.counts();
        let mut counts = [0_u8; TYPES];
        for (i, count) in counts.iter_mut().enumerate() {
            *count = deck[i] - hand[i] - dropped[i] - face_up[i];
        }
        view.aside.iter().for_each(|card| counts[card.number()] -= 1);
        for (face, &n) in public.centre.iter().enumerate() {
            counts[public.card(face).number()] -= n;
        }
        for front in public.front.first(self.params.seats) {
            counts[public.card(face::POTA).number()] -= front.pota;
            counts[public.card(face::REVERSE).number()] -= front.reverse;
            counts[Card::WILD.number()] -= front.pota_wild;
        }
        if let Some(card) = public.playing {
            counts[card.number()] -= 1;
        }
        let mut len = 0;
        for (i, &n) in counts.iter().enumerate() {
            pool[len..len + usize::from(n)].fill(i as u8);
            len += usize::from(n);
        }
        len
    }

    /// Deals the pool to the other hands and the others' face-down discards; gives how many cards
    /// are left for the stock, at the pool's beginning.
    fn deal_hands(&self, view: &View, pool: &mut [u8], into: &mut State, rng: &mut Rng) -> usize {
        let public = &view.public;
        let others = || view.seat.others(self.params.seats);
        // Several proofs of a piece of the action in different colours may all be one wild card.
        let several = |seat: Seat| (talk::tightest(public.proofs[seat]) & talk::POTAS).count_ones() > 1;
        let doubtful: Pile<u8, MAX_SEATS> = {
            let mut pile = Pile::new();
            others().filter(|&seat| several(seat)).for_each(|seat| pile.push(seat.index() as u8));
            pile
        };
        for wild in 0..1_u32 << doubtful.len() {
            let mut needs = BySeat::all(0_u64);
            for seat in others() {
                let mut proofs = talk::tightest(public.proofs[seat]);
                let place = doubtful.iter().position(|&d| usize::from(d) == seat.index());
                if place.is_some_and(|i| wild >> i & 1 != 0) {
                    proofs = proofs & !talk::POTAS | talk::WILD_CARD;
                }
                needs[seat] = proofs;
            }
            if let Some(left) = self.try_deal(view, &needs, pool, into, rng) {
                return left;
            }
        }
        unreachable!("the true hands are one way to deal what the view allows")
    }

    /// Deals with these proofs to be met. `None` if the cards don't allow it.
    fn try_deal(
        &self,
        view: &View,
        needs: &BySeat<u64>,
        pool: &mut [u8],
        into: &mut State,
        rng: &mut Rng,
    ) -> Option<usize> {
        let public = &view.public;
        let others = || view.seat.others(self.params.seats);
        let mut places = [Places { count: 0, allowed: KindSet::ALL }; GROUPS];
        let mut groups = 0;
        let mut proofs = [0_u8; GROUPS];
        let any = others().fold(0, |any, seat| any | needs[seat]);
        if any != 0 {
            for &bit in talk::BY_TIGHTNESS.iter().filter(|&&bit| any >> bit & 1 != 0) {
                let count = others().filter(|&seat| needs[seat] >> bit & 1 != 0).count() as u16;
                places[groups] = Places { count, allowed: talk::FITS[usize::from(bit)] };
                proofs[groups] = bit;
                groups += 1;
            }
        }
        let (mut not_valued, mut free) = (0, 0);
        for seat in others() {
            let rest = public.hands[seat].checked_sub(needs[seat].count_ones() as u16)?;
            *(if public.no_valued[seat] { &mut not_valued } else { &mut free }) += rest;
            free += public.face_down[seat];
        }
        places[groups] = Places { count: not_valued, allowed: NOT_VALUED };
        places[groups + 1] = Places { count: free, allowed: KindSet::ALL };
        let left = deal_hidden(pool, &places[..groups + 2], rng).ok()?;

        // The first group's cards stand at the end of the pool.
        let mut end = pool.len();
        let mut next = || {
            end -= 1;
            Card::from_number(usize::from(pool[end]))
        };
        for &bit in &proofs[..groups] {
            for seat in others().filter(|&seat| needs[seat] >> bit & 1 != 0) {
                into.hands[seat].add(next());
            }
        }
        for restricted in [true, false] {
            for seat in others().filter(|&seat| public.no_valued[seat] == restricted) {
                while into.hands[seat].len() < usize::from(public.hands[seat]) {
                    into.hands[seat].add(next());
                }
            }
        }
        for seat in others() {
            for _ in 0..public.face_down[seat] {
                into.dropped[seat].add(next());
            }
        }
        Some(left)
    }

    /// Imagines what the others have put away so far.
    fn imagine_drops(&self, viewer: Seat, mover: Seat, into: &mut State, rng: &mut Rng) {
        let drop_max = usize::from(self.params.drop_max);
        let boss = into.public.boss;
        let answered = boss.around(self.params.seats).take_while(|&seat| seat != mover);
        for seat in answered.chain([mover]).filter(|&seat| seat != viewer) {
            let most = if seat == mover { drop_max - 1 } else { drop_max };
            let hand = &mut into.hands[seat];
            let count = rng.index(most.min(hand.len()) + 1);
            let mut away: [Card; MAX_DROPS] = [Card::default(); MAX_DROPS];
            for card in &mut away[..count] {
                *card = hand.iter().nth(rng.index(hand.len())).expect("the index is below the hand's size");
                hand.take(*card);
            }
            away[..count].sort_unstable_by_key(|card| card.rank());
            into.aside[seat].extend_from_slice(&away[..count]);
        }
    }

    /// Imagines where the first stock was cut, by what was seen of its X cards.
    fn imagine_cut(&self, public: &Public, rng: &mut Rng) -> [Half; 2] {
        let params = &self.params;
        let n = params.deck.len() - params.seats * params.hand;
        let shifts = 2 * params.jitter + 1;
        let mut weights = [0.0_f64; 21];
        for (shift, weight) in weights[..shifts].iter_mut().enumerate() {
            *weight = likelihood(public, halves(params, n, shift));
        }
        let total: f64 = weights.iter().sum();
        let mut left = rng.unit() * total;
        let mut chosen = None;
        for (shift, &weight) in weights[..shifts].iter().enumerate() {
            if weight > 0.0 {
                chosen = Some(shift);
                if left < weight {
                    break;
                }
                left -= weight;
            }
        }
        let [mut upper, mut lower] = halves(params, n, chosen.unwrap_or(params.jitter));
        let from_upper = public.drawn.min(upper.size());
        let seen = |below: u16| public.x_drawn_at.iter().filter(|&&at| at < below).count() as u8;
        let (x_upper, x_all) = (seen(from_upper), public.x_shown);
        upper = remaining(upper, from_upper, x_upper);
        lower = remaining(lower, public.drawn - from_upper, x_all - x_upper);
        [upper, lower]
    }
}

/// Returns how likely the X cards seen so far are with these halves, up to a constant.
fn likelihood(public: &Public, [upper, lower]: [Half; 2]) -> f64 {
    let from_upper = public.drawn.min(upper.size());
    let x_upper = public.x_drawn_at.iter().filter(|&&at| at < from_upper).count() as u8;
    pattern(upper, from_upper, x_upper) * pattern(lower, public.drawn - from_upper, public.x_shown - x_upper)
}

/// Returns the cards that remain in a half after `drawn` cards were drawn from it, `x_cards` of them X cards.
fn remaining(half: Half, drawn: u16, x_cards: u8) -> Half {
    Half { cards: half.cards - (drawn - u16::from(x_cards)), x_cards: half.x_cards - x_cards }
}

/// Returns the probability of one pattern of X cards among the first `drawn` cards of a half.
fn pattern(half: Half, drawn: u16, x_cards: u8) -> f64 {
    if drawn > half.size()
        || x_cards > half.x_cards
        || u16::from(half.x_cards - x_cards) > half.size() - drawn
    {
        return 0.0;
    }
    // Ways to place the X cards not seen yet, of the ways to place all.
    choose(half.size() - drawn, half.x_cards - x_cards) / choose(half.size(), half.x_cards)
}

fn choose(n: u16, k: u8) -> f64 {
    (0..u16::from(k)).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

/// Hides money: each opponent is taken to have the opponents' mean, in whole fives (I7).
fn mask_money(money: &mut BySeat<i32>, seat: Seat, seats: usize) {
    let sum: i64 = seat.others(seats).map(|other| i64::from(money[other])).sum();
    let mean = sum / (seats as i64 - 1) / 5 * 5;
    seat.others(seats).for_each(|other| money[other] = mean as i32);
}

/// Sorts of promises.
const KINDS: usize = 12;

/// Dollars that count as much.
const MONEY: f64 = 500.0;

/// Returns the place of a promise among the sorts.
const fn sort(kind: Kind) -> usize {
    match kind {
        Kind::Plain => 0,
        Kind::Raise(_) => 1,
        Kind::Lower => 2,
        Kind::PotaBoss => 3,
        Kind::ReverseOn(_) => 4,
        Kind::ClearNegative => 5,
        Kind::ClearReverse => 6,
        Kind::Discard(_) => 7,
        Kind::PassOut => 8,
        Kind::NoReverse => 9,
        Kind::NoNegative => 10,
        Kind::NoMove => 11,
    }
}

/// Tells the features of a view.
pub(super) fn observe(game: &ImTheBoss, view: &View, sink: &mut impl FeatureSink) {
    let (params, public, me) = (&game.params, &view.public, view.seat);
    let seats = params.seats;
    let most = PLAYERS.1;
    let left = params.rounds.saturating_sub(public.round_no);
    let centre = Valued::of(public.centre);
    sink.one_of("seats", seats.checked_sub(PLAYERS.0), most - PLAYERS.0 + 1);
    sink.one_of("phase", Some(public.phase.index()), Phase::NAMES.len());
    sink.seat("mover", public.to_move(), me, seats, most);
    sink.seat("boss", Some(public.boss), me, seats, most);
    sink.amount("rounds_left", left, 10.0);
    sink.one_of("rounds_left", Some(usize::from(left)).filter(|&left| left < 4), 4);
    sink.flag("colour", public.colour.is_some());
    sink.amount("lap", public.lap, 5.0);
    sink.amount("tokens_left", public.tokens_left, 3.0);
    sink.amount("windows", public.windows, 3.0);
    sink.amount("asks", public.asks, 3.0);
    sink.flag("talks_ended", public.talks_ended);
    sink.amount("x_shown", public.x_shown, 4.0);
    sink.amount("x_under", public.x_under, 4.0);
    sink.amount("multiplier", public.round_multiplier, 6.0);
    sink.amount("stock", public.stock, 100.0);
    sink.amount("sum", public.sum(), 20.0);
    sink.flag("sum.positive", public.sum() > 0);
    sink.flag("sum.negative", public.sum() < 0);
    sink.amount("centre.plus", centre.plus(), 20.0);
    sink.amount("centre.minus", centre.minus(), 20.0);
    sink.amount("centre.minus_cards", centre.minus_cards(), 4.0);
    let playing = public.playing.map(|card| card.face().unwrap_or(FACES));
    sink.one_of("playing", playing, FACES + 1);
    sink.amount("moves_left", public.moves_left, 3.0);
    sink.flag("first_move", public.first_move);
    sink.flag("due", public.due);
    sink.flag("fulfilled", public.fulfilled);
    let colour = public.round_colour();
    let hand = view.hand.of_colour(colour);
    for (face, &count) in hand.iter().enumerate() {
        sink.count(format_args!("hand.{face}"), if public.colour.is_some() { count } else { 0 }, 3.0);
    }
    sink.count("hand.wild", view.hand.count(Card::WILD), 2.0);
    for number in 0..MAX_COLOURS {
        let cards = view.hand.of_colour(Colour(number as u8));
        let valued = view.hand.valued(Colour(number as u8));
        let other = public.colour.is_none() || number != colour.index();
        let reported = |count: u32| if other { count } else { 0 };
        sink.amount(format_args!("colour.{number}.plus"), reported(valued.plus()), 10.0);
        sink.amount(format_args!("colour.{number}.minus"), reported(valued.minus()), 10.0);
        sink.amount(format_args!("colour.{number}.pota"), reported(cards[face::POTA].into()), 2.0);
        sink.amount(format_args!("colour.{number}.reverse"), reported(cards[face::REVERSE].into()), 2.0);
        let moves: u8 = cards[face::MOVE..].iter().sum();
        sink.amount(format_args!("colour.{number}.move"), reported(moves.into()), 2.0);
    }
    let richest = me.others(seats).map(|seat| public.money[seat]).max().unwrap_or(0);
    sink.amount("lead", public.money[me] - richest, MONEY);
    let mut around = me.around(seats);
    for place in 0..most {
        let seat = around.next();
        let amount = |of: &dyn Fn(Seat) -> f64| seat.map_or(0.0, of);
        sink.amount(format_args!("money.{place}"), amount(&|seat| public.money[seat].into()), MONEY);
        sink.count(format_args!("shares.{place}"), amount(&|seat| public.shares(seat).into()), 4.0);
        let held = |seat: Seat| f64::from(public.shares(seat)) * f64::from(public.sum()) / 40.0;
        sink.amount(format_args!("payment.{place}"), amount(&held), 1.0);
        sink.count(format_args!("reverse.{place}"), amount(&|seat| public.front[seat].reverse.into()), 2.0);
        sink.flag(
            format_args!("live.{place}"),
            seat.is_some_and(|seat| public.live >> seat.index() & 1 != 0),
        );
        sink.amount(format_args!("passes.{place}"), amount(&|seat| public.passes[seat].into()), 3.0);
        sink.flag(format_args!("cousin.{place}"), seat.is_some_and(|seat| public.cousin[seat]));
        sink.amount(format_args!("cards.{place}"), amount(&|seat| public.hands[seat].into()), 6.0);
        sink.amount(format_args!("strikes.{place}"), amount(&|seat| public.strikes[seat].into()), 2.0);
        let offer = seat.and_then(|seat| public.offers[seat].or(public.held[seat]));
        sink.one_of(format_args!("offer.{place}"), offer.map(sort), KINDS);
        let promise = seat.and_then(|seat| public.promises[seat]).map(|promise| sort(promise.kind));
        sink.one_of(format_args!("promise.{place}"), promise, KINDS);
    }
}
