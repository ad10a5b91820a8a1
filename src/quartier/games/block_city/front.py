"""BlockCity for those who have never played it, and its bots."""

from quartier.core.game.metadata import Character, Front, Scene
from quartier.core.text.languages import N_

FRONT = Front(
    sentence=N_("Roll, write, and watch your own city rise from six numbers."),
    minutes=(20, 20),
    weight=2,
    scene=Scene("front", 95, 440, 260, 400),
    bots=(
        Character("Mia", N_("Writes the first number that fits and is happy about every house.")),
        Character("Paul", N_("Has a plan for each street, until the dice come.")),
        Character("Lena", N_("Plans ahead, and now and then runs out of room.")),
        Character("Theo", N_("Lets small numbers spread and keeps his roads open.")),
        Character("Nora", N_("Wastes no die, not even yours.")),
        Character("Arthur", N_("Has seen every city once. Only the dice surprise him.")),
    ),
    seconds={
        "1+public": Character(
            "Willi", N_("Runs to the town hall with every number, and asks about the houses later.")
        ),
        "2+parks": Character("Luise", N_("Lays out her parks first. The town hall has to wait.")),
        "3+stores": Character("Kurt", N_("Opens a department store as soon as there is room for one.")),
        "4+public": Character(
            "Herta", N_("School, fire station, town hall: first comes what everybody needs.")
        ),
        "5+parks": Character("Ruth", N_("Knows where every tree will stand before the first roll.")),
    },
    visor=1,
    options={
        "surrounding": N_("Number around"),
        "passive_miss": N_("Misses for everybody"),
        "miss_spoils_store": N_("Misses spoil stores"),
    },
)
