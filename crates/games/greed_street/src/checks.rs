//! Errors that make a rule set unplayable, in the order and words of the spec (3.5).

use ludometer_model::{RuleIssue, RuleSet, Value};

use super::board::{Square, Token};
use super::cards::NAMES;
use super::names::MAX_WORKERS;

/// The fewest squares of a board.
const MIN_SQUARES: usize = 12;

/// A board with its Workers numbered in the order of the track.
pub(super) struct Board {
    /// Squares from 1; index 0 is square 1.
    pub(super) squares: Vec<Square>,
    /// The ids of the Workers.
    pub(super) workers: Vec<String>,
}

/// Returns the tokens of `board.squares`.
fn tokens(rules: &RuleSet) -> Vec<&str> {
    let words = rules.list("board.squares").iter();
    words.filter_map(|value| if let Value::Text(text) = value { Some(text.as_str()) } else { None }).collect()
}

/// Returns the board of a rule set that has no faults; squares that can't be read are left out.
pub(super) fn board(rules: &RuleSet) -> Board {
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
pub(super) fn faults(seats: usize, rules: &RuleSet) -> Vec<RuleIssue> {
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
