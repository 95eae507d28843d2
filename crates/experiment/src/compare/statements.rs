//! The statements of a comparison, in plain sentences: the verdict first.

use super::distance::targets;
use super::{Compared, Comparison, Unseen, Verdict};
use crate::bounds::Bound;
use crate::naming::{Count, figure};
use crate::rounding::{at_most, levels, rounded, rounded_range, size_of};
use crate::study::changes::difference;
use crate::study::words::{all, capital, games, list, of_hundred};
use crate::study::{Measured, State};
use ludometer_model::{Names, player, thousands};
use ludometer_stats::catalogue;

/// The subject of a comparison, and what is known beside it.
#[derive(Clone, Debug, Default)]
pub struct About<'a> {
    /// Names for people.
    pub names: Names,
    /// The compared bots, if bots are.
    pub bots: Option<[String; 2]>,
    /// The cards of which the sides have different numbers of copies: id, copies on side A and on side B.
    pub cards: Vec<(String, i64, i64)>,
    /// The other settings that differ: key, value on side A and on side B.
    pub settings: Vec<[String; 3]>,
    /// The number of players.
    pub seats: usize,
    /// True if they win or lose together: each then has a part of every win.
    pub together: bool,
    /// The targets of the designer.
    pub targets: &'a [Bound],
    /// A bot and a weaker one, and how often the first finishes ahead on either side.
    pub strength: Option<([String; 2], [Measured; 2])>,
    /// The precision asked for.
    pub precision: f64,
}

/// A sentence or two that answer a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The id of the question, in files.
    pub question: &'static str,
    /// The question as it is asked.
    pub asked: &'static str,
    /// The meaning of the answer.
    pub state: State,
    /// The answer.
    pub text: String,
    /// How many times as many games would probably tell, where it is open.
    pub times: Option<f64>,
}

impl Statement {
    pub(crate) fn new(question: &'static str, asked: &'static str, state: State, text: String) -> Self {
        Self { question, asked, state, text, times: None }
    }
}

/// States what a comparison found: the verdict, then each part of it with its figures.
pub fn statements(found: &Comparison, about: &About<'_>) -> Vec<Statement> {
    let all = [
        Some(verdict(found, about)),
        targets(found, about),
        cards(found, about),
        seats(found, about),
        strength(about),
        others(found, about),
        unchanged(found, about),
        open(found, about),
    ];
    all.into_iter().flatten().collect()
}

/// Returns a figure's difference and its interval.
fn known(found: &Comparison, metric: &str) -> Option<(f64, (f64, f64), Verdict)> {
    let one = found.find(metric)?;
    Some((one.believed()?, one.interval?, one.verdict))
}

fn is_sure((low, high): (f64, f64)) -> bool {
    low > 0.0 || high < 0.0
}

pub(super) fn times((low, high): (f64, f64), by: f64) -> (f64, f64) {
    (low * by, high * by)
}

/// Returns how a change is said that is certain and yet within the precision: `, less than the 8 asked about`.
fn less_than(precision: f64) -> String {
    format!(", less than the {} asked about", rounded(precision, (0.0, precision)))
}

