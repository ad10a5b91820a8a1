"""The database's tables. The log is the game: `event` holds everything that ever happened, the other tables only what is
needed to find it, to know who may write to it, and to check it.

Any change here needs a new script in `migrations/versions` and a new `HEAD`.
"""

from __future__ import annotations

import sqlalchemy as sa

HEAD = "0025"
"""The migration that makes exactly these tables."""

metadata = sa.MetaData()

game_table = sa.Table(
    "game_table",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("title", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("board", sa.String(80)),  # name; null: the title's standard board
    sa.Column("automatic", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()),  # seats may ask for good moves
    sa.Column("created_at", sa.Float, nullable=False),  # seconds since 1970, UTC, as all times here
    sa.Column("creator_hash", sa.String(64), nullable=False),  # whose secret this is sees the invitations
    sa.Column("version", sa.Integer, nullable=False),  # seq of the last event: the check of every command
    sa.Column(
        "digest", sa.String(128), nullable=False
    ),  # of the position after `version`: later releases must reach it too
    sa.Column("bot_due", sa.Boolean, nullable=False),  # a bot is to move: found again after a crash
    sa.Column("rules", sa.Integer, nullable=False, server_default="1"),  # version of the title's rules
    # Why the log does not lead to `digest` (English, for the host), and at which event. Null: nothing is known against it.
    sa.Column("broken", sa.Text),
    sa.Column("broken_at", sa.Integer),
    # Who has opened a table with bots, or for whom the first one came later, as `tokens.visitor_mark` says; forgotten when
    # the game is over.
    sa.Column("visitor", sa.String(64)),
    # Six letters that lead to a free seat of the table; gone when all are taken.
    sa.Column("code", sa.String(6)),
    sa.Column("day_key", sa.String(64)),  # where the deal of a day is played, the key of its chance
    # "public": in the lobby; "link": whoever has the link may watch; "private": nobody watches while it is played.
    sa.Column("access", sa.String(8), nullable=False, server_default="link"),
    sa.Column("chat_disabled", sa.Boolean, nullable=False, server_default=sa.false()),  # by the table's host
    sa.Column("draw_key", sa.String(64)),  # where chance is provable, its key
    sa.Column("owner", sa.String(16)),  # the account that sees the invitations; then no secret does
    sa.Column("chat_seq", sa.Integer, nullable=False, server_default="0"),  # `seq` of the last chat message
    sa.Column("time", sa.JSON(none_as_null=True)),  # a `TimeControl`; null: no clocks
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),  # its end changes ratings
    sa.Column(
        "ready_check", sa.Boolean, nullable=False, server_default=sa.false()
    ),  # it begins when all are there
    sa.Column("tournament", sa.String(16)),  # whose table it is; then its seats are its players'
    sa.Column(
        "hidden", sa.Boolean, nullable=False, server_default=sa.false()
    ),  # by a host, from all but its players
    # How often what was said and done there has been rewritten: for somebody who wants to be forgotten.
    sa.Column("edition", sa.Integer, nullable=False, server_default="0"),
    # The draws of another game that are repeated here, in order; null: chance of its own.
    sa.Column("deal", sa.JSON(none_as_null=True)),
    # A challenge to play that deal: the game that it comes from, who played it there, and the score to beat.
    sa.Column("challenge_of", sa.String(16)),
    sa.Column("challenger", sa.String(64)),
    sa.Column("challenge_score", sa.Integer),
    # When it was over; 0 while it is not. Null: of an earlier release, and nobody has looked yet.
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
    sa.Column("bot", sa.String(20)),  # level
    # SHA-256 is enough for secrets of 192 random bits: there is nothing to guess, so nothing to slow down.
    sa.Column("secret_hash", sa.String(64)),
    # In plain text, because the creator may look it up again; worthless once the seat is taken.
    sa.Column("invite", sa.String(40)),
    # When a device that holds the seat was last heard of, as one of several processes has noted it now and then.
    sa.Column("seen_at", sa.Float),
    sa.Column("person", sa.String(64)),  # the hash of the cookie of whoever sits there, if they have one
    # The account that plays the seat: whoever is signed in to it needs no secret.
    sa.Column("account", sa.String(16)),
    sa.Column("program", sa.String(16)),  # the id of the program that sits there; "-": one without a token
    sa.Index("ix_seat_account", "account"),
)

seat_clock = sa.Table(
    "seat_clock",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("remaining", sa.Float, nullable=False),  # all as in `SeatClock`
    sa.Column("since", sa.Float),
    sa.Column("paid", sa.Integer, nullable=False),
    sa.Column("kept", sa.Float, nullable=False),
    sa.Column("grace", sa.Float, nullable=False),
    sa.Column("turn_grace", sa.Float, nullable=False),
    sa.Column("vacation", sa.Integer, nullable=False),
    sa.Column("back_at", sa.Float),
    sa.Column("pauses", sa.Integer, nullable=False, server_default="4"),
    sa.Column("due_at", sa.Float),  # the deadline, by which it is found; null: it stands still
    sa.Index("ix_seat_clock_due_at", "due_at"),
)
"""How much time the seats have, at tables with clocks. No part of the game's record: what time brings is an event there."""

