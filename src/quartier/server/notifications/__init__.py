"""Telling people what happens at their tables while they are away: quiet until somebody wants it."""
