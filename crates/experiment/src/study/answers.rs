//! A designer's questions, and what the facts answer.
//!
//! Each sentence holds what is certain and how sure it is, for whom it holds, or that it isn't known yet. The limits
//! below are what a designer would act on; they are the same for all games.

use super::actions::used;
use super::cards::{best_by_players, dead, strongest};
use super::changes::{advice, changed, no_advice};
use super::examples::examples;
use super::facts::{Duel, Facts, Measured, Size};
use super::levels::levels;
use super::question::{Answer, Question, State};
use super::sizes::Ladder;
use super::together::{self, won_by_players};
use super::words::{self, capital, list, of_hundred, percent, player, points, range};

/// A seat's win share may be off the fair one by this much.
pub(super) const SEAT: f64 = 0.01;

/// What is known of the seats must be known to within this before they are called fair.
pub(super) const SEAT_KNOWN: f64 = 0.02;

/// A seat's win share among players who think is left out if its interval is wider than this.
const THINKING: f64 = 0.2;

/// A lead runs away if who leads at half time wins this part of what there is to win above the fair share.
const RUNAWAY: f64 = 0.75;

/// A game in which the stronger of two bots of different levels is ahead less often than this is one of luck.
const LUCK: f64 = 0.55;

/// This part of all games may fail to end.
const UNFINISHED: f64 = 0.001;

/// Answers all that the facts allow: problems first, otherwise in the order in which designers ask.
pub fn answers(facts: &Facts) -> Vec<Answer> {
    let is_together = facts.main.as_ref().is_some_and(|main| main.together.is_some());
    let mut answers: Vec<Answer> = [
        changed(facts),
        if is_together { together::won(facts) } else { seats(facts) },
        length(facts),
        if is_together { together::skill(facts) } else { skill(facts) },
        strongest(facts),
        used(facts),
        dead(facts),
        leader(facts).filter(|_| !is_together),
        loops(facts),
        players(facts),
        levels(facts),
        if is_together { together::best(facts) } else { best(facts) },
        no_advice(facts),
    ]
    .into_iter()
    .flatten()
    .collect();
    for answer in &mut answers {
        answer.examples = examples(answer, facts);
    }
    answers.extend(facts.changes.iter().map(|change| advice(change, facts)));
    // The sort is stable.
    answers.sort_by_key(|answer| (answer.state != State::Problem, answer.question == Question::Try));
    answers
}

/// Returns a seat's share in words: `Player A (who sits first) wins 28.3 % (27.7 to 28.9)`.
fn seat_wins(size: &Size, seat: usize) -> String {
    let first = if seat == 0 { " (in the first seat)" } else { "" };
    let share = size.shares[seat];
    format!("{}{first} wins {} of the games ({})", player(seat), percent(share.value), range(share))
}

fn seats(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref().filter(|main| main.seats > 1 && !main.shares.is_empty())?;
    let fair = 1.0 / main.seats as f64;
    let worst = main.bias().into_iter().max_by(|a, b| a.at_most().total_cmp(&b.at_most()))?;
    if let Some((seat, bias)) = main.favoured(SEAT) {
        let text =
            format!("{}; {} would be fair{}.", seat_wins(main, seat), percent(fair), thinking(facts, seat));
        let short = format!("No: {} wins {}", player(seat), percent(main.shares[seat].value));
        let answer = Answer::new(Question::Seats, State::Problem, capital(&text), Some(bias));
        return Some(answer.briefly(format!("{short} where {} is fair", percent(fair))));
    }
    let at_most = main.bias_at_most();
    if at_most <= SEAT_KNOWN {
        let text =
            format!("The seats are fair within {}: each wins about {}.", points(at_most), percent(fair));
        let answer = Answer::new(Question::Seats, State::Fine, text, Some(worst));
        return Some(answer.briefly(format!("Yes, within {}", points(at_most))));
    }
    let text = format!("Not known yet whether the seats are fair: one may be off by {}.", points(at_most));
    Some(Answer::open(Question::Seats, text, worst, SEAT_KNOWN))
}

