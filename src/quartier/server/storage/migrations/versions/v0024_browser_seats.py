"""Seats by browser, instead of one cookie for each table."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "browser_seat",
        sa.Column(
            "game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("secret_hash", sa.String(64), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("ix_browser_seat_browser", "browser_seat", ["browser"])
