"""Games of the gallery that no other program has, written again in Python from their rules, with nothing of the engine.

Each function plays one game of so many seats at random and returns what `agree_own.py` compares: turns, decisions,
scores, winners, and how often each action was taken. Seats count from 0. Every choice is one of a list of different
actions, each equally likely: two copies of a card are one action.
"""

import collections


class Game:
    """What is counted in one game."""

    def __init__(self, rng, seats):
        self.rng, self.seats = rng, seats
        self.turns = self.decisions = 0
        self.actions = collections.Counter()

    def choose(self, options):
        """One of these actions, which are tuples that begin with their word."""
        action = self.rng.choice(options)
        self.decisions += 1
        self.actions[action[0]] += 1
        return action

    def at_once(self, all_options):
        """The choices of several seats at once, each of which is a decision."""
        return [self.choose(options) for options in all_options]

    def end(self, scores, winners=None):
        if winners is None:
            winners = {seat for seat in range(self.seats) if scores[seat] == max(scores)}
        return {"turns": self.turns, "decisions": self.decisions, "scores": scores, "winners": winners,
                "actions": self.actions}


def thorn_path(rng, seats):
    game = Game(rng, seats)
    thorns = list(range(3, 36))
    rng.shuffle(thorns)
    thorns = thorns[9:]
    seeds, taken, seat = [11] * seats, [set() for _ in range(seats)], 0
    for thorn in thorns:
        pot = 0
        while True:
            game.turns += 1
            if game.choose([("take",)] + [("pay",)] * (seeds[seat] > 0)) == ("take",):
                break
            seeds[seat] -= 1
            pot += 1
            seat = (seat + 1) % seats
        seeds[seat] += pot
        taken[seat].add(thorn)
    scores = [seeds[s] - sum(n for n in taken[s] if n - 1 not in taken[s]) for s in range(seats)]
    return game.end(scores)


def ferry_lines(rng, seats):
    game = Game(rng, seats)

    def complaints(tickets):
        def one(n):
            return 7 if n % 55 == 0 else 5 if n % 11 == 0 else 3 if n % 10 == 0 else 2 if n % 5 == 0 else 1
        return sum(map(one, tickets))

    tickets = rng.sample(range(1, 105), 10 * seats + 4)
    hands = [set(tickets[10 * seat:10 * seat + 10]) for seat in range(seats)]
    lines = [[ticket] for ticket in tickets[10 * seats:]]
    home = [[] for _ in range(seats)]
    for _ in range(10):
        game.turns += 1
        sent = game.at_once([[("send", n) for n in sorted(hand)] for hand in hands])
        for ticket, seat in sorted((action[1], seat) for seat, action in enumerate(sent)):
            hands[seat].remove(ticket)
            below = [line for line in lines if line[-1] < ticket]
            if below:
                line = max(below, key=lambda line: line[-1])
                is_full = len(line) == 5
            else:
                line = lines[game.choose([("pick", i) for i in range(4)])[1]]
                is_full = True
            if is_full:
                home[seat] += line
                line.clear()
            line.append(ticket)
    return game.end([-complaints(tickets) for tickets in home])


def masks(rng, seats):
    game = Game(rng, seats)
    deck = ["merchant", "thief", "duellist", "fool"] * 4
    rng.shuffle(deck)
    worn = [[deck.pop(), deck.pop()] for _ in range(seats)]
    coins = [2] * seats

    def after(seat):
        seat = (seat + 1) % seats
        while not worn[seat]:
            seat = (seat + 1) % seats
        return seat

    def drop(seat):
        worn[seat].remove(game.choose([("drop", mask) for mask in sorted(set(worn[seat]))])[1])

    def alive():
        return [seat for seat in range(seats) if worn[seat]]

    def turn(me):
        options = []
        must = coins[me] >= 10
        if not must:
            options += [("earn",), ("claim", "merchant", me)]
        for other in alive():
            if other == me:
                continue
            if coins[me] >= 7:
                options.append(("unmask", other))
            if not must and coins[other] > 0:
                options.append(("claim", "thief", other))
            if not must and coins[me] >= 3:
                options.append(("claim", "duellist", other))
        action = game.choose(options)
        if action[0] == "earn":
            coins[me] += 1
            return
        if action[0] == "unmask":
            coins[me] -= 7
            drop(action[1])
            return
        _, mask, target = action
        coins[me] -= 3 * (mask == "duellist")
        other = after(me)
        while other != me:
            if game.choose([("believe",), ("doubt",)]) == ("doubt",):
                if game.choose([("prove",)] * (mask in worn[me]) + [("admit",)]) == ("admit",):
                    coins[me] += 3 * (mask == "duellist")
                    drop(me)
                    return
                worn[me].remove(mask)
                deck.append(mask)
                rng.shuffle(deck)
                worn[me].append(deck.pop())
                drop(other)
                if len(alive()) == 1:
                    return
                break
            other = after(other)
        if mask == "merchant":
            coins[me] += 3
        elif mask == "thief":
            stolen = min(2, coins[target])
            coins[target] -= stolen
            coins[me] += stolen
        elif worn[target]:
            drop(target)

    seat = 0
    while True:
        game.turns += 1
        turn(seat)
        if len(alive()) == 1:
            return game.end([0] * seats, set(alive()))
        seat = after(seat)


