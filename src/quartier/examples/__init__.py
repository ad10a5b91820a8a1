"""Worked examples of the documentation, outside the titles of the project."""
