"""Which moves a hint shows: made-up candidates."""

from __future__ import annotations

import pytest

from quartier.server.workers.diversity import MoveIdea, outcome_of, select_diverse


def _idea(
    move: str,
    share: float = 0.5,
    visits: int = 100,
    *,
    target: str = "",
    means: str = "",
    idea: str = "",
    points: int = 0,
) -> MoveIdea:
    return MoveIdea(move, share, visits, target or move, means or move, idea or move, points)


def _diverse_moves(*candidates: MoveIdea, seats: int = 2) -> str:
    return "".join(chosen_thought.move for chosen_thought in select_diverse(candidates, seats))


def test_the_best_then_others_with_another_idea() -> None:
    cones = [_idea(move, 0.64, idea="cone") for move in "abcd"]
    assert _diverse_moves(*cones, _idea("e", 0.6, idea="lay"), _idea("f", 0.55, idea="drive")) == "aef"


def test_never_twice_the_same_place() -> None:
    turned = [_idea(move, 0.6, target="space-1", idea=move) for move in "abc"]
    assert _diverse_moves(*turned) == "a"
    assert _diverse_moves(*turned, _idea("d", 0.4, target="space-2", idea="a")) == "ad"


def test_one_idea_alone_is_shown_at_three_places() -> None:
    assert _diverse_moves(*[_idea(move, idea="cone") for move in "abcde"]) == "abc"


def test_of_one_idea_another_piece_is_shown_first() -> None:
    stores = [_idea(move, idea="streets", means="hand-S4") for move in "abc"]
    assert _diverse_moves(*stores, _idea("d", 0.4, idea="streets", means="hand-F7")) == "abd"


def test_what_promises_more_is_shown_first() -> None:
    assert _diverse_moves(_idea("a", 0.6), _idea("b", 0.5, 90), _idea("c", 0.62, 80)) == "cab"
    assert _diverse_moves(_idea("a", 31.0), _idea("b", 35.0, 90), seats=1) == "ba"


def test_what_was_hardly_looked_at_promises_nothing_great() -> None:
    best, lucky, weak = _idea("a", 0.6, 1000), _idea("b", 1.0, 1), _idea("c", 0.3, 1)
    assert _diverse_moves(best, lucky, weak) == "ac"
    searched = [_idea(move, 0.5, 100, idea="a") for move in "de"]
    assert _diverse_moves(best, *searched, weak) == "ade"


@pytest.mark.parametrize(("share", "verdict"), [(0.97, "won"), (0.96, ""), (0.04, ""), (0.034, "lost")])
def test_what_is_decided(share: float, verdict: str) -> None:
    assert outcome_of([share, share], 2) == verdict
    assert outcome_of([share, 0.5], 2) == ""
    assert outcome_of([share], 1) == outcome_of([], 2) == ""


def test_where_all_is_decided_points_count() -> None:
    lost = [_idea(move, 0.01, points=points) for move, points in (("a", 0), ("b", 3), ("c", 7), ("d", 3))]
    assert _diverse_moves(*lost) == "cbd"
    won = [_idea("a", 0.99, points=1), _idea("b", 0.98, points=5), _idea("c", 0.8, points=9)]
    assert _diverse_moves(*won) == "ba"
    assert _diverse_moves(*won, _idea("d", 1.0, 1, points=20)) == "ba"  # one lucky game is no win
    assert _diverse_moves(_idea("a", 9.0, points=1), _idea("b", 8.0, points=5), seats=1) == "ab"


def test_nothing_found_is_nothing_shown() -> None:
    assert _diverse_moves() == ""
