"""The textual side of a game: notation, errors, languages."""
