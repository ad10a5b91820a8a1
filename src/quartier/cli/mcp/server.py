"""The MCP server: its tools, and the games that it holds. A model reads the tools' docstrings."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from inspect import getdoc
from threading import Lock
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from pydantic import Field

import quartier
from quartier import Dice, QuartierError
from quartier.cli.commands.games import title_as_dict
from quartier.cli.console import say
from quartier.cli.mcp.seat import Seat
from quartier.cli.rulebooks import rule_id, without_pictures
from quartier.cli.table.bot_game import seat_bots
from quartier.cli.titles import parse_options
from quartier.core.game.game import Game
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.server.domain.bot_levels import DEFAULT_LEVEL, level_names

Title = Annotated[str, Field(description="Name of the game, from list_games.", max_length=100)]
GameNumber = Annotated[int, Field(description="Number of your game, from new_game.")]
Short = Annotated[str, Field(max_length=100)]

_INSTRUCTIONS = (
    "City-building board games against bots. Start with list_games and rules, then new_game. "
    "In a game, repeat legal_moves and play until it is over. You see only what your seat knows. "
    "Seats are numbered from 0."
)


def make_server(games: Games) -> MCPServer[Any]:
    """Return a server of these games, ready to run."""
    tools: list[Callable[..., str]] = [
        list_games,
        rules,
        games.new_game,
        games.position,
        games.legal_moves,
        games.play,
        games.hint,
        games.log,
        games.record,
        games.review,
    ]
    return MCPServer(
        "quartier",
        title="Quartier",
        instructions=_INSTRUCTIONS,
        version=quartier.__version__,
        tools=[_tool(function, games.lock) for function in tools],
        log_level="WARNING",
    )


def _tool(function: Callable[..., str], lock: Lock) -> Tool:
    """Return a tool that refuses unknown arguments, and reports our errors to the model."""

    @wraps(function)
    def run(**arguments: Any) -> str:
        with lock:  # a call runs in a thread of its own
            try:
                return function(**arguments)
            except QuartierError as error:
                raise ToolError(str(error)) from error

    tool = Tool.from_function(run, description=getdoc(function), structured_output=False)
    arguments = tool.fn_metadata.arg_model
    arguments.model_config["extra"] = "forbid"
    arguments.model_rebuild(force=True)
    return tool.model_copy(update={"parameters": arguments.model_json_schema(by_alias=True)})


def list_games() -> str:
    """List the games: name, seats (fewest and most), options with their values, and the bots that can play."""
    loaded = [quartier.load(name) for name in quartier.titles()]
    return json.dumps(
        [{**title_as_dict(game), "bots": level_names(game.name)} for game in loaded], ensure_ascii=False
    )


def rules(
    title: Title,
    rule: Annotated[Short, Field(description="A rule's ID, such as CB-9; empty for all rules.")] = "",
) -> str:
    """Return a game's rulebook, or one rule of it. The rulebook also explains the notation of moves."""
    game = quartier.load(title)
    return without_pictures(game.rule(rule_id(game, rule)) if rule else game.rulebook()).strip()


