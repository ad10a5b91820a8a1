"""Boards as data: the JSON files of a title's folder, or one of somebody's own."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from quartier.core.text.errors import QuartierError, nearest
from quartier.core.text.languages import LANGUAGES, N_


class BadBoard(QuartierError):
    """A board file that cannot be used; the text names the place in it."""


@dataclass(frozen=True, eq=False)
class Board:
    """A board: its name, its data as the file has them, and the numbers that the rules take from it (int64, flat)."""

    name: str
    data: dict[str, Any]
    numbers: Any

    @property
    def blank(self) -> bool:
        """Whether the title has no board."""
        return not self.data

    def figures(self, lang: str) -> str:
        """Whose figures these are, as the file says in `figures`; "" if it does not."""
        said = self.data.get("figures", "")
        return str(said[lang] if isinstance(said, dict) else said)


NO_BOARD = Board("", {}, np.zeros(0, np.int64))


class Boards:
    """The boards of one title: `board.json` is the standard one, `board.<name>.json` are others.

    Those in the folder `laboratory` are so small that a game on them can be worked out: whoever names one gets it, but no
    page offers them. A title may have such boards and no others.
    """

    def __init__(self, title: str, folder: Path, read_numbers: Any) -> None:
        self._title = title
        self._folder = folder
        self._read_numbers = read_numbers
        self._known: dict[str, Board] | None = None
        self._small: dict[str, Board] | None = None

    def names(self) -> list[str]:
        """The names of all boards in the folder, the standard one first; empty if the title has none."""
        return list(self._all())

    def laboratory(self) -> list[str]:
        """The names of the boards for exact work, which are small."""
        return list(self._for_exact_work())

    def is_for_laboratory(self, board: Board) -> bool:
        """Whether a board is one of those for exact work."""
        return self._for_exact_work().get(board.name) is board

    def standard(self) -> Board:
        """The board that is used unless another is named."""
        return next(iter(self._all().values()), NO_BOARD)

    def get(self, wanted: "str | Path | dict[str, Any] | Board | None") -> Board:
        """A board by its name, from a file, or from data in the format of the files. Raises BadBoard."""
        if wanted is None:
            return self.standard()
        if isinstance(wanted, Board):
            return wanted
        if isinstance(wanted, dict):
            return self._read(wanted)
        if isinstance(wanted, Path):
            return self._read(load_json(wanted))
        return self._named(wanted)

    def named(self, board: Board) -> str | dict[str, Any] | None:
        """What `get` finds a board by: its name if the title knows it, else its data; None if there is none."""
        if board.blank:
            return None
        known = self._all().get(board.name) is board or self.is_for_laboratory(board)
        return board.name if known else board.data

    def _named(self, name: str) -> Board:
        boards = {**self._for_exact_work(), **self._all()}
        if name not in boards:
            names = [*self._all(), *self._for_exact_work()]
            known, near = ", ".join(names) or "–", nearest(name, names)
            message = (
                N_("There is no board “{name}”. Did you mean {near}?")
                if near
                else N_("There is no board “{name}”. There are: {known}.")
            )
            raise BadBoard(message, name=name, near=near, known=known)
        return boards[name]

    def _all(self) -> dict[str, Board]:
        if self._known is None:
            standard = list(self._folder.glob("board.json"))
            others = [*sorted(self._folder.glob("board.*.json")), *self._own_files()] if standard else []
            self._known = self._read_all([*standard, *others])
        return self._known

    def _for_exact_work(self) -> dict[str, Board]:
        if self._small is None:
            self._small = self._read_all(sorted((self._folder / "laboratory").glob("*.json")))
        return self._small

    def _read_all(self, files: list[Path]) -> dict[str, Board]:
        boards = [self._read(load_json(file)) for file in files]
        return {board.name: board for board in boards}

    def _own_files(self) -> list[Path]:
        """The boards that a host has added: `$QUARTIER_BOARDS/<title>/*.json`."""
        added = os.environ.get("QUARTIER_BOARDS")
        return sorted((Path(added) / self._title).glob("*.json")) if added else []

    def _read(self, data: Any) -> Board:
        if not isinstance(data, dict) or not isinstance(data.get("name"), str):
            raise BadBoard(N_("A board is a JSON object with a “name”."))
        _check_figures(data.get("figures", ""))
        try:
            return Board(data["name"], data, self._read_numbers(data))
        except BadBoard as error:
            # What a title says about its boards stands in its own catalogue.
            raise BadBoard(error.message, self._folder.parent, **error.fields) from error


def _check_figures(said: Any) -> None:
    """A text, or one for each language."""
    texts = [said.get(lang) for lang in LANGUAGES] if isinstance(said, dict) else [said]
    if not all(isinstance(text, str) for text in texts):
        message = N_("The “figures” of a board are a text, or an object with one for each language: {known}.")
        raise BadBoard(message, known=", ".join(LANGUAGES))


def load_json(file: Path) -> Any:
    """The content of a JSON file; BadBoard says where it is broken."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadBoard(N_("The board file {file} cannot be read."), file=str(file)) from error
    except ValueError as error:
        raise BadBoard(
            N_("The board file {file} is not JSON: {reason}."), file=str(file), reason=error
        ) from error
