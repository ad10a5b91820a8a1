"""Outbound requests: to public addresses only, regardless of who supplied the URL."""