class Games:
    """The games of one client, by number; each method is a tool."""

    def __init__(self) -> None:
        self.lock = Lock()
        self._seats: dict[int, Seat] = {}
        self._seeds: dict[int, tuple[str, int]] = {}
        """The title and the chosen seed of a game."""

    def new_game(
        self,
        title: Title,
        seats: Annotated[int | None, Field(description="Number of players; by default two.")] = None,
        seat: Annotated[int, Field(description="Your seat.")] = 0,
        bots: Annotated[
            list[Short],
            Field(
                description="The bots of the other seats, in order; one name for all of them. 1 is weakest."
            ),
        ] = [DEFAULT_LEVEL],  # noqa: B006 (never changed)
        options: Annotated[dict[str, bool | int | str], Field(description="Values of options by name.")] = {},  # noqa: B006
        board: Annotated[Short, Field(description="Name of a board; empty for the standard one.")] = "",
        seed: Annotated[int | None, Field(description="The same seed gives the same dice and cards.")] = None,
    ) -> str:
        """Start a game against bots, and return its number and the position when it is your turn."""
        game = quartier.load(title)
        self._check_seed(title, seed)
        # Only a name: unlike a person at the terminal, a model opens no files.
        chosen = parse_options(game, _words(options))
        state = game.new(_seats(game, seats), seed, board=board or None, **chosen)
        own = state.actor_number(seat)
        rivals = _rivals(game, [other for other in range(state.seats) if other != own], bots)
        seat_bots(state, rivals)
        table = Seat(state, own, rivals, Dice(seed))
        table.load_bots()
        table.play_bots()
        number = self.add(table)
        if seed is not None:
            self._seeds[number] = _seed_of(title, seed)
        return f"{say(_NUMBER, number=number)}\n\n{table.position()}"

    def add(self, table: Seat) -> int:
        """Add a game, and return its number."""
        number = len(self._seats) + 1
        self._seats[number] = table
        return number

    def _check_seed(self, title: str, seed: int | None) -> None:
        """Raise BadOption if a game with these draws still runs: another seat of it would show what is hidden."""
        for number, used in self._seeds.items():
            if seed is not None and used == _seed_of(title, seed) and not self._seats[number].state.over:
                raise BadOption(_SEED_IN_USE, number=number)

    def _seat(self, number: int) -> Seat:
        if number not in self._seats:
            numbers = ", ".join(map(str, self._seats)) or "–"
            raise BadOption(_NO_GAME, number=number, known=numbers)
        return self._seats[number]

    def position(self, game: GameNumber) -> str:
        """Show the position as your seat sees it: what to do, what has happened, scores, and the whole table."""
        return self._seat(game).position()

    def legal_moves(
        self,
        game: GameNumber,
        starts_with: Annotated[Short, Field(description="Only moves whose notation starts so.")] = "",
    ) -> str:
        """List your legal moves by kind, with what they do. `H3@ … a1 b2` stands for H3@a1 and H3@b2, `bid … 1 2` for
        bid 1 and bid 2 (a space, unless the kind ends in @ or x), `turn … 0,13=15/30` for turn 0,13=15 and turn 0,13=30.
        """
        return self._seat(game).moves(starts_with)

    def play(self, game: GameNumber, move: Annotated[Short, Field(description="A move in notation.")]) -> str:
        """Play your move; then the bots play until it is your turn again. An illegal move changes nothing; the answer
        names the rule that forbids it.
        """
        return self._seat(game).play(move)

    def hint(self, game: GameNumber) -> str:
        """Suggest good moves, best first: what each promises (the chance to win, or points), and why."""
        return self._seat(game).hint()

    def log(self, game: GameNumber) -> str:
        """List everything that has happened, as your seat knows it."""
        return self._seat(game).log()

    def record(self, game: GameNumber) -> str:
        """Return the game record. While the game runs, draws that your seat didn't see read `draw ?`."""
        return self._seat(game).record()

    def review(self, game: GameNumber) -> str:
        """Analyse a game that is over: luck, skill, and the decisions that cost most. Takes some seconds."""
        return self._seat(game).review()


def _seats(game: Game, seats: int | None) -> int:
    fewest, most = game.seats
    return min(most, max(fewest, 2)) if seats is None else seats


def _words(options: dict[str, bool | int | str]) -> list[str]:
    return [
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in options.items()
    ]


def _rivals(game: Game, others: list[int], bots: list[str]) -> dict[int, str]:
    """Return the bots by seat: only our own levels, since other names of bots can open files and run programs."""
    named = bots * len(others) if len(bots) == 1 else bots
    if len(named) != len(others):
        raise BadOption(_BOTS, count=len(others), given=len(bots))
    levels = level_names(game.name)
    for name in named:
        if name not in levels:
            raise BadOption(_NO_BOT, name=name, known=", ".join(levels))
    return dict(zip(others, named, strict=True))


def _seed_of(title: str, seed: int) -> tuple[str, int]:
    """Return what determines the draws."""
    return title, int(Dice(seed).state[0])


_NUMBER = N_("This is game {number}.")
_NO_GAME = N_("There’s no game {number}. Games: {known}.")
_SEED_IN_USE = N_("Game {number} has the same seed. Finish it first, or choose another seed.")
_BOTS = N_("Name one bot for all other seats, or one for each of the {count}, not {given}.")
_NO_BOT = N_("There’s no bot “{name}”. Available: {known}.")
