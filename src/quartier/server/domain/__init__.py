"""One table: the state that follows from its events, and its rules."""
