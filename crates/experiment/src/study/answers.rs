//! A designer's questions, and what the facts answer.
//!
//! Each sentence holds what is certain and how sure it is, for whom it holds, or that it isn't known yet. The limits
//! below are what a designer would act on; they are the same for all games.

use crate::study::LOWER_LEVELS;
use crate::study::cards_and_actions::{best_by_players, dead, strongest, used};
use crate::study::facts::{
    Accused, Change, Decks, Duel, Facts, Measured, Order, Parties, Size, TableScore, biases, fair, favoured,
};
use crate::study::question::{Answer, Question, State, examples, with_change};
use crate::wording::{self, all, capital, list, of_hundred, percent, points, range, range_of_points};
use ludometer_bots::LEVELS;
use ludometer_model::counted;
use ludometer_stats::mover;

/// A seat's win share may be off the fair one by this much.
pub(super) const SEAT: f64 = 0.01;

/// The shares of the seats must be known to within this before they are called fair.
pub(super) const SEAT_KNOWN: f64 = 0.02;

/// A seat's win share among players who think is left out if its interval is wider than this.
const THINKING: f64 = 0.2;

/// A lead runs away if who leads at half time wins this part of what there is to win above the fair share.
const RUNAWAY: f64 = 0.75;

/// Where somebody leads at half time in fewer games than this, no lead runs away.
const LED: f64 = 0.1;

/// Two bots whose shares of the win differ by no more than this play alike.
const ALIKE: f64 = 0.03;

/// Between two bots of which the stronger one is ahead less often than this, where they are not level, luck decides.
pub(super) const LUCK: f64 = 0.55;

/// This part of all games may fail to end.
const UNFINISHED: f64 = 0.001;

/// Answers all that the facts allow: who plays, then problems, otherwise in the order in which designers ask.
pub fn answers(facts: &Facts) -> Vec<Answer> {
    let is_together = facts.is_together;
    if facts.copies.is_some() {
        // Only what has players among whom chance has a part.
        let list = [
            who_plays(facts).filter(|answer| answer.state == State::Problem),
            copies(facts),
            if is_together { skill_together(facts) } else { skill(facts) },
            if is_together { best_together(facts) } else { best(facts) },
        ];
        return list.into_iter().flatten().collect();
    }
    let mut answers: Vec<Answer> = [
        who_plays(facts),
        changed(facts),
        if is_together { won(facts) } else { seats(facts) },
        sides(facts),
        score(facts),
        length(facts),
        if is_together { skill_together(facts) } else { skill(facts) },
        strongest(facts),
        used(facts),
        dead(facts),
        leader(facts).filter(|_| !is_together),
        loops(facts),
        players(facts),
        levels(facts),
        if is_together { best_together(facts) } else { best(facts) },
        if facts.accused.is_some() { None } else { no_advice(facts) },
    ]
    .into_iter()
    .flatten()
    .collect();
    for answer in &mut answers {
        answer.examples = examples(answer, facts);
    }
    if let Some(accused) = facts.accused {
        answers.extend(advice_on_fairness(accused, facts));
    } else {
        answers.extend(facts.changes.iter().filter_map(advice));
    }
    for answer in &mut answers {
        answer.asked = answer.question.text(facts.main.as_ref());
    }
    // The sort is stable.
    answers.sort_by_key(|answer| {
        (answer.question != Question::Who, answer.state != State::Problem, answer.question == Question::Try)
    });
    answers
}

/// Returns `beats` of a bot that is surely ahead more often than behind, and else `is ahead of`.
fn beats(duel: &Duel) -> &'static str {
    if duel.rate.low > 0.5 { "beats" } else { "is ahead of" }
}

/// Returns how strong the players are on whom most answers rest, or that they play at random.
///
/// - "choose at random here": the script has no appeals.
/// - "choose no better than at random": where they are not level, a greedy player is surely ahead of a random one in less than
///   [`LUCK`], and sides are not drawn.
/// - "may be otherwise among better players": where they are not level, a better bot is surely ahead of greedy in more than
///   [`LUCK`].
/// - "beats greedy", "worse than greedy" in short: it is surely ahead, or behind, more often than not; "no more than level": neither
///   is known, and surely no more than [`LUCK`].
fn who_plays(facts: &Facts) -> Option<Answer> {
    if facts.greedy_is_random {
        let text = "Greedy players choose at random here, as the script has no appeals: whatever is said of them is said of \
                    random players.";
        let answer = Answer::new(Question::Who, State::Problem, text.to_owned(), None);
        return Some(answer.briefly("Random players: the script has no appeals"));
    }
    let duel = facts.duel.as_ref().filter(|_| !facts.is_together)?;
    let ahead = of_hundred(duel.ahead.value);
    let has_sides = facts.main.as_ref().is_some_and(|main| !main.parties.sides.is_empty());
    let greedy = if has_sides { "A greedy side" } else { "A greedy player" };
    let mut text = duel.says(&format!("{greedy} finishes"), "a random one");
    let is_weak = facts.plays_at_random();
    let state = if is_weak { State::Problem } else { State::Fact };
    if is_weak {
        text = format!(
            "{text}, so it chooses no better than at random: whatever is said of greedy players is said of random ones"
        );
    }
    let mut short = if is_weak {
        format!("Greedy is no better than random: ahead in {ahead} of 100")
    } else {
        format!("Greedy {} random in {}", beats(duel), duel.in_short())
    };
    let better = facts.better();
    for &([who, name], duel) in &better {
        text += &format!("; {}", duel.says(&format!("{who} finishes"), "a greedy one"));
        if duel.rate.low <= 0.5 && wins_more(duel, better.len()) {
            text += &format!(", yet {}", wins_beside(facts, name, duel));
        }
    }
    if let Some(([_, who], duel)) = better.first().filter(|_| !is_weak) {
        let surely = duel.decided().among_answers(better.len());
        let of_duel = duel.in_short().replacen(" of 100", "", 1);
        short += &match () {
            () if surely.low > 0.5 => format!(", {who} beats greedy in {of_duel}"),
            () if surely.high < 0.5 => format!(", {who} is worse than greedy"),
            () if surely.high < LUCK && wins_more(duel, better.len()) => {
                format!(", {who} wins {} but finishes ahead of each no more often", wins_in_short(duel))
            }
            () if surely.high < LUCK => format!(", {who} is no more than level with greedy"),
            () => format!("; not known yet whether {who} beats greedy"),
        };
    }
    if better.is_empty() {
        text += "; no better bot was played";
    }
    if better.iter().any(|(_, duel)| duel.decided().among_answers(better.len()).low > LUCK) {
        text += ", so results for greedy players may not hold for better ones";
    }
    let mut answer = Answer::new(Question::Who, state, text + ".", Some(duel.ahead)).briefly(short);
    answer.holds_for = bots_met(facts);
    Some(answer)
}

/// Returns that all games of greedy players are the same, where they are: more of them would tell no more.
fn copies(facts: &Facts) -> Option<Answer> {
    let (distinct, games) = facts.copies?;
    let these = if distinct == 1 { "one game".to_owned() } else { wording::games(distinct) };
    // Among random players there is chance.
    let strength = who_plays(facts).filter(|who| who.state != State::Problem);
    let strength = strength.map_or_else(String::new, |who| format!(" {}", who.text));
    let text = format!(
        "All {} of greedy players are copies of {these}: neither the rules nor these players leave anything to chance, and more \
         games would tell no more. So nothing is said of seats, lengths, cards, actions or leads.{strength}",
        wording::games(games)
    );
    let short = format!("Greedy players: always the same {}", if distinct == 1 { "game" } else { "games" });
    let answer = Answer::new(Question::Who, State::Problem, text, None);
    Some(answer.briefly(short))
}

/// Returns a seat's share in words: `Player A (who moves first) wins 28.3 % (27.7 to 28.9)`.
fn seat_wins(size: &Size, seat: usize) -> String {
    let role = if size.order == Order::Seats && (seat == 0 || seat + 1 == size.shares.len()) {
        format!(" ({})", mover(seat, Some(size.shares.len())).replace("whoever", "who"))
    } else if seat == 0 && size.parties.sides.is_empty() {
        " (in the first seat)".to_owned()
    } else {
        String::new()
    };
    format!("{}{role} {}", size.parties.name(seat), has_share(&size.parties, size.shares[seat]))
}

/// Returns a share of the games in words: `wins 28.3 % of the games (27.7 to 28.9)`.
fn has_share(parties: &Parties, share: Measured) -> String {
    let (verb, whole) = (parties.verb(), parties.whole());
    format!("{verb} {} {whole} ({})", percent(share.value), range(share))
}

/// Returns a share in a few words: `wins 28.3 %`.
fn has_briefly(parties: &Parties, share: f64) -> String {
    let of = if parties.are_shared() { " of the wins" } else { "" };
    format!("{} {}{of}", parties.verb(), percent(share))
}

/// Returns by how much a seat is off its fair share: `Player A wins 6.0 points too often (5.1 to 6.9)`.
pub(super) fn off(parties: &Parties, seat: usize, bias: Measured) -> String {
    off_by(parties, &parties.name(seat), bias)
}

fn off_by(parties: &Parties, who: &str, bias: Measured) -> String {
    let by = if bias.value > 0.0 { bias } else { bias.negative() };
    let too = parties.too(bias.value > 0.0, &points(by.value));
    format!("{who} {too} ({})", range_of_points(by))
}

