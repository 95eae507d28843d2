//! The state of a play: what lies open ([`Board`]), and what is hidden.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::board::{Board, Cards, MAX_PLAYERS, Phase};
use super::hand::Hand;
use super::held::Held;
use super::knowledge::Knowledge;
use super::names::Names;
use super::params::Params;
use ludometer_model::Seat;

/// All there is to know about a play.
#[derive(PartialEq, Debug)]
pub struct State {
    /// The open board.
    pub board: Board,
    /// The hands.
    pub hands: [Hand; MAX_PLAYERS],
    /// The contents of each hand, renewed card by card: legal actions are read off them.
    pub(super) held: [Held; MAX_PLAYERS],
    /// The places in the hand of who selects for a defect that are selected, bit i for the i-th
    /// card in card order.
    pub(super) given: u32,
    /// The stock, in no order: it is shuffled as it is drawn.
    pub stock: Cards,
    pub(super) knowledge: Knowledge,
    pub(super) names: Names,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            board: self.board.clone(),
            stock: self.stock.clone(),
            hands: self.hands,
            held: self.held,
            given: self.given,
            knowledge: self.knowledge,
            names: self.names,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { board, stock, hands, held, given, knowledge, names } = source;
        self.board.clone_from(board);
        self.stock.clone_from(stock);
        self.hands = *hands;
        self.held = *held;
        self.given = *given;
        self.knowledge = *knowledge;
        self.names = *names;
    }
}

impl State {
    pub(super) fn new(params: &Params) -> Self {
        Self {
            board: Board::new(),
            hands: [Hand::NONE; MAX_PLAYERS],
            held: [Held::default(); MAX_PLAYERS],
            given: 0,
            stock: Cards::new(),
            knowledge: Knowledge::NONE,
            names: Names::of(params),
        }
    }

    /// Adds a card to a hand.
    #[inline]
    pub(super) fn receive(&mut self, params: &Params, seat: Seat, kind: u8) {
        self.hands[seat.index()].add(kind);
        self.held[seat.index()].add(params, kind);
        self.board.sizes[seat.index()] += 1;
    }

    /// Finds what each hand holds anew.
    pub(super) fn count_held(&mut self, params: &Params) {
        self.held = std::array::from_fn(|seat| Held::of(params, &self.hands[seat]));
    }

    /// Takes a card that a legal action names from a hand.
    #[inline]
    pub(super) fn part_with(&mut self, params: &Params, seat: Seat, kind: u8) {
        let more = self.hands[seat.index()].remove(kind);
        debug_assert!(more.is_some(), "legal actions name cards that are held");
        self.held[seat.index()].remove(params, kind, more == Some(false));
        self.board.sizes[seat.index()] -= 1;
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.names;
        let mut map = serializer.serialize_map(None)?;
        self.board.serialize_into(names, &mut map)?;
        map.serialize_entry("hands", &names.hands(&self.hands))?;
        if let Phase::DefectSelect { target, .. } = self.board.phase {
            let hand = &self.hands[target.index()];
            let given: Vec<u8> =
                (0..hand.len()).filter(|i| self.given >> i & 1 == 1).map(|i| hand[i]).collect();
            map.serialize_entry("selected", &names.cards(&given))?;
        }
        map.serialize_entry("stock_in_no_order", &{
            let mut cards = names.cards(&self.stock);
            cards.sort_unstable();
            cards
        })?;
        for seat in 0..names.seats {
            let known = &self.knowledge.of(seat);
            map.serialize_entry(&format!("known_to_{seat}"), &names.hands(known))?;
            let stock = self.knowledge.stock[seat].now();
            map.serialize_entry(&format!("stock_known_to_{seat}"), &names.counted(&stock))?;
            let outside = &self.knowledge.outside[seat];
            map.serialize_entry(&format!("outside_known_to_{seat}"), &names.counted(outside))?;
        }
        map.end()
    }
}
