"""What a game is as text: notation, errors, languages."""
