"""What a move of Gridlock brings, in words: a goal, or which goals come into reach."""

from functools import lru_cache

from quartier.core.game.boards import Board
from quartier.core.text.effects import Gain
from quartier.core.text.languages import Translator

from ..rules import moves, state
from ..rules.board import destination_names
from ..rules.derived import GOALS
from ..rules.scoring import score
from ..rules.state import State
from .names import sights_of


def describe_effect(before: State, after: State, seat: int, action: int, points: int, t: Translator) -> Gain:
    """What a move brings."""
    if action == moves.END:
        return Gain(t("End"), "0", (t("Your turn ends, and the others go on."),))
    stays = after.phase == state.TURNING and after.turn == seat and after.done > before.done
    if moves.CONE <= action < moves.STOP:
        return _of_cone(action < moves.UNCONE, t)
    now, then = after.derived[GOALS], before.derived[GOALS]
    if action < moves.CONE:
        return _of_tile(before.board, _verb(action, t), now & ~then, then & ~now, t)
    if not points:
        return _of_drive(before.board, now if stays else 0, stays, t)
    return _of_goal(score(after, seat), after.cards, after.winner == seat, stays, t)


def afterwards(s: State, seat: int, t: Translator) -> dict[str, str]:
    """GL-8, GL-9: how the turn goes on after an action of a builder, by the verb of its button; the first round has but one.

    It is the same for all of them, and another after each: so it is no part of what each brings, which is kept.
    """
    if s.phase != state.TURNING:
        return {}
    left = (state.SHORT_ACTIONS if s.short_trip else s.builds) - s.done - 1
    said = (
        t("Then actions left: {left}.").format(left=left)
        if left
        else t("It is the last action of your turn.")
    )
    return dict.fromkeys((t("Lay"), t("Rotate"), t("Remove"), t("Put"), t("Take")), said)


def _verb(action: int, t: Translator) -> str:
    """What is done with a tile."""
    if action < moves.TURN:
        return t("Lay")
    return t("Rotate") if action < moves.REMOVE else t("Remove")


@lru_cache(1024)
def _of_tile(board: Board, verb: str, points_so_far: int, lost: int, t: Translator) -> Gain:
    """What a tile connects and cuts: sets of goals."""
    said = [] if points_so_far | lost else [t("Brings nothing now: no other goal comes into reach.")]
    if points_so_far:
        said.append(t("Comes into reach: {goals}.").format(goals=_names(board, points_so_far)))
    if lost:
        said.append(t("Cut off: {goals}.").format(goals=_names(board, lost)))
    return Gain(verb, t("reachable") if points_so_far else "0", tuple(said))


def _names(board: Board, sights: int) -> str:
    names = destination_names(board.data)
    return ", ".join(names[sight] for sight in sights_of(sights))


@lru_cache(64)
def _of_cone(put: bool, t: Translator) -> Gain:
    if put:
        verb = t("Put")
        said = t(
            "Brings nothing now: while it stands, no intersection there or beside it is rotated or removed."
        )
    else:
        verb = t("Take")
        said = t("Brings nothing now: intersections there and beside it can be rotated and removed again.")
    return Gain(verb, "0", (said,))


@lru_cache(1024)
def _of_drive(board: Board, reached: int, stays: bool, t: Translator) -> Gain:
    """A stop at no goal; `reached`: the goals in reach from there in a second one, a set."""
    said = [t("Brings nothing now: it is no goal of yours.")]
    if reached:
        said.append(t("From there you can go on to: {goals}.").format(goals=_names(board, reached)))
    elif stays:
        said.append(t("One more stop is free after it."))
    return Gain(t("Drive"), "0", tuple(said))


@lru_cache(1024)
def _of_goal(count: int, cards: int, wins: bool, stays: bool, t: Translator) -> Gain:
    """GL-21: a stop at an own goal."""
    said = [t("That is number {count} of {cards}.").format(count=count, cards=cards)]
    if wins:
        said.append(t("You have been everywhere then."))
    elif stays:
        said.append(t("One more stop is free after it."))
    return Gain(t("Drive"), t("goal {count}").format(count=count), tuple(said))
