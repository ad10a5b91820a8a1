"""Who was absent from live games among strangers, and an end for tournaments that no one starts."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

FORTNIGHT = 14 * 24 * 3600.0


def upgrade() -> None:
    op.create_table(
        "absence",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, primary_key=True),
    )
    tournament = sa.table(
        "tournament", *(sa.column(name) for name in ("stage", "starts_at", "due_at", "created_at"))
    )
    waits = (tournament.c.stage == "open") & tournament.c.starts_at.is_(None)
    op.get_bind().execute(tournament.update().where(waits).values(due_at=tournament.c.created_at + FORTNIGHT))
