"""Sounds of events: one small set for all titles, so that the same action sounds the same everywhere.

The page makes them itself (`web/src/ui/sound.ts`); a title's `sound` returns the one for an event.
"""

SOUNDS = ("build", "tile", "line", "drive", "bid", "hammer", "dice", "card", "mark")
"""Building, placing a piece, drawing a line, driving, bidding, the hammer, dice, turning a card, crossing out."""
SILENT = ""
UNSEEN = "card"
"""The sound of draws that aren't seen."""
