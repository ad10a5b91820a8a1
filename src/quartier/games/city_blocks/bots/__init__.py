"""What bots use of City Blocks beyond its rules: heuristic evaluation, network features, observations, styles."""
