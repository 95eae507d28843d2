//! The answers of a study about cards and actions, and about players who never choose one or always do.

use crate::study::answers::{SEAT_KNOWN, is_foregone};
use crate::study::facts::{Action, Card, Facts, Gainer, Measured, Restricted};
use crate::study::question::{Answer, Question, State};
use crate::wording::{self, all, capital, either, list, percent, points, quoted, range, range_of_points};
use ludometer_model::counted;

/// A card that is worth this much more than another one decides the game.
const CARD: f64 = 0.15;

/// A card is dead if more than this part of its copies drawn finds no use.
const DEAD: f64 = 0.6;

/// The strongest card is not known while more cards than this may be it instead.
const MOST_RIVALS: usize = 3;

/// Win rates mislead if they favour a card by more than this ...
const SEEMS: f64 = 0.05;

/// ... while drawing it surely costs more than this.
const COSTS: f64 = 0.005;

/// Returns what it brings to draw a card in place of another one: `drawing Ace adds 2.1 points of win chance (1.8 to 2.4)`.
fn worth(card: &Card, holding: Measured) -> String {
    let (does, by) = if holding.value < 0.0 { ("costs", holding.negative()) } else { ("adds", holding) };
    format!("drawing {} {does} {} of win chance ({})", card.name, points(by.value), range_of_points(by))
}

/// Returns cards that seem to win by who drew them, though drawing them costs, with both figures, the costliest first.
fn misleading(cards: &[Card]) -> Vec<(&Card, Measured, Measured)> {
    let known = cards.iter().filter_map(|card| Some((card, card.delta?, card.holding?)));
    let seems = |delta: Measured| delta.low > 0.0 && delta.value > SEEMS;
    let costs = |holding: Measured| holding.row_among_answers().high < -COSTS;
    let mut found: Vec<_> = known.filter(|(_, delta, holding)| seems(*delta) && costs(*holding)).collect();
    found.sort_by(|a, b| a.2.value.total_cmp(&b.2.value));
    found
}

/// Returns true if games were looked at and no card came to a hand in them, or there are no cards.
fn none_is_drawn(facts: &Facts) -> bool {
    facts.main.is_some() && facts.cards.iter().all(|card| card.drawn == 0.0)
}

fn half(measured: Measured) -> f64 {
    (measured.high - measured.low) / 2.0
}

/// Returns which card is best to draw, and before it whether win rates tell another story.
pub(super) fn strongest(facts: &Facts) -> Option<Answer> {
    if none_is_drawn(facts) {
        let text =
            "No cards come into hands at random during a game, so no card is better to draw than another.";
        let answer = Answer::new(Question::Strongest, State::Fact, text.to_owned(), None);
        return Some(answer.briefly("None is drawn by chance"));
    }
    let best = best_to_draw(facts)?;
    let found = misleading(&facts.cards);
    let Some(&(card, delta, holding)) = found.first() else { return Some(best) };
    let others: Vec<String> = found[1..].iter().map(|(card, ..)| card.name.clone()).collect();
    let also = also(&others);
    let text = format!(
        "Do not trust win rates of {}: {} ({}), yet drawing it costs {} ({}){also}. {}",
        card.name,
        facts.gainer.who_gets("draw it", &points(delta.value)),
        range_of_points(delta),
        points(holding.value),
        range_of_points(Measured { low: -holding.high, high: -holding.low, ..holding }),
        best.text
    );
    let short = format!("Win rates mislead: drawing {} costs {}", card.name, points(holding.value));
    Some(Answer::new(Question::Strongest, State::Problem, text, Some(holding)).briefly(short))
}

