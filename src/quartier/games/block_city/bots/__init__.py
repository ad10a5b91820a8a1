"""What bots use of BlockCity beyond its rules: heuristic evaluation, network features, observations, styles."""
