"""Names of players in drawings: positions do not know who sits where, so a page puts them in."""


def called(seat: int, name: str) -> dict[str, str | float | None]:
    """Attributes of what is named by a seat: its text, or the beginning of what is said of it, is `name` until a page knows
    who plays there.
    """
    return {"data_player": seat, "data_called": name}
