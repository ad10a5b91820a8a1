"""Tournaments: commands of organisers and players, and the steps that are due by time."""
