"""What bots use of Metromania beyond its rules: heuristic evaluation, network features, observations, styles."""
