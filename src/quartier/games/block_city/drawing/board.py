"""The board of BlockCity: the viewer's city large, drawn like a plan and filled in with pencil; the others' cities small."""

from quartier.core.show.svg import Svg, at, group, join, picture, rect
from quartier.core.text.languages import Translator

from ..rules.state import State
from .buildings import draw_building, draw_ground
from .cities import cities_height, draw_cities
from .fitting import draw_fitting
from .honours import draw_honours
from .layout import SCORES_HEIGHT, WIDTH, plan_of
from .marks import pips
from .scores import draw_scores


def draw_board(s: State, seat: int | None, t: Translator, last: frozenset[str]) -> Svg:
    """The whole board for one viewer (None: a spectator)."""
    plan, own = plan_of(s.board), seat or 0
    others = [other for other in range(s.players) if other != own]
    scores = plan.height + 8
    cities = scores + SCORES_HEIGHT + 10
    return picture(
        WIDTH,
        cities + cities_height(plan, len(others)),
        t("{name}, a city with {count} buildings").format(name=s.board.name, count=len(plan.names)),
        draw_ground(s.board),
        *(draw_building(s, own, building, t, last) for building in range(len(plan.names))),
        *draw_honours(s, own, plan),
        draw_fitting(s, seat, plan) if seat is not None else join(),
        at(0, scores, draw_scores(s, own, t)),
        draw_cities(s, others, cities, t),
        _rolled(s, t) if seat is None else join(),
        group(id="ghost"),
        class_="quartier board",
        id="board",
    )


def _rolled(s: State, t: Translator) -> Svg:
    """The dice on the board, for whoever has no hand."""
    if s.dice[0] == 0:
        return join()
    dice = (
        at(44 * i, 0, rect(0, 0, 38, 38, 8, class_="tag"), at(19, 19, pips(die, 10, 4)))
        for i, die in enumerate(s.dice)
    )
    spoken = t("Dice") + f": {s.dice[0]}, {s.dice[1]}"
    return at(WIDTH - 92, 6, *dice, role="img", aria_label=spoken)