/// Returns whether players who think have the same favourite seat: those of whom most is known.
fn thinking(facts: &Facts, seat: usize) -> String {
    let of = |who, size: &Option<Size>| {
        let size = size.as_ref()?;
        let share = *size.shares.get(seat)?;
        Some((who, share, *size.bias().get(seat)?))
    };
    let known = [of("searching", &facts.searching), of("learned", &facts.learned)].into_iter().flatten();
    let width = |share: &Measured| share.high - share.low;
    let narrowest = known.min_by(|(_, a, _), (_, b, _)| width(a).total_cmp(&width(b)));
    let Some((who, share, bias)) = narrowest.filter(|(_, share, _)| width(share) <= THINKING) else {
        return String::new();
    };
    let text = format!(". Among {who} players it is {} ({})", percent(share.value), range(share));
    if bias.low > 0.0 || bias.high < 0.0 { text } else { text + ", which may be fair" }
}

fn length(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref()?;
    let [low, half, high] = main.turns;
    let mut text = if low == high {
        format!("A game takes {low} turns.")
    } else {
        format!("A game takes {low} to {high} turns (nine of ten games), half of them at most {half}.")
    };
    if let Some([_, learned, _]) =
        facts.learned.as_ref().map(|size| size.turns).filter(|turns| turns[1] != half)
    {
        text += &format!(" Among learned players half of them take at most {learned}.");
    }
    let short = if low == high {
        format!("{low} turns")
    } else {
        format!("{low} to {high} turns, half at most {half}")
    };
    Some(Answer::new(Question::Length, State::Fact, text, main.mean).briefly(short))
}

fn skill(facts: &Facts) -> Option<Answer> {
    let duel = facts.duel.as_ref()?;
    let says = |duel: &Duel, strong: &str, weak: &str| {
        format!(
            "{strong} finishes ahead of {weak} in {} of 100 games ({})",
            of_hundred(duel.ahead.value),
            range(duel.ahead)
        )
    };
    let mut text = says(duel, "a greedy player", "a random one");
    let thinkers = [("a searching player", &facts.search_duel), ("a learned one", &facts.learned_duel)];
    let thinkers = thinkers.into_iter().filter_map(|(who, duel)| Some((who, duel.as_ref()?)));
    for (who, duel) in thinkers.clone() {
        text += &format!(", {}", says(duel, who, "a greedy one"));
    }
    let mut duels = thinkers.map(|(_, duel)| duel).chain([duel]);
    let luck = duels.clone().all(|duel| duel.ahead.high < LUCK);
    let (state, verdict) = if luck {
        (State::Problem, "Luck decides")
    } else if duels.any(|duel| duel.ahead.low > LUCK) {
        (State::Fact, "Skill matters")
    } else {
        (State::Open, "Not known yet how much skill matters")
    };
    let among = match facts.ladder {
        Ladder::Quick => "random and greedy",
        Ladder::Search => "random, greedy and search",
        Ladder::Learned => "learned players of level 1 (at random), 3 and 5 (the best)",
    };
    let part = |name: &str| facts.sources.iter().find(|source| source.name == name);
    if let (Some(bot), Some(deal), Some(draws)) = (part("bot"), part("deal"), part("draws")) {
        text += &format!(
            ". Among {among} the bot explains {} of who wins, the deal {}, draws and dice {}",
            percent(bot.share.value),
            percent(deal.share.value),
            percent(draws.share.value)
        );
    }
    let short = match state {
        State::Problem => "Luck: no bot finishes clearly ahead of a weaker one".to_owned(),
        State::Fact => {
            format!("Skill: greedy finishes ahead of random in {} of 100", of_hundred(duel.ahead.value))
        }
        _ => "Not known yet".to_owned(),
    };
    let mut answer = Answer::new(Question::Skill, state, format!("{verdict}: {text}."), Some(duel.ahead));
    answer.short = short;
    answer.holds_for = match facts.learned_duel {
        Some(_) => "random, greedy, search and learned",
        None => "random, greedy and search",
    };
    if state == State::Open {
        answer.times = Some(4.0);
    }
    Some(answer)
}

