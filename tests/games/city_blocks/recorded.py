"""Recorded games that the tests replay: `tests/fixtures/city_blocks/<name>.txt`, and the digests beside them."""

from pathlib import Path

import quartier
from quartier import State
from tests.conformance.titles import compiled

FOLDER = Path(__file__).parents[2] / "fixtures" / "city_blocks"
DIGESTS = FOLDER / "digests.txt"


def names() -> list[str]:
    """The names of all recorded games."""
    return sorted(file.stem for file in FOLDER.glob("*.txt") if file != DIGESTS)


def text_of(name: str) -> str:
    """A recorded game as it stands in its file."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def fixture(name: str) -> State:
    """A recorded game at its end, with its past."""
    compiled("city_blocks")
    return quartier.replay(text_of(name))


def digests() -> dict[str, str]:
    """Name -> the digest that the last position of that game had when it was recorded."""
    return dict(line.split() for line in DIGESTS.read_text(encoding="utf-8").splitlines())
