"""Notifications for players who are away: Web Push, webhook and e-mail. Off by default."""
