"""SQL for ratings and results of games."""
