//! Advice for a person who has to choose: what each choice is worth, what bots would choose, and why one choice is
//! better than another. All of it follows from what the person's seat knows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use crate::position::Position;
use crate::review::{Table, Valuation, Valued, choice_of, stream};
use ludometer_bots::{BotSpec, Rollout};
use ludometer_model::{Rng, Seat};

/// The most and fewest imagined worlds in which choices are valued, and about how many games that may be in all: of a hundred
/// bids each is tried less often, as a person waits for it.
const VALUED: (u32, u32) = (400, 40);
const GAMES: u32 = 6_000;

/// The values of the choices of a decision, and the choices that bots would make.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The values of the legal actions if all play on as `greedy`: see [`Position::valued`].
    pub values: Valued,
    /// Names of bots, each with what it would choose.
    pub bots: Vec<(String, usize)>,
}

/// Why one choice is better than another.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// The better of both.
    pub better: usize,
    /// The other one.
    pub other: usize,
    /// The values of all legal actions.
    pub values: Valued,
    /// The choices made more or less often after the better one.
    pub consequences: Vec<Consequence>,
}

/// Returns advice on this decision; these bots are asked, too.
pub(crate) fn advise(at: &dyn Position, bots: &[(String, BotSpec)], stop: &AtomicBool) -> Advice {
    let ask = |(name, bot): &(String, BotSpec)| Some((name.clone(), choice_of(at, bot, stop)?));
    Advice { values: values(at, stop), bots: bots.iter().filter_map(ask).collect() }
}

/// Returns why the best choice is better than this one; without one, or if it is the best, than the second best. `None`
/// where nothing could be valued.
pub(crate) fn reasons(
    at: &dyn Position,
    choice: Option<usize>,
    policy: &BotSpec,
    stop: &AtomicBool,
) -> Option<Reasons> {
    let values = values(at, stop);
    let mut ranked: Vec<(usize, f64)> =
        values.actions.iter().enumerate().filter_map(|(i, action)| Some((i, action.value()?))).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (better, _) = *ranked.first()?;
    let second = ranked.get(1).map(|(i, _)| *i);
    let other = choice.filter(|&choice| choice != better).or(second)?;
    let mut luck = stream(at, at.to_move()?);
    let consequences = consequences(at, [better, other], policy, &mut luck, stop);
    Some(Reasons { better, other, values, consequences })
}

fn values(at: &dyn Position, stop: &AtomicBool) -> Valued {
    let choices = u32::try_from(at.choices()).unwrap_or(u32::MAX).max(1);
    let worlds = (GAMES / choices).clamp(VALUED.1, VALUED.0);
    let valuation = Valuation { worlds, policy: Rollout::Greedy { noise: 0.0 }, against: None };
    at.valued(0, valuation, &mut stream(at, at.to_move().unwrap_or_default()), stop)
}

/// Imagined worlds in which both actions are tried.
const WORLDS: u32 = 200;
/// A difference of two shares is reported from here on. That is at least four of its standard errors.
const SHOWN: f64 = 0.2;
/// The weight of a difference of another seat's choices, beside one of the mover's own.
const OTHERS: f64 = 0.5;
/// The most choices that are reported.
const MOST: usize = 2;

/// A choice that follows one action more often than the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Consequence {
    /// The seat that chooses.
    pub seat: Seat,
    /// The choice, as people are shown it.
    pub label: String,
    /// In what share of the worlds it is chosen after the better action, 0 to 1, before the mover's next turn ends.
    pub after_better: f64,
    /// The same after the chosen action.
    pub after_chosen: f64,
}

impl Consequence {
    fn difference(&self) -> f64 {
        (self.after_better - self.after_chosen).abs()
    }
}

/// The choices after an action, by seat and words, with the number of worlds.
type Counts = BTreeMap<(Seat, String), u32>;

/// Returns the actions chosen more or less often after `better` than after `chosen`, until the end of the mover's next turn,
/// if all play on as this bot: the clearest first.
///
/// Counts what players choose after one action and after another, both tried in the same imagined worlds. The choices
/// that differ most say why one of the actions is better.
pub(crate) fn consequences(
    at: &dyn Position,
    [better, chosen]: [usize; 2],
    bot: &BotSpec,
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Vec<Consequence> {
    let Some(seat) = at.to_move() else { return Vec::new() };
    let mut table = Table::new(at, bot, stop);
    let mut counts = [Counts::new(), Counts::new()];
    for _ in 0..WORLDS {
        let world = at.determinized(seat, rng);
        let luck = rng.fork();
        for (counts, action) in counts.iter_mut().zip([better, chosen]) {
            let mut next = world.copy();
            let mut luck = luck.clone();
            next.apply_silently(action, &mut luck);
            for choice in followed(&mut *next, seat, &mut table, &mut luck) {
                *counts.entry(choice).or_default() += 1;
            }
        }
    }
    let both: BTreeSet<&(Seat, String)> = counts.iter().flat_map(Counts::keys).collect();
    let share = |of: usize, key: &(Seat, String)| {
        f64::from(counts[of].get(key).copied().unwrap_or(0)) / f64::from(WORLDS)
    };
    let of = |key: &(Seat, String)| Consequence {
        seat: key.0,
        label: key.1.clone(),
        after_better: share(0, key),
        after_chosen: share(1, key),
    };
    let mut all: Vec<Consequence> =
        both.into_iter().map(of).filter(|one| one.difference() >= SHOWN).collect();
    let weight = |one: &Consequence| one.difference() * if one.seat == seat { 1.0 } else { OTHERS };
    all.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    all.truncate(MOST);
    // What happens says more than what no longer does.
    all.sort_by_key(|one| one.after_better < one.after_chosen);
    all
}

/// Plays on until the end of this seat's next turn, and returns what was chosen on the way.
fn followed(
    at: &mut dyn Position,
    seat: Seat,
    table: &mut Table<'_>,
    luck: &mut Rng,
) -> BTreeSet<(Seat, String)> {
    let mut choices = BTreeSet::new();
    let begun = at.turn();
    let mut last = None;
    table.begin();
    while let Some(mover) = at.to_move() {
        if last.is_some_and(|last| at.turn() > last) {
            break;
        }
        if mover == seat && at.turn() > begun {
            last = Some(at.turn());
        }
        let choice = table.choose(at, mover, luck);
        choices.insert((mover, at.action_label(choice)));
        at.apply_silently(choice, luck);
    }
    choices
}