fn number(count: i64) -> String {
    const WORDS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let word = usize::try_from(count - 1).ok().and_then(|at| WORDS.get(at));
    word.map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// Returns the change in words: `two copies more of Steal One`.
fn change(about: &About<'_>) -> String {
    if let Some([a, b]) = &about.bots {
        return format!("{b} in place of {a}");
    }
    let cards = about.cards.iter().map(|(card, before, after)| {
        let by = (after - before).abs();
        let copies = if by == 1 { "copy" } else { "copies" };
        let way = if after > before { "more" } else { "less" };
        format!("{} {copies} {way} of {}", number(by), about.names.card(card))
    });
    let settings = about.settings.iter().map(|[key, a, b]| format!("{key} = {b} instead of {a}"));
    let parts: Vec<String> = cards.chain(settings).collect();
    if parts.is_empty() { "side B".to_owned() } else { list(&parts) }
}

fn verdict(found: &Comparison, about: &About<'_>) -> Statement {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(subject(found, about));
    parts.extend(length(found));
    if about.together && about.bots.is_none() {
        parts.extend(won_together(found, about));
    } else if about.bots.is_none() {
        parts.extend(seats_in_short(found, about));
    }
    parts.extend(about.cards.first().and_then(|(card, ..)| uses(found, about, card, false)));
    parts.extend(strength_text(about, false));
    let text = if parts.is_empty() {
        format!("Too few games to say what {} does.", change(about))
    } else {
        format!("With {} {}.", change(about), parts.join("; "))
    };
    Statement::new("verdict", "What does the change do?", State::Fact, text)
}

/// Returns what the compared bot gains.
fn subject(found: &Comparison, about: &About<'_>) -> Option<String> {
    about.bots.as_ref()?;
    let who = if about.together { ["its table", "wins"] } else { ["its seat", "wins"] };
    wins(found, about, who, "strategy_win_rate[subject]")
}

/// Returns what the players gain who win or lose together.
fn won_together(found: &Comparison, about: &About<'_>) -> Option<String> {
    wins(found, about, ["the players", "win"], "seat_win_rate[0]")
}

/// Returns how much more or less often somebody wins, by this share of the win; of a win together it is a part.
fn wins(found: &Comparison, about: &About<'_>, [who, wins]: [&str; 2], metric: &str) -> Option<String> {
    let parts = if about.together { about.seats as f64 } else { 1.0 };
    let by_hundred = 100.0 * parts;
    let (by, interval, verdict) = known(found, metric)?;
    let interval = times(interval, by_hundred);
    let one = found.find(metric)?;
    Some(match verdict {
        Verdict::Same if !is_sure(interval) => {
            format!("{who} {wins} as often, within {} points", at_most(interval))
        }
        Verdict::Open => {
            format!("it is not known yet whether {who} {wins} more: {} points", rounded_range(interval))
        }
        Verdict::Same | Verdict::Larger | Verdict::Smaller => {
            let (size, range) = size_of(interval, by * by_hundred);
            let [a, b] = levels(one.levels()?.map(|share| share * by_hundred), interval);
            let small =
                if verdict == Verdict::Same { less_than(one.precision * by_hundred) } else { String::new() };
            format!(
                "{who} {wins} {size} points {} of the games ({range}){small}, {b} % instead of {a} %",
                if by > 0.0 { "more" } else { "fewer" },
            )
        }
    })
}

fn length(found: &Comparison) -> Option<String> {
    let (by, interval, verdict) = known(found, "turns")?;
    let precision = found.find("turns")?.precision;
    Some(match verdict {
        Verdict::Same if !is_sure(interval) => {
            format!("a game stays as long, within {} turns", at_most(interval))
        }
        Verdict::Open => {
            format!("it is not known yet whether a game gets longer ({} turns)", rounded_range(interval))
        }
        Verdict::Same | Verdict::Larger | Verdict::Smaller => {
            let (size, range) = size_of(interval, by);
            let small = if verdict == Verdict::Same { less_than(precision) } else { String::new() };
            format!("a game takes {size} turns {} ({range}){small}", if by > 0.0 { "longer" } else { "less" })
        }
    })
}

/// Returns each seat's change, in points.
fn seat_changes(found: &Comparison, about: &About<'_>) -> Vec<(usize, f64, (f64, f64))> {
    let change = |seat| {
        let (by, interval, _) = known(found, &format!("seat_win_rate[{seat}]"))?;
        Some((seat, by * 100.0, times(interval, 100.0)))
    };
    (0..about.seats).filter_map(change).collect()
}

/// Returns the largest change of a seat that is certain, or else how large one may be.
fn seats_in_short(found: &Comparison, about: &About<'_>) -> Option<String> {
    let seats = seat_changes(found, about);
    let sure = seats.iter().filter(|(_, _, interval)| is_sure(*interval));
    if let Some((seat, by, interval)) = sure.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())) {
        let way = if *by > 0.0 { "more" } else { "fewer" };
        let player = player(*seat);
        return Some(format!("{player} wins {} points {way} of the games", size_of(*interval, *by).0));
    }
    let by = |interval: (f64, f64)| interval.0.abs().max(interval.1.abs());
    let (.., interval) = seats.iter().max_by(|a, b| by(a.2).total_cmp(&by(b.2)))?;
    Some(format!("no seat gains or loses more than {} points", at_most(*interval)))
}

fn seats(found: &Comparison, about: &About<'_>) -> Option<Statement> {
    if about.bots.is_some() || about.together {
        return None;
    }
    // An even part of the games that somebody wins, on either side.
    let fair = found.reports.each_ref().map(|report| {
        let won = report.metric(&catalogue::WON).and_then(|won| won.value).unwrap_or(1.0);
        format!("{:.1}", 100.0 * won / about.seats.max(1) as f64)
    });
    let parts: Vec<String> = seat_changes(found, about)
        .into_iter()
        .filter_map(|(seat, by, interval)| {
            let one = found.find(&format!("seat_win_rate[{seat}]"))?;
            let [a, b] = one.levels()?.map(|share| share * 100.0);
            let [a, b] = if is_sure(interval) {
                levels([a, b], interval)
            } else {
                [a, b].map(|share| rounded(share, interval))
            };
            let change = if is_sure(interval) {
                let (size, range) = size_of(interval, by);
                format!("{size} points {} ({range})", if by > 0.0 { "more" } else { "less" })
            } else if one.verdict == Verdict::Same {
                format!("the same within {}", at_most(interval))
            } else {
                format!("{} points, which may be chance", rounded_range(interval))
            };
            Some(format!("{} wins {b} % instead of {a} %, {change}", player(seat)))
        })
        .collect();
    if parts.is_empty() {
        return None;
    }
    let [a, b] = fair;
    let before = if a == b { String::new() } else { format!(" instead of {a} %") };
    let text = format!("{}; {b} %{before} would be fair.", capital(&parts.join("; ")));
    Some(Statement::new("seats", "What becomes of the seats?", State::Fact, text))
}

