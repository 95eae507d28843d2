//! A play in which some seats are not a bot's: whoever sits there is asked through [`Person`].
//!
//! A person is shown what its seat may know and nothing else: its view, its legal actions, and what
//! the others chose as far as they show it. Several persons at one screen are each asked for their own seat.

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
    /// The seat that is asked.
    pub seat: Seat,
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
    /// Returns the question that this position puts to a person in the seat to move: all of it follows from what the seat knows.
    pub fn new(at: &dyn Position, seat: Seat, news: Vec<VisibleMove>, no_undo: Option<&'static str>) -> Self {
        let (turn, phase) = (at.turn(), at.phase().to_owned());
        Self { seat, turn, phase, view: at.view(seat), legal: labels(at), news, no_undo }
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

/// Whoever sits in the seats that are no bot's.
pub trait Person {
    /// Answers when it is asked for a choice.
    fn choose(&mut self, question: &Question) -> Answer;

    /// Receives what the choices are worth, and what the bots of the table would choose.
    fn hinted(&mut self, _advice: &Advice) {}

    /// Receives why one choice is better than another; `None` if that can't be found out.
    fn explained(&mut self, _reasons: Option<&Reasons>) {}

    /// Receives how the play ended, what was chosen since the seat's last question, and what it knows now: each seat of a
    /// person in turn.
    fn over(&mut self, outcome: &Outcome, seat: Seat, news: &[VisibleMove], view: &Json);

    /// Receives the trace so far before each question. It is for a file alone: it holds what no seat may know.
    fn kept(&mut self, _trace: &[Json]) {}
}

/// A choice of an earlier sitting that is made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The seat that chose.
    pub seat: Seat,
    /// The number of legal actions that it had.
    pub choices: usize,
    /// The index of the chosen one.
    pub chosen: usize,
}

/// Which play persons sit in.
#[derive(Clone, Copy, Debug)]
pub struct InteractiveOptions<'a> {
    /// The persons' seats.
    pub seats: &'a [Seat],
    /// The choices that are made first, of all seats in order; the persons are asked from there on.
    pub earlier: &'a [Taken],
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
    /// True if an earlier choice could not be made again: the play is another one.
    pub is_other: bool,
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
            Self::FirstHere => "nothing was chosen since the screen last showed something new",
            Self::Others => "another seat has chosen since",
            Self::Chance => "a card has been drawn, or dice have been rolled, since",
            Self::Shown => "your choice has shown you something that you did not know",
        }
    }
}

/// Plays with persons in some seats; `bots` has one bot a seat, of which the persons' are not used.
///
/// A person may take back a choice as long as nothing came of it that it didn't know before: no
/// other seat has chosen since, no random number was drawn, and in determinized states that agree with
/// all that its seat knew the choice leads to the same view.
pub fn play_interactive(
    game: &dyn AnyGame,
    bots: &[BotSpec],
    sitting: InteractiveOptions<'_>,
    person: &mut dyn Person,
) -> InteractiveGame {
    let mut round = Round::deal(game, bots, sitting);
    let (over, failure) = match round.play_on(person) {
        Ok(over) => (over, None),
        Err(failure) => (false, Some(failure)),
    };
    InteractiveGame { trace: round.lines, over, failure, is_other: round.is_other }
}

/// Where the person can go back to.
struct Before {
    at: Box<dyn Position>,
    chance: Rng,
    lines: usize,
    decisions: u32,
    /// The news that each person hadn't been shown before the question that it goes back to.
    news: Vec<Vec<VisibleMove>>,
}

/// A seat of a person.
struct Sitter {
    seat: Seat,
    /// Tells what happens as the seat may know it; `None` where the sentences of the game can't be read.
    steps: Option<Steps>,
    /// The news that the person hasn't been shown yet.
    news: Vec<VisibleMove>,
    back: Vec<Before>,
    /// Why the last own choice can't be taken back.
    bar: Option<UndoBlock>,
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
    /// Names by seat; a person's is no bot's.
    names: BySeat<String>,
    line_up: Vec<Box<dyn SeatedBot>>,
    sitters: Vec<Sitter>,
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
    is_other: bool,
    _under_way: UnderWay,
}

