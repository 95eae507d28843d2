//! States and views in words, for traces.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

use super::cards::{Card, Counts, Deck, Hand};
use super::state::{Asking, Creditor, Ending, NOBODY, Phase, Public, Stage, State};
use super::view::View;
use ludometer_model::small_table::BySeat;
use ludometer_model::{Seat, SeatSet};

/// The facts that tell which question is asked: the layers above the turn that are open, the stage of a service, the step of
/// the turn.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    auction: bool,
    payment: bool,
    target: bool,
    stage: Stage,
    phase: Phase,
}

impl Asked {
    pub(super) const fn of(table: &Public) -> Self {
        Self {
            auction: table.auction.seller != NOBODY,
            payment: table.payment.debtor != NOBODY,
            target: table.pld != NOBODY,
            stage: table.service.stage,
            phase: table.phase,
        }
    }
}

ludometer_model::phases! {
    Asked;
    "Auction" => Self { auction: true, .. },
    "Payment" => Self { payment: true, .. },
    "ChoosePldTarget" => Self { target: true, .. },
    "ChooseClient" => Self { stage: Stage::Client, .. },
    "Special" => Self { stage: Stage::Special, .. },
    "Declined" => Self { stage: Stage::Declined, .. },
    "Discount" => Self { stage: Stage::Discount, .. },
    "Bonus" => Self { stage: Stage::Bonus, .. },
    "Settle" => Self { stage: Stage::Settle | Stage::Enforced, .. },
    "SecondService" => Self { stage: Stage::Second, .. },
    "SalesWindow" => Self { phase: Phase::Sales, .. },
    "PldWindow(turn_start)" => Self { phase: Phase::StartWindow, .. },
    "PreRoll" => Self { phase: Phase::PreRoll, .. },
    "PldWindow(after_draw)" => Self { phase: Phase::DrawWindow, .. },
    "Burn" => Self { phase: Phase::Burn, .. },
    "Main" => Self { phase: Phase::Main, .. },
    "PldWindow(turn_end)" => Self { phase: Phase::EndWindow, .. },
    "Discard" => Self { phase: Phase::Discard, .. },
    "TurnEnd" => Self { phase: Phase::TurnEnd, .. },
    ; "Over" => Self { phase: Phase::Over, .. },
}

fn counted(counts: &Counts, deck: Deck) -> Value {
    let mut map = Map::new();
    for kind in deck.kinds().filter(|&kind| counts[kind] > 0) {
        map.insert(Card::new(kind).name().to_owned(), counts[kind].into());
    }
    map.into()
}

fn cards(hand: &Hand) -> Value {
    let mut names = Vec::new();
    for card in hand.kinds.iter() {
        names.extend((0..hand.counts[card.index()]).map(|_| Value::from(card.name())));
    }
    names.into()
}

fn seat(number: u8) -> Value {
    if number == NOBODY { Value::Null } else { number.into() }
}

fn kind(number: u8) -> Value {
    if number == NOBODY { Value::Null } else { Card::new(usize::from(number)).name().into() }
}

fn list<T: Into<Value>>(table: &Public, of: impl Fn(Seat) -> T) -> Value {
    Seat::all(seats(table)).map(|s| of(s).into()).collect()
}

/// Returns the players at the table: those alive and those out.
fn seats(table: &Public) -> usize {
    table.alive.len() as usize + usize::from(table.outs)
}

fn service(table: &Public) -> Value {
    let s = &table.service;
    if s.stage == Stage::None {
        return Value::Null;
    }
    let members = |of: SeatSet| of.iter().map(Seat::index).collect::<Vec<_>>();
    json!({
        "provider": table.active,
        "client": seat(s.client),
        "leg": s.leg,
        "base_jewels": s.base,
        "carried_jewels": s.carried,
        "bonuses": s.bonuses,
        "bonus_jewels": s.bonus_sum,
        "served": members(s.served),
        "declined": members(s.declined).first(),
        "discounted": s.discounted,
        "price_jewels": s.is_priced().then_some(s.price),
        "answers_to": match s.asking {
            Asking::First => Value::Null,
            Asking::AnswerDeclined => "service_declined".into(),
            Asking::AnswerBonus => "service_bonus".into(),
        },
    })
}

fn payment(table: &Public) -> Value {
    let p = &table.payment;
    if p.debtor == NOBODY {
        return Value::Null;
    }
    json!({
        "debtor": p.debtor,
        "to": match p.to {
            Creditor::Vault => "vault".into(),
            Creditor::Player(seat) => json!(seat),
            Creditor::Each => "each other player".into(),
        },
        "jewels": p.amount,
        "for": p.why,
        "clothing_at_card_price": p.clothing_card,
    })
}

fn auction(table: &Public) -> Value {
    let a = &table.auction;
    if a.seller == NOBODY {
        return Value::Null;
    }
    let members = |of: SeatSet| of.iter().map(Seat::index).collect::<Vec<_>>();
    let mut shown = json!({
        "seller": a.seller,
        "bidders": members(a.bidders),
        "leader": seat(a.leader),
        "bid_jewels": a.bid,
        "offered_again": a.again,
        "to_offer_again": a.reoffers,
    });
    if !a.queue.is_empty() {
        shown["sold_for_bids"] = members(a.queue).into();
    }
    shown
}

