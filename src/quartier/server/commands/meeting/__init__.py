"""What people do who meet: find a table, wait at one, talk there."""
