"""View models of provably fair chance: the draws of a finished game, for anyone who wants to verify them.

Nothing here decides anything: the key, the players' numbers and that of a draw give the same random number everywhere, and
the weights of the possible outcomes say which one it selects.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from quartier.core.engine.bits import below
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.fairness.provably_fair import Proof, proof_of
from quartier.core.game.base_state import BaseState
from quartier.core.text.languages import N_
from quartier.server.errors import DomainError
from quartier.server.lru_cache import LruCache
from quartier.server.storage.table_store import TableStore
from quartier.server.views import provable_chance, replays
from quartier.server.views.finished.models import ChanceProof, ProvenDraw


def chance_proof(tables: TableStore, replay_id: str, lang: str, first: Callable[[], object]) -> ChanceProof:
    """Return the draws of a finished table or uploaded record.

    Args:
        tables: The tables.
        replay_id: Id of the table or record.
        lang: The language.
        first: Is called, and may refuse, before a game is replayed that is not cached.

    Raises:
        DomainError: 404 if its chance was not provable, 409 while the key is not published.
    """
    replay = replays.find(tables, replay_id, lang)
    headers = (
        replay.state.headers
        if tables.record(replay_id)
        else provable_chance.headers(tables.load(replay_id)[1])
    )
    try:
        proof = proof_of(headers)
    except ValueError as error:
        raise DomainError(422, "no_proof", N_("Can’t read the record’s randomness data.")) from error
    if proof is None:
        text = N_("This game was played without verifiable randomness, so there’s nothing to check.")
        raise DomainError(404, "no_proof", text)
    if not proof.key:
        text = N_("This game’s key hasn’t been published yet. Download the record again after the game.")
        raise DomainError(409, "not_open", text)
    key = (replay_id, replay.total)
    if _PROOFS.get(key) is None:
        first()
    return _PROOFS.get_or_create(key, lambda: _proof(proof, replay.state))


_PROOFS: LruCache[tuple[str, int], ChanceProof] = LruCache(16)


def _proof(proof: Proof, state: BaseState) -> ChanceProof:
    events = [at for at, past in enumerate(state.past) if past.actor == CHANCE]
    numbers = proof.numbers(len(events))
    return {
        "promise": proof.commitment,
        "nonces": list(proof.nonces),
        "key": proof.key,
        "draws": [_proven_draw(state, at, number) for at, number in zip(events, numbers, strict=True)],
    }


def _proven_draw(state: BaseState, at: int, number: int) -> ProvenDraw:
    before = state.at(at)
    text, possible = state.event(at).move, before.chances()
    if not _by_weight(before, list(possible.items())):
        return {"at": at, "number": number, "text": text, "weights": [], "chosen": 0}
    return {
        "at": at,
        "number": number,
        "text": text,
        "weights": list(possible.values()),
        "chosen": list(possible).index(text),
    }


def _by_weight(before: BaseState, possible: list[tuple[str, int]]) -> bool:
    """Whether a draw takes one random number and finds its place among the weights; two dice take two."""
    return all(before.copy().draw(Dice(seed)).move == _outcome(possible, seed) for seed in range(TRIALS))


def _outcome(possible: list[tuple[str, int]], seed: int) -> str:
    left = below(Dice(seed).state, sum(weight for _, weight in possible))
    return next(text for text, end in zip(*_ends(possible), strict=True) if left < end)


def _ends(possible: list[tuple[str, int]]) -> tuple[list[str], list[int]]:
    """The outcomes, and where the part of each ends."""
    return [text for text, _ in possible], list(accumulate(weight for _, weight in possible))


TRIALS = 12
"""Draws by which that is found out."""
