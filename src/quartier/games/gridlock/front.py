"""Gridlock for those who have never played it, and its bots."""

from quartier.core.game.metadata import Character, Front, Scene
from quartier.core.text.languages import N_

FRONT = Front(
    sentence=N_("Build the roads, then race through them: five places to be today."),
    minutes=(30, 45),
    weight=3,
    scene=Scene("front", 88, 330, 80, 380),
    bots=(
        Character("Ben", N_("Drives off at once and asks for the way later.")),
        Character("Ruby", N_("Takes the nearest place first, whatever is behind it.")),
        Character("Jack", N_("Looks two intersections ahead and uses your roads, too.")),
        Character("Grace", N_("Builds for two of her goals with one intersection.")),
        Character("Henry", N_("Leaves you the detour and takes the short cut.")),
        Character("Alice", N_("Has planned the whole day before the engine starts.")),
    ),
    seconds={
        "1+cones": Character("Sally", N_("Finds that a cone looks best right before your bumper.")),
        "2+cones": Character("Sam", N_("Puts down a cone wherever it may be in your way.")),
    },
    visor=4,
    options={
        "cards": N_("Places to visit"),
        "short_trip": N_("Short trip"),
        "short_trip_cones": N_("Cones on short trips"),
        "congestion": N_("Congestion"),
        "traffic": N_("Traffic"),
        "specials": N_("Special cars"),
        "colours": N_("Colours of the cars"),
        "last_turns": N_("One last turn"),
        "turn_limit": N_("Turns for each player"),
    },
    swatches={"colours": {"r": 1, "g": 2, "b": 0, "y": 3}},
    colours={"r": N_("Red"), "g": N_("Green"), "b": N_("Blue"), "y": N_("Yellow")},
)
