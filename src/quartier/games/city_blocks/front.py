"""City Blocks for those who have never played it, and its bots."""

from quartier.core.play.front import Character, Front, Scene
from quartier.core.text.languages import N_

FRONT = Front(
    sentence=N_("Build up a district and collect the bonus of every street you lead."),
    minutes=(15, 15),
    weight=2,
    scene=Scene("example", 80, 272, 214, 440),
    bots=(
        Character("Emil", N_("Builds where it looks nice, and often forgets what a school does.")),
        Character("Rosa", N_("Likes big houses and rarely looks at your streets.")),
        Character("Bruno", N_("Counts his streets and takes what you leave lying about.")),
        Character("Clara", N_("Guards her factories and puts a school beside yours.")),
        Character("Viktor", N_("Thinks about your next move before he makes his own.")),
        Character("Greta", N_("Knows what every block is worth. A dollar is enough for her.")),
    ),
    visor=0,
)
