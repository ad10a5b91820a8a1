"""Tables with free seats have a code, by which they are found."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("code", sa.String(6)))
    op.create_index("ix_game_table_code", "game_table", ["code"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_game_table_code", "game_table")
    op.drop_column("game_table", "code")
