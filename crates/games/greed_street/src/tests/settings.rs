//! The schema, every message of the spec (3.5), and every number of the rule set: it does what it says.

use super::{Scene, game, rules, scene, scene_of};
use crate::GreedStreet;
use crate::cards::NAMES;
use crate::event::{Event, Loot};
use ludometer_model::{Game, Origin, RuleSet, Seat, Value};
use ludometer_playable::Compiled;

/// Returns all messages for these settings.
fn messages(seats: usize, settings: &[&str]) -> Vec<String> {
    match GreedStreet::new(seats, &rules(settings)) {
        Ok(_) => Vec::new(),
        Err(error) => error.faults.into_iter().map(|fault| fault.message).collect(),
    }
}

fn refused(key: &str, value: &Value) -> String {
    rules(&[]).set(key, value, Origin::Default).unwrap_err().message
}

const BLANKS: &str =
    "'blank', 'blank', 'blank', 'blank', 'blank', 'blank', 'blank', 'blank', 'blank', 'blank', 'blank'";

#[test]
fn the_defaults_can_be_played_at_all_table_sizes() {
    for seats in 2..=6 {
        assert_eq!(messages(seats, &[]), Vec::<String>::new());
    }
    assert_eq!(messages(1, &[]), ["players.count: 1 is outside 2..6"]);
    assert_eq!(messages(7, &[]), ["players.count: 7 is outside 2..6"]);
}

#[test]
fn unknown_keys() {
    let message = refused("zzzz.qqqq", &Value::Int(1));
    assert_eq!(message, "unknown parameter \"zzzz.qqqq\"; `ludometer rules greed-street` lists all keys");
    assert!(refused("money.strat", &Value::Int(1)).starts_with("unknown parameter \"money.strat\""));
}

#[test]
fn values_outside_their_range() {
    let text = |t: &str| Value::Text(t.to_owned());
    let list = |values: &[Value]| Value::List(values.to_vec());
    for (key, value, message) in [
        ("players.count", Value::Int(7), "players.count: 7 is outside 2..6"),
        ("money.start", Value::Int(10_001), "money.start: 10001 is outside 0..10000"),
        ("dice.sides", Value::Int(3), "dice.sides: 3 is outside 4..20"),
        ("recruit.min", Value::Int(21), "recruit.min: 21 is outside 2..20"),
        ("bribe.amount", Value::Int(-20), "bribe.amount: -20 is outside >= 0"),
        (
            "bribe.amount",
            Value::Int(2_000_000),
            "bribe.amount: 2000000 is outside >= 0; at most 1000000 in this program",
        ),
        (
            "limits.max_turns",
            Value::Int(2_000_000),
            "limits.max_turns: 2000000 is outside >= 10 x players; at most 1000000 in this program",
        ),
        (
            "trade.price_grid",
            list(&[Value::Int(2_000_000)]),
            "trade.price_grid: [2000000] is outside 1..12 positive multiples of unit, rising; at most 1000000 in this program",
        ),
        (
            "trade.swap_cash_grid",
            list(&[Value::Int(0), Value::Int(2_000_000)]),
            "trade.swap_cash_grid: [0, 2000000] is outside up to 12 multiples of unit that contain 0; at most 1000000 in this program",
        ),
        ("fight.reveal", text("never"), "fight.reveal: never is outside after_own_roll, after_both"),
        ("deck.gift_1", Value::Int(31), "deck.gift_1: 31 is outside 0..30"),
        ("worker.tina", Value::Int(5), "worker.tina: 5 is outside 10..2000"),
        ("worker.newcomer", Value::Int(2001), "worker.newcomer: 2001 is outside 10..2000"),
        (
            "attention.notice_prob",
            Value::Real(1.5),
            "attention.notice_prob: 1.5 is outside 0..1, or a list with one number per seat",
        ),
        ("theft.attempts_per_turn", Value::Int(4), "theft.attempts_per_turn: 4 is outside 1..3"),
    ] {
        assert_eq!(refused(key, &value), message);
    }
    for (set, message) in [
        ("money.unit=7", "money.unit: 7 is outside 1, 5, 10"),
        ("bank.unlimited=false", "bank.unlimited: false is outside true"),
        ("limits.max_turns=39", "limits.max_turns: 39 is outside >= 10 x players"),
        (
            "trade.price_grid=[20, 10]",
            "trade.price_grid: [20, 10] is outside 1..12 positive multiples of unit, rising",
        ),
        (
            "trade.swap_cash_grid=[20]",
            "trade.swap_cash_grid: [20] is outside up to 12 multiples of unit that contain 0",
        ),
        ("barter.fractions=[0.5, 0.25]", "barter.fractions: [0.5, 0.25] is outside each in (0,1), rising"),
        ("barter.fractions=[0.5, 1]", "barter.fractions: [0.5, 1.0] is outside each in (0,1), rising"),
    ] {
        assert_eq!(messages(4, &[set]), [message]);
    }
    let rising: Vec<Value> = (1..14).map(|i| Value::Real(f64::from(i) / 16.0)).collect();
    let message = refused("barter.fractions", &Value::List(rising));
    assert!(
        message.ends_with(" is outside each in (0,1), rising; at most 12 of these in this program"),
        "{message}"
    );
    let long = format!("board.squares=['pay:10001', 'worker:tina', {BLANKS}]");
    assert_eq!(messages(4, &[&long]), ["board.squares[1]: 10001 is outside 0..10000"]);
}

