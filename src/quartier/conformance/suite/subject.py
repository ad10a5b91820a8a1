"""The title under test, and the games that the tests play."""

from collections.abc import Iterator
from typing import ClassVar

import pytest

from quartier import State
from quartier.conformance import games
from quartier.conformance.positions import random_games, random_positions
from quartier.core.game.game import Game


class Subject:
    """Tests of one title, set by your class."""

    title: ClassVar[str]
    """Its name, as for `quartier.load`."""
    thorough: ClassVar[bool] = True
    """Whether every test plays every setup, or a sample of them that differs from test to test."""

    @pytest.fixture
    def game(self) -> Game:
        """Return the title, compiled."""
        return games.load_compiled(self.title)

    @pytest.fixture
    def translated(self, game: Game) -> Game:
        """Return the compiled title, if it is translated into any language."""
        if not self.translations(game):
            pytest.skip("the title is in English only")
        return game

    def translations(self, game: Game) -> tuple[str, ...]:
        """Return the languages of a title other than English."""
        return tuple(lang for lang in game.spec.languages if lang != "en")

    @pytest.fixture
    def plain(self) -> Game:
        """Return the same title, interpreted."""
        return games.load_interpreted(self.title)

    def games(self, game: Game, count: int, seed: int) -> Iterator[State]:
        """Return random games to their end; in a thorough class at least `count`."""
        return random_games(game, count, seed, self.thorough)

    def positions(self, game: Game, games: int, per_game: int, seed: int) -> Iterator[State]:
        """Return the first and the last position of such games, and `per_game` in between."""
        return random_positions(self.games(game, games, seed), per_game, seed)
