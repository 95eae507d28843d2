//! Figures that a designer of Film Rummy asks for (spec, section 14), counted from events.
//!
//! A play may have several deals: figures are ratios over deals, seats or melds, with plays as the
//! unit of their intervals. An unfinished deal has no winner and is left out of all win rates.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

use super::FilmRummy;
use super::card::ACTIONS;
use super::event::{FilmEvent, Spot, TurnKind, Use};
use super::state::MAX_PLAYERS;
use ludometer_model::Seat;
use ludometer_stats::{
    Bounded, EstimateKind, Figure, GameEnd, Member, Merge, Metric, Observer, Ratio, Report, Row, Statistic,
    Table, TallyLayout, figure_enum, wilson,
};

/// Rounds of a deal of which the hand sizes are kept.
const ROUNDS: usize = 60;

/// Hand sizes kept: 0 to the largest hand.
const SIZES: usize = 22;

const FIXED: usize = Fixed::FIGURES.len();

/// The deal in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Deal {
    dealer: usize,
    turn: u32,
    slot: u32,
    extra: bool,
    sizes: Sizes,
    /// The turn of each seat's film; 0 before.
    melded: [u32; MAX_PLAYERS],
    genres: [u8; MAX_PLAYERS],
    /// Jokers in each seat's film.
    jokers: [u32; MAX_PLAYERS],
    first_meld: u32,
    hits: u64,
    jokers_melded: u64,
    jokers_hit: u64,
    exchanged: u64,
    refills: u64,
    fizzled: u64,
    actions: u64,
    spies: u64,
    thefts: u64,
    defects: u64,
    extra_turns: u64,
    missed_turns: u64,
    missed_run: [u64; MAX_PLAYERS],
    longest_run: u64,
    /// Slot + 1 of each seat's last missed turn, and of its last theft or defect.
    missed_slot: [u32; MAX_PLAYERS],
    meddled_slot: [u32; MAX_PLAYERS],
    /// Action cards that took effect for each seat, by place in card order.
    used: [u16; MAX_PLAYERS],
    /// `used` and `meddled_slot` of the active seat before its last action card, which may fizzle.
    before: (u16, u32),
    /// The mark of the seat that had the fewest cards alone; 0 before there was one.
    leader: u64,
    lead_changes: u64,
    draws: u64,
    pile_draws: u64,
    /// Hand sizes at the start of each round.
    rounds: Vec<Sizes>,
    winner: Option<usize>,
}

/// The game's own statistics.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub struct FilmStats {
    #[merge(skip)]
    seats: usize,
    /// The number of the joker among the card kinds; action cards follow it.
    #[merge(skip)]
    joker: u8,
    /// Short names of the genres.
    #[merge(skip)]
    genres: Vec<String>,
    /// The fixed figures, then by seat: turn of the film; by position: wins; by genre: share of
    /// films, wins; by action card: wins with, wins without.
    figures: Vec<Ratio>,
    /// Seats and wins, by round and hand size.
    hand_sizes: Vec<[u64; 2]>,
    /// This play's parts and wholes.
    #[serde(skip)]
    #[merge(skip)]
    now: Vec<(u64, u64)>,
    #[serde(skip)]
    #[merge(skip)]
    deal: Deal,
}

impl FilmStats {
    fn count(&mut self, figure: Fixed, part: u64, whole: u64) {
        self.count_at(figure as usize, part, whole);
    }

    fn count_at(&mut self, place: usize, part: u64, whole: u64) {
        // A tally that was read back has no play in progress.
        if self.now.len() < self.figures.len() {
            self.now.resize(self.figures.len(), (0, 0));
        }
        self.now[place].0 += part;
        self.now[place].1 += whole;
    }

    const fn by_seat(seat: usize) -> usize {
        FIXED + seat
    }

    const fn by_position(&self, position: usize) -> usize {
        FIXED + self.seats + position
    }

    const fn by_genre(&self, genre: usize, wins: bool) -> usize {
        FIXED + 2 * self.seats + 2 * genre + wins as usize
    }

    const fn by_action(&self, action: usize, without: bool) -> usize {
        FIXED + 2 * self.seats + 2 * self.genres.len() + 2 * action + without as usize
    }

