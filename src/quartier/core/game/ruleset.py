"""A title without its positions: what it is called, what it allows, and its functions for Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import numpy as np

from quartier.core.engine.observations import Observation
from quartier.core.engine.program import Bound
from quartier.core.game.boards import Board
from quartier.core.game.rule_sources import Mark
from quartier.core.game.rulebook import part_of, with_marks
from quartier.core.game.title_spec import Option, TitleSpec
from quartier.core.text.languages import N_, Translator, current, translator
from quartier.core.text.speaking import check_language


class Ruleset:
    """The rules of one title, ready to run: its names and numbers, and its functions, interpreted or compiled."""

    def __init__(self, title: TitleSpec) -> None:
        self.spec = title

    def __repr__(self) -> str:
        return f"quartier.load({self.name!r})"

    @property
    def name(self) -> str:
        """The name for `quartier.load`, as it stands in records."""
        return self.spec.name

    def title(self, lang: str | None = None) -> str:
        """The name for people."""
        return self.translator(lang)(self.spec.rules.NAME)

    @property
    def seats(self) -> tuple[int, int]:
        """Fewest and most seats."""
        fewest, most = self.spec.rules.SEATS
        return fewest, most

    @property
    def version(self) -> int:
        """The version of the rules under which new games begin."""
        return self.spec.version

    @property
    def options(self) -> dict[str, Option]:
        """The options by name."""
        return self.spec.options

    @property
    def boards(self) -> list[str]:
        """The names of the boards, the standard one first; empty if the title has none."""
        return self.spec.boards.names()

    @property
    def laboratory(self) -> list[str]:
        """The names of the boards for exact work: so small that a game can be worked out, and offered to nobody."""
        return self.spec.boards.laboratory()

    def figures(self, board: Board, lang: str | None = None) -> str:
        """Whose figures are played on a board, where the title's own boards say whose theirs are; else ""."""
        language = check_language(lang or current())
        if not self.spec.boards.standard().figures(language):
            return ""
        return board.figures(language) or translator(language)(_NOBODYS)

    @property
    def actions(self) -> int:
        """Size of the alphabet of actions, chance included."""
        return int(self.spec.rules.ACTIONS)

    @property
    def observation(self) -> Observation:
        """The parts of what `State.observation` and batches tell of a position."""
        return self.spec.observation

    @property
    def max_events(self) -> int:
        """No game has more events than this."""
        return int(self.spec.rules.MAX_EVENTS)

    def derived_values(self, position: Any, seat: int) -> list[int]:
        """What the title's `derive` works out of a position (array of shape (1,)) concealed for a seat (-1: a spectator)."""
        values = np.zeros(self.spec.derived_size, np.int64)
        self.kernels.derive_at(position, seat, values)
        numbers: list[int] = values.tolist()
        return numbers

    @property
    def ending(self) -> dict[str, Any]:
        """Options with which every game ends within `longest` events; empty if every game does anyway."""
        return dict(getattr(self.spec.rules, "ENDING", {}))

    def rule_ids(self) -> list[str]:
        """The ids of all rules."""
        return self.spec.rule_ids()

    def marks(self, lang: str | None = None) -> list[Mark]:
        """Where each rule comes from, in the order of the rules; empty if the title does not say."""
        return self.spec.marks(check_language(lang or current()))

    def rulebook(self, lang: str | None = None) -> str:
        """The rulebook in Markdown, with the marks of its rules."""
        language = check_language(lang or current())
        text = self.spec.rulebook(language).read_text(encoding="utf-8")
        return with_marks(text, self.rule_ids(), self.marks(language), language)

    def rule(self, rule: str, lang: str | None = None) -> str:
        """One rule of the rulebook in Markdown; KeyError if there is none."""
        if rule not in self.rule_ids():
            raise KeyError(rule)
        return part_of(self.rulebook(lang), self.rule_ids(), rule)

    @property
    def styles(self) -> str:
        """The stylesheet of its own drawings, beside the common one of `quartier.core.drawing.svg`."""
        return self.spec.styles

    def picture(self, name: str, lang: str | None = None) -> str:
        """The SVG of a picture that the rulebook shows as `![...](picture:name)`; KeyError if there is none."""
        return self.spec.pictures[name](self.translator(lang))

    def translator(self, lang: str | None = None) -> Translator:
        """Return the translator of the title's messages into a language, by default the current one."""
        return translator(check_language(lang or current()), self.spec.folder)

    # ----- speed -----

    @property
    def is_compiled(self) -> bool:
        """Whether `compile` was called in this process."""
        return self.spec.program.is_compiled

    @property
    def is_interpreted(self) -> bool:
        """Whether Python plays the rules: until `compile` is called, and with NUMBA_DISABLE_JIT after it too."""
        return self.kernels.is_interpreted

    def compile(
        self, progress: Callable[[int, int], None] | None = None, loops: Iterable[ModuleType] = ()
    ) -> None:
        """Compile the rules for this process (seconds the first time, then from a cache on disk).

        `loops` are modules as for `bound`; others are compiled when they are first asked for. `progress(done, total)` is
        called before each function. Until it is done every position plays interpreted.
        """
        self.spec.program.compile(progress, loops)

    @property
    def kernels(self) -> Bound:
        """The contract functions of the title for records in arrays: compiled if the game is, else interpreted."""
        return self.spec.program.kernels

    def bound(self, loops: ModuleType) -> Bound:
        """The functions that a module names in SIGNATURES, bound to this title: compiled if the game is.

        They are written against `quartier.core.engine.contract`; see `quartier.core.engine.signatures`.
        """
        return self.spec.program.bound(loops)


_NOBODYS = N_("figures whose origin its file does not tell")
