"""Why a move of Metromania, in words: what the network's groups of features are called, and what a move does there."""

from quartier.core.text.languages import N_, Translator

from ..rules.dealing import missing
from ..rules.lines import finished_lines
from ..rules.state import TRIPS, State
from .trips import trips_now

GROUPS = {
    "gained": N_("the lead"),
    "result": N_("the result"),
    "lines": N_("room for lines"),
    "distances": N_("ways to destinations"),
    "markers": N_("markers"),
    "trips": N_("test trips"),
    "lead": N_("the result of the trips now"),
    "pace": N_("tempo"),
    "moment": N_("tempo"),
    "seats": N_("tempo"),
}


def explain(before: State, after: State, seat: int, action: int, group: str, t: Translator) -> str:
    """What a move does for a group of features; "" where there is nothing to say."""
    if group == "markers" and missing(after, seat) < missing(before, seat):
        return t("Own markers still to place: {count}.").format(count=missing(after, seat))
    if group == "lines" and finished_lines(after, seat) > finished_lines(before, seat):
        return t("Finishes a line.")
    if group in ("trips", "lead") and _trips_of(after, seat) > _trips_of(before, seat):
        return t("Own lines then run {count} of {all} test trips.").format(
            count=_trips_of(after, seat), all=TRIPS
        )
    return ""


def _trips_of(s: State, seat: int) -> int:
    """MM-30: how many test trips a seat would run on the present network, alone or with others."""
    return sum(seat in trip.seats for trip in trips_now(s))
