"""What a game is: records, chance, hidden information, notation, replay. Knows no title."""
