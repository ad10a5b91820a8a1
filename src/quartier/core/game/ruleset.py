"""A title without its positions: its names, limits and options, and its functions for Python."""

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
from quartier.core.text.errors import BadOption
from quartier.core.text.integers import is_integer
from quartier.core.text.languages import N_, Translator, current, translator
from quartier.core.text.speaking import check_language


class Ruleset:
    """The rules of one title, ready to run: names and limits, and its functions, interpreted or compiled."""

    def __init__(self, title: TitleSpec) -> None:
        self.spec = title

    def __repr__(self) -> str:
        return f"quartier.load({self.name!r})"

    @property
    def name(self) -> str:
        """The name for `quartier.load` and in records."""
        return self.spec.name

    def title(self, lang: str | None = None) -> str:
        """Return the name of the game for people.

        Args:
            lang: The language, by default the current one.

        Raises:
            BadOption: There is no such language.
        """
        return self.translator(lang)(self.spec.rules.NAME)

    @property
    def seats(self) -> tuple[int, int]:
        """The fewest and the most seats."""
        fewest, most = self.spec.rules.SEATS
        return fewest, most

    @property
    def version(self) -> int:
        """The version of the rules for new games."""
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
        """The names of the boards that are small enough for exact solutions; no page lists them."""
        return self.spec.boards.laboratory()

    def figures(self, board: Board, lang: str | None = None) -> str:
        """Return where the numbers on a board come from.

        Args:
            board: A board of this title.
            lang: The language, by default the current one.

        Returns:
            A text, if the title's own boards state their origin; else "".

        Raises:
            BadOption: There is no such language.
        """
        language = check_language(lang or current())
        if not self.spec.boards.standard().figures(language):
            return ""
        return board.figures(language) or translator(language)(_NOBODYS)

    @property
    def actions(self) -> int:
        """The number of actions, outcomes of chance included; they are numbered from 0."""
        return int(self.spec.rules.ACTIONS)

    def check_action(self, action: Any) -> int:
        """Return the number of an action as an int.

        Args:
            action: An integer, NumPy's included.

        Raises:
            BadOption: It is no action of the title.
        """
        if not is_integer(action) or not 0 <= action < self.actions:
            raise BadOption(_NO_ACTION, action=action, last=self.actions - 1)
        return int(action)

    @property
    def observation(self) -> Observation:
        """The parts of what `State.observation` and `quartier.envs.Batch` have."""
        return self.spec.observation

    @property
    def max_events(self) -> int:
        """The number of events that no game exceeds."""
        return int(self.spec.rules.MAX_EVENTS)

    def derived_values(self, position: Any, seat: int) -> list[int]:
        """Return the derived values of a position: what drawings show and the record doesn't hold.

        Args:
            position: A record that is concealed for the viewer: an array of the title's structured dtype, shape (1,).
            seat: The viewer: a seat, or -1 for a spectator.

        Returns:
            The integers that the title's `derive` writes.
        """
        values = np.zeros(self.spec.derived_size, np.int64)
        self.kernels.derive_at(position, seat, values)
        numbers: list[int] = values.tolist()
        return numbers

    @property
    def ending(self) -> dict[str, Any]:
        """The options with which every game ends within `max_events` events; empty if every game does anyway."""
        return dict(getattr(self.spec.rules, "ENDING", {}))

    def rule_ids(self) -> list[str]:
        """Return the ids of all rules, in order."""
        return self.spec.rule_ids()

    def marks(self, lang: str | None = None) -> list[Mark]:
        """Return the source of each rule.

        Args:
            lang: The language, by default the current one.

        Returns:
            The sources, in the order of the rules; empty if the title doesn't state them.

        Raises:
            BadOption: There is no such language.
        """
        return self.spec.marks(check_language(lang or current()))

    def rulebook(self, lang: str | None = None) -> str:
        """Return the rulebook in Markdown, with the sources of its rules.

        Args:
            lang: The language, by default the current one.

        Raises:
            BadOption: There is no such language.
        """
        language = check_language(lang or current())
        text = self.spec.rulebook(language).read_text(encoding="utf-8")
        return with_marks(text, self.rule_ids(), self.marks(language), language)

    def rule(self, rule: str, lang: str | None = None) -> str:
        """Return one rule of the rulebook in Markdown.

        Args:
            rule: Its id, such as "CB-9".
            lang: The language, by default the current one.

        Raises:
            KeyError: There is no such rule.
            BadOption: There is no such language.
        """
        if rule not in self.rule_ids():
            raise KeyError(rule)
        return part_of(self.rulebook(lang), self.rule_ids(), rule)

    @property
    def styles(self) -> str:
        """The stylesheet (CSS) for its own drawings, in addition to the common one of `quartier.core.drawing.svg`."""
        return self.spec.styles

    def picture(self, name: str, lang: str | None = None) -> str:
        """Draw a picture that the rulebook shows as `![...](picture:name)`.

        Args:
            name: The name of the picture.
            lang: The language of its texts, by default the current one.

        Returns:
            The picture as SVG.

        Raises:
            KeyError: There is no such picture.
            BadOption: There is no such language.
        """
        return self.spec.pictures[name](self.translator(lang))

    def translator(self, lang: str | None = None) -> Translator:
        """Return the translator of the title's messages.

        Args:
            lang: The language, by default the current one.

        Raises:
            BadOption: There is no such language.
        """
        return translator(check_language(lang or current()), self.spec.folder)

    # ----- speed -----

    @property
    def is_compiled(self) -> bool:
        """Whether `compile` has been called in this process."""
        return self.spec.program.is_compiled

    @property
    def is_interpreted(self) -> bool:
        """Whether Python interprets the rules: until `compile` has been called; with NUMBA_DISABLE_JIT always."""
        return self.kernels.is_interpreted

    def compile(
        self, progress: Callable[[int, int], None] | None = None, loops: Iterable[ModuleType] = ()
    ) -> None:
        """Compile the rules for this process: it takes seconds the first time; later they are loaded from a cache on disk.

        Until it returns, all positions play interpreted.

        Args:
            progress: Called as `progress(done, total)` before each function, with numbers of functions.
            loops: Modules as for `bound` that are compiled along; others are compiled when they are first used.
        """
        self.spec.program.compile(progress, loops)

    @property
    def kernels(self) -> Bound:
        """The contract functions of the title for records in arrays: compiled if the game is, else interpreted."""
        return self.spec.program.kernels

    def bound(self, loops: ModuleType) -> Bound:
        """Bind the functions of a module to this title.

        Args:
            loops: A module that names its functions in SIGNATURES and is written against
                `quartier.core.engine.contract`; see `quartier.core.engine.signatures`.

        Returns:
            Those functions, compiled if the game is.
        """
        return self.spec.program.bound(loops)


_NO_ACTION = N_("Invalid action “{action}”. Actions are whole numbers from 0 to {last}.")
_NOBODYS = N_("numbers of unknown origin")
