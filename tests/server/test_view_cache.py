"""What a server keeps of a table from view to view is what it would make anew; and the places that lines of the log name."""

from __future__ import annotations

import gzip
import json

import pytest

import quartier
from quartier.conformance.positions import random_game
from quartier.server.deflate import PackedBeginning
from quartier.server.domain.events import AskTakeback
from quartier.server.domain.table import Table
from quartier.server.models import Presence
from quartier.server.views.encoding import as_json
from quartier.server.views.models import View
from quartier.server.views.table_view import Views

from .walks import NOBODY_THERE, device, head, play_event, tables


def view_of(views: Views, table: Table, seat: int | None, lang: str) -> View:
    """The table as the device of a seat (None: a spectator) sees it."""
    return views.view(head(table), table, device(seat, lang), NOBODY_THERE)


@pytest.mark.parametrize("title", ["city_blocks", "gridlock"])
def test_views_of_a_table_that_goes_on_are_like_new_ones(title: str) -> None:
    cache = Views()
    for number, table in enumerate(table for table in tables(title, 3) if "*" not in table.to_act()):
        seat, lang = (None, 0, 1)[number % 3], ("de", "en")[number // 3 % 2]
        assert view_of(cache, table, seat, lang) == view_of(Views(), table, seat, lang)


def test_a_log_is_worded_once() -> None:
    views, lines = Views(), 0
    for table in tables("city_blocks", 4):
        if "*" in table.to_act() or not table.has_begun:
            continue
        log = view_of(views, table, 0, "en")["log"]
        again = view_of(views, play_event(table, 1, AskTakeback().write()), 0, "en")["log"]
        assert all(one is other for one, other in zip(log, again, strict=False))
        assert len(again) == len(log) + 1
        lines = max(lines, len(log))
    assert lines > 30


def test_the_log_of_an_older_version_is_not_taken_from_a_newer_one() -> None:
    views = Views()
    some = [table for table in tables("city_blocks", 5) if "*" not in table.to_act()]
    for table in (some[-1], some[3], some[-2]):
        assert view_of(views, table, 1, "de") == view_of(Views(), table, 1, "de")


TOUCHED = {"city_blocks": "block-", "block_city": "building-", "metromania": "frame-", "gridlock": "space-"}
"""Ids that lie on the board of everybody who sees the place."""


@pytest.mark.parametrize("title", TOUCHED)
def test_places_lie_on_the_viewers_board(title: str) -> None:
    """And a line of another's move names no city, car or line of the viewer's own."""
    views, named = Views(), 0
    for table in tables(title, 6, interval=17):
        if "*" in table.to_act() or not table.has_begun:
            continue
        for viewer in (None, 0, 1):
            view = view_of(views, table, viewer, "en")
            line = next((line for line in reversed(view["log"]) if line["places"]), None)
            here = (
                [field_id for field_id in line["places"] if field_id.startswith(TOUCHED[title])]
                if line
                else []
            )
            assert all(f'data-touch="{field_id}"' in view["parts"]["board"] for field_id in here)
            named += len(here)
    assert named > 3


def test_another_seats_building_is_no_place_in_the_own_city() -> None:
    game = random_game(quartier.load("block_city"), 7, seats=2)
    for viewer, city in ((None, 0), (0, 0), (1, 1)):
        for index, line in enumerate(game.seen_by(viewer).log()):
            named = {field_id.partition("-")[0] for field_id in line.places}
            wrote = "@" in game.event(index).move
            assert named == ({"building" if line.actor == city else "beside"} if wrote else set())


def test_events_that_are_no_moves_have_no_places() -> None:
    for table in tables("city_blocks", 4):
        if "*" in table.to_act():
            continue
        for line in view_of(Views(), table, 0, "en")["log"]:
            assert bool(line["places"]) == (
                "@" in line["text"] or "swap" in line["text"] or "x" in line["text"][2:3]
            )


# ----- the packed View -----


@pytest.mark.parametrize("title", ["city_blocks", "gridlock"])
def test_a_packed_view_is_the_view(title: str) -> None:
    """For all seats, and for a device with several of which one is covered."""
    views = Views()
    for table in [table for table in tables(title, 3) if "*" not in table.to_act()][::7]:
        for seat in (None, 0, 1):
            packed = views.gzip_view(head(table), table, device(seat, "en"), NOBODY_THERE)
            assert json.loads(gzip.decompress(packed)) == json.loads(
                as_json(view_of(views, table, seat, "en"))
            )


def test_what_all_devices_see_is_packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    packed: list[int] = []
    pack = PackedBeginning.pack
    monkeypatch.setattr(PackedBeginning, "pack", lambda content: packed.append(len(content)) or pack(content))
    views, table = Views(), next(table for table in tables("city_blocks", 3) if "*" not in table.to_act())
    for online in ([], [0], [0, 1]):
        presence = Presence(online=online, spectators=0)
        view = json.loads(gzip.decompress(views.gzip_view(head(table), table, device(0, "en"), presence)))
        assert [seat["online"] for seat in view["seats"]] == [seat in online for seat in (0, 1)]
    assert len(packed) == 1
