//! All there is to know, public and hidden apart; the subject of a decision; the invariants that one state
//! can show (spec 11).

use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};

use super::action::Fraction;
use super::board::{Roster, Workers};
use super::cards::{Counts, Kind, Kinds, MAX_DECK, MAX_WEAPONS};
use super::event::OfferKind;
use super::params::Params;
use ludometer_model::small_table::BySeat;
use ludometer_model::{Pile, Seat, SeatSet};

/// The subject of the next decision (spec 5, 6, 8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// Whom to rob.
    TheftTarget,
    /// The kind of loot to take.
    TheftWhat,
    /// Which Worker to take.
    TheftWorker,
    /// The choice whether and what to offer.
    TradeKind,
    /// To whom.
    TradePartner,
    /// Which card is given.
    TradeGive,
    /// Which card is asked for.
    TradeGet,
    /// For how much.
    TradeCash,
    /// The partner's answer.
    TradeAnswer,
    /// The proposer's reply to a counter-offer.
    TradeReply,
    /// The roll that moves the piece.
    #[default]
    MoveRoll,
    /// The roll on the Finish circle.
    RetireRoll,
    /// The choice whether to fight a neighbour on the square.
    ProximityChoice,
    /// The choice whether to obey a cop square.
    CopChoice,
    /// The roll that a direction square orders.
    ActionEffect,
    /// Which Worker goes.
    LoseWorkerChoice,
    /// Which card goes.
    LoseScoreChoice,
    /// The cards that help the recruit roll.
    RecruitCards,
    /// The recruit roll.
    RecruitRoll,
    /// The choice about an owner who hasn't noticed.
    SilenceChoice,
    /// The choice whether to bribe.
    BribeChoice,
    /// The choice whether to take the bribe.
    BribeAnswer,
    /// How to pay.
    PayChoice,
    /// Which part of the price is offered.
    HaggleOffer,
    /// The owner's answer.
    HaggleAnswer,
    /// The payer's reply to a counter-offer.
    HaggleReply,
    /// The choice whether to fight.
    FightChoice,
    /// The cards that help the fight roll.
    WeaponCards,
    /// The fight roll.
    FightRoll,
    /// Which Worker the winner takes.
    LootChoice,
    /// The play is over.
    Over,
}

ludometer_model::phases! {
    Phase;
    "TheftTarget" => Self::TheftTarget,
    "TheftWhat" => Self::TheftWhat,
    "TheftWorker" => Self::TheftWorker,
    "TradeKind" => Self::TradeKind,
    "TradePartner" => Self::TradePartner,
    "TradeGive" => Self::TradeGive,
    "TradeGet" => Self::TradeGet,
    "TradeCash" => Self::TradeCash,
    "TradeAnswer" => Self::TradeAnswer,
    "TradeReply" => Self::TradeReply,
    "MoveRoll" => Self::MoveRoll,
    "RetireRoll" => Self::RetireRoll,
    "ProximityChoice" => Self::ProximityChoice,
    "CopChoice" => Self::CopChoice,
    "ActionEffect" => Self::ActionEffect,
    "LoseWorkerChoice" => Self::LoseWorkerChoice,
    "LoseScoreChoice" => Self::LoseScoreChoice,
    "RecruitCards" => Self::RecruitCards,
    "RecruitRoll" => Self::RecruitRoll,
    "SilenceChoice" => Self::SilenceChoice,
    "BribeChoice" => Self::BribeChoice,
    "BribeAnswer" => Self::BribeAnswer,
    "PayChoice" => Self::PayChoice,
    "HaggleOffer" => Self::HaggleOffer,
    "HaggleAnswer" => Self::HaggleAnswer,
    "HaggleReply" => Self::HaggleReply,
    "FightChoice" => Self::FightChoice,
    "WeaponCards" => Self::WeaponCards,
    "FightRoll" => Self::FightRoll,
    "LootChoice" => Self::LootChoice,
    ; "Over" => Self::Over,
}

/// A moment at which trades may be proposed (spec 6.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Window {
    /// Before the turn's roll.
    #[default]
    TurnStart,
    /// On a cop square.
    BeforeCop,
    /// On an open Worker.
    BeforeRecruit,
    /// When claimed on.
    BeforePay,
    /// Before a fighter's first Weapons.
    BeforeFight,
}

impl Window {
    /// The number of windows.
    pub const COUNT: usize = 5;

