"""Publish/subscribe within the process: who watches which table, and presence."""
