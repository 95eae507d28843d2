//! A play in which one seat is not a bot's: whoever sits there is asked through [`Person`].
//!
//! A person is told what its seat may know and nothing else: its view, its legal actions, and what
//! the others chose as far as they show it.

use std::sync::atomic::AtomicBool;

use serde_json::{Value as Json, json};

use super::play::{PlayError, identities};
use crate::bots::{BotSpec, Strategy, build};
use crate::games::Playable;
use crate::model::{BySeat, Decision, Outcome, Rng, RuleSet, Seat, Silent, Streams};

/// Imagined states in which an action is tried out, to find out whether it shows anything new.
const WORLDS: usize = 32;

/// A choice that the person is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The number of the turn.
    pub turn: u32,
    /// The name of the phase.
    pub phase: &'static str,
    /// What the seat knows.
    pub view: Json,
    /// The legal actions, more than one.
    pub legal: Vec<String>,
    /// What was chosen since the last question, in order, as far as the seat noticed.
    pub news: Vec<News>,
    /// Why the last own choice can't be taken back, or `None` if it can.
    pub no_undo: Option<&'static str>,
}

impl Question {
    /// The question that a decision puts to a person. A decision has no way to the state: what it
    /// gives, the mover may know.
    pub fn new<G: Playable>(
        decision: &Decision<'_, G>,
        news: Vec<News>,
        no_undo: Option<&'static str>,
    ) -> Self {
        Self {
            turn: decision.turn(),
            phase: decision.phase(),
            view: json!(decision.view()),
            legal: decision.legal().iter().map(ToString::to_string).collect(),
            news,
            no_undo,
        }
    }
}

/// A choice that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// By whom.
    pub seat: Seat,
    /// What, in full or, as `take ...`, its first word alone: as much as the seat that is told can know.
    /// `None` if that is nothing.
    pub action: Option<String>,
    /// True if there was no other choice.
    pub forced: bool,
}

/// What the person answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This one of the legal actions.
    Take(usize),
    /// Back to the last own choice. Ignored where [`Question::no_undo`] has a reason.
    Undo,
    /// No more.
    Quit,
}

/// Whoever sits in a seat.
pub trait Person {
    /// Asked for a choice.
    fn choose(&mut self, question: &Question) -> Answer;

    /// Told how the play ended, and what was chosen since the last question.
    fn over(&mut self, outcome: &Outcome, news: &[News]);
}

/// Which play a person sits in.
#[derive(Clone, Copy, Debug)]
pub struct Sitting<'a> {
    /// The person's seat.
    pub seat: Seat,
    /// The seed of the play.
    pub seed: u64,
    /// Its number.
    pub play: u64,
    /// Ends the play when it is set.
    pub stop: &'a AtomicBool,
}

/// What is left of a play with a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Sat {
    /// Its trace, one JSON object an event, as `trace --jsonl` writes it; choices that were taken back
    /// are not in it. Without its last line if the play did not come to its end.
    pub trace: Vec<Json>,
    /// True if the play came to its end.
    pub over: bool,
    /// Why it broke off, if a bot failed or the play was stopped.
    pub failure: Option<PlayError>,
}

impl Sat {
    /// A play that broke off after these lines.
    const fn broken(trace: Vec<Json>, failure: PlayError) -> Self {
        Self { trace, over: false, failure: Some(failure) }
    }
}

/// Where the person can go back to.
struct Before<S> {
    state: S,
    chance: Rng,
    lines: usize,
    news: Vec<News>,
}

const FIRST: &str = "you have not chosen anything yet";
const OTHERS: &str = "another seat has chosen since";
const CHANCE: &str = "chance has decided something since";
const FIRST_HERE: &str = "this is as far back as nothing new was shown";
const SHOWN: &str = "your choice has shown you something that you did not know";