/// The knowledge of shares that should be equal.
enum Fairness {
    /// This one is surely off the fair share by more than [`SEAT`].
    Off(usize, Measured),
    /// None is off by more than [`SEAT_KNOWN`]; the one that may be farthest off.
    Within(Measured),
    /// Neither is known; the one that may be farthest off.
    Open(Measured),
}

impl Fairness {
    fn of(shares: &[Measured]) -> Option<Self> {
        let farthest = biases(shares).max_by(|a, b| a.at_most().total_cmp(&b.at_most()))?;
        Some(match favoured(shares, SEAT) {
            Some((at, bias)) => Self::Off(at, bias),
            None if farthest.at_most() <= SEAT_KNOWN => Self::Within(farthest),
            None => Self::Open(farthest),
        })
    }

    const fn state(&self) -> State {
        match self {
            Self::Off(..) => State::Problem,
            Self::Within(_) => State::Fine,
            Self::Open(_) => State::Open,
        }
    }

    const fn figure(&self) -> Measured {
        match self {
            Self::Off(_, bias) | Self::Within(bias) | Self::Open(bias) => *bias,
        }
    }
}

/// Returns whether the seats, and the order of play where it is another one, are fair: a problem if either isn't, and open
/// if neither is known to be unfair, but one isn't known to be fair.
fn seats(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref().filter(|main| main.seats > 1 && !main.shares.is_empty())?;
    // Where nobody won any game, there is nothing to share.
    let fair = fair(&main.shares);
    if fair <= 0.0 {
        return None;
    }
    let seats = Fairness::of(&main.shares)?;
    let seats_said = seats_said(facts, main, fair, &seats);
    let Some(order) = Fairness::of(main.order.apart()) else {
        return Some(fairness_answer(&seats, seats_said));
    };
    let order_said = order_said(main, fair, &order);
    let differs = "Not every game begins with the same seat, so these are two questions.";
    // Who is accused stands first, and is the verdict.
    let [(worse, (text, short)), (_, (other, _))] = if seats.state() == State::Problem {
        [(&seats, seats_said), (&order, order_said)]
    } else if matches!(order.state(), State::Problem | State::Open) {
        [(&order, order_said), (&seats, seats_said)]
    } else {
        let most = points(seats.figure().at_most().max(order.figure().at_most()));
        [
            (&seats, (seats_said.0, format!("Yes: seats and order of play, within {most}"))),
            (&order, order_said),
        ]
    };
    Some(fairness_answer(worse, (format!("{text} {other} {differs}"), short)))
}

fn fairness_answer(fairness: &Fairness, (text, short): (String, String)) -> Answer {
    let figure = fairness.figure();
    match fairness.state() {
        State::Open => Answer::open(Question::Seats, text, figure, wanted_of_share(figure)).briefly(short),
        state => Answer::new(Question::Seats, state, text, Some(figure)).briefly(short),
    }
}

/// Returns what is known of the seats, in a sentence and in a few words.
fn seats_said(facts: &Facts, main: &Size, fair: f64, seats: &Fairness) -> (String, String) {
    let (noun, verb) = (main.parties.noun(), main.parties.verb());
    let whole = if main.parties.are_shared() { "of the wins in" } else { "of" };
    let also_order = if main.order == Order::Seats { ", and so the order of play," } else { "" };
    match *seats {
        Fairness::Off(seat, bias) => {
            let wins = seat_wins(main, seat);
            let better = thinking(facts, seat, bias);
            let text = format!("{wins}; {} would be fair{}.", percent(fair), better.text);
            let has = has_briefly(&main.parties, main.shares[seat].value);
            let name = main.parties.name(seat);
            let short = match better.turned {
                Some(turned) => format!("It depends on the players: {name} {has}, {turned}"),
                None => format!("No: {name} {has} where {} is fair", percent(fair)),
            };
            (capital(&text), short)
        }
        Fairness::Within(worst) => {
            let most = points(worst.at_most());
            let text = format!(
                "The {noun}{also_order} are fair within {most}: each {verb} about {} {whole} {}.",
                percent(fair),
                wording::games(worst.games)
            );
            (text, format!("Yes, within {most}"))
        }
        Fairness::Open(worst) => {
            let most = points(worst.at_most());
            let unknown =
                format!("Not known yet whether the {noun}{also_order} are fair: one may be off by {most}.");
            open_said(&main.parties, &main.shares, &|seat| main.parties.name(seat), unknown)
        }
    }
}

/// Returns what is known of shares that aren't known to be fair or unfair: who is surely off by some of it, where that is known
/// to within [`SEAT_KNOWN`]; a few games would accuse this one or that.
fn open_said(
    parties: &Parties,
    shares: &[Measured],
    name: &dyn Fn(usize) -> String,
    unknown: String,
) -> (String, String) {
    let sure = favoured(shares, 0.0).filter(|(_, bias)| bias.high - bias.low <= 2.0 * SEAT_KNOWN);
    let text = sure.map_or(unknown, |(at, bias)| {
        let off = capital(&off_by(parties, &name(at), bias));
        format!("{off}; not known yet whether by more than {}.", points(SEAT))
    });
    (text, "Not known yet".to_owned())
}

/// Returns how exactly a share has to be known that may be this much off the fair one, until it is known to be fair or not.
fn wanted_of_share(bias: Measured) -> f64 {
    let off = bias.value.abs();
    (SEAT_KNOWN - off).max(off - SEAT).clamp(SEAT / 4.0, SEAT_KNOWN)
}

/// Returns what is known of an order of play that is not that of the seats.
fn order_said(main: &Size, fair: f64, fairness: &Fairness) -> (String, String) {
    let order = main.order.apart();
    let who = |at: usize| mover(at, Some(order.len()));
    match *fairness {
        Fairness::Off(at, bias) => {
            let wins = |at: usize| format!("{} {}", who(at), has_share(&main.parties, order[at]));
            // The one that is surely off the other way, where there is one.
            let other = biases(order).map(|bias| bias.among_answers(1)).enumerate();
            let other = other.filter(|(_, b)| if bias.value > 0.0 { b.high < 0.0 } else { b.low > 0.0 });
            let other = other.max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()));
            let also = other.map_or_else(String::new, |(at, _)| format!(" and {}", wins(at)));
            let text = format!("{}{also}; {} would be fair.", wins(at), percent(fair));
            let has = has_briefly(&main.parties, order[at].value);
            let short = format!("No: {} {has} where {} is fair", who(at), percent(fair));
            (capital(&text), short)
        }
        Fairness::Within(worst) => {
            let most = points(worst.at_most());
            (format!("The order of play is fair within {most}."), format!("Yes, within {most}"))
        }
        Fairness::Open(worst) => {
            let most = points(worst.at_most());
            let unknown =
                format!("Not known yet whether the order of play is fair: one place may be off by {most}.");
            open_said(&main.parties, order, &who, unknown)
        }
    }
}

/// Returns how often each of the sides wins that are drawn in each game; and how many games are tied, if more than [`TIES`] are.
fn sides(facts: &Facts) -> Option<Answer> {
    let drawn = &facts.main.as_ref()?.drawn;
    let (name, most) = drawn.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let each =
        |(name, won): &(String, Measured)| format!("the side \u{201c}{name}\u{201d} wins {}", figure(*won));
    let each: Vec<String> = drawn.iter().map(each).collect();
    let (state, verdict) = if most.among_answers(1).low > SURE {
        (State::Problem, ", so there is hardly anything to win for the others.")
    } else {
        (State::Fact, ".")
    };
    let ties = facts.main.as_ref()?.course.ties.filter(|ties| ties.value > TIES);
    let tied = ties.map_or_else(String::new, |ties| {
        format!(
            "; {} of 100 games are tied, each an equal part of a win for each side that ties",
            of_hundred(ties.value)
        )
    });
    let text = capital(&all(&each)) + &tied + verdict;
    let is_most = |most: Measured, other: Measured| most.among_answers(1).low > other.among_answers(1).high;
    let is_clear = drawn.iter().filter(|(other, _)| other != name).all(|(_, won)| is_most(*most, *won));
    let short = match ties {
        Some(ties) => format!("Tied in {} of 100 games", of_hundred(ties.value)),
        None if is_clear => format!("{} in {} of the games", capital(name), percent(most.value)),
        None => "No side clearly more often than another".to_owned(),
    };
    Some(Answer::new(Question::Sides, state, text, Some(*most)).briefly(short))
}

/// The knowledge of a seat among players who think.
#[derive(Default)]
struct Thinking {
    /// What to add to a sentence.
    text: String,
    /// The same in a few words, if they surely fare the other way round there.
    turned: Option<String>,
}

/// Returns whether players who think have the same favourite seat, which is off by so much among greedy ones: those of whom most
/// is known.
fn thinking(facts: &Facts, seat: usize, off: Measured) -> Thinking {
    let of = |who, size: &Option<Size>| {
        let size = size.as_ref()?;
        let share = *size.shares.get(seat)?;
        Some((who, share, *size.bias().get(seat)?))
    };
    let known = [of("searching", &facts.searching), of("learned", &facts.learned)].into_iter().flatten();
    let width = |share: &Measured| share.high - share.low;
    let narrowest = known.min_by(|(_, a, _), (_, b, _)| width(a).total_cmp(&width(b)));
    let Some((who, share, bias)) = narrowest.filter(|(_, share, _)| width(share) <= THINKING) else {
        return Thinking::default();
    };
    let mut text = format!(". Among {who} players it is {} ({})", percent(share.value), range(share));
    let bias = bias.among_answers(1);
    let is_turned = if off.value > 0.0 { bias.high < 0.0 } else { bias.low > 0.0 };
    if is_turned {
        text += ", the other way round";
    } else if bias.low <= 0.0 && bias.high >= 0.0 {
        text += ", which may be fair";
    }
    let turned = is_turned.then(|| format!("among {who} ones {}", percent(share.value)));
    Thinking { text, turned }
}

