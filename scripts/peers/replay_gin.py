"""Plays games of our Gin Rummy again in OpenSpiel: the same legal actions at every decision, the same chips at the end.

Random play seldom knocks, `greedy` nearly always: so this holds knocks, melds and cards laid off. What the head of
games/gin_rummy.luau names as different is counted; anything else ends the script with status 1.
"""

import argparse
import collections
import json
import subprocess
import sys

import pyspiel

RANKS, SUITS = "A23456789TJQK", "scdh"
FIXED = {"take": 52, "draw": 53, "pass": 54, "stop": 54, "done": 54, "keep": 54, "knock": 55}


def card(name):
    """A card's number in both programs."""
    rank, suit = name.split("_")
    return SUITS.index(suit[0]) * 13 + RANKS.index(rank[0] if rank != "10" else "T")


def meld_cards(words):
    cards = [card(word) for word in words[1:]]
    if words[0] == "run":
        return frozenset(range(cards[0], cards[1] + 1))
    return frozenset(cards[0] + 13 * suit for suit in range(4)) if words[0] == "four" else frozenset(cards)


def ours(text):
    """An action as a number of OpenSpiel, or the cards of a meld."""
    words = text.split()
    if words[0] in FIXED:
        return FIXED[words[0]]
    return card(words[1]) if words[0] in ("discard", "lay_off") else meld_cards(words)


def theirs(state, action):
    if action < 56:
        return action
    text = state.action_to_string(state.current_player(), action).split()[-1]
    return frozenset(SUITS.index(text[i + 1]) * 13 + RANKS.index(text[i]) for i in range(0, len(text), 2))


def known_difference(phase, more, fewer):
    """What the head of the script names: a knock that is not allowed there, or cards laid off."""
    if phase in ("discard", "wall"):
        return "knock" if (more, fewer) == ({55}, set()) else None
    return "lay_off" if phase == "lay_off" else None


class Different(Exception):
    pass


def replay(lines, counts):
    state = pyspiel.load_game("gin_rummy").new_initial_state()
    for line in lines:
        if line["event"] == "move" and line["from"] == "deck":
            state.apply_action(card(line["card"]))
        elif line["event"] == "decision":
            counts["decisions"] += 1
            legal = {theirs(state, action): action for action in state.legal_actions()}
            mine = {ours(text) for text in line["legal"]}
            if mine != set(legal):
                what = known_difference(line["phase"], mine - set(legal), set(legal) - mine)
                if not what:
                    raise Different(f"{line}, there {list(legal)}")
                counts[f"other lists: {what}"] += 1
            chosen = ours(line["chosen"])
            if chosen not in legal:
                counts["games that go on differently"] += 1
                return
            counts[f"`{line['chosen'].split()[0]}`"] += 1
            state.apply_action(legal[chosen])
        elif line["event"] == "end":
            if not state.is_terminal() or state.returns() != [float(score) for score in line["scores"]]:
                raise Different(f"{line['scores']} chips, there {state.returns()}")
            counts["games to the same end"] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--program", required=True, help="the built ludometer")
    parser.add_argument("--played", type=int, default=100, help="games of each pair of bots")
    args = parser.parse_args()
    counts = collections.Counter()
    for bots in (["greedy", "greedy"], ["greedy", "random"], ["random", "random"]):
        for number in range(args.played):
            command = [args.program, "trace", "games/gin_rummy.luau", "--bots", *bots, "--game", str(number), "--jsonl"]
            text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            try:
                replay(map(json.loads, text.splitlines()), counts)
            except Different as different:
                print(f"game {number} of {' and '.join(bots)}: {different}")
                return 1
    for what, count in counts.items():
        print(f"{count:10,}  {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
