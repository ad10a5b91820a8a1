"""The lesson of Neue Heimat: a first game is understood after its first chapter, and everything is taught by doing it."""

from __future__ import annotations

import pytest

import quartier
from quartier.core.game.lessons import Chapter, lesson_of
from quartier.games.neue_heimat.text.labels import OFFERS


def _chapters() -> tuple[Chapter, ...]:
    lesson = lesson_of(quartier.load("neue_heimat"))
    assert lesson
    return lesson.chapters


def test_the_first_chapter_shows_every_kind_of_piece_that_is_for_sale() -> None:
    lit = {name for step in _chapters()[0].steps for group in step.spotlight for name in group}
    # permits I and III mark the column of permits between them
    assert {f"offer-{kind}" for kind in OFFERS[6:]} - lit <= {"offer-II"}


def test_the_first_step_says_what_wins_and_when_the_game_ends() -> None:
    assert {"NH-26", "NH-27", "NH-29", "NH-31"} <= set(_chapters()[0].steps[0].rules)


def test_the_first_chapter_is_a_turn_from_the_offer_to_the_roof() -> None:
    moves = [step.move.split()[0] for step in _chapters()[0].steps if step.move]
    assert set(moves) == {"offer", "sell", "bid", "put", "box"}
    assert sum(step.move is None for step in _chapters()[0].steps) <= 2


@pytest.mark.parametrize(
    ("chapter", "rule"), [(0, "NH-17"), (0, "NH-20"), (2, "NH-2"), (1, "NH-21"), (1, "NH-22"), (2, "NH-25")]
)
def test_takeovers_roofs_fences_and_special_pieces_are_taught_by_doing(chapter: int, rule: str) -> None:
    done = {rule for step in _chapters()[chapter].steps if step.move is not None for rule in step.rules}
    assert rule in done


def test_the_money_of_a_sale_and_of_a_purchase_is_seen_to_move() -> None:
    sold, paid = (
        next(step for step in _chapters()[0].steps if (step.move or "").startswith(verb))
        for verb in ("sell", "put")
    )
    assert sold.claims["hands"] == [12, 12]
    assert sold.claims["then"]["hands"] == [15, 9]
    assert paid.claims["hands"] == [13, 11]


def test_the_last_move_finishes_a_second_row_and_ends_the_game() -> None:
    last = _chapters()[-1]
    assert last.position(len(last.steps)).over
    assert last.steps[-2].move == "put A-"


def test_every_move_of_the_learner_is_made_by_the_learner_also_between_the_chapters() -> None:
    chapters = _chapters()
    taught = {step.at for chapter in chapters for step in chapter.steps if step.move is not None}
    last = chapters[-1].steps[-1].at
    own = {at for at, event in enumerate(chapters[0].game.events[:last]) if event.actor == chapters[0].seat}
    assert own == taught
