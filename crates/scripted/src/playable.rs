//! The interface of a script to bots, statistics and reports, beside its rules.

use std::borrow::Cow;
use std::sync::Arc;

use ludometer_bots::{Playout, Rollout};
use ludometer_model::{
    Area, BySeat, EventClass, EventKind, FeatureSink, Game, Names, RuleError, RuleSet, SHARE_UNITS, Seat,
    Silent, Streams, Value, capital,
};
use ludometer_playable::{BotDefault, CardKind, Choices, Design, Playable, Scores, Setting, bot_defaults};

use crate::event::What;
use crate::file::ScriptFile;
use crate::layout::{Layout, ZoneKind, head, seats_at, u16_at};
use crate::stats::tables;
use crate::{ScriptAction, ScriptGame, ScriptState, ScriptStats, ScriptView};

/// The ways in which a seat acts against another: an event's kind of interaction is its index here.
pub(crate) const INTERACTIONS: [&str; 3] = ["takes a card of", "looks at the cards of", "changes hands with"];

/// The prefix of the names of notes among the kinds of events.
pub(crate) const NOTE: &str = "note ";

/// The events that the engine announces, with the functions of which at least one leads to them.
const EVENTS: [(What, &str, &[&str]); 10] = [
    (What::Move, "move", &["draw", "move", "force", "place"]),
    (What::Shuffle, "shuffle", &["fill", "reshuffle", "shuffle"]),
    (What::Show, "show", &["show", "peek"]),
    (What::Reveal, "reveal", &["reveal"]),
    (What::Swap, "swap", &["swap"]),
    (What::Rotate, "rotate", &["rotate"]),
    (What::Roll, "roll", &["roll"]),
    (What::Shake, "shake", &["shake"]),
    (What::Choose, "choose", &["together"]),
    (What::Number, "number", &["number", "numbers"]),
];

/// Returns what can be announced by a script, with the first note last but as many as there are.
pub(crate) fn event_kinds(file: &ScriptFile) -> (Vec<What>, Vec<EventKind>) {
    let event = |name: String| EventKind {
        kind: EventClass::Event,
        name: Cow::Owned(name),
        clause: Cow::Borrowed(""),
    };
    let used = EVENTS.iter().filter(|(_, _, calls)| calls.iter().any(|call| file.scan.calls.contains(*call)));
    let (what, mut kinds): (Vec<What>, Vec<EventKind>) =
        used.map(|(what, name, _)| (*what, event((*name).to_owned()))).unzip();
    kinds.extend(file.scan.notes.iter().map(|note| event(format!("{NOTE}{note}"))));
    kinds.extend(file.scan.metrics.iter().map(|own| event(format!("{}{}", own.measure.prefix(), own.word))));
    (what, kinds)
}

/// Returns the names and lists of a script's game, with this id.
pub(crate) fn design(file: &Arc<ScriptFile>, id: &str) -> Design {
    design_with(file, id, search_defaults(file))
}

fn design_with(file: &ScriptFile, id: &str, bot_defaults: Vec<BotDefault>) -> Design {
    let names = |list: &[crate::source::Routine]| list.iter().map(|routine| routine.name.clone()).collect();
    let weight = |weight: &crate::file::Weight| Setting {
        name: Cow::Owned(weight.name.clone()),
        about: Cow::Borrowed("a weight of the script's appeals"),
        choices: Choices::Real(weight.low, weight.high),
        default: weight.default,
    };
    Design {
        id: id.to_owned(),
        title: file.facts.title.clone(),
        action_kinds: names(&file.scan.acts),
        phases: names(&file.scan.steps),
        event_kinds: event_kinds(file).1,
        interactions: INTERACTIONS.iter().map(|&name| name.to_owned()).collect(),
        progress_unit: "points".to_owned(),
        tables: tables(&file.scan.metrics),
        files: file.sheets.iter().map(|sheet| sheet.file().to_owned()).collect(),
        heuristic_weights: file.facts.weights.iter().map(weight).collect(),
        cooperative: is_cooperative(file),
        greedy_is_random: !file.facts.has_appeals,
        bot_defaults,
        ..Design::default()
    }
}

/// Returns true if the script ends its games for all seats at once alone, by `everyone_wins` and `everyone_loses`. Outcomes can't
/// tell: players who choose alike may come out level in every game.
fn is_cooperative(file: &ScriptFile) -> bool {
    let calls = |any: &[&str]| any.iter().any(|call| file.scan.calls.contains(*call));
    calls(&["everyone_wins", "everyone_loses"]) && !calls(&["win", "lose", "game_over"])
}

/// Turns that a search looks ahead, at least, and the most.
const LOOK_AHEAD: [u32; 2] = [12, 60];

/// Games that are played to see when points come, and the most decisions in all of them.
const MEASURED: u64 = 8;
const MOST_DECISIONS: u32 = 2000;

