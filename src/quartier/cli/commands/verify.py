"""`quartier verify`: check a game's random draws against its published key."""

from __future__ import annotations

from typing import Annotated

import typer

import quartier
from quartier.cli.console import say, write
from quartier.cli.files import read_text
from quartier.cli.help import PLAY, add_command
from quartier.core.fairness import daily_seed
from quartier.core.fairness.provably_fair import proof_of
from quartier.core.game.state import State
from quartier.core.text.languages import N_


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "verify",
        verify,
        N_("Verify a game’s random draws against its published key."),
        PLAY,
        "quartier verify game.txt",
    )


def verify(
    file: Annotated[
        str, typer.Argument(metavar=N_("FILE"), help=N_("Game record to read. Use - for standard input."))
    ],
    key: Annotated[
        str,
        typer.Option(
            metavar=N_("KEY"),
            help=N_(
                "Key of the daily challenge, from its archive. Other records with verifiable randomness "
                "contain their own."
            ),
        ),
    ] = "",
) -> int:
    """Repeat every draw; return the exit code: 0 all are right, 1 one is not."""
    state = quartier.replay(read_text(file))
    if key:
        return _print_result(daily_seed.first_departure(state, key.strip().lower()))
    return _verify_proof(state)


def _verify_proof(state: State) -> int:
    try:
        proof = proof_of(state.headers)
    except ValueError:
        return _print_failure(_NONSENSE)
    if proof is None:
        return _print_failure(_NO_PROOF)
    if not proof.key:
        return _print_failure(_NOT_OPEN)
    if not proof.is_kept:
        return _print_failure(_BROKEN)
    return _print_result(proof.first_departure(state))


def _print_result(wrong: int | None) -> int:
    write(say(_RIGHT if wrong is None else _WRONG, number=(wrong or 0) + 1) + "\n")
    return 0 if wrong is None else 1


def _print_failure(sentence: str) -> int:
    write(say(sentence) + "\n")
    return 1


_RIGHT = N_("Every draw in this game matches the key.")
_WRONG = N_("Event {number} doesn’t match the key.")
_NOT_OPEN = N_("This game’s key hasn’t been published yet. Download the record again after the game.")
_NO_PROOF = N_("This game has no verifiable randomness. For a daily challenge, give its key with --key.")
_BROKEN = N_("This isn’t the key that the server committed to before the game.")
_NONSENSE = N_("Can’t read the record’s randomness data.")
