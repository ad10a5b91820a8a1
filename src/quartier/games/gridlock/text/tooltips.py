"""Tooltips for the objects of Gridlock."""

from quartier.core.text.languages import N_, Translator
from quartier.core.text.tooltips import Effect, TooltipItem, TooltipKind

from ..rules import board as city
from ..rules import tiles
from ..rules.board import NONE
from ..rules.derived import GOALS, ZONE
from ..rules.roads import reach
from ..rules.spaces import size, within
from ..rules.state import BLUE, GREEN, RED, STARTING, YELLOW, Record
from .labels import destination_name, numbers

TOOLTIP_KINDS = {
    "empty": TooltipKind(
        N_("Empty space"),
        N_("Lay a tile from your hand here, rotated any way you like. Its roads don’t have to meet others."),
        (9, 10),
    ),
    "tile": TooltipKind(
        N_("Road tile"),
        N_("All its roads connect. A yellow dot: you can rotate it, or remove it if there’s no car on it."),
        (4, 11, 12, 16),
    ),
    "destination": TooltipKind(
        N_("Destination"),
        N_("Cars can enter from all six sides. It counts only if you have its card and stop here."),
        (2, 16, 21),
    ),
    "goal": TooltipKind(
        N_("Your goal"),
        N_("Stop here once with your car. The first player to visit all their destinations wins."),
        (7, 21, 22),
    ),
    "tunnel": TooltipKind(
        N_("Tunnel"),
        N_("Takes you to any other tunnel in one step. Cars enter and leave only by its roads."),
        (3, 17),
    ),
    "river": TooltipKind(N_("River"), N_("No one can build or drive here."), (2, 10, 18)),
    "park": TooltipKind(N_("Park"), N_("No one can build or drive here."), (2, 10, 18)),
    "cone": TooltipKind(
        N_("Cone"),
        N_("Cars must stop here. No one can rotate or remove tiles on this space or next to it."),
        (13, 14, 19),
    ),
    "car": TooltipKind(
        N_("Car"),
        N_("In a turn you either build or drive. Drive as far as the roads go, with up to two stops."),
        (16, 19, 20),
    ),
    "hand": TooltipKind(
        N_("Tile in your hand"),
        N_("Lay it on an empty space, rotated any way you like. At the end of your turn you draw back up to two."),
        (9, 10, 15),
    ),
    "remove": TooltipKind(
        N_("Remove a tile"),
        N_("A building action: discard a tile that has no car on it and isn’t in a construction zone."),
        (9, 12, 14),
    ),
    "zone": TooltipKind(
        N_("Construction zone"),
        N_("The spaces next to a cone. No one can rotate or remove tiles there."),
        (13, 14),
    ),
    "aim": TooltipKind(
        N_("How to win"),
        N_(
            "Be the first to stop at all your destinations. Your start is the first you’ve visited, unless you play "
            "with seven."
        ),
        (7, 21, 22),
    ),
    "visited": TooltipKind(
        N_("A player’s visits"),
        N_("The destinations this player has visited, including the start. Goals still to visit are secret."),
        (6, 21, 28),
    ),
    "supply": TooltipKind(
        N_("Draw pile and discard pile"),
        N_("You draw tiles from the draw pile. When it’s empty, the discard pile is shuffled to form a new one."),
        (12, 15, 28),
    ),
}  # fmt: skip
_TERRAINS = {
    city.DESTINATION: "destination",
    city.TUNNEL: "tunnel",
    city.RIVER: "river",
    city.PARK: "park",
}
_POWERS = {
    RED: N_("Power: doesn’t have to stop for cones, congestion or traffic."),
    GREEN: N_("Power: can also drive through parks."),
    BLUE: N_("Power: can also drive on the river."),
    YELLOW: N_("Power: acts as a cone for everyone else."),
}
"""GL-27: the powers of the cars by colour."""
_CARS = {RED: N_("Red car"), GREEN: N_("Green car"), BLUE: N_("Blue car"), YELLOW: N_("Yellow car")}


