"""Learning: networks that say what positions are worth, from games that they play against themselves (docs/learning.md)."""
