//! The interface of a script to bots, statistics and reports, beside its rules.

use std::borrow::Cow;
use std::sync::Arc;

use ludometer_bots::{BotSpec, KINDS, kind_settings};
use ludometer_model::{
    Area, BySeat, Contest, EventClass, EventKind, FeatureSink, Game, Names, RuleError, RuleSet, SHARE_UNITS,
    Seat, SeatSet, Standing, Value, capital, readable,
};
use ludometer_playable::{BotDefault, CardKind, Choices, Design, Playable, Scores, Setting, bot_defaults};

use crate::error::ScriptError;
use crate::event::What;
use crate::file::ScriptFile;
use crate::layout::{Layout, ZoneKind, head, seats_at, u16_at};
use crate::pace::Pace;
use crate::stats::tables;
use crate::{ScriptAction, ScriptGame, ScriptState, ScriptStats, ScriptView};

/// The ways in which a seat acts against another: an event's kind of interaction is its index here.
pub(crate) const INTERACTIONS: [&str; 3] = ["takes a card of", "looks at the cards of", "changes hands with"];

/// The prefix of the names of notes among the kinds of events.
pub(crate) const NOTE: &str = "note ";

/// The events that the engine announces, with the functions of which at least one leads to them.
const EVENTS: [(What, &str, &[&str]); 12] = [
    (
        What::Move,
        "move",
        &["draw", "move", "force", "place", "under", "insert", "move_as", "move_all", "force_all"],
    ),
    (What::Shuffle, "shuffle", &["fill", "reshuffle", "shuffle"]),
    (What::Show, "show", &["show", "peek"]),
    (What::Reveal, "reveal", &["reveal"]),
    (What::Swap, "swap", &["swap"]),
    (What::Rotate, "rotate", &["rotate"]),
    (What::Roll, "roll", &["roll"]),
    (What::Shake, "shake", &["shake"]),
    (What::Choose, "choose", &["together", "secretly"]),
    (What::Number, "number", &["number", "numbers"]),
    (What::Interaction, "interaction", &["interaction"]),
    (What::Took, "took", &["took"]),
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

pub(crate) fn design_with(file: &ScriptFile, id: &str, bot_defaults: Vec<BotDefault>) -> Design {
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
        interactions: interactions(file),
        progress_unit: "points".to_owned(),
        tables: tables(&file.scan.metrics),
        files: file.sheets.iter().map(|sheet| sheet.file().to_owned()).collect(),
        heuristic_weights: file.facts.weights.iter().map(weight).collect(),
        kind: file.facts.kind,
        greedy_is_random: !file.facts.has_appeals,
        bot_defaults,
        ..Design::default()
    }
}

/// Returns the ways in which a seat acts against another: those that the script names, or else those that are guessed.
fn interactions(file: &ScriptFile) -> Vec<String> {
    if file.scan.interactions.is_empty() {
        return INTERACTIONS.iter().map(|&name| name.to_owned()).collect();
    }
    file.scan.interactions.iter().map(|word| readable(word)).collect()
}

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
        let length = f64::from(file.pace.get_or_init(|| Pace::measure(file)).look_ahead);
        list.extend([("mcts", "length", length), ("flat-mc", "length", length)]);
    }
    if file.facts.has_appeals {
        list.extend([("mcts", "rollout", 1.0), ("flat-mc", "rollout", 1.0)]);
    }
    let mut defaults = bot_defaults(&list);
    // Those of the script stand last, so they count.
    defaults.extend(own_defaults(file).unwrap_or_default());
    defaults
}

/// Returns the defaults of bots that the script sets.
///
/// # Errors
/// A bot or setting that there is not, or a value that it can't have.
pub(crate) fn own_defaults(file: &ScriptFile) -> Result<Vec<BotDefault>, ScriptError> {
    let design = design_with(file, &file.id, Vec::new());
    let read = |(bot, setting, value): &(String, String, String)| {
        let wrong = |what: String| ScriptError::new(&file.name, None, format!("`game.bots`: {what}"));
        // As it would be typed behind `--bots`.
        BotSpec::parse(&format!("{bot}:{setting}={value}"), &design)
            .map_err(|error| wrong(error.to_string()))?;
        let kind = KINDS.iter().find(|(_, name, _)| name == bot);
        let settings = kind.map(|&(kind, ..)| kind_settings(kind, &design)).unwrap_or_default();
        let known = settings.iter().find(|known| known.name == *setting);
        let value = known.and_then(|known| known.choices.read(value));
        let value = value.ok_or_else(|| wrong(format!("{bot} is no built-in bot with settings")))?;
        Ok(BotDefault { bot: bot.clone().into(), setting: setting.clone().into(), value })
    };
    file.facts.bots.iter().map(read).collect()
}

