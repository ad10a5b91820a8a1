"""Who challenges to a deal, and the score to beat."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("challenge_of", sa.String(16)))
    op.add_column("game_table", sa.Column("challenger", sa.String(64)))
    op.add_column("game_table", sa.Column("challenge_score", sa.Integer))
