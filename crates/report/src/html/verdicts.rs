//! Who wins more in which pair: one reading for the page and the terminal.

use std::collections::BTreeSet;

use super::sections::show::listed;
use super::words::{Unit, capital};
use ludometer_model::thousands;
use ludometer_rating::Verdict;
use ludometer_stats::normal_quantile;

/// Words of the verdicts in `pairs.csv`.
const WORDS: [(Verdict, &str); 4] = [
    (Verdict::Better, "better"),
    (Verdict::Worse, "worse"),
    (Verdict::Equal, "equal"),
    (Verdict::Open, "open"),
];

/// Names a verdict as `pairs.csv` does.
pub(crate) fn verdict_word(verdict: Verdict) -> &'static str {
    WORDS.iter().find(|(known, _)| *known == verdict).map_or("open", |(_, word)| word)
}

/// Reads a verdict as `pairs.csv` names it.
pub(super) fn verdict_of(word: &str) -> Option<Verdict> {
    WORDS.iter().find(|(_, known)| *known == word).map(|(verdict, _)| *verdict)
}

/// A bot in the order of the ratings: what it wins of the games in which a seat of it plays, and what would be even.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<'a> {
    pub(crate) name: &'a str,
    pub(crate) win_rate: Option<f64>,
    pub(crate) interval: Option<(f64, f64)>,
    pub(crate) expected: f64,
    /// The seats in which it failed and lost.
    pub(crate) forfeits: u64,
}

/// What is known of a tournament.
#[derive(Clone, Debug)]
pub(crate) struct Results<'a> {
    /// From the highest rating to the lowest.
    pub(crate) bots: Vec<Ranked<'a>>,
    /// Each pair once.
    pub(crate) pairs: Vec<(&'a str, &'a str, Verdict)>,
    /// Bots each of which beats the next.
    pub(crate) cycles: &'a [Vec<String>],
    /// What is known at each number of players, where there are several and the number of deals was settled before the first.
    pub(crate) sizes: Vec<AtSize<'a>>,
    /// The difference up to which bots count as equal; 0 if none was asked for.
    pub(crate) margin: f64,
    /// The games that differ, where nothing was left to chance, so that all others are copies.
    pub(crate) distinct: Option<u64>,
}

impl Results<'_> {
    /// Leaves out the bots that failed: someone else played on for them, so that their games tell nothing of bots.
    fn without_failed(mut self) -> Self {
        let failed: Vec<&str> = self.bots.iter().filter(|bot| bot.forfeits > 0).map(|bot| bot.name).collect();
        let is_sound = |first: &str, second: &str| !failed.contains(&first) && !failed.contains(&second);
        self.bots.retain(|bot| bot.forfeits == 0);
        self.pairs.retain(|&(first, second, _)| is_sound(first, second));
        for size in &mut self.sizes {
            size.differences.retain(|&(first, second, ..)| is_sound(first, second));
        }
        self
    }
}

/// Returns true if it is certain that the first bot of two wins more.
fn beats(pairs: &[(&str, &str, Verdict)], winner: &str, loser: &str) -> bool {
    pairs.iter().any(|&(first, second, verdict)| match verdict {
        Verdict::Better => (first, second) == (winner, loser),
        Verdict::Worse => (second, first) == (winner, loser),
        Verdict::Equal | Verdict::Open => false,
    })
}

/// Tells who won a tournament: which bots failed, which bot certainly beats all others, which comes second, which bots beat each
/// other in a circle, and what changes with the number of players.
pub(crate) fn tournament_reading(results: &Results<'_>) -> Option<String> {
    if results.bots.len() < 2 {
        return None;
    }
    let mut said: Vec<String> =
        results.bots.iter().filter(|bot| bot.forfeits > 0).map(failed_reading).collect();
    let results = results.clone().without_failed();
    let Results { bots, cycles, sizes, .. } = &results;
    if bots.len() < 2 {
        said.push("So it is not known which bot is the best.".to_owned());
        return Some(said.join(" "));
    }
    let sizes = Sizes::of(sizes);
    said.push(order_reading(&results, sizes.as_ref().and_then(Sizes::everywhere)));
    let is_sound = |cycle: &&Vec<String>| cycle.iter().all(|name| bots.iter().any(|bot| bot.name == name));
    let circles: Vec<String> = cycles
        .iter()
        .filter(is_sound)
        .map(|cycle| {
            let circle: Vec<&str> = cycle.iter().chain(cycle.first()).map(String::as_str).collect();
            format!("there is a circle: {}", circle.join(" beats "))
        })
        .collect();
    let last = said.last_mut()?;
    let is_order =
        |&(.., verdict): &(&str, &str, Verdict)| matches!(verdict, Verdict::Better | Verdict::Worse);
    if circles.is_empty() && bots.len() > 2 && results.pairs.iter().all(is_order) {
        *last += "; no bots beat each other in a circle";
    }
    for circle in circles {
        *last += &format!("; {circle}");
    }
    last.push('.');
    said.extend(sizes.as_ref().and_then(Sizes::reading));
    Some(said.join(" "))
}

