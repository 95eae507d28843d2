//! The rule set, read once: typed, in jewels, and checked as a whole.

use super::action::{Actions, actions};
use super::cards::{Card, Counts, Deck, KINDS, Kinds, NAMES, total};
use ludometer_model::{LazySchema, RuleError, RuleSet, Value};

/// The parameters as they are described in the game's `rules.toml`.
pub static SCHEMA: LazySchema = LazySchema::new(include_str!("rules.toml"));

/// Copies that the printed decks hold: Even, Odd.
const PRINTED: [u16; 2] = [90, 72];

/// When the other players may play a `PoorLifeDecision`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Windows {
    /// As a turn starts.
    pub turn_start: bool,
    /// After a card was drawn (not after a Corner).
    pub after_draw: bool,
    /// As a turn ends.
    pub turn_end: bool,
}

/// One rule set. Money is counted in jewels.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a toggle of its own in the spec")]
pub struct Params {
    /// Players.
    pub seats: usize,
    /// Cards dealt to each.
    pub hand_size: u8,
    /// Jewels given to each.
    pub jewels: u16,
    /// Shoes given to each.
    pub shoes: u8,
    /// The seat that begins, or one by lot.
    pub first: Option<usize>,
    /// Dollars a jewel.
    pub jewel_value: u32,
    /// All jewels.
    pub jewels_total: u16,
    /// All shoes.
    pub shoes_total: u8,
    /// Shoes that nobody starts with lie in the Vault.
    pub unpicked_in_vault: bool,
    /// The price that the Vault pays for a shoe.
    pub shoe_price: u16,
    /// The die.
    pub faces: Vec<i64>,
    /// Cards that may be held as a turn ends.
    pub hand_limit: u8,
    /// `GetPaid` cards a turn.
    pub max_get_paid: u8,
    /// Quickies a turn.
    pub max_quickie: u8,
    /// `ServiceBonus` cards for one choice of Client.
    pub max_bonus: u8,
    /// Lower ranks may answer higher ones.
    pub ranked: bool,
    /// The Provider, too, may play `ServiceDeclined`.
    pub provider_declines: bool,
    /// `SecondService` cards a service.
    pub max_second: u8,
    /// The least base price of a further leg.
    pub min_second_price: u16,
    /// A `ServiceBonus` may be played in further legs.
    pub bonus_in_second: bool,
    /// The first bid.
    pub opening: u16,
    /// By what bids rise.
    pub increment: u16,
    /// Increments a bid may rise by, rising.
    pub raise_steps: Vec<u8>,
    /// The seller bids too.
    pub seller_bids: bool,
    /// Unsold shoes are offered again after each later sale.
    pub reoffer: bool,
    /// A shoe or clothing may be sold for a bid.
    pub sales_for_bids: bool,
    /// A drawn Burn takes effect before any window.
    pub burn_at_once: bool,
    /// When `PoorLifeDecisions` may be played in another's turn.
    pub windows: Windows,
    /// How many ends of turns a shield lasts for.
    pub shield_turns: u8,
    /// Everybody may sell as a turn starts.
    pub sales_every_turn: bool,
    /// Out is who leaves a debt unpaid, not who has nothing left.
    pub insolvent: bool,
    /// Out is who has no jewels left, a shoe in hand or not.
    pub jewels_only: bool,
    /// Shoes that win, 0 for never.
    pub win_shoes: u8,
    /// Items of clothing each, 0 if the variant is off.
    pub clothing: u8,
    /// The price that the Vault pays for an item.
    pub clothing_price: u16,
    /// The price that it pays for one while `burn_300_clothing` is settled.
    pub clothing_card_price: u16,
    /// The stake of each player, in real money.
    pub stake: i64,
    /// The last turn that is played.
    pub max_turns: u32,
    /// Copies by kind.
    pub copies: Counts,
    /// Printed amounts by kind (Corner: its price; 0 where none is printed).
    pub amounts: [u16; KINDS],
    /// The meanings of the places of a menu: they follow from the steps of a bid.
    pub(super) actions: Actions,
}

