"""What must hold for every title holds for Leduc Poker, and every rule has its proof in these tests."""

from quartier.conformance import Conformance, ProvedRules


class TestLeducPoker(Conformance, ProvedRules):
    title = "leduc"
