"""The balance report that moderators have computed."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "balance_report",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("request", sa.JSON, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.Column("part", sa.Float, nullable=False),
        sa.Column("games", sa.Integer),
        sa.Column("seconds", sa.Float),
        sa.Column("pages", sa.JSON),
    )
