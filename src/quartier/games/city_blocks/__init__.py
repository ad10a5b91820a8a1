"""City Blocks by J. Alan Henning (nestorgames 2013), for two players."""
