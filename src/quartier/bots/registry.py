"""The bots by name, and the levels of the ladder, weakest first."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from quartier.bots import plugins, policies, styles
from quartier.bots.analysis import Analysis
from quartier.bots.engines import engine
from quartier.bots.mcts.search import Search, Stop
from quartier.bots.network_files import read_networks
from quartier.bots.player import Bot, Picker
from quartier.bots.plugins import BotSpec
from quartier.bots.priority import Priority
from quartier.bots.settings import FILE_SIGN, budget, looks_one_ahead, network_path, noise
from quartier.bots.weights import Networks, Weights, find_weights, net_for
from quartier.core.engine.bits import next64
from quartier.core.engine.dice import Dice
from quartier.core.engine.networks import Net, untrained_net
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, nearest
from quartier.core.text.languages import N_

Policy = tuple[int, float, int, Net]


class Random(Picker):
    """A bot that plays a random legal move, each with the same probability."""

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        actions, _ = position.buffers()
        return int(self.game.kernels.sample_at(position.array, seat, dice.state, actions))

    def policy(self, position: State) -> Policy:
        """Return what its loop needs to play such games: as for `Greedy`."""
        return policies.RANDOM_POLICY, 0.0, policies.PLAIN, net_for(position, None)


class Greedy(Picker):
    """A bot that looks one move ahead: it plays the move after which the title's evaluation is highest.

    Args:
        game: The game that it plays.
        level: The name of the bot, as `make` takes it.
        noise: The size of the random noise that is added to each evaluation, in points: it errs where moves are close.
        style: A style of the title, which adds points to the moves that it prefers; "" for none.
    """

    def __init__(self, game: Ruleset, level: str | None = None, noise: float = 0.0, style: str = "") -> None:
        super().__init__(game, level)
        self._noise, self._style = noise, styles.number(game, style)

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        actions, _ = position.buffers()
        arrays = (position.array, position.array.copy())
        greedy = self.game.bound(policies).greedy
        return int(greedy(*arrays, seat, dice.state, self._net(position), self._noise, self._style, actions))

    def _net(self, position: State) -> Net:
        return untrained_net()

    def policy(self, position: State) -> Policy:
        """Return what its loop needs to play such games: the number of the policy, noise, style, and network."""
        return policies.GREEDY_POLICY, self._noise, self._style, self._net(position)


class Learned(Greedy):
    """A bot that looks one move ahead by a network. Without weights for such games it plays as `Greedy`.

    Args:
        game: The game that it plays.
        level: The name of the bot, as `make` takes it.
        weights: The weights of the network, or several networks to choose from; by default the title's.
        noise: As for `Greedy`.
        style: As for `Greedy`.
    """

    def __init__(
        self,
        game: Ruleset,
        level: str | None = None,
        weights: Weights | Networks | None = None,
        noise: float = 0.0,
        style: str = "",
    ) -> None:
        super().__init__(game, level, noise, style)
        self._weights = weights

    def _net(self, position: State) -> Net:
        return net_for(position, find_weights(position, self._weights))


class Novice(Picker):
    """A bot that plays half of its moves as `Greedy` and half of them as `Random`."""

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        awake = next64(dice.state) & 1
        return (Greedy if awake else Random)(self.game, self.level)._pick(position, seat, dice)


class Searcher(Picker):
    """A bot that plays the move with the most visits of a tree search; it reuses the tree from move to move.

    With a budget in seconds it stops as soon as no other move can get more visits in the time left.

    Args:
        game: The game that it plays.
        level: The name of the bot, as `make` takes it.
        search: The budget of a search, such as "mcts:400" or "mcts:1s".
        weights: The weights of the network, or several networks to choose from; by default the title's. Only for
            "learned:...".
    """

    def __init__(
        self, game: Ruleset, level: str, search: str, weights: Weights | Networks | None = None
    ) -> None:
        super().__init__(game, level)
        self._search = Search(game, search, weights=weights)
        self.analysis: Analysis | None = None
        """The result of the last search; None if there was only one legal move."""
        self.stop: Stop | None = None
        """Polled every few milliseconds; when it returns True, the search ends with the result so far."""
        self.cores = self._search.budget.threads

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        actions, _ = position.buffers()
        if self.game.kernels.legal_at(position.array, seat, actions) == 1:
            self.analysis = None
            return int(actions[0])
        self.analysis = self._search.run(position, seat, dice, stop=self.stop, hurry=True)
        # Stopped before any move was tried, it takes the first.
        return position.read(self.analysis.best.move) if self.analysis.candidates else int(actions[0])


@dataclass(frozen=True)
class Level:
    """One level of a title's ladder, or its second bot: the bot, and its measured strength."""

    number: int
    """The number of the level, from 1."""
    bot: str
    """The bot, as `make` takes it."""
    rating: float | None = None
    """In Elo points, with the greedy bot at 1000; None if it hasn't been measured."""
    low: float | None = None
    """The lower bound of the rating's 95% confidence interval."""
    high: float | None = None
    """The upper bound of the rating's 95% confidence interval."""
    share: float | None = None
    """The share of the wins (0 to 1) against the level below; for a second bot, against the first of its level."""
    games: int = 0
    """The number of games against that opponent."""
    second: Level | None = None
    """The second bot of the level: as strong, but with a style, or with more time to think."""
    manner: str = ""
    """What a second bot is named after: its style, or PATIENT; "" for a level itself."""

    @property
    def name(self) -> str:
        """The name that `make` takes: "2", or "2+parks" for a second bot."""
        return f"{self.number}{styles.SIGN}{self.manner}" if self.manner else str(self.number)


