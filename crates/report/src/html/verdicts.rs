//! The bot that wins more in each pair: one reading for the page and the terminal.

use std::collections::BTreeSet;

use super::sections::show::listed;
use super::words::{Unit, capital};
use ludometer_model::thousands;
use ludometer_rating::{Verdict, cycles};
use ludometer_run::Form;
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

/// Two bots, and what is known of the first against the second.
pub(crate) type Pair<'a> = (&'a str, &'a str, Verdict);

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

/// The results known of a tournament.
#[derive(Clone, Debug)]
pub(crate) struct Results<'a> {
    /// From the highest rating to the lowest.
    pub(crate) bots: Vec<Ranked<'a>>,
    /// Each pair once, with what the games of all numbers of players together tell.
    pub(crate) pairs: Vec<Pair<'a>>,
    /// The results at each number of players, where there are several and the number of deals was settled before the first.
    pub(crate) sizes: Vec<AtSize<'a>>,
    /// The difference up to which bots count as equal; 0 if none was asked for.
    pub(crate) margin: f64,
    /// The games that differ, where nothing was left to chance, so that all others are copies.
    pub(crate) distinct: Option<u64>,
    /// The part of a table that a bot holds.
    pub(crate) form: Form,
}

/// Returns what is known of the pairs of these bots in the end. Who wins more at each number of players wins more.
pub(crate) fn known_pairs<'a>(
    bots: &[&'a str],
    mut pairs: Vec<Pair<'a>>,
    sizes: &[AtSize<'a>],
) -> Vec<Pair<'a>> {
    pairs.retain(|(first, second, _)| bots.contains(first) && bots.contains(second));
    let Some(sizes) = Sizes::of(bots, sizes) else { return pairs };
    for (first, second, verdict) in pairs.iter_mut().filter(|pair| pair.2 == Verdict::Open) {
        if sizes.everywhere(first, second) {
            *verdict = Verdict::Better;
        } else if sizes.everywhere(second, first) {
            *verdict = Verdict::Worse;
        }
    }
    pairs
}

/// The results known of a tournament in the end: all sentences of who wins more rest on them, so that none contradicts another.
pub(crate) struct Known<'a> {
    /// The bots that failed: someone else played on for them, so that their games tell nothing of bots.
    failed: Vec<Ranked<'a>>,
    /// The others.
    bots: Vec<Ranked<'a>>,
    /// Each pair of them.
    pub(crate) pairs: Vec<Pair<'a>>,
    sizes: Option<Sizes<'a>>,
    margin: f64,
    distinct: Option<u64>,
    form: Form,
}

impl<'a> Known<'a> {
    pub(crate) fn of(results: Results<'a>) -> Self {
        let Results { bots, pairs, sizes, margin, distinct, form } = results;
        let (failed, bots): (Vec<_>, Vec<_>) = bots.into_iter().partition(|bot| bot.forfeits > 0);
        let names: Vec<&str> = bots.iter().map(|bot| bot.name).collect();
        let pairs = known_pairs(&names, pairs, &sizes);
        let sizes = Sizes::of(&names, &sizes);
        Self { failed, bots, pairs, sizes, margin, distinct, form }
    }

