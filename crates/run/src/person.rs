//! A play in which one seat is not a bot's: whoever sits there is asked through [`Person`].
//!
//! A person is shown what its seat may know and nothing else: its view, its legal actions, and what
//! the others chose as far as they show it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value as Json;

use super::advice::{Advice, Reasons, advise, reasons};
use super::any::AnyGame;
use super::play::{PlayError, UnderWay, identities};
use super::position::{Position, SeatedBot};
use super::trace::{decision_line, end_line, labels, seen, shows, start_line};
use ludometer_bots::BotSpec;
use ludometer_model::{BySeat, Notice, Outcome, Rng, Seat, Streams};
use ludometer_narration::{Narrator, Steps};

/// A choice that the person is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The number of the turn.
    pub turn: u32,
    /// The name of the phase.
    pub phase: String,
    /// The knowledge of the seat.
    pub view: Json,
    /// The legal actions as people are shown them, more than one.
    pub legal: Vec<String>,
    /// The choices made since the last question, in order, as far as the seat noticed.
    pub news: Vec<VisibleMove>,
    /// Why the last own choice can't be taken back, or `None` if it can.
    pub no_undo: Option<&'static str>,
}

impl Question {
    /// Returns the question that this position puts to a person in the seat to move.
    fn new(at: &dyn Position, seat: Seat, news: Vec<VisibleMove>, no_undo: Option<&'static str>) -> Self {
        let (turn, phase) = (at.turn(), at.phase().to_owned());
        Self { turn, phase, view: at.view(seat), legal: labels(at), news, no_undo }
    }
}

/// A choice that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleMove {
    /// By whom.
    pub seat: Seat,
    /// The action, in full or, as `take ...`, its first word alone: as much as the seat that it is shown to can know.
    /// `None` if that is nothing; then it stands for all that the seat chose unseen in a row.
    pub action: Option<String>,
    /// True if there was no other choice.
    pub forced: bool,
    /// Sentences about what happened, as far as the seat may know it. Empty where the game has no sentence for it.
    pub sentences: Vec<String>,
}

/// The answer of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This one of the legal actions.
    Take(usize),
    /// Wants to know what the choices are worth; asked again afterwards.
    Hint,
    /// Wants to know why the best choice is better than this one, or than the second best; asked again afterwards.
    Why(Option<usize>),
    /// Back to the last own choice. Ignored where [`Question::no_undo`] has a reason.
    Undo,
    /// No more.
    Quit,
}

/// Whoever sits in a seat.
pub trait Person {
    /// Answers when it is asked for a choice.
    fn choose(&mut self, question: &Question) -> Answer;

    /// Receives what the choices are worth, and what the bots of the table would choose.
    fn hinted(&mut self, _advice: &Advice) {}

    /// Receives why one choice is better than another; `None` if that can't be found out.
    fn explained(&mut self, _reasons: Option<&Reasons>) {}

    /// Receives how the play ended, what was chosen since the last question, and what the seat knows now.
    fn over(&mut self, outcome: &Outcome, news: &[VisibleMove], view: &Json);
}

/// Which play a person sits in.
#[derive(Clone, Copy, Debug)]
pub struct InteractiveOptions<'a> {
    /// The person's seat.
    pub seat: Seat,
    /// The seed of the play.
    pub seed: u64,
    /// Its number.
    pub play: u64,
    /// Ends the play when it is set.
    pub stop: &'a AtomicBool,
}

/// The result of a play with a person.
#[derive(Clone, Debug, PartialEq)]
pub struct InteractiveGame {
    /// Its trace, one JSON object an event, as `trace --jsonl` writes it; choices that were taken back
    /// are not in it. Without its last line if the play did not come to its end.
    pub trace: Vec<Json>,
    /// True if the play came to its end.
    pub over: bool,
    /// Why it broke off, if a bot failed or the play was stopped.
    pub failure: Option<PlayError>,
}

/// Why a choice can't be taken back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UndoBlock {
    First,
    FirstHere,
    Others,
    Chance,
    Shown,
}

impl UndoBlock {
    const fn reason(self) -> &'static str {
        match self {
            Self::First => "you have not chosen anything yet",
            Self::FirstHere => "this is as far back as nothing new was shown",
            Self::Others => "another seat has chosen since",
            Self::Chance => "a card has been drawn, or dice have been rolled, since",
            Self::Shown => "your choice has shown you something that you did not know",
        }
    }
}