    fn begin_turn(&mut self, seat: Seat, turn: u32, slot: u32, kind: TurnKind) {
        let deal = &mut self.deal;
        let i = seat.index();
        deal.turn = turn;
        deal.slot = slot;
        deal.extra = kind == TurnKind::Extra;
        match kind {
            TurnKind::Normal => deal.missed_run[i] = 0,
            TurnKind::Extra => {
                deal.extra_turns += 1;
                return;
            }
            TurnKind::Missed => {
                deal.missed_turns += 1;
                deal.missed_slot[i] = slot + 1;
                deal.missed_run[i] += 1;
                deal.longest_run = deal.longest_run.max(deal.missed_run[i]);
            }
        }
        let leader = deal.sizes.alone_with_fewest(self.seats);
        if leader != 0 {
            deal.lead_changes += u64::from(deal.leader != 0 && deal.leader != leader);
            deal.leader = leader;
        }
        // Every round begins in a slot: its number needn't be divided to know that one does.
        if slot as usize == deal.rounds.len() * self.seats && deal.rounds.len() < ROUNDS {
            deal.rounds.push(deal.sizes);
        }
    }

    fn action_used(&mut self, seat: Seat, kind: u8) {
        self.deal.actions += 1;
        if let Some(place) = kind.checked_sub(self.joker + 1) {
            self.deal.used[seat.index()] |= 1 << place;
        }
    }

    fn end_deal(&mut self, winner: Option<Seat>, dead: bool) {
        let n = self.seats;
        let mut deal = std::mem::take(&mut self.deal);
        deal.winner = winner.map(Seat::index);
        let melds = deal.melded[..n].iter().filter(|m| **m > 0).count();
        self.count(Fixed::Deals, 1, 0);
        self.count(Fixed::Turns, deal.turn.into(), 1);
        self.count(Fixed::Unfinished, winner.is_none().into(), 1);
        self.count(Fixed::Dead, dead.into(), 1);
        self.count(Fixed::FirstMeld, deal.first_meld.into(), (melds > 0).into());
        self.count(Fixed::NoMeld, (melds == 0).into(), 1);
        self.count(Fixed::OneMeld, (melds == 1).into(), 1);
        self.count(Fixed::AllMeld, (melds == n).into(), 1);
        self.count(Fixed::JokersMelded, deal.jokers_melded, 1);
        self.count(Fixed::JokersHit, deal.jokers_hit, 1);
        self.count(Fixed::JokersExchanged, deal.exchanged, 1);
        self.count(Fixed::Refills, deal.refills, 1);
        self.count(Fixed::Hits, deal.hits, n as u64);
        self.count(Fixed::Fizzled, deal.fizzled, 1);
        self.count(Fixed::FizzledShare, deal.fizzled, deal.actions);
        self.count(Fixed::Spies, deal.spies, 1);
        self.count(Fixed::Thefts, deal.thefts, 1);
        self.count(Fixed::Defects, deal.defects, 1);
        self.count(Fixed::ExtraTurns, deal.extra_turns, 1);
        self.count(Fixed::MissedTurns, deal.missed_turns, 1);
        self.count(Fixed::LongestMissed, deal.longest_run, 1);
        self.count(Fixed::LeadChanges, deal.lead_changes, 1);
        self.count(Fixed::PileDraws, deal.pile_draws, deal.draws);
        for seat in 0..n {
            if deal.melded[seat] > 0 {
                self.count_at(Self::by_seat(seat), deal.melded[seat].into(), 1);
            }
            for genre in 0..self.genres.len() {
                let own = deal.melded[seat] > 0 && usize::from(deal.genres[seat]) == genre;
                self.count_at(self.by_genre(genre, false), own.into(), (deal.melded[seat] > 0).into());
            }
        }
        if let Some(winner) = deal.winner {
            self.finished(&deal, winner);
        }
        self.deal = deal;
    }