#[test]
fn amounts_that_are_no_multiple_of_the_unit() {
    for (set, message) in [
        ("money.start=1005", "money.start: 1005 is not a multiple of money.unit (10)"),
        ("worker.tina=55", "worker.tina: 55 is not a multiple of money.unit (10)"),
        ("bribe.amount=25", "bribe.amount: 25 is not a multiple of money.unit (10)"),
        ("theft.cash_max=99", "theft.cash_max: 99 is not a multiple of money.unit (10)"),
        ("trade.price_grid=[10, 25]", "trade.price_grid: 25 is not a multiple of money.unit (10)"),
        ("trade.swap_cash_grid=[0, 5]", "trade.swap_cash_grid: 5 is not a multiple of money.unit (10)"),
    ] {
        assert_eq!(messages(4, &[set]), [message]);
    }
    let board = format!("board.squares=['worker:tina', 'cop/pay:15', {BLANKS}]");
    assert_eq!(messages(4, &[&board]), ["board.squares[2]: 15 is not a multiple of money.unit (10)"]);
    assert_eq!(messages(4, &[&board, "money.unit=5"]), Vec::<String>::new());
}

#[test]
fn decks_and_boards_that_cannot_be_played() {
    let none: Vec<String> = crate::cards::NAMES.iter().map(|n| format!("deck.{n}=0")).collect();
    let none: Vec<&str> = none.iter().map(String::as_str).collect();
    assert_eq!(messages(4, &none), ["deck: no Score cards"]);
    let five = "board.squares=['worker:tina', 'score', 'score', 'score', 'score']";
    assert_eq!(messages(4, &[five]), ["board.squares: needs at least 12 squares (got 5)"]);
    let no_worker = format!("board.squares=['blank', {BLANKS}]");
    assert_eq!(messages(4, &[&no_worker]), ["board.squares: no Worker square"]);
    let unknown = format!("board.squares=['worker:ines', {BLANKS}]");
    assert_eq!(messages(4, &[&unknown]), ["board.squares: unknown Worker \"ines\""]);
    assert_eq!(messages(4, &[&unknown, "worker.ines=70"]), Vec::<String>::new());
    let tina = format!("board.squares=['worker:tina', {BLANKS}]");
    assert_eq!(messages(4, &[&tina, "worker.ines=70"]), ["worker.ines: on no square"]);
    assert_eq!(messages(4, &[&tina, "worker.abby=70"]), ["worker.abby: on no square"]);
    assert_eq!(
        messages(4, &[&tina, "worker.abby=60"]),
        Vec::<String>::new(),
        "as files written out whole have it"
    );
    for token in [
        "scores",
        "pay",
        "pay:",
        "pay:-10",
        "pay:ten",
        "forward:2",
        "cop/score",
        "cop/worker:tina",
        "worker:",
        "cop/",
        "steal:10",
    ] {
        let board = format!("board.squares=['worker:tina', '{token}', {BLANKS}]");
        assert_eq!(messages(4, &[&board]), [format!("board.squares[2]: unknown token \"{token}\"")]);
    }
    let backs = "board.squares=['worker:tina', 'blank', 'blank', 'blank', 'blank', 'blank', 'back', 'back', 'back', 'back', 'cop/back', 'cop/back']";
    assert_eq!(messages(4, &[backs]), ["board.squares: too many back squares (6 of 12)"]);
    assert_eq!(messages(4, &[&backs.replace("'cop/back']", "'score']")]), Vec::<String>::new());
}

