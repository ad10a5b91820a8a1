"""What a move would change, drawn over the board."""

from quartier.core.show.signals import pill
from quartier.core.show.svg import Fragments, Svg, group, join
from quartier.core.text.languages import Translator

from .. import rules
from ..rules.moves import MISS, PASS
from ..rules.state import BUILDINGS, State
from ..words import number_of
from .board import content
from .layout import Plan, plan_of


def ghost(before: State, after: State, seat: int, action: int, t: Translator) -> Fragments:
    """What a move changes, in board coordinates: the building as it would stand, and the points it brings."""
    if action >= PASS:
        return ()
    plan, building, missed = plan_of(before.board), action % BUILDINGS, action >= MISS
    points = int(rules.score(after, seat) - rules.score(before, seat))
    built = group(
        plan.shape(building, plan.gap / 2 - 1, class_="staged-ground"),
        content(plan, building, "X" if missed else number_of(action)),
        # The plate of a miss says already what a miss costs.
        join() if points == 0 or (missed and points == -2) else _gain(plan, building, points),
        class_=f"kind-{plan.kinds[building]}",
        pointer_events="none",
    )
    return (built,)


def _gain(plan: Plan, building: int, points: int) -> Svg:
    """The points of a move at the lower edge of the building: its number stands above."""
    room = plan.rooms[building]
    said = f"{points:+d}".replace("-", "−")
    return pill(room.middle[0], round(room.y + room.height - 10), said)
