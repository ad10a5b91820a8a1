"""Sticks has no hints."""
