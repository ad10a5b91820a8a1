"""The database's tables.

The log is the game: `event` contains everything that ever happened, the other tables only serve to find it, to
authorise writing to it, and to check it.

Any change here needs a new script in `migrations/versions` and a new `HEAD`.
"""

from __future__ import annotations

import sqlalchemy as sa

HEAD = "0032"
"""The migration that creates exactly these tables."""

metadata = sa.MetaData()

game_table = sa.Table(
    "game_table",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("title", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("board", sa.String(80)),  # name; null: the title's standard board, or the data of another one
    sa.Column("board_data", sa.JSON(none_as_null=True)),  # a board that someone brought to this table
    sa.Column("automatic", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()),  # seats may ask for hints
    sa.Column("created_at", sa.Float, nullable=False),  # seconds since 1970, UTC, as all times here
    sa.Column("creator_hash", sa.String(64), nullable=False),  # whose holder sees the invitations
    sa.Column("version", sa.Integer, nullable=False),  # seq of the last event; commands expect it
    # Of the position after `version`: later releases must reproduce it.
    sa.Column("digest", sa.String(128), nullable=False),
    sa.Column("bot_due", sa.Boolean, nullable=False),  # a bot is to move: resumed after a crash
    sa.Column("rules", sa.Integer, nullable=False, server_default="1"),  # version of the title's rules
    # Why the log doesn't lead to `digest` (English, for the operator), and at which event. Null: no problem.
    sa.Column("broken", sa.Text),
    sa.Column("broken_at", sa.Integer),
    # Who opened a table with bots, or got the first one, or opened a public one with days for a turn, as in
    # `secrets.visitor_mark`; erased at the end.
    sa.Column("visitor", sa.String(64)),
    # A code of six letters for a free seat of the table; removed when all are taken.
    sa.Column("code", sa.String(6)),
    sa.Column("day_key", sa.String(64)),  # at a table with the deal of a day, the key of its chance
    # "public": in the lobby; "link": anyone with the link may watch; "private": no one may watch while it is
    # played.
    sa.Column("access", sa.String(8), nullable=False, server_default="link"),
    sa.Column("chat_disabled", sa.Boolean, nullable=False, server_default=sa.false()),  # by the table's host
    sa.Column("draw_key", sa.String(64)),  # with provable chance, its key
    sa.Column("owner", sa.String(16)),  # the account that sees the invitations, instead of a secret
    sa.Column("chat_seq", sa.Integer, nullable=False, server_default="0"),  # `seq` of the last chat message
    sa.Column("time", sa.JSON(none_as_null=True)),  # a `TimeControl`; null: no clocks
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),  # its end changes ratings
    sa.Column("ready_check", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("ready_by", sa.Float),  # the end of its ready check, while there is one
    sa.Column("tournament", sa.String(16)),  # if any; its players have the seats
    # By a moderator, from all but its players.
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),
    # How often its log has been rewritten: to erase personal data.
    sa.Column("edition", sa.Integer, nullable=False, server_default="0"),
    # The draws of another game that are repeated here, in order; null: its own chance.
    sa.Column("deal", sa.JSON(none_as_null=True)),
    # A challenge to play that deal: the original game, its player, and the score to beat.
    sa.Column("challenge_of", sa.String(16)),
    sa.Column("challenger", sa.String(64)),
    sa.Column("challenge_score", sa.Integer),
    # When it ended; 0 while it is not over. Null: from an earlier release, and not determined yet.
    sa.Column("ended_at", sa.Float),
    sa.Index("ix_game_table_ended_at", "ended_at"),
    sa.Index("ix_game_table_bot_due", "bot_due"),
    sa.Index("ix_game_table_code", "code", unique=True),
)

