"""Commands at tables that wait for players."""