def fireflies(rng, seats):
    game = Game(rng, seats)
    deck = [(color, rank) for color in range(3) for rank, copies in enumerate([3, 2, 2, 2, 1], 1)
            for _ in range(copies)]
    rng.shuffle(deck)
    hands = [[deck.pop() for _ in range(4)] for _ in range(seats)]
    lit, candles, burns, last, seat = [0, 0, 0], 8, 0, 0, 0
    while True:
        game.turns += 1
        cards = [i for i in range(4) if hands[seat][i]]
        options = [("play", i) for i in cards]
        if candles < 8:
            options += [("burn", i) for i in cards]
        if candles > 0:
            for other in range(seats):
                if other != seat:
                    there = [card for card in hands[other] if card]
                    options += [("hint_color", other, n) for n in {card[0] for card in there}]
                    options += [("hint_rank", other, n) for n in {card[1] for card in there}]
        action = game.choose(sorted(options))
        if action[0].startswith("hint"):
            candles -= 1
        else:
            color, rank = hands[seat][action[1]]
            if action[0] == "burn":
                candles += 1
            elif lit[color] == rank - 1:
                lit[color] = rank
                candles = min(8, candles + (rank == 5))
            else:
                burns += 1
            hands[seat][action[1]] = deck.pop() if deck else None
            if not deck and last == 0:
                last = seats + 1
        everybody, nobody = set(range(seats)), set()
        if burns == 3:
            return game.end([sum(lit)] * seats, nobody)
        if sum(lit) == 15:
            return game.end([15] * seats, everybody)
        if last > 0:
            last -= 1
            if last == 0:
                return game.end([sum(lit)] * seats, everybody if sum(lit) >= 10 else nobody)
        seat = (seat + 1) % seats


def moths(rng, seats):
    game = Game(rng, seats)
    own = [["lantern"] * 3 + ["moth"] for _ in range(seats)]
    won = [0] * seats
    first = 0

    def alive():
        return [seat for seat in range(seats) if own[seat]]

    def after(seat, out=()):
        seat = (seat + 1) % seats
        while not own[seat] or seat in out:
            seat = (seat + 1) % seats
        return seat

    def night(first):
        """Who wins the night, or who lost a disc; and whether it was won."""
        hands = [list(discs) for discs in own]
        mats = [[] for _ in range(seats)]

        def lay(seat, disc):
            hands[seat].remove(disc)
            mats[seat].append(disc)

        players = alive()
        laid = game.at_once([[("lay", disc) for disc in sorted(set(hands[seat]))] for seat in players])
        for seat, action in zip(players, laid):
            lay(seat, action[1])
        seat, bid, bidder, passed = first, 0, None, set()
        while True:
            total = sum(map(len, mats))
            options = [("add", disc) for disc in sorted(set(hands[seat]))] if bid == 0 else [("pass",)]
            action = game.choose(options + [("bid", n) for n in range(bid + 1, total + 1)])
            if action[0] == "add":
                lay(seat, action[1])
                seat = after(seat)
                continue
            if action[0] == "bid":
                bid, bidder = action[1], seat
                if bid == total:
                    break
            else:
                passed.add(seat)
            seat = after(seat, passed)
            if seat == bidder:
                break
        for _ in range(bid):
            if mats[bidder]:
                if mats[bidder].pop() == "moth":
                    own[bidder].remove(game.choose([("lose", disc) for disc in sorted(set(own[bidder]))])[1])
                    return bidder, False
                continue
            other = game.choose([("turn_over", s) for s in range(seats) if s != bidder and mats[s]])[1]
            if mats[other].pop() == "moth":
                own[bidder].remove(rng.choice(own[bidder]))
                return bidder, False
        return bidder, True

    while True:
        game.turns += 1
        bidder, is_won = night(first)
        if is_won:
            won[bidder] += 1
            if won[bidder] == 2:
                winner = bidder
                break
        if len(alive()) == 1:
            winner = alive()[0]
            break
        first = bidder if own[bidder] else after(bidder)
    return game.end([6 * won[seat] + len(own[seat]) for seat in range(seats)], {winner})


