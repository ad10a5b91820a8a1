"""Tables say whether they give hints; reviews are kept with their games."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    hints = sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("game_table", hints)
    op.execute(
        sa.text(
            "update game_table set hints = :yes where 2 > "
            "(select count(*) from seat where seat.game_id = game_table.id and seat.kind = 'human')"
        ).bindparams(sa.bindparam("yes", True, sa.Boolean))
    )
    op.create_table(
        "review",
        sa.Column("game_id", sa.String(16), primary_key=True),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("review")
    op.drop_column("game_table", "hints")
