"""Many games of one title at once, for programs that learn: positions, actions and rewards as NumPy arrays.

Examples:
    >>> from quartier.envs import VectorEnv
    >>> env = VectorEnv("block_city", envs=64, seats=2, seed=1)
    >>> batch = env.reset()
    >>> batch.observation.shape == (64, env.game.observation.size)
    True
    >>> batch = env.step(env.sample())
    >>> batch.rewards.shape
    (64, 2)
"""

from quartier.envs.batch import Batch
from quartier.envs.errors import IllegalAction
from quartier.envs.seat import SeatVectorEnv
from quartier.envs.vector import VectorEnv

__all__ = ["Batch", "IllegalAction", "SeatVectorEnv", "VectorEnv"]
