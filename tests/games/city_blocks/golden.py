"""What recorded games looked like when they were recorded. After an intended change, write them anew:

PYTHONPATH=src python -m tests.games.city_blocks.golden
"""

from quartier import State
from tests.games.city_blocks.recorded import FOLDER, RECORDED, fixture

STORY = "greedy"


def story(state: State) -> str:
    """A game for people: the log for a spectator, with the board as both seats' hands leave it after every turn."""
    lines = [f"{state.game.title('en')}, {state.headers['Event']}", ""]
    for index, (actor, move) in enumerate(state.events):
        if index == 23 or (index > 23 and actor != "*"):
            lines += ["", f"# event {index}: seat {actor} plays {move}"]
        lines.append(state.seen_by(None, "en").log_line(index).text)
        if index >= 22 and actor == "*":
            lines.append(str(state.at(index + 1)))
    lines += [str(state), "", f"scores {state.result()}, winners {state.winners()}", ""]
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def main() -> None:
    """Write the digests and the play-through."""
    RECORDED.write_digests()
    (FOLDER / f"{STORY}.story").write_text(story(fixture(STORY)), encoding="utf-8")


if __name__ == "__main__":
    main()