/// Plays with a person in one seat; `bots` has one bot a seat, of which the person's is not used.
///
/// The person may take back a choice as long as nothing came of it that it didn't know before: no
/// other seat has chosen since, no random number was drawn, and in imagined states that agree with
/// all that its seat knew the choice leads to the same view.
pub(super) fn sit<G: Playable>(
    game: &G,
    rules: &RuleSet,
    bots: &[BotSpec],
    sitting: Sitting<'_>,
    person: &mut dyn Person,
) -> Sat {
    let seats = game.seats();
    let me = sitting.seat;
    let (names, identity) = identities(bots);
    let name = |seat: Seat| {
        if seat == me { "person" } else { names[usize::from(identity[seat.index()])].as_str() }
    };
    let streams = Streams::new(sitting.seed, sitting.play);
    let mut chance = streams.chance();
    let mut aside = streams.aside(2);
    let mut rngs: BySeat<Rng> = BySeat::from_fn(|seat| streams.seat(seat));
    let mut line_up: Vec<_> = bots.iter().map(|spec| build(spec, game)).collect();
    line_up.iter_mut().for_each(Strategy::begin);
    let mut state = game.blank();
    let mut events: Vec<G::Event> = Vec::new();
    game.deal(&mut state, &mut chance, &mut events);
    let mut lines = vec![json!({
        "event": "start",
        "game": G::ID,
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules.to_json(),
        "players": seats,
        "strategies": Seat::all(seats).map(name).collect::<Vec<_>>(),
        "seed": sitting.seed,
        "index": sitting.play,
        "state": json!(state),
    })];
    let mut legal = Vec::new();
    let mut news: Vec<News> = Vec::new();
    let mut back: Vec<Before<G::State>> = Vec::new();
    let mut no_undo = Some(FIRST);
    let mut decisions = 0;
    loop {
        lines.extend(events.drain(..).map(|event| json!(event)));
        let Some(seat) = game.to_move(&state) else { break };
        legal.clear();
        game.legal(&state, &mut legal);
        let decision = Decision::new(game, &state, seat, &legal).with_stop(sitting.stop);
        if decision.called_off() {
            return Sat::broken(lines, PlayError::Stopped);
        }
        let words = || legal.iter().map(ToString::to_string).collect::<Vec<_>>();
        let chosen = if seat != me {
            let chosen = line_up[seat.index()].decide(&decision, &mut rngs[seat]).map_err(|f| f.reason);
            if decision.called_off() {
                return Sat::broken(lines, PlayError::Stopped);
            }
            match chosen {
                Ok(chosen) if chosen < legal.len() => chosen,
                failed => {
                    let reason = failed
                        .map_or_else(|reason| reason, |i| format!("chose action {i} of {}", legal.len()));
                    let (bot, play) = (name(seat).to_owned(), sitting.play);
                    let failure = PlayError::Forfeit { bot, seat, decision: decisions, play, reason };
                    return Sat::broken(lines, failure);
                }
            }
        } else if legal.len() == 1 {
            0
        } else {
            let question = Question::new(&decision, std::mem::take(&mut news), no_undo);
            match person.choose(&question) {
                Answer::Take(chosen) if chosen < legal.len() => {
                    let (state, chance, news) = (state.clone(), chance.clone(), question.news);
                    back.push(Before { state, chance, lines: lines.len(), news });
                    chosen
                }
                // A person is asked again, whatever it says.
                Answer::Take(_) => {
                    news = question.news;
                    continue;
                }
                Answer::Undo => {
                    match back.pop().filter(|_| no_undo.is_none()) {
                        Some(before) => {
                            (state, chance, news) = (before.state, before.chance, before.news);
                            lines.truncate(before.lines);
                            if back.is_empty() {
                                no_undo = Some(FIRST_HERE);
                            }
                        }
                        None => news = question.news,
                    }
                    continue;
                }
                Answer::Quit => return Sat { trace: lines, over: false, failure: None },
            }
        };
        let action = legal[chosen];
        lines.push(json!({
            "event": "decision",
            "turn": decision.turn(),
            "phase": decision.phase(),
            "seat": seat,
            "legal": words(),
            "chosen": action.to_string(),
        }));
        let forced = seat == me && legal.len() == 1;
        let view = game.view(&state, me);
        let drawn = chance.clone();
        let unnoticed = seat != me && game.unnoticed(&state, action);
        game.apply(&mut state, action, &mut chance, &mut events);
        decisions += 1;
        if unnoticed {
            // Nor does the way back tell of it: the own choice that led here has shown something, as it
            // has where nobody is asked but might have been.
            back.clear();
            no_undo.get_or_insert(SHOWN);
            continue;
        }
        let shown = if seat == me {
            Some(action.to_string())
        } else {
            seen(game, &view, (seat, action), me, &state, &drawn, &mut aside)
        };
        news.push(News { seat, action: shown, forced });
        let bar = if seat != me {
            Some(OTHERS)
        } else if chance != drawn {
            Some(CHANCE)
        } else if shows(game, &view, action, me, &state, &mut aside) {
            Some(SHOWN)
        } else {
            None
        };
        match bar {
            Some(bar) => {
                back.clear();
                no_undo = Some(if no_undo == Some(FIRST) && seat != me { FIRST } else { bar });
            }
            None if !back.is_empty() => no_undo = None,
            None => {}
        }
    }
    let outcome = game.outcome(&state);
    lines.push(json!({
        "event": "end",
        "turns": outcome.turns,
        "ranks": outcome.places().collect::<Vec<_>>(),
        "scores": outcome.scores.first(seats),
        "winners": outcome.winners().collect::<Vec<_>>(),
        "unfinished": outcome.unfinished,
        "state": json!(state),
    }));
    person.over(&outcome, &news);
    Sat { trace: lines, over: true, failure: None }
}

/// True if the action can lead to another view than it did, by all that its chooser knew.
fn shows<G: Playable>(
    game: &G,
    before: &G::View,
    action: G::Action,
    seat: Seat,
    after: &G::State,
    rng: &mut Rng,
) -> bool {
    let seen = game.view(after, seat);
    let mut world = game.blank();
    (0..WORLDS).any(|_| {
        game.redeal(before, rng, &mut world);
        game.apply(&mut world, action, rng, &mut Silent);
        game.view(&world, seat) != seen
    })
}

/// As much of another seat's choice as the watcher can know.
///
/// In imagined states that agree with all that the watcher knew, every choice of the mover is tried
/// out, with the same chance. If another one leads to what the watcher sees now, it can't tell them
/// apart.
fn seen<G: Playable>(
    game: &G,
    before: &G::View,
    (mover, action): (Seat, G::Action),
    watcher: Seat,
    after: &G::State,
    chance: &Rng,
    rng: &mut Rng,
) -> Option<String> {
    if game.hides(action, watcher) {
        return None;
    }
    let sees = game.view(after, watcher);
    let text = action.to_string();
    let (mut world, mut there, mut legal) = (game.blank(), game.blank(), Vec::new());
    let mut known = true;
    for _ in 0..WORLDS {
        game.redeal(before, rng, &mut world);
        if game.to_move(&world) != Some(mover) {
            continue;
        }
        legal.clear();
        game.legal(&world, &mut legal);
        for &other in legal.iter().filter(|other| other.to_string() != text) {
            there.clone_from(&world);
            game.apply(&mut there, other, &mut chance.clone(), &mut Silent);
            if game.view(&there, watcher) != sees {
                continue;
            }
            if G::word(other) != G::word(action) {
                return None;
            }
            known = false;
        }
    }
    if known { Some(text) } else { Some(format!("{} ...", G::WORDS.get(G::word(action))?)) }
}
