"""Boards that people bring to a table, and room for the names of a host's networks."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("board_data", sa.JSON(none_as_null=True)))
    if op.get_bind().dialect.name != "sqlite":  # which has no lengths
        op.alter_column("seat", "bot", type_=sa.String(60))
