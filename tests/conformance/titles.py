"""The titles that tests run over: all that are installed here, the example of docs/add-a-game.md among them."""

import quartier

TITLES = tuple(quartier.titles())
