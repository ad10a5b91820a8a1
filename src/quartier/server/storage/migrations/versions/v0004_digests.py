"""Digests of positions instead of raw records; tables name the version of their rules; what no longer replays is marked.

Seats say when somebody was last there; tables for bots alone who has opened them, by a salt that is drawn here.
"""

import secrets

import sqlalchemy as sa
from alembic import context, op

from quartier.server.storage.migrations import release_0_1_0

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MARKS = (("broken", sa.Text), ("broken_at", sa.Integer))


def upgrade() -> None:
    op.add_column("game_table", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
    for table in ("game_table", "record"):
        for name, kind in MARKS:
            op.add_column(table, sa.Column(name, kind))
    op.add_column("seat", sa.Column("seen_at", sa.Float))
    op.add_column("game_table", sa.Column("visitor", sa.String(64)))
    drawn = op.create_table(
        "secret",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
    op.bulk_insert(drawn, [{"name": "visitors", "value": secrets.token_urlsafe(24)}])
    release_0_1_0.redigest(op.get_bind(), context.config.attributes["report"])


def downgrade() -> None:
    raise NotImplementedError(
        "the digests of release 0.1.0 are in the copy that was kept before the migration"
    )
