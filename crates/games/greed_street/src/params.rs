//! The rule set as the rules read it: typed, and checked as a whole, in the order and words of the spec (3).

use super::action::Fraction;
use super::board::{MAX_WORKERS, Roster, Square, Token, Worker, Workers};
use super::cards::{Counts, KINDS, Kind, Kinds, NAMES};
use super::prospects::{Odds, Prospects};
use super::state::Window;
use ludometer_model::small_table::BySeat;
use ludometer_model::{RuleError, RuleIssue, RuleSet, Seat, Value};

/// One setting of all parameters at one table size. Amounts in dollars.
#[expect(clippy::struct_excessive_bools, reason = "each is a toggle of the rule set")]
#[derive(Clone, Debug)]
pub struct Params {
    /// Seats at the table.
    pub seats: usize,
    /// The money that each seat begins with (GS-8).
    pub start: i64,
    /// The smallest amount.
    pub unit: i64,
    /// Sides of a die.
    pub sides: u32,
    /// Doubles give a Score card (GS-15).
    pub doubles: bool,
    /// On the first roll too (R1).
    pub doubles_first: bool,
    /// The least total that recruits (GS-42).
    pub recruit_min: i64,
    /// The bank pays the price of a recruited Worker (GS-43).
    pub cash_bonus: bool,
    /// Bling returns to the hand (GS-41).
    pub bling_reusable: bool,
    /// Only a full payment opens a fight (GS-73).
    pub full_payment: bool,
    /// Weapons turn up after both rolls (R9).
    pub reveal_both: bool,
    /// Only owners of a Worker may start a fight (R11).
    pub own_worker: bool,
    /// A beaten instigator without Workers pays the price again (R12).
    pub pay_again: bool,
    /// Rounds of a fight before it ends without a winner.
    pub max_rounds: u16,
    /// Squares beyond Finish are counted back (R3).
    pub exact: bool,
    /// Squares reached by direction rolls are obeyed (R4).
    pub after_direction: bool,
    /// Direction moves in a turn.
    pub chain_max: u8,
    /// Chance picks the lost Worker (R14).
    pub random_loss: bool,
    /// Probability that the owner in this seat claims at once (GS-65).
    pub notice: BySeat<f64>,
    /// Probability that it claims before the next roll (GS-66).
    pub late: BySeat<f64>,
    /// A lander may pay unasked (R16).
    pub volunteer: bool,
    /// Bribes are possible (GS-68).
    pub bribes: bool,
    /// The price of a bribe.
    pub bribe: i64,
    /// The factor by which an accepted bribe multiplies the probability of a late claim.
    pub late_factor: f64,
    /// Turns before a play is unfinished.
    pub max_turns: u32,
    /// The whole Score deck.
    pub deck: Counts,
    /// Points of each kind.
    pub points: [i64; KINDS],
    /// End value of each kind (GS-2).
    pub values: [i64; KINDS],
    /// The same numbers, for the bots' estimates.
    pub dollars: [f64; KINDS],
    /// Squares from 1; index 0 is square 1.
    pub squares: Vec<Square>,
    /// The ids of the Workers on the board.
    pub roster: Roster,
    /// Number of Workers.
    pub workers: usize,
    /// Price of each Worker.
    pub prices: [i64; MAX_WORKERS],
    /// For each Worker, her first square.
    pub homes: [u8; MAX_WORKERS],
    /// Trading.
    pub trade: Trade,
    /// Haggling for payers who are short (GS-72).
    pub haggle_short: bool,
    /// Haggling over any payment (GS-80).
    pub haggle_any: bool,
    /// Parts of a price that may be named, with the amount for each Worker.
    pub fractions: Vec<(Fraction, [i64; MAX_WORKERS])>,
    /// Thefts a turn, 0 without the variant (GS-77).
    pub thefts: u8,
    /// Probability that the victim in this seat notices.
    pub theft_notice: BySeat<f64>,
    /// The most cash stolen at once.
    pub theft_cash: i64,
    /// Fights on shared squares (GS-82).
    pub proximity: bool,
    /// On Finish too (R21).
    pub proximity_finish: bool,
    /// Chances of rolls, for the bots' estimates.
    pub odds: Odds,
    /// The gains expected from the use of cards, for the bots' estimates.
    pub prospects: Prospects,
}

/// Trading as the rules read it.
#[derive(Clone, Debug, Default)]
pub struct Trade {
    /// For each window, the kinds that may be asked for; empty where there is no trading.
    pub wanted: [Kinds; Window::COUNT],
    /// The windows that are on.
    pub windows: [bool; Window::COUNT],
    /// Prices, rising.
    pub prices: Vec<i64>,
    /// Cash with a swap as the proposer sees it: 0, and each amount paid and received.
    pub swaps: Vec<i64>,
    /// Offers in a window.
    pub offers: u8,
    /// Counter-offers.
    pub counter: bool,
    /// Every seat may propose at the start of a turn.
    pub all: bool,
}

