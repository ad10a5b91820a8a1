"""Rated games: what can be one, and what its end changes."""