/// Returns the values of a script's parameters that are set in a rule set: the script gives the others.
pub(crate) fn values(file: &ScriptFile, rules: &RuleSet) -> Vec<(String, Value)> {
    let value = |key: &String| Some((key.clone(), rules.get(key).filter(|_| rules.is_set(key))?.clone()));
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
    /// Returns true if a game that is not over has standings, be it by its score.
    pub(crate) fn has_progress(&self) -> bool {
        self.shared.declared.contest.standing.is_counted()
    }

    /// Returns a score so that more is better.
    fn upwards(&self, score: f64) -> f64 {
        if self.shared.declared.contest.ends.fewest_win { -score } else { score }
    }

    /// Returns what scores are worth to players who play together, each of whom has an even part of it: nothing before the pace
    /// was measured.
    fn worth(&self, score: impl Fn(Seat) -> f64) -> Option<BySeat<f64>> {
        let pace = self.shared.file.pace.get()?;
        let seats = self.shared.seats;
        Some(BySeat::of_table(seats, |seat| pace.worth(self.upwards(score(seat))) / seats as f64))
    }

    /// Returns each seat's score as a share of the way from the least to the most.
    fn shares_of(&self, (least, most): (f64, f64), score: impl Fn(Seat) -> f64) -> BySeat<f64> {
        let share = |seat| {
            let share = ((score(seat) - least) / (most - least)).clamp(0.0, 1.0);
            if self.shared.declared.contest.ends.fewest_win { 1.0 - share } else { share }
        };
        BySeat::of_table(self.shared.seats, share)
    }
}

/// Returns what lies on the table: all that the script has, and whose it is.
fn areas(layout: &Layout, names: &Names) -> Vec<Area> {
    let numbers = layout.numbers.iter().filter(|number| number.is_shown);
    let numbers = numbers.map(|number| (number.name.as_str(), number.seat.is_some()));
    let secrets = layout.secrets.iter().map(|secret| (secret.name.as_str(), true));
    let cells = layout.cells.iter().filter(|cells| cells.is_shown).map(|cells| (cells.name.as_str(), false));
    let zones = layout.zones.iter().map(|zone| (zone.name.as_str(), zone.owner.is_some()));
    let sealed = (layout.sealed || layout.secret.is_some()).then_some(("chosen", true));
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

    fn contest(&self) -> Contest {
        self.shared.declared.contest.clone()
    }

    fn given_names(&self) -> Names {
        let names = self.shared.file.facts.names.clone();
        Names { areas: areas(self.layout(), &names), ..names }
    }

    fn warnings(&self) -> Vec<String> {
        self.shared.declared.warned.clone()
    }

    fn settled(&self, mut rules: RuleSet) -> RuleSet {
        rules.derive(self.shared.derived.iter().cloned());
        rules
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
        layout.check_secrets(bytes)?;
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
            let asks = ["known", "unseen", "possible"]
                .iter()
                .any(|&call| self.shared.file.scan.calls.contains(call));
            let scored = self.with_machine(|machine| {
                let mut bytes = Cow::Borrowed(&view.bytes);
                if asks {
                    self.layout().deduce(bytes.to_mut(), view.seat, &mut machine.pool);
                }
                machine.score(&bytes, seat, bits.clone(), weights, scores)?;
                self.witnessed(machine, "appeal", |witness| {
                    let mut told = Vec::new();
                    witness.score(&bytes, seat, bits, weights, &mut told)?;
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
        let Some(payoff) = self.shared.declared.payoff else { return self.chances(state) };
        match self.figures(state, self.shared.declared.has_estimate) {
            Some(figures) => self.shares_of(payoff, |seat| figures[seat.index()]),
            None => self.chances(state),
        }
    }

    fn chances(&self, state: &ScriptState) -> BySeat<f64> {
        let (seats, declared) = (self.shared.seats, &self.shared.declared);
        let even = BySeat::of_table(seats, |_| 1.0 / seats as f64);
        if !declared.has_estimate && !self.has_progress() {
            return even;
        }
        let Some(figures) = self.figures(state, declared.has_estimate) else { return even };
        if !declared.contest.is_contest() {
            // An estimate is the chance to win.
            let part = |seat: Seat| figures[seat.index()].clamp(0.0, 1.0) / seats as f64;
            return if declared.has_estimate {
                BySeat::of_table(seats, part)
            } else {
                self.worth(|seat| figures[seat.index()]).unwrap_or(even)
            };
        }
        // Estimates are shares as they stand; scores, and estimates of them, count from just below the worst. The first seat of a
        // side has those of all.
        let worth = |figure: f64| if declared.has_estimate { figure } else { self.upwards(figure) };
        let worst = figures[..seats].iter().copied().map(worth).fold(f64::INFINITY, f64::min);
        let are_shares = declared.has_estimate && declared.payoff.is_none();
        let floor = if are_shares { 0.0 } else { worst - 1.0 };
        let share = |party: &SeatSet| {
            let first = party.iter().next().map_or(0, Seat::index);
            (worth(figures[first]) - floor).max(0.0)
        };
        let parties = &declared.contest.parties;
        let sum: f64 = parties.iter().map(share).sum();
        if !(sum > 0.0 && sum.is_finite()) {
            return even;
        }
        BySeat::of_table(seats, |seat| {
            let party = &parties[declared.contest.party_of(seat)];
            share(party) / sum / f64::from(party.len())
        })
    }

    fn reward(&self, state: &ScriptState) -> BySeat<f64> {
        let outcome = self.outcome(state);
        match self.shared.declared.payoff {
            _ if outcome.unfinished => self.evaluate(state),
            Some(payoff) => self.shares_of(payoff, |seat| outcome.scores[seat] as f64),
            None if self.shared.declared.contest.ends.are_scored && outcome.is_won() => {
                let score = |seat| outcome.scores[seat] as f64;
                self.worth(score).unwrap_or_else(|| BySeat::all(0.0))
            }
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
        if !self.has_progress() {
            return BySeat::all(0);
        }
        // Where there are standings, the score is not what a game that is over stood at.
        if self.to_move(state).is_none() && self.shared.declared.contest.standing == Standing::Score {
            return self.outcome(state).scores;
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