/// Returns how searches look ahead in a script: some turns of greedy play, where there is a score and appeals.
///
/// Against three `greedy`, 60 games and 60 iterations: playouts to the end at random won 18, 8, 56 and 0 % of Love Letter,
/// Crazy Eights, Tea Garden and Pure Profit, 12 turns of greedy play 38, 18, 78 and 10 %, in 0.7, 0.04, 1.3 and less than
/// 0.3 of the time. An iteration takes far longer than in a compiled game, so that there are fewer of them. Where points come all
/// along, looking farther is worse: half of a game of Love Letter, 40 turns, won 23 % of 120 games, and 12 turns 37 %; of Pure
/// Profit 32 turns 4 % of 168, and 12 turns 10 % of 200.
fn search_defaults(file: &Arc<ScriptFile>) -> Vec<BotDefault> {
    let mut list = vec![("mcts", "iterations", 200.0), ("flat-mc", "iterations", 200.0)];
    if file.facts.has_values {
        let length = f64::from(*file.look_ahead.get_or_init(|| look_ahead(file)));
        list.extend([("mcts", "length", length), ("flat-mc", "length", length)]);
    }
    if file.facts.has_appeals {
        list.extend([("mcts", "rollout", 1.0), ("flat-mc", "rollout", 1.0)]);
    }
    bot_defaults(&list)
}

/// A quarter of the points should be there after a quarter of the game; where it takes longer than this, they come late.
const LATE: f64 = 1.0 / 3.0;

/// Returns how many turns searches look ahead: the least, or half of a game where points come late, as they do in a few greedy
/// games at the usual table by the usual rules. Who looks less far doesn't see there what an investment brings: at Dominion with
/// money alone, of about 50 turns, 12 turns won none of 20 games, and 26 nine of 20; at Oh Hell 12 turns 19 % of 120, and 60
/// turns 37 %.
fn look_ahead(file: &Arc<ScriptFile>) -> u32 {
    let [least, most] = LOOK_AHEAD;
    let design = Arc::new(design_with(file, &file.id, Vec::new()));
    let Ok(game) = ScriptGame::with_design(file, &design, file.facts.seats.2, &[]) else { return least };
    if !game.shared.declared.has_score {
        return least;
    }
    let rollout = if file.facts.has_appeals { Rollout::Greedy { noise: 0.0 } } else { Rollout::Random };
    let mut playout = Playout::new(&game, rollout);
    let (mut state, mut legal) = (game.new_state(), Vec::new());
    let (mut games, mut all_turns, mut to_quarter, mut decisions) = (0, 0, 0, 0);
    'games: while games < MEASURED {
        let streams = Streams::new(0, games);
        let (mut chance, mut choices) = (streams.chance(), streams.side_stream(MEASURED));
        game.deal(&mut state, &mut chance, &mut Silent);
        // The scores at the beginning of each turn.
        let mut scores = vec![game.progress(&state)];
        while let Some(seat) = game.to_move(&state) {
            if scores.len() <= game.turn(&state) as usize {
                scores.resize(game.turn(&state) as usize + 1, game.progress(&state));
            }
            legal.clear();
            game.legal(&state, &mut legal);
            // A game without an end in sight says nothing.
            if legal.is_empty() || decisions == MOST_DECISIONS {
                break 'games;
            }
            let chosen = playout.choose(&game, &state, seat, &legal, &mut choices);
            game.apply(&mut state, legal[chosen], &mut chance, &mut Silent);
            decisions += 1;
        }
        // A mistake may take all the time that a decision has, in each game again.
        if game.fault_of(&state).is_some() {
            break;
        }
        // What the end alone brings says nothing of when points come.
        let last = *scores.last().unwrap_or(&BySeat::all(0));
        let best = Seat::all(game.seats()).max_by_key(|&seat| last[seat]);
        let quarter = best.map_or(0, |best| {
            let gained = |at: i64| 4 * (at - scores[0][best]) >= last[best] - scores[0][best];
            scores.iter().position(|at| gained(at[best])).unwrap_or(scores.len())
        });
        (games, all_turns, to_quarter) = (games + 1, all_turns + scores.len(), to_quarter + quarter);
    }
    let late = to_quarter as f64 > LATE * all_turns as f64;
    let half = if late && games > 0 { all_turns.div_ceil(2 * games as usize) } else { 0 };
    u32::try_from(half).unwrap_or(most).clamp(least, most)
}

/// Returns the values of a script's parameters in a rule set.
pub(crate) fn values(file: &ScriptFile, rules: &RuleSet) -> Vec<(String, Value)> {
    let value = |key: &String| Some((key.clone(), rules.get(key)?.clone()));
    file.facts.params.iter().filter_map(|param| value(&param.key)).collect()
}

