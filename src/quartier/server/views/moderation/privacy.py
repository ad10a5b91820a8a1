"""Privacy page: what is stored, for how long, and who sees it, true to this release and to the host's settings.

`docs/privacy.md` says the same to hosts.
"""

from __future__ import annotations

from typing import Final, TypedDict

from quartier.core.text.languages import N_, Translator, translator
from quartier.core.text.numbers import figure
from quartier.server.settings import Settings
from quartier.server.storage.moderation.policy import ServerPolicy


class Part(TypedDict):
    """A heading and its paragraphs."""

    heading: str
    texts: list[str]


def paragraphs(settings: Settings, decided: ServerPolicy, lang: str) -> list[Part]:
    """The page, part by part."""
    t = translator(lang)
    meeting = (_LOBBY,) if settings.lobby else ()
    inviting = (_INVITED,) if decided.invite_only else ()
    issuer = (_ISSUER,) if settings.oidc_issuer or settings.issuers else ()
    mail = _MAIL if settings.mail else _NO_MAIL
    parts = (
        (N_("In short"), (_SUMMARY,)),
        (N_("While you play"), (_GAMES, _SEATS, *meeting, _CHAT, _VISITOR)),
        (N_("With an account"), (_ACCOUNT, *issuer, _PROGRAMS, _RATINGS, mail, _NOTIFICATIONS, _YOURS)),
        (N_("In your browser"), (_COOKIES, _STORAGE)),
        (N_("IP addresses, bans and reports"), (_ADDRESS, _LOG, *inviting, _BANS, _REPORTS)),
        (N_("How long we keep data"), (_retention(decided.retention_days, t), _GUESTS, _DELETION, _BACKUPS)),
        (N_("Who sees what"), (_OTHERS, _HOSTS, _NOBODY_ELSE)),
    )
    return [{"heading": t(heading), "texts": [t(text) for text in texts]} for heading, texts in parts]


def _retention(days: int | None, t: Translator) -> str:
    """How long games are kept."""
    if days is None:
        return t("Games are kept until someone deletes them.")
    form = t.ngettext(
        "Finished games with only guests, and uploaded game records, are deleted after {count} day, with their chat, "
        "replay and analysis. So are resolved reports. Games with at least one account are kept.",
        "Finished games with only guests, and uploaded game records, are deleted after {count} days, with their chat, "
        "replay and analysis. So are resolved reports. Games with at least one account are kept.",
        days,
    )
    return form.format(count=figure(days, lang=t.lang))


_SUMMARY: Final = N_(
    "No tracking and no ads. We store only what the games need. You can download your data or delete it "
    "at any time."
)
_GAMES: Final = N_(
    "Every table, with its moves, their times and the names players chose. Game records you upload are "
    "stored unchanged."
)
_SEATS: Final = N_(
    "Proof that a seat is yours: a hash of a secret kept in your browser. A server with several "
    "processes also stores when you were last at the table."
)
_LOBBY: Final = N_(
    "Public tables are listed in the lobby with their players’ names until a while after the last player "
    "has left. If you miss the start of a live one, or leave it early, the time is stored and counts for six hours."
)
_CHAT: Final = N_(
    "Your chat messages, with your name (the last 500 at each table), and who you mute or block. They’re "
    "deleted with the table."
)
_VISITOR: Final = N_(
    "A hash of a random browser ID, linked to your seats and messages. It opens your seats as a guest, keeps "
    "you from being matched with yourself, and keeps mutes in place."
)
_ACCOUNT: Final = N_(
    "Your name, hashes of your password, recovery codes and sessions, and your passkeys’ public keys. "
    "For each session and passkey also the browser and operating system, and when it was last used. Also "
    "which seats are yours, and your settings."
)
_PROGRAMS: Final = N_("If you use API tokens: their names and hashes, and when each was last used.")
_ISSUER: Final = N_(
    "If you sign in through another service: the ID it knows you by, usually a number, and when you last "
    "used it. While you sign in, a cookie and some random numbers are kept for ten minutes. The service "
    "learns that you sign in here."
)
_RATINGS: Final = N_("The results of games you play with an account, and your rating in each game.")
_NO_MAIL: Final = N_("No postal address, email address or real name.")
_MAIL: Final = N_("No real name or postal address. An email address only if you add one.")
_NOTIFICATIONS: Final = N_(
    "If you turn on notifications: your browsers’ push endpoints and keys or your webhook URL, "
    "notifications waiting to be sent, and when you last had Quartier open. Your browser maker’s push "
    "service delivers them encrypted. Emails and webhooks name only the game, never people. As a guest "
    "you get them in one browser. Its data is deleted with “Delete my guest data” or a year after it was last seen, "
    "or moves to your account."
)
_YOURS: Final = N_("You don’t need an account: guests can play every game.")
_COOKIES: Final = N_(
    "We set cookies only for: a browser ID, which opens your seats as a guest, your sign-in, the accounts that you’ve "
    "signed in to before, passkey sign-in or sign-in through another service (10 minutes), language and theme. "
    "All are set by this server."
)
_STORAGE: Final = N_("Your list of tables as a guest and your settings are stored in your browser.")
_ADDRESS: Final = N_(
    "Your IP address isn’t stored. While a rated game or one with bots is running, we keep a salted hash of it to "
    "prevent abuse, and delete it when the game ends. Rate limits hold the address in memory for a few "
    "minutes."
)
_LOG: Final = N_(
    "The server’s log contains no names, moves, addresses or secrets. A proxy in front of it may keep "
    "its own log."
)
_INVITED: Final = N_(
    "This server is invitation-only, so a hash of your browser ID is stored once you’re admitted."
)
_BANS: Final = N_(
    "For each ban: the account, a hash of the browser ID or a salted hash of the IP address, with the "
    "reason, until the ban ends or is lifted."
)
_REPORTS: Final = N_(
    "Reports are kept for the moderators: the message or name, whose it is, the table or tournament, and the "
    "reporter’s name and hash."
)
_GUESTS: Final = N_(
    "As a guest you can remove your name from your browser’s tables: on the account page, under “Delete my guest data”."
)
_DELETION: Final = N_(
    "You can delete your account, and everything in it, at any time on the account page. Your games "
    "remain for the other players under “Someone”, in logs, chats, records and replays. You resign any "
    "games in progress."
)
_BACKUPS: Final = N_("Backups keep deleted data until the backups themselves are deleted.")
_OTHERS: Final = N_(
    "Everyone at your table, including spectators, sees your name, your moves and your messages. Anyone "
    "with the link can see a finished game and its replay. No one can see what else you play."
)
_HOSTS: Final = N_(
    "The person who runs this server can see everything stored on it, including hidden information in "
    "games in progress. Moderators see reports, and the names of accounts and tables they search for."
)
_NOBODY_ELSE: Final = N_(
    "We share nothing with anyone else, except notifications you choose to receive by Web Push, webhook "
    "or email."
)
