"""Accounts: who somebody is who comes back. Nobody needs one to play."""
