"""`game.from_view`: what another program has sent becomes a position, or a sentence that names what is wrong."""

from __future__ import annotations

import base64
import json
import zlib
from copy import deepcopy
from typing import Any

import pytest

import quartier
from quartier import QuartierError, bots
from quartier.bots.mcts.search import Search


def view_json(title: str = "city_blocks", seat: int | None = 0) -> dict[str, Any]:
    """A view as it comes out of JSON."""
    result: dict[str, Any] = json.loads(json.dumps(quartier.load(title).new(seed=3).view(seat)))
    return result


def _encode(data: bytes) -> str:
    """Bytes as the field "record" has them."""
    return base64.b85encode(data).decode()


def test_a_bot_far_away_plays_as_at_the_table() -> None:
    """A search and a greedy bot choose the same from the view as from the position."""
    state = quartier.load("city_blocks").new(seed=7)
    (seat,) = state.seats_to_act()
    view, far = state.concealed(seat), quartier.from_view(state.view(seat))
    assert repr(far) == repr(view)
    for name in ("greedy", "random"):
        bot = bots.make(name, state.game)
        moves = [bot.choose(view_state, seat, quartier.Dice(5)) for view_state in (view, far)]
        assert moves[0] == moves[1]
    bests = [
        Search(state.game, "mcts:20").run(view_state, seat, quartier.Dice(5)).best
        for view_state in (view, far)
    ]
    assert bests[0] == bests[1]


def test_boards_and_options_travel() -> None:
    game = quartier.load("metromania")
    state = game.new(seats=3, seed=2)
    far = game.from_view(state.view(None))
    assert (far.board, far.options, far.rules, far.viewer) == (state.board, state.options, state.rules, None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": 5}, "“game”"),
        ({"seats": "two"}, "“seats”"),
        ({"seats": True}, "“seats”"),
        ({"options": []}, "“options”"),
        ({"concealed": None}, "“concealed”"),
        ({"concealed": {"format": 1}}, "format “1”"),
    ],
)
def test_a_view_that_is_none_is_reported_by_its_field(change: dict[str, Any], message: str) -> None:
    with pytest.raises(QuartierError, match=message):
        quartier.from_view(view_json() | change)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("record", "not [base85]", "“record”"),
        ("record", _encode(b"hello"), "“record”"),
        ("record", _encode(zlib.compress(b"hello")[:-1]), "“record”"),
        ("record", _encode(zlib.compress(b"")), "aren’t a position"),
        ("seat", 7, "no seat"),
        ("seat", "*", "“seat”"),
        ("rules", 99, "99"),
        ("board", 3, "“board”"),
    ],
)
def test_what_is_concealed_is_checked_field_by_field(field: str, value: Any, message: str) -> None:
    view = deepcopy(view_json())
    view["concealed"][field] = value
    with pytest.raises(QuartierError, match=message):
        quartier.from_view(view)


def test_a_view_of_another_title_is_named() -> None:
    with pytest.raises(QuartierError, match="a view of “block_city”, not of City Blocks"):
        quartier.load("city_blocks").from_view(view_json("block_city"))


def test_no_text_unpacks_to_more_than_any_record() -> None:
    """A megabyte is the most that is unpacked of what anybody sends."""
    view = view_json()
    view["concealed"]["record"] = _encode(zlib.compress(bytes(50_000_000)))
    with pytest.raises(QuartierError, match="“record”"):
        quartier.from_view(view)
