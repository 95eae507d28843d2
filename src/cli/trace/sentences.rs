//! Writes a trace as sentences.

use std::io::{self, Write};

use serde_json::Value as Json;

use crate::cli::terminal::Style;
use ludometer_model::{Contest, Seat, counted};
use ludometer_narration::{Ending, Step, StepKind, Steps, letter, players_and_bots};
use ludometer_run::Follower;

/// The most alternatives that are named beside a choice; the others are counted.
const ALTERNATIVES: usize = 4;

/// The part of a game that is narrated, and for whom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The first turn that is narrated, from 1; with 0 the set-up is narrated, too.
    pub(super) from: u32,
    /// The last turn that is narrated.
    pub(super) to: u32,
    /// The seat that it is narrated for, or `None` for whoever sees everything.
    pub(super) viewer: Option<usize>,
}

/// Writes a game as sentences.
pub(super) struct Telling<'a> {
    out: &'a mut dyn Write,
    title: &'a str,
    contest: &'a Contest,
    steps: Steps,
    part: Part,
    /// The turn whose heading was written last.
    heading: Option<u32>,
    style: Style,
}

impl<'a> Telling<'a> {
    pub(super) fn new(
        out: &'a mut dyn Write,
        (title, contest): (&'a str, &'a Contest),
        steps: Steps,
        part: Part,
    ) -> Self {
        Self { out, title, contest, steps, part, heading: None, style: Style::of_output() }
    }

    fn start(&mut self, line: &Json) -> io::Result<()> {
        let players = line["players"].as_u64().unwrap_or_default();
        let which = match self.part.viewer {
            // What one player knows has neither seed nor number.
            Some(seat) => format!("as player {} knows it", letter(seat)),
            None => format!("game {} of seed {}", line["index"], line["seed"]),
        };
        let heading = self.style.bold(&format!("{}, {}, {which}", self.title, counted(players, "player")));
        writeln!(self.out, "{heading}")?;
        writeln!(self.out, "{}", players_and_bots(line))
    }

    fn step(&mut self, step: &Step) -> io::Result<()> {
        if step.turn < self.part.from || step.turn > self.part.to {
            return Ok(());
        }
        let is_setup = step.kind == StepKind::Setup;
        if is_setup && self.part.from > 0 {
            return Ok(());
        }
        let mut reported = step.all_sentences();
        if reported.is_empty() {
            return Ok(());
        }
        if is_setup {
            let heading = self.style.bold("Set-up");
            writeln!(self.out, "\n{heading}")?;
        } else if self.heading != Some(step.turn) {
            self.heading = Some(step.turn);
            let heading = self.style.bold(&format!("Turn {}", step.turn));
            writeln!(self.out, "\n{heading}")?;
        }
        if let (Some(first), Some(others)) = (reported.first_mut(), self.alternatives(step)) {
            first.push_str(&others);
        }
        reported.iter().try_for_each(|sentence| writeln!(self.out, "  {sentence}"))
    }

    /// Returns what could have been chosen instead.
    fn alternatives(&self, step: &Step) -> Option<String> {
        let all = step.alternatives();
        let mut shown: Vec<String> = all.iter().take(ALTERNATIVES).cloned().collect();
        match all.len().saturating_sub(shown.len()) {
            0 => {}
            more => shown.push(format!("{more} more")),
        }
        (!shown.is_empty()).then(|| format!("  {}", self.style.dim(&format!("(or: {})", shown.join(", ")))))
    }

    fn branch(&mut self, line: &Json) -> io::Result<()> {
        writeln!(self.out, "\nFrom turn {} on other bots play. {}", self.steps.turn(), players_and_bots(line))
    }

    fn end(&mut self, line: &Json) -> io::Result<()> {
        let mut sentences = Ending::of_line(line).sentences(self.contest);
        if let Some(over) = sentences.first_mut() {
            *over = format!("\n{}", self.style.bold(over));
        }
        sentences.iter().try_for_each(|sentence| writeln!(self.out, "{sentence}"))
    }
}

impl Follower for Telling<'_> {
    fn line(&mut self, line: &Json) -> io::Result<()> {
        if let Some(step) = self.steps.push(line) {
            self.step(&step)?;
        }
        match line["event"].as_str() {
            Some("start") => self.start(line),
            Some("branch") => self.branch(line),
            Some("end") => self.end(line),
            _ => Ok(()),
        }
    }

    fn viewer(&self) -> Option<Seat> {
        self.part.viewer.map(Seat::new)
    }
}