/// Plays with a person in one seat; `bots` has one bot a seat, of which the person's is not used.
///
/// The person may take back a choice as long as nothing came of it that it didn't know before: no
/// other seat has chosen since, no random number was drawn, and in determinized states that agree with
/// all that its seat knew the choice leads to the same view.
pub fn play_interactive(
    game: &dyn AnyGame,
    bots: &[BotSpec],
    sitting: InteractiveOptions<'_>,
    person: &mut dyn Person,
) -> InteractiveGame {
    let mut round = Round::deal(game, bots, sitting);
    match round.play_on(person) {
        Ok(over) => InteractiveGame { trace: round.lines, over, failure: None },
        Err(failure) => InteractiveGame { trace: round.lines, over: false, failure: Some(failure) },
    }
}

/// Where the person can go back to.
struct Before {
    at: Box<dyn Position>,
    chance: Rng,
    lines: usize,
    decisions: u32,
    news: Vec<VisibleMove>,
}

/// The result of asking for a choice.
enum Choice {
    /// This one of the legal actions.
    Taken(usize),
    /// It has to be asked for again, perhaps in another state.
    AskAgain,
    /// The person has left.
    Left,
}

/// The play at hand.
struct Round<'a> {
    game: &'a dyn AnyGame,
    sitting: InteractiveOptions<'a>,
    /// Names by seat; the person's is a bot's that isn't used.
    names: BySeat<String>,
    line_up: Vec<Box<dyn SeatedBot>>,
    /// Tells what happens as the person's seat may know it; `None` where the sentences of the game can't be read.
    steps: Option<Steps>,
    /// The bots of the other seats, each once.
    advisers: Vec<(String, BotSpec)>,
    rngs: BySeat<Rng>,
    chance: Rng,
    /// For what is tried out in determinized states.
    side_stream: Rng,
    at: Box<dyn Position>,
    /// The trace so far.
    lines: Vec<Json>,
    decisions: u32,
    /// The news that the person hasn't been shown yet.
    news: Vec<VisibleMove>,
    back: Vec<Before>,
    /// Why the last own choice can't be taken back.
    bar: Option<UndoBlock>,
    _under_way: UnderWay,
}

impl<'a> Round<'a> {
    /// Deals, and seats the bots.
    fn deal(game: &'a dyn AnyGame, bots: &[BotSpec], sitting: InteractiveOptions<'a>) -> Self {
        let seats = game.seats();
        let bots = &*BotSpec::for_rules(bots, game.rules());
        let (different, identity) = identities(bots);
        let names = BySeat::from_fn(|seat| match identity.get(seat.index()) {
            Some(_) if seat == sitting.seat => "person".to_owned(),
            Some(&bot) => different[usize::from(bot)].clone(),
            None => String::new(),
        });
        let streams = Streams::new(sitting.seed, sitting.play);
        let at = game.position();
        let mut line_up: Vec<_> = bots.iter().map(|spec| at.seat_bot(spec, false)).collect();
        for bot in &mut line_up {
            bot.begin();
        }
        let others = bots.iter().zip(&identity).enumerate().filter(|(i, _)| *i != sitting.seat.index());
        let advisers: BTreeMap<u8, BotSpec> = others.map(|(_, (bot, id))| (*id, bot.clone())).collect();
        let advisers = advisers.into_iter().map(|(id, bot)| (different[usize::from(id)].clone(), bot));
        let mut round = Self {
            game,
            sitting,
            names,
            line_up,
            steps: Narrator::new(game.names(), Some(sitting.seat.index())).map(Steps::new).ok(),
            advisers: advisers.collect(),
            rngs: BySeat::from_fn(|seat| streams.seat(seat)),
            chance: streams.chance(),
            side_stream: streams.side_stream(2),
            at,
            lines: Vec::new(),
            decisions: 0,
            news: Vec::new(),
            back: Vec::new(),
            bar: Some(UndoBlock::First),
            _under_way: UnderWay::begin(sitting.seed, sitting.play),
        };
        let events = round.at.deal(&mut round.chance);
        let names = round.names.first(seats);
        round.lines.push(start_line(game, names, (sitting.seed, sitting.play), &*round.at));
        round.lines.extend(events);
        round
    }

    /// Plays on; false if the person leaves before the end.
    fn play_on(&mut self, person: &mut dyn Person) -> Result<bool, PlayError> {
        while let Some(seat) = self.at.to_move() {
            if self.called_off() {
                return Err(PlayError::Stopped);
            }
            let choice = if seat == self.sitting.seat {
                self.ask_person(person)
            } else {
                Choice::Taken(self.ask_bot(seat)?)
            };
            match choice {
                Choice::Taken(chosen) => self.carry_out(seat, chosen),
                Choice::AskAgain => {}
                Choice::Left => return Ok(false),
            }
        }
        let outcome = self.at.outcome();
        for bot in &mut self.line_up {
            bot.end(&outcome);
        }
        self.lines.push(end_line(self.game, &outcome, &*self.at));
        person.over(&outcome, &self.news, &self.at.view(self.sitting.seat));
        Ok(true)
    }

