"""The chance of a finished game, draw by draw, for whoever checks it by themselves.

What is told here decides nothing: the key, the numbers of the players and that of a draw give the same random number
everywhere, and by the weights of what could come it says what had to come.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from quartier.core.engine.bits import below
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.fairness.provably_fair import Proof, proof_of
from quartier.core.game.position import Position
from quartier.core.text.languages import N_
from quartier.server.errors import DomainError
from quartier.server.lru_cache import LruCache
from quartier.server.storage.table_store import TableStore
from quartier.server.views import provable_chance, replays
from quartier.server.views.finished.models import ChanceProof, ProvenDraw


def described(tables: TableStore, replay_id: str, lang: str, first: Callable[[], object]) -> ChanceProof:
    """Of a finished table or an uploaded record. Raises DomainError 404 where nothing was promised, 409 while the
    key is not open. `first` is called, and may refuse, before a game is followed that was not a moment ago.
    """
    found = replays.find(tables, replay_id, lang)
    said = (
        found.state.headers
        if tables.record(replay_id)
        else provable_chance.headers(tables.load(replay_id)[1])
    )
    try:
        proof = proof_of(said)
    except ValueError as error:
        raise DomainError(
            422, "no_proof", N_("What the record says of its chance is not readable.")
        ) from error
    if proof is None:
        text = N_("Nothing was promised of the chance of this game: it was not provable.")
        raise DomainError(404, "no_proof", text)
    if not proof.key:
        text = N_("The key of this game is not open yet. Save its record again when the game is over.")
        raise DomainError(409, "not_open", text)
    key = (replay_id, found.total)
    if _PROOFS.get(key) is None:
        first()
    return _PROOFS.made(key, lambda: _proof(proof, found.state))


_PROOFS: LruCache[tuple[str, int], ChanceProof] = LruCache(16)


def _proof(proof: Proof, state: Position) -> ChanceProof:
    events = [at for at, past in enumerate(state.past) if past.actor == CHANCE]
    numbers = proof.numbers(len(events))
    return {
        "promise": proof.commitment,
        "nonces": list(proof.nonces),
        "key": proof.key,
        "draws": [_drawn(state, at, number) for at, number in zip(events, numbers, strict=True)],
    }


def _drawn(state: Position, at: int, number: int) -> ProvenDraw:
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


def _by_weight(before: Position, possible: list[tuple[str, int]]) -> bool:
    """Whether a draw takes one random number and finds its place among the weights; two dice take two."""
    return all(before.copy().draw(Dice(seed)).move == _place(possible, seed) for seed in range(TRIALS))


def _place(possible: list[tuple[str, int]], seed: int) -> str:
    left = below(Dice(seed).state, sum(weight for _, weight in possible))
    return next(text for text, end in zip(*_ends(possible), strict=True) if left < end)


def _ends(possible: list[tuple[str, int]]) -> tuple[list[str], list[int]]:
    """The outcomes, and where the part of each ends."""
    return [text for text, _ in possible], list(accumulate(weight for _, weight in possible))


TRIALS = 12
"""Draws by which that is found out."""
