"""What the database knows of notifications: who wants them, and which are still to be delivered."""
