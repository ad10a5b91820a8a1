"""Engines: programs in any language as bots, by a text protocol, and what becomes of those that fail."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quartier
from quartier import BadOption, Dice, bots, lab
from quartier.bots.engines import engine
from quartier.bots.engines.engine import runs
from quartier.bots.engines.process import MAX_LINE_LENGTH, EngineError
from tests.conformance.titles import TITLES

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "programs"
PYTHON = f"engine:{sys.executable} {EXAMPLES / 'engine.py'}"
COMPILER = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
GREETS = "print('id name Bad', 'id version 1', 'ready', sep='\\n', flush=True)\n"
WAITS = "import sys\nfor line in sys.stdin:\n    if line.startswith('go '): break\n"


@pytest.fixture(scope="session")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The example in C, built; its name as a bot."""
    if COMPILER is None:
        pytest.skip("no C compiler here: install cc, gcc or clang to build examples/programs/engine.c")
    built = tmp_path_factory.mktemp("engine") / "engine"
    subprocess.run([COMPILER, "-O2", "-o", built, EXAMPLES / "engine.c"], check=True)
    return f"engine:{built}"


def write_engine(folder: Path, text: str) -> str:
    """An engine of these lines of Python, as a bot's name."""
    file = folder / "bad.py"
    file.write_text(text, encoding="utf-8")
    return f"engine:{sys.executable} {file}@1s"


@pytest.mark.parametrize("title", TITLES)
def test_an_engine_without_rules_plays_every_title(title: str) -> None:
    """The example in Python against any move: a whole game, not lost by default."""
    ending = quartier.load(title).ending
    result = lab.arena(title, [PYTHON, "random"], games=1, seed=3, workers=1, **ending)
    assert result.forfeits == []
    assert result.moves > 0


def test_an_engine_in_c_plays_and_the_same_seed_gives_the_same_games(in_c: str) -> None:
    results = [lab.arena("city_blocks", [in_c, PYTHON], games=2, seed=3, workers=1) for _ in range(2)]
    assert [result.forfeits for result in results] == [[], []]
    assert results[0].standings == results[1].standings


def test_an_engine_gets_what_its_seat_knows(tmp_path: Path) -> None:
    """Its view is the seat's, and makes the same position again."""
    file = tmp_path / "heard.txt"
    text = f"{GREETS}import sys\nout = open({str(file)!r}, 'w')\n" + (
        "for line in sys.stdin:\n    out.write(line)\n    out.flush()\n"
        "    if line.startswith('go '): print('info thinking', 'bestmove H1@a1', sep='\\n', flush=True)\n"
    )
    game = quartier.load("city_blocks")
    state = game.new(chance="manual")
    for draw in (*(f"bonus {number}" for number in range(1, 12)), "lot 15", "lot 14"):
        state.play("*", draw)
    for tile in ("H1", "S2", "F3", "SC", "PP", "H1", "H2", "H3", "H4", "H5"):
        state.play("*", f"draw {tile}")
    (seat,) = state.seats_to_act()
    bot = bots.make(write_engine(tmp_path, text), game)
    assert bot.choose(state.concealed(seat), seat, Dice(1)) == "H1@a1"
    lines = dict(line.split(" ", 1) for line in file.read_text(encoding="utf-8").splitlines())
    position = json.loads(lines["position"])
    assert game.from_view(position["view"]) == state.concealed(seat)
    assert lines["quartier"] == "1"
    spans = [list(map(int, (run + "-" + run).split("-")[:2])) for run in lines["legal"].split()]
    assert spans == runs(sorted(state.legal(seat)))
    assert re.fullmatch(r"time 1000 seed \d+", lines["go"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import time\ntime.sleep(600)\n", "didn’t answer"),
        (f"{GREETS}{WAITS}import time\ntime.sleep(600)\n", "didn’t answer"),
        (f"{GREETS}{WAITS}sys.exit('no idea')\n", "exit code 1): no idea"),
        (f"{GREETS}{WAITS}print('bestmove 1200', flush=True)\nsys.stdin.read()\n", "action 1200"),
        (f"{GREETS}{WAITS}print('bestmove Z9@q7', flush=True)\nsys.stdin.read()\n", "Z9@q7"),
        (f"{GREETS}{WAITS}print('hello', flush=True)\nsys.stdin.read()\n", "“hello”"),
        (f"{GREETS}{WAITS}print('error lost my book', flush=True)\nsys.stdin.read()\n", "lost my book"),
        (
            f"{GREETS}{WAITS}import time\nwhile True: print('info hm', flush=True); time.sleep(.05)\n",
            "didn’t answer",
        ),
        ("print('ready', flush=True)\nimport sys\nsys.stdin.read()\n", "id name"),
    ],
    ids=[
        *("hangs", "thinks for ever", "crashes", "lies", "babbles", "chats", "gives up"),
        *("talks for ever", "no name"),
    ],
)
def test_an_engine_that_fails_loses_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    """By the arena's own forfeits: the others win that game, and it says which engine did what."""
    monkeypatch.setattr(engine, "STARTUP_SECONDS", 0.2 if "sleep" in text and GREETS not in text else 20.0)
    monkeypatch.setattr(engine, "GRACE_SECONDS", -0.8 if "sleep" in text else 20.0)
    bad = write_engine(tmp_path, text)
    result = lab.arena("city_blocks", [bad, "random"], games=1, seed=1, workers=1)
    (forfeit,) = result.forfeits
    assert forfeit.bot == bad
    assert message in forfeit.reason
    assert result.standings[1].wins == 1


