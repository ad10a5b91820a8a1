"""Who may watch a table, the lobby, and words at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("access", sa.String(8), nullable=False, server_default="link"))
    op.add_column("game_table", sa.Column("hushed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seat", sa.Column("person", sa.String(64)))
    op.create_table(
        "lobby",
        _game(),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("ix_lobby_stage", "lobby", ["stage", "title", "since"])
    op.create_table("shut_out", _game(), sa.Column("person", sa.String(64), primary_key=True))
    op.create_table(
        "word",
        _game(),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("text", sa.String(400), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "shunned",
        sa.Column("viewer", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("game_id", sa.String(16), primary_key=True),
    )
    op.create_table(
        "report",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("text", sa.String(400), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("game_id", "seq", "reporter", name="uq_report"),
    )


def _game() -> sa.Column[str]:
    """The table to which a row belongs, and with which it goes."""
    return sa.Column(
        "game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True
    )


def downgrade() -> None:
    for name in ("report", "shunned", "word", "shut_out", "lobby"):
        op.drop_table(name)
    op.drop_column("seat", "person")
    op.drop_column("game_table", "hushed")
    op.drop_column("game_table", "access")
