"""The log of BlockCity: a line and a sound for each event."""

from quartier.core.engine.contract import CHANCE
from quartier.core.text.languages import Translator
from quartier.core.text.own_name import by_name

from ..rules.moves import FIRST, MISS, PASS, ROLL
from ..rules.state import BUILDINGS, OVER, Record
from .labels import building_name
from .notation import number_of


def line(
    before: Record, after: Record, actor: int, action: int | None, t: Translator, names: list[str]
) -> str:
    """Return the log line of an event."""
    assert action is not None  # everything is public (BC-20)
    if actor == CHANCE:
        return _chance_line(before, after, action, t, names)
    if after.phase != OVER:
        return _action_line(before, actor, action, t, names[actor])
    filled = [names[seat] for seat in range(after.players) if after.empty[seat] == 0]
    if len(filled) == 1:
        name = filled[0]
        end = by_name(name, t("{name}’s city is full."), t("Your city is full.")).format(name=name)
        return _action_line(before, actor, action, t, names[actor]) + " " + end
    full = ", ".join(by_name(name, name, t("you")) for name in filled)
    end = t("Full cities: {names}.").format(names=full)
    return _short_action_line(action, t, names[actor]) + " " + end


def _chance_line(before: Record, after: Record, action: int, t: Translator, names: list[str]) -> str:
    name = names[after.active if action < ROLL else before.active]
    if action < ROLL:
        return by_name(name, t("{name} starts."), t("You start.")).format(name=name)
    return by_name(name, t("{name} rolls {low} and {high}."), t("You roll {low} and {high}.")).format(
        name=name, low=after.dice[0], high=after.dice[1]
    )


def _action_line(before: Record, seat: int, action: int, t: Translator, name: str) -> str:
    if action == PASS:
        return by_name(name, t("{name} passes."), t("You pass.")).format(name=name)
    building = building_name(before.board, action % BUILDINGS, t)
    if action < MISS:
        return by_name(
            name, t("{name} writes {number} on the {building}."), t("You write {number} on the {building}.")
        ).format(name=name, number=number_of(action), building=building)
    return by_name(name, t("{name} marks a miss: {building}."), t("You mark a miss: {building}.")).format(
        name=name, building=building
    )


def _short_action_line(action: int, t: Translator, name: str) -> str:
    """Return the same without the place, when several cities are named."""
    if action == PASS:
        return by_name(name, t("{name} passes."), t("You pass.")).format(name=name)
    form = (
        by_name(name, t("{name} writes {number}."), t("You write {number}."))
        if action < MISS
        else by_name(name, t("{name} marks a miss."), t("You mark a miss."))
    )
    return form.format(name=name, number=number_of(action))


def sound(before: Record, after: Record, actor: int, action: int) -> str:
    """Return the sound of an event: building a house, marking a miss, rolling the dice."""
    if action >= FIRST:
        return "dice" if action >= ROLL else ""
    return "build" if action < MISS else "mark" if action < PASS else ""