/// Returns the script's game with a rule set.
pub(crate) fn with_rules(
    file: &Arc<ScriptFile>,
    design: &Arc<Design>,
    seats: usize,
    rules: &RuleSet,
) -> Result<ScriptGame, RuleError> {
    let (low, high, _) = file.facts.seats;
    if seats < low || seats > high {
        let noun = if seats == 1 { "seat" } else { "seats" };
        return Err(RuleError::new(format!("{seats} {noun}: allowed are {low}..{high}")));
    }
    ScriptGame::with_design(file, design, seats, &values(file, rules))
        .map_err(|error| RuleError::new(error.to_string()))
}

impl ScriptGame {
    /// Returns each seat's score as a share of the way from the least to the most.
    fn shares_of(&self, (least, most): (f64, f64), score: impl Fn(Seat) -> f64) -> BySeat<f64> {
        let share = |seat| ((score(seat) - least) / (most - least)).clamp(0.0, 1.0);
        BySeat::of_table(self.shared.seats, share)
    }
}

/// Returns what lies on the table: all that the script has, and whose it is.
fn areas(layout: &Layout, names: &Names) -> Vec<Area> {
    let numbers = layout.numbers.iter().map(|number| (number.name.as_str(), number.seat.is_some()));
    let secrets = layout.secrets.iter().map(|secret| (secret.name.as_str(), true));
    let cells = layout.cells.iter().map(|cells| (cells.name.as_str(), false));
    let zones = layout.zones.iter().map(|zone| (zone.name.as_str(), zone.owner.is_some()));
    let sealed = layout.sealed.then_some(("chosen", true));
    let mut all: Vec<(&str, bool)> = numbers.chain(secrets).chain(cells).chain(zones).chain(sealed).collect();
    // Each seat's has the same name, one after the other.
    all.dedup();
    let area = |(name, of_seats): (&str, bool)| Area {
        label: capital(&names.zones.get(name).cloned().unwrap_or_else(|| names.number(name))),
        path: if of_seats { format!("{name}.@") } else { name.to_owned() },
        ..Area::default()
    };
    all.into_iter().map(area).collect()
}

impl Playable for ScriptGame {
    type Stats = ScriptStats;
    type Weights = Vec<f64>;

    fn design(&self) -> &Design {
        &self.shared.design
    }

    fn with_rules(&self, rules: &RuleSet) -> Result<Self, RuleError> {
        with_rules(&self.shared.file, &self.shared.design, self.shared.seats, rules)
    }

    fn given_names(&self) -> Names {
        let names = self.shared.file.facts.names.clone();
        Names { areas: areas(self.layout(), &names), ..names }
    }

    fn most_turns(&self) -> Option<u64> {
        Some(self.shared.declared.most_turns)
    }

    fn cards(&self) -> Vec<CardKind> {
        let cards = self.shared.declared.cards.iter();
        cards
            .enumerate()
            .map(|(kind, card)| CardKind {
                is_blank: card.is_blank,
                is_played: self.is_played(kind),
                ..CardKind::new(&card.name, card.copies).titled(self.shared.file.facts.names.card(&card.name))
            })
            .collect()
    }

    fn action_kind(&self, action: ScriptAction) -> usize {
        if action.as_fault().is_some() { 0 } else { action.word() }
    }

    fn audit(&self, state: &ScriptState) -> Result<(), String> {
        let (layout, bytes) = (self.layout(), &state.bytes);
        let mut counted = vec![0; layout.kinds];
        for zone in &layout.zones {
            let mut size = 0;
            if zone.kind == ZoneKind::Bag {
                for (kind, copies) in zone.all_copies(bytes).enumerate() {
                    size += copies;
                    if !zone.fresh {
                        counted[kind] += copies;
                    }
                }
            } else {
                for card in zone.cards(bytes, zone.cap).filter(|&card| card != 0) {
                    size += 1;
                    counted[card - 1] += 1;
                }
            }
            if size != usize::from(u16_at(bytes, zone.off)) {
                return Err(format!("{} holds {size} cards, but its size is another", zone.name));
            }
        }
        // Kept wherever anybody may look, so wherever states are audited.
        for zone in layout.zones.iter().filter(|zone| zone.know > 0) {
            for seat in Seat::all(layout.seats).filter(|&seat| !zone.is_seen_by(seat)).map(Some).chain([None])
            {
                layout.check_known(bytes, zone, seat)?;
            }
        }
        for (kind, card) in self.shared.declared.cards.iter().enumerate() {
            let (there, all) = (counted[kind], layout.in_game(bytes, kind));
            if there != all {
                return Err(format!(
                    "{there} copies of {} lie in the zones, but {all} are in the game",
                    card.name
                ));
            }
        }
        Ok(())
    }

