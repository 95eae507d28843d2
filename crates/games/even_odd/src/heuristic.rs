//! How good each action looks (section 13 of the spec), in jewels won or lost for the chooser, and how likely
//! each player is to win, by the state: what searches value positions by that they don't play on from, and an
//! analysis reads the course of plays by.

use super::EvenOdd;
use super::action::Action;
use super::cards::{Card, Kinds};
use super::state::{Asking, NOBODY, Phase, Public, State};
use super::view::View;
use ludometer_model::{BySeat, Seat};
use ludometer_playable::{Scores, Setting, settings};

settings! {
    /// The settings of `greedy` in this game, all in jewels but `caution`. The defaults are what no other setting of one
    /// of them beats by more than chance in one seat among greedy ones (30,000 plays each at 2, 3, 4 and 6 seats), a shoe
    /// worth less and a larger cushion aside, which win 1 point more at 6 seats. Those before them, `5, 3, 3, 1, 3, 0.1`
    /// with the chance of a refused service in the choice of the Client too, won 6 points less at 4 seats: they bid for
    /// shoes that others then had no need to buy, and who held Even cards was let alone, which search found out (400
    /// iterations of it won 72 % against three of them, against three of these 38 %). Random players are ruined sooner by
    /// a small cushion than by a large one (92 % of the plays against three of them with 5, 76 % with 15): who knows the
    /// others to be weak may lower it.
    pub struct Weights {
        cushion: f64 = Setting::real(
            "cushion",
            "jewels to keep after buying a shoe that neither wins nor denies",
            0.0, 100.0, 15.0,
        );
        shoe: f64 =
            Setting::real("shoe", "jewels that a shoe is worth above its resale price", 0.0, 100.0, 2.0);
        decline: f64 =
            Setting::real("decline", "jewels that must be at stake to play ServiceDeclined", 0.0, 100.0, 4.0);
        discount: f64 = Setting::real("discount", "jewels that a Discount must save", 0.0, 100.0, 1.5);
        special: f64 = Setting::real(
            "special",
            "jewels that must be at stake to play a special PoorLifeDecision",
            0.0, 100.0, 3.5,
        );
        caution: f64 = Setting::real(
            "caution",
            "chance, for each Even card a Client holds, that it would stop a service",
            0.0, 1.0, 0.2,
        );
    }
}

/// The searches' settings in this game, by play of one searching seat against three `greedy` (400 to 600 plays each, 4 to 5
/// points to either side; more of them in `docs/strategy-log.md`). 400 iterations that look eight turns ahead, without noise
/// and by playouts alone, won 54 %; two turns ahead, with noise and half the estimate, 42 %, and gained nothing over 100
/// iterations (24 % of 2,000 plays against three such; 29 % as it is). `flat-mc` with 8 turns won 58 %, with two 44 %;
/// `lookahead` with 4 or 8 turns 46 %, with two 39 %.
pub(super) const BOT_DEFAULTS: &[(&str, &str, f64)] = &[
    ("mcts", "select", 1.0),
    ("mcts", "rollout", 1.0),
    ("mcts", "noise", 0.0),
    ("mcts", "length", 8.0),
    ("mcts", "exploration", 0.2),
    ("flat-mc", "rollout", 1.0),
    ("flat-mc", "noise", 0.0),
    ("flat-mc", "length", 8.0),
    ("lookahead", "length", 4.0),
];

/// The worth of winning, or of a rival's win.
const ALL: f64 = 100.0;

/// One player's look at the table.
struct Judge<'a> {
    game: &'a EvenOdd,
    table: &'a Public,
    me: Seat,
    weights: &'a Weights,
}

/// Appends a number for each legal action; the greatest is the choice.
pub(super) fn score_actions(
    game: &EvenOdd,
    view: &View,
    legal: &[Action],
    weights: &Weights,
    scores: &mut Scores<Action>,
) {
    let judge = Judge { game, table: &view.table, me: view.viewer, weights };
    scores.extend(legal.iter().map(|&action| judge.score(view, action)));
}

