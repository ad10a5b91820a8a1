"""People who meet: the lobby, and words at a table, as they are stored."""
