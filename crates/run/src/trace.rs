//! One play, event by event: as JSON lines for programs, or as text for people with the rulebook in
//! hand.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use serde_json::{Map, Value as Json, json};
use thiserror::Error;

use super::any::AnyGame;
use super::chance::{Chance as _, SplitChance};
use super::in_progress::UnderWay;
use super::lines;
use super::play::{PlayError, Seating, identities};
use ludometer_bots::{BotSpec, OnBotError, choose};
use ludometer_model::{BySeat, Rng, Seat, Streams};

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

/// What to trace, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceOptions<'a> {
    /// The seed of the batch.
    pub seed: u64,
    /// The play's number.
    pub play: u64,
    /// Who sits where.
    pub seating: Seating,
    /// True for a play of a paired comparison (see [`MeterPlan`](super::MeterPlan)).
    pub split: bool,
    /// JSON lines instead of text.
    pub jsonl: bool,
    /// Each decision also tells what the deciding bot could see.
    pub views: bool,
    /// Who plays on from where, if not the same bots to the end.
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
        /// The turn of its last decision.
        last: u32,
        /// The turn to branch from.
        from: u32,
    },
}

impl From<serde_json::Error> for TraceError {
    fn from(error: serde_json::Error) -> Self {
        Self::Write(error.into())
    }
}

/// Replays game `options.play` of a batch and writes what happens to `out`.
///
/// # Errors
/// [`TraceError`] if the output can't be written, a bot fails, or the game ends before the turn to
/// branch from.
pub fn trace(
    game: &dyn AnyGame,
    bots: &[BotSpec],
    options: TraceOptions<'_>,
    out: &mut dyn Write,
) -> Result<(), TraceError> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let _under_way = UnderWay::begin(options.seed, options.play);
    let bots = &*BotSpec::told(bots, game.rules());
    let others = options.branch.map(|branch| BotSpec::told(branch.bots, game.rules()));
    let seats = game.seats();
    let (names, identity) = identities(bots);
    let places = options.seating.places(options.play, seats);
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
    let mut forfeited = 0_u8;
    // Until the branch is reached it isn't known whether there is anything to write at all.
    let held = branch.is_some().then(Vec::new);
    let mut writer = Writer { out, jsonl: options.jsonl, held };
    let who = strategies.first(seats);
    writer.line(&lines::start(game, who, (options.seed, options.play), &*at))?;
    let mut decisions = 0;
    let mut last = 0;
    loop {
        for event in events.drain(..) {
            writer.line(&event)?;
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
                    forfeited &= !(1 << seat.index());
                    strategies[seat] = others[place].name.as_str();
                }
            }
            writer.release()?;
            let names = strategies.first(seats);
            writer.line(&json!({ "event": "branch", "from": from, "turn": last, "strategies": names }))?;
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
                forfeited |= 1 << seat.index();
                writer.line(
                    &json!({ "event": "forfeit", "seat": seat, "decision": decisions, "reason": reason }),
                )?;
                rngs[seat].index(at.choices())
            }
        };
        let mut line = lines::decision(&*at, seat, chosen);
        if !options.jsonl {
            line["legal"] = lines::labels(&*at).into();
            line["chosen"] = at.action_label(chosen).into();
        }
        if options.views {
            line["view"] = at.view(seat);
        }
        writer.line(&line)?;
        events = at.apply(chosen, chance.of_action(seat, || last));
        decisions += 1;
    }
    if let Some(reason) = at.fault() {
        writer.release()?;
        writer.out.flush()?;
        return Err(PlayError::Rules { play: options.play, reason }.into());
    }
    if let Some(Branch { from, .. }) = branch {
        return Err(TraceError::NoSuchTurn { play: options.play, last, from });
    }
    let outcome = match forfeited {
        0 => at.outcome(),
        seats => at.outcome().with_forfeits(seats),
    };
    for bot in line_up.iter_mut().flatten() {
        bot.end(&outcome);
    }
    writer.line(&lines::end(game, &outcome, &*at))?;
    writer.out.flush()?;
    Ok(())
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    jsonl: bool,
    /// What was written while nothing may be.
    held: Option<Vec<u8>>,
}

impl Writer<'_> {
    fn out(&mut self) -> &mut dyn Write {
        match &mut self.held {
            Some(held) => held,
            None => self.out,
        }
    }

    /// Writes what was held back, and holds nothing back any more.
    fn release(&mut self) -> io::Result<()> {
        let held = self.held.take().unwrap_or_default();
        self.out.write_all(&held)
    }

    fn line(&mut self, json: &Json) -> io::Result<()> {
        if self.jsonl {
            return writeln!(self.out(), "{json}");
        }
        let Json::Object(fields) = json else { return writeln!(self.out(), "{json}") };
        match fields.get("event").and_then(Json::as_str) {
            Some("decision") => self.decision(fields),
            Some("start" | "end") => self.frame(fields),
            _ => {
                let word = fields.get("event").map(plain).unwrap_or_default();
                let rest = fields.iter().filter(|(k, _)| *k != "event");
                let rest: Vec<String> = rest.map(|(k, v)| format!("{k} {}", plain(v))).collect();
                writeln!(self.out(), "        {word:<12} {}", rest.join(", "))
            }
        }
    }

    /// `turn 3  seat 1  play      bank 4      (of 5: ...)`.
    fn decision(&mut self, fields: &Map<String, Json>) -> io::Result<()> {
        let field = |key: &str| fields.get(key).map(plain).unwrap_or_default();
        let legal = fields.get("legal").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let of = if legal.len() == 1 {
            "(forced)".to_owned()
        } else {
            let all: Vec<String> = legal.iter().map(plain).collect();
            format!("(of {}: {})", legal.len(), all.join(", "))
        };
        let (turn, seat, phase, chosen) = (field("turn"), field("seat"), field("phase"), field("chosen"));
        writeln!(self.out(), "turn {turn:<4} seat {seat}  {phase:<12} {chosen:<20} {of}")?;
        if let Some(view) = fields.get("view") {
            writeln!(self.out(), "        view         {view}")?;
        }
        Ok(())
    }

    fn frame(&mut self, fields: &Map<String, Json>) -> io::Result<()> {
        for (key, value) in fields {
            match (key.as_str(), value) {
                ("event", word) => writeln!(self.out(), "{}", plain(word))?,
                // The rules of a play are what `rules` shows; here only the play is of interest.
                ("rules", _) => {}
                ("state", Json::Object(state)) => {
                    writeln!(self.out(), "    state:")?;
                    for (key, value) in state {
                        writeln!(self.out(), "        {key:<12} {}", plain(value))?;
                    }
                }
                (key, value) => writeln!(self.out(), "    {key:<12} {}", plain(value))?,
            }
        }
        Ok(())
    }
}

/// JSON without the quotes and braces of simple things.
fn plain(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Array(list) => {
            let all: Vec<String> = list.iter().map(plain).collect();
            format!("[{}]", all.join(" "))
        }
        other => other.to_string(),
    }
}
