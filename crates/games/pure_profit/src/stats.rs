//! Figures that a designer of Pure Profit asks for (spec, section 14), counted from events.

use serde::{Deserialize, Serialize};

use super::PureProfit;
use super::action::{Action, Source};
use super::card::{Card, Counts, KINDS, VALUES};
use super::event::{Cause, Ending, Place, PlayEvent};
use ludometer_model::small_table::BySeat;
use ludometer_model::{Outcome, SHARE_UNITS, Seat, SeatSet, small_table};
use ludometer_stats::{
    Figures, GameEnd, Mean, Member, Merge, Observer, Ratio, Report, Share, Statistic, Step, TallyLayout,
};

/// The win rates of seats by whether they played a Steal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Figures, Merge, Serialize, Deserialize)]
struct StealRates {
    /// Win rate of seats that played at least one of this Steal.
    #[figure("pp_win_played_steal_*", "share of the win", share)]
    with: Ratio,
    /// Win rate of seats that did not.
    #[figure("pp_win_not_played_steal_*", "share of the win", share)]
    without: Ratio,
}

/// The game's own statistics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Figures, Merge, Serialize, Deserialize)]
pub struct ProfitStats {
    #[merge(skip)]
    seats: usize,
    #[merge(skip)]
    copies: Vec<u64>,
    /// Times the stock was shuffled anew.
    #[figure("pp_reshuffles", "per game")]
    reshuffles: Mean,
    /// Games of the match that reached the turn limit.
    #[figure("pp_unfinished_games", "per match")]
    unfinished_games: Mean,
    /// Turns lost to a Bankrupt / turns.
    #[figure("pp_bankrupt_turns", "share of turns", share)]
    bankrupt_turns: Ratio,
    /// Cards that Bankrupts took.
    #[figure("pp_bankrupt_cards_lost", "per game")]
    cards_lost: Mean,
    /// Of the cards that Bankrupts took, those that the bank of their holder needed.
    #[figure("pp_bankrupt_needed", "share of cards", share)]
    needed: Ratio,
    /// The same for Bankrupts that take the lowest card.
    #[figure("pp_bankrupt_needed_lowest", "share of cards", share)]
    needed_lowest: Ratio,
    /// The same for Bankrupts that take the highest card.
    #[figure("pp_bankrupt_needed_highest", "share of cards", share)]
    needed_highest: Ratio,
    /// Turns with more Bankrupts than value cards in hand.
    #[figure("pp_shortages", "per game")]
    shortages: Mean,
    /// Reliefs after such turns.
    #[figure("pp_reliefs", "per game")]
    reliefs: Mean,
    /// Win rate of seats that were hit by a Bankrupt that takes the lowest card.
    #[figure("pp_win_after_lowest", "share of the win", share)]
    after_lowest: Ratio,
    /// Win rate of seats that were hit by a Bankrupt that takes the highest card.
    #[figure("pp_win_after_highest", "share of the win", share)]
    after_highest: Ratio,
    #[figures(each = ["one", "two", "three"])]
    played_steal: [StealRates; 3],
    /// Cards stolen.
    #[figure("pp_cards_stolen", "per game")]
    stolen: Mean,
    /// Cards stolen / Steals played.
    #[figure("pp_cards_per_steal", "cards")]
    stolen_per_steal: Ratio,
    /// Draws from the discard pile / draws.
    #[figure("pp_pile_draws", "share of draws", share)]
    pile_draws: Ratio,
    /// Draw decisions taken with the pile closed / draw decisions.
    #[figure("pp_pile_closed", "share of decisions", share)]
    closed: Ratio,
    /// Games won by `finish` / games.
    #[figure("pp_won_by_finish", "share of games")]
    by_finish: Share,
    /// Values that were missing before a win by `finish`.
    #[figure("pp_finish_missing", "values")]
    missing: Mean,
    /// Turns between "one value missing" and the win.
    #[figure("pp_one_short_turns", "turns")]
    one_short_turns: Mean,
    /// Of the games that one seat led at half of the turns: those that it won.
    #[figure("pp_half_leader_wins", "share of games")]
    half_leader_wins: Share,
    /// Changes of who leads by bank top.
    #[figure("pp_lead_changes", "per game")]
    lead_changes: Mean,
    /// Losers with an empty bank / losers.
    #[figure("pp_losers_empty_bank", "share of losers", share)]
    empty_losers: Ratio,
    /// Bank top of losers.
    #[figure("pp_loser_top", "value")]
    loser_top: Ratio,
    /// Seats that could not win any more.
    #[figure("pp_shut_out_seats", "per game")]
    shut_out: Mean,
    /// Turns that banks spent at this top.
    #[figure("pp_turns_at_top_*", "per game", each = 0..VALUES)]
    waiting: Vec<Mean>,
    /// Matches whose winner did not win the most games / matches.
    #[figure("pp_match_winner_not_most_games", "share of matches")]
    match_not_most_games: Share,
    #[serde(skip)]
    #[merge(skip)]
    now: Now,
}

