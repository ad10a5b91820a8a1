"""The log of City Blocks: a line and a sound for each event."""

from quartier.core.engine.bits import lowest
from quartier.core.engine.contract import CHANCE
from quartier.core.text.languages import Translator

from ..rules.moves import BONUS, DRAW, LOT, REBUILD, STAY, SWAP, SWAPS
from ..rules.state import BLOCKS, DEALING, NOBODY, OPEN, STREETS, Record
from ..rules.streets import STREET_NAMES, next_street, sum_of
from ..rules.tiles import KINDS
from .labels import _BUILT, block_name, tile_name


def built_name(kind: int, t: Translator) -> str:
    """A kind of tile as what is built: "a school", "house 3"."""
    code = KINDS[kind]
    return t(_BUILT[code]) if code in _BUILT else tile_name(kind, t)


def line(
    before: Record, after: Record, actor: int, action: int | None, t: Translator, names: list[str]
) -> str:
    """The log line of an event."""
    if actor == CHANCE:
        return _chance_line(before, after, action, t, names)
    action_line = _action_line(before, actor, action, t, names[actor]) if action is not None else ""
    return " ".join([action_line, *_award_lines(before, after, t, names)])


def _chance_line(before: Record, after: Record, action: int | None, t: Translator, names: list[str]) -> str:
    if action is not None and action < LOT:
        return t("{street} gets the ${value} token.").format(
            street=STREET_NAMES[next_street(before)], value=action - BONUS + 1
        )
    if action is not None and action < DRAW:
        return _lot_line(before, after, action - LOT + 1, t, names)
    name = names[before.turn]
    if action is None:
        return t("{name} draws a tile.").format(name=name)
    return t("{name} draws: {tile}.").format(name=name, tile=tile_name(action - DRAW, t))


def _lot_line(before: Record, after: Record, value: int, t: Translator, names: list[str]) -> str:
    draw_line = t("{name} draws ${value} to see who starts.").format(name=names[before.dealt], value=value)
    if after.phase != DEALING:
        return draw_line
    starter = 1 if after.lot[1] > after.lot[0] else 0
    return draw_line + " " + t("{name} begins.").format(name=names[starter])


def _action_line(before: Record, seat: int, action: int, t: Translator, name: str) -> str:
    if action == STAY:
        return t("{name} leaves the tokens where they are.").format(name=name)
    if action >= SWAP:
        street, other = SWAPS[action - SWAP]
        return t("{name} swaps the tokens of {street} (${value}) and {other} (${other_value}).").format(
            name=name,
            street=STREET_NAMES[street],
            value=before.token[street],
            other=STREET_NAMES[other],
            other_value=before.token[other],
        )
    return _placement(before, seat, action, t, name)


def _placement(before: Record, seat: int, action: int, t: Translator, name: str) -> str:
    placement = action % REBUILD
    tile, block = built_name(placement // BLOCKS, t), placement % BLOCKS
    if action < REBUILD:
        return t("{name} builds {tile} at {block}.").format(name=name, tile=tile, block=block_name(block, t))
    return t("{name} gives up ${value} and replaces {old} at {block} with {tile}.").format(
        name=name,
        value=lowest(before.won[seat]),
        old=tile_name(before.tile[block], t),
        block=block_name(block, t),
        tile=tile,
    )


def _award_lines(before: Record, after: Record, t: Translator, names: list[str]) -> list[str]:
    return [
        _award_line(after, street, t, names)
        for street in range(STREETS)
        if before.award[street] == OPEN and after.award[street] != OPEN
    ]


def _award_line(s: Record, street: int, t: Translator, names: list[str]) -> str:
    winner = s.award[street]
    sums = sorted((sum_of(s, street, 0), sum_of(s, street, 1)), reverse=True)
    form = (
        t("{street}, {high} to {low}: nobody gets the ${value}.")
        if winner == NOBODY
        else t("{street}, {high} to {low}: {name} wins ${value}.")
    )
    name = "" if winner == NOBODY else names[winner]
    return form.format(
        street=STREET_NAMES[street], high=sums[0], low=sums[1], value=s.token[street], name=name
    )


def sound(before: Record, after: Record, actor: int, action: int) -> str:
    """A building rises, tokens are laid down; of what is drawn only one's own tile is heard."""
    if action < SWAP:
        return "build"
    return "tile" if action < STAY else "card" if action >= DRAW else ""