/// Returns how often a card is drawn and played, with the intervals if that is wanted.
fn uses(found: &Comparison, about: &About<'_>, card: &str, is_long: bool) -> Option<String> {
    let often = |metric: &str, verb: &str| {
        let one = found.find(&format!("{metric}[{card}]"))?;
        let [a, b] = one.levels()?;
        if b <= 0.0 {
            return (a > 0.0).then(|| format!("no longer {verb}"));
        }
        let Some(relative) = one.relative.map(|interval| times(interval, 100.0)) else {
            let interval = one.interval.filter(|_| a <= 0.0)?;
            return Some(format!("{verb} {} times a game", rounded(b, interval)));
        };
        if !is_sure(relative) {
            return Some(match one.verdict {
                Verdict::Same => format!("{verb} as often (within {} %)", at_most(relative)),
                _ => format!("{verb} {} % more often, which may be chance", rounded_range(relative)),
            });
        }
        let by = (b / a - 1.0) * 100.0;
        let (size, range) = size_of(relative, by);
        let way = if by > 0.0 { "more" } else { "less" };
        let range = if is_long { format!(" ({range})") } else { String::new() };
        Some(format!("{verb} {size} % {way} often{range}"))
    };
    let parts: Vec<String> =
        [often("card_drawn", "drawn"), often("card_played", "played")].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("{} is {}", about.names.card(card), all(&parts)))
}

fn cards(found: &Comparison, about: &About<'_>) -> Option<Statement> {
    let parts: Vec<String> =
        about.cards.iter().filter_map(|(card, ..)| uses(found, about, card, true)).collect();
    (!parts.is_empty()).then(|| {
        let text = format!("{}.", parts.join("; "));
        Statement::new("cards", "What becomes of the changed cards?", State::Fact, text)
    })
}

fn strength_text(about: &About<'_>, is_long: bool) -> Option<String> {
    let ([strong, weak], [a, b]) = about.strength.as_ref()?;
    let change = difference(*b, *a);
    let interval = (change.low * 100.0, change.high * 100.0);
    let says = format!("{strong} finishes ahead of {weak} in {} of 100 games", of_hundred(b.value));
    Some(if is_sure(interval) {
        let (size, range) = size_of(interval, change.value * 100.0);
        let way = if change.value > 0.0 { "more" } else { "fewer" };
        let range = if is_long { format!(", {size} {way} ({range})") } else { String::new() };
        format!("{says} instead of {}{range}", of_hundred(a.value))
    } else if change.low.abs().max(change.high.abs()) <= about.precision {
        format!("{says}, as before (within {})", at_most(interval))
    } else {
        let before = of_hundred(a.value);
        format!("{says}, and {before} before: {} more, which may be chance", rounded_range(interval))
    })
}

fn strength(about: &About<'_>) -> Option<Statement> {
    let text = capital(&strength_text(about, true)?) + ".";
    Some(Statement::new("strength", "Is skill worth as much?", State::Fact, text))
}

/// Says what games can't have shown of a figure that nothing bounds.
fn rare_text(unseen: Unseen, plays: u64) -> String {
    format!(
        "What comes up in fewer than one of {} games can't be seen in {}.",
        thousands(unseen.one_in),
        games(plays)
    )
}

/// Returns the figures that were asked for and that no other statement is about.
fn rest<'a>(found: &'a Comparison, about: &'a About<'_>) -> impl Iterator<Item = &'a Compared> {
    let reported = |metric: &str| {
        let of_card = |(card, ..): &(String, i64, i64)| {
            ["card_drawn", "card_played"].iter().any(|stem| metric == format!("{stem}[{card}]"))
        };
        metric == "turns"
            || (about.bots.is_some() && metric == "strategy_win_rate[subject]")
            || (about.bots.is_none() && metric.starts_with("seat_win_rate["))
            || about.cards.iter().any(of_card)
    };
    found.metrics.iter().filter(move |m| !reported(&m.metric))
}

/// Returns a figure's interval as it is said: in points, where it is a share.
fn said(about: &About<'_>, one: &Compared) -> Option<(String, f64, (f64, f64), &'static str)> {
    let (name, count) = figure(&about.names, &one.metric);
    let (by, unit) = if count == Count::Share { (100.0, " points") } else { (1.0, "") };
    Some((name, one.believed()? * by, times(one.interval?, by), unit))
}

