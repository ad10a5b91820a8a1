"""Whole games typed at a pseudo-terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import quartier
from tests.cli.pseudo_terminal import PseudoTerminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are of Unix")
Opening = Callable[..., PseudoTerminal]


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Opening]:
    """Opens terminals, and closes them in the end."""
    terminals: list[PseudoTerminal] = []

    def open_one(*arguments: str, columns: int = 80, **variables: str) -> PseudoTerminal:
        terminals.append(PseudoTerminal(*arguments, columns=columns, home=tmp_path, **variables))
        return terminals[-1]

    yield open_one
    for terminal in terminals:
        terminal.close()


def hinted_move(answer: str) -> str:
    """The move of a hint, which may be broken into lines."""
    search = re.search(r"Try (.+?): ", " ".join(answer.split()))
    assert search, answer
    return search[1]


NONSENSE = ("xyzzy", "🙂" * 5, "a" * 300, "save", "züge", "rule 0", "[Game]")


@pytest.mark.parametrize(
    ("title", "columns", "colours"), [("city_blocks", 60, "1"), ("connect_four", 80, "")]
)
def test_a_whole_game_is_typed(title: str, columns: int, colours: str, open_terminal: Opening) -> None:
    """Between all the moves stands nonsense, and every answer goes on with a prompt; nothing is wider than the screen."""
    screen = open_terminal(
        "play", title, "--seed", "5", columns=columns, **({} if colours else {"NO_COLOR": "1"})
    )
    screen_text = screen.until(r"\n> \Z")
    for turn in range(200):
        if screen.code is not None:
            break
        answered = screen.ask(NONSENSE[turn % len(NONSENSE)])
        assert "Traceback" not in answered
        assert "Unexpected error" not in answered
        screen_text = screen.ask(hinted_move(screen.ask("hint")))
        table_lines = [line for line in screen_text.splitlines() if line[:1] in " │┌├└"]
        assert max(map(len, table_lines), default=0) <= columns
    assert screen.code == 0
    assert "Game over" in screen_text
    assert bool(re.search(r"\x1b\[[0-9;]*9\dm", screen.raw)) == bool(colours)


def test_tab_completes_and_ctrl_c_saves(open_terminal: Opening, tmp_path: Path) -> None:
    screen = open_terminal("play", "city_blocks", "--seed", "3", columns=60)
    screen.until(r"\n> \Z")
    screen.press("f\t")
    screen.until("F7@")
    screen.press("c2\r")
    assert "Blue builds factory 7 at Jefferson & Buchanan." in screen.until(r"\n> \Z")
    screen.press("half a mo")
    screen.until("half a mo")
    output = screen.interrupt()
    assert screen.code == 130
    (file,) = tmp_path.rglob("city_blocks-*.txt")
    assert f"--resume {file}" in output  # in one piece, however narrow
    assert quartier.replay(file.read_text()).headers["Bot1"] == "greedy"
