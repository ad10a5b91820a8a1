"""The mechanical check: every rule of a title is named by a test."""

import inspect
from pathlib import Path
from typing import ClassVar

from quartier.conformance.rule_marks import marked_rules
from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game


class ProvedRules(Subject):
    """Every rule of a title is named by a test: `@pytest.mark.rules("C4-3")`."""

    tests: ClassVar[Path | None] = None
    """The folder of the tests; by default that of the file with your class."""

    def test_every_rule_is_named_by_a_test(self, game: Game) -> None:
        named = marked_rules(self.tests or Path(inspect.getfile(type(self))).parent)
        missing = [rule for rule in game.rule_ids() if rule not in named]
        assert not missing, f"no test is marked with {', '.join(missing)}"

    def test_the_rule_ids_are_numbered(self, game: Game) -> None:
        prefix = game.declared.rules.PREFIX
        assert game.rule_ids() == [f"{prefix}-{number}" for number in range(1, len(game.rule_ids()) + 1)]
