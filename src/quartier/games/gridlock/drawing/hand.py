"""The viewer's tiles, the tools for building, the car, and the destinations still to be visited."""

from functools import cache

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, path, picture, rect, text
from quartier.core.text.languages import Translator

from ..rules import state, tiles
from ..rules.board import NONE
from ..rules.roads import reach
from ..rules.spaces import size, within
from ..rules.state import State
from ..words import kinds_of, sight_name, sights_of, tile_name
from .asphalt import tile
from .landmarks import landmark
from .layout import CARD_SCALE, EDGE, HAND_HEIGHT, HAND_WIDTH, hexagon
from .pieces import look_of
from .sights import two_lines


def draw_hand(s: State, seat: int, t: Translator) -> Svg:
    """The viewer's tiles, the tools for building, the car, and the destinations still to be visited."""
    return picture(
        HAND_WIDTH,
        HAND_HEIGHT,
        t("Your tiles, tools and destinations"),
        el(
            "defs",
            *(tile(kind, "hand-kind") for kind in set(kinds_of(s, seat))),
        ),
        *(_card(i, kind, t) for i, kind in enumerate(kinds_of(s, seat))),
        *_tools(s, seat, t),
        _goals(s, seat, t),
        _supply(s, t),
        class_="quartier hand gridlock",
        id="hand",
    )


def _card(i: int, kind: int, t: Translator) -> Svg:
    name = tiles.NAMES[kind]
    spoken = tile_name(kind, t)
    drawn = el("use", href=f"#hand-kind-{name}", transform=f"scale({CARD_SCALE})")
    return at(
        58 + 112 * i,
        54,
        el("title", spoken),
        group(drawn, path(hexagon(EDGE * CARD_SCALE), class_="ring"), class_="lift", data_piece=f"hand-{i}"),
        rect(-55, -53, 110, 106, class_="hit"),
        id=f"card-{i}",
        data_touch=f"hand-{name}",
        class_="card",
        role="img",
        aria_label=spoken,
    )


def _tools(s: State, seat: int, t: Translator) -> list[Svg]:
    """What else can be picked up: the viewer's car, the digger, a cone."""
    look, left = look_of(s, seat), state.CONES - size(s.cone[0], s.cone[1])
    car = join(icon("car", 14, 8, 50), sign(look, 39, 12, 12))
    tools = [_tool(236, "car", t("Drive"), t("Your car"), group(car, class_=f"seat-{look}"))]
    tools.append(_tool(322, "tool-remove", t("Remove"), t("Remove a tile"), _digger()))
    if s.with_cones:
        cone = join(icon("cone", 8, 10, 46), text(64, 52, left, 24, "middle bold"))
        spoken = t("Put a cone down or take one off; beside the board: {left}").format(left=left)
        tools.append(_tool(408, "tool-cone", t("Cone"), spoken, group(cone, class_="seat-1")))
    return tools


def _tool(x: int, touch: str, label: str, spoken: str, drawn: Svg) -> Svg:
    return at(
        x,
        6,
        el("title", spoken),
        rect(0, 0, 78, 94, 12, class_="plot"),
        rect(0, 0, 78, 94, 12, class_="line", stroke_width=2),
        group(drawn, class_="lift"),
        text(39, 84, label, 16, "middle"),
        rect(0, 0, 78, 94, 12, class_="ring"),
        rect(-3, -3, 84, 100, class_="hit"),
        id=f"hand-{touch}",
        data_touch=touch,
        role="img",
        aria_label=spoken,
    )


@cache
def _digger() -> Svg:
    """A tile that is lifted away."""
    arrow = "M39 34V8M29 17L39 7L49 17"
    return join(
        at(39, 46, group(path(hexagon(EDGE), class_="pavement"), path("M-40 0H40", class_="asphalt", stroke_width=25),
                         transform="scale(.5)")),
        path(arrow, class_="accent-line", stroke_width=4.5),
    )  # fmt: skip


def _goals(s: State, seat: int, t: Translator) -> Svg:
    """The destinations still to be visited; a road marks those that the car can reach now."""
    low, high = reach(s, seat) if s.car[seat] != NONE else (0, 0)
    wanted = sights_of(s.goals[seat])
    cards = (_goal(s, sight, i, within(low, high, s.place[sight]), t) for i, sight in enumerate(wanted))
    return at(504, 6, *cards)


def _goal(s: State, sight: int, i: int, near: int, t: Translator) -> Svg:
    name = sight_name(s, sight)
    spoken = f"{name}, {t('reachable') if near else t('no road yet')}"
    return at(
        i % 2 * 148,
        i // 2 * 54,
        rect(0, 0, 142, 48, 8, class_="plot"),
        rect(0, 0, 142, 48, 8, class_="goal reachable" if near else "goal", stroke_width=3 if near else 2),
        el("circle", cx=23, cy=24, r=20, class_="plaza"),
        landmark(name, 8, 9, 30),
        *(
            text(48, (29, 21)[len(two_lines(name)) - 1] + 17 * k, line, 14.5, "bold")
            for k, line in enumerate(two_lines(name))
        ),
        _tick() if near else join(),
        role="img",
        aria_label=spoken,
    )


def _tick() -> Svg:
    disc = el("circle", r=9, class_="pill")
    return at(136, 6, disc, path("M-4.5 0L-1 4L5 -4", class_="paper-line", stroke_width=2.5))


def _supply(s: State, t: Translator) -> Svg:
    """The size of the pile, and the tiles on the discard pile, which are public."""
    thrown = ", ".join(
        f"{s.discard[kind]} × {tiles.NAMES[kind]}" for kind in range(tiles.KINDS) if s.discard[kind]
    )
    words = f"{t('Pile')}: {s.stock} · {t('Discarded')}: {sum(s.discard)}"
    spoken = f"{words} ({thrown})" if thrown else words
    return at(8, 0, el("title", spoken), text(0, 140, words, 18, "quiet"), role="img", aria_label=spoken)