    fn fault(&self, state: &ScriptState, legal: &[ScriptAction]) -> Option<String> {
        let listed = || legal.first().and_then(|action| action.as_fault());
        let number = Some(u16_at(&state.bytes, head::FAULT)).filter(|&number| number > 0).or_else(listed)?;
        Some(self.fault_numbered(number)?.to_string())
    }

    fn score_actions(
        &self,
        view: &ScriptView,
        legal: &[ScriptAction],
        weights: &Vec<f64>,
        scores: &mut Scores<ScriptAction>,
    ) {
        let scores = &mut scores.values;
        let before = scores.len();
        let bits = legal.iter().map(|action| action.bits());
        let faulty = legal.iter().any(|action| action.as_fault().is_some());
        if !faulty {
            let seat = view.seat.index();
            let scored = self.with_machine(|machine| {
                machine.score(&view.bytes, seat, bits.clone(), weights, scores)?;
                self.witnessed(machine, "appeal", |witness| {
                    let mut told = Vec::new();
                    witness.score(&view.bytes, seat, bits, weights, &mut told)?;
                    Ok(told == scores[before..])
                })
            });
            if let Err(error) = scored {
                self.give_up(&error);
            }
        }
        scores.resize(before + legal.len(), 0.0);
    }

    fn observe(&self, view: &ScriptView, sink: &mut impl FeatureSink) {
        self.layout().observe(view, sink);
    }

    fn evaluate(&self, state: &ScriptState) -> BySeat<f64> {
        let (seats, declared) = (self.shared.seats, &self.shared.declared);
        let even = BySeat::of_table(seats, |_| 1.0 / seats as f64);
        if !declared.has_estimate && !declared.has_score {
            return even;
        }
        let Some(figures) = self.figures(state, declared.has_estimate) else { return even };
        if let Some(payoff) = declared.payoff {
            return self.shares_of(payoff, |seat| figures[seat.index()]);
        }
        // Estimates are shares as they stand; scores count from just below the lowest.
        let lowest = figures[..seats].iter().copied().fold(f64::INFINITY, f64::min);
        let floor = if declared.has_estimate { 0.0 } else { lowest - 1.0 };
        let share =
            |seat: Seat| if seat.index() < seats { (figures[seat.index()] - floor).max(0.0) } else { 0.0 };
        let sum: f64 = Seat::all(seats).map(share).sum();
        if sum > 0.0 && sum.is_finite() { BySeat::from_fn(|seat| share(seat) / sum) } else { even }
    }

    fn reward(&self, state: &ScriptState) -> BySeat<f64> {
        let outcome = self.outcome(state);
        match self.shared.declared.payoff {
            _ if outcome.unfinished => self.evaluate(state),
            Some(payoff) => self.shares_of(payoff, |seat| outcome.scores[seat] as f64),
            None => BySeat::from_fn(|seat| outcome.win_units()[seat] as f64 / SHARE_UNITS as f64),
        }
    }

    fn faults(&self) -> Vec<(String, u64)> {
        self.shared.all_faults()
    }

    fn decision_limit(&self) -> Option<u32> {
        Some(self.shared.declared.most_decisions)
    }

    fn payoff(&self) -> Option<(f64, f64)> {
        self.shared.declared.payoff
    }

    /// Returns a fourth of the usual number, which knows the same chance to a fifteenth: a script takes so much longer
    /// that the pilot would take minutes, longer than most batches.
    fn pilot_games(&self) -> u64 {
        4000
    }

    /// Fewer than of other games: a script may be slow.
    fn pilot_share(&self) -> u64 {
        8
    }

    fn progress(&self, state: &ScriptState) -> BySeat<i64> {
        if !self.shared.declared.has_score || self.to_move(state).is_none() {
            return if self.shared.declared.has_score { self.outcome(state).scores } else { BySeat::all(0) };
        }
        self.figures(state, false)
            .map_or(BySeat::all(0), |figures| BySeat::from_fn(|seat| figures[seat.index()] as i64))
    }

    fn is_eliminated(&self, state: &ScriptState, seat: Seat) -> bool {
        seats_at(&state.bytes, head::GONE).contains(seat)
    }

    fn hand_contents(&self, state: &ScriptState, seat: Seat, tell: &mut impl FnMut(usize, u32)) {
        let hands = || self.layout().zones.iter().filter(|zone| zone.is_hand() && zone.owner == Some(seat));
        for kind in 0..self.layout().kinds {
            let copies = hands().map(|zone| zone.copies(&state.bytes, kind)).sum::<usize>() as u32;
            if copies > 0 {
                tell(kind, copies);
            }
        }
    }

    fn copies_key(&self, card: &str) -> Option<String> {
        let key = format!("deck.{card}");
        self.shared.file.facts.params.iter().any(|param| param.key == key).then_some(key)
    }
}
