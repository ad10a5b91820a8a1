"""Language models at a seat: whole games over the protocol, nothing hidden in any answer, clear errors."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import anyio
import pytest

import quartier
from quartier import Dice, State
from quartier.conformance.positions import random_game, with_position
from quartier.conformance.worlds import shuffled_past
from quartier.games.registry import OURS
from tests.cli.terminal import Terminal, command, environment

pytest.importorskip("mcp", reason="the extra `mcp` is not installed")

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from quartier.cli.mcp.seat import Seat
from quartier.cli.mcp.server import Games, make_server

SEED = 987654321
HIDING: dict[str, dict[str, Any]] = {
    "metromania": {"seats": 3, "hidden_markers": True},
    "neue_heimat": {"seats": 3, "show_money": False},
    "gridlock": {"seats": 2},
}
"""Setups in which the most is hidden."""
Call = Callable[..., Awaitable[tuple[str, bool]]]


def in_thread(run: Callable[[], Awaitable[Any]]) -> Any:
    """Run a coroutine function in a thread of its own: browser tests leave a running loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(anyio.run, run).result()


def play_with(script: Callable[[Call], Awaitable[Any]], games: Games | None = None) -> Any:
    """Run a script for a client in this process; `call` returns an answer, and whether it is an error."""

    async def run() -> Any:
        async with Client(make_server(games or Games())) as client:

            async def call(tool: str, **arguments: Any) -> tuple[str, bool]:
                result = await client.call_tool(tool, arguments)
                return "\n".join(part.text for part in result.content), bool(result.is_error)

            return await script(call)

    return in_thread(run)


def first_move(listed: str) -> str:
    """Return the first move of a list in groups."""
    kind, *rest = re.split(r"  +", listed.splitlines()[0])
    if len(rest) < 2:
        return kind
    return kind + ("" if kind[-1] in "@x" else " ") + rest[-1].split()[0]


def test_a_whole_game_from_the_rules_to_the_record() -> None:
    async def script(call: Call) -> None:
        games, _ = await call("list_games")
        assert [game["name"] for game in json.loads(games)] == quartier.titles()
        assert "CB-23" in (await call("rules", title="city_blocks"))[0]
        rule, _ = await call("rules", title="city_blocks", rule="cb9")
        assert rule.startswith("**CB-9** ● **Build:**")
        start, _ = await call("new_game", title="city_blocks", bots=["1"], seed=SEED)
        assert start.startswith("This is game 1.\n\nCity Blocks. You are Blue, seat 0.\nSeat 1 is ")
        assert await call("review", game=1) == (
            error("review", "The game can be analysed when it’s over."),
            True,
        )
        hint, failed = await call("hint", game=1)
        assert not failed
        assert re.match(r"1\. \w\w@\w\d: Build .* · \d+%", hint)
        now = start
        while "Game over" not in now:
            assert "draw ?" in (await call("record", game=1))[0]
            listed, _ = await call("legal_moves", game=1)
            now, failed = await call("play", game=1, move=first_move(listed).lower())
            assert not failed, now
            assert now.startswith("## Since your last move\n- Blue ")
            assert str(SEED) not in now + (await call("position", game=1))[0]
        state = quartier.replay((await call("record", game=1))[0])
        assert state.over
        assert state.headers["Bot1"] == "1"
        assert "Luck" in (await call("review", game=1))[0]
        assert (await call("log", game=1))[0].count("\n") > len(state.past) // 2
        for tool in ("legal_moves", "hint"):
            assert "Game over" in (await call(tool, game=1))[0]
        again, failed = await call("new_game", title="city_blocks", seed=SEED, seat=1)
        assert not failed, again

    play_with(script)


def error(tool: str, text: str) -> str:
    """Return an error as the SDK words it."""
    return f"Error executing tool {tool}: {text}"


# ----- what is hidden -----


def answers(state: State, seat: int) -> list[Any]:
    """Return all that a seat can ask for before its next move, with refusals of moves of all kinds."""
    games = Games()
    table = Seat(state, seat, {}, Dice(0))
    games.add(table)
    random = Random(0)
    concealed = state.concealed(seat)
    tried = [concealed.write(random.randrange(state.game.actions)) for _ in range(30)]
    refused = [move for move in tried if move not in concealed.moves(seat)]
    assert refused

    async def script(call: Call) -> list[Any]:
        result = [await call(tool, game=1) for tool in ("position", "legal_moves", "log", "record")]
        return [*result, *[await call("play", game=1, move=move) for move in refused]]

    return [table.hint_job(), *play_with(script, games)]


