"""The stream in patches: they amount to the View that everybody else is sent, each text goes over the wire once."""

from __future__ import annotations

import json
import re

import pytest

from quartier.server.domain.table import Table
from quartier.server.views import patches
from quartier.server.views.encoding import as_json
from quartier.server.views.patches import Patches
from quartier.server.views.table_view import Views

from .harness import Listener, Running, play_some, two_players, wait_until
from .patched import Patched
from .walks import NOBODY_THERE, device, head, tables

TITLES = ("city_blocks", "block_city", "metromania", "neue_heimat", "gridlock")


class Watching:
    """A device that is sent patches."""

    def __init__(self, seat: int | None, lang: str) -> None:
        self.viewer = device(seat, lang)
        self.patches = Patches()
        self.patched = Patched()

    def told(self, views: Views, table: Table) -> bytes:
        """What it is sent of a table."""
        patch = as_json(self.patches.patch(views.fragments(head(table), table, self.viewer, NOBODY_THERE)))
        self.patched.apply(json.loads(patch))
        return patch


def _positions(title: str, seed: int) -> list[Table]:
    return [table for table in tables(title, seed) if "*" not in table.to_act()]


@pytest.mark.parametrize("title", TITLES)
def test_patches_amount_to_the_view(title: str) -> None:
    """Over a random game, for all seats and a spectator; the View is made by a server that has kept nothing."""
    views = Views()
    watching = [Watching(None, "en"), Watching(0, "de"), Watching(1, "en")]
    for number, table in enumerate(_positions(title, 5)):
        for stream in watching[: 1 + number % 3]:
            stream.told(views, table)
            afresh = Views().view(head(table), table, stream.viewer, NOBODY_THERE)
            assert stream.patched.view == json.loads(as_json(afresh))


@pytest.mark.parametrize("title", TITLES)
def test_a_text_goes_over_the_wire_once(title: str) -> None:
    views, watching = Views(), Watching(0, "en")
    for table in _positions(title, 6):
        watching.told(views, table)
    texts = watching.patched.texts
    assert len(texts) == len(set(texts)) > 100


def test_what_choices_have_in_common_goes_over_the_wire_once() -> None:
    """In City Blocks each choice is made of four pieces; about half of them came with another choice, or before."""
    views, watching, referred = Views(), Watching(0, "en"), 0
    for table in _positions("city_blocks", 6):
        patch = json.loads(watching.told(views, table))
        assert {len(choice) for choice in patch.get("choices", [])} <= {4}
        referred += sum(map(len, patch.get("choices", [])))
    assert 100 < len(watching.patched.pieces) < 0.6 * referred


def test_what_did_not_change_is_not_sent_again() -> None:
    views, watching = Views(), Watching(0, "en")
    table = _positions("city_blocks", 7)[-1]
    whole, again = (len(watching.told(views, table)) for _ in range(2))
    assert again < 100 < whole


def test_a_long_stream_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patches, "MAX_TEXTS", 300)
    views, watching = Views(), Watching(1, "de")
    positions = [json.loads(watching.told(views, table)) for table in _positions("city_blocks", 8)]
    assert sum(patch["fresh"] for patch in positions) > 1
    assert len(watching.patched.texts) < 600


def test_the_stream_in_patches(server: Running) -> None:
    """Over HTTP: patches instead of events and Views; a new connection begins with everything."""
    ada, bob = two_players(server.url)
    listener = Listener(bob, form="fragments", last=1)
    wait_until(lambda: listener.patches)
    play_some((ada, bob), 3)
    version = bob.view()["version"]
    wait_until(lambda: listener.ids[-1] == version)
    listener.close()
    patched = Patched()
    for patch in listener.patches:
        view = patched.apply(patch)
    assert [patch["fresh"] for patch in listener.patches] == [True] + [False] * (len(listener.patches) - 1)
    assert not listener.events
    assert not listener.views
    assert _timeless(view) == _timeless(bob.view())


def test_a_stream_for_a_page_begins_with_the_build_that_the_server_serves(server: Running) -> None:
    ada, _ = two_players(server.url)
    page = ada.client.get(f"/table/{ada.table}").text
    listener = Listener(ada, form="fragments")
    wait_until(lambda: listener.patches)
    listener.close()
    assert [event["build"] for event in listener.builds] == re.findall(r'data-build="(\w+)"', page)


def _timeless(view: dict[str, object]) -> dict[str, object]:
    """Without who was there when it was made."""
    seats = view["seats"]
    assert isinstance(seats, list)
    return {**view, "seats": [{**seat, "online": None} for seat in seats]}
