//! One play, event by event: as JSON lines for programs, or as text for people with the rulebook in
//! hand.

use std::io::{self, Write};

use serde_json::{Map, Value as Json, json};
use thiserror::Error;

use super::play::{PlayError, Seating, identities};
use crate::bots::{BotSpec, Strategy, build};
use crate::games::Playable;
use crate::model::{BySeat, Decision, Rng, RuleSet, Seat, Streams};

/// What to trace, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceOptions {
    /// The seed of the batch.
    pub seed: u64,
    /// The play's number.
    pub play: u64,
    /// Who sits where.
    pub seating: Seating,
    /// JSON lines instead of text.
    pub jsonl: bool,
    /// Each decision also tells what the deciding bot could see.
    pub views: bool,
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
}

impl From<serde_json::Error> for TraceError {
    fn from(error: serde_json::Error) -> Self {
        Self::Write(error.into())
    }
}

/// Replays play `options.play` and writes what happens to `out`.
///
/// # Errors
/// [`TraceError`] if the output can't be written or a bot fails.
pub(super) fn trace<G: Playable>(
    game: &G,
    rules: &RuleSet,
    bots: &[BotSpec],
    options: TraceOptions,
    out: &mut dyn Write,
) -> Result<(), TraceError> {
    let seats = game.seats();
    let (names, identity) = identities(bots);
    let place = |seat: Seat| options.seating.bot(options.play, seat, seats);
    let name = |seat: Seat| names[usize::from(identity[place(seat)])].as_str();
    let streams = Streams::new(options.seed, options.play);
    let mut chance = streams.chance();
    let mut rngs: BySeat<Rng> = BySeat::from_fn(|seat| streams.seat(seat));
    let mut line_up: Vec<_> = bots.iter().map(|spec| build(spec, game)).collect();
    line_up.iter_mut().for_each(Strategy::begin);
    let mut state = game.blank();
    let mut events: Vec<G::Event> = Vec::new();
    game.deal(&mut state, &mut chance, &mut events);
    let mut writer = Writer { out, jsonl: options.jsonl };
    writer.line(&json!({
        "event": "start",
        "game": G::ID,
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules.to_json(),
        "players": seats,
        "strategies": Seat::all(seats).map(name).collect::<Vec<_>>(),
        "seed": options.seed,
        "index": options.play,
        "state": serde_json::to_value(&state)?,
    }))?;
    let mut legal = Vec::new();
    let mut decisions = 0;
    loop {
        for event in events.drain(..) {
            writer.line(&serde_json::to_value(&event)?)?;
        }
        let Some(seat) = game.to_move(&state) else { break };
        legal.clear();
        game.legal(&state, &mut legal);
        let decision = Decision::new(game, &state, seat, &legal);
        let bot = &mut line_up[place(seat)];
        let forfeit = |reason| PlayError::Forfeit {
            bot: name(seat).to_owned(),
            seat,
            decision: decisions,
            play: options.play,
            reason,
        };
        let chosen = bot.decide(&decision, &mut rngs[seat]).map_err(|f| forfeit(f.reason))?;
        let Some(&action) = legal.get(chosen) else {
            return Err(forfeit(format!("chose action {chosen} of {}", legal.len())).into());
        };
        let mut line = json!({
            "event": "decision",
            "turn": decision.turn(),
            "phase": decision.phase(),
            "seat": seat,
            "legal": legal.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "chosen": action.to_string(),
        });
        if options.views {
            line["view"] = serde_json::to_value(decision.view())?;
        }
        writer.line(&line)?;
        game.apply(&mut state, action, &mut chance, &mut events);
        decisions += 1;
    }
    let outcome = game.outcome(&state);
    writer.line(&json!({
        "event": "end",
        "turns": outcome.turns,
        "ranks": outcome.ranks.first(seats),
        "scores": outcome.scores.first(seats),
        "winners": outcome.winners().collect::<Vec<_>>(),
        "unfinished": outcome.unfinished,
        "state": serde_json::to_value(&state)?,
    }))?;
    writer.out.flush()?;
    Ok(())
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    jsonl: bool,
}

impl Writer<'_> {
    fn line(&mut self, json: &Json) -> io::Result<()> {
        if self.jsonl {
            return writeln!(self.out, "{json}");
        }
        let Json::Object(fields) = json else { return writeln!(self.out, "{json}") };
        match fields.get("event").and_then(Json::as_str) {
            Some("decision") => self.decision(fields),
            Some("start" | "end") => self.frame(fields),
            _ => {
                let word = fields.get("event").map(plain).unwrap_or_default();
                let rest = fields.iter().filter(|(k, _)| *k != "event");
                let rest: Vec<String> = rest.map(|(k, v)| format!("{k} {}", plain(v))).collect();
                writeln!(self.out, "        {word:<12} {}", rest.join(", "))
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
        writeln!(self.out, "turn {turn:<4} seat {seat}  {phase:<12} {chosen:<20} {of}")?;
        if let Some(view) = fields.get("view") {
            writeln!(self.out, "        view         {view}")?;
        }
        Ok(())
    }

    fn frame(&mut self, fields: &Map<String, Json>) -> io::Result<()> {
        for (key, value) in fields {
            match (key.as_str(), value) {
                ("event", word) => writeln!(self.out, "{}", plain(word))?,
                // The rules of a play are what `rules` shows; here only the play is of interest.
                ("rules", _) => {}
                ("state", Json::Object(state)) => {
                    writeln!(self.out, "    state:")?;
                    for (key, value) in state {
                        writeln!(self.out, "        {key:<12} {}", plain(value))?;
                    }
                }
                (key, value) => writeln!(self.out, "    {key:<12} {}", plain(value))?,
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
