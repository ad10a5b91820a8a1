"""The lettering of the map: its name, what the signs mean, north, and the river."""

import json
import re
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np

from quartier.core.drawing.svg import (
    Svg,
    at,
    group,
    join,
    path,
    rect,
    text,
)
from quartier.core.text.languages import Translator

from ..rules.board import read_pieces
from ..rules.state import COMMERCIAL, ENTERTAINMENT, RESIDENTIAL, State
from ..text.names import type_name
from .gates import chevron, disc
from .ground import words_of_river
from .layout import HEIGHT, WIDTH
from .symbols import kind_icon, stop

_CITY = re.compile(r"board(\..+)?\.json")


def draw_lettering(s: State, t: Translator) -> Svg:
    """Everything that is written on the map's corners; a small board has no room for it."""
    return _lettering(city_name(s), t)


@lru_cache
def _lettering(city: str, t: Translator) -> Svg:
    return join(
        group(_name(city or t("City map"), t), _north(), words_of_river(t), class_="fine lettering"),
        group(_legend(t), _sites(t), class_="fine lettering key"),
    )


def _name(city: str, t: Translator) -> Svg:
    return at(
        8,
        8,
        rect(0, 0, 222, 56, 5, class_="plaque"),
        rect(4, 4, 214, 48, 3, class_="plaque-line"),
        text(111, 25, city.upper(), 16, "middle bold caps"),
        text(111, 44, t("underground, 6 districts"), 13, "middle map-words"),
    )


def _legend(t: Translator) -> Svg:
    rows = ((chevron(), t("begin here")), (disc(), t("end here")), (stop(1), t("station")))
    return at(
        8,
        HEIGHT - 126,
        rect(0, 0, 148, 118, 8, class_="plaque"),
        *(_row(sign, words, 24 + 35 * i) for i, (sign, words) in enumerate(rows)),
    )


def _sites(t: Translator) -> Svg:
    """What the triangles are to which markers belong; lake and park show it. Narrow: a line may end beside it."""
    kinds = (RESIDENTIAL, COMMERCIAL, ENTERTAINMENT)
    return at(
        WIDTH - 166,
        8,
        rect(0, 0, 162, 106, 8, class_="plaque"),
        *(
            at(-6, 21 + 32 * i, _row(kind_icon(kind, 0, 0, 24), type_name(kind, t), 0))
            for i, kind in enumerate(kinds)
        ),
    )


def _row(sign: Svg, words: str, y: int) -> Svg:
    return join(at(25, y, sign), text(50, y + 5, words, 14.5))


def city_name(s: State) -> str:
    """What the city is called whose pieces lie on the table; "" for one that did not come with the title."""
    return _names().get(bytes(s.pieces), "")


@cache
def _names() -> dict[bytes, str]:
    """The names of the title's cities by their pieces."""
    folder = files(__package__.rpartition(".")[0]).joinpath("data")
    cities = [json.loads(file.read_text("utf-8")) for file in folder.iterdir() if _CITY.fullmatch(file.name)]
    return {np.array(read_pieces(city), np.int8).tobytes(): city["name"] for city in cities}


@cache
def _north() -> Svg:
    return at(
        WIDTH - 44,
        160,
        text(0, -24, "N", 14, "middle bold"),
        path("M0 -18A18 18 0 1 1 0 18A18 18 0 1 1 0 -18Z", class_="plaque"),
        path("M0 -14L5 0H-5Z", class_="ink-fill"),
        path("M0 14L5 0H-5Z", class_="plaque"),
    )