fn length(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref()?;
    let [low, half, high] = main.turns;
    if facts.finished.is_some_and(|finished| finished.value <= 0.0) {
        let games =
            main.mean.map_or_else(String::new, |mean| format!(" All {} were", wording::games(mean.games)));
        let after = if low == high {
            ludometer_model::counted(u64::from(low), "turn")
        } else {
            format!("{low} to {high} turns (nine of ten games)")
        };
        let text = format!("No game came to its end.{games} broken off after {after}.");
        let answer = Answer::new(Question::Length, State::Problem, text, main.mean);
        return Some(answer.briefly("No game came to its end"));
    }
    let mut text = match main.lengths {
        _ if low != high => {
            format!("A game takes {low} to {high} turns (nine of ten games), half of them at most {half}.")
        }
        Some(([shortest, longest], _)) if shortest == longest => {
            let all = main
                .mean
                .map_or_else(String::new, |mean| format!(" in all of {}", wording::games(mean.games)));
            format!("A game takes {}{all}.", ludometer_model::counted(u64::from(low), "turn"))
        }
        Some(([shortest, longest], share)) => format!(
            "A game takes {low} turns in {} of 100 games; the shortest takes {shortest}, the longest {longest}.",
            of_hundred(share)
        ),
        None => format!("Nine of ten games take {low} turns."),
    };
    let minutes = main.minutes.map(|minutes| counted(whole_minutes(minutes), "minute"));
    if let Some(minutes) = &minutes {
        text += &format!(" At {} a game takes {minutes} on average.", facts.pace.spoken());
    }
    if let Some([_, learned, _]) =
        facts.learned.as_ref().map(|size| size.turns).filter(|turns| turns[1] != half)
    {
        text += &format!(" Among learned players half of them take at most {learned}.");
    }
    let is_constant = main.lengths.is_some_and(|([shortest, longest], _)| shortest == longest);
    let mut short = if let (true, Some(mean)) = (is_constant, main.mean) {
        format!("{} in all of {}", counted(u64::from(low), "turn"), wording::games(mean.games))
    } else if low == high {
        format!("{} in nine of ten games or more", counted(u64::from(low), "turn"))
    } else {
        format!("typically {half} turns; 9 of 10 games take {low} to {high}")
    };
    if let Some(minutes) = minutes {
        short += &format!("; about {minutes}");
    }
    Some(Answer::new(Question::Length, State::Fact, text, main.mean).briefly(short))
}

/// Returns minutes in whole ones, at least 1.
fn whole_minutes(minutes: Measured) -> u64 {
    (minutes.value.round() as u64).max(1)
}

/// Choices do matter, but none of these bots makes good ones.
const WORSE: &str = "The bots choose worse than weaker ones";

/// Returns whether the better of good players win, and what is left to luck among equals.
///
/// That bots beat random players tells that choices matter, but nothing of luck among players who make good ones. So:
///
/// All of it where they are not level, as where nobody wins, which tells nothing of who plays better:
///
/// - "Skill matters": a better bot is surely ahead of greedy in more than [`LUCK`].
/// - "Skill hardly matters between good players": a search was among them, and each better bot is ahead of greedy in no more than
///   [`LUCK`], no less than is left, and not surely more often behind than ahead, as a bot that loses shows nothing of skill. Where sides are drawn, one better bot shows neither this nor the next.
/// - "Luck decides": so it is, and greedy is surely not ahead of random in more than [`LUCK`]. Where it isn't, who is ahead
///   of greedy is ahead of a random player, which tells nothing.
/// - "Skill matters for who wins": a better bot isn't known to be ahead of greedy in more than [`LUCK`], but it surely wins more than
///   its share beside them, in the same proportion.
/// - "None of these bots plays better than greedy": one of them is surely behind it, and none is ahead. That tells nothing of skill.
fn skill(facts: &Facts) -> Option<Answer> {
    // Nothing is said before the first duel was played.
    facts.duel.as_ref()?;
    let better = facts.better();
    let answer = |state, text: String, duel: Option<&Duel>| {
        let mut answer = Answer::new(Question::Skill, state, text, duel.map(|duel| duel.ahead));
        answer.holds_for = bots_met(facts);
        answer
    };
    let Some(&([_, first], duel)) = better.first() else {
        let unknown = "Not known yet how much skill matters between good players:";
        return Some(answer(State::Open, without_search(unknown), None));
    };
    let parts: Vec<String> =
        better.iter().map(|([who, _], duel)| duel.says(&format!("{who} finishes"), "a greedy one")).collect();
    let said = parts.join("; ") + &equals(facts);
    let is_even = |duel: &Duel| duel.decided().high < LUCK && duel.decided().low > 1.0 - LUCK;
    if facts.are_sides_drawn && better.iter().all(|(_, duel)| is_even(duel)) {
        let text = "Not known how much skill matters, as one player decides little of what a side wins that is drawn";
        return Some(answer(State::Open, format!("{text}: {said}."), Some(duel)));
    }
    let surely = |duel: &Duel| duel.decided().among_answers(better.len());
    let skilled = better.iter().find(|(_, duel)| surely(duel).low > LUCK);
    let winning = better.iter().find(|(_, duel)| wins_more(duel, better.len()));
    let winning = winning.map(|([_, who], duel)| (who, *duel));
    let is_behind = |duel: &Duel| surely(duel).high < 0.5;
    let is_random = facts.plays_at_random();
    let short = |what: &str, who: &str, duel: &Duel| {
        format!("{what}: {who} {} greedy in {}", beats(duel), duel.in_short())
    };
    Some(if skilled.is_some() && is_random {
        let text = "Not known yet how much skill matters between good players: greedy ones choose no better than at random";
        answer(State::Open, format!("{text}, and {said}."), None)
    } else if let Some(&([_, who], duel)) = skilled {
        answer(State::Fact, format!("Skill matters: {said}."), Some(duel)).briefly(short("Skill", who, duel))
    } else if let Some((who, duel)) = winning.filter(|_| !is_random) {
        let text = format!("Skill matters for who wins: {}; {said}.", wins_beside(facts, who, duel));
        let short = format!("Skill: {who} wins {} beside greedy", wins_in_short(duel));
        answer(State::Fact, text, Some(duel)).briefly(short)
    } else if facts.search_duel.is_some() && better.iter().all(|(_, duel)| is_even(duel) && !is_behind(duel))
    {
        // An equality is said with what it rests on.
        let fewest = better.iter().map(|(_, duel)| duel.share.games).min().unwrap_or(0);
        let games = wording::games(fewest);
        if is_random {
            answer(State::Problem, format!("Luck decides in {games}: {said}."), Some(duel))
                .briefly("Luck: no bot finishes clearly ahead of a weaker one")
        } else {
            let text = format!("Skill hardly matters between good players in {games}: {said}.");
            answer(State::Fact, text, Some(duel)).briefly(short(
                "Hardly skill between good players",
                first,
                duel,
            ))
        }
    } else if better.iter().any(|(_, duel)| is_behind(duel)) {
        let text = "Not known how much skill matters between good players, as none of these bots plays better than greedy";
        answer(State::Open, format!("{text}: {said}."), Some(duel))
            .briefly("Not known: none of these bots plays better than greedy")
    } else {
        let text = format!("Not known yet how much skill matters between good players: {said}.");
        let times = better.iter().filter(|(_, duel)| !is_even(duel));
        let times = times.map(|(_, duel)| {
            let decided = duel.decided();
            let limit = if decided.value < 0.5 { 1.0 - LUCK } else { LUCK };
            decided.times_to((decided.value - limit).abs().max(SEAT_KNOWN))
        });
        Answer { times: times.reduce(f64::max), ..answer(State::Open, text, Some(duel)) }
    })
}

/// Returns true if a bot surely wins so much more than its share that [`LUCK`] can't explain it; it need not be ahead of each of
/// the others for that.
fn wins_more(duel: &Duel, bots: usize) -> bool {
    let least = duel.share.among_answers(bots).of_share().low;
    duel.fair.is_some_and(|fair| least > fair * LUCK / (1.0 - LUCK))
}

/// Returns how often a bot wins, beside an even share: `41 of 100 (25 would be even)`.
fn wins_in_short(duel: &Duel) -> String {
    let fair = duel.fair.map_or_else(String::new, |fair| format!(" ({} would be even)", of_hundred(fair)));
    format!("{} of 100{fair}", of_hundred(duel.share.value))
}

/// Returns how often one better bot among greedy ones wins, beside what would be even.
fn wins_beside(facts: &Facts, who: &str, duel: &Duel) -> String {
    let (share, fair) = (duel.share, percent(duel.fair.unwrap_or(0.0)));
    let parties = facts.main.as_ref().map(|main| &main.parties);
    let verb = if parties.is_some_and(Parties::are_shared) { "has" } else { "wins" };
    let whole = parties.map_or("of the games", Parties::whole);
    let wins = format!("{who} among greedy ones {verb} {} {whole}", percent(share.value));
    format!("{wins} ({}) where {fair} would be even", range(share))
}

