"""The hosts' page and commands, and the page that says what is stored."""
