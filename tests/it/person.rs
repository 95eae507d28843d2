//! A person at the table: what it is shown, and what it may take back. That it is asked the same in every
//! state it can be in is a part of the contract that `run::check` holds.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use ludometer::model::{Outcome, Rng, RuleSet, Seat};
use ludometer::registry::GAMES;
use ludometer::run::{
    Answer, InteractiveGame, InteractiveOptions, Person, PlayError, Question, VisibleMove, play_interactive,
};

/// Takes back every choice once where that is allowed, and makes it again.
#[derive(Default)]
struct Doubtful {
    rng: Option<Rng>,
    /// The question before this one and the answer to it.
    last: Option<(Question, usize)>,
    /// Just taken back.
    back: bool,
    undone: u32,
    /// All that was asked and chosen in the end, as text.
    story: String,
}

impl Person for Doubtful {
    fn choose(&mut self, question: &Question) -> Answer {
        if self.back {
            self.back = false;
            let (asked, chosen) = self.last.clone().unwrap();
            let same = (&asked.view, &asked.legal, &asked.news, asked.turn, &asked.phase);
            let here = (&question.view, &question.legal, &question.news, question.turn, &question.phase);
            assert_eq!(same, here);
            // No second time.
            self.last = None;
            return Answer::Take(chosen);
        }
        if question.no_undo.is_none() && self.last.is_some() && self.rng.is_some() {
            self.back = true;
            self.undone += 1;
            return Answer::Undo;
        }
        // The choice follows from the question alone, so that doubts don't change the play.
        let key = question
            .legal
            .iter()
            .flat_map(|w| w.bytes())
            .fold(7_u64, |a, b| a.wrapping_mul(31) + u64::from(b));
        let chosen = (key % question.legal.len() as u64) as usize;
        self.last = Some((question.clone(), chosen));
        Answer::Take(chosen)
    }

    fn over(&mut self, outcome: &Outcome, _: Seat, _: &[VisibleMove], _: &serde_json::Value) {
        write!(self.story, "{outcome:?}").unwrap();
    }
}

fn sit(entry: &ludometer::registry::Entry, seed: u64, person: &mut dyn Person) -> InteractiveGame {
    sit_with(entry, &[], "random", seed, person)
}

