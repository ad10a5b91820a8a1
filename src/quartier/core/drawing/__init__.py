"""What a position looks like: drawings, pieces, words for one viewer."""
