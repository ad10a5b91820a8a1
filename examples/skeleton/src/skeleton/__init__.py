"""Skeleton, a title of Quartier."""
