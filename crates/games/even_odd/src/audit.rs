//! The spec's invariants (section 11), checked on a state.

use super::EvenOdd;
use super::action::Action;
use super::cards::{Card, Deck, KINDS, Kinds, total};
use super::holders::Holders;
use super::layers::{Asking, Question, Stage};
use super::state::{Ending, NOBODY, Phase, Public, State};
use ludometer_model::SeatSet;
use ludometer_model::{Game, Seat};

/// Fails with a text unless the condition holds.
macro_rules! hold {
    ($condition:expr, $($text:tt)+) => {
        if !$condition {
            return Err(format!($($text)+));
        }
    };
}

/// Checks the invariants that a single state can show.
pub(super) fn audit(game: &EvenOdd, state: &State) -> Result<(), String> {
    game.check_money(state)?;
    game.check_cards(state)?;
    game.check_course(state)?;
    game.check_service(state)?;
    game.check_question(state)
}

impl EvenOdd {
    /// Invariants 1 and 2, and what an out player has.
    fn check_money(&self, state: &State) -> Result<(), String> {
        let (t, p) = (&state.table, &self.params);
        let seats = p.seats;
        let jewels: u32 = t.jewels.first(seats).iter().map(|&j| u32::from(j)).sum();
        hold!(
            jewels + u32::from(t.vault) == u32::from(p.jewels_total),
            "{jewels} jewels with players, {} in the Vault",
            t.vault
        );
        let shoes: u8 = t.shoes.first(seats).iter().sum();
        hold!(shoes + t.vault_shoes + t.box_shoes == p.shoes_total, "{shoes} shoes with players");
        hold!(!p.unpicked_in_vault || t.box_shoes == 0, "shoes in the box");
        for seat in Seat::all(seats) {
            let winner = t.ending == Ending::Shoes(seat);
            let many = p.win_shoes > 0 && t.shoes[seat] >= p.win_shoes;
            hold!(many == winner, "{seat:?} has {} shoes", t.shoes[seat]);
            hold!(t.clothing[seat] <= p.clothing, "{seat:?} has {} items", t.clothing[seat]);
            if !t.alive.contains(seat) {
                let backs = t.backs[0][seat] + t.backs[1][seat];
                let nothing = backs == 0 && t.jewels[seat] == 0 && t.shoes[seat] == 0;
                hold!(nothing, "{seat:?} is out with {} jewels and {backs} cards", t.jewels[seat]);
            } else if !p.insolvent && t.phase != Phase::Over {
                hold!(t.jewels[seat] > 0 || t.shoes[seat] > 0, "{seat:?} has nothing and is in");
            }
        }
        Ok(())
    }

    /// Checks invariant 3, and what is publicly kept about cards.
    fn check_cards(&self, state: &State) -> Result<(), String> {
        let (t, p) = (&state.table, &self.params);
        for kind in 0..KINDS {
            let card = Card::new(kind);
            let held: u32 = Seat::all(p.seats).map(|s| u32::from(state.hands[s].counts[kind])).sum();
            let all = u32::from(state.stock[kind]) + u32::from(t.discard[kind]) + held;
            hold!(all == u32::from(p.copies[kind]), "{all} copies of {card}");
            hold!(held == 0 || card.is(Kinds::HAND), "{card} is in a hand");
            hold!(state.stock[kind] <= t.rebuilt[kind], "more {card} in the stock than it held");
            let before = u32::from(p.copies[kind]) - u32::from(t.rebuilt[kind]);
            hold!(u32::from(t.old_gone[kind]) <= before, "{card}: {} gone of {before}", t.old_gone[kind]);
        }
        self.check_earlier(state)?;
        for deck in [Deck::Even, Deck::Odd] {
            let size = t.stock[deck.index()];
            hold!(total(&state.stock, deck) == size, "the {deck:?} stock has not {size} cards");
            for seat in Seat::all(p.seats) {
                let hand = &state.hands[seat];
                let backs = t.backs[deck.index()][seat];
                hold!(
                    total(&hand.counts, deck) == u16::from(backs),
                    "{seat:?} has not {backs} {deck:?} cards"
                );
                let after: u32 = deck.kinds().map(|k| u32::from(hand.got[k])).sum();
                let drew = t.draws[deck.index()][seat];
                hold!(drew == 255 || after <= u32::from(drew), "{seat:?} drew {drew}, not {after}");
            }
        }
        let mut holders = Holders::NONE;
        for seat in Seat::all(p.seats) {
            let hand = &state.hands[seat];
            holders.see_all(seat, hand.kinds);
            for kind in 0..KINDS {
                let there = hand.kinds.contains(Card::new(kind));
                hold!(there == (hand.counts[kind] > 0), "{seat:?}: {} in the wrong set", Card::new(kind));
            }
        }
        hold!(holders == state.holders, "{:?}, where {holders:?} hold the cards", state.holders);
        Ok(())
    }

    /// Checks that what a seat remembers of earlier rebuilds allows what the others hold.
    fn check_earlier(&self, state: &State) -> Result<(), String> {
        let t = &state.table;
        for deck in [Deck::Even, Deck::Odd] {
            for (entry, draws) in t.earlier[deck.index()].draws().iter().enumerate() {
                for viewer in Seat::all(self.params.seats) {
                    let most = &state.hands[viewer].others[entry];
                    for seat in viewer.others(self.params.seats) {
                        let held = &state.hands[seat].counts;
                        let can: u16 = deck.kinds().map(|k| u16::from(most[k].min(held[k]))).sum();
                        let must = t.held_since(deck, seat, *draws);
                        hold!(
                            can >= must,
                            "{viewer:?}: {seat:?} can hold {can} of {must} {deck:?} cards since"
                        );
                    }
                }
            }
        }
        Ok(())
    }

