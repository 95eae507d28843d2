//! One game of a batch once more, line by line: every choice, chance outcome and consequence as JSON.

use std::io;
use std::sync::atomic::AtomicBool;

use crate::any::AnyGame;
use crate::play::{Chance as _, PlayError, Seating, SplitChance, UnderWay, identities};
use crate::position::Position;
use ludometer_bots::{BotSpec, OnBotError, choose, no_such_action};
use ludometer_model::{BySeat, Notice, Outcome, Program, Rng, Seat, SeatSet, Streams};
use serde_json::{Value as Json, json};
use thiserror::Error;

/// Where a play leaves what happened: other bots go on from there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch<'a> {
    /// The other bots choose from the first decision of this turn on, or of the next turn that has
    /// any.
    pub from: u32,
    /// Their line-up, seated as that of the batch. A bot that is the same as before in its seat plays on
    /// undisturbed; all draw on the random numbers of their seats where these stand. So nothing
    /// changes but what the other bots choose.
    pub bots: &'a [BotSpec],
}

/// The play to trace, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceOptions<'a> {
    /// The seed of the batch.
    pub seed: u64,
    /// The play's number.
    pub play: u64,
    /// The seating of the bots.
    pub seating: Seating,
    /// True for a play of a paired comparison (see [`MeterPlan`](crate::MeterPlan)).
    pub split: bool,
    /// Actions as people are shown them ([`action_label`](ludometer_model::Game::action_label)), not as files name them.
    pub labels: bool,
    /// Each decision also tells what the deciding bot could see.
    pub views: bool,
    /// The bots that play on, and from where, if not the same bots to the end.
    pub branch: Option<Branch<'a>>,
}

/// Why a trace broke off.
#[derive(Debug, Error)]
pub enum TraceError {
    /// The output could not be written.
    #[error("writing the trace failed: {0}")]
    Write(#[from] io::Error),
    /// A bot failed.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The play has no such turn to branch from. Nothing was written.
    #[error("game {play} has its last decision in turn {last}: there is no turn {from} to play on from")]
    NoSuchTurn {
        /// The play.
        play: u64,
        /// The turn of its last decision, from 1.
        last: u32,
        /// The turn to branch from, from 1.
        from: u32,
    },
}

impl From<serde_json::Error> for TraceError {
    fn from(error: serde_json::Error) -> Self {
        Self::Write(error.into())
    }
}

/// Follows a game as it is replayed.
pub trait Follower {
    /// Takes a line of the trace.
    ///
    /// # Errors
    /// Why the line can't be written.
    fn line(&mut self, line: &Json) -> io::Result<()>;

    /// Returns the seat for which decisions of other seats also tell, as `seen`, as much as it can know of them. They do where no
    /// event says what was chosen.
    fn viewer(&self) -> Option<Seat> {
        None
    }

    /// Takes note of a choice, before its line; `at` is where it was made.
    fn decided(&mut self, _at: &dyn Position, _chosen: usize) {}

