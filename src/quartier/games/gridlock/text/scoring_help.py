"""Scoring of Gridlock in words: categories, sources of points, the final count, and labels of statistics."""

from collections.abc import Sequence

from quartier.core.game.boards import Board
from quartier.core.text.final_count import Counted, one_by_one
from quartier.core.text.languages import N_, Translator
from quartier.core.text.scoring_help import Category
from quartier.core.text.stat_labels import Tally

from ..rules.board import NONE, destination_names
from ..rules.scoring import score
from ..rules.state import Record
from ..rules.tiles import KINDS
from .labels import (
    destination_name,
    destinations_of,
    spaces_of,
    tile_name,
)

PRAISE = N_("{name} beat the traffic")


def ending(s: Record, t: Translator) -> str:
    """GL-22: announce that a player has visited everything, or that the turns are over."""
    if s.winner == NONE:
        return t("All turns played: most destinations visited.")
    return t("First to visit all {count} destinations.").format(count=int(s.cards))


def sources(s: Record, seat: int, t: Translator) -> list[tuple[str, int]]:
    """Return how many destinations a seat has visited; a name alone would look like where its car is."""
    visited = score(s, seat)
    return [(t("Visited"), visited)] if visited else []


MAX_LISTED = 3
"""Maximum number of unvisited destinations listed by name."""


def count(s: Record, seat: int, names: Sequence[str], t: Translator) -> list[Counted]:
    """GL-21, GL-22: list the players, those with the fewest visits first."""
    seats = sorted(range(s.players), key=lambda seat: int(score(s, seat)))
    return [
        step
        for seat in seats
        for step in (_visits(s, seat, names[seat], t), *_cards(s, seat, names[seat], t))
    ]


def _visits(s: Record, seat: int, name: str, t: Translator) -> Counted:
    visited = destinations_of(s.opened[seat])
    text = t("{count} of {all} destinations").format(count=len(visited), all=int(s.cards))
    points = tuple(len(visited) if other == seat else 0 for other in range(s.players))
    return Counted(name, text, _places(s, visited), points)


def _cards(s: Record, seat: int, name: str, t: Translator) -> list[Counted]:
    """Reveal the cards left in a hand."""
    still = destinations_of(s.goals[seat])
    if not still:
        return []
    named = ", ".join(destination_name(s, destination) for destination in still[:MAX_LISTED])
    form = (
        t("Not reached: {places}") if len(still) <= MAX_LISTED else t("Not reached: {places} and {more} more")
    )
    text = form.format(places=named, more=len(still) - MAX_LISTED)
    return [Counted(name, text, _places(s, still), (0,) * s.players)]


def _places(s: Record, destinations: list[int]) -> tuple[tuple[str, ...], ...]:
    names = spaces_of(s.board)
    return one_by_one([f"space-{names[s.place[destination]]}" for destination in destinations])


def categories(s: Record, t: Translator) -> list[Category]:
    """GL-21, GL-22."""
    visited = t(
        "1 for each of your destinations where your car has stopped, including your start. Driving "
        "through doesn’t count. The first player to visit all {count} wins at once."
    ).format(count=int(s.cards))
    return [Category(t("Destinations visited"), visited, (21, 22), (t("Visited"),))]


_MOVES = (
    N_("lay a tile"),
    N_("rotate a tile"),
    N_("remove a tile"),
    N_("place a cone"),
    N_("remove a cone"),
    N_("drive"),
    N_("end the turn"),
)
_STOPS = (N_("at a player’s own goal"), N_("at another destination"), N_("elsewhere"))


def tallies(board: Board, t: Translator) -> list[Tally]:
    """Label kinds of moves, tiles by what happens to them, where cars stop."""
    kinds = tuple(tile_name(kind, t) for kind in range(KINDS))
    return [
        Tally(t("Moves"), tuple(map(t, _MOVES))),
        Tally(t("Tiles laid"), kinds),
        Tally(t("Tiles rotated"), kinds),
        Tally(t("Tiles removed"), kinds),
        Tally(t("Where cars stop"), tuple(map(t, _STOPS))),
        Tally(t("Destinations where cars stop"), tuple(destination_names(board.data))),
    ]
