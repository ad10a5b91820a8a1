"""Guests are told things, too: who listens is an account, or a browser by the hash of its cookie."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

LONGEST_ACCOUNT = 16


def _game(**more: Any) -> sa.Column[Any]:
    return sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), **more)


def _tables(who: Any) -> dict[str, list[sa.Column[Any]]]:
    """The columns of the tables; `who(**more)` makes the one that says who listens."""
    return {
        "notice_wish": [
            who(primary_key=True),
            sa.Column("mail", sa.Boolean, nullable=False, server_default=sa.false()),
            sa.Column("mailed_at", sa.Float),
            sa.Column("webhook", sa.String(500)),
            sa.Column("lang", sa.String(2), nullable=False),
            sa.Column("seen_at", sa.Float),
        ],
        "push_subscription": [
            sa.Column("id", sa.String(64), primary_key=True),
            who(nullable=False),
            sa.Column("endpoint", sa.String(1000), nullable=False),
            sa.Column("p256dh", sa.String(90), nullable=False),
            sa.Column("auth", sa.String(24), nullable=False),
            sa.Column("session", sa.String(16), nullable=False),
            sa.Column("device", sa.String(60), nullable=False),
            sa.Column("created_at", sa.Float, nullable=False),
        ],
        "told": [
            who(primary_key=True),
            _game(primary_key=True),
            sa.Column("kind", sa.String(8), primary_key=True),
            sa.Column("mark", sa.String(16), nullable=False),
        ],
        "notice": [
            sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
            who(nullable=False),
            _game(nullable=False),
            sa.Column("kind", sa.String(8), nullable=False),
            sa.Column("mark", sa.String(16), nullable=False),
            sa.Column("way", sa.String(8), nullable=False),
            sa.Column("subscription", sa.String(64)),
            sa.Column("created_at", sa.Float, nullable=False),
            sa.Column("due_at", sa.Float, nullable=False),
            sa.Column("tries", sa.Integer, nullable=False),
        ],
    }


def _made_anew(before: str, after: str, who: Any) -> None:
    """The same rows in new tables: SQLite drops no foreign key."""
    for name, columns in _tables(who).items():
        table = sa.Table(name, sa.MetaData(), autoload_with=op.get_bind())
        rows = [dict(row._mapping) for row in op.get_bind().execute(sa.select(table))]
        op.drop_table(name)
        made = op.create_table(name, *columns)
        for row in rows:
            row[after] = row.pop(before)
            if name == "notice":  # numbered anew, or PostgreSQL would begin to count where these are
                del row["id"]
        op.bulk_insert(
            made, [row for row in rows if after == "listener" or len(row[after]) <= LONGEST_ACCOUNT]
        )
    for name, column in (
        ("push_subscription", after),
        ("push_subscription", "session"),
        ("notice", "due_at"),
        ("notice", after),
    ):
        op.create_index(f"ix_{name}_{column}", name, [column])


def upgrade() -> None:
    _made_anew("account", "listener", lambda **more: sa.Column("listener", sa.String(64), **more))


def downgrade() -> None:
    """Guests are told nothing again."""
    key = sa.ForeignKey
    _made_anew(
        "listener",
        "account",
        lambda **more: sa.Column("account", sa.String(LONGEST_ACCOUNT), key("account.id"), **more),
    )
