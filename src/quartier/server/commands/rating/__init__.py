"""Rated games: which can be rated, and what their end changes."""
