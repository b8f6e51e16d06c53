#!/usr/bin/env python3
"""Checks the shuffles of a finished Saloon game: python3 check_fair.py game.saloon.json

Prints 'ok N chance events', or on standard error what is wrong, with exit status 1. It needs only
Python 3 and the record, and it shares no code with the program that drew the cards. The scheme is
described in docs/fairness.md. Whether the moves kept the rules is another question: saloon replay.
"""
import hashlib, hmac, itertools, json, struct, sys

COLORS = (0, 10), (11, 20), (21, 29), (31, 38), (41, 47), (51, 56), (61, 65), (71, 74)
DECK = [card for low, high in COLORS for card in range(low, high + 1)]
KINDS = "A3KQ"  # the order in which hand and river are listed before a draw


def field(data):
    return struct.pack(">I", len(data)) + data


def words(proof, event):
    """Yields the 32-bit words of the chance event with that number, counted from 1."""
    seeds = [bytes.fromhex(seed) for seed in proof["clientSeeds"]]
    message = field(b"saloon-fair/1") + field(proof["table"].encode()) + struct.pack(">QQ", event, len(seeds))
    message += b"".join(field(seed) for seed in seeds)
    key = hmac.digest(bytes.fromhex(proof["serverSeed"]), message, "sha256")
    for block in itertools.count():
        yield from struct.unpack(">8I", hmac.digest(key, struct.pack(">Q", block), "sha256"))


def draw(proof, event, pool, count):
    """Draws count things from the pool, in order and without replacement."""
    pool, source = list(pool), words(proof, event)
    for i in range(count):
        n = len(pool) - i
        word = next(w for w in source if w < 2**32 // n * n)
        j = i + word % n
        pool[i], pool[j] = pool[j], pool[i]
    return pool[:count]


def texas(record, proof):
    """Yields the number of every chance event, and the event that the seeds make."""
    players = record["players"]
    deck = [card for card in DECK if players > 3 or 11 <= card <= 65]
    size = len(deck) // players
    for number, event in enumerate(record["events"], 1):
        if event.startswith("deal"):
            cards = draw(proof, number, deck, len(deck))
            hands = [sorted(cards[seat * size:][:size]) for seat in range(players)]
            yield number, "deal " + "/".join(",".join(map(str, hand)) for hand in hands)


def raincheck(record, proof):
    """The same; who lost a round, and so draws, follows from the events."""
    owned, river, begins = [list(KINDS), list(KINDS)], [], None
    for number, event in enumerate(record["events"], 1):
        word, _, what = event.partition(" ")
        if word == "start":
            first = record.get("options", {}).get("first")
            begins = turn = draw(proof, number, [0, 1] if first is None else [first], 1)[0]
            piles = {0: [], 1: [], "river": []}  # each with its top last
            yield number, f"start {begins}"
        elif word == "stack":
            piles[turn].append(what)
            turn = 1 - turn
        elif word in ("bet", "fold"):
            turn = 1 - turn  # after the fold: whoever made the highest bet
        elif word == "flip":
            card = piles[{"own": turn, "opp": 1 - turn, "river": "river"}[what]].pop()
        elif word == "lose":
            loser = turn if card == "A" else 1 - turn
            lost = draw(proof, number, sorted(owned[loser], key=KINDS.index), 1)[0]
            yield number, f"lose {lost}"
            owned[loser].remove(lost)
            river.append(lost)
        elif word == "river":
            order = draw(proof, number, sorted(river, key=KINDS.index), len(river))
            yield number, "river " + ",".join(order)
            begins = turn = 1 - begins
            piles = {0: [], 1: [], "river": order[::-1]}


def check(record):
    """Returns how many chance events there are, or raises ValueError."""
    proof = record["fair"]
    if proof["scheme"] != "saloon-fair/1":
        raise ValueError(f"the scheme is {proof['scheme']}, but this checks saloon-fair/1 only")
    seeds = [bytes.fromhex(seed) for seed in proof["clientSeeds"]]
    if len(seeds) != record["players"] or any(len(seed) > 64 for seed in seeds):
        raise ValueError("there must be one client seed for each player, of at most 64 bytes")
    server = bytes.fromhex(proof["serverSeed"])
    if len(server) != 32 or hashlib.sha256(server).hexdigest() != proof["commitment"]:
        raise ValueError("the server seed is not the one that was committed to")
    count = 0
    for number, right in {"texas": texas, "raincheck": raincheck}[record["game"]](record, proof):
        was = record["events"][number - 1]
        if was != right:
            raise ValueError(f"event {number} is '{was}', but by the seeds it is '{right}'")
        count += 1
    return count


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__.splitlines()[0], file=sys.stderr)
        sys.exit(2)
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            print("ok", check(json.load(file)), "chance events")
    except (ValueError, OSError) as problem:
        sys.exit(f"{sys.argv[1]}: {problem}")
    except (KeyError, TypeError, IndexError, AttributeError, NameError) as problem:
        sys.exit(f"{sys.argv[1]}: not a record of a game with a proof ({problem!r})")
