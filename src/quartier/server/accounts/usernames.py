"""Usernames: unique up to confusable characters, and never a bot's name."""

from __future__ import annotations

from quartier.core.text.confusables import skeleton
from quartier.core.text.languages import N_
from quartier.server.commands import player_names
from quartier.server.errors import DomainError

MIN_USERNAME_LENGTH = 2


def validate_username(name: str) -> tuple[str, str]:
    """Return the display name and its skeleton, which confusable names share. Raises DomainError 422."""
    display_name, name_skeleton = player_names.clean(name), username_skeleton(name)
    if len(name_skeleton) < MIN_USERNAME_LENGTH:
        text = N_("This name is too short: use at least {least} letters or digits.")
        raise DomainError(422, "name", text, least=MIN_USERNAME_LENGTH)
    player_names.must_not_be_bot_name(display_name)
    return display_name, name_skeleton


def username_skeleton(name: str) -> str:
    """Return what confusable names have in common, truncated to what the database stores."""
    return skeleton(name)[:MAX_SKELETON_LENGTH]


MAX_SKELETON_LENGTH = 80
