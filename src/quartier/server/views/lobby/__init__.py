"""What is shown to people who meet: the lobby, and words at a table."""
