"""SQL for moderation: moderators, bans, policy, reports, personal data, deletion."""