impl Params {
    /// Reads and checks a rule set.
    ///
    /// # Errors
    /// All faults, in the order and words of the spec (3.5).
    pub fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        let faults = faults(seats, rules);
        if !faults.is_empty() {
            return Err(RuleError { faults });
        }
        let board = board(rules);
        let mut prices = [0; MAX_WORKERS];
        for (price, id) in prices.iter_mut().zip(&board.workers) {
            *price = rules.int(&format!("worker.{id}"));
        }
        let mut homes = [0; MAX_WORKERS];
        for (i, square) in board.squares.iter().enumerate().rev() {
            if let Square::Worker(worker) = square {
                homes[usize::from(*worker)] = i as u8 + 1;
            }
        }
        let mut deck = Counts::NONE;
        let mut points = [0; KINDS];
        let mut values = [0; KINDS];
        for (i, name) in NAMES.iter().enumerate() {
            deck[Kind::new(i)] = rules.count(&format!("deck.{name}")) as u8;
            values[i] = rules.int(&format!("value.{name}"));
            // The wilds have no points.
            points[i] = match rules.get(&format!("points.{name}")) {
                Some(Value::Int(points)) => *points,
                _ => 0,
            };
        }
        let fractions = reals(rules.list("barter.fractions"));
        let fractions = fractions.map(|part| {
            let part = Fraction::new(part);
            (part, prices.map(|price| part.of(price, rules.int("money.unit"))))
        });
        let mut params = Self {
            seats,
            start: rules.int("money.start"),
            unit: rules.int("money.unit"),
            sides: rules.count("dice.sides") as u32,
            doubles: rules.flag("doubles.score_card"),
            doubles_first: rules.flag("doubles.on_first_roll"),
            recruit_min: rules.int("recruit.min"),
            cash_bonus: rules.flag("recruit.cash_bonus"),
            bling_reusable: rules.flag("bling.reusable"),
            full_payment: rules.flag("fight.needs_full_payment"),
            reveal_both: rules.word("fight.reveal") == "after_both",
            own_worker: rules.flag("fight.requires_own_worker"),
            pay_again: rules.word("fight.no_worker_penalty") == "pay_price_again",
            max_rounds: rules.count("fight.max_rounds") as u16,
            exact: rules.flag("finish.exact"),
            after_direction: rules.flag("land.after_direction"),
            chain_max: rules.count("land.chain_max") as u8,
            random_loss: rules.word("lose_worker.chooser") == "random",
            notice: per_seat(rules, "attention.notice_prob"),
            late: per_seat(rules, "attention.late_prob"),
            volunteer: rules.flag("claim.volunteer"),
            bribes: rules.flag("bribe.enabled"),
            bribe: rules.int("bribe.amount"),
            late_factor: rules.real("bribe.late_factor"),
            max_turns: rules.count("limits.max_turns") as u32,
            points,
            values,
            dollars: values.map(|value| value as f64),
            trade: Trade::new(rules, deck.kinds()),
            deck,
            roster: Roster::of(&board.workers),
            workers: board.workers.len(),
            squares: board.squares,
            prices,
            homes,
            haggle_short: rules.flag("barter.when_short"),
            haggle_any: rules.flag("variant.price_bartering"),
            fractions: fractions.collect(),
            thefts: if rules.flag("variant.legal_theft") {
                rules.count("theft.attempts_per_turn") as u8
            } else {
                0
            },
            theft_notice: per_seat(rules, "theft.notice_prob"),
            theft_cash: rules.int("theft.cash_max"),
            proximity: rules.flag("variant.proximity_fighting"),
            proximity_finish: rules.flag("proximity.in_finish"),
            odds: Odds::new(rules.count("dice.sides")),
            prospects: Prospects::NONE,
        };
        params.prospects = Prospects::new(&params);
        Ok(params)
    }

    /// Returns the position of the Finish circle.
    #[inline]
    pub fn finish(&self) -> u8 {
        self.squares.len() as u8 + 1
    }

    /// Returns the Worker with this number.
    #[inline]
    pub const fn worker(&self, number: usize) -> Worker {
        self.roster.worker(number)
    }

    /// Returns what this set of Workers is worth (GS-2).
    #[inline]
    pub fn worth(&self, set: Workers) -> i64 {
        set.iter().map(|n| self.prices[n]).sum()
    }
}

