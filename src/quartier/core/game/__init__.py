"""Games for people and programs: titles, games, positions with their history."""
