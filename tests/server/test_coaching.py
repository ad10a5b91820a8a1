"""A first game of a title is coached: on all devices of an account, with what the seat itself may see."""

from __future__ import annotations

from typing import Any

import quartier
from quartier.server.views.learning.coaching import kinds

from .harness import FRIEND, Player, Running, browser, me, open_table, play_here
from .timing import LIVE

HERE = (me("Ada"), me("Bea"))


def _coaching(player: Player, table: str = "") -> dict[str, Any]:
    path = f"/api/tables/{table}" if table else player.path
    answer = player.client.get(f"{path}/coaching", params={"lang": "en"})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def _register(server: Running, name: str) -> Player:
    player = browser(server.url)
    own = {"name": name, "password": "three green bicycles"}
    player.client.post("/api/account/register", json=own).raise_for_status()
    return player


def _open(player: Player, title: str) -> str:
    answer = player.client.post("/api/tables", json={"title": title, "seats": list(HERE)})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_an_account_is_coached_until_it_has_moved_at_another_table(server: Running) -> None:
    ada = _register(server, "Coached One")
    first, second = _open(ada, "city_blocks"), _open(ada, "city_blocks")
    assert _coaching(ada, first)["first"]
    assert _coaching(ada, second)["first"]
    ada.table = first
    play_here(ada, 1)
    assert _coaching(ada, first)["first"]
    assert _coaching(ada, second) == {"first": False, "kinds": {}}
    assert _coaching(ada, _open(ada, "block_city"))["first"]


def test_every_drawn_component_has_its_kind(server: Running) -> None:
    ada = open_table(server.url, *HERE)
    coaching, view = _coaching(ada), ada.view(lang="en")
    assert coaching["first"]
    assert coaching["kinds"]["block-a1"] == "Empty block"
    drawing = "".join(view["parts"].values())
    assert all(f'="{name}"' in drawing for name in coaching["kinds"])
    hand = [name for name in coaching["kinds"] if name.startswith("hand-")]
    assert all(f'data-touch="{name}"' in view["parts"]["hand"] for name in hand)


def test_of_the_hand_only_what_the_first_chapter_does_not_teach_is_explained() -> None:
    game = quartier.load("city_blocks").new(seed=1)
    hand = [f'<g data-touch="hand-{tile}">' for tile in ("H2", "S4", "F6", "SC", "PP", "MA", "CH")]
    player_view = game.seen_by(0, "en")
    assert kinds("city_blocks", player_view, hand, "en") == {
        "hand-MA": "Shopping mall",
        "hand-CH": "Courthouse",
    }


def test_nobody_is_coached_without_hints_or_a_seat(server: Running) -> None:
    """Rated games have none, and neither have people on two devices."""
    nothing = {"first": False, "kinds": {}}
    ada = open_table(server.url, me("Ada"), FRIEND)
    assert _coaching(ada) == nothing
    rated = {"title": "city_blocks", "seats": [me("Ada"), FRIEND], "rated": True, "time": LIVE}
    owner = _register(server, "Coached Two")
    answer = owner.client.post("/api/tables", json=rated)
    assert answer.status_code == 201, answer.text
    assert _coaching(owner, answer.json()["id"]) == nothing
    here = open_table(server.url, *HERE)
    assert _coaching(browser(server.url), here.table) == nothing