impl Trade {
    fn new(rules: &RuleSet, deck: Kinds) -> Self {
        let enabled = rules.flag("trade.enabled");
        let offers = rules.count("trade.offers_per_window") as u8;
        let mut trade = Self {
            prices: ints(rules.list("trade.price_grid")).collect(),
            offers,
            counter: rules.flag("trade.counter"),
            all: rules.word("trade.initiators") == "all",
            ..Self::default()
        };
        for window in Window::ALL {
            let named =
                rules.list("trade.windows").iter().any(|w| *w == Value::Text(window.name().to_owned()));
            trade.windows[window.index()] = enabled && offers > 0 && named;
            trade.wanted[window.index()] = window.wanted().and(deck);
        }
        for cash in ints(rules.list("trade.swap_cash_grid")) {
            if !trade.swaps.contains(&cash) {
                trade.swaps.push(cash);
                if cash != 0 {
                    trade.swaps.push(-cash);
                }
            }
        }
        trade
    }
}

fn ints(list: &[Value]) -> impl Iterator<Item = i64> + '_ {
    list.iter().filter_map(|value| if let Value::Int(i) = value { Some(*i) } else { None })
}

fn reals(list: &[Value]) -> impl Iterator<Item = f64> + '_ {
    list.iter().filter_map(|value| if let Value::Real(x) = value { Some(*x) } else { None })
}

/// Returns a probability for each seat, given as one number or as a list that was checked to be long
/// enough.
fn per_seat(rules: &RuleSet, key: &str) -> BySeat<f64> {
    match rules.get(key) {
        Some(Value::List(list)) => {
            let list: Vec<f64> = reals(list).collect();
            BySeat::from_fn(|seat: Seat| list.get(seat.index()).copied().unwrap_or(0.0))
        }
        _ => BySeat::all(rules.real(key)),
    }
}

/// The fewest squares of a board.
const MIN_SQUARES: usize = 12;

/// A board with its Workers numbered in the order of the track.
pub(super) struct Board {
    /// Squares from 1; index 0 is square 1.
    squares: Vec<Square>,
    /// The ids of the Workers.
    workers: Vec<String>,
}

/// Returns the tokens of `board.squares`.
fn tokens(rules: &RuleSet) -> Vec<&str> {
    let words = rules.list("board.squares").iter();
    words.filter_map(|value| if let Value::Text(text) = value { Some(text.as_str()) } else { None }).collect()
}

/// Returns the board of a rule set that has no faults; squares that can't be read are left out.
fn board(rules: &RuleSet) -> Board {
    let mut board = Board { squares: Vec::new(), workers: Vec::new() };
    for token in tokens(rules) {
        match Token::read(token) {
            Token::Worker(id) => {
                let known = board.workers.iter().position(|w| w == id);
                let number = known.unwrap_or_else(|| {
                    board.workers.push(id.to_owned());
                    board.workers.len() - 1
                });
                board.squares.push(Square::Worker(number as u8));
            }
            Token::Square(square) => board.squares.push(square),
            Token::Outside(..) | Token::Unknown => {}
        }
    }
    board
}

/// Returns all faults.
fn faults(seats: usize, rules: &RuleSet) -> Vec<RuleIssue> {
    let mut found = Found { rules, faults: Vec::new() };
    let tokens = tokens(rules);
    found.ranges(seats, &tokens);
    found.multiples(&tokens);
    if NAMES.iter().all(|name| rules.int(&format!("deck.{name}")) == 0) {
        found.add(&format!("deck.{}", NAMES[0]), "deck: no Score cards");
    }
    found.squares(&tokens);
    for key in ["attention.notice_prob", "attention.late_prob", "theft.notice_prob"] {
        if let Some(Value::List(list)) = rules.get(key)
            && list.len() != seats
        {
            found.add(key, format!("{key}: needs one number per seat ({seats})"));
        }
    }
    let grid = "trade.price_grid";
    if rules.flag("trade.enabled") && rules.list(grid).is_empty() {
        found.add(grid, format!("{grid}: empty"));
    }
    found.faults
}

struct Found<'a> {
    rules: &'a RuleSet,
    faults: Vec<RuleIssue>,
}