seat = sa.Table(
    "seat",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),  # "human" or "bot"
    # Level, or a network of the host. SQLite, which doesn't check lengths, keeps the one that it was created with.
    sa.Column("bot", sa.String(60).with_variant(sa.String(20), "sqlite")),
    # SHA-256 is enough for secrets of 192 random bits: they cannot be guessed, so hashing need not be slow.
    sa.Column("secret_hash", sa.String(64)),
    # In plain text, because the creator may look it up again; worthless once the seat is taken.
    sa.Column("invite", sa.String(40)),
    # When a device that holds the seat was last seen, as one of several processes has stored it now and then.
    sa.Column("seen_at", sa.Float),
    # At a public table that waits: until when its person counts as there, unless a process renews it.
    sa.Column("page_until", sa.Float),
    sa.Column("person", sa.String(64)),  # the hash of the player's cookie, if they have one
    # The account that plays the seat: its sessions need no secret.
    sa.Column("account", sa.String(16)),
    sa.Column("program", sa.String(16)),  # the id of the API client that sits there; "-": one without a token
    # At a rated table: the account's rating when it took the seat, and whether that was provisional.
    sa.Column("rating", sa.Integer),
    sa.Column("provisional", sa.Boolean, nullable=False, server_default=sa.false()),
    # In a running rated game: from which network the seat's person plays, as in `tokens.visitor_mark`; erased at the end.
    sa.Column("network", sa.String(64)),
    sa.Index("ix_seat_account", "account"),
)

seat_clock = sa.Table(
    "seat_clock",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("remaining", sa.Float, nullable=False),  # all as in `clocks.SeatClock`
    sa.Column("since", sa.Float),
    sa.Column("paid", sa.Integer, nullable=False),
    sa.Column("kept", sa.Float, nullable=False),
    sa.Column("grace", sa.Float, nullable=False),
    sa.Column("turn_grace", sa.Float, nullable=False),
    sa.Column("vacation", sa.Integer, nullable=False),
    sa.Column("back_at", sa.Float),
    sa.Column("pauses", sa.Integer, nullable=False, server_default="4"),
    sa.Column("total", sa.Float),
    sa.Column("turn_since", sa.Float),
    sa.Column("due_at", sa.Float),  # the deadline, for finding it; null: it is stopped
    sa.Index("ix_seat_clock_due_at", "due_at"),
)
"""The remaining time of the seats, at tables with clocks. No part of the game's record: time's effects are events there."""

heartbeat = sa.Table(
    "heartbeat",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),  # 1: there is one row
    sa.Column("at", sa.Float, nullable=False),  # when a process last ran, while clocks run
    sa.Column("leader", sa.String(32)),  # which of several processes handles timeouts,
    sa.Column("leader_until", sa.Float, nullable=False),  # and when its lease ends without another heartbeat
)

event = sa.Table(
    "event",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),  # 1, 2, 3 ... without gaps
    sa.Column("actor", sa.String(4), nullable=False),  # seat number or "*"
    sa.Column("move", sa.String(200), nullable=False),  # notation, or a control event that begins with "!"
    # Only on the first event of a command: those after it without one belong to the same response.
    sa.Column("client_move_id", sa.String(80)),
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("game_id", "client_move_id", name="uq_event_client_move_id"),
)

record = sa.Table(
    "record",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("title", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("digest", sa.String(128), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("broken", sa.Text),  # both as in game_table; the event is an index in the record
    sa.Column("broken_at", sa.Integer),
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),  # by a moderator
)

secret = sa.Table(
    "secret",
    metadata,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.String(64), nullable=False),
)
"""Random values drawn once for each database, and never shown.

VISITORS: the salt for hashing visitors; DAYS: for deriving the keys of the days; PUSHING: the key that signs
notifications.
"""
VISITORS, DAYS, PUSHING = "visitors", "days", "pushing"

daily_game = sa.Table(
    "daily_game",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),  # "2026-11-23", by UTC
    sa.Column("title", sa.String(40), primary_key=True),
    sa.Column("visitor", sa.String(64), primary_key=True),  # the hash of a cookie
    sa.Column("game_id", sa.String(16), nullable=False),
    sa.Column("name", sa.String(24), nullable=False),
    # Once it was played to the end: the scores as in a record, the points that count, and the time.
    sa.Column("result", sa.String(80)),
    sa.Column("points", sa.Integer),
    sa.Column("at", sa.Float),
    sa.Index("ix_daily_game_game_id", "game_id", unique=True),
)
"""The daily games: each visitor plays a day's deal once."""

table_kick = sa.Table(
    "table_kick",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True),
)
"""People who were removed from a table before its game began, and cannot join it again."""

planned_moves = sa.Table(
    "planned_moves",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    # Lines of steps, [seat, move in notation] each, from the present position on.
    sa.Column("lines", sa.JSON, nullable=False),
)
"""Conditional moves of seats: secret, and no part of the game."""

