"""A table for one: nobody to beat, so the end is told in the title's own words."""

from __future__ import annotations

import quartier

from .harness import Player, Running, me, open_table


def _played_to_the_end(player: Player) -> dict:
    """Always the first of the offered moves that writes, or the first."""
    view = player.view(lang="de")
    while not view["over"]:
        writes = [choice for choice in view["choices"] if choice["move"][0] != "X"]
        assert player.move((writes or view["choices"])[0]["move"], view["version"]).status_code == 200
        view = player.view(lang="de")
    return view


def test_a_game_alone_ends_with_a_result_in_words(server: Running) -> None:
    player = open_table(server.url, me(), title="block_city")
    view = _played_to_the_end(player)
    record = quartier.replay(player.client.get(f"{player.path}/record").text)
    assert view["over"]["headline"] == record.verdict("de")
    assert view["over"]["headline"].startswith(f"{record.scores()[0]} Punkte: ")


def test_a_game_alone_can_be_given_up(server: Running) -> None:
    player = open_table(server.url, me(), title="block_city")
    assert player.post("resign").status_code == 200
    over = player.view()["over"]
    assert over["winners"] == []
    assert over["headline"] == "Ada has resigned."
