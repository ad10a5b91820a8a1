"""What the viewer can pick up: their tiles, the car, a cone, and the digger."""

from functools import cache, lru_cache

from quartier.core.drawing.pieces import icon, sign
from quartier.core.drawing.svg import Fragments, Svg, at, drawing, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..rules import state, tiles
from ..rules.spaces import size
from ..rules.state import Record
from ..text.labels import kinds_of, tile_name
from .layout import COLUMN, EDGE, hexagon
from .pieces import look_of
from .routes import ASPHALT, tile

CARD_WIDTH, CARD_HEIGHT, PITCH = 69, 88, 72.5
_TILE_SCALE = 0.58
"""How large a tile is in the hand."""
_CROSSED = "M12 58L54 14"


def draw_hand(s: Record, seat: int, t: Translator) -> Fragments:
    """Draw a card for each tile and for each tool."""
    kinds = kinds_of(s, seat)
    cones = s.cones - size(s.cone[0], s.cone[1]) if s.with_cones else None
    return drawing(
        COLUMN,
        CARD_HEIGHT + 8,
        t("Your road tiles and tools"),
        *(_definition(kind) for kind in sorted(set(kinds))),
        *(_tile_card(i, kind, s.mode != state.DRIVING or s.turn != seat, t) for i, kind in enumerate(kinds)),
        *_tool_cards(look_of(s, seat), cones, _usable(s, seat), t),
        class_="quartier hand gridlock",
        id="hand",
    )


def _usable(s: Record, seat: int) -> tuple[bool, bool]:
    """GL-8, GL-9: whether the car, and whether the building tools, may be used in the viewer's turn as it stands."""
    if s.turn != seat or s.phase not in (state.OPENING, state.TURNING):
        return True, True
    opening = s.phase == state.OPENING
    return not opening and s.mode != state.BUILDING, not opening and s.mode != state.DRIVING


@cache
def _definition(kind: int) -> Svg:
    return el("defs", tile(kind, "hand-kind"))


@lru_cache(1024)
def _tile_card(i: int, kind: int, usable: bool, t: Translator) -> Svg:
    picture = el(
        "use",
        href=f"#hand-kind-{tiles.NAMES[kind]}",
        transform=f"translate({CARD_WIDTH / 2} 36) scale({_TILE_SCALE})",
    )
    edge = path(
        hexagon(EDGE * _TILE_SCALE), class_="outline tile-edge", transform=f"translate({CARD_WIDTH / 2} 36)"
    )
    lifted = group(picture, edge, class_="lift", data_piece=f"hand-{i}")
    label = t("Road {number}").format(number=i + 1)
    return _card(i, f"card-{i}", f"hand-{tiles.NAMES[kind]}", label, tile_name(kind, t), lifted, usable, t)


@lru_cache(1024)
def _tool_cards(look: int, cones: int | None, usable: tuple[bool, bool], t: Translator) -> Fragments:
    """A card for each tool; `cones`: how many stand beside the board, None in games without."""
    return tuple(
        _tool_card(state.HAND + i, *tool, usable[tool[0] != "car"], t)
        for i, tool in enumerate(_tools(look, cones, t))
    )


def _tools(look: int, cones: int | None, t: Translator) -> list[tuple[str, str, str, Svg]]:
    """What else can be picked up: touch id, name, what it is, and its drawing."""
    car = group(icon("car", 11, 18, 44), sign(look, 33, 15, 13), class_=f"seat-{look}")
    tools = [("car", t("Car"), t("Drive with your car"), car)]
    if cones is not None:
        spoken = t("Place or remove a cone ({left} left for everyone)").format(left=cones)
        cone = group(icon("cone", 12, 12, 42), class_="works")
        label = f"{t('Cone')} · {cones}"
        if not cones:
            label, spoken = t("Lift cone"), t("Remove a cone (none is left to place)")
        tools.append(("tool-cone", label, spoken, cone))
    return [*tools, ("tool-remove", t("Remove"), t("Remove a tile"), _digger())]


def _tool_card(i: int, touch: str, label: str, spoken: str, picture: Svg, usable: bool, t: Translator) -> Svg:
    return _card(i, f"hand-{touch}", touch, label, spoken, group(picture, class_="lift"), usable, t)


def _card(
    i: int, name: str, touch: str, label: str, spoken: str, picture: Svg, usable: bool, t: Translator
) -> Svg:
    """A card of the hand: all of it can be touched. What is read on it begins what is said of it.

    A card that this turn leaves no use for is pale and crossed out; a touch still says why.
    """
    named = f"{label}: {spoken}" if usable else f"{label}: {spoken}, {t('not this turn')}"
    content = picture if usable else join(group(picture, opacity=0.3), path(_CROSSED, class_="quiet-line"))
    return at(
        1 + PITCH * i,
        4,
        el("title", named),
        rect(0, 0, CARD_WIDTH, CARD_HEIGHT, 11, class_="tint hand-card"),
        content,
        text(CARD_WIDTH / 2, CARD_HEIGHT - 10, label, 12.5, "middle name" if usable else "middle quiet"),
        rect(0, 0, CARD_WIDTH, CARD_HEIGHT, 11, class_="ring"),
        rect(-3, -4, CARD_WIDTH + 6, CARD_HEIGHT + 8, class_="hit"),
        id=name,
        data_touch=touch,
        class_="hand-place",
        role="img",
        aria_label=named,
    )


@cache
def _digger() -> Svg:
    """A tile that is lifted away."""
    lifted = group(
        path(hexagon(EDGE), class_="ground outline", stroke_width=4),
        path("M-44 0H44", class_="asphalt", stroke_width=ASPHALT),
        transform="translate(33 45) scale(.46 .34)",
    )
    return join(lifted, path("M33 38V12M24.5 20.5L33 12L41.5 20.5", class_="ink-line", stroke_width=3.2))