#[test]
fn lists_with_one_number_per_seat() {
    for key in ["attention.notice_prob", "attention.late_prob", "theft.notice_prob"] {
        let list = format!("{key}=[0.5, 0.5, 0.5]");
        assert_eq!(messages(4, &[&list]), [format!("{key}: needs one number per seat (4)")]);
        assert_eq!(messages(3, &[&list]), Vec::<String>::new());
    }
}

#[test]
fn an_empty_price_grid_only_without_trading() {
    assert_eq!(messages(4, &["trade.price_grid=[]"]), ["trade.price_grid: empty"]);
    assert_eq!(messages(4, &["trade.price_grid=[]", "trade.enabled=false"]), Vec::<String>::new());
}

#[test]
fn all_faults_are_reported_in_the_order_of_the_spec() {
    let sets =
        ["board.squares=['score', 'scor']", "money.start=15", "theft.notice_prob=[0]", "trade.price_grid=[]"];
    assert_eq!(
        messages(4, &sets),
        [
            "money.start: 15 is not a multiple of money.unit (10)",
            "board.squares: needs at least 12 squares (got 2)",
            "board.squares: no Worker square",
            "board.squares[2]: unknown token \"scor\"",
            "theft.notice_prob: needs one number per seat (4)",
            "trade.price_grid: empty",
        ]
    );
}

#[test]
fn more_workers_than_bits_are_refused() {
    let ids: Vec<String> = (0..65).map(|i| format!("'worker:w{i}'")).collect();
    let board = format!("board.squares=[{}]", ids.join(", "));
    let prices: Vec<String> = (0..65).map(|i| format!("worker.w{i}=100")).collect();
    let mut sets: Vec<&str> = prices.iter().map(String::as_str).collect();
    sets.push(&board);
    assert_eq!(messages(2, &sets), ["board.squares: more than 64 different Workers (got 65)"]);
    let board = board.replace("'worker:w64'", "'score'");
    sets.retain(|set| !set.starts_with("board") && !set.starts_with("worker.w64"));
    sets.push(&board);
    let game = super::game(2, &sets);
    ludometer_run::check_playable(&game, 20, 3).unwrap();
}

#[test]
fn fractions_are_decimal() {
    use super::super::Fraction;
    // 0.1 x 300 is 30 in decimal, though the nearest binary number to 0.29 lies below it.
    assert_eq!(Fraction::new(0.1).of(300, 10), 30);
    assert_eq!(Fraction::new(0.29).of(1000, 10), 290);
    assert_eq!(Fraction::new(0.75).of(300, 10), 220);
    assert_eq!(Fraction::new(0.75).of(300, 1), 225);
    assert_eq!(Fraction::new(1e-200).of(2000, 1), 0);
    assert_eq!(Fraction::new(0.3).to_string(), "0.3");
}

/// Returns the defaults with each key at another value where it has one, and the keys that have none.
fn everything_changed() -> (RuleSet, Vec<String>) {
    let (defaults, mut set) = (rules(&[]), rules(&[]));
    let mut fixed = Vec::new();
    for (key, value) in defaults.entries() {
        let others = match value {
            Value::Bool(on) => vec![Value::Bool(!on)],
            Value::Int(number) => vec![Value::Int(number + 1), Value::Int(number - 1)],
            // As one number per seat where that is possible.
            Value::Real(part) => {
                [Value::List(vec![Value::Real(0.125); 4]), Value::Real((part + 0.3) % 1.0)].into()
            }
            Value::Text(_) => {
                let words = defaults.schema().find(key).unwrap().words.iter().rev();
                words.map(|word| Value::Text(word.clone())).collect()
            }
            Value::List(list) => vec![Value::List(list[1..].to_vec())],
        };
        if !others.iter().any(|other| other != value && set.set(key, other, Origin::Default).is_ok()) {
            fixed.push(key.to_owned());
        }
    }
    (set, fixed)
}

