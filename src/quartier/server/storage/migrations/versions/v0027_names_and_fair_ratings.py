"""Ratings and networks of seats, void results, guests in the chat, reports of names; skeletons of names anew."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from quartier.core.text.confusables import skeleton

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

COLUMNS: dict[str, list[sa.Column[Any]]] = {
    "seat": [
        sa.Column("rating", sa.Integer),
        sa.Column("provisional", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("network", sa.String(64)),
    ],
    "chat_message": [sa.Column("guest", sa.Boolean, nullable=False, server_default=sa.false())],
    "report": [sa.Column("kind", sa.String(10), nullable=False, server_default="message")],
    "game_result": [
        sa.Column("moves", sa.Integer),
        sa.Column("network", sa.Integer),
        sa.Column("void", sa.String(12)),
    ],
}


def upgrade() -> None:
    for table, columns in COLUMNS.items():
        for column in columns:
            op.add_column(table, column)
    op.create_index("ix_game_result_at", "game_result", ["at"])
    renew_skeletons(op.get_bind())


def renew_skeletons(connection: sa.Connection) -> None:
    """Store what names have in common by the present table of look-alikes.

    Of two accounts whose names are now confusable the younger keeps its skeleton.
    """
    account = sa.table(
        "account", sa.column("id"), sa.column("name"), sa.column("name_skeleton"), sa.column("created_at")
    )
    rows = connection.execute(sa.select(account).order_by(account.c.created_at, account.c.id)).all()
    used = {row.name_skeleton for row in rows}
    for row in rows:
        renewed = skeleton(row.name)[:80]
        if renewed not in used:
            where = account.c.id == row.id
            connection.execute(account.update().where(where).values(name_skeleton=renewed))
            used.add(renewed)
