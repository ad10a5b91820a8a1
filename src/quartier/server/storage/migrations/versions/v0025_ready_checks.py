"""Ready checks before live games, and a number of lost connections that pause a clock."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "game_table", sa.Column("ready_check", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("seat_clock", sa.Column("pauses", sa.Integer, nullable=False, server_default="4"))