    /// Returns true if nobody waits for the game any more.
    fn called_off(&self) -> bool {
        self.sitting.stop.load(Ordering::Relaxed)
    }

    /// Returns the index of a bot's choice.
    fn ask_bot(&mut self, seat: Seat) -> Result<usize, PlayError> {
        let bot = &mut self.line_up[seat.index()];
        let chosen = bot.decide(&*self.at, &mut self.rngs[seat], self.sitting.stop);
        if self.called_off() {
            return Err(PlayError::Stopped);
        }
        chosen.map_err(|reason| PlayError::Forfeit {
            bot: self.names[seat].clone(),
            seat,
            decision: self.decisions,
            play: self.sitting.play,
            reason,
        })
    }

    /// Returns what the person says.
    fn ask_person(&mut self, person: &mut dyn Person) -> Choice {
        if self.at.choices() == 1 {
            return Choice::Taken(0);
        }
        let no_undo = self.bar.map(UndoBlock::reason);
        let question = Question::new(&*self.at, self.sitting.seat, std::mem::take(&mut self.news), no_undo);
        match person.choose(&question) {
            Answer::Take(chosen) if chosen < question.legal.len() => {
                let (at, chance, news) = (self.at.copy(), self.chance.clone(), question.news);
                let (lines, decisions) = (self.lines.len(), self.decisions);
                self.back.push(Before { at, chance, lines, decisions, news });
                return Choice::Taken(chosen);
            }
            Answer::Quit => return Choice::Left,
            Answer::Hint => person.hinted(&advise(&*self.at, &self.advisers, self.sitting.stop)),
            Answer::Why(choice) => {
                let choice = choice.filter(|&choice| choice < question.legal.len());
                let greedy = self.game.bot("greedy").ok();
                let found = greedy.and_then(|greedy| reasons(&*self.at, choice, &greedy, self.sitting.stop));
                person.explained(found.as_ref());
            }
            // A person is asked again, whatever it says.
            Answer::Take(_) => self.news = question.news,
            Answer::Undo => match self.back.pop().filter(|_| self.bar.is_none()) {
                Some(before) => self.take_back(before),
                None => self.news = question.news,
            },
        }
        Choice::AskAgain
    }

    /// Goes back to before the last own choice.
    fn take_back(&mut self, Before { at, chance, lines, decisions, news }: Before) {
        (self.at, self.chance, self.decisions, self.news) = (at, chance, decisions, news);
        self.lines.truncate(lines);
        if self.back.is_empty() {
            self.bar = Some(UndoBlock::FirstHere);
        }
    }

    /// Carries a choice out, and notes what the person learns of it.
    fn carry_out(&mut self, seat: Seat, chosen: usize) {
        let (me, forced, first) = (self.sitting.seat, self.at.choices() == 1, self.lines.len());
        self.lines.push(decision_line(&*self.at, seat, chosen));
        let (before, drawn) = (self.at.copy(), self.chance.clone());
        self.lines.extend(self.at.apply(chosen, &mut self.chance));
        self.decisions += 1;
        // What comes of a choice is no secret because the choice is one: after the last sealed choice, all are carried out.
        let sentences = self.steps.as_mut().map(|steps| steps.whole(&self.lines[first..]).sentences);
        let sentences = sentences.unwrap_or_default();
        let reported = self.news.last_mut();
        if seat != me && before.notice(chosen, me) == Notice::Nothing {
            // Who was asked stays hidden, too: others see only the outcome.
            if let Some(last) = reported {
                last.sentences.extend(sentences);
            }
            // Nor does the way back tell of it: the own choice that led here has shown something, as it
            // has where nobody is asked but might have been.
            self.back.clear();
            self.bar.get_or_insert(UndoBlock::Shown);
            return;
        }
        let action = if seat == me {
            Some(before.action_label(chosen))
        } else {
            seen(&*before, (seat, chosen), me, &*self.at, &drawn, &mut self.side_stream)
        };
        match reported {
            // Unseen choices of a seat in a row are reported once: how many there were may be a part of the secret (a
            // card put away, or none).
            Some(last) if action.is_none() && last.action.is_none() && last.seat == seat => {
                last.sentences.extend(sentences);
            }
            _ => self.news.push(VisibleMove { seat, action, forced: seat == me && forced, sentences }),
        }
        let bar = if seat != me {
            Some(if self.bar == Some(UndoBlock::First) { UndoBlock::First } else { UndoBlock::Others })
        } else if self.chance != drawn {
            Some(UndoBlock::Chance)
        } else if shows(&*before, chosen, me, &*self.at, &mut self.side_stream) {
            Some(UndoBlock::Shown)
        } else {
            None
        };
        if bar.is_some() {
            self.back.clear();
            self.bar = bar;
        } else if !self.back.is_empty() {
            self.bar = None;
        }
    }
}