fn best_to_draw(facts: &Facts) -> Option<Answer> {
    if facts.is_only_scored() {
        let text = "Which card is best to draw is not measured, as no game is won or lost.".to_owned();
        return Some(Answer::new(Question::Strongest, State::Fact, text, None).briefly("Not measured"));
    }
    let known: Vec<(&Card, Measured)> =
        facts.cards.iter().filter_map(|card| Some((card, card.holding?))).collect();
    let by = |a: &&(&Card, Measured), b: &&(&Card, Measured)| a.1.value.total_cmp(&b.1.value);
    let best = known.iter().filter(|(_, worth)| worth.low > 0.0).max_by(by);
    let worst = known.iter().filter(|(_, worth)| worth.high < 0.0).min_by(by);
    let widest = known.iter().map(|(_, worth)| worth.at_most()).fold(0.0, f64::max);
    if known.is_empty() {
        let mut drawn = facts.cards.iter().filter(|card| card.is_valued && card.drawn > 0.0).peekable();
        if drawn.peek().is_some() && drawn.all(|card| card.is_left_out) {
            return Some(best_to_get(facts));
        }
        let is_drawn = facts.cards.iter().any(|card| card.is_valued);
        let text = "Not known yet which card is best to draw.".to_owned();
        return is_drawn.then(|| Answer::unknown(Question::Strongest, text, 4.0));
    }
    let Some((card, holding)) = best else {
        if widest <= SEAT_KNOWN {
            let pairs = known.iter().map(|(_, worth)| worth.games).min().unwrap_or(0);
            let text = format!(
                "No card is worth drawing more than another by over {}, each in {} of games or more.",
                points(widest),
                counted(pairs, "pair")
            );
            let short = format!("None by more than {}", points(widest));
            return Some(Answer::new(Question::Strongest, State::Fine, text, None).briefly(short));
        }
        let text = format!("Not known yet which card is best to draw: one may be worth {}.", points(widest));
        let (_, widest) = known.iter().max_by(|a, b| a.1.at_most().total_cmp(&b.1.at_most()))?;
        return Some(Answer::open(Question::Strongest, text, *widest, SEAT_KNOWN / 2.0));
    };
    // All that are not known to be worth less.
    let rivals = known.iter().filter(|(other, worth)| {
        other.name != card.name && worth.low <= holding.high && holding.minus(*worth).low <= 0.0
    });
    // Those that look best first.
    let mut rivals: Vec<_> = rivals.collect();
    rivals.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let rivals: Vec<String> = rivals.into_iter().map(|(other, _)| other.name.clone()).collect();
    let is_open = rivals.len() > MOST_RIVALS;
    let mut text = match rivals.len() {
        0 => format!(
            "{} is the strongest card to draw: in place of another one {}",
            card.name,
            worth(card, *holding)
        ),
        _ if is_open => format!(
            "Not known yet which card is strongest to draw: in place of another one {}, but it may also be {}",
            worth(card, *holding),
            either(&rivals)
        ),
        _ => format!(
            "{} is the strongest card to draw: in place of another one {}",
            either(&std::iter::once(card.name.clone()).chain(rivals.iter().cloned()).collect::<Vec<_>>()),
            worth(card, *holding)
        ),
    };
    if let Some((card, holding)) = worst {
        text += &format!("; {}", worth(card, *holding));
    }
    let state = match holding.row_among_answers().low > CARD {
        true => State::Problem,
        false if is_open => {
            let answer = Answer::open(Question::Strongest, text + ".", *holding, half(*holding) / 2.0);
            return Some(answer.briefly(format!("Not known yet, perhaps {}", card.name)));
        }
        false => State::Fact,
    };
    let others = if rivals.is_empty() { String::new() } else { format!("; or {}", either(&rivals)) };
    let short = format!("{}: whoever draws it wins {} more often{others}", card.name, points(holding.value));
    Some(Answer::new(Question::Strongest, state, text + ".", Some(*holding)).briefly(short))
}

