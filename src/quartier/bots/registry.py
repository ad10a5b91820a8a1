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
from quartier.bots.player import Bot, Picker
from quartier.bots.plugins import BotSpec
from quartier.bots.priority import Priority
from quartier.bots.settings import budget, noise
from quartier.bots.weights import Weights, find_weights, net_for
from quartier.core.engine.bits import next64
from quartier.core.engine.dice import Dice
from quartier.core.engine.networks import Net, untrained_net
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, nearest
from quartier.core.text.languages import N_


class Random(Picker):
    """Any legal move, each with the same probability."""

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        actions, _ = position.buffers()
        return int(self.game.kernels.sample_at(position.array, seat, dice.state, actions))


class Greedy(Picker):
    """The move after which the title's hints like the position best; it looks one move ahead.

    With `noise` it is wrong by about so many points about every move, so that it errs where moves are close; with a `style`
    it likes moves after its taste better than they are.
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


class Learned(Greedy):
    """The move after which a network likes the position best: the title's, or one with the weights given here.

    Where there are no weights for such games it plays as `Greedy`; noise and style are as there.
    """

    def __init__(
        self,
        game: Ruleset,
        level: str | None = None,
        weights: Weights | None = None,
        noise: float = 0.0,
        style: str = "",
    ) -> None:
        super().__init__(game, level, noise, style)
        self._weights = weights

    def _net(self, position: State) -> Net:
        return net_for(position, self._weights or find_weights(position))


class Novice(Picker):
    """Half of the moves greedy, half of them at random."""

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        awake = next64(dice.state) & 1
        return (Greedy if awake else Random)(self.game, self.level)._pick(position, seat, dice)


class Searcher(Picker):
    """The move that a search has looked at most; it goes on with its tree while the game lasts.

    If it has seconds, it takes no longer than it needs: once no other move can be looked at more, the rest changes nothing.
    """

    def __init__(self, game: Ruleset, level: str, search: str, weights: Weights | None = None) -> None:
        super().__init__(game, level)
        self._search = Search(game, search, weights=weights)
        self.analysis: Analysis | None = None
        """What the search found for the last choice; None where there was nothing to search."""
        self.stop: Stop | None = None
        """Asked every few milliseconds; when it says True, the search ends with what it has."""
        self.cores = self._search.budget.threads

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        actions, _ = position.buffers()
        if self.game.kernels.legal_at(position.array, seat, actions) == 1:
            self.analysis = None
            return int(actions[0])
        self.analysis = self._search.run(position, seat, dice, stop=self.stop, hurry=True)
        # Stopped before it has tried any move, it takes the first.
        return position.read(self.analysis.best.move) if self.analysis.candidates else int(actions[0])


@dataclass(frozen=True)
class Level:
    """One step of a title's ladder, or the second character there: which bot it is, and what it was measured to be worth."""

    number: int
    bot: str
    """As for `make`."""
    rating: float | None = None
    """On the scale of Elo, with the greedy bot at 1000; None if nobody has measured it."""
    low: float | None = None
    high: float | None = None
    """The 95 % interval of the rating."""
    share: float | None = None
    """The share of the wins against the level below; of a second character, against the first of its level."""
    games: int = 0
    """Games against those."""
    second: Level | None = None
    """Who plays as well, but after a taste of its own, or takes more time."""
    manner: str = ""
    """What a second character is named after: its style, or PATIENT."""

    @property
    def name(self) -> str:
        """What `make` calls it: "2", or "2+parks" for the second character."""
        return f"{self.number}{styles.SIGN}{self.manner}" if self.manner else str(self.number)


_UNMEASURED = ("novice", "greedy", "mcts:100", "mcts:400", "mcts:1600", "mcts:3000x2")
"""The ladder of a title that has none of its own."""
_SIMPLE: dict[str, type[Picker]] = {
    "random": Random,
    "novice": Novice,
    "greedy": Greedy,
    "learned": Learned,
    "priority": Priority,
}

PATIENT = "patient"
"""The manner of a second character that searches for as long as people wait, where the first of its level is quick."""
LEVELS = tuple(str(number) for number in range(1, len(_UNMEASURED) + 1))
"""The names of the levels, weakest first."""


