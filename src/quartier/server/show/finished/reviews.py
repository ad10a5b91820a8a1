"""A review in words and pictures: the curve, luck and choices of each seat, and the decisions that cost most."""

from __future__ import annotations

from typing import Any

from quartier.core.play.state import State
from quartier.core.text.languages import N_, Translator, translator
from quartier.server.show import reasons, replays
from quartier.server.show.finished import curve, models
from quartier.server.show.hints import promise
from quartier.server.show.replays import Replay
from quartier.server.thinking.reviews import READY, Progress

MOST, MOST_OF_MANY = 3, 2
"""Decisions named for each seat, with two seats at most and with more."""


def described(found: Replay, progress: Progress, lang: str) -> models.Review:
    """How far the review is, and all of it once it is ready."""
    if progress.status == READY:
        return _ready(found, progress.data or {}, lang)
    return {"status": progress.status, "part": round(progress.part, 3)}


def _ready(found: Replay, data: dict[str, Any], lang: str) -> models.ReviewReady:
    t = translator(lang)
    seats = _seats(found, data, lang, t)
    drawn = _curve(found, data, seats, t)
    return {"status": READY, "part": 1.0, "curve": drawn, "seats": seats, "note": t(_note(found))}


def _note(found: Replay) -> str:
    return _ALONE if found.state.seats == 1 else _TOGETHER


_TOGETHER = N_(
    "The curve shows what share of the win a strong bot gave each seat before every event, from what the seat to move then "
    "knew. What chance and others' secrets changed counts as luck; what a better move would have kept, as a choice; what "
    "the bot came to judge differently although nothing had happened, as seen later. Small differences mean little."
)
_ALONE = N_(
    "The curve shows how many points a strong bot expected before every event. What chance changed counts as luck; what a "
    "better move would have kept, as a choice; what the bot came to judge differently although nothing had happened, "
    "as seen later. Small differences mean little."
)


def _seats(found: Replay, data: dict[str, Any], lang: str, t: Translator) -> list[models.ReviewedSeat]:
    """People first; decisions are numbered in this order, the worst of a seat first."""
    seats = sorted(range(found.state.seats), key=lambda seat: (found.bots[seat] is not None, seat))
    looks, numbered = found.state.looks(), 0
    described: list[models.ReviewedSeat] = []
    for seat in seats:
        costly = [
            _decision(found, decision, number, lang, t)
            for number, decision in enumerate(_worst(found, data, seat), numbered + 1)
        ]
        numbered += len(costly)
        described.append(
            {
                "seat": seat,
                "look": looks[seat],
                "name": found.names[seat],
                "balances": _balances(found, data, seat, t),
                "costly": costly,
            }
        )
    return described


def _worst(found: Replay, data: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    most = MOST if found.state.seats <= 2 else MOST_OF_MANY
    decisions = [data["decisions"][index] for index in data["costly"]]
    return [decision for decision in decisions if decision["seat"] == seat][:most]


def _balances(found: Replay, data: dict[str, Any], seat: int, t: Translator) -> list[models.Balance]:
    """What made a seat's expectation what it became, each as a number and in words: "+8%", "−3 points"."""
    seats = found.state.seats
    parts = [(t("Luck"), data["luck"]), (t("Own choices"), data["choices"])]
    parts += [(t("Choices of others"), data["others"])] if seats > 1 else []
    parts += [(t("Seen later"), data["drift"])]
    return [
        {"name": name, "value": values[seat], "text": signed(values[seat], seats, t)}
        for name, values in parts
    ]


def signed(value: float, seats: int, t: Translator) -> str:
    """What was won or lost, with its sign."""
    shown = round(value) if seats == 1 else round(100 * value)
    mark = "+" if shown > 0 else "−" if shown < 0 else ""
    return mark + promise(abs(value), seats, t)


def _decision(
    found: Replay, decision: dict[str, Any], number: int, lang: str, t: Translator
) -> models.CostlyDecision:
    event, seat = decision["event"], decision["seat"]
    position = found.state.at(event)
    return {
        "number": number,
        "event": event,
        "label": replays.move_label(position, seat, decision["move"], lang),
        "best": decision["best"],
        "best_label": replays.move_label(position, seat, decision["best"], lang),
        "why": _why(position, decision, lang),
        "cost": signed(-decision["loss"], found.state.seats, t),
    }


def _why(position: State, decision: dict[str, Any], lang: str) -> str:
    """What speaks for the better move; reviews that were made before there were reasons have none."""
    seat, parts = decision["seat"], decision.get("reasons", ())
    return reasons.beside_played(position.concealed(seat), seat, decision["best"], parts, lang)


def _curve(found: Replay, data: dict[str, Any], seats: list[models.ReviewedSeat], t: Translator) -> str:
    sentence = t("Decision {number}, event {event}, {name}: {move}")
    marks = [
        curve.Mark(
            each["number"],
            each["event"],
            seat["seat"],
            sentence.format(
                number=each["number"], event=each["event"], name=seat["name"], move=each["label"]
            ),
        )
        for seat in seats
        for each in seat["costly"]
    ]
    points = [(point["event"], point["values"]) for point in data["points"]]
    title = t("What each player could expect during the game")
    return curve.drawn(points, found.state.looks(), marks, title, t)
