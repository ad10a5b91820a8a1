"""People as others see them: profiles, leaderboards, and the games that one takes along."""
