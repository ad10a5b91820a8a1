"""Outbound requests: to public addresses only, whoever has supplied the URL."""
