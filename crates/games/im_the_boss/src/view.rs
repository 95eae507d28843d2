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

use super::ImTheBoss;
use super::card::{Card, Colour, FACES, TYPES, face};
use super::params::{MAX_CARDS, MAX_DROPS};
use super::proof;
use super::state::{Half, Phase, Public, State, View};
use super::stock::halves;
use ludometer_model::small_table::{BySeat, MAX_SEATS};
use ludometer_model::{KindSet, Pile, Places, Rng, Seat, deal_hidden};

/// Groups of places: one for each proof, one for hands without valued cards, one for all else.
const GROUPS: usize = proof::PROOFS + 2;

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
        let several = |seat: Seat| (proof::tightest(public.proofs[seat]) & proof::POTAS).count_ones() > 1;
        let doubtful: Pile<u8, MAX_SEATS> = {
            let mut pile = Pile::new();
            others().filter(|&seat| several(seat)).for_each(|seat| pile.push(seat.index() as u8));
            pile
        };
        for wild in 0..1_u32 << doubtful.len() {
            let mut needs = BySeat::all(0_u64);
            for seat in others() {
                let mut proofs = proof::tightest(public.proofs[seat]);
                let place = doubtful.iter().position(|&d| usize::from(d) == seat.index());
                if place.is_some_and(|i| wild >> i & 1 != 0) {
                    proofs = proofs & !proof::POTAS | proof::WILD_CARD;
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
            for &bit in proof::BY_TIGHTNESS.iter().filter(|&&bit| any >> bit & 1 != 0) {
                let count = others().filter(|&seat| needs[seat] >> bit & 1 != 0).count() as u16;
                places[groups] = Places { count, allowed: proof::FITS[usize::from(bit)] };
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
