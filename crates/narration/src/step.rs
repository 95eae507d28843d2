//! The lines of a trace put together to steps: the set-up, then a choice with all that comes of it.

use serde_json::Value as Json;

use super::sentence::{Narrator, Sentence};
use super::words::letter;

/// A choice that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The seat that chose.
    pub seat: usize,
    /// The id of the phase.
    pub phase: String,
    /// The choice, in words; `None` where the viewer is another seat.
    pub chosen: Option<String>,
    /// All that could be chosen, in words and in order; empty where the viewer is another seat.
    pub legal: Vec<String>,
    /// True where no event says what was chosen, so that a sentence of its own does.
    pub is_told: bool,
}

/// The kind of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// All before the first choice.
    Setup,
    /// The beginning of a turn, before a choice in it.
    Turn,
    /// A choice.
    Choice(Choice),
    /// Other bots take over.
    Branch,
    /// A bot failed; the seat that a random player takes over.
    Forfeit(usize),
}

/// A choice and what came of it, or the set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the turn, from 1; 0 before the first one.
    pub turn: u32,
    /// Its kind.
    pub kind: StepKind,
    /// Its events, a sentence each.
    pub sentences: Vec<String>,
}

impl Choice {
    /// Returns the sentence that says what was chosen, unless that is hidden.
    fn sentence(&self) -> Option<String> {
        self.chosen.as_ref().map(|chosen| chooses(self.seat, chosen))
    }
}

/// Returns the sentence that says what a seat chose; what ends in dots, of which no more is known, needs no further one.
pub fn chooses(seat: usize, chosen: &str) -> String {
    let end = if chosen.ends_with("...") { "" } else { "." };
    format!("{} chooses to {chosen}{end}", letter(seat))
}

impl Step {
    /// Returns the sentences of the step. A choice without any event gets a sentence of its own.
    pub fn all_sentences(&self) -> Vec<String> {
        match &self.kind {
            StepKind::Choice(choice) if choice.is_told => {
                choice.sentence().into_iter().chain(self.sentences.clone()).collect()
            }
            // Where there was nothing to choose and nothing happened, there is nothing to tell.
            StepKind::Choice(choice) if self.sentences.is_empty() && choice.legal.len() > 1 => {
                choice.sentence().into_iter().collect()
            }
            _ => self.sentences.clone(),
        }
    }

    /// Returns what could have been chosen instead, in words.
    pub fn alternatives(&self) -> Vec<String> {
        let StepKind::Choice(choice) = &self.kind else { return Vec::new() };
        let mut taken = false;
        let mut others = choice.legal.iter().filter(|action| {
            // The chosen action stands in the list once; another of the same words is another action.
            let is_chosen = !taken && choice.chosen.as_ref() == Some(action);
            taken |= is_chosen;
            !is_chosen
        });
        others.by_ref().cloned().collect()
    }
}

/// The event that says that a turn begins, where rules announce it.
const TURN: &str = "turn_begins";

/// The events that stay where they are: what rules say themselves, and kinds of cards that the next sentence is about.
const IN_PLACE: [&str; 2] = ["note", "among"];

/// The field of an event that names a sealed choice as it is carried out. Only the seat that made the choice gets it.
const CHOSEN: &str = "chosen";

/// Puts lines of a trace together to steps.
pub struct Steps {
    narrator: Narrator,
    step: Step,
    pending: Vec<Sentence>,
    /// The seats that carry choices out in this step, as the viewer has read. The number of their choices is not shown.
    carried_out: Vec<usize>,
}

impl Steps {
    /// Returns steps in sentences by this narrator.
    pub const fn new(narrator: Narrator) -> Self {
        let step = Step { turn: 0, kind: StepKind::Setup, sentences: Vec::new() };
        Self { narrator, step, pending: Vec::new(), carried_out: Vec::new() }
    }

