"""Tooltips for the objects of BlockCity."""

from quartier.core.engine.bits import popcount
from quartier.core.text.languages import N_, Translator
from quartier.core.text.tooltips import TooltipItem, TooltipKind, kind_item

from ..rules.moves import writable
from ..rules.scoring import group_of, score, store_scores
from ..rules.state import HOUSE, PARK, PUBLIC, SIDES, STARTING, STORE, Record
from .labels import count_empty, count_points
from .notation import CROSS, ids

TOOLTIP_KINDS = {
    "house": TooltipKind(
        N_("House"),
        N_("Scores the number you write on it. High numbers belong on houses."),
        (6, 18),
    ),
    "park": TooltipKind(
        N_("Park"),
        N_(
            
                "Neighbouring parks with the same number form a group. One park scores {one} points, two "
                "score {two}, three score {three}, and so on."
            
        ),
        (6, 15),
    ),
    "store": TooltipKind(
        N_("Department store"),
        N_("Scores {store} points if no neighbour has the same number. An empty neighbour spoils it."),
        (6, 16),
    ),
    "public": TooltipKind(
        N_("Public building"),
        N_(
            
                "A school, a fire station and a town hall make a set worth {set} points, whatever their "
                "numbers. Sets that count: {sets} at most."
            
        ),
        (6, 17),
    ),
    "miss": TooltipKind(
        N_("Miss"),
        N_("Costs {miss} points. Its building scores nothing and doesn’t count as a neighbour with a number."),
        (7, 9, 13),
    ),
    "number": TooltipKind(
        N_("First number"),
        N_(
            "Before the first roll, every player writes one number of their choice on any building. A 1 "
            "keeps your options open."
        ),
        (3, 8),
    ),
    "die": TooltipKind(
        N_("Die"),
        N_(
            
                "The active player uses one of the two dice. Everyone else may use the other one. The 1 is "
                "the joker: it fits anywhere."
            
        ),
        (5, 6, 8, 10),
    ),
    "full": TooltipKind(
        N_("Full city"), N_("Scores {full} points when every building is filled, misses included."), (14,)
    ),
    "aim": TooltipKind(
        N_("How to win"),
        N_("The game ends with the turn in which someone fills their whole city. Then the most points win."),
        (12, 19),
    ),
    "parks": TooltipKind(
        N_("Points for park groups"),
        N_(
            "Top: how many parks a group has. Bottom: its points. A group is neighbouring parks with the "
            "same number."
        ),
        (15,),
    ),
    "points": TooltipKind(
        N_("A player’s points"),
        N_("The city’s points right now, category by category. When a city is full, the player with the most points wins."),
        (12, 14, 19),
    ),
    "city": TooltipKind(
        N_("Another player’s city"),
        N_("Every player fills their own copy of the same city. Tap it to see it large."),
        (1, 20),
    ),
}  # fmt: skip


def tooltip_item(s: Record, seat: int, name: str, t: Translator, names: list[str]) -> TooltipItem | None:
    """Return the tooltip of an object of the drawing; spectators see the city of the first seat."""
    result = _tooltip_item(s, seat, name, t, names)
    return result and result._replace(figures=_figures(s))


def _figures(s: Record) -> dict[str, int]:
    """Return the scoring figures of this game (BC-13 to BC-17)."""
    one, two, three = s.park_points.tolist()[1:4]
    sets = {"store": s.store_points, "set": s.set_points, "sets": s.most_sets, "miss": s.miss_points}
    sets["full"] = s.full_points
    return {"one": one, "two": two, "three": three, **sets}


def _tooltip_item(s: Record, seat: int, name: str, t: Translator, names: list[str]) -> TooltipItem | None:
    sort, _, rest = name.partition("-")
    if item := kind_item(TOOLTIP_KINDS, name):
        return item
    if sort == "building" and rest in ids(s.board):
        return _building(s, max(0, seat), ids(s.board).index(rest), t)
    if sort == "die" and rest in _NUMBERS:
        return TooltipItem("number" if s.phase == STARTING else "die")
    if sort in ("points", "city") and rest in map(str, range(s.players)):
        return _standing(s, sort, int(rest), t, names)
    return TooltipItem("miss") if name == CROSS else TooltipItem(name) if name in ("parks", "die") else None


_NUMBERS = tuple(str(number) for number in range(1, SIDES + 1))


def _standing(s: Record, sort: str, seat: int, t: Translator, names: list[str]) -> TooltipItem:
    points, left = count_points(int(score(s, seat)), t), count_empty(popcount(s.empty[seat]), t)
    return TooltipItem(
        sort, t("{name} has {points} and {left}.").format(name=names[seat], points=points, left=left)
    )


def _building(s: Record, seat: int, building: int, t: Translator) -> TooltipItem:
    bit = 1 << building
    if s.missed[seat] & bit:
        return TooltipItem("miss")
    kind = next(kind for kind in range(len(s.kinds)) if s.kinds[kind] & bit)
    word = {HOUSE: "house", PARK: "park", STORE: "store"}.get(kind, "public")
    if s.empty[seat] & bit:
        return TooltipItem(word, _fitting(s, seat, building, t))
    number = next(number for number in range(1, SIDES + 1) if s.wrote[seat, number] & bit)
    return TooltipItem(word, _points_text(s, seat, building, word, number, t))


def _fitting(s: Record, seat: int, building: int, t: Translator) -> str:
    """BC-6, BC-8: say which numbers can be written on an empty building."""
    numbers = [str(number) for number in range(1, SIDES + 1) if writable(s, seat, number) >> building & 1]
    if len(numbers) == SIDES:
        return t("Any number fits here now.")
    return t("Fits here now: {numbers}.").format(numbers=", ".join(numbers))


def _points_text(s: Record, seat: int, building: int, word: str, number: int, t: Translator) -> str:
    """BC-15 to BC-18: say what a numbered building scores now."""
    if word == "house":
        return t("Scores {points}.").format(points=count_points(number, t))
    if word == "park":
        size = popcount(group_of(s, building, s.wrote[seat, number] & s.kinds[PARK]))
        parks = t.ngettext("{count} park", "{count} parks", size).format(count=size)
        form = t("{parks} in its group, worth {points}.")
        return form.format(parks=parks, points=count_points(int(s.park_points[size]), t))
    if word == "store":
        points = int(s.store_points) if store_scores(s, seat, building) else 0
        return t("Scores {points} now.").format(points=count_points(points, t))
    return _sets(s, seat, t)


def _sets(s: Record, seat: int, t: Translator) -> str:
    """BC-17: say how many of each type have a number."""
    done = ((1 << s.buildings) - 1) & ~(s.empty[seat] | s.missed[seat])
    school, fire, hall = (popcount(s.kinds[kind] & done) for kind in PUBLIC)
    return t("With a number so far: {schools}, {stations}, {halls}.").format(
        schools=t.ngettext("{count} school", "{count} schools", school).format(count=school),
        stations=t.ngettext("{count} fire station", "{count} fire stations", fire).format(count=fire),
        halls=t.ngettext("{count} town hall", "{count} town halls", hall).format(count=hall),
    )
