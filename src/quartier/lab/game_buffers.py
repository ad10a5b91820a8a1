"""Scratch space of loops that play whole games."""

from typing import Any, NamedTuple

from quartier.bots import network
from quartier.core.engine.networks import Net
from quartier.core.engine.signatures import Fields, Types
from quartier.core.game.state import State


class GameBuffers(NamedTuple):
    """Buffers of loops, in addition to the game they play; `new_buffers` makes them."""

    net: Any
    """`quartier.core.engine.networks.Net`: the network by which seats choose their moves"""
    concealed: Any
    """record: the position as the seat to move knows it"""
    scratch: Any
    """record"""
    actions: Any
    weights: Any
    """int64, (ACTIONS,)"""


def new_buffers(start: State, net: Net) -> GameBuffers:
    """Make the scratch space for games that begin with `start`."""
    new = start.game.spec.record_class.new
    return GameBuffers(net, new(), new(), *start.buffers())


TYPES: Types = {**network.TYPES, "GameBuffers": Fields(GameBuffers, "Net, record, record, ints, ints")}
"""The word for it in signatures."""
