"""What is new every day: puzzles and deals."""
