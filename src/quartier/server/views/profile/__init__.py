"""View models of profiles, leaderboards, and the export of games."""
