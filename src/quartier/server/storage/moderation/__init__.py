"""SQL for moderation: hosts, bans, policy, reports, personal data, deletion."""
