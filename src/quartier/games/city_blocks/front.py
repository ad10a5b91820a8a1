"""City Blocks for those who have never played it, and its bots."""

from quartier.core.game.metadata import Character, Front, Scene
from quartier.core.text.languages import N_

FRONT = Front(
    sentence=N_("Build up a district and collect the bonus of every street you lead."),
    minutes=(15, 15),
    weight=2,
    scene=Scene("example", 80, 272, 214, 440),
    bots=(
        Character("Emil", N_("Builds where it looks nice, and often forgets what a school does.")),
        Character("Rosa", N_("Sees her own streets, and rarely looks at yours.")),
        Character("Bruno", N_("Counts his streets and takes what you leave lying about.")),
        Character("Clara", N_("Guards her factories and puts a school beside yours.")),
        Character("Viktor", N_("Thinks about your next move before he makes his own.")),
        Character("Greta", N_("Knows what every block is worth. A dollar is enough for her.")),
    ),
    seconds={
        "1+tall": Character(
            "Fritz", N_("Builds high wherever there is room, and then wonders whom it helps.")
        ),
        "2+bonuses": Character("Marie", N_("Looks at the bonuses and goes where most is paid.")),
        "3+tall": Character("Konrad", N_("Lays his highest tiles first. The low ones can wait.")),
        "4+bonuses": Character("Edith", N_("Fights for the dearest streets and leaves you the others.")),
        "5+special": Character(
            "Albert", N_("Has a school, a mall or a power plant for every plan of yours.")
        ),
        "6+patient": Character("Hedwig", N_("Walks round every block once more before she builds on it.")),
    },
    visor=0,
)