chat_message = sa.Table(
    "chat_message",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer),  # null: a spectator
    sa.Column("person", sa.String(64), nullable=False),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),  # "chat", or "reaction" with its name as text
    sa.Column("text", sa.String(400), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("client_move_id", sa.String(64)),  # chosen by the sender, so that it can be sent again
    sa.Column("guest", sa.Boolean, nullable=False, server_default=sa.false()),  # the sender had no account
)
"""The chat of a table: no part of its game, and deleted with the table."""

chat_block = sa.Table(
    "chat_block",
    metadata,
    sa.Column("viewer", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("game_id", sa.String(16), primary_key=True),  # "": everywhere
)
"""Whose chat messages a viewer does not see, at one table (muted) or at all tables (blocked)."""

report = sa.Table(
    "report",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game_id", sa.String(16), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("text", sa.String(400), nullable=False),
    sa.Column("person", sa.String(64), nullable=False),
    sa.Column("reporter", sa.String(64), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("closed_at", sa.Float),  # when a moderator has closed it
    # At the table; "": a spectator.
    sa.Column("reporter_name", sa.String(24), nullable=False, server_default=""),
    # What was reported: a "message"; a "name", where `seq` is minus one minus the seat's number; or a "tournament", whose id
    # is `game_id`.
    sa.Column("kind", sa.String(10), nullable=False, server_default="message"),
    sa.UniqueConstraint("game_id", "seq", "reporter", name="uq_report"),
)
"""What was reported to the moderators, as it was then: chat messages, names, tournaments."""

review = sa.Table(
    "review",
    metadata,
    sa.Column("game_id", sa.String(16), primary_key=True),  # of a finished table or of a record
    sa.Column("data", sa.JSON, nullable=False),  # the result of `quartier.lab.review`
    sa.Column("created_at", sa.Float, nullable=False),
)

account = sa.Table(
    "account",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("name_skeleton", sa.String(80), nullable=False),  # of the name: no two names may be confusable
    sa.Column("password", sa.String(160)),  # an argon2 hash; null: passkeys only
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),  # others see no profile
    # The same, but not for the owner to change.
    sa.Column("hidden_by_host", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("ix_account_name_skeleton", "name_skeleton", unique=True),
)

account_session = sa.Table(
    "account_session",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("id", sa.String(16), nullable=False),  # by which the list identifies it
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
    sa.Column("device", sa.String(60), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=False),
    sa.Index("ix_account_session_account", "account"),
)
"""Login sessions."""

recovery_code = sa.Table(
    "recovery_code",
    metadata,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
    sa.Index("ix_recovery_code_account", "account"),
)
"""Unused recovery codes; each has enough random bits that a plain hash is safe."""

passkey = sa.Table(
    "passkey",
    metadata,
    sa.Column("credential", sa.String(1400), primary_key=True),  # its id; like the key in base64 for URLs
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
    sa.Column("public_key", sa.String(1400), nullable=False),
    sa.Column("sign_count", sa.Integer, nullable=False),
    sa.Column("device", sa.String(60), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("used_at", sa.Float, nullable=False),
    sa.Index("ix_passkey_account", "account"),
)

oidc_attempt = sa.Table(
    "oidc_attempt",
    metadata,
    sa.Column("browser_hash", sa.String(64), primary_key=True),
    sa.Column("issuer", sa.String(1000), nullable=False),
    sa.Column("state_hash", sa.String(64), nullable=False),
    sa.Column("nonce", sa.String(40), nullable=False),
    sa.Column("verifier", sa.String(80), nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
"""Login attempts of browsers that were redirected to an issuer, and have not returned yet."""

oidc_pending_identity = sa.Table(
    "oidc_pending_identity",
    metadata,
    sa.Column("browser_hash", sa.String(64), primary_key=True),
    sa.Column("issuer", sa.String(1000), nullable=False),
    sa.Column("subject", sa.String(255), nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
"""Identities without an account yet: the owner has still to create or link one."""

oidc_identity = sa.Table(
    "oidc_identity",
    metadata,
    sa.Column("issuer", sa.String(1000), primary_key=True),
    sa.Column("subject", sa.String(255), primary_key=True),
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("used_at", sa.Float, nullable=False),
    sa.Index("ix_oidc_identity_account", "account", "issuer", unique=True),
)
"""Linked identities of issuers by account: one for each issuer."""

server_policy = sa.Table(
    "server_policy",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),  # 1: there is one row
    sa.Column("invite_only", sa.Boolean, nullable=False),  # people without an invitation can open nothing
    sa.Column("retention_days", sa.Integer),  # of guests' finished games; null: forever
    sa.Column("cleaned_at", sa.Float, nullable=False),  # when one of the processes last deleted them
)
"""The server's policy, set by the moderators."""

host = sa.Table(
    "host",
    metadata,
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
    sa.Column("since", sa.Float, nullable=False),
)
"""Accounts of moderators, who may see and change everything."""

host_link = sa.Table(
    "host_link",
    metadata,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
)
"""One-time codes that make the signed-in account a moderator."""

invitation = sa.Table(
    "invitation",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("code", sa.String(40), nullable=False),  # in plain text: moderators may look it up again
    sa.Column("note", sa.String(80), nullable=False),  # for the moderators: whom it is for
    sa.Column("uses", sa.Integer, nullable=False),  # remaining uses
    sa.Column("until", sa.Float, nullable=False),
    sa.Index("ix_invitation_code", "code", unique=True),
)
"""Invitations to a server that is invitation-only."""

admitted_browser = sa.Table(
    "admitted_browser",
    metadata,
    sa.Column("browser", sa.String(64), primary_key=True),  # the hash of a cookie
    sa.Column("at", sa.Float, nullable=False),
)
"""Browsers that have used an invitation. Accounts need none."""

ban = sa.Table(
    "ban",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    # One of the three: an account, a person as in `chat_message`, or an address as in `tokens.visitor_mark`.
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),
    sa.Column("person", sa.String(64)),
    sa.Column("address", sa.String(64)),
    sa.Column("name", sa.String(24), nullable=False),  # for the moderators
    sa.Column("reason", sa.String(400), nullable=False),  # for the banned person
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("until", sa.Float),  # null: permanent
)

host_action = sa.Table(
    "host_action",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("host", sa.String(16), sa.ForeignKey("account.id")),  # null: on the command line, or deleted
    sa.Column("from_cli", sa.Boolean, nullable=False),  # on the command line
    sa.Column("action", sa.String(24), nullable=False),
    sa.Column("subject", sa.String(40), nullable=False),  # the id of a table, a record, an account, a ban ...
    sa.Column("note", sa.String(400), nullable=False),
)
"""The audit log of moderators' actions; append-only."""

tournament = sa.Table(
    "tournament",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("organiser", sa.String(16), sa.ForeignKey("account.id", ondelete="SET NULL")),
    sa.Column("plan", sa.JSON, nullable=False),  # as in `tournaments.model.Plan`
    sa.Column("public", sa.Boolean, nullable=False),  # it is listed
    sa.Column("stage", sa.String(9), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("starts_at", sa.Float),
    sa.Column("deadline", sa.Float),
    sa.Column("due_at", sa.Float),  # when the scheduler checks it; null: not before something happens
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Index("ix_tournament_due_at", "due_at"),
    sa.Index("ix_tournament_organiser", "organiser"),
)

tournament_player = sa.Table(
    "tournament_player",
    metadata,
    sa.Column(
        "tournament", sa.String(16), sa.ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("number", sa.Integer, primary_key=True),
    # Null: the account was deleted. Its games remain for the others.
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id", ondelete="SET NULL")),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("withdrawn", sa.Integer),
    # In plain text, because the organiser may look it up again; worthless once the place is taken over.
    sa.Column("handover", sa.String(40)),
    sa.UniqueConstraint("tournament", "account", name="uq_tournament_player"),
    sa.Index("ix_tournament_player_account", "account"),
)

tournament_match = sa.Table(
    "tournament_match",
    metadata,
    sa.Column(
        "tournament", sa.String(16), sa.ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="SET NULL")),
    sa.Column("outcome", sa.String(8)),  # null: no result yet
    sa.Column("places", sa.JSON, nullable=False),  # by seat, as in `tournaments.model.Place`
    sa.Column("unprocessed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("ix_tournament_match_game_id", "game_id"),
    sa.Index("ix_tournament_match_unprocessed", "unprocessed"),
)
"""The tables of all rounds, and the byes."""

revision = sa.Table(
    "alembic_version",
    metadata,
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's own table, declared so that a new database can be created without Alembic."""
