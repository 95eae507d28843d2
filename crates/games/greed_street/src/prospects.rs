//! The gain expected from the use of a card, worked out from board and deck once per rule set.
//!
//! A piece lands on a square ahead of it with the chance of one in the squares that a roll moves on average.
//! From that follow, for each position, the recruit rolls, payments, fights and cop squares still to come, and
//! what a card wins or saves there:
//!
//! - Bling is used in every recruit roll to come, Gift (and Bling that does not return) in one: at the dearest
//!   open Worker that the piece meets. Both bring that stake times the chance that their points add to the roll,
//!   which is less the more Bling lies beside them.
//! - Weapons are used where a payment leads to a fight, as attacker and as defender; Donuts on a cop square;
//!   `FreePass` instead of a payment. A card that is used no longer counts at the end.

use super::board::{Act, Square};
use super::cards::{Counts, KINDS, Kind, Kinds, Row};
use super::params::Params;
use wide::f64x4;

/// Bonuses of a recruit roll that are distinguished, from 0 on: no roll needs more.
const BONUSES: usize = 20;

/// The first of the three kinds of Bling: what a recruit roll is about is the same for all of them.
const BLING: Kind = Kind::new(3);

/// Future rent of a Worker, as a part of her price.
pub(super) const RENT: f64 = 0.15;

/// The part of a Weapon's use at Start that is left to a piece on Finish, which still defends.
const DEFENCE: f64 = 0.3;

/// The most Workers of others that a piece is reckoned to meet, as a part of all that it meets.
const MOST_TAKEN: f64 = 0.9;

/// The worth of cards of each kind, in dollars.
#[derive(Clone, Debug)]
pub struct Prospects {
    /// For each position what a use brings; of Gift and Bling, if the roll were lost without the card and won
    /// with it.
    ahead: Vec<Row>,
    /// For each bonus from Bling, the chance that one card more adds to a recruit roll; 1 for other kinds.
    gain: Vec<Row>,
    /// For each bonus from Bling, the chance that goes with a card that is part of it; 1 for other kinds.
    loss: Vec<Row>,
    /// For each bonus from Bling, the chance that all of it adds to a recruit roll.
    all: Vec<f64>,
    /// The value of a card at the end.
    end: Row,
    /// The value of a card at the end beside its use: nothing where it is spent in a recruit roll. (What the
    /// other kinds bring is reckoned beyond their end value.)
    kept: Row,
    /// Points of the kinds that come back from a recruit roll, 0 of the others.
    returning: [i64; KINDS],
}

impl Prospects {
    /// Nothing yet.
    pub(super) const NONE: Self = Self {
        ahead: Vec::new(),
        gain: Vec::new(),
        loss: Vec::new(),
        all: Vec::new(),
        end: Row::ZERO,
        kept: Row::ZERO,
        returning: [0; KINDS],
    };

    /// Returns the prospects under these rules.
    pub(super) fn new(params: &Params) -> Self {
        let chance = |bonus: i64| params.odds.at_least(params.recruit_min - bonus);
        let returning = std::array::from_fn(|k| if returns(params, k) { params.points[k] } else { 0 });
        let adds = |bonus: i64| {
            move |k: usize| {
                let recruits = Kinds::RECRUIT.contains(Kind::new(k));
                if recruits { chance(bonus + params.points[k]) - chance(bonus) } else { 1.0 }
            }
        };
        let bonuses = 0..BONUSES as i64;
        Self {
            ahead: (0..=params.finish()).map(|position| ahead(params, position)).collect(),
            gain: bonuses.clone().map(|bonus| Row::new(adds(bonus))).collect(),
            loss: bonuses.clone().map(|bonus| Row::new(|k| adds((bonus - returning[k]).max(0))(k))).collect(),
            all: bonuses.map(|bonus| chance(bonus) - chance(0)).collect(),
            end: Row::new(|k| params.dollars[k]),
            kept: Row::new(|k| {
                let spent = Kinds::RECRUIT.contains(Kind::new(k)) && !returns(params, k);
                if spent { 0.0 } else { params.dollars[k] }
            }),
            returning,
        }
    }