/// Returns what decides between greedy players, who are equals, where it was measured.
fn equals(facts: &Facts) -> String {
    let part = |name: &str| facts.sources.iter().find(|source| source.name == name);
    let (Some(deal), Some(draws), Some(own)) = (part("deal"), part("draws"), part("ties")) else {
        return String::new();
    };
    // What is left is due to several of these at once.
    let seat = part("seat").filter(|seat| seat.share.low > SEAT);
    let seat = seat.map_or_else(String::new, |seat| format!(", the seat {}", percent(seat.share.value)));
    format!(
        ". Among greedy players, who are equals, the deal explains {} of who wins, draws and dice {}{seat}, and what they choose by \
         chance {}",
        percent(deal.share.value),
        percent(draws.share.value),
        percent(own.share.value)
    )
}

/// Returns how many times as many games would tell whether the seats of a table are fair, where it isn't known.
pub(super) fn times_of_size(size: &Size) -> Option<f64> {
    let is_known = size.favoured(SEAT).is_some() || size.bias_at_most() <= SEAT_KNOWN;
    let widest = size.bias().into_iter().max_by(|a, b| a.at_most().total_cmp(&b.at_most()))?;
    (!is_known).then(|| widest.times_to(wanted_of_share(widest)))
}

/// The share of games that somebody wins from which on it goes without saying.
pub(crate) const WON_BY_ALL: f64 = 0.995;

/// Returns whether a lead runs away, where there is one.
fn leader(facts: &Facts) -> Option<Answer> {
    // Where one loses, being ahead of the loser is no lead.
    let main = facts.main.as_ref().filter(|main| main.seats > 1 && !main.parties.lose)?;
    let parties = main.shares.len();
    let level = facts.half_level?;
    let led = level.complement();
    let Some(half) = facts.half_time else {
        let games = wording::games(level.games);
        let text = format!("Nobody leads at half time in any of {games}, so there is no lead to lose.");
        let answer = Answer::new(Question::Leader, State::Fact, text, Some(led));
        return (level.value >= 1.0).then(|| answer.briefly("Nobody leads at half time"));
    };
    // What there is to win is what somebody wins.
    let won = facts.won.map_or(1.0, |won| won.value);
    let fair = won / parties.max(1) as f64;
    let above = |share: f64| (share - fair) / (won - fair);
    if won <= 0.0 {
        return None;
    }
    let state = if above(half.among_answers(1).low) > RUNAWAY { State::Problem } else { State::Fine };
    let limit = fair + RUNAWAY * (won - fair);
    // It is surely above the limit, but not as one of all answers.
    let is_above = half.low > limit && state == State::Fine;
    let times = half.times_to_tell(limit).or_else(|| is_above.then_some(4.0));
    let are_joint = main.course.joint.is_some_and(|joint| joint.value > TIES);
    let (state, verdict) = match (state, times) {
        _ if are_joint => (State::Fact, "Several may win at once, so a lead tells little"),
        // What hardly ever happens is no trait of the game, whichever way it goes.
        _ if led.high < LED => (State::Fact, "Somebody leads too seldom to run away"),
        (State::Problem, _) => (state, "The leader runs away"),
        (_, Some(_)) => (State::Open, "Not known yet whether the leader runs away"),
        _ => (state, "A lead can be lost"),
    };
    let mut text = format!(
        "{verdict}: whoever leads at half time wins {} of 100 games ({})",
        of_hundred(half.value),
        range(half)
    );
    if won < WON_BY_ALL {
        text += &format!(", of which somebody wins {}", of_hundred(won));
    }
    if let Some(decided) = facts.decided_at {
        text += &format!(", and the winner leads for good after {} of the game", percent(decided.value));
    }
    if level.value > 0.0 {
        text += &format!(
            ". Nobody leads at half time in {} of 100 games ({}), which count neither way",
            of_hundred(level.value),
            range(level)
        );
    }
    let times = times.filter(|_| state == State::Open);
    let short = match state {
        State::Problem => "Yes: whoever leads at half time",
        State::Open => "Not known yet: whoever leads at half time",
        State::Fact if led.high < LED => "Seldom a leader: whoever leads at half time",
        State::Fact => "Several may win: whoever leads at half time",
        State::Fine => "No: whoever leads at half time",
    };
    let short = format!("{short} wins {} of 100", of_hundred(half.value));
    let text = text + ".";
    Some(Answer { times, ..Answer::new(Question::Leader, state, text, Some(half)).briefly(short) })
}

fn loops(facts: &Facts) -> Option<Answer> {
    let finished = facts.finished?;
    let unfinished = finished.complement();
    // A game that a limit stopped stood still until then, or its deck went round: it is counted once.
    let is_limit = |name: &str| name.ends_with("limit");
    let limited: u64 = facts.guards.iter().filter(|(name, _)| is_limit(name)).map(|(_, games)| games).sum();
    let guards: Vec<String> = facts
        .guards
        .iter()
        .filter(|(name, games)| is_limit(name) || *games > limited)
        .map(|(name, games)| format!("\u{201c}{name}\u{201d} in {}", wording::games(*games)))
        .collect();
    let also =
        if guards.is_empty() { String::new() } else { format!(" Signs of a loop: {}.", list(&guards)) };
    let circle: Vec<String> = facts.circle.iter().map(|action| format!("\u{201c}{action}\u{201d}")).collect();
    let also = match &circle[..] {
        [] => also,
        [one] => format!("{also} In one turn {one} follows {one} without end."),
        some => format!("{also} In one turn {} go round and round without end.", list(some)),
    };
    // Beside games that do not end, which nobody wins either.
    let without_winner = facts.won.map(Measured::complement).filter(|_| !facts.is_together);
    let also = match without_winner.filter(|none| none.value > unfinished.value + 1e-9) {
        None => also,
        Some(none) => {
            format!(" Nobody wins {} of the games ({}).{also}", percent(none.value), range(none))
        }
    };
    if unfinished.among_answers(1).low > UNFINISHED {
        let text =
            format!("{} of the games do not end ({}).{also}", percent(unfinished.value), range(unfinished));
        let short = format!("No: {} do not", percent(unfinished.value));
        return Some(Answer::new(Question::Loops, State::Problem, text, Some(unfinished)).briefly(short));
    }
    let all = wording::games(finished.games);
    if unfinished.value == 0.0 {
        let text = format!("Every one of {all} came to its end.{also}");
        let answer = Answer::new(Question::Loops, State::Fine, text, Some(unfinished));
        return Some(answer.briefly(format!("Yes, all of {all}")));
    }
    let Measured { value, low, high, .. } = unfinished.times(100.0);
    let text = format!("{value:.3} % of {all} do not end ({low:.3} to {high:.3}).{also}");
    let is_above = unfinished.low > UNFINISHED;
    let times = unfinished.times_to_tell(UNFINISHED).or_else(|| is_above.then_some(4.0));
    let state = if times.is_some() { State::Open } else { State::Fine };
    let answer = Answer::new(Question::Loops, state, text, Some(unfinished));
    Some(Answer { times, ..answer.briefly(format!("Nearly: {value:.3} % do not, as far as is known")) })
}

/// Returns which bot plays best: `greedy`, or one that beats it in one seat.
fn best(facts: &Facts) -> Option<Answer> {
    let has_sides = !facts.main.as_ref()?.parties.sides.is_empty();
    let place = if has_sides { "on one side" } else { "in one seat" };
    // Where nobody wins, nobody plays best.
    let fair = facts.search_duel.iter().chain(&facts.learned_duel).find_map(|duel| duel.fair).unwrap_or(1.0);
    if fair <= 0.0 {
        return None;
    }
    let duels = [("the search", &facts.search_duel), ("the learned bot", &facts.learned_duel)];
    let mut thinkers: Vec<(&str, Measured)> =
        duels.iter().filter_map(|(who, duel)| Some((*who, duel.as_ref()?.share))).collect();
    // The better of two is picked by its figure: the intervals allow for that.
    let looks = thinkers.len();
    for (_, share) in &mut thinkers {
        *share = share.among_answers(looks).of_share();
    }
    thinkers.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let Some(&(who, share)) = thinkers.first() else {
        let text = without_search("Not known yet which bot plays best:");
        return (!facts.is_searched).then(|| Answer::new(Question::Best, State::Open, text, None));
    };
    let whole = facts.main.as_ref()?.parties.whole();
    let are_shared = facts.main.as_ref()?.parties.are_shared();
    let [win, wins_of] = if are_shared { ["have", "has"] } else { ["win", "wins"] };
    let figure = |share: Measured| format!("{} {whole} ({})", percent(share.value), range(share));
    let even = format!("where {} would be even", percent(fair));
    let other = thinkers.get(1).copied();
    let also = other.map_or_else(String::new, |(who, share)| format!("; {who} {wins_of} {}", figure(share)));
    let is_open = |share: Measured| share.low <= fair && share.high >= fair;
    let open = thinkers.iter().copied().find(|(_, share)| is_open(*share));
    let wins = format!("{} of 100 beside greedy", of_hundred(share.value));
    // To win most need not be to finish ahead of each.
    let is_behind = duels
        .iter()
        .any(|(other, duel)| *other == who && duel.as_ref().is_some_and(|duel| duel.decided().high < 0.5));
    let though =
        if is_behind { ", though it finishes behind a greedy player more often than ahead" } else { "" };
    // How the two best differ, where both were played.
    let rivals = other.map(|(second, other)| (second, other, share.minus(other)));
    let (short, text) = if share.low > fair {
        match rivals {
            Some((second, other, apart)) if apart.low <= 0.0 && other.high > fair => {
                let both = format!("{} and {second}", capital(who));
                let beat = format!(
                    "{place} among greedy players they {win} {} and {} {even}",
                    figure(share),
                    figure(other)
                );
                if other.low > fair && apart.at_most() <= ALIKE {
                    let text = format!(
                        "{both} play best, alike within {} in {}: {beat}.",
                        points(apart.at_most()),
                        wording::games(apart.games)
                    );
                    (format!("{} or {second}: {wins}", capital(who)), text)
                } else {
                    let text = format!(
                        "{} wins more than its share, but not known yet whether it plays better than {second}: {beat}{though}.",
                        capital(who)
                    );
                    let mut answer = Answer::new(Question::Best, State::Open, text, Some(share));
                    answer.times = Some(apart.times_to(ALIKE.min(apart.value.abs().max(SEAT))));
                    answer.holds_for = holds_for(facts);
                    return Some(answer.briefly(format!("{} or {second}: {wins}", capital(who))));
                }
            }
            _ => (
                format!("{}: {wins}", capital(who)),
                format!(
                    "{} plays best: {place} among greedy players it {wins_of} {} {even}{though}{also}.",
                    capital(who),
                    figure(share)
                ),
            ),
        }
    } else if let Some((who, share)) = open {
        let text = format!(
            "Not known yet whether {who} wins more than its share beside greedy: it {wins_of} {} {even}.",
            figure(share)
        );
        let mut answer = Answer::open(Question::Best, text, share, SEAT_KNOWN);
        answer.holds_for = holds_for(facts);
        return Some(answer);
    } else {
        let text = format!(
            "Greedy plays best: {place} among greedy players {who} {wins_of} {} {even}{also}.",
            figure(share)
        );
        ("Greedy".to_owned(), text)
    };
    let mut answer = Answer::new(Question::Best, State::Fact, text, Some(share)).briefly(short);
    answer.holds_for = holds_for(facts);
    Some(answer)
}

