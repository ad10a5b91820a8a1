"""The things of Neue Heimat by name: seats by their signs, rows, lots, colours, cubes, pieces and money."""

from quartier.core.text.languages import N_, Translator

from ..rules.building import colour_of, value_of
from ..rules.state import (
    BLANK,
    CUBES,
    LOTS,
    MAYOR,
    PERMIT,
    ROOF,
)

SEAT_NAMES = (N_("Circle"), N_("Triangle"), N_("Square"), N_("Diamond"), N_("Star"))
"""Seats by their signs: colours are what is built here, and "Blue" could be either."""
ROW_NAMES = "ABC"
COLOUR_LETTERS = "WRYGBK"
COLOUR_NAMES = (N_("white"), N_("red"), N_("yellow"), N_("green"), N_("blue"), N_("black"))
PERMIT_NAMES = ("I", "II", "III")
OFFERS = ("1L", "1R", "2L", "2R", "3L", "3R", *PERMIT_NAMES, "blank", "mayor", "roof")
PHASES = ("lay", "first", "offer", "turn roof", "bid", "decide", "place", "over")


def lot_code(spot: int) -> str:
    """A lot in notation: "A3"."""
    return f"{ROW_NAMES[spot // LOTS]}{spot % LOTS + 1}"


def lot_name(spot: int, t: Translator) -> str:
    """A lot in words: "row A, lot 3"."""
    return t("row {row}, lot {number}").format(row=ROW_NAMES[spot // LOTS], number=spot % LOTS + 1)


def cube_code(cube: int) -> str:
    """A cube in notation: "W3"."""
    return f"{COLOUR_LETTERS[colour_of(cube)]}{value_of(cube)}"


def cube_name(cube: int, t: Translator) -> str:
    """A cube in words: "white 3"."""
    return f"{t(COLOUR_NAMES[colour_of(cube)])} {value_of(cube)}"


def piece_name(piece: int, roof: int, t: Translator) -> str:
    """A piece in words; `roof` is its value if it is a roof that has been turned over."""
    if piece < CUBES:
        return cube_name(piece, t)
    if piece < BLANK:
        return t("permit {number}").format(number=PERMIT_NAMES[piece - PERMIT])
    if piece == ROOF:
        return t("roof {value}").format(value=roof) if roof else t("roof")
    return t("mayor") if piece == MAYOR else t("blank cube")


def millions(amount: int, t: Translator) -> str:
    """An amount of money."""
    return t("{amount} million").format(amount=amount)


def lacking_name(lacking: tuple[int, int], t: Translator, both: str = "") -> str:
    """How many houses and roofs a row lacks: "1 house and 3 roofs"; `both` joins them otherwise."""
    houses = t("1 house") if lacking[0] == 1 else t("{count} houses").format(count=lacking[0])
    roofs = t("1 roof") if lacking[1] == 1 else t("{count} roofs").format(count=lacking[1])
    return (both or t("{houses} and {roofs}")).format(houses=houses, roofs=roofs) if lacking[0] else roofs
