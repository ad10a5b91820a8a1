"""Tables know their board, and whether moves without an alternative are played by the server."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("board", sa.String(80)))
    automatic = sa.Column("automatic", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("game_table", automatic)


def downgrade() -> None:
    for name in ("automatic", "board"):
        op.drop_column("game_table", name)
