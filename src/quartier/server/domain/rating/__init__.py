"""Player strength: the arithmetic of ratings, ranks, and the measured bots."""
