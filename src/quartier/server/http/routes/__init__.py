"""The JSON API: tables, replays, first games."""
