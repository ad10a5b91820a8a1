"""View models of the day's deals: which there are, and their results."""

from __future__ import annotations

from datetime import date
from typing import Any

from quartier.core.fairness.daily_seed import day_key
from quartier.core.text.languages import N_, translator
from quartier.server.commands.daily import BOT_OPPONENTS
from quartier.server.errors import DomainError
from quartier.server.storage import daily
from quartier.server.storage.secrets import hash_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.views import catalogue, messages
from quartier.server.views.daily.puzzles import today

MAX_RESULTS = 100
"""Results of a day that are listed."""
_KINDS = {
    "block_city": N_("Daily challenge: everyone plays alone with the same dice. Highest score wins."),
    "city_blocks": N_(
        "Daily challenge: everyone gets the same tiles and cards against the same bot. The biggest lead wins."
    ),
}


def tables(store: TableStore, day: date, visitor: str | None, lang: str) -> list[dict[str, Any]]:
    """Return each deal of a day with its results, the best first, for `today.html`.

    Raises:
        DomainError: 404 for a day in the future.
    """
    _must_be_open(day)
    with store.database.read() as connection:
        results_by_title = {
            title: daily.results(connection, day.isoformat(), title, MAX_RESULTS) for title in BOT_OPPONENTS
        }
    own, t = hash_secret(visitor) if visitor else "", translator(lang)
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
        for title, results in results_by_title.items()
    ]


def _in_words(result: str) -> str:
    """The scores of a record's header for people."""
    return result.replace(" ", " : ").replace("-", "−")


def opened_key(store: TableStore, day: date) -> str:
    """Return the key of a past day; "" for today, whose draws must stay unpredictable."""
    _must_be_open(day)
    if day >= today():
        return ""
    with store.database.read() as connection:
        return day_key(daily.days_secret(connection), day.isoformat())


def _must_be_open(day: date) -> None:
    if day > today():
        raise DomainError(404, "not_yet", N_("That day is still in the future."))
