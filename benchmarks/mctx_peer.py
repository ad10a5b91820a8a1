"""Columns that mctx chooses in Connect Four of Pgx; for a Python that has both and needs nothing of ours.

Both policies of its documentation without the noise of training, with the same priors for all columns, and with one random
game as a leaf's value.
"""

import os
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")

SEED = 1


def measure(subject, seconds):
    """The column of each position, and the ms that each took with what JAX does in parallel."""
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make("connect_four")
    states = [_position_after(env, columns) for columns in subject["positions"]]
    roots = jax.tree.map(lambda *parts: jnp.stack(parts), *states)
    search = jax.jit(_search(env, subject["policy"], subject["simulations"], len(states)))
    search(jax.random.PRNGKey(SEED), roots).block_until_ready()
    began = time.perf_counter()
    columns = search(jax.random.PRNGKey(SEED + 1), roots).block_until_ready()
    return {"columns": columns.tolist(), "ms": 1000 * (time.perf_counter() - began) / len(states)}


def _position_after(env, columns):
    import jax

    state = _compile_once("init", lambda: jax.jit(env.init))(jax.random.PRNGKey(SEED))
    step = _compile_once("step", lambda: jax.jit(env.step))
    for column in columns:
        state = step(state, column)
    return state


_COMPILED = {}


def _compile_once(name, make):
    if name not in _COMPILED:
        _COMPILED[name] = make()
    return _COMPILED[name]


def _search(env, policy, simulations, count):
    import jax
    import jax.numpy as jnp
    import mctx

    def roll_out(key, state):
        """The result of a random game for who moves in `state`; 0 if it is over."""

        def play(carry):
            key, state = carry
            key, draw = jax.random.split(key)
            column = jax.random.categorical(draw, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
            return key, env.step(state, column)

        _, end = jax.lax.while_loop(lambda carry: ~carry[1].terminated, play, (key, state))
        return jnp.where(state.terminated, 0.0, end.rewards[state.current_player])

    def logits(state):
        return jnp.where(state.legal_action_mask, 0.0, jnp.finfo(jnp.float32).min)

    def recur(_, key, columns, states):
        movers = states.current_player
        states = jax.vmap(env.step)(states, columns)
        rewards = jnp.take_along_axis(states.rewards, movers[:, None], 1)[:, 0]
        values = jax.vmap(roll_out)(jax.random.split(key, count), states)
        discounts = jnp.where(states.terminated, 0.0, -1.0)
        output = mctx.RecurrentFnOutput(
            reward=rewards, discount=discounts, prior_logits=jax.vmap(logits)(states), value=values
        )
        return output, states

    def run(key, roots):
        first, second = jax.random.split(key)
        root = mctx.RootFnOutput(
            prior_logits=jax.vmap(logits)(roots),
            value=jax.vmap(roll_out)(jax.random.split(first, count), roots),
            embedding=roots,
        )
        quiet = (
            {"dirichlet_fraction": 0.0, "temperature": 0.0}
            if policy == "muzero_policy"
            else {"gumbel_scale": 0.0}
        )
        return getattr(mctx, policy)(
            params=(),
            rng_key=second,
            root=root,
            recurrent_fn=recur,
            num_simulations=simulations,
            invalid_actions=~roots.legal_action_mask,
            **quiet,
        ).action

    return run