    /// All windows.
    pub const ALL: [Self; Self::COUNT] =
        [Self::TurnStart, Self::BeforeCop, Self::BeforeRecruit, Self::BeforePay, Self::BeforeFight];

    /// Returns the window's number.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the window's name in the rule set.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TurnStart => "turn_start",
            Self::BeforeCop => "before_cop",
            Self::BeforeRecruit => "before_recruit",
            Self::BeforePay => "before_pay",
            Self::BeforeFight => "before_fight",
        }
    }

    /// Returns the kinds that may be asked for.
    pub const fn wanted(self) -> Kinds {
        match self {
            Self::TurnStart => Kinds::ALL,
            Self::BeforeCop => Kinds::one(Kind::DONUTS),
            Self::BeforeRecruit => Kinds::RECRUIT,
            Self::BeforePay => Kinds::one(Kind::FREE_PASS),
            Self::BeforeFight => Kinds::WEAPONS,
        }
    }
}

/// The offer on the table, as far as it is made. Cash in dollars.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Offer {
    /// Its kind.
    pub kind: OfferKind,
    /// The seat that makes it.
    pub proposer: Seat,
    /// To whom.
    pub partner: Seat,
    /// The card given.
    pub give: Kind,
    /// The card asked for.
    pub get: Kind,
    /// The cash.
    pub cash: i32,
}

/// A fight, or the fight being prepared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fight {
    /// The seat that is attacked.
    pub defender: Seat,
    /// True for a fight over a shared square.
    pub proximity: bool,
    /// True while the defender acts.
    pub defending: bool,
    /// The round, from 1.
    pub round: u16,
    /// The dice of instigator and defender in this round.
    pub dice: [u8; 2],
    /// Weapons face up, in the order placed.
    pub up: [Pile<Kind, MAX_WEAPONS>; 2],
}

/// Public knowledge.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Public {
    /// The turn in progress, from 1.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// Whose decision it is.
    pub mover: Seat,
    /// Its subject.
    pub phase: Phase,
    /// Number of seats.
    pub seats: u8,
    /// Where the pieces are.
    pub position: BySeat<u8>,
    /// The seats whose pieces are on Finish.
    pub retired: SeatSet,
    /// The seats with a skip mark.
    pub skip: SeatSet,
    /// Money of each seat.
    pub money: BySeat<i64>,
    /// The bank's receipts less its payments since set-up.
    pub bank: i64,
    /// The board's Workers.
    pub roster: Roster,
    /// Workers in the open area.
    pub open: Workers,
    /// Workers of each seat.
    pub owned: BySeat<Workers>,
    /// Workers whose face each seat has seen.
    pub seen: BySeat<Workers>,
    /// Sizes of the Score hands.
    pub hand: BySeat<u16>,
    /// Cards known to be in each seat's hand or face down before it.
    pub known: BySeat<Counts>,
    /// Cards in the part of the deck whose order nobody knows.
    pub unknown: u16,
    /// The known part below it, next to be drawn first.
    pub bottom: Pile<Kind, MAX_DECK>,
    /// Cards face down before the active seat and the defender.
    pub down: [u16; 2],
    /// Thefts tried this turn.
    pub thefts: u8,
    /// The victim of the theft in hand.
    pub victim: Seat,
    /// The trade window, while one is open.
    pub window: Window,
    /// Offers made in it.
    pub offers: u8,
    /// The offer.
    pub offer: Offer,
    /// Direction moves made this turn.
    pub moves: u8,
    /// The Worker of the square landed on, or of the fight.
    pub worker: u8,
    /// True after a haggling that failed on this landing.
    pub haggled: bool,
    /// The part of the price that is offered, by its place in `barter.fractions`.
    pub fraction: u8,
    /// That part itself.
    pub part: Fraction,
    /// The probability of a late claim on this landing.
    pub late: f64,
    /// The fight.
    pub fight: Fight,
}

impl Public {
    /// Returns the public part of a game in which nothing happened yet.
    pub(super) fn blank(seats: usize) -> Self {
        Self { turn: 1, seats: seats as u8, ..Self::default() }
    }

    /// Returns the number of seats.
    #[inline]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Returns true if the seat's piece is on Finish.
    #[inline]
    pub const fn is_retired(&self, seat: Seat) -> bool {
        self.retired.contains(seat)
    }

    /// Returns who owns this Worker.
    #[inline]
    pub fn owner(&self, worker: usize) -> Option<Seat> {
        if self.open.contains(worker) {
            return None;
        }
        Seat::all(self.seats()).find(|&seat| self.owned[seat].contains(worker))
    }

