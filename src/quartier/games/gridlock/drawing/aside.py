"""Beside the map: the destinations that the viewer still has to visit, and those that all others have visited."""

from functools import cache

from quartier.core.show.pieces import sign
from quartier.core.show.svg import Fragments, Svg, at, drawing, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..names import sight_name
from ..rules import tiles
from ..rules.board import NONE
from ..rules.roads import reach
from ..rules.scoring import score
from ..rules.spaces import within
from ..rules.state import State
from ..words import sights_of
from .landmarks import landmark
from .layout import COLUMN, two_lines
from .pieces import colour_name, look_of

_HEAD, _CARD_PITCH, _ROW = 22, 46.5, 25
_COLUMNS = 3


def draw_aside(s: State, viewer: int, t: Translator) -> Fragments:
    """The viewer's goals, below them the visits of the others; a spectator sees the visits of all."""
    goals = sights_of(s.goals[viewer]) if viewer >= 0 else []
    others = [seat for seat in range(s.players) if seat != viewer]
    below = _HEAD + -(-len(goals) // _COLUMNS) * _CARD_PITCH if goals else 0
    return drawing(
        COLUMN,
        int(below) + _HEAD + -(-len(others) // 2) * _ROW,
        t("Destinations"),
        _goals(s, viewer, goals, t) if goals else join(),
        at(0, below, _heading(t("Visited")), _supply(s, t), *_visits(s, others, t)),
        class_="quartier aside gridlock",
        id="aside",
    )


def _heading(words: str) -> Svg:
    return text(2, 15, words, 12, "bold quiet caps")


# ----- goals -----


def _goals(s: State, seat: int, goals: list[int], t: Translator) -> Svg:
    """A card for each destination still to be visited; a tick marks those that the car can reach now."""
    low, high = reach(s, seat) if s.car[seat] != NONE else (0, 0)
    cards = (
        at(
            i % _COLUMNS * 121,
            _HEAD + i // _COLUMNS * _CARD_PITCH,
            _goal(s, sight, within(low, high, s.place[sight]), t),
        )
        for i, sight in enumerate(goals)
    )
    return group(_heading(t("Your goals")), *cards, class_=f"seat-{look_of(s, seat)}")


def _goal(s: State, sight: int, near: int, t: Translator) -> Svg:
    name = sight_name(s, sight)
    spoken = f"{name}, {t('reachable') if near else t('no road yet')}"
    return group(
        el("title", spoken), _goal_card(name), _tick() if near else join(), role="img", aria_label=spoken
    )


@cache
def _goal_card(name: str) -> Svg:
    words = two_lines(name)
    lines = (text(32, 26 - 8 * (len(words) - 1) + 16 * i, line, 12, "bold") for i, line in enumerate(words))
    return join(
        rect(0, 0, 118, 43, 9, class_="wash"),
        el("circle", cx=16, cy=21.5, r=13, class_="plaza wanted", stroke_width=2.5),
        landmark(name, 7, 12.5, 18),
        *lines,
    )


@cache
def _tick() -> Svg:
    disc = el("circle", r=8.5, class_="pill")
    return at(8, 35, disc, path("M-4.5 0L-1 4L5 -4", class_="gold-tick", stroke_width=2.5))


# ----- visits -----


def _visits(s: State, seats: list[int], t: Translator) -> list[Svg]:
    return [at(i % 2 * 181, _HEAD + i // 2 * _ROW, _visited(s, seat, t)) for i, seat in enumerate(seats)]


def _visited(s: State, seat: int, t: Translator) -> Svg:
    """The sign of a seat and the landmarks of what it has visited."""
    spoken = t("{colour}: {count} of {cards} visited, tiles in hand: {held}").format(
        colour=colour_name(s, seat, t), count=score(s, seat), cards=s.cards, held=s.held[seat]
    )
    names = [sight_name(s, sight) for sight in sights_of(s.opened[seat])]
    told = f"{spoken} ({', '.join(names)})" if names else spoken
    marks = (landmark(name, 26 + 21.4 * i, 1, 19) for i, name in enumerate(names))
    return group(el("title", told), sign(look_of(s, seat), 11, 11, 15), *marks, role="img", aria_label=told)


def _supply(s: State, t: Translator) -> Svg:
    """The size of the pile, and the tiles on the discard pile, which are public."""
    thrown = ", ".join(
        f"{s.discard[kind]} × {tiles.NAMES[kind]}" for kind in range(tiles.KINDS) if s.discard[kind]
    )
    words = f"{t('Pile')}: {s.stock} · {t('Discarded')}: {sum(s.discard)}"
    spoken = f"{words} ({thrown})" if thrown else words
    return group(
        el("title", spoken), text(COLUMN - 2, 15, words, 12, "end quiet"), role="img", aria_label=spoken
    )