def levels(game: Ruleset, seats: int = 2) -> tuple[Level, ...]:
    """The ladder of a title, weakest first: from `levels.json` in its folder, or one that nobody has measured.

    With more seats than two the same bots, as they were measured there (`levels-3.json`), or else with two.
    """
    own = game.spec.data / levels_file(seats)
    return _read(own if seats != 2 and own.exists() else game.spec.data / levels_file(2))


def levels_file(seats: int) -> str:
    """What the file is called that says how strong levels are with so many seats."""
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
    """What a second character that is played by a bot is named after: its style, or PATIENT; "" if it can be none."""
    patient = budget(bot)
    return PATIENT if patient and patient.seconds is not None else styles.split_style(bot)[1]


def characters(game: Ruleset, seats: int = 2) -> tuple[Level, ...]:
    """All whom one may play against: the levels, weakest first, and after each its second character."""
    return tuple(
        character
        for level in levels(game, seats)
        for character in (level, level.second)
        if character is not None
    )


def make(bot: BotSpec, game: Ruleset) -> Bot:
    """A bot for a game.

    `bot` is a level ("1" to "6" or 1 to 6), "random", "novice", "greedy", "mcts:400" or "mcts:1s" (see `budget`), "learned"
    (as "greedy" with the title's network), "learned:2000" or "learned:1s", "learned~2.5" or "greedy~2.5" (which are wrong by
    about 2.5 points about every move), "mcts:2~2.5" (which is so before it has looked at them), one that looks one move
    ahead with a style of the title ("2+parks", "learned+parks", see `styles`), "6+patient" (the second character of a level
    that takes its time), "priority" (a fixed order of all actions),
    "engine:./path" or "engine:./path@3s" (a program of its own, see `engines.engine`), the name of a bot that an installed
    package brings, or `package.module:Bot`; or a class, a function that makes a bot for a game, or an instance, of which
    each game gets a copy.
    BadOption suggests the nearest name, or says what is missing. A package that brings one of our names is a PluginWarning,
    and its bot is left out.
    """
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
    if _looks_one_ahead(plain):
        kind = Greedy if plain.startswith("greedy") else Learned
        return kind(game, bot, noise=noise(plain), style=style)
    if style and is_ours(plain):
        raise BadOption(_NO_STYLE, name=bot, plain=plain)
    if name in _SIMPLE:
        return _SIMPLE[name](game, bot)
    if budget(name):
        return Searcher(game, bot, name)
    factory = plugins.find_bot(name)
    if factory is None:
        raise _unknown_bot(name, levels(game))
    return plugins.make_bot(factory, game, name)


def is_ours(bot: str) -> bool:
    """Whether a name is one of ours, not that of a bot which somebody brings."""
    return bot in LEVELS or bot in _SIMPLE or budget(bot) is not None or noise(bot) > 0.0


def resolve_level(game: Ruleset, bot: str) -> str:
    """The bot that plays at a level, or has this name there; at levels without such a style the level's own bot with it.

    BadOption for a level that the title does not have.
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


def _looks_one_ahead(bot: str) -> bool:
    return bot in ("greedy", "learned") or noise(bot) > 0.0


def _unknown_bot(name: str, ladder: Sequence[Level]) -> BadOption:
    names = [
        *LEVELS[: len(ladder)],
        *_SIMPLE,
        "mcts:400",
        "mcts:1s",
        "learned:2000",
        "learned~2.5",
        *plugins.names(),
    ]
    near = nearest(name, names)
    return BadOption(_DID_YOU_MEAN if near else _UNKNOWN, name=name, near=near, known=", ".join(names))


_STRIPPED_CHARACTERS = " \t\"'“”„‘’"
"""What people write around a name."""
_NO_STYLE = N_("“{name}”: only bots that look one move ahead have styles, and {plain} is none of them.")
_DID_YOU_MEAN = N_("There is no bot “{name}”. Did you mean {near}?")
_UNKNOWN = N_("There is no bot “{name}”. There are: {known}.")