/// Returns what isn't known for want of a search, be it for want of time or by `--search-games 0`: a study is repeated by
/// that.
fn without_search(unknown: &str) -> String {
    format!("{unknown} no search was played. A longer study, or one with --search-games, tells.")
}

/// Returns the bots that met, down to random ones.
const fn bots_met(facts: &Facts) -> &'static str {
    match (&facts.search_duel, &facts.learned_duel) {
        (None, None) => "random and greedy",
        (Some(_), None) => "random, greedy and search",
        (None, Some(_)) => "random, greedy and learned",
        (Some(_), Some(_)) => "random, greedy, search and learned",
    }
}

/// Returns the bots that met.
const fn holds_for(facts: &Facts) -> &'static str {
    match (&facts.search_duel, &facts.learned_duel) {
        (_, None) => "greedy and search",
        (None, Some(_)) => "greedy and learned",
        (Some(_), Some(_)) => "greedy, search and learned",
    }
}

fn players(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref()?;
    let mut sizes: Vec<&Size> = facts.sizes.iter().chain([main]).collect();
    sizes.sort_by_key(|size| size.seats);
    if sizes.len() < 2 {
        return None;
    }
    let (first, last) = (sizes.first()?, sizes.last()?);
    let medians: Vec<String> = sizes.iter().map(|size| size.turns[1].to_string()).collect();
    let are_alike = medians.iter().all(|median| *median == medians[0]);
    let mut text = format!(
        "With {} to {} players half of the games take at most {} turns",
        first.seats,
        last.seats,
        if are_alike { medians[0].clone() } else { wording::all(&medians) }
    );
    let minutes: Option<Vec<u64>> = sizes.iter().map(|size| size.minutes.map(whole_minutes)).collect();
    if let Some(minutes) = minutes {
        let minutes: Vec<String> = minutes.iter().map(u64::to_string).collect();
        let are_alike = minutes.iter().all(|each| *each == minutes[0]);
        let minutes = if are_alike { minutes[0].clone() } else { wording::all(&minutes) };
        text += &format!(" ({minutes} minutes on average at {})", facts.pace.spoken());
    }
    let unfair: Vec<String> = sizes
        .iter()
        .filter_map(|size| Some((size, size.favoured(SEAT)?)))
        .map(|(size, (seat, bias))| format!("with {} players {}", size.seats, off(&size.parties, seat, bias)))
        .collect();
    // Where the seats are fair, who moves first may not be.
    let first_off = |size: &Size| {
        let first = size.course.first?.among_answers(sizes.len());
        (first.low > SEAT || first.high < -SEAT).then_some(first.value > 0.0)
    };
    let are_told = unfair.is_empty() && !main.parties.lose;
    let order = [(true, "too often"), (false, "too seldom")].map(|(is_large, too)| {
        let off = sizes.iter().filter(|size| are_told && first_off(size) == Some(is_large));
        let off: Vec<String> = off.map(|size| size.seats.to_string()).collect();
        (!off.is_empty())
            .then(|| format!("with {} players whoever moves first wins {too}", wording::all(&off)))
    });
    let order: Vec<String> = order.into_iter().flatten().collect();
    let is_off = |size: &Size| size.favoured(SEAT).is_some() || are_told && first_off(size).is_some();
    let also_others = sizes.iter().any(|size| size.seats != main.seats && is_off(size));
    let state = if also_others { State::Problem } else { State::Fact };
    let noun = main.parties.noun();
    let times = facts.sizes.iter().filter_map(times_of_size).reduce(f64::max);
    let times = times.filter(|_| state != State::Problem);
    let state = if times.is_some() { State::Open } else { state };
    if times.is_some() && unfair.is_empty() {
        text += &format!("; not known yet whether the {noun} are fair with each number");
    } else if let Some(score) = score_by_players(&sizes) {
        text += &format!(", and the table scores {score} on average");
    } else if let Some(won) = won_by_players(&sizes) {
        text += &format!(", and {won} of them are won");
    } else if !order.is_empty() {
        text += &format!("; {}", wording::all(&order));
    } else if unfair.is_empty() {
        let fewest = sizes.iter().flat_map(|size| &size.shares).map(|share| share.games).min().unwrap_or(0);
        text += &match fewest {
            0 => "; nothing can be said of the seats, as no game came to its end".to_owned(),
            _ => format!(
                ", and no seat is clearly off its fair share in {} or more of each",
                wording::games(fewest)
            ),
        };
    } else {
        text += &format!("; {}", wording::all(&unfair));
    }
    if times.is_some() && !unfair.is_empty() {
        text += &format!("; not known yet whether the {noun} are fair with the others");
    }
    if let Some(best) = best_by_players(facts) {
        text += &format!(". {best}");
    }
    if let Some(suits) = suits(&sizes) {
        text += &format!(". {suits}");
    }
    let half = counted(u64::from(first.turns[1]), "turn");
    let length = if are_alike {
        format!("Median {half} with {} to {} players", first.seats, last.seats)
    } else {
        let fewest = counted(first.seats as u64, "player");
        format!("Median {half} with {fewest}, {} with {}", last.turns[1], last.seats)
    };
    let short = match state {
        State::Problem if !order.is_empty() => format!("Yes: {}", wording::all(&order)),
        State::Problem => {
            let has_sides = sizes.iter().any(|size| !size.parties.sides.is_empty());
            format!("Yes: some {} are unfair", if has_sides { "sides" } else { "seats" })
        }
        State::Open => format!("{length}; {noun} not known yet"),
        _ => length,
    };
    let answer = Answer::new(Question::Players, state, text + ".", main.mean).briefly(short);
    Some(Answer { times, ..answer })
}

/// More games than this that several win are many.
const TIES: f64 = 0.05;

/// Returns which numbers of players the game suits.
///
/// - It suits a number if no seat is off its fair share by more than [`SEAT_KNOWN`], nor whoever moves first, and surely no more
///   than [`TIES`] of the games are tied.
/// - It does not suit one if a seat or whoever moves first surely is, by more than [`SEAT`], or surely more than [`TIES`] are
///   tied.
///
/// Nothing is said before that is known of all.
fn suits(sizes: &[&Size]) -> Option<String> {
    let is_suited = |size: &Size| {
        let first = size.course.first.map_or(0.0, Measured::at_most);
        let ties = size.course.ties.is_none_or(|ties| ties.high <= TIES);
        !size.contested().is_empty() && size.bias_at_most() <= SEAT_KNOWN && first <= SEAT_KNOWN && ties
    };
    let is_unfair = |size: &Size| {
        size.favoured(SEAT).is_some()
            || size.course.first.is_some_and(|first| first.low > SEAT || first.high < -SEAT)
    };
    let are_tied = |size: &Size| size.course.ties.is_some_and(|ties| ties.low > TIES);
    let mut suited = Vec::new();
    for size in sizes {
        if is_suited(size) {
            suited.push(size.seats.to_string());
        } else if !is_unfair(size) && !are_tied(size) {
            return None;
        }
    }
    let tied = sizes.iter().filter(|size| are_tied(size));
    let tied = tied.filter_map(|size| {
        Some(format!(
            "{} of 100 games with {}",
            of_hundred(size.course.ties?.value),
            counted(size.seats as u64, "player")
        ))
    });
    let tied: Vec<String> = tied.collect();
    let many = if tied.is_empty() { String::new() } else { format!("; {} are tied", wording::all(&tied)) };
    match suited.len() {
        0 => Some(format!("No number of players suits it well{many}")),
        all if all == sizes.len() => Some("Each of these numbers of players suits it".to_owned()),
        _ => Some(format!("{} players suit it best{many}", wording::all(&suited))),
    }
}