fn sit_with(
    entry: &ludometer::registry::Entry,
    settings: &[&str],
    bot: &str,
    seed: u64,
    person: &mut dyn Person,
) -> InteractiveGame {
    let mut rules = RuleSet::defaults(entry.schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    let game = entry.load(entry.schema().usual_seats, rules).unwrap();
    let bots = vec![game.bot(bot).unwrap(); game.seats()];
    let stop = AtomicBool::new(false);
    play_interactive(
        &*game,
        &bots,
        InteractiveOptions { seats: &[Seat::new(1)], earlier: &[], seed, play: 0, stop: &stop },
        person,
    )
}

#[test]
fn what_is_taken_back_never_was() {
    let mut undone = 0;
    for entry in GAMES.iter() {
        for seed in 0..4 {
            let mut sure = Doubtful::default();
            let mut doubtful = Doubtful { rng: Some(Rng::from_words([1, 1, 1])), ..Doubtful::default() };
            let expected = sit(entry, seed, &mut sure);
            let found = sit(entry, seed, &mut doubtful);
            assert!(expected.over, "{}", entry.id());
            assert_eq!(found, expected, "{} {seed}", entry.id());
            assert_eq!(doubtful.story, sure.story);
            assert_eq!(sure.undone, 0);
            undone += doubtful.undone;
        }
    }
    assert!(undone > 10, "{undone} choices could be taken back");
}

#[test]
fn a_failed_bot_is_reported_at_the_decision_of_the_trace() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tired.luau");
    let text = "function choose(_, legal, info)
        if info.decision > 8 then error('tired') end
        return legal[#legal]
    end";
    std::fs::write(&file, text).unwrap();
    let mut undone = 0;
    for entry in GAMES.iter() {
        let game = entry.load(entry.schema().usual_seats, RuleSet::defaults(entry.schema())).unwrap();
        let bots = vec![game.bot(file.to_str().unwrap()).unwrap(); game.seats()];
        let stop = AtomicBool::new(false);
        let mut doubtful = Doubtful { rng: Some(Rng::from_words([1, 1, 1])), ..Doubtful::default() };
        let sitting =
            InteractiveOptions { seats: &[Seat::new(1)], earlier: &[], seed: 0, play: 0, stop: &stop };
        let sat = play_interactive(&*game, &bots, sitting, &mut doubtful);
        let Some(PlayError::Forfeit { decision, reason, .. }) = sat.failure else {
            panic!("{}: {:?}", entry.id(), sat.failure)
        };
        assert!(reason.contains("tired"), "{reason}");
        let reported = sat.trace.iter().filter(|line| line["event"] == "decision").count();
        assert_eq!(decision as usize, reported, "{}", entry.id());
        undone += doubtful.undone;
    }
    assert!(undone > 3, "{undone} choices were taken back");
}

/// Always wants back, and otherwise takes the last choice.
struct Stubborn(u32);

impl Person for Stubborn {
    fn choose(&mut self, question: &Question) -> Answer {
        self.0 += 1;
        // Not allowed, and a choice that there isn't: asked again, nothing else happens.
        match self.0 % 3 {
            0 if question.no_undo.is_some() => Answer::Undo,
            1 => Answer::Take(question.legal.len()),
            _ => Answer::Take(question.legal.len() - 1),
        }
    }

    fn over(&mut self, _: &Outcome, _: Seat, _: &[VisibleMove], _: &serde_json::Value) {}
}

#[test]
fn answers_that_are_not_allowed_change_nothing() {
    let entry = &GAMES[0];
    let sat = sit(entry, 9, &mut Stubborn(0));
    assert!(sat.over);
    let own = sat.trace.iter().filter(|e| e["event"] == "decision" && e["seat"] == 1);
    assert!(own.into_iter().all(|e| e["chosen"] == *e["legal"].as_array().unwrap().last().unwrap()));
}

/// Takes the first choice and keeps what it was shown.
#[derive(Default)]
struct Listener(Vec<VisibleMove>);

impl Person for Listener {
    fn choose(&mut self, question: &Question) -> Answer {
        self.0.extend(question.news.iter().cloned());
        Answer::Take(0)
    }

    fn over(&mut self, _: &Outcome, _: Seat, news: &[VisibleMove], _: &serde_json::Value) {
        self.0.extend(news.iter().cloned());
    }
}

/// Keeps what it was shown before each question of a phase, takes choices in turn.
struct Watcher {
    phase: &'static str,
    asked: u64,
    before: Vec<Vec<VisibleMove>>,
    all: Vec<VisibleMove>,
}

impl Watcher {
    fn of(phase: &'static str) -> Self {
        Self { phase, asked: 0, before: Vec::new(), all: Vec::new() }
    }
}

impl Person for Watcher {
    fn choose(&mut self, question: &Question) -> Answer {
        if question.phase == self.phase {
            self.before.push(question.news.clone());
        }
        self.all.extend(question.news.iter().cloned());
        self.asked += 1;
        Answer::Take(self.asked as usize % question.legal.len())
    }

    fn over(&mut self, _: &Outcome, _: Seat, news: &[VisibleMove], _: &serde_json::Value) {
        self.all.extend(news.iter().cloned());
    }
}

fn entry(id: &str) -> &'static ludometer::registry::Entry {
    GAMES.iter().find(|entry| entry.id() == id).unwrap()
}

#[test]
fn ib_85_how_many_cards_others_put_away_is_reported_to_nobody() {
    let (mut several, mut reported) = (0, 0);
    for seed in 0..4 {
        let mut watcher = Watcher::of("DROP");
        let sat = sit(entry("im-the-boss"), seed, &mut watcher);
        assert!(sat.over);
        let drops: Vec<_> = sat.trace.iter().filter(|e| e["phase"] == "DROP" && e["seat"] != 1).collect();
        several += drops.windows(2).filter(|two| two[0]["seat"] == two[1]["seat"]).count();
        for news in &watcher.before {
            let unseen = news.iter().filter(|news| news.action.is_none());
            let seats: Vec<Seat> = unseen.map(|news| news.seat).collect();
            reported += seats.len();
            assert!(seats.windows(2).all(|two| two[0] != two[1]), "seed {seed}: {seats:?}");
        }
        assert!(watcher.all.iter().all(|news| news.seat == Seat::new(1)
            || !news.action.as_ref().is_some_and(|action| action.starts_with("drop"))));
    }
    assert!(several > 20 && reported > 10, "{several} seats chose twice, {reported} lines");
}

#[test]
fn fr_38_for_which_places_a_joker_could_be_spared_is_reported_to_nobody() {
    let mut asked = 0;
    for seed in 0..20 {
        let mut watcher = Watcher::of("meld_fill");
        let sat = sit_with(entry("film-rummy"), &["deck.jokers=30"], "greedy", seed, &mut watcher);
        assert!(sat.over);
        asked += sat.trace.iter().filter(|e| e["phase"] == "meld_fill" && e["seat"] != 1).count();
        let others = watcher.all.iter().filter(|news| news.seat != Seat::new(1));
        let mut words = others.filter_map(|news| news.action.as_deref());
        let fill = words.find(|action| action.starts_with("natural") || action.starts_with("joker"));
        assert_eq!(fill, None, "seed {seed}");
    }
    assert!(asked > 2, "{asked}");
}

