"""Slow work: bots, hints and reviews in separate processes."""