/// Returns which cards go with winning where players choose what they get, as from a market, or where what draws a card can't
/// draw another one while all other chance stays the same. That is no effect of the card: who is ahead may buy it.
fn best_to_get(facts: &Facts) -> Answer {
    let known = || facts.cards.iter().filter_map(|card| Some((card, card.delta?)));
    // All who win together win with the same cards.
    let most = known().filter(|(_, delta)| delta.low > 0.0 && facts.gainer != Gainer::Table);
    let most = most.max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let text = "Which card is best to get can't be told: cards are chosen, or come with other chance";
    // All that are not surely got by fewer winners.
    let rivals = |best: &Card, delta: Measured| -> Vec<String> {
        let others = known().filter(|(other, less)| other.name != best.name && delta.minus(*less).low <= 0.0);
        others.map(|(other, _)| other.name.clone()).collect()
    };
    let most = most.map(|(card, delta)| (card, delta, rivals(card, delta)));
    // Of cards that are all alike none is the best.
    let Some((card, delta, rivals)) = most.filter(|(.., rivals)| rivals.len() + 1 < known().count()) else {
        let answer = Answer::new(Question::Strongest, State::Fact, format!("{text}."), None);
        return answer.briefly("Can't be told");
    };
    let by = points(delta.value);
    let mut text = format!(
        "{text}. {} than those who don't ({}): that may be the card's doing, or only that winners get it more often.",
        capital(&facts.gainer.who_gets(&format!("get {}", card.name), &by)),
        range_of_points(delta)
    );
    let is_spared = facts.gainer == Gainer::Spared;
    let [does, most] = if is_spared { ["loses", "least"] } else { ["wins", "most"] };
    let more = if is_spared { "less" } else { "more" };
    let mut short = format!("Can't be told; whoever gets {} {does} {by} {more} often", card.name);
    if !rivals.is_empty() {
        text += &format!(
            " {} may go with {} as much.",
            either(&rivals),
            if is_spared { "not losing" } else { "winning" }
        );
        let all: Vec<String> = std::iter::once(card.name.clone()).chain(rivals).collect();
        short = format!("Can't be told; whoever gets {} {does} {most} often", either(&all));
    }
    Answer::new(Question::Strongest, State::Fact, text, Some(delta)).briefly(short)
}

/// Returns the strongest card to draw where it is known, if one surely is.
fn surely_best<'a>(known: &[(&'a str, Measured)]) -> Option<&'a str> {
    let by = |a: &&(&str, Measured), b: &&(&str, Measured)| a.1.value.total_cmp(&b.1.value);
    let (name, worth) = known.iter().max_by(by)?;
    let beaten = |(other, less): &(&str, Measured)| other == name || worth.minus(*less).low > 0.0;
    (worth.low > 0.0 && known.iter().all(beaten)).then_some(name)
}

/// Returns whether the same card is strongest to draw with each number of players for which it is known.
pub(super) fn best_by_players(facts: &Facts) -> Option<String> {
    let main: Vec<(&str, Measured)> =
        facts.cards.iter().filter_map(|card| Some((card.name.as_str(), card.holding?))).collect();
    let others = facts.held_at.iter().map(|(players, cards)| {
        (*players, cards.iter().map(|(name, worth)| (name.as_str(), *worth)).collect::<Vec<_>>())
    });
    let mut best: Vec<(usize, &str)> = others
        .chain([(facts.main.as_ref()?.seats, main)])
        .filter_map(|(players, cards)| Some((players, surely_best(&cards)?)))
        .collect();
    best.sort_unstable();
    if best.len() < 2 {
        return None;
    }
    let with = |card: &str| {
        let players = best.iter().filter(|(_, name)| *name == card).map(|(players, _)| players.to_string());
        format!("{} players", all(&players.collect::<Vec<_>>()))
    };
    let mut names: Vec<&str> = best.iter().map(|(_, name)| *name).collect();
    let mut seen = Vec::new();
    names.retain(|name| {
        !seen.contains(name) && {
            seen.push(name);
            true
        }
    });
    if let [one] = names[..] {
        return Some(format!("{one} is the strongest card to draw with {}", with(one)));
    }
    let each: Vec<String> = names.iter().map(|name| format!("{name} with {}", with(name))).collect();
    Some(format!("The strongest card to draw is {}", all(&each)))
}

/// Returns that the same holds of these, too, if there are any.
fn also(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("; so it is with {}", list(names)) }
}

/// Returns the sentence on players who never choose a card, where it is worth saying (they win by it, or lose
/// nothing), and the card by which they win most, with its figure.
fn never_chosen(facts: &Facts) -> (Option<String>, Option<(&Card, Measured)>) {
    let known = facts.cards.iter().filter_map(|card| Some((card, card.restricted.without?)));
    let mut harmful: Vec<(&Card, Measured)> = known.clone().filter(|(_, loss)| harms(*loss)).collect();
    harmful.sort_by(|a, b| a.1.value.total_cmp(&b.1.value));
    if let Some(((card, loss), others)) = harmful.split_first() {
        let gain = loss.negative();
        let text = facts.gainer.without(&card.name, &points(gain.value));
        let others: Vec<String> = others.iter().map(|(card, _)| card.name.clone()).collect();
        let text = format!("{text} ({}){}", range_of_points(gain), also(&others));
        return (Some(text), Some((*card, gain)));
    }
    let useless: Vec<(&Card, Measured)> = known.filter(|(_, loss)| costs_nothing(*loss)).collect();
    let names: Vec<String> = useless.iter().map(|(card, _)| card.name.clone()).collect();
    let fewest = useless.iter().map(|(_, loss)| loss.games).min();
    let text = fewest.map(|games| {
        format!(
            "A player who never chooses {} loses at most {} by it, in {}",
            list(&names),
            points(ACTION),
            wording::games(games)
        )
    });
    (text, None)
}

