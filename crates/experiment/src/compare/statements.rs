//! The statements of a comparison, in plain sentences: the verdict first.

use crate::bounds::Bound;
use crate::compare::{Compared, Comparison, Unseen, Verdict};
use crate::study::{Measured, State};
use crate::wording::{
    Count, all, at_most, capital, figure, games, levels, list, of_hundred, rounded, rounded_range, size_of,
};
use ludometer_model::{Contest, Names, Sharing, counted, player, thousands};
use ludometer_stats::{LengthRow, Report, catalogue};

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
    /// Who wins against whom.
    pub contest: Contest,
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

impl About<'_> {
    /// Returns true if all players win or lose together: each then has a part of every win.
    fn together(&self) -> bool {
        self.contest.parties.len() == 1
    }

    /// Returns what a figure is in a sentence, and what it counts.
    fn figure(&self, metric: &str) -> (String, Count) {
        let (text, count) = figure(&self.names, metric);
        let who = if self.seats == 1 { "the player" } else { "the table" };
        let text = match metric {
            "seat_spread" if self.contest.has_sides() => text.replace("seat", "side"),
            "seat_spread" if self.contest.ends.are_lost_alone => {
                "the gap in losses between the worst and the best seat".to_owned()
            }
            "won" if self.together() => text.replace("somebody", who),
            "table_score" => text.replace("the table", who),
            _ => text,
        };
        (text, count)
    }
}

/// A share of the games that tells who fares how well.
struct Rate<'a> {
    who: String,
    metric: &'a str,
}

/// The verb of seats that have a part of wins that several share.
const HAS: &str = Sharing::Joint.words()[0];

/// Returns the shares of those who play against each other, and what they do in them: sides win, where there are any; seats
/// lose, where that is all that counts; else they win, or have a part of the wins where several may win jointly.
fn rates<'a>(found: &'a Comparison, about: &About<'_>) -> (Vec<Rate<'a>>, &'static str) {
    let of = |stem: &str, who: &dyn Fn(&str) -> String| -> Vec<Rate<'a>> {
        let all = found.metrics.iter().chain(&found.beside).map(|one| one.metric.as_str());
        let rate = |metric: &'a str| {
            let of = metric.strip_prefix(stem)?.strip_prefix('[')?.strip_suffix(']')?;
            Some((of, Rate { who: who(of), metric }))
        };
        let mut rates: Vec<_> = all.filter_map(rate).collect();
        rates.sort_by_key(|(of, _)| of.parse().unwrap_or(usize::MAX));
        rates.into_iter().map(|(_, rate)| rate).collect()
    };
    let seat = |of: &str| player(of.parse().unwrap_or(usize::MAX));
    let all = found.reports.iter().filter_map(|report| report.metric(&catalogue::JOINT_WINS)?.value);
    let joint = all.reduce(f64::max);
    let sides = of("side_win_rate", &|of| format!("side {of}"));
    match () {
        () if !sides.is_empty() => (sides, "wins"),
        () if about.contest.ends.are_lost_alone => (of("seat_loss_rate", &seat), "loses"),
        () => (of("seat_win_rate", &seat), about.contest.sharing(joint).words()[0]),
    }
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

/// The most changed cards that the verdict tells of.
const MOST_CARDS: usize = 2;

