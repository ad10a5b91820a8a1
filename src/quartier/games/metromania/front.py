"""Metromania for those who have never played it, and its bots."""

from quartier.core.game.metadata import Character, Front, Scene
from quartier.core.text.languages import N_

FRONT = Front(
    sentence=N_("Dig two lines across the city; the fastest route gets paid."),
    minutes=(45, 45),
    weight=4,
    scene=Scene("example", 76, 330, 190, 400),
    bots=(
        Character("Max", N_("Digs straight ahead and is surprised where he comes out.")),
        Character("Ida", N_("Digs where it looks short, and forgets that lines have to end.")),
        Character("Oskar", N_("Follows the best destinations and likes to meet you there.")),
        Character("Frieda", N_("Knows the test trips and keeps one way open for each.")),
        Character("Leo", N_("Crosses your line exactly where it helps him.")),
        Character("Selma", N_("Sees the finished network before the first tunnel is dug.")),
    ),
    seconds={
        "1+stations": Character("Pia", N_("Loves stations: one more is always possible.")),
        "2+markers": Character(
            "Jonas", N_("Puts down a marker wherever he can, whether the way is right or not.")
        ),
        "3+markers": Character(
            "Ludwig", N_("Goes to his destinations first and looks for the way to the end later.")
        ),
        "4+stations": Character(
            "Vera", N_("Builds a station first and asks where the line goes afterwards.")
        ),
        "6+patient": Character("Egon", N_("Rides every test trip in his head before he digs.")),
    },
    visor=2,
    options={"lines_to_end": N_("Lines until the end"), "strict_dig": N_("Always dig three")},
)
