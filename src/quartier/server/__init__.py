"""The game server: tables, seats, an event log, streams. It knows people, time, a database and networks, and no rule of any game."""