    /// Returns who has face-down cards on this side (0: the active seat, 1: the defender).
    #[inline]
    pub const fn side(&self, side: usize) -> Seat {
        if side == 0 { self.active } else { self.fight.defender }
    }

    /// Returns the side that acts in `WeaponCards` and `FightRoll`; the active one otherwise.
    #[inline]
    pub const fn acting(&self) -> usize {
        self.fight.defending as usize
    }

    /// Returns the public part as JSON fields.
    pub(super) fn json(&self) -> Map<String, Json> {
        let seats = self.seats();
        let mut workers = Map::new();
        for (number, name) in self.roster.names().iter().enumerate() {
            let owner = self.owner(number).map_or_else(|| json!("open"), |seat| json!(seat));
            let seen: Vec<Seat> = Seat::all(seats).filter(|&s| self.seen[s].contains(number)).collect();
            workers.insert(name.clone(), json!({ "owner": owner, "face_seen": seen }));
        }
        let mut json = Map::new();
        let mut put = |key: &str, value: Json| json.insert(key.to_owned(), value);
        put("turn", json!(self.turn));
        put("active", json!(self.active));
        put("phase", json!(self.phase.name()));
        put("to_move", if self.phase == Phase::Over { Json::Null } else { json!(self.mover) });
        put("positions", json!(self.position.first(seats)));
        put("retired", json!(self.retired.iter().collect::<Vec<_>>()));
        put("skip", json!(self.skip.iter().collect::<Vec<_>>()));
        put("money", json!(self.money.first(seats)));
        put("bank_intake", json!(self.bank));
        put("workers", Json::Object(workers));
        put("hand_sizes", json!(self.hand.first(seats)));
        put("known", json!(self.known.first(seats)));
        put("deck_unknown", json!(self.unknown));
        put("deck_bottom", json!(self.bottom.iter().collect::<Vec<_>>()));
        put("face_down", json!(self.down));
        put("face_up", json!([self.fight.up[0].to_vec(), self.fight.up[1].to_vec()]));
        self.landing_json(&mut json);
        json
    }

    /// Adds what belongs to the phase in hand.
    fn landing_json(&self, json: &mut Map<String, Json>) {
        use Phase as P;
        let mut put = |key: &str, value: Json| json.insert(key.to_owned(), value);
        put("thefts", json!(self.thefts));
        put("direction_moves", json!(self.moves));
        let trading = matches!(
            self.phase,
            P::TradeKind
                | P::TradePartner
                | P::TradeGive
                | P::TradeGet
                | P::TradeCash
                | P::TradeAnswer
                | P::TradeReply
        );
        if matches!(self.phase, P::TheftWhat | P::TheftWorker) {
            put("victim", json!(self.victim));
        }
        if trading {
            let Offer { kind, proposer, partner, give, get, cash } = self.offer;
            put("window", json!(self.window.name()));
            put("offers", json!(self.offers));
            put("proposer", json!(proposer));
            if self.phase != P::TradeKind {
                put("offer", json!(kind));
            }
            if !matches!(self.phase, P::TradeKind | P::TradePartner) {
                put("partner", json!(partner));
                let complete = !matches!(self.phase, P::TradeGive);
                if complete && kind != OfferKind::Buy {
                    put("give", json!(give));
                }
                if complete && kind != OfferKind::Sell && self.phase != P::TradeGet {
                    put("get", json!(get));
                }
            }
            if matches!(self.phase, P::TradeAnswer | P::TradeReply) {
                put("cash", json!(cash));
            }
        }
        if matches!(self.phase, P::HaggleAnswer | P::HaggleReply) {
            // The part of the price as it was written, and its place in `barter.fractions`, from 0.
            put("haggle_fraction", json!(self.part.value()));
            put("haggle_place", json!(self.fraction));
        }
        if matches!(self.phase, P::SilenceChoice | P::BribeChoice | P::BribeAnswer) {
            put("late_claim", json!(self.late));
        }
        put("haggled", json!(self.haggled));
        if self.fight.round > 0 {
            put(
                "fight",
                json!({
                    "instigator": self.active,
                    "defender": self.fight.defender,
                    "proximity": self.fight.proximity,
                    "round": self.fight.round,
                    "dice": self.fight.dice,
                }),
            );
        }
    }
}

