"""Effects of Gridlock moves: what each scores, and why a bot chooses it."""

from functools import lru_cache

from quartier.core.engine.bits import popcount, scratch
from quartier.core.game.boards import Board
from quartier.core.text.effects import Gain, with_sign
from quartier.core.text.languages import N_, Translator

from ..bots.evaluation import roads_missing
from ..bots.field import FARTHEST, FIELD, leave, spread
from ..rules import moves, state
from ..rules.board import NONE, SPACES, destination_names
from ..rules.derived import GOALS, reachable_goals, within_reach
from ..rules.roads import forced_stops
from ..rules.scoring import score
from ..rules.spaces import zone
from ..rules.state import Record
from .labels import SEAT_NAMES, destinations_of, join_words

MAX_NAMED = 2
"""Maximum number of destinations listed by name: a reason is read at a glance."""


def describe_effect(
    before: Record, after: Record, seat: int, action: int, points: int, t: Translator
) -> Gain:
    """Describe the effect of a move."""
    if action == moves.END:
        note = t("Ends your turn; you draw back up to two tiles.") if before.done else t(_PASS)
        return Gain(t("End"), "0", (note,))
    stays = after.phase == state.TURNING and after.turn == seat and after.done > before.done
    if moves.CONE <= action < moves.STOP:
        return _of_cone(action < moves.UNCONE, t)
    now, then = after.derived[GOALS], before.derived[GOALS]
    if action < moves.CONE:
        return _of_tile(before.board, _verb(action, t), now & ~then, then & ~now, t)
    if not points:
        return _of_drive(before.board, now if stays else 0, stays, t)
    return _of_goal(score(after, seat), after.cards, after.winner == seat, stays, t)


_PASS = N_("Ends your turn without building or driving.")


def afterwards(s: Record, seat: int, t: Translator) -> dict[str, str]:
    """GL-8, GL-9: return how the turn continues after a building action, by the verb of its button; round 1 has only one.

    It is the same for all of them but changes after each action, so it isn't part of the cached effects.
    """
    if s.phase != state.TURNING:
        return {}
    left = (state.SHORT_ACTIONS if s.short_trip else s.builds) - s.done - 1
    form = t.ngettext("{count} action left after this.", "{count} actions left after this.", left)
    sentence = form.format(count=left) if left else t("This is your last action this turn.")
    return dict.fromkeys((t("Lay"), t("Keep"), t("Remove tile"), t("Place"), t("Remove cone")), sentence)


def _verb(action: int, t: Translator) -> str:
    """Return the verb of an action on a tile; a rotation that the page's Rotate has chosen is kept."""
    if action < moves.TURN:
        return t("Lay")
    return t("Keep") if action < moves.REMOVE else t("Remove tile")


@lru_cache(1024)
def _of_tile(board: Board, verb: str, points_so_far: int, lost: int, t: Translator) -> Gain:
    """Describe what a tile connects and cuts: sets of goals."""
    notes = [] if points_so_far | lost else [t("No new goal within reach yet.")]
    if points_so_far:
        notes.append(_brings_within_reach(board, points_so_far, t))
    if lost:
        notes.append(t("Cuts you off from {goals}.").format(goals=_names(board, lost, t)))
    return Gain(verb, t("→ goal") if points_so_far else "0", tuple(notes))


def _brings_within_reach(board: Board, goals: int, t: Translator) -> str:
    return t("Brings {goals} within reach.").format(goals=_few_names(board, goals, t))


def _few_names(board: Board, destinations: int, t: Translator) -> str:
    """List up to MAX_NAMED destinations by name, or say how many they are."""
    count = popcount(destinations)
    return _names(board, destinations, t) if count <= MAX_NAMED else t("{count} goals").format(count=count)


@lru_cache(1024)
def _names(board: Board, destinations: int, t: Translator) -> str:
    """List a set of destinations by name: "MIT, Harvard and Aquarium"."""
    names = destination_names(board.data)
    return join_words([names[destination] for destination in destinations_of(destinations)], t)


@lru_cache(64)
def _of_cone(put: bool, t: Translator) -> Gain:
    if put:
        verb = t("Place")
        note = t("Cars must stop here, and no one can rotate or remove tiles here or next to it.")
    else:
        verb = t("Remove cone")
        note = t("Cars no longer have to stop here, and the construction zone ends.")
    return Gain(verb, "0", (note,))


