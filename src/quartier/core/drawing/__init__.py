"""The appearance of a position for one viewer: drawings, pieces, words."""
