"""The log of Gridlock: a line and a sound for each event."""

from quartier.core.engine.contract import CHANCE
from quartier.core.text.languages import Translator
from quartier.core.text.own_name import by_name

from ..rules import moves, state, tiles
from ..rules.board import NONE, SPACES
from ..rules.moves import CONE, END, FIRST, GOAL, STOP
from ..rules.scoring import score
from ..rules.state import Record
from .labels import a_tile, destination_name, tile_name, towards, where


def line(
    before: Record, after: Record, actor: int, action: int | None, t: Translator, names: list[str]
) -> str:
    """Return the log line of an event."""
    if actor == CHANCE:
        return _chance_line(before, after, action, t, names)
    assert action is not None
    action_line = _action_line(before, action, t, names[actor])
    return " ".join([action_line, *_arrival(before, after, actor, t, names), *_end_lines(after, t)])


def _chance_line(before: Record, after: Record, action: int | None, t: Translator, names: list[str]) -> str:
    name = names[before.turn]
    if action is None:
        form = (
            by_name(name, t("{name} draws a destination card."), t("You draw a destination card."))
            if before.phase == state.DEALING_GOALS
            else by_name(name, t("{name} draws a road tile."), t("You draw a road tile."))
        )
        return form.format(name=name)
    if action < moves.GOAL:
        return _start_line(before, after, action - moves.START, t, names)
    if action < moves.TILE:
        what = destination_name(before, action - moves.GOAL)
        return by_name(name, t("{name} draws a goal: {what}."), t("You draw a goal: {what}.")).format(
            name=name, what=what
        )
    if action < moves.FIRST:
        what = tile_name(action - moves.TILE, t)
        return by_name(
            name, t("{name} draws a road tile: {what}."), t("You draw a road tile: {what}.")
        ).format(name=name, what=what)
    name = names[action - moves.FIRST]
    return by_name(name, t("{name} begins."), t("You begin.")).format(name=name)


def _start_line(before: Record, after: Record, destination: int, t: Translator, names: list[str]) -> str:
    seat = next(seat for seat in range(before.players) if before.waiting >> seat & 1)
    name = names[seat]
    draw_line = by_name(name, t("{name} draws a start: {what}."), t("You draw a start: {what}.")).format(
        name=name, what=destination_name(before, destination)
    )
    again = before.waiting == 1 << seat and after.waiting
    return draw_line + " " + t("Players with the same start redraw.") if again else draw_line


def _action_line(before: Record, action: int, t: Translator, name: str) -> str:
    if action == moves.END:
        return (
            by_name(name, t("{name} ends the turn."), t("You end your turn."))
            if before.done
            else by_name(name, t("{name} passes."), t("You pass."))
        ).format(name=name)
    space = action % SPACES
    fields = {"where": where(before.board, space, t), "to": towards(before.board, space, t)}
    if action < moves.TURN:
        fields["tile"] = a_tile(tiles.FACE_KIND[action // SPACES], t)
        return by_name(name, t("{name} lays {tile} {where}."), t("You lay {tile} {where}.")).format(
            name=name, **fields
        )
    return _simple_action_line(action, t, name).format(name=name, **fields)


def _simple_action_line(action: int, t: Translator, name: str) -> str:
    if action < moves.REMOVE:
        return by_name(name, t("{name} rotates the tile {where}."), t("You rotate the tile {where}."))
    if action < moves.CONE:
        return by_name(name, t("{name} removes the tile {where}."), t("You remove the tile {where}."))
    if action < moves.UNCONE:
        return by_name(name, t("{name} places a cone {where}."), t("You place a cone {where}."))
    return (
        by_name(name, t("{name} removes the cone {where}."), t("You remove the cone {where}."))
        if action < moves.STOP
        else by_name(name, t("{name} drives {to}."), t("You drive {to}."))
    )


def _arrival(before: Record, after: Record, seat: int, t: Translator, names: list[str]) -> list[str]:
    """GL-21, GL-22: describe the card that a stop opens, and the victory."""
    if before.opened[seat] == after.opened[seat]:
        return []
    opened = t("{count} of {cards} destinations visited.").format(count=score(after, seat), cards=after.cards)
    if before.winner == NONE and after.winner == seat:
        name = names[seat]
        return [opened, by_name(name, t("{name} wins."), t("You win.")).format(name=name)]
    return [opened]


def _end_lines(after: Record, t: Translator) -> list[str]:
    """Describe the end by the turn limit."""
    return [t("Turn limit reached.")] if after.phase == state.OVER and after.winner == NONE else []


def sound(before: Record, after: Record, actor: int, action: int) -> str:
    """Return the sound of an event: tiles, cones, cars, and destination cards."""
    if action < CONE:
        return "tile"
    if action < END:
        return "drive" if action >= STOP else "mark"
    return "card" if GOAL <= action < FIRST else ""
