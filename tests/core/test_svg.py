"""Drawings: escaping, the stylesheet with its contrasts, pieces, and a table that stands alone."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import quartier
from quartier.core.drawing import document, pieces, svg

SEATS = range(pieces.SEATS)
TEXT_GROUNDS = [
    *(
        (colour, ground)
        for colour in ("ink", "quiet")
        for ground in ("paper", "card", "tint", "land", "road")
    ),
    ("ink", "block"),
    ("ink", "hair"),
    ("on-gold", "gold"),
    ("ink", "staged"),
    *(("ink", f"wash-{seat}") for seat in SEATS),
    *(("quiet", f"wash-{seat}") for seat in SEATS),
    *(("ink", f"mark-{seat}") for seat in SEATS),
    *(("on-seat", f"seat-{seat}") for seat in SEATS),
]


def palettes() -> dict[str, dict[str, str]]:
    """The variables of the light theme, of the system's dark theme and of the chosen dark theme."""
    blocks = re.findall(r"\{([^{}]*--paper:[^{}]*)\}", svg.stylesheet())
    matches = [dict(re.findall(r"--([\w-]+): (#[0-9A-F]{6});", block)) for block in blocks]
    return dict(zip(("light", "system dark", "dark"), matches, strict=True))


def luminance(colour: str) -> float:
    """Relative luminance by WCAG 2."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_formula() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


def test_text_and_attributes_are_escaped() -> None:
    element = svg.el("text", "<b> & co", aria_label='"><script>')
    assert element == '<text aria-label="&quot;&gt;&lt;script&gt;">&lt;b&gt; &amp; co</text>'


def test_what_is_only_looked_at_has_no_names() -> None:
    group = svg.group(svg.path("M0 0", fill="url(#weave-1)"), id="weave-1", data_touch="tile", data_way="1,2")
    assert svg.untouchable(group) == '<g data-way="1,2"><path d="M0 0" fill="url(#weave-1)"/></g>'
    assert 'id="weave-1"' in svg.untouchable(group, "weave-", "other-")
    assert "data-touch" not in svg.untouchable(group, "weave-", "other-")


def test_elements_nest_and_leave_out_none() -> None:
    assert svg.group(svg.path("M0 0"), id=None, class_="a") == '<g class="a"><path d="M0 0"/></g>'


def test_coordinates_are_short() -> None:
    assert [svg.number(value) for value in (3, 3.0, 3.25, -0.125)] == ["3", "3", "3.25", "-0.12"]
    assert [svg.number(value) for value in (-0.0, -0.001)] == ["0", "0"]


def test_equal_values_of_different_types_are_written_as_they_are() -> None:
    """Attributes are kept; 1, 1.0 and True are equal."""
    for _ in range(2):
        elements = [svg.el("a", x=value) for value in (1, True, 1.0, 0.0, -0.0, False)]
        assert elements == [f'<a x="{text}"/>' for text in ("1", "True", "1", "0", "0", "False")]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("colour", "ground"), TEXT_GROUNDS)
def test_text_contrast(theme: str, colour: str, ground: str) -> None:
    palette = palettes()[theme]
    assert contrast(palette[colour], palette[ground]) >= 4.5


@pytest.mark.parametrize("seat", SEATS)
def test_dark_seat_colours_are_a_fifth_lighter(seat: int) -> None:
    light, dark = (palettes()[theme][f"seat-{seat}"] for theme in ("light", "dark"))
    for i in (1, 3, 5):
        value = int(light[i : i + 2], 16)
        assert int(dark[i : i + 2], 16) == pytest.approx(value + (255 - value) / 5, abs=1)


def test_both_ways_into_the_dark_theme_are_equal() -> None:
    colours = palettes()
    assert colours["dark"] == colours["system dark"]
    assert colours["dark"].keys() == colours["light"].keys()


def test_motion_only_where_it_is_welcome() -> None:
    calm = svg.stylesheet().split("@media (prefers-reduced-motion: no-preference)")[0]
    assert "animation" not in calm
    assert "transition" not in calm


@pytest.mark.parametrize("title", quartier.titles())
def test_every_variable_is_defined(title: str) -> None:
    css = svg.stylesheet() + quartier.load(title).styles
    assert set(re.findall(r"var\(--([\w-]+)", css)) <= set(re.findall(r"--([\w-]+):", css))


def test_raw_colours_only_in_the_stylesheet() -> None:
    package = Path(quartier.__file__).parent
    sources = [
        package / "core/drawing/svg.py",
        package / "core/drawing/pieces.py",
        *package.glob("games/*/drawing/*.py"),
    ]
    assert len(sources) >= 3
    for source in sources:
        assert not re.search(r"#[0-9A-Fa-f]{3,8}\b|rgba?\(|hsla?\(", source.read_text("utf-8")), source


def _split_selectors(head: str) -> list[str]:
    """The selectors of a rule; commas within brackets belong to one of them."""
    result, depth = [""], 0
    for letter in head:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            result.append("")
        else:
            result[-1] += letter
    return [selector.strip() for selector in result]


FRAMES = {"neue_heimat": ("#more:", ".more", ".page-table", "@container window (")}
"""By title, parts of a table's frame that it fits to its own drawing: its market stays whole beside the bids."""


