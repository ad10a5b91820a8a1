"""What a bot may know about Gridlock beyond its rules."""
