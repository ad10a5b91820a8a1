"""The machine API, version 1: tables, positions and moves for programs."""