/// Returns whether cards are dead, and whether players would do as well without choosing them.
pub(super) fn dead(facts: &Facts) -> Option<Answer> {
    let mut answer = unused(facts)?;
    let (text, gain) = never_chosen(facts);
    if let Some(text) = text {
        answer.text += &format!(" {text}.");
    }
    if let (Some((card, gain)), State::Fine | State::Fact) = (gain, answer.state) {
        let name = &card.name;
        let short = match facts.gainer {
            Gainer::Player => format!("Worse than dead: players who never choose {name} win more"),
            Gainer::Spared => format!("Worse than dead: players who never choose {name} lose less often"),
            Gainer::Side | Gainer::Table => format!("Worse than dead: players win more without {name}"),
        };
        answer = if facts.plays_at_random() {
            // Who chooses at random gains by each bad choice that is taken away.
            answer.text += &format!(" {AT_RANDOM}.");
            answer
        } else {
            Answer { state: State::Problem, figure: Some(gain), ..answer.briefly(short) }
        };
    }
    let open: Vec<(&Card, f64)> =
        facts.cards.iter().filter_map(|card| Some((card, may_harm(card)?))).collect();
    if answer.state == State::Fine && !open.is_empty() && !facts.plays_at_random() {
        let names: Vec<String> = open.iter().map(|(card, _)| card.name.clone()).collect();
        answer.text += &format!(" Not known yet whether players win more without {}.", either(&names));
        let short = match &names[..] {
            [one] => format!("Not known yet whether players win more without {one}"),
            many => format!("Not known yet whether players win more without one of {} cards", many.len()),
        };
        let times = open.iter().map(|(_, times)| *times).reduce(f64::max);
        answer = Answer { state: State::Open, times, ..answer.briefly(short) };
    }
    Some(answer)
}

/// The sentence after what harms players who choose at random.
const AT_RANDOM: &str = "Greedy players choose at random here, so this is no sign of a fault in the rules";

/// Returns how many times as many games would tell whether players win more without a card, where it looks so and isn't known.
fn may_harm(card: &Card) -> Option<f64> {
    let loss = card.restricted.without.filter(|loss| !harms(*loss))?;
    let row = loss.row_among_answers();
    (loss.value < 0.0 && row.low < -ACTION).then(|| loss.times_to(ACTION_KNOWN))
}

/// Returns the figure that tells whether a card wins by being held: what it is worth to who draws it, or where that can't be
/// told, how much more often those win who got it.
fn wins_held(card: &Card) -> Option<Measured> {
    if card.is_valued && !card.is_left_out { card.holding } else { card.delta }
}

/// Returns true if a card that lies in a hand at the end may have done its work: it is not to be played, it is back in the
/// hand after its use, who draws it wins more although it mostly stays there, or who never chooses it loses by that.
fn works_in_hand(card: &Card) -> bool {
    let dead = card.dead.map_or(0.0, |dead| dead.value);
    // Of copies that are used up, no more are left at the end than were not used.
    let is_kept = dead + card.used > 1.005;
    let costs = |figure: Option<Measured>| figure.is_some_and(|figure| figure.low > 0.0);
    let is_worth = dead > DEAD && (costs(wins_held(card)) || costs(card.restricted.without));
    card.is_blank || !card.is_played || is_kept || is_worth
}

/// Returns true if a card may yet turn out to win by being held, by more than matters.
fn may_win_held(card: &Card) -> bool {
    wins_held(card).map_or(card.is_valued, |figure| figure.high > SEAT_KNOWN)
}