/// All there is to know.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// Public knowledge.
    pub public: Public,
    /// The Score hands.
    pub hands: BySeat<Counts>,
    /// The part of the deck whose order nobody knows.
    pub unknown: Counts,
    /// Cards face down before the active seat and the defender.
    pub down: [Counts; 2],
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut json = self.public.json();
        json.insert("hands".to_owned(), json!(self.hands.first(self.public.seats())));
        json.insert("placed".to_owned(), json!(self.down));
        json.insert("deck".to_owned(), json!(self.unknown));
        Json::Object(json).serialize(serializer)
    }
}

/// Checks a state.
///
/// # Errors
/// The invariant that is broken, and how.
pub(super) fn audit(params: &Params, state: &State) -> Result<(), String> {
    cards(params, state)?;
    let public = &state.public;
    let mut left = Workers::range(0, params.workers);
    for set in std::iter::once(public.open).chain(public.owned.first(params.seats).iter().copied()) {
        if !set.without(left).is_empty() {
            let (set, left) = (set.bits(), left.bits());
            return Err(format!("invariant 2: a Worker is in two places ({set:x} beside {left:x})"));
        }
        left = left.without(set);
    }
    if !left.is_empty() {
        return Err(format!("invariant 2: Workers {:x} are nowhere", left.bits()));
    }
    let money: i64 = public.money.first(params.seats).iter().sum();
    let start = params.start * params.seats as i64;
    if money + public.bank != start {
        return Err(format!("invariant 3: players have {money}, the bank took {}, of {start}", public.bank));
    }
    for seat in Seat::all(params.seats) {
        let money = public.money[seat];
        if money < 0 || money % params.unit != 0 {
            return Err(format!("invariant 3: {seat} has {money}"));
        }
        let position = public.position[seat];
        if position > params.finish() || (position == params.finish()) != public.is_retired(seat) {
            return Err(format!("invariant 4: {seat} at {position}, retired: {}", public.is_retired(seat)));
        }
        if !public.owned[seat].without(public.seen[seat]).is_empty() {
            return Err(format!("{seat} owns a Worker whose face it hasn't seen"));
        }
    }
    let retired = public.retired.len() as usize == params.seats;
    let over = public.phase == Phase::Over;
    if over && !retired && public.turn < params.max_turns || retired && !over {
        return Err(format!("invariant 10: over {over}, all retired {retired}, turn {}", public.turn));
    }
    Ok(())
}

fn cards(params: &Params, state: &State) -> Result<(), String> {
    let public = &state.public;
    let mut all = state.unknown;
    for seat in Seat::all(params.seats) {
        all.add_all(&state.hands[seat]);
        if state.hands[seat].total() != usize::from(public.hand[seat]) {
            return Err(format!("hand of {seat}: {:?}, but {} cards", state.hands[seat], public.hand[seat]));
        }
        let mut holds = state.hands[seat];
        for side in 0..2 {
            if public.down[side] > 0 && public.side(side) == seat {
                holds.add_all(&state.down[side]);
            }
        }
        if !holds.take_all(&public.known[seat]) {
            let known = public.known[seat];
            return Err(format!("invariant 9: {seat} is known to have {known:?} beside {holds:?}"));
        }
    }
    let fighting = public.fight.round > 0;
    for side in 0..2 {
        all.add_all(&state.down[side]);
        let (down, up) = (state.down[side].total(), public.fight.up[side].len());
        if down != usize::from(public.down[side]) {
            return Err(format!("side {side}: {down} cards face down, but {} counted", public.down[side]));
        }
        let recruiting = matches!(public.phase, Phase::RecruitCards | Phase::RecruitRoll);
        if up > 0 && !fighting || down > 0 && !fighting && !recruiting {
            return Err(format!("invariant 6: cards on the table in {}", public.phase.name()));
        }
        let proper = if fighting { super::Kinds::WEAPONS } else { super::Kinds::RECRUIT };
        if !state.down[side].kinds().without(proper).is_empty() {
            return Err(format!("invariant 6: {:?} placed", state.down[side]));
        }
    }
    let mut shown = Counts::NONE;
    let up = public.fight.up.iter().flat_map(|up| up.iter());
    public.bottom.iter().chain(up).for_each(|&card: &Kind| shown.add(card));
    all.add_all(&shown);
    if all != params.deck {
        return Err(format!("invariant 1: the cards are {all:?}, not {:?}", params.deck));
    }
    if state.unknown.total() != usize::from(public.unknown) {
        return Err(format!("the deck's unknown part has not {} cards", public.unknown));
    }
    Ok(())
}
