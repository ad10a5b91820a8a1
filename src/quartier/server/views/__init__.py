"""What is shown: views, replays, reviews, and their words."""