    /// Returns the bonus that these cards give each recruit roll.
    #[inline]
    pub(super) fn bonus(&self, cards: &Counts) -> i64 {
        (BLING.index()..BLING.index() + 3).map(|k| i64::from(cards[Kind::new(k)]) * self.returning[k]).sum()
    }

    /// Returns what a card of each kind is worth to someone on this position who gets it and has this bonus without.
    #[inline]
    pub(super) fn got(&self, position: u8, bonus: i64, usage: f64) -> Row {
        self.worth(&self.gain[place(bonus)], position, usage)
    }

    /// Returns what a card of each kind is worth to someone on this position who has it, as part of this bonus.
    #[inline]
    pub(super) fn held(&self, position: u8, bonus: i64, usage: f64) -> Row {
        self.worth(&self.loss[place(bonus)], position, usage)
    }

    /// Returns [`Prospects::got`] and [`Prospects::held`]. They are the same for someone without Bling, who has no bonus
    /// to be part of.
    #[inline(always)]
    pub(super) fn got_and_held(&self, position: u8, bonus: i64, usage: f64) -> (Row, Row) {
        let got = self.got(position, bonus, usage);
        (got, if bonus == 0 { got } else { self.held(position, bonus, usage) })
    }

    #[inline]
    fn worth(&self, chance: &Row, position: u8, usage: f64) -> Row {
        let used = self.ahead[usize::from(position)].with(chance, |ahead, chance| ahead * chance);
        let beside = used.with(&self.kept, |used, kept| used * f64x4::splat(usage) + kept);
        beside.with(&self.end, f64x4::fast_max)
    }

    /// Returns what the use of all these cards brings someone on this position beyond their end values.
    pub(super) fn use_of(&self, cards: &Counts, position: u8) -> f64 {
        let bonus = self.bonus(cards);
        let each = self.got(position, bonus, 1.0);
        let mut sum = 0.0;
        for kind in cards.kinds() {
            if self.returning[kind.index()] == 0 {
                sum += f64::from(cards[kind]) * (each[kind] - self.end[kind]);
            }
        }
        // Bling adds up in one roll: its last card adds less than the first.
        sum + self.ahead[usize::from(position)][BLING] * self.all[place(bonus)]
    }
}

#[inline]
fn place(bonus: i64) -> usize {
    (bonus.max(0) as usize).min(BONUSES - 1)
}

/// Returns true if a card of this kind is back in the hand after its use.
fn returns(params: &Params, kind: usize) -> bool {
    params.bling_reusable && Kind::new(kind).is_bling()
}

/// Returns what a use of each kind brings a piece on this position.
fn ahead(params: &Params, position: u8) -> Row {
    let hit = 1.0 / f64::from(params.sides + 1);
    // Half of the others have been on a square before, landed there by this chance, and recruited by that one.
    let recruited = hit * params.odds.at_least(params.recruit_min);
    let taken = (0.5 * (params.seats - 1) as f64 * recruited).min(MOST_TAKEN);
    let (mut stakes, mut rolls, mut passes, mut cops) = (Vec::new(), 0.0, 0.0, 0.0);
    let mut fights = [[0.0; KINDS]; 2];
    for (i, square) in params.squares.iter().enumerate() {
        let coming = i >= usize::from(position);
        match *square {
            Square::Worker(worker) => {
                let price = params.prices[usize::from(worker)] as f64;
                let value = price * (1.0 + RENT);
                for kind in Kinds::WEAPONS.iter().map(Kind::index) {
                    let lead = params.odds.lead(params.points[kind]) - params.odds.lead(0);
                    // At stake are this Worker and one of the attacker's; attacked as often as attacking.
                    let won = 2.0 * hit * taken * (lead * 2.0 * value - params.dollars[kind]).max(0.0);
                    fights[0][kind] += if coming { won } else { 0.0 };
                    fights[1][kind] += DEFENCE * won;
                }
                if coming {
                    let stake = value + if params.cash_bonus { price } else { 0.0 };
                    stakes.push(stake);
                    rolls += hit * (1.0 - taken) * stake;
                    passes += hit * taken * (price - params.dollars[Kind::FREE_PASS.index()]).max(0.0);
                }
            }
            Square::Action { cop: true, act } if coming => {
                cops += hit * (loss(params, act) - params.dollars[Kind::DONUTS.index()]).max(0.0);
            }
            _ => {}
        }
    }
    // The dearest first: each is the one if none before was met.
    stakes.sort_by(|a, b| b.total_cmp(a));
    let met = hit * (1.0 - taken);
    let dearest = stakes.iter().rev().fold(0.0, |rest, stake| met * stake + (1.0 - met) * rest);
    Row::new(|k| match Kind::new(k) {
        _ if returns(params, k) => rolls,
        kind if Kinds::RECRUIT.contains(kind) => dearest,
        kind if Kinds::WEAPONS.contains(kind) => fights[0][k].max(fights[1][k]),
        Kind::DONUTS => cops,
        _ => passes,
    })
}