/// Returns a known difference of shares: `5 points`.
fn points(margin: f64) -> String {
    let shown = Unit::Share.exact(margin);
    format!("{} points", shown.trim_end_matches(" %"))
}

/// Says that a bot failed.
fn failed_reading(bot: &Ranked<'_>) -> String {
    let times =
        if bot.forfeits == 1 { "once".to_owned() } else { format!("{} times", thousands(bot.forfeits)) };
    format!("{} failed {times} and lost these games, so it is not compared with the others.", bot.name)
}

/// Tells which bot certainly beats all others, which comes second, or how far that is known. `everywhere` is the bot that
/// beats all others at each number of players.
fn order_reading(results: &Results<'_>, everywhere: Option<&str>) -> String {
    let Results { bots, pairs, margin, .. } = results;
    let beats_all = |one: &Ranked<'_>, among: &[Ranked<'_>]| {
        among.iter().all(|other| other.name == one.name || beats(pairs, one.name, other.name))
    };
    let mut parts = Vec::new();
    let best = bots.iter().find(|one| beats_all(one, bots));
    if let Some(best) = best.or_else(|| bots.iter().find(|one| Some(one.name) == everywhere)) {
        let rate = best.win_rate.map_or_else(String::new, |rate| {
            let range = best.interval.map_or_else(String::new, |i| format!(" ({})", Unit::Share.range(i)));
            let even = Unit::Share.exact(best.expected);
            format!(
                ": a seat of it wins {} of the games{range}, where {even} would be even",
                Unit::Share.text(rate)
            )
        });
        parts.push(format!("{} is the best bot{rate}", best.name));
        let rest: Vec<Ranked<'_>> = bots.iter().filter(|one| one.name != best.name).copied().collect();
        match rest.iter().find(|one| rest.len() > 1 && beats_all(one, &rest)) {
            Some(second) => parts.push(format!("{} is second", second.name)),
            None if rest.len() > 1 => parts.push("who is second is not certain".to_owned()),
            None => {}
        }
        if bots[0].name != best.name {
            parts.push(format!(
                "the rating of {} is higher, since ratings count all places and not the wins alone",
                bots[0].name
            ));
        }
        return parts.join("; ");
    }
    // Who loses to nobody for certain may be the best.
    let may_be = bots.iter().filter(|one| bots.iter().all(|other| !beats(pairs, other.name, one.name)));
    let may_be: Vec<&Ranked<'_>> = may_be.collect();
    let names: Vec<String> = may_be.iter().map(|one| one.name.to_owned()).collect();
    let equal = |first: &str, second: &str| {
        pairs.iter().any(|&(a, b, verdict)| {
            verdict == Verdict::Equal && ((a, b) == (first, second) || (b, a) == (first, second))
        })
    };
    let all_equal =
        may_be.iter().enumerate().all(|(i, one)| may_be[..i].iter().all(|other| equal(one.name, other.name)));
    let better = if may_be.len() == bots.len() { "" } else { ", and none of the others is better" };
    let trails = |one: &Ranked<'_>| one.win_rate.is_some_and(|rate| rate < one.expected);
    match (&may_be[..], &names[..]) {
        ([], _) => "No bot is the best: each loses to another".to_owned(),
        ([one], _) if trails(one) => {
            format!(
                "No bot is known to be the best: each loses to another but {}, which wins less than is even",
                one.name
            )
        }
        (_, [one]) => format!("{one} may be the best bot, but it is not certain that it beats all others"),
        (_, some) if all_equal => {
            format!("{} are equally good, within {}{better}", listed(some), points(*margin))
        }
        _ if results.distinct.is_some() => format!(
            "Which bot is the best is not known: nothing is left to chance, so all games are copies of {}, and more of them tell no more",
            thousands(results.distinct.unwrap_or_default())
        ),
        (_, some) if some.len() == bots.len() => "Which bot is the best is not known yet".to_owned(),
        (_, some) => format!("Which bot is the best is not known yet: it may be {}", one_of(some)),
    }
}

