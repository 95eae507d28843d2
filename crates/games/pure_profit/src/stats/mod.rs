//! What a designer of Pure Profit asks (spec, section 14), counted from events.

use serde::{Deserialize, Serialize};

mod now;

use self::now::{NEVER, Now};
use super::PureProfit;
use super::card::{Action, Card, KINDS, Source, VALUES};
use super::event::{Cause, Ending, Place, PlayEvent};
use ludometer_model::{BySeat, Outcome, SHARE_UNITS, Seat};
use ludometer_stats::{
    Estimate, GameEnd, Mean, Merge, Metric, Observer, Ratio, Report, Share, Statistic, Step, TallyLayout,
};

/// Win rates of seats that did something at least once in a play, and of those that did not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Merge, Serialize, Deserialize)]
struct WinRates {
    with: Ratio,
    without: Ratio,
}

impl WinRates {
    /// Counts a play: `did` has a bit for each seat that did it.
    fn add(&mut self, did: u8, outcome: &Outcome) {
        let units = outcome.win_units();
        let (mut won, mut seats, mut won_not) = (0, 0, 0);
        for seat in Seat::all(outcome.seats) {
            if did >> seat.index() & 1 != 0 {
                won += units[seat];
                seats += SHARE_UNITS;
            } else {
                won_not += units[seat];
            }
        }
        self.with.add(won, seats);
        self.without.add(won_not, outcome.seats as u64 * SHARE_UNITS - seats);
    }
}

/// The game's own statistics.
#[derive(Clone, Debug, PartialEq, Eq, Merge, Serialize, Deserialize)]
pub struct ProfitStats {
    #[merge(skip)]
    seats: usize,
    #[merge(skip)]
    copies: Vec<u64>,
    reshuffles: Mean,
    unfinished_games: Mean,
    bankrupt_turns: Ratio,
    cards_lost: Mean,
    needed: Ratio,
    needed_lowest: Ratio,
    needed_highest: Ratio,
    shortages: Mean,
    reliefs: Mean,
    after_lowest: WinRates,
    after_highest: WinRates,
    played_steal: [WinRates; 3],
    stolen: Mean,
    stolen_per_steal: Ratio,
    pile_draws: Ratio,
    closed: Ratio,
    by_finish: Share,
    missing: Mean,
    one_short_turns: Mean,
    half_leader_wins: Share,
    lead_changes: Mean,
    empty_losers: Ratio,
    loser_top: Ratio,
    shut_out: Mean,
    waiting: Vec<Mean>,
    match_not_most_games: Share,
    #[serde(skip)]
    #[merge(skip)]
    now: Now,
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
            self.now.played_steal[usize::from(amount) - 1] |= 1 << step.seat.index();
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
                let bit = 1 << seat.index();
                match cause {
                    Cause::Resolve => {
                        now.lost(turn);
                        now.lowest_strikes = card == Card::BANKRUPT_LOWEST;
                        if now.lowest_strikes {
                            now.hit_lowest |= bit;
                            now.lowest.1 += 1;
                        } else {
                            now.hit_highest |= bit;
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
        self.after_lowest.add(now.hit_lowest, outcome);
        self.after_highest.add(now.hit_highest, outcome);
        for (rates, &did) in self.played_steal.iter_mut().zip(&now.played_steal) {
            rates.add(did, outcome);
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
    /// A game of the match is over.
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
            // Joint leaders count as leading.
            let leaders = now.leaders_after((turns / 2).saturating_sub(1));
            self.half_leader_wins.add(leaders >> seat.index() & 1 != 0);
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
            reshuffles: Mean::default(),
            unfinished_games: Mean::default(),
            bankrupt_turns: Ratio::default(),
            cards_lost: Mean::default(),
            needed: Ratio::default(),
            needed_lowest: Ratio::default(),
            needed_highest: Ratio::default(),
            shortages: Mean::default(),
            reliefs: Mean::default(),
            after_lowest: WinRates::default(),
            after_highest: WinRates::default(),
            played_steal: [WinRates::default(); 3],
            stolen: Mean::default(),
            stolen_per_steal: Ratio::default(),
            pile_draws: Ratio::default(),
            closed: Ratio::default(),
            by_finish: Share::default(),
            missing: Mean::default(),
            one_short_turns: Mean::default(),
            half_leader_wins: Share::default(),
            lead_changes: Mean::default(),
            empty_losers: Ratio::default(),
            loser_top: Ratio::default(),
            shut_out: Mean::default(),
            waiting: vec![Mean::default(); VALUES],
            match_not_most_games: Share::default(),
            now: Now::default(),
        }
    }

    fn report(&self, _: &TallyLayout, out: &mut Report) {
        let mut row = |name: &str, estimate: Estimate| out.metrics.push(Metric::new(name, estimate));
        row("pp_reshuffles", self.reshuffles.estimate());
        row("pp_unfinished_games", self.unfinished_games.estimate());
        row("pp_bankrupt_turns", self.bankrupt_turns.share());
        row("pp_bankrupt_cards_lost", self.cards_lost.estimate());
        row("pp_bankrupt_needed", self.needed.share());
        row("pp_bankrupt_needed_lowest", self.needed_lowest.share());
        row("pp_bankrupt_needed_highest", self.needed_highest.share());
        row("pp_shortages", self.shortages.estimate());
        row("pp_reliefs", self.reliefs.estimate());
        row("pp_win_after_lowest", self.after_lowest.with.share());
        row("pp_win_after_highest", self.after_highest.with.share());
        for (name, rates) in ["one", "two", "three"].iter().zip(&self.played_steal) {
            row(&format!("pp_win_played_steal_{name}"), rates.with.share());
            row(&format!("pp_win_not_played_steal_{name}"), rates.without.share());
        }
        row("pp_cards_stolen", self.stolen.estimate());
        row("pp_cards_per_steal", self.stolen_per_steal.estimate());
        row("pp_pile_draws", self.pile_draws.share());
        row("pp_pile_closed", self.closed.share());
        row("pp_won_by_finish", self.by_finish.estimate());
        row("pp_finish_missing", self.missing.estimate());
        row("pp_one_short_turns", self.one_short_turns.estimate());
        row("pp_half_leader_wins", self.half_leader_wins.estimate());
        row("pp_lead_changes", self.lead_changes.estimate());
        row("pp_losers_empty_bank", self.empty_losers.share());
        row("pp_loser_top", self.loser_top.estimate());
        row("pp_shut_out_seats", self.shut_out.estimate());
        for (top, mean) in self.waiting.iter().enumerate() {
            row(&format!("pp_turns_at_top_{top}"), mean.estimate());
        }
        row("pp_match_winner_not_most_games", self.match_not_most_games.estimate());
    }
}
