"""The games of the gallery that OpenSpiel has too, with the settings under which both have the same rules.

An entry says how a final state of OpenSpiel and a line of our table of games give the same figures, and what each of
OpenSpiel's actions is called in the script. Seats count from the one that acts first.
"""

import dataclasses
from typing import Callable


@dataclasses.dataclass
class Shared:
    """A game that both programs have."""

    script: str
    theirs: str  # for pyspiel.load_game
    seats: int
    settings: list[str]
    differs: str  # what is not the same all the same
    kind: Callable  # (state, action): what the script calls the action
    their_figures: Callable  # (record): names and numbers
    our_figures: Callable  # (line of games.csv): the same
    observation: bool = False  # ISMCTS looks its nodes up by observation, where there is no information state
    resamples: bool = True  # whether OpenSpiel can deal the hidden cards anew, which its ISMCTS needs
    searched: int = 10_000  # iterations of a search that is measured


def first_word(state, action):
    return state.action_to_string(state.current_player(), action).split()[0].lower()


def scores(line, seats):
    return [float(line[f"score_{seat}"]) for seat in range(seats)]


def chips(returns):
    return {"chips of the first seat": returns[0], "chips that change hands": abs(returns[0])}


def board_figures(first_wins, drawn):
    return {"the first seat wins": float(first_wins), "drawn": float(drawn)}


def our_board(line):
    winners = line["winner_seats"]
    return board_figures(winners == "0", not winners.isdigit())


def kuhn_kind(state, action):
    answered = 1 in state.history()[2:]
    return (["fold", "call"] if answered else ["pass", "bet"])[action]


def gin_kind(state, action):
    phase = str(state.current_phase()).rsplit(".", maxsplit=1)[-1]
    if action < 52:
        return "lay_off" if phase == "LAYOFF" else "discard"
    if action == 54:
        if phase == "LAYOFF":
            return "done" if state.finished_layoffs() else "keep"
        return {"FIRST_UPCARD": "pass", "WALL": "stop", "KNOCK": "done"}[phase]
    if action < 56:
        return {52: "take", 53: "draw", 55: "knock"}[action]
    meld = action - 56
    return "run" if meld >= 65 else "four" if meld % 5 == 4 else "group"


def eights_kind(state, action):
    word = first_word(state, action)
    return "name" if word == "nominate" else word


def eights_points(card):
    rank = card // 4  # from the two up; the ace is the highest
    return 50 if rank == 6 else 1 if rank == 12 else min(rank + 2, 10)


def eights_hands(state, seats):
    """The cards that are left, by seat from the one behind the dealer. The state doesn't show them, its history does."""
    history = state.full_history()
    dealer = history[0].action - 52
    hands = [[] for _ in range(seats)]
    dealt = (7 if seats == 2 else 5) * seats
    mover = None
    for number, step in enumerate(history[1:]):
        if step.player >= 0:
            mover = step.player
            if step.action < 52:
                hands[mover].remove(step.action)
        elif number < dealt:
            hands[(dealer + 1 + number) % seats].append(step.action)
        elif mover is not None:
            hands[mover].append(step.action)
    return [hands[(dealer + 1 + seat) % seats] for seat in range(seats)]


def eights_figures(points):
    figures = {f"points left with seat {seat + 1}": value for seat, value in enumerate(points)}
    return figures | {"blocked": float(min(points) > 0)}


def their_eights(record):
    seats = record.state.num_players()
    return eights_figures([sum(map(eights_points, hand)) for hand in eights_hands(record.state, seats)])


def hell_figures(points):
    figures = {f"points of seat {seat + 1}": value for seat, value in enumerate(points)}
    return figures | {"exact bids": sum(value >= 10 for value in points)}


def their_hell(record):
    seats = record.state.num_players()
    dealer = record.state.history()[1]
    return hell_figures([record.state.returns()[(dealer + 1 + seat) % seats] for seat in range(seats)])


def our_hell(line):
    points = scores(line, 4)
    return hell_figures(points[1:] + points[:1])  # the first seat deals, the second bids first


def eights(seats):
    return Shared(
        "crazy_eights",
        f"crazy_eights(players={seats},max_turns=10000)",
        seats,
        ["deck.empty=pass", "passes.more=1"],
        "returns: OpenSpiel counts cards from 2 to 10 by their number in the deck; points are counted here as the "
        "script counts them",
        eights_kind,
        their_eights,
        lambda line: eights_figures([-score for score in scores(line, seats)]),
        resamples=False,
    )


def poker(script, kind):
    return Shared(
        script,
        script,
        2,
        [],
        "",
        kind,
        lambda record: chips(record.state.returns()),
        lambda line: chips(scores(line, 2)),
    )


def board(script, kind):
    def theirs(record):
        returns = record.state.returns()
        return board_figures(returns[0] > 0, returns[0] == 0)

    return Shared(script, script, 2, [], "", lambda *_: kind, theirs, our_board)


SHARED = [
    poker("kuhn_poker", kuhn_kind),
    poker("leduc_poker", lambda _, action: ["fold", "call", "raise"][action]),
    Shared(
        "liars_dice",
        "liars_dice",
        2,
        ["dice.each=1", "dice.wild=highest"],
        "OpenSpiel plays one round: so one die each",
        lambda _, action: "liar" if action == 12 else "bid",
        lambda record: {"the first seat wins": float(record.state.returns()[0] > 0)},
        lambda line: {"the first seat wins": scores(line, 2)[0]},
        resamples=False,
    ),
    eights(2),
    eights(4),
    Shared(
        "oh_hell",
        "oh_hell(players=4,num_tricks_fixed=5)",
        4,
        ["round.most=5", "round.least=5", "bid.last=hook"],
        "OpenSpiel plays one round: so the script does",
        lambda _, action: "bid" if action >= 52 else "play",
        their_hell,
        our_hell,
    ),
    Shared(
        "gin_rummy",
        "gin_rummy",
        2,
        [],
        "three rare cases (head of the script)",
        gin_kind,
        lambda record: chips(record.state.returns()),
        lambda line: chips(scores(line, 2)),
        observation=True,
        searched=1000,
    ),
    board("tic_tac_toe", "mark"),
    board("connect_four", "drop"),
]
