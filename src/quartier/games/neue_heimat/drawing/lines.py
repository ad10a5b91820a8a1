"""The line along each pavement: what a row brings to whom now and otherwise, and what it still needs."""

from functools import cache, lru_cache
from typing import NamedTuple

from quartier.core.drawing.name_slots import name_slot
from quartier.core.drawing.pieces import sign
from quartier.core.drawing.svg import (
    Svg,
    at,
    el,
    group,
    join,
    path,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules import state
from ..rules.derived import (
    FINISHED,
    NO_HOUSES,
    NO_ROOFS,
    ROW,
)
from ..rules.state import Record
from ..text.labels import SEAT_NAMES, lacking_name
from .layout import BAND, WIDTH


class Form(NamedTuple):
    """A size in which a line is drawn: fine for desks, coarse for phones, where 31 are 11 pixels if the window has 360."""

    name: str
    top: int
    height: int
    size: int
    small: int
    """Size of the figures, and of the words."""
    other: int
    """Size of what the row would bring otherwise."""
    wordy: bool
    """Whether there is room for whole words, whatever else there is."""


FINE = Form("fine", BAND - 29, 25, 18, 16, 16, True)
COARSE = Form("coarse", BAND - 36, 34, 31, 31, 31, False)
LEFT = 12
ROOM = WIDTH - 2 * LEFT
"""How wide a line may be."""
HOUSE, TOP = "M0 10V-3H24V10ZM0 -3L4 -10H20L24 -3", "M-2 8L5 -8H19L26 8Z"
"""A house and a roof in a few strokes, 24 wide, around the middle of a line."""
TOO_MANY_ENTRIES = 4
"""With so many entries there is no room to say what the row would bring otherwise."""

CROWDED = 3
"""With so many entries the line of a phone has no room for words."""


class Line(NamedTuple):
    """What the line of a row says."""

    row: int
    numbers: tuple[int, ...]
    """Those of a row in `rules.derived`."""
    over: bool
    """Whether the game is over: then nothing will be otherwise."""

    @property
    def is_finished(self) -> bool:
        """Whether the row is finished."""
        return self.numbers[FINISHED] > 0

    @property
    def missing(self) -> tuple[int, int]:
        """Houses and roofs that the row needs to be finished."""
        return self.numbers[NO_HOUSES], self.numbers[NO_ROOFS]

    @property
    def worth(self) -> list[tuple[int, int]]:
        """Seats with houses in the row, and their points if it is finished."""
        return [(seat, points) for seat, points in enumerate(self.numbers[: state.MOST_SEATS]) if points]


def line_of(s: Record, row: int) -> Line:
    """Return what the line of a row says now."""
    return Line(row, tuple(s.derived[row * ROW : row * ROW + ROW]), s.phase == state.OVER)


@lru_cache(4096)
def row_line(line: Line, t: Translator, before: Line | None = None) -> Svg:
    """Draw the line of a row in both sizes; staged over the one of `before` if a move is not confirmed yet."""
    return join(*(_line(line, t, form, before) for form in (FINE, COARSE)))


def _line(line: Line, t: Translator, form: Form, before: Line | None) -> Svg:
    entries, width = _fit_line(line, t, form)
    covered = _fit_line(before, t, form)[1] if before else 0
    done = " done" if line.is_finished else ""
    look = "staged-ground" if before else f"plate{done}"
    ground = rect(0, 0, max(width, covered), form.height, form.height / 2, class_=look)
    name = None if before else f"line-{form.name}-{line.row}"
    label = group(at(0, -form.height, ground, *entries), data_lettering=form.small)
    return at(LEFT, form.top + form.height, label, id=name, class_=form.name)


def _fit_line(line: Line, t: Translator, form: Form) -> tuple[list[Svg], float]:
    """What stands on a line, and its width: the wordiest way for which there is room."""
    otherwise = not line.over and len(line.worth) < TOO_MANY_ENTRIES
    result = _arrange(line, t, form, otherwise, form.wordy or len(line.worth) < CROWDED)
    if form.wordy or result[1] <= ROOM:
        return result
    result = _arrange(line, t, form, otherwise, False)
    return result if result[1] <= ROOM else _arrange(line, t, form, False, len(line.worth) < CROWDED)


def _arrange(line: Line, t: Translator, form: Form, both: bool, words: bool) -> tuple[list[Svg], float]:
    """The line with `both` sums of a seat or one, and with what it needs in `words` or in signs."""
    entries, x = [], 8.0
    for seat, points in line.worth:
        entries.append(at(x, 0, _entry(seat, points, line.is_finished, both, form, t)))
        x += _entry_width(points, both, form, t)
    todo, width = _outlook(line, t, form, words)
    return [*entries, at(x, 0, todo)], x + width + 12


def _outlook(line: Line, t: Translator, form: Form, words: bool) -> tuple[Svg, float]:
    """That the row is finished, or what it needs to be, with its width; after the game it needs nothing any more."""
    if line.is_finished:
        return _finished_mark(form, t)
    if line.over:
        return join(), 0
    return (_needs if words else _signs)(line.missing, form, t)


def _entry_width(points: int, both: bool, form: Form, t: Translator) -> float:
    """About how much room an entry takes, in wide letters too."""
    figures = form.size * (1.15 + 0.9 + 0.7 * len(str(points)))
    other = form.other * 0.6 * (1 + len(t("or {then}").format(then=f"+{points}"))) if both else 0
    return figures + other + form.size * 0.6


@lru_cache(maxsize=1024)
def _entry(seat: int, points: int, done: bool, both: bool, form: Form, t: Translator) -> Svg:
    """A seat's sign, its points as the row stands now, and those if that changed."""
    now, then = (f"+{points}", f"−{points}") if done else (f"−{points}", f"+{points}")
    words = (
        t("{name}: {now} now, {then} if unfinished") if done else t("{name}: {now} now, {then} if finished")
    )
    spoken = words.format(name=t(SEAT_NAMES[seat]), now=now, then=then)
    other = el("tspan", " " + t("or {then}").format(then=then), class_="quiet", font_size=form.other)
    return group(
        el("title", spoken),
        sign(seat, form.size // 2, form.height // 2, form.size * 0.82),
        el(
            "text",
            el("tspan", now, class_="heavy", data_count=seat),
            other if both else join(),
            x=form.size * 1.15,
            y=_baseline(form),
            font_size=form.size,
        ),
        rect(0, 0, _entry_width(points, both, form, t), form.height, class_="hit"),
        data_about=f"worth-{seat}",
        role="img",
        aria_label=spoken,
        **name_slot(seat, t(SEAT_NAMES[seat])),
    )


def _baseline(form: Form) -> float:
    return form.height / 2 + form.size * 0.35


@cache
def _finished_mark(form: Form, t: Translator) -> tuple[Svg, float]:
    """A check and the word, with their width."""
    size, middle, words = form.size, form.height / 2, t("finished")
    check = path(f"M4 {middle}l{size * 0.25} {size * 0.28}l{size * 0.4} {-size * 0.55}", class_="check")
    label = text(size * 1.2, _baseline(form), words, form.small, "bold")
    return join(check, label), size * 1.2 + form.small * 0.66 * len(words)


@cache
def _needs(lacking: tuple[int, int], form: Form, t: Translator) -> tuple[Svg, float]:
    """What a row still needs, with the width of the words."""
    lead = t("still needs") if form.wordy else t("needs")
    todo = lacking_name(lacking, t) if form.wordy else lacking_name(lacking, t, "{houses} + {roofs}")
    label = el(
        "text",
        el("tspan", lead + " ", class_="quiet"),
        el("tspan", todo, class_="bold"),
        x=4,
        y=_baseline(form),
        font_size=form.small,
    )
    return label, 4 + form.small * (0.6 * len(lead) + 0.68 * len(todo) + 0.3)


@cache
def _signs(lacking: tuple[int, int], form: Form, t: Translator) -> tuple[Svg, float]:
    """How many houses and roofs are missing, each beside a picture of one."""
    lead, step = t("needs"), form.size * 1.9
    left = 8 + form.other * 0.62 * len(lead)
    fragments = [text(4, _baseline(form), lead, form.other, "quiet")]
    shapes = ((n, shape) for n, shape in zip(lacking, (HOUSE, TOP), strict=True) if n)
    for i, (count, shape) in enumerate(shapes):
        picture = path(shape, class_="sketch", transform=f"translate({form.size * 0.75:g} {form.height / 2})")
        number = text(0, _baseline(form), count, form.size, "bold")
        fragments.append(at(left + step * i, 0, number, picture))
    return join(*fragments), left + step * (len(fragments) - 1) - form.size * 0.2
