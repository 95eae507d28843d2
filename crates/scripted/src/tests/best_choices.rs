//! Choices of searches in tiny games with hidden cards against the best ones, which are counted through by all histories.

use std::iter::zip;
use std::sync::atomic::AtomicBool;

use ludometer_model::RuleSet;

/// What is told of two hands crosses: how likely a hand holds two foxes depends on how many deals agree, and not on how many
/// contents of hands do.
const TOLD: &str = "game.title, game.seats = 'Told', { 3, 3 }
local FOX, HEN, OWL, RAT = card('fox', 5), card('hen', 1), card('owl', 1), card('rat', 1)
local deck, hand = stock(), hands()
local won = numbers(0)
game.payoff = { 0, 22 }
local function tell(who, kind)
	if hand[who]:has(kind) then holds(hand[who], kind) else lacks(hand[who], kind) end
end
function game.setup()
	fill(deck)
	for s = 2, 3 do for _ = 1, 2 do draw(deck, hand[s]) end end
	tell(2, HEN)
	tell(3, OWL)
	start(1)
end
function game.turn(me) go.bet(me) end
function step.bet() may.pair(2) may.pair(3) may.none(2) may.none(3) may.stop() end
function act.pair(me, of: seat) if hand[of]:count(FOX) == 2 then won[me] = 12 end game_over() end
function act.none(me, of: seat) if not hand[of]:has(FOX) then won[me] = 22 end game_over() end
function act.stop(me) won[me] = 2 game_over() end
function game.score(seat) return won[seat] end
";

/// A stock was built anew from four cards that all know, from which two seats drew unseen; one of them lost a card, and the hand
/// of either is seen.
const REBUILT: &str = "game.title, game.seats = 'Rebuilt', { 3, 3 }
local QUEEN, ASH, ELM, OAK, REED = card('queen', 1), card('ash', 1), card('elm', 1), card('oak', 1), card('reed', 2)
local box, heap, bag, hand, out = tableau(), pile(), stock(), hands(), tableau()
local won = numbers(0)
game.payoff = { 0, 10 }
function game.setup()
	fill(box)
	for s = 2, 3 do force(REED, box, hand[s]) end
	for _, c in { QUEEN, ASH, ELM, OAK } do force(c, box, heap) end
	reshuffle(heap, bag, 0)
	for _ = 1, 2 do draw(bag, hand[2]) end
	draw(bag, hand[3])
	local lost = random_card(hand[2])
	force(lost, hand[2], out)
	local seen = below(3)
	if seen > 0 then show(hand[seen + 1], 1) end
	start(1)
end
function game.turn(me) go.find(me) end
function step.find() may.name(2) may.name(3) may.bag() may.out() end
local function right(me, yes) if yes then won[me] = 10 end game_over() end
function act.name(me, of: seat) right(me, hand[of]:has(QUEEN)) end
function act.bag(me) right(me, bag:has(QUEEN)) end
function act.out(me) right(me, out:has(QUEEN)) end
function game.score(seat) return won[seat] end
";

/// What is worth how much in a decision of the first seat, which alone chooses, and once.
struct Met {
    what: String,
    /// By action, its mean score over all histories.
    worth: Vec<f64>,
    /// By action, in what share of the times the search chose it.
    chosen: Vec<f64>,
}

/// Counts a game through, asks a search so many times in each decision, and returns the decisions, with the mean score of who
/// chooses best and that of the search.
fn counted(text: &str, bot: &str, times: u64) -> (Vec<Met>, [f64; 2]) {
    let path = std::env::temp_dir().join(format!("ludometer-{}-{}.luau", std::process::id(), text.len()));
    std::fs::write(&path, text).unwrap();
    let entry = crate::entry(&path.to_string_lossy()).unwrap();
    let game = entry.load(3, RuleSet::defaults(entry.schema())).unwrap();
    std::fs::remove_file(&path).unwrap();
    let stop = AtomicBool::new(false);
    let whole = game.learning().whole(&stop).unwrap();
    let (tree, known) = (whole.tree(), whole.known());
    let pool = ludometer_run::pool(2).unwrap();
    let asked = whole.policy_of(&game.bot(bot).unwrap(), times, 1, &pool, &stop, &|_| {}).unwrap();
    let only = |action: usize, actions: usize| {
        (0..actions).map(|other| f64::from(u8::from(other == action))).collect::<Vec<_>>()
    };
    let mut best = tree.uniform();
    let mut decisions = Vec::new();
    for (set, known) in known.iter().enumerate() {
        assert_eq!(known.after, None, "a second decision");
        let actions = known.actions.len();
        let reached = tree.met(&best)[set];
        let mut policy = best.clone();
        policy[set] = vec![0.0; actions];
        let elsewhere = tree.value(&policy)[0];
        let worth = (0..actions).map(|action| {
            policy[set] = only(action, actions);
            (tree.value(&policy)[0] - elsewhere) / reached
        });
        let worth: Vec<f64> = worth.collect();
        let first = (0..actions).max_by(|&one, &other| worth[one].total_cmp(&worth[other])).unwrap();
        best[set] = only(first, actions);
        let what = format!("{} {:?}", known.view, known.actions);
        decisions.push(Met { what, worth, chosen: asked[set].clone() });
    }
    (decisions, [&best, &asked].map(|policy| tree.value(policy)[0]))
}

#[test]
fn searches_choose_best_in_tiny_games() {
    // The whole range of scores, and in how many of the decisions the best action is clearly better than the next.
    for (name, text, range, clear) in [("told", TOLD, 22.0, (1, 4)), ("rebuilt", REBUILT, 10.0, (39, 39))] {
        let (decisions, [best, search]) = counted(text, "mcts", 20);
        let mut clearly = 0;
        for Met { what, worth, chosen } in &decisions {
            let most = worth.iter().copied().fold(f64::MIN, f64::max);
            let next = worth.iter().copied().filter(|&worth| worth < most - 1e-9).fold(f64::MIN, f64::max);
            let right: f64 =
                zip(worth, chosen).filter(|(worth, _)| **worth > most - 1e-9).map(|(_, share)| share).sum();
            if most - next >= range / 10.0 {
                clearly += 1;
                assert!(right >= 0.9, "{name}: {what} {worth:?} {chosen:?}");
            }
        }
        assert_eq!((clearly, decisions.len()), clear, "{name}: {best} {search}");
        assert!(search > 0.97 * best, "{name}: {search} of {best}");
    }
}
