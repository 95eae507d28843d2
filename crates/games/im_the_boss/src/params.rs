//! The parameters, read once from a rule set and checked.

use super::card::{COLOURS, Card, Cards, Colour, FACE_TABLE};
use ludometer_model::{Pile, RuleError, RuleIssue, RuleSet};

/// Most cards beside the X cards that any rule set allows: 5 colours of 13 types, 20 of each, and
/// 30 wild ones.
pub(super) const MAX_CARDS: usize = 5 * 13 * 20 + 30;

/// Most X cards in the first stock.
pub(super) const MAX_STOCK_X: usize = 6;

/// Most cards that a player may put away before a refill.
pub(super) const MAX_DROPS: usize = 5;

/// Fewest and most players.
pub(super) const PLAYERS: (usize, usize) = (3, 6);

/// The binding force of promises (IB-55, R15).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Only actions that keep a promise are legal.
    Binding,
    /// Promises may be broken.
    Free,
    /// Promises may be broken, at the price of a strike.
    Reputation,
}

/// The rules of the talks (section 6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Talks {
    /// Tokens can be traded.
    pub enabled: bool,
    /// The binding force of promises.
    pub mode: Mode,
    /// Windows in a round.
    pub windows: u8,
    /// Asks in a window.
    pub asks: u8,
    /// Strikes after which a seat is barred.
    pub strikes: u8,
    /// The Boss may hand out tokens without being asked (R14).
    pub forced_gift: bool,
}

/// All rules of one rule set at one table size.
#[allow(clippy::struct_excessive_bools, reason = "one for each toggle of the spec")]
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// Players.
    pub seats: usize,
    /// Cards dealt and refilled to (IB-15).
    pub hand: usize,
    /// Rounds of a play (IB-31).
    pub rounds: u16,
    /// Largest value of a share either way, in dollars; `None`: no limit (IB-49).
    pub limit: Option<i64>,
    /// Cousin tokens (IB-7, IB-14).
    pub cousins: u8,
    /// Dollars at the start (IB-11).
    pub start_money: i32,
    /// Dollars a point (IB-44).
    pub factor: i64,
    /// Multiplier without X cards (IB-9).
    pub base: u8,
    /// X cards in each half (IB-16).
    pub x_per_half: u8,
    /// X cards that wait under the disk (IB-19).
    pub x_under: u8,
    /// How far the cut may be off.
    pub jitter: usize,
    /// Colours of the deck.
    pub colours: usize,
    /// The deck, counted, without X cards.
    pub deck: Cards,
    /// The deck card by card.
    pub cards: Pile<Card, MAX_CARDS>,
    /// Pass disks of each player (IB-8).
    pub disks: u8,
    /// Cards of the bonus draw (IB-39).
    pub bonus_cards: u8,
    /// The bonus is drawn after a double pass too (R9).
    pub bonus_on_double: bool,
    /// The play ends when the Boss alone is still in (R2).
    pub boss_stops: bool,
    /// Cards one may put away (IB-85).
    pub drop_max: u8,
    /// A Move card moves what there is, if that is less than its number (R5).
    pub move_as_many: bool,
    /// A new X card counts from the next round on (R7).
    pub x_next_round: bool,
    /// The bank's money before the start money is paid, in dollars, if it is limited (R23).
    pub bank: Option<i64>,
    /// Sums of money are hidden (R22).
    pub money_hidden: bool,
    /// The talks.
    pub talks: Talks,
    /// No protection for those who are out (IB-94).
    pub nasty: bool,
    /// Decisions after which a play is broken off.
    pub decision_limit: u32,
}