    /// Counts what needs a winner.
    fn finished(&mut self, deal: &Deal, winner: usize) {
        let n = self.seats;
        let since = (deal.slot + 1).saturating_sub(n as u32);
        let melded = deal.melded[winner] > 0;
        if melded {
            self.count(Fixed::WinnerJokers, deal.jokers[winner].into(), 1);
            self.count(Fixed::MeldToOut, (deal.turn - deal.melded[winner]).into(), 1);
        }
        self.count(Fixed::OutInMeldTurn, (melded && deal.melded[winner] == deal.turn).into(), 1);
        let missed = (0..n).any(|s| s != winner && deal.missed_slot[s] > since);
        // A thief or defect mostly ends its slot: the winner's slot n before the last one counts too.
        let meddled = deal.meddled_slot[winner] >= since.max(1);
        let decided = deal.extra || missed || meddled;
        self.count(Fixed::Decided, decided.into(), 1);
        let never = (0..n).any(|s| s != winner && deal.melded[s] == 0);
        self.count(Fixed::NeverMelded, never.into(), 1);
        let first = (deal.dealer + 1) % n;
        self.count(Fixed::FirstPlayer, (winner == first).into(), 1);
        for seat in 0..n {
            let won = u64::from(seat == winner);
            self.count_at(self.by_position((seat + n - first) % n), won, 1);
            if deal.melded[seat] > 0 {
                self.count_at(self.by_genre(usize::from(deal.genres[seat]), true), won, 1);
            }
            for action in 0..ACTIONS.len() {
                let without = deal.used[seat] >> action & 1 == 0;
                self.count_at(self.by_action(action, without), won, 1);
            }
            for (round, sizes) in deal.rounds.iter().enumerate() {
                let cell = &mut self.hand_sizes[round * SIZES + sizes.of(seat)];
                cell[0] += 1;
                cell[1] += won;
            }
        }
    }
}

impl Observer<FilmRummy> for FilmStats {
    // Inlined where an event is announced, its variant is known and the other arms fall away.
    #[inline(always)]
    fn event(&mut self, event: &FilmEvent) {
        match *event {
            FilmEvent::Deal { dealer, .. } => {
                let mut rounds = std::mem::take(&mut self.deal.rounds);
                rounds.clear();
                self.deal = Deal { dealer: dealer.index(), rounds, ..Deal::default() };
            }
            FilmEvent::Shuffle { .. } => self.deal.refills += 1,
            FilmEvent::Turn { seat, turn, slot, kind } => self.begin_turn(seat, turn, slot, kind),
            FilmEvent::Draw { seat, from, dealt, .. } => {
                self.deal.sizes.add(seat);
                self.deal.draws += u64::from(!dealt);
                self.deal.pile_draws += u64::from(from == Spot::Pile);
            }
            FilmEvent::MoveCard { from, to, .. } => {
                if let Spot::Hand(seat) = to {
                    self.deal.sizes.add(seat);
                }
                if let Spot::Meld(owner) = from {
                    self.deal.jokers[owner.index()] -= 1;
                }
            }
            FilmEvent::LayDown { seat, .. } | FilmEvent::Give { seat, .. } => {
                self.deal.sizes.less(seat);
            }
            FilmEvent::Publish { seat, genre, jokers, .. } => {
                let deal = &mut self.deal;
                deal.melded[seat.index()] = deal.turn;
                deal.genres[seat.index()] = genre.genre;
                deal.jokers[seat.index()] = jokers.into();
                deal.jokers_melded += u64::from(jokers);
                if deal.first_meld == 0 {
                    deal.first_meld = deal.turn;
                }
            }
            FilmEvent::Hit { seat, card, owner } => {
                let deal = &mut self.deal;
                let joker = card.kind == self.joker;
                deal.sizes.less(seat);
                deal.hits += 1;
                deal.jokers_hit += u64::from(joker);
                deal.jokers[owner.index()] += u32::from(joker);
            }
            FilmEvent::Exchange { seat, .. } => {
                self.deal.sizes.less(seat);
                self.deal.exchanged += 1;
            }
            FilmEvent::Discard { seat, card, usage, action } => {
                self.deal.sizes.less(seat);
                match usage {
                    Use::Play => {
                        let i = seat.index();
                        self.deal.before = (self.deal.used[i], self.deal.meddled_slot[i]);
                        self.action_used(seat, card.kind);
                    }
                    Use::Discard => {
                        self.deal.actions += u64::from(action);
                        self.deal.fizzled += u64::from(action);
                    }
                }
            }
            FilmEvent::Lay { seat, card, .. } => {
                self.deal.sizes.less(seat);
                self.action_used(seat, card.kind);
            }
            FilmEvent::Interact { seat, card, .. } => {
                let deal = &mut self.deal;
                // The last three kinds: spy, thief, defect.
                match card.kind - self.joker - 1 {
                    12 => deal.spies += 1,
                    13 => {
                        deal.thefts += 1;
                        deal.meddled_slot[seat.index()] = deal.slot + 1;
                    }
                    _ => {
                        deal.defects += 1;
                        deal.meddled_slot[seat.index()] = deal.slot + 1;
                    }
                }
            }
            FilmEvent::Fizzle { seat, .. } => {
                let deal = &mut self.deal;
                deal.fizzled += 1;
                deal.defects -= 1;
                (deal.used[seat.index()], deal.meddled_slot[seat.index()]) = deal.before;
            }
            FilmEvent::Steal { seat, target, .. } => {
                self.deal.sizes.add(seat);
                self.deal.sizes.less(target);
            }
            FilmEvent::ShuffleDeck { .. } | FilmEvent::ShuffleStock { .. } | FilmEvent::Look { .. } => {}
            FilmEvent::DealEnd { winner, dead } => self.end_deal(winner, dead),
            FilmEvent::Score { seat, points, cards, .. } => {
                if self.deal.winner != Some(seat.index()) {
                    self.count(Fixed::PointsLeft, points.into(), 1);
                    self.count(Fixed::CardsLeft, cards.into(), 1);
                }
            }
        }
    }