    /// Invariants 4, 5, 6 and 8, as far as one state tells.
    fn check_course(&self, state: &State) -> Result<(), String> {
        let (t, p) = (&state.table, &self.params);
        hold!(t.get_paid <= p.max_get_paid, "{} GetPaid cards played", t.get_paid);
        hold!(t.quickies <= p.max_quickie, "{} Quickies played", t.quickies);
        hold!(t.quickies == 0 || (t.drawn && !t.corner), "a Quickie before the draw or after a Corner");
        hold!(t.alive.len() as usize + usize::from(t.outs) == p.seats, "seats got lost");
        hold!(t.turn >= 1 && t.turn <= p.max_turns, "turn {}", t.turn);
        hold!((t.phase == Phase::Over) == (t.ending != Ending::None), "over without an ending");
        hold!((t.mover == NOBODY) == (t.phase == Phase::Over), "nobody decides");
        hold!(t.question == open_question(t), "{:?}, where it is {:?}", t.question, open_question(t));
        for seat in Seat::all(p.seats) {
            hold!(t.shields[seat] <= p.shield_turns, "{seat:?} has a shield for {} turns", t.shields[seat]);
            hold!(t.shielded.contains(seat) == (t.shields[seat] > 0), "{seat:?} has a shield, or none");
        }
        if t.phase == Phase::Over {
            hold!(t.is_flat(), "over with an open layer");
            return Ok(());
        }
        hold!(t.alive.contains(t.active), "the active player is out");
        hold!(t.mover().is_some_and(|m| t.alive.contains(m)), "the deciding player is out");
        let a = &t.auction;
        if a.seller != NOBODY && a.leader != NOBODY {
            hold!(a.bid >= p.opening, "a bid of {}", a.bid);
            let leader = Seat::new(usize::from(a.leader));
            hold!(a.bid <= t.jewels[leader], "{leader:?} bids {} of {}", a.bid, t.jewels[leader]);
        }
        Ok(())
    }

    /// Checks invariant 7.
    fn check_service(&self, state: &State) -> Result<(), String> {
        let t = &state.table;
        let s = &t.service;
        if s.stage == Stage::None {
            return Ok(());
        }
        hold!(t.phase == Phase::Main, "a service in {:?}", t.phase);
        hold!(!s.served.contains(t.active), "the Provider was served");
        hold!(s.leg >= 1 && s.leg <= self.params.max_second + 1, "leg {}", s.leg);
        hold!(s.bonuses <= self.params.max_bonus, "{} bonuses", s.bonuses);
        hold!(s.bonus_sum <= s.carried, "bonuses of {} in {}", s.bonus_sum, s.carried);
        if matches!(s.stage, Stage::Special | Stage::Declined | Stage::Discount | Stage::Bonus) {
            let client = SeatSet::one(t.client());
            hold!(!client.contains(t.active), "the Provider is the Client");
            hold!(client.without(s.served) == client, "{:?} was served already", t.client());
            hold!(s.declined != client, "{:?} was just declined", t.client());
            hold!(t.alive.contains(t.client()), "the Client is out");
            hold!(!s.discounted, "a question after a Discount");
        }
        let answers = matches!(s.stage, Stage::Special | Stage::Declined | Stage::Discount);
        hold!(s.asking == Asking::First || answers, "{:?} asked again", s.stage);
        Ok(())
    }

    /// Checks that everybody who is asked to pass can do something else, and nothing is legal that the
    /// glossary rules out.
    fn check_question(&self, state: &State) -> Result<(), String> {
        let t = &state.table;
        let Some(mover) = t.mover() else { return Ok(()) };
        let mut legal = Vec::new();
        self.legal(state, &mut legal);
        hold!(!legal.is_empty(), "{mover:?} has no legal action");
        hold!(legal.len() <= 25, "{} legal actions", legal.len());
        hold!(legal != [Action::Pass], "{mover:?} can only pass");
        for &action in &legal {
            match action {
                Action::Target(seat) => hold!(seat != mover && t.shields[seat] == 0, "{action} is legal"),
                Action::Client(seat) => {
                    hold!(seat != t.active && t.alive.contains(seat), "{action} is legal");
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns the question that is asked now, by the topmost layer that is open.
const fn open_question(table: &Public) -> Question {
    if table.auction.seller != NOBODY {
        return Question::Bid;
    }
    if table.payment.debtor != NOBODY {
        return Question::Payment;
    }
    if table.pld != NOBODY {
        return Question::Target;
    }
    match table.service.stage {
        Stage::Client => Question::Client,
        Stage::Special => Question::Special,
        Stage::Declined => Question::Declined,
        Stage::Discount => Question::Discount,
        Stage::Bonus => Question::Bonus,
        Stage::Second => Question::Second,
        // Nobody decides in these.
        Stage::Settle | Stage::Enforced => Question::Nothing,
        Stage::None => match table.phase {
            Phase::Sales => Question::Sales,
            Phase::StartWindow | Phase::DrawWindow | Phase::EndWindow => Question::Window,
            Phase::PreRoll => Question::PreRoll,
            Phase::Main => Question::Main,
            Phase::Discard => Question::Discard,
            // Nobody decides in these.
            Phase::Burn | Phase::TurnEnd | Phase::Over => Question::Nothing,
        },
    }
}