/// Returns how many times as many games would tell whether the seats of a table are fair, where it isn't known.
pub(super) fn times_of_size(size: &Size) -> Option<f64> {
    let is_known = size.favoured(SEAT).is_some() || size.bias_at_most() <= SEAT_KNOWN;
    let widest = size.bias().into_iter().max_by(|a, b| a.at_most().total_cmp(&b.at_most()))?;
    (!is_known).then(|| widest.times_to(SEAT_KNOWN))
}

fn leader(facts: &Facts) -> Option<Answer> {
    let (half, seats) = (facts.half_time?, facts.main.as_ref()?.seats);
    let fair = 1.0 / seats.max(1) as f64;
    let above = |share: f64| (share - fair) / (1.0 - fair);
    let state = if above(half.low) > RUNAWAY { State::Problem } else { State::Fine };
    let times = half.times_to_tell(fair + RUNAWAY * (1.0 - fair));
    let (state, verdict) = match (state, times) {
        (State::Problem, _) => (state, "The leader runs away"),
        (_, Some(_)) => (State::Open, "Not known yet whether the leader runs away"),
        _ => (state, "A lead can be lost"),
    };
    let mut text = format!(
        "{verdict}: who leads at half time wins {} of 100 games ({})",
        of_hundred(half.value),
        range(half)
    );
    if let Some(decided) = facts.decided_at {
        text += &format!(", and the winner leads for good after {} of the game", percent(decided.value));
    }
    let times = times.filter(|_| state == State::Open);
    let short = match state {
        State::Problem => "Yes: who leads at half time",
        State::Open => "Not known yet: who leads at half time",
        _ => "No: who leads at half time",
    };
    let short = format!("{short} wins {} of 100", of_hundred(half.value));
    let text = text + ".";
    Some(Answer { times, ..Answer::new(Question::Leader, state, text, Some(half)).briefly(short) })
}

fn loops(facts: &Facts) -> Option<Answer> {
    let finished = facts.finished?;
    let unfinished = Measured {
        value: 1.0 - finished.value,
        low: 1.0 - finished.high,
        high: 1.0 - finished.low,
        games: finished.games,
    };
    let guards: Vec<String> = facts
        .guards
        .iter()
        .map(|(name, games)| format!("\u{201c}{name}\u{201d} in {}", words::games(*games)))
        .collect();
    let also = if guards.is_empty() {
        String::new()
    } else {
        format!(" Guards of the rules took hold: {}.", list(&guards))
    };
    if unfinished.low > UNFINISHED {
        let text = format!(
            "{} of the games come to no end ({}).{also}",
            percent(unfinished.value),
            range(unfinished)
        );
        let short = format!("No: {} do not", percent(unfinished.value));
        return Some(Answer::new(Question::Loops, State::Problem, text, Some(unfinished)).briefly(short));
    }
    let text = match unfinished.value {
        0.0 => format!("Every one of {} came to its end.{also}", words::games(finished.games)),
        value => format!("{:.3} % of the games come to no end.{also}", value * 100.0),
    };
    let short = match unfinished.value {
        0.0 => format!("Yes, all of {}", words::games(finished.games)),
        value => format!("Nearly: {:.3} % do not", value * 100.0),
    };
    Some(Answer::new(Question::Loops, State::Fine, text, Some(unfinished)).briefly(short))
}

