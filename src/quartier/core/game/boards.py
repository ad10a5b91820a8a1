"""Boards as data: the JSON files in a title's folder, or a file that a user brings."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from quartier.core.text.errors import QuartierError, nearest
from quartier.core.text.files import read_text
from quartier.core.text.languages import N_, in_language


class BadBoard(QuartierError):
    """A board that doesn't exist or can't be used; the message names the place in its data."""


@dataclass(frozen=True, eq=False)
class Board:
    """A board of a title."""

    name: str
    """The name by which records refer to it; "" where the title has no boards."""
    data: dict[str, Any]
    """The content of its JSON file."""
    numbers: Any
    """What the rules take from it: int64, flat; empty without a board."""

    @property
    def blank(self) -> bool:
        """Whether the title has no board."""
        return not self.data

    def figures(self, lang: str) -> str:
        """Return where the board's numbers come from, as its file says.

        Args:
            lang: A language code.

        Returns:
            The text of `figures` in the file; "" if there is none.
        """
        text = self.data.get("figures", "")
        return str(in_language(text, lang) if isinstance(text, dict) else text)


@dataclass(frozen=True)
class BrokenBoard:
    """A host's board file that is skipped."""

    file: Path
    error: BadBoard


BOARD_DATA = "BoardData"
"""The header of a record with the data of a board that doesn't come with the title."""
OWN_BOARDS = "QUARTIER_BOARDS"
"""Environment variable: the folder in which a host adds boards."""
NO_BOARD = Board("", {}, np.zeros(0, np.int64))