    /// Takes a line of a trace. Returns the step that it ends, if it ends one: the first line of the next step is the
    /// first sign that a step is over.
    pub fn push(&mut self, line: &Json) -> Option<Step> {
        let number = |key: &str| line.get(key).and_then(Json::as_u64);
        let turn = number("turn").and_then(|turn| u32::try_from(turn).ok());
        let turn = turn.map_or(self.step.turn, |turn| self.narrator.names().turn(turn));
        let seat = number("seat").and_then(|seat| usize::try_from(seat).ok());
        match (line.get("event").and_then(Json::as_str), seat) {
            (Some("start"), _) => None,
            (Some("decision"), Some(seat)) => {
                let is_shown = self.narrator.viewer().is_none_or(|viewer| viewer == seat);
                let text = |json: &Json| json.as_str().map(|action| self.narrator.choices().tell(action));
                let legal = line.get("legal").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
                let choice = Choice {
                    seat,
                    phase: line.get("phase").and_then(Json::as_str).unwrap_or_default().to_owned(),
                    // Of another's choice the line may hold what the viewer knows of it.
                    chosen: line.get(if is_shown { "chosen" } else { "seen" }).and_then(text),
                    legal: if is_shown { legal.iter().filter_map(text).collect() } else { Vec::new() },
                    is_told: self.narrator.names().tells_choices,
                };
                Some(self.begin(turn, StepKind::Choice(choice)))
            }
            (Some(TURN), _) => Some(self.begin(turn, StepKind::Turn)),
            (Some("branch"), _) => Some(self.begin(turn, StepKind::Branch)),
            (Some("forfeit"), Some(seat)) => {
                let reason = line.get("reason").and_then(Json::as_str).unwrap_or_default();
                let step = self.begin(turn, StepKind::Forfeit(seat));
                let who = letter(seat);
                self.step.sentences.push(format!("{who}'s bot fails ({reason}): {who} plays on at random."));
                Some(step)
            }
            (Some("end" | "pause"), _) => Some(self.begin(turn, StepKind::Setup)),
            (_, Some(seat))
                if line.get(CHOSEN).is_some()
                    && self.narrator.viewer().is_some_and(|viewer| viewer != seat)
                    && self.carried_out.contains(&seat) =>
            {
                None
            }
            (_, seat) => {
                if line.get(CHOSEN).is_some() {
                    self.carried_out.extend(seat);
                }
                if let Some(sentence) = self.narrator.tell(line) {
                    self.add(sentence, IN_PLACE.iter().any(|event| line["event"] == *event));
                }
                None
            }
        }
    }

    /// Returns the number of the turn that the lines have come to, from 1.
    pub const fn turn(&self) -> u32 {
        self.step.turn
    }

    /// Takes all lines of a step: the decision, then its events. Returns the step.
    pub fn whole(&mut self, lines: &[Json]) -> Step {
        let mut choice: Option<Step> = None;
        for line in lines {
            if let Some(step) = self.push(line).filter(|step| step.kind != StepKind::Setup) {
                match &mut choice {
                    Some(choice) => choice.sentences.extend(step.sentences),
                    None => choice = Some(step),
                }
            }
        }
        let last = self.begin(0, StepKind::Setup);
        match choice {
            Some(mut choice) => {
                choice.sentences.extend(last.sentences);
                choice
            }
            None => last,
        }
    }

    /// Ends the step and begins another.
    fn begin(&mut self, turn: u32, kind: StepKind) -> Step {
        let sentences = self.pending.drain(..).map(|sentence| sentence.text());
        self.step.sentences.extend(sentences);
        self.carried_out.clear();
        std::mem::replace(&mut self.step, Step { turn, kind, sentences: Vec::new() })
    }