#[test]
fn written_rules_are_read_back() {
    let (changed, fixed) = everything_changed();
    assert_eq!(fixed, ["dice.count"], "of all keys");
    let defaults = rules(&[]);
    for (from, to) in [(&changed, &defaults), (&defaults, &changed)] {
        let mut again = from.clone();
        again.read_toml(&to.to_toml(), "again.toml").unwrap();
        assert_eq!(again.hash(), to.hash());
    }
}

/// Returns a scene with these settings besides.
fn scene_with(sets: &[String], seats: &[&str], active: usize) -> Scene {
    let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
    scene_of(&sets, seats, active)
}

#[test]
fn points_of_each_kind() {
    // From 10 for gift_1 down to 1 for weapon_4: none has its default.
    let points = |place: usize| 10 - place as i64;
    let kinds = &NAMES[..10];
    let sets: Vec<String> =
        kinds.iter().enumerate().map(|(i, kind)| format!("points.{kind}={}", points(i))).collect();
    for (place, kind) in kinds.iter().enumerate() {
        let lay = format!("Place({kind})");
        let total = if kind.starts_with("weapon") {
            let mut s = scene_with(&sets, &[kind, "+tina"], 0);
            s.roll(2, 4).acts(&["PayFull", "Fight", &lay, "Done"]).roll(1, 2).act("Done").roll(6, 5);
            s.compared().map(|(instigator, _)| instigator)
        } else {
            let mut s = scene_with(&sets, &[kind, ""], 0);
            s.roll(2, 4).acts(&[&lay, "Done"]).roll(1, 2);
            s.events.iter().find_map(|event| match event {
                Event::Recruit { total, .. } => Some(*total),
                _ => None,
            })
        };
        assert_eq!(total, Some(3 + points(place)), "{kind}");
    }
}

/// Returns the total at the end of a retired seat that has this.
fn total_with(sets: &[String], what: &str) -> i64 {
    let mut s = scene_with(sets, &[&format!("@61 {what}"), "@60"], 1);
    s.roll(1, 2);
    assert_eq!(s.phase(), "Over");
    s.game.outcome(&s.state).scores[Seat::new(0)]
}

#[test]
fn value_of_each_kind() {
    let sets: Vec<String> =
        NAMES.iter().enumerate().map(|(i, kind)| format!("value.{kind}={}", 500 + i)).collect();
    for (place, kind) in NAMES.iter().enumerate() {
        assert_eq!(total_with(&sets, kind), 1500 + place as i64, "{kind}");
    }
}

#[test]
fn price_of_each_worker() {
    let names = game(2, &[]).params().roster.names();
    let sets: Vec<String> =
        names.iter().enumerate().map(|(i, name)| format!("worker.{name}={}", 1000 + 10 * i)).collect();
    for (number, name) in names.iter().enumerate() {
        assert_eq!(total_with(&sets, &format!("+{name}")), 2000 + 10 * number as i64, "{name}");
    }
    let mut s = scene(&["worker.tina=70"], &["", ""]);
    s.roll(2, 4).act("Done").roll(3, 4);
    assert_eq!(s.money(0), 1070, "GS-43");
    s.roll(2, 4).act("PayFull");
    assert_eq!((s.money(1), s.money(0)), (930, 1140), "GS-46");
}

#[test]
fn copies_of_each_kind() {
    let sets: Vec<String> =
        NAMES.iter().enumerate().map(|(i, kind)| format!("deck.{kind}={}", 30 - i)).collect();
    let s = scene_with(&sets, &["", ""], 0);
    let copies = |kind: &str| s.state.unknown.cards().filter(|card| card.name() == kind).count();
    assert_eq!(NAMES.map(copies), std::array::from_fn(|i| 30 - i));
}

