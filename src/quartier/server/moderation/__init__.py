"""Moderation: hosts, bans, reports, deletion of games and data retention."""
