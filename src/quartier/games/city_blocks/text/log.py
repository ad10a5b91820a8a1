"""The log of City Blocks: a line and a sound for each event."""

from quartier.core.engine.bits import lowest
from quartier.core.engine.contract import CHANCE
from quartier.core.text.languages import Translator
from quartier.core.text.own_name import by_name

from ..rules.moves import BONUS, DRAW, LOT, REBUILD, STAY, SWAP, SWAPS
from ..rules.state import BLOCKS, DEALING, NOBODY, OPEN, STREETS, Record
from ..rules.streets import next_street, sum_of
from .labels import block_name, built_name, money, short_street, standing_name, street_name


def line(
    before: Record, after: Record, actor: int, action: int | None, t: Translator, names: list[str]
) -> str:
    """Return the log line of an event."""
    if actor == CHANCE:
        return _chance_line(before, after, action, t, names)
    decided = _decided_streets(before, after)
    action_line = (
        _action_line(before, actor, action, t, names[actor], len(decided)) if action is not None else ""
    )
    awards = _award_line if len(decided) < 2 else _short_award_line
    return " ".join([action_line, *(awards(after, street, t, names) for street in decided)])


def _chance_line(before: Record, after: Record, action: int | None, t: Translator, names: list[str]) -> str:
    if action is not None and action < LOT:
        return t("{street} gets the {value} token.").format(
            street=street_name(next_street(before)), value=money(action - BONUS + 1, t)
        )
    if action is not None and action < DRAW:
        return _lot_line(before, after, action - LOT + 1, t, names)
    name = names[before.turn]
    if action is None:
        return by_name(name, t("{name} draws a tile."), t("You draw a tile.")).format(name=name)
    return by_name(name, t("{name} draws {tile}."), t("You draw {tile}.")).format(
        name=name, tile=built_name(action - DRAW, t)
    )


def _lot_line(before: Record, after: Record, value: int, t: Translator, names: list[str]) -> str:
    name = names[before.dealt]
    draw_line = by_name(
        name, t("{name} draws {value} for the start."), t("You draw {value} for the start.")
    ).format(name=name, value=money(value, t))
    if after.phase != DEALING:
        return draw_line
    starter = names[1 if after.lot[1] > after.lot[0] else 0]
    return draw_line + " " + by_name(starter, t("{name} starts."), t("You start.")).format(name=starter)


def _action_line(before: Record, seat: int, action: int, t: Translator, name: str, decided: int) -> str:
    """Describe a move, more briefly if it also decides two streets."""
    if action == STAY:
        return by_name(name, t("{name} swaps no tokens."), t("You swap no tokens.")).format(name=name)
    if action < SWAP:
        return _placement(before, seat, action, t, name, decided)
    street, other = SWAPS[action - SWAP]
    value, other_value = money(before.token[street], t), money(before.token[other], t)
    if decided == 2:
        return by_name(
            name, t("{name} swaps {value} and {other_value}."), t("You swap {value} and {other_value}.")
        ).format(name=name, value=value, other_value=other_value)
    return by_name(
        name,
        t("{name} swaps {street} ({value}) and {other} ({other_value})."),
        t("You swap {street} ({value}) and {other} ({other_value})."),
    ).format(
        name=name,
        street=short_street(street),
        value=value,
        other=short_street(other),
        other_value=other_value,
    )


def _placement(before: Record, seat: int, action: int, t: Translator, name: str, decided: int) -> str:
    placement = action % REBUILD
    tile, block = built_name(placement // BLOCKS, t), placement % BLOCKS
    if decided == 2:
        return by_name(name, t("{name} builds {tile}."), t("You build {tile}.")).format(name=name, tile=tile)
    if action < REBUILD:
        return by_name(name, t("{name} builds {tile} at {block}."), t("You build {tile} at {block}.")).format(
            name=name, tile=tile, block=block_name(block, t)
        )
    return by_name(
        name,
        t("{name} pays {value}: {tile} replaces {old} at {block}."),
        t("You pay {value}: {tile} replaces {old} at {block}."),
    ).format(
        name=name,
        value=money(lowest(before.won[seat]), t),
        old=standing_name(before.tile[block], t),
        block=block_name(block, t),
        tile=tile,
    )


def _decided_streets(before: Record, after: Record) -> list[int]:
    """Describe the streets that were awarded in between."""
    return [
        street for street in range(STREETS) if before.award[street] == OPEN and after.award[street] != OPEN
    ]


def _award_line(s: Record, street: int, t: Translator, names: list[str]) -> str:
    name = _winner_name(s, street, names)
    form = (
        t("{street} ({high}–{low}): no bonus.")
        if s.award[street] == NOBODY
        else by_name(
            name,
            t("{street} ({high}–{low}): {name} wins {value}."),
            t("{street} ({high}–{low}): you win {value}."),
        )
    )
    return _fill(form, street_name(street), s, street, t, name)


def _short_award_line(s: Record, street: int, t: Translator, names: list[str]) -> str:
    """Return the same for an event that decides two streets."""
    name = _winner_name(s, street, names)
    form = (
        t("{street} ({high}–{low}): no bonus.")
        if s.award[street] == NOBODY
        else by_name(
            name, t("{street} ({high}–{low}): {name} +{value}."), t("{street} ({high}–{low}): you +{value}.")
        )
    )
    return _fill(form, short_street(street), s, street, t, name)


def _winner_name(s: Record, street: int, names: list[str]) -> str:
    winner = s.award[street]
    return "" if winner == NOBODY else names[winner]


def _fill(form: str, shown_street: str, s: Record, street: int, t: Translator, name: str) -> str:
    low, high = sorted((sum_of(s, street, 0), sum_of(s, street, 1)))
    return form.format(
        street=shown_street,
        high=high,
        low=low,
        value=money(s.token[street], t),
        name=name,
    )


def sound(before: Record, after: Record, actor: int, action: int) -> str:
    """Return the sound of an event; of draws only the player's own tile makes one."""
    if action < SWAP:
        return "build"
    return "tile" if action < STAY else "card" if action >= DRAW else ""
