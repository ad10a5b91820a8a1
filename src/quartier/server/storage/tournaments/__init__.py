"""SQL for tournaments."""
