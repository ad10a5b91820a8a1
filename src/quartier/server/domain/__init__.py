"""One table: the state that follows from its events, and the rules about it."""
