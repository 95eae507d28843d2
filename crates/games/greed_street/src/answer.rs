//! Answers to an offer and to a counter-offer.

use super::action::Action;
use super::bargain::HOPELESS;
use super::cards::Kinds;
use super::event::OfferKind;
use super::heuristic::Judge;
use super::state::Offer;

/// The weight of a better price that the proposer is expected to accept against the one that is on the table.
const CREDIT: f64 = 0.8;

/// The gain of both sides by an offer before its cash is paid.
struct Deal {
    proposer: f64,
    partner: f64,
    /// 1 where the proposer pays the cash, -1 where the partner does.
    sign: f64,
    rivalry: f64,
}

impl Deal {
    fn of(judge: &Judge<'_>) -> Self {
        let Offer { kind, proposer, partner, give, get, .. } = judge.view.public.offer;
        let (mut one, mut other) = (0.0, 0.0);
        if kind != OfferKind::Buy {
            one -= judge.held(proposer)[give];
            other += judge.got(partner)[give];
        }
        if kind != OfferKind::Sell {
            one += judge.wanted_now(proposer, Kinds::one(get), &judge.got(proposer))[get];
            other -= judge.given(partner, judge.held(partner))[get];
        }
        let sign = if kind == OfferKind::Sell { -1.0 } else { 1.0 };
        Self { proposer: one, partner: other, sign, rivalry: judge.rivalry() }
    }

    /// Returns what proposer and partner get with this cash, each one's gain held against the other.
    fn at(&self, cash: i32) -> (f64, f64) {
        let paid = self.sign * f64::from(cash);
        let (one, other) = (self.proposer - paid, self.partner + paid);
        (one - self.rivalry * other, other - self.rivalry * one)
    }
}

/// Scores what each answer brings. Other cash is named only where the proposer gains by it as well: a counter-offer that
/// is refused ends the talk.
pub(super) fn respond(judge: &Judge<'_>, legal: &[Action], scores: &mut Vec<f64>) {
    let offer = judge.view.public.offer;
    let proposes = judge.view.viewer == offer.proposer;
    let margin = judge.weights.margin;
    let deal = Deal::of(judge);
    scores.extend(legal.iter().map(|&action| match action {
        Action::Accept => {
            let (proposer, partner) = deal.at(offer.cash);
            if proposes { proposer - 0.5 * margin } else { partner - 0.5 * margin }
        }
        Action::CounterCash(cash) => match deal.at(cash) {
            (proposer, partner) if proposer >= margin => CREDIT * partner,
            _ => HOPELESS,
        },
        _ => 0.0,
    }));
}
