"""The level that meets a player: from the last games alone against one bot, not before the third."""

from __future__ import annotations

from typing import Any

import pytest

from quartier.server.views import bot_levels, catalogue
from quartier.server.views.accounts.own_level import LEAST_GAMES, own_level

from .harness import Player, Running, me, open_table

TITLE = "city_blocks"
FOUR = {"kind": "bot", "bot": "4"}


def _levels(player: Player) -> Any:
    return player.client.get("/api/games", params={"lang": "en"}).raise_for_status().json()["levels"]


def test_it_is_known_after_the_third_game_against_a_single_bot(server: Running) -> None:
    first = open_table(server.url, me("Ada"), FOUR, title=TITLE)
    for number in range(1, LEAST_GAMES + 1):
        assert first.post("resign").status_code == 200
        assert _levels(first) == ({} if number < LEAST_GAMES else {TITLE: "2"})
        first.table = first.client.post(
            "/api/tables", json={"title": TITLE, "seats": [me("Ada"), FOUR]}
        ).json()["id"]


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([("1", 0.0)] * 3, "1"),
        ([("3", 0.5)] * 3, "3"),
        ([("3", 1.0), ("3", 0.0)] * 2, "3"),
        ([("6", 1.0)] * 3, "6"),
        ([("1", 1.0), ("2", 1.0), ("3", 0.0)], "3"),
    ],
)
def test_wins_raise_it_and_losses_lower_it(results: list[tuple[str, float]], expected: str) -> None:
    assert own_level(catalogue.game(TITLE), results) == expected


@pytest.mark.parametrize("level", [str(number) for number in range(1, 7)])
def test_more_wins_never_lower_it(level: str) -> None:
    game = catalogue.game(TITLE)
    levels = [own_level(game, [(level, 1.0)] * won + [(level, 0.0)] * (6 - won)) for won in range(7)]
    assert levels == sorted(levels)
    assert levels[3] == level
    assert set(levels) <= set(bot_levels.of_levels(game))
