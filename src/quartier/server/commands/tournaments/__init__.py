"""Tournaments: what organisers and players may do, and what happens by itself."""
