//! Actions in the words of the spec, and which of them are legal for the seat to move (spec 5, 6, 8).

use std::fmt;

use super::board::Worker;
use super::cards::{Counts, Kind, Kinds};
use super::event::OfferKind;
use super::params::Params;
use super::state::{Phase, Public, State};
use super::trade;
use ludometer_model::Seat;

/// A part of a price, between 0 and 1, as it was written in the rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Fraction([u32; 2]);

impl Fraction {
    /// Returns this part.
    pub const fn new(part: f64) -> Self {
        // Two words keep actions aligned to four bytes.
        let bits = part.to_bits();
        Self([(bits >> 32) as u32, bits as u32])
    }

    /// Returns the part as a number.
    pub const fn value(self) -> f64 {
        f64::from_bits((self.0[0] as u64) << 32 | self.0[1] as u64)
    }

    /// Returns this part of a price, rounded down to a multiple of `unit`: of the decimal fraction that was
    /// written, not of its binary neighbour.
    pub fn of(self, price: i64, unit: i64) -> i64 {
        let text = self.value().to_string();
        let decimals = text.split_once('.').map_or("", |(_, decimals)| decimals);
        // Up to here no overflow: prices have at most four digits. Parts smaller than 1e-30 of a
        // dollar make no difference.
        let decimals = &decimals[..decimals.len().min(30)];
        let digits: u128 = decimals.parse().unwrap_or(0);
        let amount = digits * price.unsigned_abs() as u128 / 10_u128.pow(decimals.len() as u32);
        amount as i64 / unit * unit
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

/// One choice (spec 5, 6). Cash in dollars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Roll both dice.
    Roll,
    /// Retired: don't roll.
    Pass,
    /// Steal nothing more this turn.
    NoTheft,
    /// Try to steal from this seat.
    Target(Seat),
    /// Try to steal a Worker.
    StealWorker,
    /// Try to steal a Score card.
    StealCard,
    /// Try to steal cash.
    StealCash,
    /// Try to steal this Worker.
    TheftWorker(Worker),
    /// Obey the cop square.
    Comply,
    /// Cancel it.
    PlayDonuts,
    /// Put this Worker back into the open area.
    LoseWorker(Worker),
    /// Put this Score card under the deck.
    LoseScore(Kind),
    /// Put this card face down before the roll.
    Place(Kind),
    /// Place no more.
    Done,
    /// Don't pay an owner who hasn't noticed.
    StaySilent,
    /// Pay unasked.
    Volunteer,
    /// Bribe the next roller.
    Bribe,
    /// Don't.
    NoBribe,
    /// Pay the price.
    PayFull,
    /// Pay all there is, which is less.
    PayAll,
    /// Pay nothing, by the wild card.
    PlayFreePass,
    /// Open the haggling.
    Haggle,
    /// Offer this part of the price.
    HaggleOffer(Fraction),
    /// Don't fight.
    EndTurn,
    /// Fight for the Worker just paid for.
    Fight,
    /// Take this Worker after a fight.
    Loot(Worker),
    /// Don't fight anyone on this square.
    Ignore,
    /// Fight this seat.
    Challenge(Seat),
    /// Close the trade window.
    NoTrade,
    /// Offer a card for cash.
    Sell,
    /// Offer cash for a card.
    Buy,
    /// Offer a card for a card.
    Swap,
    /// Offer to this seat.
    TradePartner(Seat),
    /// Give this card.
    TradeGive(Kind),
    /// Ask for this card.
    TradeGet(Kind),
    /// With this cash; in a swap negative if the partner pays it.
    TradeCash(i32),
    /// Agree.
    Accept,
    /// Don't agree.
    Refuse,
    /// Name other cash.
    CounterCash(i32),
    /// Name a larger part of the price.
    CounterFraction(Fraction),
}

ludometer_model::action_kinds! {
    Action;
    "Roll" => Self::Roll,
    "Pass" => Self::Pass,
    "NoTheft" => Self::NoTheft,
    "Target" => Self::Target(_),
    "Worker" => Self::StealWorker,
    "ScoreCard" => Self::StealCard,
    "Cash" => Self::StealCash,
    "TheftWorker" => Self::TheftWorker(_),
    "Comply" => Self::Comply,
    "PlayDonuts" => Self::PlayDonuts,
    "LoseWorkerChoice" => Self::LoseWorker(_),
    "LoseScoreChoice" => Self::LoseScore(_),
    "Place" => Self::Place(_),
    "Done" => Self::Done,
    "StaySilent" => Self::StaySilent,
    "Volunteer" => Self::Volunteer,
    "Bribe" => Self::Bribe,
    "NoBribe" => Self::NoBribe,
    "PayFull" => Self::PayFull,
    "PayAllAndStiff" => Self::PayAll,
    "PlayFreePass" => Self::PlayFreePass,
    "Haggle" => Self::Haggle,
    "HaggleOffer" => Self::HaggleOffer(_),
    "EndTurn" => Self::EndTurn,
    "Fight" => Self::Fight,
    "LootChoice" => Self::Loot(_),
    "Ignore" => Self::Ignore,
    "Challenge" => Self::Challenge(_),
    "NoTrade" => Self::NoTrade,
    "Sell" => Self::Sell,
    "Buy" => Self::Buy,
    "Swap" => Self::Swap,
    "TradePartner" => Self::TradePartner(_),
    "TradeGive" => Self::TradeGive(_),
    "TradeGet" => Self::TradeGet(_),
    "TradeCash" => Self::TradeCash(_),
    "Accept" => Self::Accept,
    "Refuse" => Self::Refuse,
    "Counter" => Self::CounterCash(_) | Self::CounterFraction(_),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind_name())?;
        match self {
            Self::Target(seat) | Self::Challenge(seat) | Self::TradePartner(seat) => write!(f, "({seat})"),
            Self::TheftWorker(worker) | Self::LoseWorker(worker) | Self::Loot(worker) => {
                write!(f, "({worker})")
            }
            Self::LoseScore(kind) | Self::Place(kind) | Self::TradeGive(kind) | Self::TradeGet(kind) => {
                write!(f, "({kind})")
            }
            Self::HaggleOffer(part) | Self::CounterFraction(part) => write!(f, "({part})"),
            Self::TradeCash(cash) | Self::CounterCash(cash) => write!(f, "({cash})"),
            Self::Roll
            | Self::Pass
            | Self::NoTheft
            | Self::StealWorker
            | Self::StealCard
            | Self::StealCash
            | Self::Comply
            | Self::PlayDonuts
            | Self::Done
            | Self::StaySilent
            | Self::Volunteer
            | Self::Bribe
            | Self::NoBribe
            | Self::PayFull
            | Self::PayAll
            | Self::PlayFreePass
            | Self::Haggle
            | Self::EndTurn
            | Self::Fight
            | Self::Ignore
            | Self::NoTrade
            | Self::Sell
            | Self::Buy
            | Self::Swap
            | Self::Accept
            | Self::Refuse => Ok(()),
        }
    }
}

