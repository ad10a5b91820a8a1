"""Gridlock: Boston, building and driving roads for two to four players."""
