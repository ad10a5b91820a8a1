"""What a bot may know about Metromania beyond its rules."""