#[test]
fn gs_68_the_bribe_and_what_it_brings() {
    let sets =
        ["attention.notice_prob=0", "attention.late_prob=0.5", "bribe.amount=50", "bribe.late_factor=1"];
    let mut s = scene(&sets, &["$50", "", "+tina"]);
    s.roll(2, 4).acts(&["StaySilent", "Bribe"]);
    let start = s.state.clone();
    // Once in two: the factor multiplies the chance, it doesn't replace it.
    s.act_if("Accept", |events| events.iter().any(|e| matches!(e, Event::Missed { .. })));
    assert_eq!((s.money(0), s.money(1), s.money(2)), (0, 1050, 1000));
    s.state = start;
    s.act_if("Accept", |events| events.iter().any(|e| matches!(e, Event::Claim { late: true, .. })));
    let mut s = scene(&sets, &["$40", "", "+tina"]);
    s.roll(2, 4).act("StaySilent");
    assert_ne!(s.phase(), "BribeChoice", "too little for this bribe");
    let mut s = scene(&[&sets[..], &["bribe.enabled=false"]].concat(), &["", "", "+tina"]);
    s.roll(2, 4).act("StaySilent");
    assert_ne!(s.phase(), "BribeChoice", "no bribes");
}

#[test]
fn gs_66_late_claims_are_the_owners() {
    let sets = ["attention.notice_prob=0", "attention.late_prob=[0, 1, 0]", "bribe.enabled=false"];
    for (seats, phase) in [(["", "+tina", ""], "PayChoice"), (["", "", "+tina"], "MoveRoll")] {
        let mut s = scene(&sets, &seats);
        s.roll(2, 4).act("StaySilent");
        assert_eq!(s.phase(), phase, "{seats:?}");
    }
}

#[test]
fn gs_77_thefts_are_the_victims_to_notice_and_limited() {
    let sets = ["variant.legal_theft=true", "theft.notice_prob=[0, 1, 0]", "theft.cash_max=30"];
    for (thief, victim, stolen) in [(0, 1, 0), (1, 0, 30), (2, 1, 0), (1, 2, 30)] {
        for _ in 0..20 {
            let mut s = scene_of(&sets, &["", "", ""], thief);
            s.acts(&[&format!("Target({victim})"), "Cash"]);
            assert_eq!((s.money(thief), s.money(victim)), (1000 + stolen, 1000 - stolen));
            let tried = |e: &Event| matches!(e, Event::Theft { what: Loot::Cash, noticed, .. } if *noticed == (stolen == 0));
            assert!(s.events.iter().any(tried));
        }
    }
}

#[test]
fn prices_and_swap_cash_of_a_trade() {
    let sets = ["trade.price_grid=[30, 70]", "trade.swap_cash_grid=[0, 40]"];
    let mut s = scene(&sets, &["gift_1", "donuts $60", "$20"]);
    let start = s.state.clone();
    s.act("Sell");
    assert_eq!(s.legal(), ["TradePartner(1)"], "seat 2 hasn't got the lowest price");
    s.acts(&["TradePartner(1)", "TradeGive(gift_1)"]);
    assert_eq!(s.legal(), ["TradeCash(30)"]);
    s.state = start.clone();
    s.acts(&["Buy", "TradePartner(1)", "TradeGet(donuts)"]);
    assert_eq!(s.legal(), ["TradeCash(30)", "TradeCash(70)"]);
    s.act("TradeCash(70)");
    assert_eq!(s.legal(), ["Refuse", "Accept", "Counter(30)"]);
    s.state = start;
    s.acts(&["Swap", "TradePartner(1)", "TradeGive(gift_1)", "TradeGet(donuts)"]);
    assert_eq!(s.legal(), ["TradeCash(0)", "TradeCash(40)", "TradeCash(-40)"]);
}

#[test]
fn gs_80_parts_of_a_price_and_the_unit() {
    for (unit, left, paid) in [("1", 973, 27), ("5", 975, 25), ("10", 980, 20)] {
        let sets =
            ["variant.price_bartering=true", "barter.fractions=[0.01, 0.54]", &format!("money.unit={unit}")];
        let mut s = scene(&sets, &["", "+tina"]);
        s.roll(2, 4).act("Haggle");
        // A hundredth of 50 is nothing; 0.54 of it is 27.
        assert_eq!(s.legal(), ["HaggleOffer(0.54)"]);
        s.acts(&["HaggleOffer(0.54)", "Accept"]);
        assert_eq!((s.money(0), s.money(1)), (left, 1000 + paid), "unit {unit}");
    }
}
