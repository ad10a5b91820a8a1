"""Tables that repeat the draws of another game."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("deal", sa.JSON(none_as_null=True)))
