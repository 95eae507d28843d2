"""What the sentences of a study claim: reads its folder. Used by study_alarms.py and study_answers.py."""
import csv, re
from math import sqrt

Z = 1.96

# Sentences with one figure, whatever their words.
PLAIN = {"length": "turns", "skill": "greedy beside random", "leader": "leader at half time", "endless_games": "no end",
         "players": "turns", "changed_rules": "turns"}


def rows(path):
    if not path.exists():
        return []
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def estimate(value, low, high):
    return float(value), float(low), float(high)


def named_figures(folder):
    """Figures of tables by what they are about: (question, name) -> (value, low, high)."""
    found = {}
    for row in rows(folder / "seats.csv"):
        fair = 1 / len(rows(folder / "seats.csv"))
        found["seats", row["seat"]] = tuple(x - fair for x in estimate(row["win_rate"], row["ci_low"], row["ci_high"]))
    for row in rows(folder / "card_holding.csv"):
        if row["value"]:
            found["strongest_card", row["card"]] = estimate(row["value"], row["ci_low"], row["ci_high"])
    for row in rows(folder / "restricted_play.csv"):
        if row["loss"]:
            name = f"{row['rule']} {row['id']}" if "rule" in row else f"without {row['action']}"
            found["actions", name] = estimate(row["loss"], row.get("adjusted_low") or row["ci_low"], row.get("adjusted_high") or row["ci_high"])
    for row in rows(folder / "card_use.csv"):
        if row["dead_share"]:
            found["dead_card", row["card"]] = estimate(row["dead_share"], row["dead_share_low"], row["dead_share_high"])
    for row in rows(folder / "card_values.csv"):
        if row["on"] == "turns" and row["effect"]:
            name = f"{row['card']} {row['change']}"
            found["what_to_try", name] = estimate(row["effect"], row["ci_low"], row["ci_high"])
    return found


def bots(text):
    """Figures of the answer on the best bot: name -> (value, low, high)."""
    names = list(dict.fromkeys(re.findall(r"search|learned", text)))
    shares = re.findall(r"([\d.]+) % of the games \(([\d.]+) to ([\d.]+)\)", text)
    return {name: tuple(float(x) / 100 for x in share) for name, share in zip(names, shares)}


def claims(folder):
    """What the sentences say: (question, name, state, value, low, high)."""
    figures = named_figures(folder)
    for row in rows(folder / "answers.csv"):
        if not row["value"]:
            continue
        question, value, low, high = row["question"], *estimate(row["value"], row["ci_low"], row["ci_high"])
        if question == "best_bot":
            figures.update({(question, name): share for name, share in bots(row["text"]).items()})
        same = [name for (other, name), found in figures.items()
                if other == question and abs(found[0] - value) < (1e-3 if question == "best_bot" else 1e-9)]
        # Figures that stand in no table are named by the words before their first number.
        name = PLAIN.get(question) or (same[0] if same else re.split(r"[\d+−-]", row["text"])[0].strip())
        if (question, name) not in figures:
            figures[question, name] = value, low, high
        yield (question, name, row["state"], value, low, high), figures


def contradicts(claim, truth, error, verdict):
    """Whether a claim is at odds with a figure known to within this standard error, and with what others call it."""
    _, _, state, value, low, high = claim
    room = value - low if truth < value else high - value
    is_odd = {state, verdict} == {"problem", "fine"}
    return abs(value - truth) > sqrt(room ** 2 + (Z * error) ** 2) or is_odd