@pytest.mark.parametrize("title", OURS)
def test_what_is_hidden_changes_no_answer(title: str) -> None:
    """In worlds that a seat can't tell apart; another seat can tell them apart, so the comparison can fail."""
    random, dice, differing, noticed = Random(5), Dice(5), False, False
    for seed in range(2):
        game = random_game(quartier.load(title), seed, **HIDING.get(title, {}))
        for seat in range(game.seats):
            due = [at for at in range(1, len(game.past)) if seat in game.at(at).seats_to_act()]
            at = random.choice(due)
            state = game.at(at)
            past = shuffled_past(game, seat, random, exchanges=40).at(at)
            for world in (past, with_position(state, state.determinize(seat, dice).array)):
                assert answers(state, seat) == answers(world, seat)
                differing |= world != state
                noticed |= any(
                    position_and_record(state, other) != position_and_record(world, other)
                    for other in range(game.seats)
                )
    assert differing == noticed == (title != "block_city")


def position_and_record(state: State, seat: int) -> tuple[str, str]:
    """Return what reveals most about hidden information."""
    table = Seat(state, seat, {}, Dice(0))
    return table.position(), table.record()


def test_a_second_seat_of_a_running_game_shows_nothing() -> None:
    """The same seed gives the same cards, so the other seat could look into the hand of the first."""

    async def script(call: Call) -> None:
        await call("new_game", title="city_blocks", seed=3)
        for seed in (3, 3 + 2**64, 3 - 2**64):
            answer = await call("new_game", title="city_blocks", seed=seed, seat=1)
            refused = "Game 1 has the same seed. Finish it first, or choose another seed."
            assert answer == (error("new_game", refused), True)

    play_with(script)


# ----- what is wrong -----

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("rules", {"title": "city_block"}, "Did you mean city_blocks?"),
    ("rules", {"title": "city_blocks", "rule": "CB-99"}, "CB-1 to CB-23"),
    ("new_game", {"title": "chess"}, "Available: city_blocks"),
    ("new_game", {"title": "city_blocks", "seats": 5}, "2 players, not 5"),
    ("new_game", {"title": "city_blocks", "seat": 2}, "no seat 2"),
    ("new_game", {"title": "city_blocks", "seat": -1}, "no seat -1"),
    ("new_game", {"title": "city_blocks", "bots": ["7"]}, "Available: 1, "),
    ("new_game", {"title": "city_blocks", "bots": ["engine:/bin/true"]}, "no bot “engine:/bin/true”"),
    ("new_game", {"title": "city_blocks", "bots": ["1", "2"]}, "each of the 1, not 2"),
    ("new_game", {"title": "neue_heimat", "seats": 3, "bots": []}, "each of the 2, not 0"),
    ("new_game", {"title": "city_blocks", "options": {"chance": "manual"}}, "no option “chance”"),
    ("new_game", {"title": "block_city", "options": {"surrounding": 3}}, "highest, lowest"),
    ("new_game", {"title": "block_city", "board": "/etc/passwd"}, "no board “/etc/passwd”"),
    ("new_game", {"title": "city_blocks", "seed": "x"}, "valid integer"),
    ("position", {"game": 9}, "There’s no game 9. Games: 1."),
    ("position", {"game": 1, "seat": 1}, "Extra inputs are not permitted"),
    ("record", {}, "Field required"),
    ("legal_moves", {"game": 1, "starts_with": "zz"}, "No move starts with “zz”."),
    ("play", {"game": 1, "move": "H9@a1"}, "isn’t a move"),
    ("play", {"game": 1, "move": "F7@a1 "}, "CB-8"),
    ("play", {"game": 1, "move": "draw H3"}, "no seat can play it"),
    ("play", {"game": 1, "move": "x" * 10_000}, "at most 100 characters"),
    ("rule", {}, "Unknown tool: rule"),
]


def test_wrong_arguments_are_answered_in_a_sentence() -> None:
    async def script(call: Call) -> None:
        await call("new_game", title="city_blocks", bots=["random"], seed=4)
        before = await call("position", game=1)
        for tool, arguments, expected in WRONG:
            answer, failed = await call(tool, **arguments)
            assert failed, (tool, arguments)
            assert expected in answer, (tool, arguments, answer)
            assert "Traceback" not in answer
            assert "File " not in answer
        assert await call("position", game=1) == before

    play_with(script)


# ----- as a process -----


def test_over_standard_input_and_output_in_german() -> None:
    program, *arguments = command("mcp", "--lang", "de")
    server = StdioServerParameters(command=program, args=arguments, env=environment())

    async def run() -> None:
        async with Client(stdio_client(server)) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert {"new_game", "position", "legal_moves", "play", "hint", "review"} <= tools.keys()
            assert all(tool.description for tool in tools.values())
            result = await client.call_tool("new_game", {"title": "block_city", "seats": 1})
            assert "Du" in result.content[0].text.split("\n")[2]
            wrong = await client.call_tool("play", {"game": 1, "move": "x"})
            assert "ist kein Zug" in wrong.content[0].text

    in_thread(run)


def test_without_the_sdk_it_says_how_to_get_it(
    quartier_command: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "quartier.cli.mcp.server")
    for name in [name for name in sys.modules if name.split(".")[0] == "mcp"]:
        monkeypatch.setitem(sys.modules, name, None)
    answer = quartier_command("mcp")
    assert answer.code == 1
    assert "MCP needs the package mcp" in answer.err
    assert 'pip install "quartier[mcp]"' in answer.err