fn unused(facts: &Facts) -> Option<Answer> {
    if none_is_drawn(facts) {
        let text = "No cards come into hands during a game, so none lies dead there.";
        let answer = Answer::new(Question::Dead, State::Fact, text.to_owned(), None);
        return Some(answer.briefly("None is drawn"));
    }
    if facts.main.is_some() && facts.cards.iter().all(|card| card.drawn == 0.0 || works_in_hand(card)) {
        // What nobody plays has no use to find.
        let is_held = |card: &Card| card.is_blank || !card.is_played;
        let mut drawn = facts.cards.iter().filter(|card| card.drawn > 0.0);
        let text = if drawn.clone().all(|card| is_held(card) && card.used == 0.0) {
            "Players play no cards from their hands, so none can lie dead there."
        } else if drawn.all(is_held) {
            "No card is dead: each counts in a hand, whether it is played or not."
        } else {
            "No card is dead: each that players draw does its work in a hand."
        };
        return Some(Answer::new(Question::Dead, State::Fine, text.to_owned(), None).briefly("No"));
    }
    let drawn: Vec<(&Card, Measured)> = facts
        .cards
        .iter()
        .filter(|card| card.drawn > 0.0 && !works_in_hand(card))
        .filter_map(|card| Some((card, card.dead?.among(facts.cards.len()).of_share())))
        .collect();
    let is_unused = |share: Measured| share.row_among_answers().low > DEAD;
    let dead: Vec<&(&Card, Measured)> =
        drawn.iter().filter(|(card, share)| is_unused(*share) && !may_win_held(card)).collect();
    let (most, share) = drawn.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let uses = |share: Measured| format!("{} of the copies drawn find no use", percent(share.value));
    let unclear = drawn.iter().filter_map(|(card, share)| Some((card, *share, share.times_to_tell(DEAD)?)));
    let unclear = unclear.max_by(|a, b| a.2.total_cmp(&b.2));
    // It lies unused, but it may be worth that.
    let idle = drawn.iter().filter(|(card, share)| share.low > DEAD && may_win_held(card));
    if let Some((card, share)) =
        idle.max_by(|a, b| a.1.value.total_cmp(&b.1.value)).filter(|_| dead.is_empty())
    {
        let text = format!(
            "Not known yet whether {} is dead: {} ({}), but it may win by being held.",
            card.name,
            uses(*share),
            range(*share)
        );
        let times = wins_held(card).map_or(4.0, |figure| figure.times_to(SEAT_KNOWN / 2.0));
        let short = format!("Not known yet whether {} is", card.name);
        return Some(Answer::unknown(Question::Dead, text, times).briefly(short));
    }
    if let Some((card, share, times)) = unclear.filter(|_| dead.is_empty()) {
        let text =
            format!("Not known yet whether {} is dead: {} ({}).", card.name, uses(share), range(share));
        return Some(Answer {
            times: Some(times),
            ..Answer::new(Question::Dead, State::Open, text, Some(share))
                .briefly(format!("Not known yet whether {} is", card.name))
        });
    }
    if dead.is_empty() {
        // A card that does its work in a hand may lie there more often.
        let lies_more = |card: &Card| {
            card.drawn > 0.0 && works_in_hand(card) && card.dead.is_some_and(|dead| dead.value > share.value)
        };
        let text = if share.value > 0.0 && facts.cards.iter().any(lies_more) {
            let uses = uses(*share);
            format!(
                "No card is dead. Of the cards that must be played to do anything, {} is used least: {uses}.",
                most.name
            )
        } else if share.value > 0.0 {
            format!("No card is dead. Used least is {}: {}.", most.name, uses(*share))
        } else {
            "No card is dead: each copy drawn finds a use.".to_owned()
        };
        return Some(Answer::new(Question::Dead, State::Fine, text, Some(*share)).briefly("No"));
    }
    let names: Vec<String> =
        dead.iter().map(|(card, share)| format!("{} ({})", card.name, uses(*share))).collect();
    let verb = if dead.len() == 1 { "is" } else { "are" };
    let text = format!("{} {verb} dead most of the time.", list(&names));
    let others = if dead.len() == 1 { String::new() } else { format!(" and {} more", dead.len() - 1) };
    let short = format!("Yes: {}{others}", dead[0].0.name);
    Some(Answer::new(Question::Dead, State::Problem, text, Some(dead[0].1)).briefly(short))
}

/// Doing without an action costs nothing if it costs less than this.
pub(super) const ACTION: f64 = 0.01;

/// An action that is chosen less often than this in a game is rare.
const RARE: f64 = 0.1;

/// Half the interval of what nobody needs to know better.
const ACTION_KNOWN: f64 = 0.005;

