"""View models of reviews: the curve, key moments, and luck and skill of each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quartier.core.game.state import State
from quartier.core.text.effects import NO_GAIN
from quartier.core.text.languages import N_, Translator, translator
from quartier.server.views import replays
from quartier.server.views.finished import curve, models, verdicts
from quartier.server.views.finished.models import Verdict
from quartier.server.views.learning import explanations
from quartier.server.views.learning.hints import in_words
from quartier.server.views.replays import Replay
from quartier.server.workers.reviews import READY, Progress


def review_view(replay: Replay, progress: Progress, lang: str) -> models.Review:
    """How far the review is, and all of it once it is ready."""
    if progress.status == READY:
        return _ready(replay, progress.data or {}, lang)
    return {"status": progress.status, "part": round(progress.part, 3)}


def _ready(replay: Replay, data: dict[str, Any], lang: str) -> models.ReviewReady:
    t, judged = translator(lang), verdicts.grade(data, replay.state.seats)
    moments = _moments(replay, data, judged, lang, t)
    return {
        "status": READY,
        "part": 1.0,
        "curve": _curve(replay, data, moments, t),
        "moments": moments,
        "verdicts": _verdicts(data, judged, t),
        "seats": _seats(replay, data, judged, t),
        "note": t(_note(replay)),
    }


def _note(replay: Replay) -> str:
    return _ALONE if replay.state.seats == 1 else _TOGETHER


_TOGETHER = N_(
    "The graph shows each player’s win probability throughout the game. A strong bot estimated it from "
    "what the player to move knew. An inaccuracy costs at least 3 percentage points, a mistake at least "
    "10. A mistake that gives away the lead may be the turning point. Skill is what the players’ "
    "decisions changed. Luck is the rest: dice, draws, and anything the bot couldn’t foresee. Small "
    "differences mean little."
)
_ALONE = N_(
    "The graph shows how many points a strong bot expected throughout the game. An inaccuracy costs at "
    "least 1 point, a mistake at least 4. Skill is what your decisions changed. Luck is the rest: dice, "
    "draws, and anything the bot couldn’t foresee. Small differences mean little."
)


def _verdicts(data: dict[str, Any], judged: list[Verdict], t: Translator) -> list[models.JudgedEvent]:
    return [
        {"at": decision["event"] + 1, "verdict": verdict, "judged": t(verdicts.VERDICT_NAMES[verdict])}
        for decision, verdict in zip(data["decisions"], judged, strict=True)
    ]


# ----- seats -----


def _seats(
    replay: Replay, data: dict[str, Any], judged: list[Verdict], t: Translator
) -> list[models.ReviewedSeat]:
    """People first."""
    looks, count = replay.state.looks(), replay.state.seats
    review_view: list[models.ReviewedSeat] = []
    for seat in sorted(range(count), key=lambda seat: (replay.bots[seat] is not None, seat)):
        own = _own(data, judged, seat)
        fine = sum(verdict in verdicts.FINE for verdict in own)
        result = _result(data, seat, count)
        review_view.append(
            {
                "seat": seat,
                "look": looks[seat],
                "name": replay.names[seat],
                "accuracy": round(100 * fine / len(own)) if own else None,
                "told": f"{_accuracy_sentence(fine, len(own), t)} {result.as_sentence(count, t)}",
                "balances": [
                    {"name": name, "value": value, "text": signed_value(value, count, t)}
                    for name, value in ((t("Luck"), result.luck), (t("Skill"), result.skill))
                ],
            }
        )
    return review_view


def _own(data: dict[str, Any], judged: list[Verdict], seat: int) -> list[Verdict]:
    """The verdicts on a seat's decisions."""
    pairs = zip(data["decisions"], judged, strict=True)
    return [verdict for decision, verdict in pairs if decision["seat"] == seat]


def _accuracy_sentence(fine: int, count: int, t: Translator) -> str:
    if not count:
        return t("There were no decisions to make.")
    form = t.ngettext("{fine} good decision out of {count}.", "{fine} good decisions out of {count}.", fine)
    return form.format(fine=fine, count=count)


