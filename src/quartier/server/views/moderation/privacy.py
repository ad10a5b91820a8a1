"""Privacy page: what is stored, for how long, and who sees it, true to this release and to the host's settings.

`docs/privacy.md` says the same to hosts.
"""

from __future__ import annotations

from typing import Final, TypedDict

from quartier.core.text.languages import N_, translator
from quartier.server.settings import Settings
from quartier.server.storage.moderation.policy import ServerPolicy


class Part(TypedDict):
    """A heading and its paragraphs."""

    heading: str
    texts: list[str]


def paragraphs(settings: Settings, decided: ServerPolicy, lang: str) -> list[Part]:
    """The page, part by part."""
    t = translator(lang)
    keeping = _GAMES_DELETED if decided.retention_days is not None else _GAMES_KEPT
    meeting = (_LOBBY,) if settings.lobby else ()
    inviting = (_INVITED,) if decided.invite_only else ()
    issuer = (_ISSUER,) if settings.oidc_issuer or settings.issuers else ()
    mail = _MAIL if settings.mail else _NO_MAIL
    parts = (
        (N_("In short"), (_SUMMARY,)),
        (N_("While you play"), (_GAMES, _SEATS, *meeting, _CHAT, _VISITOR)),
        (N_("With an account"), (_ACCOUNT, *issuer, _PROGRAMS, _RATINGS, mail, _NOTIFICATIONS, _YOURS)),
        (N_("In your browser"), (_COOKIES, _STORAGE)),
        (N_("Addresses, bans and reports"), (_ADDRESS, _LOG, *inviting, _BANS, _REPORTS)),
        (N_("For how long"), (keeping, _GUESTS, _DELETION, _BACKUPS)),
        (N_("Who sees what"), (_OTHERS, _HOSTS, _NOBODY_ELSE)),
    )
    fields = {"days": decided.retention_days}
    return [
        {"heading": t(heading), "texts": [t(text).format(**fields) for text in texts]}
        for heading, texts in parts
    ]


_SUMMARY: Final = N_(
    "No tracking, no advertising. What is stored is what the games need, and you can have all of it, or have it deleted."
)
_GAMES: Final = N_(
    "Every table with its moves, when they were made, and the names that its players chose. A record that you "
    "open here is stored as you gave it."
)
_SEATS: Final = N_(
    "That a seat is yours: a hash of a secret that your browser keeps. On a server of several processes also when "
    "you were last at it."
)
_LOBBY: Final = N_(
    "Public tables are listed in the lobby, with the names at them, until a while after the last player has gone."
)
_CHAT: Final = N_(
    "What you say at a table, the last 500 messages of each, with your name; whom you mute or block. It goes with "
    "the table."
)
_VISITOR: Final = N_(
    "A hash of a random number in a cookie of your browser, with its seats and messages: so nobody is led to "
    "their own table, and whoever was muted stays so."
)
_ACCOUNT: Final = N_(
    "The name; a hash of the password; hashes of recovery codes and sessions; the public keys of passkeys; for "
    "each of them the browser and system in two words and when it was last used; which seats are yours; and how "
    "you like the page."
)
_PROGRAMS: Final = N_(
    "If programs of yours play here: their names, hashes of their tokens, and when each of them was last used."
)
_ISSUER: Final = N_(
    "If you sign in by another service: the name by which it knows you, mostly a number, and when you did so last. For "
    "the ten minutes in which you do so a cookie and some random numbers are kept. The service learns that you sign in here."
)
_RATINGS: Final = N_(
    "How your games with an account went, and what the rated ones say of how strong you are at each title."
)
_NO_MAIL: Final = N_("No address, no mail, no real name.")
_MAIL: Final = N_("No real name, no address; one for mail only if you add it.")
_NOTIFICATIONS: Final = N_(
    "If you want to be told what happens at your tables: your browsers’ addresses and keys for that, or an address to "
    "post to; what you are still to be told, and when a page of yours was last to be seen. The push service of your "
    "browser’s maker passes on what only your browser can read; letters and posts name the game, and nobody. As a guest "
    "you are told by one browser; what is stored of it goes with “Forget me”, into your account, or a year after it was "
    "last seen."
)
_YOURS: Final = N_("Nobody needs an account, and a guest can play everything.")
_COOKIES: Final = N_(
    "Cookies only for what you want: one for each table at which you have a seat, one for being signed in, one by "
    "which your browser is known to others, one for ten minutes while a passkey signs, and those for language and "
    "colours. All are this server’s own."
)
_STORAGE: Final = N_("The list of your tables as a guest, and your settings, lie in the browser itself.")
_ADDRESS: Final = N_(
    "Your network address is not stored. While a table with bots runs, a salted hash of it is, so that nobody "
    "fills the server; it is forgotten when the game is over. In memory it is counted for some minutes."
)
_LOG: Final = N_(
    "The server’s own log has no names, no moves, no addresses and no secrets. A proxy before it may keep a log "
    "of its own."
)
_INVITED: Final = N_(
    "Here only those play who were invited: a hash of your browser’s cookie is stored for that."
)
_BANS: Final = N_(
    "Whoever is banned: the account, the hash of the cookie or a salted hash of the address, with the reason, "
    "until the ban ends or is lifted."
)
_REPORTS: Final = N_(
    "What somebody reports is kept for the hosts: the message, the name, the table, and who has reported "
    "it, by name and hash."
)
_GAMES_KEPT: Final = N_("Games are kept until somebody deletes them: nothing of yours is lost.")
_GAMES_DELETED: Final = N_(
    "Finished games at which only guests sat, and records that were opened here, are deleted after {days} days, "
    "with chat, replay and review. Reports that hosts have seen to are, too. Games with an account’s seat are "
    "kept."
)
_GUESTS: Final = N_(
    "As a guest you can have your name removed from the tables of your browser: on the account page, under "
    "“Forget me”."
)
_DELETION: Final = N_(
    "An account is deleted at once, on its page, with all that is its own. Its games stay for the others, under "
    "“somebody”: in logs, chats, records and replays. Games that it is playing are given up."
)
_BACKUPS: Final = N_("In copies that the hosts make of the data it stays until they are deleted.")
_OTHERS: Final = N_(
    "Whoever is at your table, or watches it, sees your name there, your moves and what you say; a finished game "
    "and its replay everybody who has the link. Nobody is told what else you play."
)
_HOSTS: Final = N_(
    "The hosts of this server can see everything that is stored, also what is hidden in a running game if they "
    "look into the data. On their page they see reports, and names of accounts and tables that they look for."
)
_NOBODY_ELSE: Final = N_(
    "Nobody else is given anything, but what you choose to be told through others: by Web Push, a webhook or mail."
)