/// Counts the wins of seats that did something at least once in a game: these `did`.
fn add_wins(rate: &mut Ratio, did: SeatSet, outcome: &Outcome) {
    let units = outcome.win_units();
    let (won, seats) = did.iter().fold((0, 0), |(won, seats), seat| (won + units[seat], seats + SHARE_UNITS));
    rate.add(won, seats);
}

impl Observer<PureProfit> for ProfitStats {
    fn start(&mut self) {
        let mut leaders = std::mem::take(&mut self.now.leaders);
        leaders.clear();
        self.now = Now { leaders, ..Now::default() };
    }

    #[inline(always)]
    fn step(&mut self, step: &Step<PureProfit>) {
        if let Action::Discard(card) = step.action
            && let Some(amount) = card.steal_amount()
        {
            self.now.steals_played += 1;
            self.now.played_steal[usize::from(amount) - 1].insert(step.seat);
        }
    }

    // Inlined into the rules, where the kind of event is known: the match costs nothing there.
    #[inline(always)]
    fn event(&mut self, event: &PlayEvent) {
        let now = &mut self.now;
        match *event {
            PlayEvent::Game { game: _, goal } => {
                now.goal = usize::from(goal);
                now.hands = BySeat::default();
                now.held = BySeat::default();
                now.tops = BySeat::default();
                now.top_since = BySeat::default();
                now.one_short = BySeat::all(NEVER);
                now.banked = [0; VALUES];
                now.leaders.clear();
                now.turn = 0;
                now.last_lost = None;
            }
            PlayEvent::Deal { seat, card } => now.gain(seat, card),
            PlayEvent::TurnUp { .. } => {}
            PlayEvent::Turn { turn, seat } => {
                // One value short at the end of the seat's own turn, or not.
                let last = now.turn_seat;
                let short = turn > 0 && now.one_short(last);
                let since = &mut now.one_short[last];
                *since = if short { turn.min(*since) } else { NEVER };
                now.turn = turn;
                now.turn_seat = seat;
            }
            PlayEvent::Shuffle { .. } => now.shuffles += 1,
            PlayEvent::Draw { seat, from, card, pile_open } => {
                now.gain(seat, card);
                now.draws[if from == Source::Discard { 2 } else { usize::from(pile_open) }] += 1;
            }
            PlayEvent::Stop { seat: _, pile_open } => now.stops[usize::from(pile_open)] += 1,
            PlayEvent::MoveCard { seat, card, to, cause, needed } => {
                now.drop_card(seat, card);
                if to == Place::Bank {
                    now.bank(self.seats, seat, card.as_value().unwrap_or(1));
                }
                let turn = (now.turns_before, now.turn);
                match cause {
                    Cause::Resolve => {
                        now.lost(turn);
                        now.lowest_strikes = card == Card::BANKRUPT_LOWEST;
                        if now.lowest_strikes {
                            now.hit_lowest.insert(seat);
                            now.lowest.1 += 1;
                        } else {
                            now.hit_highest.insert(seat);
                            now.highest.1 += 1;
                        }
                    }
                    Cause::Lost => {
                        now.lost_cards += 1;
                        now.needed_cards += u64::from(needed);
                        let of = if now.lowest_strikes { &mut now.lowest } else { &mut now.highest };
                        of.0 += u64::from(needed);
                    }
                    Cause::Dump => now.lost(turn),
                    Cause::Bank | Cause::Discard | Cause::Finish | Cause::Leftover => {}
                }
            }
            PlayEvent::Hold { .. } => {
                now.shortages += 1;
                let turn = (now.turns_before, now.turn);
                now.lost(turn);
            }
            // Bankrupts and no value card are a shortage too.
            PlayEvent::Relief { .. } => {
                now.shortages += 1;
                now.reliefs += 1;
            }
            PlayEvent::Steal { thief, victim, card } => {
                now.stolen += 1;
                now.gain(thief, card);
                now.drop_card(victim, card);
            }
            PlayEvent::GameEnd { ending, winner, missing, turns, .. } => {
                self.end_game(ending, winner, missing, turns);
            }
        }
    }