impl Judge<'_> {
    fn score(&self, view: &View, action: Action) -> f64 {
        let t = self.table;
        match action {
            Action::Roll | Action::EndTurn | Action::Pass => 0.0,
            Action::PlayGetPaid(card) => self.get_paid(card),
            Action::PlayQuickie(card) => 3.0 + self.amount(card),
            Action::PlayPld(card) => {
                let by = |target| self.hit(card, target);
                t.targets(self.me).iter().map(by).fold(f64::NEG_INFINITY, f64::max)
            }
            Action::Target(target) => t.pld().map_or(0.0, |card| self.hit(card, target)),
            Action::Client(client) => self.client(client),
            Action::PlaySpecial(card) => self.play_special(card),
            Action::PlayDeclined => self.play_declined(),
            Action::PlayDiscount(card) => {
                let after = f64::from(self.game.discounted(self.price_jewels(), card));
                self.loss(self.me, self.price()) - self.loss(self.me, after) - self.weights.discount
            }
            Action::PlayBonus(card) => {
                // What the Client can't pay is wasted.
                let room = (self.purse(t.client()) - self.price()).max(0.0);
                self.amount(card).min(room) - 0.5
            }
            Action::PlaySecond(card) => self.second(card),
            Action::SellShoe => self.sell_shoe(),
            // Items are of no other use.
            Action::SellClothing => self.sell_clothing(),
            Action::SellClothingCard => 3.0,
            Action::Pay => self.pay(),
            Action::Bid(steps) => self.bid(steps),
            Action::Discard(card) => -self.keep(view, card),
        }
    }

    fn amount(&self, card: Card) -> f64 {
        f64::from(self.game.params.amount(card))
    }

    fn jewels(&self, seat: Seat) -> f64 {
        f64::from(self.table.jewels[seat])
    }

    fn worth(&self, seat: Seat) -> f64 {
        f64::from(self.game.net_worth(self.table, seat))
    }

    /// Returns what a player can pay at most, shoes sold.
    fn purse(&self, seat: Seat) -> f64 {
        if self.game.can_sell_shoe(self.table, seat) { self.worth(seat) } else { self.jewels(seat) }
    }

    fn price_jewels(&self) -> u16 {
        self.table.service.base + self.table.service.carried
    }

    fn price(&self) -> f64 {
        f64::from(self.price_jewels())
    }

    /// Returns true if one shoe more wins the game for this player.
    fn needs_one(&self, seat: Seat) -> bool {
        let win = self.game.params.win_shoes;
        win > 0 && self.table.shoes[seat] + 1 >= win
    }

    fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        self.table.alive.iter().filter(move |&seat| seat != self.me)
    }

    /// Returns what an auction after a sale by this player is worth to me.
    fn sale(&self, seller: Seat) -> f64 {
        let opening = f64::from(self.game.params.opening);
        let mine = self.jewels(self.me);
        let can = self.me != seller && mine >= opening;
        let bidders = || self.others().filter(move |&seat| seat != seller && self.jewels(seat) >= opening);
        if can && self.needs_one(self.me) {
            return if bidders().all(|seat| self.jewels(seat) <= mine) { ALL } else { 10.0 };
        }
        let rival = bidders().filter(|&seat| self.needs_one(seat)).map(|seat| self.jewels(seat));
        let rival = rival.fold(0.0, f64::max);
        if rival > 0.0 {
            return if can && mine > rival { -4.0 } else { -0.6 * ALL };
        }
        if can { 0.5 } else { 0.0 }
    }

    /// Returns what this player's loss of so many jewels is worth to me, if another player's.
    fn harm(&self, seat: Seat, amount: f64) -> f64 {
        let leader = self.others().map(|other| self.worth(other)).fold(1.0, f64::max);
        // The stronger the rival, the more it is worth.
        let weight = 0.3 + 0.7 * self.worth(seat) / leader;
        let mut value = weight * amount.min(self.worth(seat));
        if self.ruins(seat, amount) {
            value += 5.0;
        } else if amount > self.jewels(seat) && self.game.can_sell_shoe(self.table, seat) {
            value += 2.0 + self.sale(seat);
        } else if self.needs_one(seat) {
            value += 0.5 * amount;
        }
        value
    }

    /// Returns whether the loss of so many jewels puts this player out.
    fn ruins(&self, seat: Seat, amount: f64) -> bool {
        let bare = self.table.shoes[seat] == 0 || self.game.params.jewels_only;
        bare && amount >= self.purse(seat)
    }

    /// Returns what my own loss of so many jewels costs me (a negative loss is a gain).
    fn loss(&self, seat: Seat, amount: f64) -> f64 {
        if amount <= 0.0 {
            return amount;
        }
        let short = amount > self.jewels(seat);
        if self.ruins(seat, amount) {
            ALL
        } else if short && self.game.can_sell_shoe(self.table, seat) {
            amount + self.weights.shoe + 2.0 - self.sale(seat).min(0.0)
        } else {
            amount
        }
    }

    fn hit(&self, card: Card, target: Seat) -> f64 {
        let amount = self.amount(card);
        let gain = if card.is(Kinds::PLD_TO_PLAYER) { amount.min(self.purse(target)) } else { 0.0 };
        gain + self.harm(target, amount) - 0.5
    }

    fn get_paid(&self, card: Card) -> f64 {
        let t = self.table;
        let gain = self.amount(card).min(f64::from(t.vault));
        if t.auction.seller != NOBODY {
            // Only for a shoe that decides the game.
            return if self.needs_one(self.me) || self.must_deny() { 0.5 * ALL + gain } else { -1.0 };
        }
        if t.payment.debtor != NOBODY {
            return 3.0 + gain;
        }
        // One a turn: before the roll it is kept for what the roll may cost, unless the Vault runs dry.
        if t.phase == Phase::PreRoll && t.vault > 10 { -0.5 } else { gain - 0.2 }
    }

    fn client(&self, client: Seat) -> f64 {
        let take = self.price().min(self.purse(client));
        take + 0.3 * self.harm(client, self.price())
    }

    fn play_special(&self, card: Card) -> f64 {
        let t = self.table;
        let (client, price) = (t.client(), self.price());
        let stake = if card == Card::ENFORCE {
            if self.me != t.active {
                return self.harm(client, price) - self.harm(t.active, price) - 2.0 * self.weights.special;
            }
            let backs = f64::from(t.backs[0][client]);
            let stopped = t.service.asking == Asking::AnswerDeclined;
            price.min(self.purse(client))
                * if stopped { 1.0 } else { (self.weights.caution * backs).min(0.9) }
        } else if self.me == client {
            self.loss(self.me, price)
        } else {
            let take = price.min(self.purse(client));
            0.5 * self.harm(t.active, take) - self.sale_by_service(client).max(0.0)
        };
        stake - self.weights.special
    }

    /// Returns the value to me of a Client who must sell a shoe for the service.
    fn sale_by_service(&self, client: Seat) -> f64 {
        let short = self.price() > self.jewels(client) && self.game.can_sell_shoe(self.table, client);
        if short { self.sale(client) } else { 0.0 }
    }

    fn play_declined(&self) -> f64 {
        let client = self.table.client();
        if client == self.me {
            return self.loss(self.me, self.price()) - self.weights.decline;
        }
        // For another only where the sale would decide the game. The Provider gives up the price.
        let price = if self.me == self.table.active { self.price().min(self.purse(client)) } else { 0.0 };
        -self.sale_by_service(client) - price - 2.0 * self.weights.decline
    }

    fn second(&self, card: Card) -> f64 {
        let t = self.table;
        let lower = t.service.base.saturating_sub(self.game.params.amount(card));
        let base = lower.max(self.game.params.min_second_price);
        let price = f64::from(base + t.service.carried);
        let left = self.others().filter(|&seat| !t.service.served.contains(seat));
        left.map(|seat| price.min(self.purse(seat))).fold(0.0, f64::max) - 0.5
    }

    fn sell_shoe(&self) -> f64 {
        // In a debt it comes after all other ways; freely hardly ever.
        -self.weights.shoe - 3.0 + self.sale(self.me).min(0.0)
    }

    fn sell_clothing(&self) -> f64 {
        if self.table.auction.seller == NOBODY {
            return 2.0;
        }
        // For a bid, if the bid is worth it.
        let money = self.jewels(self.me) + f64::from(self.game.params.clothing_price);
        self.bid_with(money, self.game.lowest_bid(self.table).into()) - 0.5
    }

    fn pay(&self) -> f64 {
        let t = self.table;
        let money = t.jewels[self.me];
        let owed = t.owed();
        let out = (t.shoes[self.me] == 0 || self.game.params.jewels_only)
            && if self.game.params.insolvent { money < owed } else { money <= owed };
        if out { -ALL } else { 0.0 }
    }

    /// Returns true if a rival who needs one shoe leads the bids or may still bid.
    fn must_deny(&self) -> bool {
        let auction = &self.table.auction;
        let lowest = self.game.lowest_bid(self.table);
        self.others().any(|seat| {
            let bids = auction.leader == seat.index() as u8
                || (auction.bidders.contains(seat) && self.table.jewels[seat] >= lowest);
            bids && self.needs_one(seat)
        })
    }

    fn bid(&self, steps: u8) -> f64 {
        self.bid_with(self.jewels(self.me), self.game.bid_price(self.table, steps).into())
    }

    /// Returns what a bid of this price is worth to me with so many jewels.
    fn bid_with(&self, money: f64, price: f64) -> f64 {
        if self.needs_one(self.me) {
            return ALL - 0.01 * price;
        }
        if self.must_deny() {
            return 0.3 * ALL - 0.01 * price;
        }
        let worth = f64::from(self.game.params.shoe_price) + self.weights.shoe;
        let left = money - price;
        worth - price - (self.weights.cushion - left).max(0.0)
    }

    /// Returns what a card is worth in the hand.
    fn keep(&self, view: &View, card: Card) -> f64 {
        let amount = self.amount(card);
        let copies = f64::from(view.hand.counts[card.index()]);
        if card == Card::NOTHING {
            0.0
        } else if card.is(Kinds::BONUS) {
            1.0 + 0.5 * amount
        } else if card.is(Kinds::SECOND) {
            3.0 / copies
        } else if card.is(Kinds::DISCOUNT) {
            if card == Card::DISCOUNT_FREE || card == Card::DISCOUNT_REVERSE { 5.0 } else { 1.0 + amount }
        } else if card.is(Kinds::DECLINED.or(Kinds::SPECIAL)) {
            4.5
        } else {
            1.5 + amount
        }
    }
}