    /// Takes note of the end, before its line.
    fn ended(&mut self, _at: &dyn Position) {}
}

/// A function that takes the lines.
impl<F: FnMut(&Json) -> io::Result<()>> Follower for F {
    fn line(&mut self, line: &Json) -> io::Result<()> {
        self(line)
    }
}

/// Replays game `options.play` of a batch and lets `follower` see all of it.
///
/// # Errors
/// [`TraceError`] if the follower fails, a bot fails, or the game ends before the turn to branch from.
pub fn trace(
    game: &dyn AnyGame,
    bots: &[BotSpec],
    options: TraceOptions<'_>,
    follower: &mut dyn Follower,
) -> Result<(), TraceError> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let _under_way = UnderWay::begin(options.seed, options.play);
    let bots = &*BotSpec::for_rules(bots, game.rules());
    let others = options.branch.map(|branch| BotSpec::for_rules(branch.bots, game.rules()));
    let seats = game.seats();
    let (names, identity) = identities(bots);
    let places = options.seating.seated(options.play, seats, game.contest());
    let place = |seat: Seat| usize::from(places[seat]);
    let mut strategies: BySeat<&str> = BySeat::from_fn(|seat| {
        if seat.index() < seats { names[usize::from(identity[place(seat)])].as_str() } else { "" }
    });
    let streams = Streams::new(options.seed, options.play);
    let mut chance = SplitChance::new(streams, options.split);
    let mut rngs: BySeat<Rng> = BySeat::from_fn(|seat| streams.seat(seat));
    // A bot that forfeits is gone: someone who chooses at random takes its place.
    let mut at = game.position();
    let mut line_up: Vec<_> = bots.iter().map(|spec| Some(at.seat_bot(spec, false))).collect();
    line_up.iter_mut().flatten().for_each(|bot| bot.begin());
    let mut events = at.deal(chance.of_deal());
    let mut branch = options.branch.zip(others.as_deref()).map(|(branch, bots)| Branch { bots, ..branch });
    let mut on_error: Vec<OnBotError> = bots.iter().map(|bot| bot.on_error).collect();
    let mut forfeited = SeatSet::EMPTY;
    // Until the branch is reached it isn't known whether there is anything to write at all.
    let held = branch.is_some().then(Vec::new);
    let mut writer = Writer { follower, held };
    let who = strategies.first(seats);
    writer.line(start_line(game, who, (options.seed, options.play), &*at))?;
    let mut decisions = 0;
    let mut last = 0;
    let viewer = writer.follower.viewer().filter(|_| game.names().tells_choices);
    let mut side_stream = streams.side_stream(SIDE_STREAM);
    loop {
        for event in events.drain(..) {
            writer.line(event)?;
        }
        let Some(seat) = at.to_move() else { break };
        last = at.turn();
        if let Some(Branch { from, bots: others }) = branch.filter(|branch| last >= branch.from) {
            branch = None;
            for seat in Seat::all(seats) {
                let place = place(seat);
                if !others[place].is_same(&bots[place]) {
                    let mut bot = at.seat_bot(&others[place], false);
                    bot.begin();
                    line_up[place] = Some(bot);
                    on_error[place] = others[place].on_error;
                    forfeited.remove(seat);
                    strategies[seat] = others[place].name.as_str();
                }
            }
            writer.release()?;
            let names = strategies.first(seats);
            writer.line(json!({ "event": "branch", "from": from, "turn": last, "strategies": names }))?;
        }
        let rng = chance.of_choice(&mut rngs[seat], seat, || last);
        let choice = match &mut line_up[place(seat)] {
            Some(bot) => bot.decide(&*at, rng, &NEVER),
            None => Ok(choose(at.choices(), rng)),
        };
        let chosen = match choice {
            Ok(chosen) => chosen,
            Err(reason) if on_error[place(seat)] == OnBotError::Stop => {
                let (bot, play) = (strategies[seat].to_owned(), options.play);
                return Err(PlayError::Forfeit { bot, seat, decision: decisions, play, reason }.into());
            }
            Err(reason) => {
                line_up[place(seat)] = None;
                forfeited.insert(seat);
                writer.line(
                    json!({ "event": "forfeit", "seat": seat, "decision": decisions, "reason": reason }),
                )?;
                rngs[seat].index(at.choices())
            }
        };
        writer.follower.decided(&*at, chosen);
        let mut line = decision_line(&*at, seat, chosen);
        if options.labels {
            line["legal"] = labels(&*at).into();
            line["chosen"] = at.action_label(chosen).into();
        }
        if options.views {
            line["view"] = at.view(seat);
        }
        let watched = viewer.filter(|&viewer| viewer != seat);
        events = apply(
            &mut *at,
            (seat, chosen),
            watched,
            chance.of_action(seat, || last),
            &mut line,
            &mut side_stream,
        );
        writer.line(line)?;
        decisions += 1;
    }
    if let Some(reason) = at.fault() {
        writer.release()?;
        return Err(PlayError::Rules { play: options.play, reason }.into());
    }
    if let Some(Branch { from, .. }) = branch {
        let names = game.names();
        let (last, from) = (names.turn(last), names.turn(from));
        return Err(TraceError::NoSuchTurn { play: options.play, last, from });
    }
    let outcome = if forfeited.is_empty() { at.outcome() } else { at.outcome().with_forfeits(forfeited) };
    for bot in line_up.iter_mut().flatten() {
        bot.end(&outcome);
    }
    writer.follower.ended(&*at);
    writer.line(end_line(game, &outcome, &*at))?;
    Ok(())
}

