"""What a move would change, drawn over the board."""

from quartier.core.show.svg import Svg, at, el, join, number, rect, text
from quartier.core.text.languages import Translator

from .. import rules
from ..rules.moves import MISS, PASS
from ..rules.state import BUILDINGS, State
from .layout import WIDTH, Plan, plan_of
from .marks import pencilled


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> str:
    """What a move changes, in board coordinates: the mark where it would stand, and the points it brings."""
    if action >= PASS:
        return ""
    plan, building = plan_of(before.board), action % BUILDINGS
    x, y = plan.rooms[building].middle
    points = int(rules.score(after, seat) - rules.score(before, seat))
    mark = "X" if action >= MISS else action // BUILDINGS + 1
    news = el("circle", r=number(plan.cell * 0.4), class_="news")
    return at(x, y, news, pencilled(mark, plan.cell * 0.5), _gain(plan, x, points), pointer_events="none")


def _gain(plan: Plan, middle: float, points: int) -> Svg:
    """The points of a move on a small tag beside its mark, never beyond the edge."""
    if points == 0:
        return join()
    said = f"{points:+d}".replace("-", "−")
    width, y = 18 + 13 * len(said), round(-plan.cell * 0.42)
    x = min(0, round(WIDTH - middle) - width)
    return join(
        rect(x, y - 17, width, 32, 16, class_="pill"),
        text(x + width / 2, y + 8, said, 24, "middle bold on-gold"),
    )