/// Returns the change in words: `two copies more of Steal One`.
fn change(about: &About<'_>) -> String {
    if let Some([a, b]) = &about.bots {
        return format!("{b} in place of {a}");
    }
    let cards = about.cards.iter().map(|(card, before, after)| {
        let by = (after - before).abs();
        let copies = if by == 1 { "copy" } else { "copies" };
        let way = if after > before { "more" } else { "fewer" };
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
    if about.together() && about.bots.is_none() {
        let who = if about.seats == 1 { ["the player", "wins"] } else { ["the players", "win"] };
        parts.extend(wins(found, who, "won"));
    } else if about.bots.is_none() {
        parts.extend(seats_in_short(found, about));
    }
    parts.extend(nobody_wins(found, about));
    parts.extend(scored_together(found, about));
    // Of many cards the answer on them tells.
    let few = about.cards.iter().filter(|_| about.cards.len() <= MOST_CARDS);
    parts.extend(few.filter_map(|(card, ..)| uses(found, about, card, false)));
    parts.extend(strength_text(about));
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
    let who = match () {
        () if about.seats == 1 => "it",
        () if about.together() => "its table",
        () if about.contest.has_sides() => "its side",
        () => "its seat",
    };
    wins(found, [who, "wins"], "strategy_win_rate[subject]")
}

/// Returns how many games nobody wins, where that surely changes.
fn nobody_wins(found: &Comparison, about: &About<'_>) -> Option<String> {
    let [a, b] = found.reports.each_ref().map(|report| report.metric(&catalogue::WON));
    let ((a, (a_low, a_high)), (b, (b_low, b_high))) =
        (a?.value.zip(a?.interval)?, b?.value.zip(b?.interval)?);
    let is_sure = a_high < b_low || b_high < a_low;
    (is_sure && !about.together()).then(|| {
        format!("nobody wins in {} of 100 games instead of {}", of_hundred(1.0 - b), of_hundred(1.0 - a))
    })
}

/// Returns how much more or less the players score together, or one alone.
fn scored_together(found: &Comparison, about: &About<'_>) -> Option<String> {
    let who = if about.seats == 1 { "the player" } else { "the table" };
    let (by, interval, verdict) = known(found, "table_score")?;
    let one = found.find("table_score")?;
    Some(match verdict {
        Verdict::Same if !is_sure(interval) => {
            format!("{who} scores as much, within {} points", at_most(interval))
        }
        Verdict::Open => {
            format!("it is not known yet whether {who} scores more ({} points)", rounded_range(interval))
        }
        Verdict::Same | Verdict::Larger | Verdict::Smaller => {
            let (size, range) = size_of(interval, by);
            let [a, b] = levels(one.levels()?, interval);
            let small = if verdict == Verdict::Same { less_than(one.precision) } else { String::new() };
            let way = if by > 0.0 { "more" } else { "less" };
            format!("{who} scores {size} {way} ({range}){small}, {b} instead of {a}")
        }
    })
}

/// Returns how much more or less often somebody wins, by this share of the games.
fn wins(found: &Comparison, [who, wins]: [&str; 2], metric: &str) -> Option<String> {
    let (by, interval, verdict) = known(found, metric)?;
    let interval = times(interval, 100.0);
    let one = found.find(metric)?;
    Some(match verdict {
        Verdict::Same if !is_sure(interval) => {
            format!("{who} {wins} as often, within {} points", at_most(interval))
        }
        Verdict::Open => {
            format!("it is not known yet whether {who} {wins} more: {} points", rounded_range(interval))
        }
        Verdict::Same | Verdict::Larger | Verdict::Smaller => {
            let (size, range) = size_of(interval, by * 100.0);
            let [a, b] = levels(one.levels()?.map(|share| share * 100.0), interval);
            let small =
                if verdict == Verdict::Same { less_than(one.precision * 100.0) } else { String::new() };
            format!(
                "{who} {wins} {size} points {} of the games ({range}){small}, {b} % instead of {a} %",
                if by > 0.0 { "more" } else { "fewer" },
            )
        }
    })
}

/// Returns what a table says of a figure: of what was the same in all games of a side, that it was, in place of too few
/// games to leave out a rare one that differs.
pub fn verdict_text(found: &Comparison, one: &Compared) -> &'static str {
    match constant(found).filter(|_| one.metric == "turns" && one.verdict == Verdict::Open) {
        Some([a, b]) if a < b => "larger in all games",
        Some([a, b]) if a > b => "smaller in all games",
        Some(_) => "the same in all games",
        None => one.verdict.text(),
    }
}

/// Returns the turns of every game of either side, where all games of a side have as many.
fn constant(found: &Comparison) -> Option<[u64; 2]> {
    let lengths = found.reports.each_ref().map(Report::rows::<LengthRow>);
    let [[a], [b]] = lengths.each_ref().map(Vec::as_slice) else { return None };
    Some([a.turns, b.turns])
}

fn length(found: &Comparison) -> Option<String> {
    if let Some([a, b]) = constant(found) {
        let all = counted(b, "turn");
        let before = if a == b { ", as before".to_owned() } else { format!(" instead of {a}") };
        return Some(format!("every game took {all}{before}"));
    }
    let (by, interval, verdict) = known(found, "turns")?;
    let precision = found.find("turns")?.precision;
    Some(match verdict {
        Verdict::Same if !is_sure(interval) => {
            format!("a game stays as long, within {} turns", at_most(interval))
        }
        Verdict::Open => {
            let range = rounded_range(interval);
            match rounded(by.abs(), interval) {
                size if by == 0.0 || size.chars().all(|sign| matches!(sign, '0' | '.')) => {
                    format!("it is not known yet whether a game gets longer ({range} turns)")
                }
                size => {
                    let turns = if size == "1" { "turn" } else { "turns" };
                    let way = if by > 0.0 { "more" } else { "fewer" };
                    format!("a game took {size} {way} {turns}, which may be chance ({range})")
                }
            }
        }
        Verdict::Same | Verdict::Larger | Verdict::Smaller => {
            let (size, range) = size_of(interval, by);
            let small = if verdict == Verdict::Same { less_than(precision) } else { String::new() };
            let way = if by > 0.0 { "more" } else { "fewer" };
            let turns = if size == "1" { "turn" } else { "turns" };
            format!("a game takes {size} {way} {turns} ({range}){small}")
        }
    })
}

/// Returns the change of each share, in points.
fn changes<'a>(found: &Comparison, rates: &'a [Rate<'a>]) -> Vec<(&'a Rate<'a>, f64, (f64, f64))> {
    let change = |rate: &'a Rate<'a>| {
        let (by, interval, _) = known(found, rate.metric)?;
        Some((rate, by * 100.0, times(interval, 100.0)))
    };
    rates.iter().filter_map(change).collect()
}

/// Returns the largest change of a seat, or side, that is certain, or else how large one may be.
fn seats_in_short(found: &Comparison, about: &About<'_>) -> Option<String> {
    let (rates, verb) = rates(found, about);
    let seats = changes(found, &rates);
    let sure = seats.iter().filter(|(_, _, interval)| is_sure(*interval));
    if let Some((rate, by, interval)) = sure.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())) {
        let way = if *by > 0.0 { "more" } else { "fewer" };
        let size = size_of(*interval, *by).0;
        let of = if verb == HAS { "wins" } else { "games" };
        return Some(format!("{} {verb} {size} points {way} of the {of}", rate.who));
    }
    let by = |interval: (f64, f64)| interval.0.abs().max(interval.1.abs());
    let (.., interval) = seats.iter().max_by(|a, b| by(a.2).total_cmp(&by(b.2)))?;
    let most = at_most(*interval);
    Some(match rates.first()?.metric.split('[').next() {
        Some("side_win_rate") => format!("no side gains or loses more than {most} points"),
        Some("seat_loss_rate") => format!("no seat loses more or less often by more than {most} points"),
        _ => format!("no seat gains or loses more than {most} points"),
    })
}

