"""Legal moves in groups by the beginning of their notation, in natural order: for lists that people read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from quartier.core.text.languages import capital

_HEAD = re.compile(r".*(?:@| |[A-Z0-9]x(?=[a-z]\d))")
"""The prefix up to a place or another choice: ends after a space, an @, or the x of a rebuild."""


def in_order(moves: Iterable[str]) -> list[str]:
    """Sort moves in natural order: `bid 9` before `bid 10`."""
    return sorted(moves, key=_key)


def _key(move: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", move)]


def head(move: str) -> str:
    """Return the prefix of a move that it shares with its kind: `H3@`, `swap 2 `; "" without any."""
    match = _HEAD.match(move)
    return match[0] if match else ""


def groups(moves: Iterable[str]) -> dict[str, list[str]]:
    """Group moves by prefix; a group of one move has the whole move as prefix."""
    by_head: dict[str, list[str]] = {}
    for move in in_order(moves):
        by_head.setdefault(head(move), []).append(move)
    alone = {
        move: [move]
        for prefix, members in by_head.items()
        if not prefix or len(members) == 1
        for move in members
    }
    return {prefix: members for prefix, members in by_head.items() if prefix and len(members) > 1} | alone


def by_place(moves: Iterable[str]) -> dict[str, list[str]]:
    """Group moves of one group by what is before an = sign, such as the place before the rotation: `lay 7@3,8=`."""
    groups_by_place: dict[str, list[str]] = {}
    for move in moves:
        before, equals, _ = move.rpartition("=")
        groups_by_place.setdefault(before + equals, []).append(move)
    return groups_by_place


def common_beginning(labels: Sequence[str]) -> str:
    """Return what moves do: the only label, or the words with which all begin; "" if there are none."""
    shared = [
        words[0]
        for words in takewhile(_all_alike, zip(*(label.split(" ") for label in labels), strict=False))
    ]
    return capital(" ".join([*shared, "…"] if shared and len(labels) > 1 else shared))


def _all_alike(words: tuple[str, ...]) -> bool:
    return len(set(words)) == 1
