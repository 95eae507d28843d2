#!/usr/bin/env python3
"""A bot as a program of its own: rules of thumb for all five games.

It needs nothing but Python. Ludometer writes one JSON object a line to standard input and reads one
from standard output. `ludometer run GAME --bots strategies/python_bot.toml` starts it.
"""

import json
import random
import re
import sys

# What is done gladly, in the order in which it is tried: the first pattern that some legal action
# matches decides.
WISHES = {
    "pure-profit": [r"finish", r"bank ", r"take (?!bankrupt)", r"steal from", r"draw stock"],
    "even-odd": [
        r"PlayGetPaid", r"PlayQuickie", r"PlayPld", r"PlayBonus", r"PlaySecond", r"PlayDeclined",
        r"PlayDiscount", r"Roll", r"Bid", r"EndTurn", r"Pay", r"Discard\(nothing\)",
    ],
    "greed-street": [
        r"Place\(bling", r"Done", r"Sell", r"Buy", r"TradeGet\(weapon_4", r"NoTrade", r"Refuse", r"Ignore", r"NoTheft", r"NoBribe",
        r"PlayFreePass", r"PayFull", r"Roll", r"StaySilent", r"Comply", r"EndTurn",
    ],
    "film-rummy": [r"meld", r"play_positive", r"hit", r"play_negative", r"play_interaction", r"draw_stock"],
    "im-the-boss": [
        r"offer:plain", r"boss:(end|close)", r"reply:no", r"play:plus", r"play:pota", r"lead:plus", r"pass", r"drop:minus",
        r"drop:stop",
    ],
}


def by_wishes(game, legal):
    """The legal actions that the first fitting wish names, or all of them."""
    for wish in WISHES[game]:
        wanted = [action for action in legal if re.match(wish, action)]
        if wanted:
            return wanted
    return legal


def pure_profit_discards(view, legal):
    """Parts with what is of no use: values that are banked or doubled; Steals, to use them."""
    discards = [action for action in legal if action.startswith("discard ")]
    if len(discards) != len(legal):
        return None
    top = int(view["bank"][-1]) if view["bank"] else 0
    useless = [
        action for action in discards
        if (card := action.split()[1]).isdigit() and (int(card) <= top or view["hand"].count(card) > 1)
    ]
    steals = [action for action in discards if "steal" in action]
    return steals or useless or [max(discards, key=lambda a: int(a.split()[1]) if a.split()[1].isdigit() else 0)]


def film_rummy_discards(view, legal):
    """Keeps the genre with the most different basic cards, and jokers."""
    discards = [action for action in legal if re.match(r"discard|give", action)]
    if len(discards) != len(legal):
        return None
    genres = {}
    for card in set(view["hand"]):
        if re.match(r"\w\.b", card):
            genres[card[0]] = genres.get(card[0], 0) + 1
    best = max(genres, key=lambda genre: (genres[genre], genre), default=None)

    def worth(action):
        card = action[action.index("(") + 1 : -1]
        if card == "J":
            return 10
        if card[0] == best and card[1] == ".":
            return 5 if card[2] == "b" and view["hand"].count(card) == 1 else 1
        return 0

    least = min(map(worth, discards))
    return [action for action in discards if worth(action) == least]


def greed_street_trades(view, legal):
    """Asks for much and gives little; accepts what was asked for, or nearly."""
    selling = (view.get("offer") == "sell") == (view.get("proposer") == view["viewer"])
    prices = [action for action in legal if re.match(r"TradeCash|Counter", action)]
    cash = view.get("cash") or 0
    if "Accept" in legal and view.get("offer") != "swap" and (cash >= 150 if selling else cash <= 20):
        return ["Accept"]
    if not prices or view.get("offer") == "swap":
        return None
    price = lambda action: int(action[action.index("(") + 1 : -1])
    return [max(prices, key=price) if selling else min(prices, key=lambda action: abs(price(action)))]


def choose(game, question):
    view, legal = question["view"], question["legal"]
    good = None
    if game == "pure-profit":
        good = pure_profit_discards(view, legal)
    elif game == "greed-street":
        good = greed_street_trades(view, legal)
    elif game == "film-rummy":
        good = film_rummy_discards(view, legal)
    # All chance comes from the question's seed: asked again, the bot chooses again what it chose.
    return random.Random(question["seed"]).choice(good or by_wishes(game, legal))


def main():
    game = None
    for line in sys.stdin:
        message = json.loads(line)
        answer = None
        if message["type"] == "hello":
            game = message["game"]
            answer = {"ready": True}
        elif message["type"] == "decide":
            answer = {"choose": choose(game, message)}
        if answer is not None:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