/// Follows a game whose choices were made elsewhere, by their indices among the legal actions in order, with the players
/// called `who`. Where they end before the game does, the last line is a `pause`, after the decision that is open.
///
/// # Errors
/// [`TraceError`] if the follower or the rules fail, or a choice is not legal.
pub fn retrace(
    game: &dyn AnyGame,
    who: &[&str],
    (seed, play): (u64, u64),
    choices: &[usize],
    follower: &mut dyn Follower,
) -> Result<(), TraceError> {
    let mut at = game.position();
    let mut chance = Streams::new(seed, play).chance();
    let mut events = at.deal(&mut chance);
    follower.line(&start_line(game, who, (seed, play), &*at))?;
    let mut choices = choices.iter();
    let mut decision = 0;
    let viewer = follower.viewer().filter(|_| game.names().tells_choices);
    let mut side_stream = Streams::new(seed, play).side_stream(SIDE_STREAM);
    loop {
        for event in &events {
            follower.line(event)?;
        }
        let Some(seat) = at.to_move() else { break };
        let chosen = choices.next().copied();
        if let Some(wrong) = chosen.filter(|&chosen| chosen >= at.choices()) {
            let bot = who.get(seat.index()).copied().unwrap_or_default().to_owned();
            let reason = no_such_action(wrong, at.choices());
            return Err(PlayError::Forfeit { bot, seat, decision, play, reason }.into());
        }
        follower.decided(&*at, chosen.unwrap_or(0));
        let mut line = decision_line(&*at, seat, 0);
        line["legal"] = labels(&*at).into();
        line["chosen"] = chosen.map_or(Json::Null, |chosen| at.action_label(chosen).into());
        let Some(chosen) = chosen else {
            follower.line(&line)?;
            return Ok(follower.line(&json!({ "event": "pause" }))?);
        };
        let watched = viewer.filter(|&viewer| viewer != seat);
        events = apply(&mut *at, (seat, chosen), watched, &mut chance, &mut line, &mut side_stream);
        follower.line(&line)?;
        decision += 1;
    }
    if let Some(reason) = at.fault() {
        return Err(PlayError::Rules { play, reason }.into());
    }
    follower.ended(&*at);
    Ok(follower.line(&end_line(game, &at.outcome(), &*at))?)
}

/// The stream of random numbers by which worlds are imagined that a watcher can't tell from the true one.
const SIDE_STREAM: u64 = 2;

/// Carries a choice out; adds to its line what another seat that watches can know of it.
fn apply(
    at: &mut dyn Position,
    (seat, chosen): (Seat, usize),
    watcher: Option<Seat>,
    chance: &mut Rng,
    line: &mut Json,
    rng: &mut Rng,
) -> Vec<Json> {
    let Some(watcher) = watcher else { return at.apply(chosen, chance) };
    let (before, drawn) = (at.copy(), chance.clone());
    let events = at.apply(chosen, chance);
    line["seen"] = seen(&*before, (seat, chosen), watcher, at, &drawn, rng).into();
    events
}

struct Writer<'a> {
    follower: &'a mut dyn Follower,
    /// The lines held back while nothing may be written.
    held: Option<Vec<Json>>,
}

impl Writer<'_> {
    /// Writes what was held back, and holds nothing back any more.
    fn release(&mut self) -> io::Result<()> {
        self.held.take().unwrap_or_default().iter().try_for_each(|line| self.follower.line(line))
    }

    fn line(&mut self, line: Json) -> io::Result<()> {
        match &mut self.held {
            Some(held) => held.push(line),
            None => self.follower.line(&line)?,
        }
        Ok(())
    }
}

/// Returns the first line: what is played by whom, and the state after the deal. `index` is the seed and the game's
/// number.
pub(super) fn start_line(
    game: &dyn AnyGame,
    strategies: &[impl AsRef<str>],
    (seed, index): (u64, u64),
    at: &dyn Position,
) -> Json {
    json!({
        "event": "start",
        "game": game.design().id,
        "version": Program::release(),
        "rules": game.rules().to_json(),
        "players": game.seats(),
        "strategies": strategies.iter().map(AsRef::as_ref).collect::<Vec<_>>(),
        "seed": seed,
        "index": index,
        "state": at.state(),
    })
}