fn seats(found: &Comparison, about: &About<'_>) -> Option<Statement> {
    if about.bots.is_some() || about.together() {
        return None;
    }
    let (rates, verb) = rates(found, about);
    // An even part of the games that somebody wins, on either side.
    let fair = found.reports.each_ref().map(|report| {
        let won = report.metric(&catalogue::WON).and_then(|won| won.value).unwrap_or(1.0);
        format!("{:.1}", 100.0 * won / rates.len().max(1) as f64)
    });
    let parts: Vec<String> = changes(found, &rates)
        .into_iter()
        .filter_map(|(rate, by, interval)| {
            let one = found.find(rate.metric)?;
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
                format!("the same within {} points", at_most(interval))
            } else {
                format!("{} points, which may be chance", rounded_range(interval))
            };
            let of = if verb == HAS { " of the wins" } else { "" };
            Some(format!("{} {verb} {b} %{of} instead of {a} %, {change}", rate.who))
        })
        .collect();
    if parts.is_empty() {
        return None;
    }
    let [a, b] = fair;
    let before = if a == b { String::new() } else { format!(" instead of {a} %") };
    // Sides that are drawn are no equals, and how many lose is the design's affair.
    let are_sides = rates.iter().any(|rate| rate.metric.starts_with("side_"));
    let has_fair = verb != "loses" && (!are_sides || about.contest.has_sides());
    let fair = if has_fair { format!("; {b} %{before} would be fair") } else { String::new() };
    let text = format!("{}{fair}.", capital(&parts.join("; ")));
    let asked = if are_sides { "What becomes of the sides?" } else { "What becomes of the seats?" };
    Some(Statement::new("seats", asked, State::Fact, text))
}