    fn add(&mut self, sentence: Sentence, in_place: bool) {
        // In a set-up it makes no difference in which order cards are dealt; but a note is about what came before it.
        let merged = if self.step.kind == StepKind::Setup && !in_place {
            self.pending.iter_mut().any(|before| before.merge(&sentence))
        } else {
            self.pending.last_mut().is_some_and(|before| before.merge(&sentence))
        };
        if !merged {
            self.pending.push(sentence);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use ludometer_model::Names;

    fn steps(viewer: Option<usize>) -> Vec<Step> {
        let mut names = Names::default();
        let events =
            [("deal", "{@seat} is dealt [seat: {card} | a card]."), ("bank", "{@seat} banks {card}.")];
        names.events = events.map(|(key, text)| (key.to_owned(), text.to_owned())).into();
        let deal = |seat: u8, card: u8| json!({ "event": "deal", "seat": seat, "card": card });
        let choice = |seat: u8, chosen: &str| {
            let legal = ["bank 2", "pass"];
            json!({ "event": "decision", "turn": 3, "seat": seat, "phase": "play", "legal": legal, "chosen": chosen })
        };
        let lines = [
            json!({ "event": "start" }),
            deal(0, 2),
            deal(1, 3),
            deal(0, 4),
            choice(0, "bank 2"),
            json!({ "event": "bank", "seat": 0, "card": 2 }),
            choice(1, "pass"),
            json!({ "event": "end" }),
        ];
        let mut steps = Steps::new(Narrator::new(&names, viewer).unwrap());
        lines.iter().filter_map(|line| steps.push(line)).collect()
    }

    #[test]
    fn a_choice_comes_with_what_came_of_it() {
        let all = steps(None);
        assert_eq!(all.len(), 3);
        assert_eq!(all[0].all_sentences(), ["A is dealt 2 and 4.", "B is dealt 3."]);
        assert_eq!((all[1].turn, all[1].all_sentences()), (4, vec!["A banks 2.".to_owned()]));
        assert_eq!(all[1].alternatives(), ["pass"]);
        assert_eq!(all[2].all_sentences(), ["B chooses to pass."]);
    }

    #[test]
    fn what_a_turn_begins_with_is_its_own_and_each_choice_is_named() {
        let mut names = Names { tells_choices: true, ..Names::default() };
        names.events.insert("roll".to_owned(), "A die shows {value}.".to_owned());
        let mut steps = Steps::new(Narrator::new(&names, None).unwrap());
        let choice = |turn: u8| {
            let legal = ["keep", "pass"];
            json!({ "event": "decision", "turn": turn, "seat": turn, "phase": "play", "legal": legal, "chosen": "keep" })
        };
        let lines = [
            json!({ "event": "turn_begins", "turn": 0, "seat": 0 }),
            json!({ "event": "roll", "value": 5 }),
            choice(0),
            json!({ "event": "turn_begins", "turn": 1, "seat": 1 }),
            json!({ "event": "roll", "value": 2 }),
            choice(1),
            json!({ "event": "end" }),
        ];
        let all: Vec<(u32, Vec<String>)> = lines
            .iter()
            .filter_map(|line| steps.push(line))
            .map(|step| (step.turn, step.all_sentences()))
            .filter(|(_, sentences)| !sentences.is_empty())
            .collect();
        let told = |turn: u32, text: &str| (turn, vec![text.to_owned()]);
        let expected = [
            told(1, "A die shows 5."),
            told(1, "A chooses to keep."),
            told(2, "A die shows 2."),
            told(2, "B chooses to keep."),
        ];
        assert_eq!(all, expected);
        // A choice that is looked at alone keeps what follows from it.
        let mut steps = Steps::new(Narrator::new(&names, None).unwrap());
        let step = steps.whole(&lines[2..5]);
        assert_eq!(step.all_sentences(), ["A chooses to keep.", "A die shows 2."]);
    }

    #[test]
    fn a_viewer_is_not_told_how_many_sealed_choices_others_made() {
        let mut names = Names::default();
        let told = "{@seat} carries out [seat: {!chosen} | what was chosen].";
        names.events.insert("choose".to_owned(), told.to_owned());
        let carries = |seat: u8, chosen: &str| json!({ "event": "choose", "seat": seat, "chosen": chosen });
        let lines = [carries(0, "lay 1"), carries(0, "stop"), carries(1, "stop"), carries(0, "stop")];
        let lines = lines.into_iter().chain([json!({ "event": "end" })]);
        let told = |viewer: usize| -> Vec<String> {
            let mut steps = Steps::new(Narrator::new(&names, Some(viewer)).unwrap());
            lines.clone().filter_map(|line| steps.push(&line)).flat_map(|step| step.all_sentences()).collect()
        };
        assert_eq!(told(1), ["A carries out what was chosen.", "B carries out stop."]);
        assert_eq!(told(0), ["A carries out lay 1, stop and stop.", "B carries out what was chosen."]);
    }

    #[test]
    fn a_viewer_is_not_shown_what_others_chose_among() {
        let all = steps(Some(0));
        assert_eq!(all[0].all_sentences(), ["A is dealt 2 and 4.", "B is dealt a card."]);
        assert_eq!(all[1].alternatives(), ["pass"]);
        assert_eq!((all[2].all_sentences(), all[2].alternatives()), (vec![], vec![]));
    }

    #[test]
    fn a_note_stays_behind_what_it_is_about() {
        let mut names = Names::default();
        let events = [("note", "Pair: {with}."), ("deal", "{@seat} is dealt {card}.")];
        names.events = events.map(|(key, text)| (key.to_owned(), text.to_owned())).into();
        let deal = |seat: u8, card: u8| json!({ "event": "deal", "seat": seat, "card": card });
        let note = |with: u8| json!({ "event": "note", "with": with });
        let mut steps = Steps::new(Narrator::new(&names, None).unwrap());
        let setup = steps.whole(&[deal(0, 2), note(2), deal(1, 3), note(3), deal(0, 4)]);
        assert_eq!(setup.sentences, ["A is dealt 2 and 4.", "Pair: 2.", "B is dealt 3.", "Pair: 3."]);
    }

    #[test]
    fn what_ends_in_dots_ends_in_three() {
        assert_eq!(chooses(0, "pay ..."), "A chooses to pay ...");
        assert_eq!(chooses(1, "pay 3"), "B chooses to pay 3.");
    }
}
