"""The seats below the map: how much each has visited."""

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, rect
from quartier.core.text.languages import Translator

from ..rules.scoring import score
from ..rules.state import State
from .pieces import colour_name, look_of


def seat_place(s: State, seat: int, width: int, t: Translator) -> Svg:
    """A place for each visited destination, and how many tiles the seat holds."""
    look, share = look_of(s, seat), (width - 8) / s.players
    marks = [_mark(look, i, i < score(s, seat), share) for i in range(s.cards)]
    spoken = t("{colour}: {count} of {cards} visited, tiles in hand: {held}").format(
        colour=colour_name(s, seat, t), count=score(s, seat), cards=s.cards, held=s.held[seat]
    )
    return at(
        4 + share * seat,
        8,
        rect(2, 0, share - 4, 52, 10, class_="plot"),
        rect(2, 0, share - 4, 52, 10, class_="edge", stroke_width=2),
        icon("car", 8, 8, 36),
        sign(look, 54, 20, 14),
        *marks,
        class_=f"seat-{look}",
        role="img",
        aria_label=spoken,
    )


def _mark(look: int, i: int, done: bool, share: float) -> Svg:
    pitch = min(26, (share - 72) / 7)
    box = {"x": 68 + pitch * i, "y": 16, "width": pitch - 4, "height": 20, "rx": 4}
    if not done:
        return el("rect", **box, class_="line", stroke_width=2)
    return join(el("rect", **box, class_="seat"), _light_sign(68 + pitch * i + (pitch - 4) / 2, 26, look))


def _light_sign(x: float, y: float, look: int) -> Svg:
    """The seat's sign in the light colour, on a place filled with its strong one."""
    return group(sign(look, x, y, 9), class_="on-seat")
