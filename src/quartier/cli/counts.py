"""Counted nouns in the current language: "1 game", "2 games"."""

from __future__ import annotations

from quartier.cli.console import ngettext


def games(count: int) -> str:
    """Return a number of games."""
    return ngettext("{count} game", "{count} games", count)


def tables(count: int) -> str:
    """Return a number of tables."""
    return ngettext("{count} table", "{count} tables", count)


def records(count: int) -> str:
    """Return a number of game records."""
    return ngettext("{count} record", "{count} records", count)


def events(count: int) -> str:
    """Return a number of events."""
    return ngettext("{count} event", "{count} events", count)


def players(count: int) -> str:
    """Return a number of players."""
    return ngettext("{count} player", "{count} players", count)


def decisions(count: int) -> str:
    """Return a number of decisions."""
    return ngettext("{count} decision", "{count} decisions", count)


def positions(count: int) -> str:
    """Return a number of positions."""
    return ngettext("{count} position", "{count} positions", count)


def information_sets(count: int) -> str:
    """Return a number of information sets."""
    return ngettext("{count} information set", "{count} information sets", count)


def setups(count: int) -> str:
    """Return a number of set-ups."""
    return ngettext("{count} set-up", "{count} set-ups", count)


def values(count: int) -> str:
    """Return a number of values."""
    return ngettext("{count} value", "{count} values", count)
