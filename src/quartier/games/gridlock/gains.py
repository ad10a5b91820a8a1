"""What a move of Gridlock brings, in words: a goal, or which goals come into reach."""

from functools import lru_cache

from quartier.core.play.boards import Board
from quartier.core.text.gains import Gain
from quartier.core.text.languages import Translator

from .names import sights_of
from .rules import moves, state
from .rules.board import destination_names
from .rules.facts import GOALS
from .rules.scoring import score
from .rules.state import State


def brings(before: State, after: State, seat: int, action: int, points: int, t: Translator) -> Gain:
    """What a move brings."""
    if action == moves.END:
        return Gain(t("End"), "0", t("Your turn ends, and the others go on."))
    stays = after.phase == state.TURNING and after.turn == seat and after.done > before.done
    left = _actions_left(before, after, stays)
    if moves.CONE <= action < moves.STOP:
        return _of_cone(action < moves.UNCONE, left, t)
    now, then = after.facts[GOALS], before.facts[GOALS]
    if action < moves.CONE:
        return _of_tile(before.board, _verb(action, t), now & ~then, then & ~now, left, t)
    if not points:
        return _of_drive(before.board, now if stays else 0, stays, t)
    return _of_goal(score(after, seat), after.cards, after.winner == seat, stays, t)


def _actions_left(before: State, after: State, stays: bool) -> int:
    """GL-9: how many actions a builder has left after a move; -1 in the first round, which has but one."""
    if before.phase != state.TURNING:
        return -1
    return (state.SHORT_ACTIONS if before.short_trip else state.BUILDS) - after.done if stays else 0


def _then(left: int, t: Translator) -> list[str]:
    """How a turn goes on after an action."""
    if left < 0:
        return []
    return [
        t("Then actions left: {left}.").format(left=left)
        if left
        else t("It is the last action of your turn.")
    ]


def _verb(action: int, t: Translator) -> str:
    """What is done with a tile."""
    if action < moves.TURN:
        return t("Lay")
    return t("Rotate") if action < moves.REMOVE else t("Remove")


@lru_cache(1024)
def _of_tile(board: Board, verb: str, gained: int, lost: int, left: int, t: Translator) -> Gain:
    """What a tile connects and cuts: sets of goals; `left`: the actions after it."""
    said = [] if gained | lost else [t("Brings nothing now: no other goal comes into reach.")]
    if gained:
        said.append(t("Comes into reach: {goals}.").format(goals=_names(board, gained)))
    if lost:
        said.append(t("Cut off: {goals}.").format(goals=_names(board, lost)))
    return Gain(verb, t("reachable") if gained else "0", " ".join([*said, *_then(left, t)]))


def _names(board: Board, sights: int) -> str:
    names = destination_names(board.data)
    return ", ".join(names[sight] for sight in sights_of(sights))


@lru_cache(64)
def _of_cone(put: bool, left: int, t: Translator) -> Gain:
    if put:
        verb = t("Put")
        said = t("Brings nothing now: while it stands, no tile there or beside it is rotated or removed.")
    else:
        verb = t("Take")
        said = t("Brings nothing now: tiles there and beside it can be rotated and removed again.")
    return Gain(verb, "0", " ".join([said, *_then(left, t)]))


@lru_cache(1024)
def _of_drive(board: Board, reached: int, stays: bool, t: Translator) -> Gain:
    """A stop at no goal; `reached`: the goals in reach from there in a second one, a set."""
    said = [t("Brings nothing now: it is no goal of yours.")]
    if reached:
        said.append(t("From there you can go on to: {goals}.").format(goals=_names(board, reached)))
    elif stays:
        said.append(t("One more stop is free after it."))
    return Gain(t("Drive"), "0", " ".join(said))


@lru_cache(1024)
def _of_goal(count: int, cards: int, wins: bool, stays: bool, t: Translator) -> Gain:
    """GL-21: a stop at an own goal."""
    said = [t("That is number {count} of {cards}.").format(count=count, cards=cards)]
    if wins:
        said.append(t("You have been everywhere then."))
    elif stays:
        said.append(t("One more stop is free after it."))
    return Gain(t("Drive"), t("goal {count}").format(count=count), " ".join(said))
