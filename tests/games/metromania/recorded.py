"""Recorded games of Metromania, one for every way to end, and the digests that they had. After a meant change:

PYTHONPATH=src python -m tests.games.metromania.recorded
"""

from quartier.conformance.games import compiled
from quartier.conformance.positions import random_game
from tests.games.recordings import Recordings, digest

RECORDED = Recordings("metromania")
FOLDER, names, text_of = RECORDED.folder, RECORDED.names, RECORDED.text_of
digests = RECORDED.digests
REASONS = ("both lines", "last station", "enough lines")

__all__ = ["FOLDER", "REASONS", "RECORDED", "digest", "digests", "names", "text_of"]


def record_missing() -> None:
    """Search random games for one of each end reason and number of players that has no file yet."""
    wanted = {(reason, seats) for reason in REASONS for seats in (2, 3, 4)}
    seed = 0
    while wanted:
        seats, seed = 2 + seed % 3, seed + 1
        state = random_game(compiled("metromania"), seed, seats=seats)
        reason = state.view(None)["end"]
        if (reason, seats) in wanted:
            wanted.remove((reason, seats))
            file = FOLDER / f"{reason.replace(' ', '_')}_{seats}.txt"
            if not file.exists():
                state.headers["Event"] = f"{reason}, {seats} players"
                file.write_text(state.record(), encoding="utf-8")


def main() -> None:
    """Write missing games and all digests."""
    record_missing()
    RECORDED.write_digests()


if __name__ == "__main__":
    main()
