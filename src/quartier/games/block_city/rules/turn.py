"""The course of a turn: the active player, the other die, the end (BC-4, BC-5, BC-10 to BC-12)."""

from quartier.core.engine.bits import popcount
from quartier.core.engine.contract import CHANCE

from .moves import FIRST, MISS, PASS, ROLL, ROLLS, miss, write
from .state import ACTIVE, BUILDINGS, CHOOSING_FIRST, OVER, PASSIVE, ROLLING, STARTING, Record


def to_act(s: Record) -> int:
    """Return CHANCE for the first player and the dice, else the seats that still have to write in this phase."""
    if s.phase == OVER:
        return 0
    return CHANCE if s.phase == CHOOSING_FIRST or s.phase == ROLLING else s.waiting


def end_triggered(s: Record) -> int:
    """BC-12: return whether the game ends after this turn."""
    return int(s.phase != STARTING and fewest_empty(s) == 0)


def fewest_empty(s: Record) -> int:
    """BC-12: return the empty buildings of the fullest city."""
    fewest = popcount(s.empty[0])
    for seat in range(1, s.players):
        fewest = min(fewest, popcount(s.empty[seat]))
    return fewest


def play(s: Record, actor: int, action: int) -> None:
    """Apply a legal action."""
    if actor == CHANCE:
        apply_outcome(s, action)
        return
    if action < MISS:
        write(s, actor, action // BUILDINGS + 1, action % BUILDINGS)
    elif action < PASS:
        miss(s, actor, action % BUILDINGS)
    s.waiting &= ~(1 << actor)
    if s.phase == ACTIVE:
        offer_other_die(s, (action - MISS if action >= MISS else action) // BUILDINGS + 1)
    elif s.waiting == 0:
        go_on(s)


def offer_other_die(s: Record, chosen: int) -> None:
    """BC-10, BC-11: give the die that was not chosen to the passive players."""
    s.other = s.dice[0] + s.dice[1] - chosen
    s.waiting = ((1 << s.players) - 1) & ~(1 << s.active)
    s.phase = PASSIVE
    if s.waiting == 0:
        go_on(s)


def go_on(s: Record) -> None:
    """BC-4, BC-12: determine the first player after the setup; otherwise end the game or roll the dice."""
    if s.phase == STARTING:
        s.phase = CHOOSING_FIRST
    elif anyone_filled(s):
        s.phase = OVER
    else:
        s.phase, s.active = ROLLING, (s.active + 1) % s.players


def anyone_filled(s: Record) -> bool:
    """BC-12: return whether any seat has filled all buildings."""
    for seat in range(s.players):
        if s.empty[seat] == 0:
            return True
    return False


def apply_outcome(s: Record, action: int) -> None:
    """BC-4, BC-5: apply the draw of the first player, or a roll."""
    if action < ROLL:
        s.active, s.phase = action - FIRST, ROLLING
        return
    s.dice[0], s.dice[1] = ROLLS[action - ROLL, 0], ROLLS[action - ROLL, 1]
    s.other, s.phase, s.waiting = 0, ACTIVE, 1 << s.active
