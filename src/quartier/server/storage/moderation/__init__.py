"""Hosts and what they decide, as it is stored."""
