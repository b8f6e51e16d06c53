#!/usr/bin/env python3
"""A bot for both games of Saloon, with nothing but Python's standard library.

It speaks the protocol saloon-bot/1 of docs/PROTOCOL.md on standard input and output,
one JSON object a line; docs/bots.md explains it line by line. Try it:

    saloon arena texas --test 'exec:python3 examples/bot.py' --field random

In Texas Showdown it plays the highest card that cannot take the trick as it stands,
else its lowest. In Showdown it keeps the Hit away from its own bets.
"""

import json
import random
import sys

# The lowest card of each color: a card's color is that of the last one below it.
COLORS = [0, 11, 21, 31, 41, 51, 61, 71]


def color(card):
    return max(first for first in COLORS if first <= card)


class Texas:
    def __init__(self, hello):
        self.players = hello["players"]
        self.trick = []

    def event(self, word):
        verb, rest = word.split(" ", 1)
        if verb == "play":
            if len(self.trick) == self.players:
                self.trick = []  # T10: this card opens the next trick
            self.trick.append(int(rest))
        elif verb == "deal":
            self.trick = []

    def takes(self, card):
        """Whether the card would take the trick if it were the last (T8)."""
        cards = self.trick + [card]
        count = {c: sum(color(d) == c for d in cards) for c in map(color, cards)}
        most = max(count.values())
        return card == max(c for c in cards if count[color(c)] == most)

    def decide(self, legal):
        if legal[0].startswith("opener"):
            return legal[0]  # T11: whoever it is
        cards = [int(word.split()[1]) for word in legal]
        if len(self.trick) == self.players:
            return f"play {min(cards)}"  # we open
        safe = [c for c in cards if not self.takes(c)]
        return f"play {max(safe) if safe else min(cards)}"


class Raincheck:
    def __init__(self, hello):
        self.random = random.Random(hello["seed"])  # the same game again for the same seed
        self.stacked = []

    def event(self, word):
        verb, _, rest = word.partition(" ")
        if verb == "stack" and rest != "?":
            self.stacked.append(rest)  # only our own cards have names
        elif verb == "river":
            self.stacked = []

    def decide(self, legal):
        stacks = [w for w in legal if w.startswith("stack")]
        bets = [w for w in legal if w.startswith("bet")]
        if bets and "A" not in self.stacked and (not stacks or self.random.random() < 0.5):
            lowest = int(bets[0].split()[1])
            if lowest <= len(self.stacked) or "fold" not in legal:
                return bets[0]  # we flip our own cards only, or nearly
        if "fold" in legal:
            return "fold"
        harmless = [w for w in stacks if w in ("stack K", "stack Q")]
        return self.random.choice(harmless or stacks or legal)


GAMES = {"texas": Texas, "raincheck": Raincheck}


def main():
    game = None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        answer = None
        if kind == "hello":
            game = GAMES[message["game"]](message)
            answer = {"type": "ready", "name": "Example 1.0"}
        elif kind == "event":
            game.event(message["event"])
        elif kind == "decide":
            move = game.decide(message["legal"])
            answer = {"type": "move", "ply": message["ply"], "move": move}
        elif kind == "quit":
            break
        if answer:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