fn others(found: &Comparison, about: &About<'_>) -> Option<Statement> {
    const MOST: usize = 6;
    let mut changed: Vec<&Compared> =
        rest(found, about).filter(|m| matches!(m.verdict, Verdict::Larger | Verdict::Smaller)).collect();
    let size = |m: &Compared| m.difference().map_or(0.0, |by| (by / m.precision).abs());
    changed.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let sentence = |one: &&Compared| {
        let (name, by, interval, unit) = said(about, one)?;
        let (size, range) = size_of(interval, by);
        let way = if by > 0.0 { "grows" } else { "falls" };
        Some(format!("{} {way} by {size}{unit} ({range}).", capital(&name)))
    };
    let mut parts: Vec<String> = changed.iter().take(MOST).filter_map(sentence).collect();
    if changed.len() > MOST {
        parts.push(format!("{} more figures change: see the table.", changed.len() - MOST));
    }
    let text = parts.join(" ");
    (!text.is_empty()).then(|| Statement::new("others", "What else changes?", State::Fact, text))
}

fn unchanged(found: &Comparison, about: &About<'_>) -> Option<Statement> {
    let same = rest(found, about).filter(|m| m.verdict == Verdict::Same);
    let parts: Vec<String> = same
        .filter_map(|one| {
            let (name, by, interval, unit) = said(about, one)?;
            if !is_sure(interval) {
                return Some(format!("{name} (within {}{unit})", at_most(interval)));
            }
            let (size, range) = size_of(interval, by);
            let way = if by > 0.0 { "more" } else { "less" };
            let small = less_than(one.precision * if unit.is_empty() { 1.0 } else { 100.0 });
            Some(format!("{name} ({size}{unit} {way}, {range}{small})"))
        })
        .collect();
    let rare = rest(found, about).filter(|m| m.verdict == Verdict::Same).find_map(|m| m.unseen);
    (!parts.is_empty()).then(|| {
        let rare = rare.map_or_else(String::new, |unseen| format!(" {}", rare_text(unseen, found.plays)));
        let text = format!("{}.{rare}", capital(&list(&parts)));
        Statement::new("unchanged", "What does not change?", State::Fact, text)
    })
}

fn open(found: &Comparison, about: &About<'_>) -> Option<Statement> {
    let open: Vec<&Compared> = found.metrics.iter().filter(|m| m.verdict == Verdict::Open).collect();
    if open.is_empty() {
        return None;
    }
    let names: Vec<String> = open
        .iter()
        .map(|one| match said(about, one) {
            Some((name, _, interval, unit)) => format!("{name} ({}{unit})", rounded_range(interval)),
            None => figure(&about.names, &one.metric).0,
        })
        .collect();
    let mut text = format!("{}.", capital(&list(&names)));
    let needed =
        |at: usize| open.iter().map(|one| one.needed.map(|needed| needed[at])).max_by_key(Option::is_none);
    let most = |at: usize| -> Option<u64> {
        needed(at)??;
        open.iter().filter_map(|one| one.needed).map(|needed| needed[at]).max()
    };
    for one in &open {
        let seen =
            one.unseen.zip(one.plain).and_then(|(unseen, plain)| Some((unseen.turns?, unseen.one_in, plain)));
        let Some((turns, one_in, plain)) = seen else { continue };
        let (name, count) = figure(&about.names, &one.metric);
        let (by, unit) = if count == Count::Share { (100.0, " points") } else { (1.0, "") };
        text += &format!(
            " By the games that were played {name} differs by {}{unit}; but a game in {} may run on to the limit of {} turns \
             without being seen in {}, and would outweigh that.",
            rounded_range(self::times(plain, by)),
            thousands(one_in),
            thousands(turns),
            games(found.plays)
        );
    }
    let mut times = None;
    match most(0) {
        Some(all_games) => {
            text += &format!(" About {} on each side would tell", about_games(all_games));
            let coarse = 5.0 * about.precision;
            if let Some(fewer) = most(1).filter(|fewer| *fewer < all_games / 2) {
                text += &format!("; with --precision {coarse} about {} would do", about_games(fewer));
            }
            text += ".";
            times = Some(all_games as f64 / found.plays.max(1) as f64).filter(|times| *times > 1.0);
        }
        None => text += " So far there are too few games even to say how many it takes.",
    }
    Some(Statement { times, ..Statement::new("open", "What is not known yet?", State::Open, text) })
}

/// Returns a number of games to two digits: nobody knows it better.
fn about_games(count: u64) -> String {
    let unit = 10_u64.pow(count.max(1).ilog10().saturating_sub(1));
    games(count.div_ceil(unit) * unit)
}

#[cfg(test)]
mod tests;
