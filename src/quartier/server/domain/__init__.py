"""One table: the fold of its events, and what may be done at it."""
