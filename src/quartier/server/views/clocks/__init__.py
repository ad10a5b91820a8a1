"""Time as the page is told of it."""
