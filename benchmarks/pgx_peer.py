"""Steps of Pgx's games, per second and on one core; for a Python that has Pgx and needs nothing of ours.

As its documentation recommends: vectorised, compiled, ended games reset at once, and whole loops of steps in one call.
"""

import os
import time

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

GAMES = ("Pgx connect_four", "Pgx backgammon")
BATCHES = (256, 2048)
"""Environments at once; the fastest counts."""
STEPS = 64
"""In one call of compiled code."""
_LOOPS = {}


def measure(subject, seconds):
    """Steps per second: of the best size, the best of three runs."""
    game = subject.partition(" ")[2]
    return {"steps": max(_rate(_loop(game, batch), batch, seconds / len(BATCHES)) for batch in BATCHES)}


def _rate(loop, batch, seconds):
    best = 0.0
    for _ in range(3):
        began, calls = time.process_time(), 0
        while time.process_time() - began < seconds / 3:
            loop()
            calls += 1
        best = max(best, calls * STEPS * batch / (time.process_time() - began))
    return best


def _loop(game, batch):
    if (game, batch) not in _LOOPS:
        _LOOPS[game, batch] = _make_loop(game, batch)
    return _LOOPS[game, batch]


def _make_loop(game, batch):
    """A function that plays STEPS random steps of all environments."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(game)
    step, begin = jax.vmap(auto_reset(env.step, env.init)), jax.vmap(env.init)

    def one(carry, _):
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(choice, logits, axis=-1)
        state = step(state, action, jax.random.split(chance, batch))
        # Or the compiler leaves out what nobody looks at.
        return (state, key), (state.observation.sum(), state.rewards.sum(), state.legal_action_mask.sum())

    @jax.jit
    def many(state, key):
        return jax.lax.scan(one, (state, key), None, length=STEPS)

    carry_over = [jax.jit(begin)(jax.random.split(jax.random.PRNGKey(1), batch)), jax.random.PRNGKey(2)]

    def loop():
        (state, key), sums = many(*carry_over)
        jax.block_until_ready(sums)
        carry_over[:] = state, key

    loop()  # compiles
    return loop
