"""What the database holds of tournaments."""
