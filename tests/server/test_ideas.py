"""Which moves a hint shows: made-up candidates."""

from __future__ import annotations

import pytest

from quartier.server.workers.diversity import Thought, chosen, decided


def _thought(
    move: str,
    share: float = 0.5,
    visits: int = 100,
    *,
    place: str = "",
    means: str = "",
    idea: str = "",
    points: int = 0,
) -> Thought:
    return Thought(move, share, visits, place or move, means or move, idea or move, points)


def _shown(*found: Thought, seats: int = 2) -> str:
    return "".join(each.move for each in chosen(found, seats))


def test_the_best_then_others_with_another_idea() -> None:
    cones = [_thought(move, 0.64, idea="cone") for move in "abcd"]
    assert _shown(*cones, _thought("e", 0.6, idea="lay"), _thought("f", 0.55, idea="drive")) == "aef"


def test_never_twice_the_same_place() -> None:
    turned = [_thought(move, 0.6, place="space-1", idea=move) for move in "abc"]
    assert _shown(*turned) == "a"
    assert _shown(*turned, _thought("d", 0.4, place="space-2", idea="a")) == "ad"


def test_one_idea_alone_is_shown_at_three_places() -> None:
    assert _shown(*[_thought(move, idea="cone") for move in "abcde"]) == "abc"


def test_of_one_idea_another_piece_is_shown_first() -> None:
    stores = [_thought(move, idea="streets", means="hand-S4") for move in "abc"]
    assert _shown(*stores, _thought("d", 0.4, idea="streets", means="hand-F7")) == "abd"


def test_what_promises_more_is_shown_first() -> None:
    assert _shown(_thought("a", 0.6), _thought("b", 0.5, 90), _thought("c", 0.62, 80)) == "cab"
    assert _shown(_thought("a", 31.0), _thought("b", 35.0, 90), seats=1) == "ba"


def test_what_was_hardly_looked_at_promises_nothing_great() -> None:
    best, lucky, weak = _thought("a", 0.6, 1000), _thought("b", 1.0, 1), _thought("c", 0.3, 1)
    assert _shown(best, lucky, weak) == "ac"
    sure = [_thought(move, 0.5, 100, idea="a") for move in "de"]
    assert _shown(best, *sure, weak) == "ade"


@pytest.mark.parametrize(("share", "verdict"), [(0.97, "won"), (0.96, ""), (0.04, ""), (0.034, "lost")])
def test_what_is_decided(share: float, verdict: str) -> None:
    assert decided([share, share], 2) == verdict
    assert decided([share, 0.5], 2) == ""
    assert decided([share], 1) == decided([], 2) == ""


def test_where_all_is_decided_points_count() -> None:
    lost = [_thought(move, 0.01, points=points) for move, points in (("a", 0), ("b", 3), ("c", 7), ("d", 3))]
    assert _shown(*lost) == "cbd"
    won = [_thought("a", 0.99, points=1), _thought("b", 0.98, points=5), _thought("c", 0.8, points=9)]
    assert _shown(*won) == "ba"
    assert _shown(*won, _thought("d", 1.0, 1, points=20)) == "ba"  # one lucky game is no win
    assert _shown(_thought("a", 9.0, points=1), _thought("b", 8.0, points=5), seats=1) == "ab"


def test_nothing_found_is_nothing_shown() -> None:
    assert _shown() == ""
