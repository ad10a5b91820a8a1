"""Tables of the lobby."""

import sqlalchemy as sa

from quartier.server.storage.schema import metadata

lobby = sa.Table(
    "lobby",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("title", sa.String(40), nullable=False),
    sa.Column("stage", sa.String(8), nullable=False),  # "open" while a seat is free, then "running"
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("live", sa.Boolean, nullable=False, server_default=sa.true()),  # no days for a turn
    sa.Index("ix_lobby_stage", "stage", "title", "since"),
)
"""The public tables that are not over; other tables have no row here."""

absence = sa.Table(
    "absence",
    metadata,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("at", sa.Float, primary_key=True),
)
"""When people missed the start of a live game among strangers, or left it early; for some hours."""