/// Games whose lengths differ by less than this part of an expert's game are as long.
const AS_LONG: f64 = 0.1;

/// The knowledge of the length of beginners' games beside those of experts.
struct Longer {
    /// In a sentence, with the interval.
    text: String,
    /// In a few words.
    short: &'static str,
    /// How many times as many games would tell, where it isn't known.
    times: Option<f64>,
}

fn longer(beginners: Measured, experts: Measured) -> Longer {
    let apart = beginners.minus(experts).among_answers(1);
    let margin = AS_LONG * experts.value;
    let (a, b) = apart.size();
    let said =
        |way: &str| format!("Games of beginners are {:.1} turns {way} ({a:.1} to {b:.1})", apart.value.abs());
    if apart.low > 0.0 {
        Longer { text: said("longer"), short: "longer", times: None }
    } else if apart.high < 0.0 {
        Longer { text: said("shorter"), short: "shorter", times: None }
    } else if b <= margin {
        let text = format!("Games of beginners are as long, within {b:.1} turns");
        Longer { text, short: "as long", times: None }
    } else {
        let text = format!(
            "Not known yet whether games of beginners are as long: they may be anything from {:.1} turns shorter to {:.1} turns longer",
            -apart.low, apart.high
        );
        // Either that they are as long, or that they are not.
        Longer {
            text,
            short: "not known yet",
            times: Some(apart.times_to(apart.value.abs().max(margin / 2.0))),
        }
    }
}

/// Returns a seat that is certainly off its fair share at one of so many levels, in words, with what it is off by.
fn unfair(level: usize, size: &Size, levels: usize) -> Option<String> {
    let bias = size.bias().into_iter().map(|bias| bias.among_answers(levels)).enumerate();
    let sure = bias.filter(|(_, bias)| bias.low > SEAT || bias.high < -SEAT);
    let (seat, bias) = sure.max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()))?;
    Some(format!("at level {level} {}", off(&size.parties, seat, bias)))
}

/// Returns whether beginners have another game than experts.
pub(super) fn levels(facts: &Facts) -> Option<Answer> {
    let (_, beginners) = facts.lower.first()?;
    let experts = facts.learned.as_ref()?;
    let all: Vec<(usize, &Size)> =
        facts.lower.iter().map(|(level, size)| (*level, size)).chain([(LEVELS, experts)]).collect();
    let (mean, best) = (beginners.mean?, experts.mean?);
    let longer = longer(mean, best);
    let medians: Vec<String> = all.iter().map(|(_, size)| size.turns[1].to_string()).collect();
    let mut text = format!(
        "{}, in {} of beginners and {} of experts. Among learned players of level {} (beginners) to {LEVELS} (experts) half of the games \
         take at most {} turns",
        longer.text,
        wording::games(mean.games),
        ludometer_model::thousands(best.games),
        LOWER_LEVELS.start(),
        wording::all(&medians)
    );
    let sizes: Vec<&Size> = all.iter().map(|(_, size)| *size).collect();
    if let Some(won) = won_by_players(&sizes) {
        text += &format!(", and {won} of them are won");
    }
    let unfair: Vec<String> =
        all.iter().filter_map(|(level, size)| unfair(*level, size, all.len())).collect();
    if !unfair.is_empty() {
        text += &format!("; {}", wording::all(&unfair));
    }
    // What is unfair among greedy players as well is said of the seats.
    let is_new = !unfair.is_empty() && facts.main.as_ref()?.favoured(SEAT).is_none();
    let short = if is_new {
        "Yes: seats are unfair at some levels".to_owned()
    } else {
        let turns = |size: &Size| size.turns[1];
        format!(
            "{}: a median of {} turns, for experts {}",
            capital(longer.short),
            turns(beginners),
            turns(experts)
        )
    };
    let state = match longer.times {
        _ if is_new => State::Problem,
        Some(_) => State::Open,
        None => State::Fact,
    };
    let mut answer = Answer::new(Question::Levels, state, text + ".", Some(mean)).briefly(short);
    answer.holds_for = "learned, level 2 to 5";
    answer.times = longer.times.filter(|_| state == State::Open);
    Some(answer)
}

/// Returns how the wins of the whole table differ, or its score where no game is won; none where seats or sides play against
/// each other.
fn tables_beside(new: &Size, old: &Size) -> Option<String> {
    let who = if new.seats == 1 { "the player" } else { "the table" };
    let won = new.together.zip(old.together);
    let (new, old) = won.or_else(|| Some((new.score?.mean, old.score?.mean)))?;
    let change = new.minus(old).among_answers(1);
    let is_more = change.value > 0.0;
    let (low, high) = change.size();
    let games = wording::games(change.games);
    let is_seen = change.low > 0.0 || change.high < 0.0;
    Some(match (won.is_some(), is_seen) {
        (true, true) => format!(
            "{who} wins {} {} of the games ({:.1} to {:.1})",
            points(change.value),
            if is_more { "more" } else { "fewer" },
            low * 100.0,
            high * 100.0
        ),
        (true, false) => {
            format!("{who} is not seen to win more or less often in {games} (at most {})", points(high))
        }
        (false, true) => format!(
            "{who} scores {:.1} {} ({low:.1} to {high:.1})",
            change.value.abs(),
            if is_more { "more" } else { "less" }
        ),
        (false, false) => {
            format!("{who} is not seen to score more or less in {games} (at most {high:.1})")
        }
    })
}

/// Returns how the wins of the side differ that gains or loses most, where sides are drawn.
fn drawn_beside(new: &Size, old: &Size) -> Option<String> {
    let sides = new.drawn.iter().zip(&old.drawn);
    let change = |((name, new), (_, old)): (&(String, Measured), &(String, Measured))| {
        (name.clone(), new.minus(*old).among_answers(1))
    };
    let (name, change) = sides.map(change).max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()))?;
    if change.low <= 0.0 && change.high >= 0.0 {
        let games = wording::games(change.games);
        let at_most = points(change.at_most());
        return Some(format!("no side is seen to win more or less often in {games} (at most {at_most})"));
    }
    let way = if change.value > 0.0 { "more" } else { "fewer" };
    let (low, high) = change.size();
    Some(format!(
        "the side \u{201c}{name}\u{201d} wins {} {way} of the games ({:.1} to {:.1})",
        points(change.value),
        low * 100.0,
        high * 100.0
    ))
}

/// Returns how the seats or sides differ, or the table where the players play together, in words.
fn seats_beside(new: &Size, old: &Size) -> String {
    if let Some(change) = tables_beside(new, old).or_else(|| drawn_beside(new, old)) {
        return change;
    }
    let seats = new.shares.iter().zip(&old.shares);
    let changes: Vec<Measured> = seats.map(|(a, b)| a.minus(*b).among_answers(old.shares.len())).collect();
    let sure = changes.iter().enumerate().filter(|(_, change)| change.low > 0.0 || change.high < 0.0);
    if let Some((seat, change)) = sure.max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs())) {
        let way = if change.value > 0.0 { "more" } else { "fewer" };
        let (a, b) = change.size();
        return format!(
            "{} {} {} {way} of the games ({:.1} to {:.1})",
            new.parties.name(seat),
            new.parties.verb(),
            points(change.value),
            a * 100.0,
            b * 100.0
        );
    }
    let fewest = changes.iter().map(|change| change.games).min().unwrap_or(0);
    let at_most = changes.into_iter().map(Measured::at_most).fold(0.0, f64::max);
    format!("no seat is seen to gain or lose in {} (at most {})", wording::games(fewest), points(at_most))
}

/// Returns how the length differs, of a difference as one of all answers.
fn length_beside(turns: Measured) -> String {
    if turns.low > 0.0 || turns.high < 0.0 {
        let way = if turns.value > 0.0 { "longer" } else { "shorter" };
        let (a, b) = turns.size();
        let size = format!("{:.1}", turns.value.abs());
        let unit = if size == "1.0" { "turn" } else { "turns" };
        // What is the same in all games has no range.
        let [a, b] = [a, b].map(|end| format!("{end:.1}"));
        let range = if a == b { String::new() } else { format!(" ({a} to {b})") };
        format!("games are {size} {unit} {way}{range}")
    } else {
        match format!("{:.1}", turns.at_most()).as_str() {
            "0.0" => "games are as long".to_owned(),
            most => format!("games are as long, within {most} turns"),
        }
    }
}

pub(super) fn changed(facts: &Facts) -> Option<Answer> {
    let (main, printed) = (facts.main.as_ref()?, facts.printed.as_ref()?);
    let turns = main.mean?.minus(printed.mean?).among_answers(1);
    let length = length_beside(turns);
    let text = format!(
        "Beside the printed rules {length}; {}; {} were played with each.",
        seats_beside(main, printed),
        wording::games(turns.games)
    );
    Some(Answer::new(Question::Changed, State::Fact, text, Some(turns)).briefly(capital(&length)))
}

/// Returns a change of the length that fresh games have shown, and its price.
fn advice(change: &Change) -> Option<Answer> {
    let turns = change.turns()?;
    if turns.low <= 0.0 && turns.high >= 0.0 {
        return None;
    }
    let way = if turns.value > 0.0 { "longer" } else { "shorter" };
    let (a, b) = turns.size();
    let what = capital(&change.what);
    let text = format!(
        "{what} makes a game {:.1} turns {way} ({a:.1} to {b:.1}), in {} played afresh; {}.",
        turns.value.abs(),
        wording::games(turns.games),
        seats_beside(&change.new, &change.old)
    );
    let short = format!("{what}: {:.1} turns {way}", turns.value.abs());
    let answer = Answer::new(Question::Try, State::Fact, text, Some(turns)).briefly(short);
    Some(Answer { examples: vec![with_change(change)], ..answer })
}

