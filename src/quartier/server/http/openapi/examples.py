"""OpenAPI examples of requests and responses. A test checks each against its model."""

from __future__ import annotations

from typing import Any, Final

BODIES: Final[dict[str, Any]] = {
    "open_table": {
        "title": "city_blocks",
        "seats": [{"kind": "me", "name": "Deep Street"}, {"kind": "friend"}],
        "options": {},
        "time": {"base": 300, "increment": 5},
        "client_move_id": "table-2d7a91c4e05b",
    },
    "join": {"invite": "Pd3kq0w8sVt4cH7yLmZ2", "name": "Deep Street", "client_move_id": "join-6f0c2b9e41d8"},
    "move": {"version": 12, "move": "H3@c4", "client_move_id": "move-12"},
    "resign": {"client_move_id": "resign-1"},
}
ANSWERS: Final[dict[str, Any]] = {
    "titles": {
        "titles": [
            {
                "name": "city_blocks",
                "text": "City Blocks",
                "seats": [2, 2],
                "options": [],
                "boards": [],
                "actions": 1245,
                "rules": 1,
                "seconds": ["1+tall", "2+bonuses", "3+tall", "4+bonuses", "5+special"],
            }
        ],
        "bots": ["1", "2", "3", "4", "5", "6"],
    },
    "moves": {"title": "city_blocks", "board": None, "moves": ["H1@a1", "H1@b1", "H1@c1"]},
    "open_table": {
        "id": "k7mwp3tq9x",
        "url": "https://example.org/table/k7mwp3tq9x",
        "seats": [
            {"seat": 0, "kind": "me", "secret": "o4dX0bq3n8Yw2eRtUiKs6hVg"},
            {
                "seat": 1,
                "kind": "friend",
                "invite": "Pd3kq0w8sVt4cH7yLmZ2",
                "invite_url": "https://example.org/table/k7mwp3tq9x#join=Pd3kq0w8sVt4cH7yLmZ2",
            },
        ],
    },
    "join": {"seat": 1, "secret": "o4dX0bq3n8Yw2eRtUiKs6hVg"},
    "move": {
        "version": 14,
        "events": [{"seq": 13, "actor": 0, "move": "H3@c4"}, {"seq": 14, "actor": "*", "move": "draw ?"}],
    },
    "resign": {"version": 15, "events": [{"seq": 15, "actor": 0, "move": "!resign"}]},
}