/// Returns which bot plays best: `greedy`, or one that beats it in one seat.
fn best(facts: &Facts) -> Option<Answer> {
    let fair = 1.0 / facts.main.as_ref()?.seats.max(1) as f64;
    let thinkers = [("the search", &facts.search_duel), ("the learned bot", &facts.learned_duel)];
    let mut thinkers: Vec<(&str, Measured)> =
        thinkers.into_iter().filter_map(|(who, duel)| Some((who, duel.as_ref()?.share))).collect();
    // The better of two is picked by its figure: the intervals allow for that.
    let looks = thinkers.len();
    for (_, share) in &mut thinkers {
        *share = share.among(looks);
    }
    thinkers.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let Some(&(who, share)) = thinkers.first() else {
        // So much longer at least: the fewest games with a search, against the time that was there to measure one.
        let text = "Not known yet which bot plays best: there was no time for a search.".to_owned();
        return (!facts.is_searched).then(|| Answer::unknown(Question::Best, text, 10.0));
    };
    let figure = |share: Measured| format!("{} of the games ({})", percent(share.value), range(share));
    let even = format!("where {} would be even", percent(fair));
    let other = thinkers.get(1).copied();
    let also = other.map_or_else(String::new, |(who, share)| format!("; {who} wins {}", figure(share)));
    let is_open = |share: Measured| share.low <= fair && share.high >= fair;
    let open = thinkers.iter().copied().find(|(_, share)| is_open(*share));
    let wins = format!("{} of 100 beside greedy", of_hundred(share.value));
    let (short, text) = if share.low > fair {
        match other {
            Some((second, other)) if other.high >= share.low && other.low > fair => (
                format!("{} or {second}: {wins}", capital(who)),
                format!(
                    "{} and {second} play best and about alike: in one seat among greedy players they win {} and {} {even}.",
                    capital(who),
                    figure(share),
                    figure(other)
                ),
            ),
            _ => (
                format!("{}: {wins}", capital(who)),
                format!(
                    "{} plays best: in one seat among greedy players it wins {} {even}{also}.",
                    capital(who),
                    figure(share)
                ),
            ),
        }
    } else if let Some((who, share)) = open {
        let text = format!("Not known yet whether {who} beats greedy: it wins {} {even}.", figure(share));
        let mut answer = Answer::open(Question::Best, text, share, SEAT_KNOWN);
        answer.holds_for = holds_for(facts);
        return Some(answer);
    } else {
        let text = format!(
            "Greedy plays best: in one seat among greedy players {who} wins {} {even}{also}.",
            figure(share)
        );
        ("Greedy".to_owned(), text)
    };
    let mut answer = Answer::new(Question::Best, State::Fact, text, Some(share)).briefly(short);
    answer.holds_for = holds_for(facts);
    Some(answer)
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
    let mut text = format!(
        "With {} to {} players half of the games take at most {} turns",
        first.seats,
        last.seats,
        words::all(&medians)
    );
    let unfair: Vec<String> = sizes
        .iter()
        .filter_map(|size| Some((size, size.favoured(SEAT)?)))
        .map(|(size, (seat, bias))| {
            let way = if bias.value > 0.0 { "too often" } else { "too seldom" };
            format!("with {} players {} wins {} {way}", size.seats, player(seat), points(bias.value))
        })
        .collect();
    let also_others = sizes.iter().any(|size| size.seats != main.seats && size.favoured(SEAT).is_some());
    let state = if main.favoured(SEAT).is_none() && also_others { State::Problem } else { State::Fact };
    let times = facts.sizes.iter().filter_map(times_of_size).reduce(f64::max);
    let times = times.filter(|_| state != State::Problem);
    let state = if times.is_some() { State::Open } else { state };
    if times.is_some() && unfair.is_empty() {
        text += "; not known yet whether the seats are fair with each number";
    } else if let Some(won) = won_by_players(&sizes) {
        text += &format!(", and {won} of them are won");
    } else if unfair.is_empty() {
        text += ", and no seat is clearly off its fair share";
    } else {
        text += &format!("; {}", words::all(&unfair));
    }
    if times.is_some() && !unfair.is_empty() {
        text += "; not known yet whether the seats are fair with the others";
    }
    if let Some(best) = best_by_players(facts) {
        text += &format!(". {best}");
    }
    let length = format!(
        "Half at most {} turns with {} players, {} with {}",
        first.turns[1], first.seats, last.turns[1], last.seats
    );
    let short = match state {
        State::Problem => "Yes: some seats are unfair".to_owned(),
        State::Open => format!("{length}; seats not known yet"),
        _ => length,
    };
    let answer = Answer::new(Question::Players, state, text + ".", main.mean).briefly(short);
    Some(Answer { times, ..answer })
}
