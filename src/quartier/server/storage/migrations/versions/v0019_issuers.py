"""Several issuers: a sign-in that goes on belongs to one, and an account has one identity of each."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

INDEX = "ix_oidc_identity_account"
OTHER = sa.Table(
    "oidc_identity",
    sa.MetaData(),
    sa.Column("issuer", sa.String(1000)),
    sa.Column("subject", sa.String(255)),
    sa.Column("account", sa.String(16)),
    sa.Column("used_at", sa.Float),
)


def upgrade() -> None:
    """Identities stay as they are, for they have always said of which issuer they are.

    Sign-ins that go on begin anew: they last ten minutes, and do not say where.
    """
    _begin_anew(sa.Column("issuer", sa.String(1000), nullable=False))
    _one_of_each()
    op.drop_index(INDEX, "oidc_identity")
    op.create_index(INDEX, "oidc_identity", ["account", "issuer"], unique=True)


def _begin_anew(*more: sa.Column[str]) -> None:
    """No sign-in goes on."""
    op.drop_table("oidc_attempt")
    op.create_table(
        "oidc_attempt",
        sa.Column("browser_hash", sa.String(64), primary_key=True),
        *more,
        sa.Column("state_hash", sa.String(64), nullable=False),
        sa.Column("nonce", sa.String(40), nullable=False),
        sa.Column("verifier", sa.String(80), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )


def _one_of_each() -> None:
    """Two processes could connect an account twice at the same moment: the identity stays by which it was entered last."""
    connection, kept = op.get_bind(), set()
    newest = sa.select(OTHER).order_by(OTHER.c.used_at.desc(), OTHER.c.subject)
    for row in connection.execute(newest).all():
        if (row.account, row.issuer) in kept:
            here = (OTHER.c.issuer == row.issuer) & (OTHER.c.subject == row.subject)
            connection.execute(OTHER.delete().where(here))
        kept.add((row.account, row.issuer))


def downgrade() -> None:
    op.drop_index(INDEX, "oidc_identity")
    op.create_index(INDEX, "oidc_identity", ["account"])
    _begin_anew()