    /// Returns the bots that beat each other in a circle, each beating the next.
    pub(crate) fn circles(&self) -> Vec<Vec<&'a str>> {
        let name = |bot: usize| self.bots[bot].name;
        let circles = cycles(self.bots.len(), |a, b| beats(&self.pairs, name(a), name(b)));
        circles.into_iter().map(|circle| circle.into_iter().map(name).collect()).collect()
    }

    /// Returns what is known of the first of two bots against the second; nothing where one of them failed.
    pub(crate) fn verdict(&self, first: &str, second: &str) -> Option<Verdict> {
        self.pairs.iter().find_map(|&(a, b, verdict)| match verdict {
            _ if (a, b) == (first, second) => Some(verdict),
            Verdict::Better if (b, a) == (first, second) => Some(Verdict::Worse),
            Verdict::Worse if (b, a) == (first, second) => Some(Verdict::Better),
            Verdict::Equal | Verdict::Open => ((b, a) == (first, second)).then_some(verdict),
            Verdict::Better | Verdict::Worse => None,
        })
    }

    /// Tells who won a tournament: which bots failed, which bot certainly beats all others, which comes second, which bots beat
    /// each other in a circle, and what changes with the number of players.
    pub(crate) fn reading(&self) -> Option<String> {
        let Self { failed, bots, pairs, sizes, .. } = self;
        if failed.len() + bots.len() < 2 {
            return None;
        }
        let mut said: Vec<String> = failed.iter().map(failed_reading).collect();
        if bots.len() < 2 {
            said.push("So it is not known which bot is the best.".to_owned());
            return Some(said.join(" "));
        }
        let circles = self.circles();
        let mut order = self.order_reading(!circles.is_empty());
        let is_order = |&(.., verdict): &Pair<'_>| matches!(verdict, Verdict::Better | Verdict::Worse);
        if circles.is_empty() && bots.len() > 2 && pairs.iter().all(is_order) {
            order += "; no bots beat each other in a circle";
        }
        for circle in &circles {
            let circle: Vec<&str> = circle.iter().chain(circle.first()).copied().collect();
            order += &format!("; there is a circle: {}", circle.join(" beats "));
        }
        said.push(order + ".");
        said.extend(sizes.as_ref().and_then(Sizes::reading));
        Some(said.join(" "))
    }

    /// Tells which bot certainly beats all others, which comes second, or how far that is known. Where bots beat each other in a
    /// circle none may be the best but one that beats them all.
    fn order_reading(&self, has_circle: bool) -> String {
        let Self { bots, pairs, margin, form, .. } = self;
        let beats_all = |one: &Ranked<'_>, among: &[Ranked<'_>]| {
            among.iter().all(|other| other.name == one.name || beats(pairs, one.name, other.name))
        };
        let mut parts = Vec::new();
        let best = bots.iter().find(|one| beats_all(one, bots));
        if let Some(best) = best {
            let rate = best.win_rate.map_or_else(String::new, |rate| {
                let range =
                    best.interval.map_or_else(String::new, |i| format!(" ({})", Unit::Share.range(i)));
                let even = Unit::Share.exact(best.expected);
                let wins = Unit::Share.text(rate);
                match form {
                    Form::Seats | Form::Spared => {
                        format!(": a seat of it wins {wins} of the games{range}, where {even} would be even")
                    }
                    Form::Sides => {
                        format!(": a side of it wins {wins} of the games{range}, where {even} would be even")
                    }
                    Form::Won => format!(": it wins {wins} of the games{range}"),
                    Form::Scored | Form::Fewest => {
                        let scores = form.excels();
                        format!(": of two bots in the same deal it {scores} in {wins}{range}, level ones being half")
                    }
                }
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
        let all_equal = may_be
            .iter()
            .enumerate()
            .all(|(i, one)| may_be[..i].iter().all(|other| equal(one.name, other.name)));
        let better = if may_be.len() == bots.len() { "" } else { ", and none of the others is better" };
        let trails = |one: &Ranked<'_>| one.win_rate.is_some_and(|rate| rate < one.expected);
        match (&may_be[..], &names[..]) {
            ([], _) => "No bot is the best: each loses to another".to_owned(),
            // Who plays well depends on whom one meets.
            (_, some) if has_circle => {
                format!("No bot is known to be the best: each loses to another but {}", listed(some))
            }
            ([one], _) if trails(one) => {
                format!(
                    "No bot is known to be the best: each loses to another but {}, which wins less than is even",
                    one.name
                )
            }
            (_, [one]) => {
                format!("{one} may be the best bot, but it is not certain that it beats all others")
            }
            (_, some) if all_equal => {
                format!("{} are equally good, within {}{better}", listed(some), points(*margin))
            }
            _ if self.distinct.is_some() => format!(
                "Which bot is the best is not known: nothing is left to chance, so all games are copies of {}, and more of them tell no more",
                thousands(self.distinct.unwrap_or_default())
            ),
            (_, some) if some.len() == bots.len() => "Which bot is the best is not known yet".to_owned(),
            (_, some) => format!("Which bot is the best is not known yet: it may be {}", one_of(some)),
        }
    }
}

/// Returns true if it is certain that the first bot of two wins more.
fn beats(pairs: &[Pair<'_>], winner: &str, loser: &str) -> bool {
    pairs.iter().any(|&(first, second, verdict)| match verdict {
        Verdict::Better => (first, second) == (winner, loser),
        Verdict::Worse => (second, first) == (winner, loser),
        Verdict::Equal | Verdict::Open => false,
    })
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

/// The results of the bots at one number of players.
#[derive(Clone, Debug)]
pub(crate) struct AtSize<'a> {
    /// The number of players.
    pub(crate) players: String,
    /// Each pair, reported once or both ways: the wins a game of the first less those of the second, with the 95 % interval.
    pub(crate) differences: Vec<(&'a str, &'a str, f64, (f64, f64))>,
}

/// The probability that any of the bests of [`Sizes`] is none.
const SIZES_ALPHA: f64 = 0.05;

/// The bots that win more at each number of players, and the one that is the best there.
struct Sizes<'a> {
    /// For each number of players the pairs in which the first certainly wins more.
    wins: Vec<BTreeSet<(&'a str, &'a str)>>,
    /// The bots that are the best, with the numbers of players at which they are.
    known: Vec<(&'a str, Vec<String>)>,
    /// The numbers of players at which it is not certain.
    open: Vec<String>,
}

impl<'a> Sizes<'a> {
    /// Looks at all pairs of these bots at all numbers of players, of which there must be two; their intervals are widened
    /// for that (Bonferroni).
    fn of(bots: &[&'a str], sizes: &[AtSize<'a>]) -> Option<Self> {
        if sizes.len() < 2 || bots.len() < 2 {
            return None;
        }
        let looks = sizes.len() * bots.len() * (bots.len() - 1) / 2;
        let wider = normal_quantile(1.0 - SIZES_ALPHA / (2.0 * looks as f64)) / normal_quantile(0.975);
        let (mut known, mut open): (Vec<(&str, Vec<String>)>, Vec<String>) = (Vec::new(), Vec::new());
        let mut wins = Vec::new();
        for AtSize { players, differences } in sizes {
            let certain = differences.iter().filter_map(|&(first, second, value, (low, high))| {
                let is_certain = |bound: f64| value.abs() > wider * (value - bound).abs();
                match value {
                    value if value > 0.0 && is_certain(low) => Some((first, second)),
                    value if value < 0.0 && is_certain(high) => Some((second, first)),
                    _ => None,
                }
            });
            let certain: BTreeSet<(&str, &str)> = certain.collect();
            let is_best =
                |&&one: &&&str| bots.iter().all(|&other| other == one || certain.contains(&(one, other)));
            match bots.iter().find(is_best) {
                None => open.push(players.clone()),
                Some(best) => match known.iter_mut().find(|(bot, _)| bot == best) {
                    Some((_, at)) => at.push(players.clone()),
                    None => known.push((best, vec![players.clone()])),
                },
            }
            wins.push(certain);
        }
        Some(Self { wins, known, open })
    }

    /// Returns true if the first bot certainly wins more at each number of players.
    fn everywhere(&self, winner: &'a str, loser: &'a str) -> bool {
        self.wins.iter().all(|wins| wins.contains(&(winner, loser)))
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
pub(crate) fn pairs_reading(pairs: &[Pair<'_>], form: Form) -> String {
    let wins = form.excels();
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
        return format!("It is open in every pair who {wins}.");
    }
    let mut parts: Vec<String> =
        winners.iter().map(|(winner, losers)| format!("{winner} {wins} than {}", listed(losers))).collect();
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
        assert_eq!(pairs_reading(&open, Form::Seats), "It is open in every pair who wins more.");
        let order = [("a", "b", Better), ("a", "c", Better), ("b", "c", Worse)];
        assert_eq!(pairs_reading(&order, Form::Seats), "a wins more than b and c; c wins more than b.");
        let some = [("a", "b", Open), ("a", "c", Better), ("b", "c", Equal), ("b", "d", Open)];
        let expected = "a wins more than c; no more than the margin lies between b and c; \
                        it is open between a and b, b and d.";
        assert_eq!(pairs_reading(&some, Form::Seats), expected);
        assert_eq!(
            pairs_reading(&[("a", "b", Equal)], Form::Seats),
            "No more than the margin lies between a and b."
        );
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
        let of = |bots: &[Ranked<'static>], pairs: &[Pair<'static>]| {
            let (bots, pairs) = (bots.to_vec(), pairs.to_vec());
            Known::of(Results {
                bots,
                pairs,
                sizes: Vec::new(),
                margin: 0.05,
                distinct: None,
                form: Form::Seats,
            })
            .reading()
        };
        let best = "mcts is the best bot: a seat of it wins 61.0 % of the games (59.0 to 63.0 %), where 25 % would be even";
        assert_eq!(
            of(&bots, &order).unwrap(),
            format!("{best}; greedy is second; no bots beat each other in a circle.")
        );
        let open = [("mcts", "greedy", Better), ("mcts", "random", Better), ("greedy", "random", Open)];
        assert_eq!(of(&bots, &open).unwrap(), format!("{best}; who is second is not certain."));
        let two = [("mcts", "greedy", Open), ("mcts", "random", Better), ("greedy", "random", Better)];
        assert_eq!(
            of(&bots, &two).unwrap(),
            "Which bot is the best is not known yet: it may be mcts or greedy."
        );
        let circle = [("mcts", "greedy", Better), ("random", "mcts", Better), ("greedy", "random", Better)];
        assert_eq!(
            of(&bots, &circle).unwrap(),
            "No bot is the best: each loses to another; there is a circle: mcts beats greedy beats random beats mcts."
        );
        let pair = of(&bots[1..], &order).unwrap();
        assert!(pair.starts_with("greedy is the best bot: ") && pair.ends_with(" would be even."), "{pair}");
        assert_eq!(of(&bots[..1], &[]), None);
        // Three that beat each other in a circle, and others of whom it is open whether they win more than these.
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
        let none = "No bot is known to be the best: each loses to another but random; there is a circle: rock beats scissors \
                    beats paper beats rock.";
        for rate in [0.18, 0.25, 0.4] {
            let four = [bot("rock", 0.28), bot("scissors", 0.27), bot("paper", 0.27), bot("random", rate)];
            assert_eq!(of(&four, &circle).unwrap(), none);
        }
        let four = [bot("rock", 0.28), bot("scissors", 0.27), bot("paper", 0.27), bot("random", 0.18)];
        let equal = [&circle[..], &[("random", "other", Equal)]].concat();
        let five = [&four[..], &[bot("other", 0.25)]].concat();
        assert_eq!(of(&five, &equal).unwrap(), none.replace("but random", "but random and other"));
        // Who beats them all is the best.
        let all = circle.map(|(a, b, known)| if b == "random" { (b, a, Better) } else { (a, b, known) });
        let text = of(&four, &all).unwrap();
        assert!(text.starts_with("random is the best bot: ") && text.contains("there is a circle"), "{text}");
        // Nobody else is seen to be behind, and there is no circle.
        let open = [("rock", "scissors", Open), ("rock", "paper", Better), ("paper", "scissors", Better)];
        let text = of(&[four[1], four[2], four[0]], &open).unwrap();
        assert_eq!(text, "rock may be the best bot, but it is not certain that it beats all others.");
        let behind = [four[1], four[2], bot("rock", 0.2)];
        assert_eq!(
            of(&behind, &open).unwrap(),
            "No bot is known to be the best: each loses to another but rock, which wins less than is even."
        );
        // Equal within the margin is a result.
        assert_eq!(
            of(&four[..2], &[("rock", "scissors", Equal)]).unwrap(),
            "rock and scissors are equally good, within 5 points."
        );
        // Wins and places are two things at three seats and more.
        let text = of(&[bots[1], bots[0]], &[("mcts", "greedy", Better)]).unwrap();
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
        let results =
            Results { bots, pairs, sizes: Vec::new(), margin: 0.0, distinct: None, form: Form::Seats };
        let known = Known::of(results.clone());
        assert_eq!(pairs_reading(&known.pairs, Form::Seats), "greedy wins more than random.");
        assert_eq!(
            known.reading().unwrap(),
            "mute failed 41 times and lost these games, so it is not compared with the others. greedy is the best bot: a seat of it \
             wins 50.0 % of the games, where 25 % would be even."
        );
        let bots = results.bots[..2].to_vec();
        assert_eq!(
            Known::of(Results { bots, ..results }).reading().unwrap(),
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
        let names = ["a", "b", "c"];
        let said = |sizes: &[AtSize<'_>]| Sizes::of(&names, sizes).unwrap().reading().unwrap();
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
        assert_eq!(Sizes::of(&names, &[size("2", "a", 0.03), size("4", "b", 0.03)]).unwrap().reading(), None);
        assert!(Sizes::of(&names, &[size("2", "a", clear)]).is_none());
        // Who is the best at each number of players is the best, whatever is known of all games together.
        let bot = |name| Ranked { name, win_rate: None, interval: None, expected: 0.5, forfeits: 0 };
        let pairs = vec![("a", "b", Verdict::Open), ("a", "c", Verdict::Open), ("b", "c", Verdict::Open)];
        let sizes = vec![size("2", "a", clear), size("4", "a", clear)];
        let results = Results {
            bots: vec![bot("a"), bot("b"), bot("c")],
            pairs,
            sizes,
            margin: 0.0,
            distinct: None,
            form: Form::Seats,
        };
        let known = Known::of(results);
        assert_eq!(
            known.reading().unwrap(),
            "a is the best bot; who is second is not certain. a is the best at each number of players."
        );
        assert_eq!(
            pairs_reading(&known.pairs, Form::Seats),
            "a wins more than b and c; it is open between b and c."
        );
    }

    #[test]
    fn the_headline_and_the_pairs_never_contradict() {
        use Verdict::{Better, Open, Worse};
        const PAIRS: [(&str, &str); 3] = [("a", "b"), ("a", "c"), ("b", "c")];
        let bots = ["a", "b", "c"].map(|name| Ranked {
            name,
            win_rate: Some(1.0 / 3.0),
            interval: None,
            expected: 1.0 / 3.0,
            forfeits: 0,
        });
        // What is known of each pair: of all games, with two players, and with four.
        let verdicts = |mut number: usize| {
            PAIRS.map(|(first, second)| {
                let verdict = [Better, Worse, Open][number % 3];
                number /= 3;
                (first, second, verdict)
            })
        };
        let at = |number: usize, players: &str| AtSize {
            players: players.to_owned(),
            differences: verdicts(number)
                .map(|(first, second, verdict)| match verdict {
                    Better => (first, second, 0.2, (0.15, 0.25)),
                    Worse => (first, second, -0.2, (-0.25, -0.15)),
                    _ => (first, second, 0.1, (-0.1, 0.3)),
                })
                .to_vec(),
        };
        let (mut best, mut circles, mut everywhere) = (0, 0, 0);
        for (all, two, four) in
            (0..27).flat_map(|all| (0..27).flat_map(move |two| (0..27).map(move |four| (all, two, four))))
        {
            // Who wins more at each number of players does not win less in all.
            let of_pair = |i: usize| [all, two, four].map(|number| verdicts(number)[i].2);
            if (0..3).any(|i| matches!(of_pair(i), [Better, Worse, Worse] | [Worse, Better, Better])) {
                continue;
            }
            let known = Known::of(Results {
                bots: bots.to_vec(),
                pairs: verdicts(all).to_vec(),
                sizes: vec![at(two, "2"), at(four, "4")],
                margin: 0.0,
                distinct: None,
                form: Form::Seats,
            });
            let (said, pairs) = (known.reading().unwrap(), pairs_reading(&known.pairs, Form::Seats));
            let losers = |name: &str| {
                let begin = format!("{name} wins more than ");
                let part = pairs.trim_end_matches('.').split("; ").find_map(|part| part.strip_prefix(&begin));
                part.map_or_else(Vec::new, |names| names.split(" and ").collect::<Vec<_>>())
            };
            let both = format!("{said} / {pairs}");
            for name in ["a", "b", "c"] {
                let is_best = said.starts_with(&format!("{name} is the best bot"));
                assert_eq!(is_best, losers(name).len() == 2, "{both}");
                best += usize::from(is_best);
                if said.contains(&format!("{name} is the best at each number")) {
                    assert!(is_best, "{both}");
                    everywhere += 1;
                }
            }
            if let Some((before, circle)) = said.split_once("there is a circle: ") {
                let circle: Vec<&str> = circle.split('.').next().unwrap().split(" beats ").collect();
                assert!(circle.windows(2).all(|two| losers(two[0]).contains(&two[1])), "{both}");
                assert!(!before.contains("may be") && !before.contains("is the best bot"), "{both}");
                circles += 1;
            }
            if pairs.contains("open in every pair") {
                assert_eq!(
                    said.split('.').next().unwrap(),
                    "Which bot is the best is not known yet",
                    "{both}"
                );
            }
        }
        assert!(best > 1000 && circles > 100 && everywhere > 100, "{best}, {circles}, {everywhere}");
    }

    #[test]
    fn words_are_read_back() {
        for (verdict, word) in WORDS {
            assert_eq!((verdict_word(verdict), verdict_of(word)), (word, Some(verdict)));
        }
        assert_eq!(verdict_of(""), None);
    }
}
