"""What recorded games looked like when they were recorded. After an intended change, write them anew:

PYTHONPATH=src python -m tests.games.neue_heimat.golden
"""

from quartier import State
from tests.games.neue_heimat.recorded import FOLDER, RECORDED, fixture

STORY = "two_rows"


def story(state: State) -> str:
    """A game for people: the log for a spectator, with the board after every turn."""
    lines = [f"{state.game.title('en')}, {state.headers['Event']}", ""]
    for index, (_, move) in enumerate(state.events):
        if move.startswith("offer"):
            lines += ["", f"# event {index}", str(state.at(index))]
        lines.append(state.seen_by(None, "en").log_line(index).text)
    lines += [str(state), "", f"scores {state.result()}, winners {state.winners()}", ""]
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def main() -> None:
    """Write the digests and the play-through."""
    RECORDED.write_digests()
    (FOLDER / f"{STORY}.story").write_text(story(fixture(STORY)), encoding="utf-8")


if __name__ == "__main__":
    main()
