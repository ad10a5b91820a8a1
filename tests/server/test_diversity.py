"""Which moves a hint shows: made-up candidates."""

from __future__ import annotations

from typing import Any

from quartier.server.workers.diversity import MoveIdea, reliable_moves, select_diverse


def _idea(
    move: str,
    share: float = 0.5,
    visits: int = 100,
    *,
    idea: str = "",
    **others: Any,
) -> MoveIdea:
    """An idea of its own, with whatever else differs."""
    return MoveIdea(move, share, visits, move, move, idea or move, 0)._replace(**others)


def _diverse_moves(*candidates: MoveIdea, decided: bool = False) -> str:
    return "".join(idea.move for idea in select_diverse(candidates, decided))


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
    assert _diverse_moves(_idea("a", 31.0), _idea("b", 35.0, 90)) == "ba"


def test_what_was_hardly_looked_at_promises_nothing_great() -> None:
    best, lucky, weak = _idea("a", 0.6, 1000), _idea("b", 1.0, 1), _idea("c", 0.3, 1)
    assert _diverse_moves(best, lucky, weak) == "ac"
    searched = [_idea(move, 0.5, 100, idea="a") for move in "de"]
    assert _diverse_moves(best, *searched, weak) == "ade"


def test_values_of_few_visits_are_not_compared_with_those_of_many() -> None:
    best, rare, often = _idea("a", 0.33, 800), _idea("b", 0.36, 99), _idea("c", 0.3, 100)
    assert _diverse_moves(best, rare, often) == "acb"
    assert reliable_moves([best, rare, often]) == {"a", "c"}


def test_among_moves_that_promise_as_much_the_expected_points_count() -> None:
    assert _diverse_moves(_idea("a", 0.801, expected=5), _idea("b", 0.799, expected=60)) == "ba"
    assert _diverse_moves(_idea("a", 0.801, points=1), _idea("b", 0.799, points=5)) == "ba"
    assert _diverse_moves(_idea("a", 0.82, expected=5), _idea("b", 0.8, expected=60)) == "ab"


def test_where_all_is_decided_only_points_count() -> None:
    lost = [_idea(move, 0.01, points=points) for move, points in (("a", 0), ("b", 3), ("c", 7), ("d", 3))]
    assert _diverse_moves(*lost, decided=True) == "cbd"
    won = [_idea("a", 0.99, points=1, expected=30), _idea("b", 0.98, points=5, expected=20)]
    assert _diverse_moves(*won, decided=True) == "ab"
    assert _diverse_moves(_idea("a", 0.5), _idea("b", 0.4, points=5), decided=True) == "ba"


def test_what_brings_most_at_once_is_never_hidden() -> None:
    best = [_idea(move, 0.6, points=6) for move in "abc"]
    assert _diverse_moves(*best, _idea("d", 0.3, points=30)) == "abd"
    assert _diverse_moves(*best, _idea("d", 0.3, points=30), decided=True) == "dab"
    assert _diverse_moves(*best, _idea("d", 0.3, 1, points=30), decided=True) == "abd"
    assert _diverse_moves(*best, _idea("d", 0.3, points=6)) == "abc"
    assert _diverse_moves(*[_idea(move, 0.6) for move in "abc"], _idea("d", 0.3)) == "abc"


def test_what_achieves_nothing_is_advised_only_where_all_else_is_worse() -> None:
    idle = _idea("a", 0.6, 1000, idle=True)
    assert _diverse_moves(idle, _idea("b", 0.58)) == "b"
    assert _diverse_moves(idle, _idea("b", 0.5)) == "ab"
    assert _diverse_moves(idle, _idea("b", 0.7, 1)) == "a"  # one lucky game is no better move
    assert _diverse_moves(idle) == "a"


def test_nothing_found_is_nothing_shown() -> None:
    assert _diverse_moves() == ""
