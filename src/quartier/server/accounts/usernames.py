"""Usernames: unique up to confusable characters, and never a bot's name."""

from __future__ import annotations

from quartier.core.text.languages import N_
from quartier.server.commands.names import player_names
from quartier.server.commands.names.reserved_names import is_made_up
from quartier.server.errors import DomainError

MIN_USERNAME_LENGTH = 2


def validate_username(name: str) -> tuple[str, str]:
    """Return the display name and its skeleton, which confusable names share. Raises DomainError 422."""
    display_name, name_skeleton = player_names.clean(name), player_names.username_skeleton(name)
    if len(name_skeleton) < MIN_USERNAME_LENGTH:
        text = N_("This name is too short: use at least {least} letters or digits.")
        raise DomainError(422, "name", text, least=MIN_USERNAME_LENGTH)
    player_names.must_not_be_reserved(display_name)
    if is_made_up(display_name):
        raise DomainError(422, "name", N_("Quartier gives this name to guests. Choose one of your own."))
    return display_name, name_skeleton
