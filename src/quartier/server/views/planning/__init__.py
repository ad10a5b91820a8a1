"""What is shown of moves that are only thought of: plans of seats, and the bots' opinion for spectators."""
