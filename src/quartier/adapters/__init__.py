"""Quartier's games in the terms of other frameworks."""