heartbeat = sa.Table(
    "heartbeat",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),  # 1: there is one row
    sa.Column("at", sa.Float, nullable=False),  # when a process was last at work, while clocks run
    sa.Column("leader", sa.String(32)),  # which of several processes carries out what has run out,
    sa.Column("leader_until", sa.Float, nullable=False),  # and until when without another heartbeat
)

event = sa.Table(
    "event",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),  # 1, 2, 3 ... without gaps
    sa.Column("actor", sa.String(4), nullable=False),  # seat number or "*"
    sa.Column("move", sa.String(200), nullable=False),  # notation, or a control event that begins with "!"
    # Only on the first event of a command: those after it without one belong to the same answer.
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
    sa.Column("broken", sa.Text),  # both as in game_table; the event is counted in the record
    sa.Column("broken_at", sa.Integer),
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),  # by a host, from everybody
)

secret = sa.Table(
    "secret",
    metadata,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.String(64), nullable=False),
)
"""What is drawn once for each database, and shown to nobody: VISITORS, with which visitors are marked, DAYS, from which
the keys of the days come, and PUSHING, with which notifications are signed."""
VISITORS, DAYS, PUSHING = "visitors", "days", "pushing"

daily_game = sa.Table(
    "daily_game",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),  # "2026-11-23", by UTC
    sa.Column("title", sa.String(40), primary_key=True),
    sa.Column("visitor", sa.String(64), primary_key=True),  # the hash of a cookie
    sa.Column("game_id", sa.String(16), nullable=False),
    sa.Column("name", sa.String(24), nullable=False),
    # Once it was played to the end: the scores as in a record, what counts of them, and when.
    sa.Column("result", sa.String(80)),
    sa.Column("points", sa.Integer),
    sa.Column("at", sa.Float),
    sa.Index("ix_daily_game_game_id", "game_id", unique=True),
)
"""Who plays the deal of a day: each visitor once."""

lobby = sa.Table(
    "lobby",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("title", sa.String(40), nullable=False),
    sa.Column("stage", sa.String(8), nullable=False),  # "open" while a seat is free, then "running"
    sa.Column("since", sa.Float, nullable=False),
    sa.Index("ix_lobby_stage", "stage", "title", "since"),
)
"""The public tables that are not over: no other table has a row here."""

table_kick = sa.Table(
    "table_kick",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True),
)
"""Persons who were removed from a table before its game began, and cannot join it again."""

planned_moves = sa.Table(
    "planned_moves",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    # Lines of steps, [seat, move in notation] each, from the present position on.
    sa.Column("lines", sa.JSON, nullable=False),
)
"""What seats have planned for the moves of others: secret, and no part of the game."""

chat_message = sa.Table(
    "chat_message",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer),  # null: somebody who watches
    sa.Column("person", sa.String(64), nullable=False),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),  # "chat", or "reaction", whose text is its name
    sa.Column("text", sa.String(400), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
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
    sa.Column("closed_at", sa.Float),  # when a host has seen to it
    sa.Column(
        "reporter_name", sa.String(24), nullable=False, server_default=""
    ),  # at the table; "": who watched
    sa.UniqueConstraint("game_id", "seq", "reporter", name="uq_report"),
)
"""Chat messages that were reported to the hosts, as they were sent."""

review = sa.Table(
    "review",
    metadata,
    sa.Column("game_id", sa.String(16), primary_key=True),  # of a finished table or of a record
    sa.Column("data", sa.JSON, nullable=False),  # as `quartier.lab.review` gives it
    sa.Column("created_at", sa.Float, nullable=False),
)

account = sa.Table(
    "account",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(24), nullable=False),
    sa.Column("name_skeleton", sa.String(80), nullable=False),  # of the name: no two names may look alike
    sa.Column("password", sa.String(160)),  # as argon2 writes it; null: there is none, only passkeys
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),  # others see no profile
    sa.Column(
        "hidden_by_host", sa.Boolean, nullable=False, server_default=sa.false()
    ),  # the same, and not theirs to change
    sa.Index("ix_account_name_skeleton", "name_skeleton", unique=True),
)

account_session = sa.Table(
    "account_session",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("id", sa.String(16), nullable=False),  # by which the list names it
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
    sa.Column("device", sa.String(60), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=False),
    sa.Index("ix_account_session_account", "account"),
)
"""Where somebody is signed in."""