/// What is known of the bots at one number of players.
#[derive(Clone, Debug)]
pub(crate) struct AtSize<'a> {
    /// The number of players.
    pub(crate) players: String,
    /// Each pair, reported once or both ways: the wins a game of the first less those of the second, with the 95 % interval.
    pub(crate) differences: Vec<(&'a str, &'a str, f64, (f64, f64))>,
}

impl<'a> AtSize<'a> {
    /// Returns the bots, each once.
    fn bots(&self) -> BTreeSet<&'a str> {
        self.differences.iter().flat_map(|&(first, second, ..)| [first, second]).collect()
    }
}

/// The probability that any of the bests of [`Sizes`] is none.
const SIZES_ALPHA: f64 = 0.05;

/// Which bot is the best at each number of players.
struct Sizes<'a> {
    /// Bots with the numbers of players at which they are.
    known: Vec<(&'a str, Vec<String>)>,
    /// The numbers of players at which it is not certain.
    open: Vec<String>,
}

impl<'a> Sizes<'a> {
    /// Looks at all pairs at all numbers of players, of which there must be two; their intervals are widened for that
    /// (Bonferroni).
    fn of(sizes: &[AtSize<'a>]) -> Option<Self> {
        if sizes.len() < 2 {
            return None;
        }
        let looks: usize =
            sizes.iter().map(|size| size.bots().len()).map(|bots| bots * bots.saturating_sub(1) / 2).sum();
        let wider = normal_quantile(1.0 - SIZES_ALPHA / (2.0 * looks.max(1) as f64)) / normal_quantile(0.975);
        let (mut known, mut open): (Vec<(&str, Vec<String>)>, Vec<String>) = (Vec::new(), Vec::new());
        for AtSize { players, differences } in sizes {
            let wins = |winner: &str, loser: &str| {
                differences.iter().any(|&(first, second, value, (low, high))| {
                    let certain = |bound: f64| value.abs() > wider * (value - bound).abs();
                    (first, second) == (winner, loser) && value > 0.0 && certain(low)
                        || (second, first) == (winner, loser) && value < 0.0 && certain(high)
                })
            };
            let bots: BTreeSet<&'a str> =
                differences.iter().flat_map(|&(first, second, ..)| [first, second]).collect();
            match bots.iter().find(|one| bots.iter().all(|other| other == *one || wins(one, other))) {
                None => open.push(players.clone()),
                Some(best) => match known.iter_mut().find(|(bot, _)| bot == best) {
                    Some((_, at)) => at.push(players.clone()),
                    None => known.push((best, vec![players.clone()])),
                },
            }
        }
        Some(Self { known, open })
    }

    /// Returns the bot that is the best at each number of players.
    fn everywhere(&self) -> Option<&'a str> {
        match &self.known[..] {
            [(bot, _)] if self.open.is_empty() => Some(bot),
            _ => None,
        }
    }

    /// Tells in a sentence which bot is the best at each number of players, and whether that changes with it; nothing
    /// where it is known at none.
    fn reading(&self) -> Option<String> {
        let number = |at: &[String]| format!("{} players", listed(at));
        let each: Vec<String> =
            self.known.iter().map(|(bot, at)| format!("{bot} with {}", number(at))).collect();
        Some(match (&self.known[..], &self.open[..]) {
            ([], _) => return None,
            ([(bot, _)], []) => format!("{bot} is the best at each number of players."),
            (_, []) => {
                format!("Which bot is the best changes with the number of players: {}.", each.join(", "))
            }
            ([(bot, at)], open) => {
                format!("{bot} is the best with {}; with {} it is not certain yet.", number(at), number(open))
            }
            (_, open) => format!(
                "Which bot is the best changes with the number of players: {}; with {} it is not certain yet.",
                each.join(", "),
                number(open)
            ),
        })
    }
}

/// Returns `a, b or c`.
fn one_of(words: &[String]) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => words.concat(),
    }
}

/// Tells in a sentence what is certain of these pairs, each reported once, and which are open.
pub(crate) fn pairs_reading(pairs: &[(&str, &str, Verdict)]) -> String {
    let mut winners: Vec<(&str, Vec<String>)> = Vec::new();
    let (mut equal, mut open) = (Vec::new(), Vec::new());
    for &(first, second, verdict) in pairs {
        let (winner, loser) = match verdict {
            Verdict::Better => (first, second),
            Verdict::Worse => (second, first),
            Verdict::Equal => {
                equal.push(format!("{first} and {second}"));
                continue;
            }
            Verdict::Open => {
                open.push(format!("{first} and {second}"));
                continue;
            }
        };
        match winners.iter_mut().find(|(known, _)| *known == winner) {
            Some((_, losers)) => losers.push(loser.to_owned()),
            None => winners.push((winner, vec![loser.to_owned()])),
        }
    }
    if open.len() == pairs.len() {
        return "It is open in every pair who wins more.".to_owned();
    }
    let mut parts: Vec<String> = winners
        .iter()
        .map(|(winner, losers)| format!("{winner} wins more than {}", listed(losers)))
        .collect();
    if !equal.is_empty() {
        parts.push(format!("no more than the margin lies between {}", in_a_row(&equal)));
    }
    if !open.is_empty() {
        parts.push(format!("it is open between {}", in_a_row(&open)));
    }
    let sentence = parts.join("; ") + ".";
    // A bot's name stays as it is.
    if winners.is_empty() { capital(&sentence) } else { sentence }
}