/// Returns whether an action is never used, useless, harmful, or too strong.
pub(super) fn used(facts: &Facts) -> Option<Answer> {
    let actions = &facts.actions;
    if actions.len() < 2 {
        return None;
    }
    let names = |of: &dyn Fn(&Action) -> bool| -> Vec<String> {
        actions.iter().filter(|one| of(one)).map(|one| quoted(&one.name)).collect()
    };
    let never = names(&|one| one.used == 0.0 && one.restricted.offered != Some(false));
    // Of what is never chosen it may be known what it would do to choose it always.
    let always = |one: &Action| {
        one.restricted
            .always
            .filter(|loss| one.used == 0.0 && (loss.low > 0.0 || loss.high < 0.0) && !harms(*loss))
    };
    let forced = actions.iter().filter_map(|one| Some((one, always(one)?)));
    // What the rules in force never offer is no choice that anybody could make.
    let is_absent = |one: &Action| one.used == 0.0 && one.restricted.offered == Some(false);
    let absent = names(&is_absent);
    let unknown = names(&|one| one.used == 0.0 && !is_absent(one) && always(one).is_none());
    let harmful = names(&|one| one.restricted.without.is_some_and(harms));
    // Where nobody can win or lose by it, what costs no wins may be worth all the points.
    let is_foregone = is_foregone(facts);
    let is_useless = |one: &Action| !is_foregone && one.restricted.without.is_some_and(costs_nothing);
    let useless = names(&is_useless);
    // What hardly ever comes up can't cost much, of whatever use it is then.
    let (rare, of_no_use) =
        (names(&|one| is_useless(one) && one.used < RARE), names(&|one| is_useless(one) && one.used >= RARE));
    let gain = |one: Restricted| one.always.filter(|loss| harms(*loss)).map(Measured::negative);
    let named = |one: &Action| quoted(&one.name);
    let dominating = actions.iter().filter_map(|one| Some((named(one), gain(one.restricted)?)));
    let cards = facts.cards.iter().filter_map(|card| Some((card.name.clone(), gain(card.restricted)?)));
    let mut dominating: Vec<(String, Measured)> = dominating.chain(cards).collect();
    dominating.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let most = actions
        .iter()
        .filter_map(|one| Some((one, one.restricted.without?)))
        .filter(|(_, loss)| loss.low > 0.0)
        .max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let card = facts
        .cards
        .iter()
        .filter_map(|card| Some((&card.name, card.restricted.without?)))
        .filter(|(_, loss)| loss.low > 0.0)
        .max_by(|a, b| a.1.value.total_cmp(&b.1.value));
    // A share of the win tells nothing where no game is won.
    let by_score = facts.is_only_scored();
    let can_tell = !by_score && !is_foregone;
    let unclear: Vec<(&Action, f64)> =
        actions.iter().filter(|_| can_tell).filter_map(|one| Some((one, times_of_action(one)?))).collect();
    let open: Vec<String> = unclear.iter().map(|(one, _)| quoted(&one.name)).collect();
    let is_random = facts.plays_at_random();
    let mut parts = Vec::new();
    if !harmful.is_empty() {
        parts.push(match facts.gainer {
            Gainer::Player => format!("A greedy player wins more without {}", list(&harmful)),
            gainer => gainer.without(&list(&harmful), ""),
        });
    }
    if let Some(((name, gain), others)) = dominating.split_first() {
        let said = facts.gainer.always(name, [&points(gain.value), &range_of_points(*gain)]);
        let others: Vec<String> = others.iter().map(|(name, _)| name.clone()).collect();
        let why = if is_random { "" } else { ": it is too strong, or they choose it too seldom" };
        parts.push(format!("{said}{why}{}", also(&others)));
    }
    if is_random && !parts.is_empty() {
        parts.push(AT_RANDOM.to_owned());
    }
    if let Some((_, loss)) = most {
        // What is done in the same games costs the same.
        let as_much = names(&|one| one.restricted.without.is_some_and(|other| other.value == loss.value));
        let each = if as_much.len() > 1 { "each of them " } else { "" };
        parts.push(format!(
            "Doing without {} costs most: {each}{} of win chance ({})",
            either(&as_much),
            points(loss.value),
            range_of_points(loss)
        ));
    }
    if let Some((name, loss)) = card {
        parts.push(format!(
            "Of all cards, never choosing {name} costs most: {} ({})",
            points(loss.value),
            range_of_points(loss)
        ));
    }
    if !useless.is_empty() {
        let losses =
            actions.iter().filter_map(|one| one.restricted.without).filter(|loss| costs_nothing(*loss));
        let fewest = losses.map(|loss| loss.games).min().unwrap_or(0);
        parts.push(format!(
            "Doing without {} costs at most {}, in {}",
            list(&useless),
            points(ACTION),
            wording::games(fewest)
        ));
    }
    if !unknown.is_empty() {
        let them = if unknown.len() == 1 { "it" } else { "them" };
        parts.push(format!(
            "Greedy players never choose {}, so nothing can be said of {them}",
            list(&unknown)
        ));
    }
    if !absent.is_empty() {
        let verb = if absent.len() == 1 { "comes" } else { "come" };
        parts.push(format!("{} never {verb} up with these rules", capital(&list(&absent))));
    }
    for (one, loss) in forced {
        let (by, verb) = if loss.value < 0.0 { (loss.negative(), "gains") } else { (loss, "costs") };
        parts.push(format!(
            "Greedy players never choose {}; always choosing it {verb} {} of win chance ({})",
            quoted(&one.name),
            points(by.value),
            range_of_points(by)
        ));
    }
    if !unclear.is_empty() {
        parts.push(format!("Not known yet what doing without {} costs", list(&open)));
    }
    if by_score {
        parts
            .push("What doing without an action costs is not measured, as no game is won or lost".to_owned());
    }
    if is_foregone {
        parts.push(
            "What doing without an action costs can't be told by wins, as greedy players win nearly all games or hardly any"
                .to_owned(),
        );
    }
    if parts.is_empty() {
        parts.push("Every action is used".to_owned());
    }
    let is_fine = harmful.is_empty() && dominating.is_empty();
    let state = match (is_fine || is_random, unclear.is_empty()) {
        (false, _) => State::Problem,
        (true, false) => State::Open,
        (true, true) => State::Fact,
    };
    let short = if is_random && !is_fine {
        "Can't be told: greedy players choose at random".to_owned()
    } else if let [one, ..] = &harmful[..] {
        format!("Yes: greedy players {} without {one}", facts.gainer.gains())
    } else if let Some((name, _)) = dominating.first() {
        match facts.gainer {
            Gainer::Player => format!("Yes: players who always choose {name} win more"),
            Gainer::Spared => format!("Yes: players who always choose {name} lose less often"),
            Gainer::Side | Gainer::Table => format!("Yes: players win more by always choosing {name}"),
        }
    } else {
        let also = |names: &[String], what: &str| match names {
            [] => None,
            [one] => Some(format!("{one} {what}")),
            many => Some(format!("{} kinds {what}", many.len())),
        };
        let parts = [
            also(&never, "never used"),
            also(&of_no_use, "useless"),
            also(&rare, "too rare to matter"),
            also(&open, "not known yet"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match (parts.is_empty(), absent.is_empty()) {
            (true, true) => "No: every action is used".to_owned(),
            (true, false) => "No: every action that comes up is used".to_owned(),
            (false, _) => capital(&parts.join(", ")),
        }
    };
    let figure = most.map(|(_, loss)| loss);
    let times = unclear.iter().map(|(_, times)| *times).reduce(f64::max).filter(|_| state == State::Open);
    let answer = Answer::new(Question::Actions, state, parts.join(". ") + ".", figure).briefly(short);
    Some(Answer { times, ..answer })
}

/// Returns whether a restriction gains, as one of all answers.
fn harms(loss: Measured) -> bool {
    loss.row_among_answers().high < -ACTION
}

/// Returns whether a restriction surely costs as good as nothing.
fn costs_nothing(loss: Measured) -> bool {
    let is_known = loss.low >= -ACTION || loss.high - loss.low <= 2.0 * ACTION_KNOWN;
    loss.high <= ACTION && loss.low <= 0.0 && is_known && !harms(loss)
}

/// Returns how many times as many games would tell what doing without an action costs, where it isn't known whether it
/// costs something, nothing, or less than nothing.
pub(super) fn times_of_action(one: &Action) -> Option<f64> {
    let loss = one.restricted.without?;
    let is_known = loss.low > 0.0 || harms(loss) || costs_nothing(loss);
    (!is_known).then(|| loss.times_to(ACTION_KNOWN))
}