    fn finish(&mut self, _: &GameEnd<'_>) {
        self.count(Fixed::Deals, 0, 1);
        for (ratio, now) in self.figures.iter_mut().zip(&mut self.now) {
            ratio.add(now.0, now.1);
            *now = (0, 0);
        }
    }
}

figure_enum! {
    /// The figures that don't depend on the rule set.
    pub(super) enum Fixed {
        /// Deals.
        Deals = "fr_deals", "per game", Ratio;
        /// Turns.
        Turns = "fr_turns_per_deal", "per deal", Ratio;
        /// Deals broken off at the turn limit.
        Unfinished = "fr_unfinished_deals", "share of deals", Share;
        /// Deals broken off in which no hand could shrink any more.
        Dead = "fr_dead_positions", "share of deals", Share;
        /// The turn of the first film, in deals with one.
        FirstMeld = "fr_first_meld_turn", "turn", Ratio;
        /// Deals without a film.
        NoMeld = "fr_deals_with_no_meld", "share of deals", Share;
        /// Deals with one film.
        OneMeld = "fr_deals_with_one_meld", "share of deals", Share;
        /// Deals in which all seats published.
        AllMeld = "fr_deals_with_all_melded", "share of deals", Share;
        /// Jokers laid down in films.
        JokersMelded = "fr_jokers_melded", "per deal", Ratio;
        /// Jokers added as extras.
        JokersHit = "fr_jokers_hit", "per deal", Ratio;
        /// Jokers exchanged for real cards.
        JokersExchanged = "fr_jokers_exchanged", "per deal", Ratio;
        /// Jokers in the winner's film at the end.
        WinnerJokers = "fr_jokers_in_winning_meld", "jokers", Ratio;
        /// Times the pile became the stock.
        Refills = "fr_refills", "per deal", Ratio;
        /// Turns from the winner's film to going out.
        MeldToOut = "fr_turns_meld_to_out", "turns", Ratio;
        /// Cards added to films.
        Hits = "fr_hits_per_player", "per seat and deal", Ratio;
        /// Finished deals in which the winner published in the last turn.
        OutInMeldTurn = "fr_out_in_meld_turn", "share of deals", Share;
        /// Action cards that left a hand without effect.
        Fizzled = "fr_actions_fizzled", "per deal", Ratio;
        /// The same as a share of all action cards that left a hand.
        FizzledShare = "fr_actions_fizzled_share", "share of action cards", Share;
        /// Spies that took effect.
        Spies = "fr_spies", "per deal", Ratio;
        /// Thefts.
        Thefts = "fr_thefts", "per deal", Ratio;
        /// Defects that took effect.
        Defects = "fr_defects", "per deal", Ratio;
        /// Extra turns.
        ExtraTurns = "fr_extra_turns", "per deal", Ratio;
        /// Missed turns.
        MissedTurns = "fr_missed_turns", "per deal", Ratio;
        /// The longest run of turns missed by one seat.
        LongestMissed = "fr_longest_missed_run", "per deal", Ratio;
        /// Finished deals that an action card decided: the winner went out in an extra turn, another seat
        /// missed a turn in the last n slots, or the winner's thief or defect took effect in the winner's
        /// last two slots.
        Decided = "fr_decided_by_action", "share of deals", Share;
        /// Points of each seat that did not go out.
        PointsLeft = "fr_points_left", "per seat and deal", Ratio;
        /// Cards in hand of each seat that did not go out.
        CardsLeft = "fr_cards_left", "per seat and deal", Ratio;
        /// Finished deals in which some loser never published.
        NeverMelded = "fr_loser_never_melded", "share of deals", Share;
        /// Changes of the one seat with the fewest cards.
        LeadChanges = "fr_lead_changes", "per deal", Ratio;
        /// Cards drawn from the pile, of all cards drawn after the deal.
        PileDraws = "fr_pile_draws", "share of draws", Share;
        /// Wins of the dealer's left, in finished deals. Reported less the fair share.
        FirstPlayer = "fr_first_player_advantage", "share of deals", Share;
}

}