/// Pairs in a row: an `and` between them would be taken for one within them.
fn in_a_row(pairs: &[String]) -> String {
    const MOST: usize = 8;
    match pairs.len().saturating_sub(MOST) {
        0 => pairs.join(", "),
        more => format!("{}, and in {more} pairs more", pairs[..MOST].join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_by_hand() {
        use Verdict::{Better, Equal, Open, Worse};
        let open = [("a", "b", Open), ("a", "c", Open)];
        assert_eq!(pairs_reading(&open), "It is open in every pair who wins more.");
        let order = [("a", "b", Better), ("a", "c", Better), ("b", "c", Worse)];
        assert_eq!(pairs_reading(&order), "a wins more than b and c; c wins more than b.");
        let some = [("a", "b", Open), ("a", "c", Better), ("b", "c", Equal), ("b", "d", Open)];
        let expected = "a wins more than c; no more than the margin lies between b and c; \
                        it is open between a and b, b and d.";
        assert_eq!(pairs_reading(&some), expected);
        assert_eq!(pairs_reading(&[("a", "b", Equal)]), "No more than the margin lies between a and b.");
    }

    #[test]
    fn who_won_is_said_as_far_as_it_is_certain() {
        use Verdict::{Better, Equal, Open};
        let bots: Vec<Ranked<'_>> = [("mcts", 0.61), ("greedy", 0.3), ("random", 0.1)]
            .map(|(name, rate)| Ranked {
                name,
                win_rate: Some(rate),
                interval: Some((rate - 0.02, rate + 0.02)),
                expected: 0.25,
                forfeits: 0,
            })
            .to_vec();
        let order = [("mcts", "greedy", Better), ("mcts", "random", Better), ("greedy", "random", Better)];
        let of = |bots: &[Ranked<'static>],
                  pairs: &[(&'static str, &'static str, Verdict)],
                  cycles: &[Vec<String>]| {
            let (bots, pairs) = (bots.to_vec(), pairs.to_vec());
            tournament_reading(&Results {
                bots,
                pairs,
                cycles,
                sizes: Vec::new(),
                margin: 0.05,
                distinct: None,
            })
        };
        let best = "mcts is the best bot: a seat of it wins 61.0 % of the games (59.0 to 63.0 %), where 25 % would be even";
        assert_eq!(
            of(&bots, &order, &[]).unwrap(),
            format!("{best}; greedy is second; no bots beat each other in a circle.")
        );
        let open = [("mcts", "greedy", Better), ("mcts", "random", Better), ("greedy", "random", Open)];
        assert_eq!(of(&bots, &open, &[]).unwrap(), format!("{best}; who is second is not certain."));
        let two = [("mcts", "greedy", Open), ("mcts", "random", Better), ("greedy", "random", Better)];
        assert_eq!(
            of(&bots, &two, &[]).unwrap(),
            "Which bot is the best is not known yet: it may be mcts or greedy."
        );
        let circle = [("mcts", "greedy", Better), ("random", "mcts", Better), ("greedy", "random", Better)];
        let names = vec!["mcts", "greedy", "random"].into_iter().map(str::to_owned).collect();
        assert_eq!(
            of(&bots, &circle, &[names]).unwrap(),
            "No bot is the best: each loses to another; there is a circle: mcts beats greedy beats random beats mcts."
        );
        let pair = of(&bots[1..], &order, &[]).unwrap();
        assert!(pair.starts_with("greedy is the best bot: ") && pair.ends_with(" would be even."), "{pair}");
        assert_eq!(of(&bots[..1], &[], &[]), None);
        // Three that beat each other in a circle, and one that is behind all of them, though not for certain.
        let circle = [
            ("rock", "scissors", Better),
            ("paper", "rock", Better),
            ("scissors", "paper", Better),
            ("rock", "random", Open),
            ("paper", "random", Open),
            ("scissors", "random", Open),
        ];
        let bot =
            |name, rate| Ranked { name, win_rate: Some(rate), interval: None, expected: 0.25, forfeits: 0 };
        let four = [bot("rock", 0.28), bot("paper", 0.27), bot("scissors", 0.27), bot("random", 0.18)];
        assert_eq!(
            of(&four, &circle, &[]).unwrap(),
            "No bot is known to be the best: each loses to another but random, which wins less than is even."
        );
        // Equal within the margin is a result.
        assert_eq!(
            of(&four[..2], &[("rock", "paper", Equal)], &[]).unwrap(),
            "rock and paper are equally good, within 5 points."
        );
        // Wins and places are two things at three seats and more.
        let text = of(&[bots[1], bots[0]], &[("mcts", "greedy", Better)], &[]).unwrap();
        let higher =
            "; the rating of greedy is higher, since ratings count all places and not the wins alone.";
        assert!(text.starts_with(best) && text.ends_with(higher), "{text}");
    }

    #[test]
    fn who_failed_is_said_first_and_left_out() {
        use Verdict::Better;
        let bot = |name, rate, forfeits| Ranked {
            name,
            win_rate: Some(rate),
            interval: None,
            expected: 0.25,
            forfeits,
        };
        let bots = vec![bot("mute", 0.0, 41), bot("greedy", 0.5, 0), bot("random", 0.5, 0)];
        let pairs =
            vec![("greedy", "mute", Better), ("random", "mute", Better), ("greedy", "random", Better)];
        let results = Results { bots, pairs, cycles: &[], sizes: Vec::new(), margin: 0.0, distinct: None };
        assert_eq!(
            tournament_reading(&results).unwrap(),
            "mute failed 41 times and lost these games, so it is not compared with the others. greedy is the best bot: a seat of it \
             wins 50.0 % of the games, where 25 % would be even."
        );
        let bots = results.bots[..2].to_vec();
        assert_eq!(
            tournament_reading(&Results { bots, ..results }).unwrap(),
            "mute failed 41 times and lost these games, so it is not compared with the others. So it is not known which bot is the \
             best."
        );
    }

    #[test]
    fn what_is_best_at_each_number_of_players() {
        // Three bots: a beats both others beyond doubt, or b does, or only just by one interval.
        let size = |players: &str, best: &'static str, low: f64| {
            let others = ["a", "b", "c"].into_iter().filter(|bot| *bot != best);
            let mut differences: Vec<_> = others.map(|other| (best, other, 0.2, (low, 0.4 - low))).collect();
            // The first pair is reported the other way round.
            let (first, second, value, (low, high)) = differences[0];
            differences[0] = (second, first, -value, (-high, -low));
            AtSize { players: players.to_owned(), differences }
        };
        let said = |sizes: &[AtSize<'_>]| Sizes::of(sizes).unwrap().reading().unwrap();
        let clear = 0.15;
        assert_eq!(
            said(&[size("2", "a", clear), size("4", "a", clear)]),
            "a is the best at each number of players."
        );
        assert_eq!(
            said(&[size("2", "a", clear), size("3", "b", clear), size("4", "a", clear)]),
            "Which bot is the best changes with the number of players: a with 2 and 4 players, b with 3 players."
        );
        // One interval of 95 % is not enough where six pairs are looked at.
        assert_eq!(
            said(&[size("2", "a", clear), size("4", "b", 0.03)]),
            "a is the best with 2 players; with 4 players it is not certain yet."
        );
        assert_eq!(Sizes::of(&[size("2", "a", 0.03), size("4", "b", 0.03)]).unwrap().reading(), None);
        assert!(Sizes::of(&[size("2", "a", clear)]).is_none());
        // Who is the best at each number of players is the best, whatever is known of all games together.
        let bot = |name| Ranked { name, win_rate: None, interval: None, expected: 0.5, forfeits: 0 };
        let pairs = vec![("a", "b", Verdict::Open), ("a", "c", Verdict::Open), ("b", "c", Verdict::Open)];
        let sizes = vec![size("2", "a", clear), size("4", "a", clear)];
        let results = Results {
            bots: vec![bot("a"), bot("b"), bot("c")],
            pairs,
            cycles: &[],
            sizes,
            margin: 0.0,
            distinct: None,
        };
        assert_eq!(
            tournament_reading(&results).unwrap(),
            "a is the best bot; who is second is not certain. a is the best at each number of players."
        );
    }

    #[test]
    fn words_are_read_back() {
        for (verdict, word) in WORDS {
            assert_eq!((verdict_word(verdict), verdict_of(word)), (word, Some(verdict)));
        }
        assert_eq!(verdict_of(""), None);
    }
}