/// Appends the legal actions. Reads the mover's own cards and what is public, nothing else.
pub(super) fn legal(params: &Params, state: &State, into: &mut Vec<Action>) {
    let public = &state.public;
    let me = public.mover;
    let hand = &state.hands[me];
    let money = public.money[me];
    match public.phase {
        Phase::MoveRoll | Phase::ActionEffect | Phase::RecruitRoll | Phase::FightRoll => {
            into.push(Action::Roll);
        }
        Phase::RetireRoll => into.extend([Action::Roll, Action::Pass]),
        Phase::TheftTarget => {
            into.push(Action::NoTheft);
            let has = |s: &Seat| public.money[*s] > 0 || public.hand[*s] > 0 || !public.owned[*s].is_empty();
            into.extend(me.others(params.seats).filter(has).map(Action::Target));
        }
        Phase::TheftWhat => {
            let victim = public.victim;
            push_if(into, !public.owned[victim].is_empty(), Action::StealWorker);
            push_if(into, public.hand[victim] > 0, Action::StealCard);
            push_if(into, public.money[victim] > 0, Action::StealCash);
        }
        Phase::TheftWorker => {
            into.extend(public.owned[public.victim].iter().map(|n| Action::TheftWorker(params.worker(n))));
        }
        Phase::TradeKind
        | Phase::TradePartner
        | Phase::TradeGive
        | Phase::TradeGet
        | Phase::TradeCash
        | Phase::TradeAnswer => trade_legal(params, public, hand, into),
        Phase::TradeReply | Phase::BribeAnswer | Phase::HaggleReply => {
            into.extend([Action::Accept, Action::Refuse]);
        }
        Phase::ProximityChoice => {
            into.push(Action::Ignore);
            if !params.own_worker || !public.owned[me].is_empty() {
                let here = public.position[me];
                let near = me.others(params.seats).filter(|&other| public.position[other] == here);
                into.extend(near.map(Action::Challenge));
            }
        }
        Phase::CopChoice => {
            into.push(Action::Comply);
            push_if(into, hand.has(Kind::DONUTS), Action::PlayDonuts);
        }
        Phase::LoseWorkerChoice => {
            into.extend(public.owned[me].iter().map(|n| Action::LoseWorker(params.worker(n))));
        }
        Phase::LoseScoreChoice => into.extend(hand.kinds().iter().map(Action::LoseScore)),
        Phase::RecruitCards => place_legal(hand, &state.down[0], Kinds::RECRUIT, into),
        Phase::WeaponCards => place_legal(hand, &state.down[public.acting()], Kinds::WEAPONS, into),
        Phase::SilenceChoice => {
            into.push(Action::StaySilent);
            let price = params.prices[usize::from(public.worker)];
            push_if(into, params.volunteer && money >= price, Action::Volunteer);
        }
        Phase::BribeChoice => into.extend([Action::Bribe, Action::NoBribe]),
        Phase::PayChoice => {
            let price = params.prices[usize::from(public.worker)];
            into.push(if money >= price { Action::PayFull } else { Action::PayAll });
            push_if(into, hand.has(Kind::FREE_PASS), Action::PlayFreePass);
            let allowed = params.haggle_any || (params.haggle_short && money < price);
            let open = allowed && !public.haggled;
            push_if(into, open && fractions(params, public, 0).next().is_some(), Action::Haggle);
        }
        Phase::HaggleOffer => into.extend(fractions(params, public, 0).map(Action::HaggleOffer)),
        Phase::HaggleAnswer => {
            into.extend([Action::Accept, Action::Refuse]);
            let larger = usize::from(public.fraction) + 1;
            into.extend(fractions(params, public, larger).map(Action::CounterFraction));
        }
        Phase::FightChoice => {
            into.push(Action::EndTurn);
            push_if(into, !params.own_worker || !public.owned[me].is_empty(), Action::Fight);
        }
        Phase::LootChoice => {
            let loser = if me == public.active { public.fight.defender } else { public.active };
            into.extend(public.owned[loser].iter().map(|n| Action::Loot(params.worker(n))));
        }
        Phase::Over => {}
    }
}

