"""Provable chance: neither the server nor a player can choose what is drawn, and afterwards everybody can check that.

Before anything is drawn the server promises a key by its SHA-256, and only then each player adds a number of their own, a
nonce. Draw k comes from the key, all nonces and k, which never goes back: what is drawn after a move was taken back is
another draw. When the game is over the key is opened, and the record says all that is needed to draw everything again.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from quartier.core.engine.dice import Dice
from quartier.core.fairness import verifiable_rng
from quartier.core.game.position import Position
from quartier.core.game.state import State

COMMITMENT, NONCES, TAKEN_BACK, KEY = "Commitment", "Nonces", "TakenBack", "Key"
"""Headers of a record."""
_NOBODY = "-"


def new_key() -> str:
    """256 bits that nobody can foresee, as 64 hex digits."""
    return secrets.token_hex(32)


def commitment(key: str) -> str:
    """The promise of a key, which tells nothing of it: 64 hex digits."""
    return sha256(key.encode()).hexdigest()


def dice_for(key: str, nonces: Sequence[str], number: int) -> Dice:
    """The random numbers of a draw, counted from 0 over all that was ever drawn at the table. A bot's nonce is empty."""
    return verifiable_rng.dice_from(key, f"{','.join(nonces)}:{number}")


@dataclass(frozen=True)
class Proof:
    """What a record says of its chance. `key` is empty until it is opened; `taken_back`: draws that no longer count."""

    commitment: str
    nonces: tuple[str, ...]
    taken_back: frozenset[int] = frozenset()
    key: str = ""

    @property
    def is_kept(self) -> bool:
        """Whether the key is the one that was promised."""
        return commitment(self.key) == self.commitment

    def numbers(self, drawn: int) -> list[int]:
        """Of the first draws that count, so many: those that were taken back have numbers of their own."""
        return [k for k in range(drawn + len(self.taken_back)) if k not in self.taken_back]

    def first_departure(self, state: State) -> int | None:
        """The number of the first event of a game that is not what the key says; None if all chance is."""
        numbers = self.numbers(verifiable_rng.drawn_before(state))

        def dice(before: Position) -> Dice:
            return dice_for(self.key, self.nonces, numbers[verifiable_rng.drawn_before(before)])

        return verifiable_rng.first_departure(state, dice)


def headers(key: str, nonces: Sequence[str], taken_back: Collection[int], opened: bool) -> dict[str, str]:
    """What a record says of its chance; with the key once it is opened."""
    said = {COMMITMENT: commitment(key), NONCES: " ".join(nonce or _NOBODY for nonce in nonces)}
    if taken_back:
        said[TAKEN_BACK] = " ".join(str(number) for number in sorted(taken_back))
    return said | {KEY: key} if opened else said


def proof_of(said: Mapping[str, str]) -> Proof | None:
    """What the headers of a record say of its chance; None where it is not provable. Raises ValueError for nonsense."""
    if COMMITMENT not in said:
        return None
    nonces = tuple(nonce.replace(_NOBODY, "") for nonce in said.get(NONCES, "").split())
    taken_back = frozenset(int(number) for number in said.get(TAKEN_BACK, "").split())
    return Proof(said[COMMITMENT], nonces, taken_back, said.get(KEY, ""))
