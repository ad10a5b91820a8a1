"""Adapters to the interfaces of other frameworks and to the machine API of a server."""
