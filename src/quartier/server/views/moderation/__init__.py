"""View models of moderation and personal data."""
