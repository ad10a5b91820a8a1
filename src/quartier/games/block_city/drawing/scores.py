"""The running score by category, as on the margin of a printed sheet."""

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, rect, text
from quartier.core.text.languages import Translator

from .. import rules
from ..rules import scoring
from ..rules.scoring import houses, misses, numbered, public, stores
from ..rules.state import PUBLIC, State
from ..words import SEAT_NAMES
from .buildings import LOOKS
from .layout import SCORES_HEIGHT
from .marks import pencilled


def draw_scores(s: State, seat: int, t: Translator) -> Svg:
    """The running score of a seat by category, as on the margin of a printed sheet."""
    missed = int(misses(s, seat))
    boxes = [
        (t("Parks"), small_icon("park", 2), int(scoring.parks(s, seat))),
        (t("Department stores"), small_icon("store", 0), int(stores(s, seat))),
        (t("Public buildings"), _sets(s, seat), int(public(s, seat))),
        (t("Houses"), small_icon("house", 1), int(houses(s, seat))),
        (t("Misses"), at(15, 17, pencilled("X", 22)), -missed),
        (t("City filled"), small_icon("mayor", 5), 10 if s.empty[seat] == 0 else 0),
    ]
    widths = [104, 104, 172, 104, 104, 92]
    lefts = [110 + sum(widths[:i]) + 2 * i for i in range(len(widths))]
    return group(
        _total(s, seat),
        *(
            _box(x, width, drawn, points, label)
            for x, width, (label, drawn, points) in zip(lefts, widths, boxes, strict=True)
        ),
        id="scores",
        class_=f"seat-{seat}",
        role="img",
        aria_label=_spoken_scores(s, seat, [(label, points) for label, _, points in boxes], t),
    )


def _spoken_scores(s: State, seat: int, boxes: list[tuple[str, int]], t: Translator) -> str:
    found = ", ".join(f"{label} {points}" for label, points in boxes)
    return f"{t(SEAT_NAMES[seat])}: {rules.score(s, seat)} ({found})"


def _total(s: State, seat: int) -> Svg:
    """Sign and sum of a seat."""
    return join(
        rect(1, 1, 106, SCORES_HEIGHT - 2, 12, class_="wash"),
        rect(1, 1, 106, SCORES_HEIGHT - 2, 12, class_="edge", stroke_width=2),
        sign(seat, 20, 33, 20),
        text(70, 44, str(rules.score(s, seat)).replace("-", "−"), 30, "middle bold"),
    )


def _box(x: int, width: int, drawn: Svg, points: int, label: str) -> Svg:
    said = str(points).replace("-", "−")
    return at(
        x,
        0,
        el("title", label),
        rect(2, 1, width - 4, SCORES_HEIGHT - 2, 12, class_="plot"),
        at(10, 16, drawn),
        text(width - 12, 43, said, 28, "end bold" if points else "end quiet"),
    )


def small_icon(name: str, colour: int) -> Svg:
    """An icon, 36 units wide, in a seat colour."""
    return group(icon(name, 0, 0, 36), class_=f"seat-{colour}")


def _sets(s: State, seat: int) -> Svg:
    """BC-17: the public buildings that count, two of each type at most; outlines for those that are missing."""
    done = numbered(s, seat)
    return join(
        *(
            _set_icon(kind, 0 if i == 0 else 1, bin(s.kinds[kind] & done).count("1") > i, place)
            for i in range(2)
            for place, kind in enumerate(PUBLIC)
        )
    )


def _set_icon(kind: int, row: int, done: bool, place: int) -> Svg:
    name, colour, _ = LOOKS[kind]
    x, y = 34 * place, 29 * row - 11
    if not done:
        return el("circle", cx=x + 14, cy=y + 15, r=4, class_="street")
    return group(icon(name, x, y, 28), class_=f"seat-{colour}")