@lru_cache(1024)
def _of_drive(board: Board, reached: int, stays: bool, t: Translator) -> Gain:
    """Describe a stop that is no goal; `reached`: the goals within reach of a second leg, a set."""
    notes = [t("Not one of your goals.")]
    if reached:
        notes.append(t("From there you can reach {goals}.").format(goals=_names(board, reached, t)))
    elif stays:
        notes.append(t("You can stop once more after this."))
    return Gain(t("Drive"), "0", tuple(notes))


@lru_cache(1024)
def _of_goal(count: int, cards: int, wins: bool, stays: bool, t: Translator) -> Gain:
    """GL-21: describe a stop at one of the player's goals."""
    notes = [t("{count} of {cards} destinations visited.").format(count=count, cards=cards)]
    if wins:
        notes.append(t("That’s your last destination, so you win."))
    elif stays:
        notes.append(t("You can stop once more after this."))
    return Gain(t("Drive"), with_sign(1), tuple(notes))


def explain(before: Record, after: Record, seat: int, action: int, group: str, t: Translator) -> str:
    """Explain a move with a group of features; "" if there is nothing to say."""
    if group in ("gained", "result") and score(after, seat) > score(before, seat):
        return _visit(before, after, seat, t)
    if action == moves.END:
        return _end(before, seat, t)
    if group == "roads":
        return _own_roads(before, after, seat, t)
    if group == "rivals":
        return _held_up(before, after, seat, t) or _slowed_down(before, after, seat, t)
    return ""


def _end(s: Record, seat: int, t: Translator) -> str:
    """Return what the end of a turn leads to, or else that it may be early; neither speaks against other moves."""
    if s.mode == state.DRIVING:
        return t("No need to stop twice.")
    near = reachable_goals(s, seat)
    if near and not s.short_trip:
        return t("In reach next turn: {goals}.").format(goals=_few_names(s.board, near, t))
    return t("No need to use all the actions.")


def _own_roads(before: Record, after: Record, seat: int, t: Translator) -> str:
    """Return which goals of a seat a move brings within reach, or else closer."""
    near = _within_reach_now(before, after, seat)
    if near:
        return _brings_within_reach(before.board, near, t)
    closer = _closer(before, after, seat)
    if closer:
        return t("Brings {goals} closer.").format(goals=_few_names(before.board, closer, t))
    return t("Shortens the tour of all your goals.") if _shortens_tour(before, after, seat) else ""


def _shortens_tour(before: Record, after: Record, seat: int) -> bool:
    """Return whether roads that connect all goals of a seat need less building after a move."""
    return roads_missing(after, seat)[1] < roads_missing(before, seat)[1]


def _within_reach_now(before: Record, after: Record, seat: int) -> int:
    """Return the goals of a seat that a move brings within reach, as a set."""
    return reachable_goals(after, seat) & ~reachable_goals(before, seat)


def _closer(before: Record, after: Record, seat: int) -> int:
    """Return the goals that need less building after a move, as a set."""
    return _cheaper(_road_costs(after, seat), _road_costs(before, seat))


def _cheaper(costs: dict[int, int], others: dict[int, int]) -> int:
    """Return the destinations whose roads cost less than in other circumstances, as a set."""
    return sum(1 << goal for goal, cost in costs.items() if cost < others.get(goal, FARTHEST + 1))


def _road_costs(s: Record, seat: int) -> dict[int, int]:
    """Return the cost of a road from a seat's car to each destination that it may still have to visit.

    These are the goals of a seat whose secret is known, and of another all that it could have. Until the car is on the
    board there are none.
    """
    result: dict[int, int] = {}
    if s.car[seat] == NONE:
        return result
    field, stops, zones = scratch(FIELD), forced_stops(s, seat), zone(s, seat)
    leave(s, field, seat)
    for cost in range(FARTHEST + 1):
        for goal in destinations_of(spread(s, field, seat, cost, stops, zones) & _possible_goals(s, seat)):
            result.setdefault(goal, cost)
    return result


def _possible_goals(s: Record, seat: int) -> int:
    """Return the destinations that a seat may still have to visit, as far as is known, as a set."""
    return s.goals[seat] or (1 << s.sights) - 1 & ~(s.opened[seat] | s.refuted[seat])


