"""What a bot may know about Neue Heimat beyond its rules."""