_UNMEASURED = ("novice", "greedy", "mcts:100", "mcts:400", "mcts:1600", "mcts:3000x2")
"""The ladder of a title without a ladder of its own."""
_SIMPLE: dict[str, type[Picker]] = {
    "random": Random,
    "novice": Novice,
    "greedy": Greedy,
    "learned": Learned,
    "priority": Priority,
}

PATIENT = "patient"
"""The manner of a second bot that searches for seconds while the first of its level is fast."""
LEVELS = tuple(str(number) for number in range(1, len(_UNMEASURED) + 1))
"""The names of all levels, weakest first."""


def levels(game: Ruleset, seats: int = 2) -> tuple[Level, ...]:
    """Return the levels of a title, weakest first.

    Args:
        game: The title.
        seats: The number of seats at which they were measured.

    Returns:
        The levels of `levels.json` (`levels-3.json` for three seats, if it exists) in the title's folder `data`;
            without such a file a default ladder that hasn't been measured.
    """
    own = game.spec.data / levels_file(seats)
    return _read(own if seats != 2 and own.exists() else game.spec.data / levels_file(2))


def levels_file(seats: int) -> str:
    """Return the name of the file with the levels' ratings at a number of seats."""
    return "levels.json" if seats == 2 else f"levels-{seats}.json"


@cache
def _read(file: Path) -> tuple[Level, ...]:
    if not file.exists():
        return tuple(Level(number, bot) for number, bot in enumerate(_UNMEASURED, 1))
    rows: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["levels"]
    return tuple(replace(_level(row), second=_second(row.get("second"))) for row in rows)


def _level(row: dict[str, Any]) -> Level:
    return Level(row["level"], row["bot"], row["rating"], row["low"], row["high"], row["share"], row["games"])


def _second(row: dict[str, Any] | None) -> Level | None:
    return replace(_level(row), manner=manner(row["bot"])) if row else None


def manner(bot: str) -> str:
    """Return the manner of a second bot: the style of its bot, or PATIENT; "" if it has neither."""
    patient = budget(bot)
    return PATIENT if patient and patient.seconds is not None else styles.split_style(bot)[1]


def characters(game: Ruleset, seats: int = 2) -> tuple[Level, ...]:
    """Return all opponents that one can choose: the levels, weakest first, each followed by its second bot.

    Args:
        game: The title.
        seats: The number of seats at which they were measured.
    """
    return tuple(
        character
        for level in levels(game, seats)
        for character in (level, level.second)
        if character is not None
    )


