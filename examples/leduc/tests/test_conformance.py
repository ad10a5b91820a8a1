"""What must hold for every title holds for Leduc poker, and every rule has its proof in these tests."""

from quartier.conformance import Conformance, ProvedRules


class TestLeduc(Conformance, ProvedRules):
    title = "leduc"