/// Returns the key of a kind's number of copies.
fn copies_key(kind: usize) -> String {
    let deck = if kind < super::cards::EVEN_KINDS { "even" } else { "odd" };
    format!("deck.{deck}.{}", NAMES[kind])
}

impl Params {
    /// Reads a rule set for a table of `seats`.
    ///
    /// # Errors
    /// All that is wrong with it, as the spec words it.
    pub fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        let jewel = rules.int("money.jewel_value");
        let jewels = |key: &str| (rules.int(key) / jewel) as u16;
        let byte = |key: &str| rules.int(key) as u8;
        let mut copies = [0; KINDS];
        let mut amounts = [0; KINDS];
        for (kind, name) in NAMES.iter().enumerate() {
            copies[kind] = byte(&copies_key(kind));
            let key = format!("card.{name}.amount");
            if rules.get(&key).is_some() {
                amounts[kind] = jewels(&key);
            }
        }
        amounts[Card::CORNER.index()] = jewels("corner.price");
        let words = |key: &str| -> Vec<String> {
            let word = |v: &Value| if let Value::Text(t) = v { t.clone() } else { v.to_string() };
            rules.list(key).iter().map(word).collect()
        };
        let whole = |key: &str| -> Vec<i64> {
            rules
                .list(key)
                .iter()
                .filter_map(|v| if let Value::Int(i) = v { Some(*i) } else { None })
                .collect()
        };
        let windows = words("pld.windows");
        let mut raise_steps: Vec<u8> = whole("auction.raise_steps").iter().map(|&s| s as u8).collect();
        raise_steps.sort_unstable();
        let params = Self {
            seats,
            hand_size: byte("setup.hand_size"),
            jewels: rules.int("setup.jewels") as u16,
            shoes: byte("setup.shoes"),
            first: match rules.get("setup.first_player") {
                Some(Value::Int(seat)) => Some(usize::try_from(*seat).unwrap_or(usize::MAX)),
                _ => None,
            },
            jewel_value: jewel as u32,
            jewels_total: rules.int("vault.jewels_total") as u16,
            shoes_total: byte("shoes.total"),
            unpicked_in_vault: rules.word("shoes.unpicked") == "vault",
            shoe_price: jewels("shoe.price"),
            faces: whole("die.faces"),
            hand_limit: byte("hand.limit"),
            max_get_paid: byte("get_paid.max_per_turn"),
            max_quickie: byte("quickie.max_per_turn"),
            max_bonus: byte("service.max_bonus"),
            ranked: rules.word("service.counters") == "ranked",
            provider_declines: rules.word("service.declined_by") == "anyone",
            max_second: byte("second_service.max"),
            min_second_price: jewels("second_service.min_price"),
            bonus_in_second: rules.flag("second_service.allow_bonus"),
            opening: jewels("auction.opening"),
            increment: jewels("auction.increment"),
            seller_bids: rules.flag("auction.seller_may_bid"),
            reoffer: rules.word("auction.unsold") == "reoffer",
            sales_for_bids: rules.word("auction.funding") == "sales",
            burn_at_once: rules.word("burn.timing") == "at_once",
            windows: Windows {
                turn_start: windows.iter().any(|w| w == "turn_start"),
                after_draw: windows.iter().any(|w| w == "after_draw"),
                turn_end: windows.iter().any(|w| w == "turn_end"),
            },
            shield_turns: if rules.word("pld.shield") == "full_turn" { 2 } else { 1 },
            sales_every_turn: rules.word("sales.window") == "every_turn",
            insolvent: rules.word("elimination.rule") == "insolvent",
            jewels_only: rules.word("elimination.rule") == "jewels",
            win_shoes: byte("win.shoes"),
            clothing: if rules.flag("clothing.enabled") { byte("clothing.items") } else { 0 },
            clothing_price: jewels("clothing.price"),
            clothing_card_price: jewels("card.burn_300_clothing.clothing"),
            stake: rules.int("stake.amount"),
            max_turns: rules.int("limits.max_turns") as u32,
            copies,
            amounts,
            actions: actions(&raise_steps),
            raise_steps,
        };
        params.check(rules, &windows)?;
        Ok(params)
    }

    /// Checks what no single key can tell, in the order of the spec.
    fn check(&self, rules: &RuleSet, windows: &[String]) -> Result<(), RuleError> {
        let mut faults = Vec::new();
        let mut fault = |key: &str, message: String| faults.push(rules.fault(key, message));
        let seats = self.seats;
        if !super::SEATS.contains(&seats) {
            fault("players.count", "players.count must be 2 to 8".to_owned());
        }
        if seats * usize::from(self.shoes) > usize::from(self.shoes_total) {
            fault("setup.shoes", format!("not enough shoes for {seats} players"));
        }
        if seats * usize::from(self.jewels) > usize::from(self.jewels_total) {
            fault("setup.jewels", "the Vault cannot pay the starting jewels".to_owned());
        }
        let need = seats * usize::from(self.hand_size) + 1;
        let even = usize::from(total(&self.copies, Deck::Even));
        if even < need {
            fault("setup.hand_size", format!("even deck too small: has {even}, needs {need}"));
        }
        if total(&self.copies, Deck::Odd) == 0 {
            fault("", "odd deck is empty".to_owned());
        }
        if self.win_shoes != 0 && self.win_shoes <= self.shoes {
            fault("win.shoes", "win.shoes must be 0 or more than setup.shoes".to_owned());
        }
        let odd_faces = self.faces.iter().any(|face| face % 2 != 0);
        let mut takers = Kinds::BURN.or(Kinds::PLD).or(Kinds::one(Card::CORNER));
        if !odd_faces {
            takers = Kinds::EMPTY;
        }
        if self.max_quickie > 0 {
            takers = takers.or(Kinds::QUICKIE);
        }
        if !takers.iter().any(|c| self.copies[c.index()] > 0 && self.amounts[c.index()] > 0) {
            fault("", "no card can take money from a player; the game could not end".to_owned());
        }
        if self.faces.is_empty() {
            fault("die.faces", "die.faces is empty".to_owned());
        }
        if let Some(first) = self.first
            && first >= seats
        {
            fault("setup.first_player", format!("first player {first} does not exist"));
        }
        let different = |key: &str, same: bool| {
            let range = rules.schema().find(key).map_or_else(String::new, ludometer_model::Param::range_text);
            same.then(|| rules.fault(key, format!("{key} must be in {range}")))
        };
        let repeated = self.raise_steps.windows(2).any(|w| w[0] == w[1]);
        faults.extend(different("auction.raise_steps", repeated));
        let repeated = windows.iter().enumerate().any(|(i, w)| windows[..i].contains(w));
        faults.extend(different("pld.windows", repeated));
        if faults.is_empty() { Ok(()) } else { Err(RuleError { faults }) }
    }

    /// Returns the warnings about the rule set, which can be played all the same.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for (deck, name) in [(Deck::Even, "even"), (Deck::Odd, "odd")] {
            let (has, printed) = (total(&self.copies, deck), PRINTED[deck.index()]);
            if has != printed {
                warnings.push(format!("{name} deck has {has} cards, printed {printed}"));
            }
        }
        warnings.extend(self.hazards());
        warnings
    }

    /// Returns those of the warnings that tell of trouble in play.
    pub fn hazards(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let in_play = if self.unpicked_in_vault && self.reoffer {
            u32::from(self.shoes_total)
        } else {
            self.seats as u32 * u32::from(self.shoes)
        };
        if u32::from(self.win_shoes) > in_play {
            let shoes = self.win_shoes;
            warnings.push(format!("win.shoes is {shoes}, but only {in_play} shoes can be in play"));
        }
        if self.opening < self.shoe_price {
            let jewel = self.jewel_value;
            let (opening, price) = (u32::from(self.opening) * jewel, u32::from(self.shoe_price) * jewel);
            warnings.push(format!("auction.opening is {opening}, less than shoe.price, which is {price}"));
        }
        warnings
    }

    /// Returns the printed amount of a kind, in jewels.
    #[inline(always)]
    pub const fn amount(&self, card: Card) -> u16 {
        self.amounts[card.index()]
    }
}