    fn finish(&mut self, finish: &GameEnd<'_>) {
        let outcome = finish.outcome;
        let now = &self.now;
        self.reshuffles.add(now.shuffles as i64);
        self.unfinished_games.add(now.unfinished as i64);
        self.bankrupt_turns.add(now.lost_turns, u64::from(outcome.turns));
        self.cards_lost.add(now.lost_cards as i64);
        self.needed.add(now.needed_cards, now.lost_cards);
        self.needed_lowest.add(now.lowest.0, now.lowest.1);
        self.needed_highest.add(now.highest.0, now.highest.1);
        self.shortages.add(now.shortages as i64);
        self.reliefs.add(now.reliefs as i64);
        add_wins(&mut self.after_lowest, now.hit_lowest, outcome);
        add_wins(&mut self.after_highest, now.hit_highest, outcome);
        for (rates, &did) in self.played_steal.iter_mut().zip(&now.played_steal) {
            add_wins(&mut rates.with, did, outcome);
            add_wins(&mut rates.without, SeatSet::of_table(outcome.seats).without(did), outcome);
        }
        self.stolen.add(now.stolen as i64);
        self.stolen_per_steal.add(now.stolen, now.steals_played);
        let [closed, left, taken] = now.draws;
        self.pile_draws.add(taken, closed + left + taken);
        let [closed_stops, open_stops] = now.stops;
        self.closed.add(closed + closed_stops, closed + left + taken + closed_stops + open_stops);
        self.lead_changes.add(now.lead_changes as i64);
        self.empty_losers.add(now.empty_losers, now.losers);
        self.loser_top.add(now.loser_tops, now.losers);
        self.shut_out.add(now.shut_out as i64);
        for (mean, &turns) in self.waiting.iter_mut().zip(&now.waiting) {
            mean.add(turns as i64);
        }
        let games = now.games.first(outcome.seats);
        let most = games.iter().copied().max().unwrap_or(0);
        if games.iter().sum::<u32>() + now.unfinished as u32 > 1 {
            let all_most = outcome.winners().all(|seat| now.games[seat] == most);
            self.match_not_most_games.add(!all_most);
        }
    }
}

impl ProfitStats {
    /// Counts that a game of the match is over.
    fn end_game(&mut self, ending: Ending, winner: Option<Seat>, missing: u8, turns: u32) {
        let now = &mut self.now;
        let goal = now.goal;
        for seat in Seat::all(self.seats) {
            let top = usize::from(now.tops[seat]);
            if top < goal {
                now.waiting[top] += u64::from(turns - now.top_since[seat]);
            }
            // A game without a winner has no losers either.
            if winner.is_some_and(|winner| winner != seat) {
                now.losers += 1;
                now.empty_losers += u64::from(top == 0);
                now.loser_tops += top as u64;
            }
            let gone = |value: usize| u64::from(now.banked[value]) >= self.copies[value];
            now.shut_out += u64::from(top < goal && (top..goal).any(gone));
        }
        if let Some(seat) = winner {
            now.games[seat] += 1;
            self.by_finish.add(ending == Ending::Finish);
            if ending == Ending::Finish {
                self.missing.add(i64::from(missing));
            }
            let since = now.one_short[seat];
            if since != NEVER {
                self.one_short_turns.add(i64::from(turns.saturating_sub(1).saturating_sub(since)));
            }
            // Where several are level at the top, there is no lead to keep or to lose.
            let leaders = now.leaders_after((turns / 2).saturating_sub(1));
            if !leaders.has_several() {
                self.half_leader_wins.add(leaders.contains(seat));
            }
        } else {
            now.unfinished += 1;
        }
        now.turns_before += turns;
    }
}

impl Statistic<PureProfit> for ProfitStats {
    fn new(counted: &TallyLayout) -> Self {
        debug_assert_eq!(counted.cards.len(), KINDS, "the kinds of Pure Profit");
        Self {
            seats: counted.seats,
            copies: counted.cards.iter().take(VALUES).map(|&(_, copies)| copies).collect(),
            waiting: vec![Mean::default(); VALUES],
            ..Self::default()
        }
    }

