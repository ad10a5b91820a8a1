"""One module per command; each has a `register(app)`."""