class Boards:
    """The boards of one title: `board.json` is the standard one, `board.<name>.json` are others.

    Boards in the folder `laboratory` are small enough to solve a game on them exactly: they can be loaded by name, but
    no page lists them. A title may have such boards and no others.
    """

    def __init__(self, title: str, folder: Path, read_numbers: Any) -> None:
        self._title = title
        self._folder = folder
        self._read_numbers = read_numbers
        self._boards: dict[str, Board] | None = None
        self._small: dict[str, Board] | None = None
        self._own: set[str] = set()
        self._broken: list[BrokenBoard] = []

    def names(self) -> list[str]:
        """Return the names of all boards in the folder, the standard one first; empty if the title has none."""
        return list(self._all())

    def errors(self) -> list[BrokenBoard]:
        """Return the files that a host has added and that are left out, because they can't be used."""
        self._all()
        return self._broken

    def laboratory(self) -> list[str]:
        """Return the names of the small boards for exact analysis."""
        return list(self._for_exact_work())

    def is_for_laboratory(self, board: Board) -> bool:
        """Return whether a board is one of those for exact analysis."""
        return self._for_exact_work().get(board.name) is board

    def standard(self) -> Board:
        """Return the default board."""
        return next(iter(self._all().values()), NO_BOARD)

    def get(self, source: "str | Path | dict[str, Any] | Board | None") -> Board:
        """Return a board.

        Args:
            source: A name, a file in the format of the title's boards, its content as a dict, a board, or None for the
                standard board.

        Raises:
            BadBoard: There is no such board, or its data is faulty.
        """
        if source is None:
            return self.standard()
        if isinstance(source, Board):
            return source
        if isinstance(source, dict):
            return self._read(source)
        if isinstance(source, Path):
            return self._read(load_json(source))
        return self._by_name(str(source))

    def find(self, data: dict[str, Any]) -> Board | None:
        """Return the board of this title, or of the host, that has exactly this data; None if there is none."""
        boards = (*self._all().values(), *self._for_exact_work().values())
        return next((board for board in boards if board.data == data), None)

    def from_line(self, line: str) -> Board:
        """Return the board that a record carries: the known one if its data is the same.

        Args:
            line: Its data, as `as_line` writes it.

        Raises:
            BadBoard: It isn't the data of a board.
        """
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadBoard(
                N_("The board in this record isn’t valid JSON: {reason}."), reason=error
            ) from error
        return (self.find(data) if isinstance(data, dict) else None) or self._read(data)

    def is_shipped(self, board: Board) -> bool:
        """Return whether a board comes with the title, so that every installation knows it by its name."""
        shipped = self._all().get(board.name) is board and board.name not in self._own
        return board.blank or shipped or self.is_for_laboratory(board)

    def name_or_data(self, board: Board) -> str | dict[str, Any] | None:
        """Return what `get` takes for a board.

        Args:
            board: A board of this title.

        Returns:
            Its name if it is one of the title's, else its data; None if the title has no board.
        """
        if board.blank:
            return None
        has_name = self._all().get(board.name) is board or self.is_for_laboratory(board)
        return board.name if has_name else board.data

    def _by_name(self, name: str) -> Board:
        boards = {**self._for_exact_work(), **self._all()}
        if name not in boards:
            names = [*self._all(), *self._for_exact_work()]
            names_text, near = ", ".join(names) or "–", nearest(name, names)
            message = (
                N_("There’s no board “{name}”. Did you mean {near}?")
                if near
                else N_("There’s no board “{name}”. Available: {known}.")
            )
            raise BadBoard(message, name=name, near=near, known=names_text)
        return boards[name]

    def _all(self) -> dict[str, Board]:
        if self._boards is None:
            standard = list(self._folder.glob("board.json"))
            boards = self._read_all(
                [*standard, *sorted(self._folder.glob("board.*.json"))] if standard else []
            )
            if standard:
                self._add_own(boards)
            self._boards = boards
        return self._boards

    def _add_own(self, boards: dict[str, Board]) -> None:
        """Add a host's boards; an error in one of them must not hide the others."""
        for file in self._own_files():
            try:
                board = self._read(load_json(file))
                if board.name in boards:
                    raise BadBoard(
                        N_("There’s already a board “{name}”. Choose another name."), name=board.name
                    )
                boards[board.name] = board
                self._own.add(board.name)
            except BadBoard as error:
                self._broken.append(BrokenBoard(file, error))

    def _for_exact_work(self) -> dict[str, Board]:
        if self._small is None:
            self._small = self._read_all(sorted((self._folder / "laboratory").glob("*.json")))
        return self._small

    def _read_all(self, files: list[Path]) -> dict[str, Board]:
        boards = [self._read(load_json(file)) for file in files]
        return {board.name: board for board in boards}

    def _own_files(self) -> list[Path]:
        """Return the files of the boards that a host has added: `$QUARTIER_BOARDS/<title>/*.json`."""
        added = os.environ.get(OWN_BOARDS)
        return sorted((Path(added) / self._title).glob("*.json")) if added else []

    def _read(self, data: Any) -> Board:
        if not isinstance(data, dict) or not isinstance(data.get("name"), str):
            raise BadBoard(N_("A board must be a JSON object with a “name”."))
        _check_figures(data.get("figures", ""))
        try:
            return Board(data["name"], data, self._read_numbers(data))
        except BadBoard as error:
            # A title's messages about its boards are in its own catalogue.
            raise BadBoard(error.message, self._folder.parent, **error.fields) from error
        except _WRONG_SHAPE as error:
            raise BadBoard(N_("A value of this board has the wrong type: {reason}."), reason=error) from error


def as_line(data: dict[str, Any]) -> str:
    """Write the data of a board in one line of plain ASCII without two spaces in a row, for a record's header."""
    return json.dumps(data, separators=(",", ":")).replace("  ", " \\u0020")


_WRONG_SHAPE = (AttributeError, LookupError, OverflowError, TypeError, ValueError)
"""Exceptions that a title's rules raise for a value that they don't check themselves."""


def _check_figures(figures: Any) -> None:
    """Raise BadBoard unless it is a text, or texts by language with one in English."""
    texts = [figures.get("en"), *figures.values()] if isinstance(figures, dict) else [figures]
    if not all(isinstance(text, str) for text in texts):
        raise BadBoard(N_("“figures” must be a text, or an object of texts by language with at least “en”."))


def load_json(file: Path) -> Any:
    """Read a JSON file.

    Raises:
        BadBoard: The file can't be read, or isn't JSON; the message says where.
    """
    try:
        return json.loads(read_text(file))
    except OSError as error:
        raise BadBoard(N_("Can’t read the board file {file}."), file=str(file)) from error
    except (ValueError, RecursionError) as error:
        raise BadBoard(
            N_("The board file {file} isn’t valid JSON: {reason}."), file=str(file), reason=error
        ) from error