    fn report(&self, counted: &TallyLayout, out: &mut Report) {
        self.write_figures(&Member::Whole, counted, &mut out.metrics);
    }
}

/// No turn.
const NEVER: u32 = u32::MAX;

/// The course of the play so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Now {
    /// The bank top that wins.
    goal: usize,
    /// Copies of each kind in hand, and which are there at all (bit k for kind k).
    hands: BySeat<Counts>,
    held: BySeat<u16>,
    tops: BySeat<u8>,
    /// The turn of this game, and of earlier games.
    turn: u32,
    turn_seat: Seat,
    turns_before: u32,
    /// The turn at which each seat's bank got its top.
    top_since: BySeat<u32>,
    /// The turn since which each seat lacks at most one value, [`NEVER`] if it does not.
    one_short: BySeat<u32>,
    /// The leaders by bank top in this game, and since which turn: every change.
    leaders: Vec<(u32, SeatSet)>,
    /// Copies of each value in banks.
    banked: [u16; VALUES],
    /// The Bankrupt that takes the next card.
    lowest_strikes: bool,
    lost_turns: u64,
    last_lost: Option<(u32, u32)>,
    lost_cards: u64,
    needed_cards: u64,
    lowest: (u64, u64),
    highest: (u64, u64),
    /// Turns with more Bankrupts than value cards in hand.
    shortages: u64,
    reliefs: u64,
    shuffles: u64,
    stolen: u64,
    steals_played: u64,
    /// Draws from the stock while the pile was closed, from the stock while it was open, from the pile.
    draws: [u64; 3],
    /// Decisions to stop drawing while the pile was closed, and while it was open.
    stops: [u64; 2],
    hit_lowest: SeatSet,
    hit_highest: SeatSet,
    played_steal: [SeatSet; 3],
    waiting: [u64; VALUES],
    lead_changes: u64,
    games: BySeat<u32>,
    unfinished: u64,
    losers: u64,
    empty_losers: u64,
    loser_tops: u64,
    shut_out: u64,
}

impl Now {
    #[inline]
    fn gain(&mut self, seat: Seat, card: Card) {
        let kind = card.kind() & 15;
        self.hands[seat][usize::from(kind)] += 1;
        self.held[seat] |= 1 << kind;
    }

    #[inline]
    fn drop_card(&mut self, seat: Seat, card: Card) {
        let kind = card.kind() & 15;
        let copies = &mut self.hands[seat][usize::from(kind)];
        *copies -= 1;
        self.held[seat] &= !(u16::from(*copies == 0) << kind);
    }

    /// Returns true if the seat's bank and hand lack at most one value.
    #[inline]
    fn one_short(&self, seat: Seat) -> bool {
        let wanted = (1_u16 << self.goal) - (1 << self.tops[seat]);
        let lacking = wanted & !self.held[seat];
        lacking & lacking.wrapping_sub(1) == 0
    }

    fn bank(&mut self, seats: usize, seat: Seat, value: u8) {
        let top = self.tops[seat];
        self.banked[usize::from(value) - 1] += 1;
        if value != top {
            self.waiting[usize::from(top)] += u64::from(self.turn - self.top_since[seat]);
            self.top_since[seat] = self.turn;
            self.tops[seat] = value;
            self.new_leaders(seats);
        }
    }

    fn new_leaders(&mut self, seats: usize) {
        let tops = self.tops.first(seats);
        let best = tops.iter().copied().max().unwrap_or(0);
        let leaders: SeatSet = Seat::all(seats).filter(|&seat| self.tops[seat] == best).collect();
        // A change of lead: a single leader who is not the last single leader.
        if !leaders.has_several() {
            let last = self.leaders.iter().rev().find(|(_, before)| !before.has_several());
            self.lead_changes += u64::from(last.is_some_and(|&(_, before)| before != leaders));
        }
        self.leaders.push((self.turn, leaders));
    }

    /// Returns the leaders at the end of a turn: all seats before the first card is banked.
    fn leaders_after(&self, turn: u32) -> SeatSet {
        let last = self.leaders.iter().rev().find(|(since, _)| *since <= turn);
        last.map_or(SeatSet::of_table(small_table::MAX_SEATS), |&(_, leaders)| leaders)
    }

    fn lost(&mut self, turn: (u32, u32)) {
        if self.last_lost != Some(turn) {
            self.lost_turns += 1;
            self.last_lost = Some(turn);
        }
    }
}
