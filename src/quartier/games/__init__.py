"""The titles, one folder each; every folder has the same files with the same names."""
