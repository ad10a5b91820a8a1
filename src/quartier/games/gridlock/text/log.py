"""The log of Gridlock: a line and a sound for each event."""

from quartier.core.engine.contract import CHANCE
from quartier.core.text.languages import Translator

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
    if action is None:
        form = (
            t("{name} draws a destination card.")
            if before.phase == state.DEALING_GOALS
            else t("{name} draws a road tile.")
        )
        return form.format(name=names[before.turn])
    if action < moves.GOAL:
        return _start_line(before, after, action - moves.START, t, names)
    if action < moves.TILE:
        form, what = t("{name} draws a goal: {what}."), destination_name(before, action - moves.GOAL)
        return form.format(name=names[before.turn], what=what)
    if action < moves.FIRST:
        form, what = t("{name} draws a road tile: {what}."), tile_name(action - moves.TILE, t)
        return form.format(name=names[before.turn], what=what)
    return t("{name} begins.").format(name=names[action - moves.FIRST])


def _start_line(before: Record, after: Record, destination: int, t: Translator, names: list[str]) -> str:
    seat = next(seat for seat in range(before.players) if before.waiting >> seat & 1)
    draw_line = t("{name} draws a start: {what}.").format(
        name=names[seat], what=destination_name(before, destination)
    )
    again = before.waiting == 1 << seat and after.waiting
    return draw_line + " " + t("Players with the same start redraw.") if again else draw_line


def _action_line(before: Record, action: int, t: Translator, name: str) -> str:
    if action == moves.END:
        return (t("{name} ends the turn.") if before.done else t("{name} passes.")).format(name=name)
    space = action % SPACES
    fields = {"where": where(before.board, space, t), "to": towards(before.board, space, t)}
    if action < moves.TURN:
        fields["tile"] = a_tile(tiles.FACE_KIND[action // SPACES], t)
        return t("{name} lays {tile} {where}.").format(name=name, **fields)
    return _simple_action_line(action, t).format(name=name, **fields)


def _simple_action_line(action: int, t: Translator) -> str:
    if action < moves.REMOVE:
        return t("{name} rotates the tile {where}.")
    if action < moves.CONE:
        return t("{name} removes the tile {where}.")
    if action < moves.UNCONE:
        return t("{name} places a cone {where}.")
    return t("{name} removes the cone {where}.") if action < moves.STOP else t("{name} drives {to}.")


def _arrival(before: Record, after: Record, seat: int, t: Translator, names: list[str]) -> list[str]:
    """GL-21, GL-22: describe the card that a stop opens, and the victory."""
    if before.opened[seat] == after.opened[seat]:
        return []
    opened = t("{count} of {cards} destinations visited.").format(count=score(after, seat), cards=after.cards)
    if before.winner == NONE and after.winner == seat:
        return [opened, t("{name} wins.").format(name=names[seat])]
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
