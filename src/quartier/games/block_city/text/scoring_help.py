"""Scoring of BlockCity in words: categories, sources of points, the final count, and labels of statistics."""

from collections.abc import Callable, Sequence

from quartier.core.engine.bits import lowest, popcount
from quartier.core.game.boards import Board
from quartier.core.text.final_count import Counted, one_by_one, shares
from quartier.core.text.languages import N_, Translator
from quartier.core.text.scoring_help import Category
from quartier.core.text.stat_labels import Tally

from ..rules.scoring import (
    houses,
    misses,
    numbered_buildings,
    parks,
    public,
    score,
    store_scores,
    stores,
    winners,
)
from ..rules.state import (
    HOUSE,
    KINDS,
    PARK,
    PARK_POINTS,
    PUBLIC,
    SIDES,
    STORE,
    Record,
)
from .labels import building_name, count_points, kind_name
from .notation import ids

# The titles of a single player's city, each from this many points on.
RANKS = (
    (240, N_("{points}: you’ve built a metropolis!")),
    (210, N_("{points}: you’ve built a city.")),
    (180, N_("{points}: you’ve built a town.")),
    (150, N_("{points}: you’ve built a small town.")),
    (110, N_("{points}: you’ve built a village.")),
    (60, N_("{points}: you’ve built a hamlet.")),
)
LAST_RANK = N_("{points}: your city is still a building site.")


def verdict(s: Record, t: Translator) -> str:
    """BC-2: return the title of a single player's city."""
    if s.players > 1:
        return ""
    points = int(score(s, 0))
    rank = next((words for least, words in RANKS if points >= least), LAST_RANK)
    return t(rank).format(points=count_points(points, t))


PRAISE = N_("{name} has built the finest city")
TIE_BREAK = N_("Tied on points: more filled buildings win.")
"""BC-19."""


def ending(s: Record, t: Translator) -> str:
    """Return the title of the winning city."""
    seat = lowest(int(winners(s)))
    missed = popcount(s.missed[seat])
    sentence = (
        t("{filled} of {all} buildings with a number, {misses}.")
        if missed
        else t("{filled} of {all} buildings with a number, no misses.")
    )
    return sentence.format(
        filled=popcount(numbered_buildings(s, seat)),
        all=int(s.buildings),
        misses=t.ngettext("{count} miss", "{count} misses", missed).format(count=missed),
    )


def sources(s: Record, seat: int, t: Translator) -> list[tuple[str, int]]:
    """List the categories that score or cost something, shortened for cards."""
    rows = [
        (t("Parks"), parks(s, seat)),
        (t("Stores"), stores(s, seat)),
        (t("Public sets"), public(s, seat)),
        (t("Houses"), houses(s, seat)),
        (t("Full city"), s.full_points if s.empty[seat] == 0 else 0),
        (t("Misses"), -misses(s, seat)),
    ]
    return [(name, points) for name, points in rows if points]


Points = Callable[[Record, int], int]


def count(s: Record, seat: int, names: Sequence[str], t: Translator) -> list[Counted]:
    """BC-13 to BC-18."""
    built = int(numbered_buildings(s, seat))
    public_buildings = sum(int(s.kinds[kind]) for kind in PUBLIC) & built
    steps: list[tuple[str, Points, int]] = [
        (t("Parks"), parks, int(s.kinds[PARK]) & built),
        (t("Stores"), stores, _scoring_stores(s, seat, int(s.kinds[STORE]) & built)),
        (t("Public sets"), public, public_buildings),
        (t("Houses"), houses, int(s.kinds[HOUSE]) & built),
        (t("Full city"), _full, 0),
        (t("Misses"), _miss_points, int(s.missed[seat])),
    ]
    result = []
    for name, scored, buildings in steps:
        points = tuple(int(scored(s, seat)) for seat in range(s.players))
        if any(points):
            result.append(
                Counted(name, shares(points, names), one_by_one(_building_touches(s, buildings)), points)
            )
    return result


def _scoring_stores(s: Record, seat: int, written: int) -> int:
    """BC-16: return those of the stores that score."""
    return sum(1 << store for store in _bits(written) if store_scores(s, seat, store))


def _full(s: Record, seat: int) -> int:
    """BC-14."""
    return s.full_points if s.empty[seat] == 0 else 0


def _miss_points(s: Record, seat: int) -> int:
    return -int(misses(s, seat))


def _building_touches(s: Record, buildings: int) -> list[str]:
    return [f"building-{ids(s.board)[building]}" for building in _bits(buildings)]


def _bits(buildings: int) -> list[int]:
    result = []
    while buildings:
        result.append(int(lowest(buildings)))
        buildings &= buildings - 1
    return result


def categories(s: Record, t: Translator) -> list[Category]:
    """BC-13 to BC-18."""
    sizes = ", ".join(str(points) for points in s.park_points.tolist()[1:])
    parks = t(
        "Neighbouring parks with the same number form a group. Groups of 1 to {most} parks score {sizes} "
        "points."
    )
    public = t(
        "A school, a fire station and a town hall, all with a number, make a set worth {points} points. "
        "Sets that count: {most} at most."
    )
    misses = t("Each miss costs {points} points, and its building scores nothing.")
    full = t("{points} points when every building is filled, misses included.")
    return [
        _category(t("Parks"), parks.format(sizes=sizes, most=len(PARK_POINTS)), 15),
        _category(t("Stores"), _stores(s, t), 16),
        _category(t("Public sets"), public.format(points=s.set_points, most=s.most_sets), 17),
        _category(t("Houses"), t("Add up the numbers on your houses."), 18),
        _category(t("Full city"), full.format(points=s.full_points), 14),
        _category(t("Misses"), misses.format(points=s.miss_points), 13),
    ]


def _stores(s: Record, t: Translator) -> str:
    text = t(
        "{points} points for each department store with a number that none of its neighbours has. At "
        "least one neighbour needs a number, and none may be empty."
    ).format(points=s.store_points)
    return text + " " + t("A miss next to it spoils it.") if s.miss_spoils else text


def _category(name: str, sentence: str, rule: int) -> Category:
    return Category(name, sentence, (rule,), (name,))


_MOVES = (N_("write"), N_("miss"), N_("pass"))


def tallies(board: Board, t: Translator) -> list[Tally]:
    """Label kinds of moves, numbers, kinds of buildings, buildings."""
    return [
        Tally(t("Moves"), tuple(map(t, _MOVES))),
        Tally(t("Numbers written"), tuple(str(number) for number in range(1, SIDES + 1))),
        Tally(t("Kinds of buildings used"), tuple(kind_name(kind, t) for kind in KINDS)),
        Tally(
            t("Buildings used"),
            tuple(building_name(board, building, t) for building in range(len(ids(board)))),
        ),
    ]
