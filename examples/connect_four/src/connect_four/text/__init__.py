"""The game in words: notation, labels, log lines and refusals."""