def _visit(before: Record, after: Record, seat: int, t: Translator) -> str:
    """GL-21, GL-22: return how many destinations a visit makes, or which one wins."""
    if after.winner == seat:
        goal = _names(before.board, after.opened[seat] & ~before.opened[seat], t)
        return t("Visits {place} and wins.").format(place=goal)
    return t("{count} of {cards} destinations visited.").format(count=score(after, seat), cards=after.cards)


def _held_up(before: Record, after: Record, seat: int, t: Translator) -> str:
    """Say how many destinations are left to the car that a move hinders most; "" if it hinders none."""
    most, left, other = _lost_reach(before, after, seat)
    if left >= most:
        return ""
    if not left:
        form = t("{car} could reach no destination now.")
    else:
        form = t.ngettext(
            "{car} could reach only {count} destination, not {most}.",
            "{car} could reach only {count} destinations, not {most}.",
            left,
        )
    return form.format(car=_car(before, other, t), count=left, most=most)


def _lost_reach(before: Record, after: Record, seat: int) -> tuple[int, int, int]:
    """Return how many destinations a car reaches before and after a move, and whose it is: the one that loses most."""
    counts = [(_in_reach(before, other), _in_reach(after, other), other) for other in _rivals(before, seat)]
    return max(counts, key=lambda count: count[0] - count[1], default=(0, 0, 0))


def _slowed_down(before: Record, after: Record, seat: int, t: Translator) -> str:
    """Say to which destinations the way of another car becomes longer, of the car with the most of them."""
    farther, other = _farther(before, after, seat)
    count = popcount(farther)
    if not count:
        return ""
    if count > MAX_NAMED:
        form = t("{car} needs longer to reach {count} destinations.")
    else:
        form = t("{car} needs longer to reach {places}.")
    names = _names(before.board, farther, t)
    return form.format(car=_car(before, other, t), places=names, count=count)


def _farther(before: Record, after: Record, seat: int) -> tuple[int, int]:
    """Return the destinations that need more building after a move, as a set, and whose: the seat with the most of them."""
    sets = [
        (_cheaper(_road_costs(before, other), _road_costs(after, other)), other)
        for other in _rivals(before, seat)
    ]
    return max(sets, key=lambda item: popcount(item[0]), default=(0, 0))


def _car(s: Record, seat: int, t: Translator) -> str:
    """Return whose car it is, by its colour."""
    return t(SEAT_NAMES[s.colour[seat]])


def _rivals(s: Record, seat: int) -> list[int]:
    """Return the other seats that have a car on the board."""
    return [other for other in range(s.players) if other != seat and s.car[other] != NONE]


def _in_reach(s: Record, other: int) -> int:
    """Return how many destinations a car could reach in one leg, among those that may be its secret ones."""
    return popcount(within_reach(s, other) & ~(s.opened[other] | s.refuted[other]))


def is_idle(before: Record, after: Record, seat: int, action: int) -> bool:
    """Return whether an action has no effect worth a word.

    That is a drive to where none of the seat's destinations is near, and building that neither shortens its own roads
    nor lengthens those of another car.
    """
    if action == moves.END:
        return False
    if action >= moves.STOP:
        return score(after, seat) == score(before, seat) and not reachable_goals(after, seat)
    most, left, _ = _lost_reach(before, after, seat)
    helps = (
        _within_reach_now(before, after, seat)
        or _closer(before, after, seat)
        or _shortens_tour(before, after, seat)
    )
    return not (helps or left < most or _farther(before, after, seat)[0])


def undoes(earlier: int, action: int) -> bool:
    """Return whether an action makes an earlier one of the same seat pointless."""
    same_space = earlier % SPACES == action % SPACES
    return same_space and (_first_of(earlier), _first_of(action)) in _UNDOING


def _first_of(action: int) -> int:
    """Return the first action number of its kind."""
    return max(first for first in _KINDS if first <= action)


_KINDS = (moves.LAY, moves.TURN, moves.REMOVE, moves.CONE, moves.UNCONE, moves.STOP, moves.END)
_UNDOING = {
    (moves.LAY, moves.TURN),
    (moves.LAY, moves.REMOVE),
    (moves.TURN, moves.TURN),
    (moves.TURN, moves.REMOVE),
    (moves.CONE, moves.UNCONE),
    (moves.UNCONE, moves.CONE),
}
"""Pairs of actions on one space of which the second makes the first pointless."""
