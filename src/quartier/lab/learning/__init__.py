"""Learning: value networks trained by self-play (docs/learning.md)."""