/// Returns a decision of this seat and what was chosen.
pub(super) fn decision_line(at: &dyn Position, seat: Seat, chosen: usize) -> Json {
    json!({
        "event": "decision",
        "turn": at.turn(),
        "phase": at.phase(),
        "seat": seat,
        "legal": legal(at),
        "chosen": at.action_text(chosen),
    })
}

/// Returns the legal actions in words.
fn legal(at: &dyn Position) -> Vec<String> {
    (0..at.choices()).map(|choice| at.action_text(choice)).collect()
}

/// Returns the legal actions as people are shown them.
pub(super) fn labels(at: &dyn Position) -> Vec<String> {
    (0..at.choices()).map(|choice| at.action_label(choice)).collect()
}

/// Returns the last line.
pub(super) fn end_line(game: &dyn AnyGame, outcome: &Outcome, at: &dyn Position) -> Json {
    let mut line = json!({
        "event": "end",
        "turns": outcome.turns,
        "ranks": outcome.places().collect::<Vec<_>>(),
        "scores": outcome.scores.first(game.seats()),
        "winners": outcome.winners().collect::<Vec<_>>(),
        "unfinished": outcome.unfinished,
        "state": at.state(),
    });
    // Where the rules name losers, or draw sides, the places don't tell them.
    let contest = game.contest();
    if contest.ends.have_losers {
        line["losers"] = json!(outcome.losers.iter().collect::<Vec<_>>());
    }
    if !contest.drawn.is_empty() {
        line["sides"] = json!(outcome.sides.first(game.seats()));
    }
    line
}

/// Determinized positions in which an action is tried out, to find out whether it shows anything new.
const WORLDS: usize = 32;

/// Returns true if the choice can lead to another view than it did, by all that its chooser knew.
pub(super) fn shows(
    before: &dyn Position,
    choice: usize,
    seat: Seat,
    after: &dyn Position,
    rng: &mut Rng,
) -> bool {
    (0..WORLDS).any(|_| {
        let mut world = before.determinized(seat, rng);
        world.apply_silently(choice, rng);
        !world.looks_like(after, seat)
    })
}

/// Returns as much of another seat's choice as the watcher can know.
///
/// Every other choice of the mover is tried out with the same chance: in the position itself, and in determinized positions
/// that agree with all that the watcher knew. If one leads to what the watcher sees now, or to what the choice itself would
/// have shown there, it can't tell them apart.
pub(super) fn seen(
    before: &dyn Position,
    (mover, choice): (Seat, usize),
    watcher: Seat,
    after: &dyn Position,
    chance: &Rng,
    rng: &mut Rng,
) -> Option<String> {
    if before.notice(choice, watcher) == Notice::Choice {
        return None;
    }
    let (text, kind) = (before.action_text(choice), before.action_kind(choice));
    let mut known = true;
    // The positions that another choice which looks the same leads to are held against these.
    let mut hold = |from: &dyn Position, seen: [Option<&dyn Position>; 2]| -> Option<()> {
        for other in (0..from.choices()).filter(|&other| from.action_text(other) != text) {
            let mut there = from.copy();
            there.apply_silently(other, &mut chance.clone());
            if !seen.into_iter().flatten().any(|seen| there.looks_like(seen, watcher)) {
                continue;
            }
            if from.action_kind(other) != kind {
                return None;
            }
            known = false;
        }
        Some(())
    };
    hold(before, [Some(after), None])?;
    for _ in 0..WORLDS {
        let world = before.determinized(watcher, rng);
        if world.to_move() != Some(mover) {
            continue;
        }
        // Chance shows in this choice, so an imagined position mostly leads to other events than the viewer saw.
        let same = (0..world.choices()).find(|&same| world.action_text(same) == text).map(|same| {
            let mut there = world.copy();
            there.apply_silently(same, &mut chance.clone());
            there
        });
        hold(&*world, [Some(after), same.as_deref()])?;
    }
    Some(if known { before.action_label(choice) } else { format!("{kind} ...") })
}
