"""What bots use of Neue Heimat beyond its rules: heuristic evaluation, network features, observations, styles."""
