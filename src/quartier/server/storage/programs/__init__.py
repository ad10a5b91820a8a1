"""Programs that play: their tokens."""