/// Returns what could be tried against what is unfair. It is advice only where fresh games have surely shown that it helps.
fn advice_on_fairness(accused: Accused, facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref()?;
    let name = match accused {
        Accused::Seat(at) => main.parties.name(at),
        Accused::Place(at) => mover(at, Some(main.order.apart().len())),
    };
    let off = accused.bias(main)?;
    let too = main.parties.too(off.value > 0.0, "");
    let Some((count, best)) = &facts.settings else {
        let text = format!(
            "Not known yet how to mend that {name} {too}: a longer study, or one with --again, tries each number of the rules one \
             step up and down."
        );
        return Some(Answer::unknown(Question::Try, text, 2.0));
    };
    let tried = counted(*count, "one-step change");
    let Some(change) = best else {
        let text =
            format!("Nothing was tried to mend that {name} {too}: the rules have no number to change.");
        return Some(
            Answer::new(Question::Try, State::Fact, text, None).briefly("Nothing: no number to change"),
        );
    };
    let (old, new) = (accused.bias(&change.old)?, accused.bias(&change.new)?);
    let change_of = new.minus(old).among_answers(1);
    let gain = if off.value > 0.0 { change_of.negative() } else { change_of };
    let games = wording::games(gain.games);
    let what = capital(&change.what);
    let share = |bias: Measured| percent(bias.value + fair(&main.shares));
    let shares = format!("{} instead of {}", share(new), share(old));
    let helps = gain.low > 0.0;
    // A table that nobody wins is fair, too: what counts is the share of the games that somebody wins.
    let of_wins = |bias: Measured, size: &Size| bias.value.abs() / won_by_any(size).max(f64::MIN_POSITIVE);
    let is_fairer = of_wins(new, &change.new) < of_wins(old, &change.old);
    let fewer = fewer_wins(change).map_or_else(String::new, |fewer| format!("; {fewer}"));
    if helps && is_fairer && new.value.abs() < old.value.abs() {
        let less = if off.value > 0.0 { "less" } else { "more" };
        let often = if main.parties.are_shared() { "of the wins" } else { "often" };
        let (verb, by) = (main.parties.verb(), points(gain.value));
        let length = change.turns().map_or_else(String::new, |turns| format!("; {}", length_beside(turns)));
        // What mends the seats may have its price in the sides.
        let sides =
            drawn_beside(&change.new, &change.old).map_or_else(String::new, |sides| format!("; {sides}"));
        let text = format!(
            "{what}: {name} {verb} {by} {less} {often} ({}), {shares}, in {games} played afresh{length}{sides}{fewer}. Of {tried} to the rules it looked best.",
            range_of_points(gain),
        );
        let short = format!("{what}: {name} {verb} {by} {less} {often}");
        let answer = Answer::new(Question::Try, State::Fact, text, Some(gain)).briefly(short);
        return Some(Answer { examples: vec![with_change(change)], ..answer });
    }
    if helps || gain.high <= SEAT {
        let does = if helps && new.value.abs() < old.value.abs() {
            let part = |bias: Measured, size: &Size| {
                percent((bias.value + fair(size.contested())) / won_by_any(size).max(f64::MIN_POSITIVE))
            };
            format!(
                "lets nobody win more often and is no fairer among the games that somebody wins: {} of these instead of {}",
                part(new, &change.new),
                part(old, &change.old)
            )
        } else if helps {
            format!("does too much: {shares}")
        } else {
            format!("helps by at most {}", points(gain.high.max(0.0)))
        };
        let text = format!(
            "No one-step change is seen to mend that {name} {too}: of {tried} to the rules the best ({}) {does} in {games} played \
             afresh.",
            change.what
        );
        let answer = Answer::new(Question::Try, State::Fact, text, Some(gain));
        return Some(answer.briefly("No one-step change is seen to help"));
    }
    let text = format!(
        "Not known yet how to mend that {name} {too}: of {tried} to the rules it may help most to have {} ({}), which isn't sure \
         after {games} played afresh.",
        change.what, shares
    );
    Some(Answer::open(Question::Try, text, gain, SEAT))
}

/// Returns the share of the games that somebody wins.
fn won_by_any(size: &Size) -> f64 {
    size.contested().iter().map(|share| share.value).sum()
}

/// Returns that more games than before are won by nobody, where they are by over [`SEAT`].
fn fewer_wins(change: &Change) -> Option<String> {
    let [new, old] = [&change.new, &change.old].map(|size| 1.0 - won_by_any(size));
    (new > old + SEAT).then(|| {
        format!(
            "nobody wins in {} of 100 games instead of {}",
            of_hundred(new.min(1.0)),
            of_hundred(old.max(0.0))
        )
    })
}

/// A change of the length by less than this part of it is none that a designer would look for.
const LENGTH: f64 = 0.02;

/// A change of the length by fewer turns than this is none: it would be said to be 0.0 turns.
const UNCHANGED: f64 = 0.05;

/// Returns what to try where no card is known to make games shorter or longer.
fn no_advice(facts: &Facts) -> Option<Answer> {
    let mean = facts.main.as_ref()?.mean?.value;
    match facts.decks {
        Decks::Known(_) if facts.changes.iter().any(|change| advice(change).is_some()) => None,
        Decks::Known(most) if !facts.changes.is_empty() => {
            let fewest = facts.changes.iter().filter_map(|change| Some(change.turns()?.games)).min();
            let games = wording::games(fewest.unwrap_or(0));
            let text = format!(
                "Not known yet which card makes games shorter or longer: {games} played afresh are too few to confirm those that \
                 seemed to."
            );
            Some(Answer::open(Question::Try, text, most, LENGTH * mean / 2.0))
        }
        Decks::None => {
            let text = "Nothing was tried: no setting of this game design is the number of copies of a card.";
            let answer = Answer::new(Question::Try, State::Fact, text.to_owned(), None);
            Some(answer.briefly("Nothing: no setting counts copies of a card"))
        }
        Decks::Few(times) => {
            let text = "Not known yet what one copy of a card more or less does.".to_owned();
            Some(Answer::unknown(Question::Try, text, times))
        }
        Decks::Known(most) if most.at_most() < UNCHANGED.min(LENGTH * mean) => {
            let text = format!(
                "One copy more or less of any card doesn't change the length, in {} with each.",
                counted(most.games, "deal")
            );
            let short = "No single card changes the length";
            Some(Answer::new(Question::Try, State::Fact, text, Some(most)).briefly(short))
        }
        Decks::Known(most) if most.at_most() <= LENGTH * mean => {
            let text = format!(
                "One copy more or less of any card changes the length by at most {:.1} turns, in {} with each.",
                most.at_most(),
                counted(most.games, "deal")
            );
            let short = "No single card changes the length much";
            Some(Answer::new(Question::Try, State::Fact, text, Some(most)).briefly(short))
        }
        Decks::Known(most) => {
            let text = format!(
                "Not known yet which card makes games shorter or longer: one copy may do so by {:.1} turns.",
                most.at_most()
            );
            Some(Answer::open(Question::Try, text, most, LENGTH * mean / 2.0))
        }
    }
}

/// A game that is won more often than this is hardly ever lost, and the other way round.
const SURE: f64 = 0.99;

/// The skill of players makes this difference to the games won, at least, where skill matters.
const SKILL: f64 = 0.05;

/// Returns true if the wins of the table tell nothing of who plays: greedy players surely win nearly all games or hardly any, and
/// neither a random player among them nor a search is seen to change that for the better.
pub(super) fn is_foregone(facts: &Facts) -> bool {
    let Some(won) = facts.main.as_ref().and_then(|main| main.together) else { return false };
    let is_sure = won.low > SURE || won.high < 1.0 - SURE;
    let others = [facts.won_of_duel, facts.won_of_search];
    is_sure && others.into_iter().flatten().all(|other| other.low <= won.high)
}

fn figure(won: Measured) -> String {
    format!("{} of the games ({})", percent(won.value), range(won))
}

/// Returns how often the players win.
pub(super) fn won(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref()?;
    let won = main.together?;
    let text = if main.seats == 1 {
        format!("A greedy player alone wins {}", figure(won))
    } else {
        format!("The players win or lose together: greedy players win {}", figure(won))
    };
    let sure = won.among_answers(1);
    let (state, verdict) = if is_worse(facts) {
        // What those win who play badly tells nothing of what there is to win.
        (State::Fact, ".")
    } else if sure.low > SURE {
        (State::Problem, ", so there is hardly anything to lose.")
    } else if sure.high < 1.0 - SURE {
        (State::Problem, ", so there is hardly anything to win.")
    } else {
        (State::Fact, ".")
    };
    let short = format!("{} of the games", percent(won.value));
    Some(Answer::new(Question::Together, state, text + verdict, Some(won)).briefly(short))
}

/// Returns what the players score together.
fn score(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref()?;
    let TableScore { mean, quantiles: [low, half, high] } = main.score?;
    let who = if main.seats == 1 { "A greedy player alone scores" } else { "Greedy players together score" };
    let said = format!("{who} {}", score_figure(mean));
    let (state, rest) = if low == high && is_worse(facts) {
        (State::Fact, format!("; nine of ten games end with {low}"))
    } else if low == high {
        (
            State::Problem,
            format!("; nine of ten games end with {low}, so there is hardly anything to gain or lose"),
        )
    } else {
        (
            State::Fact,
            format!("; nine of ten games end between {low} and {high}, half of them with at most {half}"),
        )
    };
    let answer = Answer::new(Question::Score, state, format!("{said}{rest}."), Some(mean));
    Some(answer.briefly(format!("{:.1} on average, {low} to {high} in nine of ten games", mean.value)))
}

