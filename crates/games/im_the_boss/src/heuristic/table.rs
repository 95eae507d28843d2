//! The facts of a deal that a view shows, whoever looks at it.

use super::super::ImTheBoss;
use super::super::state::{Public, View};
use super::Weights;
use super::outlook::{Outlook, eye};
use super::pays::{Row, larger, row_of, sum};
use super::unseen::{Powers, Unseen};
use ludometer_model::Seat;

/// The possible contents of the seats' hands.
pub(super) struct Hidden<const N: usize> {
    /// Points up and down, and the probability of a Reverse; 0 for seats that are out.
    pub(super) up: Row<N>,
    pub(super) down: Row<N>,
    pub(super) reverse: Row<N>,
}

/// The common start of the outlooks of several planners.
pub(super) struct Table<'a, const N: usize> {
    game: &'a ImTheBoss,
    public: &'a Public,
    hidden: Hidden<N>,
    money: Row<N>,
    weight: Row<N>,
}

impl<'a, const N: usize> Table<'a, N> {
    /// Returns what this view shows.
    #[inline(always)]
    pub(super) fn of(game: &'a ImTheBoss, view: &'a View, unseen: &Unseen, weights: &Weights) -> Self {
        let public = &view.public;
        let live = game.live(public);
        let powers = Powers::of(unseen.without_one(unseen.reverse));
        let (plus, minus) = (unseen.plus / unseen.total, unseen.minus / unseen.total);
        // Without a branch: who is out, and how many cards a hand has, nothing could foresee.
        let (mut cards, mut reverse) = ([0; N], [0.0; N]);
        for i in 0..N {
            let seat = Seat::new(i);
            let acting = public.hands[seat] * u16::from(live >> i & 1);
            cards[i] = i32::from(acting) * i32::from(!public.no_valued[seat]);
            // The power of no card is 1: who is out holds none.
            reverse[i] = 1.0 - powers.to(acting);
        }
        let cards = cards.map(|n| n as f32);
        let hidden = Hidden { up: cards.map(|n| n * plus), down: cards.map(|n| n * minus), reverse };
        let money = money(public);
        let weight = weight(&money, weights.focus);
        Self { game, public, hidden, money, weight }
    }

    /// Returns the deal for this planner. What it may do is left out: it is what it is deciding about.
    #[inline(never)]
    pub(super) fn outlook(&self, planner: Seat) -> Outlook<N> {
        let others = row_of::<N>(!(1 << planner.index()));
        let row = |row: &Row<N>| std::array::from_fn(|i| row[i] * others[i]);
        let Hidden { up, down, reverse } = &self.hidden;
        let hidden = Hidden { up: row(up), down: row(down), reverse: row(reverse) };
        let eye = eye(&self.weight, planner.index());
        let live = self.game.live(self.public);
        Outlook::with(self.game, self.public, live, hidden, self.money, self.weight, eye)
    }
}

/// Returns a quarter of each seat's money.
#[inline(always)]
pub(super) fn money<const N: usize>(public: &Public) -> Row<N> {
    let mut row = [0.0; N];
    for (row, &money) in row.iter_mut().zip(public.money.first(N)) {
        *row = 0.25 * money as f32;
    }
    row
}

/// Returns how much others mind each seat's gains.
#[inline(always)]
fn weight<const N: usize>(money: &Row<N>, focus: f32) -> Row<N> {
    // Quarters of dollars, as the money is.
    let mean = sum(money) / N as f32;
    let focus = focus / (mean + 12.5);
    money.map(|money| 1.0 + focus * larger(money - mean, 0.0))
}
