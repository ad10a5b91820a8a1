"""The title that a class of tests is about."""

from typing import ClassVar

import pytest

from quartier.conformance import games
from quartier.core.play.game import Game


class Subject:
    """Tests of one title; a class of yours says which."""

    title: ClassVar[str]
    """Its name, as for `quartier.load`."""

    @pytest.fixture
    def game(self) -> Game:
        """The title, compiled."""
        return games.compiled(self.title)

    @pytest.fixture
    def plain(self) -> Game:
        """The same title, interpreted."""
        return games.interpreted(self.title)