/// Returns what an order of the cops costs someone with a usual hand and two usual Workers, in dollars.
fn loss(params: &Params, act: Act) -> f64 {
    match act {
        Act::Pay(amount) => amount as f64,
        Act::PayEach(amount) => (amount * (params.seats as i64 - 1)) as f64,
        Act::PayPerWorker(amount) => 2.0 * amount as f64,
        // The cheaper of the two.
        Act::LoseWorker => {
            let sum: i64 = params.prices[..params.workers].iter().sum();
            0.6 * sum as f64 / params.workers.max(1) as f64
        }
        Act::LoseScore => params.dollars.iter().copied().fold(f64::INFINITY, f64::min),
        _ => 0.0,
    }
}

/// The most that two dice can show.
const MOST: usize = 40;

/// Chances of two dice with the rule set's number of sides.
#[derive(Clone, Debug)]
pub struct Odds {
    /// Chance of at least this total.
    at_least: [f64; MOST + 2],
    /// Chance to win a fight with this lead in points (index: lead + [`MOST`]), ties replayed.
    lead: [f64; 2 * MOST + 1],
}

impl Odds {
    /// Returns the chances of dice with this many sides.
    pub(super) fn new(sides: usize) -> Self {
        let mut ways = [0_f64; MOST + 2];
        for a in 1..=sides {
            for b in 1..=sides {
                ways[a + b] += 1.0;
            }
        }
        let all: f64 = ways.iter().sum();
        let mut at_least = [0.0; MOST + 2];
        let mut sum = 0.0;
        for total in (0..MOST + 2).rev() {
            sum += ways[total];
            at_least[total] = sum / all;
        }
        let lead = std::array::from_fn(|i| {
            let lead = i as i64 - MOST as i64;
            let (mut won, mut lost) = (0.0, 0.0);
            for (mine, my_ways) in ways.iter().enumerate() {
                for (theirs, their_ways) in ways.iter().enumerate() {
                    match (mine as i64 + lead).cmp(&(theirs as i64)) {
                        std::cmp::Ordering::Greater => won += my_ways * their_ways,
                        std::cmp::Ordering::Less => lost += my_ways * their_ways,
                        std::cmp::Ordering::Equal => {}
                    }
                }
            }
            won / (won + lost)
        });
        Self { at_least, lead }
    }

    /// Returns the chance that two dice show at least this total.
    #[inline]
    pub fn at_least(&self, total: i64) -> f64 {
        if total > MOST as i64 { 0.0 } else { self.at_least[total.max(0) as usize] }
    }

    /// Returns the chance to win a fight with this lead in points, tied rounds fought again.
    #[inline]
    pub fn lead(&self, lead: i64) -> f64 {
        let most = MOST as i64;
        self.lead[(lead.clamp(-most, most) + most) as usize]
    }
}
