"""The core of a game: records, chance, hidden information, notation, replay. Independent of any title."""