@pytest.mark.parametrize("title", quartier.titles())
def test_styles_of_a_title_reach_drawings_only(title: str) -> None:
    """The page links them, so that they must leave its own elements alone; and they name no motion."""
    rules = re.sub(r"/\*.*?\*/", "", quartier.load(title).styles, flags=re.S)
    heads = [head.strip() for head in re.findall(r"([^{}]+)\{", rules)]
    selectors = [selector for head in heads for selector in _split_selectors(head)]
    text = (".quartier ", ".metro ", ".metro:is(", ":root", "[data-theme", ".cube-", "@media screen")
    allowed = text + FRAMES.get(title, ())
    assert [selector for selector in selectors if not selector.startswith(allowed)] == []
    assert "animation" not in rules
    assert "transition" not in rules


def test_what_stands_alone_brings_the_styles_of_its_title() -> None:
    state = quartier.load("metromania").new(seats=2, seed=1)
    assert state.game.styles
    assert svg.stylesheet() + state.game.styles in state.svg(None)
    assert quartier.load("connect_four").styles == ""


@pytest.mark.parametrize("name", pieces.ICONS)
def test_icons_use_the_stylesheet(name: str) -> None:
    root = ElementTree.fromstring(pieces.definitions([name]))
    roles = {shape.get("class") for shape in root.iter() if shape.tag == "path"} - {None}
    assert roles
    for role in roles:
        assert f".icon .{role} {{" in svg.stylesheet()


@pytest.mark.parametrize("name", pieces.ICONS)
def test_icons_stay_on_their_grid(name: str) -> None:
    starts = re.findall(r"M([\d.]+) ([\d.]+)", pieces.definitions([name]))
    assert starts
    assert all(0.75 <= float(value) <= 23.25 for start in starts for value in start)


def test_the_family_is_complete() -> None:
    town = {
        "house",
        "store",
        "factory",
        "school",
        "power plant",
        "mall",
        "courthouse",
        "park",
        "fire station",
    }
    council = {"town hall", "roof", "mayor", "permit"}
    travel = {"cone", "car", "station", "coin", "dice", "tunnel"}
    auction = {"gavel", "cheque", "cash box"}
    assert set(pieces.ICONS) == town | council | travel | auction


def test_each_seat_has_its_own_sign_and_pattern() -> None:
    weaves = re.findall(r'<pattern id="w-(\d)"[^>]*>(.*?)</pattern>', pieces.patterns("w"))
    assert [int(seat) for seat, _ in weaves] == list(SEATS)
    assert len({weave for _, weave in weaves}) == len(set(pieces.SIGNS)) == pieces.SEATS


def test_standalone_stacks_the_parts() -> None:
    board = svg.picture(100, 50, "Board", svg.rect(0, 0, 100, 50))
    hand = svg.picture(60, 20, "Hand")
    whole = ElementTree.fromstring(document.standalone({"board": board, "hand": hand}, "de", "A & B"))
    inner = whole.findall(f"{{{svg.NAMESPACE}}}svg")
    assert whole.get("viewBox") == "0 0 148 142"
    assert whole.get("lang") == "de"
    assert whole.get("aria-label") == "A & B"
    assert [(part.get("x"), part.get("y"), part.get("width")) for part in inner] == [
        ("24", "24", "100"),
        ("44", "98", "60"),
    ]
    style = whole.find(f"{{{svg.NAMESPACE}}}style")
    assert style is not None
    assert style.text == svg.stylesheet()


def test_standalone_brings_the_icons_that_it_uses() -> None:
    """Once each, however often they are used, and no others."""
    board = svg.picture(100, 50, "Board", *(pieces.icon("power plant", x, 0, 48) for x in range(3)))
    whole = document.standalone({"board": board}, "en", "T")
    assert (
        whole.count('<use href="#icon-power-plant" transform="translate(0 0) scale(2)" class="middling"/>')
        == 1
    )
    assert whole.count('href="#icon-power-plant"') == 3
    assert re.findall(r'id="icon-([\w-]+)"', whole) == ["power-plant"]


def test_standalone_leaves_out_empty_parts() -> None:
    board = svg.picture(100, 50, "Board")
    assert document.standalone({"board": board, "hand": ""}, "en", "T").count("<svg") == 2


def test_standalone_needs_a_view_box() -> None:
    with pytest.raises(ValueError, match="viewBox"):
        document.standalone({"board": "<svg/>"}, "en", "T")


def test_a_drawing_in_fragments_is_the_drawing() -> None:
    element = svg.rect(0, 0, 4, 4)
    children = (element, svg.join(), "a < b", svg.group(id="ghost"))
    cut = svg.drawing(10, 20, "A & B", *children, id="board")
    assert svg.join(*cut) == svg.picture(10, 20, "A & B", *children, id="board")
    assert cut[1] is element
    assert svg.join(*svg.group_fragments(*children, class_="seat-1")) == svg.group(*children, class_="seat-1")
    assert svg.group_fragments(class_="seat-1") == ('<g class="seat-1">', "</g>")