impl Params {
    /// Reads and checks a rule set for a table of `seats`.
    ///
    /// # Errors
    /// All settings that can't be played, in the order and words of the spec's section 3.
    pub fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        let mut faults = Vec::new();
        let players = rules.int("players");
        if !(PLAYERS.0 as i64..=PLAYERS.1 as i64).contains(&players) {
            faults.push(rules.fault("players", chart_rows(players)));
        } else if !(PLAYERS.0..=PLAYERS.1).contains(&seats) {
            faults.push(rules.fault("players", chart_rows(seats as i64)));
        }
        let colours = rules.count("deck.colors");
        let deck = read_deck(rules, colours, &mut faults);
        let row = |name: &str| format!("chart.p{}.{name}", seats.clamp(PLAYERS.0, PLAYERS.1));
        let hand = rules.count(&row("hand"));
        let x_per_half = rules.count("x.per_half");
        if seats * hand + 2 * x_per_half.max(1) > deck.len() {
            let text =
                format!("deck too small: {seats} players x {hand} cards, {} cards in the deck", deck.len());
            faults.push(rules.fault(&row("hand"), text));
        }
        if !deck.has_valued(colours) {
            faults.push(RuleIssue {
                message: "no valued Deal card: every round would be worth 0".to_owned(),
                origin: None,
            });
        }
        if rules.int("pass.disks") == 0 {
            faults.push(rules.fault("pass.disks", "a round could never end"));
        }
        for n in PLAYERS.0..=PLAYERS.1 {
            let key = format!("chart.p{n}.boss_rounds");
            if rules.int(&key) == 0 {
                faults.push(rules.fault(&key, "the game would have no round"));
            }
        }
        for n in PLAYERS.0..=PLAYERS.1 {
            let key = format!("chart.p{n}.cousins");
            let cousins = rules.int(&key);
            if cousins > n as i64 - 1 {
                let text = format!("{key} = {cousins}: only {} players can hold one", n - 1);
                faults.push(rules.fault(&key, text));
            }
        }
        let start_money = rules.int("money.start");
        let bank = (rules.word("bank.limit") == "cards").then(|| {
            let worth = |d: i64| d * rules.int(&format!("money.cards.d{d}"));
            [5, 10, 20, 50, 100, 500].into_iter().map(worth).sum::<i64>()
        });
        if bank.is_some_and(|worth| worth < seats as i64 * start_money) {
            faults.push(rules.fault("bank.limit", "bank cannot pay the starting money"));
        }
        if !faults.is_empty() {
            return Err(RuleError { faults });
        }
        let mut cards = Pile::new();
        deck.iter().for_each(|card| cards.push(card));
        let small = |key: &str| rules.int(key) as u8;
        Ok(Self {
            seats,
            hand,
            rounds: (seats as i64 * rules.int(&row("boss_rounds"))) as u16,
            limit: Some(rules.int(&row("limit"))).filter(|&limit| limit > 0),
            cousins: rules.int(&row("cousins")) as u8,
            start_money: start_money as i32,
            factor: rules.int("deal.factor"),
            base: small("multiplier.base"),
            x_per_half: x_per_half as u8,
            x_under: small("x.under_disk"),
            jitter: rules.count("x.half_jitter"),
            colours,
            deck,
            cards,
            disks: small("pass.disks"),
            bonus_cards: small("pass.bonus_cards"),
            bonus_on_double: rules.flag("pass.bonus_on_double"),
            boss_stops: rules.flag("pass.boss_stops"),
            drop_max: small("refill.drop_max"),
            move_as_many: rules.word("move.shortfall") == "as_many",
            x_next_round: rules.word("x.midround") == "next",
            bank,
            money_hidden: rules.word("information.money") == "hidden",
            talks: Talks {
                enabled: rules.flag("negotiation.enabled"),
                mode: match rules.word("negotiation.mode") {
                    "free" => Mode::Free,
                    "reputation" => Mode::Reputation,
                    _ => Mode::Binding,
                },
                windows: small("negotiation.windows_per_round"),
                asks: small("negotiation.asks_per_window"),
                strikes: small("negotiation.reputation_strikes"),
                forced_gift: rules.flag("negotiation.forced_gift"),
            },
            nasty: rules.flag("variant.nasty"),
            decision_limit: rules.int("limits.decisions") as u32,
        })
    }

    /// Returns all X cards of the game.
    pub const fn x_cards(&self) -> u8 {
        2 * self.x_per_half + self.x_under
    }
}

fn chart_rows(players: i64) -> String {
    format!("players = {players}: the chart has rows for 3 to 6 only")
}

fn read_deck(rules: &RuleSet, colours: usize, faults: &mut Vec<RuleIssue>) -> Cards {
    for (key, _) in rules.entries() {
        let mut words = key.split('.');
        let (table, colour, name) = (words.next(), words.next(), words.next());
        let overrides = table == Some("deck") && colour.is_some_and(|c| COLOURS.contains(&c));
        if overrides && !FACE_TABLE.iter().any(|f| Some(f.0) == name) {
            faults.push(rules.fault(key, format!("unknown key {key}")));
        }
    }
    let mut deck = Cards::default();
    for colour in Colour::all(colours) {
        for (face, (name, _)) in FACE_TABLE.iter().enumerate() {
            let own = rules.get(&format!("deck.{colour}.{name}"));
            let count = match own {
                Some(ludometer_model::Value::Int(count)) => *count,
                _ => rules.int(&format!("deck.per_color.{name}")),
            };
            deck.add_many(Card::new(face, colour), count as u8);
        }
    }
    deck.add_many(Card::WILD, rules.int("deck.wild_pota") as u8);
    deck
}
