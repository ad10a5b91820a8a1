"""Information-set Monte Carlo tree search, compiled once for all games."""