fn score_figure(score: Measured) -> String {
    format!("{:.1} ({:.1} to {:.1})", score.value, score.low, score.high)
}

/// Returns the scores of tables with and without another bot among the players, where no game is won or wins tell nothing: of a
/// table with the usual players, of one with the other bot, and a difference that matters.
fn scores(facts: &Facts, other: Option<Measured>) -> Option<(Measured, Measured, f64)> {
    let main = facts.main.as_ref().filter(|main| main.together.is_none() || is_foregone(facts))?;
    let TableScore { mean, quantiles: [low, _, high] } = main.score?;
    Some((mean, other?, SKILL * (high - low).max(1.0)))
}

/// Returns true if a table surely scores better than another.
fn scores_better(facts: &Facts, table: Measured, than: Measured) -> bool {
    if facts.fewest_win { table.high < than.low } else { table.low > than.high }
}

/// Returns whether a search among greedy players brings points.
fn best_by_score(facts: &Facts) -> Option<Answer> {
    let (greedy, search, slack) = scores(facts, facts.score_of_search)?;
    let (with_search, without) = (score_figure(search), score_figure(greedy));
    let said = if facts.main.as_ref().is_some_and(|main| main.seats == 1) {
        format!("it scores {with_search}, a greedy player {without}")
    } else {
        format!("with one the table scores {with_search}, with greedy players alone {without}")
    };
    Some(better_search(&said, [search, greedy], slack, |a, b| scores_better(facts, a, b)))
}

/// Returns what tables of each number of players score on average: `12.5, 14.0 and 15.1`.
fn score_by_players(sizes: &[&Size]) -> Option<String> {
    let scores: Option<Vec<String>> =
        sizes.iter().map(|size| Some(format!("{:.1}", size.score?.mean.value))).collect();
    Some(all(&scores?))
}

/// Returns true if greedy players surely choose worse than random ones, where all win or lose together, or one plays alone.
fn is_worse(facts: &Facts) -> bool {
    skill_together(facts).is_some_and(|skill| skill.short == WORSE)
}

/// Returns that a greedy player alone surely does worse than a random one, if so: by its wins, or else by its score, unless it
/// wins more.
fn worse_alone(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref()?;
    let won = main.together.zip(facts.won_of_duel);
    let score = main.score.map(|score| score.mean).zip(facts.score_of_duel);
    let wins_less = won.filter(|(greedy, random)| random.low > greedy.high);
    let wins_more = won.is_some_and(|(greedy, random)| greedy.low > random.high);
    let scores_less = score.filter(|(greedy, random)| !wins_more && scores_better(facts, *random, *greedy));
    let (figure, said) = match (wins_less, scores_less) {
        (Some((greedy, random)), _) => (
            random,
            format!("a greedy player wins {}, a random one {}", self::figure(greedy), self::figure(random)),
        ),
        (None, Some((greedy, random))) => (
            random,
            format!("a greedy player scores {}, a random one {}", score_figure(greedy), score_figure(random)),
        ),
        (None, None) => return None,
    };
    let answer = Answer::new(Question::Skill, State::Problem, format!("{WORSE}: {said}."), Some(figure));
    Some(Answer { holds_for: "random and greedy", ..answer.briefly(WORSE) })
}

/// Returns that wins can't tell who plays better, where they can't.
fn foregone(facts: &Facts, question: Question, unknown: &str) -> Option<Answer> {
    let won = facts.main.as_ref()?.together.filter(|_| is_foregone(facts))?;
    let who = if facts.main.as_ref()?.seats == 1 { "a greedy player wins" } else { "greedy players win" };
    let text = format!("{unknown} can't be told by wins: {who} {}.", figure(won));
    Some(Answer::new(question, State::Fact, text, Some(won)).briefly("Can't be told by wins"))
}

/// Returns whether one better bot among the others makes a difference, by what the table wins, or by what it scores where wins
/// tell nothing: the conditions are those of [`skill`], with [`SKILL`] as what matters.
fn skill_together(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref()?;
    let is_alone = main.seats == 1;
    if let Some(worse) = worse_alone(facts).filter(|_| is_alone) {
        return Some(worse);
    }
    let by_score = scores(facts, facts.score_of_duel);
    let is_scored = by_score.is_some();
    let (greedy, random, search, slack) = match (by_score, main.together) {
        (Some((greedy, random, slack)), _) => (greedy, random, facts.score_of_search, slack),
        (None, Some(_)) if is_foregone(facts) => {
            return foregone(facts, Question::Skill, "How much skill matters between good players");
        }
        (None, won) => (won?, facts.won_of_duel?, facts.won_of_search, SKILL),
    };
    let answer = |state, text: String, figure| {
        let answer = Answer::new(Question::Skill, state, text, figure);
        let holds_for = if search.is_some() { "random, greedy and search" } else { "random and greedy" };
        Answer { holds_for, ..answer }
    };
    let (verb, say): (&str, fn(Measured) -> String) =
        if is_scored { ("score", score_figure) } else { ("win", figure) };
    let is_better = |a: Measured, b: Measured| {
        if is_scored { scores_better(facts, a, b) } else { a.low > b.high }
    };
    if is_better(random, greedy) {
        let text = format!(
            "{WORSE}: greedy players {verb} {}, with a random one among them {}.",
            say(greedy),
            say(random)
        );
        return Some(answer(State::Problem, text, Some(random)).briefly(WORSE));
    }
    let Some(search) = search else {
        let unknown = "Not known yet how much skill matters between good players:";
        return Some(answer(State::Open, without_search(unknown), None));
    };
    let (searching, said) = (say(search), say(greedy));
    let (said, helps) = if is_alone {
        (
            format!("a searching player {verb}s {searching}, a greedy one {said}"),
            format!("Skill: a search {verb}s more"),
        )
    } else {
        (
            format!("greedy players {verb} {searching} with one searching player among them, {said} without"),
            format!("Skill: a search helps, greedy players {verb} more with it"),
        )
    };
    let games = wording::games(search.games.min(greedy.games));
    Some(if is_better(search, greedy) && !facts.greedy_is_random {
        answer(State::Fact, format!("Skill matters: {said}."), Some(search)).briefly(helps)
    } else if is_better(greedy, search) {
        answer(State::Fact, format!("Choices matter, but the search makes worse ones: {said}."), Some(search))
            .briefly("Choices matter: the search makes worse ones")
    } else if apart(search, greedy) >= slack || is_better(search, greedy) {
        let text = format!("Not known yet how much skill matters between good players: {said}.");
        let times = (!facts.greedy_is_random).then_some(4.0);
        Answer { times, ..answer(State::Open, text, Some(search)) }
    } else if facts.greedy_is_random || apart(greedy, random) < slack {
        answer(State::Problem, format!("Luck decides in {games}: {said}."), Some(search))
            .briefly(format!("Luck: better bots {verb} no more than random ones"))
    } else {
        answer(
            State::Fact,
            format!("Skill hardly matters between good players, as {games} show: {said}."),
            Some(search),
        )
        .briefly("Hardly skill between good players: a search changes little")
    })
}

/// Returns whether a search among greedy players helps them.
fn best_together(facts: &Facts) -> Option<Answer> {
    let by_wins = || {
        let main = facts.main.as_ref()?;
        let (won, search) = (main.together?, facts.won_of_search?);
        let said = if main.seats == 1 {
            format!("it wins {}, a greedy player {}", figure(search), figure(won))
        } else {
            format!("with one the players win {}, greedy ones {}", figure(search), figure(won))
        };
        Some(better_search(&said, [search, won], SKILL, |a, b| a.low > b.high))
    };
    let answer = best_by_score(facts).or_else(|| foregone(facts, Question::Best, "Which bot plays best"));
    Some(Answer { holds_for: "greedy and search", ..answer.or_else(by_wins)? })
}

/// Returns whether a search plays better or worse than greedy players, or as well to within what matters, as is said.
fn better_search(
    said: &str,
    [search, greedy]: [Measured; 2],
    slack: f64,
    is_better: impl Fn(Measured, Measured) -> bool,
) -> Answer {
    let answer = |text: String, short: &str| {
        Answer::new(Question::Best, State::Fact, text, Some(search)).briefly(short)
    };
    if is_better(search, greedy) {
        answer(format!("A search plays better: {said}."), "The search")
    } else if is_better(greedy, search) {
        answer(format!("Greedy plays better than a search: {said}."), "Greedy")
    } else if apart(search, greedy) < slack {
        answer(format!("A search plays about as well as greedy: {said}."), "Search and greedy play alike")
    } else {
        let text = format!("Not known yet whether a search plays better: {said}.");
        Answer::open(Question::Best, text, search, slack)
    }
}

/// Returns how far two figures may be from each other.
fn apart(a: Measured, b: Measured) -> f64 {
    (a.high - b.low).abs().max((a.low - b.high).abs())
}

/// Returns how often they win with each number of players: `6.5, 99.0 and 100.0 %`.
fn won_by_players(sizes: &[&Size]) -> Option<String> {
    let won: Option<Vec<String>> =
        sizes.iter().map(|size| Some(format!("{:.1}", size.together?.value * 100.0))).collect();
    Some(format!("{} %", all(&won?)))
}
