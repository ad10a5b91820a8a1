"""A review in words and pictures: the curve, the moments worth a look, and what luck and skill made of each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quartier.core.game.state import State
from quartier.core.text.languages import N_, Translator, translator
from quartier.server.views import replays
from quartier.server.views.finished import curve, models, verdicts
from quartier.server.views.finished.models import Verdict
from quartier.server.views.learning import explanations
from quartier.server.views.learning.hints import in_words
from quartier.server.views.replays import Replay
from quartier.server.workers.reviews import READY, Progress


def described(found: Replay, progress: Progress, lang: str) -> models.Review:
    """How far the review is, and all of it once it is ready."""
    if progress.status == READY:
        return _ready(found, progress.data or {}, lang)
    return {"status": progress.status, "part": round(progress.part, 3)}


def _ready(found: Replay, data: dict[str, Any], lang: str) -> models.ReviewReady:
    t, judged = translator(lang), verdicts.judged(data, found.state.seats)
    moments = _moments(found, data, judged, lang, t)
    return {
        "status": READY,
        "part": 1.0,
        "curve": _curve(found, data, moments, t),
        "moments": moments,
        "verdicts": _verdicts(data, judged, t),
        "seats": _seats(found, data, judged, t),
        "note": t(_note(found)),
    }


def _note(found: Replay) -> str:
    return _ALONE if found.state.seats == 1 else _TOGETHER


_TOGETHER = N_(
    "The curve shows what share of the win a strong bot gave each seat before every event, from what the seat to move "
    "then knew. A slip cost at least 3% of it, a mistake 10%; a mistake that gave the lead away may be the turning point. "
    "Skill is what a seat's own choices and those of the others changed; luck is all that nobody chose, and what the bot "
    "saw only later. Small differences mean little."
)
_ALONE = N_(
    "The curve shows how many points a strong bot expected before every event. A slip cost at least a point, a mistake "
    "four. Skill is what the choices changed; luck is what chance changed, and what the bot saw only later. Small "
    "differences mean little."
)


def _verdicts(data: dict[str, Any], judged: list[Verdict], t: Translator) -> list[models.JudgedEvent]:
    return [
        {"at": decision["event"] + 1, "verdict": verdict, "judged": t(verdicts.WORDS[verdict])}
        for decision, verdict in zip(data["decisions"], judged, strict=True)
    ]


# ----- seats -----


def _seats(
    found: Replay, data: dict[str, Any], judged: list[Verdict], t: Translator
) -> list[models.ReviewedSeat]:
    """People first."""
    looks, count = found.state.looks(), found.state.seats
    described: list[models.ReviewedSeat] = []
    for seat in sorted(range(count), key=lambda seat: (found.bots[seat] is not None, seat)):
        own = _own(data, judged, seat)
        fine = sum(verdict in verdicts.FINE for verdict in own)
        result = _result(data, seat, count)
        described.append(
            {
                "seat": seat,
                "look": looks[seat],
                "name": found.names[seat],
                "accuracy": round(100 * fine / len(own)) if own else None,
                "told": f"{_counted(fine, len(own), t)} {result.told(count, t)}",
                "balances": [
                    {"name": name, "value": value, "text": signed(value, count, t)}
                    for name, value in ((t("Luck"), result.luck), (t("Skill"), result.skill))
                ],
            }
        )
    return described


def _own(data: dict[str, Any], judged: list[Verdict], seat: int) -> list[Verdict]:
    """The verdicts on a seat's decisions."""
    pairs = zip(data["decisions"], judged, strict=True)
    return [verdict for decision, verdict in pairs if decision["seat"] == seat]


def _counted(fine: int, count: int, t: Translator) -> str:
    if not count:
        return t("Nothing had to be decided.")
    return t("{fine} of {count} decisions were good or best.").format(fine=fine, count=count)


@dataclass(frozen=True)
class Result:
    """What luck and skill made of what a seat could expect, in whole points or per cent: begin + luck + skill is the end."""

    begin: int
    luck: int
    skill: int

    def told(self, seats: int, t: Translator) -> str:
        """In a sentence."""
        said = t("Luck {luck}, skill {skill}: from {begin} to {end}.")
        begin, end = (
            in_words(value, seats, t) for value in (self.begin, self.begin + self.luck + self.skill)
        )
        return said.format(
            luck=signed(self.luck, seats, t), skill=signed(self.skill, seats, t), begin=begin, end=end
        )


def _result(data: dict[str, Any], seat: int, seats: int) -> Result:
    """Whole numbers, so that what is read adds up."""
    unit = 1 if seats == 1 else 100
    begin, end = (round(unit * data["points"][place]["values"][seat]) for place in (0, -1))
    luck = round(unit * (data["luck"][seat] + data["drift"][seat]))
    return Result(begin, luck, end - begin - luck)


def signed(value: int, seats: int, t: Translator) -> str:
    """What was won or lost, with its sign."""
    mark = "+" if value > 0 else "−" if value < 0 else ""
    return mark + in_words(abs(value), seats, t)


# ----- moments -----


def _moments(
    found: Replay, data: dict[str, Any], judged: list[Verdict], lang: str, t: Translator
) -> list[models.KeyMoment]:
    bots = [bot is not None for bot in found.bots]
    return [
        _moment(found, data["decisions"][index], judged[index], number, lang, t)
        for number, index in enumerate(verdicts.picked(data, judged, bots), 1)
    ]


def _moment(
    found: Replay, decision: dict[str, Any], verdict: Verdict, number: int, lang: str, t: Translator
) -> models.KeyMoment:
    event, seat, seats = decision["event"], decision["seat"], found.state.seats
    position = found.state.at(event)
    return {
        "number": number,
        "event": event,
        "seat": seat,
        "look": found.state.looks()[seat],
        "name": found.names[seat],
        "verdict": verdict,
        "judged": t(verdicts.WORDS[verdict]),
        "label": replays.move_label(position, seat, decision["move"], lang),
        "best": decision["best"],
        "best_label": replays.move_label(position, seat, decision["best"], lang),
        "why": _why(position, decision, lang),
        "cost": signed(-round(decision["loss"] * (1 if seats == 1 else 100)), seats, t),
    }


def _why(position: State, decision: dict[str, Any], lang: str) -> str:
    """What speaks for the better move; where no reasons are known, what its player could read of it and not of the other."""
    seat, best, played = decision["seat"], decision["best"], decision["move"]
    known, parts = position.concealed(seat), decision.get("reasons", ())
    said = explanations.beside_played(known, seat, best, played, parts, lang)
    if said:
        return said
    read = {choice.move: choice.gain.sentence for choice in position.seen_by(seat, lang).choices()}
    sentence = read.get(best, "")
    if not sentence or sentence == read.get(played):
        return ""  # nothing that tells the one from the other
    # Such sentences speak to whoever moves, and a review is read by everybody.
    return translator(lang)(_COULD_READ).format(sentence=sentence)


_COULD_READ = N_("What the table says of it: “{sentence}”")


def _curve(found: Replay, data: dict[str, Any], moments: list[models.KeyMoment], t: Translator) -> str:
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
    title = t("What each player could expect during the game")
    return curve.drawn(points, found.state.looks(), marks, title, t)
