"""Neue Heimat for those who have never played it, and its bots."""

from quartier.core.game.metadata import Character, Front, Scene
from quartier.core.text.languages import N_

FRONT = Front(
    sentence=N_("Every floor goes under the hammer. Finished streets pay, others cost."),
    minutes=(40, 60),
    weight=4,
    scene=Scene("example", 150, 200, 580, 285),
    bots=(
        Character("Otto", N_("Builds wherever there is room, and counts afterwards.")),
        Character("Hanna", N_("Begins much, and finishes some of it.")),
        Character("Karl", N_("Adds up his floors and seldom pays too much.")),
        Character("Erika", N_("Sells you what you will not be able to finish.")),
        Character("Gustav", N_("Knows what your money is for, and lets you pay.")),
        Character("Martha", N_("Has counted every cheque. She ruins a street with a smile.")),
    ),
    seconds={
        "1+bids": Character("Eduard", N_("Bids high on everything, and is soon out of money.")),
        "2+sells": Character("Trude", N_("Would rather have your money than the piece.")),
        "3+permits": Character("Wanda", N_("Cannot let a permit lie: no row stays as long as you thought.")),
        "6+patient": Character("Johanna", N_("Adds up the whole street once more before she bids.")),
    },
    visor=3,
    options={"show_money": N_("Open money")},
)
