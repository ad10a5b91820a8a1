"""What the database knows of time: how much the seats have, and when this server was last at work."""
