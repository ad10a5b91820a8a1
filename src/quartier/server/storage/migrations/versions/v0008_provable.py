"""Provable chance: its key at each table."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("draw_key", sa.String(64)))


def downgrade() -> None:
    op.drop_column("game_table", "draw_key")
