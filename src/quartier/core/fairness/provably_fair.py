"""Provably fair chance: neither the server nor a player can choose the draws, and anyone can verify that afterwards.

Before any draw the server commits to a key by its SHA-256, and only then does each player add a nonce of
their own. Draw k is derived from the key, all nonces and k, which never decreases: a draw after an undone
move is a new draw. When the game is over the key is revealed, and the record contains everything needed to
repeat all draws.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from quartier.core.engine.dice import Dice
from quartier.core.fairness import verifiable_rng
from quartier.core.game.base_state import BaseState
from quartier.core.game.state import State

COMMITMENT, NONCES, TAKEN_BACK, KEY = "Commitment", "Nonces", "TakenBack", "Key"
"""Headers of a record."""
_NOBODY = "-"


def new_key() -> str:
    """Return 256 unpredictable bits as 64 hex digits."""
    return secrets.token_hex(32)


def commitment(key: str) -> str:
    """Return the commitment to a key, which reveals nothing about it: 64 hex digits."""
    return sha256(key.encode()).hexdigest()


def dice_for(key: str, nonces: Sequence[str], number: int) -> Dice:
    """Return the random numbers of a draw, counted from 0 over all draws ever made at the table. A bot's nonce is empty."""
    return verifiable_rng.dice_from(key, f"{','.join(nonces)}:{number}")


@dataclass(frozen=True)
class Proof:
    """What a record says of its chance. `key` is empty until it is revealed; `taken_back`: draws that were undone."""

    commitment: str
    nonces: tuple[str, ...]
    taken_back: frozenset[int] = frozenset()
    key: str = ""

    @property
    def is_kept(self) -> bool:
        """Return whether the key matches the commitment."""
        return commitment(self.key) == self.commitment

    def numbers(self, draws: int) -> list[int]:
        """Return how many of the first draws still count: undone ones have numbers of their own."""
        return [k for k in range(draws + len(self.taken_back)) if k not in self.taken_back]

    def first_departure(self, state: State) -> int | None:
        """Return the index of the first event of a game that contradicts the key; None if all draws match."""
        numbers = self.numbers(verifiable_rng.drawn_before(state))

        def dice(before: BaseState) -> Dice:
            return dice_for(self.key, self.nonces, numbers[verifiable_rng.drawn_before(before)])

        return verifiable_rng.first_departure(state, dice)


def headers(key: str, nonces: Sequence[str], taken_back: Collection[int], opened: bool) -> dict[str, str]:
    """Return the headers of a record about its chance; with the key once it is revealed."""
    texts = {COMMITMENT: commitment(key), NONCES: " ".join(nonce or _NOBODY for nonce in nonces)}
    if taken_back:
        texts[TAKEN_BACK] = " ".join(str(number) for number in sorted(taken_back))
    return texts | {KEY: key} if opened else texts


def proof_of(headers: Mapping[str, str]) -> Proof | None:
    """Parse the headers of a record about its chance; None if it is not provable. Raises ValueError for malformed ones."""
    if COMMITMENT not in headers:
        return None
    nonces = tuple(nonce.replace(_NOBODY, "") for nonce in headers.get(NONCES, "").split())
    taken_back = frozenset(int(number) for number in headers.get(TAKEN_BACK, "").split())
    return Proof(headers[COMMITMENT], nonces, taken_back, headers.get(KEY, ""))
