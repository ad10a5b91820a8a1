"""Neue Heimat by Klaus Zoch (Chili Spiele 2007), for two to five players."""