/// Factors of a player's chance to win, against that of the others still in: powers of e.
///
/// From a conditional logit fit to the winners of 8,000 `greedy` plays, 2,000 each of 2, 3, 4 and 6 players, every tenth
/// turn. In as many others its mean log loss is 0.584, 0.812, 1.057 and 1.401, that of equal shares of those still in
/// 0.693, 0.910, 1.129 and 1.446.
struct Chance {
    /// For each logarithm of the jewels plus one; and without a shoe, so much more.
    log_money: f64,
    log_money_no_shoe: f64,
    no_shoe: f64,
    /// For each card; for each that spares a payment, and for each that takes from a player, so much more.
    card: f64,
    sparing: f64,
    taking: f64,
    /// With one shoe short of the win; and for each logarithm by which that player is richer than the richest other.
    last_shoe: f64,
    last_shoe_lead: f64,
}

const CHANCE: Chance = Chance {
    log_money: 0.405,
    log_money_no_shoe: 0.354,
    no_shoe: -0.979,
    card: 0.049,
    sparing: 0.164,
    taking: 0.666,
    last_shoe: 0.17,
    last_shoe_lead: 0.351,
};

/// Cards that spare their holder a payment.
const SPARING: Kinds = Kinds::DECLINED.or(Kinds::DISCOUNT).or(Kinds::one(Card::VOID));

