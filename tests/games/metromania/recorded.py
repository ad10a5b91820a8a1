"""Recorded games of Metromania, one for every way to end, and the digests that they had. After a meant change:

PYTHONPATH=src python -m tests.games.metromania.recorded
"""

import hashlib
from pathlib import Path

import quartier
from quartier import State
from tests.conformance.positions import random_game
from tests.conformance.titles import compiled

FOLDER = Path(__file__).parents[2] / "fixtures" / "metromania"
DIGESTS = FOLDER / "digests.txt"
REASONS = ("both lines", "last station", "enough lines")


def names() -> list[str]:
    """The names of all recorded games."""
    return sorted(file.stem for file in FOLDER.glob("*.txt") if file != DIGESTS)


def text_of(name: str) -> str:
    """A recorded game as it stands in its file."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def digest(state: State) -> str:
    """SHA-256 over every position of a game, from the first to the last."""
    positions = [*(past.before for past in state.past), state.to_bytes()]
    return hashlib.sha256(b"".join(positions)).hexdigest()


def digests() -> dict[str, str]:
    """Name -> the digest that the game had when it was recorded."""
    return dict(line.split() for line in DIGESTS.read_text(encoding="utf-8").splitlines())


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
    lines = [f"{name} {digest(quartier.replay(text_of(name)))}\n" for name in names()]
    DIGESTS.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
