"""Titles that only tests play."""
