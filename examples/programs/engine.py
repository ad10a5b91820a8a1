"""An engine without rules of its own: quartier arena TITLE --seats "engine:python engine.py,random"."""

import json
import random
import sys


def numbers(words):
    """The legal actions: 3 7-9 are 3, 7, 8, 9."""
    for word in words:
        first, _, last = word.partition("-")
        yield from range(int(first), int(last or first) + 1)


for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "quartier":
        print("id name Any Move", "id version 1.0", "ready", sep="\n", flush=True)
    elif command == "position":
        position = json.loads(rest)  # what the seat knows: for whoever wants to think
    elif command == "legal":
        legal = list(numbers(rest.split()))
    elif command == "go":
        seed = int(rest.split()[3])  # go time MS seed N: the same seed, the same games
        print("bestmove", random.Random(seed).choice(legal), flush=True)
    elif command == "quit":
        break