/// Returns how often a card is drawn and played, with the intervals if that is wanted.
fn uses(found: &Comparison, about: &About<'_>, card: &str, is_long: bool) -> Option<String> {
    let often = |metric: &str, verb: &str| {
        let one = found.find(&format!("{metric}[{card}]"))?;
        let [a, b] = one.levels()?;
        if b <= 0.0 {
            return (a > 0.0).then(|| format!("no longer {verb}"));
        }
        // Nothing is drawn or played less than never.
        let relative = one.relative.map(|(low, high)| times((low.max(-1.0), high), 100.0));
        let Some(relative) = relative else {
            let interval = one.interval.filter(|_| a <= 0.0)?;
            return Some(format!("{verb} {} times a game", rounded(b, interval)));
        };
        if !is_sure(relative) {
            if one.verdict == Verdict::Same {
                return Some(format!("{verb} as often (within {} %)", at_most(relative)));
            }
            let by = (b / a - 1.0) * 100.0;
            let way = if by > 0.0 { "more" } else { "less" };
            let (size, range) = (rounded(by.abs(), relative), rounded_range(relative));
            return Some(format!("{verb} {size} % {way} often, which may be chance ({range} %)"));
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

fn strength_text(about: &About<'_>) -> Option<String> {
    let ([strong, weak], [a, b]) = about.strength.as_ref()?;
    let change = b.minus(*a);
    let interval = (change.low * 100.0, change.high * 100.0);
    let says = format!("{strong} finishes ahead of {weak} in {} of 100 games", of_hundred(b.value));
    Some(if is_sure(interval) {
        let (size, range) = size_of(interval, change.value * 100.0);
        let way = if change.value > 0.0 { "more" } else { "less" };
        format!("{says} instead of {}, {size} points {way} ({range})", of_hundred(a.value))
    } else if change.low.abs().max(change.high.abs()) <= about.precision {
        format!("{says}, as before (within {} points)", at_most(interval))
    } else {
        // The interval has both signs.
        let range = rounded_range(interval).replace(" to ", " to +");
        let before = match of_hundred(a.value) {
            before if before == of_hundred(b.value) => "as before".to_owned(),
            before => format!("{before} before"),
        };
        format!("{says}, {before} (a change of {range} points can't be ruled out)")
    })
}

fn strength(about: &About<'_>) -> Option<Statement> {
    let text = capital(&strength_text(about)?) + ".";
    Some(Statement::new("strength", "Does the better bot stay as far ahead?", State::Fact, text))
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
    let of_rates: Vec<&str> = rates(found, about).0.iter().map(|rate| rate.metric).collect();
    let reported = move |metric: &str| {
        let of_card = |(card, ..): &(String, i64, i64)| {
            ["card_drawn", "card_played"].iter().any(|stem| metric == format!("{stem}[{card}]"))
        };
        metric == "turns"
            || (about.bots.is_some() && metric == "strategy_win_rate[subject]")
            || metric == "table_score"
            || (about.together() && metric == "won")
            || (about.bots.is_none() && of_rates.contains(&metric))
            || about.cards.iter().any(of_card)
    };
    found.metrics.iter().filter(move |m| !reported(&m.metric))
}

/// Returns a figure's interval as it is said: in points, where it is a share.
fn said(about: &About<'_>, one: &Compared) -> Option<(String, f64, (f64, f64), &'static str)> {
    let (name, count) = about.figure(&one.metric);
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
    // What was the same in every game is said as it was.
    let is_said = |metric: &str| metric == "turns" && constant(found).is_some();
    let open = found.metrics.iter().filter(|m| m.verdict == Verdict::Open && !is_said(&m.metric));
    let open: Vec<&Compared> = open.collect();
    if open.is_empty() {
        return None;
    }
    let names: Vec<String> = open
        .iter()
        .map(|one| match said(about, one) {
            Some((name, _, interval, unit)) => format!("{name} ({}{unit})", rounded_range(interval)),
            None => about.figure(&one.metric).0,
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
        let (name, count) = about.figure(&one.metric);
        let (by, unit) = if count == Count::Share { (100.0, " points") } else { (1.0, "") };
        text += &format!(
            " By the games that were played {name} differs by {}{unit}; but a game in {} may run on to the limit of {} turns \
             without being seen in {}, and would outweigh that. {}",
            rounded_range(crate::compare::statements::times(plain, by)),
            thousands(one_in),
            thousands(turns),
            games(found.plays),
            crate::check::LOWER_LIMIT
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

/// The effect of a change on the distance of a figure to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// It misses the target by less.
    Nearer,
    /// It misses the target by more.
    Farther,
    /// It meets the target with the change as without it.
    Met,
    /// It is not known.
    Open,
}

impl Distance {
    /// Finds out how a figure moves towards its target; side A's figure is taken as it is.
    pub fn of(target: &Bound, compared: &Compared) -> Self {
        let Some((a, (low, high))) = compared.a.zip(compared.interval) else { return Self::Open };
        let (before, ends) = (target.miss(a), [target.miss(a + low), target.miss(a + high)]);
        let most = ends[0].max(ends[1]);
        // A miss is smallest within the target, if the interval reaches into it.
        let reaches =
            target.min.is_none_or(|min| a + high >= min) && target.max.is_none_or(|max| a + low <= max);
        let least = if reaches { 0.0 } else { ends[0].min(ends[1]) };
        match () {
            () if most < before => Self::Nearer,
            () if least > before => Self::Farther,
            () if most <= 0.0 => Self::Met,
            () => Self::Open,
        }
    }

    /// Returns its name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Nearer => "nearer",
            Self::Farther => "farther",
            Self::Met => "met",
            Self::Open => "open",
        }
    }
}

/// Returns the range of a target in words, its bounds times a number.
pub(crate) fn wanted(target: &Bound, by: f64) -> String {
    let bound = |x: f64| (x * by * 1e6).round() / 1e6;
    match (target.min, target.max) {
        (Some(min), Some(max)) => format!("{} to {}", bound(min), bound(max)),
        (Some(min), None) => format!("at least {}", bound(min)),
        (None, Some(max)) => format!("at most {}", bound(max)),
        (None, None) => "anything".to_owned(),
    }
}

/// States which targets the change brings nearer, if there are any.
pub(super) fn targets(found: &Comparison, about: &About<'_>) -> Option<Statement> {
    let mut lists: [(Distance, &str, Vec<String>); 4] = [
        (Distance::Farther, "Farther from the target", Vec::new()),
        (Distance::Nearer, "Nearer to the target", Vec::new()),
        (Distance::Met, "On target as before", Vec::new()),
        (Distance::Open, "Not known yet", Vec::new()),
    ];
    for target in about.targets {
        let metric = target.metric.name();
        let Some(one) = found.find(metric) else { continue };
        let (name, count) = about.figure(metric);
        let (by, unit) = if count == Count::Share { (100.0, " %") } else { (1.0, "") };
        let interval = times(one.interval.unwrap_or((0.0, 0.0)), by);
        let value = |x: Option<f64>| x.map_or_else(|| "-".to_owned(), |x| rounded(x * by, interval));
        let text = format!(
            "{name} ({}{unit} instead of {}{unit}, wanted {}{unit})",
            value(one.b),
            value(one.a),
            wanted(target, by)
        );
        let distance = Distance::of(target, one);
        let place = lists.iter().position(|(known, ..)| *known == distance).unwrap_or(3);
        lists[place].2.push(text);
    }
    let state = match &lists {
        [(.., farther), ..] if !farther.is_empty() => State::Problem,
        [_, (.., nearer), ..] if !nearer.is_empty() => State::Fine,
        _ => State::Fact,
    };
    let parts: Vec<String> = (lists.iter())
        .filter(|(.., texts)| !texts.is_empty())
        .map(|(_, what, texts)| format!("{what}: {}.", list(texts)))
        .collect();
    (!parts.is_empty())
        .then(|| Statement::new("targets", "Does it get nearer to the targets?", state, parts.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::super::Distance;
    use super::*;
    use crate::metric::Catalog;
    use crate::metric::tests::report;
    use ludometer_stats::{Estimate, Table};

    fn one(metric: &str, [a, b]: [f64; 2], interval: (f64, f64), verdict: Verdict) -> Compared {
        Compared {
            metric: metric.to_owned(),
            a: Some(a),
            b: Some(b),
            corrected: None,
            interval: Some(interval),
            precision: 0.01 * a.max(1.0),
            verdict,
            settled: None,
            correlation: None,
            fixed: None,
            fixed_for_found: None,
            relative: (a > 0.0).then(|| (interval.0 / a, interval.1 / a)),
            unseen: None,
            plain: None,
            needed: Some([41_234, 1_666]),
        }
    }

    fn found(metrics: Vec<Compared>, beside: Vec<Compared>) -> Comparison {
        let reports = [Report::default(), Report::default()];
        Comparison { metrics, beside, plays: 4096, unit: 32, reports, time_is_up: false, interrupted: false }
    }

    fn about() -> About<'static> {
        About { cards: vec![("steal_one".to_owned(), 4, 6)], seats: 2, precision: 0.01, ..About::default() }
    }

    fn says(found: &Comparison, about: &About<'_>, question: &str) -> String {
        let statement = statements(found, about).into_iter().find(|one| one.question == question);
        statement.map_or_else(|| "nothing".to_owned(), |one| one.text)
    }

    fn turns() -> Compared {
        one("turns", [54.19, 55.30], (0.892, 1.327), Verdict::Larger)
    }

    fn measured(value: f64) -> Measured {
        Measured { value, low: value - 0.01, high: value + 0.01, games: 4000 }
    }

    #[test]
    fn the_verdict_is_one_sentence_in_plain_words() {
        let beside = vec![
            one("seat_win_rate[0]", [0.282, 0.283], (-0.003, 0.005), Verdict::Same),
            one("seat_win_rate[1]", [0.718, 0.717], (-0.005, 0.003), Verdict::Same),
            one("card_drawn[steal_one]", [2.5, 3.7], (1.15, 1.25), Verdict::Larger),
            one("card_played[steal_one]", [2.0, 2.9], (0.85, 0.95), Verdict::Larger),
        ];
        let all = found(vec![turns()], beside);
        let duel = ["greedy".to_owned(), "random".to_owned()];
        let about = About { strength: Some((duel, [measured(0.86), measured(0.83)])), ..about() };
        assert_eq!(
            says(&all, &about, "verdict"),
            "With two copies more of Steal one a game takes 1.1 more turns (0.9 to 1.3); no seat gains or loses more than \
             0.5 points; Steal one is drawn 48 % more often and played 45 % more often; greedy finishes ahead of random in 83 \
             of 100 games instead of 86, 3.0 points less (1.6 to 4.4)."
        );
        assert_eq!(
            says(&all, &about, "cards"),
            "Steal one is drawn 48 % more often (46 to 50) and played 45 % more often (42 to 48)."
        );
        // Of few draws in few games the interval of the ratio goes below nothing at all.
        let few = Compared {
            relative: Some((-1.41, 2.13)),
            verdict: Verdict::Open,
            ..one("card_drawn[steal_one]", [0.10, 0.13], (-0.141, 0.213), Verdict::Open)
        };
        let few = found(vec![turns()], vec![few]);
        assert_eq!(
            says(&few, &about, "cards"),
            "Steal one is drawn 30 % more often, which may be chance (\u{2212}100 to 213 %)."
        );
        assert_eq!(
            says(&all, &about, "seats"),
            "Player A wins 28.3 % instead of 28.2 %, the same within 0.5 points; Player B wins 71.7 % instead of 71.8 %, the same \
             within 0.5 points; 50.0 % would be fair."
        );
        let same = About {
            strength: Some((["a", "b"].map(str::to_owned), [measured(0.8), measured(0.81)])),
            ..about
        };
        assert_eq!(
            says(&all, &same, "strength"),
            "A finishes ahead of b in 81 of 100 games, 80 before (a change of \u{2212}0.4 to +2.4 points can't be ruled out)."
        );
        let level = |value: f64| Measured { low: value - 0.04, high: value + 0.04, ..measured(value) };
        let bots = ["a", "b"].map(str::to_owned);
        let same = About { strength: Some((bots, [level(0.64), level(0.64)])), ..same };
        assert_eq!(
            says(&all, &same, "strength"),
            "A finishes ahead of b in 64 of 100 games, as before (a change of \u{2212}6 to +6 points can't be ruled out)."
        );
    }

    #[test]
    fn the_verdict_tells_of_both_changed_cards_and_of_many_none() {
        let copies = ["a", "b", "c"].map(|card| (card.to_owned(), 4, 2));
        let drawn =
            |card: &str| one(&format!("card_drawn[{card}]"), [2.0, 1.0], (-1.1, -0.9), Verdict::Smaller);
        let all = found(vec![turns()], ["a", "b", "c"].map(drawn).to_vec());
        let of =
            |cards: &[(String, i64, i64)]| says(&all, &About { cards: cards.to_vec(), ..about() }, "verdict");
        let two = of(&copies[..2]);
        assert!(two.starts_with("With two copies fewer of A and two copies fewer of B a game"), "{two}");
        assert!(two.ends_with("A is drawn 50 % less often; B is drawn 50 % less often."), "{two}");
        assert!(!of(&copies).contains("drawn"));
    }

    #[test]
    fn a_seat_that_gains_is_named_and_a_game_may_stay_as_long() {
        let seats = vec![one("seat_win_rate[1]", [0.50, 0.53], (0.02, 0.04), Verdict::Larger)];
        let all = found(vec![one("turns", [40.0, 40.1], (-0.11, 0.29), Verdict::Same)], seats);
        let settings = vec![["bank.goal", "8", "9"].map(str::to_owned)];
        let about = About { cards: Vec::new(), settings, ..about() };
        assert_eq!(
            says(&all, &about, "verdict"),
            "With bank.goal = 9 instead of 8 a game stays as long, within 0.3 turns; Player B wins 3.0 points more of the games."
        );
    }

    /// The same within the precision, and yet longer for certain: as in `compare --precision 0.1`, where 8 turns are a tenth.
    #[test]
    fn a_change_that_is_certain_and_within_the_precision_is_called_both() {
        let longer = Compared { precision: 8.0, ..one("turns", [80.0, 82.38], (0.63, 4.13), Verdict::Same) };
        let all = found(vec![longer], Vec::new());
        assert_eq!(
            says(&all, &about(), "verdict"),
            "With two copies more of Steal one a game takes 2.4 more turns (0.6 to 4.1), less than the 8 asked about."
        );
        let wins = one("strategy_win_rate[subject]", [0.25, 0.258], (0.002, 0.014), Verdict::Same);
        let wins = Compared { precision: 0.05, ..wins };
        let bots = Some(["random", "greedy"].map(str::to_owned));
        let about = About { bots, cards: Vec::new(), ..about() };
        let text = says(&found(vec![wins], Vec::new()), &about, "verdict");
        assert!(text.contains("0.8 points more of the games (0.2 to 1.4)"), "{text}");
        assert!(text.contains(", less than the 5 asked about"), "{text}");
    }

    #[test]
    fn bots_are_compared_by_what_their_seat_wins() {
        let wins = one("strategy_win_rate[subject]", [0.25, 0.31], (0.05, 0.07), Verdict::Larger);
        let bots = Some(["random", "greedy"].map(str::to_owned));
        let about = About { bots, cards: Vec::new(), ..about() };
        assert_eq!(
            says(&found(vec![wins], Vec::new()), &about, "verdict"),
            "With greedy in place of random its seat wins 6.0 points more of the games (5.0 to 7.0), 31.0 % instead of 25.0 %."
        );
    }

    /// Where all games are of one length, it is no matter of chance.
    #[test]
    fn a_length_of_every_game_is_no_open_question() {
        let of = |lengths: [&[u64]; 2], by: f64| {
            let turns = one("turns", [15.0, 15.0 + by], (by - 3.0, by + 3.0), Verdict::Open);
            let reports = lengths.map(|all| {
                let rows = all.iter().map(|&turns| LengthRow { turns, games: 100 });
                Report { tables: vec![Table::of(rows)], ..Report::default() }
            });
            let found = Comparison { reports, ..found(vec![turns], Vec::new()) };
            let [verdict, open] = ["verdict", "open"].map(|question| says(&found, &about(), question));
            [verdict, open, verdict_text(&found, &found.metrics[0]).to_owned()]
        };
        let with = "With two copies more of Steal one ";
        assert_eq!(
            of([&[15], &[15]], 0.0),
            [
                format!("{with}every game took 15 turns, as before."),
                "nothing".to_owned(),
                "the same in all games".to_owned()
            ]
        );
        let [verdict, _, word] = of([&[15], &[12]], -3.0);
        assert_eq!(verdict, format!("{with}every game took 12 turns instead of 15."));
        assert_eq!(
            (&word[..], &of([&[12], &[15]], 3.0)[2][..]),
            ("smaller in all games", "larger in all games")
        );
        let [verdict, open, word] = of([&[15], &[14, 16]], 0.0);
        assert_eq!(word, "too few games");
        assert!(verdict.contains("not known yet whether a game gets longer"), "{verdict}");
        assert!(open.starts_with("The number of turns ("), "{open}");
    }

    /// Who loses is all that counts: then nobody is said to win.
    #[test]
    fn a_spread_of_losses_is_called_so() {
        let spread = one("seat_spread", [0.04, 0.09], (0.03, 0.07), Verdict::Larger);
        let mut contest = Contest::new(ludometer_model::Kind::Competitive, 4);
        let found = found(vec![spread], Vec::new());
        let of = |contest: &Contest| says(&found, &About { contest: contest.clone(), ..about() }, "others");
        assert!(of(&contest).starts_with("The gap between the best and the worst seat grows"));
        contest.ends.are_lost_alone = true;
        let said = of(&contest);
        assert!(said.starts_with("The gap in losses between the worst and the best seat grows"), "{said}");
    }

    /// That more games, or fewer, are won by nobody is said where it is sure, and of players who win against each other.
    #[test]
    fn games_that_nobody_wins_are_counted_where_that_changes() {
        let won = |value: f64, half: f64| {
            let estimate =
                Estimate { value: Some(value), interval: Some((value - half, value + half)), games: 4096 };
            let metric = ludometer_stats::Metric {
                figure: &catalogue::WON,
                member: ludometer_stats::Member::Whole,
                estimate,
            };
            Report { metrics: vec![metric], ..Report::default() }
        };
        let with = |reports| Comparison { reports, ..found(vec![turns()], Vec::new()) };
        let text = says(&with([won(0.6, 0.02), won(0.21, 0.02)]), &about(), "verdict");
        assert!(text.contains("; nobody wins in 79 of 100 games instead of 40"), "{text}");
        let unsure = with([won(0.6, 0.02), won(0.58, 0.02)]);
        assert!(!says(&unsure, &about(), "verdict").contains("nobody"));
        let contest = Contest::new(ludometer_model::Kind::Cooperative, 2);
        let together = About { contest, ..about() };
        let changed = with([won(0.6, 0.02), won(0.21, 0.02)]);
        assert!(!says(&changed, &together, "verdict").contains("nobody"));
    }

    /// What was seen stands before what it may have been.
    #[test]
    fn a_length_that_may_be_chance_begins_with_what_was_seen() {
        let length = |a, b, interval| {
            let open = one("turns", [a, b], interval, Verdict::Open);
            says(&found(vec![open], Vec::new()), &about(), "verdict")
        };
        let text = length(5.0, 4.0, (-6.0, 4.0));
        assert!(text.contains("a game took 1 fewer turn, which may be chance (\u{2212}6 to 4)"), "{text}");
        let text = length(5.0, 5.0, (-4.0, 4.0));
        assert!(
            text.contains("it is not known yet whether a game gets longer (\u{2212}4 to 4 turns)"),
            "{text}"
        );
    }

    /// Who wins together wins whole games.
    #[test]
    fn a_win_together_is_no_part_of_one() {
        let seats = vec![one("won", [0.68, 0.5], (-0.2, -0.16), Verdict::Smaller)];
        let about = About { contest: Contest::new(ludometer_model::Kind::Cooperative, 2), ..about() };
        let all = found(Vec::new(), seats);
        assert_eq!(
            says(&all, &about, "verdict"),
            "With two copies more of Steal one the players win 18 points fewer of the games (16 to 20), 50 % instead of 68 %."
        );
        assert_eq!(says(&all, &about, "seats"), "nothing", "no seat has a fair share");
        let open = one("won", [0.5, 0.5], (-0.02, 0.02), Verdict::Open);
        let text = says(&found(vec![open], Vec::new()), &about, "open");
        assert!(text.starts_with("The share of games that are won"), "{text}");
        let wins = one("strategy_win_rate[subject]", [0.5, 0.1], (-0.42, -0.38), Verdict::Smaller);
        let bots = Some(["random", "greedy"].map(str::to_owned));
        let about = About { bots, cards: Vec::new(), ..about };
        let text = says(&found(vec![wins], Vec::new()), &about, "verdict");
        assert!(text.contains("its table wins 40 points fewer of the games"), "{text}");
    }

    #[test]
    fn what_changes_and_what_does_not_has_its_bound_and_its_unit() {
        let metrics = vec![
            turns(),
            one("leader_gap", [5.41, 5.37], (-0.0626, -0.0081), Verdict::Smaller),
            one("seat_spread", [0.0592, 0.0586], (-0.0095, 0.0082), Verdict::Same),
            one("unfinished", [0.0, 0.02], (0.015, 0.025), Verdict::Larger),
        ];
        let all = found(metrics, Vec::new());
        assert_eq!(
            says(&all, &about(), "others"),
            "The share of games that don't end grows by 2.0 points (1.5 to 2.5). The lead of the first over the second falls \
             by 0.04 (0.01 to 0.06)."
        );
        assert_eq!(
            says(&all, &about(), "unchanged"),
            "The gap between the best and the worst seat (within 1.0 points)."
        );
        assert_eq!(says(&all, &about(), "open"), "nothing");
    }

    #[test]
    fn what_is_open_tells_how_many_games_would_do() {
        let open = one("turns", [40.0, 41.0], (-0.5, 2.5), Verdict::Open);
        let all = found(vec![open.clone()], Vec::new());
        let statement = statements(&all, &about()).into_iter().find(|one| one.question == "open").unwrap();
        assert_eq!(
            statement.text,
            "The number of turns (\u{2212}0.5 to 2.5). About 42,000 games on each side would tell; with --precision 0.05 about \
             1,700 games would do."
        );
        assert!((statement.times.unwrap() - 41_234.0 / 4096.0).abs() < 1e-9);
        let none = found(vec![Compared { interval: None, needed: None, ..open }], Vec::new());
        assert_eq!(
            says(&none, &about(), "verdict"),
            "Too few games to say what two copies more of Steal one does."
        );
        assert!(says(&none, &about(), "open").ends_with("too few games even to say how many it takes."));
    }

    #[test]
    fn targets_get_nearer_or_farther_or_neither() {
        let metric = Catalog::of(&report(0.0, [0.0, 0.0])).find("turns").unwrap().remove(0);
        let target = |min: f64, max: f64| Bound {
            metric: metric.clone(),
            min: Some(min),
            max: Some(max),
            weight: 1.0,
        };
        let all = found(vec![turns()], Vec::new());
        for (min, max, expected) in [
            (60.0, 75.0, Distance::Nearer),
            (54.0, 56.0, Distance::Met),
            (50.0, 54.5, Distance::Farther),
            (40.0, 50.0, Distance::Farther),
            // From one side to the other: as far off as before, for all that is known.
            (54.7, 54.8, Distance::Open),
        ] {
            assert_eq!(Distance::of(&target(min, max), &all.metrics[0]), expected, "{min} to {max}");
        }
        let targets = [target(60.0, 75.0)];
        let about = About { targets: &targets, ..about() };
        let statement = statements(&all, &about).remove(1);
        assert_eq!(
            (statement.state, &statement.text[..]),
            (
                State::Fine,
                "Nearer to the target: the number of turns (55.3 instead of 54.2, wanted 60 to 75)."
            )
        );
    }
}