fn table<M: SerializeMap>(t: &Public, map: &mut M) -> Result<(), M::Error> {
    map.serialize_entry("turn", &t.turn)?;
    map.serialize_entry("phase", Asked::of(t).name())?;
    map.serialize_entry("seat_to_move", &seat(t.mover))?;
    map.serialize_entry("active", &t.active)?;
    map.serialize_entry("first", &t.first)?;
    map.serialize_entry("alive", &list(t, |s| t.alive.contains(s)))?;
    map.serialize_entry("order_out", &list(t, |s| t.out_order[s]))?;
    map.serialize_entry("jewels", &list(t, |s| t.jewels[s]))?;
    map.serialize_entry("shoes", &list(t, |s| t.shoes[s]))?;
    map.serialize_entry("clothing", &list(t, |s| t.clothing[s]))?;
    map.serialize_entry("vault_jewels", &t.vault)?;
    map.serialize_entry("vault_shoes", &t.vault_shoes)?;
    map.serialize_entry("box_shoes", &t.box_shoes)?;
    let lapses = |s: Seat| match t.shields[s] {
        0 => Value::Null,
        n => (t.turn + u32::from(n) - 1).into(),
    };
    map.serialize_entry("shield_until_turn", &list(t, lapses))?;
    map.serialize_entry("die", &(t.die > 0).then_some(t.die))?;
    map.serialize_entry("card_drawn", &t.drawn)?;
    map.serialize_entry("corner_drawn", &t.corner)?;
    map.serialize_entry("get_paid_played", &t.get_paid)?;
    map.serialize_entry("quickies_played", &t.quickies)?;
    map.serialize_entry("bought_back", &list(t, |s| t.bought_back.contains(s)))?;
    if !t.sold_for_bid.is_empty() {
        map.serialize_entry("sold_for_bid", &list(t, |s| t.sold_for_bid.contains(s)))?;
    }
    map.serialize_entry("burn", &kind(t.burn))?;
    map.serialize_entry("pld", &kind(t.pld))?;
    map.serialize_entry("service", &service(t))?;
    map.serialize_entry("payment", &payment(t))?;
    map.serialize_entry("auction", &auction(t))?;
    map.serialize_entry("even_in_hand", &list(t, |s| t.backs[0][s]))?;
    map.serialize_entry("odd_in_hand", &list(t, |s| t.backs[1][s]))?;
    map.serialize_entry("even_stock_size", &t.stock[0])?;
    map.serialize_entry("odd_stock_size", &t.stock[1])?;
    map.serialize_entry("even_discard", &counted(&t.discard, Deck::Even))?;
    map.serialize_entry("odd_discard", &counted(&t.discard, Deck::Odd))?;
    for (deck, held, drawn) in [
        (Deck::Even, "even_stock_rebuilt_from", "even_drawn_since"),
        (Deck::Odd, "odd_stock_rebuilt_from", "odd_drawn_since"),
    ] {
        let rebuilt = t.reshuffled[deck.index()];
        map.serialize_entry(held, &rebuilt.then(|| counted(&t.rebuilt, deck)))?;
        map.serialize_entry(drawn, &rebuilt.then(|| list(t, |s| t.draws[deck.index()][s])))?;
    }
    let ending = match t.ending {
        Ending::None => Value::Null,
        Ending::Shoes(winner) => json!({"winner": winner, "by": "shoes"}),
        Ending::Last(winner) => json!({"winner": winner, "by": "last standing"}),
        Ending::Limit => "unfinished".into(),
    };
    map.serialize_entry("ending", &ending)
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        table(&self.table, &mut map)?;
        map.serialize_entry("hands", &list(&self.table, |s| cards(&self.hands[s])))?;
        map.serialize_entry("even_stock", &counted(&self.stock, Deck::Even))?;
        map.serialize_entry("odd_stock", &counted(&self.stock, Deck::Odd))?;
        map.end()
    }
}

/// Returns a view in words.
pub(super) fn view<S: Serializer>(view: &View, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("viewer", &view.viewer)?;
    table(&view.table, &mut map)?;
    map.serialize_entry("hand", &cards(&view.hand))?;
    for (deck, held) in [(Deck::Even, "even_held_longer"), (Deck::Odd, "odd_held_longer")] {
        // By earlier rebuilds, the oldest first: cards drawn since, and what the others can have held since.
        let draws = view.table.earlier[deck.index()].draws().iter();
        let rebuild = |(drawn, most): (&BySeat<u8>, &Counts)| {
            json!({
                "drawn_since": list(&view.table, |s| drawn[s]),
                "others_at_most": counted(most, deck),
            })
        };
        map.serialize_entry(held, &draws.zip(&view.hand.others).map(rebuild).collect::<Vec<_>>())?;
    }
    map.end()
}
