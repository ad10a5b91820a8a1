"""Deals of a day: their key at each table, who plays them, and how it ended; the secret from which the keys come."""

import sqlalchemy as sa
from alembic import op

from quartier.server.storage.secrets import new_secret

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

SECRET = sa.table("secret", sa.column("name", sa.String), sa.column("value", sa.String))


def upgrade() -> None:
    op.add_column("game_table", sa.Column("day_key", sa.String(64)))
    op.create_table(
        "daily_game",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("title", sa.String(40), primary_key=True),
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("result", sa.String(80)),
        sa.Column("points", sa.Integer),
        sa.Column("at", sa.Float),
    )
    op.create_index("ix_daily_game_game_id", "daily_game", ["game_id"], unique=True)
    op.execute(SECRET.insert().values(name="days", value=new_secret()))


def downgrade() -> None:
    op.execute(SECRET.delete().where(SECRET.c.name == "days"))
    op.drop_table("daily_game")
    op.drop_column("game_table", "day_key")
