"""What the long runs have done so far, kept between them: nobody waits for ten thousand kills at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from quartier import __version__

FOLDER = Path(__file__).parents[2] / "build" / "soak"


@dataclass
class Tally:
    """How much this release has survived. A failure begins anew."""

    file: Path
    done: int = 0
    hits: int = 0
    """How much of it was what it is about."""

    @classmethod
    def of(cls, name: str) -> Tally:
        file = FOLDER / f"{name}-{__version__}.json"
        return cls(file, **(json.loads(file.read_text()) if file.exists() else {}))

    def add(self, count: int, run: Callable[[int], int]) -> None:
        """`run(count)` does it and tells the hits. What is interrupted does not count; a failure leaves no tally."""
        try:
            self.hits += run(count)
        except Exception:
            self.file.unlink(missing_ok=True)
            raise
        self.done += count
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps({"done": self.done, "hits": self.hits}))
        print(f"{self.file.stem}: {self.done}, {self.hits} of them hits")
