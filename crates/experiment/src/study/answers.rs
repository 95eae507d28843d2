//! A designer's questions, and what the facts answer.
//!
//! Each sentence holds what is certain and how sure it is, for whom it holds, or that it isn't known yet. The limits
//! below are what a designer would act on; they are the same for all games.

use crate::study::LOWER_LEVELS;
use crate::study::cards_and_actions::{best_by_players, dead, strongest, used};
use crate::study::facts::{Change, Decks, Duel, Facts, Measured, Parties, Size, TableScore};
use crate::study::question::{Answer, Question, State, examples, with_deck};
use crate::study::sizes::Ladder;
use crate::wording::{self, all, capital, list, of_hundred, percent, points, range, range_of_points};
use ludometer_bots::LEVELS;
use ludometer_model::counted;
use ludometer_stats::wilson;

/// A seat's win share may be off the fair one by this much.
const SEAT: f64 = 0.01;

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
    let is_together = facts.is_together;
    if facts.copies.is_some() {
        // Only what has players among whom chance has a part.
        let list = [
            who_plays(facts),
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
        no_advice(facts),
    ]
    .into_iter()
    .flatten()
    .collect();
    for answer in &mut answers {
        answer.examples = examples(answer, facts);
    }
    answers.extend(facts.changes.iter().map(|change| advice(change, facts)));
    for answer in &mut answers {
        answer.asked = answer.question.text(facts.main.as_ref());
    }
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
    let these = if distinct == 1 { "one game".to_owned() } else { wording::games(distinct) };
    let text = format!(
        "All {} of greedy players are copies of {these}: neither the rules nor these players leave anything to chance, and more \
         games would tell no more. So nothing is said of seats, lengths, cards, actions or leads.",
        wording::games(games)
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
    let Parties { sides, .. } = &size.parties;
    let first = if seat == 0 && sides.is_empty() { " (in the first seat)" } else { "" };
    let (share, verb) = (size.shares[seat], size.parties.verb());
    let name = size.parties.name(seat);
    format!("{name}{first} {verb} {} of the games ({})", percent(share.value), range(share))
}

/// Returns by how much a seat is off its fair share: `Player A wins 6.0 points too often (5.1 to 6.9)`.
pub(super) fn off(parties: &Parties, seat: usize, bias: Measured) -> String {
    let (way, by) = if bias.value > 0.0 { ("too often", bias) } else { ("too seldom", bias.negative()) };
    let (name, verb) = (parties.name(seat), parties.verb());
    format!("{name} {verb} {} {way} ({})", points(by.value), range_of_points(by))
}

fn seats(facts: &Facts) -> Option<Answer> {
    let main = facts.main.as_ref().filter(|main| main.seats > 1 && !main.shares.is_empty())?;
    // An even part of the games that somebody won: where nobody won any, there is nothing to share.
    let fair = main.fair();
    let (noun, verb) = (main.parties.noun(), main.parties.verb());
    if fair <= 0.0 {
        return None;
    }
    let worst = main.bias().into_iter().max_by(|a, b| a.at_most().total_cmp(&b.at_most()))?;
    if let Some((seat, bias)) = main.favoured(SEAT) {
        let text =
            format!("{}; {} would be fair{}.", seat_wins(main, seat), percent(fair), thinking(facts, seat));
        let short = format!("No: {} {verb} {}", main.parties.name(seat), percent(main.shares[seat].value));
        let answer = Answer::new(Question::Seats, State::Problem, capital(&text), Some(bias));
        return Some(answer.briefly(format!("{short} where {} is fair", percent(fair))));
    }
    let at_most = main.bias_at_most();
    if at_most <= SEAT_KNOWN {
        let text = format!(
            "The {noun} are fair within {}: each {verb} about {} of {}.",
            points(at_most),
            percent(fair),
            wording::games(worst.games)
        );
        let answer = Answer::new(Question::Seats, State::Fine, text, Some(worst));
        return Some(answer.briefly(format!("Yes, within {}", points(at_most))));
    }
    let text = format!("Not known yet whether the {noun} are fair: one may be off by {}.", points(at_most));
    Some(Answer::open(Question::Seats, text, worst, SEAT_KNOWN))
}

/// Returns how often each of the sides wins that are drawn in each game.
fn sides(facts: &Facts) -> Option<Answer> {
    let drawn = &facts.main.as_ref()?.drawn;
    let (name, most) = drawn.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let each =
        |(name, won): &(String, Measured)| format!("the side \u{201c}{name}\u{201d} wins {}", figure(*won));
    let each: Vec<String> = drawn.iter().map(each).collect();
    let (state, verdict) = if most.low > SURE {
        (State::Problem, ", so there is hardly anything to win for the others.")
    } else {
        (State::Fact, ".")
    };
    let text = capital(&all(&each)) + verdict;
    let short = format!("{} in {} of the games", capital(name), percent(most.value));
    Some(Answer::new(Question::Sides, state, text, Some(*most)).briefly(short))
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
    let has_sides = facts.main.as_ref().is_some_and(|main| !main.parties.sides.is_empty());
    let [searching, greedy] = if has_sides {
        ["a searching side", "a greedy side"]
    } else {
        ["a searching player", "a greedy player"]
    };
    let thinkers = [(searching, &facts.search_duel), ("a learned one", &facts.learned_duel)];
    let thinkers = thinkers.into_iter().filter_map(|(who, duel)| Some((who, "a greedy one", duel.as_ref()?)));
    // A greedy player that is a random one says nothing of skill.
    let greedy = Some((greedy, "a random one", duel)).filter(|_| !facts.greedy_is_random);
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
            let [strong, weak] =
                [strong, weak].map(|who| who.trim_start_matches("a ").split(' ').next().unwrap_or_default());
            format!("Skill: {strong} finishes ahead of {weak} in {} of 100", of_hundred(first.ahead.value))
        }
        _ => "Not known yet".to_owned(),
    };
    // An equality is said with what it rests on.
    let fewest = all.iter().map(|(.., duel)| duel.share.games).min().unwrap_or(0);
    let rests =
        if verdict == "Luck decides" { format!(" in {}", wording::games(fewest)) } else { String::new() };
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
    let parties = facts.main.as_ref().filter(|main| main.seats > 1)?.shares.len();
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
        .map(|(name, games)| format!("\u{201c}{name}\u{201d} in {}", wording::games(*games)))
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
    let all = wording::games(finished.games);
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
    let has_sides = !facts.main.as_ref()?.parties.sides.is_empty();
    let place = if has_sides { "on one side" } else { "in one seat" };
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
    let rivals = other.map(|(second, other)| (second, other, share.minus(other)));
    let (short, text) = if share.low > fair {
        match rivals {
            Some((second, other, apart)) if apart.low <= 0.0 && other.high > fair => {
                let both = format!("{} and {second}", capital(who));
                let beat = format!(
                    "{place} among greedy players they win {} and {} {even}",
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
                    "{} plays best: {place} among greedy players it wins {} {even}{also}.",
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
            "Greedy plays best: {place} among greedy players {who} wins {} {even}{also}.",
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
        wording::all(&medians)
    );
    let unfair: Vec<String> = sizes
        .iter()
        .filter_map(|size| Some((size, size.favoured(SEAT)?)))
        .map(|(size, (seat, bias))| format!("with {} players {}", size.seats, off(&size.parties, seat, bias)))
        .collect();
    let also_others = sizes.iter().any(|size| size.seats != main.seats && size.favoured(SEAT).is_some());
    let state = if main.favoured(SEAT).is_none() && also_others { State::Problem } else { State::Fact };
    let times = facts.sizes.iter().filter_map(times_of_size).reduce(f64::max);
    let times = times.filter(|_| state != State::Problem);
    let state = if times.is_some() { State::Open } else { state };
    if times.is_some() && unfair.is_empty() {
        text += "; not known yet whether the seats are fair with each number";
    } else if let Some(score) = score_by_players(&sizes) {
        text += &format!(", and the table scores {score} on average");
    } else if let Some(won) = won_by_players(&sizes) {
        text += &format!(", and {won} of them are won");
    } else if unfair.is_empty() {
        let fewest = sizes.iter().flat_map(|size| &size.shares).map(|share| share.games).min().unwrap_or(0);
        text += &format!(
            ", and no seat is clearly off its fair share in {} or more of each",
            wording::games(fewest)
        );
    } else {
        text += &format!("; {}", wording::all(&unfair));
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
    let apart = beginners.minus(experts);
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
            "Not known yet whether games of beginners are as long: they may be {:.1} turns shorter to {:.1} turns longer",
            -apart.low, apart.high
        );
        Longer { text, short: "not known yet", times: Some(apart.times_to(margin / 2.0)) }
    }
}

/// Returns a seat that is certainly off its fair share at one of so many levels, in words, with what it is off by.
fn unfair(level: usize, size: &Size, levels: usize) -> Option<String> {
    let bias = size.bias().into_iter().map(|bias| bias.among(levels)).enumerate();
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
        "{}; {} and {} were played. Among learned players of level {} (beginners) to {LEVELS} (experts) half of the games \
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
            "{}: half at most {} turns, for experts {}",
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
    let won = new.together.zip(old.together);
    let (new, old) = won.or_else(|| Some((new.score?.mean, old.score?.mean)))?;
    let change = new.minus(old).among_answers(1);
    let is_more = change.value > 0.0;
    let (low, high) = change.size();
    let games = wording::games(change.games);
    let is_seen = change.low > 0.0 || change.high < 0.0;
    Some(match (won.is_some(), is_seen) {
        (true, true) => format!(
            "the table wins {} {} of the games ({:.1} to {:.1})",
            points(change.value),
            if is_more { "more" } else { "fewer" },
            low * 100.0,
            high * 100.0
        ),
        (true, false) => {
            format!("the table is not seen to win more or less often in {games} (at most {})", points(high))
        }
        (false, true) => format!(
            "the table scores {:.1} {} ({low:.1} to {high:.1})",
            change.value.abs(),
            if is_more { "more" } else { "less" }
        ),
        (false, false) => {
            format!("the table is not seen to score more or less in {games} (at most {high:.1})")
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
            "{} wins {} {way} of the games ({:.1} to {:.1})",
            new.parties.name(seat),
            points(change.value),
            a * 100.0,
            b * 100.0
        );
    }
    let fewest = changes.iter().map(|change| change.games).min().unwrap_or(0);
    let at_most = changes.into_iter().map(Measured::at_most).fold(0.0, f64::max);
    format!("no seat is seen to gain or lose in {} (at most {})", wording::games(fewest), points(at_most))
}

pub(super) fn changed(facts: &Facts) -> Option<Answer> {
    let (main, printed) = (facts.main.as_ref()?, facts.printed.as_ref()?);
    let turns = main.mean?.minus(printed.mean?).among_answers(1);
    let length = if turns.low > 0.0 || turns.high < 0.0 {
        let way = if turns.value > 0.0 { "longer" } else { "shorter" };
        let (a, b) = turns.size();
        format!("games are {:.1} turns {way} ({a:.1} to {b:.1})", turns.value.abs())
    } else {
        format!("games are as long, within {:.1} turns", turns.at_most())
    };
    let text = format!(
        "Beside the printed rules {length}; {}; {} were played with each.",
        seats_beside(main, printed),
        wording::games(turns.games)
    );
    Some(Answer::new(Question::Changed, State::Fact, text, Some(turns)).briefly(capital(&length)))
}

fn advice(change: &Change, facts: &Facts) -> Answer {
    let Change { turns, size, .. } = change;
    let way = if turns.value > 0.0 { "longer" } else { "shorter" };
    let (a, b) = turns.size();
    let what = capital(&change.what());
    let mut text =
        format!("{what} in the deck makes a game {:.1} turns {way} ({a:.1} to {b:.1})", turns.value.abs());
    if let (Some(new), Some(old)) = (size, &facts.main) {
        text += &format!("; {}", seats_beside(new, old));
    }
    let short = format!("{what}: {:.1} turns {way}", turns.value.abs());
    let answer = Answer::new(Question::Try, State::Fact, text + ".", Some(*turns)).briefly(short);
    Answer { examples: vec![with_deck(change)], ..answer }
}

/// A change of the length by less than this part of it is none that a designer would look for.
const LENGTH: f64 = 0.02;

/// Returns what to try where no card is known to make games shorter or longer.
fn no_advice(facts: &Facts) -> Option<Answer> {
    let mean = facts.main.as_ref()?.mean?.value;
    match facts.decks {
        Decks::Known(_) if !facts.changes.is_empty() => None,
        Decks::None => {
            let text = "Nothing was tried: no setting of this game design is the number of copies of a card.";
            let answer = Answer::new(Question::Try, State::Fact, text.to_owned(), None);
            Some(answer.briefly("Nothing: no setting counts copies of a card"))
        }
        Decks::Few(times) => {
            let text = "Not known yet what one copy of a card more or less does.".to_owned();
            Some(Answer::unknown(Question::Try, text, times))
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

/// Returns the share of the games that the players win with one other bot among them.
fn won_with(duel: &Duel) -> Measured {
    let Measured { value, games, .. } = duel.share;
    let (low, high) = wilson(value, games).unwrap_or((0.0, 1.0));
    Measured { value, low, high, games }
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
    let (state, verdict) = if won.low > SURE {
        (State::Problem, ", so there is hardly anything to lose.")
    } else if won.high < 1.0 - SURE {
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
    let (state, rest) = if low == high {
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

/// Returns the scores of tables with and without another bot among the players, where no game is won: of a table with the
/// usual players, of one with the other bot, and a difference that matters.
fn scores(facts: &Facts, other: Option<Measured>) -> Option<(Measured, Measured, f64)> {
    let main = facts.main.as_ref().filter(|main| main.together.is_none())?;
    let TableScore { mean, quantiles: [low, _, high] } = main.score?;
    Some((mean, other?, SKILL * (high - low).max(1.0)))
}

/// Returns true if a table surely scores better than another.
fn scores_better(facts: &Facts, table: Measured, than: Measured) -> bool {
    if facts.fewest_win { table.high < than.low } else { table.low > than.high }
}

/// Returns whether one weaker bot among the others costs points.
fn skill_by_score(facts: &Facts) -> Option<Answer> {
    let (greedy, random, slack) = scores(facts, facts.score_of_duel)?;
    if facts.greedy_is_random || facts.main.as_ref()?.seats == 1 {
        return None;
    }
    let (greedy_text, random_text) = (score_figure(greedy), score_figure(random));
    let said = format!("greedy players score {greedy_text}, one of them among random ones {random_text}");
    let apart = (greedy.high - random.low).abs().max((greedy.low - random.high).abs());
    let more = if facts.fewest_win { "less" } else { "more" };
    let (state, verdict, short) = if scores_better(facts, greedy, random) {
        (State::Fact, "Skill matters", format!("Skill: greedy players score {more}"))
    } else if apart < slack {
        let short = format!("Luck: greedy players score no {more} than random ones");
        (State::Problem, "Luck decides", short)
    } else {
        (State::Open, "Not known yet how much skill matters", "Not known yet".to_owned())
    };
    let mut answer =
        Answer::new(Question::Skill, state, format!("{verdict}: {said}."), Some(random)).briefly(short);
    answer.holds_for = "random and greedy";
    answer.times = (state == State::Open).then_some(4.0);
    Some(answer)
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
    let answer = |text: String, short: &str| {
        Answer::new(Question::Best, State::Fact, text, Some(search)).briefly(short)
    };
    let answer = if scores_better(facts, search, greedy) {
        answer(format!("A search plays better: {said}."), "The search")
    } else if scores_better(facts, greedy, search) {
        answer(format!("Greedy plays better than a search: {said}."), "Greedy")
    } else {
        Answer::open(
            Question::Best,
            format!("Not known yet whether a search plays better: {said}."),
            search,
            slack,
        )
    };
    Some(Answer { holds_for: "greedy and search", ..answer })
}

/// Returns what tables of each number of players score on average: `12.5, 14.0 and 15.1`.
fn score_by_players(sizes: &[&Size]) -> Option<String> {
    let scores: Option<Vec<String>> =
        sizes.iter().map(|size| Some(format!("{:.1}", size.score?.mean.value))).collect();
    Some(all(&scores?))
}

/// Returns whether one weaker, or stronger, bot among the others makes a difference.
fn skill_together(facts: &Facts) -> Option<Answer> {
    if let Some(answer) = skill_by_score(facts) {
        return Some(answer);
    }
    let main = facts.main.as_ref().filter(|main| main.seats > 1)?;
    let (won, duel) = (main.together?, facts.duel.as_ref()?);
    let random = won_with(duel);
    let text =
        format!("greedy players win {}, one of them among random ones {}", figure(won), figure(random));
    // A greedy player that is a random one says nothing of skill.
    if facts.greedy_is_random {
        let text = "Not known yet how much skill matters: greedy players choose at random here.".to_owned();
        return Some(Answer::new(Question::Skill, State::Open, text, None));
    }
    let apart = (won.high - random.low).abs().max((won.low - random.high).abs());
    let (state, verdict, short) = if won.low - random.high > 0.0 {
        (State::Fact, "Skill matters".to_owned(), "Skill: greedy players win more")
    } else if apart < SKILL {
        let short = "Luck: greedy players win no more than random ones";
        let games = wording::games(random.games.min(won.games));
        (State::Problem, format!("Luck decides, within {} in {games}", points(apart)), short)
    } else {
        (State::Open, "Not known yet how much skill matters".to_owned(), "Not known yet")
    };
    let mut answer =
        Answer::new(Question::Skill, state, format!("{verdict}: {text}."), Some(random)).briefly(short);
    answer.holds_for = "random and greedy";
    answer.times = (state == State::Open).then_some(4.0);
    Some(answer)
}

/// Returns whether a search among greedy players helps them.
fn best_together(facts: &Facts) -> Option<Answer> {
    if let Some(answer) = best_by_score(facts) {
        return Some(answer);
    }
    let main = facts.main.as_ref()?;
    let (won, duel) = (main.together?, facts.search_duel.as_ref()?);
    let search = won_with(duel);
    let said = if main.seats == 1 {
        format!("it wins {}, a greedy player {}", figure(search), figure(won))
    } else {
        format!("with one the players win {}, greedy ones {}", figure(search), figure(won))
    };
    let answer = if search.low > won.high {
        Answer::new(Question::Best, State::Fact, format!("A search plays better: {said}."), Some(search))
            .briefly("The search")
    } else if search.high < won.low {
        Answer::new(
            Question::Best,
            State::Fact,
            format!("Greedy plays better than a search: {said}."),
            Some(search),
        )
        .briefly("Greedy")
    } else {
        let text = format!("Not known yet whether a search plays better: {said}.");
        Answer::open(Question::Best, text, search, SKILL)
    };
    Some(Answer { holds_for: "greedy and search", ..answer })
}

/// Returns how often they win with each number of players: `6.5, 99.0 and 100.0 %`.
fn won_by_players(sizes: &[&Size]) -> Option<String> {
    let won: Option<Vec<String>> =
        sizes.iter().map(|size| Some(format!("{:.1}", size.together?.value * 100.0))).collect();
    Some(format!("{} %", all(&won?)))
}