figure_enum! {
    /// The figures by seat, position, genre and action card.
    enum Family {
        /// Turn of this seat's film.
        MeldTurn = "fr_meld_turn_seat_*", "turn", Ratio;
        /// Win rate by position from the dealer.
        WinPosition = "fr_win_position_*", "share of deals", Share;
        /// Films of this genre / films.
        GenreShare = "fr_genre_share_*", "share of films", Share;
        /// Win rate of those who published this genre.
        GenreWin = "fr_genre_win_*", "share of deals", Share;
        /// Win rate of seats for which this action card took effect.
        WinUsed = "fr_win_used_*", "share of deals", Share;
        /// Win rate of seats for which it did not.
        WinNotUsed = "fr_win_not_used_*", "share of deals", Share;
    }
}

/// A row of `hand_sizes.csv`: a round and a hand size.
#[derive(Clone, Debug, PartialEq, Row)]
#[row(table = "hand_sizes")]
pub struct HandSizeRow {
    /// Round, from 1.
    pub round: u64,
    /// Cards in the hand.
    pub hand: u64,
    /// Seats that have so many cards in this round, in all deals.
    pub seats: u64,
    /// Win rate of these seats.
    #[row("win_rate", "ci_low", "ci_high")]
    pub win_rate: Bounded,
}

impl Statistic<FilmRummy> for FilmStats {
    fn new(counted: &TallyLayout) -> Self {
        let joker = counted.cards.len() - ACTIONS.len() - 1;
        let mut genres: Vec<String> = Vec::new();
        for (name, _) in &counted.cards[..joker] {
            let label = name.split('.').next().unwrap_or_default();
            if genres.last().is_none_or(|last| last != label) {
                genres.push(label.to_owned());
            }
        }
        let figures = FIXED + 2 * counted.seats + 2 * genres.len() + 2 * ACTIONS.len();
        Self {
            seats: counted.seats,
            joker: joker as u8,
            genres,
            figures: vec![Ratio::default(); figures],
            hand_sizes: vec![[0, 0]; ROUNDS * SIZES],
            now: vec![(0, 0); figures],
            deal: Deal::default(),
        }
    }

