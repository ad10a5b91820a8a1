"""What bots use of Gridlock beyond its rules: heuristic evaluation, network features, observations, styles."""