recovery_code = sa.Table(
    "recovery_code",
    metadata,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
    sa.Index("ix_recovery_code_account", "account"),
)
"""Codes that were not used yet; each has enough random bits that a plain hash is safe."""

passkey = sa.Table(
    "passkey",
    metadata,
    sa.Column("credential", sa.String(1400), primary_key=True),  # its id; as the key in base64 for URLs
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
"""Browsers that have been sent to an issuer to sign in, and are to come back."""

oidc_pending_identity = sa.Table(
    "oidc_pending_identity",
    metadata,
    sa.Column("browser_hash", sa.String(64), primary_key=True),
    sa.Column("issuer", sa.String(1000), nullable=False),
    sa.Column("subject", sa.String(255), nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
"""Identities that no account has yet: their owner has still to create an account or to connect one."""

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
"""Whom an issuer knows, and the account that is theirs: one of each issuer."""

rating = sa.Table(
    "rating",
    metadata,
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
    sa.Column("title", sa.String(40), primary_key=True),
    sa.Column("value", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),  # rated ones
    sa.Index("ix_rating_title", "title", "value"),
)
"""How strong accounts are, as their rated games say. The bots' ratings lie in the titles' folders and never change."""

game_result = sa.Table(
    "game_result",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    # As `storage.rating.results.Outcome` says.
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
    sa.Index("ix_game_result_account", "account", "title", "at"),
)
"""How the finished games of accounts went, all their seats: what profiles are made of, without following a log."""
server_policy = sa.Table(
    "server_policy",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),  # 1: there is one row
    sa.Column("invite_only", sa.Boolean, nullable=False),  # who has not been invited opens nothing
    sa.Column("retention_days", sa.Integer),  # after which guests' finished games are deleted; null: never
    sa.Column("cleaned_at", sa.Float, nullable=False),  # when one of the processes last deleted them
)
"""The hosts' settings for the whole server."""

host = sa.Table(
    "host",
    metadata,
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
    sa.Column("since", sa.Float, nullable=False),
)
"""Whose accounts may see and change everything."""

host_link = sa.Table(
    "host_link",
    metadata,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
)
"""Codes that make a host of whoever is signed in, each once."""

invitation = sa.Table(
    "invitation",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("code", sa.String(40), nullable=False),  # in plain text: hosts may look it up again
    sa.Column("note", sa.String(80), nullable=False),  # for the hosts: whom it is for
    sa.Column("uses", sa.Integer, nullable=False),  # so many may still come by it
    sa.Column("until", sa.Float, nullable=False),
    sa.Index("ix_invitation_code", "code", unique=True),
)
"""Ways in where only those may play who are invited."""

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
    # One of the three: an account, a person as in `chat_message`, or an address as `tokens.visitor_mark` says.
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),
    sa.Column("person", sa.String(64)),
    sa.Column("address", sa.String(64)),
    sa.Column("name", sa.String(24), nullable=False),  # for the hosts
    sa.Column("reason", sa.String(400), nullable=False),  # for whoever is banned
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("until", sa.Float),  # null: for ever
)

host_action = sa.Table(
    "host_action",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("host", sa.String(16), sa.ForeignKey("account.id")),  # null: at the machine, or gone
    sa.Column("from_cli", sa.Boolean, nullable=False),  # on the command line
    sa.Column("action", sa.String(24), nullable=False),
    sa.Column("subject", sa.String(40), nullable=False),  # the id of a table, a record, an account, a ban ...
    sa.Column("note", sa.String(400), nullable=False),
)
"""What hosts have done. Nobody changes it."""

tournament = sa.Table(
    "tournament",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("organiser", sa.String(16), sa.ForeignKey("account.id", ondelete="SET NULL")),
    sa.Column("plan", sa.JSON, nullable=False),  # as `tournaments.model.Plan` says
    sa.Column("public", sa.Boolean, nullable=False),  # it is in the list
    sa.Column("stage", sa.String(9), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("starts_at", sa.Float),
    sa.Column("deadline", sa.Float),
    sa.Column("due_at", sa.Float),  # when the keeper looks at it; null: not before something happens
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
    # Null: the account was deleted. Their games stay for the others.
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
    sa.Column("outcome", sa.String(8)),  # null: it has no result yet
    sa.Column("places", sa.JSON, nullable=False),  # by seat, as `tournaments.model.Place` says
    sa.Column(
        "unprocessed", sa.Boolean, nullable=False, server_default=sa.false()
    ),  # the result was not processed yet
    sa.Index("ix_tournament_match_game_id", "game_id"),
    sa.Index("ix_tournament_match_unprocessed", "unprocessed"),
)
"""The tables of all rounds, and those who sat out."""

revision = sa.Table(
    "alembic_version",
    metadata,
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's own table, declared so that a new database can be made without Alembic."""
