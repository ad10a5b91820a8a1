"""Tournaments: their players, and the tables of their rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("tournament", sa.String(16)))
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("organiser", sa.String(16), sa.ForeignKey("account.id", ondelete="SET NULL")),
        sa.Column("plan", sa.JSON, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("stage", sa.String(9), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("starts_at", sa.Float),
        sa.Column("deadline", sa.Float),
        sa.Column("due_at", sa.Float),
        sa.Column("created_at", sa.Float, nullable=False),
    )
    op.create_index("ix_tournament_due_at", "tournament", ["due_at"])
    op.create_index("ix_tournament_organiser", "tournament", ["organiser"])
    op.create_table(
        "tournament_player",
        _of_tournament(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id", ondelete="SET NULL")),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("withdrawn", sa.Integer),
        sa.Column("handover", sa.String(40)),
        sa.UniqueConstraint("tournament", "account", name="uq_tournament_player"),
    )
    op.create_index("ix_tournament_player_account", "tournament_player", ["account"])
    op.create_table(
        "tournament_match",
        _of_tournament(),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="SET NULL")),
        sa.Column("how", sa.String(8)),
        sa.Column("places", sa.JSON, nullable=False),
        sa.Column("news", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("ix_tournament_match_game_id", "tournament_match", ["game_id"])
    op.create_index("ix_tournament_match_news", "tournament_match", ["news"])


def _of_tournament() -> sa.Column[str]:
    key = sa.ForeignKey("tournament.id", ondelete="CASCADE")
    return sa.Column("tournament", sa.String(16), key, primary_key=True)


def downgrade() -> None:
    for table in ("tournament_match", "tournament_player", "tournament"):
        op.drop_table(table)
    op.drop_column("game_table", "tournament")
