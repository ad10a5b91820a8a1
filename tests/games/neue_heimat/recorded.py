"""Recorded games that the tests replay: `tests/fixtures/neue_heimat/<name>.txt`, and the digests beside them."""

import hashlib
from pathlib import Path

import quartier
from quartier import State
from tests.conformance.titles import compiled

FOLDER = Path(__file__).parents[2] / "fixtures" / "neue_heimat"
DIGESTS = FOLDER / "digests.txt"


def names() -> list[str]:
    """The names of all recorded games."""
    return sorted(file.stem for file in FOLDER.glob("*.txt") if file != DIGESTS)


def text_of(name: str) -> str:
    """A recorded game as it stands in its file."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def fixture(name: str) -> State:
    """A recorded game at its end, with its past."""
    compiled("neue_heimat")
    return quartier.replay(text_of(name))


def digest(state: State) -> str:
    """SHA-256 over every position of a game, from the first to the last."""
    positions = [*(past.before for past in state.past), state.to_bytes()]
    return hashlib.sha256(b"".join(positions)).hexdigest()


def digests() -> dict[str, str]:
    """Name -> the digest that the game had when it was recorded."""
    return dict(line.split() for line in DIGESTS.read_text(encoding="utf-8").splitlines())
