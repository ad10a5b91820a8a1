"""What a title says of itself to somebody who has never played it: `FRONT` in the `front.py` of its folder.

All sentences and names of options are message ids of the title's catalogue. Names of people are the same in every language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from quartier.core.game.title_checks import optional_room


@dataclass(frozen=True)
class Scene:
    """A piece of a recorded game's board: after `events` events of `data/<record>.txt`, the square with its top left corner
    at (x, y), in units of the board.
    """

    record: str
    events: int
    x: float
    y: float
    side: float


@dataclass(frozen=True)
class Character:
    """One of a title's bots: a name, and in a sentence how it plays."""

    name: str
    sentence: str


@dataclass(frozen=True)
class Front:
    """The front of a title; what a title does not say is left out."""

    sentence: str = ""
    """What one does in it."""
    minutes: tuple[int, int] = (0, 0)
    """How long a game takes with the fewest players and with the most."""
    weight: int = 0
    """How much there is to think about, from 1 to 5."""
    scene: Scene | None = None
    bots: tuple[Character, ...] = ()
    """Who plays at which level, the weakest first."""
    seconds: Mapping[str, Character] = field(default_factory=dict)
    """Who else plays at a level, after a taste of its own or with more time, by level and style: "2+parks", "6+patient"."""
    visor: int = 0
    """Which of the common visors its bots wear (`core.show.faces`)."""
    options: Mapping[str, str] = field(default_factory=dict)
    """In a word or two, what each option is about."""
    swatches: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By option: the looks that its letters stand for. Its value has one letter for each seat, in the order of the seats."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """What people call the colour of each letter."""


def front_of(package: str) -> Front:
    """The front that a title's folder declares; one that says nothing where there is none."""
    module = optional_room(package, "front")
    return Front() if module is None else cast(Front, module.FRONT)
