"""Access control: bans, invitations, rate limits, throttling and stream slots."""
