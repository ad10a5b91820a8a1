"""Recorded games that the tests replay: `tests/fixtures/<title>/<name>.txt`, and the digests beside them."""

import hashlib
from pathlib import Path

import quartier
from quartier import State
from quartier.conformance.games import load_compiled
from quartier.core.engine.records import DIGEST_VERSION
from tests.games.released import convert_layout

FIXTURES = Path(__file__).parents[1] / "fixtures"


def digest(state: State) -> tuple[str, str]:
    """What says how a whole game went, position by position: as release 0.1.0 said it, and as digests do now."""
    title, record_class = state.game.name, state.game.spec.record_class
    positions = [*(past.before for past in state.past), state.to_bytes()]
    then, now = hashlib.sha256(), hashlib.sha256()
    for position in positions:
        then.update(convert_layout(title, record_class, position))
        now.update(record_class.canonical(record_class.from_bytes(position)))
    return then.hexdigest(), f"{DIGEST_VERSION}:{now.hexdigest()}"


class Recordings:
    """The recorded games of one title."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.folder = FIXTURES / title
        self.digests_file = self.folder / "digests.txt"

    def names(self) -> list[str]:
        """The names of all recorded games."""
        return sorted(file.stem for file in self.folder.glob("*.txt") if file != self.digests_file)

    def text_of(self, name: str) -> str:
        """A recorded game as it stands in its file."""
        return (self.folder / f"{name}.txt").read_text(encoding="utf-8")

    def fixture(self, name: str) -> State:
        """A recorded game at its end, with its past."""
        load_compiled(self.title)
        return quartier.replay(self.text_of(name))

    def digests(self) -> dict[str, tuple[str, str]]:
        """Name -> the digests that the game had when it was recorded."""
        lines = map(str.split, self.digests_file.read_text(encoding="utf-8").splitlines())
        return {name: (then, now) for name, then, now in lines}

    def write_digests(self) -> None:
        """Take the present digests as right, after an intended change."""
        lines = [f"{name} {' '.join(digest(self.fixture(name)))}\n" for name in self.names()]
        self.digests_file.write_text("".join(lines), encoding="utf-8")
