//! The legal actions of the seat to move (spec 5, 6, 8).

use ludometer_model::Seat;

use super::action::Action;
use super::cards::{Counts, Kind, Kinds};
use super::event::OfferKind;
use super::params::Params;
use super::phase::Phase;
use super::state::{Public, State};
use super::trade;

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
fn fractions<'a>(
    params: &'a Params,
    public: &'a Public,
    from: usize,
) -> impl Iterator<Item = super::action::Fraction> + 'a {
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
