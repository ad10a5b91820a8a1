"""The number of the last word that was said at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("words", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("game_table", "words")
