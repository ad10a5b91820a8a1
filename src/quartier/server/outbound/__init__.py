"""Requests of this server to others: only to public addresses, whoever has named them."""