impl Found<'_> {
    fn add(&mut self, key: &str, message: impl Into<String>) {
        self.faults.push(self.rules.fault(key, message));
    }

    fn outside(&mut self, key: &str) {
        let range =
            self.rules.schema().find(key).map_or_else(String::new, ludometer_model::Param::range_text);
        let value = self.rules.get(key).map_or_else(String::new, ToString::to_string);
        self.add(key, format!("{key}: {value} is outside {range}"));
    }

    /// Ranges that one value alone doesn't tell.
    fn ranges(&mut self, seats: usize, tokens: &[&str]) {
        if !(2..=6).contains(&seats) {
            self.add("players.count", format!("players.count: {seats} is outside 2..6"));
        }
        if ![1, 5, 10].contains(&self.rules.int("money.unit")) {
            self.outside("money.unit");
        }
        if !self.rules.flag("bank.unlimited") {
            self.outside("bank.unlimited");
        }
        let turns = "limits.max_turns";
        if self.rules.count(turns) < 10 * seats {
            self.outside(turns);
        }
        for (i, token) in tokens.iter().enumerate() {
            if let Token::Outside(number, range) = Token::read(token) {
                let key = format!("board.squares[{}]", i + 1);
                self.add("board.squares", format!("{key}: {number} is outside {range}"));
            }
        }
        let rising = |list: &[Value]| list.windows(2).all(|pair| less(&pair[0], &pair[1]));
        if !rising(self.rules.list("trade.price_grid")) {
            self.outside("trade.price_grid");
        }
        if !self.rules.list("trade.swap_cash_grid").contains(&Value::Int(0)) {
            self.outside("trade.swap_cash_grid");
        }
        let fractions = self.rules.list("barter.fractions");
        let inside = |v: &Value| less(&Value::Real(0.0), v) && less(v, &Value::Real(1.0));
        if !rising(fractions) || !fractions.iter().all(inside) {
            self.outside("barter.fractions");
        }
    }

    /// Amounts that no notes add up to.
    fn multiples(&mut self, tokens: &[&str]) {
        let unit = self.rules.int("money.unit");
        if ![1, 5, 10].contains(&unit) {
            return;
        }
        let rules = self.rules;
        let mut check = |key: &str, shown: &str, amount: i64| {
            if amount % unit != 0 {
                self.add(key, format!("{shown}: {amount} is not a multiple of money.unit ({unit})"));
            }
        };
        for (key, value) in rules.entries() {
            match value {
                Value::Int(amount)
                    if key.starts_with("worker.")
                        || matches!(key, "money.start" | "bribe.amount" | "theft.cash_max") =>
                {
                    check(key, key, *amount);
                }
                Value::List(list) if matches!(key, "trade.price_grid" | "trade.swap_cash_grid") => {
                    for amount in list {
                        if let Value::Int(amount) = amount {
                            check(key, key, *amount);
                        }
                    }
                }
                Value::List(_) if key == "board.squares" => {
                    for (i, token) in tokens.iter().enumerate() {
                        if let Token::Square(Square::Action { act, .. }) = Token::read(token)
                            && let Some(amount) = act.money()
                        {
                            check(key, &format!("{key}[{}]", i + 1), amount);
                        }
                    }
                }
                Value::Int(_) | Value::Real(_) | Value::Bool(_) | Value::Text(_) | Value::List(_) => {}
            }
        }
    }

    /// Checks the board.
    fn squares(&mut self, tokens: &[&str]) {
        let key = "board.squares";
        let rules = self.rules;
        if tokens.len() < MIN_SQUARES {
            self.add(key, format!("{key}: needs at least {MIN_SQUARES} squares (got {})", tokens.len()));
        }
        let workers = board(rules).workers;
        if workers.is_empty() {
            self.add(key, format!("{key}: no Worker square"));
        }
        for id in workers.iter().filter(|id| rules.get(&format!("worker.{id}")).is_none()) {
            self.add(key, format!("{key}: unknown Worker \"{id}\""));
        }
        for (price, value) in rules.entries() {
            // A default Worker that a changed board leaves out just isn't in the game: her price
            // stands in every rule file that is written out whole.
            let default = || rules.schema().find(price).and_then(ludometer_model::Param::default);
            if let Some(id) = price.strip_prefix("worker.")
                && !workers.iter().any(|w| w == id)
                && default() != Some(value)
            {
                self.add(price, format!("{price}: on no square"));
            }
        }
        if workers.len() > MAX_WORKERS {
            let n = workers.len();
            self.add(key, format!("{key}: more than {MAX_WORKERS} different Workers (got {n})"));
        }
        for (i, token) in tokens.iter().enumerate() {
            if Token::read(token) == Token::Unknown {
                self.add(key, format!("{key}[{}]: unknown token \"{token}\"", i + 1));
            }
        }
        let backs = tokens.iter().filter(|t| t.strip_prefix("cop/").unwrap_or(t) == "back").count();
        if backs > 0 && 2 * backs >= tokens.len() {
            self.add(key, format!("{key}: too many back squares ({backs} of {})", tokens.len()));
        }
    }
}

fn less(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a < b,
        (Value::Real(a), Value::Real(b)) => a < b,
        _ => false,
    }
}
