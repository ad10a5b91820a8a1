"""Recorded games that the tests replay: `tests/fixtures/block_city/<name>.txt`, and the digests beside them.

After a change that is meant, write the digests anew: PYTHONPATH=src python -m tests.games.block_city.recorded
"""

import hashlib
from pathlib import Path

from quartier import State
from tests.conformance.titles import compiled

FOLDER = Path(__file__).parents[2] / "fixtures" / "block_city"
DIGESTS = FOLDER / "digests.txt"


def names() -> list[str]:
    """The names of all recorded games."""
    return sorted(file.stem for file in FOLDER.glob("*.txt") if file != DIGESTS)


def text_of(name: str) -> str:
    """A recorded game as it stands in its file."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def fixture(name: str) -> State:
    """A recorded game at its end, with its past."""
    return compiled("block_city").replay(text_of(name))


def digest(state: State) -> str:
    """SHA-256 over every position of a game, from the first to the last."""
    positions = [*(past.before for past in state.past), state.to_bytes()]
    return hashlib.sha256(b"".join(positions)).hexdigest()


def digests() -> dict[str, str]:
    """Name -> the digest that the game had when it was recorded."""
    return dict(line.split() for line in DIGESTS.read_text(encoding="utf-8").splitlines())


def main() -> None:
    """Write the digests."""
    DIGESTS.write_text("".join(f"{name} {digest(fixture(name))}\n" for name in names()), encoding="utf-8")


if __name__ == "__main__":
    main()
