"""SQL for the lobby."""
