"""What a game is to people and programs: titles, games, positions with their past."""