#[inline]
fn push_if(into: &mut Vec<Action>, so: bool, action: Action) {
    if so {
        into.push(action);
    }
}

/// Lists the cards that may be placed: of these kinds, in kind order.
fn place_legal(hand: &Counts, down: &Counts, kinds: Kinds, into: &mut Vec<Action>) {
    let mut held = hand.kinds().and(kinds);
    if let Some(last) = down.kinds().last() {
        held = held.without(Kinds::range(0, last.index()));
    }
    into.extend(held.iter().map(Action::Place));
    into.push(Action::Done);
}

/// Returns the parts of the price, from this place in the list on, that the payer has.
fn fractions<'a>(params: &'a Params, public: &'a Public, from: usize) -> impl Iterator<Item = Fraction> + 'a {
    let money = public.money[public.active];
    let worker = usize::from(public.worker);
    let listed = params.fractions.get(from..).unwrap_or(&[]).iter();
    listed.filter(move |(_, amounts)| (1..=money).contains(&amounts[worker])).map(|(part, _)| *part)
}

fn trade_legal(params: &Params, public: &Public, hand: &Counts, into: &mut Vec<Action>) {
    let offer = public.offer;
    let me = public.mover;
    match public.phase {
        Phase::TradeKind => {
            into.push(Action::NoTrade);
            let [sell, buy, swap] = trade::possible(params, public, hand.kinds());
            push_if(into, sell, Action::Sell);
            push_if(into, buy, Action::Buy);
            push_if(into, swap, Action::Swap);
        }
        Phase::TradePartner => {
            let lowest = params.trade.prices.first().copied().unwrap_or(i64::MAX);
            let fits = |&other: &Seat| match offer.kind {
                OfferKind::Sell => public.money[other] >= lowest,
                OfferKind::Buy | OfferKind::Swap => public.hand[other] > 0,
            };
            into.extend(me.others(params.seats).filter(fits).map(Action::TradePartner));
        }
        Phase::TradeGive => {
            let wanted = trade::wanted(params, public);
            let fits =
                |&kind: &Kind| offer.kind == OfferKind::Sell || !wanted.without(Kinds::one(kind)).is_empty();
            into.extend(hand.kinds().iter().filter(fits).map(Action::TradeGive));
        }
        Phase::TradeGet => {
            let wanted = trade::wanted(params, public);
            let swap = offer.kind == OfferKind::Swap;
            let wanted = if swap { wanted.without(Kinds::one(offer.give)) } else { wanted };
            into.extend(wanted.iter().map(Action::TradeGet));
        }
        Phase::TradeCash => into.extend(trade::cash_values(params, public, offer).map(Action::TradeCash)),
        _ => {
            into.push(Action::Refuse);
            if offer.kind == OfferKind::Sell || hand.has(offer.get) {
                into.push(Action::Accept);
                if params.trade.counter {
                    let others = trade::cash_values(params, public, offer).filter(|&cash| cash != offer.cash);
                    into.extend(others.map(Action::CounterCash));
                }
            }
        }
    }
}