def tooltip_item(s: Record, seat: int, name: str, t: Translator, names: list[str]) -> TooltipItem | None:
    """Return the tooltip of an object of the drawing, for a viewer who knows `s`."""
    sort, _, rest = name.partition("-")
    if sort == "space" and rest in numbers(s.board):
        return _space(s, seat, numbers(s.board)[rest], t, names)
    if sort == "hand" and rest in tiles.NAMES:
        return TooltipItem("hand")
    if sort == "goal" and rest in map(str, range(s.sights)):
        return _goal(s, seat, int(rest), t)
    if sort == "visited" and rest in map(str, range(s.players)):
        return TooltipItem("visited")
    if name == "car" and seat >= 0:
        mixed = t("On a short trip you can build and drive in the same turn.") if s.short_trip else ""
        return TooltipItem("car", f"{_power(s, seat, t)} {mixed}".strip())
    if name == "tool-cone":
        left = s.cones - size(s.cone[0], s.cone[1])
        return TooltipItem(
            "cone", t("All players share the cones: {count} of {all} left.").format(count=left, all=s.cones)
        )
    return (
        TooltipItem({"tool-remove": "remove", "supply": "supply"}[name])
        if name in ("tool-remove", "supply")
        else None
    )


def _space(s: Record, seat: int, space: int, t: Translator, names: list[str]) -> TooltipItem:
    """Return a space's tooltip: by what is on it, or else its terrain."""
    if within(s.cone[0], s.cone[1], space):
        return TooltipItem("cone")
    sentences = [
        *_of_cars(s, space, t, names),
        *_exclusive_access(s, space, t),
        *_in_zone(s, space, t),
        *_in_reach(s, seat, space, t),
    ]
    return TooltipItem(_sort(s, seat, space), " ".join(sentences))


def _sort(s: Record, seat: int, space: int) -> str:
    if any(s.car[seat] == space for seat in range(s.players)):
        return "car"
    if s.tile[space] != NONE:
        return "tile"
    if seat >= 0 and s.sight[space] != NONE and s.goals[seat] >> s.sight[space] & 1:
        return "goal"
    return _TERRAINS.get(s.terrain[space], "empty")


def _of_cars(s: Record, space: int, t: Translator, names: list[str]) -> list[str]:
    """Say whose cars are on a space, and what they can do."""
    seats = [seat for seat in range(s.players) if s.car[seat] == space]
    form = t("This is the car of {name}.")
    return [" ".join(filter(None, [form.format(name=names[seat]), _power(s, seat, t)])) for seat in seats]


def _exclusive_access(s: Record, space: int, t: Translator) -> list[str]:
    """GL-27: say which car can drive where no other can."""
    if not s.specials:
        return []
    river = [t("Only the blue car can drive here.")] * (s.terrain[space] == city.RIVER)
    return river + [t("Only the green car can drive here.")] * (s.terrain[space] == city.PARK)


def _power(s: Record, seat: int, t: Translator) -> str:
    return t(_POWERS[s.colour[seat]]) if s.specials else ""


def _in_zone(s: Record, space: int, t: Translator) -> list[str]:
    """GL-14: say whether the tile there is protected."""
    zone = within(s.derived[ZONE], s.derived[ZONE + 1], space) and s.tile[space] != NONE
    return [t("It’s in a construction zone, so it can’t be rotated or removed.")] * zone


def _in_reach(s: Record, seat: int, space: int, t: Translator) -> list[str]:
    """GL-20: say whether the viewer's car can stop there."""
    if seat < 0 or s.car[seat] in (NONE, space) or s.phase == STARTING:
        return []
    return [t("Your car can reach it now.")] * bool(within(*reach(s, seat), space))


def _goal(s: Record, seat: int, destination: int, t: Translator) -> TooltipItem | None:
    if seat < 0 or not s.goals[seat] >> destination & 1:
        return None
    near = s.derived[GOALS] >> destination & 1
    form = t("Your car can reach {place} now.") if near else t("Your car can’t reach {place} yet.")
    return TooltipItem("goal", form.format(place=destination_name(s, destination)))


def effects(s: Record, t: Translator, names: list[str]) -> list[Effect]:
    """GL-27: list the cars' powers, if they have any."""
    if not s.specials:
        return []
    form = t("This is the car of {name}.")
    return [
        Effect(t(_CARS[s.colour[seat]]), f"{form.format(name=names[seat])} {t(_POWERS[s.colour[seat]])}")
        for seat in range(s.players)
    ]
