"""The command line as a process: pipes, signals, output that is not a terminal, a package that is missing."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from itertools import cycle
from pathlib import Path

import pytest

import quartier
from quartier import language
from quartier.games.registry import OURS
from tests.cli.terminal import RECORDS, Terminal, command, environment, process
from tests.games.recordings import Recordings

DRAW = RECORDS / "draw.txt"


def test_a_record_comes_through_standard_input() -> None:
    output = process("replay", "-", "--at", "0", stdin=DRAW.read_text())
    assert output.code == 0
    assert "event 0 of" in output.out


def test_a_reader_who_leaves_early_is_no_failure() -> None:
    running = subprocess.Popen(
        command("rules", "city_blocks"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(PYTHONUNBUFFERED="1"),
    )
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    assert running.stderr.read() == b""
    assert running.wait(timeout=60) == 0


def test_a_closed_standard_output_is_no_failure() -> None:
    command_line = " ".join(["exec", *map(repr, command("games", "--json")), ">&-"])
    done = subprocess.run(
        ["/bin/sh", "-c", command_line], env=environment(), capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_any_locale_can_print_the_rules(locale: str) -> None:
    output = process("rules", "city_blocks", LC_ALL=locale, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (output.code, output.err) == (0, "")
    assert "CB-23" in output.out


@pytest.mark.parametrize(("title", "encoding"), list(zip(OURS, cycle(["ascii", "cp1252"]), strict=False)))
def test_a_narrow_encoding_draws_the_table_with_similar_characters(title: str, encoding: str) -> None:
    """Letters for the signs of the seats: with ? for each, no one's pieces could be told apart."""
    recordings = Recordings(title)
    file = recordings.folder / f"{recordings.names()[0]}.txt"
    state = quartier.replay(recordings.text_of(file.stem)).at(40)
    output = subprocess.run(
        command("replay", str(file), "--at", "40"),
        env=environment(PYTHONIOENCODING=encoding),
        capture_output=True,
        check=True,
    ).stdout.decode(encoding)
    with language("en"):
        assert f"\n{state}\n".count("?") == output.count("?") == 0
        for seat, name in enumerate(state.seen_by(None).seat_names()):
            assert f"{'ABCDEF'[state.looks()[seat]]} {name}" in output


def test_no_colours_where_no_terminal_is() -> None:
    output = process("simulate", "city_blocks", "--games", "20")
    assert output.code == 0
    assert "\x1b" not in output.out + output.err


def hears_ctrl_c() -> None:
    """In a new process: a shell starts what runs in the background deaf to it, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


READY = "import sys; from quartier.cli.main import main; print('ready', flush=True); sys.exit(main())"


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("seconds", [0.3, 3])
def test_ctrl_c_ends_a_simulation_and_its_processes_quietly(workers: str, seconds: float) -> None:
    """Whether its processes are just starting or at work: no moment is a bad one."""
    running = subprocess.Popen(
        [
            sys.executable,
            "-c",
            READY,
            "simulate",
            "city_blocks",
            "--games",
            "100000000",
            "--workers",
            workers,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
        preexec_fn=hears_ctrl_c,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == b"ready\n"
    time.sleep(seconds)
    os.killpg(running.pid, signal.SIGINT)
    try:
        _, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert (running.returncode, err) == (130, b"")
    assert group_ends(running.pid)


def group_ends(group: int) -> bool:
    """Whether no process of a group is left, now or soon."""
    for _ in range(2400):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_serve_answers_and_stops_cleanly(tmp_path: Path) -> None:
    arguments = ("serve", "--port", "0", "--no-browser", "--data", str(tmp_path / "games.db"))
    running = subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        preexec_fn=hears_ctrl_c,
    )
    assert running.stdout is not None
    line = running.stdout.readline()
    url = next(part for part in line.split() if part.startswith("http://"))
    with urllib.request.urlopen(f"{url}/health", timeout=30) as answer:
        assert answer.status == 200
        json.loads(answer.read())
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 0
    assert "Traceback" not in err
    assert (tmp_path / "games.db").exists()


def test_serve_passes_on_what_a_host_chose(
    quartier_command: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    received: list[object] = []
    monkeypatch.setattr(
        "quartier.server.serve.serve", lambda settings, browser: received.extend([settings, browser]) or 0
    )
    monkeypatch.setenv("QUARTIER_DATABASE", "postgresql://games@db/games")
    monkeypatch.setenv("QUARTIER_AWAY_AFTER", "300")
    command_line = [
        "serve",
        "--host",
        "0.0.0.0",
        "--port",
        "81",
        "--data",
        str(tmp_path / "x.db"),
        "--workers",
        "3",
    ]
    assert (
        quartier_command(*command_line, "--base-url", "https://games.example.org", "--lang", "de").code == 0
    )
    settings, browser = received
    assert browser is True
    parse_options = vars(settings)
    assert (parse_options["host"], parse_options["port"], parse_options["workers"]) == ("0.0.0.0", 81, 3)
    assert (parse_options["data"], parse_options["lang"]) == (tmp_path / "x.db", "de")
    assert parse_options["away_after"] == 300
    assert parse_options["database"] == "postgresql://games@db/games"
    assert parse_options["base_url"] == "https://games.example.org"


def test_serve_without_its_packages_says_how_to_get_them(
    quartier_command: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("quartier.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("quartier.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    command = quartier_command("serve", "--no-browser")
    assert command.code == 1
    assert (
        'The server needs the package uvicorn. Install it with: pip install "quartier[server]"' in command.err
    )


def test_without_a_port_the_server_looks_for_one(
    quartier_command: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    ports: list[object] = []
    monkeypatch.setattr(
        "quartier.server.serve.serve", lambda settings, browser: ports.append(settings.port) or 0
    )
    quartier_command("serve")
    monkeypatch.setenv("QUARTIER_PORT", "81")
    quartier_command("serve")
    assert ports == [None, 81]


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = str(listener.getsockname()[1])
        output = process("serve", "--no-browser", "--port", port, "--data", str(tmp_path / "games.db"))
    assert output.code == 2
    assert f"port {port}" in output.err
    assert output.err.count("\n") == 1
