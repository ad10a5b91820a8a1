"""The game server.

Tables, seats, an event log, streams. It knows people, time, a database and networks, and no rule of any game.
"""
