"""What is new every day: puzzles."""
