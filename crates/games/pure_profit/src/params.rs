//! The rule set, typed and checked (spec, section 3).

use super::card::{Card, KINDS};
use ludometer_model::small_table::MAX_SEATS;
use ludometer_model::{RuleError, RuleSet};

/// The cards that the finishing move may leave over (`finish.leftover`, reading R12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leftover {
    /// Anything.
    Any,
    /// At most one card that can't be placed.
    AtMostOne,
    /// Exactly one card, which is discarded.
    ExactlyOne,
}

/// One rule set at one table size.
#[expect(clippy::struct_excessive_bools, reason = "toggles that combine freely")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// Seats at the table.
    pub seats: usize,
    /// Copies of each card kind.
    pub deck: [u8; KINDS],
    /// Cards dealt to each seat.
    pub deal: u16,
    /// A seat draws up to this many cards.
    pub limit: u16,
    /// The bank top that wins.
    pub goal: u8,
    /// The seat that acts first in the first game.
    pub first_seat: usize,
    /// Cover a Bankrupt or Steal that is turned up first (R2).
    pub replace_first: bool,
    /// A seat may stop drawing (R3).
    pub may_stop: bool,
    /// A seat that begins its turn with a full hand may draw one card (R19).
    pub at_limit: bool,
    /// Bankrupts end the drawing at once (R5).
    pub at_once: bool,
    /// A seat with Bankrupts and no value card just waits (R7).
    pub wait: bool,
    /// Theft is blind (R9).
    pub blind: bool,
    /// Hands of this size or below are safe from theft.
    pub protected: u16,
    /// Steals leave the game at a reshuffle (R11).
    pub remove_steals: bool,
    /// The finishing move exists.
    pub finish: bool,
    /// The cards that it may leave over (R12).
    pub leftover: Leftover,
    /// Games in a match.
    pub games: u32,
    /// Equal match totals: more games won goes first (R18).
    pub games_won_first: bool,
    /// Turns after which a game ends unfinished.
    pub max_turns: u32,
}

impl Params {
    /// Reads and checks a rule set.
    ///
    /// # Errors
    /// The faults that the spec's section 3 lists, in its words: all that are found.
    pub fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        let mut faults = Vec::new();
        let mut deck = [0; KINDS];
        for (copies, card) in deck.iter_mut().zip(Card::all()) {
            *copies = rules.int(&deck_key(card)) as u8;
        }
        let goal = rules.int("bank.goal") as u8;
        let deal = rules.int("hand.deal") as u16;
        for value in 1..=goal {
            let key = deck_key(Card::value(value));
            if rules.int(&key) == 0 {
                let before = value - 1;
                let why = format!("{key} = 0: no bank can pass {before}, so no game could be won");
                faults.push(rules.fault(&key, why));
            }
        }
        let (min, max) = (rules.count("players.min"), rules.count("players.max"));
        if !(min..=max).contains(&seats) || seats > MAX_SEATS {
            let crossed = if min > max { "; players.min is above players.max" } else { "" };
            let noun = if seats == 1 { "seat" } else { "seats" };
            let why = format!("{seats} {noun}: allowed are {min}..{max}{crossed}");
            faults.push(rules.fault(if seats < min { "players.min" } else { "players.max" }, why));
        } else {
            let total: usize = deck.iter().map(|&copies| usize::from(copies)).sum();
            let needed = seats * usize::from(deal) + 1;
            if total < needed {
                let why = format!("deck has {total} cards; {seats} seats need {needed}");
                faults.push(rules.fault("hand.deal", why));
            }
            let first = rules.count("setup.first_seat");
            if first >= seats {
                let why = format!("setup.first_seat = {first}: seats are 0..{}", seats - 1);
                faults.push(rules.fault("setup.first_seat", why));
            }
        }
        if !faults.is_empty() {
            return Err(RuleError { faults });
        }
        Ok(Self {
            seats,
            deck,
            deal,
            limit: rules.int("hand.limit") as u16,
            goal,
            first_seat: rules.count("setup.first_seat"),
            replace_first: rules.word("setup.first_special") == "replace",
            may_stop: rules.flag("draw.may_stop"),
            at_limit: rules.flag("draw.at_limit"),
            at_once: rules.word("bankrupt.timing") == "at_once",
            wait: rules.word("bankrupt.no_values") == "wait",
            blind: rules.word("steal.cards") == "blind",
            protected: rules.int("steal.protected_cards") as u16,
            remove_steals: rules.word("steal.reshuffle") == "removed",
            finish: rules.flag("finish.allowed"),
            leftover: match rules.word("finish.leftover") {
                "at_most_one" => Leftover::AtMostOne,
                "exactly_one" => Leftover::ExactlyOne,
                _ => Leftover::Any,
            },
            games: rules.int("match.games") as u32,
            games_won_first: rules.word("match.tiebreak") == "games_won",
            max_turns: rules.int("limits.max_turns") as u32,
        })
    }

    /// Returns the number of cards in the deck.
    pub fn deck_size(&self) -> usize {
        self.deck.iter().map(|&copies| usize::from(copies)).sum()
    }

    /// Returns those of the warnings that tell of trouble in play.
    pub fn hazards(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for value in 1..=self.goal {
            let copies = self.deck[Card::value(value).index()];
            if usize::from(copies) < self.seats {
                warnings.push(format!(
                    "deck.value_{value} = {copies} is below the number of seats, {}: some seat can be shut out from the start",
                    self.seats
                ));
            }
        }
        let total = self.deck_size();
        let bankrupts = usize::from(self.deck[10]) + usize::from(self.deck[11]);
        if bankrupts * 5 > total {
            warnings
                .push(format!("{bankrupts} Bankrupts of {total} cards are more than a fifth: hands starve"));
        }
        warnings
    }

    /// Returns the warnings about this rule set, which can be played all the same.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = self.hazards();
        let total = self.deck_size();
        if total != 108 {
            warnings.push(format!("the deck has {total} cards; the printed one has 108"));
        }
        warnings
    }
}

fn deck_key(card: Card) -> String {
    format!("deck.{}", card.identifier())
}