@pytest.mark.parametrize("length", [MAX_LINE_LENGTH - 6, MAX_LINE_LENGTH - 5, 5 * MAX_LINE_LENGTH])
def test_a_long_info_line_loses_no_game(tmp_path: Path, length: int) -> None:
    """Principal variations of big searches may be longer than what is read of a line."""
    text = f"{GREETS}{WAITS}print('info', 'x' * {length})\nprint('bestmove H1@a1', flush=True)\nsys.stdin.read()\n"
    game = quartier.load("city_blocks")
    state = game.new(seed=1)
    (seat,) = state.seats_to_act()
    bot = bots.make(write_engine(tmp_path, text), game)
    assert bot.choose(state.concealed(seat), seat, Dice(1)) == "H1@a1"


@pytest.mark.parametrize("name", ["engine:", "engine:./no-such-file", "engine:'", "engine:./no-such-file@2s"])
def test_a_program_that_is_not_there_is_reported_before_the_first_game(name: str) -> None:
    with pytest.raises(BadOption, match="Can’t run"):
        bots.make(name, quartier.load("city_blocks"))


def test_a_file_that_cannot_be_run_is_an_engines_error(tmp_path: Path) -> None:
    file = tmp_path / "engine"
    file.write_text("neither script nor program", encoding="utf-8")
    file.chmod(0o755)
    state = quartier.load("city_blocks").new(seed=1)
    (seat,) = state.seats_to_act()
    with pytest.raises(EngineError, match="Can’t start"):
        bots.make(f"engine:{file}", state.game).choose(state.concealed(seat), seat, Dice(1))


def test_no_engine_is_left_behind() -> None:
    """A process ends with its bot."""
    state = quartier.load("city_blocks").new(seed=1)
    (seat,) = state.seats_to_act()
    bot = engine.make_engine(PYTHON, state.game)
    bot.choose(state.concealed(seat), seat, Dice(1))
    process = bot._process
    assert process is not None
    running = process._process
    assert running.poll() is None
    del bot, process
    assert running.wait(20) == 0


def test_the_session_in_the_documents_is_what_is_sent() -> None:
    page = (ROOT / "docs" / "bot-api.md").read_text(encoding="utf-8")
    (session,) = re.findall(r"^```text\n(> quartier 1 .*?)^```", page, re.DOTALL | re.MULTILINE)
    lines = [line.split("   ", 1)[0].rstrip() for line in session.splitlines()]
    commands = [line[2:] for line in lines if line.startswith("> ")]
    command = [sys.executable, str(EXAMPLES / "engine.py")]
    done = subprocess.run(
        command, input="\n".join(commands), capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines() == [line[2:] for line in lines if line.startswith("< ")]


def test_runs_are_the_numbers() -> None:
    assert runs([]) == []
    assert runs([3, 4, 5, 9, 11, 12]) == [[3, 5], [9, 9], [11, 12]]