impl<'a> Round<'a> {
    /// Deals, and seats the bots.
    fn deal(game: &'a dyn AnyGame, bots: &[BotSpec], sitting: InteractiveOptions<'a>) -> Self {
        let seats = game.seats();
        let bots = &*BotSpec::for_rules(bots, game.rules());
        let (different, identity) = identities(bots);
        let names = BySeat::from_fn(|seat| match identity.get(seat.index()) {
            Some(_) if sitting.seats.contains(&seat) => "person".to_owned(),
            Some(&bot) => different[usize::from(bot)].clone(),
            None => String::new(),
        });
        let streams = Streams::new(sitting.seed, sitting.play);
        let at = game.position();
        let mut line_up: Vec<_> = bots.iter().map(|spec| at.seat_bot(spec, false)).collect();
        for bot in &mut line_up {
            bot.begin();
        }
        let is_bots = |i: usize| sitting.seats.iter().all(|seat| seat.index() != i);
        let others = bots.iter().zip(&identity).enumerate().filter(|(i, _)| is_bots(*i));
        let advisers: BTreeMap<u8, BotSpec> = others.map(|(_, (bot, id))| (*id, bot.clone())).collect();
        let advisers = advisers.into_iter().map(|(id, bot)| (different[usize::from(id)].clone(), bot));
        let sitter = |&seat: &Seat| Sitter {
            seat,
            steps: Narrator::new(game.names(), Some(seat.index())).map(Steps::new).ok(),
            news: Vec::new(),
            back: Vec::new(),
            bar: Some(UndoBlock::First),
        };
        let mut round = Self {
            game,
            sitting,
            names,
            line_up,
            sitters: sitting.seats.iter().map(sitter).collect(),
            advisers: advisers.collect(),
            rngs: BySeat::from_fn(|seat| streams.seat(seat)),
            chance: streams.chance(),
            side_stream: streams.side_stream(2),
            at,
            lines: Vec::new(),
            decisions: 0,
            is_other: false,
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
        let mut earlier = self.sitting.earlier.iter();
        while let Some(seat) = self.at.to_move() {
            if self.called_off() {
                return Err(PlayError::Stopped);
            }
            let sitter = self.sitters.iter().position(|sitter| sitter.seat == seat);
            let choice = match (sitter, earlier.next()) {
                (sitter, Some(taken)) => {
                    if taken.seat != seat
                        || taken.choices != self.at.choices()
                        || taken.chosen >= taken.choices
                    {
                        self.is_other = true;
                        return Ok(false);
                    }
                    match sitter {
                        Some(sitter) => self.note(sitter),
                        // A bot thinks as it did then: it may remember what it thought.
                        None => drop(self.ask_bot(seat)?),
                    }
                    Choice::Taken(taken.chosen)
                }
                (Some(sitter), None) => self.ask_person(sitter, person),
                (None, None) => Choice::Taken(self.ask_bot(seat)?),
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
        for Sitter { seat, news, .. } in &self.sitters {
            person.over(&outcome, *seat, news, &self.at.view(*seat));
        }
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

    /// Notes that this person chooses here, and can come back to here; what it has been shown is no news any more.
    fn note(&mut self, sitter: usize) {
        if self.at.choices() == 1 {
            return;
        }
        let (at, chance) = (self.at.copy(), self.chance.clone());
        let (lines, decisions) = (self.lines.len(), self.decisions);
        let news = self.sitters.iter().map(|sitter| sitter.news.clone()).collect();
        let sitter = &mut self.sitters[sitter];
        sitter.back.push(Before { at, chance, lines, decisions, news });
        sitter.news.clear();
    }

    /// Returns what the person says.
    fn ask_person(&mut self, sitter: usize, person: &mut dyn Person) -> Choice {
        if self.at.choices() == 1 {
            return Choice::Taken(0);
        }
        person.kept(&self.lines);
        let Sitter { seat, bar, news, .. } = &self.sitters[sitter];
        let no_undo = bar.map(UndoBlock::reason);
        let question = Question::new(&*self.at, *seat, news.clone(), no_undo);
        match person.choose(&question) {
            Answer::Take(chosen) if chosen < question.legal.len() => {
                self.note(sitter);
                return Choice::Taken(chosen);
            }
            Answer::Quit => return Choice::Left,
            answer => {
                // Asked again, it is not told the same once more.
                if matches!(answer, Answer::Hint | Answer::Why(_)) {
                    self.sitters[sitter].news.clear();
                }
                self.answer(sitter, answer, &question, person);
            }
        }
        Choice::AskAgain
    }

    /// Answers what is no choice.
    fn answer(&mut self, sitter: usize, answer: Answer, question: &Question, person: &mut dyn Person) {
        match answer {
            Answer::Hint => person.hinted(&advise(&*self.at, &self.advisers, self.sitting.stop)),
            Answer::Why(choice) => {
                let choice = choice.filter(|&choice| choice < question.legal.len());
                let greedy = self.game.bot("greedy").ok();
                let found = greedy.and_then(|greedy| reasons(&*self.at, choice, &greedy, self.sitting.stop));
                person.explained(found.as_ref());
            }
            Answer::Undo if self.sitters[sitter].bar.is_none() => {
                if let Some(before) = self.sitters[sitter].back.pop() {
                    self.take_back(sitter, before);
                }
            }
            // A person is asked again, whatever it says.
            Answer::Undo | Answer::Take(_) | Answer::Quit => {}
        }
    }

    /// Goes back to before the last own choice.
    fn take_back(&mut self, sitter: usize, Before { at, chance, lines, decisions, news }: Before) {
        (self.at, self.chance, self.decisions) = (at, chance, decisions);
        self.lines.truncate(lines);
        for (sitter, news) in self.sitters.iter_mut().zip(news) {
            sitter.news = news;
        }
        let sitter = &mut self.sitters[sitter];
        if sitter.back.is_empty() {
            sitter.bar = Some(UndoBlock::FirstHere);
        }
    }

    /// Carries a choice out, and notes what the persons learn of it.
    fn carry_out(&mut self, seat: Seat, chosen: usize) {
        let first = self.lines.len();
        self.lines.push(decision_line(&*self.at, seat, chosen));
        let (before, drawn) = (self.at.copy(), self.chance.clone());
        self.lines.extend(self.at.apply(chosen, &mut self.chance));
        self.decisions += 1;
        for sitter in 0..self.sitters.len() {
            self.tell(sitter, (seat, chosen), (&*before, &drawn), first);
        }
    }

    /// Notes what a person learns of a choice that was made in the position before: the lines of the trace from the first
    /// one on came of it.
    fn tell(
        &mut self,
        sitter: usize,
        (seat, chosen): (Seat, usize),
        (before, drawn): (&dyn Position, &Rng),
        first: usize,
    ) {
        let Sitter { seat: me, steps, news, back, bar } = &mut self.sitters[sitter];
        let (me, forced) = (*me, before.choices() == 1);
        // What comes of a choice is no secret because the choice is one: after the last sealed choice, all are carried out.
        let sentences = steps.as_mut().map(|steps| steps.whole(&self.lines[first..]).sentences);
        let sentences = sentences.unwrap_or_default();
        let reported = news.last_mut();
        if seat != me && before.notice(chosen, me) == Notice::Nothing {
            // Who was asked stays hidden, too: others see only the outcome.
            if let Some(last) = reported {
                last.sentences.extend(sentences);
            }
            // Nor does the way back tell of it: the own choice that led here has shown something, as it
            // has where nobody is asked but might have been.
            back.clear();
            bar.get_or_insert(UndoBlock::Shown);
            return;
        }
        let action = if seat == me {
            Some(before.action_label(chosen))
        } else {
            seen(before, (seat, chosen), me, &*self.at, drawn, &mut self.side_stream)
        };
        match reported {
            // Unseen choices of a seat in a row are reported once: how many there were may be a part of the secret (a
            // card put away, or none).
            Some(last) if action.is_none() && last.action.is_none() && last.seat == seat => {
                last.sentences.extend(sentences);
            }
            _ => news.push(VisibleMove { seat, action, forced: seat == me && forced, sentences }),
        }
        let barred = if seat != me {
            Some(if *bar == Some(UndoBlock::First) { UndoBlock::First } else { UndoBlock::Others })
        } else if self.chance != *drawn {
            Some(UndoBlock::Chance)
        } else if shows(before, chosen, me, &*self.at, &mut self.side_stream) {
            Some(UndoBlock::Shown)
        } else {
            None
        };
        if barred.is_some() {
            back.clear();
            *bar = barred;
        } else if !back.is_empty() {
            *bar = None;
        }
    }
}
