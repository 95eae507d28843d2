//! Planted defects are found, and a sound game is left alone.

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::{
    AnalysisPlan, AnyGame, CardChange, CardEffect, CardPrecision, CardValueRow, Depth, FindingRow, Loaded,
    Plan, Seating, Severity, SkillRow, VarianceRow, Work,
};
use ludometer_model::{
    BySeat, CardMove, Event, EventClass, EventKind, EventSink, Game, LazySchema, MenuReader, Outcome, Rng,
    RuleError, RuleSet, Schema, Seat, described_by_its_types,
};
use ludometer_playable::{CardKind, Compiled, Design, Playable, Scores, defined_by_its_type, names};
use ludometer_stats::Row;
use serde::Serialize;

/// The further plays beside the batch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Further {
    Nothing,
    Skill,
    CardValues,
}

/// Returns the rows of a table of an analysed batch of greedy play.
fn analysed<R: Row>(settings: &[&str], plays: u64, seed: u64, further: Further) -> Vec<R> {
    let mut rules = RuleSet::defaults(Coins::schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    let game = Loaded::<Coins>::new(SEATS, rules).unwrap();
    let bots = vec![game.bot("greedy").unwrap(); SEATS];
    let plan =
        Plan { seed, plays: 0..plays, seating: Seating::Rotate, threads: 2, timing: false, stall: None };
    let skill = further == Further::Skill;
    let card_values = (further == Further::CardValues).then(|| "1".parse::<CardPrecision>().unwrap());
    let analysis = AnalysisPlan { depth: Depth::Basic, skill, card_values, target: None };
    let batch = game.analyse(&bots, &plan, Work::unwatched(), None, analysis).unwrap();
    batch.report.rows()
}

/// Returns the findings that are more than notes and doubts: topic, text, bots that they hold for.
fn found(settings: &[&str], plays: u64, seed: u64) -> Vec<(String, String, String)> {
    let rows = analysed::<FindingRow>(settings, plays, seed, Further::Nothing);
    let sure = rows.into_iter().filter(|row| row.severity < Severity::Note);
    sure.map(|row| (row.topic, row.text, row.holds_for)).collect()
}

fn has(found: &[(String, String, String)], topic: &str, words: &str) -> bool {
    found.iter().any(|(t, text, _)| t == topic && text.contains(words))
}

#[test]
fn the_toy_keeps_the_contract() {
    let game = Coins::new(SEATS, &RuleSet::defaults(Coins::schema())).unwrap();
    crate::check(&game, 100, 1).unwrap();
}

#[test]
fn a_seat_that_starts_richer_is_found() {
    let found = found(&["head_start=5"], 2000, 1);
    assert!(has(&found, "seat balance", "Player A wins"), "{found:?}");
    let seat = found.iter().find(|f| f.1.starts_with("Player A")).unwrap();
    assert!(seat.2.contains("greedy") && seat.2.contains("random"), "{seat:?}");
}

#[test]
fn a_card_that_always_wins_is_found() {
    let found = found(&["deck.crown=1"], 2000, 1);
    assert!(has(&found, "strong cards", "being dealt Crown"), "{found:?}");
    assert!(has(&found, "strong cards (observed)", "having drawn Crown"), "{found:?}");
}

#[test]
fn a_card_that_can_never_be_played_is_found() {
    let found = found(&["deck.stone=6"], 1000, 1);
    assert!(has(&found, "dead cards", "Stone was drawn"), "{found:?}");
}

#[test]
fn a_deck_that_loops_is_found() {
    let found = found(&["deck.penny=0", "deck.shilling=0", "deck.stone=12"], 300, 1);
    assert!(has(&found, "loops", "the deck goes round and round"), "{found:?}");
    assert!(has(&found, "unfinished games", "limit of turns"), "{found:?}");
    assert!(has(&found, "loops", "no score or standing changes"), "{found:?}");
}

#[test]
fn a_sound_game_is_left_alone() {
    // What is true of the game in the long run is no false alarm. Stated: at most one analysis in
    // twenty says anything else. Four or more of twenty would be a chance of 1.6 %.
    let about = |(topic, text, _): &(String, String, String)| {
        let words: Vec<&str> = text.split(' ').take(2).collect();
        (topic.clone(), words.join(" "))
    };
    let truth: Vec<_> = found(&[], 40_000, 1).iter().map(about).collect();
    assert!(!truth.iter().any(|(topic, _)| topic == "seat balance" || topic == "dead cards"), "{truth:?}");
    let false_alarm = |seed: &u64| found(&[], 1000, 100 + seed).iter().any(|f| !truth.contains(&about(f)));
    let alarms: Vec<u64> = (0..20).filter(false_alarm).collect();
    assert!(alarms.len() < 4, "{alarms:?} besides {truth:?}");
}

#[test]
fn few_plays_earn_no_verdict() {
    let rows = analysed::<FindingRow>(&["head_start=5"], 60, 1, Further::Nothing);
    assert_eq!(rows[0].severity, Severity::Unclear);
    assert!(found(&["head_start=5"], 60, 1).is_empty());
}

#[test]
fn one_crown_more_shortens_play_and_pays_who_is_dealt_it() {
    let rows = analysed::<CardValueRow>(&["deck.crown=1"], 4000, 1, Further::CardValues);
    let row = |change, on| {
        let is = |row: &&CardValueRow| row.card == "crown" && row.change == change && row.on == on;
        rows.iter().find(is).unwrap()
    };
    let adjusted = |change, on| row(change, on).adjusted.unwrap();
    assert!(adjusted(CardChange::OneMore, CardEffect::Turns).1 < 0.0);
    assert!(adjusted(CardChange::OneLess, CardEffect::Turns).0 > 0.0);
    // Each deck is known as exactly as was wanted, and has as many plays as that took.
    for change in [CardChange::OneMore, CardChange::OneLess] {
        let row = row(change, CardEffect::Turns);
        let (low, high) = row.effect.interval.unwrap();
        assert_eq!(row.stopped, "precision", "{change:?}");
        assert!((high - low) / 2.0 <= row.precision.unwrap(), "{change:?}");
    }
    // Who is dealt it plays it at once and wins. In 35 of 41 plays nobody is, and one of the seats
    // without it wins: 35/41 among 3 - 6/41 such seats. The effect is 1 - 0.299.
    let (low, high) = adjusted(CardChange::Dealt, CardEffect::WinShare);
    let expected = 1.0 - (35.0 / 41.0) / (3.0 - 6.0 / 41.0);
    assert!(low < expected && expected < high);
    assert!(low > 0.6);
}

#[test]
fn the_ladder_of_skill_is_reported() {
    let skill = analysed::<SkillRow>(&[], 1000, 1, Further::Skill);
    let rate = skill[0].interval.unwrap().0;
    assert!(rate > 1.0 / 3.0, "greedy beats random: {rate}");
}

/// Returns the share of a source in the variance, and its interval.
fn explained(rows: &[VarianceRow], among: &str, source: &str) -> [f64; 3] {
    let row = rows.iter().find(|row| row.among == among && row.source == source).unwrap();
    let (low, high) = row.share.interval.unwrap();
    [row.share.value.unwrap(), low, high]
}

#[test]
fn bots_explain_nothing_of_a_lottery() {
    let table = analysed(&["lot=1", "deck.shilling=0"], 300, 1, Further::Skill);
    let [bot, low, high] = explained(&table, "ladder", "bot");
    assert!(bot < 0.02 && low == 0.0 && high < 0.06, "{bot} {low} {high}");
    assert!(explained(&table, "ladder", "deal")[0] > 0.9, "a lot drawn with the deal");
    assert!(explained(&table, "this run", "deal")[0] > 0.99);
    let table = analysed(&["lot=2", "deck.shilling=0"], 300, 1, Further::Skill);
    assert!(explained(&table, "ladder", "bot")[0] < 0.02);
    // Greedy plays of the same deal are of the same length: the same lot is drawn in them.
    assert!(explained(&table, "this run", "draws")[0] > 0.9, "a lot drawn at the end");
    let sum: f64 = table[..6].iter().map(|row| row.share.value.unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn the_bot_explains_all_of_a_game_that_it_decides() {
    // Pennies alone: who plays one each turn is first, and random bots pass half of their turns.
    let table = analysed(&["deck.shilling=0"], 300, 1, Further::Skill);
    let [bot, low, _] = explained(&table, "greedy among random", "bot");
    assert!(bot > 0.98 && low > 0.95, "{bot} from {low}");
}

pub(crate) const SEATS: usize = 3;

/// Penny, shilling, crown, stone: what they are worth; a stone can't be played.
const WORTH: [i64; 4] = [1, 2, 100, 0];
const NAMES: [&str; 4] = ["penny", "shilling", "crown", "stone"];
const STONE: usize = 3;

/// Points that end the play with the round.
const GOAL: i64 = 12;
const LAST_TURN: u32 = 600;

/// The bonus that puts the winner before all others, whatever their points.
const WON: i64 = 10_000;

static SCHEMA: LazySchema = LazySchema::new(
    r#"
    game = "coins"
    usual_seats = 3
    [messages]
    unknown = "{key}: unknown key"
    range = "{key} = {value}: allowed are {range}"
    [[param]]
    key = "head_start"
    default = 0
    range = [0, 10]
    from = "assumed"
    about = "Points of seat 0 at the beginning"
    [[param]]
    key = "deck.penny"
    default = 20
    range = [0, 40]
    from = "assumed"
    about = "Pennies"
    [[param]]
    key = "deck.shilling"
    default = 20
    range = [0, 40]
    from = "assumed"
    about = "Shillings"
    [[param]]
    key = "deck.crown"
    default = 0
    range = [0, 40]
    from = "assumed"
    about = "Crowns: a hundred points"
    [[param]]
    key = "deck.stone"
    default = 0
    range = [0, 40]
    from = "assumed"
    about = "Stones: nothing can be done with them"
    [[param]]
    key = "lot"
    default = 0
    range = [0, 2]
    from = "assumed"
    about = "Who wins: 0 the points, 1 a lot drawn with the deal, 2 a lot drawn at the end"
    "#,
);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct State {
    hands: [[u8; 4]; SEATS],
    stock: [u8; 4],
    pile: [u8; 4],
    points: [i64; SEATS],
    turn: u32,
    winner: Option<usize>,
    /// Whom the lot of the deal makes the winner.
    lot: Option<usize>,
    over: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Move {
    Play(usize),
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(kind) => write!(f, "play {}", NAMES[*kind]),
            Self::Pass => f.write_str("pass"),
        }
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum News {
    Draw { seat: Seat, kind: usize },
    Played { seat: Seat, kind: usize },
    Shuffle,
}

impl Event for News {
    fn card(&self) -> Option<CardMove> {
        match *self {
            Self::Draw { seat, kind } => Some(CardMove::Drawn { seat, kind }),
            Self::Played { seat, kind } => Some(CardMove::Played { seat, kind }),
            Self::Shuffle => None,
        }
    }

    fn is_reshuffle(&self) -> bool {
        matches!(self, Self::Shuffle)
    }

    fn event_kind(&self) -> Option<usize> {
        matches!(self, Self::Shuffle).then_some(0)
    }
}

#[derive(Clone)]
struct Coins {
    head_start: i64,
    deck: [u8; 4],
    lot: i64,
}

impl Coins {
    fn draw<L: EventSink<News>>(state: &mut State, seat: usize, rng: &mut Rng, log: &mut L) {
        if state.stock == [0; 4] {
            state.stock = std::mem::take(&mut state.pile);
            log.emit(News::Shuffle);
        }
        let left: u32 = state.stock.iter().map(|&n| u32::from(n)).sum();
        if left == 0 {
            return;
        }
        let cards = |(kind, &copies): (usize, &_)| std::iter::repeat_n(kind as u64, usize::from(copies));
        let mut at = if rng.is_coupled() {
            rng.race(state.stock.iter().enumerate().flat_map(cards)) as u32
        } else {
            rng.below(left)
        };
        for kind in 0..4 {
            let here = u32::from(state.stock[kind]);
            if at < here {
                state.stock[kind] -= 1;
                state.hands[seat][kind] += 1;
                log.emit(News::Draw { seat: Seat::new(seat), kind });
                return;
            }
            at -= here;
        }
    }

    const fn mover(state: &State) -> usize {
        state.turn as usize % SEATS
    }
}

impl Game for Coins {
    type State = State;
    type Action = Move;
    type View = State;
    type Event = News;

    fn seats(&self) -> usize {
        SEATS
    }

    fn has_hidden_information(&self) -> bool {
        false
    }

    fn new_state(&self) -> State {
        State::default()
    }

    fn deal<L: EventSink<News>>(&self, state: &mut State, rng: &mut Rng, log: &mut L) {
        *state = State { stock: self.deck, ..State::default() };
        state.points[0] = self.head_start;
        state.lot = (self.lot == 1).then(|| rng.index(SEATS));
        for seat in 0..SEATS {
            for _ in 0..2 {
                Self::draw(state, seat, rng, log);
            }
        }
    }

    fn to_move(&self, state: &State) -> Option<Seat> {
        (!state.over).then(|| Seat::new(Self::mover(state)))
    }

    fn menu<R: MenuReader<Move>>(&self, state: &State, reader: R) -> R::Out {
        let hand = state.hands[Self::mover(state)];
        reader.list(|into| {
            into.extend((0..STONE).filter(|&kind| hand[kind] > 0).map(Move::Play));
            into.push(Move::Pass);
        })
    }

    fn apply<L: EventSink<News>>(&self, state: &mut State, action: Move, rng: &mut Rng, log: &mut L) {
        let mover = Self::mover(state);
        match action {
            Move::Play(kind) => {
                state.hands[mover][kind] -= 1;
                state.pile[kind] += 1;
                state.points[mover] += WORTH[kind];
                log.emit(News::Played { seat: Seat::new(mover), kind });
            }
            // Who passes puts away a stone, if there is one.
            Move::Pass if state.hands[mover][STONE] > 0 => {
                state.hands[mover][STONE] -= 1;
                state.pile[STONE] += 1;
            }
            Move::Pass => {}
        }
        Self::draw(state, mover, rng, log);
        state.turn += 1;
        let best = state.points.iter().max().copied().unwrap_or(0);
        if (state.turn as usize).is_multiple_of(SEATS) && best >= GOAL {
            // The lot decides among the best: no seat is better placed than another.
            let leads = |&seat: &usize| state.points[seat] == best || self.lot == 2;
            let leaders: Vec<usize> = (0..SEATS).filter(leads).collect();
            state.winner = state.lot.or(Some(leaders[rng.index(leaders.len())]));
            state.over = true;
        }
        state.over |= state.turn == LAST_TURN;
    }

    fn outcome(&self, state: &State) -> Outcome {
        let scores = BySeat::from_fn(|seat| {
            let points = state.points.get(seat.index()).copied().unwrap_or(0);
            2 * points + WON * i64::from(state.winner == Some(seat.index()))
        });
        let rounds = Outcome::rounds_of_turns(state.turn, SEATS);
        Outcome::ranked(SEATS, scores, state.turn, rounds, state.winner.is_none(), |a, b| a > b)
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn
    }

    fn view(&self, state: &State, _: Seat) -> State {
        *state
    }

    fn determinize(&self, view: &State, _: &mut Rng, into: &mut State) {
        *into = *view;
    }

    described_by_its_types!();
}

impl Compiled for Coins {
    fn definition() -> &'static Design {
        static DESIGN: LazyLock<Design> = LazyLock::new(|| Design {
            id: "coins".to_owned(),
            title: "Coins".to_owned(),
            action_kinds: names(&["play", "pass"]),
            phases: names(&["play"]),
            event_kinds: vec![EventKind::new(EventClass::Event, "shuffle", "")],
            progress_unit: "points".to_owned(),
            ..Design::default()
        });
        &DESIGN
    }

    fn schema() -> Arc<Schema> {
        SCHEMA.get()
    }

    fn seats_allowed(_: &RuleSet) -> (usize, usize) {
        (SEATS, SEATS)
    }

    fn new(seats: usize, rules: &RuleSet) -> Result<Self, RuleError> {
        if seats != SEATS {
            return Err(RuleError::new("three seats"));
        }
        let deck = NAMES.map(|name| rules.int(&format!("deck.{name}")) as u8);
        Ok(Self { head_start: rules.int("head_start"), deck, lot: rules.int("lot") })
    }
}

impl Playable for Coins {
    type Stats = ();
    type Weights = ();

    defined_by_its_type!();

    fn cards(&self) -> Vec<CardKind> {
        let kind = |(name, &copies): (&&str, &u8)| CardKind::new(*name, copies.into());
        NAMES.iter().zip(&self.deck).map(kind).collect()
    }

    fn action_kind(&self, action: Move) -> usize {
        usize::from(action == Move::Pass)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        let count = |kind: usize| {
            let hands: u8 = state.hands.iter().map(|hand| hand[kind]).sum();
            hands + state.stock[kind] + state.pile[kind]
        };
        let kept = (0..4).all(|kind| count(kind) == self.deck[kind]);
        if kept { Ok(()) } else { Err("cards are lost".to_owned()) }
    }

    fn score_actions(&self, _: &State, legal: &[Move], (): &(), scores: &mut Scores<Move>) {
        scores.extend(legal.iter().map(|action| match action {
            Move::Play(kind) => WORTH[*kind] as f64,
            Move::Pass => 0.0,
        }));
    }

    fn evaluate(&self, state: &State) -> BySeat<f64> {
        let weights = state.points.map(|points| (points.min(20) as f64 / 2.0).exp());
        let sum: f64 = weights.iter().sum();
        BySeat::from_fn(|seat| weights.get(seat.index()).map_or(0.0, |weight| weight / sum))
    }

    fn progress(&self, state: &State) -> BySeat<i64> {
        BySeat::from_fn(|seat| state.points.get(seat.index()).copied().unwrap_or(0))
    }

    fn hand_contents(&self, state: &State, seat: Seat, tell: &mut impl FnMut(usize, u32)) {
        for (kind, &copies) in state.hands[seat.index()].iter().enumerate().filter(|(_, n)| **n > 0) {
            tell(kind, copies.into());
        }
    }

    fn copies_key(&self, card: &str) -> Option<String> {
        Some(format!("deck.{card}"))
    }
}
