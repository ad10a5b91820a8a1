"""Learning: value networks trained by self-play (docs/training.md)."""
