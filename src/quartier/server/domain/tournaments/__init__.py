"""Tournaments and leagues as plain arithmetic: who meets whom, how they stand, what is due. No database, no clock."""
