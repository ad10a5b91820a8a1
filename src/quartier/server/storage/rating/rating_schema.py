"""The database's tables of ratings and results."""

from __future__ import annotations

import sqlalchemy as sa

from quartier.server.storage.schema import metadata

rating = sa.Table(
    "rating",
    metadata,
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
    sa.Column("title", sa.String(40), primary_key=True),
    sa.Column("value", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),  # rated games
    sa.Index("ix_rating_title", "title", "value"),
)
"""The ratings of accounts, from their rated games. The bots' ratings are in the titles' folders and never change."""

game_result = sa.Table(
    "game_result",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    # As in `storage.rating.results.Outcome`.
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),
    sa.Column("bot", sa.String(20)),
    sa.Column("title", sa.String(40), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("shown", sa.Boolean, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("opening", sa.String(100)),
    sa.Column("before", sa.Float),
    sa.Column("after", sa.Float),
    sa.Column("deviation", sa.Float),
    sa.Column("moves", sa.Integer),  # of the seat's person; null: from an earlier release
    sa.Column(
        "network", sa.Integer
    ),  # the first seat of the game with the same internet connection, if there are several
    sa.Column("void", sa.String(12)),  # why a rated game changes no rating, as in `results.Void`
    sa.Index("ix_game_result_account", "account", "title", "at"),
    sa.Index("ix_game_result_at", "at"),
)
"""Results of the accounts' finished games, for all seats: profiles are built from them without replaying logs."""
