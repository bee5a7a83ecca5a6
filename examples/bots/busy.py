#!/usr/bin/env python3
"""A bot for every game of Trestle, to start your own from: it would rather do something than nothing.

    trestle play throne --bot B=program:examples/bots/busy.py
    trestle sim hadara --games 100 --seats program:examples/bots/busy.py,greedy

It is started as a child of Trestle and gets one JSON object a line: hello, begin, choose. It answers each with one line.
docs/protocol.md, "Programs at a seat", says what is in them. What it prints to stderr is shown when it fails.
"""
import json
import random
import sys

# The first word of a move, best first; a word that is not named comes after these, and a word that stops or gives up comes last.
LIKES = {
    "throne": ["choose", "march", "attack", "activate", "play", "demand", "produce", "extra", "withdraw", "pay"],
    "hadara": ["ally", "plunder", "carve", "buy", "take", "side"],
    "tharos": ["act", "activate", "use", "take", "keep"],
}
LAST = {"pass", "done", "stop", "end", "discard", "dismiss", "recover", "sell", "none", "no"}


class Busy:
    def __init__(self, begin):
        self.seat = begin["seat"]
        self.likes = LIKES.get(begin["game"], [])
        self.dice = random.Random(begin["seed"])  # the same seed, the same game

    def rank(self, move):
        word = move.split()[0]
        if word in LAST:
            return 1000
        return self.likes.index(word) if word in self.likes else 100

    def choose(self, asked):
        # What the seat sees is in asked["fields"], for instance its coins. A poor player does not spend.
        coins = asked["fields"].get(f"{self.seat}.coins")
        moves = asked["legal"]
        if isinstance(coins, int) and coins < 6:
            frugal = [m for m in moves if m.split()[0] not in ("take", "ransom")]
            moves = frugal or moves
        best = min(self.rank(m) for m in moves)
        return self.dice.choice([m for m in moves if self.rank(m) == best])


def main():
    bot = None
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "hello":
            answer = {"ok": True, "player_protocol": 1, "name": "busy"}
        elif asked["do"] == "begin":
            bot = Busy(asked)
            answer = {"ok": True}
        else:
            answer = {"action": bot.choose(asked)}
        print(json.dumps(answer), flush=True)


main()
