"""The moves of simple bots in many games at once, in compiled code."""

from typing import Any

from quartier.bots.network import TYPES as NETWORK_TYPES
from quartier.bots.policies import GREEDY_POLICY, greedy
from quartier.core.engine.contract import conceal, sample
from quartier.core.engine.kernels import assign
from quartier.core.engine.networks import Net
from quartier.core.engine.signatures import Types
from quartier.envs.stepping import TYPES as STEPPING_TYPES
from quartier.envs.stepping import Arrays


def choose(
    at: Arrays, envs: Any, policy: int, noise: float, style: int, net: Net, scratch: Any, chosen: Any
) -> None:
    """Choose the actions of some environments, `envs` int64, for the seats to act there, into `chosen` (int64, (envs,)).

    `policy` and the numbers after it: as in `quartier.bots.policies`. `scratch`: two records.
    """
    concealed, other = scratch[0:1], scratch[1:2]
    for i in envs:
        seat = at.actors[i]
        assign(concealed, at.positions[i : i + 1])
        conceal(concealed[0], seat)
        if policy == GREEDY_POLICY:
            chosen[i] = greedy(concealed, other, seat, at.choices[i], net, noise, style, at.moves[i])
        else:
            chosen[i] = sample(concealed[0], seat, at.choices[i], at.moves[i])


TYPES: Types = {**NETWORK_TYPES, **STEPPING_TYPES}
SIGNATURES = {"choose": "void(Arrays, ints, int64, float64, int64, Net, record, ints)"}
