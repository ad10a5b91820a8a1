"""What must hold for every title holds for Connect Four, and every rule has its proof in these tests."""

from quartier.conformance import Conformance, ProvedRules


class TestConnectFour(Conformance, ProvedRules):
    title = "connect_four"
