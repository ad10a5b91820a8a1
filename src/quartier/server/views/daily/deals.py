"""The deals of a day: which there are, and how they were played."""

from __future__ import annotations

from datetime import date
from typing import Any

from quartier.core.fairness.daily_seed import day_key
from quartier.core.text.languages import N_, translator
from quartier.server.commands.daily import RIVALS
from quartier.server.errors import DomainError
from quartier.server.storage import daily
from quartier.server.storage.secrets import hashed
from quartier.server.storage.table_store import TableStore
from quartier.server.views import catalogue, messages
from quartier.server.views.daily.puzzles import today

SHOWN = 100
"""Results of a day that are listed."""
_KINDS = {
    "block_city": N_("The city of the day: everybody alone, with the same dice. The points count."),
    "city_blocks": N_(
        "The deal of the day: the same tiles and cards for everybody, against the same bot. The lead counts."
    ),
}


def tables(store: TableStore, day: date, visitor: str | None, lang: str) -> list[dict[str, Any]]:
    """Each deal of a day with its results, best first, as `today.html` takes them. Raises DomainError 404 for days to come."""
    _must_be_open(day)
    with store.database.read() as connection:
        found = {title: daily.results(connection, day.isoformat(), title, SHOWN) for title in RIVALS}
    own, t = hashed(visitor) if visitor else "", translator(lang)
    return [
        {
            "title": catalogue.title(title, lang),
            "text": t(_KINDS[title]),
            "results": [
                {
                    "name": messages.person_name(result.name, t),
                    "result": _in_words(result.result),
                    "yours": result.visitor == own,
                }
                for result in results
            ],
        }
        for title, results in found.items()
    ]


def _in_words(result: str) -> str:
    """The scores of a record's header for people."""
    return result.replace(" ", " : ").replace("-", "−")


def opened_key(store: TableStore, day: date) -> str:
    """The key of a day that is over; "" of today, whose draws nobody may foresee."""
    _must_be_open(day)
    if day >= today():
        return ""
    with store.database.read() as connection:
        return day_key(daily.days_secret(connection), day.isoformat())


def _must_be_open(day: date) -> None:
    if day > today():
        raise DomainError(404, "not_yet", N_("That day has not come yet."))