def windmills(rng, seats):
    game = Game(rng, seats)
    # By name: copies, cost, what it brings, points.
    mills = {"hut": (8, 2, 1, 0), "post": (8, 4, 2, 0), "tower": (7, 6, 2, 2), "saw": (6, 7, 3, 1),
             "great": (5, 9, 3, 4), "castle": (4, 10, 0, 7)}
    deck = [name for name, facts in mills.items() for _ in range(facts[0])]
    rng.shuffle(deck)
    market = [deck.pop() for _ in range(5)]
    built, coins = [[] for _ in range(seats)], [3] * seats
    while True:
        for seat in range(seats):
            game.turns += 1
            coins[seat] += 1 + sum(mills[name][2] for name in built[seat])
            options = [("build", i) for i, name in enumerate(market) if name and mills[name][1] <= coins[seat]]
            options += [("sweep", i) for i, name in enumerate(market) if name] + [("save",)]
            action = game.choose(options)
            if action[0] == "save":
                coins[seat] += 1
            else:
                name, market[action[1]] = market[action[1]], None
                if action[0] == "build":
                    coins[seat] -= mills[name][1]
                    built[seat].append(name)
                else:
                    deck.append(name)
                    rng.shuffle(deck)
            for i, name in enumerate(market):
                if not name and deck:
                    market[i] = deck.pop()
        if not any(market) or any(len(names) >= 7 for names in built):
            break
    scores = [coins[s] // 4 + sum(mills[name][3] for name in built[s]) for s in range(seats)]
    best = max(zip(scores, coins))
    return game.end(scores, {s for s in range(seats) if (scores[s], coins[s]) == best})


def caravan(rng, seats):
    game = Game(rng, seats)
    # By name: copies in the supply, cost, coins, cards, points.
    cards = {"penny": (7 * seats, 0, 1, 0, 0), "florin": (25, 3, 2, 0, 0), "ducat": (20, 6, 3, 0, 0), "tent": (20, 2, 0, 0, 1),
             "house": (12, 5, 0, 0, 3), "palace": (8, 8, 0, 0, 6), "scribe": (10, 4, 0, 3, 0),
             "bazaar": (10, 5, 2, 1, 0)}
    supply = {name: facts[0] for name, facts in cards.items()}
    decks, spent, hands = [], [[] for _ in range(seats)], [[] for _ in range(seats)]

    def draw(seat, count):
        for _ in range(count):
            if not decks[seat]:
                decks[seat], spent[seat] = spent[seat], []
                rng.shuffle(decks[seat])
            if decks[seat]:
                hands[seat].append(decks[seat].pop())

    for seat in range(seats):
        decks.append(["penny"] * 7 + ["tent"] * 3)
        rng.shuffle(decks[seat])
        supply["penny"] -= 7
        supply["tent"] -= 3
        draw(seat, 5)
    seat = 0
    while True:
        game.turns += 1
        coins, played = 0, []
        while True:
            playable = [("play", name) for name in ("scribe", "bazaar") if name in hands[seat] and len(played) < 2]
            action = game.choose(playable + [("pay",)])
            if action[0] == "pay":
                break
            hands[seat].remove(action[1])
            played.append(action[1])
            coins += cards[action[1]][2]
            draw(seat, cards[action[1]][3])
        coins += sum(cards[name][2] for name in hands[seat] if name in ("penny", "florin", "ducat"))
        options = [("buy", name) for name, left in supply.items() if left > 0 and cards[name][1] <= coins]
        action = game.choose(options + [("nothing",)])
        if action[0] == "buy":
            supply[action[1]] -= 1
            spent[seat].append(action[1])
        spent[seat] += hands[seat] + played
        hands[seat] = []
        draw(seat, 5)
        if supply["palace"] == 0:
            break
        if game.turns == 400:
            return game.end([0] * seats, set())
        seat = (seat + 1) % seats
    all_cards = [decks[s] + spent[s] + hands[s] for s in range(seats)]
    return game.end([sum(cards[name][4] for name in names) for names in all_cards])


# By script: the function, and the numbers of seats at which it is compared.
OWN = {
    "thorn_path": (thorn_path, (3, 5)),
    "ferry_lines": (ferry_lines, (2, 4, 6)),
    "masks": (masks, (2, 4, 6)),
    "fireflies": (fireflies, (2, 3, 4)),
    "moths": (moths, (2, 4, 6)),
    "windmills": (windmills, (2, 3, 4)),
    "caravan": (caravan, (2, 3)),
}
