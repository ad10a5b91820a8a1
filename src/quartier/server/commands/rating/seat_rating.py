"""The rating that a rated seat shows: the account's own when it takes the seat."""

from __future__ import annotations

from typing import TypedDict

import sqlalchemy as sa

from quartier.server.domain.rating.method import MAX_CERTAIN_DEVIATION
from quartier.server.domain.table_setup import TableSetup
from quartier.server.storage.rating import results


class SeatRating(TypedDict):
    """Columns of a seat, as in `SeatRow`."""

    rating: int | None
    provisional: bool


def seat_rating(connection: sa.Connection, setup: TableSetup, account: str | None) -> SeatRating:
    """Return the rating of an account that takes a seat at a rated table."""
    if account is None or not setup.rated:
        return {"rating": None, "provisional": False}
    rating = results.account_rating(connection, account, setup.title).rating
    return {"rating": round(rating.value), "provisional": rating.deviation > MAX_CERTAIN_DEVIATION}
