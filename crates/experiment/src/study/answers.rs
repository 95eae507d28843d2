//! A designer's questions, and what the facts answer.
//!
//! Each sentence holds what is certain and how sure it is, for whom it holds, or that it isn't known yet. The limits
//! below are what a designer would act on; they are the same for all games.

use super::actions::{negative, used};
use super::cards::{best_by_players, dead, strongest};
use super::changes::{advice, changed, difference, no_advice};
use super::examples::examples;
use super::facts::{Duel, Facts, Measured, Size};
use super::levels::levels;
use super::question::{Answer, Question, State};
use super::sizes::Ladder;
use super::together::{self, won_by_players};
use super::words::{self, capital, list, of_hundred, percent, player, points, range, range_of_points};

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

/// A game in which the stronger of two bots of different levels is ahead less often than this, where half of the equal
/// places count, is one of luck.
const LUCK: f64 = 0.55;

/// This part of all games may fail to end.
const UNFINISHED: f64 = 0.001;

/// Answers all that the facts allow: problems first, otherwise in the order in which designers ask.
pub fn answers(facts: &Facts) -> Vec<Answer> {
    // Copies of one game have no share of games won, but are no contest for that.
    let is_together = facts.is_together || facts.main.as_ref().is_some_and(|main| main.together.is_some());
    if facts.copies.is_some() {
        // Only what has players among whom chance has a part.
        let list = [
            who_plays(facts),
            copies(facts),
            if is_together { together::skill(facts) } else { skill(facts) },
            if is_together { together::best(facts) } else { best(facts) },
        ];
        return list.into_iter().flatten().collect();
    }
    let mut answers: Vec<Answer> = [
        who_plays(facts),
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

/// Returns that greedy players are random ones, where they are: all other answers rest on them.
fn who_plays(facts: &Facts) -> Option<Answer> {
    let text = "Greedy players choose at random here, as the script has no appeals: whatever is said of them is said of random \
                players.";
    let answer = Answer::new(Question::Who, State::Problem, text.to_owned(), None);
    facts.greedy_is_random.then(|| answer.briefly("Random players: the script has no appeals"))
}

/// Returns that all games of greedy players are the same, where they are: more of them would tell no more.
fn copies(facts: &Facts) -> Option<Answer> {
    let (distinct, games) = facts.copies?;
    let these = if distinct == 1 { "one game".to_owned() } else { words::games(distinct) };
    let text = format!(
        "All {} of greedy players are copies of {these}: neither the rules nor these players leave anything to chance, and more \
         games would tell no more. So nothing is said of seats, lengths, cards, actions or leads.",
        words::games(games)
    );
    let answer = Answer::new(Question::Who, State::Problem, text, None);
    Some(
        answer.briefly(format!(
            "Greedy players: always the same {}",
            if distinct == 1 { "game" } else { "games" }
        )),
    )
}

/// Returns a seat's share in words: `Player A (who sits first) wins 28.3 % (27.7 to 28.9)`.
fn seat_wins(size: &Size, seat: usize) -> String {
    let first = if seat == 0 { " (in the first seat)" } else { "" };
    let share = size.shares[seat];
    format!("{}{first} wins {} of the games ({})", player(seat), percent(share.value), range(share))
}

/// Returns by how much a seat is off its fair share: `Player A wins 6.0 points too often (5.1 to 6.9)`.
pub(super) fn off(seat: usize, bias: Measured) -> String {
    let (way, by) = if bias.value > 0.0 { ("too often", bias) } else { ("too seldom", negative(bias)) };
    format!("{} wins {} {way} ({})", player(seat), points(by.value), range_of_points(by))
}

fn seats(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref().filter(|main| main.seats > 1 && !main.shares.is_empty())?;
    // An even part of the games that somebody won: where nobody won any, there is nothing to share.
    let fair = main.shares.iter().map(|share| share.value).sum::<f64>() / main.seats as f64;
    if fair <= 0.0 {
        return None;
    }
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
        let text = format!(
            "The seats are fair within {}: each wins about {} of {}.",
            points(at_most),
            percent(fair),
            words::games(worst.games)
        );
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
    let mut text = match main.lengths {
        _ if low != high => {
            format!("A game takes {low} to {high} turns (nine of ten games), half of them at most {half}.")
        }
        Some(([shortest, longest], _)) if shortest == longest => {
            let all =
                main.mean.map_or_else(String::new, |mean| format!(" in all of {}", words::games(mean.games)));
            format!("A game takes {}{all}.", ludometer_model::counted(u64::from(low), "turn"))
        }
        Some(([shortest, longest], share)) => format!(
            "A game takes {low} turns in {} of 100 games; the shortest takes {shortest}, the longest {longest}.",
            of_hundred(share)
        ),
        None => format!("Nine of ten games take {low} turns."),
    };
    if let Some([_, learned, _]) =
        facts.learned.as_ref().map(|size| size.turns).filter(|turns| turns[1] != half)
    {
        text += &format!(" Among learned players half of them take at most {learned}.");
    }
    let short = if low == high {
        format!("{low} turns in nine of ten games or more")
    } else {
        format!("{low} to {high} turns, half at most {half}")
    };
    Some(Answer::new(Question::Length, State::Fact, text, main.mean).briefly(short))
}

fn skill(facts: &Facts) -> Option<Answer> {
    let duel = facts.duel.as_ref()?;
    let says = |duel: &Duel, strong: &str, weak: &str| {
        let ahead = format!(
            "{strong} finishes ahead of {weak} in {} of 100 games ({})",
            of_hundred(duel.ahead.value),
            range(duel.ahead)
        );
        let behind = 1.0 - duel.ahead.value - duel.equal;
        match duel.equal {
            0.0 => ahead,
            equal => format!(
                "{ahead}, level in {} and behind in {}",
                of_hundred(equal),
                of_hundred(behind.max(0.0))
            ),
        }
    };
    let thinkers = [("a searching player", &facts.search_duel), ("a learned one", &facts.learned_duel)];
    let thinkers = thinkers.into_iter().filter_map(|(who, duel)| Some((who, "a greedy one", duel.as_ref()?)));
    // A greedy player that is a random one says nothing of skill.
    let greedy = Some(("a greedy player", "a random one", duel)).filter(|_| !facts.greedy_is_random);
    let all: Vec<(&str, &str, &Duel)> = greedy.into_iter().chain(thinkers).collect();
    let Some(&(strong, _, first)) = all.first() else {
        let text = "Not known yet how much skill matters: greedy players choose at random here, and";
        return Some(Answer::new(Question::Skill, State::Open, without_search(text), None));
    };
    let parts: Vec<String> = all.iter().map(|(strong, weak, duel)| says(duel, strong, weak)).collect();
    let mut text = parts.join("; ");
    let mut duels = all.iter().map(|(.., duel)| *duel);
    let is_even = |duel: &Duel| duel.rate.high < LUCK && duel.rate.low > 1.0 - LUCK;
    let (state, verdict) = if duels.clone().all(is_even) {
        (State::Problem, "Luck decides")
    } else if duels.clone().any(|duel| duel.rate.low > LUCK) {
        (State::Fact, "Skill matters")
    } else if duels.any(|duel| duel.rate.high < 1.0 - LUCK) {
        // Choices do matter, but none of these bots makes good ones.
        (State::Problem, "The bots choose worse than weaker ones")
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
    // What shows it is named.
    let shows = all.iter().find(|(.., duel)| duel.rate.low > LUCK);
    let (strong, weak, first) =
        shows.map_or((strong, "a random one", first), |&(strong, weak, duel)| (strong, weak, duel));
    let short = match state {
        State::Problem if verdict == "Luck decides" => {
            "Luck: no bot finishes clearly ahead of a weaker one".to_owned()
        }
        State::Problem => "The bots choose worse than weaker ones".to_owned(),
        State::Fact => {
            let [strong, weak] = [strong, weak]
                .map(|who| who.trim_start_matches("a ").trim_end_matches(" player").trim_end_matches(" one"));
            format!("Skill: {strong} finishes ahead of {weak} in {} of 100", of_hundred(first.ahead.value))
        }
        _ => "Not known yet".to_owned(),
    };
    // An equality is said with what it rests on.
    let fewest = all.iter().map(|(.., duel)| duel.share.games).min().unwrap_or(0);
    let rests =
        if verdict == "Luck decides" { format!(" in {}", words::games(fewest)) } else { String::new() };
    let mut answer =
        Answer::new(Question::Skill, state, format!("{verdict}{rests}: {text}."), Some(first.ahead));
    answer.short = short;
    answer.holds_for = match (&facts.search_duel, &facts.learned_duel) {
        (None, None) => "random and greedy",
        (Some(_), None) => "random, greedy and search",
        (None, Some(_)) => "random, greedy and learned",
        (Some(_), Some(_)) => "random, greedy, search and learned",
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

/// Returns whether a lead runs away, where there is one.
fn leader(facts: &Facts) -> Option<Answer> {
    let seats = facts.main.as_ref().filter(|main| main.seats > 1)?.seats;
    let level = facts.half_level?;
    let led = level.complement();
    let Some(half) = facts.half_time else {
        let games = words::games(level.games);
        let text = format!("Nobody leads at half time in any of {games}, so there is no lead to lose.");
        let answer = Answer::new(Question::Leader, State::Fact, text, Some(led));
        return (level.value >= 1.0).then(|| answer.briefly("Nobody leads at half time"));
    };
    // What there is to win is what somebody wins.
    let won = facts.won.map_or(1.0, |won| won.value);
    let fair = won / seats.max(1) as f64;
    let above = |share: f64| (share - fair) / (won - fair);
    if won <= 0.0 {
        return None;
    }
    let state = if above(half.low) > RUNAWAY { State::Problem } else { State::Fine };
    let times = half.times_to_tell(fair + RUNAWAY * (won - fair));
    let (state, verdict) = match (state, times) {
        // What hardly ever happens is no trait of the game, whichever way it goes.
        _ if led.high < LED => (State::Fact, "Somebody leads too seldom to run away"),
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
    if level.value > 0.0 {
        text += &format!(
            ". Nobody leads at half time in {} of 100 games ({}), which count neither way",
            of_hundred(level.value),
            range(level)
        );
    }
    let times = times.filter(|_| state == State::Open);
    let short = match state {
        State::Problem => "Yes: who leads at half time",
        State::Open => "Not known yet: who leads at half time",
        State::Fact => "Seldom a leader: who leads at half time",
        State::Fine => "No: who leads at half time",
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
        .map(|(name, games)| format!("\u{201c}{name}\u{201d} in {}", words::games(*games)))
        .collect();
    let also = if guards.is_empty() {
        String::new()
    } else {
        format!(" Guards of the rules took hold: {}.", list(&guards))
    };
    let circle: Vec<String> = facts.circle.iter().map(|action| format!("\u{201c}{action}\u{201d}")).collect();
    let also = match &circle[..] {
        [] => also,
        [one] => format!("{also} In one turn {one} follows {one} without end."),
        some => format!("{also} In one turn {} go round and round without end.", list(some)),
    };
    // Beside games that come to no end, which nobody wins either.
    let without_winner = facts.won.map(Measured::complement).filter(|_| !facts.is_together);
    let also = match without_winner.filter(|none| none.value > unfinished.value + 1e-9) {
        None => also,
        Some(none) => {
            format!(" Nobody wins {} of the games ({}).{also}", percent(none.value), range(none))
        }
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
    let all = words::games(finished.games);
    if unfinished.value == 0.0 {
        let text = format!("Every one of {all} came to its end.{also}");
        let answer = Answer::new(Question::Loops, State::Fine, text, Some(unfinished));
        return Some(answer.briefly(format!("Yes, all of {all}")));
    }
    let Measured { value, low, high, .. } = unfinished.times(100.0);
    let text = format!("{value:.3} % of {all} come to no end ({low:.3} to {high:.3}).{also}");
    let times = unfinished.times_to_tell(UNFINISHED);
    let state = if times.is_some() { State::Open } else { State::Fine };
    let answer = Answer::new(Question::Loops, state, text, Some(unfinished));
    Some(Answer { times, ..answer.briefly(format!("Nearly: {value:.3} % do not, as far as is known")) })
}

/// Returns which bot plays best: `greedy`, or one that beats it in one seat.
fn best(facts: &Facts) -> Option<Answer> {
    facts.main.as_ref()?;
    // Where nobody wins, nobody plays best.
    let fair = facts.search_duel.iter().chain(&facts.learned_duel).find_map(|duel| duel.fair).unwrap_or(1.0);
    if fair <= 0.0 {
        return None;
    }
    let thinkers = [("the search", &facts.search_duel), ("the learned bot", &facts.learned_duel)];
    let mut thinkers: Vec<(&str, Measured)> =
        thinkers.into_iter().filter_map(|(who, duel)| Some((who, duel.as_ref()?.share))).collect();
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
    let figure = |share: Measured| format!("{} of the games ({})", percent(share.value), range(share));
    let even = format!("where {} would be even", percent(fair));
    let other = thinkers.get(1).copied();
    let also = other.map_or_else(String::new, |(who, share)| format!("; {who} wins {}", figure(share)));
    let is_open = |share: Measured| share.low <= fair && share.high >= fair;
    let open = thinkers.iter().copied().find(|(_, share)| is_open(*share));
    let wins = format!("{} of 100 beside greedy", of_hundred(share.value));
    // How the two best differ, where both were played.
    let rivals = other.map(|(second, other)| (second, other, difference(share, other)));
    let (short, text) = if share.low > fair {
        match rivals {
            Some((second, other, apart)) if apart.low <= 0.0 && other.high > fair => {
                let both = format!("{} and {second}", capital(who));
                let beat = format!(
                    "in one seat among greedy players they win {} and {} {even}",
                    figure(share),
                    figure(other)
                );
                if other.low > fair && apart.at_most() <= ALIKE {
                    let text = format!(
                        "{both} play best, alike within {} in {}: {beat}.",
                        points(apart.at_most()),
                        words::games(apart.games)
                    );
                    (format!("{} or {second}: {wins}", capital(who)), text)
                } else {
                    let text = format!(
                        "{} beats greedy, but not known yet whether it plays better than {second}: {beat}.",
                        capital(who)
                    );
                    let mut answer = Answer::new(Question::Best, State::Open, text, Some(share));
                    answer.times = Some(apart.times_to(ALIKE.min(apart.value.abs().max(SEAT))));
                    answer.holds_for = holds_for(facts);
                    return Some(answer.briefly(format!("{} beats greedy: {wins}", capital(who))));
                }
            }
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

/// Returns what isn't known for want of a search, be it for want of time or by `--search-games 0`: a study is repeated by
/// that.
fn without_search(unknown: &str) -> String {
    format!("{unknown} no search was played. A longer study, or one with --search-games, tells.")
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
        .map(|(size, (seat, bias))| format!("with {} players {}", size.seats, off(seat, bias)))
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
        let fewest = sizes.iter().flat_map(|size| &size.shares).map(|share| share.games).min().unwrap_or(0);
        text += &format!(
            ", and no seat is clearly off its fair share in {} or more of each",
            words::games(fewest)
        );
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
