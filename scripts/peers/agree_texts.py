"""Plays the texts of four rulebooks at random beside the compiled games of the same rules, and compares the means.

usage: agree_texts.py --program target/release/ludometer [--games 20000] [--seats 3 4] [TEXT ...]

The texts are those of crates/scripted/tests/texts. Both play so many games; a line a text and table says how many means
were compared, the mean of z squared (1 where both play the same game) and the largest |z|. With --all each of them is told.
Ends with status 1 where the mean is above 1.6 or a |z| above 4.
"""

import argparse
import csv
import math
import pathlib
import subprocess
import sys
import tempfile

TEXTS = pathlib.Path(__file__).resolve().parents[2] / "crates/scripted/tests/texts"
SAME = ["turns", "rounds", "decisions", "forced_decisions", "unfinished", "shared_wins", "leader_gap"]


def words(text, upper=False):
    """Pairs of a figure of the text and one of the compiled game: `a` is action_a in both, `a=B` is action_B there."""
    pairs = []
    for pair in text.split():
        one, _, other = pair.partition("=")
        if not other and upper:
            other = "".join(part.capitalize() for part in one.split("_"))
        other = other or one
        one = one if one.startswith("own_") else "action_" + one
        pairs.append((one, other if other[2:3] == "_" else "action_" + other))
    return pairs


GAMES = {
    "even_odd": ("even-odd", words(
        "pay sell_shoe bid play_get_paid roll play_quickie play_pld target end_turn discard client play_special "
        "play_declined play_discount play_bonus play_second pass own_win_shoes=eo_win_shoes "
        "own_sales_forced=eo_sales_forced own_sales_free=eo_sales_free", upper=True)),
    "im_the_boss": ("im-the-boss", words(
        "lead name play pass double_pass discard target ask own_offers=ib_offers own_accepted=ib_offers_accepted "
        "boss_ask=ib_asks reply_yes=ib_asks_accepted own_reshuffles=ib_reshuffles own_kept=ib_promises_kept own_void=ib_promises_void")),
    "greed_street": ("greed-street", words(
        "no_trade sell buy swap partner=TradePartner give=TradeGive get=TradeGet refuse accept comply pass play_donuts pay_full "
        "play_free_pass end_turn fight place done loot=LootChoice lose_worker=LoseWorkerChoice lose_score=LoseScoreChoice "
        "own_recruit_rolls=gs_recruit_rolls own_recruited=gs_recruits own_offers=gs_offers own_counters=gs_counters "
        "own_trades=gs_trades own_skipped=gs_skipped_turns own_fights=gs_fights", upper=True)),
    "film_rummy": ("film-rummy", words(
        "discard_pending draw_stock draw_pile meld natural joker hit exchange discard play_positive play_negative play_interaction "
        "target give own_refills=fr_refills")),
}


def means(program, game, seats, games, seed):
    """The means of a run with the standard error of each."""
    with tempfile.TemporaryDirectory() as folder:
        run = [program, "run", game, "--bots", "random", "--players", seats, "--games", games, "--seed", seed]
        run += ["--seats", "fixed", "--quiet", "--force", "--out", folder]
        subprocess.run([str(word) for word in run], check=True, stdout=subprocess.DEVNULL)
        found = {}
        for file, name, figure in [("summary.csv", "metric", "value"), ("seats.csv", "seat", "win_rate")]:
            with open(pathlib.Path(folder, file), newline="") as lines:
                for line in csv.DictReader(lines):
                    if line[figure] and line["ci_high"]:
                        error = (float(line["ci_high"]) - float(line["ci_low"])) / 2 / 1.96
                        found[line[name] if name == "metric" else f"seat {line[name]} wins"] = (float(line[figure]), error)
        return found


def compare(program, text, seats, games, tell_all):
    compiled, pairs = GAMES[text]
    pairs = [(name, name) for name in SAME + [f"seat {seat} wins" for seat in range(seats)]] + pairs
    ours = means(program, TEXTS / f"{text}.luau", seats, games, 1)
    theirs = means(program, compiled, seats, games, 2)
    scores = []
    for one, other in pairs:
        (a, of_a), (b, of_b) = ours[one], theirs[other]
        if of_a + of_b == 0 or a == b:
            continue
        scores.append(((a - b) / math.hypot(of_a, of_b), one, a, b))
    mean = sum(z * z for z, *_ in scores) / len(scores)
    worst = max(scores, key=lambda score: abs(score[0]))
    print(f"{text}, {seats} seats, {games} games: {len(scores)} means, mean z^2 {mean:.2f}, largest |z| {abs(worst[0]):.2f} "
          f"({worst[1]}: {worst[2]:.4g}, compiled {worst[3]:.4g}); turns {ours['turns'][0]:.2f}, compiled {theirs['turns'][0]:.2f}", flush=True)
    if tell_all:
        for z, name, a, b in scores:
            print(f"    {z:6.2f}  {name}: {a:.5g}, {b:.5g}")
    return mean < 1.6 and abs(worst[0]) < 4


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4])
    parser.add_argument("--all", action="store_true")
    parser.add_argument("texts", nargs="*", default=list(GAMES))
    args = parser.parse_args()
    same = [compare(args.program, text, seats, args.games, args.all) for text in args.texts for seats in args.seats]
    sys.exit(0 if all(same) else 1)


if __name__ == "__main__":
    main()