/// Returns each player's estimated share of the win.
pub(super) fn evaluate(game: &EvenOdd, state: &State) -> BySeat<f64> {
    let table = &state.table;
    let log = |seat: Seat| (f64::from(table.jewels[seat]) + 1.0).ln();
    let win = game.params.win_shoes;
    let mut shares = BySeat::all(0.0);
    let mut sum = 0.0;
    for seat in table.alive.iter() {
        let hand = &state.hands[seat];
        let count =
            |kinds: Kinds| -> u8 { hand.kinds.and(kinds).iter().map(|card| hand.counts[card.index()]).sum() };
        let cards = table.backs[0][seat] + table.backs[1][seat];
        let mut score = CHANCE.log_money * log(seat)
            + CHANCE.card * f64::from(cards)
            + CHANCE.sparing * f64::from(count(SPARING))
            + CHANCE.taking * f64::from(count(Kinds::PLD_TO_PLAYER));
        if table.shoes[seat] == 0 {
            score += CHANCE.no_shoe + CHANCE.log_money_no_shoe * log(seat);
        }
        if win > 0 && table.shoes[seat] + 1 >= win {
            let others = table.alive.iter().filter(|&other| other != seat).map(log);
            let lead = log(seat) - others.fold(0.0, f64::max);
            score += CHANCE.last_shoe + CHANCE.last_shoe_lead * lead;
        }
        // No chance is so small or so large that the sum loses it.
        let chance = score.min(300.0).exp();
        shares[seat] = chance;
        sum += chance;
    }
    for seat in table.alive.iter() {
        shares[seat] /= sum;
    }
    shares
}