@dataclass(frozen=True)
class Result:
    """What luck and skill made of what a seat could expect, in whole points or per cent: begin + luck + skill is the end."""

    begin: int
    luck: int
    skill: int

    def as_sentence(self, seats: int, t: Translator) -> str:
        """In a sentence."""
        form = t("Luck {luck}, skill {skill}: from {begin} to {end}.")
        begin, end = (
            in_words(value, seats, t) for value in (self.begin, self.begin + self.luck + self.skill)
        )
        return form.format(
            luck=signed_value(self.luck, seats, t),
            skill=signed_value(self.skill, seats, t),
            begin=begin,
            end=end,
        )


def _result(data: dict[str, Any], seat: int, seats: int) -> Result:
    """Whole numbers, so that what is read adds up."""
    unit = 1 if seats == 1 else 100
    begin, end = (round(unit * data["points"][end_index]["values"][seat]) for end_index in (0, -1))
    luck = round(unit * (data["luck"][seat] + data["drift"][seat]))
    return Result(begin, luck, end - begin - luck)


def signed_value(value: int, seats: int, t: Translator) -> str:
    """What was won or lost, with its sign."""
    mark = "+" if value > 0 else "−" if value < 0 else ""
    return mark + in_words(abs(value), seats, t)


# ----- moments -----


def _moments(
    replay: Replay, data: dict[str, Any], judged: list[Verdict], lang: str, t: Translator
) -> list[models.KeyMoment]:
    bots = [bot is not None for bot in replay.bots]
    return [
        _moment(replay, data["decisions"][index], judged[index], number, lang, t)
        for number, index in enumerate(verdicts.select_moments(data, judged, bots), 1)
    ]


def _moment(
    replay: Replay, decision: dict[str, Any], verdict: Verdict, number: int, lang: str, t: Translator
) -> models.KeyMoment:
    event, seat, seats = decision["event"], decision["seat"], replay.state.seats
    position = replay.state.at(event)
    return {
        "number": number,
        "event": event,
        "seat": seat,
        "look": replay.state.looks()[seat],
        "name": replay.names[seat],
        "verdict": verdict,
        "judged": t(verdicts.VERDICT_NAMES[verdict]),
        "label": replays.move_label(position, seat, decision["move"], lang),
        "best": decision["best"],
        "best_label": replays.move_label(position, seat, decision["best"], lang),
        "why": _why(position, decision, lang),
        "cost": signed_value(-round(decision["loss"] * (1 if seats == 1 else 100)), seats, t),
    }


def _why(position: State, decision: dict[str, Any], lang: str) -> str:
    """Return facts that speak for the better move and not for the other, or what it brings; "" if there is neither."""
    seat, best, played = decision["seat"], decision["best"], decision["move"]
    if best == played:
        return ""
    view, parts = position.concealed(seat), decision.get("reasons", ())
    reasons = explanations.reasons_for(view, seat, best, parts, lang, played)
    if reasons:
        return reasons
    gains = {choice.move: choice.gain for choice in position.seen_by(seat, lang).choices()}
    gain, other = gains.get(best, NO_GAIN), gains.get(played, NO_GAIN)
    if explanations.is_gain(gain) and gain.amount != other.amount:
        form = translator(lang)(N_("Scores {amount} right away."))
        return form.format(amount=gain.amount.removeprefix("+"))
    return ""


def _curve(replay: Replay, data: dict[str, Any], moments: list[models.KeyMoment], t: Translator) -> str:
    sentence = t("Moment {number}, event {event}, {name}: {move}")
    marks = [
        curve.Mark(
            moment["number"],
            moment["event"],
            moment["seat"],
            sentence.format(
                number=moment["number"], event=moment["event"], name=moment["name"], move=moment["label"]
            ),
        )
        for moment in moments
    ]
    points = [(point["event"], point["values"]) for point in data["points"]]
    title = t("Expected result of each player during the game")
    return curve.review_curve(points, replay.state.looks(), marks, title, t)
