"""What an event sounds like: one small family of sounds for all titles, so that the same deed is heard the same everywhere.

The page makes them itself (`web/src/ui/sound.ts`); a title's `sound` says which one belongs to an event.
"""

SOUNDS = ("build", "tile", "line", "drive", "bid", "hammer", "dice", "card", "mark")
"""A building rises, a tile or a token is put down, a line is drawn, something drives, a bid is made, a bidding ends, dice
are rolled, a card is turned, something is struck out."""
SILENT = ""
UNSEEN = "card"
"""What is drawn without being seen."""
