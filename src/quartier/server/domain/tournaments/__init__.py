"""Tournaments and leagues as pure functions: pairings, standings, due steps. No database, no clock."""
