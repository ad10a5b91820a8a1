"""What helps people to play: hints with reasons, first games, rulebooks."""
