"""A bot of an earlier Quartier, run by the Python of an environment where that one is installed; see `generations.py`.

It knows nothing of this version but the notation: each line it reads is a question in JSON, each line it writes an answer.
"""

import json
import sys
import time

import quartier
from quartier import Dice, bots


class Table:
    """A game as the earlier version keeps it, and its bots by seat."""

    def __init__(self, title, seats, options, level, theirs, seed):
        self.game = quartier.load(title)
        self.game.compile()
        self.state = self.game.new(seats, chance="manual", **options)
        self.bots = {seat: bots.make(level, self.game) for seat in theirs}
        self.dice = Dice(seed)

    def choose(self, events, seat):
        """The bot's move after some events, and the seconds of processor that it took."""
        self.play(events)
        began = time.process_time()
        move = self.bots[seat].choose(self.state.concealed(seat), seat, self.dice)
        return {"move": move, "seconds": time.process_time() - began}

    def end(self, events):
        """The scores, as the earlier version counts them."""
        self.play(events)
        return {"over": self.state.over, "scores": list(self.state.scores())}

    def play(self, events):
        """What has happened since the last question."""
        for actor, move in events:
            self.state.play(actor, move)


def main():
    """Answer until the input ends."""
    answers, table = sys.stdout, None
    sys.stdout = sys.stderr
    for line in sys.stdin:
        request = json.loads(line)
        kind = request.pop("ask")
        if kind == "new":
            table = Table(**request)
            answer = {"rules": getattr(table.state, "rules", 1)}  # 0.1.0 knows one version of the rules only
        else:
            answer = getattr(table, kind)(**request)
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
