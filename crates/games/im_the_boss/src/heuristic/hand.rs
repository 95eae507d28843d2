//! The worth of cards in the hand: what is led, what is put away, what a play costs.

use super::super::card::{Card, Colour, FACES, MAX_COLOURS, face};
use super::super::cards::Cards;
use super::super::params::MAX_DROPS;
use super::super::{Action, Phase};
use super::Judge;
use super::outlook::{Outlook, Put};
use super::unseen::Unseen;

/// Dollars that a card off the stock is worth on average.
const AVERAGE: f32 = 5.5;

/// Dollars that the types of a colour are worth in the hand.
const WORTH: [f32; FACES] = [2.5, 3.5, 5.0, 6.5, 3.0, 4.0, 5.0, 6.0, 4.5, 9.0, 5.5, 7.0, 8.0];

/// The same of a wild card.
const WORTH_WILD: f32 = 9.0;

fn worth(card: Card) -> f32 {
    card.face().map_or(WORTH_WILD, |face| WORTH[face])
}

impl<const N: usize> Judge<'_, N> {
    /// Returns the cost of playing this card: its worth in the hand less that of the card that replaces it. In the
    /// last round nothing.
    pub(super) fn cost(&self, card: Card) -> f32 {
        if self.rounds_left < 1.0 { 0.0 } else { self.weights.thrift * (worth(card) - AVERAGE) }
    }

    pub(super) fn leads(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let hand = &self.view.hand;
        // The cards of a colour come one by one, between those of others.
        let mut deals = [const { None }; MAX_COLOURS];
        for action in legal {
            scores.push(f64::from(match *action {
                Action::Lead(card) => self.lead(hand, card, &mut deals),
                Action::Name(colour) => control(hand, colour),
                _ => 0.0,
            }));
        }
    }

    /// Returns what leading this card promises: to keep the deal positive with the plus cards of the
    /// colour, or to turn a negative one round with a Reverse.
    fn lead(&self, hand: &Cards, card: Card, deals: &mut [Option<Outlook<N>>; MAX_COLOURS]) -> f32 {
        let (Some(colour), Some(lead)) = (card.colour(), card.face()) else { return 0.0 };
        let outlook = deals[colour.index()].get_or_insert_with(|| {
            let unseen = Unseen::of::<N>(self.game, self.view, colour);
            self.table(&unseen).outlook(self.me)
        });
        let own = hand.of_colour(colour);
        let points = |range: std::ops::Range<usize>| -> f32 {
            let left = |f: usize| own[f] - u8::from(f == lead);
            range.map(|f| f32::from(left(f)) * Card::new(f, colour).value() as f32).sum()
        };
        let boss = self.me.index();
        let potas = f32::from((own[face::POTA] + hand.count(Card::WILD)).min(2));
        let value = card.value() as f32;
        let with = outlook.with_shares(boss, 0.7 * potas);
        let gain = |range| value + 0.7 * points(range);
        let mut best = with.aim_with(gain(face::PLUS..face::MINUS));
        if own[face::REVERSE] > 0 {
            let down = with.trial().raised(gain(face::MINUS..face::POTA));
            let down = with.aim_in(&with.after(down, boss, Put::Turned));
            best = best.max(down);
        }
        best + control(hand, colour) - self.cost(card)
    }

    pub(super) fn drops(&self, legal: &[Action], scores: &mut Vec<f64>) {
        let away = self.view.aside.len();
        let allowed = usize::from(self.game.params.drop_max).saturating_sub(away);
        // The cards that are worst to keep, as many as may go: gains in half dollars, which they are whole numbers
        // of, with the card's rank behind them, so that each is put in its place without a branch.
        let mut worst = [0; MAX_DROPS];
        let worst = &mut worst[..allowed.min(MAX_DROPS)];
        let start = scores.len();
        for action in legal {
            let Action::Drop(card) = *action else {
                scores.push(0.0);
                continue;
            };
            let gain = AVERAGE - self.keep(card);
            scores.push(f64::from(gain));
            let entry = (2.0 * gain) as i32 * (LAST + 1) + LAST - card.rank() as i32;
            for copy in 0..worst.len() {
                let mut entry = if copy < usize::from(self.view.hand.count(card)) { entry } else { 0 };
                for slot in &mut *worst {
                    (*slot, entry) = ((*slot).max(entry), (*slot).min(entry));
                }
            }
        }
        // Of those that are worth it the first in canonical order: later ones can follow it.
        let first = worst.iter().filter(|&&slot| slot > LAST).map(|slot| LAST - slot % (LAST + 1)).min();
        for (action, score) in legal.iter().zip(&mut scores[start..]) {
            if let Action::Drop(card) = *action {
                let chosen = first == Some(card.rank() as i32);
                *score = if chosen { f64::from(CERTAIN) } else { *score - f64::from(CERTAIN) };
            }
        }
    }

    /// Returns what a card is worth in the hand for the next rounds.
    fn keep(&self, card: Card) -> f32 {
        let hand = &self.view.hand;
        let Some(colour) = card.colour() else { return WORTH_WILD };
        let valued = card.face().is_some_and(face::is_valued);
        let own = hand.of_colour(colour);
        let others = f32::from(own.iter().sum::<u8>()) - 1.0;
        let boss_now = self.view.public.boss == self.me && matches!(self.view.public.phase, Phase::Drop(_));
        worth(card) + 0.5 * (others - 2.0) + if valued && boss_now { 2.0 } else { 0.0 }
    }
}

/// No card's rank is more.
const LAST: i32 = 255;

/// Beyond any dollar figure of a hand.
const CERTAIN: f32 = 100.0;

/// Returns what the cards of a colour other than its valued ones are worth to a Boss who picks it.
fn control(hand: &Cards, colour: Colour) -> f32 {
    let own = hand.of_colour(colour);
    let count = |f: usize| f32::from(own[f]);
    let moves: f32 = (face::MOVE..FACES).map(count).sum();
    2.5 * count(face::REVERSE).min(2.0) + 1.5 * moves.min(3.0) + count(face::POTA).min(3.0)
}
