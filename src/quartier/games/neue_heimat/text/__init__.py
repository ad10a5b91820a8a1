"""The game in words: notation, labels, log lines, tooltips and explanations."""
