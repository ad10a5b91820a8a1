"""What a move would change, drawn over the board."""

from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..rules import board as city
from ..rules import moves
from ..rules.board import NONE
from ..rules.roads import reach, steps, wild
from ..rules.spaces import within
from ..rules.state import State
from ..rules.zones import zone_at
from ..words import sight_name, sights_of
from .asphalt import lying
from .ground import plot
from .layout import EDGE, at_space, centre, hexagon, map_size
from .pieces import draw_car, draw_cone
from .routes import route


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> str:
    """What a move changes: the tile as it would lie, a zone, the way of the car; and what it connects or cuts."""
    if action >= moves.END:
        return ""
    space = action % city.SPACES
    if action < moves.CONE:
        return join(_ghost_tile(after, space), _news(before, after, seat, space, t))
    if action < moves.STOP:
        return _ghost_cone(after, space, action < moves.UNCONE)
    return join(
        _way(before, seat, space), at_space(after, space, draw_car(after, seat, False), class_="ghost")
    )


def _ghost_tile(s: State, space: int) -> Svg:
    where = s.board.data["spaces"][space]
    if s.tile[space] == NONE:
        return at_space(s, space, group(plot(where["col"], where["h"]), class_="ghost"))
    outline = path(hexagon(EDGE - 2), class_="ghost-edge", stroke_width=4)
    return at_space(s, space, lying(s.tile[space], s.exits[space]), outline)


def _news(before: State, after: State, seat: int, space: int, t: Translator) -> Svg:
    """Which own goals the change connects with the car, and which it cuts off."""
    if not (_touches_road(before, seat, space) or _touches_road(after, seat, space)):
        return join()
    now, then = _reached(after, seat), _reached(before, seat)
    gained = [t("now reaches {place}").format(place=sight_name(after, sight)) for sight in sorted(now - then)]
    lost = [t("cuts off {place}").format(place=sight_name(after, sight)) for sight in sorted(then - now)]
    return join(*(_banner(after, space, words, i) for i, words in enumerate((gained + lost)[:3])))


def _touches_road(s: State, seat: int, space: int) -> bool:
    """Whether a space connects with anything at all, or carries the viewer's car."""
    return s.car[seat] == space or any(steps(s, space, wild(s, seat)))


def _reached(s: State, seat: int) -> set[int]:
    low, high = reach(s, seat)
    return {sight for sight in sights_of(s.goals[seat]) if within(low, high, s.place[sight])}


def _banner(s: State, space: int, words: str, line: int) -> Svg:
    """A label below the space, kept within the map."""
    wide = len(words) * 10 + 16
    x, y = centre(s, space)
    left = min(max(x - wide / 2, 4), map_size(s)[0] - wide - 4)
    below = y + 50 + 30 * line
    return at(round(left, 1), round(below, 1), rect(0, 0, round(wide), 26, 8, class_="pill"),
              text(round(wide / 2, 1), 18.5, words, 16, "middle bold on-gold"))  # fmt: skip


def _ghost_cone(s: State, space: int, put: bool) -> Svg:
    """The zone of a cone, or the place where one is taken off."""
    if not put:
        return at_space(s, space, path(hexagon(EDGE - 4), class_="ghost-edge", stroke_width=4))
    low, high = zone_at(s, space)
    zone = [other for other in range(s.spaces) if within(low, high, other)]
    outlines = (
        at_space(s, other, path(hexagon(EDGE - 3), class_="zone", stroke_width=2.5)) for other in zone
    )
    return group(*outlines, at_space(s, space, draw_cone(space)), class_="ghost")


def _way(s: State, seat: int, target: int) -> Svg:
    """A shortest way of the car along the roads; the page can drive it."""
    spaces = route(s, seat, target)
    points = " ".join("{:.1f},{:.1f}".format(*centre(s, space)) for space in spaces)
    return el("polyline", points=points, class_="way", stroke_width=6)