def make(bot: BotSpec, game: Ruleset, start: State | None = None) -> Bot:
    """Create a bot for a game.

    | `bot` | plays |
    |---|---|
    | "1" to "6", or 1 to 6 | a level of the title (`levels`) |
    | "random" | a random legal move |
    | "novice" | half of its moves greedy, half of them random |
    | "greedy" | the best move by the title's evaluation, one move ahead |
    | "learned" | the same with the title's network |
    | "greedy~2.5", "learned~2.5" | the same with random noise of about 2.5 points in each evaluation |
    | "mcts:400", "mcts:1s" | a tree search of 400 simulations, or of one second (`analyse`) |
    | "learned:2000", "learned:1s" | a tree search with the title's network |
    | "learned@PATH", "learned@PATH:2000" | the same with a network of yours: a file, or a folder of several |
    | "mcts:2~2.5" | a tree search with random noise of about 2.5 points in the priors of the moves |
    | "2+parks", "learned+parks" | a bot that looks one move ahead, with a style of the title |
    | "6+patient" | the second bot of a level, which takes more time |
    | "priority", "priority@FOLDER" | the first legal action in a fixed order, of the title or of yours |
    | "engine:./path", "engine:./path@3s" | an external program, with 3 seconds a move |
    | "name" | a bot that an installed package provides |
    | "package.module:Bot" | a class or function of an importable module |

    Args:
        bot: A name from the table; or a class, a function that creates a bot for a game, or an instance, of which each
            game gets a copy.
        game: The game that it is to play.
        start: The position from which its games start. A network of yours must be for such games.

    Returns:
        The bot.

    Raises:
        BadOption: There is no such bot, and the message suggests the nearest name; something else is missing for it; a
            network of yours is for other games; or `game` is something else, such as a name.

    Warns:
        PluginWarning: An installed package provides a bot with one of our names; it is ignored.
    """
    if not isinstance(game, Ruleset):
        raise BadOption(_NO_GAME, game=repr(game))
    if isinstance(bot, int) and not isinstance(bot, bool):
        bot = str(bot)
    if not isinstance(bot, str):
        return plugins.make_bot(bot, game, plugins.name_of(bot))
    if bot.startswith(engine.KIND):
        return engine.make_engine(bot, game)
    bot = bot.strip(_STRIPPED_CHARACTERS)
    if is_ours(bot):
        plugins.keep_ours(bot)
    name = resolve_level(game, bot)
    plain, style = styles.split_style(name)
    path = network_path(name)
    networks = read_networks(path, game) if path else None
    if networks is not None and start is not None:
        networks.find(start)
    if looks_one_ahead(plain):
        if plain.startswith("greedy"):
            return Greedy(game, bot, noise=noise(plain), style=style)
        return Learned(game, bot, networks, noise(plain), style)
    if style and is_ours(plain):
        raise BadOption(_NO_STYLE, name=bot, plain=plain)
    if _simple(name) in _SIMPLE:
        return _SIMPLE[_simple(name)](game, bot)
    if budget(name):
        return Searcher(game, bot, name, networks)
    factory = plugins.find_bot(name)
    if factory is None:
        raise _unknown_bot(name, levels(game))
    return plugins.make_bot(factory, game, name)


def is_ours(bot: str) -> bool:
    """Return whether a name is one of Quartier's own bots, not that of a plugin."""
    return bot in LEVELS or _simple(bot) in _SIMPLE or budget(bot) is not None or looks_one_ahead(bot)


def _simple(bot: str) -> str:
    """Return the name of a bot without the folder of its order ("priority@FOLDER")."""
    return Priority.level if bot.startswith(f"{Priority.level}{FILE_SIGN}") else bot


def resolve_level(game: Ruleset, bot: str) -> str:
    """Return the bot that plays a level.

    Args:
        game: The title.
        bot: A level, perhaps with a style ("2+parks"), or any other name, which is returned as it is.

    Returns:
        The name of the bot; of the second bot if it has that name, else of the level's bot with the style.

    Raises:
        BadOption: The title has no such level.
    """
    plain, style = styles.split_style(bot)
    if plain not in LEVELS:
        return bot
    ladder = levels(game)
    if int(plain) > len(ladder):
        raise _unknown_bot(bot, ladder)
    level = ladder[int(plain) - 1]
    if level.second is not None and level.second.name == bot:
        return level.second.bot
    return f"{level.bot}{styles.SIGN}{style}" if style else level.bot


def _unknown_bot(name: str, ladder: Sequence[Level]) -> BadOption:
    names = [
        *LEVELS[: len(ladder)],
        *_SIMPLE,
        "mcts:400",
        "mcts:1s",
        "learned:2000",
        "learned~2.5",
        "learned@my-network",
        *plugins.names(),
    ]
    near = nearest(name, names)
    return BadOption(_DID_YOU_MEAN if near else _UNKNOWN, name=name, near=near, known=", ".join(names))


_STRIPPED_CHARACTERS = " \t\"'“”„‘’"
"""Characters that people write around a name."""
_NO_STYLE = N_(
    "“{name}” can’t have a style: only bots that look one move ahead have styles, and {plain} doesn’t."
)
_NO_GAME = N_('“game” must be a game, such as quartier.load("city_blocks"), not {game}.')
_DID_YOU_MEAN = N_("There’s no bot “{name}”. Did you mean {near}?")
_UNKNOWN = N_("There’s no bot “{name}”. Available: {known}.")
