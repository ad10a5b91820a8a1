"""A table in the terminal: `quartier play` from the first question to the saved game."""