    fn report(&self, _: &TallyLayout, out: &mut Report) {
        let estimate = |figure: &Figure, ratio: &Ratio| {
            if figure.kind == EstimateKind::Share { ratio.share() } else { ratio.estimate() }
        };
        for (place, (figure, ratio)) in Fixed::FIGURES.iter().zip(&self.figures).enumerate() {
            let fair = if place == Fixed::FirstPlayer as usize { 1.0 / self.seats as f64 } else { 0.0 };
            out.metrics.push(Metric::new(figure, estimate(figure, ratio).less(fair)));
        }
        let mut metric = |family: Family, member: &dyn Display, place: usize| {
            let figure = &Family::FIGURES[family as usize];
            let member = Member::Named(member.to_string());
            out.metrics.push(Metric::of(figure, member, estimate(figure, &self.figures[place])));
        };
        for seat in 0..self.seats {
            metric(Family::MeldTurn, &seat, Self::by_seat(seat));
        }
        for position in 0..self.seats {
            metric(Family::WinPosition, &(position + 1), self.by_position(position));
        }
        for (genre, label) in self.genres.iter().enumerate() {
            metric(Family::GenreShare, label, self.by_genre(genre, false));
            metric(Family::GenreWin, label, self.by_genre(genre, true));
        }
        for (action, id) in ACTIONS.iter().enumerate() {
            metric(Family::WinUsed, id, self.by_action(action, false));
            metric(Family::WinNotUsed, id, self.by_action(action, true));
        }
        let row = |(place, &[seats, wins]): (usize, &[u64; 2])| {
            let rate = wins as f64 / seats as f64;
            HandSizeRow {
                round: (place / SIZES) as u64 + 1,
                hand: (place % SIZES) as u64,
                seats,
                win_rate: Bounded { value: Some(rate), interval: wilson(rate, seats) },
            }
        };
        let sizes = self.hand_sizes.iter().enumerate().filter(|(_, counts)| counts[0] > 0);
        out.tables.push(Table::of(sizes.map(row)));
    }
}

/// The sizes of all hands, a byte each.
///
/// Changed and compared as one word: single bytes that are written and then read together stall the
/// processor, and loops over the seats took four times the instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sizes(u64);

impl Sizes {
    #[inline(always)]
    const fn add(&mut self, seat: Seat) {
        self.0 += 1 << (8 * seat.index());
    }

    #[inline(always)]
    const fn less(&mut self, seat: Seat) {
        self.0 -= 1 << (8 * seat.index());
    }

    const fn of(self, seat: usize) -> usize {
        (self.0 >> (8 * seat) & 0xFF) as usize
    }

    /// Returns the mark of the seat that has fewer cards than all others, or 0.
    #[inline(always)]
    fn alone_with_fewest(self, seats: usize) -> u64 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x80 * ONES;
        // The lesser one of each pair of bytes; all are below 0x80.
        const fn least(a: u64, b: u64) -> u64 {
            let b_is_less = (((a | HIGH) - b) & HIGH) >> 7;
            let take_b = b_is_less * 0xFF;
            b & take_b | a & !take_b
        }
        // Seats that are not there have more cards than any other.
        let sizes = self.0 | (0x7F * ONES).checked_shl(8 * seats as u32).unwrap_or(0);
        let pairs = least(sizes, sizes.rotate_right(32));
        let fours = least(pairs, pairs.rotate_right(16));
        let fewest = least(fours, fours.rotate_right(8));
        let with = ((sizes ^ fewest) + 0x7F * ONES) & HIGH ^ HIGH;
        if with.is_power_of_two() { with } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MAX_HAND, MAX_PLAYERS};
    use ludometer_model::Rng;

    #[test]
    fn who_has_fewest_alone() {
        let mut rng = Rng::from_words([2, 9, 1]);
        for _ in 0..5000 {
            let seats = 2 + rng.index(MAX_PLAYERS - 1);
            let most = 1 + rng.index(MAX_HAND);
            let mut sizes = Sizes::default();
            let wanted: Vec<usize> = (0..seats).map(|_| rng.index(most + 1)).collect();
            for (seat, &size) in wanted.iter().enumerate() {
                (0..=size).for_each(|_| sizes.add(Seat::new(seat)));
                sizes.less(Seat::new(seat));
                assert_eq!(sizes.of(seat), size);
            }
            let fewest = wanted.iter().min().unwrap();
            let with: Vec<usize> = (0..seats).filter(|&seat| wanted[seat] == *fewest).collect();
            let mark = if let [alone] = with[..] { 0x80 << (8 * alone) } else { 0 };
            assert_eq!(sizes.alone_with_fewest(seats), mark, "{wanted:?}");
        }
    }
}
