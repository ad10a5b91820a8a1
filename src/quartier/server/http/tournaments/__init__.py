"""Tournaments over HTTP: their pages, and what they send."""
