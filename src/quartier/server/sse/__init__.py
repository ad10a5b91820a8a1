"""Server-sent events: the stream of a table, its deltas and its compression."""
