"""Ratings, how finished games went, and whose profile is hidden."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("account", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "rating",
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
        sa.Column("title", sa.String(40), primary_key=True),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_index("ix_rating_title", "rating", ["title", "value"])
    op.create_table(
        "game_result",
        sa.Column(
            "game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("bot", sa.String(20)),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("opening", sa.String(100)),
        sa.Column("before", sa.Float),
        sa.Column("after", sa.Float),
        sa.Column("deviation", sa.Float),
    )
    op.create_index("ix_game_result_account", "game_result", ["account", "title", "at"])


def downgrade() -> None:
    op.drop_table("game_result")
    op.drop_table("rating")
    op.drop_column("account", "hidden")
    op.drop_column("game_table", "rated")