#[test]
fn which_card_goes_from_hand_to_hand_is_reported_to_nobody_else() {
    // Pure Profit: thief and victim see the stolen card, the others that one was taken.
    let (mut hidden, mut shown) = (0, 0);
    for seed in 0..10 {
        let mut listener = Listener::default();
        assert!(sit(&GAMES[0], seed, &mut listener).over);
        let mut victim = "";
        for VisibleMove { seat, action, .. } in &listener.0 {
            let action = action.as_deref().unwrap_or("");
            if *seat == Seat::new(1) {
                continue;
            }
            if let Some(from) = action.strip_prefix("steal from ") {
                victim = from;
            } else if action.starts_with("take ") && victim == "1" {
                shown += u32::from(action != "take ...");
            } else if action.starts_with("take ") {
                assert_eq!(action, "take ...", "taken from {victim}, seed {seed}");
                hidden += 1;
            }
        }
    }
    assert!(hidden > 10 && shown > 10, "{hidden} {shown}");
}

#[test]
fn what_comes_of_choices_made_at_once_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("together.luau");
    let text = "game.title, game.seats = 'Together', { 3, 3 }
local all, hand, table_ = stock(), hands(), pile()
card('Pearl', 9)
local said = numbers(0)
number('round', 0)
function game.setup() fill(all) for s = 1, seats do draw(all, hand[s]) end start(1) end
function game.turn() together.say() end
function step.say() may.say(1) may.say(2) end
function act.say(me, n: amount) said[me] += n end
function after.say()
    v.round += 1
    note('sum', said[1] + said[2] + said[3])
    if v.round < 3 then move(hand[v.round]:any(), hand[v.round], table_) start(1) else game_over() end
end
function game.score(s) return said[s] end";
    std::fs::write(&file, text).unwrap();
    let entry = ludometer_scripted::entry(file.to_str().unwrap()).unwrap();
    let mut listener = Listener::default();
    // Two of the others choose after the person, so all are carried out after a choice that the person does not see.
    let sat = sit(&entry, 5, &mut listener);
    assert!(sat.over);
    let told: Vec<&str> = listener.0.iter().flat_map(|news| &news.sentences).map(String::as_str).collect();
    let of = |start: &str| told.iter().filter(|text| text.starts_with(start)).count();
    assert_eq!(
        (of("Sum: "), of("B carries out the choice to say 1."), of("C carries out")),
        (3, 3, 3),
        "{told:#?}"
    );
    assert!(told.iter().any(|text| text.contains("Pearl")), "{told:#?}");
    let hidden: Vec<Seat> =
        listener.0.iter().filter(|news| news.action.is_none()).map(|news| news.seat).collect();
    assert_eq!(hidden, [0, 2, 0, 2, 0, 2].map(Seat::new));
}

#[test]
fn what_is_told_of_hidden_cards_names_kinds_and_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hints.luau");
    let text = "game.title, game.seats = 'Hints', { 2, 2 }
local all, hand = stock(), hands { seen = 'others' }
local A, B = card('Ash', 2), card('Birch', 2)
function game.setup() fill(all) for s = 1, seats do draw(all, hand[s]) draw(all, hand[s]) end start(1) end
function game.turn(me) go.tell(me) end
function step.tell() may.all() may.one() end
function act.all(me)
    holds(hand[2], {A, B}, 2, 2) holds(hand[2], {A, B}, 1) holds(hand[2], {A, B}, 1, 3)
    holds(hand[2], {A}, hand[2]:count(A), hand[2]:count(A))
    if me == 2 then game_over() else start(2) end
end
act.one = act.all
function game.score(s) return s end";
    std::fs::write(&file, text).unwrap();
    let entry = ludometer_scripted::entry(file.to_str().unwrap()).unwrap();
    let mut listener = Listener::default();
    assert!(sit(&entry, 5, &mut listener).over);
    let told = listener.0[0].sentences.join(" ");
    let told = told
        .replace("holds Ash (exactly 0)", "_")
        .replace("holds Ash (exactly 1)", "_")
        .replace("holds Ash (exactly 2)", "_");
    assert_eq!(
        told,
        "Of Ash and Birch: B's hand holds exactly 2 of these. Of Ash and Birch: B's hand holds 1 or more of these. \
         Of Ash and Birch: B's hand holds 1 to 3 of these. B's hand _."
    );
}
